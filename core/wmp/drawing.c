/* Faces are moved into the world, turned round, cut into triangles and laid out. */
#include "core/wmp/drawing.h"

#include "core/base/ears.h"
#include "core/wmp/mapping.h"

/* Corners that lie farther out than any room reaches, in quants, are not drawn. */
#define FARTHEST 1e7
enum { MOST_CORNERS = 1 << 28 };

struct drawing {
    struct wr_context *context;
    struct wr_arena *arena, *scratch;
    const struct wr_wmp *level;
    const struct wr_wmp_places *places;
    struct wr_wmp_drawing *out;
};

static bool is_seen(const wr_wmp_face *face)
{
    return face->count >= 3 && !(face->flags & WR_WMP_SKY) &&
           (face->flags & WR_WMP_UNSEEN) != WR_WMP_UNSEEN;
}

static enum wr_result make_room(struct drawing *d)
{
    uint64_t faces = 0, corners = 0;
    for (uint32_t b = 0; b < d->level->block_count; b++) {
        const wr_wmp_block *block = &d->level->blocks[b];
        for (uint32_t f = 0; f < block->face_count; f++)
            if (is_seen(&block->faces[f])) {
                faces++;
                corners += block->faces[f].count;
            }
    }
    if (corners > MOST_CORNERS)
        return wr_fail(d->context, WR_LIMIT, WR_NOWHERE, "wmp-large",
                       "cut the level into several",
                       "the level has more corners than a model can number");
    d->out->faces = WR_TAKE(d->arena, wr_wmp_drawn, (size_t)faces);
    d->out->corners = WR_TAKE(d->arena, wr_wmp_drawn_corner, (size_t)corners);
    d->out->triangles = wr_arena_take(d->arena, (size_t)corners, sizeof *d->out->triangles);
    return d->out->faces && d->out->corners && d->out->triangles ? WR_OK
                                                                 : wr_no_memory(d->context);
}

/* Whether all lie where a room may. */
static bool are_near(const wr_dvec3 *corners, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(fabs(corners[i].x) < FARTHEST && fabs(corners[i].y) < FARTHEST &&
              fabs(corners[i].z) < FARTHEST))
            return false;
    return true;
}

/* Loops turn right as seen from outside, but where the place mirrors them. */
static wr_dvec3 *move_corners(struct drawing *d, const wr_wmp_block *block,
                              const wr_wmp_face *face, const wr_wmp_place *place)
{
    wr_dvec3 *out = WR_TAKE(d->scratch, wr_dvec3, face->count);
    bool mirrored = wr_wmp_place_mirrors(place);
    for (uint32_t i = 0; out && i < face->count; i++) {
        uint32_t from = mirrored ? i : face->count - 1 - i;
        out[i] = wr_wmp_place_point(place, block->vertices[block->corners[face->first + from]]);
    }
    return out;
}

/* Three places say where all corners lie: those of the first three, of which the loop may be
 * turned round. */
static void lay_by_places(const wr_wmp_face *face, bool mirrored, wr_wmp_drawn_corner *corners)
{
    for (uint32_t i = 0; i < face->count; i++) {
        uint32_t own = mirrored ? i : face->count - 1 - i;
        corners[i].u = own < 3 ? face->places[2 * own] : face->places[4];
        corners[i].v = own < 3 ? face->places[2 * own + 1] : face->places[5];
    }
}

static void lay_by_vectors(const struct drawing *d, const wr_wmp_face *face, wr_dvec3 normal,
                           wr_wmp_drawn_corner *corners)
{
    double vectors[2][4], out[2];
    wr_wmp_texture_vectors(d->level, face, normal, vectors);
    for (uint32_t i = 0; i < face->count; i++) {
        wr_dvec3 at = corners[i].at;
        for (int k = 0; k < 2; k++) {
            out[k] = vectors[k][0] * at.x + vectors[k][1] * at.y + vectors[k][2] * at.z +
                     vectors[k][3];
            out[k] = isfinite(out[k]) ? out[k] : 0;
        }
        corners[i].u = out[0];
        corners[i].v = out[1];
    }
}

static bool draw_face(struct drawing *d, uint32_t b, uint32_t f)
{
    struct wr_wmp_drawing *out = d->out;
    const wr_wmp_block *block = &d->level->blocks[b];
    const wr_wmp_face *face = &block->faces[f];
    const wr_wmp_place *place = &d->places->blocks[b];
    wr_dvec3 *corners = move_corners(d, block, face, place);
    if (!corners)
        return false;
    wr_dvec3 area = wr_ears_area(corners, face->count);
    double length = wr_length(area);
    if (!are_near(corners, face->count) || !(length > 0))
        return true;
    uint32_t cuts =
        wr_ears_cut(d->scratch, corners, face->count, out->triangles + out->triangle_count);
    if (cuts == UINT32_MAX)
        return false;
    wr_wmp_drawn *drawn = &out->faces[out->face_count++];
    *drawn = (wr_wmp_drawn){b,
                            f,
                            out->corner_count,
                            face->count,
                            out->triangle_count,
                            cuts,
                            wr_scale(area, 1 / length)};
    wr_wmp_drawn_corner *laid = out->corners + out->corner_count;
    for (uint32_t i = 0; i < face->count; i++)
        laid[i].at = corners[i];
    if (face->has_places)
        lay_by_places(face, wr_wmp_place_mirrors(place), laid);
    else
        lay_by_vectors(d, face, drawn->normal, laid);
    out->corner_count += face->count;
    out->triangle_count += cuts;
    return true;
}

static enum wr_result draw(struct drawing *d)
{
    enum wr_result result = make_room(d);
    for (uint32_t b = 0; result == WR_OK && b < d->level->block_count; b++) {
        const wr_wmp_block *block = &d->level->blocks[b];
        wr_arena_reset(d->scratch);
        for (uint32_t f = 0; f < block->face_count; f++)
            if (is_seen(&block->faces[f]) && !draw_face(d, b, f))
                return wr_no_memory(d->context);
    }
    return result;
}

enum wr_result wr_wmp_draw(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_wmp *level, const struct wr_wmp_places *places,
                           struct wr_wmp_drawing *out)
{
    struct drawing d = {context, arena, wr_arena_create(), level, places, out};
    *out = (struct wr_wmp_drawing){0};
    enum wr_result result = d.scratch ? draw(&d) : wr_no_memory(context);
    wr_arena_destroy(d.scratch);
    return result;
}
