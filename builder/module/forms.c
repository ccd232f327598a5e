/* Models as several rooms have them: made once, with their images renamed, and copied for each
 * of these. */
#include "builder/module/sources.h"

enum { WORTH = 3 }; /* rooms: to keep a form costs about what it saves one or two */

wr_model_stand wr_model_stand_of(const struct wr_module_models *models, uint32_t first,
                                 uint32_t room)
{
    const wr_placed_room *rooms = models->layout->rooms;
    const wr_model_source *source = &models->sources[models->source_of[room]];
    const wr_motion *motion = &rooms[room].motion;
    wr_dvec3 from = wr_widen(rooms[first].placement.position);
    wr_dvec3 to = wr_widen(rooms[room].placement.position);
    wr_vec3 shift =
        wr_narrow(wr_add(wr_sub(to, from), wr_widen(wr_motion_vector(motion, source->offset))));
    bool turned =
        motion->cosine != 1 || motion->sine != 0 || !wr_vec3_same(shift, wr_vec3_of(0, 0, 0));
    return (wr_model_stand){source, motion->mirrored, turned, shift};
}

enum wr_result wr_model_form_make(struct wr_context *context,
                                  const struct wr_module_models *models,
                                  const wr_model_stand *stand, struct wr_arena *arena,
                                  struct wr_model **out)
{
    const wr_model_source *source = stand->source;
    struct wr_renaming renaming = {models, source->kit};
    struct wr_model *model = wr_model_copy(source->model, arena);
    if (!model)
        return wr_no_memory(context);
    enum wr_result result = WR_OK;
    if (source->room->drawn)
        result = wr_model_stretch(context, model, source->room, source->offset);
    if (result == WR_OK && stand->mirrored)
        result = wr_model_mirror(context, model);
    if (result == WR_OK && stand->turned)
        result = wr_model_add_turn(context, model);
    if (result == WR_OK)
        result = wr_model_convert(context, model, models->game);
    if (result == WR_OK)
        wr_model_rename_textures(model, wr_image_rename, &renaming);
    *out = model;
    return result;
}

/* A form that was made, without what was used up in making it. */
static struct wr_model *copy_form(const struct wr_model *form, const wr_model_source *source,
                                  struct wr_arena *arena)
{
    struct wr_model *copy = wr_model_copy(form, arena);
    if (copy && form->mdx != source->model->mdx)
        copy->mdx = wr_arena_copy(arena, form->mdx, form->mdx_size, 1);
    return copy && (copy->mdx || !form->mdx) ? copy : NULL;
}

/* With the name of one of its rooms: where those of others are as long, nothing has to move. */
static enum wr_result keep_form(struct wr_context *context, struct wr_module_models *models,
                                const wr_model_stand *stand, const char *name,
                                struct wr_arena *scratch, const struct wr_model **out)
{
    struct wr_model *form;
    wr_arena_reset(scratch);
    enum wr_result result = wr_model_form_make(context, models, stand, scratch, &form);
    if (result == WR_OK)
        result = wr_model_set_name(context, form, name);
    if (result != WR_OK)
        return result;
    *out = copy_form(form, stand->source, models->arena);
    return *out ? WR_OK : wr_no_memory(context);
}

/* How many rooms have each form; rooms that are merged are named together. */
typedef uint32_t form_counts[2][2];

static enum wr_result keep_forms(struct wr_context *context, struct wr_module_models *models,
                                 form_counts *counts, struct wr_arena *scratch)
{
    const struct wr_layout *layout = models->layout;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < layout->area_room_count; i++) {
        uint32_t room = layout->area_rooms[i].first;
        wr_model_source *source = &models->sources[models->source_of[room]];
        if (layout->area_rooms[i].count != 1 || !source->model)
            continue;
        wr_model_stand stand = wr_model_stand_of(models, room, room);
        uint32_t *count = &counts[models->source_of[room]][stand.mirrored][stand.turned];
        if (++*count == WORTH)
            result = keep_form(context, models, &stand, layout->names[i], scratch,
                               &source->forms[stand.mirrored][stand.turned]);
    }
    return result;
}

enum wr_result wr_model_forms_keep(struct wr_context *context, struct wr_module_models *models)
{
    struct wr_arena *arena = wr_arena_create(), *scratch = wr_arena_create();
    form_counts *counts =
        arena ? wr_arena_zero(arena, models->source_count, sizeof *counts) : NULL;
    enum wr_result result = counts && scratch ? keep_forms(context, models, counts, scratch)
                                              : wr_no_memory(context);
    wr_arena_destroy(scratch);
    wr_arena_destroy(arena);
    return result;
}
