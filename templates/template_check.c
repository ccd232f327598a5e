/* Contradictions in templates that can be seen without their kits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "templates/template_reading.h"

static bool is_asked(wr_span span)
{
    return span.least != WR_NONE;
}

/* ---- Nodes ------------------------------------------------------------------------------- */

static void check_names(struct wr_template_reading *reading)
{
    const struct wr_names *names = &reading->names;
    bool known = reading->names_known;
    for (uint32_t i = 1; known && i < names->count; i++) {
        const struct wr_name *first = &names->sorted[i - 1], *second = &names->sorted[i];
        if (strcmp(first->text, second->text) != 0)
            continue;
        reading->names_known = false;
        wr_template_fault(reading, wr_json_find(reading->nodes[second->index], "name"),
                          "node-duplicate", "give each node its own name",
                          "two nodes are called '%.64s', nodes %lu and %lu", first->text,
                          (unsigned long)first->index, (unsigned long)second->index);
    }
}

/* ---- Growth ------------------------------------------------------------------------------ */

static void check_room_count(struct wr_template_reading *reading, uint32_t most)
{
    const struct wr_template *template = reading->template;
    wr_json *json = wr_json_find(reading->grow, "rooms");
    if (template->node_count > most)
        wr_template_fault(reading, json, "grow-rooms", "allow more rooms, or name fewer nodes",
                          "the template names %lu nodes for a level of at most %lu rooms",
                          (unsigned long)template->node_count, (unsigned long)most);
}

static void check_path(struct wr_template_reading *reading, uint32_t most)
{
    const struct wr_template *template = reading->template;
    wr_span path = template->grow.critical_path;
    wr_json *json = wr_json_find(reading->grow, "critical_path");
    if (!is_asked(path))
        return;
    if (path.least > most)
        wr_template_fault(reading, json, "grow-path", "ask for more rooms, or a shorter path",
                          "the path takes %lu rooms of a level of at most %lu",
                          (unsigned long)path.least, (unsigned long)most);
    if (template->entry_node != WR_NONE && template->entry_node == template->exit_node)
        wr_template_fault(reading, json, "grow-path", "name another node as the exit",
                          "a path of %lu rooms cannot lead from node '%.64s' to itself",
                          (unsigned long)path.least,
                          template->nodes[template->entry_node].name);
}

static bool wants_no_loops(const wr_grow_rule *grow)
{
    return (is_asked(grow->loops) && grow->loops.most == 0) || grow->loop_share == 0.0f;
}

static void check_loops(struct wr_template_reading *reading, uint32_t most)
{
    const wr_grow_rule *grow = &reading->template->grow;
    wr_json *lengths = wr_json_find(reading->grow, "loop_lengths");
    if (is_asked(grow->loops) && !isnan(grow->loop_share))
        wr_template_fault(reading, wr_json_find(reading->grow, "loop_share"), "template-both",
                          "remove one of the two",
                          "growth cannot have a 'loop_share' beside 'loops'");
    if (grow->loop_length_count > 0 && wants_no_loops(grow))
        wr_template_fault(reading, lengths, "grow-loops", "ask for loops, or for no lengths",
                          "lengths are given for the loops of a level without any");
    for (wr_json *item = grow->loop_lengths ? lengths->first : NULL; item; item = item->next)
        if (item->number > most && item->number <= WR_TEMPLATE_MOST_CORRIDOR)
            wr_template_fault(reading, item, "grow-loops",
                              "ask for more rooms, or shorter loops",
                              "a loop of %lu rooms does not fit a level of at most %lu",
                              (unsigned long)item->number, (unsigned long)most);
    wr_json *loops = wr_json_find(reading->grow, "loops");
    if (is_asked(grow->loops) && grow->loops.least > 0 && most < 3)
        wr_template_fault(reading, loops, "grow-loops", "ask for more rooms",
                          "a loop takes 3 rooms, and the level has at most %lu",
                          (unsigned long)most);
}

static void check_grow(struct wr_template_reading *reading)
{
    const wr_grow_rule *grow = &reading->template->grow;
    uint32_t most = is_asked(grow->rooms) ? grow->rooms.most : WR_NONE;
    check_room_count(reading, most);
    check_path(reading, most);
    check_loops(reading, most);
}

/* ---- The whole --------------------------------------------------------------------------- */

void wr_template_check(struct wr_template_reading *reading)
{
    check_names(reading);
    if (reading->grow)
        check_grow(reading);
    if (reading->template->way == WR_WAY_GRAPH && reading->names_known && reading->links_known)
        wr_template_check_graph(reading);
    if (reading->result == WR_OK && reading->names_known && reading->links_known)
        wr_template_check_keys(reading);
}
