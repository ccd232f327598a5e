/* Turning a room: a node between the root and all that is seen. Source: formats/module, 3.3. */
#include "core/model/splice.h"

enum {
    TURN_CONTROLLERS = WR_NODE_SIZE,
    TURN_VALUES = TURN_CONTROLLERS + 2 * WR_CONTROLLER_SIZE,
    TURN_VALUE_COUNT = 9, /* a time and a place, a time and a turn */
    TURN_SIZE = TURN_VALUES + 4 * TURN_VALUE_COUNT,
};

/* Half the angle of (cosine, sine), from whichever root loses no digits. */
static void half_turn_of(double cosine, double sine, double *w, double *z)
{
    if (cosine >= 0) {
        *w = sqrt((1 + cosine) / 2);
        *z = sine / (2 * *w);
    } else {
        *z = sqrt((1 - cosine) / 2);
        *z = sine < 0 ? -*z : *z;
        *w = sine / (2 * *z);
    }
}

static void put_controller(uint8_t *at, uint32_t type, uint32_t time, uint32_t columns)
{
    wr_put_u32(at, type);
    wr_put_u16(at + 4, 0xffff);
    wr_put_u16(at + 6, 1); /* row */
    wr_put_u16(at + 8, time);
    wr_put_u16(at + 10, time + 1);
    at[12] = (uint8_t)columns;
}

static void make_node(uint8_t node[TURN_SIZE])
{
    memset(node, 0, TURN_SIZE);
    wr_put_u16(node, WR_MODEL_HEADER);
    wr_put_f32(node + WR_NODE_ORIENTATION, 1);
    wr_put_array(node + WR_NODE_CONTROLLERS, TURN_CONTROLLERS, 2);
    wr_put_array(node + WR_NODE_VALUES, TURN_VALUES, TURN_VALUE_COUNT);
    put_controller(node + TURN_CONTROLLERS, WR_CONTROLLER_POSITION, 0, 3);
    put_controller(node + TURN_CONTROLLERS + WR_CONTROLLER_SIZE, WR_CONTROLLER_ORIENTATION, 4,
                   4);
    wr_put_f32(node + TURN_VALUES + 4 * 8, 1);
}

enum wr_result wr_model_add_turn(struct wr_context *context, struct wr_model *model)
{
    uint8_t node[TURN_SIZE];
    make_node(node);
    enum wr_result result = wr_model_still_root(context, model);
    return result ? result
                  : wr_model_add_node(
                        context, model,
                        &(struct wr_new_node){"wr_turn", node, TURN_SIZE, true, false});
}

void wr_model_set_turn(struct wr_model *model, double cosine, double sine, wr_vec3 move)
{
    uint8_t *data = wr_model_data(model), *node = data + model->nodes[1].at;
    uint8_t *values = data + wr_get_u32(node + WR_NODE_VALUES);
    double w, z;
    half_turn_of(cosine, sine, &w, &z);
    wr_put_vec3(node + WR_NODE_POSITION, move);
    wr_put_f32(node + WR_NODE_ORIENTATION, (float)w);
    wr_put_f32(node + WR_NODE_ORIENTATION + 12, (float)z);
    wr_put_vec3(values + 4 * 1, move);
    wr_put_f32(values + 4 * 7, (float)z);
    wr_put_f32(values + 4 * 8, (float)w);
}

enum wr_result wr_model_place(struct wr_context *context, struct wr_model *model, double cosine,
                              double sine, wr_vec3 move)
{
    if (cosine == 1 && sine == 0 && wr_vec3_same(move, wr_vec3_of(0, 0, 0)))
        return WR_OK;
    enum wr_result result = wr_model_add_turn(context, model);
    if (result == WR_OK)
        wr_model_set_turn(model, cosine, sine, move);
    return result;
}

enum wr_result wr_model_turn(struct wr_context *context, struct wr_model *model, double cosine,
                             double sine)
{
    return wr_model_place(context, model, cosine, sine, wr_vec3_of(0, 0, 0));
}

enum wr_result wr_model_move(struct wr_context *context, struct wr_model *model,
                             const wr_motion *motion)
{
    enum wr_result result = motion->mirrored ? wr_model_mirror(context, model) : WR_OK;
    return result ? result : wr_model_turn(context, model, motion->cosine, motion->sine);
}
