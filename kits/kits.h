/* Warren's public kits: rooms with walkmeshes, door types, hooks and markers, and how they are
 * found.
 *
 * Coordinates are the room's own, in metres, Z up; directions are degrees counter-clockwise
 * from +X, so that 90 faces +Y. Everything in a kit lives as long as the kit and is read-only.
 */
#ifndef WR_KITS_KITS_H
#define WR_KITS_KITS_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A type of door. Two types may meet when they are one, when one names the other, or when both
 * meet any. */
typedef struct wr_door {
    const char *name;    /* unique within its kit */
    float width, height; /* metres */
    const char
        *blueprints[2]; /* the UTD for K1 and K2, without suffix; NULL where there is none */
    uint8_t rows[2];    /* of the games' genericdoors.2da: the door's looks where there is no
                           UTD; 0: not said */
    const char *const
        *meets; /* names of other types: "door", or "kit:door" for another kit's */
    uint32_t meets_count;
    bool meets_any;
} wr_door;

/* A key and a value as the kit's author wrote them. */
typedef struct wr_pair {
    const char *key, *value;
} wr_pair;

enum wr_marker_kind {
    WR_SPAWN,
    WR_WAYPOINT,
    WR_PLACEABLE,
    WR_LOOT,
    WR_TRIGGER,
    WR_ENCOUNTER,
    WR_SOUND,
    WR_STORE,
    WR_CAMERA,
    WR_TRACK, /* the rest are models of the LYT: of races, and what is seen behind all rooms */
    WR_OBSTACLE,
    WR_BACKDROP,
    WR_MARKER_KINDS,
};

/* Where creatures of an encounter appear. */
typedef struct wr_arrival {
    wr_vec3 position;
    float facing;
} wr_arrival;

/* What a camera sees. */
typedef struct wr_camera {
    int32_t number;       /* by which conversations name it */
    float pitch;          /* degrees; 90 looks level, 0 straight down */
    float height;         /* metres above its place */
    float view;           /* field of view, degrees */
    float range;          /* of its microphone */
    bool turned;          /* by this quaternion, not by a facing */
    float orientation[4]; /* w, x, y, z; not turned it looks along +Y */
} wr_camera;

/* Something that stands in a room and travels with it. */
typedef struct wr_marker {
    const char *name;
    enum wr_marker_kind kind;
    wr_vec3 position;
    float facing;
    const wr_pair *pairs;
    uint32_t pair_count;
    const wr_vec3 *corners; /* of a trigger or an encounter: from its position */
    uint32_t corner_count;
    const wr_arrival *arrivals; /* of an encounter */
    uint32_t arrival_count;
    const wr_camera *camera;         /* of a camera, or NULL */
    const struct wr_gff_struct *row; /* values of its row in the GIT besides; NULL: none */
    const char *const *without;      /* values that the row lacks, by label */
    uint32_t without_count;
} wr_marker;

#define WR_NONE UINT32_MAX

/* A doorway of a room. Foot, threshold and outward direction are found on the walkmesh: the
 * foot is the perimeter edge nearest to the hook among those bearing its id where there are
 * any, the threshold is the foot and the edges contiguous with it (among the same candidates)
 * that face within 20 degrees of it. */
typedef struct wr_hook {
    const char *name; /* unique within its room */
    wr_vec3 position;
    float facing;  /* where the door looks as the kit says; NAN: not said */
    uint32_t door; /* index into the kit's doors */
    int32_t id;    /* the transition painted on its edges, or -1 */
    uint32_t foot; /* edge of the room's walkmesh, or WR_NONE: the hook is never linked */
    const uint32_t *threshold; /* edges in the order of their perimeter, floor on the left */
    uint32_t threshold_count;
    uint32_t island;      /* of walkable faces, that the foot belongs to */
    uint32_t stray_count; /* other edges bearing the id, or listed for the hook */
    double out_x, out_y;  /* unit direction out of the room, level */
} wr_hook;

/* What is looked over where a kit says nothing: railings, tables, rims. Metres. */
#define WR_ROOM_LOW 1.5f

/* Where a room may be made longer: what lies beyond a plane across an axis moves along that
 * axis by a length that is chosen, and climbs by `rise` of it. The room as it is drawn has
 * lengths of 0. What lies within a millimetre of the plane stays. In rooms that are said
 * instead of drawn a door that slides has one too, which moves its hook only. */
typedef struct wr_stretch {
    uint32_t axis;  /* 0: x, 1: y */
    float at;       /* where the plane is */
    float from, to; /* the least and the greatest length: at most 0, at least 0 */
    float step;     /* lengths are whole multiples of it; 0: any length */
    float rise;
    bool slides;   /* nothing moves but one hook, from `at`, along the wall it stands on */
    uint32_t hook; /* which, where it slides */
    size_t place;  /* in the kit's text */
} wr_stretch;

/* A room of a kit. */
typedef struct wr_room {
    const struct wr_kit *kit;
    const char *id, *name; /* unique id, display name */
    const struct wr_walkmesh
        *mesh;               /* derived, in room coordinates, transitions as in its file */
    wr_vec3 origin;          /* where the room's origin lies in the coordinates of that file */
    const wr_vec3 *written;  /* the vertices as the file has them, before `origin` was taken
                                from them; NULL: as `mesh` has them */
    const uint32_t *islands; /* one a walkable face */
    uint32_t island_count;
    wr_box box;        /* of all vertices */
    const char *model; /* path of the MDL, or NULL */
    const char *const *tags;
    uint32_t tag_count;
    float weight; /* how often a generator picks it, 1 by default */
    uint32_t least,
        most;  /* how many a level must and may have; most is WR_NONE without a limit */
    float low; /* metres: over what rises no higher from the floor one looks, in a grey box */
    const wr_hook *hooks;
    uint32_t hook_count;
    const wr_marker *markers;
    uint32_t marker_count;
    const wr_stretch *stretches; /* in the order of the kit */
    uint32_t stretch_count;
    const struct wr_room_outline
        *outline;                /* of a room that is said instead of drawn; else NULL */
    float height;                /* of its walls in a grey box, metres; 0: as usual */
    const float *lengths;        /* one a stretch; NULL: the room is as its kit has it */
    const struct wr_room *drawn; /* of one with lengths: the kit's own; else NULL */
} wr_room;

struct wr_kit {
    struct wr_arena *arena;
    const char *id, *name, *path, *folder;
    const wr_door *doors;
    uint32_t door_count;
    wr_room *rooms;
    uint32_t room_count;
    bool holocron; /* not Warren's XML: a HolocronToolset kit, or rooms a map carries */
    const struct wr_source *text; /* where findings to come point; NULL: nothing has a place */
};

/* Loads a kit: Warren's XML, a HolocronToolset v1 JSON, or a folder holding `kit.xml` (or lying
 * beside its
 * `<name>.json`). Reports every fault it finds; WR_OK where the kit can be used, warnings or
 * not. `surfaces` NULL: the built-in table of K1. */
WR_API enum wr_result wr_kit_load(struct wr_context *context, const char *path,
                                  const wr_surfaces *surfaces, struct wr_kit **out);
/* The same from the bytes of its XML or JSON, which are copied: findings call it `name`, and
 * the files of its rooms are sought beside that. */
WR_API enum wr_result wr_kit_read(struct wr_context *context, const char *name,
                                  const void *data, size_t size, const wr_surfaces *surfaces,
                                  struct wr_kit **out);
WR_API void wr_kit_free(struct wr_kit *kit);
/* A room by display name, then by id, both with case before without; NULL when there is none or
 * when the name is ambiguous (`ambiguous`, which may be NULL, tells which). */
WR_API const wr_room *wr_kit_room(const struct wr_kit *kit, const char *name, bool *ambiguous);
/* A hook of a room by name; WR_NONE when there is none. */
WR_API uint32_t wr_room_hook(const wr_room *room, const char *name);
/* Whether a stretch may have a length: one within its range, and a whole number of steps. */
WR_API bool wr_stretch_allows(const wr_stretch *stretch, float length);
/* Which stretches of its room move a hook: bit i for the i-th. With the lengths chosen it
 * stands where the kit has it, plus each such length along its axis, plus `rise` of it up. */
WR_API uint32_t wr_hook_stretches(const wr_room *room, uint32_t hook);
/* Where that is; `lengths` are one a stretch. */
WR_API wr_vec3 wr_hook_at(const wr_room *room, uint32_t hook, const float *lengths);
/* Whether doors of two kits (or one) may meet. */
WR_API bool wr_doors_meet(const struct wr_kit *kit_a, uint32_t door_a,
                          const struct wr_kit *kit_b, uint32_t door_b);
/* "spawn", "waypoint", "placeable", "loot", "trigger", …, "backdrop". */
WR_API const char *wr_marker_kind_name(enum wr_marker_kind kind);

/* The kits of one run, loaded when first asked for and kept until the set is freed. */
struct wr_kits;

/* `surfaces` NULL: the built-in table of K1. NULL when memory is out. */
WR_API struct wr_kits *wr_kits_create(const wr_surfaces *surfaces);
WR_API void wr_kits_free(struct wr_kits *kits);
/* A place to look before the others, in the order given: a kit's file, its folder, or a folder
 * of kits. */
WR_API enum wr_result wr_kits_add(struct wr_kits *kits, const char *path);
/* Puts a kit that was loaded, or made of bytes, before the others; the set frees it, also where
 * this fails: WR_NO_MEMORY. */
WR_API enum wr_result wr_kits_put(struct wr_kits *kits, struct wr_kit *kit);
/* Reports the added places that are not there: WR_NOT_FOUND "file-not-found". */
WR_API enum wr_result wr_kits_check(struct wr_context *context, const struct wr_kits *kits);
/* The folder of a map: looked at after the added places and before $WARREN_KITS, the installed
 * data folder and the build tree. NULL for none. Building a map sets it. */
WR_API enum wr_result wr_kits_set_map_folder(struct wr_kits *kits, const char *folder);
/* A kit by display name, then by id, both with case before without, in the first place that has
 * one; a name that ends in .xml or .json is a path, relative to the map's folder. The message
 * lists every place tried ("kit-not-found"); ambiguous names are "kit-ambiguous". What is wrong
 * with a kit is reported once, however often it is asked for. */
WR_API enum wr_result wr_kits_find(struct wr_context *context, struct wr_kits *kits,
                                   const char *name, const struct wr_kit **out);

#ifdef __cplusplus
}
#endif
#endif
