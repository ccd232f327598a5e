/* The VIS: which area rooms are drawn from which, and what is only seen: skyboxes from
 * everywhere, padding from where a room beside it is. */
#include "builder/module/assembly.h"
#include "builder/module/emit.h"
#include "builder/sight/visibility.h"

#include "core/base/bytes.h"
#include "core/format/vis.h"

struct writing {
    const struct wr_visibility *visibility;
    const struct wr_module_assets *assets;
    const char *const *names;
    uint32_t *seers;  /* of the extra at hand; one a room */
    uint64_t *starts; /* the extras room i sees are extras[starts[i] .. starts[i + 1]) */
    uint32_t *extras;
    const char **seen; /* of the entry at hand */
    struct wr_bytes *out;
};

/* ---- Who sees what is only seen ---- */

static uint32_t all_rooms(const struct writing *w)
{
    for (uint32_t room = 0; room < w->visibility->room_count; room++)
        w->seers[room] = room;
    return w->visibility->room_count;
}

/* The rooms a room sees, itself among them; `at` walks over them. */
static uint32_t next_seen(const struct writing *w, uint32_t room, uint32_t *at, bool *self)
{
    const struct wr_seen *seen = &w->visibility->rooms[room];
    bool more = *at < seen->count;
    if (!*self && (!more || seen->items[*at] > room)) {
        *self = true;
        return room;
    }
    return more ? seen->items[(*at)++] : WR_NONE;
}

/* Who sees a room is seen from it: those that see an extra are those its rooms see. */
static uint32_t find_seers(const struct writing *w, const struct wr_module_extra *extra)
{
    uint32_t a = extra->rooms[0], b = extra->rooms[1], count = 0, at[2] = {0, 0};
    bool self[2] = {false, b == WR_NONE};
    if (a == WR_NONE || !w->visibility->rooms)
        return all_rooms(w);
    uint32_t p = next_seen(w, a, &at[0], &self[0]);
    uint32_t q = b == WR_NONE ? WR_NONE : next_seen(w, b, &at[1], &self[1]);
    while (p != WR_NONE || q != WR_NONE) {
        uint32_t least = p < q ? p : q;
        w->seers[count++] = least;
        if (p == least)
            p = next_seen(w, a, &at[0], &self[0]);
        if (q == least)
            q = next_seen(w, b, &at[1], &self[1]);
    }
    return count;
}

static bool list_extras(struct writing *w, struct wr_arena *arena)
{
    uint32_t rooms = w->visibility->room_count;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w->assets->extra_count; i++)
        for (uint32_t k = find_seers(w, &w->assets->extras[i]); k-- > 0;)
            w->starts[w->seers[k]]++;
    for (uint32_t room = 0; room <= rooms; room++) {
        sum += w->starts[room];
        w->starts[room] = sum;
    }
    w->extras =
        sum <= SIZE_MAX / sizeof *w->extras ? WR_TAKE(arena, uint32_t, (size_t)sum) : NULL;
    for (uint32_t i = w->assets->extra_count; w->extras && i-- > 0;)
        for (uint32_t k = find_seers(w, &w->assets->extras[i]); k-- > 0;)
            w->extras[--w->starts[w->seers[k]]] = i;
    return w->extras != NULL;
}

/* ---- Writing ---- */

static void write_entry(const struct writing *w, const char *room, uint32_t count)
{
    wr_vis_entry entry = {room, w->seen, count};
    wr_vis_write(&(struct wr_vis){&entry, 1}, w->out);
}

static void write_room(const struct writing *w, uint32_t room)
{
    uint32_t count = wr_visibility_names(w->visibility, w->names, room, w->seen);
    for (uint64_t i = w->starts[room]; i < w->starts[room + 1]; i++)
        w->seen[count++] = w->assets->extras[w->extras[i]].name;
    write_entry(w, w->names[room], count);
}

/* Nobody stands in it, but what sees each other is listed both ways. */
static void write_extra(const struct writing *w, const struct wr_module_extra *extra)
{
    uint32_t count = find_seers(w, extra);
    for (uint32_t i = 0; i < count; i++)
        w->seen[i] = w->names[w->seers[i]];
    write_entry(w, extra->name, count);
}

static enum wr_result write_all(struct wr_context *context, const struct wr_emission *emission,
                                struct wr_bytes *out)
{
    const struct wr_assembly *assembly = emission->assembly;
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    uint32_t rooms = emission->visibility->room_count, extras = assembly->assets.extra_count;
    struct writing w = {
        .visibility = emission->visibility,
        .assets = &assembly->assets,
        .names = emission->layout->names,
        .seers = WR_TAKE(arena, uint32_t, rooms),
        .starts = WR_ZERO(arena, uint64_t, (size_t)rooms + 1),
        .seen = WR_TAKE(arena, const char *, (size_t)rooms + extras),
        .out = out,
    };
    bool fine = w.seers && w.starts && w.seen && list_extras(&w, arena);
    for (uint32_t i = 0; fine && i < rooms; i++)
        write_room(&w, i);
    for (uint32_t i = 0; fine && i < extras; i++)
        write_extra(&w, &w.assets->extras[i]);
    wr_arena_destroy(arena);
    return fine ? WR_OK : wr_no_memory(context);
}

enum wr_result wr_emit_vis(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out)
{
    if (emission->assembly && emission->assembly->assets.extra_count > 0)
        return write_all(context, emission, out);
    return wr_visibility_write(context, emission->layout, emission->visibility, out);
}
