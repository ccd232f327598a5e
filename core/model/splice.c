/* Bytes in and out of a model: one copy, then every offset the tables know; neither where all
 * stays in its place. */
#include "core/model/splice.h"

#include "core/base/slices.h"

enum { FARTHEST = 0x7fffffff };

void wr_splice_start(struct wr_splice *splice)
{
    wr_model_edit *edits = splice->edits;
    for (size_t i = 1; i < splice->count; i++) { /* nearly always in order */
        wr_model_edit edit = edits[i];
        size_t k = i;
        for (; k > 0 && edits[k - 1].at > edit.at; k--)
            edits[k] = edits[k - 1];
        edits[k] = edit;
    }
    uint32_t shift = 0; /* modulo 2^32 */
    for (size_t i = 0; i < splice->count; i++) {
        edits[i].moved = edits[i].at + shift;
        shift += edits[i].added - edits[i].removed;
    }
}

/* The last edit at or before a place; NULL where there is none. */
static const wr_model_edit *edit_before(const struct wr_splice *splice, uint32_t at)
{
    size_t low = 0, high = splice->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (splice->edits[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &splice->edits[low - 1] : NULL;
}

uint32_t wr_splice_move(const struct wr_splice *splice, uint32_t at)
{
    const wr_model_edit *edit = edit_before(splice, at);
    if (!edit)
        return at;
    uint32_t into = at - edit->at;
    if (into < edit->removed)
        return edit->moved + (into < edit->added ? into : edit->added);
    return edit->moved + edit->added + (into - edit->removed);
}

uint32_t wr_splice_added(const struct wr_splice *splice, unsigned tag)
{
    for (size_t i = 0; i < splice->count; i++)
        if (splice->edits[i].tag == tag)
            return splice->edits[i].moved;
    return 0;
}

/* False where the call was stopped. */
static bool copy_bytes(struct wr_context *context, const struct wr_splice *splice,
                       const uint8_t *from, uint32_t size, uint8_t *to)
{
    uint32_t at = 0;
    for (size_t i = 0; i < splice->count; i++) {
        const wr_model_edit *edit = &splice->edits[i];
        if (!wr_slices_copy(context, to, from + at, edit->at - at))
            return false;
        to += edit->at - at;
        memset(to, 0, edit->added);
        to += edit->added;
        at = edit->at + edit->removed;
    }
    return wr_slices_copy(context, to, from + at, size - at);
}

/* Bytes between two edits, or those that one removes: the last that were asked for, as what is
 * asked for next mostly lies there, too. */
struct run {
    const struct wr_splice *splice;
    uint32_t at, size;
    uint32_t shift; /* modulo 2^32; of what is kept */
    bool removed;
};

static struct run run_around(const struct wr_splice *splice, uint32_t at)
{
    const wr_model_edit *edit = edit_before(splice, at);
    const wr_model_edit *next = edit ? edit + 1 : splice->edits;
    uint32_t start = edit ? edit->at + edit->removed : 0;
    uint32_t end = next < splice->edits + splice->count ? next->at : UINT32_MAX;
    if (at < start)
        return (struct run){splice, edit->at, edit->removed, 0, true};
    return (struct run){splice, start, end - start, wr_splice_move(splice, at) - at, false};
}

static bool is_removed(struct run *run, uint32_t at)
{
    if (at - run->at >= run->size)
        *run = run_around(run->splice, at);
    return run->removed;
}

static uint32_t moved(struct run *run, uint32_t at)
{
    return is_removed(run, at) ? wr_splice_move(run->splice, at) : at + run->shift;
}

struct moving {
    const uint8_t *from;
    uint8_t *to;
    struct run fields, values;
};

static void move_pointer(void *user, uint32_t field)
{
    struct moving *moving = user;
    uint32_t value = wr_get_u32(moving->from + field); /* 0: points at nothing */
    if (value > 0 && value <= FARTHEST && !is_removed(&moving->fields, field))
        wr_put_u32(moving->to + moved(&moving->fields, field), moved(&moving->values, value));
}

static void move_tables(const struct wr_splice *splice, struct wr_model *model)
{
    struct run run = {.splice = splice};
    for (uint32_t t = 1; t < model->tree_count; t++)
        model->trees[t].at = moved(&run, model->trees[t].at);
    for (uint32_t n = 0; n < model->node_count; n++) {
        wr_model_node *node = &model->nodes[n];
        node->at = moved(&run, node->at);
        node->children = moved(&run, node->children);
        node->mesh = node->mesh ? moved(&run, node->mesh) : 0;
        node->tail = node->tail ? moved(&run, node->tail) : 0;
    }
    for (uint32_t b = 0; b < model->box_count; b++)
        model->boxes[b] = moved(&run, model->boxes[b]);
    model->names_end = moved(&run, model->names_end);
}

/* Whether everything stays where it is: what is added is as large as what it replaces. */
static bool is_in_place(const struct wr_splice *splice)
{
    for (size_t i = 0; i < splice->count; i++)
        if (splice->edits[i].added != splice->edits[i].removed)
            return false;
    return true;
}

enum wr_result wr_model_splice(struct wr_context *context, struct wr_model *model,
                               const struct wr_splice *splice)
{
    uint64_t size = model->mdl_size;
    if (wr_context_stopped(context))
        return WR_STOPPED;
    if (is_in_place(splice)) {
        for (size_t i = 0; i < splice->count; i++)
            memset(wr_model_data(model) + splice->edits[i].at, 0, splice->edits[i].added);
        return WR_OK;
    }
    for (size_t i = 0; i < splice->count; i++)
        size = size + splice->edits[i].added - splice->edits[i].removed;
    if (size > FARTHEST)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "model-too-large", NULL,
                       "the model '%s' would pass 2 GiB", model->file);
    uint8_t *mdl = WR_TAKE(model->arena, uint8_t, (size_t)size);
    if (!mdl)
        return wr_no_memory(context);
    memcpy(mdl, model->mdl, WR_MDL_DATA);
    const struct run none = {.splice = splice};
    struct moving moving = {wr_model_data(model), mdl + WR_MDL_DATA, none, none};
    if (!copy_bytes(context, splice, moving.from, wr_model_size(model), moving.to) ||
        !wr_model_each_pointer(context, model, move_pointer, &moving))
        return WR_STOPPED;
    move_tables(splice, model);
    model->mdl = mdl;
    model->mdl_size = (uint32_t)size;
    wr_put_u32(mdl + WR_MDL_SIZE_AT, model->mdl_size - WR_MDL_DATA);
    return WR_OK;
}
