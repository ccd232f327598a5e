/* Structured values as text or JSON. */
#include "core/text/dump.h"

#include <string.h>

#include "core/base/bytes.h"
#include "core/base/diag.h"
#include "core/base/text.h"

static bool in_row(const struct wr_dump *dump)
{
    return dump->row && dump->depth >= dump->row;
}

static void start_line(struct wr_dump *dump, unsigned depth)
{
    wr_bytes_char(dump->out, '\n');
    for (unsigned i = 0; i < depth; i++)
        wr_bytes_text(dump->out, "  ");
}

/* ---- JSON ------------------------------------------------------------------------------ */

static void json_place(struct wr_dump *dump, const char *key)
{
    if (!dump->first)
        wr_bytes_text(dump->out, in_row(dump) ? ", " : ",");
    if (!in_row(dump))
        start_line(dump, dump->depth);
    if (!key)
        return;
    wr_bytes_json(dump->out, key);
    wr_bytes_text(dump->out, ": ");
}

static void json_close(struct wr_dump *dump, char bracket)
{
    if (!in_row(dump) && !dump->first)
        start_line(dump, dump->depth - 1);
    wr_bytes_char(dump->out, bracket);
}

/* ---- Text ------------------------------------------------------------------------------ */

/* Where the next value starts: in its row, behind the "- " of what it is the first of, or on a
 * line of its own. */
static void text_place(struct wr_dump *dump, const char *key)
{
    if (in_row(dump)) {
        if (!dump->first)
            wr_bytes_text(dump->out, ", ");
        else if (dump->depth == dump->row && !dump->item)
            wr_bytes_char(dump->out, ' ');
    } else {
        if (!dump->first || (!dump->item && dump->depth > 1))
            start_line(dump, dump->depth - 1);
        if (!key)
            wr_bytes_text(dump->out, "- ");
    }
    if (!key)
        return;
    wr_bytes_clean(dump->out, key);
    wr_bytes_char(dump->out, ':');
}

/* What stays on one line needs its brackets, but for the outermost. */
static bool has_brackets(const struct wr_dump *dump)
{
    return dump->row && dump->depth > dump->row;
}

static void text_open(struct wr_dump *dump, const char *key, char bracket)
{
    if (!has_brackets(dump))
        return;
    if (key)
        wr_bytes_char(dump->out, ' ');
    wr_bytes_char(dump->out, bracket);
}

static void text_close(struct wr_dump *dump, const char *brackets)
{
    if (has_brackets(dump))
        wr_bytes_char(dump->out, brackets[1]);
    else if (dump->first)
        wr_bytes_print(dump->out, "%s%s", dump->item || dump->depth == 1 ? "" : " ", brackets);
}

static bool is_plain(const char *text)
{
    size_t size = strlen(text);
    if (size == 0 || text[0] == ' ' || text[size - 1] == ' ' || text[0] == '-')
        return false;
    for (const char *p = text; *p; p++)
        if (*p < 0x20 || *p > 0x7E || strchr("\"\\,:{}[]#", *p))
            return false;
    return strcmp(text, "null") != 0 && strcmp(text, "true") != 0 && strcmp(text, "false") != 0;
}

/* ---- Both ------------------------------------------------------------------------------ */

static void place(struct wr_dump *dump, const char *key)
{
    if (dump->json)
        json_place(dump, key);
    else
        text_place(dump, key);
    dump->first = false;
}

static void place_value(struct wr_dump *dump, const char *key)
{
    place(dump, key);
    if (!dump->json && key)
        wr_bytes_char(dump->out, ' ');
}

static void open_value(struct wr_dump *dump, const char *key, char bracket)
{
    place(dump, key);
    dump->depth++;
    if (dump->json)
        wr_bytes_char(dump->out, bracket);
    else
        text_open(dump, key, bracket);
    dump->first = true;
    dump->item = key == NULL;
}

static void close_value(struct wr_dump *dump, const char *brackets)
{
    if (dump->json)
        json_close(dump, brackets[1]);
    else
        text_close(dump, brackets);
    if (dump->depth == dump->row)
        dump->row = 0;
    dump->depth--;
    dump->first = dump->item = false;
}

void wr_dump_start(struct wr_dump *dump, struct wr_bytes *out, bool json)
{
    *dump = (struct wr_dump){.out = out, .json = json, .depth = 1, .first = true};
    if (json)
        wr_bytes_char(out, '{');
}

void wr_dump_end(struct wr_dump *dump)
{
    close_value(dump, "{}");
    wr_bytes_char(dump->out, '\n');
}

void wr_dump_object(struct wr_dump *dump, const char *key)
{
    open_value(dump, key, '{');
}

void wr_dump_object_end(struct wr_dump *dump)
{
    close_value(dump, "{}");
}

void wr_dump_list(struct wr_dump *dump, const char *key)
{
    open_value(dump, key, '[');
}

void wr_dump_list_end(struct wr_dump *dump)
{
    close_value(dump, "[]");
}

void wr_dump_row(struct wr_dump *dump)
{
    enum { LOOK = 256 };
    if (dump->context && dump->rows++ % LOOK == 0 && wr_context_stopped(dump->context))
        dump->out->failed = true;
    if (!dump->row)
        dump->row = dump->depth + 1;
}

void wr_dump_line(struct wr_dump *dump)
{
    dump->row = dump->depth;
}

/* ---- Values ---------------------------------------------------------------------------- */

void wr_dump_text(struct wr_dump *dump, const char *key, const char *value)
{
    place_value(dump, key);
    if (!value)
        wr_bytes_text(dump->out, "null");
    else if (!dump->json && is_plain(value))
        wr_bytes_text(dump->out, value);
    else
        wr_bytes_json(dump->out, value);
}

static void add_number(struct wr_dump *dump, float value)
{
    const char *quote = dump->json && !(value - value == 0) ? "\"" : "";
    wr_bytes_text(dump->out, quote);
    wr_bytes_number(dump->out, value);
    wr_bytes_text(dump->out, quote);
}

void wr_dump_number(struct wr_dump *dump, const char *key, float value)
{
    place_value(dump, key);
    add_number(dump, value);
}

void wr_dump_count(struct wr_dump *dump, const char *key, uint64_t value)
{
    place_value(dump, key);
    wr_bytes_print(dump->out, "%llu", (unsigned long long)value);
}

void wr_dump_integer(struct wr_dump *dump, const char *key, int64_t value)
{
    place_value(dump, key);
    wr_bytes_print(dump->out, "%lld", (long long)value);
}

void wr_dump_bool(struct wr_dump *dump, const char *key, bool value)
{
    place_value(dump, key);
    wr_bytes_text(dump->out, value ? "true" : "false");
}

void wr_dump_vec3(struct wr_dump *dump, const char *key, wr_vec3 value)
{
    const float parts[] = {value.x, value.y, value.z};
    place_value(dump, key);
    if (dump->json)
        wr_bytes_char(dump->out, '[');
    for (size_t i = 0; i < 3; i++) {
        if (i > 0)
            wr_bytes_text(dump->out, dump->json ? ", " : " ");
        add_number(dump, parts[i]);
    }
    if (dump->json)
        wr_bytes_char(dump->out, ']');
}
