/* The studio's page, found where it was put, with something inside, and opened. */
#include "builder/page/page.h"

#include "builder/page/given.h"
#include "core/base/bytes.h"
#include "core/base/system.h"
#include "core/files/file.h"

#include <string.h>

/* Where the page takes what it is given; builder/studio/page/source/page.html has it once. */
static const char slot[] = "<script type=\"application/json\" id=\"given\">";
static const char nothing[] = "null</script>";

/* ---- Finding it ---- */

static bool is_there(struct wr_context *context, const char *path)
{
    return *path && wr_file_exists(context, path);
}

/* Empty where it is nowhere, NULL when memory is out. */
static const char *find(struct wr_context *context, struct wr_arena *arena)
{
    static const char *const moved[] = {"studio.html", WARREN_NEAR_PAGE};
    const char *named = wr_environment("WARREN_STUDIO");
    if (named && *named)
        return named;
    const char *folder = wr_program_folder(arena);
    if (!folder)
        return NULL;
    for (int i = 0; *folder && i < 2; i++) {
        const char *path = wr_path_join(arena, folder, moved[i]);
        if (!path || is_there(context, path))
            return path;
    }
    if (is_there(context, WARREN_DATA_PAGE))
        return WARREN_DATA_PAGE;
    return is_there(context, WARREN_SOURCE_PAGE) ? WARREN_SOURCE_PAGE : "";
}

static enum wr_result load(struct wr_context *context, struct wr_arena *arena,
                           struct wr_source *page)
{
    const char *path = find(context, arena);
    if (!path)
        return wr_no_memory(context);
    if (*path)
        return wr_file_read(context, arena, path, page);
    return wr_fail(context, WR_NOT_FOUND, WR_NOWHERE, "studio-missing",
                   "make it by './dev studio' in Warren's source, or name a studio.html by "
                   "$WARREN_STUDIO",
                   "the studio's page is not installed here");
}

/* ---- Putting something into it ---- */

/* Where its slot ends, or NULL. */
static const char *find_slot(const struct wr_source *page)
{
    const char *at = strstr((const char *)page->data, slot);
    at = at ? at + sizeof slot - 1 : NULL;
    return at && strncmp(at, nothing, sizeof nothing - 1) == 0 ? at : NULL;
}

static enum wr_result fill(struct wr_context *context, struct wr_kits *kits,
                           const struct wr_page_options *options, const struct wr_source *page,
                           struct wr_bytes *out)
{
    const char *begin = (const char *)page->data, *at = find_slot(page);
    if (!at)
        return wr_fail(context, WR_INVALID, wr_at(page, WR_WHOLE_FILE), "studio-unknown",
                       "make it by './dev studio' of the same version as the program",
                       "this is no page of the studio that something can be put into");
    size_t before = (size_t)(at - begin), after = before + strlen("null");
    wr_bytes_add(out, begin, before);
    enum wr_result result = wr_page_given(context, kits, options, out);
    wr_bytes_add(out, begin + after, page->size - after);
    if (result == WR_OK && out->failed)
        result = wr_no_memory(context);
    if (result != WR_OK)
        wr_bytes_finish(out);
    return result;
}

enum wr_result wr_page_make(struct wr_context *context, struct wr_kits *kits,
                            const struct wr_page_options *options, struct wr_bytes *out)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_source page;
    *out = (struct wr_bytes){0};
    enum wr_result result = arena ? load(context, arena, &page) : wr_no_memory(context);
    if (result == WR_OK)
        result = fill(context, kits, options, &page, out);
    wr_arena_destroy(arena);
    return result;
}

/* ---- Opening it ---- */

static char *path_in(struct wr_arena *arena, const char *folder, const char *name)
{
    struct wr_bytes file = {0};
    wr_bytes_text(&file, name);
    wr_bytes_add(&file, ".html", sizeof ".html");
    char *path = file.failed ? NULL : wr_path_join(arena, folder, (const char *)file.data);
    wr_bytes_finish(&file);
    return path;
}

static enum wr_result write(struct wr_context *context, struct wr_arena *arena,
                            const char *name, const struct wr_bytes *page, const char **path)
{
    const char *folder = arena ? wr_temporary_folder(arena) : NULL;
    if (!folder)
        return wr_fail(context, WR_IO, WR_NOWHERE, "page-no-folder",
                       "say where it goes by -o FILE.html",
                       "no folder can be made among the system's temporary ones");
    *path = path_in(arena, folder, name);
    return *path ? wr_file_write(context, *path, page->data, page->size, 0)
                 : wr_no_memory(context);
}

enum wr_result wr_page_open(struct wr_context *context, const char *name,
                            const struct wr_bytes *page, struct wr_bytes *path)
{
    struct wr_arena *arena = wr_arena_create();
    const char *written = NULL;
    enum wr_result result = write(context, arena, name, page, &written);
    if (result == WR_OK)
        wr_bytes_text(path, written);
    if (result == WR_OK && !wr_show_page(written)) {
        struct wr_source source = {.name = written};
        wr_warn(context, wr_at(&source, WR_WHOLE_FILE), "page-not-opened",
                "open it in a browser", "the system says of no program that it opens pages");
    }
    wr_arena_destroy(arena);
    return result;
}
