/* The table by which textures and materials of a drawing become surfaces. */
#ifndef WR_BUILDER_EXTRACT_MATERIALS_H
#define WR_BUILDER_EXTRACT_MATERIALS_H

#include "builder/extract/taking.h"

/* A rule of the user's. Patterns have * and ?, letters are alike without case. */
typedef struct wr_taken_rule {
    const char *texture; /* a pattern; NULL: any */
    const char *name;    /* of a scene's material: a pattern; NULL: any */
    uint32_t flags;      /* of a level's face; 0: any */
    uint32_t surface;    /* a row of surfacemat.2da; WR_NONE: no floor */
} wr_taken_rule;

struct wr_taken_rules {
    wr_taken_rule *items;
    uint32_t count;
};

/* The rules of the file that the options name; none where they name none. What is wrong with it
 * has the findings of JSON, "map-format" and "level-material". */
enum wr_result wr_taking_rules(struct wr_taking *taking, struct wr_taken_rules *out);

#endif
