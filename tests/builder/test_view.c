/* Pictures: what they show is asked of the SVG, read back; the PNG is decoded. */
#include "tests/support/corpus.h"
#include "tests/support/drawn.h"
#include "tests/support/packed.h"
#include "tests/support/terrain.h"

#include "builder/builder.h"
#include "builder/floorplan/floorplan.h"
#include "builder/picture/raster.h"
#include "builder/view/area_plan.h"
#include "builder/view/page.h"
#include "core/format/bwm.h"
#include "core/format/resources.h"
#include "core/text/xml.h"

#include <png.h>

#include <unistd.h>

/* ---- Maps ---- */

static void every_room_is_named_and_all_its_floor_is_drawn_once(void **state)
{
    static const char *const maps[] = {"examples/first-map/map.json",
                                       "examples/deep-burrow/map.json"};
    struct drawn *drawn = *state;
    for (size_t m = 0; m < 2; m++) {
        const char *path = ours(drawn, maps[m]);
        struct wr_map *map = load_map(drawn, path);
        draw_svg(drawn, path);
        for (uint32_t i = 0; i < map->room_count; i++) {
            char tip[128];
            const wr_map_room *room = &map->rooms[i];
            const struct wr_kit *kit;
            assert_int_equal(wr_kits_find(drawn->heard.context, drawn->kits, room->kit, &kit),
                             WR_OK);
            snprintf(tip, sizeof tip, "%s: %s", room->name,
                     wr_kit_room(kit, room->room, NULL)->name);
            if (count_of(drawn, "floor ", "title", tip) == 0)
                fail_msg("room '%s' is not named", room->name);
        }
        double area = area_of_map(drawn, map);
        assert_near(floor_area(drawn), area, 0.01 * area);
        wr_map_free(map);
    }
}

static void doors_are_drawn_where_rooms_are_linked_and_bars_where_not(void **state)
{
    struct drawn *drawn = *state;
    draw_svg(drawn, ours(drawn, "examples/first-map/map.json"));
    assert_int_equal(count_of(drawn, "door", "path", ""), 5 + 1); /* and one in the key */
    assert_int_equal(count_of(drawn, "closed", "path", ""), 0);
    assert_int_equal(count_of(drawn, "entry", "path", ""), 1 + 1);
    draw_svg(drawn, ours(drawn, "tests/cases/loops/loop5.json"));
    assert_int_equal(count_of(drawn, "door", "path", ""), 5 + 1);
    assert_int_equal(count_of(drawn, "closed", "path", ""), 1 + 1);
}

static void storeys_stand_beside_each_other(void **state)
{
    struct drawn *drawn = *state;
    draw_svg(drawn, ours(drawn, "examples/deep-burrow/map.json"));
    assert_int_equal(count_of(drawn, "note", "text", "Storey 1 of 2 \xc2\xb7 floors at 0.0 m"),
                     1);
    assert_int_equal(count_of(drawn, "note", "text", "Storey 2 of 2 \xc2\xb7 floors at 4.5 m"),
                     1);
    assert_true(count_of(drawn, "echo", "path", "") >= 4);
    draw_svg(drawn, ours(drawn, "examples/first-map/map.json"));
    assert_int_equal(count_of(drawn, "echo", "path", ""), 0);
}

/* What is wrong with a map is said, and it is drawn nevertheless. */
static void a_wrong_map_is_drawn_with_its_faults(void **state)
{
    struct drawn *drawn = *state;
    struct wr_map *map = load_map(drawn, ours(drawn, "examples/first-map/map.json"));
    const struct wr_map *maps[] = {map};
    map->rooms[1].placement.position.x += 0.5f; /* the passage, into the shrine */
    drawn->bytes.size = 0;
    assert_int_equal(wr_draw_maps(drawn->heard.context, maps, NULL, 1, drawn->kits,
                                  &(struct wr_draw_options){0}, &drawn->bytes),
                     WR_INVALID);
    assert_int_equal(heard_of(&drawn->heard, "rooms-overlap"), 1);
    read_back(drawn);
    assert_int_equal(count_of(drawn, "overlap", "path", ""), 1 + 1);
    wr_map_free(map);
}

/* Floors that share less than the rule forbids are not ringed. */
static void contacts_that_are_allowed_are_not_faults(void **state)
{
    struct drawn *drawn = *state;
    struct wr_map *map = load_map(drawn, ours(drawn, "examples/first-map/map.json"));
    const struct wr_map *maps[] = {map};
    map->rooms[1].placement.position.x += 0.05f; /* the passage, into the shrine */
    drawn->bytes.size = 0;
    assert_int_equal(wr_draw_maps(drawn->heard.context, maps, NULL, 1, drawn->kits,
                                  &(struct wr_draw_options){0}, &drawn->bytes),
                     WR_OK);
    assert_true(heard_of(&drawn->heard, "rooms-touch") > 0);
    read_back(drawn);
    assert_int_equal(count_of(drawn, "overlap", "path", ""), 0);
    wr_map_free(map);
}

static void names_are_escaped(void **state)
{
    struct drawn *drawn = *state;
    struct wr_map *map = load_map(drawn, ours(drawn, "examples/first-map/map.json"));
    const struct wr_map *maps[] = {map};
    map->title = "<a & \"b\">\x01\xff</text>\xef\xbf\xbf";
    drawn->bytes.size = 0;
    assert_int_equal(wr_draw_maps(drawn->heard.context, maps, NULL, 1, drawn->kits,
                                  &(struct wr_draw_options){0}, &drawn->bytes),
                     WR_OK);
    read_back(drawn);
    assert_int_equal(count_of(drawn, "text", "text",
                              "<a & \"b\">\xef\xbf\xbd\xef\xbf\xbd</text>\xef\xbf\xbd"),
                     1);
    wr_map_free(map);
}

/* The text of a picture that says something; NULL where none does. */
static const wr_shape *text_of(const struct wr_picture *picture, const char *text)
{
    for (uint32_t i = 0; i < picture->shape_count; i++)
        if (picture->shapes[i].text && strcmp(picture->shapes[i].text, text) == 0)
            return &picture->shapes[i];
    return NULL;
}

static void a_long_name_is_split_into_two_lines_at_the_gap_nearest_its_middle(void **state)
{
    struct drawn *drawn = *state;
    struct wr_context *context = drawn->heard.context;
    struct wr_floorplan *floorplan;
    struct wr_picture picture = wr_picture_start(drawn->arena);
    struct wr_walkmesh *mesh =
        terrain_finish(context, drawn->arena, mesh_grid(drawn->arena, 1, 16));
    assert_int_equal(wr_floorplan_of_mesh(context, "Old stores nine", mesh, &floorplan), WR_OK);
    assert_int_equal(wr_plan_draw(context, floorplan, 400, &picture), WR_OK);
    const wr_shape *first = text_of(&picture, "Old stores"),
                   *second = text_of(&picture, "nine");
    assert_non_null(first);
    assert_non_null(second);
    assert_true(first->at.x == second->at.x && first->at.y < second->at.y);
    wr_floorplan_free(floorplan);
}

/* The two strokes of the cross on the plan; the key explains them with two more. */
static void a_hook_off_the_walls_is_marked_by_a_cross(void **state)
{
    struct drawn *drawn = *state;
    struct wr_context *context = drawn->heard.context;
    struct wr_floorplan *floorplan;
    struct wr_picture picture = wr_picture_start(drawn->arena);
    wr_door door = {.name = "arch", .width = 2, .height = 2};
    const struct wr_kit kit = {.doors = &door, .door_count = 1};
    wr_hook hook = {.name = "lost", .position = {2, 2, 0}, .out_x = 1, .foot = WR_NONE};
    const wr_room room = {
        .id = "hall",
        .name = "Hall",
        .kit = &kit,
        .hooks = &hook,
        .hook_count = 1,
        .mesh = terrain_finish(context, drawn->arena, mesh_grid(drawn->arena, 4, 4))};
    assert_int_equal(wr_floorplan_of_room(context, &room, &floorplan), WR_OK);
    assert_int_equal(wr_plan_draw(context, floorplan, 400, &picture), WR_OK);
    assert_non_null(text_of(&picture, "hook off the walls"));
    const wr_point *ends[4];
    unsigned strokes = 0;
    for (uint32_t i = 0; i < picture.shape_count; i++)
        if (strcmp(picture.shapes[i].ink->role, "lost") == 0 && strokes < 4)
            ends[strokes++] = picture.points + picture.contours[picture.shapes[i].first].first;
    assert_int_equal(strokes, 4);
    for (int i = 0; i < 4; i += 2) {
        assert_true(ends[i][0].x < ends[i][1].x && ends[i][0].y < ends[i][1].y);
        assert_true(ends[i + 1][0].x == ends[i][0].x && ends[i + 1][0].y == ends[i][1].y);
        assert_true(ends[i + 1][1].x == ends[i][1].x && ends[i + 1][1].y == ends[i][0].y);
    }
    wr_floorplan_free(floorplan);
}

/* To the centimetre, without noughts at the end, but with those before the point. */
static void a_kit_says_how_wide_its_doorways_are(void **state)
{
    struct drawn *drawn = *state;
    struct wr_context *context = drawn->heard.context;
    struct wr_floorplan *floorplan;
    static const char *const said[] = {"10 m, gate", "2.5 m, arch", "1.23 m, slit"};
    wr_door doors[] = {{.name = "gate", .width = 10, .height = 2},
                       {.name = "arch", .width = 2.5f, .height = 2},
                       {.name = "slit", .width = 1.234f, .height = 2}};
    const struct wr_kit kit = {.doors = doors, .door_count = 3};
    wr_hook hooks[3];
    for (uint32_t i = 0; i < 3; i++)
        hooks[i] = (wr_hook){.name = "way", .door = i, .foot = WR_NONE};
    const wr_room room = {
        .id = "hall",
        .name = "Hall",
        .kit = &kit,
        .hooks = hooks,
        .hook_count = 3,
        .mesh = terrain_finish(context, drawn->arena, mesh_grid(drawn->arena, 4, 4))};
    assert_int_equal(wr_floorplan_of_room(context, &room, &floorplan), WR_OK);
    assert_int_equal(floorplan->doorway_count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_string_equal(floorplan->doorways[i].door, said[i]);
    wr_floorplan_free(floorplan);
}

/* Names of ways out come before those of keys, of which there is one here, far from them. */
static bool names_key_behind(struct drawn *drawn, uint32_t ways_out)
{
    struct wr_context *context = drawn->heard.context;
    struct wr_floorplan *floorplan;
    struct wr_picture picture = wr_picture_start(drawn->arena);
    wr_floorplan_key key = {"brass", {.there = true, .position = {14, 4, 0}}};
    struct wr_walkmesh *mesh =
        terrain_finish(context, drawn->arena, mesh_grid(drawn->arena, 16, 8));
    assert_int_equal(wr_floorplan_of_mesh(context, "hall", mesh, &floorplan), WR_OK);
    for (uint32_t i = 0; i < ways_out; i++) {
        wr_floorplan_doorway *doorway = wr_floorplan_add_doorway(floorplan, 0);
        assert_non_null(doorway);
        doorway->exit = "tower";
        assert_true(wr_floorplan_add_doorway_point(floorplan, wr_vec3_of(1, 4, 0)));
    }
    floorplan->keys = &key;
    floorplan->key_count = 1;
    assert_int_equal(wr_plan_draw(context, floorplan, 800, &picture), WR_OK);
    assert_int_equal(text_of(&picture, "tower") != NULL, ways_out > 0);
    wr_floorplan_free(floorplan);
    return text_of(&picture, "brass") != NULL;
}

static void no_more_than_512_keys_and_ways_out_are_named(void **state)
{
    struct drawn *drawn = *state;
    assert_true(names_key_behind(drawn, 0));
    assert_true(names_key_behind(drawn, 511));
    assert_false(names_key_behind(drawn, 512));
}

/* ---- PNG ---- */

static void a_png_is_as_wide_as_asked(void **state)
{
    struct drawn *drawn = *state;
    const char *path = ours(drawn, "examples/first-map/map.json");
    struct wr_draw_options options = {.format = WR_PNG, .width = 777};
    assert_int_equal(draw(drawn, path, &options), WR_OK);
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    assert_true(png_image_begin_read_from_memory(&image, drawn->bytes.data, drawn->bytes.size));
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(image.width, 777);
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    size_t stone = 0, count = (size_t)image.width * image.height;
    for (size_t i = 0; i < count; i++)
        stone += memcmp(pixels + 3 * i, "\xd8\xd8\xd2", 3) == 0;
    free(pixels);

    /* The stone of the SVG, in pixels of the same scale. */
    options.format = WR_SVG;
    assert_int_equal(draw(drawn, path, &options), WR_OK);
    read_back(drawn);
    assert_string_equal(attribute(drawn->root, "width"), "777");
    double scale = strtod(attribute(drawn->root, "data-pixels-per-metre"), NULL);
    double most = floor_area(drawn) * scale * scale;
    assert_true((double)stone > 0.7 * most && (double)stone < most);
}

static void what_reaches_beyond_a_png_is_cut_off(void **state)
{
    enum { SIDE = 40 };
    struct drawn *drawn = *state;
    static const wr_ink ink = {.role = "box", .fill = 0x000000ffu};
    struct wr_picture picture = wr_picture_start(drawn->arena);
    struct wr_pixels pixels;
    picture.width = picture.height = SIDE;
    wr_picture_box(&picture, &ink, -10, 10, 20, 10);
    wr_picture_box(&picture, &ink, 30, 10, 20, 10);
    assert_int_equal(wr_picture_raster(drawn->heard.context, drawn->arena, &picture, &pixels),
                     WR_OK);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool inside = y >= 10 && y < 20 && (x < 10 || x >= 30);
            assert_int_equal(pixels.data[3 * (y * SIDE + x)], inside ? 0 : 0xff);
        }
}

static void pictures_are_the_same_on_one_thread_and_on_many(void **state)
{
    struct drawn *drawn = *state;
    const char *path = ours(drawn, "examples/deep-burrow/map.json");
    for (int format = WR_SVG; format <= WR_PNG; format++) {
        struct wr_draw_options options = {.format = (enum wr_picture_format)format,
                                          .width = 900};
        struct wr_bytes first = {0};
        wr_context_set_jobs(drawn->heard.context, 1);
        assert_int_equal(draw(drawn, path, &options), WR_OK);
        wr_bytes_add(&first, drawn->bytes.data, drawn->bytes.size);
        wr_context_set_jobs(drawn->heard.context, 5);
        assert_int_equal(draw(drawn, path, &options), WR_OK);
        assert_int_equal(first.size, drawn->bytes.size);
        assert_memory_equal(first.data, drawn->bytes.data, first.size);
        wr_bytes_finish(&first);
    }
}

/* ---- Odd input ---- */

static void assert_refused(struct drawn *drawn, const char *path, enum wr_result result,
                           const char *slug)
{
    size_t before = heard_of(&drawn->heard, slug);
    assert_int_equal(draw(drawn, path, &(struct wr_draw_options){0}), result);
    assert_int_equal(drawn->bytes.size, 0);
    assert_int_equal(heard_of(&drawn->heard, slug), before + 1);
}

static void what_has_no_picture_is_refused(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "examples/first-map/map.json");
    assert_refused(drawn, "/nowhere/at/all", WR_NOT_FOUND, "file-not-found");
    assert_refused(drawn, wr_path_join(drawn->arena, folder, "first.vis"), WR_INVALID,
                   "view-kind");
    assert_refused(drawn, wr_path_join(drawn->arena, folder, "first.report.json"), WR_INVALID,
                   "view-kind");
    replace(drawn, folder, "other.lyt", "", 0);
    assert_refused(drawn, folder, WR_INVALID, "view-modules");
    assert_refused(drawn, wr_path_join(drawn->arena, folder, "other.lyt"), WR_SYNTAX,
                   "file-kind-unknown");
    const char *kit = ours(drawn, "kits/library/burrow");
    assert_int_equal(wr_draw_sheet(drawn->heard.context, &kit, 1, drawn->kits,
                                   &(struct wr_draw_options){0}, &drawn->bytes),
                     WR_INVALID);
    assert_int_equal(heard_of(&drawn->heard, "view-kit-on-sheet"), 1);
    remove_folder(drawn, folder);
}

static void widths_have_bounds(void **state)
{
    struct drawn *drawn = *state;
    const char *path = ours(drawn, "examples/first-map/map.json");
    static const unsigned wrong[] = {1, 399, 16385, 4000000000};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(draw(drawn, path, &(struct wr_draw_options){.width = wrong[i]}),
                         WR_LIMIT);
    assert_int_equal(heard_of(&drawn->heard, "picture-width"), 4);
    assert_int_equal(
        draw(drawn, path, &(struct wr_draw_options){.width = 400, .format = WR_PNG}), WR_OK);
}

static void a_sheet_too_high_for_a_png_is_refused(void **state)
{
    struct drawn *drawn = *state;
    enum { MANY = 300 };
    const char *paths[MANY];
    for (int i = 0; i < MANY; i++)
        paths[i] = i ? paths[0] : ours(drawn, "tests/cases/loops/loop4.json");
    struct wr_draw_options options = {.width = 400, .format = WR_PNG};
    assert_int_equal(
        wr_draw_sheet(drawn->heard.context, paths, MANY, drawn->kits, &options, &drawn->bytes),
        WR_LIMIT);
    assert_int_equal(heard_of(&drawn->heard, "picture-too-large"), 1);
}

/* A LYT may name what is not there, and hold nothing. */
static void modules_of_nothing_are_drawn(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "examples/first-map/map.json");
    static const char empty[] = "beginlayout\r\n   roomcount 0\r\n   trackcount 0\r\n   "
                                "obstaclecount 0\r\n   doorhookcount 0\r\ndonelayout\r\n";
    static const char absent[] = "beginlayout\r\n   roomcount 2\r\n      **** 0.0 0.0 0.0\r\n"
                                 "      no_such_room 0.0 0.0 0.0\r\n   trackcount 0\r\n   "
                                 "obstaclecount 0\r\n   doorhookcount 0\r\ndonelayout\r\n";
    unlink(wr_path_join(drawn->arena, folder, "first.report.json"));
    replace(drawn, folder, "first.lyt", empty, sizeof empty - 1);
    draw_svg(drawn, folder);
    replace(drawn, folder, "first.lyt", absent, sizeof absent - 1);
    draw_svg(drawn, folder);
    assert_near(floor_area(drawn), 0, 0);
    assert_int_equal(
        draw(drawn, folder, &(struct wr_draw_options){.format = WR_PNG, .width = 500}), WR_OK);
    remove_folder(drawn, folder);
}

/* One that fits its page, whatever its width. */
static void assert_page(const struct wr_picture *picture, double width)
{
    assert_false(picture->failed);
    assert_true(picture->width == width);
    assert_true(picture->scale > 0 && isfinite(picture->scale));
    assert_true(picture->height > 0 && picture->height < 101000);
}

/* So far out that no metre is left between one number and the next. */
static void what_lies_far_out_has_an_extent(void **state)
{
    static const float far[] = {0, 1e7f, -1e12f, 2.7e23f, 3e38f};
    struct drawn *drawn = *state;
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        struct wr_floorplan *floorplan = wr_floorplan_create();
        struct wr_picture picture = wr_picture_start(drawn->arena);
        assert_non_null(floorplan);
        floorplan->entry =
            (wr_floorplan_spot){.there = true, .position = wr_vec3_of(far[i], far[i], 0)};
        assert_int_equal(wr_floorplan_finish(drawn->heard.context, floorplan), WR_OK);
        assert_true(floorplan->right > floorplan->left && floorplan->top > floorplan->bottom);
        assert_int_equal(wr_plan_draw(drawn->heard.context, floorplan, 400, &picture), WR_OK);
        assert_page(&picture, 400);
        wr_floorplan_free(floorplan);
    }
}

static void slim_areas_have_an_end(void **state)
{
    static const float lengths[] = {1e7f, 1e20f, 3e38f};
    struct drawn *drawn = *state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        wr_vec3 vertex = wr_vec3_of(1, lengths[i], 0);
        const struct wr_aswm mesh = {
            .tile_width = 1, .width = 1, .vertices = &vertex, .vertex_count = 1};
        const struct wr_area_plan plan = {.title = "slim", .mesh = &mesh};
        struct wr_picture picture = wr_picture_start(drawn->arena);
        assert_int_equal(wr_area_plan_draw(drawn->heard.context, &plan, 400, &picture), WR_OK);
        assert_page(&picture, 400);
    }
}

/* What looks up, as its file has it. */
static double upward_area(struct drawn *drawn, const char *wok)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_source source;
    struct wr_walkmesh *mesh;
    double sum = 0;
    assert_int_equal(wr_file_read(drawn->heard.context, drawn->arena, wok, &source), WR_OK);
    source.binary = true;
    assert_int_equal(
        wr_bwm_read_room(drawn->heard.context, drawn->arena, &source, &surfaces, &mesh), WR_OK);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const wr_vec3 *v = mesh->vertices;
        const uint32_t *c = mesh->faces[f].v;
        double up = wr_triangle_normal(v[c[0]], v[c[1]], v[c[2]]).z / 2;
        sum += up > 0 ? up : 0;
    }
    return sum;
}

static void faces_of_a_scene_that_look_upward_are_drawn_at_their_size(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "examples/first-map/map.json");
    const char *wok = wr_path_join(drawn->arena, folder, "first_room2.wok");
    const char *glb = wr_path_join(drawn->arena, folder, "room.glb");
    assert_int_equal(wr_convert(drawn->heard.context, wok, glb, NULL), WR_OK);
    draw_svg(drawn, glb);
    double area = upward_area(drawn, wok);
    assert_true(area > 20);
    assert_near(floor_area(drawn), area, 0.01 * area);
    remove_folder(drawn, folder);
}

/* Damaged walkmeshes are refused or drawn, and never break anything. */
static void damaged_walkmeshes_do_no_harm(void **state)
{
    struct drawn *drawn = *state;
    struct wr_source source;
    const char *folder = build(drawn, "tests/cases/loops/loop4.json");
    char **names;
    size_t count, wok = 0;
    assert_int_equal(wr_folder_list(drawn->heard.context, drawn->arena, folder, &names, &count),
                     WR_OK);
    while (!strstr(names[wok], ".wok"))
        wok++;
    const char *path = wr_path_join(drawn->arena, folder, names[wok]);
    assert_int_equal(wr_file_read(drawn->heard.context, drawn->arena, path, &source), WR_OK);
    uint8_t *damaged = wr_arena_copy(drawn->arena, source.data, source.size, 1);
    unsigned good = 0, refused = 0;
    for (size_t i = 0; i < source.size; i += 1 + source.size / 300) {
        static const uint8_t bits[] = {0x80, 0xff, 0x01};
        damaged[i] ^= bits[i % 3];
        replace(drawn, folder, names[wok], damaged, i % 7 ? source.size : i);
        enum wr_result result = draw(drawn, folder, &(struct wr_draw_options){0});
        if (result == WR_OK)
            read_back(drawn);
        good += result == WR_OK;
        refused += result != WR_OK;
        damaged[i] ^= bits[i % 3];
    }
    assert_true(good > 0 && refused > 0);
    remove_folder(drawn, folder);
}

static void missing_memory_is_told_and_nothing_is_drawn(void **state)
{
    struct drawn *drawn = *state;
    const char *path = ours(drawn, "tests/cases/loops/loop4x2.json");
    size_t failures = 0;
    draw_svg(drawn, path); /* the kit is loaded from here on */
    for (size_t n = 1; n < 1000000; n += 1 + n / 16) {
        struct wr_context *context = wr_context_create(NULL, NULL);
        struct wr_bytes bytes = {0};
        struct wr_draw_options options = {.width = 400, .format = WR_PNG};
        wr_context_set_jobs(context, 1);
        wr_fail_allocation_after(n);
        enum wr_result result = wr_draw(context, path, drawn->kits, &options, &bytes);
        wr_fail_allocation_after(0);
        assert_true(result == WR_OK || result == WR_NO_MEMORY);
        assert_true(result == WR_OK || bytes.size == 0);
        failures += result != WR_OK;
        wr_bytes_finish(&bytes);
        wr_context_destroy(context);
        if (result == WR_OK)
            break;
    }
    assert_true(failures > 20);
}

static void kits_of_others_are_drawn(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = corpus_folder(drawn->arena, "holocron");
    if (!folder)
        skip();
    draw_svg(drawn, wr_path_join(drawn->arena, folder, "blackvulkar.json"));
    assert_int_equal(count_of(drawn, "text", "text", "large_room_1"), 1);
    assert_true(floor_area(drawn) > 3000);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, drawn_start, drawn_finish)
    const struct CMUnitTest tests[] = {
        TEST(every_room_is_named_and_all_its_floor_is_drawn_once),
        TEST(doors_are_drawn_where_rooms_are_linked_and_bars_where_not),
        TEST(storeys_stand_beside_each_other),
        TEST(a_wrong_map_is_drawn_with_its_faults),
        TEST(contacts_that_are_allowed_are_not_faults),
        TEST(names_are_escaped),
        TEST(a_long_name_is_split_into_two_lines_at_the_gap_nearest_its_middle),
        TEST(a_hook_off_the_walls_is_marked_by_a_cross),
        TEST(a_kit_says_how_wide_its_doorways_are),
        TEST(no_more_than_512_keys_and_ways_out_are_named),
        TEST(a_png_is_as_wide_as_asked),
        TEST(what_reaches_beyond_a_png_is_cut_off),
        TEST(pictures_are_the_same_on_one_thread_and_on_many),
        TEST(what_has_no_picture_is_refused),
        TEST(widths_have_bounds),
        TEST(a_sheet_too_high_for_a_png_is_refused),
        TEST(modules_of_nothing_are_drawn),
        TEST(what_lies_far_out_has_an_extent),
        TEST(slim_areas_have_an_end),
        TEST(faces_of_a_scene_that_look_upward_are_drawn_at_their_size),
        TEST(damaged_walkmeshes_do_no_harm),
        TEST(missing_memory_is_told_and_nothing_is_drawn),
        TEST(kits_of_others_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
