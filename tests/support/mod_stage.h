/* A stage for questions about built modules: a scene whose doors have blueprints, and the .mod
 * that was built of it last. */
#ifndef WR_TESTS_SUPPORT_MOD_STAGE_H
#define WR_TESTS_SUPPORT_MOD_STAGE_H

#include "tests/support/judged.h"
#include "tests/support/mod.h"
#include "tests/support/scenes.h"

struct stage {
    struct scene scene;
    struct mod mod;
    char folder[128];
    bool opened;
};

static inline int start(void **state)
{
    static struct stage stage;
    memset(&stage, 0, sizeof stage);
    scene_start(&stage.scene);
    folder_make(stage.folder);
    stage.scene.options.mod = true;
    stage.scene.options.force = true;
    for (int i = 0; i < 5; i++)
        stage.scene.doors[i].rows[0] = stage.scene.doors[i].rows[1] = (uint8_t)(40 + i);
    *state = &stage;
    return 0;
}

static inline int finish(void **state)
{
    struct stage *stage = *state;
    if (stage->opened)
        mod_close(&stage->mod);
    scene_end(&stage->scene);
    folder_drop(stage->folder);
    return 0;
}

static inline void open_mod(struct stage *stage)
{
    if (stage->opened)
        mod_close(&stage->mod);
    mod_open(&stage->mod, stage->folder, stage->scene.map.id);
    stage->opened = true;
}

static inline void build(struct stage *stage)
{
    if (scene_build(&stage->scene, stage->folder, NULL) != WR_OK)
        fail_msg("%s", scene_said(&stage->scene));
    open_mod(stage);
}

static const scene_box HALL = {.id = "hall",
                               .width = 9,
                               .depth = 7,
                               .doors = {{.side = 'n', .pieces = 3},
                                         {.side = 'e', .out = 0.375f},
                                         {.side = 's', .at = 1},
                                         {.side = 'w'}}};

#define ON_STAGE(test) cmocka_unit_test_setup_teardown(test, start, finish)

#endif
