/* Maps as files: told apart by their keys, loaded whole, and quickly. */
#include "tests/templates/maps.h"

#include "core/base/system.h"
#include "core/files/file.h"
#include <time.h>

static void maps_are_told_by_the_keys_of_the_outermost_object(void **state)
{
    (void)state;
    const struct {
        const char *text;
        enum wr_map_format format;
    } cases[] = {
        {"{\"format\": \"warren-map\"}", WR_WARREN_MAP},
        {"\xef\xbb\xbf \n{\"a\": [{\"b\": 1}], \"format\":\"warren-map\", \"warp\": 1",
         WR_WARREN_MAP},
        {"{\"format\": \"warren-map\"", WR_WARREN_MAP},
        {"{\"warp\": \"a\"}", WR_INDOOR_MAP},
        {"{\"moduleId\": \"a\"}", WR_INDOOR_MAP},
        {"{\"rooms\": [], \"name\": {}, \"lighting\": []}", WR_INDOOR_MAP},
        {"{\"tile_layout\": {}, \"x\": ", WR_INDOOR_MAP},
        {"{\"format\": \"warren-template\", \"warp\": \"a\"}", WR_NO_MAP},
        {"{\"name\": \"Kit\", \"id\": \"kit\", \"doors\": [], \"components\": []}", WR_NO_MAP},
        {"{\"a\": {\"warp\": 1, \"format\": \"warren-map\"}}", WR_NO_MAP},
        {"{\"a\": \"warp\", \"b\": [\"warp\"], \"c\": \"\\\"warp\\\": 1\"}", WR_NO_MAP},
        {"[{\"warp\": 1}]", WR_NO_MAP},
        {"warp", WR_NO_MAP},
        {"x {\"warp\": 1}", WR_NO_MAP},
        {"{\"format\": \"", WR_NO_MAP},
        {"{\"format\\", WR_NO_MAP},
        {"{", WR_NO_MAP},
        {"", WR_NO_MAP},
        {"<kit/>", WR_NO_MAP},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = strlen(cases[i].text);
        uint8_t *copy = malloc(size ? size : 1); /* exact, for a sanitizer */
        memcpy(copy, cases[i].text, size);
        if (wr_map_recognise(copy, size) != cases[i].format)
            fail_msg("%s", cases[i].text);
        free(copy);
    }
}

static void a_missing_map_and_a_folder_are_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_map *map = NULL;
    assert_int_equal(wr_map_load(f.context, "no/such.json", NULL, &map), WR_NOT_FOUND);
    assert_int_equal(wr_map_load(f.context, ".", NULL, &map), WR_INVALID);
    assert_null(map);
    assert_int_equal(f.errors, 2);
    wr_map_free(NULL);
    findings_end(&f);
}

/* ---- The manual ----------------------------------------------------------------------------
 */

static void every_map_in_the_manual_is_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *root = wr_environment("WARREN_SOURCE");
    struct wr_source manual;
    assert_non_null(root);
    assert_int_equal(
        wr_file_read(f.context, f.arena, wr_path_join(f.arena, root, "docs/maps.md"), &manual),
        WR_OK);
    const char *fence = "```json\n", *at = (const char *)manual.data;
    unsigned count = 0;
    for (; (at = strstr(at, fence)) != NULL; count++) {
        at += strlen(fence);
        char *text = wr_arena_text(f.arena, at, (size_t)(strstr(at, "```") - at));
        struct wr_map *map = map_of(&f, text);
        if (!map)
            fail_msg("%s%s", text, findings_said(&f));
        wr_map_free(map);
    }
    assert_int_equal(count, 8);
    findings_end(&f);
}

/* ---- Size -------------------------------------------------------------------------------- */

static void add_room(struct wr_bytes *text, uint32_t i)
{
    wr_bytes_print(text, "%s    {\"name\": \"r%u\", \"room\": \"hall %u\", \"position\": [",
                   i ? ",\n" : "", i, i % 17);
    wr_bytes_number(text, (float)i * 1.37f - 60000.0f);
    wr_bytes_print(text, ", %u.5, 0.0], \"turn\": %u.0, \"mirror\": \"xy\"}", i % 1000,
                   i % 4 * 90);
}

static struct wr_bytes large_map(uint32_t rooms)
{
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"large\",\n"
                         "  \"kit\": \"burrow\",\n  \"rooms\": [\n");
    for (uint32_t i = 0; i < rooms; i++)
        add_room(&text, i);
    wr_bytes_text(&text, "],\n  \"links\": [\n");
    for (uint32_t i = 1; i < rooms; i++)
        wr_bytes_print(&text,
                       "%s    {\"from\": [\"r%u\", \"north\"], \"to\": [\"r%u\", "
                       "\"south\"]}",
                       i > 1 ? ",\n" : "", i - 1, i);
    wr_bytes_text(&text, "]}\n");
    return text;
}

static void a_hundred_thousand_rooms_are_read(void **state)
{
    (void)state;
    enum { ROOMS = 100000 };
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = large_map(ROOMS);
    const struct wr_source *source = findings_bytes(&f, text.data, text.size);
    struct wr_map *map = NULL;
    clock_t start = clock();
    assert_int_equal(wr_map_parse(f.context, wr_arena_create(), source, NULL, &map), WR_OK);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("[  TIME    ] %d rooms and links, %zu bytes: %.3f s\n", ROOMS, text.size,
                  seconds);
    assert_int_equal(map->room_count, ROOMS);
    assert_int_equal(map->link_count, ROOMS - 1);
    assert_int_equal(map->links[ROOMS - 2].rooms[1], ROOMS - 1);
    wr_map_free(map);
    wr_bytes_finish(&text);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_told_by_the_keys_of_the_outermost_object),
        cmocka_unit_test(a_missing_map_and_a_folder_are_refused),
        cmocka_unit_test(every_map_in_the_manual_is_read),
        cmocka_unit_test(a_hundred_thousand_rooms_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
