/* Whole levels of the templates that ship, over many seeds: each is built and judged by the
 * oracle, and its locks are opened by walking. WARREN_SLOW=1 takes thousands of seeds. */
#include "tests/support/generated.h"

static const struct shipped {
    const char *path;
    uint64_t seeds; /* in a quick run */
} SHIPPED[] = {
    {"examples/first-level/template.json", 40}, {"templates/library/cells.json", 20},
    {"templates/library/hub.json", 8},          {"templates/library/lock.json", 40},
    {"templates/library/rings.json", 8},        {"templates/library/road.json", 20},
    {"templates/library/sanctum.json", 40},     {"templates/library/shortcut.json", 4},
    {"templates/library/storeys.json", 20},
};
enum { SHIPPED_COUNT = sizeof SHIPPED / sizeof *SHIPPED, SLOW_SEEDS = 1000 };

static uint64_t seeds_of(const struct shipped *shipped)
{
    const char *slow = wr_environment("WARREN_SLOW");
    return slow && *slow == '1' ? SLOW_SEEDS : shipped->seeds;
}

/* ---- Locks ------------------------------------------------------------------------------- */

static bool holds_key(const struct generated *g, const bool *reached, const char *lock)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        if (reached[i] && g->map->rooms[i].key && strcmp(g->map->rooms[i].key, lock) == 0)
            return true;
    return false;
}

/* Walks from the entry through open doors, taking keys, and counts what is reached; `all` walks
 * through locks as well. */
static uint32_t walk(const struct generated *g, bool all)
{
    bool *reached = WR_ZERO(g->map->arena, bool, g->map->room_count);
    uint32_t count = 1;
    reached[g->map->entry.room] = true;
    for (bool further = true; further;) {
        further = false;
        for (uint32_t i = 0; i < g->map->link_count; i++) {
            const uint32_t *rooms = g->map->links[i].rooms;
            const char *lock = g->map->links[i].lock;
            if (reached[rooms[0]] == reached[rooms[1]] ||
                (lock && !all && !holds_key(g, reached, lock)))
                continue;
            reached[rooms[0]] = reached[rooms[1]] = further = true;
            count++;
        }
    }
    return count;
}

static uint32_t count_locks(const struct generated *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->map->link_count; i++)
        count += g->map->links[i].lock != NULL;
    return count;
}

static uint32_t count_hidden(const struct generated *g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->map->link_count; i++)
        count += g->map->links[i].hidden;
    return count;
}

/* The rooms from entry to exit follow each other by links, and there are as many as said. */
static void check_path(const struct generated *g)
{
    if (g->info.exit == WR_NONE)
        return;
    assert_int_equal(g->info.critical_path[0], g->map->entry.room);
    for (uint32_t i = 1; i < g->info.metrics.critical_path; i++)
        assert_true(are_linked(g, g->info.critical_path[i - 1], g->info.critical_path[i]));
    assert_int_equal(g->info.critical_path[g->info.metrics.critical_path - 1], g->info.exit);
}

static void check_level(struct generated *g, uint64_t seed)
{
    if (walk(g, true) != g->map->room_count)
        fail_msg("%s, seed %llu is not connected", g->level->id, (unsigned long long)seed);
    if (walk(g, false) != g->map->room_count)
        fail_msg("%s, seed %llu: a key lies behind its lock", g->level->id,
                 (unsigned long long)seed);
    assert_int_equal(g->info.metrics.rooms, g->map->room_count);
    assert_int_equal(g->info.metrics.cycle_rank, g->map->link_count + 1 - g->map->room_count);
    check_path(g);
    generated_judge(g, seed);
}

static void every_level_of_the_library_stands_before_the_oracle(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        struct generated g;
        generated_start(&g, SHIPPED[i].path);
        for (uint64_t seed = 1; seed <= seeds_of(&SHIPPED[i]); seed++) {
            generated_make(&g, seed);
            check_level(&g, seed);
        }
        generated_end(&g);
    }
}

static void every_template_of_the_manual_makes_levels(void **state)
{
    struct findings f;
    struct wr_source manual;
    (void)state;
    findings_start(&f);
    const char *path =
        wr_path_join(f.arena, wr_environment("WARREN_SOURCE"), "docs/templates.md");
    assert_int_equal(wr_file_read(f.context, f.arena, path, &manual), WR_OK);
    const char *fence = "```json\n", *at = (const char *)manual.data;
    while ((at = strstr(at, fence)) != NULL) {
        struct generated g;
        at += strlen(fence);
        generated_start(&g, wr_arena_text(f.arena, at, (size_t)(strstr(at, "```") - at)));
        for (uint64_t seed = 1; seed <= 5; seed++) {
            generated_make(&g, seed);
            check_level(&g, seed);
        }
        assert_null(strstr(findings_said(&g.findings), "lock-walked-around"));
        generated_end(&g);
    }
    findings_end(&f);
}

static void patterns_leave_what_they_are_named_for(void **state)
{
    struct generated g;
    (void)state;
    generated_start(&g, "templates/library/lock.json");
    for (uint64_t seed = 1; seed <= 20; seed++) {
        generated_make(&g, seed);
        assert_int_equal(count_locks(&g), 2);
        assert_int_equal(g.info.metrics.cycle_rank, 0);
    }
    generated_end(&g);
    generated_start(&g, "templates/library/shortcut.json");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        generated_make(&g, seed);
        assert_int_equal(count_locks(&g), 1);
        assert_int_equal(count_hidden(&g), 1);
        assert_int_equal(g.info.metrics.cycle_rank, 2);
    }
    generated_end(&g);
    generated_start(&g, "templates/library/hub.json");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        generated_make(&g, seed);
        assert_in_range(g.info.metrics.cycle_rank, 2, 3);
    }
    generated_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_of_the_library_stands_before_the_oracle),
        cmocka_unit_test(every_template_of_the_manual_makes_levels),
        cmocka_unit_test(patterns_leave_what_they_are_named_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
