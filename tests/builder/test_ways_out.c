/* Ways out of a module: doors and triggers of its GIT that lead into others, and waypoints
 * where who comes back arrives. */
#include "tests/support/chains.h"
#include "tests/support/mod_stage.h"

#include "core/base/math.h"
#include "core/base/random.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"

#include <stdlib.h>

enum { MOST = 64 };

static void add_exit(struct stage *stage, wr_map_exit exit)
{
    static wr_map_exit exits[MOST];
    struct wr_map *map = &stage->scene.map;
    if (!exit.title)
        exit.title_line = -1;
    map->exits = exits;
    exits[map->exit_count++] = exit;
}

static const wr_gff_list *list_of(struct stage *stage, const char *label)
{
    return wr_gff_list_of(mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT), label);
}

/* The row of a list whose field is a text; NULL where there is none. */
static const wr_gff_struct *row_with(struct stage *stage, const char *list, const char *label,
                                     const char *text)
{
    const wr_gff_list *rows = list_of(stage, list);
    for (uint32_t i = 0; i < rows->count; i++)
        if (strcmp(mod_text(&stage->mod, rows->items[i], label), text) == 0)
            return rows->items[i];
    return NULL;
}

static wr_vec3 spot_of(const wr_gff_struct *row)
{
    return (wr_vec3){wr_gff_float(row, "XPosition", NAN), wr_gff_float(row, "YPosition", NAN),
                     wr_gff_float(row, "ZPosition", NAN)};
}

static int64_t is_static(struct stage *stage, const wr_gff_struct *door)
{
    const char *name = mod_text(&stage->mod, door, "TemplateResRef");
    return wr_gff_whole(mod_gff(&stage->mod, name, WR_RES_UTD), "Static", -1);
}

static uint32_t put_hall(struct stage *stage)
{
    scene_add_box(&stage->scene, &HALL);
    return scene_put(&stage->scene, "hall", 0, 0, 0, 0);
}

/* ---- What rows say ----------------------------------------------------------------------- */

static void an_exit_makes_its_door_lead_to_a_waypoint_of_the_other_module(void **state)
{
    struct stage *stage = *state;
    uint32_t hall = put_hall(stage);
    add_exit(stage,
             (wr_map_exit){.room = hall, .hook = "n", .module = "tower", .title = "The tower"});
    build(stage);
    const wr_gff_struct *door = row_with(stage, "Door List", "LinkedToModule", "tower");
    assert_non_null(door);
    assert_string_equal(mod_text(&stage->mod, door, "LinkedTo"), "from_scene");
    assert_int_equal(wr_gff_whole(door, "LinkedToFlags", -1), 2);
    const wr_gff_field *title = wr_gff_find(door, "TransitionDestin");
    assert_int_equal(title->local.count, 1);
    assert_memory_equal(title->local.texts[0].data, "The tower", 9);
    assert_int_equal(is_static(stage, door), 0);
    assert_int_equal(list_of(stage, "TriggerList")->count, 0);
    const wr_gff_struct *other = row_with(stage, "Door List", "LinkedToModule", "");
    assert_int_equal(is_static(stage, other), 1);
    assert_int_equal(wr_gff_whole(other, "LinkedToFlags", -1), 0);
}

static void tags_titles_and_goals_are_as_the_map_says(void **state)
{
    struct stage *stage = *state;
    uint32_t hall = put_hall(stage);
    add_exit(stage, (wr_map_exit){.room = hall,
                                  .hook = "n",
                                  .module = "tower",
                                  .tag = "tower_gate",
                                  .goal = WR_EXIT_TO_DOOR,
                                  .arrival = ""});
    add_exit(stage, (wr_map_exit){.room = hall,
                                  .hook = "e",
                                  .module = "203tel",
                                  .tag = "",
                                  .arrival = "back_again",
                                  .title = ""});
    stage->scene.map.exits[1].title = NULL;
    stage->scene.map.exits[1].title_line = 104245;
    build(stage);
    const wr_gff_struct *north = row_with(stage, "Door List", "LinkedToModule", "tower");
    const wr_gff_struct *east = row_with(stage, "Door List", "LinkedToModule", "203tel");
    assert_string_equal(mod_text(&stage->mod, north, "LinkedTo"), "tower_gate");
    assert_int_equal(wr_gff_whole(north, "LinkedToFlags", -1), 1);
    assert_string_equal(mod_text(&stage->mod, east, "LinkedTo"), "");
    assert_int_equal(wr_gff_whole(east, "LinkedToFlags", -1), 0);
    assert_int_equal(wr_gff_find(east, "TransitionDestin")->local.strref, 104245);
    assert_null(row_with(stage, "WaypointList", "Tag", "from_tower"));
    assert_non_null(row_with(stage, "WaypointList", "Tag", "back_again"));
}

static void an_open_arch_gets_a_trigger_and_a_blueprint_of_its_own(void **state)
{
    struct stage *stage = *state;
    stage->scene.doors[SCENE_PLAIN].rows[0] = stage->scene.doors[SCENE_PLAIN].rows[1] = 0;
    uint32_t hall = put_hall(stage);
    add_exit(stage, (wr_map_exit){.room = hall, .hook = "s", .module = "tower"});
    build(stage);
    const wr_gff_list *triggers = list_of(stage, "TriggerList");
    assert_int_equal(triggers->count, 1);
    assert_int_equal(list_of(stage, "Door List")->count, 0);
    const wr_gff_struct *row = triggers->items[0];
    assert_string_equal(mod_text(&stage->mod, row, "LinkedToModule"), "tower");
    assert_string_equal(mod_text(&stage->mod, row, "LinkedTo"), "from_scene");
    assert_int_equal(wr_gff_whole(row, "LinkedToFlags", -1), 2);
    const char *name = mod_text(&stage->mod, row, "TemplateResRef");
    assert_int_equal(wr_gff_whole(mod_gff(&stage->mod, name, WR_RES_UTT), "Type", -1), 1);
}

static void a_locked_exit_asks_for_its_key(void **state)
{
    struct stage *stage = *state;
    uint32_t hall = put_hall(stage);
    stage->scene.map.rooms[hall].key = "brass";
    add_exit(stage,
             (wr_map_exit){.room = hall, .hook = "n", .module = "tower", .lock = "brass"});
    build(stage);
    const wr_gff_struct *door = row_with(stage, "Door List", "LinkedToModule", "tower");
    const wr_gff_struct *utd =
        mod_gff(&stage->mod, mod_text(&stage->mod, door, "TemplateResRef"), WR_RES_UTD);
    assert_int_equal(wr_gff_whole(utd, "Locked", -1), 1);
    assert_string_equal(mod_text(&stage->mod, utd, "KeyName"), "brass");
    assert_non_null(row_with(stage, "WaypointList", "Tag", "key_brass"));
    assert_int_equal(stage->scene.warnings, 0);
}

static void a_key_nobody_gets_to_is_told_of_exits_too(void **state)
{
    struct stage *stage = *state;
    uint32_t hall = put_hall(stage);
    uint32_t tomb = scene_put(&stage->scene, "hall", 50, 0, 0, 0);
    stage->scene.map.rooms[tomb].key = "brass";
    add_exit(stage,
             (wr_map_exit){.room = hall, .hook = "n", .module = "tower", .lock = "brass"});
    build(stage);
    assert_true(scene_heard(&stage->scene, "key-unreachable"));
}

static void who_comes_back_by_the_entry_finds_a_waypoint(void **state)
{
    struct stage *stage = *state;
    put_hall(stage);
    stage->scene.map.entry = (wr_map_entry){.room = 0, .facing = 90, .tag = "arrivals"};
    build(stage);
    const wr_gff_struct *row = row_with(stage, "WaypointList", "Tag", "arrivals");
    assert_non_null(row);
    assert_near(wr_gff_float(row, "YOrientation", NAN), 1, 1e-6);
}

/* A kit's own waypoint is where its author wants players to come out. */
static void a_waypoint_of_the_kit_stands_for_the_one_that_would_be_made(void **state)
{
    struct stage *stage = *state;
    static const wr_pair pair = {"tag", "From_Tower"};
    scene_add_box(&stage->scene, &HALL);
    scene_add_marker(&stage->scene, &(wr_marker){.kind = WR_WAYPOINT,
                                                 .name = "gate",
                                                 .position = {0, 0, 0},
                                                 .pairs = &pair,
                                                 .pair_count = 1});
    uint32_t hall = scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    add_exit(stage, (wr_map_exit){.room = hall, .hook = "n", .module = "tower"});
    build(stage);
    assert_int_equal(list_of(stage, "WaypointList")->count, 1);
}

/* ---- Where they lie ---------------------------------------------------------------------- */

struct polygon {
    wr_dvec3 points[16];
    uint32_t count;
};

static struct polygon polygon_of(const wr_gff_struct *row)
{
    const wr_gff_list *corners = wr_gff_list_of(row, "Geometry");
    struct polygon polygon = {.count = corners->count};
    wr_dvec3 at = wr_widen(spot_of(row));
    assert_in_range(corners->count, 3, 16);
    for (uint32_t i = 0; i < corners->count; i++) {
        const wr_gff_struct *corner = corners->items[i];
        wr_dvec3 off = {wr_gff_float(corner, "PointX", NAN),
                        wr_gff_float(corner, "PointY", NAN),
                        wr_gff_float(corner, "PointZ", NAN)};
        polygon.points[i] = wr_add(at, off);
    }
    return polygon;
}

/* Whether a point is on the left of all sides: the polygon is convex, and drawn
 * counter-clockwise. */
static bool holds(const struct polygon *polygon, double x, double y)
{
    for (uint32_t i = 0; i < polygon->count; i++) {
        wr_dvec3 a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
        if ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < 0)
            return false;
    }
    return true;
}

static struct wr_walkmesh *floor_of(struct stage *stage, uint32_t area_room)
{
    char name[32];
    struct wr_walkmesh *mesh;
    snprintf(name, sizeof name, "%s_room%u", stage->scene.map.id, (unsigned)area_room);
    struct wr_source wok = mod_bytes(&stage->mod, name, WR_RES_WOK);
    assert_int_equal(wr_bwm_read(stage->scene.context, stage->mod.arena, &wok, &mesh), WR_OK);
    return mesh;
}

/* Who arrives stands on the floor of the exit's room, before the doorway, and looks inside. */
static wr_vec3 check_arrival(struct stage *stage, const wr_map_exit *exit,
                             const wr_placed_hook *hook)
{
    wr_hit hit;
    const wr_gff_struct *row = row_with(stage, "WaypointList", "Tag", exit->arrival);
    assert_non_null(row);
    wr_vec3 at = spot_of(row);
    struct wr_walkmesh *mesh =
        floor_of(stage, stage->scene.layout->rooms[exit->room].area_room);
    assert_true(wr_walkmesh_face_at(mesh, at, WR_ALL_SURFACES, &hit));
    assert_true(hit.face < mesh->walkable_count);
    assert_near(hit.point.z, at.z, 1e-3);
    double depth =
        -((at.x - hook->position.x) * hook->out_x + (at.y - hook->position.y) * hook->out_y);
    assert_true(depth >= 0.9 && depth <= 2.6);
    double x = wr_gff_float(row, "XOrientation", NAN),
           y = wr_gff_float(row, "YOrientation", NAN);
    assert_near(x * hook->out_x + y * hook->out_y, -1, 1e-5);
    return at;
}

/* A trigger lies across the whole doorway, and not where who comes back arrives. */
static void check_trigger(const wr_gff_struct *row, const wr_placed_hook *hook, wr_vec3 arrival)
{
    struct polygon polygon = polygon_of(row);
    double side_x = -hook->out_y, side_y = hook->out_x;
    for (int i = -1; i <= 1; i++) {
        double x = hook->position.x - 0.1 * hook->out_x + 1.2 * i * side_x;
        double y = hook->position.y - 0.1 * hook->out_y + 1.2 * i * side_y;
        assert_true(holds(&polygon, x, y));
    }
    assert_false(holds(&polygon, arrival.x, arrival.y));
    for (uint32_t i = 0; i < polygon.count; i++)
        assert_near(polygon.points[i].z, hook->position.z, 1);
}

static void check_exit(struct stage *stage, const wr_map_exit *exit)
{
    const struct wr_layout *layout = stage->scene.layout;
    const wr_placed_room *room = &layout->rooms[exit->room];
    const wr_placed_hook *hook =
        &layout->hooks[room->first_hook + wr_room_hook(room->room, exit->hook)];
    wr_vec3 arrival = check_arrival(stage, exit, hook);
    bool trigger = exit->way == WR_EXIT_BY_TRIGGER;
    const wr_gff_struct *row =
        row_with(stage, trigger ? "TriggerList" : "Door List", "LinkedTo", exit->tag);
    assert_non_null(row);
    assert_string_equal(mod_text(&stage->mod, row, "LinkedToModule"), exit->module);
    if (trigger) {
        check_trigger(row, hook, arrival);
        return;
    }
    assert_near(wr_gff_float(row, "X", NAN), hook->position.x, 1e-4);
    assert_near(wr_gff_float(row, "Y", NAN), hook->position.y, 1e-4);
    assert_int_equal(is_static(stage, row), 0);
}

static void who_comes_back_stands_well_inside_where_there_is_space(void **state)
{
    struct stage *stage = *state;
    uint32_t hall = put_hall(stage);
    add_exit(stage, (wr_map_exit){.room = hall, .hook = "n", .module = "tower"});
    build(stage);
    wr_vec3 at = spot_of(row_with(stage, "WaypointList", "Tag", "from_tower"));
    assert_near(at.x, 0, 1e-4);
    assert_near(at.y, HALL.depth / 2 - 2.5, 1e-4);
}

/* Some of the doorways that lead nowhere become exits. */
static void choose_exits(struct stage *stage, wr_random *random)
{
    static char tags[MOST][2][16];
    const struct wr_layout *layout = stage->scene.layout;
    stage->scene.map.exit_count = 0;
    for (uint32_t h = 0; h < layout->hook_count && stage->scene.map.exit_count < 8; h++) {
        uint32_t number = stage->scene.map.exit_count;
        if (layout->hooks[h].link != WR_NONE || wr_random_below(random, 3) == 0)
            continue;
        snprintf(tags[number][0], 16, "there_%u", (unsigned)number);
        snprintf(tags[number][1], 16, "here_%u", (unsigned)number);
        add_exit(stage, (wr_map_exit){.room = layout->hooks[h].room,
                                      .hook = wr_hook_of(layout, h)->name,
                                      .module = "other",
                                      .tag = tags[number][0],
                                      .arrival = tags[number][1],
                                      .way = wr_random_below(random, 2) ? WR_EXIT_BY_TRIGGER
                                                                        : WR_EXIT_BY_EITHER});
    }
}

static void any_exits_lie_in_their_doorways_and_are_come_back_by(void **state)
{
    struct stage *stage = *state;
    struct chain chain;
    scene_add_box(&stage->scene, &HALL);
    scene_add_box(&stage->scene, &(scene_box){.id = "stairs",
                                              .width = 5,
                                              .depth = 12,
                                              .climb = 3,
                                              .doors = {{.side = 'n'}, {.side = 's'}}});
    scene_room(&stage->scene, "hall");
    wr_map_room *own = stage->scene.map.rooms;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        wr_random random = wr_random_of(seed, 0);
        print_message("seed %d\n", (int)seed);
        chain_grow(&chain, stage->scene.map.embedded, NULL, seed, CHAIN_MIRRORED | CHAIN_TURNED,
                   12);
        stage->scene.map.rooms = chain.rooms;
        stage->scene.map.room_count = chain.count;
        stage->scene.map.exit_count = 0;
        stage->scene.options.game = seed % 2 ? WR_K1 : WR_K2;
        assert_int_equal(scene_connect(&stage->scene), WR_OK);
        choose_exits(stage, &random);
        build(stage);
        for (uint32_t i = 0; i < stage->scene.map.exit_count; i++)
            check_exit(stage, &stage->scene.map.exits[i]);
        stage->scene.map.rooms = own;
        stage->scene.map.room_count = 0;
        chain_free(&chain);
    }
}

/* ---- What is refused --------------------------------------------------------------------- */

static const char *refused(struct stage *stage, wr_map_exit exit)
{
    stage->scene.map.exit_count = 0;
    add_exit(stage, exit);
    assert_int_equal(scene_build(&stage->scene, stage->folder, NULL) == WR_OK, false);
    return scene_said(&stage->scene);
}

static void exits_that_cannot_be_are_named(void **state)
{
    struct stage *stage = *state;
    stage->scene.doors[SCENE_LONELY].rows[0] = stage->scene.doors[SCENE_LONELY].rows[1] = 0;
    scene_add_box(&stage->scene, &(scene_box){.id = "hall",
                                              .width = 8,
                                              .depth = 8,
                                              .doors = {{.side = 'n', .type = SCENE_LONELY},
                                                        {.side = 's'},
                                                        {.side = 'w', .type = SCENE_LONELY}}});
    uint32_t hall = scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    scene_join(&stage->scene, hall, "s", "hall", "s", false);
    assert_string_equal(
        refused(stage, (wr_map_exit){.room = hall, .hook = "south", .module = "tower"}),
        "error [exit-hook-not-found] room 'r0' (hall) has no hook 'south' (known: n, s, w)\n");
    assert_string_equal(
        refused(stage, (wr_map_exit){.room = hall, .hook = "s", .module = "tower"}),
        "error [exit-linked] doorway 's' of room 'r0' leads to room 'r1' already (take the "
        "exit "
        "out, or move that room away)\n");
    assert_string_equal(
        refused(stage,
                (wr_map_exit){
                    .room = hall, .hook = "n", .module = "tower", .way = WR_EXIT_BY_DOOR}),
        "error [exit-arch] doorway 'n' of room 'r0' is an open arch ('lonely'): it has no door "
        "to "
        "leave by (leave it to a trigger, or give the door type a blueprint in its kit)\n");
    stage->scene.map.rooms[hall].key = "brass";
    assert_string_equal(
        refused(stage,
                (wr_map_exit){.room = hall, .hook = "n", .module = "tower", .lock = "brass"}),
        "error [exit-arch] doorway 'n' of room 'r0' is an open arch ('lonely'): it has no door "
        "to "
        "lock (leave it to a trigger, or give the door type a blueprint in its kit)\n");
}

/* Such hooks are warned of with their kit, and stand in no wall. */
static void a_hook_off_the_floor_is_no_way_out(void **state)
{
    struct stage *stage = *state;
    uint32_t hall = put_hall(stage);
    ((wr_hook *)(uintptr_t)scene_room(&stage->scene, "hall")->hooks)->foot = WR_NONE;
    assert_string_equal(
        refused(stage, (wr_map_exit){.room = hall, .hook = "n", .module = "tower"}),
        "error [exit-threshold] hook 'n' of room 'r0' stands at no edge of a floor (`warren "
        "check` of the kit says why)\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_STAGE(an_exit_makes_its_door_lead_to_a_waypoint_of_the_other_module),
        ON_STAGE(tags_titles_and_goals_are_as_the_map_says),
        ON_STAGE(an_open_arch_gets_a_trigger_and_a_blueprint_of_its_own),
        ON_STAGE(a_locked_exit_asks_for_its_key),
        ON_STAGE(a_key_nobody_gets_to_is_told_of_exits_too),
        ON_STAGE(who_comes_back_by_the_entry_finds_a_waypoint),
        ON_STAGE(a_waypoint_of_the_kit_stands_for_the_one_that_would_be_made),
        ON_STAGE(who_comes_back_stands_well_inside_where_there_is_space),
        ON_STAGE(any_exits_lie_in_their_doorways_and_are_come_back_by),
        ON_STAGE(exits_that_cannot_be_are_named),
        ON_STAGE(a_hook_off_the_floor_is_no_way_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
