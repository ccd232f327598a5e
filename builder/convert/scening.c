/* Nodes of a scene of rooms: walkmeshes, models, and places. */
#include "builder/convert/scening.h"
#include "builder/convert/looks.h"

#include "core/model/drawn.h"
#include "core/scene/floor.h"
#include "core/scene/gltf.h"

#include <stdio.h>
#include <string.h>

/* ---- Where textures lie --------------------------------------------------------------------
 */

enum wr_result wr_scening_open(struct wr_context *context, struct wr_arena *arena,
                               const char *folder, const char *game, struct wr_resources *out)
{
    bool there;
    enum wr_result result = wr_resources_open(context, arena, folder, out);
    if (result == WR_OK && game)
        result = wr_resources_is_game(context, arena, game, &there);
    if (result != WR_OK || !game)
        return result;
    if (!there)
        return wr_fail(context, WR_NOT_FOUND, WR_NOWHERE, "extract-no-game",
                       "name the folder that the game's chitin.key lies in",
                       "'%s' is no game's folder", game);
    struct wr_installation *installation = WR_TAKE(arena, struct wr_installation, 1);
    struct wr_context *lenient = installation ? wr_context_lenient(context) : NULL;
    result = lenient ? wr_installation_open(lenient, arena, game, installation)
                     : wr_no_memory(context);
    wr_context_destroy(lenient);
    if (result == WR_OK) {
        out->before = &installation->override;
        out->behind = &installation->shared;
    }
    return result;
}

/* ---- Beginning and end ---------------------------------------------------------------------
 */

enum wr_result wr_scening_start(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_resources *resources, wr_where where,
                                struct wr_scening *out)
{
    *out = (struct wr_scening){.context = context,
                               .arena = arena,
                               .resources = resources,
                               .where = where,
                               .shapes = WR_SCENE_NONE,
                               .growing = {.arena = arena}};
    const wr_scene_material *surfaces = wr_scene_surfaces(arena);
    for (uint32_t i = 0; surfaces && i < WR_SURFACE_COUNT; i++)
        wr_scene_add_material(&out->growing, &surfaces[i]);
    return surfaces && !out->growing.failed ? WR_OK : wr_no_memory(context);
}

enum wr_result wr_scening_end(struct wr_scening *scening, bool binary, struct wr_bytes *out)
{
    if (scening->growing.failed)
        return wr_no_memory(scening->context);
    enum wr_result result = wr_looks_tell(scening);
    return result == WR_OK
               ? wr_gltf_write(scening->context, &scening->growing.scene, binary, out)
               : result;
}

/* ---- Places --------------------------------------------------------------------------------
 */

uint32_t wr_scening_stand(struct wr_scening *scening, uint32_t parent, const char *prefix,
                          const char *name, const wr_affine *own)
{
    struct wr_bytes text = {0};
    wr_bytes_print(&text, "%s%s%s", prefix, name ? "_" : "", name ? name : "");
    wr_bytes_char(&text, '\0');
    wr_scene_node node = {
        .name = (const char *)text.data, .parent = parent, .mesh = WR_SCENE_NONE, .own = *own};
    scening->growing.failed |= text.failed;
    uint32_t index =
        scening->growing.failed ? WR_SCENE_NONE : wr_scene_add_node(&scening->growing, &node);
    wr_bytes_finish(&text);
    return index;
}

static void add_extra(struct wr_scening *scening, const wr_scene_extra *extra)
{
    struct wr_scene *scene = &scening->growing.scene;
    if (scening->growing.failed)
        return;
    wr_scene_node *node = &scene->nodes[scene->node_count - 1];
    wr_scene_extra *items =
        wr_arena_more(scening->arena, (wr_scene_extra *)(uintptr_t)node->extras,
                      node->extra_count, sizeof *items);
    scening->growing.failed |= !items;
    if (!items)
        return;
    node->extras = items;
    items[node->extra_count++] = *extra;
}

void wr_scening_extra(struct wr_scening *scening, const char *key, const char *text)
{
    if (!text || !*text)
        return;
    const char *copy = wr_arena_text(scening->arena, text, strlen(text));
    scening->growing.failed |= !copy;
    add_extra(scening, &(wr_scene_extra){.key = key, .text = copy});
}

void wr_scening_extra_number(struct wr_scening *scening, const char *key, float number)
{
    add_extra(scening, &(wr_scene_extra){.key = key, .number = (double)number});
}

/* ---- Walkmeshes ----------------------------------------------------------------------------
 */

static enum wr_result hang(struct wr_scening *scening, uint32_t parent, const char *name,
                           uint32_t mesh)
{
    wr_scene_node node = {
        .name = name, .parent = parent, .mesh = mesh, .own = wr_affine_none()};
    if (!scening->growing.failed)
        wr_scene_add_node(&scening->growing, &node);
    return scening->growing.failed ? wr_no_memory(scening->context) : WR_OK;
}

enum wr_result wr_scening_walkmesh(struct wr_scening *scening, uint32_t parent,
                                   const char *name, const struct wr_walkmesh *mesh,
                                   wr_vec3 origin)
{
    struct wr_walkmesh own = *mesh;
    char called[48];
    wr_scene_mesh made = {.name = called};
    wr_vec3 *vertices = WR_TAKE(scening->arena, wr_vec3, mesh->vertex_count);
    snprintf(called, sizeof called, "%.40s_wok", name);
    for (uint32_t i = 0; vertices && i < mesh->vertex_count; i++)
        vertices[i] = wr_vec3_seen_from(mesh->vertices[i], origin);
    own.vertices = vertices;
    if (mesh->face_count == 0)
        return WR_OK;
    if (!vertices || !wr_scene_of_walkmesh(scening->arena, &own, &made))
        return wr_no_memory(scening->context);
    return hang(scening, parent, called, wr_scene_add_mesh(&scening->growing, &made));
}

/* ---- Models --------------------------------------------------------------------------------
 */

enum wr_result wr_scening_model(struct wr_scening *scening, uint32_t parent,
                                const struct wr_model *model)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_drawn_mesh *meshes;
    uint32_t count = 0, material;
    bool read = scratch && wr_drawn_read(scratch, model, &meshes, &count);
    enum wr_result result = read ? WR_OK : wr_no_memory(scening->context);
    for (uint32_t i = 0; result == WR_OK && i < count; i++) {
        result = wr_context_stopped(scening->context)
                     ? WR_STOPPED
                     : wr_look_of(scening, meshes[i].texture, &material);
        if (result == WR_OK)
            result = hang(scening, parent, meshes[i].name,
                          wr_scene_add_drawn(&scening->growing, &meshes[i], material));
    }
    wr_arena_destroy(scratch);
    return result;
}

/* Of a model whose MDX is damaged, what the MDL alone says. */
static enum wr_result read_model(struct wr_context *context, struct wr_arena *scratch,
                                 const wr_entry *mdl, const wr_entry *mdx,
                                 struct wr_model **out)
{
    struct wr_source sources[2] = {{0}, {0}};
    enum wr_result result = wr_entry_read(context, scratch, mdl, &sources[0]);
    if (result == WR_OK && mdx)
        result = wr_entry_read(context, scratch, mdx, &sources[1]);
    sources[0].binary = sources[1].binary = true;
    if (result == WR_OK)
        result = wr_model_read(context, scratch, &sources[0], mdx ? &sources[1] : NULL, out);
    if (result == WR_OK || result == WR_NO_MEMORY || result == WR_STOPPED || !mdx)
        return result;
    return wr_model_read(context, scratch, &sources[0], NULL, out);
}

enum wr_result wr_scening_model_of(struct wr_scening *scening, uint32_t parent,
                                   const wr_entry *mdl, const wr_entry *mdx)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_context *lenient = scratch ? wr_context_lenient(scening->context) : NULL;
    struct wr_model *model;
    enum wr_result result = lenient ? read_model(lenient, scratch, mdl, mdx, &model)
                                    : wr_no_memory(scening->context);
    if (result == WR_OK)
        result = wr_scening_model(scening, parent, model);
    else if (result != WR_NO_MEMORY && result != WR_STOPPED)
        result = WR_OK; /* it was told of */
    wr_context_destroy(lenient);
    wr_arena_destroy(scratch);
    return result;
}
