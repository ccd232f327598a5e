/* Finds the links between rooms and judges each transition: every one needs a reverse twin,
   bit for bit, that points back, and floor on both sides. */
#include "tests/oracle/judge.h"
#include "tests/oracle/weigh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const float *oracle_edge_start(const struct oracle_wok *wok, uint32_t entry)
{
    uint32_t edge = wok->edges[entry].edge;
    return wok->vertices[wok->faces[edge / 3][edge % 3]];
}

const float *oracle_edge_end(const struct oracle_wok *wok, uint32_t entry)
{
    uint32_t edge = wok->edges[entry].edge;
    return wok->vertices[wok->faces[edge / 3][(edge % 3 + 1) % 3]];
}

static bool same_bits(const float a[3], const float b[3])
{
    return memcmp(a, b, 3 * sizeof *a) == 0;
}

static bool leads_to_a_room(const struct oracle_module *module, size_t from, int32_t transition)
{
    return transition >= 0 && (size_t)transition < module->room_count &&
           (size_t)transition != from && module->rooms[transition].has_wok;
}

/* How many edges of the other room are the reverse of this one; the last, or rather one that
   points back, is `twin`. */
static size_t find_twins(const struct oracle_module *module, size_t room, uint32_t entry,
                         uint32_t *twin)
{
    const struct oracle_wok *wok = &module->rooms[room].wok;
    const struct oracle_wok *other = &module->rooms[wok->edges[entry].transition].wok;
    size_t count = 0;
    for (uint32_t i = 0; i < other->edge_count; i++) {
        if (!same_bits(oracle_edge_start(wok, entry), oracle_edge_end(other, i)) ||
            !same_bits(oracle_edge_end(wok, entry), oracle_edge_start(other, i)))
            continue;
        if (!count || other->edges[i].transition == (int32_t)room)
            *twin = i;
        count++;
    }
    return count;
}

static double edge_length(const struct oracle_wok *wok, uint32_t entry)
{
    double apart[3];
    for (int i = 0; i < 3; i++)
        apart[i] =
            (double)oracle_edge_end(wok, entry)[i] - (double)oracle_edge_start(wok, entry)[i];
    return oracle_length(apart);
}

static bool find_link(const struct oracle_module *module, size_t room, uint32_t entry,
                      struct oracle_link *link)
{
    const struct oracle_wok *wok = &module->rooms[room].wok;
    int32_t transition = wok->edges[entry].transition;
    uint32_t twin;
    if (!leads_to_a_room(module, room, transition) || !find_twins(module, room, entry, &twin))
        return false;
    const struct oracle_wok *other = &module->rooms[transition].wok;
    *link = (struct oracle_link){.room = (uint32_t)room,
                                 .entry = entry,
                                 .other_room = (uint32_t)transition,
                                 .other_entry = twin,
                                 .returns = other->edges[twin].transition == (int32_t)room,
                                 .length = edge_length(wok, entry)};
    return true;
}

struct oracle_link *oracle_links(const struct oracle_module *module, size_t *count)
{
    struct oracle_link *links = NULL, link;
    *count = 0;
    for (size_t room = 0; room < module->room_count; room++)
        for (uint32_t i = 0; i < module->rooms[room].wok.edge_count; i++)
            if (find_link(module, room, i, &link)) {
                links = oracle_grow(links, *count, sizeof *links);
                links[(*count)++] = link;
            }
    return links;
}

/* How far the ends of two edges, one of them reversed, lie apart: on the ground, in height. */
static double ends_apart(const struct oracle_wok *a, uint32_t i, const struct oracle_wok *b,
                         uint32_t j, double *height)
{
    const float *ends[4] = {oracle_edge_start(a, i), oracle_edge_end(b, j),
                            oracle_edge_end(a, i), oracle_edge_start(b, j)};
    double worst = 0;
    *height = 0;
    for (int k = 0; k < 4; k += 2) {
        double dx = (double)ends[k][0] - (double)ends[k + 1][0];
        double dy = (double)ends[k][1] - (double)ends[k + 1][1];
        worst = fmax(worst, sqrt(dx * dx + dy * dy));
        *height = fmax(*height, fabs((double)ends[k][2] - (double)ends[k + 1][2]));
    }
    return worst;
}

/* An edge without a twin: tells of the nearest one, and of a step to it. */
static void blame_twinless(const struct oracle_weighing *weighing, size_t room, uint32_t entry)
{
    const struct oracle_module *module = weighing->module;
    const struct oracle_wok *wok = &module->rooms[room].wok;
    int32_t target = wok->edges[entry].transition;
    const struct oracle_wok *other = &module->rooms[target].wok;
    double nearest = INFINITY, step = 0;
    for (uint32_t i = 0; i < other->edge_count; i++) {
        double height, apart = ends_apart(wok, entry, other, i, &height);
        if (apart < nearest) {
            nearest = apart;
            step = height;
        }
    }
    oracle_blame(
        weighing->report, ORACLE_TRANSITION_TWIN, module->rooms[room].file,
        "edge %u leads to room %d, which has no twin; the nearest is %g m off and %g m "
        "up or down",
        wok->edges[entry].edge, target, nearest, step);
    if (nearest < 0.5 && step > weighing->options->step)
        oracle_blame(weighing->report, ORACLE_DOORWAY_STEP, module->rooms[room].file,
                     "edge %u: room %d begins %g m higher or lower", wok->edges[entry].edge,
                     target, step);
}

static void weigh_transition(const struct oracle_weighing *weighing, size_t room,
                             uint32_t entry)
{
    const struct oracle_module *module = weighing->module;
    const struct oracle_edge *edge = &module->rooms[room].wok.edges[entry];
    const char *file = module->rooms[room].file;
    uint32_t twin;
    if (!leads_to_a_room(module, room, edge->transition)) {
        oracle_blame(weighing->report, ORACLE_TRANSITION_ROOM, file,
                     "edge %u leads to room %d, which is none, or itself", edge->edge,
                     edge->transition);
        return;
    }
    size_t count = find_twins(module, room, entry, &twin);
    if (!count)
        blame_twinless(weighing, room, entry);
    else if (count > 1)
        oracle_blame(weighing->report, ORACLE_TRANSITION_TWIN, file,
                     "edge %u leads to room %d, which has %zu twins", edge->edge,
                     edge->transition, count);
    else if (module->rooms[edge->transition].wok.edges[twin].transition != (int32_t)room)
        oracle_blame(weighing->report, ORACLE_TRANSITION_BACK, file,
                     "edge %u leads to room %d, whose twin leads to %d", edge->edge,
                     edge->transition,
                     module->rooms[edge->transition].wok.edges[twin].transition);
}

/* Whether there is floor one centimetre to the left of an edge's middle. */
static bool has_floor(const struct oracle_weighing *weighing, const struct oracle_wok *wok,
                      const float start[3], const float end[3])
{
    double dx = (double)end[0] - (double)start[0], dy = (double)end[1] - (double)start[1];
    double length = sqrt(dx * dx + dy * dy), inward = fmin(0.01, length / 4), middle[3];
    struct oracle_hit hit;
    for (int i = 0; i < 3; i++)
        middle[i] = ((double)start[i] + (double)end[i]) / 2;
    if (!(length > 1e-6))
        return true;
    middle[0] -= dy / length * inward;
    middle[1] += dx / length * inward;
    return oracle_face_at(wok, middle, weighing->options->step, weighing->options->wok.walkable,
                          &hit);
}

static void weigh_floor(const struct oracle_weighing *weighing, const struct oracle_link *link)
{
    const struct oracle_room *room = &weighing->module->rooms[link->room];
    const struct oracle_room *other = &weighing->module->rooms[link->other_room];
    const float *start = oracle_edge_start(&room->wok, link->entry);
    const float *end = oracle_edge_end(&room->wok, link->entry);
    if (!has_floor(weighing, &room->wok, start, end) ||
        !has_floor(weighing, &other->wok, end, start))
        oracle_blame(weighing->report, ORACLE_DOORWAY_FLOOR, room->file,
                     "edge %u, which leads to room %u, has no floor on one side",
                     room->wok.edges[link->entry].edge, link->other_room);
}

void oracle_weigh_transitions(const struct oracle_weighing *weighing)
{
    const struct oracle_module *module = weighing->module;
    for (size_t room = 0; room < module->room_count; room++)
        for (uint32_t i = 0; i < module->rooms[room].wok.edge_count; i++)
            if (module->rooms[room].wok.edges[i].transition >= 0)
                weigh_transition(weighing, room, i);
    for (size_t i = 0; i < weighing->link_count; i++)
        weigh_floor(weighing, &weighing->links[i]);
}
