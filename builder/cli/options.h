/* The command line: tables of options, for reading, help pages, manuals and completions. */
#ifndef WR_BUILDER_CLI_OPTIONS_H
#define WR_BUILDER_CLI_OPTIONS_H

#include "builder/builder.h"

/* What follows an option, and what it is read into. Of a file, - is standard input or output:
 * WR_STDIN, WR_STDOUT. */
enum option_kind {
    OPTION_FLAG,    /* nothing; bool */
    OPTION_TEXT,    /* const char * */
    OPTION_FOLDER,  /* const char * */
    OPTION_PICTURE, /* const char *: .svg or .png */
    OPTION_PAGE,    /* const char *: .html */
    OPTION_SEEN,    /* const char *: .svg, .png or .html */
    OPTION_MODULE,  /* const char *: .mod, .rim */
    OPTION_AREA,    /* const char *: .trx, .trn, .wok, .obj */
    OPTION_FORM,    /* const char *: whatever a file can become */
    OPTION_TABLE,   /* const char *: .2da */
    OPTION_PLACES,  /* const char *: .git, or a folder */
    OPTION_METRIC,  /* const char *: one of wr_metric_name, or with a - before it */
    OPTION_MAP,     /* const char *: .json, .indoor */
    OPTION_KITS,    /* struct texts: may be given several times */
    OPTION_TEXTS,   /* struct texts: the same of any texts, several with commas between */
    OPTION_LENGTH,  /* float, metres, above 0 */
    OPTION_SCALE,   /* float, above 0 */
    OPTION_WAY,     /* struct wr_draw_way */
    OPTION_TILE,    /* struct wr_show_tile */
    OPTION_SHARD,   /* wr_shard */
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
    size_t offset;    /* of its value in what the table fills */
    const char *help; /* lines are broken by '\n' */
};

/* Rows, which end in one without a name, and the struct they fill. */
struct option_table {
    const struct option_row *rows;
    void *target;
    struct wr_bytes *said; /* takes each that is given, as "--name=value" and a NUL; or NULL */
};

/* How names of the files end that an option takes, as "svg png"; "" for folders alone, NULL
 * where it takes no file. */
const char *option_files(enum option_kind kind);
/* Whether it has one of some words for a value. */
bool option_has_choices(enum option_kind kind);

/* Says what is wrong with the command line, as a finding. */
typedef void options_fault_fn(void *user, const char *slug, const char *message,
                              const char *hint);

/* Reads a command's arguments by tables that end in one without rows. What is no option goes to
 * `rest`, whose items the caller makes room for (argc of them), as it does for OPTION_KITS.
 * False after a fault. */
bool options_read(int argc, char **argv, const struct option_table *tables, struct texts *rest,
                  options_fault_fn *fault, void *user);

/* Appends one table as part of a help page. */
void options_help(const struct option_row *rows, struct wr_bytes *out);

#endif
