/* Which area a module is about, and its layout. */
#include "builder/extract/layout.h"

#include "core/base/text.h"

#include <string.h>

/* ---- The layout -------------------------------------------------------------------------- */

static wr_where whole(const struct wr_taking *taking)
{
    return wr_at(&taking->resources.source, WR_WHOLE_FILE);
}

static bool is_own_layout(const wr_entry *entry)
{
    return entry->type == WR_RES_LYT && !entry->container->shared;
}

/* The area a module is entered in, where its layout is there; else the only layout. */
static enum wr_result find_layout(struct wr_taking *taking, const wr_entry **out)
{
    const struct wr_resources *all = &taking->resources;
    const char *area = "";
    uint32_t count = 0;
    if (taking->ifo)
        area = wr_gff_text_of(taking->ifo->root, "Mod_Entry_Area", taking->arena);
    if (!area)
        return wr_no_memory(taking->context);
    *out = *area ? wr_resources_find(all, area, WR_RES_LYT) : NULL;
    for (size_t i = 0; !*out && i < all->count; i++)
        count += is_own_layout(&all->entries[i]);
    for (size_t i = 0; count == 1 && i < all->count; i++)
        if (is_own_layout(&all->entries[i]))
            *out = &all->entries[i];
    if (*out)
        return WR_OK;
    return wr_fail(taking->context, WR_NOT_FOUND, whole(taking), "extract-no-layout",
                   count ? "name the module itself, or a folder with one layout only"
                         : "a module has a LYT that lists its rooms",
                   count ? "there are %u layouts, and nothing says which one is meant"
                         : "there is no layout here",
                   (unsigned)count);
}

enum wr_result wr_taking_layout(struct wr_taking *taking)
{
    const wr_entry *entry;
    struct wr_source *source = WR_TAKE(taking->arena, struct wr_source, 1);
    enum wr_result result =
        source ? wr_taking_gff(taking, "module", WR_RES_IFO, "IFO ", &taking->ifo)
               : wr_no_memory(taking->context);
    if (result == WR_OK)
        result = find_layout(taking, &entry);
    if (result != WR_OK)
        return result;
    const char *stem = wr_entry_name(taking->arena, entry);
    if (!stem)
        return wr_no_memory(taking->context);
    if (!wr_taken_name(stem, taking->area))
        return wr_fail(taking->context, WR_INVALID, whole(taking), "extract-name",
                       "names have 1 to 16 of the characters a-z 0-9 _ -",
                       "a layout cannot be called '%.64s'", stem);
    result = wr_entry_read(taking->context, taking->arena, entry, source);
    return result == WR_OK ? wr_lyt_read(taking->context, taking->arena, source, &taking->lyt)
                           : result;
}

enum wr_result wr_taking_area(struct wr_taking *taking)
{
    enum wr_result result =
        wr_taking_gff(taking, taking->area, WR_RES_ARE, "ARE ", &taking->are);
    return result == WR_OK ? wr_taking_gff_of(taking, taking->area, WR_RES_GIT, "GIT ",
                                              &taking->git, &taking->git_source)
                           : result;
}
