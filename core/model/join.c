/* Several models as one: a new head, and behind it each part's bytes as they were, with every
 * offset, name, number and row moved along. */
#include "core/model/splice.h"

#include "core/base/slices.h"

enum { NUMBERS = 65535, ROW_UNIT = 16 };

/* One animation of the new model, and the parts' it is made of. */
struct group {
    uint32_t part, tree; /* the first's, whose header it keeps */
    uint32_t count;
    uint32_t root, children; /* offsets: its new root, and that one's children */
    uint32_t filled;
};

struct part {
    struct wr_model *model;
    uint32_t from;      /* its data begins there: behind its head, and behind its names */
    uint32_t base, mdx; /* where its data and its rows begin in the new files */
    uint32_t names, numbers;
    uint32_t group; /* its first animation's in `groups_of` */
};

struct joining {
    struct wr_arena *arena;
    struct part *parts;
    uint32_t count;
    struct group *groups;
    uint32_t group_count;
    uint32_t *groups_of; /* the group of each animation of each part */
    uint32_t name_count, node_count, number_count;
    uint32_t text;                       /* offset of the next name */
    uint32_t root, children, animations; /* offsets in the new head */
    uint64_t size, mdx_size;
    uint8_t *mdl, *data, *mdx;
};

/* ---- What there is ----------------------------------------------------------------------- */

static const uint8_t *animation(const struct joining *in, uint32_t part, uint32_t tree)
{
    const struct wr_model *model = in->parts[part].model;
    return wr_model_data(model) + model->trees[tree].at;
}

/* Of one name and length. */
static bool is_same(const uint8_t *a, const uint8_t *b)
{
    return memcmp(a + WR_MDL_NAME, b + WR_MDL_NAME, WR_MODEL_NAME) == 0 &&
           memcmp(a + WR_ANIMATION_LENGTH, b + WR_ANIMATION_LENGTH, 4) == 0;
}

static uint32_t group_of(struct joining *in, uint32_t part, uint32_t tree)
{
    for (uint32_t g = 0; g < in->group_count; g++)
        if (is_same(animation(in, in->groups[g].part, in->groups[g].tree),
                    animation(in, part, tree)))
            return g;
    in->groups[in->group_count] = (struct group){.part = part, .tree = tree};
    return in->group_count++;
}

static bool group_animations(struct joining *in)
{
    uint32_t total = 0;
    for (uint32_t p = 0; p < in->count; p++) {
        in->parts[p].group = total;
        total += in->parts[p].model->tree_count - 1;
    }
    in->groups = WR_TAKE(in->arena, struct group, total);
    in->groups_of = WR_TAKE(in->arena, uint32_t, total);
    if (!in->groups || !in->groups_of)
        return false;
    for (uint32_t p = 0; p < in->count; p++)
        for (uint32_t t = 1; t < in->parts[p].model->tree_count; t++) {
            uint32_t group = group_of(in, p, t);
            in->groups_of[in->parts[p].group + t - 1] = group;
            in->groups[group].count++;
        }
    return true;
}

static uint32_t highest_number(const struct wr_model *model)
{
    uint32_t highest = 0;
    for (uint32_t n = 0; n < model->node_count; n++)
        highest = model->nodes[n].number > highest ? model->nodes[n].number : highest;
    return highest;
}

/* Name 0 and number 0 are the new root's. */
static void count_all(struct joining *in)
{
    in->name_count = in->node_count = in->number_count = 1;
    for (uint32_t p = 0; p < in->count; p++) {
        struct part *part = &in->parts[p];
        part->names = in->name_count;
        part->numbers = in->number_count;
        in->name_count += part->model->name_count;
        in->node_count += part->model->trees[0].count;
        in->number_count += highest_number(part->model) + 1;
    }
}

static const char *name_of(const struct wr_model *model, uint32_t i)
{
    const uint8_t *data = wr_model_data(model);
    return (const char *)data + wr_get_u32(data + wr_get_u32(data + WR_MDL_NAMES) + 4 * i);
}

static uint64_t size_of_names(const struct joining *in)
{
    char own[WR_MODEL_NAME + 1];
    wr_model_name(in->parts[0].model, own);
    uint64_t size = strlen(own) + 1;
    for (uint32_t p = 0; p < in->count; p++)
        for (uint32_t i = 0; i < in->parts[p].model->name_count; i++)
            size += wr_name_length(name_of(in->parts[p].model, i)) + 1;
    return size;
}

static enum wr_result check(struct wr_context *context, const struct joining *in)
{
    if (in->number_count > NUMBERS || in->name_count > NUMBERS || in->size > INT32_MAX ||
        in->mdx_size > INT32_MAX)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "model-too-large",
                       "merge fewer rooms, or leave them apart",
                       "%u models of %u nodes do not fit in one, '%s' first", in->count,
                       in->node_count, in->parts[0].model->file);
    return WR_OK;
}

/* ---- Where it goes ----------------------------------------------------------------------- */

static void lay_out(struct joining *in)
{
    uint64_t at = WR_MDL_HEADERS + 4 * (uint64_t)in->name_count;
    in->text = (uint32_t)at;
    at = (at + size_of_names(in) + 3) & ~(uint64_t)3;
    in->animations = (uint32_t)at;
    at += 4 * (uint64_t)in->group_count;
    in->root = (uint32_t)at;
    at += WR_NODE_SIZE;
    in->children = (uint32_t)at;
    at += 4 * (uint64_t)in->count;
    for (uint32_t g = 0; g < in->group_count; g++) {
        in->groups[g].root = (uint32_t)at;
        in->groups[g].children = (uint32_t)at + WR_NODE_SIZE;
        at += WR_NODE_SIZE + 4 * (uint64_t)in->groups[g].count;
    }
    in->mdx_size = 0;
    for (uint32_t p = 0; p < in->count; p++) {
        struct part *part = &in->parts[p];
        const struct wr_model *model = part->model;
        bool tidy = wr_get_u32(wr_model_data(model) + WR_MDL_NAMES) == WR_MDL_HEADERS;
        part->from = tidy && model->names_end ? model->names_end : WR_MDL_HEADERS;
        at = ((at + 3) & ~(uint64_t)3) + (part->from & 3);
        part->base = (uint32_t)at;
        at += wr_model_size(model) - part->from;
        part->mdx = (uint32_t)in->mdx_size;
        in->mdx_size +=
            ((uint64_t)part->model->mdx_size + ROW_UNIT - 1) & ~(uint64_t)(ROW_UNIT - 1);
    }
    in->size = at + WR_MDL_DATA;
}

static uint32_t moved(const struct part *part, uint32_t at)
{
    return at - part->from + part->base;
}

/* ---- The parts --------------------------------------------------------------------------- */

struct moving {
    const struct joining *in;
    const struct part *part;
};

static void move_pointer(void *user, uint32_t field)
{
    const struct moving *moving = user;
    uint32_t value = wr_get_u32(wr_model_data(moving->part->model) + field);
    uint32_t from = moving->part->from;
    if (field >= from && value >= from && value <= INT32_MAX)
        wr_put_u32(moving->in->data + moved(moving->part, field), moved(moving->part, value));
}

static void move_nodes(const struct joining *in, const struct part *part)
{
    const struct wr_model *model = part->model;
    for (uint32_t n = 0; n < model->node_count; n++) {
        const wr_model_node *node = &model->nodes[n];
        uint8_t *header = in->data + moved(part, node->at);
        wr_put_u16(header + WR_NODE_NUMBER, node->number + part->numbers);
        wr_put_u16(header + WR_NODE_NAME, node->name + part->names);
        if (node->mesh == 0)
            continue;
        uint8_t *rows =
            in->data + moved(part, node->mesh) + wr_model_shift(model) + WR_MESH_MDX;
        if (wr_get_u32(rows) != UINT32_MAX)
            wr_put_u32(rows, wr_get_u32(rows) + part->mdx);
    }
}

static void put_name(struct joining *in, uint32_t i, const char *name)
{
    wr_put_u32(in->data + WR_MDL_HEADERS + 4 * i, in->text);
    memcpy(in->data + in->text, name, wr_name_length(name));
    in->text += wr_name_length(name) + 1;
}

static bool put_part(struct wr_context *context, struct joining *in, const struct part *part)
{
    struct moving moving = {in, part};
    const struct wr_model *model = part->model;
    if (wr_context_stopped(context) ||
        !wr_slices_copy(context, in->data + part->base, wr_model_data(model) + part->from,
                        wr_model_size(model) - part->from) ||
        !wr_slices_copy(context, in->mdx + part->mdx, model->mdx, model->mdx_size) ||
        !wr_model_each_pointer(context, model, move_pointer, &moving))
        return false;
    move_nodes(in, part);
    for (uint32_t i = 0; i < model->name_count; i++)
        put_name(in, part->names + i, name_of(model, i));
    return true;
}

/* ---- What is new ------------------------------------------------------------------------- */

static void put_root(const struct joining *in, uint32_t at, uint32_t children, uint32_t count,
                     uint32_t tree)
{
    uint8_t *root = in->data + at;
    wr_put_u16(root, WR_MODEL_HEADER);
    wr_put_u32(root + WR_NODE_TREE, tree);
    wr_put_f32(root + WR_NODE_ORIENTATION, 1);
    wr_put_array(root + WR_NODE_CHILDREN, children, count);
}

static void hang(const struct joining *in, uint32_t slot, uint32_t node, uint32_t parent)
{
    wr_put_u32(in->data + slot, node);
    wr_put_u32(in->data + node + WR_NODE_PARENT, parent);
}

/* The nodes of an animation say which it is. */
static void put_tree(const struct joining *in, const struct part *part, uint32_t t,
                     struct group *group, uint32_t header)
{
    const wr_model_tree *tree = &part->model->trees[t];
    const wr_model_node *nodes = part->model->nodes + tree->first;
    for (uint32_t n = 0; n < tree->count; n++)
        wr_put_u32(in->data + moved(part, nodes[n].at) + WR_NODE_TREE, header);
    hang(in, group->children + 4 * group->filled++, moved(part, nodes[0].at), group->root);
}

static void put_animations(const struct joining *in)
{
    for (uint32_t p = 0; p < in->count; p++)
        for (uint32_t t = 1; t < in->parts[p].model->tree_count; t++) {
            struct group *group = &in->groups[in->groups_of[in->parts[p].group + t - 1]];
            const struct part *first = &in->parts[group->part];
            uint32_t header = moved(first, first->model->trees[group->tree].at);
            uint32_t nodes = wr_get_u32(in->data + header + WR_MDL_NODE_COUNT);
            put_tree(in, &in->parts[p], t, group, header);
            if (group->filled > 1)
                nodes += in->parts[p].model->trees[t].count;
            else
                nodes++; /* the new root */
            wr_put_u32(in->data + header + WR_MDL_NODE_COUNT, nodes);
        }
    for (uint32_t g = 0; g < in->group_count; g++) {
        const struct group *group = &in->groups[g];
        const struct part *first = &in->parts[group->part];
        uint32_t header = moved(first, first->model->trees[group->tree].at);
        put_root(in, group->root, group->children, group->count, header);
        wr_put_u32(in->data + header + WR_ANIMATION_ROOT, group->root);
        wr_put_u32(in->data + in->animations + 4 * g, header);
    }
}

static void put_head(struct joining *in)
{
    char own[WR_MODEL_NAME + 1];
    const struct wr_model *first = in->parts[0].model;
    uint8_t *data = in->data;
    memcpy(data, wr_model_data(first), WR_MDL_HEADERS);
    wr_put_u32(data + WR_MDL_ROOT, in->root);
    wr_put_u32(data + WR_MDL_HEAD_ROOT, in->root);
    wr_put_u32(data + WR_MDL_NODE_COUNT, in->node_count);
    wr_put_u32(data + WR_MDL_MDX_SIZE, (uint32_t)in->mdx_size);
    wr_put_array(data + WR_MDL_ANIMATIONS, in->animations, in->group_count);
    wr_put_array(data + WR_MDL_NAMES, WR_MDL_HEADERS, in->name_count);
    wr_model_name(first, own);
    put_name(in, 0, own);
    wr_put_u32(in->mdl + WR_MDL_SIZE_AT, (uint32_t)in->size - WR_MDL_DATA);
    wr_put_u32(in->mdl + WR_MDL_MDX_AT, (uint32_t)in->mdx_size);
    put_root(in, in->root, in->children, in->count, 0);
}

/* ---- The whole --------------------------------------------------------------------------- */

static enum wr_result prepare(struct wr_context *context, struct joining *in,
                              struct wr_model *const *parts)
{
    in->parts = WR_TAKE(in->arena, struct part, in->count);
    if (!in->parts)
        return wr_no_memory(context);
    for (uint32_t p = 0; p < in->count; p++) {
        in->parts[p] = (struct part){.model = parts[p]};
        enum wr_result result = wr_model_remove_walkmesh(context, parts[p]);
        if (result == WR_OK)
            result = wr_model_convert(context, parts[p], parts[0]->game);
        result = wr_context_whole(context, result);
        if (result != WR_OK)
            return result;
    }
    if (!group_animations(in))
        return wr_no_memory(context);
    count_all(in);
    lay_out(in);
    return check(context, in);
}

enum wr_result wr_model_join(struct wr_context *context, struct wr_arena *arena,
                             struct wr_model *const *parts, uint32_t count,
                             struct wr_model **out)
{
    struct joining in = {.arena = arena, .count = count};
    struct wr_model *model = WR_ZERO(arena, struct wr_model, 1);
    enum wr_result result = model ? prepare(context, &in, parts) : wr_no_memory(context);
    if (result != WR_OK)
        return result;
    in.mdl = WR_TAKE(arena, uint8_t, (size_t)in.size);
    in.mdx = WR_TAKE(arena, uint8_t, (size_t)in.mdx_size);
    if (!in.mdl || !in.mdx)
        return wr_no_memory(context);
    if (!wr_slices_zero(context, in.mdl, (size_t)in.size) ||
        !wr_slices_zero(context, in.mdx, (size_t)in.mdx_size))
        return WR_STOPPED;
    in.data = in.mdl + WR_MDL_DATA;
    put_head(&in);
    *model = (struct wr_model){.arena = arena,
                               .file = parts[0]->file,
                               .game = parts[0]->game,
                               .mdl = in.mdl,
                               .mdl_size = (uint32_t)in.size,
                               .mdx = in.mdx,
                               .mdx_size = (uint32_t)in.mdx_size};
    for (uint32_t p = 0; p < count; p++) {
        if (!put_part(context, &in, &in.parts[p]))
            return WR_STOPPED;
        model->has_mdx |= parts[p]->has_mdx;
    }
    for (uint32_t p = 0; p < count; p++)
        hang(&in, in.children + 4 * p, moved(&in.parts[p], parts[p]->nodes[0].at), in.root);
    put_animations(&in);
    result = wr_model_index(context, model, NULL);
    if (result == WR_OK)
        *out = model;
    return result;
}
