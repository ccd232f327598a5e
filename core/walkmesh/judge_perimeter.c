/* Judging adjacency, edges, perimeters and islands of a room whose faces are in order. Source:
 * formats/bwm, 3.6 and 3.7. */
#include "core/walkmesh/adjacency.h"
#include "core/walkmesh/judging.h"
#include "core/walkmesh/perimeter.h"

#include <inttypes.h>
#include <string.h>

static const char rebuild[] = "`warren rebuild` makes this table anew";

static void judge_adjacency(struct wr_mesh_judging *judging, const struct wr_walkmesh *fresh)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault fault = {0};
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        if (memcmp(mesh->adjacency[f], fresh->adjacency[f], sizeof *mesh->adjacency) != 0)
            wr_fault_add(&fault, f);
    wr_mesh_judging_charge(judging, &fault,
                           &(struct wr_charge){WR_ERROR, WR_TABLE_ADJACENCY, "wok-adjacency",
                                               "face", "is not linked as its shared edges say",
                                               rebuild});
}

/* Every open edge once and nothing else. `listed` has a byte an edge. True when so. */
static bool judge_edges(struct wr_mesh_judging *judging, const struct wr_walkmesh *fresh,
                        uint8_t *listed)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    const int32_t *across = fresh->adjacency[0];
    struct wr_fault wrong = {0}, missing = {0}, transition = {0};
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        uint32_t edge = mesh->edges[i].edge;
        if (edge / 3 >= mesh->walkable_count || across[edge] >= 0 || listed[edge]++)
            wr_fault_add(&wrong, i);
        if (mesh->edges[i].transition < -1)
            wr_fault_add(&transition, i);
    }
    for (uint32_t edge = 0; edge < 3 * mesh->walkable_count; edge++)
        if (across[edge] < 0 && !listed[edge])
            wr_fault_add(&missing, edge / 3);
    wr_mesh_judging_charge(judging, &wrong,
                           &(struct wr_charge){WR_ERROR, WR_TABLE_EDGES, "wok-edge", "entry",
                                               "of the edge table is not an open edge, or is "
                                               "listed twice",
                                               rebuild});
    wr_mesh_judging_charge(
        judging, &missing,
        &(struct wr_charge){WR_ERROR, WR_TABLE_FACES, "wok-edge-missing", "face",
                            "has an open edge that the edge table lacks", rebuild});
    wr_mesh_judging_charge(
        judging, &transition,
        &(struct wr_charge){WR_ERROR, WR_TABLE_EDGES, "wok-transition", "entry",
                            "of the edge table leads to a room below -1", NULL});
    return wrong.count == 0 && missing.count == 0;
}

/* The loops end one after the other and together take every edge. */
static bool judge_ends(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    uint32_t end = 0;
    bool rising = true;
    for (uint32_t i = 0; i < mesh->perimeter_count && rising; i++) {
        rising = mesh->perimeters[i] > end && mesh->perimeters[i] <= mesh->edge_count;
        end = mesh->perimeters[i];
    }
    if (rising && end == mesh->edge_count)
        return true;
    judging->wrong = true;
    wr_fail(judging->context, WR_INVALID, wr_mesh_judging_row(judging, WR_TABLE_PERIMETERS, 0),
            "wok-perimeter", rebuild,
            rising ? "the %" PRIu32 " loops end at edge %" PRIu32 " of %" PRIu32
                   : "the ends of the %" PRIu32 " loops do not rise (%" PRIu32
                     ") up to the number of edges, %" PRIu32,
            mesh->perimeter_count, end, mesh->edge_count);
    return false;
}

static bool loop_closes(const struct wr_walkmesh *mesh, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        uint32_t next = i + 1 < end ? i + 1 : first;
        if (wr_edge_end(mesh, mesh->edges[i].edge) !=
            wr_edge_start(mesh, mesh->edges[next].edge))
            return false;
    }
    return true;
}

static bool judge_loops(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault open = {0};
    for (uint32_t i = 0, first = 0; i < mesh->perimeter_count; first = mesh->perimeters[i++])
        if (!loop_closes(mesh, first, mesh->perimeters[i]))
            wr_fault_add(&open, i);
    wr_mesh_judging_charge(judging, &open,
                           &(struct wr_charge){WR_ERROR, WR_TABLE_PERIMETERS, "wok-loop",
                                               "perimeter", "is not a closed chain of edges",
                                               rebuild});
    return open.count == 0;
}

/* The game's compiler starts each loop at its lowest edge, and sorts loops by that. */
static void judge_loop_order(struct wr_mesh_judging *judging, const struct wr_walkmesh *fresh)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    bool same = mesh->perimeter_count == fresh->perimeter_count;
    for (uint32_t i = 0; i < mesh->perimeter_count && same; i++)
        same = mesh->perimeters[i] == fresh->perimeters[i];
    for (uint32_t i = 0; i < mesh->edge_count && same; i++)
        same = mesh->edges[i].edge == fresh->edges[i].edge;
    if (!same)
        wr_warn(judging->context, wr_mesh_judging_row(judging, WR_TABLE_EDGES, 0),
                "perimeter-order", rebuild,
                "the perimeters are not in the order the game's compiler gives them");
}

/* Counted by shared edges, not by the table, which may be wrong. */
static bool judge_islands(struct wr_mesh_judging *judging, const struct wr_walkmesh *fresh)
{
    uint32_t *islands = WR_TAKE(judging->scratch, uint32_t, fresh->walkable_count);
    if (!islands)
        return false;
    uint32_t count = wr_adjacency_islands(fresh, islands), face = 0;
    if (count < 2)
        return true;
    while (islands[face] == 0)
        face++;
    wr_note(judging->context, wr_mesh_judging_row(judging, WR_TABLE_FACES, face), "wok-islands",
            NULL, "the walkable faces form %" PRIu32 " islands, the second from face %" PRIu32,
            count, face);
    return true;
}

static void judge_overused(const struct wr_mesh_judging *judging, uint32_t overused)
{
    if (overused > 0)
        wr_warn(judging->context, wr_at(judging->source, WR_WHOLE_FILE), "edge-overused",
                "give every walkable face its own side of the edge",
                "%" PRIu32 " edges are shared by more than two walkable faces, or by two the "
                "same way round; they stay closed to walking",
                overused);
}

enum wr_result wr_judge_perimeter(struct wr_mesh_judging *judging)
{
    struct wr_walkmesh fresh = *judging->mesh;
    fresh.arena = judging->scratch;
    uint32_t overused;
    enum wr_result result =
        wr_adjacency_derive(judging->context, judging->scratch, &fresh, &overused);
    if (result == WR_OK)
        result = wr_perimeter_derive(judging->context, judging->scratch, &fresh, NULL, NULL);
    if (result != WR_OK)
        return result;
    uint8_t *listed =
        WR_ZERO(judging->scratch, uint8_t, 3 * (size_t)judging->mesh->walkable_count);
    if (!listed || !judge_islands(judging, &fresh))
        return wr_no_memory(judging->context);
    judge_adjacency(judging, &fresh);
    judge_overused(judging, overused);
    bool edges = judge_edges(judging, &fresh, listed);
    bool ends = judge_ends(judging);
    if (edges && ends && judge_loops(judging))
        judge_loop_order(judging, &fresh);
    return WR_OK;
}
