/* Groups into the world: from the roots down, without recursion. */
#include "core/wmp/places.h"

/* A quarter turn that was written with four decimals of its radians still is one. */
#define QUARTER_SLACK 2e-5
#define SHEAR 1e-5
#define PI 3.14159265358979323846

enum axis { X, Y, Z };

static const wr_wmp_place nowhere = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};

/* ---- Points and turns -------------------------------------------------------------------- */

static wr_dvec3 turned(const wr_wmp_place *place, wr_dvec3 point)
{
    wr_dvec3 out = {
        place->turn[0][0] * point.x + place->turn[0][1] * point.y + place->turn[0][2] * point.z,
        place->turn[1][0] * point.x + place->turn[1][1] * point.y + place->turn[1][2] * point.z,
        place->turn[2][0] * point.x + place->turn[2][1] * point.y +
            place->turn[2][2] * point.z};
    return out;
}

wr_dvec3 wr_wmp_place_point(const wr_wmp_place *place, wr_dvec3 point)
{
    return wr_add(turned(place, point), place->move);
}

static wr_dvec3 column(const wr_wmp_place *place, enum axis axis)
{
    return (wr_dvec3){place->turn[0][axis], place->turn[1][axis], place->turn[2][axis]};
}

bool wr_wmp_place_mirrors(const wr_wmp_place *place)
{
    return wr_dot(wr_cross(column(place, X), column(place, Y)), column(place, Z)) < 0;
}

/* What turns by `degrees` about an axis, and first by what `place` does. */
static void turn_before(wr_wmp_place *place, enum axis axis, double degrees)
{
    double cosine, sine;
    unsigned a = (axis + 1u) % 3, b = (axis + 2u) % 3; /* what turns from a to b */
    wr_turn_of(degrees, &cosine, &sine);
    for (int row = 0; row < 3; row++) {
        double at_a = place->turn[row][a], at_b = place->turn[row][b];
        place->turn[row][a] = cosine * at_a + sine * at_b + 0.0;
        place->turn[row][b] = cosine * at_b - sine * at_a + 0.0;
    }
}

static double degrees_of(double radians)
{
    double quarters = radians / (PI / 2);
    double whole = (double)(int64_t)(quarters + (quarters < 0 ? -0.5 : 0.5));
    if (fabs(radians - whole * (PI / 2)) < QUARTER_SLACK)
        return 90 * whole;
    return radians * (180 / PI);
}

/* An angle that is none, or so large that it says nothing, turns nothing. */
static bool is_angle(double angle)
{
    return fabs(angle) < 1e6;
}

static wr_wmp_place turn_of(const struct wr_wmp *level, const double angles[3])
{
    wr_wmp_place place = nowhere;
    if (!is_angle(angles[0]) || !is_angle(angles[1]) || !is_angle(angles[2]))
        return place;
    if (level->dialect == WR_WMP_BUILD) {
        turn_before(&place, Z, angles[0]);
        turn_before(&place, Y, -angles[1]);
        turn_before(&place, X, angles[2]);
    } else {
        turn_before(&place, Z, degrees_of(angles[0]));
        turn_before(&place, X, degrees_of(angles[1]));
        turn_before(&place, Y, degrees_of(angles[2]));
    }
    return place;
}

/* ---- Angles of a turn -------------------------------------------------------------------- */

static wr_dvec3 unit(wr_dvec3 v)
{
    double length = wr_length(v);
    return length > 0 ? wr_scale(v, 1 / length) : v;
}

/* The turn alone, with its axes at right angles; returns the scales that were in it. */
static wr_dvec3 straighten(const wr_wmp_place *place, wr_wmp_place *out)
{
    double mirror = wr_wmp_place_mirrors(place) ? -1 : 1;
    wr_dvec3 scale = {mirror * wr_length(column(place, X)), wr_length(column(place, Y)),
                      wr_length(column(place, Z))};
    wr_dvec3 x = unit(wr_scale(column(place, X), mirror)), y = column(place, Y);
    y = unit(wr_sub(y, wr_scale(x, wr_dot(x, y))));
    wr_dvec3 z = wr_cross(x, y);
    *out = (wr_wmp_place){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}, place->move};
    return scale;
}

bool wr_wmp_place_shears(const wr_wmp_place *place)
{
    wr_dvec3 x = unit(column(place, X)), y = unit(column(place, Y)), z = unit(column(place, Z));
    return fabs(wr_dot(x, y)) > SHEAR || fabs(wr_dot(y, z)) > SHEAR ||
           fabs(wr_dot(z, x)) > SHEAR;
}

wr_wmp_angles wr_wmp_place_angles(const wr_wmp_place *place, wr_dvec3 *scale)
{
    wr_wmp_place straight;
    wr_dvec3 own = straighten(place, &straight);
    double(*turn)[3] = straight.turn;
    double level = sqrt(turn[2][1] * turn[2][1] + turn[2][2] * turn[2][2]);
    wr_wmp_angles out = {.tilt = wr_bearing_of(level, turn[2][0])};
    if (level > 1e-9) {
        out.pan = wr_bearing_of(turn[0][0], turn[1][0]);
        out.roll = wr_bearing_of(turn[2][2], turn[2][1]);
    } else { /* it looks straight up or down: all of the turn is pan */
        out.pan = wr_bearing_of(turn[1][1], -turn[0][1]);
    }
    if (scale)
        *scale = own;
    return out;
}

void wr_wmp_angles_of_editor(const wr_wmp_place *place, double angles[3])
{
    wr_wmp_place straight;
    straighten(place, &straight);
    double(*turn)[3] = straight.turn;
    double level = sqrt(turn[2][0] * turn[2][0] + turn[2][2] * turn[2][2]);
    angles[1] = wr_bearing_of(level, turn[2][1]) * (PI / 180);
    if (level > 1e-9) {
        angles[0] = wr_bearing_of(turn[1][1], -turn[0][1]) * (PI / 180);
        angles[2] = wr_bearing_of(turn[2][2], -turn[2][0]) * (PI / 180);
    } else {
        angles[0] = wr_bearing_of(turn[0][0], turn[1][0]) * (PI / 180);
        angles[2] = 0;
    }
    for (int i = 0; i < 3; i++)
        angles[i] = angles[i] > PI ? angles[i] - 2 * PI : angles[i];
}

/* ---- The tree ---------------------------------------------------------------------------- */

static wr_wmp_place scaled(wr_wmp_place place, wr_dvec3 scale)
{
    for (int row = 0; row < 3; row++) {
        place.turn[row][X] *= scale.x;
        place.turn[row][Y] *= scale.y;
        place.turn[row][Z] *= scale.z;
    }
    return place;
}

static wr_wmp_place joined(const wr_wmp_place *outer, const wr_wmp_place *inner)
{
    wr_wmp_place out = {.move = wr_wmp_place_point(outer, inner->move)};
    for (int axis = 0; axis < 3; axis++) {
        wr_dvec3 v = turned(outer, column(inner, (enum axis)axis));
        out.turn[0][axis] = v.x;
        out.turn[1][axis] = v.y;
        out.turn[2][axis] = v.z;
    }
    return out;
}

struct resolving {
    const struct wr_wmp *level;
    struct wr_wmp_places *places;
    wr_wmp_place *frames; /* of objects: what they stand in */
    uint32_t *queue;
    bool *reached;
    uint32_t waiting;
};

static void enter(struct resolving *r, uint32_t object, const wr_wmp_place *frame)
{
    if (r->reached[object])
        return;
    r->reached[object] = true;
    r->frames[object] = *frame;
    r->queue[r->waiting++] = object;
}

static void place_entity(struct resolving *r, uint32_t entity, uint32_t object,
                         const wr_wmp_place *unscaled, const wr_wmp_place *place)
{
    const wr_wmp_entity *e = &r->level->entities[entity];
    bool model = e->kind == WR_WMP_MODEL;
    r->places->entities[entity] = model ? scaled(*unscaled, e->as.model.scale) : *place;
    r->places->frames[entity] = r->frames[object];
}

static void place_members(struct resolving *r, uint32_t number)
{
    const wr_wmp_object *object = &r->level->objects[number];
    wr_wmp_place own = turn_of(r->level, object->angles);
    own.move = object->position;
    wr_wmp_place unscaled = joined(&r->frames[number], &own);
    wr_wmp_place place = scaled(unscaled, object->scale);
    for (uint32_t i = 0; i < object->member_count; i++) {
        wr_wmp_member member = object->members[i];
        if (member.kind == WR_WMP_OBJECT_MEMBER)
            enter(r, member.index, &place);
        else if (member.kind == WR_WMP_BLOCK_MEMBER)
            r->places->blocks[member.index] = place;
        else
            place_entity(r, member.index, number, &unscaled, &place);
    }
}

static wr_wmp_place *places_nowhere(struct wr_arena *arena, uint32_t count)
{
    wr_wmp_place *places = WR_TAKE(arena, wr_wmp_place, count);
    for (uint32_t i = 0; places && i < count; i++)
        places[i] = nowhere;
    return places;
}

enum wr_result wr_wmp_resolve(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_wmp *level, struct wr_wmp_places *out)
{
    *out = (struct wr_wmp_places){places_nowhere(arena, level->block_count),
                                  places_nowhere(arena, level->entity_count),
                                  places_nowhere(arena, level->entity_count)};
    struct resolving r = {.level = level,
                          .places = out,
                          .frames = places_nowhere(arena, level->object_count),
                          .queue = WR_TAKE(arena, uint32_t, level->object_count),
                          .reached = WR_ZERO(arena, bool, level->object_count)};
    if (!out->blocks || !out->entities || !out->frames || !r.frames || !r.queue || !r.reached)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < level->object_count; i++)
        if (level->objects[i].parent == WR_WMP_NONE)
            enter(&r, i, &nowhere);
    for (uint32_t next = 0; next < r.waiting; next++)
        place_members(&r, r.queue[next]);
    return WR_OK;
}
