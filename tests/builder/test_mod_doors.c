/* What stands in a built module: its doors, one a doorway and along it, and what markers say.
 */
#include "tests/support/chains.h"
#include "tests/support/corpus.h"
#include "tests/support/mod_stage.h"

#include "core/base/math.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"

static const double PI = 3.14159265358979323846;

/* ---- Doors ------------------------------------------------------------------------------- */

static wr_vec3 place_of(const wr_gff_struct *row)
{
    return (wr_vec3){wr_gff_float(row, "X", NAN), wr_gff_float(row, "Y", NAN),
                     wr_gff_float(row, "Z", NAN)};
}

/* How far a point is from the nearest open edge of a room, and that edge's direction. */
static double nearest_edge(const struct wr_walkmesh *mesh, wr_vec3 point, bool linked,
                           wr_dvec3 *direction)
{
    double nearest = INFINITY;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        if ((mesh->edges[i].transition >= 0) != linked)
            continue;
        wr_dvec3 a = wr_widen(mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)]);
        wr_dvec3 b = wr_widen(mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)]);
        wr_dvec3 along = wr_sub(b, a), to = wr_sub(wr_widen(point), a);
        double part = wr_dot(to, along) / wr_dot(along, along);
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        double distance = wr_length(wr_sub(to, wr_scale(along, part)));
        if (distance < nearest) {
            nearest = distance;
            *direction = wr_scale(along, 1 / wr_length(along));
        }
    }
    return nearest;
}

/* A door stands on an edge of a room's walkmesh, along it: one that leads on where the door
 * opens, one that does not where it never does. Its leaf lies along X where it is not turned.
 */
static void check_door(struct stage *stage, struct wr_walkmesh **rooms, uint32_t room_count,
                       const wr_gff_struct *row)
{
    const char *name = mod_text(&stage->mod, row, "TemplateResRef");
    const wr_gff_struct *utd = mod_gff(&stage->mod, name, WR_RES_UTD);
    bool linked = !wr_gff_whole(utd, "Static", -1);
    double bearing = wr_gff_float(row, "Bearing", NAN), nearest = INFINITY, x, y;
    wr_dvec3 direction = {0, 0, 0}, one = direction;
    for (uint32_t r = 0; r < room_count; r++) {
        double distance = nearest_edge(rooms[r], place_of(row), linked, &one);
        if (distance < nearest) {
            nearest = distance;
            direction = one;
        }
    }
    wr_turn_of(bearing * 180 / PI, &x, &y);
    assert_true(bearing > -PI - 1e-6 && bearing <= PI + 1e-6);
    assert_near(nearest, 0, WR_HOOK_OFF_PERIMETER + WR_SEAM_DISTANCE);
    assert_near(x * direction.y - y * direction.x, 0, 0.2);
    assert_string_equal(mod_text(&stage->mod, utd, "TemplateResRef"), name);
    assert_string_equal(mod_text(&stage->mod, utd, "Tag"), mod_text(&stage->mod, row, "Tag"));
    assert_string_equal(mod_text(&stage->mod, row, "LinkedToModule"), "");
    assert_int_equal(wr_gff_whole(row, "LinkedToFlags", -1), 0);
}

static uint32_t check_doors(struct stage *stage, uint32_t count)
{
    const char *id = stage->scene.map.id;
    const wr_gff_list *doors =
        wr_gff_list_of(mod_gff(&stage->mod, id, WR_RES_GIT), "Door List");
    struct wr_walkmesh **rooms = WR_TAKE(stage->mod.arena, struct wr_walkmesh *, count);
    for (uint32_t r = 0; r < count; r++) {
        char name[32];
        snprintf(name, sizeof name, "%s_room%u", id, (unsigned)r);
        struct wr_source wok = mod_bytes(&stage->mod, name, WR_RES_WOK);
        assert_int_equal(wr_bwm_read(stage->scene.context, stage->mod.arena, &wok, &rooms[r]),
                         WR_OK);
    }
    for (uint32_t i = 0; i < doors->count; i++)
        check_door(stage, rooms, count, doors->items[i]);
    return doors->count;
}

static void doors_stand_in_their_doorways_and_along_them(void **state)
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
    for (uint64_t seed = 1; seed <= 4; seed++) {
        chain_grow(&chain, stage->scene.map.embedded, NULL, seed, CHAIN_MIRRORED | CHAIN_TURNED,
                   25);
        stage->scene.map.rooms = chain.rooms;
        stage->scene.map.room_count = chain.count;
        enum wr_result result = scene_connect(&stage->scene);
        if (result == WR_OK)
            result = scene_build(&stage->scene, stage->folder, NULL);
        stage->scene.map.rooms = own;
        stage->scene.map.room_count = 0;
        chain_free(&chain);
        if (result != WR_OK)
            fail_msg("seed %d: %s", (int)seed, scene_said(&stage->scene));
        const struct wr_layout *layout = stage->scene.layout;
        open_mod(stage);
        assert_int_equal(check_doors(stage, layout->area_room_count),
                         layout->hook_count - layout->link_count);
    }
}

static const wr_gff_struct *only_opening_door(struct stage *stage)
{
    const wr_gff_list *doors =
        wr_gff_list_of(mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT), "Door List");
    const wr_gff_struct *found = NULL;
    for (uint32_t i = 0; i < doors->count; i++) {
        const char *name = mod_text(&stage->mod, doors->items[i], "TemplateResRef");
        const wr_gff_struct *utd = mod_gff(&stage->mod, name, WR_RES_UTD);
        if (wr_gff_whole(utd, "Static", -1) == 0) {
            assert_null(found);
            found = utd;
        }
    }
    assert_non_null(found);
    return found;
}

static void of_two_types_of_door_the_wider_hangs(void **state)
{
    for (int wide = 0; wide < 2; wide++) {
        if (wide)
            start(state);
        struct stage *stage = *state;
        stage->scene.doors[wide ? SCENE_OPEN : SCENE_FREE].width = 3.5f;
        scene_add_box(&stage->scene,
                      &(scene_box){.id = "a",
                                   .width = 6,
                                   .depth = 6,
                                   .doors = {{.side = 'n', .type = SCENE_OPEN}}});
        scene_add_box(&stage->scene,
                      &(scene_box){.id = "b",
                                   .width = 6,
                                   .depth = 6,
                                   .doors = {{.side = 's', .type = SCENE_FREE}}});
        uint32_t first = scene_put(&stage->scene, "a", 0, 0, 0, 0);
        scene_join(&stage->scene, first, "n", "b", "s", false);
        build(stage);
        assert_int_equal(wr_gff_whole(only_opening_door(stage), "GenericType", -1),
                         40 + (wide ? SCENE_OPEN : SCENE_FREE));
        if (!wide)
            finish(state);
    }
}

/* Rooms whose doorways meet but may not be linked: one closed door, the wider, fills both. */
static void where_rooms_meet_and_are_not_linked_one_door_hangs(void **state)
{
    struct stage *stage = *state;
    stage->scene.doors[SCENE_LONELY].width = 3.5f;
    scene_add_box(&stage->scene, &(scene_box){.id = "a",
                                              .width = 6,
                                              .depth = 6,
                                              .doors = {{.side = 'n'}, {.side = 's'}}});
    scene_add_box(&stage->scene, &(scene_box){.id = "b",
                                              .width = 6,
                                              .depth = 6,
                                              .doors = {{.side = 's', .type = SCENE_LONELY}}});
    scene_put(&stage->scene, "a", 0, 0, 0, 0);
    scene_put(&stage->scene, "b", 0, 6, 0, 0);
    build(stage);
    assert_int_equal(check_doors(stage, 2), 2);
    const wr_gff_struct *git = mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT);
    const wr_gff_list *doors = wr_gff_list_of(git, "Door List");
    const char *north = mod_text(&stage->mod, doors->items[1], "TemplateResRef");
    const wr_gff_struct *utd = mod_gff(&stage->mod, north, WR_RES_UTD);
    assert_int_equal(wr_gff_whole(utd, "Static", -1), 1);
    assert_int_equal(wr_gff_whole(utd, "GenericType", -1), 40 + SCENE_LONELY);
    assert_near(wr_gff_float(doors->items[1], "Y", 0), 3, 1e-4);
}

static void between_merged_rooms_only_a_lock_hangs_a_door(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &HALL);
    uint32_t first = scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    uint32_t second = scene_join(&stage->scene, first, "n", "hall", "s", false);
    scene_link(&stage->scene, first, "n", second, "s");
    stage->scene.options.merge_all = true;
    for (int locked = 0; locked < 2; locked++) {
        stage->scene.map.links[0].lock = locked ? "brass" : NULL;
        build(stage);
        const wr_gff_struct *git = mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT);
        assert_int_equal(wr_gff_list_of(git, "Door List")->count, 6 + locked);
    }
}

static void a_locked_link_is_a_locked_door_with_its_key(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &HALL);
    uint32_t first = scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    uint32_t second = scene_join(&stage->scene, first, "n", "hall", "s", false);
    scene_link(&stage->scene, first, "n", second, "s");
    stage->scene.map.links[0].lock = "brass";
    stage->scene.map.rooms[first].key = "brass";
    build(stage);
    const wr_gff_struct *utd = only_opening_door(stage);
    assert_int_equal(wr_gff_whole(utd, "Locked", -1), 1);
    assert_int_equal(wr_gff_whole(utd, "KeyRequired", -1), 1);
    assert_string_equal(mod_text(&stage->mod, utd, "KeyName"), "brass");
    const wr_gff_list *waypoints =
        wr_gff_list_of(mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT), "WaypointList");
    assert_int_equal(waypoints->count, 1);
    assert_string_equal(mod_text(&stage->mod, waypoints->items[0], "Tag"), "key_brass");
}

/* ---- A real kit -------------------------------------------------------------------------- */

/* All fields of a blueprint but those that make it a door of its own are the kit's, in its
 * order. */
static void compare_blueprints(struct stage *stage, const wr_gff_struct *ours,
                               const wr_gff_struct *kits)
{
    static const char *const own[] = {"TemplateResRef", "Tag", "Static"};
    assert_int_equal(ours->count, kits->count);
    for (uint32_t i = 0; i < kits->count; i++) {
        const wr_gff_field *a = &ours->fields[i], *b = &kits->fields[i];
        bool changed = false;
        for (int k = 0; k < 3; k++)
            changed |= strcmp(a->label, own[k]) == 0;
        assert_string_equal(a->label, b->label);
        assert_int_equal(a->type, b->type);
        if (!changed && (a->type == WR_GFF_STRING || a->type == WR_GFF_RESREF))
            assert_string_equal(mod_text(&stage->mod, ours, a->label),
                                mod_text(&stage->mod, kits, a->label));
        else if (!changed && a->type == WR_GFF_LOCSTRING)
            assert_int_equal(a->local.strref, b->local.strref);
        else if (!changed)
            assert_int_equal(a->bits, b->bits);
    }
}

static wr_gff_struct *kit_blueprint(struct stage *stage, const char *folder, enum wr_game game)
{
    struct wr_source *source = WR_TAKE(stage->mod.arena, struct wr_source, 1);
    struct wr_gff *gff;
    const char *path =
        wr_path_join(stage->mod.arena, folder,
                     game == WR_K1 ? "blackvulkar/door0_k1.utd" : "blackvulkar/door0_k2.utd");
    assert_int_equal(wr_file_read(stage->scene.context, stage->mod.arena, path, source), WR_OK);
    assert_int_equal(wr_gff_read(stage->scene.context, stage->mod.arena, source, &gff), WR_OK);
    return gff->root;
}

static void check_real_module(struct stage *stage, const char *folder, enum wr_game game)
{
    char path[300], name[32];
    snprintf(path, sizeof path, "%s/real.mod", stage->folder);
    uint32_t doors = check_doors(stage, stage->scene.map.room_count);
    assert_true(doors >= stage->scene.map.room_count - 1);
    const wr_gff_struct *kits = kit_blueprint(stage, folder, game);
    for (uint32_t i = 0; i < doors; i++) {
        snprintf(name, sizeof name, "real_dor%u", (unsigned)i);
        compare_blueprints(stage, mod_gff(&stage->mod, name, WR_RES_UTD), kits);
    }
    scene_said(&stage->scene);
    if (wr_check(stage->scene.context, path, NULL, NULL) != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
}

static void a_real_kits_doors_keep_all_else_and_its_modules_pass_the_check(void **state)
{
    struct stage *stage = *state;
    struct wr_arena *arena = stage->scene.arena;
    const char *folder = corpus_folder(arena, "holocron");
    const struct wr_kit *kit = NULL;
    struct chain chain;
    if (!folder)
        skip();
    assert_int_equal(wr_kits_add(stage->scene.kits, folder), WR_OK);
    assert_int_equal(wr_kits_find(stage->scene.context, stage->scene.kits, "blackvulkar", &kit),
                     WR_OK);
    chain_grow(&chain, kit, "blackvulkar", 5, CHAIN_MIRRORED | CHAIN_TURNED, 16);
    wr_map_room *own = stage->scene.map.rooms;
    stage->scene.map.id = "real";
    stage->scene.map.rooms = chain.rooms;
    stage->scene.map.room_count = chain.count;
    chain_settle(&chain, &stage->scene.map, stage->scene.kits);
    for (int game = WR_K1; game <= WR_K2; game++) {
        stage->scene.options.game = (enum wr_game)game;
        build(stage);
        check_real_module(stage, folder, (enum wr_game)game);
    }
    stage->scene.map.rooms = own;
    stage->scene.map.room_count = 0;
    chain_free(&chain);
}

/* ---- Markers ----------------------------------------------------------------------------- */

static void markers_become_what_they_say(void **state)
{
    struct stage *stage = *state;
    static const wr_pair guard[] = {{"blueprint", "N_Guard"}, {"count", "3"}};
    static const wr_pair chest[] = {{"blueprint", "plc_chest"}};
    static const wr_pair sign[] = {{"note", "Mind the well"}, {"tag", "well"}};
    static const wr_pair post[] = {{"blueprint", "My_Post"}};
    scene_add_box(&stage->scene, &HALL);
    const wr_marker markers[] = {
        {.name = "guard", .kind = WR_SPAWN, .pairs = guard, .pair_count = 2, .facing = 90},
        {.name = "chest", .kind = WR_LOOT, .pairs = chest, .pair_count = 1, .facing = 180},
        {.name = "sign", .kind = WR_WAYPOINT, .pairs = sign, .pair_count = 2},
        {.name = "lamp", .kind = WR_PLACEABLE},
        {.name = "post", .kind = WR_WAYPOINT, .pairs = post, .pair_count = 1},
    };
    for (int i = 0; i < 5; i++)
        scene_add_marker(&stage->scene, &markers[i]);
    scene_put(&stage->scene, "hall", 0, 0, 0, 90);
    build(stage);
    const wr_gff_struct *git = mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT);
    const wr_gff_list *creatures = wr_gff_list_of(git, "Creature List");
    const wr_gff_list *placeables = wr_gff_list_of(git, "Placeable List");
    const wr_gff_list *waypoints = wr_gff_list_of(git, "WaypointList");
    assert_int_equal(creatures->count, 3);
    assert_string_equal(mod_text(&stage->mod, creatures->items[0], "TemplateResRef"),
                        "n_guard");
    assert_near(wr_gff_float(creatures->items[0], "XOrientation", 0), -1, 0);
    assert_int_equal(placeables->count, 1);
    assert_near(wr_gff_float(placeables->items[0], "Bearing", 0), PI, 1e-6);
    static const char *const made_of[] = {"sw_mapnote001", "sw_waypoint001", "my_post"};
    assert_int_equal(waypoints->count, 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(mod_text(&stage->mod, waypoints->items[i], "TemplateResRef"),
                            made_of[i]);
    assert_string_equal(mod_text(&stage->mod, waypoints->items[0], "Tag"), "well");
    assert_int_equal(wr_gff_whole(waypoints->items[0], "HasMapNote", -1), 1);
    assert_string_equal(mod_text(&stage->mod, waypoints->items[1], "Tag"), "wp1_lamp");
}

static void a_blueprint_nothing_can_be_called_becomes_a_waypoint(void **state)
{
    struct stage *stage = *state;
    static const wr_pair bad[] = {{"blueprint", "no such name"}};
    scene_add_box(&stage->scene, &HALL);
    scene_add_marker(&stage->scene,
                     &(wr_marker){.name = "guard", .pairs = bad, .pair_count = 1});
    for (int i = 0; i < 3; i++)
        scene_put(&stage->scene, "hall", 20 * (float)i, 0, 0, 0);
    build(stage);
    const wr_gff_struct *git = mod_gff(&stage->mod, stage->scene.map.id, WR_RES_GIT);
    assert_int_equal(wr_gff_list_of(git, "WaypointList")->count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_STAGE(doors_stand_in_their_doorways_and_along_them),
        ON_STAGE(of_two_types_of_door_the_wider_hangs),
        ON_STAGE(where_rooms_meet_and_are_not_linked_one_door_hangs),
        ON_STAGE(between_merged_rooms_only_a_lock_hangs_a_door),
        ON_STAGE(a_locked_link_is_a_locked_door_with_its_key),
        ON_STAGE(a_real_kits_doors_keep_all_else_and_its_modules_pass_the_check),
        ON_STAGE(markers_become_what_they_say),
        ON_STAGE(a_blueprint_nothing_can_be_called_becomes_a_waypoint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
