/* A level while it is read: what readers of all dialects add to, and how they say what is
 * wrong. */
#ifndef WR_CORE_WMP_MAKING_H
#define WR_CORE_WMP_MAKING_H

#include "core/base/text.h"
#include "core/wmp/wmp.h"

struct wr_wmp_making {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    struct wr_wmp *level;
    enum wr_result result; /* of the first fault */
    unsigned faults;
};

/* Starts an empty level; false when memory is out. */
bool wr_wmp_make(struct wr_wmp_making *making, struct wr_context *context,
                 struct wr_arena *arena, const struct wr_source *source,
                 enum wr_wmp_dialect dialect);

/* Tells a fault, unless enough were told, and keeps its result. */
void wr_wmp_fault(struct wr_wmp_making *making, enum wr_result result, size_t offset,
                  const char *slug, const char *hint, const char *format, ...) WR_PRINTF(6, 7);
/* Whether so many faults were told that nothing more is worth reading. */
bool wr_wmp_is_hopeless(const struct wr_wmp_making *making);

/* One more at the end, cleared but for its place; NULL when memory is out, which is told. An
 * object has no parent, no turn and the scale 1. */
wr_wmp_block *wr_wmp_add_block(struct wr_wmp_making *making, size_t offset);
wr_wmp_entity *wr_wmp_add_entity(struct wr_wmp_making *making, enum wr_wmp_kind kind,
                                 size_t offset);
wr_wmp_object *wr_wmp_add_object(struct wr_wmp_making *making, size_t offset);
/* Appends a member to an object. */
void wr_wmp_add_member(struct wr_wmp_making *making, wr_wmp_object *object,
                       enum wr_wmp_member_kind kind, uint32_t index);

/* A text of the file as UTF-8, up to its first zero byte; NULL where it is empty, "ndef" or
 * "<ndef>", and (told) when memory is out. */
const char *wr_wmp_text(struct wr_wmp_making *making, wr_view text);

#endif
