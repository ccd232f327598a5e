/* The bytes of a model of drawn meshes: MDL for the engine's tables, MDX for its vertices.
 * Source: formats/module, 3.1 and 3.4. */
#include "core/model/drawn.h"

#include <stdlib.h>
#include <string.h>

enum {
    FILE_HEAD = 12, /* offsets count from behind it */
    NAMES_AT = 196, /* offset of the table of names */
    NODE_HEAD = 80,
    TREE_NODE = 40,
    STRIDE = 32, /* position, normal, texture coordinates */
    NO_NEIGHBOUR = 0xFFFF,
    NODE_PLAIN = 0x1,
    NODE_MESH = 0x21,
    NODE_WALKMESH = 0x221,
    ROWS_USED = 0x23,   /* of an MDX: positions, texture coordinates, normals */
    FIRST_COUNTER = 98, /* of the number that goes down from mesh to mesh */
    GLOW_CONTROLLER = 100,
};

/* What tells the games' files apart: where their programs keep a model's functions. */
struct functions {
    uint32_t model[2], mesh[2];
};
static const struct functions K1 = {{4273776, 4216096}, {4216656, 4216672}};
static const struct functions K2 = {{4285200, 4216320}, {4216880, 4216896}};

/* What every row of vertices ends with. */
static const float TERMINATOR = 1e7f;
/* Light of its own: a room without lightmaps must not be black. */
static const float GLOW = 0.35f;

struct writing {
    struct wr_context *context;
    struct wr_arena *scratch;
    const struct wr_drawn_model *model;
    const struct functions *functions;
    struct wr_bytes *mdl, *mdx;
    size_t mdl_start, mdx_start;
};

/* Where the next byte lands, as the model counts. */
static uint32_t here(const struct writing *w)
{
    return (uint32_t)(w->mdl->size - w->mdl_start - FILE_HEAD);
}

static void patch(const struct writing *w, uint32_t at, uint32_t value)
{
    wr_bytes_patch_u32(w->mdl, w->mdl_start + FILE_HEAD + at, value);
}

static void zeros(struct wr_bytes *out, size_t size)
{
    uint8_t *bytes = wr_bytes_extend(out, size);
    if (bytes)
        memset(bytes, 0, size);
}

static void fixed_text(struct wr_bytes *out, const char *text)
{
    char field[32] = {0};
    size_t size = strlen(text);
    memcpy(field, text, size < sizeof field ? size : sizeof field - 1);
    wr_bytes_add(out, field, sizeof field);
}

static void array(struct wr_bytes *out, uint32_t offset, uint32_t count)
{
    wr_bytes_u32(out, offset);
    wr_bytes_u32(out, count);
    wr_bytes_u32(out, count);
}

/* ---- The model's head -------------------------------------------------------------------- */

static void write_head(struct writing *w, uint32_t nodes)
{
    struct wr_bytes *out = w->mdl;
    zeros(out, FILE_HEAD); /* sizes are known at the end */
    wr_bytes_u32(out, w->functions->model[0]);
    wr_bytes_u32(out, w->functions->model[1]);
    fixed_text(out, w->model->name);
    wr_bytes_u32(out, 0); /* the root, later */
    wr_bytes_u32(out, nodes);
    zeros(out, 28);
    wr_bytes_u32(out, 2);        /* a model, not an animation */
    wr_bytes_u32(out, 1u << 24); /* fog reaches it */
    wr_bytes_u32(out, 0);
    array(out, 0, 0); /* animations, later */
    wr_bytes_u32(out, 0);
    wr_bytes_vec3(out, wr_vec3_of(-5, -5, -1)); /* as in every room of the game */
    wr_bytes_vec3(out, wr_vec3_of(5, 5, 10));
    wr_bytes_f32(out, 7);
    wr_bytes_f32(out, 1);
    fixed_text(out, "NULL");
    wr_bytes_u32(out, 0); /* the root, later */
    wr_bytes_u32(out, 0);
    wr_bytes_u32(out, 0); /* the size of the MDX, later */
    wr_bytes_u32(out, 0);
    array(out, NAMES_AT, nodes);
}

static void write_names(struct writing *w, const struct wr_drawn_mesh *meshes, uint32_t count)
{
    uint32_t at = NAMES_AT + 4 * (count + 1);
    wr_bytes_u32(w->mdl, at);
    at += (uint32_t)strlen(w->model->name) + 1;
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_u32(w->mdl, at);
        at += (uint32_t)strlen(meshes[i].name) + 1;
    }
    wr_bytes_add(w->mdl, w->model->name, strlen(w->model->name) + 1);
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_add(w->mdl, meshes[i].name, strlen(meshes[i].name) + 1);
}

/* ---- Nodes ------------------------------------------------------------------------------- */

/* A node that is not moved; its child and controller tables are patched where it has any. */
static uint32_t write_node(struct writing *w, uint16_t flags, uint32_t number, uint32_t parent)
{
    uint32_t at = here(w);
    wr_bytes_u16(w->mdl, flags);
    wr_bytes_u16(w->mdl, (uint16_t)number);
    wr_bytes_u16(w->mdl, (uint16_t)number); /* its name */
    wr_bytes_u16(w->mdl, 0);
    wr_bytes_u32(w->mdl, 0);
    wr_bytes_u32(w->mdl, parent);
    wr_bytes_vec3(w->mdl, wr_vec3_of(0, 0, 0));
    wr_bytes_f32(w->mdl, 1); /* w of a turn by nothing */
    wr_bytes_vec3(w->mdl, wr_vec3_of(0, 0, 0));
    for (int i = 0; i < 3; i++)
        array(w->mdl, at + NODE_HEAD, 0);
    return at;
}

struct measures {
    wr_box box;
    wr_vec3 average;
    float radius;
    double area;
};

static struct measures measure(const struct wr_drawn_mesh *mesh)
{
    struct measures m = {.box = {{0, 0, 0}, {0, 0, 0}}}; /* the game's own hold the origin */
    wr_dvec3 sum = {0, 0, 0};
    double radius = 0;
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        m.box = wr_box_add(m.box, mesh->corners[i].position);
        sum = wr_add(sum, wr_widen(mesh->corners[i].position));
    }
    m.average = wr_narrow(wr_scale(sum, 1.0 / mesh->corner_count));
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        double distance = wr_distance(mesh->corners[i].position, m.average);
        radius = distance > radius ? distance : radius;
    }
    m.radius = (float)radius;
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const uint16_t *v = mesh->faces[i].v;
        m.area += 0.5 * wr_length(wr_triangle_normal(mesh->corners[v[0]].position,
                                                     mesh->corners[v[1]].position,
                                                     mesh->corners[v[2]].position));
    }
    return m;
}

/* Where the offsets of a mesh are patched in, from the mesh's start. */
enum {
    FACES_AT = 8,
    COUNTS_AT = 176,
    OFFSETS_AT = 188,
    COUNTERS_AT = 200,
    VERTICES_AT = 328, /* 8 more in K2 */
    TREE_AT = 332,
};

static void write_rows(struct wr_bytes *out)
{
    wr_bytes_u32(out, STRIDE);
    wr_bytes_u32(out, ROWS_USED);
    wr_bytes_i32(out, 0);
    wr_bytes_i32(out, 12);
    wr_bytes_i32(out, -1);
    wr_bytes_i32(out, 24);
    for (int i = 4; i < 11; i++)
        wr_bytes_i32(out, -1);
}

static void write_mesh_head(struct writing *w, const struct wr_drawn_mesh *mesh)
{
    struct wr_bytes *out = w->mdl;
    struct measures m = measure(mesh);
    float diffuse = mesh->tree ? 0.8f : 1.0f, ambient = mesh->tree ? 0.2f : 0.1f;
    wr_bytes_u32(out, w->functions->mesh[0]);
    wr_bytes_u32(out, w->functions->mesh[1]);
    array(out, 0, mesh->face_count);
    wr_bytes_vec3(out, m.box.min);
    wr_bytes_vec3(out, m.box.max);
    wr_bytes_f32(out, m.radius);
    wr_bytes_vec3(out, m.average);
    wr_bytes_vec3(out, wr_vec3_of(diffuse, diffuse, diffuse));
    wr_bytes_vec3(out, wr_vec3_of(ambient, ambient, ambient));
    wr_bytes_u32(out, 0); /* nothing shows through */
    fixed_text(out, mesh->texture);
    zeros(out, 32 + 24); /* no lightmap, no other textures */
    for (int i = 0; i < 3; i++)
        array(out, 0, 1);
    wr_bytes_i32(out, -1);
    wr_bytes_i32(out, -1);
    wr_bytes_i32(out, 0);
    wr_bytes_u32(out, 3);
    zeros(out, 24);
    write_rows(out);
    wr_bytes_u16(out, (uint16_t)mesh->corner_count);
    wr_bytes_u16(out, 1);
    zeros(out, 5); /* lightmapped, turning, background, shadow, beaming: none of it */
    wr_bytes_char(out, mesh->tree ? 0 : 1); /* drawn */
    zeros(out, w->model->game == WR_K2 ? 10 : 2);
    wr_bytes_f32(out, (float)m.area);
    wr_bytes_u32(out, 0);
    wr_bytes_u32(out, (uint32_t)(w->mdx->size - w->mdx_start));
    wr_bytes_u32(out, 0); /* vertices, later */
    if (mesh->tree)
        wr_bytes_u32(out, 0);
}

/* ---- Faces ------------------------------------------------------------------------------- */

/* An edge from its lower corner to its higher. */
struct side {
    uint32_t corners; /* low << 16 | high */
    uint32_t face, edge;
};

static int order_sides(const void *a, const void *b)
{
    const struct side *p = a, *q = b;
    if (p->corners != q->corners)
        return p->corners < q->corners ? -1 : 1;
    if (p->face != q->face)
        return p->face < q->face ? -1 : 1;
    return p->edge < q->edge ? -1 : p->edge > q->edge;
}

/* The face across each edge; edges of one face or of more than two have none. */
static uint16_t (*neighbours_of(const struct writing *w, const struct wr_drawn_mesh *mesh))[3]
{
    struct side *sides = WR_TAKE(w->scratch, struct side, 3 * (size_t)mesh->face_count);
    uint16_t(*out)[3] = wr_arena_take(w->scratch, mesh->face_count, sizeof *out);
    if (!sides || !out)
        return NULL;
    uint32_t count = 3 * mesh->face_count;
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t *v = mesh->faces[i / 3].v;
        uint32_t a = v[i % 3], b = v[(i + 1) % 3];
        sides[i] = (struct side){a < b ? a << 16 | b : b << 16 | a, i / 3, i % 3};
        out[i / 3][i % 3] = NO_NEIGHBOUR;
    }
    if (count)
        qsort(sides, count, sizeof *sides, order_sides);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && sides[end].corners == sides[i].corners; end++)
            ;
        if (end - i != 2 || sides[i].face == sides[i + 1].face)
            continue;
        out[sides[i].face][sides[i].edge] = (uint16_t)sides[i + 1].face;
        out[sides[i + 1].face][sides[i + 1].edge] = (uint16_t)sides[i].face;
    }
    return out;
}

static void write_faces(struct writing *w, const struct wr_drawn_mesh *mesh,
                        uint16_t (*neighbours)[3])
{
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        const wr_drawn_face *face = &mesh->faces[i];
        wr_vec3 on = mesh->corners[face->v[0]].position;
        wr_bytes_vec3(w->mdl, face->normal);
        wr_bytes_f32(w->mdl, (float)-wr_dot(wr_widen(face->normal), wr_widen(on)));
        wr_bytes_u32(w->mdl, face->material);
        for (int k = 0; k < 3; k++)
            wr_bytes_u16(w->mdl, neighbours[i][k]);
        for (int k = 0; k < 3; k++)
            wr_bytes_u16(w->mdl, face->v[k]);
    }
}

static void write_tree(struct writing *w, const struct wr_drawn_mesh *mesh)
{
    uint32_t base = here(w);
    wr_dvec3 origin = wr_widen(w->model->origin);
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        const wr_tree_node *node = &mesh->tree[i];
        bool leaf = node->face >= 0;
        wr_bytes_vec3(w->mdl, wr_narrow(wr_sub(wr_widen(node->box.min), origin)));
        wr_bytes_vec3(w->mdl, wr_narrow(wr_sub(wr_widen(node->box.max), origin)));
        wr_bytes_u32(w->mdl, leaf ? 0 : base + TREE_NODE * (uint32_t)node->left);
        wr_bytes_u32(w->mdl, leaf ? 0 : base + TREE_NODE * (uint32_t)node->right);
        wr_bytes_i32(w->mdl, leaf ? node->face : -1);
        wr_bytes_u32(w->mdl, leaf ? 0 : node->plane);
    }
}

/* ---- Meshes ------------------------------------------------------------------------------ */

static void write_glow(struct writing *w, uint32_t node)
{
    uint32_t at = here(w);
    wr_bytes_u32(w->mdl, GLOW_CONTROLLER);
    wr_bytes_u16(w->mdl, NO_NEIGHBOUR); /* as in every file */
    wr_bytes_u16(w->mdl, 1);            /* rows */
    wr_bytes_u16(w->mdl, 0);            /* its time is the first number, */
    wr_bytes_u16(w->mdl, 1);            /* its values follow: */
    wr_bytes_u32(w->mdl, 3);            /* so many */
    wr_bytes_f32(w->mdl, 0);
    wr_bytes_vec3(w->mdl, wr_vec3_of(GLOW, GLOW, GLOW));
    patch(w, node + 56, at);
    patch(w, node + 60, 1);
    patch(w, node + 64, 1);
    patch(w, node + 68, at + 16);
    patch(w, node + 72, 4);
    patch(w, node + 76, 4);
}

static void write_mdx(struct writing *w, const struct wr_drawn_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        const wr_drawn_corner *corner = &mesh->corners[i];
        wr_bytes_vec3(w->mdx, corner->position);
        wr_bytes_vec3(w->mdx, corner->normal);
        wr_bytes_f32(w->mdx, corner->u);
        wr_bytes_f32(w->mdx, corner->v);
    }
    wr_bytes_vec3(w->mdx, wr_vec3_of(TERMINATOR, TERMINATOR, TERMINATOR));
    zeros(w->mdx, STRIDE - 12); /* rows of 32 bytes need no padding to 16 */
}

static void write_vertices(struct writing *w, const struct wr_drawn_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->corner_count; i++)
        wr_bytes_vec3(w->mdl, mesh->corners[i].position);
}

static enum wr_result write_mesh(struct writing *w, const struct wr_drawn_mesh *mesh,
                                 uint32_t number, uint32_t root)
{
    wr_arena_mark mark = wr_arena_here(w->scratch);
    uint16_t(*neighbours)[3] = neighbours_of(w, mesh);
    if (!neighbours)
        return wr_no_memory(w->context);
    uint32_t node = write_node(w, mesh->tree ? NODE_WALKMESH : NODE_MESH, number, root);
    uint32_t head = here(w), wider = w->model->game == WR_K2 ? 8 : 0;
    write_mesh_head(w, mesh);
    patch(w, head + FACES_AT, here(w));
    write_faces(w, mesh, neighbours);
    patch(w, head + OFFSETS_AT, here(w));
    uint32_t list_at = here(w);
    wr_bytes_u32(w->mdl, 0);
    patch(w, head + VERTICES_AT + wider, here(w));
    write_vertices(w, mesh);
    if (mesh->tree) {
        patch(w, head + TREE_AT + wider, here(w));
        write_tree(w, mesh);
    }
    patch(w, head + COUNTS_AT, here(w));
    wr_bytes_u32(w->mdl, 3 * mesh->face_count);
    patch(w, head + COUNTERS_AT, here(w));
    wr_bytes_u32(w->mdl, number <= FIRST_COUNTER ? FIRST_COUNTER + 1 - number : 0);
    patch(w, list_at, here(w));
    for (uint32_t i = 0; i < 3 * mesh->face_count; i++)
        wr_bytes_u16(w->mdl, mesh->faces[i / 3].v[i % 3]);
    if (here(w) % 4) /* an odd number of triangles leaves half a word */
        wr_bytes_u16(w->mdl, 0);
    for (uint32_t field = 44; field <= 68; field += 12)
        patch(w, node + field, here(w));
    if (!mesh->tree)
        write_glow(w, node);
    write_mdx(w, mesh);
    wr_arena_rewind(w->scratch, mark);
    return WR_OK;
}

enum wr_result wr_drawn_write(struct wr_context *context, struct wr_arena *scratch,
                              const struct wr_drawn_model *model, struct wr_bytes *mdl,
                              struct wr_bytes *mdx)
{
    uint32_t count = model->mesh_count;
    struct writing w = {context, scratch, model,     model->game == WR_K2 ? &K2 : &K1,
                        mdl,     mdx,     mdl->size, mdx->size};
    write_head(&w, count + 1);
    write_names(&w, model->meshes, count);
    while (!mdl->failed && here(&w) % 4)
        wr_bytes_char(mdl, 0);
    uint32_t root = write_node(&w, NODE_PLAIN, 0, 0), children = here(&w);
    zeros(mdl, 4 * (size_t)count);
    patch(&w, 40, root);
    patch(&w, 168, root);
    patch(&w, 88, root); /* where animations would stand */
    patch(&w, root + 48, count);
    patch(&w, root + 52, count);
    for (uint32_t i = 0; i < count && !mdl->failed; i++) {
        patch(&w, children + 4 * i, here(&w));
        enum wr_result result = write_mesh(&w, &model->meshes[i], i + 1, root);
        if (result != WR_OK)
            return result;
    }
    if (mdl->failed || mdx->failed)
        return wr_no_memory(context);
    wr_bytes_patch_u32(mdl, w.mdl_start + 4, here(&w));
    wr_bytes_patch_u32(mdl, w.mdl_start + 8, (uint32_t)(mdx->size - w.mdx_start));
    patch(&w, 176, (uint32_t)(mdx->size - w.mdx_start));
    return WR_OK;
}
