/* Taking solids over: each is checked as a whole, and what is left out is said. */
#include "core/brush/solids.h"

#include "core/base/tolerance.h"

#include <inttypes.h>
#include <stdlib.h>

/* One solid while it is checked: vertices that lie on one step are one. */
struct taking {
    struct wr_solids *solids;
    const wr_brush_solid *solid;
    uint32_t number;
    wr_dvec3 *vertices;
    uint32_t *same; /* the first vertex of the step a vertex lies on */
    bool turned;    /* it is inside out */
};

/* ---- Checks ---------------------------------------------------------------------------- */

static bool is_in_reach(const struct taking *taking)
{
    const wr_brush_solid *solid = taking->solid;
    double most = WR_BRUSH_REACH / taking->solids->level->metres;
    for (uint32_t v = 0; v < solid->vertex_count; v++) {
        wr_dvec3 p = solid->vertices[v];
        if (!(fabs(p.x) <= most && fabs(p.y) <= most && fabs(p.z) <= most))
            return false;
    }
    return true;
}

static bool is_sound(const wr_brush_solid *solid)
{
    for (uint32_t v = 0; v < solid->vertex_count; v++)
        if (!isfinite(solid->vertices[v].x) || !isfinite(solid->vertices[v].y) ||
            !isfinite(solid->vertices[v].z))
            return false;
    for (uint32_t f = 0; f < solid->face_count; f++)
        for (uint32_t i = 0; i < solid->faces[f].corner_count; i++)
            if (solid->faces[f].corners[i] >= solid->vertex_count)
                return false;
    return true;
}

struct place {
    int32_t x, y, z;
    uint32_t vertex;
};

static int order_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->z != b->z)
        return a->z < b->z ? -1 : 1;
    return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

static bool scale_vertices(struct taking *taking)
{
    const wr_brush_solid *solid = taking->solid;
    double scale = taking->solids->level->metres / taking->solids->metres;
    struct wr_arena *arena = taking->solids->arena;
    uint32_t count = solid->vertex_count;
    struct place *places = WR_TAKE(arena, struct place, count);
    taking->vertices = WR_TAKE(arena, wr_dvec3, count);
    taking->same = WR_TAKE(arena, uint32_t, count);
    if (!places || !taking->vertices || !taking->same)
        return false;
    for (uint32_t v = 0; v < count; v++) {
        wr_dvec3 p = wr_scale(solid->vertices[v], scale);
        taking->vertices[v] = p;
        places[v] = (struct place){wr_step_of(p.x), wr_step_of(p.y), wr_step_of(p.z), v};
    }
    if (count > 0)
        qsort(places, count, sizeof *places, order_places);
    for (uint32_t i = 0; i < count; i++) {
        const struct place *at = &places[i], *last = i > 0 ? at - 1 : at;
        bool same = i > 0 && at->x == last->x && at->y == last->y && at->z == last->z;
        taking->same[at->vertex] = same ? taking->same[last->vertex] : at->vertex;
    }
    return true;
}

/* An edge of a face, and whether it leads from its lower vertex to its higher one. */
struct rim {
    uint32_t low, high;
    int32_t way;
};

static int order_rims(const void *left, const void *right)
{
    const struct rim *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return a->way < b->way ? -1 : a->way > b->way;
}

/* Whether as many faces use each edge one way as the other. */
static bool are_paired(const struct rim *rims, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t end = i;
        int64_t ways = 0;
        for (; end < count && rims[end].low == rims[i].low && rims[end].high == rims[i].high;
             end++)
            ways += rims[end].way;
        if (ways != 0)
            return false;
        i = end;
    }
    return true;
}

static bool is_closed(const struct taking *taking, bool *closed)
{
    const wr_brush_solid *solid = taking->solid;
    size_t count = 0, most = 0;
    for (uint32_t f = 0; f < solid->face_count; f++)
        most += solid->faces[f].corner_count;
    struct rim *rims = WR_TAKE(taking->solids->arena, struct rim, most);
    if (!rims)
        return false;
    for (uint32_t f = 0; f < solid->face_count; f++) {
        const wr_brush_face *face = &solid->faces[f];
        for (uint32_t i = 0; i < face->corner_count; i++) {
            uint32_t a = taking->same[face->corners[i]];
            uint32_t b = taking->same[face->corners[(i + 1) % face->corner_count]];
            if (a != b)
                rims[count++] = (struct rim){a < b ? a : b, a < b ? b : a, a < b ? 1 : -1};
        }
    }
    if (count > 0)
        qsort(rims, count, sizeof *rims, order_rims);
    *closed = are_paired(rims, count);
    return true;
}

/* Six times the volume, above 0 where faces look outward. */
static double volume_of(const struct taking *taking)
{
    const wr_brush_solid *solid = taking->solid;
    double sum = 0;
    for (uint32_t f = 0; f < solid->face_count; f++) {
        const wr_brush_face *face = &solid->faces[f];
        for (uint32_t i = 1; i + 1 < face->corner_count; i++) {
            wr_dvec3 origin = taking->vertices[0];
            wr_dvec3 a = wr_sub(taking->vertices[taking->same[face->corners[0]]], origin);
            wr_dvec3 b = wr_sub(taking->vertices[taking->same[face->corners[i]]], origin);
            wr_dvec3 c = wr_sub(taking->vertices[taking->same[face->corners[i + 1]]], origin);
            sum += wr_dot(a, wr_cross(b, c));
        }
    }
    return sum;
}

static void skip(struct taking *taking, const char *slug, const char *hint, const char *what)
{
    taking->solids->skipped++;
    wr_warn(taking->solids->context, taking->solid->where, slug, hint, "%s %s; it is left out",
            taking->solid->name, what);
}

/* ---- Facets ---------------------------------------------------------------------------- */

static bool add_corner(struct wr_solids *solids, wr_dvec3 corner)
{
    wr_dvec3 *more = wr_arena_more(solids->arena, solids->corners, solids->corner_count,
                                   sizeof *solids->corners);
    if (!more)
        return false;
    solids->corners = more;
    solids->corners[solids->corner_count++] = corner;
    return true;
}

/* The area vector of a polygon, twice as long, and the middle of its corners. */
static wr_dvec3 area_of(const wr_dvec3 *corners, uint32_t count, wr_dvec3 *middle)
{
    wr_dvec3 sum = {0, 0, 0}, origin = corners[0];
    *middle = origin;
    for (uint32_t i = 1; i + 1 < count; i++)
        sum = wr_add(sum, wr_cross(wr_sub(corners[i], origin), wr_sub(corners[i + 1], origin)));
    for (uint32_t i = 1; i < count; i++)
        *middle = wr_add(*middle, wr_scale(wr_sub(corners[i], origin), 1.0 / count));
    return sum;
}

static bool push_facet(struct wr_solids *solids, const struct wr_solid_face *facet)
{
    size_t count = solids->facet_count;
    struct wr_solid_face *facets =
        wr_arena_more(solids->arena, solids->facets, count, sizeof *solids->facets);
    wr_dbox *boxes = wr_arena_more(solids->arena, solids->boxes, count, sizeof *solids->boxes);
    if (!facets || !boxes)
        return false;
    facets[count] = *facet;
    boxes[count] = wr_dbox_empty();
    for (uint32_t i = 0; i < facet->count; i++)
        wr_dbox_add(&boxes[count], solids->corners[facet->first + i]);
    if (boxes[count].min.z < solids->bottoms[facet->solid])
        solids->bottoms[facet->solid] = boxes[count].min.z;
    solids->facets = facets;
    solids->boxes = boxes;
    solids->facet_count++;
    return true;
}

static double unevenness(const wr_dvec3 *corners, uint32_t count, wr_dvec3 normal,
                         double distance)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        double off = fabs(wr_dot(corners[i], normal) - distance);
        most = off > most ? off : most;
    }
    return most;
}

static bool add_facet(struct taking *taking, const wr_brush_face *face, uint32_t first,
                      uint32_t count);

static bool add_fan(struct taking *taking, const wr_brush_face *face, uint32_t first,
                    uint32_t count)
{
    struct wr_solids *solids = taking->solids;
    for (uint32_t i = 1; i + 1 < count; i++) {
        uint32_t begun = solids->corner_count;
        const uint32_t three[3] = {0, i, i + 1};
        for (int k = 0; k < 3; k++)
            if (!add_corner(solids, solids->corners[first + three[k]]))
                return false;
        if (!add_facet(taking, face, begun, 3))
            return false;
    }
    return true;
}

static bool add_facet(struct taking *taking, const wr_brush_face *face, uint32_t first,
                      uint32_t count)
{
    struct wr_solids *solids = taking->solids;
    const wr_dvec3 *corners = solids->corners + first;
    wr_dvec3 middle, area = area_of(corners, count, &middle);
    double length = wr_length(area);
    if (length < 1e-9)
        return count == 3 || add_fan(taking, face, first, count);
    wr_dvec3 normal = wr_scale(area, 1 / length);
    double distance = wr_dot(normal, middle);
    if (count > 3 && unevenness(corners, count, normal, distance) > solids->slack)
        return add_fan(taking, face, first, count);
    const struct wr_brush_level *level = solids->level;
    uint32_t material =
        taking->solid->made_of
            ? taking->solid->made_of - 1
            : wr_brush_material(level->rules, level->rule_count, face->texture, face->flags);
    struct wr_solid_face facet = {.solid = taking->number,
                                  .material = material,
                                  .first = first,
                                  .count = count,
                                  .normal = normal,
                                  .distance = distance};
    facet.floor = normal.z >= WR_BRUSH_SLOPE && material != WR_BRUSH_NOTHING;
    return push_facet(solids, &facet);
}

static bool add_face(struct taking *taking, const wr_brush_face *face)
{
    struct wr_solids *solids = taking->solids;
    uint32_t first = solids->corner_count, last = UINT32_MAX;
    for (uint32_t i = 0; i < face->corner_count; i++) {
        uint32_t at = taking->turned ? face->corner_count - 1 - i : i;
        uint32_t vertex = taking->same[face->corners[at]];
        if (vertex != last && !add_corner(solids, taking->vertices[vertex]))
            return false;
        last = vertex;
    }
    uint32_t count = solids->corner_count - first;
    return count < 3 || add_facet(taking, face, first, count);
}

/* ---- All solids ------------------------------------------------------------------------ */

/* False when memory is out. */
static bool take_solid(struct taking *taking)
{
    const wr_brush_solid *solid = taking->solid;
    bool closed;
    if (!is_sound(solid)) {
        skip(taking, "solid-broken", NULL, "has numbers that are none, or names no vertex");
        return true;
    }
    if (!is_in_reach(taking)) {
        skip(taking, "solid-far", "move the level to the origin", "reaches too far out");
        return true;
    }
    if (!scale_vertices(taking) || !is_closed(taking, &closed))
        return false;
    if (!closed) {
        skip(taking, "solid-open", "close it", "has a hole");
        return true;
    }
    double volume = solid->vertex_count > 0 ? volume_of(taking) : 0;
    if (fabs(volume) < 1) {
        skip(taking, "solid-flat", "remove it", "has no volume");
        return true;
    }
    taking->turned = volume < 0;
    if (taking->turned)
        wr_note(taking->solids->context, solid->where, "solid-inverted", NULL,
                "%s is inside out; it is turned", solid->name);
    for (uint32_t f = 0; f < solid->face_count; f++)
        if (!add_face(taking, &solid->faces[f]))
            return false;
    return true;
}

enum wr_result wr_solids_make(struct wr_solids *solids)
{
    enum { LOOK = 64 };
    uint32_t count = solids->level->solid_count;
    solids->bottoms = WR_TAKE(solids->arena, double, count);
    if (!solids->bottoms)
        return wr_no_memory(solids->context);
    for (uint32_t i = 0; i < count; i++) {
        solids->bottoms[i] = INFINITY;
        struct taking taking = {
            .solids = solids, .solid = &solids->level->solids[i], .number = i};
        if (i % LOOK == LOOK - 1 && wr_context_stopped(solids->context))
            return WR_STOPPED;
        if (!take_solid(&taking))
            return wr_no_memory(solids->context);
    }
    if (!wr_zones_make(solids->arena, solids->level, solids->level->metres / solids->metres,
                       WR_BRUSH_LIFT / solids->metres, &solids->zones) ||
        !wr_box_tree_make(solids->arena, solids->boxes, solids->facet_count, &solids->tree))
        return wr_no_memory(solids->context);
    return WR_OK;
}

uint32_t wr_solids_part(const struct wr_solids *solids, uint32_t facet, wr_dvec3 at)
{
    wr_zone_at zone = wr_zones_at(&solids->zones, at);
    return zone.part ? zone.part : solids->level->solids[solids->facets[facet].solid].part;
}

/* ---- Rays ------------------------------------------------------------------------------ */

double wr_solid_face_height(const struct wr_solid_face *facet, double x, double y)
{
    return (facet->distance - facet->normal.x * x - facet->normal.y * y) / facet->normal.z;
}

/* Whether a ray to +x crosses an edge; the same for both faces that share it. */
static bool crosses(wr_dvec3 a, wr_dvec3 b, double x, double y)
{
    if ((a.y > y) == (b.y > y))
        return false;
    wr_dvec3 low = a.y < b.y ? a : b, high = a.y < b.y ? b : a;
    return x < low.x + (y - low.y) / (high.y - low.y) * (high.x - low.x);
}

bool wr_solid_face_holds(const struct wr_solids *solids, uint32_t facet, double x, double y)
{
    const struct wr_solid_face *f = &solids->facets[facet];
    const wr_dvec3 *corners = solids->corners + f->first;
    bool inside = false;
    for (uint32_t i = 0; i < f->count; i++)
        inside ^= crosses(corners[i], corners[i + 1 < f->count ? i + 1 : 0], x, y);
    return inside;
}

/* A solid that reaches below the foot of a ray upward: the foot is inside where the ray leaves
 * it more often than it enters. */
struct met {
    uint32_t solid;
    bool odd;
};

enum { MET_MOST = 64 };

/* Counts a meeting; false where too many solids were met to tell. */
static bool meet(struct met met[MET_MOST], uint32_t *count, uint32_t solid)
{
    uint32_t i = 0;
    while (i < *count && met[i].solid != solid)
        i++;
    if (i == MET_MOST)
        return false;
    if (i == *count)
        met[(*count)++] = (struct met){solid, false};
    met[i].odd = !met[i].odd;
    return true;
}

static double clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

bool wr_solids_free(const struct wr_solids *solids, wr_dvec3 foot)
{
    struct met met[MET_MOST];
    uint32_t count = 0, facet;
    double low = foot.z + solids->slack, high = foot.z + solids->tall - solids->slack;
    wr_dbox ray = {{foot.x, foot.y, low}, {foot.x, foot.y, INFINITY}};
    struct wr_look look = wr_box_tree_look(&solids->tree, ray);
    while (wr_look_next(&look, &facet)) {
        const struct wr_solid_face *f = &solids->facets[facet];
        const wr_dbox *box = &solids->boxes[facet];
        if (!wr_solid_face_holds(solids, facet, foot.x, foot.y))
            continue;
        double at = clamp(wr_solid_face_height(f, foot.x, foot.y), box->min.z, box->max.z);
        if (at <= low || (at >= high && solids->bottoms[f->solid] > low))
            continue;
        if (at < high || !meet(met, &count, f->solid))
            return false;
    }
    for (uint32_t i = 0; i < count; i++)
        if (met[i].odd)
            return false;
    return true;
}
