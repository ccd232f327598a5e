/* Minimaps: what an ARE's mapping says is where the picture has it. */
#include "tests/support/generated.h"
#include "tests/support/laid_out.h"
#include "tests/support/scenes.h"
#include "tests/support/starved.h"

#include "builder/floorplan/floorplan.h"
#include "builder/module/minimap.h"
#include "core/base/random.h"
#include "core/format/tga.h"

/* A level's picture for one game. */
struct shown {
    struct wr_minimap_mapping mapping;
    struct wr_tga tga;
    struct wr_bytes bytes;
    double width; /* that parts are multiplied by */
};

static enum wr_result map_of(struct wr_context *context, const struct wr_layout *layout,
                             enum wr_game game, struct wr_minimap_mapping *mapping,
                             struct wr_bytes *out)
{
    struct wr_floorplan *floorplan = NULL;
    enum wr_result result = wr_floorplan_of_layout(context, layout, NULL, &floorplan);
    if (result == WR_OK)
        result = wr_minimap_make(context, floorplan, game, mapping, out);
    wr_floorplan_free(floorplan);
    return result;
}

static enum wr_result screen_of(struct wr_context *context, const struct wr_layout *layout,
                                struct wr_bytes *out)
{
    struct wr_floorplan *floorplan = NULL;
    enum wr_result result = wr_floorplan_of_layout(context, layout, NULL, &floorplan);
    if (result == WR_OK)
        result = wr_load_screen_make(context, floorplan, out);
    wr_floorplan_free(floorplan);
    return result;
}

static void show(struct wr_context *context, const struct wr_layout *layout, enum wr_game game,
                 struct wr_arena *arena, struct shown *out)
{
    *out = (struct shown){.width = game == WR_K1 ? 440 : 512};
    assert_int_equal(map_of(context, layout, game, &out->mapping, &out->bytes), WR_OK);
    struct wr_source source = {
        .name = "map", .data = out->bytes.data, .size = out->bytes.size, .binary = true};
    assert_int_equal(wr_tga_read(context, arena, &source, &out->tga), WR_OK);
    assert_int_equal(out->tga.width, 512);
    assert_int_equal(out->tga.height, 256);
}

/* Where the game draws a place of the area, by the formulas of both open engines. */
static void locate(const struct shown *shown, double x, double y, double *column, double *row)
{
    const struct wr_minimap_mapping *m = &shown->mapping;
    double scale_x =
        ((double)m->map1_x - (double)m->map2_x) / ((double)m->world1_x - (double)m->world2_x);
    double scale_y =
        ((double)m->map1_y - (double)m->map2_y) / ((double)m->world1_y - (double)m->world2_y);
    assert_int_equal(m->north_axis, 0);
    *column = ((x - (double)m->world1_x) * scale_x + (double)m->map1_x) * shown->width;
    *row = ((y - (double)m->world1_y) * scale_y + (double)m->map1_y) * 256;
}

static unsigned light_at(const struct shown *shown, double column, double row)
{
    if (!(column >= 0 && row >= 0 && column < 512 && row < 256))
        fail_msg("(%g, %g) is not on the picture", column, row);
    const uint8_t *pixel = shown->tga.pixels + 3 * ((size_t)row * 512 + (size_t)column);
    return (2u * pixel[0] + 5u * pixel[1] + pixel[2]) / 8;
}

static unsigned light_of(const struct shown *shown, double x, double y)
{
    double column, row;
    locate(shown, x, y, &column, &row);
    return light_at(shown, column, row);
}

static double pixels_a_metre(const struct shown *shown)
{
    double a, b, row;
    locate(shown, 0, 0, &a, &row);
    locate(shown, 1, 0, &b, &row);
    return b - a;
}

/* ---- Floor and nothing ---- */

static double off_line(double x, double y, wr_vec3 a, wr_vec3 b)
{
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    double square = dx * dx + dy * dy, t = 0;
    if (square > 0)
        t = ((x - (double)a.x) * dx + (y - (double)a.y) * dy) / square;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    dx = (double)a.x + t * dx - x;
    dy = (double)a.y + t * dy - y;
    return sqrt(dx * dx + dy * dy);
}

static bool is_inside(const struct wr_walkmesh *mesh, uint32_t face, double x, double y)
{
    int left = 0, right = 0;
    for (int k = 0; k < 3; k++) {
        wr_vec3 a = mesh->vertices[mesh->faces[face].v[k]];
        wr_vec3 b = mesh->vertices[mesh->faces[face].v[(k + 1) % 3]];
        double side = ((double)b.x - (double)a.x) * (y - (double)a.y) -
                      ((double)b.y - (double)a.y) * (x - (double)a.x);
        left += side > 0;
        right += side < 0;
    }
    return left == 0 || right == 0;
}

/* Whether a place is on floor, and how far it is from the nearest edge of any face. */
static bool on_floor(const struct wr_walkmesh *mesh, double x, double y, double *edge)
{
    bool inside = false;
    *edge = INFINITY;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        inside |= is_inside(mesh, f, x, y);
        for (int k = 0; k < 3; k++) {
            double off = off_line(x, y, mesh->vertices[mesh->faces[f].v[k]],
                                  mesh->vertices[mesh->faces[f].v[(k + 1) % 3]]);
            *edge = off < *edge ? off : *edge;
        }
    }
    return inside;
}

/* Places by chance all over the level: light on floor, dark two pixels off it. Returns how many
 * were on floor. */
static uint32_t compare(const struct wr_walkmesh *mesh, const struct shown *shown,
                        uint64_t seed)
{
    struct wr_random random = wr_random_of(seed, 3);
    wr_box box = wr_box_empty();
    uint32_t light = 0, dark = 0;
    double pixel = 1 / pixels_a_metre(shown);
    for (uint32_t f = 0; f < 3 * mesh->walkable_count; f++)
        box = wr_box_add(box, mesh->vertices[mesh->faces[f / 3].v[f % 3]]);
    for (int i = 0; i < 1500; i++) {
        double x = (double)box.min.x - 4 +
                   ((double)box.max.x - (double)box.min.x + 8) *
                       wr_random_below(&random, 100001) / 1e5;
        double y = (double)box.min.y - 4 +
                   ((double)box.max.y - (double)box.min.y + 8) *
                       wr_random_below(&random, 100001) / 1e5;
        double edge;
        bool floor = on_floor(mesh, x, y, &edge);
        if (edge < 2 * pixel)
            continue;
        unsigned seen = light_of(shown, x, y);
        if (floor ? seen < 60 : seen > 30)
            fail_msg("(%g, %g) is %s, but its light is %u", x, y, floor ? "floor" : "nothing",
                     seen);
        light += floor;
        dark += !floor;
    }
    assert_true(dark > 10);
    return light;
}

static void assert_sound(const struct wr_minimap_mapping *m)
{
    const float parts[] = {m->map1_x, m->map1_y, m->map2_x, m->map2_y};
    assert_true(m->world1_x < m->world2_x && m->world1_y > m->world2_y);
    assert_true(m->map1_x < m->map2_x && m->map1_y < m->map2_y);
    for (int i = 0; i < 4; i++)
        assert_true(parts[i] >= 0 && parts[i] <= 1);
    assert_int_equal(m->zoom, 1);
    assert_in_range(m->resolution, 8, 50);
}

static void places_are_where_the_mapping_says(void **state)
{
    static const char *const paths[] = {"templates/library/hub.json",
                                        "templates/library/storeys.json",
                                        "examples/first-level/template.json"};
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct generated g;
        uint32_t light = 0;
        generated_start(&g, paths[i]);
        for (uint64_t seed = 1; seed <= 2; seed++) {
            struct laid_out level;
            generated_make(&g, seed);
            laid_out_start(&level, g.map, g.kits);
            for (int game = WR_K1; game <= WR_K2; game++) {
                struct shown shown;
                show(level.findings.context, level.layout, (enum wr_game)game, level.arena,
                     &shown);
                assert_sound(&shown.mapping);
                light += compare(level.mesh, &shown, seed);
                wr_bytes_finish(&shown.bytes);
            }
            laid_out_end(&level);
        }
        assert_true(light > 10);
        generated_end(&g);
    }
}

/* ---- Scenes ---- */

struct stage {
    struct scene scene;
    struct wr_arena *arena;
    struct shown shown;
};

static int start(void **state)
{
    static struct stage stage;
    stage = (struct stage){0};
    scene_start(&stage.scene);
    stage.arena = wr_arena_create();
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    wr_bytes_finish(&stage->shown.bytes);
    scene_end(&stage->scene);
    wr_arena_destroy(stage->arena);
    return 0;
}

static void show_scene(struct stage *stage, enum wr_game game)
{
    assert_int_equal(scene_connect(&stage->scene), WR_OK);
    show(stage->scene.context, stage->scene.layout, game, stage->arena, &stage->shown);
}

static void add_cell(struct scene *scene)
{
    scene_add_box(scene, &(scene_box){.id = "cell",
                                      .width = 8,
                                      .depth = 8,
                                      .doors = {{.side = 'n'}, {.side = 's'}, {.side = 'e'}}});
}

static void a_linked_doorway_is_marked_and_a_closed_one_is_wall(void **state)
{
    struct stage *stage = *state;
    add_cell(&stage->scene);
    scene_put(&stage->scene, "cell", -100, 50, 3, 0);
    scene_join(&stage->scene, 0, "n", "cell", "s", false);
    show_scene(stage, WR_K2);
    const struct shown *shown = &stage->shown;
    assert_true(light_of(shown, -100, 50) > 100);
    double column, row;
    locate(shown, -100, 54, &column, &row);
    const uint8_t *door = shown->tga.pixels + 3 * ((size_t)row * 512 + (size_t)column);
    assert_true(door[0] > door[2] + 40);                                   /* amber, not blue */
    assert_true(light_of(shown, -96, 50) > light_of(shown, -98, 50) + 20); /* closed: a wall */
    assert_true(light_of(shown, -97, 54) > light_of(shown, -98, 50) + 20); /* beside the door */
}

static void the_first_games_picture_leaves_its_right_dark(void **state)
{
    struct stage *stage = *state;
    add_cell(&stage->scene);
    for (int i = 0; i < 8; i++)
        scene_put(&stage->scene, "cell", (float)(20 * i), 0, 0, 0);
    show_scene(stage, WR_K1);
    for (int x = 440; x < 512; x++)
        for (int y = 0; y < 256; y += 5)
            assert_true(light_at(&stage->shown, x, y) < 30);
    assert_true(light_of(&stage->shown, 140, 0) > 100);
}

static void lower_storeys_are_dimmer(void **state)
{
    struct stage *stage = *state;
    add_cell(&stage->scene);
    for (int i = 0; i < 4; i++)
        scene_put(&stage->scene, "cell", (float)(20 * i), 0, (float)(6 * i), 0);
    show_scene(stage, WR_K2);
    unsigned lights[4];
    for (int i = 0; i < 4; i++)
        lights[i] = light_of(&stage->shown, 20 * i + 2, 1);
    assert_true(lights[3] > lights[2] + 20 && lights[2] > lights[1] + 20);
    assert_int_equal(lights[1], lights[0]);
    assert_true(lights[0] > light_of(&stage->shown, 10, 0) + 20);
}

static void a_level_without_floor_has_a_mapping(void **state)
{
    static const char *const rows[] = {"##", "##", NULL};
    struct stage *stage = *state;
    scene_add_plan(&stage->scene, &(scene_plan){"plan", rows, 1});
    scene_put(&stage->scene, "plan", 0, 0, 0, 0);
    show_scene(stage, WR_K1);
    assert_sound(&stage->shown.mapping);
}

static void a_level_far_out_has_a_mapping(void **state)
{
    struct stage *stage = *state;
    add_cell(&stage->scene);
    scene_put(&stage->scene, "cell", 120000, -120000, 0, 0);
    show_scene(stage, WR_K1);
    assert_sound(&stage->shown.mapping);
    assert_true(light_of(&stage->shown, 120000, -120000) > 100);
    assert_true(light_of(&stage->shown, 120006, -120000) < 30);
}

/* ---- Promises ---- */

static void any_number_of_jobs_gives_the_same_bytes(void **state)
{
    struct stage *stage = *state;
    struct wr_bytes again = {0};
    struct wr_minimap_mapping mapping;
    add_cell(&stage->scene);
    scene_put(&stage->scene, "cell", 0, 0, 0, 30);
    scene_join(&stage->scene, 0, "e", "cell", "e", true);
    wr_context_set_jobs(stage->scene.context, 1);
    show_scene(stage, WR_K1);
    wr_context_set_jobs(stage->scene.context, 5);
    assert_int_equal(map_of(stage->scene.context, stage->scene.layout, WR_K1, &mapping, &again),
                     WR_OK);
    assert_int_equal(again.size, stage->shown.bytes.size);
    assert_memory_equal(again.data, stage->shown.bytes.data, again.size);
    assert_memory_equal(&mapping, &stage->shown.mapping, sizeof mapping);
    wr_bytes_finish(&again);
}

static enum wr_result map_starved(struct findings *findings, void *layout)
{
    struct wr_bytes bytes = {0};
    struct wr_minimap_mapping mapping;
    enum wr_result result = map_of(findings->context, layout, WR_K1, &mapping, &bytes);
    wr_bytes_finish(&bytes);
    return result;
}

static enum wr_result screen_starved(struct findings *findings, void *layout)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = screen_of(findings->context, layout, &bytes);
    wr_bytes_finish(&bytes);
    return result;
}

static void memory_that_runs_out_is_said(void **state)
{
    struct stage *stage = *state;
    add_cell(&stage->scene);
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    assert_int_equal(scene_connect(&stage->scene), WR_OK);
    starve(map_starved, stage->scene.layout);
    starve(screen_starved, stage->scene.layout);
}

static void a_load_screen_shows_title_and_plan(void **state)
{
    struct stage *stage = *state;
    struct wr_bytes bytes = {0};
    struct wr_tga tga;
    uint32_t above = 0, below = 0;
    add_cell(&stage->scene);
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    stage->scene.map.title = "The cell at the end of the long way down";
    assert_int_equal(scene_connect(&stage->scene), WR_OK);
    assert_int_equal(screen_of(stage->scene.context, stage->scene.layout, &bytes), WR_OK);
    struct wr_source source = {
        .name = "screen", .data = bytes.data, .size = bytes.size, .binary = true};
    assert_int_equal(wr_tga_read(stage->scene.context, stage->arena, &source, &tga), WR_OK);
    assert_int_equal(tga.width & (tga.width - 1), 0);
    assert_int_equal(tga.height & (tga.height - 1), 0);
    for (uint32_t i = 0; i < tga.width * tga.height; i++) {
        bool light = tga.pixels[3 * i + 1] > 100;
        above += light && i / tga.width < 76;
        below += light && i / tga.width > 90;
        assert_true(!light || (i % tga.width > 10 && i % tga.width < tga.width - 10));
    }
    assert_true(above > 500);
    assert_true(below > 20000);
    wr_bytes_finish(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_where_the_mapping_says),
        cmocka_unit_test_setup_teardown(a_linked_doorway_is_marked_and_a_closed_one_is_wall,
                                        start, finish),
        cmocka_unit_test_setup_teardown(the_first_games_picture_leaves_its_right_dark, start,
                                        finish),
        cmocka_unit_test_setup_teardown(lower_storeys_are_dimmer, start, finish),
        cmocka_unit_test_setup_teardown(a_level_without_floor_has_a_mapping, start, finish),
        cmocka_unit_test_setup_teardown(a_level_far_out_has_a_mapping, start, finish),
        cmocka_unit_test_setup_teardown(any_number_of_jobs_gives_the_same_bytes, start, finish),
        cmocka_unit_test_setup_teardown(memory_that_runs_out_is_said, start, finish),
        cmocka_unit_test_setup_teardown(a_load_screen_shows_title_and_plan, start, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
