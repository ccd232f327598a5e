/* A finding as people read it, and as programs do. */
#include "core/base/bytes.h"
#include "core/base/text.h"

#include <inttypes.h>
#include <string.h>

static const char *severity_name(enum wr_severity severity)
{
    return severity == WR_ERROR ? "error" : severity == WR_WARNING ? "warning" : "note";
}

/* Names and sentences may quote a hostile file: nothing in them may move a terminal's cursor.
 */
static void add_clean(struct wr_bytes *out, const char *text)
{
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        unsigned char c = (unsigned char)*text;
        length = wr_utf8_length(text, left);
        bool control = c < 0x20 || c == 0x7f ||
                       (length == 2 && c == 0xc2 && (unsigned char)text[1] < 0xa0);
        if (length == 0)
            wr_bytes_char(out, '?');
        else if (control)
            wr_bytes_char(out, ' ');
        else
            wr_bytes_add(out, text, length);
        length = length ? length : 1;
    }
}

static void add_excerpt(struct wr_bytes *out, const struct wr_diag *diag)
{
    wr_bytes_print(out, "%6" PRIu32 " | ", diag->line);
    wr_bytes_text(out, diag->excerpt);
    wr_bytes_char(out, '\n');
    if (diag->caret == 0)
        return;
    wr_bytes_text(out, "       | ");
    const char *p = diag->excerpt;
    for (uint32_t i = 1; i < diag->caret && *p; i++) {
        size_t length = wr_utf8_length(p, strlen(p));
        wr_bytes_char(out, *p == '\t' ? '\t' : ' ');
        p += length ? length : 1;
    }
    wr_bytes_text(out, "^\n");
}

void wr_diag_print(const struct wr_diag *diag, struct wr_bytes *out)
{
    if (diag->file) {
        add_clean(out, diag->file);
        if (diag->line)
            wr_bytes_print(out, ":%" PRIu32 ":%" PRIu32, diag->line, diag->column);
        else if (diag->has_offset)
            wr_bytes_print(out, ":0x%" PRIx64, diag->offset);
        wr_bytes_text(out, ": ");
    }
    wr_bytes_print(out, "%s: ", severity_name(diag->severity));
    add_clean(out, diag->message);
    wr_bytes_print(out, " [%s]\n", diag->slug);
    if (diag->excerpt)
        add_excerpt(out, diag);
    if (diag->hint) {
        wr_bytes_text(out, "  hint: ");
        add_clean(out, diag->hint);
        wr_bytes_char(out, '\n');
    }
}

static void add_member(struct wr_bytes *out, const char *key, const char *value)
{
    if (!value)
        return;
    wr_bytes_print(out, ",\"%s\":", key);
    wr_bytes_json(out, value);
}

void wr_diag_print_json(const struct wr_diag *diag, struct wr_bytes *out)
{
    wr_bytes_print(out, "{\"severity\":\"%s\"", severity_name(diag->severity));
    add_member(out, "slug", diag->slug);
    add_member(out, "file", diag->file);
    if (diag->line)
        wr_bytes_print(out, ",\"line\":%" PRIu32 ",\"column\":%" PRIu32, diag->line,
                       diag->column);
    if (diag->has_offset)
        wr_bytes_print(out, ",\"offset\":%" PRIu64, diag->offset);
    add_member(out, "message", diag->message);
    add_member(out, "hint", diag->hint);
    add_member(out, "excerpt", diag->excerpt);
    if (diag->excerpt && diag->caret)
        wr_bytes_print(out, ",\"caret\":%" PRIu32, diag->caret);
    wr_bytes_text(out, "}\n");
}
