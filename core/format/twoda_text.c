/* Writing 2DA tables in their text form. */
#include "core/format/twoda.h"

#include "core/base/text.h"

#include <string.h>

/* Columns are no wider than this for the sake of one long cell. */
enum { WIDEST = 32, FEW_FAULTS = 20 };

struct writing {
    struct wr_context *context;
    const struct wr_twoda *table;
    wr_where where;
    struct wr_bytes *out;
    size_t *widths; /* one a column, that of the labels first */
    unsigned faults;
};

/* ---- What a text cannot hold --------------------------------------------------------------
 */

static const char cure[] = "keep the table in its binary form";

static bool fits(const char *text)
{
    for (; *text; text++)
        if (*text == '"' || *text == 0x7f || (*text != '\t' && (unsigned char)*text < ' '))
            return false;
    return true;
}

static void judge(struct writing *w, const char *text, const char *what, uint32_t row)
{
    if (text && !fits(text) && w->faults++ < FEW_FAULTS)
        wr_fail(w->context, WR_INVALID, w->where, "twoda-text", cure,
                "%s %u holds a quote or a control character, which no text form can", what,
                (unsigned)row);
}

static enum wr_result judge_all(struct writing *w)
{
    const struct wr_twoda *table = w->table;
    if (table->column_count == 0)
        return wr_fail(w->context, WR_INVALID, w->where, "twoda-text", cure,
                       "the table has no columns, which no text form can say");
    for (uint32_t i = 0; i < table->column_count; i++)
        judge(w, table->columns[i], "the name of column", i);
    for (uint32_t row = 0; row < table->row_count; row++) {
        judge(w, table->labels[row], "the name of row", row);
        for (uint32_t i = 0; i < table->column_count; i++)
            judge(w, table->cells[(size_t)row * table->column_count + i], "a cell of row", row);
    }
    return w->faults > 0 ? WR_INVALID : WR_OK;
}

/* ---- Cells --------------------------------------------------------------------------------
 */

/* Whether a text stands between quotes: what is no single word, and a name that would be taken
 * for a line of defaults. */
static bool is_quoted(const char *text)
{
    return *text == '\0' || strpbrk(text, " \t") || strcmp(text, "****") == 0 ||
           wr_text_same(text, "DEFAULT:");
}

static size_t size_of(const char *cell)
{
    return cell ? strlen(cell) + (is_quoted(cell) ? 2 : 0) : strlen("****");
}

static void add_cell(struct writing *w, const char *cell, bool last, size_t width)
{
    const char *quote = cell && is_quoted(cell) ? "\"" : "";
    wr_bytes_text(w->out, quote);
    wr_bytes_text(w->out, cell ? cell : "****");
    wr_bytes_text(w->out, quote);
    for (size_t size = size_of(cell); !last && size < width; size++)
        wr_bytes_char(w->out, ' ');
    wr_bytes_char(w->out, last ? '\n' : ' ');
}

static size_t wider(size_t width, const char *cell)
{
    size_t size = size_of(cell);
    size = size < WIDEST ? size : WIDEST;
    return size > width ? size : width;
}

static void measure(struct writing *w)
{
    const struct wr_twoda *table = w->table;
    for (uint32_t i = 0; i < table->column_count; i++)
        w->widths[1 + i] = wider(0, table->columns[i]);
    for (uint32_t row = 0; row < table->row_count; row++) {
        const char **cells = table->cells + (size_t)row * table->column_count;
        w->widths[0] = wider(w->widths[0], table->labels[row]);
        for (uint32_t i = 0; i < table->column_count; i++)
            w->widths[1 + i] = wider(w->widths[1 + i], cells[i]);
    }
}

static enum wr_result write_rows(struct writing *w)
{
    enum { LOOK = 256 };
    const struct wr_twoda *table = w->table;
    uint32_t columns = table->column_count;
    for (uint32_t row = 0; row < table->row_count; row++) {
        const char **cells = table->cells + (size_t)row * columns;
        if (row % LOOK == 0 && wr_context_stopped(w->context))
            return WR_STOPPED;
        add_cell(w, table->labels[row], false, w->widths[0]);
        for (uint32_t i = 0; i < columns; i++)
            add_cell(w, cells[i], i + 1 == columns, w->widths[1 + i]);
    }
    return WR_OK;
}

enum wr_result wr_twoda_write_text(struct wr_context *context, struct wr_arena *scratch,
                                   const struct wr_twoda *table, wr_where where,
                                   struct wr_bytes *out)
{
    struct writing w = {.context = context, .table = table, .where = where, .out = out};
    w.widths = WR_ZERO(scratch, size_t, (size_t)table->column_count + 1);
    if (!w.widths)
        return wr_no_memory(context);
    enum wr_result result = judge_all(&w);
    if (result != WR_OK)
        return result;
    measure(&w);
    wr_bytes_text(out, "2DA V2.0\n\n");
    for (size_t i = 0; i <= w.widths[0]; i++)
        wr_bytes_char(out, ' ');
    for (uint32_t i = 0; i < table->column_count; i++)
        add_cell(&w, table->columns[i], i + 1 == table->column_count, w.widths[1 + i]);
    result = write_rows(&w);
    return result == WR_OK && out->failed ? wr_no_memory(context) : result;
}
