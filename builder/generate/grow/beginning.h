/* How a level begins, and how it begins around rooms that are kept. */
#ifndef WR_BUILDER_GENERATE_GROW_BEGINNING_H
#define WR_BUILDER_GENERATE_GROW_BEGINNING_H

#include "builder/generate/grow/growth.h"

/* ---- reaching.c: what hangs together ---- */

/* An open hook of a room, or WR_UNLINKED. */
uint32_t wr_growth_open_hook(struct wr_growth *growth, uint32_t room);
/* Marks what hangs together with a room by its depth. */
void wr_growth_spread_depth(struct wr_growth *growth, uint32_t room, uint32_t depth);
/* Grows towards a room that stands apart until a chain leads to it, or to one that it hangs
 * together with. */
bool wr_growth_join(struct wr_growth *growth, uint32_t room);

/* ---- keeping.c ---- */

/* Makes a room the one that a wish was for, whatever either was before. */
void wr_growth_fulfil(struct wr_growth *growth, uint32_t wish, uint32_t room);
/* What the entry and the exit must be; NULL: anything. */
const bool *wr_growth_entry_set(const struct wr_growth *growth);
const bool *wr_growth_exit_set(const struct wr_growth *growth);
/* Puts what is kept, with its links, and shuts what is to stay shut. */
bool wr_growth_put_kept(struct wr_growth *growth);
/* Chooses the entry, or puts one. */
bool wr_growth_enter_kept(struct wr_growth *growth);
/* Joins what is kept, and does its duties. */
bool wr_growth_join_kept(struct wr_growth *growth);
/* Whether there is a path such as the template asks for. Then nothing may lie farther. */
bool wr_growth_has_path(struct wr_growth *growth);
/* A room from which a path of so many rooms can go on. */
uint32_t wr_growth_path_start(struct wr_growth *growth, uint32_t length);

#endif
