/* Levels of GameStudio. */
#include "builder/convert/conversion.h"

#include "core/wmp/write.h"

enum wr_result wr_convert_level(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_wmp *level;
    enum wr_result result =
        wr_wmp_read(conversion->context, conversion->arena, &conversion->file.source, &level);
    if (result != WR_OK)
        return result;
    return conversion->form == WR_FORM_LEVEL_BUILD
               ? wr_wmp_write_build(conversion->context, level, out)
               : wr_wmp_write_text(conversion->context, level, out);
}
