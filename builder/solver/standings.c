/* Stances with lengths: corners and hooks that move, slab by slab. What is as it is drawn is
 * looked up. */
#include "builder/solver/standings.h"

wr_spot wr_standing_way(const struct wr_pieces *pieces, const wr_standing *standing,
                        uint8_t moved)
{
    const wr_piece_stretch *stretches = wr_standing_stance(pieces, standing)->stretches;
    double x = 0, y = 0, z = 0;
    for (int i = 0; moved >> i; i++) {
        if (!(moved >> i & 1))
            continue;
        x += stretches[i].x * standing->lengths.of[i];
        y += stretches[i].y * standing->lengths.of[i];
        z += stretches[i].z * standing->lengths.of[i];
    }
    return (wr_spot){wr_units_whole(x), wr_units_whole(y), wr_units_whole(z)};
}

/* ---- Slabs with lengths ---- */

/* How far one goes down and up where some of its corners climb. */
static void climb(const struct wr_pieces *pieces, const wr_standing *standing,
                  const wr_slab *from, wr_slab *out)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (uint32_t i = 0; i < from->count; i++) {
        int64_t z = wr_standing_way(pieces, standing, from->moved[i]).z;
        least = z < least ? z : least;
        most = z > most ? z : most;
    }
    out->low = from->low + least;
    out->high = from->high + most;
}

/* A slab as it is with the lengths, in `corners` where any of them move. */
static wr_slab slab_of(const struct wr_pieces *pieces, const wr_standing *standing,
                       const wr_slab *from, wr_spot corners[WR_SLAB_CORNERS])
{
    wr_slab slab = *from;
    if (!from->moved)
        return slab;
    for (uint32_t i = 0; i < from->count; i++)
        corners[i] =
            wr_spot_add(from->points[i], wr_standing_way(pieces, standing, from->moved[i]));
    slab.points = corners;
    climb(pieces, standing, from, &slab);
    return slab;
}

static void widen(wr_spot *low, wr_spot *high, const wr_slab *slab, wr_spot spot)
{
    for (uint32_t i = 0; i < slab->count; i++) {
        wr_spot p = wr_spot_add(slab->points[i], spot);
        low->x = p.x < low->x ? p.x : low->x;
        low->y = p.y < low->y ? p.y : low->y;
        high->x = p.x > high->x ? p.x : high->x;
        high->y = p.y > high->y ? p.y : high->y;
    }
    low->z = slab->low + spot.z < low->z ? slab->low + spot.z : low->z;
    high->z = slab->high + spot.z > high->z ? slab->high + spot.z : high->z;
}

void wr_standing_longer_box(const struct wr_pieces *pieces, const wr_standing *standing,
                            wr_spot *low, wr_spot *high)
{
    const wr_stance *stance = wr_standing_stance(pieces, standing);
    *low = (wr_spot){INT64_MAX, INT64_MAX, INT64_MAX};
    *high = (wr_spot){INT64_MIN, INT64_MIN, INT64_MIN};
    for (uint32_t i = 0; i < pieces->pieces[stance->piece].slab_count; i++) {
        wr_spot corners[WR_SLAB_CORNERS];
        wr_slab slab = slab_of(pieces, standing, &stance->slabs[i], corners);
        widen(low, high, &slab, standing->spot);
    }
}

/* ---- Overlap ---- */

/* Whether boxes are so near that what is in them may overlap. */
static bool are_near(wr_spot low, wr_spot high, wr_spot other_low, wr_spot other_high,
                     int64_t skin)
{
    return other_low.x < high.x - skin && low.x < other_high.x - skin &&
           other_low.y < high.y - skin && low.y < other_high.y - skin && other_low.z < high.z &&
           low.z < other_high.z;
}

static bool is_near(const wr_slab *slab, wr_spot spot, wr_spot low, wr_spot high, int64_t skin)
{
    wr_spot least = {INT64_MAX, INT64_MAX, INT64_MAX}, most = {INT64_MIN, INT64_MIN, INT64_MIN};
    widen(&least, &most, slab, spot);
    return are_near(least, most, low, high, skin);
}

static bool slab_overlaps(const struct wr_pieces *pieces, const wr_slab *slab,
                          const wr_standing *a, const wr_standing *b)
{
    const wr_stance *stance = wr_standing_stance(pieces, b);
    wr_spot offset = wr_spot_sub(b->spot, a->spot);
    for (uint32_t i = 0; i < pieces->pieces[stance->piece].slab_count; i++) {
        wr_spot corners[WR_SLAB_CORNERS];
        wr_slab other = slab_of(pieces, b, &stance->slabs[i], corners);
        if (wr_slabs_overlap(slab, &other, offset, pieces->skin))
            return true;
    }
    return false;
}

bool wr_standings_longer_overlap(const struct wr_pieces *pieces, const wr_standing *a,
                                 const wr_standing *b)
{
    const wr_stance *stance = wr_standing_stance(pieces, a);
    wr_spot low, high, other_low, other_high;
    wr_standing_box(pieces, a, &low, &high);
    wr_standing_box(pieces, b, &other_low, &other_high);
    if (!are_near(low, high, other_low, other_high, pieces->skin))
        return false;
    for (uint32_t i = 0; i < pieces->pieces[stance->piece].slab_count; i++) {
        wr_spot corners[WR_SLAB_CORNERS];
        wr_slab slab = slab_of(pieces, a, &stance->slabs[i], corners);
        if (is_near(&slab, a->spot, other_low, other_high, pieces->skin) &&
            slab_overlaps(pieces, &slab, a, b))
            return true;
    }
    return false;
}

/* ---- Contacts ---- */

uint32_t wr_standings_contact(const struct wr_pieces *pieces,
                              const struct wr_contacts *contacts, const wr_standing *a,
                              const wr_standing *b)
{
    if (!pieces->stretches || (wr_standing_is_drawn(a) && wr_standing_is_drawn(b)))
        return wr_contact_find(pieces, contacts, a->stance, b->stance,
                               wr_spot_sub(b->spot, a->spot));
    const uint32_t *start =
        &contacts->start[(size_t)a->stance * pieces->stance_count + b->stance];
    for (uint32_t at = start[0]; at < start[1]; at++)
        if (wr_spots_are_near(wr_standing_hook(pieces, a, contacts->hooks[at][0]),
                              wr_standing_hook(pieces, b, contacts->hooks[at][1]),
                              pieces->tolerance))
            return at;
    return UINT32_MAX;
}

/* ---- Storeys ---- */

bool wr_standing_storeys(const struct wr_pieces *pieces, const wr_standing *standing,
                         int64_t apart, int64_t *heights, uint32_t *count, uint32_t most)
{
    const wr_piece *piece = &pieces->pieces[wr_standing_stance(pieces, standing)->piece];
    for (uint32_t h = 0; h < piece->hook_count; h++) {
        int64_t z = wr_standing_hook(pieces, standing, h).z;
        uint32_t i = 0;
        while (i < *count && (z - heights[i] > apart / 2 || heights[i] - z > apart / 2))
            i++;
        if (i < *count)
            continue;
        if (*count >= most)
            return false;
        heights[(*count)++] = z;
    }
    return true;
}
