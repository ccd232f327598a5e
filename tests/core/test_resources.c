/* Resources of folders and archives: listed, found and read without asking where they lie. */
#define _XOPEN_SOURCE 700 /* nftw, truncate */
#include "tests/support/findings.h"
#include "tests/support/folder.h"
#include "tests/support/packed.h"

#include "core/base/text.h"
#include "core/format/resources.h"

struct scene {
    struct findings f;
    struct folder folder;
    char path[512];
};

static int start(void **state)
{
    static struct scene scene;
    findings_start(&scene.f);
    folder_start(&scene.folder);
    *state = &scene;
    return 0;
}

static int end(void **state)
{
    struct scene *scene = *state;
    folder_end(&scene->folder);
    findings_end(&scene->f);
    return 0;
}

/* ---- What is opened ---------------------------------------------------------------------- */

static const char *put(struct scene *scene, const char *name, struct wr_bytes bytes)
{
    folder_put(&scene->folder, name, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    return folder_path(&scene->folder, name, scene->path);
}

static const struct packed_part PARTS[] = {PACKED_TEXT("room", WR_RES_LYT, "layout"),
                                           PACKED_TEXT("room_b", WR_RES_WOK, "floor"),
                                           PACKED_TEXT("a", 4711, "unknown")};

/* ---- What is found ----------------------------------------------------------------------- */

static void assert_reads(struct scene *scene, const wr_entry *entry, const char *text,
                         const char *name)
{
    struct wr_source source;
    assert_non_null(entry);
    assert_int_equal(wr_entry_read(scene->f.context, scene->f.arena, entry, &source), WR_OK);
    assert_int_equal(source.size, strlen(text));
    assert_memory_equal(source.data, text, source.size);
    const char *tail = source.name + strlen(source.name) - strlen(name);
    assert_string_equal(tail, name);
}

/* Names of all entries, each followed by a space. */
static const char *list_of(struct scene *scene, const struct wr_resources *resources)
{
    struct wr_bytes list = {0};
    for (size_t i = 0; i < resources->count; i++)
        wr_bytes_print(&list, "%s ", resources->entries[i].file);
    const char *text =
        wr_arena_text(scene->f.arena, list.data ? (const char *)list.data : "", list.size);
    wr_bytes_finish(&list);
    return text;
}

static void a_folder_an_archive_and_its_bytes_give_the_same(void **state)
{
    struct scene *scene = *state;
    struct wr_resources all[3];
    folder_text(&scene->folder, "loose/ROOM.lyt", "layout");
    folder_text(&scene->folder, "loose/room_b.wok", "floor");
    folder_text(&scene->folder, "loose/a.4711", "unknown");
    folder_text(&scene->folder, "loose/inner/other.wok", "not listed");
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena,
                                       folder_path(&scene->folder, "loose", scene->path),
                                       &all[0]),
                     WR_OK);
    struct wr_bytes mod = packed_erf("MOD ", PARTS, 3);
    const struct wr_source *source = findings_bytes(&scene->f, mod.data, mod.size);
    assert_int_equal(wr_resources_of_archive(scene->f.context, scene->f.arena, source, &all[1]),
                     WR_OK);
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena,
                                       put(scene, "small.mod", mod), &all[2]),
                     WR_OK);
    assert_string_equal(list_of(scene, &all[0]), "a.4711 ROOM.lyt room_b.wok ");
    assert_string_equal(list_of(scene, &all[1]), "a.4711 room.lyt room_b.wok ");
    assert_string_equal(list_of(scene, &all[2]), "a.4711 room.lyt room_b.wok ");
    for (int i = 0; i < 3; i++) {
        assert_reads(scene, wr_resources_find(&all[i], "Room", WR_RES_LYT), "layout",
                     i == 0 ? "loose/ROOM.lyt" : "/room.lyt");
        assert_reads(scene, wr_resources_find_file(&all[i], "room_b.wok"), "floor",
                     "/room_b.wok");
        assert_reads(scene, &all[i].entries[0], "unknown", "/a.4711");
        assert_null(wr_resources_find(&all[i], "room", WR_RES_WOK));
        assert_null(wr_resources_find(&all[i], "room_b", WR_RES_LYT));
    }
}

static void a_file_spelled_exactly_so_comes_before_other_capitals(void **state)
{
    struct scene *scene = *state;
    struct wr_resources resources;
    folder_text(&scene->folder, "A.wok", "large");
    folder_text(&scene->folder, "a.wok", "small");
    folder_text(&scene->folder, "B.WOK", "other");
    assert_int_equal(
        wr_resources_open(scene->f.context, scene->f.arena, scene->folder.root, &resources),
        WR_OK);
    assert_reads(scene, wr_resources_find(&resources, "a", WR_RES_WOK), "small", "/a.wok");
    assert_reads(scene, wr_resources_find(&resources, "A", WR_RES_WOK), "large", "/A.wok");
    assert_reads(scene, wr_resources_find(&resources, "b", WR_RES_WOK), "other", "/B.WOK");
}

static void archives_that_make_one_module_are_one(void **state)
{
    static const struct packed_part first[] = {PACKED_TEXT("m", WR_RES_ARE, "area"),
                                               PACKED_TEXT("m", WR_RES_GIT, "first")};
    static const struct packed_part second[] = {PACKED_TEXT("m", WR_RES_GIT, "second"),
                                                PACKED_TEXT("m", WR_RES_PTH, "way")};
    static const struct packed_part talk[] = {PACKED_TEXT("talk", 2029, "words")};
    struct scene *scene = *state;
    struct wr_resources resources;
    put(scene, "M_S.RIM", packed_rim(second, 2));
    put(scene, "m_dlg.erf", packed_erf("MOD ", talk, 1));
    put(scene, "mm_s.rim", packed_rim(PARTS, 1));
    const char *path = put(scene, "m.rim", packed_rim(first, 2));
    assert_int_equal(
        wr_resources_open_module(scene->f.context, NULL, scene->f.arena, path, &resources),
        WR_OK);
    assert_string_equal(list_of(scene, &resources), "m.are m.git m.git m.pth talk.dlg ");
    assert_reads(scene, wr_resources_find(&resources, "m", WR_RES_GIT), "first", "m.rim/m.git");
    assert_reads(scene, wr_resources_find(&resources, "m", WR_RES_PTH), "way", "M_S.RIM/m.pth");
    assert_reads(scene, wr_resources_find_file(&resources, "talk.dlg"), "words",
                 "m_dlg.erf/talk.dlg");
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena, path, &resources),
                     WR_OK);
    assert_string_equal(list_of(scene, &resources), "m.are m.git ");
}

/* ---- What is read when ------------------------------------------------------------------- */

static void only_what_is_asked_for_is_read(void **state)
{
    struct scene *scene = *state;
    struct wr_resources resources;
    struct wr_source source;
    struct wr_bytes mod = packed_erf("MOD ", PARTS, 3);
    size_t cut = mod.size -
                 strlen("unknown"
                        "behind") -
                 1;
    const char *path = put(scene, "small.mod", mod);
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena, path, &resources),
                     WR_OK);
    assert_int_equal(truncate(path, (off_t)cut), 0);
    assert_reads(scene, wr_resources_find(&resources, "room", WR_RES_LYT), "layout",
                 "small.mod/room.lyt");
    const wr_entry *gone = wr_resources_find_file(&resources, "room_b.wok");
    assert_int_equal(wr_entry_read(scene->f.context, scene->f.arena, gone, &source), WR_IO);
    assert_said(&scene->f, "0:0: error [read-failed] cannot be read: the archive became "
                           "shorter meanwhile\n");
}

static void an_archive_is_changed_apart_from_what_was_opened(void **state)
{
    struct scene *scene = *state;
    struct wr_resources resources;
    struct wr_archive *archive;
    struct wr_bytes out = {0};
    const char *path = put(scene, "small.mod", packed_erf("MOD ", PARTS, 3));
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena, path, &resources),
                     WR_OK);
    assert_int_equal(
        wr_container_load(scene->f.context, scene->f.arena, resources.container, &archive),
        WR_OK);
    assert_true(wr_archive_put(archive, scene->f.arena, "room", WR_RES_LYT, "another", 7));
    assert_int_equal(wr_archive_write(scene->f.context, archive, &out), WR_OK);
    assert_reads(scene, wr_resources_find(&resources, "room", WR_RES_LYT), "layout",
                 "small.mod/room.lyt");
    put(scene, "small.mod", out);
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena, path, &resources),
                     WR_OK);
    assert_reads(scene, wr_resources_find(&resources, "room", WR_RES_LYT), "another",
                 "small.mod/room.lyt");
    assert_reads(scene, wr_resources_find_file(&resources, "a.4711"), "unknown", "/a.4711");
}

static void an_archive_that_changed_is_not_written_over(void **state)
{
    struct scene *scene = *state;
    struct wr_resources resources;
    struct wr_archive *archive;
    const char *path = put(scene, "small.mod", packed_erf("MOD ", PARTS, 3));
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena, path, &resources),
                     WR_OK);
    put(scene, "small.mod", packed_erf("MOD ", PARTS, 2));
    assert_int_equal(
        wr_container_load(scene->f.context, scene->f.arena, resources.container, &archive),
        WR_IO);
    assert_said(&scene->f,
                "0:0: error [read-failed] cannot be read: the archive changed meanwhile\n");
}

static void an_archive_is_written_from_its_file(void **state)
{
    struct scene *scene = *state;
    struct wr_resources resources;
    struct wr_bytes whole = {0}, parts = {0};
    const char *path = put(scene, "small.mod", packed_erf("MOD ", PARTS, 3));
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena, path, &resources),
                     WR_OK);
    struct wr_archive *loaded, *apart = wr_container_copy(scene->f.arena, resources.container);
    assert_non_null(apart);
    assert_int_equal(
        wr_container_load(scene->f.context, scene->f.arena, resources.container, &loaded),
        WR_OK);
    assert_true(wr_archive_put(apart, scene->f.arena, "room", WR_RES_LYT, "another", 7));
    assert_true(wr_archive_put(loaded, scene->f.arena, "room", WR_RES_LYT, "another", 7));
    assert_int_equal(wr_archive_write(scene->f.context, apart, &parts), WR_OK);
    assert_int_equal(wr_archive_write(scene->f.context, loaded, &whole), WR_OK);
    assert_int_equal(parts.size, whole.size);
    assert_memory_equal(parts.data, whole.data, whole.size);
    parts.size = 0;
    put(scene, "small.mod", packed_erf("MOD ", PARTS, 2));
    assert_int_equal(wr_archive_write(scene->f.context, apart, &parts), WR_IO);
    assert_non_null(
        strstr(findings_said(&scene->f), "cannot be read: the archive changed meanwhile"));
    wr_bytes_finish(&parts);
    wr_bytes_finish(&whole);
}

/* Another of the same size in its place is told by its tables. */
static void an_archive_that_was_replaced_is_not_mixed_with_another(void **state)
{
    static const struct packed_part others[] = {{"a", WR_RES_LYT, "first", 5},
                                                {"b", WR_RES_LYT, "second", 6}},
                                    swapped[] = {{"a", WR_RES_LYT, "second", 6},
                                                 {"b", WR_RES_LYT, "first", 5}};
    struct scene *scene = *state;
    struct wr_resources resources;
    struct wr_bytes out = {0};
    const char *path = put(scene, "small.mod", packed_erf("MOD ", others, 2));
    assert_int_equal(wr_resources_open(scene->f.context, scene->f.arena, path, &resources),
                     WR_OK);
    struct wr_archive *apart = wr_container_copy(scene->f.arena, resources.container);
    assert_non_null(apart);
    assert_true(wr_archive_put(apart, scene->f.arena, "c", WR_RES_LYT, "third", 5));
    put(scene, "small.mod", packed_erf("MOD ", swapped, 2));
    assert_int_equal(wr_archive_write(scene->f.context, apart, &out), WR_IO);
    assert_said(&scene->f,
                "0:0: error [read-failed] cannot be read: the archive changed meanwhile\n");
    wr_bytes_finish(&out);
}

/* ---- What is damaged --------------------------------------------------------------------- */

/* Opened by its table alone, an archive is refused for what it is refused for as a whole. */
static void assert_opens_alike(struct scene *scene, const struct wr_bytes *bytes, size_t size)
{
    struct wr_resources whole, parts;
    const struct wr_source *source = findings_bytes(&scene->f, bytes->data, size);
    folder_put(&scene->folder, "hurt.mod", bytes->data, size);
    enum wr_result expected =
        wr_resources_of_archive(scene->f.context, scene->f.arena, source, &whole);
    char said[2048];
    snprintf(said, sizeof said, "%s", findings_said(&scene->f));
    enum wr_result result =
        wr_resources_open(scene->f.context, scene->f.arena,
                          folder_path(&scene->folder, "hurt.mod", scene->path), &parts);
    assert_int_equal(result, expected);
    assert_said(&scene->f, said);
    if (result != WR_OK)
        return;
    assert_int_equal(parts.count, whole.count);
    for (size_t i = 0; i < parts.count; i++) {
        struct wr_source a, b;
        assert_string_equal(parts.entries[i].file, whole.entries[i].file);
        wr_entry_read(scene->f.context, scene->f.arena, &whole.entries[i], &a);
        wr_entry_read(scene->f.context, scene->f.arena, &parts.entries[i], &b);
        assert_int_equal(a.size, b.size);
        assert_memory_equal(a.data, b.data, a.size);
    }
}

static void damaged_archives_open_as_they_do_when_read_whole(void **state)
{
    struct scene *scene = *state;
    for (int kind = 0; kind < 2; kind++) {
        struct wr_bytes bytes = kind ? packed_rim(PARTS, 3) : packed_erf("MOD ", PARTS, 3);
        for (size_t size = 0; size <= bytes.size; size++)
            assert_opens_alike(scene, &bytes, size);
        for (size_t at = 0; at < bytes.size; at++) {
            bytes.data[at] ^= 0xff;
            assert_opens_alike(scene, &bytes, bytes.size);
            bytes.data[at] ^= 0xff;
        }
        wr_bytes_finish(&bytes);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TEST(a_folder_an_archive_and_its_bytes_give_the_same),
        TEST(a_file_spelled_exactly_so_comes_before_other_capitals),
        TEST(archives_that_make_one_module_are_one),
        TEST(only_what_is_asked_for_is_read),
        TEST(an_archive_is_changed_apart_from_what_was_opened),
        TEST(an_archive_that_changed_is_not_written_over),
        TEST(an_archive_is_written_from_its_file),
        TEST(an_archive_that_was_replaced_is_not_mixed_with_another),
        TEST(damaged_archives_open_as_they_do_when_read_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
