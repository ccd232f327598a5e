/* Memory that runs out anywhere in a command is an error that reaches the caller, and leaves
 * nothing behind. */
#include "tests/support/judged.h"
#include "tests/support/starved.h"

#include "core/base/arena.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/format/archive.h"

enum { MOST_ALLOCATIONS = 4000 };

struct command {
    struct wr_context *context;
    struct wr_arena *arena;
    const char *map, *folder, *module;
    bool planned; /* a dry run */
    bool packed;  /* with its archive */
    struct wr_bytes out;
};

typedef enum wr_result run_fn(struct command *command);

static enum wr_result run_build(struct command *command)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_build_options options = {.output = command->folder, .mod = command->packed};
    if (command->planned) {
        options.dry_run = true;
        options.plan = &command->out;
    }
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_map *map = NULL;
    enum wr_result result = kits ? WR_OK : WR_NO_MEMORY;
    if (result == WR_OK)
        result = wr_map_load(command->context, command->map, &surfaces, &map);
    if (result == WR_OK)
        result = wr_build(command->context, map, kits, &options, NULL);
    wr_map_free(map);
    wr_kits_free(kits);
    return result;
}

static enum wr_result run_check(struct command *command)
{
    return wr_check(command->context, command->module, NULL, NULL);
}

static enum wr_result run_show(struct command *command)
{
    return wr_show(command->context, command->map, &(struct wr_show_options){.json = true},
                   &command->out);
}

static enum wr_result run_rebuild(struct command *command)
{
    struct wr_rebuild_options options = {.output = command->folder};
    return wr_rebuild(command->context, &command->module, 1, &options, NULL);
}

static void start(struct command *command)
{
    const char *source = wr_environment("WARREN_SOURCE");
    assert_non_null(source);
    *command =
        (struct command){.context = wr_context_create(NULL, NULL), .arena = wr_arena_create()};
    wr_context_set_jobs(command->context, 1);
    command->map = wr_path_join(command->arena, source, "examples/first-map/map.json");
}

static void end(struct command *command)
{
    wr_bytes_finish(&command->out);
    wr_context_destroy(command->context);
    wr_arena_destroy(command->arena);
}

static enum wr_result run_once(run_fn *run, struct command *command)
{
    char folder[128];
    folder_make(folder);
    command->folder = folder;
    command->out.size = 0;
    command->out.failed = false;
    enum wr_result result = run(command);
    wr_fail_allocation_after(0);
    wr_refuse_takes(NULL);
    if (result != WR_OK)
        assert_int_equal(result, WR_NO_MEMORY);
    if (result != WR_OK && run == run_build) /* a rebuild goes file by file */
        assert_int_equal(folder_count(folder), 0);
    folder_drop(folder);
    return result;
}

/* Runs a command again and again, each time with one allocation more that works, or some more
 * where it takes many; then without one of the takes that each place in the code wants. */
static void starve_command(run_fn *run, struct command *command)
{
    size_t calls = 1;
    for (enum wr_result result = WR_NO_MEMORY; result != WR_OK;
         calls += command->packed ? OFTEN(7, 37) : OFTEN(1, 5)) {
        assert_true(calls < (command->packed ? 10 : 1) * (size_t)MOST_ALLOCATIONS);
        wr_fail_allocation_after(calls);
        result = run_once(run, command);
    }
    assert_true(calls > 2);
    start_starving();
    for (bool failed = true; failed;) {
        starve_next_take();
        enum wr_result result = run_once(run, command);
        failed = end_starved_take();
        assert_int_equal(result, failed ? WR_NO_MEMORY : WR_OK);
    }
}

static void a_build_without_memory_says_so_and_writes_nothing(void **state)
{
    (void)state;
    struct command command;
    start(&command);
    starve_command(run_build, &command);
    end(&command);
}

static void an_archive_without_memory_says_so_and_writes_nothing(void **state)
{
    (void)state;
    struct command command;
    start(&command);
    command.packed = true;
    starve_command(run_build, &command);
    end(&command);
}

static void a_plan_without_memory_says_so(void **state)
{
    (void)state;
    struct command command;
    start(&command);
    command.planned = true;
    starve_command(run_build, &command);
    end(&command);
}

/* The module the other commands work on. */
static void build_module(struct command *command, char folder[128])
{
    folder_make(folder);
    command->folder = command->module = folder;
    assert_int_equal(run_build(command), WR_OK);
}

static void starve_on_module(run_fn *run)
{
    struct command command;
    char module[128];
    start(&command);
    build_module(&command, module);
    starve_command(run, &command);
    folder_drop(module);
    end(&command);
}

static void a_check_without_memory_says_so(void **state)
{
    (void)state;
    starve_on_module(run_check);
}

static void a_rebuild_without_memory_says_so(void **state)
{
    (void)state;
    starve_on_module(run_rebuild);
}

/* A wrong plane in an archive, so that something of it is to be rebuilt. */
static void spoil_plane(struct command *command, const char *mod)
{
    struct wr_source source;
    struct wr_archive *archive;
    struct wr_bytes out = {0};
    assert_int_equal(wr_file_read(command->context, command->arena, mod, &source), WR_OK);
    assert_int_equal(wr_archive_read(command->context, command->arena, &source, &archive),
                     WR_OK);
    const wr_resource *item = wr_archive_find(archive, "first_room0", WR_RES_WOK);
    wr_bytes_add(&out, source.data, source.size);
    out.data[item->offset + 4042] ^= 0x40;
    assert_int_equal(wr_file_write(command->context, mod, out.data, out.size, WR_OVERWRITE),
                     WR_OK);
    wr_bytes_finish(&out);
}

static void a_rebuild_of_an_archive_without_memory_says_so(void **state)
{
    (void)state;
    struct command command;
    char module[128];
    start(&command);
    command.packed = true;
    build_module(&command, module);
    const char *mod = wr_path_join(command.arena, module, "first.mod");
    spoil_plane(&command, mod);
    command.module = mod;
    command.packed = false; /* which takes few allocations to rebuild */
    starve_command(run_rebuild, &command);
    folder_drop(module);
    end(&command);
}

/* What would change is told of each file, or that memory is out. */
static void a_dry_run_on_an_archive_without_memory_says_so(void **state)
{
    (void)state;
    struct command command;
    char module[128];
    start(&command);
    command.packed = true;
    build_module(&command, module);
    const char *mod = wr_path_join(command.arena, module, "first.mod");
    spoil_plane(&command, mod);
    const struct wr_rebuild_options options = {.dry_run = true};
    bool reached = true;
    size_t calls = 1;
    for (; reached; calls++) {
        uint64_t before = wr_context_count(command.context, WR_NOTE);
        wr_fail_allocation_after(calls);
        enum wr_result result = wr_rebuild(command.context, &mod, 1, &options, NULL);
        reached = wr_fail_allocation_after(0);
        if (result == WR_OK)
            assert_int_equal(wr_context_count(command.context, WR_NOTE), before + 1);
        else
            assert_int_equal(result, WR_NO_MEMORY);
    }
    assert_true(calls > 2);
    folder_drop(module);
    end(&command);
}

static void showing_without_memory_says_so(void **state)
{
    (void)state;
    starve_on_module(run_show);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_build_without_memory_says_so_and_writes_nothing),
        cmocka_unit_test(an_archive_without_memory_says_so_and_writes_nothing),
        cmocka_unit_test(a_plan_without_memory_says_so),
        cmocka_unit_test(a_check_without_memory_says_so),
        cmocka_unit_test(a_rebuild_without_memory_says_so),
        cmocka_unit_test(a_rebuild_of_an_archive_without_memory_says_so),
        cmocka_unit_test(a_dry_run_on_an_archive_without_memory_says_so),
        cmocka_unit_test(showing_without_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
