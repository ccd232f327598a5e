/* Names that a module lists: each looked up in no time. */
#ifndef WR_BUILDER_MODULE_INTO_NAMES_H
#define WR_BUILDER_MODULE_INTO_NAMES_H

#include "core/base/arena.h"

#include <stdint.h>

/* Names in small letters, sorted once all are there. */
struct wr_into_names {
    const char **items;
    uint32_t count;
};

/* Takes space for names; fewer than `most` are no harm. False when memory is out. */
bool wr_into_names_start(struct wr_arena *arena, uint32_t most, struct wr_into_names *out);
bool wr_into_names_add(struct wr_arena *arena, struct wr_into_names *names, const char *name);
void wr_into_names_sort(struct wr_into_names *names);
/* Whether a name is among them, in whatever letters. */
bool wr_into_names_has(const struct wr_into_names *names, const char *name);

#endif
