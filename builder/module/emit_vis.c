/* The VIS: which area rooms are drawn from which, and what is only seen: skyboxes from
 * everywhere, padding from where a room beside it is. Its entries leave as they are made: where
 * all rooms see each other, all of them together are far larger than the level. */
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
    const char **seen;       /* of the entry at hand */
    struct wr_bytes entries; /* that wait to be put */
    const struct wr_outlet *outlet;
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

static enum wr_result put(struct wr_context *context, struct writing *w)
{
    if (w->entries.failed)
        return wr_no_memory(context);
    enum wr_result result =
        w->outlet->put(w->outlet->user, context, w->entries.data, w->entries.size);
    w->entries.size = 0;
    return result;
}

static enum wr_result write_entry(struct wr_context *context, struct writing *w,
                                  const char *room, uint32_t count)
{
    enum { STEP = 1 << 16 };
    wr_vis_entry entry = {room, w->seen, count};
    wr_vis_write(&(struct wr_vis){&entry, 1}, &w->entries);
    return w->entries.size >= STEP || w->entries.failed ? put(context, w) : WR_OK;
}

static enum wr_result write_room(struct wr_context *context, struct writing *w, uint32_t room)
{
    uint32_t count = wr_visibility_names(w->visibility, w->names, room, w->seen);
    for (uint64_t i = w->starts[room]; i < w->starts[room + 1]; i++)
        w->seen[count++] = w->assets->extras[w->extras[i]].name;
    return write_entry(context, w, w->names[room], count);
}

/* Nobody stands in it, but what sees each other is listed both ways. */
static enum wr_result write_extra(struct wr_context *context, struct writing *w,
                                  const struct wr_module_extra *extra)
{
    uint32_t count = find_seers(w, extra);
    for (uint32_t i = 0; i < count; i++)
        w->seen[i] = w->names[w->seers[i]];
    return write_entry(context, w, extra->name, count);
}

static enum wr_result write_all(struct wr_context *context, struct writing *w)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < w->visibility->room_count; i++)
        result = write_room(context, w, i);
    for (uint32_t i = 0; result == WR_OK && i < w->assets->extra_count; i++)
        result = write_extra(context, w, &w->assets->extras[i]);
    return result == WR_OK ? put(context, w) : result;
}

enum wr_result wr_emit_vis(struct wr_context *context, const struct wr_emission *emission,
                           const struct wr_outlet *outlet)
{
    static const struct wr_module_assets none;
    const struct wr_module_assets *assets =
        emission->assembly ? &emission->assembly->assets : &none;
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    size_t rooms = emission->visibility->room_count;
    struct writing w = {
        .visibility = emission->visibility,
        .assets = assets,
        .names = emission->layout->names,
        .seers = WR_TAKE(arena, uint32_t, rooms),
        .starts = WR_ZERO(arena, uint64_t, rooms + 1),
        .seen = WR_TAKE(arena, const char *, rooms + assets->extra_count),
        .outlet = outlet,
    };
    enum wr_result result = w.seers && w.starts && w.seen && list_extras(&w, arena)
                                ? write_all(context, &w)
                                : wr_no_memory(context);
    wr_bytes_finish(&w.entries);
    wr_arena_destroy(arena);
    return result;
}
