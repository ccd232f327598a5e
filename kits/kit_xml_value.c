/* The attributes and children of a kit's XML. */
#include "kits/kit_xml.h"

#include <string.h>

enum { LONGEST_NAME = 64, LARGEST_COUNT = 999999 };

bool wr_kit_xml_starve(struct wr_kit_xml *reader)
{
    reader->fatal = wr_no_memory(reader->context);
    return false;
}

wr_where wr_kit_xml_where(wr_xml *element, const char *name)
{
    wr_xml_attribute *attribute = wr_xml_find(element, name);
    return attribute ? attribute->where : element->where;
}

/* ---- Attributes ----------------------------------------------------------------------------
 */

bool wr_kit_xml_text(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                     bool required, const char **out)
{
    return wr_xml_get_text(reader->context, element, name, required, out, &reader->ok);
}

bool wr_kit_xml_refuse_name(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                            const char *text, const char *hint)
{
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(element, name), "name-invalid", hint,
            "'%s' cannot be the %s of a %s", text, name, element->name);
    return false;
}

const char wr_kit_id_hint[] = "1 to 32 of the characters A-Z a-z 0-9 _ -";

bool wr_kit_xml_id(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                   const char **out)
{
    if (!wr_kit_xml_text(reader, element, name, true, out))
        return false;
    return wr_kit_id_valid(wr_view_of(*out)) ||
           wr_kit_xml_refuse_name(reader, element, name, *out, wr_kit_id_hint);
}

/* A name for people: 1 to 64 characters. */
bool wr_kit_xml_title(struct wr_kit_xml *reader, wr_xml *element, const char **out)
{
    if (!wr_kit_xml_text(reader, element, "name", true, out))
        return false;
    size_t count = 0;
    for (const char *p = *out; *p; p++)
        count += ((unsigned char)*p & 0xc0) != 0x80;
    return (count > 0 && count <= LONGEST_NAME) ||
           wr_kit_xml_refuse_name(reader, element, "name", *out, "1 to 64 characters");
}

bool wr_kit_xml_blueprint(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                          const char **out)
{
    if (!wr_kit_xml_text(reader, element, name, false, out))
        return true;
    return wr_kit_blueprint_valid(*out) ||
           wr_kit_xml_refuse_name(reader, element, name, *out,
                                  "a blueprint has 1 to 16 of the characters A-Z a-z 0-9 _");
}

bool wr_kit_xml_count(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                      uint32_t *out)
{
    int64_t value;
    if (!wr_xml_get_integer(reader->context, element, name, false, 0, LARGEST_COUNT, &value,
                            &reader->ok))
        return false;
    *out = (uint32_t)value;
    return true;
}

/* A number that must be at least `least`, or more than it. */
bool wr_kit_xml_size(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                     bool required, bool may_be_zero, float *out)
{
    float value;
    if (!wr_xml_get_f32(reader->context, element, name, required, &value, &reader->ok))
        return false;
    if (value > 0 || (may_be_zero && value == 0)) {
        *out = value;
        return true;
    }
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(element, name), "kit-size", NULL,
            "the %s of a %s must be %s, not %s", name, element->name,
            may_be_zero ? "0 or more" : "more than 0", wr_fixed(value, 3).text);
    return false;
}

/* The words of an attribute, or none. */
bool wr_kit_xml_words(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                      const char *const **out, uint32_t *count)
{
    const char *text, **words;
    *out = NULL;
    *count = 0;
    if (!wr_kit_xml_text(reader, element, name, false, &text))
        return true;
    wr_view rest = wr_view_of(text);
    uint32_t total = 0;
    while (wr_view_word(&rest).size > 0)
        total++;
    words = WR_TAKE(reader->arena, const char *, total);
    if (!words)
        return wr_kit_xml_starve(reader);
    rest = wr_view_of(text);
    for (uint32_t i = 0; i < total; i++) {
        wr_view word = wr_view_word(&rest);
        words[i] = wr_arena_text(reader->arena, word.data, word.size);
        if (!words[i])
            return wr_kit_xml_starve(reader);
    }
    *out = words;
    *count = total;
    return true;
}

/* ---- Children ---------------------------------------------------------------------------- */

uint32_t wr_kit_xml_children(const wr_xml *element, const char *name)
{
    uint32_t count = 0;
    for (const wr_xml *child = element->first; child; child = child->next)
        count += strcmp(child->name, name) == 0;
    return count;
}

/* The first child of a name from `child` on, which counts as understood. */
wr_xml *wr_kit_xml_next(wr_xml *child, const char *name)
{
    while (child && strcmp(child->name, name) != 0)
        child = child->next;
    if (child)
        child->taken = true;
    return child;
}

/* How many children of a name there are; too many are an error. */
bool wr_kit_xml_within(struct wr_kit_xml *reader, const wr_xml *element, const char *name,
                       uint32_t most, uint32_t *out)
{
    *out = wr_kit_xml_children(element, name);
    if (*out <= most)
        return true;
    for (wr_xml *child = wr_kit_xml_next(element->first, name); child;)
        child = wr_kit_xml_next(child->next, name);
    reader->ok = false;
    wr_fail(reader->context, WR_LIMIT, element->where, "kit-limit", NULL,
            "this %s has %u %ss; the most is %u", element->name, (unsigned)*out, name,
            (unsigned)most);
    return false;
}

void wr_kit_xml_done(struct wr_kit_xml *reader, wr_xml *element, const char *const *attributes,
                     const char *const *children)
{
    if (!reader->fatal) /* else there is more that nobody took */
        wr_xml_done(reader->context, element, attributes, children, false, &reader->ok);
}

/* Reports every child of a name whose attribute repeats an earlier one's. */
void wr_kit_xml_refuse_twice(struct wr_kit_xml *reader, wr_xml *element, const char *child_name,
                             const char *attribute)
{
    uint32_t count = 0;
    struct wr_named *names = WR_TAKE(reader->reading->scratch, struct wr_named,
                                     wr_kit_xml_children(element, child_name));
    if (!names) {
        wr_kit_xml_starve(reader);
        return;
    }
    for (wr_xml *child = element->first; child; child = child->next) {
        wr_xml_attribute *found =
            strcmp(child->name, child_name) == 0 ? wr_xml_find(child, attribute) : NULL;
        if (found)
            names[count++] = (struct wr_named){found->value, found->where};
    }
    count = wr_names_repeated(names, count);
    for (uint32_t i = 0; i < count; i++) {
        reader->ok = false;
        wr_fail(reader->context, WR_INVALID, names[i].where, "name-twice",
                "names that differ only in case count as one",
                "another %s before this one has the %s '%s'", child_name, attribute,
                names[i].text);
    }
}
