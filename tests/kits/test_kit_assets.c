#define _XOPEN_SOURCE 700
#include "tests/support/findings.h"
#include "tests/support/folder.h"
#include "tests/support/starved.h"

#include "kits/kit_assets.h"

struct shop {
    struct findings findings;
    struct folder folder;
    wr_door doors[2];
    struct wr_kit kit;
    struct wr_kit_assets assets;
};

static void shop_start(struct shop *shop, bool holocron)
{
    *shop = (struct shop){0};
    findings_start(&shop->findings);
    folder_start(&shop->folder);
    shop->doors[0] = (wr_door){.name = holocron ? "door0" : "plain", .blueprints = {"sw_door"}};
    shop->doors[1] = (wr_door){.name = holocron ? "door1" : "gate_2"};
    shop->kit = (struct wr_kit){.name = "Shop",
                                .folder = shop->folder.root,
                                .doors = shop->doors,
                                .door_count = 2,
                                .holocron = holocron};
}

static void shop_file(const struct shop *shop, const char *name)
{
    folder_text(&shop->folder, name, "x");
}

static void shop_list(struct shop *shop)
{
    assert_int_equal(wr_kit_assets_list(shop->findings.context, shop->findings.arena,
                                        &shop->kit, &shop->assets),
                     WR_OK);
}

static void shop_end(struct shop *shop)
{
    folder_end(&shop->folder);
    findings_end(&shop->findings);
}

static void images_are_listed_by_name_whatever_their_case(void **state)
{
    (void)state;
    struct shop shop;
    shop_start(&shop, true);
    shop_file(&shop, "Textures/LTS_WALL02.TGA");
    shop_file(&shop, "Textures/LTS_WALL02.txi");
    shop_file(&shop, "Textures/lts_floor01.tpc");
    shop_file(&shop, "Textures/alone.txi");
    shop_file(&shop, "Textures/readme.md");
    shop_file(&shop, "Textures/deeper/not_here.tga");
    shop_file(&shop, "lightmaps/m01_lm0.tga");
    shop_file(&shop, "lightmaps/M01_LM0.tpc");
    shop_list(&shop);
    assert_int_equal(shop.assets.texture_count, 2);
    assert_string_equal(shop.assets.textures[0].name, "lts_floor01");
    assert_true(shop.assets.textures[0].tpc);
    assert_null(shop.assets.textures[0].txi);
    assert_string_equal(shop.assets.textures[1].name, "lts_wall02");
    assert_non_null(strstr(shop.assets.textures[1].path, "Textures/LTS_WALL02.TGA"));
    assert_non_null(strstr(shop.assets.textures[1].txi, "LTS_WALL02.txi"));
    assert_int_equal(shop.assets.lightmap_count, 1);
    assert_false(shop.assets.lightmaps[0].tpc);
    const wr_kit_image *found = wr_kit_image_find(shop.assets.textures, 2, "lts_wall02");
    assert_ptr_equal(found, &shop.assets.textures[1]);
    assert_null(wr_kit_image_find(shop.assets.textures, 2, "lts_wall03"));
    assert_int_equal(shop.findings.errors + shop.findings.warnings, 0);
    shop_end(&shop);
}

static void files_of_always_and_skyboxes_are_listed(void **state)
{
    (void)state;
    struct shop shop;
    shop_start(&shop, false);
    shop_file(&shop, "always/Sign.UTP");
    shop_file(&shop, "always/music.mp3");
    shop_file(&shop, "skyboxes/m01sky.mdl");
    shop_file(&shop, "skyboxes/m01sky.mdx");
    shop_list(&shop);
    assert_int_equal(shop.assets.always_count, 2);
    assert_string_equal(shop.assets.always[1].name, "sign");
    assert_string_equal(shop.assets.always[1].suffix, "utp");
    assert_int_equal(shop.assets.skybox_count, 1);
    assert_string_equal(shop.assets.skyboxes[0].name, "m01sky");
    shop_end(&shop);
}

static void padding_names_its_door_and_size(void **state)
{
    (void)state;
    for (int holocron = 0; holocron < 2; holocron++) {
        struct shop shop;
        shop_start(&shop, holocron);
        shop_file(&shop, holocron ? "doorway/side_door1_size650.mdl"
                                  : "doorway/side_gate_2_size650.mdl");
        shop_file(&shop,
                  holocron ? "doorway/TOP_0_size300.mdl" : "doorway/TOP_Plain_size300.mdl");
        shop_file(&shop, "doorway/top_nobody_size.mdl");
        shop_file(&shop, "doorway/side_door7_size200.mdl");
        shop_list(&shop);
        assert_int_equal(shop.assets.padding_count, 2);
        assert_true(shop.assets.paddings[0].top);
        assert_int_equal(shop.assets.paddings[0].door, 0);
        assert_int_equal(shop.assets.paddings[0].size, 300);
        assert_false(shop.assets.paddings[1].top);
        assert_int_equal(shop.assets.paddings[1].door, 1);
        assert_int_equal(shop.assets.paddings[1].size, 650);
        assert_int_equal(shop.findings.warnings, 2);
        assert_non_null(strstr(findings_said(&shop.findings), "[padding-name]"));
        shop_end(&shop);
    }
}

static void padding_of_holocron_kits_is_told_by_the_first_two_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"doorway/side_door0_s300.mdl",
                                        "doorway/side_0-650_v2.mdl", "doorway/top_d01h410.mdl"};
    static const wr_kit_padding expected[] = {
        {0, false, 300, NULL}, {0, false, 650, NULL}, {1, true, 410, NULL}};
    struct shop shop;
    shop_start(&shop, true);
    for (size_t i = 0; i < 3; i++)
        shop_file(&shop, names[i]);
    shop_file(&shop, "doorway/side_door0.mdl");
    shop_file(&shop, "doorway/side_door0_s99999999999.mdl");
    shop_list(&shop);
    assert_int_equal(shop.assets.padding_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(shop.assets.paddings[i].door, expected[i].door);
        assert_int_equal(shop.assets.paddings[i].top, expected[i].top);
        assert_int_equal(shop.assets.paddings[i].size, expected[i].size);
    }
    assert_int_equal(shop.findings.warnings, 2);
    shop_end(&shop);
}

static void a_kit_without_folders_offers_nothing(void **state)
{
    (void)state;
    struct shop shop;
    shop_start(&shop, true);
    shop_list(&shop);
    assert_int_equal(
        shop.assets.texture_count + shop.assets.always_count + shop.assets.padding_count, 0);
    shop.kit.folder = NULL;
    shop_list(&shop);
    shop.kit.folder = "/nowhere/at/all";
    shop_list(&shop);
    assert_int_equal(shop.findings.errors, 0);
    shop_end(&shop);
}

static void blueprints_are_found_whatever_their_case(void **state)
{
    (void)state;
    struct shop shop;
    shop_start(&shop, true);
    shop_file(&shop, "SW_Door.UTD");
    const char *path;
    struct wr_context *context = shop.findings.context;
    struct wr_arena *arena = shop.findings.arena;
    assert_int_equal(wr_kit_blueprint_find(context, arena, &shop.kit, 0, WR_K1, &path), WR_OK);
    assert_non_null(strstr(path, "/SW_Door.UTD"));
    assert_int_equal(wr_kit_blueprint_find(context, arena, &shop.kit, 0, WR_K2, &path), WR_OK);
    assert_null(path);
    shop_end(&shop);
}

static enum wr_result list_starved(struct findings *findings, void *user)
{
    struct shop *shop = user;
    return wr_kit_assets_list(findings->context, findings->arena, &shop->kit, &shop->assets);
}

static void running_out_of_memory_is_told(void **state)
{
    (void)state;
    struct shop shop;
    shop_start(&shop, true);
    shop_file(&shop, "textures/a.tga");
    shop_file(&shop, "doorway/side_door1_size650.mdl");
    starve(list_starved, &shop);
    shop_end(&shop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_listed_by_name_whatever_their_case),
        cmocka_unit_test(files_of_always_and_skyboxes_are_listed),
        cmocka_unit_test(padding_names_its_door_and_size),
        cmocka_unit_test(padding_of_holocron_kits_is_told_by_the_first_two_numbers),
        cmocka_unit_test(a_kit_without_folders_offers_nothing),
        cmocka_unit_test(blueprints_are_found_whatever_their_case),
        cmocka_unit_test(running_out_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
