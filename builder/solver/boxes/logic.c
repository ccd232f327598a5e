/* Conflict-driven clause learning (CDCL): two watched literals a clause, first unique
 * implication points, activities that decay, saved phases, restarts of Luby lengths. */
#include "builder/solver/boxes/logic.h"

#include "builder/solver/restarts.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum truth { UNKNOWN, TRUE, FALSE };

/* A clause lies in `words`: how many literals, how many decision levels they came
 * from when it was learned (0: it was given), the next clause in each of its two lists, and its
 * literals, the watched ones first. A list's entries are twice a clause's place, plus which of
 * the two. */
enum { SIZE, LEVELS, NEXT, LITERALS = NEXT + 2 };

/* Set in a reason that the theory gave; it lies in `reasons`, its length first. */
#define BY_THEORY 0x80000000u

struct wr_logic {
    struct wr_theory theory;
    uint32_t variable_count;
    uint8_t *values;         /* one a literal */
    uint8_t *phases;         /* one a variable: the value it had last */
    uint32_t *levels;        /* one a variable: of the decision it follows from */
    uint32_t *reason_of;     /* one a variable: a clause, a reason of the theory, or NONE */
    uint32_t *watches;       /* one a literal: the first clause of its list */
    uint8_t *seen;           /* one a variable */
    double *weights, weight; /* of variables; what is added to one */
    uint32_t *heap, *places; /* unknown variables, heaviest first; where they are in it */
    uint32_t heap_count;

    wr_literal *trail; /* what is true, in the order of becoming so */
    uint32_t trail_count, propagated, held;
    uint32_t *marks, *reason_marks; /* one a level: the trail, the reasons before it */
    uint32_t level;                 /* decisions that stand */

    uint32_t *words, *reasons, *learned; /* on the heap */
    size_t word_count, word_capacity, reason_count, reason_capacity;
    size_t learned_count, learned_capacity;
    wr_literal *conflict, *clause; /* what is false; the clause that is being made */
    uint32_t conflict_count, clause_count;
    uint64_t steps, restarts, keep;
    uint64_t conflicts; /* until the next restart */
    bool unsatisfiable, failed;
};

static enum truth value_of(const struct wr_logic *l, wr_literal literal)
{
    return l->values[literal];
}

/* ---- The heap of what to try next ---- */

static void put(struct wr_logic *l, uint32_t at, uint32_t variable)
{
    l->heap[at] = variable;
    l->places[variable] = at;
}

static void rise(struct wr_logic *l, uint32_t at)
{
    uint32_t variable = l->heap[at];
    while (at > 0 && l->weights[l->heap[(at - 1) / 2]] < l->weights[variable]) {
        put(l, at, l->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(l, at, variable);
}

static void sink(struct wr_logic *l, uint32_t at)
{
    uint32_t variable = l->heap[at];
    for (uint32_t child; (child = 2 * at + 1) < l->heap_count; at = child) {
        if (child + 1 < l->heap_count &&
            l->weights[l->heap[child + 1]] > l->weights[l->heap[child]])
            child++;
        if (l->weights[l->heap[child]] <= l->weights[variable])
            break;
        put(l, at, l->heap[child]);
    }
    put(l, at, variable);
}

static void push(struct wr_logic *l, uint32_t variable)
{
    if (l->places[variable] != NONE)
        return;
    put(l, l->heap_count++, variable);
    rise(l, l->heap_count - 1);
}

static uint32_t pop(struct wr_logic *l)
{
    uint32_t top = l->heap[0], last = l->heap[--l->heap_count];
    l->places[top] = NONE;
    if (l->heap_count) {
        put(l, 0, last);
        sink(l, 0);
    }
    return top;
}

static void bump(struct wr_logic *l, uint32_t variable)
{
    const double huge = 1e100;
    l->weights[variable] += l->weight;
    if (l->weights[variable] > huge) {
        for (uint32_t v = 0; v < l->variable_count; v++)
            l->weights[v] /= huge;
        l->weight /= huge;
    }
    if (l->places[variable] != NONE)
        rise(l, l->places[variable]);
}

/* ---- The trail ---- */

static void make_true(struct wr_logic *l, wr_literal literal, uint32_t reason)
{
    uint32_t variable = literal / 2;
    l->values[literal] = TRUE;
    l->values[wr_opposite(literal)] = FALSE;
    l->levels[variable] = l->level;
    l->reason_of[variable] = reason;
    l->trail[l->trail_count++] = literal;
}

static void backjump(struct wr_logic *l, uint32_t level)
{
    if (l->level <= level)
        return;
    uint32_t mark = l->marks[level];
    if (l->held > mark) {
        l->theory.release(l->theory.self, l->held - mark);
        l->held = mark;
    }
    for (uint32_t i = l->trail_count; i-- > mark;) {
        wr_literal literal = l->trail[i];
        l->phases[literal / 2] = literal & 1 ? FALSE : TRUE;
        l->values[literal] = l->values[wr_opposite(literal)] = UNKNOWN;
        push(l, literal / 2);
    }
    l->trail_count = l->propagated = mark;
    l->reason_count = l->reason_marks[level];
    l->level = level;
}

/* ---- Clauses ---- */

static void watch(struct wr_logic *l, uint32_t clause)
{
    uint32_t *words = l->words + clause;
    for (uint32_t w = 0; w < 2; w++) {
        words[NEXT + w] = l->watches[words[LITERALS + w]];
        l->watches[words[LITERALS + w]] = 2 * clause + w;
    }
}

/* Lays a clause of at least two literals down, or returns NONE when memory is out. */
static uint32_t lay_down(struct wr_logic *l, const wr_literal *literals, uint32_t count,
                         uint32_t levels)
{
    size_t end = l->word_count + LITERALS + count;
    uint32_t clause = (uint32_t)l->word_count;
    if (end >= BY_THEORY / 2 || !wr_grow(&l->words, &l->word_capacity, end, sizeof *l->words)) {
        l->failed = true;
        return NONE;
    }
    l->words[clause + SIZE] = count;
    l->words[clause + LEVELS] = levels;
    memcpy(l->words + clause + LITERALS, literals, count * sizeof *literals);
    l->word_count = end;
    watch(l, clause);
    return clause;
}

/* The literals of a reason: the one that became true by it, and those that were false. */
static const wr_literal *literals_of(const struct wr_logic *l, uint32_t reason, uint32_t *count)
{
    const uint32_t *words =
        reason & BY_THEORY ? l->reasons + (reason ^ BY_THEORY) : l->words + reason;
    *count = words[SIZE];
    return words + (reason & BY_THEORY ? 1 : LITERALS);
}

static void take_conflict(struct wr_logic *l, const wr_literal *literals, uint32_t count)
{
    memcpy(l->conflict, literals, count * sizeof *literals);
    l->conflict_count = count;
}

/* Another watch for a literal that is false; false where there is none. */
static bool watch_other(struct wr_logic *l, uint32_t *words, uint32_t w, uint32_t entry)
{
    for (uint32_t k = 2; k < words[SIZE]; k++) {
        wr_literal literal = words[LITERALS + k];
        if (value_of(l, literal) == FALSE)
            continue;
        words[LITERALS + k] = words[LITERALS + w];
        words[LITERALS + w] = literal;
        words[NEXT + w] = l->watches[literal];
        l->watches[literal] = entry;
        return true;
    }
    return false;
}

/* Unit propagation over the clauses that watch a literal which is false now. */
static bool visit_watches(struct wr_logic *l, wr_literal falsified)
{
    uint32_t *link = &l->watches[falsified];
    while (*link != NONE) {
        uint32_t entry = *link, w = entry & 1;
        uint32_t *words = l->words + entry / 2, next = words[NEXT + w];
        wr_literal other = words[LITERALS + 1 - w];
        l->steps++;
        if (value_of(l, other) != TRUE && watch_other(l, words, w, entry)) {
            *link = next;
            continue;
        }
        if (value_of(l, other) == FALSE) {
            take_conflict(l, words + LITERALS, words[SIZE]);
            return false;
        }
        if (value_of(l, other) == UNKNOWN)
            make_true(l, other, entry / 2);
        link = &words[NEXT + w];
    }
    return true;
}

bool wr_logic_propagate(struct wr_logic *l, const wr_literal *literals, uint32_t count)
{
    if (value_of(l, literals[0]) == TRUE)
        return true;
    if (value_of(l, literals[0]) == FALSE)
        return wr_logic_conflict(l, literals, count);
    size_t end = l->reason_count + 1 + count;
    if (end >= BY_THEORY ||
        !wr_grow(&l->reasons, &l->reason_capacity, end, sizeof *l->reasons)) {
        l->failed = true;
        return false;
    }
    uint32_t reason = (uint32_t)l->reason_count;
    l->reasons[reason] = count;
    memcpy(l->reasons + reason + 1, literals, count * sizeof *literals);
    l->reason_count = end;
    make_true(l, literals[0], reason | BY_THEORY);
    return true;
}

/* A literal may come twice in what a theory says. */
bool wr_logic_conflict(struct wr_logic *l, const wr_literal *literals, uint32_t count)
{
    l->conflict_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!l->seen[literals[i] / 2]) {
            l->seen[literals[i] / 2] = 1;
            l->conflict[l->conflict_count++] = literals[i];
        }
    for (uint32_t i = 0; i < l->conflict_count; i++)
        l->seen[l->conflict[i] / 2] = 0;
    return false;
}

bool wr_logic_fail(struct wr_logic *l)
{
    l->failed = true;
    return false;
}

/* All that follows; false on a conflict, or when memory is out. */
static bool propagate(struct wr_logic *l)
{
    while (l->held < l->trail_count) {
        while (l->propagated < l->trail_count)
            if (!visit_watches(l, wr_opposite(l->trail[l->propagated++])))
                return false;
        if (!l->theory.hold(l->theory.self, l->trail[l->held++]))
            return false;
    }
    return true;
}

/* ---- Learning ---- */

static uint32_t level_of(const struct wr_logic *l, wr_literal literal)
{
    return l->levels[literal / 2];
}

/* Marks literals that are false; those of earlier levels become part of the learned
 * clause. Returns how
 * many are of this level. */
static uint32_t mark(struct wr_logic *l, const wr_literal *literals, uint32_t count)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t variable = literals[i] / 2;
        if (l->seen[variable] || l->levels[variable] == 0 || value_of(l, literals[i]) != FALSE)
            continue;
        l->seen[variable] = 1;
        bump(l, variable);
        if (l->levels[variable] == l->level)
            open++;
        else
            l->clause[l->clause_count++] = literals[i];
    }
    return open;
}

/* Makes the clause to learn from a conflict: its first literal is the only one of this level.
 */
static void analyze(struct wr_logic *l)
{
    uint32_t at = l->trail_count;
    l->clause_count = 1;
    uint32_t open = mark(l, l->conflict, l->conflict_count);
    for (;;) {
        while (!l->seen[l->trail[--at] / 2])
            ;
        wr_literal literal = l->trail[at];
        l->seen[literal / 2] = 0;
        if (--open == 0) {
            l->clause[0] = wr_opposite(literal);
            break;
        }
        uint32_t count;
        const wr_literal *literals = literals_of(l, l->reason_of[literal / 2], &count);
        open += mark(l, literals, count);
    }
    for (uint32_t i = 1; i < l->clause_count; i++)
        l->seen[l->clause[i] / 2] = 0;
}

/* From how many levels the literals of the learned clause are: few are worth keeping. */
static uint32_t count_levels(struct wr_logic *l)
{
    uint32_t levels = 0;
    for (uint32_t i = 0; i < l->clause_count; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i && !again; k++)
            again = level_of(l, l->clause[k]) == level_of(l, l->clause[i]);
        levels += !again;
    }
    return levels;
}

/* Puts the literal of the latest level second, for it is watched; returns that level. */
static uint32_t put_latest_second(struct wr_logic *l)
{
    uint32_t latest = 1;
    if (l->clause_count == 1)
        return 0;
    for (uint32_t i = 2; i < l->clause_count; i++)
        if (level_of(l, l->clause[i]) > level_of(l, l->clause[latest]))
            latest = i;
    wr_literal literal = l->clause[latest];
    l->clause[latest] = l->clause[1];
    l->clause[1] = literal;
    return level_of(l, literal);
}

static uint32_t latest_level(const struct wr_logic *l)
{
    uint32_t latest = 0;
    for (uint32_t i = 0; i < l->conflict_count; i++)
        if (level_of(l, l->conflict[i]) > latest)
            latest = level_of(l, l->conflict[i]);
    return latest;
}

/* Learns from a conflict and goes back to where that clause would have mattered. */
static void learn(struct wr_logic *l)
{
    const double decay = 0.99;
    backjump(l, latest_level(l));
    if (l->level == 0) {
        l->unsatisfiable = true;
        return;
    }
    analyze(l);
    uint32_t levels = count_levels(l), back = put_latest_second(l), clause = NONE;
    if (l->clause_count > 1) {
        if (!wr_grow(&l->learned, &l->learned_capacity, l->learned_count + 1,
                     sizeof *l->learned)) {
            l->failed = true;
            return;
        }
        clause = lay_down(l, l->clause, l->clause_count, levels);
        if (clause == NONE)
            return;
        l->learned[l->learned_count++] = clause;
    }
    backjump(l, back);
    make_true(l, l->clause[0], clause);
    l->weight /= decay;
}

/* ---- Forgetting ---- */

static int order_learned(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b; /* levels, then place */
    if (p[0] != q[0])
        return p[0] < q[0] ? -1 : 1;
    return p[1] > q[1] ? -1 : p[1] < q[1];
}

/* Marks the worse half of what was learned, by its size becoming 0. */
static bool mark_forgotten(struct wr_logic *l)
{
    enum { PRECIOUS = 2 };
    size_t count = l->learned_count;
    uint32_t(*ranks)[2] = wr_alloc(count * sizeof *ranks);
    if (!ranks)
        return false;
    for (size_t i = 0; i < count; i++) {
        ranks[i][0] = l->words[l->learned[i] + LEVELS];
        ranks[i][1] = l->learned[i];
    }
    qsort(ranks, count, sizeof *ranks, order_learned);
    for (size_t i = count / 2; i < count; i++)
        if (ranks[i][0] > PRECIOUS)
            l->words[ranks[i][1] + LEVELS] = NONE;
    wr_free(ranks);
    return true;
}

/* Nothing above level 0 stands, and what stands there needs no reason: clauses may move. */
static void compact(struct wr_logic *l)
{
    size_t to = 0;
    l->learned_count = 0;
    memset(l->watches, 0xff, 2 * (size_t)l->variable_count * sizeof *l->watches);
    for (size_t from = 0, next; from < l->word_count; from = next) {
        uint32_t size = l->words[from + SIZE], levels = l->words[from + LEVELS];
        next = from + LITERALS + size;
        if (levels == NONE)
            continue;
        memmove(l->words + to, l->words + from, (next - from) * sizeof *l->words);
        watch(l, (uint32_t)to);
        if (levels)
            l->learned[l->learned_count++] = (uint32_t)to;
        to += next - from;
    }
    l->word_count = to;
}

static void forget(struct wr_logic *l)
{
    enum { MORE = 300 };
    if (l->learned_count < l->keep)
        return;
    for (uint32_t i = 0; i < l->trail_count; i++)
        l->reason_of[l->trail[i] / 2] = NONE;
    l->reason_count = 0;
    l->keep += MORE;
    if (mark_forgotten(l))
        compact(l);
    else
        l->failed = true;
}

/* ---- The search ---- */

/* Gives the heaviest unknown variable a value; false where there is none. */
static bool decide(struct wr_logic *l)
{
    uint32_t variable;
    do {
        if (l->heap_count == 0)
            return false;
        variable = pop(l);
    } while (value_of(l, 2 * variable) != UNKNOWN);
    l->marks[l->level] = l->trail_count;
    l->reason_marks[l->level] = (uint32_t)l->reason_count;
    l->level++;
    make_true(l, 2 * variable + (l->phases[variable] == FALSE), NONE);
    return true;
}

/* Until all have values, or until the next restart. */
static enum wr_logic_result search(struct wr_logic *l, uint64_t limit)
{
    for (;;) {
        bool fine = propagate(l);
        if (l->failed)
            return WR_LOGIC_NO_MEMORY;
        if (!fine) {
            learn(l);
            if (l->failed || l->unsatisfiable)
                return l->failed ? WR_LOGIC_NO_MEMORY : WR_UNSATISFIABLE;
            if (--l->conflicts == 0)
                return WR_UNDECIDED;
        } else if (l->steps >= limit) {
            return WR_UNDECIDED;
        } else if (!decide(l)) {
            return WR_SATISFIABLE;
        }
    }
}

/* What stands when the steps run out is gone on from: else few steps would never be enough. */
enum wr_logic_result wr_logic_run(struct wr_logic *l, uint64_t steps)
{
    enum { SPAN = 50 };
    uint64_t limit = l->steps + steps;
    enum wr_logic_result result = l->unsatisfiable ? WR_UNSATISFIABLE
                                  : l->failed      ? WR_LOGIC_NO_MEMORY
                                                   : WR_UNDECIDED;
    while (result == WR_UNDECIDED && l->steps < limit) {
        if (l->conflicts == 0) {
            backjump(l, 0);
            forget(l);
            l->conflicts = SPAN * wr_restart_length(l->restarts++);
        }
        result = search(l, limit);
    }
    return result;
}

/* ---- Starting ---- */

uint32_t wr_logic_variable(struct wr_logic *l, bool phase, double weight)
{
    uint32_t variable = l->variable_count++;
    l->phases[variable] = phase ? TRUE : FALSE;
    l->weights[variable] = weight * l->weight;
    l->places[variable] = NONE;
    l->watches[2 * variable] = l->watches[2 * variable + 1] = NONE;
    push(l, variable);
    return variable;
}

void wr_logic_backtrack(struct wr_logic *l)
{
    backjump(l, 0);
}

bool wr_logic_clause(struct wr_logic *l, const wr_literal *literals, uint32_t count)
{
    uint32_t kept = 0;
    backjump(l, 0);
    for (uint32_t i = 0; i < count; i++) {
        if (value_of(l, literals[i]) == TRUE)
            return true;
        if (value_of(l, literals[i]) == UNKNOWN)
            l->clause[kept++] = literals[i];
    }
    if (kept == 0)
        l->unsatisfiable = true;
    else if (kept == 1)
        make_true(l, l->clause[0], NONE);
    else
        return lay_down(l, l->clause, kept, 0) != NONE;
    return true;
}

struct wr_logic *wr_logic_start(struct wr_theory theory, uint32_t most, struct wr_arena *arena)
{
    enum { KEEP = 2000 };
    struct wr_logic *l = WR_ZERO(arena, struct wr_logic, 1);
    if (!l)
        return NULL;
    *l = (struct wr_logic){
        .theory = theory,
        .values = WR_ZERO(arena, uint8_t, 2 * (size_t)most),
        .phases = WR_TAKE(arena, uint8_t, most),
        .levels = WR_ZERO(arena, uint32_t, most),
        .reason_of = WR_TAKE(arena, uint32_t, most),
        .watches = WR_TAKE(arena, uint32_t, 2 * (size_t)most),
        .seen = WR_ZERO(arena, uint8_t, most),
        .weights = WR_TAKE(arena, double, most),
        .weight = 1,
        .heap = WR_TAKE(arena, uint32_t, most),
        .places = WR_TAKE(arena, uint32_t, most),
        .trail = WR_TAKE(arena, wr_literal, most),
        .marks = WR_TAKE(arena, uint32_t, most),
        .reason_marks = WR_TAKE(arena, uint32_t, most),
        .conflict = WR_TAKE(arena, wr_literal, most),
        .clause = WR_TAKE(arena, wr_literal, most),
        .keep = KEEP,
    };
    return l->values && l->phases && l->levels && l->reason_of && l->watches && l->seen &&
                   l->weights && l->heap && l->places && l->trail && l->marks &&
                   l->reason_marks && l->conflict && l->clause
               ? l
               : NULL;
}

void wr_logic_finish(struct wr_logic *l)
{
    if (!l)
        return;
    wr_free(l->words);
    wr_free(l->reasons);
    wr_free(l->learned);
}

bool wr_logic_is(const struct wr_logic *l, wr_literal literal)
{
    return value_of(l, literal) == TRUE;
}

uint64_t wr_logic_steps(const struct wr_logic *l)
{
    return l->steps;
}

void wr_logic_spend(struct wr_logic *l, uint64_t steps)
{
    l->steps += steps;
}
