/* A block as it should be is closed, its faces are flat and look outward, and unless it is a
 * mesh it is convex, which it is where it bulges at each of its edges. */
#include "core/wmp/judge_block.h"

#include "core/base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Lengths in quants. */
static const double step = 0.01;  /* vertices that lie on one of these are one */
static const double thin = 1e-3;  /* a face that is no wider has no area */
static const double slack = 0.05; /* how far off a plane is off */
static const double least = 1e-3; /* a volume that is one, in cubic quants */

/* Faces of which one thing is wrong. */
struct tally {
    uint32_t first, count;
    double off; /* how far the first is, in quants */
};

/* An edge of a face, and whether it leads from its lower vertex to its higher one. */
struct rim {
    uint32_t low, high, face;
    bool up;
};

struct judging {
    struct wr_context *context;
    struct wr_arena *scratch;
    const wr_wmp_block *block;
    uint32_t number;
    uint32_t *same;    /* the first vertex on the spot of a vertex */
    wr_dvec3 *normals; /* one a face, of length 1, outward where loops are right; or 0 */
    wr_dvec3 *middles; /* one a face */
    struct rim *rims;  /* in order */
    size_t rim_count;
};

/* ---- Telling ----------------------------------------------------------------------------- */

static void note_face(struct tally *tally, uint32_t face, double off)
{
    if (tally->count++ == 0)
        *tally = (struct tally){face, 1, off};
}

static void tell_faces(const struct judging *judging, const struct tally *tally,
                       const char *slug, const char *hint, const char *what)
{
    char off[64] = "", more[64] = "";
    if (tally->count == 0)
        return;
    if (tally->off > 0)
        snprintf(off, sizeof off, ": it is %.20s quants off", wr_fixed(tally->off, 3).text);
    if (tally->count > 1)
        snprintf(more, sizeof more, "; the same is true of %" PRIu32 " more", tally->count - 1);
    wr_warn(judging->context, judging->block->faces[tally->first].where, slug, hint,
            "face %" PRIu32 " of block %" PRIu32 " %s%s%s", tally->first, judging->number, what,
            off, more);
}

static void tell_block(const struct judging *judging, const char *slug, const char *hint,
                       const char *what)
{
    wr_warn(judging->context, judging->block->where, slug, hint, "block %" PRIu32 " %s",
            judging->number, what);
}

/* ---- Vertices ---------------------------------------------------------------------------- */

struct spot {
    double x, y, z;
    uint32_t vertex;
};

static int order_spots(const void *left, const void *right)
{
    const struct spot *a = left, *b = right;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->z != b->z)
        return a->z < b->z ? -1 : 1;
    return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

static bool are_finite(const wr_wmp_block *block)
{
    for (uint32_t v = 0; v < block->vertex_count; v++)
        if (!isfinite(block->vertices[v].x) || !isfinite(block->vertices[v].y) ||
            !isfinite(block->vertices[v].z))
            return false;
    return true;
}

static bool join_vertices(struct judging *judging)
{
    const wr_wmp_block *block = judging->block;
    uint32_t count = block->vertex_count;
    struct spot *spots = WR_TAKE(judging->scratch, struct spot, count);
    judging->same = WR_TAKE(judging->scratch, uint32_t, count);
    if (!spots || !judging->same)
        return false;
    for (uint32_t v = 0; v < count; v++) {
        wr_dvec3 p = block->vertices[v];
        spots[v] = (struct spot){floor(p.x / step + 0.5), floor(p.y / step + 0.5),
                                 floor(p.z / step + 0.5), v};
    }
    if (count > 0)
        qsort(spots, count, sizeof *spots, order_spots);
    for (uint32_t i = 0; i < count; i++) {
        const struct spot *at = &spots[i], *last = i > 0 ? at - 1 : at;
        bool same = i > 0 && at->x == last->x && at->y == last->y && at->z == last->z;
        judging->same[at->vertex] = same ? judging->same[last->vertex] : at->vertex;
    }
    return true;
}

/* ---- Faces ------------------------------------------------------------------------------- */

static wr_dvec3 corner_of(const struct judging *judging, const wr_wmp_face *face, uint32_t at)
{
    const wr_wmp_block *block = judging->block;
    return block->vertices[block->corners[face->first + at]];
}

/* The outward area vector of a face, twice as long, its middle and its longest edge. */
static wr_dvec3 measure(const struct judging *judging, const wr_wmp_face *face,
                        wr_dvec3 *middle, double *longest)
{
    wr_dvec3 origin = corner_of(judging, face, 0), area = {0, 0, 0};
    *middle = (wr_dvec3){0, 0, 0};
    *longest = 0;
    for (uint32_t i = 0; i < face->count; i++) {
        wr_dvec3 at = wr_sub(corner_of(judging, face, i), origin);
        wr_dvec3 next = wr_sub(corner_of(judging, face, (i + 1) % face->count), origin);
        double length = wr_length(wr_sub(next, at));
        area = wr_add(area, wr_cross(next, at));
        *middle = wr_add(*middle, wr_scale(at, 1.0 / face->count));
        *longest = length > *longest ? length : *longest;
    }
    *middle = wr_add(*middle, origin);
    return area;
}

static bool has_area(struct judging *judging, uint32_t index)
{
    const wr_wmp_face *face = &judging->block->faces[index];
    double longest;
    judging->normals[index] = judging->middles[index] = (wr_dvec3){0, 0, 0};
    if (face->count < 3)
        return false;
    wr_dvec3 area = measure(judging, face, &judging->middles[index], &longest);
    double length = wr_length(area);
    if (!(length > thin * longest))
        return false;
    judging->normals[index] = wr_scale(area, 1 / length);
    return true;
}

/* How far the farthest corner of a face is from a plane. */
static double distance_of(const struct judging *judging, const wr_wmp_face *face,
                          wr_dvec3 normal, wr_dvec3 point)
{
    double most = 0;
    for (uint32_t i = 0; i < face->count; i++) {
        double off = fabs(wr_dot(normal, wr_sub(corner_of(judging, face, i), point)));
        most = off > most ? off : most;
    }
    return most;
}

static double miss_of(const struct judging *judging, const wr_wmp_face *face)
{
    const wr_dvec3 *p = face->plane;
    wr_dvec3 normal = wr_cross(wr_sub(p[2], p[0]), wr_sub(p[1], p[0]));
    double length = wr_length(normal);
    return length > 0 ? distance_of(judging, face, wr_scale(normal, 1 / length), p[0]) : 0;
}

static bool judge_faces(struct judging *judging)
{
    const wr_wmp_block *block = judging->block;
    struct tally flat = {0}, bent = {0}, missed = {0}, idle = {0};
    judging->normals = WR_TAKE(judging->scratch, wr_dvec3, block->face_count);
    judging->middles = WR_TAKE(judging->scratch, wr_dvec3, block->face_count);
    if (!judging->normals || !judging->middles)
        return false;
    for (uint32_t f = 0; f < block->face_count; f++) {
        const wr_wmp_face *face = &block->faces[f];
        bool whole = has_area(judging, f);
        double off = distance_of(judging, face, judging->normals[f], judging->middles[f]);
        double miss = face->plane ? miss_of(judging, face) : 0;
        if (!whole)
            note_face(face->plane ? &idle : &flat, f, 0);
        if (off > slack)
            note_face(&bent, f, off);
        if (miss > slack)
            note_face(&missed, f, miss);
    }
    tell_faces(judging, &flat, "solid-face-flat", "remove it", "has no area");
    tell_faces(judging, &idle, "solid-face-idle", "remove it: the block is whole without it",
               "bounds nothing: the other planes leave nothing of it");
    tell_faces(judging, &bent, "solid-face-bent", "cut it into triangles", "is not flat");
    tell_faces(judging, &missed, "solid-face-off", "draw the block anew", "misses its plane");
    return true;
}

/* ---- Edges ------------------------------------------------------------------------------- */

static int order_rims(const void *left, const void *right)
{
    const struct rim *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    if (a->face != b->face)
        return a->face < b->face ? -1 : 1;
    return (a->up > b->up) - (a->up < b->up);
}

static bool take_rims(struct judging *judging)
{
    const wr_wmp_block *block = judging->block;
    judging->rims = WR_TAKE(judging->scratch, struct rim, block->corner_count);
    if (!judging->rims)
        return false;
    for (uint32_t f = 0; f < block->face_count; f++) {
        const wr_wmp_face *face = &block->faces[f];
        for (uint32_t i = 0; i < face->count; i++) {
            uint32_t a = judging->same[block->corners[face->first + i]];
            uint32_t b = judging->same[block->corners[face->first + (i + 1) % face->count]];
            if (a != b)
                judging->rims[judging->rim_count++] =
                    (struct rim){a < b ? a : b, a < b ? b : a, f, a < b};
        }
    }
    if (judging->rim_count > 0)
        qsort(judging->rims, judging->rim_count, sizeof *judging->rims, order_rims);
    return true;
}

/* Where the rims of the next edge end, and how many more lead up it than down. */
static size_t edge_end(const struct judging *judging, size_t from, int64_t *ways)
{
    const struct rim *rims = judging->rims;
    size_t at = from;
    *ways = 0;
    for (; at < judging->rim_count && rims[at].low == rims[from].low &&
           rims[at].high == rims[from].high;
         at++)
        *ways += rims[at].up ? 1 : -1;
    return at;
}

static bool is_closed(const struct judging *judging)
{
    struct tally open = {0}, turned = {0};
    int64_t ways;
    for (size_t at = 0, end; at < judging->rim_count; at = end) {
        end = edge_end(judging, at, &ways);
        if (ways != 0)
            note_face(end - at == 2 ? &turned : &open, judging->rims[at].face, 0);
    }
    if (open.count > 0)
        open.count = 1; /* edges were counted */
    if (turned.count > 0)
        turned.count = 1;
    tell_faces(judging, &open, "solid-open", "close it",
               "has an edge that no other face shares");
    tell_faces(judging, &turned, "solid-open", "turn one of them round",
               "looks the other way than one beside it");
    return open.count + turned.count == 0;
}

/* Whether the block goes in where two faces meet; `sign` is -1 where it is inside out. */
static bool is_dent(const struct judging *judging, const struct rim *rims, double sign)
{
    uint32_t f = rims[0].face, g = rims[1].face;
    wr_dvec3 across = wr_sub(judging->middles[g], judging->middles[f]);
    return sign * wr_dot(judging->normals[f], across) > slack &&
           sign * wr_dot(judging->normals[g], across) < -slack;
}

static void judge_dents(const struct judging *judging, double sign)
{
    struct tally dents = {0};
    int64_t ways;
    for (size_t at = 0, end; at < judging->rim_count; at = end) {
        end = edge_end(judging, at, &ways);
        if (end - at == 2 && is_dent(judging, &judging->rims[at], sign))
            note_face(&dents, judging->rims[at].face, 0);
    }
    dents.count = dents.count > 0; /* edges were counted */
    tell_faces(judging, &dents, "solid-dented", "cut the block into convex ones",
               "meets another in a dent, and no mesh is flagged");
}

/* ---- The block --------------------------------------------------------------------------- */

/* Six times the volume, above 0 where faces look outward. */
static double volume_of(const struct judging *judging)
{
    const wr_wmp_block *block = judging->block;
    wr_dvec3 origin = block->vertices[0];
    double sum = 0;
    for (uint32_t f = 0; f < block->face_count; f++)
        for (uint32_t i = 1; i + 1 < block->faces[f].count; i++) {
            wr_dvec3 a = wr_sub(corner_of(judging, &block->faces[f], 0), origin);
            wr_dvec3 b = wr_sub(corner_of(judging, &block->faces[f], i), origin);
            wr_dvec3 c = wr_sub(corner_of(judging, &block->faces[f], i + 1), origin);
            sum += wr_dot(a, wr_cross(c, b));
        }
    return sum;
}

static void judge_inside(const struct judging *judging)
{
    double volume = judging->block->vertex_count > 0 ? volume_of(judging) : 0;
    if (fabs(volume) < least)
        tell_block(judging, "solid-flat", "remove it", "has no volume");
    else if (volume < 0)
        tell_block(judging, "solid-inverted", "turn its faces round", "is inside out");
    if (fabs(volume) >= least && !(judging->block->flags & WR_WMP_MESH_BLOCK))
        judge_dents(judging, volume < 0 ? -1 : 1);
}

bool wr_wmp_judge_block(struct wr_context *context, struct wr_arena *scratch,
                        const struct wr_wmp *level, uint32_t number)
{
    struct judging judging = {.context = context,
                              .scratch = scratch,
                              .block = &level->blocks[number],
                              .number = number};
    if (!are_finite(judging.block)) {
        tell_block(&judging, "solid-broken", "draw it anew", "has numbers that are none");
        return true;
    }
    if (!join_vertices(&judging) || !judge_faces(&judging) || !take_rims(&judging))
        return false;
    if (is_closed(&judging))
        judge_inside(&judging);
    return true;
}
