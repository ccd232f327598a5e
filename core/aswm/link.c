/* Edges, and which triangles they link. Source: formats/aswm, 2. */
#include "core/aswm/baking.h"

#include <string.h>

/* ---- Those that are there ------------------------------------------------------------------
 */

static bool names(const wr_aswm_edge *edge, uint32_t a, uint32_t b)
{
    return (edge->triangle[0] == a && edge->triangle[1] == b) ||
           (edge->triangle[0] == b && edge->triangle[1] == a);
}

static bool has_corner(const wr_aswm_triangle *triangle, uint32_t v)
{
    return triangle->v[0] == v || triangle->v[1] == v || triangle->v[2] == v;
}

static bool links_back(const wr_aswm_triangle *triangle, uint32_t edge, uint32_t to)
{
    bool found = false;
    for (int i = 0; i < 3; i++)
        found |= triangle->edge[i] == edge && triangle->link[i] == to;
    return found;
}

bool wr_aswm_link_sound(const struct wr_aswm *mesh, uint32_t index, int slot)
{
    const wr_aswm_triangle *triangle = &mesh->triangles[index];
    const wr_aswm_edge *edge = &mesh->edges[triangle->edge[slot]];
    uint32_t link = triangle->link[slot];
    return names(edge, index, link) && edge->v[0] != edge->v[1] && link != index &&
           has_corner(triangle, edge->v[0]) && has_corner(triangle, edge->v[1]) &&
           (link == WR_ASWM_NONE ||
            links_back(&mesh->triangles[link], triangle->edge[slot], index));
}

bool wr_aswm_linked(const struct wr_aswm *mesh)
{
    bool sound = mesh->edge_count > 0 || mesh->triangle_count == 0;
    for (uint32_t i = 0; sound && i < mesh->triangle_count; i++) {
        const uint32_t *edge = mesh->triangles[i].edge;
        sound = edge[0] != edge[1] && edge[1] != edge[2] && edge[2] != edge[0];
        for (int slot = 0; sound && slot < 3; slot++)
            sound = wr_aswm_link_sound(mesh, i, slot);
    }
    return sound;
}

/* ---- Made ones -----------------------------------------------------------------------------
 */

/* A side is 3 * triangle + slot, from corner `slot` to the next. */
struct linking {
    struct wr_aswm *mesh;
    uint32_t *sides, *other; /* all of them as they are ordered so far, and room for as many */
    uint32_t *starts;        /* one a vertex and one more */
};

static uint32_t from_of(const struct wr_aswm *mesh, uint32_t side)
{
    return mesh->triangles[side / 3].v[side % 3];
}

static uint32_t to_of(const struct wr_aswm *mesh, uint32_t side)
{
    return mesh->triangles[side / 3].v[side % 3 == 2 ? 0 : side % 3 + 1];
}

static uint32_t lesser(const struct wr_aswm *mesh, uint32_t side)
{
    uint32_t from = from_of(mesh, side), to = to_of(mesh, side);
    return from < to ? from : to;
}

static uint32_t greater(const struct wr_aswm *mesh, uint32_t side)
{
    uint32_t from = from_of(mesh, side), to = to_of(mesh, side);
    return from < to ? to : from;
}

typedef uint32_t vertex_fn(const struct wr_aswm *mesh, uint32_t side);

/* Orders the sides by a vertex of theirs, those of one as they were. */
static inline void sort(struct linking *linking, vertex_fn *vertex)
{
    const struct wr_aswm *mesh = linking->mesh;
    uint32_t count = 3 * mesh->triangle_count, sum = 0, *starts = linking->starts;
    memset(starts, 0, sizeof *starts * mesh->vertex_count);
    for (uint32_t i = 0; i < count; i++)
        starts[vertex(mesh, i)]++;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t here = starts[v];
        starts[v] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < count; i++)
        linking->other[starts[vertex(mesh, linking->sides[i])]++] = linking->sides[i];
    uint32_t *ordered = linking->other;
    linking->other = linking->sides;
    linking->sides = ordered;
}

static void add_edge(struct wr_aswm *mesh, uint32_t side, uint32_t other)
{
    uint32_t index = mesh->edge_count++, triangle = side / 3;
    uint32_t behind = other == WR_ASWM_NONE ? WR_ASWM_NONE : other / 3;
    mesh->edges[index] =
        (wr_aswm_edge){{lesser(mesh, side), greater(mesh, side)}, {triangle, behind}};
    mesh->triangles[triangle].edge[side % 3] = index;
    mesh->triangles[triangle].link[side % 3] = behind;
    if (other != WR_ASWM_NONE) {
        mesh->triangles[behind].edge[other % 3] = index;
        mesh->triangles[behind].link[other % 3] = triangle;
    }
}

static void add_pair(struct wr_aswm *mesh, uint32_t a, uint32_t b)
{
    if (a / 3 != b / 3) {
        add_edge(mesh, a < b ? a : b, a < b ? b : a);
        return;
    }
    add_edge(mesh, a, WR_ASWM_NONE);
    add_edge(mesh, b, WR_ASWM_NONE);
}

/* Those that lead away from the lesser vertex first, the others behind them. */
static uint32_t part(const struct wr_aswm *mesh, uint32_t *sides, uint32_t count,
                     uint32_t *room)
{
    uint32_t away = 0, back = 0;
    for (uint32_t i = 0; i < count; i++)
        if (from_of(mesh, sides[i]) == lesser(mesh, sides[i]))
            sides[away++] = sides[i];
        else
            room[back++] = sides[i];
    memcpy(sides + away, room, sizeof *sides * back);
    return away;
}

/* The triangles on one line: each is linked to one that lies on the other side of it, as far as
 * there are such. */
static void link_line(struct linking *linking, uint32_t *sides, uint32_t count)
{
    struct wr_aswm *mesh = linking->mesh;
    if (count == 1)
        add_edge(mesh, sides[0], WR_ASWM_NONE);
    if (count == 2)
        add_pair(mesh, sides[0], sides[1]);
    if (count <= 2)
        return;
    uint32_t away = part(mesh, sides, count, linking->other);
    uint32_t pairs = away < count - away ? away : count - away;
    for (uint32_t i = 0; i < pairs; i++)
        add_pair(mesh, sides[i], sides[away + i]);
    uint32_t first = away > pairs ? pairs : away + pairs, last = away > pairs ? away : count;
    for (uint32_t i = first; i < last; i += 2)
        if (i + 1 < last)
            add_pair(mesh, sides[i], sides[i + 1]);
        else
            add_edge(mesh, sides[i], WR_ASWM_NONE);
}

static void link_all(struct linking *linking)
{
    const struct wr_aswm *mesh = linking->mesh;
    uint32_t count = 3 * mesh->triangle_count, *sides = linking->sides;
    for (uint32_t i = 0, next; i < count; i = next) {
        uint32_t near = lesser(mesh, sides[i]), far = greater(mesh, sides[i]);
        next = i + 1;
        while (next < count && lesser(mesh, sides[next]) == near &&
               greater(mesh, sides[next]) == far)
            next++;
        link_line(linking, sides + i, next - i);
    }
}

enum wr_result wr_aswm_link(struct wr_context *context, struct wr_arena *arena,
                            struct wr_aswm *mesh)
{
    uint32_t count = 3 * mesh->triangle_count;
    mesh->edges = WR_TAKE(arena, wr_aswm_edge, count);
    mesh->edge_count = 0;
    wr_arena_mark mark = wr_arena_here(arena);
    struct linking linking = {mesh, WR_TAKE(arena, uint32_t, count),
                              WR_TAKE(arena, uint32_t, count),
                              WR_TAKE(arena, uint32_t, mesh->vertex_count)};
    if (!mesh->edges || !linking.sides || !linking.other || !linking.starts)
        return wr_no_memory(context);
    for (uint32_t side = 0; side < count; side++)
        linking.sides[side] = side;
    sort(&linking, greater);
    sort(&linking, lesser);
    link_all(&linking);
    wr_arena_rewind(arena, mark);
    return WR_OK;
}
