/* Giving a model its name, and its nodes the names and numbers that the game's own have.
 * Source: formats/module, 3.1. */
#include "core/model/splice.h"

#include <inttypes.h>

enum { NUMBERS = 65536 };
#define NONE UINT32_MAX

struct naming {
    struct wr_model *model;
    const char **texts; /* of the new names: one a node, then what only animations name */
    uint32_t count;
    uint32_t *by_name, *by_number; /* new numbers by old names and numbers; NONE: of no node */
    uint32_t *numbers;             /* new ones, by nodes */
    char own[WR_MODEL_NAME + 1];
    uint8_t *names;     /* the new table, and its names behind it */
    uint32_t end, size; /* of the names; with what fills them up */
};

/* ---- Which names there are --------------------------------------------------------------- */

/* The new number of a node of an animation: that of the node it moves, which has its name, and
 * its number too where several have that name. A name that no node has is kept behind theirs.
 */
static uint32_t number_of(struct naming *naming, uint32_t n)
{
    const wr_model_node *node = &naming->model->nodes[n];
    uint32_t same = naming->by_number[node->number];
    if (same != NONE && naming->model->nodes[same].name == node->name)
        return same;
    if (naming->by_name[node->name] == NONE) {
        naming->texts[naming->count] = wr_model_node_name(naming->model, n);
        naming->by_name[node->name] = naming->count++;
    }
    return naming->by_name[node->name];
}

static bool number_nodes(struct naming *naming)
{
    const struct wr_model *model = naming->model;
    uint32_t end = 1;
    for (uint32_t n = 0; n < model->node_count; n++) {
        end = model->nodes[n].name < end ? end : model->nodes[n].name + 1u;
        end = model->nodes[n].number < end ? end : model->nodes[n].number + 1u;
    }
    naming->texts = WR_TAKE(model->arena, const char *, model->node_count);
    naming->by_name = WR_TAKE(model->arena, uint32_t, end);
    naming->by_number = WR_TAKE(model->arena, uint32_t, end);
    naming->numbers = WR_TAKE(model->arena, uint32_t, model->node_count);
    if (!naming->texts || !naming->by_name || !naming->by_number || !naming->numbers)
        return false;
    memset(naming->by_name, 0xff, end * sizeof *naming->by_name);
    memset(naming->by_number, 0xff, end * sizeof *naming->by_number);
    for (uint32_t n = model->trees[0].count; n-- > 0;) {
        naming->by_name[model->nodes[n].name] = n;
        naming->by_number[model->nodes[n].number] = naming->numbers[n] = n;
        naming->texts[n] = n == 0 ? naming->own : wr_model_node_name(model, n);
    }
    naming->count = model->trees[0].count;
    for (uint32_t n = naming->count; n < model->node_count; n++)
        naming->numbers[n] = number_of(naming, n);
    return true;
}

/* ---- Writing them ------------------------------------------------------------------------ */

/* What follows the names keeps what it is aligned to, where `old` bytes were. */
static bool make_names(struct naming *naming, uint32_t old)
{
    uint32_t at = 4 * naming->count;
    naming->size = at;
    for (uint32_t i = 0; i < naming->count; i++)
        naming->size += wr_name_length(naming->texts[i]) + 1;
    naming->size += (old - naming->size) & 3;
    naming->names = WR_ZERO(naming->model->arena, uint8_t, naming->size);
    for (uint32_t i = 0; naming->names && i < naming->count; i++) {
        uint32_t length = wr_name_length(naming->texts[i]);
        wr_put_u32(naming->names + 4 * i, WR_MDL_HEADERS + at);
        memcpy(naming->names + at, naming->texts[i], length);
        at += length + 1;
    }
    naming->end = WR_MDL_HEADERS + at;
    return naming->names;
}

/* The old table goes with the names that lie behind it; the new one comes to the head. */
static enum wr_result make_room(struct wr_context *context, struct naming *naming)
{
    const struct wr_model *model = naming->model;
    uint32_t table = wr_get_u32(wr_model_data(model) + WR_MDL_NAMES), old = 0;
    if (model->name_count > 0)
        old = model->names_end ? model->names_end + model->names_fill - table
                               : 4 * model->name_count;
    if (!make_names(naming, old))
        return wr_no_memory(context);
    wr_model_edit edits[2] = {{.at = WR_MDL_HEADERS, .added = naming->size}};
    struct wr_splice splice = {edits, 1};
    if (table == WR_MDL_HEADERS)
        edits[0].removed = old;
    else if (old > 0)
        edits[splice.count++] = (wr_model_edit){.at = table, .removed = old};
    wr_splice_start(&splice);
    return wr_model_splice(context, naming->model, &splice);
}

static void put_names(const struct naming *naming)
{
    uint8_t *data = wr_model_data(naming->model);
    memcpy(data + WR_MDL_HEADERS, naming->names, naming->size);
    wr_put_array(data + WR_MDL_NAMES, WR_MDL_HEADERS, naming->count);
    naming->model->name_count = naming->count;
    naming->model->names_end = naming->end;
    naming->model->names_fill = WR_MDL_HEADERS + naming->size - naming->end;
    /* Readers take what lies before the animations for names, where there are none too; filling
     * behind names that were laid out before is part of it, so that it does not matter how
     * often they are. */
    uint32_t end = WR_MDL_HEADERS + naming->size;
    while (end % 4 != 0 && end < wr_model_size(naming->model) && data[end] == 0)
        end++;
    if (wr_get_u32(data + WR_MDL_ANIMATIONS + 4) == 0)
        wr_put_u32(data + WR_MDL_ANIMATIONS, end);
}

/* What the game's compiler left behind a name stays, where the name does. */
static void put_own(const struct naming *naming, uint8_t *field)
{
    if (strncmp((const char *)field, naming->own, WR_MODEL_NAME) != 0)
        wr_put_name(field, naming->own);
}

static void put_numbers(struct naming *naming)
{
    const struct wr_model *model = naming->model;
    uint8_t *data = wr_model_data(model);
    for (uint32_t n = 0; n < model->node_count; n++) {
        wr_model_node *node = &model->nodes[n];
        node->number = node->name = (uint16_t)naming->numbers[n];
        wr_put_u16(data + node->at + WR_NODE_NUMBER, node->number);
        wr_put_u16(data + node->at + WR_NODE_NAME, node->name);
    }
    put_own(naming, data + WR_MDL_NAME);
    for (uint32_t t = 1; t < model->tree_count; t++) {
        const wr_model_tree *tree = &model->trees[t];
        const uint8_t *root = data + (tree->count ? model->nodes[tree->first].at : 0);
        if (tree->count > 0 && wr_get_u16(root + WR_NODE_NAME) == 0)
            put_own(naming, data + tree->at + WR_ANIMATION_ROOT_NAME);
    }
}

enum wr_result wr_model_set_name(struct wr_context *context, struct wr_model *model,
                                 const char *name)
{
    struct naming naming = {.model = model};
    memcpy(naming.own, name, wr_name_length(name));
    if (!number_nodes(&naming))
        return wr_no_memory(context);
    if (naming.count > NUMBERS)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "model-too-large", NULL,
                       "'%s' has %" PRIu32 " nodes; %d are the most", model->file, naming.count,
                       (int)NUMBERS);
    enum wr_result result = make_room(context, &naming);
    if (result != WR_OK)
        return result;
    put_names(&naming);
    put_numbers(&naming);
    return WR_OK;
}
