/* Tables of GFF fields: what stands in an area, a module or a door when nobody says otherwise.
 */
#ifndef WR_BUILDER_MODULE_ROWS_H
#define WR_BUILDER_MODULE_ROWS_H

#include "core/format/gff.h"

/* A field and its value; texts are empty, lists too. */
typedef struct wr_gff_row {
    const char *label;
    enum wr_gff_type type;
    float value;
    enum wr_game only; /* the game that has it; 0: both */
} wr_gff_row;

/* Sets the fields of a game, in the order of the table. */
void wr_gff_rows(struct wr_gff *gff, wr_gff_struct *in, const wr_gff_row *rows, size_t count,
                 enum wr_game game);

#define WR_GFF_ROWS(gff, in, rows, game)                                                       \
    wr_gff_rows((gff), (in), (rows), sizeof(rows) / sizeof *(rows), (game))

#endif
