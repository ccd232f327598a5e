/* Questions to a walkmesh: what a ray meets, what lies under a point, what is nearest.
 *
 * Every query looks for the face with the smallest key, the lowest face where keys are equal. A
 * node of the tree is passed over when its bound shows that no face in it can win. */
#include "core/base/math.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/planes.h"

#include <float.h>

enum { DEEPEST = 64 }; /* a median tree of 2^32 faces is half as deep */

struct search {
    const struct wr_walkmesh *mesh;
    uint64_t surfaces;
    wr_dvec3 from;
    double slack; /* metres that rounding may carry a result off */
    double best;  /* the key to beat; with face, what was found */
    uint32_t face;
    wr_dvec3 point;

    double height;                   /* asked for, or not to be passed */
    unsigned across, up, along;      /* the axes of a line, the last the longest */
    double shear_across, shear_up;   /* how far it goes sideways in a metre along */
    double direction[3], inverse[3]; /* of a ray; 1 / 0 is never looked at */
    double metres;                   /* of distance in a metre along */
};

/* The least key that anything in a box can have, or infinity. */
typedef double bound_fn(const struct search *search, const wr_box *box);
/* Makes a face the best when it is. */
typedef void try_fn(struct search *search, uint32_t face);

/* ---- Walking the tree ---------------------------------------------------------------- */

struct pending {
    int32_t node;
    double bound;
};

static void beat(struct search *search, uint32_t face, double key, wr_dvec3 point)
{
    if (!(key < search->best || (key == search->best && face < search->face)))
        return;
    search->best = key;
    search->face = face;
    search->point = point;
}

static bool has_node(const struct wr_walkmesh *mesh, int32_t node)
{
    return node >= 0 && (uint32_t)node < mesh->node_count;
}

/* Nearer children first. False when the tree is none: a child or face that does not exist, a
 * cycle, or a chain instead of a tree. */
static inline bool walk_tree(struct search *search, bound_fn *bound, try_fn *try)
{
    const struct wr_walkmesh *mesh = search->mesh;
    struct pending stack[DEEPEST], here = {0, bound(search, &mesh->nodes[0].box)};
    unsigned depth = 0;
    for (uint32_t visits = 0; visits < mesh->node_count; visits++) {
        const wr_tree_node *node = &mesh->nodes[here.node];
        bool inside = here.bound <= search->best && here.bound < INFINITY;
        if (inside && node->face < 0) {
            if (!has_node(mesh, node->left) || !has_node(mesh, node->right) || depth == DEEPEST)
                return false;
            struct pending left = {node->left, bound(search, &mesh->nodes[node->left].box)};
            struct pending right = {node->right, bound(search, &mesh->nodes[node->right].box)};
            bool swap = right.bound < left.bound;
            stack[depth++] = swap ? left : right;
            here = swap ? right : left;
            continue;
        }
        if (inside) {
            if ((uint32_t)node->face >= mesh->face_count)
                return false;
            try(search, (uint32_t)node->face);
        }
        if (depth == 0)
            return true;
        here = stack[--depth];
    }
    return false;
}

static inline bool find(struct search *search, bound_fn *bound, try_fn *try)
{
    struct search start = *search;
    if (search->mesh->node_count == 0 || !walk_tree(search, bound, try)) {
        *search = start;
        for (uint32_t face = 0; face < search->mesh->face_count; face++)
            try(search, face);
    }
    return search->face != UINT32_MAX;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* What rounding can do to coordinates as far from `from` as the far end of the root box. */
static double slack_of(const struct wr_walkmesh *mesh, wr_dvec3 from)
{
    if (mesh->node_count == 0)
        return 0;
    wr_dvec3 low = wr_sub(wr_widen(mesh->nodes[0].box.min), from);
    wr_dvec3 high = wr_sub(wr_widen(mesh->nodes[0].box.max), from);
    double size = larger(larger(fabs(low.x), fabs(low.y)), fabs(low.z));
    return WR_ROUNDING * larger(larger(larger(fabs(high.x), fabs(high.y)), fabs(high.z)), size);
}

static bool surface_asked(const struct search *search, uint32_t face)
{
    uint32_t material = search->mesh->materials[face];
    if (material >= WR_SURFACE_COUNT)
        return search->surfaces == WR_ALL_SURFACES;
    return search->surfaces >> material & 1;
}

/* ---- Lines through faces ------------------------------------------------------------- */

/* A corner seen along the line: where it lies beside it, and how far along. */
struct sight {
    double x, y, depth;
};

static struct sight seen(const struct search *search, wr_vec3 vertex)
{
    double p[3] = {vertex.x - search->from.x, vertex.y - search->from.y,
                   vertex.z - search->from.z};
    double depth = p[search->along];
    return (struct sight){p[search->across] - search->shear_across * depth,
                          p[search->up] - search->shear_up * depth, depth};
}

/* Which side of the edge from a to b the line passes; exactly opposite for b to a, so that no
 * line slips through between two faces. */
static double side_of(struct sight a, struct sight b)
{
    return a.x * b.y - a.y * b.x;
}

static bool before(struct sight a, struct sight b)
{
    if (a.x != b.x)
        return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.depth < b.depth;
}

/* Where the line meets an edge it passes through: the same for both faces that share it. */
static double depth_on_edge(struct sight a, struct sight b)
{
    if (before(b, a)) {
        struct sight c = a;
        a = b;
        b = c;
    }
    double x = b.x - a.x, y = b.y - a.y;
    if (a.x == 0 && a.y == 0)
        return a.depth;
    if (b.x == 0 && b.y == 0)
        return b.depth;
    double part = fabs(x) > fabs(y) ? -a.x / x : -a.y / y;
    return a.depth + part * (b.depth - a.depth);
}

static double clamp(double value, double a, double b, double c)
{
    double low = a < b ? a : b, high = a < b ? b : a;
    low = c < low ? c : low;
    high = c > high ? c : high;
    return value < low ? low : value > high ? high : value;
}

/* Whether the line passes through a face, edges and corners included, and at which depth. A
 * face that is seen edge-on is not met. */
static bool pierce(const struct search *search, uint32_t face, double *depth)
{
    const wr_vec3 *vertices = search->mesh->vertices;
    const uint32_t *v = search->mesh->faces[face].v;
    struct sight a = seen(search, vertices[v[0]]);
    struct sight b = seen(search, vertices[v[1]]);
    struct sight c = seen(search, vertices[v[2]]);
    double across_a = side_of(b, c), across_b = side_of(c, a), across_c = side_of(a, b);
    if ((across_a < 0 || across_b < 0 || across_c < 0) &&
        (across_a > 0 || across_b > 0 || across_c > 0))
        return false;
    double area = across_a + across_b + across_c;
    if (area == 0)
        return false;
    if (across_a == 0)
        *depth = depth_on_edge(b, c);
    else if (across_b == 0)
        *depth = depth_on_edge(c, a);
    else if (across_c == 0)
        *depth = depth_on_edge(a, b);
    else
        *depth = (across_a * a.depth + across_b * b.depth + across_c * c.depth) / area;
    *depth = clamp(*depth, a.depth, b.depth, c.depth);
    return true;
}

/* ---- Rays ------------------------------------------------------------------------------ */

/* Slabs, widened by what rounding may do. */
static double ray_bound(const struct search *search, const wr_box *box)
{
    const double from[3] = {search->from.x, search->from.y, search->from.z};
    const float min[3] = {box->min.x, box->min.y, box->min.z};
    const float max[3] = {box->max.x, box->max.y, box->max.z};
    double enter = 0, leave = INFINITY;
    for (int i = 0; i < 3; i++) {
        double low = min[i] - from[i] - search->slack, high = max[i] - from[i] + search->slack;
        if (search->direction[i] == 0) {
            if (low > 0 || high < 0)
                return INFINITY;
            continue;
        }
        double a = low * search->inverse[i], b = high * search->inverse[i];
        double near = a < b ? a : b, far = a < b ? b : a;
        enter = near > enter ? near : enter;
        leave = far < leave ? far : leave;
    }
    return enter <= leave ? (float)enter : INFINITY;
}

static void ray_try(struct search *search, uint32_t face)
{
    double depth;
    if (!surface_asked(search, face) || !pierce(search, face, &depth))
        return;
    double distance = depth * search->metres + 0.0; /* no negative zero */
    if (!(distance >= 0))
        return;
    wr_dvec3 way = {search->direction[0], search->direction[1], search->direction[2]};
    beat(search, face, (float)distance, wr_add(search->from, wr_scale(way, distance)));
}

static void aim(struct search *search, wr_dvec3 unit)
{
    const double way[3] = {unit.x, unit.y, unit.z};
    unsigned along = fabs(way[0]) > fabs(way[1]) ? 0 : 1;
    along = fabs(way[along]) > fabs(way[2]) ? along : 2;
    search->along = along;
    search->across = (along + 1) % 3;
    search->up = (along + 2) % 3;
    search->shear_across = way[search->across] / way[along];
    search->shear_up = way[search->up] / way[along];
    search->metres = 1 / way[along];
    for (int i = 0; i < 3; i++) {
        search->direction[i] = way[i];
        search->inverse[i] = 1 / way[i];
    }
}

static struct search search_of(const struct wr_walkmesh *mesh, wr_vec3 from, uint64_t surfaces)
{
    return (struct search){.mesh = mesh,
                           .surfaces = surfaces,
                           .from = wr_widen(from),
                           .slack = slack_of(mesh, wr_widen(from)),
                           .best = INFINITY,
                           .face = UINT32_MAX,
                           .along = 2,
                           .up = 1};
}

static bool found(const struct search *search, wr_hit *out)
{
    out->face = search->face;
    out->distance = (float)search->best;
    out->point = wr_narrow(search->point);
    return true;
}

bool wr_walkmesh_ray(const struct wr_walkmesh *mesh, wr_vec3 origin, wr_vec3 direction,
                     float reach, uint64_t surfaces, wr_hit *out)
{
    double length = wr_length(wr_widen(direction));
    if (!wr_vec3_finite(origin) || !wr_vec3_finite(direction) || !(length > 0))
        return false;
    struct search search = search_of(mesh, origin, surfaces);
    search.best = reach > FLT_MAX ? FLT_MAX : reach;
    aim(&search, (wr_dvec3){direction.x / length, direction.y / length, direction.z / length});
    return find(&search, ray_bound, ray_try) && found(&search, out);
}

/* ---- Heights --------------------------------------------------------------------------- */

static bool over(const struct search *search, const wr_box *box)
{
    wr_dvec3 from = search->from;
    double slack = search->slack;
    return box->min.x - slack <= from.x && from.x <= box->max.x + slack &&
           box->min.y - slack <= from.y && from.y <= box->max.y + slack;
}

/* The height of an upward face at the asked point, as a float32. The line starts at height 0,
 * so that a depth is a height. */
static bool floor_at(const struct search *search, uint32_t face, float *z)
{
    double depth;
    if (!surface_asked(search, face) || !pierce(search, face, &depth) ||
        wr_face_side(search->mesh, face) != WR_SIDE_UP)
        return false;
    *z = (float)depth;
    return true;
}

static double face_at_bound(const struct search *search, const wr_box *box)
{
    if (!over(search, box))
        return INFINITY;
    double gap = larger(box->min.z - search->height, search->height - box->max.z);
    return larger(gap - search->slack, 0);
}

static void face_at_try(struct search *search, uint32_t face)
{
    float z;
    if (floor_at(search, face, &z))
        beat(search, face, fabs(z - search->height),
             (wr_dvec3){search->from.x, search->from.y, z});
}

bool wr_walkmesh_face_at(const struct wr_walkmesh *mesh, wr_vec3 point, uint64_t surfaces,
                         wr_hit *out)
{
    if (!wr_vec3_finite(point))
        return false;
    struct search search = search_of(mesh, wr_vec3_of(point.x, point.y, 0), surfaces);
    search.height = point.z;
    return find(&search, face_at_bound, face_at_try) && found(&search, out);
}

/* The key of a height is the height itself, turned round. */
static double height_at_bound(const struct search *search, const wr_box *box)
{
    if (!over(search, box) || box->min.z - search->slack > search->height)
        return INFINITY;
    return -box->max.z - search->slack;
}

static void height_at_try(struct search *search, uint32_t face)
{
    float z;
    if (floor_at(search, face, &z) && z <= search->height)
        beat(search, face, -z, (wr_dvec3){search->from.x, search->from.y, z});
}

bool wr_walkmesh_height_at(const struct wr_walkmesh *mesh, float x, float y, float ceiling,
                           uint64_t surfaces, float *out)
{
    if (!isfinite(x) || !isfinite(y))
        return false;
    struct search search = search_of(mesh, wr_vec3_of(x, y, 0), surfaces);
    search.height = ceiling;
    if (!find(&search, height_at_bound, height_at_try))
        return false;
    *out = (float)search.point.z;
    return true;
}

/* ---- The nearest point --------------------------------------------------------------- */

static bool precedes(wr_dvec3 a, wr_dvec3 b)
{
    if (a.x != b.x)
        return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

/* The nearest point of an edge to the origin: the same whichever way round it is asked. */
static wr_dvec3 nearest_on_edge(wr_dvec3 a, wr_dvec3 b)
{
    if (precedes(b, a)) {
        wr_dvec3 c = a;
        a = b;
        b = c;
    }
    wr_dvec3 way = wr_sub(b, a);
    double part = -wr_dot(a, way), length = wr_dot(way, way);
    if (!(part > 0))
        return a;
    return part >= length ? b : wr_add(a, wr_scale(way, part / length));
}

/* The nearest point of a triangle to the origin: straight below it, or on the edges. */
static wr_dvec3 nearest_on_face(const wr_dvec3 corner[3])
{
    wr_dvec3 normal = wr_cross(wr_sub(corner[1], corner[0]), wr_sub(corner[2], corner[0]));
    double area = wr_dot(normal, normal);
    bool inside = area > 0;
    for (int i = 0; i < 3 && inside; i++)
        inside = wr_dot(wr_cross(corner[i], corner[(i + 1) % 3]), normal) > 0;
    if (inside)
        return wr_scale(normal, wr_dot(corner[0], normal) / area);
    wr_dvec3 best = nearest_on_edge(corner[0], corner[1]);
    for (int i = 1; i < 3; i++) {
        wr_dvec3 point = nearest_on_edge(corner[i], corner[(i + 1) % 3]);
        if (wr_dot(point, point) < wr_dot(best, best))
            best = point;
    }
    return best;
}

static double nearest_bound(const struct search *search, const wr_box *box)
{
    wr_dvec3 low = wr_sub(wr_widen(box->min), search->from);
    wr_dvec3 high = wr_sub(search->from, wr_widen(box->max));
    wr_dvec3 gap = {larger(larger(low.x, high.x), 0), larger(larger(low.y, high.y), 0),
                    larger(larger(low.z, high.z), 0)};
    return (float)larger(wr_length(gap) - search->slack, 0);
}

static void nearest_try(struct search *search, uint32_t face)
{
    if (face >= search->mesh->walkable_count)
        return;
    wr_dvec3 corner[3];
    for (int i = 0; i < 3; i++)
        corner[i] = wr_sub(wr_widen(search->mesh->vertices[search->mesh->faces[face].v[i]]),
                           search->from);
    wr_dvec3 point = nearest_on_face(corner);
    beat(search, face, (float)wr_length(point), wr_add(search->from, point));
}

bool wr_walkmesh_nearest(const struct wr_walkmesh *mesh, wr_vec3 point, float reach,
                         wr_hit *out)
{
    if (!wr_vec3_finite(point))
        return false;
    struct search search = search_of(mesh, point, WR_ALL_SURFACES);
    search.best = reach > FLT_MAX ? FLT_MAX : reach;
    return find(&search, nearest_bound, nearest_try) && found(&search, out);
}
