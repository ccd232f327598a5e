/* Scenes as kits: one floor however it is written, real files, pictures that are broken
 * anywhere, and memory that runs out. */
#include "tests/support/corpus.h"
#include "tests/support/gltf_made.h"
#include "tests/support/mdl_walk.h"
#include "tests/support/starved.h"

#include "builder/builder.h"
#include "core/files/file.h"
#include "core/format/png.h"

struct stage {
    struct findings f;
    struct wr_memory *memory; /* over the files of the system */
};

static void stage_start(struct stage *stage)
{
    findings_start(&stage->f);
    stage->memory = wr_memory_create(wr_files_system());
    assert_non_null(stage->memory);
    wr_context_set_files(stage->f.context, wr_memory_files(stage->memory));
}

static void stage_end(struct stage *stage)
{
    findings_end(&stage->f);
    wr_memory_destroy(stage->memory);
}

static void must_extract(struct stage *stage, const char *source, const char *folder)
{
    const struct wr_extract_options options = {.source = source, .output = folder};
    if (wr_kit_extract(stage->f.context, &options, NULL) != WR_OK)
        fail_msg("%s: %s", source, findings_said(&stage->f));
}

static struct wr_source read_example(struct findings *findings, const char *name)
{
    struct wr_source source;
    const char *root = wr_environment("WARREN_SOURCE");
    assert_non_null(root);
    assert_int_equal(wr_file_read(findings->context, findings->arena,
                                  wr_path_join(findings->arena, root, name), &source),
                     WR_OK);
    source.binary = true;
    return source;
}

static void put_text(struct stage *stage, const char *path, const char *text)
{
    assert_true(wr_memory_put(stage->memory, path, text, strlen(text)));
}

/* The only walkmesh of a kit. */
static const uint8_t *walkmesh_in(struct stage *stage, const char *folder, size_t *size)
{
    const char *path, *found = NULL;
    for (size_t i = 0; (path = wr_memory_path(stage->memory, i)); i++)
        if (strncmp(path, folder, strlen(folder)) == 0 && strstr(path, ".wok")) {
            assert_null(found);
            found = path;
        }
    assert_non_null(found);
    return wr_memory_get(stage->memory, found, size);
}

/* ---- One floor ----------------------------------------------------------------------------
 */

static void put_obj(struct stage *stage, const struct made_floor *floor, bool y_up)
{
    static const char *const names[] = {[4] = "Stone.001", [7] = "wok_NonWalk", [10] = "metal"};
    struct wr_bytes text = {0};
    for (uint32_t i = 0; i < floor->point_count; i++) {
        wr_vec3 p = floor->points[i];
        const float numbers[3] = {p.x, y_up ? p.z : p.y, y_up ? 0 - p.y : p.z};
        wr_bytes_char(&text, 'v');
        for (int k = 0; k < 3; k++) {
            wr_bytes_char(&text, ' ');
            wr_bytes_number(&text, numbers[k]);
        }
        wr_bytes_char(&text, '\n');
    }
    for (uint32_t f = 0; f < MADE_FACES; f++) {
        if (f == 0 || floor->materials[f] != floor->materials[f - 1])
            wr_bytes_print(&text, "usemtl %s\n", names[floor->materials[f]]);
        wr_bytes_print(&text, "f %u %u %u\n", (unsigned)floor->faces[f][0] + 1,
                       (unsigned)floor->faces[f][1] + 1, (unsigned)floor->faces[f][2] + 1);
    }
    assert_true(wr_memory_put(stage->memory, "scenes/floor.obj", text.data, text.size));
    wr_bytes_finish(&text);
}

/* Corner by corner; which number a corner has is how a file lists it. */
static void assert_same(struct stage *stage, const void *a, size_t size, const void *b,
                        size_t other, int round)
{
    struct wr_walkmesh *one, *two;
    assert_int_equal(wr_walkmesh_read(stage->f.context, "a", a, size, &one), WR_OK);
    assert_int_equal(wr_walkmesh_read(stage->f.context, "b", b, other, &two), WR_OK);
    bool same = one->face_count == two->face_count && one->face_count == MADE_FACES &&
                one->vertex_count == two->vertex_count && one->edge_count == two->edge_count;
    for (uint32_t f = 0; same && f < one->face_count; f++)
        for (int k = 0; k < 3; k++)
            same = same && one->materials[f] == two->materials[f] &&
                   wr_vec3_same(one->vertices[one->faces[f].v[k]],
                                two->vertices[two->faces[f].v[k]]);
    if (!same)
        fail_msg("round %d: glTF and OBJ give different walkmeshes", round);
    wr_walkmesh_free(one);
    wr_walkmesh_free(two);
}

static void a_floor_is_one_kit_however_it_is_written(void **state)
{
    (void)state;
    enum { SEED = 1507, ROUNDS = 60 };
    print_message("[  SEED    ] %d\n", SEED);
    for (int round = 0; round < ROUNDS; round++) {
        struct stage stage;
        struct made_floor floor;
        struct wr_bytes file = {0};
        wr_random random = wr_random_of(SEED, (uint64_t)round);
        size_t size, other;
        stage_start(&stage);
        made_floor(&floor, &random);
        struct made_how how = made_how(&random);
        made_file(&floor, &how, random, stage.memory, &file);
        assert_true(wr_memory_put(stage.memory, "scenes/floor.glb", file.data, file.size));
        put_obj(&stage, &floor, round % 2);
        must_extract(&stage, "scenes/floor.glb", "of-gltf");
        must_extract(&stage, "scenes/floor.obj", "of-obj");
        const uint8_t *a = walkmesh_in(&stage, "of-gltf/", &size);
        const uint8_t *b = walkmesh_in(&stage, "of-obj/", &other);
        assert_same(&stage, a, size, b, other, round);
        wr_bytes_finish(&file);
        stage_end(&stage);
    }
}

/* ---- Real files ---------------------------------------------------------------------------
 */

/* With all of it as floor: a kit that can be loaded, or an error with a name. */
static void take_real(void *user, const struct wr_source *source)
{
    static const char table[] = "{\"format\": \"warren-materials\", \"version\": 1, "
                                "\"rules\": [{\"name\": \"*\", \"material\": \"Stone\"}]}";
    size_t *kits = user;
    struct stage stage;
    struct wr_kit *kit;
    const struct wr_extract_options options = {
        .source = source->name, .output = "kit", .materials = "all.json"};
    struct wr_extract_summary sum;
    stage_start(&stage);
    assert_true(wr_memory_put(stage.memory, "all.json", table, sizeof table - 1));
    enum wr_result result = wr_kit_extract(stage.f.context, &options, &sum);
    if (result == WR_OK) {
        if (wr_kit_load(stage.f.context, "kit/kit.xml", NULL, &kit) != WR_OK)
            fail_msg("%s: %s", source->name, findings_said(&stage.f));
        assert_int_equal(kit->room_count, sum.rooms);
        wr_kit_free(kit);
        ++*kits;
    } else
        assert_true(stage.f.errors > 0);
    stage_end(&stage);
}

static void real_scenes_become_kits_or_are_refused(void **state)
{
    size_t kits = 0, files;
    (void)state;
    files = corpus_all("gltf", ".glb", take_real, &kits);
    files += corpus_all("gltf", ".gltf", take_real, &kits);
    print_message("[  NOTE    ] %zu of %zu real scenes became kits\n", kits, files);
    assert_true(kits > files / 2);
}

/* ---- Looks --------------------------------------------------------------------------------
 */

/* A square whose picture lies on it 3 times along and once across. */
static void a_picture_lies_on_a_face_as_the_scene_has_it(void **state)
{
    (void)state;
    static const char scene[] = "mtllib hall.mtl\no hall\nusemtl Stone\n"
                                "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\n"
                                "vt 0 0\nvt 3 0\nvt 3 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";
    struct stage stage;
    stage_start(&stage);
    struct wr_source planks = read_example(&stage.f, "examples/first-scene/planks.png");
    assert_true(wr_memory_put(stage.memory, "scenes/planks.png", planks.data, planks.size));
    put_text(&stage, "scenes/hall.mtl", "newmtl Stone\nmap_Kd planks.png\n");
    put_text(&stage, "scenes/hall.obj", scene);
    must_extract(&stage, "scenes/hall.obj", "kit");
    size_t sizes[2];
    const void *mdl = wr_memory_get(stage.memory, "kit/hall.mdl", &sizes[0]);
    const void *mdx = wr_memory_get(stage.memory, "kit/hall.mdx", &sizes[1]);
    struct walk *walk = malloc(sizeof *walk);
    walk_model(walk, mdl, sizes[0], mdx, sizes[1], WR_K1);
    uint32_t corners = 0;
    for (uint32_t n = 0; n < walk->count; n++)
        for (uint32_t v = 0; walk->nodes[n].drawn && v < walk->nodes[n].vertex_count; v++) {
            float uv[2];
            wr_vec3 at = walk_vec3(walk, walk->nodes[n].vertices + 12 * v);
            walk_uv(walk, &walk->nodes[n], v, uv);
            assert_near((double)uv[0], 0.75 * (double)at.x, 1e-6);
            assert_near((double)uv[1], 0.25 * (double)at.y, 1e-6);
            corners++;
        }
    assert_true(corners >= 4);
    walk_end(walk);
    free(walk);
    stage_end(&stage);
}

/* Names of objects, materials and files may have words, and notes behind them. */
static void names_of_several_words_are_understood(void **state)
{
    (void)state;
    static const char scene[] = "mtllib our looks.mtl\no great hall # of the east\n"
                                "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 0 0 3\nv 4 0 3\n"
                                "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                                "usemtl Stone\nf 1 2 3 4\nusemtl dark oak\n"
                                "f 2/1 1/2 5/3 6/4\n";
    struct stage stage;
    stage_start(&stage);
    struct wr_source planks = read_example(&stage.f, "examples/first-scene/planks.png");
    assert_true(wr_memory_put(stage.memory, "old planks.png", planks.data, planks.size));
    put_text(&stage, "our looks.mtl",
             "newmtl Stone\nKd 1 0 0\nnewmtl dark oak\nmap_Kd -s 1 1 1 old planks.png\n");
    put_text(&stage, "hall.obj", scene);
    must_extract(&stage, "hall.obj", "kit");
    if (stage.f.warnings)
        fail_msg("%s", findings_said(&stage.f));
    assert_non_null(wr_memory_get(stage.memory, "kit/great_hall.mdl", NULL));
    assert_non_null(wr_memory_get(stage.memory, "kit/textures/old_planks.tga", NULL));
    stage_end(&stage);
}

/* ---- Doorways -----------------------------------------------------------------------------
 */

/* A floor lies in another one, whose doorway an object names too; a door stands in it. */
static void two_doorways_on_one_spot_are_one(void **state)
{
    (void)state;
    static const char floors[] = "o a\nusemtl Stone\nv 4 1 0\nv 4 3 0\nv 1 2 0\n"
                                 "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3\nf 4 5 6 7\n"
                                 "o b\nusemtl Stone\nv 8 0 0\nv 8 4 0\nf 5 8 9 6\n";
    static const char *const names[] = {"hook_x", "door_x"};
    for (size_t i = 0; i < 2; i++) {
        struct stage stage;
        struct wr_kit *kit;
        char text[512];
        wr_surfaces surfaces = wr_surfaces_default(WR_K1);
        stage_start(&stage);
        snprintf(text, sizeof text,
                 "%so %s\nusemtl Metal\nv 4 1 0\nv 4 3 0\nv 4 3 2\nv 4 1 2\nf 10 11 12 13\n",
                 floors, names[i]);
        put_text(&stage, "scene.obj", text);
        const struct wr_extract_options options = {
            .source = "scene.obj", .output = "kit", .up = WR_UP_Z};
        assert_int_equal(wr_kit_extract(stage.f.context, &options, NULL), WR_OK);
        assert_int_equal(strstr(findings_said(&stage.f), "extract-hooks") != NULL, i == 0);
        assert_int_equal(wr_kit_load(stage.f.context, "kit/kit.xml", &surfaces, &kit), WR_OK);
        assert_int_equal(kit->rooms[0].hook_count, 1);
        wr_kit_free(kit);
        stage_end(&stage);
    }
}

/* A mesh of 80 cm stands in the middle of a border that is three edges of a metre. */
static void a_doorway_is_no_wider_than_the_mesh_that_stands_in_it(void **state)
{
    (void)state;
    static const char scene[] =
        "o hall\nusemtl Stone\nv -1.5 0 0\nv 1.5 0 0\nv 1.5 3 0\nv 0.5 3 0\nv -0.5 3 0\n"
        "v -1.5 3 0\nf 1 2 3 4 5 6\n"
        "o hook_north\nusemtl Metal\nv -0.4 3 0\nv 0.4 3 0\nv 0.4 3 2\nv -0.4 3 2\n"
        "f 7 8 9 10\n";
    struct stage stage;
    struct wr_kit *kit;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_extract_options options = {
        .source = "scene.obj", .output = "kit", .up = WR_UP_Z};
    stage_start(&stage);
    put_text(&stage, "scene.obj", scene);
    assert_int_equal(wr_kit_extract(stage.f.context, &options, NULL), WR_OK);
    assert_int_equal(wr_kit_load(stage.f.context, "kit/kit.xml", &surfaces, &kit), WR_OK);
    assert_int_equal(kit->rooms[0].hook_count, 1);
    assert_int_equal(kit->rooms[0].hooks[0].threshold_count, 1);
    wr_kit_free(kit);
    stage_end(&stage);
}

/* ---- Pictures -----------------------------------------------------------------------------
 */

/* A picture that is cut off anywhere, or has one wrong byte, is refused or read whole. */
static void broken_pictures_are_told(void **state)
{
    (void)state;
    struct findings findings;
    struct wr_tga tga;
    size_t read = 0;
    findings_start(&findings);
    struct wr_source good = read_example(&findings, "examples/first-scene/planks.png");
    assert_int_equal(wr_png_read(findings.context, findings.arena, &good, &tga), WR_OK);
    assert_int_equal(tga.width, 8);
    assert_int_equal(tga.channels, 3);
    assert_int_equal(tga.pixels[0], 96);
    assert_int_equal(tga.pixels[3 * 8], 140);
    for (size_t size = 0; size < good.size; size++) {
        const struct wr_source *cut = findings_bytes(&findings, good.data, size);
        enum wr_result result = wr_png_read(findings.context, findings.arena, cut, &tga);
        /* without its last chunk all pixels are there */
        assert_true(result == WR_SYNTAX || size >= good.size - 12);
        findings_said(&findings);
    }
    uint8_t *bytes = wr_arena_copy(findings.arena, good.data, good.size, 1);
    for (size_t at = 0; at < good.size; at++) {
        bytes[at] ^= 0xff;
        const struct wr_source *bad = findings_bytes(&findings, bytes, good.size);
        read += wr_png_read(findings.context, findings.arena, bad, &tga) == WR_OK;
        findings_said(&findings);
        bytes[at] ^= 0xff;
    }
    assert_true(read < good.size / 4);
    findings_end(&findings);
}

/* ---- Memory -------------------------------------------------------------------------------
 */

static enum wr_result extract_example(struct findings *findings, void *user)
{
    const struct wr_extract_options options = {
        .source = user, .output = "kit", .map = "map.json"};
    struct wr_memory *memory = wr_memory_create(wr_files_system());
    if (!memory)
        return wr_no_memory(findings->context);
    wr_context_set_files(findings->context, wr_memory_files(memory));
    enum wr_result result = wr_kit_extract(findings->context, &options, NULL);
    wr_context_set_files(findings->context, NULL);
    wr_memory_destroy(memory);
    return result;
}

static void memory_that_runs_out_is_told(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    char *path =
        wr_path_join(arena, wr_environment("WARREN_SOURCE"), "examples/first-scene/house.gltf");
    assert_non_null(path);
    starve(extract_example, path);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_floor_is_one_kit_however_it_is_written),
        cmocka_unit_test(real_scenes_become_kits_or_are_refused),
        cmocka_unit_test(a_picture_lies_on_a_face_as_the_scene_has_it),
        cmocka_unit_test(names_of_several_words_are_understood),
        cmocka_unit_test(two_doorways_on_one_spot_are_one),
        cmocka_unit_test(a_doorway_is_no_wider_than_the_mesh_that_stands_in_it),
        cmocka_unit_test(broken_pictures_are_told),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
