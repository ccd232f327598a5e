/* Values in templates: texts, numbers, spans and choices. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/path.h"
#include "kits/kit_set.h"
#include "templates/template_reading.h"

bool wr_template_took(struct wr_template_reading *reading, const void *memory)
{
    if (!memory && reading->result == WR_OK)
        reading->result = wr_no_memory(reading->context);
    return memory != NULL;
}

void wr_template_fault(struct wr_template_reading *reading, wr_json *json, const char *slug,
                       const char *hint, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reading->ok = false;
    wr_fail(reading->context, WR_INVALID, json->where, slug, hint, "%s", text);
}

void wr_template_done(struct wr_template_reading *reading, wr_json *object,
                      const char *const *known)
{
    wr_json_done(reading->context, object, known, &reading->ok);
}

bool wr_template_is_kind(struct wr_template_reading *reading, wr_json *json,
                         enum wr_json_kind kind)
{
    char path[WR_JSON_PATH_SIZE];
    if (json->kind == kind)
        return true;
    wr_template_fault(reading, json, "json-type", NULL, "%s must be %s, not %s",
                      wr_json_path(json, path), wr_json_kind_name(kind),
                      wr_json_kind_name(json->kind));
    return false;
}

wr_json *wr_template_need(struct wr_template_reading *reading, wr_json *object, const char *key)
{
    wr_json *json = wr_json_find(object, key);
    if (!json)
        wr_json_get(reading->context, object, key, WR_JSON_NULL, true, &reading->ok);
    return json;
}

/* ---- Texts ------------------------------------------------------------------------------- */

const char *wr_template_keep(struct wr_template_reading *reading, wr_json *json)
{
    char path[WR_JSON_PATH_SIZE];
    if (!wr_template_is_kind(reading, json, WR_JSON_STRING))
        return NULL;
    if (!*json->text) {
        wr_template_fault(reading, json, "template-empty-text", NULL, "%s is empty",
                          wr_json_path(json, path));
        return NULL;
    }
    const char *copy = wr_arena_text(reading->template->arena, json->text, strlen(json->text));
    wr_template_took(reading, copy);
    return copy;
}

const char *wr_template_text(struct wr_template_reading *reading, wr_json *object,
                             const char *key, bool required)
{
    const char *text;
    if (!wr_json_get_text(reading->context, object, key, required, &text, &reading->ok))
        return NULL;
    return wr_template_keep(reading, wr_json_find(object, key));
}

int wr_template_word(struct wr_template_reading *reading, wr_json *object, const char *key,
                     const char *const *words, int otherwise)
{
    const char *text;
    char hint[WR_SUGGESTION_SIZE], path[WR_JSON_PATH_SIZE];
    if (!wr_json_get_text(reading->context, object, key, false, &text, &reading->ok))
        return otherwise;
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    wr_json *json = wr_json_find(object, key);
    wr_template_fault(reading, json, "template-word", wr_suggestion(hint, text, words),
                      "%s cannot be '%.64s'", wr_json_path(json, path), text);
    return otherwise;
}

/* ---- Lists ------------------------------------------------------------------------------- */

static bool has_items(struct wr_template_reading *reading, wr_json *list)
{
    char path[WR_JSON_PATH_SIZE];
    if (list->count > 0)
        return true;
    wr_template_fault(reading, list, "template-empty-list", "leave it out, or name something",
                      "%s is an empty list", wr_json_path(list, path));
    return false;
}

wr_json *wr_template_list(struct wr_template_reading *reading, wr_json *object, const char *key,
                          bool required)
{
    wr_json *list =
        wr_json_get(reading->context, object, key, WR_JSON_LIST, required, &reading->ok);
    return list && has_items(reading, list) ? list : NULL;
}

/* The texts of a list, or of one text, without those that were refused, and where each stands.
 */
static const char **keep_texts(struct wr_template_reading *reading, wr_json *json,
                               uint32_t *count, const wr_place **out_places)
{
    bool single = json->kind == WR_JSON_STRING;
    uint32_t kept = 0, most = single ? 1 : (uint32_t)json->count;
    const char **texts = WR_ZERO(reading->template->arena, const char *, most);
    wr_place *places = WR_ZERO(reading->template->arena, wr_place, most);
    *count = 0;
    if (!wr_template_took(reading, texts) || !wr_template_took(reading, places))
        return NULL;
    *out_places = places;
    for (wr_json *item = single ? json : json->first; item; item = item->next) {
        texts[kept] = wr_template_keep(reading, item);
        places[kept].offset = item->where.offset;
        kept += texts[kept] != NULL;
        if (single || reading->result != WR_OK)
            break;
    }
    *count = kept;
    return texts;
}

/* A member that is a text or a list of some, or NULL. */
static wr_json *find_texts(struct wr_template_reading *reading, wr_json *object,
                           const char *key, bool required)
{
    char path[WR_JSON_PATH_SIZE];
    wr_json *json =
        required ? wr_template_need(reading, object, key) : wr_json_find(object, key);
    if (!json || json->kind == WR_JSON_STRING)
        return json;
    if (json->kind == WR_JSON_LIST)
        return has_items(reading, json) ? json : NULL;
    wr_template_fault(reading, json, "json-type", NULL,
                      "%s must be a string or a list of strings, not %s",
                      wr_json_path(json, path), wr_json_kind_name(json->kind));
    return NULL;
}

/* Any system may have written a path. */
static const char *slashed(struct wr_template_reading *reading, const char *text)
{
    char *copy = wr_arena_text(reading->template->arena, text, strlen(text));
    if (wr_template_took(reading, copy))
        wr_path_slashes(copy);
    return copy ? copy : text;
}

const char *const *wr_template_kits(struct wr_template_reading *reading, wr_json *object,
                                    uint32_t *count, const wr_place **places)
{
    wr_json *json = find_texts(reading, object, "kit", true);
    const char **kits = json ? keep_texts(reading, json, count, places) : NULL;
    for (uint32_t i = 0; kits && i < *count; i++)
        if (wr_kit_is_path(kits[i]))
            kits[i] = slashed(reading, kits[i]);
    return kits;
}

const char *const *wr_template_paths(struct wr_template_reading *reading, wr_json *object,
                                     const char *key, uint32_t *count)
{
    const wr_place *unused = NULL;
    wr_json *json =
        wr_json_find(object, key) ? wr_template_list(reading, object, key, false) : NULL;
    const char **paths = json ? keep_texts(reading, json, count, &unused) : NULL;
    for (uint32_t i = 0; paths && i < *count; i++)
        paths[i] = slashed(reading, paths[i]);
    return paths;
}

wr_choice wr_template_choice(struct wr_template_reading *reading, wr_json *object,
                             const char *key, bool required)
{
    wr_choice choice = {0};
    char path[WR_JSON_PATH_SIZE];
    wr_json *json = find_texts(reading, object, key, required);
    if (!json)
        return choice;
    choice.place.offset = json->where.offset;
    choice.names = keep_texts(reading, json, &choice.count, &choice.places);
    wr_json *item = json->kind == WR_JSON_LIST ? json->first : json;
    for (; item; item = json->kind == WR_JSON_LIST ? item->next : NULL)
        if (item->kind == WR_JSON_STRING && strcmp(item->text, "#") == 0)
            wr_template_fault(reading, item, "template-empty-text", "write \"#hall\"",
                              "the tag in %s is empty", wr_json_path(item, path));
    return choice;
}

/* ---- Numbers ----------------------------------------------------------------------------- */

bool wr_template_bool(struct wr_template_reading *reading, wr_json *object, const char *key,
                      bool otherwise)
{
    wr_json_get_bool(reading->context, object, key, false, &otherwise, &reading->ok);
    return otherwise;
}

float wr_template_number(struct wr_template_reading *reading, wr_json *object, const char *key,
                         float least, float most, float otherwise)
{
    float value;
    char path[WR_JSON_PATH_SIZE];
    if (!wr_json_get_f32(reading->context, object, key, false, &value, &reading->ok))
        return otherwise;
    if (value >= least && value <= most)
        return value;
    wr_json *json = wr_json_find(object, key);
    wr_template_fault(reading, json, "template-range", NULL, "%s must be from %s to %s",
                      wr_json_path(json, path), wr_fixed((double)least, 0).text,
                      wr_fixed((double)most, 0).text);
    return otherwise;
}

bool wr_template_count(struct wr_template_reading *reading, wr_json *json, uint32_t least,
                       uint32_t most, uint32_t *out)
{
    char path[WR_JSON_PATH_SIZE];
    double number = json->number;
    wr_json_path(json, path);
    if (json->kind != WR_JSON_NUMBER)
        wr_template_fault(reading, json, "json-type", NULL, "%s must be a whole number, not %s",
                          path, wr_json_kind_name(json->kind));
    else if (!(number >= least && number <= most) || number != (uint32_t)number)
        wr_template_fault(reading, json, "json-range", NULL,
                          "%s must be a whole number from %lu to %lu", path,
                          (unsigned long)least, (unsigned long)most);
    else {
        *out = (uint32_t)number;
        return true;
    }
    return false;
}

static bool read_pair(struct wr_template_reading *reading, wr_json *list, uint32_t least,
                      uint32_t most, bool endless, wr_span *span)
{
    char path[WR_JSON_PATH_SIZE];
    wr_json *first = list->first, *second = first->next;
    bool whole = wr_template_count(reading, first, least, most, &span->least);
    if (endless && second->kind == WR_JSON_NULL)
        span->most = WR_NONE;
    else
        whole &= wr_template_count(reading, second, least, most, &span->most);
    if (!whole)
        return false;
    if (span->least <= span->most)
        return true;
    wr_template_fault(reading, list, "template-span", "write the smaller number first",
                      "%s is from %lu to %lu", wr_json_path(list, path),
                      (unsigned long)span->least, (unsigned long)span->most);
    return false;
}

wr_span wr_template_span(struct wr_template_reading *reading, wr_json *object, const char *key,
                         uint32_t least, uint32_t most, bool endless, wr_span otherwise)
{
    wr_span span = {0};
    char path[WR_JSON_PATH_SIZE];
    wr_json *json = wr_json_find(object, key);
    if (!json)
        return otherwise;
    if (json->kind == WR_JSON_NUMBER) {
        bool whole = wr_template_count(reading, json, least, most, &span.least);
        span.most = span.least;
        return whole ? span : otherwise;
    }
    if (json->kind == WR_JSON_LIST && json->count == 2)
        return read_pair(reading, json, least, most, endless, &span) ? span : otherwise;
    wr_template_fault(reading, json, "json-type",
                      endless ? "write 5, [3, 7], or [3, null] for no limit"
                              : "write 5, or [3, 7]",
                      "%s must be a whole number or a list of two", wr_json_path(json, path));
    return otherwise;
}

static void judge_position(struct wr_template_reading *reading, wr_json *list, wr_vec3 point)
{
    const float axes[3] = {point.x, point.y, point.z};
    char path[WR_JSON_PATH_SIZE];
    wr_json *item = list->first;
    for (unsigned i = 0; i < 3; i++, item = item->next)
        if (!(axes[i] >= -WR_MAP_FARTHEST && axes[i] <= WR_MAP_FARTHEST))
            wr_template_fault(reading, item, "template-coordinate",
                              "area coordinates lie between -100000 and 100000 m",
                              "%s is farther than 100 km from the origin",
                              wr_json_path(item, path));
}

bool wr_template_point(struct wr_template_reading *reading, wr_json *object, const char *key,
                       wr_vec3 *point)
{
    if (!wr_json_get_vec3(reading->context, object, key, true, point, &reading->ok))
        return false;
    judge_position(reading, wr_json_find(object, key), *point);
    return true;
}

/* ---- Corridors --------------------------------------------------------------------------- */

wr_corridor_rule wr_template_corridor(struct wr_template_reading *reading, wr_json *object,
                                      wr_corridor_rule otherwise)
{
    static const char *const keys[] = {"length", "rooms", NULL};
    wr_json *json =
        wr_json_get(reading->context, object, "corridor", WR_JSON_OBJECT, false, &reading->ok);
    if (!json)
        return otherwise;
    wr_corridor_rule rule = {.rooms = otherwise.rooms};
    wr_template_need(reading, json, "length");
    rule.length = wr_template_span(reading, json, "length", 0, WR_TEMPLATE_MOST_CORRIDOR, false,
                                   rule.length);
    if (wr_json_find(json, "rooms"))
        rule.rooms = wr_template_choice(reading, json, "rooms", false);
    wr_template_done(reading, json, keys);
    return rule;
}
