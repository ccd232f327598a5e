/* From a door's blueprint to its model, and to the box around that. */
#include "builder/extract/door_size.h"

#include "core/format/bwm.h"
#include "core/format/twoda.h"
#include "templates/map.h"

#include <stdio.h>
#include <string.h>

/* ---- The table of doors ------------------------------------------------------------------ */

static enum wr_result read_table(struct wr_context *context, struct wr_taking *taking,
                                 const wr_entry *entry, struct wr_twoda *out)
{
    struct wr_source source;
    enum wr_result result = wr_entry_read(context, taking->arena, entry, &source);
    return result == WR_OK ? wr_twoda_read(context, taking->arena, &source, out) : result;
}

/* The table, read when it is first asked for; without rows where there is none. */
static const struct wr_twoda *table_of(struct wr_context *lenient, struct wr_taking *taking)
{
    if (taking->door_table)
        return taking->door_table;
    struct wr_twoda *table = WR_ZERO(taking->arena, struct wr_twoda, 1);
    const wr_entry *entry =
        wr_resources_find(&taking->resources, "genericdoors", wr_resource_type_of("2da"));
    if (table && entry && read_table(lenient, taking, entry, table) != WR_OK)
        *table = (struct wr_twoda){0};
    taking->door_table = table;
    return table;
}

/* ---- Boxes ------------------------------------------------------------------------------- */

/* What lies in a door's walkmesh counts from its position. */
static enum wr_result box_of_mesh(struct wr_context *context, struct wr_arena *scratch,
                                  const struct wr_source *source, wr_box *out)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_bwm_read(context, scratch, source, &mesh);
    *out = wr_box_empty();
    for (uint32_t i = 0; result == WR_OK && i < mesh->vertex_count; i++)
        *out = wr_box_add(
            *out, wr_narrow(wr_add(wr_widen(mesh->vertices[i]), wr_widen(mesh->position))));
    return result;
}

static enum wr_result box_of_model(struct wr_context *context, struct wr_arena *scratch,
                                   const struct wr_source *source, wr_box *out)
{
    struct wr_model *model;
    enum wr_result result = wr_model_read(context, scratch, source, NULL, &model);
    if (result != WR_OK)
        return result;
    return wr_model_box(scratch, model, out) ? WR_OK : wr_no_memory(context);
}

typedef enum wr_result box_fn(struct wr_context *context, struct wr_arena *scratch,
                              const struct wr_source *source, wr_box *out);

/* Whether a door of a map may have it. */
static bool is_size(wr_box box)
{
    return box.max.z > 0 && box.max.z <= WR_MAP_FARTHEST && box.max.x > box.min.x &&
           box.min.x >= -WR_MAP_FARTHEST && box.max.x <= WR_MAP_FARTHEST;
}

/* Doors look along Y, and stand on what they are placed at. */
static enum wr_result measure(struct wr_context *lenient, struct wr_taking *taking,
                              const wr_entry *entry, box_fn *box_of, wr_taken_size *out)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_source source;
    wr_box box;
    if (!scratch)
        return wr_no_memory(lenient);
    enum wr_result result = wr_entry_read(lenient, scratch, entry, &source);
    source.binary = true;
    if (result == WR_OK)
        result = box_of(lenient, scratch, &source, &box);
    if (result == WR_OK && is_size(box))
        *out = (wr_taken_size){box.max.x - box.min.x, box.max.z};
    wr_arena_destroy(scratch);
    return result == WR_NO_MEMORY ? wr_no_memory(taking->context) : WR_OK;
}

static enum wr_result measure_model(struct wr_context *lenient, struct wr_taking *taking,
                                    const char *model, wr_taken_size *out)
{
    char closed[WR_RESREF + 2];
    snprintf(closed, sizeof closed, "%s0", model);
    const wr_entry *dwk = wr_resources_find(&taking->resources, closed, WR_RES_DWK);
    const wr_entry *mdl = wr_resources_find(&taking->resources, model, WR_RES_MDL);
    enum wr_result result = WR_OK;
    if (dwk)
        result = measure(lenient, taking, dwk, box_of_mesh, out);
    if (result == WR_OK && mdl && out->height == 0)
        result = measure(lenient, taking, mdl, box_of_model, out);
    return result;
}

enum wr_result wr_taking_door_size(struct wr_taking *taking, const struct wr_gff *blueprint,
                                   wr_taken_size *out)
{
    char model[WR_RESREF + 1];
    struct wr_context *lenient = wr_taking_lenient(taking);
    *out = (wr_taken_size){0, 0};
    if (!lenient)
        return WR_NO_MEMORY;
    const struct wr_twoda *table = table_of(lenient, taking);
    uint32_t row = (uint32_t)wr_gff_whole(blueprint->root, "GenericType", 0);
    const char *name = table ? wr_twoda_cell(table, row, "modelname") : NULL;
    enum wr_result result = table ? WR_OK : wr_no_memory(taking->context);
    if (name && wr_taken_name(name, model))
        result = measure_model(lenient, taking, model, out);
    wr_context_destroy(lenient);
    return result;
}
