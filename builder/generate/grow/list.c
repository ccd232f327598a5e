/* All levels of a few rooms that grow: from each one room more at every doorway, size after
 * size. */
#include "builder/generate/grow/list.h"
#include "builder/generate/grow/growth.h"
#include "builder/generate/roster.h"

#include <math.h>
#include <string.h>

/* How far a first guess at the number of levels may be beyond what there is. */
enum { LINKS = 16, SLACK = 32 };

/* Rooms that stand, all doorways linked that meet. */
struct partial {
    wr_standing rooms[WR_ROSTER_ROOMS];
    wr_roster_link links[LINKS];
    uint32_t room_count, link_count;
};

struct listing {
    const struct wr_making *making;
    struct wr_roster *roster;
    struct wr_growth growth;
    struct partial *layer, *next; /* of one size, and of the next */
    uint32_t count, next_count;
    struct wr_key_set keys; /* of the next */
};

static const uint64_t NO_MARKS[WR_ROSTER_ROOMS];

/* ---- What meets ---- */

static bool find_link(const struct wr_growth *g, wr_standing a, wr_standing b,
                      wr_roster_link *out)
{
    const struct wr_pieces *pieces = g->pieces;
    uint32_t p = pieces->stances[a.stance].piece, q = pieces->stances[b.stance].piece;
    if (wr_growth_is_forbidden(g, p, q))
        return false;
    for (uint32_t i = 0; i < pieces->pieces[p].hook_count; i++)
        for (uint32_t k = 0; k < pieces->pieces[q].hook_count; k++) {
            const wr_piece_hook *from = wr_hook_out(pieces, a.stance, i);
            const wr_piece_hook *to = wr_hook_out(pieces, b.stance, k);
            if (!wr_hooks_meet(pieces, from, to) ||
                !wr_spots_meet(pieces, wr_spot_add(a.spot, from->at),
                               wr_spot_add(b.spot, to->at)))
                continue;
            out->hooks[0] = i;
            out->hooks[1] = k;
            return true;
        }
    return false;
}

/* Adds a room and its links; false where there are too many. */
static bool put_room(const struct wr_growth *g, struct partial *level, wr_standing standing)
{
    for (uint32_t i = 0; i < level->room_count; i++) {
        wr_roster_link link = {.rooms = {i, level->room_count}};
        if (!find_link(g, level->rooms[i], standing, &link))
            continue;
        if (level->link_count == LINKS)
            return false;
        level->links[level->link_count++] = link;
    }
    level->rooms[level->room_count++] = standing;
    return true;
}

static uint32_t count_piece(const struct wr_growth *g, const struct partial *level,
                            uint32_t piece)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->room_count; i++)
        count += g->pieces->stances[level->rooms[i].stance].piece == piece;
    return count;
}

static bool may_come(const struct wr_growth *g, const struct partial *level, uint32_t piece)
{
    return !g->making->kit->rooms[piece].cap &&
           count_piece(g, level, piece) < g->wishes.most[piece];
}

/* ---- A level ---- */

static wr_roster_level level_of(struct partial *level, const uint64_t *marks)
{
    return (wr_roster_level){
        .rooms = level->rooms,
        .marks = marks,
        .links = level->links,
        .room_count = level->room_count,
        .link_count = level->link_count,
    };
}

/* Puts a listed level up. */
static void stand(struct wr_growth *g, const wr_roster_level *level)
{
    wr_growth_clear(g, 0);
    for (uint32_t i = 0; i < level->room_count && !g->failed; i++)
        wr_growth_put(g, level->rooms[i], 0);
    for (uint32_t i = 0; i < level->link_count && !g->failed; i++)
        wr_growth_link(g, wr_growth_hook(g, level->links[i].rooms[0], level->links[i].hooks[0]),
                       wr_growth_hook(g, level->links[i].rooms[1], level->links[i].hooks[1]));
}

static bool may_enter(const struct wr_growth *g, uint32_t room)
{
    return !g->wishes.entry || g->wishes.entry[wr_growth_piece(g, room)];
}

/* Whether the exit is as far from the entry as it must be. */
static bool is_far(const struct listing *l, const struct wr_draft *draft)
{
    wr_span path = l->making->template->grow.critical_path;
    if (path.least == WR_NONE)
        return true;
    if (draft->exit == WR_NONE)
        return false;
    uint32_t rooms = l->growth.rooms[draft->exit].distance + 1;
    return rooms >= path.least && rooms <= path.most;
}

/* Lists a level whose links are chosen: once, or once for each room that is asked for as the
 * entry. */
static bool keep(struct listing *l, struct partial *own)
{
    struct wr_growth *g = &l->growth;
    uint64_t marks[WR_ROSTER_ROOMS] = {0};
    wr_roster_level level = level_of(own, marks);
    bool fine = true;
    stand(g, &level);
    if (g->failed || g->missing_wishes)
        return !g->failed;
    for (uint32_t i = 0; i < own->room_count && fine; i++) {
        wr_arena_mark here = wr_arena_here(g->arena);
        struct wr_draft draft;
        g->entry = i;
        bool right = may_enter(g, i) && wr_growth_draft(g, &draft) && is_far(l, &draft);
        wr_arena_rewind(g->arena, here);
        if (!right)
            continue;
        level.entries |= 1u << i;
        marks[i] = g->wishes.entry != NULL;
        fine = !g->wishes.entry || wr_roster_add(l->roster, &level);
        level.entries = g->wishes.entry ? 0 : level.entries;
        marks[i] = 0;
    }
    if (level.entries)
        fine = wr_roster_add(l->roster, &level);
    return fine && !g->failed;
}

/* ---- Which links ---- */

static uint32_t loops_of(const struct partial *level)
{
    return level->link_count + 1 - level->room_count;
}

static bool is_connected(const struct partial *level)
{
    uint32_t reached = 1, before = 0;
    while (reached != before) {
        before = reached;
        for (uint32_t i = 0; i < level->link_count; i++) {
            uint32_t both = 1u << level->links[i].rooms[0] | 1u << level->links[i].rooms[1];
            reached |= reached & both ? both : 0;
        }
    }
    return reached == (1u << level->room_count) - 1;
}

/* How many rooms the only loop has: those that stay when dead ends are taken away. */
static uint32_t length_of_loop(const struct partial *level)
{
    uint32_t rooms = (1u << level->room_count) - 1, before = 0, count = 0;
    while (rooms != before) {
        before = rooms;
        for (uint32_t room = 0; room < level->room_count; room++) {
            uint32_t degree = 0;
            for (uint32_t i = 0; i < level->link_count; i++) {
                uint32_t both = 1u << level->links[i].rooms[0] | 1u << level->links[i].rooms[1];
                degree += (both >> room & 1) && (both & rooms) == both;
            }
            if (degree < 2)
                rooms &= ~(1u << room);
        }
    }
    for (; rooms; rooms &= rooms - 1)
        count++;
    return count;
}

static bool wants_loops(const struct wr_wishes *w, const struct partial *level)
{
    if (w->length_count == 0 || loops_of(level) == 0)
        return true;
    uint32_t length = length_of_loop(level);
    for (uint32_t i = 0; i < w->length_count; i++)
        if (w->lengths[i] == length)
            return true;
    return false;
}

/* Every choice of links that leaves so many loops. */
static bool choose_links(struct listing *l, const struct partial *all, uint32_t loops)
{
    uint32_t wanted = all->room_count - 1 + loops;
    for (uint32_t set = 0; set < 1u << all->link_count && !l->roster->many; set++) {
        struct partial own = *all;
        own.link_count = 0;
        for (uint32_t i = 0; i < all->link_count; i++)
            if (set >> i & 1)
                own.links[own.link_count++] = all->links[i];
        if (own.link_count != wanted || !is_connected(&own))
            continue;
        if (wants_loops(&l->growth.wishes, &own) && !keep(l, &own))
            return false;
    }
    return true;
}

/* Doorways that meet are linked, unless the level may not have the loop. */
static bool keep_each(struct listing *l, struct partial *level)
{
    const struct wr_wishes *w = &l->growth.wishes;
    wr_span span = l->making->template->grow.loops;
    uint32_t all = loops_of(level), most = all;
    span = span.least == WR_NONE ? (wr_span){0, WR_NONE} : span;
    if (w->length_count && all > 1)
        l->roster->many = true;
    if (w->length_count && all == 1 && !wants_loops(w, level))
        most = 0;
    uint32_t least = span.most == WR_NONE ? most : span.least;
    most = span.most < most ? span.most : most;
    for (uint32_t loops = least; loops <= most && loops >= span.least; loops++)
        if (!choose_links(l, level, loops))
            return false;
    return true;
}

/* ---- Size after size ---- */

/* How many loops there must be at the least. */
static uint32_t least_loops(const struct listing *l)
{
    uint32_t least = l->making->template->grow.loops.least;
    return least == WR_NONE ? 0 : least;
}

static void add_partial(struct listing *l, const struct partial *level)
{
    struct partial *own = &l->next[l->next_count];
    uint32_t loops = loops_of(level);
    if (level->room_count >= l->making->template->grow.rooms.least &&
        loops > l->roster->most_loops)
        l->roster->most_loops = loops;
    if (level->room_count == l->making->template->grow.rooms.most && loops < least_loops(l))
        return;
    *own = *level;
    wr_roster_level as_level = level_of(own, NO_MARKS);
    if (wr_key_set_add(&l->keys, wr_roster_key(l->growth.pieces, &as_level)))
        l->roster->many |= ++l->next_count == WR_ROSTER_LEVELS;
}

/* One room more at one doorway. */
static void extend_at(struct listing *l, const struct partial *level, uint32_t room,
                      uint32_t hook)
{
    struct wr_growth *g = &l->growth;
    uint32_t stance = level->rooms[room].stance, range[2];
    for (uint32_t p = 0; p < g->pieces->piece_count; p++) {
        wr_joins_into(g->joins, stance, hook, p, range);
        for (uint32_t j = range[0]; j < range[1] && !l->roster->many; j++) {
            const wr_join *join = &g->joins->joins[j];
            struct partial more = *level;
            wr_standing standing = wr_standing_at(
                join->stance, wr_spot_add(level->rooms[room].spot, join->offset));
            if (!may_come(g, level, p) ||
                wr_growth_is_forbidden(g, g->pieces->stances[stance].piece, p))
                break;
            l->roster->many |= ++l->roster->steps > WR_ROSTER_STEPS;
            if (wr_ground_judge(&g->ground, standing, NULL, 0) != WR_FREE)
                continue;
            l->roster->many |= !put_room(g, &more, standing);
            if (!l->roster->many)
                add_partial(l, &more);
        }
    }
}

static void extend(struct listing *l, const struct partial *level)
{
    struct wr_growth *g = &l->growth;
    wr_ground_clear(&g->ground);
    for (uint32_t i = 0; i < level->room_count; i++)
        g->failed |= !wr_ground_put(&g->ground, i, level->rooms[i]);
    for (uint32_t i = 0; i < level->room_count && !g->failed; i++) {
        const wr_stance *stance = &g->pieces->stances[level->rooms[i].stance];
        for (uint32_t h = 0; h < g->pieces->pieces[stance->piece].hook_count; h++)
            extend_at(l, level, i, h);
    }
}

static void begin(struct listing *l)
{
    struct wr_growth *g = &l->growth;
    for (uint32_t s = 0; s < g->pieces->stance_count && !l->roster->many; s++) {
        struct partial level = {.rooms = {{.stance = s}}, .room_count = 1};
        const struct partial none = {.room_count = 0};
        if (may_come(g, &none, g->pieces->stances[s].piece))
            add_partial(l, &level);
    }
}

/* Whether the last sizes would be larger than a roster, as the first ones grow. Levels without
 * the loops they must have are left out of the last. */
static bool will_be_many(const struct listing *l, double before, double now, uint32_t size)
{
    uint32_t last = l->making->template->grow.rooms.most - (least_loops(l) > 0);
    double by = before > 0 && now > before ? now / before : 1;
    for (uint32_t i = size; i < last; i++)
        now *= by;
    return now > 2 * WR_ROSTER_LEVELS;
}

/* Levels of one and of two rooms, before any is made: without turns, and each pair once. */
static bool are_too_many(const struct listing *l)
{
    const struct wr_growth *g = &l->growth;
    uint32_t hooks = g->joins->first_hook[g->pieces->stance_count];
    double joins = g->joins->start[(size_t)hooks * g->pieces->piece_count];
    return will_be_many(l, g->pieces->stance_count / 4.0, joins / 8 / SLACK, 2);
}

static void list_sizes(struct listing *l)
{
    wr_span rooms = l->making->template->grow.rooms;
    l->roster->many |= are_too_many(l);
    for (uint32_t size = 1; size <= rooms.most && !l->roster->many; size++) {
        wr_key_set_clear(&l->keys);
        l->next_count = 0;
        if (size == 1)
            begin(l);
        for (uint32_t i = 0; i < l->count && !l->roster->many; i++)
            extend(l, &l->layer[i]);
        l->roster->many |= will_be_many(l, l->count, l->next_count, size);
        struct partial *layer = l->layer;
        l->layer = l->next;
        l->next = layer;
        l->count = l->next_count;
        for (uint32_t i = 0; size >= rooms.least && i < l->count && !l->roster->many; i++)
            l->growth.failed |= !keep_each(l, &l->layer[i]);
        l->roster->many |= l->growth.failed;
    }
}

/* ---- All of it ---- */

static bool is_bounded(const wr_box *box)
{
    return isfinite(box->min.x) || isfinite(box->min.y) || isfinite(box->min.z) ||
           isfinite(box->max.x) || isfinite(box->max.y) || isfinite(box->max.z);
}

/* Templates that ask for no shape and no place. */
static bool is_plain(const struct wr_template *t)
{
    const wr_grow_rule *grow = &t->grow;
    bool shaped = grow->branching < 0.5f || grow->branching > 0.5f; /* not where it is NAN */
    bool longer =
        grow->critical_path.least != WR_NONE && grow->critical_path.least > grow->rooms.least;
    return grow->rooms.most <= WR_ROSTER_ROOMS && !shaped && !longer &&
           isnan(grow->dead_ends) && isnan(grow->loop_share) && t->node_count == 0 &&
           !(t->distance > 0) && !is_bounded(&t->bounds);
}

enum wr_result wr_growth_list(const struct wr_making *m, struct wr_roster *roster)
{
    struct listing *l = WR_ZERO(m->arena, struct listing, 1);
    if (!l)
        return wr_no_memory(m->context);
    roster->many = !is_plain(m->template);
    if (roster->many)
        return WR_OK;
    enum wr_result result = wr_wishes_sets(m, &l->growth.wishes);
    if (result != WR_OK)
        return result;
    l->making = m;
    l->roster = roster;
    l->layer = WR_TAKE(m->arena, struct partial, WR_ROSTER_LEVELS);
    l->next = WR_TAKE(m->arena, struct partial, WR_ROSTER_LEVELS);
    bool fine = l->layer && l->next && wr_key_set_start(&l->keys, m->arena);
    l->growth.failed = !wr_growth_start(&l->growth, m);
    if (fine && !l->growth.failed)
        list_sizes(l);
    fine &= !l->growth.failed;
    wr_growth_finish(&l->growth);
    return fine ? WR_OK : wr_no_memory(m->context);
}

/* ---- One of them ---- */

enum wr_result wr_growth_recall(const struct wr_making *m, const wr_roster_level *level,
                                wr_random *random, struct wr_draft *out)
{
    struct wr_growth growth = {0};
    uint32_t entry = 0, seen = 0;
    *out = (struct wr_draft){.entry = WR_NONE, .exit = WR_NONE};
    enum wr_result result = wr_wishes_sets(m, &growth.wishes);
    if (result != WR_OK)
        return result;
    for (uint32_t i = 0; i < level->room_count; i++)
        if (level->entries >> i & 1 && wr_random_below(random, ++seen) == 0)
            entry = i;
    bool fine = wr_growth_start(&growth, m);
    if (fine) {
        stand(&growth, level);
        growth.entry = entry;
        fine = !growth.failed && wr_growth_draft(&growth, out);
    }
    wr_growth_finish(&growth);
    return fine ? WR_OK : wr_no_memory(m->context);
}
