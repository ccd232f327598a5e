/* What stands before a level is rolled: rooms of a map, and the doorways new ones begin at. */
#include "builder/studio/own.h"

#include "core/base/arena.h"

#include <string.h>

struct wr_generator_options wr_studio_kept(const struct wr_studio *studio)
{
    const struct wr_kept_rooms *kept = studio->kept;
    if (!kept)
        return (struct wr_generator_options){0};
    return (struct wr_generator_options){.keep = kept->map,
                                         .rooms = kept->rooms.items,
                                         .room_count = kept->rooms.count,
                                         .add = kept->add,
                                         .doorways = kept->doorways.items,
                                         .doorway_count = kept->doorways.count};
}

static bool take_lines(struct wr_arena *arena, const char *lines, wr_kept_names *out)
{
    char *text = wr_arena_text(arena, lines, strlen(lines));
    size_t most = 1;
    for (const char *at = lines; *at; at++)
        most += *at == '\n';
    *out = (wr_kept_names){WR_TAKE(arena, const char *, most), 0};
    if (!text || !out->items)
        return false;
    while (text) {
        char *end = strchr(text, '\n');
        if (end)
            *end++ = '\0';
        if (*text)
            out->items[out->count++] = text;
        text = end;
    }
    return true;
}

static struct wr_kept_rooms *start(void)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_kept_rooms *kept = arena ? WR_ZERO(arena, struct wr_kept_rooms, 1) : NULL;
    if (kept)
        kept->arena = arena;
    else
        wr_arena_destroy(arena);
    return kept;
}

static enum wr_result keep(struct wr_studio *studio, const char *text, size_t size)
{
    return wr_map_read(studio->context, "map.json", text, size, NULL, &studio->kept->map);
}

enum wr_result wr_studio_keep(struct wr_studio *studio, const char *text, size_t size,
                              const char *rooms, const char *doorways, bool add)
{
    wr_studio_forget_template(studio);
    wr_studio_forget_kept(studio);
    enum wr_result result = wr_studio_begin(studio);
    if (result != WR_OK || size == 0)
        return result;
    struct wr_kept_rooms *kept = studio->kept = start();
    if (!kept || !take_lines(kept->arena, rooms, &kept->rooms) ||
        !take_lines(kept->arena, doorways, &kept->doorways))
        result = WR_NO_MEMORY;
    else
        result = keep(studio, text, size);
    if (result != WR_OK)
        wr_studio_forget_kept(studio);
    else
        kept->add = add;
    return result;
}
