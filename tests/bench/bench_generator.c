/* How fast and how surely puzzles of public graphs are solved, beside what the best known
 * generator needs for the same input, and whether we are as far ahead as we want to be.
 *
 *   bench_generator [NAME]    only rows whose name has NAME in it; WARREN_BENCH_ROWS does so,
 * too
 *
 * WARREN_BENCH_FULL=1 takes all 30 graphs of each random set and gives each 10 CPU seconds;
 * without it the first 10 have half a second, but for those that the peer's figures of a rank
 * are about. The peer's figures are CPU times on a machine such as this, its own tables
 * included; each of its runs had 10 seconds. */
#include "tests/bench/race.h"
#include "tests/support/wide_graph.h"

#include "core/base/system.h"
#include "core/files/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the peer needed; medians and worst of 20 in milliseconds, 0: not known. */
typedef struct figures {
    uint32_t solved, runs;
    double median, p95;
} figures;

typedef struct level_row {
    const char *name, *file;
    enum edgar_shapes shapes;
    uint32_t runs;
    figures peer;
    double factor; /* how much lower our median is to be */
} level_row;

static const level_row levels[] = {
    {"9 rooms", "example1_advanced", EDGAR_SIX, 100, {100, 100, 10, 20}, 20},
    {"11 rooms", "game2_basic", EDGAR_SIX, 100, {100, 100, 30, 90}, 20},
    {"13 rooms", "generating_one_layout_advanced", EDGAR_SIX, 100, {100, 100, 30, 70}, 20},
    {"15 rooms", "backtracking_advanced", EDGAR_SIX, 100, {100, 100, 20, 60}, 20},
    {"17 rooms", "example2_advanced", EDGAR_SIX, 100, {82, 82, 300, 1010}, 20},
    {"22 rooms", "game1_basic", EDGAR_SIX, 100, {100, 100, 20, 60}, 20},
    {"41 rooms", "example3_advanced", EDGAR_SIX, 100, {54, 54, 320, 1050}, 10},
    {"9 rooms, corridors", "example1_advanced", EDGAR_SIX_APART, 100, {100, 100, 20, 50}, 5},
    {"11 rooms, corridors", "game2_basic", EDGAR_SIX_APART, 100, {100, 100, 50, 160}, 5},
    {"13 rooms, corridors",
     "generating_one_layout_advanced",
     EDGAR_SIX_APART,
     100,
     {100, 100, 50, 100},
     5},
    {"15 rooms, corridors",
     "backtracking_advanced",
     EDGAR_SIX_APART,
     100,
     {100, 100, 20, 60},
     5},
    {"17 rooms, corridors", "example2_advanced", EDGAR_SIX_APART, 100, {56, 56, 580, 1460}, 5},
    {"22 rooms, corridors", "game1_basic", EDGAR_SIX_APART, 100, {100, 100, 30, 90}, 5},
    {"41 rooms, corridors", "example3_advanced", EDGAR_SIX_APART, 100, {54, 54, 340, 860}, 5},
    {"11 rooms, own shapes", "game2_basic", EDGAR_OWN, 100, {0}, 0},
    {"22 rooms, own shapes", "game1_basic", EDGAR_OWN, 100, {0}, 0},
    {"11 rooms, own, corridors", "game2_corridors", EDGAR_OWN, 100, {0}, 0},
    {"22 rooms, own, corridors", "game1_corridors", EDGAR_OWN, 100, {0}, 0},
    {"gungeon 1_1", "gungeon_1_1", EDGAR_OWN, 100, {20, 20, 50, 0}, 5},
    {"gungeon 1_2", "gungeon_1_2", EDGAR_OWN, 100, {20, 20, 30, 0}, 5},
    {"gungeon 2_1", "gungeon_2_1", EDGAR_OWN, 100, {20, 20, 60, 0}, 5},
    {"gungeon 2_2", "gungeon_2_2", EDGAR_OWN, 100, {20, 20, 30, 0}, 5},
    {"gungeon 2_4", "gungeon_2_4", EDGAR_OWN, 100, {20, 20, 50, 0}, 5},
    {"dead cells rooftop", "dead_cells_rooftop", EDGAR_OWN, 100, {20, 20, 3, 0}, 5},
    {"dead cells underground", "dead_cells_underground", EDGAR_OWN, 100, {20, 20, 20, 0}, 5},
};

/* Random graphs with corridors, by rank and size; with rooms that touch the peer's figures are
 * known by rank only. */
static const figures random_peers[6][4] = {
    {{10, 10, 10, 0}, {10, 10, 20, 0}, {10, 10, 30, 0}, {10, 10, 55, 0}},
    {{10, 10, 15, 0}, {10, 10, 30, 0}, {9, 10, 35, 0}, {10, 10, 110, 0}},
    {{10, 10, 30, 0}, {10, 10, 60, 0}, {7, 10, 395, 0}, {8, 10, 1135, 0}},
    {{8, 10, 485, 0}, {5, 10, 2835, 0}, {5, 7, 0, 0}, {0}},
};

/* Of the first two graphs of each size (rank 4 and 5: the first), those the peer solved. */
static const figures rank_peers[6] = {{8, 8, 0, 0}, {8, 8, 0, 0}, {7, 8, 0, 0},
                                      {4, 8, 0, 0}, {1, 4, 0, 0}, {1, 4, 0, 0}};

/* Large graphs, rooms that touch. */
typedef struct scale_row {
    const char *name, *graph;
    figures peer;
} scale_row;

static const scale_row scales[] = {
    {"tree of 50", "S_n50_c0", {1, 1, 70, 0}},
    {"tree of 100", "S_n100_c0", {1, 1, 320, 0}},
    {"tree of 200", "S_n200_c0", {0}},
    {"tree of 400", "S_n400_c0", {0}},
    {"60 rooms, 6 rounds", "S_n60_c6", {3, 3, 1870, 0}},
    {"100 rooms, 10 rounds", "S_n100_c10", {0, 1, 0, 0}},
    {"100 rooms, 14 rounds", "S_n100_c14", {0}},
};

/* Larger ones, drawn: nobody else has figures for such. */
typedef struct wide_row {
    const char *name;
    struct wide_graph graph;
    uint32_t runs;
} wide_row;

static const wide_row wides[] = {
    {"tree of 1000", {1000, 12, 0, 4, false}, 20},
    {"1000 rooms, 50 rounds", {1000, 12, 50, 4, false}, 20},
    {"tree of 5000", {5000, 12, 0, 4, false}, 5},
    {"5000 rooms, 250 rounds", {5000, 12, 250, 4, false}, 5},
};

enum { MOST_SECONDS = 10, SCALE_RUNS = 20, SCALE_FACTOR = 20 };

struct bench {
    struct wr_context *context;
    char folder[4096];
    const char *filter;
    uint32_t graphs;
    double cap;
    uint32_t missed;
};

/* ---- Printing ---- */

static void head(const char *title)
{
    printf("\n%-26s %7s %9s %9s %9s %7s | %7s %7s %7s | %6s %s\n", title, "solved", "median",
           "p95", "worst", "tables", "peer", "median", "p95", "ratio", "target");
}

/* A time, or a dash where it is not known. */
static const char *shown(char text[16], double time, int digits)
{
    if (time > 0)
        snprintf(text, 16, "%.*f", digits, time);
    else
        snprintf(text, 16, "-");
    return text;
}

static bool met(struct race *race, const figures *peer, double factor)
{
    double median = race_at(race, 0.5);
    bool sure = (uint64_t)race->solved * peer->runs >= (uint64_t)peer->solved * race->runs;
    bool fast = peer->p95 > 0      ? race_at(race, 0.95) < peer->p95
                : peer->median > 0 ? median < peer->median
                                   : true;
    return sure && fast && (peer->median <= 0 || median * factor <= peer->median);
}

static void print_row(struct bench *bench, const char *name, struct race *race, double tables,
                      const figures *peer, double factor)
{
    char solved[24], peers[24] = "-", text[3][16];
    double median = race_at(race, 0.5);
    bool good = met(race, peer, factor);
    snprintf(solved, sizeof solved, "%u/%u", race->solved, race->runs);
    if (peer->runs)
        snprintf(peers, sizeof peers, "%u/%u", peer->solved, peer->runs);
    printf("%-26s %7s %9.3f %9.3f %9.3f %7.2f | %7s %7s %7s | %6s %s\n", name, solved, median,
           race_at(race, 0.95), race_at(race, 1), tables, peers,
           shown(text[0], peer->median, 0), shown(text[1], peer->p95, 0),
           shown(text[2], peer->median / median, 0),
           !peer->runs ? "-"
           : good      ? "met"
                       : "MISSED");
    fflush(stdout);
    bench->missed += peer->runs && !good;
}

/* ---- Rows ---- */

static bool wanted(const struct bench *bench, const char *name)
{
    return !bench->filter || strstr(name, bench->filter);
}

/* Where one looks on, the line says what is under way. */
static void show_progress(const char *name, uint32_t done, uint32_t all)
{
    enum { CELLS = 30 };
    char bar[CELLS + 1];
    if (!isatty(STDOUT_FILENO))
        return;
    for (uint32_t i = 0; i < CELLS; i++)
        bar[i] = i * all < done * CELLS ? '#' : '.';
    bar[CELLS] = 0;
    if (done < all)
        printf("\r%-26s [%s] %u/%u", name, bar, (unsigned)done, (unsigned)all);
    else
        printf("\r%79s\r", "");
    fflush(stdout);
}

/* Solves one puzzle with seeds from 0 on. */
static void run_seeds(struct bench *bench, const char *name, const struct edgar *edgar,
                      uint32_t runs, const figures *peer, double factor)
{
    struct race *race = calloc(1, sizeof *race);
    if (!race)
        abort();
    for (uint32_t seed = 0; seed < runs; seed++) {
        show_progress(name, seed, runs);
        race_run(race, edgar, seed, MOST_SECONDS);
    }
    show_progress(name, runs, runs);
    print_row(bench, name, race, 1000 * edgar->tables, peer, factor);
    free(race);
}

static void run_level(struct bench *bench, const level_row *row)
{
    struct wr_arena *arena = wr_arena_create();
    struct edgar edgar;
    if (edgar_level(bench->context, arena, bench->folder, row->file, row->shapes, &edgar))
        run_seeds(bench, row->name, &edgar, row->runs, &row->peer, row->factor);
    else
        printf("%-26s cannot be read\n", row->name);
    wr_arena_destroy(arena);
}

static void run_scale(struct bench *bench, const scale_row *row)
{
    struct wr_arena *arena = wr_arena_create();
    struct edgar edgar;
    if (edgar_scale(bench->context, arena, bench->folder, row->graph, &edgar))
        run_seeds(bench, row->name, &edgar, SCALE_RUNS, &row->peer,
                  row->peer.median > 0 ? SCALE_FACTOR : 0);
    else
        printf("%-26s cannot be read\n", row->name);
    wr_arena_destroy(arena);
}

/* Each seed draws a graph of its own. */
static void run_wide(struct bench *bench, const wide_row *row)
{
    static const figures none = {0};
    struct race *race = calloc(1, sizeof *race);
    uint32_t(*links)[2] = calloc((size_t)row->graph.rooms + row->graph.rounds, sizeof *links);
    double tables = 0;
    if (!race || !links)
        abort();
    for (uint32_t seed = 0; seed < row->runs; seed++) {
        struct wr_arena *arena = wr_arena_create();
        struct edgar edgar;
        uint32_t count = wide_graph_draw(row->graph, seed, links);
        show_progress(row->name, seed, row->runs);
        if (edgar_smart(bench->context, arena, bench->folder, row->graph.rooms, links, count,
                        false, &edgar)) {
            race_run(race, &edgar, seed, MOST_SECONDS);
            tables += 1000 * edgar.tables / row->runs;
        }
        wr_arena_destroy(arena);
    }
    show_progress(row->name, row->runs, row->runs);
    print_row(bench, row->name, race, tables, &none, 0);
    free(race);
    free(links);
}

/* What the graphs of a random set came to. */
struct set_result {
    struct race race;
    double tables;
    /* Of those the rank's figure is about. */
    uint32_t first_solved, first_impossible, first_runs;
    char unsolved[256], impossible[256]; /* numbers of graphs */
};

static void note(char *list, uint32_t graph)
{
    size_t length = strlen(list);
    snprintf(list + length, 256 - length, " %u", graph);
}

static void run_set(struct bench *bench, const char *set, uint32_t rank, bool corridors,
                    struct set_result *result)
{
    struct edgar edgar;
    for (uint32_t graph = 0; graph < bench->graphs; graph++) {
        struct wr_arena *arena = wr_arena_create();
        bool first = graph < (rank < 4 ? 2 : 1);
        show_progress(set, graph, bench->graphs);
        if (!edgar_random(bench->context, arena, bench->folder, set, graph, corridors,
                          &edgar)) {
            wr_arena_destroy(arena);
            break;
        }
        enum wr_verdict verdict =
            race_run(&result->race, &edgar, 0, first && !corridors ? MOST_SECONDS : bench->cap);
        result->tables += 1000 * edgar.tables;
        if (verdict == WR_UNSOLVABLE)
            note(result->impossible, graph);
        else if (verdict != WR_SOLVED)
            note(result->unsolved, graph);
        result->first_runs += first;
        result->first_solved += first && verdict == WR_SOLVED;
        result->first_impossible += first && verdict == WR_UNSOLVABLE;
        wr_arena_destroy(arena);
    }
    show_progress(set, bench->graphs, bench->graphs);
}

static void print_set(struct bench *bench, const char *name, uint32_t rank, uint32_t size,
                      bool corridors, struct set_result *result)
{
    static const figures none = {0};
    bool known = corridors && rank < 4;
    uint32_t runs = result->race.runs ? result->race.runs : 1;
    print_row(bench, name, &result->race, result->tables / runs,
              known ? &random_peers[rank][size] : &none, 5);
    if (result->impossible[0])
        printf("    no layout exists:%s\n", result->impossible);
    if (result->unsolved[0])
        printf("    unsolved:%s\n", result->unsolved);
}

static void run_rank(struct bench *bench, uint32_t rank, bool corridors)
{
    uint32_t solved = 0, impossible = 0, runs = 0, all = 0, all_solved = 0, all_proved = 0;
    for (uint32_t size = 0; size < 4; size++) {
        char set[32], name[64];
        snprintf(set, sizeof set, "e_%u_%u_v_%u0_%u9", rank, rank, size + 1, size + 1);
        snprintf(name, sizeof name, "%s%s", set, corridors ? ", corridors" : "");
        if (!wanted(bench, name))
            continue;
        struct set_result *result = calloc(1, sizeof *result);
        if (!result)
            abort();
        run_set(bench, set, rank, corridors, result);
        print_set(bench, name, rank, size, corridors, result);
        solved += result->first_solved;
        impossible += result->first_impossible;
        runs += result->first_runs;
        all += result->race.runs;
        all_solved += result->race.solved;
        all_proved += result->race.impossible;
        free(result);
    }
    if (all)
        printf("    rank %u: %u of %u solved, no layout exists of %u\n", (unsigned)rank,
               (unsigned)all_solved, (unsigned)all, (unsigned)all_proved);
    const figures *peer = &rank_peers[rank];
    if (corridors || runs != peer->runs)
        return;
    bool good = rank < 4 ? solved >= peer->solved : solved > peer->solved;
    good |= solved + impossible == runs; /* nobody can solve more */
    printf(
        "    of the first %s graphs of each size: %u/%u, no layout exists of %u, peer %u/%u: "
        "%s\n",
        rank < 4 ? "two" : "one", solved, runs, impossible, peer->solved, peer->runs,
        good ? "met" : "MISSED");
    bench->missed += !good;
}

static void run_all(struct bench *bench)
{
    head("levels (ms)");
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (wanted(bench, levels[i].name))
            run_level(bench, &levels[i]);
    head("large (ms)");
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (wanted(bench, scales[i].name))
            run_scale(bench, &scales[i]);
    for (size_t i = 0; i < sizeof wides / sizeof *wides; i++)
        if (wanted(bench, wides[i].name))
            run_wide(bench, &wides[i]);
    for (int corridors = 1; corridors >= 0; corridors--) {
        head(corridors ? "random, corridors (ms)" : "random (ms)");
        for (uint32_t rank = 0; rank < 6; rank++)
            run_rank(bench, rank, corridors);
    }
    printf("\n%s: %u targets missed\n", bench->missed ? "behind" : "ahead", bench->missed);
}

int main(int argc, char **argv)
{
    const char *corpus = wr_environment("WARREN_CORPUS");
    struct bench bench = {.filter = argc > 1 ? argv[1] : wr_environment("WARREN_BENCH_ROWS"),
                          .graphs = 10,
                          .cap = 0.5};
    snprintf(bench.folder, sizeof bench.folder, "%s/edgar", corpus ? corpus : ".");
    if (access(bench.folder, F_OK) != 0) {
        printf("no corpus: $WARREN_CORPUS/edgar is not there\n");
        return 0;
    }
    const char *full = wr_environment("WARREN_BENCH_FULL");
    if (full && strcmp(full, "1") == 0) {
        bench.graphs = 30;
        bench.cap = MOST_SECONDS;
    }
    bench.context = wr_context_create(NULL, NULL);
    run_all(&bench);
    wr_context_destroy(bench.context);
    return 0;
}
