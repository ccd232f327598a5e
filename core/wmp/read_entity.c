/* Models and paths. Source: formats/wmp, 1.4 and 3. */
#include "core/wmp/read_entity.h"

#include <inttypes.h>
#include <string.h>

enum { SHORTEST_NODE = 6, MOST_SKILLS = 20, NODE_SKILLS = 6, EDGE_NUMBERS = 4 };

static bool no_memory(struct wr_wmp_lexis *body)
{
    body->making->result = wr_no_memory(body->making->context);
    body->failed = true;
    return false;
}

/* ---- Models ------------------------------------------------------------------------------ */

static bool ends(const struct wr_wmp_lexis *body)
{
    return wr_wmp_peek(body).size == 0;
}

/* Whether a line is numbers and nothing else: skills, where a name could stand. */
static bool is_numbers(wr_view line, uint32_t *count)
{
    double number;
    *count = 0;
    for (wr_view word; (word = wr_view_word(&line)).size > 0; ++*count)
        if (!wr_parse_f64(word, &number))
            return false;
    return *count > 0;
}

static bool read_skills(struct wr_wmp_lexis *body, wr_wmp_model *model)
{
    struct wr_wmp_lexis line = *body;
    uint32_t count;
    wr_view item = wr_wmp_item(&line);
    if (!is_numbers(item, &count) || count > MOST_SKILLS)
        return wr_wmp_fail(body, item, "wmp-syntax", "a model has a line of 8 or 20 skills",
                           "this is no line of skills");
    double *skills = WR_TAKE(body->making->arena, double, count);
    if (!skills)
        return no_memory(body);
    model->skills = skills;
    model->skill_count = count;
    return wr_wmp_numbers(body, skills, count);
}

/* File and name may be missing in build files: how many lines there are before the skills says
 * so. */
static unsigned lines_before_skills(const struct wr_wmp_lexis *body)
{
    struct wr_wmp_lexis ahead = *body;
    unsigned lines = 0;
    uint32_t count;
    for (wr_view item; (item = wr_wmp_item(&ahead)).size > 0; lines++)
        if (is_numbers(item, &count) && count >= 8)
            break;
    return lines;
}

static bool read_names(struct wr_wmp_lexis *body, wr_wmp_entity *entity)
{
    unsigned lines = lines_before_skills(body);
    return (lines < 3 || wr_wmp_name(body, &entity->file)) &&
           (lines < 2 || wr_wmp_name(body, &entity->name)) &&
           wr_wmp_name(body, &entity->as.model.action);
}

bool wr_wmp_read_model(struct wr_wmp_lexis *body, wr_wmp_entity *entity)
{
    wr_wmp_model *model = &entity->as.model;
    const char **names[] = {&model->path, &model->attached, &model->material, &model->texts[0],
                            &model->texts[1]};
    if (!wr_wmp_point(body, &model->scale) || !read_names(body, entity) ||
        !read_skills(body, model) || !wr_wmp_bits(body, &entity->flags))
        return false;
    if (!ends(body) && !wr_wmp_numbers(body, &model->ambient, 1))
        return false;
    model->extended = !ends(body);
    if (model->extended && !wr_wmp_numbers(body, &model->albedo, 1))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !ends(body); i++)
        if (!wr_wmp_name(body, names[i]))
            return false;
    return !body->failed;
}

/* ---- Paths ------------------------------------------------------------------------------- */

static bool read_counts(struct wr_wmp_lexis *body, bool bare, wr_wmp_path *path)
{
    uint32_t first = 0, second;
    double nothing; /* a bare path begins with a number of no meaning: 0 or 0.0 */
    wr_view at = wr_wmp_peek(body);
    if (!(bare ? wr_wmp_numbers(body, &nothing, 1) : wr_wmp_whole(body, &first)) ||
        !wr_wmp_whole(body, &second))
        return false;
    uint64_t nodes = bare ? second : first, triples = 3 * nodes;
    if (nodes > body->rest.size / SHORTEST_NODE + 1 ||
        (!bare && (second < triples || second > body->rest.size)))
        return wr_wmp_fail(
            body, at, "wmp-count", "a path of n nodes and e edges says n and 3n + 2e",
            "the path says it has %" PRIu32 " and %" PRIu32 " entries", first, second);
    path->node_count = (uint32_t)nodes;
    path->edge_count = bare ? 0 : (uint32_t)((second - triples) / 2);
    return true;
}

static bool read_nodes(struct wr_wmp_lexis *body, bool bare, wr_wmp_path *path)
{
    path->nodes = WR_TAKE(body->making->arena, wr_dvec3, path->node_count);
    if (!bare)
        path->skills =
            wr_arena_take(body->making->arena, path->node_count, sizeof *path->skills);
    if (!path->nodes || (!bare && !path->skills))
        return no_memory(body);
    for (uint32_t n = 0; n < path->node_count; n++)
        if (!wr_wmp_point(body, &path->nodes[n]))
            return false;
    for (uint32_t n = 0; !bare && n < path->node_count; n++)
        if (!wr_wmp_numbers(body, path->skills[n], NODE_SKILLS))
            return false;
    return true;
}

static bool read_edge(struct wr_wmp_lexis *body, const wr_wmp_path *path,
                      wr_wmp_path_edge *edge)
{
    wr_view at = wr_wmp_peek(body);
    double numbers[EDGE_NUMBERS];
    if (!wr_wmp_whole(body, &edge->from) || !wr_wmp_whole(body, &edge->to) ||
        !wr_wmp_numbers(body, numbers, EDGE_NUMBERS))
        return false;
    if (edge->from < 1 || edge->from > path->node_count || edge->to < 1 ||
        edge->to > path->node_count)
        return wr_wmp_fail(body, at, "wmp-range", "nodes of a path are numbered from 1",
                           "the path has %" PRIu32 " nodes, and an edge from %" PRIu32
                           " to %" PRIu32,
                           path->node_count, edge->from, edge->to);
    edge->from--;
    edge->to--;
    edge->weight = numbers[0];
    memcpy(edge->skills, numbers + 1, sizeof edge->skills);
    return true;
}

bool wr_wmp_read_path(struct wr_wmp_lexis *body, bool bare, wr_wmp_entity *entity)
{
    wr_wmp_path *path = &entity->as.path;
    if (!wr_wmp_name(body, &entity->name) || !read_counts(body, bare, path) ||
        !read_nodes(body, bare, path))
        return false;
    path->edges = WR_TAKE(body->making->arena, wr_wmp_path_edge, path->edge_count);
    if (!path->edges)
        return no_memory(body);
    for (uint32_t e = 0; e < path->edge_count; e++)
        if (!read_edge(body, path, &path->edges[e]))
            return false;
    return true;
}
