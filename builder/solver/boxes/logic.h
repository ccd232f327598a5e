/* Satisfiability of clauses modulo a theory: a search that learns a clause from each conflict.
 *
 * What clauses cannot say is known to the theory, which is told of every literal that
 * becomes true, and answers with what follows, or with why that cannot be. */
#ifndef WR_BUILDER_SOLVER_BOXES_LOGIC_H
#define WR_BUILDER_SOLVER_BOXES_LOGIC_H

#include "core/base/arena.h"

#include <stdint.h>

/* Variable v as 2 v, its opposite as 2 v + 1. */
typedef uint32_t wr_literal;

struct wr_logic;

struct wr_theory {
    void *self;
    /* A literal is true now. False after wr_logic_conflict, or when memory is out. */
    bool (*hold)(void *self, wr_literal literal);
    /* The last `count` literals that were held are true no more. */
    void (*release)(void *self, uint32_t count);
};

enum wr_logic_result {
    WR_SATISFIABLE,     /* every variable has its value */
    WR_UNSATISFIABLE,   /* no values keep all clauses and the theory */
    WR_UNDECIDED,       /* the steps ran out */
    WR_LOGIC_NO_MEMORY, /* memory is out */
};

/* For so many variables at most, which is not checked; NULL when memory is out. Takes its
 * memory from the arena, but for the clauses, which finishing gives back. The theory stays the
 * caller's. */
struct wr_logic *wr_logic_start(struct wr_theory theory, uint32_t most_variables,
                                struct wr_arena *arena);
void wr_logic_finish(struct wr_logic *logic);

/* One more variable, which is first tried as its `phase` says; of those without a value the one
 * with the most weight is tried first. */
uint32_t wr_logic_variable(struct wr_logic *logic, bool phase, double weight);
/* Takes back all decisions. */
void wr_logic_backtrack(struct wr_logic *logic);
/* One more clause, of no more literals than there may be variables: at least one of them has to
 * be true. Takes back all decisions. False when memory is out. */
bool wr_logic_clause(struct wr_logic *logic, const wr_literal *literals, uint32_t count);

/* Searches on from where it left off, for so many steps or a few more. */
enum wr_logic_result wr_logic_run(struct wr_logic *logic, uint64_t steps);

/* Whether a literal is true now. */
bool wr_logic_is(const struct wr_logic *logic, wr_literal literal);
/* Steps of all runs: clauses that were looked at, and what the theory spent. */
uint64_t wr_logic_steps(const struct wr_logic *logic);
/* What a theory did counts, too. */
void wr_logic_spend(struct wr_logic *logic, uint64_t steps);

/* For the theory: `literals[0]` follows, since the others are false. False when it is false
 * itself, or when memory is out. */
bool wr_logic_propagate(struct wr_logic *logic, const wr_literal *literals, uint32_t count);
/* For the theory: these are all false, and at least one should be true. Returns false. */
bool wr_logic_conflict(struct wr_logic *logic, const wr_literal *literals, uint32_t count);
/* For the theory: memory is out. Returns false. */
bool wr_logic_fail(struct wr_logic *logic);

static inline wr_literal wr_opposite(wr_literal literal)
{
    return literal ^ 1;
}

#endif
