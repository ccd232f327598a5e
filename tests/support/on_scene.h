/* Tests that each get a scene of their own. */
#ifndef WR_TESTS_SUPPORT_ON_SCENE_H
#define WR_TESTS_SUPPORT_ON_SCENE_H

#include "tests/support/scenes.h"
#include "tests/support/test.h"

static inline int scene_setup(void **state)
{
    static struct scene scene;
    scene_start(&scene);
    *state = &scene;
    return 0;
}

static inline int scene_teardown(void **state)
{
    scene_end(*state);
    return 0;
}

/* A test on an empty scene, and one on what a file's own set-up puts there. */
#define ON_SCENE(test) cmocka_unit_test_setup_teardown(test, scene_setup, scene_teardown)
#define ON_SCENE_OF(start, test) cmocka_unit_test_setup_teardown(test, start, scene_teardown)

#endif
