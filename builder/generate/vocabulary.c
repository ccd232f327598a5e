/* Words that mean nothing are most often misspelt: each is a warning where it stands. */
#include "builder/generate/vocabulary.h"
#include "builder/layout/link.h"

#include <string.h>

struct vocabulary {
    struct wr_context *context;
    const struct wr_template *template;
    const struct wr_kit *const *kits;
    uint32_t kit_count;
    struct wr_arena *arena;
    const char **rooms, **tags; /* all there are, NULL-ended */
    unsigned *unknown;          /* words so far that mean nothing */
};

/* ---- What there is ---- */

/* Tags as a template writes them. */
static const char *tag_word(struct wr_arena *arena, const char *tag)
{
    size_t length = strlen(tag);
    char *word = WR_TAKE(arena, char, length + 2);
    if (!word)
        return NULL;
    word[0] = '#';
    memcpy(word + 1, tag, length + 1);
    return word;
}

static void count_words(const struct vocabulary *v, size_t *rooms, size_t *tags)
{
    for (uint32_t k = 0; k < v->kit_count; k++)
        for (uint32_t r = 0; r < v->kits[k]->room_count; r++) {
            *rooms += 2;
            *tags += v->kits[k]->rooms[r].tag_count;
        }
}

static bool holds(const char *const *words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

/* Lists ids, names and tags, each tag once; false when memory is out. */
static bool list_words(struct vocabulary *v)
{
    size_t rooms = 0, tags = 0;
    count_words(v, &rooms, &tags);
    v->rooms = WR_ZERO(v->arena, const char *, rooms + 1);
    v->tags = WR_ZERO(v->arena, const char *, tags + 1);
    if (!v->rooms || !v->tags)
        return false;
    rooms = tags = 0;
    for (uint32_t k = 0; k < v->kit_count; k++)
        for (uint32_t r = 0; r < v->kits[k]->room_count; r++) {
            const wr_room *room = &v->kits[k]->rooms[r];
            v->rooms[rooms++] = room->id;
            v->rooms[rooms++] = room->name;
            for (uint32_t t = 0; t < room->tag_count; t++) {
                const char *word = tag_word(v->arena, room->tags[t]);
                if (!word)
                    return false;
                if (!holds(v->tags, tags, word))
                    v->tags[tags++] = word;
            }
        }
    return true;
}

/* ---- Choices ---- */

static bool means_any(const struct vocabulary *v, const char *name)
{
    wr_choice choice = {.names = &name, .count = 1};
    for (uint32_t k = 0; k < v->kit_count; k++)
        for (uint32_t r = 0; r < v->kits[k]->room_count; r++)
            if (wr_choice_fits(&choice, &v->kits[k]->rooms[r]))
                return true;
    return false;
}

/* The nearest of the words there are, "kit:" put aside. */
static const char *suggest(const struct vocabulary *v, const char *name,
                           char hint[WR_SUGGESTION_SIZE])
{
    const char *colon = strchr(name, ':'), *word = colon ? colon + 1 : name;
    return wr_suggestion(hint, word, *word == '#' ? v->tags : v->rooms);
}

/* One word more than are shown of a file is enough. */
static void judge_choice(const struct vocabulary *v, const wr_choice *choice)
{
    enum { SHOWN = 20 };
    char hint[WR_SUGGESTION_SIZE];
    for (uint32_t i = 0; i < choice->count; i++) {
        const char *name = choice->names[i];
        wr_place place = choice->places ? choice->places[i] : choice->place;
        bool tag = *name == '#';
        if (*v->unknown <= SHOWN && !means_any(v, name)) {
            ++*v->unknown;
            wr_warn(v->context, wr_at(v->template->source, place.offset), "choice-unknown",
                    suggest(v, name, hint),
                    tag ? "no room of the kits is tagged '%.64s'"
                        : "no room of the kits is called '%.64s'",
                    tag ? name + 1 : name);
        }
    }
}

/* A corridor that says nothing of its own has the template's rooms. */
static void judge_corridor(const struct vocabulary *v, const wr_corridor_rule *corridor)
{
    if (corridor->rooms.names != v->template->corridor.rooms.names)
        judge_choice(v, &corridor->rooms);
}

static void judge_choices(const struct vocabulary *v)
{
    const struct wr_template *t = v->template;
    judge_choice(v, &t->include);
    judge_choice(v, &t->exclude);
    for (uint32_t i = 0; i < t->rule_count; i++)
        judge_choice(v, &t->rules[i].rooms);
    judge_choice(v, &t->corridor.rooms);
    judge_choice(v, &t->cap_rooms);
    for (uint32_t i = 0; i < t->node_count; i++)
        judge_choice(v, &t->nodes[i].rooms);
    for (uint32_t i = 0; i < t->link_count; i++)
        judge_corridor(v, &t->links[i].corridor);
    for (uint32_t i = 0; i < t->pattern_count; i++)
        judge_choice(v, &t->patterns[i].rooms);
    judge_choice(v, &t->entry);
    judge_choice(v, &t->exit);
    for (uint32_t i = 0; i < t->neighbour_count; i++) {
        judge_choice(v, &t->neighbours[i].rooms);
        judge_choice(v, &t->neighbours[i].others);
    }
}

/* ---- Rules ---- */

static bool leaves_out(const struct vocabulary *v, const wr_room_rule *rule)
{
    bool any = false;
    for (uint32_t k = 0; k < v->kit_count; k++)
        for (uint32_t r = 0; r < v->kits[k]->room_count; r++) {
            const wr_room *room = &v->kits[k]->rooms[r];
            if (!wr_choice_fits(&rule->rooms, room))
                continue;
            any = true;
            if (wr_template_terms(v->template, room).used)
                return false;
        }
    return any;
}

static void judge_rules(const struct vocabulary *v)
{
    for (uint32_t i = 0; i < v->template->rule_count; i++) {
        const wr_room_rule *rule = &v->template->rules[i];
        bool asks = rule->count.least != WR_NONE && rule->count.least > 0;
        if (asks && leaves_out(v, rule))
            wr_warn(v->context, wr_at(v->template->source, rule->place.offset), "rule-idle",
                    "include them, or take the rule back",
                    "the rule asks for %u of each of its rooms, but 'include', 'exclude' or "
                    "'caps' leaves them out",
                    (unsigned)rule->count.least);
    }
}

/* ---- Doors ---- */

static bool any_door_is(const struct vocabulary *v, const char *word)
{
    for (uint32_t i = 0; i < v->kit_count; i++)
        for (uint32_t d = 0; d < v->kits[i]->door_count; d++)
            if (wr_word_means_door(word, v->kits[i], d))
                return true;
    return false;
}

static void judge_doors(const struct vocabulary *v)
{
    const struct wr_template *t = v->template;
    for (uint32_t i = 0; i < t->door_pair_count; i++)
        for (int side = 0; side < 2; side++)
            if (!any_door_is(v, t->door_pairs[i].doors[side]))
                wr_warn(
                    v->context, wr_at(t->source, t->door_pairs[i].place.offset),
                    "door-pair-unknown", "write a door's name, or kit:door with the kit's id",
                    "no kit of the template has a door '%.64s'", t->door_pairs[i].doors[side]);
}

enum wr_result wr_vocabulary_judge(struct wr_context *context,
                                   const struct wr_template *template,
                                   const struct wr_kit *const *kits, uint32_t kit_count,
                                   struct wr_arena *arena)
{
    unsigned unknown = 0;
    struct vocabulary v = {context, template, kits, kit_count, arena, NULL, NULL, &unknown};
    if (!list_words(&v))
        return wr_no_memory(context);
    judge_choices(&v);
    judge_rules(&v);
    judge_doors(&v);
    return WR_OK;
}
