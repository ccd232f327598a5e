/* The hashed grid: what lies near a point is in one of the cells near it. */
#include "tests/support/test.h"

#include "core/base/grid.h"
#include "core/base/math.h"
#include "core/base/random.h"

static wr_dvec3 near(wr_random *random, wr_dvec3 at, double reach)
{
    return (wr_dvec3){at.x + (2 * wr_random_unit(random) - 1) * reach,
                      at.y + (2 * wr_random_unit(random) - 1) * reach,
                      at.z + (2 * wr_random_unit(random) - 1) * reach};
}

static void what_is_within_reach_is_in_a_cell_near(void **state)
{
    (void)state;
    static const double magnitudes[] = {0, 0.5, 4, 1e3, 2147483646.5, 2147483648.5, 1e12, 1e38};
    wr_random random = wr_random_of(7, 1);
    unsigned found = 0, tries = 0;
    for (size_t m = 0; m < sizeof magnitudes / sizeof *magnitudes; m++)
        for (int i = 0; i < 400; i++) {
            double width = 0.25 + wr_random_unit(&random), reach = width / (1 + i % 4);
            double far = magnitudes[m] * width;
            wr_vec3 point = {(float)(i & 1 ? far : -far), (float)(i & 2 ? far : -far),
                             (float)wr_random_unit(&random)};
            wr_dvec3 at = wr_widen(point);
            wr_cell wanted = wr_cell_at(near(&random, at, reach), width), cells[WR_CELLS_NEAR];
            unsigned count = wr_cells_near(at, reach, width, cells);
            assert_in_range(count, 1, WR_CELLS_NEAR);
            bool there = false;
            for (unsigned c = 0; c < count; c++)
                there |=
                    cells[c].x == wanted.x && cells[c].y == wanted.y && cells[c].z == wanted.z;
            found += there;
            tries++;
        }
    assert_int_equal(found, tries);
}

static void far_positions_do_not_share_one_cell(void **state)
{
    (void)state;
    struct wr_grid grid;
    enum { COUNT = 1000, MOST = 8 };
    wr_grid_start(&grid);
    for (uint32_t i = 0; i < COUNT; i++) {
        wr_cell cell = wr_cell_at((wr_dvec3){1e30 * (1 + i), -1e25 * i, 1e38}, 0.004);
        assert_true(wr_grid_add(&grid, cell, cell, i));
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        wr_cell cell = wr_cell_at((wr_dvec3){1e30 * (1 + i), -1e25 * i, 1e38}, 0.004);
        unsigned met = 0;
        bool there = false;
        for (uint32_t e = wr_grid_first(&grid, cell); e != UINT32_MAX;
             e = grid.entries[e].next, met++)
            there |= grid.entries[e].id == i;
        assert_true(there);
        assert_in_range(met, 1, MOST);
    }
    wr_grid_finish(&grid);
}

static void a_thing_lies_in_all_its_cells_until_it_is_removed(void **state)
{
    (void)state;
    struct wr_grid grid;
    wr_cell from = {-2, 3, 0}, to = {1, 4, 0}, at;
    wr_grid_start(&grid);
    assert_true(wr_grid_add(&grid, from, to, 5));
    assert_true(wr_grid_add(&grid, to, to, 6));
    wr_grid_remove(&grid, from, to, 5);
    unsigned left = 0;
    for (at = from; at.x <= to.x; at.x++)
        for (at.y = from.y; at.y <= to.y; at.y++)
            left += wr_grid_first(&grid, at) != UINT32_MAX;
    assert_int_equal(left, 1);
    assert_int_equal(grid.entries[wr_grid_first(&grid, to)].id, 6);
    wr_grid_clear(&grid);
    assert_int_equal(wr_grid_first(&grid, to), UINT32_MAX);
    wr_grid_finish(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_within_reach_is_in_a_cell_near),
        cmocka_unit_test(far_positions_do_not_share_one_cell),
        cmocka_unit_test(a_thing_lies_in_all_its_cells_until_it_is_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
