/* Templates: loading and freeing, and which rooms they mean. */
#include "templates/template.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/system.h"
#include "core/base/text.h"
#include "templates/template_reading.h"

void wr_template_free(struct wr_template *template)
{
    if (template)
        wr_arena_destroy(template->arena);
}

const char *wr_pattern_name(enum wr_pattern pattern)
{
    static const char *const names[] = {
        [WR_LOCK_AND_KEY] = "lock_and_key", [WR_SHORTCUT] = "shortcut",
        [WR_HIDDEN_ROUTE] = "hidden_route", [WR_HUB] = "hub",
        [WR_TWO_WAYS] = "two_ways",
    };
    return names[pattern];
}

/* ---- Rooms ------------------------------------------------------------------------------- */

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

/* ---- Loading ----------------------------------------------------------------------------- */

/* What is no object at all is no template, whatever else is wrong with it. */
static bool begins_object(const struct wr_source *source)
{
    size_t at = 0;
    if (source->size >= 3 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0)
        at = 3;
    while (at < source->size && memchr(" \t\r\n", source->data[at], 4))
        at++;
    return at == source->size || memchr("{[", source->data[at], 2);
}

static enum wr_result read_into(struct wr_template_reading *reading,
                                const struct wr_source *source)
{
    if (!begins_object(source))
        return wr_fail(reading->context, WR_INVALID, wr_at(source, WR_WHOLE_FILE),
                       "template-format", WR_TEMPLATE_HINT, "this is no template of Warren's");
    enum wr_result result =
        wr_json_read(reading->context, reading->scratch, source, &reading->root);
    if (result != WR_OK)
        return result;
    reading->ok = true;
    wr_template_read_json(reading);
    if (reading->result != WR_OK)
        return reading->result;
    return reading->ok ? WR_OK : WR_INVALID;
}

static struct wr_template *new_template(struct wr_arena *arena, const struct wr_source *source)
{
    struct wr_template *template = WR_ZERO(arena, struct wr_template, 1);
    if (!template)
        return NULL;
    template->arena = arena;
    template->source = source;
    template->path = source->name;
    template->folder = wr_path_folder(arena, source->name);
    template->entry_node = template->exit_node = WR_NONE;
    return template->folder ? template : NULL;
}

enum wr_result wr_template_read(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, struct wr_template **out)
{
    struct wr_template_reading reading = {.context = context};
    reading.template = new_template(arena, source);
    reading.scratch = reading.template ? wr_arena_create() : NULL;
    if (!reading.scratch) {
        wr_arena_destroy(arena);
        return wr_no_memory(context);
    }
    enum wr_result result = read_into(&reading, source);
    wr_arena_destroy(reading.scratch);
    if (result == WR_OK)
        *out = reading.template;
    else
        wr_template_free(reading.template);
    return result;
}

static enum wr_result refuse_folder(struct wr_context *context, const char *path)
{
    struct wr_arena *arena = wr_arena_create();
    char hint[WR_SUGGESTION_SIZE] = "name a template";
    if (!arena)
        return wr_no_memory(context);
    const char *found = wr_folder_find(context, arena, path, wr_template_recognise);
    if (found)
        snprintf(hint, sizeof hint, "it holds the template '%.128s'", found);
    wr_arena_destroy(arena);
    return wr_fail_folder(context, path, hint);
}

enum wr_result wr_template_load(struct wr_context *context, const char *path,
                                struct wr_template **out)
{
    struct wr_arena *arena;
    struct wr_source *source;
    if (wr_folder_exists(path))
        return refuse_folder(context, path);
    enum wr_result result = wr_file_load(context, path, &arena, &source);
    return result == WR_OK ? wr_template_read(context, arena, source, out) : result;
}
