/* What lies in a folder. */
#define _GNU_SOURCE /* the type of a folder's entry */
#include "core/base/posix.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What an entry is, behind a link too. A link that leads nowhere counts as a file: whoever
 * reads it says so. */
static mode_t entry_mode(DIR *folder, const struct dirent *entry)
{
#if defined(DTTOIF)
    if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
        return DTTOIF((mode_t)entry->d_type);
#endif
    struct stat status;
    return fstatat(dirfd(folder), entry->d_name, &status, 0) == 0 ? status.st_mode : S_IFREG;
}

static bool is_listed(const char *name, mode_t mode)
{
    bool itself = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    return !itself && (S_ISDIR(mode) || S_ISREG(mode));
}

static char *entry_name(struct wr_arena *arena, const char *entry, mode_t mode)
{
    size_t size = strlen(entry);
    char *name = wr_arena_text(arena, entry, size + 1);
    if (name && S_ISDIR(mode))
        name[size] = '/';
    return name;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
    char **items;
    size_t count, capacity;
};

/* 0, or the number of an error. */
static int collect(struct wr_arena *arena, DIR *folder, struct names *names)
{
    const struct dirent *entry;
    while ((void)(errno = 0), (entry = readdir(folder)) != NULL) {
        mode_t mode = entry_mode(folder, entry);
        if (!is_listed(entry->d_name, mode))
            continue;
        char *name = entry_name(arena, entry->d_name, mode);
        if (!name ||
            !wr_grow(&names->items, &names->capacity, names->count + 1, sizeof *names->items))
            return ENOMEM;
        names->items[names->count++] = name;
    }
    return errno;
}

int wr_posix_list(struct wr_arena *arena, const char *path, char ***names, size_t *count)
{
    DIR *folder = opendir(path);
    if (!folder)
        return errno;
    struct names found = {0};
    int number = collect(arena, folder, &found);
    closedir(folder);
    if (number == 0) {
        if (found.count > 1)
            qsort(found.items, found.count, sizeof *found.items, compare_names);
        *names = wr_arena_copy(arena, found.items, found.count, sizeof *found.items);
        *count = found.count;
        number = *names ? 0 : ENOMEM;
    }
    wr_free(found.items);
    return number;
}

const char **wr_posix_visible(struct wr_arena *arena, const char *folder)
{
    char **names;
    size_t count = 0, kept = 0;
    if (!folder || wr_posix_list(arena, folder, &names, &count) != 0)
        return NULL;
    const char **visible = WR_TAKE(arena, const char *, count + 1);
    for (size_t i = 0; visible && i < count; i++)
        if (names[i][0] != '.')
            visible[kept++] = names[i];
    if (visible)
        visible[kept] = NULL;
    return visible;
}
