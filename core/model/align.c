/* How a kit's walkmesh lies to its model's: the same triangles, moved as a whole, or others.
 * Source: formats/module, 3.2. */
#include "core/model/model.h"

#include "core/base/tolerance.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT = 10000000 }; /* pairs of triangles, where the worst is looked for */

struct triangle {
    wr_dvec3 middle, corners[3];
    uint32_t face;
};

struct side {
    struct triangle *triangles; /* by x of the middle */
    uint32_t count;
    wr_box box;
};

static int compare(const void *a, const void *b)
{
    const struct triangle *l = a, *r = b;
    if (l->middle.x != r->middle.x)
        return l->middle.x < r->middle.x ? -1 : 1;
    return l->face < r->face ? -1 : l->face > r->face;
}

static bool make_side(struct wr_arena *scratch, const struct wr_walkmesh *mesh,
                      struct side *side)
{
    side->count = mesh->face_count;
    side->box = wr_box_empty();
    side->triangles = WR_TAKE(scratch, struct triangle, mesh->face_count);
    if (!side->triangles)
        return false;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        struct triangle *triangle = &side->triangles[f];
        *triangle = (struct triangle){.face = f};
        for (int k = 0; k < 3; k++) {
            wr_vec3 corner = mesh->vertices[mesh->faces[f].v[k]];
            triangle->corners[k] = wr_widen(corner);
            triangle->middle =
                wr_add(triangle->middle, wr_scale(triangle->corners[k], 1 / 3.0));
            side->box = wr_box_add(side->box, corner);
        }
    }
    qsort(side->triangles, side->count, sizeof *side->triangles, compare);
    return true;
}

/* The farthest corner, for the rotation of corners that brings it nearest. */
static double miss(const struct triangle *a, const struct triangle *b, wr_dvec3 offset)
{
    double best = INFINITY;
    for (int turn = 0; turn < 3; turn++) {
        double farthest = 0;
        for (int k = 0; k < 3; k++) {
            double d =
                wr_length(wr_sub(wr_add(a->corners[k], offset), b->corners[(k + turn) % 3]));
            farthest = d > farthest ? d : farthest;
        }
        best = farthest < best ? farthest : best;
    }
    return best;
}

static uint32_t first_from(const struct side *side, double x)
{
    uint32_t low = 0, high = side->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (side->triangles[middle].middle.x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first free triangle of `to` that one of `from` is; UINT32_MAX where there is none. */
static uint32_t find(const struct triangle *triangle, const struct side *to, wr_dvec3 offset,
                     const uint8_t *taken)
{
    wr_dvec3 at = wr_add(triangle->middle, offset);
    for (uint32_t i = first_from(to, at.x - WR_MODEL_FIT); i < to->count; i++) {
        const struct triangle *other = &to->triangles[i];
        if (other->middle.x > at.x + WR_MODEL_FIT)
            break;
        if (taken[i] || fabs(other->middle.y - at.y) > WR_MODEL_FIT ||
            fabs(other->middle.z - at.z) > WR_MODEL_FIT)
            continue;
        if (miss(triangle, other, offset) <= WR_MODEL_FIT)
            return i;
    }
    return UINT32_MAX;
}

/* Matches as many as it can and returns how many it could not; `missed` marks those, by their
 * place in `from`. `mean` is the middle of the moves the matched would like best. */
static uint32_t match(const struct side *from, const struct side *to, wr_dvec3 offset,
                      uint8_t *taken, uint8_t *missed, wr_dvec3 *mean)
{
    uint32_t unmatched = 0;
    wr_dvec3 sum = {0, 0, 0};
    memset(taken, 0, to->count);
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t k = find(&from->triangles[i], to, offset, taken);
        missed[i] = k == UINT32_MAX;
        unmatched += missed[i];
        if (missed[i])
            continue;
        taken[k] = 1;
        sum = wr_add(sum, wr_sub(to->triangles[k].middle, from->triangles[i].middle));
    }
    if (unmatched < from->count)
        *mean = wr_scale(sum, 1.0 / (from->count - unmatched));
    return unmatched;
}

static void find_worst(const struct side *from, const struct side *to, wr_dvec3 offset,
                       const uint8_t *missed, wr_model_fit *out)
{
    uint64_t looks = 0;
    for (uint32_t i = 0; i < from->count && looks < LOOKED_AT; i++) {
        double nearest = INFINITY;
        if (!missed[i])
            continue;
        for (uint32_t k = 0; k < to->count; k++, looks++) {
            double distance = miss(&from->triangles[i], &to->triangles[k], offset);
            nearest = distance < nearest ? distance : nearest;
        }
        if (nearest > out->worst) {
            out->worst = nearest;
            out->where = wr_narrow(from->triangles[i].corners[0]);
        }
    }
}

enum wr_result wr_model_align(struct wr_context *context, struct wr_arena *scratch,
                              const struct wr_walkmesh *kit, const struct wr_walkmesh *model,
                              wr_model_fit *out)
{
    struct side from, to;
    uint8_t *taken = WR_TAKE(scratch, uint8_t, model->face_count);
    uint8_t *missed = WR_TAKE(scratch, uint8_t, kit->face_count);
    if (!taken || !missed || !make_side(scratch, kit, &from) || !make_side(scratch, model, &to))
        return wr_no_memory(context);
    *out = (wr_model_fit){
        .first_count = from.count, .second_count = to.count, .unmatched = UINT32_MAX};
    const wr_dvec3 offsets[] = {{0, 0, 0},
                                wr_sub(wr_widen(to.box.min), wr_widen(from.box.min)),
                                wr_sub(wr_widen(to.box.max), wr_widen(from.box.max))};
    size_t tried = from.count && to.count ? 3 : 1;
    wr_dvec3 best = offsets[0];
    for (size_t i = 0; i < tried && out->unmatched > 0; i++) {
        wr_dvec3 mean = offsets[i];
        uint32_t unmatched = match(&from, &to, offsets[i], taken, missed, &mean);
        if (unmatched < out->unmatched) {
            out->unmatched = unmatched;
            best = i == 0 ? offsets[0] : mean;
        }
    }
    out->offset = wr_narrow(best);
    out->agrees = out->unmatched == 0 && from.count == to.count;
    if (out->unmatched > 0) {
        match(&from, &to, best, taken, missed, &best);
        find_worst(&from, &to, best, missed, out);
    }
    return WR_OK;
}
