/* A made installation of a game, and modules in it: what lies where, and what is broken. */
#include "tests/support/packed.h"
#include "tests/support/taken.h"

enum { MOST = 128 };

/* A game's folder in memory, with the module "first" in it as RIMs and BIFs. */
struct game {
    struct taken taken;
    struct taken_module module;
    struct packed_part bifs[2][MOST], rims[2][MOST];
    uint32_t bif_counts[2], rim_counts[2];
};

static void put(struct game *game, const char *path, const void *data, size_t size)
{
    assert_true(wr_memory_put(game->taken.memory, path, data, size));
}

static void put_bytes(struct game *game, const char *path, struct wr_bytes bytes)
{
    put(game, path, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static struct wr_bytes pack_bif(const struct packed_part *parts, uint32_t count)
{
    struct wr_bytes out = {0};
    uint32_t at = 20 + 16 * count;
    wr_bytes_text(&out, "BIFFV1  ");
    wr_bytes_words(&out, (const uint32_t[]){count, 0, 20}, 3);
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_words(&out, (const uint32_t[]){i, at, (uint32_t)parts[i].size, parts[i].type},
                       4);
        at += (uint32_t)parts[i].size;
    }
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_add(&out, parts[i].data, parts[i].size);
    return out;
}

static void add_key(struct wr_bytes *out, const char *name, uint16_t type, uint32_t bif,
                    uint32_t item)
{
    packed_name(out, name);
    wr_bytes_u16(out, type);
    wr_bytes_u32(out, bif << 20 | item);
}

/* Four files: two BIFs, one that is not there, and one that leads out of the folder. */
static struct wr_bytes pack_key(const struct game *game)
{
    static const char *const files[] = {"data\\layouts.bif", "data\\Models.bif",
                                        "data\\gone.bif", "..\\outside.bif"};
    enum { HEAD = 64, FILE = 12, FILES = 4 };
    struct wr_bytes out = {0};
    uint32_t count = game->bif_counts[0] + game->bif_counts[1] + 2, name = HEAD + FILE * FILES;
    uint32_t names = 0;
    for (int i = 0; i < FILES; i++)
        names += (uint32_t)strlen(files[i]) + 1;
    wr_bytes_text(&out, "KEY V1  ");
    wr_bytes_words(&out, (const uint32_t[]){FILES, count, HEAD, name + names, 103, 200}, 6);
    packed_zeros(&out, 32);
    for (int i = 0; i < FILES; i++) {
        uint16_t size = (uint16_t)(strlen(files[i]) + 1);
        wr_bytes_words(&out, (const uint32_t[]){0, name}, 2);
        wr_bytes_u16(&out, size);
        wr_bytes_u16(&out, 1);
        name += size;
    }
    for (int i = 0; i < FILES; i++)
        wr_bytes_add(&out, files[i], strlen(files[i]) + 1);
    for (uint32_t bif = 0; bif < 2; bif++)
        for (uint32_t i = 0; i < game->bif_counts[bif]; i++)
            add_key(&out, game->bifs[bif][i].name, game->bifs[bif][i].type, bif, i);
    add_key(&out, "nowhere", WR_RES_UTD, 0, 9999);
    add_key(&out, "gone", WR_RES_UTD, 2, 0);
    return out;
}

/* As the games do it: ARE, GIT and IFO in the RIM, blueprints in the _s.rim, all else in BIFs.
 */
static void sort_part(struct game *game, const wr_entry *entry)
{
    struct wr_source source;
    char *name = (char *)(uintptr_t)wr_entry_name(game->taken.findings.arena, entry);
    taken_must(&game->taken, wr_entry_read(game->taken.findings.context,
                                           game->taken.findings.arena, entry, &source));
    struct packed_part part = {name, entry->type, source.data, source.size};
    uint16_t type = entry->type;
    if (type == WR_RES_ARE || type == WR_RES_GIT || type == WR_RES_IFO)
        game->rims[0][game->rim_counts[0]++] = part;
    else if (type == WR_RES_UTD || type == WR_RES_PTH)
        game->rims[1][game->rim_counts[1]++] = part;
    else if (type == WR_RES_LYT || type == WR_RES_VIS)
        game->bifs[0][game->bif_counts[0]++] = part;
    else
        game->bifs[1][game->bif_counts[1]++] = part;
}

static void game_start(struct game *game)
{
    struct taken *taken = &game->taken;
    memset(game, 0, sizeof *game);
    taken_start(taken);
    snprintf(taken->id, sizeof taken->id, "first");
    struct wr_map *map =
        taken_map(taken, wr_path_join(taken->findings.arena, wr_environment("WARREN_SOURCE"),
                                      "examples/first-map/map.json"));
    taken_build(taken, map, WR_K1, "made");
    wr_map_free(map);
    game->module = taken_open(taken, "made");
    for (size_t i = 0; i < game->module.resources.count; i++)
        sort_part(game, &game->module.resources.entries[i]);
    put_bytes(game, "game/Chitin.key", pack_key(game));
    put_bytes(game, "game/data/layouts.bif", pack_bif(game->bifs[0], game->bif_counts[0]));
    put_bytes(game, "game/data/models.bif", pack_bif(game->bifs[1], game->bif_counts[1]));
    put_bytes(game, "game/Modules/FIRST.rim", packed_rim(game->rims[0], game->rim_counts[0]));
    put_bytes(game, "game/Modules/first_s.rim", packed_rim(game->rims[1], game->rim_counts[1]));
}

static enum wr_result extract(struct game *game, const struct wr_extract_options *options,
                              struct wr_extract_summary *sum)
{
    struct wr_extract_options whole = *options;
    whole.output = "kit";
    whole.force = true;
    findings_said(&game->taken.findings);
    return wr_kit_extract(game->taken.findings.context, &whole, sum);
}

static const void *file_of(struct game *game, const char *path, size_t *size)
{
    const void *data = wr_memory_get(game->taken.memory, path, size);
    if (!data)
        fail_msg("there is no %s", path);
    return data;
}

static void a_module_of_a_game_is_what_it_is_as_one_file(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_summary sum;
    size_t sizes[2];
    game_start(&game);
    taken_must(&game.taken,
               extract(&game, &(struct wr_extract_options){.source = "game", .module = "first"},
                       &sum));
    const char *said = findings_said(&game.taken.findings);
    assert_non_null(strstr(said, "warning [key-bif-missing] the KEY names 'data/gone.bif'"));
    assert_non_null(strstr(said, "warning [key-bif-missing] the KEY names '../outside.bif'"));
    assert_non_null(strstr(said, "warning [key-resource] 1 resources"));
    assert_int_equal(game.taken.findings.errors, 0);
    assert_int_equal(sum.rooms, 6);
    assert_int_equal(sum.links, 5);
    struct wr_extract_options alone = {.source = "made/first.mod", .output = "alone"};
    taken_must(&game.taken, wr_kit_extract(game.taken.findings.context, &alone, NULL));
    static const char *const files[] = {"kit.xml", "first_room0.wok", "first_room5.mdl",
                                        "first_room2.mdx", "first_dor0.utd"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[64];
        snprintf(path, sizeof path, "kit/%s", files[i]);
        const void *a = file_of(&game, path, &sizes[0]);
        snprintf(path, sizeof path, "alone/%s", files[i]);
        const void *b = file_of(&game, path, &sizes[1]);
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(a, b, sizes[0]);
    }
    taken_end(&game.taken);
}

static void what_only_the_game_has_is_found_for_a_module_elsewhere(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_summary sum;
    game_start(&game);
    put_bytes(&game, "elsewhere/first.rim", packed_rim(game.rims[0], game.rim_counts[0]));
    put_bytes(&game, "elsewhere/first_s.rim", packed_rim(game.rims[1], game.rim_counts[1]));
    struct wr_extract_options options = {.source = "elsewhere/first.rim"};
    assert_int_equal(extract(&game, &options, &sum), WR_NOT_FOUND);
    options.game_folder = "game";
    taken_must(&game.taken, extract(&game, &options, &sum));
    assert_int_equal(sum.rooms, 6);
    options.game_folder = "elsewhere";
    assert_int_equal(extract(&game, &options, &sum), WR_NOT_FOUND);
    assert_non_null(strstr(findings_said(&game.taken.findings), "[extract-no-game]"));
    taken_end(&game.taken);
}

static void override_goes_before_all_else_and_does_not_come_along(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_summary sum;
    game_start(&game);
    put(&game, "game/Override/First_Room3.WOK", "BWM V1.0", 8);
    put(&game, "game/Override/other.utc", "UTC V3.2", 8);
    taken_must(&game.taken,
               extract(&game, &(struct wr_extract_options){.source = "game", .module = "FIRST"},
                       &sum));
    assert_int_equal(sum.rooms, 5);
    assert_int_equal(sum.skipped, 1);
    for (size_t i = 0; wr_memory_path(game.taken.memory, i); i++)
        assert_null(strstr(wr_memory_path(game.taken.memory, i), "kit/always"));
    taken_end(&game.taken);
}

static void a_module_that_a_game_has_not_is_refused_by_name(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_summary sum;
    game_start(&game);
    struct wr_extract_options options = {.source = "game"};
    put(&game, "game/Modules/second.mod", "MOD V1.0", 8);
    assert_int_equal(extract(&game, &options, &sum), WR_NOT_FOUND);
    assert_non_null(strstr(findings_said(&game.taken.findings),
                           "[extract-module] 'game' is a game with 2 modules"));
    options.module = "frist";
    assert_int_equal(extract(&game, &options, &sum), WR_NOT_FOUND);
    assert_non_null(strstr(findings_said(&game.taken.findings),
                           "[extract-module] the game has no module 'frist'"));
    taken_end(&game.taken);
}

static void some_rooms_are_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *pattern;
        uint32_t rooms, links, ends;
    } cases[] = {
        {"first_room?", 6, 5, 0},
        {"*", 6, 5, 0},
        {"FIRST_ROOM0", 1, 0, 4},
        {"*room0*", 1, 0, 4},
        {"first*m[1]", 0, 0, 0},
        {"*_*2", 1, 0, 1},
        {"first_room", 0, 0, 0},
        {"first_room??", 0, 0, 0},
        {"", 0, 0, 0},
    };
    struct game game;
    struct wr_extract_summary sum;
    game_start(&game);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wr_extract_options options = {
            .source = "game", .module = "first", .rooms = cases[i].pattern};
        enum wr_result result = extract(&game, &options, &sum);
        assert_int_equal(result, cases[i].rooms ? WR_OK : WR_NOT_FOUND);
        if (sum.rooms != cases[i].rooms || sum.links != cases[i].links ||
            sum.ends != cases[i].ends || sum.skipped != 0)
            fail_msg("%s: %u rooms, %u links, %u ends", cases[i].pattern, sum.rooms, sum.links,
                     sum.ends);
    }
    taken_end(&game.taken);
}

/* ---- Lists ---- */

static void note_item(void *user, const wr_extract_item *item)
{
    wr_bytes_print(user, "%s %u %s;", item->name, (unsigned)item->rooms,
                   item->bytes > 4000 ? "large" : "small");
}

static const char *list(struct game *game, struct wr_bytes *text,
                        const struct wr_extract_options *options)
{
    text->size = 0;
    taken_must(&game->taken,
               wr_extract_list(game->taken.findings.context, options, note_item, text));
    wr_bytes_char(text, '\0');
    return (const char *)text->data;
}

static void modules_and_rooms_are_listed(void **state)
{
    (void)state;
    struct game game;
    struct wr_bytes text = {0};
    game_start(&game);
    put(&game, "game/Modules/broken.mod", "MOD V1.0", 8);
    assert_string_equal(list(&game, &text, &(struct wr_extract_options){.source = "game"}),
                        "FIRST 6 large;");
    assert_string_equal(
        list(&game, &text, &(struct wr_extract_options){.source = "game", .module = "first"}),
        "first_room0 0 large;first_room1 0 large;first_room2 0 large;first_room3 0 large;"
        "first_room4 0 large;first_room5 0 large;");
    assert_string_equal(
        list(&game, &text, &(struct wr_extract_options){.source = "made/first.mod"}),
        "first_room0 0 large;first_room1 0 large;first_room2 0 large;first_room3 0 large;"
        "first_room4 0 large;first_room5 0 large;");
    wr_bytes_finish(&text);
    taken_end(&game.taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_of_a_game_is_what_it_is_as_one_file),
        cmocka_unit_test(what_only_the_game_has_is_found_for_a_module_elsewhere),
        cmocka_unit_test(override_goes_before_all_else_and_does_not_come_along),
        cmocka_unit_test(a_module_that_a_game_has_not_is_refused_by_name),
        cmocka_unit_test(some_rooms_are_chosen),
        cmocka_unit_test(modules_and_rooms_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
