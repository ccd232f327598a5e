/* The blueprint of a plain door, which differs from others in its looks only. Source:
 * formats/module, 2.5. */
#ifndef WR_BUILDER_MODULE_PLAIN_DOOR_H
#define WR_BUILDER_MODULE_PLAIN_DOOR_H

#include "core/format/gff.h"

/* A UTD that looks as a row of a game's genericdoors.2da, without tag and name; NULL when
 * memory is out. */
struct wr_gff *wr_plain_door(struct wr_arena *arena, unsigned row, enum wr_game game);

#endif
