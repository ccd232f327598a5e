/* Pulling a model apart: its nodes move, its meshes get longer, its walkmesh is made anew. */
#include "core/model/pulling.h"

#include "core/walkmesh/transform.h"

/* ---- Nodes --------------------------------------------------------------------------------
 */

/* Base controllers of one row say what the header says. */
static void put_place(const struct wr_model *model, const wr_model_node *node, wr_vec3 place)
{
    uint8_t *data = wr_model_data(model), *header = data + node->at;
    uint32_t count = wr_get_u32(header + WR_NODE_CONTROLLERS + 4);
    const uint8_t *controller = data + (count ? wr_get_u32(header + WR_NODE_CONTROLLERS) : 0);
    wr_put_vec3(header + WR_NODE_POSITION, place);
    for (; count > 0; count--, controller += WR_CONTROLLER_SIZE) {
        uint32_t size = wr_get_u16(controller + 6) * wr_controller_width(controller);
        uint8_t *value = data + wr_get_u32(header + WR_NODE_VALUES) +
                         4 * (size_t)wr_get_u16(controller + 10);
        if (wr_get_u32(controller) != WR_CONTROLLER_POSITION)
            continue;
        for (uint32_t i = 0; i + 3 <= size; i += 3)
            wr_put_vec3(value + 4 * (size_t)i, place);
    }
}

static void pull_node(const struct wr_pulling *pulling, uint32_t n)
{
    const struct wr_model *model = pulling->model;
    uint32_t parent = model->nodes[n].parent;
    if (pulling->sets[n] == pulling->sets[parent])
        return;
    wr_dvec3 way = wr_sub(wr_pulls_sum(pulling->pulls, pulling->sets[n]),
                          wr_pulls_sum(pulling->pulls, pulling->sets[parent]));
    wr_vec3 own = wr_get_vec3(wr_model_data(model) + model->nodes[n].at + WR_NODE_POSITION);
    put_place(model, &model->nodes[n],
              wr_narrow(wr_add(wr_widen(own), wr_pulling_local(pulling, parent, way))));
}

/* ---- The walkmesh -------------------------------------------------------------------------
 */

static enum wr_result pull_walkmesh(struct wr_context *context, struct wr_model *model,
                                    const wr_pull *pulls, uint32_t count, wr_vec3 offset)
{
    struct wr_walkmesh *mesh;
    if (!wr_model_has_walkmesh(model))
        return WR_OK;
    enum wr_result result = wr_model_walkmesh(context, model->arena, model, &mesh);
    for (uint32_t v = 0; result == WR_OK && v < mesh->vertex_count; v++) {
        wr_dvec3 own = wr_widen(mesh->vertices[v]);
        uint32_t set = wr_pulls_of(pulls, count, wr_add(own, wr_widen(offset)));
        if (set)
            mesh->vertices[v] = wr_narrow(wr_add(own, wr_pulls_sum(pulls, set)));
    }
    return result ? result : wr_model_set_walkmesh(context, model, mesh);
}

/* ---- The whole ----------------------------------------------------------------------------
 */

static bool pull_all(struct wr_pulling *pulling, uint8_t *mdx)
{
    const struct wr_model *model = pulling->model;
    for (uint32_t n = 0; n < model->trees[0].count; n++) {
        const wr_model_node *node = &model->nodes[n];
        if (node->parent != n && !wr_model_has(node, WR_MODEL_WALKMESH))
            pull_node(pulling, n);
        if (node->mesh && !wr_model_has(node, WR_MODEL_WALKMESH) &&
            !wr_pull_mesh(pulling, n, mdx))
            return false;
    }
    return true;
}

enum wr_result wr_model_pull(struct wr_context *context, struct wr_model *model,
                             const wr_pull *pulls, uint32_t count, wr_vec3 offset)
{
    struct wr_pulling pulling;
    struct wr_arena *scratch = wr_arena_create();
    uint8_t *mdx = wr_arena_copy(model->arena, model->mdx, model->mdx_size, 1);
    bool fine = scratch && mdx &&
                wr_pulling_start(&pulling, model, scratch, pulls, count, offset) &&
                pull_all(&pulling, mdx);
    wr_arena_destroy(scratch);
    if (!fine)
        return wr_no_memory(context);
    model->mdx = mdx;
    return pull_walkmesh(context, model, pulls, count, offset);
}
