/* What the parts of a repair share: telling of changes, edges and corners in order. */
#include "core/walkmesh/repairing.h"

#include "core/base/bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 256 };

/* ---- Telling ----------------------------------------------------------------------------- */

/* Where a row of the file lies. Source: formats/bwm, 2. */
static wr_where place_of(const struct wr_source *source, enum wr_repair_row row, uint32_t index)
{
    enum { VERTICES_AT = 0x4c, FACES_AT = 0x54, HEADER_SIZE = 136, STRIDE = 12 };
    if (!source || !source->binary || source->size < HEADER_SIZE)
        return wr_at(source, WR_WHOLE_FILE);
    size_t slot = row == WR_REPAIR_VERTEX ? VERTICES_AT : FACES_AT;
    struct wr_reader reader = {source->data, source->size, slot, false};
    return wr_at(source, wr_reader_u32(&reader) + (size_t)STRIDE * index);
}

void wr_repair_tell(struct wr_mending *mending, uint32_t *count, enum wr_repair_row row,
                    uint32_t index, const char *slug, const char *hint, const char *format, ...)
{
    char text[LONGEST];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wr_where where = place_of(mending->source, row, index);
    if (mending->looking)
        wr_warn(mending->context, where, slug, hint, "%s", text);
    else
        wr_note(mending->context, where, slug, hint, "%s", text);
    ++*count;
    mending->changes += !mending->looking;
}

struct wr_repair_place wr_repair_place_of(wr_vec3 at)
{
    struct wr_repair_place place;
    snprintf(place.text, sizeof place.text, "(%s, %s, %s)", wr_fixed(at.x, 3).text,
             wr_fixed(at.y, 3).text, wr_fixed(at.z, 3).text);
    return place;
}

/* ---- What the parts share ---------------------------------------------------------------- */

wr_edge_ends *wr_repair_edges(struct wr_mending *mending, const uint32_t *map)
{
    const struct wr_walkmesh *mesh = &mending->mesh;
    uint32_t count = 3 * mesh->walkable_count;
    wr_edge_ends *edges = WR_TAKE(mending->arena, wr_edge_ends, count);
    for (uint32_t e = 0; edges && e < count; e++) {
        uint32_t a = wr_edge_start(mesh, e), b = wr_edge_end(mesh, e);
        edges[e] = wr_edge_ends_of(map ? map[a] : a, map ? map[b] : b, e);
    }
    if (edges && count)
        qsort(edges, count, sizeof *edges, wr_edge_ends_order);
    return edges;
}

static void in_order(uint32_t *a, uint32_t *b)
{
    uint32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

wr_corners wr_corners_of(const uint32_t v[3], uint32_t face)
{
    wr_corners corners = {{v[0], v[1], v[2]}, face};
    in_order(&corners.v[0], &corners.v[1]);
    in_order(&corners.v[1], &corners.v[2]);
    in_order(&corners.v[0], &corners.v[1]);
    return corners;
}

int wr_corners_order(const void *a, const void *b)
{
    const wr_corners *p = a, *q = b;
    for (int i = 0; i < 3; i++)
        if (p->v[i] != q->v[i])
            return p->v[i] < q->v[i] ? -1 : 1;
    return p->face < q->face ? -1 : p->face > q->face;
}
