/* How wide the letters of DejaVu Sans are, the broadest font that viewers take for a sans-serif
 * one: thousandths of an em, from ' ' on. */
#ifndef WR_TESTS_SUPPORT_BROAD_FONT_H
#define WR_TESTS_SUPPORT_BROAD_FONT_H

#include <stdbool.h>
#include <stdint.h>

static const uint16_t BROAD_LETTERS[] = {
    318,  401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337,
    637,  637, 637, 637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 531,
    1000, 685, 687, 699, 771, 632, 576, 775, 752, 295, 295, 656, 558, 863, 749, 788,
    604,  788, 695, 635, 611, 732, 685, 989, 686, 611, 686, 391, 337, 391, 838, 500,
    500,  613, 635, 550, 635, 616, 353, 635, 634, 278, 278, 580, 278, 975, 634, 612,
    635,  635, 412, 521, 393, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838};
static const uint16_t BROAD_BOLD_LETTERS[] = {
    349,  457, 521, 838, 696, 1002, 873, 307,  458, 458, 523, 838, 380, 416,  380, 366,
    696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 581,
    1000, 774, 763, 734, 831, 684,  684, 821,  837, 373, 373, 775, 638, 996,  837, 851,
    733,  851, 771, 721, 683, 813,  774, 1104, 771, 725, 726, 458, 366, 458,  838, 500,
    500,  675, 716, 593, 716, 679,  436, 716,  712, 343, 343, 666, 343, 1042, 712, 688,
    716,  716, 494, 596, 479, 712,  652, 924,  646, 652, 583, 712, 366, 712,  838};

/* In ems; what is not ASCII is as wide as it is high. */
static inline double broad_width(const char *text, bool bold)
{
    double width = 0;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c >= ' ' && c <= '~')
            width += (bold ? BROAD_BOLD_LETTERS : BROAD_LETTERS)[c - ' '] / 1000.0;
        else
            width += c == 0xc2 || (c & 0xc0) == 0x80 ? 0.25 : 0.6;
    }
    return width;
}

#endif
