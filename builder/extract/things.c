/* What stands in an area beside doors: listed, given to rooms, and named. */
#include "builder/extract/things.h"
#include "builder/extract/alike.h"
#include "builder/extract/exits.h"
#include "builder/extract/kit_text.h"
#include "builder/extract/thing_row.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "kits/marker_row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_THINGS = 10000, /* of a kind; the games' own areas have some hundred */
    MOST_TOLD = 20,      /* of what is left out, one by one */
};

static const enum wr_marker_kind KINDS[] = {
    WR_SPAWN,     WR_PLACEABLE, WR_WAYPOINT, WR_TRIGGER,
    WR_ENCOUNTER, WR_SOUND,     WR_STORE,    WR_CAMERA,
};

/* How many things were told of. */
struct listing {
    struct wr_taking *taking;
    uint32_t stray, unplaced;
};

/* ---- Where it stands --------------------------------------------------------------------- */

/* The room whose floor is under or over a point, the nearest; else the one whose floor is
 * nearest, where any is near. */
static uint32_t room_at(const struct wr_taking *taking, wr_vec3 at, double reach)
{
    uint32_t best = WR_NONE, beside = WR_NONE;
    double least = reach, nearest = reach;
    wr_hit hit;
    for (uint32_t r = 0; r < taking->room_count; r++) {
        const struct wr_walkmesh *mesh = taking->rooms[r].mesh;
        if (wr_walkmesh_face_at(mesh, at, taking->surfaces.walkable, &hit) &&
            wr_distance(hit.point, at) < least) {
            least = wr_distance(hit.point, at);
            best = r;
        }
        if (best == WR_NONE && wr_walkmesh_nearest(mesh, at, (float)nearest, &hit) &&
            hit.distance < nearest) {
            nearest = hit.distance;
            beside = r;
        }
    }
    return best != WR_NONE ? best : beside;
}

/* What is heard, or looks on, may hang far from the floor; of what has a shape, the place may
 * lie beside it, but then a corner does not. */
static uint32_t room_of(const struct wr_taking *taking, const wr_taken_marker *marker)
{
    bool far = marker->as.kind == WR_SOUND || marker->as.kind == WR_CAMERA;
    uint32_t room = room_at(taking, marker->at, far ? WR_EARSHOT : WR_HEADROOM);
    for (uint32_t i = 0; room == WR_NONE && i < marker->as.corner_count; i++)
        room = room_at(taking,
                       wr_narrow(wr_add(wr_widen(marker->at), wr_widen(marker->as.corners[i]))),
                       WR_HEADROOM);
    return room;
}

/* ---- Names ------------------------------------------------------------------------------- */

/* What a marker is called: its tag, else its blueprint, as an id. */
static void name_marker(wr_taken_marker *marker)
{
    const char *tag = wr_marker_value(&marker->as, "tag");
    const char *text = tag && *tag ? tag : wr_marker_value(&marker->as, "blueprint");
    size_t size = 0, most = sizeof marker->name - 7; /* a number may follow */
    for (; text && text[size] && size < most; size++) {
        wr_view one = {text + size, 1};
        bool twice = text[size] == '-' && size > 0 && marker->name[size - 1] == '-';
        marker->name[size] = wr_kit_id_valid(one) && !twice ? text[size] : '_';
    }
    if (size == 0)
        size = (size_t)snprintf(marker->name, sizeof marker->name, "%s",
                                wr_marker_kind_name(marker->as.kind));
    marker->name[size] = '\0';
}

static int order_names(const void *a, const void *b)
{
    const wr_taken_marker *const *p = a, *const *q = b;
    if ((*p)->room != (*q)->room)
        return (*p)->room < (*q)->room ? -1 : 1;
    int order =
        wr_text_same((*p)->name, (*q)->name) ? 0 : wr_text_order((*p)->name, (*q)->name);
    return order ? order : *p < *q ? -1 : *p > *q;
}

/* Those of one room and name get numbers from the second on, behind two hyphens, which no name
 * has. */
static bool number_names(struct wr_taking *taking)
{
    uint32_t count = taking->marker_count, same = 1;
    wr_taken_marker **order = WR_TAKE(taking->arena, wr_taken_marker *, count);
    char *before = WR_ZERO(taking->arena, char, sizeof order[0]->name);
    if (!order || !before)
        return false;
    for (uint32_t i = 0; i < count; i++)
        order[i] = &taking->markers[i];
    if (count)
        qsort(order, count, sizeof *order, order_names);
    for (uint32_t i = 0; i < count; i++) {
        bool again = i > 0 && order[i]->room == order[i - 1]->room &&
                     wr_text_same(order[i]->name, before);
        same = again ? same + 1 : 1;
        memcpy(before, order[i]->name, sizeof order[i]->name);
        size_t size = strlen(order[i]->name);
        if (again)
            snprintf(order[i]->name + size, sizeof order[i]->name - size, "--%u",
                     (unsigned)same);
        order[i]->as.name = order[i]->name;
    }
    return true;
}

/* ---- Listing ----------------------------------------------------------------------------- */

/* A spot at a wall, of no blueprint of its own: what kits call a thing there, which becomes a
 * waypoint again. */
static void settle_kind(const struct wr_taking *taking, wr_taken_marker *marker)
{
    wr_hit hit;
    if (marker->as.kind == WR_WAYPOINT && !wr_marker_value(&marker->as, "blueprint") &&
        !wr_gff_find(marker->as.row, "TemplateResRef") && marker->room != WR_NONE &&
        !wr_walkmesh_face_at(taking->rooms[marker->room].mesh, marker->at,
                             taking->surfaces.walkable, &hit))
        marker->as.kind = WR_PLACEABLE;
}

static wr_where where_of(const struct wr_taking *taking, const wr_gff_struct *row)
{
    return wr_at(taking->git_source, row->count > 0 ? row->fields[0].at : WR_WHOLE_FILE);
}

static void tell_stray(struct listing *listing, const wr_taken_marker *marker)
{
    struct wr_taking *taking = listing->taking;
    bool far = marker->as.kind == WR_SOUND || marker->as.kind == WR_CAMERA;
    if (taking->options->rooms || listing->stray++ >= MOST_TOLD)
        return; /* of an area that is not taken whole, most stands elsewhere */
    wr_warn(taking->context, where_of(taking, marker->row), "extract-thing",
            "a map that is written has it by itself: move it, or put a room there",
            "row %u of the GIT's '%s' (%s) stands in no room: no floor is within %d m of "
            "(%s, %s, %s)",
            (unsigned)marker->index, marker->list, marker->name,
            (int)(far ? WR_EARSHOT : WR_HEADROOM), wr_fixed(marker->at.x, 2).text,
            wr_fixed(marker->at.y, 2).text, wr_fixed(marker->at.z, 2).text);
}

static void tell_unplaced(struct listing *listing, const wr_taken_marker *marker,
                          const char *why)
{
    struct wr_taking *taking = listing->taking;
    if (listing->unplaced++ < MOST_TOLD)
        wr_warn(taking->context, where_of(taking, marker->row), "extract-row", NULL,
                "row %u of the GIT's '%s' is left out: %s", (unsigned)marker->index,
                marker->list, why);
}

static bool add_marker(struct wr_taking *taking, const wr_taken_marker *marker)
{
    wr_taken_marker *markers =
        wr_arena_more(taking->arena, taking->markers, taking->marker_count, sizeof *markers);
    if (!markers)
        return false;
    taking->markers = markers;
    markers[taking->marker_count++] = *marker;
    return true;
}

/* False when memory is out. */
static bool take_row(struct listing *listing, wr_taken_marker *marker)
{
    struct wr_taking *taking = listing->taking;
    const char *fault = NULL;
    if (!wr_taken_row_read(taking, marker, &fault))
        return false;
    if (fault) {
        tell_unplaced(listing, marker, fault);
        return true;
    }
    marker->room = room_of(taking, marker);
    name_marker(marker);
    if (marker->room == WR_NONE)
        tell_stray(listing, marker);
    if (marker->room == WR_NONE && taking->options->rooms)
        return true;
    wr_taken_row_bring(taking, marker);
    return add_marker(taking, marker);
}

static bool list_kind(struct listing *listing, enum wr_marker_kind kind)
{
    struct wr_taking *taking = listing->taking;
    const char *name = wr_row_kind_of(kind)->list;
    const wr_gff_list *rows = wr_gff_list_of(taking->git->root, name);
    uint32_t count = rows && rows->count < MOST_THINGS ? rows->count : rows ? MOST_THINGS : 0;
    if (rows && count < rows->count)
        wr_warn(taking->context, wr_at(taking->git_source, WR_WHOLE_FILE), "extract-row", NULL,
                "the GIT's '%s' has %u rows: those behind the first %d are left out", name,
                (unsigned)rows->count, (int)MOST_THINGS);
    for (uint32_t i = 0; i < count && !wr_context_stopped(taking->context); i++) {
        wr_taken_marker marker = {
            .as.kind = kind, .row = rows->items[i], .list = name, .index = i};
        if (kind == WR_TRIGGER && wr_taken_is_exit(taking, marker.row))
            continue; /* the map has it */
        if (!take_row(listing, &marker))
            return false;
    }
    return true;
}

/* ---- The layout -------------------------------------------------------------------------- */

static bool add_model(struct wr_taking *taking, enum wr_marker_kind kind,
                      const wr_lyt_item *item)
{
    wr_pair *pair = WR_TAKE(taking->arena, wr_pair, 1);
    wr_taken_marker marker = {.room = WR_NONE,
                              .at = item->position,
                              .as = {.kind = kind, .position = item->position}};
    if (!pair)
        return false;
    bool named = wr_kit_blueprint_valid(item->model);
    if (!named || !wr_taken_is_near(item->position)) {
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-model", "names have 1 to 16 of the characters A-Z a-z 0-9 _",
                "the %s '%.64s' of the layout is left out: %s", wr_marker_kind_name(kind),
                item->model,
                named ? "it is more than 100 km away" : "no model can be called so");
        return true;
    }
    *pair = (wr_pair){"blueprint", item->model};
    marker.as.pairs = pair;
    marker.as.pair_count = 1;
    name_marker(&marker);
    return add_marker(taking, &marker);
}

/* Tracks and obstacles, which belong to the area. */
static bool list_layout(struct wr_taking *taking)
{
    const struct wr_lyt *lyt = &taking->lyt;
    bool fine = true;
    for (uint32_t i = 0; fine && i < lyt->track_count; i++)
        fine = add_model(taking, WR_TRACK, &lyt->tracks[i]);
    for (uint32_t i = 0; fine && i < lyt->obstacle_count; i++)
        fine = add_model(taking, WR_OBSTACLE, &lyt->obstacles[i]);
    for (uint32_t i = 0; fine && i < taking->backdrop_count; i++)
        fine = add_model(taking, WR_BACKDROP, &taking->backdrops[i]);
    return fine;
}

static void tell_rest(const struct listing *listing)
{
    struct wr_taking *taking = listing->taking;
    wr_where where = wr_at(taking->git_source, WR_WHOLE_FILE);
    const wr_gff_list *items = wr_gff_list_of(taking->git->root, "List");
    if (listing->stray > MOST_TOLD)
        wr_warn(taking->context, where, "extract-thing", NULL,
                "%u more things of the GIT stand in no room",
                (unsigned)(listing->stray - MOST_TOLD));
    if (listing->unplaced > MOST_TOLD)
        wr_warn(taking->context, where, "extract-row", NULL,
                "%u more rows of the GIT are left out",
                (unsigned)(listing->unplaced - MOST_TOLD));
    if (items && items->count > 0)
        wr_note(taking->context, where, "extract-things",
                "build into the module, which keeps them",
                "%u items that lie on the floor cannot be in a kit", (unsigned)items->count);
}

static bool list_all(struct listing *listing)
{
    for (size_t i = 0; listing->taking->git && i < sizeof KINDS / sizeof *KINDS; i++)
        if (!list_kind(listing, KINDS[i]))
            return false;
    return list_layout(listing->taking);
}

static void settle_kinds(struct wr_taking *taking)
{
    for (uint32_t i = 0; i < taking->marker_count; i++)
        settle_kind(taking, &taking->markers[i]);
}

enum wr_result wr_taking_things_there(struct wr_taking *taking)
{
    struct listing listing = {.taking = taking};
    if (!list_all(&listing) || !number_names(taking))
        return wr_no_memory(taking->context);
    settle_kinds(taking);
    return WR_OK;
}

enum wr_result wr_taking_things(struct wr_taking *taking)
{
    struct listing listing = {.taking = taking};
    if (!list_all(&listing))
        return wr_no_memory(taking->context);
    enum wr_result result = wr_taking_alike(taking);
    if (result != WR_OK)
        return result;
    if (!number_names(taking) || !wr_taken_rows_compare(taking))
        return wr_no_memory(taking->context);
    settle_kinds(taking);
    if (taking->git)
        tell_rest(&listing);
    return wr_taking_confirm_alike(taking);
}
