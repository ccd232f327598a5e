/* Kits of HolocronToolset become Warren's, and these become its. */
#include "builder/convert/kit_making.h"

#include "core/base/text.h"
#include "core/files/file.h"

#include <string.h>

/* ---- What lies there already --------------------------------------------------------------
 */

/* A folder means one kit: Warren's where a kit.xml lies in it, else that of the JSON beside it.
 */
static enum wr_result refuse_another(const struct wr_kit_making *making)
{
    struct wr_conversion *conversion = making->conversion;
    bool holocron = making->kit->holocron;
    size_t size = wr_path_trimmed(making->folder);
    char *json = WR_TAKE(conversion->arena, char, size + sizeof ".json");
    char *xml = wr_path_join(conversion->arena, making->folder, "kit.xml");
    if (!json || !xml)
        return wr_no_memory(conversion->context);
    memcpy(json, making->folder, size);
    memcpy(json + size, ".json", sizeof ".json");
    const char *other = holocron ? json : xml;
    if (!wr_file_exists(conversion->context, other))
        return WR_OK;
    return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "kit-in-the-way",
                   holocron ? "choose a folder that is no kit's yet"
                            : "choose a folder in which no kit of that id lies",
                   "'%s' is a kit's folder: that of '%s'", making->folder, other);
}

/* ---- Moving into place --------------------------------------------------------------------
 */

static enum wr_result move_all(struct wr_kit_making *making)
{
    struct wr_conversion *conversion = making->conversion;
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && i < making->made_count; i++)
        result = wr_staging_move(conversion->context, making->stagings[making->made[i].folder],
                                 making->made[i].name, conversion->flags);
    for (uint32_t f = 0; f < making->folder_count; f++)
        if (result == WR_OK && conversion->options->durable)
            result = wr_staging_sync(conversion->context, making->stagings[f]);
    return result;
}

static enum wr_result make(struct wr_kit_making *making)
{
    struct wr_conversion *conversion = making->conversion;
    enum wr_result result = refuse_another(making);
    if (result == WR_OK)
        result = making->kit->holocron ? wr_kit_to_xml(making) : wr_kit_to_holocron(making);
    result = wr_context_commit(conversion->context, result);
    if (result == WR_OK)
        result = move_all(making);
    for (uint32_t f = making->folder_count;
         f-- > 0;) /* what was made first may hold the rest */
        wr_staging_drop(making->stagings[f]);
    wr_free(making->made);
    conversion->written = true;
    return result;
}

/* ---- Which way ----------------------------------------------------------------------------
 */

/* The folder of HolocronToolset's files lies beside the JSON, and has the kit's id for a name.
 */
static const char *folder_of(const struct wr_conversion *conversion, const struct wr_kit *kit)
{
    if (kit->holocron)
        return conversion->to;
    char *beside = wr_path_folder(conversion->arena, conversion->to);
    return beside ? wr_path_join(conversion->arena, beside, kit->id) : NULL;
}

static enum wr_result refuse_way(const struct wr_conversion *conversion,
                                 const struct wr_kit *kit)
{
    return wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-kind",
                   kit->holocron ? "it becomes a folder, whose name has no ending"
                                 : "it becomes a .json, with a folder beside it",
                   "%s does not become '%s'",
                   kit->holocron ? "a kit of HolocronToolset" : "a kit of Warren's",
                   conversion->to);
}

enum wr_result wr_convert_kit(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct wr_kit_making making = {.conversion = conversion};
    struct wr_kit *kit;
    (void)out;
    enum wr_result result =
        wr_kit_load(conversion->context, conversion->from, &conversion->surfaces, &kit);
    if (result != WR_OK)
        return result;
    making.kit = kit;
    making.folder = folder_of(conversion, kit);
    if (!making.folder)
        result = wr_no_memory(conversion->context);
    else if (kit->holocron != (conversion->form == WR_FORM_FOLDER))
        result = refuse_way(conversion, kit);
    else
        result = make(&making);
    wr_kit_free(kit);
    return result;
}
