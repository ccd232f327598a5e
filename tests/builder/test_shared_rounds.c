/* Graphs whose rounds share rooms, of rooms that are as long as they must be: random trees with
 * some links more. What is built is judged by rules that know nothing of how it was found. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/folder.h"
#include "tests/support/generated.h"

#include "core/base/random.h"

/* Up to three rounds can be drawn on one storey, whatever the graph. */
enum { GRAPHS = 4, ROUNDS = 2, SMALL = 16, LARGE = 40, TREE = 60, DEGREE = 3, RING = 14 };
/* Rooms of the Burrow, whatever its rounds. */
enum {
    BURROWS = OFTEN(6, 2),
    STRAIGHT_BURROWS = OFTEN(3, 1),
    BURROW_ROOMS = 100,
    BURROW_ROUNDS = 5
};

static const char kit[] =
    "<kit id='yards' name='Yards' version='1'><door name='gate' width='2' height='2.5'/>"
    "<room id='aisle' name='Aisle' weight='2'><outline x='3..18' y='3' height='3'/>"
    "<hook name='west' door='gate' wall='west'/><hook name='east' door='gate' wall='east'/>"
    "</room><room id='corner' name='Corner'><outline x='3..6' y='3..6' height='3'/>"
    "<hook name='west' door='gate' wall='west'/><hook name='north' door='gate' wall='north'/>"
    "</room><room id='hall' name='Hall'><outline x='6..14' y='8' height='5'/>"
    "<hook name='west' door='gate' wall='west'/><hook name='east' door='gate' wall='east'/>"
    "<hook name='north' door='gate' wall='north'/></room><room id='yard' name='Yard'>"
    "<outline points='0 0  10 0  10 10  5 10  5 5  0 5' height='5'/>"
    "<hook name='south' door='gate' wall='0'/><hook name='east' door='gate' wall='1'/>"
    "<hook name='north' door='gate' wall='2'/><hook name='west' door='gate' wall='5'/>"
    "</room></kit>";

/* Doors of two widths, and passages for one of them. */
static const char dens[] =
    "<kit id='dens' name='Dens' version='1'><door name='narrow' width='2.5' height='2.5'/>"
    "<door name='wide' width='4' height='3'/>"
    "<room id='aisle' name='Aisle'><outline x='6..18' y='3.5' height='3'/>"
    "<hook name='west' door='narrow' wall='west'/><hook name='east' door='narrow' wall='east'/>"
    "</room><room id='fork' name='Fork' weight='2'><outline x='6' y='6' height='3'/>"
    "<hook name='west' door='narrow' wall='west'/><hook name='east' door='narrow' wall='east'/>"
    "<hook name='south' door='narrow' wall='south'/></room><room id='hall' name='Hall'>"
    "<outline x='18' y='18' height='5'/><hook name='west' door='narrow' wall='west'/>"
    "<hook name='east' door='narrow' wall='east'/><hook name='south' door='wide' wall='south'/>"
    "<hook name='north' door='wide' wall='north'/></room><room id='nave' name='Nave'>"
    "<outline x='18' y='24' height='5'/><hook name='west' door='narrow' wall='west'/>"
    "<hook name='east' door='narrow' wall='east'/><hook name='south' door='narrow' "
    "wall='south'/><hook name='north' door='wide' wall='north'/></room><room id='gallery' "
    "name='Gallery' weight='2'><outline x='12' y='6' height='5'/><hook name='west' door='wide' "
    "wall='west'/><hook name='east' door='narrow' wall='east'/></room><room id='cell' "
    "name='Cell' weight='2'><outline x='6' y='6' height='3'/><hook name='south' door='narrow' "
    "wall='south'/></room></kit>";

/* Boxes whose doors slide, none of which is longer than it is. */
static const char boxes[] =
    "<kit id='boxes' name='Boxes' version='1'><door name='gate' width='2' height='2.5'/>"
    "<room id='hall' name='Hall' tags='room'><outline x='8' y='8' height='3'/>"
    "<hook name='north' door='gate' wall='north' along='any' step='1'/>"
    "<hook name='east' door='gate' wall='east' along='any' step='1'/>"
    "<hook name='south' door='gate' wall='south' along='any' step='1'/>"
    "<hook name='west' door='gate' wall='west' along='any' step='1'/></room>"
    "<room id='long' name='Long' tags='room'><outline x='12' y='6' height='3'/>"
    "<hook name='north' door='gate' wall='north' along='any' step='1'/>"
    "<hook name='east' door='gate' wall='east' along='any' step='1'/>"
    "<hook name='south' door='gate' wall='south' along='any' step='1'/>"
    "<hook name='west' door='gate' wall='west' along='any' step='1'/></room>"
    "<room id='lane' name='Lane' tags='way'><outline x='7' y='3' height='3'/>"
    "<hook name='east' door='gate' wall='east'/><hook name='west' door='gate' wall='west'/>"
    "</room><room id='bend' name='Bend' tags='way'><outline x='3' y='3' height='3'/>"
    "<hook name='east' door='gate' wall='east'/><hook name='north' door='gate' wall='north'/>"
    "</room></kit>";

/* Boxes with a door in the middle of each wall, and a passage that stretches. */
static const char cells[] =
    "<kit id='cells' name='Cells' version='1'><door name='gate' width='2' height='2.5'/>"
    "<room id='cell' name='cell' tags='room'><outline x='6' y='6' height='3'/>"
    "<hook name='north' door='gate' wall='north'/><hook name='east' door='gate' wall='east'/>"
    "<hook name='south' door='gate' wall='south'/><hook name='west' door='gate' wall='west'/>"
    "</room>"
    "<room id='hall' name='hall' tags='room'><outline x='10' y='8' height='3'/>"
    "<hook name='north' door='gate' wall='north'/><hook name='east' door='gate' wall='east'/>"
    "<hook name='south' door='gate' wall='south'/><hook name='west' door='gate' wall='west'/>"
    "</room>"
    "<room id='long' name='long' tags='room'><outline x='12' y='6' height='3'/>"
    "<hook name='north' door='gate' wall='north'/><hook name='east' door='gate' wall='east'/>"
    "<hook name='south' door='gate' wall='south'/><hook name='west' door='gate' wall='west'/>"
    "</room>"
    "<room id='tube' name='Tube' tags='way'><outline x='4..16' y='3' height='3'/>"
    "<hook name='east' door='gate' wall='east'/><hook name='west' door='gate' wall='west'/>"
    "</room><room id='bend' name='Bend' tags='way'><outline x='3' y='3' height='3'/>"
    "<hook name='east' door='gate' wall='east'/><hook name='north' door='gate' wall='north'/>"
    "</room></kit>";

/* A ramp between them, for what must pass over what. */
static const char steps[] =
    "<kit id='steps' name='Steps' version='1'><door name='end' width='2' height='2.5' "
    "meets='cells:gate'/><room id='ramp' name='Ramp' walkmesh='ramp.obj'>"
    "<hook name='foot' at='0 0 0' door='end'/><hook name='head' at='8 0 3.5' door='end'/>"
    "</room></kit>";
static const char ramp[] = "usemtl Stone\nv 0 -1 0\nv 1 -1 0\nv 7 -1 3.5\nv 8 -1 3.5\n"
                           "v 0 1 0\nv 1 1 0\nv 7 1 3.5\nv 8 1 3.5\n"
                           "f 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\n";

/* A passage that stretches, for the Burrow. */
static const char tubes[] =
    "<kit id='tubes' name='Tubes' version='1'><door name='end' width='2.5' height='2.5' "
    "meets='burrow:narrow'/><room id='tube' name='Tube' tags='corridor' weight='4'>"
    "<outline x='4..16' y='3' height='3'/><hook name='east' door='end' wall='east'/>"
    "<hook name='west' door='end' wall='west'/></room></kit>";

struct graph {
    uint32_t links[BURROW_ROOMS + BURROW_ROUNDS][2];
    uint32_t degrees[BURROW_ROOMS], nodes, count;
};

static bool is_linked(const struct graph *graph, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < graph->count; i++) {
        const uint32_t *ends = graph->links[i];
        if ((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a))
            return true;
    }
    return false;
}

static void link_nodes(struct graph *graph, uint32_t a, uint32_t b)
{
    graph->links[graph->count][0] = a;
    graph->links[graph->count++][1] = b;
    graph->degrees[a]++;
    graph->degrees[b]++;
}

static struct graph draw_graph(uint32_t nodes, uint32_t rounds, uint64_t seed)
{
    struct graph graph = {.nodes = nodes};
    wr_random random = wr_random_of(seed, nodes);
    for (uint32_t i = 1; i < nodes; i++) {
        uint32_t to = wr_random_below(&random, i);
        while (graph.degrees[to] == DEGREE)
            to = (to + 1) % i;
        link_nodes(&graph, to, i);
    }
    while (graph.count < nodes - 1 + rounds) {
        uint32_t a = wr_random_below(&random, nodes), b = wr_random_below(&random, nodes);
        if (a != b && graph.degrees[a] < DEGREE && graph.degrees[b] < DEGREE &&
            !is_linked(&graph, a, b))
            link_nodes(&graph, a, b);
    }
    return graph;
}

/* Of which rooms, and what is on each link. */
struct flavour {
    const char *kit, *rooms, *corridor, *lengths; /* rooms: a member of nodes, or nothing */
};

static const struct flavour of_yards = {"'yards'", "", "'aisle'", "0"};
static const struct flavour of_boxes = {"'boxes'", ", 'rooms': '#room'", "'#way'", "1"};
static const struct flavour of_cells = {"'cells'", ", 'rooms': '#room'", "'tube'", "1"};
static const struct flavour of_near_cells = {"'cells'", ", 'rooms': '#room'", "'#way'",
                                             "[0, 2]"};
static const struct flavour of_cells_and_steps = {"['cells', 'steps']", ", 'rooms': '#room'",
                                                  "['#way', 'ramp']", "[0, 2]"};
static const struct flavour with_aisles = {"'dens'", "", "'aisle'", "1"};
/* Rooms that may come once or twice in a level by their kit come as often as it takes. */
#define BURROW                                                                                 \
    "['burrow', 'tubes'], 'mirror': true, 'exclude': '#lift', 'rooms': [{'rooms': ['#hall', "  \
    "'#hub', 'shrine', 'ramp', 'passage-18'], 'count': [0, null]}]"
static const struct flavour of_the_burrow = {BURROW, "", "['#corridor', '#corner', '#stairs']",
                                             "[0, 2]"};

/* The one that stretches, or none. */
static const struct flavour of_tubes = {BURROW, "", "'tube'", "[0, 1]"};

/* Straight rooms alone, so that no link climbs. */
static const struct flavour of_straight_rooms = {BURROW, "", "'#corridor'", "[0, 1]"};

static void write_template(const struct graph *graph, const struct flavour *flavour,
                           struct wr_bytes *text)
{
    wr_bytes_print(text,
                   "{'format': 'warren-template', 'version': 1, 'id': 'shared', 'kit': "
                   "%s, 'corridor': {'length': %s, 'rooms': %s}, 'nodes': [",
                   flavour->kit, flavour->lengths, flavour->corridor);
    for (uint32_t i = 0; i < graph->nodes; i++)
        wr_bytes_print(text, "%s{'name': 'n%u'%s}", i ? ", " : "", (unsigned)i, flavour->rooms);
    wr_bytes_text(text, "], 'links': [");
    for (uint32_t i = 0; i < graph->count; i++)
        wr_bytes_print(text, "%s{'from': 'n%u', 'to': 'n%u'}", i ? ", " : "",
                       (unsigned)graph->links[i][0], (unsigned)graph->links[i][1]);
    wr_bytes_text(text, "]}");
    wr_bytes_char(text, '\0');
}

static void start_text(struct generated *g, struct folder *folder, const char *text)
{
    static const char *const kits[] = {"yards", "boxes", "dens", "cells", "steps", "tubes"};
    char path[512];
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    *g = (struct generated){0};
    findings_start(&g->findings);
    folder_start(folder);
    folder_put(folder, "yards/kit.xml", kit, sizeof kit - 1);
    folder_put(folder, "boxes/kit.xml", boxes, sizeof boxes - 1);
    folder_put(folder, "dens/kit.xml", dens, sizeof dens - 1);
    folder_put(folder, "cells/kit.xml", cells, sizeof cells - 1);
    folder_put(folder, "steps/kit.xml", steps, sizeof steps - 1);
    folder_put(folder, "steps/ramp.obj", ramp, sizeof ramp - 1);
    folder_put(folder, "tubes/kit.xml", tubes, sizeof tubes - 1);
    g->template = template_of(&g->findings, template_text(g->findings.arena, text));
    g->kits = wr_kits_create(&surfaces);
    for (size_t i = 0; i < sizeof kits / sizeof *kits; i++)
        assert_int_equal(wr_kits_add(g->kits, folder_path(folder, kits[i], path)), WR_OK);
    snprintf(path, sizeof path, "%s/kits/library/burrow", wr_environment("WARREN_SOURCE"));
    assert_int_equal(wr_kits_add(g->kits, path), WR_OK);
    if (!g->template || wr_generator_create(g->findings.context, g->template, g->kits, NULL,
                                            &g->generator) != WR_OK)
        fail_msg("%s", findings_said(&g->findings));
}

static void start(struct generated *g, struct folder *folder, const struct graph *graph,
                  const struct flavour *flavour)
{
    struct wr_bytes text = {0};
    write_template(graph, flavour, &text);
    start_text(g, folder, (const char *)text.data);
    wr_bytes_finish(&text);
}

/* By every rule but where each vertex of a wall with a doorway belongs that grows. */
static void judge(struct generated *g, uint64_t seed)
{
    char folder[128];
    struct oracle_report report = {.ignored[ORACLE_PLACED_VERTEX] = true,
                                   .ignored[ORACLE_PLACED_FACE] = true};
    struct made made = {.map = g->map, .kits = g->kits};
    folder_make(folder);
    struct wr_build_options options = {.output = folder, .generated = &g->info};
    if (wr_build(g->findings.context, g->map, g->kits, &options, NULL) != WR_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&g->findings));
    size_t faults = judge_module(&report, folder, &made);
    if (faults)
        fail_msg("seed %llu: %zu faults", (unsigned long long)seed, faults);
    oracle_report_clear(&report);
    folder_drop(folder);
}

static void make_and_judge(uint32_t nodes, uint64_t seed)
{
    struct graph graph = draw_graph(nodes, ROUNDS, seed);
    struct generated g;
    struct folder folder;
    start(&g, &folder, &graph, &of_yards);
    printf("[  NOTE    ] %u rooms, seed %llu\n", (unsigned)nodes, (unsigned long long)seed);
    generated_make(&g, seed);
    assert_int_equal(g.map->room_count, nodes);
    assert_int_equal(g.map->link_count, graph.count);
    for (uint32_t i = 0; i < graph.count; i++) {
        char from[16], to[16];
        snprintf(from, sizeof from, "n%u", (unsigned)graph.links[i][0]);
        snprintf(to, sizeof to, "n%u", (unsigned)graph.links[i][1]);
        assert_true(are_linked(&g, find_named(&g, from), find_named(&g, to)));
    }
    judge(&g, seed);
    generated_end(&g);
    folder_end(&folder);
}

static void rounds_that_share_rooms_close_in_one_search(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= GRAPHS; seed++)
        make_and_judge(SMALL, seed);
}

static void rounds_that_share_rooms_close_in_large_levels(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= GRAPHS; seed++)
        make_and_judge(LARGE, seed);
}

/* A round, and a room at the side of each of its rooms. */
static struct graph ring_with_sides(uint32_t length)
{
    struct graph graph = {.nodes = 2 * length};
    for (uint32_t i = 0; i < length; i++) {
        link_nodes(&graph, i, (i + 1) % length);
        link_nodes(&graph, i, length + i);
    }
    return graph;
}

static void rounds_leave_room_at_their_sides(void **state)
{
    enum { BUDGET = 200000 };
    struct graph graph = ring_with_sides(RING);
    struct generated g;
    struct folder folder;
    (void)state;
    start(&g, &folder, &graph, &with_aisles);
    for (uint64_t seed = 1; seed <= 2 * GRAPHS; seed++) {
        generated_drop(&g);
        enum wr_result result =
            wr_generator_make(g.findings.context, g.generator, seed, BUDGET, &g.map, &g.info);
        if (result != WR_OK)
            fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&g.findings));
        printf("[  NOTE    ] seed %llu: %llu steps\n", (unsigned long long)seed,
               (unsigned long long)g.info.metrics.steps);
        assert_int_equal(g.map->room_count, graph.nodes + graph.count);
        judge(&g, seed);
    }
    generated_end(&g);
    folder_end(&folder);
}

static void make_of_boxes(uint32_t nodes, uint32_t rounds, uint64_t seed)
{
    struct graph graph = draw_graph(nodes, rounds, seed);
    struct generated g;
    struct folder folder;
    start(&g, &folder, &graph, &of_boxes);
    printf("[  NOTE    ] %u boxes, %u rounds, seed %llu\n", (unsigned)nodes, (unsigned)rounds,
           (unsigned long long)seed);
    generated_make(&g, seed);
    assert_int_equal(g.map->room_count, nodes + graph.count);
    assert_int_equal(g.map->link_count, 2 * graph.count);
    judge(&g, seed);
    generated_end(&g);
    folder_end(&folder);
}

/* Each doorway is in one link, though two rooms would fit along one wall. */
static void boxes_with_a_room_on_each_link_stand_in_rounds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= GRAPHS; seed++)
        make_of_boxes(SMALL, ROUNDS, seed);
}

static void boxes_with_a_room_on_each_link_stand_in_large_trees(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= GRAPHS; seed++)
        make_of_boxes(TREE, 0, seed);
}

/* A hundred rooms. */
static void make_hundred(const struct flavour *flavour, uint32_t rounds, uint64_t seed)
{
    enum { BUDGET = 4000000 };
    struct graph graph = draw_graph(BURROW_ROOMS, rounds, seed);
    struct generated g;
    struct folder folder;
    start(&g, &folder, &graph, flavour);
    if (wr_generator_make(g.findings.context, g.generator, seed, BUDGET, &g.map, &g.info) !=
        WR_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&g.findings));
    printf("[  NOTE    ] seed %llu: %llu steps, %u rooms\n", (unsigned long long)seed,
           (unsigned long long)g.info.metrics.steps, (unsigned)g.map->room_count);
    assert_int_equal(g.info.metrics.cycle_rank, rounds);
    judge(&g, seed);
    generated_end(&g);
    folder_end(&folder);
}

static void make_hundreds(const struct flavour *flavour, uint32_t rounds, uint64_t graphs)
{
    for (uint64_t seed = 1; seed <= graphs; seed++)
        make_hundred(flavour, rounds, seed);
}

/* Flat or not, with up to two rooms on a link. */
static void rounds_of_the_burrow_close_by_a_passage_that_stretches(void **state)
{
    (void)state;
    make_hundreds(&of_the_burrow, BURROW_ROUNDS, BURROWS);
}

/* Where nothing but that passage may be on a link. */
static void rounds_of_the_burrow_close_by_that_passage_alone(void **state)
{
    (void)state;
    make_hundreds(&of_tubes, BURROW_ROUNDS, BURROWS);
}

/* With a straight room on a link, or none. */
static void rounds_of_the_burrow_close_by_straight_rooms_alone(void **state)
{
    (void)state;
    make_hundreds(&of_straight_rooms, BURROW_ROUNDS, STRAIGHT_BURROWS);
}

/* Boxes, too, where corridors may climb. */
static void rounds_of_boxes_close_by_a_passage_that_stretches(void **state)
{
    (void)state;
    make_hundreds(&of_cells_and_steps, BURROW_ROUNDS, BURROWS);
}

/* On one storey, with a passage on each link: placed one by one, hardly any is found. */
static void trees_of_a_hundred_boxes_lie_flat(void **state)
{
    (void)state;
    make_hundreds(&of_cells, 0, BURROWS);
    make_hundreds(&of_near_cells, 0, BURROWS);
}

static void a_round_among_a_hundred_boxes_lies_flat(void **state)
{
    (void)state;
    make_hundreds(&of_cells, 1, BURROWS);
}

/* Though a further plan would only find that nothing is left. */
static void a_budget_that_is_spent_tells_of_the_search(void **state)
{
    enum { BUDGET = 1000 };
    struct graph graph = draw_graph(BURROW_ROOMS, BURROW_ROUNDS, 1);
    struct generated g;
    struct folder folder;
    (void)state;
    start(&g, &folder, &graph, &of_the_burrow);
    assert_int_equal(
        wr_generator_make(g.findings.context, g.generator, 1, BUDGET, &g.map, &g.info),
        WR_NO_FIT);
    const char *said = findings_said(&g.findings);
    if (!strstr(said, " beginnings at most "))
        fail_msg("%s", said);
    generated_end(&g);
    folder_end(&folder);
}

/* Three corners close no round, four do; that three do not is not proved where they stretch,
 * and whether there is a fourth is drawn. */
static void a_round_that_needs_its_corridor_is_found_soon(void **state)
{
    static const char text[] =
        "{'format': 'warren-template', 'version': 1, 'id': 'bends', 'kit': 'yards', 'nodes': ["
        "{'name': 'a', 'rooms': 'corner'}, {'name': 'b', 'rooms': 'corner'}, "
        "{'name': 'c', 'rooms': 'corner'}], 'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', "
        "'to': 'c'}, {'from': 'c', 'to': 'a', 'corridor': {'length': [0, 1], 'rooms': "
        "'corner'}}]}";
    enum { SEEDS = 40, MOST_STEPS = 12000 };
    struct generated g;
    struct folder folder;
    uint64_t most = 0;
    (void)state;
    start_text(&g, &folder, text);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        generated_make(&g, seed);
        assert_int_equal(g.map->room_count, 4);
        most = g.info.metrics.steps > most ? g.info.metrics.steps : most;
        generated_drop(&g);
    }
    printf("[  NOTE    ] at most %llu steps\n", (unsigned long long)most);
    assert_true(most <= MOST_STEPS);
    generated_end(&g);
    folder_end(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_that_needs_its_corridor_is_found_soon),
        cmocka_unit_test(rounds_that_share_rooms_close_in_one_search),
        cmocka_unit_test(rounds_that_share_rooms_close_in_large_levels),
        cmocka_unit_test(rounds_leave_room_at_their_sides),
        cmocka_unit_test(rounds_of_the_burrow_close_by_a_passage_that_stretches),
        cmocka_unit_test(rounds_of_the_burrow_close_by_that_passage_alone),
        cmocka_unit_test(rounds_of_boxes_close_by_a_passage_that_stretches),
        cmocka_unit_test(rounds_of_the_burrow_close_by_straight_rooms_alone),
        cmocka_unit_test(trees_of_a_hundred_boxes_lie_flat),
        cmocka_unit_test(a_round_among_a_hundred_boxes_lies_flat),
        cmocka_unit_test(a_budget_that_is_spent_tells_of_the_search),
        cmocka_unit_test(boxes_with_a_room_on_each_link_stand_in_rounds),
        cmocka_unit_test(boxes_with_a_room_on_each_link_stand_in_large_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
