/* Models: whatever is read is written the same, two mirrors give it back, and whatever is done
 * to it leaves a model that can be read. */
#include "tests/fuzz/fuzz_dump.h"

#include "core/model/model.h"

#include <string.h>

static void dump(const void *model, struct wr_dump *out)
{
    wr_model_dump(model, out);
}

static void check_readable(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_model *model)
{
    struct wr_source mdl = {"again.mdl", model->mdl, model->mdl_size, true};
    struct wr_source mdx = {"again.mdx", model->mdx, model->mdx_size, true};
    struct wr_model *again;
    MUST(wr_model_read(context, arena, &mdl, &mdx, &again) == WR_OK);
    MUST(again->node_count == model->node_count && again->box_count == model->box_count);
}

/* Packed turns beyond the range that has an opposite do not come back. */
static void check_mirror(struct wr_context *context, struct wr_arena *arena,
                         const struct wr_model *model)
{
    struct wr_model *copy = wr_model_copy(model, arena);
    MUST(copy);
    if (wr_model_mirror(context, copy) != WR_OK)
        return;
    check_readable(context, arena, copy);
    MUST(wr_model_mirror(context, copy) == WR_OK);
    MUST(copy->mdl_size == model->mdl_size);
    MUST(copy->mdx_size == 0 || memcmp(copy->mdx, model->mdx, copy->mdx_size) == 0);
}

static void check_changes(struct wr_context *context, struct wr_arena *arena,
                          const struct wr_model *model)
{
    struct wr_model *copy = wr_model_copy(model, arena);
    struct wr_walkmesh *mesh;
    MUST(copy);
    if (wr_model_turn(context, copy, 0, -1) == WR_OK)
        check_readable(context, arena, copy);
    if (wr_model_walkmesh(context, arena, copy, &mesh) == WR_OK &&
        wr_model_set_walkmesh(context, copy, mesh) == WR_OK)
        check_readable(context, arena, copy);
    enum wr_game other = model->game == WR_K1 ? WR_K2 : WR_K1;
    if (wr_model_convert(context, copy, other) == WR_OK)
        check_readable(context, arena, copy);
}

static void check_pulled(struct wr_context *context, struct wr_arena *arena,
                         const struct wr_model *model)
{
    const wr_pull pulls[] = {{0, 0.5, 2.25, 0.5}, {1, -1, -0.25, 0}};
    const wr_vec3 offset = {0.25f, 0, -1};
    struct wr_model *copy = wr_model_copy(model, arena);
    wr_model_tear tear;
    MUST(copy);
    MUST(wr_model_judge_pull(context, copy, pulls, 2, offset, &tear) == WR_OK);
    if (wr_model_pull(context, copy, pulls, 2, offset) == WR_OK)
        check_readable(context, arena, copy);
}

static void check_joined(struct wr_context *context, struct wr_arena *arena,
                         const struct wr_model *model)
{
    struct wr_model *const parts[] = {wr_model_copy(model, arena), wr_model_copy(model, arena)};
    struct wr_model *joined;
    MUST(parts[0] && parts[1]);
    if (wr_model_join(context, arena, parts, 2, &joined) == WR_OK)
        check_readable(context, arena, joined);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_model *model;
    uint32_t split = 0;
    MUST(context && arena);
    for (size_t i = 4; size >= 12 && i-- > 0;) /* the MDX follows the MDL */
        split = split << 8 | data[4 + i];
    split = size >= 12 && split <= size - 12 ? split + 12 : (uint32_t)size;
    const struct wr_source mdl = {"fuzz.mdl", data, split, true};
    const struct wr_source mdx = {"fuzz.mdx", data + split, size - split, true};
    enum wr_result result = wr_model_read(context, arena, &mdl, &mdx, &model);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        MUST(wr_model_recognise(mdl.data, mdl.size));
        MUST(model->mdl_size == mdl.size && memcmp(model->mdl, mdl.data, mdl.size) == 0);
        check_dump(context, arena, model, dump);
        wr_model_judge(context, arena, model, &mdl);
        check_mirror(context, arena, model);
        check_changes(context, arena, model);
        check_pulled(context, arena, model);
        check_joined(context, arena, model);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
