/* Levels that grow, judged by code that shares nothing with the growing: every wish is measured
 * on what came of it. */
#include "builder/builder.h"
#include "builder/generate/grow/make.h"
#include "tests/support/grown_judge.h"
#include "tests/support/starved.h"

/* ---- Measuring ---- */

static uint32_t degree_of(const struct grown *grown, uint32_t room)
{
    uint32_t degree = 0;
    for (uint32_t i = 0; i < grown->draft.link_count; i++)
        for (int side = 0; side < 2; side++)
            degree += grown->draft.links[i].rooms[side] == room;
    return degree;
}

static uint32_t bits_of(uint64_t set)
{
    uint32_t count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* A least basis of all cycles, by taking the shortest that are independent (Horton): the
 * lengths of its members. */
static uint32_t loop_lengths(const struct grown *grown, uint32_t *lengths)
{
    static uint64_t cycles[MOST_LINKS * MOST_LINKS];
    uint32_t distance[MOST_LINKS], cycle_count = 0, found = 0;
    uint64_t way[MOST_LINKS], basis[MOST_LINKS];
    assert_true(grown->draft.link_count <= MOST_LINKS);
    for (uint32_t room = 0; room < grown->draft.room_count; room++) {
        ways_from(grown, room, distance, way);
        for (uint32_t i = 0; i < grown->draft.link_count; i++)
            cycles[cycle_count++] = way[grown->draft.links[i].rooms[0]] ^
                                    way[grown->draft.links[i].rooms[1]] ^ (uint64_t)1 << i;
    }
    for (uint32_t length = 1; length <= MOST_LINKS; length++)
        for (uint32_t i = 0; i < cycle_count; i++) {
            uint64_t rest = cycles[i];
            if (bits_of(rest) != length)
                continue;
            for (uint32_t k = 0; k < found; k++)
                if (rest & (basis[k] & -basis[k]))
                    rest ^= basis[k];
            if (rest == 0)
                continue;
            for (uint32_t k = 0; k < found; k++)
                if (basis[k] & (rest & -rest))
                    basis[k] ^= rest;
            basis[found] = rest;
            lengths[found++] = length;
        }
    return found;
}

static uint32_t path_length(const struct grown *grown)
{
    uint32_t distance[MOST_LINKS + 2];
    uint64_t way[MOST_LINKS + 2];
    ways_from(grown, grown->draft.entry, distance, way);
    return distance[grown->draft.exit] + 1;
}

/* ---- Wishes ---- */

static void rooms_hang_together_and_do_not_overlap(void **state)
{
    static struct grown grown;
    (void)state;
    start(&grown);
    grown.levels.template.grow.rooms = (wr_span){1, 40};
    prepare(&grown);
    bool seen[41] = {false};
    for (uint64_t seed = 0; seed < 400; seed++) {
        assert_int_equal(make(&grown, seed), WR_OK);
        assert_true(grown.draft.room_count >= 1 && grown.draft.room_count <= 40);
        seen[grown.draft.room_count] = true;
        assert_whole(&grown);
        assert_builds(&grown, NULL);
    }
    for (int i = 1; i <= 40; i++)
        assert_true(seen[i]);
    end(&grown);
}

static void loops_are_as_many_and_as_long_as_wanted(void **state)
{
    static struct grown grown;
    static const uint32_t lengths[][3] = {{4, 0, 0}, {5, 0, 0}, {6, 0, 0}, {8, 0, 0},
                                          {4, 6, 0}, {5, 8, 0}, {4, 6, 8}};
    (void)state;
    for (uint32_t set = 0; set < 7; set++) {
        uint32_t count = lengths[set][2] ? 3 : lengths[set][1] ? 2 : 1;
        start(&grown);
        grown.levels.template.grow.rooms = (wr_span){24, 30};
        grown.levels.template.grow.loops = (wr_span){0, 3};
        grown.levels.template.grow.loop_lengths = lengths[set];
        grown.levels.template.grow.loop_length_count = count;
        prepare(&grown);
        uint32_t times[4] = {0}, seen[9] = {0};
        for (uint64_t seed = 0; seed < 60; seed++) {
            uint32_t found[MOST_LINKS];
            assert_int_equal(make(&grown, seed), WR_OK);
            uint32_t loops = loop_lengths(&grown, found);
            assert_true(loops <= 3);
            times[loops]++;
            for (uint32_t i = 0; i < loops; i++) {
                bool wanted = false;
                for (uint32_t k = 0; k < count; k++)
                    wanted |= found[i] == lengths[set][k];
                if (!wanted)
                    fail_msg("seed %u has a loop of %u rooms", (unsigned)seed, found[i]);
                seen[found[i]]++;
            }
            assert_builds(&grown, NULL);
        }
        for (int i = 0; i < 4; i++)
            assert_true(times[i] > 0);
        for (uint32_t k = 0; k < count; k++)
            assert_true(seen[lengths[set][k]] > 0);
        end(&grown);
    }
}

static void an_open_range_of_loops_is_drawn_from(void **state)
{
    enum { SEEDS = 24, MOST = 16 };
    uint32_t counts[MOST] = {0}, numbers = 0;
    struct grown grown;
    (void)state;
    start(&grown);
    grown.levels.template.grow.rooms = (wr_span){20, 20};
    grown.levels.template.grow.loops = (wr_span){1, WR_NONE};
    prepare(&grown);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        assert_int_equal(make(&grown, seed), WR_OK);
        uint32_t loops = grown.draft.link_count + 1 - grown.draft.room_count;
        assert_in_range(loops, 1, MOST - 1);
        numbers += counts[loops]++ == 0;
    }
    assert_in_range(numbers, 3, MOST);
    end(&grown);
}

static void a_share_of_links_closes_loops(void **state)
{
    static struct grown grown;
    (void)state;
    start(&grown);
    grown.levels.template.grow.rooms = (wr_span){50, 50};
    grown.levels.template.grow.loop_share = 0.1f;
    prepare(&grown);
    for (uint64_t seed = 0; seed < 40; seed++) {
        uint32_t lengths[MOST_LINKS];
        assert_int_equal(make(&grown, seed), WR_OK);
        assert_int_equal(loop_lengths(&grown, lengths), 5); /* 49 * 0.1 / 0.9, rounded */
        assert_true(lengths[0] >= 3);
        assert_builds(&grown, NULL);
    }
    end(&grown);
}

static void the_exit_is_as_far_as_wanted(void **state)
{
    static struct grown grown;
    static const char *const shrine[] = {"shrine"}, *const start_tag[] = {"#start"};
    (void)state;
    start(&grown);
    grown.levels.template.grow.rooms = (wr_span){20, 26};
    grown.levels.template.grow.critical_path = (wr_span){5, 12};
    grown.levels.template.grow.loops = (wr_span){0, 3};
    grown.levels.template.entry = (wr_choice){.names = start_tag, .count = 1};
    prepare(&grown);
    for (int named = 0; named < 2; named++) {
        if (named)
            grown.levels.template.exit = (wr_choice){.names = shrine, .count = 1};
        bool seen[13] = {false};
        for (uint64_t seed = 0; seed < 100; seed++) {
            assert_int_equal(make(&grown, seed), WR_OK);
            uint32_t length = path_length(&grown);
            assert_true(length >= 5 && length <= 12);
            seen[length] = true;
            assert_true(wr_choice_fits(&grown.levels.template.entry,
                                       room_of(&grown, grown.draft.entry)));
            uint32_t distance[MOST_LINKS + 2];
            uint64_t way[MOST_LINKS + 2];
            ways_from(&grown, grown.draft.entry, distance, way);
            for (uint32_t i = 0; i < grown.draft.room_count; i++)
                if (!named || strcmp(room_of(&grown, i)->id, "shrine") == 0)
                    assert_true(distance[i] <= length - 1);
            if (named)
                assert_string_equal(room_of(&grown, grown.draft.exit)->id, "shrine");
            assert_builds(&grown, NULL);
        }
        for (int i = 5; i <= 12; i++)
            assert_true(seen[i]);
    }
    end(&grown);
}

static void dead_ends_come_near_the_share_that_is_wanted(void **state)
{
    static struct grown grown;
    static const float shares[] = {0.1f, 0.25f, 0.4f, 0.5f};
    (void)state;
    for (int i = 0; i < 4; i++) {
        double sum = 0;
        start(&grown);
        grown.levels.template.grow.rooms = (wr_span){40, 40};
        grown.levels.template.grow.dead_ends = shares[i];
        prepare(&grown);
        for (uint64_t seed = 0; seed < 40; seed++) {
            assert_int_equal(make(&grown, seed), WR_OK);
            uint32_t ends = 0;
            for (uint32_t r = 0; r < 40; r++)
                ends += degree_of(&grown, r) == 1;
            sum += ends / 40.0;
            /* Half is about the most the kit can, and not on every ground. */
            assert_near(ends / 40.0, (double)shares[i], i < 3 ? 0.1 : 0.16);
        }
        assert_near(sum / 40, (double)shares[i], 0.04);
        end(&grown);
    }
}

/* Of three kit rooms none has as many doorways as it should, here or there. */
static void rooms_of_another_shape_come_where_none_of_the_wanted_fits(void **state)
{
    static struct grown grown;
    static const char *ids[] = {"passage-6", "bend", "great-hall"};
    (void)state;
    start(&grown);
    grown.levels.template.include = (wr_choice){.names = ids, .count = 3};
    grown.levels.template.grow.rooms = (wr_span){20, 20};
    grown.levels.template.grow.dead_ends = 0.5f;
    prepare(&grown);
    for (uint64_t seed = 0; seed < 10; seed++)
        assert_int_equal(make(&grown, seed), WR_OK);
    end(&grown);
}

static double extent_of(const struct grown *grown)
{
    double sum = 0;
    for (uint32_t i = 0; i < grown->draft.room_count; i++) {
        double x = (double)grown->draft.rooms[i].standing.spot.x / WR_UNITS_PER_METRE;
        double y = (double)grown->draft.rooms[i].standing.spot.y / WR_UNITS_PER_METRE;
        sum += sqrt(x * x + y * y);
    }
    return sum / grown->draft.room_count;
}

static void spread_and_branching_shape_the_level(void **state)
{
    static struct grown grown;
    double extents[3], ends[2];
    (void)state;
    for (int spread = -1; spread <= 1; spread++) {
        start(&grown);
        grown.levels.template.grow.rooms = (wr_span){60, 60};
        grown.levels.template.spread = (float)spread;
        grown.levels.template.storeys = 1;
        prepare(&grown);
        extents[spread + 1] = 0;
        for (uint64_t seed = 0; seed < 20; seed++) {
            assert_int_equal(make(&grown, seed), WR_OK);
            extents[spread + 1] += extent_of(&grown) / 20;
        }
        end(&grown);
    }
    assert_true(extents[0] * 1.1 < extents[1] && extents[1] * 1.1 < extents[2]);
    for (int branching = 0; branching <= 1; branching++) {
        start(&grown);
        grown.levels.template.grow.rooms = (wr_span){60, 60};
        grown.levels.template.grow.branching = (float)branching;
        prepare(&grown);
        ends[branching] = 0;
        for (uint64_t seed = 0; seed < 20; seed++) {
            assert_int_equal(make(&grown, seed), WR_OK);
            for (uint32_t i = 0; i < 60; i++)
                ends[branching] += degree_of(&grown, i) == 1;
        }
        end(&grown);
    }
    printf("%g %g\n", ends[0], ends[1]);
    assert_true(ends[0] * 1.5 < ends[1]);
}

/* ---- The whole ---- */

static uint64_t hash_of(const struct grown *grown)
{
    uint64_t hash = 1;
    for (uint32_t i = 0; i < grown->draft.room_count; i++) {
        const wr_standing *standing = &grown->draft.rooms[i].standing;
        hash = wr_mix(hash ^ standing->stance) ^ (uint64_t)standing->spot.x;
        hash = wr_mix(wr_mix(hash) ^ (uint64_t)standing->spot.y) ^ (uint64_t)standing->spot.z;
    }
    for (uint32_t i = 0; i < grown->draft.link_count; i++) {
        const wr_draft_link *link = &grown->draft.links[i];
        hash = wr_mix(hash ^ ((uint64_t)link->rooms[0] << 32 | link->rooms[1]));
        hash = wr_mix(hash ^ ((uint64_t)link->hooks[0] << 32 | link->hooks[1]));
    }
    return wr_mix(hash ^ ((uint64_t)grown->draft.entry << 32 | grown->draft.exit));
}

static void wish_for_everything(struct grown *grown)
{
    static const uint32_t lengths[] = {4, 6};
    struct wr_template *t = &grown->levels.template;
    t->grow.rooms = (wr_span){20, 60};
    t->grow.loops = (wr_span){1, 3};
    t->grow.loop_lengths = lengths;
    t->grow.loop_length_count = 2;
    t->grow.critical_path = (wr_span){5, 10};
    t->grow.dead_ends = 0.3f;
    t->repeat = WR_REPEAT_APART;
    t->storeys = 2;
    t->spread = -0.5f;
    t->caps = true;
}

static void one_seed_gives_one_level_everywhere(void **state)
{
    static struct grown grown;
    static const uint64_t golden[] = {0x00856aa554613603, 0x9301b1436cd626b9};
    (void)state;
    bool same = true;
    start(&grown);
    wish_for_everything(&grown);
    prepare(&grown);
    for (uint64_t seed = 0; seed < 2; seed++) {
        assert_int_equal(make(&grown, seed), WR_OK);
        uint64_t first = hash_of(&grown);
        assert_int_equal(make(&grown, seed + 100), WR_OK);
        assert_true(hash_of(&grown) != first);
        assert_int_equal(make(&grown, seed), WR_OK);
        assert_true(hash_of(&grown) == first);
        if (first != golden[seed])
            print_error("the level of seed %u is now 0x%016llx\n", (unsigned)seed,
                        (unsigned long long)first);
        same = same && first == golden[seed];
    }
    end(&grown);
    assert_true(same);
}

static void capped_levels_stand_before_the_oracle(void **state)
{
    static struct grown grown;
    uint32_t closed = 0;
    (void)state;
    start(&grown);
    wish_for_everything(&grown);
    prepare(&grown);
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct wr_build_summary summary = {0};
        assert_int_equal(make(&grown, seed), WR_OK);
        uint32_t rooms = grown.draft.room_count;
        struct wr_making making = making_of(&grown, seed);
        assert_int_equal(wr_draft_cap(&making, &grown.draft), WR_OK);
        for (uint32_t i = 0; i < grown.draft.room_count; i++)
            assert_true((strncmp(room_of(&grown, i)->id, "cap-", 4) == 0) == (i >= rooms));
        closed += grown.draft.room_count - rooms;
        assert_int_equal(levels_judge(&grown.levels, &grown.draft, &summary), 0);
        assert_int_equal(summary.unreachable, 0);
        assert_int_equal(summary.links, grown.draft.link_count);
    }
    assert_true(closed > 20);
    end(&grown);
}

/* ---- Memory ---- */

static enum wr_result make_starved(struct findings *findings, void *user)
{
    struct grown *grown = user;
    struct wr_making making = making_of(grown, 1);
    making.context = findings->context;
    making.arena = findings->arena;
    return wr_make_grow(&making, &grown->draft);
}

static void missing_memory_is_told_and_nothing_leaks(void **state)
{
    static struct grown grown;
    (void)state;
    start(&grown);
    wish_for_everything(&grown);
    prepare(&grown);
    starve(make_starved, &grown);
    end(&grown);
}

/* What came about though an allocation failed is as with all of them. */
static enum wr_result make_tables_starved(struct findings *findings, void *user)
{
    const struct grown *grown = user;
    const struct levels *levels = &grown->levels;
    struct wr_grow_tables tables;
    enum wr_result result = wr_grow_tables_make(findings->context, &levels->template,
                                                &levels->pieces, findings->arena, &tables);
    for (uint32_t i = 0; result == WR_OK && i <= WR_RING_MOST; i++)
        assert_int_equal(tables.pools[i].count, grown->tables.pools[i].count);
    wr_grow_tables_finish(&tables);
    return result;
}

static void the_loops_of_a_kit_are_all_known_or_memory_is_missing(void **state)
{
    static const uint32_t lengths[] = {8};
    static struct grown grown;
    (void)state;
    start(&grown);
    grown.levels.template.grow.loops = (wr_span){1, 3};
    grown.levels.template.grow.loop_lengths = lengths;
    grown.levels.template.grow.loop_length_count = 1;
    prepare(&grown);
    assert_true(grown.tables.pools[8].count > 0);
    starve(make_tables_starved, &grown);
    end(&grown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_hang_together_and_do_not_overlap),
        cmocka_unit_test(loops_are_as_many_and_as_long_as_wanted),
        cmocka_unit_test(an_open_range_of_loops_is_drawn_from),
        cmocka_unit_test(a_share_of_links_closes_loops),
        cmocka_unit_test(the_exit_is_as_far_as_wanted),
        cmocka_unit_test(dead_ends_come_near_the_share_that_is_wanted),
        cmocka_unit_test(rooms_of_another_shape_come_where_none_of_the_wanted_fits),
        cmocka_unit_test(spread_and_branching_shape_the_level),
        cmocka_unit_test(one_seed_gives_one_level_everywhere),
        cmocka_unit_test(capped_levels_stand_before_the_oracle),
        cmocka_unit_test(missing_memory_is_told_and_nothing_leaks),
        cmocka_unit_test(the_loops_of_a_kit_are_all_known_or_memory_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
