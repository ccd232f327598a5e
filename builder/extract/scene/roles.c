/* `hook_...`, `spawn_...`, `entry`: whatever their case, without the ".001" of copies. */
#include "builder/extract/scene/roles.h"
#include "builder/extract/named.h"

#include "core/walkmesh/surfaces.h"

#include <string.h>

/* A kind of marker that a name begins with; false where it is none. */
static bool find_kind(const char *name, wr_scenery_node *out)
{
    for (int kind = 0; kind < WR_MARKER_KINDS; kind++) {
        const char *word = wr_marker_kind_names[kind];
        size_t size = strlen(word);
        if (wr_named_begins(name, word) && name[size] == '_' && name[size + 1]) {
            out->role = WR_ROLE_MARKER;
            out->marker = (enum wr_marker_kind)kind;
            out->name = name + size + 1;
            return true;
        }
    }
    return false;
}

static void find_role(const char *name, wr_scenery_node *out)
{
    static const char *const doorways[] = {"hook_", "door_"};
    static const char *const entries[] = {"entry", "start"};
    out->name = name;
    for (int i = 0; i < 2; i++) {
        size_t size = strlen(entries[i]);
        if (wr_text_same(name, entries[i]) ||
            (wr_named_begins(name, entries[i]) && name[size] == '_'))
            out->role = WR_ROLE_ENTRY;
        if (wr_named_begins(name, doorways[i])) {
            out->role = WR_ROLE_HOOK;
            out->door = i == 1;
            out->name = name + strlen(doorways[i]);
        }
    }
    if (out->role == WR_ROLE_NONE)
        find_kind(name, out);
}

enum wr_result wr_scenery_roles(struct wr_taking *taking, struct wr_scenery *scenery)
{
    const struct wr_scene *scene = scenery->scene;
    scenery->nodes = WR_ZERO(taking->arena, wr_scenery_node, scene->node_count);
    if (!scenery->nodes)
        return wr_no_memory(taking->context);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        wr_view stem = wr_name_stem(wr_view_of(scene->nodes[i].name));
        const char *name = wr_arena_text(taking->arena, stem.data, stem.size);
        wr_scenery_node *out = &scenery->nodes[i];
        uint32_t parent = scene->nodes[i].parent;
        if (!name)
            return wr_no_memory(taking->context);
        out->room = WR_NONE;
        find_role(name, out);
        if (parent != WR_SCENE_NONE && scenery->nodes[parent].role != WR_ROLE_NONE)
            out->role = WR_ROLE_PART;
    }
    return WR_OK;
}

static bool is_called_walkmesh(const char *name)
{
    wr_view stem = wr_name_stem(wr_view_of(name));
    wr_view end = {stem.data + (stem.size < 4 ? 0 : stem.size - 4), stem.size < 4 ? 0 : 4};
    return wr_view_same(end, wr_view_of("_wok"));
}

bool wr_scenery_is_walkmesh(const struct wr_scenery *scenery, uint32_t node)
{
    const wr_scene_node *self = &scenery->scene->nodes[node];
    return is_called_walkmesh(self->name) ||
           (self->mesh != WR_SCENE_NONE &&
            is_called_walkmesh(scenery->scene->meshes[self->mesh].name));
}
