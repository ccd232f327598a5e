/* Names of what is to be made: those that Windows cannot hold, and those that it takes for one,
 * are found on every system. */
#include "core/files/fault.h"
#include "core/files/listing.h"

#include "core/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int order_names(const void *a, const void *b)
{
    return wr_text_order(*(char *const *)a, *(char *const *)b);
}

enum wr_result wr_folder_names_load(struct wr_context *context, struct wr_arena *arena,
                                    const char *folder, wr_folder_names *out)
{
    wr_listing listing;
    *out = (wr_folder_names){0};
    int error = wr_listing_make(wr_files_of(context), arena, folder, &listing);
    if (error == WR_FILE_NO_MEMORY)
        return wr_no_memory(context);
    if (error)
        return WR_OK; /* what cannot be listed stands in nobody's way */
    for (size_t i = 0; i < listing.count; i++) {
        size_t size = strlen(listing.names[i]);
        if (size > 0 && listing.names[i][size - 1] == '/')
            listing.names[i][size - 1] = '\0';
    }
    if (listing.count > 1)
        qsort(listing.names, listing.count, sizeof *listing.names, order_names);
    *out = (wr_folder_names){listing.names, listing.count};
    return WR_OK;
}

const char *wr_folder_names_twin(const wr_folder_names *there, const char *name)
{
    size_t low = 0, high = there->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *other = there->names[middle];
        if (wr_text_order(other, name) < 0 && !wr_text_same(other, name))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < there->count && wr_text_same(there->names[low], name); low++)
        if (strcmp(there->names[low], name) != 0)
            return there->names[low];
    return NULL;
}

/* A warning leaves the choice to whoever chose the name. */
static enum wr_result tell(struct wr_context *context, const char *path, bool refuse,
                           const char *slug, const char *sentence)
{
    const char *hint = "choose a name that is one of its own on every system";
    struct wr_source source = {.name = path};
    wr_where where = wr_at(&source, WR_WHOLE_FILE);
    if (refuse)
        return wr_fail(context, WR_INVALID, where, slug, hint, "%s", sentence);
    wr_warn(context, where, slug, hint, "%s", sentence);
    return WR_OK;
}

enum wr_result wr_folder_names_check(struct wr_context *context, const wr_folder_names *there,
                                     const char *path, bool refuse)
{
    char text[512];
    const char *name = wr_path_name(path), *why = wr_name_fault(name);
    const char *twin = why ? NULL : wr_folder_names_twin(there, name);
    if (why) {
        snprintf(text, sizeof text, "the name '%.64s' %s", name, why);
        return tell(context, path, refuse, "file-name", text);
    }
    if (!twin)
        return WR_OK;
    snprintf(text, sizeof text, "'%.64s' and '%.64s', which is there, are one on Windows", name,
             twin);
    return tell(context, path, refuse, "file-case", text);
}

/* ---- All of a path --------------------------------------------------------------------- */

static bool is_there(struct wr_context *context, const char *path)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status status;
    return files->look(files->user, path, &status) != WR_FILE_MISSING;
}

/* Whether letters may make it the same as another. */
static bool has_letters(const char *name)
{
    return strpbrk(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL;
}

static bool is_dots(const char *name)
{
    return *name == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static enum wr_result check_part(struct wr_context *context, struct wr_arena *arena,
                                 const char *path, const char *folder, bool refuse)
{
    wr_folder_names there = {0};
    const char *name = wr_path_name(path);
    if (is_dots(name))
        return WR_OK;
    enum wr_result result =
        has_letters(name) ? wr_folder_names_load(context, arena, folder, &there) : WR_OK;
    return result == WR_OK ? wr_folder_names_check(context, &there, path, refuse) : result;
}

enum wr_result wr_path_check_new(struct wr_context *context, const char *path, bool refuse)
{
    struct wr_arena *arena = wr_arena_create();
    char *part = arena ? wr_arena_text(arena, path, wr_path_trimmed(path)) : NULL;
    enum wr_result result = part ? WR_OK : wr_no_memory(context);
    while (result == WR_OK && *part && !is_there(context, part)) {
        char *folder = wr_path_folder(arena, part);
        result =
            folder ? check_part(context, arena, part, folder, refuse) : wr_no_memory(context);
        if (result != WR_OK || strcmp(folder, part) == 0)
            break;
        folder[wr_path_trimmed(folder)] = '\0';
        part = folder;
    }
    wr_arena_destroy(arena);
    return result;
}
