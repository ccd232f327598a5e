/* GFF as JSON: trees of every type come back bit for bit, and what is wrong is named. */
#include "tests/support/corpus.h"
#include "tests/support/findings.h"
#include "tests/support/starved.h"

#include "core/base/random.h"
#include "core/format/gff_json.h"

/* ---- Trees at random ----------------------------------------------------------------------
 */

struct grown {
    wr_random random;
    struct wr_arena *arena;
    unsigned left; /* values */
};

static uint64_t any(struct grown *grown)
{
    uint64_t bits = (uint64_t)wr_random_u32(&grown->random) << 32;
    bits |= wr_random_u32(&grown->random);
    switch (wr_random_below(&grown->random, 4)) {
    case 0:
        return bits;
    case 1:
        return bits & 0xff;
    case 2:
        return ~(bits & 0xff);
    default:
        return bits << 52;
    }
}

static const uint8_t *bytes(struct grown *grown, uint32_t most, uint32_t *size)
{
    *size = wr_random_below(&grown->random, most + 1);
    uint8_t *out = wr_arena_take(grown->arena, *size + 1u, 1);
    for (uint32_t i = 0; i < *size; i++)
        out[i] = (uint8_t)any(grown);
    return out;
}

static uint64_t whole(struct grown *grown, enum wr_gff_type type)
{
    uint64_t bits = any(grown);
    switch (type) {
    case WR_GFF_BYTE:
        return bits & 0xff;
    case WR_GFF_CHAR:
        return (uint64_t)(int8_t)bits;
    case WR_GFF_WORD:
        return bits & 0xffff;
    case WR_GFF_SHORT:
        return (uint64_t)(int16_t)bits;
    case WR_GFF_DWORD:
        return bits & 0xffffffff;
    case WR_GFF_INT:
    case WR_GFF_STRREF:
        return (uint64_t)(int32_t)bits;
    default:
        return bits;
    }
}

static void grow(struct grown *grown, wr_gff_struct *tree, unsigned depth);

static wr_gff_struct *child(struct grown *grown, unsigned depth)
{
    wr_gff_struct *made = WR_ZERO(grown->arena, wr_gff_struct, 1);
    grow(grown, made, depth + 1);
    return made;
}

static void value(struct grown *grown, wr_gff_field *field, unsigned depth)
{
    switch (field->type) {
    case WR_GFF_FLOAT:
    case WR_GFF_VECTOR:
    case WR_GFF_ORIENTATION:
        for (int i = 0; i < 4; i++) {
            uint32_t bits = (uint32_t)any(grown);
            memcpy(&field->vector[i], &bits, sizeof bits);
        }
        break;
    case WR_GFF_DOUBLE: {
        uint64_t bits = any(grown);
        memcpy(&field->real, &bits, sizeof bits);
        break;
    }
    case WR_GFF_STRING:
    case WR_GFF_VOID:
        field->bytes.data = bytes(grown, 40, &field->bytes.size);
        break;
    case WR_GFF_RESREF:
        field->bytes.data = bytes(grown, 18, &field->bytes.size);
        break;
    case WR_GFF_LOCSTRING:
        field->local.strref = (int32_t)any(grown);
        field->local.count = wr_random_below(&grown->random, 4);
        field->local.texts = WR_ZERO(grown->arena, wr_gff_text, field->local.count);
        for (uint32_t i = 0; i < field->local.count; i++) {
            field->local.texts[i].language = (uint32_t)any(grown);
            field->local.texts[i].data = bytes(grown, 9, &field->local.texts[i].size);
        }
        break;
    case WR_GFF_STRUCT:
        field->child = child(grown, depth);
        break;
    case WR_GFF_LIST:
        field->list.count = field->list.capacity = wr_random_below(&grown->random, 4);
        field->list.items = WR_ZERO(grown->arena, wr_gff_struct *, field->list.count);
        for (uint32_t i = 0; i < field->list.count; i++)
            field->list.items[i] = child(grown, depth);
        break;
    default:
        field->bits = whole(grown, field->type);
    }
}

static void grow(struct grown *grown, wr_gff_struct *tree, unsigned depth)
{
    uint32_t count = depth > 4 ? 0 : wr_random_below(&grown->random, 8);
    tree->id = (uint32_t)any(grown);
    tree->fields = WR_ZERO(grown->arena, wr_gff_field, count);
    tree->capacity = count;
    for (uint32_t i = 0; i < count && grown->left > 0; i++, grown->left--) {
        wr_gff_field *field = &tree->fields[tree->count++];
        uint32_t length = wr_random_below(&grown->random, WR_GFF_LABEL + 1);
        for (uint32_t k = 0; k < length; k++)
            field->label[k] = (char)(1 + wr_random_below(&grown->random, 255));
        if (i > 0 && wr_random_below(&grown->random, 8) == 0)
            memcpy(field->label, tree->fields[i - 1].label, sizeof field->label);
        field->type = (enum wr_gff_type)wr_random_below(&grown->random, WR_GFF_STRREF + 1);
        value(grown, field, depth);
    }
}

/* Writes a tree as JSON, reads that, and compares what each becomes as a GFF. */
static void must_come_back(struct findings *f, const struct wr_gff *gff, unsigned seed)
{
    struct wr_bytes before = {0}, text = {0}, after = {0};
    struct wr_gff *again;
    assert_int_equal(wr_gff_write(f->context, gff, &before), WR_OK);
    assert_int_equal(wr_gff_json_write(f->context, gff, WR_NOWHERE, &text), WR_OK);
    assert_true(wr_gff_json_recognise(text.data, text.size));
    struct wr_source source = {.name = "tree.json", .data = text.data, .size = text.size};
    if (wr_gff_json_read(f->context, f->arena, &source, &again) != WR_OK)
        fail_msg("seed %u: %s\n%.*s", seed, findings_said(f), (int)text.size,
                 (const char *)text.data);
    assert_int_equal(wr_gff_write(f->context, again, &after), WR_OK);
    if (before.size != after.size || memcmp(before.data, after.data, before.size) != 0)
        fail_msg("seed %u: %zu bytes became %zu, of\n%.*s", seed, before.size, after.size,
                 (int)text.size, (const char *)text.data);
    wr_bytes_finish(&before);
    wr_bytes_finish(&text);
    wr_bytes_finish(&after);
}

static void any_tree_comes_back(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 400; seed++) {
        struct findings f;
        findings_start(&f);
        struct grown grown = {.random = wr_random_of(seed, 0), .arena = f.arena, .left = 300};
        struct wr_gff *gff = wr_gff_create(f.arena, "GIT ");
        grow(&grown, gff->root, 0);
        must_come_back(&f, gff, seed);
        assert_said(&f, "");
        findings_end(&f);
    }
}

static void real_file(void *user, const struct wr_source *source)
{
    struct findings f;
    struct wr_gff *gff, *again;
    struct wr_bytes text = {0}, bytes = {0};
    (void)user;
    findings_start(&f);
    assert_int_equal(wr_gff_read(f.context, f.arena, source, &gff), WR_OK);
    assert_int_equal(wr_gff_json_write(f.context, gff, WR_NOWHERE, &text), WR_OK);
    struct wr_source json = {.name = "real.json", .data = text.data, .size = text.size};
    assert_int_equal(wr_gff_json_read(f.context, f.arena, &json, &again), WR_OK);
    assert_int_equal(wr_gff_write(f.context, again, &bytes), WR_OK);
    assert_int_equal(bytes.size, source->size);
    assert_memory_equal(bytes.data, source->data, bytes.size);
    wr_bytes_finish(&text);
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

static void real_files_come_back_to_the_byte(void **state)
{
    (void)state;
    assert_true(corpus_all("gff", "", real_file, NULL) >= 9);
}

/* ---- What is wrong -------------------------------------------------------------------------
 */

static void must_say(const char *fields, const char *said)
{
    struct findings f;
    char text[1024];
    struct wr_gff *gff;
    findings_start(&f);
    snprintf(text, sizeof text, "{\"warren-gff\": 1, \"type\": \"ARE \", \"fields\": [\n%s\n]}",
             fields);
    assert_int_equal(wr_gff_json_read(f.context, f.arena, findings_text(&f, text), &gff),
                     *said && strstr(said, "error") ? WR_INVALID : WR_OK);
    assert_said(&f, said);
    findings_end(&f);
}

static void faults_are_named_where_they_are(void **state)
{
    (void)state;
    must_say("{\"label\": \"A\", \"type\": \"byte\", \"value\": 256}",
             "2:41: error [gff-json-value] fields[0].value is of the type byte, and must be a "
             "whole number from 0 to 255\n");
    must_say(
        "{\"label\": \"A\", \"type\": \"int\", \"value\": \"7\"},\n"
        "{\"label\": \"B\", \"type\": \"word\", \"value\": 1.5},\n"
        "{\"label\": \"C\", \"type\": \"vector\", \"value\": [1, 2]},\n"
        "{\"label\": \"D\", \"type\": \"void\", \"value\": \"0\"},\n"
        "{\"label\": \"E\", \"type\": \"float\", \"value\": \"warm\"},\n"
        "{\"label\": \"F\", \"type\": \"resref\", \"value\": null}",
        "2:40: error [gff-json-value] fields[0].value is of the type int, and must be a whole "
        "number from -2147483648 to 2147483647\n"
        "3:41: error [gff-json-value] fields[1].value is of the type word, and must be a whole "
        "number from 0 to 65535\n"
        "4:43: error [gff-json-value] fields[2].value is of the type vector, and must be a "
        "list of three numbers\n"
        "5:41: error [gff-json-value] fields[3].value is of the type void, and must be a "
        "string of pairs of the digits 0-9 and a-f\n"
        "6:42: error [gff-json-value] fields[4].value is of the type float, and must be a "
        "number\n"
        "7:43: error [gff-json-value] fields[5].value is of the type resref, and must be a "
        "string of at most 16 characters\n");
    must_say(
        "{\"label\": \"A\", \"type\": \"bite\", \"value\": 1}",
        "2:24: error [gff-json-type] 'bite' is no type of values (did you mean 'byte'?)\n");
    must_say("{\"label\": \"seventeen letters\", \"type\": \"byte\", \"value\": 1}",
             "2:11: error [gff-json-label] the label 'seventeen letters' is longer than 16 "
             "characters\n");
    must_say("{\"label\": \"A\", \"type\": \"list\", \"items\": [{\"fields\": []}]}",
             "2:42: error [json-missing] fields[0].items[0] has no 'id'\n");
    must_say("{\"label\": \"A\", \"type\": \"byte\", \"value\": 1, \"vale\": 2}",
             "2:44: error [json-unknown-key] fields[0] knows no key 'vale' (did you mean "
             "'value'?)\n");
    must_say(
        "{\"label\": \"A\", \"type\": \"string\", \"value\": \"\u03a9?\"}",
        "2:43: warning [gff-json-sign] a sign of the text becomes a question mark: the games "
        "do not have it (the games' texts are Windows-1252)\n");
    must_say(
        "{\"label\": \"A\", \"type\": \"resref\", \"value\": \"seventeen_letters\"}",
        "2:43: error [gff-json-value] fields[0].value is of the type resref, and must be a "
        "string of at most 16 characters\n");
}

static void the_head_is_asked_for(void **state)
{
    (void)state;
    struct findings f;
    struct wr_gff *gff;
    findings_start(&f);
    const char *text = "{\"warren-gff\": 2, \"type\": \"ARE\", \"fields\": []}";
    assert_int_equal(wr_gff_json_read(f.context, f.arena, findings_text(&f, text), &gff),
                     WR_INVALID);
    assert_said(&f, "1:16: error [json-range] warren-gff must be a whole number from 1 to 1\n"
                    "1:27: error [gff-json-type] the type of a file has four characters (files "
                    "of areas have \"ARE \", with the space)\n");
    findings_end(&f);
}

static void what_nests_too_deep_is_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    for (unsigned depth = 10; depth < 20; depth++) {
        struct wr_gff *gff = wr_gff_create(f.arena, "GFF "), *again;
        wr_gff_struct *in = gff->root;
        for (unsigned i = 0; i < depth; i++)
            in = wr_gff_append(gff, wr_gff_set_list(gff, in, "Deep"), 0);
        wr_gff_set_whole(gff, in, "Last", WR_GFF_BYTE, 1);
        out.size = 0;
        enum wr_result result = wr_gff_json_write(f.context, gff, WR_NOWHERE, &out);
        if (result != WR_OK) {
            assert_int_equal(result, WR_LIMIT);
            assert_true(depth > 14);
            assert_said(&f, "0:0: error [gff-json-deep] its structs and lists nest deeper than "
                            "JSON that is read\n");
            continue;
        }
        struct wr_source source = {.name = "deep.json", .data = out.data, .size = out.size};
        assert_true(depth < 16);
        assert_int_equal(wr_gff_json_read(f.context, f.arena, &source, &again), WR_OK);
    }
    wr_bytes_finish(&out);
    findings_end(&f);
}

static enum wr_result there_and_back(struct findings *f, void *user)
{
    struct wr_bytes out = {0};
    struct wr_gff *gff;
    const char *text =
        "{\"warren-gff\": 1, \"type\": \"ARE \", \"fields\": ["
        "{\"label\": \"A\", \"type\": \"string\", \"value\": \"caf\u00e9\"},"
        "{\"label\": \"B\", \"type\": \"void\", \"value\": \"00ff\"},"
        "{\"label\": \"C\", \"type\": \"double\", \"value\": 0.1, \"bits\": "
        "\"3fb999999999999a\"},"
        "{\"label\": \"D\", \"type\": \"float\", \"value\": \"nan\", \"bits\": \"7fc00001\"},"
        "{\"label\": \"E\", \"type\": \"locstring\", \"strref\": 1, \"texts\": "
        "[{\"language\": 0, \"text\": \"x\"}]},"
        "{\"label\": \"F\", \"type\": \"list\", \"items\": [{\"id\": 1, \"fields\": []}]},"
        "{\"label\": \"G\", \"type\": \"struct\", \"id\": 2, \"fields\": []}]}";
    (void)user;
    enum wr_result result =
        wr_gff_json_read(f->context, f->arena, findings_text(f, text), &gff);
    if (result == WR_OK)
        result = wr_gff_json_write(f->context, gff, WR_NOWHERE, &out);
    wr_bytes_finish(&out);
    return result;
}

static void lacking_memory_is_told(void **state)
{
    (void)state;
    starve(there_and_back, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_tree_comes_back),
        cmocka_unit_test(real_files_come_back_to_the_byte),
        cmocka_unit_test(faults_are_named_where_they_are),
        cmocka_unit_test(the_head_is_asked_for),
        cmocka_unit_test(what_nests_too_deep_is_refused),
        cmocka_unit_test(lacking_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
