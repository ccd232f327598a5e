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

static void check_graph(const struct wr_template *level)
{
    for (uint32_t i = 0; i < level->node_count; i++) {
        MUST(level->nodes[i].name);
        check_choice(&level->nodes[i].rooms);
    }
    for (uint32_t i = 0; i < level->link_count; i++) {
        const wr_template_link *link = &level->links[i];
        MUST(link->nodes[0] < level->node_count && link->nodes[1] < level->node_count);
        MUST(link->nodes[0] != link->nodes[1]);
        MUST(link->corridor.length.most <= WR_TEMPLATE_MOST_CORRIDOR);
        check_span(link->corridor.length);
    }
    MUST(level->entry_node == WR_NONE || level->entry_node < level->node_count);
    MUST(level->exit_node == WR_NONE || level->exit_node < level->node_count);
}

static void check_ways(const struct wr_template *level)
{
    MUST(level->way != WR_WAY_GRAPH || level->node_count > 0);
    MUST(level->way != WR_WAY_GROW || level->grow.rooms.most <= WR_TEMPLATE_MOST_ROOMS);
    MUST(level->way != WR_WAY_PATTERNS || level->pattern_count > 0);
    check_span(level->grow.rooms);
    check_span(level->grow.loops);
    check_span(level->grow.critical_path);
    for (uint32_t i = 0; i < level->grow.loop_length_count; i++)
        MUST(level->grow.loop_lengths[i] >= 3);
    for (uint32_t i = 0; i < level->pattern_count; i++) {
        MUST(wr_pattern_name(level->patterns[i].pattern));
        check_span(level->patterns[i].times);
        check_span(level->patterns[i].length);
    }
}

static void check(const struct wr_template *level)
{
    MUST(level->id && level->kit_count > 0 && level->kits[0]);
    check_choice(&level->include);
    check_choice(&level->exclude);
    for (uint32_t i = 0; i < level->rule_count; i++)
        check_span(level->rules[i].count);
    for (uint32_t i = 0; i < level->door_pair_count; i++)
        MUST(level->door_pairs[i].doors[0] && level->door_pairs[i].doors[1]);
    for (uint32_t i = 0; i < level->neighbour_count; i++)
        MUST(level->neighbours[i].rooms.count > 0 && level->neighbours[i].others.count > 0);
    check_graph(level);
    check_ways(level);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    const struct wr_source source = {.name = "fuzz", .data = data, .size = size};
    struct wr_template *level = NULL;
    enum wr_result result = wr_template_read(context, wr_arena_create(), &source, &level);
    MUST((result == WR_OK) == (level != NULL));
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (level)
        check(level);
    wr_template_free(level);
    wr_context_destroy(context);
    return 0;
}
