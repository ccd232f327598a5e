/* From the nodes of a text to walkmeshes: which node is what, in whose coordinates it stands,
 * and which faces its links count. Source: formats/ascii-wok. */
#include "core/ascii/ascii.h"

#include "core/ascii/poses.h"
#include "core/base/path.h"
#include "core/walkmesh/surfaces.h"
#include "core/walkmesh/weld.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct making {
    struct wr_context *context;
    struct wr_arena *arena, *scratch;
    const struct wr_ascii *ascii;
    const struct wr_surfaces *surfaces;
    struct wr_walkmesh_set *set;
    const wr_ascii_node *chosen[WR_DOOR_STATES];
    wr_vec3 hooks[WR_DOOR_STATES][2];
};

static wr_where place_of(const struct making *making, const wr_ascii_node *node)
{
    const struct wr_source *source = making->ascii->source;
    return wr_at(source, (size_t)((const uint8_t *)node->at.data - source->data));
}

/* ---- Which node is what --------------------------------------------------------------------
 */

static bool ends_in(wr_view name, const char *end)
{
    wr_view sought = wr_view_of(end);
    return name.size >= sought.size &&
           wr_view_same((wr_view){name.data + name.size - sought.size, sought.size}, sought);
}

/* What the name of the file says, as x.pwk, x.pwk.ascii and x-ascii.pwk do. */
static enum wr_walkmesh_kind kind_of_file(const char *path)
{
    wr_view name = wr_view_of(wr_path_name(path));
    if (ends_in(name, ".ascii"))
        name.size -= strlen(".ascii");
    return ends_in(name, ".pwk") ? WR_PWK : ends_in(name, ".dwk") ? WR_DWK : WR_WOK;
}

/* Nodes of a door and of a placeable have names or parents that say so. */
static enum wr_walkmesh_kind kind_of(const struct wr_ascii *ascii)
{
    bool placeable = false;
    if (ascii->model || ascii->local)
        return WR_WOK;
    for (uint32_t i = 0; i < ascii->node_count; i++) {
        struct wr_set_part part;
        const wr_ascii_node *node = &ascii->nodes[i];
        bool named = wr_set_part_of(node->name, node->counts, &part);
        if (named && part.kind == WR_DWK)
            return WR_DWK;
        placeable |= (named && part.kind == WR_PWK) || ends_in(node->parent, "_pwk");
    }
    return placeable ? WR_PWK : kind_of_file(ascii->source->name);
}

/* The name of a model, which nodes of walkmeshes have for a parent: "x_pwk". */
static const char *name_of(const struct making *making, const wr_ascii_node *node)
{
    wr_view name = making->ascii->name.size > 0 ? making->ascii->name : node->parent;
    static const char *const ends[] = {"_pwk", "_dwk"};
    for (int i = 0; i < 2; i++)
        if (name.size > strlen(ends[i]) && ends_in(name, ends[i]))
            name.size -= strlen(ends[i]);
    return wr_arena_text(making->arena, name.data ? name.data : "", name.size);
}

static void warn_passed(const struct making *making, const wr_ascii_node *node)
{
    wr_warn(making->context, place_of(making, node), "ascii-passed-over",
            "one walkmesh is read: that of the node `..._wg`, or else the first",
            "'%.*s' is a second walkmesh, and is passed over",
            (int)(node->name.size < 40 ? node->name.size : 40), node->name.data);
}

/* The first mesh is taken, but for one whose name says that it is the walkmesh. */
static void choose_mesh(struct making *making, const wr_ascii_node *node,
                        const struct wr_set_part *part, bool named)
{
    uint32_t state = making->set->kind == WR_DWK ? part->state : 0;
    struct wr_set_part other;
    const wr_ascii_node **chosen = &making->chosen[state];
    bool better = *chosen && named && !wr_set_part_of((*chosen)->name, true, &other);
    if (*chosen)
        warn_passed(making, better ? *chosen : node);
    if (!*chosen || better)
        *chosen = node;
}

static void choose(struct making *making)
{
    bool door = making->set->kind == WR_DWK;
    for (uint32_t i = 0; i < making->ascii->node_count; i++) {
        struct wr_set_part part;
        const wr_ascii_node *node = &making->ascii->nodes[i];
        bool named = wr_set_part_of(node->name, node->counts, &part);
        if (node->counts)
            choose_mesh(making, node, &part, named);
        else if (named && part.hook > 0 && (part.kind == WR_DWK) == door &&
                 making->set->kind != WR_WOK)
            making->hooks[part.state][part.hook - 1] = node->position;
    }
}

/* ---- Coordinates ---------------------------------------------------------------------------
 */

/* A room's vertices stand in the area already; MDLOps and MDLedit read past a placeable's turn,
 * so that it is to be in the vertices. False where they stay as they are. */
static bool pose_of(const struct making *making, const wr_ascii_node *node, wr_affine *out)
{
    bool local = making->ascii->local;
    *out = wr_ascii_pose(node);
    for (int i = 0; i < 3 && !local; i++)
        out->m[i][3] = 0;
    return local || (making->set->kind != WR_WOK && node->angle != 0);
}

/* NULL for a pose: vertices stay as they are, signs of zeros too. */
static void fill(const struct making *making, const wr_ascii_node *node, const wr_affine *pose,
                 struct wr_walkmesh *mesh)
{
    const struct wr_ascii *ascii = making->ascii;
    for (uint32_t v = 0; v < node->verts; v++) {
        wr_vec3 vertex = ascii->vertices[node->first_vertex + v];
        mesh->vertices[v] = pose ? wr_narrow(wr_affine_point(pose, wr_widen(vertex))) : vertex;
    }
    for (uint32_t f = 0; f < node->faces; f++) {
        mesh->faces[f] = ascii->faces[node->first_face + f];
        mesh->materials[f] = ascii->materials[node->first_face + f];
    }
}

/* ---- Links ---------------------------------------------------------------------------------
 */

static int by_edge(const void *a, const void *b)
{
    const wr_edge *x = a, *y = b;
    if (x->edge != y->edge)
        return x->edge < y->edge ? -1 : 1;
    return (x->transition > y->transition) - (x->transition < y->transition);
}

/* Those on faces that are there, sorted, one an edge. */
static enum wr_result list_marks(struct making *making, const wr_ascii_node *node,
                                 struct wr_marks *out)
{
    uint32_t count = 0, kept = 0;
    *out = (struct wr_marks){.items = WR_TAKE(making->scratch, wr_edge, node->link_count)};
    if (!out->items)
        return wr_no_memory(making->context);
    for (uint32_t i = 0; i < node->link_count; i++) {
        const uint32_t *link = &making->ascii->links[2 * (size_t)(node->first_link + i)];
        if (link[0] / 3 < node->faces)
            out->items[count++] = (wr_edge){link[0], (int32_t)link[1]};
    }
    if (count > 0)
        qsort(out->items, count, sizeof *out->items, by_edge);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || out->items[kept - 1].edge != out->items[i].edge)
            out->items[kept++] = out->items[i];
    out->count = kept;
    return WR_OK;
}

static enum wr_result derive(struct making *making, const wr_ascii_node *node,
                             struct wr_walkmesh *mesh, const struct wr_marks *marks,
                             uint32_t *dropped)
{
    return wr_walkmesh_derive(making->context, making->scratch, mesh, marks,
                              place_of(making, node), dropped);
}

/* MDLOps counts the faces of a room as they are sorted, KOTORMax as they are listed: where more
 * links have an open edge the second way, that is how they are meant. */
static enum wr_result derive_linked(struct making *making, const wr_ascii_node *node,
                                    struct wr_walkmesh *mesh, const struct wr_marks *sorted,
                                    const struct wr_marks *listed, uint32_t *dropped)
{
    uint32_t otherwise = 0;
    enum wr_result result = derive(making, node, mesh, sorted, dropped);
    if (result != WR_OK || *dropped == 0)
        return result;
    result = derive(making, node, mesh, listed, &otherwise);
    if (result != WR_OK || otherwise >= *dropped)
        return result == WR_OK ? derive(making, node, mesh, sorted, dropped) : result;
    *dropped = otherwise;
    wr_note(
        making->context, place_of(making, node), "ascii-links-listed", NULL,
        "its links count faces as they are listed, where other programs count walkable ones "
        "first");
    return WR_OK;
}

/* ---- Meshes --------------------------------------------------------------------------------
 */

static enum wr_result weld(struct making *making, const wr_ascii_node *node,
                           struct wr_walkmesh *mesh, struct wr_marks *marks)
{
    uint32_t dropped;
    enum wr_result result =
        wr_walkmesh_weld(making->context, making->scratch, mesh, marks, NULL, &dropped);
    if (result == WR_OK && dropped > 0)
        wr_warn(making->context, place_of(making, node), "ascii-dropped", NULL,
                "%" PRIu32 " faces without area were left out", dropped);
    return result;
}

static enum wr_result finish_room(struct making *making, const wr_ascii_node *node,
                                  struct wr_walkmesh *mesh)
{
    bool unwelded = making->ascii->model || making->ascii->local;
    struct wr_marks listed, sorted;
    uint32_t dropped = 0;
    enum wr_result result = list_marks(making, node, &listed);
    uint32_t lost = node->link_count - listed.count;
    if (result == WR_OK && unwelded)
        result = weld(making, node, mesh, &listed);
    if (result != WR_OK)
        return result;
    sorted = listed;
    sorted.items =
        wr_arena_copy(making->scratch, listed.items, listed.count, sizeof *listed.items);
    if (!sorted.items)
        return wr_no_memory(making->context);
    result = wr_walkmesh_sort(making->context, making->scratch, mesh,
                              making->surfaces->walkable, &listed);
    if (result == WR_OK)
        result =
            derive_linked(making, node, mesh, unwelded ? &listed : &sorted, &listed, &dropped);
    if (result == WR_OK && lost + dropped > 0)
        wr_warn(making->context, place_of(making, node), "ascii-links-dropped",
                "a link lies on the border of what can be walked: edge 3 * face + side",
                "%" PRIu32
                " links to rooms are left out: no open edge of a walkable face is there",
                lost + dropped);
    return result;
}

static enum wr_result check_finite(struct making *making, const wr_ascii_node *node,
                                   const struct wr_walkmesh *mesh)
{
    bool finite = wr_vec3_finite(mesh->position);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        finite &= wr_vec3_finite(mesh->vertices[v]);
    return finite ? WR_OK
                  : wr_fail(making->context, WR_INVALID, place_of(making, node), "ascii-far",
                            "move it near the origin",
                            "part of it lies beyond all numbers of a walkmesh");
}

static enum wr_result make_mesh(struct making *making, const wr_ascii_node *node,
                                const wr_affine *pose, wr_vec3 position,
                                struct wr_walkmesh **out)
{
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(making->arena, making->set->kind, node->verts, node->faces);
    if (!mesh)
        return wr_no_memory(making->context);
    mesh->position = position;
    fill(making, node, pose, mesh);
    enum wr_result result = check_finite(making, node, mesh);
    if (result != WR_OK)
        return result;
    *out = mesh;
    return mesh->kind == WR_WOK ? finish_room(making, node, mesh)
                                : derive(making, node, mesh, NULL, NULL);
}

static void put_hooks(struct making *making, int state)
{
    struct wr_walkmesh *mesh = making->set->meshes[state];
    for (int i = 0; mesh && i < 2; i++) {
        mesh->relative_hooks[i] = making->hooks[state][i];
        mesh->absolute_hooks[i] = wr_set_absolute_hook(mesh, i);
    }
}

static enum wr_result make_placed(struct making *making)
{
    enum wr_result result = WR_OK;
    for (int i = 0; result == WR_OK && i < WR_DOOR_STATES; i++)
        if (making->chosen[i]) {
            const wr_ascii_node *node = making->chosen[i];
            wr_affine pose;
            bool moved = pose_of(making, node, &pose);
            result = make_mesh(making, node, moved ? &pose : NULL, node->position,
                               &making->set->meshes[i]);
            if (result == WR_OK)
                put_hooks(making, i);
        }
    return result;
}

/* A model's walkmesh stands where its parents and the layout put it. */
static enum wr_result make_of_model(struct making *making)
{
    const wr_ascii_node *node = making->chosen[0];
    const struct wr_ascii *ascii = making->ascii;
    wr_affine *poses = wr_ascii_poses(making->context, making->scratch, ascii), pose;
    if (!poses)
        return wr_context_whole(making->context, wr_no_memory(making->context));
    pose = poses[node - ascii->nodes];
    wr_vec3 position =
        wr_vec3_of((float)pose.m[0][3], (float)pose.m[1][3], (float)pose.m[2][3]);
    const float layout[3] = {ascii->layout.x, ascii->layout.y, ascii->layout.z};
    for (int i = 0; i < 3; i++)
        pose.m[i][3] += layout[i];
    if (!ascii->placed)
        wr_warn(making->context, place_of(making, node), "ascii-not-placed",
                "write `layoutposition x y z` below `beginmodelgeom`, as the LYT has it",
                "the model does not say where it stands in the area: its walkmesh stands about "
                "the model's own origin");
    return make_mesh(making, node, &pose, position, &making->set->meshes[0]);
}

static enum wr_result make_all(struct making *making)
{
    const struct wr_ascii *ascii = making->ascii;
    const wr_ascii_node *first = NULL;
    making->set->kind = kind_of(ascii);
    choose(making);
    for (int i = 0; i < WR_DOOR_STATES && !first; i++)
        first = making->chosen[i];
    if (!first)
        return wr_fail(making->context, WR_INVALID, wr_at(ascii->source, WR_WHOLE_FILE),
                       "ascii-empty",
                       ascii->model ? "a room's is a `node aabb`" : "it is a `node trimesh`",
                       "the text has no walkmesh");
    making->set->name = name_of(making, first);
    if (!making->set->name)
        return wr_no_memory(making->context);
    return ascii->model ? make_of_model(making) : make_placed(making);
}

enum wr_result wr_ascii_walkmeshes(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_ascii *ascii, const wr_surfaces *surfaces,
                                   struct wr_walkmesh_set *out)
{
    struct making making = {.context = context,
                            .arena = arena,
                            .scratch = wr_arena_create(),
                            .ascii = ascii,
                            .surfaces = surfaces,
                            .set = out};
    *out = (struct wr_walkmesh_set){0};
    enum wr_result result = making.scratch ? make_all(&making) : wr_no_memory(context);
    wr_arena_destroy(making.scratch);
    return result;
}
