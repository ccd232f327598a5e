/* TGA: what is written is read back, every coding is read alike, and damage is survived. */
#include "tests/support/damage.h"

#include "core/format/tga.h"
#include "core/text/dump.h"

/* 3 x 2 pixels with colours of their own, as values of red, green, blue, alpha. */
static const uint8_t colours[2][3][4] = {
    {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}},
    {{13, 14, 15, 16}, {17, 18, 19, 20}, {21, 22, 23, 24}},
};

static void add_head(struct wr_bytes *out, uint8_t type, uint8_t bits, uint8_t descriptor)
{
    const uint8_t head[18] = {[2] = type, [12] = 3, [14] = 2, [16] = bits, [17] = descriptor};
    wr_bytes_add(out, head, sizeof head);
}

static void add_pixel(struct wr_bytes *out, const uint8_t *colour, unsigned channels)
{
    static const int order[4] = {2, 1, 0, 3};
    for (unsigned c = 0; c < channels; c++)
        wr_bytes_char(out, (char)colour[channels == 1 ? 0 : order[c]]);
}

static void add_rows(struct wr_bytes *out, unsigned channels, bool top_down)
{
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
            add_pixel(out, colours[top_down ? y : 1 - y][x], channels);
}

static void assert_colours(const struct wr_tga *tga, unsigned channels)
{
    assert_int_equal(tga->width, 3);
    assert_int_equal(tga->height, 2);
    assert_int_equal(tga->channels, channels);
    for (unsigned y = 0; y < 2; y++)
        for (unsigned x = 0; x < 3; x++)
            assert_memory_equal(tga->pixels + (3 * y + x) * channels, colours[y][x], channels);
}

static void assert_reads(const struct wr_bytes *file, unsigned channels)
{
    struct findings f;
    struct wr_tga tga;
    findings_start(&f);
    assert_true(wr_tga_recognise(file->data, file->size));
    assert_int_equal(
        wr_tga_read(f.context, f.arena, findings_bytes(&f, file->data, file->size), &tga),
        WR_OK);
    assert_said(&f, "");
    assert_colours(&tga, channels);
    findings_end(&f);
}

static void every_depth_and_direction_is_read(void **state)
{
    (void)state;
    for (unsigned channels = 1; channels <= 4; channels++)
        for (int top_down = 0; top_down < 2; top_down++) {
            struct wr_bytes file = {0};
            if (channels == 2)
                continue;
            add_head(&file, channels == 1 ? 3 : 2, (uint8_t)(8 * channels),
                     (uint8_t)(top_down ? 0x20 : 0));
            add_rows(&file, channels, top_down);
            assert_reads(&file, channels);
            wr_bytes_finish(&file);
        }
}

static void a_name_and_a_footer_are_passed_over(void **state)
{
    (void)state;
    struct wr_bytes file = {0};
    add_head(&file, 2, 24, 0);
    file.data[0] = 5;
    wr_bytes_add(&file, "hello", 5);
    add_rows(&file, 3, false);
    wr_bytes_add(&file, "\0\0\0\0\0\0\0\0TRUEVISION-XFILE.", 26);
    assert_reads(&file, 3);
    wr_bytes_finish(&file);
}

static void assert_refused(const uint8_t *data, size_t size, const char *slug)
{
    struct findings f;
    struct wr_tga tga;
    findings_start(&f);
    assert_false(wr_tga_recognise(data, size));
    assert_int_equal(wr_tga_read(f.context, f.arena, findings_bytes(&f, data, size), &tga),
                     WR_SYNTAX);
    if (!strstr(findings_said(&f), slug))
        fail_msg("not refused as %s", slug);
    findings_end(&f);
}

/* Photoshop pads its files, and others end with an extension area of their own. */
static void what_follows_the_pixels_is_passed_over(void **state)
{
    (void)state;
    for (int runs = 0; runs < 2; runs++)
        for (size_t trailing = 1; trailing < 600; trailing += 37) {
            struct wr_bytes file = {0};
            add_head(&file, runs ? 10 : 2, 24, 0);
            if (runs)
                wr_bytes_char(&file, 5);
            add_rows(&file, 3, false);
            for (size_t i = 0; i < trailing; i++)
                wr_bytes_char(&file, (char)(i % 3));
            assert_reads(&file, 3);
            wr_bytes_finish(&file);
        }
}

static void a_palette_that_is_not_used_is_passed_over(void **state)
{
    (void)state;
    struct wr_bytes file = {0};
    add_head(&file, 2, 24, 0);
    file.data[3] = 1; /* fields of a palette that is not there */
    file.data[6] = 1;
    file.data[7] = 24;
    add_rows(&file, 3, false);
    assert_reads(&file, 3);
    file.size = 18;
    file.data[1] = 1; /* and of one that is: 2 entries of 15 bits */
    file.data[5] = 2;
    file.data[6] = 0;
    file.data[7] = 15;
    wr_bytes_add(&file, "1234", 4);
    add_rows(&file, 3, false);
    assert_reads(&file, 3);
    file.data[5] = 200;
    assert_refused(file.data, file.size, "[tga-short]");
    wr_bytes_finish(&file);
}

/* The game's own textures: a size, then a header most of which is 0. */
static void a_tpc_is_no_tga(void **state)
{
    (void)state;
    static uint8_t tpc[128 + 131072] = {[2] = 2, [9] = 2, [11] = 2, [12] = 2, [13] = 10};
    assert_false(wr_tga_recognise(tpc, sizeof tpc));
}

/* All six pixels are single, then one run over the end of a row. */
static void runs_are_read(void **state)
{
    (void)state;
    struct wr_bytes file = {0};
    add_head(&file, 10, 32, 8);
    wr_bytes_char(&file, 1); /* two single ones */
    add_pixel(&file, colours[1][0], 4);
    add_pixel(&file, colours[1][1], 4);
    wr_bytes_char(&file, (char)0x80); /* a run of one */
    add_pixel(&file, colours[1][2], 4);
    wr_bytes_char(&file, 2);
    for (int x = 0; x < 3; x++)
        add_pixel(&file, colours[0][x], 4);
    assert_reads(&file, 4);
    file.size = 18;
    wr_bytes_char(&file, (char)(0x80 | 4));
    add_pixel(&file, colours[0][1], 4);
    wr_bytes_char(&file, 0);
    add_pixel(&file, colours[1][1], 4);
    struct findings f;
    struct wr_tga tga;
    findings_start(&f);
    assert_int_equal(
        wr_tga_read(f.context, f.arena, findings_bytes(&f, file.data, file.size), &tga), WR_OK);
    for (int i = 0; i < 6; i++) /* the file's last pixel is the right one of the upper row */
        assert_memory_equal(tga.pixels + 4 * i, i == 2 ? colours[1][1] : colours[0][1], 4);
    findings_end(&f);
    wr_bytes_finish(&file);
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    for (unsigned channels = 1; channels <= 4; channels++) {
        if (channels == 2)
            continue;
        struct findings f;
        struct wr_bytes bytes = {0};
        uint8_t pixels[24];
        findings_start(&f);
        for (int i = 0; i < 6; i++)
            memcpy(pixels + (size_t)i * channels, colours[i / 3][i % 3], channels);
        struct wr_tga tga = {.width = 3, .height = 2, .channels = channels, .pixels = pixels};
        assert_int_equal(wr_tga_write(f.context, &tga, &bytes), WR_OK);
        assert_int_equal(bytes.size, 18 + 6 * channels);
        assert_int_equal(bytes.data[2], channels == 1 ? 3 : 2);
        assert_int_equal(bytes.data[17], channels == 4 ? 8 : 0); /* the lowest row first */
        assert_reads(&bytes, channels);
        findings_end(&f);
        wr_bytes_finish(&bytes);
    }
}

static void what_cannot_be_read_is_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        unsigned at, value;
        const char *slug;
    } faults[] = {
        {1, 2, "[tga-unsupported]"},     {2, 1, "[tga-unsupported]"},
        {2, 11, "[tga-unsupported]"},    {16, 16, "[tga-unsupported]"},
        {17, 0x10, "[tga-unsupported]"}, {17, 0x40, "[tga-unsupported]"},
        {12, 0, "[tga-size]"},           {14, 0, "[tga-size]"},
        {13, 0x41, "[tga-size]"},        {15, 0xff, "[tga-size]"},
        {14, 3, "[tga-short]"},          {0, 255, "[tga-short]"},
    };
    struct wr_bytes file = {0};
    add_head(&file, 2, 24, 0);
    add_rows(&file, 3, false);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        uint8_t before = file.data[faults[i].at];
        file.data[faults[i].at] = (uint8_t)faults[i].value;
        assert_refused(file.data, file.size, faults[i].slug);
        file.data[faults[i].at] = before;
    }
    assert_refused(file.data, 17, "[tga-short]");
    wr_bytes_finish(&file);
}

static void a_run_over_the_end_is_refused(void **state)
{
    (void)state;
    struct wr_bytes file = {0};
    add_head(&file, 10, 24, 0);
    wr_bytes_char(&file, (char)(0x80 | 6));
    add_pixel(&file, colours[0][0], 3);
    assert_refused(file.data, file.size, "[tga-short]");
    wr_bytes_finish(&file);
}

static void a_dump_says_what_a_picture_is_like(void **state)
{
    (void)state;
    struct findings f;
    struct wr_bytes file = {0}, out = {0};
    struct wr_tga tga;
    struct wr_dump dump;
    findings_start(&f);
    add_head(&file, 2, 24, 0);
    add_rows(&file, 3, false);
    assert_int_equal(
        wr_tga_read(f.context, f.arena, findings_bytes(&f, file.data, file.size), &tga), WR_OK);
    wr_dump_start(&dump, &out, false);
    wr_tga_dump(&tga, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&out, '\0');
    char *hash = strstr((char *)out.data, "hash: ");
    assert_non_null(hash);
    assert_int_equal(strspn(hash + 6, "\"0123456789abcdef"), strlen(hash + 6) - 1);
    *hash = '\0';
    assert_string_equal((char *)out.data, "width: 3\nheight: 2\nchannels: 3\ncoding: plain\n"
                                          "first_row: bottom\nmean: 11, 12, 13\n");
    wr_bytes_finish(&out);
    wr_bytes_finish(&file);
    findings_end(&f);
}

static enum wr_result read_any(struct findings *f, const struct wr_source *source)
{
    struct wr_tga tga;
    wr_tga_recognise(source->data, source->size);
    return wr_tga_read(f->context, f->arena, source, &tga);
}

static void damage_is_survived(void **state)
{
    (void)state;
    for (int runs = 0; runs < 2; runs++) {
        struct wr_bytes file = {0};
        add_head(&file, runs ? 10 : 2, 24, 0);
        for (int i = 0; i < 6; i++) {
            if (runs)
                wr_bytes_char(&file, (char)(i % 2 ? 0x80 : 0));
            add_pixel(&file, colours[i / 3][i % 3], 3);
        }
        damage_survive(read_any, file.data, file.size);
        damage_starve(read_any, file.data, file.size);
        wr_bytes_finish(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_depth_and_direction_is_read),
        cmocka_unit_test(a_name_and_a_footer_are_passed_over),
        cmocka_unit_test(what_follows_the_pixels_is_passed_over),
        cmocka_unit_test(a_palette_that_is_not_used_is_passed_over),
        cmocka_unit_test(a_tpc_is_no_tga),
        cmocka_unit_test(runs_are_read),
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(what_cannot_be_read_is_refused_by_name),
        cmocka_unit_test(a_run_over_the_end_is_refused),
        cmocka_unit_test(a_dump_says_what_a_picture_is_like),
        cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
