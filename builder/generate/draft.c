/* From a draft to an ordinary map, with its links stated. */
#include "builder/generate/generate.h"
#include "builder/generate/generator.h"
#include "builder/generate/places.h"
#include "templates/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const wr_room *room_of(const struct wr_making *m, const wr_draft_room *room)
{
    return m->kit->rooms[m->kit->pieces.stances[room->standing.stance].piece].room;
}

static const char *hook_name(const struct wr_making *m, const wr_draft_room *room,
                             uint16_t hook)
{
    const wr_kit_piece *piece =
        &m->kit->rooms[m->kit->pieces.stances[room->standing.stance].piece];
    return piece->room->hooks[piece->hooks[hook]].name;
}

static const char *copy(struct wr_arena *arena, const char *text)
{
    return text ? wr_arena_text(arena, text, strlen(text)) : NULL;
}

/* ---- Names ---- */

/* Rooms are called what they are, a second crypt crypt-2. */
struct naming {
    struct wr_names given, ids; /* of the draft's rooms; of the kits', one a piece */
    uint32_t *counts;           /* of rooms so far, one an id */
};

static enum wr_result start_naming(const struct wr_making *m, const struct wr_draft *draft,
                                   struct naming *out)
{
    uint32_t pieces = m->kit->pieces.piece_count, given = 0;
    const char **names = WR_TAKE(m->arena, const char *, draft->room_count);
    const char **ids = WR_TAKE(m->arena, const char *, pieces);
    out->counts = WR_ZERO(m->arena, uint32_t, pieces);
    if (!names || !ids || !out->counts)
        return wr_no_memory(m->context);
    for (uint32_t i = 0; i < draft->room_count; i++)
        if (draft->rooms[i].name)
            names[given++] = draft->rooms[i].name;
    for (uint32_t p = 0; p < pieces; p++)
        ids[p] = m->kit->rooms[p].room->id;
    enum wr_result result = wr_names_make(m->context, m->arena, names, given, &out->given);
    return result == WR_OK ? wr_names_make(m->context, m->arena, ids, pieces, &out->ids)
                           : result;
}

/* Whether a room that is kept bears a name already. */
static bool is_kept_name(const struct naming *n, const struct wr_making *m, const char *name)
{
    uint32_t at = wr_names_find(&n->given, name); /* the lowest, and kept rooms come first */
    return at < m->kept->room_count;
}

/* A name of the template that a kept room bears: a number makes it another. */
static const char *rename_room(const struct naming *n, struct wr_arena *arena, const char *name)
{
    size_t size = strlen(name) + 12;
    char *other = WR_TAKE(arena, char, size);
    for (unsigned i = 2; other; i++) {
        snprintf(other, size, "%s-%u", name, i);
        if (wr_names_find(&n->given, other) == WR_NONE &&
            wr_names_find(&n->ids, other) == WR_NONE)
            break;
    }
    return other;
}

/* A number makes it a name that no room was given, nor is another room's id. */
static const char *name_room(struct naming *n, struct wr_arena *arena, const char *id)
{
    uint32_t *count = &n->counts[wr_names_find(&n->ids, id)];
    size_t size = strlen(id) + 12;
    char *name = WR_TAKE(arena, char, size);
    if (!name)
        return NULL;
    bool taken;
    do {
        bool first = ++*count == 1;
        if (first)
            snprintf(name, size, "%s", id);
        else
            snprintf(name, size, "%s-%u", id, (unsigned)*count);
        taken = wr_names_find(&n->given, name) != WR_NONE ||
                (!first && wr_names_find(&n->ids, name) != WR_NONE);
    } while (taken);
    return name;
}

/* ---- The map ---- */

/* In whole steps, and within the range, as a map is to say it. */
static float length_of(const wr_stretch *stretch, int32_t units)
{
    double metres = (double)units / WR_UNITS_PER_METRE;
    if (stretch->step > 0)
        metres = (double)(int64_t)(metres / stretch->step + (metres < 0 ? -0.5 : 0.5)) *
                 stretch->step;
    float length = (float)metres;
    return length < stretch->from ? stretch->from : length > stretch->to ? stretch->to : length;
}

/* One a stretch of the room, all 0; those that there are already, where there are any. */
static float *lengths_of(const wr_room *room, struct wr_arena *arena, wr_map_room *out)
{
    uint32_t count = room->stretch_count;
    float *lengths = out->lengths ? wr_arena_copy(arena, out->lengths, count, sizeof *lengths)
                                  : WR_ZERO(arena, float, count);
    if (!lengths)
        return NULL;
    out->lengths = lengths;
    out->length_count = count;
    return lengths;
}

static bool map_lengths(const wr_room *room, const wr_standing *standing,
                        struct wr_arena *arena, wr_map_room *out)
{
    uint32_t count =
        room->stretch_count < WR_PIECE_STRETCHES ? room->stretch_count : WR_PIECE_STRETCHES;
    if (wr_standing_is_drawn(standing))
        return true;
    float *lengths = lengths_of(room, arena, out);
    for (uint32_t i = 0; lengths && i < count; i++)
        lengths[i] = length_of(&room->stretches[i], standing->lengths.of[i]);
    return lengths != NULL;
}

/* A door that slides stands where its link has it; where it leads nowhere, as it is drawn. */
static bool map_slide(const struct wr_making *m, const wr_draft_room *room, uint16_t hook,
                      struct wr_arena *arena, wr_map_room *out)
{
    const wr_kit_piece *piece =
        &m->kit->rooms[m->kit->pieces.stances[room->standing.stance].piece];
    if (!piece->slides || piece->slides[hook] == 0)
        return true;
    float *lengths = lengths_of(piece->room, arena, out);
    wr_places places = wr_places_of(piece->room, piece->hooks[hook], WR_PLACES_MOST);
    if (lengths)
        lengths[places.stretch] = piece->slides[hook];
    return lengths != NULL;
}

static bool map_rooms(const struct wr_making *m, const struct wr_draft *draft,
                      struct naming *naming, struct wr_map *map)
{
    map->rooms = WR_ZERO(map->arena, wr_map_room, draft->room_count);
    map->room_count = draft->room_count;
    for (uint32_t i = 0; map->rooms && i < draft->room_count; i++) {
        const wr_draft_room *room = &draft->rooms[i];
        if (i < draft->kept_count) {
            map->rooms[i] = m->kept->part.rooms[i];
            continue;
        }
        const char *name = room->name ? copy(map->arena, room->name)
                                      : name_room(naming, map->arena, room_of(m, room)->id);
        if (room->name && name && is_kept_name(naming, m, name))
            name = rename_room(naming, map->arena, name);
        map->rooms[i] = (wr_map_room){
            .name = name,
            .kit = copy(map->arena, room_of(m, room)->kit->id),
            .room = copy(map->arena, room_of(m, room)->id),
            .placement = wr_stance_placement(&m->kit->pieces, room->standing.stance,
                                             room->standing.spot),
            .key = copy(map->arena, room->key),
        };
        if (!map_lengths(room_of(m, room), &room->standing, map->arena, &map->rooms[i]) ||
            !map->rooms[i].name || !map->rooms[i].kit || !map->rooms[i].room ||
            (room->key && !map->rooms[i].key))
            return false;
    }
    return map->rooms != NULL;
}

static bool map_link(const struct wr_making *m, const struct wr_draft *draft,
                     const wr_draft_link *link, struct wr_map *map, wr_map_link *out)
{
    *out = (wr_map_link){.optional = link->optional,
                         .hidden = link->hidden,
                         .lock = copy(map->arena, link->lock)};
    if (link->lock && !out->lock)
        return false;
    for (int side = 0; side < 2; side++) {
        out->rooms[side] = link->rooms[side];
        out->hooks[side] =
            copy(map->arena, hook_name(m, &draft->rooms[link->rooms[side]], link->hooks[side]));
        if (!out->hooks[side])
            return false;
    }
    return true;
}

/* Those of what is kept, and then the new ones. */
static bool map_links(const struct wr_making *m, const struct wr_draft *draft,
                      struct wr_map *map)
{
    const struct wr_map *kept = &m->kept->part;
    uint32_t count = kept->link_count;
    map->links = WR_ZERO(map->arena, wr_map_link, (size_t)count + draft->link_count);
    map->links_only = true;
    for (uint32_t i = 0; map->links && i < count; i++)
        map->links[i] = kept->links[i];
    for (uint32_t i = 0; map->links && i < draft->link_count; i++) {
        const wr_draft_link *from = &draft->links[i];
        if (from->rooms[0] < draft->kept_count && from->rooms[1] < draft->kept_count)
            continue;
        if (!map_link(m, draft, from, map, &map->links[count++]))
            return false;
        for (int side = 0; side < 2; side++)
            if (!map_slide(m, &draft->rooms[from->rooms[side]], from->hooks[side], map->arena,
                           &map->rooms[from->rooms[side]]))
                return false;
    }
    map->link_count = count;
    return map->links != NULL;
}

/* The player arrives at the entry room's first spawn marker, or in the middle of its floor. */
static bool map_entry(const struct wr_making *m, const struct wr_draft *draft,
                      struct wr_map *map)
{
    if (m->kept->part.entry.room == draft->entry && m->kept->room_count > 0)
        return true;
    map->entry = (wr_map_entry){.room = draft->entry};
    if (draft->entry == WR_NONE)
        return true;
    const wr_room *room = room_of(m, &draft->rooms[draft->entry]);
    for (uint32_t i = 0; i < room->marker_count; i++)
        if (room->markers[i].kind == WR_SPAWN) {
            map->entry.marker = copy(map->arena, room->markers[i].name);
            return map->entry.marker != NULL;
        }
    wr_vec3 middle = {(room->box.min.x + room->box.max.x) / 2,
                      (room->box.min.y + room->box.max.y) / 2, room->box.min.z};
    wr_hit hit;
    if (wr_walkmesh_nearest(room->mesh, middle, INFINITY, &hit))
        map->entry.position = hit.point;
    return true;
}

static bool map_kits(const struct wr_making *m, struct wr_map *map)
{
    const struct wr_map *kept = &m->kept->part;
    uint32_t count = kept->kit_count;
    const char **kits = WR_TAKE(map->arena, const char *, (size_t)count + m->map_kit_count);
    for (uint32_t i = 0; kits && i < count; i++)
        kits[i] = kept->kits[i];
    for (uint32_t i = 0; kits && i < m->map_kit_count; i++) {
        kits[count] = copy(map->arena, m->map_kits[i]);
        if (!kits[count++])
            return false;
    }
    map->kits = kits;
    map->kit_count = count;
    return kits != NULL;
}

static bool has_pair(const struct wr_map *map, const wr_door_pair *pair)
{
    for (uint32_t i = 0; i < map->door_pair_count; i++)
        if (strcmp(map->door_pairs[i].doors[0], pair->doors[0]) == 0 &&
            strcmp(map->door_pairs[i].doors[1], pair->doors[1]) == 0)
            return true;
    return false;
}

/* Those of what is kept, and those of the template beside them. */
static bool map_door_pairs(const struct wr_making *m, struct wr_map *map)
{
    const struct wr_template *template = m->template;
    const struct wr_map *kept = &m->kept->part;
    uint32_t count = kept->door_pair_count;
    wr_door_pair *pairs =
        WR_ZERO(map->arena, wr_door_pair, (size_t)count + template->door_pair_count);
    for (uint32_t i = 0; pairs && i < count; i++)
        pairs[i] = kept->door_pairs[i];
    for (uint32_t i = 0; pairs && i < template->door_pair_count; i++) {
        if (has_pair(kept, &template->door_pairs[i]))
            continue;
        for (int side = 0; side < 2; side++) {
            pairs[count].doors[side] = copy(map->arena, template->door_pairs[i].doors[side]);
            if (!pairs[count].doors[side])
                return false;
        }
        count++;
    }
    map->door_pairs = pairs;
    map->door_pair_count = count;
    return pairs != NULL;
}

/* What a map says of itself: that of what is kept, or of the template. */
static bool map_head(const struct wr_making *m, struct wr_map *map)
{
    struct wr_arena *arena = map->arena;
    if (m->kept->room_count > 0) {
        *map = m->kept->part;
        map->arena = arena;
        map->source = NULL;
        map->path = map->folder = NULL;
        map->game = map->game ? map->game : m->template->game;
        return true;
    }
    map->id = copy(arena, m->template->id);
    map->title = copy(arena, m->template->title);
    map->game = m->template->game;
    map->tolerance = map->overlap = NAN;
    map->skybox = "";
    for (int i = 0; i < 3; i++)
        map->lighting[i] = 0.5f;
    return map->id != NULL;
}

enum wr_result wr_draft_map(const struct wr_making *m, const struct wr_draft *draft,
                            struct wr_map **out, struct wr_generated *generated)
{
    struct naming naming;
    enum wr_result result = start_naming(m, draft, &naming);
    if (result != WR_OK)
        return result;
    struct wr_arena *arena = wr_arena_create();
    struct wr_map *map = arena ? WR_ZERO(arena, struct wr_map, 1) : NULL;
    if (!map) {
        wr_arena_destroy(arena);
        return wr_no_memory(m->context);
    }
    map->arena = arena;
    const char *template_id = copy(arena, m->template->id);
    if (!template_id || !map_head(m, map) || !map_rooms(m, draft, &naming, map) ||
        !map_links(m, draft, map) || !map_entry(m, draft, map) || !map_kits(m, map) ||
        !map_door_pairs(m, map)) {
        wr_map_free(map);
        return wr_no_memory(m->context);
    }
    *generated = (struct wr_generated){
        .template_id = template_id, .kept = draft->kept_count, .exit = draft->exit};
    *out = map;
    return WR_OK;
}
