/* TPC: every coding is read as a second decoder reads it, layers and smaller copies are known,
 * and damage is survived. */
#include "tests/support/corpus.h"
#include "tests/support/damage.h"
#include "tests/support/tpc_made.h"

#include "core/format/pictures.h"
#include "core/format/tpc.h"
#include "core/text/dump.h"

static const enum made_tpc CODINGS[] = {MADE_GREY, MADE_RGB, MADE_RGBA, MADE_DXT1, MADE_DXT5};
enum { CODING_COUNT = sizeof CODINGS / sizeof *CODINGS };

static uint32_t packed_of(enum made_tpc coding, unsigned width, unsigned height)
{
    return coding < MADE_DXT1 ? 0 : (uint32_t)made_tpc_size(coding, width, height);
}

static void assert_picture(const struct wr_tga *picture, enum made_tpc coding,
                           const uint8_t *data, unsigned width, unsigned height)
{
    unsigned channels = made_tpc_channels(coding);
    assert_int_equal(picture->width, width);
    assert_int_equal(picture->height, height);
    assert_int_equal(picture->channels, channels);
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++)
            for (unsigned c = 0; c < channels; c++)
                assert_int_equal(picture->pixels[((size_t)y * width + x) * channels + c],
                                 made_tpc_pixel(coding, data, width, height, x, y, c));
}

/* Reads what must be a TPC; its picture is the same as that of a file of any kind. */
static void read_made(struct findings *f, const struct wr_bytes *file, struct wr_tpc *tpc,
                      struct wr_tga *picture)
{
    struct wr_tga any;
    const struct wr_source *source = findings_bytes(f, file->data, file->size);
    assert_true(wr_tpc_recognise(file->data, file->size));
    assert_int_equal(wr_tpc_read(f->context, source, tpc), WR_OK);
    assert_int_equal(wr_tpc_picture(f->context, f->arena, tpc, picture), WR_OK);
    assert_int_equal(wr_picture_read(f->context, f->arena, source, &any), WR_OK);
    assert_memory_equal(any.pixels, picture->pixels,
                        (size_t)any.width * any.height * any.channels);
    assert_said(f, "");
}

static void every_coding_and_size_is_read_as_the_second_decoder_reads_it(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{1, 1}, {4, 4}, {5, 3}, {16, 8}, {2, 9}, {33, 20}};
    for (unsigned i = 0; i < CODING_COUNT; i++)
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            unsigned width = sizes[k][0], height = sizes[k][1];
            struct wr_bytes file = {0};
            struct findings f;
            struct wr_tpc tpc;
            struct wr_tga picture;
            made_tpc_head(&file, CODINGS[i], packed_of(CODINGS[i], width, height), width,
                          height, 1);
            made_tpc_noise(&file, made_tpc_size(CODINGS[i], width, height), 7 * i + k);
            wr_bytes_text(&file, "decal 1\r\n");
            findings_start(&f);
            read_made(&f, &file, &tpc, &picture);
            assert_picture(&picture, CODINGS[i], file.data + 128, width, height);
            assert_int_equal(tpc.layers, 1);
            assert_int_equal(tpc.there, 1);
            assert_int_equal(tpc.txi_size, 9);
            assert_memory_equal(tpc.txi, "decal 1\r\n", 9);
            findings_end(&f);
            wr_bytes_finish(&file);
        }
}

/* Sides of a cube have their mips behind each other, side by side, and so have frames. */
static void add_layers(struct wr_bytes *file, enum made_tpc coding, unsigned layers,
                       unsigned side)
{
    for (unsigned i = 0; i < layers; i++)
        for (unsigned size = side; size > 0; size /= 2)
            made_tpc_noise(file, made_tpc_size(coding, size, size), 100 * i + size);
}

static void the_first_side_of_a_cube_is_its_picture(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CODING_COUNT; i++) {
        struct wr_bytes file = {0};
        struct findings f;
        struct wr_tpc tpc;
        struct wr_tga picture;
        made_tpc_head(&file, CODINGS[i], packed_of(CODINGS[i], 8, 8), 8, 48, 4);
        add_layers(&file, CODINGS[i], 6, 8);
        wr_bytes_text(&file, "cube 1\n");
        findings_start(&f);
        read_made(&f, &file, &tpc, &picture);
        assert_true(tpc.cube);
        assert_int_equal(tpc.layers, 6);
        assert_int_equal(tpc.there, 24);
        assert_int_equal(tpc.txi_size, 7);
        assert_picture(&picture, CODINGS[i], file.data + 128, 8, 8);
        findings_end(&f);
        wr_bytes_finish(&file);
    }
}

static void the_first_frame_of_an_animation_is_its_picture(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CODING_COUNT; i++) {
        struct wr_bytes file = {0};
        struct findings f;
        struct wr_tpc tpc;
        struct wr_tga picture;
        made_tpc_head(&file, CODINGS[i], CODINGS[i] < MADE_DXT1 ? 0 : 12345, 24, 16, 1);
        add_layers(&file, CODINGS[i], 6, 8);
        wr_bytes_text(&file, "proceduretype cycle\r\nnumx 3\r\nnumy 2\r\nfps 15\r\n");
        findings_start(&f);
        read_made(&f, &file, &tpc, &picture);
        assert_false(tpc.cube);
        assert_int_equal(tpc.layers, 6);
        assert_int_equal(tpc.columns, 3);
        assert_int_equal(tpc.mips, 4);
        assert_int_equal(tpc.there, 24);
        assert_picture(&picture, CODINGS[i], file.data + 128, 8, 8);
        findings_end(&f);
        wr_bytes_finish(&file);
    }
}

/* As narrow as a frame can be, and one too many. */
static void a_frame_may_be_a_pixel_and_no_less(void **state)
{
    (void)state;
    for (unsigned columns = 4; columns <= 5; columns++) {
        struct wr_bytes file = {0};
        struct findings f;
        struct wr_tpc tpc;
        findings_start(&f);
        made_tpc_head(&file, MADE_RGB, 0, 4, 2, 1);
        made_tpc_noise(&file, 8 * made_tpc_size(MADE_RGB, 1, 1), columns);
        wr_bytes_print(&file, "proceduretype cycle\nnumx %u\nnumy 2\n", columns);
        assert_int_equal(wr_tpc_read(f.context, findings_bytes(&f, file.data, file.size), &tpc),
                         WR_OK);
        assert_int_equal(tpc.layers, columns == 4 ? 8 : 1);
        assert_int_equal(tpc.width, columns == 4 ? 1 : 4);
        findings_end(&f);
        wr_bytes_finish(&file);
    }
}

/* As some of the games' own do. */
static void a_file_may_end_within_its_smaller_copies(void **state)
{
    (void)state;
    struct wr_bytes file = {0};
    made_tpc_head(&file, MADE_DXT5, 64, 8, 8, 4);
    add_layers(&file, MADE_DXT5, 1, 8);
    for (size_t size = file.size; size >= 128; size--) {
        struct findings f;
        struct wr_tpc tpc;
        findings_start(&f);
        enum wr_result result =
            wr_tpc_read(f.context, findings_bytes(&f, file.data, size), &tpc);
        assert_int_equal(result, size >= 128 + 64 ? WR_OK : WR_SYNTAX);
        if (result == WR_OK)
            assert_int_equal(tpc.there,
                             1 + (size >= 128 + 80) + (size >= 128 + 96) + (size >= 128 + 112));
        else
            assert_non_null(strstr(findings_said(&f), "[tpc-short]"));
        findings_end(&f);
    }
    wr_bytes_finish(&file);
}

static void assert_refused(const struct wr_bytes *file, const char *slug)
{
    struct findings f;
    struct wr_tpc tpc;
    findings_start(&f);
    assert_false(wr_tpc_recognise(file->data, file->size));
    assert_int_equal(wr_tpc_read(f.context, findings_bytes(&f, file->data, file->size), &tpc),
                     WR_SYNTAX);
    if (!strstr(findings_said(&f), slug))
        fail_msg("not refused as %s, but: %s", slug, findings_said(&f));
    findings_end(&f);
}

static void what_no_game_on_pc_has_is_refused_by_name(void **state)
{
    (void)state;
    struct wr_bytes file = {0};
    made_tpc_head(&file, MADE_RGBA, 0, 8, 8, 1);
    assert_refused(&file, "[tpc-short]");
    made_tpc_noise(&file, 256, 3);
    file.data[12] = 12; /* as on an Xbox */
    assert_refused(&file, "[tpc-unsupported]");
    file.data[12] = 1;
    file.data[0] = 32;
    assert_refused(&file, "[tpc-unsupported]");
    file.data[0] = 0;
    file.data[13] = 0;
    assert_refused(&file, "[tpc-size]");
    file.data[13] = 16;
    assert_refused(&file, "[tpc-size]");
    file.data[13] = 1;
    file.data[8] = 0;
    assert_refused(&file, "[tpc-size]");
    file.data[9] = 0x41; /* 16640 */
    assert_refused(&file, "[tpc-size]");
    file.size = 127;
    assert_refused(&file, "[tpc-short]");
    wr_bytes_finish(&file);
}

static enum wr_result read_and_show(struct findings *f, const struct wr_source *source)
{
    struct wr_tpc tpc;
    struct wr_tga picture;
    struct wr_bytes text = {0};
    struct wr_dump dump;
    enum wr_result result = wr_tpc_read(f->context, source, &tpc);
    assert_true(result == WR_OK || !wr_tpc_recognise(source->data, source->size));
    if (result == WR_OK)
        result = wr_tpc_picture(f->context, f->arena, &tpc, &picture);
    if (result == WR_OK) {
        wr_dump_start(&dump, &text, false);
        if (!wr_tpc_dump(f->arena, &tpc, &picture, &dump))
            result = wr_no_memory(f->context);
        wr_dump_end(&dump);
    }
    wr_bytes_finish(&text);
    return result;
}

static void damage_is_survived(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CODING_COUNT; i++) {
        struct wr_bytes file = {0};
        made_tpc_head(&file, CODINGS[i], packed_of(CODINGS[i], 8, 8), 8, 8, 4);
        add_layers(&file, CODINGS[i], 1, 8);
        wr_bytes_text(&file, "proceduretype cycle\nnumx 1\nnumy 1\n");
        damage_survive(read_and_show, file.data, file.size);
        damage_starve(read_and_show, file.data, file.size);
        wr_bytes_finish(&file);
    }
}

static void judge_real(void *user, const struct wr_source *source)
{
    struct findings f;
    struct wr_tpc tpc;
    struct wr_tga picture;
    struct wr_bytes file = {(uint8_t *)(uintptr_t)source->data, source->size, source->size,
                            false};
    (void)user;
    findings_start(&f);
    read_made(&f, &file, &tpc, &picture);
    enum made_tpc coding = CODINGS[tpc.coding];
    assert_picture(&picture, coding, source->data + 128, tpc.width, tpc.height);
    /* What is behind the pictures is a text, or nothing. */
    for (size_t i = 0; i < tpc.txi_size; i++)
        assert_true(tpc.txi[i] == '\r' || tpc.txi[i] == '\n' ||
                    (tpc.txi[i] >= ' ' && tpc.txi[i] <= '~'));
    findings_end(&f);
}

static void real_ones_are_read_as_the_second_decoder_reads_them(void **state)
{
    (void)state;
    assert_true(corpus_all("tpc", ".tpc", judge_real, NULL) >= 10);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_coding_and_size_is_read_as_the_second_decoder_reads_it),
        cmocka_unit_test(the_first_side_of_a_cube_is_its_picture),
        cmocka_unit_test(the_first_frame_of_an_animation_is_its_picture),
        cmocka_unit_test(a_frame_may_be_a_pixel_and_no_less),
        cmocka_unit_test(a_file_may_end_within_its_smaller_copies),
        cmocka_unit_test(what_no_game_on_pc_has_is_refused_by_name),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(real_ones_are_read_as_the_second_decoder_reads_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
