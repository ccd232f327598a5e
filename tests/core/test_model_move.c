/* Models mirrored, turned and converted: a second reader finds every vertex where the same
 * motion puts the original's. */
#include "tests/support/model_pair.h"

static void move_one(struct pair *pair, double degrees, bool mirror_x, bool mirror_y,
                     const struct walked *before)
{
    const wr_motion motion = wr_motion_of(
        (wr_placement){.turn = (float)degrees, .mirror_x = mirror_x, .mirror_y = mirror_y});
    struct wr_model *model = pair_read(pair);
    assert_int_equal(wr_model_move(pair->f.context, model, &motion), WR_OK);
    assert_readable(pair, model);
    struct walked after = pair_walk(model);
    struct motion expected = motion_of(degrees + (mirror_y ? 180 : 0), mirror_x != mirror_y);
    assert_moved(pair->mdl.name, &expected, before, &after);
    walked_free(&after);
}

static void move_all(struct pair *pair, const struct wr_source *source)
{
    static const float degrees[] = {0, 90, 180, 270, 13.7f, 45, 211.25f};
    struct walked before = walk(source->data, pair->paired ? pair->mdx.data : NULL);
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++) {
        struct wr_arena *kept = pair->f.arena;
        for (int mirror = 0; mirror < 4; mirror++) {
            pair->f.arena = wr_arena_create();
            move_one(pair, degrees[i], mirror & 1, mirror & 2, &before);
            wr_arena_destroy(pair->f.arena);
        }
        pair->f.arena = kept;
    }
    walked_free(&before);
}

static void every_vertex_goes_where_the_motion_puts_it(void **state)
{
    (void)state;
    on_real_models(move_all);
    printf("[  NOTE    ] worst error %.2e m\n", pair_worst);
}

static void no_motion(struct pair *pair, const struct wr_source *source)
{
    const wr_motion still = wr_motion_of((wr_placement){.position = {5, 6, 7}});
    struct wr_model *model = pair_read(pair);
    assert_int_equal(wr_model_move(pair->f.context, model, &still), WR_OK);
    assert_int_equal(model->mdl_size, source->size);
    assert_memory_equal(model->mdl, source->data, source->size);
    if (pair->paired)
        assert_ptr_equal(model->mdx, pair->mdx.data);
}

static void no_motion_leaves_every_byte(void **state)
{
    (void)state;
    on_real_models(no_motion);
}

static void mirror_twice(struct pair *pair, const struct wr_source *source)
{
    struct wr_model *model = pair_read(pair);
    assert_int_equal(wr_model_mirror(pair->f.context, model), WR_OK);
    assert_memory_not_equal(model->mdl, source->data, source->size);
    assert_int_equal(wr_model_mirror(pair->f.context, model), WR_OK);
    assert_memory_equal(model->mdl, source->data, source->size);
    if (pair->paired)
        assert_memory_equal(model->mdx, pair->mdx.data, pair->mdx.size);
}

static void two_mirrors_give_the_bytes_back(void **state)
{
    (void)state;
    on_real_models(mirror_twice);
}

static void four_turns(struct pair *pair, const struct wr_source *source)
{
    struct wr_model *model = pair_read(pair);
    struct walked before = walk(source->data, pair->paired ? pair->mdx.data : NULL);
    for (int i = 0; i < 4; i++)
        assert_int_equal(wr_model_turn(pair->f.context, model, 0, 1), WR_OK);
    assert_readable(pair, model);
    struct walked after = pair_walk(model);
    struct motion still = motion_of(0, false);
    assert_int_equal(after.count, before.count + 4);
    assert_moved(source->name, &still, &before, &after);
    walked_free(&before);
    walked_free(&after);
}

static void four_quarter_turns_give_the_geometry_back(void **state)
{
    (void)state;
    on_real_models(four_turns);
}

/* ---- Games ------------------------------------------------------------------------------- */

static void convert(struct pair *pair, const struct wr_source *source)
{
    struct wr_model *model = pair_read(pair);
    assert_int_equal(wr_model_convert(pair->f.context, model, WR_K2), WR_OK);
    assert_true(model->mdl_size > source->size);
    assert_readable(pair, model);
    struct walked before = walk(source->data, pair->paired ? pair->mdx.data : NULL);
    struct walked after = pair_walk(model);
    struct motion still = motion_of(0, false);
    assert_moved(source->name, &still, &before, &after);
    walked_free(&before);
    walked_free(&after);
    assert_int_equal(wr_model_convert(pair->f.context, model, WR_K1), WR_OK);
    assert_int_equal(model->mdl_size, source->size);
    assert_memory_equal(model->mdl, source->data, source->size);
}

static void to_the_other_game_and_back_gives_the_bytes_back(void **state)
{
    (void)state;
    on_real_models(convert);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vertex_goes_where_the_motion_puts_it),
        cmocka_unit_test(no_motion_leaves_every_byte),
        cmocka_unit_test(two_mirrors_give_the_bytes_back),
        cmocka_unit_test(four_quarter_turns_give_the_geometry_back),
        cmocka_unit_test(to_the_other_game_and_back_gives_the_bytes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
