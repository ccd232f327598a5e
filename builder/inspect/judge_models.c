/* The models of a module's rooms: that they are there, whole, laid out as the game's, and
 * stand on their walkmeshes; and which images they need of the game. Source: formats/module, 3
 * and 5. */
#include "builder/inspect/judge_rules.h"

#include "core/base/math.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/model/model.h"

#include <stdlib.h>
#include <string.h>

/* The names of images one model needs and the archive does not have. */
struct images {
    struct wr_judging *judging;
    struct wr_arena *arena;
    const char **names;
    uint32_t count;
    bool failed;
};

struct models {
    struct wr_judging *judging;
    struct images *rooms; /* by room of the LYT */
};

static bool is_packed(const struct wr_resources *resources, const char *name)
{
    return wr_resources_find(resources, name, WR_RES_TGA) ||
           wr_resources_find(resources, name, WR_RES_TPC);
}

static void add_image(void *user, const wr_model_texture *texture)
{
    struct images *images = user;
    for (uint32_t i = 0; i < images->count; i++)
        if (strcmp(images->names[i], texture->name) == 0)
            return;
    if (images->failed || is_packed(images->judging->resources, texture->name))
        return;
    const char **grown =
        wr_arena_more(images->arena, images->names, images->count, sizeof *images->names);
    const char *name = wr_arena_text(images->arena, texture->name, strlen(texture->name));
    if (grown && name) {
        images->names = grown;
        grown[images->count++] = name;
    } else
        images->failed = true;
}

/* ---- Walkmeshes -------------------------------------------------------------------------- */

static enum wr_result compare(struct wr_context *context, struct wr_arena *scratch,
                              const struct wr_judging *judging, uint32_t room,
                              const struct wr_model *model, wr_where where)
{
    const struct wr_walkmesh *wok = judging->view->meshes[room];
    const wr_lyt_item *item = &judging->view->lyt->rooms[room];
    struct wr_walkmesh *mesh;
    wr_model_fit fit;
    if (!wok)
        return WR_OK;
    if (!wr_model_has_walkmesh(model)) {
        wr_warn(context, where, "module-walkmesh-differs", "the camera will go through walls",
                "the model of '%.40s' has no walkmesh node", item->model);
        return WR_OK;
    }
    enum wr_result result = wr_model_walkmesh(context, scratch, model, &mesh);
    if (result == WR_OK)
        result = wr_model_align(context, scratch, wok, mesh, &fit);
    if (result != WR_OK)
        return result;
    double moved = wr_length(wr_add(wr_widen(fit.offset), wr_widen(item->position)));
    if (!fit.agrees)
        wr_warn(context, where, "module-walkmesh-differs",
                "the camera goes by the model's, feet by the WOK",
                "%u of %u triangles of '%.40s' are not in its model, the worst by %s m",
                fit.unmatched, fit.first_count, item->model, wr_fixed(fit.worst, 4).text);
    else if (moved > WR_MODEL_FIT)
        wr_warn(context, where, "module-walkmesh-differs",
                "the camera goes by the model's, feet by the WOK",
                "the walkmesh in the model of '%.40s' lies %s m beside its WOK", item->model,
                wr_fixed(moved, 4).text);
    return WR_OK;
}

/* ---- One model --------------------------------------------------------------------------- */

static enum wr_result read_model(struct wr_context *context, struct models *models,
                                 struct wr_arena *scratch, uint32_t room, const wr_entry *mdl,
                                 const wr_entry *mdx)
{
    struct wr_judging *judging = models->judging;
    struct wr_source sources[2];
    struct wr_model *model;
    enum wr_result result = wr_entry_read(context, scratch, mdl, &sources[0]);
    if (result == WR_OK && mdx)
        result = wr_entry_read(context, scratch, mdx, &sources[1]);
    sources[0].binary = sources[1].binary = true;
    if (result == WR_OK)
        result = wr_model_read(context, scratch, &sources[0], mdx ? &sources[1] : NULL, &model);
    if (result != WR_OK)
        return result;
    wr_model_judge_names(context, model, &sources[0]);
    wr_model_each_texture(model, add_image, &models->rooms[room]);
    if (models->rooms[room].failed)
        return wr_no_memory(context);
    return compare(context, scratch, judging, room, model, wr_at(&sources[0], WR_WHOLE_FILE));
}

static enum wr_result judge_room(void *user, struct wr_context *context, unsigned worker,
                                 size_t index)
{
    (void)worker;
    struct models *models = user;
    struct wr_judging *judging = models->judging;
    const char *name = judging->view->lyt->rooms[index].model;
    const wr_entry *mdl = wr_resources_find(judging->resources, name, WR_RES_MDL);
    const wr_entry *mdx = wr_resources_find(judging->resources, name, WR_RES_MDX);
    if (!mdl)
        return WR_OK;
    if (!mdx)
        return wr_fail(context, WR_NOT_FOUND, judging->whole, "module-model-missing",
                       "a model is two files", "the module has '%.40s.mdl', but no '%.40s.mdx'",
                       name, name);
    struct wr_arena *scratch = wr_arena_create();
    models->rooms[index].arena = wr_arena_create();
    enum wr_result result =
        scratch && models->rooms[index].arena
            ? read_model(context, models, scratch, (uint32_t)index, mdl, mdx)
            : wr_no_memory(context);
    wr_arena_destroy(scratch);
    return result;
}

/* ---- What is not there ------------------------------------------------------------------- */

static int order_names(const void *a, const void *b)
{
    return wr_text_order(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts names, takes doubles out, and writes the first of them as a list. */
static uint32_t join_names(const char **names, uint32_t count, char *out, size_t size)
{
    enum { SHOWN = 8 };
    uint32_t unique = 0;
    size_t at = 0;
    if (count > 0)
        qsort(names, count, sizeof *names, order_names);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && wr_text_same(names[i - 1], names[i]))
            continue;
        size_t length = strlen(names[i]);
        if (unique++ >= SHOWN || length + 3 > size - at)
            continue;
        memcpy(out + at, ", ", 2);
        at += at > 0 ? 2 : 0;
        memcpy(out + at, names[i], length);
        at += length;
    }
    out[at] = '\0';
    return unique;
}

enum { LISTED = 400 };

static void note_models(struct wr_judging *judging)
{
    const struct wr_lyt *lyt = judging->view->lyt;
    const char **bare = WR_TAKE(judging->arena, const char *, lyt->room_count);
    const char **all = WR_TAKE(judging->arena, const char *, lyt->room_count);
    uint32_t bare_count = 0, all_count = 0;
    char list[LISTED];
    if (!bare || !all) {
        wr_judged(judging, wr_no_memory(judging->context));
        return;
    }
    for (uint32_t i = 0; i < lyt->room_count; i++) {
        const char *name = lyt->rooms[i].model;
        wr_module_take(judging->parts, name, WR_RES_MDL);
        wr_module_take(judging->parts, name, WR_RES_MDX);
        if (strcmp(name, "****") == 0 ||
            wr_resources_find(judging->resources, name, WR_RES_MDL))
            continue;
        if (judging->view->meshes[i])
            bare[bare_count++] = name;
        else
            all[all_count++] = name;
    }
    uint32_t count = join_names(bare, bare_count, list, sizeof list);
    if (count > 0)
        wr_warn(judging->context, judging->whole, "module-model-missing",
                "what the game does not have is not drawn",
                "rooms with a walkmesh and no model in the module, %u in all: %s", count, list);
    count = join_names(all, all_count, list, sizeof list);
    if (count > 0)
        wr_note(judging->context, judging->whole, "module-model-missing", NULL,
                "rooms that must be in the game, %u in all: %s", count, list);
}

static void note_images(struct wr_judging *judging, const struct models *models)
{
    uint32_t total = 0, count = 0;
    char list[LISTED];
    for (uint32_t i = 0; i < judging->view->lyt->room_count; i++)
        total += models->rooms[i].count;
    const char **names = WR_TAKE(judging->arena, const char *, total);
    if (!names) {
        wr_judged(judging, wr_no_memory(judging->context));
        return;
    }
    for (uint32_t i = 0; i < judging->view->lyt->room_count; i++)
        for (uint32_t k = 0; k < models->rooms[i].count; k++)
            names[count++] = models->rooms[i].names[k];
    count = join_names(names, count, list, sizeof list);
    if (count > 0)
        wr_note(judging->context, judging->whole, "images-external", NULL,
                "images that must be in the game, %u in all: %s", count, list);
}

void wr_judge_models(struct wr_judging *judging)
{
    if (!judging->view)
        return;
    uint32_t count = judging->view->lyt->room_count;
    struct models models = {judging, WR_ZERO(judging->arena, struct images, count)};
    if (!models.rooms) {
        wr_judged(judging, wr_no_memory(judging->context));
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        models.rooms[i].judging = judging;
    wr_judged(judging,
              wr_parallel(judging->context, "models judged", count, judge_room, &models));
    note_models(judging);
    if (judging->result != WR_NO_MEMORY)
        note_images(judging, &models);
    for (uint32_t i = 0; i < count; i++)
        wr_arena_destroy(models.rooms[i].arena);
}
