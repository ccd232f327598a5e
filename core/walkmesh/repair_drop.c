/* Dropping faces without area and doubles; their transitions go to whose edges become open. */
#include "core/walkmesh/planes.h"
#include "core/walkmesh/repairing.h"

#include <stdlib.h>

enum fate { STAYS, FLAT, DOUBLE };

/* ---- Faces without area ------------------------------------------------------------------ */

static bool find_flat(struct wr_mending *mending, uint8_t *fates)
{
    bool found = false;
    for (uint32_t f = 0; f < mending->mesh.face_count; f++)
        if (wr_face_side(&mending->mesh, f) == WR_SIDE_NONE) {
            fates[f] = FLAT;
            found = true;
            wr_repair_tell(mending, &mending->report->flat, WR_REPAIR_FACE, mending->origins[f],
                           "mended-face-without-area", NULL,
                           "face %u at %s had no area: it is gone",
                           (unsigned)mending->origins[f],
                           wr_repair_place_of(wr_repair_middle(&mending->mesh, f)).text);
        }
    return found;
}

static int32_t mark_of_face(const struct wr_mending *mending, uint32_t face)
{
    const int32_t *marks = &mending->marks[3 * (size_t)face];
    return marks[0] != -1 ? marks[0] : marks[1] != -1 ? marks[1] : marks[2];
}

/* What a flat face led to, the edges lead to that it kept from being open. */
static bool hand_marks_on(struct wr_mending *mending, const uint8_t *fates)
{
    size_t count = 3 * (size_t)mending->mesh.walkable_count;
    const wr_edge_ends *edges = wr_repair_edges(mending, NULL);
    for (size_t i = 0, end; edges && i < count; i = end) {
        uint32_t staying = 0, open = 0;
        int32_t mark = -1;
        end = wr_edge_run(edges, count, i);
        for (size_t k = i; k < end; k++) {
            uint32_t face = edges[k].edge / 3;
            if (fates[face] == FLAT)
                mark = mark_of_face(mending, face) != -1 ? mark_of_face(mending, face) : mark;
            else
                open = (uint32_t)(staying++, edges[k].edge);
        }
        if (staying == 1 && mending->marks[open] == -1)
            mending->marks[open] = mark;
    }
    return edges != NULL;
}

/* ---- Doubles ----------------------------------------------------------------------------- */

/* Of two that are equal the first stays, but a floor that looks up rather than one that looks
 * down. */
static bool is_better(const struct wr_mending *mending, uint32_t a, uint32_t b)
{
    return a < mending->mesh.walkable_count && wr_face_side(&mending->mesh, a) == WR_SIDE_UP &&
           wr_face_side(&mending->mesh, b) == WR_SIDE_DOWN;
}

static bool turns_as(const struct wr_walkmesh *mesh, uint32_t a, uint32_t b)
{
    const uint32_t *p = mesh->faces[a].v, *q = mesh->faces[b].v;
    for (int k = 0; k < 3; k++)
        if (p[0] == q[k] && p[1] == q[(k + 1) % 3])
            return true;
    return false;
}

/* One is a floor and the other is not, or they are the two sides of a wall. */
static bool differ(const struct wr_mending *mending, uint32_t a, uint32_t b)
{
    uint32_t walkable = mending->mesh.walkable_count;
    if ((a < walkable) != (b < walkable))
        return true;
    return a >= walkable && !turns_as(&mending->mesh, a, b);
}

static void move_marks(struct wr_mending *mending, uint32_t from, uint32_t to)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    for (uint32_t e = 3 * from; e < 3 * from + 3; e++)
        for (uint32_t k = 3 * to; k < 3 * to + 3; k++) {
            wr_edge_ends a = wr_edge_ends_of(wr_edge_start(mesh, e), wr_edge_end(mesh, e), 0);
            wr_edge_ends b = wr_edge_ends_of(wr_edge_start(mesh, k), wr_edge_end(mesh, k), 0);
            if (a.low == b.low && a.high == b.high && mending->marks[k] == -1)
                mending->marks[k] = mending->marks[e];
        }
}

static void drop_double(struct wr_mending *mending, uint32_t face, uint32_t kept,
                        uint8_t *fates)
{
    fates[face] = DOUBLE;
    move_marks(mending, face, kept);
    wr_repair_tell(mending, &mending->report->doubled, WR_REPAIR_FACE, mending->origins[face],
                   "mended-face-doubled", NULL,
                   "face %u at %s had the corners of face %u: it is gone",
                   (unsigned)mending->origins[face],
                   wr_repair_place_of(wr_repair_middle(&mending->mesh, face)).text,
                   (unsigned)mending->origins[kept]);
}

static void leave_double(struct wr_mending *mending, uint32_t face, uint32_t kept)
{
    wr_repair_tell(
        mending, &mending->report->left, WR_REPAIR_FACE, mending->origins[face],
        "left-face-doubled", "remove one of the two by hand",
        "face %u at %s has the corners of face %u, but %s", (unsigned)mending->origins[face],
        wr_repair_place_of(wr_repair_middle(&mending->mesh, face)).text,
        (unsigned)mending->origins[kept],
        (face < mending->mesh.walkable_count) != (kept < mending->mesh.walkable_count)
            ? "only one of them is walkable"
            : "looks the other way");
}

/* Faces of the same corners, in their order: each is dropped for a face before it, or stays. */
static bool drop_run(struct wr_mending *mending, const wr_corners *run, size_t count,
                     uint8_t *fates)
{
    bool found = false;
    for (size_t i = 1; i < count; i++) {
        uint32_t face = run[i].face, kept = run[0].face;
        size_t k = 0;
        while (k < i && (fates[run[k].face] != STAYS || differ(mending, run[k].face, face)))
            k++;
        if (k < i)
            kept = run[k].face;
        if (k == i && mending->looking)
            leave_double(mending, face, kept);
        if (k == i || mending->looking)
            continue;
        bool swap = is_better(mending, face, kept);
        drop_double(mending, swap ? kept : face, swap ? face : kept, fates);
        found = true;
    }
    return found;
}

static bool find_doubles(struct wr_mending *mending, uint8_t *fates, bool *found)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    wr_corners *all = WR_TAKE(mending->arena, wr_corners, mesh->face_count);
    uint32_t count = 0;
    for (uint32_t f = 0; all && f < mesh->face_count; f++)
        if (fates[f] == STAYS)
            all[count++] = wr_corners_of(mesh->faces[f].v, f);
    if (count)
        qsort(all, count, sizeof *all, wr_corners_order);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && wr_corners_same(&all[i], &all[end]);)
            end++;
        *found |= drop_run(mending, all + i, end - i, fates);
    }
    return all != NULL;
}

/* ---- Both -------------------------------------------------------------------------------- */

static void close_ranks(struct wr_mending *mending, const uint8_t *fates)
{
    struct wr_walkmesh *mesh = &mending->mesh;
    uint32_t count = 0, walkable = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        if (fates[f] != STAYS)
            continue;
        walkable += f < mesh->walkable_count;
        mesh->faces[count] = mesh->faces[f];
        mesh->materials[count] = mesh->materials[f];
        mending->origins[count] = mending->origins[f];
        for (int k = 0; k < 3; k++)
            mending->marks[3 * (size_t)count + (size_t)k] =
                mending->marks[3 * (size_t)f + (size_t)k];
        count++;
    }
    mesh->face_count = count;
    mesh->walkable_count = walkable;
}

enum wr_result wr_repair_drop(struct wr_mending *mending)
{
    wr_arena_mark here = wr_arena_here(mending->arena);
    uint8_t *fates = WR_ZERO(mending->arena, uint8_t, mending->mesh.face_count);
    bool found = false;
    if (!fates)
        return wr_no_memory(mending->context);
    if (!mending->looking && find_flat(mending, fates)) {
        found = true;
        if (!hand_marks_on(mending, fates))
            return wr_no_memory(mending->context);
    }
    if (!find_doubles(mending, fates, &found))
        return wr_no_memory(mending->context);
    if (found)
        close_ranks(mending, fates);
    wr_arena_rewind(mending->arena, here);
    return WR_OK;
}
