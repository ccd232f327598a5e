/* Templates and kits made ready in memory, for tests and benchmarks of the generator. */
#ifndef WR_TESTS_SUPPORT_LEVELS_H
#define WR_TESTS_SUPPORT_LEVELS_H

#include "builder/generate/generator.h"
#include "builder/solver/rings/rings.h"
#include "tests/support/findings.h"

/* Of levels that begin from nothing. */
static const struct wr_kept nothing_kept;

/* A kit as pieces, under a template that a test changes. */
struct levels {
    struct findings findings;
    struct wr_arena *arena;
    struct wr_kits *kits;
    const struct wr_kit *kit;
    struct wr_template template;
    struct wr_kit_pieces pieces;
    char folder[512];
    bool round; /* levels_judge walks all the way round: drafts are rings */
};

/* Finds a kit by its place below the sources or the corpus; the template grows, and asks for
 * nothing. False where there is no corpus. */
bool levels_start(struct levels *levels, const char *place, bool corpus);
void levels_end(struct levels *levels);
/* Makes the pieces under the template as it is now. */
enum wr_result levels_prepare(struct levels *levels);
/* A draft whose rooms are those of a ring. */
void levels_draft_ring(struct levels *levels, const wr_ring *ring, struct wr_draft *out);
/* Builds a draft into a folder and judges it by the oracle; returns the number of faults. */
size_t levels_judge(struct levels *levels, const struct wr_draft *draft,
                    struct wr_build_summary *summary);

#endif
