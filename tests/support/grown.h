/* Levels of the Burrow that grow, for tests that ask about the growing itself. */
#ifndef WR_TESTS_SUPPORT_GROWN_H
#define WR_TESTS_SUPPORT_GROWN_H

#include "builder/generate/grow/make.h"
#include "tests/support/levels.h"

#include "core/base/tolerance.h"

#define BURROW "kits/library/burrow/kit.xml"

enum { MOST_LINKS = 64 };

struct grown {
    struct levels levels;
    struct wr_grow_tables tables;
    struct wr_arena *arena; /* of the draft */
    struct wr_draft draft;
};

static inline void start(struct grown *grown)
{
    memset(grown, 0, sizeof *grown);
    assert_true(levels_start(&grown->levels, BURROW, false));
    grown->arena = wr_arena_create();
    grown->levels.template.mirror = true;
}

static inline void prepare(struct grown *grown)
{
    struct levels *levels = &grown->levels;
    wr_grow_tables_finish(&grown->tables);
    assert_int_equal(levels_prepare(levels), WR_OK);
    assert_int_equal(wr_grow_tables_make(levels->findings.context, &levels->template,
                                         &levels->pieces, levels->arena, &grown->tables),
                     WR_OK);
}

static inline void end(struct grown *grown)
{
    wr_grow_tables_finish(&grown->tables);
    wr_arena_destroy(grown->arena);
    levels_end(&grown->levels);
}

static inline struct wr_making making_of(struct grown *grown, uint64_t seed)
{
    return (struct wr_making){.context = grown->levels.findings.context,
                              .template = &grown->levels.template,
                              .kit = &grown->levels.pieces,
                              .arena = grown->arena,
                              .seed = seed,
                              .budget = grown->levels.template.budget,
                              .growing = &grown->tables,
                              .kept = &nothing_kept};
}

static inline enum wr_result make(struct grown *grown, uint64_t seed)
{
    struct wr_making making = making_of(grown, seed);
    wr_arena_reset(grown->arena);
    return wr_make_grow(&making, &grown->draft);
}

#endif
