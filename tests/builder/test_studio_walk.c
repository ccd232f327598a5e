/* Walking in the studio: through doorways, and never off the floor. */
#include "tests/support/desk.h"
#include "tests/support/test.h"

static wr_vec3 stands_at(const struct desk *desk)
{
    wr_vec3 at;
    const char *text = strstr(wr_studio_answer(desk->studio), "\"at\": [");
    assert_non_null(text);
    assert_int_equal(sscanf(text, "\"at\": [%f, %f, %f]", &at.x, &at.y, &at.z), 3);
    return at;
}

static void walk(struct desk *desk, float x, float y)
{
    assert_int_equal(wr_studio_walk(desk->studio, x, y, NULL, 0), WR_OK);
}

static void one_walks_through_a_doorway_and_not_through_its_closed_door(void **state)
{
    static const float door[] = {9, -2, 9, 2};
    struct desk desk;
    (void)state;
    sit(&desk);
    look(&desk, MAP(HUB ", " PASSAGE("12, 0, 0")));
    assert_int_equal(wr_studio_floor(desk.studio), WR_OK);
    assert_true(wr_studio_array_size(desk.studio, WR_STUDIO_ROOMS) > 0);
    assert_int_equal(wr_studio_stand(desk.studio, 6, 0, 0), WR_OK);
    assert_int_equal(wr_studio_walk(desk.studio, 12, 0, door, 1), WR_OK);
    assert_true(stands_at(&desk).x < 9);
    walk(&desk, 12, 0);
    assert_true(stands_at(&desk).x > 11.9f);
    assert_answers(&desk, "\"room\": 1");
    rise(&desk);
}

/* The judge asks the finished floor face by face, and knows nothing of how steps are made. */
static bool is_floor(const struct wr_studio *studio, wr_vec3 at)
{
    const float *v = wr_studio_array(studio, WR_STUDIO_VERTICES);
    const uint32_t *faces = wr_studio_array(studio, WR_STUDIO_FACES);
    uint32_t count = wr_studio_array_size(studio, WR_STUDIO_FACES) / 3;
    const double slack = 1e-3;
    for (uint32_t i = 0; i < count; i++) {
        bool inside = true;
        for (int k = 0; k < 3 && inside; k++) {
            const float *a = v + 3 * (size_t)faces[3 * i + (uint32_t)k];
            const float *b = v + 3 * (size_t)faces[3 * i + (uint32_t)(k + 1) % 3];
            double side = ((double)b[0] - (double)a[0]) * ((double)at.y - (double)a[1]) -
                          ((double)b[1] - (double)a[1]) * ((double)at.x - (double)a[0]);
            inside = side >= -slack;
        }
        if (inside)
            return true;
    }
    return false;
}

static void nobody_ever_leaves_the_floor(void **state)
{
    struct desk desk;
    struct wr_studio *judge = wr_studio_create();
    uint64_t random = 2026;
    (void)state;
    sit(&desk);
    bring_folder(&(struct desk){judge, desk.context, desk.arena}, "kits/library/burrow");
    wr_studio_add_kit(judge, kit_path);
    bring(&desk, "examples/deep-burrow/map.json");
    const char *map = wr_studio_file(desk.studio, "examples/deep-burrow/map.json");
    size_t size = wr_studio_file_size(desk.studio, "examples/deep-burrow/map.json");
    assert_int_equal(wr_studio_look(desk.studio, map, size), WR_OK);
    assert_int_equal(wr_studio_look(judge, map, size), WR_OK);
    assert_int_equal(wr_studio_floor(desk.studio), WR_OK);
    assert_int_equal(wr_studio_floor(judge), WR_OK);
    assert_int_equal(wr_studio_stand(desk.studio, 0, 0, 0), WR_OK);
    wr_vec3 at = stands_at(&desk);
    double farthest = 0;
    for (int i = 0; i < 4000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        float x = (float)((int)(random >> 33) % 1000 - 500) / 250;
        float y = (float)((int)(random >> 43) % 1000 - 500) / 250;
        /* a walker that keeps a heading for a while comes around */
        for (int steps = 0; steps < 5; steps++) {
            walk(&desk, at.x + x, at.y + y);
            at = stands_at(&desk);
            if (!is_floor(judge, at))
                fail_msg("step %d: nothing is under %g %g", i, (double)at.x, (double)at.y);
        }
        double far = (double)at.x * (double)at.x + (double)at.y * (double)at.y;
        farthest = far > farthest ? far : farthest;
    }
    assert_true(farthest > 30 * 30);
    wr_studio_destroy(judge);
    rise(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_walks_through_a_doorway_and_not_through_its_closed_door),
        cmocka_unit_test(nobody_ever_leaves_the_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
