/* Ways over a baked walkmesh. Source: formats/aswm, 2. */
#include "core/aswm/way.h"

#include "core/base/math.h"

/* ---- Which triangle is it ------------------------------------------------------------------
 */

static double left_of(const wr_vec3 *a, const wr_vec3 *b, double x, double y)
{
    return ((double)b->x - a->x) * (y - a->y) - (x - a->x) * ((double)b->y - a->y);
}

static bool is_over(const struct wr_aswm *mesh, uint32_t index, double x, double y)
{
    const wr_aswm_triangle *triangle = &mesh->triangles[index];
    bool left = false, right = false;
    for (int i = 0; i < 3; i++) {
        double side = left_of(&mesh->vertices[triangle->v[i]],
                              &mesh->vertices[triangle->v[i == 2 ? 0 : i + 1]], x, y);
        left |= side > 0;
        right |= side < 0;
    }
    return left != right && (triangle->flags & WR_ASWM_WALKABLE);
}

static uint32_t search_tile(const struct wr_aswm *mesh, int64_t column, int64_t row, double x,
                            double y)
{
    if (column < 0 || row < 0 || column >= mesh->width || row >= mesh->height)
        return WR_ASWM_NONE;
    const wr_aswm_tile *tile = &mesh->tiles[(size_t)row * mesh->width + (size_t)column];
    for (uint32_t i = tile->first; i < tile->first + tile->triangle_count; i++)
        if (is_over(mesh, i, x, y))
            return i;
    return WR_ASWM_NONE;
}

uint32_t wr_aswm_triangle_over(const struct wr_aswm *mesh, double x, double y)
{
    double column = x / (double)mesh->tile_width, row = y / (double)mesh->tile_width;
    if (!(column > -2 && row > -2 && column < mesh->width + 1.0 && row < mesh->height + 1.0))
        return WR_ASWM_NONE;
    /* Rounded down, below 0 too. */
    int64_t home[2] = {(int64_t)(column + 2) - 2, (int64_t)(row + 2) - 2};
    uint32_t found = search_tile(mesh, home[0], home[1], x, y);
    for (int64_t i = 0; found == WR_ASWM_NONE && i < 9; i++)
        found = search_tile(mesh, home[0] + i % 3 - 1, home[1] + i / 3 - 1, x, y);
    return found;
}

/* ---- Steps
 * ----------------------------------------------------------------------------------- */

struct walk {
    struct wr_arena *arena;
    const struct wr_aswm *mesh;
    wr_aswm_way *way;
    bool lost, full; /* the mesh leads nowhere; memory is out */
};

static void step_to(struct walk *walk, uint32_t triangle)
{
    wr_aswm_way *way = walk->way;
    uint32_t *more =
        wr_arena_more(walk->arena, way->triangles, way->count, sizeof *way->triangles);
    /* Whoever has been everywhere walks in a circle. */
    walk->full |= !more;
    walk->lost |= way->count > walk->mesh->triangle_count;
    if (walk->full || walk->lost)
        return;
    way->triangles = more;
    if (way->count > 0) {
        const wr_aswm_triangle *a = &walk->mesh->triangles[more[way->count - 1]];
        const wr_aswm_triangle *b = &walk->mesh->triangles[triangle];
        double x = (double)a->x - b->x, y = (double)a->y - b->y;
        way->length += sqrt(x * x + y * y);
    }
    more[way->count++] = triangle;
}

static uint32_t here(const struct walk *walk)
{
    return walk->way->triangles[walk->way->count - 1];
}

static bool goes_on(const struct walk *walk)
{
    return !walk->lost && !walk->full;
}

static bool is_linked(const wr_aswm_triangle *triangle, uint32_t to)
{
    return triangle->link[0] == to || triangle->link[1] == to || triangle->link[2] == to;
}

/* The tile that a triangle lies in: the last that does not start behind it. */
static const wr_aswm_tile *tile_of(const struct wr_aswm *mesh, uint32_t triangle)
{
    uint32_t low = 0, high = wr_aswm_tile_count(mesh);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (mesh->tiles[middle].first <= triangle)
            low = middle;
        else
            high = middle;
    }
    return &mesh->tiles[low];
}

/* One step by the table of a tile. */
static void follow(struct walk *walk, const wr_aswm_tile *tile, uint32_t goal)
{
    const wr_aswm_table *table = &tile->table;
    uint32_t from = table->local_to_node[here(walk) - tile->first];
    uint32_t to = table->local_to_node[goal - tile->first], next = WR_ASWM_NO_NODE;
    if (from < table->node_count && to < table->node_count)
        next = table->next[from * table->node_count + to];
    walk->lost |= next == WR_ASWM_NO_NODE;
    if (walk->lost)
        return;
    uint32_t triangle = tile->first + table->node_to_local[next & ~(uint32_t)WR_ASWM_SEEN];
    walk->lost |= !is_linked(&walk->mesh->triangles[here(walk)], triangle);
    if (!walk->lost)
        step_to(walk, triangle);
}

/* To a triangle of the same tile. */
static void cross_tile(struct walk *walk, uint32_t goal)
{
    const wr_aswm_tile *tile = tile_of(walk->mesh, here(walk));
    walk->lost |= goal < tile->first || goal - tile->first >= tile->triangle_count ||
                  tile->table.local_count != tile->triangle_count;
    while (goes_on(walk) && here(walk) != goal)
        follow(walk, tile, goal);
}

/* To the next island, by the triangle that is its exit there. */
static void leave_island(struct walk *walk, uint32_t next)
{
    const struct wr_aswm *mesh = walk->mesh;
    const wr_aswm_island *island = &mesh->islands[mesh->triangles[here(walk)].island];
    uint32_t way = 0, beyond = WR_ASWM_NONE;
    while (way < island->way_count && island->next[way] != next)
        way++;
    walk->lost |= way == island->way_count;
    if (walk->lost)
        return;
    cross_tile(walk, island->exit[way]);
    const uint32_t *link = mesh->triangles[island->exit[way]].link;
    for (int slot = 0; slot < 3 && beyond == WR_ASWM_NONE; slot++)
        if (link[slot] != WR_ASWM_NONE && mesh->triangles[link[slot]].island == next)
            beyond = link[slot];
    walk->lost |= beyond == WR_ASWM_NONE;
    if (goes_on(walk))
        step_to(walk, beyond);
}

static void walk_to(struct walk *walk, uint32_t goal)
{
    const struct wr_aswm *mesh = walk->mesh;
    uint32_t home = mesh->triangles[goal].island;
    for (uint32_t at; goes_on(walk) && (at = mesh->triangles[here(walk)].island) != home;) {
        uint32_t next = WR_ASWM_NO_ISLAND;
        if (at < mesh->island_count && home < mesh->island_count)
            next = mesh->routes[(size_t)at * mesh->island_count + home].next;
        walk->lost |= next == WR_ASWM_NO_ISLAND;
        if (!walk->lost)
            leave_island(walk, next);
    }
    if (goes_on(walk))
        cross_tile(walk, goal);
}

enum wr_result wr_aswm_find_way(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_aswm *mesh, uint32_t from, uint32_t to,
                                wr_aswm_way *out)
{
    struct walk walk = {arena, mesh, out, false, false};
    *out = (wr_aswm_way){0};
    step_to(&walk, from);
    if (goes_on(&walk))
        walk_to(&walk, to);
    if (walk.full)
        return wr_no_memory(context);
    if (walk.lost)
        *out = (wr_aswm_way){0};
    return WR_OK;
}
