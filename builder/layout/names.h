/* Names: `<id>_room<i>`, within what the game's resources may be called. */
#ifndef WR_BUILDER_LAYOUT_NAMES_H
#define WR_BUILDER_LAYOUT_NAMES_H

#include "builder/layout/layout.h"

/* The longest name the game's resources may have. Source: formats/bwm, 6. */
enum { WR_LONGEST_NAME = 16 };
/* The longest tag of a thing in an area. */
enum { WR_LONGEST_TAG = 32 };

/* The names of all area rooms, `<id>_room<i>`, each with a NUL behind it. */
typedef struct wr_room_names {
    char *items; /* NULL when memory is out */
    size_t stride;
} wr_room_names;

wr_room_names wr_room_names_make(struct wr_arena *arena, const struct wr_layout *layout);
static inline const char *wr_room_name(const wr_room_names *names, uint32_t area_room)
{
    return names->items + names->stride * area_room;
}

/* What belongs to an area room of a module whose id was checked: `<id>_room<i>` and an ending,
 * ".wok" or "". */
typedef struct wr_room_file {
    char name[64];
} wr_room_file;
wr_room_file wr_room_file_of(const char *id, uint32_t area_room, const char *ending);
/* The room whose file has a name; false where it is no room's of the module. */
bool wr_room_file_number(const char *name, const char *id, const char *ending, uint32_t *out);

/* Where the module's id is written: in its map, or nowhere where an option gave it. */
wr_where wr_names_id_where(const struct wr_layout *layout);

/* Names are checked before anything is made: WR_LIMIT "id-too-long" says the longest id this
 * map allows, and less where an archive with a minimap is wanted. */
enum wr_result wr_names_check(struct wr_context *context, const struct wr_layout *layout,
                              bool mod);

/* The tag of the waypoint where a key lies. */
void wr_key_tag(const char *key, char out[WR_LONGEST_TAG + 1]);

#endif
