/* Walkmeshes that are too large to be held beside what is made of them: rebuilt as small ones
 * are. */
#include "tests/support/findings.h"
#include "tests/support/meshes.h"
#include "tests/support/test.h"

#include "builder/inspect/inspect.h"
#include "core/base/bytes.h"
#include "core/files/files.h"
#include "core/format/bwm.h"

enum { SIDE = 180, LEAST = 8 << 20 };

struct room {
    struct findings f;
    struct wr_memory *memory;
    struct wr_bytes file, rebuilt;
};

static int start(void **state)
{
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    struct room *room = calloc(1, sizeof *room);
    struct wr_rebuilt report;
    findings_start(&room->f);
    struct wr_walkmesh *mesh = mesh_grid(room->f.arena, SIDE, SIDE);
    assert_int_equal(
        wr_walkmesh_derive(room->f.context, room->f.arena, mesh, NULL, WR_NOWHERE, NULL),
        WR_OK);
    for (uint32_t f = 0; f < mesh->face_count; f += 5)
        mesh->materials[f] = NONWALK;
    wr_bwm_write(mesh, &room->file);
    assert_true(room->file.size > LEAST);
    const struct wr_source source = {"room.wok", room->file.data, room->file.size, true};
    assert_int_equal(
        wr_bwm_rebuild(room->f.context, room->f.arena, &source, &k1, &room->rebuilt, &report),
        WR_OK);
    room->memory = wr_memory_create(NULL);
    assert_true(wr_memory_put(room->memory, "room.wok", room->file.data, room->file.size));
    wr_context_set_files(room->f.context, wr_memory_files(room->memory));
    *state = room;
    return 0;
}

static int end(void **state)
{
    struct room *room = *state;
    wr_bytes_finish(&room->file);
    wr_bytes_finish(&room->rebuilt);
    findings_end(&room->f);
    wr_memory_destroy(room->memory);
    free(room);
    return 0;
}

static enum wr_result rebuild(struct room *room, const struct wr_rebuild_options *options,
                              struct wr_rebuild_summary *sum)
{
    const char *const paths[] = {"room.wok"};
    return wr_rebuild(room->f.context, paths, 1, options, sum);
}

static void assert_is(struct room *room, const char *path, const struct wr_bytes *bytes)
{
    size_t size;
    const void *data = wr_memory_get(room->memory, path, &size);
    assert_non_null(data);
    assert_int_equal(size, bytes->size);
    assert_memory_equal(data, bytes->data, size);
}

static void a_large_file_becomes_what_its_bytes_become(void **state)
{
    struct room *room = *state;
    struct wr_rebuild_summary sum;
    const struct wr_rebuild_options options = {.output = "out"};
    assert_int_equal(rebuild(room, &options, &sum), WR_OK);
    assert_is(room, "out/room.wok", &room->rebuilt);
    assert_is(room, "room.wok", &room->file);
    assert_int_equal(sum.rebuilt, 1);
    assert_int_equal(sum.unchanged, 0);
    assert_int_equal(sum.faces, 2 * SIDE * SIDE);
    assert_true(sum.reordered > 0);
}

static void a_large_file_is_rebuilt_in_its_place_once(void **state)
{
    struct room *room = *state;
    struct wr_rebuild_summary sum;
    const struct wr_rebuild_options options = {0};
    assert_int_equal(rebuild(room, &options, &sum), WR_OK);
    assert_is(room, "room.wok", &room->rebuilt);
    assert_int_equal(sum.unchanged, 0);
    assert_int_equal(rebuild(room, &options, &sum), WR_OK);
    assert_is(room, "room.wok", &room->rebuilt);
    assert_int_equal(sum.unchanged, 1);
}

static void a_dry_run_says_what_would_change_of_a_large_file(void **state)
{
    struct room *room = *state;
    struct wr_rebuild_summary sum;
    const struct wr_rebuild_options options = {.dry_run = true};
    const struct wr_source old = {"room.wok", room->file.data, room->file.size, true};
    const struct wr_source now = {"room.wok", room->rebuilt.data, room->rebuilt.size, true};
    struct wr_bytes why = {0};
    assert_false(wr_bwm_same(&old, &now, &why));
    wr_bytes_char(&why, '\0');
    assert_int_equal(rebuild(room, &options, &sum), WR_OK);
    assert_non_null(strstr(findings_said(&room->f), (const char *)why.data));
    assert_is(room, "room.wok", &room->file);
    wr_bytes_finish(&why);
}

static void a_large_file_that_is_cut_is_refused_and_stays(void **state)
{
    struct room *room = *state;
    struct wr_rebuild_summary sum;
    const struct wr_rebuild_options options = {0};
    struct wr_bytes cut = {room->file.data, room->file.size - 1, 0, false};
    assert_true(wr_memory_put(room->memory, "room.wok", cut.data, cut.size));
    assert_int_equal(rebuild(room, &options, &sum), WR_SYNTAX);
    assert_non_null(strstr(findings_said(&room->f), "[bwm-truncated]"));
    assert_is(room, "room.wok", &cut);
    assert_int_equal(sum.failed, 1);
}

static void a_large_file_that_is_no_walkmesh_is_named(void **state)
{
    struct room *room = *state;
    struct wr_rebuild_summary sum;
    const struct wr_rebuild_options options = {0};
    room->file.data[0] = 'X';
    assert_true(wr_memory_put(room->memory, "room.wok", room->file.data, room->file.size));
    assert_int_equal(rebuild(room, &options, &sum), WR_SYNTAX);
    assert_non_null(strstr(findings_said(&room->f), "[bwm-magic]"));
    assert_is(room, "room.wok", &room->file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_large_file_becomes_what_its_bytes_become, start, end),
        cmocka_unit_test_setup_teardown(a_large_file_is_rebuilt_in_its_place_once, start, end),
        cmocka_unit_test_setup_teardown(a_dry_run_says_what_would_change_of_a_large_file, start,
                                        end),
        cmocka_unit_test_setup_teardown(a_large_file_that_is_cut_is_refused_and_stays, start,
                                        end),
        cmocka_unit_test_setup_teardown(a_large_file_that_is_no_walkmesh_is_named, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
