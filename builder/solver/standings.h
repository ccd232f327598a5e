/* Where pieces stand: in which stance, at which spot, and how long. */
#ifndef WR_BUILDER_SOLVER_STANDINGS_H
#define WR_BUILDER_SOLVER_STANDINGS_H

#include "builder/solver/pieces.h"

/* Where a node, or the corridor of a link, came to stand. */
typedef struct wr_standing {
    uint32_t stance;
    wr_spot spot;
    wr_lengths lengths;
} wr_standing;

#define WR_NO_STANCE UINT32_MAX

/* As it is drawn. */
static inline wr_standing wr_standing_at(uint32_t stance, wr_spot spot)
{
    return (wr_standing){.stance = stance, .spot = spot};
}

static inline const wr_stance *wr_standing_stance(const struct wr_pieces *pieces,
                                                  const wr_standing *standing)
{
    return &pieces->stances[standing->stance];
}

/* Whether all its lengths are 0. */
static inline bool wr_standing_is_drawn(const wr_standing *standing)
{
    for (int i = 0; i < WR_PIECE_STRETCHES; i++)
        if (standing->lengths.of[i])
            return false;
    return true;
}

/* How far its lengths move what bits of stretches stand for. */
wr_spot wr_standing_way(const struct wr_pieces *pieces, const wr_standing *standing,
                        uint8_t moved);

/* Where a hook is. */
static inline wr_spot wr_standing_hook(const struct wr_pieces *pieces,
                                       const wr_standing *standing, uint32_t hook)
{
    const wr_piece_hook *of = &wr_standing_stance(pieces, standing)->hooks[hook];
    wr_spot at = wr_spot_add(standing->spot, of->at);
    return of->moved ? wr_spot_add(at, wr_standing_way(pieces, standing, of->moved)) : at;
}

/* The box around its slabs, of one whose lengths are not 0. */
void wr_standing_longer_box(const struct wr_pieces *pieces, const wr_standing *standing,
                            wr_spot *low, wr_spot *high);

/* The box around its slabs. */
static inline void wr_standing_box(const struct wr_pieces *pieces, const wr_standing *standing,
                                   wr_spot *low, wr_spot *high)
{
    const wr_stance *stance = wr_standing_stance(pieces, standing);
    if (pieces->stretches && !wr_standing_is_drawn(standing)) {
        wr_standing_longer_box(pieces, standing, low, high);
        return;
    }
    *low = wr_spot_add(stance->low, standing->spot);
    *high = wr_spot_add(stance->high, standing->spot);
}

/* Whether the solids of two overlap by more than the skin, where one is not as it is drawn. */
bool wr_standings_longer_overlap(const struct wr_pieces *pieces, const wr_standing *a,
                                 const wr_standing *b);

/* Whether the solids of two overlap by more than the skin. */
static inline bool wr_standings_overlap(const struct wr_pieces *pieces, const wr_standing *a,
                                        const wr_standing *b)
{
    if (pieces->stretches && !(wr_standing_is_drawn(a) && wr_standing_is_drawn(b)))
        return wr_standings_longer_overlap(pieces, a, b);
    return wr_stances_overlap(pieces, a->stance, b->stance, wr_spot_sub(b->spot, a->spot));
}

/* The contact by which b is linked to a within the tolerance: an index, or UINT32_MAX. */
uint32_t wr_standings_contact(const struct wr_pieces *pieces,
                              const struct wr_contacts *contacts, const wr_standing *a,
                              const wr_standing *b);

/* Adds the heights of a standing's hooks to some that there are, unless they differ by less
 * than half of `apart`; false where they are more than `most`. */
bool wr_standing_storeys(const struct wr_pieces *pieces, const wr_standing *standing,
                         int64_t apart, int64_t *heights, uint32_t *count, uint32_t most);

#endif
