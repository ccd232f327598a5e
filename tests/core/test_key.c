/* KEY and BIF: read, shown, refused. The files are made here; no game's are at hand. */
#include "tests/support/damage.h"

#include "core/format/key.h"
#include "core/text/dump.h"

/* Two BIFs and three names, packed by 22 bytes. */
static struct wr_bytes make_key(void)
{
    static const char names[] = "\\data\\Models.bif\0data\\2da.bif";
    static const struct {
        const char *name;
        uint16_t type;
        uint32_t id;
    } entries[] = {{"M12aa_01a", 2002, 0}, {"appearance", 2017, 1u << 20 | 5}, {"x", 3000, 7}};
    struct wr_bytes out = {0};
    uint32_t files = 64, text = files + 24, keys = text + (uint32_t)sizeof names;
    const uint32_t head[] = {2, 3, files, keys, 103, 200};
    wr_bytes_text(&out, "KEY V1  ");
    wr_bytes_words(&out, head, 6);
    for (int i = 0; i < 8; i++)
        wr_bytes_u32(&out, 0);
    const uint32_t rows[] = {1000, text, 17 | 1u << 16, 2000, text + 17, 12};
    wr_bytes_words(&out, rows, 6);
    wr_bytes_add(&out, names, sizeof names);
    for (size_t i = 0; i < 3; i++) {
        char name[16] = {0};
        memcpy(name, entries[i].name, strlen(entries[i].name));
        wr_bytes_add(&out, name, 16);
        wr_bytes_u16(&out, entries[i].type);
        wr_bytes_u32(&out, entries[i].id);
    }
    return out;
}

static struct wr_bytes make_bif(void)
{
    struct wr_bytes out = {0};
    const uint32_t words[] = {2, 0, 20, 0, 52, 3, 2002, 1, 55, 2, 60000};
    wr_bytes_text(&out, "BIFFV1  ");
    wr_bytes_words(&out, words, sizeof words / sizeof *words);
    wr_bytes_text(&out, "abcde");
    return out;
}

static enum wr_result read_key(struct findings *f, const struct wr_source *source)
{
    struct wr_key *key;
    return wr_key_read(f->context, f->arena, source, &key);
}

static enum wr_result read_bif(struct findings *f, const struct wr_source *source)
{
    struct wr_bif *bif;
    return wr_bif_read(f->context, f->arena, source, &bif);
}

static void assert_shown(const struct wr_key *key, const struct wr_bif *bif,
                         const char *expected)
{
    struct wr_bytes out = {0};
    struct wr_dump dump;
    wr_dump_start(&dump, &out, false);
    if (key)
        wr_key_dump(key, &dump);
    else
        wr_bif_dump(bif, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&out, '\0');
    assert_string_equal((char *)out.data, expected);
    wr_bytes_finish(&out);
}

static void a_key_is_read_and_shown(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes bytes = make_key();
    struct wr_key *key;
    assert_true(wr_key_recognise(bytes.data, bytes.size));
    const struct wr_source *source = findings_bytes(&f, bytes.data, bytes.size);
    assert_int_equal(wr_key_read(f.context, f.arena, source, &key), WR_OK);
    assert_shown(key, NULL,
                 "year: 103\n"
                 "day: 200\n"
                 "files:\n"
                 "  - index: 0, path: data/Models.bif, size: 1000, drives: 1\n"
                 "  - index: 1, path: data/2da.bif, size: 2000, drives: 0\n"
                 "resources:\n"
                 "  - name: m12aa_01a, type: mdl, file: 0, resource: 0\n"
                 "  - name: appearance, type: 2da, file: 1, resource: 5\n"
                 "  - name: x, type: lyt, file: 0, resource: 7\n");
    assert_said(&f, "");
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

static void a_bif_is_read_and_shown(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes bytes = make_bif();
    struct wr_bif *bif;
    assert_true(wr_bif_recognise(bytes.data, bytes.size));
    const struct wr_source *source = findings_bytes(&f, bytes.data, bytes.size);
    assert_int_equal(wr_bif_read(f.context, f.arena, source, &bif), WR_OK);
    assert_shown(NULL, bif,
                 "resources:\n"
                 "  - id: 0, type: mdl, offset: 52, size: 3\n"
                 "  - id: 1, type: 60000, offset: 55, size: 2\n");
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

static void assert_refused(damage_read_fn *read, struct wr_bytes bytes, size_t size,
                           const char *said)
{
    struct findings f;
    findings_start(&f);
    assert_int_not_equal(read(&f, findings_bytes(&f, bytes.data, size)), WR_OK);
    assert_said(&f, said);
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

static void faults_are_named_with_their_place(void **state)
{
    (void)state;
    struct wr_bytes key = make_key();
    key.data[4] = 'X';
    assert_refused(read_key, key, key.size,
                   "0x0: error [key-mark] the file does not start with 'KEY V1  '\n");
    key = make_key();
    assert_refused(read_key, key, 20,
                   "0x14: error [key-short] the file ends within its header\n");
    key = make_key();
    key.data[8] = key.data[15] = 0xff;
    assert_refused(read_key, key, key.size,
                   "0x10: error [key-table] the files lie at byte 64 and take 3060 bytes; the "
                   "file has 184\n"
                   "0x14: error [key-table] the names lie at byte 118 and take 94120181826 "
                   "bytes; the file has 184\n");
    key = make_key();
    key.data[64 + 7] = key.data[118 + 18 + 3] = 1;
    assert_refused(read_key, key, key.size,
                   "0x40: error [key-file] the name of file 0 lies outside the KEY\n"
                   "0x88: error [key-entry] 'm12aa_01a' lies in file 16, but there are only "
                   "2\n");
    struct wr_bytes bif = make_bif();
    bif.data[0] = 'b';
    assert_refused(read_bif, bif, bif.size,
                   "0x0: error [bif-mark] the file does not start with 'BIFFV1  '\n");
    bif = make_bif();
    assert_refused(read_bif, bif, 12,
                   "0xc: error [bif-short] the file ends within its header\n");
    bif = make_bif();
    bif.data[10] = 1;
    assert_refused(read_bif, bif, bif.size,
                   "0x10: error [bif-table] the table lies at byte 20 and takes 1048608 bytes; "
                   "the file has 57\n");
    bif = make_bif();
    bif.data[20 + 8] = bif.data[36 + 8] = 9;
    assert_refused(read_bif, bif, bif.size,
                   "0x14: error [bif-resource] resource 0 lies at byte 52 and takes 9 bytes; "
                   "the file has 57\n"
                   "0x24: error [bif-resource] resource 1 lies at byte 55 and takes 9 bytes; "
                   "the file has 57\n");
}

static void compressed_bifs_are_refused(void **state)
{
    (void)state;
    const char *said = "0x0: error [bif-compressed] this BIF is compressed, as telephones have "
                       "it; Warren reads others (take the files of the game for desktop "
                       "computers)\n";
    struct wr_bytes bif = make_bif();
    memcpy(bif.data, "BIFFV1.1", 8);
    assert_true(wr_bif_recognise(bif.data, bif.size));
    assert_refused(read_bif, bif, bif.size, said);
    bif = make_bif();
    memcpy(bif.data, "BZF V1.0", 8);
    assert_refused(read_bif, bif, bif.size, said);
}

static void damaged_files_are_survived(void **state)
{
    (void)state;
    struct wr_bytes key = make_key(), bif = make_bif();
    damage_survive(read_key, key.data, key.size);
    damage_starve(read_key, key.data, key.size);
    damage_survive(read_bif, bif.data, bif.size);
    damage_starve(read_bif, bif.data, bif.size);
    wr_bytes_finish(&key);
    wr_bytes_finish(&bif);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_read_and_shown),
        cmocka_unit_test(a_bif_is_read_and_shown),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(compressed_bifs_are_refused),
        cmocka_unit_test(damaged_files_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
