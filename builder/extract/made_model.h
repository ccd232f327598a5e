/* Models of rooms, out of what is seen in them. */
#ifndef WR_BUILDER_EXTRACT_MADE_MODEL_H
#define WR_BUILDER_EXTRACT_MADE_MODEL_H

#include "builder/extract/taking.h"
#include "core/model/drawn.h"

/* What a mesh of a model can number. */
enum { WR_MADE_MODEL_MOST_CORNERS = 0xFFFF };

/* The meshes of a room's model so far, in the arena of the taking. Starts as {0}. */
struct wr_made_model {
    struct wr_drawn_mesh *meshes;
    uint32_t mesh_count;
};

/* Another mesh, called by `word` and its number, without corners and faces, but with space for
 * so many. NULL when memory is out. */
struct wr_drawn_mesh *wr_made_model_mesh(struct wr_taking *taking, struct wr_made_model *model,
                                         const char *word, const char *texture,
                                         uint32_t corners, uint32_t faces);
/* Adds the files of a model, with the room's walkmesh in it, to the kit; without meshes the
 * room has none, as where its walkmesh is too large: then "model-too-large" is a warning at
 * `where`. */
enum wr_result wr_made_model_write(struct wr_taking *taking, struct wr_made_model *model,
                                   uint32_t room, wr_where where);

#endif
