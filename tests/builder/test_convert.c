/* Files that become others and come back. */
#include "tests/support/findings.h"

#include "builder/convert/archives.h"
#include "core/base/random.h"
#include "core/files/file.h"
#include "core/files/files.h"

/* ---- Archives ------------------------------------------------------------------------------
 */

struct scene {
    struct findings f;
    struct wr_memory *memory;
};

static void scene_start(struct scene *scene)
{
    findings_start(&scene->f);
    scene->memory = wr_memory_create(NULL);
    assert_non_null(scene->memory);
    wr_context_set_files(scene->f.context, wr_memory_files(scene->memory));
}

static void scene_end(struct scene *scene)
{
    findings_end(&scene->f);
    wr_memory_destroy(scene->memory);
}

static enum wr_result convert(struct scene *scene, const char *from, const char *to)
{
    struct wr_convert_options options = {.force = true};
    return wr_convert(scene->f.context, from, to, &options);
}

static void put_u32(uint8_t *at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static size_t random_gap(wr_random *random, uint8_t *data, size_t at)
{
    uint32_t size = wr_random_below(random, 3) == 0 ? wr_random_below(random, 9) : 0;
    for (uint32_t i = 0; i < size; i++)
        data[at + i] = (uint8_t)wr_random_u32(random);
    return at + size;
}

enum { MOST_SIZE = 1 << 14 };

/* An archive whose parts lie in any order, with bytes between them that nobody has, names in
 * capitals, resources that share their bytes, and empty ones. */
static size_t random_archive(wr_random *random, bool rim, uint8_t data[MOST_SIZE])
{
    static const uint16_t types[] = {2012, 2014, 2002, 3000, 0, 10, 60000};
    memset(data, 0, MOST_SIZE);
    uint32_t count = wr_random_below(random, 9);
    size_t at = rim ? 120 : 160, key = rim ? 32 : 24, offsets[16], sizes[16];
    memcpy(data, rim ? "RIM V1.0" : "MOD V1.0", 8);
    for (size_t i = rim ? 20 : 44; i < at; i++)
        data[i] = (uint8_t)wr_random_u32(random);
    at = random_gap(random, data, at);
    size_t texts = at, text_size = rim ? 0 : wr_random_below(random, 20);
    at = random_gap(random, data, at + text_size);
    size_t keys = at;
    at = random_gap(random, data, at + key * count);
    size_t places = at;
    at += rim ? 0 : (size_t)8 * count;
    for (uint32_t i = 0; i < count; i++) {
        at = random_gap(random, data, at);
        bool share = i > 0 && wr_random_below(random, 5) == 0;
        offsets[i] = share ? offsets[i - 1] : at;
        sizes[i] = share ? sizes[i - 1] : wr_random_below(random, 40);
        for (size_t k = 0; !share && k < sizes[i]; k++)
            data[at + k] = (uint8_t)wr_random_u32(random);
        at += share ? 0 : sizes[i];
    }
    at = random_gap(random, data, at);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *to = data + keys + key * i;
        to[0] = (uint8_t)("aBcDeFgHi"[i]);
        to[1] = (uint8_t)("+_x"[wr_random_below(random, 3)]);
        uint16_t type = types[wr_random_below(random, 7)];
        put_u32(to + (rim ? 16 : 20), type);
        put_u32(to + (rim ? 20 : 16), wr_random_below(random, 4) ? i : wr_random_u32(random));
        put_u32(rim ? to + 24 : data + places + 8 * i, offsets[i]);
        put_u32((rim ? to + 24 : data + places + 8 * i) + 4, sizes[i]);
    }
    if (rim) {
        put_u32(data + 12, count);
        put_u32(data + 16, keys);
        return at;
    }
    const size_t words[] = {0, text_size, count, texts, keys, places, 103, 200, 7};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        put_u32(data + 8 + 4 * i, words[i]);
    return at;
}

static void any_archive_comes_back_to_the_byte(void **state)
{
    (void)state;
    static uint8_t data[MOST_SIZE];
    for (unsigned seed = 1; seed <= 400; seed++) {
        struct scene scene;
        scene_start(&scene);
        wr_random random = wr_random_of(seed, 0);
        bool rim = seed % 2;
        size_t size = random_archive(&random, rim, data), again;
        const char *name = rim ? "was.rim" : "was.mod", *to = rim ? "is.rim" : "is.mod";
        assert_true(wr_memory_put(scene.memory, name, data, size));
        if (convert(&scene, name, "folder") != WR_OK || convert(&scene, "folder", to) != WR_OK)
            fail_msg("seed %u: %s", seed, findings_said(&scene.f));
        const void *bytes = wr_memory_get(scene.memory, to, &again);
        assert_non_null(bytes);
        if (size != again || memcmp(data, bytes, size) != 0)
            fail_msg("seed %u: %zu bytes became %zu", seed, size, again);
        scene_end(&scene);
    }
}

/* Puts files into memory and packs them. */
static const struct wr_archive *packed(struct scene *scene, const char *to,
                                       struct wr_source *source)
{
    struct wr_archive *archive;
    assert_int_equal(convert(scene, "folder", to), WR_OK);
    *source = (struct wr_source){.name = to};
    source->data = wr_memory_get(scene->memory, to, &source->size);
    assert_int_equal(wr_archive_read(scene->f.context, scene->f.arena, source, &archive),
                     WR_OK);
    return archive;
}

static void must_hold(const struct wr_archive *archive, const struct wr_source *source,
                      uint32_t index, const char *name, uint16_t type, const char *text)
{
    const wr_resource *item = &archive->items[index];
    assert_string_equal(item->name, name);
    assert_int_equal(item->type, type);
    assert_int_equal(item->size, strlen(text));
    assert_memory_equal(source->data + item->offset, text, item->size);
}

static void a_folder_without_order_becomes_a_new_archive(void **state)
{
    (void)state;
    struct scene scene;
    struct wr_source source;
    scene_start(&scene);
    wr_memory_put(scene.memory, "folder/Room.ARE", "area", 4);
    wr_memory_put(scene.memory, "folder/a.res", "", 0);
    wr_memory_put(scene.memory, "folder/b.60000", "odd", 3);
    wr_memory_put(scene.memory, "folder/notes.odt", "mine", 4);
    wr_memory_put(scene.memory, "folder/in/c.are", "below", 5);
    const struct wr_archive *archive = packed(&scene, "new.rim", &source);
    assert_said(&scene.f,
                "0:0: warning [archive-left-out] 'notes.odt' is no resource, and stays outside "
                "the archive (resources end in what the games have, such as .are)\n");
    assert_string_equal(archive->type, "RIM ");
    assert_int_equal(archive->count, 3);
    must_hold(archive, &source, 0, "a", 0, "");
    must_hold(archive, &source, 1, "b", 60000, "odd");
    must_hold(archive, &source, 2, "room", 2012, "area");
    archive = packed(&scene, "new.hak", &source);
    assert_string_equal(archive->type, "HAK ");
    assert_int_equal(archive->description, UINT32_MAX);
    assert_int_equal(archive->count, 3);
    must_hold(archive, &source, 2, "room", 2012, "area");
    scene_end(&scene);
}

static const char *const TEXTS[] = {"one", "two", "three"};

static void put_archive(struct scene *scene)
{
    struct wr_bytes out = {0};
    wr_resource items[3] = {0};
    uint64_t at = wr_erf_head_size(3);
    for (int i = 0; i < 3; i++) {
        snprintf(items[i].name, sizeof items[i].name, "r%d", i);
        items[i].type = 2012;
        items[i].offset = (uint32_t)at;
        items[i].size = (uint32_t)strlen(TEXTS[i]);
        at += items[i].size;
    }
    assert_int_equal(wr_erf_write_head(scene->f.context, WR_NOWHERE, "MOD ", items, 3, &out),
                     WR_OK);
    for (int i = 0; i < 3; i++)
        wr_bytes_text(&out, TEXTS[i]);
    wr_memory_put(scene->memory, "was.mod", out.data, out.size);
    wr_bytes_finish(&out);
    assert_int_equal(convert(scene, "was.mod", "folder"), WR_OK);
}

static void what_changed_in_the_folder_changes_in_the_archive(void **state)
{
    (void)state;
    struct scene scene;
    struct wr_source source;
    scene_start(&scene);
    put_archive(&scene);
    wr_memory_put(scene.memory, "folder/r1.are", "longer than before", 18);
    wr_memory_put(scene.memory, "folder/a.lyt", "new", 3);
    wr_file_remove(scene.f.context, "folder/r0.are");
    const struct wr_archive *archive = packed(&scene, "is.mod", &source);
    assert_said(&scene.f, "0:0: warning [archive-left-out] 'r0' is gone from the folder, and "
                          "from the archive (put the file back, or take it out of "
                          "archive.json)\n");
    assert_int_equal(archive->count, 3);
    must_hold(archive, &source, 0, "r1", 2012, "longer than before");
    must_hold(archive, &source, 1, "r2", 2012, "three");
    must_hold(archive, &source, 2, "a", 3000, "new");
    archive = packed(&scene, "is.rim", &source);
    assert_non_null(strstr(findings_said(&scene.f), "[archive-order] its archive.json is that "
                                                    "of another kind of archive"));
    assert_int_equal(archive->count, 3);
    must_hold(archive, &source, 0, "a", 3000, "new");
    scene_end(&scene);
}

static void order_says(const char *was, const char *is, const char *said)
{
    struct scene scene;
    size_t size;
    scene_start(&scene);
    put_archive(&scene);
    const char *order = wr_memory_get(scene.memory, "folder/archive.json", &size);
    const char *at = strstr(order, was);
    assert_non_null(at);
    struct wr_bytes text = {0};
    wr_bytes_add(&text, order, (size_t)(at - order));
    wr_bytes_text(&text, is);
    wr_bytes_text(&text, at + strlen(was));
    wr_memory_put(scene.memory, "folder/archive.json", text.data, text.size);
    assert_int_not_equal(convert(&scene, "folder", "is.mod"), WR_OK);
    assert_null(wr_memory_get(scene.memory, "is.mod", NULL));
    assert_said(&scene.f, said);
    wr_bytes_finish(&text);
    scene_end(&scene);
}

#define CURE " (without archive.json the folder becomes a new archive)\n"

static void an_order_that_disagrees_is_refused(void **state)
{
    (void)state;
    order_says("\"r1.are\"", "\"r9.are\"",
               "6:5: error [archive-order] files[1] is not what the head of the archive has "
               "there" CURE);
    order_says("\"r1.are\",", "",
               "4:12: error [archive-order] files names more or fewer files than the head of "
               "the archive" CURE);
    order_says("\"size\": 2", "\"size\": 42949672",
               "3:11: error [archive-order] size is far more than the files of the folder "
               "have" CURE);
    order_says("\"size\": 2", "\"size\": ",
               "10:5: error [archive-order] rest[0] lies outside the archive, or on what is "
               "before it" CURE);
    order_says("\"bytes\": \"", "\"bytes\": \"*",
               "10:24: error [archive-order] rest[0].bytes is no base64" CURE);
    order_says("\"bytes\": \"TU9E", "\"bytes\": \"AAAA",
               "9:11: error [archive-order] rest holds no head of an archive" CURE);
    order_says("\"at\": 0", "\"at\": -1",
               "10:12: error [json-range] rest[0].at must be a whole number from 0 to "
               "4294967295\n");
}

static void a_spoiled_order_does_no_harm(void **state)
{
    (void)state;
    struct scene scene;
    size_t size;
    scene_start(&scene);
    put_archive(&scene);
    const void *order = wr_memory_get(scene.memory, "folder/archive.json", &size);
    uint8_t *copy = malloc(size);
    memcpy(copy, order, size);
    for (size_t i = 0; i < size; i++) {
        uint8_t was = copy[i];
        copy[i] ^= (uint8_t)(1u << i % 7);
        wr_memory_put(scene.memory, "folder/archive.json", copy, size);
        convert(&scene, "folder", "is.mod");
        copy[i] = was;
        wr_memory_put(scene.memory, "folder/archive.json", copy, i);
        convert(&scene, "folder", "is.mod");
        findings_said(&scene.f);
    }
    free(copy);
    scene_end(&scene);
}

static void what_is_there_stays(void **state)
{
    (void)state;
    struct scene scene;
    size_t size;
    scene_start(&scene);
    put_archive(&scene);
    wr_memory_put(scene.memory, "folder/r1.are", "mine", 4);
    struct wr_convert_options careful = {0};
    assert_int_equal(wr_convert(scene.f.context, "was.mod", "folder", &careful), WR_INVALID);
    assert_said(&scene.f,
                "0:0: error [file-exists] 'folder/r0.are' is there already (choose another "
                "folder, or give --force to replace it)\n");
    assert_memory_equal(wr_memory_get(scene.memory, "folder/r1.are", &size), "mine", 4);
    assert_int_equal(size, 4);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_archive_comes_back_to_the_byte),
        cmocka_unit_test(a_folder_without_order_becomes_a_new_archive),
        cmocka_unit_test(what_changed_in_the_folder_changes_in_the_archive),
        cmocka_unit_test(an_order_that_disagrees_is_refused),
        cmocka_unit_test(a_spoiled_order_does_no_harm),
        cmocka_unit_test(what_is_there_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
