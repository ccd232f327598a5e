/* Reading a model, copying it, and its names. Source: formats/module, 3. */
#include "core/model/model.h"

#include "core/model/layout.h"

#include <inttypes.h>

/* ---- Which kind of model ----------------------------------------------------------------- */

/* The first of the two function pointers a model starts with tells who compiled it. Source:
 * formats/module, 3.4. */
static const struct {
    uint32_t pointer;
    enum wr_game game;
    bool xbox;
} MAKERS[] = {
    {4273776, WR_K1, false},
    {4285200, WR_K2, false},
    {4254992, WR_K1, true},
    {4285872, WR_K2, true},
};

enum { LARGEST = 0x7fff0000 };

static bool is_binary(const uint8_t *data, size_t size)
{
    return size >= WR_MDL_DATA && wr_get_u32(data) == 0;
}

static bool starts_with(const uint8_t *data, size_t size, const char *word)
{
    size_t length = strlen(word);
    if (size < length)
        return false;
    for (size_t i = 0; i < length; i++) {
        uint8_t c = data[i];
        if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != (uint8_t)word[i])
            return false;
    }
    return true;
}

/* An ASCII model says so in a comment, or by its first statement but for the name of the
 * modeller's file, which layouts have too. */
static bool is_ascii(const uint8_t *data, size_t size)
{
    enum { HEAD = 4096 };
    size_t end = size < HEAD ? size : HEAD;
    for (size_t at = 0; at < end; at++) {
        if (memchr(" \t\r\n", data[at], 4))
            continue;
        if (starts_with(data + at, size - at, "newmodel ") ||
            starts_with(data + at, size - at, "#maxmodel"))
            return true;
        if (data[at] != '#' && !starts_with(data + at, size - at, "filedepend"))
            return false;
        const uint8_t *line = memchr(data + at, '\n', end - at);
        if (!line)
            return false;
        at = (size_t)(line - data);
    }
    return false;
}

static int maker_of(uint32_t pointer)
{
    for (size_t i = 0; i < sizeof MAKERS / sizeof *MAKERS; i++)
        if (MAKERS[i].pointer == pointer)
            return (int)i;
    return -1;
}

bool wr_model_recognise(const uint8_t *data, size_t size)
{
    bool headed = size >= WR_MDL_DATA + 4 && is_binary(data, size);
    return (headed && maker_of(wr_get_u32(data + WR_MDL_DATA)) >= 0) || is_ascii(data, size);
}

/* ---- Reading ----------------------------------------------------------------------------- */

static enum wr_result check_kind(struct wr_context *context, const struct wr_source *source)
{
    if (!is_binary(source->data, source->size) && is_ascii(source->data, source->size))
        return wr_fail(context, WR_INVALID, wr_at(source, 0), "mdl-ascii",
                       "compile it, with MDLOps or KotORBlender",
                       "this is an ASCII model; Warren reads binary ones");
    if (!is_binary(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "mdl-magic", NULL,
                       "a binary model starts with four zero bytes");
    return WR_OK;
}

static enum wr_result check_sizes(struct wr_context *context, const struct wr_source *source,
                                  uint32_t *size)
{
    size_t rest = source->size - WR_MDL_DATA;
    *size = wr_get_u32(source->data + WR_MDL_SIZE_AT);
    if (*size > LARGEST || rest < *size)
        return wr_fail(context, WR_SYNTAX, wr_at(source, WR_MDL_SIZE_AT), "mdl-truncated",
                       "copy the file again",
                       "the model should have %" PRIu32 " bytes of data, and has %zu", *size,
                       rest);
    if (*size < WR_MDL_HEADERS)
        return wr_fail(context, WR_SYNTAX, wr_at(source, WR_MDL_SIZE_AT), "mdl-truncated", NULL,
                       "%" PRIu32 " bytes of data are too few for a model's header", *size);
    if (rest > *size)
        wr_warn(context, wr_at(source, WR_MDL_DATA + (size_t)*size), "mdl-trailing", NULL,
                "%zu bytes follow the model and are dropped", rest - *size);
    return WR_OK;
}

static enum wr_result check_maker(struct wr_context *context, const struct wr_source *source,
                                  enum wr_game *game)
{
    int maker = maker_of(wr_get_u32(source->data + WR_MDL_DATA));
    wr_where where = wr_at(source, WR_MDL_DATA);
    if (maker < 0)
        return wr_fail(context, WR_INVALID, where, "mdl-game", NULL,
                       "the model is neither one of KotOR 1 nor one of KotOR 2");
    if (MAKERS[maker].xbox)
        return wr_fail(context, WR_INVALID, where, "mdl-xbox",
                       "take the model from the PC version",
                       "this model was made for the Xbox");
    *game = MAKERS[maker].game;
    return WR_OK;
}

static enum wr_result check_mdx(struct wr_context *context, const struct wr_source *mdl,
                                const struct wr_source *mdx)
{
    uint32_t wanted = wr_get_u32(mdl->data + WR_MDL_MDX_AT);
    if (mdx->size > LARGEST || mdx->size < wanted)
        return wr_fail(context, WR_SYNTAX, wr_at(mdx, WR_WHOLE_FILE), "mdx-short",
                       "the MDX was damaged or belongs to another model",
                       "the MDX should have %" PRIu32 " bytes, and has %zu", wanted, mdx->size);
    return WR_OK;
}

enum wr_result wr_model_read(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *mdl, const struct wr_source *mdx,
                             struct wr_model **out)
{
    uint32_t size;
    enum wr_game game = WR_K1;
    enum wr_result result = check_kind(context, mdl);
    if (result == WR_OK)
        result = check_sizes(context, mdl, &size);
    if (result == WR_OK)
        result = check_maker(context, mdl, &game);
    if (result == WR_OK && mdx)
        result = check_mdx(context, mdl, mdx);
    if (result != WR_OK)
        return result;
    struct wr_model *model = WR_ZERO(arena, struct wr_model, 1);
    if (!model)
        return wr_no_memory(context);
    *model = (struct wr_model){.arena = arena, .file = mdl->name, .game = game};
    model->mdl_size = WR_MDL_DATA + size;
    model->mdl = wr_arena_copy(arena, mdl->data, model->mdl_size, 1);
    model->has_mdx = mdx;
    model->mdx = mdx ? mdx->data : NULL;
    model->mdx_size = mdx ? (uint32_t)mdx->size : 0;
    if (!model->mdl)
        return wr_no_memory(context);
    result = wr_model_index(context, model, mdl);
    if (result == WR_OK)
        *out = model;
    return result;
}

struct wr_model *wr_model_copy(const struct wr_model *model, struct wr_arena *arena)
{
    struct wr_model *copy = wr_arena_copy(arena, model, 1, sizeof *model);
    if (!copy)
        return NULL;
    copy->arena = arena;
    copy->mdl = wr_arena_copy(arena, model->mdl, model->mdl_size, 1);
    copy->trees = wr_arena_copy(arena, model->trees, model->tree_count, sizeof *copy->trees);
    copy->nodes = wr_arena_copy(arena, model->nodes, model->node_count, sizeof *copy->nodes);
    copy->boxes = wr_arena_copy(arena, model->boxes, model->box_count, sizeof *copy->boxes);
    return copy->mdl && copy->trees && copy->nodes && copy->boxes ? copy : NULL;
}

void wr_model_write(const struct wr_model *model, struct wr_bytes *mdl, struct wr_bytes *mdx)
{
    wr_bytes_add(mdl, model->mdl, model->mdl_size);
    wr_bytes_add(mdx, model->mdx, model->mdx_size);
}
