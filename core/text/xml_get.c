/* Reading attributes of XML elements: values, ranges, what is missing and what nobody knows. */
#include <math.h>
#include <string.h>

#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/text/xml.h"

wr_xml_attribute *wr_xml_find(wr_xml *element, const char *name)
{
    for (wr_xml_attribute *a = element->attributes; a; a = a->next)
        if (strcmp(a->name, name) == 0) {
            a->taken = true;
            return a;
        }
    return NULL;
}

static wr_xml_attribute *find(struct wr_context *context, wr_xml *element, const char *name,
                              bool required, bool *ok)
{
    wr_xml_attribute *found = wr_xml_find(element, name);
    if (!found && required) {
        wr_fail(context, WR_INVALID, element->where, "xml-missing", NULL,
                "the element '%.80s' has no attribute '%s'", element->name, name);
        *ok = false;
    }
    return found;
}

static bool wrong_value(struct wr_context *context, const wr_xml_attribute *attribute,
                        const char *wanted, bool *ok)
{
    wr_fail(context, WR_INVALID, attribute->where, "xml-value", NULL,
            "%s must be %s, not '%.80s'", attribute->name, wanted, attribute->value);
    *ok = false;
    return false;
}

bool wr_xml_get_text(struct wr_context *context, wr_xml *element, const char *name,
                     bool required, const char **out, bool *ok)
{
    wr_xml_attribute *attribute = find(context, element, name, required, ok);
    if (attribute)
        *out = attribute->value;
    return attribute != NULL;
}

static wr_view trimmed(const char *text)
{
    wr_view rest = wr_view_of(text), word = wr_view_word(&rest), none = {NULL, 0};
    return wr_view_word(&rest).size == 0 ? word : none;
}

bool wr_xml_get_f32(struct wr_context *context, wr_xml *element, const char *name,
                    bool required, float *out, bool *ok)
{
    wr_xml_attribute *attribute = find(context, element, name, required, ok);
    float value;
    if (!attribute)
        return false;
    if (!wr_parse_f32(trimmed(attribute->value), &value) || !isfinite(value))
        return wrong_value(context, attribute, "a number", ok);
    *out = value;
    return true;
}

bool wr_xml_get_integer(struct wr_context *context, wr_xml *element, const char *name,
                        bool required, int64_t least, int64_t most, int64_t *out, bool *ok)
{
    wr_xml_attribute *attribute = find(context, element, name, required, ok);
    int64_t value;
    if (!attribute)
        return false;
    if (!wr_parse_i64(trimmed(attribute->value), &value))
        return wrong_value(context, attribute, "a whole number", ok);
    if (value >= least && value <= most) {
        *out = value;
        return true;
    }
    if (most == INT64_MAX)
        wr_fail(context, WR_INVALID, attribute->where, "xml-value", NULL,
                "%s must be a whole number from %lld up, not %lld", name, (long long)least,
                (long long)value);
    else
        wr_fail(context, WR_INVALID, attribute->where, "xml-value", NULL,
                "%s must be a whole number from %lld to %lld, not %lld", name, (long long)least,
                (long long)most, (long long)value);
    *ok = false;
    return false;
}

bool wr_xml_get_vec3(struct wr_context *context, wr_xml *element, const char *name,
                     bool required, wr_vec3 *out, bool *ok)
{
    wr_xml_attribute *attribute = find(context, element, name, required, ok);
    if (!attribute)
        return false;
    wr_view rest = wr_view_of(attribute->value);
    float values[3];
    for (size_t i = 0; i < 3; i++)
        if (!wr_parse_f32(wr_view_word(&rest), &values[i]) || !isfinite(values[i]))
            return wrong_value(context, attribute, "three numbers", ok);
    if (wr_view_word(&rest).size > 0)
        return wrong_value(context, attribute, "three numbers", ok);
    *out = (wr_vec3){values[0], values[1], values[2]};
    return true;
}

void wr_xml_done(struct wr_context *context, wr_xml *element, const char *const *attributes,
                 const char *const *children, bool text_allowed, bool *ok)
{
    char hint[WR_SUGGESTION_SIZE];
    for (const wr_xml_attribute *a = element->attributes; a; a = a->next) {
        if (a->taken)
            continue;
        wr_fail(context, WR_INVALID, a->where, "xml-unknown",
                wr_suggestion(hint, a->name, attributes),
                "the element '%.80s' knows no attribute '%.80s'", element->name, a->name);
        *ok = false;
    }
    for (const wr_xml *child = element->first; child; child = child->next) {
        if (child->taken)
            continue;
        wr_fail(context, WR_INVALID, child->where, "xml-unknown",
                wr_suggestion(hint, child->name, children),
                "the element '%.80s' holds no element '%.80s'", element->name, child->name);
        *ok = false;
    }
    if (!text_allowed && element->text[0]) {
        wr_fail(context, WR_INVALID, element->text_where, "xml-text", NULL,
                "the element '%.80s' holds no text", element->name);
        *ok = false;
    }
}
