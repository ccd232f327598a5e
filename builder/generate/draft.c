/* From a draft to an ordinary map, with its links stated. */
#include "builder/generate/generate.h"
#include "builder/generate/generator.h"
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

static bool map_rooms(const struct wr_making *m, const struct wr_draft *draft,
                      struct naming *naming, struct wr_map *map)
{
    map->rooms = WR_ZERO(map->arena, wr_map_room, draft->room_count);
    map->room_count = draft->room_count;
    for (uint32_t i = 0; map->rooms && i < draft->room_count; i++) {
        const wr_draft_room *room = &draft->rooms[i];
        map->rooms[i] = (wr_map_room){
            .name = room->name ? copy(map->arena, room->name)
                               : name_room(naming, map->arena, room_of(m, room)->id),
            .kit = copy(map->arena, room_of(m, room)->kit->id),
            .room = copy(map->arena, room_of(m, room)->id),
            .placement = wr_stance_placement(&m->kit->pieces, room->standing.stance,
                                             room->standing.spot),
            .key = copy(map->arena, room->key),
        };
        if (!map->rooms[i].name || !map->rooms[i].kit || !map->rooms[i].room ||
            (room->key && !map->rooms[i].key))
            return false;
    }
    return map->rooms != NULL;
}

static bool map_links(const struct wr_making *m, const struct wr_draft *draft,
                      struct wr_map *map)
{
    map->links = WR_ZERO(map->arena, wr_map_link, draft->link_count);
    map->link_count = draft->link_count;
    map->links_only = true;
    for (uint32_t i = 0; map->links && i < draft->link_count; i++) {
        const wr_draft_link *link = &draft->links[i];
        map->links[i].optional = link->optional;
        map->links[i].hidden = link->hidden;
        map->links[i].lock = copy(map->arena, link->lock);
        if (link->lock && !map->links[i].lock)
            return false;
        for (int side = 0; side < 2; side++) {
            map->links[i].rooms[side] = link->rooms[side];
            map->links[i].hooks[side] = copy(
                map->arena, hook_name(m, &draft->rooms[link->rooms[side]], link->hooks[side]));
            if (!map->links[i].hooks[side])
                return false;
        }
    }
    return map->links != NULL;
}

/* The player arrives at the entry room's first spawn marker, or in the middle of its floor. */
static bool map_entry(const struct wr_making *m, const struct wr_draft *draft,
                      struct wr_map *map)
{
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
    const char **kits = WR_TAKE(map->arena, const char *, m->map_kit_count);
    for (uint32_t i = 0; kits && i < m->map_kit_count; i++) {
        kits[i] = copy(map->arena, m->map_kits[i]);
        if (!kits[i])
            return false;
    }
    map->kits = kits;
    map->kit_count = m->map_kit_count;
    return kits != NULL;
}

static bool map_door_pairs(const struct wr_template *template, struct wr_map *map)
{
    wr_door_pair *pairs = WR_ZERO(map->arena, wr_door_pair, template->door_pair_count);
    for (uint32_t i = 0; pairs && i < template->door_pair_count; i++)
        for (int side = 0; side < 2; side++) {
            pairs[i].doors[side] = copy(map->arena, template->door_pairs[i].doors[side]);
            if (!pairs[i].doors[side])
                return false;
        }
    map->door_pairs = pairs;
    map->door_pair_count = template->door_pair_count;
    return pairs != NULL;
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
    map->id = copy(arena, m->template->id);
    map->title = copy(arena, m->template->title);
    map->game = m->template->game;
    map->tolerance = map->overlap = NAN;
    map->skybox = "";
    for (int i = 0; i < 3; i++)
        map->lighting[i] = 0.5f;
    if (!map->id || !map_rooms(m, draft, &naming, map) || !map_links(m, draft, map) ||
        !map_entry(m, draft, map) || !map_kits(m, map) || !map_door_pairs(m->template, map)) {
        wr_map_free(map);
        return wr_no_memory(m->context);
    }
    *generated = (struct wr_generated){.template_id = map->id, .exit = draft->exit};
    *out = map;
    return WR_OK;
}
