/* The head of an ERF, and what it refuses. */
#include "tests/support/findings.h"

#include "core/format/archive.h"

static enum wr_result write_head(struct findings *f, const wr_resource *items, uint32_t count,
                                 struct wr_bytes *out)
{
    out->size = 0;
    return wr_erf_write_head(f->context, WR_NOWHERE, "MOD ", items, count, out);
}

static void a_head_says_what_follows_and_where(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    const wr_resource items[] = {
        {.name = "sixteen_letters_", .type = WR_RES_LYT, .offset = 224, .size = 5},
        {.name = "a", .type = WR_RES_ARE, .offset = 229, .size = 2},
    };
    assert_int_equal(write_head(&f, items, 2, &out), WR_OK);
    assert_int_equal(out.size, wr_erf_head_size(2));
    assert_int_equal(out.size, 224);
    const char start[] = "MOD V1.0\0\0\0\0\0\0\0\0\2\0\0\0\xa0\0\0\0\xa0\0\0\0\xd0\0\0\0"
                         "\0\0\0\0\0\0\0\0\xff\xff\xff\xff";
    assert_memory_equal(out.data, start, sizeof start - 1);
    for (size_t i = sizeof start - 1; i < 160; i++)
        assert_int_equal(out.data[i], 0);
    const char rest[] = "sixteen_letters_\0\0\0\0\xb8\x0b\0\0"
                        "a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\xdc\x07\0\0"
                        "\xe0\0\0\0\5\0\0\0\xe5\0\0\0\2\0\0\0";
    assert_memory_equal(out.data + 160, rest, sizeof rest - 1);
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void what_no_archive_may_hold_is_named(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_bytes out = {0};
    const wr_resource twice[] = {{.name = "b", .type = 2012},
                                 {.name = "a", .type = 2012},
                                 {.name = "b", .type = 2023},
                                 {.name = "b", .type = 2012}};
    assert_int_equal(write_head(&f, twice, 4, &out), WR_INVALID);
    assert_said(&f, "0:0: error [archive-duplicate] two resources are called 'b.are'\n");
    wr_resource names[] = {{.name = "Upper"}, {.name = ""}, {.name = "0123456789abcdefg"}};
    names[2].name[16] = 'g';
    assert_int_equal(write_head(&f, names, 3, &out), WR_INVALID);
    assert_said(&f, "0:0: error [archive-name] 'Upper' is no resource name: those hold a-z, "
                    "0-9 and '_'\n"
                    "0:0: error [archive-name] '' is no resource name: those hold a-z, 0-9 "
                    "and '_'\n"
                    "0:0: error [archive-name] a name starts with '0123456789abcdef' and is "
                    "longer than the 16 characters of resource names\n");
    const wr_resource large[] = {{.name = "a", .type = 3, .size = UINT32_MAX - 300},
                                 {.name = "b", .type = 3, .size = 300}};
    assert_int_equal(write_head(&f, large, 2, &out), WR_LIMIT);
    assert_said(&f, "0:0: error [archive-too-large] with 'b' the archive passes the 4 GiB it "
                    "can hold (make two modules of it)\n");
    assert_int_equal(out.size, 0);
    wr_bytes_finish(&out);
    findings_end(&f);
}

static void types_have_their_usual_endings(void **state)
{
    (void)state;
    for (unsigned type = 0; type <= UINT16_MAX; type++) {
        const char *suffix = wr_resource_suffix((uint16_t)type);
        if (suffix)
            assert_int_equal(wr_resource_type_of(suffix), type);
    }
    assert_string_equal(wr_resource_suffix(WR_RES_MDX), "mdx");
    assert_int_equal(wr_resource_type_of("ARE"), WR_RES_ARE);
    assert_int_equal(wr_resource_type_of("arex"), 0);
    assert_null(wr_resource_suffix(12345));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_says_what_follows_and_where),
        cmocka_unit_test(what_no_archive_may_hold_is_named),
        cmocka_unit_test(types_have_their_usual_endings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
