/* Writing the kit and its map: folder by folder, all of it staged before any of it is moved. */
#include "builder/extract/output.h"
#include "builder/extract/area_map.h"
#include "builder/extract/kit_text.h"

#include "core/files/file.h"

#include <string.h>

/* The folders a kit has files in; the kit's own last, so that a kit.xml appears when the rest
 * is there. */
static const char *const FOLDERS[] = {"textures", "lightmaps", "always", "skyboxes", ""};
enum { FOLDER_COUNT = sizeof FOLDERS / sizeof *FOLDERS };

struct output {
    struct wr_taking *taking;
    struct wr_context *lenient;
    struct wr_arena *scratch;
    struct wr_staging *stagings[FOLDER_COUNT]; /* NULL where nothing goes */
    struct wr_staging *map_staging;            /* holds the folder of the map */
    struct wr_bytes map;
    bool *left_out; /* one a file */
    unsigned flags;
    struct wr_extract_summary *summary;
};

static unsigned folder_of(const wr_taken_file *file)
{
    unsigned folder = 0;
    while (strcmp(FOLDERS[folder], file->folder) != 0)
        folder++;
    return folder;
}

static const char *path_of(struct output *output, unsigned folder)
{
    const char *kit = output->taking->options->output;
    return FOLDERS[folder][0] ? wr_path_join(output->taking->arena, kit, FOLDERS[folder]) : kit;
}

/* ---- Before anything is written ---------------------------------------------------------- */

static enum wr_result refuse_existing(struct output *output)
{
    struct wr_taking *taking = output->taking;
    for (uint32_t i = 0; !taking->options->force && i < taking->file_count; i++) {
        const wr_taken_file *file = &taking->files[i];
        const char *folder = path_of(output, folder_of(file));
        char *path = folder ? wr_path_join(taking->arena, folder, file->name) : NULL;
        if (!path)
            return wr_no_memory(taking->context);
        if (wr_file_exists(taking->context, path))
            return wr_fail(taking->context, WR_INVALID, WR_NOWHERE, "file-exists",
                           "choose another folder, or give --force to replace it",
                           "'%s' is there already", path);
    }
    const char *map = taking->options->map;
    if (map && !taking->options->force && wr_file_exists(taking->context, map))
        return wr_fail(taking->context, WR_INVALID, WR_NOWHERE, "file-exists",
                       "choose another name, or give --force to replace it",
                       "'%s' is there already", map);
    return WR_OK;
}

/* ---- Staging ----------------------------------------------------------------------------- */

static enum wr_result stage_for(struct output *output, unsigned folder)
{
    if (output->stagings[folder])
        return WR_OK;
    const char *path = path_of(output, folder);
    return path ? wr_staging_make(output->taking->context, path, &output->stagings[folder])
                : wr_no_memory(output->taking->context);
}

static enum wr_result stage_file(struct output *output, uint32_t index)
{
    struct wr_taking *taking = output->taking;
    const wr_taken_file *file = &taking->files[index];
    struct wr_source source = {.data = file->data, .size = file->size};
    enum wr_result result = WR_OK;
    wr_arena_reset(output->scratch);
    if (file->entry)
        result = wr_entry_read(output->lenient, output->scratch, file->entry, &source);
    if (result == WR_NO_MEMORY || result == WR_STOPPED)
        return result == WR_STOPPED ? result : wr_no_memory(taking->context);
    output->left_out[index] = result != WR_OK;
    if (result != WR_OK)
        return WR_OK;
    unsigned folder = folder_of(file);
    result = stage_for(output, folder);
    if (result == WR_OK)
        result = wr_staging_write(taking->context, output->stagings[folder], file->name,
                                  source.data, source.size, output->flags);
    output->summary->files += result == WR_OK;
    output->summary->bytes += result == WR_OK ? source.size : 0;
    return result;
}

static enum wr_result stage_all(struct output *output)
{
    struct wr_taking *taking = output->taking;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < taking->file_count; i++) {
        wr_context_progress(taking->context, "files written", i, taking->file_count);
        result = wr_context_stopped(taking->context) ? WR_STOPPED : stage_file(output, i);
    }
    return result;
}

/* ---- Moving ------------------------------------------------------------------------------ */

static enum wr_result move_all(struct output *output)
{
    struct wr_taking *taking = output->taking;
    enum wr_result result = WR_OK;
    for (unsigned folder = 0; folder < FOLDER_COUNT; folder++) {
        for (uint32_t i = 0; result == WR_OK && i < taking->file_count; i++)
            if (!output->left_out[i] && folder_of(&taking->files[i]) == folder)
                result = wr_staging_move(taking->context, output->stagings[folder],
                                         taking->files[i].name, output->flags);
        if (result == WR_OK && output->stagings[folder] && taking->options->durable)
            result = wr_staging_sync(taking->context, output->stagings[folder]);
    }
    return result;
}

/* ---- The map ----------------------------------------------------------------------------- */

/* Made when the kit's folder is there, to which it names the way, and before anything of the
 * kit is: what no map can hold leaves nothing behind. */
static enum wr_result make_map(struct output *output, const char *id)
{
    struct wr_taking *taking = output->taking;
    char *folder = wr_path_folder(taking->arena, taking->options->map);
    enum wr_result result = folder
                                ? wr_staging_make(taking->context, folder, &output->map_staging)
                                : wr_no_memory(taking->context);
    const char *kits = NULL;
    if (result == WR_OK)
        kits = wr_path_between(taking->context, taking->arena, folder, taking->options->output);
    if (result == WR_OK && !kits)
        result = wr_no_memory(taking->context);
    if (result == WR_OK)
        result = wr_taken_map_write(taking, id, kits, &output->map);
    return result == WR_OK && output->map.failed ? wr_no_memory(taking->context) : result;
}

static enum wr_result write_map(struct output *output)
{
    const struct wr_taking *taking = output->taking;
    enum wr_result result = wr_file_write(taking->context, taking->options->map,
                                          output->map.data, output->map.size, output->flags);
    output->summary->files += result == WR_OK;
    output->summary->bytes += result == WR_OK ? output->map.size : 0;
    return result;
}

/* ---- All of it --------------------------------------------------------------------------- */

static bool add_kit_xml(struct wr_taking *taking, const char *id)
{
    struct wr_bytes text = {0};
    wr_taken_kit_write(taking, id, &text);
    uint8_t *data = text.failed ? NULL : wr_arena_copy(taking->arena, text.data, text.size, 1);
    wr_taken_file file = {.folder = "", .name = "kit.xml", .data = data, .size = text.size};
    wr_bytes_finish(&text);
    return data && wr_taking_add(taking, &file);
}

static enum wr_result write_all(struct output *output, const char *id)
{
    struct wr_taking *taking = output->taking;
    enum wr_result result = refuse_existing(output);
    if (result == WR_OK)
        result = stage_all(output);
    if (result == WR_OK && taking->options->map)
        result = make_map(output, id);
    result = wr_context_commit(taking->context, result);
    if (result == WR_OK)
        result = move_all(output);
    if (result == WR_OK && taking->options->map)
        result = write_map(output);
    return result;
}

enum wr_result wr_taking_write(struct wr_taking *taking, const char *id,
                               struct wr_extract_summary *summary)
{
    const struct wr_extract_options *options = taking->options;
    struct output output = {
        .taking = taking,
        .summary = summary,
        .flags = (options->force ? WR_OVERWRITE : 0u) | (options->durable ? WR_DURABLE : 0u),
    };
    if (!add_kit_xml(taking, id))
        return wr_no_memory(taking->context);
    output.left_out = WR_ZERO(taking->arena, bool, taking->file_count);
    output.scratch = wr_arena_create();
    output.lenient = wr_taking_lenient(taking);
    enum wr_result result = WR_NO_MEMORY;
    if (output.left_out && output.scratch && output.lenient)
        result = write_all(&output, id);
    else
        wr_no_memory(taking->context);
    for (unsigned folder = 0; folder < FOLDER_COUNT; folder++)
        wr_staging_drop(output.stagings[folder]);
    wr_staging_drop(output.map_staging);
    wr_bytes_finish(&output.map);
    if (output.lenient)
        wr_context_destroy(output.lenient);
    wr_arena_destroy(output.scratch);
    return result;
}

/* ---- Taking it back ---------------------------------------------------------------------- */

static void empty_folder(struct wr_context *context, struct wr_arena *arena, const char *folder)
{
    char **names;
    size_t count = 0;
    if (wr_folder_list(context, arena, folder, &names, &count) != WR_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        const char *path = wr_path_join(arena, folder, names[i]);
        if (path)
            wr_file_remove(context, path);
    }
    wr_file_remove(context, folder);
}

void wr_taken_take_back(struct wr_context *context, const char *folder)
{
    struct wr_arena *arena = wr_arena_create();
    for (unsigned i = 0; arena && i < FOLDER_COUNT; i++) {
        const char *path = FOLDERS[i][0] ? wr_path_join(arena, folder, FOLDERS[i]) : folder;
        if (path && wr_folder_exists(context, path))
            empty_folder(context, arena, path);
    }
    wr_arena_destroy(arena);
}
