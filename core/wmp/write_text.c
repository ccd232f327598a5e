/* Text 710: blocks, entities, and the objects that place them. */
#include "core/wmp/write.h"
#include "core/wmp/writing.h"

#include "core/base/bytes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MEMBERS_A_LINE = 10, HEAD = 32 };

struct text_writing {
    struct wr_wmp_writing *writing;
    const wr_wmp_object *objects; /* of the level, or made where it is a build file */
    uint32_t object_count;
    uint32_t *numbers; /* of entities in the text; WR_WMP_NONE: left out */
    uint32_t entity_count;
};

/* ---- Objects of a build file ------------------------------------------------------------- */

/* A root that holds all others, and one around each thing. */
static bool make_objects(struct text_writing *text)
{
    struct wr_wmp_writing *writing = text->writing;
    const struct wr_wmp *level = writing->level;
    size_t things = (size_t)level->block_count + level->entity_count, made = 1, held = 0;
    wr_wmp_object *objects = WR_ZERO(writing->arena, wr_wmp_object, things + 1);
    wr_wmp_member *members = WR_TAKE(writing->arena, wr_wmp_member, 2 * things + 1);
    if (!objects || !members)
        return false;
    wr_wmp_member *own = members + things;
    for (uint32_t i = 0; i < things; i++) {
        bool block = i < level->block_count;
        uint32_t index = block ? i : i - level->block_count;
        wr_wmp_member thing = {block ? WR_WMP_BLOCK_MEMBER : WR_WMP_ENTITY_MEMBER, index};
        if (!block && level->entities[index].kind == WR_WMP_LEVEL) {
            members[held++] = thing;
            continue;
        }
        wr_wmp_object *object = &objects[made];
        *object = (wr_wmp_object){.scale = {1, 1, 1}, .members = own, .member_count = 1};
        if (!block) {
            object->name = level->entities[index].name;
            object->position = writing->places.entities[index].move;
            wr_wmp_angles_of_editor(&writing->places.entities[index], object->angles);
        }
        *own++ = thing;
        members[held++] = (wr_wmp_member){WR_WMP_OBJECT_MEMBER, (uint32_t)made++};
    }
    objects[0] = (wr_wmp_object){
        .name = "Root", .scale = {1, 1, 1}, .members = members, .member_count = (uint32_t)held};
    text->objects = objects;
    text->object_count = (uint32_t)made;
    return true;
}

static bool number_entities(struct text_writing *text)
{
    const struct wr_wmp *level = text->writing->level;
    text->numbers = WR_TAKE(text->writing->arena, uint32_t, level->entity_count);
    for (uint32_t e = 0; text->numbers && e < level->entity_count; e++) {
        bool region = level->entities[e].kind == WR_WMP_REGION;
        text->numbers[e] = region ? WR_WMP_NONE : text->entity_count++;
        text->writing->where = level->entities[e].where;
        if (region)
            wr_wmp_lose(text->writing, WR_WMP_LOST_REGION);
    }
    return text->numbers != NULL;
}

/* ---- The head ---------------------------------------------------------------------------- */

static void put_count(struct wr_wmp_writing *writing, const char *what, uint32_t count)
{
    wr_wmp_begin_line(writing);
    wr_bytes_print(writing->out, "%s %" PRIu32, what, count);
    wr_wmp_end_line(writing);
}

static void put_comment(struct wr_wmp_writing *writing, const char *word, const char *text)
{
    wr_wmp_put_text(writing, word);
    wr_wmp_put_name_line(writing, text);
}

static void put_editor(struct wr_wmp_writing *writing)
{
    const struct wr_wmp *level = writing->level;
    if (level->editor) {
        wr_wmp_put_text(writing, "wed ");
        wr_bytes_add(writing->out, level->editor, level->editor_size);
        wr_wmp_end_line(writing);
        return;
    }
    wr_wmp_open_record(writing, "wed {", NULL);
    wr_wmp_open_record(writing, "palette {", NULL);
    wr_wmp_close_record(writing);
    wr_wmp_close_record(writing);
}

static void put_head(const struct text_writing *text)
{
    struct wr_wmp_writing *writing = text->writing;
    const struct wr_wmp *level = writing->level;
    wr_wmp_put_line(writing, "// WMP2");
    put_comment(writing, "// ", level->maker ? level->maker : "WMPIO V 1.30");
    if (level->created)
        put_comment(writing, "// Created ", level->created);
    wr_wmp_put_line(writing, "");
    wr_wmp_put_line(writing, "version 710");
    wr_wmp_put_line(writing, "");
    put_count(writing, "blocks", level->block_count);
    put_count(writing, "entities", text->entity_count);
    put_count(writing, "objects", text->object_count);
    wr_wmp_put_line(writing, "");
    put_editor(writing);
}

/* A record stands behind an empty line. */
static void open_numbered(struct wr_wmp_writing *writing, const char *word, uint32_t number,
                          const char *name)
{
    char head[HEAD];
    snprintf(head, sizeof head, "%s %" PRIu32 " {", word, number);
    wr_wmp_put_line(writing, "");
    wr_wmp_open_record(writing, head, name);
}

/* ---- Entities ---------------------------------------------------------------------------- */

static void put_settings(struct wr_wmp_writing *writing, const wr_wmp_entity *entity)
{
    const wr_wmp_settings *settings = &entity->as.settings;
    wr_wmp_put_file_line(writing, entity->file);
    wr_wmp_put_file_line(writing, settings->palette);
    wr_wmp_put_number_line(writing, settings->number);
    wr_wmp_put_number_line(writing, settings->pan);
    wr_wmp_put_number_line(writing, settings->tilt);
    wr_wmp_put_file_line(writing, settings->script);
    for (uint32_t i = 0; i < settings->colour_count; i++) {
        wr_wmp_begin_line(writing);
        wr_wmp_put_numbers(writing, settings->colours[i], 3);
        wr_wmp_end_line(writing);
    }
}

static void put_light(struct wr_wmp_writing *writing, const wr_wmp_entity *entity)
{
    if (entity->flags)
        wr_wmp_lose(writing, WR_WMP_LOST_LIGHT_FLAGS);
    wr_wmp_begin_line(writing);
    wr_wmp_put_numbers(writing, entity->as.light.colour, 3);
    wr_wmp_put_text(writing, " ");
    wr_wmp_put_numbers(writing, &entity->as.light.range, 1);
    wr_wmp_end_line(writing);
}

/* The path that the number of a build file means. */
static const char *path_of_number(const struct wr_wmp *level, const char *number)
{
    uint32_t count = 0, wanted = 0;
    for (; number && *number >= '0' && *number <= '9' && wanted < level->entity_count; number++)
        wanted = 10 * wanted + (uint32_t)(*number - '0');
    for (uint32_t e = 0; wanted > 0 && e < level->entity_count; e++)
        if (level->entities[e].kind == WR_WMP_PATH && ++count == wanted)
            return level->entities[e].name;
    return NULL;
}

static void put_model(struct wr_wmp_writing *writing, const wr_wmp_entity *entity)
{
    static const double albedo = 50; /* what the editor writes */
    const wr_wmp_model *model = &entity->as.model;
    bool build = writing->level->dialect == WR_WMP_BUILD;
    bool attached = model->attached && !(build && strcmp(model->attached, "0") == 0);
    wr_wmp_write_model(writing, entity, model->scale);
    wr_wmp_put_number_line(writing, model->extended ? model->albedo : albedo);
    wr_wmp_put_name_line(writing,
                         build ? path_of_number(writing->level, model->path) : model->path);
    wr_wmp_put_name_line(writing, attached ? model->attached : NULL);
    if (model->material || model->texts[0] || model->texts[1])
        wr_wmp_lose(writing, WR_WMP_LOST_MODEL_TEXTS);
}

static void put_sound(struct wr_wmp_writing *writing, const wr_wmp_entity *entity)
{
    const wr_wmp_sound *sound = &entity->as.sound;
    wr_wmp_put_file_line(writing, entity->file);
    wr_wmp_put_flags_line(writing, entity->flags);
    wr_wmp_begin_line(writing);
    wr_wmp_put_numbers(
        writing, (const double[4]){sound->volume, sound->pitch, sound->time, sound->range}, 4);
    wr_wmp_end_line(writing);
}

static void put_path(struct wr_wmp_writing *writing, const wr_wmp_entity *entity)
{
    static const wr_wmp_place here = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    wr_wmp_put_name_line(writing, entity->name);
    wr_wmp_write_path(writing, &entity->as.path, &here);
}

static void put_entity(const struct text_writing *text, uint32_t number)
{
    struct wr_wmp_writing *writing = text->writing;
    const wr_wmp_entity *entity = &writing->level->entities[number];
    if (text->numbers[number] == WR_WMP_NONE)
        return;
    writing->where = entity->where;
    open_numbered(writing, wr_wmp_kind_name(entity->kind), text->numbers[number],
                  entity->kind == WR_WMP_LEVEL ? "Root" : entity->name);
    switch (entity->kind) {
    case WR_WMP_LEVEL:
        put_settings(writing, entity);
        break;
    case WR_WMP_LIGHT:
        put_light(writing, entity);
        break;
    case WR_WMP_MODEL:
        put_model(writing, entity);
        break;
    case WR_WMP_SOUND:
        put_sound(writing, entity);
        break;
    case WR_WMP_PATH:
        put_path(writing, entity);
        break;
    default:
        wr_wmp_put_name_line(writing, entity->name);
        break;
    }
    wr_wmp_close_record(writing);
}

/* ---- Objects ----------------------------------------------------------------------------- */

static const char *word_of(const struct text_writing *text, wr_wmp_member member)
{
    if (member.kind == WR_WMP_OBJECT_MEMBER)
        return "object";
    if (member.kind == WR_WMP_BLOCK_MEMBER)
        return "block";
    return wr_wmp_kind_name(text->writing->level->entities[member.index].kind);
}

static uint32_t number_of(const struct text_writing *text, wr_wmp_member member)
{
    return member.kind == WR_WMP_ENTITY_MEMBER ? text->numbers[member.index] : member.index;
}

/* Those of a kind that follow each other share a line, as many as ten. */
static void put_members(const struct text_writing *text, const wr_wmp_object *object)
{
    struct wr_bytes *out = text->writing->out;
    const char *line = NULL;
    unsigned count = 0;
    for (uint32_t i = 0; i < object->member_count; i++) {
        uint32_t number = number_of(text, object->members[i]);
        const char *word = word_of(text, object->members[i]);
        if (number == WR_WMP_NONE)
            continue;
        if (line == word && count < MEMBERS_A_LINE) {
            wr_bytes_print(out, ", %" PRIu32, number);
            count++;
            continue;
        }
        if (line)
            wr_wmp_end_line(text->writing);
        wr_wmp_begin_line(text->writing);
        wr_bytes_print(out, "%s %" PRIu32, word, number);
        line = word;
        count = 1;
    }
    if (line)
        wr_wmp_end_line(text->writing);
}

/* What holds a model alone repeats its scale, as the editor has it. */
static wr_dvec3 scale_of(const struct text_writing *text, const wr_wmp_object *object)
{
    const wr_wmp_member *member = object->members;
    if (object->member_count != 1 || member->kind != WR_WMP_ENTITY_MEMBER)
        return object->scale;
    const wr_wmp_entity *entity = &text->writing->level->entities[member->index];
    return entity->kind == WR_WMP_MODEL ? entity->as.model.scale : object->scale;
}

static void put_object(const struct text_writing *text, uint32_t number)
{
    struct wr_wmp_writing *writing = text->writing;
    const wr_wmp_object *object = &text->objects[number];
    writing->where = object->where;
    open_numbered(writing, "object", number, object->name);
    wr_wmp_begin_line(writing);
    wr_wmp_put_text(writing, "(");
    wr_wmp_put_point(writing, object->position);
    wr_wmp_put_text(writing, ") (");
    wr_wmp_put_numbers(writing, object->angles, 3);
    wr_wmp_put_text(writing, ") (");
    wr_wmp_put_point(writing, scale_of(text, object));
    wr_wmp_put_text(writing, ")");
    wr_wmp_end_line(writing);
    put_members(text, object);
    wr_wmp_close_record(writing);
}

/* ---- The level --------------------------------------------------------------------------- */

static void write(struct wr_wmp_writing *writing)
{
    const struct wr_wmp *level = writing->level;
    struct text_writing text = {
        .writing = writing, .objects = level->objects, .object_count = level->object_count};
    if (!number_entities(&text) || (level->dialect == WR_WMP_BUILD && !make_objects(&text))) {
        writing->result = wr_no_memory(writing->context);
        return;
    }
    put_head(&text);
    for (uint32_t b = 0; b < level->block_count; b++) {
        open_numbered(writing, "block", b, NULL);
        wr_wmp_write_block(writing, b);
        wr_wmp_close_record(writing);
    }
    for (uint32_t e = 0; e < level->entity_count; e++)
        put_entity(&text, e);
    for (uint32_t o = 0; o < text.object_count; o++)
        put_object(&text, o);
}

enum wr_result wr_wmp_write_text(struct wr_context *context, const struct wr_wmp *level,
                                 struct wr_bytes *out)
{
    return wr_wmp_write(context, level, false, write, out);
}
