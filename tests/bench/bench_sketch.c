/* How fast an editor is answered: microseconds of CPU for each question, in an area of 200
 * rooms that was grown by taking offers. Each is asked three times and the least counts: what
 * else the machine does meanwhile is no part of an answer. */
#include "tests/support/scenes.h"

#include "builder/sketch/sketch.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "kits/kits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROOMS = 200, MADE_ROOMS = 40, QUESTIONS = 2000, TIMES = 3 };

enum question { OFFERS, FITTING, TRIED, MOVED, ADDED, QUESTION_KINDS };
static const char *const questions[QUESTION_KINDS] = {
    "all ways at a doorway", "rooms that fit there", "a room held there", "a room moved",
    "a room added"};

struct times {
    double items[QUESTIONS];
    uint32_t count;
};

struct editor {
    struct scene scene;
    struct wr_sketch *sketch;
    const struct wr_kit *kit;
    wr_random random;
    struct times times[QUESTION_KINDS];
};

static double busy(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e6 * (double)time.tv_sec + 1e-3 * (double)time.tv_nsec;
}

static void must(enum wr_result result)
{
    if (result == WR_OK)
        return;
    fprintf(stderr, "bench_sketch: %s\n", wr_result_name(result));
    exit(1);
}

/* A question and its answer. */
struct asked {
    enum question question;
    uint32_t hook;   /* the doorway */
    wr_offered held; /* the room that is tried, added, or moved there */
    const wr_offered *offers;
    uint32_t count;
};

static void ask_for_offers(struct editor *editor, struct asked *asked)
{
    const wr_placed_hook *hook = &wr_sketch_now(editor->sketch)->hooks[asked->hook];
    struct wr_offer_options options = {.kit = editor->kit,
                                       .fitting = asked->question == FITTING};
    must(wr_sketch_offers(editor->scene.context, editor->sketch, hook->room, hook->hook,
                          &options, &asked->offers, &asked->count));
}

static void answer(struct editor *editor, struct asked *asked)
{
    struct wr_context *context = editor->scene.context;
    const wr_offered *held = &asked->held;
    uint32_t last = wr_sketch_now(editor->sketch)->room_count - 1;
    const wr_sketched *seen;
    if (asked->question == TRIED)
        must(wr_sketch_try(context, editor->sketch, WR_NONE, held->room, held->placement,
                           &seen));
    else if (asked->question == MOVED)
        must(wr_sketch_move(context, editor->sketch, last, held->placement));
    else if (asked->question == ADDED)
        must(wr_sketch_add(context, editor->sketch, WR_NONE, held->room, held->placement));
    else
        ask_for_offers(editor, asked);
}

/* What was added is taken out to be added again. */
static void take_back(struct editor *editor, const struct asked *asked)
{
    if (asked->question == ADDED)
        must(wr_sketch_remove(editor->scene.context, editor->sketch,
                              wr_sketch_now(editor->sketch)->room_count - 1));
}

static void time_answer(struct editor *editor, struct asked *asked)
{
    struct times *times = &editor->times[asked->question];
    double least = 0;
    for (int i = 0; i < TIMES; i++) {
        if (i > 0)
            take_back(editor, asked);
        double since = busy();
        answer(editor, asked);
        double time = busy() - since;
        least = i == 0 || time < least ? time : least;
    }
    if (times->count < QUESTIONS)
        times->items[times->count++] = least;
}

/* An open doorway. */
static uint32_t draw_doorway(struct editor *editor)
{
    const wr_sketched *now = wr_sketch_now(editor->sketch);
    uint32_t hook;
    do
        hook = (uint32_t)wr_random_below(&editor->random, now->hook_count);
    while (now->hooks[hook].link != WR_NONE);
    return hook;
}

/* Offers count in an area that has all its rooms. */
static struct asked ask(struct editor *editor, bool fitting)
{
    struct asked asked = {.question = fitting ? FITTING : OFFERS, .hook = draw_doorway(editor)};
    if (wr_sketch_now(editor->sketch)->room_count >= ROOMS)
        time_answer(editor, &asked);
    else
        answer(editor, &asked);
    return asked;
}

/* Does something with a room as it is offered somewhere; nothing where nothing is. */
static void take(struct editor *editor, bool fitting, enum question question)
{
    struct asked asked = ask(editor, fitting);
    if (asked.count == 0)
        return;
    asked.held = asked.offers[wr_random_below(&editor->random, asked.count)];
    asked.question = question;
    time_answer(editor, &asked);
}

static void grow(struct editor *editor)
{
    while (wr_sketch_now(editor->sketch)->room_count < ROOMS)
        take(editor, true, ADDED);
}

static int order_times(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

static void print_times(struct editor *editor, const char *name)
{
    uint32_t ways = 0;
    for (uint32_t i = 0; i < editor->kit->room_count; i++)
        ways += 2 * editor->kit->rooms[i].hook_count;
    for (int q = 0; q < QUESTION_KINDS; q++) {
        struct times *times = &editor->times[q];
        qsort(times->items, times->count, sizeof *times->items, order_times);
        printf("%-12s %6u %6u  %-22s %8.0f %8.0f %8.0f\n", name, editor->kit->room_count, ways,
               questions[q], times->items[times->count / 2],
               times->items[times->count * 99 / 100], times->items[times->count - 1]);
    }
}

static void measure(struct editor *editor, const char *name)
{
    const wr_room *first = &editor->kit->rooms[0];
    editor->random = wr_random_of(1, 1);
    must(wr_sketch_create(editor->scene.context, &editor->scene.map, editor->scene.kits,
                          &editor->scene.options, &editor->sketch));
    must(wr_sketch_add(editor->scene.context, editor->sketch, WR_NONE, first,
                       (wr_placement){0}));
    grow(editor);
    for (int i = 0; i < 1000; i++) { /* fitting or not, as if it were dragged there */
        take(editor, false, TRIED);
        take(editor, false, MOVED);
        (void)ask(editor, true);
    }
    print_times(editor, name);
    wr_sketch_free(editor->sketch);
}

/* Boxes of many sizes with two to four doorways. */
static void made_kit(struct editor *editor)
{
    static char ids[MADE_ROOMS][8];
    static const char sides[] = "nesw";
    wr_random random = wr_random_of(2, 2);
    for (int i = 0; i < MADE_ROOMS; i++) {
        snprintf(ids[i], sizeof ids[i], "room%d", i);
        scene_box box = {.id = ids[i],
                         .width = 6 + 3 * (float)wr_random_below(&random, 6),
                         .depth = 6 + 3 * (float)wr_random_below(&random, 6)};
        uint32_t count = 2 + wr_random_below(&random, 3);
        for (uint32_t d = 0; d < count; d++)
            box.doors[d] = (scene_door){.side = sides[d], .pieces = 4, .out = 0.375f};
        scene_add_box(&editor->scene, &box);
    }
    editor->kit = scene_room(&editor->scene, "room0")->kit;
}

/* The rooms of two kits as if they were one. */
static void join_kits(struct wr_kit *out, wr_room *rooms, struct wr_kit *const kits[2])
{
    *out = *kits[0];
    out->rooms = rooms;
    out->room_count = 0;
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < kits[k]->room_count; i++)
            rooms[out->room_count++] = kits[k]->rooms[i];
}

static void measure_kits(const char *name, const char *const paths[2])
{
    static struct editor editor;
    static wr_room rooms[256];
    struct wr_kit *kits[2] = {NULL, NULL}, both;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    editor = (struct editor){0};
    scene_start(&editor.scene);
    if (wr_kit_load(editor.scene.context, paths[0], &surfaces, &kits[0]) == WR_OK &&
        wr_kit_load(editor.scene.context, paths[1], &surfaces, &kits[1]) == WR_OK) {
        join_kits(&both, rooms, kits);
        editor.kit = &both;
        measure(&editor, name);
    }
    wr_kit_free(kits[0]);
    wr_kit_free(kits[1]);
    scene_end(&editor.scene);
}

static void measure_made(void)
{
    static struct editor editor;
    editor = (struct editor){0};
    scene_start(&editor.scene);
    made_kit(&editor);
    measure(&editor, "made");
    scene_end(&editor.scene);
}

static void measure_found(const char *name, const char *root, const char *first,
                          const char *second)
{
    char paths[2][512];
    if (!root)
        return;
    snprintf(paths[0], sizeof paths[0], "%s/%s", root, first);
    snprintf(paths[1], sizeof paths[1], "%s/%s", root, second);
    measure_kits(name, (const char *const[2]){paths[0], paths[1]});
}

int main(void)
{
    printf("microseconds of CPU, in an area of %d rooms\n", ROOMS);
    printf("%-12s %6s %6s  %-22s %8s %8s %8s\n", "kit", "rooms", "ways", "question", "median",
           "99 %", "worst");
    measure_made();
    measure_found("two burrows", getenv("WARREN_SOURCE"), "kits/library/burrow/kit.xml",
                  "kits/library/burrow/kit.xml");
    measure_found("retail", getenv("WARREN_CORPUS"), "holocron/blackvulkar.json",
                  "holocron/sithbase.json");
    return 0;
}
