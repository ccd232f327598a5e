/* Maps nobody would draw: every member there or not, floats of any bits, names of any kind. */
#ifndef WR_TESTS_TEMPLATES_RANDOM_MAP_H
#define WR_TESTS_TEMPLATES_RANDOM_MAP_H

#include "core/base/path.h"
#include "kits/kit.h"
#include "tests/templates/maps.h"

struct random_map {
    wr_random random;
    struct wr_arena *arena;
    struct wr_map *map;
};

static inline bool once_in(struct random_map *r, uint32_t times)
{
    return wr_random_below(&r->random, times) == 0;
}

/* Any bits that are a number, within +-limit. */
static inline float any_float(struct random_map *r, float limit)
{
    for (;;) {
        uint32_t bits = wr_random_u32(&r->random);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (once_in(r, 3))
            value = (float)(wr_random_unit(&r->random) * 200 - 100);
        if (once_in(r, 20))
            value = once_in(r, 2) ? -0.0f : 90.0f;
        if (isfinite(value) && fabsf(value) <= limit)
            return value;
    }
}

static inline wr_vec3 any_point(struct random_map *r)
{
    return wr_vec3_of(any_float(r, WR_MAP_FARTHEST), any_float(r, WR_MAP_FARTHEST),
                      any_float(r, WR_MAP_FARTHEST));
}

/* A text that ends in a number, so that different numbers give different texts. */
static inline const char *any_text(struct random_map *r, uint32_t number)
{
    static const char *const starts[] = {
        "hall ", "\"", "\\", "\xc3\xa9\xe2\x82\xac", "\n\t\x01",
        "/",     "{",  "",   "\xf0\x9f\x98\x80 "};
    char text[64];
    uint32_t start = wr_random_below(&r->random, sizeof starts / sizeof *starts);
    snprintf(text, sizeof text, "%s%u", starts[start], number);
    return wr_arena_text(r->arena, text, strlen(text));
}

/* What files may be called, a name a number. */
static inline const char *any_resref(struct random_map *r, uint32_t number)
{
    static const char *const starts[] = {"m12aa_", "a_", "", "twelve_marks"};
    char text[24];
    snprintf(text, sizeof text, "%s%u", starts[wr_random_below(&r->random, 4)], number);
    return wr_arena_text(r->arena, text, strlen(text));
}

/* Paths are written as every system reads them. */
static inline const char *any_path(struct random_map *r, uint32_t number)
{
    const char *text = any_text(r, number);
    char *path = wr_arena_text(r->arena, text, strlen(text));
    wr_path_slashes(path);
    return path;
}

static inline void add_lengths(struct random_map *r, wr_map_room *room)
{
    uint32_t count = 1 + wr_random_below(&r->random, 8);
    float *lengths = WR_ZERO(r->arena, float, count);
    for (uint32_t i = 0; i < count; i++)
        lengths[i] = any_float(r, INFINITY);
    room->lengths = lengths;
    room->length_count = count;
}

static inline void add_rooms(struct random_map *r, uint32_t count)
{
    struct wr_map *map = r->map;
    bool one_kit = once_in(r, 2);
    map->rooms = WR_ZERO(r->arena, wr_map_room, count);
    map->room_count = count;
    for (uint32_t i = 0; i < count; i++) {
        wr_map_room *room = &map->rooms[i];
        bool own = map->embedded && once_in(r, 3);
        room->name = any_text(r, i);
        room->kit = own ? NULL : one_kit ? "Black Vulkar" : any_text(r, i);
        room->room = own ? map->embedded->rooms[0].id : any_text(r, i);
        room->placement.position = any_point(r);
        room->placement.turn = any_float(r, INFINITY);
        room->placement.mirror_x = once_in(r, 2);
        room->placement.mirror_y = once_in(r, 2);
        room->group = once_in(r, 3) ? any_text(r, i % 2) : NULL;
        room->resref = once_in(r, 3) ? any_resref(r, i) : NULL;
        room->key = once_in(r, 3) ? any_text(r, i % 3) : NULL;
        room->mesh = once_in(r, 8) ? map_floor(r->arena, 1 + i % 3) : NULL;
        if (!room->mesh && once_in(r, 3))
            add_lengths(r, room);
    }
}

static inline void add_links(struct random_map *r)
{
    struct wr_map *map = r->map;
    uint32_t count = map->room_count < 2 ? 0 : wr_random_below(&r->random, 6);
    map->links = WR_ZERO(r->arena, wr_map_link, count);
    map->link_count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = wr_random_below(&r->random, map->room_count);
        uint32_t other = wr_random_below(&r->random, map->room_count - 1);
        map->links[i].rooms[0] = first;
        map->links[i].rooms[1] = other + (other >= first);
        map->links[i].hooks[0] = any_text(r, 2 * i);
        map->links[i].hooks[1] = any_text(r, 2 * i + 1);
        map->links[i].lock = map->rooms[first].key;
        map->links[i].optional = map->links[i].lock && once_in(r, 3);
        map->links[i].hidden = once_in(r, 3);
    }
}

static inline wr_vec3 *add_points(struct random_map *r, uint32_t count)
{
    wr_vec3 *points = WR_ZERO(r->arena, wr_vec3, count);
    for (uint32_t i = 0; i < count; i++)
        points[i] = any_point(r);
    return points;
}

/* Values of a row, and values in these. */
static inline wr_gff_struct *add_values(struct random_map *r, int depth)
{
    static const enum wr_gff_type types[] = {WR_GFF_BYTE,   WR_GFF_INT,      WR_GFF_FLOAT,
                                             WR_GFF_STRING, WR_GFF_VOID,     WR_GFF_LIST,
                                             WR_GFF_STRUCT, WR_GFF_LOCSTRING};
    wr_gff_struct *row = WR_ZERO(r->arena, wr_gff_struct, 1);
    row->id = wr_random_below(&r->random, 9);
    row->count = wr_random_below(&r->random, 5);
    row->fields = WR_ZERO(r->arena, wr_gff_field, row->count);
    for (uint32_t i = 0; i < row->count; i++) {
        wr_gff_field *field = &row->fields[i];
        snprintf(field->label, sizeof field->label, "Label %u", (unsigned)i);
        field->type = types[wr_random_below(&r->random, depth < 2 ? 8 : 5)];
        if (field->type <= WR_GFF_INT)
            field->bits = wr_random_below(&r->random, 256);
        if (field->type == WR_GFF_FLOAT)
            field->single = any_float(r, INFINITY);
        if (field->type == WR_GFF_STRING || field->type == WR_GFF_VOID)
            field->bytes.data = (const uint8_t *)"a\xe9\n\"", field->bytes.size = 4;
        if (field->type == WR_GFF_STRUCT)
            field->child = add_values(r, depth + 1);
        if (field->type == WR_GFF_LOCSTRING) {
            field->local.strref = -1;
            field->local.count = 1;
            field->local.texts = WR_ZERO(r->arena, wr_gff_text, 1);
            *field->local.texts = (wr_gff_text){7, (const uint8_t *)"x\\y", 3};
        }
        if (field->type == WR_GFF_LIST) {
            field->list.count = 1;
            field->list.items = WR_ZERO(r->arena, wr_gff_struct *, 1);
            field->list.items[0] = add_values(r, depth + 1);
        }
    }
    return row;
}

static inline wr_camera *add_camera(struct random_map *r)
{
    wr_camera *camera = WR_ZERO(r->arena, wr_camera, 1);
    *camera = (wr_camera){.number = (int32_t)wr_random_below(&r->random, 99) - 9,
                          .pitch = any_float(r, INFINITY),
                          .height = any_float(r, INFINITY),
                          .view = any_float(r, INFINITY),
                          .range = any_float(r, INFINITY),
                          .turned = once_in(r, 2)};
    for (int i = 0; camera->turned && i < 4; i++)
        camera->orientation[i] = any_float(r, INFINITY);
    return camera;
}

static inline void add_things(struct random_map *r)
{
    static const wr_pair pairs[] = {{"blueprint", "Rat_1"}, {"tag", ""}, {"note", "a\nb"}};
    struct wr_map *map = r->map;
    map->thing_count = wr_random_below(&r->random, 4);
    map->things = WR_ZERO(r->arena, wr_map_thing, map->thing_count);
    for (uint32_t i = 0; i < map->thing_count; i++) {
        wr_marker *marker = &map->things[i].marker;
        map->things[i].room =
            once_in(r, 3) ? WR_NONE : wr_random_below(&r->random, map->room_count);
        marker->name = any_text(r, i);
        marker->kind = (enum wr_marker_kind)wr_random_below(&r->random, WR_MARKER_KINDS);
        marker->position = any_point(r);
        marker->pairs = pairs;
        marker->pair_count = wr_random_below(&r->random, 4);
        bool shaped = marker->kind == WR_TRIGGER || marker->kind == WR_ENCOUNTER;
        marker->corner_count = shaped ? 3 + wr_random_below(&r->random, 3) : 0;
        marker->corners = add_points(r, marker->corner_count);
        if (marker->kind == WR_CAMERA)
            marker->camera = add_camera(r);
        if (!marker->camera || !marker->camera->turned)
            marker->facing = any_float(r, INFINITY);
        marker->row = once_in(r, 2) ? add_values(r, 0) : NULL;
    }
}

/* Any bits of an exit; each arrives at a tag of its own, or at none. */
static inline void add_exits(struct random_map *r)
{
    struct wr_map *map = r->map;
    uint32_t count = wr_random_below(&r->random, 4);
    map->exits = WR_ZERO(r->arena, wr_map_exit, count);
    map->exit_count = count;
    for (uint32_t i = 0; i < count; i++) {
        wr_map_exit *exit = &map->exits[i];
        char arrival[32];
        snprintf(arrival, sizeof arrival, "Arrival %u", (unsigned)i);
        exit->room = wr_random_below(&r->random, map->room_count);
        exit->hook = any_text(r, 100 + i);
        exit->module = once_in(r, 2) ? "tower" : "abcdefghij_01234";
        exit->tag = once_in(r, 2) ? NULL : once_in(r, 2) ? "" : "a ~\"\\ tag";
        exit->goal = once_in(r, 2) ? WR_EXIT_TO_DOOR : WR_EXIT_TO_WAYPOINT;
        exit->arrival = once_in(r, 2) ? "" : wr_arena_text(r->arena, arrival, strlen(arrival));
        exit->title = once_in(r, 2) ? any_text(r, i) : NULL;
        exit->title_line =
            exit->title || once_in(r, 2) ? -1 : (int32_t)wr_random_below(&r->random, 200000);
        exit->lock = map->rooms[exit->room].key;
        exit->way = (enum wr_exit_way)wr_random_below(&r->random, exit->lock ? 2 : 3);
        exit->hidden = once_in(r, 3);
    }
}

/* Each room with the next at most: no pair comes twice, whatever the groups are. */
static inline void add_visible(struct random_map *r)
{
    struct wr_map *map = r->map;
    map->visible = WR_ZERO(r->arena, wr_map_sight, map->room_count);
    for (uint32_t i = 0; i + 1 < map->room_count; i++)
        if (!map->rooms[i].group && once_in(r, 3))
            map->visible[map->visible_count++] =
                (wr_map_sight){{i, map->room_count - 1}, once_in(r, 2), {0}};
}

static inline void add_door_pairs(struct random_map *r)
{
    uint32_t count = wr_random_below(&r->random, 3);
    wr_door_pair *pairs = WR_ZERO(r->arena, wr_door_pair, count);
    r->map->door_pairs = pairs;
    r->map->door_pair_count = count;
    for (uint32_t i = 0; i < 2 * count; i++)
        pairs[i / 2].doors[i % 2] = any_text(r, i);
}

static inline void add_replaces(struct random_map *r)
{
    struct wr_map *map = r->map;
    uint32_t rooms = wr_random_below(&r->random, 3), doors = wr_random_below(&r->random, 4);
    const char **names = WR_ZERO(r->arena, const char *, rooms);
    wr_map_door *items = WR_ZERO(r->arena, wr_map_door, doors);
    for (uint32_t i = 0; i < rooms; i++)
        names[i] = any_resref(r, i);
    for (uint32_t i = 0; i < doors; i++) {
        uint32_t room = wr_random_below(&r->random, map->room_count);
        bool gone = once_in(r, 3);
        items[i] = (wr_map_door){.row = 7 * i + wr_random_below(&r->random, 7),
                                 .tag = once_in(r, 3) ? "" : any_text(r, i),
                                 .position = any_point(r),
                                 .room = gone ? WR_NONE : room,
                                 .room_name = gone ? "no more" : map->rooms[room].name,
                                 .hook = any_text(r, i)};
    }
    map->replaces = (struct wr_map_replaces){
        .rooms = names, .room_count = rooms, .doors = items, .door_count = doors};
}

static inline void add_entry(struct random_map *r)
{
    wr_map_entry *entry = &r->map->entry;
    entry->room = WR_NONE;
    if (once_in(r, 3))
        return;
    entry->room = wr_random_below(&r->random, r->map->room_count);
    entry->tag = once_in(r, 3) ? "start" : NULL;
    if (once_in(r, 2)) {
        entry->marker = any_text(r, 0);
        return;
    }
    entry->position = any_point(r);
    entry->facing = any_float(r, INFINITY);
}

static inline void add_hooks(struct random_map *r, struct wr_arena *arena, wr_room *room)
{
    wr_hook *hooks = WR_ZERO(arena, wr_hook, 2);
    room->hooks = hooks;
    room->hook_count = wr_random_below(&r->random, 3);
    for (uint32_t i = 0; i < room->hook_count; i++) {
        const char *name = any_text(r, i);
        hooks[i].name = wr_arena_text(arena, name, strlen(name));
        hooks[i].position = any_point(r);
        hooks[i].facing = once_in(r, 2) ? NAN : any_float(r, INFINITY);
        hooks[i].id = (int32_t)wr_random_below(&r->random, 8) - 1;
    }
}

/* Rooms of the map's own, in an arena that their kit takes over. */
static inline void add_embedded(struct random_map *r, struct wr_context *context)
{
    struct wr_arena *arena = wr_arena_create();
    uint32_t count = 1 + wr_random_below(&r->random, 3);
    wr_room *rooms = WR_ZERO(arena, wr_room, count);
    wr_door *door = WR_ZERO(arena, wr_door, 1);
    *door = (wr_door){.name = "sw_door", .width = 2, .height = 3, .meets_any = true};
    r->map->models = WR_ZERO(arena, wr_map_model, count);
    for (uint32_t i = 0; i < count; i++) {
        const char *id = any_text(r, i);
        rooms[i] = (wr_room){.weight = 1, .most = WR_NONE};
        rooms[i].id = wr_arena_text(arena, id, strlen(id));
        rooms[i].name = once_in(r, 2) ? rooms[i].id : "Merged room";
        rooms[i].mesh = map_floor(arena, 1 + i);
        add_hooks(r, arena, &rooms[i]);
        if (once_in(r, 2))
            r->map->models[i] = (wr_map_model){(const uint8_t *)"\0mdl", (const uint8_t *)"x",
                                               1 + wr_random_below(&r->random, 4), 1};
    }
    assert_int_equal(
        wr_kit_adopt(context, arena, "__embedded__", door, 1, rooms, count, &r->map->embedded),
        WR_OK);
}

/* Freed by random_map_end. */
static inline struct random_map random_map_of(struct wr_context *context, uint64_t seed)
{
    struct random_map r = {wr_random_of(seed, 0), wr_arena_create(), NULL};
    struct wr_map *map = r.map = WR_ZERO(r.arena, struct wr_map, 1);
    map->id = once_in(&r, 2) ? "a" : "abcdefghij_01234";
    map->title = once_in(&r, 2) ? any_text(&r, 1) : NULL;
    map->game = (enum wr_game)wr_random_below(&r.random, 3);
    map->tolerance = once_in(&r, 2) ? NAN : (float)(1.0 - wr_random_unit(&r.random));
    map->links_only = once_in(&r, 2);
    map->skybox = once_in(&r, 2) ? "" : any_text(&r, 3);
    for (int i = 0; i < 3; i++)
        map->lighting[i] = (float)wr_random_unit(&r.random);
    if (once_in(&r, 3))
        add_embedded(&r, context);
    const char **kits = WR_ZERO(r.arena, const char *, 2);
    map->kits = kits;
    map->kit_count = wr_random_below(&r.random, 3);
    for (uint32_t i = 0; i < map->kit_count; i++)
        kits[i] = any_path(&r, i);
    add_rooms(&r, 1 + wr_random_below(&r.random, 9));
    add_links(&r);
    add_exits(&r);
    add_things(&r);
    add_visible(&r);
    add_door_pairs(&r);
    add_entry(&r);
    add_replaces(&r);
    map->overlap = once_in(&r, 2) ? NAN : (float)(1.0 - wr_random_unit(&r.random));
    return r;
}

static inline void random_map_end(struct random_map *r)
{
    wr_kit_free(r->map->embedded);
    wr_arena_destroy(r->arena);
}

/* ---- Round trips ------------------------------------------------------------------------- */

static unsigned long long random_map_seed; /* of the map at hand */

/* The tear-down of a test that makes round trips. */
static inline int random_map_tell(void **state)
{
    (void)state;
    if (random_map_seed != 0)
        print_message("the seed was %llu\n", random_map_seed);
    random_map_seed = 0;
    return 0;
}

typedef struct wr_bytes map_write_fn(struct wr_context *context, const struct wr_map *map);

/* Maps of some seeds are written, read back and written to the same text; `same` compares
 * them. */
static inline void random_map_trips(unsigned long long seeds, map_write_fn *write,
                                    void same(struct wr_map *before, struct wr_map *after))
{
    for (random_map_seed = 1; random_map_seed <= seeds; random_map_seed++) {
        struct findings f;
        findings_start(&f);
        struct random_map r = random_map_of(f.context, random_map_seed);
        struct wr_bytes text = write(f.context, r.map);
        findings_said(&f);
        struct wr_map *back = map_of(&f, (const char *)text.data);
        if (!back)
            fail_msg("%s", findings_said(&f));
        struct wr_bytes again = write(f.context, back);
        assert_string_equal((const char *)again.data, (const char *)text.data);
        same(r.map, back);
        wr_bytes_finish(&text);
        wr_bytes_finish(&again);
        wr_map_free(back);
        random_map_end(&r);
        findings_end(&f);
    }
    random_map_seed = 0;
}

#endif
