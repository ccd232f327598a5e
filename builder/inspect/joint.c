/* Transitions of a layout's rooms, by the edges that coincide. */
#include "builder/inspect/joint.h"

#include "core/base/grid.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define NONE UINT32_MAX

/* An open edge of a room. */
struct side {
    uint32_t room;
    wr_edge *edge;       /* in its mesh */
    uint32_t start, end; /* vertices */
    uint32_t twin;       /* the side of another room that coincides with it, or NONE */
    bool known;          /* a doorway of the same two rooms leads somewhere */
};

struct joining {
    struct wr_context *context;
    struct wr_joint *joint;
    struct side *sides;
    uint32_t count;
    struct wr_grid starts;
};

static const double WIDTH = 8 * WR_MEND_GAP;

static wr_vec3 start_of(const struct joining *joining, uint32_t s)
{
    const struct side *side = &joining->sides[s];
    return joining->joint->rooms[side->room].mesh->vertices[side->start];
}

static wr_vec3 end_of(const struct joining *joining, uint32_t s)
{
    const struct side *side = &joining->sides[s];
    return joining->joint->rooms[side->room].mesh->vertices[side->end];
}

/* ---- Twins ------------------------------------------------------------------------------- */

static bool list_sides(struct joining *joining)
{
    const struct wr_joint *joint = joining->joint;
    size_t count = 0;
    for (uint32_t r = 0; r < joint->count; r++)
        count += joint->rooms[r].mesh ? joint->rooms[r].mesh->edge_count : 0;
    joining->sides = WR_TAKE(joint->arena, struct side, count);
    for (uint32_t r = 0; joining->sides && r < joint->count; r++) {
        const struct wr_walkmesh *mesh = joint->rooms[r].mesh;
        for (uint32_t e = 0; mesh && e < mesh->edge_count; e++)
            joining->sides[joining->count++] =
                (struct side){r,
                              &mesh->edges[e],
                              wr_edge_start(mesh, mesh->edges[e].edge),
                              wr_edge_end(mesh, mesh->edges[e].edge),
                              NONE,
                              false};
    }
    return joining->sides && count < NONE;
}

/* How far the ends of two sides are apart that run in opposite ways. */
static double apart(const struct joining *joining, uint32_t a, uint32_t b)
{
    return fmax(wr_distance(start_of(joining, a), end_of(joining, b)),
                wr_distance(end_of(joining, a), start_of(joining, b)));
}

/* Whether one is the likelier twin: the one of the room that the side leads to, unless all are
 * found anew; then the nearest, and of those the first. */
static bool is_likelier(const struct joining *joining, uint32_t of, uint32_t a, uint32_t b)
{
    const struct side *sides = joining->sides;
    int64_t to = joining->joint->relink ? -1 : sides[of].edge->transition;
    bool meant = sides[a].room == to, other = sides[b].room == to;
    if (meant != other)
        return meant;
    double p = apart(joining, of, a), q = apart(joining, of, b);
    return p != q ? p < q : a < b;
}

static uint32_t find_twin(const struct joining *joining, uint32_t s)
{
    wr_cell cells[WR_CELLS_NEAR];
    unsigned count = wr_cells_near(wr_widen(end_of(joining, s)), WR_MEND_GAP, WIDTH, cells);
    uint32_t best = NONE;
    for (unsigned i = 0; i < count; i++)
        for (uint32_t e = wr_grid_first(&joining->starts, cells[i]); e != NONE;
             e = joining->starts.entries[e].next) {
            uint32_t other = joining->starts.entries[e].id;
            if (joining->sides[other].room != joining->sides[s].room &&
                apart(joining, s, other) <= WR_MEND_GAP &&
                (best == NONE || is_likelier(joining, s, other, best)))
                best = other;
        }
    return best;
}

/* A twin is one both ways. */
static bool find_twins(struct joining *joining)
{
    bool fine = true;
    uint32_t *twins = WR_TAKE(joining->joint->arena, uint32_t, joining->count);
    for (uint32_t s = 0; twins && fine && s < joining->count; s++) {
        wr_cell cell = wr_cell_at(wr_widen(start_of(joining, s)), WIDTH);
        fine = wr_grid_add(&joining->starts, cell, cell, s);
    }
    if (!twins || !fine)
        return false;
    for (uint32_t s = 0; s < joining->count; s++)
        twins[s] = find_twin(joining, s);
    for (uint32_t s = 0; s < joining->count; s++)
        if (twins[s] != NONE && twins[twins[s]] == s)
            joining->sides[s].twin = twins[s];
    return true;
}

/* ---- Telling ----------------------------------------------------------------------------- */

static const char *room_name(const struct wr_joint *joint, int64_t room, char text[64])
{
    if (room == -1)
        return "nowhere";
    if (room >= 0 && room < joint->count)
        snprintf(text, 64, "room %" PRId64 ", '%.20s'", room, joint->rooms[room].name);
    else
        snprintf(text, 64, "room %" PRId64 ", which does not exist", room);
    return text;
}

static void tell(const struct joining *joining, uint32_t s, int32_t to, const char *slug)
{
    const struct side *side = &joining->sides[s];
    const struct wr_joint *joint = joining->joint;
    char before[64], after[64];
    wr_vec3 at = start_of(joining, s);
    wr_note(joining->context, wr_at(&joint->rooms[side->room].source, WR_WHOLE_FILE), slug,
            NULL, "edge %u of face %u at (%s, %s, %s) led to %s: it leads to %s now",
            (unsigned)side->edge->edge, (unsigned)side->edge->edge / 3, wr_fixed(at.x, 3).text,
            wr_fixed(at.y, 3).text, wr_fixed(at.z, 3).text,
            room_name(joint, side->edge->transition, before), room_name(joint, to, after));
}

static void set(struct joining *joining, uint32_t s, uint32_t to)
{
    const struct side *side = &joining->sides[s];
    if (side->edge->transition == (int32_t)to)
        return;
    tell(joining, s, (int32_t)to, "mended-transition");
    side->edge->transition = (int32_t)to;
    joining->joint->rooms[side->room].changed = true;
    joining->joint->linked++;
}

static void clear(struct joining *joining, uint32_t s)
{
    const struct side *side = &joining->sides[s];
    tell(joining, s, -1, "mended-transition-nowhere");
    side->edge->transition = -1;
    joining->joint->rooms[side->room].changed = true;
    joining->joint->cleared++;
}

static void leave(struct joining *joining, uint32_t s)
{
    const struct side *side = &joining->sides[s];
    char text[64];
    wr_vec3 at = start_of(joining, s);
    wr_warn(joining->context, wr_at(&joining->joint->rooms[side->room].source, WR_WHOLE_FILE),
            "left-transition",
            "no edge of that room coincides with it, to 1 cm, and leads nowhere yet: mend it "
            "by hand, or find all transitions anew with --relink",
            "edge %u of face %u at (%s, %s, %s) leads one way, to %s",
            (unsigned)side->edge->edge, (unsigned)side->edge->edge / 3, wr_fixed(at.x, 3).text,
            wr_fixed(at.y, 3).text, wr_fixed(at.z, 3).text,
            room_name(joining->joint, side->edge->transition, text));
    joining->joint->left++;
}

/* ---- Transitions ------------------------------------------------------------------------- */

static bool leads_somewhere(const struct wr_joint *joint, const struct side *side)
{
    int64_t to = side->edge->transition;
    return to >= 0 && to < joint->count && to != side->room &&
           (joint->rooms[to].mesh || joint->rooms[to].elsewhere);
}

static bool leads_elsewhere(const struct wr_joint *joint, const struct side *side)
{
    return leads_somewhere(joint, side) && joint->rooms[side->edge->transition].elsewhere;
}

/* Which rooms have a transition that will be left; NULL when memory is out. */
static bool *find_leading(const struct joining *joining)
{
    bool *leading = WR_ZERO(joining->joint->arena, bool, joining->joint->count);
    for (uint32_t s = 0; leading && s < joining->count; s++) {
        const struct side *side = &joining->sides[s];
        leading[side->room] |= side->edge->transition != -1 &&
                               (side->twin != NONE || leads_elsewhere(joining->joint, side));
    }
    return leading;
}

/* A doorway between two rooms, the lower number first. */
struct doorway {
    uint32_t rooms[2], side;
};

static int order_doorways(const void *a, const void *b)
{
    const struct doorway *p = a, *q = b;
    for (int i = 0; i < 2; i++)
        if (p->rooms[i] != q->rooms[i])
            return p->rooms[i] < q->rooms[i] ? -1 : 1;
    return (p->side > q->side) - (p->side < q->side);
}

static bool same_rooms(const struct doorway *a, const struct doorway *b)
{
    return a->rooms[0] == b->rooms[0] && a->rooms[1] == b->rooms[1];
}

/* Which doorways have another one beside them, between the same rooms, that leads somewhere. */
static bool find_known(struct joining *joining)
{
    struct side *sides = joining->sides;
    struct doorway *doorways = WR_TAKE(joining->joint->arena, struct doorway, joining->count);
    uint32_t count = 0;
    for (uint32_t s = 0; doorways && s < joining->count; s++) {
        if (sides[s].twin == NONE)
            continue;
        uint32_t a = sides[s].room, b = sides[sides[s].twin].room;
        doorways[count++] = (struct doorway){{a < b ? a : b, a < b ? b : a}, s};
    }
    if (count > 0)
        qsort(doorways, count, sizeof *doorways, order_doorways);
    for (uint32_t first = 0, end = 0; first < count; first = end) {
        bool known = false;
        for (; end < count && same_rooms(&doorways[first], &doorways[end]); end++)
            known |= sides[doorways[end].side].edge->transition != -1;
        for (uint32_t i = first; i < end; i++)
            sides[doorways[i].side].known = known;
    }
    return doorways != NULL;
}

/* Two edges that coincide are a doorway, but for one that somebody closed: that leads nowhere
 * on either side, though both rooms have other ways out, or one to each other. */
static bool is_closed(const struct joining *joining, uint32_t s, const bool *leading)
{
    const struct side *side = &joining->sides[s], *twin = &joining->sides[side->twin];
    return side->edge->transition == -1 && twin->edge->transition == -1 &&
           (side->known || (leading[side->room] && leading[twin->room]));
}

static void leave_closed(struct joining *joining, uint32_t s)
{
    const struct side *side = &joining->sides[s];
    wr_vec3 at = start_of(joining, s);
    wr_note(joining->context, wr_at(&joining->joint->rooms[side->room].source, WR_WHOLE_FILE),
            "left-doorway", "where it is to be open, let either edge lead to the other room",
            "edge %u of face %u at (%s, %s, %s) and the one of '%s' across both lead nowhere: "
            "the doorway stays closed",
            (unsigned)side->edge->edge, (unsigned)side->edge->edge / 3, wr_fixed(at.x, 3).text,
            wr_fixed(at.y, 3).text, wr_fixed(at.z, 3).text,
            joining->joint->rooms[joining->sides[side->twin].room].name);
}

/* All that coincide lead into each other; then what is left is cleared, but for what leads to
 * rooms that nobody can look at. */
static void relink(struct joining *joining, const bool *leading)
{
    struct side *sides = joining->sides;
    for (uint32_t s = 0; s < joining->count; s++) {
        uint32_t twin = sides[s].twin;
        if (twin == NONE || sides[s].room > sides[twin].room)
            continue;
        if (is_closed(joining, s, leading)) {
            leave_closed(joining, s);
            continue;
        }
        set(joining, s, sides[twin].room);
        set(joining, twin, sides[s].room);
    }
    for (uint32_t s = 0; s < joining->count; s++)
        if (sides[s].twin == NONE && sides[s].edge->transition != -1 &&
            !leads_elsewhere(joining->joint, &sides[s]))
            clear(joining, s);
}

/* An edge that leads to a room whose edge there leads nowhere gets that one as its twin; what
 * leads to no room at all is cleared. */
static void mend(struct joining *joining)
{
    const struct wr_joint *joint = joining->joint;
    struct side *sides = joining->sides;
    for (uint32_t s = 0; s < joining->count; s++) {
        uint32_t twin = sides[s].twin;
        if (twin != NONE && leads_somewhere(joint, &sides[s]) &&
            sides[s].edge->transition == (int32_t)sides[twin].room &&
            !leads_somewhere(joint, &sides[twin]))
            set(joining, twin, sides[s].room);
    }
    for (uint32_t s = 0; s < joining->count; s++) {
        const struct side *side = &sides[s];
        if (side->edge->transition == -1 || leads_elsewhere(joint, side))
            continue;
        bool both = side->twin != NONE &&
                    side->edge->transition == (int32_t)sides[side->twin].room &&
                    sides[side->twin].edge->transition == (int32_t)side->room;
        if (!leads_somewhere(joint, side))
            clear(joining, s);
        else if (!both)
            leave(joining, s);
    }
}

/* ---- Vertices ---------------------------------------------------------------------------- */

static void bring(struct joining *joining, uint32_t room, uint32_t vertex, wr_vec3 to)
{
    struct wr_joint_room *own = &joining->joint->rooms[room];
    wr_vec3 *at = &own->mesh->vertices[vertex];
    if (wr_vec3_same(*at, to))
        return;
    wr_note(joining->context, wr_at(&own->source, WR_WHOLE_FILE), "mended-seam", NULL,
            "vertex %u at (%s, %s, %s) was %s mm from that of the room it leads to: it is "
            "there now",
            (unsigned)vertex, wr_fixed(at->x, 3).text, wr_fixed(at->y, 3).text,
            wr_fixed(at->z, 3).text, wr_fixed(1000 * wr_distance(*at, to), 3).text);
    *at = to;
    own->changed = own->reshaped = true;
    joining->joint->moved++;
}

/* Linked edges get the same ends, to the last bit: those of the room that comes first. */
static void bring_together(struct joining *joining)
{
    for (uint32_t s = 0; s < joining->count; s++) {
        const struct side *side = &joining->sides[s];
        const struct side *twin = side->twin != NONE ? &joining->sides[side->twin] : NULL;
        if (!twin || side->room > twin->room || side->edge->transition != (int32_t)twin->room ||
            twin->edge->transition != (int32_t)side->room)
            continue;
        bring(joining, twin->room, twin->start, end_of(joining, s));
        bring(joining, twin->room, twin->end, start_of(joining, s));
    }
}

/* ---- All of it --------------------------------------------------------------------------- */

static enum wr_result read_rooms(struct wr_context *context, struct wr_joint *joint)
{
    enum wr_result result = WR_OK;
    for (uint32_t r = 0; result == WR_OK && r < joint->count; r++)
        if (joint->rooms[r].source.data)
            result = wr_bwm_read(context, joint->arena, &joint->rooms[r].source,
                                 &joint->rooms[r].mesh);
    return result;
}

/* What follows from vertices and transitions, where those changed. */
static enum wr_result derive_rooms(struct wr_context *context, struct wr_joint *joint)
{
    enum wr_result result = WR_OK;
    for (uint32_t r = 0; result == WR_OK && r < joint->count; r++) {
        struct wr_joint_room *room = &joint->rooms[r];
        struct wr_marks marks;
        if (!room->changed)
            continue;
        result = wr_walkmesh_marks(context, joint->arena, room->mesh, &marks, NULL);
        if (result == WR_OK)
            result = wr_walkmesh_derive(context, joint->arena, room->mesh, &marks,
                                        wr_at(&room->source, WR_WHOLE_FILE), NULL);
    }
    return result;
}

static enum wr_result join(struct joining *joining)
{
    bool fine = list_sides(joining) && find_twins(joining);
    const bool *leading = fine && find_known(joining) ? find_leading(joining) : NULL;
    if (!leading)
        return wr_no_memory(joining->context);
    if (joining->joint->relink)
        relink(joining, leading);
    else
        mend(joining);
    bring_together(joining);
    return derive_rooms(joining->context, joining->joint);
}

enum wr_result wr_joint_mend(struct wr_context *context, struct wr_joint *joint)
{
    struct joining joining = {.context = context, .joint = joint};
    enum wr_result result = read_rooms(context, joint);
    if (result != WR_OK || (!joint->repair && !joint->relink))
        return result;
    wr_grid_start(&joining.starts);
    result = join(&joining);
    wr_grid_finish(&joining.starts);
    return result;
}
