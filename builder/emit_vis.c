/* The VIS: which area rooms are drawn from which, and what is only seen: skyboxes from
 * everywhere, padding from where a room beside it is. */
#include "builder/emit.h"
#include "builder/module/assembly.h"
#include "builder/visibility.h"

#include "core/base/bytes.h"
#include "core/format/vis.h"

struct writing {
    const struct wr_visibility *visibility;
    const struct wr_module_assets *assets;
    const wr_room_names *names;
    const char **seen; /* room for all */
    struct wr_bytes *out;
};

static bool sees_room(const struct wr_visibility *visibility, uint32_t from, uint32_t to)
{
    if (from == to || !visibility->rooms)
        return true;
    const struct wr_seen *seen = &visibility->rooms[from];
    uint32_t low = 0, high = seen->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (seen->items[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < seen->count && seen->items[low] == to;
}

static bool sees_extra(const struct writing *w, uint32_t from,
                       const struct wr_module_extra *extra)
{
    return extra->rooms[0] == WR_NONE || sees_room(w->visibility, from, extra->rooms[0]) ||
           (extra->rooms[1] != WR_NONE && sees_room(w->visibility, from, extra->rooms[1]));
}

static void write_entry(const struct writing *w, const char *room, uint32_t count)
{
    wr_vis_entry entry = {room, w->seen, count};
    wr_vis_write(&(struct wr_vis){&entry, 1}, w->out);
}

static void write_room(const struct writing *w, uint32_t room)
{
    uint32_t count = 0;
    for (uint32_t other = 0; other < w->visibility->room_count; other++)
        if (other != room && sees_room(w->visibility, room, other))
            w->seen[count++] = wr_room_name(w->names, other);
    for (uint32_t i = 0; i < w->assets->extra_count; i++)
        if (sees_extra(w, room, &w->assets->extras[i]))
            w->seen[count++] = w->assets->extras[i].name;
    write_entry(w, wr_room_name(w->names, room), count);
}

/* Nobody stands in it, but what sees each other is listed both ways. */
static void write_extra(const struct writing *w, const struct wr_module_extra *extra)
{
    uint32_t count = 0;
    for (uint32_t room = 0; room < w->visibility->room_count; room++)
        if (sees_extra(w, room, extra))
            w->seen[count++] = wr_room_name(w->names, room);
    write_entry(w, extra->name, count);
}

static enum wr_result write_all(struct wr_context *context, const struct wr_emission *emission,
                                struct wr_bytes *out)
{
    const struct wr_assembly *assembly = emission->assembly;
    struct writing w = {emission->visibility, &assembly->assets, &assembly->names, NULL, out};
    uint32_t rooms = w.visibility->room_count, extras = w.assets->extra_count;
    w.seen = wr_alloc(((size_t)rooms + extras) * sizeof *w.seen);
    if (!w.seen)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < rooms; i++)
        write_room(&w, i);
    for (uint32_t i = 0; i < extras; i++)
        write_extra(&w, &w.assets->extras[i]);
    wr_free(w.seen);
    return WR_OK;
}

enum wr_result wr_emit_vis(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out)
{
    if (emission->assembly && emission->assembly->assets.extra_count > 0)
        return write_all(context, emission, out);
    return wr_visibility_write(context, emission->layout, emission->visibility, out);
}
