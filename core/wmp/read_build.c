/* The build file: records that begin with the number of their type, blocks within the first.
 * Source: formats/wmp, 3. */
#include "core/wmp/read_text.h"

#include "core/wmp/read_block.h"
#include "core/wmp/read_entity.h"

#include <inttypes.h>
#include <string.h>

enum build_type {
    LEVEL,
    START,
    LIGHT,
    MODEL,
    SOUND,
    SUN,
    PATH,
    MODEL_MORE,
};

static bool ends(const struct wr_wmp_lexis *body)
{
    return wr_wmp_peek(body).size == 0;
}

static bool read_blocks(struct wr_wmp_lexis *body)
{
    while (!ends(body) && !wr_wmp_is_hopeless(body->making)) {
        struct wr_wmp_lexis block;
        if (!wr_wmp_body(body, wr_wmp_peek(body), "block", &block))
            return false;
        wr_wmp_read_block(&block);
    }
    return true;
}

static bool read_level(struct wr_wmp_lexis *body)
{
    wr_wmp_entity *entity = wr_wmp_add_entity(body->making, WR_WMP_LEVEL, body->start);
    const char *unknown;
    if (!entity || !wr_wmp_name(body, &entity->file) ||
        !wr_wmp_name(body, &entity->as.settings.palette))
        return false;
    while (!ends(body) && !wr_view_is(wr_wmp_peek(body), "{"))
        if (!wr_wmp_name(body, &unknown))
            return false;
    return read_blocks(body);
}

static bool read_sun(struct wr_wmp_lexis *body)
{
    struct wr_wmp *level = body->making->level;
    double angles[2];
    if (!wr_wmp_numbers(body, angles, 2))
        return false;
    for (uint32_t e = 0; e < level->entity_count; e++)
        if (level->entities[e].kind == WR_WMP_LEVEL) {
            level->entities[e].as.settings.pan = angles[0];
            level->entities[e].as.settings.tilt = angles[1];
        }
    return true;
}

static bool read_light(struct wr_wmp_lexis *body, wr_wmp_entity *entity)
{
    if (!wr_wmp_numbers(body, entity->as.light.colour, 3) ||
        !wr_wmp_numbers(body, &entity->as.light.range, 1))
        return false;
    return ends(body) || wr_wmp_bits(body, &entity->flags);
}

/* An object around the entity that comes next, at its place. */
static bool read_place(struct wr_wmp_lexis *body, enum build_type type, wr_wmp_object *object)
{
    double angles[3] = {0, 0, 0};
    if (type == PATH)
        return true; /* its nodes are in the world */
    if (!wr_wmp_point(body, &object->position) || !wr_wmp_numbers(body, angles, 3))
        return false;
    memcpy(object->angles, angles, sizeof angles);
    return true;
}

static bool read_entity(struct wr_wmp_lexis *body, enum build_type type, wr_wmp_entity *entity)
{
    switch (entity->kind) {
    case WR_WMP_START:
        return wr_wmp_name(body, &entity->name);
    case WR_WMP_LIGHT:
        return read_light(body, entity);
    case WR_WMP_PATH:
        return wr_wmp_read_path(body, false, entity);
    default:
        (void)type;
        return wr_wmp_read_model(body, entity);
    }
}

static bool read_placed(struct wr_wmp_lexis *body, enum build_type type, enum wr_wmp_kind kind)
{
    struct wr_wmp_making *making = body->making;
    wr_wmp_object *object = wr_wmp_add_object(making, body->start);
    if (!object || !read_place(body, type, object))
        return false;
    wr_wmp_entity *entity = wr_wmp_add_entity(making, kind, body->start);
    if (!entity)
        return false;
    wr_wmp_add_member(making, object, WR_WMP_ENTITY_MEMBER, making->level->entity_count - 1);
    return read_entity(body, type, entity);
}

static bool read_typed(struct wr_wmp_lexis *body)
{
    static const enum wr_wmp_kind kinds[] = {
        [START] = WR_WMP_START, [LIGHT] = WR_WMP_LIGHT,      [MODEL] = WR_WMP_MODEL,
        [PATH] = WR_WMP_PATH,   [MODEL_MORE] = WR_WMP_MODEL,
    };
    wr_view at = wr_wmp_peek(body);
    uint32_t type;
    if (!wr_wmp_whole(body, &type))
        return false;
    if (type == LEVEL)
        return read_level(body);
    if (type == SUN)
        return read_sun(body);
    if (type != SOUND && type <= MODEL_MORE)
        return read_placed(body, (enum build_type)type, kinds[type]);
    return wr_wmp_fail(
        body, at, "wmp-syntax",
        "types are 0 to 3 and 5 to 7: level, start, light, model, sun, path, model",
        "nothing is known of records of type %" PRIu32, type);
}

/* Whether blocks stand here beside the level, not in it. */
static bool is_block(const struct wr_wmp_lexis *body)
{
    return wr_view_is(wr_wmp_peek(body), "vertices");
}

void wr_wmp_read_build(struct wr_wmp_lexis *lexis)
{
    uint32_t version;
    if (wr_wmp_expect(lexis, "version"))
        wr_wmp_whole(lexis, &version);
    while (!wr_wmp_is_hopeless(lexis->making) && !lexis->failed && !ends(lexis)) {
        struct wr_wmp_lexis body;
        if (!wr_wmp_body(lexis, wr_wmp_peek(lexis), "record", &body))
            return;
        if (is_block(&body))
            wr_wmp_read_block(&body);
        else
            read_typed(&body);
    }
}
