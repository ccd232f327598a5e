/* Models mirrored, turned and converted: a second reader finds every vertex where the same
 * motion puts the original's. */
#include "tests/support/model_pair.h"
#include "tests/support/small_model.h"

#include "core/base/random.h"

static void move_one(struct pair *pair, double degrees, bool mirror_x, bool mirror_y,
                     const struct walked *before)
{
    const wr_motion motion = wr_motion_of(
        (wr_placement){.turn = (float)degrees, .mirror_x = mirror_x, .mirror_y = mirror_y});
    struct wr_model *model = pair_read(pair);
    assert_int_equal(wr_model_move(pair->f.context, model, &motion), WR_OK);
    assert_readable(pair, model);
    assert_judged(pair, model);
    struct walked after = pair_walk(model);
    struct motion expected = motion_of(degrees + (mirror_y ? 180 : 0), mirror_x != mirror_y);
    assert_moved(pair->mdl.name, &expected, before, &after);
    walked_free(&after);
}

enum { SEED = 20260, RANDOM_TURNS = 3 };

static void move_all(struct pair *pair, const struct wr_source *source)
{
    float degrees[6 + RANDOM_TURNS] = {0, 90, 180, 270, 45, 211.25f};
    wr_random random = wr_random_of(SEED, source->size); /* other turns for each model */
    for (int i = 6; i < 6 + RANDOM_TURNS; i++)
        degrees[i] = (float)(720 * wr_random_unit(&random) - 360);
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
    printf("[  NOTE    ] seed %d, worst error %.2e m\n", SEED, pair_worst);
}

/* The second reader's vertices, of what is drawn. */
static void compare_boxes(struct pair *pair, const struct wr_source *source)
{
    struct walked walked = walk(source->data, pair->paired ? pair->mdx.data : NULL);
    const struct wr_model *model = pair_read(pair);
    wr_box expected = wr_box_empty(), box;
    for (size_t n = 0; n < walked.count; n++) {
        const struct walked_node *node = &walked.nodes[n];
        bool drawn = (node->flags & 0x220) == 0x20 && n < model->trees[0].count &&
                     source->data[12 + model->nodes[n].mesh + 313];
        for (uint32_t v = 0; drawn && v < node->vertex_count; v++)
            expected =
                wr_box_add(expected, wr_vec3_of((float)node->mdl[v][0], (float)node->mdl[v][1],
                                                (float)node->mdl[v][2]));
    }
    assert_true(wr_model_box(pair->f.arena, model, &box));
    assert_true(wr_distance(box.min, expected.min) < 1e-4);
    assert_true(wr_distance(box.max, expected.max) < 1e-4);
    assert_true(box.max.x > box.min.x);
    walked_free(&walked);
}

static void the_box_of_a_model_holds_what_is_drawn(void **state)
{
    (void)state;
    on_real_models(compare_boxes);
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

/* ---- One of everything ------------------------------------------------------------------- */

struct small {
    struct findings f;
    struct small_model made;
    struct wr_model *model;
};

static void small_start(struct small *small, enum wr_game game)
{
    findings_start(&small->f);
    small->made = small_model_make(game);
    const struct wr_source mdl = {"small", small->made.mdl.data, small->made.mdl.size, true};
    const struct wr_source mdx = {"small", small->made.mdx.data, small->made.mdx.size, true};
    assert_int_equal(wr_model_read(small->f.context, small->f.arena, &mdl, &mdx, &small->model),
                     WR_OK);
}

static void small_end(struct small *small)
{
    assert_said(&small->f, "");
    small_model_free(&small->made);
    findings_end(&small->f);
}

/* A word of the data before, at the same place after. */
static const uint8_t *before(const struct small *small, uint32_t at)
{
    return small->made.mdl.data + 12 + at;
}
static const uint8_t *after(const struct small *small, uint32_t at)
{
    return small->model->mdl + 12 + at;
}

/* `count` vectors whose x changes its sign and nothing else. */
static void assert_places(const uint8_t *a, const uint8_t *b, uint32_t count, uint32_t stride)
{
    for (uint32_t i = 0; i < count; i++, a += stride, b += stride) {
        assert_true(walked_f32(b) == -walked_f32(a));
        assert_memory_equal(a + 4, b + 4, 8);
    }
}

/* Quaternions: a mirror of x turns y and z about. `w` is where w stands. */
static void assert_turns(const uint8_t *a, const uint8_t *b, uint32_t count, uint32_t w)
{
    for (uint32_t i = 0; i < count; i++, a += 16, b += 16) {
        const uint8_t *p = a + (w == 0 ? 4 : 0), *q = b + (w == 0 ? 4 : 0);
        assert_true(walked_f32(a + 4 * w) == walked_f32(b + 4 * w));
        assert_true(walked_f32(p) == walked_f32(q));
        assert_true(walked_f32(p + 4) == -walked_f32(q + 4));
        assert_true(walked_f32(p + 8) == -walked_f32(q + 8));
    }
}

static void decode(uint32_t packed, double out[3])
{
    out[0] = (packed & 0x7ff) / 1023.0 - 1;
    out[1] = (packed >> 11 & 0x7ff) / 1023.0 - 1;
    out[2] = (packed >> 22) / 511.0 - 1;
}

static void assert_packed(uint32_t a, uint32_t b)
{
    double p[3], q[3];
    decode(a, p);
    decode(b, q);
    assert_near(q[0], p[0], 1e-12);
    assert_near(q[1], -p[1], 1e-12);
    assert_near(q[2], -p[2], 1e-12);
}

static uint32_t offset(const struct small *small, uint32_t field)
{
    return walked_u32(before(small, field));
}

static void a_mirror_reaches_every_table(void **state)
{
    (void)state;
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct small small;
        small_start(&small, (enum wr_game)game);
        uint32_t late = game == WR_K2 ? 8 : 0, size = 332 + late;
        const uint32_t *nodes = small.made.nodes;
        assert_int_equal(wr_model_mirror(small.f.context, small.model), WR_OK);
        for (int n = 0; n < 9; n++) {
            assert_places(before(&small, nodes[n] + 16), after(&small, nodes[n] + 16), 1, 0);
            assert_turns(before(&small, nodes[n] + 28), after(&small, nodes[n] + 28), 1, 0);
        }
        uint32_t lamp = offset(&small, nodes[1] + 68), child = offset(&small, nodes[8] + 68);
        assert_places(before(&small, lamp + 8), after(&small, lamp + 8), 6, 12); /* bezier */
        assert_packed(offset(&small, lamp + 80), walked_u32(after(&small, lamp + 80)));
        assert_packed(offset(&small, lamp + 84), walked_u32(after(&small, lamp + 84)));
        assert_memory_equal(before(&small, lamp), after(&small, lamp), 8); /* times */
        assert_places(before(&small, child + 8), after(&small, child + 8), 2, 12);
        assert_turns(before(&small, child + 32), after(&small, child + 32), 2, 3);
        uint32_t skin = nodes[5] + 80 + size, cloth = nodes[6] + 80 + size;
        uint32_t turns = offset(&small, skin + 28), moves = offset(&small, skin + 40);
        assert_turns(before(&small, turns), after(&small, turns), 2, 0);
        assert_places(before(&small, moves), after(&small, moves), 2, 12);
        uint32_t cloths = offset(&small, cloth + 24);
        assert_places(before(&small, cloths), after(&small, cloths), SMALL_VERTICES, 12);
        const uint8_t *rows = small.made.mdx.data, *mirrored = small.model->mdx;
        for (uint32_t at = 0; at < 60; at += 12) /* place, normal, three of tangent space */
            assert_places(rows + at, mirrored + at, SMALL_VERTICES, 64);
        assert_memory_equal(rows + 60, mirrored + 60, 4);
        assert_memory_equal(rows + 4 * 64, mirrored + 4 * 64, 64); /* the end row */
        uint32_t tree = offset(&small, nodes[7] + 80 + size);
        assert_int_equal(walked_u32(after(&small, tree + 36)), 1); /* -X became +X */
        assert_true(walked_f32(after(&small, tree)) == -5);
        assert_true(walked_f32(after(&small, tree + 12)) == -1);
        assert_int_equal(wr_model_judge(small.f.context, small.f.arena, small.model, NULL),
                         WR_OK);
        assert_int_equal(wr_model_mirror(small.f.context, small.model), WR_OK);
        assert_memory_equal(small.model->mdl, small.made.mdl.data, small.made.mdl.size);
        assert_memory_equal(small.model->mdx, small.made.mdx.data, small.made.mdx.size);
        small_end(&small);
    }
}

static void a_turn_brings_its_own_name_and_number(void **state)
{
    (void)state;
    struct small small;
    small_start(&small, WR_K1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(wr_model_turn(small.f.context, small.model, 0, 1), WR_OK);
    const struct wr_model *model = small.model;
    assert_int_equal(model->trees[0].count, SMALL_NODES + 2);
    assert_int_equal(walked_u32(after(&small, 44)), SMALL_NODES + 2);
    assert_int_equal(model->name_count, SMALL_NODES + 2);
    assert_string_equal(wr_model_node_name(model, 1), "wr_turn2");
    assert_string_equal(wr_model_node_name(model, 2), "wr_turn");
    assert_int_equal(model->nodes[1].number, SMALL_NODES + 1);
    assert_int_equal(model->nodes[0].child_count, 2); /* and the walkmesh */
    assert_int_equal(model->nodes[1].child_count, 1);
    assert_int_equal(model->nodes[2].child_count, 5);
    assert_int_equal(wr_model_judge(small.f.context, small.f.arena, small.model, NULL), WR_OK);
    small_end(&small);
}

static void the_other_game_has_the_same_model(void **state)
{
    (void)state;
    struct small k1, k2;
    small_start(&k1, WR_K1);
    small_start(&k2, WR_K2);
    assert_int_equal(wr_model_convert(k1.f.context, k1.model, WR_K2), WR_OK);
    assert_int_equal(k1.model->mdl_size, k2.made.mdl.size);
    assert_memory_equal(k1.model->mdl, k2.made.mdl.data, k2.made.mdl.size);
    assert_int_equal(wr_model_convert(k2.f.context, k2.model, WR_K1), WR_OK);
    assert_int_equal(k2.model->mdl_size, k1.made.mdl.size);
    assert_memory_equal(k2.model->mdl, k1.made.mdl.data, k1.made.mdl.size);
    small_end(&k1);
    small_end(&k2);
}

/* By name: the small model has none twice. */
static const struct walked_node *named(const struct walked *walked, const char *name)
{
    for (size_t i = 0; i < walked->count; i++)
        if (strcmp(walked->nodes[i].name, name) == 0)
            return &walked->nodes[i];
    return NULL;
}

static void a_turn_that_is_set_again_is_as_if_set_once(void **state)
{
    (void)state;
    struct small small;
    const wr_vec3 move = {1, -2, 3};
    small_start(&small, WR_K2);
    struct wr_model *once = small.model, *twice = wr_model_copy(once, small.f.arena);
    assert_int_equal(wr_model_place(small.f.context, once, 0.6, 0.8, move), WR_OK);
    assert_int_equal(wr_model_add_turn(small.f.context, twice), WR_OK);
    wr_model_set_turn(twice, -1, 0, wr_vec3_of(7, 8, 9));
    wr_model_set_turn(twice, 0.6, 0.8, move);
    assert_int_equal(once->mdl_size, twice->mdl_size);
    assert_memory_equal(once->mdl, twice->mdl, once->mdl_size);
    small_end(&small);
}

static void a_root_that_is_moved_turns_about_the_origin_too(void **state)
{
    (void)state;
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct small small;
        small_start(&small, (enum wr_game)game);
        const struct motion motion = motion_of(90, false);
        uint8_t *root = small.model->mdl + 12 + small.made.nodes[0];
        root[16 + 3] = 0x41; /* x is 8 */
        struct walked old = walk(small.model->mdl, small.model->mdx);
        assert_int_equal(wr_model_turn(small.f.context, small.model, 0, 1), WR_OK);
        struct walked new = walk(small.model->mdl, small.model->mdx);
        assert_int_equal(new.count, old.count + 2); /* the node that turns, and a still root */
        assert_string_equal(new.nodes[0].name, "wr_root");
        for (size_t i = 0; i < old.count; i++) {
            const struct walked_node *a = &old.nodes[i], *b = named(&new, a->name);
            const double from[3] = {a->frame[0][3], a->frame[1][3], a->frame[2][3]};
            const double to[3] = {b->frame[0][3], b->frame[1][3], b->frame[2][3]};
            assert_there("small", "node", &motion, from, to);
            assert_axes("small", &motion, a, b);
            if (a->flags & 0x20)
                assert_mesh("small", &motion, a, b);
        }
        assert_int_equal(wr_model_judge(small.f.context, small.f.arena, small.model, NULL),
                         WR_OK);
        walked_free(&old);
        walked_free(&new);
        small_end(&small);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vertex_goes_where_the_motion_puts_it),
        cmocka_unit_test(the_box_of_a_model_holds_what_is_drawn),
        cmocka_unit_test(no_motion_leaves_every_byte),
        cmocka_unit_test(two_mirrors_give_the_bytes_back),
        cmocka_unit_test(four_quarter_turns_give_the_geometry_back),
        cmocka_unit_test(to_the_other_game_and_back_gives_the_bytes_back),
        cmocka_unit_test(a_mirror_reaches_every_table),
        cmocka_unit_test(a_turn_brings_its_own_name_and_number),
        cmocka_unit_test(the_other_game_has_the_same_model),
        cmocka_unit_test(a_turn_that_is_set_again_is_as_if_set_once),
        cmocka_unit_test(a_root_that_is_moved_turns_about_the_origin_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
