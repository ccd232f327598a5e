/* Meshes and a walkmesh become an MDL and its MDX. */
#include "builder/extract/made_model.h"

#include "core/base/bytes.h"

#include <inttypes.h>
#include <stdio.h>

enum { MOST_MESHES = 0xFFFE };

static struct wr_drawn_mesh *new_mesh(struct wr_taking *taking, struct wr_made_model *model)
{
    struct wr_drawn_mesh *meshes =
        wr_arena_more(taking->arena, model->meshes, model->mesh_count, sizeof *meshes);
    if (!meshes)
        return NULL;
    model->meshes = meshes;
    return &meshes[model->mesh_count++];
}

struct wr_drawn_mesh *wr_made_model_mesh(struct wr_taking *taking, struct wr_made_model *model,
                                         const char *word, const char *texture,
                                         uint32_t corners, uint32_t faces)
{
    struct wr_drawn_mesh *mesh = new_mesh(taking, model);
    if (!mesh)
        return NULL;
    *mesh = (struct wr_drawn_mesh){.texture = texture,
                                   .corners = WR_TAKE(taking->arena, wr_drawn_corner, corners),
                                   .faces = WR_TAKE(taking->arena, wr_drawn_face, faces)};
    snprintf(mesh->name, sizeof mesh->name, "%s%" PRIu32, word, model->mesh_count - 1);
    return mesh->corners && mesh->faces ? mesh : NULL;
}

/* ---- Files ------------------------------------------------------------------------------- */

static bool add_file(struct wr_taking *taking, const char *room, uint16_t type,
                     const struct wr_bytes *bytes)
{
    wr_taken_file file = {.folder = "",
                          .name = wr_taking_file_name(taking, room, type),
                          .data = wr_arena_copy(taking->arena, bytes->data, bytes->size, 1),
                          .size = bytes->size};
    return file.name && file.data && wr_taking_add(taking, &file);
}

static enum wr_result write(struct wr_taking *taking, const struct wr_made_model *model,
                            wr_taken_room *room)
{
    struct wr_bytes mdl = {0}, mdx = {0};
    const struct wr_drawn_model drawn = {room->name, taking->game, room->position,
                                         model->meshes, model->mesh_count};
    enum wr_result result = wr_drawn_write(taking->context, taking->arena, &drawn, &mdl, &mdx);
    if (result == WR_OK && !(add_file(taking, room->name, WR_RES_MDL, &mdl) &&
                             add_file(taking, room->name, WR_RES_MDX, &mdx)))
        result = wr_no_memory(taking->context);
    room->modelled = result == WR_OK;
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    return result;
}

static bool is_too_large(const struct wr_made_model *model, const wr_taken_room *room)
{
    return room->mesh->face_count > WR_DRAWN_MOST_WALKMESH ||
           room->mesh->vertex_count > WR_DRAWN_MOST_WALKMESH || model->mesh_count > MOST_MESHES;
}

enum wr_result wr_made_model_write(struct wr_taking *taking, struct wr_made_model *model,
                                   uint32_t number, wr_where where)
{
    wr_taken_room *room = &taking->rooms[number];
    if (model->mesh_count == 0)
        return WR_OK;
    if (is_too_large(model, room)) {
        wr_warn(taking->context, where, "model-too-large", "cut it into rooms",
                "room '%s' has more faces to walk on than a model holds: it has none",
                room->name);
        return WR_OK;
    }
    struct wr_drawn_mesh *walkmesh = new_mesh(taking, model);
    if (!walkmesh || !wr_drawn_walkmesh(taking->arena, room->mesh, room->position, walkmesh))
        return wr_no_memory(taking->context);
    return write(taking, model, room);
}
