/* Painting links on corners: green is so much more than the room. Source: formats/ascii-wok,
 * roomlinks. */
#include "core/scene/paint.h"

#include <string.h>

struct painting {
    enum wr_scene_paint paint;
    const wr_scene_mesh *mesh;
    int32_t *rooms; /* one a side of each triangle; -1: none */
    wr_vec3 *points;
    float (*colours)[4];
    uint32_t (*triangles)[3];
    uint32_t done; /* triangles */
};

static uint32_t count_triangles(const wr_scene_mesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        count += mesh->parts[i].triangle_count;
    return count;
}

/* Both corners of a side are painted where a face then has other sides that look painted too:
 * it gets one link. */
static uint32_t list_rooms(struct painting *painting, uint32_t count)
{
    uint32_t most = UINT8_MAX - (uint32_t)painting->paint, unpainted = 0;
    memset(painting->rooms, 0xff, sizeof *painting->rooms * 3 * count);
    for (uint32_t i = 0; i < painting->mesh->link_count; i++) {
        uint32_t edge = painting->mesh->links[2 * i], room = painting->mesh->links[2 * i + 1];
        const int32_t *sides = &painting->rooms[edge - edge % 3];
        bool taken = painting->paint == WR_PAINT_SIDE &&
                     (sides[0] >= 0 || sides[1] >= 0 || sides[2] >= 0);
        if (room > most || taken)
            unpainted++;
        else
            painting->rooms[edge] = (int32_t)room;
    }
    return unpainted;
}

static void paint_corner(struct painting *painting, uint32_t corner, const int32_t rooms[3],
                         uint32_t k)
{
    int32_t room = rooms[k];
    if (room < 0 && painting->paint == WR_PAINT_SIDE)
        room = rooms[(k + 2) % 3];
    float green = room < 0 ? 1 : (float)(painting->paint + (uint32_t)room) / UINT8_MAX;
    float other = room < 0 ? 1.0f : 0.0f;
    memcpy(painting->colours[corner], (float[4]){other, green, other, 1},
           sizeof *painting->colours);
}

static void paint_part(struct painting *painting, const wr_scene_part *from, wr_scene_part *out)
{
    uint32_t first = painting->done;
    *out = *from;
    out->points = painting->points + 3 * (size_t)first;
    out->colours = (const float(*)[4])(painting->colours + 3 * (size_t)first);
    out->triangles = (const uint32_t(*)[3])(painting->triangles + first);
    out->point_count = 3 * from->triangle_count;
    out->normals = NULL;
    out->uvs = NULL;
    for (uint32_t i = 0; i < from->triangle_count; i++, painting->done++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t corner = 3 * painting->done + k;
            painting->points[corner] = from->points[from->triangles[i][k]];
            painting->triangles[painting->done][k] = 3 * i + k;
            paint_corner(painting, corner, &painting->rooms[3 * (size_t)painting->done], k);
        }
}

bool wr_scene_paint_links(struct wr_arena *arena, enum wr_scene_paint paint,
                          wr_scene_mesh *mesh, uint32_t *unpainted)
{
    uint32_t count = count_triangles(mesh);
    struct painting painting = {.paint = paint, .mesh = mesh};
    wr_scene_part *parts = WR_TAKE(arena, wr_scene_part, mesh->part_count);
    painting.rooms = WR_TAKE(arena, int32_t, 3 * (size_t)count);
    painting.points = WR_TAKE(arena, wr_vec3, 3 * (size_t)count);
    painting.colours = wr_arena_take(arena, 3 * (size_t)count, sizeof *painting.colours);
    painting.triangles = wr_arena_take(arena, count, sizeof *painting.triangles);
    if (!parts || !painting.rooms || !painting.points || !painting.colours ||
        !painting.triangles)
        return false;
    *unpainted += list_rooms(&painting, count);
    for (uint32_t i = 0; i < mesh->part_count; i++)
        paint_part(&painting, &mesh->parts[i], &parts[i]);
    mesh->parts = parts;
    return true;
}
