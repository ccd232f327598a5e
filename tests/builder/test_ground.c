/* What stands: the ground's answers against asking every room. */
#include "tests/support/levels.h"

#include "builder/generate/footprint.h"
#include "builder/solver/ground.h"
#include "core/base/tolerance.h"

#define BURROW "kits/library/burrow/kit.xml"

enum { ROOMS = 300 };

struct standing_rooms {
    struct levels levels;
    const struct wr_pieces *pieces;
    struct wr_ground ground;
    wr_standing rooms[ROOMS];
    bool stands[ROOMS];
};

static void start(struct standing_rooms *all, double distance)
{
    memset(all, 0, sizeof *all);
    assert_true(levels_start(&all->levels, BURROW, false));
    assert_int_equal(levels_prepare(&all->levels), WR_OK);
    all->pieces = &all->levels.pieces.pieces;
    wr_ground_start(&all->ground, all->pieces, wr_units_of(distance));
}

static void end(struct standing_rooms *all)
{
    wr_ground_finish(&all->ground);
    levels_end(&all->levels);
}

static bool brute_force(const struct standing_rooms *all, wr_standing standing)
{
    for (int i = 0; i < ROOMS; i++)
        if (all->stands[i] &&
            wr_stances_overlap(all->pieces, all->rooms[i].stance, standing.stance,
                               wr_spot_sub(standing.spot, all->rooms[i].spot)))
            return true;
    return false;
}

static wr_standing draw(const struct standing_rooms *all, wr_random *random, double step)
{
    wr_standing out = {.stance = wr_random_below(random, all->pieces->stance_count)};
    out.spot.x = wr_units_of(step * ((double)wr_random_below(random, 41) - 20));
    out.spot.y = wr_units_of(step * ((double)wr_random_below(random, 41) - 20));
    out.spot.z = wr_units_of(1.5 * ((double)wr_random_below(random, 7) - 3));
    return out;
}

static void answers_are_those_of_every_pair(void **state)
{
    static struct standing_rooms all;
    unsigned taken = 0, free_spots = 0;
    (void)state;
    start(&all, 0);
    wr_random random = wr_random_of(3, 1);
    for (int turn = 0; turn < 6000; turn++) {
        uint32_t id = wr_random_below(&random, ROOMS);
        if (all.stands[id]) {
            wr_ground_take(&all.ground, id);
            all.stands[id] = false;
            continue;
        }
        wr_standing standing = draw(&all, &random, turn % 2 ? 6.0 : 4.7);
        bool overlaps = brute_force(&all, standing);
        assert_int_equal(wr_ground_judge(&all.ground, standing, NULL, 0),
                         overlaps ? WR_TAKEN : WR_FREE);
        taken += overlaps;
        free_spots += !overlaps;
        if (overlaps)
            continue;
        assert_true(wr_ground_put(&all.ground, id, standing));
        all.rooms[id] = standing;
        all.stands[id] = true;
    }
    assert_true(taken > 500 && free_spots > 500);
    end(&all);
}

static wr_standing stance_named(const struct standing_rooms *all, const char *id, double x,
                                double z)
{
    wr_standing out = {.spot = {wr_units_of(x), 0, wr_units_of(z)}};
    while (strcmp(all->levels.pieces.rooms[all->pieces->stances[out.stance].piece].room->id,
                  id) != 0)
        out.stance++;
    return out;
}

static void rooms_that_are_not_linked_keep_their_distance(void **state)
{
    static struct standing_rooms all;
    (void)state;
    start(&all, 4.0);
    assert_true(wr_ground_put(&all.ground, 0, stance_named(&all, "cell", 0, 0)));
    const uint32_t beside = 0;
    for (double x = 6; x < 14; x += 0.25) { /* floors are 4.5 m wide */
        wr_standing standing = stance_named(&all, "cell", x, 0);
        enum wr_refusal expected = x - 4.5 < 4.0 ? WR_TOO_NEAR : WR_FREE;
        assert_int_equal(wr_ground_judge(&all.ground, standing, NULL, 0), expected);
        assert_int_equal(wr_ground_judge(&all.ground, standing, &beside, 1), WR_FREE);
    }
    end(&all);
}

static void bounds_and_storeys_are_kept(void **state)
{
    static struct standing_rooms all;
    (void)state;
    start(&all, 0);
    all.ground.low = (wr_spot){wr_units_of(-10), wr_units_of(-10), wr_units_of(-1)};
    all.ground.high = (wr_spot){wr_units_of(10), wr_units_of(10), wr_units_of(10)};
    all.ground.most_storeys = 2;
    wr_standing inside = stance_named(&all, "cell", 7, 0);
    assert_int_equal(wr_ground_judge(&all.ground, inside, NULL, 0), WR_FREE);
    assert_int_equal(wr_ground_judge(&all.ground, stance_named(&all, "cell", 8, 0), NULL, 0),
                     WR_OUT_OF_BOUNDS);
    assert_int_equal(wr_ground_judge(&all.ground, stance_named(&all, "cell", 7, -2), NULL, 0),
                     WR_OUT_OF_BOUNDS);
    assert_true(wr_ground_put(&all.ground, 0, inside));
    assert_true(wr_ground_put(&all.ground, 1, stance_named(&all, "cell", 7, 4.5)));
    assert_int_equal(wr_ground_judge(&all.ground, stance_named(&all, "cell", 0, 4.5), NULL, 0),
                     WR_FREE);
    assert_int_equal(wr_ground_judge(&all.ground, stance_named(&all, "cell", 0, 9), NULL, 0),
                     WR_OTHER_STOREY);
    end(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_every_pair),
        cmocka_unit_test(rooms_that_are_not_linked_keep_their_distance),
        cmocka_unit_test(bounds_and_storeys_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
