/* GFF trees as JSON, for editors of text and for version control: what wr_gff_dump shows, under
 * a head of its own. */
#ifndef WR_CORE_FORMAT_GFF_JSON_H
#define WR_CORE_FORMAT_GFF_JSON_H

#include "core/format/gff.h"

bool wr_gff_json_recognise(const uint8_t *data, size_t size);

/* Reads what wr_gff_json_write wrote: the same tree, bit for bit, laid out as the game's own
 * files are. All faults are reported, those of JSON and "gff-json-...". */
enum wr_result wr_gff_json_read(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, struct wr_gff **out);

/* Appends a tree. WR_LIMIT "gff-json-deep" at `where` where it nests deeper than the JSON that
 * is read. */
enum wr_result wr_gff_json_write(struct wr_context *context, const struct wr_gff *gff,
                                 wr_where where, struct wr_bytes *out);

#endif
