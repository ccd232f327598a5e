/* Changes texts by what they mean, for documents in JSON and XML: numbers, words in quotes, and
 * whole lists, objects and elements, so that most of what comes out is still read. Linked into
 * fuzzers, not into replays. */
#include "tests/fuzz/fuzz.h"

#include "core/base/random.h"

#include <stdbool.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Of the text, from the first byte to behind the last; empty where there is none. */
struct part {
    size_t from, to;
};

struct text {
    uint8_t *data;
    size_t size, most;
    struct wr_random random;
};

static uint32_t below(struct text *text, size_t most)
{
    return most > 0 ? wr_random_below(&text->random, (uint32_t)most) : 0;
}

/* ---- Finding ----------------------------------------------------------------------------- */

static struct part quoted(const struct text *text, size_t at)
{
    size_t end = at + 1;
    while (end < text->size && text->data[end] != '"')
        end += text->data[end] == '\\' ? 2 : 1;
    return end < text->size ? (struct part){at + 1, end} : (struct part){0};
}

static bool is_numeral(uint8_t letter)
{
    return letter && strchr("0123456789+-.eE", letter) != NULL;
}

static struct part number(const struct text *text, size_t at)
{
    size_t end = at;
    bool begins = at == 0 || strchr(" \"[,:(", text->data[at - 1]);
    while (begins && end < text->size && is_numeral(text->data[end]))
        end++;
    return (struct part){at, end};
}

/* A list or an object with its brackets. */
static struct part bracketed(const struct text *text, size_t at)
{
    uint32_t depth = 0;
    for (size_t i = at; i < text->size; i++) {
        uint8_t letter = text->data[i];
        if (letter == '"') {
            size_t end = quoted(text, i).to;
            if (end == 0)
                break;
            i = end;
        }
        depth += letter == '[' || letter == '{';
        depth -= letter == ']' || letter == '}';
        if (depth == 0)
            return (struct part){at, i + 1};
    }
    return (struct part){0};
}

/* An element, from its `<` to behind its end; a remark ends with its first `>`. */
static struct part element(const struct text *text, size_t at)
{
    uint32_t depth = 0;
    for (size_t i = at; i < text->size; i++) {
        if (text->data[i] == '<')
            depth += i + 1 < text->size && text->data[i + 1] == '/' ? -1u : 1u;
        if (text->data[i] != '>')
            continue;
        if (text->data[i - 1] == '/' || text->data[i - 1] == '?' || text->data[i - 1] == '-')
            depth--;
        if (depth == 0)
            return (struct part){at, i + 1};
    }
    return (struct part){0};
}

enum kind { NUMBER, WORD, TREE };

static struct part part_at(const struct text *text, size_t at, enum kind kind)
{
    uint8_t letter = text->data[at];
    if (kind == NUMBER)
        return letter == '-' || (letter >= '0' && letter <= '9') ? number(text, at)
                                                                 : (struct part){0};
    if (kind == WORD)
        return letter == '"' ? quoted(text, at) : (struct part){0};
    if (letter == '<')
        return element(text, at);
    return letter == '[' || letter == '{' ? bracketed(text, at) : (struct part){0};
}

/* The next one behind any place, round the end. */
static struct part find(struct text *text, enum kind kind)
{
    size_t begin = below(text, text->size);
    for (size_t i = 0; i < text->size; i++) {
        struct part part = part_at(text, (begin + i) % text->size, kind);
        if (part.to > part.from)
            return part;
    }
    return (struct part){0};
}

/* ---- Changing ---------------------------------------------------------------------------- */

/* Puts bytes of its own or of the text itself in a part's place, where there is room. */
static void put(struct text *text, struct part part, const void *bytes, size_t count)
{
    size_t rest = text->size - part.to, whole = part.from + count + rest;
    if (whole > text->most || count == 0)
        return;
    uint8_t *copy = malloc(count);
    MUST(copy);
    memcpy(copy, bytes, count);
    memmove(text->data + part.from + count, text->data + part.to, rest);
    memcpy(text->data + part.from, copy, count);
    text->size = whole;
    free(copy);
}

static void put_part(struct text *text, struct part part, struct part by)
{
    put(text, part, text->data + by.from, by.to - by.from);
}

static const char *const telling[] = {
    "0",         "-0",         "1",          "-1",   "0.5", "1e-45",  "0.01",
    "0.08",      "90",         "360",        "-180", "1e9", "131072", "100000.5",
    "3.4028e38", "1e39",       "1e999",      "16",   "255", "256",    "65535",
    "65536",     "2147483647", "4294967295", "20",   "7",   "-1e-7",  "0.125"};
enum { TELLING = sizeof telling / sizeof *telling };

static void change_number(struct text *text)
{
    struct part part = find(text, NUMBER);
    const char *by = telling[below(text, TELLING)];
    char near[32];
    if (below(text, 3) == 0 && part.to - part.from < sizeof near) {
        memcpy(near, text->data + part.from, part.to - part.from);
        near[part.to - part.from] = '\0';
        double step = (double[]){1, -1, 0.01, -0.01, 6}[below(text, 5)];
        snprintf(near, sizeof near, "%.9g", strtod(near, NULL) + step);
        by = near;
    }
    if (part.to > 0)
        put(text, part, by, strlen(by));
}

/* Two parts, the one that comes first first; the same twice where there is but one. */
static void find_two(struct text *text, enum kind kind, struct part *first, struct part *last)
{
    struct part one = find(text, kind), other = find(text, kind);
    *first = one.from < other.from ? one : other;
    *last = one.from < other.from ? other : one;
}

/* One takes the other's place; the latter before the former, which moves it. */
static void change_places(struct text *text, struct part first, struct part last)
{
    size_t size = first.to - first.from;
    uint8_t *kept = malloc(size + 1);
    MUST(kept);
    memcpy(kept, text->data + first.from, size);
    struct part moved = {last.from, last.to};
    size_t before = text->size;
    put_part(text, first, last);
    moved.from += text->size - before;
    moved.to += text->size - before;
    put(text, moved, kept, size);
    free(kept);
}

static void change_word(struct text *text)
{
    struct part first, last;
    find_two(text, WORD, &first, &last);
    if (first.to > last.from || first.to == 0)
        return;
    switch (below(text, 3)) {
    case 0:
        put_part(text, first, last);
        break;
    case 1:
        put_part(text, last, first);
        break;
    default:
        change_places(text, first, last);
    }
}

/* What separates a part from the next of its list: a comma in JSON, nothing in XML. */
static const char *separator(const struct text *text, struct part part)
{
    return text->data[part.from] == '<' ? "" : ",";
}

static void repeat(struct text *text, struct part part)
{
    const char *comma = separator(text, part);
    put(text, (struct part){part.from, part.from}, comma, strlen(comma));
    size_t by = strlen(comma);
    put_part(text, (struct part){part.from, part.from},
             (struct part){part.from + by, part.to + by});
}

static void take_away(struct text *text, struct part part)
{
    size_t from = part.from, to = part.to;
    if (to < text->size && text->data[to] == ',')
        to++;
    else
        while (from > 0 && strchr(" \n,", text->data[from - 1]) && text->data[from] != ',')
            from--;
    put(text, (struct part){from, to}, " ", 1);
}

static void empty(struct text *text, struct part part)
{
    uint8_t letter = text->data[part.from];
    if (letter == '<')
        take_away(text, part);
    else
        put(text, part, letter == '[' ? "[]" : "{}", 2);
}

static void change_tree(struct text *text)
{
    struct part first, last;
    find_two(text, TREE, &first, &last);
    if (last.to == 0)
        return;
    bool apart = first.to <= last.from;
    switch (below(text, 6)) {
    case 0:
        repeat(text, last);
        break;
    case 1:
        take_away(text, last);
        break;
    case 2:
        empty(text, last);
        break;
    case 3:
        if (apart)
            put_part(text, first, last);
        break;
    case 4:
        put_part(text, last, first);
        break;
    default:
        if (apart)
            change_places(text, first, last);
    }
}

/* One time in eight libFuzzer does as it likes. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    struct text text = {data, size, max_size, wr_random_of(seed, 2)};
    if (size < 4 || below(&text, 8) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    for (uint32_t changes = 1 + below(&text, 3); changes > 0; changes--)
        switch (below(&text, 4)) {
        case 0:
        case 1:
            change_number(&text);
            break;
        case 2:
            change_word(&text);
            break;
        default:
            change_tree(&text);
        }
    return text.size;
}
