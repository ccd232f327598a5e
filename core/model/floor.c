/* The walkmesh node of a model: its triangles, and putting others in their place. Source:
 * formats/module, 3.1 and 3.2. */
#include "core/model/floor.h"

#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/tree.h"

#include <inttypes.h>

enum { MOST = 65535, NO_FACE = 0xffff };

/* Where bytes are added. */
enum { FACES = 1, VERTICES, COUNTS, LISTS, COUNTERS, LIST, TREE, EDITS };

static enum wr_result refuse(struct wr_context *context, const struct wr_model *model,
                             const char *what)
{
    return wr_fail(context, WR_INVALID, WR_NOWHERE, "mdl-walkmesh", NULL, "%s in '%s'", what,
                   model->file);
}

/* ---- Reading ----------------------------------------------------------------------------- */

static enum wr_result load(struct wr_context *context, const struct wr_model *model,
                           const wr_model_mesh *node, const wr_model_pose *pose,
                           struct wr_walkmesh *mesh)
{
    bool finite = true, there = true;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_dvec3 p = wr_widen(wr_get_vec3(node->vertices + 12 * (size_t)v));
        mesh->vertices[v] = wr_narrow(wr_model_pose_point(pose, p));
        finite &= wr_vec3_finite(mesh->vertices[v]);
    }
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint8_t *face = node->faces + (size_t)f * WR_FACE_SIZE;
        mesh->materials[f] = wr_get_u32(face + WR_FACE_MATERIAL);
        for (uint32_t k = 0; k < 3; k++) {
            mesh->faces[f].v[k] = wr_get_u16(face + WR_FACE_CORNERS + 2 * k);
            there &= mesh->faces[f].v[k] < mesh->vertex_count;
        }
    }
    mesh->position = wr_narrow(pose->place);
    if (!there)
        return refuse(context, model,
                      "a face of the walkmesh names a vertex that is not there");
    if (!finite || !wr_vec3_finite(mesh->position))
        return refuse(context, model, "the walkmesh has a vertex that is not finite");
    return WR_OK;
}

enum wr_result wr_model_walkmesh(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_model *model, struct wr_walkmesh **out)
{
    uint32_t n;
    enum wr_result result = wr_model_find_walkmesh(context, model, &n);
    if (result != WR_OK)
        return result;
    if (n == UINT32_MAX)
        return refuse(context, model, "there is no walkmesh node");
    wr_model_mesh node = wr_model_mesh_of(model, &model->nodes[n]);
    wr_model_pose pose = wr_model_pose_of(model, n);
    if (!node.vertices && node.vertex_count > 0)
        return refuse(context, model, "the walkmesh has no vertices in the MDL");
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(arena, WR_WOK, node.vertex_count, node.face_count);
    if (!mesh)
        return wr_no_memory(context);
    result = load(context, model, &node, &pose, mesh);
    if (result == WR_OK)
        *out = mesh;
    return result;
}

/* ---- A node where there is none ---------------------------------------------------------- */

enum {
    ROW_SIZE = 24, /* position and normal */
    COUNTER = 98,  /* of unknown use: about what the game's own files have */
    UNKNOWN_AT = 224,
    UNKNOWN = 3,
};

static void put_colour(uint8_t *at, float value)
{
    wr_put_vec3(at, wr_vec3_of(value, value, value));
}

static void make_mesh(uint8_t *mesh, const struct wr_model *model)
{
    static const uint32_t pointers[2][2] = {{4216656, 4216672}, {4216880, 4216896}};
    const uint32_t *own = pointers[model->game == WR_K2];
    bool rows = model->has_mdx;
    wr_put_u32(mesh, own[0]);
    wr_put_u32(mesh + 4, own[1]);
    put_colour(mesh + WR_MESH_DIFFUSE, 0.8f);
    put_colour(mesh + WR_MESH_AMBIENT, 0.2f);
    memcpy(mesh + WR_MESH_TEXTURE, "NULL", 4);
    wr_put_u32(mesh + WR_MESH_UNUSED, UINT32_MAX);
    wr_put_u32(mesh + WR_MESH_UNUSED + 4, UINT32_MAX);
    wr_put_u32(mesh + UNKNOWN_AT, UNKNOWN);
    for (uint32_t i = 0; i < 11; i++)
        wr_put_u32(mesh + WR_MESH_ROW_POSITION + 4 * i, UINT32_MAX);
    wr_put_u32(mesh + wr_model_shift(model) + WR_MESH_MDX, rows ? 0 : UINT32_MAX);
    if (!rows)
        return;
    wr_put_u32(mesh + WR_MESH_STRIDE, ROW_SIZE);
    wr_put_u32(mesh + WR_MESH_ROW_FLAGS, WR_ROW_POSITION | WR_ROW_NORMAL);
    wr_put_u32(mesh + WR_MESH_ROW_POSITION, 0);
    wr_put_u32(mesh + WR_MESH_ROW_NORMAL, 12);
}

static enum wr_result add_node(struct wr_context *context, struct wr_model *model,
                               uint32_t *out)
{
    enum { SIZE = WR_NODE_SIZE + WR_MESH_SIZE + WR_MESH_K2_EXTRA + WR_WALKMESH_SIZE };
    uint8_t bytes[SIZE] = {0};
    uint32_t size = SIZE - WR_MESH_K2_EXTRA + wr_model_shift(model);
    if (!model->has_mdx && wr_get_u32(model->mdl + WR_MDL_MDX_AT) == 0)
        model->has_mdx = true; /* one of no bytes */
    wr_put_u16(bytes, WR_MODEL_HEADER | WR_MODEL_MESH | WR_MODEL_WALKMESH);
    wr_put_f32(bytes + WR_NODE_ORIENTATION, 1);
    make_mesh(bytes + WR_NODE_SIZE, model);
    enum wr_result result = wr_model_add_node(
        context, model, &(struct wr_new_node){"walkmesh", bytes, size, false, false});
    return result ? result : wr_model_find_walkmesh(context, model, out);
}

/* ---- Writing: room ----------------------------------------------------------------------- */

struct flooring {
    struct wr_model *model;
    uint32_t node, rows;     /* how many rows the node had */
    bool in_place;           /* the node stays where it stands, with what hangs on it */
    struct wr_walkmesh mesh; /* with adjacency of every face, planes and tree */
};

static void add_edit(const struct flooring *in, struct wr_splice *splice, unsigned tag,
                     uint32_t at, uint32_t removed, uint32_t added)
{
    if (removed == 0)
        at = wr_model_size(in->model);
    if (removed > 0 || added > 0)
        splice->edits[splice->count++] =
            (wr_model_edit){.at = at, .removed = removed, .added = added, .tag = tag};
}

/* The tree as one run of bytes, as every compiler writes it; nothing where it is none, and then
 * its nodes stay behind unused. */
static void find_tree(const struct wr_model *model, uint32_t *at, uint32_t *size)
{
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t i = 0; i < model->box_count; i++) {
        low = model->boxes[i] < low ? model->boxes[i] : low;
        high = model->boxes[i] > high ? model->boxes[i] : high;
    }
    *at = low;
    *size = model->box_count * WR_BOX_SIZE;
    if (model->box_count == 0 || high - low + WR_BOX_SIZE != *size)
        *size = 0;
}

static void add_list_edits(const struct flooring *in, struct wr_splice *splice)
{
    static const struct {
        unsigned tag;
        uint32_t field;
    } arrays[] = {{COUNTS, WR_MESH_INDEX_COUNTS},
                  {LISTS, WR_MESH_INDEX_LISTS},
                  {COUNTERS, WR_MESH_COUNTERS}};
    const uint8_t *data = wr_model_data(in->model);
    const uint8_t *mesh = data + in->model->nodes[in->node].mesh;
    uint32_t list = 0, size = 0;
    if (wr_get_u32(mesh + WR_MESH_INDEX_LISTS + 4) > 0) {
        list = wr_get_u32(data + wr_get_u32(mesh + WR_MESH_INDEX_LISTS));
        size = 2 * wr_get_u32(data + wr_get_u32(mesh + WR_MESH_INDEX_COUNTS));
    }
    add_edit(in, splice, LIST, list, size, 6 * in->mesh.face_count);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        uint32_t count = wr_get_u32(mesh + arrays[i].field + 4);
        add_edit(in, splice, arrays[i].tag, 0, 0, count > 0 ? 0 : 4);
    }
}

static enum wr_result make_room(struct wr_context *context, const struct flooring *in,
                                struct wr_splice *splice)
{
    const struct wr_model *model = in->model;
    wr_model_mesh old = wr_model_mesh_of(model, &model->nodes[in->node]);
    uint32_t tree, tree_size;
    find_tree(model, &tree, &tree_size);
    const uint8_t *data = wr_model_data(model);
    add_edit(in, splice, FACES, (uint32_t)(old.faces - data), old.face_count * WR_FACE_SIZE,
             in->mesh.face_count * WR_FACE_SIZE);
    add_edit(in, splice, VERTICES, old.vertices ? (uint32_t)(old.vertices - data) : 0,
             old.vertices ? old.vertex_count * 12 : 0, in->mesh.vertex_count * 12);
    add_list_edits(in, splice);
    add_edit(in, splice, TREE, tree, tree_size, in->mesh.node_count * WR_BOX_SIZE);
    wr_splice_start(splice);
    return wr_model_splice(context, in->model, splice);
}

/* ---- Writing: what follows from the mesh ------------------------------------------------- */

static wr_vec3 local(const struct flooring *in, uint32_t vertex)
{
    return wr_narrow(wr_sub(wr_widen(in->mesh.vertices[vertex]), wr_widen(in->mesh.position)));
}

static uint32_t across(int32_t edge)
{
    return edge < 0 ? NO_FACE : (uint32_t)edge / 3;
}

static void put_faces(const struct flooring *in, uint8_t *face, uint8_t *list)
{
    const struct wr_walkmesh *mesh = &in->mesh;
    for (uint32_t f = 0; f < mesh->face_count; f++, face += WR_FACE_SIZE) {
        wr_vec3 normal = mesh->normals[f];
        double distance = -wr_dot(wr_widen(normal), wr_widen(local(in, mesh->faces[f].v[0])));
        wr_put_vec3(face, normal);
        wr_put_f32(face + WR_FACE_DISTANCE, (float)distance);
        wr_put_u32(face + WR_FACE_MATERIAL, mesh->materials[f]);
        for (uint32_t k = 0; k < 3; k++) {
            wr_put_u16(face + WR_FACE_ACROSS + 2 * k, across(mesh->adjacency[f][k]));
            wr_put_u16(face + WR_FACE_CORNERS + 2 * k, mesh->faces[f].v[k]);
            wr_put_u16(list, mesh->faces[f].v[k]);
            list += 2;
        }
    }
}

static wr_box box_of(const struct flooring *in, const wr_tree_node *node, const wr_box *boxes)
{
    wr_box box = wr_box_empty();
    if (node->face < 0)
        return wr_box_join(boxes[node->left], boxes[node->right]);
    for (int k = 0; k < 3; k++)
        box = wr_box_add(box, local(in, in->mesh.faces[node->face].v[k]));
    return box;
}

/* Boxes are tight here, not padded as in a WOK. */
static void put_tree(const struct flooring *in, uint8_t *data, uint32_t at, wr_box *boxes)
{
    for (uint32_t i = in->mesh.node_count; i-- > 0;) {
        const wr_tree_node *node = &in->mesh.nodes[i];
        uint8_t *to = data + at + i * WR_BOX_SIZE;
        in->model->boxes[i] = at + i * WR_BOX_SIZE;
        boxes[i] = box_of(in, node, boxes);
        wr_put_vec3(to, boxes[i].min);
        wr_put_vec3(to + 12, boxes[i].max);
        bool leaf = node->face >= 0;
        wr_put_u32(to + WR_BOX_CHILDREN, leaf ? 0 : at + (uint32_t)node->left * WR_BOX_SIZE);
        wr_put_u32(to + WR_BOX_CHILDREN + 4,
                   leaf ? 0 : at + (uint32_t)node->right * WR_BOX_SIZE);
        wr_put_u32(to + WR_BOX_FACE, (uint32_t)node->face);
        wr_put_u32(to + WR_BOX_PLANE, leaf ? 0 : node->plane);
    }
}

/* ---- Writing: the node ------------------------------------------------------------------- */

/* Every row says the same, in each of its vectors. */
static void put_controller(const uint8_t *controller, uint8_t *values, wr_vec3 place)
{
    const uint32_t straight = 1023u | 1023u << 11 | 511u << 22; /* no turn, packed */
    uint32_t width = wr_controller_width(controller), rows = wr_get_u16(controller + 6);
    uint8_t *value = values + 4 * (size_t)wr_get_u16(controller + 10);
    bool position = wr_get_u32(controller) == WR_CONTROLLER_POSITION;
    uint32_t step = position ? 3 : width == 1 ? 1 : 4;
    for (uint32_t i = 0; i + step <= rows * width; i += step) {
        if (position) {
            wr_put_vec3(value + 4 * (size_t)i, place);
        } else if (step == 1) {
            wr_put_u32(value + 4 * (size_t)i, straight);
        } else { /* x, y, z, w */
            memset(value + 4 * (size_t)i, 0, 12);
            wr_put_f32(value + 4 * (size_t)i + 12, 1);
        }
    }
}

static void put_node(const struct flooring *in, uint8_t *data)
{
    uint8_t *header = data + in->model->nodes[in->node].at;
    uint32_t count = wr_get_u32(header + WR_NODE_CONTROLLERS + 4);
    wr_put_vec3(header + WR_NODE_POSITION, in->mesh.position);
    wr_put_vec3(header + WR_NODE_ORIENTATION, wr_vec3_of(1, 0, 0));
    wr_put_f32(header + WR_NODE_ORIENTATION + 12, 0);
    const uint8_t *controller = data + (count ? wr_get_u32(header + WR_NODE_CONTROLLERS) : 0);
    for (; count > 0; count--, controller += WR_CONTROLLER_SIZE) {
        uint32_t type = wr_get_u32(controller);
        if (type == WR_CONTROLLER_POSITION || type == WR_CONTROLLER_ORIENTATION)
            put_controller(controller, data + wr_get_u32(header + WR_NODE_VALUES),
                           in->mesh.position);
    }
}

static void put_vertices(const struct flooring *in, uint8_t *to)
{
    for (uint32_t v = 0; v < in->mesh.vertex_count; v++)
        wr_put_vec3(to + 12 * (size_t)v, local(in, v));
}

/* The only item of an array, made where the node had none. */
static uint32_t put_single(const struct wr_splice *splice, unsigned tag, uint8_t *field)
{
    uint32_t made = wr_splice_added(splice, tag), at = made ? made : wr_get_u32(field);
    wr_put_array(field, at, 1);
    return at;
}

static void put_mesh(const struct flooring *in, const struct wr_splice *splice, wr_box *boxes)
{
    const struct wr_model *model = in->model;
    const wr_model_node *node = &model->nodes[in->node];
    uint8_t *data = wr_model_data(model), *header = data + node->mesh;
    uint32_t faces = in->mesh.face_count, vertices = wr_splice_added(splice, VERTICES);
    uint32_t list = wr_splice_added(splice, LIST), tree = wr_splice_added(splice, TREE);
    wr_put_array(header + WR_MESH_FACES, wr_splice_added(splice, FACES), faces);
    wr_put_u32(data + put_single(splice, COUNTS, header + WR_MESH_INDEX_COUNTS), 3 * faces);
    wr_put_u32(data + put_single(splice, LISTS, header + WR_MESH_INDEX_LISTS), list);
    uint32_t counter = put_single(splice, COUNTERS, header + WR_MESH_COUNTERS);
    if (wr_splice_added(splice, COUNTERS))
        wr_put_u32(data + counter, COUNTER);
    wr_put_u16(header + WR_MESH_VERTEX_COUNT, in->mesh.vertex_count);
    wr_put_u32(header + wr_model_shift(model) + WR_MESH_VERTICES, vertices);
    wr_put_u32(data + wr_model_part_at(node, WR_MODEL_WALKMESH) + WR_WALKMESH_TREE,
               in->mesh.node_count ? tree : 0);
    put_faces(in, data + wr_splice_added(splice, FACES), data + list);
    put_vertices(in, data + vertices);
    put_tree(in, data, tree, boxes);
    const wr_model_mesh mesh = wr_model_mesh_of(model, node);
    wr_model_put_extent(model, &mesh, false);
    if (!in->in_place)
        put_node(in, data);
}

/* ---- Writing: all of it -------------------------------------------------------------------
 */

/* Whether children come after their parents and name what exists, so that one pass backwards
 * finds all boxes. */
static bool is_tree(const struct wr_walkmesh *mesh)
{
    if (!mesh->nodes || mesh->face_count == 0 || mesh->node_count != 2 * mesh->face_count - 1)
        return false;
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        const wr_tree_node *node = &mesh->nodes[i];
        bool leaf = node->face >= 0;
        if (leaf ? (uint32_t)node->face >= mesh->face_count
                 : node->left <= (int32_t)i || node->right <= (int32_t)i ||
                       (uint32_t)node->left >= mesh->node_count ||
                       (uint32_t)node->right >= mesh->node_count || node->left == node->right)
            return false;
    }
    return true;
}

/* Tables of every face: those of a WOK speak of walkable ones. */
static enum wr_result derive(struct wr_context *context, struct flooring *in,
                             const struct wr_walkmesh *mesh)
{
    struct wr_arena *arena = in->model->arena;
    in->mesh = *mesh;
    in->mesh.arena = arena;
    in->mesh.kind = WR_WOK;
    in->mesh.walkable_count = mesh->face_count;
    enum wr_result result = wr_adjacency_derive(context, arena, &in->mesh, NULL);
    if (result == WR_OK && !in->mesh.normals)
        result = wr_planes_derive(context, &in->mesh);
    if (result == WR_OK && !is_tree(mesh))
        result = wr_tree_derive(context, arena, &in->mesh);
    return result;
}

static enum wr_result check_size(struct wr_context *context, const struct wr_model *model,
                                 const struct wr_walkmesh *mesh)
{
    if (mesh->vertex_count <= MOST && mesh->face_count <= MOST)
        return WR_OK;
    return wr_fail(context, WR_LIMIT, WR_NOWHERE, "model-too-large",
                   "cut the room into several",
                   "a walkmesh of %" PRIu32 " vertices and %" PRIu32
                   " faces does not fit in '%s': %d of each are the most",
                   mesh->vertex_count, mesh->face_count, model->file, MOST);
}

static enum wr_result put_floor(struct wr_context *context, struct flooring *in)
{
    wr_model_edit edits[EDITS];
    struct wr_splice splice = {edits, 0};
    wr_model_mesh old = wr_model_mesh_of(in->model, &in->model->nodes[in->node]);
    wr_box *boxes = WR_TAKE(in->model->arena, wr_box, in->mesh.node_count);
    uint32_t *places = WR_TAKE(in->model->arena, uint32_t, in->mesh.node_count);
    if (!boxes || !places)
        return wr_no_memory(context);
    enum wr_result result = make_room(context, in, &splice);
    if (result != WR_OK)
        return result;
    in->model->boxes = places;
    in->model->box_count = in->mesh.node_count;
    put_mesh(in, &splice, boxes);
    return wr_model_put_rows(context, in->model, in->node, old.vertex_count);
}

/* ---- Taking it out ----------------------------------------------------------------------- */

/* An array of its own goes; `field` holds its offset and count. */
static void drop_array(const struct wr_model *model, struct wr_splice *splice, uint32_t field,
                       uint32_t stride)
{
    const uint8_t *data = wr_model_data(model);
    uint32_t count = wr_get_u32(data + field + 4);
    if (count > 0)
        splice->edits[splice->count++] =
            (wr_model_edit){.at = wr_get_u32(data + field), .removed = count * stride};
}

/* What is a mesh of a node, its lists, and with `from` its header what goes with that. */
static void drop_bytes(const struct wr_model *model, struct wr_splice *splice,
                       const wr_model_node *node, uint32_t from)
{
    uint32_t end = node->tail + WR_WALKMESH_SIZE;
    end += node->flags & WR_MODEL_SKIN ? WR_SKIN_SIZE : 0;
    end += node->flags & WR_MODEL_DANGLY ? WR_DANGLY_SIZE : 0;
    end += node->flags & WR_MODEL_SABER ? WR_SABER_SIZE : 0;
    splice->edits[splice->count++] = (wr_model_edit){.at = from, .removed = end - from};
    drop_array(model, splice, node->mesh + WR_MESH_INDEX_COUNTS, 4);
    drop_array(model, splice, node->mesh + WR_MESH_INDEX_LISTS, 4);
    drop_array(model, splice, node->mesh + WR_MESH_COUNTERS, 4);
}

/* A node that bears others, or is more than a walkmesh, stays without its mesh. */
static enum wr_result strip_node(struct wr_context *context, struct wr_model *model, uint32_t n)
{
    enum {
        KEPT = WR_MODEL_HEADER | WR_MODEL_LIGHT | WR_MODEL_EMITTER | WR_MODEL_REFERENCE,
    };
    wr_model_edit edits[4];
    struct wr_splice splice = {edits, 0};
    wr_model_node *node = &model->nodes[n];
    drop_bytes(model, &splice, node, node->mesh);
    wr_splice_start(&splice);
    enum wr_result result = wr_model_splice(context, model, &splice);
    if (result != WR_OK)
        return result;
    wr_put_u16(wr_model_data(model) + node->at, node->flags & KEPT);
    return wr_model_index(context, model, NULL);
}

/* The node, its header's tables, and what its parent has of it. */
static enum wr_result drop_node(struct wr_context *context, struct wr_model *model, uint32_t n)
{
    wr_model_edit edits[8];
    struct wr_splice splice = {edits, 0};
    const wr_model_node *node = &model->nodes[n], *parent = &model->nodes[node->parent];
    uint8_t *data = wr_model_data(model);
    uint32_t entry = parent->children, left = parent->child_count - 1;
    while (wr_get_u32(data + entry) != node->at)
        entry += 4;
    edits[splice.count++] = (wr_model_edit){.at = entry, .removed = 4};
    drop_bytes(model, &splice, node, node->at);
    drop_array(model, &splice, node->at + WR_NODE_CONTROLLERS, WR_CONTROLLER_SIZE);
    drop_array(model, &splice, node->at + WR_NODE_VALUES, 4);
    wr_splice_start(&splice);
    enum wr_result result = wr_model_splice(context, model, &splice);
    if (result != WR_OK)
        return result;
    data = wr_model_data(model);
    wr_put_array(data + parent->at + WR_NODE_CHILDREN, parent->children, left);
    wr_put_u32(data + WR_MDL_NODE_COUNT, wr_get_u32(data + WR_MDL_NODE_COUNT) - 1);
    return wr_model_index(context, model, NULL);
}

/* Empties a walkmesh node and takes it out. */
static enum wr_result take_out(struct wr_context *context, struct wr_model *model, uint32_t n)
{
    enum { ALONE = WR_MODEL_HEADER | WR_MODEL_MESH | WR_MODEL_WALKMESH };
    struct flooring in = {.model = model, .node = n};
    struct wr_walkmesh *none = wr_walkmesh_new(model->arena, WR_WOK, 0, 0);
    bool stays = n == 0 || model->nodes[n].child_count > 0 || model->nodes[n].flags != ALONE;
    in.in_place = true;
    enum wr_result result = none ? derive(context, &in, none) : wr_no_memory(context);
    if (result == WR_OK)
        result = put_floor(context, &in);
    if (result != WR_OK)
        return result;
    return stays ? strip_node(context, model, n) : drop_node(context, model, n);
}

enum wr_result wr_model_remove_walkmesh(struct wr_context *context, struct wr_model *model)
{
    uint32_t n;
    enum wr_result result = wr_model_find_walkmesh(context, model, &n);
    return result || n == UINT32_MAX ? result : take_out(context, model, n);
}

/* ---- The whole --------------------------------------------------------------------------- */

/* The node a walkmesh goes to: a child of the root, without children of its own, which stay
 * where they are. */
static enum wr_result find_place(struct wr_context *context, struct wr_model *model,
                                 uint32_t *out)
{
    enum wr_result result = wr_model_find_walkmesh(context, model, out);
    if (result != WR_OK)
        return result;
    if (*out != UINT32_MAX &&
        (model->nodes[*out].child_count > 0 || model->nodes[*out].parent != 0)) {
        result = take_out(context, model, *out);
        *out = UINT32_MAX;
    }
    if (result == WR_OK && *out == UINT32_MAX)
        result = add_node(context, model, out);
    return result;
}

static bool same_mesh(const struct wr_walkmesh *a, const struct wr_walkmesh *b)
{
    size_t vertices = a->vertex_count * sizeof *a->vertices;
    size_t faces = a->face_count * sizeof *a->faces;
    return a->vertex_count == b->vertex_count && a->face_count == b->face_count &&
           a->face_count > 0 && wr_vec3_same(a->position, b->position) &&
           memcmp(a->vertices, b->vertices, vertices) == 0 &&
           memcmp(a->faces, b->faces, faces) == 0 &&
           memcmp(a->materials, b->materials, a->face_count * sizeof *a->materials) == 0;
}

/* Whether the walkmesh is in its place already and all that follows from it is right: it stays
 * as it is then, with what its rows hold besides. */
static bool is_there(struct wr_context *quiet, struct wr_arena *scratch,
                     const struct wr_model *model, const struct wr_walkmesh *mesh)
{
    static const uint8_t unturned[16] = {0, 0, 0x80, 0x3f};
    struct wr_walkmesh *own;
    uint32_t n;
    if (wr_model_find_walkmesh(quiet, model, &n) != WR_OK || n == UINT32_MAX)
        return false;
    const wr_model_node *node = &model->nodes[n];
    const uint8_t *header = wr_model_data(model) + node->at;
    return node->child_count == 0 && node->parent == 0 && n != 0 &&
           memcmp(header + WR_NODE_ORIENTATION, unturned, sizeof unturned) == 0 &&
           wr_get_u32(header + WR_NODE_CONTROLLERS + 4) == 0 &&
           wr_model_walkmesh(quiet, scratch, model, &own) == WR_OK && same_mesh(own, mesh) &&
           wr_model_judge(quiet, scratch, model, NULL) == WR_OK;
}

static enum wr_result look_for(struct wr_context *context, const struct wr_model *model,
                               const struct wr_walkmesh *mesh, bool *found)
{
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    struct wr_arena *scratch = wr_arena_create();
    bool whole = quiet && scratch;
    *found = whole && is_there(quiet, scratch, model, mesh);
    wr_context_destroy(quiet);
    wr_arena_destroy(scratch);
    return whole ? WR_OK : wr_no_memory(context);
}

enum wr_result wr_model_set_walkmesh(struct wr_context *context, struct wr_model *model,
                                     const struct wr_walkmesh *mesh)
{
    struct flooring in = {.model = model};
    bool found;
    enum wr_result result = check_size(context, model, mesh);
    if (result == WR_OK)
        result = look_for(context, model, mesh, &found);
    if (result != WR_OK || found)
        return result;
    result = wr_model_still_root(context, model);
    if (result == WR_OK)
        result = derive(context, &in, mesh);
    if (result == WR_OK)
        result = find_place(context, model, &in.node);
    return result ? result : put_floor(context, &in);
}
