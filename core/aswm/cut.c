/* Cutting triangles along the lines of tiles. Each is a polygon that is cut by the lines of one
 * direction first, then by those of the other; what is left in a tile is cut into triangles.
 * Source: formats/aswm, 7. */
#include "core/aswm/cut.h"
#include "core/aswm/crossings.h"

#include "core/base/math.h"
#include "core/base/tolerance.h"

#include <inttypes.h>
#include <string.h>

enum {
    CORNERS = 12, /* of a triangle cut by four lines, and some more */
    TILE_SIZE = 74,
    TRIANGLE_SIZE = 64,
};
#define PACKET_MOST ((uint64_t)128 << 20)
#define LEAST_WIDTH (1.0 / 64) /* metres: what the game looks tiles up by */

struct polygon {
    uint32_t count;
    uint32_t v[CORNERS];
};

/* Where a triangle lies, and what it was cut from. */
struct piece {
    uint32_t tile, face;
};

struct cutting {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_aswm *mesh;
    struct wr_crossings crossings; /* the vertices, old and new */
    double tile_width;
    uint32_t border;
    struct piece *pieces; /* one a triangle so far */
    uint32_t face;        /* that is being cut */
    uint32_t outside;
    uint16_t flags; /* of the face that is being cut */
    bool failed;    /* memory is out */
};

/* ---- Triangles
 * --------------------------------------------------------------------------------- */

static double plan_area(const struct cutting *cutting, const uint32_t *a, const uint32_t *b,
                        const uint32_t *c)
{
    const wr_vec3 *v = cutting->crossings.vertices;
    double x = v[*a].x, y = v[*a].y;
    return fabs((v[*b].x - x) * (v[*c].y - y) - (v[*c].x - x) * (v[*b].y - y));
}

/* The corner whose fan has the largest smallest triangle. */
static uint32_t best_corner(const struct cutting *cutting, const struct polygon *polygon)
{
    uint32_t best = 0, count = polygon->count;
    double most = -1;
    for (uint32_t from = 0; from < count; from++) {
        double least = INFINITY;
        for (uint32_t i = 1; i + 1 < count; i++) {
            double area = plan_area(cutting, &polygon->v[from], &polygon->v[(from + i) % count],
                                    &polygon->v[(from + i + 1) % count]);
            least = area < least ? area : least;
        }
        if (least > most) {
            most = least;
            best = from;
        }
    }
    return best;
}

static void add_triangle(struct cutting *cutting, uint32_t a, uint32_t b, uint32_t c,
                         uint32_t tile)
{
    struct wr_aswm *mesh = cutting->mesh;
    size_t count = mesh->triangle_count;
    wr_aswm_triangle *triangles =
        wr_arena_more(cutting->arena, mesh->triangles, count, sizeof *triangles);
    struct piece *pieces =
        wr_arena_more(cutting->arena, cutting->pieces, count, sizeof *pieces);
    if (!triangles || !pieces) {
        cutting->failed = true;
        return;
    }
    triangles[count] = (wr_aswm_triangle){
        .v = {a, b, c}, .flags = cutting->flags, .island = WR_ASWM_NO_ISLAND};
    pieces[count] = (struct piece){tile, cutting->face};
    mesh->triangles = triangles;
    cutting->pieces = pieces;
    mesh->triangle_count++;
}

static bool is_in_border(const struct cutting *cutting, uint32_t column, uint32_t row)
{
    const struct wr_aswm *mesh = cutting->mesh;
    uint32_t border = cutting->border;
    return column < border || row < border || column >= mesh->width - border ||
           row >= mesh->height - border;
}

static void add_polygon(struct cutting *cutting, const struct polygon *polygon, uint32_t column,
                        uint32_t row)
{
    if (polygon->count < 3)
        return;
    if (is_in_border(cutting, column, row)) {
        cutting->outside++;
        return;
    }
    uint32_t from = best_corner(cutting, polygon), count = polygon->count;
    for (uint32_t i = 1; i + 1 < count && !cutting->failed; i++)
        add_triangle(cutting, polygon->v[from], polygon->v[(from + i) % count],
                     polygon->v[(from + i + 1) % count], row * cutting->mesh->width + column);
}

/* ---- Lines
 * ----------------------------------------------------------------------------------- */

static double along(wr_vec3 point, int axis)
{
    return (double)(axis == 0 ? point.x : point.y);
}

static void add_corner(struct polygon *polygon, uint32_t v)
{
    /* A corner on the line is met twice: by the side that ends there, and by itself. */
    if (polygon->count < CORNERS &&
        (polygon->count == 0 || polygon->v[polygon->count - 1] != v))
        polygon->v[polygon->count++] = v;
}

static void close_polygon(struct polygon *polygon)
{
    if (polygon->count > 1 && polygon->v[polygon->count - 1] == polygon->v[0])
        polygon->count--;
}

/* Cuts a polygon into what lies below a line and what lies above it. */
static void cut_polygon(struct cutting *cutting, const struct polygon *whole, int axis,
                        double line, struct polygon *below, struct polygon *above)
{
    below->count = above->count = 0;
    for (uint32_t i = 0; i < whole->count; i++) {
        uint32_t a = whole->v[i], b = whole->v[i + 1 < whole->count ? i + 1 : 0];
        const wr_vec3 *v = cutting->crossings.vertices;
        double here = along(v[a], axis) - line, there = along(v[b], axis) - line;
        if (here <= 0)
            add_corner(below, a);
        if (here >= 0)
            add_corner(above, a);
        if (!((here < 0 && there > 0) || (here > 0 && there < 0)))
            continue;
        uint32_t crossing = wr_crossings_at(&cutting->crossings, a, b, axis, line);
        add_corner(below, crossing);
        add_corner(above, crossing);
    }
    close_polygon(below);
    close_polygon(above);
}

static void range_of(const struct cutting *cutting, const struct polygon *polygon, int axis,
                     uint32_t *first, uint32_t *last)
{
    double low = INFINITY, high = -INFINITY, width = cutting->tile_width;
    for (uint32_t i = 0; i < polygon->count; i++) {
        double at = along(cutting->crossings.vertices[polygon->v[i]], axis);
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    *first = (uint32_t)(low / width);
    *last = (uint32_t)(high / width);
    if (*last > *first && *last * width >= high)
        (*last)--; /* it ends on the line */
}

static void cut_strip(struct cutting *cutting, struct polygon rest, uint32_t column)
{
    struct polygon below, above;
    uint32_t first, last;
    range_of(cutting, &rest, 1, &first, &last);
    for (uint32_t row = first; row < last; row++) {
        cut_polygon(cutting, &rest, 1, (row + 1) * cutting->tile_width, &below, &above);
        add_polygon(cutting, &below, column, row);
        rest = above;
    }
    add_polygon(cutting, &rest, column, last);
}

static void cut_face(struct cutting *cutting, const wr_face *face)
{
    struct polygon rest = {3, {face->v[0], face->v[1], face->v[2]}}, below, above;
    uint32_t first, last;
    range_of(cutting, &rest, 0, &first, &last);
    for (uint32_t column = first; column < last; column++) {
        cut_polygon(cutting, &rest, 0, (column + 1) * cutting->tile_width, &below, &above);
        if (below.count >= 3)
            cut_strip(cutting, below, column);
        rest = above;
    }
    if (rest.count >= 3)
        cut_strip(cutting, rest, last);
}

/* ---- The grid
 * ---------------------------------------------------------------------------------- */

struct bounds {
    double low[2], high[2];
};

static struct bounds bounds_of(const struct wr_aswm_soup *soup)
{
    struct bounds bounds = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < 3 * soup->face_count; i++)
        for (int axis = 0; axis < 2; axis++) {
            double at = along(soup->vertices[soup->faces[i / 3].v[i % 3]], axis);
            bounds.low[axis] = at < bounds.low[axis] ? at : bounds.low[axis];
            bounds.high[axis] = at > bounds.high[axis] ? at : bounds.high[axis];
        }
    return bounds;
}

/* Whole tiles, so that nothing lies below the first tile inside the border. */
static double shift_of(double low, double width, uint32_t border)
{
    double least = (border + (low < 0 ? 1.0 : 0.0)) * width;
    int64_t tiles = 0;
    if (low < least)
        tiles = (int64_t)((least - low) / width);
    while (low + (double)tiles * width < least)
        tiles++;
    return (double)tiles * width;
}

static enum wr_result lay_grid(struct cutting *cutting, const struct wr_aswm_grid *grid,
                               struct bounds bounds, struct wr_aswm_shift *shift,
                               wr_where where)
{
    struct wr_aswm *mesh = cutting->mesh;
    double width = cutting->tile_width, tiles[2] = {grid->width, grid->height};
    bool given = grid->width > 0 && grid->height > 0;
    if (!(width >= LEAST_WIDTH))
        return wr_fail(cutting->context, WR_INVALID, where, "aswm-tile-width", NULL,
                       "tiles are to be 1/64 m wide at least");
    for (int axis = 0; axis < 2; axis++)
        if (!(bounds.low[axis] >= -WR_AREA_REACH && bounds.high[axis] <= WR_AREA_REACH))
            return wr_fail(cutting->context, WR_LIMIT, where, "aswm-grid", NULL,
                           "the mesh reaches farther than 131 km");
    double *moved[2] = {&shift->x, &shift->y};
    for (int axis = 0; axis < 2; axis++) {
        *moved[axis] = given ? 0 : shift_of(bounds.low[axis], width, grid->border);
        double high = bounds.high[axis] + *moved[axis];
        if (!given)
            tiles[axis] = (double)(int64_t)(high / width) + 1 + grid->border +
                          (*moved[axis] > 0 && grid->border == 0 ? 1 : 0);
        if (!given && grid->border > 0) {
            int64_t squares = ((int64_t)tiles[axis] + WR_ASWM_SQUARE - 1) / WR_ASWM_SQUARE;
            tiles[axis] = (double)(squares * WR_ASWM_SQUARE); /* as exteriors are counted */
        }
        if (given && (bounds.low[axis] < 0 || high > tiles[axis] * width))
            return wr_fail(cutting->context, WR_INVALID, where, "aswm-outside",
                           "move the mesh, or give an area that is larger",
                           "the mesh does not lie in the area's %" PRIu32 " by %" PRIu32
                           " tiles",
                           grid->width, grid->height);
    }
    if (tiles[0] * tiles[1] * TILE_SIZE >= (double)PACKET_MOST)
        return wr_fail(cutting->context, WR_LIMIT, where, "aswm-grid", NULL,
                       "the mesh is too wide: its tiles alone would take 128 MiB");
    mesh->width = (uint32_t)tiles[0];
    mesh->height = (uint32_t)tiles[1];
    mesh->tile_width = grid->tile_width;
    mesh->border = grid->border;
    mesh->tiles = WR_ZERO(cutting->arena, wr_aswm_tile, (size_t)mesh->width * mesh->height);
    return mesh->tiles ? WR_OK : wr_no_memory(cutting->context);
}

/* ---- Order
 * --------------------------------------------------------------------------------------- */

/* Triangles lie tile by tile, those of one as they came. */
static bool sort_triangles(struct cutting *cutting, uint32_t **faces)
{
    struct wr_aswm *mesh = cutting->mesh;
    uint32_t sum = 0, tiles = wr_aswm_tile_count(mesh);
    wr_aswm_triangle *sorted = WR_TAKE(cutting->arena, wr_aswm_triangle, mesh->triangle_count);
    *faces = WR_TAKE(cutting->arena, uint32_t, mesh->triangle_count);
    if (!sorted || !*faces)
        return false;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        mesh->tiles[cutting->pieces[i].tile].triangle_count++;
    for (uint32_t i = 0; i < tiles; i++) {
        mesh->tiles[i].first = sum;
        sum += mesh->tiles[i].triangle_count;
    }
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        uint32_t to = mesh->tiles[cutting->pieces[i].tile].first++;
        sorted[to] = mesh->triangles[i];
        (*faces)[to] = cutting->pieces[i].face;
    }
    for (uint32_t i = 0; i < tiles; i++)
        mesh->tiles[i].first -= mesh->tiles[i].triangle_count;
    mesh->triangles = sorted;
    return true;
}

static bool move_vertices(struct cutting *cutting, const struct wr_aswm_soup *soup,
                          const struct wr_aswm_shift *shift)
{
    if (!wr_crossings_start(&cutting->crossings, cutting->arena, soup->vertices,
                            soup->vertex_count))
        return false;
    for (uint32_t i = 0; i < soup->vertex_count; i++) {
        wr_vec3 *at = &cutting->crossings.vertices[i];
        at->x = (float)((double)at->x + shift->x);
        at->y = (float)((double)at->y + shift->y);
    }
    return true;
}

static enum wr_result cut_all(struct cutting *cutting, const struct wr_aswm_soup *soup,
                              wr_where where, uint32_t **faces)
{
    enum { ROUND = 0xfff };
    struct wr_aswm *mesh = cutting->mesh;
    for (uint32_t i = 0; i < soup->face_count; i++) {
        cutting->flags = soup->flags[i];
        cutting->face = i;
        cut_face(cutting, &soup->faces[i]);
        if (cutting->failed || cutting->crossings.failed)
            return wr_no_memory(cutting->context);
        if ((uint64_t)mesh->triangle_count * TRIANGLE_SIZE >= PACKET_MOST)
            return wr_fail(cutting->context, WR_LIMIT, where, "trx-large", NULL,
                           "cut along its tiles the mesh takes 128 MiB and more");
        if ((i & ROUND) == ROUND && wr_context_stopped(cutting->context))
            return WR_STOPPED;
    }
    return sort_triangles(cutting, faces) ? WR_OK : wr_no_memory(cutting->context);
}

enum wr_result wr_aswm_cut(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_aswm_soup *soup, const struct wr_aswm_grid *grid,
                           wr_where where, struct wr_aswm *out, struct wr_aswm_shift *shift)
{
    struct cutting cutting = {.context = context,
                              .arena = arena,
                              .mesh = out,
                              .tile_width = (double)grid->tile_width,
                              .border = grid->border};
    *out = (struct wr_aswm){0};
    *shift = (struct wr_aswm_shift){0};
    if (soup->face_count == 0)
        return wr_fail(context, WR_INVALID, where, "aswm-empty", NULL,
                       "the mesh has no triangles");
    enum wr_result result = lay_grid(&cutting, grid, bounds_of(soup), shift, where);
    if (result == WR_OK && !move_vertices(&cutting, soup, shift))
        result = wr_no_memory(context);
    if (result == WR_OK)
        result = cut_all(&cutting, soup, where, &shift->faces);
    out->vertices = cutting.crossings.vertices;
    out->vertex_count = cutting.crossings.count;
    shift->outside = cutting.outside;
    if (result == WR_OK && out->triangle_count == 0)
        result = wr_fail(context, WR_INVALID, where, "aswm-outside",
                         "move the mesh, or give an area that is larger",
                         "all of the mesh lies in the area's border of %" PRIu32 " tiles",
                         grid->border);
    return wr_context_whole(context, result);
}
