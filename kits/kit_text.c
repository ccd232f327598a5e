/* The pieces of a kit's XML: attributes, doors and hooks. */
#include "kits/kit_text.h"

#include <math.h>
#include <string.h>

/* ---- Attributes -------------------------------------------------------------------------- */

/* Space other than a blank would be read as one. */
static void write_character(struct wr_bytes *out, char letter)
{
    static const struct {
        char letter;
        const char *text;
    } escapes[] = {{'&', "&amp;"}, {'<', "&lt;"},   {'"', "&quot;"},
                   {'\t', "&#9;"}, {'\n', "&#10;"}, {'\r', "&#13;"}};
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (escapes[i].letter == letter) {
            wr_bytes_text(out, escapes[i].text);
            return;
        }
    wr_bytes_char(out, letter);
}

void wr_kit_text_escaped(struct wr_bytes *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        write_character(out, text[i]);
}

void wr_kit_text_attribute(struct wr_bytes *out, const char *name, const char *value)
{
    wr_bytes_print(out, " %s=\"", name);
    wr_kit_text_escaped(out, value, strlen(value));
    wr_bytes_char(out, '"');
}

void wr_kit_text_numbers(struct wr_bytes *out, const char *name, const float *values, int count)
{
    wr_bytes_print(out, " %s=\"", name);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            wr_bytes_char(out, ' ');
        wr_bytes_number(out, values[i]);
    }
    wr_bytes_char(out, '"');
}

void wr_kit_text_point(struct wr_bytes *out, const char *name, wr_vec3 point)
{
    const float values[3] = {point.x, point.y, point.z};
    wr_kit_text_numbers(out, name, values, 3);
}

/* ---- Elements ---------------------------------------------------------------------------- */

void wr_kit_text_start(struct wr_bytes *out, const char *id, const char *name)
{
    wr_bytes_text(out, "<kit");
    wr_kit_text_attribute(out, "id", id);
    wr_kit_text_attribute(out, "name", name);
    wr_bytes_text(out, " version=\"1\">\n");
}

void wr_kit_text_door(struct wr_bytes *out, const wr_door *door)
{
    static const char *const games[] = {"k1", "k2"};
    wr_bytes_text(out, "  <door");
    wr_kit_text_attribute(out, "name", door->name);
    wr_kit_text_numbers(out, "width", &door->width, 1);
    wr_kit_text_numbers(out, "height", &door->height, 1);
    for (int game = 0; game < 2; game++)
        if (door->blueprints[game])
            wr_kit_text_attribute(out, games[game], door->blueprints[game]);
    if (door->meets_any)
        wr_kit_text_attribute(out, "meets", "*");
    wr_bytes_text(out, "/>\n");
}

void wr_kit_text_hook(struct wr_bytes *out, const wr_hook *hook, const char *door)
{
    wr_bytes_text(out, "    <hook");
    wr_kit_text_attribute(out, "name", hook->name);
    wr_kit_text_point(out, "at", hook->position);
    if (!isnan(hook->facing))
        wr_kit_text_numbers(out, "facing", &hook->facing, 1);
    wr_kit_text_attribute(out, "door", door);
    if (hook->id >= 0)
        wr_bytes_print(out, " id=\"%ld\"", (long)hook->id);
    else if (hook->threshold_count > 0) {
        wr_bytes_text(out, " edges=\"");
        for (uint32_t i = 0; i < hook->threshold_count; i++)
            wr_bytes_print(out, "%s%u", i ? " " : "", (unsigned)hook->threshold[i]);
        wr_bytes_char(out, '"');
    }
    wr_bytes_text(out, "/>\n");
}
