/* Writing 2DA tables in their binary form. */
#include "core/format/twoda.h"

#include <stdlib.h>
#include <string.h>

/* A text of a cell that has no place in the file yet. */
struct fresh {
    const char *text;
    size_t cell;
};

struct writing {
    struct wr_context *context;
    const struct wr_twoda *table;
    wr_where where;
    struct wr_arena *arena;
    size_t cell_count;
    uint16_t *offsets; /* one a cell */
    struct fresh *fresh;
    size_t fresh_count;
    struct wr_bytes texts;
};

/* ---- Names ------------------------------------------------------------------------------- */

static enum wr_result write_names(struct writing *w, const char *const *names, uint32_t count,
                                  const char *what, struct wr_bytes *out)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < count; i++) {
        if (strchr(names[i], '\t'))
            result = wr_fail(w->context, WR_INVALID, w->where, "twoda-name",
                             "a tab ends a name in the file", "the name of %s %u holds a tab",
                             what, (unsigned)i);
        wr_bytes_add(out, names[i], strlen(names[i]));
        wr_bytes_add(out, "\t", 1);
    }
    return result;
}

/* ---- Texts ------------------------------------------------------------------------------- */

static int order_fresh(const void *a, const void *b)
{
    const struct fresh *p = a, *q = b;
    int order = strcmp(p->text, q->text);
    return order ? order : (p->cell > q->cell) - (p->cell < q->cell);
}

static int order_cells(const void *a, const void *b)
{
    const struct fresh *p = a, *q = b;
    return (p->cell > q->cell) - (p->cell < q->cell);
}

/* Cells that are as they were read keep their places; the others are noted. */
static void sort_out(struct writing *w)
{
    const struct wr_twoda_order *order = w->table->order;
    for (size_t i = 0; i < w->cell_count; i++) {
        const char *cell = w->table->cells[i];
        if (order && cell == order->cells[i])
            w->offsets[i] = order->offsets[i];
        else
            w->fresh[w->fresh_count++] = (struct fresh){cell ? cell : "", i};
    }
    if (order) {
        wr_bytes_add(&w->texts, order->texts, order->text_size);
        if (w->fresh_count && order->text_size && order->texts[order->text_size - 1])
            wr_bytes_add(&w->texts, "", 1);
    }
}

/* Of equal texts only the first cell's is kept; its number then stands for all. */
static size_t join_equal(struct writing *w, size_t *first)
{
    size_t count = 0;
    qsort(w->fresh, w->fresh_count, sizeof *w->fresh, order_fresh);
    for (size_t i = 0; i < w->fresh_count; i++) {
        bool same = i && strcmp(w->fresh[i].text, w->fresh[count - 1].text) == 0;
        first[w->fresh[i].cell] = same ? w->fresh[count - 1].cell : w->fresh[i].cell;
        if (!same)
            w->fresh[count++] = w->fresh[i];
    }
    qsort(w->fresh, count, sizeof *w->fresh, order_cells);
    return count;
}

static enum wr_result place_texts(struct writing *w)
{
    size_t *first = WR_TAKE(w->arena, size_t, w->cell_count);
    if (!first)
        return wr_no_memory(w->context);
    for (size_t i = 0; i < w->cell_count; i++)
        first[i] = i;
    size_t count = w->fresh_count ? join_equal(w, first) : 0;
    for (size_t i = 0; i < count; i++) {
        if (w->texts.size > UINT16_MAX)
            return wr_fail(w->context, WR_LIMIT, w->where, "twoda-large", NULL,
                           "the texts of the table take more than 64 KiB");
        w->offsets[w->fresh[i].cell] = (uint16_t)w->texts.size;
        wr_bytes_add(&w->texts, w->fresh[i].text, strlen(w->fresh[i].text) + 1);
    }
    for (size_t i = 0; i < w->cell_count; i++)
        w->offsets[i] = w->offsets[first[i]];
    return WR_OK;
}

/* What the file says of the size of its texts; 0, as many programs write, where 16 bits cannot
 * hold it. */
static uint16_t size_to_say(const struct writing *w)
{
    const struct wr_twoda_order *order = w->table->order;
    if (order && !w->fresh_count)
        return order->said_size;
    return w->texts.size <= UINT16_MAX ? (uint16_t)w->texts.size : 0;
}

/* ---- The file ---------------------------------------------------------------------------- */

static enum wr_result write_table(struct writing *w, struct wr_bytes *out)
{
    const struct wr_twoda *table = w->table;
    w->offsets = WR_ZERO(w->arena, uint16_t, w->cell_count);
    w->fresh = WR_TAKE(w->arena, struct fresh, w->cell_count);
    if (!w->offsets || !w->fresh)
        return wr_no_memory(w->context);
    sort_out(w);
    enum wr_result placed = place_texts(w);
    wr_bytes_text(out, "2DA V2.b\n");
    enum wr_result columns = write_names(w, table->columns, table->column_count, "column", out);
    wr_bytes_add(out, "", 1);
    wr_bytes_u32(out, table->row_count);
    enum wr_result rows = write_names(w, table->labels, table->row_count, "row", out);
    for (size_t i = 0; i < w->cell_count; i++)
        wr_bytes_u16(out, w->offsets[i]);
    wr_bytes_u16(out, size_to_say(w));
    wr_bytes_add(out, w->texts.data, w->texts.size);
    return placed != WR_OK ? placed : columns != WR_OK ? columns : rows;
}

enum wr_result wr_twoda_write(struct wr_context *context, const struct wr_twoda *table,
                              wr_where where, struct wr_bytes *out)
{
    struct writing w = {.context = context,
                        .table = table,
                        .where = where,
                        .arena = wr_arena_create(),
                        .cell_count = (size_t)table->row_count * table->column_count};
    size_t before = out->size;
    enum wr_result result = w.arena ? write_table(&w, out) : wr_no_memory(context);
    if (result == WR_OK && (out->failed || w.texts.failed))
        result = wr_no_memory(context);
    if (result != WR_OK)
        out->size = before;
    wr_bytes_finish(&w.texts);
    wr_arena_destroy(w.arena);
    return result;
}
