/* What accessors hold: numbers of six kinds, packed or interleaved, sparse or not. */
#include "core/scene/gltf_reading.h"

#include "core/base/bytes.h"

#include <string.h>

enum {
    BYTE = 5120,
    UNSIGNED_BYTE,
    SHORT,
    UNSIGNED_SHORT,
    UNSIGNED_INT = 5125,
    FLOAT,
};

/* Accessors may share bytes, but a small file is not to become gigabytes. */
enum { MOST_TIMES = 16, FREE = 64 << 20, MOST_ZEROS = 1 << 20 };

/* Where the numbers of an accessor are. */
struct span {
    const uint8_t *data; /* NULL: zeros */
    size_t stride;
    uint32_t count, columns, component;
    bool normalized;
};

static size_t size_of(uint32_t component)
{
    return component == BYTE || component == UNSIGNED_BYTE     ? 1
           : component == SHORT || component == UNSIGNED_SHORT ? 2
                                                               : 4;
}

/* Whether such numbers count things: whole, and none below 0. */
static bool counts(uint32_t component)
{
    return component == UNSIGNED_BYTE || component == UNSIGNED_SHORT ||
           component == UNSIGNED_INT;
}

static bool find_component(struct gltf *gltf, wr_json *object, uint32_t *out)
{
    uint64_t component;
    if (!wr_gltf_count(gltf, object, "componentType", 0, &component))
        return false;
    *out = (uint32_t)component;
    if ((component >= BYTE && component <= UNSIGNED_SHORT) || component == UNSIGNED_INT ||
        component == FLOAT)
        return true;
    return wr_gltf_fail(gltf, WR_INVALID, object, "gltf-accessor", NULL,
                        "has a componentType that there is none of");
}

/* Whether `count` elements with `columns` numbers lie in the bytes of a view from `at` on. */
static bool place(struct gltf *gltf, wr_json *object, struct span *span)
{
    struct gltf_bytes bytes;
    uint32_t view;
    uint64_t at, stride, packed = span->columns * size_of(span->component);
    if (!wr_json_find(object, "bufferView"))
        return span->count <= MOST_ZEROS ||
               wr_gltf_fail(gltf, WR_LIMIT, object, "gltf-large", NULL,
                            "is made of zeros alone, and too many of them");
    if (!wr_gltf_index(gltf, object, "bufferView", GLTF_VIEWS, true, &view) ||
        !wr_gltf_view(gltf, view, &bytes) ||
        !wr_gltf_count(gltf, object, "byteOffset", 0, &at) ||
        !wr_gltf_count(gltf, gltf->lists[GLTF_VIEWS].items[view], "byteStride", packed,
                       &stride))
        return false;
    stride = stride == 0 ? packed : stride;
    if (stride < packed || stride > UINT16_MAX || at > bytes.size ||
        (span->count > 0 &&
         (packed > bytes.size - at || span->count - 1 > (bytes.size - at - packed) / stride)))
        return wr_gltf_fail(gltf, WR_INVALID, object, "gltf-accessor", "export it again",
                            "reaches past the end of its bufferView");
    span->data = bytes.data + at;
    span->stride = (size_t)stride;
    return true;
}

static double signed_value(double value, double most, bool normalized)
{
    if (!normalized)
        return value;
    return value / most < -1 ? -1 : value / most;
}

static double number_at(const struct span *span, uint32_t row, uint32_t column)
{
    if (!span->data)
        return 0;
    const uint8_t *at = span->data + row * span->stride + column * size_of(span->component);
    struct wr_reader reader = {at, 4, 0, false};
    switch (span->component) {
    case BYTE:
        return signed_value((int8_t)at[0], 127, span->normalized);
    case UNSIGNED_BYTE:
        return signed_value(at[0], 255, span->normalized);
    case SHORT:
        return signed_value((int16_t)(at[0] | at[1] << 8), 32767, span->normalized);
    case UNSIGNED_SHORT:
        return signed_value(at[0] | at[1] << 8, 65535, span->normalized);
    case UNSIGNED_INT:
        return wr_reader_u32(&reader);
    default:
        return wr_reader_f32(&reader);
    }
}

/* ---- As they are used ----------------------------------------------------------------------
 */

struct use {
    const char *types[2]; /* what the accessor may be */
    uint32_t columns;     /* of what is made of it */
};

static const struct use USES[GLTF_USES] = {
    [GLTF_POINTS] = {{"VEC3", "VEC3"}, 3},      [GLTF_NORMALS] = {{"VEC3", "VEC3"}, 3},
    [GLTF_UVS] = {{"VEC2", "VEC2"}, 2},         [GLTF_COLOURS] = {{"VEC3", "VEC4"}, 4},
    [GLTF_INDICES] = {{"SCALAR", "SCALAR"}, 1},
};

static bool find_type(struct gltf *gltf, wr_json *object, enum gltf_use use, uint32_t *columns)
{
    wr_json *type = wr_json_find(object, "type");
    const char *text = type && type->kind == WR_JSON_STRING ? type->text : "";
    for (int i = 0; i < 2; i++)
        if (strcmp(text, USES[use].types[i]) == 0) {
            *columns = text[0] == 'S' ? 1 : (uint32_t)(text[3] - '0');
            return true;
        }
    return wr_gltf_fail(gltf, WR_INVALID, type ? type : object, "gltf-accessor", NULL,
                        "is not of the type that it is used as");
}

/* glTF has Y up, and v downward. */
static void put(enum gltf_use use, const double in[4], uint32_t row, void *items)
{
    float *to = (float *)items + (size_t)row * USES[use].columns;
    switch (use) {
    case GLTF_POINTS:
    case GLTF_NORMALS:
        to[0] = (float)in[0];
        to[1] = (float)(0 - in[2]);
        to[2] = (float)in[1];
        break;
    case GLTF_UVS:
        to[0] = (float)in[0];
        to[1] = (float)(1 - in[1]);
        break;
    case GLTF_COLOURS:
        for (int i = 0; i < 4; i++)
            to[i] = (float)in[i];
        break;
    default:
        ((uint32_t *)items)[row] = (uint32_t)in[0];
    }
}

static bool put_rows(struct gltf *gltf, wr_json *object, const struct span *span,
                     const struct span *rows, enum gltf_use use, uint32_t count, void *items)
{
    for (uint32_t i = 0; i < span->count; i++) {
        double in[4] = {0, 0, 0, 1};
        uint32_t row = rows ? (uint32_t)number_at(rows, i, 0) : i;
        if (row >= count)
            return wr_gltf_fail(gltf, WR_INVALID, object, "gltf-accessor", "export it again",
                                "changes an element that it does not have");
        for (uint32_t k = 0; k < span->columns; k++) {
            in[k] = number_at(span, i, k);
            if (!isfinite(in[k]))
                return wr_gltf_fail(gltf, WR_INVALID, object, "gltf-number", "export it again",
                                    "holds a number that is not finite");
        }
        put(use, in, row, items);
    }
    return true;
}

static bool put_sparse(struct gltf *gltf, wr_json *object, const struct span *span,
                       enum gltf_use use, void *items)
{
    bool ok = true;
    uint64_t count;
    wr_json *sparse = wr_json_find(object, "sparse");
    if (!sparse)
        return true;
    wr_json *where = wr_json_get(gltf->context, sparse, "indices", WR_JSON_OBJECT, true, &ok);
    wr_json *what = wr_json_get(gltf->context, sparse, "values", WR_JSON_OBJECT, true, &ok);
    if (!ok)
        gltf->result = gltf->result == WR_OK ? WR_INVALID : gltf->result;
    struct span rows = {.columns = 1}, values = *span;
    if (!ok || !wr_gltf_count(gltf, sparse, "count", 0, &count) ||
        !find_component(gltf, where, &rows.component))
        return false;
    if (count > span->count)
        return wr_gltf_fail(gltf, WR_INVALID, sparse, "gltf-accessor", NULL,
                            "changes more elements than there are");
    if (!counts(rows.component))
        return wr_gltf_fail(gltf, WR_INVALID, where, "gltf-accessor", NULL,
                            "is used as indices, and holds none");
    rows.count = values.count = (uint32_t)count;
    values.data = NULL;
    return place(gltf, where, &rows) && place(gltf, what, &values) &&
           put_rows(gltf, object, &values, &rows, use, span->count, items);
}

static bool spend(struct gltf *gltf, wr_json *object, uint64_t size)
{
    gltf->taken += size;
    if (gltf->taken <= MOST_TIMES * gltf->there + FREE)
        return true;
    return wr_gltf_fail(gltf, WR_LIMIT, object, "gltf-large",
                        "give the same bytes fewer accessors",
                        "makes far more numbers than the buffers have");
}

static bool read_values(struct gltf *gltf, wr_json *object, struct span *span,
                        enum gltf_use use, void **out)
{
    bool fits = find_component(gltf, object, &span->component) &&
                find_type(gltf, object, use, &span->columns) && place(gltf, object, span);
    size_t width = 4 * (size_t)USES[use].columns;
    if (!fits || !spend(gltf, object, (uint64_t)span->count * width))
        return false;
    if (use == GLTF_INDICES && !counts(span->component))
        return wr_gltf_fail(gltf, WR_INVALID, object, "gltf-accessor", NULL,
                            "is used as indices, and holds none");
    wr_json *normalized = wr_json_find(object, "normalized");
    span->normalized = normalized && normalized->truth && span->component != FLOAT;
    if (use == GLTF_COLOURS && span->component != FLOAT)
        span->normalized = true;
    void *items = wr_arena_zero(gltf->arena, (size_t)span->count + 1, width);
    if (!items)
        return wr_gltf_starve(gltf);
    *out = items;
    return put_rows(gltf, object, span, NULL, use, span->count, items) &&
           put_sparse(gltf, object, span, use, items);
}

bool wr_gltf_values(struct gltf *gltf, uint32_t accessor, enum gltf_use use, const void **out,
                    uint32_t *count)
{
    wr_json *object = gltf->lists[GLTF_ACCESSORS].items[accessor];
    void **kept = &gltf->values[accessor].items[use];
    uint64_t wanted;
    if (!wr_gltf_count(gltf, object, "count", 0, &wanted))
        return false;
    if (wanted > UINT32_MAX / 8)
        return wr_gltf_fail(gltf, WR_LIMIT, object, "gltf-large", NULL,
                            "claims more elements than any scene has");
    struct span span = {.count = (uint32_t)wanted};
    if (!*kept && !read_values(gltf, object, &span, use, kept)) {
        *kept = NULL;
        return false;
    }
    *out = *kept;
    *count = span.count;
    return true;
}
