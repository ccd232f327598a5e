/* Planning a level: what ends it before anything is placed. */
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
    return wr_graph_plan(&p->making, &random, most, budget, &p->blueprint);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_ends_when_its_time_is_over),
        cmocka_unit_test(a_plan_ends_when_its_budget_is_spent),
        cmocka_unit_test(long_lists_of_words_cost_more_of_the_budget),
        cmocka_unit_test(a_plan_has_no_more_rooms_than_it_may),
        cmocka_unit_test(why_there_is_no_level_is_looked_for_no_longer_than_there_is_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
