/* One door a doorway, also where two of them lead nowhere on one spot. */
#include "tests/support/on_scene.h"

#include "builder/module/doors.h"

static struct wr_module_doors doors_of(struct scene *scene)
{
    struct wr_module_doors doors;
    assert_int_equal(scene_connect(scene), WR_OK);
    assert_true(wr_module_doors_find(scene->layout->arena, scene->layout, &doors));
    return doors;
}

/* A room whose doorway looks north, and one whose doorway looks south, of types that do not
 * meet. */
static void add_rooms(struct scene *scene)
{
    scene_add_box(scene, &(scene_box){.id = "plain",
                                      .width = 6,
                                      .depth = 6,
                                      .doors = {{.side = 'n'}, {.side = 'w'}}});
    scene_add_box(scene, &(scene_box){.id = "lonely",
                                      .width = 6,
                                      .depth = 6,
                                      .doors = {{.side = 's', .type = SCENE_LONELY}}});
}

static void rooms_that_meet_without_a_link_share_their_closed_door(void **state)
{
    struct scene *scene = *state;
    add_rooms(scene);
    scene_put(scene, "plain", 0, 0, 0, 0);
    scene_put(scene, "lonely", 0, 6, 0, 0);
    struct wr_module_doors doors = doors_of(scene);
    assert_int_equal(scene->layout->link_count, 0);
    assert_int_equal(doors.count, 2); /* to the north, and to the west */
    assert_int_equal(doors.items[0].hook, 0);
    assert_int_equal(doors.items[1].hook, 1);
}

static void the_wider_of_two_closed_doors_stays(void **state)
{
    struct scene *scene = *state;
    add_rooms(scene);
    scene->doors[SCENE_LONELY].width = 4;
    scene_put(scene, "plain", 0, 0, 0, 0);
    scene_put(scene, "lonely", 0, 6, 0, 0);
    struct wr_module_doors doors = doors_of(scene);
    assert_int_equal(doors.count, 2);
    assert_int_equal(doors.items[0].hook, 1);
    assert_int_equal(doors.items[1].hook, 2);
    assert_true(doors.items[1].type->width == 4);
}

static void doors_of_two_storeys_are_two(void **state)
{
    struct scene *scene = *state;
    add_rooms(scene);
    scene_put(scene, "plain", 0, 0, 0, 0);
    scene_put(scene, "lonely", 0, 6, 4, 0);
    assert_int_equal(doors_of(scene).count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_SCENE(rooms_that_meet_without_a_link_share_their_closed_door),
        ON_SCENE(the_wider_of_two_closed_doors_stays),
        ON_SCENE(doors_of_two_storeys_are_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
