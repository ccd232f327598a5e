/* Templates of hundreds of named rooms, all the way to modules. */
#include "tests/support/generated.h"
#include "tests/support/wide_graph.h"

/* A template of many rooms of the Burrow that may be anything. */
static char *template_of_graph(struct wide_graph graph, uint64_t seed)
{
    enum { A_ROOM = 64, A_LINK = 96 };
    uint32_t(*links)[2] = test_calloc((size_t)graph.rooms + graph.rounds, sizeof *links);
    uint32_t count = wide_graph_draw(graph, seed, links);
    size_t size = 256 + (size_t)graph.rooms * A_ROOM + (size_t)count * A_LINK;
    char *text = test_malloc(size);
    size_t at = (size_t)snprintf(
        text, size,
        "{'format': 'warren-template', 'version': 1, 'id': 'wide', 'kit': 'burrow', "
        "'nodes': [");
    for (uint32_t i = 0; i < graph.rooms; i++)
        at += (size_t)snprintf(text + at, size - at, "%s{'name': 'r%u'}", i ? ", " : "",
                               (unsigned)i);
    at += (size_t)snprintf(text + at, size - at, "], 'links': [");
    for (uint32_t i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, size - at, "%s{'from': 'r%u', 'to': 'r%u'}",
                               i ? ", " : "", (unsigned)links[i][0], (unsigned)links[i][1]);
    snprintf(text + at, size - at, "], 'entry': {'node': 'r0'}}");
    test_free(links);
    return text;
}

static void the_burrow_makes_levels_of_hundreds_of_named_rooms(void **state)
{
    static const struct wide_graph graphs[] = {{300, 12, 0, 3, true}, {150, 12, 8, 3, true}};
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct generated g;
        char *text = template_of_graph(graphs[seed - 1], seed);
        generated_start(&g, text);
        generated_make(&g, seed);
        assert_int_equal(g.info.metrics.rooms, graphs[seed - 1].rooms);
        assert_int_equal(g.info.metrics.cycle_rank, graphs[seed - 1].rounds);
        printf("[  NOTE    ] %u rooms of seed %llu: %llu steps\n",
               (unsigned)g.info.metrics.rooms, (unsigned long long)seed,
               (unsigned long long)g.info.metrics.steps);
        generated_judge(&g, seed);
        generated_end(&g);
        test_free(text);
    }
}

static void a_large_level_is_the_same_with_any_number_of_jobs(void **state)
{
    static const unsigned jobs[] = {1, 2, 8};
    char *text = template_of_graph((struct wide_graph){120, 12, 6, 3, true}, 4);
    struct wr_bytes texts[3] = {0};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct generated g;
        generated_start(&g, text);
        wr_context_set_jobs(g.findings.context, jobs[i]);
        generated_make(&g, 9);
        assert_int_equal(wr_map_write(g.findings.context, g.map, &texts[i]), WR_OK);
        assert_int_equal(texts[i].size, texts[0].size);
        assert_memory_equal(texts[i].data, texts[0].data, texts[0].size);
        generated_end(&g);
    }
    for (int i = 0; i < 3; i++)
        wr_bytes_finish(&texts[i]);
    test_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_burrow_makes_levels_of_hundreds_of_named_rooms),
        cmocka_unit_test(a_large_level_is_the_same_with_any_number_of_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
