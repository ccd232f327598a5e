/* Putting a ring together room by room, and judging it. */
#include "builder/solver/rings/ringing.h"

#include "core/base/tolerance.h"

/* ---- Judging ---- */

static bool climbs(const struct wr_pieces *pieces, const wr_ring *ring)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (uint32_t i = 0; i < ring->length; i++) {
        const wr_bridge_room *room = &ring->rooms[i];
        int64_t z =
            room->standing.spot.z + wr_hook_out(pieces, room->standing.stance, room->in)->at.z;
        low = z < low ? z : low;
        high = z > high ? z : high;
    }
    return high - low >= wr_units_of(WR_HEADROOM);
}

/* Whether the last of some rooms overlaps another. */
static bool last_overlaps(const struct wr_pieces *pieces, const wr_bridge_room *rooms,
                          uint32_t count)
{
    const wr_standing *last = &rooms[count - 1].standing;
    for (uint32_t i = 0; i + 1 < count; i++)
        if (wr_stances_overlap(pieces, rooms[i].standing.stance, last->stance,
                               wr_spot_sub(last->spot, rooms[i].standing.spot)))
            return true;
    return false;
}

bool wr_ringing_overlaps(const struct wr_ringing *r)
{
    return last_overlaps(r->pieces, r->ring.rooms, r->put);
}

bool wr_ringing_rooms_overlap(const struct wr_pieces *pieces, const wr_bridge_room *rooms,
                              uint32_t count)
{
    for (uint32_t i = 2; i <= count; i++)
        if (last_overlaps(pieces, rooms, i))
            return true;
    return false;
}

wr_spot wr_ringing_door(const struct wr_pieces *pieces, const wr_bridge_room *room, bool out)
{
    return wr_spot_add(
        room->standing.spot,
        wr_hook_out(pieces, room->standing.stance, out ? room->out : room->in)->at);
}

int64_t wr_ring_gap(const struct wr_pieces *pieces, const wr_ring *ring)
{
    int64_t gap = 0;
    for (uint32_t i = 0; i < ring->length; i++) {
        wr_spot from = wr_ringing_door(pieces, &ring->rooms[i], true);
        wr_spot to = wr_ringing_door(pieces, &ring->rooms[(i + 1) % ring->length], false);
        wr_spot miss = wr_spot_sub(to, from);
        int64_t sizes[3] = {miss.x, miss.y, miss.z};
        for (int axis = 0; axis < 3; axis++) {
            int64_t size = sizes[axis] < 0 ? -sizes[axis] : sizes[axis];
            gap = size > gap ? size : gap;
        }
    }
    return gap;
}

static bool meets(const struct wr_pieces *pieces, const wr_bridge_room *a,
                  const wr_bridge_room *b)
{
    return wr_hooks_meet(pieces, wr_hook_out(pieces, a->standing.stance, a->out),
                         wr_hook_out(pieces, b->standing.stance, b->in));
}

static bool is_ring(const struct wr_ringing *r)
{
    const wr_ring *ring = &r->ring;
    enum wr_ring_climb climb = r->search->climb;
    if (climb != WR_RING_ANY && climbs(r->pieces, ring) != (climb == WR_RING_CLIMBS))
        return false;
    for (uint32_t i = 0; i < ring->length; i++) {
        if (!meets(r->pieces, &ring->rooms[i], &ring->rooms[(i + 1) % ring->length]))
            return false;
    }
    return wr_ring_gap(r->pieces, ring) <= r->pieces->tolerance &&
           !wr_ringing_rooms_overlap(r->pieces, ring->rooms, ring->length);
}

/* ---- Putting rooms ---- */

void wr_ringing_put(struct wr_ringing *r, uint32_t step)
{
    const wr_step *put = &r->joins->steps[step];
    wr_spot at = {0, 0, 0};
    if (r->put > 0)
        at = wr_ringing_door(r->pieces, &r->ring.rooms[r->put - 1], true);
    at = wr_spot_sub(at, wr_hook_out(r->pieces, put->stance, put->in)->at);
    r->ring.rooms[r->put++] =
        (wr_bridge_room){wr_standing_at(put->stance, at), put->in, put->out};
}

bool wr_ringing_try(struct wr_ringing *r)
{
    if (is_ring(r))
        r->search->rings[r->search->found++] = r->ring;
    return r->search->found == r->search->most;
}

bool wr_ringing_one_turn(const struct wr_ringing *r)
{
    return r->search->most == 1 && wr_pieces_all_turn(r->pieces);
}
