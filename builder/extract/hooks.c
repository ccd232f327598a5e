/* Finding doorways: rows of edges that lead somewhere, and doors at the edge of a floor. */
#include "builder/extract/hooks.h"
#include "builder/extract/rooms.h"
#include "builder/extract/sides.h"
#include "builder/extract/threshold.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "templates/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A search for hooks. */
struct search {
    struct wr_taking *taking;
    struct wr_arena *scratch;
    struct wr_taken_sides sides;
    bool **used;      /* one a room: of its edge table, what is a hook's */
    uint32_t *lost;   /* one a room: edges that nothing leads back to */
    uint32_t *counts; /* one a room: of its hooks */
    uint32_t twice;   /* doorways that stand where others do */
    uint32_t beyond;  /* doorways that a kit's room cannot have */
    uint32_t wide;    /* doorways that no map can hold */
    bool failed;      /* memory is out */
};

/* The places of one doorway at most: what a kit may list for a hook. */
struct row {
    uint32_t edges[WR_MOST_EDGES], places[WR_MOST_EDGES], count;
};

static const struct wr_walkmesh *mesh_of(const struct search *search, uint32_t room)
{
    return search->taking->rooms[room].mesh;
}

/* ---- Making one -------------------------------------------------------------------------- */

static bool has_space(struct search *search, uint32_t room)
{
    bool space = search->counts[room] < WR_MOST_HOOKS;
    search->beyond += !space;
    return space;
}

/* Whether a row may become a hook of its room: a doorway lies within a map. */
static bool may_add(struct search *search, uint32_t room, const struct row *row)
{
    float width = wr_threshold_width(mesh_of(search, room), row->edges, row->count);
    bool wide = !(width <= WR_MAP_FARTHEST);
    search->wide += wide;
    return !wide && has_space(search, room);
}

static uint32_t add_hook(struct search *search, uint32_t room, const uint32_t *edges,
                         uint32_t count, uint32_t to)
{
    struct wr_taking *taking = search->taking;
    wr_taken_hook *hooks =
        wr_arena_more(taking->arena, taking->hooks, taking->hook_count, sizeof *hooks);
    uint32_t *own = wr_arena_copy(taking->arena, edges, count, sizeof *own);
    search->failed |= !hooks || !own;
    if (search->failed)
        return WR_NONE;
    taking->hooks = hooks;
    search->counts[room]++;
    const struct wr_walkmesh *mesh = mesh_of(search, room);
    hooks[taking->hook_count] = (wr_taken_hook){
        .room = room,
        .edges = own,
        .edge_count = count,
        .at = wr_threshold_spot(mesh, edges, count, wr_threshold_middle(mesh, edges, count)),
        .width = wr_threshold_width(mesh, edges, count),
        .to = to,
        .twin = WR_NONE,
        .door = WR_NONE,
        .type = WR_NONE,
    };
    return taking->hook_count++;
}

/* ---- Rows of edges ----------------------------------------------------------------------- */

/* A loop of a room's perimeter. */
struct loop {
    uint32_t room, begin, end;
};

static uint32_t after(const struct loop *loop, uint32_t place)
{
    return place + 1 == loop->end ? loop->begin : place + 1;
}

static const wr_taken_side *side_at(const struct search *search, uint32_t room, uint32_t place)
{
    return wr_taken_side_at(&search->sides, room, place);
}

/* Whether the edge behind another goes on with it into the same room, on both sides. */
static bool goes_on(const struct search *search, const struct loop *loop, uint32_t place)
{
    const wr_taken_side *one = side_at(search, loop->room, place);
    const wr_taken_side *next = side_at(search, loop->room, after(loop, place));
    if (!one || !next || one->other != next->other ||
        (one->twin == WR_NONE) != (next->twin == WR_NONE))
        return false;
    if (one->twin == WR_NONE)
        return true;
    const wr_taken_side *twin = &search->sides.items[one->twin];
    const wr_taken_side *before = &search->sides.items[next->twin];
    struct loop other = {.room = twin->room};
    wr_taken_loop(mesh_of(search, twin->room), twin->place, &other.begin, &other.end);
    return before->place >= other.begin && before->place < other.end &&
           after(&other, before->place) == twin->place;
}

static void count_lost(struct search *search, const wr_taken_side *side, uint32_t count)
{
    if (side->other != WR_NONE)
        search->lost[side->room] += count;
}

static void mark_used(struct search *search, uint32_t room, const struct row *row)
{
    for (uint32_t i = 0; i < row->count; i++)
        search->used[room][row->places[i]] = true;
}

/* The other side of a row, in the order of its own perimeter. */
static struct row twins_of(const struct search *search, const struct row *row, uint32_t room)
{
    struct row out = {.count = row->count};
    for (uint32_t i = 0; i < row->count; i++) {
        const wr_taken_side *side = side_at(search, room, row->places[row->count - 1 - i]);
        const wr_taken_side *twin = &search->sides.items[side->twin];
        out.places[i] = twin->place;
        out.edges[i] = mesh_of(search, twin->room)->edges[twin->place].edge;
    }
    return out;
}

static void end_row(struct search *search, uint32_t room, struct row *row)
{
    struct wr_taking *taking = search->taking;
    if (row->count == 0)
        return;
    const wr_taken_side *side = side_at(search, room, row->places[0]);
    mark_used(search, room, row);
    if (side->twin == WR_NONE) {
        count_lost(search, side, row->count);
        if (may_add(search, room, row))
            add_hook(search, room, row->edges, row->count, WR_NONE);
        row->count = 0;
        return;
    }
    struct row other = twins_of(search, row, room);
    if (may_add(search, room, row) && may_add(search, side->other, &other)) {
        mark_used(search, side->other, &other);
        uint32_t a = add_hook(search, room, row->edges, row->count, side->other);
        uint32_t b = add_hook(search, side->other, other.edges, other.count, room);
        if (!search->failed) {
            taking->hooks[a].twin = b;
            taking->hooks[b].twin = a;
        }
    }
    row->count = 0;
}

/* Puts the next edge to a row, or ends that and begins another. */
static void add_place(struct search *search, uint32_t room, struct row *row, uint32_t place)
{
    const struct wr_walkmesh *mesh = mesh_of(search, room);
    uint32_t edge = mesh->edges[place].edge;
    double x, y;
    if (!wr_threshold_outward(mesh, edge, &x, &y)) {
        end_row(search, room, row);
        return;
    }
    bool full = row->count == WR_MOST_EDGES;
    if (!full) {
        row->edges[row->count] = edge;
        row->places[row->count] = place;
    }
    if (full || !wr_threshold_holds(mesh, row->edges, row->count + 1))
        end_row(search, room, row);
    row->edges[row->count] = edge;
    row->places[row->count++] = place;
}

/* A side is walked from the room that comes first. */
static bool is_ours(const wr_taken_side *side)
{
    return side && side->other != side->room &&
           (side->twin == WR_NONE || side->room < side->other);
}

/* Where a loop has a break, so that no row goes on beyond its end; its beginning where there is
 * none. */
static uint32_t find_break(const struct search *search, const struct loop *loop)
{
    for (uint32_t place = loop->begin; place < loop->end; place++)
        if (!goes_on(search, loop, place))
            return after(loop, place);
    return loop->begin;
}

static void walk_loop(struct search *search, const struct loop *loop)
{
    struct row row = {.count = 0};
    uint32_t place = find_break(search, loop);
    for (uint32_t i = loop->begin; i < loop->end; i++, place = after(loop, place)) {
        if (is_ours(side_at(search, loop->room, place)))
            add_place(search, loop->room, &row, place);
        if (!goes_on(search, loop, place))
            end_row(search, loop->room, &row);
    }
    end_row(search, loop->room, &row);
}

static void walk_rooms(struct search *search)
{
    for (uint32_t r = 0; r < search->taking->room_count; r++) {
        const struct wr_walkmesh *mesh = mesh_of(search, r);
        struct loop loop = {.room = r};
        for (uint32_t i = 0; i < mesh->perimeter_count; i++) {
            loop.end = mesh->perimeters[i];
            walk_loop(search, &loop);
            loop.begin = loop.end;
        }
    }
}

static void tell_lost(struct search *search)
{
    struct wr_taking *taking = search->taking;
    for (uint32_t r = 0; r < taking->room_count; r++)
        if (search->lost[r])
            wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                    "extract-transition",
                    "`warren check` names each; they are doorways without a link",
                    "%u edges of room '%s' lead into a room that has none that lead back",
                    (unsigned)search->lost[r], taking->rooms[r].name);
    if (search->twice)
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-hooks", NULL, "%u doorways are left out: others stand where they do",
                (unsigned)search->twice);
    if (search->beyond)
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-hooks", NULL,
                "%u doorways are left out: a room of a kit has at most %d",
                (unsigned)search->beyond, (int)WR_MOST_HOOKS);
    if (search->wide)
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-hooks", NULL, "%u doorways are left out: they are wider than %d km",
                (unsigned)search->wide, (int)WR_MAP_FARTHEST / 1000);
}

/* ---- Doors ------------------------------------------------------------------------------- */

/* Whether a door looks out of an edge, or into it. */
static bool looks_through(const wr_taken_door *door, double x, double y)
{
    double along = door->x * x + door->y * y;
    return (along < 0 ? -along : along) >= WR_FACING_COSINE;
}

static bool fits(const struct search *search, const wr_taken_hook *hook,
                 const wr_taken_door *door)
{
    double x, y;
    for (uint32_t i = 0; i < hook->edge_count; i++)
        if (wr_threshold_outward(mesh_of(search, hook->room), hook->edges[i], &x, &y) &&
            looks_through(door, x, y))
            return true;
    return false;
}

/* The hook a door stands in: the nearest without one; of two that are linked, the first. */
static uint32_t hook_at(const struct search *search, const wr_taken_door *door)
{
    const struct wr_taking *taking = search->taking;
    double least = WR_DOOR_REACH;
    uint32_t best = WR_NONE;
    for (uint32_t i = 0; i < taking->hook_count; i++) {
        const wr_taken_hook *hook = &taking->hooks[i];
        if (hook->door != WR_NONE)
            continue;
        double distance = wr_threshold_near(mesh_of(search, hook->room), hook->edges,
                                            hook->edge_count, door->at);
        if (distance < least && fits(search, hook, door)) {
            least = distance;
            best = i;
        }
    }
    return best;
}

static void put_door(struct search *search, uint32_t index, uint32_t door)
{
    struct wr_taking *taking = search->taking;
    wr_taken_hook *hook = &taking->hooks[index];
    hook->door = door;
    hook->at = wr_threshold_spot(mesh_of(search, hook->room), hook->edges, hook->edge_count,
                                 taking->doors[door].at);
    taking->doors[door].used = true;
    if (hook->twin == WR_NONE)
        return;
    wr_taken_hook *twin = &taking->hooks[hook->twin];
    twin->door = door;
    twin->at = wr_threshold_spot(mesh_of(search, twin->room), twin->edges, twin->edge_count,
                                 taking->doors[door].at);
}

/* Nearest edge of a floor that is no hook's yet; one of the room that the layout names for the
 * door goes before others that are nearer by less than a seam. */
struct free_edge {
    uint32_t room, place;
    double distance; /* of the door; less by a seam in the room that is named */
};

static struct free_edge free_edge_at(const struct search *search, const wr_taken_door *door)
{
    struct free_edge best = {WR_NONE, WR_NONE, WR_DOOR_REACH};
    for (uint32_t r = 0; r < search->taking->room_count; r++) {
        const struct wr_walkmesh *mesh = mesh_of(search, r);
        bool named = door->room && wr_text_same(door->room, search->taking->rooms[r].name);
        double nearer = named ? WR_SEAM_DISTANCE : 0;
        for (uint32_t i = 0; i < mesh->edge_count; i++) {
            wr_vec3 nearest;
            double x, y, distance;
            distance = wr_threshold_distance(mesh, mesh->edges[i].edge, door->at, &nearest);
            if (distance < WR_DOOR_REACH && distance - nearer < best.distance &&
                !search->used[r][i] &&
                wr_threshold_outward(mesh, mesh->edges[i].edge, &x, &y) &&
                looks_through(door, x, y))
                best = (struct free_edge){r, i, distance - nearer};
        }
    }
    return best;
}

/* A doorway that grows from the edge its door stands at: the door is in its middle, so that
 * what lies no farther to either side than the end of that edge belongs to it. */
struct growth {
    const struct search *search;
    struct loop loop;
    wr_vec3 door;
    double x, y, reach; /* out of the edge; along it */
    uint32_t foot;      /* edge */
};

static double ends_apart(const struct growth *growth, uint32_t edge)
{
    const struct wr_walkmesh *mesh = mesh_of(growth->search, growth->loop.room);
    const uint32_t ends[2] = {wr_edge_start(mesh, edge), wr_edge_end(mesh, edge)};
    double most = 0;
    for (int i = 0; i < 2; i++) {
        wr_dvec3 off = wr_sub(wr_widen(mesh->vertices[ends[i]]), wr_widen(growth->door));
        double along = growth->x * off.y - growth->y * off.x;
        along = along < 0 ? -along : along;
        most = along > most ? along : most;
    }
    return most;
}

static bool belongs(const struct growth *growth, uint32_t place)
{
    const struct wr_walkmesh *mesh = mesh_of(growth->search, growth->loop.room);
    const uint32_t both[2] = {growth->foot, mesh->edges[place].edge};
    double x, y;
    return !growth->search->used[growth->loop.room][place] &&
           wr_threshold_outward(mesh, both[1], &x, &y) &&
           x * growth->x + y * growth->y >= WR_FACING_COSINE &&
           ends_apart(growth, both[1]) <= growth->reach;
}

static struct row grow_row(const struct search *search, struct free_edge found, wr_vec3 door)
{
    const struct wr_walkmesh *mesh = mesh_of(search, found.room);
    struct growth growth = {.search = search, .loop = {.room = found.room}, .door = door};
    struct row row = {.count = 0};
    wr_taken_loop(mesh, found.place, &growth.loop.begin, &growth.loop.end);
    growth.foot = mesh->edges[found.place].edge;
    wr_threshold_outward(mesh, growth.foot, &growth.x, &growth.y);
    growth.reach = ends_apart(&growth, growth.foot) + WR_SEAM_DISTANCE;
    uint32_t first = found.place, size = growth.loop.end - growth.loop.begin;
    for (uint32_t i = 1; i < size && i < WR_MOST_EDGES / 2; i++) {
        uint32_t before = (first == growth.loop.begin ? growth.loop.end : first) - 1;
        if (!belongs(&growth, before))
            break;
        first = before;
    }
    for (uint32_t place = first; row.count < WR_MOST_EDGES && row.count < size &&
                                 (place == found.place || belongs(&growth, place));
         place = after(&growth.loop, place)) {
        row.places[row.count] = place;
        row.edges[row.count++] = mesh->edges[place].edge;
    }
    return row;
}

static void add_end(struct search *search, uint32_t door)
{
    const wr_taken_door *at = &search->taking->doors[door];
    struct free_edge found = free_edge_at(search, at);
    if (found.room == WR_NONE)
        return;
    struct row row = grow_row(search, found, at->at);
    mark_used(search, found.room, &row);
    if (!may_add(search, found.room, &row))
        return;
    uint32_t hook = add_hook(search, found.room, row.edges, row.count, WR_NONE);
    if (!search->failed)
        put_door(search, hook, door);
}

/* Doors in doorways that rooms have in common go first: what is left stands at walls. */
static void put_doors(struct search *search)
{
    struct wr_taking *taking = search->taking;
    uint32_t left = 0;
    for (uint32_t d = 0; d < taking->door_count; d++) {
        uint32_t hook = hook_at(search, &taking->doors[d]);
        if (hook != WR_NONE)
            put_door(search, hook, d);
    }
    for (uint32_t d = 0; d < taking->door_count && !search->failed; d++) {
        if (!taking->doors[d].used && !wr_context_stopped(taking->context))
            add_end(search, d);
        left += !taking->doors[d].used;
    }
    if (left)
        wr_note(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-door-inside", NULL,
                "%u doors stand in no doorway: inside a room, or twice in one", (unsigned)left);
}

/* ---- Order and names --------------------------------------------------------------------- */

static int order_hooks(const void *a, const void *b)
{
    const wr_taken_hook *const *p = a, *const *q = b;
    if ((*p)->room != (*q)->room)
        return (*p)->room < (*q)->room ? -1 : 1;
    if ((*p)->door != (*q)->door)
        return (*p)->door < (*q)->door ? -1 : 1;
    return *p < *q ? -1 : *p > *q;
}

/* Room by room; in a room by the doors, so that a build numbers doors as the layout does. */
static bool sort_hooks(struct wr_taking *taking, struct wr_arena *scratch)
{
    uint32_t count = taking->hook_count;
    wr_taken_hook *sorted = WR_TAKE(scratch, wr_taken_hook, count);
    const wr_taken_hook **order = WR_TAKE(scratch, const wr_taken_hook *, count);
    uint32_t *numbers = WR_TAKE(scratch, uint32_t, count);
    if (!sorted || !order || !numbers)
        return false;
    for (uint32_t i = 0; i < count; i++)
        order[i] = &taking->hooks[i];
    if (count)
        qsort(order, count, sizeof *order, order_hooks);
    for (uint32_t i = 0; i < count; i++)
        numbers[order[i] - taking->hooks] = i;
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = *order[i];
        if (sorted[i].twin != WR_NONE)
            sorted[i].twin = numbers[sorted[i].twin];
    }
    if (count) /* where they were: more may follow */
        memcpy(taking->hooks, sorted, count * sizeof *sorted);
    return true;
}

/* "to-<room>" or "end", and a number from the second on. */
static void name_hook(struct wr_taking *taking, wr_taken_room *room, wr_taken_hook *hook)
{
    uint32_t same = 1;
    for (uint32_t i = 0; i < room->hook_count; i++)
        same += taking->hooks[room->first_hook + i].to == hook->to;
    const char *other = hook->to == WR_NONE ? "" : taking->rooms[hook->to].name;
    int size = snprintf(hook->name, sizeof hook->name, "%s%s",
                        hook->to == WR_NONE ? "end" : "to-", other);
    if (same > 1)
        snprintf(hook->name + size, sizeof hook->name - (size_t)size, "-%u", (unsigned)same);
}

static void name_hooks(struct wr_taking *taking)
{
    for (uint32_t i = 0; i < taking->hook_count; i++) {
        wr_taken_room *room = &taking->rooms[taking->hooks[i].room];
        room->first_hook = room->hook_count == 0 ? i : room->first_hook;
        name_hook(taking, room, &taking->hooks[i]);
        room->hook_count++;
    }
}

/* A kit's room has one hook on a spot. */
static bool coincides(const struct wr_taking *taking, uint32_t index)
{
    const wr_taken_hook *hook = &taking->hooks[index];
    for (uint32_t i = taking->rooms[hook->room].first_hook; i < index; i++)
        if (!taking->hooks[i].hidden &&
            wr_distance(taking->hooks[i].at, hook->at) <= 2 * WR_HOOK_REACH)
            return true;
    return false;
}

static void hide_twice(struct search *search)
{
    struct wr_taking *taking = search->taking;
    for (uint32_t i = 0; i < taking->hook_count; i++) {
        wr_taken_hook *hook = &taking->hooks[i];
        if (hook->hidden || !coincides(taking, i))
            continue;
        hook->hidden = true;
        search->twice++;
        if (hook->twin != WR_NONE)
            taking->hooks[hook->twin].hidden = true;
    }
}

/* ---- The search -------------------------------------------------------------------------- */

static bool start(struct search *search)
{
    struct wr_taking *taking = search->taking;
    search->used = WR_TAKE(search->scratch, bool *, taking->room_count);
    search->lost = WR_ZERO(search->scratch, uint32_t, taking->room_count);
    search->counts = WR_ZERO(search->scratch, uint32_t, taking->room_count);
    if (!search->used || !search->lost || !search->counts)
        return false;
    for (uint32_t r = 0; r < taking->room_count; r++) {
        search->used[r] = WR_ZERO(search->scratch, bool, taking->rooms[r].mesh->edge_count);
        if (!search->used[r])
            return false;
    }
    return wr_taken_sides_find(taking, search->scratch, &search->sides);
}

static bool find_all(struct search *search)
{
    if (!start(search))
        return false;
    walk_rooms(search);
    if (!search->failed)
        put_doors(search);
    if (search->failed || !sort_hooks(search->taking, search->scratch))
        return false;
    name_hooks(search->taking);
    hide_twice(search);
    return true;
}

enum wr_result wr_taking_hooks(struct wr_taking *taking)
{
    struct search search = {.taking = taking, .scratch = wr_arena_create()};
    bool found = search.scratch && find_all(&search);
    if (found)
        tell_lost(&search);
    wr_arena_destroy(search.scratch);
    return found ? WR_OK : wr_no_memory(taking->context);
}

enum wr_result wr_taken_hooks_order(struct wr_taking *taking)
{
    struct wr_arena *scratch = wr_arena_create();
    bool sorted = scratch && sort_hooks(taking, scratch);
    for (uint32_t i = taking->hook_count; sorted && i-- > 0;)
        taking->rooms[taking->hooks[i].room].first_hook = i;
    wr_arena_destroy(scratch);
    return sorted ? WR_OK : wr_no_memory(taking->context);
}
