/* The shape of a grey box: floors by texture, walls along the perimeters, a ceiling, and the
 * walkmesh itself. */
#include "core/model/greybox_parts.h"

#include "core/walkmesh/planes.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_WALKMESH = 0xFFFF, /* faces or vertices: what numbers of 16 bits can tell apart */
    MOST_FACES = 20000,     /* of one drawn mesh, so that its corners can be told apart */
};

/* Metres that a texture covers. */
static const double TEXTURE_SIZE = 2.0;

/* Textures of the Ebon Hawk and of Dantooine, which both games have. */
static const char wall_texture[] = "leh_wall01", ceiling_texture[] = "leh_blwall05";
static const char *const textures[] = {
    [1] = "lda_rock06",  [3] = "lda_grass07", [4] = "lda_flr07",    [5] = "lda_bark04",
    [6] = "lda_flr11",   [7] = wall_texture,  [9] = "lda_flr08",    [10] = "leh_floor05",
    [11] = "lda_flr11",  [12] = "lda_rock06", [13] = "lda_rock06",  [14] = "lda_leaf02",
    [15] = "lda_rock06", [17] = "lda_flr11",  [18] = "leh_floor05", [19] = "lda_grass07",
};
enum { TEXTURED = sizeof textures / sizeof *textures };

const char *wr_greybox_texture(uint32_t material)
{
    return material < TEXTURED && textures[material] ? textures[material] : "leh_floor05";
}

const char *wr_greybox_wall_texture(void)
{
    return wall_texture;
}

const char *wr_greybox_ceiling_texture(void)
{
    return ceiling_texture;
}

struct making {
    struct wr_context *context;
    struct wr_arena *scratch;
    const struct wr_walkmesh *mesh;
    const struct wr_greybox *look;
    wr_vec3 *vertices; /* as seen from the model's origin */
    struct wr_greybox_part *parts;
    size_t part_count;
};

/* ---- Corners ----------------------------------------------------------------------------- */

/* The axis a triangle looks along most: its texture lies across that. */
static int axis_of(wr_vec3 normal)
{
    double x = fabs((double)normal.x), y = fabs((double)normal.y), z = fabs((double)normal.z);
    if (z >= x && z >= y)
        return 2;
    return x >= y ? 0 : 1;
}

static wr_greybox_corner corner_of(wr_vec3 position, int axis)
{
    double across = axis == 0 ? position.y : position.x;
    double up = axis == 2 ? position.y : position.z;
    return (wr_greybox_corner){
        position, {0, 0, 0}, (float)(across / TEXTURE_SIZE), (float)(up / TEXTURE_SIZE)};
}

static wr_vec3 unit(wr_dvec3 v)
{
    double length = wr_length(v);
    return length > 0 ? wr_narrow(wr_scale(v, 1 / length)) : wr_vec3_of(0, 0, 1);
}

static void lift_normal(wr_greybox_corner *corner, wr_vec3 normal)
{
    corner->normal = wr_narrow(wr_add(wr_widen(corner->normal), wr_widen(normal)));
}

/* A part with room for so many corners and faces; NULL when memory is out. */
static struct wr_greybox_part *add_part(struct making *m, const char *kind, uint32_t number,
                                        const char *texture, uint32_t corners, uint32_t faces)
{
    struct wr_greybox_part *parts =
        wr_arena_more(m->scratch, m->parts, m->part_count, sizeof *parts);
    if (!parts)
        return NULL;
    m->parts = parts;
    struct wr_greybox_part *part = &parts[m->part_count];
    *part = (struct wr_greybox_part){
        .texture = texture,
        .corners = WR_TAKE(m->scratch, wr_greybox_corner, corners),
        .faces = WR_TAKE(m->scratch, wr_greybox_face, faces),
    };
    snprintf(part->name, sizeof part->name, "%s%u", kind, (unsigned)number);
    if (!part->corners || !part->faces)
        return NULL;
    m->part_count++;
    return part;
}

/* ---- Floors and the ceiling -------------------------------------------------------------- */

/* Some faces of the walkmesh as a mesh of their own, seen from above or, raised, from below. */
struct sheet {
    const char *kind, *texture;
    const uint32_t *faces;
    float rise;
    bool below;
};

/* `map` has three entries a vertex, one for each way a texture may lie: its corner in the part
 * that is made, or NO_CORNER. */
#define NO_CORNER UINT32_MAX

static uint16_t take_corner(struct making *m, struct wr_greybox_part *part, uint32_t *map,
                            uint32_t vertex, wr_vec3 normal, const struct sheet *sheet)
{
    int axis = axis_of(normal);
    uint32_t *slot = &map[3 * (size_t)vertex + (uint32_t)axis];
    if (*slot == NO_CORNER) {
        wr_vec3 position = m->vertices[vertex];
        position.z += sheet->rise;
        *slot = part->corner_count;
        part->corners[part->corner_count++] = corner_of(position, axis);
    }
    lift_normal(&part->corners[*slot], normal);
    return (uint16_t)*slot;
}

static void forget_corners(const struct making *m, uint32_t *map, const uint32_t *faces,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            for (int axis = 0; axis < 3; axis++)
                map[3 * (size_t)m->mesh->faces[faces[i]].v[k] + (uint32_t)axis] = NO_CORNER;
}

static bool add_sheet_part(struct making *m, const struct sheet *sheet, uint32_t number,
                           const uint32_t *faces, uint32_t count, uint32_t *map)
{
    struct wr_greybox_part *part =
        add_part(m, sheet->kind, number, sheet->texture, 3 * count, count);
    if (!part)
        return false;
    forget_corners(m, map, faces, count);
    for (uint32_t i = 0; i < count; i++) {
        wr_face face = m->mesh->faces[faces[i]];
        wr_vec3 normal = unit(wr_widen(m->mesh->normals[faces[i]]));
        if (sheet->below) {
            face = (wr_face){{face.v[0], face.v[2], face.v[1]}};
            normal = wr_vec3_of(-normal.x, -normal.y, -normal.z);
        }
        wr_greybox_face *out = &part->faces[part->face_count++];
        *out = (wr_greybox_face){.normal = normal};
        for (int k = 0; k < 3; k++)
            out->v[k] = take_corner(m, part, map, face.v[k], normal, sheet);
    }
    for (uint32_t i = 0; i < part->corner_count; i++)
        part->corners[i].normal = unit(wr_widen(part->corners[i].normal));
    return true;
}

static bool add_sheet(struct making *m, const struct sheet *sheet, uint32_t count,
                      uint32_t first_number, uint32_t *map)
{
    for (uint32_t at = 0; at < count; at += MOST_FACES) {
        uint32_t some = count - at < MOST_FACES ? count - at : MOST_FACES;
        if (!add_sheet_part(m, sheet, first_number + at / MOST_FACES, sheet->faces + at, some,
                            map))
            return false;
    }
    return true;
}

/* One sheet for each texture, in the order in which the walkmesh first has it. */
static bool add_floors(struct making *m, uint32_t *faces, uint32_t *map)
{
    const struct wr_walkmesh *mesh = m->mesh;
    bool *taken = WR_ZERO(m->scratch, bool, mesh->face_count);
    if (!taken)
        return false;
    uint32_t number = 0;
    for (uint32_t first = 0; first < mesh->face_count; first++) {
        if (taken[first])
            continue;
        const char *texture = wr_greybox_texture(mesh->materials[first]);
        uint32_t count = 0;
        for (uint32_t f = first; f < mesh->face_count; f++)
            if (strcmp(wr_greybox_texture(mesh->materials[f]), texture) == 0) {
                faces[count++] = f;
                taken[f] = true;
            }
        struct sheet sheet = {.kind = "floor", .texture = texture, .faces = faces};
        if (!add_sheet(m, &sheet, count, number, map))
            return false;
        number += (count + MOST_FACES - 1) / MOST_FACES;
    }
    return true;
}

static bool add_ceiling(struct making *m, uint32_t *faces, uint32_t *map)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < m->mesh->walkable_count; f++)
        if (wr_face_side(m->mesh, f) == WR_SIDE_UP)
            faces[count++] = f;
    struct sheet sheet = {"ceiling", ceiling_texture, faces, m->look->height, true};
    return add_sheet(m, &sheet, count, 0, map);
}

static bool add_sheets(struct making *m)
{
    uint32_t *faces = WR_TAKE(m->scratch, uint32_t, m->mesh->face_count);
    uint32_t *map = wr_arena_take(m->scratch, m->mesh->vertex_count, 3 * sizeof *map);
    if (!faces || !map || !add_floors(m, faces, map))
        return false;
    return !m->look->ceiling || add_ceiling(m, faces, map);
}

/* ---- Walls ------------------------------------------------------------------------------- */

/* The upright piece over an edge, from `low` to the height of walls; seen from the floor, which
 * is left of the edge. */
static void add_wall(struct making *m, struct wr_greybox_part *part, uint32_t edge, float low)
{
    wr_vec3 start = m->vertices[wr_edge_start(m->mesh, edge)];
    wr_vec3 end = m->vertices[wr_edge_end(m->mesh, edge)];
    wr_vec3 at[4] = {end, start, start, end};
    double x = (double)end.x - start.x, y = (double)end.y - start.y;
    wr_vec3 normal = unit((wr_dvec3){-y, x, 0});
    int axis = axis_of(normal);
    uint16_t first = (uint16_t)part->corner_count;
    for (int k = 0; k < 4; k++) {
        at[k].z += k < 2 ? low : m->look->height;
        part->corners[part->corner_count] = corner_of(at[k], axis);
        part->corners[part->corner_count++].normal = normal;
    }
    for (int k = 0; k < 2; k++)
        part->faces[part->face_count++] = (wr_greybox_face){
            .normal = normal,
            .v = {first, (uint16_t)(first + 1 + k), (uint16_t)(first + 2 + k)},
        };
}

/* Edges that stand upright, seen from above, have no wall. */
static bool has_wall(const struct making *m, uint32_t i)
{
    uint32_t edge = m->mesh->edges[i].edge;
    wr_vec3 start = m->vertices[wr_edge_start(m->mesh, edge)];
    wr_vec3 end = m->vertices[wr_edge_end(m->mesh, edge)];
    float low = m->look->openings ? m->look->openings[i] : 0;
    return low < m->look->height && (start.x != end.x || start.y != end.y);
}

static bool add_walls(struct making *m)
{
    const float *openings = m->look->openings;
    uint32_t left = 0, number = 0;
    struct wr_greybox_part *part = NULL;
    for (uint32_t i = 0; i < m->mesh->edge_count; i++)
        left += has_wall(m, i);
    for (uint32_t i = 0; i < m->mesh->edge_count; i++) {
        if (!has_wall(m, i))
            continue;
        if (!part || part->face_count == MOST_FACES) {
            uint32_t some = left < MOST_FACES / 2 ? left : MOST_FACES / 2;
            part = add_part(m, "wall", number++, wall_texture, 4 * some, 2 * some);
            if (!part)
                return false;
        }
        add_wall(m, part, m->mesh->edges[i].edge, openings ? openings[i] : 0);
        left--;
    }
    return true;
}

/* ---- The walkmesh ------------------------------------------------------------------------ */

static bool add_walkmesh(struct making *m)
{
    const struct wr_walkmesh *mesh = m->mesh;
    struct wr_greybox_part *part =
        add_part(m, "walkmesh", 0, "NULL", mesh->vertex_count, mesh->face_count);
    if (!part)
        return false;
    part->tree = mesh->nodes;
    part->node_count = mesh->node_count;
    part->corner_count = mesh->vertex_count;
    part->face_count = mesh->face_count;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        part->corners[v] = corner_of(m->vertices[v], 2);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        wr_vec3 normal = unit(wr_widen(mesh->normals[f]));
        part->faces[f] = (wr_greybox_face){.normal = normal, .material = mesh->materials[f]};
        for (int k = 0; k < 3; k++) {
            part->faces[f].v[k] = (uint16_t)mesh->faces[f].v[k];
            lift_normal(&part->corners[mesh->faces[f].v[k]], normal);
        }
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        part->corners[v].normal = unit(wr_widen(part->corners[v].normal));
    return true;
}

/* ---- The model --------------------------------------------------------------------------- */

static bool move_vertices(struct making *m)
{
    wr_dvec3 origin = wr_widen(m->look->origin);
    m->vertices = WR_TAKE(m->scratch, wr_vec3, m->mesh->vertex_count);
    for (uint32_t v = 0; m->vertices && v < m->mesh->vertex_count; v++)
        m->vertices[v] = wr_narrow(wr_sub(wr_widen(m->mesh->vertices[v]), origin));
    return m->vertices != NULL;
}

enum wr_result wr_greybox_make(struct wr_context *context, struct wr_arena *scratch,
                               const struct wr_walkmesh *mesh, const struct wr_greybox *look,
                               struct wr_bytes *mdl, struct wr_bytes *mdx)
{
    struct making m = {.context = context, .scratch = scratch, .mesh = mesh, .look = look};
    if (mesh->face_count > MOST_WALKMESH || mesh->vertex_count > MOST_WALKMESH)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "model-too-large",
                       "merge fewer rooms into one",
                       "the walkmesh of '%s' has %u faces and %u vertices; a model holds %d of "
                       "each",
                       look->name, (unsigned)mesh->face_count, (unsigned)mesh->vertex_count,
                       (int)MOST_WALKMESH);
    bool made = move_vertices(&m);
    if (made && mesh->face_count)
        made = add_sheets(&m) && add_walls(&m) && add_walkmesh(&m);
    if (!made)
        return wr_no_memory(context);
    return wr_greybox_write(context, scratch, look, m.parts, (uint32_t)m.part_count, mdl, mdx);
}
