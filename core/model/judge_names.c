/* Judging names and numbers: whether they lie as in the game's own models, which other readers
 * rely on. Source: formats/module, 3.1. */
#include "core/model/layout.h"

#include "core/base/text.h"

#include <inttypes.h>

/* Whether a reader that takes one name after the other, from the table's end up to the list of
 * animations, finds them all. */
static bool names_follow(const struct wr_model *model)
{
    const uint8_t *data = wr_model_data(model);
    uint32_t table = wr_get_u32(data + WR_MDL_NAMES), at = table + 4 * model->name_count;
    for (uint32_t i = 0; i < model->name_count; i++) {
        if (wr_get_u32(data + table + 4 * i) != at)
            return false;
        at += (uint32_t)strlen((const char *)data + at) + 1;
    }
    return at <= wr_get_u32(data + WR_MDL_ANIMATIONS);
}

static uint32_t misnumbered(const struct wr_model *model)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < model->node_count; n++)
        count += model->nodes[n].number != model->nodes[n].name;
    return count;
}

void wr_model_judge_names(struct wr_context *context, const struct wr_model *model,
                          const struct wr_source *source)
{
    wr_where table = source ? wr_at(source, WR_MDL_DATA + WR_MDL_NAMES) : WR_NOWHERE;
    wr_where root = source ? wr_at(source, WR_MDL_DATA + model->nodes[0].at) : WR_NOWHERE;
    uint32_t nodes = model->trees[0].count, odd = misnumbered(model);
    char name[WR_MODEL_NAME + 1];
    wr_model_name(model, name);
    if (!names_follow(model))
        wr_warn(context, table, "mdl-names", "building with it lays them out anew",
                "the names of the nodes do not stand one behind the other between their table "
                "and the animations, where PyKotor and others look for them");
    if (!wr_text_same(wr_model_node_name(model, 0), name))
        wr_warn(context, root, "mdl-root-name", "building with it renames the root",
                "the root is called '%.32s' and the model '%s'", wr_model_node_name(model, 0),
                name);
    if (model->name_count != nodes)
        wr_note(context, table, "mdl-numbers", "building with it lays them out anew",
                "the model has %" PRIu32 " names for %" PRIu32 " nodes", model->name_count,
                nodes);
    else if (odd > 0)
        wr_note(context, table, "mdl-numbers", "building with it numbers them anew",
                "%" PRIu32 " nodes have another number than their name", odd);
}
