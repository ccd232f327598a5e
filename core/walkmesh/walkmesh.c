/* Making walkmeshes, sorting their faces and computing what follows from them. */
#include "core/walkmesh/walkmesh.h"

#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/perimeter.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/tree.h"

#include <inttypes.h>
#include <string.h>

enum { DISPUTED_MATERIAL = 16 }; /* the two games differ */

struct wr_walkmesh *wr_walkmesh_new(struct wr_arena *arena, enum wr_walkmesh_kind kind,
                                    uint32_t vertex_count, uint32_t face_count)
{
    struct wr_walkmesh *mesh = WR_ZERO(arena, struct wr_walkmesh, 1);
    if (!mesh)
        return NULL;
    mesh->arena = arena;
    mesh->kind = kind;
    mesh->vertex_count = vertex_count;
    mesh->face_count = face_count;
    mesh->vertices = WR_TAKE(arena, wr_vec3, vertex_count);
    mesh->faces = WR_TAKE(arena, wr_face, face_count);
    mesh->materials = WR_TAKE(arena, uint32_t, face_count);
    return mesh->vertices && mesh->faces && mesh->materials ? mesh : NULL;
}

void wr_walkmesh_free(struct wr_walkmesh *mesh)
{
    if (mesh)
        wr_arena_destroy(mesh->arena);
}

uint64_t wr_walkmesh_walkable(const struct wr_walkmesh *mesh, const wr_surfaces *surfaces)
{
    const uint64_t disputed = UINT64_C(1) << DISPUTED_MATERIAL;
    bool as_walkable = false, as_blocking = false;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t material = mesh->materials[f];
        bool listed = f < mesh->walkable_count;
        if (material == DISPUTED_MATERIAL) {
            as_walkable |= listed;
            as_blocking |= !listed;
        } else if (wr_material_in(surfaces->walkable, material) != listed) {
            return surfaces->walkable; /* the order follows other rules: it tells nothing */
        }
    }
    if (mesh->kind != WR_WOK || as_walkable == as_blocking)
        return surfaces->walkable;
    return as_walkable ? surfaces->walkable | disputed : surfaces->walkable & ~disputed;
}

/* ---- Marks --------------------------------------------------------------------------- */

/* Merges the sorted halves [0, middle) and [middle, count) of `from` into `to`. */
static void merge(const wr_edge *from, uint32_t middle, uint32_t count, wr_edge *to)
{
    uint32_t a = 0, b = middle;
    for (uint32_t i = 0; i < count; i++)
        to[i] =
            b == count || (a < middle && from[a].edge <= from[b].edge) ? from[a++] : from[b++];
}

/* Stable, by edge; returns whichever of the two buffers holds the result. */
static wr_edge *sort_marks(wr_edge *items, wr_edge *spare, uint32_t count)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t at = 0; at < count; at += 2 * width) {
            uint32_t left = count - at;
            uint32_t total = left < 2 * width ? left : 2 * width;
            merge(items + at, total < width ? total : width, total, spare + at);
        }
        wr_edge *swap = items;
        items = spare;
        spare = swap;
    }
    return items;
}

/* Of several entries for one edge the first stays; returns how many are left. */
static uint32_t keep_first(wr_edge *items, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || items[i].edge != items[kept - 1].edge)
            items[kept++] = items[i];
    return kept;
}

enum wr_result wr_walkmesh_marks(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_walkmesh *mesh, struct wr_marks *out,
                                 uint32_t *dropped)
{
    uint32_t marked = 0, count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        marked += mesh->edges[i].transition != -1;
    wr_edge *items = WR_TAKE(arena, wr_edge, marked);
    wr_edge *spare = WR_TAKE(arena, wr_edge, marked);
    if (!items || !spare)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].transition != -1 && mesh->edges[i].edge / 3 < mesh->face_count)
            items[count++] = mesh->edges[i];
    out->items = sort_marks(items, spare, count);
    out->count = keep_first(out->items, count);
    if (dropped)
        *dropped = marked - out->count;
    return WR_OK;
}

/* ---- Order --------------------------------------------------------------------------- */

/* What is set aside while the walkable faces close ranks. */
struct aside {
    wr_face *faces;
    uint32_t *materials;
    wr_edge *marks;
    uint32_t count, mark_count;
};

static bool in_order(const struct wr_walkmesh *mesh, uint64_t walkable)
{
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        if (!wr_material_in(walkable, mesh->materials[f]))
            return false;
    return true;
}

static void sort_faces(struct wr_walkmesh *mesh, uint64_t walkable, struct aside *aside)
{
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        if (wr_material_in(walkable, mesh->materials[f])) {
            mesh->faces[f - aside->count] = mesh->faces[f];
            mesh->materials[f - aside->count] = mesh->materials[f];
        } else {
            aside->faces[aside->count] = mesh->faces[f];
            aside->materials[aside->count++] = mesh->materials[f];
        }
    }
    memcpy(mesh->faces + mesh->walkable_count, aside->faces,
           aside->count * sizeof *aside->faces);
    memcpy(mesh->materials + mesh->walkable_count, aside->materials,
           aside->count * sizeof *aside->materials);
}

/* Renumbers marks by the order that sort_faces is about to make. */
static void sort_marked(const struct wr_walkmesh *mesh, uint64_t walkable,
                        struct wr_marks *marks, struct aside *aside)
{
    uint32_t kept = 0, blocking = 0, next = 0;
    for (uint32_t f = 0; f < mesh->face_count && next < marks->count; f++) {
        bool front = wr_material_in(walkable, mesh->materials[f]);
        uint32_t to = front ? f - blocking : mesh->walkable_count + blocking;
        blocking += !front;
        for (; next < marks->count && marks->items[next].edge / 3 == f; next++) {
            wr_edge mark = marks->items[next];
            mark.edge = 3 * to + mark.edge % 3;
            if (front)
                marks->items[kept++] = mark;
            else
                aside->marks[aside->mark_count++] = mark;
        }
    }
    if (aside->mark_count > 0)
        memcpy(marks->items + kept, aside->marks, aside->mark_count * sizeof *aside->marks);
}

enum wr_result wr_walkmesh_sort(struct wr_context *context, struct wr_arena *scratch,
                                struct wr_walkmesh *mesh, uint64_t walkable,
                                struct wr_marks *marks)
{
    mesh->walkable_count = 0;
    if (mesh->kind != WR_WOK)
        return WR_OK; /* a placeable's or door's faces keep their order */
    for (uint32_t f = 0; f < mesh->face_count; f++)
        mesh->walkable_count += wr_material_in(walkable, mesh->materials[f]);
    if (in_order(mesh, walkable))
        return WR_OK;
    wr_arena_mark here = wr_arena_here(scratch);
    uint32_t blocking = mesh->face_count - mesh->walkable_count;
    struct aside aside = {
        .faces = WR_TAKE(scratch, wr_face, blocking),
        .materials = WR_TAKE(scratch, uint32_t, blocking),
        .marks = WR_TAKE(scratch, wr_edge, marks ? marks->count : 0),
    };
    if (!aside.faces || !aside.materials || !aside.marks)
        return wr_no_memory(context);
    if (marks)
        sort_marked(mesh, walkable, marks, &aside);
    sort_faces(mesh, walkable, &aside);
    wr_arena_rewind(scratch, here);
    return WR_OK;
}

/* ---- Derived tables --------------------------------------------------------------------- */

void wr_walkmesh_forget(struct wr_walkmesh *mesh)
{
    mesh->normals = NULL;
    mesh->distances = NULL;
    mesh->nodes = NULL;
    mesh->adjacency = NULL;
    mesh->edges = NULL;
    mesh->perimeters = NULL;
    mesh->node_count = mesh->edge_count = mesh->perimeter_count = 0;
}

static enum wr_result derive_room(struct wr_context *context, struct wr_arena *scratch,
                                  struct wr_walkmesh *mesh, const struct wr_marks *marks,
                                  wr_where where, uint32_t *dropped)
{
    uint32_t overused;
    enum wr_result result = wr_tree_fill(context, scratch, mesh); /* wants most scratch */
    if (result == WR_OK)
        result = wr_adjacency_fill(context, scratch, mesh, &overused);
    result = wr_context_whole(context, result);
    if (result == WR_OK)
        result = wr_perimeter_fill(context, scratch, mesh, marks, dropped);
    result = wr_context_whole(context, result);
    if (result == WR_OK && overused > 0)
        wr_warn(context, where, "edge-overused",
                "give every walkable face its own side of the edge",
                "%" PRIu32 " edges are shared by more than two walkable faces, or by two the "
                "same way round; they stay closed to walking",
                overused);
    return result;
}

enum wr_result wr_walkmesh_derive(struct wr_context *context, struct wr_arena *scratch,
                                  struct wr_walkmesh *mesh, const struct wr_marks *marks,
                                  wr_where where, uint32_t *dropped)
{
    wr_walkmesh_forget(mesh);
    return wr_walkmesh_fill(context, scratch, mesh, marks, where, dropped);
}

enum wr_result wr_walkmesh_fill(struct wr_context *context, struct wr_arena *scratch,
                                struct wr_walkmesh *mesh, const struct wr_marks *marks,
                                wr_where where, uint32_t *dropped)
{
    if (dropped)
        *dropped = 0;
    enum wr_result result = wr_planes_fill(context, mesh);
    if (result != WR_OK)
        return result;
    if (mesh->kind == WR_WOK)
        return derive_room(context, scratch, mesh, marks, where, dropped);
    if (dropped && marks)
        *dropped = marks->count;
    return WR_OK;
}

double wr_face_area(const struct wr_walkmesh *mesh, uint32_t face)
{
    const uint32_t *v = mesh->faces[face].v;
    const wr_vec3 *at = mesh->vertices;
    double twice = wr_triangle_normal(at[v[0]], at[v[1]], at[v[2]]).z;
    return twice > 0 ? twice / 2 : 0;
}

double wr_walkmesh_area(const struct wr_walkmesh *mesh)
{
    double area = 0;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        area += wr_face_area(mesh, f);
    return area;
}
