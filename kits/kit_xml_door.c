/* The doors of a kit in XML. */
#include "kits/kit_xml.h"

#include "core/base/suggestion.h"

#include <string.h>

static const char *const none[] = {NULL};

static void read_meets(struct wr_kit_xml *reader, wr_xml *element, wr_door *door)
{
    if (!wr_kit_xml_words(reader, element, "meets", &door->meets, &door->meets_count))
        return;
    for (uint32_t i = 0; i < door->meets_count; i++)
        door->meets_any |= strcmp(door->meets[i], "*") == 0;
}

/* A wrong one was reported and counts as not said. */
static void read_row(struct wr_kit_xml *reader, wr_xml *element, const char *name, uint8_t *out)
{
    int64_t row;
    if (wr_xml_get_integer(reader->context, element, name, false, 1, UINT8_MAX, &row,
                           &reader->ok))
        *out = (uint8_t)row;
}

static bool read_door(struct wr_kit_xml *reader, wr_xml *element, wr_door *door)
{
    static const char *const known[] = {"name",   "width",  "height", "k1", "k2",
                                        "k1-row", "k2-row", "meets",  NULL};
    *door = (wr_door){0};
    bool whole = wr_kit_xml_id(reader, element, "name", &door->name);
    whole &= wr_kit_xml_size(reader, element, "width", true, false, &door->width);
    whole &= wr_kit_xml_size(reader, element, "height", true, false, &door->height);
    whole &= wr_kit_xml_blueprint(reader, element, "k1", &door->blueprints[0]);
    whole &= wr_kit_xml_blueprint(reader, element, "k2", &door->blueprints[1]);
    read_row(reader, element, "k1-row", &door->rows[0]);
    read_row(reader, element, "k2-row", &door->rows[1]);
    read_meets(reader, element, door);
    wr_kit_xml_done(reader, element, known, none);
    return whole;
}

uint32_t wr_kit_xml_door(const struct wr_kit *kit, wr_view name)
{
    for (uint32_t i = 0; i < kit->door_count; i++)
        if (wr_view_is(name, kit->doors[i].name))
            return i;
    return WR_NONE;
}

void wr_kit_xml_refuse_door(struct wr_kit_xml *reader, wr_where where, const char *name)
{
    char hint[WR_SUGGESTION_SIZE];
    const char *known[WR_MOST_DOORS + 1];
    for (uint32_t i = 0; i < reader->kit->door_count; i++)
        known[i] = reader->kit->doors[i].name;
    known[reader->kit->door_count] = NULL;
    const char *suggestion = wr_suggestion(hint, name, known);
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, where, "door-unknown",
            suggestion ? suggestion : "doors are declared with <door> in the kit",
            "this kit has no door '%s'", name);
}

/* A word of `meets`: "*", "door" of this kit, or "kit:door" of any. */
static void check_meets(struct wr_kit_xml *reader, wr_where where, const char *word)
{
    const char *colon = strchr(word, ':');
    wr_view kit = {word, colon ? (size_t)(colon - word) : 0};
    wr_view door = wr_view_of(colon ? colon + 1 : word);
    if (strcmp(word, "*") == 0)
        return;
    if (!wr_kit_id_valid(door) || (colon && !wr_kit_id_valid(kit))) {
        reader->ok = false;
        wr_fail(reader->context, WR_INVALID, where, "name-invalid",
                "write \"door\", \"kit:door\" or \"*\"", "'%s' names no door", word);
        return;
    }
    bool own = !colon || (reader->kit->id && wr_view_is(kit, reader->kit->id));
    if (own && wr_kit_xml_door(reader->kit, door) == WR_NONE)
        wr_kit_xml_refuse_door(reader, where, door.data);
}

void wr_kit_xml_doors(struct wr_kit_xml *reader, wr_xml *root)
{
    struct wr_kit *kit = reader->kit;
    uint32_t count;
    if (!wr_kit_xml_within(reader, root, "door", WR_MOST_DOORS, &count))
        return;
    wr_door *doors = WR_TAKE(reader->arena, wr_door, count);
    if (!doors) {
        wr_kit_xml_starve(reader);
        return;
    }
    kit->doors = doors;
    wr_xml *child = wr_kit_xml_next(root->first, "door");
    for (; child && !reader->fatal; child = wr_kit_xml_next(child->next, "door")) {
        wr_door *door = &doors[kit->door_count];
        bool whole = read_door(reader, child, door);
        /* What is wrong about a door is said once, not again by each hook. */
        kit->door_count += whole || door->name != NULL;
    }
    wr_kit_xml_refuse_twice(reader, root, "door", "name");
    child = wr_kit_xml_next(root->first, "door");
    for (uint32_t i = 0; child && i < kit->door_count;
         child = wr_kit_xml_next(child->next, "door")) {
        const wr_xml_attribute *name = wr_xml_find(child, "name");
        if (!name || strcmp(name->value, doors[i].name) != 0)
            continue;
        for (uint32_t k = 0; k < doors[i].meets_count; k++)
            check_meets(reader, wr_kit_xml_where(child, "meets"), doors[i].meets[k]);
        i++;
    }
}

bool wr_kit_xml_hook_door(struct wr_kit_xml *reader, wr_xml *element, wr_hook *hook)
{
    const char *name;
    if (!wr_kit_xml_text(reader, element, "door", true, &name))
        return false;
    hook->door = wr_kit_xml_door(reader->kit, wr_view_of(name));
    if (hook->door != WR_NONE)
        return true;
    wr_kit_xml_refuse_door(reader, wr_kit_xml_where(element, "door"), name);
    return false;
}
