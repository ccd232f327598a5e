/* Comparing rooms: walkmeshes vertex by vertex as a build would move them, doorways, models. */
#include "builder/extract/same_room.h"

#include "core/base/tolerance.h"
#include "core/format/bwm.h"
#include "core/walkmesh/transform.h"

#include <string.h>

/* ---- Walkmeshes -------------------------------------------------------------------------- */

wr_placement wr_taken_placement(const wr_taken_room *room)
{
    return (wr_placement){
        .position = room->position, .turn = room->turn, .mirror_x = room->mirrored};
}

static bool same_face(const struct wr_walkmesh *a, const struct wr_walkmesh *b, uint32_t f,
                      bool mirrored)
{
    const uint32_t *one = a->faces[f].v, *other = b->faces[f].v;
    return a->materials[f] == b->materials[f] && one[0] == other[0] &&
           one[mirrored ? 2 : 1] == other[1] && one[mirrored ? 1 : 2] == other[2];
}

/* How far the farthest vertex is off when one room is placed as the other; infinity where the
 * faces are not the same. */
static double distance_of(const wr_taken_room *one, const wr_taken_room *other)
{
    const struct wr_walkmesh *from = one->mesh, *to = other->mesh;
    const wr_motion back = {
        .cosine = 1, .move = {0 - one->position.x, 0 - one->position.y, 0 - one->position.z}};
    const wr_motion motion = wr_motion_of(wr_taken_placement(other));
    double most = 0;
    for (uint32_t i = 0; i < from->vertex_count && most <= WR_TAKEN_NEAR; i++) {
        wr_vec3 own = wr_motion_point(&back, from->vertices[i]);
        double off = wr_distance(wr_motion_point(&motion, own), to->vertices[i]);
        most = off > most ? off : most;
    }
    for (uint32_t f = 0; f < from->face_count && most <= WR_TAKEN_NEAR; f++)
        if (!same_face(from, to, f, other->mirrored))
            most = INFINITY;
    return most <= WR_TAKEN_NEAR ? most : INFINITY;
}

/* Whether a build writes a room's walkmesh as its file is: then nothing less will do. */
static enum wr_result is_ours(struct wr_taking *taking, const wr_taken_room *room, bool *out)
{
    struct wr_arena *scratch = wr_arena_create();
    struct wr_bytes made = {0};
    struct wr_source source;
    enum wr_result result = scratch
                                ? wr_entry_read(taking->context, scratch, room->wok, &source)
                                : wr_no_memory(taking->context);
    if (result == WR_OK)
        result = wr_bwm_append(taking->context, room->mesh, WR_NOWHERE, &made);
    *out = result == WR_OK && made.size == source.size &&
           memcmp(made.data, source.data, made.size) == 0;
    wr_bytes_finish(&made);
    wr_arena_destroy(scratch);
    return result;
}

enum wr_result wr_taken_same_mesh(struct wr_taking *taking, const wr_taken_room *one,
                                  wr_taken_room *other)
{
    const struct wr_walkmesh *a = one->mesh, *b = other->mesh;
    double least = INFINITY;
    if (a->vertex_count != b->vertex_count || a->face_count != b->face_count)
        return WR_NOT_FOUND;
    wr_taken_room tried = *other;
    for (int i = 0; i < 8 && least > 0; i++) {
        tried.turn = (float)(i % 4 * 90);
        tried.mirrored = i >= 4;
        double distance = distance_of(one, &tried);
        if (distance >= least)
            continue;
        least = distance;
        other->turn = tried.turn;
        other->mirrored = tried.mirrored;
    }
    bool ours = false;
    enum wr_result result =
        least > 0 && least < INFINITY ? is_ours(taking, other, &ours) : WR_OK;
    if (result != WR_OK)
        return result;
    return least == 0 || (least < INFINITY && !ours) ? WR_OK : WR_NOT_FOUND;
}

/* ---- Doorways ---------------------------------------------------------------------------- */

static bool has_edge(const wr_taken_hook *hook, uint32_t edge)
{
    for (uint32_t i = 0; i < hook->edge_count; i++)
        if (hook->edges[i] == edge)
            return true;
    return false;
}

static bool same_hook(const wr_taken_hook *one, const wr_taken_hook *other,
                      const wr_motion *motion)
{
    bool same = one->edge_count == other->edge_count && one->type == other->type &&
                !one->hidden && !other->hidden;
    for (uint32_t i = 0; same && i < one->edge_count; i++)
        same = has_edge(other, wr_motion_edge(motion, one->edges[i]));
    return same;
}

/* What leads somewhere without being a doorway of the kit would lead to where the other room's
 * does. */
static bool has_strays(const struct wr_taking *taking, const wr_taken_room *room)
{
    uint32_t led = 0, taken = 0;
    for (uint32_t i = 0; i < room->mesh->edge_count; i++)
        led += room->mesh->edges[i].transition >= 0;
    for (uint32_t i = 0; i < room->hook_count; i++) {
        const wr_taken_hook *hook = &taking->hooks[room->first_hook + i];
        for (uint32_t k = 0; k < room->mesh->edge_count; k++)
            taken += room->mesh->edges[k].transition >= 0 &&
                     has_edge(hook, room->mesh->edges[k].edge);
    }
    return led != taken;
}

bool wr_taken_same_hooks(const struct wr_taking *taking, const wr_taken_room *one,
                         const wr_taken_room *other)
{
    const wr_motion motion = wr_motion_of(wr_taken_placement(other));
    bool same = one->hook_count == other->hook_count && !has_strays(taking, one) &&
                !has_strays(taking, other);
    for (uint32_t i = 0; same && i < other->hook_count; i++)
        same = same_hook(&taking->hooks[one->first_hook + i],
                         &taking->hooks[other->first_hook + i], &motion);
    return same;
}

/* ---- Models ------------------------------------------------------------------------------ */

static enum wr_result read_model(struct wr_context *context, struct wr_arena *scratch,
                                 const wr_taken_room *room, struct wr_source *mdl,
                                 struct wr_model **out)
{
    struct wr_source *mdx = WR_TAKE(scratch, struct wr_source, 1);
    enum wr_result result =
        mdx ? wr_entry_read(context, scratch, room->mdl, mdl) : wr_no_memory(context);
    mdl->binary = true;
    if (result == WR_OK && room->mdx)
        result = wr_entry_read(context, scratch, room->mdx, mdx);
    return result == WR_OK ? wr_model_read(context, scratch, mdl, room->mdx ? mdx : NULL, out)
                           : result;
}

/* Moves a model as a build does, which gives it the walkmesh of the room it stands for. */
static enum wr_result move_model(struct wr_context *quiet, struct wr_arena *scratch,
                                 struct wr_model *model, const wr_taken_room *to)
{
    const wr_motion motion = wr_motion_of(wr_taken_placement(to));
    enum wr_result result = wr_model_move(quiet, model, &motion);
    if (result != WR_OK || !wr_model_has_walkmesh(model))
        return result;
    const struct wr_walkmesh *mesh = wr_walkmesh_seen_from(scratch, to->mesh, to->position);
    return mesh ? wr_model_set_walkmesh(quiet, model, mesh) : WR_NO_MEMORY;
}

static enum wr_result compare_models(struct wr_context *quiet, struct wr_arena *scratch,
                                     struct wr_model *made, struct wr_model *model,
                                     const wr_taken_room *other, const struct wr_source *source)
{
    struct wr_model_difference difference;
    char name[WR_MODEL_NAME + 1];
    if (wr_model_has_walkmesh(made) != wr_model_has_walkmesh(model))
        return WR_NOT_FOUND;
    wr_model_name(model, name);
    enum wr_result result = move_model(quiet, scratch, made, other);
    if (result == WR_OK)
        result = wr_model_set_name(quiet, made, name);
    if (result == WR_OK)
        result = wr_model_set_name(quiet, model, name);
    if (result == WR_OK)
        result = wr_model_differ(quiet, made, model, source, &difference);
    return result == WR_OK && difference.count > 0 ? WR_NOT_FOUND : result;
}

enum wr_result wr_taken_same_model(struct wr_taking *taking, const wr_taken_room *one,
                                   const wr_taken_room *other)
{
    struct wr_source sources[2];
    struct wr_model *made, *model;
    if (!one->mdl || !other->mdl)
        return !one->mdl && !other->mdl ? WR_OK : WR_NOT_FOUND;
    struct wr_context *quiet = wr_context_within(taking->context, NULL, NULL);
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result = quiet && scratch ? WR_OK : WR_NO_MEMORY;
    if (result == WR_OK)
        result = read_model(quiet, scratch, one, &sources[0], &made);
    if (result == WR_OK)
        result = read_model(quiet, scratch, other, &sources[1], &model);
    if (result == WR_OK)
        result = compare_models(quiet, scratch, made, model, other, &sources[1]);
    wr_arena_destroy(scratch);
    wr_context_destroy(quiet);
    if (result == WR_NO_MEMORY)
        return wr_no_memory(taking->context);
    return result == WR_OK || result == WR_STOPPED ? result : WR_NOT_FOUND;
}
