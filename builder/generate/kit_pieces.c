/* From kit rooms to pieces: which take part, how their doorways turn, which of them may meet.
 */
#include "builder/generate/kit_pieces.h"
#include "builder/generate/footprint.h"
#include "builder/generate/places.h"
#include "builder/layout/link.h"
#include "builder/layout/profile.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"

#include <string.h>

/* ---- Which rooms take part ---- */

static bool is_cap(const struct wr_template *template, const wr_room *room)
{
    static const char *const tag = "#cap";
    const wr_choice tagged = {.names = &tag, .count = 1};
    return template->caps &&
           wr_choice_fits(template->cap_rooms.count ? &template->cap_rooms : &tagged, room);
}

/* False where the template leaves the room out. A cap has no weight: only capping takes it. */
static bool take_room(const struct wr_template *template, const wr_choice *close,
                      const wr_room *room, wr_kit_piece *piece, wr_piece *shape)
{
    wr_room_terms terms = wr_template_terms(template, room);
    bool closes =
        close->count ? wr_choice_fits(close, room) : !terms.used && is_cap(template, room);
    bool cap = closes && !terms.used;
    *piece = (wr_kit_piece){.room = room,
                            .count = terms.count,
                            .repeat = terms.repeat,
                            .cap = cap,
                            .closes = closes};
    *shape = (wr_piece){
        .weight = cap ? 0 : terms.weight, .may_turn = true, .may_mirror = terms.mirror};
    if (terms.repeat == WR_REPEAT_NEVER && piece->count.most > 1)
        piece->count.most = 1;
    return (cap || terms.used) && piece->count.most > 0;
}

/* ---- Turns ---- */

static const uint32_t TURN_COUNTS[] = {4, 8, 12, 24};
enum { TURN_CHOICES = sizeof TURN_COUNTS / sizeof *TURN_COUNTS };
/* Doorways this close to a whole turn, in degrees, count as it; shipped kits are within 0.3. */
static const double TURN_ERROR = 0.5;

/* The nearest whole turn of a doorway's direction, or UINT32_MAX where none is near. */
static uint32_t turn_of(wr_placement turned, const wr_hook *hook, uint32_t turn_count)
{
    wr_motion motion = wr_motion_of(turned);
    double x = hook->out_x, y = hook->out_y;
    wr_motion_direction(&motion, &x, &y);
    double turns = wr_bearing_of(x, y) * turn_count / 360;
    double nearest = (double)(int64_t)(turns + 0.5), error = turns - nearest;
    if ((error < 0 ? -error : error) * 360 / turn_count > TURN_ERROR)
        return UINT32_MAX;
    return (uint32_t)nearest % turn_count;
}

/* The first doorway that does not fit the circle of turns, or NULL. */
static const wr_hook *find_odd_hook(const wr_room *room, uint32_t turn_count)
{
    for (uint32_t h = 0; h < room->hook_count; h++)
        if (room->hooks[h].foot != WR_NONE &&
            turn_of((wr_placement){0}, &room->hooks[h], turn_count) == UINT32_MAX)
            return &room->hooks[h];
    return NULL;
}

/* The least circle that holds the doorways of most rooms. */
static uint32_t choose_turns(const wr_kit_piece *rooms, uint32_t count)
{
    uint32_t best = TURN_COUNTS[0], most = 0;
    for (int i = 0; i < TURN_CHOICES; i++) {
        uint32_t fitting = 0;
        for (uint32_t r = 0; r < count; r++)
            fitting += !find_odd_hook(rooms[r].room, TURN_COUNTS[i]);
        if (fitting > most) {
            most = fitting;
            best = TURN_COUNTS[i];
        }
    }
    return best;
}

/* ---- Stretches ---- */

/* The least or greatest length, a whole number of steps where there are any. */
static int64_t limit_of(const wr_stretch *stretch, float limit)
{
    int64_t step = wr_units_of(stretch->step);
    if (step == 0)
        return wr_units_of(limit);
    double slop = limit < 0 ? -WR_PULL_STEP : WR_PULL_STEP;
    return (int64_t)(((double)limit + slop) / stretch->step) * step;
}

/* The first few of a room's, but for doors that slide, which come last; of one that stands
 * none. */
static bool take_stretches(const wr_kit_piece *piece, struct wr_arena *arena, wr_piece *shape)
{
    const wr_room *room = piece->room;
    uint32_t count = 0;
    while (!piece->kept && count < room->stretch_count && count < WR_PIECE_STRETCHES &&
           !room->stretches[count].slides)
        count++;
    wr_piece_stretch *stretches = WR_TAKE(arena, wr_piece_stretch, count);
    for (uint32_t i = 0; stretches && i < count; i++) {
        const wr_stretch *from = &room->stretches[i];
        stretches[i] = (wr_piece_stretch){
            .x = from->axis == 0,
            .y = from->axis == 1,
            .z = from->rise,
            .from = limit_of(from, from->from),
            .to = limit_of(from, from->to),
            .step = wr_units_of(from->step),
        };
    }
    shape->stretches = stretches;
    shape->stretch_count = count;
    return stretches != NULL;
}

static uint8_t moved_by(const wr_piece *shape, const wr_room *room, uint32_t hook)
{
    uint32_t all = (1u << shape->stretch_count) - 1;
    return (uint8_t)(all ? wr_hook_stretches(room, hook) & all : 0);
}

/* ---- Hooks ---- */

/* What hooks of a piece are made of. */
struct hooking {
    const wr_room *room;
    wr_kit_piece *piece;
    wr_piece *shape;
    wr_piece_hook *hooks;
    uint32_t *numbers;
    uint16_t *doors;
    float *slides;
    uint32_t most; /* places of a door that slides; 1: it stays */
};

static wr_places places_of(const struct hooking *h, uint32_t hook)
{
    return h->most > 1 ? wr_places_of(h->room, hook, h->most) : (wr_places){.stretch = WR_NONE};
}

static bool start_hooks(struct hooking *h, struct wr_arena *arena)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->room->hook_count; i++) {
        wr_places places = places_of(h, i);
        count += (uint32_t)(places.last - places.first) + 1;
    }
    h->hooks = WR_TAKE(arena, wr_piece_hook, count);
    h->numbers = WR_TAKE(arena, uint32_t, count);
    h->doors = WR_TAKE(arena, uint16_t, count);
    h->slides = WR_TAKE(arena, float, count);
    return h->hooks && h->numbers && h->doors && h->slides;
}

/* A doorway is a hook at each of its places. */
static void add_doorway(struct hooking *h, uint32_t number, wr_piece_hook hook)
{
    wr_places places = places_of(h, number);
    int64_t step = wr_units_of(places.step);
    for (int32_t i = places.first; i <= places.last; i++) {
        uint32_t at = h->shape->hook_count++;
        h->hooks[at] = hook;
        h->hooks[at].at.x += places.axis == 0 ? i * step : 0;
        h->hooks[at].at.y += places.axis == 1 ? i * step : 0;
        h->numbers[at] = number;
        h->doors[at] = (uint16_t)h->shape->door_count;
        h->slides[at] = (float)(i * places.step);
    }
    h->shape->door_count++;
}

static bool take_hooks(const struct wr_kit_pieces *out, uint16_t first_kind,
                       wr_kit_piece *piece, wr_piece *shape)
{
    wr_motion motion = wr_motion_of(piece->turned);
    const wr_room *room = piece->room;
    struct hooking h = {.room = room,
                        .piece = piece,
                        .shape = shape,
                        .most = piece->kept ? 1 : out->most_places};
    if (!start_hooks(&h, out->arena))
        return false;
    shape->hook_count = shape->door_count = 0;
    for (uint32_t i = 0; i < room->hook_count; i++)
        if (room->hooks[i].foot != WR_NONE)
            add_doorway(&h, i,
                        (wr_piece_hook){
                            .at = wr_spot_of(wr_motion_point(&motion, room->hooks[i].position)),
                            .facing = (uint16_t)turn_of(piece->turned, &room->hooks[i],
                                                        out->pieces.turn_count),
                            .kind = (uint16_t)(first_kind + shape->door_count),
                            .moved = moved_by(shape, room, i),
                        });
    bool slides = shape->hook_count > shape->door_count;
    shape->hooks = h.hooks;
    shape->doors = slides ? h.doors : NULL;
    piece->hooks = h.numbers;
    piece->slides = slides ? h.slides : NULL;
    return true;
}

/* ---- Which hooks may meet ---- */

/* A layout of two rooms, in which a hook of the second is brought to one of the first. */
struct trial {
    struct wr_layout layout;
    struct wr_map map; /* for its door pairs */
    wr_placed_room rooms[2];
    wr_placed_hook hooks[2];
    struct wr_arena *scratch;
    bool failed; /* memory is out */
};

static void stand_room(struct trial *trial, int side, const wr_room *room, uint32_t hook,
                       wr_placement placement)
{
    trial->rooms[side] = (wr_placed_room){
        .room = room, .placement = placement, .motion = wr_motion_of(placement)};
    wr_placed_hook *placed = &trial->hooks[side];
    *placed = (wr_placed_hook){
        .room = (uint32_t)side,
        .hook = hook,
        .position = wr_motion_point(&trial->rooms[side].motion, room->hooks[hook].position),
        .out_x = room->hooks[hook].out_x,
        .out_y = room->hooks[hook].out_y,
        .link = WR_NONE,
    };
    wr_motion_direction(&trial->rooms[side].motion, &placed->out_x, &placed->out_y);
}

/* Whether two hooks keep all rules of a link when their rooms stand as given, but for the
 * place. */
static bool may_meet(struct trial *trial, const wr_room *a, uint32_t hook_a, wr_placement at_a,
                     const wr_room *b, uint32_t hook_b, wr_placement at_b)
{
    wr_link_fault fault;
    stand_room(trial, 0, a, hook_a, at_a);
    stand_room(trial, 1, b, hook_b, at_b);
    at_b.position = wr_narrow(
        wr_sub(wr_widen(trial->hooks[0].position), wr_widen(trial->hooks[1].position)));
    stand_room(trial, 1, b, hook_b, at_b);
    if (!wr_link_judge(&trial->layout, trial->scratch, 0, 1, &fault)) {
        trial->failed = true;
        return false;
    }
    return !fault.reason;
}

static float degrees_of(uint32_t turn, uint32_t turn_count)
{
    return (float)(360.0 * turn / turn_count);
}

static uint32_t mirrored_turn(uint32_t turn, uint32_t turn_count, bool mirrored)
{
    return mirrored ? (turn_count + turn_count / 2 - turn) % turn_count : turn;
}

/* How a room stands whose piece is as it is or mirrored, and then turned. */
static wr_placement placement_of(const wr_kit_piece *piece, bool mirrored, uint32_t turn,
                                 uint32_t turn_count)
{
    wr_placement own = piece->turned;
    own.mirror_x ^= mirrored;
    own.turn += degrees_of(turn, turn_count);
    return own;
}

/* A doorway of a room that stands may look in a direction of its own, and then meets none. */
static bool looks_odd(const struct wr_kit_pieces *out, uint32_t piece, uint32_t hook)
{
    const wr_kit_piece *own = &out->rooms[piece];
    return own->kept && turn_of(own->turned, &own->room->hooks[own->hooks[hook]],
                                out->pieces.turn_count) == UINT32_MAX;
}

/* Whether it stands for other places of its doorway, too. */
static bool leads_places(const wr_piece *piece, uint32_t hook)
{
    return wr_piece_door_start(piece, hook) == hook;
}

/* Fills one cell of the table: hook i of piece a, hook k of piece b, each as it is or mirrored.
 */
static bool judge_hooks(struct trial *trial, const struct wr_kit_pieces *out, uint32_t a,
                        uint32_t i, bool mirror_a, uint32_t b, uint32_t k, bool mirror_b)
{
    uint32_t turns = out->pieces.turn_count;
    const wr_kit_piece *p = &out->rooms[a], *q = &out->rooms[b];
    uint32_t from = mirrored_turn(out->pieces.pieces[a].hooks[i].facing, turns, mirror_a);
    uint32_t to = mirrored_turn(out->pieces.pieces[b].hooks[k].facing, turns, mirror_b);
    uint32_t turn = (from + turns / 2 + turns - to) % turns;
    wr_placement at_a = placement_of(p, mirror_a, 0, turns);
    wr_placement at_b = placement_of(q, mirror_b, turn, turns);
    return may_meet(trial, p->room, p->hooks[i], at_a, q->room, q->hooks[k], at_b);
}

static void judge_pieces(struct trial *trial, const struct wr_kit_pieces *out, uint32_t a,
                         uint32_t b, uint32_t half, bool *meets)
{
    const wr_piece *p = &out->pieces.pieces[a], *q = &out->pieces.pieces[b];
    uint32_t size = out->pieces.kind_count;
    for (uint32_t i = 0; i < p->hook_count; i++)
        for (uint32_t k = 0; k < q->hook_count; k++)
            for (int mirrors = 0; mirrors < 4; mirrors++) {
                bool mirror_a = mirrors & 1, mirror_b = mirrors & 2;
                if (!leads_places(p, i) || !leads_places(q, k) ||
                    (out->rooms[a].kept && mirror_a) || (out->rooms[b].kept && mirror_b) ||
                    looks_odd(out, a, i) || looks_odd(out, b, k))
                    continue;
                size_t row = p->hooks[i].kind + (mirror_a ? half : 0);
                size_t column = q->hooks[k].kind + (mirror_b ? half : 0);
                bool met = judge_hooks(trial, out, a, i, mirror_a, b, k, mirror_b);
                meets[row * size + column] = meets[column * size + row] = met;
            }
}

static bool judge_all(const struct wr_template *template, struct wr_kit_pieces *out,
                      uint32_t door_count)
{
    struct wr_pieces *pieces = &out->pieces;
    struct trial trial = {.map = {.door_pairs = template->door_pairs,
                                  .door_pair_count = template->door_pair_count},
                          .scratch = wr_arena_create()};
    pieces->kind_count = 2 * door_count;
    pieces->mirrored_kind = door_count;
    bool *meets = WR_ZERO(out->arena, bool, 4 * (size_t)door_count * door_count);
    if (!meets || !trial.scratch) {
        wr_arena_destroy(trial.scratch);
        return false;
    }
    trial.layout.map = &trial.map;
    trial.layout.rooms = trial.rooms;
    trial.layout.hooks = trial.hooks;
    trial.layout.room_count = trial.layout.hook_count = 2;
    trial.layout.seam_distance = WR_SEAM_DISTANCE;
    for (uint32_t a = 0; a < pieces->piece_count; a++)
        for (uint32_t b = a; b < pieces->piece_count; b++)
            if (template->way != WR_WAY_GROW || !out->rooms[a].kept)
                judge_pieces(&trial, out, a, b, door_count, meets);
    pieces->meets = meets;
    wr_arena_destroy(trial.scratch);
    return !trial.failed;
}

/* ---- Listing ---- */

static uint32_t count_rooms(const struct wr_kit *const *kits, uint32_t kit_count)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < kit_count; i++)
        count += kits[i]->room_count;
    return count;
}

static void list_rooms(const struct wr_template *template, const wr_choice *close,
                       const struct wr_kit *const *kits, uint32_t kit_count,
                       struct wr_kit_pieces *out, wr_piece *shapes)
{
    for (uint32_t i = 0; i < kit_count; i++)
        for (uint32_t r = 0; r < kits[i]->room_count; r++) {
            uint32_t at = out->pieces.piece_count;
            if (take_room(template, close, &kits[i]->rooms[r], &out->rooms[at], &shapes[at]))
                out->pieces.piece_count++;
        }
}

/* Drops rooms whose doorways do not fit the circle of turns. */
static void drop_odd_rooms(struct wr_context *context, struct wr_kit_pieces *out,
                           wr_piece *shapes)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->pieces.piece_count; i++) {
        const wr_room *room = out->rooms[i].room;
        const wr_hook *odd = find_odd_hook(room, out->pieces.turn_count);
        if (!odd) {
            out->rooms[kept] = out->rooms[i];
            shapes[kept++] = shapes[i];
            continue;
        }
        struct wr_source kit = {.name = room->kit->path};
        wr_warn(context, wr_at(&kit, WR_WHOLE_FILE), "room-angle",
                "turn the doorway as those of the other rooms, or exclude the room",
                "room '%s' is left out: its hook '%s' looks to %s degrees, and the generator "
                "turns rooms by %u",
                room->name, odd->name, wr_fixed(wr_bearing_of(odd->out_x, odd->out_y), 1).text,
                360 / (unsigned)out->pieces.turn_count);
    }
    out->pieces.piece_count = kept;
}

/* ---- Rooms that stand ---- */

static bool same_turn(wr_placement a, wr_placement b)
{
    return a.turn == b.turn && a.mirror_x == b.mirror_x && a.mirror_y == b.mirror_y;
}

/* The piece of a room that stands, turned so: one that is there, or a new one. */
static uint32_t piece_of(struct wr_kit_pieces *out, uint32_t first, const wr_placed_room *room)
{
    uint32_t at = first;
    while (at < out->pieces.piece_count && (out->rooms[at].room != room->room ||
                                            !same_turn(out->rooms[at].turned, room->placement)))
        at++;
    if (at < out->pieces.piece_count)
        return at;
    out->rooms[out->pieces.piece_count++] = (wr_kit_piece){
        .room = room->room, .kept = true, .repeat = WR_REPEAT_FREE, .turned = room->placement};
    out->rooms[at].turned.position = (wr_vec3){0, 0, 0};
    return at;
}

static uint32_t less(uint32_t count, uint32_t taken)
{
    return count == WR_NONE ? WR_NONE : count > taken ? count - taken : 0;
}

/* Whether the template says how often a room comes, not the kit. */
static bool is_counted(const struct wr_template *template, const wr_room *room)
{
    for (uint32_t i = 0; i < template->rule_count; i++)
        if (template->rules[i].count.least != WR_NONE &&
            wr_choice_fits(&template->rules[i].rooms, room))
            return true;
    return false;
}

/* Rooms that stand come as often as they do; as rooms of the template, so much less often may
 * and must others like them come; where they are none, that holds for what the kit says of a
 * level. */
static void count_standing(const struct wr_template *template, struct wr_kit_pieces *out,
                           uint32_t first, wr_piece *shapes)
{
    for (uint32_t at = first; at < out->pieces.piece_count; at++) {
        uint32_t count = out->rooms[at].count.least;
        out->rooms[at].count.most = count;
        shapes[at] = (wr_piece){0};
        for (uint32_t p = 0; p < first; p++) {
            wr_kit_piece *same = &out->rooms[p];
            if (same->room != wr_room_as_drawn(out->rooms[at].room) ||
                (out->apart && is_counted(template, same->room)))
                continue;
            same->count.least = less(same->count.least, count);
            same->count.most = less(same->count.most, count);
            out->rooms[at].repeat = same->repeat;
        }
    }
}

static void list_standing(const struct wr_template *template, const struct wr_kit_wish *wish,
                          struct wr_kit_pieces *out, wr_piece *shapes)
{
    uint32_t first = out->pieces.piece_count;
    out->apart = wish->apart;
    for (uint32_t i = 0; wish->standing && i < wish->standing->room_count; i++) {
        wish->pieces[i] = piece_of(out, first, &wish->standing->rooms[i]);
        out->rooms[wish->pieces[i]].count.least++;
    }
    count_standing(template, out, first, shapes);
}

/* ---- Shapes ---- */

static wr_spot turn_spot(const wr_motion *motion, wr_spot spot)
{
    double x = (double)spot.x, y = (double)spot.y;
    wr_motion_direction(motion, &x, &y);
    return (wr_spot){wr_units_whole(x), wr_units_whole(y), spot.z};
}

/* Mirrored, the points of a slab go the other way round. */
static bool turn_slabs(const struct wr_kit_pieces *out, wr_placement turned, wr_slab *slabs,
                       uint32_t count)
{
    wr_motion motion = wr_motion_of(turned);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t last = slabs[i].count - 1;
        wr_spot *points = WR_TAKE(out->arena, wr_spot, slabs[i].count);
        if (!points)
            return false;
        for (uint32_t k = 0; k <= last; k++)
            points[motion.mirrored ? last - k : k] = turn_spot(&motion, slabs[i].points[k]);
        slabs[i].points = points;
    }
    return true;
}

static bool shape_rooms(struct wr_kit_pieces *out, wr_piece *shapes, uint32_t *door_count)
{
    *door_count = 0;
    for (uint32_t i = 0; i < out->pieces.piece_count; i++) {
        wr_slab *slabs;
        if (!take_stretches(&out->rooms[i], out->arena, &shapes[i]) ||
            !take_hooks(out, (uint16_t)*door_count, &out->rooms[i], &shapes[i]) ||
            !wr_footprint_make(out->rooms[i].room, &shapes[i], out->arena, &slabs,
                               &shapes[i].slab_count) ||
            (out->rooms[i].kept &&
             !turn_slabs(out, out->rooms[i].turned, slabs, shapes[i].slab_count)))
            return false;
        shapes[i].slabs = slabs;
        *door_count += wr_piece_door_count(&shapes[i]);
    }
    return true;
}

/* ---- How many places doors have ---- */

/* Two rooms with four doors meet at eight times as many places as a door has, in each of their
 * orientations: in kits of many rooms doors have fewer, so that all these stay some millions.
 */
static uint32_t most_places(const struct wr_kit_pieces *out, const wr_piece *shapes)
{
    const uint64_t contacts = 4 << 20, least = 4;
    uint64_t stances = 0, pairs, most;
    for (uint32_t i = 0; i < out->pieces.piece_count; i++)
        stances += out->pieces.turn_count * (shapes[i].may_mirror ? 2u : 1u);
    pairs = stances * stances;
    most = contacts / (8 * pairs + 1);
    return (uint32_t)(most < least ? least : most > WR_PLACES_MOST ? WR_PLACES_MOST : most);
}

/* ---- How exactly they meet ---- */

/* Whether doorways that meet do so exactly, and rooms beside each other touch: where all are
 * said instead of drawn, turn by quarters, and nothing stands that was put by hand. */
static bool are_exact(const struct wr_template *template, const struct wr_kit_pieces *out)
{
    bool exact = out->pieces.turn_count == 4;
    for (uint32_t i = 0; i < template->node_count; i++)
        exact &= !template->nodes[i].placed;
    for (uint32_t i = 0; exact && i < out->pieces.piece_count; i++)
        exact = !out->rooms[i].kept && wr_places_are_whole(out->rooms[i].room);
    return exact;
}

/* ---- All of it ---- */

enum wr_result wr_kit_pieces_make(struct wr_context *context,
                                  const struct wr_template *template,
                                  const struct wr_kit *const *kits, uint32_t kit_count,
                                  const struct wr_kit_wish *wish, struct wr_arena *arena,
                                  struct wr_kit_pieces *out)
{
    static const struct wr_kit_wish nothing;
    const struct wr_layout *standing = wish ? wish->standing : NULL;
    wish = wish ? wish : &nothing;
    uint32_t most = count_rooms(kits, kit_count) + (standing ? standing->room_count : 0);
    uint32_t door_count;
    wr_piece *shapes = WR_TAKE(arena, wr_piece, most);
    *out = (struct wr_kit_pieces){
        .arena = arena, .rooms = WR_TAKE(arena, wr_kit_piece, most), .most_places = 1};
    if (!shapes || !out->rooms)
        return wr_no_memory(context);
    list_rooms(template, &wish->close, kits, kit_count, out, shapes);
    out->pieces.turn_count = choose_turns(out->rooms, out->pieces.piece_count);
    drop_odd_rooms(context, out, shapes);
    uint32_t coming = out->pieces.piece_count;
    if (template->way != WR_WAY_GROW)
        out->most_places = most_places(out, shapes);
    list_standing(template, wish, out, shapes);
    out->pieces.pieces = shapes;
    bool exact = are_exact(template, out);
    out->pieces.tolerance = exact ? 0 : wr_units_of(WR_JOINT_GAP);
    out->pieces.skin = exact ? 0 : wr_units_of(WR_FOOTPRINT_SKIN);
    if (coming == 0)
        return wr_fail(context, WR_NO_FIT, wr_at(template->source, WR_WHOLE_FILE), "no-rooms",
                       "take a rule back, or name another kit",
                       "the template leaves no room of its kits in");
    if (!shape_rooms(out, shapes, &door_count) || !judge_all(template, out, door_count) ||
        !wr_pieces_prepare(&out->pieces, arena))
        return wr_no_memory(context);
    return WR_OK;
}

wr_placement wr_stance_placement(const struct wr_pieces *pieces, uint32_t stance, wr_spot spot)
{
    const wr_stance *from = &pieces->stances[stance];
    double unit = 1.0 / WR_UNITS_PER_METRE;
    return (wr_placement){
        .position = wr_vec3_of((float)((double)spot.x * unit), (float)((double)spot.y * unit),
                               (float)((double)spot.z * unit)),
        .turn = degrees_of(from->turn, pieces->turn_count),
        .mirror_x = from->mirrored,
    };
}
