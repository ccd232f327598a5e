/* Walks through a module, and tells which walkable pieces cannot be come to. */
#include "tests/oracle/weigh.h"

#include <stdlib.h>

/* Neighbour over edge k of a walkable face, or -1. Stored tables are followed as they are. */
static int64_t neighbour(const struct oracle_wok *wok, uint32_t face, unsigned corner)
{
    int32_t link = face < wok->row_count ? wok->adjacency[face][corner] : -1;
    return link >= 0 && link < (int64_t)3 * wok->row_count ? link / 3 : -1;
}

uint32_t oracle_components(const struct oracle_wok *wok, uint32_t **labels)
{
    uint32_t count = 0, *label = oracle_take(wok->row_count, sizeof *label);
    uint32_t *stack = oracle_take(3 * (size_t)wok->row_count + 1, sizeof *stack);
    for (uint32_t f = 0; f < wok->row_count; f++)
        label[f] = UINT32_MAX;
    for (uint32_t f = 0; f < wok->row_count; f++) {
        size_t height = 0;
        if (label[f] != UINT32_MAX)
            continue;
        label[f] = count;
        for (stack[height++] = f; height > 0;) {
            uint32_t here = stack[--height];
            for (unsigned k = 0; k < 3; k++) {
                int64_t next = neighbour(wok, here, k);
                if (next < 0 || label[next] != UINT32_MAX)
                    continue;
                label[next] = count;
                stack[height++] = (uint32_t)next;
            }
        }
        count++;
    }
    free(stack);
    *labels = label;
    return count;
}

struct flood {
    const struct oracle_module *module;
    unsigned char *reached;
    size_t *stack; /* faces of the whole module */
    uint32_t *rooms;
    size_t height;
};

static void come_to(struct flood *flood, uint32_t room, uint32_t face)
{
    size_t all = flood->module->rooms[room].first_face + face;
    if (flood->reached[all])
        return;
    flood->reached[all] = 1;
    flood->rooms[flood->height] = room;
    flood->stack[flood->height++] = face;
}

/* The first of a room's links; links are sorted by room. */
static size_t first_link(const struct oracle_link *links, size_t count, uint32_t room)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (links[middle].room < room)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void cross(struct flood *flood, const struct oracle_link *links, size_t count,
                  uint32_t room, uint32_t face)
{
    const struct oracle_room *rooms = flood->module->rooms;
    for (size_t i = first_link(links, count, room); i < count && links[i].room == room; i++)
        if (rooms[room].wok.edges[links[i].entry].edge / 3 == face)
            come_to(flood, links[i].other_room,
                    rooms[links[i].other_room].wok.edges[links[i].other_entry].edge / 3);
}

unsigned char *oracle_flood(const struct oracle_module *module, uint32_t room, uint32_t face)
{
    size_t count;
    struct oracle_link *links = oracle_links(module, &count);
    struct flood flood = {module, oracle_take(module->face_count, 1),
                          oracle_take(module->face_count, sizeof *flood.stack),
                          oracle_take(module->face_count, sizeof *flood.rooms), 0};
    if (room < module->room_count && face < module->rooms[room].wok.row_count)
        come_to(&flood, room, face);
    while (flood.height > 0) {
        uint32_t here = flood.rooms[--flood.height];
        uint32_t at = (uint32_t)flood.stack[flood.height];
        for (unsigned k = 0; k < 3; k++) {
            int64_t next = neighbour(&module->rooms[here].wok, at, k);
            if (next >= 0)
                come_to(&flood, here, (uint32_t)next);
        }
        cross(&flood, links, count, here, at);
    }
    free(links);
    free(flood.stack);
    free(flood.rooms);
    return flood.reached;
}

static uint32_t link_face(const struct oracle_weighing *weighing, size_t link)
{
    const struct oracle_link *at = &weighing->links[link];
    return weighing->module->rooms[at->room].wok.edges[at->entry].edge / 3;
}

/* Where a walk through the module begins. */
static bool entry(const struct oracle_weighing *weighing, uint32_t *room, uint32_t *face)
{
    const struct oracle_module_options *options = weighing->options;
    size_t first = 0;
    if (!weighing->link_count)
        return false;
    if (options->entry_room >= 0)
        first =
            first_link(weighing->links, weighing->link_count, (uint32_t)options->entry_room);
    *room = options->entry_room >= 0 ? (uint32_t)options->entry_room : weighing->links[0].room;
    *face = first < weighing->link_count && weighing->links[first].room == *room
                ? link_face(weighing, first)
                : 0;
    if (options->entry_room >= 0 && options->entry_face >= 0)
        *face = (uint32_t)options->entry_face;
    return true;
}

static void weigh_room(const struct oracle_weighing *weighing, size_t first, size_t last,
                       const unsigned char *reached)
{
    const struct oracle_room *room = &weighing->module->rooms[weighing->links[first].room];
    uint32_t *labels, count = oracle_components(&room->wok, &labels);
    unsigned char *said = oracle_take(count, 1);
    for (size_t i = first; i < last; i++) {
        uint32_t face = link_face(weighing, i);
        if (reached[room->first_face + face] || said[labels[face]])
            continue;
        said[labels[face]] = 1;
        oracle_blame(weighing->report, ORACLE_COMPONENT_UNREACHABLE, room->file,
                     "the floor at face %u leads to room %u, but nobody can come there", face,
                     weighing->links[i].other_room);
    }
    free(said);
    free(labels);
}

void oracle_weigh_reach(const struct oracle_weighing *weighing)
{
    uint32_t room, face;
    if (!entry(weighing, &room, &face))
        return;
    unsigned char *reached = oracle_flood(weighing->module, room, face);
    for (size_t first = 0, last; first < weighing->link_count; first = last) {
        for (last = first; last < weighing->link_count &&
                           weighing->links[last].room == weighing->links[first].room;)
            last++;
        weigh_room(weighing, first, last, reached);
    }
    free(reached);
}
