/* The shortest way over a floor, as seen from above.
 *
 * What is searched are windows: parts of edges that can be seen from the last corner the way
 * turned at. A window leads into the face behind it, and through that face to the next ones.
 * Best first, by the length to the corner and the least that must follow, the first way that
 * arrives is the shortest. Source: Cui, Harabor and Grastien, "Compromise-free Pathfinding on a
 * Navigation Mesh", IJCAI 2017. */
#include "core/base/diag.h"
#include "core/base/heap.h"
#include "core/base/math.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/planes.h"

#define NONE UINT32_MAX

struct flat {
    double x, y;
};

struct window {
    struct flat root, left, right; /* seen from the root, left and right */
    double length;                 /* of the way to the root */
    uint32_t corner;               /* of the root, as `corner_of` counts; NONE: the start */
    uint32_t edge;                 /* of the face it leads into; NONE: it is the end */
    uint32_t before;               /* the window it was seen through, or NONE */
};

struct search {
    struct wr_context *context;
    const struct wr_walkmesh *mesh;
    struct flat start, end;
    uint32_t start_face, end_face;
    double *lengths; /* the shortest way to each corner so far */
    struct window *windows;
    size_t count, capacity;
    struct wr_heap heap;
    bool failed;
};

/* ---- The floor ------------------------------------------------------------------------- */

static struct flat flat_of(wr_vec3 point)
{
    return (struct flat){point.x, point.y};
}

static struct flat vertex_of(const struct search *search, uint32_t edge)
{
    return flat_of(search->mesh->vertices[wr_edge_start(search->mesh, edge)]);
}

static uint32_t next_edge(uint32_t edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

static uint32_t last_edge(uint32_t edge)
{
    return edge % 3 == 0 ? edge + 2 : edge - 1;
}

static bool same(struct flat a, struct flat b)
{
    return a.x == b.x && a.y == b.y;
}

/* Above 0 where c lies to the left of the line from a through b. */
static double side(struct flat a, struct flat b, struct flat c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double apart(struct flat a, struct flat b)
{
    double x = b.x - a.x, y = b.y - a.y;
    return sqrt(x * x + y * y);
}

/* The edge across, of a face that looks upward; NONE where there is none. */
static uint32_t across(const struct search *search, uint32_t edge)
{
    const struct wr_walkmesh *mesh = search->mesh;
    uint32_t other = (uint32_t)mesh->adjacency[edge / 3][edge % 3];
    if (other / 3 >= mesh->walkable_count ||
        (uint32_t)mesh->adjacency[other / 3][other % 3] != edge ||
        wr_edge_start(mesh, other) != wr_edge_end(mesh, edge) ||
        wr_edge_end(mesh, other) != wr_edge_start(mesh, edge))
        return NONE;
    return wr_face_side(mesh, other / 3) == WR_SIDE_UP ? other : NONE;
}

/* The corner of the floor that an edge starts at, as the open edge that ends there; NONE where
 * there is floor all round. A vertex where floors only touch has a corner for each of them. */
static uint32_t corner_of(const struct search *search, uint32_t edge)
{
    uint32_t at = edge;
    do {
        uint32_t before = last_edge(at);
        at = across(search, before);
        if (at == NONE)
            return before;
    } while (at != edge);
    return NONE;
}

/* ---- Windows --------------------------------------------------------------------------- */

/* The shortest way from a root through a window to the end, beyond it or in front of it; `via`
 * is where it turns, the root where it does not. */
static double remaining(struct flat root, struct flat left, struct flat right, struct flat end,
                        struct flat *via)
{
    double by_left = apart(root, left) + apart(left, end);
    double by_right = apart(root, right) + apart(right, end);
    *via = by_left <= by_right ? left : right;
    double root_side = side(right, left, root), end_side = side(right, left, end);
    bool on_line = root_side == 0;
    if (on_line &&
        (root.x - left.x) * (root.x - right.x) + (root.y - left.y) * (root.y - right.y) > 0)
        return by_left <= by_right ? by_left : by_right;
    if (!on_line && (root_side > 0) == (end_side > 0)) {
        double x = left.x - right.x, y = left.y - right.y;
        double twice = 2 * end_side / (x * x + y * y);
        end = (struct flat){end.x + twice * y, end.y - twice * x};
    }
    if (!on_line && side(root, left, end) > 0) {
        *via = left;
        return by_left;
    }
    if (!on_line && side(root, right, end) < 0) {
        *via = right;
        return by_right;
    }
    *via = root;
    return apart(root, end);
}

static void push(struct search *search, const struct window *window, double key)
{
    search->failed = search->failed || search->count >= NONE ||
                     !wr_grow(&search->windows, &search->capacity, search->count + 1,
                              sizeof *search->windows) ||
                     !wr_heap_push(&search->heap, key, (uint32_t)search->count);
    if (!search->failed)
        search->windows[search->count++] = *window;
}

/* Looks from a root through part of an edge, into the face across. */
static void open_window(struct search *search, struct window window, uint32_t edge,
                        struct flat left, struct flat right)
{
    struct flat via;
    window.edge = across(search, edge);
    window.left = left;
    window.right = right;
    if (window.edge != NONE && !same(left, right))
        push(search, &window,
             window.length + remaining(window.root, left, right, search->end, &via));
}

/* A place on the two edges of a face that are seen through the third. */
struct spot {
    bool beyond; /* on the right one of the two */
    struct flat at;
};

/* The face behind a window, from its left corner round to its right one. */
struct behind {
    uint32_t edge; /* of the window */
    struct flat left, middle, right;
};

/* Where a look crosses an edge; what rounding carries past a corner stays on it. */
static struct flat meet(struct flat root, struct flat through, struct flat a, struct flat b)
{
    double at_a = side(root, through, a), at_b = side(root, through, b);
    double part = at_a == at_b ? 0 : at_a / (at_a - at_b);
    if (!(part > WR_ROUNDING))
        return a;
    if (part >= 1 - WR_ROUNDING)
        return b;
    return (struct flat){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

/* Where a look from the root arrives. */
static struct spot arrive(const struct behind *behind, struct flat root, struct flat through)
{
    double turn = side(root, through, behind->middle);
    if (turn > 0)
        return (struct spot){true, meet(root, through, behind->middle, behind->right)};
    if (turn < 0)
        return (struct spot){false, meet(root, through, behind->left, behind->middle)};
    return (struct spot){false, behind->middle};
}

/* Opens the windows between two spots. */
static void open_between(struct search *search, const struct window *window,
                         const struct behind *behind, struct spot from, struct spot to)
{
    if (!from.beyond)
        open_window(search, *window, last_edge(behind->edge), from.at,
                    to.beyond ? behind->middle : to.at);
    if (to.beyond)
        open_window(search, *window, next_edge(behind->edge),
                    from.beyond ? from.at : behind->middle, to.at);
}

/* Turns at a corner of the floor, where no shorter way leads there. */
static bool turn_at(struct search *search, struct window *window, uint32_t edge,
                    struct flat corner)
{
    if (same(window->root, corner))
        return false;
    uint32_t number = corner_of(search, edge);
    double length = window->length + apart(window->root, corner);
    if (number == NONE || length > search->lengths[number] * (1 + WR_ROUNDING))
        return false;
    if (length < search->lengths[number])
        search->lengths[number] = length;
    window->root = corner;
    window->length = length;
    window->corner = number;
    return true;
}

static void look_through(struct search *search, uint32_t index)
{
    const struct window window = search->windows[index];
    uint32_t next = next_edge(window.edge);
    struct behind behind = {window.edge, vertex_of(search, window.edge),
                            vertex_of(search, last_edge(window.edge)), vertex_of(search, next)};
    struct spot first = {false, behind.left}, last = {true, behind.right};
    struct spot left =
        same(window.root, window.left) ? first : arrive(&behind, window.root, window.left);
    struct spot right =
        same(window.root, window.right) ? last : arrive(&behind, window.root, window.right);
    struct window seen = window;
    seen.before = index;
    open_between(search, &seen, &behind, left, right);
    if (same(window.left, behind.left) && turn_at(search, &seen, window.edge, behind.left))
        open_between(search, &seen, &behind, first, left);
    seen = window;
    seen.before = index;
    if (same(window.right, behind.right) && turn_at(search, &seen, next, behind.right))
        open_between(search, &seen, &behind, right, last);
}

/* Goes on to the end, which lies in the face behind a window. */
static void arrive_at_end(struct search *search, uint32_t index)
{
    struct window last = search->windows[index];
    struct flat via;
    double length = remaining(last.root, last.left, last.right, search->end, &via);
    double key = last.length + length;
    last.length += apart(last.root, via);
    last.root = via;
    last.edge = last.corner = NONE;
    last.before = index;
    push(search, &last, key);
}

static void begin(struct search *search)
{
    struct window first = {.root = search->start, .corner = NONE, .before = NONE};
    for (uint32_t edge = 3 * search->start_face; edge < 3 * search->start_face + 3; edge++)
        open_window(search, first, edge, vertex_of(search, next_edge(edge)),
                    vertex_of(search, edge));
}

/* The last window of the shortest way; NONE where there is none, or the call was stopped. */
static uint32_t find(struct search *search)
{
    enum { LOOK = 1024 };
    begin(search);
    for (uint32_t looks = 1; search->heap.count && !search->failed; looks++) {
        if (looks % LOOK == 0 && wr_context_stopped(search->context))
            return NONE;
        uint32_t index = wr_heap_pop(&search->heap).item;
        const struct window *window = &search->windows[index];
        if (window->edge == NONE)
            return index;
        if (window->corner != NONE &&
            window->length > search->lengths[window->corner] * (1 + WR_ROUNDING))
            continue;
        if (window->edge / 3 == search->end_face)
            arrive_at_end(search, index);
        else
            look_through(search, index);
    }
    return NONE;
}

/* ---- The way --------------------------------------------------------------------------- */

/* Where the straight way from a window's root to where it turns next crosses the edge. */
static wr_vec3 crossing(const struct search *search, const struct window *window,
                        struct flat to)
{
    const struct wr_walkmesh *mesh = search->mesh;
    wr_dvec3 a = wr_widen(mesh->vertices[wr_edge_start(mesh, window->edge)]);
    wr_dvec3 b = wr_widen(mesh->vertices[wr_edge_end(mesh, window->edge)]);
    struct flat from = {a.x, a.y}, way = {b.x - a.x, b.y - a.y};
    double at_a = side(window->root, to, from);
    double at_b = side(window->root, to, (struct flat){b.x, b.y});
    double part = at_a == at_b ? ((to.x - a.x) * way.x + (to.y - a.y) * way.y) /
                                     (way.x * way.x + way.y * way.y)
                               : at_a / (at_a - at_b);
    part = part > 0 ? part : 0;
    return wr_narrow(part >= 1 ? b : wr_add(a, wr_scale(wr_sub(b, a), part)));
}

/* Begins a way of at most `most` points. */
static bool step_from(struct wr_route *route, const wr_hit *from, size_t most)
{
    route->points = WR_TAKE(route->arena, wr_vec3, most);
    route->faces = WR_TAKE(route->arena, uint32_t, most);
    if (!route->points || !route->faces)
        return false;
    route->points[0] = from->point;
    route->faces[0] = from->face;
    route->count = 1;
    return true;
}

static void step_to(struct wr_route *route, wr_vec3 point, uint32_t face)
{
    uint32_t last = route->count - 1;
    if (!wr_vec3_same(route->points[last], point)) {
        route->length += wr_distance(route->points[last], point);
        route->points[++last] = point;
        route->count++;
    }
    route->faces[last] = face;
}

/* Every edge that is crossed, from the end to the start: each stretch is straight up to where
 * the next one begins. */
static bool tell_way(const struct search *search, uint32_t last, const wr_hit *from,
                     const wr_hit *to, struct wr_route *route)
{
    const struct window *windows = search->windows;
    size_t count = 0;
    for (uint32_t i = last; i != NONE; i = windows[i].before)
        count++;
    wr_hit *crossed = WR_TAKE(route->arena, wr_hit, count);
    if (!crossed || !step_from(route, from, count + 1))
        return false;
    struct flat turn = search->end;
    size_t at = count;
    for (uint32_t after = last, i = windows[last].before; i != NONE; i = windows[i].before) {
        if (!same(windows[i].root, windows[after].root))
            turn = windows[after].root;
        crossed[--at] =
            (wr_hit){.face = windows[i].edge / 3, .point = crossing(search, &windows[i], turn)};
        after = i;
    }
    for (; at < count; at++)
        step_to(route, crossed[at].point, crossed[at].face);
    step_to(route, to->point, to->face);
    return true;
}

/* A point well inside its face, and so beside its edges where it was on one: from there all
 * three can be looked through. */
static struct flat inside(const struct wr_walkmesh *mesh, const wr_hit *hit)
{
    struct flat point = flat_of(hit->point), corners[3], sum = {0, 0};
    double total = 0;
    for (int i = 0; i < 3; i++)
        corners[i] = flat_of(mesh->vertices[mesh->faces[hit->face].v[i]]);
    double least = WR_ROUNDING * side(corners[0], corners[1], corners[2]);
    for (int i = 0; i < 3; i++) {
        double weight = side(corners[(i + 1) % 3], corners[(i + 2) % 3], point);
        weight = weight > least ? weight : least;
        sum.x += weight * corners[i].x;
        sum.y += weight * corners[i].y;
        total += weight;
    }
    return (struct flat){sum.x / total, sum.y / total};
}

static enum wr_result search_way(struct search *search, const wr_hit *from, const wr_hit *to,
                                 struct wr_route *route)
{
    size_t edges = 3 * (size_t)search->mesh->walkable_count;
    search->lengths = WR_TAKE(route->arena, double, edges);
    if (!search->lengths)
        return WR_NO_MEMORY;
    for (size_t i = 0; i < edges; i++)
        search->lengths[i] = INFINITY;
    uint32_t last = find(search);
    if (search->failed)
        return WR_NO_MEMORY;
    if (last == NONE)
        return wr_context_stopped(search->context) ? WR_STOPPED : WR_NOT_FOUND;
    return tell_way(search, last, from, to, route) ? WR_OK : WR_NO_MEMORY;
}

static enum wr_result straight_way(const wr_hit *from, const wr_hit *to, struct wr_route *route)
{
    if (!step_from(route, from, 2))
        return WR_NO_MEMORY;
    step_to(route, to->point, to->face);
    return WR_OK;
}

static enum wr_result route_between(struct wr_context *context, const struct wr_walkmesh *mesh,
                                    const wr_hit *from, const wr_hit *to,
                                    struct wr_route *route)
{
    if (wr_face_side(mesh, from->face) != WR_SIDE_UP ||
        wr_face_side(mesh, to->face) != WR_SIDE_UP)
        return WR_NOT_FOUND;
    if (from->face == to->face)
        return straight_way(from, to, route);
    struct search search = {.context = context,
                            .mesh = mesh,
                            .start = inside(mesh, from),
                            .end = inside(mesh, to),
                            .start_face = from->face,
                            .end_face = to->face};
    enum wr_result result = search_way(&search, from, to, route);
    wr_free(search.windows);
    wr_heap_finish(&search.heap);
    return result;
}

void wr_route_free(struct wr_route *route)
{
    if (route)
        wr_arena_destroy(route->arena);
}

static enum wr_result find_route(struct wr_context *context, const struct wr_walkmesh *mesh,
                                 wr_vec3 from, wr_vec3 to, float reach, struct wr_route **out)
{
    wr_hit start, end;
    if (!mesh->adjacency || !wr_walkmesh_nearest(mesh, from, reach, &start) ||
        !wr_walkmesh_nearest(mesh, to, reach, &end))
        return WR_NOT_FOUND;
    struct wr_arena *arena = wr_arena_create();
    struct wr_route *route = arena ? WR_ZERO(arena, struct wr_route, 1) : NULL;
    enum wr_result result = WR_NO_MEMORY;
    if (route) {
        route->arena = arena;
        result = route_between(context, mesh, &start, &end, route);
    }
    if (result == WR_OK)
        *out = route;
    else
        wr_arena_destroy(arena);
    return result == WR_NO_MEMORY ? wr_no_memory(context) : result;
}

enum wr_result wr_walkmesh_route(struct wr_context *context, const struct wr_walkmesh *mesh,
                                 wr_vec3 from, wr_vec3 to, float reach, struct wr_route **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, find_route(context, mesh, from, to, reach, out));
}
