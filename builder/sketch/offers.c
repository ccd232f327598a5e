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
    wr_box box;
    struct wr_tiling *tiling;
};

/* One that a kit room may meet, whichever way it stands. */
struct close_room {
    wr_box box;
    uint32_t neighbour;
};

/* One whose box meets that of the room that is tried: how much of them, seen from above. */
struct in_way {
    double area;
    uint32_t neighbour;
};

struct near_hook {
    uint32_t hook;
    wr_vec3 position;
};

/* An asking under way. The room that is tried stands behind all others in `layout`. */
struct asking {
    struct wr_sketch *sketch;
    const struct wr_offer_options *options;
    struct wr_arena *arena;   /* of the answer */
    struct wr_arena *scratch; /* of one try */
    struct wr_layout layout;
    uint32_t doorway; /* the hook that is asked about */
    double bearing;   /* into it, degrees */
    uint32_t tried;   /* the room */
    uint32_t meets;   /* its hook that meets the doorway */
    struct neighbour *neighbours;
    uint32_t neighbour_count;
    struct close_room *close; /* those of them that the kit room being tried may meet */
    uint32_t close_count;
    struct in_way *in_way; /* those that are in the way of a try */
    uint32_t in_way_count;
    struct near_hook *hooks; /* those near enough to meet one of the room's, by their x */
    uint32_t hook_count;
    uint32_t *partners; /* one a hook, the tried room's behind all others: WR_NONE */
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

static wr_placement placement_at(const struct asking *a, const wr_room *room, uint32_t hook,
                                 bool mirrored)
{
    wr_vec3 at = a->layout.hooks[a->doorway].position;
    wr_placement placement = {.mirror_x = mirrored};
    wr_motion motion = {.cosine = 1, .mirrored = mirrored};
    double x = room->hooks[hook].out_x, y = room->hooks[hook].out_y;
    wr_motion_direction(&motion, &x, &y);
    placement.turn = whole_turn(a->bearing - wr_bearing_of(x, y));
    motion = wr_motion_of(placement);
    wr_vec3 own = wr_motion_point(&motion, room->hooks[hook].position);
    placement.position = wr_narrow(wr_sub(wr_widen(at), wr_widen(own)));
    return placement;
}

/* ---- What is near ---- */

static double length_of(const wr_room *room)
{
    return wr_distance(room->box.min, room->box.max);
}

static double longest_room(const struct wr_kit *kit)
{
    double longest = 0;
    for (uint32_t i = 0; i < kit->room_count; i++)
        longest = length_of(&kit->rooms[i]) > longest ? length_of(&kit->rooms[i]) : longest;
    return longest;
}

/* How far hooks may be from each other to be linked or missed. */
static double reach_of(const struct wr_layout *layout)
{
    return layout->reach > WR_NEAR_MISS ? layout->reach : WR_NEAR_MISS;
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

static int order_near_hooks(const void *a, const void *b)
{
    const struct near_hook *p = a, *q = b;
    if (p->position.x != q->position.x)
        return p->position.x < q->position.x ? -1 : 1;
    return p->hook < q->hook ? -1 : p->hook > q->hook;
}

/* A room that is tried stands within its own length of the doorway; the rest cannot meet it. */
static bool find_near(struct asking *a)
{
    const struct wr_layout *layout = &a->layout;
    wr_box around =
        box_around(layout->hooks[a->doorway].position,
                   longest_room(a->options->kit) + reach_of(layout) + WR_CENTIMETRE);
    a->neighbours = WR_TAKE(a->arena, struct neighbour, layout->room_count);
    a->close = WR_TAKE(a->arena, struct close_room, layout->room_count);
    a->in_way = WR_TAKE(a->arena, struct in_way, layout->room_count);
    a->hooks = WR_TAKE(a->arena, struct near_hook, layout->hook_count);
    if (!a->neighbours || !a->close || !a->in_way || !a->hooks)
        return false;
    for (uint32_t r = 0; r < layout->room_count; r++)
        if (wr_boxes_meet(layout->rooms[r].box, around))
            a->neighbours[a->neighbour_count++] =
                (struct neighbour){r, layout->rooms[r].box, NULL};
    for (uint32_t h = 0; h < layout->hook_count; h++)
        if (holds(around, layout->hooks[h].position) && wr_hook_of(layout, h)->foot != WR_NONE)
            a->hooks[a->hook_count++] = (struct near_hook){h, layout->hooks[h].position};
    if (a->hook_count)
        qsort(a->hooks, a->hook_count, sizeof *a->hooks, order_near_hooks);
    return true;
}

static void find_close(struct asking *a, const wr_room *room)
{
    wr_box around = box_around(a->layout.hooks[a->doorway].position,
                               length_of(room) + a->layout.reach + WR_CENTIMETRE);
    a->close_count = 0;
    for (uint32_t i = 0; i < a->neighbour_count; i++)
        if (wr_boxes_meet(a->neighbours[i].box, around))
            a->close[a->close_count++] = (struct close_room){a->neighbours[i].box, i};
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
    wr_link_fault fault;
    if (!wr_link_judge(layout, a->scratch, a->doorway, a->meets, &fault))
        return false;
    if (fault.reason)
        forbid(offer, fault.slug, fault.reason);
    else if (layout->hooks[a->doorway].link != WR_NONE)
        forbid(offer, "link-hook-taken", "the doorway leads to another room already");
    else if (!(wr_distance(layout->hooks[a->doorway].position,
                           layout->hooks[a->meets].position) <= layout->reach))
        forbid(offer, "link-far", "rounding carries it farther off than hooks may be");
    return true;
}

/* A room's tiling, once; NULL when memory is out. */
static struct wr_tiling *tile(struct asking *a, struct wr_arena *arena, uint32_t room,
                              struct wr_tiling **known)
{
    const wr_placed_room *placed = &a->layout.rooms[room];
    const struct wr_facets *facets = wr_facets_of(&a->sketch->facets, placed->room->mesh);
    struct wr_tiling *tiling = *known;
    if (tiling || !facets)
        return tiling;
    tiling = WR_TAKE(arena, struct wr_tiling, 1);
    if (tiling && wr_tiling_make(tiling, arena, facets, &placed->motion))
        *known = tiling;
    return *known;
}

static double area_of(wr_box box)
{
    return ((double)box.max.x - box.min.x) * ((double)box.max.y - box.min.y);
}

/* Lists the rooms whose boxes meet that of the tried one. */
static void list_in_way(struct asking *a)
{
    wr_box tried = a->layout.rooms[a->tried].box;
    a->in_way_count = 0;
    for (uint32_t i = 0; i < a->close_count; i++)
        if (wr_boxes_meet(a->close[i].box, tried))
            a->in_way[a->in_way_count++] = (struct in_way){
                area_of(wr_box_common(a->close[i].box, tried)), a->close[i].neighbour};
}

/* Takes the one out that has most of the tried room in its box: it is the likeliest to have it
 * in its floor, too. Of equal ones the first. */
static struct neighbour *take_likeliest(struct asking *a)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < a->in_way_count; i++)
        if (a->in_way[i].area > a->in_way[best].area)
            best = i;
    struct neighbour *likeliest = &a->neighbours[a->in_way[best].neighbour];
    a->in_way_count--;
    for (uint32_t i = best; i < a->in_way_count; i++)
        a->in_way[i] = a->in_way[i + 1];
    return likeliest;
}

/* A room in whose floor it would lie too deep; false when memory is out. */
static bool judge_floor(struct asking *a, wr_offered *offer)
{
    struct wr_tiling *own = NULL;
    list_in_way(a);
    while (!offer->slug && a->in_way_count > 0) {
        struct neighbour *neighbour = take_likeliest(a);
        wr_overlap overlap;
        if (!tile(a, a->arena, neighbour->room, &neighbour->tiling) ||
            !tile(a, a->scratch, a->tried, &own))
            return false;
        if (!wr_tilings_break(neighbour->tiling, own, a->layout.overlap, &overlap))
            continue;
        forbid(offer, "rooms-overlap", "its floor would lie in that of another room");
        offer->blocker = neighbour->room;
        offer->depth = overlap.depth;
    }
    return true;
}

/* ---- What it would close ---- */

/* Hooks of the tried room and hooks that stand, near enough to be linked or missed. */
struct meeting {
    wr_hook_pair *pairs; /* that may be linked, nearest first */
    uint32_t pair_count;
    wr_hook_pair *near; /* within WR_NEAR_MISS */
    uint32_t near_count;
    bool anew;            /* one that stands is linked already, and may be taken from its own */
    uint32_t *partners;   /* one a hook: the one it would be linked with, or WR_NONE */
    uint32_t links, kept; /* of the tried room; of those that stand */
};

/* Whether a pair is the doorway and the hook that is to meet it, which were judged. */
static bool is_asked(const struct asking *a, wr_hook_pair pair)
{
    return pair.a == a->doorway && pair.b == a->meets;
}

static bool meet_pair(struct asking *a, wr_hook_pair pair, struct meeting *out)
{
    const struct wr_layout *layout = &a->layout;
    wr_link_fault fault = {"link-far", is_asked(a, pair) ? NULL : ""};
    if (fault.reason && pair.distance <= layout->reach &&
        !wr_link_judge(layout, a->scratch, pair.a, pair.b, &fault))
        return false;
    if (!fault.reason)
        out->pairs[out->pair_count++] = pair;
    out->anew |= !fault.reason && layout->hooks[pair.a].link != WR_NONE;
    if (pair.distance <= WR_NEAR_MISS)
        out->near[out->near_count++] = pair;
    return true;
}

static uint32_t first_hook_from(const struct asking *a, float x)
{
    uint32_t low = 0, high = a->hook_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (a->hooks[middle].position.x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool meet_hook(struct asking *a, uint32_t own, struct meeting *out)
{
    wr_vec3 at = a->layout.hooks[own].position;
    wr_box around = box_around(at, reach_of(&a->layout) + WR_CENTIMETRE);
    for (uint32_t i = first_hook_from(a, around.min.x); i < a->hook_count; i++) {
        const struct near_hook *other = &a->hooks[i];
        if (other->position.x > around.max.x)
            break;
        if (!holds(around, other->position))
            continue;
        wr_hook_pair pair = {wr_distance(at, other->position), other->hook, own};
        if (!meet_pair(a, pair, out))
            return false;
    }
    return true;
}

static bool meet_hooks(struct asking *a, struct meeting *out)
{
    const wr_placed_room *room = &a->layout.rooms[a->tried];
    size_t most = (size_t)a->hook_count * room->room->hook_count;
    *out = (struct meeting){
        .pairs = WR_TAKE(a->scratch, wr_hook_pair, most),
        .near = WR_TAKE(a->scratch, wr_hook_pair, most),
        .partners = a->partners,
    };
    if (!out->pairs || !out->near)
        return false;
    for (uint32_t h = 0; h < room->room->hook_count; h++)
        if (room->room->hooks[h].foot != WR_NONE && !meet_hook(a, room->first_hook + h, out))
            return false;
    if (out->pair_count)
        qsort(out->pairs, out->pair_count, sizeof *out->pairs, wr_order_hook_pairs);
    return true;
}

static uint32_t join(struct meeting *meeting, uint32_t a, uint32_t b)
{
    if (meeting->partners[a] != WR_NONE || meeting->partners[b] != WR_NONE)
        return 0;
    meeting->partners[a] = b;
    meeting->partners[b] = a;
    return 1;
}

/* Where the room meets open hooks only, what is linked stays so. */
static void link_beside(const struct wr_layout *layout, struct meeting *meeting)
{
    meeting->kept = layout->link_count;
    for (uint32_t i = 0; i < meeting->pair_count; i++)
        meeting->links += join(meeting, meeting->pairs[i].a, meeting->pairs[i].b);
}

/* Else all are linked anew, the nearest first, but for what the map states. */
static void link_anew(const struct wr_sketch_state *now, struct meeting *meeting)
{
    const struct wr_layout *layout = &now->layout;
    size_t old = 0;
    uint32_t own = 0;
    for (uint32_t i = 0; i < layout->link_count; i++)
        if (layout->links[i].stated)
            meeting->kept +=
                join(meeting, layout->links[i].hooks[0], layout->links[i].hooks[1]);
    while (old < now->pair_count || own < meeting->pair_count) {
        const wr_hook_pair *p = &now->pairs[old], *q = &meeting->pairs[own];
        if (own == meeting->pair_count ||
            (old < now->pair_count && wr_order_hook_pairs(p, q) < 0)) {
            meeting->kept += join(meeting, p->a, p->b);
            old++;
        } else {
            meeting->links += join(meeting, q->a, q->b);
            own++;
        }
    }
}

/* Leaves no partners behind for the next try. */
static void part_all(const struct asking *a, const struct meeting *meeting)
{
    size_t hooks = (size_t)a->layout.hook_count + a->layout.rooms[a->tried].room->hook_count;
    for (size_t h = 0; meeting->anew && h < hooks; h++)
        a->partners[h] = WR_NONE;
    for (uint32_t i = 0; i < meeting->pair_count; i++)
        a->partners[meeting->pairs[i].a] = a->partners[meeting->pairs[i].b] = WR_NONE;
}

/* Hooks of the room that stay open beside others that do. */
static uint32_t count_near_misses(const struct wr_layout *layout, const struct meeting *meeting)
{
    uint32_t count = 0, last = WR_NONE;
    for (uint32_t i = 0; i < meeting->near_count; i++) {
        wr_hook_pair pair = meeting->near[i];
        bool linked = !meeting->anew && layout->hooks[pair.a].link != WR_NONE;
        if (pair.b == last || linked || meeting->partners[pair.a] != WR_NONE ||
            meeting->partners[pair.b] != WR_NONE)
            continue;
        last = pair.b;
        count++;
    }
    return count;
}

static bool judge_links(struct asking *a, wr_offered *offer)
{
    struct meeting meeting;
    const struct wr_sketch_state *now = &a->sketch->states[a->sketch->now];
    if (a->layout.map->links_only) { /* whoever takes it states the link */
        offer->links = 1;
        return true;
    }
    if (!meet_hooks(a, &meeting))
        return false;
    if (meeting.anew)
        link_anew(now, &meeting);
    else
        link_beside(&now->layout, &meeting);
    if (meeting.partners[a->doorway] != a->meets || meeting.kept < now->layout.link_count) {
        forbid(offer, "link-hook-taken",
               "of doorways close to each other, others would be linked");
    } else {
        offer->links = meeting.links;
        offer->near_misses = count_near_misses(&now->layout, &meeting);
    }
    part_all(a, &meeting);
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
        *hook = (wr_placed_hook){.room = a->tried, .hook = h, .link = WR_NONE, .exit = WR_NONE};
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
    a->meets = a->layout.hook_count + offer->hook;
    return judge_doorway(a, offer) && (offer->slug || judge_floor(a, offer)) &&
           (offer->slug || judge_links(a, offer));
}

static bool try_ways(struct asking *a, const wr_room *room)
{
    find_close(a, room);
    for (uint32_t hook = 0; hook < room->hook_count; hook++)
        for (int mirrored = 0; mirrored < (a->options->unmirrored ? 1 : 2); mirrored++) {
            wr_offered *offer = &a->offers[a->count];
            *offer = (wr_offered){
                .room = room,
                .hook = hook,
                .placement = placement_at(a, room, hook, mirrored == 1),
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

/* Of offers that fit. */
static int order_offers(const void *a, const void *b)
{
    const wr_offered *p = a, *q = b;
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

/* Those that do not fit stay in the order in which they were tried, behind the others. */
static bool sort_offers(struct asking *a)
{
    wr_offered *sorted = WR_TAKE(a->arena, wr_offered, a->count);
    uint32_t fitting = 0, count = 0;
    for (uint32_t i = 0; sorted && i < a->count; i++)
        if (!a->offers[i].slug)
            sorted[count++] = a->offers[i];
    fitting = count;
    for (uint32_t i = 0; sorted && i < a->count; i++)
        if (a->offers[i].slug)
            sorted[count++] = a->offers[i];
    if (fitting)
        qsort(sorted, fitting, sizeof *sorted, order_offers);
    a->offers = sorted;
    return sorted != NULL;
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
    a->partners = WR_TAKE(a->arena, uint32_t, (size_t)now->hook_count + most);
    a->offers = WR_TAKE(a->arena, wr_offered, ways + 1);
    if (!a->layout.rooms || !a->layout.hooks || !a->partners || !a->offers)
        return false;
    for (uint32_t i = 0; i < now->room_count; i++)
        a->layout.rooms[i] = now->rooms[i];
    for (uint32_t i = 0; i < now->hook_count; i++)
        a->layout.hooks[i] = now->hooks[i];
    for (size_t i = 0; i < (size_t)now->hook_count + most; i++)
        a->partners[i] = WR_NONE;
    const wr_placed_hook *doorway = &now->hooks[a->doorway];
    a->bearing = wr_bearing_of(-doorway->out_x, -doorway->out_y);
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
    return sort_offers(a) && (!a->options->each_room || keep_first_of_each(a));
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
