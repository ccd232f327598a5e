/* Faults planted in sound floors, with what they should become again. */
#ifndef WR_TESTS_SUPPORT_FAULTS_H
#define WR_TESTS_SUPPORT_FAULTS_H

#include "tests/support/terrain.h"

#include "core/walkmesh/adjacency.h"

enum fault {
    FAULT_WELD,   /* a face gets vertices of its own, a hair from those it had */
    FAULT_FLAT,   /* a face without area on an edge */
    FAULT_DOUBLE, /* a face once more */
    FAULT_FLIP,   /* a floor looks down */
    FAULT_CUT,    /* one of two neighbours is cut at a vertex on their edge, the other is not */
    FAULT_GAP,    /* a face shrinks by some millimetres */
    FAULT_UNUSED, /* a vertex of no face */
    FAULTS
};

/* Faces with a transition an edge, as loose arrays. */
struct faulty {
    wr_vec3 *vertices;
    wr_face *faces;
    uint32_t *materials;
    int32_t (*marks)[3];
    uint32_t vertex_count, face_count;
};

struct planting {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_walkmesh *sound;
    struct faulty have, want;
    uint8_t *touched; /* by vertex of the sound mesh */
    uint32_t count[FAULTS];
};

static inline struct faulty faulty_of(struct wr_arena *arena, const struct wr_walkmesh *mesh)
{
    uint32_t vertices = 8 * mesh->vertex_count + 64, faces = 8 * mesh->face_count + 64;
    struct faulty out = {
        WR_TAKE(arena, wr_vec3, vertices),
        WR_TAKE(arena, wr_face, faces),
        WR_TAKE(arena, uint32_t, faces),
        wr_arena_take(arena, faces, sizeof *out.marks),
        mesh->vertex_count,
        mesh->face_count,
    };
    memcpy(out.vertices, mesh->vertices, mesh->vertex_count * sizeof *out.vertices);
    memcpy(out.faces, mesh->faces, mesh->face_count * sizeof *out.faces);
    memcpy(out.materials, mesh->materials, mesh->face_count * sizeof *out.materials);
    memset(out.marks, 0xff, faces * sizeof *out.marks);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        out.marks[mesh->edges[i].edge / 3][mesh->edges[i].edge % 3] = mesh->edges[i].transition;
    return out;
}

static inline uint32_t faulty_vertex(struct faulty *mesh, wr_vec3 at)
{
    mesh->vertices[mesh->vertex_count] = at;
    return mesh->vertex_count++;
}

static inline void faulty_face(struct faulty *mesh, wr_face face, uint32_t material,
                               int32_t mark0, int32_t mark1, int32_t mark2)
{
    uint32_t f = mesh->face_count++;
    mesh->faces[f] = face;
    mesh->materials[f] = material;
    mesh->marks[f][0] = mark0;
    mesh->marks[f][1] = mark1;
    mesh->marks[f][2] = mark2;
}

static inline bool faulty_leads(const struct faulty *mesh, uint32_t f)
{
    return mesh->marks[f][0] != -1 || mesh->marks[f][1] != -1 || mesh->marks[f][2] != -1;
}

static inline void faulty_flip(struct faulty *mesh, uint32_t f)
{
    uint32_t corner = mesh->faces[f].v[1];
    int32_t mark = mesh->marks[f][0];
    mesh->faces[f].v[1] = mesh->faces[f].v[2];
    mesh->faces[f].v[2] = corner;
    mesh->marks[f][0] = mesh->marks[f][2];
    mesh->marks[f][2] = mark;
}

/* A face cut at a vertex on its k-th edge. */
static inline void faulty_cut(struct faulty *mesh, uint32_t f, uint32_t k, uint32_t vertex)
{
    const uint32_t *v = mesh->faces[f].v;
    uint32_t a = v[k], b = v[(k + 1) % 3], c = v[(k + 2) % 3];
    int32_t next = mesh->marks[f][(k + 1) % 3], last = mesh->marks[f][(k + 2) % 3];
    faulty_face(mesh, (wr_face){{vertex, b, c}}, mesh->materials[f], -1, next, -1);
    mesh->faces[f] = (wr_face){{a, vertex, c}};
    mesh->marks[f][0] = mesh->marks[f][1] = -1;
    mesh->marks[f][2] = last;
}

/* The walkmesh of loose arrays, with its tables. */
static inline struct wr_walkmesh *faulty_mesh(struct wr_context *context,
                                              struct wr_arena *arena, const struct faulty *from)
{
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(arena, WR_WOK, from->vertex_count, from->face_count);
    struct wr_marks marks = {WR_TAKE(arena, wr_edge, 3 * from->face_count), 0};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    memcpy(mesh->vertices, from->vertices, from->vertex_count * sizeof *from->vertices);
    memcpy(mesh->faces, from->faces, from->face_count * sizeof *from->faces);
    memcpy(mesh->materials, from->materials, from->face_count * sizeof *from->materials);
    for (uint32_t e = 0; e < 3 * from->face_count; e++)
        if (from->marks[e / 3][e % 3] != -1)
            marks.items[marks.count++] = (wr_edge){e, from->marks[e / 3][e % 3]};
    assert_int_equal(wr_walkmesh_sort(context, arena, mesh, surfaces.walkable, &marks), WR_OK);
    assert_int_equal(wr_walkmesh_derive(context, arena, mesh, &marks, WR_NOWHERE, NULL), WR_OK);
    return mesh;
}

/* ---- Planting ---------------------------------------------------------------------------- */

/* Whether another face uses each vertex of a face, so that it stays where it is. */
static inline bool plant_is_shared(const struct planting *planting, uint32_t f)
{
    const struct faulty *have = &planting->have;
    uint32_t users[3] = {0, 0, 0};
    for (uint32_t i = 0; i < 3 * have->face_count; i++)
        for (int k = 0; k < 3; k++)
            users[k] += have->faces[i / 3].v[i % 3] == have->faces[f].v[k];
    return users[0] > 1 && users[1] > 1 && users[2] > 1;
}

static inline bool plant_weld(struct planting *planting, wr_random *random, uint32_t f)
{
    struct faulty *have = &planting->have;
    bool exact = wr_random_below(random, 2);
    if (!plant_is_shared(planting, f))
        return false;
    for (int k = 0; k < 3; k++) {
        wr_vec3 p = have->vertices[have->faces[f].v[k]];
        if (!exact)
            p.z += terrain_between(random, -0.0015, 0.0015);
        have->faces[f].v[k] = faulty_vertex(have, p);
    }
    return true;
}

static inline bool plant_flat(struct planting *planting, wr_random *random, uint32_t f)
{
    uint32_t k = wr_random_below(random, 3);
    const uint32_t *v = planting->have.faces[f].v;
    if (faulty_leads(&planting->have, f))
        return false; /* beside another face no edge can lead anywhere */
    faulty_face(&planting->have, (wr_face){{v[k], v[(k + 1) % 3], v[k]}},
                wr_random_below(random, 2) ? STONE : NONWALK, -1, -1, -1);
    return true;
}

static inline bool plant_double(struct planting *planting, wr_random *random, uint32_t f)
{
    struct faulty *have = &planting->have;
    wr_face face = have->faces[f];
    uint32_t k = wr_random_below(random, 3);
    wr_face again = {{face.v[k], face.v[(k + 1) % 3], face.v[(k + 2) % 3]}};
    if (f < planting->sound->walkable_count && !faulty_leads(have, f) &&
        wr_random_below(random, 2))
        again = (wr_face){{face.v[1], face.v[0], face.v[2]}};
    faulty_face(have, again, have->materials[f], -1, -1, -1);
    return true;
}

static inline bool plant_flip(struct planting *planting, wr_random *random, uint32_t f)
{
    (void)random;
    if (f >= planting->sound->walkable_count)
        return false;
    faulty_flip(&planting->have, f);
    return true;
}

/* The faces across an edge share its vertices; both become two, but here only one of them. */
static inline bool plant_cut(struct planting *planting, wr_random *random, uint32_t f)
{
    uint32_t k = wr_random_below(random, 3);
    if (f >= planting->sound->walkable_count || planting->sound->adjacency[f][k] < 0)
        return false;
    uint32_t other = (uint32_t)planting->sound->adjacency[f][k];
    const uint32_t *v = planting->have.faces[f].v;
    wr_dvec3 a = wr_widen(planting->have.vertices[v[k]]);
    wr_dvec3 b = wr_widen(planting->have.vertices[v[(k + 1) % 3]]);
    double part = terrain_between(random, 0.25, 0.75);
    wr_vec3 at = wr_narrow(wr_add(a, wr_scale(wr_sub(b, a), part)));
    faulty_cut(&planting->have, other / 3, other % 3, faulty_vertex(&planting->have, at));
    uint32_t vertex = faulty_vertex(&planting->want, at);
    faulty_cut(&planting->want, other / 3, other % 3, vertex);
    faulty_cut(&planting->want, f, k, vertex);
    return true;
}

static inline bool plant_gap(struct planting *planting, wr_random *random, uint32_t f)
{
    struct faulty *have = &planting->have;
    const int32_t *row = planting->sound->adjacency[f];
    if (f >= planting->sound->walkable_count || row[0] < 0 || row[1] < 0 || row[2] < 0)
        return false;
    wr_dvec3 middle = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        middle =
            wr_add(middle, wr_scale(wr_widen(have->vertices[have->faces[f].v[k]]), 1. / 3));
    for (int k = 0; k < 3; k++) {
        wr_dvec3 p = wr_widen(have->vertices[have->faces[f].v[k]]), way = wr_sub(middle, p);
        double by = terrain_between(random, 0.003, 0.007) / wr_length(way);
        wr_vec3 moved = wr_narrow(wr_add(p, wr_scale(way, by)));
        have->faces[f].v[k] = faulty_vertex(have, moved);
    }
    return true;
}

static inline bool plant_unused(struct planting *planting, wr_random *random, uint32_t f)
{
    const struct faulty *have = &planting->have;
    wr_vec3 at = have->vertices[have->faces[f].v[0]];
    if (wr_random_below(random, 2))
        at.z += 1;
    faulty_vertex(&planting->have, at);
    return true;
}

static inline bool plant_one(struct planting *planting, wr_random *random, enum fault fault,
                             uint32_t f)
{
    static bool (*const plants[FAULTS])(struct planting *, wr_random *, uint32_t) = {
        plant_weld, plant_flat, plant_double, plant_flip, plant_cut, plant_gap, plant_unused};
    bool planted = plants[fault](planting, random, f);
    planting->count[fault] += planted;
    return planted;
}

/* Whether nothing was planted near a face yet; then it counts as touched, with all faces that
 * share an edge with it. */
static inline bool plant_claim(struct planting *planting, uint32_t f)
{
    const struct wr_walkmesh *mesh = planting->sound;
    uint32_t near[12], count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        near[count++] = mesh->faces[f].v[k];
        int32_t across = f < mesh->walkable_count ? mesh->adjacency[f][k] : -1;
        for (uint32_t c = 0; across >= 0 && c < 3; c++)
            near[count++] = mesh->faces[across / 3].v[c];
    }
    for (uint32_t i = 0; i < count; i++)
        if (planting->touched[near[i]])
            return false;
    for (uint32_t i = 0; i < count; i++)
        planting->touched[near[i]] = 1;
    return true;
}

static inline void planting_start(struct planting *planting, struct wr_context *context,
                                  struct wr_arena *arena, uint64_t seed)
{
    *planting = (struct planting){.context = context, .arena = arena};
    planting->sound = terrain_finish(context, arena, terrain_of(arena, seed));
    planting->have = faulty_of(arena, planting->sound);
    planting->want = faulty_of(arena, planting->sound);
    uint8_t *used = WR_ZERO(arena, uint8_t, planting->sound->vertex_count);
    for (uint32_t f = 0; f < planting->sound->face_count; f++)
        for (int k = 0; k < 3; k++)
            used[planting->sound->faces[f].v[k]] = 1;
    for (uint32_t v = 0; v < planting->sound->vertex_count; v++)
        planting->count[FAULT_UNUSED] += !used[v];
    planting->touched = WR_ZERO(arena, uint8_t, planting->sound->vertex_count);
}

#endif
