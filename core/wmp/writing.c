/* Words of a level's text, and what is told of those that have no place in it. */
#include "core/wmp/writing.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/text/codepage.h"

#include <string.h>

/* Six decimals of a larger number are no longer exact. */
#define LARGEST_NUMBER 1e11
#define LARGEST_FINE_NUMBER 1e8

/* As what the editor keeps ends its lines; as editors do where nothing tells. */
static const char *newline_of(const struct wr_wmp *level, bool build)
{
    bool bare = !build && level->editor && memchr(level->editor, '\n', level->editor_size) &&
                !memchr(level->editor, '\r', level->editor_size);
    return bare ? "\n" : "\r\n";
}

enum wr_result wr_wmp_write(struct wr_context *context, const struct wr_wmp *level, bool build,
                            wr_wmp_write_fn *write, struct wr_bytes *out)
{
    struct wr_wmp_writing writing = {.context = context,
                                     .arena = wr_arena_create(),
                                     .level = level,
                                     .out = out,
                                     .build = build,
                                     .newline = newline_of(level, build),
                                     .where = WR_NOWHERE};
    writing.result = writing.arena
                         ? wr_wmp_resolve(context, writing.arena, level, &writing.places)
                         : wr_no_memory(context);
    if (writing.result == WR_OK)
        write(&writing);
    if (writing.result == WR_OK && out->failed)
        writing.result = wr_no_memory(context);
    if (writing.result == WR_OK)
        wr_wmp_tell_lost(&writing);
    wr_arena_destroy(writing.arena);
    return writing.result;
}

/* ---- Lines ------------------------------------------------------------------------------- */

void wr_wmp_put_text(struct wr_wmp_writing *writing, const char *text)
{
    wr_bytes_text(writing->out, text);
}

void wr_wmp_begin_line(struct wr_wmp_writing *writing)
{
    for (unsigned i = 0; i < writing->depth; i++)
        wr_bytes_char(writing->out, '\t');
}

void wr_wmp_end_line(struct wr_wmp_writing *writing)
{
    wr_wmp_put_text(writing, writing->newline);
}

void wr_wmp_put_line(struct wr_wmp_writing *writing, const char *words)
{
    if (*words)
        wr_wmp_begin_line(writing);
    wr_wmp_put_text(writing, words);
    wr_wmp_end_line(writing);
}

void wr_wmp_close_record(struct wr_wmp_writing *writing)
{
    writing->depth--;
    wr_wmp_put_line(writing, "}");
}

/* ---- Numbers ----------------------------------------------------------------------------- */

static void put_decimal(struct wr_wmp_writing *writing, wr_fixed_text text)
{
    size_t size = strlen(text.text);
    if (strchr(text.text, '.')) {
        while (text.text[size - 1] == '0')
            size--;
        size -= text.text[size - 1] == '.';
    }
    bool nothing = size == 2 && memcmp(text.text, "-0", 2) == 0;
    wr_bytes_add(writing->out, text.text + nothing, size - nothing);
}

/* With as few decimals as read back to it. */
static void put_number(struct wr_wmp_writing *writing, double value)
{
    static const unsigned decimals[] = {0, 6, 9};
    if (!(fabs(value) <= LARGEST_NUMBER)) {
        if (writing->result == WR_OK)
            writing->result =
                wr_fail(writing->context, WR_INVALID, writing->where, "wmp-number",
                        "numbers of levels lie below 1e11", "a number is too large for a text");
        return;
    }
    size_t most = fabs(value) < LARGEST_FINE_NUMBER ? 3 : 2;
    for (size_t i = 0; i < most; i++) {
        double again;
        wr_fixed_text text = wr_fixed(value, decimals[i]);
        if (!wr_parse_f64((wr_view){text.text, strlen(text.text)}, &again) || again != value)
            continue;
        put_decimal(writing, text);
        return;
    }
    put_decimal(writing, wr_fixed(value, 6));
}

void wr_wmp_put_numbers(struct wr_wmp_writing *writing, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            wr_bytes_char(writing->out, ' ');
        put_number(writing, values[i]);
    }
}

void wr_wmp_put_point(struct wr_wmp_writing *writing, wr_dvec3 point)
{
    wr_wmp_put_numbers(writing, (const double[3]){point.x, point.y, point.z}, 3);
}

void wr_wmp_put_number_line(struct wr_wmp_writing *writing, double value)
{
    wr_wmp_begin_line(writing);
    put_number(writing, value);
    wr_wmp_end_line(writing);
}

void wr_wmp_put_point_line(struct wr_wmp_writing *writing, wr_dvec3 point)
{
    wr_wmp_begin_line(writing);
    wr_wmp_put_point(writing, point);
    wr_wmp_end_line(writing);
}

void wr_wmp_put_flags(struct wr_wmp_writing *writing, uint32_t flags)
{
    unsigned digits = flags < 1u << 4 ? 4 : flags < 1u << 8 ? 8 : flags < 1u << 16 ? 16 : 32;
    while (digits-- > 0)
        wr_bytes_char(writing->out, (char)('0' + (flags >> digits & 1)));
}

void wr_wmp_put_flags_line(struct wr_wmp_writing *writing, uint32_t flags)
{
    wr_wmp_begin_line(writing);
    wr_wmp_put_flags(writing, flags);
    wr_wmp_end_line(writing);
}

/* ---- Names ------------------------------------------------------------------------------- */

static bool is_alone(const char *text, size_t size, size_t at)
{
    return (at == 0 || text[at - 1] == ' ') && (at + 1 == size || text[at + 1] == ' ');
}

/* Whether a letter would be taken for something else where it stands. */
static bool is_foreign(const char *text, size_t size, size_t at, bool word)
{
    char c = text[at];
    if ((uint8_t)c < ' ' || c == 0x7f || c == '<' || c == '>')
        return true;
    if (c == ' ')
        return word || at == 0 || at + 1 == size;
    if (c == '/')
        return at + 1 < size && text[at + 1] == '/';
    if (c == '{' || c == '}')
        return is_alone(text, size, at);
    return word && (c == ':' || c == '(' || c == '[') && at == 0;
}

static void put_name(struct wr_wmp_writing *writing, const char *name, bool word)
{
    size_t size = name ? strlen(name) : 0;
    char *text = size ? wr_codepage_from_utf8(writing->arena, name, &size) : NULL;
    bool changed = false;
    if (size == 0) {
        wr_wmp_put_text(writing, "ndef");
        return;
    }
    if (!text) {
        writing->result = wr_no_memory(writing->context);
        return;
    }
    for (size_t i = 0; i < size; i++)
        if (is_foreign(text, size, i, word)) {
            text[i] = '_';
            changed = true;
        }
    if (changed)
        wr_wmp_lose(writing, WR_WMP_LOST_LETTERS);
    wr_bytes_add(writing->out, text, size);
}

void wr_wmp_put_word(struct wr_wmp_writing *writing, const char *name)
{
    put_name(writing, name, true);
}

void wr_wmp_put_name_line(struct wr_wmp_writing *writing, const char *name)
{
    wr_wmp_begin_line(writing);
    put_name(writing, name, false);
    wr_wmp_end_line(writing);
}

void wr_wmp_put_file_line(struct wr_wmp_writing *writing, const char *name)
{
    wr_wmp_begin_line(writing);
    if (!writing->build)
        wr_bytes_char(writing->out, '<');
    put_name(writing, name, false);
    if (!writing->build)
        wr_bytes_char(writing->out, '>');
    wr_wmp_end_line(writing);
}

void wr_wmp_open_record(struct wr_wmp_writing *writing, const char *head, const char *name)
{
    wr_wmp_begin_line(writing);
    wr_wmp_put_text(writing, head);
    if (name) {
        wr_wmp_put_text(writing, "   // ");
        put_name(writing, name, false);
    }
    wr_wmp_end_line(writing);
    writing->depth++;
}
