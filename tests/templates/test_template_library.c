/* The templates that ship, and those of the manual: all are read without a word, and speak of
 * rooms that their kit has, which is bundled. */
#include "tests/templates/templates_of.h"

#include "core/base/system.h"
#include "core/files/file.h"

static const struct {
    const char *path;
    enum wr_way way;
} shipped[] = {
    {"examples/first-level/template.json", WR_WAY_GROW},
    {"templates/library/cellars.json", WR_WAY_GRAPH},
    {"templates/library/cells.json", WR_WAY_GROW},
    {"templates/library/hub.json", WR_WAY_PATTERNS},
    {"templates/library/lock.json", WR_WAY_PATTERNS},
    {"templates/library/manor.json", WR_WAY_GRAPH},
    {"templates/library/rings.json", WR_WAY_GRAPH},
    {"templates/library/road.json", WR_WAY_GROW},
    {"templates/library/sanctum.json", WR_WAY_GRAPH},
    {"templates/library/shortcut.json", WR_WAY_PATTERNS},
    {"templates/library/storeys.json", WR_WAY_GROW},
    {"templates/library/veins.json", WR_WAY_GRAPH},
};

static const char *in_source(struct findings *f, const char *path)
{
    const char *root = wr_environment("WARREN_SOURCE");
    assert_non_null(root);
    return wr_path_join(f->arena, root, path);
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static const wr_room *fitting(const struct wr_kit *kit, const char *name)
{
    wr_choice choice = {.names = &name, .count = 1};
    for (uint32_t i = 0; i < kit->room_count; i++)
        if (wr_choice_fits(&choice, &kit->rooms[i]))
            return &kit->rooms[i];
    return NULL;
}

static void check_choice(const struct wr_kit *kit, const wr_choice *choice)
{
    for (uint32_t i = 0; i < choice->count; i++)
        if (!fitting(kit, choice->names[i]))
            fail_msg("no room of the kit is '%s'", choice->names[i]);
}

/* Whether a room that a node may be has this doorway. */
static bool has_hook(const struct wr_kit *kit, const wr_template_node *node, const char *hook)
{
    for (uint32_t i = 0; i < kit->room_count; i++)
        if (wr_choice_fits(&node->rooms, &kit->rooms[i]) &&
            wr_room_hook(&kit->rooms[i], hook) != WR_NONE)
            return true;
    return false;
}

static void check_graph(const struct wr_kit *kit, const struct wr_template *template)
{
    for (uint32_t i = 0; i < template->node_count; i++)
        check_choice(kit, &template->nodes[i].rooms);
    for (uint32_t i = 0; i < template->link_count; i++) {
        const wr_template_link *link = &template->links[i];
        check_choice(kit, &link->corridor.rooms);
        for (int side = 0; side < 2; side++)
            if (link->hooks[side] &&
                !has_hook(kit, &template->nodes[link->nodes[side]], link->hooks[side]))
                fail_msg("no doorway '%s'", link->hooks[side]);
    }
}

static void check_rooms(const struct wr_kit *kit, const struct wr_template *template)
{
    check_choice(kit, &template->include);
    check_choice(kit, &template->exclude);
    check_choice(kit, &template->corridor.rooms);
    check_choice(kit, &template->cap_rooms);
    check_choice(kit, &template->entry);
    check_choice(kit, &template->exit);
    for (uint32_t i = 0; i < template->rule_count; i++)
        check_choice(kit, &template->rules[i].rooms);
    for (uint32_t i = 0; i < template->pattern_count; i++)
        check_choice(kit, &template->patterns[i].rooms);
    for (uint32_t i = 0; i < template->neighbour_count; i++) {
        check_choice(kit, &template->neighbours[i].rooms);
        check_choice(kit, &template->neighbours[i].others);
    }
    check_graph(kit, template);
}

/* Each choice of a room for a node, the entry or a corridor leaves one that may be used. */
static void check_leaves_some(const struct wr_kit *kit, const struct wr_template *template,
                              const wr_choice *choice)
{
    for (uint32_t i = 0; i < kit->room_count; i++)
        if (wr_choice_fits(choice, &kit->rooms[i]) &&
            wr_template_terms(template, &kit->rooms[i]).used)
            return;
    fail_msg("%s excludes every room it wants", template->path);
}

static void check_use(const struct wr_kit *kit, const struct wr_template *template)
{
    check_leaves_some(kit, template, &template->entry);
    check_leaves_some(kit, template, &template->exit);
    check_leaves_some(kit, template, &template->corridor.rooms);
    for (uint32_t i = 0; i < template->node_count; i++)
        check_leaves_some(kit, template, &template->nodes[i].rooms);
    for (uint32_t i = 0; i < template->link_count; i++)
        check_leaves_some(kit, template, &template->links[i].corridor.rooms);
    for (uint32_t i = 0; i < template->pattern_count; i++)
        check_leaves_some(kit, template, &template->patterns[i].rooms);
}

enum { MOST_KITS = 4, MOST_ROOMS = 128 };

/* The kits of a template, and the rooms of all of them. */
struct shelf {
    struct wr_kit *kits[MOST_KITS], all;
    wr_room rooms[MOST_ROOMS];
};

static void load_kits(struct findings *f, const struct wr_template *template,
                      struct shelf *shelf)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const char *library = in_source(f, "kits/library");
    *shelf = (struct shelf){.all.rooms = shelf->rooms};
    assert_true(template->kit_count <= MOST_KITS);
    for (uint32_t i = 0; i < template->kit_count; i++) {
        const char *path = wr_path_join(f->arena, library, template->kits[i]);
        assert_int_equal(wr_kit_load(f->context, path, &surfaces, &shelf->kits[i]), WR_OK);
        assert_string_equal(template->kits[i], shelf->kits[i]->id);
        for (uint32_t r = 0; r < shelf->kits[i]->room_count; r++) {
            assert_true(shelf->all.room_count < MOST_ROOMS);
            shelf->rooms[shelf->all.room_count++] = shelf->kits[i]->rooms[r];
        }
    }
}

static void every_template_that_ships_is_read_without_a_word(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        struct wr_template *template = NULL;
        static struct shelf shelf;
        wr_template_load(f.context, in_source(&f, shipped[i].path), &template);
        assert_said(&f, "");
        load_kits(&f, template, &shelf);
        assert_int_equal(template->way, shipped[i].way);
        check_rooms(&shelf.all, template);
        check_use(&shelf.all, template);
        for (uint32_t k = 0; k < template->kit_count; k++)
            wr_kit_free(shelf.kits[k]);
        wr_template_free(template);
    }
    findings_end(&f);
}

static void the_list_above_names_the_whole_library(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    char **names;
    size_t count;
    assert_int_equal(
        wr_folder_list(f.context, f.arena, in_source(&f, "templates/library"), &names, &count),
        WR_OK);
    assert_int_equal(count + 1, sizeof shipped / sizeof *shipped);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(names[i], wr_path_name(shipped[i + 1].path));
    findings_end(&f);
}

/* ---- The manual -------------------------------------------------------------------------- */

static void every_template_in_the_manual_is_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_source manual;
    assert_int_equal(
        wr_file_read(f.context, f.arena, in_source(&f, "docs/templates.md"), &manual), WR_OK);
    const char *fence = "```json\n", *at = (const char *)manual.data;
    unsigned count = 0;
    for (; (at = strstr(at, fence)) != NULL; count++) {
        at += strlen(fence);
        char *text = wr_arena_text(f.arena, at, (size_t)(strstr(at, "```") - at));
        struct wr_template *template = template_of(&f, text);
        const char *said = findings_said(&f);
        if (*said)
            fail_msg("%s%s", text, said);
        wr_template_free(template);
    }
    assert_int_equal(count, 5);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_template_that_ships_is_read_without_a_word),
        cmocka_unit_test(the_list_above_names_the_whole_library),
        cmocka_unit_test(every_template_in_the_manual_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
