/* The shape of a grey box: floors by texture, walls along the perimeters, a ceiling, and the
 * walkmesh itself. */
#include "core/model/greybox.h"
#include "core/model/drawn.h"
#include "core/model/greybox_space.h"

#include "core/walkmesh/planes.h"

#include <stdio.h>
#include <string.h>

/* Textures of the Ebon Hawk and of Dantooine, which both games have. */
static const char wall_texture[] = "leh_wall01", ceiling_texture[] = "leh_blwall05";
static const char *const textures[] = {
    [1] = "lda_rock06",   [2] = wall_texture,  [3] = "lda_grass07", [4] = "lda_flr07",
    [5] = "lda_bark04",   [6] = "lda_flr11",   [7] = wall_texture,  [9] = "lda_flr08",
    [10] = "leh_floor05", [11] = "lda_flr11",  [12] = "lda_rock06", [13] = "lda_rock06",
    [14] = "lda_leaf02",  [15] = "lda_rock06", [17] = "lda_flr11",  [18] = "leh_floor05",
    [19] = "lda_grass07",
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
    struct wr_drawn_mesh *parts;
    size_t part_count;
    struct wr_greybox_space space;
    struct wall *walls;
    size_t wall_count;
    bool *both; /* by face: it is seen from behind too */
    bool tall;  /* one ceiling over all floors, as they see each other */
    float roof; /* its height */
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

static wr_drawn_corner corner_of(wr_vec3 position, int axis)
{
    double across = axis == 0 ? position.y : position.x;
    double up = axis == 2 ? position.y : position.z;
    return (wr_drawn_corner){position,
                             {0, 0, 0},
                             (float)(across / WR_DRAWN_TEXTURE_SIZE),
                             (float)(up / WR_DRAWN_TEXTURE_SIZE)};
}

static wr_vec3 unit(wr_dvec3 v)
{
    double length = wr_length(v);
    return length > 0 ? wr_narrow(wr_scale(v, 1 / length)) : wr_vec3_of(0, 0, 1);
}

static void lift_normal(wr_drawn_corner *corner, wr_vec3 normal)
{
    corner->normal = wr_narrow(wr_add(wr_widen(corner->normal), wr_widen(normal)));
}

/* A part with room for so many corners and faces; NULL when memory is out. */
static struct wr_drawn_mesh *add_part(struct making *m, const char *kind, uint32_t number,
                                      const char *texture, uint32_t corners, uint32_t faces)
{
    struct wr_drawn_mesh *parts =
        wr_arena_more(m->scratch, m->parts, m->part_count, sizeof *parts);
    if (!parts)
        return NULL;
    m->parts = parts;
    struct wr_drawn_mesh *part = &parts[m->part_count];
    *part = (struct wr_drawn_mesh){
        .texture = texture,
        .corners = WR_TAKE(m->scratch, wr_drawn_corner, corners),
        .faces = WR_TAKE(m->scratch, wr_drawn_face, faces),
    };
    snprintf(part->name, sizeof part->name, "%s%u", kind, (unsigned)number);
    if (!part->corners || !part->faces)
        return NULL;
    m->part_count++;
    return part;
}

/* ---- Walls ------------------------------------------------------------------------------- */

/* An upright piece over an edge: how high over the edge's start and end it begins and ends. */
struct wall {
    uint32_t edge;
    float low[2], high[2];
};

/* Seen from the floor, which is left of the edge. */
static void add_wall(struct making *m, struct wr_drawn_mesh *part, const struct wall *wall)
{
    wr_vec3 start = m->vertices[wr_edge_start(m->mesh, wall->edge)];
    wr_vec3 end = m->vertices[wr_edge_end(m->mesh, wall->edge)];
    wr_vec3 at[4] = {end, start, start, end};
    double x = (double)end.x - start.x, y = (double)end.y - start.y;
    wr_vec3 normal = unit((wr_dvec3){-y, x, 0});
    int axis = axis_of(normal);
    uint16_t first = (uint16_t)part->corner_count;
    for (int k = 0; k < 4; k++) {
        at[k].z += (k < 2 ? wall->low : wall->high)[k == 0 || k == 3];
        part->corners[part->corner_count] = corner_of(at[k], axis);
        part->corners[part->corner_count++].normal = normal;
    }
    for (int k = 0; k < 2; k++)
        if (wall->high[!k] > wall->low[!k])
            part->faces[part->face_count++] = (wr_drawn_face){
                .normal = normal,
                .v = {first, (uint16_t)(first + 1 + k), (uint16_t)(first + 2 + k)},
            };
}

static bool add_walls(struct making *m)
{
    struct wr_drawn_mesh *part = NULL;
    uint32_t number = 0;
    for (size_t i = 0; i < m->wall_count; i++) {
        size_t left = m->wall_count - i;
        if (i % (WR_DRAWN_MOST_FACES / 2) == 0) {
            uint32_t some =
                left < WR_DRAWN_MOST_FACES / 2 ? (uint32_t)left : WR_DRAWN_MOST_FACES / 2;
            part = add_part(m, "wall", number++, wall_texture, 4 * some, 2 * some);
            if (!part)
                return false;
        }
        add_wall(m, part, &m->walls[i]);
    }
    return true;
}

/* ---- Where walls stand ------------------------------------------------------------------- */

/* A place a little beside the middle of an edge: 1 for over the floor, -1 for beyond it. */
static wr_dvec3 beside(const struct making *m, uint32_t edge, double way)
{
    wr_dvec3 a = wr_widen(m->mesh->vertices[wr_edge_start(m->mesh, edge)]);
    wr_dvec3 b = wr_widen(m->mesh->vertices[wr_edge_end(m->mesh, edge)]);
    wr_dvec3 middle = wr_scale(wr_add(a, b), 0.5);
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    double step = way * WR_GREYBOX_ASIDE / length;
    return (wr_dvec3){middle.x - y * step, middle.y + x * step, middle.z};
}

/* Whether one looks from a floor down on another of the room, over what rises no more than
 * `low`. A walkable one far below makes one tall space of the room. */
static bool looks_down(struct making *m, uint32_t edge)
{
    wr_dvec3 beyond = beside(m, edge, -1);
    double z = 0;
    uint32_t floor =
        wr_greybox_below(&m->space, beyond.x, beyond.y, beyond.z + WR_DOOR_STEP, &z);
    if (floor == WR_GREYBOX_NONE || floor == edge / 3)
        return false;
    if (wr_greybox_is_walkable(&m->space, floor) &&
        wr_greybox_is_walkable(&m->space, edge / 3) && beyond.z - z > WR_DOOR_STEP)
        m->tall = true;
    return true;
}

static void draw_both_ways(void *user, uint32_t face)
{
    bool *both = user;
    both[face] = true;
}

/* Whether a wall goes up at an edge: over what the walkmesh has there, or from the floor. */
static bool find_wall(struct making *m, uint32_t edge, struct wall *wall)
{
    const wr_vec3 *p = m->mesh->vertices;
    wr_vec3 start = p[wr_edge_start(m->mesh, edge)], end = p[wr_edge_end(m->mesh, edge)];
    uint32_t mate = m->space.mates[edge];
    *wall = (struct wall){.edge = edge};
    if (start.x == end.x && start.y == end.y)
        return false;
    if (mate == WR_GREYBOX_NONE)
        return true;
    if (m->space.side[mate / 3] != WR_SIDE_UPRIGHT)
        return false;
    wr_greybox_rim rim = wr_greybox_rim_of(&m->space, edge, NULL, NULL);
    if (!rim.rises)
        return wr_greybox_is_walkable(&m->space, edge / 3) &&
               !wr_greybox_is_flank(&m->space, edge) && !looks_down(m, edge);
    if (!rim.open)
        return false;
    wall->low[0] = rim.start - start.z;
    wall->low[1] = rim.end - end.z;
    float rise = wall->low[0] > wall->low[1] ? wall->low[0] : wall->low[1];
    if (rise > m->look->low || !looks_down(m, edge))
        return true;
    wr_greybox_rim_of(&m->space, edge, draw_both_ways, m->both);
    return false;
}

/* The ceiling over a place of a floor. */
static float ceiling_over(const struct making *m, uint32_t face, float z)
{
    if (m->tall)
        return m->roof;
    return wr_greybox_is_walkable(&m->space, face) ? z + m->look->height : m->space.level[face];
}

/* Up to the ceiling, or to the floor of the room that lies between. */
static void end_wall(const struct making *m, struct wall *wall)
{
    const uint32_t ends[2] = {wr_edge_start(m->mesh, wall->edge),
                              wr_edge_end(m->mesh, wall->edge)};
    wr_dvec3 inside = beside(m, wall->edge, 1);
    double z = 0;
    uint32_t over =
        wr_greybox_above(&m->space, inside.x, inside.y, inside.z + WR_DOOR_STEP, &z);
    for (int k = 0; k < 2; k++) {
        wr_vec3 p = m->mesh->vertices[ends[k]];
        wall->high[k] = m->look->height;
        if (m->tall || !wr_greybox_is_walkable(&m->space, wall->edge / 3))
            wall->high[k] = ceiling_over(m, wall->edge / 3, p.z) - p.z;
        if (over != WR_GREYBOX_NONE && z - inside.z < (double)wall->high[k])
            wall->high[k] = (float)(wr_greybox_height(&m->space, over, p.x, p.y) - p.z);
    }
}

static bool keep_wall(struct making *m, const struct wall *wall)
{
    struct wall *walls = wr_arena_more(m->scratch, m->walls, m->wall_count, sizeof *walls);
    if (!walls)
        return false;
    m->walls = walls;
    walls[m->wall_count++] = *wall;
    return true;
}

/* The edge of what can be walked on, and that of the rest where one sees it from above. */
static bool find_walls(struct making *m)
{
    const struct wr_walkmesh *mesh = m->mesh;
    const float *openings = m->look->openings;
    struct wall wall;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        float low = openings ? openings[i] : 0;
        bool there = find_wall(m, mesh->edges[i].edge, &wall);
        if (low > 0)
            wall = (struct wall){mesh->edges[i].edge, {low, low}, {0, 0}};
        if ((there || low > 0) && !keep_wall(m, &wall))
            return false;
    }
    for (uint32_t e = 3 * mesh->walkable_count; e < 3 * mesh->face_count; e++)
        if (m->space.side[e / 3] == WR_SIDE_UP && find_wall(m, e, &wall) &&
            !keep_wall(m, &wall))
            return false;
    return true;
}

/* The ceiling of a tall room is that over its highest floor. */
static void raise_walls(struct making *m)
{
    const struct wr_walkmesh *mesh = m->mesh;
    size_t kept = 0;
    m->roof = -INFINITY;
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        for (int k = 0; k < 3; k++) {
            float roof = mesh->vertices[mesh->faces[f].v[k]].z + m->look->height;
            m->roof = roof > m->roof ? roof : m->roof;
        }
    for (size_t i = 0; i < m->wall_count && !wr_context_stopped(m->context); i++) {
        end_wall(m, &m->walls[i]);
        const struct wall *end = &m->walls[i];
        if (end->high[0] > end->low[0] || end->high[1] > end->low[1])
            m->walls[kept++] = *end;
    }
    m->wall_count = kept;
}

/* Whether a floor of the room hangs over another one's air, so that it is seen from below. */
static bool hangs(const struct making *m, uint32_t face)
{
    const uint32_t *v = m->mesh->faces[face].v;
    wr_dvec3 p[3], middle = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        p[k] = wr_widen(m->mesh->vertices[v[k]]);
        middle = wr_add(middle, wr_scale(p[k], 1.0 / 3));
    }
    for (int k = 0; k < 4; k++) {
        wr_dvec3 at = k < 3 ? wr_add(wr_scale(p[k], 0.9), wr_scale(middle, 0.1)) : middle;
        double z = 0;
        uint32_t below = wr_greybox_below(&m->space, at.x, at.y, at.z - WR_DOOR_STEP, &z);
        if (below != WR_GREYBOX_NONE && (double)ceiling_over(m, below, (float)z) >= at.z)
            return true;
    }
    return false;
}

/* Whether a floor of the room lies between a face and its ceiling. */
static bool is_covered(const struct making *m, uint32_t face)
{
    const uint32_t *v = m->mesh->faces[face].v;
    wr_dvec3 middle = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        middle = wr_add(middle, wr_scale(wr_widen(m->mesh->vertices[v[k]]), 1.0 / 3));
    double z = 0;
    uint32_t over =
        wr_greybox_above(&m->space, middle.x, middle.y, middle.z + WR_DOOR_STEP, &z);
    return !m->tall && over != WR_GREYBOX_NONE &&
           z < (double)ceiling_over(m, face, (float)middle.z);
}

/* ---- Floors and the ceiling -------------------------------------------------------------- */

/* Some faces of the walkmesh as a mesh of their own, seen from above or, raised, from below. */
struct sheet {
    const char *kind, *texture;
    const uint32_t *faces;
    float rise;
    bool below;
    bool flat; /* it hangs level, at the height of each face's ceiling */
};

/* `map` has three entries a vertex, one for each way a texture may lie: its corner in the part
 * that is made, or NO_CORNER. */
#define NO_CORNER UINT32_MAX

static uint16_t take_corner(struct making *m, struct wr_drawn_mesh *part, uint32_t *map,
                            uint32_t face, uint32_t vertex, wr_vec3 normal,
                            const struct sheet *sheet)
{
    int axis = axis_of(normal);
    uint32_t *slot = &map[3 * (size_t)vertex + (uint32_t)axis];
    if (*slot == NO_CORNER || sheet->flat) {
        wr_vec3 position = m->vertices[vertex];
        position.z += sheet->rise;
        if (sheet->flat)
            position.z = (float)((double)ceiling_over(m, face, 0) - m->look->origin.z);
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
    struct wr_drawn_mesh *part =
        add_part(m, sheet->kind, number, sheet->texture, 3 * count, count);
    if (!part)
        return false;
    forget_corners(m, map, faces, count);
    for (uint32_t i = 0; i < count; i++) {
        wr_face face = m->mesh->faces[faces[i]];
        wr_vec3 normal = unit(wr_widen(m->mesh->normals[faces[i]]));
        if (sheet->below) {
            face = (wr_face){{face.v[0], face.v[2], face.v[1]}};
            normal = wr_vec3_of(0 - normal.x, 0 - normal.y, 0 - normal.z);
        }
        if (sheet->flat)
            normal = wr_vec3_of(0, 0, -1);
        wr_drawn_face *out = &part->faces[part->face_count++];
        *out = (wr_drawn_face){.normal = normal};
        for (int k = 0; k < 3; k++)
            out->v[k] = take_corner(m, part, map, faces[i], face.v[k], normal, sheet);
    }
    for (uint32_t i = 0; i < part->corner_count; i++)
        part->corners[i].normal = unit(wr_widen(part->corners[i].normal));
    return true;
}

static bool add_sheet(struct making *m, const struct sheet *sheet, uint32_t count,
                      uint32_t first_number, uint32_t *map)
{
    for (uint32_t at = 0; at < count; at += WR_DRAWN_MOST_FACES) {
        uint32_t some = count - at < WR_DRAWN_MOST_FACES ? count - at : WR_DRAWN_MOST_FACES;
        if (!add_sheet_part(m, sheet, first_number + at / WR_DRAWN_MOST_FACES,
                            sheet->faces + at, some, map))
            return false;
    }
    return true;
}

/* What stands upright is a wall, whatever it is made of. */
static const char *texture_of(const struct making *m, uint32_t face)
{
    if (m->space.side[face] == WR_SIDE_UPRIGHT && !wr_greybox_is_walkable(&m->space, face))
        return wall_texture;
    return wr_greybox_texture(m->mesh->materials[face]);
}

/* One sheet for each texture, in the order in which the walkmesh first has it; of faces seen
 * from the side they look to, or from the other. */
static bool add_floors(struct making *m, uint32_t *faces, uint32_t *map, bool below)
{
    const struct wr_walkmesh *mesh = m->mesh;
    bool *taken = WR_ZERO(m->scratch, bool, mesh->face_count);
    if (!taken)
        return false;
    uint32_t number = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        taken[f] = m->space.turned[f] != below && !m->both[f];
    for (uint32_t first = 0; first < mesh->face_count; first++) {
        if (taken[first])
            continue;
        const char *texture = texture_of(m, first);
        uint32_t count = 0;
        for (uint32_t f = first; f < mesh->face_count; f++)
            if (!taken[f] && strcmp(texture_of(m, f), texture) == 0) {
                faces[count++] = f;
                taken[f] = true;
            }
        struct sheet sheet = {below ? "under" : "floor", texture, faces, 0, below, false};
        if (!add_sheet(m, &sheet, count, number, map))
            return false;
        number += (count + WR_DRAWN_MOST_FACES - 1) / WR_DRAWN_MOST_FACES;
    }
    return true;
}

/* Over floors as these rise, and level over what else one looks down on. */
static bool add_ceiling(struct making *m, uint32_t *faces, uint32_t *map)
{
    const struct wr_walkmesh *mesh = m->mesh;
    uint32_t count[2] = {0, 0}, number = 0;
    for (int flat = 0; flat < 2; flat++) {
        for (uint32_t f = 0; f < mesh->face_count; f++)
            if (m->space.side[f] == WR_SIDE_UP && !is_covered(m, f) &&
                flat == (m->tall || !wr_greybox_is_walkable(&m->space, f)))
                faces[count[flat]++] = f;
        struct sheet sheet = {"ceiling", ceiling_texture, faces, m->look->height, true, flat};
        if (!add_sheet(m, &sheet, count[flat], number, map))
            return false;
        number += (count[flat] + WR_DRAWN_MOST_FACES - 1) / WR_DRAWN_MOST_FACES;
    }
    return true;
}

static bool add_sheets(struct making *m)
{
    uint32_t *faces = WR_TAKE(m->scratch, uint32_t, m->mesh->face_count);
    uint32_t *map = wr_arena_take(m->scratch, m->mesh->vertex_count, 3 * sizeof *map);
    for (uint32_t f = 0; f < m->mesh->face_count; f++)
        if (m->space.side[f] == WR_SIDE_UP)
            m->both[f] |= hangs(m, f);
    if (!faces || !map || !add_floors(m, faces, map, false) || !add_floors(m, faces, map, true))
        return false;
    return !m->look->ceiling || add_ceiling(m, faces, map);
}

/* ---- The walkmesh ------------------------------------------------------------------------ */

static bool add_walkmesh(struct making *m)
{
    struct wr_drawn_mesh *parts =
        wr_arena_more(m->scratch, m->parts, m->part_count, sizeof *parts);
    if (!parts)
        return false;
    m->parts = parts;
    return wr_drawn_walkmesh(m->scratch, m->mesh, m->look->origin, &parts[m->part_count++]);
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

static bool look_around(struct making *m)
{
    m->both = WR_ZERO(m->scratch, bool, m->mesh->face_count);
    if (!m->both || !wr_greybox_space_make(&m->space, m->scratch, m->mesh, m->look->height) ||
        !find_walls(m))
        return false;
    raise_walls(m);
    return true;
}

enum wr_result wr_greybox_make(struct wr_context *context, struct wr_arena *scratch,
                               const struct wr_walkmesh *mesh, const struct wr_greybox *look,
                               struct wr_bytes *mdl, struct wr_bytes *mdx)
{
    struct making m = {.context = context, .scratch = scratch, .mesh = mesh, .look = look};
    if (mesh->face_count > WR_DRAWN_MOST_WALKMESH ||
        mesh->vertex_count > WR_DRAWN_MOST_WALKMESH)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "model-too-large",
                       "merge fewer rooms into one",
                       "the walkmesh of '%s' has %u faces and %u vertices; a model holds %d of "
                       "each",
                       look->name, (unsigned)mesh->face_count, (unsigned)mesh->vertex_count,
                       (int)WR_DRAWN_MOST_WALKMESH);
    bool made = move_vertices(&m);
    if (made && mesh->face_count)
        made = look_around(&m) && add_sheets(&m) && add_walls(&m) && add_walkmesh(&m);
    if (wr_context_stopped(context))
        return WR_STOPPED;
    if (!made)
        return wr_no_memory(context);
    const struct wr_drawn_model model = {look->name, look->game, look->origin, m.parts,
                                         (uint32_t)m.part_count};
    return wr_drawn_write(context, scratch, &model, mdl, mdx);
}
