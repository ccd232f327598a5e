/* Kits on their way into the other form, where memory, time or the kit itself fails. */
#include "tests/support/starved.h"

#include "builder/convert/convert.h"
#include "core/files/files.h"

static const char *const FLOOR =
    "usemtl Stone\nv -3 -3 0\nv -1 -3 0\nv 1 -3 0\nv 3 -3 0\nv 3 3 0\n"
    "v 1 3 0\nv -1 3 0\nv -3 3 0\nf 1 2 7 8\nf 2 3 6 7\nf 3 4 5 6\n";
static const char *const KIT =
    "<kit id=\"den\" name=\"Den\" version=\"1\">\n"
    "  <door name=\"arch\" width=\"2\" height=\"2.5\" k1-row=\"3\"/>\n"
    "  <room id=\"cell\" name=\"Cell\" walkmesh=\"floor.obj\" tags=\"small\">\n"
    "    <hook name=\"south\" at=\"0 -3 0\" door=\"arch\"/>\n"
    "    <hook name=\"north\" at=\"0 3 0\" door=\"arch\"/>\n"
    "  </room>\n"
    "  <room id=\"cell-2\" name=\"Moved\" walkmesh=\"floor.obj\" origin=\"1 2 3\"/>\n"
    "</kit>\n";

struct scene {
    struct wr_memory *memory;
    const char *from, *to;
    size_t bytes; /* what is made, with all memory there is */
};

static void put(struct scene *scene, const char *path, const char *text)
{
    assert_true(wr_memory_put(scene->memory, path, text, strlen(text)));
}

static void start(struct scene *scene)
{
    *scene = (struct scene){.memory = wr_memory_create(NULL)};
    assert_non_null(scene->memory);
    put(scene, "den/kit.xml", KIT);
    put(scene, "den/floor.obj", FLOOR);
    put(scene, "den/textures/wall.tga", "picture");
    put(scene, "den/always/tune.wav", "sound");
}

static void end(struct scene *scene)
{
    wr_memory_destroy(scene->memory);
}

static enum wr_result convert(struct findings *findings, struct wr_memory *memory,
                              const char *from, const char *to)
{
    wr_context_set_files(findings->context, wr_memory_files(memory));
    enum wr_result result = wr_convert(findings->context, from, to, NULL);
    wr_context_set_files(findings->context, NULL);
    return result;
}

/* The kit as HolocronToolset has it, in the same files. */
static void put_theirs(struct scene *scene)
{
    struct findings findings;
    findings_start(&findings);
    assert_int_equal(convert(&findings, scene->memory, "den", "theirs/den.json"), WR_OK);
    findings_said(&findings);
    findings_end(&findings);
}

static size_t bytes_in(struct wr_memory *memory)
{
    size_t sum = 0, size;
    const char *path;
    for (size_t i = 0; (path = wr_memory_path(memory, i)); i++) {
        wr_memory_get(memory, path, &size);
        sum += size;
    }
    return sum;
}

/* All or nothing, above the files of the scene; but that a move within memory wants some, and
 * may end in the middle, of whole files. */
static enum wr_result convert_above(struct findings *findings, void *user)
{
    const struct scene *scene = user;
    struct wr_memory *memory = wr_memory_create(wr_memory_files(scene->memory));
    if (!memory)
        return wr_no_memory(findings->context);
    enum wr_result result = convert(findings, memory, scene->from, scene->to);
    if (result == WR_OK && scene->bytes > 0)
        assert_int_equal(bytes_in(memory), scene->bytes);
    size_t size = 1;
    const char *path;
    for (size_t i = 0; result != WR_OK && size > 0 && (path = wr_memory_path(memory, i)); i++)
        wr_memory_get(memory, path, &size);
    assert_true(size > 0 &&
                (result == WR_OK || result == WR_NO_MEMORY || !wr_memory_path(memory, 0)));
    wr_memory_destroy(memory);
    return result;
}

/* What succeeds all the same makes the same. */
static void starve_conversion(struct scene *scene, const char *from, const char *to)
{
    struct findings findings;
    struct wr_memory *memory = wr_memory_create(wr_memory_files(scene->memory));
    scene->from = from;
    scene->to = to;
    findings_start(&findings);
    assert_int_equal(convert(&findings, memory, from, to), WR_OK);
    scene->bytes = bytes_in(memory);
    findings_end(&findings);
    wr_memory_destroy(memory);
    starve(convert_above, scene);
}

static void memory_that_runs_out_leaves_nothing(void **state)
{
    struct scene scene;
    (void)state;
    start(&scene);
    put_theirs(&scene);
    starve_conversion(&scene, "den", "new/den.json");
    starve_conversion(&scene, "theirs/den.json", "new");
    end(&scene);
}

static enum wr_answer stop_later(void *user, const char *what, uint64_t done, uint64_t total)
{
    size_t *left = user;
    (void)what, (void)done, (void)total;
    return --*left == 0 ? WR_STOP : WR_GO_ON;
}

static void a_stop_at_any_time_leaves_nothing(void **state)
{
    struct scene scene;
    (void)state;
    start(&scene);
    put_theirs(&scene);
    for (int way = 0; way < 2; way++) {
        size_t stops = 0;
        scene.from = way ? "theirs/den.json" : "den";
        scene.to = way ? "new" : "new/den.json";
        for (enum wr_result result = WR_STOPPED; result != WR_OK; stops++) {
            struct findings findings;
            size_t left = stops + 1;
            findings_start(&findings);
            wr_context_set_progress(findings.context, stop_later, &left);
            wr_context_set_patience(findings.context, 0);
            result = convert_above(&findings, &scene);
            assert_true(result == WR_OK || result == WR_STOPPED);
            findings_said(&findings);
            findings_end(&findings);
        }
        assert_in_range(stops, 5, 1000);
    }
    end(&scene);
}

/* Whatever a spoiled text of a kit is taken for, it does no harm, and a refusal leaves nothing.
 */
static void spoil(struct scene *scene, const char *path)
{
    struct findings findings;
    size_t size;
    const void *whole = wr_memory_get(scene->memory, path, &size);
    uint8_t *copy = malloc(size);
    memcpy(copy, whole, size);
    findings_start(&findings);
    for (size_t i = 0; i < size; i++) {
        uint8_t was = copy[i];
        copy[i] ^= (uint8_t)(1u << i % 7);
        assert_true(wr_memory_put(scene->memory, path, copy, size));
        convert_above(&findings, scene);
        copy[i] = was;
        assert_true(wr_memory_put(scene->memory, path, copy, i));
        convert_above(&findings, scene);
        findings_said(&findings);
    }
    assert_true(wr_memory_put(scene->memory, path, copy, size));
    free(copy);
    findings_end(&findings);
}

static void a_spoiled_kit_does_no_harm(void **state)
{
    struct scene scene;
    (void)state;
    start(&scene);
    put_theirs(&scene);
    scene.from = "den";
    scene.to = "new/den.json";
    spoil(&scene, "den/kit.xml");
    spoil(&scene, "den/floor.obj");
    scene.from = "theirs/den.json";
    scene.to = "new";
    spoil(&scene, "theirs/den.json");
    spoil(&scene, "theirs/den/cell.wok");
    end(&scene);
}

/* Names that repeat are told apart in no more time than there are rooms. */
static void a_thousand_rooms_of_one_name_get_names_of_their_own(void **state)
{
    enum { ROOMS = 1000 };
    struct scene scene;
    struct findings findings;
    struct wr_bytes text = {0};
    struct wr_kit *kit;
    (void)state;
    start(&scene);
    put_theirs(&scene);
    wr_bytes_text(&text,
                  "{\"name\": \"den\", \"id\": \"den\", \"doors\": [], \"components\": [");
    for (int i = 0; i < ROOMS; i++)
        wr_bytes_print(&text, "%s{\"name\": \"Cell\", \"id\": \"cell\"}", i ? "," : "");
    wr_bytes_text(&text, "]}");
    assert_true(wr_memory_put(scene.memory, "theirs/den.json", text.data, text.size));
    wr_bytes_finish(&text);
    findings_start(&findings);
    assert_int_equal(convert(&findings, scene.memory, "theirs/den.json", "new"), WR_OK);
    findings_said(&findings);
    wr_context_set_files(findings.context, wr_memory_files(scene.memory));
    assert_int_equal(wr_kit_load(findings.context, "new", NULL, &kit), WR_OK);
    assert_int_equal(kit->room_count, ROOMS);
    assert_said(&findings, "");
    wr_kit_free(kit);
    wr_context_set_files(findings.context, NULL);
    findings_end(&findings);
    end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_runs_out_leaves_nothing),
        cmocka_unit_test(a_stop_at_any_time_leaves_nothing),
        cmocka_unit_test(a_spoiled_kit_does_no_harm),
        cmocka_unit_test(a_thousand_rooms_of_one_name_get_names_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
