/* Which rooms a template means, what it says of them, and the names of patterns. */
#include "templates/template.h"

#include "core/base/text.h"

#include <math.h>
#include <string.h>

const char *wr_pattern_name(enum wr_pattern pattern)
{
    static const char *const names[] = {
        [WR_LOCK_AND_KEY] = "lock_and_key", [WR_SHORTCUT] = "shortcut",
        [WR_HIDDEN_ROUTE] = "hidden_route", [WR_HUB] = "hub",
        [WR_TWO_WAYS] = "two_ways",
    };
    return names[pattern];
}

static bool has_tag(const wr_room *room, const char *tag)
{
    for (uint32_t i = 0; i < room->tag_count; i++)
        if (wr_text_same(room->tags[i], tag))
            return true;
    return false;
}

static bool is_called(const wr_room *room, const char *name)
{
    if (*name == '#')
        return has_tag(room, name + 1);
    return wr_text_same(room->id, name) || wr_text_same(room->name, name);
}

/* "kit:room" and "kit:#tag", too. */
static bool is_meant(const wr_room *room, const char *name)
{
    const char *colon = strchr(name, ':');
    if (is_called(room, name))
        return true;
    if (!colon || !room->kit)
        return false;
    wr_view kit = {name, (size_t)(colon - name)};
    return is_called(room, colon + 1) && (wr_view_same(kit, wr_view_of(room->kit->id)) ||
                                          wr_view_same(kit, wr_view_of(room->kit->name)));
}

static bool is_named(const wr_choice *choice, const wr_room *room)
{
    for (uint32_t i = 0; i < choice->count; i++)
        if (is_meant(room, choice->names[i]))
            return true;
    return false;
}

bool wr_choice_fits(const wr_choice *choice, const wr_room *room)
{
    return choice->count == 0 || is_named(choice, room);
}

wr_room_terms wr_template_terms(const struct wr_template *template, const wr_room *room)
{
    wr_room_terms terms = {.weight = room->weight,
                           .count = {room->least, room->most},
                           .repeat = template->repeat,
                           .mirror = template->mirror};
    bool cap = has_tag(room, "cap") || is_named(&template->cap_rooms, room);
    terms.used =
        !cap && wr_choice_fits(&template->include, room) && !is_named(&template->exclude, room);
    for (uint32_t i = 0; i < template->rule_count; i++) {
        const wr_room_rule *rule = &template->rules[i];
        if (!wr_choice_fits(&rule->rooms, room))
            continue;
        terms.weight = isnan(rule->weight) ? terms.weight : room->weight * rule->weight;
        terms.count = rule->count.least == WR_NONE ? terms.count : rule->count;
        terms.repeat = rule->sets_repeat ? rule->repeat : terms.repeat;
        terms.mirror = rule->sets_mirror ? rule->mirror : terms.mirror;
    }
    return terms;
}
