/* Ways from module to module: which of them lead nowhere. */
#ifndef WR_BUILDER_INSPECT_WAYS_BETWEEN_H
#define WR_BUILDER_INSPECT_WAYS_BETWEEN_H

#include "core/base/arena.h"
#include "core/base/diag.h"

/* The modules that are judged together. */
struct wr_ways_between;

/* In an arena; NULL when memory is out. */
struct wr_ways_between *wr_ways_between_make(struct wr_arena *arena);
/* Takes what a file says about a module: an archive with a GIT, a GIT, or a LYT, of which only
 * the name is told. Others are passed over, and so is what cannot be read: whoever judges the
 * file alone says so. WR_NO_MEMORY and WR_STOPPED are the only failures. */
enum wr_result wr_ways_between_take(struct wr_context *context, struct wr_ways_between *ways,
                                    const char *path);
/* Warns of doors and triggers that lead to what is not there: a module that another one's name
 * is near, a tag, a thing of the other kind. Of modules that may be the game's own it is a
 * note, once for each two, where `together`; else nothing is said of them. */
enum wr_result wr_ways_between_judge(struct wr_context *context, struct wr_ways_between *ways,
                                     bool together);

#endif
