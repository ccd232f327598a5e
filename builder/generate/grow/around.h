/* Ways round: how far rooms of a growing level are apart, and which loops a link would be in.
 */
#ifndef WR_BUILDER_GENERATE_GROW_AROUND_H
#define WR_BUILDER_GENERATE_GROW_AROUND_H

#include "builder/generate/grow/growth.h"

enum { WR_AROUND_ROOMS = 2048 };

/* Lists all rooms up to `most` links away from one, in the order of their distance, as far as
 * there is room for them; returns how many. The search leaves `distance` and `through` (the
 * hook back to where one came from) in each. */
uint32_t wr_around_search(struct wr_growth *growth, uint32_t room, uint32_t most,
                          uint32_t *rooms, uint32_t capacity);
/* Links between two rooms, or WR_NONE where they are more than `most`. */
uint32_t wr_around_distance(struct wr_growth *growth, uint32_t from, uint32_t to,
                            uint32_t most);

/* The longest loop that shares a link, or a chain of loops, with the way back from a room to
 * where the last search began; 0 where there is none. A longer one must not be cut short. */
uint32_t wr_around_longest(struct wr_growth *growth, uint32_t room);
/* Makes one block of the loop that this way and the links of some rooms' hooks are. */
void wr_around_bind(struct wr_growth *growth, uint32_t room, const uint32_t *hooks,
                    uint32_t hook_count, uint32_t length);

#endif
