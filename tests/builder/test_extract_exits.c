/* Ways out of a module that is taken apart: doors and triggers come back as exits of its map.
 */
#include "tests/support/taken.h"

#include "core/base/random.h"

/* ---- Whole levels ------------------------------------------------------------------------ */

static struct wr_map *example(struct taken *taken, const char *id)
{
    char path[64];
    snprintf(path, sizeof path, "examples/two-modules/%s.json", id);
    snprintf(taken->id, sizeof taken->id, "%s", id);
    return taken_map(
        taken, wr_path_join(taken->findings.arena, wr_environment("WARREN_SOURCE"), path));
}

/* Mirrors a map in x, turns and moves it, as a whole. */
static void change(struct wr_map *map, wr_random *random)
{
    double cosine, sine;
    float turn = 15 * (float)wr_random_below(random, 24);
    bool mirror = wr_random_below(random, 2);
    wr_turn_of(turn, &cosine, &sine);
    for (uint32_t i = 0; i < map->room_count; i++) {
        wr_placement *at = &map->rooms[i].placement;
        double x = mirror ? -(double)at->position.x : at->position.x, y = at->position.y;
        at->mirror_x ^= mirror;
        at->turn = (mirror ? -at->turn : at->turn) + turn;
        at->position = wr_vec3_of((float)(x * cosine - y * sine) + 30.5f,
                                  (float)(x * sine + y * cosine) - 7, at->position.z + 1);
    }
}

/* Text and whole numbers of a row that say where it leads. */
static void same_ways(const struct taken_module *module, const wr_gff_list *a,
                      const wr_gff_list *b)
{
    static const char *const texts[] = {"TemplateResRef", "Tag", "LinkedToModule", "LinkedTo"};
    struct wr_arena *arena = module->taken->findings.arena;
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++) {
        for (int t = 0; t < 4; t++)
            assert_string_equal(wr_gff_text_of(a->items[i], texts[t], arena),
                                wr_gff_text_of(b->items[i], texts[t], arena));
        assert_int_equal(wr_gff_whole(a->items[i], "LinkedToFlags", -1),
                         wr_gff_whole(b->items[i], "LinkedToFlags", -2));
        const wr_gff_field *p = wr_gff_find(a->items[i], "TransitionDestin");
        const wr_gff_field *q = wr_gff_find(b->items[i], "TransitionDestin");
        assert_int_equal(p->local.strref, q->local.strref);
        assert_int_equal(p->local.count, q->local.count);
        if (p->local.count)
            assert_memory_equal(p->local.texts[0].data, q->local.texts[0].data,
                                p->local.texts[0].size);
    }
}

static void same_fences(const wr_gff_list *a, const wr_gff_list *b)
{
    static const char *const places[] = {"XPosition", "YPosition", "ZPosition"};
    static const char *const points[] = {"PointX", "PointY", "PointZ"};
    for (uint32_t i = 0; i < a->count; i++) {
        const wr_gff_list *p = wr_gff_list_of(a->items[i], "Geometry");
        const wr_gff_list *q = wr_gff_list_of(b->items[i], "Geometry");
        assert_int_equal(p->count, q->count);
        for (int v = 0; v < 3; v++)
            assert_near(wr_gff_float(a->items[i], places[v], NAN),
                        wr_gff_float(b->items[i], places[v], NAN), 1e-3);
        for (uint32_t k = 0; k < p->count; k++)
            for (int v = 0; v < 3; v++)
                assert_near(wr_gff_float(p->items[k], points[v], NAN),
                            wr_gff_float(q->items[k], points[v], NAN), 1e-3);
    }
}

static void compare(const struct taken_module *a, const struct taken_module *b)
{
    wr_gff_struct *p = taken_gff(a, a->taken->id, WR_RES_GIT);
    wr_gff_struct *q = taken_gff(b, a->taken->id, WR_RES_GIT);
    taken_same_area(a, b);
    same_ways(a, wr_gff_list_of(p, "Door List"), wr_gff_list_of(q, "Door List"));
    same_ways(a, wr_gff_list_of(p, "TriggerList"), wr_gff_list_of(q, "TriggerList"));
    same_fences(wr_gff_list_of(p, "TriggerList"), wr_gff_list_of(q, "TriggerList"));
}

/* Findings about it can be asked for then. */
static struct wr_map *take_apart(struct taken *taken, const char *source)
{
    struct wr_extract_options options = {
        .source = source, .output = "kit", .map = "maps/area.json", .force = true};
    taken_must(taken, wr_kit_extract(taken->findings.context, &options, NULL));
    return taken_map(taken, "maps/area.json");
}

static void doors_and_triggers_come_back_as_exits(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct taken taken;
        wr_random random = wr_random_of(seed, 0);
        enum wr_game game = seed % 2 ? WR_K1 : WR_K2;
        print_message("seed %d\n", (int)seed);
        taken_start(&taken);
        struct wr_map *map = example(&taken, seed % 4 < 2 ? "hall" : "cellar");
        change(map, &random);
        taken_build(&taken, map, game, "made");
        struct taken_module before = taken_open(&taken, "made");
        struct wr_map *back = take_apart(&taken, taken_path(&taken, "made"));
        taken_check(&taken, "kit/kit.xml");
        assert_int_equal(back->exit_count, 2);
        for (uint32_t i = 0; i < 2; i++)
            assert_string_equal(back->exits[i].title, map->exits[i].title);
        taken_build(&taken, back, game, "again");
        struct taken_module after = taken_open(&taken, "again");
        compare(&before, &after);
        wr_map_free(map);
        wr_map_free(back);
        taken_end(&taken);
    }
}

/* ---- Modules from elsewhere -------------------------------------------------------------- */

/* A module's files one by one, of which the GIT is changed. */
struct loose {
    struct taken taken;
    struct wr_gff *git;
};

static void put(struct loose *loose, const char *name, const void *data, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "loose/%s", name);
    assert_true(wr_memory_put(loose->taken.memory, path, data, size));
}

static void loose_start(struct loose *loose)
{
    struct taken *taken = &loose->taken;
    struct wr_arena *arena;
    taken_start(taken);
    arena = taken->findings.arena;
    struct wr_map *map = example(taken, "cellar");
    taken_build(taken, map, WR_K1, "made");
    wr_map_free(map);
    struct taken_module module = taken_open(taken, "made");
    for (size_t i = 0; i < module.resources.count; i++) {
        struct wr_source source;
        const wr_entry *entry = &module.resources.entries[i];
        taken_must(taken, wr_entry_read(taken->findings.context, arena, entry, &source));
        put(loose, entry->file, source.data, source.size);
    }
    struct wr_source *source = WR_TAKE(arena, struct wr_source, 1);
    *source = taken_bytes(&module, "cellar", WR_RES_GIT);
    taken_must(taken, wr_gff_read(taken->findings.context, arena, source, &loose->git));
}

static struct wr_map *loose_take(struct loose *loose)
{
    struct wr_bytes bytes = {0};
    taken_must(&loose->taken, wr_gff_write(loose->taken.findings.context, loose->git, &bytes));
    put(loose, "cellar.git", bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    findings_said(&loose->taken.findings);
    struct wr_map *map = take_apart(&loose->taken, "loose");
    return map;
}

static wr_gff_struct *row_of(struct loose *loose, const char *list, uint32_t row)
{
    return wr_gff_list_of(loose->git->root, list)->items[row];
}

static uint32_t leading_door(struct loose *loose)
{
    uint32_t i = 0;
    while (!*wr_gff_text_of(row_of(loose, "Door List", i), "LinkedToModule",
                            loose->taken.findings.arena))
        i++;
    return i;
}

static void lines_of_dialog_doors_and_capitals_are_read(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    wr_gff_struct *door = row_of(&loose, "Door List", leading_door(&loose));
    wr_gff_set_resref(loose.git, door, "LinkedToModule", "UNK_M41AE");
    wr_gff_set_string(loose.git, door, "LinkedTo", "ldr_from41ag");
    wr_gff_set_whole(loose.git, door, "LinkedToFlags", WR_GFF_BYTE, 1);
    wr_gff_set_local(loose.git, door, "TransitionDestin", 104245, NULL);
    struct wr_map *map = loose_take(&loose);
    assert_int_equal(map->exit_count, 2);
    assert_string_equal(map->exits[0].module, "unk_m41ae");
    assert_string_equal(map->exits[0].tag, "ldr_from41ag");
    assert_int_equal(map->exits[0].goal, WR_EXIT_TO_DOOR);
    assert_null(map->exits[0].title);
    assert_int_equal(map->exits[0].title_line, 104245);
    wr_map_free(map);
    taken_end(&loose.taken);
}

/* What a map's exit cannot say goes on as the kit's own trigger, link and all. */
static void a_trigger_with_a_blueprint_of_its_own_stays_a_trigger(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    struct wr_arena *arena = loose.taken.findings.arena;
    wr_gff_struct *trigger = row_of(&loose, "TriggerList", 0);
    wr_gff_set_resref(loose.git, trigger, "TemplateResRef", "to_hall");
    put(&loose, "to_hall.utt", "?", 1);
    struct wr_map *map = loose_take(&loose);
    assert_int_equal(map->exit_count, 1);
    taken_build(&loose.taken, map, WR_K1, "again");
    struct taken_module after = taken_open(&loose.taken, "again");
    const wr_gff_list *rows =
        wr_gff_list_of(taken_gff(&after, "cellar", WR_RES_GIT), "TriggerList");
    assert_int_equal(rows->count, 1);
    assert_string_equal(wr_gff_text_of(rows->items[0], "TemplateResRef", arena), "to_hall");
    assert_string_equal(wr_gff_text_of(rows->items[0], "LinkedToModule", arena), "hall");
    wr_map_free(map);
    taken_end(&loose.taken);
}

static void one_that_lies_in_no_doorway_stays_one_too(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    wr_gff_struct *trigger = row_of(&loose, "TriggerList", 0);
    wr_gff_set_float(loose.git, trigger, "XPosition", 0);
    wr_gff_set_float(loose.git, trigger, "YPosition", 0);
    struct wr_map *map = loose_take(&loose);
    assert_int_equal(map->exit_count, 1);
    wr_map_free(map);
    taken_end(&loose.taken);
}

static void a_door_inside_that_leads_out_is_told_of(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    uint32_t inner = 0;
    while (wr_gff_float(row_of(&loose, "Door List", inner), "X", 0) < 2.9f)
        inner++; /* the one between both rooms */
    wr_gff_set_resref(loose.git, row_of(&loose, "Door List", inner), "LinkedToModule", "hall");
    struct wr_map *map = loose_take(&loose);
    assert_int_equal(map->exit_count, 2);
    assert_non_null(strstr(findings_said(&loose.taken.findings),
                           "[extract-exit] 1 doors that lead into other modules stand in no "
                           "doorway that leads out"));
    wr_map_free(map);
    taken_end(&loose.taken);
}

/* ---- Hostile ones ------------------------------------------------------------------------ */

static const char *any_text(wr_random *random)
{
    static const char *const texts[] = {
        "",        "hall", "../x", "HALL", "a b", "\xc3\xa9", "from_cellar", "0123456789abcdef",
        "\x01\x02"};
    return texts[wr_random_below(random, sizeof texts / sizeof *texts)];
}

static float any_float(wr_random *random)
{
    static const float values[] = {0, -1, 3, 1e9f, -1e30f, NAN, INFINITY};
    return values[wr_random_below(random, sizeof values / sizeof *values)];
}

static void spoil(struct loose *loose, wr_random *random, wr_gff_struct *row)
{
    wr_gff_set_resref(loose->git, row, "LinkedToModule", any_text(random));
    wr_gff_set_string(loose->git, row, "LinkedTo", any_text(random));
    wr_gff_set_whole(loose->git, row, "LinkedToFlags", WR_GFF_BYTE,
                     wr_random_below(random, 256));
    if (wr_random_below(random, 3) == 0)
        wr_gff_set_string(loose->git, row, "TransitionDestin", "no text of any language");
    else
        wr_gff_set_local(loose->git, row, "TransitionDestin", (int32_t)wr_random_u32(random),
                         any_text(random));
}

static void spoil_corners(struct loose *loose, wr_random *random, wr_gff_struct *row)
{
    wr_gff_list *corners = wr_gff_set_list(loose->git, row, "Geometry");
    while (corners->count > 0 && wr_random_below(random, 2))
        wr_gff_remove(corners, 0);
    for (uint32_t i = 0; i < corners->count; i++)
        if (wr_random_below(random, 2))
            wr_gff_set_float(loose->git, corners->items[i], "PointX", any_float(random));
}

/* Whatever rows say, the map that is made can be read, and breaks no rule. */
static void any_rows_make_a_map_that_is_one(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct loose loose;
        wr_random random = wr_random_of(seed, 0);
        print_message("seed %d\n", (int)seed);
        loose_start(&loose);
        wr_gff_list *doors = wr_gff_list_of(loose.git->root, "Door List");
        for (uint32_t i = 0; i < doors->count; i++)
            if (wr_random_below(&random, 3))
                spoil(&loose, &random, doors->items[i]);
        spoil(&loose, &random, row_of(&loose, "TriggerList", 0));
        spoil_corners(&loose, &random, row_of(&loose, "TriggerList", 0));
        struct wr_map *map = loose_take(&loose);
        for (uint32_t i = 0; i < map->exit_count; i++)
            assert_true(strlen(map->exits[i].module) > 0);
        wr_map_free(map);
        taken_end(&loose.taken);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doors_and_triggers_come_back_as_exits),
        cmocka_unit_test(lines_of_dialog_doors_and_capitals_are_read),
        cmocka_unit_test(a_trigger_with_a_blueprint_of_its_own_stays_a_trigger),
        cmocka_unit_test(one_that_lies_in_no_doorway_stays_one_too),
        cmocka_unit_test(a_door_inside_that_leads_out_is_told_of),
        cmocka_unit_test(any_rows_make_a_map_that_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
