/* Facets: boxes of faces, and how deep inside the floor each of them can lie.
 *
 * The distance of a face's middle from any edge of the border, and its radius, bound that
 * depth. Rims near it are handed on from face to face, starting at the border, so that a mesh
 * takes time in proportion to its faces. */
#include "builder/layout/facets.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kits.h"

#include <stdlib.h>

/* ---- Boxes and rims ---- */

static void add_boxes(struct wr_facets *facets)
{
    const struct wr_walkmesh *mesh = facets->mesh;
    facets->box = facets->floor = wr_box_empty();
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        facets->box = wr_box_add(facets->box, mesh->vertices[v]);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        wr_box box = wr_box_empty();
        for (int corner = 0; corner < 3; corner++)
            box = wr_box_add(box, mesh->vertices[mesh->faces[f].v[corner]]);
        facets->items[f] = (struct wr_facet){.box = box, .face = f};
        if (f < mesh->walkable_count)
            facets->floor = wr_box_join(facets->floor, box);
    }
}

static void add_rims(struct wr_facets *facets)
{
    const struct wr_walkmesh *mesh = facets->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++)
        wr_rims_add(&facets->rims, mesh->vertices[wr_edge_start(mesh, mesh->edges[e].edge)],
                    mesh->vertices[wr_edge_end(mesh, mesh->edges[e].edge)]);
}

/* ---- Depths ---- */

/* Rims on their way: the nearest that came to each walkable face so far. */
struct spreading {
    const struct wr_facets *facets;
    const struct wr_walkmesh *mesh;
    wr_dvec3 *middles;
    uint32_t *rims; /* or WR_NONE */
    double *distances;
    uint32_t *reached, reached_count; /* faces in the order in which a rim came to them */
};

static void hand_over(struct spreading *s, uint32_t face, uint32_t rim)
{
    if (s->rims[face] == rim)
        return;
    double distance = sqrt(wr_rim_distance_squared(&s->facets->rims.items[rim],
                                                   s->middles[face].x, s->middles[face].y));
    if (s->rims[face] == WR_NONE)
        s->reached[s->reached_count++] = face;
    else if (distance >= s->distances[face])
        return;
    s->rims[face] = rim;
    s->distances[face] = distance;
}

static void hand_on(struct spreading *s, uint32_t face)
{
    for (int side = 0; s->mesh->adjacency && side < 3; side++) {
        int32_t across = s->mesh->adjacency[face][side];
        if (across >= 0 && (uint32_t)across / 3 < s->mesh->walkable_count)
            hand_over(s, (uint32_t)across / 3, s->rims[face]);
    }
}

/* Twice: a face hears of what came to its neighbours later than to itself. */
static void spread(struct spreading *s)
{
    const struct wr_walkmesh *mesh = s->mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++)
        if (mesh->edges[e].edge / 3 < mesh->walkable_count)
            hand_over(s, mesh->edges[e].edge / 3, e);
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < s->reached_count; i++)
            hand_on(s, s->reached[i]);
}

static bool spreading_make(struct spreading *s, struct wr_arena *arena,
                           const struct wr_facets *facets)
{
    const struct wr_walkmesh *mesh = facets->mesh;
    uint32_t count = mesh->walkable_count;
    *s = (struct spreading){
        .facets = facets,
        .mesh = mesh,
        .middles = WR_TAKE(arena, wr_dvec3, count),
        .rims = WR_TAKE(arena, uint32_t, count),
        .distances = WR_TAKE(arena, double, count),
        .reached = WR_TAKE(arena, uint32_t, count),
    };
    if (!s->middles || !s->rims || !s->distances || !s->reached)
        return false;
    for (uint32_t f = 0; f < count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        wr_dvec3 sum = wr_add(wr_widen(mesh->vertices[v[0]]), wr_widen(mesh->vertices[v[1]]));
        s->middles[f] = wr_scale(wr_add(sum, wr_widen(mesh->vertices[v[2]])), 1.0 / 3);
        s->rims[f] = WR_NONE;
    }
    return true;
}

/* Whether a rim is on one storey with all of a face, also after rounding in an area. */
static bool on_one_storey(const struct wr_rim *rim, wr_box face)
{
    double apart = WR_HEADROOM - WR_WELD_DISTANCE - WR_CENTIMETRE;
    return rim->box.most_z >= face.max.z - apart && rim->box.least_z <= face.min.z + apart;
}

static double radius_of(const struct spreading *s, uint32_t face)
{
    double radius = 0;
    for (int corner = 0; corner < 3; corner++) {
        wr_vec3 p = s->mesh->vertices[s->mesh->faces[face].v[corner]];
        double x = p.x - s->middles[face].x, y = p.y - s->middles[face].y;
        radius = radius < x * x + y * y ? x * x + y * y : radius;
    }
    return sqrt(radius);
}

static bool add_depths(struct wr_facets *facets, struct wr_arena *scratch)
{
    struct spreading s;
    if (!spreading_make(&s, scratch, facets))
        return false;
    spread(&s);
    for (uint32_t f = 0; f < facets->mesh->walkable_count; f++) {
        struct wr_facet *facet = &facets->items[f];
        bool known =
            s.rims[f] != WR_NONE && on_one_storey(&facets->rims.items[s.rims[f]], facet->box);
        facet->most =
            known ? s.distances[f] + radius_of(&s, f) + WR_WELD_DISTANCE : (double)INFINITY;
    }
    return true;
}

/* ---- Their order ---- */

static int order_facets(const void *a, const void *b)
{
    const struct wr_facet *p = a, *q = b;
    if (p->most != q->most)
        return p->most > q->most ? -1 : 1;
    return p->face < q->face ? -1 : p->face > q->face;
}

static void add_order(struct wr_facets *facets)
{
    uint32_t count = facets->mesh->walkable_count;
    for (uint32_t f = 0; f < count; f++)
        facets->walkable[f] = facets->items[f];
    if (count)
        qsort(facets->walkable, count, sizeof *facets->walkable, order_facets);
}

static const struct wr_facets *make(struct wr_arena *arena, const struct wr_walkmesh *mesh)
{
    struct wr_facets *facets = WR_TAKE(arena, struct wr_facets, 1);
    if (!facets)
        return NULL;
    *facets = (struct wr_facets){
        .mesh = mesh,
        .items = WR_TAKE(arena, struct wr_facet, mesh->face_count),
        .walkable = WR_TAKE(arena, struct wr_facet, mesh->walkable_count),
    };
    if (!facets->items || !facets->walkable ||
        !wr_rims_take(&facets->rims, arena, mesh->edge_count) ||
        !wr_hull_make(&facets->hull, arena, mesh))
        return NULL;
    add_boxes(facets);
    add_rims(facets);
    wr_arena_mark here = wr_arena_here(arena);
    bool fine = add_depths(facets, arena);
    wr_arena_rewind(arena, here);
    if (!fine)
        return NULL;
    add_order(facets);
    return facets;
}

/* ---- The table ---- */

void wr_facets_start(struct wr_facets_table *table, struct wr_arena *arena)
{
    *table = (struct wr_facets_table){.arena = arena};
}

static const struct wr_facets **slot_of(const struct wr_facets_table *table,
                                        const struct wr_walkmesh *mesh)
{
    size_t mask = table->capacity - 1;
    size_t at = (size_t)(((uint64_t)(uintptr_t)mesh * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (table->slots[at] && table->slots[at]->mesh != mesh)
        at = (at + 1) & mask;
    return &table->slots[at];
}

/* Half of the slots stay empty. */
static bool widen(struct wr_facets_table *table)
{
    struct wr_facets_table old = *table;
    if (2 * table->count < table->capacity)
        return true;
    table->capacity = old.capacity ? 2 * old.capacity : 64;
    table->slots = WR_ZERO(table->arena, const struct wr_facets *, table->capacity);
    if (!table->slots) {
        *table = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i])
            *slot_of(table, old.slots[i]->mesh) = old.slots[i];
    return true;
}

const struct wr_facets *wr_facets_of(struct wr_facets_table *table,
                                     const struct wr_walkmesh *mesh)
{
    if (!widen(table))
        return NULL;
    const struct wr_facets **slot = slot_of(table, mesh);
    if (!*slot) {
        *slot = make(table->arena, mesh);
        table->count += *slot != NULL;
    }
    return *slot;
}

const struct wr_facets *wr_facets_find(const struct wr_facets_table *table,
                                       const struct wr_walkmesh *mesh)
{
    return table->capacity ? *slot_of(table, mesh) : NULL;
}
