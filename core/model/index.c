/* Finding everything in a model and proving that it is there: each table inside the file, no
 * two on the same bytes. What is proved here, every later pass relies on. Source:
 * formats/module, 3.1. */
#include "core/base/tolerance.h"
#include "core/model/claims.h"
#include "core/model/tables.h"

#include <inttypes.h>
#include <stdio.h>

enum { LOOK = 256 /* nodes */ };
#define NONE UINT32_MAX

enum {
    KNOWN_PARTS = WR_MODEL_HEADER | WR_MODEL_LIGHT | WR_MODEL_EMITTER | WR_MODEL_REFERENCE |
                  WR_MODEL_MESH | WR_MODEL_SKIN | WR_MODEL_DANGLY | WR_MODEL_WALKMESH |
                  WR_MODEL_SABER,
    MESH_PARTS = WR_MODEL_SKIN | WR_MODEL_DANGLY | WR_MODEL_WALKMESH | WR_MODEL_SABER,
};

/* One kind of fault among the meshes: how many have it, and the first. */
struct fault {
    uint32_t count, node;
};

struct indexing {
    struct wr_context *context;
    struct wr_model *model;
    const struct wr_source *source;
    const uint8_t *data;
    uint32_t size;
    struct wr_claims claims, rows; /* bytes of the MDL's data, and of the MDX */
    struct fault cut, overlapping, shifted, open, misplaced;
    enum wr_result result;
};

static bool refuse(struct indexing *in, uint32_t at, const char *slug, const char *what,
                   uint32_t offset)
{
    if (in->result != WR_NO_MEMORY)
        in->result = wr_fail(in->context, WR_INVALID, wr_at(in->source, WR_MDL_DATA + at), slug,
                             NULL, "%s at %" PRIu32, what, offset);
    return false;
}

static bool out_of_memory(struct indexing *in)
{
    in->result = wr_no_memory(in->context);
    return false;
}

static bool refuse_outside(struct indexing *in, uint32_t at, const char *what, uint32_t offset)
{
    if (in->result != WR_NO_MEMORY)
        in->result =
            wr_fail(in->context, WR_INVALID, wr_at(in->source, WR_MDL_DATA + at), "mdl-outside",
                    NULL, "%s at %" PRIu32 " lies outside the file", what, offset);
    return false;
}

static bool refuse_overlap(struct indexing *in, uint32_t at, const char *what, uint32_t offset)
{
    if (in->result != WR_NO_MEMORY)
        in->result = wr_fail(
            in->context, WR_INVALID, wr_at(in->source, WR_MDL_DATA + at), "mdl-overlap", NULL,
            "%s at %" PRIu32 " lies on bytes that belong to another table", what, offset);
    return false;
}

/* Whether a table of `count` items lies in the data, on bytes of its own. `field` says where
 * its offset stands. */
static bool take(struct indexing *in, uint32_t field, uint32_t at, uint64_t count,
                 uint32_t stride, const char *what)
{
    if (count == 0)
        return true;
    if (at > in->size || count > (in->size - at) / stride)
        return refuse_outside(in, field, what, at);
    if (!wr_claims_take(&in->claims, at, (uint32_t)count * stride))
        return refuse_overlap(in, field, what, at);
    return true;
}

static uint32_t word(const struct indexing *in, uint32_t at)
{
    return wr_get_u32(in->data + at);
}

/* ---- Nodes ------------------------------------------------------------------------------- */

/* Adds the parts in front of the mesh and the mesh itself, and returns the size of the node. */
static uint32_t lay_out(const struct wr_model *model, wr_model_node *node)
{
    static const struct {
        uint16_t part, size;
    } parts[] = {
        {WR_MODEL_SKIN, WR_SKIN_SIZE},
        {WR_MODEL_DANGLY, WR_DANGLY_SIZE},
        {WR_MODEL_WALKMESH, WR_WALKMESH_SIZE},
        {WR_MODEL_SABER, WR_SABER_SIZE},
    };
    uint32_t at = node->at + WR_NODE_SIZE;
    at += node->flags & WR_MODEL_LIGHT ? WR_LIGHT_SIZE : 0;
    at += node->flags & WR_MODEL_EMITTER ? WR_EMITTER_SIZE : 0;
    at += node->flags & WR_MODEL_REFERENCE ? WR_REFERENCE_SIZE : 0;
    node->mesh = node->flags & WR_MODEL_MESH ? at : 0;
    at += node->mesh ? WR_MESH_SIZE + wr_model_shift(model) : 0;
    node->tail = at;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        at += node->flags & parts[i].part ? parts[i].size : 0;
    return at - node->at;
}

uint32_t wr_model_read_node(const struct wr_model *model, bool own, wr_model_node *node)
{
    const uint8_t *header = wr_model_data(model) + node->at;
    node->flags = wr_get_u16(header + WR_NODE_FLAGS);
    node->number = wr_get_u16(header + WR_NODE_NUMBER);
    node->name = wr_get_u16(header + WR_NODE_NAME);
    node->children = wr_get_u32(header + WR_NODE_CHILDREN);
    node->child_count = wr_get_u32(header + WR_NODE_CHILDREN + 4);
    return own ? lay_out(model, node) : WR_NODE_SIZE;
}

static bool check_parts(struct indexing *in, const wr_model_node *node)
{
    uint32_t at = node->at;
    if (node->flags & ~(uint32_t)KNOWN_PARTS || !(node->flags & WR_MODEL_HEADER))
        return refuse(in, at, "mdl-node", "no reader knows the parts of the node", at);
    if (node->flags & MESH_PARTS && !(node->flags & WR_MODEL_MESH))
        return refuse(in, at, "mdl-node", "a part needs a mesh, which it lacks, in the node",
                      at);
    return true;
}

static bool take_arrays(struct indexing *in, const wr_model_node *node)
{
    bool fine = true;
    for (size_t i = 0; i < wr_model_array_count; i++) {
        const struct wr_model_array *array = &wr_model_arrays[i];
        if (!wr_model_has_part(node, array->part) || array->kind == WR_ARRAY_LOOSE)
            continue;
        uint32_t field = wr_model_part_at(node, array->part) + array->at;
        fine &= take(in, field, word(in, field), word(in, field + 4), array->stride,
                     "a table of a node");
    }
    return fine;
}

/* The rows of a controller of places: one of each kind, in the node's values. */
static bool check_controllers(struct indexing *in, const wr_model_node *node)
{
    uint32_t first = word(in, node->at + WR_NODE_CONTROLLERS), seen[2] = {NONE, NONE};
    uint32_t count = word(in, node->at + WR_NODE_CONTROLLERS + 4);
    uint32_t values = word(in, node->at + WR_NODE_VALUES + 4), start[2] = {0}, end[2] = {0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = first + i * WR_CONTROLLER_SIZE, type = word(in, at);
        bool turns = type == WR_CONTROLLER_ORIENTATION;
        if (!turns && type != WR_CONTROLLER_POSITION)
            continue;
        if (seen[turns] != NONE)
            return refuse(in, at, "mdl-controller", "a controller is there twice", at);
        if (wr_controller_width(in->data + at) == 0)
            return refuse(in, at, "mdl-controller", "a controller has unknown columns", at);
        seen[turns] = i;
        start[turns] = wr_get_u16(in->data + at + 10);
        end[turns] =
            start[turns] + wr_get_u16(in->data + at + 6) * wr_controller_width(in->data + at);
        if (end[turns] > values)
            return refuse(in, at, "mdl-controller", "a controller has too few values", at);
    }
    if (seen[0] != NONE && seen[1] != NONE && start[0] < end[1] && start[1] < end[0])
        return refuse(in, node->at, "mdl-controller",
                      "two controllers share values in the node", node->at);
    return true;
}

static bool take_index_lists(struct indexing *in, const wr_model_node *node)
{
    uint32_t counts = word(in, node->mesh + WR_MESH_INDEX_COUNTS);
    uint32_t lists = word(in, node->mesh + WR_MESH_INDEX_LISTS);
    uint32_t count = word(in, node->mesh + WR_MESH_INDEX_LISTS + 4);
    bool fine = true;
    if (word(in, node->mesh + WR_MESH_INDEX_COUNTS + 4) != count)
        return refuse(in, node->mesh + WR_MESH_INDEX_COUNTS, "mdl-index-list",
                      "lists of corners and their lengths are not as many, in the mesh",
                      node->mesh);
    for (uint32_t i = 0; i < count; i++)
        fine &= take(in, lists + 4 * i, word(in, lists + 4 * i), word(in, counts + 4 * i), 2,
                     "a list of corners");
    return fine;
}

/* ---- Rows of the MDX --------------------------------------------------------------------- */

static void add_fault(struct fault *fault, uint32_t node)
{
    if (fault->count++ == 0)
        fault->node = node;
}

static bool is_near(wr_vec3 a, wr_vec3 b)
{
    return wr_distance(a, b) <= WR_CENTIMETRE;
}

/* The first and the last vertex stand where the MDL's own copy says; what shifts rows, shifts
 * the last. */
static bool rows_fit(const wr_model_mesh *mesh, const uint8_t *rows)
{
    uint32_t at = wr_get_u32(mesh->header + WR_MESH_ROW_POSITION);
    uint32_t last = mesh->vertex_count - 1;
    if (!mesh->vertices || !(mesh->row_flags & WR_ROW_POSITION) || at == UINT32_MAX)
        return true;
    return is_near(wr_get_vec3(rows + at), wr_get_vec3(mesh->vertices)) &&
           is_near(wr_get_vec3(rows + (size_t)last * mesh->stride + at),
                   wr_get_vec3(mesh->vertices + (size_t)last * 12));
}

/* Whether a part of a row lies in it, and in none of the first few of its vectors. */
static bool part_fits(const wr_model_mesh *mesh, uint32_t at, uint32_t size, unsigned vectors)
{
    bool fine = at <= mesh->stride && size <= mesh->stride - at;
    for (unsigned k = 0; fine && k < vectors; k++) {
        uint32_t other = wr_row_vector_at(mesh, k);
        fine = other == UINT32_MAX || at >= (uint64_t)other + wr_row_vector_size(k) ||
               other >= (uint64_t)at + size;
    }
    return fine;
}

/* What a row is said to hold lies in it, each in its own place. */
static bool fields_fit(const wr_model_mesh *mesh)
{
    enum { UV_SIZE = 8 };
    uint32_t uv = wr_get_u32(mesh->header + WR_MESH_ROW_UV);
    for (unsigned i = 0; i < WR_ROW_VECTORS; i++) {
        uint32_t at = wr_row_vector_at(mesh, i);
        if (at != UINT32_MAX && !part_fits(mesh, at, wr_row_vector_size(i), i))
            return false;
    }
    return !(mesh->row_flags & WR_ROW_UV) || uv == UINT32_MAX ||
           part_fits(mesh, uv, UV_SIZE, WR_ROW_VECTORS);
}

/* A row of huge numbers ends what a mesh has: 1e7, in skins 1e6. */
static bool is_terminated(const struct indexing *in, const wr_model_mesh *mesh)
{
    const float huge = 1e6f;
    uint64_t at = mesh->mdx + (uint64_t)mesh->vertex_count * mesh->stride;
    if (at > in->model->mdx_size || mesh->stride > in->model->mdx_size - at ||
        mesh->stride < 12)
        return false;
    wr_vec3 row = wr_get_vec3(in->model->mdx + at);
    return row.x >= huge && row.y >= huge && row.z >= huge;
}

static void check_rows(struct indexing *in, uint32_t n)
{
    wr_model_mesh mesh = wr_model_mesh_of(in->model, &in->model->nodes[n]);
    uint32_t size = in->model->mdx_size;
    if (mesh.stride == 0)
        return;
    if (mesh.mdx > size || mesh.vertex_count > (size - mesh.mdx) / mesh.stride) {
        add_fault(&in->cut, n);
    } else if (!fields_fit(&mesh)) {
        add_fault(&in->misplaced, n);
    } else if (!wr_claims_take(&in->rows, mesh.mdx, mesh.vertex_count * mesh.stride)) {
        add_fault(&in->overlapping, n);
    } else if (!rows_fit(&mesh, in->model->mdx + mesh.mdx)) {
        add_fault(&in->shifted, n);
    } else if (!is_terminated(in, &mesh)) {
        add_fault(&in->open, n);
    }
}

static void charge(struct indexing *in, const struct fault *fault, const char *slug,
                   const char *hint, const char *what)
{
    char others[32] = "";
    if (fault->count == 0)
        return;
    if (fault->count > 1)
        snprintf(others, sizeof others, " and of %" PRIu32 " more", fault->count - 1);
    wr_where where = wr_at(in->source, WR_MDL_DATA + in->model->nodes[fault->node].mesh);
    const char *name = wr_model_node_name(in->model, fault->node);
    if (fault == &in->open)
        wr_warn(in->context, where, slug, hint, "the rows of '%s'%s %s", name, others, what);
    else
        in->result = wr_fail(in->context, WR_INVALID, where, slug, hint,
                             "the rows of '%s'%s %s", name, others, what);
}

static void charge_rows(struct indexing *in)
{
    static const char damaged[] = "the MDX was damaged or belongs to another model";
    charge(in, &in->cut, "mdx-short", damaged, "reach beyond the end of the MDX");
    charge(in, &in->misplaced, "mdx-row", NULL, "are said to hold more than fits in them");
    charge(in, &in->overlapping, "mdx-overlap", NULL, "are those of other meshes too");
    charge(in, &in->shifted, "mdx-shifted",
           "a transfer as text changes line ends: copy the file again",
           "have vertices that are not where the MDL says");
    charge(in, &in->open, "mdx-terminator", NULL, "have none in the MDX that ends them");
}

/* ---- Parts of a node ----------------------------------------------------------------------
 */

static bool take_mesh(struct indexing *in, const wr_model_node *node)
{
    uint32_t field = node->mesh + WR_MESH_VERTICES + wr_model_shift(in->model);
    uint32_t at = word(in, field),
             count = wr_get_u16(in->data + node->mesh + WR_MESH_VERTEX_COUNT);
    bool fine = at == 0 || at == UINT32_MAX || take(in, field, at, count, 12, "the vertices");
    if (node->flags & WR_MODEL_DANGLY) {
        field = wr_model_part_at(node, WR_MODEL_DANGLY) + WR_DANGLY_VERTICES;
        at = word(in, field);
        fine &= at == 0 || at == UINT32_MAX ||
                take(in, field, at, count, 12, "the vertices of a dangly mesh");
    }
    return take_index_lists(in, node) && fine;
}

/* Adds a node of an AABB tree, which is 0 where there is none. */
static bool add_box(struct indexing *in, uint32_t field)
{
    struct wr_model *model = in->model;
    uint32_t at = word(in, field);
    if (at == 0)
        return true;
    if (!take(in, field, at, 1, WR_BOX_SIZE, "a node of the AABB tree"))
        return false;
    uint32_t *boxes = wr_arena_more(model->arena, model->boxes, model->box_count, 4);
    if (!boxes)
        return out_of_memory(in);
    boxes[model->box_count++] = at;
    model->boxes = boxes;
    return true;
}

/* Level by level: those already found are the queue. */
static bool take_boxes(struct indexing *in, const wr_model_node *node)
{
    uint32_t next = in->model->box_count;
    if (!add_box(in, wr_model_part_at(node, WR_MODEL_WALKMESH) + WR_WALKMESH_TREE))
        return false;
    for (; next < in->model->box_count; next++)
        for (uint32_t k = 0; k < 2; k++)
            if (!add_box(in, in->model->boxes[next] + WR_BOX_CHILDREN + 4 * k))
                return false;
    return true;
}

/* Adds the node a field names; NONE where there is a fault, which is then reported. */
static uint32_t add_node(struct indexing *in, uint32_t field, uint32_t parent, bool own)
{
    struct wr_model *model = in->model;
    wr_model_node node = {.at = word(in, field)};
    if (node.at > in->size || WR_NODE_SIZE > in->size - node.at) {
        refuse_outside(in, field, "a node", node.at);
        return NONE;
    }
    uint32_t size = wr_model_read_node(model, own, &node);
    if ((own && !check_parts(in, &node)) || !take(in, field, node.at, 1, size, "a node") ||
        !take_arrays(in, &node) || !check_controllers(in, &node))
        return NONE;
    if (node.mesh && !take_mesh(in, &node))
        return NONE;
    if (wr_model_has(&node, WR_MODEL_WALKMESH) && !take_boxes(in, &node))
        return NONE;
    node.parent = parent == NONE ? model->node_count : parent;
    node.depth = (uint16_t)(parent == NONE ? 0 : model->nodes[parent].depth + 1);
    wr_model_node *nodes =
        wr_arena_more(model->arena, model->nodes, model->node_count, sizeof node);
    if (!nodes) {
        out_of_memory(in);
        return NONE;
    }
    model->nodes = nodes;
    nodes[model->node_count] = node;
    return model->node_count++;
}

static bool is_stopped(struct indexing *in, uint32_t node)
{
    if (node % LOOK == LOOK - 1 && wr_context_stopped(in->context))
        in->result = WR_STOPPED;
    return in->result == WR_STOPPED;
}

/* A tree from the field that names its root. */
static void add_tree(struct indexing *in, uint32_t at, uint32_t field)
{
    struct {
        uint32_t node, next;
    } path[WR_MODEL_DEEPEST];
    wr_model_tree tree = {at, in->model->node_count, 0};
    size_t depth = 0;
    uint32_t node = add_node(in, field, NONE, at == 0);
    if (node != NONE) {
        path[depth].node = node;
        path[depth++].next = 0;
    }
    while (depth > 0 && !is_stopped(in, in->model->node_count)) {
        const wr_model_node *parent = &in->model->nodes[path[depth - 1].node];
        uint32_t child = path[depth - 1].next++;
        if (child == parent->child_count) {
            depth--;
            continue;
        }
        if (depth == WR_MODEL_DEEPEST) {
            refuse(in, parent->at, "mdl-depth", "more than 256 nodes hang on each other",
                   parent->at);
            depth--;
            continue;
        }
        node = add_node(in, parent->children + 4 * child, path[depth - 1].node, at == 0);
        if (node != NONE) {
            path[depth].node = node;
            path[depth++].next = 0;
        }
    }
    tree.count = in->model->node_count - tree.first;
    in->model->trees[in->model->tree_count++] = tree;
}

/* ---- The whole --------------------------------------------------------------------------- */

/* Where the names end that lie behind their table in its order, with nothing but zeros between;
 * 0 where they do not, or lie on other tables. */
static uint32_t end_of_names(struct indexing *in, uint32_t table, uint32_t count)
{
    uint32_t start = table + 4 * count, at = start;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t text = word(in, table + 4 * i);
        while (at < text && in->data[at] == 0)
            at++;
        if (at != text)
            return 0;
        at += (uint32_t)strlen((const char *)in->data + text) + 1;
    }
    return count > 0 && wr_claims_take(&in->claims, start, at - start) ? at : 0;
}

static void add_names(struct indexing *in)
{
    uint32_t at = word(in, WR_MDL_NAMES), count = word(in, WR_MDL_NAMES + 4), end = in->size;
    while (end > 0 && in->data[end - 1] != 0)
        end--; /* a name that begins here or later has no end */
    in->model->name_count = in->model->names_end = 0;
    if (!take(in, WR_MDL_NAMES, at, count, 4, "the table of names"))
        return;
    in->model->name_count = count;
    for (uint32_t i = 0; i < count; i++)
        if (word(in, at + 4 * i) >= end)
            refuse_outside(in, at + 4 * i, "a name", word(in, at + 4 * i));
    if (in->result == WR_OK)
        in->model->names_end = end_of_names(in, at, count);
}

static void add_trees(struct indexing *in)
{
    uint32_t at = word(in, WR_MDL_ANIMATIONS), count = word(in, WR_MDL_ANIMATIONS + 4);
    if (!take(in, WR_MDL_ANIMATIONS, at, count, 4, "the table of animations"))
        count = 0;
    in->model->trees = WR_TAKE(in->model->arena, wr_model_tree, (size_t)count + 1);
    if (!in->model->trees) {
        out_of_memory(in);
        return;
    }
    add_tree(in, 0, WR_MDL_ROOT);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t animation = word(in, at + 4 * i);
        if (!take(in, at + 4 * i, animation, 1, WR_ANIMATION_SIZE, "an animation"))
            continue;
        uint32_t events = animation + WR_ANIMATION_EVENTS;
        take(in, events, word(in, events), word(in, events + 4), WR_EVENT_SIZE, "events");
        add_tree(in, animation, animation + WR_ANIMATION_ROOT);
    }
}

static void index_all(struct indexing *in)
{
    struct wr_model *model = in->model;
    take(in, 0, 0, 1, WR_MDL_HEADERS, "the header");
    add_names(in);
    add_trees(in);
    for (uint32_t n = 0; n < model->node_count && in->result == WR_OK; n++)
        if (!is_stopped(in, n) && model->nodes[n].mesh)
            check_rows(in, n);
    if (in->result != WR_STOPPED)
        charge_rows(in);
}

enum wr_result wr_model_index(struct wr_context *context, struct wr_model *model,
                              const struct wr_source *source)
{
    struct wr_source own = {model->file, model->mdl, model->mdl_size, true};
    struct indexing in = {
        .context = context,
        .model = model,
        .source = source ? source : &own,
        .data = wr_model_data(model),
        .size = wr_model_size(model),
    };
    if (wr_context_stopped(context))
        return WR_STOPPED;
    model->node_count = model->tree_count = model->box_count = 0;
    bool room = wr_claims_start(&in.claims, in.size);
    room &= wr_claims_start(&in.rows, model->mdx_size);
    if (room)
        index_all(&in);
    wr_claims_finish(&in.claims);
    wr_claims_finish(&in.rows);
    return room ? in.result : wr_no_memory(context);
}
