/* Layouts and what is seen from their rooms, compared. */
#include "builder/compare/comparing.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/format/lyt.h"
#include "core/format/vis.h"

#include <string.h>

/* ---- Rows of a layout -------------------------------------------------------------------- */

/* A row of any kind. */
struct row {
    const char *name;
    wr_vec3 at;
    const float *turn; /* w, x, y, z of a hook; else NULL */
};

struct rows {
    const char *noun;
    struct row *items;
    const char **names; /* of hooks: of their rooms, in small letters */
    uint32_t count;
    bool hooks;
};

static bool rows_take(struct wr_comparing *comparing, uint32_t count, struct rows *out)
{
    out->count = count;
    out->items = WR_TAKE(comparing->arena, struct row, count);
    out->names = WR_TAKE(comparing->arena, const char *, count);
    return wr_comparing_has(comparing, out->items) && wr_comparing_has(comparing, out->names);
}

static bool rows_of_items(struct wr_comparing *comparing, const wr_lyt_item *items,
                          uint32_t count, struct rows *out)
{
    if (!rows_take(comparing, count, out))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        out->items[i] = (struct row){.name = items[i].model, .at = items[i].position};
        out->names[i] = items[i].model;
    }
    return true;
}

static bool rows_of_hooks(struct wr_comparing *comparing, const wr_lyt_hook *hooks,
                          uint32_t count, struct rows *out)
{
    if (!rows_take(comparing, count, out))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        char *room = wr_arena_text(comparing->arena, hooks[i].room, strlen(hooks[i].room));
        for (char *c = room; c && *c; c++)
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        out->names[i] = room;
        out->items[i] = (struct row){hooks[i].room, hooks[i].position, &hooks[i].w};
        if (!wr_comparing_has(comparing, room))
            return false;
    }
    return true;
}

static wr_where whole(const struct wr_comparing *comparing)
{
    return wr_at(&comparing->now, WR_WHOLE_FILE);
}

static void tell_row(struct wr_comparing *comparing, const struct rows *rows, uint32_t index,
                     const char *what)
{
    const struct row *row = &rows->items[index];
    wr_differs(comparing,
               wr_fail(comparing->context, WR_INVALID, whole(comparing), "differs-layout", NULL,
                       "%s '%.80s' at (%s, %s, %s) %s", rows->noun, row->name,
                       wr_fixed(row->at.x, 3).text, wr_fixed(row->at.y, 3).text,
                       wr_fixed(row->at.z, 3).text, what));
}

/* A turn and its opposite on the sphere of turns are one. */
static double apart(const float *a, const float *b)
{
    double same = 0, opposite = 0;
    for (int i = 0; i < 4; i++) {
        double less = fabs((double)a[i] - b[i]), more = fabs((double)a[i] + b[i]);
        same = less > same ? less : same;
        opposite = more > opposite ? more : opposite;
    }
    return same < opposite ? same : opposite;
}

static void compare_row(struct wr_comparing *comparing, const struct rows *rows, uint32_t index,
                        const struct row *was)
{
    const struct row *now = &rows->items[index];
    double off = wr_distance(now->at, was->at);
    if (!wr_comparing_near(comparing, off))
        wr_differs(comparing,
                   wr_fail(comparing->context, WR_INVALID, whole(comparing), "differs-layout",
                           NULL, "%s '%.80s' stands at (%s, %s, %s); it stood at (%s, %s, %s)",
                           rows->noun, now->name, wr_fixed(now->at.x, 3).text,
                           wr_fixed(now->at.y, 3).text, wr_fixed(now->at.z, 3).text,
                           wr_fixed(was->at.x, 3).text, wr_fixed(was->at.y, 3).text,
                           wr_fixed(was->at.z, 3).text));
    if (rows->hooks && !wr_text_same(now->name, was->name))
        wr_differs(comparing,
                   wr_fail(comparing->context, WR_INVALID, whole(comparing), "differs-layout",
                           NULL, "%s '%.80s' at (%s, %s, %s) was one of '%.80s'", rows->noun,
                           now->name, wr_fixed(now->at.x, 3).text, wr_fixed(now->at.y, 3).text,
                           wr_fixed(now->at.z, 3).text, was->name));
    else if (now->turn && !(apart(now->turn, was->turn) <= WR_SAME_TURN))
        tell_row(comparing, rows, index, "is turned otherwise than it was");
}

/* Rooms are counted, so that their order matters; the first that is out of it is told. */
static void compare_order(struct wr_comparing *comparing, const struct rows *now,
                          const struct wr_pairing *pairing)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        uint32_t was = pairing->was_of[i];
        if (was == WR_UNPAIRED)
            continue;
        if (was < last) {
            wr_differs(comparing, wr_fail(comparing->context, WR_INVALID, whole(comparing),
                                          "differs-layout", NULL,
                                          "room '%.80s' is number %u; it was number %u, before "
                                          "others that are before it now",
                                          now->items[i].name, (unsigned)i, (unsigned)was));
            return;
        }
        last = was;
    }
}

static struct wr_placed *places_of(struct wr_comparing *comparing, const struct rows *rows)
{
    struct wr_placed *places = WR_TAKE(comparing->arena, struct wr_placed, rows->count);
    wr_comparing_has(comparing, places);
    for (uint32_t i = 0; places && i < rows->count; i++)
        places[i] = (struct wr_placed){rows->names[i], rows->items[i].at};
    return places;
}

static void forget_rooms(struct wr_placed *places, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        places[i].mark = places[i].mark ? "" : NULL;
}

/* Hooks are numbered, and known again by their places: those of their room first, which may be
 * another one of the two that a doorway joins. */
static bool pair_hooks(struct wr_comparing *comparing, const struct rows *now,
                       const struct rows *was, struct wr_pairing *out)
{
    struct wr_placed *a = places_of(comparing, now), *b = places_of(comparing, was);
    if (!a || !b || !wr_comparing_unpaired(comparing, now->count, was->count, out) ||
        !wr_comparing_pair_nearest(comparing, a, now->count, b, was->count, WR_SAME_PLACE, out))
        return false;
    forget_rooms(a, now->count);
    forget_rooms(b, was->count);
    if (!wr_comparing_pair_nearest(comparing, a, now->count, b, was->count, WR_SAME_PLACE, out))
        return false;
    for (uint32_t i = 0; i < now->count; i++)
        a[i].mark = a[i].mark ? now->names[i] : NULL;
    for (uint32_t i = 0; i < was->count; i++)
        b[i].mark = b[i].mark ? was->names[i] : NULL;
    return wr_comparing_pair_nearest(comparing, a, now->count, b, was->count, INFINITY, out);
}

static void compare_rows(struct wr_comparing *comparing, const struct rows *now,
                         const struct rows *was, bool in_order)
{
    struct wr_pairing pairing;
    bool paired = now->hooks ? pair_hooks(comparing, now, was, &pairing)
                             : wr_comparing_pair(comparing, now->names, now->count, was->names,
                                                 was->count, &pairing);
    if (!paired)
        return;
    for (uint32_t i = 0; i < now->count; i++)
        if (pairing.was_of[i] == WR_UNPAIRED)
            tell_row(comparing, now, i, "was not there");
        else
            compare_row(comparing, now, i, &was->items[pairing.was_of[i]]);
    for (uint32_t i = 0; i < was->count; i++)
        if (pairing.now_of[i] == WR_UNPAIRED)
            tell_row(comparing, was, i, "is not there any more");
    if (in_order)
        compare_order(comparing, now, &pairing);
}

static void compare_items(struct wr_comparing *comparing, const char *noun,
                          const wr_lyt_item *now, uint32_t now_count, const wr_lyt_item *was,
                          uint32_t was_count, bool in_order)
{
    struct rows a = {.noun = noun}, b = {.noun = noun};
    if (rows_of_items(comparing, now, now_count, &a) &&
        rows_of_items(comparing, was, was_count, &b))
        compare_rows(comparing, &a, &b, in_order);
}

void wr_compare_layouts(struct wr_comparing *comparing)
{
    struct wr_lyt now, was;
    struct rows a = {.noun = "a hook of", .hooks = true}, b = a;
    if (!wr_comparing_goes_on(comparing, wr_lyt_read(comparing->context, comparing->arena,
                                                     &comparing->now, &now)) ||
        !wr_comparing_goes_on(comparing, wr_lyt_read(comparing->context, comparing->arena,
                                                     &comparing->was, &was)))
        return;
    compare_items(comparing, "room", now.rooms, now.room_count, was.rooms, was.room_count,
                  true);
    compare_items(comparing, "track", now.tracks, now.track_count, was.tracks, was.track_count,
                  false);
    compare_items(comparing, "obstacle", now.obstacles, now.obstacle_count, was.obstacles,
                  was.obstacle_count, false);
    if (rows_of_hooks(comparing, now.hooks, now.hook_count, &a) &&
        rows_of_hooks(comparing, was.hooks, was.hook_count, &b))
        compare_rows(comparing, &a, &b, false);
}

/* ---- What is seen ------------------------------------------------------------------------ */

static void compare_entry(struct wr_comparing *comparing, const wr_vis_entry *now,
                          const wr_vis_entry *was)
{
    struct wr_pairing pairing;
    wr_where where = whole(comparing);
    if (!wr_comparing_pair(comparing, now->seen, now->seen_count, was->seen, was->seen_count,
                           &pairing))
        return;
    for (uint32_t i = 0; i < now->seen_count; i++)
        if (pairing.was_of[i] == WR_UNPAIRED)
            wr_differs(comparing,
                       wr_fail(comparing->context, WR_INVALID, where, "differs-visible", NULL,
                               "'%.40s' sees '%.40s', which it did not", now->room,
                               now->seen[i]));
    for (uint32_t i = 0; i < was->seen_count; i++)
        if (pairing.now_of[i] == WR_UNPAIRED)
            wr_differs(comparing,
                       wr_fail(comparing->context, WR_INVALID, where, "differs-visible", NULL,
                               "'%.40s' does not see '%.40s', which it did", was->room,
                               was->seen[i]));
}

static const char **entry_names(struct wr_comparing *comparing, const struct wr_vis *vis)
{
    const char **names = WR_TAKE(comparing->arena, const char *, vis->entry_count);
    wr_comparing_has(comparing, names);
    for (uint32_t i = 0; names && i < vis->entry_count; i++)
        names[i] = vis->entries[i].room;
    return names;
}

static void tell_entry(struct wr_comparing *comparing, const wr_vis_entry *entry,
                       const char *what)
{
    wr_differs(comparing,
               wr_fail(comparing->context, WR_INVALID, whole(comparing), "differs-visible",
                       NULL, "the entry of '%.40s', which sees %u rooms, %s", entry->room,
                       (unsigned)entry->seen_count, what));
}

void wr_compare_sights(struct wr_comparing *comparing)
{
    struct wr_vis now, was;
    struct wr_pairing pairing;
    if (!wr_comparing_goes_on(comparing, wr_vis_read(comparing->context, comparing->arena,
                                                     &comparing->now, &now)) ||
        !wr_comparing_goes_on(comparing, wr_vis_read(comparing->context, comparing->arena,
                                                     &comparing->was, &was)))
        return;
    const char **a = entry_names(comparing, &now), **b = entry_names(comparing, &was);
    if (!a || !b ||
        !wr_comparing_pair(comparing, a, now.entry_count, b, was.entry_count, &pairing))
        return;
    for (uint32_t i = 0; i < now.entry_count; i++)
        if (pairing.was_of[i] == WR_UNPAIRED)
            tell_entry(comparing, &now.entries[i], "was not there");
        else
            compare_entry(comparing, &now.entries[i], &was.entries[pairing.was_of[i]]);
    for (uint32_t i = 0; i < was.entry_count; i++)
        if (pairing.now_of[i] == WR_UNPAIRED)
            tell_entry(comparing, &was.entries[i], "is not there any more");
}
