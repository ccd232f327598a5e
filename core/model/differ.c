/* What differs between two models: nodes, images, controllers, faces and vertices, wherever in
 * the files they lie. */
#include "core/model/tables.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"

#include <math.h>
#include <stdlib.h>

struct differing {
    struct wr_context *context;
    const struct wr_model *now, *was;
    const struct wr_source *source;
    struct wr_model_difference *out;
};

static wr_where where_of(const struct differing *differing, uint32_t node)
{
    return wr_at(differing->source, WR_MDL_DATA + differing->now->nodes[node].at);
}

/* Counts a difference that was reported. */
static void count(const struct differing *differing, enum wr_result reported)
{
    (void)reported;
    differing->out->count++;
}

static void tell_node(const struct differing *differing, uint32_t node, const char *what)
{
    count(differing,
          wr_fail(differing->context, WR_INVALID, where_of(differing, node), "differs-model",
                  NULL, "node '%.32s' %s", wr_model_node_name(differing->now, node), what));
}

/* ---- Numbers ----------------------------------------------------------------------------- */

/* How far two runs of floats are off each other at most; equal bits are never off, whatever
 * they are. */
static double off_by(const uint8_t *now, const uint8_t *was, uint32_t floats)
{
    double worst = 0;
    for (uint32_t i = 0; i < floats; i++, now += 4, was += 4) {
        if (memcmp(now, was, 4) == 0)
            continue;
        double off = fabs((double)wr_get_f32(now) - wr_get_f32(was));
        worst = off <= worst ? worst : off;
    }
    return worst;
}

static bool is_near(const struct differing *differing, double off)
{
    bool near = off <= WR_SAME_PLACE;
    if (near && off > differing->out->moved)
        differing->out->moved = off;
    return near;
}

static bool floats_near(const struct differing *differing, const uint8_t *now,
                        const uint8_t *was, uint32_t floats)
{
    return is_near(differing, off_by(now, was, floats));
}

/* ---- Nodes ------------------------------------------------------------------------------- */

static const uint8_t *node_at(const struct wr_model *model, uint32_t node)
{
    return wr_model_data(model) + model->nodes[node].at;
}

/* Whether both models have the same tree; else says at which node they part. */
static bool same_nodes(const struct differing *differing)
{
    const struct wr_model *now = differing->now, *was = differing->was;
    uint32_t common = now->node_count < was->node_count ? now->node_count : was->node_count;
    if (now->node_count != was->node_count || now->tree_count != was->tree_count)
        count(differing,
              wr_fail(differing->context, WR_INVALID, where_of(differing, 0), "differs-model",
                      NULL, "the model has %u nodes and %u animations; it had %u and %u",
                      (unsigned)now->node_count, (unsigned)now->tree_count - 1,
                      (unsigned)was->node_count, (unsigned)was->tree_count - 1));
    for (uint32_t n = 0; n < common; n++) {
        const wr_model_node *a = &now->nodes[n], *b = &was->nodes[n];
        const char *name = wr_model_node_name(was, n);
        bool called = wr_text_same(wr_model_node_name(now, n), name);
        if (called && a->flags == b->flags && a->depth == b->depth && a->parent == b->parent)
            continue;
        count(differing, wr_fail(differing->context, WR_INVALID, where_of(differing, n),
                                 "differs-model", NULL,
                                 called ? "node %u, '%.32s', is of another kind or hangs "
                                          "elsewhere than it did; it was '%.32s'"
                                        : "node %u is '%.32s'; it was '%.32s'",
                                 (unsigned)n, wr_model_node_name(now, n), name));
        return false;
    }
    return now->node_count == was->node_count && now->tree_count == was->tree_count;
}

static uint32_t array_count(const uint8_t *header, uint32_t field)
{
    return wr_get_u32(header + field + 4);
}

static const uint8_t *array_of(const struct wr_model *model, const uint8_t *header,
                               uint32_t field)
{
    return wr_model_data(model) + wr_get_u32(header + field);
}

static bool same_controllers(const struct differing *differing, const uint8_t *a,
                             const uint8_t *b)
{
    uint32_t rows = array_count(a, WR_NODE_CONTROLLERS),
             values = array_count(a, WR_NODE_VALUES);
    if (rows != array_count(b, WR_NODE_CONTROLLERS) || values != array_count(b, WR_NODE_VALUES))
        return false;
    if (rows > 0 && memcmp(array_of(differing->now, a, WR_NODE_CONTROLLERS),
                           array_of(differing->was, b, WR_NODE_CONTROLLERS),
                           (size_t)rows * WR_CONTROLLER_SIZE) != 0)
        return false;
    return values == 0 || floats_near(differing, array_of(differing->now, a, WR_NODE_VALUES),
                                      array_of(differing->was, b, WR_NODE_VALUES), values);
}

/* The part of a node, where both have it: flags are the same. */
static bool same_part(const struct differing *differing, uint32_t node, enum wr_model_part part,
                      uint32_t from, uint32_t to)
{
    const wr_model_node *a = &differing->now->nodes[node], *b = &differing->was->nodes[node];
    if (!wr_model_has(a, part) || !wr_model_has(b, part))
        return wr_model_has(a, part) == wr_model_has(b, part);
    return memcmp(wr_model_data(differing->now) + wr_model_part_at(a, part) + from,
                  wr_model_data(differing->was) + wr_model_part_at(b, part) + from,
                  to - from) == 0;
}

static void compare_node(const struct differing *differing, uint32_t node)
{
    enum { PLACE = 7, LIGHT_VALUES = WR_LIGHT_TEXTURES + 12 };
    const uint8_t *a = node_at(differing->now, node), *b = node_at(differing->was, node);
    if (!floats_near(differing, a + WR_NODE_POSITION, b + WR_NODE_POSITION, PLACE))
        tell_node(differing, node, "stands elsewhere, or is turned otherwise");
    if (!same_controllers(differing, a, b))
        tell_node(differing, node, "has other controllers");
    if (!same_part(differing, node, WR_MODEL_LIGHT, LIGHT_VALUES, WR_LIGHT_SIZE))
        tell_node(differing, node, "gives another light");
    if (!same_part(differing, node, WR_MODEL_EMITTER, 0, WR_EMITTER_SIZE))
        tell_node(differing, node, "emits otherwise");
    if (!same_part(differing, node, WR_MODEL_REFERENCE, 0, WR_REFERENCE_SIZE))
        tell_node(differing, node, "refers to another model");
}

/* ---- Meshes ------------------------------------------------------------------------------ */

static bool same_face(const uint8_t *a, const uint8_t *b)
{
    return memcmp(a + WR_FACE_MATERIAL, b + WR_FACE_MATERIAL, 4) == 0 &&
           memcmp(a + WR_FACE_CORNERS, b + WR_FACE_CORNERS, 6) == 0;
}

static void compare_faces(const struct differing *differing, uint32_t node,
                          const wr_model_mesh *now, const wr_model_mesh *was)
{
    uint32_t odd = 0;
    for (uint32_t f = 0; f < now->face_count; f++)
        odd += !same_face(now->faces + (size_t)f * WR_FACE_SIZE,
                          was->faces + (size_t)f * WR_FACE_SIZE);
    if (odd > 0)
        count(differing, wr_fail(differing->context, WR_INVALID, where_of(differing, node),
                                 "differs-model", NULL,
                                 "node '%.32s' has %u of %u faces with other corners or of "
                                 "another material",
                                 wr_model_node_name(differing->now, node), (unsigned)odd,
                                 (unsigned)now->face_count));
}

/* The farthest of rows that are off, and how many are. */
struct rows {
    const uint8_t *now, *was;
    uint32_t count, now_stride, was_stride;
    uint32_t floats, skipped; /* in a row; before the first of three that are not looked at */
};

static double row_off(const struct rows *rows, uint32_t row)
{
    enum { PLACE = 3 };
    const uint8_t *now = rows->now + (size_t)row * rows->now_stride;
    const uint8_t *was = rows->was + (size_t)row * rows->was_stride;
    uint32_t behind = rows->skipped + PLACE;
    if (behind > rows->floats)
        return off_by(now, was, rows->floats);
    double before = off_by(now, was, rows->skipped);
    double after = off_by(now + 4 * behind, was + 4 * behind, rows->floats - behind);
    return before > after ? before : after;
}

static void compare_rows(const struct differing *differing, uint32_t node,
                         const struct rows *rows, const char *what)
{
    uint32_t odd = 0;
    double worst = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        double off = row_off(rows, i);
        if (is_near(differing, off))
            continue;
        odd++;
        worst = off <= worst ? worst : off;
    }
    if (odd > 0)
        count(differing, wr_fail(differing->context, WR_INVALID, where_of(differing, node),
                                 "differs-model", NULL,
                                 "node '%.32s' has %u of %u vertices %s by up to %s",
                                 wr_model_node_name(differing->now, node), (unsigned)odd,
                                 (unsigned)rows->count, what, wr_fixed(worst, 4).text));
}

static const uint8_t *vertices_of(const struct wr_model *model, const wr_model_mesh *mesh,
                                  uint32_t *stride)
{
    if (mesh->vertices) {
        *stride = 12;
        return mesh->vertices;
    }
    *stride = mesh->stride;
    return mesh->stride > 0 ? model->mdx + mesh->mdx + wr_row_vector_at(mesh, 0) : NULL;
}

static bool has_places(const wr_model_mesh *mesh)
{
    return mesh->vertices || (mesh->stride > 0 && wr_row_vector_at(mesh, 0) != UINT32_MAX);
}

static void compare_vertices(const struct differing *differing, uint32_t node,
                             const wr_model_mesh *now, const wr_model_mesh *was)
{
    struct rows rows = {.count = now->vertex_count, .floats = 3, .skipped = 3};
    if (has_places(now) && has_places(was)) {
        rows.now = vertices_of(differing->now, now, &rows.now_stride);
        rows.was = vertices_of(differing->was, was, &rows.was_stride);
        compare_rows(differing, node, &rows, "elsewhere");
    }
    if (now->stride != was->stride || now->row_flags != was->row_flags) {
        tell_node(differing, node, "has rows of another form in the MDX");
        return;
    }
    if (now->stride == 0)
        return;
    rows = (struct rows){.now = differing->now->mdx + now->mdx,
                         .was = differing->was->mdx + was->mdx,
                         .count = now->vertex_count,
                         .now_stride = now->stride,
                         .was_stride = was->stride,
                         .floats = now->stride / 4,
                         .skipped = wr_row_vector_at(now, 0) / 4};
    compare_rows(differing, node, &rows, "with other normals, or images lying otherwise,");
}

static void compare_mesh(const struct differing *differing, uint32_t node)
{
    enum { COLOURS = 6 };
    wr_model_mesh now = wr_model_mesh_of(differing->now, &differing->now->nodes[node]);
    wr_model_mesh was = wr_model_mesh_of(differing->was, &differing->was->nodes[node]);
    if (now.face_count != was.face_count || now.vertex_count != was.vertex_count) {
        count(differing, wr_fail(differing->context, WR_INVALID, where_of(differing, node),
                                 "differs-model", NULL,
                                 "node '%.32s' has %u faces and %u vertices; it had %u and %u",
                                 wr_model_node_name(differing->now, node),
                                 (unsigned)now.face_count, (unsigned)now.vertex_count,
                                 (unsigned)was.face_count, (unsigned)was.vertex_count));
        return;
    }
    if (!floats_near(differing, now.header + WR_MESH_DIFFUSE, was.header + WR_MESH_DIFFUSE,
                     COLOURS) ||
        now.header[WR_MESH_RENDER] != was.header[WR_MESH_RENDER])
        tell_node(differing, node, "has other colours, or is shown or hidden");
    compare_faces(differing, node, &now, &was);
    compare_vertices(differing, node, &now, &was);
}

/* ---- Images ------------------------------------------------------------------------------ */

struct images {
    wr_model_texture *items;
    size_t count, capacity;
    bool failed;
};

static void add_image(void *user, const wr_model_texture *texture)
{
    struct images *images = user;
    images->failed |=
        !wr_grow(&images->items, &images->capacity, images->count + 1, sizeof *images->items);
    if (!images->failed)
        images->items[images->count++] = *texture;
}

static bool same_image(const wr_model_texture *a, const wr_model_texture *b)
{
    return a->use == b->use && a->node == b->node && strcmp(a->name, b->name) == 0;
}

/* Images go node after node: the first that is another one is told. */
static void compare_images(const struct differing *differing, const struct images *now,
                           const struct images *was)
{
    for (size_t i = 0; i < now->count || i < was->count; i++) {
        const wr_model_texture *a = i < now->count ? &now->items[i] : NULL;
        const wr_model_texture *b = i < was->count ? &was->items[i] : NULL;
        if (a && b && same_image(a, b))
            continue;
        uint32_t node = !b || (a && a->node <= b->node) ? a->node : b->node;
        count(differing,
              wr_fail(differing->context, WR_INVALID, where_of(differing, node),
                      "differs-model", NULL, "node '%.32s' shows %s%.32s; it showed %s%.32s",
                      wr_model_node_name(differing->now, node),
                      a && a->node == node ? "image " : "no image",
                      a && a->node == node ? a->name : "",
                      b && b->node == node ? "image " : "no such image",
                      b && b->node == node ? b->name : ""));
        return;
    }
}

static enum wr_result take_images(const struct differing *differing)
{
    struct images now = {0}, was = {0};
    wr_model_each_texture(differing->now, add_image, &now);
    wr_model_each_texture(differing->was, add_image, &was);
    bool whole = !now.failed && !was.failed;
    if (whole)
        compare_images(differing, &now, &was);
    wr_free(now.items);
    wr_free(was.items);
    return whole ? WR_OK : wr_no_memory(differing->context);
}

enum wr_result wr_model_differ(struct wr_context *context, const struct wr_model *now,
                               const struct wr_model *was, const struct wr_source *source,
                               struct wr_model_difference *out)
{
    const struct differing differing = {context, now, was, source, out};
    char name[WR_MODEL_NAME + 1], before[WR_MODEL_NAME + 1];
    *out = (struct wr_model_difference){0};
    wr_model_name(now, name);
    wr_model_name(was, before);
    if (now->game != was->game)
        tell_node(&differing, 0, "is laid out for the other game than it was");
    if (!wr_text_same(name, before))
        count(&differing,
              wr_fail(context, WR_INVALID, wr_at(source, WR_MDL_DATA + WR_MDL_NAME),
                      "differs-model", NULL,
                      "the model is called '%.32s'; it was called '%.32s'", name, before));
    if (!same_nodes(&differing))
        return WR_OK;
    for (uint32_t n = 0; n < now->node_count; n++) {
        if (wr_context_stopped(context))
            return WR_STOPPED;
        compare_node(&differing, n);
        if (now->nodes[n].mesh != 0 && was->nodes[n].mesh != 0)
            compare_mesh(&differing, n);
    }
    return take_images(&differing);
}
