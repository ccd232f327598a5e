/* What `generate` keeps of a map: its options, the map, and the lists in them. */
#ifndef WR_BUILDER_CLI_KEEPING_H
#define WR_BUILDER_CLI_KEEPING_H

#include "builder/cli/session.h"

struct keeping {
    const char *keep, *add_to; /* one map, or none */
    struct texts rooms, doorways, close;
    struct wr_map *map;
    char *words[3]; /* the lists taken apart */
};

/* Before the command line is read; false when memory is out. */
bool keeping_start(struct keeping *keeping, const struct session *session);
void keeping_finish(struct keeping *keeping);
/* After it was read: whether the options go together, else the exit code in `code`. */
bool keeping_check(struct session *session, const struct keeping *keeping,
                   enum exit_code *code);
/* Loads the map and fills the generator's options. */
enum wr_result keeping_load(struct session *session, struct keeping *keeping,
                            struct wr_generator_options *out);

#endif
