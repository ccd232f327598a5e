/* The curve of sRGB without a power function. */
#include "core/scene/light.h"

/* The number whose fifth power is the square of a number from 0 to 1, by Newton's rule. */
static double two_fifths(double base)
{
    double root = 1;
    for (int i = 0; i < 60; i++) {
        double fourth = root * root * root * root;
        root -= (fourth * root - base * base) / (5 * fourth);
    }
    return root;
}

/* base^2.4, and a straight line below. */
void wr_light_fill(double out[256])
{
    for (int i = 0; i < 256; i++) {
        double value = i / 255.0, base = (value + 0.055) / 1.055;
        out[i] = value <= 0.04045 ? value / 12.92 : base * base * two_fifths(base);
    }
}

unsigned wr_light_byte(const double light[256], double wanted)
{
    unsigned low = 0, high = 255;
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        *(light[middle] <= wanted ? &low : &high) = middle;
    }
    return wanted - light[low] < light[high] - wanted ? low : high;
}
