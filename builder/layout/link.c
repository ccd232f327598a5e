/* Which doorways are one: links the map states, then pairs found through a spatial hash. */
#include "builder/layout/link.h"
#include "builder/layout/layout.h"
#include "builder/layout/seam.h"

#include "core/base/bytes.h"
#include "core/base/grid.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"

#include <stdlib.h>
#include <string.h>

/* ---- The rules of a link ---- */

static const wr_link_fault NO_FAULT = {NULL, NULL};

bool wr_word_means_door(const char *word, const struct wr_kit *kit, uint32_t door)
{
    const char *colon = strchr(word, ':'), *name = kit->doors[door].name;
    if (!colon)
        return strcmp(word, name) == 0;
    size_t size = (size_t)(colon - word);
    return strlen(kit->id) == size && memcmp(kit->id, word, size) == 0 &&
           strcmp(colon + 1, name) == 0;
}

static bool doors_meet(const struct wr_map *map, const struct wr_kit *kit_a, uint32_t door_a,
                       const struct wr_kit *kit_b, uint32_t door_b)
{
    if (wr_doors_meet(kit_a, door_a, kit_b, door_b))
        return true;
    for (uint32_t i = 0; map && i < map->door_pair_count; i++) {
        const char *const *doors = map->door_pairs[i].doors;
        for (int side = 0; side < 2; side++)
            if (wr_word_means_door(doors[side], kit_a, door_a) &&
                wr_word_means_door(doors[1 - side], kit_b, door_b))
                return true;
    }
    return false;
}

static wr_link_fault judge_hooks(const struct wr_layout *layout, uint32_t a, uint32_t b)
{
    const wr_placed_hook *p = &layout->hooks[a], *q = &layout->hooks[b];
    const wr_hook *hook_p = wr_hook_of(layout, a), *hook_q = wr_hook_of(layout, b);
    if (hook_p->foot == WR_NONE || hook_q->foot == WR_NONE)
        return (wr_link_fault){"link-threshold",
                               "a hook without a threshold on its walkmesh is never linked"};
    if (p->out_x * q->out_x + p->out_y * q->out_y > -WR_FACING_COSINE)
        return (wr_link_fault){"link-facing", "they do not face each other"};
    if (!doors_meet(layout->map, layout->rooms[p->room].room->kit, hook_p->door,
                    layout->rooms[q->room].room->kit, hook_q->door))
        return (wr_link_fault){"link-door", "their door types may not meet"};
    return NO_FAULT;
}

/* Nobody walks through less than a metre, and rooms do not find each other over less. A map
 * that states all links may have seams of many pieces, each as long as it is. */
static double least_overlap(const struct wr_layout *layout, const struct wr_fit *fit)
{
    double whole = fit->shorter - WR_WELD_DISTANCE;
    bool stated = layout->map && layout->map->links_only;
    return stated && whole < WR_DOOR_OVERLAP ? whole : WR_DOOR_OVERLAP;
}

static wr_link_fault judge_fit(const struct wr_layout *layout, const struct wr_fit *fit)
{
    if (fit->folded)
        return (wr_link_fault){"link-seam", "a threshold turns back on itself"};
    if (fit->overlap < least_overlap(layout, fit))
        return (wr_link_fault){"link-overlap", "their thresholds have less than 1 m in common"};
    if (fit->step > WR_DOOR_STEP)
        return (wr_link_fault){"link-step", "the step between their floors is over 0.25 m"};
    if (fit->worst_move > layout->seam_distance)
        return (wr_link_fault){"link-seam",
                               "a doorway vertex would move farther than the seam tolerance"};
    return NO_FAULT;
}

bool wr_link_judge(const struct wr_layout *layout, struct wr_arena *scratch, uint32_t a,
                   uint32_t b, wr_link_fault *out)
{
    struct wr_fit fit;
    *out = judge_hooks(layout, a, b);
    if (out->reason)
        return true;
    wr_arena_mark here = wr_arena_here(scratch);
    /* In the order a link has them, so that the seam is measured as it will be made. */
    bool fine = wr_seam_fit(layout, scratch, a < b ? a : b, a < b ? b : a, &fit);
    wr_arena_rewind(scratch, here);
    if (fine)
        *out = judge_fit(layout, &fit);
    return fine;
}

static double hook_distance(const struct wr_layout *layout, uint32_t a, uint32_t b)
{
    return wr_distance(layout->hooks[a].position, layout->hooks[b].position);
}

/* How far two hooks are from facing each other, in degrees. */
static double facing_error(const wr_placed_hook *a, const wr_placed_hook *b)
{
    double turn = wr_bearing_of(-a->out_x, -a->out_y) - wr_bearing_of(b->out_x, b->out_y);
    turn = turn < 0 ? -turn : turn;
    return turn > 180 ? 360 - turn : turn;
}

/* ---- Mending ---- */

static float turn_within_circle(double turn)
{
    double whole = (double)(int64_t)(turn / 360);
    turn -= 360 * whole;
    float out = (float)(turn < 0 ? turn + 360 : turn);
    return out < 360 ? out : 0;
}

/* Where the room of the hook `moved` would have to stand to meet `fixed`. */
static wr_placement mending_placement(const struct wr_layout *layout, uint32_t fixed,
                                      uint32_t moved)
{
    const wr_placed_hook *a = &layout->hooks[fixed], *b = &layout->hooks[moved];
    wr_placement placement = layout->rooms[b->room].placement;
    double turn = wr_bearing_of(-a->out_x, -a->out_y) - wr_bearing_of(b->out_x, b->out_y);
    placement.turn = turn_within_circle((double)placement.turn + turn);
    wr_motion motion = wr_motion_of(placement);
    wr_vec3 at = wr_motion_point(&motion, wr_hook_of(layout, moved)->position);
    placement.position = wr_narrow(
        wr_add(wr_widen(placement.position), wr_sub(wr_widen(a->position), wr_widen(at))));
    return placement;
}

/* What would forbid the link if the room of `moved` stood at `mend`. */
static bool judge_when_mended(struct wr_layout *layout, struct wr_arena *scratch,
                              uint32_t fixed, uint32_t moved, wr_placement mend,
                              wr_link_fault *out)
{
    wr_placed_hook *hook = &layout->hooks[moved], old_hook = *hook;
    wr_placed_room *room = &layout->rooms[hook->room];
    wr_motion old_motion = room->motion;
    room->motion = wr_motion_of(mend);
    wr_place_hook(room, wr_hook_of(layout, moved), hook);
    bool fine = wr_link_judge(layout, scratch, fixed, moved, out);
    room->motion = old_motion;
    *hook = old_hook;
    return fine;
}

static bool has_links(const struct wr_layout *layout, uint32_t room)
{
    const wr_placed_room *placed = &layout->rooms[room];
    for (uint32_t h = 0; h < placed->room->hook_count; h++)
        if (layout->hooks[placed->first_hook + h].link != WR_NONE)
            return true;
    return false;
}

/* Which of two hooks has the room that is to move: the later one's, unless it is linked and the
 * earlier is not. */
static int side_to_move(const struct wr_layout *layout, const uint32_t hooks[2])
{
    uint32_t first = layout->hooks[hooks[0]].room, second = layout->hooks[hooks[1]].room;
    return has_links(layout, second) && !has_links(layout, first) ? 0 : 1;
}

static void write_hint(struct wr_bytes *hint, const char *room, wr_placement mend)
{
    wr_bytes_print(hint, "to link them, give '%s' position [", room);
    wr_bytes_number(hint, mend.position.x);
    wr_bytes_text(hint, ", ");
    wr_bytes_number(hint, mend.position.y);
    wr_bytes_text(hint, ", ");
    wr_bytes_number(hint, mend.position.z);
    wr_bytes_text(hint, "] and turn ");
    wr_bytes_number(hint, mend.turn);
    wr_bytes_char(hint, '\0');
}

/* ---- Links ---- */

static wr_where link_place(const struct wr_layout *layout, const wr_map_link *link)
{
    return wr_where_in_map(layout->map, link->place);
}

/* `stated` NULL: the map does not say so. */
static void add_link(struct wr_layout *layout, uint32_t a, uint32_t b,
                     const wr_map_link *stated)
{
    uint32_t low = layout->hooks[a].room <= layout->hooks[b].room ? a : b;
    wr_link *link = &layout->links[layout->link_count];
    *link =
        (wr_link){.hooks = {low, low == a ? b : a}, .distance = hook_distance(layout, a, b)};
    if (stated) {
        link->stated = true;
        link->lock = stated->lock;
        link->optional = stated->optional;
        link->hidden = stated->hidden;
        link->place = stated->place;
    }
    layout->hooks[a].link = layout->hooks[b].link = layout->link_count++;
}

static enum wr_result find_stated_hook(struct wr_context *context,
                                       const struct wr_layout *layout, const wr_map_link *link,
                                       int side, uint32_t *out)
{
    const wr_placed_room *room = &layout->rooms[link->rooms[side]];
    char hint[WR_SUGGESTION_SIZE];
    uint32_t hook = wr_room_hook(room->room, link->hooks[side]);
    if (hook == WR_NONE)
        return wr_fail(context, WR_NOT_FOUND, link_place(layout, link), "link-hook-not-found",
                       wr_suggestion_among(hint, link->hooks[side], room->room->hooks,
                                           room->room->hook_count, sizeof(wr_hook),
                                           offsetof(wr_hook, name)),
                       "room '%s' (%s) has no hook '%s'", room->name, room->room->name,
                       link->hooks[side]);
    *out = room->first_hook + hook;
    if (layout->hooks[*out].link != WR_NONE)
        return wr_fail(context, WR_INVALID, link_place(layout, link), "link-hook-taken",
                       "a doorway leads to one room only",
                       "hook '%s' of room '%s' is in another link already", link->hooks[side],
                       room->name);
    return WR_OK;
}

/* Says what forbids a link, and which move would mend it where one does. */
static enum wr_result refuse_link(struct wr_context *context, struct wr_layout *layout,
                                  struct wr_arena *scratch, const wr_map_link *link,
                                  const uint32_t hooks[2], wr_link_fault fault)
{
    uint32_t earlier = layout->hooks[hooks[0]].room <= layout->hooks[hooks[1]].room ? 0 : 1;
    uint32_t ordered[2] = {hooks[earlier], hooks[1 - earlier]};
    int moved = side_to_move(layout, ordered);
    uint32_t room = layout->hooks[ordered[moved]].room;
    wr_placement mend = mending_placement(layout, ordered[1 - moved], ordered[moved]);
    wr_link_fault left;
    struct wr_bytes hint = {0};
    if (!judge_when_mended(layout, scratch, ordered[1 - moved], ordered[moved], mend, &left))
        return wr_no_memory(context);
    if (!left.reason)
        write_hint(&hint, layout->rooms[room].name, mend);
    enum wr_result result =
        wr_fail(context, WR_INVALID, link_place(layout, link), fault.slug,
                hint.data && !hint.failed ? (const char *)hint.data
                                          : "move a room, or take the link out of the map",
                "hook '%s' of room '%s' and hook '%s' of room '%s' cannot be linked: %s"
                " (they are %s m apart)",
                link->hooks[0], layout->rooms[link->rooms[0]].name, link->hooks[1],
                layout->rooms[link->rooms[1]].name, fault.reason,
                wr_fixed(hook_distance(layout, hooks[0], hooks[1]), 3).text);
    wr_bytes_finish(&hint);
    return result;
}

static enum wr_result link_stated(struct wr_context *context, struct wr_layout *layout,
                                  struct wr_arena *scratch, const wr_map_link *link)
{
    uint32_t a = 0, b = 0;
    enum wr_result result = find_stated_hook(context, layout, link, 0, &a);
    enum wr_result other = find_stated_hook(context, layout, link, 1, &b);
    if (result != WR_OK || other != WR_OK)
        return result != WR_OK ? result : other;
    wr_link_fault fault = {"link-far", "they are farther apart than the seam tolerance"};
    double distance = hook_distance(layout, a, b);
    if (distance <= layout->seam_distance && !wr_link_judge(layout, scratch, a, b, &fault))
        return wr_no_memory(context);
    if (fault.reason)
        return refuse_link(context, layout, scratch, link, (const uint32_t[2]){a, b}, fault);
    add_link(layout, a, b, link);
    return WR_OK;
}

static enum wr_result link_all_stated(struct wr_context *context, struct wr_layout *layout,
                                      struct wr_arena *scratch)
{
    enum wr_result first = WR_OK;
    for (uint32_t i = 0; i < layout->map->link_count; i++) {
        enum wr_result result = link_stated(context, layout, scratch, &layout->map->links[i]);
        if (first == WR_OK)
            first = result;
    }
    return first;
}

/* ---- The spatial hash ---- */

/* Open hooks by the cell they lie in. */
struct grid {
    const struct wr_layout *layout;
    double width;
    struct wr_grid cells;
};

/* Kits love round coordinates; cells begin off them, so that a hook rarely lies at a border. */
enum { CROWD = 512 };
static const double CELL_SHIFT = 0.3728;

static wr_dvec3 shifted(const struct grid *grid, uint32_t hook)
{
    wr_vec3 p = grid->layout->hooks[hook].position;
    double shift = CELL_SHIFT * grid->width;
    return (wr_dvec3){p.x + shift, p.y + shift, p.z + shift};
}

/* Linked hooks are out of the search, and so are those without a threshold: their kit was
 * warned of. */
static bool is_open(const struct wr_layout *layout, uint32_t hook)
{
    return layout->hooks[hook].link == WR_NONE && wr_hook_of(layout, hook)->foot != WR_NONE;
}

/* Puts open hooks into cells of `width` metres, the first one last, so that each cell lists
 * them in their order. To be finished even when memory is out. */
static bool grid_make(struct grid *grid, const struct wr_layout *layout, double width)
{
    bool fine = true;
    *grid = (struct grid){.layout = layout, .width = width};
    wr_grid_start(&grid->cells);
    for (uint32_t h = layout->hook_count; fine && h-- > 0;) {
        wr_cell cell = wr_cell_at(shifted(grid, h), width);
        fine = !is_open(layout, h) || wr_grid_add(&grid->cells, cell, cell, h);
    }
    return fine;
}

/* Calls `visit` for each hook within `reach` of `hook` that comes after it and belongs to
 * another room; false when it met a crowd. */
typedef bool visit_fn(void *user, uint32_t hook, uint32_t other, double distance);

static bool visit_cell(const struct grid *grid, wr_cell cell, uint32_t hook, double reach,
                       unsigned *met, visit_fn *visit, void *user)
{
    const wr_grid_entry *entries = grid->cells.entries;
    for (uint32_t e = wr_grid_first(&grid->cells, cell); e != UINT32_MAX; e = entries[e].next) {
        uint32_t other = entries[e].id;
        if (other <= hook)
            continue;
        if (++*met > CROWD)
            return false;
        double distance = hook_distance(grid->layout, hook, other);
        bool near = distance <= reach;
        if (near && grid->layout->hooks[other].room != grid->layout->hooks[hook].room)
            if (!visit(user, hook, other, distance))
                return false;
    }
    return true;
}

static bool visit_near(const struct grid *grid, uint32_t hook, double reach, visit_fn *visit,
                       void *user)
{
    wr_cell cells[WR_CELLS_NEAR];
    unsigned met = 0, count = wr_cells_near(shifted(grid, hook), reach, grid->width, cells);
    for (unsigned i = 0; i < count; i++)
        if (!visit_cell(grid, cells[i], hook, reach, &met, visit, user))
            return false;
    return true;
}

static enum wr_result crowded(struct wr_context *context, const struct wr_layout *layout,
                              uint32_t hook)
{
    const wr_placed_room *room = &layout->rooms[layout->hooks[hook].room];
    return wr_fail(context, WR_LIMIT, room->where, "hooks-crowded",
                   "many rooms stand on one spot: give them places of their own",
                   "more than %d hooks lie close to hook '%s' of room '%s'", CROWD,
                   wr_hook_of(layout, hook)->name, room->name);
}

/* ---- Matching ---- */

struct pairs {
    const struct wr_layout *layout;
    struct wr_arena *scratch; /* for the fit of one pair */
    wr_hook_pair *items;
    size_t count, capacity;
    bool failed;
};

static bool keep_pair(void *user, uint32_t a, uint32_t b, double distance)
{
    struct pairs *pairs = user;
    wr_link_fault fault;
    if (!wr_link_judge(pairs->layout, pairs->scratch, a, b, &fault)) {
        pairs->failed = true;
        return false;
    }
    if (fault.reason)
        return true;
    if (!wr_grow(&pairs->items, &pairs->capacity, pairs->count + 1, sizeof *pairs->items)) {
        pairs->failed = true;
        return false;
    }
    pairs->items[pairs->count++] = (wr_hook_pair){distance, a, b};
    return true;
}

int wr_order_hook_pairs(const void *a, const void *b)
{
    const wr_hook_pair *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

static int order_links(const void *a, const void *b)
{
    const wr_link *p = a, *q = b;
    return p->hooks[0] < q->hooks[0] ? -1 : p->hooks[0] > q->hooks[0];
}

static void link_nearest_first(struct wr_layout *layout, wr_hook_pair *pairs, size_t count)
{
    if (count)
        qsort(pairs, count, sizeof *pairs, wr_order_hook_pairs);
    for (size_t i = 0; i < count; i++)
        if (layout->hooks[pairs[i].a].link == WR_NONE &&
            layout->hooks[pairs[i].b].link == WR_NONE)
            add_link(layout, pairs[i].a, pairs[i].b, NULL);
}

static enum wr_result find_pairs(struct wr_context *context, const struct wr_layout *layout,
                                 struct pairs *pairs)
{
    struct grid grid = {0};
    double width = layout->reach > WR_NEAR_MISS ? layout->reach : WR_NEAR_MISS;
    struct wr_arena *fits = wr_arena_create();
    *pairs = (struct pairs){.layout = layout, .scratch = fits};
    enum wr_result result = WR_OK;
    if (!fits || !grid_make(&grid, layout, width))
        result = wr_no_memory(context);
    for (uint32_t h = 0; result == WR_OK && h < layout->hook_count; h++) {
        if (!is_open(layout, h))
            continue;
        if (!visit_near(&grid, h, layout->reach, keep_pair, pairs))
            result = pairs->failed ? wr_no_memory(context) : crowded(context, layout, h);
    }
    wr_grid_finish(&grid.cells);
    wr_arena_destroy(fits);
    return result;
}

enum wr_result wr_layout_pairs(struct wr_context *context, const struct wr_layout *layout,
                               wr_hook_pair **out, size_t *count)
{
    struct pairs pairs;
    enum wr_result result = find_pairs(context, layout, &pairs);
    if (result == WR_OK) {
        *out = wr_arena_copy(layout->arena, pairs.items, pairs.count, sizeof **out);
        *count = pairs.count;
        result = *out ? WR_OK : wr_no_memory(context);
    }
    wr_free(pairs.items);
    return result;
}

static enum wr_result link_by_proximity(struct wr_context *context, struct wr_layout *layout)
{
    struct pairs pairs;
    enum wr_result result = find_pairs(context, layout, &pairs);
    if (result == WR_OK)
        link_nearest_first(layout, pairs.items, pairs.count);
    wr_free(pairs.items);
    return result;
}

/* Links in the order of their first hook, whatever found them. */
static void sort_links(struct wr_layout *layout)
{
    if (layout->link_count)
        qsort(layout->links, layout->link_count, sizeof *layout->links, order_links);
    for (uint32_t i = 0; i < layout->link_count; i++)
        for (int side = 0; side < 2; side++)
            layout->hooks[layout->links[i].hooks[side]].link = i;
}

/* ---- Near misses ---- */

/* Of several equally near ones the first counts. */
struct nearest {
    uint32_t *other; /* one a hook: the nearest unlinked one, or WR_NONE */
    double *distance;
};

static void keep_nearer(struct nearest *nearest, uint32_t hook, uint32_t other, double distance)
{
    double known = nearest->other[hook] == WR_NONE ? INFINITY : nearest->distance[hook];
    if (known < distance || (known == distance && nearest->other[hook] < other))
        return;
    nearest->other[hook] = other;
    nearest->distance[hook] = distance;
}

static bool keep_nearest(void *user, uint32_t a, uint32_t b, double distance)
{
    keep_nearer(user, a, b, distance);
    keep_nearer(user, b, a, distance);
    return true;
}

static bool mend_near_miss(struct wr_layout *layout, struct wr_arena *scratch,
                           wr_near_miss *miss)
{
    wr_link_fault fault;
    miss->moved = side_to_move(layout, miss->hooks);
    uint32_t moved = miss->hooks[miss->moved], fixed = miss->hooks[1 - miss->moved];
    miss->mend = mending_placement(layout, fixed, moved);
    if (!judge_when_mended(layout, scratch, fixed, moved, miss->mend, &fault))
        return false;
    miss->mendable = !fault.reason;
    if (miss->mendable && miss->distance <= layout->reach &&
        !wr_link_judge(layout, scratch, miss->hooks[0], miss->hooks[1], &fault))
        return false;
    miss->slug = fault.slug;
    miss->reason = fault.reason;
    return true;
}

static void warn_near_miss(struct wr_context *context, const struct wr_layout *layout,
                           const wr_near_miss *miss)
{
    uint32_t fixed = miss->hooks[1 - miss->moved], moved = miss->hooks[miss->moved];
    const wr_placed_room *a = &layout->rooms[layout->hooks[fixed].room];
    const wr_placed_room *b = &layout->rooms[layout->hooks[moved].room];
    struct wr_bytes hint = {0};
    if (miss->mendable)
        write_hint(&hint, b->name, miss->mend);
    wr_warn(context, b->where, "near-miss",
            hint.data && !hint.failed ? (const char *)hint.data : NULL,
            "hook '%s' of room '%s' is %s m and %s degrees from hook '%s' of room '%s', not "
            "linked%s%s",
            wr_hook_of(layout, moved)->name, b->name, wr_fixed(miss->distance, 3).text,
            wr_fixed(miss->angle, 1).text, wr_hook_of(layout, fixed)->name, a->name,
            miss->reason ? ": " : "", miss->reason ? miss->reason : "");
    wr_bytes_finish(&hint);
}

static enum wr_result add_near_misses(struct wr_context *context, struct wr_layout *layout,
                                      struct wr_arena *scratch, const struct nearest *nearest)
{
    layout->near_misses = WR_TAKE(layout->arena, wr_near_miss, layout->hook_count);
    if (!layout->near_misses)
        return wr_no_memory(context);
    for (uint32_t h = 0; h < layout->hook_count; h++) {
        uint32_t other = nearest->other[h];
        if (other == WR_NONE || (other < h && nearest->other[other] == h))
            continue;
        uint32_t low = layout->hooks[h].room < layout->hooks[other].room ? h : other;
        wr_near_miss *miss = &layout->near_misses[layout->near_miss_count++];
        *miss = (wr_near_miss){
            .hooks = {low, low == h ? other : h},
            .distance = nearest->distance[h],
            .angle = facing_error(&layout->hooks[h], &layout->hooks[other]),
        };
        if (!mend_near_miss(layout, scratch, miss))
            return wr_no_memory(context);
        warn_near_miss(context, layout, miss);
    }
    return WR_OK;
}

static enum wr_result find_near_misses(struct wr_context *context, struct wr_layout *layout,
                                       struct wr_arena *scratch)
{
    struct grid grid = {0};
    enum wr_result result = WR_OK;
    struct nearest nearest = {WR_TAKE(scratch, uint32_t, layout->hook_count),
                              WR_TAKE(scratch, double, layout->hook_count)};
    if (!nearest.other || !nearest.distance || !grid_make(&grid, layout, WR_NEAR_MISS))
        result = wr_no_memory(context);
    for (uint32_t h = 0; result == WR_OK && h < layout->hook_count; h++)
        nearest.other[h] = WR_NONE;
    for (uint32_t h = 0; result == WR_OK && h < layout->hook_count; h++)
        if (is_open(layout, h) && !visit_near(&grid, h, WR_NEAR_MISS, keep_nearest, &nearest))
            result = crowded(context, layout, h);
    wr_grid_finish(&grid.cells);
    return result == WR_OK ? add_near_misses(context, layout, scratch, &nearest) : result;
}

/* ---- Door pairs ---- */

static bool any_door_is(const struct wr_layout *layout, const char *word)
{
    const struct wr_kit *last = NULL;
    for (uint32_t r = 0; r < layout->room_count; r++) {
        const struct wr_kit *kit = layout->rooms[r].room->kit;
        for (uint32_t d = 0; kit != last && d < kit->door_count; d++)
            if (wr_word_means_door(word, kit, d))
                return true;
        last = kit;
    }
    return false;
}

static void warn_of_unknown_doors(struct wr_context *context, const struct wr_layout *layout)
{
    const struct wr_map *map = layout->map;
    for (uint32_t i = 0; i < map->door_pair_count; i++)
        for (int side = 0; side < 2; side++)
            if (!any_door_is(layout, map->door_pairs[i].doors[side]))
                wr_warn(
                    context, wr_where_in_map(map, map->door_pairs[i].place),
                    "door-pair-unknown", "write a door's name, or kit:door with the kit's id",
                    "no kit the map uses has a door '%.64s'", map->door_pairs[i].doors[side]);
}

/* ---- All of it ---- */

/* Pairs by proximity are searched for, unless they are `known`. */
static enum wr_result link_with(struct wr_context *context, struct wr_layout *layout,
                                struct wr_arena *scratch, wr_hook_pair *known, size_t count)
{
    layout->link_count = layout->near_miss_count = 0;
    layout->links = WR_TAKE(layout->arena, wr_link, layout->hook_count / 2 + 1);
    if (!layout->links)
        return wr_no_memory(context);
    warn_of_unknown_doors(context, layout);
    enum wr_result result = link_all_stated(context, layout, scratch);
    if (result != WR_OK)
        return result;
    if (known && !layout->map->links_only)
        link_nearest_first(layout, known, count);
    else if (!layout->map->links_only)
        result = link_by_proximity(context, layout);
    if (result != WR_OK)
        return result;
    sort_links(layout);
    /* Where the map's links are all there are, nothing was missed. */
    return layout->map->links_only ? WR_OK : find_near_misses(context, layout, scratch);
}

enum wr_result wr_layout_link(struct wr_context *context, struct wr_layout *layout)
{
    struct wr_arena *scratch = wr_arena_create();
    if (!scratch)
        return wr_no_memory(context);
    enum wr_result result = link_with(context, layout, scratch, NULL, 0);
    wr_arena_destroy(scratch);
    return result;
}

enum wr_result wr_layout_link_pairs(struct wr_context *context, struct wr_layout *layout,
                                    struct wr_arena *scratch, wr_hook_pair *pairs, size_t count)
{
    return link_with(context, layout, scratch, pairs, count);
}
