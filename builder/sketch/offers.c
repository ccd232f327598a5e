/* Which kit rooms could stand at a doorway: each way is tried beside the rooms that stand. */
#include "builder/layout/boxes.h"
#include "builder/layout/overlap.h"
#include "builder/layout/tiling.h"
#include "builder/sketch/own.h"

#include "core/base/tolerance.h"

#include <stdlib.h>

/* A room that may be in the way, and its floor once it was looked at. */
struct neighbour {
    uint32_t room;
    bool tiled;
    struct wr_tiling tiling;
};

/* An asking under way. The room that is tried stands behind all others in `layout`. */
struct asking {
    struct wr_sketch *sketch;
    const struct wr_offer_options *options;
    struct wr_arena *arena;   /* of the answer */
    struct wr_arena *scratch; /* of one try */
    struct wr_layout layout;
    uint32_t doorway; /* the hook that is asked about */
    uint32_t tried;   /* the room */
    struct neighbour *neighbours;
    uint32_t neighbour_count;
    uint32_t *hooks; /* those near enough to meet one of the room's */
    uint32_t hook_count;
    wr_offered *offers;
    uint32_t count;
};

/* ---- Where it would stand ---- */

/* Kits give directions to float32: a turn that is all but a quarter is meant as one. */
static float whole_turn(double turn)
{
    turn = turn < 0 ? turn + 360 : turn;
    double quarter = 90 * (double)(int)(turn / 90 + 0.5), off = turn - quarter;
    turn = off < WR_QUARTER_TURN && off > -WR_QUARTER_TURN ? quarter : turn;
    return (float)turn < 360 ? (float)turn : 0;
}

static wr_placement placement_at(const wr_placed_hook *doorway, const wr_room *room,
                                 uint32_t hook, bool mirrored)
{
    wr_placement placement = {.mirror_x = mirrored};
    wr_motion motion = wr_motion_of(placement);
    double x = room->hooks[hook].out_x, y = room->hooks[hook].out_y;
    wr_motion_direction(&motion, &x, &y);
    placement.turn =
        whole_turn(wr_bearing_of(-doorway->out_x, -doorway->out_y) - wr_bearing_of(x, y));
    motion = wr_motion_of(placement);
    wr_vec3 own = wr_motion_point(&motion, room->hooks[hook].position);
    placement.position = wr_narrow(wr_sub(wr_widen(doorway->position), wr_widen(own)));
    return placement;
}

/* ---- What is near ---- */

static double longest_room(const struct wr_kit *kit)
{
    double longest = 0;
    for (uint32_t i = 0; i < kit->room_count; i++) {
        double length = wr_distance(kit->rooms[i].box.min, kit->rooms[i].box.max);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static wr_box box_around(wr_vec3 at, double reach)
{
    float by = (float)reach;
    return (wr_box){{at.x - by, at.y - by, at.z - by}, {at.x + by, at.y + by, at.z + by}};
}

static bool holds(wr_box box, wr_vec3 p)
{
    return box.min.x <= p.x && p.x <= box.max.x && box.min.y <= p.y && p.y <= box.max.y &&
           box.min.z <= p.z && p.z <= box.max.z;
}

/* A room that is tried stands within its own length of the doorway; the rest cannot meet it. */
static bool find_near(struct asking *a)
{
    const struct wr_layout *layout = &a->layout;
    double margin = layout->reach > WR_NEAR_MISS ? layout->reach : WR_NEAR_MISS;
    wr_box around = box_around(layout->hooks[a->doorway].position,
                               longest_room(a->options->kit) + margin + WR_WELD_DISTANCE);
    a->neighbours = WR_TAKE(a->arena, struct neighbour, layout->room_count);
    a->hooks = WR_TAKE(a->arena, uint32_t, layout->hook_count);
    if (!a->neighbours || !a->hooks)
        return false;
    for (uint32_t r = 0; r < layout->room_count; r++)
        if (wr_boxes_meet(layout->rooms[r].box, around))
            a->neighbours[a->neighbour_count++] = (struct neighbour){.room = r};
    for (uint32_t h = 0; h < layout->hook_count; h++)
        if (holds(around, layout->hooks[h].position) && wr_hook_of(layout, h)->foot != WR_NONE)
            a->hooks[a->hook_count++] = h;
    return true;
}

/* ---- What forbids it ---- */

static void forbid(wr_offered *offer, const char *slug, const char *reason)
{
    offer->slug = slug;
    offer->reason = reason;
}

static bool judge_doorway(struct asking *a, wr_offered *offer)
{
    const struct wr_layout *layout = &a->layout;
    uint32_t hook = layout->rooms[a->tried].first_hook + offer->hook;
    wr_link_fault fault;
    if (!wr_link_judge(layout, a->scratch, a->doorway, hook, &fault))
        return false;
    if (fault.reason)
        forbid(offer, fault.slug, fault.reason);
    else if (layout->hooks[a->doorway].link != WR_NONE)
        forbid(offer, "link-hook-taken", "the doorway leads to another room already");
    else if (!(wr_distance(layout->hooks[a->doorway].position, layout->hooks[hook].position) <=
               layout->reach))
        forbid(offer, "link-far", "rounding carries it farther off than hooks may be");
    return true;
}

static bool tile_neighbour(struct asking *a, struct neighbour *neighbour)
{
    const wr_placed_room *room = &a->layout.rooms[neighbour->room];
    if (!neighbour->tiled &&
        !wr_tiling_make(&neighbour->tiling, a->arena, room->room->mesh, &room->motion))
        return false;
    neighbour->tiled = true;
    return true;
}

/* The first room in whose floor it would lie too deep; false when memory is out. */
static bool judge_floor(struct asking *a, wr_offered *offer)
{
    const wr_placed_room *tried = &a->layout.rooms[a->tried];
    struct wr_tiling own = {0};
    for (uint32_t i = 0; !offer->slug && i < a->neighbour_count; i++) {
        struct neighbour *neighbour = &a->neighbours[i];
        wr_box box = a->layout.rooms[neighbour->room].box;
        wr_overlap overlap;
        if (!wr_boxes_meet(box, tried->box))
            continue;
        if (!tile_neighbour(a, neighbour) ||
            (!own.mesh && !wr_tiling_make(&own, a->scratch, tried->room->mesh, &tried->motion)))
            return false;
        if (!wr_tilings_break(&neighbour->tiling, &own, wr_box_common(box, tried->box),
                              a->layout.overlap, &overlap))
            continue;
        forbid(offer, "rooms-overlap", "its floor would lie in that of another room");
        offer->blocker = neighbour->room;
        offer->depth = overlap.depth;
    }
    return true;
}

/* ---- What it would close ---- */

/* How the hooks of the tried room meet those that stand. */
struct meeting {
    uint32_t links, near_misses;
    bool contested; /* a doorway has more than one to go with: the whole map must be asked */
};

static bool meet_hook(struct asking *a, uint32_t own, struct meeting *out)
{
    const struct wr_layout *layout = &a->layout;
    uint32_t pairs = 0, open = 0;
    for (uint32_t i = 0; i < a->hook_count; i++) {
        uint32_t other = a->hooks[i];
        wr_link_fault fault = {"link-far", ""};
        double distance =
            wr_distance(layout->hooks[own].position, layout->hooks[other].position);
        if (distance <= layout->reach && !wr_link_judge(layout, a->scratch, other, own, &fault))
            return false;
        bool linked = layout->hooks[other].link != WR_NONE;
        out->contested |= !fault.reason && linked;
        pairs += !fault.reason;
        open += distance <= WR_NEAR_MISS && !linked;
    }
    out->contested |= pairs > 1;
    out->links += pairs > 0;
    out->near_misses += pairs == 0 && open > 0;
    return true;
}

/* Doorways of the room itself lie so close to each other that one of them may take what the
 * other would meet. */
static bool is_crowded(const struct asking *a)
{
    const struct wr_layout *layout = &a->layout;
    const wr_placed_room *room = &layout->rooms[a->tried];
    double reach = layout->reach > WR_NEAR_MISS ? layout->reach : WR_NEAR_MISS;
    for (uint32_t h = 0; h < room->room->hook_count; h++)
        for (uint32_t k = 0; k < h; k++)
            if (wr_distance(layout->hooks[room->first_hook + h].position,
                            layout->hooks[room->first_hook + k].position) <=
                layout->reach + reach)
                return true;
    return false;
}

/* The same of all rooms, made anew with this one. */
static bool meet_all(struct asking *a, wr_offered *offer, struct meeting *out)
{
    struct wr_sketch_state next;
    wr_change change = {WR_CHANGE_ADD, a->tried, a->layout.rooms[a->tried]};
    const struct wr_sketch_state *now = &a->sketch->states[a->sketch->now];
    if (!wr_sketch_state_change(a->sketch->quiet, now, &change, a->scratch, &next))
        return false;
    const wr_sketched *seen = &next.seen;
    uint32_t first = next.layout.rooms[a->tried].first_hook;
    *out = (struct meeting){0};
    for (uint32_t i = 0; i < seen->link_count; i++)
        out->links += seen->links[i].hooks[1] >= first;
    for (uint32_t h = first; h < seen->hook_count; h++) {
        bool nearly = false;
        for (uint32_t i = 0; i < seen->near_miss_count; i++)
            nearly |= seen->near_misses[i].hooks[1] == h;
        out->near_misses += nearly;
    }
    const wr_placed_hook *own = &seen->hooks[first + offer->hook];
    if (own->link == WR_NONE || own->link != seen->hooks[a->doorway].link ||
        seen->link_count - out->links < now->seen.link_count)
        forbid(offer, "link-hook-taken",
               "of doorways close to each other, others would be linked");
    return true;
}

static bool judge_links(struct asking *a, wr_offered *offer)
{
    const wr_placed_room *room = &a->layout.rooms[a->tried];
    struct meeting meeting = {.contested = is_crowded(a)};
    if (a->layout.map->links_only) { /* whoever takes it states the link */
        offer->links = 1;
        return true;
    }
    for (uint32_t h = 0; !meeting.contested && h < room->room->hook_count; h++)
        if (room->room->hooks[h].foot != WR_NONE &&
            !meet_hook(a, room->first_hook + h, &meeting))
            return false;
    if (meeting.contested && !meet_all(a, offer, &meeting))
        return false;
    offer->links = offer->slug ? 0 : meeting.links;
    offer->near_misses = offer->slug ? 0 : meeting.near_misses;
    return true;
}

/* ---- All ways ---- */

static void stand(struct asking *a, const wr_placed_room *placed)
{
    struct wr_layout *layout = &a->layout;
    wr_placed_room *room = &layout->rooms[a->tried];
    *room = *placed;
    room->first_hook = layout->hook_count;
    for (uint32_t h = 0; h < room->room->hook_count; h++) {
        wr_placed_hook *hook = &layout->hooks[room->first_hook + h];
        *hook = (wr_placed_hook){.room = a->tried, .hook = h, .link = WR_NONE};
        wr_place_hook(room, &room->room->hooks[h], hook);
    }
}

static bool judge(struct asking *a, wr_offered *offer)
{
    wr_placed_room placed;
    if (wr_place_room(a->sketch->quiet, offer->room, offer->room->name, offer->placement,
                      WR_NOWHERE, &placed) != WR_OK) {
        forbid(offer, "room-too-far", "it would reach too far from the origin");
        return true;
    }
    stand(a, &placed);
    return judge_doorway(a, offer) && (offer->slug || judge_floor(a, offer)) &&
           (offer->slug || judge_links(a, offer));
}

static bool try_ways(struct asking *a, const wr_room *room)
{
    for (uint32_t hook = 0; hook < room->hook_count; hook++)
        for (int mirrored = 0; mirrored < (a->options->unmirrored ? 1 : 2); mirrored++) {
            wr_offered *offer = &a->offers[a->count];
            *offer = (wr_offered){
                .room = room,
                .hook = hook,
                .placement =
                    placement_at(&a->layout.hooks[a->doorway], room, hook, mirrored == 1),
                .blocker = WR_NONE,
            };
            wr_arena_reset(a->scratch);
            if (!judge(a, offer))
                return false;
            a->count += !offer->slug || !a->options->fitting;
        }
    return true;
}

/* ---- The list ---- */

static int order_offers(const void *a, const void *b)
{
    const wr_offered *p = a, *q = b;
    if (!p->slug != !q->slug)
        return p->slug ? 1 : -1;
    if (p->links != q->links)
        return p->links > q->links ? -1 : 1;
    if (p->near_misses != q->near_misses)
        return p->near_misses < q->near_misses ? -1 : 1;
    if (p->room != q->room)
        return p->room < q->room ? -1 : 1;
    if (p->hook != q->hook)
        return p->hook < q->hook ? -1 : 1;
    return p->placement.mirror_x - q->placement.mirror_x;
}

static bool keep_first_of_each(struct asking *a)
{
    const struct wr_kit *kit = a->options->kit;
    bool *kept = WR_ZERO(a->arena, bool, kit->room_count);
    uint32_t count = 0;
    for (uint32_t i = 0; kept && i < a->count; i++) {
        size_t room = (size_t)(a->offers[i].room - kit->rooms);
        if (!kept[room])
            a->offers[count++] = a->offers[i];
        kept[room] = true;
    }
    a->count = count;
    return kept != NULL;
}

static bool take_lists(struct asking *a)
{
    const struct wr_kit *kit = a->options->kit;
    const struct wr_layout *now = &a->sketch->states[a->sketch->now].layout;
    uint32_t most = 0;
    size_t ways = 0;
    for (uint32_t i = 0; i < kit->room_count; i++) {
        most = kit->rooms[i].hook_count > most ? kit->rooms[i].hook_count : most;
        ways += 2 * (size_t)kit->rooms[i].hook_count;
    }
    a->layout = *now;
    a->tried = now->room_count;
    a->layout.rooms = WR_TAKE(a->arena, wr_placed_room, (size_t)now->room_count + 1);
    a->layout.hooks = WR_TAKE(a->arena, wr_placed_hook, (size_t)now->hook_count + most);
    a->offers = WR_TAKE(a->arena, wr_offered, ways + 1);
    if (!a->layout.rooms || !a->layout.hooks || !a->offers)
        return false;
    for (uint32_t i = 0; i < now->room_count; i++)
        a->layout.rooms[i] = now->rooms[i];
    for (uint32_t i = 0; i < now->hook_count; i++)
        a->layout.hooks[i] = now->hooks[i];
    return true;
}

static bool ask(struct asking *a)
{
    const struct wr_kit *kit = a->options->kit;
    if (!a->scratch || !take_lists(a) || !find_near(a))
        return false;
    for (uint32_t i = 0; i < kit->room_count; i++)
        if (!try_ways(a, &kit->rooms[i]))
            return false;
    qsort(a->offers, a->count, sizeof *a->offers, order_offers);
    return !a->options->each_room || keep_first_of_each(a);
}

enum wr_result wr_sketch_offers(struct wr_context *context, struct wr_sketch *sketch,
                                uint32_t room, uint32_t hook,
                                const struct wr_offer_options *options, const wr_offered **out,
                                uint32_t *count)
{
    struct asking asking = {
        .sketch = sketch,
        .options = options,
        .arena = sketch->arenas[1 - sketch->now],
        .scratch = wr_arena_create(),
        .doorway = sketch->states[sketch->now].layout.rooms[room].first_hook + hook,
    };
    wr_arena_reset(asking.arena);
    bool fine = ask(&asking);
    wr_arena_destroy(asking.scratch);
    if (!fine)
        return wr_no_memory(context);
    *out = asking.offers;
    *count = asking.count;
    return WR_OK;
}
