/* Outlines: what is drawn of a floor is as large as the floor, and what marks it lies on it. */
#include "tests/support/corpus.h"
#include "tests/support/starved.h"
#include "tests/support/terrain.h"

#include "builder/floorplan/floorplan.h"

struct outlined {
    size_t count;
};

/* Merged or not, floors keep their area; walls are as long as the open edges. */
static void outline(void *user, struct wr_context *context, struct wr_arena *arena,
                    struct wr_walkmesh *mesh, const char *name)
{
    struct outlined *outlined = user;
    struct wr_floorplan *floorplan;
    (void)arena;
    assert_int_equal(wr_floorplan_of_mesh(context, name, mesh, &floorplan), WR_OK);
    double area = terrain_walkable_area(mesh), shown = 0, open = 0, walls = 0;
    for (uint32_t i = 0; i < floorplan->rooms[0].outline_count; i++) {
        const wr_outline *part = &floorplan->rooms[0].outlines[i];
        for (uint32_t c = 0; c < part->contour_count; c++) {
            const wr_contour *contour = &part->contours[c];
            for (uint32_t k = 0; k < contour->count; k++) {
                wr_point a = part->points[contour->first + k];
                wr_point b = part->points[contour->first + (k + 1) % contour->count];
                if (part->layer == WR_LAYER_FLOOR)
                    shown += (a.x * b.y - a.y * b.x) / 2;
                if (part->layer == WR_LAYER_WALL && (contour->closed || k + 1 < contour->count))
                    walls += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
            }
        }
    }
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        wr_vec3 a = mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)];
        wr_vec3 b = mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)];
        open += sqrt(((double)b.x - a.x) * ((double)b.x - a.x) +
                     ((double)b.y - a.y) * ((double)b.y - a.y));
    }
    if (!(fabs(shown - area) <= 1e-3 * area + 1e-3))
        fail_msg("%s: %g m² of floor are drawn as %g", name, area, shown);
    if (!(fabs(walls - open) <= 1e-3 * open + 1e-3))
        fail_msg("%s: %g m of walls are drawn as %g", name, open, walls);
    outlined->count++;
    wr_floorplan_free(floorplan);
}

static void outlines_keep_area_and_length(void **state)
{
    (void)state;
    struct outlined outlined = {0};
    terrain_each(outline, &outlined);
    assert_true(outlined.count >= 60);
}

/* Blocking faces may be ceilings. */
static void what_blocks_is_drawn_where_it_looks_up_and_else_not(void **state)
{
    (void)state;
    for (int ceiling = 0; ceiling < 2; ceiling++) {
        struct wr_context *context = wr_context_create(NULL, NULL);
        struct wr_arena *arena = wr_arena_create();
        struct wr_walkmesh *mesh = mesh_grid(arena, 2, 1);
        struct wr_floorplan *floorplan;
        mesh->materials[3] = NONWALK;
        if (ceiling)
            mesh->faces[3] =
                (wr_face){{mesh->faces[3].v[1], mesh->faces[3].v[0], mesh->faces[3].v[2]}};
        mesh = terrain_finish(context, arena, mesh);
        assert_int_equal(wr_floorplan_of_mesh(context, "room", mesh, &floorplan), WR_OK);
        uint32_t blocked = 0;
        for (uint32_t i = 0; i < floorplan->rooms[0].outline_count; i++)
            blocked += floorplan->rooms[0].outlines[i].layer == WR_LAYER_BLOCKED;
        assert_int_equal(blocked, !ceiling);
        wr_floorplan_free(floorplan);
        wr_arena_destroy(arena);
        wr_context_destroy(context);
    }
}

/* What marks a room is drawn on its floor. */
static void find_middle(void *user, struct wr_context *context, struct wr_arena *arena,
                        struct wr_walkmesh *mesh, const char *name)
{
    struct outlined *outlined = user;
    wr_vec3 middle;
    wr_hit hit;
    (void)context;
    (void)arena;
    bool found = wr_floorplan_middle_of(mesh, &middle);
    assert_int_equal(found, mesh->walkable_count > 0);
    if (found && !wr_walkmesh_nearest(mesh, middle, 0.01f, &hit))
        fail_msg("%s: its middle is beside its floor", name);
    outlined->count += found;
}

static void the_middle_of_a_floor_lies_on_it(void **state)
{
    (void)state;
    struct outlined outlined = {0};
    terrain_each(find_middle, &outlined);
    assert_true(outlined.count >= 60);
}

/* A module that was turned has its landings a little higher or lower. */
static void what_is_half_way_up_is_below_whatever_rounding_makes_of_it(void **state)
{
    (void)state;
    wr_storey storeys[] = {{-3, -3, 1}, {0, 0.5, 2}, {4.5, 4.5, 1}};
    const struct wr_floorplan floorplan = {.storeys = storeys, .storey_count = 3};
    for (int i = -1; i <= 1; i++) {
        assert_int_equal(wr_floorplan_storey_at(&floorplan, -1.5 + i * 1e-6), 0);
        assert_int_equal(wr_floorplan_storey_at(&floorplan, 2.5 + i * 1e-6), 1);
    }
    assert_int_equal(wr_floorplan_storey_at(&floorplan, -1.4), 1);
    assert_int_equal(wr_floorplan_storey_at(&floorplan, 2.6), 2);
    assert_int_equal(wr_floorplan_storey_at(&floorplan, 100), 2);
}

static enum wr_result outline_room(struct findings *findings, void *user)
{
    struct wr_floorplan *floorplan = NULL;
    enum wr_result result = wr_floorplan_of_room(findings->context, user, &floorplan);
    if (result == WR_OK) {
        assert_non_null(floorplan->doorways[0].door);
        assert_string_equal(floorplan->doorways[0].door, "2.5 m");
    }
    wr_floorplan_free(floorplan);
    return result;
}

static void a_room_says_how_wide_its_doorways_are_or_that_memory_is_out(void **state)
{
    (void)state;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    wr_door door = {.name = "arch", .width = 2.5f, .height = 2};
    const struct wr_kit kit = {.doors = &door, .door_count = 1};
    wr_hook hook = {.name = "lost", .position = {2, 2, 0}, .out_x = 1, .foot = WR_NONE};
    wr_room room = {.id = "hall",
                    .name = "Hall",
                    .kit = &kit,
                    .hooks = &hook,
                    .hook_count = 1,
                    .mesh = terrain_finish(context, arena, mesh_grid(arena, 4, 4))};
    starve(outline_room, &room);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines_keep_area_and_length),
        cmocka_unit_test(what_blocks_is_drawn_where_it_looks_up_and_else_not),
        cmocka_unit_test(the_middle_of_a_floor_lies_on_it),
        cmocka_unit_test(a_room_says_how_wide_its_doorways_are_or_that_memory_is_out),
        cmocka_unit_test(what_is_half_way_up_is_below_whatever_rounding_makes_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
