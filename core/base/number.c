/* Decimal text to binary floats and back, exact and without a locale. Reading rounds once:
 * doubles decide where they safely can, a big integer decides the rest. */
#include "core/base/text.h"

#include <math.h>
#include <string.h>

/* Digits beyond these cannot change a rounding, only whether a tie is one: the longest halfway
 * case of a double has 767. */
enum { MOST_DIGITS = 800, LARGEST_EXACT_POWER = 22 };

static const double powers[LARGEST_EXACT_POWER + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* ---- Scanning ------------------------------------------------------------------------- */

/* 0.d1d2d3... * 10^point, as the digits lie in the text: leading zeros are left out, and
 * `dots` says where a point interrupts them. */
struct decimal {
    bool negative;
    const char *digits;
    size_t span; /* characters from the first to the last significant digit */
    size_t count;
    uint64_t lead;  /* the first 19 significant digits or fewer, as a number */
    int lead_count; /* how many those are */
    int64_t point;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void add_digit(struct decimal *d, const char *at, bool fraction)
{
    if (d->count == 0 && *at == '0') {
        d->point -= fraction;
        return;
    }
    if (d->count == 0)
        d->digits = at;
    d->count++;
    d->point += !fraction;
    if (*at != '0')
        d->span = (size_t)(at - d->digits) + 1;
    if (d->lead_count < 19) {
        d->lead = 10 * d->lead + (uint64_t)(*at - '0');
        d->lead_count++;
    }
}

static bool scan_exponent(const char *at, const char *end, int64_t *out)
{
    const int64_t huge = INT64_MAX / 4;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end)
        return false;
    int64_t value = 0;
    for (; at < end; at++) {
        if (!is_digit(*at))
            return false;
        value = value < huge / 10 ? 10 * value + (*at - '0') : huge;
    }
    *out = negative ? -value : value;
    return true;
}

static bool scan(wr_view text, struct decimal *d)
{
    *d = (struct decimal){0};
    if (text.size == 0)
        return false;
    const char *at = text.data, *end = text.data + text.size;
    d->negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    bool fraction = false, any = false;
    for (; at < end && (is_digit(*at) || (*at == '.' && !fraction)); at++) {
        if (*at == '.') {
            fraction = true;
        } else {
            add_digit(d, at, fraction);
            any = true;
        }
    }
    if (!any)
        return false;
    if (at == end)
        return true;
    int64_t exponent;
    if ((*at != 'e' && *at != 'E') || !scan_exponent(at + 1, end, &exponent))
        return false;
    d->point += exponent;
    return true;
}

/* ---- Big integers --------------------------------------------------------------------- */

/* Little-endian words. The largest number in use is 10^1150 or 800 digits, shifted by a few
 * words more than the other: below 2^5000. */
enum { BIG_WORDS = 192 };

struct big {
    uint32_t word[BIG_WORDS];
    int size;
};

static void big_scale(struct big *b, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < b->size; i++) {
        carry += (uint64_t)b->word[i] * factor;
        b->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        b->word[b->size++] = (uint32_t)carry;
}

static void big_power(struct big *b, int64_t exponent)
{
    for (; exponent >= 9; exponent -= 9)
        big_scale(b, 1000000000u, 0);
    for (; exponent > 0; exponent--)
        big_scale(b, 10, 0);
}

static void big_shift(struct big *b, int bits)
{
    int words = bits / 32, rest = bits % 32;
    if (b->size == 0 || bits == 0)
        return;
    memmove(b->word + words, b->word, sizeof *b->word * (size_t)b->size);
    memset(b->word, 0, sizeof *b->word * (size_t)words);
    b->size += words;
    if (rest)
        big_scale(b, 1u << rest, 0);
}

static int big_compare(const struct big *a, const struct big *b)
{
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    for (int i = a->size; i-- > 0;)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

static void big_subtract(struct big *a, const struct big *b)
{
    int64_t borrow = 0;
    for (int i = 0; i < a->size; i++) {
        int64_t part = (int64_t)a->word[i] - (i < b->size ? b->word[i] : 0) + borrow;
        a->word[i] = (uint32_t)part;
        borrow = part < 0 ? -1 : 0;
    }
    while (a->size > 0 && a->word[a->size - 1] == 0)
        a->size--;
}

static int big_bits(const struct big *b)
{
    if (b->size == 0)
        return 0;
    int bits = 32 * (b->size - 1);
    for (uint32_t top = b->word[b->size - 1]; top; top >>= 1)
        bits++;
    return bits;
}

/* The significant digits as an integer; dropped ones stay visible as a last digit 1. Returns
 * how many digits that is. */
static int big_digits(struct big *b, const struct decimal *d)
{
    uint32_t chunk = 0, factor = 1;
    int count = 0;
    b->size = 0;
    for (size_t i = 0; i < d->span && count <= MOST_DIGITS; i++) {
        if (d->digits[i] == '.')
            continue;
        uint32_t digit = count == MOST_DIGITS ? 1 : (uint32_t)(d->digits[i] - '0');
        count++;
        chunk = 10 * chunk + digit;
        factor *= 10;
        if (factor == 1000000000u) {
            big_scale(b, factor, chunk);
            chunk = 0;
            factor = 1;
        }
    }
    big_scale(b, factor, chunk);
    return count;
}

/* ---- Rounding once -------------------------------------------------------------------- */

struct binary {
    int digits;  /* of the significand, the hidden one too */
    int lowest;  /* the exponent of the last place of a subnormal */
    int highest; /* the exponent of the last place of the largest number */
};

static const struct binary single = {24, -149, 104}, twofold = {53, -1074, 971};

/* floor(a / b) below 2^(bits + 1), leaving the remainder in a and b shifted up. */
static uint64_t big_divide(struct big *a, struct big *b, int bits)
{
    uint64_t quotient = 0;
    big_shift(b, bits);
    for (int i = 0; i <= bits; i++) {
        quotient <<= 1;
        if (big_compare(a, b) >= 0) {
            big_subtract(a, b);
            quotient |= 1;
        }
        big_shift(a, 1);
    }
    return quotient;
}

/* a / b rounded to significand * 2^exponent, ties to even; false on overflow. */
static bool round_ratio(struct big *a, struct big *b, const struct binary *kind,
                        uint64_t *significand, int *exponent)
{
    int e = big_bits(a) - big_bits(b) - kind->digits; /* the ratio has digits or one more */
    e = e < kind->lowest ? kind->lowest : e;
    big_shift(e < 0 ? a : b, e < 0 ? -e : e);
    uint64_t q = big_divide(a, b, kind->digits + 1);
    bool inexact = a->size > 0;
    if (q >> kind->digits) { /* one digit too many: give it to the remainder */
        bool half = q & 1;
        q >>= 1;
        e++;
        q += half && (inexact || (q & 1));
    } else { /* a now holds twice the remainder, b the divisor, both shifted alike */
        int side = big_compare(a, b);
        q += side > 0 || (side == 0 && (q & 1));
    }
    if (q >> kind->digits) {
        q >>= 1;
        e++;
    }
    *significand = q;
    *exponent = e;
    return e <= kind->highest;
}

/* The bits of the nearest number of a kind, its sign left out. */
static uint64_t nearest(const struct decimal *d, const struct binary *kind)
{
    const uint64_t hidden = (uint64_t)1 << (kind->digits - 1);
    const uint64_t infinite = (uint64_t)(kind->highest - kind->lowest + 2) * hidden;
    if (d->count == 0 || d->point < -400)
        return 0;
    if (d->point > 400)
        return infinite;
    struct big a, b = {.word = {1}, .size = 1};
    int64_t exponent = d->point - big_digits(&a, d);
    big_power(exponent < 0 ? &b : &a, exponent < 0 ? -exponent : exponent);
    uint64_t q;
    int e;
    if (!round_ratio(&a, &b, kind, &q, &e))
        return infinite;
    /* A subnormal has biased exponent 0; adding carries it into the normal ones. */
    return (uint64_t)(e - kind->lowest) * hidden + q;
}

/* About lead * 10^exponent, within 3 units in the last place; exact where lead is. */
static double estimate(const struct decimal *d, int64_t exponent)
{
    double value = (double)d->lead;
    return exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
}

static bool estimable(int64_t exponent)
{
    return exponent >= -LARGEST_EXACT_POWER && exponent <= LARGEST_EXACT_POWER;
}

bool wr_parse_f32(wr_view text, float *out)
{
    const uint32_t half = 1u << 28, doubt = 16; /* of a double's bits a float cuts off */
    struct decimal d;
    if (!scan(text, &d))
        return false;
    int64_t exponent = d.point - d.lead_count;
    if (d.count > 0 && estimable(exponent)) {
        double value = estimate(&d, exponent);
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        uint32_t cut = (uint32_t)(bits & (2 * half - 1));
        if (value < 1e38 && (cut < half - doubt || cut > half + doubt)) {
            *out = (float)(d.negative ? -value : value);
            return true;
        }
    }
    uint32_t word = (uint32_t)nearest(&d, &single) | (uint32_t)d.negative << 31;
    memcpy(out, &word, sizeof word);
    return true;
}

bool wr_parse_f64(wr_view text, double *out)
{
    struct decimal d;
    if (!scan(text, &d))
        return false;
    int64_t exponent = d.point - d.lead_count;
    if (d.count > 0 && d.count <= 19 && d.lead <= (uint64_t)1 << 53 && estimable(exponent)) {
        double value = estimate(&d, exponent);
        *out = d.negative ? -value : value;
        return true;
    }
    uint64_t word = nearest(&d, &twofold) | (uint64_t)d.negative << 63;
    memcpy(out, &word, sizeof word);
    return true;
}

/* ---- Printing ------------------------------------------------------------------------- */

/* value = digits * 10^exponent, the digits an integer without trailing zeros. */
struct shortest {
    uint32_t digits;
    int exponent;
};

/* The numbers that read back to one float lie between low and high; all three are scaled by
 * 10^shift so that the middle has nine digits before the point. */
struct interval {
    double low, middle, high;
    int shift;
};

static double scaled(double value, int shift)
{
    for (; shift > LARGEST_EXACT_POWER; shift -= LARGEST_EXACT_POWER)
        value *= powers[LARGEST_EXACT_POWER];
    for (; shift < -LARGEST_EXACT_POWER; shift += LARGEST_EXACT_POWER)
        value /= powers[LARGEST_EXACT_POWER];
    return shift < 0 ? value / powers[-shift] : value * powers[shift];
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static struct interval interval_of(uint32_t bits)
{
    double value = float_of(bits), below = float_of(bits - 1), above = float_of(bits + 1);
    if (bits + 1 == 0x7f800000)
        above = value + (value - below);
    uint64_t wide;
    memcpy(&wide, &value, sizeof wide);
    int exponent = (int)(wide >> 52) - 1023; /* of two; log10(2) is nearly 1233 / 4096 */
    int shift = 8 - ((exponent * 1233) >> 12);
    double middle = scaled(value, shift);
    if (middle >= 1e9)
        middle = scaled(value, --shift);
    else if (middle < 1e8)
        middle = scaled(value, ++shift);
    return (struct interval){scaled((value + below) / 2, shift), middle,
                             scaled((value + above) / 2, shift), shift};
}

/* Whether digits * 10^exponent reads back to a float: the exact judge of close cases. */
static bool reads_back(uint32_t digits, int exponent, uint32_t bits)
{
    char text[10];
    size_t at = sizeof text;
    do
        text[--at] = (char)('0' + digits % 10);
    while (digits /= 10);
    struct decimal d = {.digits = text + at, .span = sizeof text - at};
    d.count = d.span;
    d.point = (int64_t)d.span + exponent;
    return nearest(&d, &single) == bits;
}

static bool inside(const struct interval *in, uint32_t candidate, uint32_t bits)
{
    const double doubt = 1e-5; /* the scaled bounds are off by less than 1e-6 */
    double c = candidate;
    if (c > in->low + doubt && c < in->high - doubt)
        return true;
    if (c < in->low - doubt || c > in->high + doubt)
        return false;
    return reads_back(candidate, -in->shift, bits);
}

/* The multiple of `step` inside the interval that is nearest to its middle, or 0. */
static uint32_t pick(const struct interval *in, uint32_t step, uint32_t bits)
{
    uint32_t lower = (uint32_t)in->middle / step * step, upper = lower + step;
    double to_lower = in->middle - lower, to_upper = upper - in->middle;
    bool up = to_upper < to_lower || (!(to_lower < to_upper) && lower / step % 2 == 1);
    uint32_t near = up ? upper : lower, far = up ? lower : upper;
    if (near > 0 && inside(in, near, bits))
        return near;
    return far > 0 && inside(in, far, bits) ? far : 0;
}

static struct shortest shorten(uint32_t bits)
{
    struct interval in = interval_of(bits);
    uint32_t best = pick(&in, 1, bits), next = best;
    for (uint32_t step = 10; next > 0 && step <= 100000000u; step *= 10) {
        next = pick(&in, step, bits);
        best = next > 0 ? next : best;
    }
    struct shortest out = {best, -in.shift};
    for (; out.digits % 10 == 0; out.digits /= 10)
        out.exponent++;
    return out;
}

static size_t put(char *out, size_t at, const char *text, size_t size)
{
    memcpy(out + at, text, size);
    return at + size;
}

static size_t put_zeros(char *out, size_t at, int count)
{
    for (; count > 0; count--)
        out[at++] = '0';
    return at;
}

static size_t put_exponent(char *out, size_t at, int exponent)
{
    out[at++] = 'e';
    if (exponent < 0)
        out[at++] = '-';
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    if (size >= 10)
        out[at++] = (char)('0' + size / 10);
    out[at++] = (char)('0' + size % 10);
    return at;
}

/* `count` digits with the point behind the first `whole` of them, which may be outside. */
static size_t put_point(char *out, size_t at, const char *digits, int count, int whole)
{
    if (whole <= 0) {
        at = put(out, at, "0.", 2);
        at = put_zeros(out, at, -whole);
        return put(out, at, digits, (size_t)count);
    }
    int before = whole < count ? whole : count;
    at = put(out, at, digits, (size_t)before);
    at = put_zeros(out, at, whole - before);
    out[at++] = '.';
    if (before == count)
        out[at++] = '0';
    return put(out, at, digits + before, (size_t)(count - before));
}

size_t wr_print_f32(char out[WR_NUMBER_SIZE], float value)
{
    size_t at = 0;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (bits >> 31 && !isnan(value))
        out[at++] = '-';
    bits &= 0x7fffffff;
    if (bits >= 0x7f800000) {
        at = put(out, at, bits == 0x7f800000 ? "inf" : "nan", 3);
    } else if (bits == 0) {
        at = put(out, at, "0.0", 3);
    } else {
        struct shortest s = shorten(bits);
        char digits[10];
        int start = 10;
        for (uint32_t rest = s.digits; rest; rest /= 10)
            digits[--start] = (char)('0' + rest % 10);
        int count = 10 - start, power = count - 1 + s.exponent;
        bool plain = power >= -5 && power < 9;
        at = put_point(out, at, digits + start, count, plain ? power + 1 : 1);
        if (!plain)
            at = put_exponent(out, at, power);
    }
    out[at] = '\0';
    return at;
}

wr_fixed_text wr_fixed(double value, unsigned decimals)
{
    wr_fixed_text out;
    decimals = decimals > 9 ? 9 : decimals;
    double size = value < 0 ? -value : value;
    double units = size * powers[decimals] + 0.5;
    if (!(units < 1e18)) {
        wr_print_f32(out.text,
                     size > 3e38 ? (float)(value < 0 ? -INFINITY : INFINITY) : (float)value);
        return out;
    }
    uint64_t rest = (uint64_t)units;
    bool negative = value < 0 && rest > 0;
    size_t at = WR_NUMBER_SIZE;
    out.text[--at] = '\0';
    for (unsigned i = 0; rest > 0 || i <= decimals; i++, rest /= 10) {
        if (i == decimals && i > 0)
            out.text[--at] = '.';
        out.text[--at] = (char)('0' + rest % 10);
    }
    if (negative)
        out.text[--at] = '-';
    memmove(out.text, out.text + at, WR_NUMBER_SIZE - at);
    return out;
}
