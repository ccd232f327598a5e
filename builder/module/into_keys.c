/* The keys a map gains: their waypoints go into an edited module, once. */
#include "builder/module/into_steps.h"

#include "core/base/text.h"

/* The key that a door's blueprint asks for; "" for none, NULL when memory is out. */
static enum wr_result key_of(const struct wr_putting *putting,
                             const struct wr_resources *resources, const wr_resource *item,
                             const char **out)
{
    struct wr_gff *gff;
    uint32_t number;
    *out = "";
    if (item->type != WR_RES_UTD || !wr_name_numbered(item->name, putting->id, "_dor", &number))
        return WR_OK;
    enum wr_result result = wr_putting_read(putting, resources, item->name, WR_RES_UTD, &gff);
    if (result != WR_OK)
        return result;
    *out = wr_gff_text_of(gff->root, "KeyName", putting->arena);
    return *out ? WR_OK : wr_no_memory(putting->context);
}

/* Whether a door of the edited module asks for a key already: then its waypoint was there, and
 * somebody may have taken it out. */
static enum wr_result is_known(const struct wr_putting *putting, const char *key, bool *out)
{
    const struct wr_resources *old = putting->old;
    enum wr_result result = WR_OK;
    *out = false;
    for (size_t i = 0; result == WR_OK && !*out && i < old->count; i++) {
        const char *other = "";
        result = key_of(putting, old, old->entries[i].resource, &other);
        *out = result == WR_OK && wr_text_same(other, key);
    }
    return result;
}

static const wr_gff_struct *waypoint_of(const struct wr_putting *putting,
                                        const struct wr_gff *git, const char *tag)
{
    const wr_gff_list *list = wr_gff_list_of(git->root, "WaypointList");
    for (uint32_t i = 0; list && i < list->count; i++) {
        const char *other = wr_gff_text_of(list->items[i], "Tag", putting->arena);
        if (other && wr_text_same(other, tag))
            return list->items[i];
    }
    return NULL;
}

static enum wr_result put_key(struct wr_putting *putting, struct wr_gff *git,
                              const struct wr_gff *made, const char *key)
{
    char tag[WR_LONGEST_TAG + 1];
    bool known;
    wr_key_tag(key, tag);
    const wr_gff_struct *row = waypoint_of(putting, made, tag);
    if (!row || waypoint_of(putting, git, tag))
        return WR_OK;
    enum wr_result result = is_known(putting, key, &known);
    if (result != WR_OK || known)
        return result;
    wr_gff_list *list = wr_gff_set_list(git, git->root, "WaypointList");
    if (!list)
        return wr_no_memory(putting->context);
    wr_putting_copy(git, list, row);
    return WR_OK;
}

enum wr_result wr_into_keys(struct wr_putting *putting, struct wr_gff *git,
                            const struct wr_gff *made)
{
    const struct wr_archive *archive = putting->fresh->container->archive;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < archive->count; i++) {
        const char *key = "";
        result = key_of(putting, putting->fresh, &archive->items[i], &key);
        if (result == WR_OK && *key)
            result = put_key(putting, git, made, key);
    }
    return result;
}
