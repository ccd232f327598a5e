/* Kits taken out of all modules of an installation that was changed by anybody: nothing outside
 * the kits' folder is written, what is there can be read, and a module that is sound is taken
 * whatever is wrong with the rest. */
#include "tests/fuzz/fuzz_spoil.h"
#include "tests/support/packed.h"

#include "builder/builder.h"
#include "core/format/resources.h"

enum { KEY, LAYOUTS, MODELS, RIM, SECOND, TALK, FILES, PARTS = 64 };

static const char *const paths[FILES] = {"game/chitin.key",      "game/data/layouts.bif",
                                         "game/data/models.bif", "game/modules/x.rim",
                                         "game/modules/x_s.rim", "game/modules/x_dlg.erf"};

/* ---- A sound game ---------------------------------------------------------------------- */

struct game {
    struct wr_bytes mod, files[FILES];
    struct packed_part parts[FILES][PARTS];
    uint32_t counts[FILES];
};

/* Area and places in the RIM, layouts and models in BIFs, the rest in the second RIM. */
static int file_of(uint16_t type)
{
    if (type == WR_RES_ARE || type == WR_RES_GIT || type == WR_RES_IFO)
        return RIM;
    if (type == WR_RES_LYT || type == WR_RES_VIS)
        return LAYOUTS;
    return type == WR_RES_WOK || type == WR_RES_MDL || type == WR_RES_MDX ? MODELS : SECOND;
}

static void sort_parts(struct game *game, struct wr_context *context, struct wr_arena *arena)
{
    const struct wr_source mod = {
        .name = "x.mod", .data = game->mod.data, .size = game->mod.size, .binary = true};
    struct wr_resources resources;
    MUST(wr_resources_of_archive(context, arena, &mod, &resources) == WR_OK);
    for (size_t i = 0; i < resources.count; i++) {
        struct wr_source source;
        const wr_entry *entry = &resources.entries[i];
        const char *name = wr_entry_name(arena, entry);
        int file = file_of(entry->type);
        MUST(name && wr_entry_read(context, arena, entry, &source) == WR_OK);
        MUST(game->counts[file] < PARTS);
        game->parts[file][game->counts[file]++] =
            (struct packed_part){name, entry->type, source.data, source.size};
    }
}

static void pack_game(struct game *game)
{
    static const char *const bifs[] = {"data\\layouts.bif", "data\\models.bif"};
    struct packed_row rows[2 * PARTS];
    uint32_t count = 0;
    for (uint32_t bif = 0; bif < 2; bif++)
        for (uint32_t i = 0; i < game->counts[LAYOUTS + bif]; i++) {
            const struct packed_part *part = &game->parts[LAYOUTS + bif][i];
            rows[count++] = (struct packed_row){part->name, part->type, bif, i};
        }
    game->files[KEY] = packed_key(bifs, 2, rows, count);
    game->files[LAYOUTS] = packed_bif(game->parts[LAYOUTS], game->counts[LAYOUTS]);
    game->files[MODELS] = packed_bif(game->parts[MODELS], game->counts[MODELS]);
    game->files[RIM] = packed_rim(game->parts[RIM], game->counts[RIM]);
    game->files[SECOND] = packed_rim(game->parts[SECOND], game->counts[SECOND]);
    game->files[TALK] = packed_erf("ERF ", NULL, 0);
}

static const struct game *sound_game(void)
{
    static struct game game;
    if (game.mod.data)
        return &game;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    MUST(context && arena);
    game.mod = spoil_module(NULL);
    sort_parts(&game, context, arena);
    pack_game(&game);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return &game;
}

/* ---- Spoiling it ------------------------------------------------------------------------- */

/* Words and bytes change, files end early, and the rest of the input becomes a file. */
static void spoil_file(struct wr_bytes *file, struct spoiling *input)
{
    uint32_t what = spoil_next(input, 1) % 4, at = spoil_next(input, 2);
    at = file->size ? at % (uint32_t)file->size : 0;
    if (what == 0 && at + 4 <= file->size) {
        wr_bytes_patch_u32(file, at, spoil_next(input, 4));
    } else if (what == 1) {
        for (uint32_t i = spoil_next(input, 1) % 16; i > 0 && at < file->size; i--)
            file->data[at++] = (uint8_t)spoil_next(input, 1);
    } else if (what == 2) {
        file->size = at;
    } else if (what == 3) {
        file->size = 0;
        wr_bytes_add(file, input->data, input->size);
        MUST(!file->failed);
        input->size = 0;
    }
}

static void put_game(struct wr_memory *memory, struct spoiling input)
{
    const struct game *sound = sound_game();
    struct wr_bytes files[FILES] = {{0}};
    for (int i = 0; i < FILES; i++)
        wr_bytes_add(&files[i], sound->files[i].data, sound->files[i].size);
    while (input.size > 0)
        spoil_file(&files[spoil_next(&input, 1) % FILES], &input);
    for (int i = 0; i < FILES; i++) {
        MUST(wr_memory_put(memory, paths[i], files[i].data, files[i].size));
        wr_bytes_finish(&files[i]);
    }
    MUST(wr_memory_put(memory, "game/modules/sound.mod", sound->mod.data, sound->mod.size));
}

/* ---- Taking it --------------------------------------------------------------------------- */

static uint32_t count_files(struct wr_memory *memory)
{
    uint32_t count = 0;
    const char *path;
    for (size_t i = 0; (path = wr_memory_path(memory, i)); i++) {
        bool ours = strncmp(path, "kits/", 5) == 0;
        MUST(ours || strncmp(path, "game/", 5) == 0);
        count += ours;
    }
    return count;
}

static void check_kit(void *user, const struct wr_extracted *extracted)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit;
    struct wr_map *map;
    char path[64];
    if (extracted->result != WR_OK)
        return;
    snprintf(path, sizeof path, "%s/kit.xml", extracted->folder);
    MUST(wr_kit_load(user, path, &surfaces, &kit) == WR_OK);
    MUST(kit->room_count == extracted->sum.rooms);
    wr_kit_free(kit);
    MUST(wr_map_load(user, extracted->map, NULL, &map) == WR_OK);
    wr_map_free(map);
}

static void extract(struct wr_context *context, struct wr_memory *memory)
{
    const struct wr_extract_options options = {
        .source = "game", .output = "kits", .map = "kits"};
    const struct wr_extracted_options many = {&options, check_kit, context};
    struct wr_extract_many_summary sum;
    wr_context_set_jobs(context, 1);
    enum wr_result result = wr_kits_extract(context, &many, &sum);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(wr_memory_get(memory, "kits/sound/kit.xml", NULL) && sum.taken > 0);
    MUST(sum.taken + sum.failed == sum.modules && sum.modules + sum.empty == 2);
    MUST(count_files(memory) == sum.all.files);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_memory *memory = wr_memory_create(NULL);
    MUST(context && memory);
    put_game(memory, (struct spoiling){data, size});
    wr_context_set_files(context, wr_memory_files(memory));
    extract(context, memory);
    wr_context_destroy(context);
    wr_memory_destroy(memory);
    return 0;
}
