/* A drawing is made a few times, and the one of the least stress is kept. The core of the graph
 * is drawn as one part, with braces, without crossings, and its nodes are moved to where they
 * lie as far apart as they should. What hangs on it is put around it then, the heaviest first,
 * and all are moved once more. */
#include "builder/solver/flat/straight.h"
#include "builder/solver/flat/braces.h"
#include "builder/solver/flat/convex.h"
#include "builder/solver/flat/core.h"
#include "builder/solver/flat/paper.h"

#include <math.h>
#include <string.h>

#define NONE UINT32_MAX

enum { MADE = 8, ROUNDS = 40 };
/* The part of the stress a round over all nodes takes away at least, or it is the last one: of
 * each drawing, and of the best. */
static const double rough = 0.06, fine_part = 0.005;

struct straight {
    struct wr_drawing *drawing;
    struct wr_arena *arena;
    wr_random *random;
    struct wr_core core;
    struct wr_paper inner, whole; /* of the core, and of all */
    bool *placed;                 /* one a node, of the whole */
    wr_drawn *best;
    double least; /* stress, of the best */
    bool in_vain; /* no drawing of the core can be made */
};

/* Whether there is a way from the first node to all others. */
static bool hangs_together(const struct wr_drawing *drawing)
{
    for (uint32_t i = 1; i < drawing->count; i++)
        if (drawing->distances[i] <= 0)
            return false;
    return drawing->count > 0;
}

static bool start(struct straight *s, const wr_puzzle_link *links, uint32_t link_count)
{
    struct wr_core *core = &s->core;
    uint32_t n = s->drawing->count;
    s->placed = WR_TAKE(s->arena, bool, n);
    s->best = WR_TAKE(s->arena, wr_drawn, n);
    s->least = HUGE_VAL;
    return s->placed && s->best &&
           wr_core_find(core, n, s->drawing->reaches, links, link_count, s->arena) &&
           wr_paper_start(&s->inner, s->drawing, core->nodes, core->count,
                          (const uint32_t(*)[2])core->core_ends, core->core_links, s->arena) &&
           wr_paper_start(&s->whole, s->drawing, NULL, n, (const uint32_t(*)[2])core->ends,
                          core->link_count, s->arena);
}

/* ---- The core ---- */

/* `flat` turns false where there is no drawing, or this one is too fine for numbers. */
static bool draw_core(struct straight *s, bool *flat)
{
    struct wr_core *core = &s->core;
    uint32_t links = core->core_links;
    if (core->count < 3)
        return true;
    if (!wr_braces_add(core->count, core->core_ends, &links, s->arena, s->random) ||
        !wr_convex_draw(core->count, core->core_weights, (const uint32_t(*)[2])core->core_ends,
                        links, s->arena, s->random, s->inner.places, flat))
        return false;
    s->in_vain = !*flat;
    for (uint32_t i = 0; *flat && i < core->core_links; i++)
        wr_paper_show(&s->inner, i);
    *flat = *flat && !wr_paper_crosses(&s->inner);
    if (*flat)
        wr_paper_settle(&s->inner, ROUNDS, rough);
    return true;
}

/* ---- What hangs on it ---- */

/* Puts the nodes of the core on the whole paper, where no other link is seen. */
static void copy_core(struct straight *s)
{
    const struct wr_core *core = &s->core;
    memset(s->placed, 0, s->drawing->count * sizeof *s->placed);
    for (uint32_t i = 0; i < core->count; i++) {
        s->placed[core->nodes[i]] = true;
        s->whole.places[core->nodes[i]] = s->inner.places[i];
    }
    for (uint32_t i = 0; i < core->link_count; i++)
        if (s->placed[core->ends[i][0]] && s->placed[core->ends[i][1]])
            wr_paper_show(&s->whole, i);
        else
            wr_paper_hide(&s->whole, i);
}

/* The heaviest that can be hung now, the first of several, or NONE. */
static uint32_t next_hung(const struct straight *s)
{
    const struct wr_core *core = &s->core;
    uint32_t next = NONE;
    for (uint32_t i = 0; i < s->drawing->count; i++)
        if (!s->placed[i] && s->placed[wr_core_holder(core, i)] &&
            (next == NONE || core->weights[i] > core->weights[next]))
            next = i;
    return next;
}

/* Puts a node around what it hangs on, so far from it, where the stress is least; false where
 * it would cross something all around. */
static bool hang_at(struct straight *s, uint32_t node, uint32_t link, double far)
{
    enum { ANGLES = 16 };
    wr_drawn from = s->whole.places[wr_core_holder(&s->core, node)], best = from;
    double least = HUGE_VAL;
    for (int i = 0; i < ANGLES; i++) {
        wr_drawn way = wr_convex_circle(4 * (i + wr_random_unit(s->random)) / ANGLES);
        wr_drawn place = {from.x + 2 * far * way.x, from.y + 2 * far * way.y};
        double stress = wr_paper_stress_of(&s->whole, node, place, s->placed);
        s->whole.places[node] = place;
        if (stress < least && !wr_paper_would_cross(&s->whole, link)) {
            least = stress;
            best = place;
        }
    }
    s->whole.places[node] = best;
    return least < HUGE_VAL;
}

/* At the distance wanted, or a half of it, and so on; false where nothing is near enough. */
static bool hang(struct straight *s, uint32_t node)
{
    enum { HALVINGS = 16 };
    uint32_t holder = wr_core_holder(&s->core, node);
    uint32_t link = s->core.graph.links[s->core.over[node]];
    double far =
        s->drawing->distances[(size_t)node * s->drawing->count + holder] / s->drawing->longest;
    for (int i = 0; i < HALVINGS; i++, far /= 2)
        if (hang_at(s, node, link, far)) {
            s->placed[node] = true;
            wr_paper_show(&s->whole, link);
            return true;
        }
    return false;
}

static bool hang_all(struct straight *s)
{
    for (uint32_t node; (node = next_hung(s)) != NONE;)
        if (!hang(s, node))
            return false;
    return true;
}

/* ---- Drawing ---- */

static bool draw_once(struct straight *s)
{
    bool flat = true;
    if (!draw_core(s, &flat))
        return false;
    if (!flat)
        return true;
    copy_core(s);
    if (!hang_all(s))
        return true;
    wr_paper_settle(&s->whole, ROUNDS, rough);
    double stress = wr_paper_stress(&s->whole);
    if (stress >= s->least)
        return true;
    s->least = stress;
    memcpy(s->best, s->whole.places, s->drawing->count * sizeof *s->best);
    return true;
}

static void finish(struct straight *s)
{
    double longest = s->drawing->longest;
    memcpy(s->whole.places, s->best, s->drawing->count * sizeof *s->best);
    for (uint32_t i = 0; i < s->core.link_count; i++)
        wr_paper_show(&s->whole, i);
    wr_paper_settle(&s->whole, ROUNDS, fine_part);
    for (uint32_t i = 0; i < s->drawing->count; i++)
        s->drawing->places[i] =
            (wr_drawn){s->whole.places[i].x * longest, s->whole.places[i].y * longest};
}

bool wr_straight_draw(struct wr_drawing *drawing, const wr_puzzle_link *links,
                      uint32_t link_count, struct wr_arena *arena, wr_random *random,
                      bool *flat)
{
    wr_arena_mark here = wr_arena_here(arena);
    struct straight s = {.drawing = drawing, .arena = arena, .random = random};
    *flat = false;
    if (!hangs_together(drawing))
        return true;
    bool fine = start(&s, links, link_count);
    for (int i = 0; fine && !s.in_vain && i < MADE; i++)
        fine = draw_once(&s);
    *flat = fine && s.least < HUGE_VAL;
    if (*flat)
        finish(&s);
    wr_arena_rewind(arena, here);
    return fine;
}
