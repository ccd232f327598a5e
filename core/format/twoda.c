/* 2DA tables: the binary form games ship and the text form people edit. Source: formats/module
 * and formats/bwm, 3.4; xoreos names the parts alike. */
#include "core/format/twoda.h"

#include <string.h>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/text/dump.h"
#include "core/text/lines.h"
#include "core/text/utf8.h"

static const char binary_mark[] = "2DA V2.b", text_mark[] = "2DA V2.0";
enum { MARK_SIZE = sizeof binary_mark - 1 };

static bool starts_with(const uint8_t *data, size_t size, const char *mark)
{
    return size >= MARK_SIZE && memcmp(data, mark, MARK_SIZE) == 0;
}

/* Editors on Windows put a mark of their own before the table's. */
static bool is_text(const uint8_t *data, size_t size)
{
    size_t mark = wr_utf8_mark(data, size);
    return starts_with(data + mark, size - mark, text_mark);
}

bool wr_twoda_recognise(const uint8_t *data, size_t size)
{
    return starts_with(data, size, binary_mark) || is_text(data, size);
}

/* ---- Binary ---------------------------------------------------------------------------- */

struct binary {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    struct wr_reader reader;
    struct wr_twoda *table;
};

static enum wr_result cut_short(struct binary *binary, const char *part)
{
    return wr_fail(binary->context, WR_SYNTAX, wr_at(binary->source, binary->reader.at),
                   "twoda-short", NULL, "the file ends within its %s", part);
}

/* The next name, which a tab ends, and its copy; false at the end of the file. */
static bool next_name(struct binary *binary, wr_view *name)
{
    struct wr_reader *reader = &binary->reader;
    const uint8_t *start = reader->data + reader->at;
    const uint8_t *tab = memchr(start, '\t', reader->size - reader->at);
    if (!tab)
        return false;
    *name = (wr_view){(const char *)start, (size_t)(tab - start)};
    reader->at += name->size + 1;
    return true;
}

static enum wr_result read_columns(struct binary *binary)
{
    struct wr_reader *reader = &binary->reader;
    struct wr_twoda *table = binary->table;
    wr_view name;
    while (reader->at < reader->size && reader->data[reader->at] != '\0') {
        if (!next_name(binary, &name))
            return cut_short(binary, "column names");
        const char **grown = wr_arena_more(binary->arena, table->columns, table->column_count,
                                           sizeof *table->columns);
        const char *copy = wr_arena_text(binary->arena, name.data, name.size);
        if (!grown || !copy)
            return wr_no_memory(binary->context);
        table->columns = grown;
        grown[table->column_count++] = copy;
    }
    if (reader->at >= reader->size)
        return cut_short(binary, "column names");
    reader->at++;
    return WR_OK;
}

static enum wr_result read_labels(struct binary *binary)
{
    struct wr_reader *reader = &binary->reader;
    struct wr_twoda *table = binary->table;
    size_t at = reader->at;
    uint32_t count = wr_reader_u32(reader);
    if (reader->failed)
        return cut_short(binary, "row count");
    if (count > reader->size - reader->at) /* a label takes a byte at least */
        return wr_fail(binary->context, WR_SYNTAX, wr_at(binary->source, at), "twoda-short",
                       NULL, "%u rows do not fit in the %zu bytes that follow", count,
                       reader->size - reader->at);
    table->labels = WR_TAKE(binary->arena, const char *, count);
    if (!table->labels)
        return wr_no_memory(binary->context);
    for (uint32_t row = 0; row < count; row++) {
        wr_view name;
        if (!next_name(binary, &name))
            return cut_short(binary, "row labels");
        table->labels[row] = wr_arena_text(binary->arena, name.data, name.size);
        if (!table->labels[row])
            return wr_no_memory(binary->context);
    }
    table->row_count = count;
    return WR_OK;
}

static enum wr_result beyond_data(struct binary *binary, size_t at, uint16_t offset,
                                  size_t size)
{
    return wr_fail(binary->context, WR_SYNTAX, wr_at(binary->source, at), "twoda-offset", NULL,
                   "a cell's text starts at byte %u, but there are only %zu", offset, size);
}

/* Cells point into one copy of the text behind them, which ends with a NUL in any case. */
static enum wr_result point_cells(struct binary *binary, size_t offsets, size_t cells,
                                  struct wr_twoda_order *order)
{
    const char **out = WR_TAKE(binary->arena, const char *, cells);
    uint16_t *kept = WR_TAKE(binary->arena, uint16_t, cells);
    if (!out || !kept)
        return wr_no_memory(binary->context);
    struct wr_reader reader = {binary->source->data, binary->source->size, offsets, false};
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < cells; i++) {
        uint16_t offset = kept[i] = wr_reader_u16(&reader);
        out[i] = NULL;
        if (offset > order->text_size)
            result = beyond_data(binary, reader.at - 2, offset, order->text_size);
        else if (order->texts[offset] && strcmp(order->texts + offset, "****") != 0)
            out[i] = order->texts + offset;
    }
    binary->table->cells = out;
    order->cells = wr_arena_copy(binary->arena, out, cells, sizeof *out);
    order->offsets = kept;
    return result == WR_OK && !order->cells ? wr_no_memory(binary->context) : result;
}

static enum wr_result read_cells(struct binary *binary)
{
    struct wr_reader *reader = &binary->reader;
    size_t offsets = reader->at, left = reader->size - reader->at;
    uint32_t rows = binary->table->row_count, columns = binary->table->column_count;
    if (columns > 0 && rows > left / 2 / columns)
        return cut_short(binary, "cells");
    size_t cells = (size_t)rows * columns;
    reader->at += 2 * cells;
    uint16_t size = wr_reader_u16(reader);
    if (reader->failed)
        return cut_short(binary, "cells");
    wr_view data = {(const char *)reader->data + reader->at, reader->size - reader->at};
    /* PyKotor writes 0 for the size */
    if (size != data.size && size != 0)
        wr_warn(binary->context, wr_at(binary->source, reader->at - 2), "twoda-size", NULL,
                "the texts are said to take %u bytes, but %zu follow", size, data.size);
    struct wr_twoda_order *order = WR_ZERO(binary->arena, struct wr_twoda_order, 1);
    const char *texts = wr_arena_text(binary->arena, data.data, data.size);
    if (!order || !texts)
        return wr_no_memory(binary->context);
    *order = (struct wr_twoda_order){.texts = texts, .text_size = data.size, .said_size = size};
    binary->table->order = order;
    return point_cells(binary, offsets, cells, order);
}

static enum wr_result read_binary(struct wr_context *context, struct wr_arena *arena,
                                  const struct wr_source *source, struct wr_twoda *out)
{
    struct wr_source bytes = *source;
    bytes.binary = true; /* whatever the caller took it for */
    struct binary binary = {
        context, arena, &bytes, {source->data, source->size, MARK_SIZE, false}, out};
    if (source->size == MARK_SIZE || source->data[MARK_SIZE] != '\n')
        return wr_fail(context, WR_SYNTAX, wr_at(&bytes, MARK_SIZE), "twoda-header", NULL,
                       "a line feed must follow '%s'", binary_mark);
    binary.reader.at++;
    enum wr_result result = read_columns(&binary);
    if (result == WR_OK)
        result = read_labels(&binary);
    if (result == WR_OK)
        result = read_cells(&binary);
    return result;
}

/* ---- Text ------------------------------------------------------------------------------ */

/* Moves to the next cell; false at the end of the line. */
static bool has_cell(wr_view *rest)
{
    while (rest->size > 0 && strchr(" \t\r", *rest->data))
        *rest = (wr_view){rest->data + 1, rest->size - 1};
    return rest->size > 0;
}

/* The next word, or the text between two quotes. */
static wr_view next_cell(wr_view *rest)
{
    if (rest->size == 0 || *rest->data != '"')
        return wr_view_word(rest);
    const char *end = memchr(rest->data + 1, '"', rest->size - 1);
    size_t size = end ? (size_t)(end - rest->data) - 1 : rest->size - 1;
    wr_view cell = {rest->data + 1, size};
    size_t used = size + 1 + (end != NULL);
    *rest = (wr_view){rest->data + used, rest->size - used};
    return cell;
}

struct text {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_lines lines;
    struct wr_twoda *table;
    bool told; /* that a row has another length: once a file is enough */
};

static enum wr_result read_header(struct text *text)
{
    struct wr_twoda *table = text->table;
    wr_lines_next(&text->lines); /* the mark */
    bool found = wr_lines_next_filled(&text->lines);
    wr_view rest = text->lines.line, first = found ? wr_view_word(&rest) : rest;
    if (found && wr_view_same(first, wr_view_of("DEFAULT:")))
        found = wr_lines_next_filled(&text->lines);
    if (!found)
        return wr_fail(text->context, WR_SYNTAX, wr_at(text->lines.source, WR_WHOLE_FILE),
                       "twoda-header", NULL, "the table has no line of column names");
    rest = text->lines.line;
    for (; has_cell(&rest); table->column_count++) {
        wr_view name = next_cell(&rest);
        table->columns = wr_arena_more(text->arena, table->columns, table->column_count,
                                       sizeof *table->columns);
        if (!table->columns)
            return wr_no_memory(text->context);
        table->columns[table->column_count] = wr_arena_text(text->arena, name.data, name.size);
        if (!table->columns[table->column_count])
            return wr_no_memory(text->context);
    }
    return WR_OK;
}

static uint32_t count_rows(struct wr_lines lines)
{
    uint32_t rows = 0;
    while (wr_lines_next_filled(&lines))
        rows++;
    return rows;
}

static void odd_row(struct text *text, wr_view at, const char *what)
{
    if (!text->told)
        wr_warn(text->context, wr_lines_where(&text->lines, at), "twoda-row", NULL,
                "this row has %s cells than the table has columns", what);
    text->told = true;
}

static enum wr_result read_row(struct text *text)
{
    struct wr_twoda *table = text->table;
    wr_view rest = text->lines.line;
    wr_view label = has_cell(&rest) ? next_cell(&rest) : rest;
    const char **cells = table->cells + (size_t)table->row_count * table->column_count;
    for (uint32_t i = 0; i < table->column_count; i++) {
        cells[i] = NULL;
        if (!has_cell(&rest)) {
            odd_row(text, label, "fewer");
            continue;
        }
        wr_view cell = next_cell(&rest);
        if (cell.size == 0 || wr_view_is(cell, "****"))
            continue;
        cells[i] = wr_arena_text(text->arena, cell.data, cell.size);
        if (!cells[i])
            return wr_no_memory(text->context);
    }
    if (has_cell(&rest))
        odd_row(text, label, "more");
    const char *copy = wr_arena_text(text->arena, label.data, label.size);
    if (!copy)
        return wr_no_memory(text->context);
    table->labels[table->row_count++] = copy;
    return WR_OK;
}

/* A few long rows of columns and many short lines must not multiply. */
enum { MOST_CELLS = 16 << 20 };

static enum wr_result read_rows(struct text *text)
{
    struct wr_twoda *table = text->table;
    uint32_t rows = count_rows(text->lines);
    if (table->column_count > 0 && rows > MOST_CELLS / table->column_count)
        return wr_fail(text->context, WR_LIMIT, wr_at(text->lines.source, WR_WHOLE_FILE),
                       "twoda-large", NULL, "%u rows of %u columns are more than any game has",
                       rows, table->column_count);
    table->labels = WR_TAKE(text->arena, const char *, rows);
    table->cells = WR_TAKE(text->arena, const char *, (size_t)rows * table->column_count);
    if (!table->labels || !table->cells)
        return wr_no_memory(text->context);
    enum wr_result result = WR_OK;
    while (result == WR_OK && wr_lines_next_filled(&text->lines))
        result = read_row(text);
    return result;
}

static enum wr_result read_text(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, struct wr_twoda *out)
{
    struct text text = {context, arena, wr_lines_of(source), out, false};
    size_t fault = wr_control_fault(source);
    if (fault < source->size)
        return wr_fail(context, WR_SYNTAX, wr_at(source, fault), "twoda-text", NULL,
                       "the byte 0x%02x is no text", source->data[fault]);
    enum wr_result result = read_header(&text);
    return result == WR_OK ? read_rows(&text) : result;
}

enum wr_result wr_twoda_read(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, struct wr_twoda *out)
{
    *out = (struct wr_twoda){0};
    if (starts_with(source->data, source->size, binary_mark))
        return read_binary(context, arena, source, out);
    if (is_text(source->data, source->size))
        return read_text(context, arena, source, out);
    return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "twoda-header", NULL,
                   "the file starts neither with '%s' nor with '%s'", binary_mark, text_mark);
}

/* ---- Use ------------------------------------------------------------------------------- */

static bool find_column(const struct wr_twoda *table, const char *name, uint32_t *out)
{
    for (uint32_t i = 0; i < table->column_count; i++)
        if (wr_text_same(table->columns[i], name)) {
            *out = i;
            return true;
        }
    return false;
}

const char *wr_twoda_cell(const struct wr_twoda *table, uint32_t row, const char *column)
{
    uint32_t index;
    if (row >= table->row_count || !find_column(table, column, &index))
        return NULL;
    return table->cells[(size_t)row * table->column_count + index];
}

/* The rows with a number other than 0 in a column. */
static uint64_t rows_set(const struct wr_twoda *table, uint32_t rows, const char *column)
{
    uint64_t set = 0;
    for (uint32_t row = 0; row < rows; row++) {
        const char *cell = wr_twoda_cell(table, row, column);
        int64_t value;
        if (cell && wr_parse_i64(wr_view_of(cell), &value) && value != 0)
            set |= UINT64_C(1) << row;
    }
    return set;
}

enum wr_result wr_twoda_surfaces(struct wr_context *context, const struct wr_twoda *table,
                                 const struct wr_source *source, wr_surfaces *out)
{
    uint32_t column, rows = table->row_count;
    if (!find_column(table, "walk", &column))
        return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE), "surfacemat-column",
                       "give the surfacemat.2da of the game",
                       "the table has no column 'walk': it is no surfacemat.2da");
    if (rows > WR_SURFACE_COUNT) {
        wr_warn(context, wr_at(source, WR_WHOLE_FILE), "surfacemat-rows", NULL,
                "the table has %u rows; those behind the first %d are passed over", rows,
                WR_SURFACE_COUNT);
        rows = WR_SURFACE_COUNT;
    }
    uint64_t known = rows == 64 ? UINT64_MAX : (UINT64_C(1) << rows) - 1;
    bool sight = find_column(table, "lineofsight", &column);
    *out = (wr_surfaces){.known = known,
                         .walkable = rows_set(table, rows, "walk"),
                         .opaque = sight ? rows_set(table, rows, "lineofsight") : known};
    return WR_OK;
}

void wr_twoda_dump(const struct wr_twoda *table, struct wr_dump *dump)
{
    wr_dump_row(dump);
    wr_dump_list(dump, "columns");
    for (uint32_t i = 0; i < table->column_count; i++)
        wr_dump_text(dump, NULL, table->columns[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "rows");
    for (uint32_t row = 0; row < table->row_count; row++) {
        const char *const *cells = table->cells + (size_t)row * table->column_count;
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "label", table->labels[row]);
        wr_dump_list(dump, "cells");
        for (uint32_t i = 0; i < table->column_count; i++)
            wr_dump_text(dump, NULL, cells[i]);
        wr_dump_list_end(dump);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}
