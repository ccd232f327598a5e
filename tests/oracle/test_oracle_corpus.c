/* The judge on real files: what is known to be right passes, what is known to be wrong is
   found, and inherited faults are counted. */
#include "tests/oracle/module.h"
#include "tests/support/test.h"

#include <dirent.h>

/* Which hand made a file: its tree and its rounding tell. */
enum maker { GAME, EDITOR, KIT_TOOL };

/* Every fault the corpus has, beside its maker's habits. */
static const struct inherited {
    const char *file;
    enum oracle_rule rule;
    size_t count;
} inherited[] = {
    {"203tell.wok", ORACLE_FACE_DOWNWARD, 4},   {"m10aa_03a.wok", ORACLE_FACE_AREA, 1},
    {"m12aa_01f.wok", ORACLE_FACE_DOWNWARD, 2}, {"medical_1.wok", ORACLE_FACE_AREA, 1},
    {"room_1.wok", ORACLE_FACE_DOWNWARD, 3},
};

static const struct {
    const char *file;
    enum oracle_rule rule;
} nonconforming[] = {
    {"203tell_rebuilt.wok", ORACLE_TREE_PLANE}, {"floor_plain.wok", ORACLE_LOOP_ENDS},
    {"out.wok", ORACLE_ADJACENCY_SYMMETRY},     {"slem_ar.wok", ORACLE_TREE_CHILDREN},
    {"slem_ar-2.wok", ORACLE_WALKABLE_FIRST},   {"slem_ar-3.wok", ORACLE_WALKABLE_FIRST},
    {"test_simple.wok", ORACLE_WALKABLE_FIRST}, {"test_terrain.wok", ORACLE_EDGE_MISSING},
};

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

static enum maker maker_of(const char *name)
{
    static const char *const game[] = {"203tell.wok", "test.wok", NULL};
    static const char *const editor[] = {"m12aa_01f.wok", "m22ab_09a.wok", "m26ae_01e.wok",
                                         "m44aa_23a.wok", NULL};
    if (is_one_of(name, game) || strncmp(name, "m10aa_", 6) == 0)
        return GAME;
    return is_one_of(name, editor) ? EDITOR : KIT_TOOL;
}

static struct oracle_options options_for(enum maker maker, struct oracle_report *report)
{
    struct oracle_options options = oracle_rebuilt();
    memset(report, 0, sizeof *report);
    if (maker == GAME)
        return options;
    report->ignored[ORACLE_TREE_DIRECTION] = true;
    options.normal_error = options.plane_error = 1e-3;
    options.union_error = 2e-4;
    if (maker == KIT_TOOL) {
        report->ignored[ORACLE_TREE_MEDIAN] = report->ignored[ORACLE_TREE_SORT] = true;
        options.leaf_pad = 0;
        options.box_error = options.union_error = 0;
    }
    return options;
}

/* Takes out of the report what the file is known to have inherited. */
static size_t without_inherited(const struct oracle_report *report, const char *name)
{
    size_t left = report->count;
    for (size_t i = 0; i < sizeof inherited / sizeof *inherited; i++)
        if (strcmp(name, inherited[i].file) == 0) {
            assert_int_equal(report->counts[inherited[i].rule], inherited[i].count);
            left -= inherited[i].count;
        }
    return left;
}

static void judge_conforming(const char *folder, const char *name)
{
    char path[2048];
    struct oracle_report report;
    struct oracle_options options = options_for(maker_of(name), &report);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    oracle_judge_file(&report, &options, path);
    if (without_inherited(&report, name))
        fail_msg("%s: %s: %s", name, oracle_rule_name(report.faults[0].rule),
                 report.faults[0].text);
    oracle_report_clear(&report);
}

static bool is_wok(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".wok") == 0;
}

static const char *corpus(void)
{
    const char *path = getenv("WARREN_CORPUS");
    DIR *folder = path ? opendir(path) : NULL;
    if (folder)
        closedir(folder);
    return folder ? path : NULL;
}

static void every_conforming_file_passes(void **state)
{
    (void)state;
    char path[1024];
    size_t count = 0;
    if (!corpus())
        skip();
    snprintf(path, sizeof path, "%s/wok", corpus());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (is_wok(entry->d_name)) {
            judge_conforming(path, entry->d_name);
            count++;
        }
    closedir(folder);
    assert_int_equal(count, 66);
}

static void every_nonconforming_file_is_found_faulty(void **state)
{
    (void)state;
    if (!corpus())
        skip();
    for (size_t i = 0; i < sizeof nonconforming / sizeof *nonconforming; i++) {
        char path[1024];
        struct oracle_report report;
        struct oracle_options options = options_for(KIT_TOOL, &report);
        snprintf(path, sizeof path, "%s/nonconforming/%s", corpus(), nonconforming[i].file);
        assert_false(oracle_judge_file(&report, &options, path));
        if (!report.counts[nonconforming[i].rule])
            fail_msg("%s: no word of %s", path, oracle_rule_name(nonconforming[i].rule));
        oracle_report_clear(&report);
    }
}

/* Texts as the game has them: copies taken from archives. */
static const struct {
    const char *file;
    size_t rooms, hooks, sights;
} texts[] = {
    {"lyt/stunt_endbridge-2.lyt", 16, 16, 0},
    {"lyt/stunt_eboqrts.lyt", 19, 1, 0},
    {"vis/m12aa.vis", 0, 0, 17},
};

static void texts_of_the_game_satisfy_the_grammar(void **state)
{
    (void)state;
    if (!corpus())
        skip();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char path[1024];
        size_t size;
        struct oracle_report report = {0};
        struct oracle_module module = {0};
        snprintf(path, sizeof path, "%s/%s", corpus(), texts[i].file);
        unsigned char *bytes = oracle_file_bytes(&report, path, &size);
        if (bytes)
            (texts[i].sights ? oracle_vis_read : oracle_lyt_read)(&report, path, bytes, size,
                                                                  &module);
        if (report.count)
            fail_msg("%s: %s", path, report.faults[0].text);
        assert_int_equal(module.room_count, texts[i].rooms);
        assert_int_equal(module.hook_count, texts[i].hooks);
        assert_int_equal(module.sight_count, texts[i].sights);
        free(bytes);
        oracle_module_free(&module);
    }
}

/* Mirrors along y, turns by a free angle, moves. */
static void put(struct oracle_wok *wok, const struct oracle_placement *at)
{
    double angle = at->turn * acos(-1) / 180;
    for (uint32_t i = 0; i < wok->vertex_count; i++) {
        double x = (double)wok->vertices[i][0], y = -(double)wok->vertices[i][1];
        wok->vertices[i][0] = (float)(cos(angle) * x - sin(angle) * y + at->position[0]);
        wok->vertices[i][1] = (float)(sin(angle) * x + cos(angle) * y + at->position[1]);
        wok->vertices[i][2] = (float)((double)wok->vertices[i][2] + at->position[2]);
    }
    for (uint32_t f = 0; f < wok->face_count; f++) {
        uint32_t kept = wok->faces[f][0];
        wok->faces[f][0] = wok->faces[f][1];
        wok->faces[f][1] = kept;
    }
    wok->edge_count = 0; /* they name other sides now */
}

static bool recognise(const void *bytes, size_t size, float raised)
{
    struct oracle_report report = {0};
    struct oracle_wok kit, built;
    struct oracle_placed_options options = oracle_placed();
    struct oracle_placement at = {
        .mirror_y = true, .turn = -37.25, .position = {812.5, -3, 11.25}};
    assert_true(oracle_wok_read(&report, "kit", bytes, size, &kit));
    assert_true(oracle_wok_read(&report, "built", bytes, size, &built));
    put(&built, &at);
    built.vertices[built.vertex_count / 2][2] += raised;
    bool same = oracle_compare_placed(&report, &options, "built", &kit, &built, &at);
    oracle_report_clear(&report);
    oracle_wok_free(&kit);
    oracle_wok_free(&built);
    return same;
}

static void a_real_room_is_recognised_where_it_was_put(void **state)
{
    (void)state;
    static const char *const rooms[] = {"hallway_1", "large_room_1", "medical_1", "room_1"};
    if (!corpus())
        skip();
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        char path[1024];
        size_t size;
        struct oracle_report report = {0};
        snprintf(path, sizeof path, "%s/wok/%s.wok", corpus(), rooms[i]);
        unsigned char *bytes = oracle_file_bytes(&report, path, &size);
        assert_non_null(bytes);
        assert_true(recognise(bytes, size, 0));
        assert_false(recognise(bytes, size, 1e-3f));
        free(bytes);
    }
}

/* Rooms 0 to 7 of a real area, in the order its transitions count them. */
static const char *const area[] = {"m10aa_06a", "m10aa_08a", "m10aa_08b", "m10aa_05a",
                                   "m10aa_09a", "m10aa_09b", "m10aa_01c", "m10aa_03a"};

static void read_area(struct oracle_report *report, struct oracle_module *module)
{
    static struct oracle_room rooms[8];
    *module = (struct oracle_module){.rooms = rooms, .room_count = 8};
    for (size_t i = 0; i < 8; i++) {
        char path[1024];
        size_t size;
        snprintf(path, sizeof path, "%s/wok/%s.wok", corpus(), area[i]);
        unsigned char *bytes = oracle_file_bytes(report, path, &size);
        assert_non_null(bytes);
        rooms[i] = (struct oracle_room){.has_wok = true, .first_face = module->face_count};
        assert_true(oracle_wok_read(report, path, bytes, size, &rooms[i].wok));
        module->face_count += rooms[i].wok.face_count;
        free(bytes);
    }
}

static void the_rooms_of_a_real_area_are_linked_bit_for_bit(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_module module;
    size_t count, walkable = 0, reached = 0;
    if (!corpus())
        skip();
    read_area(&report, &module);
    struct oracle_link *links = oracle_links(&module, &count);
    assert_int_equal(count, 16);
    for (size_t i = 0; i < count; i++)
        assert_true(links[i].returns);
    unsigned char *flood = oracle_flood(&module, 0, 0);
    for (size_t i = 0; i < 8; i++)
        walkable += module.rooms[i].wok.row_count;
    for (size_t i = 0; i < module.face_count; i++)
        reached += flood[i];
    assert_int_equal(walkable, 267);
    assert_int_equal(reached, 265); /* m10aa has an island of two faces */
    free(links);
    free(flood);
    for (size_t i = 0; i < 8; i++)
        oracle_wok_free(&module.rooms[i].wok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_conforming_file_passes),
        cmocka_unit_test(every_nonconforming_file_is_found_faulty),
        cmocka_unit_test(texts_of_the_game_satisfy_the_grammar),
        cmocka_unit_test(a_real_room_is_recognised_where_it_was_put),
        cmocka_unit_test(the_rooms_of_a_real_area_are_linked_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
