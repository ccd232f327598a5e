/* Tables of GFF fields, made into fields. */
#include "builder/module/rows.h"

static void set_row(struct wr_gff *gff, wr_gff_struct *in, const wr_gff_row *row)
{
    switch (row->type) {
    case WR_GFF_FLOAT:
        wr_gff_set_float(gff, in, row->label, row->value);
        break;
    case WR_GFF_STRING:
        wr_gff_set_string(gff, in, row->label, "");
        break;
    case WR_GFF_RESREF:
        wr_gff_set_resref(gff, in, row->label, "");
        break;
    case WR_GFF_LOCSTRING:
        wr_gff_set_local(gff, in, row->label, -1, NULL);
        break;
    case WR_GFF_LIST:
        wr_gff_set_list(gff, in, row->label);
        break;
    default:
        wr_gff_set_whole(gff, in, row->label, row->type, (int64_t)row->value);
    }
}

void wr_gff_rows(struct wr_gff *gff, wr_gff_struct *in, const wr_gff_row *rows, size_t count,
                 enum wr_game game)
{
    for (size_t i = 0; i < count; i++)
        if (!rows[i].only || rows[i].only == game)
            set_row(gff, in, &rows[i]);
}
