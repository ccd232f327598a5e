/* The words by which a template speaks of its kits: rooms, tags and doors. */
#ifndef WR_BUILDER_GENERATE_VOCABULARY_H
#define WR_BUILDER_GENERATE_VOCABULARY_H

#include "kits/kits.h"
#include "templates/template.h"

/* Warns of words that mean nothing in a template's kits ("choice-unknown",
 * "door-pair-unknown"), and of rules about rooms that it leaves out ("rule-idle"). */
enum wr_result wr_vocabulary_judge(struct wr_context *context,
                                   const struct wr_template *template,
                                   const struct wr_kit *const *kits, uint32_t kit_count,
                                   struct wr_arena *arena);

#endif
