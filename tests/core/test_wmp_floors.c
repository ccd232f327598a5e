/* Real levels: where rays on their blocks say one can stand, the floors made of them are, and
 * nowhere else. $SAMPLES rays a level (100,000: all that the claim says), $LEVEL: that
 * one. */
#include "tests/support/level_rays.h"

#include "core/base/random.h"

enum { SAMPLES = 4000 };

static void check_place(const char *name, const struct level *level, double x, double y,
                        const struct storeys *storeys)
{
    double heights[MOST_HEIGHTS];
    unsigned count = heights_at(level, x, y, heights);
    for (unsigned i = 0; i < storeys->count; i++)
        if (storeys->standing[i] == CAN && !has_height(heights, count, storeys->z[i]))
            fail_msg("%s: no floor at (%.4f, %.4f, %.4f)", name, x, y, storeys->z[i]);
    for (unsigned i = 0; i < count; i++)
        if (!may_stand(storeys, heights[i]))
            fail_msg("%s: nobody can stand at (%.4f, %.4f, %.4f)", name, x, y, heights[i]);
}

/* ---- Levels ------------------------------------------------------------------------------ */

struct tally {
    unsigned levels, empty, broken, rays, asked;
    size_t floors;
};

static unsigned samples_wanted(void)
{
    const char *wanted = getenv("SAMPLES");
    return wanted ? (unsigned)strtoul(wanted, NULL, 10) : SAMPLES;
}

static void shoot(const struct wr_source *source, const struct level *level,
                  struct tally *tally)
{
    wr_random random = wr_random_of(source->size, 17);
    for (unsigned i = samples_wanted(); i > 0; i--) {
        struct storeys storeys;
        double x = level->span.min_x +
                   (level->span.max_x - level->span.min_x) * wr_random_unit(&random);
        double y = level->span.min_y +
                   (level->span.max_y - level->span.min_y) * wr_random_unit(&random);
        tally->rays++;
        if (!storeys_at(level, x, y, true, &storeys))
            continue;
        tally->asked++;
        check_place(source->name, level, x, y, &storeys);
    }
}

static void check_level(void *user, const struct wr_source *source)
{
    struct tally *tally = user;
    struct level level;
    if (level_unwanted(source))
        return;
    level_open(&level, source);
    tally->levels++;
    tally->broken += level.left_out;
    tally->empty += !level.mesh;
    if (level.mesh) {
        tally->floors += level.mesh->walkable_count;
        shoot(source, &level, tally);
    }
    level_close(&level);
}

static void one_can_stand_where_blocks_let_one(void **state)
{
    (void)state;
    struct tally tally = {0};
    static const char *const endings[] = {".wmp", ".WMP", ".$$M"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        corpus_all("wmp", endings[i], check_level, &tally);
    printf(
        "[  NOTE    ] %u levels, %u without a floor, %u blocks left out, %zu faces; %u rays, "
        "%u of them away from edges\n",
        tally.levels, tally.empty, tally.broken, tally.floors, tally.rays, tally.asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_can_stand_where_blocks_let_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
