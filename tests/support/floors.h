/* Made floors to be cut and baked: a grid of squares, turned and moved, with holes and patches
 * that nobody walks on. */
#ifndef WR_TESTS_SUPPORT_FLOORS_H
#define WR_TESTS_SUPPORT_FLOORS_H

#include "tests/support/test.h"

#include "core/aswm/cut.h"
#include "core/base/math.h"
#include "core/base/random.h"

enum { FLOOR_SIDE = 14 };

struct made_floor {
    wr_vec3 vertices[(FLOOR_SIDE + 1) * (FLOOR_SIDE + 1)];
    wr_face faces[2 * FLOOR_SIDE * FLOOR_SIDE];
    uint16_t flags[2 * FLOOR_SIDE * FLOOR_SIDE];
    struct wr_aswm_soup soup;
};

static inline void floor_add(struct made_floor *made, uint32_t a, uint32_t b, uint32_t c,
                             uint16_t flags)
{
    made->faces[made->soup.face_count] = (wr_face){{a, b, c}};
    made->flags[made->soup.face_count++] = flags;
}

/* Each square is two triangles, some of them missing, some not walkable. */
static inline void floor_make(struct made_floor *made, wr_random *random)
{
    double cosine, sine, step = 1.8 + 3 * wr_random_unit(random);
    wr_turn_of(360 * wr_random_unit(random), &cosine, &sine);
    made->soup = (struct wr_aswm_soup){.vertices = made->vertices,
                                       .faces = made->faces,
                                       .flags = made->flags,
                                       .vertex_count = (FLOOR_SIDE + 1) * (FLOOR_SIDE + 1)};
    for (uint32_t i = 0; i < made->soup.vertex_count; i++) {
        double x = step * (i % (FLOOR_SIDE + 1)), y = step * (double)(i / (FLOOR_SIDE + 1));
        made->vertices[i] =
            wr_vec3_of((float)(cosine * x - sine * y), (float)(sine * x + cosine * y),
                       (float)(wr_random_unit(random) * 0.3));
    }
    for (uint32_t i = 0; i < FLOOR_SIDE * FLOOR_SIDE; i++) {
        uint32_t a = i / FLOOR_SIDE * (FLOOR_SIDE + 1) + i % FLOOR_SIDE, up = FLOOR_SIDE + 1;
        double luck = wr_random_unit(random);
        uint16_t flags = luck < 0.66 ? WR_ASWM_WALKABLE | WR_ASWM_STONE : 0;
        if (luck > 0.9)
            continue;
        floor_add(made, a, a + 1, a + up, flags);
        floor_add(made, a + 1, a + up + 1, a + up, flags);
    }
}

#endif
