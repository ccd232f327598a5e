/* Pages and completions, made of the tables that --help prints: each function appends one file.
 */
#ifndef WR_BUILDER_CLI_PAGES_PAGES_H
#define WR_BUILDER_CLI_PAGES_PAGES_H

#include "builder/cli/session.h"

/* The manual page of a command, or of the program as a whole (NULL), in mdoc. `date` is that of
 * the release, as "November 1, 2026". */
void manual_page(const struct command *command, const char *date, struct wr_bytes *out);

void bash_completion(struct wr_bytes *out);
void fish_completion(struct wr_bytes *out);
void zsh_completion(struct wr_bytes *out);

/* Appends words that stand in `list` between separators, with `before` each and `behind` all
 * but the last. */
void pages_words(struct wr_bytes *out, const char *list, char separator, const char *before,
                 const char *behind);
/* Appends the words an option can have for a value, with a blank between. */
void pages_choices(struct wr_bytes *out, const struct option_row *row);
/* The word that must follow a command's name first, as "extract", of `size` letters; NULL where
 * there is none. */
const char *pages_action(const struct command *command, int *size);
/* Appends the words a command takes, with a blank between. */
void pages_operands(struct wr_bytes *out, const struct command *command);
/* Appends a text for single quotes: a quote as `quote`, a line's end as a blank. */
void pages_quoted(struct wr_bytes *out, const char *text, const char *quote);

#endif
