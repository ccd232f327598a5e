/* Small templates of every kind, and how often each of their levels comes. */
#include "tests/support/diversity.h"
#include "tests/support/generated.h"

#include "core/base/random.h"

#define HEAD "{'format': 'warren-template', 'version': 1, 'id': 'small', 'kit': 'burrow', "

/* Rooms the templates take weigh the same, unless the name says otherwise. */
#define EVEN                                                                                   \
    "'exclude': 'hub', 'rooms': [{'rooms': ['tee', 'bend', 'passage-12', 'cell'], 'weight': "  \
    "0.5}], "
#define CORRIDOR "'corridor': {'length': [0, 2], 'rooms': ['bend', 'passage-12']}, "

const struct small_template SMALL_TEMPLATES[] = {
    {"a chain of three",
     HEAD EVEN "'mirror': false, 'nodes': [{'name': 'a', 'rooms': ['bend', 'tee', 'cross']},"
               "{'name': 'b', 'rooms': ['passage-12', 'tee']}, {'name': 'c', 'rooms': 'cell'}],"
               "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'}]}",
     false},
    {"a chain, mirrored",
     HEAD EVEN "'nodes': [{'name': 'a', 'rooms': ['cell', 'elbow']},"
               "{'name': 'b', 'rooms': ['passage-12', 'grotto']},"
               "{'name': 'c', 'rooms': ['cell', 'bend']}],"
               "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'}]}",
     true},
    {"a ring of four",
     HEAD EVEN "'mirror': false, 'nodes': [{'name': 'a', 'rooms': 'bend'},"
               "{'name': 'b', 'rooms': ['bend', 'tee', 'cross']},"
               "{'name': 'c', 'rooms': ['bend', 'tee']}, {'name': 'd', 'rooms': ['bend', "
               "'cross']}],"
               "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'},"
               "{'from': 'c', 'to': 'd'}, {'from': 'd', 'to': 'a'}]}",
     true},
    {"a ring by corridors",
     HEAD EVEN CORRIDOR
     "'mirror': false, 'nodes': [{'name': 'a', 'rooms': 'bend'}, {'name': 'b', 'rooms': "
     "'bend'},"
     "{'name': 'c', 'rooms': 'bend'}],"
     "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'}, {'from': 'c', 'to': 'a'}]}",
     true},
    {"a corridor",
     HEAD EVEN CORRIDOR "'mirror': false, 'nodes': [{'name': 'a', 'rooms': ['cell', 'tee']},"
                        "{'name': 'b', 'rooms': 'cell'}], 'links': [{'from': 'a', 'to': 'b'}]}",
     false},
    {"rooms at their places",
     HEAD EVEN "'mirror': false,"
               "'nodes': [{'name': 'a', 'rooms': 'cross', 'position': [0, 0, 0]},"
               "{'name': 'b', 'rooms': 'tee', 'position': [12, 12, 0]},"
               "{'name': 'c', 'rooms': ['elbow', 'bend', 'passage-12']},"
               "{'name': 'd', 'rooms': ['bend', 'cross']}],"
               "'links': [{'from': 'a', 'to': 'c'}, {'from': 'c', 'to': 'd'},"
               "{'from': 'd', 'to': 'b'}]}",
     false},
    {"capped",
     HEAD EVEN
     "'mirror': false, 'caps': ['cap-narrow', 'store', 'shrine'],"
     "'include': ['tee', 'bend', 'cell'], 'nodes': [{'name': 'a', 'rooms': 'tee'},"
     "{'name': 'b', 'rooms': ['cell', 'bend']}], 'links': [{'from': 'a', 'to': 'b'}]}",
     false},
    {"an entry to choose",
     HEAD EVEN
     "'mirror': false, 'repeat': 'apart', 'entry': {'rooms': ['tee', 'bend']},"
     "'nodes': [{'name': 'a', 'rooms': ['bend', 'tee']}, {'name': 'b', 'rooms': ['bend', "
     "'tee']}, {'name': 'c', 'rooms': ['cell', 'bend']}],"
     "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'}]}",
     true},
    {"lock and key",
     HEAD EVEN "'mirror': false, 'include': ['tee', 'passage-12', 'cell', 'shrine'],"
               "'patterns': [{'pattern': 'lock_and_key', 'length': 1, 'rooms': 'cell'}],"
               "'entry': {'rooms': ['tee', 'passage-12']}, 'exit': {'rooms': 'shrine'}}",
     false},
    {"two ways",
     HEAD EVEN "'mirror': false, 'include': ['tee', 'bend', 'cross'],"
               "'patterns': [{'pattern': 'two_ways', 'length': 1, 'rooms': 'bend'}],"
               "'entry': {'rooms': ['tee', 'bend']}, 'exit': {'rooms': ['cross', 'bend']}}",
     true},
    {"three rooms that grow",
     HEAD EVEN "'mirror': false, 'include': ['bend', 'tee', 'cell'], 'grow': {'rooms': 3}}",
     false},
    {"two or three rooms, mirrored",
     HEAD EVEN "'include': ['bend', 'passage-12', 'cell'], 'grow': {'rooms': [2, 3]}}", true},
    {"four rooms that grow",
     HEAD EVEN "'mirror': false, 'include': ['bend', 'passage-12', 'cell'],"
               "'grow': {'rooms': 4}}",
     true},
    {"a loop that grows",
     HEAD EVEN "'mirror': false, 'include': ['bend', 'tee', 'cell'],"
               "'grow': {'rooms': [4, 5], 'loops': 1, 'loop_lengths': [4]}}",
     true},
    {"a square without a loop",
     HEAD "'exclude': 'hub', 'mirror': false, 'include': ['bend', 'cross'],"
          "'rooms': [{'rooms': 'bend', 'weight': 0.5}, {'rooms': 'cross', 'count': [0, 1]}],"
          "'grow': {'rooms': 4, 'loops': 0}}",
     true},
    {"growth over two storeys",
     HEAD EVEN
     "'mirror': false, 'include': ['stairs-u', 'stairs-l', 'bend'], 'grow': {'rooms': "
     "3}}",
     true},
    {"growth, capped, with an entry",
     HEAD EVEN "'mirror': false, 'include': ['bend', 'tee', 'cell'], 'caps': 'cap-narrow',"
               "'entry': {'rooms': 'cell'}, 'grow': {'rooms': 3}}",
     false},
    {"a way to the farthest room",
     HEAD EVEN
     "'mirror': false, 'include': ['bend', 'tee', 'cell'], 'entry': {'rooms': 'cell'},"
     "'exit': {'rooms': 'cell'}, 'grow': {'rooms': 4, 'critical_path': 4}}",
     false},
    {"from anywhere to a dead end",
     HEAD EVEN "'mirror': false, 'include': ['bend', 'tee', 'cell'], 'exit': {'rooms': 'cell'},"
               "'grow': {'rooms': [3, 4], 'critical_path': [2, 3], 'branching': 0.5}}",
     true},
    {"rooms of other weights",
     HEAD "'mirror': false, 'rooms': [{'rooms': 'cross', 'weight': 4}], 'include': ['cross', "
          "'cell'], 'grow': {'rooms': 2}}",
     false},
};
const unsigned SMALL_TEMPLATE_COUNT = sizeof SMALL_TEMPLATES / sizeof *SMALL_TEMPLATES;

enum { MOST_LEVELS = 4096 };

static void count_level(struct diversity *d, struct generated *g, const struct wr_kit *kit,
                        uint64_t seed)
{
    generated_make(g, seed);
    uint32_t at = every_level_find(&d->levels, every_level_key(g->template, kit, g->map));
    if (at == UINT32_MAX)
        d->foreign++;
    else
        d->times[at]++;
}

static void measure_ratio(struct diversity *d)
{
    double most = 0, least = INFINITY;
    for (uint32_t i = 0; i < d->levels.count; i++) {
        double times = d->times[i] / d->levels.weights[i];
        d->missing += d->times[i] == 0;
        most = times > most ? times : most;
        least = times < least ? times : least;
    }
    d->ratio = most / least;
}

bool diversity_try(struct diversity *out, const struct small_template *small,
                   uint32_t seeds_a_level, uint32_t most)
{
    struct generated g;
    const struct wr_kit *kit = NULL;
    *out = (struct diversity){0};
    generated_start(&g, small->text);
    assert_int_equal(wr_kits_find(g.findings.context, g.kits, "burrow", &kit), WR_OK);
    bool few = every_level_list(&out->levels, g.template, kit, most);
    out->times = calloc(out->levels.count + 1, sizeof *out->times);
    out->seeds = few ? seeds_a_level * out->levels.count : 0;
    if (few && out->levels.count == 0 && generated_try(&g, 1))
        fail_msg("%s has a level, but brute force finds none", small->name);
    for (uint32_t seed = 1; seed <= out->seeds; seed++)
        count_level(out, &g, kit, seed);
    out->listed = out->seeds > 0 && g.info.metrics.steps == 0;
    measure_ratio(out);
    generated_end(&g);
    return few;
}

void diversity_measure(struct diversity *out, const struct small_template *small,
                       uint32_t seeds_a_level)
{
    if (!diversity_try(out, small, seeds_a_level, MOST_LEVELS))
        fail_msg("%s has more than %d levels", small->name, (int)MOST_LEVELS);
}

/* ---- Drawn templates ---- */

struct drawing {
    wr_random random;
    char *text;
    size_t size, used;
};

static void put(struct drawing *d, const char *format, ...) WR_PRINTF(2, 3);

static void put(struct drawing *d, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    d->used += (size_t)vsnprintf(d->text + d->used, d->size - d->used, format, values);
    va_end(values);
    assert_true(d->used < d->size);
}

static uint32_t one_of(struct drawing *d, uint32_t count)
{
    return wr_random_below(&d->random, count);
}

/* None whose floor runs askew: it may lie a few centimetres deep in another, which brute force
 * does not allow. */
static void put_rooms(struct drawing *d, uint32_t most)
{
    static const char *const rooms[] = {"bend",   "tee",      "cross",  "passage-12",
                                        "cell",   "elbow",    "grotto", "crypt",
                                        "shrine", "stairs-u", "ramp",   "bend-wide"};
    uint32_t count = 1 + one_of(d, most);
    put(d, "[");
    for (uint32_t i = 0; i < count; i++)
        put(d, "%s'%s'", i ? ", " : "",
            rooms[one_of(d, i % 2 ? 5 : sizeof rooms / sizeof *rooms)]);
    put(d, "]");
}

static void put_graph(struct drawing *d)
{
    uint32_t nodes = 2 + one_of(d, 3);
    put(d, "'nodes': [");
    for (uint32_t i = 0; i < nodes; i++) {
        put(d, "%s{'name': 'n%u', 'rooms': ", i ? ", " : "", (unsigned)i);
        put_rooms(d, 2);
        put(d, "}");
    }
    put(d, "], 'links': [");
    for (uint32_t i = 1; i < nodes; i++) {
        put(d, "%s{'from': 'n%u', 'to': 'n%u'", i > 1 ? ", " : "", (unsigned)one_of(d, i),
            (unsigned)i);
        if (one_of(d, 4) == 0) {
            put(d, ", 'corridor': {'length': [0, 1], 'rooms': ");
            put_rooms(d, 1);
            put(d, "}");
        }
        put(d, "}");
    }
    put(d, "]");
}

static void put_growth(struct drawing *d)
{
    static const char *const loops[] = {"", "", ", 'loops': 0", ", 'loops': [0, 1]",
                                        ", 'loops': [0, null]"};
    uint32_t most = 2 + one_of(d, 2), least = 1 + one_of(d, most);
    put(d, "'include': ");
    put_rooms(d, 3);
    put(d, ", 'grow': {'rooms': [%u, %u]%s", (unsigned)least, (unsigned)most,
        loops[one_of(d, 5)]);
    if (least > 1 && one_of(d, 3) == 0)
        put(d, ", 'critical_path': [2, %u]", (unsigned)(2 + one_of(d, 2)));
    put(d, "}");
}

void small_template_draw(uint64_t seed, char *text, size_t size)
{
    static const char *const repeats[] = {"free", "free", "apart", "never"};
    struct drawing d = {.random = wr_random_of(seed, 1), .text = text, .size = size};
    put(&d, HEAD EVEN "'repeat': '%s', 'mirror': %s, ", repeats[one_of(&d, 4)],
        one_of(&d, 3) ? "false" : "true");
    if (one_of(&d, 4) == 0)
        put(&d, "'entry': {'rooms': ['bend', 'tee', 'cell']}, ");
    if (one_of(&d, 2))
        put_graph(&d);
    else
        put_growth(&d);
    put(&d, "}");
}

/* ---- The table ---- */

void diversity_free(struct diversity *diversity)
{
    every_level_free(&diversity->levels);
    free(diversity->times);
}

void diversity_print(const struct small_template *small, const struct diversity *d)
{
    uint32_t least = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < d->levels.count; i++) {
        least = d->times[i] < least ? d->times[i] : least;
        most = d->times[i] > most ? d->times[i] : most;
    }
    printf("%-30s %6u levels %8u seeds  rarest %5u  likeliest %6u  ratio %6.1f  missing %u\n",
           small->name, (unsigned)d->levels.count, (unsigned)d->seeds, (unsigned)least,
           (unsigned)most, d->ratio, (unsigned)d->missing);
    fflush(stdout);
}
