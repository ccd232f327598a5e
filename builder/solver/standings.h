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
bool wr_standing_is_drawn(const wr_standing *standing);

/* How far its lengths move what bits of stretches stand for. */
wr_spot wr_standing_way(const struct wr_pieces *pieces, const wr_standing *standing,
                        uint8_t moved);

/* Where a hook is. */
wr_spot wr_standing_hook(const struct wr_pieces *pieces, const wr_standing *standing,
                         uint32_t hook);

/* The box around its slabs. */
void wr_standing_box(const struct wr_pieces *pieces, const wr_standing *standing, wr_spot *low,
                     wr_spot *high);

/* Whether the solids of two overlap by more than the skin. */
bool wr_standings_overlap(const struct wr_pieces *pieces, const wr_standing *a,
                          const wr_standing *b);

/* The contact by which b is linked to a within the tolerance: an index, or UINT32_MAX. */
uint32_t wr_standings_contact(const struct wr_pieces *pieces,
                              const struct wr_contacts *contacts, const wr_standing *a,
                              const wr_standing *b);

#endif
