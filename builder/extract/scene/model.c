/* Triangles are sorted by room and picture; each run of them is a mesh. */
#include "builder/extract/scene/model.h"
#include "builder/extract/made_model.h"
#include "builder/extract/scene/roles.h"
#include "builder/extract/scene/skins.h"

#include "core/base/tolerance.h"
#include "core/model/greybox.h"
#include "core/walkmesh/surfaces.h"
#include "core/walkmesh/walkmesh.h"

#include <stdlib.h>
#include <string.h>

#define LARGEST_PLACE 1e6
/* From which slope on a face is a wall, as grey boxes have it. */
#define SLOPE WR_BRUSH_SLOPE

/* A triangle on its way to its mesh. */
struct piece {
    uint32_t room;
    uint32_t node, part, triangle; /* part of the node's mesh */
    uint32_t number;
    const char *picture;
};

struct modelling {
    struct wr_taking *taking;
    const struct wr_scenery *scenery;
    const wr_scene_skin *skins;
    uint32_t *rooms; /* one a node: where it is seen; WR_NONE: nowhere */
    bool *worth;     /* one a room: something is seen there that is no surface alone */
    bool *used;      /* one a material: something is seen of it */
    struct piece *pieces;
    size_t piece_count;
    struct wr_made_model model; /* of one room */
    uint32_t *numbers, *stamps; /* one a point of a part: its corner in the mesh at hand, and
                                   whether it has one */
    uint32_t stamp;
};

static const wr_scene_part *part_of(const struct modelling *m, uint32_t node, uint32_t part)
{
    return &m->scenery->scene->meshes[m->scenery->scene->nodes[node].mesh].parts[part];
}

static uint32_t material_of(const struct modelling *m, const wr_scene_part *part)
{
    return part->material == WR_SCENE_NONE ? m->scenery->scene->material_count : part->material;
}

/* ---- Where it is seen -------------------------------------------------------------------- */

/* The middle of a node's mesh. */
static wr_dvec3 middle_of(const struct modelling *m, uint32_t node)
{
    const struct wr_scene *scene = m->scenery->scene;
    const wr_scene_mesh *mesh = &scene->meshes[scene->nodes[node].mesh];
    wr_box box = wr_box_empty();
    for (uint32_t i = 0; i < mesh->part_count; i++)
        for (uint32_t k = 0; k < mesh->parts[i].point_count; k++)
            box = wr_box_add(box, mesh->parts[i].points[k]);
    return wr_affine_point(&scene->nodes[node].world,
                           wr_scale(wr_add(wr_widen(box.min), wr_widen(box.max)), 0.5));
}

static double beside(double place, double least, double most)
{
    return place < least ? least - place : place > most ? place - most : 0;
}

/* How far a place is from a room: by how high it is over its floor, or else from its box. What
 * is over a floor comes before what is not. */
static double distance_of(const struct modelling *m, uint32_t room, wr_box box, wr_dvec3 at)
{
    wr_hit hit;
    double x = beside(at.x, box.min.x, box.max.x), y = beside(at.y, box.min.y, box.max.y);
    double far = 1e6 + sqrt(x * x + y * y) + beside(at.z, box.min.z, box.max.z);
    if (x > 0 || y > 0 ||
        !wr_walkmesh_face_at(m->taking->rooms[room].mesh, wr_narrow(at),
                             m->taking->surfaces.walkable, &hit))
        return far;
    double over = at.z - hit.point.z;
    return over >= 0 ? over : 1e3 - over;
}

static uint32_t nearest_room(const struct modelling *m, const wr_box *boxes, wr_dvec3 at)
{
    uint32_t best = 0;
    double least = INFINITY;
    for (uint32_t r = 0; r < m->taking->room_count; r++) {
        double distance = distance_of(m, r, boxes[r], at);
        if (distance < least) {
            least = distance;
            best = r;
        }
    }
    return best;
}

static bool place_nodes(struct modelling *m)
{
    const struct wr_scene *scene = m->scenery->scene;
    struct wr_arena *arena = m->taking->arena;
    wr_box *boxes = WR_TAKE(arena, wr_box, m->taking->room_count);
    m->rooms = WR_TAKE(arena, uint32_t, scene->node_count);
    if (!boxes || !m->rooms)
        return false;
    for (uint32_t r = 0; r < m->taking->room_count; r++) {
        boxes[r] = wr_box_empty();
        for (uint32_t v = 0; v < m->taking->rooms[r].mesh->vertex_count; v++)
            boxes[r] = wr_box_add(boxes[r], m->taking->rooms[r].mesh->vertices[v]);
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        bool seen = scene->nodes[i].mesh != WR_SCENE_NONE &&
                    m->scenery->nodes[i].role == WR_ROLE_NONE &&
                    scene->meshes[scene->nodes[i].mesh].part_count > 0 &&
                    !wr_scenery_is_walkmesh(m->scenery, i);
        m->rooms[i] = !seen ? WR_NONE
                      : m->scenery->nodes[i].room != WR_NONE
                          ? m->scenery->nodes[i].room
                          : nearest_room(m, boxes, middle_of(m, i));
    }
    return true;
}

/* ---- What is seen ------------------------------------------------------------------------ */

/* `wok_Stone` and what is called transparent are there to be walked on, or not, alone. */
static bool is_seen(const struct modelling *m, const wr_scene_part *part)
{
    static const char prefix[] = "wok_";
    enum { TRANSPARENT = 8, TRIGGER = 30 };
    uint32_t material = material_of(m, part), surface = m->scenery->surfaces[material];
    if (surface == WR_SCENE_NONE)
        return true;
    const char *name = material < m->scenery->scene->material_count
                           ? m->scenery->scene->materials[material].name
                           : "";
    return surface != TRANSPARENT && surface != TRIGGER &&
           !wr_view_same((wr_view){name, strnlen(name, sizeof prefix - 1)}, wr_view_of(prefix));
}

typedef bool part_fn(struct modelling *m, uint32_t node, uint32_t part);

static bool each_part(struct modelling *m, part_fn *fn)
{
    const struct wr_scene *scene = m->scenery->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (m->rooms[i] == WR_NONE)
            continue;
        for (uint32_t k = 0; k < scene->meshes[scene->nodes[i].mesh].part_count; k++)
            if (is_seen(m, part_of(m, i, k)) && !fn(m, i, k))
                return false;
    }
    return true;
}

static bool note_part(struct modelling *m, uint32_t node, uint32_t part)
{
    const wr_scene_part *own = part_of(m, node, part);
    uint32_t material = material_of(m, own);
    m->used[material] = true;
    m->piece_count += own->triangle_count;
    m->worth[m->rooms[node]] |= m->scenery->surfaces[material] == WR_SCENE_NONE;
    return true;
}

/* A floor with a picture of its own is to be seen with it. */
static bool value_part(struct modelling *m, uint32_t node, uint32_t part)
{
    m->worth[m->rooms[node]] |= m->skins[material_of(m, part_of(m, node, part))].own;
    return true;
}

/* ---- Faces ------------------------------------------------------------------------------- */

static wr_dvec3 corner_at(const struct modelling *m, const struct piece *piece, uint32_t point)
{
    const wr_scene_part *part = part_of(m, piece->node, piece->part);
    return wr_affine_point(&m->scenery->scene->nodes[piece->node].world,
                           wr_widen(part->points[point]));
}

/* The corners of a piece, so that they turn left as seen from where it looks. */
static void points_of(const struct modelling *m, const struct piece *piece, uint32_t out[3])
{
    const wr_scene_part *part = part_of(m, piece->node, piece->part);
    const uint32_t *v = part->triangles[piece->triangle];
    bool turned = wr_affine_determinant(&m->scenery->scene->nodes[piece->node].world) < 0;
    out[0] = v[0];
    out[1] = v[turned ? 2 : 1];
    out[2] = v[turned ? 1 : 2];
}

/* Of unit length; without any where a piece has no area. */
static wr_dvec3 normal_of(const struct modelling *m, const struct piece *piece)
{
    uint32_t v[3];
    points_of(m, piece, v);
    wr_dvec3 a = corner_at(m, piece, v[0]);
    wr_dvec3 normal =
        wr_cross(wr_sub(corner_at(m, piece, v[1]), a), wr_sub(corner_at(m, piece, v[2]), a));
    double length = wr_length(normal);
    return length > 0 && isfinite(length) ? wr_scale(normal, 1 / length) : (wr_dvec3){0, 0, 0};
}

static const char *grey_of(const struct modelling *m, const struct piece *piece,
                           wr_dvec3 normal)
{
    enum { STONE = 4, NON_WALK = 7 };
    uint32_t surface =
        m->scenery->surfaces[material_of(m, part_of(m, piece->node, piece->part))];
    if (normal.z < -SLOPE)
        return wr_greybox_ceiling_texture();
    if (normal.z < SLOPE || surface == NON_WALK)
        return wr_greybox_wall_texture();
    return wr_greybox_texture(surface == WR_SCENE_NONE ? (uint32_t)STONE : surface);
}

static bool list_part(struct modelling *m, uint32_t node, uint32_t part)
{
    const wr_scene_part *own = part_of(m, node, part);
    const wr_scene_skin *skin = &m->skins[material_of(m, own)];
    if (!m->worth[m->rooms[node]])
        return true;
    for (uint32_t t = 0; t < own->triangle_count; t++) {
        struct piece piece = {m->rooms[node], node, part, t, (uint32_t)m->piece_count, NULL};
        wr_dvec3 normal = normal_of(m, &piece);
        if (normal.x == 0 && normal.y == 0 && normal.z == 0)
            continue;
        piece.picture =
            skin->picture.resref ? skin->picture.resref : grey_of(m, &piece, normal);
        m->pieces[m->piece_count++] = piece;
    }
    return !wr_context_stopped(m->taking->context);
}

static int order_pieces(const void *a, const void *b)
{
    const struct piece *p = a, *q = b;
    if (p->room != q->room)
        return p->room < q->room ? -1 : 1;
    int order = strcmp(p->picture, q->picture);
    return order ? order : p->number < q->number ? -1 : p->number > q->number;
}

/* ---- Meshes ------------------------------------------------------------------------------ */

/* A picture every two metres, along the axes that a face lies along most. */
static void lay(wr_dvec3 at, wr_dvec3 normal, wr_drawn_corner *out)
{
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    double u = z >= x && z >= y ? at.x : x >= y ? at.y : at.x;
    double v = z >= x && z >= y ? at.y : at.z;
    bool far = fabs(u) > LARGEST_PLACE || fabs(v) > LARGEST_PLACE;
    out->u = far ? 0 : (float)(u / WR_DRAWN_TEXTURE_SIZE);
    out->v = far ? 0 : (float)(v / WR_DRAWN_TEXTURE_SIZE);
}

static wr_drawn_corner make_corner(const struct modelling *m, const struct piece *piece,
                                   uint32_t point, wr_dvec3 normal)
{
    const wr_scene_part *part = part_of(m, piece->node, piece->part);
    const wr_affine *world = &m->scenery->scene->nodes[piece->node].world;
    wr_dvec3 at =
        wr_sub(corner_at(m, piece, point), wr_widen(m->taking->rooms[piece->room].position));
    wr_drawn_corner corner = {.position = wr_narrow(at), .normal = wr_narrow(normal)};
    if (part->normals)
        corner.normal = wr_narrow(wr_affine_normal(world, wr_widen(part->normals[point])));
    if (part->uvs && m->skins[material_of(m, part)].own) {
        corner.u = part->uvs[point][0];
        corner.v = part->uvs[point][1];
    } else
        lay(at, normal, &corner);
    return corner;
}

/* Whether corners of neighbouring faces are one. */
static bool shares_corners(const struct modelling *m, const wr_scene_part *part)
{
    return part->normals && part->uvs && m->skins[material_of(m, part)].own;
}

static void add_piece(struct modelling *m, const struct piece *piece,
                      struct wr_drawn_mesh *mesh)
{
    const wr_scene_part *part = part_of(m, piece->node, piece->part);
    wr_dvec3 normal = normal_of(m, piece);
    wr_drawn_face *face = &mesh->faces[mesh->face_count++];
    uint32_t points[3];
    bool shared = shares_corners(m, part);
    points_of(m, piece, points);
    *face = (wr_drawn_face){.normal = wr_narrow(normal)};
    for (int k = 0; k < 3; k++) {
        uint32_t point = points[k];
        if (!shared || m->stamps[point] != m->stamp) {
            m->numbers[point] = mesh->corner_count;
            mesh->corners[mesh->corner_count++] = make_corner(m, piece, point, normal);
        }
        m->stamps[point] = m->stamp;
        face->v[k] = (uint16_t)m->numbers[point];
    }
}

static size_t run_of(const struct modelling *m, size_t first)
{
    size_t count = 0;
    while (first + count < m->piece_count && count < WR_DRAWN_MOST_FACES &&
           m->pieces[first + count].room == m->pieces[first].room &&
           strcmp(m->pieces[first + count].picture, m->pieces[first].picture) == 0)
        count++;
    return count;
}
static_assert(3 * WR_DRAWN_MOST_FACES <= WR_MADE_MODEL_MOST_CORNERS,
              "each face of a mesh has corners of its own");

/* Corners are shared within a part of a node. */
static bool add_mesh(struct modelling *m, size_t first, size_t count)
{
    struct wr_drawn_mesh *mesh =
        wr_made_model_mesh(m->taking, &m->model, "part", m->pieces[first].picture,
                           3 * (uint32_t)count, (uint32_t)count);
    for (size_t i = first; mesh && i < first + count; i++) {
        const struct piece *piece = &m->pieces[i], *before = piece - 1;
        if (i == first || piece->node != before->node || piece->part != before->part)
            m->stamp++;
        add_piece(m, piece, mesh);
    }
    return mesh != NULL;
}

static enum wr_result model_room(struct modelling *m, uint32_t room, size_t *piece)
{
    m->model = (struct wr_made_model){0};
    while (*piece < m->piece_count && m->pieces[*piece].room == room) {
        size_t count = run_of(m, *piece);
        if (!add_mesh(m, *piece, count))
            return wr_no_memory(m->taking->context);
        *piece += count;
    }
    return wr_made_model_write(m->taking, &m->model, room, m->scenery->where);
}

/* ---- All of them ------------------------------------------------------------------------- */

static bool make_numbers(struct modelling *m)
{
    const struct wr_scene *scene = m->scenery->scene;
    uint32_t most = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        for (uint32_t k = 0; k < scene->meshes[i].part_count; k++)
            if (scene->meshes[i].parts[k].point_count > most)
                most = scene->meshes[i].parts[k].point_count;
    m->numbers = WR_TAKE(m->taking->arena, uint32_t, most);
    m->stamps = WR_ZERO(m->taking->arena, uint32_t, most);
    return m->numbers && m->stamps;
}

static enum wr_result find_skins(struct modelling *m)
{
    size_t materials = m->scenery->scene->material_count;
    m->used = WR_ZERO(m->taking->arena, bool, materials + 1);
    if (!m->used)
        return wr_no_memory(m->taking->context);
    each_part(m, note_part);
    return wr_scenery_skins(m->taking, m->scenery, m->used, &m->skins);
}

static enum wr_result list_pieces(struct modelling *m)
{
    if (m->piece_count > UINT32_MAX)
        return wr_fail(m->taking->context, WR_LIMIT, m->scenery->where, "model-too-large",
                       "cut it into several", "the scene has more faces than can be counted");
    m->pieces = WR_TAKE(m->taking->arena, struct piece, m->piece_count);
    if (!m->pieces)
        return wr_no_memory(m->taking->context);
    m->piece_count = 0;
    each_part(m, value_part);
    if (!each_part(m, list_part))
        return WR_STOPPED;
    if (m->piece_count > 0)
        qsort(m->pieces, m->piece_count, sizeof *m->pieces, order_pieces);
    return WR_OK;
}

enum wr_result wr_scenery_models(struct wr_taking *taking, const struct wr_scenery *scenery)
{
    struct modelling m = {.taking = taking, .scenery = scenery};
    size_t piece = 0;
    m.worth = WR_ZERO(taking->arena, bool, taking->room_count);
    if (!m.worth || !place_nodes(&m) || !make_numbers(&m))
        return wr_no_memory(taking->context);
    enum wr_result result = find_skins(&m);
    if (result == WR_OK)
        result = list_pieces(&m);
    for (uint32_t room = 0; result == WR_OK && room < taking->room_count; room++)
        result = model_room(&m, room, &piece);
    return result;
}
