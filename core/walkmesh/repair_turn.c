/* Turning walkable faces over that look downward in a floor that looks up. */
#include "core/base/tolerance.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/repairing.h"
#include "core/walkmesh/tree.h"

#define NONE UINT32_MAX

/* The walkable faces as they hang together by edges that two of them share, whichever way
 * round. */
struct turning {
    struct wr_mending *mending;
    uint32_t *across; /* by edge: the other one, or NONE */
    uint8_t *turned;  /* by face: whether it lies the other way round than its first one */
    uint8_t *seen;
    uint32_t *faces; /* those of the piece at hand */
    uint32_t count;
    bool twisted;              /* the piece has no two sides */
    struct wr_walkmesh *above; /* the mesh with a tree, once it is asked for */
};

static bool link_faces(struct turning *turning)
{
    struct wr_mending *mending = turning->mending;
    size_t count = 3 * (size_t)mending->mesh.walkable_count;
    const wr_edge_ends *edges = wr_repair_edges(mending, NULL);
    for (size_t i = 0, end; edges && i < count; i = end) {
        end = wr_edge_run(edges, count, i);
        bool pair = end - i == 2 && edges[i].edge / 3 != edges[i + 1].edge / 3;
        for (size_t k = i; k < end; k++)
            turning->across[edges[k].edge] = pair ? edges[i + (k == i)].edge : NONE;
    }
    return edges != NULL;
}

/* Neighbours run along their edge in opposite ways, or one of them lies upside down. */
static void look_across(struct turning *turning, uint32_t edge)
{
    const struct wr_walkmesh *mesh = &turning->mending->mesh;
    uint32_t other = turning->across[edge], face = edge / 3;
    if (other == NONE)
        return;
    bool same = wr_edge_start(mesh, edge) == wr_edge_start(mesh, other);
    uint8_t turned = turning->turned[face] ^ (uint8_t)same;
    if (turning->seen[other / 3]) {
        turning->twisted |= turning->turned[other / 3] != turned;
        return;
    }
    turning->seen[other / 3] = 1;
    turning->turned[other / 3] = turned;
    turning->faces[turning->count++] = other / 3;
}

static void gather_piece(struct turning *turning, uint32_t first)
{
    turning->count = 0;
    turning->twisted = false;
    turning->seen[first] = 1;
    turning->faces[turning->count++] = first;
    for (uint32_t i = 0; i < turning->count; i++)
        for (uint32_t k = 0; k < 3; k++)
            look_across(turning, 3 * turning->faces[i] + k);
}

/* How many faces of one way round look up, and how many down. */
static void count_sides(const struct turning *turning, uint32_t up[2], uint32_t down[2])
{
    up[0] = up[1] = down[0] = down[1] = 0;
    for (uint32_t i = 0; i < turning->count; i++) {
        uint32_t face = turning->faces[i];
        enum wr_side side = wr_face_side(&turning->mending->mesh, face);
        up[turning->turned[face]] += side == WR_SIDE_UP;
        down[turning->turned[face]] += side == WR_SIDE_DOWN;
    }
}

static enum wr_result make_tree(struct turning *turning)
{
    struct wr_mending *mending = turning->mending;
    struct wr_walkmesh *mesh = WR_TAKE(mending->arena, struct wr_walkmesh, 1);
    if (!mesh)
        return wr_no_memory(mending->context);
    *mesh = mending->mesh;
    turning->above = mesh;
    return wr_tree_derive(mending->context, mending->arena, mesh);
}

/* Whether floor lies under a piece that looks down: then it is a ceiling. */
static enum wr_result is_ceiling(struct turning *turning, bool *ceiling)
{
    *ceiling = false;
    enum wr_result result = turning->above ? WR_OK : make_tree(turning);
    for (uint32_t i = 0; result == WR_OK && i < turning->count && !*ceiling; i++) {
        uint32_t face = turning->faces[i];
        wr_vec3 at = wr_repair_middle(&turning->mending->mesh, face);
        float height;
        *ceiling =
            wr_walkmesh_height_at(turning->above, at.x, at.y, at.z, WR_ALL_SURFACES, &height);
    }
    return result;
}

static void turn_face(struct wr_mending *mending, uint32_t face)
{
    uint32_t *v = mending->mesh.faces[face].v, corner = v[1];
    int32_t *marks = &mending->marks[3 * (size_t)face], mark = marks[0];
    wr_repair_tell(mending, &mending->report->turned, WR_REPAIR_FACE, mending->origins[face],
                   "mended-face-downward", NULL,
                   "face %u at %s looked downward, its neighbours up: it is turned over",
                   (unsigned)mending->origins[face],
                   wr_repair_place_of(wr_repair_middle(&mending->mesh, face)).text);
    v[1] = v[2];
    v[2] = corner;
    marks[0] = marks[2];
    marks[2] = mark;
}

/* In a piece the faces are turned that lie the other way round than those that look up; all of
 * it, where it looks down and is no ceiling. Where faces of both ways look up it is folded. */
static enum wr_result turn_piece(struct turning *turning)
{
    uint32_t up[2], down[2];
    enum wr_result result = WR_OK;
    count_sides(turning, up, down);
    for (uint8_t side = 0; side < 2; side++) {
        if (down[side] == 0 || up[side] > 0 || (up[!side] == 0 && down[!side] > 0))
            continue;
        bool ceiling = false;
        if (up[!side] == 0)
            result = is_ceiling(turning, &ceiling);
        for (uint32_t i = 0; result == WR_OK && !ceiling && i < turning->count; i++)
            if (turning->turned[turning->faces[i]] == side)
                turn_face(turning->mending, turning->faces[i]);
        return result;
    }
    return result;
}

enum wr_result wr_repair_turn(struct wr_mending *mending)
{
    uint32_t count = mending->mesh.walkable_count;
    wr_arena_mark here = wr_arena_here(mending->arena);
    struct turning turning = {.mending = mending,
                              .across = WR_TAKE(mending->arena, uint32_t, 3 * (size_t)count),
                              .turned = WR_ZERO(mending->arena, uint8_t, count),
                              .seen = WR_ZERO(mending->arena, uint8_t, count),
                              .faces = WR_TAKE(mending->arena, uint32_t, count)};
    if (!turning.across || !turning.turned || !turning.seen || !turning.faces ||
        !link_faces(&turning))
        return wr_no_memory(mending->context);
    enum wr_result result = WR_OK;
    for (uint32_t f = 0; result == WR_OK && f < count; f++) {
        if (turning.seen[f])
            continue;
        gather_piece(&turning, f);
        if (!turning.twisted)
            result = turn_piece(&turning);
    }
    wr_arena_rewind(mending->arena, here);
    return result;
}
