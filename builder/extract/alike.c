/* Rooms that are the same: sorted by what no motion changes, then compared one by one. */
#include "builder/extract/alike.h"
#include "builder/extract/kit_text.h"
#include "builder/extract/same_room.h"
#include "builder/extract/thing_text.h"

#include "core/base/text.h"
#include "kits/marker_row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 64 }; /* rooms of one sort that a room is held against */

/* What is the same of a room however it is placed. */
struct sort {
    uint32_t room, faces, vertices, walkable, materials;
    uint32_t size; /* of the model: one that was turned has a node more */
    uint32_t slot;
};

/* ---- Sorting ----------------------------------------------------------------------------- */

static struct sort sort_of(const struct wr_taking *taking, uint32_t index)
{
    const wr_taken_room *room = &taking->rooms[index];
    const struct wr_walkmesh *mesh = room->mesh;
    struct sort sort = {.room = index,
                        .faces = mesh->face_count,
                        .vertices = mesh->vertex_count,
                        .walkable = mesh->walkable_count,
                        .slot = room->slot};
    for (uint32_t f = 0; f < mesh->face_count; f++)
        sort.materials = sort.materials * 31 + mesh->materials[f];
    if (room->mdl && room->mdl->resource)
        sort.size = (uint32_t)room->mdl->resource->size;
    return sort;
}

static int order(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int order_kinds(const struct sort *a, const struct sort *b)
{
    int by[] = {order(a->faces, b->faces), order(a->vertices, b->vertices),
                order(a->walkable, b->walkable), order(a->materials, b->materials)};
    for (int i = 0; i < 4; i++)
        if (by[i])
            return by[i];
    return 0;
}

static int order_sorts(const void *a, const void *b)
{
    const struct sort *p = a, *q = b;
    int kinds = order_kinds(p, q), sizes = order(p->size, q->size);
    return kinds ? kinds : sizes ? sizes : order(p->slot, q->slot);
}

/* ---- Finding ----------------------------------------------------------------------------- */

static void stand_alone(const struct wr_taking *taking, wr_taken_room *room)
{
    room->like = (uint32_t)(room - taking->rooms);
    room->turn = 0;
    room->mirrored = false;
}

static enum wr_result try(struct wr_taking *taking, const wr_taken_room *one,
                          wr_taken_room *other)
{
    enum wr_result result = wr_taken_same_mesh(taking, one, other);
    if (result == WR_OK && !wr_taken_same_hooks(taking, one, other))
        result = WR_NOT_FOUND;
    if (result == WR_OK)
        result = wr_taken_same_model(taking, one, other);
    if (result == WR_OK)
        other->like = (uint32_t)(one - taking->rooms);
    else
        stand_alone(taking, other);
    return result;
}

/* Holds each room of one sort against those before it that are like none. */
static enum wr_result find_like(struct wr_taking *taking, const struct sort *sorts,
                                uint32_t count)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 1; i < count && (result == WR_OK || result == WR_NOT_FOUND); i++) {
        wr_taken_room *room = &taking->rooms[sorts[i].room];
        result = WR_NOT_FOUND;
        for (uint32_t k = 0, tried = 0; k < i && tried < MOST_TRIED && result == WR_NOT_FOUND;
             k++) {
            const wr_taken_room *other = &taking->rooms[sorts[k].room];
            if (other->like != sorts[k].room)
                continue;
            tried++;
            result = try(taking, other, room);
        }
    }
    return result == WR_NOT_FOUND ? WR_OK : result;
}

static enum wr_result find_all(struct wr_taking *taking, struct sort *sorts)
{
    uint32_t count = taking->room_count, end;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < count; i++)
        sorts[i] = sort_of(taking, i);
    qsort(sorts, count, sizeof *sorts, order_sorts);
    for (uint32_t first = 0; result == WR_OK && first < count; first = end) {
        end = first + 1;
        while (end < count && order_kinds(&sorts[first], &sorts[end]) == 0)
            end++;
        result = wr_context_stopped(taking->context)
                     ? WR_STOPPED
                     : find_like(taking, &sorts[first], end - first);
    }
    return result;
}

static void mark_shared(struct wr_taking *taking)
{
    for (uint32_t i = 0; i < taking->room_count; i++)
        taking->rooms[i].shared = false;
    for (uint32_t i = 0; i < taking->room_count; i++)
        if (taking->rooms[i].like != i)
            taking->rooms[i].shared = taking->rooms[taking->rooms[i].like].shared = true;
}

/* ---- Tags that builds give --------------------------------------------------------------- */

/* What a build called a waypoint whose row this is: "niche" of "wp3_niche"; NULL: it has a tag
 * of its own. */
static const char *usual_name(const wr_taken_marker *marker)
{
    char start[24];
    const char *tag = wr_marker_value(&marker->as, "tag");
    int size = snprintf(start, sizeof start, "wp%u_", (unsigned)marker->index);
    if (!tag || strncmp(tag, start, (size_t)size) != 0 || strcmp(tag, marker->name) != 0 ||
        !wr_kit_id_valid(wr_view_of(tag + size)))
        return NULL;
    return tag + size;
}

/* The number that a build gives each waypoint is that of its row in the file: no row was left
 * out before it. */
static bool numbers_fit(const struct wr_taking *taking)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r <= taking->room_count; r++)
        for (uint32_t i = 0; i < taking->marker_count; i++) {
            const wr_taken_marker *marker = &taking->markers[i];
            uint32_t room = marker->room == WR_NONE ? taking->room_count : marker->room;
            if (room == r && marker->row && wr_marker_becomes(&marker->as) == WR_WAYPOINT &&
                marker->index != count++)
                return false;
        }
    return true;
}

static bool drop_tag(struct wr_taking *taking, wr_taken_marker *marker, const char *name)
{
    wr_pair *pairs = WR_TAKE(taking->arena, wr_pair, marker->as.pair_count);
    uint32_t count = 0;
    for (uint32_t i = 0; pairs && i < marker->as.pair_count; i++)
        if (strcmp(marker->as.pairs[i].key, "tag") != 0)
            pairs[count++] = marker->as.pairs[i];
    if (!pairs)
        return false;
    marker->usual_tag = wr_marker_value(&marker->as, "tag");
    marker->as.pairs = pairs;
    marker->as.pair_count = count;
    memmove(marker->name, name, strlen(name) + 1);
    return true;
}

static bool drop_tags(struct wr_taking *taking)
{
    bool fine = true;
    for (uint32_t i = 0; fine && i < taking->marker_count; i++) {
        wr_taken_marker *marker = &taking->markers[i];
        bool shared = marker->room != WR_NONE && taking->rooms[marker->room].shared;
        char name[sizeof marker->name];
        const char *usual = shared && marker->row ? usual_name(marker) : NULL;
        if (usual) {
            snprintf(name, sizeof name, "%s", usual);
            fine = drop_tag(taking, marker, name);
        }
    }
    return fine;
}

enum wr_result wr_taking_alike(struct wr_taking *taking)
{
    struct sort *sorts = WR_TAKE(taking->arena, struct sort, taking->room_count);
    if (!sorts)
        return wr_no_memory(taking->context);
    for (uint32_t i = 0; i < taking->room_count; i++)
        taking->rooms[i].like = i;
    enum wr_result result = find_all(taking, sorts);
    if (result != WR_OK)
        return result;
    mark_shared(taking);
    return !numbers_fit(taking) || drop_tags(taking) ? WR_OK : wr_no_memory(taking->context);
}

/* ---- Markers ----------------------------------------------------------------------------- */

/* The next marker of a room from one on; the count of them where there is none. */
static uint32_t next_marker(const struct wr_taking *taking, uint32_t room, uint32_t from)
{
    while (from < taking->marker_count && taking->markers[from].room != room)
        from++;
    return from;
}

/* A marker as the room that this one is like would have it. False: its shape would be turned.
 */
static bool turn_back(const wr_taken_room *room, const wr_taken_marker *marker, wr_marker *out)
{
    *out = marker->as;
    if (room->turn == 0 && !room->mirrored)
        return true;
    out->position = wr_taken_turned_back(room, out->position);
    out->facing = wr_taken_facing(room, out->facing);
    return out->corner_count == 0 && out->arrival_count == 0 && !out->camera;
}

static bool same_text(const wr_marker *one, const wr_marker *other, bool *failed)
{
    struct wr_bytes a = {0}, b = {0};
    wr_taken_marker_write(one, &a);
    wr_taken_marker_write(other, &b);
    bool same = a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
    *failed |= a.failed || b.failed;
    wr_bytes_finish(&a);
    wr_bytes_finish(&b);
    return same;
}

static bool same_markers(const struct wr_taking *taking, uint32_t index, bool *failed)
{
    const wr_taken_room *room = &taking->rooms[index];
    uint32_t i = next_marker(taking, room->like, 0), k = next_marker(taking, index, 0);
    for (; i < taking->marker_count && k < taking->marker_count;
         i = next_marker(taking, room->like, i + 1), k = next_marker(taking, index, k + 1)) {
        wr_marker turned;
        if (!turn_back(room, &taking->markers[k], &turned) ||
            !same_text(&taking->markers[i].as, &turned, failed))
            return false;
    }
    return i == k;
}

/* ---- Names ------------------------------------------------------------------------------- */

/* A doorway of many rooms is not called after what lies behind it in one of them. */
static void name_doorways(struct wr_taking *taking, const wr_taken_room *room)
{
    for (uint32_t i = 0; i < room->hook_count; i++) {
        char *name = taking->hooks[room->first_hook + i].name;
        if (i == 0)
            snprintf(name, sizeof taking->hooks->name, "doorway");
        else
            snprintf(name, sizeof taking->hooks->name, "doorway-%u", (unsigned)i + 1);
    }
}

static void copy_names(struct wr_taking *taking, const wr_taken_room *room)
{
    const wr_taken_room *like = &taking->rooms[room->like];
    for (uint32_t i = 0; i < room->hook_count; i++)
        memcpy(taking->hooks[room->first_hook + i].name,
               taking->hooks[like->first_hook + i].name, sizeof taking->hooks->name);
}

static bool is_dropped(const struct wr_taking *taking, const wr_taken_file *file)
{
    bool dropped = false;
    for (uint32_t i = 0; file->entry && !dropped && i < taking->room_count; i++) {
        const wr_taken_room *room = &taking->rooms[i];
        dropped = room->like != i && (file->entry == room->wok || file->entry == room->mdl ||
                                      file->entry == room->mdx);
    }
    return dropped;
}

/* The images of models that are the same are, too. */
static void drop_files(struct wr_taking *taking)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < taking->file_count; i++)
        if (!is_dropped(taking, &taking->files[i]))
            taking->files[count++] = taking->files[i];
    taking->file_count = count;
}

enum wr_result wr_taking_confirm_alike(struct wr_taking *taking)
{
    bool failed = false;
    for (uint32_t i = 0; i < taking->room_count; i++) {
        if (taking->rooms[i].like != i && !same_markers(taking, i, &failed))
            stand_alone(taking, &taking->rooms[i]);
    }
    drop_files(taking);
    mark_shared(taking);
    for (uint32_t i = 0; i < taking->room_count; i++)
        if (taking->rooms[i].shared && taking->rooms[i].like == i)
            name_doorways(taking, &taking->rooms[i]);
    for (uint32_t i = 0; i < taking->room_count; i++)
        copy_names(taking, &taking->rooms[i]);
    return failed ? wr_no_memory(taking->context) : WR_OK;
}
