/* Paths as text. */
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/base/text.h"

#include <string.h>

static bool separates(char c, bool drives)
{
    return c == '/' || (drives && c == '\\');
}

bool wr_path_separates(char c)
{
    return separates(c, wr_path_drives());
}

void wr_path_slashes(char *path)
{
    for (; *path; path++)
        if (*path == '\\')
            *path = '/';
}

/* ---- Roots ----------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Behind the next part of a path and its separators. */
static size_t pass_part(const char *path, size_t at)
{
    while (path[at] && !separates(path[at], true))
        at++;
    while (separates(path[at], true))
        at++;
    return at;
}

size_t wr_path_root(const char *path, bool drives)
{
    size_t size = 0;
    if (drives && is_letter(path[0]) && path[1] == ':')
        size = 2;
    else if (drives && separates(path[0], true) && separates(path[1], true))
        return pass_part(path, pass_part(path, 2));
    while (separates(path[size], drives))
        size++;
    return size;
}

bool wr_path_rooted(const char *path)
{
    return wr_path_root(path, wr_path_drives()) > 0;
}

/* ---- Parts ----------------------------------------------------------------------------- */

size_t wr_path_trimmed(const char *path)
{
    size_t size = strlen(path), root = wr_path_root(path, wr_path_drives());
    while (size > root && wr_path_separates(path[size - 1]))
        size--;
    return size;
}

char *wr_path_join(struct wr_arena *arena, const char *folder, const char *name)
{
    size_t front = strlen(folder), back = strlen(name);
    bool bare = front == 0 || strcmp(folder, ".") == 0;
    bool slash = !bare && !wr_path_separates(folder[front - 1]);
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

/* Where the name at the end of a path begins. */
static size_t name_at(const char *path)
{
    size_t at = strlen(path), root = wr_path_root(path, wr_path_drives());
    while (at > root && !wr_path_separates(path[at - 1]))
        at--;
    return at;
}

char *wr_path_folder(struct wr_arena *arena, const char *path)
{
    size_t root = wr_path_root(path, wr_path_drives()), size = name_at(path);
    if (size == 0)
        return wr_arena_text(arena, ".", 1);
    return wr_arena_text(arena, path, size > root ? size - 1 : root);
}

const char *wr_path_name(const char *path)
{
    return path + name_at(path);
}

/* ---- Names ----------------------------------------------------------------------------- */

bool wr_name_reserved(const char *name)
{
    static const char *const words[] = {"con", "prn", "aux", "nul"};
    static const char *const numbered[] = {"com", "lpt"};
    size_t size = strcspn(name, ".");
    while (size > 0 && name[size - 1] == ' ')
        size--; /* Windows does, too */
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

const char *wr_name_fault(const char *name)
{
    size_t size = strlen(name);
    if (size > 0 && (name[size - 1] == '.' || name[size - 1] == ' '))
        return "ends in a dot or a space, which Windows leaves out";
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)name[i] < ' ' || strchr("<>:\"|?*\\", name[i]))
            return "holds a character that no name has on Windows: < > : \" | ? * \\ or one "
                   "that cannot be seen";
    return wr_name_reserved(name) ? "is that of a device on Windows" : NULL;
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
