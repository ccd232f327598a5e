/* Markers as the kit's XML has them. */
#ifndef WR_BUILDER_EXTRACT_THING_TEXT_H
#define WR_BUILDER_EXTRACT_THING_TEXT_H

#include "builder/extract/taking.h"

/* Appends <marker>, indented by four. */
void wr_taken_marker_write(const wr_marker *marker, struct wr_bytes *out);
/* Appends <field>, indented by six and twice its depth; false where no text can say what is in
 * it. */
bool wr_taken_field_write(struct wr_bytes *out, const wr_gff_field *field, unsigned depth);

#endif
