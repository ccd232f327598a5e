/* Plans of graphs: what is drawn before anything is placed, and what becomes of what was
 * placed. */
#ifndef WR_BUILDER_GENERATE_GRAPH_MAKE_H
#define WR_BUILDER_GENERATE_GRAPH_MAKE_H

#include "builder/generate/generator.h"

/* Makes what searches of a template's graph know of corridors of one room; false when memory is
 * out. */
bool wr_graph_allow_corridors(const struct wr_template *template, struct wr_kit_pieces *kit,
                              struct wr_arena *arena);

/* A graph or patterns, through a puzzle. WR_NO_FIT with a reason where there is no level. */
enum wr_result wr_make_graph(const struct wr_making *making, struct wr_draft *out);

/* Draws lengths, ends and rooms that must come into a blueprint that is ready to be placed.
 * With `long_rounds` corridors on rounds of a graph are long, and others short, as far as the
 * template lets them. It may have `most` rooms, and take `budget` steps (0: by size). */
enum wr_result wr_graph_plan(const struct wr_making *making, wr_random *random,
                             bool long_rounds, uint32_t most, uint64_t budget,
                             struct wr_blueprint *out);
struct wr_puzzle wr_graph_puzzle(const struct wr_making *making,
                                 const struct wr_blueprint *blueprint);
/* Moves what was placed into the bounds, and makes it a draft. */
enum wr_result wr_graph_draft(const struct wr_making *making,
                              const struct wr_blueprint *blueprint, wr_standing *standings,
                              struct wr_draft *out);

#endif
