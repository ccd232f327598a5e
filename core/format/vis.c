/* VIS files: indentation says what is a room and what it sees. Source: formats/bwm, 7. */
#include "core/format/vis.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/text/dump.h"
#include "core/text/lines.h"

#include <string.h>

enum { MOST_WARNINGS = 20 }; /* of one kind; each is looked up in the file */

struct reader {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_lines lines;
    struct wr_vis *vis;
    wr_where entry_where; /* of the room whose entry is being read */
    uint32_t declared;
    bool counted;
    unsigned wrong_counts, wrong_indents;
    enum wr_result result;
};

static void failed(struct reader *reader, enum wr_result result)
{
    if (reader->result == WR_OK || result == WR_NO_MEMORY)
        reader->result = result;
}

static wr_vis_entry *current(const struct reader *reader)
{
    return &reader->vis->entries[reader->vis->entry_count - 1];
}

static void end_entry(struct reader *reader)
{
    if (reader->vis->entry_count == 0 || !reader->counted)
        return;
    const wr_vis_entry *entry = current(reader);
    if (entry->seen_count != reader->declared && reader->wrong_counts++ < MOST_WARNINGS)
        wr_warn(reader->context, reader->entry_where, "vis-count", NULL,
                "'%.80s' says that it sees %u rooms, but %u follow", entry->room,
                reader->declared, entry->seen_count);
}

static void start_entry(struct reader *reader, wr_view room, wr_view number)
{
    end_entry(reader);
    struct wr_vis *vis = reader->vis;
    wr_vis_entry *grown =
        wr_arena_more(reader->arena, vis->entries, vis->entry_count, sizeof *vis->entries);
    const char *name = wr_arena_text(reader->arena, room.data, room.size);
    if (!grown || !name) {
        failed(reader, wr_no_memory(reader->context));
        return;
    }
    vis->entries = grown;
    grown[vis->entry_count++] = (wr_vis_entry){.room = name};
    reader->entry_where = wr_lines_where(&reader->lines, room);
    reader->counted = wr_parse_u32(number, &reader->declared);
    if (!reader->counted && reader->wrong_counts++ < MOST_WARNINGS)
        wr_warn(reader->context, reader->entry_where, "vis-count", NULL,
                "'%.80s' does not say how many rooms it sees", name);
}

static void add_seen(struct reader *reader, wr_view room)
{
    wr_vis_entry *entry = current(reader);
    const char **grown =
        wr_arena_more(reader->arena, entry->seen, entry->seen_count, sizeof *entry->seen);
    const char *name = wr_arena_text(reader->arena, room.data, room.size);
    if (!grown || !name) {
        failed(reader, wr_no_memory(reader->context));
        return;
    }
    entry->seen = grown;
    grown[entry->seen_count++] = name;
}

/* A line with more than a name and a count. */
static void wrong_line(struct reader *reader, wr_view part)
{
    failed(reader, wr_fail(reader->context, WR_SYNTAX, wr_lines_where(&reader->lines, part),
                           "vis-line", NULL,
                           "'%.*s' is too much: a line holds a room's name, or a room's name "
                           "and a count",
                           part.size > 40 ? 40 : (int)part.size, part.data));
}

/* `room V3.28`: a header that some files begin with. */
static bool is_version(wr_view line)
{
    wr_view_word(&line);
    wr_view version = wr_view_word(&line);
    return version.size > 1 && (version.data[0] == 'V' || version.data[0] == 'v') &&
           version.data[1] >= '0' && version.data[1] <= '9' && wr_view_word(&line).size == 0;
}

static void read_line(struct reader *reader)
{
    if (is_version(reader->lines.line))
        return;
    wr_view words = reader->lines.line, room = wr_view_word(&words);
    wr_view number = wr_view_word(&words), rest = wr_view_word(&words);
    bool indented = room.data != reader->lines.line.data, first = !reader->vis->entry_count;
    uint32_t count;
    bool has_count = wr_parse_u32(number, &count);
    if (rest.size > 0 || (number.size > 0 && !has_count)) {
        wrong_line(reader, has_count ? rest : number);
        return;
    }
    if (indented && first)
        wr_warn(reader->context, wr_lines_where(&reader->lines, room), "vis-indent", NULL,
                "the first room is indented as if another saw it");
    else if (indented && has_count && reader->wrong_indents++ < MOST_WARNINGS)
        wr_warn(reader->context, wr_lines_where(&reader->lines, number), "vis-indent", NULL,
                "a room that is seen has a count of its own; the count is passed over");
    if (indented && !first)
        add_seen(reader, room);
    else
        start_entry(reader, room, number);
}

enum wr_result wr_vis_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_vis *out)
{
    size_t fault = wr_control_fault(source);
    if (fault < source->size)
        return wr_fail(context, WR_SYNTAX, wr_at(source, fault), "vis-text", NULL,
                       "the byte 0x%02x is no text: this is no VIS file", source->data[fault]);
    *out = (struct wr_vis){0};
    struct reader reader = {
        .context = context, .arena = arena, .lines = wr_lines_of(source), .vis = out};
    while (reader.result != WR_NO_MEMORY && wr_lines_next_filled(&reader.lines))
        read_line(&reader);
    if (reader.result != WR_OK)
        return reader.result;
    end_entry(&reader);
    if (out->entry_count == 0)
        wr_warn(context, wr_at(source, WR_WHOLE_FILE), "vis-empty", NULL,
                "the file names no room");
    return WR_OK;
}

bool wr_vis_recognise(const uint8_t *data, size_t size)
{
    struct wr_source source = {.data = data, .size = size < 4096 ? size : 4096};
    struct wr_lines lines = wr_lines_of(&source);
    if (wr_control_fault(&source) < source.size)
        return false;
    do {
        if (!wr_lines_next_filled(&lines))
            return false;
    } while (is_version(lines.line));
    wr_view words = lines.line, room = wr_view_word(&words), number = wr_view_word(&words);
    uint32_t count;
    return room.data == lines.line.data && wr_parse_u32(number, &count) &&
           wr_view_word(&words).size == 0;
}

/* A VIS may have millions of rows: the bytes of an entry are asked for once. */
static void write_seen(const wr_vis_entry *entry, struct wr_bytes *out)
{
    size_t size = 0;
    for (uint32_t k = 0; k < entry->seen_count; k++)
        size += strlen(entry->seen[k]) + 4;
    uint8_t *at = size ? wr_bytes_extend(out, size) : NULL;
    for (uint32_t k = 0; at && k < entry->seen_count; k++) {
        size_t length = strlen(entry->seen[k]);
        memcpy(at, "  ", 2);
        memcpy(at + 2, entry->seen[k], length);
        memcpy(at + 2 + length, "\r\n", 2);
        at += length + 4;
    }
}

void wr_vis_write(const struct wr_vis *vis, struct wr_bytes *out)
{
    for (uint32_t i = 0; i < vis->entry_count; i++) {
        const wr_vis_entry *entry = &vis->entries[i];
        wr_bytes_text(out, entry->room);
        wr_bytes_print(out, " %u\r\n", entry->seen_count);
        write_seen(entry, out);
    }
}

void wr_vis_dump(const struct wr_vis *vis, struct wr_dump *dump)
{
    wr_dump_list(dump, "rooms");
    for (uint32_t i = 0; i < vis->entry_count; i++) {
        const wr_vis_entry *entry = &vis->entries[i];
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "room", entry->room);
        wr_dump_list(dump, "sees");
        for (uint32_t k = 0; k < entry->seen_count; k++)
            wr_dump_text(dump, NULL, entry->seen[k]);
        wr_dump_list_end(dump);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}
