/* Reporting what is wrong with a walkmesh. Source: formats/bwm, section 2. */
#include "core/walkmesh/judging.h"

#include "core/base/bytes.h"

#include <inttypes.h>
#include <stdio.h>

enum { HEADER_SIZE = 136 };

static const char format[] = "%s %" PRIu32 " %s%s";

wr_where wr_mesh_judging_row(const struct wr_mesh_judging *judging, enum wr_table table,
                             uint32_t row)
{
    static const struct {
        uint8_t slot, stride; /* where the header has the offset; bytes a row */
    } layout[] = {
        [WR_TABLE_VERTICES] = {0x4c, 12},  [WR_TABLE_FACES] = {0x54, 12},
        [WR_TABLE_MATERIALS] = {0x58, 4},  [WR_TABLE_NORMALS] = {0x5c, 12},
        [WR_TABLE_DISTANCES] = {0x60, 4},  [WR_TABLE_NODES] = {0x68, 44},
        [WR_TABLE_ADJACENCY] = {0x74, 12}, [WR_TABLE_EDGES] = {0x7c, 8},
        [WR_TABLE_PERIMETERS] = {0x84, 4},
    };
    const struct wr_source *source = judging->source;
    if (!source || !source->binary || source->size < HEADER_SIZE)
        return wr_at(source, WR_WHOLE_FILE);
    struct wr_reader reader = {source->data, source->size, layout[table].slot, false};
    return wr_at(source, wr_reader_u32(&reader) + (size_t)row * layout[table].stride);
}

void wr_mesh_judging_charge(struct wr_mesh_judging *judging, const struct wr_fault *fault,
                            const struct wr_charge *charge)
{
    if (fault->count == 0)
        return;
    char more[48] = "";
    if (fault->count > 1)
        snprintf(more, sizeof more, " (%" PRIu64 " more like it)", fault->count - 1);
    wr_where where = wr_mesh_judging_row(judging, charge->table, fault->first);
    if (charge->severity == WR_ERROR) {
        judging->wrong = true;
        wr_fail(judging->context, WR_INVALID, where, charge->slug, charge->hint, format,
                charge->thing, fault->first, charge->what, more);
    } else if (charge->severity == WR_WARNING) {
        wr_warn(judging->context, where, charge->slug, charge->hint, format, charge->thing,
                fault->first, charge->what, more);
    } else {
        wr_note(judging->context, where, charge->slug, charge->hint, format, charge->thing,
                fault->first, charge->what, more);
    }
}
