/* XML: positions, what is refused, and what a reader asks of elements. */
#include "tests/support/damage.h"

#include <unistd.h>

#include "core/base/parallel.h"
#include "core/text/xml.h"

static enum wr_result read_any(struct findings *f, const struct wr_source *source)
{
    wr_xml *root = NULL;
    enum wr_result result = wr_xml_read(f->context, f->arena, source, &root);
    assert_true((result == WR_OK) == (root != NULL));
    assert_int_equal(f->errors, result == WR_OK ? 0 : 1);
    return result;
}

static wr_xml *read_xml(struct findings *findings, const char *text)
{
    wr_xml *root = NULL;
    enum wr_result result =
        wr_xml_read(findings->context, findings->arena, findings_text(findings, text), &root);
    assert_true((result == WR_OK) == (findings->errors == 0));
    return root;
}

static void assert_refused(const char *text, const char *expected)
{
    struct findings findings;
    findings_start(&findings);
    assert_null(read_xml(&findings, text));
    assert_said(&findings, expected);
    findings_end(&findings);
}

/* Where libxml2's own words follow, only what is ours is compared. */
static void assert_refused_at(const char *text, const char *start)
{
    struct findings findings;
    findings_start(&findings);
    assert_null(read_xml(&findings, text));
    assert_int_equal(findings.errors, 1);
    const char *said = findings_said(&findings);
    if (strncmp(said, start, strlen(start)) != 0)
        fail_msg("'%s' does not start with '%s'", said, start);
    findings_end(&findings);
}

static void elements_attributes_and_text_are_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_xml *kit = read_xml(&f, "<?xml version='1.0' encoding='utf-8'?><!-- <no a='1'/> -->\n"
                               "<kit id='a&amp;b &#xe9;' n=\"'1'\"> x<![CDATA[<y>]]>\n"
                               "<room/><room name=''>hall</room> z&lt;</kit>\n<!-- end -->");
    assert_string_equal(kit->name, "kit");
    assert_string_equal(kit->attributes->name, "id");
    assert_string_equal(kit->attributes->value, "a&b \xc3\xa9");
    assert_string_equal(kit->attributes->next->value, "'1'");
    assert_null(kit->attributes->next->next);
    assert_string_equal(kit->text, " x<y>\n z<");
    wr_xml *first = kit->first, *second = first->next;
    assert_true(first->parent == kit && second->parent == kit && !second->next && !kit->parent);
    assert_string_equal(first->text, "");
    assert_string_equal(second->text, "hall");
    assert_string_equal(second->attributes->value, "");
    findings_end(&f);
}

static void namespaces_and_schema_places_disturb_nobody(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_xml *kit =
        read_xml(&f, "<?xml-model href='kit.rng'?>\n"
                     "<kit xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'\n"
                     " xml:lang='en' xsi:noNamespaceSchemaLocation='kit.xsd' id='1'/>");
    bool ok = true;
    assert_non_null(wr_xml_find(kit, "id"));
    assert_place(&f, kit->attributes->where, 3, 2);
    assert_place(&f, wr_xml_find(kit, "id")->where, 3, 56);
    wr_xml_done(f.context, kit, NULL, NULL, false, &ok);
    assert_true(ok);
    findings_end(&f);
}

static void positions_hold_for_lf_crlf_a_mark_and_many_byte_characters(void **state)
{
    (void)state;
    const char *forms[] = {
        "<a>\n  <b\n   x='>\xc3\xa9' \xc3\xa9 = \">\" y='1'\n  />\xf0\x9f\x98\x80<c/></a>",
        "<a>\r\n  <b\r\n   x='>\xc3\xa9' \xc3\xa9 = \">\" y='1'\r\n  "
        "/>\xf0\x9f\x98\x80<c/></a>",
        "\xef\xbb\xbf<a>\n  <b\n   x='>\xc3\xa9' \xc3\xa9 = \">\" y='1'\n  />"
        "\xf0\x9f\x98\x80<c/></a>",
    };
    for (size_t i = 0; i < 3; i++) {
        struct findings f;
        findings_start(&f);
        wr_xml *a = read_xml(&f, forms[i]), *b = a->first, *c = b->next;
        assert_place(&f, a->where, 1, 1);
        assert_place(&f, a->text_where, 4, 5);
        assert_place(&f, b->where, 2, 3);
        assert_place(&f, b->attributes->where, 3, 4);
        assert_place(&f, b->attributes->next->where, 3, 11);
        assert_place(&f, b->attributes->next->next->where, 3, 19);
        assert_place(&f, c->where, 4, 6);
        findings_end(&f);
    }
}

static void six_thousand_elements_all_know_their_place(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "<kit>\n");
    for (unsigned i = 0; i < 6000; i++)
        wr_bytes_print(&text, "<room name='r%u > \xc3\xa9'\r\n weight='%u'><hook/></room>\n", i,
                       i % 7);
    wr_bytes_text(&text, "</kit>");
    wr_bytes_char(&text, '\0');
    wr_xml *kit = read_xml(&f, (char *)text.data), *room = kit->first;
    for (unsigned i = 0; i < 6000; i++, room = room->next) {
        assert_memory_equal(f.source.data + room->where.offset, "<room ", 6);
        assert_memory_equal(f.source.data + room->attributes->where.offset, "name=", 5);
        assert_memory_equal(f.source.data + room->attributes->next->where.offset, "weight=", 7);
        assert_memory_equal(f.source.data + room->first->where.offset, "<hook/>", 7);
        if (i % 1000 == 999)
            assert_place(&f, room->where, 2 + 2 * i, 1);
    }
    assert_null(room);
    wr_bytes_finish(&text);
    findings_end(&f);
}

static void faults_of_form_are_told_where_they_are(void **state)
{
    (void)state;
    assert_refused("", "1:1: error [xml-syntax] the file is empty\n");
    assert_refused("\xef\xbb\xbf", "1:1: error [xml-syntax] the file is empty\n");
    assert_refused("<a>\n <b>\n</a>",
                   "3:1: error [xml-syntax] the end tag of 'a' closes another element\n"
                   "2:2: note [xml-syntax] 'b', which is opened here\n");
    assert_refused("<a>\n <b>\n", "2:2: error [xml-syntax] the element 'b' is never closed\n");
    assert_refused("<a x='1'\n y='>' x='2'/>",
                   "2:8: error [xml-syntax] the attribute 'x' stands twice\n");
    assert_refused_at("<a x=1/>", "1:6: error [xml-syntax] an attribute's value must stand in "
                                  "quotes\n");
    assert_refused("<a x='<'/>",
                   "1:7: error [xml-syntax] '<' stands within a tag (close the tag "
                   "before it, or write &lt;)\n"
                   "1:1: note [xml-syntax] which starts here\n");
    assert_refused(
        "<a>\n <b x='1'\n<c/></a>",
        "3:1: error [xml-syntax] '<' stands within a tag (close the tag before it, or "
        "write &lt;)\n"
        "2:2: note [xml-syntax] which starts here\n");
    const char *no_tag = "1:6: error [xml-syntax] '<' starts no tag here (write &lt;)\n";
    assert_refused("<a>1 < 2</a>", no_tag);
    assert_refused("<a>1 <! 2</a>", no_tag);
    assert_refused("<a>1 <? 2?></a>", no_tag);
    assert_refused("<a>1 </ a></a>", no_tag);
    assert_refused("<a/>\n<b/>",
                   "2:1: error [xml-syntax] text follows the end of the outermost "
                   "element\n");
    assert_refused_at("<a>\n<b &/></a>", "2:4: error [xml-syntax] ");
    assert_refused_at("hello", "1:1: error [xml-syntax] ");
    assert_refused_at("<a><x:b/></a>", "1:8: error [xml-syntax] ");
}

static void dtds_and_entities_are_refused(void **state)
{
    (void)state;
    const char *dtd = "error [xml-dtd] document type declarations are not read (remove the "
                      "<!DOCTYPE ...>)\n";
    char expected[128];
    snprintf(expected, sizeof expected, "1:1: %s", dtd);
    assert_refused("<!DOCTYPE a SYSTEM 'http://127.0.0.1/a.dtd'><a/>", expected);
    snprintf(expected, sizeof expected, "2:3: %s", dtd);
    assert_refused("<?xml version='1.0'?>\n  <!DOCTYPE a [<!ENTITY b 'c'>\n"
                   "<!ENTITY d '&b;&b;'>]><a>&d;</a>",
                   expected);
    assert_refused_at("<a>\n &nbsp;</a>", "2:8: error [xml-entity] the entity '&nbsp;' is not "
                                          "known (XML itself knows");
    assert_refused_at("<a b='&x;'/>", "1:10: error [xml-entity] the entity '&x;' is not known");
}

static void other_encodings_are_refused(void **state)
{
    (void)state;
    assert_refused(
        "<?xml version='1.0' encoding=\"ISO-8859-1\"?><a/>",
        "1:31: error [xml-encoding] the encoding 'ISO-8859-1' is not read, only UTF-8 "
        "(save the file as UTF-8)\n");
    assert_refused("<a>\n\xe9</a>", "2:1: error [xml-encoding] the byte 0xe9 is not UTF-8 text "
                                    "(save the file as UTF-8)\n");
    struct findings f;
    findings_start(&f);
    wr_xml *root = NULL;
    const char utf16[] = {'<', 0, 'a', 0, '/', 0, '>', 0};
    wr_xml_read(f.context, f.arena, findings_bytes(&f, utf16, sizeof utf16), &root);
    assert_said(&f,
                "1:2: error [xml-encoding] the byte 0x00 is not UTF-8 text (save the file as "
                "UTF-8)\n");
    findings_end(&f);
}

static void characters_xml_does_not_allow_are_refused(void **state)
{
    (void)state;
    assert_refused("<a>\n\x01</a>",
                   "2:1: error [xml-character] XML does not allow the character "
                   "that starts with the byte 0x01 (remove it)\n");
    assert_refused(
        "<a>\xef\xbf\xbd\xef\xbf\xbf\x01</a>",
        "1:5: error [xml-character] XML does not allow the character that starts with "
        "the byte 0xef (remove it)\n");
}

static const char *nested(struct wr_bytes *text, unsigned depth)
{
    text->size = 0;
    for (unsigned i = 0; i < depth; i++)
        wr_bytes_text(text, "<a>");
    for (unsigned i = 0; i < depth; i++)
        wr_bytes_text(text, "</a>");
    wr_bytes_char(text, '\0');
    return (char *)text->data;
}

static void a_million_nested_elements_end_fast(void **state)
{
    (void)state;
    const char *said = "1:193: error [xml-limit] elements are nested deeper than 64\n";
    struct wr_bytes text = {0};
    struct findings f;
    findings_start(&f);
    assert_non_null(read_xml(&f, nested(&text, 64)));
    findings_end(&f);
    assert_refused(nested(&text, 65), said);
    assert_refused(nested(&text, 1000000), said);
    wr_bytes_finish(&text);
}

static void too_many_elements_or_attributes_are_refused(void **state)
{
    (void)state;
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "<a>");
    for (unsigned i = 0; i < 1000000; i++)
        wr_bytes_text(&text, "<b/>");
    wr_bytes_text(&text, "</a>");
    wr_bytes_char(&text, '\0');
    assert_refused((char *)text.data,
                   "1:4000000: error [xml-limit] the file has more than 1000000 elements\n");
    text.size = 0;
    wr_bytes_text(&text, "<a><!-- <x ' --><![CDATA[<x ']]>\n<b");
    for (unsigned i = 0; i < 200000; i++)
        wr_bytes_print(&text, " a%u='>'", i);
    wr_bytes_text(&text, "/></a>");
    wr_bytes_char(&text, '\0');
    assert_refused((char *)text.data,
                   "2:1: error [xml-limit] an element has more than 256 attributes\n");
    wr_bytes_finish(&text);
}

/* libxml2 goes on behind an error: what slows it must not hide there. */
static void floods_behind_an_error_end_fast(void **state)
{
    (void)state;
    const char *starts[] = {"<a x><b/><c", "<a></b><c", "<a/><c", "&x;<a><c",
                            "<a><!-- -- --><c"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct wr_bytes text = {0};
        wr_bytes_text(&text, starts[i]);
        for (unsigned k = 0; k < 200000; k++)
            wr_bytes_print(&text, " a%u=''", k);
        wr_bytes_text(&text, "/></a>");
        wr_bytes_char(&text, '\0');
        assert_refused_at((char *)text.data, "1:");
        wr_bytes_finish(&text);
    }
}

static void files_over_ten_megabytes_are_read_to_their_end(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "<a>");
    for (unsigned i = 0; i < 250000; i++)
        wr_bytes_text(&text, "<b c='a rather long value, as values go' d='1'/>");
    wr_bytes_text(&text, "</a>");
    wr_bytes_char(&text, '\0');
    assert_true(text.size > 10 << 20);
    assert_non_null(read_xml(&f, (char *)text.data));
    wr_bytes_finish(&text);
    findings_end(&f);
}

static enum wr_result read_one(void *user, struct wr_context *context, unsigned worker,
                               size_t index)
{
    (void)worker;
    const struct wr_source *sources = user;
    struct wr_arena *arena = wr_arena_create();
    wr_xml *root;
    enum wr_result result = wr_xml_read(context, arena, &sources[index % 2], &root);
    wr_arena_destroy(arena);
    return result;
}

static void threads_read_beside_each_other(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    static const char good[] = "<a b='&amp;'><c/>t</a>", bad[] = "<a><b></a>";
    struct wr_source sources[] = {
        {.name = "good", .data = (const uint8_t *)good, .size = sizeof good - 1},
        {.name = "bad", .data = (const uint8_t *)bad, .size = sizeof bad - 1},
    };
    wr_context_set_jobs(f.context, 4);
    assert_int_equal(wr_parallel(f.context, NULL, 20, read_one, sources), WR_SYNTAX);
    assert_int_equal(f.errors, 10);
    findings_end(&f);
}

static void nothing_is_printed_by_the_library(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    fflush(stderr);
    int saved = dup(2);
    dup2(fileno(file), 2);
    struct findings f;
    findings_start(&f);
    read_xml(&f, "<a><b c=1></a>&x;");
    f.errors = 0;
    read_xml(&f, "<a xmlns:b='not a uri'/>");
    fflush(stderr);
    dup2(saved, 2);
    close(saved);
    findings_end(&f);
    assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
    fclose(file);
}

/* ---- Attributes ------------------------------------------------------------------------ */

static void attributes_are_read_by_type(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_xml *root = read_xml(&f, "<a t='x' f=' 0.1 ' n='-7' at='1 2.5\n-3e0'/>");
    bool ok = true;
    const char *text = NULL;
    float number = 0;
    int64_t integer = 0;
    wr_vec3 at = {0, 0, 0};
    assert_true(wr_xml_get_text(f.context, root, "t", true, &text, &ok));
    assert_string_equal(text, "x");
    assert_true(wr_xml_get_f32(f.context, root, "f", true, &number, &ok) && number == 0.1f);
    assert_true(wr_xml_get_integer(f.context, root, "n", true, -7, 0, &integer, &ok));
    assert_int_equal(integer, -7);
    assert_true(wr_xml_get_vec3(f.context, root, "at", true, &at, &ok));
    assert_true(at.x == 1 && at.y == 2.5f && at.z == -3);
    assert_false(wr_xml_get_text(f.context, root, "none", false, &text, &ok));
    assert_true(ok);
    wr_xml_done(f.context, root, NULL, NULL, false, &ok);
    assert_true(ok);
    assert_said(&f, "");
    findings_end(&f);
}

static void wrong_attributes_are_named(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    wr_xml *root =
        read_xml(&f, "<a f='nan' n='7.5' m='12'\n at='1 2' big='1e39' four='1 2 3 4'/>");
    bool ok = true;
    const char *text = NULL;
    float number = 5;
    int64_t integer = 5;
    wr_vec3 at = {5, 5, 5};
    assert_false(wr_xml_get_f32(f.context, root, "f", true, &number, &ok));
    assert_false(ok);
    assert_said(&f, "1:4: error [xml-value] f must be a number, not 'nan'\n");
    wr_xml_get_f32(f.context, root, "big", true, &number, &ok);
    assert_said(&f, "2:11: error [xml-value] big must be a number, not '1e39'\n");
    wr_xml_get_integer(f.context, root, "n", true, 0, 9, &integer, &ok);
    assert_said(&f, "1:12: error [xml-value] n must be a whole number, not '7.5'\n");
    wr_xml_get_integer(f.context, root, "m", true, 0, 9, &integer, &ok);
    assert_said(&f, "1:20: error [xml-value] m must be a whole number from 0 to 9, not 12\n");
    wr_xml_get_integer(f.context, root, "m", true, 13, INT64_MAX, &integer, &ok);
    assert_said(&f, "1:20: error [xml-value] m must be a whole number from 13 up, not 12\n");
    wr_xml_get_vec3(f.context, root, "at", true, &at, &ok);
    assert_said(&f, "2:2: error [xml-value] at must be three numbers, not '1 2'\n");
    wr_xml_get_vec3(f.context, root, "four", true, &at, &ok);
    assert_said(&f, "2:22: error [xml-value] four must be three numbers, not '1 2 3 4'\n");
    wr_xml_get_text(f.context, root, "name", true, &text, &ok);
    assert_said(&f, "1:1: error [xml-missing] the element 'a' has no attribute 'name'\n");
    assert_true(!text && integer == 5 && number == 5 && at.x == 5);
    findings_end(&f);
}

static void what_nobody_knows_is_named(void **state)
{
    (void)state;
    const char *const attributes[] = {"name", "weight", NULL};
    const char *const children[] = {"hook", "marker", NULL};
    struct findings f;
    findings_start(&f);
    wr_xml *root = read_xml(&f, "<room name='x' wieght='1'>\n<hok/>  oops <!-- -->\n"
                                "<hook/><quite-other/></room>");
    bool ok = true;
    wr_xml_find(root, "name");
    root->first->next->taken = true;
    wr_xml_done(f.context, root, attributes, children, false, &ok);
    assert_false(ok);
    assert_said(&f,
                "1:16: error [xml-unknown] the element 'room' knows no attribute 'wieght' "
                "(did you mean 'weight'?)\n"
                "2:1: error [xml-unknown] the element 'room' holds no element 'hok' (did you "
                "mean 'hook'?)\n"
                "3:8: error [xml-unknown] the element 'room' holds no element 'quite-other' "
                "(known: hook, marker)\n"
                "2:9: error [xml-text] the element 'room' holds no text\n");
    findings_end(&f);
}

/* ---- Hostile input --------------------------------------------------------------------- */

static void truncated_and_damaged_texts_are_survived(void **state)
{
    (void)state;
    static const char text[] = "\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n"
                               "<!-- c --><kit a='\xc3\xa9>' b=\"&lt;&#65;\"><![CDATA[x]]>\n"
                               "<room xml:lang='en'>t&amp;</room><?p q?></kit>\n";
    damage_survive(read_any, text, sizeof text - 1);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "<a>");
    for (unsigned i = 0; i < 1000; i++)
        wr_bytes_text(&text, "<b c='d'>e</b>");
    wr_bytes_text(&text, "</a>");
    damage_starve(read_any, text.data, text.size);
    wr_bytes_finish(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_attributes_and_text_are_read),
        cmocka_unit_test(namespaces_and_schema_places_disturb_nobody),
        cmocka_unit_test(positions_hold_for_lf_crlf_a_mark_and_many_byte_characters),
        cmocka_unit_test(six_thousand_elements_all_know_their_place),
        cmocka_unit_test(faults_of_form_are_told_where_they_are),
        cmocka_unit_test(dtds_and_entities_are_refused),
        cmocka_unit_test(other_encodings_are_refused),
        cmocka_unit_test(characters_xml_does_not_allow_are_refused),
        cmocka_unit_test(a_million_nested_elements_end_fast),
        cmocka_unit_test(too_many_elements_or_attributes_are_refused),
        cmocka_unit_test(floods_behind_an_error_end_fast),
        cmocka_unit_test(files_over_ten_megabytes_are_read_to_their_end),
        cmocka_unit_test(threads_read_beside_each_other),
        cmocka_unit_test(nothing_is_printed_by_the_library),
        cmocka_unit_test(attributes_are_read_by_type),
        cmocka_unit_test(wrong_attributes_are_named),
        cmocka_unit_test(what_nobody_knows_is_named),
        cmocka_unit_test(truncated_and_damaged_texts_are_survived),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
