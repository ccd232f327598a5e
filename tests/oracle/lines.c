/* Lines of a text file that must end in CRLF, and their fields. */
#include "tests/oracle/lines.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void oracle_line_blame(struct oracle_lines *lines, enum oracle_rule rule, const char *text)
{
    oracle_blame(lines->report, rule, lines->file, "line %u: %s: '%s'", lines->number, text,
                 lines->text);
}

bool oracle_line_next(struct oracle_lines *lines)
{
    if (lines->at >= lines->end)
        return false;
    const char *end = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    const char *next = end ? end + 1 : lines->end;
    size_t length = (size_t)((end ? end : lines->end) - lines->at);
    bool returned = end && length > 0 && end[-1] == '\r';
    length -= returned;
    bool fits = length < ORACLE_LINE && !memchr(lines->at, 0, length);
    lines->number++;
    snprintf(lines->text, sizeof lines->text, "%.*s", fits ? (int)length : 0, lines->at);
    if (!returned)
        oracle_line_blame(lines, lines->grammar, "the line does not end in CRLF");
    if (!fits)
        oracle_line_blame(lines, lines->grammar, "the line is too long or holds a zero byte");
    lines->at = next;
    return true;
}

static size_t split(struct oracle_lines *lines)
{
    char *at = lines->split;
    lines->field_count = 0;
    while (lines->field_count < ORACLE_FIELDS) {
        lines->fields[lines->field_count++] = at;
        at += strcspn(at, " ");
        if (!*at)
            return lines->field_count;
        *at++ = 0;
    }
    return ORACLE_FIELDS + 1;
}

bool oracle_line_split(struct oracle_lines *lines, size_t indent, size_t count)
{
    bool fits = strspn(lines->text, " ") == indent && !strpbrk(lines->text, "\t\r\v\f");
    snprintf(lines->split, sizeof lines->split, "%s", lines->text + (fits ? indent : 0));
    fits = fits && split(lines) == count;
    for (size_t i = 0; fits && i < count; i++)
        fits = *lines->fields[i] != 0;
    if (!fits)
        oracle_line_blame(lines, lines->grammar,
                          "the indent, the fields or their spaces are wrong");
    return fits;
}

bool oracle_line_count(struct oracle_lines *lines, size_t field, size_t *count)
{
    const char *text = lines->fields[field];
    size_t length = strspn(text, "0123456789");
    if (text[length] || !length || length > 7 || (length > 1 && *text == '0')) {
        oracle_line_blame(lines, lines->grammar, "the count is no plain number");
        return false;
    }
    *count = (size_t)strtoul(text, NULL, 10);
    return true;
}

static size_t digits(const char **at)
{
    size_t length = strspn(*at, "0123456789");
    *at += length;
    return length;
}

/* -0.5, 10.0, 3.84015e-007 */
static bool is_plain(const char *text)
{
    text += *text == '-';
    bool leading_zero = *text == '0';
    size_t whole = digits(&text);
    if (!whole || (leading_zero && whole > 1) || *text++ != '.')
        return false;
    size_t fraction = digits(&text);
    if (!fraction || (fraction > 1 && text[-1] == '0'))
        return false;
    if (*text != 'e')
        return !*text;
    text++;
    text += *text == '-' || *text == '+';
    return digits(&text) && !*text;
}

/* Digits from the first to the last that is not 0. */
static int significant(const char *text)
{
    int seen = 0, last = 0;
    for (; *text && *text != 'e'; text++) {
        if (!isdigit((unsigned char)*text))
            continue;
        seen += seen > 0 || *text != '0';
        if (*text != '0')
            last = seen;
    }
    return last;
}

static int fewest_digits(float value)
{
    char text[64];
    for (int digit = 1; digit < 9; digit++) {
        snprintf(text, sizeof text, "%.*e", digit - 1, (double)value);
        if (strtof(text, NULL) == value)
            return digit;
    }
    return 9;
}

static double plain_number(struct oracle_lines *lines, const char *text)
{
    float value = strtof(text, NULL);
    if (!isfinite(value))
        oracle_line_blame(lines, ORACLE_LYT_NUMBER, "a number is not finite");
    else if (value != 0 && significant(text) != fewest_digits(value))
        oracle_line_blame(lines, ORACLE_LYT_NUMBER, "a number has more digits than it needs");
    return (double)value;
}

double oracle_line_number(struct oracle_lines *lines, size_t field)
{
    const char *text = lines->fields[field];
    if (!is_plain(text)) {
        oracle_line_blame(lines, ORACLE_LYT_NUMBER, "a number is not digits, point, digits");
        return 0;
    }
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    double value = plain_number(lines, text);
    uselocale(before);
    freelocale(plain);
    return value;
}
