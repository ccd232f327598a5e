/* From choices of rooms to sets of pieces, and from spans to numbers. */
#include "builder/generate/wishes.h"

#include "builder/generate/doorways.h"
#include "builder/generate/footprint.h"
#include "builder/generate/grow/capacity.h"
#include "builder/generate/roster.h"

#include <math.h>

enum { WISH_STREAM = 11, PLACE_STREAM };

static wr_where place_in(const struct wr_making *m, wr_place place)
{
    return wr_at(m->template->source, place.offset ? place.offset : WR_WHOLE_FILE);
}

static bool *set_of(const struct wr_making *m, const wr_choice *choice)
{
    return wr_choice_set(m->kit, choice, m->arena);
}

static uint32_t count_set(const struct wr_making *m, const bool *set)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < m->kit->pieces.piece_count; p++)
        count += set[p];
    return count;
}

static uint32_t draw(wr_random *random, uint32_t least, uint32_t most)
{
    return most > least ? least + wr_random_below(random, most - least + 1) : least;
}

/* ---- Numbers ---- */

/* Rooms that are kept and no part of what is asked for. */
static uint32_t rooms_apart(const struct wr_making *m)
{
    return m->kept->adds ? m->kept->room_count : 0;
}

static void draw_numbers(const struct wr_making *m, struct wr_wishes *w, wr_random *random)
{
    const wr_grow_rule *grow = &m->template->grow;
    uint32_t least = grow->rooms.least, kept = m->kept->room_count;
    if (!m->kept->adds && kept > least)
        least = kept;
    if (least == 0 && !m->kept->adds)
        least = 1;
    if (grow->critical_path.least != WR_NONE && grow->critical_path.least > least)
        least = grow->critical_path.least;
    w->rooms = draw(random, least, grow->rooms.most > least ? grow->rooms.most : least);
    if (grow->critical_path.least != WR_NONE) {
        uint32_t most = w->rooms > 3 ? w->rooms - w->rooms / 4 : w->rooms;
        most = grow->critical_path.most < most ? grow->critical_path.most : most;
        w->path = draw(random, grow->critical_path.least, most);
    }
    w->rooms += rooms_apart(m);
    w->branching = isnan(grow->branching) ? 0.5 : (double)grow->branching;
    w->dead_ends = (double)grow->dead_ends;
    w->spread = (double)m->template->spread;
}

static void take_lengths(const struct wr_making *m, struct wr_wishes *w)
{
    w->lengths = m->growing->lengths;
    w->length_count = m->growing->length_count;
    for (uint32_t i = 0; i < w->length_count; i++) {
        w->longest = w->lengths[i] > w->longest ? w->lengths[i] : w->longest;
        w->lengths_differ |= w->lengths[i] != w->lengths[0];
    }
}

/* ---- Terms of pieces ---- */

/* The doorways of `rooms` rooms at most: those with the most of them first. */
static uint64_t most_doorways(const struct wr_making *m, const struct wr_wishes *w)
{
    const struct wr_pieces *pieces = &m->kit->pieces;
    uint64_t sum = 0;
    uint32_t left = w->rooms, most = 0;
    for (uint32_t p = 0; p < pieces->piece_count; p++)
        if (w->most[p] > 0 && pieces->pieces[p].hook_count > most)
            most = pieces->pieces[p].hook_count;
    for (uint32_t hooks = most; hooks > 0; hooks--)
        for (uint32_t p = 0; p < pieces->piece_count; p++) {
            if (pieces->pieces[p].hook_count != hooks)
                continue;
            uint32_t taken = w->most[p] < left ? w->most[p] : left;
            sum += (uint64_t)taken * hooks;
            left -= taken;
        }
    return sum;
}

/* Rooms that hang together have two doorways for each link, and one link fewer than rooms. */
static enum wr_result check_doorways(const struct wr_making *m, const struct wr_wishes *w)
{
    uint64_t needed = 2 * ((uint64_t)w->rooms - 1), most = most_doorways(m, w);
    if (needed <= most)
        return WR_OK;
    return wr_fail(m->context, WR_NO_FIT, place_in(m, m->template->places.grow),
                   "doorways-run-out", "allow rooms with more doorways, or ask for fewer rooms",
                   "%u rooms that hang together need %llu doorways, but those that may come "
                   "have %llu at most",
                   (unsigned)w->rooms, (unsigned long long)needed, (unsigned long long)most);
}

static enum wr_result take_terms(const struct wr_making *m, struct wr_wishes *w)
{
    uint32_t count = m->kit->pieces.piece_count;
    uint64_t least_sum = 0, most_sum = 0;
    double *weights = WR_TAKE(m->arena, double, count);
    uint32_t *least = WR_TAKE(m->arena, uint32_t, count);
    uint32_t *most = WR_TAKE(m->arena, uint32_t, count);
    if (!weights || !least || !most)
        return wr_no_memory(m->context);
    for (uint32_t p = 0; p < count; p++) {
        const wr_kit_piece *piece = &m->kit->rooms[p];
        weights[p] = (double)m->kit->pieces.pieces[p].weight;
        least[p] = piece->cap ? 0 : piece->count.least;
        most[p] = piece->cap ? 0 : piece->count.most;
        least_sum += least[p];
        most_sum += most[p];
    }
    w->weights = weights;
    w->least = least;
    w->most = most;
    w->least_sum = least_sum;
    w->most_sum = most_sum;
    return WR_OK;
}

static enum wr_result judge_counts(const struct wr_making *m, const struct wr_wishes *w)
{
    wr_where where = place_in(m, m->template->places.grow);
    if (!m->kept->adds && m->kept->room_count > m->template->grow.rooms.most)
        return wr_fail(m->context, WR_NO_FIT, where, "keep-too-many",
                       "keep fewer rooms, or ask for more; with --add-to, what is there is not "
                       "counted",
                       "of %u rooms that the level has at most, %u are kept",
                       (unsigned)m->template->grow.rooms.most, (unsigned)m->kept->room_count);
    if (m->template->grow.rooms.most == 0 && m->kept->room_count == 0)
        return wr_fail(m->context, WR_NO_FIT, where, "rooms-too-few",
                       "ask for a room, or add to a map with --add-to",
                       "the level has no rooms");
    if (w->most_sum < w->rooms)
        return wr_fail(m->context, WR_NO_FIT, where, "rooms-run-out",
                       "allow rooms to come more often, or ask for fewer",
                       "the level wants %u rooms, but those of the kits may come %llu times "
                       "in all",
                       (unsigned)w->rooms, (unsigned long long)w->most_sum);
    if (w->least_sum > w->rooms)
        return wr_fail(m->context, WR_NO_FIT, where, "rooms-too-few",
                       "ask for more rooms, or for fewer of each",
                       "the level has %u rooms, but its kit rooms must come %llu times in all",
                       (unsigned)w->rooms, (unsigned long long)w->least_sum);
    return check_doorways(m, w);
}

/* ---- Rooms the level must have ---- */

static enum wr_result nothing_fits(const struct wr_making *m, const char *what, wr_place place)
{
    return wr_fail(m->context, WR_NO_FIT, wr_at(m->template->source, place.offset),
                   "no-room-fits", "'warren show' on the kit lists its rooms and their tags",
                   "no room that takes part is what '%s' asks for", what);
}

/* Draws what stands where a node is fixed; WR_NO_STANCE where nothing can. */
static uint32_t draw_stance(const struct wr_making *m, const bool *fits,
                            const wr_placement *placement, wr_random *random)
{
    uint32_t seen = 0, drawn = WR_NO_STANCE;
    for (uint32_t p = 0; p < m->kit->pieces.piece_count; p++) {
        uint32_t stance = fits[p] ? wr_stance_at(m->kit, p, placement) : WR_NO_STANCE;
        if (stance != WR_NO_STANCE && (seen++ == 0 || wr_random_below(random, seen) == 0))
            drawn = stance;
    }
    return drawn;
}

static enum wr_result take_node(const struct wr_making *m, const wr_template_node *node,
                                wr_random *random, wr_wish *out)
{
    const bool *fits = set_of(m, &node->rooms);
    if (!fits)
        return wr_no_memory(m->context);
    *out = (wr_wish){.name = node->name, .fits = fits, .placed = node->placed};
    if (count_set(m, fits) == 0)
        return nothing_fits(m, node->name, node->place);
    if (!node->placed)
        return WR_OK;
    out->standing = wr_standing_at(draw_stance(m, fits, &node->placement, random),
                                   wr_spot_of(node->placement.position));
    if (out->standing.stance == WR_NO_STANCE)
        return wr_fail(m->context, WR_NO_FIT, wr_at(m->template->source, node->place.offset),
                       "no-room-stands", "turns must be those of the kit's doorways",
                       "no room that fits '%s' can stand turned as the template says",
                       node->name);
    return WR_OK;
}

/* Rooms that have their place must leave each other's free. */
static enum wr_result check_places(const struct wr_making *m, const struct wr_wishes *w)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t k = 0; w->list[i].placed && k < i; k++) {
            const wr_standing *a = &w->list[k].standing, *b = &w->list[i].standing;
            if (!w->list[k].placed || !wr_stances_overlap(&m->kit->pieces, a->stance, b->stance,
                                                          wr_spot_sub(b->spot, a->spot)))
                continue;
            result = wr_fail(m->context, WR_NO_FIT, place_in(m, m->template->nodes[i].place),
                             "no-layout", "move one of them",
                             "'%s' and '%s' cannot both stand where they are put",
                             w->list[k].name, w->list[i].name);
        }
    return result;
}

static enum wr_result take_nodes(const struct wr_making *m, struct wr_wishes *w)
{
    const struct wr_template *t = m->template;
    enum wr_result first = WR_OK;
    wr_random random = wr_random_of(m->seed, PLACE_STREAM);
    wr_wish *list = WR_ZERO(m->arena, wr_wish, t->node_count);
    if (!list)
        return wr_no_memory(m->context);
    for (uint32_t i = 0; i < t->node_count; i++) {
        enum wr_result result = take_node(m, &t->nodes[i], &random, &list[i]);
        if (first == WR_OK)
            first = result;
    }
    w->list = list;
    w->count = t->node_count;
    w->entry_wish = t->entry_node;
    w->exit_wish = t->exit_node;
    return first == WR_OK ? check_places(m, w) : first;
}

/* ---- Neighbours of rooms that must come ---- */

static void take_needs(const struct wr_making *m, const struct wr_wishes *w,
                       const struct wr_doorways *doorways, uint32_t piece, struct wr_needs *out)
{
    uint32_t count = m->kit->pieces.piece_count;
    uint32_t hooks = m->kit->pieces.pieces[piece].hook_count;
    wr_needs_start(out, w->duties, hooks > WR_DOORWAYS_COUNTED ? 0 : w->duty_count, piece);
    for (uint32_t h = 0; out->count && h < hooks; h++) {
        for (uint32_t p = 0; p < count; p++)
            if (wr_doorways_to(doorways, piece, p) >> h & 1 && !m->kit->rooms[p].cap &&
                !w->forbidden[(size_t)piece * count + p])
                wr_needs_offer(out, p);
        wr_needs_next(out);
    }
}

/* Where one of the pieces must come, and none of them can have the neighbours it must. */
static enum wr_result check_set(const struct wr_making *m, const struct wr_wishes *w,
                                const struct wr_doorways *doorways, const bool *fits,
                                const char *name)
{
    struct wr_shortage shortage = {0, 0};
    for (uint32_t p = 0; p < m->kit->pieces.piece_count; p++) {
        struct wr_needs needs;
        if (!fits[p])
            continue;
        take_needs(m, w, doorways, p, &needs);
        if (wr_needs_are_met(&needs, &shortage))
            return WR_OK;
    }
    if (shortage.rules == 0)
        return WR_OK;
    return wr_fail(
        m->context, WR_NO_FIT, place_in(m, m->template->places.neighbours),
        "neighbours-too-many", "take a rule away, or let it be a room with more doorways",
        "'neighbours' has %u rules for '%s', but its doorways hold rooms for no more "
        "than %u of them at once",
        (unsigned)shortage.rules, name, (unsigned)shortage.met);
}

static enum wr_result check_neighbours(const struct wr_making *m, const struct wr_wishes *w)
{
    struct wr_doorways doorways;
    enum wr_result first = WR_OK;
    uint32_t count = m->kit->pieces.piece_count;
    if (w->duty_count == 0)
        return WR_OK;
    bool *one = WR_ZERO(m->arena, bool, count);
    if (!one || !wr_doorways_make(&m->kit->pieces, m->arena, &doorways))
        return wr_no_memory(m->context);
    for (uint32_t i = 0; i < w->count && first == WR_OK; i++)
        first = check_set(m, w, &doorways, w->list[i].fits, w->list[i].name);
    for (uint32_t p = 0; p < count && first == WR_OK; p++) {
        one[p] = w->least[p] > 0;
        if (one[p])
            first = check_set(m, w, &doorways, one, m->kit->rooms[p].room->id);
        one[p] = false;
    }
    return first;
}

/* ---- Ends ---- */

/* The pieces that may be the entry or the exit, where the template says what it is. */
static enum wr_result take_end(const struct wr_making *m, const char *what,
                               const wr_choice *choice, uint32_t node, const bool **out)
{
    if (choice->count == 0 || node != WR_NONE)
        return WR_OK;
    *out = set_of(m, choice);
    if (!*out)
        return wr_no_memory(m->context);
    return count_set(m, *out) > 0 ? WR_OK : nothing_fits(m, what, choice->place);
}

static enum wr_result take_ends(const struct wr_making *m, struct wr_wishes *w)
{
    const struct wr_template *t = m->template;
    enum wr_result result = take_end(m, "entry", &t->entry, t->entry_node, &w->entry);
    return result == WR_OK ? take_end(m, "exit", &t->exit, t->exit_node, &w->exit) : result;
}

/* Two rooms are needed where neither end may be but one. */
static enum wr_result check_ends(const struct wr_making *m, const struct wr_wishes *w)
{
    uint32_t only = WR_NONE;
    uint64_t most = 0;
    for (uint32_t p = 0; w->entry && w->exit && p < m->kit->pieces.piece_count; p++) {
        if (!w->entry[p] && !w->exit[p])
            continue;
        most += w->most[p];
        only = p;
    }
    if (only == WR_NONE || most > 1 || w->rooms == 1)
        return WR_OK;
    return wr_fail(m->context, WR_NO_FIT, place_in(m, m->template->places.exit),
                   "rooms-run-out", "let one of them be another room, or allow more of it",
                   "entry and exit must both be '%s', of which a level may have %u",
                   m->kit->rooms[only].room->id, (unsigned)most);
}

/* ---- Loops ---- */

/* Where all levels were listed and there is none, it is known how many loops one has. */
static bool find_capacity(const struct wr_making *m, const struct wr_wishes *w, uint32_t rooms,
                          wr_capacity *out)
{
    if (!wr_capacity_find(m, w, rooms, out))
        return false;
    if (m->roster && out->loops > m->roster->most_loops)
        *out = (wr_capacity){m->roster->most_loops, WR_LIMIT_LISTED};
    return true;
}

static enum wr_result too_many_loops(const struct wr_making *m, const struct wr_wishes *w,
                                     wr_capacity capacity)
{
    static const char *const reasons[] = {
        [WR_LIMIT_DOORWAYS] = "they have not the doorways for more",
        [WR_LIMIT_PLANE] = "none can stand over another, and loops lie beside each other",
        [WR_LIMIT_LISTED] = "every way to put them together was tried",
    };
    return wr_fail(m->context, WR_NO_FIT, place_in(m, m->template->places.loops),
                   "loops-too-many",
                   "ask for fewer loops, more rooms, or rooms with more doorways",
                   "the level wants %u loops, but its %u rooms hold no more than %u: %s",
                   (unsigned)w->loops, (unsigned)w->rooms, (unsigned)capacity.loops,
                   reasons[capacity.limit]);
}

/* Draws a number of rooms that can hold the loops, where there may be more of them; else it is
 * the most there may be. */
static bool add_rooms(const struct wr_making *m, struct wr_wishes *w, wr_random *random,
                      wr_capacity *capacity)
{
    uint32_t low = w->rooms + 1, high = m->template->grow.rooms.most, most;
    wr_capacity own;
    most = high = w->most_sum < high ? (uint32_t)w->most_sum : high;
    if (low > most)
        return true;
    if (!find_capacity(m, w, most, &own))
        return false;
    if (own.loops < w->loops) {
        w->rooms = most;
        *capacity = own;
        return true;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (!find_capacity(m, w, middle, &own))
            return false;
        if (own.loops >= w->loops)
            high = middle;
        else
            low = middle + 1;
    }
    w->rooms = draw(random, low, most);
    return find_capacity(m, w, w->rooms, capacity);
}

/* Loops that are closed already count, or come on top. */
static enum wr_result count_kept_loops(const struct wr_making *m, struct wr_wishes *w,
                                       uint32_t most)
{
    uint32_t there = wr_kept_loops(m->kept);
    if (m->kept->adds)
        w->loops += there;
    else if (w->loops < there)
        w->loops = there;
    if (m->kept->adds || there <= most)
        return WR_OK;
    return wr_fail(m->context, WR_NO_FIT, place_in(m, m->template->places.loops),
                   "keep-too-many", "keep fewer rooms, or ask for more loops",
                   "the level has %u loops at most, but the rooms that are kept close %u",
                   (unsigned)most, (unsigned)there);
}

static enum wr_result draw_share(const struct wr_making *m, struct wr_wishes *w)
{
    wr_capacity capacity;
    double share = (double)m->template->grow.loop_share;
    double links = w->rooms - (double)rooms_apart(m) - 1.0;
    double loops = share < 1 ? links * share / (1 - share) : links;
    w->loops = (uint32_t)(loops + 0.5);
    w->asks_loops = w->exact_loops = true;
    if (m->kept->room_count > 0)
        return count_kept_loops(m, w, WR_NONE);
    if (w->loops == 0)
        return WR_OK;
    if (!find_capacity(m, w, w->rooms, &capacity))
        return wr_no_memory(m->context);
    return capacity.loops < w->loops ? too_many_loops(m, w, capacity) : WR_OK;
}

/* The most loops to draw: of an open range so many that a level of such rooms still comes. */
static uint32_t most_loops(wr_span span, uint32_t rooms)
{
    enum { ROOMS_A_LOOP = 6 };
    uint32_t more = rooms / ROOMS_A_LOOP;
    if (span.most != WR_NONE)
        return span.most;
    return span.least < WR_NONE - more ? span.least + more : span.least;
}

/* Around rooms that are kept nothing is known to be too many: what they hold is only no more
 * than is drawn where the template leaves that open. */
static enum wr_result draw_loops_around(const struct wr_making *m, struct wr_wishes *w,
                                        wr_random *random)
{
    wr_span span = m->template->grow.loops;
    uint32_t rooms = w->rooms - rooms_apart(m), most = most_loops(span, rooms);
    wr_capacity capacity;
    if (!find_capacity(m, w, rooms, &capacity))
        return wr_no_memory(m->context);
    if (most > capacity.loops)
        most = capacity.loops > span.least ? capacity.loops : span.least;
    w->loops = draw(random, span.least, most);
    return count_kept_loops(m, w, span.most);
}

/* No more than the rooms can hold, where the template leaves that open. */
static enum wr_result draw_loops(const struct wr_making *m, struct wr_wishes *w,
                                 wr_random *random)
{
    wr_span span = m->template->grow.loops;
    wr_capacity capacity = {WR_NONE, WR_LIMIT_DOORWAYS};
    if (!isnan(m->template->grow.loop_share))
        return draw_share(m, w);
    if (span.least == WR_NONE)
        return WR_OK;
    w->asks_loops = true;
    w->exact_loops = span.most != WR_NONE;
    w->loops = span.least;
    if (m->kept->room_count > 0)
        return draw_loops_around(m, w, random);
    if (span.most > 0 && !find_capacity(m, w, w->rooms, &capacity))
        return wr_no_memory(m->context);
    if (capacity.loops < span.least && !add_rooms(m, w, random, &capacity))
        return wr_no_memory(m->context);
    if (capacity.loops < span.least)
        return too_many_loops(m, w, capacity);
    span.most = most_loops(span, w->rooms);
    w->loops =
        draw(random, span.least, span.most < capacity.loops ? span.most : capacity.loops);
    return WR_OK;
}

enum wr_result wr_wishes_sets(const struct wr_making *m, struct wr_wishes *out)
{
    *out = (struct wr_wishes){
        .branching = 0.5, .dead_ends = NAN, .entry_wish = WR_NONE, .exit_wish = WR_NONE};
    take_lengths(m, out);
    struct wr_rules rules = {0};
    if (!wr_rule_neighbours(m->template, m->kit, m->arena, &rules))
        return wr_no_memory(m->context);
    out->forbidden = rules.apart;
    out->duties = rules.musts;
    out->duty_count = rules.must_count;
    enum wr_result result = take_terms(m, out);
    if (result == WR_OK)
        result = take_nodes(m, out);
    if (result == WR_OK)
        result = check_neighbours(m, out);
    if (result == WR_OK)
        result = take_ends(m, out);
    return result;
}

enum wr_result wr_wishes_draw(const struct wr_making *m, uint64_t attempt,
                              struct wr_wishes *out)
{
    wr_random random = wr_random_of(m->seed + attempt, WISH_STREAM);
    draw_numbers(m, out, &random);
    enum wr_result result = judge_counts(m, out);
    if (result == WR_OK)
        result = check_ends(m, out);
    return result == WR_OK ? draw_loops(m, out, &random) : result;
}

enum wr_result wr_wishes_make(const struct wr_making *m, struct wr_wishes *out)
{
    enum wr_result result = wr_wishes_sets(m, out);
    return result == WR_OK ? wr_wishes_draw(m, 0, out) : result;
}
