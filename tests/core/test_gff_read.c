/* GFF files: read, written back as they lay, and refused by name. */
#include "tests/support/corpus.h"
#include "tests/support/damage.h"

#include "core/format/archive.h"
#include "core/format/gff.h"
#include "core/text/dump.h"

/* Every type once, with a struct, a list, a list in a list, and texts in two languages. */
static struct wr_gff *full_tree(struct wr_arena *arena)
{
    struct wr_gff *gff = wr_gff_create(arena, "UTD ");
    wr_gff_struct *root = gff->root;
    static const enum wr_gff_type whole[] = {WR_GFF_BYTE,    WR_GFF_CHAR,  WR_GFF_WORD,
                                             WR_GFF_SHORT,   WR_GFF_DWORD, WR_GFF_INT,
                                             WR_GFF_DWORD64, WR_GFF_INT64, WR_GFF_STRREF};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        char label[] = "Whole_a";
        label[6] = (char)('a' + i);
        wr_gff_set_whole(gff, root, label, whole[i], -2 - (int64_t)i);
    }
    wr_gff_set_float(gff, root, "Width", 0.1f);
    wr_gff_set_whole(gff, root, "Height", WR_GFF_DOUBLE, 0);
    wr_gff_find(root, "Height")->real = 0.1;
    wr_gff_set_string(gff, root, "Tag", "caf\xe9 \x80");
    wr_gff_set_resref(gff, root, "Name", "door_01");
    wr_gff_set_local(gff, root, "Text", 42, "Door");
    wr_gff_set_local(gff, root, "Nothing", -1, NULL);
    wr_gff_set_void(gff, root, "Bytes", "\0\x01\xff", 3);
    wr_gff_set_whole(gff, root, "Turn", WR_GFF_ORIENTATION, 0);
    wr_gff_find(root, "Turn")->vector[0] = 1;
    wr_gff_set_whole(gff, root, "Place", WR_GFF_VECTOR, 0);
    wr_gff_find(root, "Place")->vector[2] = -2.5f;
    wr_gff_struct *inner = wr_gff_set_struct(gff, root, "Inner", 100);
    wr_gff_set_whole(gff, inner, "Only", WR_GFF_INT, 7);
    wr_gff_list *list = wr_gff_set_list(gff, root, "List");
    wr_gff_struct *item = wr_gff_append(gff, list, 3);
    wr_gff_set_string(gff, item, "Tag", "first");
    wr_gff_append(gff, wr_gff_set_list(gff, item, "List"), 4);
    wr_gff_append(gff, list, 3);
    wr_gff_set_list(gff, root, "None");
    return gff;
}

static struct wr_bytes written(struct findings *f, const struct wr_gff *gff)
{
    struct wr_bytes out = {0};
    assert_int_equal(wr_gff_write(f->context, gff, &out), WR_OK);
    return out;
}

static struct wr_gff *read_back(struct findings *f, const void *data, size_t size)
{
    struct wr_gff *gff = NULL;
    const struct wr_source *source = findings_bytes(f, data, size);
    assert_int_equal(wr_gff_read(f->context, f->arena, source, &gff), WR_OK);
    return gff;
}

static struct wr_bytes dumped(const struct wr_gff *gff)
{
    struct wr_bytes out = {0};
    struct wr_dump dump;
    wr_dump_start(&dump, &out, false);
    wr_gff_dump(gff, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&out, '\0');
    assert_false(out.failed);
    return out;
}

static void assert_same(struct wr_bytes *a, struct wr_bytes *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
    wr_bytes_finish(a);
    wr_bytes_finish(b);
}

static void every_type_is_read_back(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_gff *made = full_tree(f.arena);
    struct wr_bytes bytes = written(&f, made);
    struct wr_gff *read = read_back(&f, bytes.data, bytes.size);
    struct wr_bytes again = written(&f, read), a = dumped(made), b = dumped(read);
    assert_same(&bytes, &again);
    assert_same(&a, &b);
    assert_int_equal(wr_gff_whole(read->root, "Whole_d", 0), -5);
    assert_int_equal(wr_gff_whole(read->root, "Whole_g", 0), -8);
    assert_string_equal(wr_gff_text_of(read->root, "Name", f.arena), "door_01");
    assert_said(&f, "");
    findings_end(&f);
}

static void a_dump_shows_labels_types_and_values(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = dumped(full_tree(f.arena));
    assert_string_equal(
        (char *)out.data,
        "type: \"UTD \"\n"
        "fields:\n"
        "  - label: Whole_a, type: byte, value: 254\n"
        "  - label: Whole_b, type: char, value: -3\n"
        "  - label: Whole_c, type: word, value: 65532\n"
        "  - label: Whole_d, type: short, value: -5\n"
        "  - label: Whole_e, type: dword, value: 4294967290\n"
        "  - label: Whole_f, type: int, value: -7\n"
        "  - label: Whole_g, type: dword64, value: 18446744073709551608\n"
        "  - label: Whole_h, type: int64, value: -9\n"
        "  - label: Whole_i, type: strref, value: -10\n"
        "  - label: Width, type: float, value: 0.1\n"
        "  - label: Height, type: double, value: 0.1\n"
        "  - label: Tag, type: string, value: \"caf\xc3\xa9 \xe2\x82\xac\"\n"
        "  - label: Name, type: resref, value: door_01\n"
        "  - label: Text, type: locstring, strref: 42, texts: [{language: 0, text: Door}]\n"
        "  - label: Nothing, type: locstring, strref: -1, texts: []\n"
        "  - label: Bytes, type: void, value: 0001ff\n"
        "  - label: Turn, type: orientation, value: [1.0, 0.0, 0.0, 0.0]\n"
        "  - label: Place, type: vector, value: [0.0, 0.0, -2.5]\n"
        "  - label: Inner\n"
        "    type: struct\n"
        "    id: 100\n"
        "    fields:\n"
        "      - label: Only, type: int, value: 7\n"
        "  - label: List\n"
        "    type: list\n"
        "    items:\n"
        "      - id: 3\n"
        "        fields:\n"
        "          - label: Tag, type: string, value: first\n"
        "          - label: List\n"
        "            type: list\n"
        "            items:\n"
        "              - id: 4\n"
        "                fields: []\n"
        "      - id: 3\n"
        "        fields: []\n"
        "  - label: None\n"
        "    type: list\n"
        "    items: []\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static enum wr_result read_any(struct findings *f, const struct wr_source *source)
{
    struct wr_gff *gff;
    enum wr_result result = wr_gff_read(f->context, f->arena, source, &gff);
    struct wr_bytes out = {0};
    if (result == WR_OK) {
        result = wr_gff_write(f->context, gff, &out);
        if (result == WR_OK && gff->order) {
            assert_int_equal(out.size, source->size);
            assert_memory_equal(out.data, source->data, out.size);
        }
    }
    wr_bytes_finish(&out);
    return result;
}

static void damaged_files_are_survived_or_written_back(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes bytes = written(&f, full_tree(f.arena));
    damage_survive(read_any, bytes.data, bytes.size);
    damage_starve(read_any, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

/* ---- Files that lie unlike ours ---------------------------------------------------------- */

/* A hand-laid file: sections in another order, with gaps, a label twice and one nobody uses, a
 * struct and a field nobody uses, slack in all heaps, two fields with one text, bits beyond a
 * byte's width, a text with bytes behind it. */
static const char odd_bytes[] = "ARE V3.2"
                                "\xbc\0\0\0\3\0\0\0\xe4\0\0\0\6\0\0\0\x3c\0\0\0\5\0\0\0"
                                "\x93\0\0\0\x21\0\0\0\x2f\1\0\0\x1c\0\0\0\x8c\0\0\0\7\0\0\0"
                                "gap!"
                                /* labels, at 0x3c */
                                "One\0xxxxxxxxxxxxOne\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                "Nobody\0\0\0\0\0\0\0\0\0\0Two\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                "Three\0\0\0\0\0\0\0\0\0\0\0"
                                /* lists, at 0x8c: slack, then none */
                                "abc\0\0\0\0"
                                /* data, at 0x93 */
                                "..\2\0\0\0hi...\x0a\0\0\0\xff\xff\xff\xff\0\0\0\0yy........"
                                "12345678"
                                /* structs, at 0xbc */
                                "\xff\xff\xff\xff\x08\0\0\0\5\0\0\0"
                                "\7\0\0\0\1\2\3\4\0\0\0\0"
                                "\x05\0\0\0\x63\0\0\0\x63\0\0\0"
                                "pad."
                                /* fields, at 0xe4 */
                                "\0\0\0\0\1\0\0\0\5\xab\xcd\xef"
                                "\x0a\0\0\0\3\0\0\0\2\0\0\0"
                                "\x63\0\0\0\x63\0\0\0\x63\0\0\0"
                                "\x0a\0\0\0\0\0\0\0\2\0\0\0"
                                "\x0f\0\0\0\4\0\0\0\3\0\0\0"
                                "\x0c\0\0\0\4\0\0\0\x0b\0\0\0"
                                "???"
                                /* indices, at 0x12f */
                                "oldindex\0\0\0\0\4\0\0\0\1\0\0\0\3\0\0\0\5\0\0\0"
                                "the end";

static void a_file_that_lies_oddly_keeps_its_bytes(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    size_t size = sizeof odd_bytes - 1;
    struct wr_gff *gff = read_back(&f, odd_bytes, size);
    struct wr_bytes out = written(&f, gff);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, odd_bytes, size);
    assert_int_equal(gff->root->count, 5);
    assert_string_equal(wr_gff_text_of(gff->root, "Two", f.arena), "hi");
    assert_said(&f, "");
    wr_bytes_finish(&out);
    damage_survive(read_any, odd_bytes, size);
    damage_starve(read_any, odd_bytes, size);
    findings_end(&f);
}

static void changed_values_keep_their_places(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    size_t size = sizeof odd_bytes - 1;
    struct wr_gff *gff = read_back(&f, odd_bytes, size);
    wr_gff_set_whole(gff, gff->root, "One", WR_GFF_BYTE, 9);
    struct wr_bytes out = written(&f, gff);
    char expected[sizeof odd_bytes];
    memcpy(expected, odd_bytes, size);
    memcpy(expected + 0xe4 + 8, "\x09\0\0", 4);
    assert_memory_equal(out.data, expected, size);
    assert_int_equal(out.size, size);
    wr_bytes_finish(&out);
    /* two fields had one text: changing one parts them, at the place of both */
    wr_gff_set_string(gff, gff->root, "Two", "ho!");
    out = written(&f, gff);
    assert_int_equal(out.size, size + 1 + 6);
    assert_memory_equal(out.data + 0x93, "..\3\0\0\0ho!\2\0\0\0hi...\x0a", 19);
    struct wr_bytes before = dumped(gff), after = dumped(read_back(&f, out.data, out.size));
    assert_same(&before, &after);
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void what_is_added_and_removed_is_read_back(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes bytes = written(&f, full_tree(f.arena));
    struct wr_gff *gff = read_back(&f, bytes.data, bytes.size);
    wr_gff_list *list = wr_gff_list_of(gff->root, "List");
    wr_gff_remove(list, 0);
    wr_gff_struct *item = wr_gff_append(gff, list, 12);
    wr_gff_set_string(gff, item, "New", "value");
    wr_gff_set_whole(gff, item, "Tag", WR_GFF_INT, 1);
    wr_gff_set_string(gff, gff->root, "Inner", "no struct any more");
    wr_gff_set_whole(gff, gff->root, "Name", WR_GFF_INT, 3);
    wr_gff_set_resref(gff, gff->root, "Width", "now_in_data");
    struct wr_bytes out = written(&f, gff), before = dumped(gff);
    struct wr_gff *read = read_back(&f, out.data, out.size);
    struct wr_bytes after = dumped(read), again = written(&f, read);
    assert_same(&before, &after);
    assert_same(&out, &again);
    wr_bytes_finish(&bytes);
    assert_said(&f, "");
    findings_end(&f);
}

/* ---- Refusing ---------------------------------------------------------------------------- */

/* A file with one root, `count` fields and the given lists and data. */
struct draft {
    struct wr_bytes structs, fields, labels, data, indices, lists;
};

static void add_words(struct wr_bytes *to, uint32_t a, uint32_t b, uint32_t c)
{
    wr_bytes_u32(to, a);
    wr_bytes_u32(to, b);
    wr_bytes_u32(to, c);
}

static struct wr_bytes drafted(struct draft *draft)
{
    struct wr_bytes out = {0};
    struct wr_bytes *parts[] = {&draft->structs, &draft->fields,  &draft->labels,
                                &draft->data,    &draft->indices, &draft->lists};
    static const uint32_t units[] = {12, 12, 16, 1, 1, 1};
    uint32_t at = 56;
    wr_bytes_text(&out, "ARE V3.2");
    for (int i = 0; i < 6; i++) {
        wr_bytes_u32(&out, at);
        wr_bytes_u32(&out, (uint32_t)parts[i]->size / units[i]);
        at += (uint32_t)parts[i]->size;
    }
    for (int i = 0; i < 6; i++) {
        wr_bytes_add(&out, parts[i]->data, parts[i]->size);
        wr_bytes_finish(parts[i]);
    }
    return out;
}

static void assert_refused(struct draft *draft, const char *said)
{
    struct findings f;
    findings_start(&f);
    struct wr_bytes bytes = drafted(draft);
    assert_true(read_any(&f, findings_bytes(&f, bytes.data, bytes.size)) != WR_OK);
    assert_said(&f, said);
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

static void every_fault_of_a_file_is_named_with_its_place(void **state)
{
    (void)state;
    struct draft draft = {0};
    add_words(&draft.structs, UINT32_MAX, 0, 7);
    add_words(&draft.structs, 1, 90, 1);
    add_words(&draft.structs, 2, 90, 2);
    wr_bytes_add(&draft.labels, "Label\0\0\0\0\0\0\0\0\0\0\0", 16);
    add_words(&draft.fields, WR_GFF_INT, 1, 0);
    add_words(&draft.fields, 19, 0, 0);
    add_words(&draft.fields, WR_GFF_STRING, 0, 2);
    add_words(&draft.fields, WR_GFF_STRUCT, 0, 3);
    add_words(&draft.fields, WR_GFF_LIST, 0, 0);
    add_words(&draft.fields, WR_GFF_LIST, 0, 4);
    add_words(&draft.fields, WR_GFF_STRUCT, 0, 2);
    for (uint32_t i = 0; i < 7; i++)
        wr_bytes_u32(&draft.indices, i);
    wr_bytes_add(&draft.data, "......", 6);
    wr_bytes_add(&draft.lists, "\2\0\0\0\1\0\0\0\1\0\0\0", 12);
    assert_refused(
        &draft,
        "0x5c: error [gff-label] field 0 has label 1, but there are only 1\n"
        "0x68: error [gff-type] 'Label' is of type 19, which no value has\n"
        "0x74: error [gff-value] the value of 'Label' lies outside the data, or is none of its "
        "type\n"
        "0x80: error [gff-struct] there is no struct 3: the file has 3\n"
        "0xea: error [gff-shared] struct 1 has two places in the tree, or lies in itself\n"
        "0xea: error [gff-shared] struct 1 has two places in the tree, or lies in itself\n"
        "0x50: error [gff-struct] the 2 field numbers of struct 2 lie outside the indices\n");
}

static void fields_are_claimed_once(void **state)
{
    (void)state;
    struct draft draft = {0};
    add_words(&draft.structs, UINT32_MAX, 0, 2);
    add_words(&draft.structs, 0, 1, 1);
    add_words(&draft.structs, 0, 9, 1);
    wr_bytes_add(&draft.labels, "Label\0\0\0\0\0\0\0\0\0\0\0", 16);
    add_words(&draft.fields, WR_GFF_STRUCT, 0, 1);
    add_words(&draft.fields, WR_GFF_STRUCT, 0, 2);
    wr_bytes_add(&draft.indices, "\0\0\0\0\1\0\0\0", 8);
    assert_refused(&draft, "0x48: error [gff-shared] field 1 belongs to two structs\n"
                           "0x54: error [gff-field] there is no field 9: the file has 2\n");
}

static void a_struct_in_itself_is_refused(void **state)
{
    (void)state;
    struct draft draft = {0};
    add_words(&draft.structs, UINT32_MAX, 0, 1);
    wr_bytes_add(&draft.labels, "Label\0\0\0\0\0\0\0\0\0\0\0", 16);
    add_words(&draft.fields, WR_GFF_STRUCT, 0, 0);
    assert_refused(&draft, "0x44: error [gff-shared] struct 0 has two places in the tree, or "
                           "lies in itself\n");
}

static void a_file_that_nests_too_deep_is_refused(void **state)
{
    (void)state;
    struct draft draft = {0};
    wr_bytes_add(&draft.labels, "Label\0\0\0\0\0\0\0\0\0\0\0", 16);
    for (uint32_t i = 0; i < 66; i++) {
        add_words(&draft.structs, 0, i, i < 65);
        if (i < 65)
            add_words(&draft.fields, WR_GFF_STRUCT, 0, i + 1);
    }
    assert_refused(&draft, "0x344: error [gff-deep] structs nest deeper than 64\n");
}

/* 4000 fields with one text of 4000 bytes would be 16 MB. */
static void a_small_file_does_not_become_a_large_tree(void **state)
{
    (void)state;
    struct draft draft = {0};
    wr_bytes_add(&draft.labels, "Label\0\0\0\0\0\0\0\0\0\0\0", 16);
    add_words(&draft.structs, 0, 0, 4000);
    wr_bytes_u32(&draft.data, 4000);
    for (uint32_t i = 0; i < 4000; i++) {
        add_words(&draft.fields, WR_GFF_STRING, 0, 0);
        wr_bytes_u32(&draft.indices, i);
        wr_bytes_char(&draft.data, 'x');
    }
    assert_refused(&draft, "0:0: error [gff-shared] texts share their bytes so often that they "
                           "are 4 times as long as all data\n");
}

static void headers_are_judged(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    assert_int_equal(read_any(&f, findings_bytes(&f, "ARE V3.1....", 12)), WR_SYNTAX);
    assert_said(&f, "0x0: error [gff-mark] the file does not start with a type and 'V3.2'\n");
    assert_int_equal(read_any(&f, findings_bytes(&f, "ARE V3.2....", 12)), WR_SYNTAX);
    assert_said(&f, "0xc: error [gff-short] the file ends within its header\n");
    uint8_t bytes[80] =
        "ARE V3.2\x38\0\0\0\2\0\0\0\x38\0\0\0\1\0\0\0\x38\0\0\0\xff\xff\xff\xff";
    assert_int_equal(read_any(&f, findings_bytes(&f, bytes, sizeof bytes)), WR_SYNTAX);
    assert_said(&f, "0x10: error [gff-section] the fields lie on the structs\n"
                    "0x18: error [gff-section] the labels lie at byte 56 and take 68719476720 "
                    "bytes; the file has 80\n");
    memset(bytes + 8, 0, 72);
    assert_int_equal(read_any(&f, findings_bytes(&f, bytes, sizeof bytes)), WR_SYNTAX);
    assert_said(&f, "0xc: error [gff-struct] the file has no struct, and the first is the "
                    "root\n");
    findings_end(&f);
}

static void values_that_lie_on_each_other_are_laid_out_anew(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct draft draft = {0};
    add_words(&draft.structs, UINT32_MAX, 0, 2);
    wr_bytes_add(&draft.labels, "Label\0\0\0\0\0\0\0\0\0\0\0Other\0\0\0\0\0\0\0\0\0\0\0", 32);
    add_words(&draft.fields, WR_GFF_STRING, 0, 0);
    add_words(&draft.fields, WR_GFF_RESREF, 1, 4);
    wr_bytes_add(&draft.indices, "\0\0\0\0\1\0\0\0", 8);
    wr_bytes_add(&draft.data, "\3\0\0\0\2ab", 7);
    struct wr_bytes bytes = drafted(&draft);
    struct wr_gff *gff = read_back(&f, bytes.data, bytes.size);
    assert_null(gff->order);
    assert_said(&f, "0:0: warning [gff-overlap] values lie on each other in part; written "
                    "back, the file is laid out anew\n");
    struct wr_bytes out = written(&f, gff), before = dumped(gff);
    assert_int_equal(out.size, bytes.size + 3);
    struct wr_bytes after = dumped(read_back(&f, out.data, out.size));
    assert_same(&before, &after);
    wr_bytes_finish(&out);
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

/* ---- Real files -------------------------------------------------------------------------- */

static void check_real(void *user, const struct wr_source *source)
{
    size_t *anew = user;
    struct findings f;
    findings_start(&f);
    struct wr_gff *gff = read_back(&f, source->data, source->size);
    struct wr_bytes out = written(&f, gff);
    assert_non_null(gff->order);
    assert_int_equal(out.size, source->size);
    assert_memory_equal(out.data, source->data, out.size);
    assert_said(&f, "");
    out.size = 0;
    gff->order = NULL; /* as if it were made */
    assert_int_equal(wr_gff_write(f.context, gff, &out), WR_OK);
    bool same = out.size == source->size && memcmp(out.data, source->data, source->size) == 0;
    *anew += !same;
    struct wr_bytes before = dumped(gff), after = dumped(read_back(&f, out.data, out.size));
    assert_same(&before, &after);
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void real_files_keep_their_bytes(void **state)
{
    (void)state;
    size_t anew = 0, count = 0;
    static const char *const folders[] = {"gff", "holocron/blackvulkar"};
    static const char *const endings[] = {".are", ".git", ".ifo", ".utd", ".pth"};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 5; k++)
            count += corpus_all(folders[i], endings[k], check_real, &anew);
    assert_int_equal(count, 11);
    assert_int_equal(anew, 0); /* all lie as ours do */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_is_read_back),
        cmocka_unit_test(a_dump_shows_labels_types_and_values),
        cmocka_unit_test(damaged_files_are_survived_or_written_back),
        cmocka_unit_test(a_file_that_lies_oddly_keeps_its_bytes),
        cmocka_unit_test(changed_values_keep_their_places),
        cmocka_unit_test(what_is_added_and_removed_is_read_back),
        cmocka_unit_test(every_fault_of_a_file_is_named_with_its_place),
        cmocka_unit_test(fields_are_claimed_once),
        cmocka_unit_test(a_struct_in_itself_is_refused),
        cmocka_unit_test(a_file_that_nests_too_deep_is_refused),
        cmocka_unit_test(a_small_file_does_not_become_a_large_tree),
        cmocka_unit_test(headers_are_judged),
        cmocka_unit_test(values_that_lie_on_each_other_are_laid_out_anew),
        cmocka_unit_test(real_files_keep_their_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
