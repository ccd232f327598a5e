/* Models and paths, whose lines both targets share. */
#include "core/wmp/writing.h"

#include "core/base/bytes.h"

#include <inttypes.h>
#include <string.h>

enum { FEW_SKILLS = 8, NODE_SKILLS = 6 };

/* ---- Models ------------------------------------------------------------------------------ */

static void put_skills(struct wr_wmp_writing *writing, const wr_wmp_model *model)
{
    static const double none[FEW_SKILLS] = {0};
    wr_wmp_begin_line(writing);
    if (model->skill_count > 0)
        wr_wmp_put_numbers(writing, model->skills, model->skill_count);
    else
        wr_wmp_put_numbers(writing, none, FEW_SKILLS);
    wr_wmp_end_line(writing);
}

void wr_wmp_write_model(struct wr_wmp_writing *writing, const wr_wmp_entity *entity,
                        wr_dvec3 scale)
{
    const wr_wmp_model *model = &entity->as.model;
    wr_wmp_put_point_line(writing, scale);
    wr_wmp_put_file_line(writing, entity->file);
    wr_wmp_put_name_line(writing, entity->name);
    wr_wmp_put_name_line(writing, model->action);
    put_skills(writing, model);
    wr_wmp_put_flags_line(writing, entity->flags);
    wr_wmp_put_number_line(writing, model->ambient);
}

/* ---- Paths ------------------------------------------------------------------------------- */

static void put_edge(struct wr_wmp_writing *writing, const wr_dvec3 *nodes,
                     const wr_wmp_path_edge *edge)
{
    double length = wr_length(wr_sub(nodes[edge->to], nodes[edge->from]));
    /* What is one length is another weight; one that an author set stays. */
    bool build = writing->level->dialect == WR_WMP_BUILD;
    double weight = build == writing->build ? edge->weight : writing->build ? length : 1;
    wr_wmp_begin_line(writing);
    wr_bytes_print(writing->out, "%" PRIu32 " %" PRIu32 " ", edge->from + 1, edge->to + 1);
    wr_wmp_put_numbers(
        writing, (const double[4]){weight, edge->skills[0], edge->skills[1], edge->skills[2]},
        4);
    wr_wmp_end_line(writing);
}

static void put_count(struct wr_wmp_writing *writing, uint64_t count)
{
    wr_wmp_begin_line(writing);
    wr_bytes_print(writing->out, "%" PRIu64, count);
    wr_wmp_end_line(writing);
}

static void put_nodes(struct wr_wmp_writing *writing, const wr_wmp_path *path,
                      const wr_dvec3 *nodes)
{
    static const double none[NODE_SKILLS] = {0};
    for (uint32_t n = 0; n < path->node_count; n++)
        wr_wmp_put_point_line(writing, nodes[n]);
    for (uint32_t n = 0; n < path->node_count; n++) {
        wr_wmp_begin_line(writing);
        wr_wmp_put_numbers(writing, path->skills ? path->skills[n] : none, NODE_SKILLS);
        wr_wmp_end_line(writing);
    }
}

void wr_wmp_write_path(struct wr_wmp_writing *writing, const wr_wmp_path *path,
                       const wr_wmp_place *place)
{
    wr_dvec3 *nodes = WR_TAKE(writing->arena, wr_dvec3, path->node_count);
    if (!nodes) {
        writing->result = wr_no_memory(writing->context);
        return;
    }
    for (uint32_t n = 0; n < path->node_count; n++)
        nodes[n] = wr_wmp_place_point(place, path->nodes[n]);
    put_count(writing, path->node_count);
    put_count(writing, 3ull * path->node_count + 2ull * path->edge_count);
    put_nodes(writing, path, nodes);
    for (uint32_t e = 0; e < path->edge_count; e++)
        put_edge(writing, nodes, &path->edges[e]);
}
