/* Walkmeshes, of whatever has a floor. */
#include "builder/convert/floors.h"
#include "builder/bake/floor.h"
#include "builder/convert/areas.h"
#include "builder/inspect/kinds_ascii.h"
#include "builder/inspect/kinds_scene.h"

#include "core/aswm/floors.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/format/obj.h"

#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------
 */

static size_t cut_end(const char *name, size_t size, const char *end)
{
    size_t tail = strlen(end);
    wr_view last = {name + size - (size > tail ? tail : 0), tail};
    return size > tail && wr_view_same(last, wr_view_of(end)) ? size - tail : size;
}

/* How long a name is without what says which kind of file it is. */
static size_t stem_of(const char *name)
{
    size_t size = cut_end(name, strlen(name), ".ascii");
    for (size_t i = size; i-- > 1;)
        if (name[i] == '.') {
            size = i;
            break;
        }
    return cut_end(name, size, "-ascii");
}

enum wr_door_state wr_convert_state(const char *path, size_t *digit)
{
    const char *name = wr_path_name(path);
    size_t size = stem_of(name);
    char last = size > 1 ? name[size - 1] : ' ';
    if (last < '0' || last >= '0' + WR_DOOR_STATES)
        return WR_DOOR_STATES;
    if (digit)
        *digit = (size_t)(name - path) + size - 1;
    return (enum wr_door_state)(last - '0');
}

const char *wr_convert_model(struct wr_arena *arena, const char *path, bool door)
{
    const char *name = wr_path_name(path);
    size_t size = stem_of(name);
    size -= door && wr_convert_state(path, NULL) < WR_DOOR_STATES;
    char *out = wr_arena_text(arena, size > 0 ? name : "walkmesh", size > 0 ? size : 8);
    for (char *c = out; c && *c; c++)
        if ((unsigned char)*c <= ' ' || *c == '#')
            *c = '_';
    return out;
}

/* ---- Reading -------------------------------------------------------------------------------
 */

/* The triangles of an area as a walkmesh, which is the caller's to free. */
static enum wr_result mesh_of_area(struct wr_conversion *conversion, struct wr_aswm_area *area,
                                   struct wr_walkmesh **out)
{
    wr_triangles triangles;
    enum wr_result result = wr_convert_change_area(conversion, area);
    if (result == WR_OK)
        result =
            wr_aswm_triangles(conversion->context, conversion->arena, &area->mesh, &triangles);
    return result == WR_OK ? wr_walkmesh_make(conversion->context, WR_WOK, &triangles,
                                              &conversion->surfaces, out)
                           : result;
}

/* Of what has a floor and is no walkmesh; `made` is the caller's to free. */
static enum wr_result read_floor(struct wr_conversion *conversion, struct wr_walkmesh_set *out,
                                 struct wr_walkmesh **made)
{
    struct wr_context *context = conversion->context;
    struct wr_bake_floor floor;
    enum wr_result result =
        wr_bake_floor_read(context, conversion->arena, conversion->from, &conversion->surfaces,
                           conversion->options->up, &floor);
    if (result == WR_OK && floor.kind == WR_BAKE_LEVEL)
        result = wr_bake_floor_stand(context, conversion->arena, &conversion->surfaces, &floor);
    if (result == WR_OK && floor.kind == WR_BAKE_AREA)
        result = mesh_of_area(conversion, &floor.area, made);
    out->kind = WR_WOK;
    if (result == WR_OK)
        out->meshes[0] = *made ? *made : floor.mesh;
    return result;
}

/* All tables are made anew; a placeable's and a door's faces keep their order. */
static enum wr_result read_binary(struct wr_conversion *conversion,
                                  const struct wr_source *source, struct wr_walkmesh **out)
{
    struct wr_context *context = conversion->context;
    wr_where where = wr_at(source, WR_WHOLE_FILE);
    if (wr_bwm_kind(source) == WR_WOK)
        return wr_bwm_read_room(context, conversion->arena, source, &conversion->surfaces, out);
    enum wr_result result = wr_bwm_read(context, conversion->arena, source, out);
    return result == WR_OK
               ? wr_walkmesh_derive(context, conversion->arena, *out, NULL, where, NULL)
               : result;
}

/* The file of another state beside the one that is read, if there is one. */
static enum wr_result read_beside(struct wr_conversion *conversion, size_t digit,
                                  struct wr_walkmesh_set *set, int state)
{
    char *path = wr_arena_text(conversion->arena, conversion->from, strlen(conversion->from));
    struct wr_source *source = WR_TAKE(conversion->arena, struct wr_source, 1);
    if (!path || !source)
        return wr_no_memory(conversion->context);
    path[digit] = (char)('0' + state);
    if (!wr_file_exists(conversion->context, path))
        return WR_OK;
    enum wr_result result = wr_file_read(conversion->context, conversion->arena, path, source);
    source->binary = true;
    return result == WR_OK ? read_binary(conversion, source, &set->meshes[state]) : result;
}

/* A door's file is one state; a name without a number stands for all of them. */
static enum wr_result read_walkmesh(struct wr_conversion *conversion,
                                    struct wr_walkmesh_set *set)
{
    size_t digit;
    struct wr_walkmesh *mesh;
    enum wr_result result = read_binary(conversion, &conversion->file.source, &mesh);
    if (result != WR_OK)
        return result;
    enum wr_door_state state = wr_convert_state(conversion->from, &digit);
    set->kind = mesh->kind;
    bool numbered = mesh->kind == WR_DWK && state < WR_DOOR_STATES;
    set->meshes[numbered ? state : 0] = mesh;
    bool all = numbered && wr_convert_state(conversion->to, NULL) == WR_DOOR_STATES &&
               !(conversion->form & (WR_FORM_WOK | WR_FORM_PWK | WR_FORM_MDL));
    for (int i = 0; result == WR_OK && all && i < WR_DOOR_STATES; i++)
        if (i != (int)state)
            result = read_beside(conversion, digit, set, i);
    return result;
}

static enum wr_result read_set(struct wr_conversion *conversion, struct wr_walkmesh_set *set,
                               struct wr_walkmesh **made)
{
    const char *kind = conversion->kind ? conversion->kind->name : "";
    struct wr_context *context = conversion->context;
    if (strcmp(kind, "walkmesh") == 0)
        return read_walkmesh(conversion, set);
    if (strcmp(kind, "walkmesh text") == 0)
        return wr_obj_read_up(context, conversion->arena, &conversion->file.source,
                              &conversion->surfaces, conversion->options->up, &set->meshes[0]);
    if (strcmp(kind, "ASCII walkmesh") == 0 || strcmp(kind, "ASCII model") == 0)
        return wr_kind_walkmeshes_of_ascii(context, &conversion->file, set);
    if (strcmp(kind, "glTF") == 0)
        return wr_kind_walkmeshes_of_gltf(context, &conversion->file,
                                          wr_convert_paint(conversion), set);
    return read_floor(conversion, set, made);
}

/* ---- What is asked for ---------------------------------------------------------------------
 */

static uint32_t count_links(const struct wr_walkmesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        count += mesh->edges[i].transition >= 0;
    return count;
}

static uint32_t count_hooks(const struct wr_walkmesh *mesh)
{
    wr_vec3 none = {0, 0, 0};
    return !wr_vec3_same(mesh->relative_hooks[0], none) +
           (uint32_t)!wr_vec3_same(mesh->relative_hooks[1], none);
}

/* Of doors, the state that the name asks for. */
static enum wr_result choose_state(struct wr_conversion *conversion,
                                   struct wr_walkmesh_set *set)
{
    enum wr_door_state state = wr_convert_state(conversion->to, NULL);
    struct wr_walkmesh *mesh = wr_set_first(set);
    if (state == WR_DOOR_STATES)
        return WR_OK;
    if (wr_set_count(set) > 1)
        mesh = set->meshes[state];
    if (!mesh)
        return wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-door",
                       "0 is a closed door, 1 and 2 are open ones; without a number all are "
                       "written",
                       "there is no walkmesh of the state %d", (int)state);
    memset(set->meshes, 0, sizeof set->meshes);
    set->meshes[state] = mesh;
    return WR_OK;
}

static enum wr_walkmesh_kind wanted_kind(const struct wr_conversion *conversion,
                                         enum wr_walkmesh_kind has)
{
    switch (conversion->form) {
    case WR_FORM_WOK:
    case WR_FORM_MDL:
    case WR_FORM_OBJ: /* its vertices stand nowhere else */
        return WR_WOK;
    case WR_FORM_PWK:
        return WR_PWK;
    case WR_FORM_DWK:
        return WR_DWK;
    default:
        return has;
    }
}

static enum wr_result become(struct wr_conversion *conversion, struct wr_walkmesh_set *set)
{
    enum wr_walkmesh_kind kind = wanted_kind(conversion, set->kind);
    bool obj = conversion->form == WR_FORM_OBJ, room = kind == WR_WOK;
    const char *place = obj    ? "an OBJ has"
                        : room ? "the walkmesh of a room has"
                               : "the walkmesh of a placeable or door has";
    enum wr_result result = WR_OK;
    for (int i = 0; result == WR_OK && i < WR_DOOR_STATES; i++) {
        struct wr_walkmesh *mesh = set->meshes[i];
        if (!mesh)
            continue;
        wr_convert_leave_out(conversion, obj || !room ? count_links(mesh) : 0, place,
                             "links to other rooms");
        wr_convert_leave_out(conversion, room ? count_hooks(mesh) : 0, place, "use hooks");
        if (kind != mesh->kind)
            result = wr_walkmesh_become(conversion->context, mesh, kind, &conversion->surfaces,
                                        conversion->where);
    }
    set->kind = kind;
    return result;
}

/* A placeable and a room are no door, which alone has states. */
static enum wr_result check_states(struct wr_conversion *conversion,
                                   const struct wr_walkmesh_set *set)
{
    bool one = conversion->form & (WR_FORM_WOK | WR_FORM_PWK | WR_FORM_MDL);
    return one && wr_set_count(set) > 1
               ? wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-door",
                         "name a .dwk, or convert the file of one state",
                         "a door of several states does not become one walkmesh")
               : WR_OK;
}

/* Texts and scenes name the states of a door, and so do files with a number; whoever asks for
 * one of them gets it alone. */
static bool has_states(const struct wr_conversion *conversion)
{
    bool binary = strcmp(conversion->kind->name, "walkmesh") == 0;
    return wr_convert_state(conversion->to, NULL) == WR_DOOR_STATES &&
           (!binary || wr_convert_state(conversion->from, NULL) < WR_DOOR_STATES);
}

/* A text says what its model is called, and all others are called as their files. */
static enum wr_result name_set(struct wr_conversion *conversion, bool door,
                               struct wr_walkmesh_set *set)
{
    if (!set->name || *set->name == '\0')
        set->name = wr_convert_model(conversion->arena, conversion->from, door);
    return set->name ? WR_OK : wr_no_memory(conversion->context);
}

enum wr_result wr_convert_floor(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_walkmesh_set set = {.kind = WR_WOK};
    struct wr_walkmesh *made = NULL;
    enum wr_result result = read_set(conversion, &set, &made);
    bool door = set.kind == WR_DWK;
    bool numbered = door && has_states(conversion);
    if (result == WR_OK)
        result = check_states(conversion, &set);
    if (result == WR_OK && (door || conversion->form == WR_FORM_DWK))
        result = choose_state(conversion, &set);
    if (result == WR_OK)
        result = name_set(conversion, door, &set);
    if (result == WR_OK)
        result = become(conversion, &set);
    if (result == WR_OK)
        result = wr_convert_write_set(conversion, &set, numbered, out);
    wr_walkmesh_free(made);
    return result;
}
