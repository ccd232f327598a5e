/* Reading the command line through getopt_long. */
#include "builder/cli/options.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 48, LONGEST_OPTION = 24, LETTER = 0x100, MOST_JOBS = 256 };

/* All tables as getopt wants them; rows and targets are in the same order as `longs`. */
struct grammar {
    const struct option_row *rows[MOST_OPTIONS];
    void *targets[MOST_OPTIONS];
    struct wr_bytes *said[MOST_OPTIONS];
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

static void add_row(struct grammar *grammar, const struct option_row *row,
                    const struct option_table *table)
{
    size_t i = grammar->count++;
    int argument = row->argument ? required_argument : no_argument;
    grammar->rows[i] = row;
    grammar->targets[i] = (char *)table->target + row->offset;
    grammar->said[i] = table->said;
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

static void make_grammar(struct grammar *grammar, const struct option_table *tables)
{
    grammar->letters[0] = ':';
    for (; tables->rows; tables++)
        for (const struct option_row *row = tables->rows; row->name; row++)
            add_row(grammar, row, tables);
}

/* Which row a code of getopt's means; the number of rows where none is meant. */
static size_t find_row(const struct grammar *grammar, int code)
{
    if (code >= LETTER)
        return (size_t)(code - LETTER);
    for (size_t i = 0; i < grammar->count; i++)
        if (grammar->rows[i]->letter == code)
            return i;
    return grammar->count;
}

/* ---- Values: each says what is wanted, or NULL when that is there ---- */

static bool is_whole(const char *text)
{
    return *text != '\0' && strspn(text, "0123456789") == strlen(text);
}

static const char *read_jobs(const char *text, unsigned *out)
{
    unsigned long jobs = is_whole(text) ? strtoul(text, NULL, 10) : 0;
    *out = (unsigned)jobs;
    return jobs >= 1 && jobs <= MOST_JOBS ? NULL : "a whole number from 1 to 256";
}

/* Numbers beyond 2^53 do not come back from every JSON reader. */
static const char *read_whole(const char *text, uint64_t least, uint64_t *out)
{
    const uint64_t most = (uint64_t)1 << 53;
    bool fine = is_whole(text);
    *out = 0;
    for (const char *p = text; fine && *p; p++) {
        *out = *out * 10 + (uint64_t)(*p - '0');
        fine = *out <= most;
    }
    if (fine && *out >= least)
        return NULL;
    return least ? "a whole number from 1 to 2^53" : "a whole number up to 2^53";
}

/* strtod and strtof mind the locale, but nobody here calls setlocale. */
static const char *read_seconds(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    bool plain = strspn(text, "0123456789.") == strlen(text);
    bool fine = plain && end != text && *end == '\0' && *out > 0 && *out <= 1e9;
    return fine ? NULL : "a number of seconds above 0";
}

static bool is_number(const char *text, float most, float *out)
{
    char *end;
    *out = strtof(text, &end);
    bool plain = strspn(text, "0123456789.eE+-") == strlen(text);
    return plain && end != text && *end == '\0' && *out > 0 && *out <= most;
}

static const char *read_length(const char *text, float *out)
{
    return is_number(text, 1000, out) ? NULL : "a length in metres, above 0 and at most 1000";
}

static const char *read_scale(const char *text, float *out)
{
    return is_number(text, 100000, out) ? NULL : "a number above 0 and at most 100000";
}

/* X,Y:X,Y in metres. */
static const char *read_way(const char *text, struct wr_draw_way *out)
{
    static const char *const behind[] = {",", ":", ",", ""};
    double *const numbers[] = {&out->from[0], &out->from[1], &out->to[0], &out->to[1]};
    const double most = 1e6;
    for (int i = 0; i < 4; i++) {
        char *end;
        bool plain = *text != '\0' && strchr("0123456789.-", *text);
        *numbers[i] = strtod(text, &end);
        bool fine = plain && end != text && fabs(*numbers[i]) <= most;
        if (!fine || *end != *behind[i])
            return "two places in metres, as 12.5,40:60,38.5";
        text = end + 1;
    }
    out->wanted = true;
    return NULL;
}

static const char *read_tile(const char *text, struct wr_show_tile *out)
{
    char *end = NULL;
    unsigned long x = strspn(text, "0123456789") > 0 ? strtoul(text, &end, 10) : 0;
    bool fine = end && *end == ',' && is_whole(end + 1);
    unsigned long y = fine ? strtoul(end + 1, NULL, 10) : 0;
    *out = (struct wr_show_tile){true, (uint32_t)x, (uint32_t)y};
    return fine && x < UINT32_MAX && y < UINT32_MAX ? NULL : "a tile, as 2,3";
}

/* I/N: which of how many. */
static const char *read_shard(const char *text, wr_shard *out)
{
    char *end = NULL;
    unsigned long long index = strspn(text, "0123456789") > 0 ? strtoull(text, &end, 10) : 0;
    bool fine = end && *end == '/' && is_whole(end + 1);
    unsigned long long count = fine ? strtoull(end + 1, NULL, 10) : 0;
    fine = fine && index >= 1 && index <= count && count <= WR_MOST_SHARDS;
    if (fine)
        *out = (wr_shard){(uint32_t)index, (uint32_t)count};
    return fine ? NULL : "which of how many shards, as 3/16, of a million at most";
}

static const char *read_game(const char *text, enum wr_game *out)
{
    bool k1 = strcmp(text, "k1") == 0, k2 = strcmp(text, "k2") == 0;
    *out = k1 ? WR_K1 : WR_K2;
    return k1 || k2 ? NULL : "k1 or k2";
}

static const char *read_choice(const char *text, const char *choices, unsigned *out)
{
    *out = 0;
    for (const char *word = choices; word; ++*out) {
        size_t size = strcspn(word, "|");
        if (strlen(text) == size && strncmp(text, word, size) == 0)
            return NULL;
        word = word[size] ? word + size + 1 : NULL;
    }
    return choices;
}

static const char *read_text(const char *text, const char *stream, const char **out)
{
    *out = stream && strcmp(text, "-") == 0 ? stream : text;
    return *text ? NULL : "a name";
}

static const char *read_value(const struct option_row *row, const char *text, void *target)
{
    struct texts *texts = target;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)target = true;
        return NULL;
    case OPTION_TEXT:
    case OPTION_METRIC:
        return read_text(text, NULL, target);
    case OPTION_FOLDER:
    case OPTION_PICTURE:
    case OPTION_PAGE:
    case OPTION_SEEN:
    case OPTION_AREA:
    case OPTION_FORM:
    case OPTION_MODULE:
        return read_text(text, WR_STDOUT, target);
    case OPTION_TABLE:
    case OPTION_PLACES:
    case OPTION_MAP:
        return read_text(text, WR_STDIN, target);
    case OPTION_TEXTS:
        return read_text(text, NULL, &texts->items[texts->count++]);
    case OPTION_KITS:
        return read_text(text, WR_STDIN, &texts->items[texts->count++]);
    case OPTION_LENGTH:
        return read_length(text, target);
    case OPTION_SCALE:
        return read_scale(text, target);
    case OPTION_WAY:
        return read_way(text, target);
    case OPTION_TILE:
        return read_tile(text, target);
    case OPTION_SHARD:
        return read_shard(text, target);
    case OPTION_JOBS:
        return read_jobs(text, target);
    case OPTION_SECONDS:
        return read_seconds(text, target);
    case OPTION_SEED:
        return read_whole(text, 0, target);
    case OPTION_COUNT:
        return read_whole(text, 1, target);
    case OPTION_GAME:
        return read_game(text, target);
    case OPTION_CHOICE:
        return read_choice(text, row->argument, target);
    case OPTION_WORD:
        *(bool *)target = strcmp(text, row->argument) == 0;
        return *(bool *)target ? NULL : row->argument;
    }
    return "another version of Warren";
}

/* ---- Faults ---- */

static bool fail_value(struct reading *reading, const struct option_row *row, const char *text,
                       const char *wanted)
{
    char message[256];
    snprintf(message, sizeof message, "--%s wants %s, not '%.80s'", row->name, wanted, text);
    reading->fault(reading->user, "option-value", message, NULL);
    return false;
}

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
    if (optopt >= LETTER) {
        const struct grammar *grammar = &reading->grammar;
        snprintf(message, sizeof message, "--%s takes no value",
                 grammar->rows[find_row(grammar, optopt)]->name);
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

static bool read_option(struct reading *reading, int code, const char *text)
{
    size_t i = find_row(&reading->grammar, code);
    const struct option_row *row = reading->grammar.rows[i];
    struct wr_bytes *said = reading->grammar.said[i];
    if (said) {
        wr_bytes_print(said, row->argument ? "--%s=%s" : "--%s", row->name, text);
        wr_bytes_char(said, '\0');
    }
    const char *wanted = read_value(row, text, reading->grammar.targets[i]);
    return wanted ? fail_value(reading, row, text, wanted) : true;
}

/* Where one is given to an option that takes none, some systems say the same as where one is
 * missing. */
static bool takes_value(const struct grammar *grammar, int code)
{
    return grammar->rows[find_row(grammar, code)]->argument != NULL;
}

bool options_read(int argc, char **argv, const struct option_table *tables, struct texts *rest,
                  options_fault_fn *fault, void *user)
{
    struct reading reading = {.fault = fault, .user = user};
    struct grammar *grammar = &reading.grammar;
    make_grammar(grammar, tables);
    opterr = 0;
    optind = 0; /* begins anew: gather reads two command lines */
    for (;;) {
        int code = getopt_long(argc, argv, grammar->letters, grammar->longs, NULL);
        if (code == -1)
            break;
        if (code == ':' && takes_value(grammar, optopt))
            return fail_missing(&reading, grammar->rows[find_row(grammar, optopt)]);
        if (code == ':' || code == '?')
            return fail_unknown(&reading, argv[optind - 1]);
        if (!read_option(&reading, code, optarg))
            return false;
    }
    while (optind < argc)
        rest->items[rest->count++] = argv[optind++];
    return true;
}

/* ---- What options take ---- */

const char *option_files(enum option_kind kind)
{
    switch (kind) {
    case OPTION_FOLDER:
        return "";
    case OPTION_PICTURE:
        return "svg png";
    case OPTION_PAGE:
        return "html";
    case OPTION_SEEN:
        return "svg png html";
    case OPTION_AREA:
        return "trx trn wok obj";
    case OPTION_FORM:
        return "wok obj glb gltf trx trn wmp json indoor 2da mod rim erf hak";
    case OPTION_MODULE:
        return "mod rim";
    case OPTION_TABLE:
        return "2da";
    case OPTION_PLACES:
        return "git";
    case OPTION_KITS:
        return "xml json";
    case OPTION_MAP:
        return "json indoor";
    default:
        return NULL;
    }
}

bool option_has_choices(enum option_kind kind)
{
    return kind == OPTION_GAME || kind == OPTION_CHOICE || kind == OPTION_WORD ||
           kind == OPTION_METRIC;
}

/* ---- Help ---- */

void options_help(const struct option_row *rows, struct wr_bytes *out)
{
    enum { COLUMN = 22 };
    for (const struct option_row *row = rows; row->name; row++) {
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
