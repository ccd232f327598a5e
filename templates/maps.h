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
    const char *group; /* rooms of one group become one room of the module; NULL: alone */
    const char *key;   /* the name of a key that lies here, or NULL */
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

/* Two door types that may meet although their kits do not say so: "door", or "kit:door" by the
 * kit's id. */
typedef struct wr_door_pair {
    const char *doors[2];
    wr_place place;
} wr_door_pair;

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
    wr_place place;
} wr_map_entry;

struct wr_map {
    struct wr_arena *arena;
    const struct wr_source *source; /* the text, for findings; NULL for a map made in memory */
    const char *path, *folder;
    const char *id; /* of the module */
    wr_place id_place;
    const char *title;       /* as players read it, or NULL */
    enum wr_game game;       /* 0: not said */
    const char *const *kits; /* paths, relative to the map, to look for kits in */
    uint32_t kit_count;
    wr_map_room *rooms;
    uint32_t room_count;
    wr_map_link *links;
    uint32_t link_count;
    bool links_only; /* no search by proximity: the map's links are all there are */
    const wr_door_pair *door_pairs;
    uint32_t door_pair_count;
    float tolerance; /* reach of the proximity search; NAN: the default */
    float overlap;   /* how deep floors may lie in each other, metres; NAN: the default */
    wr_map_entry entry;
    struct wr_kit *embedded; /* rooms the map carries itself, or NULL */
    wr_map_model *models;    /* one a room of `embedded` */
    float lighting[3];       /* 0..1 */
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
