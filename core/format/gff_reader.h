/* What reading a GFF carries along, and how it takes down where everything lay. */
#ifndef WR_CORE_FORMAT_GFF_READER_H
#define WR_CORE_FORMAT_GFF_READER_H

#include "core/format/gff_order.h"

struct gff_part {
    uint64_t at, size; /* bytes in the file */
    uint32_t count;
};

/* Bytes of the data, indices or lists that a field or struct owns. */
struct gff_run {
    uint32_t offset, size, owner, tail;
};

struct gff_reader {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    struct gff_part parts[WR_GFF_SECTIONS];
    struct wr_gff_order *order;
    struct {
        struct gff_run *items; /* on the heap */
        size_t count, capacity;
    } runs[WR_GFF_SECTIONS];
    uint32_t tail;  /* bytes behind the texts of the value that was read last */
    uint64_t spent; /* bytes of long texts copied so far */
    bool told;      /* that they are too many */
    bool orderly;   /* what was read can be written back as it lies */
    enum wr_result result;
};

/* Takes down that the struct or field `owner` (from 0) has these bytes. */
void wr_gff_note_block(struct gff_reader *reader, enum wr_gff_section section, uint32_t owner,
                       uint32_t offset, uint32_t size);
/* Makes the order of what was taken down; false when memory is out. */
bool wr_gff_note_order(struct gff_reader *reader);

#endif
