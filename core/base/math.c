/* Angles and placements. Sines come from polynomials over an exactly reduced angle, so that no
 * two libraries disagree about them. */
#include "core/base/math.h"

#include <string.h>

/* One and the same rounding on all machines: pi / 180 and 180 / pi to the nearest double. */
static const double radian = 0.017453292519943295, degree = 57.295779513082321;

wr_box wr_box_empty(void)
{
    return (wr_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

wr_box wr_box_join(wr_box a, wr_box b)
{
    return wr_box_add(wr_box_add(a, b.min), b.max);
}

static float lesser(float a, float b)
{
    return a < b ? a : b;
}

static float greater(float a, float b)
{
    return a > b ? a : b;
}

wr_box wr_box_common(wr_box a, wr_box b)
{
    return (wr_box){
        {greater(a.min.x, b.min.x), greater(a.min.y, b.min.y), greater(a.min.z, b.min.z)},
        {lesser(a.max.x, b.max.x), lesser(a.max.y, b.max.y), lesser(a.max.z, b.max.z)}};
}

/* ---- Angles ---------------------------------------------------------------------------- */

/* significand * 2^exponent modulo 360, for exponent >= 0. */
static double wrap_integer(uint64_t significand, int exponent)
{
    uint64_t rest = significand % 360;
    for (; exponent > 0; exponent--)
        rest = 2 * rest % 360;
    return (double)rest;
}

/* The angle in [0, 360) that means the same; exact up to the last addition of a negative one.
 */
static double wrap(double degrees)
{
    double size = degrees < 0 ? -degrees : degrees;
    if (!isfinite(degrees))
        return 0;
    if (size >= 360) {
        uint64_t bits;
        memcpy(&bits, &size, sizeof bits);
        uint64_t significand = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
        int exponent = (int)(bits >> 52) - 1075;
        if (exponent >= 0) {
            size = wrap_integer(significand, exponent);
        } else { /* 360 > 2^8, so -exponent is at most 44 */
            uint64_t one = (uint64_t)1 << -exponent;
            size = (double)(significand % (360 * one)) / (double)one;
        }
    }
    double wrapped = degrees < 0 && size > 0 ? 360 - size : size;
    return wrapped < 360 ? wrapped : 0;
}

/* Taylor series on [-pi/4, pi/4]; what is left out is below 1e-17. */
static double sine_of(double x)
{
    double s = x * x, sum = 1.0 / 355687428096000;
    sum = sum * s - 1.0 / 1307674368000;
    sum = sum * s + 1.0 / 6227020800;
    sum = sum * s - 1.0 / 39916800;
    sum = sum * s + 1.0 / 362880;
    sum = sum * s - 1.0 / 5040;
    sum = sum * s + 1.0 / 120;
    sum = sum * s - 1.0 / 6;
    return x + x * (s * sum);
}

static double cosine_of(double x)
{
    double s = x * x, sum = 1.0 / 20922789888000;
    sum = sum * s - 1.0 / 87178291200;
    sum = sum * s + 1.0 / 479001600;
    sum = sum * s - 1.0 / 3628800;
    sum = sum * s + 1.0 / 40320;
    sum = sum * s - 1.0 / 720;
    sum = sum * s + 1.0 / 24;
    return 1 - s / 2 + s * s * sum;
}

/* For degrees in [-45, 45]; 30 and 45 come out as people expect them. */
static void turn_of_eighth(double degrees, double *cosine, double *sine)
{
    double size = degrees < 0 ? -degrees : degrees;
    *sine = size == 45 ? sqrt(0.5) : size == 30 ? 0.5 : sine_of(size * radian);
    *cosine = size == 45 ? sqrt(0.5) : size == 30 ? sqrt(0.75) : cosine_of(size * radian);
    *sine = degrees < 0 ? -*sine : *sine;
}

void wr_turn_of(double degrees, double *cosine, double *sine)
{
    bool negative = degrees < 0;
    double size = wrap(negative ? -degrees : degrees);
    int quarter = (int)(size / 90 + 0.5);
    double c, s;
    turn_of_eighth(size - 90 * quarter, &c, &s);
    if (quarter & 1) {
        double swap = c;
        c = -s;
        s = swap;
    }
    if (quarter & 2) {
        c = -c;
        s = -s;
    }
    *cosine = c + 0.0; /* no negative zeros */
    *sine = (negative ? -s : s) + 0.0;
}

/* The angle whose tangent is t, in degrees, for t in [0, 1]. */
static double arc_of(double t)
{
    const double eighth = 0.41421356237309503; /* tan(22.5 degrees) */
    double base = 0;
    if (t > eighth) {
        base = 45;
        t = (t - 1) / (t + 1);
    }
    double s = t * t, sum = 0;
    for (int n = 45; n >= 3; n -= 2) /* eighth^45 / 45 is below 1e-18 */
        sum = s * (1.0 / n - sum);
    return base + t * (1 - sum) * degree;
}

double wr_bearing_of(double x, double y)
{
    double w = x < 0 ? -x : x, h = y < 0 ? -y : y;
    if (!isfinite(x) || !isfinite(y) || (w == 0 && h == 0))
        return 0;
    double angle = h <= w ? arc_of(h / w) : 90 - arc_of(w / h);
    angle = x < 0 ? 180 - angle : angle;
    return wrap(y < 0 ? -angle : angle);
}

/* ---- Motions --------------------------------------------------------------------------- */

wr_motion wr_motion_of(wr_placement placement)
{
    wr_motion motion = {.mirrored = placement.mirror_x != placement.mirror_y,
                        .move = placement.position};
    wr_turn_of(placement.turn, &motion.cosine, &motion.sine);
    if (placement.mirror_y) {
        motion.cosine = 0.0 - motion.cosine;
        motion.sine = 0.0 - motion.sine;
    }
    return motion;
}

wr_vec3 wr_motion_vector(const wr_motion *motion, wr_vec3 vector)
{
    double x = vector.x, y = vector.y;
    wr_motion_direction(motion, &x, &y);
    return wr_vec3_of((float)x, (float)y, vector.z + 0.0f);
}

wr_vec3 wr_motion_origin(const wr_motion *motion, wr_vec3 point)
{
    double x = (double)point.x - motion->move.x, y = (double)point.y - motion->move.y;
    double from_x = motion->cosine * x + motion->sine * y;
    double from_y = motion->cosine * y - motion->sine * x;
    return wr_vec3_of((float)(motion->mirrored ? -from_x : from_x), (float)from_y,
                      (float)((double)point.z - motion->move.z));
}

float wr_motion_facing(const wr_motion *motion, float degrees)
{
    double facing = motion->mirrored ? 180 - (double)degrees : degrees;
    float out = (float)wrap(wrap(facing) + wr_bearing_of(motion->cosine, motion->sine));
    return out < 360 ? out : 0;
}

/* ---- Origins --------------------------------------------------------------------------- */

/* The next float32 farther from 0, or nearer to it. */
static float beside(float value, bool farther)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += farther ? 1u : (bits & 0x7fffffffu) ? UINT32_MAX : 0u;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The float32 nearest to `whole - part` that, added to `part`, gives `whole` again. */
static float own_of(float whole, float part)
{
    float own = (float)((double)whole - part);
    const float tries[] = {own, beside(own, true), beside(own, false)};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        if (isfinite(tries[i]) && (float)((double)tries[i] + part) == whole)
            return tries[i];
    return own;
}

wr_vec3 wr_vec3_seen_from(wr_vec3 point, wr_vec3 origin)
{
    return wr_vec3_of(own_of(point.x, origin.x), own_of(point.y, origin.y),
                      own_of(point.z, origin.z));
}
