/* Models pulled apart: a second reader finds every vertex where the pulls put the original's,
 * textures go on, lightmaps stay, and what must not be parted is named. */
#include "tests/support/model_pair.h"
#include "tests/support/small_model.h"
#include "tests/support/starved.h"

#include "core/base/random.h"
#include "core/model/drawn.h"

static void pull_point(const wr_pull *pulls, uint32_t count, const double from[3], double to[3])
{
    memcpy(to, from, 3 * sizeof *from);
    for (uint32_t i = 0; i < count; i++)
        if (from[pulls[i].axis] > pulls[i].at + 1e-3) {
            to[pulls[i].axis] += pulls[i].along;
            to[2] += pulls[i].up;
        }
}

/* ---- Real models --------------------------------------------------------------------------
 */

static int pulled_models, torn_models;
static double worst;

static void assert_vertices(const char *file, const wr_pull *pulls, uint32_t count,
                            const struct walked_node *was, const struct walked_node *is)
{
    assert_string_equal(was->name, is->name);
    assert_int_equal(was->vertex_count, is->vertex_count);
    for (uint32_t v = 0; v < was->vertex_count; v++) {
        double to[3], off = 0;
        pull_point(pulls, count, was->mdl[v], to);
        for (int i = 0; i < 3; i++)
            off = fmax(off, fabs(to[i] - is->mdl[v][i]));
        worst = fmax(worst, off);
        if (off > 2e-5)
            fail_msg("%s: vertex %u of '%s' is %g m off", file, (unsigned)v, was->name, off);
        for (int i = 0; was->mdx && i < 3; i++)
            assert_near(is->mdl[v][i], is->mdx[v][i], 1e-3);
    }
}

static void pull_once(struct pair *pair, wr_random *random, const struct walked *before)
{
    wr_pull pulls[2];
    for (int i = 0; i < 2; i++)
        pulls[i] = (wr_pull){.axis = wr_random_below(random, 2),
                             .at = 16 * wr_random_unit(random) - 8,
                             .along = 8 * wr_random_unit(random)};
    struct wr_model *model = pair_read(pair);
    wr_model_tear tear;
    const wr_vec3 none = {0, 0, 0};
    assert_int_equal(wr_model_judge_pull(pair->f.context, model, pulls, 2, none, &tear), WR_OK);
    if (tear.what != WR_TEAR_NONE) {
        torn_models++;
        return;
    }
    assert_int_equal(wr_model_pull(pair->f.context, model, pulls, 2, none), WR_OK);
    assert_readable(pair, model);
    assert_judged(pair, model);
    struct walked after = pair_walk(model);
    assert_int_equal(before->count, after.count);
    for (size_t n = 0; n < after.count; n++) {
        if (after.nodes[n].flags & 0x20)
            assert_vertices(pair->mdl.name, pulls, 2, &before->nodes[n], &after.nodes[n]);
        /* Nothing turns: the axes of nodes stay. */
        for (int i = 0; i < 9; i++)
            assert_near(before->nodes[n].frame[i / 3][i % 3],
                        after.nodes[n].frame[i / 3][i % 3], 1e-9);
    }
    walked_free(&after);
    pulled_models++;
}

enum { SEED = 61, TIMES = 6 };

static void pull_all(struct pair *pair, const struct wr_source *source)
{
    wr_random random = wr_random_of(SEED, source->size);
    struct walked before = walk(source->data, pair->paired ? pair->mdx.data : NULL);
    for (int i = 0; i < TIMES; i++) {
        struct wr_arena *kept = pair->f.arena;
        pair->f.arena = wr_arena_create();
        pull_once(pair, &random, &before);
        wr_arena_destroy(pair->f.arena);
        pair->f.arena = kept;
    }
    walked_free(&before);
}

static void every_vertex_is_where_the_pulls_put_it(void **state)
{
    (void)state;
    on_real_models(pull_all);
    assert_true(pulled_models > 60);
    printf("[  NOTE    ] seed %d, %d pulled, %d not, worst error %.2e m\n", SEED, pulled_models,
           torn_models, worst);
}

/* ---- A floor with textures ----------------------------------------------------------------
 */

enum { COLUMNS = 4, CORNERS = 3 * COLUMNS, STRIDE = 32 };

/* Two strips of four columns at x = 0, 2, 5, 6; the texture goes on by 0.5 in a metre. Corners
 * are doubled beyond the second column, as where normals part. */
struct strip {
    wr_drawn_corner corners[2 * CORNERS];
    wr_drawn_face faces[4 * COLUMNS];
    struct wr_drawn_mesh mesh;
};

static uint32_t add_corner(struct strip *s, float x, float y, float z)
{
    s->corners[s->mesh.corner_count] = (wr_drawn_corner){
        .position = {x, y, z}, .normal = {0, 0, 1}, .u = 0.5f * x + 3, .v = 0.25f * y};
    return s->mesh.corner_count++;
}

static void add_quad(struct strip *s, const uint32_t v[4])
{
    static const int corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
    for (int half = 0; half < 2; half++) {
        wr_drawn_face *face = &s->faces[s->mesh.face_count++];
        face->normal = wr_vec3_of(0, 0, 1);
        for (int k = 0; k < 3; k++)
            face->v[k] = (uint16_t)v[corners[half][k]];
    }
}

static void strip_make(struct strip *s)
{
    static const float columns[COLUMNS] = {0, 2, 5, 6};
    memset(s, 0, sizeof *s);
    for (int i = 0; i + 1 < COLUMNS; i++) {
        uint32_t v[4] = {add_corner(s, columns[i], 0, 0), add_corner(s, columns[i + 1], 0, 0),
                         add_corner(s, columns[i + 1], 4, 0), add_corner(s, columns[i], 4, 0)};
        add_quad(s, v);
    }
    strcpy(s->mesh.name, "strip");
    s->mesh.texture = "stone";
    s->mesh.corners = s->corners;
    s->mesh.faces = s->faces;
}

static struct wr_model *strip_model(struct findings *f, struct strip *s, struct wr_bytes *mdl,
                                    struct wr_bytes *mdx)
{
    struct wr_drawn_model drawn = {
        .name = "strip", .game = WR_K1, .meshes = &s->mesh, .mesh_count = 1};
    struct wr_model *model;
    strip_make(s);
    assert_int_equal(wr_drawn_write(f->context, f->arena, &drawn, mdl, mdx), WR_OK);
    struct wr_source sources[] = {{"mdl", mdl->data, mdl->size, true},
                                  {"mdx", mdx->data, mdx->size, true}};
    assert_int_equal(wr_model_read(f->context, f->arena, &sources[0], &sources[1], &model),
                     WR_OK);
    return model;
}

/* Position, normal and texture of a row of the first mesh in the MDX. */
static const float *row_of(const struct wr_model *model, uint32_t v)
{
    static float row[8];
    memcpy(row, model->mdx + (size_t)v * STRIDE, sizeof row);
    return row;
}

static void textures_go_on_where_a_floor_gets_longer(void **state)
{
    (void)state;
    for (int at = 0; at < 6; at++) {
        struct findings f;
        struct strip s;
        struct wr_bytes mdl = {0}, mdx = {0};
        findings_start(&f);
        struct wr_model *model = strip_model(&f, &s, &mdl, &mdx);
        const wr_pull pull = {.axis = 0, .at = at, .along = 2.5};
        assert_int_equal(wr_model_pull(f.context, model, &pull, 1, wr_vec3_of(0, 0, 0)), WR_OK);
        for (uint32_t v = 0; v < s.mesh.corner_count; v++) {
            const float *row = row_of(model, v);
            float x =
                s.corners[v].position.x + (s.corners[v].position.x > (float)at ? 2.5f : 0);
            assert_true(row[0] == x && row[2] == 0 && row[5] == 1);
            assert_near(row[6], 0.5 * (double)x + 3, 1e-6);
            assert_near(row[7], 0.25 * (double)s.corners[v].position.y, 1e-6);
        }
        wr_bytes_finish(&mdl);
        wr_bytes_finish(&mdx);
        findings_end(&f);
    }
}

/* The part beyond the plane is moved as a whole, so that its texture is too; where faces across
 * disagree, it is drawn out. */
static void textures_that_part_are_drawn_out(void **state)
{
    (void)state;
    struct findings f;
    struct strip s;
    struct wr_bytes mdl = {0}, mdx = {0};
    findings_start(&f);
    strip_make(&s);
    struct wr_model *model = strip_model(&f, &s, &mdl, &mdx);
    uint8_t *rows = wr_arena_copy(f.arena, model->mdx, model->mdx_size, 1);
    float odd = 99;
    memcpy(rows + 5 * STRIDE + 24, &odd, 4); /* of the middle quad, beyond the plane */
    model->mdx = rows;
    const wr_pull pull = {.axis = 0, .at = 3, .along = 2.5};
    assert_int_equal(wr_model_pull(f.context, model, &pull, 1, wr_vec3_of(0, 0, 0)), WR_OK);
    for (uint32_t v = 0; v < s.mesh.corner_count; v++)
        if (v != 5)
            assert_near(row_of(model, v)[6], s.corners[v].u, 1e-6);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    findings_end(&f);
}

static void normals_tilt_with_their_faces(void **state)
{
    (void)state;
    struct findings f;
    struct strip s;
    struct wr_bytes mdl = {0}, mdx = {0};
    findings_start(&f);
    struct wr_model *model = strip_model(&f, &s, &mdl, &mdx);
    /* The middle quad, from 2 to 5, comes to rise by 1 in 4. */
    const wr_pull pull = {.axis = 0, .at = 3, .along = 1, .up = 1};
    assert_int_equal(wr_model_pull(f.context, model, &pull, 1, wr_vec3_of(0, 0, 0)), WR_OK);
    for (uint32_t v = 0; v < s.mesh.corner_count; v++) {
        const float *row = row_of(model, v);
        bool middle = v >= 4 && v < 8;
        assert_near(row[3], middle ? -1 / sqrt(17) : 0, 1e-6);
        assert_near(row[5], middle ? 4 / sqrt(17) : 1, 1e-6);
        assert_true(row[2] == (s.corners[v].position.x > 3 ? 1.0f : 0.0f));
    }
    assert_int_equal(wr_model_judge(f.context, f.arena, model, NULL), WR_OK);
    assert_int_equal(f.warnings, 0);
    struct walked walked = walk(model->mdl, model->mdx);
    const struct walked_node *mesh = &walked.nodes[walked.count - 1];
    assert_near(mesh->planes[2][0], -1 / sqrt(17), 1e-6);
    assert_near(mesh->planes[2][3], 2 / sqrt(17), 1e-6);
    assert_near(mesh->planes[4][3], -1, 1e-6);
    assert_true(mesh->box[0] == 0 && mesh->box[3] == 7 && mesh->box[5] == 1);
    walked_free(&walked);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    findings_end(&f);
}

struct made {
    struct wr_source mdl, mdx;
};

static enum wr_result pull_starved(struct findings *f, void *user)
{
    struct made *made = user;
    struct wr_model *model;
    const wr_pull pull = {.axis = 0, .at = 3, .along = 2.5, .up = 1};
    enum wr_result result = wr_model_read(f->context, f->arena, &made->mdl, &made->mdx, &model);
    return result != WR_OK ? result
                           : wr_model_pull(f->context, model, &pull, 1, wr_vec3_of(0, 0, 0));
}

static void running_out_of_memory_is_said(void **state)
{
    (void)state;
    struct findings f;
    struct strip s;
    struct wr_bytes mdl = {0}, mdx = {0};
    findings_start(&f);
    strip_model(&f, &s, &mdl, &mdx);
    struct made made = {{"mdl", mdl.data, mdl.size, true}, {"mdx", mdx.data, mdx.size, true}};
    starve(pull_starved, &made);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    findings_end(&f);
}

/* ---- What must stay together --------------------------------------------------------------
 */

/* The cloth's corners lie from 6 to 8 in x and from -3 to 1 in y, those of the skin, whose node
 * hangs on a turned one, from 9 to 13 and from 2 to 4. The lamp, which an animation carries
 * about, is at 1 2 3. */
static wr_model_tear tear_at(enum wr_game game, uint32_t axis, double at, double along)
{
    struct findings f;
    struct wr_model *model;
    wr_model_tear tear;
    findings_start(&f);
    struct small_model small = small_model_make(game);
    struct wr_source mdl = {"small.mdl", small.mdl.data, small.mdl.size, true};
    struct wr_source mdx = {"small.mdx", small.mdx.data, small.mdx.size, true};
    assert_int_equal(wr_model_read(f.context, f.arena, &mdl, &mdx, &model), WR_OK);
    const wr_pull pull = {.axis = axis, .at = at, .along = along};
    assert_int_equal(
        wr_model_judge_pull(f.context, model, &pull, 1, wr_vec3_of(0, 0, 0), &tear), WR_OK);
    wr_bytes_finish(&small.mdl);
    wr_bytes_finish(&small.mdx);
    findings_end(&f);
    return tear;
}

static void what_must_stay_together_is_named(void **state)
{
    (void)state;
    for (enum wr_game game = WR_K1; game <= WR_K2; game++) {
        wr_model_tear cloth = tear_at(game, 0, 7, 2), skin = tear_at(game, 1, 3, 2);
        assert_true(cloth.what == WR_TEAR_SOFT && cloth.set == 1);
        assert_true(skin.what == WR_TEAR_SOFT && skin.node == 5);
        /* The lamp would have to be carried along. */
        wr_model_tear tear = tear_at(game, 0, 0.5, 2);
        assert_true(tear.what == WR_TEAR_MOVES && tear.node == 1 && tear.set == 1);
        /* Beyond all of it, and of no length, nothing is asked. */
        assert_int_equal(tear_at(game, 0, 20, 2).what, WR_TEAR_NONE);
        assert_int_equal(tear_at(game, 0, 7, 0).what, WR_TEAR_NONE);
        assert_int_equal(tear_at(game, 1, 5, 2).what, WR_TEAR_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vertex_is_where_the_pulls_put_it),
        cmocka_unit_test(textures_go_on_where_a_floor_gets_longer),
        cmocka_unit_test(textures_that_part_are_drawn_out),
        cmocka_unit_test(normals_tilt_with_their_faces),
        cmocka_unit_test(running_out_of_memory_is_said),
        cmocka_unit_test(what_must_stay_together_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
