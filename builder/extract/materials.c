/* Rules of JSON: which texture, material or flag is what one walks on. */
#include "builder/extract/materials.h"

#include "core/base/text.h"
#include "core/files/file.h"
#include "core/text/json.h"
#include "core/walkmesh/surfaces.h"
#include "core/wmp/solids.h"

#include <string.h>

#define FORMAT "warren-materials"

struct flag_name {
    const char *name;
    uint32_t flags;
};

static const struct flag_name flag_names[] = {{"flat", WR_WMP_FLAT},
                                              {"sky", WR_WMP_SKY},
                                              {"unseen", WR_WMP_UNSEEN},
                                              {"unshaded", WR_WMP_UNSHADED},
                                              {"water", WR_WMP_WATER}};

static bool find_flag(const char *name, uint32_t *flags)
{
    for (size_t i = 0; i < sizeof flag_names / sizeof *flag_names; i++)
        if (strcmp(flag_names[i].name, name) == 0) {
            *flags = flag_names[i].flags;
            return true;
        }
    return false;
}

/* A row of surfacemat.2da by its name or number; "none" is no floor. */
static bool find_material(const char *name, uint32_t *material)
{
    *material = WR_NONE;
    return wr_text_same(name, "none") || wr_surface_named(wr_view_of(name), material);
}

static bool fail_word(struct wr_context *context, wr_json *rule, const char *key,
                      const char *word, const char *hint)
{
    wr_json *value = wr_json_find(rule, key);
    wr_fail(context, WR_INVALID, value->where, "level-material", hint, "'%.40s' is no %s", word,
            key);
    return false;
}

static bool read_rule(struct wr_context *context, wr_json *rule, wr_taken_rule *out)
{
    static const char *const known[] = {"texture", "name", "flag", "material", NULL};
    const char *flag = NULL, *material = NULL;
    bool ok = true;
    wr_json_get_text(context, rule, "texture", false, &out->texture, &ok);
    wr_json_get_text(context, rule, "name", false, &out->name, &ok);
    wr_json_get_text(context, rule, "flag", false, &flag, &ok);
    wr_json_get_text(context, rule, "material", true, &material, &ok);
    wr_json_done(context, rule, known, &ok);
    if (ok && flag && !find_flag(flag, &out->flags))
        ok = fail_word(context, rule, "flag", flag,
                       "flags are flat, sky, unseen, unshaded and water");
    if (ok && !find_material(material, &out->surface))
        ok = fail_word(context, rule, "material", material,
                       "a name or number of surfacemat.2da, such as Stone, or none");
    return ok;
}

static enum wr_result read_rules(struct wr_taking *taking, wr_json *root,
                                 struct wr_taken_rules *out)
{
    static const char *const known[] = {"format", "version", "rules", NULL};
    const char *format = NULL;
    int64_t version;
    bool ok = true;
    wr_json_get_text(taking->context, root, "format", true, &format, &ok);
    wr_json_get_integer(taking->context, root, "version", true, 1, 1, &version, &ok);
    wr_json *list = wr_json_get(taking->context, root, "rules", WR_JSON_LIST, true, &ok);
    wr_json_done(taking->context, root, known, &ok);
    if (format && strcmp(format, FORMAT) != 0)
        return wr_fail(taking->context, WR_INVALID, root->where, "map-format",
                       "\"format\" is \"" FORMAT "\"", "this is no table of materials");
    for (wr_json *rule = list ? list->first : NULL; rule; rule = rule->next) {
        ok &= rule->kind == WR_JSON_OBJECT
                  ? read_rule(taking->context, rule, &out->items[out->count++])
                  : wr_fail(taking->context, WR_INVALID, rule->where, "json-type", NULL,
                            "a rule must be an object") == WR_OK;
    }
    return ok ? WR_OK : WR_INVALID;
}

enum wr_result wr_taking_rules(struct wr_taking *taking, struct wr_taken_rules *out)
{
    const char *path = taking->options->materials;
    wr_json *root = NULL;
    *out = (struct wr_taken_rules){0};
    if (!path)
        return WR_OK;
    struct wr_source *source = WR_ZERO(taking->arena, struct wr_source, 1);
    enum wr_result result = source ? WR_OK : wr_no_memory(taking->context);
    if (result == WR_OK)
        result = wr_file_read(taking->context, taking->arena, path, source);
    if (result == WR_OK)
        result = wr_json_read(taking->context, taking->arena, source, &root);
    if (result != WR_OK)
        return result;
    wr_json *list = wr_json_find(root, "rules");
    out->items = WR_ZERO(taking->arena, wr_taken_rule, list ? list->count : 0);
    return out->items ? read_rules(taking, root, out) : wr_no_memory(taking->context);
}
