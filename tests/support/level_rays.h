/* Real levels, and where one can stand in them: asked of their blocks directly, by crossings of
 * a line; nothing is shared with what makes floors. */
#ifndef WR_TESTS_SUPPORT_LEVEL_RAYS_H
#define WR_TESTS_SUPPORT_LEVEL_RAYS_H

#include "tests/support/corpus.h"
#include "tests/support/findings.h"

#include "core/walkmesh/judge.h"
#include "core/walkmesh/walkmesh.h"
#include "core/wmp/solids.h"

enum { MOST_HEIGHTS = 256, CELLS = 64 };
#define TALL 1.8
#define FLAT 0.70
#define DEPTH 0.01
#define NEAR_EDGE 0.02
#define STOREY 0.02

/* ---- Places by columns ------------------------------------------------------------------- */

/* Which things lie above or below a place: lists of them, one a cell of a grid. */
struct columns {
    double x, y, width, depth; /* the corner, and how large a cell is */
    uint32_t first[CELLS * CELLS + 1];
    uint32_t *items;
};

struct span {
    double min_x, min_y, max_x, max_y;
};

static inline struct span span_none(void)
{
    return (struct span){INFINITY, INFINITY, -INFINITY, -INFINITY};
}

static inline void span_add(struct span *span, double x, double y)
{
    span->min_x = fmin(span->min_x, x);
    span->min_y = fmin(span->min_y, y);
    span->max_x = fmax(span->max_x, x);
    span->max_y = fmax(span->max_y, y);
}

static inline int cell_of(double from, double size, double at)
{
    double cell = size > 0 ? floor((at - from) / size) : 0;
    return cell < 0 ? 0 : cell >= CELLS ? CELLS - 1 : (int)cell;
}

static inline void columns_make(struct columns *columns, const struct span *spans,
                                uint32_t count)
{
    struct span whole = span_none();
    for (uint32_t i = 0; i < count; i++) {
        span_add(&whole, spans[i].min_x, spans[i].min_y);
        span_add(&whole, spans[i].max_x, spans[i].max_y);
    }
    *columns = (struct columns){.x = whole.min_x,
                                .y = whole.min_y,
                                .width = (whole.max_x - whole.min_x) / CELLS,
                                .depth = (whole.max_y - whole.min_y) / CELLS};
    uint32_t at[CELLS * CELLS] = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < count; i++) {
            int left = cell_of(columns->x, columns->width, spans[i].min_x - NEAR_EDGE);
            int right = cell_of(columns->x, columns->width, spans[i].max_x + NEAR_EDGE);
            int low = cell_of(columns->y, columns->depth, spans[i].min_y - NEAR_EDGE);
            int high = cell_of(columns->y, columns->depth, spans[i].max_y + NEAR_EDGE);
            for (int x = left; x <= right; x++)
                for (int y = low; y <= high; y++) {
                    int cell = y * CELLS + x;
                    if (pass == 0)
                        columns->first[cell + 1]++;
                    else
                        columns->items[at[cell]++] = i;
                }
        }
        if (pass == 1)
            break;
        for (int cell = 0; cell < CELLS * CELLS; cell++) {
            columns->first[cell + 1] += columns->first[cell];
            at[cell] = columns->first[cell];
        }
        columns->items = malloc((columns->first[CELLS * CELLS] + 1) * sizeof(uint32_t));
    }
}

static inline int columns_at(const struct columns *columns, double x, double y)
{
    return cell_of(columns->y, columns->depth, y) * CELLS +
           cell_of(columns->x, columns->width, x);
}

/* ---- The blocks -------------------------------------------------------------------------- */

struct facet {
    const wr_dvec3 *points; /* in metres */
    uint32_t count, solid;
    wr_dvec3 normal; /* outward */
    double distance; /* normal . p */
    bool sky;
};

struct level {
    struct findings findings;
    struct wr_source *source;
    struct wr_walkmesh *mesh;
    struct facet *facets;
    uint32_t facet_count, solid_count, left_out;
    struct columns blocks, faces;
    struct span span;
};

static inline wr_dvec3 newell(const wr_dvec3 *points, uint32_t count)
{
    wr_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 1; i + 1 < count; i++)
        sum = wr_add(sum,
                     wr_cross(wr_sub(points[i], points[0]), wr_sub(points[i + 1], points[0])));
    return sum;
}

static inline bool same_point(wr_dvec3 a, wr_dvec3 b)
{
    return wr_length(wr_sub(a, b)) < 1e-6;
}

/* Whether each side of each face is that of another in the other direction. */
static inline bool is_closed(const struct facet *facets, uint32_t count)
{
    for (uint32_t f = 0; f < count; f++)
        for (uint32_t i = 0; i < facets[f].count; i++) {
            wr_dvec3 a = facets[f].points[i], b = facets[f].points[(i + 1) % facets[f].count];
            int balance = 0;
            if (same_point(a, b))
                continue;
            for (uint32_t g = 0; g < count; g++)
                for (uint32_t k = 0; k < facets[g].count; k++) {
                    wr_dvec3 c = facets[g].points[k],
                             d = facets[g].points[(k + 1) % facets[g].count];
                    balance += same_point(a, c) && same_point(b, d);
                    balance -= same_point(a, d) && same_point(b, c);
                }
            if (balance != 0)
                return false;
        }
    return true;
}

static inline double volume_of(const struct facet *facets, uint32_t count)
{
    double volume = 0;
    for (uint32_t f = 0; f < count; f++)
        volume += wr_dot(facets[f].points[0], facets[f].normal) / 6;
    return volume;
}

/* The faces of a block, outward ones turning left; none where it is open. */
static inline uint32_t take_block(struct level *level, const wr_wmp_block *block,
                                  const wr_wmp_place *place, uint32_t solid, struct facet *out)
{
    uint32_t count = 0;
    for (uint32_t f = 0; f < block->face_count; f++) {
        const wr_wmp_face *face = &block->faces[f];
        wr_dvec3 *points = WR_TAKE(level->findings.arena, wr_dvec3, face->count);
        for (uint32_t i = 0; i < face->count; i++) {
            uint32_t corner = block->corners[face->first + face->count - 1 - i];
            points[i] = wr_scale(wr_wmp_place_point(place, block->vertices[corner]),
                                 1 / WR_WMP_QUANTS_PER_METRE);
        }
        out[count++] = (struct facet){points, face->count,
                                      solid,  newell(points, face->count),
                                      0,      (face->flags & WR_WMP_SKY) != 0};
    }
    double volume = volume_of(out, count);
    if (fabs(volume) < 1e-9 || !is_closed(out, count))
        return 0;
    for (uint32_t f = 0; f < count; f++) {
        double length = wr_length(out[f].normal) * (volume < 0 ? -1 : 1);
        out[f].normal = length != 0 ? wr_scale(out[f].normal, 1 / length) : out[f].normal;
        out[f].distance = wr_dot(out[f].normal, out[f].points[0]);
    }
    return count;
}

static inline void take_blocks(struct level *level, const struct wr_wmp *wmp,
                               const struct wr_wmp_places *places)
{
    uint32_t most = 0;
    for (uint32_t b = 0; b < wmp->block_count; b++)
        most += wmp->blocks[b].face_count;
    level->facets = WR_TAKE(level->findings.arena, struct facet, most);
    for (uint32_t b = 0; b < wmp->block_count; b++) {
        uint32_t taken =
            wmp->blocks[b].flags & WR_WMP_PASSABLE
                ? 0
                : take_block(level, &wmp->blocks[b], &places->blocks[b], level->solid_count,
                             level->facets + level->facet_count);
        level->left_out += taken == 0;
        level->solid_count += taken > 0;
        level->facet_count += taken;
    }
    struct span *spans = WR_TAKE(level->findings.arena, struct span, level->facet_count);
    level->span = span_none();
    for (uint32_t f = 0; f < level->facet_count; f++) {
        spans[f] = span_none();
        for (uint32_t i = 0; i < level->facets[f].count; i++) {
            wr_dvec3 p = level->facets[f].points[i];
            span_add(&spans[f], p.x, p.y);
            span_add(&level->span, p.x, p.y);
        }
    }
    columns_make(&level->blocks, spans, level->facet_count);
}

/* ---- Rays -------------------------------------------------------------------------------- */

enum standing { CANNOT, MAY, CAN };
struct crossing {
    double z;
    uint32_t facet;
};
struct storeys {
    unsigned count;
    double z[MOST_HEIGHTS];
    enum standing standing[MOST_HEIGHTS];
};

static inline double edge_distance(wr_dvec3 a, wr_dvec3 b, double x, double y)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    double part = length > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / length : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    double ex = a.x + part * dx - x, ey = a.y + part * dy - y;
    return sqrt(ex * ex + ey * ey);
}

/* Whether a line through a place goes through a face; `near` becomes true where it is close to
 * one of its edges. */
static inline bool crosses(const struct facet *facet, double x, double y, bool *near)
{
    bool inside = false;
    for (uint32_t i = 0; i < facet->count; i++) {
        wr_dvec3 a = facet->points[i], b = facet->points[(i + 1) % facet->count];
        *near |= edge_distance(a, b, x, y) < NEAR_EDGE;
        if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

static inline int order_crossings(const void *left, const void *right)
{
    const struct crossing *a = left, *b = right;
    return a->z < b->z ? -1 : a->z > b->z;
}

/* How many of a solid's faces lie above a height decides whether that is in it. */
static inline bool in_the_way(const struct level *level, const struct crossing *crossings,
                              unsigned count, double low, double high)
{
    double entered[MOST_HEIGHTS];
    uint32_t solids[MOST_HEIGHTS];
    unsigned open = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t solid = level->facets[crossings[i].facet].solid;
        unsigned k = 0;
        while (k < open && solids[k] != solid)
            k++;
        if (k == open) {
            solids[open] = solid;
            entered[open++] = crossings[i].z;
            continue;
        }
        if (entered[k] < high && crossings[i].z > low)
            return true;
        solids[k] = solids[--open];
        entered[k] = entered[open];
    }
    return false;
}

/* False where there are too many to tell, and, where `wary`, where an edge is near. */
static inline bool storeys_at(const struct level *level, double x, double y, bool wary,
                              struct storeys *out)
{
    struct crossing crossings[MOST_HEIGHTS];
    unsigned count = 0;
    bool near = false;
    int column = columns_at(&level->blocks, x, y);
    for (uint32_t i = level->blocks.first[column]; i < level->blocks.first[column + 1]; i++) {
        const struct facet *facet = &level->facets[level->blocks.items[i]];
        bool met = crosses(facet, x, y, &near);
        if ((wary && near) || count == MOST_HEIGHTS)
            return false;
        if (met)
            crossings[count++] = (struct crossing){
                (facet->distance - facet->normal.x * x - facet->normal.y * y) / facet->normal.z,
                level->blocks.items[i]};
    }
    qsort(crossings, count, sizeof *crossings, order_crossings);
    out->count = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct facet *facet = &level->facets[crossings[i].facet];
        double z = crossings[i].z;
        if (facet->normal.z < FLAT - 1e-3 || facet->sky)
            continue;
        bool may = !in_the_way(level, crossings, count, z + 2 * DEPTH, z + TALL - DEPTH);
        bool can = facet->normal.z > FLAT + 1e-3 &&
                   !in_the_way(level, crossings, count, z + 1e-5, z + TALL + DEPTH);
        out->z[out->count] = z;
        out->standing[out->count++] = can ? CAN : may ? MAY : CANNOT;
    }
    return true;
}

/* ---- The floors -------------------------------------------------------------------------- */

static inline double side_of(wr_vec3 a, wr_vec3 b, double x, double y)
{
    return ((double)b.x - a.x) * (y - a.y) - (x - a.x) * ((double)b.y - a.y);
}

static inline bool face_at(const struct wr_walkmesh *mesh, uint32_t face, double x, double y,
                           double *z)
{
    const uint32_t *v = mesh->faces[face].v;
    wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    double at_c = side_of(a, b, x, y), at_a = side_of(b, c, x, y), at_b = side_of(c, a, x, y);
    double area = at_a + at_b + at_c;
    *z = (at_a * a.z + at_b * b.z + at_c * c.z) / area;
    return at_a >= 0 && at_b >= 0 && at_c >= 0;
}

static inline void take_faces(struct level *level)
{
    const struct wr_walkmesh *mesh = level->mesh;
    struct span *spans = WR_TAKE(level->findings.arena, struct span, mesh->walkable_count);
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        spans[f] = span_none();
        for (int k = 0; k < 3; k++) {
            wr_vec3 p = mesh->vertices[mesh->faces[f].v[k]];
            span_add(&spans[f], p.x, p.y);
        }
    }
    columns_make(&level->faces, spans, mesh->walkable_count);
}

static inline unsigned heights_at(const struct level *level, double x, double y,
                                  double out[MOST_HEIGHTS])
{
    unsigned count = 0;
    int column = columns_at(&level->faces, x, y);
    for (uint32_t i = level->faces.first[column]; i < level->faces.first[column + 1]; i++)
        if (count < MOST_HEIGHTS)
            count += face_at(level->mesh, level->faces.items[i], x, y, &out[count]);
    return count;
}

static inline bool has_height(const double *heights, unsigned count, double z)
{
    for (unsigned i = 0; i < count; i++)
        if (fabs(heights[i] - z) <= STOREY)
            return true;
    return false;
}

static inline bool may_stand(const struct storeys *storeys, double z)
{
    for (unsigned i = 0; i < storeys->count; i++)
        if (storeys->standing[i] != CANNOT && fabs(storeys->z[i] - z) <= STOREY)
            return true;
    return false;
}

static inline void check_mesh(const struct wr_source *source, struct level *level)
{
    struct findings judged;
    findings_start(&judged);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    enum wr_result result = wr_walkmesh_judge(judged.context, level->mesh, &surfaces, source);
    if (result != WR_OK || judged.errors || judged.warnings)
        fail_msg("%s: %s", source->name, (const char *)judged.lines.data);
    findings_end(&judged);
}

static inline void make_floors(const struct wr_source *source, struct level *level,
                               const struct wr_wmp *wmp, const struct wr_wmp_places *places)
{
    struct findings *findings = &level->findings;
    struct wr_brush_level brush = {.metres = 1 / WR_WMP_QUANTS_PER_METRE};
    struct wr_brush_told told;
    wr_triangles floors;
    brush.rules = wr_wmp_rules(&brush.rule_count);
    assert_int_equal(
        wr_wmp_solids(findings->context, findings->arena, wmp, places, &brush, NULL), WR_OK);
    assert_int_equal(
        wr_brush_floors(findings->context, findings->arena, &brush, &floors, &told), WR_OK);
    if (floors.face_count == 0)
        return;
    assert_int_equal(wr_walkmesh_make(findings->context, WR_WOK, &floors, NULL, &level->mesh),
                     WR_OK);
    check_mesh(source, level);
}

/* Reads a level and makes its floors; `mesh` stays NULL where it has none. */
static inline void level_open(struct level *level, const struct wr_source *source)
{
    struct wr_source *text = malloc(sizeof *text);
    struct wr_wmp *wmp;
    struct wr_wmp_places places;
    *level = (struct level){.source = text};
    *text = *source;
    text->binary = false;
    findings_start(&level->findings);
    if (wr_wmp_read(level->findings.context, level->findings.arena, text, &wmp) != WR_OK ||
        wr_wmp_resolve(level->findings.context, level->findings.arena, wmp, &places) != WR_OK)
        fail_msg("%s: %s", source->name, findings_said(&level->findings));
    take_blocks(level, wmp, &places);
    make_floors(source, level, wmp, &places);
    if (level->mesh)
        take_faces(level);
}

static inline void level_close(struct level *level)
{
    if (level->mesh)
        free(level->faces.items);
    free(level->blocks.items);
    free(level->source);
    wr_walkmesh_free(level->mesh);
    findings_end(&level->findings);
}

/* Whether $LEVEL asks for another one. */
static inline bool level_unwanted(const struct wr_source *source)
{
    const char *wanted = getenv("LEVEL");
    return wanted && !strstr(source->name, wanted);
}

#endif
