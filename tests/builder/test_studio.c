/* What the studio asks: the answers say what the program says, and no question can break it. */
#include "tests/support/test.h"

#include "builder/studio/studio.h"
#include "core/base/arena.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/text/json.h"

static const char kit_path[] = "kits/library/burrow/kit.xml";

/* A studio whose memory holds the bundled kit and templates, and the sources it was given. */
struct desk {
    struct wr_studio *studio;
    struct wr_context *context;
    struct wr_arena *arena;
};

static void bring_as(struct desk *desk, const char *path, const char *name)
{
    const char *root = wr_environment("WARREN_SOURCE");
    struct wr_source source;
    assert_int_equal(wr_file_read(desk->context, desk->arena,
                                  wr_path_join(desk->arena, root, path), &source),
                     WR_OK);
    assert_int_equal(wr_studio_put(desk->studio, name, source.data, source.size), WR_OK);
}

static void bring(struct desk *desk, const char *path)
{
    bring_as(desk, path, path);
}

static void bring_folder_as(struct desk *desk, const char *path, const char *name)
{
    const char *folder = wr_path_join(desk->arena, wr_environment("WARREN_SOURCE"), path);
    char **names;
    size_t count;
    assert_int_equal(wr_folder_list(desk->context, desk->arena, folder, &names, &count), WR_OK);
    for (size_t i = 0; i < count; i++)
        bring_as(desk, wr_path_join(desk->arena, path, names[i]),
                 wr_path_join(desk->arena, name, names[i]));
}

static void bring_folder(struct desk *desk, const char *path)
{
    bring_folder_as(desk, path, path);
}

static void sit_bare(struct desk *desk)
{
    desk->context = wr_context_create(NULL, NULL);
    desk->arena = wr_arena_create();
    desk->studio = wr_studio_create();
    assert_non_null(desk->studio);
}

static void sit(struct desk *desk)
{
    sit_bare(desk);
    bring_folder(desk, "kits/library/burrow");
    bring_folder(desk, "templates/library");
    assert_int_equal(wr_studio_add_kit(desk->studio, kit_path), WR_OK);
}

static void rise(struct desk *desk)
{
    wr_studio_destroy(desk->studio);
    wr_arena_destroy(desk->arena);
    wr_context_destroy(desk->context);
}

#define assert_answers(desk, part)                                                             \
    do {                                                                                       \
        if (!strstr(wr_studio_answer((desk)->studio), part))                                   \
            fail_msg("%s is not in %s", part, wr_studio_answer((desk)->studio));               \
    } while (0)
#define assert_finds(desk, part)                                                               \
    do {                                                                                       \
        if (!strstr(wr_studio_findings((desk)->studio), part))                                 \
            fail_msg("%s is not in %s", part, wr_studio_findings((desk)->studio));             \
    } while (0)

static enum wr_result look(struct desk *desk, const char *text)
{
    return wr_studio_look(desk->studio, text, strlen(text));
}

#define MAP(rooms)                                                                             \
    "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"desk\", \"kit\": \"burrow\", "     \
    "\"rooms\": [" rooms "]}"
#define HUB "{\"name\": \"hub\", \"room\": \"hub\", \"position\": [0, 0, 0]}"
#define PASSAGE(at) "{\"name\": \"way\", \"room\": \"passage-12\", \"position\": [" at "]}"

/* ---- Kits ---- */

static void a_kit_is_told_of_in_full(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_answers(&desk, "\"id\": \"burrow\"");
    assert_answers(&desk, "\"name\": \"Burrow\"");
    assert_answers(&desk, "\"name\": \"Great hall\"");
    assert_answers(&desk, "\"door\": \"narrow\"");
    assert_answers(&desk, "\"sill\": [[");
    const char *answer = wr_studio_answer(desk.studio);
    struct wr_source source = {
        .name = "answer", .data = (const uint8_t *)answer, .size = strlen(answer)};
    wr_json *json;
    assert_int_equal(wr_json_read(desk.context, desk.arena, &source, &json), WR_OK);
    rise(&desk);
}

static void a_broken_kit_is_refused_in_words_and_the_next_one_read(void **state)
{
    static const char broken[] = "<kit id='x' name='X' version='1'><room/></kit>";
    struct desk desk;
    (void)state;
    sit(&desk);
    wr_studio_put(desk.studio, "kits/x.xml", broken, strlen(broken));
    assert_int_not_equal(wr_studio_add_kit(desk.studio, "kits/x.xml"), WR_OK);
    assert_string_equal(wr_studio_answer(desk.studio), "");
    assert_finds(&desk, "\"severity\":\"error\"");
    assert_int_equal(look(&desk, MAP(HUB)), WR_OK);
    rise(&desk);
}

static void a_rooms_mesh_is_the_kits_own(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_room_mesh(desk.studio, "burrow", "hub"), WR_OK);
    uint32_t faces = wr_studio_array_size(desk.studio, WR_STUDIO_FACES);
    uint32_t vertices = wr_studio_array_size(desk.studio, WR_STUDIO_VERTICES);
    assert_true(faces > 0 && faces % 3 == 0 && vertices % 3 == 0);
    const uint32_t *corners = wr_studio_array(desk.studio, WR_STUDIO_FACES);
    for (uint32_t i = 0; i < faces; i++)
        assert_true(corners[i] < vertices / 3);
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_MATERIALS), faces / 3);
    assert_int_equal(wr_studio_room_mesh(desk.studio, "burrow", "nowhere"), WR_NOT_FOUND);
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_FACES), 0);
    rise(&desk);
}

/* ---- Maps ---- */

static void rooms_that_meet_are_linked(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(look(&desk, MAP(HUB ", " PASSAGE("12, 0, 0"))), WR_OK);
    assert_answers(&desk, "\"verdict\": \"ok\"");
    assert_answers(&desk, "\"links\": [{\"hooks\": [1, 5]");
    assert_answers(&desk, "\"near_misses\": []");
    assert_int_equal(wr_studio_sights(desk.studio), WR_OK);
    assert_answers(&desk, "{\"seen\": [[1], [0]]}");
    rise(&desk);
}

static void a_near_miss_says_where_its_room_belongs(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(look(&desk, MAP(HUB ", " PASSAGE("12.125, 0, 0"))), WR_OK);
    assert_answers(&desk, "\"links\": []");
    assert_answers(&desk, "\"distance\": 0.125");
    assert_answers(
        &desk,
        "\"mend\": {\"position\": [12.0, 0.0, 0.0], \"turn\": 0.0, \"mirror\": \"none\"}");
    rise(&desk);
}

static void floors_in_each_other_are_an_answer_and_a_verdict(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(look(&desk, MAP(HUB ", " PASSAGE("6, 0, 0"))), WR_OK);
    assert_answers(&desk, "\"verdict\": \"invalid\"");
    assert_answers(&desk, "\"overlaps\": [{\"rooms\": [0, 1]");
    assert_finds(&desk, "\"severity\":\"error\"");
    rise(&desk);
}

static void faults_are_found_however_often_they_are_looked_at(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(look(&desk, MAP("{\"room\": \"halls\", \"position\": [0, 0, 0]}")),
                         WR_NOT_FOUND);
        assert_finds(&desk, "halls");
    }
    assert_int_equal(look(&desk, "{]"), WR_SYNTAX);
    assert_int_equal(wr_studio_sights(desk.studio), WR_NOT_FOUND);
    rise(&desk);
}

static void a_map_is_read_into_warrens_own_text(void **state)
{
    static const char text[] = MAP(HUB);
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_read_map(desk.studio, text, strlen(text)), WR_OK);
    char *first = wr_arena_text(desk.arena, wr_studio_answer(desk.studio),
                                strlen(wr_studio_answer(desk.studio)));
    assert_int_equal(wr_studio_read_map(desk.studio, first, strlen(first)), WR_OK);
    assert_string_equal(wr_studio_answer(desk.studio), first);
    rise(&desk);
}

/* ---- Doorways ---- */

static void offers_put_where_they_say_are_linked(void **state)
{
    static const char text[] = MAP(HUB);
    struct desk desk;
    char other[512];
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_offers(desk.studio, text, strlen(text), 0, 1, "burrow", true),
                     WR_OK);
    const char *offer = strstr(wr_studio_answer(desk.studio), "{\"room\": \"");
    assert_non_null(offer);
    char room[64], at[64];
    assert_int_equal(sscanf(offer, "{\"room\": \"%63[^\"]", room), 1);
    offer = strstr(offer, "\"position\": [");
    assert_int_equal(sscanf(offer, "\"position\": [%63[^]]", at), 1);
    const char *turn = strstr(offer, "\"turn\": ") + strlen("\"turn\": ");
    const char *mirror = strstr(offer, "\"mirror\": \"") + strlen("\"mirror\": \"");
    snprintf(other, sizeof other,
             MAP(HUB ", {\"room\": \"%s\", \"position\": [%s], \"turn\": %.*s, \"mirror\": "
                     "\"%.*s\"}"),
             room, at, (int)strcspn(turn, ","), turn, (int)strcspn(mirror, "\""), mirror);
    assert_int_equal(look(&desk, other), WR_OK);
    assert_answers(&desk, "\"links\": [{\"hooks\": [1, ");
    assert_int_equal(wr_studio_offers(desk.studio, text, strlen(text), 0, 99, "burrow", true),
                     WR_NOT_FOUND);
    rise(&desk);
}

/* ---- Levels ---- */

static void a_seed_gives_the_level_the_program_makes(void **state)
{
    struct desk desk;
    struct wr_template *level;
    struct wr_generator *generator;
    struct wr_map *map;
    struct wr_bytes text = {0};
    struct wr_kits *kits = wr_kits_create(NULL);
    (void)state;
    sit(&desk);
    const char *root = wr_environment("WARREN_SOURCE");
    wr_kits_add(kits, wr_path_join(desk.arena, root, kit_path));
    assert_int_equal(
        wr_template_load(desk.context,
                         wr_path_join(desk.arena, root, "templates/library/road.json"), &level),
        WR_OK);
    assert_int_equal(wr_generator_create(desk.context, level, kits, NULL, &generator), WR_OK);
    assert_int_equal(wr_generator_make(desk.context, generator, 7, 0, &map, NULL), WR_OK);
    assert_int_equal(wr_map_write(desk.context, map, &text), WR_OK);
    wr_bytes_char(&text, '\0');
    struct wr_bytes quoted = {0};
    wr_bytes_json(&quoted, (const char *)text.data);
    wr_bytes_char(&quoted, '\0');

    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/road.json"),
                     WR_OK);
    assert_int_equal(wr_studio_roll(desk.studio, 7), WR_OK);
    assert_answers(&desk, (const char *)quoted.data);
    assert_answers(&desk, "\"seed\": 7");
    assert_answers(&desk, "\"critical_path\": ");

    wr_bytes_finish(&quoted);
    wr_bytes_finish(&text);
    wr_map_free(map);
    wr_generator_free(generator);
    wr_template_free(level);
    wr_kits_free(kits);
    rise(&desk);
}

static void a_build_leaves_its_module_and_nothing_of_the_one_before(void **state)
{
    static const char text[] = MAP(HUB ", " PASSAGE("12, 0, 0")), second[] = MAP(HUB);
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_build(desk.studio, text, strlen(text)), WR_OK);
    assert_answers(&desk, "\"out/desk.mod\"");
    assert_answers(&desk, "\"out/desk_room1.wok\"");
    assert_true(wr_studio_file_size(desk.studio, "out/desk.mod") > 1000);
    assert_memory_equal(wr_studio_file(desk.studio, "out/desk.mod"), "MOD V1.0", 8);
    assert_int_equal(wr_studio_build(desk.studio, second, strlen(second)), WR_OK);
    assert_null(wr_studio_file(desk.studio, "out/desk_room1.wok"));
    assert_int_equal(wr_studio_file_size(desk.studio, "out/desk_room1.wok"), 0);
    rise(&desk);
}

/* Also the first of all, where nothing that was given comes before it. */
static void a_build_answers_every_file_that_it_made(void **state)
{
    static const char text[] = MAP(HUB);
    static const char *const made[] = {"out/desk.lyt", "out/desk.mod", "out/desk.vis",
                                       "out/desk_room0.wok"};
    struct desk desk;
    (void)state;
    sit_bare(&desk);
    bring_folder_as(&desk, "kits/library/burrow", "shelf");
    assert_int_equal(wr_studio_add_kit(desk.studio, "shelf/kit.xml"), WR_OK);
    assert_int_equal(wr_studio_build(desk.studio, text, strlen(text)), WR_OK);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "\"%s\"", made[i]);
        assert_non_null(wr_studio_file(desk.studio, made[i]));
        assert_answers(&desk, quoted);
    }
    rise(&desk);
}

static void a_scene_is_made_and_nothing_where_the_map_is_none(void **state)
{
    static const char text[] = MAP(HUB ", " PASSAGE("12, 0, 0"));
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_write_scene(desk.studio, text, strlen(text)), WR_OK);
    assert_true(wr_studio_file_size(desk.studio, WR_STUDIO_SCENE) > 1000);
    assert_memory_equal(wr_studio_file(desk.studio, WR_STUDIO_SCENE), "glTF", 4);
    assert_int_not_equal(wr_studio_write_scene(desk.studio, "{}", 2), WR_OK);
    assert_finds(&desk, "\"severity\":\"error\"");
    assert_null(wr_studio_file(desk.studio, WR_STUDIO_SCENE));
    rise(&desk);
}

/* ---- Walking ---- */

static wr_vec3 stands_at(const struct desk *desk)
{
    wr_vec3 at;
    const char *text = strstr(wr_studio_answer(desk->studio), "\"at\": [");
    assert_non_null(text);
    assert_int_equal(sscanf(text, "\"at\": [%f, %f, %f]", &at.x, &at.y, &at.z), 3);
    return at;
}

static void walk(struct desk *desk, float x, float y)
{
    assert_int_equal(wr_studio_walk(desk->studio, x, y, NULL, 0), WR_OK);
}

static void one_walks_through_a_doorway_and_not_through_its_closed_door(void **state)
{
    static const float door[] = {9, -2, 9, 2};
    struct desk desk;
    (void)state;
    sit(&desk);
    look(&desk, MAP(HUB ", " PASSAGE("12, 0, 0")));
    assert_int_equal(wr_studio_floor(desk.studio), WR_OK);
    assert_true(wr_studio_array_size(desk.studio, WR_STUDIO_ROOMS) > 0);
    assert_int_equal(wr_studio_stand(desk.studio, 6, 0, 0), WR_OK);
    assert_int_equal(wr_studio_walk(desk.studio, 12, 0, door, 1), WR_OK);
    assert_true(stands_at(&desk).x < 9);
    walk(&desk, 12, 0);
    assert_true(stands_at(&desk).x > 11.9f);
    assert_answers(&desk, "\"room\": 1");
    rise(&desk);
}

/* The judge asks the finished floor face by face, and knows nothing of how steps are made. */
static bool is_floor(const struct wr_studio *studio, wr_vec3 at)
{
    const float *v = wr_studio_array(studio, WR_STUDIO_VERTICES);
    const uint32_t *faces = wr_studio_array(studio, WR_STUDIO_FACES);
    uint32_t count = wr_studio_array_size(studio, WR_STUDIO_FACES) / 3;
    const double slack = 1e-3;
    for (uint32_t i = 0; i < count; i++) {
        bool inside = true;
        for (int k = 0; k < 3 && inside; k++) {
            const float *a = v + 3 * (size_t)faces[3 * i + (uint32_t)k];
            const float *b = v + 3 * (size_t)faces[3 * i + (uint32_t)(k + 1) % 3];
            double side = ((double)b[0] - (double)a[0]) * ((double)at.y - (double)a[1]) -
                          ((double)b[1] - (double)a[1]) * ((double)at.x - (double)a[0]);
            inside = side >= -slack;
        }
        if (inside)
            return true;
    }
    return false;
}

static void nobody_ever_leaves_the_floor(void **state)
{
    struct desk desk;
    struct wr_studio *judge = wr_studio_create();
    uint64_t random = 2026;
    (void)state;
    sit(&desk);
    bring_folder(&(struct desk){judge, desk.context, desk.arena}, "kits/library/burrow");
    wr_studio_add_kit(judge, kit_path);
    bring(&desk, "examples/deep-burrow/map.json");
    const char *map = wr_studio_file(desk.studio, "examples/deep-burrow/map.json");
    size_t size = wr_studio_file_size(desk.studio, "examples/deep-burrow/map.json");
    assert_int_equal(wr_studio_look(desk.studio, map, size), WR_OK);
    assert_int_equal(wr_studio_look(judge, map, size), WR_OK);
    assert_int_equal(wr_studio_floor(desk.studio), WR_OK);
    assert_int_equal(wr_studio_floor(judge), WR_OK);
    assert_int_equal(wr_studio_stand(desk.studio, 0, 0, 0), WR_OK);
    wr_vec3 at = stands_at(&desk);
    double farthest = 0;
    for (int i = 0; i < 4000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        float x = (float)((int)(random >> 33) % 1000 - 500) / 250;
        float y = (float)((int)(random >> 43) % 1000 - 500) / 250;
        /* a walker that keeps a heading for a while comes around */
        for (int steps = 0; steps < 5; steps++) {
            walk(&desk, at.x + x, at.y + y);
            at = stands_at(&desk);
            if (!is_floor(judge, at))
                fail_msg("step %d: nothing is under %g %g", i, (double)at.x, (double)at.y);
        }
        double far = (double)at.x * (double)at.x + (double)at.y * (double)at.y;
        farthest = far > farthest ? far : farthest;
    }
    assert_true(farthest > 30 * 30);
    wr_studio_destroy(judge);
    rise(&desk);
}

/* ---- What stands before a level is rolled ---- */

#define KEEPS(text, rooms, doorways, add)                                                      \
    wr_studio_keep(desk.studio, text, strlen(text), rooms, doorways, add)
#define TWO MAP(HUB ", " PASSAGE("12, 0, 0"))

static void pinned_rooms_stand_in_every_level(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(KEEPS(TWO, "hub\nway", "", false), WR_OK);
    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                     WR_OK);
    for (uint32_t seed = 1; seed <= 20; seed++) {
        assert_int_equal(wr_studio_roll(desk.studio, seed), WR_OK);
        assert_answers(&desk, "\\\"name\\\": \\\"hub\\\", \\\"room\\\": "
                              "\\\"hub\\\", \\\"position\\\": [0.0, 0.0, 0.0]");
        assert_answers(&desk, "\\\"room\\\": \\\"passage-12\\\", \\\"position\\\": "
                              "[12.0, 0.0, 0.0]");
    }
    rise(&desk);
}

static void a_wing_begins_at_its_doorway_alone(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(KEEPS(TWO, "", "hub:west", true), WR_OK);
    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                     WR_OK);
    assert_int_equal(wr_studio_roll(desk.studio, 1), WR_OK);
    assert_answers(&desk, "\\\"from\\\": [\\\"hub\\\", \\\"west\\\"]");
    assert_null(strstr(wr_studio_answer(desk.studio), "[\\\"hub\\\", \\\"south\\\"]"));
    assert_int_equal(KEEPS("", "", "", false), WR_OK);
    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                     WR_OK);
    rise(&desk);
}

static void what_cannot_stand_is_said_and_forgotten(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(KEEPS("{", "", "", false), WR_SYNTAX);
    assert_int_equal(KEEPS(TWO, "nobody", "", false), WR_OK);
    assert_int_not_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                         WR_OK);
    assert_finds(&desk, "keep-nothing");
    assert_int_equal(KEEPS("", "", "", false), WR_OK);
    assert_int_equal(wr_studio_read_template(desk.studio, "templates/library/cells.json"),
                     WR_OK);
    rise(&desk);
}

/* ---- Modules ---- */

static void a_module_that_was_built_comes_apart_into_the_level_it_was(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_build(desk.studio, TWO, strlen(TWO)), WR_OK);
    assert_int_equal(wr_studio_take_module(desk.studio, "out/desk.mod", "taken/desk"), WR_OK);
    assert_answers(&desk, "\"rooms\": 2, \"skipped\": 0, \"links\": 1");
    const char *answer = wr_studio_answer(desk.studio);
    struct wr_bytes map = {0};
    for (const char *at = strstr(answer, "{\\n"); *at && strncmp(at, "\"}", 2) != 0; at++)
        if (*at != '\\')
            wr_bytes_char(&map, *at);
        else
            wr_bytes_char(&map, *++at == 'n' ? '\n' : *at);
    assert_int_equal(wr_studio_add_kit(desk.studio, "taken/desk/kit.xml"), WR_OK);
    assert_int_equal(wr_studio_look(desk.studio, (const char *)map.data, map.size), WR_OK);
    assert_answers(&desk, "\"verdict\": \"ok\"");
    wr_bytes_finish(&map);
    rise(&desk);
}

static void a_module_that_is_damaged_leaves_nothing(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_build(desk.studio, TWO, strlen(TWO)), WR_OK);
    size_t size = wr_studio_file_size(desk.studio, "out/desk.mod");
    char *bytes = wr_alloc(size);
    memcpy(bytes, wr_studio_file(desk.studio, "out/desk.mod"), size);
    for (size_t cut = 0; cut < size; cut += 1 + size / 60) {
        assert_int_equal(wr_studio_put(desk.studio, "cut.mod", bytes, cut), WR_OK);
        if (wr_studio_take_module(desk.studio, "cut.mod", "taken/cut") != WR_OK)
            assert_int_equal(wr_studio_file_size(desk.studio, "taken/cut/kit.xml"), 0);
    }
    wr_free(bytes);
    assert_int_equal(look(&desk, TWO), WR_OK);
    rise(&desk);
}

/* ---- What rooms look like ---- */

/* A module of grey boxes that was taken apart: a kit whose rooms have models. */
static void bring_models(struct desk *desk)
{
    sit(desk);
    assert_int_equal(wr_studio_build(desk->studio, TWO, strlen(TWO)), WR_OK);
    assert_int_equal(wr_studio_take_module(desk->studio, "out/desk.mod", "taken/desk"), WR_OK);
    assert_int_equal(wr_studio_add_kit(desk->studio, "taken/desk/kit.xml"), WR_OK);
    assert_answers(desk, "\"model\": true");
}

/* Whether a model has a vertex there, give or take a millimetre. */
static bool has_vertex(const float *vertices, uint32_t count, const float *at)
{
    for (uint32_t i = 0; i < count; i += 3)
        if (fabsf(vertices[i] - at[0]) < 0.001f && fabsf(vertices[i + 1] - at[1]) < 0.001f &&
            fabsf(vertices[i + 2] - at[2]) < 0.001f)
            return true;
    return false;
}

static void a_rooms_model_lies_on_its_floor(void **state)
{
    struct desk desk;
    float floor[9];
    (void)state;
    bring_models(&desk);
    assert_int_equal(wr_studio_room_mesh(desk.studio, "desk", "desk_room0"), WR_OK);
    memcpy(floor, wr_studio_array(desk.studio, WR_STUDIO_VERTICES), sizeof floor);
    assert_int_equal(wr_studio_room_model(desk.studio, "desk", "desk_room0"), WR_OK);
    assert_answers(&desk, "{\"meshes\": [{\"texture\": ");
    uint32_t count = wr_studio_array_size(desk.studio, WR_STUDIO_VERTICES);
    uint32_t corners = wr_studio_array_size(desk.studio, WR_STUDIO_FACES);
    const uint32_t *faces = wr_studio_array(desk.studio, WR_STUDIO_FACES);
    const float *vertices = wr_studio_array(desk.studio, WR_STUDIO_VERTICES);
    assert_true(count >= 9 && corners >= 3);
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_LOOKS),
                     count / 3 * WR_STUDIO_LOOK);
    for (uint32_t i = 0; i < corners; i++)
        assert_true(faces[i] < count / 3);
    for (int i = 0; i < 3; i++)
        assert_true(has_vertex(vertices, count, floor + 3 * i));
    assert_int_equal(wr_studio_room_model(desk.studio, "burrow", "hub"), WR_OK);
    assert_answers(&desk, "{\"meshes\": []}");
    assert_int_equal(wr_studio_room_model(desk.studio, "burrow", "nowhere"), WR_NOT_FOUND);
    rise(&desk);
}

/* A TGA of 24 bits, its lowest row red and all above it blue. */
static void put_picture(struct desk *desk, const char *path, uint16_t width, uint16_t height)
{
    size_t size = 18 + (size_t)3 * width * height;
    uint8_t *bytes = wr_alloc(size);
    memset(bytes, 0, size);
    bytes[2] = 2;
    bytes[12] = (uint8_t)width;
    bytes[13] = (uint8_t)(width >> 8);
    bytes[14] = (uint8_t)height;
    bytes[15] = (uint8_t)(height >> 8);
    bytes[16] = 24;
    for (size_t i = 0; i < (size_t)width * height; i++)
        bytes[18 + 3 * i + (i < width ? 2 : 0)] = 200;
    assert_int_equal(wr_studio_put(desk->studio, path, bytes, size), WR_OK);
    wr_free(bytes);
}

static void textures_come_as_pixels_that_are_not_too_many(void **state)
{
    struct desk desk;
    (void)state;
    bring_models(&desk);
    put_picture(&desk, "taken/desk/textures/Small.tga", 2, 3);
    put_picture(&desk, "taken/desk/textures/large.tga", 2048, 64);
    wr_studio_put(desk.studio, "taken/desk/textures/broken.tga", "nothing", 7);
    assert_int_equal(wr_studio_texture(desk.studio, "desk", "small"), WR_OK);
    assert_answers(&desk, "{\"width\": 2, \"height\": 3, \"clear\": false}");
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_PIXELS), 6);
    const uint8_t *pixels = wr_studio_array(desk.studio, WR_STUDIO_PIXELS);
    static const uint8_t red[] = {200, 0, 0, 255}, blue[] = {0, 0, 200, 255};
    assert_memory_equal(pixels + 4, red, 4);
    assert_memory_equal(pixels + 8, blue, 4);
    assert_int_equal(wr_studio_texture(desk.studio, "desk", "large"), WR_OK);
    assert_answers(&desk, "{\"width\": 512, \"height\": 64, \"clear\": false}");
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_PIXELS), 512 * 64);
    assert_memory_equal(wr_studio_array(desk.studio, WR_STUDIO_PIXELS), red, 4);
    assert_int_equal(wr_studio_texture(desk.studio, "desk", "missing"), WR_NOT_FOUND);
    assert_string_equal(wr_studio_findings(desk.studio), "[]");
    assert_int_not_equal(wr_studio_texture(desk.studio, "desk", "broken"), WR_OK);
    assert_finds(&desk, "\"severity\":\"error\"");
    rise(&desk);
}

static void a_longer_room_is_told_of_as_long_as_it_stands(void **state)
{
    static const char text[] =
        "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"desk\", \"kit\": \"drifts\", "
        "\"rooms\": [{\"name\": \"a\", \"room\": \"drift\", \"position\": [0, 0, 0]}, "
        "{\"name\": \"b\", \"room\": \"drift\", \"position\": [40, 0, 0], \"stretch\": [6]}]}";
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_standing_room(desk.studio, 0), WR_NOT_FOUND);
    bring_folder(&desk, "kits/library/drifts");
    assert_int_equal(wr_studio_add_kit(desk.studio, "kits/library/drifts/kit.xml"), WR_OK);
    assert_answers(
        &desk,
        "{\"axis\": \"x\", \"from\": 0.0, \"to\": 12.0, \"step\": 0.0, \"slides\": false}");
    assert_int_equal(look(&desk, text), WR_OK);
    assert_int_equal(wr_studio_standing_room(desk.studio, 0), WR_OK);
    assert_answers(&desk, "\"name\": \"east\", \"at\": [2.0, 0.0, 0.0]");
    assert_int_equal(wr_studio_standing_room(desk.studio, 1), WR_OK);
    assert_answers(&desk, "\"name\": \"east\", \"at\": [8.0, 0.0, 0.0]");
    assert_true(wr_studio_array_size(desk.studio, WR_STUDIO_VERTICES) > 0);
    assert_int_equal(wr_studio_standing_model(desk.studio, 1), WR_OK);
    assert_answers(&desk, "{\"meshes\": []}");
    assert_int_equal(wr_studio_standing_room(desk.studio, 2), WR_NOT_FOUND);
    rise(&desk);
}

/* ---- Memory ---- */

static void without_memory_every_question_fails_and_the_studio_lives(void **state)
{
    static const char text[] = MAP(HUB ", " PASSAGE("12, 0, 0"));
    struct desk desk;
    (void)state;
    sit(&desk);
    size_t failed = 0;
    for (size_t n = 1; n < 400; n++) {
        wr_fail_allocation_after(n);
        failed += wr_studio_look(desk.studio, text, strlen(text)) != WR_OK;
        wr_fail_allocation_after(0);
        (void)wr_studio_findings(desk.studio);
    }
    assert_true(failed > 10);
    assert_int_equal(wr_studio_look(desk.studio, text, strlen(text)), WR_OK);
    assert_answers(&desk, "\"verdict\": \"ok\"");
    rise(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kit_is_told_of_in_full),
        cmocka_unit_test(a_broken_kit_is_refused_in_words_and_the_next_one_read),
        cmocka_unit_test(a_rooms_mesh_is_the_kits_own),
        cmocka_unit_test(rooms_that_meet_are_linked),
        cmocka_unit_test(a_near_miss_says_where_its_room_belongs),
        cmocka_unit_test(floors_in_each_other_are_an_answer_and_a_verdict),
        cmocka_unit_test(faults_are_found_however_often_they_are_looked_at),
        cmocka_unit_test(a_map_is_read_into_warrens_own_text),
        cmocka_unit_test(offers_put_where_they_say_are_linked),
        cmocka_unit_test(a_seed_gives_the_level_the_program_makes),
        cmocka_unit_test(a_build_leaves_its_module_and_nothing_of_the_one_before),
        cmocka_unit_test(a_build_answers_every_file_that_it_made),
        cmocka_unit_test(a_scene_is_made_and_nothing_where_the_map_is_none),
        cmocka_unit_test(one_walks_through_a_doorway_and_not_through_its_closed_door),
        cmocka_unit_test(nobody_ever_leaves_the_floor),
        cmocka_unit_test(pinned_rooms_stand_in_every_level),
        cmocka_unit_test(a_wing_begins_at_its_doorway_alone),
        cmocka_unit_test(what_cannot_stand_is_said_and_forgotten),
        cmocka_unit_test(a_module_that_was_built_comes_apart_into_the_level_it_was),
        cmocka_unit_test(a_module_that_is_damaged_leaves_nothing),
        cmocka_unit_test(a_rooms_model_lies_on_its_floor),
        cmocka_unit_test(textures_come_as_pixels_that_are_not_too_many),
        cmocka_unit_test(a_longer_room_is_told_of_as_long_as_it_stands),
        cmocka_unit_test(without_memory_every_question_fails_and_the_studio_lives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
