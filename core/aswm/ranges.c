/* What leads out of a mesh, each list of it once with the first place. Source: formats/aswm, 2
 * and what its strictest reader demands, 3. */
#include "core/aswm/ranges.h"

#include "core/base/math.h"

#include <inttypes.h>

struct judge {
    struct wr_context *context;
    const struct wr_aswm *mesh;
    const struct wr_source *source;
    enum wr_result result;
};

/* How many of a list are wrong, and the first of them. */
struct tally {
    uint32_t count, first;
};

static void note(struct tally *tally, uint32_t index)
{
    if (tally->count++ == 0)
        tally->first = index;
}

static void say(struct judge *judge, struct tally tally, size_t at, const char *slug,
                const char *things, const char *what)
{
    if (tally.count > 0)
        judge->result = wr_fail(judge->context, WR_INVALID, wr_at(judge->source, at), slug,
                                NULL, "%" PRIu32 " %s %s, the first is %" PRIu32, tally.count,
                                things, what, tally.first);
}

static void judge_vertices(struct judge *judge)
{
    const struct wr_aswm *mesh = judge->mesh;
    struct tally wrong = {0};
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (!wr_vec3_finite(mesh->vertices[i]))
            note(&wrong, i);
    say(judge, wrong, wr_aswm_vertex_at(wrong.first), "aswm-not-finite", "vertices",
        "are no finite points");
}

static void judge_edges(struct judge *judge)
{
    const struct wr_aswm *mesh = judge->mesh;
    struct tally wrong = {0};
    uint32_t vertices = mesh->vertex_count, triangles = mesh->triangle_count;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        const wr_aswm_edge *edge = &mesh->edges[i];
        bool fine = (edge->v[0] < vertices) & (edge->v[1] < vertices);
        for (int side = 0; side < 2; side++)
            fine &= (edge->triangle[side] < triangles) | (edge->triangle[side] == WR_ASWM_NONE);
        if (!fine)
            note(&wrong, i);
    }
    say(judge, wrong, wr_aswm_edge_at(mesh, wrong.first), "aswm-range", "edges",
        "lead to vertices or triangles that are not there");
}

static bool in_range(const struct wr_aswm *mesh, const wr_aswm_triangle *triangle)
{
    bool fine = true;
    for (int i = 0; i < 3; i++)
        fine &=
            (triangle->v[i] < mesh->vertex_count) & (triangle->edge[i] < mesh->edge_count) &
            ((triangle->link[i] < mesh->triangle_count) | (triangle->link[i] == WR_ASWM_NONE));
    /* A TRN names islands, but has none. */
    return fine && (triangle->island < mesh->island_count || mesh->island_count == 0 ||
                    triangle->island == WR_ASWM_NO_ISLAND);
}

static bool is_finite(const wr_aswm_triangle *triangle)
{
    return isfinite(triangle->x) && isfinite(triangle->y) && isfinite(triangle->distance) &&
           wr_vec3_finite(triangle->normal);
}

static void judge_triangles(struct judge *judge)
{
    const struct wr_aswm *mesh = judge->mesh;
    struct tally wrong = {0}, strange = {0};
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        if (!in_range(mesh, &mesh->triangles[i]))
            note(&wrong, i);
        if (!is_finite(&mesh->triangles[i]))
            note(&strange, i);
    }
    say(judge, wrong, wr_aswm_triangle_at(mesh, wrong.first), "aswm-range", "triangles",
        "lead to vertices, edges, triangles or islands that are not there");
    say(judge, strange, wr_aswm_triangle_at(mesh, strange.first), "aswm-not-finite",
        "triangles", "have a centre, normal or distance that is no finite number");
}

/* ---- Tiles ------------------------------------------------------------------------------- */

static bool table_fits(const wr_aswm_tile *tile)
{
    const wr_aswm_table *table = &tile->table;
    uint32_t nodes = table->node_count;
    bool fine =
        table->local_count == tile->triangle_count || (table->local_count == 0 && nodes == 0);
    for (uint32_t i = 0; i < table->local_count; i++)
        fine &=
            (table->local_to_node[i] < nodes) | (table->local_to_node[i] == WR_ASWM_NO_NODE);
    for (uint32_t i = 0; i < nodes; i++)
        fine &= table->node_to_local[i] < tile->triangle_count;
    for (uint32_t i = 0; i < nodes * nodes; i++)
        fine &= (uint32_t)(table->next[i] & ~WR_ASWM_SEEN) < nodes ||
                table->next[i] == WR_ASWM_NO_NODE;
    return fine && nodes <= WR_ASWM_NODES_MOST;
}

static void judge_tiles(struct judge *judge)
{
    const struct wr_aswm *mesh = judge->mesh;
    struct tally apart = {0}, wrong = {0};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++) {
        const wr_aswm_tile *tile = &mesh->tiles[i];
        if (tile->first != sum)
            note(&apart, i);
        if (!table_fits(tile))
            note(&wrong, i);
        sum += tile->triangle_count;
    }
    say(judge, apart, apart.count ? mesh->tiles[apart.first].at : 0, "aswm-tiles", "tiles",
        "do not begin where the one before them ends");
    say(judge, wrong, wrong.count ? mesh->tiles[wrong.first].at : 0, "aswm-table", "tiles",
        "have tables of triangles that they do not have");
    if (sum != mesh->triangle_count)
        judge->result =
            wr_fail(judge->context, WR_INVALID, wr_at(judge->source, 45), "aswm-tiles", NULL,
                    "the tiles have %" PRIu64 " triangles, the walkmesh %" PRIu32, sum,
                    mesh->triangle_count);
}

static void judge_grid(struct judge *judge)
{
    const struct wr_aswm *mesh = judge->mesh;
    size_t at = wr_aswm_triangle_at(mesh, mesh->triangle_count) + 4;
    if (!(mesh->tile_width > 0 && isfinite(mesh->tile_width)))
        judge->result = wr_fail(judge->context, WR_INVALID, wr_at(judge->source, at),
                                "aswm-tile-width", NULL, "tiles are no length wide");
}

/* ---- Islands ----------------------------------------------------------------------------- */

static bool ways_lead(const struct wr_aswm *mesh, const wr_aswm_island *island)
{
    bool fine = true;
    for (uint32_t i = 0; i < island->way_count; i++)
        fine &= (island->next[i] < mesh->island_count) &
                (island->exit[i] < mesh->triangle_count) & !!isfinite(island->distance[i]);
    return fine && wr_vec3_finite(island->centre);
}

static void judge_islands(struct judge *judge)
{
    const struct wr_aswm *mesh = judge->mesh;
    struct tally wrong = {0}, lost = {0};
    for (uint32_t i = 0; i < mesh->island_count; i++)
        if (!ways_lead(mesh, &mesh->islands[i]))
            note(&wrong, i);
    say(judge, wrong, wrong.count ? mesh->islands[wrong.first].at : 0, "aswm-range", "islands",
        "lead to islands or triangles that are not there");
    for (uint32_t i = 0; i < mesh->island_count * mesh->island_count; i++)
        if (mesh->routes[i].next >= mesh->island_count &&
            mesh->routes[i].next != WR_ASWM_NO_ISLAND)
            note(&lost, i);
    say(judge, lost, mesh->routes_at + (size_t)8 * lost.first, "aswm-range", "routes",
        "lead to islands that are not there");
}

enum wr_result wr_aswm_ranges(struct wr_context *context, const struct wr_aswm *mesh,
                              const struct wr_source *source)
{
    struct judge judge = {context, mesh, source, WR_OK};
    judge_vertices(&judge);
    judge_edges(&judge);
    judge_triangles(&judge);
    judge_grid(&judge);
    judge_tiles(&judge);
    judge_islands(&judge);
    return wr_context_whole(context, judge.result);
}
