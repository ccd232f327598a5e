/* Whole levels of the templates that ship, over many seeds: each is built and judged by the
 * oracle, and its locks are opened by walking. */
#include "tests/support/generated.h"

#include "core/files/file.h"

static const struct shipped {
    const char *path;
    uint64_t seeds;
} SHIPPED[] = {
    {"examples/first-level/template.json", 40}, {"templates/library/cells.json", 20},
    {"templates/library/veins.json", 20},       {"templates/library/hub.json", 8},
    {"templates/library/manor.json", 20},       {"templates/library/cellars.json", 20},
    {"templates/library/lock.json", 40},        {"templates/library/rings.json", 8},
    {"templates/library/road.json", 20},        {"templates/library/sanctum.json", 40},
    {"templates/library/shortcut.json", 4},     {"templates/library/storeys.json", 20},
};
enum { SHIPPED_COUNT = sizeof SHIPPED / sizeof *SHIPPED };

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
        fail_msg("%s, seed %llu is not connected", g->template->id, (unsigned long long)seed);
    if (walk(g, false) != g->map->room_count)
        fail_msg("%s, seed %llu: a key lies behind its lock", g->template->id,
                 (unsigned long long)seed);
    assert_int_equal(g->info.metrics.rooms + g->info.metrics.caps, g->map->room_count);
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
        for (uint64_t seed = 1; seed <= OFTEN(SHIPPED[i].seeds, 3); seed++) {
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
        for (uint64_t seed = 1; seed <= OFTEN(5, 2); seed++) {
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
    for (uint64_t seed = 1; seed <= OFTEN(20, 3); seed++) {
        generated_make(&g, seed);
        assert_int_equal(count_locks(&g), 2);
        assert_int_equal(g.info.metrics.cycle_rank, 1);
    }
    generated_end(&g);
    generated_start(&g, "templates/library/shortcut.json");
    for (uint64_t seed = 1; seed <= OFTEN(5, 2); seed++) {
        generated_make(&g, seed);
        assert_int_equal(count_locks(&g), 1);
        assert_int_equal(count_hidden(&g), 1);
        assert_int_equal(g.info.metrics.cycle_rank, 2);
    }
    generated_end(&g);
    generated_start(&g, "templates/library/hub.json");
    for (uint64_t seed = 1; seed <= OFTEN(5, 2); seed++) {
        generated_make(&g, seed);
        assert_in_range(g.info.metrics.cycle_rank, 2, 3);
    }
    generated_end(&g);
}

static bool is_cap(const struct generated *g, uint32_t room)
{
    for (uint32_t i = 0; i < g->rooms[room]->tag_count; i++)
        if (strcmp(g->rooms[room]->tags[i], "cap") == 0)
            return true;
    return false;
}

/* Links of a room that lead to no cap. */
static uint32_t ways_of(const struct generated *g, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->map->room_count; i++)
        count += !is_cap(g, i) && are_linked(g, room, i);
    return count;
}

static void caps_are_no_rooms_and_end_no_way_for_template_and_metrics(void **state)
{
    struct generated g;
    (void)state;
    generated_start(&g, "templates/library/road.json");
    for (uint64_t seed = 1; seed <= OFTEN(5, 2); seed++) {
        uint32_t rooms = 0, caps = 0, ends = 0, hooks = 0, links = 0;
        generated_make(&g, seed);
        for (uint32_t i = 0; i < g.map->room_count; i++) {
            if (is_cap(&g, i)) {
                caps++;
                continue;
            }
            rooms++;
            links += ways_of(&g, i);
            ends += ways_of(&g, i) == 1;
            hooks += g.rooms[i]->hook_count;
        }
        assert_true(caps > 0);
        assert_in_range(rooms, g.template->grow.rooms.least, g.template->grow.rooms.most);
        assert_int_equal(g.info.metrics.rooms, rooms);
        assert_int_equal(g.info.metrics.caps, caps);
        assert_int_equal(g.info.metrics.links, links / 2);
        assert_int_equal(g.info.metrics.dead_ends, ends);
        assert_int_equal(g.info.metrics.closed_hooks, hooks - links);
    }
    generated_end(&g);
}

static void rooms_without_a_name_are_called_what_they_are(void **state)
{
    struct generated g;
    (void)state;
    generated_start(&g, "templates/library/sanctum.json");
    generated_make(&g, 1);
    for (uint32_t i = g.template->node_count; i < g.map->room_count; i++) {
        const char *id = g.rooms[i]->id, *name = g.map->rooms[i].name;
        size_t size = strlen(id);
        assert_int_equal(strncmp(name, id, size), 0);
        assert_true(name[size] == '\0' || (name[size] == '-' && name[size + 1] > '0'));
        for (uint32_t k = 0; k < i; k++)
            assert_string_not_equal(name, g.map->rooms[k].name);
    }
    for (uint32_t i = 0; i < g.template->node_count; i++)
        assert_string_equal(g.map->rooms[i].name, g.template->nodes[i].name);
    generated_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_of_the_library_stands_before_the_oracle),
        cmocka_unit_test(every_template_of_the_manual_makes_levels),
        cmocka_unit_test(patterns_leave_what_they_are_named_for),
        cmocka_unit_test(caps_are_no_rooms_and_end_no_way_for_template_and_metrics),
        cmocka_unit_test(rooms_without_a_name_are_called_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
