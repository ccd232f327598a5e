/* Reading and judging maps: what both formats share. */
#ifndef WR_TEMPLATES_MAP_H
#define WR_TEMPLATES_MAP_H

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/text/dump.h"
#include "core/text/json.h"
#include "templates/maps.h"

/* The farthest a map may place anything from the origin, in metres along an axis: there a
 * float32 still tells 8 mm apart, finer than the reach of a hook. */
#define WR_MAP_FARTHEST 100000.0f

enum {
    WR_MAP_VERSION = 1,
    /* Of any game resource. The builder says how much of it an id may take. */
    WR_MAP_LONGEST_ID = 16,
    /* Of anything in an area. */
    WR_MAP_LONGEST_TAG = 32,
};

/* What a resource may be called. */
#define WR_RESREF_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789_"

/* HolocronToolset's kit of the rooms a map carries itself, and its one door, 2 by 3 m. */
#define WR_EMBEDDED_KIT "__embedded__"
#define WR_EMBEDDED_KIT_NAME "Embedded"
#define WR_EMBEDDED_DOOR "sw_door"
#define WR_EMBEDDED_WIDTH 2.0f
#define WR_EMBEDDED_HEIGHT 3.0f
/* Rows of genericdoors.2da that real blueprints name: formats/module, 2.5. */
enum { WR_EMBEDDED_ROW_K1 = 45, WR_EMBEDDED_ROW_K2 = 113 };

/* The tag an exit leads to, of a module of an id, and the one by which others arrive at it;
 * both may be "". */
void wr_map_exit_tag(const wr_map_exit *exit, const char *id, char out[WR_MAP_LONGEST_TAG + 1]);
void wr_map_exit_arrival(const wr_map_exit *exit, char out[WR_MAP_LONGEST_TAG + 1]);

/* ---- Names ------------------------------------------------------------------------------- */

struct wr_name {
    uint64_t hash;
    const char *text;
    uint32_t index;
};

/* The names of something, for finding their index. */
struct wr_names {
    const char *const *items; /* as they were given */
    const struct wr_name *sorted;
    uint32_t count;
};

/* `items` must outlive `out`. */
enum wr_result wr_names_make(struct wr_context *context, struct wr_arena *arena,
                             const char *const *items, uint32_t count, struct wr_names *out);
/* The lowest index of a name; WR_NONE when there is none. */
uint32_t wr_names_find(const struct wr_names *names, const char *name);
/* Those of a map's rooms; `items` are NULL-ended. */
enum wr_result wr_names_of_rooms(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_map *map, struct wr_names *out);

/* The ids of the rooms a map carries itself, or their display names. */
enum wr_result wr_names_of_embedded(struct wr_context *context, struct wr_arena *arena,
                                    const struct wr_map *map, bool titles,
                                    struct wr_names *out);

/* ---- Reading ----------------------------------------------------------------------------- */

/* What reading a map needs beside the map. A text that is missing or wrong where one must
 * stand was reported and is NULL in the map; numbers then have their default. */
struct wr_map_reading {
    struct wr_context *context;
    struct wr_map *map;
    struct wr_arena *scratch; /* the tree and the tables; ends with the reading */
    const wr_surfaces *given_surfaces;
    enum wr_map_format format;
    wr_json *root;
    wr_json **rooms, **links, **exits, **visible, **things,
        **embedded;        /* where each of the map's was written */
    struct wr_names names; /* of the rooms, once they are read */
    struct wr_names embedded_ids, embedded_titles;
    const char *default_kit; /* of rooms that name none, or NULL */
    unsigned unknown_rooms;  /* how many names of rooms led nowhere */
    bool names_known;      /* each room has the name its author gave it: links can be judged */
    bool embedded_known;   /* the same for the rooms the map carries */
    bool ok;               /* no fault so far */
    bool refused;          /* for what it is: nothing more to say about it */
    enum wr_result result; /* WR_NO_MEMORY, once that was reported */
    const char *warned[16];
    unsigned warned_count; /* unknown keys of an .indoor already named */
};

/* Reads a text into a map that owns `arena`, which is destroyed on failure. The source lives in
 * the arena. */
enum wr_result wr_map_parse(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, const wr_surfaces *surfaces,
                            struct wr_map **out);

/* The two formats: faults are reported and remembered in `reading`. */
void wr_map_read_warren(struct wr_map_reading *reading);
void wr_map_read_indoor(struct wr_map_reading *reading);

/* The rooms, in order; `read` gets each object of the list. Nameless ones become "room3". */
typedef void wr_map_read_room(struct wr_map_reading *reading, wr_json *json, wr_map_room *room);
void wr_map_read_rooms(struct wr_map_reading *reading, bool required, wr_map_read_room *read);
/* The rooms the map carries itself, before the rooms are read. */
void wr_map_read_embedded(struct wr_map_reading *reading);
/* The room a text names; WR_NONE where there is none, which is reported, and where it cannot be
 * told. */
uint32_t wr_map_find_room(struct wr_map_reading *reading, wr_json *json);
/* What the map puts into its rooms, once these are read. */
void wr_map_read_things(struct wr_map_reading *reading);
/* A member that holds a walkmesh as base64; NULL where there is none or it is wrong. */
struct wr_walkmesh *wr_map_read_mesh(struct wr_map_reading *reading, struct wr_arena *arena,
                                     wr_json *object, const char *key, bool required);
/* What the map replaces in a module, once the rooms are read. */
void wr_map_read_replaces(struct wr_map_reading *reading);
/* The same, judged: each row and each doorway once. */
enum wr_result wr_map_check_replaces(struct wr_context *context, struct wr_arena *scratch,
                                     const struct wr_map *map);
void wr_map_read_lighting(struct wr_map_reading *reading, bool required);
void wr_map_read_sun(struct wr_map_reading *reading);

/* A member that is a text, copied into the map's arena, or NULL. */
const char *wr_map_read_text(struct wr_map_reading *reading, wr_json *object, const char *key,
                             bool required);
bool wr_map_is_kind(struct wr_map_reading *reading, wr_json *json, enum wr_json_kind kind);
/* A copy in the map's arena, NULL for NULL. */
const char *wr_map_keep(struct wr_map_reading *reading, const char *text);
/* The same of a path, which any system may have written. */
const char *wr_map_keep_path(struct wr_map_reading *reading, const char *text);
/* What an object calls its kit: a name, or a path. */
const char *wr_map_read_kit(struct wr_map_reading *reading, wr_json *object, bool required);
/* "room7" for a room without a name. */
const char *wr_map_default_name(struct wr_arena *arena, uint32_t index);
/* Whether memory was taken: where there is none, reports and remembers that. */
bool wr_map_took(struct wr_map_reading *reading, const void *memory);
/* Members nobody took: faults in Warren's JSON, warnings, once a key, in an .indoor. */
void wr_map_done(struct wr_map_reading *reading, wr_json *object, const char *const *known);

/* ---- Judging and writing ----------------------------------------------------------------- */

/* Judges a map by every rule that needs no kit. `reading` says where things were written and
 * takes the faults; NULL for a map made in memory. */
enum wr_result wr_map_check(struct wr_context *context, const struct wr_map *map,
                            struct wr_map_reading *reading);

/* The kit that all rooms from kits share, or NULL. */
const char *wr_map_common_kit(const struct wr_map *map);

struct wr_map_writer {
    struct wr_dump dump;
    const struct wr_map *map;
    bool no_memory;
};

/* Judges the map, then lets `write` append it. */
enum wr_result wr_map_write_with(struct wr_context *context, const struct wr_map *map,
                                 struct wr_bytes *out, void write(struct wr_map_writer *));
/* The member `stretch` of a room, where it has one. */
void wr_map_dump_lengths(struct wr_dump *dump, const wr_map_room *room);
/* The member `things`, where there are any. */
void wr_map_dump_things(struct wr_dump *dump, const struct wr_map *map);
/* What an exit says beside its doorway. */
void wr_map_dump_exit(struct wr_dump *dump, const wr_map_exit *exit);
/* The member `replaces`, where it says anything. */
void wr_map_dump_replaces(struct wr_dump *dump, const struct wr_map *map);
/* The member `door_pairs`, where there are any. */
void wr_map_dump_door_pairs(struct wr_dump *dump, const struct wr_map *map);
/* Bytes, and a walkmesh as a binary WOK, as members in base64. */
void wr_map_write_bytes(struct wr_map_writer *writer, const char *key, const uint8_t *data,
                        size_t size);
void wr_map_write_mesh(struct wr_map_writer *writer, const char *key,
                       const struct wr_walkmesh *mesh);

#endif
