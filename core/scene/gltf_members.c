/* Faults of a glTF under way, and members of its objects. */
#include "core/scene/gltf_reading.h"

/* ---- Faults --------------------------------------------------------------------------------
 */

bool wr_gltf_fail(struct gltf *gltf, enum wr_result result, const wr_json *at, const char *slug,
                  const char *hint, const char *what)
{
    char path[WR_JSON_PATH_SIZE];
    enum wr_result failed = wr_fail(gltf->context, result, at->where, slug, hint, "%s %s",
                                    wr_json_path(at, path), what);
    if (gltf->result == WR_OK)
        gltf->result = failed;
    return false;
}

bool wr_gltf_full(const struct gltf *gltf)
{
    enum { MOST_FAULTS = 20 };
    return gltf->result != WR_OK &&
           (gltf->result == WR_NO_MEMORY ||
            wr_context_count(gltf->context, WR_ERROR) >= gltf->said + MOST_FAULTS);
}

bool wr_gltf_starve(struct gltf *gltf)
{
    if (gltf->result != WR_NO_MEMORY)
        gltf->result = wr_no_memory(gltf->context);
    return false;
}

/* ---- Members -------------------------------------------------------------------------------
 */

bool wr_gltf_keep(struct gltf *gltf, bool ok)
{
    if (!ok && gltf->result == WR_OK)
        gltf->result = WR_INVALID;
    return ok;
}

bool wr_gltf_count(struct gltf *gltf, wr_json *object, const char *key, uint64_t otherwise,
                   uint64_t *out)
{
    int64_t value = (int64_t)otherwise;
    bool ok = true;
    wr_json_get_integer(gltf->context, object, key, false, 0, INT64_MAX, &value, &ok);
    *out = (uint64_t)value;
    return wr_gltf_keep(gltf, ok);
}

bool wr_gltf_index(struct gltf *gltf, wr_json *object, const char *key, enum gltf_kind kind,
                   bool required, uint32_t *out)
{
    int64_t value;
    bool ok = true;
    if (!wr_json_get_integer(gltf->context, object, key, required, 0, UINT32_MAX, &value, &ok))
        return wr_gltf_keep(gltf, ok) && false;
    if ((uint64_t)value >= gltf->lists[kind].count)
        return wr_gltf_fail(gltf, WR_INVALID, wr_json_find(object, key), "gltf-reference",
                            "export it again", "names what the file does not have");
    *out = (uint32_t)value;
    return true;
}

bool wr_gltf_numbers(struct gltf *gltf, wr_json *object, const char *key, uint32_t count,
                     double *out)
{
    bool ok = true;
    uint32_t i = 0;
    wr_json *list = wr_json_get(gltf->context, object, key, WR_JSON_LIST, false, &ok);
    if (!list)
        return wr_gltf_keep(gltf, ok);
    for (wr_json *item = list->first; item; item = item->next, i++) {
        ok = ok && item->kind == WR_JSON_NUMBER;
        if (ok && i < count)
            out[i] = item->number;
    }
    if (ok && list->count == count)
        return true;
    return wr_gltf_fail(gltf, WR_INVALID, list, "gltf-number", NULL,
                        count == 16  ? "is no list of 16 numbers"
                        : count == 4 ? "is no list of 4 numbers"
                                     : "is no list of 3 numbers");
}

const char *wr_gltf_name(struct gltf *gltf, wr_json *object)
{
    wr_json *name = wr_json_find(object, "name");
    (void)gltf;
    return name && name->kind == WR_JSON_STRING ? name->text : "";
}
