/* Whether a model can be pulled apart as its room is. */
#include "core/base/tolerance.h"
#include "core/model/pulling.h"

struct judging {
    struct wr_pulling pulling;
    uint32_t active; /* pulls that are not of no length */
    uint8_t *moving; /* one a node: what animations do with it */
    wr_model_tear *out;
};

enum { STILL = 0, PLACED = 1, TURNED = 2, BELOW = 4 };

static void tear(struct judging *judging, enum wr_tear what, uint32_t node, uint32_t set)
{
    if (judging->out->what == WR_TEAR_NONE)
        *judging->out = (wr_model_tear){what, node, set};
}

/* What differs between two sets, as far as it matters. */
static uint32_t apart(const struct judging *judging, uint32_t a, uint32_t b)
{
    return (a ^ b) & judging->active;
}

/* The pulls that take some vertices of a node's mesh, or the node, and not all of these. */
static uint32_t across_node(const struct judging *judging, uint32_t node)
{
    const struct wr_model *model = judging->pulling.model;
    uint32_t found = 0;
    if (!model->nodes[node].mesh || wr_model_has(&model->nodes[node], WR_MODEL_WALKMESH))
        return 0;
    wr_model_mesh mesh = wr_model_mesh_of(model, &model->nodes[node]);
    for (uint32_t v = 0; mesh.vertices && v < mesh.vertex_count; v++)
        found |= apart(judging, judging->pulling.sets[node],
                       wr_pulling_set(&judging->pulling, node, &mesh, v));
    return found;
}

/* ---- Skins and cloth ----------------------------------------------------------------------
 */

/* The nodes that are bones of a skin must move as it does. Of a table that lies outside the
 * file, all are. */
static uint32_t across_bones(const struct judging *judging, uint32_t node)
{
    const struct wr_model *model = judging->pulling.model;
    const uint8_t *data = wr_model_data(model);
    const uint8_t *skin = data + wr_model_part_at(&model->nodes[node], WR_MODEL_SKIN);
    uint32_t at = wr_get_u32(skin + WR_SKIN_BONES), size = wr_model_size(model);
    uint32_t count = wr_get_u32(skin + WR_SKIN_BONES + 4), found = 0;
    bool whole = at <= size && count <= (size - at) / 4;
    for (uint32_t n = 0; n < model->trees[0].count; n++) {
        uint32_t number = model->nodes[n].number;
        bool bone =
            !whole || (number < count && wr_get_f32(data + at + 4 * (size_t)number) >= 0);
        if (bone)
            found |= apart(judging, judging->pulling.sets[node], judging->pulling.sets[n]);
    }
    return found;
}

static void judge_soft(struct judging *judging, uint32_t node)
{
    const wr_model_node *own = &judging->pulling.model->nodes[node];
    bool skin = wr_model_has(own, WR_MODEL_SKIN);
    if (!skin && !wr_model_has(own, WR_MODEL_DANGLY))
        return;
    uint32_t found = across_node(judging, node) | (skin ? across_bones(judging, node) : 0);
    if (found)
        tear(judging, WR_TEAR_SOFT, node, found);
}

/* ---- Animations ---------------------------------------------------------------------------
 */

static uint8_t keys_of(const struct wr_model *model, const wr_model_node *node, uint32_t least)
{
    const uint8_t *data = wr_model_data(model), *header = data + node->at;
    uint32_t count = wr_get_u32(header + WR_NODE_CONTROLLERS + 4);
    const uint8_t *controller = data + (count ? wr_get_u32(header + WR_NODE_CONTROLLERS) : 0);
    uint8_t found = STILL;
    for (; count > 0; count--, controller += WR_CONTROLLER_SIZE) {
        uint32_t type = wr_get_u32(controller);
        if (wr_get_u16(controller + 6) < least)
            continue;
        found |= type == WR_CONTROLLER_POSITION      ? PLACED
                 : type == WR_CONTROLLER_ORIENTATION ? TURNED
                                                     : STILL;
    }
    return found;
}

/* Nodes of animations are the model's of the same name. */
static bool find_moving(struct judging *judging)
{
    const struct wr_model *model = judging->pulling.model;
    uint32_t nodes = model->trees[0].count;
    uint8_t *by_name = WR_ZERO(judging->pulling.scratch, uint8_t, UINT16_MAX + 1);
    judging->moving = WR_ZERO(judging->pulling.scratch, uint8_t, nodes);
    if (!by_name || !judging->moving)
        return false;
    for (uint32_t n = nodes; n < model->node_count; n++)
        by_name[model->nodes[n].name] |= keys_of(model, &model->nodes[n], 1);
    for (uint32_t n = 0; n < nodes; n++) {
        uint32_t parent = model->nodes[n].parent;
        judging->moving[n] =
            keys_of(model, &model->nodes[n], 2) | by_name[model->nodes[n].name];
        if (parent != n && judging->moving[parent])
            judging->moving[n] |= BELOW;
    }
    return true;
}

/* What an animation moves keeps its parts together, and, where it moves from place to place,
 * its place in what it hangs on. */
static void judge_moving(struct judging *judging, uint32_t node)
{
    uint8_t moving = judging->moving[node];
    uint32_t parent = judging->pulling.model->nodes[node].parent;
    uint32_t found = moving ? across_node(judging, node) : 0;
    if (moving & (BELOW | PLACED))
        found |= apart(judging, judging->pulling.sets[node], judging->pulling.sets[parent]);
    if (found)
        tear(judging, WR_TEAR_MOVES, node, found);
}

/* ---- Faces --------------------------------------------------------------------------------
 */

static void judge_face(struct judging *judging, uint32_t node, const wr_model_mesh *mesh,
                       uint32_t f)
{
    const struct wr_pulling *pulling = &judging->pulling;
    const uint8_t *corners = mesh->faces + (size_t)f * WR_FACE_SIZE + WR_FACE_CORNERS;
    wr_dvec3 p[3];
    for (int k = 0; k < 3; k++) {
        uint32_t v = wr_get_u16(corners + 2 * k);
        if (v >= mesh->vertex_count)
            return;
        p[k] = wr_pulling_point(pulling, node, mesh, v);
    }
    wr_pulled_face face = wr_pulled_face_of(pulling->pulls, pulling->count, p);
    uint32_t across = wr_pulls_across(&face) & judging->active;
    wr_dvec3 before = wr_cross(wr_sub(p[1], p[0]), wr_sub(p[2], p[0]));
    double height = wr_triangle_height(wr_narrow(p[0]), wr_narrow(p[1]), wr_narrow(p[2]));
    if (across && height > WR_WELD_DISTANCE &&
        !(wr_dot(wr_pulled_normal(pulling->pulls, &face), before) > 0))
        tear(judging, WR_TEAR_FOLDS, node, across);
}

static void judge_faces(struct judging *judging, uint32_t node)
{
    const wr_model_node *own = &judging->pulling.model->nodes[node];
    if (!own->mesh || wr_model_has(own, WR_MODEL_WALKMESH))
        return;
    wr_model_mesh mesh = wr_model_mesh_of(judging->pulling.model, own);
    for (uint32_t f = 0; mesh.vertices && f < mesh.face_count; f++)
        judge_face(judging, node, &mesh, f);
}

/* ---- The whole ----------------------------------------------------------------------------
 */

enum wr_result wr_model_judge_pull(struct wr_context *context, const struct wr_model *model,
                                   const wr_pull *pulls, uint32_t count, wr_vec3 offset,
                                   wr_model_tear *out)
{
    struct judging judging = {.out = out};
    struct wr_arena *scratch = wr_arena_create();
    bool fine = scratch &&
                wr_pulling_start(&judging.pulling, model, scratch, pulls, count, offset) &&
                find_moving(&judging);
    *out = (wr_model_tear){WR_TEAR_NONE, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        judging.active |= (uint32_t)(pulls[i].along != 0) << i;
    for (uint32_t n = 0; fine && n < model->trees[0].count && !wr_context_stopped(context);
         n++) {
        judge_soft(&judging, n);
        judge_moving(&judging, n);
        judge_faces(&judging, n);
    }
    wr_arena_destroy(scratch);
    return fine ? WR_OK : wr_no_memory(context);
}
