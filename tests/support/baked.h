/* Made floors, cut and baked. */
#ifndef WR_TESTS_SUPPORT_BAKED_H
#define WR_TESTS_SUPPORT_BAKED_H

#include "tests/support/findings.h"
#include "tests/support/floors.h"

#include "core/aswm/bake.h"
#include "core/base/bytes.h"

struct baked {
    struct findings findings;
    struct made_floor floor;
    struct wr_aswm_shift shift;
    struct wr_aswm mesh;
};

static const struct wr_aswm_grid usual = {.tile_width = 9};

static inline void baked_start(struct baked *baked, uint64_t seed)
{
    wr_random random = wr_random_of(seed, 1);
    struct wr_aswm_bake_options options = {.sight = true, .storeys = true};
    findings_start(&baked->findings);
    floor_make(&baked->floor, &random);
    struct wr_context *context = baked->findings.context;
    assert_int_equal(wr_aswm_cut(context, baked->findings.arena, &baked->floor.soup, &usual,
                                 WR_NOWHERE, &baked->mesh, &baked->shift),
                     WR_OK);
    assert_int_equal(
        wr_aswm_bake(context, baked->findings.arena, &baked->mesh, &options, WR_NOWHERE),
        WR_OK);
    assert_said(&baked->findings, "");
}

static inline void baked_end(struct baked *baked)
{
    findings_end(&baked->findings);
}

/* Writes the mesh and reads it again, which sees to ranges, and says where things lie. */
static inline struct wr_aswm baked_read(struct baked *baked, struct wr_source *source)
{
    struct wr_bytes bytes = {0};
    struct wr_aswm mesh;
    wr_aswm_write(baked->findings.context, &baked->mesh, &bytes);
    uint8_t *data = wr_arena_copy(baked->findings.arena, bytes.data, bytes.size, 1);
    *source = (struct wr_source){"made/aswm", data, bytes.size, true};
    wr_bytes_finish(&bytes);
    assert_int_equal(
        wr_aswm_read(baked->findings.context, baked->findings.arena, source, &mesh), WR_OK);
    return mesh;
}

#endif
