/* The letters and how they are drawn. */
#include "builder/picture/letters.h"

#include "core/base/text.h"

#include <string.h>

/* ---- The letters -------------------------------------------------------------------------
 *
 * A letter is strokes parted by spaces; a stroke is points of two characters, 0-9a-z for 0 to
 * 35: how far right and how far up. The baseline is at 6, small letters end at 21, capitals at
 * 27; a capital is 0.718 em high. '~' before a point makes it one the pen is drawn to and does
 * not reach (the control point of a quadratic curve). */

struct letter {
    uint16_t width; /* thousandths of an em */
    /* The same of the broadest fonts that viewers take for ours (DejaVu Sans), and bold. */
    uint16_t broad, broad_bold;
    const char *strokes;
};

static const struct letter printable[] = {
    {278, 318, 349, ""},                                                             /* space */
    {278, 401, 457, "4r4d 4647"},                                                    /* ! */
    {355, 460, 521, "3r3l 7r7l"},                                                    /* " */
    {556, 838, 838, "6r36 dra6 2kek 1ddd"},                                          /* # */
    {556, 637, 696, "em~er8r~2r2m~2h8h~eheb~e686~262b 8t84"},                        /* $ */
    {889, 951, 1002, "6r~2r~2h~ah~ar6r kg~gg~g6~o6~ogkg jr76"},                      /* % */
    {667, 780, 873, "i66k~5l5n~5r9r~drdn~dk9i~2f2b~2686~e6hf"},                      /* & */
    {191, 275, 307, "3r3l"},                                                         /* ' */
    {333, 391, 458, "7s~3n3e~3570"},                                                 /* ( */
    {333, 391, 458, "2s~6n6e~6520"},                                                 /* ) */
    {389, 500, 523, "6r6i 2pak 2kap"},                                               /* * */
    {584, 838, 838, "8k88 2eee"},                                                    /* + */
    {278, 318, 380, "4732"},                                                         /* , */
    {333, 361, 416, "2d7d"},                                                         /* - */
    {278, 318, 380, "4647"},                                                         /* . */
    {278, 337, 366, "7r16"},                                                         /* / */
    {556, 637, 696, "8r~2r2g~2686~e6eg~er8r"},                                       /* 0 */
    {556, 637, 696, "4n9r96"},                                                       /* 1 */
    {556, 637, 696, "2l~2r8r~erel~eg26e6"},                                          /* 2 */
    {556, 637, 696, "2m~2r8r~drdm~dh7h~eheb~e686~262b"},                             /* 3 */
    {556, 637, 696, "b6br1dfd"},                                                     /* 4 */
    {556, 637, 696, "dr4r3h~5k8k~eked~e686~262a"},                                   /* 5 */
    {556, 637, 696, "dn~cr8r~2r2f~2686~e6ec~ej8j~2j2c"},                             /* 6 */
    {556, 637, 696, "2rer~7h66"},                                                    /* 7 */
    {556, 637, 696, "8r~3r3m~3h8h~dhdm~dr8r 8h~2h2b~2686~e6eb~eh8h"},                /* 8 */
    {556, 637, 696, "3a~4686~e6ei~er8r~2r2l~2e8e~eeel"},                             /* 9 */
    {278, 337, 400, "4647 4j4k"},                                                    /* : */
    {278, 337, 400, "4732 4j4k"},                                                    /* ; */
    {584, 838, 838, "ek2ee8"},                                                       /* < */
    {584, 838, 838, "2heh 2beb"},                                                    /* = */
    {584, 838, 838, "2kee28"},                                                       /* > */
    {556, 557, 611, "3m~3r8r~drdm~dj8g8c 8687"},                                     /* ? */
    {1015, 1016, 1000, "el~9l9f~99e9~j9jf~jlel jljc~j8m8~r8rg~rrfr~3r3f~33f3~k3n5"}, /* @ */
    {667, 685, 774, "16arj6 4dgd"},                                                  /* A */
    {667, 687, 763, "363rar~grgm~ghah3h ah~hhhb~h6a636"},                            /* B */
    {722, 723, 734, "ik~hrbr~2r2g~26b6~h6id"},                                       /* C */
    {722, 771, 831, "363r9r~jrjg~j69636"},                                           /* D */
    {667, 667, 684, "hr3r36h6 3hgh"},                                                /* E */
    {611, 611, 684, "gr3r36 3hfh"},                                                  /* F */
    {778, 778, 821, "jl~irbr~2r2g~26b6~i6jd cgjgj6"},                                /* G */
    {722, 752, 837, "3r36 iri6 3hih"},                                               /* H */
    {278, 295, 373, "4r46"},                                                         /* I */
    {500, 500, 557, "brbc~b666~161c"},                                               /* J */
    {667, 667, 775, "3r36 hr3d 8ii6"},                                               /* K */
    {556, 558, 638, "3r36f6"},                                                       /* L */
    {833, 863, 996, "363rc6lrl6"},                                                   /* M */
    {722, 749, 837, "363ri6ir"},                                                     /* N */
    {778, 788, 851, "br~2r2g~26b6~k6kg~krbr"},                                       /* O */
    {667, 667, 733, "363rar~hrhl~hfaf3f"},                                           /* P */
    {778, 788, 851, "br~2r2g~26b6~k6kg~krbr dbk5"},                                  /* Q */
    {722, 723, 771, "363rbr~hrhm~hgbg3g bgi6"},                                      /* R */
    {667, 667, 721, "gl~fr9r~2r2m~2h9h~hhhb~h696~262c"},                             /* S */
    {611, 611, 683, "9r96 1rhr"},                                                    /* T */
    {722, 732, 813, "3r3d~36b6~i6idir"},                                             /* U */
    {667, 685, 774, "1ra6jr"},                                                       /* V */
    {944, 989, 1104, "1r76erl6rr"},                                                  /* W */
    {667, 686, 771, "2ri6 ir26"},                                                    /* X */
    {667, 667, 725, "1rahjr aha6"},                                                  /* Y */
    {611, 686, 726, "2rgr16h6"},                                                     /* Z */
    {278, 391, 458, "7s3s3070"},                                                     /* [ */
    {278, 337, 366, "1r76"},                                                         /* \ */
    {278, 391, 458, "1s5s5010"},                                                     /* ] */
    {469, 838, 838, "2g7rcg"},                                                       /* ^ */
    {556, 557, 557, "02g2"},                                                         /* _ */
    {333, 500, 500, "3r6n"},                                                         /* ` */
    {556, 613, 675, "3i~4l8l~dldgd6 df8f~2f2a~2666~d6dc"},                           /* a */
    {556, 635, 716, "3r36 3g~3l8l~eled~e686~363b"},                                  /* b */
    {500, 550, 593, "dh~cl8l~2l2d~2686~c6da"},                                       /* c */
    {556, 635, 716, "drd6 dg~dl8l~2l2d~2686~d6db"},                                  /* d */
    {556, 616, 679, "2eee~el8l~2l2d~2686~d6ea"},                                     /* e */
    {278, 353, 436, "8r~4r4m46 1l7l"},                                               /* f */
    {556, 635, 716, "dld5~d080~3033 dg~dl8l~2l2d~2686~d6db"},                        /* g */
    {556, 634, 712, "3r36 3f~3l8l~dldfd6"},                                          /* h */
    {222, 278, 343, "3l36 3q3r"},                                                    /* i */
    {222, 278, 343, "3l33~3010 3q3r"},                                               /* j */
    {500, 580, 666, "3r36 cl3c 7gd6"},                                               /* k */
    {222, 278, 343, "3r36"},                                                         /* l */
    {833, 975, 1042, "3l36 3g~3l8l~clcgc6 cg~clhl~lllgl6"},                          /* m */
    {556, 634, 712, "3l36 3f~3l8l~dldfd6"},                                          /* n */
    {556, 612, 688, "8l~2l2d~2686~e6ed~el8l"},                                       /* o */
    {556, 635, 716, "3l30 3g~3l8l~eled~e686~363b"},                                  /* p */
    {556, 635, 716, "dld0 dg~dl8l~2l2d~2686~d6db"},                                  /* q */
    {333, 412, 494, "3l36 3f~3l9l"},                                                 /* r */
    {500, 521, 596, "ch~bl7l~2l2h~2e7d~dcd9~d676~261a"},                             /* s */
    {278, 393, 479, "4q49~4676 1l7l"},                                               /* t */
    {556, 634, 712, "3l3c~3686~d6dc dld6"},                                          /* u */
    {500, 592, 652, "1l76dl"},                                                       /* v */
    {722, 818, 924, "1l66alf6kl"},                                                   /* w */
    {500, 592, 646, "1ld6 dl16"},                                                    /* x */
    {500, 592, 652, "1l76 dl62~5020"},                                               /* y */
    {500, 525, 583, "1lcl16d6"},                                                     /* z */
    {334, 637, 712, "8s~4s4n~4e2e~4e45~4080"},                                       /* { */
    {260, 337, 366, "4s40"},                                                         /* | */
    {334, 637, 712, "2s~6s6n~6e8e~6e65~6020"},                                       /* } */
    {584, 838, 838, "2c~2g5g~8g8e~8bcb~fbfg"},                                       /* ~ */
};

/* What plans say beyond ASCII. */
static const struct {
    uint32_t code;
    struct letter letter;
} others[] = {
    {0x00b2, {333, 401, 438, "2o~2r5r~8r8o~8l2h8h"}}, /* superscript two */
    {0x00b7, {278, 318, 380, "4e4f"}},                /* middle dot */
    {0x00d7, {584, 838, 838, "3jd9 dj39"}},           /* times */
    {0x2013, {556, 557, 557, "1dfd"}},                /* en dash */
};

/* A character that is not drawn: an empty frame. */
static const struct letter unknown = {556, 1000, 1000, "363rdrd636"};

/* Accents are left away: the letters from U+00C0 to U+00FF. */
static const char western[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPs"
                              "aaaaaaaceeeeiiiidnooooo/ouuuuypy";

static const struct letter *letter_of(uint32_t code)
{
    enum { FIRST = ' ', WESTERN = 0xc0 };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].code == code)
            return &others[i].letter;
    if (code >= WESTERN && code < WESTERN + sizeof western - 1)
        code = (unsigned char)western[code - WESTERN];
    if (code >= FIRST && code - FIRST < sizeof printable / sizeof *printable)
        return &printable[code - FIRST];
    return &unknown;
}

/* ---- Reading texts ---- */

/* The next character of a text, which moves past it; what is not UTF-8 counts as unknown. */
static uint32_t next_code(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    size_t length = wr_utf8_length(*text, strlen(*text) < 4 ? strlen(*text) : 4);
    *text += length ? length : 1;
    switch (length) {
    case 1:
        return s[0];
    case 2:
        return (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
    case 3:
        return (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
    default:
        return 0;
    }
}

double wr_letters_width(const char *text)
{
    uint32_t width = 0;
    while (*text)
        width += letter_of(next_code(&text))->width;
    return width / 1000.0;
}

double wr_letters_room(const char *text, bool bold)
{
    uint32_t width = 0;
    while (*text) {
        const struct letter *letter = letter_of(next_code(&text));
        width += bold ? letter->broad_bold : letter->broad;
    }
    return width / 1000.0;
}

bool wr_letters_known(const char *text)
{
    while (*text)
        if (letter_of(next_code(&text)) == &unknown)
            return false;
    return true;
}

/* ---- Drawing ---- */

struct pen {
    struct wr_strokes *strokes;
    double left; /* where the letter begins, in ems */
    bool failed;
};

static void pen_point(struct pen *pen, wr_point at)
{
    struct wr_strokes *strokes = pen->strokes;
    wr_point *points =
        wr_arena_more(strokes->arena, strokes->points, strokes->point_count, sizeof *points);
    pen->failed |= points == NULL;
    if (pen->failed)
        return;
    strokes->points = points;
    points[strokes->point_count++] = at;
    strokes->contours[strokes->contour_count - 1].count++;
}

static void pen_down(struct pen *pen)
{
    struct wr_strokes *strokes = pen->strokes;
    wr_contour *contours = wr_arena_more(strokes->arena, strokes->contours,
                                         strokes->contour_count, sizeof *contours);
    pen->failed |= contours == NULL;
    if (pen->failed)
        return;
    strokes->contours = contours;
    contours[strokes->contour_count++] = (wr_contour){strokes->point_count, 0, false};
}

/* A quadratic curve from the pen's last point. */
static void pen_curve(struct pen *pen, wr_point from, wr_point by, wr_point to)
{
    enum { PIECES = 5 };
    for (int i = 1; i <= PIECES; i++) {
        double t = (double)i / PIECES, s = 1 - t;
        pen_point(pen, (wr_point){s * s * from.x + 2 * s * t * by.x + t * t * to.x,
                                  s * s * from.y + 2 * s * t * by.y + t * t * to.y});
    }
}

static int digit_of(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

static wr_point point_of(const struct pen *pen, const char *at)
{
    const double unit = WR_CAPITAL_HEIGHT / 21;
    return (wr_point){pen->left + digit_of(at[0]) * unit, (6 - digit_of(at[1])) * unit};
}

/* One stroke; returns what follows it. */
static const char *draw_stroke(struct pen *pen, const char *at)
{
    wr_point last = point_of(pen, at), control = last;
    bool curving = false;
    pen_down(pen);
    pen_point(pen, last);
    for (at += 2; *at && *at != ' ' && !pen->failed; at += 2) {
        bool is_control = *at == '~';
        at += is_control;
        wr_point point = point_of(pen, at),
                 middle = {(control.x + point.x) / 2, (control.y + point.y) / 2};
        if (is_control) {
            if (curving)
                pen_curve(pen, last, control, middle);
            last = curving ? middle : last;
            control = point;
        } else {
            if (curving)
                pen_curve(pen, last, control, point);
            else
                pen_point(pen, point);
            last = point;
        }
        curving = is_control;
    }
    return *at == ' ' ? at + 1 : at;
}

bool wr_letters_draw(struct wr_strokes *strokes, const char *text)
{
    struct pen pen = {.strokes = strokes};
    while (*text && !pen.failed) {
        const struct letter *letter = letter_of(next_code(&text));
        for (const char *at = letter->strokes; *at && !pen.failed;)
            at = draw_stroke(&pen, at);
        pen.left += letter->width / 1000.0;
    }
    return !pen.failed;
}
