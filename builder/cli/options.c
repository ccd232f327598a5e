/* Reading the command line through getopt_long. */
#include "builder/cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 40, LONGEST_OPTION = 24, LETTER = 0x100, MOST_JOBS = 256 };

/* Both tables as getopt wants them; `rows` are in the same order as `longs`. */
struct grammar {
    const struct option_row *rows[MOST_OPTIONS];
    struct option longs[MOST_OPTIONS + 1];
    const char *names[MOST_OPTIONS + 1]; /* for suggestions, as they are typed */
    char texts[MOST_OPTIONS][LONGEST_OPTION];
    char letters[2 * MOST_OPTIONS + 2];
    size_t count;
};

struct reading {
    struct grammar grammar;
    options_fault_fn *fault;
    void *user;
};

static void add_row(struct grammar *grammar, const struct option_row *row)
{
    size_t i = grammar->count++;
    int argument = row->argument ? required_argument : no_argument;
    grammar->rows[i] = row;
    snprintf(grammar->texts[i], LONGEST_OPTION, "--%s", row->name);
    grammar->names[i] = grammar->texts[i];
    grammar->longs[i] = (struct option){row->name, argument, NULL, LETTER + (int)i};
    if (row->letter) {
        char *end = grammar->letters + strlen(grammar->letters);
        *end++ = row->letter;
        if (row->argument)
            *end++ = ':';
        *end = '\0';
    }
}

static void make_grammar(struct grammar *grammar, const struct option_row *const tables[2])
{
    grammar->letters[0] = ':';
    for (int t = 0; t < 2; t++)
        for (const struct option_row *row = tables[t]; row->name; row++)
            add_row(grammar, row);
}

static const struct option_row *row_of(const struct grammar *grammar, int code)
{
    if (code >= LETTER)
        return grammar->rows[code - LETTER];
    for (size_t i = 0; i < grammar->count; i++)
        if (grammar->rows[i]->letter == code)
            return grammar->rows[i];
    return NULL;
}

/* ---- Values ---- */

static bool fail_value(struct reading *reading, const struct option_row *row, const char *text,
                       const char *wanted)
{
    char message[256];
    snprintf(message, sizeof message, "--%s wants %s, not '%.80s'", row->name, wanted, text);
    reading->fault(reading->user, "option-value", message, NULL);
    return false;
}

static bool read_jobs(struct reading *reading, const struct option_row *row, const char *text)
{
    char *end;
    unsigned long jobs =
        strspn(text, "0123456789") == strlen(text) ? strtoul(text, &end, 10) : 0;
    if (jobs < 1 || jobs > MOST_JOBS)
        return fail_value(reading, row, text, "a whole number from 1 to 256");
    *(unsigned *)row->target = (unsigned)jobs;
    return true;
}

/* Numbers beyond 2^53 do not come back from every JSON reader. */
static bool read_whole(struct reading *reading, const struct option_row *row, const char *text)
{
    const uint64_t most = (uint64_t)1 << 53;
    uint64_t least = row->kind == OPTION_COUNT, value = 0;
    bool fine = *text != '\0' && strspn(text, "0123456789") == strlen(text);
    for (const char *p = text; fine && *p; p++) {
        value = value * 10 + (uint64_t)(*p - '0');
        fine = value <= most;
    }
    if (!fine || value < least)
        return fail_value(reading, row, text,
                          least ? "a whole number from 1 to 2^53"
                                : "a whole number up to 2^53");
    *(uint64_t *)row->target = value;
    return true;
}

static bool read_seconds(struct reading *reading, const struct option_row *row,
                         const char *text)
{
    char *end;
    double seconds = strtod(text, &end);
    bool plain = strspn(text, "0123456789.") == strlen(text);
    if (!plain || end == text || *end != '\0' || !(seconds > 0 && seconds <= 1e9))
        return fail_value(reading, row, text, "a number of seconds above 0");
    *(double *)row->target = seconds;
    return true;
}

/* strtof minds the locale, but nobody here calls setlocale. */
static bool read_length(struct reading *reading, const struct option_row *row, const char *text)
{
    char *end;
    float length = strtof(text, &end);
    bool plain = strspn(text, "0123456789.eE+-") == strlen(text);
    if (!plain || end == text || *end != '\0' || !(length > 0 && length <= 1000))
        return fail_value(reading, row, text, "a length in metres, above 0 and at most 1000");
    *(float *)row->target = length;
    return true;
}

static bool read_game(struct reading *reading, const struct option_row *row, const char *text)
{
    bool k1 = strcmp(text, "k1") == 0, k2 = strcmp(text, "k2") == 0;
    if (!k1 && !k2)
        return fail_value(reading, row, text, "k1 or k2");
    *(enum wr_game *)row->target = k1 ? WR_K1 : WR_K2;
    return true;
}

static bool read_choice(struct reading *reading, const struct option_row *row, const char *text)
{
    unsigned number = 0;
    for (const char *word = row->argument; word; number++) {
        size_t size = strcspn(word, "|");
        if (strlen(text) == size && strncmp(text, word, size) == 0) {
            *(unsigned *)row->target = number;
            return true;
        }
        word = word[size] ? word + size + 1 : NULL;
    }
    return fail_value(reading, row, text, row->argument);
}

static bool read_value(struct reading *reading, const struct option_row *row, char *text)
{
    struct texts *texts = row->target;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)row->target = true;
        return true;
    case OPTION_TEXT:
        *(const char **)row->target = text;
        return *text ? true : fail_value(reading, row, text, "a name");
    case OPTION_TEXTS:
        texts->items[texts->count++] = text;
        return *text ? true : fail_value(reading, row, text, "a name");
    case OPTION_LENGTH:
        return read_length(reading, row, text);
    case OPTION_JOBS:
        return read_jobs(reading, row, text);
    case OPTION_SECONDS:
        return read_seconds(reading, row, text);
    case OPTION_SEED:
    case OPTION_COUNT:
        return read_whole(reading, row, text);
    case OPTION_GAME:
        return read_game(reading, row, text);
    case OPTION_CHOICE:
        return read_choice(reading, row, text);
    case OPTION_WORD:
        *(bool *)row->target = strcmp(text, row->argument) == 0;
        return *(bool *)row->target ? true : fail_value(reading, row, text, row->argument);
    }
    return false;
}

/* ---- Faults ---- */

static bool fail_missing(struct reading *reading, const struct option_row *row)
{
    char message[128];
    snprintf(message, sizeof message, "--%s wants %s behind it", row->name, row->argument);
    reading->fault(reading->user, "option-value", message, NULL);
    return false;
}

/* getopt leaves the letter in optopt, or 0 for a long option: unknown or ambiguous, or one that
 * takes no value (then its code). */
static bool fail_unknown(struct reading *reading, const char *given)
{
    char message[256], hint[WR_SUGGESTION_SIZE], word[80];
    const struct option_row *row = optopt >= LETTER ? row_of(&reading->grammar, optopt) : NULL;
    if (row) {
        snprintf(message, sizeof message, "--%s takes no value", row->name);
        reading->fault(reading->user, "option-value", message, NULL);
    } else if (optopt) {
        snprintf(message, sizeof message, "there is no option -%c", optopt);
        reading->fault(reading->user, "option-unknown", message, NULL);
    } else {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(given, "="), given);
        snprintf(message, sizeof message, "there is no option %s", word);
        reading->fault(reading->user, "option-unknown", message,
                       wr_suggestion(hint, word, reading->grammar.names));
    }
    return false;
}

bool options_read(int argc, char **argv, const struct option_row *const tables[2],
                  struct texts *rest, options_fault_fn *fault, void *user)
{
    struct reading reading = {.fault = fault, .user = user};
    make_grammar(&reading.grammar, tables);
    opterr = 0;
    for (;;) {
        int code =
            getopt_long(argc, argv, reading.grammar.letters, reading.grammar.longs, NULL);
        if (code == -1)
            break;
        if (code == ':')
            return fail_missing(&reading, row_of(&reading.grammar, optopt));
        if (code == '?')
            return fail_unknown(&reading, argv[optind - 1]);
        if (!read_value(&reading, row_of(&reading.grammar, code), optarg))
            return false;
    }
    while (optind < argc)
        rest->items[rest->count++] = argv[optind++];
    return true;
}

/* ---- Help ---- */

void options_help(const struct option_row *table, struct wr_bytes *out)
{
    enum { COLUMN = 22 };
    for (const struct option_row *row = table; row->name; row++) {
        size_t start = out->size;
        wr_bytes_text(out, "  ");
        if (row->letter)
            wr_bytes_print(out, "-%c, ", row->letter);
        wr_bytes_print(out, "--%s", row->name);
        if (row->argument)
            wr_bytes_print(out, " %s", row->argument);
        wr_bytes_text(out, "  ");
        for (const char *p = row->help; *p; p++) {
            while (out->size - start < COLUMN)
                wr_bytes_char(out, ' ');
            wr_bytes_char(out, *p);
            if (*p == '\n')
                start = out->size;
            if (out->failed)
                return;
        }
        wr_bytes_char(out, '\n');
    }
}
