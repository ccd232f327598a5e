/* Pictures for the textures of a level, out of a folder. */
#ifndef WR_BUILDER_EXTRACT_LEVEL_TEXTURES_H
#define WR_BUILDER_EXTRACT_LEVEL_TEXTURES_H

#include "builder/extract/pictures.h"

/* A texture of a level that has a picture. */
typedef struct wr_level_texture {
    const char *name; /* as the level writes it */
    wr_taken_picture picture;
} wr_level_texture;

struct wr_level_textures {
    wr_level_texture *items; /* sorted by name */
    uint32_t count;
};

/* Finds a picture for each of `count` names (some may be the same) in the folder that the
 * options name, by the name without its ending, letters alike without case; reads it, and adds
 * it to the kit. Without a folder no texture has one. What cannot be read is a warning, and so
 * is, once, "level-texture", what is not there. WR_NOT_FOUND where there is no such folder. */
enum wr_result wr_level_textures_find(struct wr_taking *taking, const char **names,
                                      size_t count, struct wr_level_textures *out);
/* NULL where it has no picture. */
const wr_level_texture *wr_level_texture_of(const struct wr_level_textures *textures,
                                            const char *name);

#endif
