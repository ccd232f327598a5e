/* The build file: records begin with the number of their type; all is in the world. */
#include "core/wmp/write.h"
#include "core/wmp/writing.h"

#include "core/base/bytes.h"
#include "core/base/text.h"

#include <inttypes.h>

enum build_type { LEVEL, START, LIGHT, MODEL, SUN = 5, PATH, MODEL_MORE };
enum { FEW_SKILLS = 8, USUAL = 50 };

static void put_whole(struct wr_wmp_writing *writing, uint32_t number)
{
    wr_wmp_begin_line(writing);
    wr_bytes_print(writing->out, "%" PRIu32, number);
    wr_wmp_end_line(writing);
}

static void open_typed(struct wr_wmp_writing *writing, const char *head, enum build_type type)
{
    wr_wmp_open_record(writing, head, NULL);
    put_whole(writing, (uint32_t)type);
}

/* ---- The level --------------------------------------------------------------------------- */

static const wr_wmp_entity *settings_of(const struct wr_wmp *level)
{
    for (uint32_t e = 0; e < level->entity_count; e++)
        if (level->entities[e].kind == WR_WMP_LEVEL)
            return &level->entities[e];
    return NULL;
}

static void lose_settings(struct wr_wmp_writing *writing, const wr_wmp_entity *entity)
{
    const wr_wmp_settings *settings = &entity->as.settings;
    writing->where = entity->where;
    if (settings->colour_count > 0 || settings->script)
        wr_wmp_lose(writing, WR_WMP_LOST_SETTINGS);
}

static void put_level(struct wr_wmp_writing *writing)
{
    const wr_wmp_entity *entity = settings_of(writing->level);
    open_typed(writing, "{ //level", LEVEL);
    wr_wmp_put_file_line(writing, entity ? entity->file : NULL);
    wr_wmp_put_file_line(writing, entity ? entity->as.settings.palette : NULL);
    for (uint32_t b = 0; b < writing->level->block_count; b++) {
        wr_wmp_begin_line(writing);
        wr_bytes_print(writing->out, "{   // %" PRIu32, b);
        wr_wmp_end_line(writing);
        writing->depth++;
        wr_wmp_write_block(writing, b);
        wr_wmp_close_record(writing);
    }
    wr_wmp_close_record(writing);
    open_typed(writing, "{ //sun", SUN);
    wr_wmp_put_number_line(writing, entity ? entity->as.settings.pan : 0);
    wr_wmp_put_number_line(writing, entity ? entity->as.settings.tilt : 0);
    wr_wmp_close_record(writing);
    if (entity)
        lose_settings(writing, entity);
}

/* ---- Entities ---------------------------------------------------------------------------- */

static wr_dvec3 put_place(struct wr_wmp_writing *writing, uint32_t entity)
{
    const wr_wmp_place *place = &writing->places.entities[entity];
    wr_dvec3 scale;
    wr_wmp_angles angles = wr_wmp_place_angles(place, &scale);
    wr_wmp_put_point_line(writing, place->move);
    wr_wmp_put_point_line(writing, (wr_dvec3){angles.pan, angles.tilt, angles.roll});
    return scale;
}

static void put_light(struct wr_wmp_writing *writing, const wr_wmp_entity *entity)
{
    wr_wmp_begin_line(writing);
    wr_wmp_put_numbers(writing, entity->as.light.colour, 3);
    wr_wmp_put_text(writing, " ");
    wr_wmp_put_numbers(writing, &entity->as.light.range, 1);
    wr_wmp_put_text(writing, " ");
    wr_wmp_put_flags(writing, entity->flags);
    wr_wmp_end_line(writing);
}

/* Paths are called by their place among all, from 1. */
static uint32_t number_of_path(const struct wr_wmp *level, const char *name)
{
    uint32_t number = 0, count = 0;
    for (uint32_t e = 0; name && number == 0 && e < level->entity_count; e++) {
        const wr_wmp_entity *path = &level->entities[e];
        count += path->kind == WR_WMP_PATH;
        if (path->kind == WR_WMP_PATH && path->name && wr_text_same(path->name, name))
            number = count;
    }
    return number;
}

static void put_more(struct wr_wmp_writing *writing, const wr_wmp_model *model)
{
    bool same = writing->level->dialect == WR_WMP_BUILD;
    wr_wmp_put_number_line(writing, model->albedo);
    if (same) {
        wr_wmp_put_name_line(writing, model->path ? model->path : "0");
        wr_wmp_put_name_line(writing, model->attached ? model->attached : "0");
    } else {
        put_whole(writing, number_of_path(writing->level, model->path));
        put_whole(writing, 0);
    }
    if (!same && model->attached)
        wr_wmp_lose(writing, WR_WMP_LOST_ATTACHED);
    const char *const texts[] = {model->material, model->texts[0], model->texts[1]};
    unsigned last = texts[2] ? 3 : texts[1] ? 2 : texts[0] ? 1 : 0;
    for (unsigned i = 0; i < last; i++)
        wr_wmp_put_name_line(writing, texts[i]);
}

static bool has_more(const wr_wmp_model *model)
{
    return model->skill_count > FEW_SKILLS || (model->extended && model->albedo != USUAL) ||
           model->path || model->attached || model->material || model->texts[0] ||
           model->texts[1];
}

static void put_model(struct wr_wmp_writing *writing, uint32_t entity)
{
    const wr_wmp_entity *e = &writing->level->entities[entity];
    bool more = has_more(&e->as.model);
    open_typed(writing, "{ //model", more ? MODEL_MORE : MODEL);
    wr_dvec3 scale = put_place(writing, entity);
    if (wr_wmp_place_shears(&writing->places.entities[entity]))
        wr_wmp_lose(writing, WR_WMP_LOST_SHEAR);
    wr_wmp_write_model(writing, e, scale);
    if (more)
        put_more(writing, &e->as.model);
    wr_wmp_close_record(writing);
}

static void put_entity(struct wr_wmp_writing *writing, uint32_t entity)
{
    const wr_wmp_entity *e = &writing->level->entities[entity];
    writing->where = e->where;
    switch (e->kind) {
    case WR_WMP_START:
        open_typed(writing, "{ //start", START);
        put_place(writing, entity);
        wr_wmp_put_name_line(writing, e->name);
        wr_wmp_close_record(writing);
        break;
    case WR_WMP_LIGHT:
        open_typed(writing, "{ //light", LIGHT);
        put_place(writing, entity);
        put_light(writing, e);
        wr_wmp_close_record(writing);
        break;
    case WR_WMP_MODEL:
        put_model(writing, entity);
        break;
    case WR_WMP_PATH:
        open_typed(writing, "{ //path", PATH);
        wr_wmp_put_name_line(writing, e->name);
        wr_wmp_write_path(writing, &e->as.path, &writing->places.entities[entity]);
        wr_wmp_close_record(writing);
        break;
    case WR_WMP_SOUND:
    case WR_WMP_REGION:
        wr_wmp_lose(writing, e->kind == WR_WMP_SOUND ? WR_WMP_LOST_SOUND : WR_WMP_LOST_REGION);
        break;
    default: /* the settings stand first */
        break;
    }
}

static void write(struct wr_wmp_writing *writing)
{
    static const char *const head[] = {"// wmpio (1.30)", "", "version 711", "", ""};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        wr_wmp_put_line(writing, head[i]);
    put_level(writing);
    for (uint32_t e = 0; e < writing->level->entity_count; e++)
        put_entity(writing, e);
}

enum wr_result wr_wmp_write_build(struct wr_context *context, const struct wr_wmp *level,
                                  struct wr_bytes *out)
{
    return wr_wmp_write(context, level, true, write, out);
}
