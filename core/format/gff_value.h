/* Values of GFF trees, one by one: copied, compared, and as texts that people read and change.
 */
#ifndef WR_CORE_FORMAT_GFF_VALUE_H
#define WR_CORE_FORMAT_GFF_VALUE_H

#include "core/format/gff.h"

/* Sets a field to a copy of another, with all that lies in it: nothing is shared. */
void wr_gff_set_copy(struct wr_gff *gff, wr_gff_struct *in, const wr_gff_field *value);
/* Takes a field out, where it is. */
void wr_gff_unset(wr_gff_struct *in, const char *label);
/* Whether two fields are of one type and value, whatever the order of what lies in them. */
bool wr_gff_same(const wr_gff_field *a, const wr_gff_field *b);
/* Takes how many values lie in a field, itself included, from `*left`; false where there are
 * more, or where they nest deeper than WR_GFF_SHALLOW. */
enum { WR_GFF_SHALLOW = 8 };
bool wr_gff_is_small(const wr_gff_field *field, uint32_t *left);

/* "byte", "locstring", …, and back; false for any other word. */
const char *wr_gff_type_name(enum wr_gff_type type);
bool wr_gff_type_named(const char *name, enum wr_gff_type *out);
/* 1 to 16 printable characters of ASCII, the first and the last no space. */
bool wr_gff_label_valid(const char *label);

/* Appends a game's text as UTF-8, up to the first NUL; false where it holds a control character
 * that no XML can. */
bool wr_gff_print_text(const uint8_t *data, uint32_t size, struct wr_bytes *out);
/* Appends a value as text: decimals; of a double its bits, of a void base64, of a localised
 * text its strref alone. False where it has none: not finite, a resref that is too long, a
 * struct, a list. */
bool wr_gff_print_value(const wr_gff_field *field, struct wr_bytes *out);
/* The reverse, for a field whose type is set; texts lie in `arena`. WR_INVALID for a text that
 * is no such value, WR_NO_MEMORY; neither is reported. */
enum wr_result wr_gff_parse_value(struct wr_arena *arena, const char *text,
                                  wr_gff_field *field);

#endif
