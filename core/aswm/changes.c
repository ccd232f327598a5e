/* What somebody may want changed in an area that is baked already. */
#include "core/aswm/changes.h"

#include "core/aswm/baking.h"

#include <inttypes.h>
#include <string.h>

/* ---- Garbage -------------------------------------------------------------------------------
 */

void wr_aswm_clean(struct wr_aswm *mesh)
{
    memset(mesh->name, 0, sizeof mesh->name);
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++)
        memset(mesh->tiles[i].name, 0, WR_ASWM_NAME);
    for (uint32_t i = 0; i < mesh->island_count; i++)
        mesh->islands[i].tile = 0;
    for (size_t i = 0; i < (size_t)mesh->island_count * mesh->island_count; i++) {
        mesh->routes[i].pad = 0;
        if (mesh->routes[i].next == WR_ASWM_NO_ISLAND)
            mesh->routes[i].weight = 0;
    }
}

/* ---- Floors --------------------------------------------------------------------------------
 */

static uint16_t floor_for(uint16_t flags, const struct wr_aswm_refloor *refloor)
{
    if (!(flags & WR_ASWM_FLOORS))
        return flags & WR_ASWM_WALKABLE ? refloor->none : 0;
    for (int i = 0; i < WR_ASWM_FLOOR_COUNT; i++)
        if (flags & WR_ASWM_DIRT << i && refloor->to[i])
            return refloor->to[i];
    return 0;
}

void wr_aswm_refloor(struct wr_aswm *mesh, const struct wr_aswm_refloor *refloor)
{
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        uint16_t *flags = &mesh->triangles[i].flags, floor = floor_for(*flags, refloor);
        if (floor)
            *flags = (uint16_t)((*flags & ~(unsigned)WR_ASWM_FLOORS) | floor);
    }
}

/* ---- Borders -------------------------------------------------------------------------------
 */

/* The new numbers of what stays; WR_ASWM_NONE for what goes. */
struct stripping {
    struct wr_aswm *mesh;
    uint32_t *triangles, *edges, *vertices, *islands;
};

static bool is_in_border(const struct wr_aswm *mesh, uint32_t tile)
{
    uint64_t column = tile % mesh->width, row = tile / mesh->width, border = mesh->border;
    return column < border || row < border || column + border >= mesh->width ||
           row + border >= mesh->height;
}

static uint32_t number_triangles(struct stripping *stripping)
{
    const struct wr_aswm *mesh = stripping->mesh;
    uint32_t count = 0;
    for (uint32_t t = 0; t < wr_aswm_tile_count(mesh); t++) {
        const wr_aswm_tile *tile = &mesh->tiles[t];
        bool goes = is_in_border(mesh, t);
        for (uint32_t i = 0; i < tile->triangle_count; i++)
            stripping->triangles[tile->first + i] = goes ? WR_ASWM_NONE : count++;
    }
    return count;
}

/* Marks by anything but WR_ASWM_NONE become numbers, ascending. */
static uint32_t number(uint32_t *marks, uint32_t count)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++)
        if (marks[i] != WR_ASWM_NONE)
            marks[i] = next++;
    return next;
}

static void mark_used(struct stripping *stripping)
{
    const struct wr_aswm *mesh = stripping->mesh;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const wr_aswm_triangle *triangle = &mesh->triangles[i];
        if (stripping->triangles[i] == WR_ASWM_NONE)
            continue;
        for (int k = 0; k < 3; k++) {
            stripping->vertices[triangle->v[k]] = 0;
            stripping->edges[triangle->edge[k]] = 0;
        }
        if (triangle->island < mesh->island_count)
            stripping->islands[triangle->island] = 0;
    }
}

static uint32_t moved(const uint32_t *numbers, uint32_t old)
{
    return old == WR_ASWM_NONE ? WR_ASWM_NONE : numbers[old];
}

static void move_triangles(struct stripping *stripping)
{
    struct wr_aswm *mesh = stripping->mesh;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t to = stripping->triangles[i];
        if (to == WR_ASWM_NONE)
            continue;
        wr_aswm_triangle triangle = mesh->triangles[i];
        for (int k = 0; k < 3; k++) {
            triangle.v[k] = stripping->vertices[triangle.v[k]];
            triangle.edge[k] = stripping->edges[triangle.edge[k]];
            triangle.link[k] = moved(stripping->triangles, triangle.link[k]);
        }
        if (triangle.island < mesh->island_count)
            triangle.island = (uint16_t)stripping->islands[triangle.island];
        mesh->triangles[to] = triangle;
    }
}

/* An edge that loses its first triangle has the other one first. */
static void move_edges(struct stripping *stripping)
{
    struct wr_aswm *mesh = stripping->mesh;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        if (stripping->edges[i] == WR_ASWM_NONE)
            continue;
        wr_aswm_edge edge = mesh->edges[i];
        uint32_t first = moved(stripping->triangles, edge.triangle[0]);
        uint32_t second = moved(stripping->triangles, edge.triangle[1]);
        edge.v[0] = stripping->vertices[edge.v[0]];
        edge.v[1] = stripping->vertices[edge.v[1]];
        edge.triangle[0] = first == WR_ASWM_NONE ? second : first;
        edge.triangle[1] = first == WR_ASWM_NONE ? WR_ASWM_NONE : second;
        mesh->edges[stripping->edges[i]] = edge;
    }
}

static void empty_tiles(struct wr_aswm *mesh)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++) {
        wr_aswm_tile *tile = &mesh->tiles[i];
        if (is_in_border(mesh, i)) {
            tile->vertex_count = tile->edge_count = tile->triangle_count = 0;
            tile->table = (wr_aswm_table){0};
        }
        tile->first = first;
        first += tile->triangle_count;
    }
}

/* Whether each walkable triangle that stays has an island, and each edge is between vertices of
 * such: an area that was damaged is not changed further. */
static bool is_sound(const struct stripping *stripping)
{
    const struct wr_aswm *mesh = stripping->mesh;
    bool sound = true;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        if (stripping->triangles[i] != WR_ASWM_NONE && wr_aswm_walkable(mesh, i))
            sound &= mesh->island_count == 0 || mesh->triangles[i].island < mesh->island_count;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (stripping->edges[i] != WR_ASWM_NONE)
            sound &= stripping->vertices[mesh->edges[i].v[0]] != WR_ASWM_NONE &&
                     stripping->vertices[mesh->edges[i].v[1]] != WR_ASWM_NONE;
    return sound;
}

static bool start(struct stripping *stripping, struct wr_arena *arena)
{
    const struct wr_aswm *mesh = stripping->mesh;
    struct {
        uint32_t **numbers, count;
    } kinds[] = {{&stripping->triangles, mesh->triangle_count},
                 {&stripping->edges, mesh->edge_count},
                 {&stripping->vertices, mesh->vertex_count},
                 {&stripping->islands, mesh->island_count}};
    for (int i = 0; i < 4; i++) {
        *kinds[i].numbers = WR_TAKE(arena, uint32_t, kinds[i].count);
        if (!*kinds[i].numbers)
            return false;
        memset(*kinds[i].numbers, UINT8_MAX, sizeof(uint32_t) * kinds[i].count);
    }
    return true;
}

static enum wr_result move_all(struct wr_context *context, struct wr_arena *arena,
                               struct stripping *stripping, uint32_t left)
{
    struct wr_aswm *mesh = stripping->mesh;
    bool baked = mesh->island_count > 0;
    uint32_t vertices = number(stripping->vertices, mesh->vertex_count);
    uint32_t edges = number(stripping->edges, mesh->edge_count);
    uint32_t islands = number(stripping->islands, mesh->island_count);
    move_triangles(stripping);
    move_edges(stripping);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (stripping->vertices[i] != WR_ASWM_NONE)
            mesh->vertices[stripping->vertices[i]] = mesh->vertices[i];
    empty_tiles(mesh);
    mesh->triangle_count = left;
    mesh->vertex_count = vertices;
    mesh->edge_count = edges;
    mesh->island_count = islands;
    if (!baked)
        return WR_OK;
    enum wr_result result = wr_aswm_islands(context, arena, mesh);
    return result == WR_OK ? wr_aswm_routes(context, arena, mesh) : result;
}

enum wr_result wr_aswm_strip(struct wr_context *context, struct wr_arena *arena,
                             struct wr_aswm *mesh, wr_where where)
{
    struct stripping stripping = {.mesh = mesh};
    if (!start(&stripping, arena))
        return wr_no_memory(context);
    uint32_t left = number_triangles(&stripping);
    if (left == mesh->triangle_count)
        return WR_OK;
    if (left == 0)
        return wr_fail(context, WR_INVALID, where, "aswm-outside", NULL,
                       "all of the mesh lies in the area's border of %" PRIu32 " tiles",
                       mesh->border);
    mark_used(&stripping);
    if (!is_sound(&stripping))
        return wr_fail(context, WR_INVALID, where, "convert-border",
                       "'warren check' says what is wrong, 'warren bake' mends it",
                       "islands or edges of the area are wrong, so that its border cannot be "
                       "taken off");
    return move_all(context, arena, &stripping, left);
}
