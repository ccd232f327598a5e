/* Between scenes and walkmeshes. */
#include "core/scene/floor.h"
#include "core/scene/light.h"

#include "core/walkmesh/planes.h"
#include "core/walkmesh/surfaces.h"
#include "core/walkmesh/weld.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Out of a scene ------------------------------------------------------------------------
 */

/* An edge's link, and how many were found before it. */
struct mark {
    wr_edge edge;
    uint32_t turn;
};

struct gathering {
    struct wr_context *context;
    const struct wr_scene_floor *floor;
    wr_where where;
    uint64_t walkable; /* surfaces */
    struct wr_walkmesh *mesh;
    struct mark *found;
    uint32_t found_count;
    struct wr_marks marks;           /* of those, in order */
    uint64_t vertices, faces, edges; /* so far; edges: of marks that may come */
    bool far;
    double light[256]; /* of bytes, where links are painted */
};

static uint32_t surface_of(const struct wr_scene_floor *floor, const wr_scene_part *part)
{
    uint32_t count = floor->scene->material_count;
    return floor->surfaces[part->material == WR_SCENE_NONE ? count : part->material];
}

static bool has_surface(const struct wr_scene_floor *floor, const wr_scene_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->part_count; i++)
        if (surface_of(floor, &mesh->parts[i]) != WR_SCENE_NONE)
            return true;
    return false;
}

/* Calls for each mesh that some face of counts. */
typedef bool mesh_fn(struct gathering *g, const wr_scene_node *node, const wr_scene_mesh *mesh);

static bool each_mesh(struct gathering *g, mesh_fn *fn)
{
    const struct wr_scene *scene = g->floor->scene;
    for (uint32_t i = 0; i < g->floor->node_count; i++) {
        const wr_scene_node *node = &scene->nodes[g->floor->nodes[i]];
        if (wr_context_stopped(g->context))
            return false;
        if (node->mesh != WR_SCENE_NONE && has_surface(g->floor, &scene->meshes[node->mesh]) &&
            !fn(g, node, &scene->meshes[node->mesh]))
            return false;
    }
    return true;
}

static bool shares_points(const wr_scene_mesh *mesh, uint32_t part)
{
    return part > 0 && mesh->parts[part - 1].points == mesh->parts[part].points;
}

static bool count_mesh(struct gathering *g, const wr_scene_node *node,
                       const wr_scene_mesh *mesh)
{
    (void)node;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const wr_scene_part *part = &mesh->parts[i];
        bool counts = surface_of(g->floor, part) != WR_SCENE_NONE;
        g->vertices += shares_points(mesh, i) ? 0 : part->point_count;
        g->faces += counts ? part->triangle_count : 0;
        g->edges += counts && part->colours && g->floor->paint ? 3 * part->triangle_count : 0;
    }
    g->edges += mesh->link_count;
    return true;
}

/* ---- Links ---------------------------------------------------------------------------------
 */

/* The room that a colour stands for; -1: none. A program wrote the byte, or its light. */
static int32_t room_of(const struct gathering *g, const float colour[4])
{
    double green = colour[1], plain = 255 * green;
    unsigned least = (unsigned)g->floor->paint;
    if (colour[0] > 0.01f || colour[2] > 0.01f || !(green > 0) || green > 1)
        return -1;
    unsigned byte = (unsigned)(plain + 0.5);
    if (fabs(plain - byte) > 0.02 || byte < least)
        byte = wr_light_byte(g->light, green);
    return byte < least ? -1 : (int32_t)(byte - least);
}

static void mark(struct gathering *g, uint64_t edge, int32_t room)
{
    g->found[g->found_count] = (struct mark){{(uint32_t)edge, room}, g->found_count};
    g->found_count++;
}

static void mark_painted(struct gathering *g, const wr_scene_part *part,
                         const uint32_t corners[3], bool turned)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t from = corners[k], to = corners[(k + 1) % 3];
        int32_t room = room_of(g, part->colours[turned ? to : from]);
        bool both = g->floor->paint == WR_PAINT_SIDE;
        if (room >= 0 && (!both || room_of(g, part->colours[turned ? from : to]) == room))
            mark(g, 3 * g->faces + k, room);
    }
}

static int by_edge(const void *a, const void *b)
{
    const struct mark *x = a, *y = b;
    if (x->edge.edge != y->edge.edge)
        return x->edge.edge < y->edge.edge ? -1 : 1;
    return x->turn < y->turn ? -1 : x->turn > y->turn;
}

/* What Warren noted, where the mesh still has as many faces of a surface. */
static void mark_noted(struct gathering *g, const wr_scene_mesh *mesh, uint64_t first,
                       bool turned)
{
    for (uint32_t i = 0; i < mesh->link_count; i++) {
        uint32_t edge = mesh->links[2 * i], room = mesh->links[2 * i + 1];
        uint32_t side = turned ? 2 - edge % 3 : edge % 3;
        if (edge / 3 < g->faces - first && room <= INT32_MAX)
            mark(g, 3 * (first + edge / 3) + side, (int32_t)room);
    }
}

/* ---- Faces ---------------------------------------------------------------------------------
 */

static void add_points(struct gathering *g, const wr_affine *world, const wr_scene_part *part)
{
    for (uint32_t i = 0; i < part->point_count; i++) {
        wr_dvec3 point = wr_affine_point(world, wr_widen(part->points[i]));
        wr_vec3 moved = wr_narrow(wr_sub(point, g->floor->origin));
        g->far |= !wr_vec3_finite(moved);
        g->mesh->vertices[g->vertices++] = moved;
    }
}

static bool looks_aside(const struct gathering *g, wr_face face)
{
    const wr_vec3 *at = g->mesh->vertices;
    enum wr_side side = wr_triangle_side(at[face.v[0]], at[face.v[1]], at[face.v[2]]);
    return side == WR_SIDE_DOWN || side == WR_SIDE_UPRIGHT;
}

/* A mirrored triangle turns the other way: its last two corners change places, so that side 0
 * becomes side 2 and back. */
static void add_faces(struct gathering *g, const wr_scene_part *part, uint64_t first,
                      bool turned)
{
    uint32_t surface = surface_of(g->floor, part);
    if (surface == WR_SCENE_NONE)
        return;
    bool upward = g->floor->upward && wr_material_in(g->walkable, surface);
    for (uint32_t i = 0; i < part->triangle_count; i++) {
        const uint32_t *v = part->triangles[i];
        const uint32_t corners[3] = {v[0], v[turned ? 2 : 1], v[turned ? 1 : 2]};
        wr_face face;
        for (int k = 0; k < 3; k++)
            face.v[k] = (uint32_t)first + corners[k];
        if (upward && looks_aside(g, face))
            continue;
        if (part->colours && g->floor->paint)
            mark_painted(g, part, corners, turned);
        g->mesh->faces[g->faces] = face;
        g->mesh->materials[g->faces++] = surface;
    }
}

static bool add_mesh(struct gathering *g, const wr_scene_node *node, const wr_scene_mesh *mesh)
{
    bool turned = wr_affine_determinant(&node->world) < 0;
    uint64_t first = g->vertices, first_face = g->faces;
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        if (!shares_points(mesh, i)) {
            first = g->vertices;
            add_points(g, &node->world, &mesh->parts[i]);
        }
        add_faces(g, &mesh->parts[i], first, turned);
    }
    mark_noted(g, mesh, first_face, turned);
    return true;
}

/* Of one edge, what came first. */
static void sort_marks(struct gathering *g)
{
    if (g->found_count > 0)
        qsort(g->found, g->found_count, sizeof *g->found, by_edge);
    for (uint32_t i = 0; i < g->found_count; i++)
        if (i == 0 || g->found[i - 1].edge.edge != g->found[i].edge.edge)
            g->marks.items[g->marks.count++] = g->found[i].edge;
}

static enum wr_result gather(struct gathering *g, struct wr_arena *arena,
                             struct wr_arena *scratch)
{
    if (!each_mesh(g, count_mesh))
        return WR_STOPPED;
    if (g->faces > WR_SCENE_MOST_FACES || g->vertices > 3 * (uint64_t)WR_SCENE_MOST_FACES)
        return wr_fail(g->context, WR_LIMIT, g->where, "bwm-too-large",
                       "cut it into several rooms", "%" PRIu64 " faces are too many", g->faces);
    g->mesh = wr_walkmesh_new(arena, WR_WOK, (uint32_t)g->vertices, (uint32_t)g->faces);
    g->marks.items = WR_TAKE(scratch, wr_edge, (size_t)g->edges);
    g->found = WR_TAKE(scratch, struct mark, (size_t)g->edges);
    if (!g->mesh || !g->marks.items || !g->found)
        return wr_no_memory(g->context);
    g->vertices = g->faces = 0;
    if (!each_mesh(g, add_mesh))
        return WR_STOPPED;
    g->mesh->face_count = (uint32_t)g->faces;
    sort_marks(g);
    return g->far ? wr_fail(g->context, WR_INVALID, g->where, "scene-far",
                            "move it near the origin",
                            "part of it lies beyond all numbers of a walkmesh")
                  : WR_OK;
}

static enum wr_result finish(struct gathering *g, struct wr_arena *scratch,
                             const wr_surfaces *surfaces, uint32_t *dropped)
{
    enum wr_result result =
        wr_walkmesh_weld(g->context, scratch, g->mesh, &g->marks, NULL, dropped);
    if (result == WR_OK)
        result = wr_walkmesh_sort(g->context, scratch, g->mesh, surfaces->walkable, &g->marks);
    if (result == WR_OK)
        result = wr_walkmesh_derive(g->context, scratch, g->mesh, &g->marks, g->where, NULL);
    return result;
}

enum wr_result wr_scene_walkmesh(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_scene_floor *floor, wr_where where,
                                 const wr_surfaces *surfaces, uint32_t *dropped,
                                 struct wr_walkmesh **out)
{
    struct gathering g = {
        .context = context, .floor = floor, .where = where, .walkable = surfaces->walkable};
    struct wr_arena *scratch = wr_arena_create();
    if (floor->paint)
        wr_light_fill(g.light);
    enum wr_result result = scratch ? gather(&g, arena, scratch) : wr_no_memory(context);
    if (result == WR_OK)
        result = finish(&g, scratch, surfaces, dropped);
    wr_arena_destroy(scratch);
    *out = g.mesh;
    return result;
}

/* Twice the area of a triangle, along what it looks at. */
static wr_dvec3 area_of(const wr_scene_node *node, const wr_scene_part *part, const uint32_t *v)
{
    wr_dvec3 at[3];
    for (int k = 0; k < 3; k++)
        at[k] = wr_affine_point(&node->world, wr_widen(part->points[v[k]]));
    double sign = wr_affine_determinant(&node->world) < 0 ? -1 : 1;
    return wr_scale(wr_cross(wr_sub(at[1], at[0]), wr_sub(at[2], at[0])), sign);
}

void wr_scene_look(const struct wr_scene *scene, uint32_t node, const uint32_t *surfaces,
                   uint64_t among, struct wr_scene_looks *looks)
{
    const wr_scene_node *self = &scene->nodes[node];
    const struct wr_scene_floor floor = {.scene = scene, .surfaces = surfaces};
    const wr_scene_mesh *mesh = self->mesh == WR_SCENE_NONE ? NULL : &scene->meshes[self->mesh];
    for (uint32_t i = 0; mesh && i < mesh->part_count; i++) {
        const wr_scene_part *part = &mesh->parts[i];
        uint32_t surface = surface_of(&floor, part);
        if (surface == WR_SCENE_NONE || !wr_material_in(among, surface))
            continue;
        for (uint32_t t = 0; t < part->triangle_count; t++) {
            wr_dvec3 area = area_of(self, part, part->triangles[t]);
            looks->all += wr_length(area) / 2;
            *(area.z > 0 ? &looks->up : &looks->down) += fabs(area.z) / 2;
            looks->along_y += area.y > 0 ? area.y / 2 : 0;
        }
    }
}

uint32_t *wr_scene_named(struct wr_arena *arena, const struct wr_scene *scene,
                         const wr_surfaces *surfaces)
{
    uint32_t *out = WR_TAKE(arena, uint32_t, (size_t)scene->material_count + 1);
    for (uint32_t i = 0; out && i < scene->material_count; i++)
        if (!wr_surface_named(wr_view_of(scene->materials[i].name), &out[i]) ||
            !wr_material_in(surfaces->known, out[i]))
            out[i] = WR_SCENE_NONE;
    if (out)
        out[scene->material_count] = WR_SCENE_NONE;
    return out;
}

/* ---- Into a scene --------------------------------------------------------------------------
 */

struct laying {
    const struct wr_walkmesh *walkmesh;
    uint32_t counts[WR_SURFACE_COUNT], starts[WR_SURFACE_COUNT];
    uint32_t *places; /* one a face: which triangle of the mesh it is */
    uint32_t (*triangles)[3];
};

static uint32_t surface_at(const struct laying *laying, uint32_t face)
{
    uint32_t material = laying->walkmesh->materials[face];
    return material < WR_SURFACE_COUNT ? material : 0;
}

static void lay_faces(struct laying *laying)
{
    uint32_t next[WR_SURFACE_COUNT], start = 0, count = laying->walkmesh->face_count;
    for (uint32_t f = 0; f < count; f++)
        laying->counts[surface_at(laying, f)]++;
    for (uint32_t i = 0; i < WR_SURFACE_COUNT; i++) {
        next[i] = laying->starts[i] = start;
        start += laying->counts[i];
    }
    for (uint32_t f = 0; f < count; f++) {
        laying->places[f] = next[surface_at(laying, f)]++;
        memcpy(laying->triangles[laying->places[f]], laying->walkmesh->faces[f].v,
               sizeof *laying->triangles);
    }
}

static bool lay_links(struct wr_arena *arena, const struct laying *laying, wr_scene_mesh *out)
{
    const struct wr_walkmesh *mesh = laying->walkmesh;
    uint32_t *links = WR_TAKE(arena, uint32_t, 2 * (size_t)mesh->edge_count);
    for (uint32_t i = 0; links && i < mesh->edge_count; i++) {
        uint32_t edge = mesh->edges[i].edge;
        if (mesh->edges[i].transition < 0 || edge / 3 >= mesh->face_count)
            continue;
        links[2 * out->link_count] = 3 * laying->places[edge / 3] + edge % 3;
        links[2 * out->link_count++ + 1] = (uint32_t)mesh->edges[i].transition;
    }
    out->links = links;
    return links != NULL;
}

bool wr_scene_of_walkmesh(struct wr_arena *arena, const struct wr_walkmesh *walkmesh,
                          wr_scene_mesh *out)
{
    struct laying laying = {.walkmesh = walkmesh};
    wr_scene_part *parts = WR_TAKE(arena, wr_scene_part, WR_SURFACE_COUNT);
    laying.places = WR_TAKE(arena, uint32_t, walkmesh->face_count);
    laying.triangles = wr_arena_take(arena, walkmesh->face_count, sizeof *laying.triangles);
    if (!parts || !laying.places || !laying.triangles)
        return false;
    lay_faces(&laying);
    for (uint32_t i = 0; i < WR_SURFACE_COUNT; i++)
        if (laying.counts[i] > 0)
            parts[out->part_count++] = (wr_scene_part){
                .points = walkmesh->vertices,
                .point_count = walkmesh->vertex_count,
                .triangles = (const uint32_t(*)[3])(laying.triangles + laying.starts[i]),
                .triangle_count = laying.counts[i],
                .material = i};
    out->parts = parts;
    return lay_links(arena, &laying, out);
}

/* Hues apart from each other, row after row. */
wr_scene_material *wr_scene_surfaces(struct wr_arena *arena)
{
    wr_scene_material *out = WR_ZERO(arena, wr_scene_material, WR_SURFACE_COUNT);
    for (uint32_t i = 0; out && i < WR_SURFACE_COUNT; i++) {
        char number[16];
        int size = snprintf(number, sizeof number, "%" PRIu32, i);
        const char *name = wr_surface_name(i);
        out[i].name = name ? name : wr_arena_text(arena, number, (size_t)size);
        if (!out[i].name)
            return NULL;
        out[i].image = WR_SCENE_NONE;
        for (uint32_t k = 0; k < 3; k++)
            out[i].colour[k] = 0.15f + (float)((i * (k + 2) * 5 + 3 * k) % 17) * 0.05f;
        out[i].colour[3] = 1;
    }
    return out;
}
