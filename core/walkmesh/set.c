/* Sets of walkmeshes, and the names of their nodes. */
#include "core/walkmesh/set.h"

#include "core/base/math.h"
#include "core/walkmesh/surfaces.h"

#include <string.h>

static const char *const states[WR_DOOR_STATES] = {"closed", "open1", "open2"};

uint32_t wr_set_count(const struct wr_walkmesh_set *set)
{
    uint32_t count = 0;
    for (int i = 0; i < WR_DOOR_STATES; i++)
        count += set->meshes[i] != NULL;
    return count;
}

struct wr_walkmesh *wr_set_first(const struct wr_walkmesh_set *set)
{
    for (int i = 0; i < WR_DOOR_STATES; i++)
        if (set->meshes[i])
            return set->meshes[i];
    return NULL;
}

/* ---- Names ---------------------------------------------------------------------------------
 */

static bool is_at(wr_view name, size_t at, const char *word)
{
    return wr_view_same((wr_view){name.data + at, strlen(word)}, wr_view_of(word));
}

static bool ends_in(wr_view name, const char *word)
{
    size_t size = strlen(word);
    return name.size >= size && is_at(name, name.size - size, word);
}

static bool has(wr_view name, const char *word)
{
    for (size_t at = 0; at + strlen(word) <= name.size; at++)
        if (is_at(name, at, word))
            return true;
    return false;
}

static bool is_hook(wr_view name, struct wr_set_part *out)
{
    static const char *const doors[WR_DOOR_STATES][2] = {
        {"dp_closed_01", "dp_closed_02"},
        {"dp_open1_01", "dp_open1_02"},
        {"dp_open2_01", "dp_open2_02"},
    };
    static const char *const uses[][2] = {{"use01", "use_01"}, {"use02", "use_02"}};
    for (uint32_t i = 0; i < 2; i++) {
        bool used = ends_in(name, uses[i][0]) || ends_in(name, uses[i][1]);
        if (used)
            *out = (struct wr_set_part){.kind = WR_PWK, .hook = i + 1};
        for (int state = 0; state < WR_DOOR_STATES && !used; state++)
            if ((used = ends_in(name, doors[state][i])))
                *out = (struct wr_set_part){WR_DWK, (enum wr_door_state)state, i + 1};
        if (used)
            return true;
    }
    return false;
}

static bool is_door(wr_view name, struct wr_set_part *out)
{
    static const char *const doors[WR_DOOR_STATES] = {"wg_closed", "wg_open1", "wg_open2"};
    for (int state = 0; state < WR_DOOR_STATES; state++)
        if (has(name, doors[state])) {
            *out = (struct wr_set_part){.kind = WR_DWK, .state = (enum wr_door_state)state};
            return true;
        }
    return false;
}

bool wr_set_part_named(wr_view name, struct wr_set_part *out)
{
    wr_view stem = wr_name_stem(name);
    *out = (struct wr_set_part){.kind = WR_WOK};
    if (is_hook(stem, out) || is_door(stem, out))
        return true;
    out->kind = ends_in(stem, "_pwk_wg") ? WR_PWK : WR_WOK;
    return has(stem, "_wg");
}

bool wr_set_part_of(wr_view name, bool has_mesh, struct wr_set_part *out)
{
    if (wr_set_part_named(name, out) && !(has_mesh && out->hook > 0))
        return true;
    *out = (struct wr_set_part){.kind = WR_WOK};
    return false;
}

const char *wr_set_name(const struct wr_walkmesh_set *set)
{
    struct wr_set_part part;
    wr_view name = wr_view_of(set->name);
    bool taken = wr_set_part_of(name, true, &part) && part.kind != WR_WOK;
    return taken || is_door(name, &part) || ends_in(name, "_pwk") || ends_in(name, "_dwk")
               ? "walkmesh"
               : set->name;
}

void wr_set_part_write(const struct wr_walkmesh_set *set, const struct wr_set_part *part,
                       struct wr_bytes *out)
{
    if (part->kind == WR_DWK && part->hook > 0)
        wr_bytes_print(out, "md_DWK_dp_%s_0%u", states[part->state], (unsigned)part->hook);
    else if (part->kind == WR_DWK)
        wr_bytes_print(out, "md_DWK_wg_%s", states[part->state]);
    else if (part->hook > 0)
        wr_bytes_print(out, "pwk_use0%u", (unsigned)part->hook);
    else
        wr_bytes_print(out, "%s_wg", wr_set_name(set));
}

/* ---- Kinds ---------------------------------------------------------------------------------
 */

wr_vec3 wr_set_absolute_hook(const struct wr_walkmesh *mesh, int hook)
{
    wr_vec3 own = mesh->relative_hooks[hook], none = {0, 0, 0};
    if (mesh->kind != WR_DWK || wr_vec3_same(own, none))
        return none;
    return wr_narrow(wr_add(wr_widen(own), wr_widen(mesh->position)));
}

/* A room's vertices stand in the area, all others about their position. */
static void move_in(struct wr_walkmesh *mesh)
{
    wr_dvec3 place = wr_widen(mesh->position);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        mesh->vertices[v] = wr_narrow(wr_add(wr_widen(mesh->vertices[v]), place));
}

enum wr_result wr_walkmesh_become(struct wr_context *context, struct wr_walkmesh *mesh,
                                  enum wr_walkmesh_kind kind, const wr_surfaces *surfaces,
                                  wr_where where)
{
    bool room = kind == WR_WOK;
    if (room != (mesh->kind == WR_WOK)) {
        if (room)
            move_in(mesh);
        mesh->position = wr_vec3_of(0, 0, 0);
    }
    mesh->kind = kind;
    if (room)
        memset(mesh->relative_hooks, 0, sizeof mesh->relative_hooks);
    for (int i = 0; i < 2; i++)
        mesh->absolute_hooks[i] = wr_set_absolute_hook(mesh, i);
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result =
        scratch ? wr_walkmesh_sort(context, scratch, mesh, surfaces->walkable, NULL)
                : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_walkmesh_derive(context, scratch, mesh, NULL, where, NULL);
    wr_arena_destroy(scratch);
    return result;
}
