/* Grows a level record by record. */
#include "core/wmp/making.h"

#include "core/base/bytes.h"
#include "core/text/codepage.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FAULTS = 20, LONGEST_MESSAGE = 256 };

static void *fail_memory(struct wr_wmp_making *making)
{
    making->result = wr_no_memory(making->context);
    return NULL;
}

bool wr_wmp_make(struct wr_wmp_making *making, struct wr_context *context,
                 struct wr_arena *arena, const struct wr_source *source,
                 enum wr_wmp_dialect dialect)
{
    *making = (struct wr_wmp_making){.context = context,
                                     .arena = arena,
                                     .source = source,
                                     .level = WR_ZERO(arena, struct wr_wmp, 1)};
    if (!making->level)
        return fail_memory(making) != NULL;
    making->level->dialect = dialect;
    return true;
}

void wr_wmp_fault(struct wr_wmp_making *making, enum wr_result result, size_t offset,
                  const char *slug, const char *hint, const char *format, ...)
{
    char text[LONGEST_MESSAGE];
    if (wr_wmp_is_hopeless(making))
        return;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    wr_where where = wr_at(making->source, offset);
    result = wr_fail(making->context, result, where, slug, hint, "%s", text);
    making->result = making->result == WR_OK ? result : making->result;
    making->faults++;
}

bool wr_wmp_is_hopeless(const struct wr_wmp_making *making)
{
    return making->faults >= MOST_FAULTS || making->result == WR_NO_MEMORY ||
           making->result == WR_STOPPED;
}

/* ---- Records ----------------------------------------------------------------------------- */

/* Room for one more of `count` things, cleared; NULL when memory is out. */
static void *add(struct wr_wmp_making *making, void *items, uint32_t *count, size_t size)
{
    uint8_t *grown = wr_arena_more(making->arena, items, *count, size);
    if (!grown)
        return fail_memory(making);
    memset(grown + *count * size, 0, size);
    ++*count;
    return grown;
}

wr_wmp_block *wr_wmp_add_block(struct wr_wmp_making *making, size_t offset)
{
    struct wr_wmp *level = making->level;
    wr_wmp_block *blocks =
        add(making, level->blocks, &level->block_count, sizeof *level->blocks);
    if (!blocks)
        return NULL;
    level->blocks = blocks;
    wr_wmp_block *block = &blocks[level->block_count - 1];
    block->where = wr_at(making->source, offset);
    return block;
}

wr_wmp_entity *wr_wmp_add_entity(struct wr_wmp_making *making, enum wr_wmp_kind kind,
                                 size_t offset)
{
    struct wr_wmp *level = making->level;
    wr_wmp_entity *entities =
        add(making, level->entities, &level->entity_count, sizeof *level->entities);
    if (!entities)
        return NULL;
    level->entities = entities;
    wr_wmp_entity *entity = &entities[level->entity_count - 1];
    entity->kind = kind;
    entity->where = wr_at(making->source, offset);
    return entity;
}

wr_wmp_object *wr_wmp_add_object(struct wr_wmp_making *making, size_t offset)
{
    struct wr_wmp *level = making->level;
    wr_wmp_object *objects =
        add(making, level->objects, &level->object_count, sizeof *level->objects);
    if (!objects)
        return NULL;
    level->objects = objects;
    wr_wmp_object *object = &objects[level->object_count - 1];
    object->scale = (wr_dvec3){1, 1, 1};
    object->parent = WR_WMP_NONE;
    object->where = wr_at(making->source, offset);
    return object;
}

void wr_wmp_add_member(struct wr_wmp_making *making, wr_wmp_object *object,
                       enum wr_wmp_member_kind kind, uint32_t index)
{
    wr_wmp_member *members =
        add(making, object->members, &object->member_count, sizeof *object->members);
    if (!members)
        return;
    object->members = members;
    members[object->member_count - 1] = (wr_wmp_member){kind, index};
}

/* ---- Texts ------------------------------------------------------------------------------- */

const char *wr_wmp_text(struct wr_wmp_making *making, wr_view text)
{
    const char *end = text.size ? memchr(text.data, '\0', text.size) : NULL;
    text.size = end ? (size_t)(end - text.data) : text.size;
    if (text.size == 0 || wr_view_is(text, "ndef") || wr_view_is(text, "<ndef>"))
        return NULL;
    const char *out = wr_codepage_to_utf8(making->arena, text.data, text.size);
    if (!out)
        fail_memory(making);
    return out;
}
