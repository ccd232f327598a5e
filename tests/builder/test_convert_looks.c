/* Models and textures of scenes: triangles and pixels are those of the files, as readers find
 * that share nothing with the writer. */
#include "tests/support/corpus.h"
#include "tests/support/mdl_walk.h"
#include "tests/support/scene_walkmeshes.h"
#include "tests/support/tpc_made.h"

#include <png.h>

/* ---- Models --------------------------------------------------------------------------------
 */

/* A point of a node of the walk in coordinates of the model. */
static wr_dvec3 in_model(const struct walk *walk, uint32_t node, wr_vec3 point)
{
    wr_dvec3 p = wr_widen(point);
    for (;; node = walk->nodes[node].parent) {
        const walk_node *at = &walk->nodes[node];
        double w = (double)at->turn[0], x = (double)at->turn[1], y = (double)at->turn[2],
               z = (double)at->turn[3];
        /* p + 2 q x (q x p + w p) */
        wr_dvec3 q = {x, y, z};
        wr_dvec3 inner = wr_add(wr_cross(q, p), wr_scale(p, w));
        p = wr_add(wr_add(p, wr_scale(wr_cross(q, inner), 2)), wr_widen(at->position));
        if (node == 0)
            return p;
    }
}

static void assert_mesh(const struct walk *walk, uint32_t index, const struct wr_scene *scene,
                        const wr_scene_node *node, wr_vec3 room)
{
    const walk_node *at = &walk->nodes[index];
    const wr_scene_part *seen = &scene->meshes[node->mesh].parts[0];
    assert_string_equal(node->name, at->name);
    assert_int_equal(scene->meshes[node->mesh].part_count, 1);
    assert_int_equal(seen->triangle_count, at->triangle_count);
    assert_true(wr_text_same(scene->materials[seen->material].name, at->texture));
    for (uint32_t t = 0; t < seen->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t corner = seen->triangles[t][k];
            wr_dvec3 got = wr_affine_point(&node->world, wr_widen(seen->points[corner]));
            wr_dvec3 wanted =
                wr_add(in_model(walk, index, at->triangles[t].v[k]), wr_widen(room));
            assert_true(wr_length(wr_sub(got, wanted)) < 1e-4);
        }
    for (uint32_t v = 0; walk->mdx_size > 0 && v < seen->point_count; v++) {
        float uv[2];
        walk_uv(walk, at, v, uv);
        assert_near((double)seen->uvs[v][0], (double)uv[0], 1e-5);
        assert_near((double)seen->uvs[v][1], (double)uv[1], 1e-5);
    }
}

/* Each mesh that is drawn hangs below the node, in the order of the model; returns how many. */
static uint32_t assert_model(const struct walk *walk, const struct wr_scene *scene,
                             const wr_scene_node *room)
{
    const wr_scene_node *node = room + 1, *end = scene->nodes + scene->node_count;
    uint32_t meshes = 0;
    for (uint32_t i = 0; i < walk->count; i++) {
        if (!walk->nodes[i].drawn || walk->nodes[i].flags & 0x200 ||
            walk->nodes[i].triangle_count == 0)
            continue;
        assert_true(node < end && node->parent == (uint32_t)(room - scene->nodes));
        assert_mesh(walk, i, scene, node++, made_place(room));
        meshes++;
    }
    assert_true(node == end || node->mesh == WR_SCENE_NONE || strstr(node->name, "_wok"));
    return meshes;
}

static void models_have_the_triangles_and_pictures_places_of_their_files(void **state)
{
    (void)state;
    static struct walk walk;
    struct made made;
    made_start(&made);
    made_map(&made, made_ours(&made, "examples/first-map/map.json"), "first.mod");
    const struct wr_lyt *lyt = made_layout(&made, "first");
    for (uint32_t r = 0; r < lyt->room_count; r++) {
        struct wr_source mdl = made_part(&made, lyt->rooms[r].model, WR_RES_MDL);
        struct wr_source mdx = made_part(&made, lyt->rooms[r].model, WR_RES_MDX);
        walk_model(&walk, mdl.data, mdl.size, mdx.data, mdx.size, WR_K1);
        assert_true(
            assert_model(&walk, made.scene, made_node(made.scene, lyt->rooms[r].model)) > 2);
        walk_end(&walk);
    }
    made_end(&made);
}

/* ---- Textures ------------------------------------------------------------------------------
 */

static void put_bytes(struct made *made, const char *path, const struct wr_bytes *bytes)
{
    assert_true(wr_memory_put(made->memory, path, bytes->data, bytes->size));
}

/* The pixels of a picture of the scene, read by libpng alone. */
static uint8_t *pixels_of(const struct wr_scene *scene, const char *name, unsigned channels,
                          unsigned width, unsigned height)
{
    const wr_scene_image *image = NULL;
    png_image png = {.version = PNG_IMAGE_VERSION};
    for (uint32_t i = 0; i < scene->image_count; i++)
        image = strcmp(scene->images[i].name, name) == 0 ? &scene->images[i] : image;
    assert_non_null(image);
    assert_true(png_image_begin_read_from_memory(&png, image->data, image->size));
    assert_int_equal(png.width, width);
    assert_int_equal(png.height, height);
    assert_int_equal(PNG_IMAGE_SAMPLE_CHANNELS(png.format), channels);
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(png));
    assert_true(png_image_finish_read(&png, NULL, pixels, 0, NULL));
    return pixels;
}

static const wr_scene_material *find_material(const struct wr_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (strcmp(scene->materials[i].name, name) == 0)
            return &scene->materials[i];
    fail_msg("there is no material '%s'", name);
    return NULL;
}

/* Unpacks the module into a folder that textures can lie in. */
static void unpack(struct made *made)
{
    made_map(made, made_ours(made, "examples/first-map/map.json"), "first.mod");
    assert_int_equal(made_convert(made, "out/first.mod", "parts"), WR_OK);
    made->f.lines.size = 0;
}

static void textures_decode_to_the_same_pixels_and_lie_in_the_scene_once(void **state)
{
    (void)state;
    static const enum made_tpc codings[] = {MADE_DXT5, MADE_DXT1, MADE_RGBA, MADE_RGB};
    static const char *const names[] = {"lda_flr07", "lda_flr11", "leh_wall01", "leh_blwall05"};
    enum { WIDE = 16, TALL = 8 };
    struct wr_bytes files[4] = {{0}};
    struct made made;
    made_start(&made);
    unpack(&made);
    for (int i = 0; i < 4; i++) {
        char path[64];
        bool packed = codings[i] >= MADE_DXT1;
        made_tpc_head(&files[i], codings[i],
                      packed ? (uint32_t)made_tpc_size(codings[i], WIDE, TALL) : 0, WIDE, TALL,
                      1);
        made_tpc_noise(&files[i], made_tpc_size(codings[i], WIDE, TALL), 77 + (uint32_t)i);
        snprintf(path, sizeof path, "parts/%s.tpc", names[i]);
        put_bytes(&made, path, &files[i]);
    }
    assert_int_equal(made_convert(&made, "parts", "textures.glb"), WR_OK);
    made_scene(&made, "textures.glb");
    assert_int_equal(made.scene->image_count, 4);
    for (int i = 0; i < 4; i++) {
        unsigned channels = made_tpc_channels(codings[i]);
        uint8_t *pixels = pixels_of(made.scene, names[i], channels, WIDE, TALL);
        for (unsigned p = 0; p < WIDE * TALL * channels; p++)
            assert_int_equal(pixels[p], made_tpc_pixel(codings[i], files[i].data + 128, WIDE,
                                                       TALL, p / channels % WIDE,
                                                       p / channels / WIDE, p % channels));
        const wr_scene_material *material = find_material(made.scene, names[i]);
        assert_true(material->image != WR_SCENE_NONE);
        assert_int_equal(material->clear, channels == 4);
        free(pixels);
        wr_bytes_finish(&files[i]);
    }
    made_end(&made);
}

/* The alpha of what mirrors its surroundings says how much. */
static void what_mirrors_is_not_seen_through(void **state)
{
    (void)state;
    struct made made;
    struct wr_bytes file = {0};
    made_start(&made);
    unpack(&made);
    made_tpc_head(&file, MADE_RGBA, 0, 4, 4, 1);
    made_tpc_noise(&file, 64, 5);
    wr_bytes_text(&file, "bumpyshinytexture CM_Bare\r\n");
    put_bytes(&made, "parts/lda_flr07.tpc", &file);
    assert_int_equal(made_convert(&made, "parts", "mirror.glb"), WR_OK);
    made_scene(&made, "mirror.glb");
    assert_false(find_material(made.scene, "lda_flr07")->clear);
    free(pixels_of(made.scene, "lda_flr07", 3, 4, 4));
    wr_bytes_finish(&file);
    made_end(&made);
}

static void what_is_missing_or_broken_is_named_and_plain(void **state)
{
    (void)state;
    struct made made;
    made_start(&made);
    unpack(&made);
    assert_true(wr_memory_put(made.memory, "parts/lda_flr07.tga", "no picture", 10));
    assert_int_equal(made_convert(&made, "parts", "plain.glb"), WR_OK);
    const char *said = findings_said(&made.f), *missing = strstr(said, "[scene-missing]");
    assert_non_null(missing);
    assert_null(strstr(missing + 1, "[scene-missing]"));
    assert_non_null(strstr(said, "lda_flr11"));
    assert_non_null(strstr(said, "[tga-short]"));
    made_scene(&made, "plain.glb");
    assert_int_equal(made.scene->image_count, 0);
    assert_int_equal(find_material(made.scene, "lda_flr11")->image, WR_SCENE_NONE);
    made_end(&made);
}

/* A texture that is called as a surface must not become floor. */
static void a_texture_called_as_a_surface_is_no_floor(void **state)
{
    (void)state;
    struct made made;
    made_start(&made);
    unpack(&made);
    size_t size;
    const uint8_t *data = wr_memory_get(made.memory, "parts/first_room1.mdl", &size);
    uint8_t *copy = malloc(size);
    memcpy(copy, data, size);
    for (size_t i = 0; i + 10 < size; i++)
        if (memcmp(copy + i, "lda_flr07", 10) == 0)
            memcpy(copy + i, "stone\0\0\0\0", 10);
    assert_true(wr_memory_put(made.memory, "parts/first_room1.mdl", copy, size));
    free(copy);
    assert_int_equal(made_convert(&made, "parts", "stone.glb"), WR_OK);
    made_scene(&made, "stone.glb");
    find_material(made.scene, "tex_stone");
    assert_made_walkmeshes(&made, "first", true);
    made_end(&made);
}

/* ---- Real rooms ----------------------------------------------------------------------------
 */

static void rooms_of_black_vulkar_have_their_models(void **state)
{
    (void)state;
    static struct walk walk;
    struct made made;
    made_start(&made);
    const char *holocron = corpus_folder(made.f.arena, "holocron");
    if (!holocron) {
        made_end(&made);
        skip();
    }
    struct wr_bytes text = {0};
    wr_bytes_print(
        &text,
        "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"vulkar\", \"kits\": "
        "[\"%s\"], \"rooms\": [{\"kit\": \"blackvulkar\", \"room\": \"large_room_1\", "
        "\"position\": [0, 0, 0]}, {\"kit\": \"blackvulkar\", \"room\": \"office_1\", "
        "\"position\": [100.25, 7, 3.5], \"turn\": 37.5}, {\"kit\": \"blackvulkar\", "
        "\"room\": \"room_1\", \"position\": [-100, 7, 3.5], \"mirror\": \"x\"}, "
        "{\"kit\": \"blackvulkar\", \"room\": \"hallway_1\", \"position\": [0, 99, 0], "
        "\"turn\": 90}]}",
        holocron);
    assert_true(wr_memory_put(made.memory, "vulkar.json", text.data, text.size));
    wr_bytes_finish(&text);
    made_map(&made, "vulkar.json", "vulkar.mod");
    assert_made_walkmeshes(&made, "vulkar", false);
    const struct wr_lyt *lyt = made_layout(&made, "vulkar");
    for (uint32_t r = 0; r < lyt->room_count; r++) {
        struct wr_source mdl = made_part(&made, lyt->rooms[r].model, WR_RES_MDL);
        struct wr_source mdx = made_part(&made, lyt->rooms[r].model, WR_RES_MDX);
        walk_model(&walk, mdl.data, mdl.size, mdx.data, mdx.size, WR_K1);
        assert_true(
            assert_model(&walk, made.scene, made_node(made.scene, lyt->rooms[r].model)) > 10);
        walk_end(&walk);
    }
    made_end(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_have_the_triangles_and_pictures_places_of_their_files),
        cmocka_unit_test(textures_decode_to_the_same_pixels_and_lie_in_the_scene_once),
        cmocka_unit_test(what_mirrors_is_not_seen_through),
        cmocka_unit_test(what_is_missing_or_broken_is_named_and_plain),
        cmocka_unit_test(a_texture_called_as_a_surface_is_no_floor),
        cmocka_unit_test(rooms_of_black_vulkar_have_their_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
