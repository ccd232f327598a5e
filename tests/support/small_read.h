/* The small model, and what it is read to. */
#ifndef WR_TESTS_SUPPORT_SMALL_READ_H
#define WR_TESTS_SUPPORT_SMALL_READ_H

#include "core/model/model.h"
#include "tests/support/findings.h"
#include "tests/support/small_model.h"

struct small {
    struct findings f;
    struct small_model made;
    struct wr_source mdl, mdx;
};

static inline void small_start(struct small *small, enum wr_game game)
{
    findings_start(&small->f);
    small->made = small_model_make(game);
    small->mdl =
        (struct wr_source){"small.mdl", small->made.mdl.data, small->made.mdl.size, true};
    small->mdx =
        (struct wr_source){"small.mdx", small->made.mdx.data, small->made.mdx.size, true};
}

static inline void small_end(struct small *small)
{
    small_model_free(&small->made);
    findings_end(&small->f);
}

static inline struct wr_model *small_read(struct small *small)
{
    struct wr_model *model;
    if (wr_model_read(small->f.context, small->f.arena, &small->mdl, &small->mdx, &model) !=
        WR_OK)
        fail_msg("%s", findings_said(&small->f));
    return model;
}

#endif
