/* The models of a module's rooms: a kit's own where it has one, mirrored, turned and given the
 * walkmesh that was stitched; else a grey box. Source: formats/module, 3. */
#ifndef WR_BUILDER_MODULE_MODELS_H
#define WR_BUILDER_MODULE_MODELS_H

#include "builder/layout/layout.h"
#include "core/walkmesh/walkmesh.h"

struct wr_model; /* core/model/model.h */

/* The models a layout uses, read once. After wr_model_forms_keep it is only looked at, so that
 * workers share it. */
struct wr_module_models;

/* Reads the model of every kit room (or room a map carries) that stands in the layout, and
 * compares its walkmesh with the kit's, triangle by triangle: one that was moved as a whole is
 * aligned, one that differs is a warning "model-walkmesh-differs", once a kit room. A model
 * that cannot be read is an error; a room without one will be a grey box, which a note says.
 * Lives in `arena`, as does what it read. */
enum wr_result wr_module_models_make(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_layout *layout, enum wr_game game,
                                     struct wr_module_models **out);

/* Reads the models of a kit's rooms and compares their walkmeshes as above, and looks at the
 * names of its padding: what is wrong with a kit before it is built from. */
enum wr_result wr_kit_models_check(struct wr_context *context, const struct wr_kit *kit);

/* The model of a kit's room for whoever only looks at it, as long as the room is: `offset`
 * leads from its space to the room's. NULL where the room has none. In `arena`; `scratch` holds
 * what is not kept. */
enum wr_result wr_room_model(struct wr_context *context, struct wr_arena *arena,
                             struct wr_arena *scratch, const wr_room *room,
                             struct wr_model **out, wr_vec3 *offset);

/* A model as the game loads it: two files, in the arena they were made in. */
typedef struct wr_module_model {
    const uint8_t *mdl, *mdx;
    size_t mdl_size, mdx_size; /* an MDX may be empty */
} wr_module_model;

/* Makes the models ready that several area rooms have alike, once images have their names.
 * Rooms are made without it, too, at several times the cost. */
enum wr_result wr_model_forms_keep(struct wr_context *context, struct wr_module_models *models);

/* The model of an area room for the game the models were read for, with the names of packed
 * images. `mesh` is the final walkmesh, of wr_area_room_mesh: the model's own walkmesh, moved
 * by the LYT position (of the area room's first placed room), is that, triangle by triangle.
 * Pure: any thread may call it with arenas of its own. Everything is taken from `arena` and
 * `scratch`. */
enum wr_result wr_module_model_make(struct wr_context *context,
                                    const struct wr_module_models *models, uint32_t area_room,
                                    const struct wr_walkmesh *mesh, struct wr_arena *arena,
                                    struct wr_arena *scratch, wr_module_model *out);

#endif
