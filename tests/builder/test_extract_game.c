/* A made installation of a game, and modules in it: what lies where, and what is broken. */
#include "tests/support/packed.h"
#include "tests/support/starved.h"
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

/* Four files: two BIFs, one that is not there, and one that leads out of the folder. */
static struct wr_bytes pack_key(const struct game *game)
{
    static const char *const files[] = {"data\\layouts.bif", "data\\Models.bif",
                                        "data\\gone.bif", "..\\outside.bif"};
    struct packed_row rows[2 * MOST + 2];
    uint32_t count = 0;
    for (uint32_t bif = 0; bif < 2; bif++)
        for (uint32_t i = 0; i < game->bif_counts[bif]; i++)
            rows[count++] =
                (struct packed_row){game->bifs[bif][i].name, game->bifs[bif][i].type, bif, i};
    rows[count++] = (struct packed_row){"nowhere", WR_RES_UTD, 0, 9999};
    rows[count++] = (struct packed_row){"gone", WR_RES_UTD, 2, 0};
    return packed_key(files, 4, rows, count);
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
    game->module = taken_first(taken, WR_K1);
    for (size_t i = 0; i < game->module.resources.count; i++)
        sort_part(game, &game->module.resources.entries[i]);
    put_bytes(game, "game/Chitin.key", pack_key(game));
    put_bytes(game, "game/data/layouts.bif", packed_bif(game->bifs[0], game->bif_counts[0]));
    put_bytes(game, "game/data/models.bif", packed_bif(game->bifs[1], game->bif_counts[1]));
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
        char a[64], b[64];
        snprintf(a, sizeof a, "kit/%s", files[i]);
        snprintf(b, sizeof b, "alone/%s", files[i]);
        taken_same_files(&game.taken, a, b);
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

/* ---- What is broken ---- */

static void extract_first(struct game *game, struct wr_extract_summary *sum)
{
    taken_must(
        &game->taken,
        extract(game, &(struct wr_extract_options){.source = "game", .module = "first"}, sum));
    assert_int_equal(game->taken.findings.errors, 0);
    assert_int_equal(sum->rooms, 6);
}

static void must_say(const char *said, const char *what)
{
    if (!strstr(said, what))
        fail_msg("%s is not in: %s", what, said);
}

static void must_have_said(struct game *game, const char *what)
{
    must_say(findings_said(&game->taken.findings), what);
}

static void a_broken_archive_beside_a_module_is_named_and_passed_over(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_summary sum;
    game_start(&game);
    put(&game, "game/Modules/first_dlg.erf", "ERF V1.0", 8);
    extract_first(&game, &sum);
    must_have_said(&game, "0x8: warning [archive-short]");
    put(&game, "game/Modules/first_s.rim", "RIM V1.0", 8);
    extract_first(&game, &sum); /* without blueprints: all doors are arches */
    must_have_said(&game, "0x8: warning [archive-short]");
    struct wr_extract_options alone = {.source = "game/Modules/FIRST.rim",
                                       .game_folder = "game"};
    taken_must(&game.taken, extract(&game, &alone, &sum));
    assert_int_equal(sum.rooms, 6);
    taken_end(&game.taken);
}

static void change_word(struct game *game, const char *path, size_t at, uint32_t value)
{
    size_t size;
    const void *data = file_of(game, path, &size);
    struct wr_bytes bytes = {0};
    assert_true(at + 4 <= size);
    wr_bytes_add(&bytes, data, size);
    for (int i = 0; i < 4; i++)
        bytes.data[at + (size_t)i] = (uint8_t)(value >> (8 * i));
    put_bytes(game, path, bytes);
}

/* Where the row of a BIF's table begins that a resource has. */
static size_t row_of(const struct game *game, const char *name, uint16_t type)
{
    for (uint32_t i = 0; i < game->bif_counts[1]; i++)
        if (strcmp(game->bifs[1][i].name, name) == 0 && game->bifs[1][i].type == type)
            return 20 + 16 * (size_t)i;
    fail_msg("%s is nowhere", name);
    return 0;
}

static void what_lies_outside_its_bif_is_passed_over_alone(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_summary sum;
    game_start(&game);
    change_word(&game, "game/data/models.bif", row_of(&game, "first_room3", WR_RES_WOK) + 8,
                0x7fffffff);
    struct wr_extract_options options = {.source = "game", .module = "first"};
    taken_must(&game.taken, extract(&game, &options, &sum));
    must_have_said(&game, "[bif-resource]");
    assert_int_equal(sum.rooms, 5); /* one has no walkmesh any more */
    taken_end(&game.taken);
}

static void resources_that_overlap_are_read_as_they_lie(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_summary sum;
    game_start(&game);
    change_word(&game, "game/data/models.bif", row_of(&game, "first_room3", WR_RES_WOK) + 4,
                100);
    struct wr_extract_options options = {.source = "game", .module = "first"};
    taken_must(&game.taken, extract(&game, &options, &sum));
    assert_int_equal(sum.rooms, 5);
    assert_int_equal(sum.skipped, 1);
    taken_end(&game.taken);
}

static void a_row_of_the_key_that_names_no_file_is_passed_over_alone(void **state)
{
    (void)state;
    enum { HEAD = 64, FILE_ROW = 12, NAME = 4 };
    struct game game;
    struct wr_extract_summary sum;
    size_t size;
    game_start(&game);
    file_of(&game, "game/Chitin.key", &size);
    change_word(&game, "game/Chitin.key", size - 4, 4000u << 20); /* the last resource's */
    change_word(&game, "game/Chitin.key", HEAD + 2 * FILE_ROW + NAME, 0x7fffffff);
    extract_first(&game, &sum);
    const char *said = findings_said(&game.taken.findings);
    must_say(said, "[key-entry] 'gone' lies in file 4000");
    must_say(said, "[key-file] the name of file 2");
    taken_end(&game.taken);
}

static void a_compressed_bif_is_passed_over(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_summary sum;
    game_start(&game);
    put(&game, "game/data/gone.bif", "BIFFV1.1\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    extract_first(&game, &sum);
    must_have_said(&game, "0x0: warning [bif-compressed]");
    taken_end(&game.taken);
}

/* ---- Many at once ---- */

/* Modules beside the first: one that is the same, one that is broken, a menu without rooms, and
 * one that no folder can be called like. */
static void add_modules(struct game *game)
{
    put_bytes(game, "game/Modules/Second.rim", packed_rim(game->rims[0], game->rim_counts[0]));
    put_bytes(game, "game/Modules/Second_s.rim",
              packed_rim(game->rims[1], game->rim_counts[1]));
    put(game, "game/Modules/broken.mod", "MOD V1.0", 8);
    put_bytes(game, "game/Modules/menu.rim", packed_rim(game->rims[1], 1));
    put(game, "game/Modules/a b.mod", "MOD V1.0", 8);
}

static void note_extracted(void *user, const struct wr_extracted *extracted)
{
    wr_bytes_print(user, "%s %s %s;", extracted->module, extracted->folder,
                   wr_result_name(extracted->result));
}

static enum wr_result extract_many(struct game *game, const char *pattern, const char *output,
                                   struct wr_bytes *told, struct wr_extract_many_summary *sum)
{
    const struct wr_extract_options options = {
        .source = "game", .module = pattern, .output = output, .map = output};
    const struct wr_extracted_options many = {&options, note_extracted, told};
    findings_said(&game->taken.findings);
    enum wr_result result = wr_kits_extract(game->taken.findings.context, &many, sum);
    wr_bytes_char(told, '\0');
    return result;
}

static uint32_t count_below(const struct game *game, const char *folder)
{
    uint32_t count = 0;
    for (size_t i = 0; wr_memory_path(game->taken.memory, i); i++)
        count += strncmp(wr_memory_path(game->taken.memory, i), folder, strlen(folder)) == 0;
    return count;
}

static void every_module_becomes_a_kit_past_broken_ones(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_many_summary sum;
    struct wr_bytes told = {0};
    game_start(&game);
    add_modules(&game);
    assert_int_equal(extract_many(&game, NULL, "kits", &told, &sum), WR_SYNTAX);
    const char *said = findings_said(&game.taken.findings);
    must_say(said, "error [archive-short]");
    must_say(said, "note [extract-empty] module 'menu' has no rooms");
    must_say(said, "warning [extract-name] no kit can be called like the module 'a b'");
    assert_non_null(strstr(said, "key-resource"));
    assert_null(
        strstr(strstr(said, "key-resource") + 1, "key-resource")); /* the game's, once */
    assert_string_equal(told.data, "broken kits/broken syntax;FIRST kits/first ok;"
                                   "Second kits/second ok;");
    assert_int_equal(sum.modules, 3);
    assert_int_equal(sum.taken, 2);
    assert_int_equal(sum.failed, 1);
    assert_int_equal(sum.empty, 1);
    assert_int_equal(sum.all.rooms, 12);
    assert_int_equal(count_below(&game, "kits/"), sum.all.files);
    taken_check(&game.taken, "kits/second/kit.xml");
    struct wr_map *map = taken_map(&game.taken, "kits/second.json");
    assert_string_equal(map->kits[0], "second");
    assert_string_equal(map->rooms[0].kit, "second");
    wr_map_free(map);
    wr_bytes_finish(&told);
    taken_end(&game.taken);
}

static void a_module_whose_layout_cannot_be_read_is_warned_of(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_many_summary sum;
    struct wr_bytes told = {0};
    size_t size;
    game_start(&game);
    const void *mod = file_of(&game, "made/first.mod", &size);
    put(&game, "game/Modules/whole.mod", mod, size);
    put(&game, "game/data/layouts.bif", "BIFFV1  ", 8);
    taken_must(&game.taken, extract_many(&game, NULL, "kits", &told, &sum));
    must_have_said(&game, "warning [extract-empty] module 'FIRST' has an area, but no rooms");
    assert_string_equal(told.data, "whole kits/whole ok;");
    assert_int_equal(sum.empty, 1);
    wr_bytes_finish(&told);
    taken_end(&game.taken);
}

static void some_modules_are_chosen(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_many_summary sum;
    struct wr_bytes told = {0};
    game_start(&game);
    add_modules(&game);
    taken_must(&game.taken, extract_many(&game, "*S*", "kits", &told, &sum));
    assert_int_equal(sum.taken, 2);
    assert_int_equal(extract_many(&game, "m*", "none", &told, &sum), WR_NOT_FOUND);
    must_have_said(&game, "[extract-no-rooms] none of the game's modules");
    assert_int_equal(extract_many(&game, "x*", "none", &told, &sum), WR_NOT_FOUND);
    must_have_said(&game, "[extract-module] the game 'game' has no module that fits 'x*'");
    assert_int_equal(count_below(&game, "none"), 0);
    told.size = 0;
    assert_int_equal(extract_many(&game, "second", "kits", &told, &sum), WR_INVALID);
    must_have_said(&game, "[file-exists]");
    struct wr_extract_options options = {.source = "game", .module = "first"};
    assert_false(wr_extract_is_many(game.taken.findings.context, &options));
    options.module = "firs?";
    assert_true(wr_extract_is_many(game.taken.findings.context, &options));
    options.source = "made/first.mod";
    assert_false(wr_extract_is_many(game.taken.findings.context, &options));
    wr_bytes_finish(&told);
    taken_end(&game.taken);
}

static void any_number_of_jobs_gives_the_same(void **state)
{
    (void)state;
    static const char *const folders[] = {"one/", "two/", "five/"};
    static const unsigned jobs[] = {1, 2, 5};
    struct game game;
    struct wr_extract_many_summary sum;
    struct wr_bytes told[3] = {0};
    const char *said[3];
    game_start(&game);
    add_modules(&game);
    for (int i = 0; i < 3; i++) {
        char output[8];
        snprintf(output, sizeof output, "%.*s", (int)strlen(folders[i]) - 1, folders[i]);
        wr_context_set_jobs(game.taken.findings.context, jobs[i]);
        assert_int_equal(extract_many(&game, NULL, output, &told[i], &sum), WR_SYNTAX);
        const char *text = findings_said(&game.taken.findings);
        said[i] = wr_arena_text(game.taken.findings.arena, text, strlen(text));
    }
    for (int i = 1; i < 3; i++) {
        assert_int_equal(taken_same_folders(&game.taken, folders[0], folders[i]),
                         count_below(&game, folders[i]));
        assert_string_equal(said[0], said[i]);
    }
    for (int i = 0; i < 3; i++)
        wr_bytes_finish(&told[i]);
    taken_end(&game.taken);
}

/* Answers WR_STOP when it was asked so often. */
struct patience {
    unsigned asked, most;
};

static enum wr_answer ask(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct patience *patience = user;
    (void)what;
    (void)done;
    (void)total;
    return ++patience->asked > patience->most ? WR_STOP : WR_GO_ON;
}

static void a_stopped_call_leaves_nothing(void **state)
{
    (void)state;
    struct game game;
    struct wr_extract_many_summary sum;
    struct wr_bytes told = {0};
    game_start(&game);
    add_modules(&game);
    struct wr_context *context = game.taken.findings.context;
    wr_context_set_patience(context, 0);
    for (unsigned most = 0, jobs = 1;; most += 1 + most / 8, jobs = 3 - jobs) {
        struct patience patience = {.most = most};
        wr_context_set_jobs(context, jobs);
        wr_context_set_progress(context, ask, &patience);
        enum wr_result result = extract_many(&game, NULL, "taken", &told, &sum);
        wr_context_set_progress(context, NULL, NULL);
        if (patience.asked > most)
            assert_int_equal(result, WR_STOPPED);
        else
            break;
        assert_int_equal(count_below(&game, "taken"), 0);
        assert_false(wr_folder_exists(context, "taken"));
    }
    wr_bytes_finish(&told);
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
    put_bytes(&game, "game/Modules/Second.rim", packed_rim(game.rims[0], game.rim_counts[0]));
    assert_string_equal(
        list(&game, &text, &(struct wr_extract_options){.source = "game", .module = "sec*"}),
        "Second 6 large;");
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

/* ---- Without memory ---- */

/* With a file of the KEY that is not there, of which one is only warned. */
static enum wr_result open_starved(struct findings *findings, void *user)
{
    struct game *game = user;
    struct wr_installation installation;
    bool there = false;
    const char *module = NULL;
    wr_context_set_files(findings->context, wr_memory_files(game->taken.memory));
    struct wr_context *lenient = wr_context_lenient(findings->context);
    if (!lenient)
        return wr_no_memory(findings->context);
    enum wr_result result = wr_resources_is_game(lenient, findings->arena, "game", &there);
    if (result == WR_OK)
        result = wr_installation_open(lenient, findings->arena, "game", &installation);
    if (result == WR_OK)
        result = wr_resources_game_module(lenient, findings->arena, "game", "first", &module);
    wr_context_destroy(lenient);
    if (result != WR_OK)
        return result;
    assert_true(there);
    assert_non_null(module);
    assert_int_equal(installation.override.count, 1);
    assert_int_equal(installation.shared.count, game->bif_counts[0] + game->bif_counts[1]);
    return WR_OK;
}

/* Nothing of a game is passed over because of that. */
static void memory_that_runs_out_is_told(void **state)
{
    (void)state;
    struct game game;
    game_start(&game);
    put(&game, "game/Override/First_Room3.WOK", "BWM V1.0", 8);
    starve(open_starved, &game);
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
        cmocka_unit_test(a_broken_archive_beside_a_module_is_named_and_passed_over),
        cmocka_unit_test(what_lies_outside_its_bif_is_passed_over_alone),
        cmocka_unit_test(resources_that_overlap_are_read_as_they_lie),
        cmocka_unit_test(a_row_of_the_key_that_names_no_file_is_passed_over_alone),
        cmocka_unit_test(a_compressed_bif_is_passed_over),
        cmocka_unit_test(every_module_becomes_a_kit_past_broken_ones),
        cmocka_unit_test(a_module_whose_layout_cannot_be_read_is_warned_of),
        cmocka_unit_test(some_modules_are_chosen),
        cmocka_unit_test(any_number_of_jobs_gives_the_same),
        cmocka_unit_test(a_stopped_call_leaves_nothing),
        cmocka_unit_test(modules_and_rooms_are_listed),
        cmocka_unit_test(memory_that_runs_out_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
