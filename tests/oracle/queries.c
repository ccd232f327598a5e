/* Geometric questions answered by looking at every face. */
#include "tests/oracle/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static void toward(const double from[3], const double along[3], double distance, double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = from[i] + along[i] * distance;
}

static bool counts(const struct oracle_wok *wok, uint32_t face, uint32_t materials)
{
    return wok->materials[face] < 32 && (materials >> wok->materials[face] & 1);
}

static void corners(const struct oracle_wok *wok, uint32_t face, double out[3][3])
{
    for (unsigned k = 0; k < 3; k++)
        oracle_corner(wok, face, k, out[k]);
}

/* Whether a point of a triangle's plane lies in the triangle. */
static bool inside(double c[3][3], const double normal[3], const double point[3])
{
    for (int k = 0; k < 3; k++) {
        double side[3], to[3], turn[3];
        subtract(c[(k + 1) % 3], c[k], side);
        subtract(point, c[k], to);
        cross(side, to, turn);
        if (dot(turn, normal) < 0)
            return false;
    }
    return true;
}

static bool ray_meets(const struct oracle_wok *wok, uint32_t face, const double origin[3],
                      const double unit[3], struct oracle_hit *hit)
{
    double c[3][3], normal[3], to[3];
    corners(wok, face, c);
    oracle_face_cross(wok, face, normal);
    double speed = dot(normal, unit);
    if (speed == 0)
        return false;
    subtract(c[0], origin, to);
    hit->face = face;
    hit->distance = dot(to, normal) / speed;
    toward(origin, unit, hit->distance, hit->point);
    return hit->distance >= 0 && inside(c, normal, hit->point);
}

bool oracle_ray(const struct oracle_wok *wok, const double origin[3], const double direction[3],
                double reach, uint32_t materials, struct oracle_hit *hit)
{
    double length = oracle_length(direction), unit[3];
    bool found = false;
    if (!(length > 0))
        return false;
    for (int i = 0; i < 3; i++)
        unit[i] = direction[i] / length;
    for (uint32_t f = 0; f < wok->face_count; f++) {
        struct oracle_hit here;
        if (!counts(wok, f, materials) || !ray_meets(wok, f, origin, unit, &here))
            continue;
        if (here.distance <= (found ? hit->distance : reach)) {
            *hit = here;
            found = true;
        }
    }
    return found;
}

/* How far (x, y) lies outside the line from a to b, seen from above; negative inside. */
static double outside(const double a[3], const double b[3], double x, double y)
{
    double dx = b[0] - a[0], dy = b[1] - a[1];
    double length = sqrt(dx * dx + dy * dy);
    return length > 0 ? ((x - a[0]) * dy - (y - a[1]) * dx) / length : -1;
}

static bool stands_on(const struct oracle_wok *wok, uint32_t face, const double at[2],
                      double margin, double *height)
{
    double c[3][3], normal[3];
    corners(wok, face, c);
    oracle_face_cross(wok, face, normal);
    if (!(normal[2] > 1e-6 * oracle_length(normal)))
        return false;
    for (int k = 0; k < 3; k++)
        if (outside(c[k], c[(k + 1) % 3], at[0], at[1]) > margin)
            return false;
    *height =
        c[0][2] - (normal[0] * (at[0] - c[0][0]) + normal[1] * (at[1] - c[0][1])) / normal[2];
    return true;
}

/* Keeps the list sorted by falling height. */
static void insert(struct oracle_hit *hits, size_t stored, size_t most, struct oracle_hit hit)
{
    size_t at = stored < most ? stored : most;
    while (at > 0 && hits[at - 1].point[2] < hit.point[2]) {
        if (at < most)
            hits[at] = hits[at - 1];
        at--;
    }
    if (at < most)
        hits[at] = hit;
}

size_t oracle_heights(const struct oracle_wok *wok, double x, double y, double margin,
                      uint32_t materials, struct oracle_hit *hits, size_t most)
{
    const double at[2] = {x, y};
    size_t count = 0;
    for (uint32_t f = 0; f < wok->face_count; f++) {
        struct oracle_hit hit = {.face = f, .point = {x, y, 0}};
        if (counts(wok, f, materials) && stands_on(wok, f, at, margin, &hit.point[2]))
            insert(hits, count++, most, hit);
    }
    return count;
}

bool oracle_face_at(const struct oracle_wok *wok, const double point[3], double reach,
                    uint32_t materials, struct oracle_hit *hit)
{
    bool found = false;
    for (uint32_t f = 0; f < wok->face_count; f++) {
        double height;
        if (!counts(wok, f, materials) || !stands_on(wok, f, point, 1e-9, &height))
            continue;
        double distance = fabs(height - point[2]);
        if (distance > reach || (found && distance >= hit->distance))
            continue;
        *hit = (struct oracle_hit){f, distance, {point[0], point[1], height}};
        found = true;
    }
    return found;
}

static void nearest_on_side(const double a[3], const double b[3], const double point[3],
                            double out[3])
{
    double along[3], to[3];
    subtract(b, a, along);
    subtract(point, a, to);
    double square = dot(along, along);
    double t = square > 0 ? dot(to, along) / square : 0;
    toward(a, along, t < 0 ? 0 : t > 1 ? 1 : t, out);
}

static double between(const double a[3], const double b[3])
{
    double apart[3];
    subtract(a, b, apart);
    return oracle_length(apart);
}

static void nearest_on_face(const struct oracle_wok *wok, uint32_t face, const double point[3],
                            struct oracle_hit *hit)
{
    double c[3][3], normal[3], to[3], here[3];
    corners(wok, face, c);
    oracle_face_cross(wok, face, normal);
    *hit = (struct oracle_hit){.face = face, .distance = INFINITY};
    double square = dot(normal, normal);
    if (square > 0) {
        subtract(c[0], point, to);
        toward(point, normal, dot(to, normal) / square, hit->point);
        if (inside(c, normal, hit->point)) {
            hit->distance = between(hit->point, point);
            return;
        }
    }
    for (int k = 0; k < 3; k++) {
        nearest_on_side(c[k], c[(k + 1) % 3], point, here);
        if (between(here, point) < hit->distance) {
            hit->distance = between(here, point);
            memcpy(hit->point, here, sizeof here);
        }
    }
}

bool oracle_nearest(const struct oracle_wok *wok, const double point[3], uint32_t materials,
                    struct oracle_hit *hit)
{
    bool found = false;
    for (uint32_t f = 0; f < wok->face_count; f++) {
        struct oracle_hit here;
        if (!counts(wok, f, materials))
            continue;
        nearest_on_face(wok, f, point, &here);
        if (!found || here.distance < hit->distance)
            *hit = here;
        found = true;
    }
    return found;
}
