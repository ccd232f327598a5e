/* What is packed, and whether names made of the id fit. */
#include "builder/module/packing.h"
#include "builder/layout/names.h"

#include <stdio.h>
#include <string.h>

void wr_packing_add(struct wr_packing *packing, const char *name, uint16_t type,
                    const char *path, const uint8_t *bytes, uint64_t size)
{
    wr_module_asset *items =
        wr_arena_more(packing->scratch, packing->items, packing->item_count, sizeof *items);
    packing->failed |= !items;
    if (!items)
        return;
    packing->items = items;
    wr_module_asset *item = &items[packing->item_count++];
    *item = (wr_module_asset){.type = type, .path = path, .bytes = bytes, .size = size};
    strncpy(item->name, name, WR_RESREF);
}

void wr_packing_name(const struct wr_packing *packing, const char *mark, uint32_t number,
                     char out[WR_RESREF + 1])
{
    char name[64];
    snprintf(name, sizeof name, "%.32s%s%u", packing->layout->id, mark, (unsigned)number);
    memcpy(out, name, WR_RESREF);
    out[WR_RESREF] = '\0';
}

enum wr_result wr_packing_fits(const struct wr_packing *packing, const char *mark,
                               const char *thing, uint32_t count)
{
    const char *id = packing->layout->id;
    char tail[32];
    if (count)
        snprintf(tail, sizeof tail, "%s%u", mark, (unsigned)(count - 1));
    else
        snprintf(tail, sizeof tail, "%s", mark);
    size_t longest = WR_RESREF - strlen(tail);
    if (strlen(id) <= longest)
        return WR_OK;
    return wr_fail(packing->context, WR_LIMIT, wr_names_id_where(packing->layout),
                   "id-too-long",
                   "shorten it, or give --id: the game knows names of 16 characters",
                   "the id '%s' has %zu characters; %s is called <id>%s, which leaves it %zu",
                   id, strlen(id), thing, tail, longest);
}
