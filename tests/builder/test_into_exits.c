/* Ways out of a module that somebody has edited: triggers follow the map, what was changed in
 * them stays, and so do triggers of one's own. */
#include "tests/support/mod_stage.h"

static wr_map_exit exits[2];

static const wr_gff_list *list_of(struct stage *stage, const char *label)
{
    return wr_gff_list_of(mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT), label);
}

static const wr_gff_struct *trigger_to(struct stage *stage, const char *module)
{
    const wr_gff_list *rows = list_of(stage, "TriggerList");
    for (uint32_t i = 0; i < rows->count; i++)
        if (strcmp(mod_text(&stage->mod, rows->items[i], "LinkedToModule"), module) == 0)
            return rows->items[i];
    return NULL;
}

static uint32_t waypoints_called(struct stage *stage, const char *tag)
{
    const wr_gff_list *rows = list_of(stage, "WaypointList");
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows->count; i++)
        count += strcmp(mod_text(&stage->mod, rows->items[i], "Tag"), tag) == 0;
    return count;
}

static bool has_blueprint(struct stage *stage, const wr_gff_struct *row)
{
    return wr_archive_find(stage->mod.archive, mod_text(&stage->mod, row, "TemplateResRef"),
                           WR_RES_UTT) != NULL;
}

/* A hall whose south doorway leads to the tower, by a trigger. */
static void build_hall(struct stage *stage)
{
    scene_add_box(&stage->scene, &HALL);
    scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    exits[0] = (wr_map_exit){
        .hook = "s", .module = "tower", .title_line = -1, .way = WR_EXIT_BY_TRIGGER};
    exits[1] = (wr_map_exit){
        .hook = "n", .module = "cellar", .title_line = -1, .way = WR_EXIT_BY_TRIGGER};
    stage->scene.map.exits = exits;
    stage->scene.map.exit_count = 1;
    build(stage);
}

/* Somebody pulls a corner of the trigger, and makes one of their own that leads elsewhere. */
static void edit(struct stage *stage)
{
    char path[300];
    struct wr_bytes bytes = {0}, whole = {0};
    struct mod *mod = &stage->mod;
    struct wr_source source = mod_bytes(mod, "scene", WR_RES_GIT);
    struct wr_gff *git;
    assert_int_equal(wr_gff_read(mod->heard.context, mod->arena, &source, &git), WR_OK);
    wr_gff_list *rows = wr_gff_list_of(git->root, "TriggerList");
    wr_gff_set_float(git, wr_gff_list_of(rows->items[0], "Geometry")->items[2], "PointX", 7.5f);
    wr_gff_struct *mine = wr_gff_append(git, rows, 1);
    wr_gff_set_resref(git, mine, "TemplateResRef", "mine");
    wr_gff_set_resref(git, mine, "LinkedToModule", "elsewhere");
    wr_gff_set_string(git, mine, "LinkedTo", "there");
    assert_int_equal(wr_gff_write(mod->heard.context, git, &bytes), WR_OK);
    assert_true(wr_archive_put(mod->archive, mod->arena, "scene", WR_RES_GIT, bytes.data,
                               (uint32_t)bytes.size));
    assert_int_equal(wr_archive_write(mod->heard.context, mod->archive, &whole), WR_OK);
    snprintf(path, sizeof path, "%s/scene.mod", stage->folder);
    assert_int_equal(
        wr_file_write(mod->heard.context, path, whole.data, whole.size, WR_OVERWRITE), WR_OK);
    wr_bytes_finish(&bytes);
    wr_bytes_finish(&whole);
}

static void build_into(struct stage *stage)
{
    static char path[300];
    snprintf(path, sizeof path, "%s/scene.mod", stage->folder);
    stage->scene.options.into = path;
    build(stage);
    stage->scene.options.into = NULL;
}

static float corner_of(struct stage *stage, const wr_gff_struct *row)
{
    (void)stage;
    return wr_gff_float(wr_gff_list_of(row, "Geometry")->items[2], "PointX", NAN);
}

static void what_was_changed_in_a_trigger_stays_and_it_follows_the_map(void **state)
{
    struct stage *stage = *state;
    build_hall(stage);
    edit(stage);
    build_into(stage);
    assert_int_equal(list_of(stage, "TriggerList")->count, 2);
    assert_near(corner_of(stage, trigger_to(stage, "tower")), 7.5, 0);
    exits[0].module = "spire";
    exits[0].tag = "gate";
    build_into(stage);
    const wr_gff_struct *row = trigger_to(stage, "spire");
    assert_null(trigger_to(stage, "tower"));
    assert_non_null(row);
    assert_string_equal(mod_text(&stage->mod, row, "LinkedTo"), "gate");
    assert_near(corner_of(stage, row), 7.5, 0);
    assert_non_null(trigger_to(stage, "elsewhere"));
    assert_int_equal(waypoints_called(stage, "from_spire"), 1);
    assert_int_equal(waypoints_called(stage, "from_tower"), 1);
}

static void a_way_out_that_is_new_comes_with_blueprint_and_waypoint(void **state)
{
    struct stage *stage = *state;
    build_hall(stage);
    edit(stage);
    stage->scene.map.exit_count = 2;
    for (int twice = 0; twice < 2; twice++) {
        build_into(stage);
        assert_int_equal(list_of(stage, "TriggerList")->count, 3);
        const wr_gff_struct *row = trigger_to(stage, "cellar");
        assert_non_null(row);
        assert_true(has_blueprint(stage, row));
        assert_int_equal(wr_gff_list_of(row, "Geometry")->count, 4);
        assert_int_equal(waypoints_called(stage, "from_cellar"), 1);
    }
}

/* The map may call the waypoints as it likes. */
static void arrivals_of_the_maps_own_tags_come_too(void **state)
{
    struct stage *stage = *state;
    build_hall(stage);
    edit(stage);
    stage->scene.map.exit_count = 2;
    exits[1].arrival = "up_from_below";
    for (int twice = 0; twice < 2; twice++) {
        build_into(stage);
        assert_int_equal(waypoints_called(stage, "up_from_below"), 1);
        assert_int_equal(waypoints_called(stage, "from_cellar"), 0);
    }
}

static void one_that_is_gone_is_taken_out_and_those_of_ones_own_stay(void **state)
{
    struct stage *stage = *state;
    build_hall(stage);
    edit(stage);
    stage->scene.map.exit_count = 0;
    build_into(stage);
    const wr_gff_list *rows = list_of(stage, "TriggerList");
    assert_int_equal(rows->count, 1);
    assert_string_equal(mod_text(&stage->mod, rows->items[0], "TemplateResRef"), "mine");
    for (uint32_t i = 0; i < stage->mod.archive->count; i++)
        assert_int_not_equal(stage->mod.archive->items[i].type, WR_RES_UTT);
}

static const wr_gff_struct *door_to(struct stage *stage, const char *module)
{
    const wr_gff_list *rows = list_of(stage, "Door List");
    for (uint32_t i = 0; i < rows->count; i++)
        if (strcmp(mod_text(&stage->mod, rows->items[i], "LinkedToModule"), module) == 0)
            return rows->items[i];
    return NULL;
}

static void a_door_that_becomes_a_way_out_opens_and_leads_there(void **state)
{
    struct stage *stage = *state;
    build_hall(stage);
    stage->scene.map.exit_count = 2;
    exits[1].way = WR_EXIT_BY_EITHER;
    exits[1].title = "Down";
    build_into(stage);
    const wr_gff_struct *row = door_to(stage, "cellar");
    assert_non_null(row);
    assert_string_equal(mod_text(&stage->mod, row, "LinkedTo"), "from_scene");
    assert_int_equal(wr_gff_whole(row, "LinkedToFlags", -1), 2);
    assert_int_equal(wr_gff_find(row, "TransitionDestin")->local.count, 1);
    const char *name = mod_text(&stage->mod, row, "TemplateResRef");
    assert_int_equal(wr_gff_whole(mod_gff(&stage->mod, name, WR_RES_UTD), "Static", -1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_STAGE(what_was_changed_in_a_trigger_stays_and_it_follows_the_map),
        ON_STAGE(a_way_out_that_is_new_comes_with_blueprint_and_waypoint),
        ON_STAGE(arrivals_of_the_maps_own_tags_come_too),
        ON_STAGE(one_that_is_gone_is_taken_out_and_those_of_ones_own_stay),
        ON_STAGE(a_door_that_becomes_a_way_out_opens_and_leads_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
