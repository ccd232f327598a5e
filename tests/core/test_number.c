/* Numbers in text, judged by the C library in the C locale: read exactly, printed shortest. */
#include "tests/support/comma.h"

#include "core/base/random.h"
#include "core/base/text.h"

#include <float.h>
#include <stdbool.h>

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float read_f32(const char *text)
{
    float value = -77;
    if (!wr_parse_f32(wr_view_of(text), &value))
        fail_msg("'%s' was refused", text);
    return value;
}

static double read_f64(const char *text)
{
    double value = -77;
    if (!wr_parse_f64(wr_view_of(text), &value))
        fail_msg("'%s' was refused", text);
    return value;
}

static void must_read_alike(const char *text)
{
    float single = strtof(text, NULL), own = read_f32(text);
    double twofold = strtod(text, NULL), own_twofold = read_f64(text);
    if (bits_of(single) != bits_of(own))
        fail_msg("'%s' reads as %.9g, not %.9g", text, (double)own, (double)single);
    if (memcmp(&twofold, &own_twofold, sizeof twofold) != 0)
        fail_msg("'%s' reads as %.17g, not %.17g", text, own_twofold, twofold);
}

/* Significant digits of a printed number, without zeros at either end. */
static int digits_of(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (count == 0 && *text == '0'))
            continue;
        count++;
        zeros = *text == '0' ? zeros + 1 : 0;
    }
    return count - zeros;
}

/* The fewest digits with which the C library comes back to a float. */
static int fewest_digits(float value, char *out)
{
    int digits = 1;
    while (snprintf(out, 40, "%.*e", digits - 1, (double)value),
           bits_of(strtof(out, NULL)) != bits_of(value))
        digits++;
    return digits;
}

static void must_print_well(float value, bool shortest)
{
    char text[WR_NUMBER_SIZE], other[40];
    size_t size = wr_print_f32(text, value);
    assert_int_equal(size, strlen(text));
    if (bits_of(strtof(text, NULL)) != bits_of(value))
        fail_msg("%08x is printed as %s", bits_of(value), text);
    if (bits_of(read_f32(text)) != bits_of(value))
        fail_msg("%s is not read back", text);
    if (!strchr(text, '.'))
        fail_msg("%s has no point", text);
    if (!shortest || value == 0)
        return;
    int fewest = fewest_digits(value, other);
    if (digits_of(text) > fewest)
        fail_msg("%s is longer than %s", text, other);
    double off = fabs(strtod(text, NULL) - (double)value);
    if (digits_of(text) == fewest && off > fabs(strtod(other, NULL) - (double)value) * 1.001)
        fail_msg("%s is farther off than %s", text, other);
}

static void floats_of_every_exponent_come_back(void **state)
{
    (void)state;
    wr_random random = wr_random_of(1, 1);
    for (uint32_t exponent = 0; exponent < 255; exponent++) {
        for (uint32_t edge = 0; edge < 4; edge++) {
            must_print_well(float_of(exponent << 23 | edge), true);
            must_print_well(float_of(exponent << 23 | (0x7fffff - edge)), true);
        }
        for (int i = 0; i < 100; i++)
            must_print_well(float_of(exponent << 23 | wr_random_u32(&random) >> 9), true);
    }
}

static void random_floats_come_back(void **state)
{
    (void)state;
    const uint64_t seed = 20240607;
    print_message("seed %llu\n", (unsigned long long)seed);
    wr_random random = wr_random_of(seed, 2);
    for (int i = 0; i < 200000; i++) {
        uint32_t bits = wr_random_u32(&random);
        if ((bits & 0x7f800000) != 0x7f800000)
            must_print_well(float_of(bits), false);
    }
}

static void measures_of_a_kit_come_back_shortest(void **state)
{
    (void)state;
    wr_random random = wr_random_of(3, 3);
    for (int i = 0; i < 20000; i++) {
        float metres = (float)(int32_t)wr_random_below(&random, 4000000) - 2000000;
        must_print_well(metres / 1000, true);
        must_print_well(metres / 1237, true);
        must_print_well(metres, true);
    }
}

static void the_form_is_that_of_the_header(void **state)
{
    (void)state;
    static const struct {
        float value;
        const char *text;
    } cases[] = {
        {0.0f, "0.0"},
        {-0.0f, "-0.0"},
        {1.0f, "1.0"},
        {0.1f, "0.1"},
        {-2.5f, "-2.5"},
        {100.0f, "100.0"},
        {1e-5f, "0.00001"},
        {1.5e-5f, "0.000015"},
        {9.5e-6f, "9.5e-6"},
        {1e-7f, "1.0e-7"},
        {1.5e-7f, "1.5e-7"},
        {123456792.0f, "123456790.0"},
        {999999940.0f, "999999940.0"},
        {1e9f, "1.0e9"},
        {-1.25e20f, "-1.25e20"},
        {FLT_MAX, "3.4028235e38"},
        {FLT_MIN, "1.1754944e-38"},
        {1.4e-45f, "1.0e-45"},
        {16777216.0f, "16777216.0"},
        {(float)INFINITY, "inf"},
        {-(float)INFINITY, "-inf"},
    };
    char text[WR_NUMBER_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wr_print_f32(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
    }
    wr_print_f32(text, (float)NAN);
    assert_string_equal(text, "nan");
    wr_print_f32(text, -(float)NAN);
    assert_string_equal(text, "nan");
}

static void decimals_of_any_length_are_read_exactly(void **state)
{
    (void)state;
    wr_random random = wr_random_of(4, 4);
    char text[64];
    for (int i = 0; i < 60000; i++) {
        uint64_t bits = (uint64_t)wr_random_u32(&random) << 32 | wr_random_u32(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        snprintf(text, sizeof text, "%.*e", (int)wr_random_below(&random, 20), value);
        must_read_alike(text);
        snprintf(text, sizeof text, "%.*g", (int)wr_random_below(&random, 20) + 1,
                 (double)float_of(wr_random_u32(&random) & 0xbfffffff));
        must_read_alike(text);
    }
}

/* A tie goes to the even side; one digit more, however far behind, decides it. */
static void halfway_cases_of_floats_go_to_even(void **state)
{
    (void)state;
    wr_random random = wr_random_of(5, 5);
    char text[400];
    for (int i = 0; i < 20000; i++) {
        uint32_t bits = wr_random_u32(&random) & 0x7fffffff;
        if (bits >= 0x7f7fffff)
            continue;
        double half = ((double)float_of(bits) + (double)float_of(bits + 1)) / 2;
        int size = snprintf(text, sizeof text, "%.200e", half);
        assert_int_equal(bits_of(read_f32(text)), bits + (bits & 1));
        const char *e = strchr(text, 'e');
        memmove(text + (e - text) - 1, "1", 1);
        assert_true(size < (int)sizeof text);
        assert_int_equal(bits_of(read_f32(text)), bits + 1);
    }
}

static void longest_halfway_case_of_doubles_is_decided_by_its_last_digit(void **state)
{
    (void)state;
    /* Between the two smallest numbers above zero: 752 digits behind 323 zeros. */
    static char text[4000];
    int size = snprintf(text, sizeof text, "%.1075Lf", (long double)0x1.8p-1074L);
    assert_true(size > 1000 && size < 1100);
    if (strtod(text, NULL) != 0x1p-1073)
        skip(); /* long double is no wider than double here */
    assert_true(read_f64(text) == 0x1p-1073);
    memset(text + size, '0', 2000);
    strcpy(text + size + 2000, "1");
    assert_true(read_f64(text) == 0x1p-1073);
    text[size - 1] = '4'; /* it ended in 5 */
    assert_true(read_f64(text) == 0x1p-1074);
}

static void digits_beyond_the_limit_still_break_a_tie(void **state)
{
    (void)state;
    static char text[3000];
    strcpy(text, "16777217.");
    memset(text + 9, '0', 2000);
    text[2009] = '\0';
    assert_true(read_f32(text) == 16777216.0f);
    text[2008] = '1';
    assert_true(read_f32(text) == 16777218.0f);
    assert_true(read_f32("16777216.9999999999999999999999999999999999999") == 16777216.0f);
}

static void edges_of_the_range_are_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",
                                        "-0",
                                        "0.000e999999999999999999999",
                                        "1e-400",
                                        "-1e-400",
                                        "1e400",
                                        "-1e400",
                                        "3.4028234e38",
                                        "3.4028235e38",
                                        "3.40282356779733e38",
                                        "3.40282356779734e38",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "1.1754943e-38",
                                        "1.1754942e-38",
                                        "7.0064923e-46",
                                        "7.0064924e-46",
                                        "1.4e-45",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072014e-308",
                                        "4.9e-324",
                                        "2.4703282e-324",
                                        "2.4703283e-324",
                                        "9007199254740993",
                                        "9007199254740992.9999",
                                        "1e22",
                                        "1e23",
                                        "1e-22",
                                        "1e-23",
                                        "9999999999999999999",
                                        "18446744073709551616",
                                        "0.1e1",
                                        ".5",
                                        "5.",
                                        "+3",
                                        "00012.50",
                                        "1e+05",
                                        "1E5",
                                        "1e-05",
                                        "123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        must_read_alike(texts[i]);
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    "-",     "+",    ".",    "-.",   "e5",
                                        "1e",  "1e+",   "1e5x", "0x10", "1,5",  " 1",
                                        "1 ",  "1.2.3", "nan",  "inf",  "-inf", "1e5.",
                                        "--1", "+-1",   "1f",   "١",    "1_0",  "infinity"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        float single = 7;
        double twofold = 7;
        if (wr_parse_f32(wr_view_of(texts[i]), &single) ||
            wr_parse_f64(wr_view_of(texts[i]), &twofold))
            fail_msg("'%s' was taken for a number", texts[i]);
        assert_true(single == 7 && twofold == 7);
    }
}

static void a_view_ends_where_it_says(void **state)
{
    (void)state;
    float value;
    assert_true(wr_parse_f32((wr_view){"1.2599", 4}, &value));
    assert_true(value == 1.25f);
}

static void fixed_decimals_are_rounded(void **state)
{
    (void)state;
    assert_string_equal(wr_fixed(1234.5678, 3).text, "1234.568");
    assert_string_equal(wr_fixed(-12.0004, 3).text, "-12.000");
    assert_string_equal(wr_fixed(-0.0001, 3).text, "0.000");
    assert_string_equal(wr_fixed(0.5, 0).text, "1");
    assert_string_equal(wr_fixed(0.05, 2).text, "0.05");
    assert_string_equal(wr_fixed(0, 0).text, "0");
    assert_string_equal(wr_fixed(999999999.9995, 3).text, "1000000000.000");
    assert_string_equal(wr_fixed(1e30, 3).text, "1.0e30");
    assert_string_equal(wr_fixed(-1e300, 3).text, "-inf");
    assert_string_equal(wr_fixed(NAN, 3).text, "nan");
}

static void a_comma_locale_changes_nothing(void **state)
{
    (void)state;
    if (!enter_comma_locale())
        skip();
    char text[WR_NUMBER_SIZE];
    wr_print_f32(text, 2.5f);
    float value = 0;
    bool read = wr_parse_f32(wr_view_of("1.25"), &value);
    wr_fixed_text fixed = wr_fixed(1.5, 2);
    setlocale(LC_ALL, "C");
    assert_string_equal(text, "2.5");
    assert_string_equal(fixed.text, "1.50");
    assert_true(read && value == 1.25f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_of_every_exponent_come_back),
        cmocka_unit_test(random_floats_come_back),
        cmocka_unit_test(measures_of_a_kit_come_back_shortest),
        cmocka_unit_test(the_form_is_that_of_the_header),
        cmocka_unit_test(decimals_of_any_length_are_read_exactly),
        cmocka_unit_test(halfway_cases_of_floats_go_to_even),
        cmocka_unit_test(longest_halfway_case_of_doubles_is_decided_by_its_last_digit),
        cmocka_unit_test(digits_beyond_the_limit_still_break_a_tie),
        cmocka_unit_test(edges_of_the_range_are_read),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(a_view_ends_where_it_says),
        cmocka_unit_test(fixed_decimals_are_rounded),
        cmocka_unit_test(a_comma_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
