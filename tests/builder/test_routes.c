/* The way to the exit that pictures show: over the floor, through linked doorways. */
#include "tests/support/generated.h"
#include "tests/support/laid_out.h"

#include "builder/floorplan/floorplan.h"
#include "core/walkmesh/walkmesh.h"

/* How far a seam may carry floor off, and the play of a doorway; metres. */
#define PLAY 0.1

struct route {
    struct laid_out laid;
    struct wr_floorplan *floorplan;
    const struct wr_generated *generated;
};

static void route_start(struct route *route, struct generated *g)
{
    laid_out_start(&route->laid, g->map, g->kits);
    route->generated = &g->info;
    assert_int_equal(wr_floorplan_of_layout(g->findings.context, route->laid.layout, &g->info,
                                            &route->floorplan),
                     WR_OK);
}

static void route_end(struct route *route)
{
    wr_floorplan_free(route->floorplan);
    laid_out_end(&route->laid);
}

static wr_vec3 flat(wr_point point)
{
    return wr_vec3_of((float)point.x, (float)point.y, 0);
}

/* ---- Floor ---- */

static double side_of(wr_vec3 a, wr_vec3 b, wr_vec3 p)
{
    return ((double)b.x - (double)a.x) * ((double)p.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)p.x - (double)a.x);
}

static bool on_face(const struct wr_walkmesh *mesh, uint32_t face, wr_vec3 p)
{
    unsigned left = 0, near = 0;
    for (uint32_t k = 0; k < 3; k++) {
        wr_vec3 a = mesh->vertices[mesh->faces[face].v[k]];
        wr_vec3 b = mesh->vertices[mesh->faces[face].v[(k + 1) % 3]];
        left += side_of(a, b, p) >= 0;
        near += (double)off_segment(p, a, b) < PLAY * PLAY;
    }
    return left == 3 || near > 0;
}

static bool on_floor(const struct wr_walkmesh *mesh, wr_vec3 p)
{
    for (uint32_t f = 0; f < mesh->walkable_count; f++)
        if (on_face(mesh, f, p))
            return true;
    return false;
}

static bool crosses(wr_vec3 a, wr_vec3 b, wr_vec3 c, wr_vec3 d)
{
    return side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0;
}

/* Whether a piece of the way goes through an edge of its storey's floor that leads nowhere. */
static bool through_wall(const struct route *route, wr_vec3 from, wr_vec3 to, uint32_t storey)
{
    const struct wr_walkmesh *mesh = route->laid.mesh;
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        wr_vec3 a = mesh->vertices[wr_edge_start(mesh, mesh->edges[e].edge)];
        wr_vec3 b = mesh->vertices[wr_edge_end(mesh, mesh->edges[e].edge)];
        double height = ((double)a.z + (double)b.z) / 2;
        if (wr_floorplan_storey_at(route->floorplan, height) == storey &&
            crosses(from, to, a, b))
            return true;
    }
    return false;
}

static bool goes_over_floor(const struct route *route)
{
    const struct wr_floorplan *floorplan = route->floorplan;
    for (uint32_t i = 1; i < floorplan->way_count; i++) {
        wr_vec3 from = flat(floorplan->way[i - 1].at), to = flat(floorplan->way[i].at);
        for (int part = 0; part <= 20; part++) {
            float t = (float)part / 20;
            wr_vec3 p =
                wr_vec3_of(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y), 0);
            if (!on_floor(route->laid.mesh, p))
                return false;
        }
        if (through_wall(route, from, to, floorplan->way[i].storey))
            return false;
    }
    return true;
}

/* ---- Doorways ---- */

/* The first point of the way, from one on, that stands in a linked doorway of two rooms. */
static uint32_t doorway_on_way(const struct route *route, uint32_t a, uint32_t b, uint32_t from)
{
    const struct wr_layout *layout = route->laid.layout;
    for (uint32_t i = from; i < route->floorplan->way_count; i++)
        for (uint32_t l = 0; l < layout->link_count; l++) {
            const wr_placed_hook *one = &layout->hooks[layout->links[l].hooks[0]];
            const wr_placed_hook *other = &layout->hooks[layout->links[l].hooks[1]];
            bool joins =
                (one->room == a && other->room == b) || (one->room == b && other->room == a);
            wr_vec3 at = flat(route->floorplan->way[i].at);
            if (joins && (double)off_segment(at, one->position, one->position) < PLAY * PLAY)
                return i;
        }
    return UINT32_MAX;
}

static bool goes_through_doorways(const struct route *route)
{
    const struct wr_generated *generated = route->generated;
    uint32_t at = 0;
    for (uint32_t i = 1; i < generated->metrics.critical_path && at != UINT32_MAX; i++)
        at = doorway_on_way(route, generated->critical_path[i - 1], generated->critical_path[i],
                            at);
    return at != UINT32_MAX;
}

static bool stands_at(wr_point at, wr_vec3 spot)
{
    return fabs(at.x - (double)spot.x) < PLAY && fabs(at.y - (double)spot.y) < PLAY;
}

static void the_way_to_the_exit_goes_over_floor_and_through_linked_doorways(void **state)
{
    static const char *const templates[] = {
        "templates/library/lock.json", "templates/library/hub.json",
        "templates/library/storeys.json", "examples/first-level/template.json"};
    unsigned turned = 0;
    (void)state;
    for (size_t t = 0; t < sizeof templates / sizeof *templates; t++) {
        struct generated g;
        generated_start(&g, templates[t]);
        for (uint64_t seed = 1; seed <= 4; seed++) {
            struct route route;
            generated_make(&g, seed);
            route_start(&route, &g);
            const struct wr_floorplan *floorplan = route.floorplan;
            assert_true(floorplan->way_count > 2);
            assert_true(stands_at(floorplan->way[0].at, floorplan->entry.position));
            assert_true(stands_at(floorplan->way[floorplan->way_count - 1].at,
                                  floorplan->exit.position));
            if (!goes_through_doorways(&route) || !goes_over_floor(&route))
                fail_msg("%s, seed %llu: the way leaves the floor", templates[t],
                         (unsigned long long)seed);
            for (uint32_t r = 0; r < g.map->room_count; r++)
                turned += (int)g.map->rooms[r].placement.turn != 0;
            route_end(&route);
        }
        generated_end(&g);
    }
    assert_true(turned > 20); /* rooms that stand as in their kit would show little */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_to_the_exit_goes_over_floor_and_through_linked_doorways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
