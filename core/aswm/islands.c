/* The islands of a walkmesh, and the ways between them. Source: formats/aswm, 2. */
#include "core/aswm/baking.h"

#include "core/base/math.h"

#include <string.h>

/* The triangles of each island, ascending. */
struct members {
    uint32_t *starts; /* one an island and one more */
    uint32_t *triangles;
};

static bool find_members(const struct wr_aswm *mesh, struct wr_arena *arena,
                         struct members *out)
{
    uint32_t sum = 0;
    out->starts = WR_ZERO(arena, uint32_t, mesh->island_count + (size_t)1);
    out->triangles = WR_TAKE(arena, uint32_t, mesh->triangle_count);
    if (!out->starts || !out->triangles)
        return false;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        if (wr_aswm_walkable(mesh, i))
            out->starts[mesh->triangles[i].island]++;
    for (uint32_t i = 0; i <= mesh->island_count; i++) {
        uint32_t here = out->starts[i];
        out->starts[i] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        if (wr_aswm_walkable(mesh, i))
            out->triangles[out->starts[mesh->triangles[i].island]++] = i;
    for (uint32_t i = mesh->island_count; i > 0; i--)
        out->starts[i] = out->starts[i - 1];
    out->starts[0] = 0;
    return true;
}

static wr_vec3 centre_of(const struct wr_aswm *mesh, const uint32_t *triangles, uint32_t count)
{
    double x = 0, y = 0;
    for (uint32_t i = 0; i < count; i++) {
        x += mesh->triangles[triangles[i]].x;
        y += mesh->triangles[triangles[i]].y;
    }
    return wr_vec3_of((float)(x / count), (float)(y / count), 0);
}

static float between(wr_vec3 a, wr_vec3 b)
{
    double x = (double)a.x - b.x, y = (double)a.y - b.y;
    return (float)sqrt(x * x + y * y);
}

/* The islands that a triangle of this one is linked to and none before it was; `seen` says of
 * each which island it was last noted for. */
static uint32_t find_ways(const struct wr_aswm *mesh, uint32_t island, uint32_t triangle,
                          uint32_t *seen, uint32_t out[3])
{
    uint32_t count = 0;
    for (int slot = 0; slot < 3; slot++) {
        uint32_t link = mesh->triangles[triangle].link[slot];
        uint32_t other =
            link == WR_ASWM_NONE ? WR_ASWM_NO_ISLAND : mesh->triangles[link].island;
        if (other == WR_ASWM_NO_ISLAND || other == island || seen[other] == island)
            continue;
        seen[other] = island;
        out[count++] = other;
    }
    return count;
}

static void make_island(struct wr_aswm *mesh, uint32_t index, const struct members *members,
                        uint32_t *seen, uint32_t *ways, uint32_t *exits)
{
    wr_aswm_island *island = &mesh->islands[index];
    const uint32_t *triangles = members->triangles + members->starts[index];
    uint32_t count = members->starts[index + 1] - members->starts[index];
    *island = (wr_aswm_island){.index = index, .triangle_count = count};
    island->centre = centre_of(mesh, triangles, count);
    island->next = ways;
    island->exit = exits;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t found[3], more = find_ways(mesh, index, triangles[i], seen, found);
        for (uint32_t way = 0; way < more; way++) {
            ways[island->way_count] = found[way];
            exits[island->way_count++] = triangles[i];
        }
    }
}

/* Links between islands there are: no more ways than those. */
static size_t most_ways(const struct wr_aswm *mesh)
{
    size_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        for (int slot = 0; slot < 3; slot++) {
            uint32_t link = mesh->triangles[i].link[slot];
            count += wr_aswm_walkable(mesh, i) && link != WR_ASWM_NONE &&
                     wr_aswm_walkable(mesh, link) &&
                     mesh->triangles[link].island != mesh->triangles[i].island;
        }
    return count;
}

static void measure_ways(struct wr_aswm *mesh, float *distances)
{
    for (uint32_t i = 0; i < mesh->island_count; i++) {
        wr_aswm_island *island = &mesh->islands[i];
        island->distance = distances;
        for (uint32_t way = 0; way < island->way_count; way++)
            distances[way] = between(island->centre, mesh->islands[island->next[way]].centre);
        distances += island->way_count;
    }
}

enum wr_result wr_aswm_islands(struct wr_context *context, struct wr_arena *arena,
                               struct wr_aswm *mesh)
{
    size_t most = most_ways(mesh);
    struct members members;
    uint32_t *ways = WR_TAKE(arena, uint32_t, most), *exits = WR_TAKE(arena, uint32_t, most);
    float *distances = WR_TAKE(arena, float, most);
    uint32_t *seen = WR_TAKE(arena, uint32_t, mesh->island_count);
    mesh->islands = WR_TAKE(arena, wr_aswm_island, mesh->island_count);
    if (!ways || !exits || !distances || !seen || !mesh->islands ||
        !find_members(mesh, arena, &members))
        return wr_no_memory(context);
    memset(seen, UINT8_MAX, sizeof *seen * mesh->island_count);
    for (uint32_t i = 0; i < mesh->island_count; i++) {
        make_island(mesh, i, &members, seen, ways, exits);
        ways += mesh->islands[i].way_count;
        exits += mesh->islands[i].way_count;
    }
    measure_ways(mesh, distances);
    return WR_OK;
}
