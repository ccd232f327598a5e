/* Tables and trees: what is read whole and written in another form. */
#include "builder/convert/conversion.h"

#include "core/base/bytes.h"
#include "core/format/gff_json.h"
#include "core/format/twoda.h"

enum wr_result wr_convert_table(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_twoda table;
    enum wr_result result =
        wr_twoda_read(conversion->context, conversion->arena, &conversion->file.source, &table);
    if (result != WR_OK)
        return result;
    return conversion->options->text
               ? wr_twoda_write_text(conversion->context, conversion->arena, &table,
                                     conversion->where, out)
               : wr_twoda_write(conversion->context, &table, conversion->where, out);
}

enum wr_result wr_convert_gff(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_gff *gff;
    enum wr_result result =
        wr_gff_read(conversion->context, conversion->arena, &conversion->file.source, &gff);
    return result == WR_OK ? wr_gff_json_write(conversion->context, gff, conversion->where, out)
                           : result;
}

enum wr_result wr_convert_gff_json(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_gff *gff;
    enum wr_result result = wr_gff_json_read(conversion->context, conversion->arena,
                                             &conversion->file.source, &gff);
    return result == WR_OK ? wr_gff_write(conversion->context, gff, out) : result;
}
