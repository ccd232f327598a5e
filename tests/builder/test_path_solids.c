/* Path points keep clear of what stands in rooms, by the walkmeshes of placeables. */
#include "tests/support/path_oracle.h"
#include "tests/support/scenes.h"
#include "tests/support/starved.h"

#include "builder/layout/stitch.h"
#include "builder/module/path_solids.h"
#include "builder/module/paths.h"
#include "core/base/random.h"
#include "core/format/archive.h"

#include <math.h>

enum { MOST_CRATES = 12 };

/* A crate's footprint in its own model, which stands beside its origin: metres. */
static const double LOW[2] = {-0.5, -0.25}, HIGH[2] = {1.5, 0.75}, TALL = 1.2;

struct crate {
    double x, y, z, bearing;
};

struct stage {
    struct scene scene;
    struct wr_arena *arena, *scratch;
    struct wr_gff *git;
    struct wr_bytes pwk, utp;
    const char *pwk_name;
    bool table;
    struct crate crates[MOST_CRATES];
    uint32_t count;
    struct wr_path_solids solids;
    struct wr_paths paths;
};

/* ---- Crates ------------------------------------------------------------------------------ */

/* A box of twelve triangles around the point that its header says it stands beside. */
static void make_pwk(struct stage *stage)
{
    static const uint32_t sides[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                         {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    const wr_vec3 offset = {0.25f, 0.5f, 0};
    wr_vec3 corners[8];
    wr_face faces[12];
    uint32_t materials[12];
    for (uint32_t i = 0; i < 8; i++)
        corners[i] =
            wr_vec3_of((float)(i & 1 ? HIGH[0] : LOW[0]) - offset.x,
                       (float)(i & 2 ? HIGH[1] : LOW[1]) - offset.y, (float)(i & 4 ? TALL : 0));
    for (uint32_t f = 0; f < 12; f++) {
        const uint32_t *side = sides[f / 2];
        faces[f] = (wr_face){{side[0], side[f % 2 ? 2 : 1], side[f % 2 ? 3 : 2]}};
        materials[f] = 7;
    }
    const wr_triangles triangles = {corners, faces, materials, 8, 12};
    struct wr_walkmesh *mesh;
    assert_int_equal(wr_walkmesh_make(stage->scene.context, WR_PWK, &triangles, NULL, &mesh),
                     WR_OK);
    mesh->position = offset;
    assert_int_equal(wr_walkmesh_write(stage->scene.context, mesh, &stage->pwk), WR_OK);
    wr_walkmesh_free(mesh);
}

static enum wr_result read(struct wr_context *context, const void *user, struct wr_arena *arena,
                           const char *name, uint16_t type, struct wr_source *out, bool *there)
{
    static const char table[] =
        "2DA V2.0\n\n  label modelname\n0 Chair plc_chair\n1 Crate plc_big\n2 Bed ****\n";
    const struct stage *stage = user;
    const struct wr_bytes *bytes = NULL;
    (void)context;
    (void)arena;
    *out = (struct wr_source){.name = name};
    if (type == WR_RES_PWK && strcmp(name, stage->pwk_name) == 0)
        bytes = &stage->pwk;
    if (type == WR_RES_UTP && strcmp(name, "crate") == 0 && stage->utp.size > 0)
        bytes = &stage->utp;
    if (bytes) {
        out->data = bytes->data;
        out->size = bytes->size;
    }
    if (type == WR_RES_2DA && stage->table) {
        out->data = (const uint8_t *)table;
        out->size = sizeof table - 1;
    }
    *there = out->data != NULL;
    return WR_OK;
}

static void add_crate(struct stage *stage, const char *blueprint, struct crate crate)
{
    wr_gff_list *list = wr_gff_set_list(stage->git, stage->git->root, "Placeable List");
    wr_gff_struct *row = wr_gff_append(stage->git, list, 9);
    wr_gff_set_resref(stage->git, row, "TemplateResRef", blueprint);
    wr_gff_set_float(stage->git, row, "X", (float)crate.x);
    wr_gff_set_float(stage->git, row, "Y", (float)crate.y);
    wr_gff_set_float(stage->git, row, "Z", (float)crate.z);
    wr_gff_set_float(stage->git, row, "Bearing", (float)crate.bearing);
    assert_true(stage->count < MOST_CRATES);
    stage->crates[stage->count++] = crate;
}

static int start(void **state)
{
    static struct stage stage;
    stage = (struct stage){.pwk_name = "crate"};
    scene_start(&stage.scene);
    stage.arena = wr_arena_create();
    stage.scratch = wr_arena_create();
    stage.git = wr_gff_create(stage.arena, "GIT ");
    make_pwk(&stage);
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    wr_bytes_finish(&stage->pwk);
    wr_bytes_finish(&stage->utp);
    scene_end(&stage->scene);
    wr_arena_destroy(stage->arena);
    wr_arena_destroy(stage->scratch);
    return 0;
}

/* ---- Judging ----------------------------------------------------------------------------- */

/* How far a place is from a crate, seen from above; 0: it is in it. */
static double off_crate(const struct crate *crate, double x, double y)
{
    double c = cos(crate->bearing), s = sin(crate->bearing);
    double own[2] = {(x - crate->x) * c + (y - crate->y) * s,
                     (y - crate->y) * c - (x - crate->x) * s};
    double off[2];
    for (int i = 0; i < 2; i++)
        off[i] = fmax(0, fmax(LOW[i] - own[i], own[i] - HIGH[i]));
    return hypot(off[0], off[1]);
}

static bool is_near_crate(const struct stage *stage, wr_vec3 a, wr_vec3 b)
{
    const double step = 0.02, clear = 0.3 - 1e-3;
    double length = hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
    for (uint32_t i = 0; i < stage->count; i++)
        for (double at = 0; at <= length; at += step) {
            double part = length > 0 ? at / length : 0;
            if (off_crate(&stage->crates[i], (double)a.x + ((double)b.x - (double)a.x) * part,
                          (double)a.y + ((double)b.y - (double)a.y) * part) < clear)
                return true;
        }
    return false;
}

/* Hops that come too near to a crate. */
static uint32_t count_near(const struct stage *stage)
{
    const struct wr_paths *paths = &stage->paths;
    uint32_t near = 0;
    for (uint32_t i = 0; i < paths->count; i++)
        for (uint32_t k = paths->starts[i]; k < paths->starts[i + 1]; k++)
            near += paths->neighbours[k] > i &&
                    is_near_crate(stage, paths->points[i], paths->points[paths->neighbours[k]]);
    return near;
}

static enum wr_result make_solids(struct wr_context *context, struct stage *stage)
{
    const struct wr_path_library library = {read, stage};
    return wr_path_solids_make(context, stage->git, &library, stage->arena, &stage->solids);
}

/* Makes points with the crates, which are found first, and judges them. */
static void judge(struct stage *stage)
{
    struct path_faults found;
    struct wr_walkmesh *mesh;
    stage->scene.options.merge_all = true;
    struct wr_context *context = stage->scene.context;
    if (scene_seam(&stage->scene) != WR_OK ||
        wr_area_room_mesh(context, stage->scene.layout, 0, stage->arena, stage->scratch, &mesh,
                          NULL) != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
    assert_int_equal(make_solids(context, stage), WR_OK);
    assert_int_equal(wr_paths_make(context, stage->scene.layout, &stage->solids, stage->arena,
                                   &stage->paths),
                     WR_OK);
    path_oracle_judge(stage->scene.layout, mesh, &stage->paths, &found);
    if (found.order || found.off_floor || found.torn || found.mixed ||
        found.narrow > stage->paths.narrow || count_near(stage) > stage->paths.narrow)
        fail_msg("%u hops out of order, %u off the floor, %u torn, %u mixed, %u narrow and %u "
                 "near crates (said: %u)",
                 found.order, found.off_floor, found.torn, found.mixed, found.narrow,
                 count_near(stage), stage->paths.narrow);
}

/* Points of the same level where nothing stands. */
static uint32_t near_without(struct stage *stage)
{
    assert_int_equal(wr_paths_make(stage->scene.context, stage->scene.layout, NULL,
                                   stage->arena, &stage->paths),
                     WR_OK);
    return count_near(stage);
}

static void add_hall(struct stage *stage)
{
    scene_add_box(&stage->scene, &(scene_box){.id = "hall",
                                              .width = 12,
                                              .depth = 9,
                                              .doors = {{.side = 'n'}, {.side = 's'}}});
    scene_put(&stage->scene, "hall", 0, 0, 0, 30);
    scene_join(&stage->scene, 0, "n", "hall", "s", false);
}

/* ---- Tests ------------------------------------------------------------------------------- */

static void points_keep_clear_of_what_is_called_like_its_blueprint(void **state)
{
    struct stage *stage = *state;
    add_hall(stage);
    for (int i = 0; i < 4; i++)
        add_crate(stage, "crate", (struct crate){2.0 * i - 4, 0.7 * i - 1, 0, 0.9 * i});
    judge(stage);
    assert_int_equal(stage->solids.count, 4);
    assert_int_equal(stage->paths.narrow, 0);
    assert_true(near_without(stage) > 0);
}

static void blueprints_and_their_table_say_which_model_stands_there(void **state)
{
    struct stage *stage = *state;
    struct wr_gff *utp = wr_gff_create(stage->arena, "UTP ");
    wr_gff_set_whole(utp, utp->root, "Appearance", WR_GFF_DWORD, 1);
    assert_int_equal(wr_gff_write(stage->scene.context, utp, &stage->utp), WR_OK);
    stage->table = true;
    stage->pwk_name = "plc_big";
    add_hall(stage);
    add_crate(stage, "crate", (struct crate){1, 0, 0, 0.3});
    judge(stage);
    assert_int_equal(stage->solids.count, 1);
    stage->table = false; /* nobody knows its model then, and no PWK is called so */
    assert_int_equal(make_solids(stage->scene.context, stage), WR_OK);
    assert_int_equal(stage->solids.count, 0);
}

static void what_hangs_far_above_is_walked_under(void **state)
{
    struct stage *stage = *state;
    add_hall(stage);
    add_crate(stage, "crate", (struct crate){0, 0, 3, 0});
    stage->count = 0; /* it is in nobody's way */
    judge(stage);
    struct wr_paths with = stage->paths;
    near_without(stage);
    assert_int_equal(with.count, stage->paths.count);
    assert_memory_equal(with.points, stage->paths.points, with.count * sizeof *with.points);
}

/* What stands in a doorway is no part of it; the way beside it is as narrow as it is. */
static void doorways_do_not_excuse_what_stands_in_them(void **state)
{
    struct stage *stage = *state;
    add_hall(stage);
    scene_seam(&stage->scene);
    const wr_placed_hook *hook = &stage->scene.layout->hooks[0];
    add_crate(stage, "crate",
              (struct crate){(double)hook->position.x, (double)hook->position.y, 0, 0.2});
    judge(stage);
}

static void crates_by_chance_are_walked_around(void **state)
{
    uint32_t narrow = 0, without = 0, hops = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        void *own;
        start(&own);
        struct stage *stage = own;
        struct wr_random random = wr_random_of(seed, 7);
        add_hall(stage);
        printf("seed %llu\n", (unsigned long long)seed);
        for (int i = 0; i < 8; i++)
            add_crate(stage, "crate",
                      (struct crate){-6 + (10 - (-6)) * wr_random_unit(&random),
                                     -6 + (10 - (-6)) * wr_random_unit(&random), 0,
                                     -3 + (3 - (-3)) * wr_random_unit(&random)});
        judge(stage);
        narrow += stage->paths.narrow;
        hops += stage->paths.starts[stage->paths.count] / 2;
        without += near_without(stage);
        finish(&own);
    }
    printf("[  NOTE    ] %u hops, %u narrow; %u near crates that nobody minds\n", hops, narrow,
           without);
    assert_true(without > 40 && narrow < without / 4);
}

static void a_broken_walkmesh_is_told_of_and_left(void **state)
{
    struct stage *stage = *state;
    add_hall(stage);
    add_crate(stage, "crate", (struct crate){0});
    stage->pwk.size = 100;
    stage->count = 0;
    judge(stage);
    assert_int_equal(stage->solids.count, 0);
    assert_non_null(strstr(scene_said(&stage->scene), "path-placeable"));
}

static enum wr_result make_starved(struct findings *findings, void *user)
{
    struct stage *stage = user;
    const struct wr_path_library library = {read, stage};
    return wr_path_solids_make(findings->context, stage->git, &library, findings->arena,
                               &stage->solids);
}

static void memory_that_runs_out_is_said(void **state)
{
    struct stage *stage = *state;
    stage->table = true;
    add_crate(stage, "crate", (struct crate){0});
    starve(make_starved, stage);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, finish)
    const struct CMUnitTest tests[] = {
        TEST(points_keep_clear_of_what_is_called_like_its_blueprint),
        TEST(blueprints_and_their_table_say_which_model_stands_there),
        TEST(what_hangs_far_above_is_walked_under),
        TEST(doorways_do_not_excuse_what_stands_in_them),
        cmocka_unit_test(crates_by_chance_are_walked_around),
        TEST(a_broken_walkmesh_is_told_of_and_left),
        TEST(memory_that_runs_out_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
