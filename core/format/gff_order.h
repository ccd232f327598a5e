/* How a GFF file that was read lies: what its writer needs to give the same bytes back. */
#ifndef WR_CORE_FORMAT_GFF_ORDER_H
#define WR_CORE_FORMAT_GFF_ORDER_H

#include "core/format/gff.h"

enum { WR_GFF_HEADER = 56, WR_GFF_RECORD = 12, WR_GFF_DEEPEST = 64 };

enum wr_gff_section {
    WR_GFF_STRUCTS,
    WR_GFF_FIELDS,
    WR_GFF_LABELS,
    WR_GFF_DATA,    /* values longer than 4 bytes */
    WR_GFF_INDICES, /* the fields of structs that have two or more */
    WR_GFF_LISTS,   /* the structs of lists */
    WR_GFF_SECTIONS
};

/* A run of bytes nobody refers to. */
typedef struct wr_gff_slack {
    const uint8_t *bytes;
    uint32_t size;
} wr_gff_slack;

/* A run of bytes of the data, the indices or the lists, in the order of the file. */
typedef struct wr_gff_block {
    uint32_t offset;
    wr_gff_slack slack; /* of a block without owner, or what stands behind its owner's value */
    uint32_t owner;     /* number of the struct or field, from 1; 0: none */
    bool shared;        /* it is the block before, which has another owner too */
} wr_gff_block;

/* Structs and fields as their records say; `used` by the tree. */
typedef struct wr_gff_struct_record {
    uint32_t id, data, count;
    bool used;
} wr_gff_struct_record;

typedef struct wr_gff_field_record {
    uint32_t type, label, data;
    bool used;
} wr_gff_field_record;

struct wr_gff_order {
    uint32_t struct_count, field_count, label_count;
    wr_gff_struct_record *structs;
    wr_gff_field_record *fields;
    const uint8_t (*labels)[WR_GFF_LABEL];
    struct {
        wr_gff_block *items;
        uint32_t count;
    } blocks[WR_GFF_SECTIONS]; /* of data, indices and lists */
    enum wr_gff_section sequence[WR_GFF_SECTIONS];
    wr_gff_slack gaps[WR_GFF_SECTIONS + 1]; /* before each of the sequence, and at the end */
    uint64_t odd[WR_GFF_SECTIONS]; /* offset, plus 1, of an empty section that lies elsewhere */
};

bool wr_gff_in_data(uint32_t type); /* whether values of a type lie in the data */

#endif
