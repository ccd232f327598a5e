/* BMP and PCX are read pixel for pixel. */
#include "tests/support/corpus.h"
#include "tests/support/findings.h"

#include "core/format/pictures.h"

#include <string.h>

/* Eight by four; how each was made is known. */
static void seed_read(struct findings *findings, const char *name, struct wr_source *source)
{
    const char *root = wr_environment("WARREN_SOURCE");
    assert_non_null(root);
    const char *path = wr_path_join(findings->arena, root, "tests/fuzz/corpus/pictures");
    path = wr_path_join(findings->arena, path, name);
    assert_int_equal(wr_file_read(findings->context, findings->arena, path, source), WR_OK);
}

typedef void colour_fn(uint32_t x, uint32_t y, uint8_t out[3]);

static void ramp(uint32_t x, uint32_t y, uint8_t out[3])
{
    out[0] = (uint8_t)(30 * x);
    out[1] = (uint8_t)(60 * y);
    out[2] = 100;
}

/* The palette of the BMPs: blue, green, red of i are 3i, i, 255 - i. */
static void bmp_colour(uint32_t index, uint8_t out[3])
{
    out[0] = (uint8_t)(255 - index);
    out[1] = (uint8_t)index;
    out[2] = (uint8_t)(3 * index);
}

static void rows_from_below(uint32_t x, uint32_t y, uint8_t out[3])
{
    bmp_colour(x + 8 * (3 - y), out);
}

static void rows_from_above(uint32_t x, uint32_t y, uint8_t out[3])
{
    bmp_colour(x + 8 * y, out);
}

/* Three rows in runs of 7, then 188 to 195; of i red, green and blue are i, 3i, 255 - i. */
static void pcx_colour(uint32_t x, uint32_t y, uint8_t out[3])
{
    uint32_t index = y < 3 ? 7 : 188 + x;
    out[0] = (uint8_t)index;
    out[1] = (uint8_t)(3 * index);
    out[2] = (uint8_t)(255 - index);
}

static void pictures_are_read_pixel_for_pixel(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        colour_fn *colour;
    } pictures[] = {{"colour.bmp", ramp},
                    {"palette.bmp", rows_from_below},
                    {"top.bmp", rows_from_above},
                    {"palette.pcx", pcx_colour},
                    {"colour.pcx", ramp}};
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        struct findings findings;
        struct wr_source source;
        struct wr_tga picture;
        findings_start(&findings);
        seed_read(&findings, pictures[i].name, &source);
        assert_int_equal(wr_picture_read(findings.context, findings.arena, &source, &picture),
                         WR_OK);
        assert_int_equal(picture.width, 8);
        assert_int_equal(picture.height, 4);
        assert_int_equal(picture.channels, 3);
        for (uint32_t p = 0; p < 32; p++) {
            uint8_t colour[3];
            pictures[i].colour(p % 8, p / 8, colour);
            assert_memory_equal(picture.pixels + (size_t)3 * p, colour, 3);
        }
        findings_end(&findings);
    }
}

static enum wr_result read_bytes(struct findings *findings, const uint8_t *data, size_t size)
{
    struct wr_tga picture;
    const struct wr_source *source = findings_bytes(findings, data, size);
    return wr_picture_read(findings->context, findings->arena, source, &picture);
}

/* Cut anywhere none is read; with any byte turned over nothing bad happens. */
static void cut_and_flipped_pictures_do_no_harm(void **state)
{
    (void)state;
    static const char *const names[] = {"colour.bmp", "palette.bmp", "palette.pcx",
                                        "colour.pcx"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct findings findings;
        struct wr_source source;
        findings_start(&findings);
        seed_read(&findings, names[i], &source);
        uint8_t *data = malloc(source.size);
        for (size_t size = 0; size < source.size; size++)
            assert_int_not_equal(read_bytes(&findings, source.data, size), WR_OK);
        for (size_t at = 0; at < source.size; at++) {
            memcpy(data, source.data, source.size);
            data[at] ^= 0xff;
            read_bytes(&findings, data, source.size);
        }
        free(data);
        findings_end(&findings);
    }
}

static void faults_are_named(void **state)
{
    (void)state;
    struct findings findings;
    struct wr_source source;
    findings_start(&findings);
    seed_read(&findings, "colour.bmp", &source);
    uint8_t data[256];
    assert_true(source.size <= sizeof data);
    memcpy(data, source.data, source.size);
    data[30] = 1;
    assert_int_equal(read_bytes(&findings, data, source.size), WR_INVALID);
    assert_non_null(strstr(findings_said(&findings), "[picture-unsupported]"));
    data[30] = 0;
    data[28] = 4;
    assert_int_equal(read_bytes(&findings, data, source.size), WR_INVALID);
    assert_non_null(strstr(findings_said(&findings), "8, 24 or 32 bits"));
    data[28] = 24;
    data[18] = 0;
    assert_int_equal(read_bytes(&findings, data, source.size), WR_INVALID);
    assert_non_null(strstr(findings_said(&findings), "[picture-size]"));
    assert_int_equal(read_bytes(&findings, source.data, 60), WR_SYNTAX);
    assert_non_null(strstr(findings_said(&findings), "[picture-short]"));
    findings_end(&findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_read_pixel_for_pixel),
        cmocka_unit_test(cut_and_flipped_pictures_do_no_harm),
        cmocka_unit_test(faults_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
