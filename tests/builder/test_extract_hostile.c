/* Modules out of which somebody wants to write elsewhere, or that say one thing twice: each is
 * named with its place, and nothing is written but the kit and its map. */
#include "tests/support/packed.h"
#include "tests/support/taken.h"

#include "core/format/bwm.h"

enum { MOST = 64 };

/* The parts of the smallest example, to be packed with some more. */
struct hostile {
    struct taken taken;
    struct taken_module module;
    struct packed_part parts[MOST];
    uint32_t count;
    size_t before; /* files that were there, but for those of a kit */
};

/* Of a kit, or its map. */
static bool is_ours(const char *path)
{
    return strncmp(path, "kit/", 4) == 0 || strcmp(path, "maps/area.json") == 0;
}

static size_t count_files(const struct hostile *hostile, bool ours)
{
    const char *path;
    size_t count = 0;
    for (size_t i = 0; (path = wr_memory_path(hostile->taken.memory, i)); i++)
        count += is_ours(path) == ours;
    return count;
}

static void add(struct hostile *hostile, const char *name, uint16_t type, const void *data,
                size_t size)
{
    assert_true(hostile->count < MOST);
    hostile->parts[hostile->count++] = (struct packed_part){name, type, data, size};
}

static int start(void **state)
{
    static struct hostile hostile;
    memset(&hostile, 0, sizeof hostile);
    hostile.module = taken_first(&hostile.taken, WR_K1);
    for (size_t i = 0; i < hostile.module.resources.count; i++) {
        const wr_entry *entry = &hostile.module.resources.entries[i];
        const char *name = wr_entry_name(hostile.taken.findings.arena, entry);
        struct wr_source source = taken_bytes(&hostile.module, name, entry->type);
        add(&hostile, name, entry->type, source.data, source.size);
    }
    *state = &hostile;
    return 0;
}

static int end(void **state)
{
    taken_end(&((struct hostile *)*state)->taken);
    return 0;
}

/* The part that is called so, to be changed. */
static struct packed_part *part(struct hostile *hostile, const char *name, uint16_t type)
{
    for (uint32_t i = 0; i < hostile->count; i++)
        if (strcmp(hostile->parts[i].name, name) == 0 && hostile->parts[i].type == type)
            return &hostile->parts[i];
    fail_msg("%s is nowhere", name);
    return NULL;
}

static void put(struct hostile *hostile, const char *path, struct wr_bytes bytes)
{
    assert_false(bytes.failed);
    assert_true(wr_memory_put(hostile->taken.memory, path, bytes.data, bytes.size));
    wr_bytes_finish(&bytes);
}

/* Every new file is one of the kit, or its map. */
static void must_stay_inside(const struct hostile *hostile)
{
    const char *path;
    for (size_t i = 0; (path = wr_memory_path(hostile->taken.memory, i)); i++)
        if (is_ours(path) && (strstr(path, "..") || strpbrk(path, "\\: $")))
            fail_msg("%s was written", path);
    assert_int_equal(count_files(hostile, false), hostile->before);
}

/* Extracts, and wants a finding. */
static void must_say(struct hostile *hostile, const char *source, const char *finding)
{
    struct wr_extract_summary sum;
    struct wr_extract_options options = {
        .source = source, .output = "kit", .map = "maps/area.json", .force = true};
    struct findings *findings = &hostile->taken.findings;
    hostile->before = count_files(hostile, false);
    findings_said(findings);
    taken_must(&hostile->taken, wr_kit_extract(findings->context, &options, &sum));
    const char *said = findings_said(findings);
    if (!strstr(said, finding))
        fail_msg("%s is not in: %s", finding, said);
    must_stay_inside(hostile);
    taken_check(&hostile->taken, "kit/kit.xml");
}

static void must_say_of_mod(struct hostile *hostile, const char *finding)
{
    put(hostile, "bad.mod", packed_erf("MOD ", hostile->parts, hostile->count));
    must_say(hostile, "bad.mod", finding);
}

static enum wr_result extract(struct hostile *hostile, const char *source)
{
    struct wr_extract_options options = {
        .source = source, .output = "kit", .map = "maps/area.json", .force = true};
    hostile->before = count_files(hostile, false);
    findings_said(&hostile->taken.findings);
    return wr_kit_extract(hostile->taken.findings.context, &options, NULL);
}

/* An error with its place; nothing at all is written. */
static void must_refuse(struct hostile *hostile, const char *source, const char *finding)
{
    assert_true(extract(hostile, source) != WR_OK);
    const char *said = findings_said(&hostile->taken.findings);
    if (!strstr(said, finding))
        fail_msg("%s is not in: %s", finding, said);
    assert_int_equal(count_files(hostile, false), hostile->before);
    assert_int_equal(count_files(hostile, true), 0);
}

/* ---- Names that lead elsewhere ----------------------------------------------------------- */

/* Where an archive that packed_erf made, or packed_rim, names a part. */
static size_t name_at(uint32_t index, bool rim)
{
    return rim ? 120 + 32 * (size_t)index : 160 + 13 + 24 * (size_t)index;
}

/* Packs the parts with one more of a name, by turns as a MOD and as a RIM. */
static const char *pack_named(struct hostile *hostile, uint32_t sound, const char *name,
                              bool rim)
{
    hostile->count = sound;
    add(hostile, name, WR_RES_UTD, "door", 4);
    put(hostile, rim ? "bad.rim" : "bad.mod",
        rim ? packed_rim(hostile->parts, hostile->count)
            : packed_erf("MOD ", hostile->parts, hostile->count));
    return rim ? "bad.rim" : "bad.mod";
}

static void names_with_separators_are_refused_with_their_place(void **state)
{
    static const char *const names[] = {"../evil", "..\\evil", "/etc/evil",
                                        "a/b",     "a b",      "a\xff"};
    struct hostile *hostile = *state;
    uint32_t sound = hostile->count;
    for (size_t i = 0; i < 2 * sizeof names / sizeof *names; i++) {
        bool rim = i % 2 > 0;
        char finding[96];
        snprintf(finding, sizeof finding, "0x%zx: error [archive-name] '", name_at(sound, rim));
        must_refuse(hostile, pack_named(hostile, sound, names[i / 2], rim), finding);
    }
}

static void names_that_are_no_files_are_left_out(void **state)
{
    static const char *const names[] = {"c:evil", "..", "$evil", "evil."};
    struct hostile *hostile = *state;
    uint32_t sound = hostile->count;
    for (size_t i = 0; i < 2 * sizeof names / sizeof *names; i++) {
        bool rim = i % 2 > 0;
        char finding[96];
        snprintf(finding, sizeof finding, "0x%zx: warning [archive-name] '%s'",
                 name_at(sound, rim), names[i / 2]);
        must_say(hostile, pack_named(hostile, sound, names[i / 2], rim), finding);
    }
}

static void unpack(struct hostile *hostile)
{
    for (uint32_t i = 0; i < hostile->count; i++) {
        char path[32];
        snprintf(path, sizeof path, "%.16s.%.3s", hostile->parts[i].name,
                 wr_resource_suffix(hostile->parts[i].type));
        taken_put(&hostile->taken, "loose", path, hostile->parts[i].data,
                  hostile->parts[i].size);
    }
}

/* Unpacked: the layout with another room in place of one. */
static void change_layout(struct hostile *hostile, uint32_t index, wr_lyt_item room)
{
    struct wr_lyt lyt = hostile->module.lyt;
    struct wr_bytes text = {0};
    lyt.rooms = wr_arena_copy(hostile->taken.findings.arena, lyt.rooms, lyt.room_count,
                              sizeof *lyt.rooms);
    assert_non_null(lyt.rooms);
    lyt.rooms[index] = room;
    wr_lyt_write(&lyt, &text);
    taken_put(&hostile->taken, "loose", "first.lyt", text.data, text.size);
    wr_bytes_finish(&text);
}

/* Names that are no file's, in a folder: a system may well have such files. */
static void rooms_whose_names_lead_elsewhere_are_left_out(void **state)
{
    static const char *const names[] = {"../evil", "..\\evil", "c:evil", ".."};
    struct hostile *hostile = *state;
    unpack(hostile);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct wr_source room = taken_bytes(&hostile->module, "first_room2", WR_RES_WOK);
        char finding[64], path[32];
        change_layout(hostile, 2,
                      (wr_lyt_item){names[i], hostile->module.lyt.rooms[2].position});
        snprintf(path, sizeof path, "%.16s.wok", names[i]);
        taken_put(&hostile->taken, "loose", path, room.data, room.size);
        snprintf(finding, sizeof finding, "'%s'", names[i]);
        must_say(hostile, "loose", finding);
    }
}

/* Not even the kit is written, though that could be. */
static void rooms_that_no_map_can_place_are_refused(void **state)
{
    struct hostile *hostile = *state;
    unpack(hostile);
    change_layout(hostile, 5, (wr_lyt_item){hostile->module.lyt.rooms[5].model, {1e6f, 0, 0}});
    must_refuse(hostile, "loose", "[map-coordinate]");
}

static void change_door(struct hostile *hostile, const char *blueprint, const char *tag)
{
    struct wr_source *source = WR_TAKE(hostile->taken.findings.arena, struct wr_source, 1);
    struct packed_part *git = part(hostile, "first", WR_RES_GIT);
    struct wr_context *context = hostile->taken.findings.context;
    struct wr_gff *gff;
    struct wr_bytes bytes = {0};
    *source = taken_bytes(&hostile->module, "first", WR_RES_GIT);
    taken_must(&hostile->taken,
               wr_gff_read(context, hostile->taken.findings.arena, source, &gff));
    wr_gff_struct *door = wr_gff_list_of(gff->root, "Door List")->items[0];
    if (blueprint)
        wr_gff_set_resref(gff, door, "TemplateResRef", blueprint);
    if (tag)
        wr_gff_set_string(gff, door, "Tag", tag);
    taken_must(&hostile->taken, wr_gff_write(context, gff, &bytes));
    git->data = wr_arena_copy(hostile->taken.findings.arena, bytes.data, bytes.size, 1);
    git->size = bytes.size;
    wr_bytes_finish(&bytes);
}

static void blueprints_that_lead_elsewhere_are_none(void **state)
{
    struct hostile *hostile = *state;
    change_door(hostile, "../evil", NULL);
    must_say_of_mod(hostile, "[extract-blueprint] a door's blueprint is called '../evil'");
}

/* ---- One thing said twice ---------------------------------------------------------------- */

static void two_resources_of_a_name_are_refused(void **state)
{
    struct hostile *hostile = *state;
    add(hostile, "first_room2", WR_RES_WOK, "BWM V1.0", 8);
    put(hostile, "bad.mod", packed_erf("MOD ", hostile->parts, hostile->count));
    must_refuse(hostile, "bad.mod",
                "error [archive-duplicate] two resources are called 'first_room2.wok'");
}

static void put_word(struct wr_bytes *bytes, size_t at, uint32_t value)
{
    assert_true(at + 4 <= bytes->size);
    for (int i = 0; i < 4; i++)
        bytes->data[at + (size_t)i] = (uint8_t)(value >> (8 * i));
}

static uint32_t word_at(const struct wr_bytes *bytes, size_t at)
{
    uint32_t value = 0;
    for (int i = 3; i >= 0; i--)
        value = value << 8 | bytes->data[at + (size_t)i];
    return value;
}

/* The place of a resource in an archive that packed_erf made. */
static size_t place_of(const struct hostile *hostile, const struct packed_part *wanted)
{
    enum { PLACE = 8 };
    return name_at(hostile->count, false) + PLACE * (size_t)(wanted - hostile->parts);
}

static void resources_that_overlap_or_lie_outside_are_refused(void **state)
{
    struct hostile *hostile = *state;
    size_t at = place_of(hostile, part(hostile, "first_room2", WR_RES_WOK));
    struct wr_bytes bytes = packed_erf("MOD ", hostile->parts, hostile->count);
    put_word(&bytes, at, word_at(&bytes, at) - 8);
    put(hostile, "bad.mod", bytes);
    must_refuse(hostile, "bad.mod", "error [archive-overlap] ");
    bytes = packed_erf("MOD ", hostile->parts, hostile->count);
    put_word(&bytes, at, 0x7fffffff);
    put(hostile, "bad.mod", bytes);
    must_refuse(hostile, "bad.mod", "error [archive-resource] ");
}

/* ---- Archives beside it ------------------------------------------------------------------ */

static void a_module_of_rims_is_taken_from_the_first_that_has_a_part(void **state)
{
    struct hostile *hostile = *state;
    const struct packed_part talk[] = {PACKED_TEXT("k_talk", 2029, "from dlg"),
                                       PACKED_TEXT("k_both", 2029, "from dlg")};
    const struct packed_part second[] = {PACKED_TEXT("k_both", 2029, "from second")};
    size_t size;
    put(hostile, "pair.rim", packed_rim(hostile->parts, hostile->count));
    put(hostile, "pair_s.rim", packed_rim(second, 1));
    put(hostile, "pair_dlg.erf", packed_erf("ERF ", talk, 2));
    must_say(hostile, "pair.rim", "");
    const char *both = wr_memory_get(hostile->taken.memory, "kit/always/k_both.dlg", &size);
    assert_non_null(both);
    assert_int_equal(size, 11);
    assert_memory_equal(both, "from second", size);
    assert_memory_equal(wr_memory_get(hostile->taken.memory, "kit/always/k_talk.dlg", &size),
                        "from dlg", 8);
}

/* ---- Tags -------------------------------------------------------------------------------- */

/* Tags in the games' own letters are known again, so that putting the level back changes
 * nothing. */
static void tags_of_other_letters_are_known_again(void **state)
{
    struct hostile *hostile = *state;
    struct taken *taken = &hostile->taken;
    struct wr_build_options options = {.into = "edited.mod"};
    change_door(hostile, NULL, "t\xc3\xbcr_\xe2\x82\xac\xc3\x9f");
    put(hostile, "edited.mod", packed_erf("MOD ", hostile->parts, hostile->count));
    must_say_of_mod(hostile, "");
    struct wr_map *map = taken_map(taken, "maps/area.json");
    struct wr_kits *kits = taken_kits(taken, WR_K1);
    assert_string_equal(map->replaces.doors[0].tag, "t\xc3\xbcr_\xe2\x82\xac\xc3\x9f");
    taken_must(taken, wr_build(taken->findings.context, map, kits, &options, NULL));
    wr_kits_free(kits);
    wr_map_free(map);
    taken_same_files(taken, "edited.mod", "bad.mod");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_with_separators_are_refused_with_their_place,
                                        start, end),
        cmocka_unit_test_setup_teardown(names_that_are_no_files_are_left_out, start, end),
        cmocka_unit_test_setup_teardown(rooms_whose_names_lead_elsewhere_are_left_out, start,
                                        end),
        cmocka_unit_test_setup_teardown(rooms_that_no_map_can_place_are_refused, start, end),
        cmocka_unit_test_setup_teardown(blueprints_that_lead_elsewhere_are_none, start, end),
        cmocka_unit_test_setup_teardown(two_resources_of_a_name_are_refused, start, end),
        cmocka_unit_test_setup_teardown(resources_that_overlap_or_lie_outside_are_refused,
                                        start, end),
        cmocka_unit_test_setup_teardown(
            a_module_of_rims_is_taken_from_the_first_that_has_a_part, start, end),
        cmocka_unit_test_setup_teardown(tags_of_other_letters_are_known_again, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
