/* What may last in the core, stopped at each ask: it fails and says nothing, leaves nothing,
 * and done again it gives what it always gives. */
#define _XOPEN_SOURCE 700
#include "tests/support/findings.h"
#include "tests/support/folder.h"
#include "tests/support/small_model.h"

#include "core/base/slices.h"
#include "core/files/file.h"
#include "core/format/archive.h"
#include "core/format/bwm.h"
#include "core/model/layout.h"
#include "core/model/model.h"

/* ---- Stopping -------------------------------------------------------------------------- */

struct work {
    struct findings findings;
    uint64_t asks, stop_at;   /* 0: never */
    struct wr_bytes in, out;  /* what is worked on; what comes of it */
    struct wr_walkmesh *mesh; /* or this is worked on */
    struct folder folder;
};

/* Says OK or stops; what it gives is in `out`. */
typedef enum wr_result work_fn(struct work *work);

static enum wr_answer answer(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct work *work = user;
    (void)what, (void)done, (void)total;
    return ++work->asks == work->stop_at ? WR_STOP : WR_GO_ON;
}

static void start(struct work *work)
{
    *work = (struct work){0};
    findings_start(&work->findings);
    wr_context_set_progress(work->findings.context, answer, work);
    wr_context_set_patience(work->findings.context, 0);
}

static void end(struct work *work)
{
    wr_walkmesh_free(work->mesh);
    wr_bytes_finish(&work->in);
    wr_bytes_finish(&work->out);
    findings_end(&work->findings);
}

static enum wr_result run(struct work *work, work_fn *fn, uint64_t stop_at)
{
    work->asks = 0;
    work->stop_at = stop_at;
    work->out.size = 0;
    wr_context_enter(work->findings.context);
    return wr_context_leave(work->findings.context, fn(work));
}

/* Stops at each ask there is, of which there are `least` at least. */
static void stop_everywhere(struct work *work, work_fn *fn, uint64_t least)
{
    assert_int_equal(run(work, fn, 0), WR_OK);
    struct wr_bytes whole = work->out;
    uint64_t asks = work->asks;
    work->out = (struct wr_bytes){0};
    assert_true(asks >= least);
    for (uint64_t at = 1; at <= asks; at += 1 + at / 16) {
        assert_int_equal(run(work, fn, at), WR_STOPPED);
        assert_int_equal(work->asks, at);
        assert_int_equal(work->out.size, 0);
        assert_said(&work->findings, "");
    }
    assert_int_equal(run(work, fn, 0), WR_OK);
    assert_int_equal(work->out.size, whole.size);
    assert_memory_equal(work->out.data, whole.data, whole.size);
    wr_bytes_finish(&whole);
}

/* ---- Runs of bytes --------------------------------------------------------------------- */

enum { SLICES = 3 };

static void fill(struct wr_bytes *bytes)
{
    size_t size = SLICES * WR_SLICE + 12;
    uint8_t *data = wr_bytes_extend(bytes, size);
    assert_non_null(data);
    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)(i * 2654435761u >> 24);
}

static enum wr_result copy_run(struct work *work)
{
    struct wr_context *context = work->findings.context;
    size_t size = work->in.size;
    struct wr_bytes own = {0};
    bool going = wr_slices_add(context, &own, work->in.data, size) &&
                 wr_slices_words(context, &own, work->in.data, size / 4) &&
                 wr_slices_zero(context, own.data, size) &&
                 wr_slices_copy(context, own.data, own.data + size, size) &&
                 wr_slices_same(context, own.data, work->in.data, size);
    if (going)
        wr_bytes_add(&work->out, own.data, own.size);
    wr_bytes_finish(&own);
    return going ? WR_OK : WR_STOPPED;
}

static void long_runs_of_bytes_stop_between_slices(void **state)
{
    struct work work;
    (void)state;
    start(&work);
    fill(&work.in);
    stop_everywhere(&work, copy_run, 5 * SLICES);
    assert_memory_equal(work.out.data, work.in.data, work.in.size);
    assert_memory_equal(work.out.data + work.in.size, work.in.data, work.in.size);
    assert_false(wr_slices_same(NULL, work.in.data, work.in.data + 4, work.in.size - 4));
    end(&work);
}

/* ---- Walkmeshes ------------------------------------------------------------------------ */

enum { SIDE = 130 };

static void take_mesh(struct work *work, enum wr_result result, struct wr_walkmesh *mesh)
{
    if (result != WR_OK)
        return;
    wr_bwm_write(mesh, &work->out);
    wr_walkmesh_free(mesh);
}

static wr_vec3 spot(uint32_t i)
{
    uint32_t column = i % (SIDE + 1), row = i / (SIDE + 1);
    return wr_vec3_of((float)column, (float)row, (float)(i * 7 % 5) / 8);
}

/* Walls across the floor with a gap at one end, then at the other. */
static bool is_wall(uint32_t column, uint32_t row)
{
    return row % 4 == 2 && column != (row % 8 == 2 ? 0 : SIDE - 1);
}

static enum wr_result make_mesh(struct work *work)
{
    enum { FACES = 2 * SIDE * SIDE, VERTICES = (SIDE + 1) * (SIDE + 1) };
    static wr_vec3 vertices[VERTICES];
    static wr_face faces[FACES];
    static uint32_t materials[FACES];
    for (uint32_t i = 0; i < VERTICES; i++)
        vertices[i] = spot(i);
    for (uint32_t i = 0; i < FACES; i++) {
        uint32_t v = i / 2 / SIDE * (SIDE + 1) + i / 2 % SIDE;
        faces[i] = i % 2 ? (wr_face){{v, v + SIDE + 2, v + SIDE + 1}}
                         : (wr_face){{v, v + 1, v + SIDE + 2}};
        materials[i] = is_wall(i / 2 % SIDE, i / 2 / SIDE) ? 7 : 4;
    }
    const wr_triangles triangles = {vertices, faces, materials, VERTICES, FACES};
    struct wr_walkmesh *mesh = NULL;
    enum wr_result result =
        wr_walkmesh_make(work->findings.context, WR_WOK, &triangles, NULL, &mesh);
    take_mesh(work, result, mesh);
    return result;
}

static enum wr_result place_mesh(struct work *work)
{
    struct wr_walkmesh *mesh = NULL;
    enum wr_result result = wr_walkmesh_place(work->findings.context, work->mesh,
                                              &(wr_placement){.turn = 30}, NULL, &mesh);
    take_mesh(work, result, mesh);
    return result;
}

static enum wr_result rebuild_mesh(struct work *work)
{
    struct wr_walkmesh *mesh = NULL;
    enum wr_result result =
        wr_walkmesh_rebuild(work->findings.context, work->mesh, NULL, &mesh);
    take_mesh(work, result, mesh);
    return result;
}

static enum wr_result read_mesh(struct work *work)
{
    struct wr_walkmesh *mesh = NULL;
    enum wr_result result =
        wr_walkmesh_read(work->findings.context, "bytes", work->in.data, work->in.size, &mesh);
    take_mesh(work, result, mesh);
    return result;
}

static enum wr_result write_mesh(struct work *work)
{
    return wr_walkmesh_write(work->findings.context, work->mesh, &work->out);
}

static enum wr_result find_way(struct work *work)
{
    struct wr_route *route = NULL;
    enum wr_result result =
        wr_walkmesh_route(work->findings.context, work->mesh, wr_vec3_of(0.6f, 0.2f, 0),
                          wr_vec3_of(SIDE - 0.4f, SIDE - 0.8f, 0), 2, &route);
    if (result == WR_OK)
        wr_bytes_words(&work->out, route->points, route->count * sizeof *route->points / 4);
    wr_route_free(route);
    return result;
}

static void large_walkmeshes_stop_wherever_they_are_worked_on(void **state)
{
    struct work work;
    (void)state;
    start(&work);
    stop_everywhere(&work, make_mesh, 20);
    wr_bytes_add(&work.in, work.out.data, work.out.size);
    assert_int_equal(wr_walkmesh_read(work.findings.context, "bytes", work.in.data,
                                      work.in.size, &work.mesh),
                     WR_OK);
    stop_everywhere(&work, place_mesh, 20);
    stop_everywhere(&work, rebuild_mesh, 20);
    stop_everywhere(&work, read_mesh, 10);
    stop_everywhere(&work, write_mesh, 1);
    stop_everywhere(&work, find_way, 1);
    end(&work);
}

/* ---- Models ---------------------------------------------------------------------------- */

enum { PARTS = 90 };

static enum wr_result build_model(struct work *work, struct wr_arena *arena,
                                  const struct small_model *small, struct wr_model **out)
{
    struct wr_context *context = work->findings.context;
    struct wr_source mdl = {"mdl", small->mdl.data, small->mdl.size, true};
    struct wr_source mdx = {"mdx", small->mdx.data, small->mdx.size, true};
    struct wr_model *parts[PARTS];
    struct wr_walkmesh *floor = NULL;
    enum wr_result result = WR_OK;
    for (uint32_t p = 0; result == WR_OK && p < PARTS; p++)
        result = wr_model_read(context, arena, &mdl, &mdx, &parts[p]);
    if (result == WR_OK)
        result = wr_model_walkmesh(context, arena, parts[0], &floor);
    if (result == WR_OK)
        result = wr_model_join(context, arena, parts, PARTS, out);
    if (result == WR_OK)
        result = wr_model_mirror(context, *out);
    if (result == WR_OK)
        result = wr_model_turn(context, *out, 0, 1);
    if (result == WR_OK)
        result = wr_model_set_walkmesh(context, *out, floor);
    return result == WR_OK ? wr_model_set_name(context, *out, "joined") : result;
}

static enum wr_result join_models(struct work *work)
{
    struct small_model small = small_model_make(WR_K1);
    struct wr_arena *arena = wr_arena_create();
    struct wr_model *model = NULL;
    assert_non_null(arena);
    enum wr_result result = build_model(work, arena, &small, &model);
    if (result == WR_OK)
        wr_model_write(model, &work->out, &work->out);
    wr_arena_destroy(arena);
    small_model_free(&small);
    return result;
}

/* Each walk over all nodes asks, and joining asks at each part: more than once a part. */
static void models_stop_while_they_become_one(void **state)
{
    struct work work;
    (void)state;
    start(&work);
    stop_everywhere(&work, join_models, 5 * PARTS);
    end(&work);
}

/* A model of hundreds of nodes, in halves one behind the other. */
static enum wr_result read_model(struct work *work)
{
    const uint8_t *data = work->in.data;
    struct wr_reader reader = {data, work->in.size, work->in.size - 4, false};
    size_t size = wr_reader_u32(&reader);
    struct wr_source mdl = {"mdl", data, size, true};
    struct wr_source mdx = {"mdx", data + size, work->in.size - 4 - size, true};
    struct wr_arena *arena = wr_arena_create();
    struct wr_model *model;
    assert_non_null(arena);
    enum wr_result result = wr_model_read(work->findings.context, arena, &mdl, &mdx, &model);
    if (result == WR_OK)
        wr_model_write(model, &work->out, &work->out);
    wr_arena_destroy(arena);
    return result;
}

static void pass_over(void *user, uint32_t field)
{
    (void)user, (void)field;
}

static void a_model_of_many_nodes_stops_while_it_is_read(void **state)
{
    struct work work;
    struct wr_bytes mdl = {0}, mdx = {0};
    struct small_model small = small_model_make(WR_K1);
    struct wr_arena *arena = wr_arena_create();
    struct wr_model *model = NULL;
    (void)state;
    start(&work);
    assert_int_equal(build_model(&work, arena, &small, &model), WR_OK);
    wr_model_write(model, &mdl, &mdx);
    wr_bytes_add(&work.in, mdl.data, mdl.size);
    wr_bytes_add(&work.in, mdx.data, mdx.size);
    wr_bytes_u32(&work.in, (uint32_t)mdl.size);
    stop_everywhere(&work, read_model, 4);
    work.asks = 0;
    work.stop_at = 2;
    wr_context_enter(work.findings.context);
    assert_false(wr_model_each_pointer(work.findings.context, model, pass_over, NULL));
    wr_context_leave(work.findings.context, WR_STOPPED);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    wr_arena_destroy(arena);
    small_model_free(&small);
    end(&work);
}

/* ---- Files ----------------------------------------------------------------------------- */

static enum wr_result use_staging(struct work *work, struct wr_staging *staging)
{
    struct wr_context *context = work->findings.context;
    struct wr_staged *staged = NULL;
    struct wr_source whole;
    struct wr_arena *arena = work->findings.arena;
    enum wr_result result =
        wr_staging_write(context, staging, "whole", work->in.data, work->in.size, 0);
    if (result == WR_OK)
        result = wr_staged_open(context, arena, staging, "grown", &staged);
    if (result == WR_OK)
        result = wr_staged_append(context, staged, work->in.data, work->in.size);
    if (result == WR_OK)
        result = wr_staged_read(context, arena, staged, &whole);
    if (result == WR_OK)
        wr_bytes_add(&work->out, whole.data, whole.size);
    enum wr_result closed = wr_staged_close(context, staged, 0);
    return result == WR_OK ? closed : result;
}

static enum wr_result stage(struct work *work)
{
    struct wr_staging *staging = NULL;
    wr_arena_mark here = wr_arena_here(work->findings.arena);
    enum wr_result result =
        wr_staging_make(work->findings.context, work->folder.root, &staging);
    if (result == WR_OK)
        result = use_staging(work, staging);
    wr_staging_drop(staging);
    wr_arena_rewind(work->findings.arena, here);
    return result;
}

/* What was there before stays where the writing is stopped. */
static enum wr_result write_file(struct work *work)
{
    char path[512];
    struct wr_source source;
    struct wr_context *context = work->findings.context, *quiet = wr_context_create(NULL, NULL);
    wr_arena_mark here = wr_arena_here(work->findings.arena);
    folder_path(&work->folder, "file", path);
    assert_int_equal(wr_file_write(quiet, path, "old", 3, WR_OVERWRITE), WR_OK);
    enum wr_result result =
        wr_file_write(context, path, work->in.data, work->in.size, WR_OVERWRITE);
    assert_int_equal(wr_file_read(quiet, work->findings.arena, path, &source), WR_OK);
    assert_int_equal(source.size, result == WR_OK ? work->in.size : 3);
    if (result == WR_OK)
        result = wr_file_read(context, work->findings.arena, path, &source);
    if (result == WR_OK)
        wr_bytes_add(&work->out, source.data, source.size);
    wr_arena_rewind(work->findings.arena, here);
    wr_context_destroy(quiet);
    return result;
}

static void large_files_stop_while_they_are_written_and_read(void **state)
{
    struct work work;
    (void)state;
    start(&work);
    folder_start(&work.folder);
    fill(&work.in);
    stop_everywhere(&work, stage, 3 * SLICES);
    stop_everywhere(&work, write_file, 2 * SLICES);
    folder_end(&work.folder);
    end(&work);
}

/* ---- Archives -------------------------------------------------------------------------- */

static enum wr_result change_archive(struct work *work)
{
    struct wr_context *context = work->findings.context;
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {"archive", work->in.data, work->in.size, true};
    struct wr_archive *archive = NULL;
    struct wr_bytes bytes = {0};
    assert_non_null(arena);
    enum wr_result result = wr_archive_read(context, arena, &source, &archive);
    if (result == WR_OK)
        result = wr_archive_write(context, archive, &bytes);
    if (result == WR_OK)
        wr_bytes_add(&work->out, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    wr_arena_destroy(arena);
    return result;
}

static void archives_stop_between_their_resources(void **state)
{
    enum { COUNT = 40, SIZE = 100 };
    struct work work;
    wr_resource items[COUNT] = {0};
    (void)state;
    start(&work);
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(items[i].name, sizeof items[i].name, "part%u", (unsigned)i);
        items[i].type = WR_RES_TXI;
        items[i].id = i;
        items[i].offset = (uint32_t)wr_erf_head_size(COUNT) + SIZE * i;
        items[i].size = SIZE;
    }
    assert_int_equal(
        wr_erf_write_head(work.findings.context, WR_NOWHERE, "MOD ", items, COUNT, &work.in),
        WR_OK);
    for (uint32_t i = 0; i < COUNT * SIZE; i++)
        wr_bytes_char(&work.in, (char)('a' + i % 23));
    stop_everywhere(&work, change_archive, COUNT);
    assert_int_equal(work.out.size, work.in.size);
    assert_memory_equal(work.out.data, work.in.data, work.in.size);
    end(&work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_runs_of_bytes_stop_between_slices),
        cmocka_unit_test(large_walkmeshes_stop_wherever_they_are_worked_on),
        cmocka_unit_test(models_stop_while_they_become_one),
        cmocka_unit_test(a_model_of_many_nodes_stops_while_it_is_read),
        cmocka_unit_test(large_files_stop_while_they_are_written_and_read),
        cmocka_unit_test(archives_stop_between_their_resources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
