/* Grey boxes of the rooms that ship: closed from wherever one stands in them, nothing drawn
 * over another, and no wall on what is low. */
#include "tests/support/findings.h"
#include "tests/support/mdl_walk.h"

#include "core/base/random.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/format/obj.h"
#include "core/model/greybox.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/walkmesh.h"

enum { RAYS = 400 };

struct room {
    struct findings findings;
    struct wr_walkmesh *mesh;
    struct wr_bytes mdl, mdx;
    struct walk walk;
};

static void make(struct room *room, const char *name, float low)
{
    memset(room, 0, sizeof *room);
    findings_start(&room->findings);
    struct wr_context *context = room->findings.context;
    struct wr_arena *arena = room->findings.arena;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_source source;
    char path[512];
    snprintf(path, sizeof path, "%s/kits/library/burrow/%s.obj",
             wr_environment("WARREN_SOURCE"), name);
    assert_int_equal(wr_file_read(context, arena, path, &source), WR_OK);
    assert_int_equal(wr_obj_read(context, arena, &source, &surfaces, &room->mesh), WR_OK);
    assert_int_equal(wr_walkmesh_sort(context, arena, room->mesh, surfaces.walkable, NULL),
                     WR_OK);
    assert_int_equal(wr_walkmesh_derive(context, arena, room->mesh, NULL, WR_NOWHERE, NULL),
                     WR_OK);
    const struct wr_greybox look = {
        .name = "room", .game = WR_K1, .height = 3.5f, .low = low, .ceiling = true};
    assert_int_equal(wr_greybox_make(context, arena, room->mesh, &look, &room->mdl, &room->mdx),
                     WR_OK);
    walk_model(&room->walk, room->mdl.data, room->mdl.size, room->mdx.data, room->mdx.size,
               WR_K1);
}

static void end(struct room *room)
{
    walk_end(&room->walk);
    wr_bytes_finish(&room->mdl);
    wr_bytes_finish(&room->mdx);
    findings_end(&room->findings);
}

static const char *const rooms[] = {
    "atrium",  "bend",       "cell",     "cross", "crypt", "dogleg",     "elbow",
    "gallery", "great-hall", "grotto",   "hub",   "lift",  "passage-18", "ramp",
    "shrine",  "stairs-l",   "stairs-u", "store", "tee"};
enum { ROOMS = sizeof rooms / sizeof *rooms };

typedef void triangle_fn(void *user, const walk_node *node, const walk_triangle *triangle);

static void each_triangle(const struct walk *walk, triangle_fn *fn, void *user)
{
    for (uint32_t n = 0; n < walk->count; n++)
        for (uint32_t i = 0; walk->nodes[n].drawn && i < walk->nodes[n].triangle_count; i++)
            fn(user, &walk->nodes[n], &walk->nodes[n].triangles[i]);
}

/* ---- Rays -------------------------------------------------------------------------------- */

/* The nearest thing a ray meets; of two at one place the one that looks at it. */
struct ray {
    wr_dvec3 from, way;
    double nearest;
    bool front;
};

static void meet(void *user, const walk_node *node, const walk_triangle *t)
{
    (void)node;
    struct ray *ray = user;
    wr_dvec3 a = wr_widen(t->v[0]), e = wr_sub(wr_widen(t->v[1]), a);
    wr_dvec3 f = wr_sub(wr_widen(t->v[2]), a), p = wr_cross(ray->way, f);
    double size = wr_dot(e, p);
    if (fabs(size) < 1e-12)
        return;
    wr_dvec3 s = wr_sub(ray->from, a), q = wr_cross(s, e);
    double u = wr_dot(s, p) / size, v = wr_dot(ray->way, q) / size;
    double at = wr_dot(f, q) / size;
    bool front = size > 0;
    if (u < -1e-6 || v < -1e-6 || u + v > 1 + 1e-6 || at < 1e-4 || at > ray->nearest + 1e-4)
        return;
    ray->front = at < ray->nearest - 1e-4 ? front : front || ray->front;
    ray->nearest = at < ray->nearest ? at : ray->nearest;
}

/* Somewhere over a walkable face, at the height of eyes, looking anywhere. */
static struct ray look_from(wr_random *random, const struct wr_walkmesh *mesh)
{
    uint32_t face = (uint32_t)wr_random_below(random, mesh->walkable_count);
    double a = 0.01 + 0.97 * wr_random_unit(random);
    double b = (0.99 - a) * (0.02 + 0.96 * wr_random_unit(random));
    const uint32_t *v = mesh->faces[face].v;
    const wr_vec3 *p = mesh->vertices;
    struct ray ray = {.nearest = INFINITY};
    ray.from = wr_add(wr_add(wr_scale(wr_widen(p[v[0]]), a), wr_scale(wr_widen(p[v[1]]), b)),
                      wr_scale(wr_widen(p[v[2]]), 1 - a - b));
    ray.from.z += 1.6 + 0.6 * wr_random_unit(random);
    do
        ray.way = (wr_dvec3){2 * wr_random_unit(random) - 1, 2 * wr_random_unit(random) - 1,
                             2 * wr_random_unit(random) - 1};
    while (wr_length(ray.way) < 0.1);
    ray.way = wr_scale(ray.way, 1 / wr_length(ray.way));
    return ray;
}

static void nothing_is_seen_from_behind_and_nobody_looks_out(void **state)
{
    (void)state;
    static struct room room;
    for (int i = 0; i < ROOMS; i++) {
        wr_random random = wr_random_of(20, (uint64_t)i);
        make(&room, rooms[i], 1.5f);
        for (int k = 0; k < RAYS; k++) {
            struct ray ray = look_from(&random, room.mesh);
            each_triangle(&room.walk, meet, &ray);
            if (!ray.front || isinf(ray.nearest))
                fail_msg("%s: from (%g, %g, %g) along (%g, %g, %g) at %g", rooms[i], ray.from.x,
                         ray.from.y, ray.from.z, ray.way.x, ray.way.y, ray.way.z, ray.nearest);
        }
        end(&room);
    }
}

/* ---- One over the other ------------------------------------------------------------------ */

/* What of a polygon lies left of an edge, seen against `normal`. */
static size_t cut(const wr_dvec3 *in, size_t count, wr_dvec3 a, wr_dvec3 b, wr_dvec3 normal,
                  wr_dvec3 *out)
{
    wr_dvec3 left = wr_cross(normal, wr_sub(b, a));
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        wr_dvec3 p = in[i], q = in[(i + 1) % count];
        double dp = wr_dot(wr_sub(p, a), left), dq = wr_dot(wr_sub(q, a), left);
        if (dp >= 0)
            out[kept++] = p;
        if (dp * dq < 0)
            out[kept++] = wr_add(p, wr_scale(wr_sub(q, p), dp / (dp - dq)));
    }
    return kept;
}

/* The area that two triangles of one plane share. */
static double shared_area(const walk_triangle *s, const walk_triangle *t)
{
    wr_dvec3 polygon[2][8], n = wr_widen(t->normal), sum = {0, 0, 0};
    size_t count = 3;
    for (int k = 0; k < 3; k++)
        polygon[0][k] = wr_widen(s->v[k]);
    for (int k = 0; k < 3 && count > 0; k++)
        count = cut(polygon[k % 2], count, wr_widen(t->v[k]), wr_widen(t->v[(k + 1) % 3]), n,
                    polygon[(k + 1) % 2]);
    for (size_t i = 2; i < count; i++)
        sum = wr_add(sum, wr_cross(wr_sub(polygon[1][i - 1], polygon[1][0]),
                                   wr_sub(polygon[1][i], polygon[1][0])));
    return wr_length(sum) / 2;
}

struct drawn {
    const walk_node *node;
    const walk_triangle *triangle;
};

struct all {
    struct drawn items[2048];
    size_t count;
};

static void keep(void *user, const walk_node *node, const walk_triangle *triangle)
{
    struct all *all = user;
    assert_true(all->count < 2048);
    all->items[all->count++] = (struct drawn){node, triangle};
}

static bool in_one_plane(const walk_triangle *s, const walk_triangle *t)
{
    wr_dvec3 n = wr_widen(s->normal);
    return fabs(wr_dot(n, wr_widen(t->normal))) > 0.9999 &&
           fabs(wr_dot(n, wr_sub(wr_widen(t->v[0]), wr_widen(s->v[0])))) < 1e-3;
}

static void no_two_textures_lie_on_one_place(void **state)
{
    (void)state;
    static struct room room;
    static struct all all;
    for (int i = 0; i < ROOMS; i++) {
        make(&room, rooms[i], 1.5f);
        all.count = 0;
        each_triangle(&room.walk, keep, &all);
        for (size_t a = 0; a < all.count; a++)
            for (size_t b = 0; b < a; b++) {
                const struct drawn *s = &all.items[a], *t = &all.items[b];
                if (strcmp(s->node->texture, t->node->texture) != 0 &&
                    in_one_plane(s->triangle, t->triangle) &&
                    shared_area(s->triangle, t->triangle) > 1e-3)
                    fail_msg("%s: %s and %s lie in one plane", rooms[i], s->node->name,
                             t->node->name);
            }
        end(&room);
    }
}

/* ---- What is low ------------------------------------------------------------------------- */

/* How high upright triangles reach within a distance of a place. */
struct reach {
    double x, y, within, highest;
};

static void reach_up(void *user, const walk_node *node, const walk_triangle *t)
{
    (void)node;
    struct reach *reach = user;
    if (fabs((double)t->normal.z) > 1e-3)
        return;
    for (int k = 0; k < 3; k++)
        if (hypot(t->v[k].x - reach->x, t->v[k].y - reach->y) <= reach->within)
            reach->highest = fmax(reach->highest, t->v[k].z);
}

static double highest_near(const struct room *room, double x, double y, double within)
{
    struct reach reach = {x, y, within, -INFINITY};
    each_triangle(&room->walk, reach_up, &reach);
    return reach.highest;
}

static void a_well_and_a_railing_stay_as_low_as_they_are(void **state)
{
    (void)state;
    static struct room room;
    make(&room, "hub", 1.5f);
    assert_near(highest_near(&room, 0, 0, 2), 0.75, 1e-6); /* the rim of the well */
    assert_near(highest_near(&room, 5, 5, 1), 3.5, 1e-6);  /* a pillar */
    end(&room);
    make(&room, "atrium", 1.5f);
    assert_near(highest_near(&room, 5.25, -3.5, 0.1), 5.5, 1e-6); /* railing of the gallery */
    assert_near(highest_near(&room, 8.25, 5.75, 0.1), 8, 1e-6);   /* a corner of the room */
    end(&room);
}

static void what_a_kit_calls_no_longer_low_becomes_a_wall(void **state)
{
    (void)state;
    static struct room room;
    make(&room, "atrium", 0.9f);
    assert_near(highest_near(&room, 5.25, -3.5, 0.1), 8, 1e-6);
    end(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_seen_from_behind_and_nobody_looks_out),
        cmocka_unit_test(no_two_textures_lie_on_one_place),
        cmocka_unit_test(a_well_and_a_railing_stay_as_low_as_they_are),
        cmocka_unit_test(what_a_kit_calls_no_longer_low_becomes_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
