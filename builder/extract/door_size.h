/* How wide and high a door is, by the model that its blueprint names. */
#ifndef WR_BUILDER_EXTRACT_DOOR_SIZE_H
#define WR_BUILDER_EXTRACT_DOOR_SIZE_H

#include "builder/extract/taking.h"

/* Metres; 0 where nothing that says so is at hand. */
typedef struct wr_taken_size {
    float width, height;
} wr_taken_size;

/* A blueprint's row of genericdoors.2da names a model: its walkmesh when closed (DWK) says how
 * large the door is, else the model itself. What is broken is told of. WR_NO_MEMORY is the only
 * failure. Source: formats/module, 2.5 and formats/bwm, 5. */
enum wr_result wr_taking_door_size(struct wr_taking *taking, const struct wr_gff *blueprint,
                                   wr_taken_size *out);

#endif
