/* Modules, maps, kits and models as scenes: all that stands in them stands where the module has
 * it, as readers that share nothing with the writer find. */
#include "tests/support/scene_walkmeshes.h"
#include "tests/support/starved.h"

#include "core/format/gff.h"
#include "core/text/dump.h"
#include "kits/kit.h"

/* ---- What stands there ---------------------------------------------------------------------
 */

static const wr_gff_struct *tree_of(struct made *made, const char *name, uint16_t type)
{
    struct wr_source *source = WR_ZERO(made->f.arena, struct wr_source, 1);
    struct wr_gff *gff;
    *source = made_part(made, name, type);
    assert_int_equal(wr_gff_read(made->f.context, made->f.arena, source, &gff), WR_OK);
    return gff->root;
}

/* The node that is at a place, of those whose name begins so. */
static const wr_scene_node *node_at(const struct wr_scene *scene, const char *prefix,
                                    wr_vec3 at)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strncmp(scene->nodes[i].name, prefix, strlen(prefix)) == 0 &&
            wr_distance(made_place(&scene->nodes[i]), at) < 1e-5)
            return &scene->nodes[i];
    fail_msg("no %s stands at %f %f %f", prefix, (double)at.x, (double)at.y, (double)at.z);
    return NULL;
}

static uint32_t count_nodes(const struct wr_scene *scene, const char *prefix)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->node_count; i++)
        count += strncmp(scene->nodes[i].name, prefix, strlen(prefix)) == 0;
    return count;
}

static void assert_looks(const wr_scene_node *node, double x, double y)
{
    assert_near(node->world.m[0][0], x, 1e-6);
    assert_near(node->world.m[1][0], y, 1e-6);
    assert_near(node->world.m[0][1], -y, 1e-6);
    assert_near(node->world.m[2][2], 1, 0);
}

static void assert_doors(struct made *made, const char *id)
{
    const wr_gff_list *doors = wr_gff_list_of(tree_of(made, id, WR_RES_GIT), "Door List");
    for (uint32_t i = 0; i < doors->count; i++) {
        const wr_gff_struct *row = doors->items[i];
        char name[64];
        snprintf(name, sizeof name, "door_%s", wr_gff_text_of(row, "Tag", made->f.arena));
        const wr_scene_node *node = made_node(made->scene, name);
        double bearing = (double)wr_gff_float(row, "Bearing", 0);
        assert_near(node->world.m[0][3], (double)wr_gff_float(row, "X", 0), 1e-5);
        assert_near(node->world.m[1][3], (double)wr_gff_float(row, "Y", 0), 1e-5);
        assert_near(node->world.m[2][3], (double)wr_gff_float(row, "Z", 0), 1e-5);
        assert_looks(node, -sin(bearing), cos(bearing));
    }
    assert_true(doors->count > 2);
    assert_int_equal(count_nodes(made->scene, "door_"), doors->count);
}

/* A node is called by a tag, or by the part of it that the kit's marker gave. */
static bool is_called(const char *name, const char *tag)
{
    char begin[21] = ""; /* names are shorter than some tags */
    const char *rest = strchr(name, '_') + 1;
    memcpy(begin, tag, strlen(tag) < 20 ? strlen(tag) : 20);
    return strstr(rest, begin) || strstr(tag, rest);
}

static void assert_waypoints(struct made *made, const char *id)
{
    const wr_gff_list *rows = wr_gff_list_of(tree_of(made, id, WR_RES_GIT), "WaypointList");
    assert_true(rows->count > 2);
    for (uint32_t i = 0; i < rows->count; i++) {
        wr_vec3 at = {wr_gff_float(rows->items[i], "XPosition", 0),
                      wr_gff_float(rows->items[i], "YPosition", 0),
                      wr_gff_float(rows->items[i], "ZPosition", 0)};
        const char *tag = wr_gff_text_of(rows->items[i], "Tag", made->f.arena);
        const wr_scene_node *node = NULL;
        for (uint32_t n = 0; n < made->scene->node_count && !node; n++) {
            const wr_scene_node *other = &made->scene->nodes[n];
            bool marker = (strncmp(other->name, "waypoint_", 9) == 0 ||
                           strncmp(other->name, "placeable_", 10) == 0) &&
                          is_called(other->name, tag);
            node = marker && wr_distance(made_place(other), at) < 1e-5 ? other : NULL;
        }
        assert_non_null(node);

        assert_looks(node, (double)wr_gff_float(rows->items[i], "XOrientation", 0),
                     (double)wr_gff_float(rows->items[i], "YOrientation", 0));
    }
}

static void assert_entry(struct made *made)
{
    const wr_gff_struct *ifo = tree_of(made, "module", WR_RES_IFO);
    const wr_scene_node *node = node_at(made->scene, "entry",
                                        wr_vec3_of(wr_gff_float(ifo, "Mod_Entry_X", 0),
                                                   wr_gff_float(ifo, "Mod_Entry_Y", 0),
                                                   wr_gff_float(ifo, "Mod_Entry_Z", 0)));
    assert_looks(node, (double)wr_gff_float(ifo, "Mod_Entry_Dir_X", 0),
                 (double)wr_gff_float(ifo, "Mod_Entry_Dir_Y", 0));
}

/* How many pairs of a room and one that its walkmesh leads to there are. */
static uint32_t count_neighbours(struct made *made, const struct wr_lyt *lyt)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < lyt->room_count; r++) {
        char name[64];
        bool met[256] = {false};
        snprintf(name, sizeof name, "%s_wok", lyt->rooms[r].model);
        const wr_scene_mesh *mesh = &made->scene->meshes[made_node(made->scene, name)->mesh];
        for (uint32_t i = 0; i < mesh->link_count; i++) {
            uint32_t to = mesh->links[2 * i + 1];
            assert_true(to < lyt->room_count && to < 256);
            count += !met[to];
            met[to] = true;
        }
    }
    return count;
}

/* Each link is a doorway of both of its rooms, which look at each other there. */
static void assert_hooks(struct made *made, const char *id)
{
    const struct wr_lyt *lyt = made_layout(made, id);
    const struct wr_scene *scene = made->scene;
    uint32_t twins = 0;
    for (uint32_t i = 0; i < scene->node_count; i++)
        for (uint32_t k = i + 1; k < scene->node_count; k++) {
            const wr_scene_node *one = &scene->nodes[i], *other = &scene->nodes[k];
            if (strncmp(one->name, "hook_to-", 8) != 0 ||
                strncmp(other->name, "hook_to-", 8) != 0 ||
                wr_distance(made_place(one), made_place(other)) > 1e-4)
                continue;
            assert_true(one->parent != other->parent);
            assert_non_null(strstr(one->name, scene->nodes[other->parent].name));
            assert_looks(other, -one->world.m[0][0], -one->world.m[1][0]);
            twins++;
        }
    assert_int_equal(count_nodes(scene, "hook_to-"), 2 * twins);
    assert_true(twins > 2 && 2 * twins >= count_neighbours(made, lyt));
}

static void a_module_has_all_that_the_module_has(void **state)
{
    (void)state;
    static const char *const maps[][2] = {{"examples/first-map/map.json", "first"},
                                          {"examples/deep-burrow/map.json", "brwdeep"}};
    for (int i = 0; i < 2; i++) {
        struct made made;
        char mod[32];
        made_start(&made);
        snprintf(mod, sizeof mod, "%s.mod", maps[i][1]);
        made_map(&made, made_ours(&made, maps[i][0]), mod);
        assert_made_walkmeshes(&made, maps[i][1], true);
        assert_doors(&made, maps[i][1]);
        assert_waypoints(&made, maps[i][1]);
        assert_entry(&made);
        assert_hooks(&made, maps[i][1]);
        made_end(&made);
    }
}

/* ---- Maps, kits, the other form ------------------------------------------------------------
 */

static void assert_same_file(struct made *made, const char *one, const char *other)
{
    size_t sizes[2];
    const void *a = wr_memory_get(made->memory, one, &sizes[0]);
    const void *b = wr_memory_get(made->memory, other, &sizes[1]);
    assert_true(a && b);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(a, b, sizes[0]);
}

static void print_scene(struct made *made, const char *path, struct wr_bytes *out)
{
    struct wr_dump dump;
    made_scene(made, path);
    wr_dump_start(&dump, out, false);
    wr_scene_dump(made->scene, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(out, '\0');
}

static void a_map_gives_the_bytes_of_its_module_and_both_forms_say_the_same(void **state)
{
    (void)state;
    struct made made;
    struct wr_bytes texts[2] = {{0}, {0}};
    made_start(&made);
    const char *map = made_ours(&made, "examples/first-map/map.json");
    made_map(&made, map, "first.mod");
    assert_int_equal(made_convert(&made, map, "map.glb"), WR_OK);
    assert_same_file(&made, "map.glb", "scene.glb");
    assert_int_equal(made_convert(&made, map, "map.glb"), WR_OK);
    assert_same_file(&made, "map.glb", "scene.glb");
    assert_int_equal(made_convert(&made, map, "map.gltf"), WR_OK);
    print_scene(&made, "map.glb", &texts[0]);
    print_scene(&made, "map.gltf", &texts[1]);
    assert_string_equal((const char *)texts[0].data, (const char *)texts[1].data);
    wr_bytes_finish(&texts[0]);
    wr_bytes_finish(&texts[1]);
    made_end(&made);
}

static void rooms_of_a_kit_are_its_rooms_and_none_touches_another(void **state)
{
    (void)state;
    struct made made;
    struct wr_kit *kit;
    made_start(&made);
    const char *path = made_ours(&made, "kits/library/burrow");
    assert_int_equal(wr_kit_load(made.f.context, path, NULL, &kit), WR_OK);
    assert_int_equal(made_convert(&made, path, "kit.glb"), WR_OK);
    made_scene(&made, "kit.glb");
    uint32_t hooks = 0;
    for (uint32_t r = 0; r < kit->room_count; r++) {
        const wr_room *room = &kit->rooms[r];
        char name[64];
        uint32_t count;
        snprintf(name, sizeof name, "%s_wok", room->id);
        wr_scene_node node = *made_node(made.scene, name);
        wr_vec3 at = made_place(&node);
        for (uint32_t k = 0; k < r; k++) {
            wr_vec3 other = made_place(made_node(made.scene, kit->rooms[k].id));
            bool apart = at.x + room->box.min.x > other.x + kit->rooms[k].box.max.x + 1 ||
                         other.x + kit->rooms[k].box.min.x > at.x + room->box.max.x + 1 ||
                         at.y + room->box.min.y > other.y + kit->rooms[k].box.max.y + 1 ||
                         other.y + kit->rooms[k].box.min.y > at.y + room->box.max.y + 1;
            assert_true(apart);
        }
        node.world = wr_affine_none();
        struct face *got = faces_of_node(made.scene, &node, &count);
        struct face *wanted = faces_of_wok(room->mesh);
        assert_same_faces(wanted, room->mesh->face_count, got, count);
        free(wanted);
        free(got);
        for (uint32_t h = 0; h < room->hook_count; h++, hooks++) {
            wr_vec3 hook = room->hooks[h].position;
            assert_looks(node_at(made.scene, "hook_",
                                 wr_vec3_of(at.x + hook.x, at.y + hook.y, at.z + hook.z)),
                         room->hooks[h].out_x, room->hooks[h].out_y);
        }
    }
    assert_int_equal(count_nodes(made.scene, "hook_"), hooks);
    wr_kit_free(kit);
    made_end(&made);
}

/* ---- Things --------------------------------------------------------------------------------
 */

static void shapes_spots_and_words_of_things_are_there(void **state)
{
    (void)state;
    static const char map[] =
        "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"things\", \"kit\": "
        "\"burrow\", \"rooms\": [{\"name\": \"hub\", \"room\": \"hub\", \"position\": "
        "[5, 7, 1], \"turn\": 90}], \"things\": [{\"room\": \"hub\", \"kind\": "
        "\"spawn\", \"blueprint\": \"n_guard\", \"position\": [0, -6, 0], \"facing\": "
        "30}, {\"room\": \"hub\", \"kind\": \"encounter\", \"blueprint\": \"enc_rats\", "
        "\"position\": [1, 2, 0], \"corners\": [[-1, -1, 0], [2, -1, 0], [1, 1, 0], [-1, 1, "
        "0]], \"arrivals\": [{\"position\": [3, 1, 0], \"facing\": 45}]}]}";
    static const float corners[4][2] = {{-1, -1}, {2, -1}, {1, 1}, {-1, 1}};
    struct made made;
    made_start(&made);
    assert_true(wr_memory_put(made.memory, "things.json", map, strlen(map)));
    made_map(&made, "things.json", "things.mod");
    /* The room is turned by 90 degrees: x, y becomes 5 - y, 7 + x. */
    assert_looks(node_at(made.scene, "spawn_n_guard", wr_vec3_of(11, 7, 1)), -0.5, sqrt(0.75));
    const wr_scene_node *encounter =
        node_at(made.scene, "encounter_enc_rats", wr_vec3_of(3, 8, 1));
    assert_looks(encounter, 1, 0);
    const wr_scene_part *shape = made.scene->meshes[encounter->mesh].parts;
    assert_int_equal(shape->point_count, 4);
    assert_int_equal(shape->triangle_count, 2);
    for (int i = 0; i < 4; i++) {
        assert_near((double)shape->points[i].x, (double)-corners[i][1], 1e-5);
        assert_near((double)shape->points[i].y, (double)corners[i][0], 1e-5);
    }
    const wr_scene_node *arrival =
        node_at(made.scene, "arrival_0", wr_vec3_of(5 - 1, 7 + 3, 1));
    assert_looks(arrival, -sqrt(0.5), sqrt(0.5));
    assert_ptr_equal(&made.scene->nodes[arrival->parent], encounter);
    size_t size;
    const char *bytes = wr_memory_get(made.memory, "scene.glb", &size);
    assert_true(wr_text_contains((const uint8_t *)bytes, size, "\"blueprint\": \"n_guard\"") ||
                wr_text_contains((const uint8_t *)bytes, size, "\"blueprint\":\"n_guard\""));
    made_end(&made);
}

/* ---- Stopping ------------------------------------------------------------------------------
 */

struct patience {
    uint64_t asks, stop_at;
};

static enum wr_answer answer(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct patience *patience = user;
    (void)what;
    (void)done;
    (void)total;
    return ++patience->asks == patience->stop_at ? WR_STOP : WR_GO_ON;
}

static void a_stop_leaves_nothing(void **state)
{
    (void)state;
    struct patience patience = {.asks = 0};
    struct made made;
    made_start(&made);
    const char *map = made_ours(&made, "examples/first-map/map.json");
    wr_context_set_progress(made.f.context, answer, &patience);
    wr_context_set_patience(made.f.context, 0);
    assert_int_equal(made_convert(&made, map, "whole.glb"), WR_OK);
    uint64_t all = patience.asks;
    assert_true(all > 20);
    for (uint64_t stop = 1; stop <= all; stop += 1 + all / 60) {
        patience = (struct patience){.stop_at = stop};
        enum wr_result result = made_convert(&made, map, "stopped.glb");
        assert_true(result == WR_STOPPED || result == WR_OK);
        if (result == WR_STOPPED)
            assert_null(wr_memory_get(made.memory, "stopped.glb", NULL));
        else
            assert_same_file(&made, "stopped.glb", "whole.glb");
        wr_memory_files(made.memory)->remove(wr_memory_files(made.memory)->user, "stopped.glb");
    }
    made_end(&made);
}

/* ---- Without memory ------------------------------------------------------------------------
 */

static enum wr_result convert_module(struct findings *findings, void *user)
{
    const struct wr_convert_options options = {.force = true};
    wr_context_set_files(findings->context, wr_memory_files(user));
    return wr_convert(findings->context, "out/first.mod", "scene.glb", &options);
}

/* No word of the module is left out for want of it. */
static void memory_that_runs_out_is_told_of(void **state)
{
    (void)state;
    struct made made;
    made_start(&made);
    made_map(&made, made_ours(&made, "examples/first-map/map.json"), "first.mod");
    assert_true(starve_takes(convert_module, made.memory) > 100);
    made_end(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_has_all_that_the_module_has),
        cmocka_unit_test(a_map_gives_the_bytes_of_its_module_and_both_forms_say_the_same),
        cmocka_unit_test(rooms_of_a_kit_are_its_rooms_and_none_touches_another),
        cmocka_unit_test(shapes_spots_and_words_of_things_are_there),
        cmocka_unit_test(a_stop_leaves_nothing),
        cmocka_unit_test(memory_that_runs_out_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
