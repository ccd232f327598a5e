/* What thousands of damaged files are found to be, and what is shown of those that can be read,
 * by a digest a file: no other answer than yesterday's, with any compiler. When answers change
 * on purpose, the values below do too; the test prints all that are new. tests/digests asks the
 * same of commands, of fewer forms. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/findings.h"
#include "tests/support/folder.h"

#include "builder/builder.h"
#include "core/base/hash.h"
#include "core/base/path.h"
#include "core/base/random.h"
#include "core/base/system.h"
#include "core/files/file.h"

enum { FORMS = 1000 };

/* Files below tests/, all made by us. */
static const struct seed {
    const char *path, *digest;
} SEEDS[] = {
    {"cases/ascii/chair.pwk", "be60d5f7683f8974"},
    {"cases/ascii/gate.dwk.ascii", "6a1164cd5a1c9a7d"},
    {"cases/ascii/hall-ascii.wok", "7be17d30b60a4940"},
    {"cases/ascii/hall.mdl.ascii", "bf7f5307040c3d7c"},
    {"digests/inputs/all.lyt", "7d3dd7c7d4872ae5"},
    {"digests/inputs/even.obj", "a291a9cf3ce8ccd6"},
    {"digests/inputs/levels.vis", "0b61b01f8074ca27"},
    {"digests/inputs/odd.2da", "59dafd04aca209f0"},
    {"fuzz/corpus/archive/small.mod", "ccf84a3cf639b040"},
    {"fuzz/corpus/archive/small.rim", "3d7dadb63fa411c0"},
    {"fuzz/corpus/gff/full.utd", "71564f59ba8eaf46"},
    {"fuzz/corpus/gltf/room.glb", "e49b06aff4990d26"},
    {"fuzz/corpus/gltf/room.gltf", "173e643118b56e88"},
    {"fuzz/corpus/key/small.key", "4cef4037cdfa90b0"},
    {"fuzz/corpus/kinds/cap.wok", "d60906f1d0c84a41"},
    {"fuzz/corpus/kinds/small.bif", "460a4b2e9399eb10"},
    {"fuzz/corpus/kinds/small.tga", "b8042bd9c0946f1f"},
    {"fuzz/corpus/kinds/table.2da", "715c76acd8c4362f"},
    {"fuzz/corpus/map_indoor/whole.indoor", "183a050f585ffd6f"},
    {"fuzz/corpus/map_json/ways.json", "0166764d4b9979fb"},
    {"fuzz/corpus/model/room_k1.mdl", "746a1f07d9f34e0e"},
    {"fuzz/corpus/model/small_k1.mdl", "4ef52491504e2efc"},
    {"fuzz/corpus/model/small_k2.mdl", "4fab773aa751da55"},
    {"fuzz/corpus/tpc/cube.tpc", "ad472abc5b430971"},
    {"fuzz/corpus/tpc/cycle.tpc", "9a5901f2572c851b"},
    {"fuzz/corpus/tpc/dxt5.tpc", "d2fa4e321a0d8865"},
    {"fuzz/corpus/wmp/binary.wmp", "ef74431d6ffef8f8"},
    {"fuzz/corpus/wmp/build.m", "f8f375d773f2324a"},
    {"fuzz/corpus/wmp/planes.wmp", "3b46cd9e0bd1233f"},
    {"fuzz/corpus/wmp/text510.wmp", "e490e3d16edbe509"},
    {"fuzz/corpus/wmp/text710.wmp", "e4a3f534dcad7ead"},
};
enum { SEED_COUNT = sizeof SEEDS / sizeof *SEEDS };

static bool is_text(const struct wr_source *source)
{
    for (size_t i = 0; i < source->size; i++)
        if (source->data[i] == 0 || source->data[i] > 126)
            return false;
    return true;
}

/* Cut off, or with one byte, or four as a number, put otherwise. */
static size_t damage(uint8_t *data, size_t size, bool text, wr_random *random)
{
    static const uint8_t bytes[] = {0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff};
    static const char letters[] = "0123456789.-+ \n\"{}[],:xe";
    static const uint32_t numbers[] = {0,          1,          2,          3,
                                       255,        65536,      0x3f800000, 0xbf000000,
                                       0x7fc00000, 0x7fffffff, 0xfffffffe, UINT32_MAX};
    uint32_t at = wr_random_below(random, (uint32_t)size), way = wr_random_below(random, 16);
    if (way == 0)
        return at;
    if (text)
        data[at] = (uint8_t)letters[wr_random_below(random, sizeof letters - 1)];
    else if (way < 8)
        data[at] =
            way < 3 ? (uint8_t)(data[at] + 1) : bytes[wr_random_below(random, sizeof bytes)];
    else if (at / 4 * 4 + 4 <= size)
        for (uint32_t
                 i = 0,
                 number = numbers[wr_random_below(random, sizeof numbers / sizeof *numbers)];
             i < 4; i++)
            data[at / 4 * 4 + i] = (uint8_t)(number >> 8 * i);
    return size;
}

/* The file lies where the test does. */
static void add_form(const struct folder *folder, wr_hash *hash, const uint8_t *data,
                     size_t size)
{
    struct findings f;
    struct wr_bytes shown = {0};
    findings_start(&f);
    wr_context_set_jobs(f.context, 1);
    remove("form"); /* some disks wait for what is written anew in place */
    folder_put(folder, "form", data, size);
    char results[3] = {0};
    results[0] = (char)('0' + wr_check(f.context, "form", NULL, NULL));
    results[1] = (char)('0' + wr_show(f.context, "form", NULL, &shown));
    wr_hash_add(hash, results, 2);
    wr_hash_add(hash, f.lines.data, f.lines.size);
    wr_hash_add(hash, shown.data, shown.size);
    wr_bytes_finish(&shown);
    findings_end(&f);
}

static bool is_same(const struct folder *folder, const struct seed *seed, uint64_t number)
{
    struct findings f;
    struct wr_source source;
    wr_hash hash;
    char digits[WR_HASH_SIZE];
    findings_start(&f);
    const char *path = wr_path_join(f.arena, wr_environment("WARREN_SOURCE"), "tests");
    assert_int_equal(
        wr_file_read(f.context, f.arena, wr_path_join(f.arena, path, seed->path), &source),
        WR_OK);
    wr_random random = wr_random_of(number, 11);
    bool text = is_text(&source);
    wr_hash_begin(&hash);
    for (int i = 0; i < FORMS; i++) {
        uint8_t *data = wr_arena_copy(f.arena, source.data, source.size, 1);
        assert_non_null(data);
        add_form(folder, &hash, data, damage(data, source.size, text, &random));
    }
    wr_hash_end(&hash, digits);
    digits[16] = '\0';
    findings_end(&f);
    bool same = strcmp(digits, seed->digest) == 0;
    if (!same)
        printf("    {\"%s\", \"%s\"},\n", seed->path, digits);
    return same;
}

static void damaged_files_are_found_to_be_what_they_were(void **state)
{
    (void)state;
    struct folder folder;
    int wrong = 0;
    folder_start(&folder);
    assert_int_equal(chdir(folder.root), 0);
    for (uint64_t i = 0; i < SEED_COUNT; i += OFTEN(1, 5))
        wrong += !is_same(&folder, &SEEDS[i], i);
    assert_int_equal(chdir("/"), 0);
    folder_end(&folder);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_files_are_found_to_be_what_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
