/* Between scenes and sets of walkmeshes. */
#include "core/scene/set.h"

#include "core/base/bytes.h"
#include "core/scene/paint.h"
#include "core/walkmesh/surfaces.h"

#include <string.h>

/* The header of a room has a position that its vertices do not need. */
static const char position_name[] = "wok_position";

/* ---- Out of a scene ------------------------------------------------------------------------
 */

struct sorting {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_scene_floor *floor;
    wr_where where;
    const wr_surfaces *surfaces;
    struct wr_scene scene;     /* the floor's, with nodes that are moved */
    struct wr_set_part *parts; /* one a node: its own, or that of the node it stands below */
    uint32_t *tops;            /* which node that is; WR_SCENE_NONE: none */
    bool meshes_named;
    struct wr_walkmesh_set *set;
};

/* Parents come before their children. */
static enum wr_walkmesh_kind name_nodes(struct sorting *s)
{
    bool door = false, placeable = false;
    for (uint32_t i = 0; i < s->scene.node_count; i++) {
        const wr_scene_node *node = &s->scene.nodes[i];
        bool below = node->parent != WR_SCENE_NONE;
        s->tops[i] = i;
        if (wr_set_part_of(wr_view_of(node->name), node->mesh != WR_SCENE_NONE, &s->parts[i])) {
            door |= s->parts[i].kind == WR_DWK;
            placeable |= s->parts[i].kind == WR_PWK;
            s->meshes_named |= s->parts[i].hook == 0;
            continue;
        }
        s->tops[i] = below ? s->tops[node->parent] : WR_SCENE_NONE;
        if (below)
            s->parts[i] = s->parts[node->parent];
    }
    return door ? WR_DWK : placeable ? WR_PWK : WR_WOK;
}

/* Whether what a node shows belongs to a mesh of the set. */
static bool belongs(const struct sorting *s, uint32_t node, enum wr_door_state state)
{
    bool named = s->tops[node] != WR_SCENE_NONE && s->parts[node].hook == 0;
    if (s->set->kind == WR_DWK)
        return named && s->parts[node].kind == WR_DWK && s->parts[node].state == state;
    return s->set->kind == WR_WOK || named || !s->meshes_named;
}

static wr_vec3 place_of(const wr_scene_node *node)
{
    const double(*m)[4] = node->world.m;
    return wr_vec3_of((float)m[0][3], (float)m[1][3], (float)m[2][3]);
}

/* The nodes of one mesh, about the place of the one that has its name. */
static uint32_t list_nodes(struct sorting *s, enum wr_door_state state, uint32_t *out,
                           wr_vec3 *position)
{
    uint32_t count = 0;
    bool found = false;
    double about[3] = {0, 0, 0}; /* as the file has it: more than a float32 holds */
    for (uint32_t i = 0; i < s->floor->node_count; i++) {
        uint32_t at = s->floor->nodes[i];
        if (!belongs(s, at, state))
            continue;
        wr_scene_node *node = &s->scene.nodes[at];
        if (!found && s->set->kind != WR_WOK && s->tops[at] == at) {
            found = true;
            *position = place_of(node);
            for (int k = 0; k < 3; k++)
                about[k] = node->world.m[k][3];
        }
        for (int k = 0; k < 3; k++)
            node->world.m[k][3] -= about[k];
        out[count++] = at;
    }
    return count;
}

static enum wr_result make_mesh(struct sorting *s, enum wr_door_state state, uint32_t *dropped)
{
    uint32_t *nodes = WR_TAKE(s->arena, uint32_t, s->floor->node_count), lost = 0;
    wr_vec3 position = {0, 0, 0};
    struct wr_walkmesh *mesh;
    if (!nodes)
        return wr_no_memory(s->context);
    struct wr_scene_floor floor = *s->floor;
    floor.scene = &s->scene;
    floor.nodes = nodes;
    floor.node_count = list_nodes(s, state, nodes, &position);
    if (floor.node_count == 0 && s->set->kind == WR_DWK)
        return WR_OK;
    enum wr_result result =
        wr_scene_walkmesh(s->context, s->arena, &floor, s->where, s->surfaces, &lost, &mesh);
    if (result == WR_OK && s->set->kind != WR_WOK)
        result = wr_walkmesh_become(s->context, mesh, s->set->kind, s->surfaces, s->where);
    if (result != WR_OK)
        return result;
    mesh->position = position;
    *dropped += lost;
    s->set->meshes[state] = mesh;
    return WR_OK;
}

static void put_hooks(struct sorting *s)
{
    for (uint32_t i = 0; i < s->floor->node_count; i++) {
        const wr_scene_node *node = &s->floor->scene->nodes[s->floor->nodes[i]];
        const struct wr_set_part *part = &s->parts[s->floor->nodes[i]];
        struct wr_walkmesh *mesh = s->set->meshes[part->state];
        wr_view name = wr_name_stem(wr_view_of(node->name));
        if (s->set->kind == WR_WOK && mesh && wr_view_same(name, wr_view_of(position_name)))
            mesh->position = place_of(node);
        if (s->tops[s->floor->nodes[i]] != s->floor->nodes[i] || part->hook == 0 || !mesh ||
            part->kind != s->set->kind)
            continue;
        mesh->relative_hooks[part->hook - 1] = place_of(node);
        mesh->absolute_hooks[part->hook - 1] = wr_set_absolute_hook(mesh, (int)part->hook - 1);
    }
}

enum wr_result wr_scene_walkmeshes(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_scene_floor *floor, wr_where where,
                                   const wr_surfaces *surfaces, uint32_t *dropped,
                                   struct wr_walkmesh_set *out)
{
    struct sorting s = {.context = context,
                        .arena = arena,
                        .floor = floor,
                        .where = where,
                        .surfaces = surfaces,
                        .scene = *floor->scene,
                        .set = out};
    *out = (struct wr_walkmesh_set){0};
    *dropped = 0;
    s.scene.nodes =
        wr_arena_copy(arena, s.scene.nodes, s.scene.node_count, sizeof *s.scene.nodes);
    s.parts = WR_ZERO(arena, struct wr_set_part, s.scene.node_count);
    s.tops = WR_TAKE(arena, uint32_t, s.scene.node_count);
    if (!s.scene.nodes || !s.parts || !s.tops)
        return wr_no_memory(context);
    out->kind = name_nodes(&s);
    enum wr_result result = WR_OK;
    for (int i = 0; result == WR_OK && i < (out->kind == WR_DWK ? WR_DOOR_STATES : 1); i++)
        result = make_mesh(&s, (enum wr_door_state)i, dropped);
    if (result == WR_OK)
        put_hooks(&s);
    return result;
}

/* ---- Into a scene --------------------------------------------------------------------------
 */

enum { NODES_A_MESH = 3 };

struct laying {
    struct wr_arena *arena;
    const struct wr_walkmesh_set *set;
    enum wr_scene_paint paint;
    struct wr_scene *scene;
    uint32_t unpainted;
    bool failed;
};

static void add_node(struct laying *l, const char *name, wr_vec3 place, uint32_t mesh)
{
    wr_affine own = wr_affine_none();
    own.m[0][3] = place.x;
    own.m[1][3] = place.y;
    own.m[2][3] = place.z;
    l->failed |= !name;
    l->scene->nodes[l->scene->node_count++] = (wr_scene_node){
        .name = name, .parent = WR_SCENE_NONE, .mesh = mesh, .own = own, .world = own};
}

static const char *name_part(struct laying *l, const struct wr_set_part *part)
{
    struct wr_bytes name = {0};
    wr_set_part_write(l->set, part, &name);
    const char *out =
        name.failed ? NULL : wr_arena_text(l->arena, (const char *)name.data, name.size);
    wr_bytes_finish(&name);
    return out;
}

static void add_hooks(struct laying *l, const struct wr_walkmesh *mesh, struct wr_set_part part)
{
    wr_vec3 none = {0, 0, 0};
    for (part.hook = 1; part.hook <= 2; part.hook++) {
        wr_vec3 hook = mesh->relative_hooks[part.hook - 1];
        bool optional = part.kind == WR_DWK && part.hook == 2;
        if (!optional || !wr_vec3_same(hook, none))
            add_node(l, name_part(l, &part), hook, WR_SCENE_NONE);
    }
}

static void add_mesh(struct laying *l, enum wr_door_state state)
{
    const struct wr_walkmesh *from = l->set->meshes[state];
    const struct wr_set_part part = {.kind = l->set->kind, .state = state};
    bool room = part.kind == WR_WOK;
    wr_vec3 none = {0, 0, 0};
    wr_scene_mesh *mesh = &l->scene->meshes[l->scene->mesh_count];
    mesh->name = room ? wr_set_name(l->set) : name_part(l, &part);
    l->failed |= !wr_scene_of_walkmesh(l->arena, from, mesh);
    if (!l->failed && l->paint && room)
        l->failed |= !wr_scene_paint_links(l->arena, l->paint, mesh, &l->unpainted);
    if (mesh->part_count > 0) /* a mesh of glTF has some */
        add_node(l, mesh->name, room ? none : from->position, l->scene->mesh_count++);
    else
        add_node(l, mesh->name, room ? none : from->position, WR_SCENE_NONE);
    if (!room)
        add_hooks(l, from, part);
    else if (!wr_vec3_same(from->position, none))
        add_node(l, position_name, from->position, WR_SCENE_NONE);
}

struct wr_scene *wr_scene_of_set(struct wr_arena *arena, const struct wr_walkmesh_set *set,
                                 enum wr_scene_paint paint, uint32_t *unpainted)
{
    struct laying l = {.arena = arena, .set = set, .paint = paint};
    l.scene = WR_ZERO(arena, struct wr_scene, 1);
    if (!l.scene)
        return NULL;
    l.scene->nodes = WR_ZERO(arena, wr_scene_node, WR_DOOR_STATES * NODES_A_MESH);
    l.scene->meshes = WR_ZERO(arena, wr_scene_mesh, WR_DOOR_STATES);
    l.scene->materials = wr_scene_surfaces(arena);
    l.scene->material_count = WR_SURFACE_COUNT;
    if (!l.scene->nodes || !l.scene->meshes || !l.scene->materials)
        return NULL;
    for (int i = 0; i < WR_DOOR_STATES; i++)
        if (set->meshes[i])
            add_mesh(&l, (enum wr_door_state)i);
    *unpainted = l.unpainted;
    return l.failed ? NULL : l.scene;
}
