/* Gathers links into doorways and judges their width and their door hooks. */
#include "tests/oracle/weigh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Links of one doorway bear the number of its first. Only links to a higher room count. */
struct doorways {
    size_t *group;
    bool *counted;
};

static bool touch(const struct oracle_module *module, const struct oracle_link *a,
                  const struct oracle_link *b)
{
    if (a->room != b->room || a->other_room != b->other_room)
        return false;
    const struct oracle_wok *wok = &module->rooms[a->room].wok;
    size_t size = 3 * sizeof(float);
    return memcmp(oracle_edge_start(wok, a->entry), oracle_edge_end(wok, b->entry), size) ==
               0 ||
           memcmp(oracle_edge_end(wok, a->entry), oracle_edge_start(wok, b->entry), size) == 0;
}

/* A group is named after its first link. */
static void join(struct doorways *doorways, size_t first, size_t last, size_t a, size_t b)
{
    size_t to = a < b ? a : b, from = a < b ? b : a;
    for (size_t i = first; i <= last; i++)
        if (doorways->group[i] == from)
            doorways->group[i] = to;
}

/* Links are sorted by room, so only neighbours in the list can belong together. */
static void gather(const struct oracle_weighing *weighing, struct doorways *doorways)
{
    const struct oracle_link *links = weighing->links;
    size_t first = 0;
    for (size_t i = 0; i < weighing->link_count; i++) {
        doorways->group[i] = i;
        doorways->counted[i] = links[i].room < links[i].other_room;
        if (links[i].room != links[first].room)
            first = i;
        for (size_t k = first; k < i; k++)
            if (touch(weighing->module, &links[k], &links[i]))
                join(doorways, first, i, doorways->group[i], doorways->group[k]);
    }
}

static double clamp(double t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static double distance_to_link(const struct oracle_module *module,
                               const struct oracle_link *link, const double point[3])
{
    const struct oracle_wok *wok = &module->rooms[link->room].wok;
    const float *a = oracle_edge_start(wok, link->entry),
                *b = oracle_edge_end(wok, link->entry);
    double along = 0, square = 0, apart = 0;
    for (int i = 0; i < 3; i++) {
        double side = (double)b[i] - (double)a[i];
        along += side * (point[i] - (double)a[i]);
        square += side * side;
    }
    double t = square > 0 ? clamp(along / square) : 0;
    for (int i = 0; i < 3; i++) {
        double off = point[i] - (double)a[i] - t * ((double)b[i] - (double)a[i]);
        apart += off * off;
    }
    return sqrt(apart);
}

/* The doorway nearest to a door hook, within reach; SIZE_MAX when none is. */
static size_t nearest_doorway(const struct oracle_weighing *weighing,
                              const struct doorways *doorways,
                              const struct oracle_doorhook *hook)
{
    size_t room = oracle_room_named(weighing->module, hook->room), best = SIZE_MAX;
    double nearest = weighing->options->hook_distance;
    for (size_t i = 0; i < weighing->link_count; i++) {
        const struct oracle_link *link = &weighing->links[i];
        if (!doorways->counted[i] || (link->room != room && link->other_room != room))
            continue;
        double distance = distance_to_link(weighing->module, link, hook->position);
        if (distance <= nearest) {
            nearest = distance;
            best = doorways->group[i];
        }
    }
    return best;
}

static void weigh_doorway(const struct oracle_weighing *weighing,
                          const struct doorways *doorways, size_t first, size_t hooks)
{
    const struct oracle_link *link = &weighing->links[first];
    const struct oracle_room *room = &weighing->module->rooms[link->room];
    double length = 0;
    for (size_t i = first; i < weighing->link_count && weighing->links[i].room == link->room;
         i++)
        if (doorways->group[i] == first)
            length += weighing->links[i].length;
    if (length < weighing->options->doorway)
        oracle_blame(weighing->report, ORACLE_DOORWAY_NARROW, room->file,
                     "the doorway to room %u at edge %u is %g m wide", link->other_room,
                     room->wok.edges[link->entry].edge, length);
    if (hooks == 1)
        return;
    oracle_blame(weighing->report, hooks ? ORACLE_DOORHOOK_TWICE : ORACLE_DOORHOOK_MISSING,
                 weighing->module->lyt,
                 "%zu door hooks stand at the doorway from room %u to %u", hooks, link->room,
                 link->other_room);
}

void oracle_weigh_doorways(const struct oracle_weighing *weighing)
{
    struct doorways doorways = {oracle_take(weighing->link_count, sizeof *doorways.group),
                                oracle_take(weighing->link_count, sizeof *doorways.counted)};
    size_t *hooks = oracle_take(weighing->link_count, sizeof *hooks);
    gather(weighing, &doorways);
    for (size_t i = 0; i < weighing->module->hook_count; i++) {
        size_t at = nearest_doorway(weighing, &doorways, &weighing->module->hooks[i]);
        if (at != SIZE_MAX)
            hooks[at]++;
    }
    for (size_t i = 0; i < weighing->link_count; i++)
        if (doorways.counted[i] && doorways.group[i] == i)
            weigh_doorway(weighing, &doorways, i, hooks[i]);
    free(hooks);
    free(doorways.group);
    free(doorways.counted);
}
