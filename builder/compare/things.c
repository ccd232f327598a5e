/* What stands in an area, compared whatever the order of its rows. */
#include "builder/compare/comparing.h"

#include "core/base/math.h"
#include "core/base/text.h"

#include <string.h>

/* The lists of a GIT, and what is in them. */
static const struct kind {
    const char *label, *noun;
} kinds[] = {
    {"CameraList", "camera"},   {"Creature List", "creature"},
    {"Door List", "door"},      {"Encounter List", "encounter"},
    {"List", "item"},           {"Placeable List", "placeable"},
    {"SoundList", "sound"},     {"StoreList", "store"},
    {"TriggerList", "trigger"}, {"WaypointList", "waypoint"},
};

static const struct kind *kind_of(const char *label)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].label, label) == 0)
            return &kinds[i];
    return NULL;
}

bool wr_is_things(const char *label)
{
    return kind_of(label) != NULL;
}

struct thing {
    const wr_gff_struct *row;
    const char *name; /* of findings: its tag, else its blueprint */
    wr_vec3 at;
    bool paired;
};

/* One side: its things, and by what they are known again. */
struct side {
    struct thing *items;
    const char **spots, **marks, **both; /* place; tag and blueprint; all of it */
    uint32_t count;
};

struct comparison {
    struct wr_comparing *comparing;
    const struct kind *kind;
    struct side now, was;
};

/* ---- Reading ----------------------------------------------------------------------------- */

static wr_vec3 place_of(const wr_gff_struct *row)
{
    const wr_gff_field *position = wr_gff_find(row, "Position");
    if (position && position->type == WR_GFF_VECTOR)
        return (wr_vec3){position->vector[0], position->vector[1], position->vector[2]};
    if (wr_gff_find(row, "XPosition"))
        return (wr_vec3){wr_gff_float(row, "XPosition", 0), wr_gff_float(row, "YPosition", 0),
                         wr_gff_float(row, "ZPosition", 0)};
    return (wr_vec3){wr_gff_float(row, "X", 0), wr_gff_float(row, "Y", 0),
                     wr_gff_float(row, "Z", 0)};
}

/* Labels that place_of reads. */
static bool is_place(const char *label)
{
    static const char *const labels[] = {"Position", "XPosition", "YPosition", "ZPosition",
                                         "X",        "Y",         "Z"};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (strcmp(labels[i], label) == 0)
            return true;
    return false;
}

static const char *copy(struct wr_arena *arena, struct wr_bytes *text)
{
    const char *copied =
        text->failed ? NULL : wr_arena_text(arena, (const char *)text->data, text->size);
    text->size = 0;
    return copied;
}

static bool read_thing(struct wr_arena *arena, const wr_gff_struct *row, struct wr_bytes *text,
                       struct side *side, uint32_t index)
{
    const char *tag = wr_gff_text_of(row, "Tag", arena);
    const char *blueprint = wr_gff_text_of(row, "TemplateResRef", arena);
    const char *other = wr_gff_text_of(row, "ResRef", arena);
    struct thing *thing = &side->items[index];
    if (!tag || !blueprint || !other)
        return false;
    *thing = (struct thing){.row = row, .at = place_of(row)};
    wr_bytes_print(text, "%ld", (long)wr_gff_whole(row, "CameraID", 0));
    const char *number = copy(arena, text);
    if (!number)
        return false;
    blueprint = *blueprint ? blueprint : other;
    thing->name = *tag ? tag : *blueprint ? blueprint : number;
    wr_bytes_vec3(text, thing->at);
    uint8_t bits[12] = {0};
    if (!text->failed)
        memcpy(bits, text->data, sizeof bits);
    text->size = 0;
    for (size_t i = 0; i < sizeof bits; i++)
        wr_bytes_print(text, "%02x", bits[i]);
    side->spots[index] = copy(arena, text);
    wr_bytes_print(text, "%s\n%s\n%s", tag, blueprint, number);
    side->marks[index] = copy(arena, text);
    if (!side->spots[index] || !side->marks[index])
        return false;
    wr_bytes_print(text, "%s\n%s", side->marks[index], side->spots[index]);
    side->both[index] = copy(arena, text);
    return side->both[index] != NULL;
}

static bool read_side(struct wr_comparing *comparing, const wr_gff_field *list,
                      struct side *out)
{
    struct wr_arena *arena = comparing->arena;
    struct wr_bytes text = {0};
    *out = (struct side){.count = list && list->type == WR_GFF_LIST ? list->list.count : 0};
    out->items = WR_ZERO(arena, struct thing, out->count);
    out->spots = WR_ZERO(arena, const char *, out->count);
    out->marks = WR_ZERO(arena, const char *, out->count);
    out->both = WR_ZERO(arena, const char *, out->count);
    bool whole = out->items && out->spots && out->marks && out->both;
    for (uint32_t i = 0; whole && i < out->count; i++)
        whole = read_thing(arena, list->list.items[i], &text, out, i);
    wr_bytes_finish(&text);
    return wr_comparing_has(comparing, whole ? out->items : NULL);
}

/* ---- Comparing --------------------------------------------------------------------------- */

static wr_where where_of(const struct comparison *comparison, const struct thing *thing)
{
    const wr_gff_struct *row = thing ? thing->row : NULL;
    return wr_at(&comparison->comparing->now,
                 row && row->count > 0 ? row->fields[0].at : WR_WHOLE_FILE);
}

static void tell_place(struct comparison *comparison, const struct thing *now,
                       const struct thing *was)
{
    wr_differs(comparison->comparing,
               wr_fail(comparison->comparing->context, WR_INVALID, where_of(comparison, now),
                       "differs-thing", NULL,
                       "the %s '%.40s' stands at (%s, %s, %s); it stood at (%s, %s, %s)",
                       comparison->kind->noun, now->name, wr_fixed(now->at.x, 3).text,
                       wr_fixed(now->at.y, 3).text, wr_fixed(now->at.z, 3).text,
                       wr_fixed(was->at.x, 3).text, wr_fixed(was->at.y, 3).text,
                       wr_fixed(was->at.z, 3).text));
}

static void tell_alone(struct comparison *comparison, const struct thing *thing, bool now)
{
    wr_differs(comparison->comparing,
               wr_fail(comparison->comparing->context, WR_INVALID,
                       where_of(comparison, now ? thing : NULL), "differs-thing", NULL,
                       "the %s '%.40s' at (%s, %s, %s) %s", comparison->kind->noun, thing->name,
                       wr_fixed(thing->at.x, 3).text, wr_fixed(thing->at.y, 3).text,
                       wr_fixed(thing->at.z, 3).text,
                       now ? "was not there" : "is not there any more"));
}

static void compare_pair(struct comparison *comparison, uint32_t now, uint32_t was)
{
    struct wr_comparing *comparing = comparison->comparing;
    struct thing *a = &comparison->now.items[now], *b = &comparison->was.items[was];
    const struct wr_tree_step step = {NULL, comparison->kind->label, a->name, now};
    a->paired = b->paired = true;
    bool same = strcmp(comparison->now.spots[now], comparison->was.spots[was]) == 0;
    if (!same && !wr_comparing_near(comparing, wr_distance(a->at, b->at)))
        tell_place(comparison, a, b);
    wr_compare_structs(comparing, &step, a->row, b->row, is_place);
}

/* Pairs what has the same names. */
static bool compare_named(struct comparison *comparison, const char *const *now,
                          const char *const *was)
{
    struct wr_pairing pairing;
    if (!wr_comparing_pair(comparison->comparing, now, comparison->now.count, was,
                           comparison->was.count, &pairing))
        return false;
    for (uint32_t i = 0; i < comparison->now.count; i++)
        if (pairing.was_of[i] != WR_UNPAIRED)
            compare_pair(comparison, i, pairing.was_of[i]);
    return true;
}

/* What is not paired yet. */
static struct wr_placed *side_left(struct wr_comparing *comparing, const struct side *side)
{
    struct wr_placed *left = WR_TAKE(comparing->arena, struct wr_placed, side->count);
    wr_comparing_has(comparing, left);
    for (uint32_t i = 0; left && i < side->count; i++)
        left[i] = (struct wr_placed){side->items[i].paired ? NULL : side->marks[i],
                                     side->items[i].at};
    return left;
}

/* Pairs what has a tag and a blueprint in common with what stood nearest. */
static bool compare_moved(struct comparison *comparison)
{
    const struct side *now = &comparison->now, *was = &comparison->was;
    struct wr_pairing pairing;
    struct wr_placed *a = side_left(comparison->comparing, now);
    struct wr_placed *b = side_left(comparison->comparing, was);
    if (!a || !b ||
        !wr_comparing_unpaired(comparison->comparing, now->count, was->count, &pairing) ||
        !wr_comparing_pair_nearest(comparison->comparing, a, now->count, b, was->count,
                                   INFINITY, &pairing))
        return false;
    for (uint32_t i = 0; i < now->count; i++)
        if (pairing.was_of[i] != WR_UNPAIRED)
            compare_pair(comparison, i, pairing.was_of[i]);
    return true;
}

static void tell_left(struct comparison *comparison, const struct side *side, bool now)
{
    for (uint32_t i = 0; i < side->count; i++)
        if (!side->items[i].paired)
            tell_alone(comparison, &side->items[i], now);
}

/* The places of what is not paired yet. */
static const char **spots_left(struct wr_comparing *comparing, const struct side *side)
{
    const char **spots = WR_TAKE(comparing->arena, const char *, side->count);
    wr_comparing_has(comparing, spots);
    for (uint32_t i = 0; spots && i < side->count; i++)
        spots[i] = side->items[i].paired ? NULL : side->spots[i];
    return spots;
}

static bool compare_in_place(struct comparison *comparison)
{
    const char **now = spots_left(comparison->comparing, &comparison->now);
    const char **was = spots_left(comparison->comparing, &comparison->was);
    return now && was && compare_named(comparison, now, was);
}

/* What stayed is known by all that it is, what moved by its name, and what is called otherwise
 * by its place. */
static void compare_sides(struct comparison *comparison)
{
    if (!compare_named(comparison, comparison->now.both, comparison->was.both) ||
        !compare_moved(comparison) || !compare_in_place(comparison))
        return;
    tell_left(comparison, &comparison->now, true);
    tell_left(comparison, &comparison->was, false);
}

void wr_compare_things(struct wr_comparing *comparing, const wr_gff_struct *now,
                       const wr_gff_struct *was)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct comparison comparison = {.comparing = comparing, .kind = &kinds[i]};
        if (!read_side(comparing, wr_gff_find(now, kinds[i].label), &comparison.now) ||
            !read_side(comparing, wr_gff_find(was, kinds[i].label), &comparison.was))
            return;
        compare_sides(&comparison);
    }
}
