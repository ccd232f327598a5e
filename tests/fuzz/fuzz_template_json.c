/* Any text as Warren's template: what is read is whole, and what is not read was refused with
 * an error. */
#include "tests/fuzz/fuzz.h"

#include "templates/template_reading.h"

static void check_choice(const wr_choice *choice)
{
    for (uint32_t i = 0; i < choice->count; i++)
        MUST(choice->names[i] && *choice->names[i]);
}

static void check_span(wr_span span)
{
    MUST(span.least <= span.most);
}

static void check_graph(const struct wr_template *template)
{
    for (uint32_t i = 0; i < template->node_count; i++) {
        MUST(template->nodes[i].name);
        check_choice(&template->nodes[i].rooms);
    }
    for (uint32_t i = 0; i < template->link_count; i++) {
        const wr_template_link *link = &template->links[i];
        MUST(link->nodes[0] < template->node_count && link->nodes[1] < template->node_count);
        MUST(link->nodes[0] != link->nodes[1]);
        MUST(link->corridor.length.most <= WR_TEMPLATE_MOST_CORRIDOR);
        check_span(link->corridor.length);
    }
    MUST(template->entry_node == WR_NONE || template->entry_node < template->node_count);
    MUST(template->exit_node == WR_NONE || template->exit_node < template->node_count);
}

static void check_ways(const struct wr_template *template)
{
    MUST(template->way != WR_WAY_GRAPH || template->node_count > 0);
    MUST(template->way != WR_WAY_GROW || template->grow.rooms.most <= WR_TEMPLATE_MOST_ROOMS);
    MUST(template->way != WR_WAY_PATTERNS || template->pattern_count > 0);
    check_span(template->grow.rooms);
    check_span(template->grow.loops);
    check_span(template->grow.critical_path);
    for (uint32_t i = 0; i < template->grow.loop_length_count; i++)
        MUST(template->grow.loop_lengths[i] >= 3);
    for (uint32_t i = 0; i < template->pattern_count; i++) {
        MUST(wr_pattern_name(template->patterns[i].pattern));
        check_span(template->patterns[i].times);
        check_span(template->patterns[i].length);
    }
}

static void check(const struct wr_template *template)
{
    MUST(template->id && template->kit_count > 0 && template->kits[0]);
    check_choice(&template->include);
    check_choice(&template->exclude);
    for (uint32_t i = 0; i < template->rule_count; i++)
        check_span(template->rules[i].count);
    for (uint32_t i = 0; i < template->door_pair_count; i++)
        MUST(template->door_pairs[i].doors[0] && template->door_pairs[i].doors[1]);
    for (uint32_t i = 0; i < template->neighbour_count; i++)
        MUST(template->neighbours[i].rooms.count > 0 &&
             template->neighbours[i].others.count > 0);
    check_graph(template);
    check_ways(template);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    const struct wr_source source = {.name = "fuzz", .data = data, .size = size};
    struct wr_template *template = NULL;
    enum wr_result result = wr_template_parse(context, wr_arena_create(), &source, &template);
    MUST((result == WR_OK) == (template != NULL));
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (template)
        check(template);
    wr_template_free(template);
    wr_context_destroy(context);
    return 0;
}
