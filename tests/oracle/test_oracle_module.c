/* The judge of modules: a right one passes, and each broken rule is named and no other. */
#include "tests/oracle/module.h"
#include "tests/oracle/sample.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <unistd.h>

enum { MOST_ROOMS = 4 };

/* Rooms of 4 x 3 squares in a row along x, each leading to the next through the middle of its
   side, and a sky behind them. */
struct sample_module {
    struct oracle_wok rooms[MOST_ROOMS];
    uint32_t room_count;
    char lyt[4096], vis[4096];
    char folder[64];
};

static void move(struct oracle_wok *wok, float x, float y, float z)
{
    for (uint32_t i = 0; i < wok->vertex_count; i++) {
        wok->vertices[i][0] += x;
        wok->vertices[i][1] += y;
        wok->vertices[i][2] += z;
    }
    sample_derive(wok, NULL);
}

/* The listed edge from (x, y) to (x, other). */
static struct oracle_edge *edge_at(const struct oracle_wok *wok, float x, float y, float other)
{
    for (uint32_t i = 0; i < wok->edge_count; i++) {
        uint32_t face = wok->edges[i].edge / 3, k = wok->edges[i].edge % 3;
        const float *a = wok->vertices[wok->faces[face][k]];
        const float *b = wok->vertices[wok->faces[face][(k + 1) % 3]];
        if (a[0] == x && b[0] == x && a[1] == y && b[1] == other)
            return &wok->edges[i];
    }
    fail_msg("no edge at %g %g", (double)x, (double)y);
    return NULL;
}

static void link_rooms(struct sample_module *module, uint32_t room)
{
    float x = 4 * (float)(room + 1);
    edge_at(&module->rooms[room], x, 1.25f, 2.5f)->transition = (int32_t)room + 1;
    edge_at(&module->rooms[room + 1], x, 2.5f, 1.25f)->transition = (int32_t)room;
}

static void append(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void append(char *text, size_t room, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    size_t length = strlen(text);
    vsnprintf(text + length, room - length, format, values);
    va_end(values);
}

static void write_lyt(struct sample_module *module, const bool *linked)
{
    char *out = module->lyt;
    size_t room = sizeof module->lyt;
    unsigned hooks = 0;
    append(out, room, "#MAXLAYOUT ASCII\r\nfiledependancy tst.max\r\nbeginlayout\r\n");
    append(out, room, "   roomcount %u\r\n", module->room_count + 1);
    for (uint32_t i = 0; i < module->room_count; i++)
        append(out, room, "      tst_room%u %u.0 0.0 %u.%u\r\n", i, 4 * i, i / 2, i % 2 * 5);
    append(out, room,
           "      tst_sky 0.0 -0.25 0.1\r\n   trackcount 0\r\n   obstaclecount 0\r\n");
    for (uint32_t i = 0; i + 1 < module->room_count; i++)
        hooks += linked[i];
    append(out, room, "   doorhookcount %u\r\n", hooks);
    for (uint32_t i = 0; i + 1 < module->room_count; i++)
        if (linked[i])
            append(out, room,
                   "      tst_room%u door_%02u 0 %u.0 1.875 %u.%u 0.70710677 0.0 0.0 "
                   "0.70710677\r\n",
                   i, i, 4 * (i + 1), (i + 1) / 2, i % 2 ? 1 : 6);
    append(out, room, "donelayout\r\n");
}

static void write_vis(struct sample_module *module)
{
    uint32_t count = module->room_count;
    for (uint32_t i = 0; i < count; i++) {
        append(module->vis, sizeof module->vis, "tst_room%u %u\r\n", i, count);
        for (uint32_t k = 0; k < count; k++)
            if (k != i)
                append(module->vis, sizeof module->vis, "  tst_room%u\r\n", k);
        append(module->vis, sizeof module->vis, "  tst_sky\r\n");
    }
    append(module->vis, sizeof module->vis, "tst_sky 0\r\n");
}

static struct sample_module make(uint32_t count, const bool *linked)
{
    struct sample_module module = {.room_count = count, .folder = "/tmp/oracleXXXXXX"};
    for (uint32_t i = 0; i < count; i++) {
        module.rooms[i] = sample_floor(4, 3);
        move(&module.rooms[i], 4 * (float)i, 0, 0.5f * (float)i);
    }
    for (uint32_t i = 0; i + 1 < count; i++)
        if (linked[i])
            link_rooms(&module, i);
    write_lyt(&module, linked);
    write_vis(&module);
    assert_non_null(mkdtemp(module.folder));
    return module;
}

static void put_file(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

static void put_files(const struct sample_module *module)
{
    put_file(module->folder, "tst.lyt", module->lyt, strlen(module->lyt));
    put_file(module->folder, "tst.vis", module->vis, strlen(module->vis));
    for (uint32_t i = 0; i < module->room_count; i++) {
        char name[32];
        size_t size;
        unsigned char *bytes = sample_write(&module->rooms[i], &size);
        snprintf(name, sizeof name, "tst_room%u.wok", i);
        put_file(module->folder, name, bytes, size);
        free(bytes);
    }
}

static void drop(struct sample_module *module)
{
    DIR *stream = opendir(module->folder);
    for (const struct dirent *entry; stream && (entry = readdir(stream));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", module->folder, entry->d_name);
        if (entry->d_name[0] != '.')
            remove(path);
    }
    closedir(stream);
    rmdir(module->folder);
    for (uint32_t i = 0; i < module->room_count; i++)
        oracle_wok_free(&module->rooms[i]);
}

static void replace(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    if (!at)
        fail_msg("'%s' is not in the text", from);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
}

static void no_change(struct sample_module *module)
{
    (void)module;
}

static void a_stray_walkmesh(struct sample_module *module)
{
    put_file(module->folder, "tst_room7.wok", "", 0);
}

static void a_sky_with_a_walkmesh(struct sample_module *module)
{
    put_file(module->folder, "tst_sky.wok", "", 0);
}

static void a_long_name(struct sample_module *module)
{
    replace(module->lyt, "tst_sky", "tst_sky_of_the_17");
    for (int i = 0; i < 4; i++)
        replace(module->vis, "tst_sky\r", "tst_sky_of_the_17\r");
    replace(module->vis, "tst_sky 0", "tst_sky_of_the_17 0");
}

static void a_line_without_return(struct sample_module *module)
{
    replace(module->lyt, "beginlayout\r", "beginlayout");
}

static void a_tab(struct sample_module *module)
{
    replace(module->lyt, "      tst_room1 ", "\t  tst_room1 ");
}

static void a_double_space(struct sample_module *module)
{
    replace(module->lyt, "trackcount 0", "trackcount  0");
}

static void text_at_the_end(struct sample_module *module)
{
    append(module->lyt, sizeof module->lyt, "tst\r\n");
}

static void no_end(struct sample_module *module)
{
    replace(module->lyt, "donelayout\r\n", "");
}

static void a_number_without_point(struct sample_module *module)
{
    replace(module->lyt, "tst_sky 0.0", "tst_sky 0");
}

static void a_number_too_long(struct sample_module *module)
{
    replace(module->lyt, "-0.25 0.1", "-0.25 0.100000001");
}

static void a_number_with_a_spare_zero(struct sample_module *module)
{
    replace(module->lyt, "-0.25", "-0.250");
}

static void a_hook_that_rolls(struct sample_module *module)
{
    replace(module->lyt, "0.70710677 0.0 0.0 0.70710677", "0.70710677 0.70710677 0.0 0.0");
}

static void a_hook_with_another_third_field(struct sample_module *module)
{
    replace(module->lyt, "door_00 0 ", "door_00 1 ");
}

static void a_small_indent(struct sample_module *module)
{
    replace(module->vis, "  tst_room1\r", " tst_room1\r");
}

static void a_wrong_count(struct sample_module *module)
{
    replace(module->vis, "tst_room1 4", "tst_room1 3");
}

static void a_room_without_sight(struct sample_module *module)
{
    replace(module->vis, "tst_sky 0\r\n", "");
}

static void a_room_with_two_sights(struct sample_module *module)
{
    append(module->vis, sizeof module->vis, "tst_sky 0\r\n");
}

static void a_sight_of_nothing(struct sample_module *module)
{
    replace(module->vis, "  tst_sky\r", "  tst_ski\r");
}

static void a_sight_twice(struct sample_module *module)
{
    replace(module->vis, "  tst_sky\r", "  tst_room3\r");
}

static void a_neighbour_unseen(struct sample_module *module)
{
    replace(module->vis, "tst_room0 4\r\n  tst_room1\r\n", "tst_room0 3\r\n");
}

static void a_way_to_no_room(struct sample_module *module)
{
    edge_at(&module->rooms[0], 0, 2.5f, 1.25f)->transition = 7;
}

static void a_way_to_the_sky(struct sample_module *module)
{
    edge_at(&module->rooms[0], 0, 2.5f, 1.25f)->transition = 4;
}

static void a_way_to_itself(struct sample_module *module)
{
    edge_at(&module->rooms[2], 8, 1.25f, 0)->transition = 2;
}

static void a_stray_transition(struct sample_module *module)
{
    edge_at(&module->rooms[0], 4, 0, 1.25f)->transition = 3;
}

static void a_one_way_door(struct sample_module *module)
{
    edge_at(&module->rooms[1], 4, 2.5f, 1.25f)->transition = -1;
}

static void a_hook_missing(struct sample_module *module)
{
    char *line = strstr(module->lyt, "      tst_room1 door"), *next = strchr(line, '\n') + 1;
    memmove(line, next, strlen(next) + 1);
    replace(module->lyt, "doorhookcount 3", "doorhookcount 2");
}

static void a_hook_far_away(struct sample_module *module)
{
    replace(module->lyt, "door_01 0 8.0", "door_01 0 9.0");
}

static void a_hook_twice(struct sample_module *module)
{
    replace(module->lyt, "donelayout\r\n",
            "      tst_room1 door_09 0 4.0 1.5 0.5 1.0 0.0 0.0 0.0\r\ndonelayout\r\n");
    replace(module->lyt, "doorhookcount 3", "doorhookcount 4");
}

static void a_room_upon_another(struct sample_module *module)
{
    edge_at(&module->rooms[3], 12, 2.5f, 1.25f)->transition = -1;
    edge_at(&module->rooms[2], 12, 1.25f, 2.5f)->transition = -1;
    replace(module->lyt, "doorhookcount 3", "doorhookcount 2");
    char *line = strstr(module->lyt, "      tst_room2 door"), *next = strchr(line, '\n') + 1;
    memmove(line, next, strlen(next) + 1);
    move(&module->rooms[3], -11, 0, 0.5f - 1.5f);
}

static void a_torn_chain(struct sample_module *module)
{
    edge_at(&module->rooms[1], 8, 1.25f, 2.5f)->transition = -1;
    edge_at(&module->rooms[2], 8, 2.5f, 1.25f)->transition = -1;
}

static const struct {
    enum oracle_rule rule;
    void (*apply)(struct sample_module *module);
} breakages[] = {
    {ORACLE_MODULE_ROOMS, a_stray_walkmesh},
    {ORACLE_MODULE_ROOMS, a_sky_with_a_walkmesh},
    {ORACLE_NAME, a_long_name},
    {ORACLE_LYT_GRAMMAR, a_line_without_return},
    {ORACLE_LYT_GRAMMAR, text_at_the_end},
    {ORACLE_LYT_GRAMMAR, no_end},
    {ORACLE_LYT_NUMBER, a_number_without_point},
    {ORACLE_LYT_NUMBER, a_number_too_long},
    {ORACLE_LYT_NUMBER, a_number_with_a_spare_zero},
    {ORACLE_LYT_HOOK, a_hook_that_rolls},
    {ORACLE_LYT_HOOK, a_hook_with_another_third_field},
    {ORACLE_VIS_COUNT, a_wrong_count},
    {ORACLE_VIS_ENTRY, a_room_without_sight},
    {ORACLE_VIS_ENTRY, a_room_with_two_sights},
    {ORACLE_VIS_NAME, a_sight_of_nothing},
    {ORACLE_VIS_NAME, a_sight_twice},
    {ORACLE_VIS_NEIGHBOUR, a_neighbour_unseen},
    {ORACLE_TRANSITION_ROOM, a_way_to_no_room},
    {ORACLE_TRANSITION_ROOM, a_way_to_the_sky},
    {ORACLE_TRANSITION_ROOM, a_way_to_itself},
    {ORACLE_TRANSITION_TWIN, a_stray_transition},
    {ORACLE_TRANSITION_BACK, a_one_way_door},
    {ORACLE_DOORHOOK_MISSING, a_hook_missing},
    {ORACLE_DOORHOOK_MISSING, a_hook_far_away},
    {ORACLE_DOORHOOK_TWICE, a_hook_twice},
    {ORACLE_COMPONENT_UNREACHABLE, a_torn_chain},
    {ORACLE_ROOMS_OVERLAP, a_room_upon_another},
};

static const bool all_linked[MOST_ROOMS] = {true, true, true, true};

static void assert_only(const struct oracle_report *report, enum oracle_rule rule, size_t step)
{
    if (!report->count)
        fail_msg("breakage %zu: %s was not noticed", step, oracle_rule_name(rule));
    for (size_t i = 0; i < report->count; i++)
        if (report->faults[i].rule != rule)
            fail_msg("breakage %zu of %s was named %s: %s", step, oracle_rule_name(rule),
                     oracle_rule_name(report->faults[i].rule), report->faults[i].text);
}

static void judge_changed(struct oracle_report *report,
                          const struct oracle_module_options *options,
                          void (*change)(struct sample_module *module))
{
    struct oracle_module_options built = oracle_built();
    struct sample_module module = make(4, all_linked);
    change(&module);
    put_files(&module);
    oracle_judge_folder(report, options ? options : &built, module.folder);
    drop(&module);
}

static void a_right_module_has_no_fault(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    judge_changed(&report, NULL, no_change);
    if (report.count)
        fail_msg("%s: %s", oracle_rule_name(report.faults[0].rule), report.faults[0].text);
}

static void each_broken_rule_is_named_and_no_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++) {
        struct oracle_report report = {0};
        judge_changed(&report, NULL, breakages[i].apply);
        assert_only(&report, breakages[i].rule, i);
        oracle_report_clear(&report);
    }
}

/* A text that cannot be read to its end leaves rooms unknown, so other rules speak as well. */
static void each_line_of_the_texts_must_be_exact(void **state)
{
    (void)state;
    void (*const changes[])(struct sample_module *) = {a_tab, a_double_space, a_small_indent};
    for (size_t i = 0; i < 3; i++) {
        struct oracle_report report = {0};
        judge_changed(&report, NULL, changes[i]);
        assert_int_equal(report.counts[i < 2 ? ORACLE_LYT_GRAMMAR : ORACLE_VIS_GRAMMAR],
                         i == 1 ? 2 : 1);
        oracle_report_clear(&report);
    }
}

static void a_folder_without_a_layout_is_named(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_module_options options = oracle_built();
    assert_false(oracle_judge_folder(&report, &options, "/nowhere"));
    assert_only(&report, ORACLE_MODULE_FOLDER, 0);
    oracle_report_clear(&report);
}

static void a_narrow_doorway_is_named(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    struct oracle_module_options options = oracle_built();
    options.doorway = 1.3;
    judge_changed(&report, &options, no_change);
    assert_only(&report, ORACLE_DOORWAY_NARROW, 0);
    assert_int_equal(report.count, 3);
    oracle_report_clear(&report);
}

static void raise_the_last_room(struct sample_module *module)
{
    move(&module->rooms[3], 0, 0, 0.3f);
    edge_at(&module->rooms[3], 12, 2.5f, 1.25f)->transition = 2;
}

static void a_step_in_a_doorway_is_named(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    judge_changed(&report, NULL, raise_the_last_room);
    assert_int_equal(report.counts[ORACLE_TRANSITION_TWIN], 2);
    assert_int_equal(report.counts[ORACLE_DOORWAY_STEP], 2);
    assert_int_equal(report.count, 4);
    oracle_report_clear(&report);
}

/* The last room becomes a wall that stands upright in the doorway. */
static void make_the_last_room_a_wall(struct sample_module *module)
{
    static const float vertices[3][3] = {
        {12, 2.5f, 1.65625f}, {12, 1.25f, 1.578125f}, {12, 2, 4}};
    static const uint32_t faces[1][3] = {{0, 1, 2}};
    static const uint32_t material = 4;
    oracle_wok_free(&module->rooms[3]);
    module->rooms[3] = sample_mesh(vertices, 3, faces, &material, 1);
    edge_at(&module->rooms[3], 12, 2.5f, 1.25f)->transition = 2;
}

static void a_doorway_without_floor_behind_it_is_named(void **state)
{
    (void)state;
    struct oracle_report report = {.ignored[ORACLE_FACE_DOWNWARD] = true};
    judge_changed(&report, NULL, make_the_last_room_a_wall);
    assert_only(&report, ORACLE_DOORWAY_FLOOR, 0);
    oracle_report_clear(&report);
}

static void put_the_last_room_upstairs(struct sample_module *module)
{
    a_room_upon_another(module);
    move(&module->rooms[3], 0, 0, 3);
}

static void put_the_last_room_close(struct sample_module *module)
{
    a_room_upon_another(module);
    move(&module->rooms[3], 2 * 4 - 1, -3.65f, 0);
}

static void rooms_may_stand_above_or_close_to_each_other(void **state)
{
    (void)state;
    struct oracle_report report = {0};
    judge_changed(&report, NULL, put_the_last_room_upstairs);
    assert_int_equal(report.count, 0);
    judge_changed(&report, NULL, put_the_last_room_close);
    assert_int_equal(report.count, 0);
}

static void a_flood_reaches_what_is_linked(void **state)
{
    (void)state;
    static const bool linked[MOST_ROOMS] = {true, false, true};
    struct oracle_report report = {0};
    struct oracle_module_options options = oracle_built();
    struct sample_module sample = make(4, linked);
    struct oracle_module module;
    put_files(&sample);
    assert_true(oracle_module_read(&report, &options, sample.folder, &module));
    unsigned char *reached = oracle_flood(&module, 1, 0);
    for (uint32_t r = 0; r < 4; r++)
        for (uint32_t f = 0; f < module.rooms[r].wok.face_count; f++)
            assert_int_equal(reached[module.rooms[r].first_face + f],
                             r < 2 && f < module.rooms[r].wok.row_count);
    free(reached);
    options.entry_room = 2;
    oracle_module_judge(&report, &options, &module);
    assert_only(&report, ORACLE_COMPONENT_UNREACHABLE, 0);
    assert_int_equal(report.count, 2);
    oracle_report_clear(&report);
    oracle_module_free(&module);
    drop(&sample);
}

static void components_are_counted(void **state)
{
    (void)state;
    struct oracle_wok wok = sample_floor(4, 3);
    uint32_t *labels;
    assert_int_equal(oracle_components(&wok, &labels), 1);
    free(labels);
    for (uint32_t f = 0; f < wok.row_count; f++)
        for (uint32_t k = 0; k < 3; k++)
            wok.adjacency[f][k] = -1;
    assert_int_equal(oracle_components(&wok, &labels), wok.row_count);
    free(labels);
    oracle_wok_free(&wok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_module_has_no_fault),
        cmocka_unit_test(each_broken_rule_is_named_and_no_other),
        cmocka_unit_test(each_line_of_the_texts_must_be_exact),
        cmocka_unit_test(a_folder_without_a_layout_is_named),
        cmocka_unit_test(a_narrow_doorway_is_named),
        cmocka_unit_test(a_step_in_a_doorway_is_named),
        cmocka_unit_test(a_doorway_without_floor_behind_it_is_named),
        cmocka_unit_test(rooms_may_stand_above_or_close_to_each_other),
        cmocka_unit_test(a_flood_reaches_what_is_linked),
        cmocka_unit_test(components_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
