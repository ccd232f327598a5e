/* Nodes of scenes and their matrices. */
#include "core/scene/scene.h"

#include "core/base/bytes.h"
#include "core/base/text.h"

#include <inttypes.h>

wr_affine wr_affine_none(void)
{
    return (wr_affine){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
}

wr_affine wr_affine_of(const wr_affine *after, const wr_affine *before)
{
    wr_affine out;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            out.m[i][k] = after->m[i][0] * before->m[0][k] + after->m[i][1] * before->m[1][k] +
                          after->m[i][2] * before->m[2][k] + (k == 3 ? after->m[i][3] : 0);
    return out;
}

wr_affine wr_affine_from(const double place[3], const double turn[4], const double scale[3])
{
    double w = turn[0], x = turn[1], y = turn[2], z = turn[3];
    double size = w * w + x * x + y * y + z * z;
    double s = size > 0 && isfinite(size) ? 2 / size : 0;
    const double rows[3][3] = {
        {1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
        {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
        {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)},
    };
    wr_affine out;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out.m[i][k] = rows[i][k] * scale[k];
        out.m[i][3] = place[i];
    }
    return out;
}

wr_dvec3 wr_affine_vector(const wr_affine *affine, wr_dvec3 v)
{
    const double(*m)[4] = affine->m;
    return (wr_dvec3){m[0][0] * v.x + m[0][1] * v.y + m[0][2] * v.z,
                      m[1][0] * v.x + m[1][1] * v.y + m[1][2] * v.z,
                      m[2][0] * v.x + m[2][1] * v.y + m[2][2] * v.z};
}

wr_dvec3 wr_affine_point(const wr_affine *affine, wr_dvec3 point)
{
    wr_dvec3 place = {affine->m[0][3], affine->m[1][3], affine->m[2][3]};
    return wr_add(wr_affine_vector(affine, point), place);
}

static wr_dvec3 row(const wr_affine *affine, int i)
{
    return (wr_dvec3){affine->m[i][0], affine->m[i][1], affine->m[i][2]};
}

double wr_affine_determinant(const wr_affine *affine)
{
    return wr_dot(row(affine, 0), wr_cross(row(affine, 1), row(affine, 2)));
}

/* By the cofactors: the rows of the inverse's transpose, but for its size. */
wr_dvec3 wr_affine_normal(const wr_affine *affine, wr_dvec3 n)
{
    wr_dvec3 a = row(affine, 0), b = row(affine, 1), c = row(affine, 2);
    wr_dvec3 out = {wr_dot(wr_cross(b, c), n), wr_dot(wr_cross(c, a), n),
                    wr_dot(wr_cross(a, b), n)};
    double size = wr_length(out);
    double sign = wr_affine_determinant(affine) < 0 ? -1 : 1;
    return size > 0 ? wr_scale(out, sign / size) : n;
}

bool wr_scene_number(const wr_scene_node *node, const char *key, double *out)
{
    for (uint32_t i = 0; i < node->extra_count; i++) {
        const wr_scene_extra *extra = &node->extras[i];
        if (!wr_text_same(extra->key, key))
            continue;
        *out = extra->number;
        return !extra->text || wr_parse_f64(wr_view_of(extra->text), out);
    }
    return false;
}

const char *wr_scene_extra_text(struct wr_arena *arena, const wr_scene_extra *extra)
{
    struct wr_bytes text = {0};
    if (extra->text)
        return extra->text;
    if (fabs(extra->number) < INT32_MAX && extra->number == floor(extra->number))
        wr_bytes_print(&text, "%" PRId32, (int32_t)extra->number);
    else
        wr_bytes_number(&text, (float)extra->number);
    const char *out =
        text.failed ? NULL : wr_arena_text(arena, (const char *)text.data, text.size);
    wr_bytes_finish(&text);
    return out;
}

void wr_scene_move(struct wr_scene *scene, const wr_affine *affine)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        wr_scene_node *node = &scene->nodes[i];
        node->world = wr_affine_of(affine, &node->world);
        if (node->parent == WR_SCENE_NONE)
            node->own = node->world;
    }
}
