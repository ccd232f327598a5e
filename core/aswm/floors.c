/* Materials and floors. Source: formats/aswm, 7; formats/bwm, 3.4. */
#include "core/aswm/floors.h"

#include "core/walkmesh/walkmesh.h"

const char *const wr_aswm_floor_names[WR_ASWM_FLOOR_COUNT + 1] = {
    "dirt",  "grass", "stone",  "wood",  "carpet",  "metal",
    "swamp", "mud",   "leaves", "water", "puddles", NULL};

enum { NOT_WALKABLE = 7, STONE = 4, DOOR = 18, TRIGGER = 30 };

static const struct {
    uint8_t material;
    uint16_t floor;
} floors[] = {
    {1, WR_ASWM_DIRT},   {3, WR_ASWM_GRASS},  {STONE, WR_ASWM_STONE}, {5, WR_ASWM_WOOD},
    {6, WR_ASWM_WATER},  {9, WR_ASWM_CARPET}, {10, WR_ASWM_METAL},    {11, WR_ASWM_PUDDLES},
    {12, WR_ASWM_SWAMP}, {13, WR_ASWM_MUD},   {14, WR_ASWM_LEAVES},
};
enum { FLOORS = sizeof floors / sizeof *floors };

uint16_t wr_aswm_flags_of(uint32_t material, uint64_t walkable)
{
    if (!wr_material_in(walkable, material))
        return 0;
    for (int i = 0; i < FLOORS; i++)
        if (floors[i].material == material)
            return (uint16_t)(WR_ASWM_WALKABLE | floors[i].floor);
    return WR_ASWM_WALKABLE | WR_ASWM_STONE;
}

uint32_t wr_aswm_material_of(uint16_t flags)
{
    if (!(flags & WR_ASWM_WALKABLE))
        return NOT_WALKABLE;
    for (int i = 0; i < FLOORS; i++)
        if (flags & floors[i].floor)
            return floors[i].material;
    return STONE;
}

/* The floor of the first neighbour that has one of its own; that of the face, where none has.
 */
static uint16_t floor_beside(const struct wr_walkmesh *mesh, uint32_t face, uint64_t walkable)
{
    if (face < mesh->walkable_count && mesh->adjacency)
        for (int i = 0; i < 3; i++) {
            int32_t edge = mesh->adjacency[face][i];
            uint32_t material = edge >= 0 ? mesh->materials[edge / 3] : DOOR;
            if (material != DOOR && material != TRIGGER)
                return wr_aswm_flags_of(material, walkable);
        }
    return wr_aswm_flags_of(mesh->materials[face], walkable);
}

enum wr_result wr_aswm_soup_of(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_walkmesh *mesh, uint64_t walkable,
                               struct wr_aswm_soup *out)
{
    uint16_t *flags = WR_TAKE(arena, uint16_t, mesh->face_count);
    *out = (struct wr_aswm_soup){mesh->vertices, mesh->faces, flags, mesh->vertex_count,
                                 mesh->face_count};
    if (!flags)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        uint32_t material = mesh->materials[i];
        bool between = material == DOOR || material == TRIGGER;
        flags[i] = between && wr_material_in(walkable, material)
                       ? floor_beside(mesh, i, walkable)
                       : wr_aswm_flags_of(material, walkable);
    }
    return WR_OK;
}

enum wr_result wr_aswm_triangles(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_aswm *mesh, wr_triangles *out)
{
    wr_face *faces = WR_TAKE(arena, wr_face, mesh->triangle_count);
    uint32_t *materials = WR_TAKE(arena, uint32_t, mesh->triangle_count);
    *out = (wr_triangles){mesh->vertices, faces, materials, mesh->vertex_count,
                          mesh->triangle_count};
    if (!faces || !materials)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const wr_aswm_triangle *triangle = &mesh->triangles[i];
        bool clockwise = triangle->flags & WR_ASWM_CLOCKWISE;
        faces[i] = (wr_face){
            {triangle->v[0], triangle->v[clockwise ? 2 : 1], triangle->v[clockwise ? 1 : 2]}};
        materials[i] = wr_aswm_material_of(triangle->flags);
    }
    return WR_OK;
}
