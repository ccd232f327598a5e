/* Levels of 3D GameStudio as what is taken: floors out of blocks, doorways out of names. */
#ifndef WR_BUILDER_EXTRACT_LEVEL_LEVEL_H
#define WR_BUILDER_EXTRACT_LEVEL_LEVEL_H

#include "builder/extract/taking.h"
#include "core/brush/brush.h"
#include "core/wmp/places.h"

/* A level that is being taken. */
struct wr_level {
    const struct wr_source *source;
    struct wr_wmp *wmp;
    struct wr_wmp_places places;
    double metres; /* a quant is that long */
    struct wr_brush_level brush;
    wr_brush_zone *zones; /* those of `brush` */
    const char **parts;   /* names of what becomes a room, from part 1 on */
    uint32_t part_count;
    const uint32_t *block_parts; /* one a block, where it is cut by groups; else NULL */
    uint32_t *room_of;           /* one a part, from part 0 on, which is the rest */
};

/* Whether a source is a file of a level. Asks as wr_file_peek does. */
bool wr_taking_is_level(struct wr_context *context, const char *source, bool *starved);

/* Takes a level as one room: its floors, doorways where things are called `hook_...` or
 * `door_...`, and waypoints where its positions and paths are. What becomes no solid, and a
 * doorway that no edge of the floor is near, is told of in a warning. WR_NOT_FOUND
 * "extract-no-rooms" where nobody can stand. */
enum wr_result wr_taking_level(struct wr_taking *taking);

#endif
