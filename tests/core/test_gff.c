/* GFF: trees that are made, written as the game's files lie, read and written back. */
#include "tests/support/findings.h"
#include "tests/support/starved.h"

#include "core/format/gff.h"
#include "core/text/codepage.h"

/* A tree of every kind of place: inline, data, indices, lists. */
static struct wr_gff *small_tree(struct wr_arena *arena)
{
    struct wr_gff *gff = wr_gff_create(arena, "GIT ");
    assert_non_null(gff);
    wr_gff_set_whole(gff, gff->root, "Flag", WR_GFF_BYTE, 0x101);
    wr_gff_struct *inner = wr_gff_set_struct(gff, gff->root, "Inner", 100);
    wr_gff_set_resref(gff, inner, "Name", "abc");
    wr_gff_list *list = wr_gff_set_list(gff, gff->root, "List");
    wr_gff_struct *item = wr_gff_append(gff, list, 8);
    wr_gff_set_string(gff, item, "Tag", "t");
    wr_gff_set_whole(gff, item, "Flag", WR_GFF_INT, -2);
    wr_gff_append(gff, list, 9);
    wr_gff_set_local(gff, gff->root, "Text", -1, NULL);
    return gff;
}

/* What a made tree must be written as, worked out by hand. */
static const char small_bytes[] = "GIT V3.2"
                                  "\x38\0\0\0\4\0\0\0\x68\0\0\0\7\0\0\0\xbc\0\0\0\6\0\0\0"
                                  "\x1c\1\0\0\x15\0\0\0\x31\1\0\0\x18\0\0\0\x49\1\0\0\x0c\0\0\0"
                                  /* structs */
                                  "\xff\xff\xff\xff\0\0\0\0\4\0\0\0"
                                  "\x64\0\0\0\2\0\0\0\1\0\0\0"
                                  "\x08\0\0\0\x10\0\0\0\2\0\0\0"
                                  "\x09\0\0\0\xff\xff\xff\xff\0\0\0\0"
                                  /* fields */
                                  "\0\0\0\0\0\0\0\0\1\0\0\0"
                                  "\x0e\0\0\0\1\0\0\0\1\0\0\0"
                                  "\x0b\0\0\0\2\0\0\0\0\0\0\0"
                                  "\x0f\0\0\0\3\0\0\0\0\0\0\0"
                                  "\x0a\0\0\0\4\0\0\0\4\0\0\0"
                                  "\5\0\0\0\0\0\0\0\xfe\xff\xff\xff"
                                  "\x0c\0\0\0\5\0\0\0\x09\0\0\0"
                                  /* labels */
                                  "Flag\0\0\0\0\0\0\0\0\0\0\0\0Inner\0\0\0\0\0\0\0\0\0\0\0"
                                  "Name\0\0\0\0\0\0\0\0\0\0\0\0List\0\0\0\0\0\0\0\0\0\0\0\0"
                                  "Tag\0\0\0\0\0\0\0\0\0\0\0\0\0Text\0\0\0\0\0\0\0\0\0\0\0\0"
                                  /* data */
                                  "\3abc\1\0\0\0t\x08\0\0\0\xff\xff\xff\xff\0\0\0\0"
                                  /* indices */
                                  "\0\0\0\0\1\0\0\0\3\0\0\0\6\0\0\0\4\0\0\0\5\0\0\0"
                                  /* lists */
                                  "\2\0\0\0\2\0\0\0\3\0\0\0";

static void a_made_tree_lies_as_the_games_files_do(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    assert_int_equal(wr_gff_write(f.context, small_tree(f.arena), &out), WR_OK);
    assert_int_equal(out.size, sizeof small_bytes - 1);
    assert_memory_equal(out.data, small_bytes, out.size);
    assert_true(wr_gff_recognise(out.data, out.size));
    assert_said(&f, "");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void a_tree_is_asked_by_label(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_gff *gff = small_tree(f.arena);
    wr_gff_set_float(gff, gff->root, "Width", 2.5f);
    assert_int_equal(wr_gff_whole(gff->root, "Flag", 7), 1);
    assert_int_equal(wr_gff_whole(gff->root, "flag", 7), 7);
    assert_int_equal(wr_gff_whole(gff->root, "Inner", 7), 7);
    assert_int_equal(wr_gff_whole(NULL, "Flag", 7), 7);
    assert_true(wr_gff_float(gff->root, "Width", 0) == 2.5f);
    assert_true(wr_gff_float(gff->root, "Flag", 4) == 4);
    const wr_gff_field *inner = wr_gff_find(gff->root, "Inner");
    assert_string_equal(wr_gff_text_of(inner->child, "Name", f.arena), "abc");
    assert_string_equal(wr_gff_text_of(inner->child, "Nothing", f.arena), "");
    wr_gff_list *list = wr_gff_list_of(gff->root, "List");
    assert_int_equal(list->count, 2);
    wr_gff_remove(list, 0);
    wr_gff_remove(list, 5);
    assert_true(list->count == 1 && list->items[0]->id == 9);
    assert_null(wr_gff_list_of(gff->root, "Flag"));
    findings_end(&f);
}

static void setting_again_replaces(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_gff *gff = small_tree(f.arena);
    uint32_t count = gff->root->count;
    wr_gff_set_whole(gff, gff->root, "Flag", WR_GFF_SHORT, -3);
    wr_gff_set_local(gff, gff->root, "Text", 5, "Hello");
    assert_int_equal(gff->root->count, count);
    assert_int_equal(wr_gff_whole(gff->root, "Flag", 0), -3);
    wr_gff_set_string(gff, gff->root, "Flag", "now a text");
    assert_string_equal(wr_gff_text_of(gff->root, "Flag", f.arena), "now a text");
    assert_null(wr_gff_set_struct(gff, NULL, "Flag", 3));
    assert_null(wr_gff_append(gff, NULL, 3));
    findings_end(&f);
}

static void texts_are_written_as_the_games_read_them(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_gff *gff = small_tree(f.arena);
    wr_gff_set_string(gff, gff->root, "Tag",
                      "Caf\u00e9 \u201cx\u201d \u20ac \u03a9 \U0001f6aa.");
    assert_string_equal(wr_gff_text_of(gff->root, "Tag", f.arena),
                        "Caf\xe9 \x93x\x94 \x80 ? ?.");
    wr_gff_set_local(gff, gff->root, "Text", -1, "\u0178\u00ff");
    const wr_gff_field *field = wr_gff_find(gff->root, "Text");
    assert_int_equal(field->local.texts[0].size, 2);
    assert_memory_equal(field->local.texts[0].data, "\x9f\xff", 2);
    /* what is no UTF-8 is a game's text already */
    wr_gff_set_string(gff, gff->root, "Tag", "Caf\xe9 \x93x\x94");
    assert_string_equal(wr_gff_text_of(gff->root, "Tag", f.arena), "Caf\xe9 \x93x\x94");
    findings_end(&f);
}

static void every_byte_of_a_text_is_one_character(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    for (unsigned byte = 1; byte < 256; byte++) {
        uint32_t code = wr_codepage_point((uint8_t)byte);
        char text[4] = {0};
        size_t size;
        if (code < 0x80) {
            text[0] = (char)code;
        } else if (code < 0x800) {
            text[0] = (char)(0xc0 | code >> 6);
            text[1] = (char)(0x80 | (code & 0x3f));
        } else {
            text[0] = (char)(0xe0 | code >> 12);
            text[1] = (char)(0x80 | (code >> 6 & 0x3f));
            text[2] = (char)(0x80 | (code & 0x3f));
        }
        const char *back = wr_codepage_from_utf8(arena, text, &size);
        assert_int_equal(size, 1);
        assert_int_equal((uint8_t)back[0], byte);
    }
    wr_arena_destroy(arena);
}

static void names_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    struct wr_gff *gff = wr_gff_create(f.arena, "ARE ");
    wr_gff_set_whole(gff, gff->root, "DirtyFormulaThre", WR_GFF_INT, 1);
    wr_gff_set_resref(gff, gff->root, "A", "abcdefghijklmnop");
    assert_int_equal(wr_gff_write(f.context, gff, &out), WR_OK);
    wr_gff_set_resref(gff, gff->root, "A", "abcdefghijklmnopq");
    assert_int_equal(wr_gff_write(f.context, gff, &out), WR_LIMIT);
    assert_said(&f, "0:0: error [gff-name] 'abcdefghijklmnopq' is too long for a label or a "
                    "resource name (use at most 16 characters)\n");
    gff = wr_gff_create(f.arena, "ARE ");
    wr_gff_set_whole(gff, gff->root, "DirtyFormulaThree", WR_GFF_INT, 1);
    assert_int_equal(wr_gff_write(f.context, gff, &out), WR_LIMIT);
    assert_said(&f, "0:0: error [gff-name] 'DirtyFormulaThree' is too long for a label or a "
                    "resource name (use at most 16 characters)\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void trees_that_nest_too_deep_are_not_written(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    struct wr_gff *gff = wr_gff_create(f.arena, "ARE ");
    wr_gff_struct *at = gff->root;
    for (int i = 0; i < 64; i++)
        at = wr_gff_set_struct(gff, at, "In", 0);
    assert_int_equal(wr_gff_write(f.context, gff, &out), WR_OK);
    wr_gff_set_struct(gff, at, "In", 0);
    assert_int_equal(wr_gff_write(f.context, gff, &out), WR_LIMIT);
    assert_said(&f, "0:0: error [gff-deep] structs nest deeper than 64\n");
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void trees_too_large_for_a_file_are_not_written(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    struct wr_gff *gff = small_tree(f.arena);
    wr_gff_struct *inner = wr_gff_set_struct(gff, gff->root, "Last", 0);
    inner->count = INT32_MAX; /* fields that nobody reads: with the others they are too many */
    assert_int_equal(wr_gff_write(f.context, gff, &out), WR_LIMIT);
    assert_said(&f, "0:0: error [gff-large] a GFF of type 'GIT ' would be larger than its "
                    "offsets can say\n");
    assert_int_equal(out.size, 0);
    wr_bytes_finish(&out);
    findings_end(&f);
}

static enum wr_result make_starved(struct findings *f, void *user)
{
    (void)user;
    struct wr_bytes out = {0};
    struct wr_gff *gff = wr_gff_create(f->arena, "GIT ");
    if (!gff)
        return wr_no_memory(f->context);
    wr_gff_list *list = wr_gff_set_list(gff, gff->root, "List");
    for (int i = 0; i < 300; i++)
        wr_gff_set_string(gff, wr_gff_append(gff, list, 1), "Tag", "some text");
    enum wr_result result = wr_gff_write(f->context, gff, &out);
    wr_bytes_finish(&out);
    return result;
}

static void making_survives_without_memory(void **state)
{
    (void)state;
    starve(make_starved, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_made_tree_lies_as_the_games_files_do),
        cmocka_unit_test(a_tree_is_asked_by_label),
        cmocka_unit_test(setting_again_replaces),
        cmocka_unit_test(texts_are_written_as_the_games_read_them),
        cmocka_unit_test(every_byte_of_a_text_is_one_character),
        cmocka_unit_test(names_that_do_not_fit_are_refused),
        cmocka_unit_test(trees_that_nest_too_deep_are_not_written),
        cmocka_unit_test(trees_too_large_for_a_file_are_not_written),
        cmocka_unit_test(making_survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
