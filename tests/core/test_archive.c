/* ERF and RIM: read, written back, changed, refused. */
#include "tests/support/corpus.h"
#include "tests/support/damage.h"

#include "core/format/archive.h"
#include "core/format/gff.h"
#include "core/text/dump.h"

/* A module with three resources, the last empty. */
static const char mod_head[] = "MOD V1.0\0\0\0\0\0\0\0\0\3\0\0\0\xa0\0\0\0\xa0\0\0\0\xe8\0\0\0"
                               "\x7a\0\0\0\x0e\0\0\0\xff\xff\xff\xff";
static const char mod_rest[] = "Room\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xb8\x0b\0\0"
                               "sixteen_letters_\1\0\0\0\xdc\x07\0\0"
                               "empty\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\xe6\x07\0\0"
                               "\0\1\0\0\3\0\0\0\3\1\0\0\2\0\0\0\5\1\0\0\0\0\0\0"
                               "abcde";

/* A RIM whose header has no offset of names, with gaps and an end nobody owns; `odd` and `even`
 * are the same bytes. */
static const char rim_head[] = "RIM V1.0\0\0\0\0\3";
static const char rim_rest[] =
    "ODD\0\0\0\0\0\0\0\0\0\0\0\0\0\xb8\x0b\0\0\0\0\0\0\xdc\0\0\0\4\0\0\0"
    "first\0\0\0garbage!\xdc\x07\1\2\1\0\0\0\xd8\0\0\0\2\0\0\0"
    "even\0\0\0\0\0\0\0\0\0\0\0\0\xb9\x0b\0\0\2\0\0\0\xdc\0\0\0\4\0\0\0"
    "xx\0\0oddsend";

enum { MOD_HEADER = 160, RIM_HEADER = 120 };
static char small_mod[MOD_HEADER + sizeof mod_rest], small_rim[RIM_HEADER + sizeof rim_rest];

static int lay_out(void **state)
{
    (void)state;
    memcpy(small_mod, mod_head, sizeof mod_head);
    memcpy(small_mod + MOD_HEADER, mod_rest, sizeof mod_rest);
    memcpy(small_rim, rim_head, sizeof rim_head);
    memcpy(small_rim + RIM_HEADER, rim_rest, sizeof rim_rest);
    return 0;
}

static enum wr_result read_any(struct findings *f, const struct wr_source *source)
{
    struct wr_archive *archive;
    struct wr_bytes out = {0};
    enum wr_result result = wr_archive_read(f->context, f->arena, source, &archive);
    if (result == WR_OK) {
        result = wr_archive_write(f->context, archive, &out);
        if (result == WR_OK) {
            assert_int_equal(out.size, source->size);
            assert_memory_equal(out.data, source->data, out.size);
        }
    }
    wr_bytes_finish(&out);
    return result;
}

static struct wr_archive *read_back(struct findings *f, const void *data, size_t size)
{
    struct wr_archive *archive = NULL;
    const struct wr_source *source = findings_bytes(f, data, size);
    assert_int_equal(wr_archive_read(f->context, f->arena, source, &archive), WR_OK);
    return archive;
}

static void assert_holds(struct findings *f, const struct wr_archive *archive, const char *name,
                         uint16_t type, const char *expected)
{
    const wr_resource *item = wr_archive_find(archive, name, type);
    struct wr_source source;
    assert_non_null(item);
    assert_int_equal(wr_archive_source(f->context, f->arena, archive, item, &source), WR_OK);
    assert_int_equal(source.size, strlen(expected));
    assert_memory_equal(source.data, expected, source.size);
}

static void a_module_is_read_and_written_back(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    size_t size = sizeof small_mod - 1;
    assert_int_equal(size, 261);
    struct wr_archive *archive = read_back(&f, small_mod, size);
    assert_int_equal(archive->count, 3);
    assert_true(archive->year == 122 && archive->day == 14);
    assert_holds(&f, archive, "ROOM", WR_RES_LYT, "abc");
    assert_holds(&f, archive, "sixteen_letters_", WR_RES_ARE, "de");
    assert_holds(&f, archive, "empty", 2022, "");
    assert_null(wr_archive_find(archive, "room", WR_RES_ARE));
    assert_int_equal(read_any(&f, &f.source), WR_OK);
    assert_said(&f, "");
    struct wr_source source;
    wr_archive_source(f.context, f.arena, archive, &archive->items[1], &source);
    assert_string_equal(source.name, "test/sixteen_letters_.are");
    findings_end(&f);
}

static void a_rim_keeps_its_gaps(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_archive *archive = read_back(&f, small_rim, sizeof small_rim - 1);
    assert_int_equal(archive->kind, WR_RIM);
    assert_holds(&f, archive, "odd", WR_RES_LYT, "odds");
    assert_holds(&f, archive, "even", WR_RES_VIS, "odds");
    assert_holds(&f, archive, "first", WR_RES_ARE, "xx");
    assert_int_equal(read_any(&f, &f.source), WR_OK);
    assert_said(&f, "");
    findings_end(&f);
}

static void damaged_archives_are_survived_or_written_back(void **state)
{
    (void)state;
    damage_survive(read_any, small_mod, sizeof small_mod - 1);
    damage_survive(read_any, small_rim, sizeof small_rim - 1);
    damage_starve(read_any, small_mod, sizeof small_mod - 1);
    damage_starve(read_any, small_rim, sizeof small_rim - 1);
}

static void changed_archives_keep_the_rest(void **state)
{
    (void)state;
    struct findings f, g;
    findings_start(&f);
    findings_start(&g);
    struct wr_archive *archive = read_back(&f, small_mod, sizeof small_mod - 1);
    struct wr_bytes out = {0};
    assert_true(wr_archive_put(archive, f.arena, "Sixteen_Letters_", WR_RES_ARE, "longer", 6));
    assert_true(wr_archive_put(archive, f.arena, "New", WR_RES_VIS, "v", 1));
    assert_int_equal(wr_archive_write(f.context, archive, &out), WR_OK);
    struct wr_archive *again = read_back(&g, out.data, out.size);
    assert_int_equal(again->count, 4);
    assert_memory_equal(out.data + 160, "Room", 4); /* letters keep their case */
    assert_holds(&g, again, "room", WR_RES_LYT, "abc");
    assert_holds(&g, again, "sixteen_letters_", WR_RES_ARE, "longer");
    assert_holds(&g, again, "new", WR_RES_VIS, "v");
    assert_int_equal(again->items[3].id, 3);
    assert_string_equal(archive->items[0].name, "room");
    wr_archive_sift(archive, (const bool[]){true, false}, 2);
    out.size = 0;
    assert_int_equal(wr_archive_write(f.context, archive, &out), WR_OK);
    again = read_back(&g, out.data, out.size);
    assert_int_equal(again->count, 3);
    assert_null(wr_archive_find(again, "room", WR_RES_LYT));
    assert_holds(&g, again, "new", WR_RES_VIS, "v");
    assert_int_equal(again->items[0].id, 0);
    wr_bytes_finish(&out);
    findings_end(&g);
    findings_end(&f);
}

static void a_changed_rim_keeps_shared_bytes_apart(void **state)
{
    (void)state;
    struct findings f, g;
    findings_start(&f);
    findings_start(&g);
    struct wr_archive *archive = read_back(&f, small_rim, sizeof small_rim - 1);
    struct wr_bytes out = {0};
    assert_true(wr_archive_put(archive, f.arena, "odd", WR_RES_LYT, "new", 3));
    assert_string_equal(archive->items[1].name, "first");
    wr_archive_sift(archive, (const bool[]){false, true}, 2);
    assert_int_equal(wr_archive_write(f.context, archive, &out), WR_OK);
    struct wr_archive *again = read_back(&g, out.data, out.size);
    assert_int_equal(again->count, 2);
    assert_holds(&g, again, "odd", WR_RES_LYT, "new");
    assert_holds(&g, again, "even", WR_RES_VIS, "odds");
    wr_bytes_finish(&out);
    findings_end(&g);
    findings_end(&f);
}

static void assert_refused(const char *data, size_t size, size_t at, const char *bytes,
                           size_t count, const char *said)
{
    struct findings f;
    findings_start(&f);
    char copy[512];
    memcpy(copy, data, size);
    if (count > 0)
        memcpy(copy + at, bytes, count);
    enum wr_result result = read_any(&f, findings_bytes(&f, copy, size));
    assert_true(strstr(said, "error") ? result != WR_OK : result == WR_OK);
    assert_said(&f, said);
    findings_end(&f);
}

static void faults_are_named_with_their_place(void **state)
{
    (void)state;
    const char *mod = small_mod, *rim = small_rim;
    size_t size = sizeof small_mod - 1, rims = sizeof small_rim - 1;
    assert_refused(mod, size, 4, "V1.1", 4,
                   "0x0: error [archive-mark] the file does not start with 'MOD V1.0', 'ERF "
                   "V1.0' or 'RIM V1.0'\n");
    assert_refused(mod, 100, 0, "", 0,
                   "0x64: error [archive-short] the file ends within its header\n");
    assert_refused(mod, size, 19, "\x7f", 1,
                   "0x18: error [archive-table] the names lie at byte 160 and take 51136954440 "
                   "bytes; the file has 261\n"
                   "0x1c: error [archive-table] the places lie at byte 232 and take "
                   "17045651480 bytes; the file has 261\n");
    assert_refused(mod, size, 160, "\0", 1,
                   "0xa0: error [archive-name] a resource has no name\n");
    assert_refused(mod, size, 160, "r/om", 4,
                   "0xa0: error [archive-name] 'r/om' is no resource name: those hold a-z, 0-9 "
                   "and '_'\n");
    assert_refused(mod, size, 160, "R-om", 4,
                   "0xa0: warning [archive-name] 'r-om' holds other signs than a-z, 0-9 and "
                   "'_'\n");
    assert_refused(mod, size, 160, "R+om", 4, ""); /* released mods have such names */
    assert_refused(mod, size, 244, "\3", 1,
                   "0xf0: error [archive-resource] 'sixteen_letters_' lies at byte 259 and "
                   "takes 3 bytes; the file has 261\n");
    assert_refused(mod, size, 233, "\0", 1,
                   "0x0: error [archive-overlap] 'room' lies on the header\n");
    assert_refused(rim, rims, 120 + 32, "odd\0\0\0\0\0\0\0\0\0\0\0\0\0\xb8\x0b", 18,
                   "0:0: error [archive-duplicate] two resources are called 'odd.lyt'\n");
}

static void a_small_mod_with_overlaps_is_refused(void **state)
{
    (void)state;
    assert_refused(small_mod, sizeof small_mod - 1, 240, "\2", 1,
                   "0x102: error [archive-overlap] 'sixteen_letters_' lies on room\n");
}

static void files_beyond_4_gib_are_refused_unread(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_source source = *findings_bytes(&f, small_mod, sizeof small_mod - 1);
    struct wr_archive *archive;
    source.size = (size_t)UINT32_MAX + 1;
    assert_int_equal(wr_archive_read(f.context, f.arena, &source, &archive), WR_LIMIT);
    assert_said(&f, "0:0: error [archive-too-large] the file is larger than the 4 GiB an "
                    "archive can hold\n");
    archive = read_back(&f, small_mod, sizeof small_mod - 1);
    struct wr_bytes out = {0};
    assert_true(wr_archive_put(archive, f.arena, "big", WR_RES_TGA, "", UINT32_MAX - 400));
    assert_int_equal(wr_archive_write(f.context, archive, &out), WR_LIMIT);
    assert_said(&f, "0:0: error [archive-too-large] with 'big' the archive passes the 4 GiB it "
                    "can hold (make two modules of it)\n");
    findings_end(&f);
}

/* A RIM of `count` names for one mebibyte. */
static struct wr_bytes shared_rim(uint32_t count)
{
    enum { SHARED = 1 << 20 };
    struct wr_bytes out = {0};
    char name[WR_RESREF];
    wr_bytes_add(&out, "RIM V1.0\0\0\0\0", 12);
    wr_bytes_u32(&out, count);
    memset(wr_bytes_extend(&out, RIM_HEADER - 16), 0, RIM_HEADER - 16);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t words[] = {WR_RES_TGA, i, RIM_HEADER + 32 * count, SHARED};
        memset(name, 0, sizeof name);
        snprintf(name, sizeof name, "part%u", i);
        wr_bytes_add(&out, name, sizeof name);
        wr_bytes_words(&out, words, 4);
    }
    memset(wr_bytes_extend(&out, SHARED), 1, SHARED);
    return out;
}

static void names_for_the_same_bytes_have_a_budget(void **state)
{
    (void)state;
    for (uint32_t count = 64; count <= 66; count++) {
        struct findings f;
        findings_start(&f);
        struct wr_bytes rim = shared_rim(count);
        enum wr_result result = read_any(&f, findings_bytes(&f, rim.data, rim.size));
        assert_int_equal(result, count > 64 ? WR_LIMIT : WR_OK);
        assert_int_equal(f.errors, count > 64);
        assert_true((strstr(findings_said(&f), "[archive-shared]") != NULL) == (count > 64));
        wr_bytes_finish(&rim);
        findings_end(&f);
    }
}

static void a_dump_lists_the_resources(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    struct wr_dump dump;
    wr_dump_start(&dump, &out, false);
    wr_archive_dump(read_back(&f, small_mod, sizeof small_mod - 1), &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&out, '\0');
    assert_string_equal((char *)out.data,
                        "type: \"MOD \"\n"
                        "year: 122\n"
                        "day: 14\n"
                        "description: -1\n"
                        "description_texts: 0\n"
                        "resources:\n"
                        "  - name: room, type: lyt, id: 0, offset: 256, size: 3\n"
                        "  - name: sixteen_letters_, type: are, id: 1, offset: 259, size: 2\n"
                        "  - name: empty, type: txi, id: 2, offset: 261, size: 0\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

/* ---- Real files -------------------------------------------------------------------------- */

/* What is known of one real file: 141 path points and 296 hops, each of which leads back. */
static void check_paths(const struct wr_gff *gff)
{
    const wr_gff_list *points = wr_gff_list_of(gff->root, "Path_Points");
    const wr_gff_list *hops = wr_gff_list_of(gff->root, "Path_Conections");
    static uint32_t back[141][141];
    assert_int_equal(points->count, 141);
    assert_int_equal(hops->count, 296);
    for (uint32_t i = 0; i < points->count; i++) {
        const wr_gff_struct *point = points->items[i];
        int64_t first = wr_gff_whole(point, "First_Conection", -1);
        for (int64_t k = 0; k < wr_gff_whole(point, "Conections", 0); k++)
            back[i][wr_gff_whole(hops->items[first + k], "Destination", -1)]++;
    }
    for (uint32_t i = 0; i < 141; i++)
        for (uint32_t k = 0; k < 141; k++)
            assert_true(back[i][k] == back[k][i] && back[i][k] <= 1);
}

/* Every GFF inside gives its bytes back, too. */
static void check_inner(struct findings *f, const struct wr_archive *archive)
{
    for (uint32_t i = 0; i < archive->count; i++) {
        struct wr_source inner;
        struct wr_gff *gff;
        struct wr_bytes out = {0};
        wr_archive_source(f->context, f->arena, archive, &archive->items[i], &inner);
        if (!wr_gff_recognise(inner.data, inner.size))
            continue;
        assert_int_equal(wr_gff_read(f->context, f->arena, &inner, &gff), WR_OK);
        if (archive->items[i].type == WR_RES_PTH)
            check_paths(gff);
        assert_int_equal(wr_gff_write(f->context, gff, &out), WR_OK);
        assert_int_equal(out.size, inner.size);
        assert_memory_equal(out.data, inner.data, out.size);
        wr_bytes_finish(&out);
    }
}

static void check_real(void *user, const struct wr_source *source)
{
    (void)user;
    struct findings f;
    findings_start(&f);
    struct wr_archive *archive;
    if (strstr(source->name, "corrupted")) {
        assert_int_equal(wr_archive_read(f.context, f.arena, source, &archive), WR_SYNTAX);
        assert_non_null(strstr(findings_said(&f), "archive-table"));
    } else {
        assert_int_equal(read_any(&f, source), WR_OK);
        assert_int_equal(wr_archive_read(f.context, f.arena, source, &archive), WR_OK);
        check_inner(&f, archive);
        assert_said(&f, "");
    }
    findings_end(&f);
}

static void real_archives_keep_their_bytes(void **state)
{
    (void)state;
    size_t count = 0;
    static const char *const endings[] = {".mod", ".rim", ".erf"};
    for (size_t i = 0; i < 3; i++)
        count += corpus_all("archive", endings[i], check_real, NULL);
    assert_int_equal(count, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_is_read_and_written_back),
        cmocka_unit_test(a_rim_keeps_its_gaps),
        cmocka_unit_test(damaged_archives_are_survived_or_written_back),
        cmocka_unit_test(changed_archives_keep_the_rest),
        cmocka_unit_test(a_changed_rim_keeps_shared_bytes_apart),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(a_small_mod_with_overlaps_is_refused),
        cmocka_unit_test(files_beyond_4_gib_are_refused_unread),
        cmocka_unit_test(names_for_the_same_bytes_have_a_budget),
        cmocka_unit_test(a_dump_lists_the_resources),
        cmocka_unit_test(real_archives_keep_their_bytes),
    };
    return cmocka_run_group_tests(tests, lay_out, NULL);
}
