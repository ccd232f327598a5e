/* Ways from module to module, and that whoever judges or makes them says when memory is out. */
#include "tests/support/on_scene.h"
#include "tests/support/starved.h"

#include "builder/inspect/ways_between.h"
#include "builder/layout/exits.h"
#include "builder/module/ways_out.h"
#include "core/files/file.h"
#include "core/format/gff.h"

/* ---- Modules as loose GITs --------------------------------------------------------------- */

struct world {
    struct findings f;
    struct wr_memory *memory;
    struct wr_gff *git; /* of the module at hand */
    struct wr_ways_between *ways;
};

static int world_start(void **state)
{
    static struct world world;
    findings_start(&world.f);
    world.memory = wr_memory_create(NULL);
    wr_context_set_files(world.f.context, wr_memory_files(world.memory));
    world.ways = wr_ways_between_make(world.f.arena);
    *state = &world;
    return 0;
}

static int world_end(void **state)
{
    struct world *world = *state;
    wr_context_set_files(world->f.context, NULL);
    wr_memory_destroy(world->memory);
    findings_end(&world->f);
    return 0;
}

static void module_start(struct world *world)
{
    world->git = wr_gff_create(world->f.arena, "GIT ");
}

static wr_gff_struct *add_row(struct world *world, const char *list, const char *tag)
{
    wr_gff_struct *row =
        wr_gff_append(world->git, wr_gff_set_list(world->git, world->git->root, list), 8);
    wr_gff_set_string(world->git, row, "Tag", tag);
    return row;
}

static void lead(struct world *world, wr_gff_struct *row, const char *module, const char *tag,
                 int flags)
{
    wr_gff_set_resref(world->git, row, "LinkedToModule", module);
    wr_gff_set_string(world->git, row, "LinkedTo", tag);
    wr_gff_set_whole(world->git, row, "LinkedToFlags", WR_GFF_BYTE, flags);
}

static void module_end(struct world *world, const char *path)
{
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_gff_write(world->f.context, world->git, &bytes), WR_OK);
    assert_true(wr_memory_put(world->memory, path, bytes.data, bytes.size));
    wr_bytes_finish(&bytes);
    assert_int_equal(wr_ways_between_take(world->f.context, world->ways, path), WR_OK);
}

static const char *judged(struct world *world, bool together)
{
    assert_int_equal(wr_ways_between_judge(world->f.context, world->ways, together), WR_OK);
    return findings_said(&world->f);
}

static void the_games_do_not_tell_capitals(void **state)
{
    struct world *world = *state;
    module_start(world);
    lead(world, add_row(world, "Door List", "gate"), "Cellar", "FROM_hall", 2);
    module_end(world, "hall.git");
    module_start(world);
    add_row(world, "WaypointList", "From_Hall");
    module_end(world, "CELLAR.git");
    assert_string_equal(judged(world, true), "");
}

static void without_a_tag_and_without_flags_anything_will_do(void **state)
{
    struct world *world = *state;
    module_start(world);
    lead(world, add_row(world, "Door List", "gate"), "cellar", "", 0);
    lead(world, add_row(world, "TriggerList", "hole"), "cellar", "lid", 0);
    module_end(world, "hall.git");
    module_start(world);
    add_row(world, "Door List", "lid");
    module_end(world, "cellar.git");
    assert_string_equal(judged(world, true), "");
}

static void names_of_the_games_own_modules_are_no_slips(void **state)
{
    struct world *world = *state;
    module_start(world);
    lead(world, add_row(world, "Door List", "a"), "unk_m41ag", "x", 2);
    lead(world, add_row(world, "Door List", "b"), "204tel", "x", 2);
    lead(world, add_row(world, "Door List", "c"), "cellars", "x", 2);
    module_end(world, "unk_m41ae.git");
    module_start(world);
    module_end(world, "203tel.git");
    module_start(world);
    module_end(world, "cellar.git");
    assert_int_equal(wr_ways_between_judge(world->f.context, world->ways, true), WR_OK);
    assert_int_equal(world->f.warnings, 1);
    const char *said = findings_said(&world->f);
    assert_non_null(strstr(said, "warning [exit-module-missing] the door 'c' leads into module "
                                 "'cellars', which is not here (did you mean 'cellar'?)"));
    assert_non_null(strstr(said, "note [exit-module-missing] the door 'b'"));
}

static void of_modules_that_are_judged_alone_nothing_is_missed(void **state)
{
    struct world *world = *state;
    module_start(world);
    lead(world, add_row(world, "Door List", "gate"), "cellar", "x", 2);
    module_end(world, "hall.git");
    assert_string_equal(judged(world, false), "");
}

static void a_missing_module_is_told_once_of_each_that_leads_there(void **state)
{
    struct world *world = *state;
    module_start(world);
    lead(world, add_row(world, "Door List", "a"), "attic", "", 0);
    lead(world, add_row(world, "Door List", "b"), "tower", "", 0);
    lead(world, add_row(world, "Door List", "c"), "attic", "", 0);
    module_end(world, "hall.git");
    module_start(world);
    lead(world, add_row(world, "Door List", "d"), "attic", "", 0);
    module_end(world, "cellar.git");
    const char *said = judged(world, true);
    assert_non_null(strstr(said, "the door 'a' leads into module 'attic'"));
    assert_non_null(strstr(said, "the door 'b' leads into module 'tower'"));
    assert_null(strstr(said, "the door 'c'"));
    assert_non_null(strstr(said, "the door 'd' leads into module 'attic'"));
}

/* ---- Without memory ---------------------------------------------------------------------- */

static enum wr_result judge_all(struct findings *f, void *user)
{
    struct world *world = user;
    wr_context_set_files(f->context, wr_memory_files(world->memory));
    struct wr_ways_between *ways = wr_ways_between_make(f->arena);
    enum wr_result result = ways ? WR_OK : wr_no_memory(f->context);
    if (result == WR_OK)
        result = wr_ways_between_take(f->context, ways, "hall.git");
    if (result == WR_OK)
        result = wr_ways_between_take(f->context, ways, "cellar.git");
    return result == WR_OK ? wr_ways_between_judge(f->context, ways, true) : result;
}

static void judging_says_when_memory_is_out(void **state)
{
    struct world *world = *state;
    module_start(world);
    lead(world, add_row(world, "Door List", "gate"), "cellar", "from_hall", 2);
    lead(world, add_row(world, "TriggerList", "hole"), "tower", "x", 2);
    module_end(world, "hall.git");
    module_start(world);
    add_row(world, "WaypointList", "from_hall");
    module_end(world, "cellar.git");
    starve(judge_all, world);
}

static enum wr_result make_all(struct findings *f, void *user)
{
    struct scene *scene = user;
    struct wr_ways_out ways;
    struct wr_layout layout = *scene->layout;
    layout.arena = f->arena;
    layout.exit_count = 0;
    for (uint32_t h = 0; h < layout.hook_count; h++)
        layout.hooks[h].exit = WR_NONE;
    enum wr_result result = wr_layout_exits(f->context, &layout);
    return result == WR_OK ? wr_ways_out_make(f->context, f->arena, &layout, &ways) : result;
}

static void making_says_so_too(void **state)
{
    static const wr_pair tag = {"tag", "here"};
    static wr_map_exit exits[] = {
        {.hook = "n", .module = "tower", .title_line = -1},
        {.hook = "s", .module = "cellar", .arrival = "here", .title_line = -1}};
    struct scene scene;
    (void)state;
    scene_start(&scene);
    scene_add_box(&scene, &(scene_box){.id = "hall",
                                       .width = 6,
                                       .depth = 6,
                                       .doors = {{.side = 'n'}, {.side = 's'}}});
    scene_add_marker(
        &scene,
        &(wr_marker){.kind = WR_WAYPOINT, .name = "spot", .pairs = &tag, .pair_count = 1});
    scene_put(&scene, "hall", 0, 0, 0, 0);
    scene.map.exits = exits;
    scene.map.exit_count = 2;
    assert_int_equal(scene_connect(&scene), WR_OK);
    starve(make_all, &scene);
    scene_end(&scene);
}

#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, world_start, world_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(the_games_do_not_tell_capitals),
        IN_WORLD(without_a_tag_and_without_flags_anything_will_do),
        IN_WORLD(names_of_the_games_own_modules_are_no_slips),
        IN_WORLD(of_modules_that_are_judged_alone_nothing_is_missed),
        IN_WORLD(a_missing_module_is_told_once_of_each_that_leads_there),
        IN_WORLD(judging_says_when_memory_is_out),
        cmocka_unit_test(making_says_so_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
