/* Path points: levels of all kinds before an oracle that walks every hop. */
#include "tests/support/chains.h"
#include "tests/support/corpus.h"
#include "tests/support/generated.h"
#include "tests/support/laid_out.h"
#include "tests/support/meshes.h"
#include "tests/support/path_oracle.h"
#include "tests/support/scenes.h"
#include "tests/support/starved.h"

#include "builder/build.h"
#include "builder/layout/profile.h"
#include "builder/layout/stitch.h"
#include "builder/module/paths.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"

/* How far the nearest other point may be in the median of a large level, metres: over 92 of the
 * game's areas it is 4.6. */
static const double NEAREST = 3.5, FARTHEST = 5.5;
enum { LARGE = 20 }; /* rooms */

/* How much longer than straight a way over hops may be, between points in sight. */
static const double WORST_DETOUR = 4;

struct sums {
    uint32_t levels, large, points, hops, narrow, bare, islands;
    uint32_t alike; /* as many of walkmeshes as of the layout */
    double worst_detour;
};

static int by_size(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

/* Points in doorways and beside them: the last, one a link, and their neighbours. */
static bool *find_doorway_points(const struct wr_layout *layout, const struct wr_paths *paths)
{
    bool *found = calloc(paths->count, sizeof *found);
    for (uint32_t i = paths->count - layout->link_count; i < paths->count; i++) {
        found[i] = true;
        for (uint32_t k = paths->starts[i]; k < paths->starts[i + 1]; k++)
            found[paths->neighbours[k]] = true;
    }
    return found;
}

/* Whether all hops of a point lead to doorways: in a corridor too short for a second one. */
static bool is_alone(const struct wr_paths *paths, const bool *doorway, uint32_t point)
{
    for (uint32_t k = paths->starts[point]; k < paths->starts[point + 1]; k++)
        if (!doorway[paths->neighbours[k]])
            return false;
    return true;
}

/* The distance to the nearest other point but those left out. */
static double to_nearest(const struct wr_paths *paths, const bool *left_out, uint32_t point)
{
    double best = INFINITY;
    for (uint32_t k = 0; k < paths->count; k++)
        if (k != point && !(left_out && left_out[k]))
            best = fmin(best, wr_distance(paths->points[k], paths->points[point]));
    return best;
}

static double median_of(double *items, uint32_t count)
{
    assert_true(count > 1);
    qsort(items, count, sizeof *items, by_size);
    return (items[(count - 1) / 2] + items[count / 2]) / 2;
}

/* Medians of the way to the nearest other point, those of doorways left out of the count. */
struct spacing {
    double any;     /* doorways' points among the others */
    double like;    /* not among them */
    double company; /* nor are points that are alone counted */
};

static void find_spacing(const struct wr_layout *layout, const struct wr_paths *paths,
                         struct spacing *out)
{
    bool *doorway = find_doorway_points(layout, paths);
    double *any = calloc(paths->count, sizeof *any), *like = calloc(paths->count, sizeof *like);
    double *company = calloc(paths->count, sizeof *company);
    uint32_t count = 0, in_company = 0;
    for (uint32_t i = 0; i < paths->count; i++) {
        if (doorway[i])
            continue;
        any[count] = to_nearest(paths, NULL, i);
        like[count] = to_nearest(paths, doorway, i);
        if (!is_alone(paths, doorway, i))
            company[in_company++] = like[count];
        count++;
    }
    *out = (struct spacing){median_of(any, count), median_of(like, count),
                            median_of(company, in_company)};
    free(doorway);
    free(any);
    free(like);
    free(company);
}

/* Corridors too short for two points have one, and the next is in another room: levels of
 * such corridors alone are not too sparse. */
static void judge_spacing(const struct wr_layout *layout, const struct wr_paths *paths,
                          const char *what, struct sums *sums)
{
    struct spacing spacing;
    if (layout->room_count < LARGE)
        return;
    find_spacing(layout, paths, &spacing);
    if (spacing.like < NEAREST || spacing.company > FARTHEST || spacing.any > FARTHEST)
        fail_msg("%s: the nearest other point is %.2f m away in the median, %.2f m without "
                 "points that are alone, %.2f m to those of doorways too",
                 what, spacing.like, spacing.company, spacing.any);
    sums->large++;
}

/* What must be right about the path points of any level, of which some doorways may be within
 * rooms. */
static void judge_paths(const struct wr_layout *layout, const struct wr_walkmesh *mesh,
                        uint32_t inner, const char *what, struct sums *sums,
                        const struct wr_paths *paths)
{
    struct path_faults found;
    path_oracle_judge(layout, mesh, paths, &found);
    if (found.order || found.off_floor || found.torn || found.mixed || found.doorways > inner ||
        found.narrow != paths->narrow || found.bare != paths->bare ||
        found.worst_detour > WORST_DETOUR)
        fail_msg("%s: %u hops out of order, %u off the floor, %u torn, %u mixed, %u doorways "
                 "without points, %u narrow (said: %u), %u bare of %u (said: %u), detour %.1f",
                 what, found.order, found.off_floor, found.torn, found.mixed, found.doorways,
                 found.narrow, paths->narrow, found.bare, found.islands, paths->bare,
                 found.worst_detour);
    judge_spacing(layout, paths, what, sums);
    sums->levels++;
    sums->points += paths->count;
    sums->hops += paths->starts[paths->count] / 2;
    sums->narrow += paths->narrow;
    sums->bare += paths->bare;
    sums->islands += found.islands;
    if (found.worst_detour > sums->worst_detour)
        sums->worst_detour = found.worst_detour;
}

static void judge(struct wr_context *context, const struct wr_layout *layout,
                  const struct wr_walkmesh *mesh, const char *what, struct sums *sums,
                  struct wr_paths *paths, struct wr_arena *arena)
{
    assert_int_equal(wr_paths_make(context, layout, NULL, arena, paths), WR_OK);
    judge_paths(layout, mesh, 0, what, sums, paths);
}

static void print_sums(const char *what, const struct sums *sums)
{
    printf("[  NOTE    ] %s: %u levels (%u large), %u points, %u hops, %u narrow, %u of %u "
           "islands bare, worst detour %.1f, %u alike\n",
           what, sums->levels, sums->large, sums->points, sums->hops, sums->narrow, sums->bare,
           sums->islands, sums->worst_detour, sums->alike);
}

/* The level as the walkmeshes of its rooms: what a module knows of it. */
static const struct wr_walkmesh **make_meshes(struct laid_out *level, const struct wr_map *map,
                                              struct wr_kits *kits, uint32_t *count,
                                              uint32_t *inner)
{
    const struct wr_build_options options = {.output = NULL};
    struct wr_context *context = level->findings.context;
    struct wr_layout *layout;
    uint32_t unreachable;
    assert_int_equal(wr_layout_place(context, map, kits, &options, &layout), WR_OK);
    assert_int_equal(wr_layout_judge(context, layout, &unreachable), WR_OK);
    const struct wr_walkmesh **meshes =
        WR_TAKE(level->arena, const struct wr_walkmesh *, layout->area_room_count);
    for (uint32_t r = 0; r < layout->area_room_count; r++) {
        struct wr_walkmesh *mesh;
        assert_int_equal(
            wr_area_room_mesh(context, layout, r, level->arena, level->scratch, &mesh, NULL),
            WR_OK);
        meshes[r] = mesh;
    }
    *count = layout->area_room_count;
    *inner = 0;
    for (uint32_t i = 0; i < layout->link_count; i++)
        *inner += wr_link_is_inner(layout, &layout->links[i]);
    wr_layout_free(layout);
    return meshes;
}

/* Both ways to the points: from the layout, and from the walkmeshes alone. */
static void judge_map(const struct wr_map *map, struct wr_kits *kits, const char *what,
                      struct sums *sums)
{
    struct laid_out level;
    struct wr_paths paths, again;
    struct sums other = {0};
    uint32_t count, inner;
    laid_out_start(&level, map, kits);
    judge(level.findings.context, level.layout, level.mesh, what, sums, &paths, level.arena);
    const struct wr_walkmesh **meshes = make_meshes(&level, map, kits, &count, &inner);
    assert_int_equal(
        wr_paths_of_meshes(level.findings.context, meshes, count, NULL, level.arena, &again),
        WR_OK);
    judge_paths(level.layout, level.mesh, inner, what, &other, &again);
    sums->alike +=
        again.count == paths.count && again.starts[again.count] == paths.starts[paths.count];
    assert_int_equal(again.bare, paths.bare);
    laid_out_end(&level);
}

/* ---- Scenes ---- */

struct stage {
    struct scene scene;
    struct wr_arena *arena, *scratch;
    struct wr_paths paths;
    struct sums sums;
};

static int start(void **state)
{
    static struct stage stage;
    stage = (struct stage){0};
    scene_start(&stage.scene);
    stage.arena = wr_arena_create();
    stage.scratch = wr_arena_create();
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    scene_end(&stage->scene);
    wr_arena_destroy(stage->arena);
    wr_arena_destroy(stage->scratch);
    return 0;
}

static void judge_scene(struct stage *stage, const char *what)
{
    struct wr_walkmesh *mesh;
    stage->scene.options.merge_all = true;
    if (scene_seam(&stage->scene) != WR_OK ||
        wr_area_room_mesh(stage->scene.context, stage->scene.layout, 0, stage->arena,
                          stage->scratch, &mesh, NULL) != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
    judge(stage->scene.context, stage->scene.layout, mesh, what, &stage->sums, &stage->paths,
          stage->arena);
}

static void judge_plan(struct stage *stage, const char *const *rows, float cell)
{
    scene_add_plan(&stage->scene, &(scene_plan){"plan", rows, cell});
    scene_put(&stage->scene, "plan", 0, 0, 0, 0);
    judge_scene(stage, "plan");
}

static void a_closed_room_has_points_that_hang_together(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &(scene_box){.id = "cell", .width = 9, .depth = 6});
    scene_put(&stage->scene, "cell", 0, 0, 0, 30);
    judge_scene(stage, "a closed room");
    assert_in_range(stage->paths.count, 1, 4);
    assert_int_equal(stage->paths.narrow + stage->paths.bare, 0);
}

static void a_doorway_joins_the_points_of_two_rooms(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene,
                  &(scene_box){.id = "cell",
                               .width = 6,
                               .depth = 6,
                               .flags = SCENE_SILLS | SCENE_FLAT_FACES | SCENE_UPRIGHT_FACES,
                               .doors = {{.side = 'n', .pieces = 2, .out = 0.375f},
                                         {.side = 's', .pieces = 3, .width = 2.5f},
                                         {.side = 'e', .width = 1.1f, .out = 0.2f},
                                         {.side = 'w', .width = 1.1f}}});
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "cell", "s", false);
    scene_join(&stage->scene, 0, "e", "cell", "w", true);
    scene_join(&stage->scene, 1, "n", "cell", "n", true);
    judge_scene(stage, "three doorways");
    assert_int_equal(stage->scene.layout->link_count, 3);
    assert_int_equal(stage->paths.narrow, 0);
    assert_int_equal(stage->paths.bare, stage->sums.islands - 1); /* odd faces in corners */
}

static void ways_lead_round_what_stands_in_them(void **state)
{
    static const char *const rows[] = {
        "...........", ".#########.", ".#.......#.", ".#.#####.#.", ".#.#...#.#.",
        ".#.#.#.#.#.", ".#...#...#.", ".#####.###.", "...........", NULL};
    struct stage *stage = *state;
    judge_plan(stage, rows, 1);
    assert_int_equal(stage->paths.narrow + stage->paths.bare, 0);
    assert_int_equal(stage->sums.islands, 1);
}

static void passages_hardly_wide_enough_are_gone_through_the_middle(void **state)
{
    /* 70 cm: 5 cm on either side of the line that keeps off both walls. */
    static const char *const rows[] = {".......", "#####.#", "#.....#",
                                       "#.#####", ".......", NULL};
    struct stage *stage = *state;
    judge_plan(stage, rows, 0.7f);
    assert_int_equal(stage->sums.islands, 1);
    assert_int_equal(stage->paths.narrow, 0);
}

static void passages_too_narrow_are_gone_through_and_counted(void **state)
{
    static const char *const rows[] = {
        "nn.........", "...........", "...........", "...........", "...........",
        "#####.#####", "#####.#####", "#####.#####", "...........", "...........",
        "...........", "...........", "ss.........", NULL};
    struct stage *stage = *state;
    scene_add_plan(&stage->scene, &(scene_plan){"plan", rows, 0.55f});
    scene_put(&stage->scene, "plan", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "plan", "s", false);
    judge_scene(stage, "a slit");
    assert_in_range(stage->paths.narrow, 2, 12);
    assert_int_equal(stage->paths.bare, 0);
}

/* A hop is told to be narrow where it is, and only there. */
static void as_many_hops_are_counted_as_come_too_near_to_walls(void **state)
{
    enum { ACROSS = 16, DOWN = 12, PLANS = 60 };
    uint32_t narrow = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= PLANS; seed++) {
        char cells[DOWN][ACROSS + 1] = {{0}}, what[32];
        const char *rows[DOWN + 1] = {NULL};
        wr_random random = wr_random_of(seed, 9);
        void *own;
        start(&own);
        for (int y = 0; y < DOWN; y++) {
            for (int x = 0; x < ACROSS; x++)
                cells[y][x] = wr_random_below(&random, 5) ? '.' : '#';
            rows[y] = cells[y];
        }
        snprintf(what, sizeof what, "plan %u", (unsigned)seed);
        struct stage *stage = own;
        scene_add_plan(&stage->scene, &(scene_plan){"plan", rows, 0.55f});
        scene_put(&stage->scene, "plan", 0, 0, 0, 0);
        judge_scene(stage, what);
        narrow += stage->paths.narrow;
        finish(&own);
    }
    assert_true(narrow > 100);
}

/* Ten centimetres from a wall of a hall of 12 by 4 metres, a metre along it. */
static void walls_count_but_near_the_doorways_that_there_are(void **state)
{
    struct stage *stage = *state;
    const struct wr_path_room room = {.mesh = mesh_grid(stage->arena, 12, 4)};
    wr_path_door doors[] = {{.middle.at = {9, 0, 0}}, {.middle.at = {2, 0, 0}}};
    const wr_vec3 from = {1.5f, 0.1f, 0}, to = {2.5f, 0.1f, 0};
    struct wr_path_floor floor;
    room.mesh->walkable_count = room.mesh->face_count;
    assert_int_equal(wr_path_floor_make(stage->scene.context, &room, stage->arena, &floor),
                     WR_OK);
    floor.doors = doors;
    for (floor.door_count = 0; floor.door_count < 2; floor.door_count++)
        assert_near(wr_path_hop_clearance(&floor, from, to, WR_PATH_CLEARANCE), 0.1, 1e-6);
    assert_near(wr_path_hop_clearance(&floor, from, to, WR_PATH_CLEARANCE), WR_PATH_CLEARANCE,
                1e-6);
}

static void islands_too_small_for_a_point_are_counted(void **state)
{
    static const char *const rows[] = {"......", "......", "......", "######",
                                       "#.##.#", "######", NULL};
    struct stage *stage = *state;
    judge_plan(stage, rows, 0.5f);
    assert_int_equal(stage->sums.islands, 3);
    assert_int_equal(stage->paths.bare, 2);
}

static void storeys_above_each_other_do_not_mix(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &(scene_box){.id = "ramp",
                                              .width = 4,
                                              .depth = 8,
                                              .climb = 4,
                                              .doors = {{.side = 'n'}, {.side = 's'}}});
    scene_add_box(&stage->scene,
                  &(scene_box){.id = "hall",
                               .width = 8,
                               .depth = 8,
                               .doors = {{.side = 'n'}, {.side = 's'}, {.side = 'e'}}});
    scene_put(&stage->scene, "hall", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "ramp", "s", false);
    scene_join(&stage->scene, 1, "n", "hall", "s", false);
    scene_put(&stage->scene, "hall", 0, 12, -3, 45);
    judge_scene(stage, "storeys");
    assert_int_equal(stage->paths.narrow + stage->paths.bare, 0);
}

/* Faces through each other, upside down, used up: points need not make sense, but hops must. */
static void heaps_of_faces_do_no_harm(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= OFTEN(30, 8); seed++) {
        void *own;
        start(&own);
        struct stage *stage = own;
        struct path_faults found;
        wr_surfaces surfaces = wr_surfaces_default(WR_K1);
        struct wr_walkmesh *mesh = mesh_heap(stage->scene.kit_arena, 8 + (uint32_t)seed % 40,
                                             4 + (uint32_t)seed * 2, seed);
        assert_int_equal(wr_walkmesh_sort(stage->scene.context, stage->scratch, mesh,
                                          surfaces.walkable, NULL),
                         WR_OK);
        scene_add_mesh(&stage->scene, "heap", mesh, (struct wr_marks){0}, NULL, 0);
        scene_put(&stage->scene, "heap", 0, 0, 0, 0);
        assert_int_equal(scene_seam(&stage->scene), WR_OK);
        assert_int_equal(wr_paths_make(stage->scene.context, stage->scene.layout, NULL,
                                       stage->arena, &stage->paths),
                         WR_OK);
        path_oracle_judge(stage->scene.layout, mesh, &stage->paths, &found);
        if (found.order)
            fail_msg("seed %llu: %u hops out of order", (unsigned long long)seed, found.order);
        for (uint32_t i = 0; i < stage->paths.count; i++)
            assert_true(wr_vec3_finite(stage->paths.points[i]));
        finish(&own);
    }
}

static void nothing_to_walk_on_gives_no_points(void **state)
{
    static const char *const rows[] = {"##", "##", NULL};
    struct stage *stage = *state;
    judge_plan(stage, rows, 1);
    assert_int_equal(stage->paths.count, 0);
    assert_int_equal(stage->paths.starts[0], 0);
}

/* ---- Promises ---- */

static void assert_same(const struct wr_paths *a, const struct wr_paths *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->points, b->points, a->count * sizeof *a->points);
    assert_memory_equal(a->starts, b->starts, (a->count + 1) * sizeof *a->starts);
    assert_memory_equal(a->neighbours, b->neighbours,
                        a->starts[a->count] * sizeof *a->neighbours);
    assert_int_equal(a->narrow, b->narrow);
    assert_int_equal(a->bare, b->bare);
}

static void any_number_of_jobs_gives_the_same_points(void **state)
{
    struct generated g;
    struct laid_out level;
    struct wr_paths one, many;
    (void)state;
    generated_start(&g, "templates/library/rings.json");
    generated_make(&g, 3);
    laid_out_start(&level, g.map, g.kits);
    wr_context_set_jobs(level.findings.context, 1);
    assert_int_equal(
        wr_paths_make(level.findings.context, level.layout, NULL, level.arena, &one), WR_OK);
    for (unsigned jobs = 2; jobs < 7; jobs += 2) {
        wr_context_set_jobs(level.findings.context, jobs);
        assert_int_equal(
            wr_paths_make(level.findings.context, level.layout, NULL, level.arena, &many),
            WR_OK);
        assert_same(&one, &many);
    }
    laid_out_end(&level);
    generated_end(&g);
}

static enum wr_result make_starved(struct findings *findings, void *user)
{
    struct stage *stage = user;
    return wr_paths_make(findings->context, stage->scene.layout, NULL, findings->arena,
                         &stage->paths);
}

static void memory_that_runs_out_is_said(void **state)
{
    struct stage *stage = *state;
    scene_add_box(&stage->scene, &(scene_box){.id = "cell",
                                              .width = 5,
                                              .depth = 4,
                                              .doors = {{.side = 'n'}, {.side = 's'}}});
    scene_put(&stage->scene, "cell", 0, 0, 0, 0);
    scene_join(&stage->scene, 0, "n", "cell", "s", false);
    assert_int_equal(scene_seam(&stage->scene), WR_OK);
    starve(make_starved, stage);
}

/* ---- Levels ---- */

static void levels_of_the_library_stand_before_the_oracle(void **state)
{
    static const char *const paths[] = {
        "examples/first-level/template.json", "templates/library/cells.json",
        "templates/library/hub.json",         "templates/library/lock.json",
        "templates/library/rings.json",       "templates/library/road.json",
        "templates/library/sanctum.json",     "templates/library/shortcut.json",
        "templates/library/storeys.json"};
    struct sums sums = {0};
    char what[128];
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct generated g;
        generated_start(&g, paths[i]);
        for (uint64_t seed = 1; seed <= OFTEN(6, 2); seed++) {
            generated_make(&g, seed);
            snprintf(what, sizeof what, "%s, seed %llu", paths[i], (unsigned long long)seed);
            judge_map(g.map, g.kits, what, &sums);
        }
        generated_end(&g);
    }
    print_sums("generated", &sums);
    assert_true(sums.large > 1);
    assert_int_equal(sums.narrow + sums.bare, 0);
    double degree = 2.0 * sums.hops / sums.points;
    assert_true(degree > 1.9 && degree < 2.6);
}

static void maps_of_the_examples_stand_before_the_oracle(void **state)
{
    static const char *const paths[] = {"examples/first-map/map.json",
                                        "examples/deep-burrow/map.json"};
    struct sums sums = {0};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct findings findings;
        struct wr_map *map = NULL;
        findings_start(&findings);
        struct wr_kits *kits = wr_kits_create(&surfaces);
        const char *path =
            wr_path_join(findings.arena, wr_environment("WARREN_SOURCE"), paths[i]);
        assert_int_equal(wr_map_load(findings.context, path, &surfaces, &map), WR_OK);
        judge_map(map, kits, paths[i], &sums);
        wr_map_free(map);
        wr_kits_free(kits);
        findings_end(&findings);
    }
    print_sums("examples", &sums);
    assert_int_equal(sums.large, 1);
    assert_int_equal(sums.narrow + sums.bare, 0);
}

static void judge_chain(struct wr_kits *kits, const struct wr_kit *kit, uint64_t seed,
                        struct sums *sums)
{
    struct chain chain;
    struct wr_map map = {.id = "chain",
                         .skybox = "",
                         .tolerance = NAN,
                         .overlap = NAN,
                         .entry = {.room = WR_NONE}};
    char what[128];
    chain_grow(&chain, kit, kit->id, seed, (unsigned)seed & 15, 4 + 5 * (uint32_t)(seed % 5));
    chain_settle(&chain, &map, kits);
    snprintf(what, sizeof what, "%s, seed %llu, %u rooms", kit->id, (unsigned long long)seed,
             chain.count);
    judge_map(&map, kits, what, sums);
    chain_free(&chain);
}

static void chains_of_shipped_rooms_stand_before_the_oracle(void **state)
{
    static const char *const names[] = {"blackvulkar", "sithbase"};
    struct findings findings;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    (void)state;
    findings_start(&findings);
    const char *folder = corpus_folder(findings.arena, "holocron");
    for (int i = 0; folder && i < 2; i++) {
        struct sums sums = {0};
        const struct wr_kit *kit;
        struct wr_kits *kits = wr_kits_create(&surfaces);
        assert_int_equal(wr_kits_add(kits, folder), WR_OK);
        assert_int_equal(wr_kits_find(findings.context, kits, names[i], &kit), WR_OK);
        for (uint64_t seed = 1; seed <= 8; seed++)
            judge_chain(kits, kit, seed, &sums);
        print_sums(names[i], &sums);
        wr_kits_free(kits);
    }
    findings_end(&findings);
    if (!folder)
        skip();
}

/* A walkmesh alone, as a room without doorways. */
static void judge_file(void *user, const struct wr_source *source)
{
    struct sums *sums = user;
    struct stage stage = {0};
    struct wr_walkmesh *mesh;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    scene_start(&stage.scene);
    stage.arena = wr_arena_create();
    stage.scratch = wr_arena_create();
    assert_int_equal(wr_bwm_read(stage.scene.context, stage.scene.kit_arena, source, &mesh),
                     WR_OK);
    assert_int_equal(wr_walkmesh_sort(stage.scene.context, stage.scratch, mesh,
                                      wr_walkmesh_walkable(mesh, &surfaces), NULL),
                     WR_OK);
    scene_add_mesh(&stage.scene, "file", mesh, (struct wr_marks){0}, NULL, 0);
    scene_put(&stage.scene, "file", 0, 0, 0, 0);
    stage.sums = *sums;
    judge_scene(&stage, source->name);
    *sums = stage.sums;
    finish(&(void *){&stage});
}

static void corpus_rooms_stand_before_the_oracle(void **state)
{
    struct sums sums = {0};
    (void)state;
    assert_true(corpus_all("wok", ".wok", judge_file, &sums) > 50);
    print_sums("corpus", &sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_closed_room_has_points_that_hang_together, start,
                                        finish),
        cmocka_unit_test_setup_teardown(a_doorway_joins_the_points_of_two_rooms, start, finish),
        cmocka_unit_test_setup_teardown(ways_lead_round_what_stands_in_them, start, finish),
        cmocka_unit_test_setup_teardown(passages_hardly_wide_enough_are_gone_through_the_middle,
                                        start, finish),
        cmocka_unit_test_setup_teardown(passages_too_narrow_are_gone_through_and_counted, start,
                                        finish),
        cmocka_unit_test(as_many_hops_are_counted_as_come_too_near_to_walls),
        cmocka_unit_test_setup_teardown(walls_count_but_near_the_doorways_that_there_are, start,
                                        finish),
        cmocka_unit_test_setup_teardown(islands_too_small_for_a_point_are_counted, start,
                                        finish),
        cmocka_unit_test_setup_teardown(storeys_above_each_other_do_not_mix, start, finish),
        cmocka_unit_test_setup_teardown(nothing_to_walk_on_gives_no_points, start, finish),
        cmocka_unit_test(heaps_of_faces_do_no_harm),
        cmocka_unit_test(any_number_of_jobs_gives_the_same_points),
        cmocka_unit_test_setup_teardown(memory_that_runs_out_is_said, start, finish),
        cmocka_unit_test(levels_of_the_library_stand_before_the_oracle),
        cmocka_unit_test(maps_of_the_examples_stand_before_the_oracle),
        cmocka_unit_test(chains_of_shipped_rooms_stand_before_the_oracle),
        cmocka_unit_test(corpus_rooms_stand_before_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
