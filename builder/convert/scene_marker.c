/* Markers in a scene: where they stand, what they say, their shapes. */
#include "builder/convert/scene_marker.h"

#include "kits/kit.h"
#include "kits/marker_row.h"

#include <stdio.h>

/* ---- Shapes --------------------------------------------------------------------------------
 */

/* A fan: of a shape without dents that is the shape. */
static uint32_t add_fan(struct wr_scening *scening, const char *name, const wr_vec3 *corners,
                        uint32_t count)
{
    struct wr_scene_growing *growing = &scening->growing;
    wr_scene_part *part = WR_ZERO(scening->arena, wr_scene_part, 1);
    uint32_t(*triangles)[3] = wr_arena_take(scening->arena, count, sizeof *triangles);
    const wr_vec3 *points = wr_arena_copy(scening->arena, corners, count, sizeof *corners);
    growing->failed |= !part || !triangles || !points;
    if (growing->failed)
        return WR_SCENE_NONE;
    for (uint32_t i = 2; i < count; i++) {
        triangles[i - 2][0] = 0;
        triangles[i - 2][1] = i - 1;
        triangles[i - 2][2] = i;
    }
    *part = (wr_scene_part){.points = points,
                            .point_count = count,
                            .triangles = (const uint32_t(*)[3])triangles,
                            .triangle_count = count - 2,
                            .material = scening->shapes};
    return wr_scene_add_mesh(growing,
                             &(wr_scene_mesh){.name = name, .parts = part, .part_count = 1});
}

/* Of the node that was stood last; it is not turned. */
static void give_shape(struct wr_scening *scening, const wr_marker *marker)
{
    struct wr_scene *scene = &scening->growing.scene;
    const wr_scene_material look = {.name = "shape",
                                    .image = WR_SCENE_NONE,
                                    .colour = {1, 0.6f, 0.1f, 0.4f},
                                    .clear = true};
    if (marker->corner_count < 3 || scening->growing.failed)
        return;
    if (scening->shapes == WR_SCENE_NONE)
        scening->shapes = wr_scene_add_material(&scening->growing, &look);
    uint32_t mesh = add_fan(scening, marker->name, marker->corners, marker->corner_count);
    if (!scening->growing.failed)
        scene->nodes[scene->node_count - 1].mesh = mesh;
}

/* ---- What it says --------------------------------------------------------------------------
 */

/* Spots where creatures of an encounter appear hang on it. */
static void lay_arrivals(struct wr_scening *scening, uint32_t node, const wr_marker *marker)
{
    for (uint32_t i = 0; i < marker->arrival_count; i++) {
        char number[16];
        const wr_arrival *arrival = &marker->arrivals[i];
        const wr_affine own = wr_affine_facing(
            wr_narrow(wr_sub(wr_widen(arrival->position), wr_widen(marker->position))),
            (double)arrival->facing);
        snprintf(number, sizeof number, "%u", (unsigned)i);
        wr_scening_stand(scening, node, "arrival", number, &own);
    }
}

static void add_camera(struct wr_scening *scening, const wr_camera *camera)
{
    wr_scening_extra_number(scening, "number", (float)camera->number);
    wr_scening_extra_number(scening, "pitch", camera->pitch);
    wr_scening_extra_number(scening, "height", camera->height);
    wr_scening_extra_number(scening, "view", camera->view);
    wr_scening_extra_number(scening, "range", camera->range);
}

void wr_scening_marker(struct wr_scening *scening, uint32_t parent, const wr_marker *marker,
                       const char *tag)
{
    const wr_affine own = wr_affine_facing(marker->position, (double)wr_marker_facing(marker));
    uint32_t node = wr_scening_stand(scening, parent, wr_marker_kind_name(marker->kind),
                                     marker->name, &own);
    for (uint32_t i = 0; i < marker->pair_count; i++)
        wr_scening_extra(scening, marker->pairs[i].key, marker->pairs[i].value);
    if (!wr_marker_value(marker, "tag"))
        wr_scening_extra(scening, "tag", tag);
    if (marker->camera)
        add_camera(scening, marker->camera);
    give_shape(scening, marker);
    lay_arrivals(scening, node, marker);
}
