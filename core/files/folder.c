/* Folders: what is in them, and the way from one to another. */
#include "core/files/fault.h"
#include "core/files/listing.h"

#include "core/base/bytes.h"

#include <stdio.h>
#include <string.h>

enum wr_result wr_folder_list(struct wr_context *context, struct wr_arena *arena,
                              const char *path, char ***names, size_t *count)
{
    wr_listing listing;
    int error = wr_listing_make(wr_files_of(context), arena, path, &listing);
    if (error)
        return wr_fail_read(context, path, error);
    *names = listing.names;
    *count = listing.count;
    return WR_OK;
}

/* ---- Sizes ------------------------------------------------------------------------------- */

/* A folder whose files are weighed together. */
struct scale {
    const struct wr_files *files;
    const char *folder;
    uint64_t size;
};

static bool add_size(void *to, const char *name, enum wr_file_kind kind)
{
    struct scale *scale = to;
    char path[WR_LONGEST_PATH];
    struct wr_file_status status;
    int size = snprintf(path, sizeof path, "%s/%s", scale->folder, name);
    if (kind == WR_PLAIN_FILE && name[0] != '.' && size > 0 && size < (int)sizeof path &&
        scale->files->look(scale->files->user, path, &status) == WR_FILE_FINE)
        scale->size += status.size;
    return true;
}

uint64_t wr_path_size(const struct wr_context *context, const char *path)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_file_status status;
    struct scale scale = {files, path, 0};
    if (files->look(files->user, path, &status) != WR_FILE_FINE)
        return 0;
    if (status.kind == WR_PLAIN_FILE)
        return status.size;
    if (status.kind == WR_FOLDER)
        files->list(files->user, path, add_size, &scale);
    return scale.size;
}

/* ---- Searching --------------------------------------------------------------------------- */

static bool is_recognised(const struct wr_context *context, const char *path,
                          bool (*recognise)(const uint8_t *data, size_t size), bool *starved)
{
    enum { HEAD = 1 << 14 };
    uint8_t head[HEAD];
    return recognise(head, wr_file_peek(context, path, head, HEAD, starved));
}

enum wr_result wr_folder_find(struct wr_context *context, struct wr_arena *arena,
                              const char *folder,
                              bool (*recognise)(const uint8_t *data, size_t size),
                              const char **found)
{
    wr_listing listing = {0};
    int error = wr_listing_make(wr_files_of(context), arena, folder, &listing);
    bool starved = error == WR_FILE_NO_MEMORY;
    *found = NULL;
    for (size_t i = 0; !error && !starved && !*found && i < listing.count; i++) {
        const char *name = listing.names[i], *path = wr_path_join(arena, folder, name);
        if (!path)
            starved = true;
        else if (name[0] != '.' && is_recognised(context, path, recognise, &starved))
            *found = name;
    }
    return starved ? wr_no_memory(context) : WR_OK;
}

enum wr_result wr_folder_enter(struct wr_context *context, const char *path,
                               const wr_folder_way *above, wr_folder_way *out)
{
    enum { DEEPEST = 32 };
    const struct wr_files *files = wr_files_of(context);
    struct wr_source source = {.name = path};
    wr_where where = wr_at(&source, WR_WHOLE_FILE);
    struct wr_file_status status;
    *out = (wr_folder_way){.above = above, .depth = above ? above->depth + 1 : 0};
    if (files->look(files->user, path, &status) == WR_FILE_FINE) {
        memcpy(out->which, status.which, sizeof out->which);
        for (; above; above = above->above)
            out->again |= memcmp(above->which, out->which, sizeof out->which) == 0;
    }
    if (out->again)
        wr_warn(context, where, "folder-loop", NULL,
                "the folder is passed over: a link leads back to one it lies in");
    else if (out->depth > DEEPEST)
        return wr_fail(context, WR_LIMIT, where, "folder-too-deep",
                       "name the folders one by one", "folders are nested deeper than %d",
                       DEEPEST);
    return WR_OK;
}

/* ---- Walks ------------------------------------------------------------------------------- */

struct walk {
    struct wr_arena *arena;
    wr_folder_file_fn *file;
    void *user;
};

static enum wr_result walk_folder(struct wr_context *context, const struct walk *walk,
                                  const char *from, const char *to, const wr_folder_way *above);

static enum wr_result walk_entry(struct wr_context *context, const struct walk *walk,
                                 const char *from, const char *to, char *name,
                                 const wr_folder_way *above)
{
    size_t size = strlen(name);
    bool folder = size && name[size - 1] == '/';
    if (name[0] == '.')
        return WR_OK;
    if (folder)
        name[size - 1] = '\0';
    const char *source = wr_path_join(walk->arena, from, name);
    const char *target = wr_path_join(walk->arena, to, name);
    if (!source || !target)
        return wr_no_memory(context);
    return folder ? walk_folder(context, walk, source, target, above)
                  : walk->file(walk->user, context, source, target);
}

static enum wr_result walk_folder(struct wr_context *context, const struct walk *walk,
                                  const char *from, const char *to, const wr_folder_way *above)
{
    char **names;
    size_t count = 0;
    wr_folder_way way;
    enum wr_result result = wr_folder_enter(context, from, above, &way);
    if (result != WR_OK || way.again)
        return result;
    result = wr_folder_list(context, walk->arena, from, &names, &count);
    for (size_t i = 0; !wr_walk_ends(result) && i < count; i++) {
        enum wr_result one = walk_entry(context, walk, from, to, names[i], &way);
        if (result == WR_OK || wr_walk_ends(one))
            result = one;
    }
    return result;
}

enum wr_result wr_folder_walk(struct wr_context *context, struct wr_arena *arena,
                              const char *from, const char *to, wr_folder_file_fn *file,
                              void *user)
{
    const struct walk walk = {arena, file, user};
    return walk_folder(context, &walk, from, to, NULL);
}

/* ---- Ways -------------------------------------------------------------------------------- */

/* The one path of what is there, with a NUL behind it, for the caller to free; NULL where there
 * is none. False when memory is out. */
static bool resolve(const struct wr_context *context, const char *path, char **out)
{
    const struct wr_files *files = wr_files_of(context);
    struct wr_bytes bytes = {0};
    int error = WR_FILE_FINE;
    if (files->resolve)
        error = files->resolve(files->user, path, &bytes);
    else
        wr_bytes_text(&bytes, path);
    wr_bytes_add(&bytes, "", 1);
    bool starved = bytes.failed || error == WR_FILE_NO_MEMORY;
    *out = (char *)bytes.data;
    if (starved || error) {
        wr_bytes_finish(&bytes);
        *out = NULL;
    }
    return !starved;
}

/* How much of two absolute paths is the same, whole names only. */
static size_t common_path(const char *a, const char *b)
{
    size_t same = 0;
    for (size_t i = 0;; i++) {
        bool end_a = a[i] == '/' || a[i] == '\0', end_b = b[i] == '/' || b[i] == '\0';
        if (end_a && end_b)
            same = i;
        if (a[i] != b[i] || a[i] == '\0')
            return same;
    }
}

static char *path_down(struct wr_arena *arena, const char *from, const char *to)
{
    size_t same = common_path(from, to), ups = 0;
    if (same == 0)
        return wr_arena_text(arena, to, strlen(to));
    for (const char *p = from + same; *p; p++)
        ups += *p == '/';
    const char *rest = to[same] == '/' ? to + same + 1 : "";
    rest = *rest || ups ? rest : ".";
    char *path = WR_TAKE(arena, char, 3 * ups + strlen(rest) + 1);
    if (!path)
        return NULL;
    for (size_t i = 0; i < ups; i++)
        memcpy(path + 3 * i, "../", 3);
    memcpy(path + 3 * ups, rest, strlen(rest) + 1);
    if (!*rest && ups)
        path[3 * ups - 1] = '\0';
    return path;
}

char *wr_path_between(const struct wr_context *context, struct wr_arena *arena,
                      const char *folder, const char *path)
{
    char *from = NULL, *to = NULL, *way = NULL;
    if (resolve(context, folder, &from) && resolve(context, path, &to))
        way =
            from && to ? path_down(arena, from, to) : wr_arena_text(arena, path, strlen(path));
    wr_free(from);
    wr_free(to);
    return way;
}

enum wr_result wr_path_stays(const struct wr_context *context, const char *folder,
                             const char *path)
{
    char *root = NULL, *target = NULL;
    bool whole = resolve(context, folder, &root) && resolve(context, path, &target);
    size_t size = root ? strlen(root) : 0;
    while (size > 0 && root[size - 1] == '/') /* of all, or of a drive */
        size--;
    bool stays =
        !root || !target || (strncmp(root, target, size) == 0 && strchr("/", target[size]));
    wr_free(root);
    wr_free(target);
    return !whole ? WR_NO_MEMORY : stays ? WR_OK : WR_INVALID;
}
