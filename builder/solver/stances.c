/* Stances and contacts: everything about a set of pieces that can be known before any search.
 */
#include "builder/solver/contacts.h"
#include "builder/solver/pieces.h"

#include <stdlib.h>

static wr_spot stand(wr_spot spot, const wr_stance *stance, uint32_t turn_count)
{
    if (stance->mirrored)
        spot.x = -spot.x;
    return wr_spot_turn(spot, stance->turn, turn_count);
}

static bool turn_slab(wr_slab *out, const wr_slab *from, const wr_stance *stance,
                      uint32_t turn_count, struct wr_arena *arena)
{
    wr_spot *points = WR_TAKE(arena, wr_spot, from->count);
    uint8_t *moved = from->moved ? WR_TAKE(arena, uint8_t, from->count) : NULL;
    *out = *from;
    out->points = points;
    out->moved = moved;
    for (uint32_t i = 0; points && i < from->count; i++) {
        uint32_t at = stance->mirrored ? from->count - 1 - i : i;
        points[at] = stand(from->points[i], stance, turn_count);
        if (moved)
            moved[at] = from->moved[i];
    }
    return points && (moved || !from->moved);
}

static bool turn_stretches(wr_stance *stance, const wr_piece *piece, uint32_t turn_count,
                           struct wr_arena *arena)
{
    const double far = 1 << 30;
    wr_piece_stretch *stretches =
        wr_arena_copy(arena, piece->stretches, piece->stretch_count, sizeof *stretches);
    for (uint32_t i = 0; stretches && i < piece->stretch_count; i++) {
        wr_spot way = {(int64_t)(stretches[i].x * far), (int64_t)(stretches[i].y * far), 0};
        way = stand(way, stance, turn_count);
        stretches[i].x = (double)way.x / far;
        stretches[i].y = (double)way.y / far;
    }
    stance->stretches = stretches;
    return stretches != NULL;
}

static wr_slab_box box_of(const wr_slab *slab)
{
    wr_slab_box box = {INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN};
    for (uint32_t i = 0; i < slab->count; i++) {
        wr_spot p = slab->points[i];
        box.west = p.x < box.west ? p.x : box.west;
        box.east = p.x > box.east ? p.x : box.east;
        box.south = p.y < box.south ? p.y : box.south;
        box.north = p.y > box.north ? p.y : box.north;
    }
    return box;
}

static bool turn_slabs(wr_stance *stance, const wr_piece *piece, uint32_t turn_count,
                       struct wr_arena *arena)
{
    wr_slab *slabs = WR_TAKE(arena, wr_slab, piece->slab_count);
    wr_slab_box *boxes = WR_TAKE(arena, wr_slab_box, piece->slab_count);
    bool fine = slabs && boxes;
    stance->low = (wr_spot){INT64_MAX, INT64_MAX, INT64_MAX};
    stance->high = (wr_spot){INT64_MIN, INT64_MIN, INT64_MIN};
    for (uint32_t i = 0; fine && i < piece->slab_count; i++) {
        const wr_slab *from = &piece->slabs[i];
        fine = turn_slab(&slabs[i], from, stance, turn_count, arena);
        if (!fine)
            break;
        wr_slab_box box = boxes[i] = box_of(&slabs[i]);
        stance->low.x = box.west < stance->low.x ? box.west : stance->low.x;
        stance->low.y = box.south < stance->low.y ? box.south : stance->low.y;
        stance->low.z = from->low < stance->low.z ? from->low : stance->low.z;
        stance->high.x = box.east > stance->high.x ? box.east : stance->high.x;
        stance->high.y = box.north > stance->high.y ? box.north : stance->high.y;
        stance->high.z = from->high > stance->high.z ? from->high : stance->high.z;
    }
    stance->slabs = slabs;
    stance->boxes = boxes;
    return fine;
}

static uint16_t facing_of(const wr_stance *stance, uint16_t facing, uint32_t turn_count)
{
    uint32_t mirrored = (turn_count + turn_count / 2 - facing) % turn_count;
    return (uint16_t)(((stance->mirrored ? mirrored : facing) + stance->turn) % turn_count);
}

static bool turn_hooks(wr_stance *stance, const wr_piece *piece, const struct wr_pieces *pieces,
                       struct wr_arena *arena)
{
    wr_piece_hook *hooks = WR_TAKE(arena, wr_piece_hook, piece->hook_count);
    for (uint32_t i = 0; hooks && i < piece->hook_count; i++)
        hooks[i] = (wr_piece_hook){
            .at = stand(piece->hooks[i].at, stance, pieces->turn_count),
            .facing = facing_of(stance, piece->hooks[i].facing, pieces->turn_count),
            .kind = (uint16_t)(piece->hooks[i].kind +
                               (stance->mirrored ? pieces->mirrored_kind : 0)),
            .moved = piece->hooks[i].moved,
        };
    stance->hooks = hooks;
    return hooks != NULL;
}

/* Two orientations of one piece look alike when, moved onto each other, hooks and footprint are
 * the same sets. Compared by moving low corners together; slabs by their sorted corners. */
static uint64_t mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* A sum of hashes does not depend on the order of what is summed. */
static uint64_t look_of(const wr_stance *stance, const wr_piece *piece)
{
    uint64_t look = 0;
    for (uint32_t i = 0; i < piece->hook_count; i++) {
        wr_spot at = wr_spot_sub(stance->hooks[i].at, stance->low);
        uint64_t hash = mixed(mixed(1, (uint64_t)at.x), (uint64_t)at.y);
        hash = mixed(mixed(hash, (uint64_t)at.z), stance->hooks[i].facing);
        look += mixed(hash, stance->hooks[i].kind);
    }
    for (uint32_t i = 0; i < piece->slab_count; i++) {
        uint64_t hash = mixed(2, (uint64_t)(stance->slabs[i].high - stance->slabs[i].low));
        uint64_t corners = 0;
        for (uint32_t k = 0; k < stance->slabs[i].count; k++) {
            wr_spot at = wr_spot_sub(stance->slabs[i].points[k], stance->low);
            corners += mixed(mixed(3, (uint64_t)at.x), (uint64_t)at.y);
        }
        look += mixed(mixed(hash, corners), (uint64_t)stance->slabs[i].low);
    }
    return look;
}

static bool add_stance(struct wr_pieces *pieces, uint32_t piece, bool mirrored, uint32_t turn,
                       uint64_t *looks, struct wr_arena *arena)
{
    const wr_piece *from = &pieces->pieces[piece];
    wr_stance *stance = &pieces->stances[pieces->stance_count];
    *stance = (wr_stance){.piece = piece, .turn = (uint16_t)turn, .mirrored = mirrored};
    if (!turn_slabs(stance, from, pieces->turn_count, arena) ||
        !turn_stretches(stance, from, pieces->turn_count, arena) ||
        !turn_hooks(stance, from, pieces, arena))
        return false;
    uint64_t look = look_of(stance, from);
    uint32_t first = pieces->first_stance[piece];
    for (uint32_t s = first; from->stretch_count == 0 && s < pieces->stance_count; s++)
        if (looks[s] == look)
            return true;
    looks[pieces->stance_count++] = look;
    return true;
}

static bool make_stances(struct wr_pieces *pieces, struct wr_arena *arena)
{
    size_t most = (size_t)pieces->piece_count * pieces->turn_count * 2;
    uint64_t *looks = WR_TAKE(arena, uint64_t, most);
    pieces->stances = WR_TAKE(arena, wr_stance, most);
    pieces->first_stance = WR_TAKE(arena, uint32_t, pieces->piece_count + 1);
    pieces->stance_count = 0;
    if (!looks || !pieces->stances || !pieces->first_stance)
        return false;
    for (uint32_t p = 0; p < pieces->piece_count; p++) {
        uint32_t turns = pieces->pieces[p].may_turn ? pieces->turn_count : 1;
        pieces->first_stance[p] = pieces->stance_count;
        for (int mirrored = 0; mirrored <= pieces->pieces[p].may_mirror; mirrored++)
            for (uint32_t turn = 0; turn < turns; turn++)
                if (!add_stance(pieces, p, mirrored, turn, looks, arena))
                    return false;
    }
    pieces->first_stance[pieces->piece_count] = pieces->stance_count;
    return true;
}

bool wr_pieces_all_turn(const struct wr_pieces *pieces)
{
    for (uint32_t p = 0; p < pieces->piece_count; p++)
        if (!pieces->pieces[p].may_turn)
            return false;
    return true;
}

bool wr_pieces_prepare(struct wr_pieces *pieces, struct wr_arena *arena)
{
    pieces->stretches = pieces->slides = false;
    for (uint32_t p = 0; p < pieces->piece_count; p++) {
        pieces->stretches |= pieces->pieces[p].stretch_count > 0;
        pieces->slides |= pieces->pieces[p].doors != NULL;
    }
    return make_stances(pieces, arena) && wr_contacts_direct(pieces, arena, &pieces->direct);
}
