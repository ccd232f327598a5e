/* How contacts are found; see pieces.h for what they are. */
#ifndef WR_BUILDER_SOLVER_CONTACTS_H
#define WR_BUILDER_SOLVER_CONTACTS_H

#include "builder/solver/pieces.h"

/* Contacts hook to hook; needs stances. */
bool wr_contacts_direct(const struct wr_pieces *pieces, struct wr_arena *arena,
                        struct wr_contacts *out);

#endif
