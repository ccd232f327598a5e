/* A drawing that is kept: paths and texts in pixels, Y down, for whoever writes pictures. */
#ifndef WR_BUILDER_PICTURE_PICTURE_H
#define WR_BUILDER_PICTURE_PICTURE_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"

/* 0xRRGGBBAA; 0 is none. */
typedef uint32_t wr_colour;

#define WR_PAPER 0xffffffffu

/* How something is drawn. Inks outlive the picture. */
typedef struct wr_ink {
    const char *role; /* what is drawn, for the reader of an SVG: "wall" */
    wr_colour fill, stroke;
    wr_colour hatch; /* diagonal lines over the fill */
    float width;     /* of the stroke, pixels */
    float dash;      /* length of dashes and gaps, pixels; 0: an unbroken line */
    bool blunt;      /* lines end where they end, without a round cap */
} wr_ink;

/* How a text is drawn: its fill is the ink's. */
typedef struct wr_lettering {
    const wr_ink *ink;
    float size;     /* of the em, pixels */
    float anchor;   /* which part of the text lies left of its point: 0, 0.5 or 1 */
    bool bold;      /* the stroke is heavier */
    bool upright;   /* it reads from the bottom up */
    wr_colour halo; /* round the letters, or 0 */
} wr_lettering;

typedef struct wr_point {
    double x, y;
} wr_point;

/* A run of points of a path; a closed one comes back to its first. */
typedef struct wr_contour {
    uint32_t first, count;
    bool closed;
} wr_contour;

/* A path or a text. Paths are filled where they wind round (nonzero). */
typedef struct wr_shape {
    const wr_ink *ink;
    uint32_t first, count; /* contours */
    const char *text;      /* or NULL: a path */
    wr_lettering lettering;
    wr_point at;     /* of a text: on its baseline */
    const char *tip; /* what the shape is, where the format can tell, or NULL */
} wr_shape;

/* Drawing does not fail: when memory is out, `failed` stays true. */
struct wr_picture {
    struct wr_arena *arena;
    double width, height;
    double scale;      /* pixels a metre; 0: it has none */
    wr_colour paper;   /* what it is drawn on */
    const char *title; /* or NULL */
    wr_shape *shapes;
    wr_contour *contours;
    wr_point *points;
    uint32_t shape_count, contour_count, point_count;
    bool failed;
};

/* An empty picture in `arena`, on WR_PAPER. */
struct wr_picture wr_picture_start(struct wr_arena *arena);

/* Begins a path; contours and points go to the last one begun. */
void wr_picture_path(struct wr_picture *picture, const wr_ink *ink);
/* Says what the last shape is; the text is copied. */
void wr_picture_tip(struct wr_picture *picture, const char *tip);
void wr_picture_contour(struct wr_picture *picture, bool closed);
void wr_picture_point(struct wr_picture *picture, double x, double y);
/* Whole paths of one contour. */
void wr_picture_line(struct wr_picture *picture, const wr_ink *ink, wr_point a, wr_point b);
void wr_picture_polygon(struct wr_picture *picture, const wr_ink *ink, const wr_point *points,
                        uint32_t count);
void wr_picture_box(struct wr_picture *picture, const wr_ink *ink, double x, double y,
                    double width, double height);
void wr_picture_disc(struct wr_picture *picture, const wr_ink *ink, double x, double y,
                     double radius);
/* A text is copied. */
void wr_picture_text(struct wr_picture *picture, const wr_lettering *lettering, double x,
                     double y, const char *text);

/* ---- Writing pictures ---- */

/* Appends a picture as SVG. */
void wr_picture_write_svg(const struct wr_picture *picture, struct wr_bytes *out);
/* Appends a picture as PNG. WR_NO_MEMORY is reported. */
enum wr_result wr_picture_write_png(struct wr_context *context,
                                    const struct wr_picture *picture, struct wr_bytes *out);

#endif
