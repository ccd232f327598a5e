/* Letters drawn with a pen, as wide as those of Helvetica: the same in every picture. */
#ifndef WR_BUILDER_PICTURE_LETTERS_H
#define WR_BUILDER_PICTURE_LETTERS_H

#include "builder/picture/picture.h"

/* How high capitals and small letters are, and how far a 'p' hangs down, in ems. */
#define WR_CAPITAL_HEIGHT 0.718
#define WR_SMALL_HEIGHT 0.513
#define WR_DESCENT 0.205

/* How wide a text is as drawn here, in ems. */
double wr_letters_width(const char *text);
/* How wide it may become, in ems: who shows an SVG may draw it in a broader font and pay no
 * heed to its length. What stands beside a text keeps off by this. */
double wr_letters_room(const char *text, bool bold);
/* Whether all its letters are known. */
bool wr_letters_known(const char *text);

/* Appends the strokes of a text to contours and points that grow in `arena`, in ems, Y down,
 * from the start of its baseline. False when memory is out. */
struct wr_strokes {
    struct wr_arena *arena;
    wr_point *points;
    wr_contour *contours;
    uint32_t point_count, contour_count;
};
bool wr_letters_draw(struct wr_strokes *strokes, const char *text);

#endif
