/* Names: a room's own, or `<id>_room<i>`, within what the game's resources may be called. */
#ifndef WR_BUILDER_LAYOUT_NAMES_H
#define WR_BUILDER_LAYOUT_NAMES_H

#include "builder/layout/layout.h"

/* The longest name the game's resources may have. Source: formats/bwm, 6. */
enum { WR_LONGEST_NAME = 16 };
/* The longest tag of a thing in an area. */
enum { WR_LONGEST_TAG = 32 };

/* Whether a name is `<id><middle><number>`, as Warren writes numbers, and that number. */
bool wr_name_numbered(const char *name, const char *id, const char *middle, uint32_t *number);

/* Names the area rooms of a layout, into its `names`: the resref that the map states for the
 * room, of a group that of its first room with one; else `<id>_room<i>` with the room's index,
 * or, where another room is called that, with the lowest number behind all indices that is
 * free. False when memory is out. */
bool wr_names_give(struct wr_layout *layout);

/* The walkmesh of an area room, as a file of a module whose names were checked. */
typedef struct wr_room_file {
    char name[64];
} wr_room_file;
wr_room_file wr_room_file_of(const struct wr_layout *layout, uint32_t area_room);
/* Whether a name is that of a walkmesh which a build of this module called by a number, and no
 * room of the layout is called so now. */
bool wr_room_file_stale(const struct wr_layout *layout, const char *name);

/* Where the module's id is written: in its map, or nowhere where an option gave it. */
wr_where wr_names_id_where(const struct wr_layout *layout);

/* Names are checked before anything is made: WR_LIMIT "id-too-long" says the longest id this
 * map allows, and less where an archive with a minimap is wanted. "resref-taken" is a room's
 * that Warren gives to something else. */
enum wr_result wr_names_check(struct wr_context *context, const struct wr_layout *layout,
                              bool mod);

/* The tag of the waypoint where a key lies. */
void wr_key_tag(const char *key, char out[WR_LONGEST_TAG + 1]);

#endif
