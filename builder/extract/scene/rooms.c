/* Which nodes are rooms, and their floors. */
#include "builder/extract/scene/rooms.h"
#include "builder/extract/made_room.h"

#include "core/walkmesh/surfaces.h"
#include "core/walkmesh/walkmesh.h"

#include <inttypes.h>
#include <string.h>

/* Square metres: less is no floor. */
#define LEAST_FLOOR 1e-4
/* Metres from the origin: a little less than a map allows. */
#define FARTHEST 99000.0f

struct rooming {
    struct wr_taking *taking;
    struct wr_scenery *scenery;
    struct wr_scene_looks looks; /* of all that is to be walked on */
    uint32_t dropped;            /* faces without area */
};

/* ---- Which nodes ------------------------------------------------------------------------- */

/* What is below a node is behind it. */
static bool measure_floors(struct rooming *r)
{
    const struct wr_scenery *scenery = r->scenery;
    const struct wr_scene *scene = scenery->scene;
    uint64_t walkable = r->taking->surfaces.walkable;
    double *floors = WR_ZERO(r->taking->arena, double, scene->node_count);
    r->scenery->floors = floors;
    for (uint32_t i = 0; floors && i < scene->node_count; i++) {
        struct wr_scene_looks own = {0};
        if (scenery->nodes[i].role == WR_ROLE_NONE)
            wr_scene_look(scene, i, scenery->surfaces, walkable, &own);
        floors[i] = own.up;
        r->looks.all += own.all;
        r->looks.down += own.down;
    }
    for (uint32_t i = scene->node_count; floors && i-- > 0;)
        if (scene->nodes[i].parent != WR_SCENE_NONE)
            floors[scene->nodes[i].parent] += floors[i];
    return floors != NULL;
}

static bool has_floor(const struct wr_scenery *scenery, uint32_t node)
{
    return scenery->floors[node] > LEAST_FLOOR;
}

/* What lies directly below a node. */
struct below {
    uint32_t nodes, last; /* how many, and the last of them */
    uint32_t floors;      /* of these with a floor in it or below */
    uint32_t holders;     /* of these without a mesh of their own */
};

/* One a node, and one for roots behind them. */
static struct below *count_below(const struct wr_taking *taking,
                                 const struct wr_scenery *scenery)
{
    const struct wr_scene *scene = scenery->scene;
    struct below *below = WR_ZERO(taking->arena, struct below, (size_t)scene->node_count + 1);
    for (uint32_t i = 0; below && i < scene->node_count; i++) {
        uint32_t parent = scene->nodes[i].parent;
        struct below *row = &below[parent == WR_SCENE_NONE ? scene->node_count : parent];
        row->nodes++;
        row->last = i;
        row->floors += has_floor(scenery, i);
        row->holders += has_floor(scenery, i) && scene->nodes[i].mesh == WR_SCENE_NONE;
    }
    return below;
}

/* What the nodes that become rooms are below: nothing, or what holds all of the scene, and in
 * it several floors or what holds one. */
static uint32_t find_wrapping(const struct wr_scenery *scenery, const struct below *below)
{
    const struct wr_scene *scene = scenery->scene;
    uint32_t wrapping = WR_SCENE_NONE;
    for (const struct below *row = &below[scene->node_count]; row->nodes == 1;) {
        uint32_t child = row->last;
        row = &below[child];
        if (scene->nodes[child].mesh != WR_SCENE_NONE || (row->floors < 2 && row->holders == 0))
            break;
        wrapping = child;
    }
    return wrapping;
}

/* "hall" of "hall_wok.001"; the area's where it has no name. */
static const char *name_of(const struct wr_taking *taking, const struct wr_scenery *scenery,
                           uint32_t node, char out[64])
{
    const wr_scene_node *self = &scenery->scene->nodes[node];
    const char *name = *self->name == '\0' && self->mesh != WR_SCENE_NONE
                           ? scenery->scene->meshes[self->mesh].name
                           : self->name;
    wr_view stem = wr_name_stem(wr_view_of(name));
    if (stem.size > 4 &&
        wr_view_same((wr_view){stem.data + stem.size - 4, 4}, wr_view_of("_wok")))
        stem.size -= 4;
    if (stem.size == 0)
        return taking->area;
    size_t size = stem.size < 63 ? stem.size : 63;
    memcpy(out, stem.data, size);
    out[size] = '\0';
    return out;
}

/* What is below a room is behind it. */
static bool number_rooms(struct rooming *r)
{
    const struct wr_scene *scene = r->scenery->scene;
    const struct below *below = count_below(r->taking, r->scenery);
    if (!below)
        return false;
    uint32_t wrapping = find_wrapping(r->scenery, below), count = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t parent = scene->nodes[i].parent;
        wr_scenery_node *node = &r->scenery->nodes[i];
        if (parent == wrapping && has_floor(r->scenery, i))
            node->room = count++;
        else if (parent != WR_SCENE_NONE)
            node->room = r->scenery->nodes[parent].room;
    }
    if (!wr_made_rooms(r->taking, count))
        return false;
    for (uint32_t i = 0, room = 0; i < scene->node_count && room < count; i++) {
        char name[64];
        if (r->scenery->nodes[i].room == room && scene->nodes[i].parent == wrapping)
            wr_made_room_name(r->taking, room++, name_of(r->taking, r->scenery, i, name));
    }
    return true;
}

/* ---- Why there is none ------------------------------------------------------------------- */

static enum wr_result refuse(const struct rooming *r)
{
    const struct wr_scenery *scenery = r->scenery;
    struct wr_context *context = r->taking->context;
    if (r->looks.down > LEAST_FLOOR)
        return wr_fail(context, WR_NOT_FOUND, scenery->where, "extract-no-rooms",
                       "turn it over (in Blender: Mesh > Normals > Flip)",
                       "what is to be walked on looks down");
    if (r->looks.all > LEAST_FLOOR)
        return wr_fail(context, WR_NOT_FOUND, scenery->where, "extract-no-rooms",
                       "turn it; of an OBJ, say which way is up: --up y, or --up z",
                       "what is to be walked on stands upright");
    const char *name =
        scenery->scene->material_count > 0 ? scenery->scene->materials[0].name : NULL;
    return wr_fail(
        context, WR_NOT_FOUND, scenery->where, "extract-no-rooms",
        "call the material of floors as surfacemat.2da does (Stone, Wood, Grass), or "
        "give --materials FILE with a rule such as {\"name\": \"*\", \"material\": "
        "\"Stone\"}",
        name ? "no face has a material that one walks on; one is '%.40s'"
             : "the scene has no material: nothing says what one walks on",
        name);
}

/* ---- Floors ------------------------------------------------------------------------------ */

/* The nodes of each room whose faces count, room after room. */
static bool list_nodes(const struct rooming *r, uint32_t *nodes, uint32_t *starts)
{
    const struct wr_scenery *scenery = r->scenery;
    uint32_t count = r->taking->room_count;
    uint32_t *next = WR_ZERO(r->taking->arena, uint32_t, count + 1);
    if (!next)
        return false;
    for (uint32_t i = 0; i < scenery->scene->node_count; i++)
        if (scenery->nodes[i].room != WR_NONE && scenery->nodes[i].role == WR_ROLE_NONE)
            next[scenery->nodes[i].room + 1]++;
    for (uint32_t room = 0; room < count; room++)
        next[room + 1] += next[room];
    memcpy(starts, next, (count + 1) * sizeof *starts);
    for (uint32_t i = 0; i < scenery->scene->node_count; i++)
        if (scenery->nodes[i].room != WR_NONE && scenery->nodes[i].role == WR_ROLE_NONE)
            nodes[next[scenery->nodes[i].room]++] = i;
    return true;
}

/* Maps place rooms no farther away. */
static bool is_far(const struct wr_walkmesh *mesh)
{
    bool far = false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_vec3 at = mesh->vertices[v];
        far |= !(fabsf(at.x) < FARTHEST && fabsf(at.y) < FARTHEST && fabsf(at.z) < FARTHEST);
    }
    return far;
}

static enum wr_result make_floor(struct rooming *r, uint32_t room, const uint32_t *nodes,
                                 uint32_t count)
{
    struct wr_taking *taking = r->taking;
    const struct wr_scene_floor floor = {.scene = r->scenery->scene,
                                         .nodes = nodes,
                                         .node_count = count,
                                         .surfaces = r->scenery->surfaces,
                                         .upward = true};
    uint32_t dropped = 0;
    enum wr_result result =
        wr_scene_walkmesh(taking->context, taking->arena, &floor, r->scenery->where,
                          &taking->surfaces, &dropped, &taking->rooms[room].mesh);
    r->dropped += dropped;
    if (result == WR_OK && is_far(taking->rooms[room].mesh))
        return wr_fail(taking->context, WR_INVALID, r->scenery->where, "scene-far",
                       "move it near the origin",
                       "room '%s' lies farther than %d km from the origin",
                       taking->rooms[room].name, (int)FARTHEST / 1000);
    for (uint32_t i = 0; result == WR_OK && i < taking->rooms[room].mesh->edge_count; i++)
        taking->rooms[room].mesh->edges[i].transition = -1;
    return result;
}

static enum wr_result make_floors(struct rooming *r)
{
    struct wr_taking *taking = r->taking;
    uint32_t *nodes = WR_TAKE(taking->arena, uint32_t, r->scenery->scene->node_count);
    uint32_t *starts = WR_TAKE(taking->arena, uint32_t, taking->room_count + 1);
    if (!nodes || !starts || !list_nodes(r, nodes, starts))
        return wr_no_memory(taking->context);
    enum wr_result result = WR_OK;
    for (uint32_t room = 0; result == WR_OK && room < taking->room_count; room++)
        result = make_floor(r, room, nodes + starts[room], starts[room + 1] - starts[room]);
    if (result == WR_OK && r->dropped > 0)
        wr_warn(taking->context, r->scenery->where, "scene-dropped", NULL,
                "%" PRIu32 " faces without area were left out", r->dropped);
    return result;
}

enum wr_result wr_scenery_rooms(struct wr_taking *taking, struct wr_scenery *scenery)
{
    struct rooming r = {.taking = taking, .scenery = scenery};
    if (!measure_floors(&r) || !number_rooms(&r))
        return wr_no_memory(taking->context);
    return taking->room_count > 0 ? make_floors(&r) : refuse(&r);
}

enum wr_result wr_scenery_files(struct wr_taking *taking, struct wr_scenery *scenery)
{
    enum wr_result result = WR_OK;
    for (uint32_t room = 0; result == WR_OK && room < taking->room_count; room++)
        result = wr_made_room_mesh(taking, room, taking->rooms[room].mesh, scenery->where);
    return result;
}
