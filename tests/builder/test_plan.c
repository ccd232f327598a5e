/* Planning a level: what is drawn, and what ends it before anything is placed. */
#include "tests/support/levels.h"

#include "builder/generate/graph/explain.h"
#include "builder/generate/graph/make.h"

#define BURROW "kits/library/burrow/kit.xml"

/* A moment that is over. */
static const double LONG_AGO = 1e-9;

/* Patterns of the Burrow that a test asks for, as a plan. */
struct planned {
    struct levels levels;
    struct wr_making making;
    wr_pattern_rule rule;
    struct wr_blueprint blueprint;
};

static void start(struct planned *p, enum wr_pattern pattern, uint32_t times, uint32_t length)
{
    *p = (struct planned){0};
    assert_true(levels_start(&p->levels, BURROW, false));
    p->rule = (wr_pattern_rule){
        .pattern = pattern, .times = {times, times}, .length = {length, length}};
    p->levels.template.way = WR_WAY_PATTERNS;
    p->levels.template.patterns = &p->rule;
    p->levels.template.pattern_count = 1;
    assert_int_equal(levels_prepare(&p->levels), WR_OK);
    p->making = (struct wr_making){.context = p->levels.findings.context,
                                   .template = &p->levels.template,
                                   .kit = &p->levels.pieces,
                                   .kept = &nothing_kept,
                                   .arena = p->levels.arena};
}

static enum wr_result plan(struct planned *p, uint32_t most, uint64_t budget)
{
    wr_random random = wr_random_of(1, 1);
    return wr_graph_plan(&p->making, &random, false, most, budget, &p->blueprint);
}

static void said(struct planned *p, const char *slug)
{
    const char *heard = findings_said(&p->levels.findings);
    if (!strstr(heard, slug))
        fail_msg("%s was not said, but: %s", slug, heard);
}

static void a_plan_ends_when_its_time_is_over(void **state)
{
    struct planned p;
    (void)state;
    start(&p, WR_LOCK_AND_KEY, 1000, 1);
    wr_context_set_deadline(p.making.context, LONG_AGO);
    assert_int_equal(plan(&p, WR_PLAN_ROOMS, 0), WR_NO_FIT);
    said(&p, "timed-out");
    assert_true(p.blueprint.node_count < 3000);
    levels_end(&p.levels);
}

static void a_plan_ends_when_its_budget_is_spent(void **state)
{
    struct planned p;
    (void)state;
    start(&p, WR_LOCK_AND_KEY, 1000, 1);
    assert_int_equal(plan(&p, WR_PLAN_ROOMS, 100), WR_NO_FIT);
    said(&p, "budget-spent");
    assert_in_range(wr_blueprint_steps(&p.blueprint), 101, 110);
    levels_end(&p.levels);
}

static void long_lists_of_words_cost_more_of_the_budget(void **state)
{
    enum { WORDS = 10000 };
    static const char *words[WORDS];
    struct planned p;
    (void)state;
    for (int i = 0; i < WORDS; i++)
        words[i] = i == 0 ? "tee" : "no such room";
    start(&p, WR_TWO_WAYS, 50, 2);
    assert_int_equal(plan(&p, WR_PLAN_ROOMS, 100), WR_OK);
    p.rule.rooms = (wr_choice){.names = words, .count = WORDS};
    assert_int_equal(plan(&p, WR_PLAN_ROOMS, 100), WR_NO_FIT);
    said(&p, "budget-spent");
    levels_end(&p.levels);
}

static void a_plan_has_no_more_rooms_than_it_may(void **state)
{
    struct planned p;
    (void)state;
    start(&p, WR_HUB, 1, 5);
    assert_int_equal(plan(&p, 8, 0), WR_OK);
    assert_int_equal(p.blueprint.node_count, 8);
    assert_int_equal(plan(&p, 7, 0), WR_NO_FIT);
    said(&p, "level-too-large");
    levels_end(&p.levels);
}

static void why_there_is_no_level_is_looked_for_no_longer_than_there_is_time(void **state)
{
    struct planned p;
    struct wr_effort effort = {.steps = 7};
    (void)state;
    start(&p, WR_HUB, 1, 5);
    assert_int_equal(plan(&p, WR_PLAN_ROOMS, 0), WR_OK);
    wr_context_set_deadline(p.making.context, LONG_AGO);
    assert_int_equal(wr_explain(p.making.context, &p.blueprint, &effort, 0, false), WR_NO_FIT);
    said(&p, "timed-out");
    levels_end(&p.levels);
}

/* ---- Corridors of graphs ---- */

enum { RING = 4, NODES = RING + 2, LINKS = RING + 2, LEAST = 1, MOST = 4 };

/* A ring, and two rooms that hang on it one behind the other. */
static void start_graph(struct planned *p, wr_template_node *nodes, wr_template_link *links)
{
    static const char *const names[NODES] = {"a", "b", "c", "d", "e", "f"};
    start(p, WR_HUB, 1, 1);
    for (uint32_t i = 0; i < NODES; i++)
        nodes[i] = (wr_template_node){.name = names[i]};
    for (uint32_t i = 0; i < LINKS; i++)
        links[i] = (wr_template_link){.nodes = {i < RING ? i : i - 1, i + 1 < RING ? i + 1 : i},
                                      .corridor = {.length = {LEAST, MOST}},
                                      .place = {i + 1}};
    links[RING - 1].nodes[1] = 0;
    p->levels.template.way = WR_WAY_GRAPH;
    p->levels.template.nodes = nodes;
    p->levels.template.links = links;
    p->levels.template.node_count = NODES;
    p->levels.template.link_count = LINKS;
    p->levels.template.entry_node = p->levels.template.exit_node = WR_NONE;
}

static uint32_t length_of(const struct wr_blueprint *blueprint, uint32_t link)
{
    uint32_t links = 0;
    for (uint32_t i = 0; i < blueprint->link_count; i++)
        links += blueprint->passages[i].place.offset == link + 1;
    return links - 1;
}

/* Of either half all lengths come; where it is not asked for, all there are. */
static void corridors_are_long_on_rounds_and_short_elsewhere(void **state)
{
    enum { SEEDS = 60, HALF = (LEAST + MOST) / 2 };
    (void)state;
    for (int long_rounds = 0; long_rounds < 2; long_rounds++) {
        wr_template_node nodes[NODES];
        wr_template_link links[LINKS];
        unsigned seen[2] = {0, 0};
        struct planned p;
        start_graph(&p, nodes, links);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            wr_random random = wr_random_of(seed, 1);
            assert_int_equal(
                wr_graph_plan(&p.making, &random, long_rounds, WR_PLAN_ROOMS, 0, &p.blueprint),
                WR_OK);
            for (uint32_t i = 0; i < LINKS; i++)
                seen[i < RING] |= 1u << length_of(&p.blueprint, i);
        }
        unsigned all = (1u << (MOST + 1)) - (1u << LEAST), low = all & ((1u << (HALF + 1)) - 1);
        assert_int_equal(seen[0], long_rounds ? low : all);
        assert_int_equal(seen[1], long_rounds ? all & ~low : all);
        levels_end(&p.levels);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corridors_are_long_on_rounds_and_short_elsewhere),
        cmocka_unit_test(a_plan_ends_when_its_time_is_over),
        cmocka_unit_test(a_plan_ends_when_its_budget_is_spent),
        cmocka_unit_test(long_lists_of_words_cost_more_of_the_budget),
        cmocka_unit_test(a_plan_has_no_more_rooms_than_it_may),
        cmocka_unit_test(why_there_is_no_level_is_looked_for_no_longer_than_there_is_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
