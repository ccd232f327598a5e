/* Room shapes of the public benchmark as pieces. */
#ifndef WR_TESTS_SUPPORT_EDGAR_SHAPES_H
#define WR_TESTS_SUPPORT_EDGAR_SHAPES_H

#include "builder/solver/pieces.h"
#include "core/text/json.h"

enum { EDGAR_PIECES = 256, EDGAR_KINDS = 64 };

/* Pieces under way; lengths of doors become kinds. Start with zeros and an arena. */
struct edgar_shelf {
    struct wr_arena *arena;
    wr_piece pieces[EDGAR_PIECES];
    uint32_t count;
    int64_t kinds[EDGAR_KINDS];
    uint32_t kind_count;
};

/* A set of pieces, each once, in the order they came. */
struct edgar_set {
    uint32_t pieces[EDGAR_PIECES];
    uint32_t count;
};

/* Adds a list of templates (NULL: none) to a set; `transformations` is for templates that name
 * none of their own. */
void edgar_set_add(struct edgar_set *set, struct edgar_shelf *shelf, wr_json *templates,
                   wr_json *transformations);

#endif
