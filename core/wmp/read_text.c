/* The records of a text: each stands between braces behind its kind and number. Source:
 * formats/wmp, 1. */
#include "core/wmp/read_text.h"

#include "core/wmp/read_block.h"
#include "core/wmp/read_entity.h"
#include "core/wmp/tree.h"

#include <inttypes.h>
#include <string.h>

enum { COLOURS = 6, LONGEST_QUOTE = 40 };

struct text_reading {
    struct wr_wmp_lexis *lexis;
    struct wr_wmp *level;
    double stated[3]; /* blocks, entities, objects; below 0: not */
    wr_view places[3];
};

/* ---- Entities ---------------------------------------------------------------------------- */

static bool ends(const struct wr_wmp_lexis *body)
{
    return wr_wmp_peek(body).size == 0;
}

static bool read_level(struct wr_wmp_lexis *body, wr_wmp_entity *entity)
{
    wr_wmp_settings *settings = &entity->as.settings;
    bool fine =
        wr_wmp_name(body, &entity->file) && wr_wmp_name(body, &settings->palette) &&
        wr_wmp_numbers(body, &settings->number, 1) && wr_wmp_numbers(body, &settings->pan, 1) &&
        wr_wmp_numbers(body, &settings->tilt, 1) && wr_wmp_name(body, &settings->script);
    while (fine && settings->colour_count < COLOURS && !ends(body))
        fine = wr_wmp_numbers(body, settings->colours[settings->colour_count++], 3);
    return fine;
}

static bool read_light(struct wr_wmp_lexis *body, wr_wmp_entity *entity)
{
    return wr_wmp_numbers(body, entity->as.light.colour, 3) &&
           wr_wmp_numbers(body, &entity->as.light.range, 1);
}

static bool read_sound(struct wr_wmp_lexis *body, wr_wmp_entity *entity)
{
    wr_wmp_sound *sound = &entity->as.sound;
    return wr_wmp_name(body, &entity->file) && wr_wmp_bits(body, &entity->flags) &&
           wr_wmp_numbers(body, &sound->volume, 1) && wr_wmp_numbers(body, &sound->pitch, 1) &&
           wr_wmp_numbers(body, &sound->time, 1) && wr_wmp_numbers(body, &sound->range, 1);
}

static bool read_region(struct wr_wmp_lexis *body, wr_wmp_entity *entity)
{
    return wr_wmp_name(body, &entity->name) && wr_wmp_point(body, &entity->as.box[0]) &&
           wr_wmp_point(body, &entity->as.box[1]);
}

static bool read_entity(struct text_reading *r, struct wr_wmp_lexis *body,
                        enum wr_wmp_kind kind)
{
    wr_wmp_entity *entity = wr_wmp_add_entity(body->making, kind, body->start);
    if (!entity)
        return false;
    switch (kind) {
    case WR_WMP_LEVEL:
        return read_level(body, entity);
    case WR_WMP_START:
        return wr_wmp_name(body, &entity->name);
    case WR_WMP_LIGHT:
        return read_light(body, entity);
    case WR_WMP_MODEL:
        return wr_wmp_read_model(body, entity);
    case WR_WMP_SOUND:
        return read_sound(body, entity);
    case WR_WMP_PATH:
        return wr_wmp_read_path(body, r->level->dialect != WR_WMP_TEXT710, entity);
    default:
        return read_region(body, entity);
    }
}

/* ---- Objects ----------------------------------------------------------------------------- */

static bool is_kind(wr_view word, enum wr_wmp_kind *kind)
{
    for (int k = 0; k < WR_WMP_KINDS; k++)
        if (wr_view_is(word, wr_wmp_kind_name((enum wr_wmp_kind)k))) {
            *kind = (enum wr_wmp_kind)k;
            return true;
        }
    return false;
}

static bool read_members(struct wr_wmp_lexis *body, wr_wmp_object *object)
{
    enum wr_wmp_member_kind member = WR_WMP_OBJECT_MEMBER;
    enum wr_wmp_kind kind;
    while (!ends(body)) {
        wr_view word = wr_wmp_peek(body);
        bool known = true;
        if (wr_view_is(word, "object"))
            member = WR_WMP_OBJECT_MEMBER;
        else if (wr_view_is(word, "block"))
            member = WR_WMP_BLOCK_MEMBER;
        else if (is_kind(word, &kind))
            member = WR_WMP_ENTITY_MEMBER;
        else
            known = false;
        uint32_t index;
        if (known)
            wr_wmp_word(body);
        if (!wr_wmp_whole(body, &index))
            return false;
        wr_wmp_add_member(body->making, object, member, index);
    }
    return true;
}

/* What an editor writes behind the brace: the name of a group. */
static const char *comment_of(struct wr_wmp_making *making, const struct wr_wmp_lexis *body)
{
    wr_view line = {body->rest.data, 0}, rest = body->rest;
    wr_view_line(&rest, &line);
    wr_view word = wr_view_word(&line);
    if (!wr_view_is(word, "//"))
        return NULL;
    while (line.size > 0 && (*line.data == ' ' || *line.data == '\t'))
        line = (wr_view){line.data + 1, line.size - 1};
    return wr_wmp_text(making, line);
}

static bool read_object(struct wr_wmp_lexis *body)
{
    double angles[3];
    wr_wmp_object *object = wr_wmp_add_object(body->making, body->start);
    if (!object)
        return false;
    object->name = comment_of(body->making, body);
    if (!wr_wmp_point(body, &object->position) || !wr_wmp_numbers(body, angles, 3))
        return false;
    memcpy(object->angles, angles, sizeof angles);
    return wr_wmp_point(body, &object->scale) && read_members(body, object);
}

/* ---- Records ----------------------------------------------------------------------------- */

static bool check_number(struct text_reading *r, struct wr_wmp_lexis *number, uint32_t count,
                         wr_view keyword)
{
    wr_view at = wr_wmp_peek(number);
    uint32_t own;
    (void)r;
    if (!wr_wmp_whole(number, &own))
        return false;
    if (own == count)
        return true;
    return wr_wmp_fail(number, at, "wmp-range", "records are numbered from 0 in their order",
                       "this is %.*s %" PRIu32 ", not %" PRIu32, (int)keyword.size,
                       keyword.data, count, own);
}

static void keep_editor(struct text_reading *r, const struct wr_wmp_lexis *body)
{
    const char *first = body->rest.data;
    while (*first != '{')
        first--;
    r->level->editor_size = (size_t)(body->rest.data + body->rest.size + 1 - first);
    r->level->editor = wr_arena_text(r->lexis->making->arena, first, r->level->editor_size);
    if (!r->level->editor)
        r->lexis->making->result = wr_no_memory(r->lexis->making->context);
}

static void read_record(struct text_reading *r, wr_view keyword)
{
    struct wr_wmp_lexis *lexis = r->lexis, body;
    enum wr_wmp_kind kind = WR_WMP_KINDS;
    bool editor = wr_view_is(keyword, "wed"), block = wr_view_is(keyword, "block");
    bool object = wr_view_is(keyword, "object");
    const char *record = block ? "block" : object ? "object" : "record";
    if (!editor && !block && !object && !is_kind(keyword, &kind)) {
        wr_wmp_fail(
            lexis, keyword, "wmp-syntax",
            "records are block, object, level, start, light, model, sound, path, region",
            "'%.*s' is no record",
            keyword.size < LONGEST_QUOTE ? (int)keyword.size : LONGEST_QUOTE, keyword.data);
        return;
    }
    uint32_t count = block    ? r->level->block_count
                     : object ? r->level->object_count
                              : r->level->entity_count;
    if (!editor && !check_number(r, lexis, count, keyword))
        return;
    if (!wr_wmp_body(lexis, keyword, kind < WR_WMP_KINDS ? wr_wmp_kind_name(kind) : record,
                     &body))
        return;
    if (editor)
        keep_editor(r, &body);
    else if (block)
        wr_wmp_read_block(&body);
    else if (object)
        read_object(&body);
    else
        read_entity(r, &body, kind);
}

static bool read_count(struct text_reading *r, wr_view keyword)
{
    static const char *const counts[3] = {"blocks", "entities", "objects"};
    for (int i = 0; i < 3; i++) {
        uint32_t count;
        if (!wr_view_is(keyword, counts[i]))
            continue;
        r->places[i] = keyword;
        if (wr_wmp_whole(r->lexis, &count))
            r->stated[i] = count;
        return true;
    }
    return false;
}

static void check_counts(const struct text_reading *r)
{
    static const char *const names[3] = {"blocks", "entities", "objects"};
    const uint32_t counts[3] = {r->level->block_count, r->level->entity_count,
                                r->level->object_count};
    for (int i = 0; i < 3; i++)
        if (r->stated[i] >= 0 && r->stated[i] != counts[i])
            wr_warn(r->lexis->making->context,
                    wr_at(r->lexis->making->source, wr_wmp_offset(r->lexis, r->places[i])),
                    "wmp-count", "the number is not needed: write the level again",
                    "the level says it has %.0f %s, but %" PRIu32 " are there", r->stated[i],
                    names[i], counts[i]);
}

/* The first lines: what made the level, and when. */
static void read_head(struct wr_wmp_lexis *lexis)
{
    wr_view rest = lexis->rest, line;
    const char **texts[] = {&lexis->making->level->maker, &lexis->making->level->created};
    for (size_t i = 0; i < 2 && wr_view_line(&rest, &line);) {
        wr_view word = wr_view_word(&line);
        if (word.size > 0 && !wr_view_is(word, "//"))
            return;
        wr_view first = line;
        if (word.size == 0 || wr_view_is(wr_view_word(&first), "WMP2"))
            continue;
        if (i == 1)
            line = first;
        while (line.size > 0 && *line.data == ' ')
            line = (wr_view){line.data + 1, line.size - 1};
        *texts[i++] = wr_wmp_text(lexis->making, line);
    }
}

void wr_wmp_read_text(struct wr_wmp_lexis *lexis)
{
    struct text_reading r = {lexis, lexis->making->level, {-1, -1, -1}, {{0}}};
    uint32_t version;
    read_head(lexis);
    while (!wr_wmp_is_hopeless(lexis->making) && !lexis->failed) {
        wr_view keyword = wr_wmp_word(lexis);
        if (keyword.size == 0)
            break;
        if (wr_view_is(keyword, "version"))
            wr_wmp_whole(lexis, &version);
        else if (!read_count(&r, keyword))
            read_record(&r, keyword);
    }
    if (lexis->making->result != WR_OK)
        return;
    check_counts(&r);
    wr_wmp_tie(lexis->making);
}
