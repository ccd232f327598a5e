/* Judges a walkmesh's vertices, faces and materials: bwm.md, sections 3.1 to 3.4. */
#include "tests/oracle/judge.h"

#include <math.h>
#include <stdlib.h>

enum { MATERIALS = 31 };

/* Below this twice-area, in square metres, a face has no normal worth asking for. */
static const double no_area = 1e-9;

struct oracle_options oracle_rebuilt(void)
{
    return (struct oracle_options){.walkable = ORACLE_WALKABLE_K1,
                                   .normal_error = 1e-6,
                                   .plane_error = 1e-6,
                                   .leaf_pad = 0.01,
                                   .box_error = 2e-3};
}

bool oracle_is_walkable(const struct oracle_hearing *hearing, uint32_t face)
{
    uint32_t material = hearing->wok->materials[face];
    return material < 32 && (hearing->options->walkable >> material & 1);
}

void oracle_corner(const struct oracle_wok *wok, uint32_t face, unsigned corner, double out[3])
{
    const float *at = wok->vertices[wok->faces[face][corner]];
    for (int i = 0; i < 3; i++)
        out[i] = at[i];
}

void oracle_face_cross(const struct oracle_wok *wok, uint32_t face, double out[3])
{
    double a[3], b[3], c[3];
    oracle_corner(wok, face, 0, a);
    oracle_corner(wok, face, 1, b);
    oracle_corner(wok, face, 2, c);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
    }
}

double oracle_length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static bool indices_fit(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    bool fit = true;
    for (uint32_t f = 0; f < wok->face_count; f++)
        for (unsigned k = 0; k < 3; k++)
            if (wok->faces[f][k] >= wok->vertex_count) {
                ORACLE_BLAME(hearing, FACE_RANGE, "face %u names vertex %u of %u", f,
                             wok->faces[f][k], wok->vertex_count);
                fit = false;
            }
    return fit;
}

static bool all_finite(const struct oracle_wok *wok)
{
    for (uint32_t i = 0; i < wok->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(wok->vertices[i][k]))
                return false;
    return true;
}

static void judge_unused(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    unsigned char *used = oracle_take(wok->vertex_count, 1);
    for (uint32_t f = 0; f < wok->face_count; f++)
        for (unsigned k = 0; k < 3; k++)
            used[wok->faces[f][k]] = 1;
    for (uint32_t i = 0; i < wok->vertex_count; i++)
        if (!used[i])
            ORACLE_BLAME(hearing, VERTEX_UNUSED, "no face uses vertex %u", i);
    free(used);
}

static void judge_normal(const struct oracle_hearing *hearing, uint32_t face)
{
    double cross[3], worst = 0;
    oracle_face_cross(hearing->wok, face, cross);
    double length = oracle_length(cross);
    if (length < no_area) {
        ORACLE_BLAME(hearing, FACE_AREA, "face %u has no area", face);
        return;
    }
    if (oracle_is_walkable(hearing, face) && cross[2] <= 0)
        ORACLE_BLAME(hearing, FACE_DOWNWARD, "walkable face %u does not look up", face);
    for (int i = 0; i < 3; i++)
        worst = fmax(worst, fabs(cross[i] / length - (double)hearing->wok->normals[face][i]));
    if (!(worst <= hearing->options->normal_error))
        ORACLE_BLAME(hearing, FACE_NORMAL, "face %u: its normal is off by %g", face, worst);
}

static void judge_plane(const struct oracle_hearing *hearing, uint32_t face)
{
    const float *n = hearing->wok->normals[face];
    if (!isfinite(n[0]) || !isfinite(n[1]) || !isfinite(n[2])) {
        ORACLE_BLAME(hearing, FACE_NORMAL, "face %u: its normal is not finite", face);
        return;
    }
    for (unsigned k = 0; k < 3; k++) {
        double p[3], off = hearing->wok->distances[face];
        oracle_corner(hearing->wok, face, k, p);
        for (int i = 0; i < 3; i++)
            off += (double)n[i] * p[i];
        if (!(fabs(off) <= hearing->options->plane_error * (1 + oracle_length(p))))
            ORACLE_BLAME(hearing, FACE_PLANE, "face %u: corner %u is %g off its plane", face, k,
                         off);
    }
}

void oracle_judge_faces(const struct oracle_hearing *hearing)
{
    judge_unused(hearing);
    for (uint32_t f = 0; f < hearing->wok->face_count; f++) {
        size_t before = hearing->report->counts[ORACLE_FACE_NORMAL];
        judge_normal(hearing, f);
        if (before == hearing->report->counts[ORACLE_FACE_NORMAL])
            judge_plane(hearing, f);
    }
}

bool oracle_judge_materials(const struct oracle_hearing *hearing)
{
    const struct oracle_wok *wok = hearing->wok;
    uint32_t walkable = 0, leading = 0;
    for (uint32_t f = 0; f < wok->face_count; f++) {
        if (wok->materials[f] >= MATERIALS)
            ORACLE_BLAME(hearing, MATERIAL_UNKNOWN, "face %u has material %u", f,
                         wok->materials[f]);
        leading += oracle_is_walkable(hearing, f) && walkable == f;
        walkable += oracle_is_walkable(hearing, f);
    }
    if (leading != walkable)
        ORACLE_BLAME(hearing, WALKABLE_FIRST,
                     "%u faces are walkable, but only the first %u stand in front", walkable,
                     leading);
    else if (walkable != wok->row_count)
        ORACLE_BLAME(hearing, WALKABLE_COUNT, "%u faces are walkable, but there are %u rows",
                     walkable, wok->row_count);
    return leading == walkable && walkable == wok->row_count;
}

static void judge_rows(const struct oracle_hearing *hearing)
{
    int32_t *links;
    uint32_t *uses;
    oracle_derive_links(hearing->wok, &links, &uses);
    oracle_judge_adjacency(hearing, links, uses);
    oracle_judge_loops(hearing, links);
    free(links);
    free(uses);
}

bool oracle_wok_judge(struct oracle_report *report, const struct oracle_options *options,
                      const char *file, const struct oracle_wok *wok)
{
    struct oracle_hearing hearing = {report, options, file, wok};
    bool matching = oracle_judge_materials(&hearing);
    if (!indices_fit(&hearing) || !all_finite(wok))
        return false;
    oracle_judge_faces(&hearing);
    if (matching)
        judge_rows(&hearing);
    oracle_judge_tree(&hearing);
    return matching;
}

bool oracle_judge_bytes(struct oracle_report *report, const struct oracle_options *options,
                        const char *file, const void *bytes, size_t size)
{
    size_t before = report->count;
    struct oracle_wok wok;
    if (oracle_wok_read(report, file, bytes, size, &wok)) {
        oracle_wok_judge(report, options, file, &wok);
        oracle_wok_free(&wok);
    }
    return report->count == before;
}

bool oracle_judge_file(struct oracle_report *report, const struct oracle_options *options,
                       const char *path)
{
    size_t size;
    unsigned char *bytes = oracle_file_bytes(report, path, &size);
    bool good = bytes && oracle_judge_bytes(report, options, path, bytes, size);
    free(bytes);
    return good;
}
