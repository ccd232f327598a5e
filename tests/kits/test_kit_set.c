/* Looking for kits: the order of places, names and paths, and what is said when there is none.
 */
#define _XOPEN_SOURCE 700 /* nftw */
#include <stdlib.h>
#include <unistd.h>

#include "core/files/file.h"
#include "tests/kits/memory.h"
#include "tests/support/folder.h"
#include "tests/support/starved.h"

/* ---- Folders that really are there ---------------------------------------------------------
 */

struct ground {
    struct findings findings;
    struct wr_arena *arena;
    struct wr_kits *kits;
    struct folder folder;
};

static void start(struct ground *ground)
{
    memset(ground, 0, sizeof *ground);
    findings_start(&ground->findings);
    folder_start(&ground->folder);
    unsetenv("WARREN_KITS");
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    ground->kits = wr_kits_create(&surfaces);
    assert_non_null(ground->kits);
}

static const char *at(struct ground *ground, const char *name)
{
    return wr_path_join(ground->findings.arena, ground->folder.root, name);
}

/* Writes a file, and makes the folders above it. */
static void put(struct ground *ground, const char *name, const char *text)
{
    folder_text(&ground->folder, name, text);
}

static void finish(struct ground *ground)
{
    folder_end(&ground->folder);
    unsetenv("WARREN_KITS");
    wr_kits_free(ground->kits);
    findings_end(&ground->findings);
}

#define XML(id, name)                                                                          \
    "<kit id='" id "' name='" name                                                             \
    "' version='1'><room id='a' name='A' walkmesh='a.obj'/></kit>"
#define FLOOR "usemtl Stone\nv 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n"

static void put_xml(struct ground *ground, const char *folder, const char *xml)
{
    char name[64];
    snprintf(name, sizeof name, "%s/kit.xml", folder);
    put(ground, name, xml);
    snprintf(name, sizeof name, "%s/a.obj", folder);
    put(ground, name, FLOOR);
}

static void add(struct ground *ground, const char *name)
{
    assert_int_equal(wr_kits_add(ground->kits, at(ground, name)), WR_OK);
}

static const struct wr_kit *find(struct ground *ground, const char *name)
{
    const struct wr_kit *kit = NULL;
    enum wr_result result = wr_kits_find(ground->findings.context, ground->kits, name, &kit);
    if (result)
        fail_msg("no '%s': %s", name, findings_said(&ground->findings));
    return kit;
}

static void assert_found(struct ground *ground, const char *name, const char *file)
{
    const struct wr_kit *kit = find(ground, name);
    assert_string_equal(kit->path, at(ground, file));
    assert_ptr_equal(find(ground, name), kit); /* loaded once */
    assert_int_equal(ground->findings.lines.size, 0);
}

static void a_place_may_be_a_file_a_kits_folder_or_a_folder_of_kits(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put_xml(&ground, "one", XML("one", "First"));
    put_xml(&ground, "two", XML("two", "Second"));
    put_xml(&ground, "all/three", XML("three", "Third &amp; last"));
    put_xml(&ground, "all/four", XML("four", "Fourth"));
    put(&ground, "all/readme.txt", "");
    put(&ground, "all/empty/readme.txt", "");
    put(&ground, "all/map.json", "{\"rooms\":[]}");
    put(&ground, "all/six.json", "{\"id\":\"six\",\"name\":\"Sixth\",\"components\":[]}");
    put(&ground, "all/six/readme.txt", "");
    put(&ground, "seven.json", "{\"components\":[]}");
    put(&ground, "seven/readme.txt", "");
    add(&ground, "one/kit.xml");
    add(&ground, "two");
    add(&ground, "all");
    add(&ground, "seven/");
    assert_found(&ground, "First", "one/kit.xml");
    assert_found(&ground, "two", "two/kit.xml");
    assert_found(&ground, "Third & last", "all/three/kit.xml");
    assert_found(&ground, "FOURTH", "all/four/kit.xml");
    assert_found(&ground, "Sixth", "all/six.json");
    assert_non_null(find(&ground, "seven"));
    finish(&ground);
}

static void a_folder_beside_a_map_of_its_name_is_a_folder_of_kits(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put(&ground, "level.json", "{\"rooms\":[]}");
    put_xml(&ground, "level/one", XML("one", "First"));
    add(&ground, "level");
    assert_found(&ground, "one", "level/one/kit.xml");
    finish(&ground);
}

static void what_a_killed_build_left_is_no_kit(void **state)
{
    struct ground ground;
    const struct wr_kit *kit = NULL;
    (void)state;
    start(&ground);
    put_xml(&ground, "kits/.warren-12ab", XML("crypt", "Half a crypt"));
    put_xml(&ground, "kits/tower", XML("tower", "Tower"));
    add(&ground, "kits");
    assert_found(&ground, "tower", "kits/tower/kit.xml");
    assert_int_not_equal(wr_kits_find(ground.findings.context, ground.kits, "crypt", &kit),
                         WR_OK);
    finish(&ground);
}

static void earlier_places_go_before_later_ones(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    static const char *const folders[] = {"b", "c", "map/d", "e", "f"};
    for (size_t i = 0; i < 5; i++)
        put_xml(&ground, folders[i], XML("same", "Same"));
    put_xml(&ground, "f2", XML("only", "Only"));
    char list[256];
    snprintf(list, sizeof list, ":%s::%s:%s", at(&ground, "e"), at(&ground, "f"),
             at(&ground, "f2"));
    setenv("WARREN_KITS", list, 1);
    assert_found(&ground, "Same", "e/kit.xml");
    assert_found(&ground, "Only", "f2/kit.xml");
    assert_int_equal(wr_kits_set_map_folder(ground.kits, at(&ground, "map")), WR_OK);
    assert_found(&ground, "Same", "map/d/kit.xml");
    add(&ground, "b");
    add(&ground, "c");
    assert_found(&ground, "Same", "b/kit.xml");
    assert_int_equal(wr_kits_set_map_folder(ground.kits, NULL), WR_OK);
    assert_found(&ground, "SAME", "b/kit.xml");
    finish(&ground);
}

static void a_name_goes_before_an_id_and_case_before_none(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put_xml(&ground, "all/a", XML("hall", "Vault"));
    put_xml(&ground, "all/b", XML("vault", "hall"));
    put_xml(&ground, "all/c", XML("Hall", "crypt"));
    put_xml(&ground, "all/d", XML("d", "twin"));
    put_xml(&ground, "all/e", XML("e", "Twin"));
    add(&ground, "all");
    assert_found(&ground, "hall", "all/b/kit.xml");
    assert_found(&ground, "Hall", "all/c/kit.xml");
    assert_found(&ground, "vault", "all/b/kit.xml");
    assert_found(&ground, "VAULT", "all/a/kit.xml");
    assert_found(&ground, "Twin", "all/e/kit.xml");
    const struct wr_kit *kit = NULL;
    assert_int_equal(wr_kits_find(ground.findings.context, ground.kits, "TWIN", &kit),
                     WR_INVALID);
    char expected[256];
    snprintf(
        expected, sizeof expected,
        "0:0: error [kit-ambiguous] 'TWIN' may be either kit: '%s' or '%s' (name the kit by "
        "its path)\n",
        at(&ground, "all/d/kit.xml"), at(&ground, "all/e/kit.xml"));
    assert_said(&ground.findings, expected);
    finish(&ground);
}

static void a_kit_that_is_not_there_is_answered_with_the_places(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put_xml(&ground, "all/a", XML("hall", "Vault"));
    add(&ground, "all");
    add(&ground, "gone");
    setenv("WARREN_KITS", at(&ground, "too"), 1);
    const struct wr_source source = {
        .name = "map.json", .data = (const uint8_t *)"{\"kit\":1}", .size = 9};
    const struct wr_kit *kit = NULL;
    assert_int_equal(wr_kits_find_at(ground.findings.context, ground.kits, "Vaults",
                                     wr_at(&source, 7), &kit),
                     WR_NOT_FOUND);
    const char *said = findings_said(&ground.findings);
    char expected[512];
    snprintf(
        expected, sizeof expected,
        "1:8: error [kit-not-found] there is no kit 'Vaults'; looked in %s, %s (not there), "
        "%s (not there), %s",
        at(&ground, "all"), at(&ground, "gone"), at(&ground, "too"), WARREN_DATA_KITS);
    if (strncmp(said, expected, strlen(expected)) != 0)
        fail_msg("%s is not %s", said, expected);
    assert_non_null(strstr(said, WARREN_SOURCE_KITS));
    assert_non_null(strstr(said, "(did you mean 'Vault'?)"));
    finish(&ground);
}

static void a_path_is_relative_to_the_map(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put_xml(&ground, "map/mine", XML("mine", "Mine"));
    put(&ground, "map/foreign.json", "{\"id\":\"f\",\"name\":\"F\",\"components\":[]}");
    put(&ground, "map/f/readme.txt", "");
    put(&ground, "map/sub/readme.txt", "");
    assert_int_equal(wr_kits_set_map_folder(ground.kits, at(&ground, "map/sub")), WR_OK);
    const struct wr_kit *kit = find(&ground, "../mine/kit.xml");
    assert_string_equal(kit->id, "mine");
    assert_string_equal(find(&ground, "../foreign.json")->id, "f");
    assert_string_equal(find(&ground, at(&ground, "map/mine/kit.xml"))->id, "mine");
    assert_int_equal(wr_kits_find(ground.findings.context, ground.kits, "mine/kit.xml", &kit),
                     WR_NOT_FOUND);
    char expected[256];
    snprintf(
        expected, sizeof expected,
        "0:0: error [kit-not-found] there is no kit '%s' (a path is relative to the folder "
        "of the map)\n",
        at(&ground, "map/sub/mine/kit.xml"));
    assert_said(&ground.findings, expected);
    finish(&ground);
}

/* As a map and a kit of Windows may spell them. */
static void a_backslash_separates_the_parts_of_a_path_in_a_file(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put(&ground, "map/mine/floors/hall.obj", FLOOR);
    put(&ground, "map/mine/kit.xml",
        "<kit id='mine' name='Mine' version='1'><room id='a' name='A' "
        "walkmesh='floors\\hall.obj'/></kit>");
    put_xml(&ground, "all/vault", XML("vault", "Vault"));
    put(&ground, "map/sub/readme.txt", "");
    assert_int_equal(wr_kits_set_map_folder(ground.kits, at(&ground, "map/sub")), WR_OK);
    const struct wr_kit *kit = find(&ground, "..\\mine\\kit.xml");
    assert_string_equal(kit->path, at(&ground, "map/sub/../mine/kit.xml"));
    assert_int_equal(kit->room_count, 1);
    assert_ptr_equal(find(&ground, "../mine/kit.xml"), kit);
    assert_int_equal(wr_kits_add_of_map(ground.kits, "..\\..\\all"), WR_OK);
    assert_found(&ground, "Vault", "map/sub/../../all/vault/kit.xml");
    finish(&ground);
}

static void a_broken_kit_is_silent_until_it_is_asked_for(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put_xml(&ground, "all/good", XML("good", "Good"));
    put(&ground, "all/broken/kit.xml", "<kit");
    put(&ground, "all/torn.json", "{\"components\":[");
    put(&ground, "all/tiles.json", "{\"id\":\"tiles\",\"tiles\":[]}");
    add(&ground, "all");
    assert_found(&ground, "Good", "all/good/kit.xml");
    static const struct {
        const char *name, *slug;
    } broken[] = {{"broken", "[xml-"}, {"torn", "[json-"}, {"tiles", "[kit-tile-format]"}};
    for (size_t i = 0; i < 3; i++) {
        const struct wr_kit *kit = NULL;
        enum wr_result result =
            wr_kits_find(ground.findings.context, ground.kits, broken[i].name, &kit);
        assert_int_not_equal(result, WR_OK);
        assert_non_null(strstr(findings_said(&ground.findings), broken[i].slug));
        /* Told once; asked again, it only fails again. */
        assert_int_equal(
            wr_kits_find(ground.findings.context, ground.kits, broken[i].name, &kit), result);
        assert_said(&ground.findings, "");
        assert_null(kit);
    }
    finish(&ground);
}

static void a_folder_that_is_no_kit_cannot_be_loaded(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put(&ground, "all/readme.txt", "");
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    assert_int_equal(wr_kit_load(ground.findings.context, at(&ground, "all"), &surfaces, &kit),
                     WR_NOT_FOUND);
    assert_said(&ground.findings,
                "0:0: error [kit-unknown] this folder is no kit (a kit's folder holds kit.xml, "
                "or lies beside the JSON of its name)\n");
    assert_int_equal(
        wr_kit_load(ground.findings.context, at(&ground, "gone.xml"), &surfaces, &kit),
        WR_NOT_FOUND);
    finish(&ground);
}

static enum wr_result find_starved(struct findings *findings, void *place)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_kit *kit = NULL;
    struct wr_kits *kits = wr_kits_create(&surfaces);
    enum wr_result result = kits && wr_kits_add(kits, place) == WR_OK
                                ? wr_kits_find(findings->context, kits, "Good", &kit)
                                : wr_no_memory(findings->context);
    wr_kits_free(kits);
    return result;
}

static void every_failing_allocation_reaches_the_caller(void **state)
{
    (void)state;
    struct ground ground;
    start(&ground);
    put_xml(&ground, "all/good", XML("good", "Good"));
    put(&ground, "all/six.json", "{\"id\":\"six\",\"name\":\"Sixth\",\"components\":[]}");
    assert_true(starve(find_starved, (void *)(uintptr_t)at(&ground, "all")) > 8);
    finish(&ground);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_may_be_a_file_a_kits_folder_or_a_folder_of_kits),
        cmocka_unit_test(a_folder_beside_a_map_of_its_name_is_a_folder_of_kits),
        cmocka_unit_test(what_a_killed_build_left_is_no_kit),
        cmocka_unit_test(earlier_places_go_before_later_ones),
        cmocka_unit_test(a_name_goes_before_an_id_and_case_before_none),
        cmocka_unit_test(a_kit_that_is_not_there_is_answered_with_the_places),
        cmocka_unit_test(a_path_is_relative_to_the_map),
        cmocka_unit_test(a_backslash_separates_the_parts_of_a_path_in_a_file),
        cmocka_unit_test(a_broken_kit_is_silent_until_it_is_asked_for),
        cmocka_unit_test(a_folder_that_is_no_kit_cannot_be_loaded),
        cmocka_unit_test(every_failing_allocation_reaches_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
