/* Where rooms may not be stretched: through doorways and shapes, across nothing, and so that
 * faces turn over, slide over others or become too steep. */
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit.h"

#include <stdio.h>

struct check {
    struct wr_context *context;
    const wr_room *room;
    enum wr_result result;
};

static bool takes(const struct check *check, uint32_t s, wr_vec3 point)
{
    const wr_stretch *stretch = &check->room->stretches[s];
    return wr_pull_takes(stretch->axis, stretch->at, wr_widen(point));
}

static wr_vec3 vertex(const struct check *check, uint32_t face, uint32_t corner)
{
    const struct wr_walkmesh *mesh = check->room->mesh;
    return mesh->vertices[mesh->faces[face].v[corner]];
}

static bool face_is_across(const struct check *check, uint32_t s, uint32_t face)
{
    bool first = takes(check, s, vertex(check, face, 0));
    return takes(check, s, vertex(check, face, 1)) != first ||
           takes(check, s, vertex(check, face, 2)) != first;
}

/* ---- The plane ----------------------------------------------------------------------------
 */

static void check_floor(struct check *check, uint32_t s)
{
    for (uint32_t f = 0; f < check->room->mesh->walkable_count; f++)
        if (face_is_across(check, s, f))
            return;
    wr_box box = check->room->box;
    const wr_stretch *stretch = &check->room->stretches[s];
    char hint[160];
    snprintf(hint, sizeof hint,
             "put the plane where the floor goes on; the room reaches from %s to %s there",
             wr_fixed(stretch->axis == 0 ? box.min.x : box.min.y, 2).text,
             wr_fixed(stretch->axis == 0 ? box.max.x : box.max.y, 2).text);
    check->result = wr_fail(
        check->context, WR_INVALID, wr_stretch_where(check->room, s), "stretch-misses", hint,
        "no floor of room '%s' goes across the plane at %s = %s", check->room->name,
        stretch->axis == 0 ? "x" : "y", wr_fixed(stretch->at, 3).text);
}

/* ---- Doorways and shapes ------------------------------------------------------------------
 */

static bool hook_is_across(const struct check *check, uint32_t s, const wr_hook *hook)
{
    const struct wr_walkmesh *mesh = check->room->mesh;
    bool first = takes(check, s, hook->position);
    for (uint32_t i = 0; hook->foot != WR_NONE && i < hook->threshold_count; i++) {
        uint32_t edge = hook->threshold[i];
        if (takes(check, s, mesh->vertices[wr_edge_start(mesh, edge)]) != first ||
            takes(check, s, mesh->vertices[wr_edge_end(mesh, edge)]) != first)
            return true;
    }
    return false;
}

static void check_hooks(struct check *check, uint32_t s)
{
    for (uint32_t h = 0; h < check->room->hook_count; h++)
        if (hook_is_across(check, s, &check->room->hooks[h]))
            check->result =
                wr_fail(check->context, WR_INVALID, wr_stretch_where(check->room, s),
                        "stretch-doorway", "put the plane beside the doorway, between others",
                        "the plane of this stretch goes through doorway '%s' of room '%s'",
                        check->room->hooks[h].name, check->room->name);
}

static bool shape_is_across(const struct check *check, uint32_t s, const wr_marker *marker)
{
    bool first = takes(check, s, marker->position);
    for (uint32_t i = 0; i < marker->corner_count; i++) {
        wr_dvec3 corner = wr_add(wr_widen(marker->position), wr_widen(marker->corners[i]));
        if (takes(check, s, wr_narrow(corner)) != first)
            return true;
    }
    return false;
}

/* What stands on a face that comes to rise would float over it, or sink; what is heard or seen
 * may be anywhere. */
static bool floor_tilts(const struct check *check, uint32_t s, const wr_marker *marker)
{
    wr_hit hit;
    bool stands = marker->kind <= WR_LOOT || marker->kind == WR_STORE;
    return stands && check->room->stretches[s].rise != 0 &&
           wr_walkmesh_face_at(check->room->mesh, marker->position, WR_ALL_SURFACES, &hit) &&
           face_is_across(check, s, hit.face);
}

static void check_markers(struct check *check, uint32_t s)
{
    for (uint32_t i = 0; i < check->room->marker_count; i++) {
        const wr_marker *marker = &check->room->markers[i];
        bool shape = shape_is_across(check, s, marker);
        if (shape || floor_tilts(check, s, marker))
            check->result =
                wr_fail(check->context, WR_INVALID, wr_stretch_where(check->room, s),
                        "stretch-marker", "move the marker, or the plane",
                        shape ? "the plane of this stretch goes through the shape of marker "
                                "'%s' of room '%s'"
                              : "marker '%s' of room '%s' stands on a floor that this stretch "
                                "makes rise",
                        marker->name, check->room->name);
    }
}

/* ---- Faces --------------------------------------------------------------------------------
 */

/* A face at its worst: where each stretch across it has its least or its greatest length.
 * Normals are linear in each length, and what is allowed is a cone, so that all lengths are
 * fine where these are. */
struct worst {
    uint32_t across; /* stretches */
    bool folds, steep;
    float lengths[WR_MOST_STRETCHES];
};

static void choose_ends(const wr_room *room, uint32_t across, uint32_t corner, float *lengths)
{
    uint32_t bit = 0;
    for (uint32_t s = 0; s < room->stretch_count; s++) {
        lengths[s] = 0;
        if (across >> s & 1)
            lengths[s] = corner >> bit++ & 1 ? room->stretches[s].to : room->stretches[s].from;
    }
}

static uint32_t bits_of(uint32_t set)
{
    uint32_t count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static bool is_steep(wr_dvec3 normal)
{
    return normal.z < WR_PULL_SLOPE * wr_length(normal);
}

/* A face without area has no side that could turn. */
static void judge_face(const wr_room *room, uint32_t f, struct worst *worst)
{
    wr_pull pulls[WR_MOST_STRETCHES];
    const struct wr_walkmesh *mesh = room->mesh;
    const uint32_t *v = mesh->faces[f].v;
    const wr_vec3 p[3] = {mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]};
    const wr_dvec3 corners[3] = {wr_widen(p[0]), wr_widen(p[1]), wr_widen(p[2])};
    bool floor = f < mesh->walkable_count;
    float lengths[WR_MOST_STRETCHES] = {0};
    wr_room_pulls(room, lengths, pulls);
    wr_pulled_face face = wr_pulled_face_of(pulls, room->stretch_count, corners);
    wr_dvec3 before = wr_pulled_normal(pulls, &face);
    *worst = (struct worst){.across = wr_pulls_across(&face)};
    if (!worst->across || !(wr_triangle_height(p[0], p[1], p[2]) > WR_WELD_DISTANCE))
        return;
    bool flat = floor && !is_steep(before);
    for (uint32_t corner = 0; corner < 1u << bits_of(worst->across); corner++) {
        choose_ends(room, worst->across, corner, lengths);
        wr_room_pulls(room, lengths, pulls);
        wr_dvec3 now = wr_pulled_normal(pulls, &face);
        worst->folds = !(wr_dot(now, before) > WR_WELD_DISTANCE * wr_length(before));
        worst->steep = !worst->folds && flat && is_steep(now);
        for (uint32_t s = 0; s < room->stretch_count; s++)
            worst->lengths[s] = lengths[s];
        if (worst->folds || worst->steep)
            return;
    }
}

static uint32_t lowest_of(uint32_t set)
{
    uint32_t bit = 0;
    while (!(set >> bit & 1))
        bit++;
    return bit;
}

static void tell_face(struct check *check, uint32_t f, const struct worst *worst)
{
    uint32_t s = lowest_of(worst->across);
    const wr_room *room = check->room;
    wr_vec3 at = vertex(check, f, 0);
    check->result = wr_fail(
        check->context, WR_INVALID, wr_stretch_where(room, s),
        worst->folds ? "stretch-folds" : "stretch-steep",
        worst->folds ? "let 'from' be nearer to 0, or put the plane where the room is straight"
                     : "let it rise by less, or put the plane where a floor is longer",
        "face %u of room '%s', near (%s, %s, %s), %s where this stretch is %s m long",
        (unsigned)f, room->name, wr_fixed(at.x, 2).text, wr_fixed(at.y, 2).text,
        wr_fixed(at.z, 2).text,
        worst->folds ? "turns over or has no area" : "is too steep to walk",
        wr_fixed(worst->lengths[s], 3).text);
}

/* The first face of each stretch and kind is named. */
static void check_faces(struct check *check)
{
    uint32_t told[2] = {0, 0};
    for (uint32_t f = 0; f < check->room->mesh->face_count; f++) {
        struct worst worst;
        judge_face(check->room, f, &worst);
        uint32_t bit = worst.across ? 1u << lowest_of(worst.across) : 0;
        if ((!worst.folds && !worst.steep) || told[worst.folds] & bit)
            continue;
        told[worst.folds] |= bit;
        tell_face(check, f, &worst);
    }
}

/* ---- The room -----------------------------------------------------------------------------
 */

enum wr_result wr_stretches_check(struct wr_context *context, const wr_room *room)
{
    struct check check = {.context = context, .room = room};
    for (uint32_t s = 0; s < room->stretch_count; s++) {
        if (!room->stretches[s].slides)
            check_markers(&check, s);
        if (room->outline) /* its walkmesh is made anew */
            continue;
        check_floor(&check, s);
        check_hooks(&check, s);
        enum wr_result swept = wr_stretch_sweep(context, room, s);
        check.result = swept ? swept : check.result;
    }
    if (room->stretch_count > 0 && !room->outline)
        check_faces(&check);
    return check.result;
}
