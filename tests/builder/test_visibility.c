/* Visibility: who sees whom in levels small enough to tell by drawing them. */
#include "tests/support/on_scene.h"

#include "builder/module/assembly.h"
#include "builder/module/emit.h"
#include "builder/sight/visibility.h"

static int start(void **state)
{
    scene_setup(state);
    scene_add_box(
        *state,
        &(scene_box){.id = "cross",
                     .width = 6,
                     .depth = 6,
                     .doors = {{.side = 'n'}, {.side = 'e'}, {.side = 's'}, {.side = 'w'}}});
    scene_add_box(*state,
                  &(scene_box){.id = "nook",
                               .width = 6,
                               .depth = 6,
                               .doors = {{.side = 'n', .width = 2, .type = SCENE_SMALL},
                                         {.side = 'e', .width = 2, .type = SCENE_SMALL},
                                         {.side = 's', .width = 2, .type = SCENE_SMALL},
                                         {.side = 'w', .width = 2, .type = SCENE_SMALL}}});
    scene_add_box(*state, &(scene_box){.id = "stairs",
                                       .width = 6,
                                       .depth = 6,
                                       .climb = 4,
                                       .doors = {{.side = 'n'}, {.side = 's'}}});
    return 0;
}

/* The VIS as text: "0: 1 2, 1: 0, ...". */
static const char *seen_in(struct scene *scene)
{
    static struct wr_bytes out;
    struct wr_visibility visibility;
    out.size = 0;
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(
        wr_visibility_make(scene->context, scene->layout, WR_VIS_PORTAL, &visibility), WR_OK);
    for (uint32_t i = 0; i < visibility.room_count; i++) {
        wr_bytes_print(&out, "%s%u:", i ? ", " : "", (unsigned)i);
        for (uint32_t k = 0; k < visibility.rooms[i].count; k++)
            wr_bytes_print(&out, " %u", (unsigned)visibility.rooms[i].items[k]);
    }
    wr_visibility_finish(&visibility);
    wr_bytes_char(&out, '\0');
    assert_false(out.failed);
    return (const char *)out.data;
}

static enum wr_result add_piece(void *out, struct wr_context *context, const void *data,
                                size_t size)
{
    (void)context;
    wr_bytes_add(out, data, size);
    return WR_OK;
}

static const char *vis_of(struct scene *scene, enum wr_vis_rule rule)
{
    static struct wr_bytes out;
    const struct wr_outlet outlet = {add_piece, &out};
    struct wr_visibility visibility;
    out.size = 0;
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(wr_visibility_make(scene->context, scene->layout, rule, &visibility),
                     WR_OK);
    struct wr_emission emission = {.layout = scene->layout, .visibility = &visibility};
    assert_int_equal(wr_emit_vis(scene->context, &emission, &outlet), WR_OK);
    wr_visibility_finish(&visibility);
    wr_bytes_char(&out, '\0');
    assert_false(out.failed);
    return (const char *)out.data;
}

static void put_row(struct scene *scene, const char *room, int count)
{
    for (int i = 0; i < count; i++)
        scene_put(scene, room, 6 * (float)i, 0, 0, 0);
}

/* Rooms at cells of a plan of letters; "a" is room 0. */
static void put_plan(struct scene *scene, const char *room, const char *const *rows)
{
    for (char letter = 'a'; letter <= 'z'; letter++)
        for (int row = 0; rows[row]; row++) {
            const char *at = strchr(rows[row], letter);
            if (at)
                scene_put(scene, room, 6 * (float)(at - rows[row]), -6 * (float)row, 0, 0);
        }
}

static void rooms_see_along_a_straight_corridor(void **state)
{
    struct scene *scene = *state;
    put_row(scene, "nook", 7);
    assert_string_equal(seen_in(scene),
                        "0: 1 2 3 4 5 6, 1: 0 2 3 4 5 6, 2: 0 1 3 4 5 6, 3: 0 1 2 4 5 6, "
                        "4: 0 1 2 3 5 6, 5: 0 1 2 3 4 6, 6: 0 1 2 3 4 5");
}

static void a_door_beside_the_line_ends_it(void **state)
{
    struct scene *scene = *state;
    const scene_door west = {.side = 'w', .width = 2, .type = SCENE_SMALL},
                     east = {.side = 'e', .width = 2, .at = 3.2f, .type = SCENE_SMALL};
    scene_add_box(scene,
                  &(scene_box){.id = "jog", .width = 6, .depth = 10, .doors = {west, east}});
    scene_put(scene, "nook", 0, 0, 0, 0);
    scene_put(scene, "jog", 6, 0, 0, 0);
    scene_put(scene, "nook", 12, 3.2f, 0, 0);
    scene_put(scene, "nook", 18, 3.2f, 0, 0);
    scene_put(scene, "nook", 24, 3.2f, 0, 0);
    /* From the first door (y below 1) to the second (above 2.2) a line climbs 1.2 in 6: it
     * passes the third at 3.4 or more, and would pass the fourth, which ends at 4.2, at 4.6. */
    assert_string_equal(seen_in(scene),
                        "0: 1 2 3, 1: 0 2 3 4, 2: 0 1 3 4, 3: 0 1 2 4, 4: 1 2 3");
}

static void nobody_sees_around_two_corners(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"  fg", "  e", "  d", "abc", NULL};
    put_plan(scene, "nook", rows);
    assert_string_equal(seen_in(scene),
                        "0: 1 2, 1: 0 2 3, 2: 0 1 3 4 5, 3: 1 2 4 5, 4: 2 3 5 6, "
                        "5: 2 3 4 6, 6: 4 5");
}

static void wide_doors_show_more_behind_a_corner(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"  e", "  d", "abc", NULL};
    put_plan(scene, "cross", rows);
    assert_string_equal(seen_in(scene), "0: 1 2 3, 1: 0 2 3 4, 2: 0 1 3 4, 3: 0 1 2 4, "
                                        "4: 1 2 3");
}

static void a_ring_is_seen_as_far_as_its_corners(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"abc", "h d", "gfe", NULL};
    put_plan(scene, "nook", rows);
    assert_string_equal(seen_in(scene),
                        "0: 1 2 6 7, 1: 0 2 3 7, 2: 0 1 3 4, 3: 1 2 4 5, 4: 2 3 5 6, "
                        "5: 3 4 6 7, 6: 0 4 5 7, 7: 0 1 5 6");
}

static void stairs_are_seen_up_as_far_as_a_line_climbs(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cross", 0, 0, 0, 0);
    scene_put(scene, "stairs", 0, 6, 2, 0);
    for (int i = 2; i < 6; i++)
        scene_put(scene, "cross", 0, 6 * (float)i, 4, 0);
    /* From under the lintel of the lower door (2.5) over the sill of the upper one (4) a line
     * climbs 1.5 in 6: it passes the next door at 5.5, and would pass the one behind that,
     * whose lintel is at 6.5, at 7. */
    assert_string_equal(seen_in(scene), "0: 1 2 3, 1: 0 2 3 4 5, 2: 0 1 3 4 5, 3: 0 1 2 4 5, "
                                        "4: 1 2 3 5, 5: 1 2 3 4");
}

static void storeys_do_not_see_each_other_through_floors(void **state)
{
    struct scene *scene = *state;
    for (int storey = 0; storey < 2; storey++)
        for (int i = 0; i < 3; i++)
            scene_put(scene, "cross", 6 * (float)i, 0, 4.5f * (float)storey, 0);
    assert_string_equal(seen_in(scene), "0: 1 2, 1: 0 2, 2: 0 1, 3: 4 5, 4: 3 5, 5: 3 4");
}

static void every_room_has_an_entry(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cross", 0, 0, 0, 0);
    scene_put(scene, "cross", 100, 0, 0, 0);
    assert_string_equal(vis_of(scene, WR_VIS_PORTAL), "scene_room0 0\r\nscene_room1 0\r\n");
}

static void all_rooms_see_all_on_request(void **state)
{
    struct scene *scene = *state;
    scene_put(scene, "cross", 0, 0, 0, 0);
    scene_put(scene, "cross", 100, 0, 0, 0);
    scene_put(scene, "cross", 200, 0, 0, 0);
    assert_string_equal(vis_of(scene, WR_VIS_ALL),
                        "scene_room0 2\r\n  scene_room1\r\n  scene_room2\r\n"
                        "scene_room1 2\r\n  scene_room0\r\n  scene_room2\r\n"
                        "scene_room2 2\r\n  scene_room0\r\n  scene_room1\r\n");
}

static void a_group_is_seen_through_as_if_it_were_empty(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"  fg", "  e", "  d", "abc", NULL};
    put_plan(scene, "nook", rows);
    for (int i = 1; i < 4; i++)
        scene->map.rooms[i].group = "hall";
    /* a (0), hall (1), e (2), f (3), g (4) */
    assert_string_equal(seen_in(scene), "0: 1 2, 1: 0 2 3, 2: 0 1 3 4, 3: 1 2 4, 4: 2 3");
}

static void two_doorways_between_two_rooms_are_one_neighbour(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"..e", ".  ", "...", ".  ", "..e", NULL};
    scene_add_plan(scene, &(scene_plan){"claw", rows, 2});
    scene_put(scene, "claw", 0, 0, 0, 0);
    scene_put(scene, "claw", 12, 10, 0, 180);
    assert_string_equal(seen_in(scene), "0: 1, 1: 0");
    assert_int_equal(scene->layout->link_count, 2);
}

static void a_whole_level_in_one_room_sees_nothing(void **state)
{
    struct scene *scene = *state;
    put_row(scene, "cross", 5);
    scene->options.merge_all = true;
    assert_string_equal(vis_of(scene, WR_VIS_PORTAL), "scene_room0 0\r\n");
    assert_string_equal(vis_of(scene, WR_VIS_ALL), "scene_room0 0\r\n");
}

/* ---- What is only seen ---- */

static const char *vis_with(struct scene *scene, const struct wr_module_extra *extras,
                            uint32_t count, enum wr_vis_rule rule)
{
    static struct wr_bytes out;
    const struct wr_outlet outlet = {add_piece, &out};
    struct wr_visibility visibility;
    struct wr_arena *arena = wr_arena_create();
    out.size = 0;
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_int_equal(wr_visibility_make(scene->context, scene->layout, rule, &visibility),
                     WR_OK);
    struct wr_assembly assembly = {.layout = scene->layout};
    assembly.assets.extras = wr_arena_copy(arena, extras, count, sizeof *extras);
    assembly.assets.extra_count = count;
    struct wr_emission emission = {
        .layout = scene->layout, .visibility = &visibility, .assembly = &assembly};
    assert_int_equal(wr_emit_vis(scene->context, &emission, &outlet), WR_OK);
    wr_visibility_finish(&visibility);
    wr_arena_destroy(arena);
    wr_bytes_char(&out, '\0');
    return (const char *)out.data;
}

static const struct wr_module_extra EXTRAS[] = {{"p0", {0, 0, 0}, {3, 2}},
                                                {"p1", {0, 0, 0}, {0, WR_NONE}},
                                                {"sky", {0, 0, 0}, {WR_NONE, WR_NONE}}};

/* A corner: a sees b, b both, c and d see each other and not a. */
static void skyboxes_are_seen_from_everywhere_and_padding_from_where_its_rooms_are(void **state)
{
    struct scene *scene = *state;
    static const char *const rows[] = {"  e", "  d", "abc", NULL};
    put_plan(scene, "nook", rows);
    assert_string_equal(seen_in(scene), "0: 1 2, 1: 0 2 3, 2: 0 1 3 4, 3: 1 2 4, 4: 2 3");
    assert_string_equal(
        vis_with(scene, EXTRAS, 3, WR_VIS_PORTAL),
        "scene_room0 5\r\n  scene_room1\r\n  scene_room2\r\n  p0\r\n  p1\r\n  sky\r\n"
        "scene_room1 6\r\n  scene_room0\r\n  scene_room2\r\n  scene_room3\r\n  p0\r\n  p1\r\n  "
        "sky\r\n"
        "scene_room2 7\r\n  scene_room0\r\n  scene_room1\r\n  scene_room3\r\n  scene_room4\r\n "
        " p0\r\n  p1\r\n  sky\r\n"
        "scene_room3 5\r\n  scene_room1\r\n  scene_room2\r\n  scene_room4\r\n  p0\r\n  sky\r\n"
        "scene_room4 4\r\n  scene_room2\r\n  scene_room3\r\n  p0\r\n  sky\r\n"
        "p0 5\r\n  scene_room0\r\n  scene_room1\r\n  scene_room2\r\n  scene_room3\r\n  "
        "scene_room4\r\n"
        "p1 3\r\n  scene_room0\r\n  scene_room1\r\n  scene_room2\r\n"
        "sky 5\r\n  scene_room0\r\n  scene_room1\r\n  scene_room2\r\n  scene_room3\r\n  "
        "scene_room4\r\n");
}

static void what_is_only_seen_is_seen_by_all_where_all_see_all(void **state)
{
    struct scene *scene = *state;
    put_row(scene, "nook", 2);
    assert_string_equal(
        vis_with(scene, EXTRAS + 1, 1, WR_VIS_ALL),
        "scene_room0 2\r\n  scene_room1\r\n  p1\r\nscene_room1 2\r\n  scene_room0\r\n  p1\r\n"
        "p1 2\r\n  scene_room0\r\n  scene_room1\r\n");
}

/* ---- Openings ---- */

/* Where a doorway is wider than its door, or its neighbour's, the wider one counts. */
static void a_portal_is_as_wide_as_door_and_doorway_on_either_side(void **state)
{
    struct scene *scene = *state;
    struct wr_portals portals;
    struct wr_arena *arena = wr_arena_create();
    scene_add_box(scene, &(scene_box){.id = "gate",
                                      .width = 6,
                                      .depth = 6,
                                      .doors = {{.side = 'w', .width = 4}, {.side = 'e'}}});
    scene_put(scene, "cross", 0, 0, 0, 0);
    scene_put(scene, "gate", 6, 0, 0, 0);
    scene_put(scene, "nook", 0, 6, 0, 0);
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_true(wr_portals_make(arena, scene->layout, &portals));
    assert_int_equal(portals.count, 4);
    assert_int_equal(portals.starts[3], 4);
    const struct {
        uint32_t from, to;
        double x, y, look_x, look_y, width, height;
    } wanted[] = {{0, 1, 3, 0, 1, 0, 4, 2.5},
                  {1, 0, 3, 0, -1, 0, 4, 2.5},
                  {0, 2, 0, 3, 0, 1, 3, 2.5},
                  {2, 0, 0, 3, 0, -1, 3, 2.5}};
    for (int i = 0; i < 4; i++) {
        const wr_portal *portal = NULL;
        for (uint32_t k = 0; k < portals.count; k++)
            if (portals.items[k].to == wanted[i].to &&
                portals.items[k ^ 1].to == wanted[i].from)
                portal = &portals.items[k];
        assert_non_null(portal);
        assert_near(portal->plan.x, wanted[i].x, 1e-5);
        assert_near(portal->plan.y, wanted[i].y, 1e-5);
        assert_near(portal->plan.ty, wanted[i].look_x, 1e-5);
        assert_near(-portal->plan.tx, wanted[i].look_y, 1e-5);
        assert_near(portal->plan.to - portal->plan.from, wanted[i].width + 0.02, 1e-5);
        assert_near(portal->plan.deep, 0.01, 1e-5);
        assert_near(portal->low, -0.01, 1e-5);
        assert_near(portal->high, wanted[i].height + 0.01, 1e-5);
    }
    wr_arena_destroy(arena);
}

/* A door of 3 m in doorways of 2 m: what hangs there may show more than the floor does. */
static void a_door_wider_than_its_doorways_makes_the_portal_as_wide(void **state)
{
    struct scene *scene = *state;
    struct wr_portals portals;
    struct wr_arena *arena = wr_arena_create();
    scene_box narrow = {
        .id = "narrow", .width = 6, .depth = 6, .doors = {{.side = 'w', .width = 2}}};
    scene_add_box(scene, &narrow);
    narrow.id = "slim";
    narrow.doors[0].side = 'e';
    scene_add_box(scene, &narrow);
    scene_put(scene, "slim", 0, 0, 0, 0);
    scene_put(scene, "narrow", 6, 0, 0, 0);
    assert_int_equal(scene_seam(scene), WR_OK);
    assert_true(wr_portals_make(arena, scene->layout, &portals));
    assert_int_equal(portals.count, 2);
    for (uint32_t i = 0; i < portals.count; i++)
        assert_near(portals.items[i].plan.to - portals.items[i].plan.from, 3.02, 1e-5);
    wr_arena_destroy(arena);
}

/* What came out piece by piece. */
struct pieces {
    uint64_t size, lines;
    size_t largest;
};

static enum wr_result count_piece(void *user, struct wr_context *context, const void *data,
                                  size_t size)
{
    struct pieces *pieces = user;
    (void)context;
    pieces->size += size;
    pieces->largest = size > pieces->largest ? size : pieces->largest;
    for (size_t i = 0; i < size; i++)
        pieces->lines += ((const char *)data)[i] == '\n';
    return WR_OK;
}

static void a_vis_of_many_rooms_is_never_held_whole(void **state)
{
    enum { ROOMS = 1500, LINE = 2 + 5 + 2, ENTRY = 5 + 5 + 2, LEAST = 1 << 16 };
    struct scene *scene = *state;
    struct wr_arena *arena = wr_arena_create();
    const char **names = WR_TAKE(arena, const char *, ROOMS);
    struct pieces pieces = {0};
    const struct wr_outlet outlet = {count_piece, &pieces};
    for (int i = 0; i < ROOMS; i++) {
        char name[8];
        snprintf(name, sizeof name, "r%04d", i);
        names[i] = wr_arena_text(arena, name, 5);
    }
    struct wr_layout layout = {.names = names, .area_room_count = ROOMS};
    struct wr_visibility all = {.rule = WR_VIS_ALL, .room_count = ROOMS};
    struct wr_emission emission = {.layout = &layout, .visibility = &all};
    assert_int_equal(wr_emit_vis(scene->context, &emission, &outlet), WR_OK);
    assert_int_equal(pieces.lines, (uint64_t)ROOMS * ROOMS);
    assert_int_equal(pieces.size, (uint64_t)ROOMS * ((ROOMS - 1) * LINE + ENTRY));
    assert_true(pieces.largest < LEAST + ROOMS * LINE + ENTRY);
    wr_arena_destroy(arena);
}

static enum wr_result refuse_piece(void *user, struct wr_context *context, const void *data,
                                   size_t size)
{
    (void)context, (void)data, (void)size;
    ++*(int *)user;
    return WR_IO;
}

static void a_vis_that_cannot_be_put_ends_at_once(void **state)
{
    struct scene *scene = *state;
    int asked = 0;
    const struct wr_outlet outlet = {refuse_piece, &asked};
    const char *names[] = {"a", "b"};
    struct wr_layout layout = {.names = names, .area_room_count = 2};
    struct wr_visibility all = {.rule = WR_VIS_ALL, .room_count = 2};
    struct wr_emission emission = {.layout = &layout, .visibility = &all};
    assert_int_equal(wr_emit_vis(scene->context, &emission, &outlet), WR_IO);
    assert_int_equal(asked, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE_OF(start, rooms_see_along_a_straight_corridor),
        ON_SCENE_OF(start, a_door_beside_the_line_ends_it),
        ON_SCENE_OF(start, nobody_sees_around_two_corners),
        ON_SCENE_OF(start, wide_doors_show_more_behind_a_corner),
        ON_SCENE_OF(start, a_ring_is_seen_as_far_as_its_corners),
        ON_SCENE_OF(start, stairs_are_seen_up_as_far_as_a_line_climbs),
        ON_SCENE_OF(start, storeys_do_not_see_each_other_through_floors),
        ON_SCENE_OF(start, every_room_has_an_entry),
        ON_SCENE_OF(start, all_rooms_see_all_on_request),
        ON_SCENE_OF(start, a_group_is_seen_through_as_if_it_were_empty),
        ON_SCENE_OF(start, two_doorways_between_two_rooms_are_one_neighbour),
        ON_SCENE_OF(start, a_whole_level_in_one_room_sees_nothing),
        ON_SCENE_OF(start,
                    skyboxes_are_seen_from_everywhere_and_padding_from_where_its_rooms_are),
        ON_SCENE_OF(start, what_is_only_seen_is_seen_by_all_where_all_see_all),
        ON_SCENE_OF(start, a_vis_of_many_rooms_is_never_held_whole),
        ON_SCENE_OF(start, a_vis_that_cannot_be_put_ends_at_once),
        ON_SCENE_OF(start, a_portal_is_as_wide_as_door_and_doorway_on_either_side),
        ON_SCENE_OF(start, a_door_wider_than_its_doorways_makes_the_portal_as_wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
