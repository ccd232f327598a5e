/* Taking down how a GFF file lies: whose its bytes are, and which are nobody's. */
#include "core/format/gff_reader.h"

#include <stdlib.h>
#include <string.h>

void wr_gff_note_block(struct gff_reader *reader, enum wr_gff_section section, uint32_t owner,
                       uint32_t offset, uint32_t size)
{
    size_t count = reader->runs[section].count;
    if (!wr_grow(&reader->runs[section].items, &reader->runs[section].capacity, count + 1,
                 sizeof(struct gff_run))) {
        if (reader->result != WR_NO_MEMORY)
            reader->result = wr_no_memory(reader->context);
        return;
    }
    uint32_t tail = section == WR_GFF_DATA ? reader->tail : 0;
    reader->runs[section].items[count] = (struct gff_run){offset, size, owner + 1, tail};
    reader->runs[section].count++;
}

static int compare(const void *a, const void *b)
{
    const struct gff_run *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->owner < y->owner ? -1 : x->owner > y->owner;
}

/* A copy of bytes of the file. */
static bool take_slack(struct gff_reader *reader, uint64_t at, uint64_t size, wr_gff_slack *out)
{
    out->size = (uint32_t)size;
    out->bytes = size > 0
                     ? wr_arena_copy(reader->arena, reader->source->data + at, (size_t)size, 1)
                     : NULL;
    return size == 0 || out->bytes;
}

/* ---- Blocks ------------------------------------------------------------------------------ */

/* The blocks of one section, in its order; values that lie on each other in part cannot be
 * written back so, and the file is then laid out anew. */
static bool note_section(struct gff_reader *reader, enum wr_gff_section section)
{
    const struct gff_part *part = &reader->parts[section];
    struct gff_run *runs = reader->runs[section].items;
    size_t count = reader->runs[section].count;
    wr_gff_block *blocks = WR_TAKE(reader->arena, wr_gff_block, 2 * count + 1);
    uint32_t made = 0;
    uint64_t at = 0;
    if (!blocks)
        return false;
    if (count > 0)
        qsort(runs, count, sizeof *runs, compare);
    for (size_t i = 0; i <= count; i++) {
        uint64_t next = i < count ? runs[i].offset : part->size;
        bool shared = i > 0 && i < count && runs[i].offset == runs[i - 1].offset &&
                      runs[i].size == runs[i - 1].size;
        if (next < at && !shared)
            reader->orderly = false;
        if (next > at) {
            blocks[made] = (wr_gff_block){.offset = (uint32_t)at};
            if (!take_slack(reader, part->at + at, next - at, &blocks[made++].slack))
                return false;
        }
        if (i == count)
            break;
        blocks[made] =
            (wr_gff_block){.offset = (uint32_t)next, .owner = runs[i].owner, .shared = shared};
        at = next + runs[i].size;
        if (!take_slack(reader, part->at + at - runs[i].tail, runs[i].tail,
                        &blocks[made++].slack))
            return false;
    }
    reader->order->blocks[section].items = blocks;
    reader->order->blocks[section].count = made;
    return true;
}

/* ---- Sections ---------------------------------------------------------------------------- */

/* By offset; an empty section before one that starts at the same byte. */
static void sort_sections(struct gff_reader *reader)
{
    enum wr_gff_section *sequence = reader->order->sequence;
    for (int i = 0; i < WR_GFF_SECTIONS; i++) {
        const struct gff_part *part = &reader->parts[i];
        int k = i;
        for (; k > 0; k--) {
            const struct gff_part *before = &reader->parts[sequence[k - 1]];
            bool later = before->at > part->at || (before->at == part->at && before->size > 0);
            if (!later)
                break;
            sequence[k] = sequence[k - 1];
        }
        sequence[k] = (enum wr_gff_section)i;
    }
}

/* What lies between the sections, and behind the last. An empty section can be said to lie
 * anywhere. */
static bool note_gaps(struct gff_reader *reader)
{
    struct wr_gff_order *order = reader->order;
    uint64_t at = WR_GFF_HEADER;
    sort_sections(reader);
    for (int i = 0; i <= WR_GFF_SECTIONS; i++) {
        const struct gff_part *part =
            i < WR_GFF_SECTIONS ? &reader->parts[order->sequence[i]] : NULL;
        uint64_t next = part ? part->at : reader->source->size;
        if (part && part->size == 0) {
            order->odd[order->sequence[i]] = part->at != at ? part->at + 1 : 0;
            next = at;
        }
        if (!take_slack(reader, at, next - at, &order->gaps[i]))
            return false;
        at = part ? next + part->size : next;
    }
    return true;
}

bool wr_gff_note_order(struct gff_reader *reader)
{
    reader->orderly = true;
    bool fine = note_section(reader, WR_GFF_DATA) && note_section(reader, WR_GFF_INDICES) &&
                note_section(reader, WR_GFF_LISTS) && note_gaps(reader);
    if (fine && !reader->orderly)
        wr_warn(reader->context, wr_at(reader->source, WR_WHOLE_FILE), "gff-overlap", NULL,
                "values lie on each other in part; written back, the file is laid out anew");
    return fine;
}
