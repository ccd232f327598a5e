/* Writing walkmeshes: all states of a door in one file where it has a place for them, else in a
 * file each. */
#include "builder/convert/floors.h"

#include "core/ascii/ascii.h"
#include "core/base/bytes.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/format/obj.h"
#include "core/scene/gltf.h"
#include "core/scene/set.h"

#include <inttypes.h>
#include <string.h>

enum wr_scene_paint wr_convert_paint(const struct wr_conversion *conversion)
{
    const char *links = conversion->options->links;
    if (!links)
        return WR_PAINT_NONE;
    return strcmp(links, "kotormax") == 0 ? WR_PAINT_CORNER : WR_PAINT_SIDE;
}

void wr_convert_leave_out(const struct wr_conversion *conversion, uint32_t count,
                          const char *place, const char *things)
{
    if (count > 0)
        wr_warn(conversion->context, conversion->where, "convert-left-out", NULL,
                "%s no place for %s (%" PRIu32 " of them)", place, things, count);
}

/* ---- One file for all ----------------------------------------------------------------------
 */

/* Absolute hooks that no other number says. */
static uint32_t count_hooks(const struct wr_walkmesh_set *set)
{
    uint32_t count = 0;
    for (int i = 0; i < WR_DOOR_STATES; i++)
        for (int k = 0; k < 2 && set->meshes[i] && set->kind != WR_WOK; k++) {
            wr_vec3 is = set->meshes[i]->absolute_hooks[k];
            wr_vec3 follows = wr_set_absolute_hook(set->meshes[i], k);
            count += wr_distance(is, follows) > 1e-4;
        }
    return count;
}

static enum wr_result write_text(struct wr_conversion *conversion,
                                 const struct wr_walkmesh_set *set, struct wr_bytes *out)
{
    wr_convert_leave_out(conversion, count_hooks(set), "ASCII has", "absolute use hooks");
    return conversion->form == WR_FORM_MDL ? wr_ascii_write_model(conversion->context, set, out)
                                           : wr_ascii_write(conversion->context, set, out);
}

static enum wr_result write_scene(struct wr_conversion *conversion,
                                  const struct wr_walkmesh_set *set, struct wr_bytes *out)
{
    uint32_t unpainted = 0;
    struct wr_scene *scene =
        wr_scene_of_set(conversion->arena, set, wr_convert_paint(conversion), &unpainted);
    if (!scene)
        return wr_no_memory(conversion->context);
    wr_convert_leave_out(conversion, count_hooks(set), "glTF has", "absolute use hooks");
    wr_convert_leave_out(conversion, unpainted, "painted corners have", "links to other rooms");
    return wr_gltf_write(conversion->context, scene, conversion->form == WR_FORM_GLB, out);
}

/* ---- A file each ---------------------------------------------------------------------------
 */

static enum wr_result append(struct wr_conversion *conversion, const struct wr_walkmesh *mesh,
                             struct wr_bytes *out)
{
    if (conversion->form != WR_FORM_OBJ)
        return wr_bwm_append(conversion->context, mesh, conversion->where, out);
    wr_obj_write(mesh, out);
    return out->failed ? wr_no_memory(conversion->context) : WR_OK;
}

/* "gate.dwk" becomes "gate1.dwk". NULL when memory is out. */
static char *numbered(struct wr_conversion *conversion, int state)
{
    const char *dot = strrchr(conversion->to, '.');
    size_t stem = (size_t)(dot - conversion->to), size = strlen(conversion->to);
    char *out = WR_TAKE(conversion->arena, char, size + 2);
    if (!out)
        return NULL;
    memcpy(out, conversion->to, stem);
    out[stem] = (char)('0' + state);
    memcpy(out + stem + 1, dot, size - stem + 1);
    return out;
}

struct stating {
    struct wr_conversion *conversion;
    struct wr_staging *staging;
    const char *paths[WR_DOOR_STATES];
};

static enum wr_result stage(struct stating *stating, const struct wr_walkmesh *mesh, int state)
{
    struct wr_conversion *conversion = stating->conversion;
    struct wr_context *context = conversion->context;
    struct wr_bytes bytes = {0};
    const char *path = stating->paths[state] = numbered(conversion, state);
    if (!path)
        return wr_no_memory(context);
    if (!conversion->options->force && wr_file_in_way(context, path))
        return wr_fail(context, WR_INVALID, WR_NOWHERE, "file-exists",
                       "choose another name, or give --force to replace it",
                       "'%s' is there already", path);
    enum wr_result result = append(conversion, mesh, &bytes);
    const char *name = wr_path_name(path);
    if (result == WR_OK)
        result = wr_staging_check(context, stating->staging, name);
    if (result == WR_OK)
        result = wr_staging_write(context, stating->staging, name, bytes.data, bytes.size,
                                  conversion->flags);
    wr_bytes_finish(&bytes);
    return result;
}

static enum wr_result move_all(struct stating *stating)
{
    struct wr_conversion *conversion = stating->conversion;
    enum wr_result result = WR_OK;
    for (int i = 0; result == WR_OK && i < WR_DOOR_STATES; i++) {
        const char *path = stating->paths[i];
        if (!path)
            continue;
        result = wr_staging_move(conversion->context, stating->staging, wr_path_name(path),
                                 conversion->flags);
        if (result == WR_OK && conversion->options->written)
            wr_bytes_print(conversion->options->written, "%s\n", path);
    }
    if (result == WR_OK && conversion->options->durable)
        result = wr_staging_sync(conversion->context, stating->staging);
    return result;
}

static enum wr_result write_states(struct wr_conversion *conversion,
                                   const struct wr_walkmesh_set *set)
{
    struct stating stating = {.conversion = conversion};
    char *folder = wr_path_folder(conversion->arena, conversion->to);
    enum wr_result result = folder
                                ? wr_staging_make(conversion->context, folder, &stating.staging)
                                : wr_no_memory(conversion->context);
    for (int i = 0; result == WR_OK && i < WR_DOOR_STATES; i++)
        if (set->meshes[i])
            result = stage(&stating, set->meshes[i], i);
    result = wr_context_commit(conversion->context, result);
    if (result == WR_OK)
        result = move_all(&stating);
    wr_staging_drop(stating.staging);
    conversion->written = true;
    return result;
}

enum wr_result wr_convert_write_set(struct wr_conversion *conversion,
                                    const struct wr_walkmesh_set *set, bool numbered,
                                    struct wr_bytes *out)
{
    bool binary = conversion->form & (WR_FORM_WOK | WR_FORM_PWK | WR_FORM_DWK);
    bool several = conversion->form & (WR_FORM_DWK | WR_FORM_OBJ) && numbered;
    if (conversion->form & (WR_FORM_GLTF | WR_FORM_GLB))
        return write_scene(conversion, set, out);
    if (conversion->form == WR_FORM_MDL || (binary && conversion->options->text))
        return write_text(conversion, set, out);
    return several ? write_states(conversion, set) : append(conversion, wr_set_first(set), out);
}
