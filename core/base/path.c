/* Paths as text. */
#include "core/base/path.h"
#include "core/base/text.h"

#include <string.h>

char *wr_path_join(struct wr_arena *arena, const char *folder, const char *name)
{
    size_t front = strlen(folder), back = strlen(name);
    bool bare = front == 0 || strcmp(folder, ".") == 0;
    bool slash = !bare && folder[front - 1] != '/';
    front = bare ? 0 : front;
    char *path = WR_TAKE(arena, char, front + slash + back + 1);
    if (!path)
        return NULL;
    memcpy(path, folder, front);
    if (slash)
        path[front++] = '/';
    memcpy(path + front, name, back + 1);
    return path;
}

char *wr_path_folder(struct wr_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return wr_arena_text(arena, ".", 1);
    return wr_arena_text(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

const char *wr_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool wr_name_reserved(const char *name)
{
    static const char *const words[] = {"con", "prn", "aux", "nul"};
    static const char *const numbered[] = {"com", "lpt"};
    size_t size = strcspn(name, ".");
    wr_view stem = {name, size};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (wr_view_same(stem, wr_view_of(words[i])))
            return true;
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
        if (size == 4 && wr_view_same((wr_view){name, 3}, wr_view_of(numbered[i])) &&
            name[3] >= '0' && name[3] <= '9')
            return true;
    return false;
}

/* Judged as strictly as the strictest system would: '\' separates, a ':' may name a drive. */
bool wr_path_inside(const char *path)
{
    if (*path == '\0' || *path == '/' || *path == '\\' || strchr(path, ':'))
        return false;
    while (*path) {
        size_t size = strcspn(path, "/\\");
        if (size == 2 && path[0] == '.' && path[1] == '.')
            return false;
        path += size;
        path += *path != '\0';
    }
    return true;
}
