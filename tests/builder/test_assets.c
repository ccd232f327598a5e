/* What a module packs beside what Warren makes, from kits that the test writes. */
#define _XOPEN_SOURCE 700
#include "kits/kit_assets.h"
#include "tests/support/mdl_names.h"
#include "tests/support/module_level.h"
#include "tests/support/starved.h"
#include "tests/support/terrain.h"

/* A TGA of so many pixels a side: 24 bits, nothing in it. */
static void put_tga(struct module_level *level, const char *name, unsigned side, uint8_t type)
{
    uint8_t head[18] = {0};
    struct wr_bytes bytes = {0};
    head[2] = type;
    head[12] = head[14] = (uint8_t)side;
    head[13] = head[15] = (uint8_t)(side >> 8);
    head[16] = 24;
    wr_bytes_add(&bytes, head, sizeof head);
    memset(wr_bytes_extend(&bytes, 3 * (size_t)side * side), 0x40, 3 * (size_t)side * side);
    folder_put(&level->folder, name, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

/* Fixture models name these; floors of two textures, walls and ceilings. */
static const char *rename_fixture(void *user, const wr_model_texture *texture)
{
    (void)user;
    if (texture->use != WR_TEXTURE_MESH)
        return NULL;
    if (strcmp(texture->name, "lda_flr07") == 0)
        return "Den_Floor";
    return strcmp(texture->name, "leh_wall01") == 0 ? "DEN_WALL" : NULL;
}

static const wr_vec3 nowhere = {0, 0, 0};

static void start_den(struct module_level *level, const char *doors, const char *rooms)
{
    level_start(level);
    level_den(level, doors, rooms);
    level_model(level, "den/hall.mdl", "den/hall.mdx", CHAMBER, nowhere, rename_fixture);
}

static void start_hall(struct module_level *level)
{
    level_hall(level, "den/hall.mdx", CHAMBER, nowhere, rename_fixture);
}

#define ONE_HALL "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}]"

/* Whether a model's bytes name an image. */
static bool names_texture(const struct walk *walk, const char *texture)
{
    for (uint32_t i = 0; i < walk->count; i++)
        if (strcmp(walk->nodes[i].texture, texture) == 0)
            return true;
    return false;
}

static void walk_room(struct module_level *level, uint32_t area_room, struct walk *walk)
{
    wr_module_model made = level_make(level, area_room, level_mesh(level, area_room));
    walk_model(walk, made.mdl, made.mdl_size, made.mdx, made.mdx_size, WR_K1);
}

/* Sorted, each once. */
static void expect_sorted(const struct wr_module_assets *assets)
{
    for (uint32_t i = 1; i < assets->count; i++) {
        const wr_module_asset *a = &assets->items[i - 1], *b = &assets->items[i];
        int order = strcmp(a->name, b->name);
        assert_true(order < 0 || (order == 0 && a->type < b->type));
    }
}

/* ---- Images ------------------------------------------------------------------------------ */

static void images_a_kit_has_are_packed_and_renamed_and_others_are_not(void **state)
{
    (void)state;
    static struct walk walk;
    struct module_level level;
    start_hall(&level);
    put_tga(&level, "den/textures/DEN_FLOOR.tga", 16, 2);
    folder_text(&level.folder, "den/textures/DEN_FLOOR.txi", "mipmap 0\n");
    put_tga(&level, "den/textures/unused.tga", 16, 2);
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.count, 2);
    const wr_module_asset *image = level_asset(&level, "test_tex0", WR_RES_TGA);
    const wr_module_asset *text = level_asset(&level, "test_tex0", WR_RES_TXI);
    assert_non_null(image);
    assert_non_null(text);
    assert_non_null(strstr(image->path, "textures/DEN_FLOOR.tga"));
    assert_int_equal(image->size, 18 + 3 * 16 * 16);
    assert_int_equal(text->size, 9);
    walk_room(&level, 0, &walk);
    assert_true(names_texture(&walk, "test_tex0"));
    assert_true(names_texture(&walk, "DEN_WALL"));
    assert_false(names_texture(&walk, "Den_Floor"));
    walk_end(&walk);
    assert_int_equal(level.assets.external_count, 3);
    assert_string_equal(level.assets.external[0], "den_wall");
    assert_string_equal(level.assets.external[1], "leh_blwall05");
    assert_non_null(strstr(findings_said(&level.findings),
                           "[images-external] 3 images of kit 'Den' are not in its folders and "
                           "must be in the game: den_wall, leh_blwall05, leh_floor05"));
    level_end(&level);
}

static void images_of_grey_boxes_are_listed_without_a_note(void **state)
{
    (void)state;
    struct module_level level;
    start_den(&level, NULL, CHAMBER_ROOM("hall", ""));
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.count, 0);
    assert_int_equal(level.assets.external_count, 4);
    assert_string_equal(level.assets.external[0], "lda_flr07");
    assert_string_equal(level.assets.external[1], "leh_blwall05");
    assert_string_equal(level.assets.external[2], "leh_floor05");
    assert_string_equal(level.assets.external[3], "leh_wall01");
    assert_null(strstr(findings_said(&level.findings), "images-external"));
    level_end(&level);
}

static void an_image_that_several_rooms_need_is_listed_once(void **state)
{
    (void)state;
    struct module_level level;
    start_den(&level, NULL,
              CHAMBER_ROOM("hall", "model=\"hall.mdl\"") CHAMBER_ROOM("bare", ""));
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}, {'room': 'bare', "
                      "'position': [40, 0, 0]}]");
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.external_count, 6);
    for (uint32_t i = 1; i < level.assets.external_count; i++)
        assert_true(strcmp(level.assets.external[i - 1], level.assets.external[i]) < 0);
    level_end(&level);
}

static void rooms_of_one_model_share_what_is_packed(void **state)
{
    (void)state;
    static struct walk walk;
    struct module_level level;
    start_hall(&level);
    put_tga(&level, "den/textures/den_wall.tga", 16, 2);
    put_tga(&level, "den/textures/den_floor.tga", 16, 2);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}, {'room': 'hall', "
                      "'position': [40, 0, 0], 'turn': 90}]");
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.count, 2);
    assert_non_null(strstr(level_asset(&level, "test_tex0", WR_RES_TGA)->path, "den_floor"));
    assert_non_null(strstr(level_asset(&level, "test_tex1", WR_RES_TGA)->path, "den_wall"));
    for (uint32_t r = 0; r < 2; r++) {
        walk_room(&level, r, &walk);
        assert_true(names_texture(&walk, "test_tex0") && names_texture(&walk, "test_tex1"));
        walk_end(&walk);
    }
    expect_sorted(&level.assets);
    level_end(&level);
}

/* Writes a lightmap's name into every mesh of a model file that is drawn. */
static void light(struct module_level *level, const char *file, const char *name)
{
    char path[512];
    static struct walk walk;
    struct wr_source mdl, mdx;
    struct wr_arena *arena = level->findings.arena;
    folder_path(&level->folder, file, path);
    assert_int_equal(wr_file_read(level->findings.context, arena, path, &mdl), WR_OK);
    path[strlen(path) - 1] = 'x';
    assert_int_equal(wr_file_read(level->findings.context, arena, path, &mdx), WR_OK);
    walk_model(&walk, mdl.data, mdl.size, mdx.data, mdx.size, WR_K1);
    uint8_t *copy = wr_arena_copy(arena, mdl.data, mdl.size, 1);
    for (uint32_t i = 1; i < walk.count; i++)
        if (walk.nodes[i].drawn)
            strcpy((char *)copy + 12 + walk.nodes[i].at + 80 + 120, name);
    walk_end(&walk);
    folder_put(&level->folder, file, copy, mdl.size);
}

static void a_lightmap_is_packed_once_a_kit_room(void **state)
{
    (void)state;
    static struct walk walk;
    struct module_level level;
    start_hall(&level);
    light(&level, "den/hall.mdl", "Hall_LM0");
    put_tga(&level, "den/lightmaps/hall_lm0.tga", 32, 2);
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}, {'room': 'hall', "
                      "'position': [40, 0, 0], 'mirror': 'x'}]");
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.count, 1);
    assert_string_equal(level.assets.items[0].name, "test_lm0");
    for (uint32_t r = 0; r < 2; r++) {
        walk_room(&level, r, &walk);
        for (uint32_t i = 0; i < walk.count; i++)
            if (walk.nodes[i].drawn)
                assert_string_equal(walk.nodes[i].lightmap, "test_lm0");
        walk_end(&walk);
    }
    level_end(&level);
}

static void rooms_a_map_carries_get_images_of_its_kits(void **state)
{
    (void)state;
    static struct walk walk;
    struct module_level level;
    start_hall(&level);
    put_tga(&level, "den/textures/den_wall.tga", 16, 2);
    level_floor(&level, "own.wok");
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "'embedded': [{'id': 'own', 'name': 'own', 'hooks': []");
    level_base64(&text, &level, "walkmesh", "own.wok");
    level_base64(&text, &level, "mdl", "den/hall.mdl");
    level_base64(&text, &level, "mdx", "den/hall.mdx");
    wr_bytes_text(&text, "}], 'rooms': [{'embedded': 'own', 'position': [0, 0, 0]}, "
                         "{'room': 'hall', 'position': [40, 0, 0]}]");
    wr_bytes_char(&text, '\0');
    level_map(&level, (const char *)text.data);
    wr_bytes_finish(&text);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.count, 1);
    for (uint32_t r = 0; r < 2; r++) {
        walk_room(&level, r, &walk);
        assert_true(names_texture(&walk, "test_tex0"));
        walk_end(&walk);
    }
    level_end(&level);
}

static void images_named_by_a_txi_keep_their_names(void **state)
{
    (void)state;
    struct module_level level;
    start_hall(&level);
    put_tga(&level, "den/textures/den_wall.tga", 16, 2);
    folder_text(&level.folder, "den/textures/den_wall.txi",
                "bumpmaptexture Den_Bump\r\nENVMAPTEXTURE cm_baremetal\nblending additive\n");
    put_tga(&level, "den/textures/den_bump.tga", 16, 2);
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_non_null(level_asset(&level, "den_bump", WR_RES_TGA));
    assert_non_null(level_asset(&level, "test_tex0", WR_RES_TGA));
    bool listed = false;
    for (uint32_t i = 0; i < level.assets.external_count; i++)
        listed |= strcmp(level.assets.external[i], "cm_baremetal") == 0;
    assert_true(listed);
    level_end(&level);
}

static void images_named_at_the_end_of_a_tpc_are_followed(void **state)
{
    (void)state;
    struct module_level level;
    static const char text[] = "envmaptexture CM_Shiny\r\nbumpmaptexture den_bump";
    uint8_t tpc[128 + 3 * 16 * 16 + sizeof text] = {0};
    start_hall(&level);
    tpc[8] = tpc[10] = 16;
    tpc[12] = 2;
    memset(tpc + 128, 'b', 3 * 16 * 16);
    memcpy(tpc + 128 + 3 * 16 * 16, text, sizeof text - 1);
    folder_put(&level.folder, "den/textures/den_wall.tpc", tpc, sizeof tpc - 1);
    put_tga(&level, "den/textures/den_bump.tga", 16, 2);
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.findings.warnings, 0);
    assert_non_null(level_asset(&level, "test_tex0", WR_RES_TPC));
    assert_non_null(level_asset(&level, "den_bump", WR_RES_TGA));
    assert_string_equal(level.assets.external[0], "cm_shiny");
    level_end(&level);
}

static void images_the_game_cannot_read_are_named(void **state)
{
    (void)state;
    struct module_level level;
    start_hall(&level);
    put_tga(&level, "den/textures/den_wall.tga", 100, 2);
    put_tga(&level, "den/textures/den_floor.tga", 16, 1);
    folder_text(&level.folder, "den/textures/leh_floor05.tga", "TGA?");
    folder_text(&level.folder, "den/textures/leh_blwall05.tpc", "this is no TPC, but long");
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.findings.warnings, 4);
    const char *said = findings_said(&level.findings);
    assert_non_null(strstr(said, "its sides are no powers of two"));
    assert_non_null(strstr(said, "it is of a kind of TGA the game does not read"));
    assert_non_null(strstr(said, "[image-unfit] the game may not show this image: it is too"));
    assert_non_null(strstr(said, "it is no TPC"));
    assert_int_equal(level.assets.count, 4);
    level_end(&level);
}

/* Bytes from a seed in place of every kind of file that is looked into. */
static void damaged_images_break_nothing(void **state)
{
    (void)state;
    uint64_t seed = terrain_seed();
    struct module_level level;
    start_hall(&level);
    level_map(&level, ONE_HALL);
    for (uint64_t round = 0; round < 150; round++) {
        static const char *const names[] = {"den_wall.tga", "den_wall.txi", "den_floor.tpc"};
        wr_random random = wr_random_of(seed, round);
        for (int i = 0; i < 3; i++) {
            uint8_t bytes[160];
            char path[64];
            uint32_t size = wr_random_below(&random, sizeof bytes + 1);
            for (uint32_t k = 0; k < size; k++)
                bytes[k] = (uint8_t)wr_random_below(&random, 256);
            if (size > 30) /* a word that is looked for, cut anywhere */
                memcpy(bytes + size - 20, "envmaptexture abcdef", 20);
            snprintf(path, sizeof path, "den/textures/%s", names[i]);
            folder_put(&level.folder, path, bytes, size);
        }
        assert_int_equal(level_pack(&level, WR_K1), WR_OK);
        assert_int_equal(level.findings.errors, 0);
        assert_non_null(level_asset(&level, "test_tex1", WR_RES_TGA));
    }
    level_end(&level);
}

static void an_id_too_long_for_textures_is_named_with_what_it_leaves(void **state)
{
    (void)state;
    struct module_level level;
    start_hall(&level);
    put_tga(&level, "den/textures/den_wall.tga", 16, 2);
    level.options.id = "abcdefghijkl";
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_LIMIT);
    assert_non_null(
        strstr(findings_said(&level.findings),
               "[id-too-long] the id 'abcdefghijkl' has 12 characters; each texture "
               "is called <id>_tex0, which leaves it 11"));
    level_end(&level);
}

/* ---- What kits always bring -------------------------------------------------------------- */

static void files_of_always_go_along_under_their_names(void **state)
{
    (void)state;
    struct module_level level;
    start_hall(&level);
    folder_text(&level.folder, "den/always/Sign01.UTP", "UTP V3.2");
    folder_text(&level.folder, "den/always/notes.odt", "?");
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    const wr_module_asset *sign = level_asset(&level, "sign01", 2044);
    assert_non_null(sign);
    assert_int_equal(sign->size, 8);
    assert_int_equal(level.assets.count, 1);
    assert_int_equal(level.findings.warnings, 1);
    assert_non_null(strstr(findings_said(&level.findings), "[always-unknown]"));
    level_end(&level);
}

static void a_name_of_seventeen_characters_is_refused(void **state)
{
    (void)state;
    struct module_level level;
    start_hall(&level);
    folder_text(&level.folder, "den/always/abcdefghijklmnopq.utp", "?");
    folder_text(&level.folder, "den/always/a-b.utp", "?");
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_LIMIT);
    assert_int_equal(level.findings.errors, 2);
    assert_non_null(strstr(findings_said(&level.findings), "[always-name]"));
    level_end(&level);
}

static void of_two_kits_that_bring_one_name_the_first_wins(void **state)
{
    (void)state;
    struct module_level level;
    start_hall(&level);
    folder_text(&level.folder, "den/always/sign.utp", "first");
    folder_text(&level.folder, "lair/always/sign.utp", "second kit");
    folder_text(&level.folder, "lair/chamber.obj", CHAMBER);
    folder_text(&level.folder, "lair/kit.xml",
                "<kit id=\"lair\" name=\"Lair\" version=\"1\"><door name=\"arch\" width=\"2\" "
                "height=\"2.5\"/>" CHAMBER_ROOM("cave", "") "</kit>");
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}, {'kit': 'lair', "
                      "'room': 'cave', 'position': [40, 0, 0]}]");
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.count, 1);
    assert_int_equal(level.assets.items[0].size, 5);
    assert_non_null(strstr(findings_said(&level.findings), "[asset-twice] 'sign.utp'"));
    level_end(&level);
}

/* ---- Skyboxes ---------------------------------------------------------------------------- */

static void the_skybox_is_the_last_room_without_a_walkmesh(void **state)
{
    (void)state;
    static struct walk walk;
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct module_level level;
        start_hall(&level);
        level_model(&level, "den/skyboxes/Night.mdl", "den/skyboxes/Night.mdx", CHAMBER,
                    nowhere, rename_fixture);
        put_tga(&level, "den/textures/den_wall.tga", 16, 2);
        level_map(&level, ONE_HALL ", 'skybox': 'night'");
        assert_int_equal(level_pack(&level, (enum wr_game)game), WR_OK);
        assert_int_equal(level.assets.extra_count, 1);
        const wr_module_extra *sky = &level.assets.extras[0];
        assert_string_equal(sky->name, "test_sky");
        assert_int_equal(sky->rooms[0], WR_NONE);
        assert_true(wr_vec3_same(sky->position, nowhere));
        const wr_module_asset *mdl = level_asset(&level, "test_sky", WR_RES_MDL);
        const wr_module_asset *mdx = level_asset(&level, "test_sky", WR_RES_MDX);
        walk_model(&walk, mdl->bytes, mdl->size, mdx->bytes, mdx->size, (enum wr_game)game);
        assert_named_as_the_games(mdl->bytes, "test_sky");
        assert_string_equal(walk.name, "test_sky");
        assert_true(names_texture(&walk, "test_tex0"));
        walk_end(&walk);
        expect_sorted(&level.assets);
        level_end(&level);
    }
}

static void a_skybox_no_kit_has_is_an_error_with_those_there_are(void **state)
{
    (void)state;
    struct module_level level;
    start_hall(&level);
    level_model(&level, "den/skyboxes/night.mdl", "den/skyboxes/night.mdx", CHAMBER, nowhere,
                NULL);
    level_map(&level, ONE_HALL ", 'skybox': 'nigth'");
    assert_int_equal(level_pack(&level, WR_K1), WR_NOT_FOUND);
    assert_non_null(strstr(findings_said(&level.findings),
                           "[skybox-missing] none of the map's kits has a skybox 'nigth' (did "
                           "you mean 'night'?)"));
    level_end(&level);
}

static void a_backdrop_of_a_kits_room_is_packed(void **state)
{
    (void)state;
    struct module_level level;
    start_den(&level, NULL,
              "<room id=\"hall\" name=\"hall\" walkmesh=\"chamber.obj\">"
              "<marker name=\"far\" kind=\"backdrop\" at=\"0 900 0\">"
              "<set key=\"blueprint\" value=\"hills\"/></marker></room>");
    level_model(&level, "den/skyboxes/hills.mdl", "den/skyboxes/hills.mdx", CHAMBER, nowhere,
                NULL);
    level_map(&level, ONE_HALL);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.extra_count, 1);
    assert_string_equal(level.assets.extras[0].name, "hills");
    assert_true(wr_vec3_same(level.assets.extras[0].position, wr_vec3_of(0, 900, 0)));
    level_end(&level);
}

static void an_id_too_long_for_backdrops_is_named_with_what_it_leaves(void **state)
{
    (void)state;
    for (int spare = 0; spare < 2; spare++) {
        struct module_level level;
        start_den(&level, NULL, CHAMBER_ROOM("hall", ""));
        level_model(&level, "den/skyboxes/hills.mdl", "den/skyboxes/hills.mdx", CHAMBER,
                    nowhere, NULL);
        level.options.id = spare ? "abcdefghijk" : "abcdefghijkl";
        level_map(&level, ONE_HALL ", 'things': [{'kind': 'backdrop', 'name': 'far', "
                                   "'blueprint': 'hills', 'position': [0, 900, 0]}]");
        assert_int_equal(level_pack(&level, WR_K1), spare ? WR_OK : WR_LIMIT);
        const char *said =
            strstr(findings_said(&level.findings),
                   "the id 'abcdefghijkl' has 12 characters; each backdrop that "
                   "is turned otherwise is called <id>_sky0, which leaves it 11");
        assert_int_equal(said != NULL, !spare);
        level_end(&level);
    }
}

/* ---- Padding ----------------------------------------------------------------------------- */

/* A hall whose doorways are an arch in the south and a gate, larger, in the north. */
#define DOORS                                                                                  \
    "<door name=\"arch\" width=\"2\" height=\"2.5\" meets=\"gate\"/>"                          \
    "<door name=\"gate\" width=\"3\" height=\"3\"/>"
#define MIXED                                                                                  \
    "<room id=\"hall\" name=\"hall\" walkmesh=\"chamber.obj\" model=\"hall.mdl\">"             \
    "<hook name=\"south\" at=\"0 -3 0\" door=\"arch\"/>"                                       \
    "<hook name=\"north\" at=\"0 3 0\" door=\"gate\"/></room>"
#define ROW                                                                                    \
    "'rooms': [{'room': 'hall', 'position': [0, 0, 0]}, {'room': 'hall', 'position': "         \
    "[0, 6, 0]}]"

static void put_padding(struct module_level *level, const char *name)
{
    char mdl[200], mdx[200];
    snprintf(mdl, sizeof mdl, "den/doorway/%s.mdl", name);
    snprintf(mdx, sizeof mdx, "den/doorway/%s.mdx", name);
    level_model(level, mdl, mdx, CHAMBER, nowhere, rename_fixture);
}

/* The smallest x and the largest y of what a model draws, in its own space, its one turning
 * node applied as a quarter or half turn. */
static void expect_turn(const struct walk *walk, double cosine, double sine)
{
    const walk_node *node = walk->count > 1 ? &walk->nodes[1] : NULL;
    assert_non_null(node);
    if (node->flags != 1) { /* not turned at all */
        assert_near(cosine, 1, 1e-6);
        return;
    }
    double w = node->turn[0], z = node->turn[3];
    assert_near(w * w - z * z, cosine, 1e-6);
    assert_near(2 * w * z, sine, 1e-6);
}

static void a_smaller_door_is_filled_up_to_the_larger_one(void **state)
{
    (void)state;
    static struct walk walk;
    struct module_level level;
    start_den(&level, DOORS, MIXED);
    put_padding(&level, "side_arch_size250");
    put_padding(&level, "side_arch_size310");
    put_padding(&level, "side_arch_size400");
    put_padding(&level, "top_arch_size300"); /* not larger than the gate */
    put_padding(&level, "top_arch_size350");
    put_padding(&level, "side_gate_size900");
    level_map(&level, ROW);
    assert_int_equal(level.layout->link_count, 1);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.extra_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const wr_module_extra *extra = &level.assets.extras[i];
        assert_string_equal(extra->name, i ? "test_pad1" : "test_pad0");
        assert_true(wr_vec3_same(extra->position, wr_vec3_of(0, 3, 0)));
        assert_int_equal(extra->rooms[0], 0);
        assert_int_equal(extra->rooms[1], 1);
        const wr_module_asset *mdl = level_asset(&level, extra->name, WR_RES_MDL);
        const wr_module_asset *mdx = level_asset(&level, extra->name, WR_RES_MDX);
        assert_non_null(mdl);
        walk_model(&walk, mdl->bytes, mdl->size, mdx->bytes, mdx->size, WR_K1);
        assert_named_as_the_games(mdl->bytes, extra->name);
        expect_turn(&walk, 1, 0); /* the gate of the first hall looks along +Y */
        walk_end(&walk);
    }
    level_end(&level);
}

static void padding_turns_with_the_door_that_hangs(void **state)
{
    (void)state;
    static struct walk walk;
    struct module_level level;
    start_den(&level, DOORS, MIXED);
    put_padding(&level, "side_arch_size310");
    level_map(&level, "'rooms': [{'room': 'hall', 'position': [0, 0, 0], 'turn': 90}, {'room': "
                      "'hall', 'position': [-6, 0, 0], 'turn': 90}]");
    assert_int_equal(level.layout->link_count, 1);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.extra_count, 1);
    const wr_module_asset *mdl = level_asset(&level, "test_pad0", WR_RES_MDL);
    const wr_module_asset *mdx = level_asset(&level, "test_pad0", WR_RES_MDX);
    walk_model(&walk, mdl->bytes, mdl->size, mdx->bytes, mdx->size, WR_K1);
    expect_turn(&walk, 0, 1); /* the gate looks along -X */
    walk_end(&walk);
    level_end(&level);
}

static void doors_of_one_size_and_open_ends_need_no_padding(void **state)
{
    (void)state;
    struct module_level level;
    start_hall(&level);
    put_padding(&level, "side_arch_size310");
    put_padding(&level, "top_arch_size350");
    level_map(&level, ROW);
    assert_int_equal(level.layout->link_count, 1);
    assert_int_equal(level_pack(&level, WR_K1), WR_OK);
    assert_int_equal(level.assets.extra_count, 0);
    level_end(&level);
}

/* ---- Blueprints and memory --------------------------------------------------------------- */

static void blueprints_are_found_in_the_kits_folder(void **state)
{
    (void)state;
    struct module_level level;
    start_den(&level, "<door name=\"arch\" width=\"2\" height=\"2.5\" k1=\"den_door\"/>",
              CHAMBER_ROOM("hall", "model=\"hall.mdl\""));
    folder_text(&level.folder, "den/Den_Door.utd", "UTD V3.2");
    level_map(&level, ONE_HALL);
    const struct wr_kit *kit = level.layout->rooms[0].room->kit;
    const char *path;
    assert_int_equal(wr_kit_blueprint_find(level.findings.context, level.findings.arena, kit, 0,
                                           WR_K1, &path),
                     WR_OK);
    assert_non_null(strstr(path, "Den_Door.utd"));
    level_end(&level);
}

static enum wr_result pack_starved(struct findings *findings, void *user)
{
    struct module_level *level = user;
    struct wr_module_models *models;
    enum wr_result result = wr_module_models_make(findings->context, findings->arena,
                                                  level->layout, WR_K1, &models);
    return result ? result
                  : wr_module_assets_make(findings->context, findings->arena, level->layout,
                                          models, &level->assets);
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    struct module_level level;
    start_den(&level, DOORS, MIXED);
    put_padding(&level, "side_arch_size310");
    put_tga(&level, "den/textures/den_wall.tga", 16, 2);
    folder_text(&level.folder, "den/textures/den_wall.txi", "bumpmaptexture den_bump\n");
    folder_text(&level.folder, "den/always/sign.utp", "?");
    level_map(&level, ROW);
    starve(pack_starved, &level);
    level_end(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_a_kit_has_are_packed_and_renamed_and_others_are_not),
        cmocka_unit_test(images_of_grey_boxes_are_listed_without_a_note),
        cmocka_unit_test(an_image_that_several_rooms_need_is_listed_once),
        cmocka_unit_test(rooms_of_one_model_share_what_is_packed),
        cmocka_unit_test(a_lightmap_is_packed_once_a_kit_room),
        cmocka_unit_test(rooms_a_map_carries_get_images_of_its_kits),
        cmocka_unit_test(images_named_by_a_txi_keep_their_names),
        cmocka_unit_test(images_named_at_the_end_of_a_tpc_are_followed),
        cmocka_unit_test(images_the_game_cannot_read_are_named),
        cmocka_unit_test(damaged_images_break_nothing),
        cmocka_unit_test(an_id_too_long_for_textures_is_named_with_what_it_leaves),
        cmocka_unit_test(files_of_always_go_along_under_their_names),
        cmocka_unit_test(a_name_of_seventeen_characters_is_refused),
        cmocka_unit_test(of_two_kits_that_bring_one_name_the_first_wins),
        cmocka_unit_test(the_skybox_is_the_last_room_without_a_walkmesh),
        cmocka_unit_test(a_skybox_no_kit_has_is_an_error_with_those_there_are),
        cmocka_unit_test(a_backdrop_of_a_kits_room_is_packed),
        cmocka_unit_test(an_id_too_long_for_backdrops_is_named_with_what_it_leaves),
        cmocka_unit_test(a_smaller_door_is_filled_up_to_the_larger_one),
        cmocka_unit_test(padding_turns_with_the_door_that_hangs),
        cmocka_unit_test(doors_of_one_size_and_open_ends_need_no_padding),
        cmocka_unit_test(blueprints_are_found_in_the_kits_folder),
        cmocka_unit_test(running_out_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
