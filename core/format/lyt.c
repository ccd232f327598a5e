/* LYT files, line by line. Source: formats/bwm, 6. */
#include "core/format/lyt.h"

#include <math.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/text/dump.h"
#include "core/text/lines.h"

enum section { ROOMS, TRACKS, OBSTACLES, HOOKS, OTHERS, SECTIONS };

static const char *const keywords[] = {"roomcount",     "trackcount", "obstaclecount",
                                       "doorhookcount", "othercount", "filedependancy",
                                       "beginlayout",   "donelayout", NULL};

enum { MOST_WARNINGS = 20 }; /* of one kind; each is looked up in the file */

enum oddity { TAB = 1, EXTRA = 2, NO_NUMBER = 4, HOOK_NUMBER = 8, OTHER = 16 };

struct reader {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_lines lines;
    struct wr_lyt *lyt;
    enum section section;      /* SECTIONS: none yet */
    wr_where section_where;    /* its keyword */
    uint32_t declared, before; /* how many items it claims; how many there were before it */
    uint32_t others;
    unsigned told; /* which oddities were reported: once a file is enough */
    unsigned wrong_counts;
    bool header, begun, ended, counted;
    enum wr_result result;
};

/* Remembers a failure; reading goes on, so that every fault of a file is told. */
static void failed(struct reader *reader, enum wr_result result)
{
    if (reader->result == WR_OK || result == WR_NO_MEMORY)
        reader->result = result;
}

static wr_where where(const struct reader *reader, wr_view part)
{
    return wr_lines_where(&reader->lines, part);
}

static bool first_time(struct reader *reader, enum oddity oddity)
{
    bool first = !(reader->told & oddity);
    reader->told |= oddity;
    return first;
}

/* ---- Sections -------------------------------------------------------------------------- */

static uint32_t *count_of(struct reader *reader, enum section section)
{
    uint32_t *counts[SECTIONS] = {&reader->lyt->room_count, &reader->lyt->track_count,
                                  &reader->lyt->obstacle_count, &reader->lyt->hook_count,
                                  &reader->others};
    return counts[section];
}

static void end_section(struct reader *reader)
{
    if (reader->section == SECTIONS || !reader->counted)
        return;
    uint32_t found = *count_of(reader, reader->section) - reader->before;
    if (found != reader->declared && reader->wrong_counts++ < MOST_WARNINGS)
        wr_warn(reader->context, reader->section_where, "lyt-count", NULL,
                "%s says %u, but %u follow", keywords[reader->section], reader->declared,
                found);
}

static void start_section(struct reader *reader, enum section section, wr_view word,
                          wr_view words)
{
    end_section(reader);
    if (!reader->begun)
        wr_warn(reader->context, where(reader, word), "lyt-header", NULL,
                "'beginlayout' is missing before '%s'", keywords[section]);
    reader->begun = true;
    reader->section = section;
    reader->section_where = where(reader, word);
    reader->before = *count_of(reader, section);
    reader->counted = wr_parse_u32(wr_view_word(&words), &reader->declared);
    if (!reader->counted && reader->wrong_counts++ < MOST_WARNINGS)
        wr_warn(reader->context, reader->section_where, "lyt-count", NULL,
                "%s has no number behind it", keywords[section]);
    if (section == OTHERS && first_time(reader, OTHER))
        wr_warn(reader->context, reader->section_where, "lyt-other", NULL,
                "'othercount' and what follows it is passed over: no game reads it");
}

/* ---- Items ----------------------------------------------------------------------------- */

/* Of a hook without the number before its position, the fewest; some tools append five. */
enum { ITEM_FIELDS = 4, HOOK_FIELDS = 9, APPENDED = 5, MOST_FIELDS = 16 };

/* Cuts a line into words; returns how many there are, up to MOST_FIELDS. */
static size_t cut(wr_view line, wr_view fields[MOST_FIELDS])
{
    size_t count = 0;
    while (count < MOST_FIELDS && (fields[count] = wr_view_word(&line)).size > 0)
        count++;
    return count;
}

static bool read_numbers(struct reader *reader, const wr_view *fields, size_t count, float *out)
{
    for (size_t i = 0; i < count; i++) {
        if (wr_parse_f32(fields[i], &out[i]) && isfinite(out[i]))
            continue;
        failed(reader, wr_fail(reader->context, WR_INVALID, where(reader, fields[i]),
                               "lyt-number", NULL, "'%.*s' is no number a float32 holds",
                               fields[i].size > 40 ? 40 : (int)fields[i].size, fields[i].data));
        return false;
    }
    return true;
}

static const char *copy(struct reader *reader, wr_view text)
{
    const char *result = wr_arena_text(reader->arena, text.data, text.size);
    if (!result)
        failed(reader, wr_no_memory(reader->context));
    return result;
}

static void too_few(struct reader *reader, wr_view first, const char *wanted)
{
    char hint[WR_SUGGESTION_SIZE], word[WR_SUGGESTION_SIZE];
    size_t length = first.size < sizeof word - 1 ? first.size : sizeof word - 1;
    memcpy(word, first.data, length);
    word[length] = '\0';
    const char *near = wr_nearest_word(word, keywords);
    failed(reader, wr_fail(reader->context, WR_SYNTAX, where(reader, first), "lyt-fields",
                           near ? wr_suggestion(hint, word, keywords) : NULL,
                           "this line must be %s", wanted));
}

static void extra_fields(struct reader *reader, wr_view field)
{
    if (first_time(reader, EXTRA))
        wr_warn(reader->context, where(reader, field), "lyt-fields", NULL,
                "the line goes on behind its last field; the rest is passed over");
}

static void read_item(struct reader *reader, const wr_view *fields, size_t count,
                      wr_lyt_item **items)
{
    uint32_t *used = count_of(reader, reader->section);
    float xyz[3];
    if (count < ITEM_FIELDS) {
        too_few(reader, fields[0], "a model's name and three numbers");
        return;
    }
    if (count > ITEM_FIELDS)
        extra_fields(reader, fields[ITEM_FIELDS]);
    if (!read_numbers(reader, fields + 1, 3, xyz))
        return;
    wr_lyt_item *grown = wr_arena_more(reader->arena, *items, *used, sizeof **items);
    const char *model = copy(reader, fields[0]);
    if (!grown || !model) {
        failed(reader, wr_no_memory(reader->context));
        return;
    }
    *items = grown;
    grown[(*used)++] = (wr_lyt_item){model, {xyz[0], xyz[1], xyz[2]}};
}

/* Whether a number stands before the position: 0 in every game file; kotorblender leaves it
 * out, and so do tools that append numbers. */
static bool has_hook_number(const wr_view *fields, size_t count)
{
    float first;
    if (count <= HOOK_FIELDS + 1)
        return count > HOOK_FIELDS;
    if (count == HOOK_FIELDS + APPENDED)
        return false;
    return wr_parse_f32(fields[2], &first) && first == 0;
}

static void judge_hook_number(struct reader *reader, const wr_view *fields, bool there)
{
    float number;
    if (!there && first_time(reader, NO_NUMBER))
        wr_warn(reader->context, where(reader, fields[0]), "lyt-hook", NULL,
                "the 0 before the door hook's position is missing");
    if (there && wr_parse_f32(fields[2], &number) && number != 0 &&
        first_time(reader, HOOK_NUMBER))
        wr_warn(reader->context, where(reader, fields[2]), "lyt-hook", NULL,
                "the number before the position is 0 in every known file; it is passed over");
}

static void read_hook(struct reader *reader, const wr_view *fields, size_t count)
{
    struct wr_lyt *lyt = reader->lyt;
    float n[8];
    if (count < HOOK_FIELDS) {
        too_few(reader, fields[0], "a room, a door, 0, a position and a quaternion");
        return;
    }
    bool number = has_hook_number(fields, count);
    size_t wanted = HOOK_FIELDS + number;
    if (count > wanted)
        extra_fields(reader, fields[wanted]);
    judge_hook_number(reader, fields, number);
    if (!read_numbers(reader, fields + 2, wanted - 2, n))
        return;
    const float *at = n + number;
    wr_lyt_hook *grown =
        wr_arena_more(reader->arena, lyt->hooks, lyt->hook_count, sizeof *lyt->hooks);
    const char *room = copy(reader, fields[0]), *door = copy(reader, fields[1]);
    if (!grown || !room || !door) {
        failed(reader, wr_no_memory(reader->context));
        return;
    }
    lyt->hooks = grown;
    grown[lyt->hook_count++] =
        (wr_lyt_hook){room, door, {at[0], at[1], at[2]}, at[3], at[4], at[5], at[6]};
}

static void read_line_of_section(struct reader *reader)
{
    wr_view fields[MOST_FIELDS];
    size_t count = cut(reader->lines.line, fields);
    switch (reader->section) {
    case ROOMS:
        read_item(reader, fields, count, &reader->lyt->rooms);
        break;
    case TRACKS:
        read_item(reader, fields, count, &reader->lyt->tracks);
        break;
    case OBSTACLES:
        read_item(reader, fields, count, &reader->lyt->obstacles);
        break;
    case HOOKS:
        read_hook(reader, fields, count);
        break;
    case OTHERS:
        reader->others++;
        break;
    case SECTIONS:
        failed(reader, wr_fail(reader->context, WR_SYNTAX, where(reader, fields[0]), "lyt-line",
                               NULL, "this line stands before any section and is no header"));
    }
}

/* ---- Lines ----------------------------------------------------------------------------- */

static wr_view trimmed(wr_view text)
{
    while (text.size > 0 && strchr(" \t\r", text.data[text.size - 1]))
        text.size--;
    while (text.size > 0 && strchr(" \t\r", text.data[0]))
        text = (wr_view){text.data + 1, text.size - 1};
    return text;
}

static bool same(wr_view word, const char *keyword)
{
    return wr_view_same(word, wr_view_of(keyword));
}

static enum section section_of(wr_view word)
{
    unsigned section = ROOMS;
    while (section < SECTIONS && !same(word, keywords[section]))
        section++;
    return (enum section)section;
}

static void read_line(struct reader *reader)
{
    wr_view words = reader->lines.line, word = wr_view_word(&words);
    enum section section = section_of(word);
    if (memchr(reader->lines.line.data, '\t', reader->lines.line.size) &&
        first_time(reader, TAB))
        wr_warn(reader->context, where(reader, word), "lyt-tab", NULL,
                "a tab stands where some readers take only spaces");
    if (word.data[0] == '#') {
        reader->header = true;
    } else if (section != SECTIONS) {
        start_section(reader, section, word, words);
    } else if (same(word, "beginlayout")) {
        reader->begun = true;
    } else if (same(word, "donelayout")) {
        reader->ended = true;
    } else if (same(word, "filedependancy") || same(word, "filedependency")) {
        reader->lyt->dependency = copy(reader, trimmed(words));
    } else {
        read_line_of_section(reader);
    }
}

static enum wr_result missing_parts(struct reader *reader)
{
    const struct wr_source *source = reader->lines.source;
    if (!reader->begun)
        return wr_fail(reader->context, WR_SYNTAX, wr_at(source, WR_WHOLE_FILE), "lyt-empty",
                       NULL, "the file has no 'beginlayout' and no rooms: it is no layout");
    if (!reader->header || !reader->lyt->dependency)
        wr_warn(reader->context, wr_at(source, 0), "lyt-header", NULL,
                "the line '%s' is missing at the start",
                reader->header ? "filedependancy" : "#MAXLAYOUT ASCII");
    if (!reader->ended)
        wr_warn(reader->context, wr_at(source, source->size), "lyt-header", NULL,
                "'donelayout' is missing at the end");
    return WR_OK;
}

enum wr_result wr_lyt_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_lyt *out)
{
    size_t fault = wr_control_fault(source);
    if (fault < source->size)
        return wr_fail(context, WR_SYNTAX, wr_at(source, fault), "lyt-text", NULL,
                       "the byte 0x%02x is no text: this is no layout", source->data[fault]);
    *out = (struct wr_lyt){0};
    struct reader reader = {.context = context,
                            .arena = arena,
                            .lines = wr_lines_of(source),
                            .lyt = out,
                            .section = SECTIONS};
    while (!reader.ended && reader.result != WR_NO_MEMORY &&
           wr_lines_next_filled(&reader.lines))
        read_line(&reader);
    if (reader.result != WR_OK)
        return reader.result;
    end_section(&reader);
    return missing_parts(&reader);
}

bool wr_lyt_recognise(const uint8_t *data, size_t size)
{
    struct wr_source source = {.data = data, .size = size};
    struct wr_lines lines = wr_lines_of(&source);
    for (int i = 0; i < 8 && wr_lines_next_filled(&lines); i++) {
        wr_view words = lines.line, word = wr_view_word(&words);
        if (same(word, "#MAXLAYOUT") || same(word, "filedependancy") ||
            same(word, "beginlayout") || same(word, "roomcount"))
            return true;
        if (word.data[0] != '#')
            return false;
    }
    return false;
}

/* ---- Writing ----------------------------------------------------------------------------- */

static void add_numbers(struct wr_bytes *out, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wr_bytes_char(out, ' ');
        wr_bytes_number(out, numbers[i]);
    }
}

static void add_position(struct wr_bytes *out, wr_vec3 position)
{
    add_numbers(out, (const float[]){position.x, position.y, position.z}, 3);
}

static void write_items(struct wr_bytes *out, enum section section, const wr_lyt_item *items,
                        uint32_t count)
{
    wr_bytes_print(out, "   %s %u\r\n", keywords[section], count);
    for (uint32_t i = 0; i < count; i++) {
        wr_bytes_text(out, "      ");
        wr_bytes_text(out, items[i].model);
        add_position(out, items[i].position);
        wr_bytes_text(out, "\r\n");
    }
}

static void write_hook(struct wr_bytes *out, const wr_lyt_hook *hook)
{
    wr_bytes_text(out, "      ");
    wr_bytes_text(out, hook->room);
    wr_bytes_char(out, ' ');
    wr_bytes_text(out, hook->door);
    wr_bytes_text(out, " 0");
    add_position(out, hook->position);
    add_numbers(out, (const float[]){hook->w, hook->x, hook->y, hook->z}, 4);
    wr_bytes_text(out, "\r\n");
}

void wr_lyt_write(const struct wr_lyt *lyt, struct wr_bytes *out)
{
    wr_bytes_text(out, "#MAXLAYOUT ASCII\r\nfiledependancy ");
    wr_bytes_text(out, lyt->dependency && lyt->dependency[0] ? lyt->dependency : "none.max");
    wr_bytes_text(out, "\r\nbeginlayout\r\n");
    write_items(out, ROOMS, lyt->rooms, lyt->room_count);
    write_items(out, TRACKS, lyt->tracks, lyt->track_count);
    write_items(out, OBSTACLES, lyt->obstacles, lyt->obstacle_count);
    wr_bytes_print(out, "   %s %u\r\n", keywords[HOOKS], lyt->hook_count);
    for (uint32_t i = 0; i < lyt->hook_count; i++)
        write_hook(out, &lyt->hooks[i]);
    wr_bytes_text(out, "donelayout\r\n");
}

/* ---- Dumping ----------------------------------------------------------------------------- */

static void dump_items(struct wr_dump *dump, const char *key, const wr_lyt_item *items,
                       uint32_t count)
{
    wr_dump_list(dump, key);
    for (uint32_t i = 0; i < count; i++) {
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "index", i);
        wr_dump_text(dump, "model", items[i].model);
        wr_dump_vec3(dump, "position", items[i].position);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_hook(struct wr_dump *dump, const wr_lyt_hook *hook)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "room", hook->room);
    wr_dump_text(dump, "door", hook->door);
    wr_dump_vec3(dump, "position", hook->position);
    wr_dump_list(dump, "wxyz");
    wr_dump_number(dump, NULL, hook->w);
    wr_dump_number(dump, NULL, hook->x);
    wr_dump_number(dump, NULL, hook->y);
    wr_dump_number(dump, NULL, hook->z);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

void wr_lyt_dump(const struct wr_lyt *lyt, struct wr_dump *dump)
{
    wr_dump_text(dump, "dependency", lyt->dependency);
    dump_items(dump, "rooms", lyt->rooms, lyt->room_count);
    dump_items(dump, "tracks", lyt->tracks, lyt->track_count);
    dump_items(dump, "obstacles", lyt->obstacles, lyt->obstacle_count);
    wr_dump_list(dump, "hooks");
    for (uint32_t i = 0; i < lyt->hook_count; i++)
        dump_hook(dump, &lyt->hooks[i]);
    wr_dump_list_end(dump);
}
