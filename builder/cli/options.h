/* The command line: one table of options a command, for reading and for its help page. */
#ifndef WR_BUILDER_CLI_OPTIONS_H
#define WR_BUILDER_CLI_OPTIONS_H

#include "builder/builder.h"

enum option_kind {
    OPTION_FLAG,    /* bool */
    OPTION_TEXT,    /* const char * */
    OPTION_TEXTS,   /* struct texts: may be given several times */
    OPTION_LENGTH,  /* float, metres, above 0 */
    OPTION_SECONDS, /* double, above 0 */
    OPTION_SEED,    /* uint64_t, what JSON can hold exactly */
    OPTION_COUNT,   /* uint64_t, above 0 */
    OPTION_JOBS,    /* unsigned */
    OPTION_GAME,    /* enum wr_game */
    OPTION_CHOICE,  /* unsigned: which word of `argument`, as "a|b", counted from 0 */
    OPTION_WORD,    /* bool: the one word in `argument` must follow */
};

/* Texts in the order given; they belong to the command line. */
struct texts {
    const char **items;
    size_t count;
};

struct option_row {
    const char *name;
    char letter;          /* or 0 */
    const char *argument; /* as the help page names it, or NULL */
    enum option_kind kind;
    void *target;
    const char *help; /* lines are broken by '\n' */
};

/* Says what is wrong with the command line, as a finding. */
typedef void options_fault_fn(void *user, const char *slug, const char *message,
                              const char *hint);

/* Reads a command's arguments by tables that end in a row without a name. What is no option
 * goes to `rest`, whose items the caller makes room for (argc of them), as it does for each
 * OPTION_TEXTS. False after a fault. */
bool options_read(int argc, char **argv, const struct option_row *const tables[2],
                  struct texts *rest, options_fault_fn *fault, void *user);

/* Appends one table as part of a help page. */
void options_help(const struct option_row *table, struct wr_bytes *out);

#endif
