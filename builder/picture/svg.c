/* SVG: one group for neighbours drawn alike, coordinates in hundredths of a pixel. */
#include "builder/picture/letters.h"

#include "core/base/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- Numbers and texts ---- */

/* A number with at most two decimals and none to spare. */
static void add_number(struct wr_bytes *out, double value)
{
    const double farthest = 1e9; /* beyond any picture, and far within an int64 */
    double held = value > farthest ? farthest : value > -farthest ? value : -farthest;
    int64_t hundredths = (int64_t)(held * 100 + (held < 0 ? -0.5 : 0.5));
    int64_t size = hundredths < 0 ? -hundredths : hundredths;
    wr_bytes_print(out, "%s%" PRId64, hundredths < 0 ? "-" : "", size / 100);
    if (size % 100 == 0)
        return;
    wr_bytes_print(out, size % 10 ? ".%02d" : ".%d",
                   (int)(size % 10 ? size % 100 : size % 100 / 10));
}

/* An attribute; its name begins with a space. */
static void add_length(struct wr_bytes *out, const char *name, double value)
{
    wr_bytes_print(out, "%s=\"", name);
    add_number(out, value);
    wr_bytes_char(out, '"');
}

/* XML has no place for some characters, however they are written. */
static bool is_character(const char *text, size_t length)
{
    unsigned char c = (unsigned char)text[0];
    if (length == 1)
        return c >= ' ' && c != 0x7f;
    return length > 1 &&
           !(length == 3 && memcmp(text, "\xef\xbf", 2) == 0 && (unsigned char)text[2] >= 0xbe);
}

static void add_escaped(struct wr_bytes *out, const char *text)
{
    static const char special[] = "<>&\"";
    static const char *const entities[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
    size_t left = strlen(text);
    while (left) {
        size_t length = wr_utf8_length(text, left);
        const char *found = strchr(special, text[0]);
        if (found)
            wr_bytes_text(out, entities[found - special]);
        else if (is_character(text, length))
            wr_bytes_add(out, text, length);
        else
            wr_bytes_text(out, "\xef\xbf\xbd");
        text += length ? length : 1;
        left -= length ? length : 1;
    }
}

/* ---- Inks ---- */

static void add_colour(struct wr_bytes *out, const char *name, wr_colour colour)
{
    if (colour == 0) {
        wr_bytes_print(out, " %s=\"none\"", name);
        return;
    }
    wr_bytes_print(out, " %s=\"#%06" PRIx32 "\"", name, colour >> 8);
    if ((colour & 0xff) != 0xff) {
        wr_bytes_print(out, " %s-opacity=\"", name);
        add_number(out, (colour & 0xff) / 255.0);
        wr_bytes_char(out, '"');
    }
}

static void add_ink(struct wr_bytes *out, const wr_ink *ink)
{
    wr_bytes_print(out, "<g class=\"%s\"", ink->role);
    add_colour(out, "fill", ink->fill);
    if (ink->stroke) {
        add_colour(out, "stroke", ink->stroke);
        add_length(out, " stroke-width", (double)ink->width);
        wr_bytes_text(out, " stroke-linejoin=\"round\"");
        if (!ink->blunt && ink->dash <= 0)
            wr_bytes_text(out, " stroke-linecap=\"round\"");
        if (ink->dash > 0)
            add_length(out, " stroke-dasharray", (double)ink->dash);
    }
    wr_bytes_text(out, ">\n");
}

/* ---- Shapes ---- */

static void add_contours(struct wr_bytes *out, const struct wr_picture *picture,
                         const wr_shape *shape)
{
    for (uint32_t c = 0; c < shape->count; c++) {
        const wr_contour *contour = &picture->contours[shape->first + c];
        for (uint32_t i = 0; i < contour->count; i++) {
            const wr_point *point = &picture->points[contour->first + i];
            wr_bytes_char(out, i == 0 ? 'M' : i == 1 ? 'L' : ' ');
            add_number(out, point->x);
            wr_bytes_char(out, ' ');
            add_number(out, point->y);
        }
        if (contour->closed)
            wr_bytes_char(out, 'Z');
    }
}

static void add_path(struct wr_bytes *out, const struct wr_picture *picture,
                     const wr_shape *shape, wr_colour hatch)
{
    wr_bytes_text(out, "<path d=\"");
    add_contours(out, picture, shape);
    wr_bytes_char(out, '"');
    if (hatch)
        wr_bytes_print(out, " fill=\"url(#hatch%08" PRIx32 ")\" stroke=\"none\"", hatch);
    if (shape->tip && !hatch) {
        wr_bytes_text(out, "><title>");
        add_escaped(out, shape->tip);
        wr_bytes_text(out, "</title></path>\n");
    } else {
        wr_bytes_text(out, "/>\n");
    }
}

/* The length pins a text to the width it has in a PNG, whatever font there is, where all of it
 * is known. */
static void add_text(struct wr_bytes *out, const wr_shape *shape)
{
    const wr_lettering *lettering = &shape->lettering;
    double length = wr_letters_width(shape->text) * (double)lettering->size;
    wr_bytes_text(out, "<text");
    add_length(out, " x", shape->at.x);
    add_length(out, " y", shape->at.y);
    add_length(out, " font-size", (double)lettering->size);
    if (wr_letters_known(shape->text)) {
        add_length(out, " textLength", length);
        wr_bytes_text(out, " lengthAdjust=\"spacingAndGlyphs\"");
    }
    if (lettering->anchor > 0)
        wr_bytes_print(out, " text-anchor=\"%s\"", lettering->anchor < 1 ? "middle" : "end");
    if (lettering->bold)
        wr_bytes_text(out, " font-weight=\"bold\"");
    if (lettering->upright) {
        wr_bytes_text(out, " transform=\"rotate(-90 ");
        add_number(out, shape->at.x);
        wr_bytes_char(out, ' ');
        add_number(out, shape->at.y);
        wr_bytes_text(out, ")\"");
    }
    if (lettering->halo) {
        add_colour(out, "stroke", lettering->halo);
        wr_bytes_text(out, " stroke-width=\"3\" stroke-linejoin=\"round\""
                           " paint-order=\"stroke\"");
    }
    wr_bytes_char(out, '>');
    add_escaped(out, shape->text);
    wr_bytes_text(out, "</text>\n");
}

static void add_shape(struct wr_bytes *out, const struct wr_picture *picture,
                      const wr_shape *shape)
{
    if (shape->text) {
        add_text(out, shape);
        return;
    }
    add_path(out, picture, shape, 0);
    if (shape->ink->hatch)
        add_path(out, picture, shape, shape->ink->hatch);
}

/* ---- The picture ---- */

/* One pattern a colour of hatches; raster.c draws the same lines. */
static void add_patterns(struct wr_bytes *out, const struct wr_picture *picture)
{
    for (uint32_t i = 0; i < picture->shape_count; i++) {
        wr_colour hatch = picture->shapes[i].ink->hatch;
        bool again = hatch == 0;
        for (uint32_t j = 0; !again && j < i; j++)
            again = picture->shapes[j].ink->hatch == hatch;
        if (again)
            continue;
        wr_bytes_print(out,
                       "<pattern id=\"hatch%08" PRIx32
                       "\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\""
                       " patternTransform=\"rotate(45)\"><path d=\"M2.5 0V5\"",
                       hatch);
        add_colour(out, "stroke", hatch);
        wr_bytes_text(out, " stroke-width=\"1\"/></pattern>\n");
    }
}

static void add_head(struct wr_bytes *out, const struct wr_picture *picture)
{
    wr_bytes_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    add_length(out, " width", picture->width);
    add_length(out, " height", picture->height);
    wr_bytes_text(out, " viewBox=\"0 0 ");
    add_number(out, picture->width);
    wr_bytes_char(out, ' ');
    add_number(out, picture->height);
    wr_bytes_char(out, '"');
    if (picture->scale > 0)
        wr_bytes_print(out, " data-pixels-per-metre=\"%s\"", wr_fixed(picture->scale, 6).text);
    wr_bytes_text(out, " font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n");
    if (picture->title) {
        wr_bytes_text(out, "<title>");
        add_escaped(out, picture->title);
        wr_bytes_text(out, "</title>\n");
    }
    wr_bytes_print(out, "<rect width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n",
                   (unsigned)(picture->paper >> 8));
}

void wr_picture_write_svg(const struct wr_picture *picture, struct wr_bytes *out)
{
    const wr_ink *ink = NULL;
    add_head(out, picture);
    add_patterns(out, picture);
    for (uint32_t i = 0; i < picture->shape_count; i++) {
        const wr_shape *shape = &picture->shapes[i];
        if (shape->ink != ink && ink)
            wr_bytes_text(out, "</g>\n");
        if (shape->ink != ink)
            add_ink(out, shape->ink);
        ink = shape->ink;
        add_shape(out, picture, shape);
    }
    wr_bytes_text(out, ink ? "</g>\n</svg>\n" : "</svg>\n");
}
