/* Brute force over poses of kit rooms. */
#include "tests/support/every_level.h"
#include "tests/support/poses.h"
#include "tests/support/test.h"

#include "core/base/random.h"
#include "core/core.h"

enum { ROOMS = 12, LINKS = 16 };
enum { LOCKED = 1, HIDDEN = 2, ENTRY = 100, EXIT, KEY, CAP };

struct drawn_level {
    struct stood rooms[ROOMS];
    uint32_t labels[ROOMS]; /* equal rooms with other labels are others */
    uint32_t links[LINKS][2];
    uint32_t flags[LINKS]; /* LOCKED, HIDDEN */
    uint32_t room_count, link_count;
    uint32_t entry; /* or UINT32_MAX, where the template asks for none */
};

/* What a template asks of a graph, its corridors drawn. */
struct plan {
    const wr_choice *choices[ROOMS];
    const wr_template_node *nodes[ROOMS]; /* NULL: a corridor's room */
    uint32_t links[LINKS][2], flags[LINKS], labels[ROOMS];
    const char *hooks[LINKS][2];
    uint32_t room_count, link_count;
};

struct listing {
    const struct wr_template *template;
    const struct wr_kit *kit;
    struct shape *shapes;
    wr_room_terms *terms; /* one a kit room */
    bool *caps;
    struct every_level *out;
    uint32_t most;
    uint64_t *table; /* of keys that were met, by their last bits; 0: free */
    uint32_t table_size, table_count;
    bool many;
};

/* ---- Starting ---- */

static void listing_start(struct listing *l, const struct wr_template *template,
                          const struct wr_kit *kit)
{
    *l = (struct listing){.template = template, .kit = kit};
    l->shapes = poses_make(kit);
    l->terms = malloc(kit->room_count * sizeof *l->terms);
    l->caps = calloc(kit->room_count, sizeof *l->caps);
    for (uint32_t r = 0; r < kit->room_count; r++) {
        l->terms[r] = wr_template_terms(template, &kit->rooms[r]);
        l->caps[r] = template->caps && !l->terms[r].used &&
                     wr_choice_fits(&template->cap_rooms, &kit->rooms[r]);
    }
    l->table_size = 1 << 12;
    l->table = calloc(l->table_size, sizeof *l->table);
}

static void listing_end(struct listing *l)
{
    poses_free(l->shapes, l->kit);
    free(l->terms);
    free(l->caps);
    free(l->table);
}

static uint32_t room_of(struct stood stood)
{
    return stood.shape / POSES;
}

/* Whether two rooms may be neighbours at all. */
static bool may_link(const struct listing *l, struct stood a, struct stood b)
{
    return room_of(a) != room_of(b) || l->terms[room_of(a)].repeat != WR_REPEAT_APART;
}

/* ---- Keys ---- */

static struct stood turned(struct stood room, uint32_t turn)
{
    room.shape = (room.shape & ~3u) | ((room.shape + turn) & 3);
    room.at = pose_spot(room.at, turn);
    return room;
}

static uint64_t key_as_turned(const struct drawn_level *level, uint32_t turn)
{
    uint64_t hashes[ROOMS], key = 0;
    struct spot low = {1 << 30, 1 << 30, 1 << 30};
    for (uint32_t i = 0; i < level->room_count; i++) {
        struct spot at = turned(level->rooms[i], turn).at;
        low.x = at.x < low.x ? at.x : low.x;
        low.y = at.y < low.y ? at.y : low.y;
        low.z = at.z < low.z ? at.z : low.z;
    }
    for (uint32_t i = 0; i < level->room_count; i++) {
        struct stood room = turned(level->rooms[i], turn);
        struct spot at = spot_sub(room.at, low);
        hashes[i] = wr_mix((uint64_t)room.shape << 32 | level->labels[i]);
        hashes[i] = wr_mix(hashes[i] ^ (uint64_t)(uint32_t)at.x << 32 ^ (uint32_t)at.y);
        hashes[i] = wr_mix(hashes[i] ^ (uint32_t)at.z);
        key += hashes[i];
        key += i == level->entry ? wr_mix(~hashes[i]) : 0;
    }
    for (uint32_t i = 0; i < level->link_count; i++)
        key +=
            wr_mix(hashes[level->links[i][0]] + hashes[level->links[i][1]] + level->flags[i]);
    return wr_mix(key) | 1;
}

static uint64_t key_of(const struct drawn_level *level)
{
    uint64_t key = UINT64_MAX;
    for (uint32_t turn = 0; turn < 4; turn++) {
        uint64_t own = key_as_turned(level, turn);
        key = own < key ? own : key;
    }
    return key;
}

/* Whether a key is met for the first time. */
static bool is_new(struct listing *l, uint64_t key)
{
    if (2 * l->table_count >= l->table_size) {
        uint64_t *old = l->table;
        uint32_t size = l->table_size;
        l->table_size *= 2;
        l->table = calloc(l->table_size, sizeof *l->table);
        l->table_count = 0;
        for (uint32_t i = 0; i < size; i++)
            if (old[i])
                is_new(l, old[i]);
        free(old);
    }
    uint32_t at = (uint32_t)(key >> 1) & (l->table_size - 1);
    while (l->table[at] && l->table[at] != key)
        at = (at + 1) & (l->table_size - 1);
    if (l->table[at] == key)
        return false;
    l->table[at] = key;
    l->table_count++;
    return true;
}

/* ---- Keeping a level ---- */

static bool counts_hold(const struct listing *l, const struct drawn_level *level)
{
    for (uint32_t r = 0; r < l->kit->room_count; r++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < level->room_count; i++)
            count += room_of(level->rooms[i]) == r;
        uint32_t most = l->terms[r].repeat == WR_REPEAT_NEVER ? 1 : l->terms[r].count.most;
        if (l->terms[r].used && (count < l->terms[r].count.least || count > most))
            return false;
    }
    return true;
}

static double weight_of(const struct listing *l, const struct drawn_level *level)
{
    double weight = 1;
    for (uint32_t i = 0; i < level->room_count; i++)
        if (!l->caps[room_of(level->rooms[i])])
            weight *= (double)l->terms[room_of(level->rooms[i])].weight;
    return weight;
}

static void keep(struct listing *l, const struct drawn_level *level)
{
    struct every_level *out = l->out;
    uint64_t key = key_of(level);
    for (uint32_t i = 0; i < out->count; i++)
        if (out->keys[i] == key)
            return;
    l->many |= out->count == l->most;
    if (l->many)
        return;
    out->keys[out->count] = key;
    out->weights[out->count++] = weight_of(l, level);
}

static bool is_linked(const struct listing *l, const struct drawn_level *level, uint32_t room,
                      uint32_t hook)
{
    static const char *const any[2] = {NULL, NULL};
    for (uint32_t i = 0; i < level->link_count; i++)
        for (int side = 0; side < 2; side++) {
            uint32_t other = level->links[i][1 - side];
            const wr_room *its = l->shapes[level->rooms[other].shape].room;
            if (level->links[i][side] != room ||
                !rooms_meet(l->shapes, level->rooms[room], level->rooms[other], any))
                continue;
            for (uint32_t k = 0; k < its->hook_count; k++)
                if (doorways_meet(l->shapes, level->rooms[room], hook, level->rooms[other], k))
                    return true;
        }
    return false;
}

static bool is_free(const struct listing *l, const struct drawn_level *level, struct stood room)
{
    for (uint32_t i = 0; i < level->room_count; i++)
        if (poses_overlap(l->shapes, level->rooms[i], room))
            return false;
    return true;
}

/* Closes doorways from one on with every cap that fits; `rooms` of the level are no caps. */
static void keep_capped(struct listing *l, const struct drawn_level *level, uint32_t rooms,
                        uint32_t room, uint32_t hook)
{
    bool any = false;
    for (; room < rooms; room++, hook = 0)
        for (; hook < l->shapes[level->rooms[room].shape].room->hook_count; hook++) {
            if (is_linked(l, level, room, hook))
                continue;
            const struct doorway *out = &l->shapes[level->rooms[room].shape].doorways[hook];
            for (uint32_t s = 0; s < l->kit->room_count * POSES; s++) {
                if (!l->caps[s / POSES] || (s & 4 && !l->template->mirror))
                    continue;
                for (uint32_t k = 0; k < l->shapes[s].room->hook_count; k++) {
                    struct spot at = spot_sub(spot_add(level->rooms[room].at, out->at),
                                              l->shapes[s].doorways[k].at);
                    struct stood cap = {s, at};
                    struct drawn_level more = *level;
                    if (!doorways_meet(l->shapes, level->rooms[room], hook, cap, k) ||
                        !is_free(l, level, cap))
                        continue;
                    assert_in_range(more.room_count, 1, ROOMS - 1);
                    assert_in_range(more.link_count, 0, LINKS - 1);
                    more.labels[more.room_count] = CAP;
                    more.flags[more.link_count] = 0;
                    more.links[more.link_count][0] = room;
                    more.links[more.link_count++][1] = more.room_count;
                    more.rooms[more.room_count++] = cap;
                    keep_capped(l, &more, rooms, room, hook + 1);
                    any = true;
                }
            }
            if (any)
                return;
        }
    keep(l, level);
}

/* Links from one room to each other; returns how many are reached. */
static uint32_t walk(const struct drawn_level *level, uint32_t from, uint32_t distances[ROOMS])
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < ROOMS; i++)
        distances[i] = UINT32_MAX;
    distances[from] = 0;
    for (uint32_t far = 0; far < level->room_count; far++)
        for (uint32_t i = 0; i < 2 * level->link_count; i++) {
            uint32_t a = level->links[i / 2][i % 2], b = level->links[i / 2][1 - i % 2];
            if (distances[a] != far || distances[b] != UINT32_MAX)
                continue;
            distances[b] = far + 1;
            count++;
        }
    return count;
}

/* Whether the exit, the farthest room that may be it, is as far from the entry as a level that
 * grows must have it. */
static bool may_begin_at(const struct listing *l, const struct drawn_level *level,
                         uint32_t entry)
{
    wr_span path = l->template->grow.critical_path;
    uint32_t distances[ROOMS], farthest = 0;
    if (l->template->way != WR_WAY_GROW)
        return true;
    walk(level, entry, distances);
    for (uint32_t i = 0; i < level->room_count; i++)
        if (wr_choice_fits(&l->template->exit, l->shapes[level->rooms[i].shape].room) &&
            distances[i] > farthest)
            farthest = distances[i];
    bool ends = farthest > 0 || (l->template->exit.count == 0 && level->room_count == 1);
    return ends &&
           (path.least == WR_NONE || (farthest + 1 >= path.least && farthest + 1 <= path.most));
}

/* Once for each room that the template asks for as the entry, else once. */
static void keep_each_entry(struct listing *l, const struct drawn_level *level)
{
    const wr_choice *entry = &l->template->entry;
    struct drawn_level own = *level;
    bool asked = l->template->way != WR_WAY_PATTERNS && entry->count > 0, any = false;
    for (uint32_t i = 0; i < own.room_count && counts_hold(l, level) && (asked || !any); i++) {
        bool fits = wr_choice_fits(entry, l->shapes[own.rooms[i].shape].room);
        if ((asked && !fits) || !may_begin_at(l, level, i))
            continue;
        own.entry = asked ? i : UINT32_MAX;
        any = true;
        keep_capped(l, &own, own.room_count, 0, 0);
    }
}

/* ---- Graphs ---- */

static bool plan_is_linked(const struct plan *plan, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < plan->link_count; i++)
        if ((plan->links[i][0] == a && plan->links[i][1] == b) ||
            (plan->links[i][0] == b && plan->links[i][1] == a))
            return true;
    return false;
}

/* Whether room `at` of a level may stand beside those that stand. */
static bool plan_holds(const struct listing *l, const struct plan *plan,
                       const struct drawn_level *level, const uint32_t *order, uint32_t count)
{
    uint32_t own = order[count];
    for (uint32_t i = 0; i < count; i++)
        if (poses_overlap(l->shapes, level->rooms[order[i]], level->rooms[own]))
            return false;
    for (uint32_t i = 0; i < plan->link_count; i++) {
        uint32_t a = plan->links[i][0], b = plan->links[i][1], other = a == own ? b : a;
        bool stands = false;
        for (uint32_t k = 0; k < count; k++)
            stands |= order[k] == other;
        if ((a != own && b != own) || !stands)
            continue;
        if (!may_link(l, level->rooms[a], level->rooms[b]) ||
            !rooms_meet(l->shapes, level->rooms[a], level->rooms[b], plan->hooks[i]))
            return false;
    }
    return true;
}

static void place(struct listing *l, const struct plan *plan, struct drawn_level *level,
                  uint32_t *order, uint32_t count);

static void place_shape(struct listing *l, const struct plan *plan, struct drawn_level *level,
                        uint32_t *order, uint32_t count, uint32_t shape)
{
    uint32_t own = order[count], beside = UINT32_MAX;
    const wr_template_node *node = plan->nodes[own];
    level->rooms[own] = (struct stood){shape, {0, 0, 0}};
    for (uint32_t i = 0; i < count && beside == UINT32_MAX; i++)
        beside = plan_is_linked(plan, order[i], own) ? order[i] : beside;
    if (node && node->placed) {
        uint32_t turn = (uint32_t)node->placement.turn / 90 & 3;
        level->rooms[own].at = spot_of(node->placement.position);
        if ((shape & 3) == turn && !(shape & 4) == !node->placement.mirror_x &&
            plan_holds(l, plan, level, order, count))
            place(l, plan, level, order, count + 1);
        return;
    }
    if (beside == UINT32_MAX) {
        place(l, plan, level, order, count + 1);
        return;
    }
    const struct shape *from = &l->shapes[level->rooms[beside].shape], *to = &l->shapes[shape];
    for (uint32_t i = 0; i < from->room->hook_count; i++)
        for (uint32_t k = 0; k < to->room->hook_count; k++) {
            level->rooms[own].at = spot_sub(
                spot_add(level->rooms[beside].at, from->doorways[i].at), to->doorways[k].at);
            if (doorways_meet(l->shapes, level->rooms[beside], i, level->rooms[own], k) &&
                plan_holds(l, plan, level, order, count))
                place(l, plan, level, order, count + 1);
        }
}

/* The next room to place: one that is linked to what stands. */
static uint32_t next_of(const struct plan *plan, const uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < plan->room_count; i++) {
        bool stands = false, linked = count == 0 && plan->nodes[i] && plan->nodes[i]->placed;
        for (uint32_t k = 0; k < count; k++) {
            stands |= order[k] == i;
            linked |= plan_is_linked(plan, order[k], i);
        }
        if (!stands && linked)
            return i;
    }
    return 0;
}

static void place(struct listing *l, const struct plan *plan, struct drawn_level *level,
                  uint32_t *order, uint32_t count)
{
    if (l->many)
        return;
    if (count == plan->room_count) {
        keep_each_entry(l, level);
        return;
    }
    order[count] = next_of(plan, order, count);
    for (uint32_t s = 0; s < l->kit->room_count * POSES; s++) {
        const wr_room_terms *terms = &l->terms[s / POSES];
        if (terms->used && !l->caps[s / POSES] && (!(s & 4) || terms->mirror) &&
            wr_choice_fits(plan->choices[order[count]], &l->kit->rooms[s / POSES]))
            place_shape(l, plan, level, order, count, s);
    }
}

static void place_plan(struct listing *l, const struct plan *plan)
{
    struct drawn_level level = {.room_count = plan->room_count, .link_count = plan->link_count};
    uint32_t order[ROOMS];
    memcpy(level.links, plan->links, sizeof level.links);
    memcpy(level.flags, plan->flags, sizeof level.flags);
    memcpy(level.labels, plan->labels, sizeof level.labels);
    place(l, plan, &level, order, 0);
}

static void plan_link(struct plan *plan, uint32_t a, uint32_t b, const char *from,
                      const char *to)
{
    assert_in_range(plan->link_count, 0, LINKS - 1);
    plan->flags[plan->link_count] = 0;
    plan->links[plan->link_count][0] = a;
    plan->links[plan->link_count][1] = b;
    plan->hooks[plan->link_count][0] = from;
    plan->hooks[plan->link_count++][1] = to;
}

/* Goes through all lengths of the corridors of the links from one on. */
static void plan_links(struct listing *l, const struct plan *before, uint32_t link)
{
    if (link == l->template->link_count) {
        place_plan(l, before);
        return;
    }
    const wr_template_link *own = &l->template->links[link];
    for (uint32_t length = own->corridor.length.least; length <= own->corridor.length.most;
         length++) {
        struct plan plan = *before;
        uint32_t from = own->nodes[0];
        const char *hook = own->hooks[0];
        for (uint32_t i = 0; i < length; i++) {
            assert_in_range(plan.room_count, 1, ROOMS - 1);
            plan.choices[plan.room_count] = &own->corridor.rooms;
            plan.nodes[plan.room_count] = NULL;
            plan.labels[plan.room_count] = plan.room_count + 1;
            plan_link(&plan, from, plan.room_count, hook, NULL);
            from = plan.room_count++;
            hook = NULL;
        }
        plan_link(&plan, from, own->nodes[1], hook, own->hooks[1]);
        plan_links(l, &plan, link + 1);
    }
}

static void list_graph(struct listing *l)
{
    struct plan plan = {.room_count = l->template->node_count};
    for (uint32_t i = 0; i < plan.room_count; i++) {
        plan.nodes[i] = &l->template->nodes[i];
        plan.choices[i] = &l->template->nodes[i].rooms;
        plan.labels[i] = i + 1;
    }
    plan_links(l, &plan, 0);
}

/* ---- One pattern ---- */

static uint32_t plan_room(struct plan *plan, const wr_choice *rooms, uint32_t label)
{
    assert_in_range(plan->room_count, 0, ROOMS - 1);
    plan->choices[plan->room_count] = rooms;
    plan->nodes[plan->room_count] = NULL;
    plan->labels[plan->room_count] = label;
    return plan->room_count++;
}

static void plan_chain(struct plan *plan, uint32_t from, uint32_t to, uint32_t length,
                       const wr_choice *rooms, uint32_t flags)
{
    for (uint32_t i = 0; i <= length; i++) {
        uint32_t next = i < length ? plan_room(plan, rooms, 0) : to;
        plan_link(plan, from, next, NULL, NULL);
        plan->flags[plan->link_count - 1] = i == 0 ? flags : 0;
        from = next;
    }
}

/* A way, and a second one, each of so many rooms. */
static void list_two_ways(struct listing *l, const struct plan *ends, uint32_t flags)
{
    static const wr_choice any = {0};
    const wr_pattern_rule *rule = &l->template->patterns[0];
    for (uint32_t first = rule->length.least; first <= rule->length.most; first++)
        for (uint32_t second = rule->length.least; second <= rule->length.most; second++) {
            struct plan plan = *ends;
            plan_chain(&plan, 0, 1, first, &any, 0);
            plan_chain(&plan, 0, 1, second, &rule->rooms, flags);
            place_plan(l, &plan);
        }
}

/* A locked way on, and a side way to the key, each of so many rooms. */
static void list_locks(struct listing *l, const struct plan *ends)
{
    static const wr_choice any = {0};
    const wr_pattern_rule *rule = &l->template->patterns[0];
    for (uint32_t side = rule->length.least; side <= rule->length.most; side++)
        for (uint32_t on = rule->length.least; on <= rule->length.most; on++) {
            struct plan plan = *ends;
            uint32_t vault = plan_room(&plan, &rule->rooms, KEY);
            plan_chain(&plan, 0, 1, on, &any, LOCKED);
            plan_chain(&plan, 0, vault, side, &any, 0);
            place_plan(l, &plan);
        }
}

static void list_pattern(struct listing *l)
{
    const wr_pattern_rule *rule = &l->template->patterns[0];
    struct plan ends = {0};
    assert_int_equal(l->template->pattern_count, 1);
    plan_room(&ends, &l->template->entry, ENTRY);
    plan_room(&ends, &l->template->exit, EXIT);
    if (rule->pattern != WR_LOCK_AND_KEY) {
        list_two_ways(l, &ends, rule->pattern == WR_HIDDEN_ROUTE ? HIDDEN : 0);
        return;
    }
    list_locks(l, &ends);
}

/* ---- Growth ---- */

/* All pairs of rooms that meet, as the level's links. */
static void link_all(const struct listing *l, struct drawn_level *level)
{
    static const char *const any[2] = {NULL, NULL};
    level->link_count = 0;
    for (uint32_t a = 0; a < level->room_count; a++)
        for (uint32_t b = a + 1; b < level->room_count; b++)
            if (may_link(l, level->rooms[a], level->rooms[b]) &&
                rooms_meet(l->shapes, level->rooms[a], level->rooms[b], any)) {
                assert_in_range(level->link_count, 0, LINKS - 1);
                level->links[level->link_count][0] = a;
                level->links[level->link_count++][1] = b;
            }
}

/* Every choice of links that leaves the level connected, with so many loops. */
static void choose_links(struct listing *l, const struct drawn_level *all, uint32_t loops)
{
    uint32_t wanted = all->room_count - 1 + loops, distances[ROOMS];
    for (uint32_t set = 0; set < 1u << all->link_count; set++) {
        struct drawn_level level = *all;
        level.link_count = 0;
        for (uint32_t i = 0; i < all->link_count; i++)
            if (set >> i & 1)
                memcpy(level.links[level.link_count++], all->links[i], sizeof *level.links);
        if (level.link_count == wanted && walk(&level, 0, distances) == level.room_count)
            keep_each_entry(l, &level);
    }
}

/* Doorways that meet are linked, unless that makes more loops than there may be. */
static void keep_grown(struct listing *l, const struct drawn_level *level)
{
    wr_span span = l->template->grow.loops;
    uint32_t loops = level->link_count + 1 - level->room_count;
    if (span.least == WR_NONE)
        span = (wr_span){0, WR_NONE};
    if (span.most == WR_NONE && loops >= span.least)
        keep_each_entry(l, level);
    for (uint32_t some = span.least; span.most != WR_NONE && some <= span.most; some++)
        if (some <= loops)
            choose_links(l, level, some);
}

static void grow(struct listing *l, const struct drawn_level *level)
{
    wr_span rooms = l->template->grow.rooms;
    if (l->many || !is_new(l, key_of(level)))
        return;
    if (level->room_count >= rooms.least)
        keep_grown(l, level);
    if (level->room_count == rooms.most)
        return;
    for (uint32_t i = 0; i < level->room_count; i++)
        for (uint32_t s = 0; s < l->kit->room_count * POSES; s++) {
            const wr_room_terms *terms = &l->terms[s / POSES];
            const struct shape *from = &l->shapes[level->rooms[i].shape], *to = &l->shapes[s];
            if (!terms->used || l->caps[s / POSES] || (s & 4 && !terms->mirror))
                continue;
            for (uint32_t h = 0; h < from->room->hook_count; h++)
                for (uint32_t k = 0; k < to->room->hook_count; k++) {
                    struct spot at = spot_sub(
                        spot_add(level->rooms[i].at, from->doorways[h].at), to->doorways[k].at);
                    struct stood room = {s, at};
                    struct drawn_level more = *level;
                    if (!doorways_meet(l->shapes, level->rooms[i], h, room, k) ||
                        !may_link(l, level->rooms[i], room) || !is_free(l, level, room))
                        continue;
                    more.rooms[more.room_count++] = room;
                    link_all(l, &more);
                    grow(l, &more);
                }
        }
}

static void list_grown(struct listing *l)
{
    assert_in_range(l->template->grow.rooms.most, 1, ROOMS - 1);
    for (uint32_t s = 0; s < l->kit->room_count * POSES; s++) {
        const wr_room_terms *terms = &l->terms[s / POSES];
        struct drawn_level level = {.rooms = {{s, {0, 0, 0}}}, .room_count = 1};
        level.entry = UINT32_MAX;
        if (terms->used && !l->caps[s / POSES] && (!(s & 4) || terms->mirror) && (s & 3) == 0)
            grow(l, &level);
    }
}

/* ---- All of it ---- */

bool every_level_list(struct every_level *out, const struct wr_template *template,
                      const struct wr_kit *kit, uint32_t most)
{
    struct listing l;
    listing_start(&l, template, kit);
    *out = (struct every_level){malloc(most * sizeof *out->keys),
                                malloc(most * sizeof *out->weights), 0};
    l.out = out;
    l.most = most;
    if (template->way == WR_WAY_GROW)
        list_grown(&l);
    else if (template->way == WR_WAY_PATTERNS)
        list_pattern(&l);
    else
        list_graph(&l);
    listing_end(&l);
    return !l.many;
}

void every_level_free(struct every_level *levels)
{
    free(levels->keys);
    free(levels->weights);
}

uint64_t every_level_key(const struct wr_template *template, const struct wr_kit *kit,
                         const struct wr_map *map)
{
    struct drawn_level own = {.entry = UINT32_MAX};
    if (template->entry.count && template->way != WR_WAY_PATTERNS)
        own.entry = map->entry.room;
    assert_in_range(map->room_count, 1, ROOMS);
    assert_in_range(map->link_count, 0, LINKS);
    for (uint32_t i = 0; i < map->room_count; i++) {
        const wr_map_room *from = &map->rooms[i];
        const wr_room *room = wr_kit_room(kit, from->room, NULL);
        wr_room_terms terms = wr_template_terms(template, room);
        uint32_t turn = (uint32_t)from->placement.turn / 90 & 3;
        assert_false(from->placement.mirror_y);
        own.rooms[i].shape =
            (uint32_t)(room - kit->rooms) * POSES + (from->placement.mirror_x ? 4 : 0) + turn;
        own.rooms[i].at = spot_of(from->placement.position);
        own.labels[i] = !terms.used ? CAP : template->way == WR_WAY_GRAPH ? i + 1 : 0;
        if (template->way == WR_WAY_PATTERNS && terms.used)
            own.labels[i] = strcmp(from->name, "entry") == 0  ? ENTRY
                            : strcmp(from->name, "exit") == 0 ? EXIT
                            : from->key                       ? KEY
                                                              : 0;
    }
    own.room_count = map->room_count;
    for (uint32_t i = 0; i < map->link_count; i++) {
        own.links[i][0] = map->links[i].rooms[0];
        own.links[i][1] = map->links[i].rooms[1];
        own.flags[i] = (map->links[i].lock ? LOCKED : 0) | (map->links[i].hidden ? HIDDEN : 0);
    }
    own.link_count = map->link_count;
    return key_of(&own);
}

uint32_t every_level_find(const struct every_level *levels, uint64_t key)
{
    for (uint32_t i = 0; i < levels->count; i++)
        if (levels->keys[i] == key)
            return i;
    return UINT32_MAX;
}
