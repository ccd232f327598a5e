/* Many maps at once: each module is what a build of its map alone gives, with any number of
 * threads; bad maps are passed over; what is said comes in the order of maps. In memory, over
 * the files of the system. */
#include "tests/support/findings.h"
#include "tests/support/starved.h"

#include "builder/builder.h"
#include "core/base/system.h"
#include "core/files/file.h"

#include <string.h>

struct scene {
    struct findings f;
    struct wr_memory *memory;
    struct wr_build_options build;
    struct wr_many_options options;
    struct wr_many_summary sum;
    struct wr_bytes told; /* a line a map */
    const char *kits[1];
};

static void remember(void *user, const struct wr_built *built)
{
    struct scene *scene = user;
    wr_bytes_print(&scene->told, "%s %s %s %s %u", built->path, built->id ? built->id : "-",
                   built->folder ? built->folder : "-", wr_result_name(built->result),
                   built->sum.rooms);
    if (built->plan)
        wr_bytes_print(&scene->told, " %zu", built->plan->size);
    wr_bytes_char(&scene->told, '\n');
}

static void start(struct scene *scene, unsigned jobs)
{
    *scene = (struct scene){0};
    findings_start(&scene->f);
    scene->memory = wr_memory_create(wr_files_system());
    wr_context_set_files(scene->f.context, wr_memory_files(scene->memory));
    wr_context_set_jobs(scene->f.context, jobs);
    scene->kits[0] =
        wr_path_join(scene->f.arena, wr_environment("WARREN_SOURCE"), "kits/library/burrow");
    scene->build.output = "out";
    scene->options = (struct wr_many_options){.build = &scene->build,
                                              .kits = scene->kits,
                                              .kit_count = 1,
                                              .each = remember,
                                              .user = scene};
}

static void end(struct scene *scene)
{
    wr_bytes_finish(&scene->told);
    wr_context_set_files(scene->f.context, NULL);
    wr_memory_destroy(scene->memory);
    findings_end(&scene->f);
}

/* A map of hubs in a row, 18 m from each other so that they are linked. */
static void put_map(struct scene *scene, const char *path, const char *id, unsigned rooms)
{
    struct wr_bytes text = {0};
    wr_bytes_print(&text,
                   "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"%s\", \"kit\": "
                   "\"burrow\", \"rooms\": [",
                   id);
    for (unsigned i = 0; i < rooms; i++)
        wr_bytes_print(&text, "%s{\"room\": \"hub\", \"position\": [%u, 0, 0]}", i ? ", " : "",
                       18 * i);
    wr_bytes_text(&text, "]}");
    assert_true(wr_memory_put(scene->memory, path, text.data, text.size));
    wr_bytes_finish(&text);
}

static enum wr_result build(struct scene *scene, const char *const *paths, size_t count)
{
    scene->told.size = 0;
    enum wr_result result =
        wr_build_many(scene->f.context, paths, count, &scene->options, &scene->sum);
    wr_bytes_char(&scene->told, '\0');
    return result;
}

/* The bytes of all files below a folder of memory, with their names from there on. */
static void collect(struct scene *scene, const char *folder, struct wr_bytes *out)
{
    const char *path;
    size_t size, length = strlen(folder);
    for (size_t i = 0; (path = wr_memory_path(scene->memory, i)); i++) {
        if (strncmp(path, folder, length) != 0 || path[length] != '/')
            continue;
        const void *data = wr_memory_get(scene->memory, path, &size);
        wr_bytes_print(out, "%s %zu\n", path + length, size);
        wr_bytes_add(out, data, size);
    }
}

/* ---- What is built ---- */

static void build_alone(struct scene *scene, const char *path, const char *output)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_build_options options = {.output = output};
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_map *map;
    assert_int_equal(wr_kits_add(kits, scene->kits[0]), WR_OK);
    assert_int_equal(wr_map_load(scene->f.context, path, NULL, &map), WR_OK);
    assert_int_equal(wr_build(scene->f.context, map, kits, &options, NULL), WR_OK);
    wr_map_free(map);
    wr_kits_free(kits);
}

static void each_module_is_that_of_its_map_alone(void **state)
{
    static const char *const paths[] = {"b.json", "maps", "a.json"};
    (void)state;
    for (unsigned jobs = 1; jobs <= 6; jobs += 5) {
        struct scene scene;
        struct wr_bytes together = {0}, alone = {0};
        start(&scene, jobs);
        put_map(&scene, "a.json", "one", 3);
        put_map(&scene, "b.json", "two", 7);
        put_map(&scene, "maps/deep/er/c.JSON", "three", 2);
        put_map(&scene, "maps/d.json", "four", 1);
        put_map(&scene, "maps/.e.json", "five", 1);
        put_map(&scene, "maps/.hidden/f.json", "six", 1);
        put_map(&scene, "maps/g.txt", "seven", 1);
        assert_true(
            wr_memory_put(scene.memory, "maps/kit.json", "{\"format\": \"other\"}", 19));
        assert_true(wr_memory_put(scene.memory, "maps/broken.json", "{", 1));
        assert_int_equal(build(&scene, paths, 3), WR_OK);
        assert_string_equal((char *)scene.told.data,
                            "b.json two out/two ok 7\nmaps/d.json four out/four ok 1\n"
                            "maps/deep/er/c.JSON three out/three ok 2\n"
                            "a.json one out/one ok 3\n");
        assert_int_equal(scene.sum.maps, 4);
        assert_int_equal(scene.sum.built, 4);
        assert_int_equal(scene.sum.build.rooms, 13);
        build_alone(&scene, "a.json", "alone/one");
        build_alone(&scene, "b.json", "alone/two");
        build_alone(&scene, "maps/deep/er/c.JSON", "alone/three");
        build_alone(&scene, "maps/d.json", "alone/four");
        collect(&scene, "out", &together);
        collect(&scene, "alone", &alone);
        assert_int_equal(together.size, alone.size);
        assert_memory_equal(together.data, alone.data, alone.size);
        wr_bytes_finish(&together);
        wr_bytes_finish(&alone);
        end(&scene);
    }
}

/* What is said of bad maps, with so many jobs. The kit of the third has a fault of its own,
 * which the fifth meets again. */
static void build_bad(unsigned jobs, struct wr_bytes *said)
{
    static const char *const paths[] = {"m"};
    static const char kit[] =
        "<kit id=\"odd\" name=\"Odd\"><door name=\"d\" width=\"2\" height=\"2\"/></kit>";
    static const char odd[] = "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"%s\", "
                              "\"kit\": \"odd\", \"rooms\": [{\"room\": \"x\", \"position\": "
                              "[0, 0, 0]}]}";
    struct scene scene;
    char text[256];
    start(&scene, jobs);
    put_map(&scene, "m/1.json", "one", 9);
    put_map(&scene, "m/2.json", "Two", 1);
    snprintf(text, sizeof text, odd, "three");
    assert_true(wr_memory_put(scene.memory, "m/3.json", text, strlen(text)));
    put_map(&scene, "m/4.json", "four", 4);
    snprintf(text, sizeof text, odd, "five");
    assert_true(wr_memory_put(scene.memory, "m/5.json", text, strlen(text)));
    assert_true(wr_memory_put(scene.memory, "m/odd/kit.xml", kit, sizeof kit - 1));
    put_map(&scene, "m/6.json", "six", 0);
    put_map(&scene, "m/7.json", "seven", 2);
    assert_int_equal(build(&scene, paths, 1), WR_INVALID);
    assert_int_equal(scene.sum.built, 3);
    assert_int_equal(scene.sum.failed, 4);
    assert_int_equal(scene.sum.build.rooms, 15);
    wr_bytes_text(said, findings_said(&scene.f));
    wr_bytes_text(said, (char *)scene.told.data);
    collect(&scene, "out", said);
    end(&scene);
}

static void bad_maps_are_passed_over_in_order(void **state)
{
    struct wr_bytes one = {0};
    (void)state;
    build_bad(1, &one);
    wr_bytes_char(&one, '\0');
    const char *text = (char *)one.data, *two = strstr(text, "[id-characters]"),
               *three = strstr(text, "[kit-empty]");
    if (!two || !three || three < two)
        fail_msg("said in another order:\n%.2000s", text);
    assert_null(strstr(three + 1, "[kit-empty]")); /* a kit's faults are told once */
    for (unsigned jobs = 2; jobs <= 7; jobs++) {
        struct wr_bytes many = {0};
        build_bad(jobs, &many);
        wr_bytes_char(&many, '\0');
        assert_int_equal(many.size, one.size);
        assert_memory_equal(many.data, one.data, one.size);
        wr_bytes_finish(&many);
    }
    wr_bytes_finish(&one);
}

static void each_map_gets_a_plan_of_its_own(void **state)
{
    static const char *const paths[] = {"a.json", "b.json"};
    struct scene scene;
    struct wr_bytes wanted = {0};
    (void)state;
    start(&scene, 2);
    put_map(&scene, "a.json", "one", 1);
    put_map(&scene, "b.json", "two", 3);
    scene.build = (struct wr_build_options){.dry_run = true, .plan = &wanted};
    assert_int_equal(build(&scene, paths, 2), WR_OK);
    assert_int_equal(wanted.size, 0);
    unsigned long sizes[2];
    assert_int_equal(sscanf((char *)scene.told.data,
                            "a.json one - ok 1 %lu\nb.json two - ok 3 %lu\n", &sizes[0],
                            &sizes[1]),
                     2);
    assert_in_range(sizes[0], 50, sizes[1] - 1);
    assert_null(wr_memory_get(scene.memory, "one/one.lyt", NULL));
    end(&scene);
}

/* Counts how much is built at the time of telling. */
static void note_files(void *user, const struct wr_built *built)
{
    struct scene *scene = user;
    unsigned built_so_far = 0;
    (void)built;
    for (char id[] = "out/a/a.lyt"; id[4] <= 'd'; id[4]++, id[6]++)
        built_so_far += wr_memory_get(scene->memory, id, NULL) != NULL;
    wr_bytes_print(&scene->told, "%u ", built_so_far);
}

static void each_map_is_told_of_when_it_is_done(void **state)
{
    static const char *const paths[] = {"a.json", "b.json", "c.json", "d.json"};
    struct scene scene;
    (void)state;
    start(&scene, 1);
    for (char id[] = "a"; id[0] <= 'd'; id[0]++)
        put_map(&scene, paths[id[0] - 'a'], id, 2);
    scene.options.each = note_files;
    assert_int_equal(build(&scene, paths, 4), WR_OK);
    assert_string_equal((char *)scene.told.data, "1 2 3 4 ");
    end(&scene);
}

/* ---- What is refused ---- */

static void maps_of_one_id_are_refused_by_name(void **state)
{
    static const char *const paths[] = {"maps", "a.json"};
    struct scene scene;
    (void)state;
    start(&scene, 3);
    put_map(&scene, "a.json", "one", 1);
    put_map(&scene, "maps/b.json", "two", 1);
    put_map(&scene, "maps/c.json", "one", 1);
    assert_int_equal(build(&scene, paths, 2), WR_INVALID);
    assert_said(&scene.f, "0:0: error [same-target] maps/c.json and a.json are both of the id "
                          "'one' (give one of them another id, or build them one by one)\n");
    assert_null(wr_memory_get(scene.memory, "out/two/two.lyt", NULL));
    assert_int_equal(scene.sum.maps, 0);
    end(&scene);
}

static void folders_without_maps_are_refused(void **state)
{
    static const char *const paths[] = {"maps"};
    struct scene scene;
    (void)state;
    start(&scene, 1);
    assert_true(wr_memory_put(scene.memory, "maps/kit.json", "{}", 2));
    assert_int_equal(build(&scene, paths, 1), WR_NOT_FOUND);
    assert_said(&scene.f, "0:0: error [nothing-to-build] no map was found in maps (give maps, "
                          "or folders that hold some)\n");
    end(&scene);
}

/* ---- What ends it ---- */

struct asked {
    unsigned count, stop_at;
};

static enum wr_answer stop(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct asked *asked = user;
    (void)what, (void)done, (void)total;
    return ++asked->count == asked->stop_at ? WR_STOP : WR_GO_ON;
}

static void a_batch_that_is_stopped_leaves_nothing(void **state)
{
    static const char *const paths[] = {"a.json", "b.json", "c.json", "d.json"};
    (void)state;
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        enum wr_result result = WR_STOPPED;
        unsigned stops = 0;
        for (unsigned at = 1; result == WR_STOPPED; at += 1 + at / 4) {
            struct scene scene;
            struct asked asked = {.stop_at = at};
            start(&scene, jobs);
            wr_context_set_progress(scene.f.context, stop, &asked);
            wr_context_set_patience(scene.f.context, 0);
            put_map(&scene, "a.json", "a", 3);
            put_map(&scene, "b.json", "b", 2);
            put_map(&scene, "c.json", "c", 4);
            put_map(&scene, "d.json", "d", 1);
            result = build(&scene, paths, 4);
            assert_int_equal(scene.f.errors, 0);
            stops += result == WR_STOPPED;
            struct wr_bytes left = {0};
            collect(&scene, "out", &left);
            assert_true((left.size == 0) == (result == WR_STOPPED));
            wr_bytes_finish(&left);
            end(&scene);
        }
        assert_int_equal(result, WR_OK);
        assert_in_range(stops, 5, 1000);
    }
}

static enum wr_result build_two(struct findings *findings, void *user)
{
    static const char *const paths[] = {"maps"};
    struct scene *scene = user;
    struct wr_many_options options = scene->options;
    struct wr_memory *memory = wr_memory_create(wr_memory_files(scene->memory));
    if (!memory)
        return wr_no_memory(findings->context);
    options.each = NULL;
    wr_context_set_jobs(findings->context, 1);
    wr_context_set_files(findings->context, wr_memory_files(memory));
    enum wr_result result = wr_build_many(findings->context, paths, 1, &options, NULL);
    if (result != WR_OK)
        assert_null(wr_memory_path(memory, 1000));
    wr_context_set_files(findings->context, NULL);
    wr_memory_destroy(memory);
    return result;
}

static void memory_that_runs_out_is_said(void **state)
{
    struct scene scene;
    (void)state;
    start(&scene, 1);
    put_map(&scene, "maps/a.json", "one", 1);
    put_map(&scene, "maps/b.json", "two", 2);
    starve(build_two, &scene);
    end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_module_is_that_of_its_map_alone),
        cmocka_unit_test(bad_maps_are_passed_over_in_order),
        cmocka_unit_test(each_map_gets_a_plan_of_its_own),
        cmocka_unit_test(each_map_is_told_of_when_it_is_done),
        cmocka_unit_test(maps_of_one_id_are_refused_by_name),
        cmocka_unit_test(folders_without_maps_are_refused),
        cmocka_unit_test(a_batch_that_is_stopped_leaves_nothing),
        cmocka_unit_test(memory_that_runs_out_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
