/* A finding as people read it, and as programs do. */
#include "core/base/bytes.h"
#include "core/base/text.h"

#include <inttypes.h>
#include <string.h>

static const char *severity_name(enum wr_severity severity)
{
    return severity == WR_ERROR ? "error" : severity == WR_WARNING ? "warning" : "note";
}

/* What is put before and behind a part of a finding: colours, or nothing. */
struct style {
    const char *strong, *caret, *hint, *plain;
    const char *severities[WR_ERROR + 1];
};

static const struct style no_style = {"", "", "", "", {"", "", ""}};
static const struct style colours = {
    .strong = "\x1b[1m",
    .caret = "\x1b[1;32m",
    .hint = "\x1b[36m",
    .plain = "\x1b[0m",
    .severities = {"\x1b[1;36m", "\x1b[1;35m", "\x1b[1;31m"},
};

static void add_excerpt(struct wr_bytes *out, const struct wr_diag *diag,
                        const struct style *style)
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
    wr_bytes_print(out, "%s^%s\n", style->caret, style->plain);
}

static void print(const struct wr_diag *diag, struct wr_bytes *out, const struct style *style)
{
    if (diag->file) {
        wr_bytes_text(out, style->strong);
        wr_bytes_clean(out, diag->file);
        if (diag->line)
            wr_bytes_print(out, ":%" PRIu32 ":%" PRIu32, diag->line, diag->column);
        else if (diag->has_offset)
            wr_bytes_print(out, ":0x%" PRIx64, diag->offset);
        wr_bytes_print(out, ":%s ", style->plain);
    }
    wr_bytes_print(out, "%s%s:%s ", style->severities[diag->severity],
                   severity_name(diag->severity), style->plain);
    wr_bytes_clean(out, diag->message);
    wr_bytes_print(out, " [%s]\n", diag->slug);
    if (diag->excerpt)
        add_excerpt(out, diag, style);
    if (diag->hint) {
        wr_bytes_print(out, "  %shint:%s ", style->hint, style->plain);
        wr_bytes_clean(out, diag->hint);
        wr_bytes_char(out, '\n');
    }
}

void wr_diag_print(const struct wr_diag *diag, struct wr_bytes *out)
{
    print(diag, out, &no_style);
}

void wr_diag_print_coloured(const struct wr_diag *diag, struct wr_bytes *out)
{
    print(diag, out, &colours);
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
