/* Compares a built room with its kit's room, put where a placement says. */
#include "tests/oracle/judge.h"
#include "tests/oracle/module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct comparison {
    struct oracle_report *report;
    const struct oracle_placed_options *options;
    const char *file;
    const struct oracle_wok *kit, *built;
    double (*expected)[3]; /* of each kit vertex */
    bool reversed;         /* the mirror turned the winding round */
    bool *door;            /* of each built vertex: an end of an edge with a transition */
    bool *near_door;       /* of each kit face: a built doorway vertex lies on it */
    int32_t *links;        /* of the kit's walkable edges */
};

struct oracle_placed_options oracle_placed(void)
{
    return (struct oracle_placed_options){1e-4, 0.08, false};
}

static void place(const struct oracle_placement *placement, const float from[3], double to[3])
{
    double angle = placement->turn * (3.14159265358979323846 / 180);
    double x = (double)from[0] * (placement->mirror_x ? -1 : 1);
    double y = (double)from[1] * (placement->mirror_y ? -1 : 1);
    to[0] = x * cos(angle) - y * sin(angle) + placement->position[0];
    to[1] = x * sin(angle) + y * cos(angle) + placement->position[1];
    to[2] = (double)from[2] + placement->position[2];
}

/* What rounding to float32 allows at a place. */
static double slack(const struct comparison *comparison, const double at[3])
{
    double far = fmax(fabs(at[0]), fmax(fabs(at[1]), fabs(at[2])));
    return comparison->options->vertex_error + 3e-7 * far;
}

static double apart(const double a[3], const float b[3])
{
    double off[3];
    for (int i = 0; i < 3; i++)
        off[i] = a[i] - (double)b[i];
    return oracle_length(off);
}

static double from_segment(const double a[3], const double b[3], const float point[3])
{
    double along = 0, square = 0, at[3];
    for (int i = 0; i < 3; i++) {
        along += (b[i] - a[i]) * ((double)point[i] - a[i]);
        square += (b[i] - a[i]) * (b[i] - a[i]);
    }
    double t = square > 0 ? fmin(1, fmax(0, along / square)) : 0;
    for (int i = 0; i < 3; i++)
        at[i] = a[i] + t * (b[i] - a[i]);
    return apart(at, point);
}

static const double *kit_corner(const struct comparison *comparison, uint32_t face, unsigned k)
{
    return comparison->expected[comparison->kit->faces[face][k % 3]];
}

static const float *built_corner(const struct comparison *comparison, uint32_t face, unsigned k)
{
    return comparison->built->vertices[comparison->built->faces[face][k % 3]];
}

static bool is_open(const struct comparison *comparison, uint32_t edge)
{
    return edge < 3 * comparison->kit->row_count && comparison->links[edge] < 0;
}

/* Vertices on the very spot of a doorway's belong to the doorway. */
static void mark_twins(struct comparison *comparison)
{
    const struct oracle_wok *built = comparison->built;
    for (uint32_t i = 0; i < built->vertex_count; i++)
        for (uint32_t j = 0; comparison->door[i] && j < built->vertex_count; j++)
            comparison->door[j] |=
                memcmp(built->vertices[i], built->vertices[j], sizeof built->vertices[i]) == 0;
}

static void mark_doors(struct comparison *comparison)
{
    const struct oracle_wok *built = comparison->built;
    for (uint32_t i = 0; i < built->edge_count; i++) {
        uint32_t edge = built->edges[i].edge;
        if (built->edges[i].transition < 0)
            continue;
        comparison->door[built->faces[edge / 3][edge % 3]] = true;
        comparison->door[built->faces[edge / 3][(edge % 3 + 1) % 3]] = true;
    }
    mark_twins(comparison);
}

/* Whether a doorway's vertex lies at the face's corners or on its open sides. */
static bool face_near_door(const struct comparison *comparison, uint32_t face)
{
    for (uint32_t j = 0; j < comparison->built->vertex_count; j++) {
        const float *vertex = comparison->built->vertices[j];
        if (!comparison->door[j])
            continue;
        for (unsigned k = 0; k < 3; k++) {
            const double *a = kit_corner(comparison, face, k);
            double reach = comparison->options->seam + slack(comparison, a);
            const double *b =
                is_open(comparison, 3 * face + k) ? kit_corner(comparison, face, k + 1) : a;
            if (from_segment(a, b, vertex) <= reach)
                return true;
        }
    }
    return false;
}

static bool same_spot(const struct oracle_wok *wok, uint32_t a, uint32_t b)
{
    return memcmp(wok->vertices[a], wok->vertices[b], sizeof wok->vertices[a]) == 0;
}

/* In a merged mesh inner doorways are seen no more: any open side of the kit may be one. */
static bool face_may_change(const struct comparison *comparison, uint32_t face)
{
    const struct oracle_wok *kit = comparison->kit;
    bool open = false;
    for (unsigned k = 0; k < 3; k++)
        for (uint32_t e = 0; e < 3 * kit->row_count && !open; e++)
            open = is_open(comparison, e) &&
                   (same_spot(kit, kit->faces[face][k], kit->faces[e / 3][e % 3]) ||
                    same_spot(kit, kit->faces[face][k], kit->faces[e / 3][(e % 3 + 1) % 3]));
    return open;
}

/* The distance from a kit vertex's place to the nearest built vertex. */
static double kit_vertex_off(const struct comparison *comparison, uint32_t vertex, bool doors)
{
    double nearest = INFINITY;
    for (uint32_t j = 0; j < comparison->built->vertex_count; j++)
        if (!doors || comparison->door[j])
            nearest = fmin(nearest,
                           apart(comparison->expected[vertex], comparison->built->vertices[j]));
    return nearest;
}

static void compare_kit_vertices(const struct comparison *comparison)
{
    bool doors = !comparison->options->part_of_merge;
    for (uint32_t i = 0; i < comparison->kit->vertex_count; i++) {
        double allowed = slack(comparison, comparison->expected[i]);
        double off = kit_vertex_off(comparison, i, false);
        if (off > allowed &&
            !(kit_vertex_off(comparison, i, doors) <= allowed + comparison->options->seam))
            oracle_blame(comparison->report, ORACLE_PLACED_VERTEX, comparison->file,
                         "kit vertex %u should be at %g %g %g; the nearest vertex is %g m off",
                         i, comparison->expected[i][0], comparison->expected[i][1],
                         comparison->expected[i][2], off);
    }
}

/* How far a built vertex lies from the kit's vertices, or from its open edges. */
static double built_vertex_off(const struct comparison *comparison, uint32_t vertex, bool edges)
{
    const float *at = comparison->built->vertices[vertex];
    double nearest = INFINITY;
    if (!edges)
        for (uint32_t i = 0; i < comparison->kit->vertex_count; i++)
            nearest = fmin(nearest, apart(comparison->expected[i], at));
    for (uint32_t e = 0; edges && e < 3 * comparison->kit->row_count; e++)
        if (is_open(comparison, e))
            nearest = fmin(nearest, from_segment(kit_corner(comparison, e / 3, e % 3),
                                                 kit_corner(comparison, e / 3, e % 3 + 1), at));
    return nearest;
}

static void compare_built_vertices(const struct comparison *comparison)
{
    for (uint32_t j = 0; j < comparison->built->vertex_count; j++) {
        const float *at = comparison->built->vertices[j];
        double place[3] = {(double)at[0], (double)at[1], (double)at[2]};
        double allowed = slack(comparison, place);
        double off = built_vertex_off(comparison, j, false);
        if (off > allowed && !(comparison->door[j] && built_vertex_off(comparison, j, true) <=
                                                          allowed + comparison->options->seam))
            oracle_blame(comparison->report, ORACLE_PLACED_VERTEX, comparison->file,
                         "vertex %u at %g %g %g is no kit vertex; the nearest is %g m off", j,
                         place[0], place[1], place[2], off);
    }
}

static bool corners_match(const struct comparison *comparison, uint32_t face, uint32_t built,
                          unsigned first)
{
    for (unsigned k = 0; k < 3; k++) {
        const double *a = kit_corner(comparison, face, k);
        const float *b =
            built_corner(comparison, built, comparison->reversed ? first + 3 - k : first + k);
        double allowed = slack(comparison, a);
        if (!(fabs(a[0] - (double)b[0]) <= allowed) || !(apart(a, b) <= allowed))
            return false;
    }
    return true;
}

static bool faces_match(const struct comparison *comparison, uint32_t face, uint32_t built)
{
    return comparison->kit->materials[face] == comparison->built->materials[built] &&
           (corners_match(comparison, face, built, 0) ||
            corners_match(comparison, face, built, 1) ||
            corners_match(comparison, face, built, 2));
}

/* Near a doorway a face may have been bent or split: its middle must keep its material. */
static bool middle_is_kept(const struct comparison *comparison, uint32_t face)
{
    double middle[3];
    struct oracle_hit hit;
    uint32_t material = comparison->kit->materials[face];
    for (int i = 0; i < 3; i++)
        middle[i] = (kit_corner(comparison, face, 0)[i] + kit_corner(comparison, face, 1)[i] +
                     kit_corner(comparison, face, 2)[i]) /
                    3;
    return material < 32 && oracle_nearest(comparison->built, middle, 1u << material, &hit) &&
           hit.distance <= comparison->options->seam + slack(comparison, middle);
}

static bool kit_face_is_kept(const struct comparison *comparison, uint32_t face)
{
    for (uint32_t g = 0; g < comparison->built->face_count; g++)
        if (faces_match(comparison, face, g))
            return true;
    bool may_change = comparison->near_door[face] ||
                      (comparison->options->part_of_merge && face_may_change(comparison, face));
    return may_change && middle_is_kept(comparison, face);
}

static bool built_face_is_from_kit(const struct comparison *comparison, uint32_t face)
{
    for (unsigned k = 0; k < 3; k++)
        if (comparison->door[comparison->built->faces[face][k]])
            return true;
    for (uint32_t f = 0; f < comparison->kit->face_count; f++)
        if (faces_match(comparison, f, face))
            return true;
    return false;
}

static void compare_faces(const struct comparison *comparison)
{
    const struct oracle_wok *kit = comparison->kit, *built = comparison->built;
    if (built->face_count < kit->face_count)
        oracle_blame(comparison->report, ORACLE_PLACED_FACE, comparison->file,
                     "%u faces, but the kit has %u", built->face_count, kit->face_count);
    for (uint32_t f = 0; f < kit->face_count; f++)
        if (!kit_face_is_kept(comparison, f))
            oracle_blame(comparison->report, ORACLE_PLACED_FACE, comparison->file,
                         "kit face %u of material %u is not where it should be", f,
                         kit->materials[f]);
    for (uint32_t g = 0; g < built->face_count && !comparison->options->part_of_merge; g++)
        if (!built_face_is_from_kit(comparison, g))
            oracle_blame(comparison->report, ORACLE_PLACED_FACE, comparison->file,
                         "face %u of material %u is none of the kit's", g, built->materials[g]);
}

static double add_areas(const struct oracle_wok *wok, uint32_t material)
{
    double sum = 0, cross[3];
    for (uint32_t f = 0; f < wok->face_count; f++)
        if (wok->materials[f] == material) {
            oracle_face_cross(wok, f, cross);
            sum += oracle_length(cross) / 2;
        }
    return sum;
}

/* By how much moved doorway vertices may change the area of a material. */
static double area_slack(const struct comparison *comparison, uint32_t material)
{
    double sum = 0;
    for (uint32_t f = 0; f < comparison->kit->face_count; f++) {
        double round = 0;
        if (comparison->kit->materials[f] != material)
            continue;
        for (unsigned k = 0; k < 3; k++) {
            const double *a = kit_corner(comparison, f, k),
                         *b = kit_corner(comparison, f, k + 1);
            double side[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
            round += oracle_length(side);
        }
        sum += round / 2 *
               (slack(comparison, kit_corner(comparison, f, 0)) +
                (comparison->near_door[f] ? comparison->options->seam : 0));
    }
    return sum;
}

static void compare_areas(const struct comparison *comparison)
{
    for (uint32_t material = 0; material < 32; material++) {
        double kit = add_areas(comparison->kit, material);
        double built = add_areas(comparison->built, material);
        if (!(fabs(kit - built) <= area_slack(comparison, material)))
            oracle_blame(comparison->report, ORACLE_PLACED_AREA, comparison->file,
                         "material %u covers %g square metres, in the kit %g", material, built,
                         kit);
    }
}

/* Each edge with a transition must lie along one open edge of the kit. */
static void compare_doorways(const struct comparison *comparison)
{
    const struct oracle_wok *built = comparison->built;
    for (uint32_t i = 0; i < built->edge_count; i++) {
        uint32_t edge = built->edges[i].edge;
        const float *a = built_corner(comparison, edge / 3, edge % 3);
        const float *b = built_corner(comparison, edge / 3, edge % 3 + 1);
        bool found = built->edges[i].transition < 0;
        for (uint32_t e = 0; e < 3 * comparison->kit->row_count && !found; e++) {
            const double *c = kit_corner(comparison, e / 3, e % 3);
            const double *d = kit_corner(comparison, e / 3, e % 3 + 1);
            double allowed = comparison->options->seam + slack(comparison, c);
            found = is_open(comparison, e) && from_segment(c, d, a) <= allowed &&
                    from_segment(c, d, b) <= allowed;
        }
        if (!found)
            oracle_blame(comparison->report, ORACLE_PLACED_DOORWAY, comparison->file,
                         "edge %u leads to room %d, but lies on no open edge of the kit", edge,
                         built->edges[i].transition);
    }
}

static void compare(const struct comparison *comparison)
{
    compare_kit_vertices(comparison);
    compare_faces(comparison);
    if (comparison->options->part_of_merge)
        return;
    compare_built_vertices(comparison);
    compare_areas(comparison);
    compare_doorways(comparison);
}

bool oracle_compare_placed(struct oracle_report *report,
                           const struct oracle_placed_options *options, const char *file,
                           const struct oracle_wok *kit, const struct oracle_wok *built,
                           const struct oracle_placement *placement)
{
    size_t before = report->count;
    uint32_t *uses;
    struct comparison comparison = {
        .report = report,
        .options = options,
        .file = file,
        .kit = kit,
        .built = built,
        .expected = oracle_take(kit->vertex_count, sizeof *comparison.expected),
        .reversed = placement->mirror_x != placement->mirror_y,
        .door = oracle_take(built->vertex_count, sizeof *comparison.door),
        .near_door = oracle_take(kit->face_count, sizeof *comparison.near_door),
    };
    oracle_derive_links(kit, &comparison.links, &uses);
    free(uses);
    for (uint32_t i = 0; i < kit->vertex_count; i++)
        place(placement, kit->vertices[i], comparison.expected[i]);
    mark_doors(&comparison);
    for (uint32_t f = 0; f < kit->face_count; f++)
        comparison.near_door[f] = face_near_door(&comparison, f);
    compare(&comparison);
    free(comparison.expected);
    free(comparison.door);
    free(comparison.near_door);
    free(comparison.links);
    return report->count == before;
}
