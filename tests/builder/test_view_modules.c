/* Pictures of what is built: modules, archives, kits and sheets show what their maps show. */
#include "tests/support/drawn.h"
#include "tests/support/packed.h"

#include "core/format/resources.h"

/* ---- Modules, kits, sheets ---- */

static void a_module_shows_what_its_map_showed(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "tests/cases/loops/loop5.json");
    draw_svg(drawn, ours(drawn, "tests/cases/loops/loop5.json"));
    double area = floor_area(drawn);
    draw_svg(drawn, folder);
    assert_near(floor_area(drawn), area, 0.01 * area);
    assert_int_equal(count_of(drawn, "door", "path", ""), 5 + 1);
    assert_int_equal(count_of(drawn, "closed", "path", ""), 1 + 1);
    assert_int_equal(count_of(drawn, "entry", "path", ""), 1 + 1);
    assert_int_equal(count_of(drawn, "title", "text", "A ring of 5 rooms"), 1);
    remove_folder(drawn, folder);
}

static enum wr_answer count_walkmeshes(void *user, const char *what, uint64_t done,
                                       uint64_t total)
{
    uint64_t *count = user;
    if (strcmp(what, "walkmeshes read") == 0) {
        assert_int_equal(done, ++*count);
        assert_int_equal(total, 5);
    }
    return WR_GO_ON;
}

static void each_walkmesh_that_is_read_is_told(void **state)
{
    struct drawn *drawn = *state;
    uint64_t count = 0;
    const char *folder = build(drawn, "tests/cases/loops/loop5.json");
    wr_context_set_progress(drawn->heard.context, count_walkmeshes, &count);
    draw_svg(drawn, folder);
    wr_context_set_progress(drawn->heard.context, NULL, NULL);
    assert_int_equal(count, 5);
    remove_folder(drawn, folder);
}

/* Alone, without the report that lies beside it. */
static void an_archive_shows_what_its_folder_shows(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "tests/cases/loops/loop5.json");
    const char *mod = wr_path_join(drawn->arena, folder, "loop5.mod");
    struct wr_bytes whole = {0};
    draw_svg(drawn, folder);
    double area = floor_area(drawn);
    wr_bytes_add(&whole, drawn->bytes.data, drawn->bytes.size);
    draw_svg(drawn, mod);
    assert_int_equal(drawn->bytes.size, whole.size);
    assert_memory_equal(drawn->bytes.data, whole.data, whole.size);
    unlink(wr_path_join(drawn->arena, folder, "loop5.report.json"));
    draw_svg(drawn, mod);
    assert_near(floor_area(drawn), area, 1e-6 * area);
    assert_int_equal(count_of(drawn, "door", "path", ""), 5 + 1);
    assert_int_equal(count_of(drawn, "entry", "path", ""), 1 + 1);
    wr_bytes_finish(&whole);
    remove_folder(drawn, folder);
}

/* A module as the games have theirs: in two archives, the second with all but the area. */
static void a_pair_of_rims_shows_what_one_archive_shows(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "tests/cases/loops/loop5.json");
    const char *mod = wr_path_join(drawn->arena, folder, "loop5.mod");
    struct wr_resources resources;
    struct packed_part parts[2][256];
    uint32_t counts[2] = {0};
    struct wr_bytes whole = {0};
    draw_svg(drawn, mod);
    wr_bytes_add(&whole, drawn->bytes.data, drawn->bytes.size);
    assert_int_equal(wr_resources_open(drawn->heard.context, drawn->arena, mod, &resources),
                     WR_OK);
    for (size_t i = 0; i < resources.count; i++) {
        const wr_entry *entry = &resources.entries[i];
        struct wr_source source;
        assert_int_equal(wr_entry_read(drawn->heard.context, drawn->arena, entry, &source),
                         WR_OK);
        int second = entry->type != WR_RES_ARE && entry->type != WR_RES_IFO;
        parts[second][counts[second]++] =
            (struct packed_part){entry->resource->name, entry->type, source.data, source.size};
    }
    const char *const names[] = {"loop5.rim", "loop5_s.rim"};
    for (int i = 0; i < 2; i++) {
        struct wr_bytes rim = packed_rim(parts[i], counts[i]);
        replace(drawn, folder, names[i], rim.data, rim.size);
        wr_bytes_finish(&rim);
    }
    draw_svg(drawn, wr_path_join(drawn->arena, folder, "loop5.rim"));
    assert_int_equal(drawn->bytes.size, whole.size);
    assert_memory_equal(drawn->bytes.data, whole.data, whole.size);
    wr_bytes_finish(&whole);
    remove_folder(drawn, folder);
}

/* Damaged archives are refused or drawn, and never break anything. */
static void damaged_archives_do_no_harm(void **state)
{
    struct drawn *drawn = *state;
    struct wr_source source;
    const char *folder = build(drawn, "tests/cases/loops/loop4.json");
    const char *mod = wr_path_join(drawn->arena, folder, "loop4.mod");
    assert_int_equal(wr_file_read(drawn->heard.context, drawn->arena, mod, &source), WR_OK);
    uint8_t *damaged = wr_arena_copy(drawn->arena, source.data, source.size, 1);
    unsigned good = 0, refused = 0;
    for (size_t i = 0; i < 1200; i += 11) {
        damaged[i] ^= 0x81;
        replace(drawn, folder, "loop4.mod", damaged, i % 7 ? source.size : i);
        enum wr_result result = draw(drawn, mod, &(struct wr_draw_options){0});
        good += result == WR_OK;
        refused += result != WR_OK;
        damaged[i] ^= 0x81;
    }
    assert_true(good > 0 && refused > 0);
    remove_folder(drawn, folder);
}

static void a_map_and_its_module_show_keys_and_locks(void **state)
{
    static const char text[] =
        "{\"format\":\"warren-map\",\"version\":1,\"id\":\"keys\",\"kit\":\"burrow\",\"rooms\":"
        "["
        "{\"name\":\"hub\",\"room\":\"hub\",\"position\":[0,0,0],\"key\":\"brass\"},"
        "{\"name\":\"east\",\"room\":\"passage-12\",\"position\":[12,0,0]},"
        "{\"name\":\"west\",\"room\":\"passage-12\",\"position\":[-12,0,0],\"turn\":180}],"
        "\"links\":["
        "{\"from\":[\"hub\",\"east\"],\"to\":[\"east\",\"west\"],\"lock\":\"brass\"},"
        "{\"from\":[\"hub\",\"west\"],\"to\":[\"west\",\"west\"],\"hidden\":true}]}";
    struct drawn *drawn = *state;
    char folder[] = "/tmp/warren-view-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *map = wr_path_join(drawn->arena, folder, "keys.json");
    assert_int_equal(wr_file_write(drawn->heard.context, map, text, sizeof text - 1, 0), WR_OK);
    const char *module = build(drawn, map);
    const char *const paths[] = {map, module};
    for (int i = 0; i < 2; i++) {
        draw_svg(drawn, paths[i]);
        assert_int_equal(count_of(drawn, "locked", "path", ""), 1 + 1);
        assert_int_equal(count_of(drawn, "hidden", "path", ""), 1 + 1);
        assert_int_equal(count_of(drawn, "lockname", "text", "brass"), 1);
    }
    remove_folder(drawn, module);
    remove_folder(drawn, folder);
}

static void a_report_tells_the_way_to_the_exit(void **state)
{
    struct drawn *drawn = *state;
    struct wr_source source;
    const char *folder = build(drawn, "examples/first-map/map.json");
    static const char more[] =
        ",\"generated\":{\"exit\":\"shrine\",\"critical_path\":[\"hub\",\"passage\",\"shrine\"]"
        "}}";
    const char *report = wr_path_join(drawn->arena, folder, "first.report.json");
    assert_int_equal(wr_file_read(drawn->heard.context, drawn->arena, report, &source), WR_OK);
    struct wr_bytes text = {0};
    const uint8_t *end = source.data + source.size;
    while (end[-1] != '}')
        end--;
    wr_bytes_add(&text, source.data, (size_t)(end - 1 - source.data));
    wr_bytes_text(&text, more);
    replace(drawn, folder, "first.report.json", text.data, text.size);
    wr_bytes_finish(&text);
    draw_svg(drawn, folder);
    assert_int_equal(count_of(drawn, "exit", "path", ""), 1 + 1);
    assert_true(count_of(drawn, "route", "path", "") > 0);
    remove_folder(drawn, folder);
}

static void a_kit_is_drawn_room_by_room_with_its_hooks(void **state)
{
    struct drawn *drawn = *state;
    struct wr_kit *kit;
    const char *path = ours(drawn, "kits/library/burrow");
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(wr_kit_load(drawn->heard.context, path, &surfaces, &kit), WR_OK);
    draw_svg(drawn, path);
    unsigned hooks = 0;
    double area = 0;
    for (uint32_t i = 0; i < kit->room_count; i++) {
        assert_int_equal(count_of(drawn, "text", "text", kit->rooms[i].id), 1);
        hooks += kit->rooms[i].hook_count;
        area += terrain_walkable_area(kit->rooms[i].mesh);
    }
    assert_int_equal(count_of(drawn, "name", "text", ""), hooks);
    assert_int_equal(count_of(drawn, "note", "text", "2.5 m, narrow") +
                         count_of(drawn, "note", "text", "4 m, wide"),
                     hooks);
    assert_near(floor_area(drawn), area, 0.01 * area);
    wr_kit_free(kit);
}

static void a_sheet_shows_every_level(void **state)
{
    struct drawn *drawn = *state;
    const char *paths[] = {ours(drawn, "examples/first-map/map.json"),
                           ours(drawn, "examples/deep-burrow/map.json"),
                           ours(drawn, "tests/cases/loops/loop4.json")};
    struct wr_draw_options options = {.width = 700};
    assert_int_equal(
        wr_draw_sheet(drawn->heard.context, paths, 3, drawn->kits, &options, &drawn->bytes),
        WR_OK);
    read_back(drawn);
    assert_string_equal(attribute(drawn->root, "width"), "700");
    assert_int_equal(count_of(drawn, "title", "text", "3 levels"), 1);
    assert_int_equal(count_of(drawn, "text", "text", "first-map/map.json"), 1);
    assert_int_equal(count_of(drawn, "text", "text", "deep-burrow/map.json"), 1);
    assert_int_equal(count_of(drawn, "entry", "path", ""), 3 + 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, drawn_start, drawn_finish)
    const struct CMUnitTest tests[] = {
        TEST(a_module_shows_what_its_map_showed),
        TEST(each_walkmesh_that_is_read_is_told),
        TEST(an_archive_shows_what_its_folder_shows),
        TEST(a_pair_of_rims_shows_what_one_archive_shows),
        TEST(damaged_archives_do_no_harm),
        TEST(a_map_and_its_module_show_keys_and_locks),
        TEST(a_report_tells_the_way_to_the_exit),
        TEST(a_kit_is_drawn_room_by_room_with_its_hooks),
        TEST(a_sheet_shows_every_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
