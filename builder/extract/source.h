/* Where the resources of an extraction lie: a module, a folder, an installed game. */
#ifndef WR_BUILDER_EXTRACT_SOURCE_H
#define WR_BUILDER_EXTRACT_SOURCE_H

#include "builder/extract/taking.h"

/* Opens what the options name: a module, alone or with what a game's folder has besides; of a
 * game the module that is asked for. WR_NOT_FOUND "extract-module" and "extract-no-game". */
enum wr_result wr_taking_open(struct wr_taking *taking);

/* Opens what all modules of a game share, for extractions that follow; what is broken in it is
 * told of as a warning. It lives in the arena. */
enum wr_result wr_taking_open_game(struct wr_taking *taking, const char *game);

/* The modules of a game, by name; each once. Lives in the arena. */
struct wr_taken_modules {
    const char **names; /* as the files have them, without suffix, and NULL behind the last */
    uint32_t count;
};
enum wr_result wr_taking_modules(struct wr_taking *taking, const char *game,
                                 struct wr_taken_modules *out);
/* Whether a module fits the pattern that the options name modules by. */
bool wr_taking_wants(const struct wr_taking *taking, const char *module);

#endif
