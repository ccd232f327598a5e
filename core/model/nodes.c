/* Adding a node under the root, with all that has to know of it. Source: formats/module, 3.1
 * and 3.3. */
#include "core/model/splice.h"

#include <inttypes.h>
#include <stdio.h>

enum { NUMBERS = 65535 };

enum wr_result wr_model_find_walkmesh(struct wr_context *context, const struct wr_model *model,
                                      uint32_t *out)
{
    uint32_t count = 0;
    *out = UINT32_MAX;
    for (uint32_t n = 0; n < model->trees[0].count; n++)
        if (wr_model_has(&model->nodes[n], WR_MODEL_WALKMESH)) {
            *out = count++ == 0 ? n : *out;
        }
    if (count <= 1)
        return WR_OK;
    return wr_fail(context, WR_INVALID, WR_NOWHERE, "mdl-walkmesh", NULL,
                   "'%s' has %" PRIu32 " walkmesh nodes, and a room has one", model->file,
                   count);
}

bool wr_model_has_walkmesh(const struct wr_model *model)
{
    for (uint32_t n = 0; n < model->trees[0].count; n++)
        if (wr_model_has(&model->nodes[n], WR_MODEL_WALKMESH))
            return true;
    return false;
}

/* ---- Names and numbers ------------------------------------------------------------------- */

static bool has_name(const struct wr_model *model, const char *name)
{
    for (uint32_t n = 0; n < model->trees[0].count; n++)
        if (strcmp(wr_model_node_name(model, n), name) == 0)
            return true;
    return false;
}

static void free_name(const struct wr_model *model, const char *wanted,
                      char out[WR_MODEL_NAME + 1])
{
    snprintf(out, WR_MODEL_NAME + 1, "%s", wanted);
    for (unsigned i = 2; has_name(model, out); i++)
        snprintf(out, WR_MODEL_NAME + 1, "%s%u", wanted, i);
}

static uint32_t free_number(const struct wr_model *model)
{
    uint32_t number = 0;
    for (uint32_t n = 0; n < model->trees[0].count; n++)
        if (model->nodes[n].number >= number)
            number = model->nodes[n].number + 1u;
    return number;
}

static bool is_deepest(const struct wr_model *model)
{
    uint32_t deepest = 0;
    for (uint32_t n = 0; n < model->trees[0].count; n++)
        deepest = model->nodes[n].depth > deepest ? model->nodes[n].depth : deepest;
    return deepest + 1 >= WR_MODEL_DEEPEST;
}

/* ---- Adding ------------------------------------------------------------------------------ */

/* Where bytes are added. */
enum { NAMES = 1, TEXT, CHILDREN, NODE };

struct adding {
    struct wr_model *model;
    const struct wr_new_node *node;
    uint32_t kept, adopted; /* children of the root */
    char name[WR_MODEL_NAME + 1];
    uint32_t name_size;   /* with what fills it up to a word */
    wr_model_node *nodes; /* the new table */
    uint32_t *places;     /* in it, of the old nodes */
};

static bool is_child(const struct wr_model *model, uint32_t n)
{
    return n > 0 && model->nodes[n].parent == 0;
}

/* Whether a node becomes a child of the new one. */
static bool is_adopted(const struct adding *adding, uint32_t n)
{
    const wr_model_node *node = &adding->model->nodes[n];
    if (adding->node->over)
        return n == 0;
    return adding->node->adopts && is_child(adding->model, n) &&
           (!wr_model_has(node, WR_MODEL_WALKMESH) || node->child_count > 0);
}

static void count_children(struct adding *adding)
{
    for (uint32_t n = 0; n < adding->model->trees[0].count; n++)
        adding->adopted += is_adopted(adding, n);
    if (!adding->node->over)
        adding->kept = adding->model->nodes[0].child_count - adding->adopted;
}

/* The new node comes to the front: it is the root, or its first child. Behind all that it
 * adopts lie the root's other children. */
static bool make_places(struct adding *adding)
{
    const struct wr_model *model = adding->model;
    uint32_t own = model->trees[0].count, next = 2;
    uint32_t last = own + 1 - (adding->node->adopts ? adding->kept : 0);
    adding->nodes = WR_TAKE(model->arena, wr_model_node, (size_t)model->node_count + 1);
    adding->places = WR_TAKE(model->arena, uint32_t, model->node_count);
    if (!adding->nodes || !adding->places)
        return false;
    adding->places[0] = adding->node->over;
    for (uint32_t n = 1; n < own; n++) {
        bool passed = adding->node->adopts && is_child(model, n) && !is_adopted(adding, n);
        adding->places[n] = passed ? last++ : next++;
    }
    for (uint32_t n = own; n < model->node_count; n++)
        adding->places[n] = n + 1;
    return true;
}

static wr_model_edit new_children(const struct adding *adding, uint32_t end)
{
    const wr_model_node *root = &adding->model->nodes[0];
    return (wr_model_edit){.at = root->child_count > 0 ? root->children : end,
                           .removed = 4 * root->child_count,
                           .added = 4 * (adding->kept + 1),
                           .tag = CHILDREN};
}

/* The name goes behind the others, where they lie together; the file's end gets the new node
 * and its tables, and its children. */
static void plan(struct adding *adding, struct wr_splice *splice)
{
    const struct wr_model *model = adding->model;
    const uint8_t *data = wr_model_data(model);
    uint32_t end = wr_model_size(model), padding = -end & 3, names = WR_MDL_HEADERS;
    if (model->name_count > 0)
        names = wr_get_u32(data + WR_MDL_NAMES) + 4 * model->name_count;
    adding->name_size = (uint32_t)(strlen(adding->name) + 4) & ~3u;
    splice->edits[splice->count++] = (wr_model_edit){.at = names, .added = 4, .tag = NAMES};
    splice->edits[splice->count++] =
        (wr_model_edit){.at = model->names_end ? model->names_end : end,
                        .added = adding->name_size,
                        .tag = TEXT};
    if (!adding->node->over)
        splice->edits[splice->count++] = new_children(adding, end);
    splice->edits[splice->count++] = (wr_model_edit){
        .at = end, .added = padding + adding->node->size + 4 * adding->adopted, .tag = NODE};
    wr_splice_start(splice);
}

static void shift_array(uint8_t *field, uint32_t shift)
{
    if (wr_get_u32(field + 4) > 0)
        wr_put_u32(field, wr_get_u32(field) + shift);
}

static void fill_children(const struct adding *adding, uint32_t kept, uint32_t adopted,
                          uint32_t self)
{
    const struct wr_model *model = adding->model;
    uint8_t *data = wr_model_data(model);
    wr_put_u32(data + kept, self);
    kept += 4;
    for (uint32_t n = 1; n < model->trees[0].count; n++) {
        if (!is_child(model, n))
            continue;
        uint32_t at = model->nodes[n].at;
        if (is_adopted(adding, n)) {
            wr_put_u32(data + adopted, at);
            wr_put_u32(data + at + WR_NODE_PARENT, self);
            adopted += 4;
        } else {
            wr_put_u32(data + kept, at);
            kept += 4;
        }
    }
}

static void fill_over(const struct wr_model *model, uint32_t adopted, uint32_t self)
{
    uint8_t *data = wr_model_data(model);
    uint32_t root = model->nodes[0].at;
    wr_put_u32(data + adopted, root);
    wr_put_u32(data + root + WR_NODE_PARENT, self);
    wr_put_u32(data + WR_MDL_ROOT, self);
    if (wr_get_u32(data + WR_MDL_HEAD_ROOT) == root)
        wr_put_u32(data + WR_MDL_HEAD_ROOT, self);
}

/* The new node has its children, and the root or the header has the new node. */
static void hang(const struct adding *adding, const struct wr_splice *splice, uint32_t self,
                 uint32_t adopted)
{
    struct wr_model *model = adding->model;
    uint8_t *data = wr_model_data(model);
    wr_model_node *root = &model->nodes[0];
    wr_put_array(data + self + WR_NODE_CHILDREN, adopted, adding->adopted);
    if (adding->node->over) {
        fill_over(model, adopted, self);
        return;
    }
    root->children = wr_splice_added(splice, CHILDREN);
    root->child_count = adding->kept + 1;
    wr_put_u32(data + self + WR_NODE_PARENT, root->at);
    wr_put_array(data + root->at + WR_NODE_CHILDREN, root->children, root->child_count);
    fill_children(adding, root->children, adopted, self);
}

static void fill(const struct adding *adding, const struct wr_splice *splice, uint32_t self,
                 uint32_t number)
{
    const struct wr_model *model = adding->model;
    uint8_t *data = wr_model_data(model);
    uint32_t names = wr_splice_added(splice, NAMES);
    uint32_t adopted = self + adding->node->size, name = wr_splice_added(splice, TEXT);
    memcpy(data + self, adding->node->bytes, adding->node->size);
    memcpy(data + name, adding->name, strlen(adding->name));
    wr_put_u16(data + self + WR_NODE_NUMBER, number);
    wr_put_u16(data + self + WR_NODE_NAME, model->name_count);
    shift_array(data + self + WR_NODE_CONTROLLERS, self);
    shift_array(data + self + WR_NODE_VALUES, self);
    wr_put_array(data + WR_MDL_NAMES, names - 4 * model->name_count, model->name_count + 1);
    wr_put_u32(data + names, name);
    wr_put_u32(data + WR_MDL_NODE_COUNT, wr_get_u32(data + WR_MDL_NODE_COUNT) + 1);
    hang(adding, splice, self, adopted);
}

/* All nodes come to their places, each behind its parent. */
static void put_nodes(const struct adding *adding, uint32_t at)
{
    struct wr_model *model = adding->model;
    uint32_t self = !adding->node->over;
    adding->nodes[self] = (wr_model_node){.at = at, .depth = (uint16_t)self};
    wr_model_read_node(model, true, &adding->nodes[self]);
    for (uint32_t n = 0; n < model->node_count; n++) {
        uint32_t place = adding->places[n];
        wr_model_node *node = &adding->nodes[place];
        *node = model->nodes[n];
        node->parent = is_adopted(adding, n) ? self : adding->places[node->parent];
        node->depth =
            (uint16_t)(node->parent == place ? 0 : adding->nodes[node->parent].depth + 1);
    }
    model->nodes = adding->nodes;
    model->node_count++;
}

static void put_tables(const struct adding *adding, const struct wr_splice *splice, uint32_t at)
{
    struct wr_model *model = adding->model;
    put_nodes(adding, at);
    model->trees[0].count++;
    for (uint32_t t = 1; t < model->tree_count; t++)
        model->trees[t].first++;
    model->name_count++;
    if (model->names_end)
        model->names_end = wr_splice_added(splice, TEXT) + (uint32_t)strlen(adding->name) + 1;
}

enum wr_result wr_model_add_node(struct wr_context *context, struct wr_model *model,
                                 const struct wr_new_node *node)
{
    wr_model_edit edits[4];
    struct wr_splice splice = {edits, 0};
    struct adding adding = {.model = model, .node = node};
    uint32_t number = free_number(model);
    if (number > NUMBERS || model->name_count > NUMBERS)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "model-too-large", NULL,
                       "'%s' has no number left for another node", model->file);
    if ((node->adopts || node->over) && is_deepest(model))
        return wr_fail(context, WR_INVALID, WR_NOWHERE, "mdl-depth", NULL,
                       "more than %d nodes would hang on each other in '%s'", WR_MODEL_DEEPEST,
                       model->file);
    free_name(model, node->name, adding.name);
    count_children(&adding);
    if (!make_places(&adding))
        return wr_no_memory(context);
    plan(&adding, &splice);
    enum wr_result result = wr_model_splice(context, model, &splice);
    if (result != WR_OK)
        return result;
    uint32_t self = (wr_splice_added(&splice, NODE) + 3) & ~3u;
    fill(&adding, &splice, self, number);
    put_tables(&adding, &splice, self);
    return WR_OK;
}

/* ---- The root ---------------------------------------------------------------------------- */

static bool is_still(const struct wr_model *model)
{
    const uint8_t *root = wr_model_data(model) + model->nodes[0].at;
    bool still = wr_get_f32(root + WR_NODE_ORIENTATION) == 1 &&
                 wr_get_u32(root + WR_NODE_CONTROLLERS + 4) == 0 &&
                 model->nodes[0].flags == WR_MODEL_HEADER;
    for (uint32_t i = 0; i < 3; i++)
        still &= wr_get_f32(root + WR_NODE_POSITION + 4 * i) == 0 &&
                 wr_get_f32(root + WR_NODE_ORIENTATION + 4 + 4 * i) == 0;
    return still;
}

enum wr_result wr_model_still_root(struct wr_context *context, struct wr_model *model)
{
    uint8_t bytes[WR_NODE_SIZE] = {0};
    const struct wr_new_node node = {"wr_root", bytes, sizeof bytes, false, true};
    if (is_still(model))
        return WR_OK;
    wr_put_u16(bytes, WR_MODEL_HEADER);
    wr_put_f32(bytes + WR_NODE_ORIENTATION, 1);
    return wr_model_add_node(context, model, &node);
}
