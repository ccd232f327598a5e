/* Warren's public maps: which room of which kit stands where.
 *
 * Positions are area coordinates in metres, turns are degrees counter-clockwise. The order of
 * rooms is the order of the LYT: adding rooms at the end changes no index. */
#ifndef WR_TEMPLATES_MAPS_H
#define WR_TEMPLATES_MAPS_H

#include "kits/kits.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where in a text something was written; 0 where unknown. `offset` counts bytes. */
typedef struct wr_place {
    size_t offset;
} wr_place;

/* A room a map places. */
typedef struct wr_map_room {
    const char *name; /* unique in the map: links and entry say it; "room3" where not given */
    const char *kit,
        *room; /* display name or id; kit is NULL for a room the map carries itself */
    wr_placement placement;
    const char *group;  /* rooms of one group become one room of the module; NULL: alone */
    const char *resref; /* what LYT, VIS and files of the module call it; NULL: as its number */
    wr_place resref_place;
    const char *key; /* the name of a key that lies here, or NULL */
    const float
        *lengths; /* of the kit room's stretches, in their order; those left out are 0 */
    uint32_t length_count;
    wr_place lengths_place;
    const struct wr_walkmesh
        *mesh; /* in room coordinates, instead of the kit's; NULL: the kit's */
    wr_place place;
} wr_map_room;

/* Two doorways the map itself says are one. */
typedef struct wr_map_link {
    uint32_t rooms[2]; /* indices of map rooms */
    const char *hooks[2];
    const char *lock; /* the key that opens it, or NULL */
    bool optional;    /* it is meant that the lock can be walked around */
    bool hidden;      /* players have to find it */
    wr_place place;
} wr_map_link;

/* What a way out of the module leads to in another: a waypoint, or a door. */
enum wr_exit_goal { WR_EXIT_TO_WAYPOINT, WR_EXIT_TO_DOOR };

/* What is left by: a door where the doorway's type has one, else a trigger; or one of the two
 * in any case. */
enum wr_exit_way { WR_EXIT_BY_EITHER, WR_EXIT_BY_DOOR, WR_EXIT_BY_TRIGGER };

/* A doorway that leads into another module. */
typedef struct wr_map_exit {
    uint32_t room; /* index of a map room */
    const char *hook;
    const char *module; /* resref, lower-case */
    const char *tag;    /* of what players arrive at there; NULL: "from_<id>"; "": at the other
                           module's own entry */
    enum wr_exit_goal goal;
    const char *arrival; /* tag of the waypoint here, where who comes from there arrives; NULL:
                            "from_<module>"; "": there is none */
    const char *title;   /* of where it leads, as players read it, or NULL */
    int32_t title_line;  /* the same as a line of the game's dialog.tlk; -1: not said */
    enum wr_exit_way way;
    const char *lock; /* the key that opens the door, or NULL */
    bool hidden;      /* players have to find it */
    wr_place place;
} wr_map_exit;

/* Two rooms of which the map says whether one is drawn from the other, whatever the doorways
 * between them show. */
typedef struct wr_map_sight {
    uint32_t rooms[2]; /* indices of map rooms */
    bool seen;
    wr_place place;
} wr_map_sight;

/* Two door types that may meet although their kits do not say so: "door", or "kit:door" by the
 * kit's id. */
typedef struct wr_door_pair {
    const char *doors[2];
    wr_place place;
} wr_door_pair;

/* Something the map puts into one of its rooms, in the room's own coordinates, or into the
 * area, in the area's. */
typedef struct wr_map_thing {
    uint32_t room; /* WR_NONE: it stands in none */
    wr_marker marker;
    wr_place place;
} wr_map_thing;

/* A door that a module had where the map was taken from. */
typedef struct wr_map_door {
    uint32_t row;     /* of the GIT's list of doors */
    const char *tag;  /* as the row has it */
    wr_vec3 position; /* where it stood */
    uint32_t room; /* of the map: in whose doorway, out of which it looks; WR_NONE: the map has
                      that room no more */
    const char *room_name, *hook;
    wr_place place;
} wr_map_door;

/* What of a module the map stands for: that, and what Warren makes under its own names, is
 * replaced where a level goes into it. */
struct wr_map_replaces {
    const char *const *rooms; /* resrefs of the layout, of rooms that the map has no more too */
    uint32_t room_count;
    const wr_map_door *doors;
    uint32_t door_count;
    wr_place place;
};

/* The model of a room the map carries itself, as bytes; sizes of 0 where there is none. */
typedef struct wr_map_model {
    const uint8_t *mdl, *mdx;
    size_t mdl_size, mdx_size;
} wr_map_model;

/* Where the player arrives: a marker of a room, or a point in that room's own coordinates. */
typedef struct wr_map_entry {
    uint32_t room;      /* WR_NONE: the builder chooses */
    const char *marker; /* or NULL */
    wr_vec3 position;
    float facing;
    const char
        *tag; /* of a waypoint there, where who comes from other modules arrives, or NULL */
    wr_place place;
} wr_map_entry;

struct wr_map {
    struct wr_arena *arena;
    const struct wr_source *source; /* the text, for findings; NULL for a map made in memory */
    const char *path, *folder;
    const char *id; /* of the module */
    wr_place id_place;
    const char *title; /* as players read it, or NULL */
    enum wr_game game; /* 0: not said */
    const char *kit; /* that is written once for all rooms of it; NULL: the one they share; "":
                        none */
    const char *const *kits; /* paths, relative to the map, to look for kits in */
    uint32_t kit_count;
    wr_map_room *rooms;
    uint32_t room_count;
    wr_map_link *links;
    uint32_t link_count;
    wr_map_thing *things;
    uint32_t thing_count;
    wr_map_exit *exits;
    uint32_t exit_count;
    wr_map_sight *visible;
    uint32_t visible_count;
    bool links_only; /* no search by proximity: the map's links are all there are */
    const wr_door_pair *door_pairs;
    uint32_t door_pair_count;
    float tolerance; /* reach of the proximity search; NAN: the default */
    float overlap;   /* how deep floors may lie in each other, metres; NAN: the default */
    wr_map_entry entry;
    struct wr_map_replaces replaces;
    struct wr_kit *embedded; /* rooms the map carries itself, or NULL */
    wr_map_model *models;    /* one a room of `embedded` */
    float lighting[3];       /* 0..1 */
    bool has_sun;            /* else the sun is as the lighting */
    float sun[3];            /* 0..1 */
    const char *skybox;      /* "" for none */
};

enum wr_map_format { WR_NO_MAP, WR_WARREN_MAP, WR_INDOOR_MAP };

/* What a text is, told by the keys of its outermost object, well-formed or not. */
WR_API enum wr_map_format wr_map_recognise(const uint8_t *data, size_t size);
/* Loads Warren's map JSON or a HolocronToolset .indoor file, told by content. All faults are
 * reported. `surfaces` says what is walkable in walkmeshes the map carries; NULL: the table of
 * the map's game. */
WR_API enum wr_result wr_map_load(struct wr_context *context, const char *path,
                                  const wr_surfaces *surfaces, struct wr_map **out);
/* The same from the bytes of such a file, which are copied: findings call it `name`, and what
 * it names by paths is sought beside that. */
WR_API enum wr_result wr_map_read(struct wr_context *context, const char *name,
                                  const void *data, size_t size, const wr_surfaces *surfaces,
                                  struct wr_map **out);
WR_API void wr_map_free(struct wr_map *map);
/* Appends the map as Warren's JSON; reading it back gives the same map. A map made in memory is
 * judged as one that is read, and nothing is appended where it breaks a rule. */
WR_API enum wr_result wr_map_write(struct wr_context *context, const struct wr_map *map,
                                   struct wr_bytes *out);
/* Appends the map as .indoor; warns by name about what that format cannot hold. */
WR_API enum wr_result wr_map_write_indoor(struct wr_context *context, const struct wr_map *map,
                                          struct wr_bytes *out);

#ifdef __cplusplus
}
#endif
#endif
