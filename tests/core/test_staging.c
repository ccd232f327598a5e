/* Files made together: all of them arrive, or none. */
#include "tests/support/test.h"

#include "core/base/system.h"

#include <unistd.h>

struct place {
    struct wr_context *context;
    struct wr_arena *arena;
    char folder[64];
};

static int open_place(void **state)
{
    static struct place place;
    place.context = wr_context_create(NULL, NULL);
    place.arena = wr_arena_create();
    strcpy(place.folder, "/tmp/warren-staging-XXXXXX");
    assert_non_null(mkdtemp(place.folder));
    *state = &place;
    return 0;
}

static int close_place(void **state)
{
    struct place *place = *state;
    char **names;
    size_t count;
    wr_folder_list(place->context, place->arena, place->folder, &names, &count);
    for (size_t i = 0; i < count; i++)
        unlink(wr_path_join(place->arena, place->folder, names[i]));
    rmdir(place->folder);
    wr_arena_destroy(place->arena);
    wr_context_destroy(place->context);
    return 0;
}

static size_t count_names(struct place *place)
{
    char **names;
    size_t count;
    wr_folder_list(place->context, place->arena, place->folder, &names, &count);
    return count;
}

static void staged_files_arrive_only_when_moved(void **state)
{
    struct place *place = *state;
    char *staging;
    assert_int_equal(wr_staging_make(place->context, place->arena, place->folder, &staging), 0);
    assert_int_equal(wr_staging_write(place->context, staging, "a", "one", 3, 0), WR_OK);
    assert_int_equal(wr_staging_write(place->context, staging, "b", "two", 3, 0), WR_OK);
    assert_false(wr_file_exists(wr_path_join(place->arena, place->folder, "a")));
    assert_int_equal(wr_staging_move(place->context, staging, "a", 0), WR_OK);
    assert_true(wr_file_exists(wr_path_join(place->arena, place->folder, "a")));
    wr_staging_drop(staging);
    assert_int_equal(count_names(place), 1);
}

static void a_file_that_is_there_is_kept_unless_told(void **state)
{
    struct place *place = *state;
    char *staging, *path = wr_path_join(place->arena, place->folder, "a");
    struct wr_source source;
    assert_int_equal(wr_file_write(place->context, path, "old", 3, WR_OVERWRITE), WR_OK);
    wr_staging_make(place->context, place->arena, place->folder, &staging);
    wr_staging_write(place->context, staging, "a", "new", 3, 0);
    assert_int_equal(wr_staging_move(place->context, staging, "a", 0), WR_INVALID);
    wr_file_read(place->context, place->arena, path, &source);
    assert_memory_equal(source.data, "old", 3);
    assert_int_equal(wr_staging_move(place->context, staging, "a", WR_OVERWRITE), WR_OK);
    wr_file_read(place->context, place->arena, path, &source);
    assert_memory_equal(source.data, "new", 3);
    wr_staging_drop(staging);
}

static void a_folder_that_cannot_be_written_is_an_error(void **state)
{
    struct place *place = *state;
    char *staging;
    assert_int_equal(wr_staging_make(place->context, place->arena, "/proc/no", &staging),
                     WR_IO);
    wr_staging_drop(NULL);
}

/* No process has the largest number there is. */
static void what_a_killed_process_left_is_swept(void **state)
{
    struct place *place = *state;
    char *left = wr_path_join(place->arena, place->folder, ".warren-2147483646-0");
    char *staging;
    assert_int_equal(wr_folder_make(place->context, left), WR_OK);
    assert_int_equal(wr_staging_write(place->context, left, "a", "half", 4, 0), WR_OK);
    assert_int_equal(wr_staging_make(place->context, place->arena, place->folder, &staging), 0);
    assert_false(wr_folder_exists(left));
    assert_true(wr_folder_exists(staging));
    wr_staging_drop(staging);
    assert_int_equal(count_names(place), 0);
}

static void a_growing_file_is_appended_to_and_begun_anew(void **state)
{
    struct place *place = *state;
    char *staging;
    struct wr_staged *file = NULL;
    struct wr_source source;
    assert_int_equal(wr_staging_make(place->context, place->arena, place->folder, &staging), 0);
    assert_int_equal(wr_staged_open(place->context, place->arena, staging, "g", &file), WR_OK);
    assert_int_equal(wr_staged_append(place->context, file, "....", 4), WR_OK);
    assert_int_equal(wr_staged_append(place->context, file, "body", 4), WR_OK);
    assert_int_equal(wr_staged_begin_with(place->context, file, "head", 4), WR_OK);
    assert_int_equal(wr_staged_append(place->context, file, "tail", 4), WR_OK);
    assert_int_equal(wr_staged_close(place->context, file, WR_DURABLE), WR_OK);
    assert_int_equal(wr_staged_close(place->context, NULL, 0), WR_OK);
    assert_int_equal(wr_staging_move(place->context, staging, "g", 0), WR_OK);
    wr_staging_drop(staging);
    char *path = wr_path_join(place->arena, place->folder, "g");
    assert_int_equal(wr_file_read(place->context, place->arena, path, &source), WR_OK);
    assert_int_equal(source.size, 12);
    assert_memory_equal(source.data, "headbodytail", 12);
}

static void a_growing_file_that_cannot_be_made_says_so(void **state)
{
    struct place *place = *state;
    struct wr_staged *file = NULL;
    assert_int_equal(
        wr_staged_open(place->context, place->arena, "/no/such/folder", "g", &file), WR_IO);
    assert_null(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(staged_files_arrive_only_when_moved, open_place,
                                        close_place),
        cmocka_unit_test_setup_teardown(a_file_that_is_there_is_kept_unless_told, open_place,
                                        close_place),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_written_is_an_error, open_place,
                                        close_place),
        cmocka_unit_test_setup_teardown(what_a_killed_process_left_is_swept, open_place,
                                        close_place),
        cmocka_unit_test_setup_teardown(a_growing_file_is_appended_to_and_begun_anew,
                                        open_place, close_place),
        cmocka_unit_test_setup_teardown(a_growing_file_that_cannot_be_made_says_so, open_place,
                                        close_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
