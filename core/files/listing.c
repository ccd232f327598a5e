/* Folders, listed in one order everywhere. */
#include "core/files/listing.h"

#include <stdlib.h>
#include <string.h>

struct taking {
    struct wr_arena *arena;
    char **names;
    size_t count, capacity;
};

static bool take_name(void *to, const char *entry, enum wr_file_kind kind)
{
    struct taking *taking = to;
    if (kind != WR_FOLDER && kind != WR_PLAIN_FILE)
        return true;
    size_t size = strlen(entry);
    char *name = wr_arena_text(taking->arena, entry, size + 1);
    if (!name ||
        !wr_grow(&taking->names, &taking->capacity, taking->count + 1, sizeof *taking->names))
        return false;
    if (kind == WR_FOLDER)
        name[size] = '/';
    taking->names[taking->count++] = name;
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int wr_listing_make(const struct wr_files *files, struct wr_arena *arena, const char *path,
                    wr_listing *out)
{
    struct taking taking = {.arena = arena};
    int error = files->list(files->user, path, take_name, &taking);
    if (!error) {
        if (taking.count > 1)
            qsort(taking.names, taking.count, sizeof *taking.names, compare_names);
        *out =
            (wr_listing){wr_arena_copy(arena, taking.names, taking.count, sizeof *taking.names),
                         taking.count};
        error = out->names ? WR_FILE_FINE : WR_FILE_NO_MEMORY;
    }
    wr_free(taking.names);
    return error;
}

const char **wr_listing_visible(const struct wr_files *files, struct wr_arena *arena,
                                const char *path)
{
    wr_listing all;
    size_t kept = 0;
    if (wr_listing_make(files, arena, path, &all))
        return NULL;
    const char **visible = WR_TAKE(arena, const char *, all.count + 1);
    for (size_t i = 0; visible && i < all.count; i++)
        if (all.names[i][0] != '.')
            visible[kept++] = all.names[i];
    if (visible)
        visible[kept] = NULL;
    return visible;
}
