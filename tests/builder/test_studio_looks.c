/* What rooms look like in the studio: their models, textures, and how long they are. */
#include "tests/support/desk.h"
#include "tests/support/test.h"

/* A module of grey boxes that was taken apart: a kit whose rooms have models. */
static void bring_models(struct desk *desk)
{
    sit(desk);
    assert_int_equal(wr_studio_build(desk->studio, TWO, strlen(TWO)), WR_OK);
    assert_int_equal(wr_studio_take_module(desk->studio, "out/desk.mod", "taken/desk"), WR_OK);
    assert_int_equal(wr_studio_add_kit(desk->studio, "taken/desk/kit.xml"), WR_OK);
    assert_answers(desk, "\"model\": true");
}

/* Whether a model has a vertex there, give or take a millimetre. */
static bool has_vertex(const float *vertices, uint32_t count, const float *at)
{
    for (uint32_t i = 0; i < count; i += 3)
        if (fabsf(vertices[i] - at[0]) < 0.001f && fabsf(vertices[i + 1] - at[1]) < 0.001f &&
            fabsf(vertices[i + 2] - at[2]) < 0.001f)
            return true;
    return false;
}

static void a_rooms_model_lies_on_its_floor(void **state)
{
    struct desk desk;
    float floor[9];
    (void)state;
    bring_models(&desk);
    assert_int_equal(wr_studio_room_mesh(desk.studio, "desk", "desk_room0"), WR_OK);
    memcpy(floor, wr_studio_array(desk.studio, WR_STUDIO_VERTICES), sizeof floor);
    assert_int_equal(wr_studio_room_model(desk.studio, "desk", "desk_room0"), WR_OK);
    assert_answers(&desk, "{\"meshes\": [{\"texture\": ");
    uint32_t count = wr_studio_array_size(desk.studio, WR_STUDIO_VERTICES);
    uint32_t corners = wr_studio_array_size(desk.studio, WR_STUDIO_FACES);
    const uint32_t *faces = wr_studio_array(desk.studio, WR_STUDIO_FACES);
    const float *vertices = wr_studio_array(desk.studio, WR_STUDIO_VERTICES);
    assert_true(count >= 9 && corners >= 3);
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_LOOKS),
                     count / 3 * WR_STUDIO_LOOK);
    for (uint32_t i = 0; i < corners; i++)
        assert_true(faces[i] < count / 3);
    for (int i = 0; i < 3; i++)
        assert_true(has_vertex(vertices, count, floor + 3 * i));
    assert_int_equal(wr_studio_room_model(desk.studio, "burrow", "hub"), WR_OK);
    assert_answers(&desk, "{\"meshes\": []}");
    assert_int_equal(wr_studio_room_model(desk.studio, "burrow", "nowhere"), WR_NOT_FOUND);
    rise(&desk);
}

/* A TGA of 24 bits, its lowest row red and all above it blue. */
static void put_picture(struct desk *desk, const char *path, uint16_t width, uint16_t height)
{
    size_t size = 18 + (size_t)3 * width * height;
    uint8_t *bytes = wr_alloc(size);
    memset(bytes, 0, size);
    bytes[2] = 2;
    bytes[12] = (uint8_t)width;
    bytes[13] = (uint8_t)(width >> 8);
    bytes[14] = (uint8_t)height;
    bytes[15] = (uint8_t)(height >> 8);
    bytes[16] = 24;
    for (size_t i = 0; i < (size_t)width * height; i++)
        bytes[18 + 3 * i + (i < width ? 2 : 0)] = 200;
    assert_int_equal(wr_studio_put(desk->studio, path, bytes, size), WR_OK);
    wr_free(bytes);
}

static void textures_come_as_pixels_that_are_not_too_many(void **state)
{
    struct desk desk;
    (void)state;
    bring_models(&desk);
    put_picture(&desk, "taken/desk/textures/Small.tga", 2, 3);
    put_picture(&desk, "taken/desk/textures/large.tga", 2048, 64);
    wr_studio_put(desk.studio, "taken/desk/textures/broken.tga", "nothing", 7);
    assert_int_equal(wr_studio_texture(desk.studio, "desk", "small"), WR_OK);
    assert_answers(&desk, "{\"width\": 2, \"height\": 3, \"clear\": false}");
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_PIXELS), 6);
    const uint8_t *pixels = wr_studio_array(desk.studio, WR_STUDIO_PIXELS);
    static const uint8_t red[] = {200, 0, 0, 255}, blue[] = {0, 0, 200, 255};
    assert_memory_equal(pixels + 4, red, 4);
    assert_memory_equal(pixels + 8, blue, 4);
    assert_int_equal(wr_studio_texture(desk.studio, "desk", "large"), WR_OK);
    assert_answers(&desk, "{\"width\": 512, \"height\": 64, \"clear\": false}");
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_PIXELS), 512 * 64);
    assert_memory_equal(wr_studio_array(desk.studio, WR_STUDIO_PIXELS), red, 4);
    assert_int_equal(wr_studio_texture(desk.studio, "desk", "missing"), WR_NOT_FOUND);
    assert_string_equal(wr_studio_findings(desk.studio), "[]");
    assert_int_not_equal(wr_studio_texture(desk.studio, "desk", "broken"), WR_OK);
    assert_finds(&desk, "\"severity\":\"error\"");
    rise(&desk);
}

static void a_longer_room_is_told_of_as_long_as_it_stands(void **state)
{
    static const char text[] =
        "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"desk\", \"kit\": \"drifts\", "
        "\"rooms\": [{\"name\": \"a\", \"room\": \"drift\", \"position\": [0, 0, 0]}, "
        "{\"name\": \"b\", \"room\": \"drift\", \"position\": [40, 0, 0], \"stretch\": [6]}]}";
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_standing_room(desk.studio, 0), WR_NOT_FOUND);
    bring_folder(&desk, "kits/library/drifts");
    assert_int_equal(wr_studio_add_kit(desk.studio, "kits/library/drifts/kit.xml"), WR_OK);
    assert_answers(
        &desk,
        "{\"axis\": \"x\", \"from\": 0.0, \"to\": 12.0, \"step\": 0.0, \"slides\": false}");
    assert_int_equal(look(&desk, text), WR_OK);
    assert_int_equal(wr_studio_standing_room(desk.studio, 0), WR_OK);
    assert_answers(&desk, "\"name\": \"east\", \"at\": [2.0, 0.0, 0.0]");
    assert_int_equal(wr_studio_standing_room(desk.studio, 1), WR_OK);
    assert_answers(&desk, "\"name\": \"east\", \"at\": [8.0, 0.0, 0.0]");
    assert_true(wr_studio_array_size(desk.studio, WR_STUDIO_VERTICES) > 0);
    assert_int_equal(wr_studio_standing_model(desk.studio, 1), WR_OK);
    assert_answers(&desk, "{\"meshes\": []}");
    assert_int_equal(wr_studio_standing_room(desk.studio, 2), WR_NOT_FOUND);
    rise(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rooms_model_lies_on_its_floor),
        cmocka_unit_test(textures_come_as_pixels_that_are_not_too_many),
        cmocka_unit_test(a_longer_room_is_told_of_as_long_as_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
