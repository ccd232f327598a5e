/* Warren's template: JSON whose every member is named in template.schema.json. */
#include <math.h>
#include <string.h>

#include "core/base/path.h"
#include "templates/template_reading.h"

static const char *const template_keys[] = {
    "format",     "version", "id",      "title",       "game",     "kit",
    "kits",       "include", "exclude", "rooms",       "repeat",   "mirror",
    "nodes",      "links",   "grow",    "patterns",    "corridor", "entry",
    "exit",       "storeys", "bounds",  "spread",      "distance", "neighbours",
    "door_pairs", "caps",    "budget",  "longest_run", "$schema",  NULL};
static const char *const repeats[] = {"free", "apart", "never", NULL};

enum { MOST_STOREYS = 1000, LONGEST_DISTANCE = 1000, HEAVIEST = 1000 };

/* ---- The head ---------------------------------------------------------------------------- */

static bool read_format(struct wr_template_reading *reading)
{
    static const char hint[] = WR_TEMPLATE_HINT;
    wr_json *root = reading->root;
    wr_json *format = root->kind == WR_JSON_OBJECT ? wr_json_find(root, "format") : NULL;
    if (format && format->kind == WR_JSON_STRING) {
        if (strcmp(format->text, "warren-template") == 0)
            return true;
        if (strcmp(format->text, "warren-map") == 0)
            wr_template_fault(reading, format, "template-format", "'warren build' builds it",
                              "this is a map, not a template");
        else
            wr_template_fault(reading, format, "template-format", hint,
                              "'%.64s' is no kind of template", format->text);
        return false;
    }
    wr_template_fault(reading, root, "template-format", hint,
                      "this is no template of Warren's");
    return false;
}

static bool read_version(struct wr_template_reading *reading)
{
    int64_t version = WR_TEMPLATE_VERSION;
    wr_json_get_integer(reading->context, reading->root, "version", true, 1, INT32_MAX,
                        &version, &reading->ok);
    if (version == WR_TEMPLATE_VERSION)
        return true;
    wr_template_fault(reading, wr_json_find(reading->root, "version"), "template-version",
                      "a newer Warren may read it",
                      "this template is of version %lld, and this Warren reads version %d",
                      (long long)version, WR_TEMPLATE_VERSION);
    return false;
}

static void read_id(struct wr_template_reading *reading)
{
    const char *id = wr_template_text(reading, reading->root, "id", true);
    reading->template->id = id;
    if (!id)
        return;
    wr_json *json = wr_json_find(reading->root, "id");
    size_t size = strlen(id);
    if (strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_") < size)
        wr_template_fault(reading, json, "id-characters", "an id is made of a-z, 0-9 and _",
                          "the id '%.64s' holds a character the game does not take in a name",
                          id);
    else if (wr_name_reserved(id))
        wr_template_fault(reading, json, "id-reserved", "choose another id",
                          "the id '%s' is the name of a device on Windows", id);
    else if (size > WR_MAP_LONGEST_ID)
        wr_template_fault(
            reading, json, "id-too-long", NULL,
            "the id '%.64s' has %zu characters, and the game takes no more than %d", id, size,
            WR_MAP_LONGEST_ID);
}

static void read_title(struct wr_template_reading *reading)
{
    const char *text;
    if (wr_json_get_text(reading->context, reading->root, "$schema", false, &text,
                         &reading->ok))
        text = NULL;
    if (!wr_json_get_text(reading->context, reading->root, "title", false, &text, &reading->ok))
        return;
    reading->template->title = wr_arena_text(reading->template->arena, text, strlen(text));
    wr_template_took(reading, reading->template->title);
}

static void read_head(struct wr_template_reading *reading)
{
    static const char *const games[] = {"k1", "k2", NULL};
    struct wr_template *template = reading->template;
    read_id(reading);
    read_title(reading);
    int game = wr_template_word(reading, reading->root, "game", games, -1);
    if (game >= 0)
        template->game = game == 0 ? WR_K1 : WR_K2;
    template->kits =
        wr_template_kits(reading, reading->root, &template->kit_count, &template->kit_names);
    template->kit_places =
        wr_template_paths(reading, reading->root, "kits", &template->kit_place_count);
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static void judge_rule(struct wr_template_reading *reading, wr_json *json,
                       const wr_room_rule *rule)
{
    char path[WR_JSON_PATH_SIZE];
    if (rule->repeat != WR_REPEAT_NEVER || rule->count.least == WR_NONE ||
        rule->count.least < 2)
        return;
    wr_template_fault(reading, wr_json_find(json, "repeat"), "template-repeat",
                      "ask for one, or let it repeat",
                      "%s asks for %lu of a room that must not repeat",
                      wr_json_path(json, path), (unsigned long)rule->count.least);
}

static void read_rule(struct wr_template_reading *reading, wr_json *json, wr_room_rule *rule)
{
    static const char *const keys[] = {"rooms", "weight", "count", "repeat", "mirror", NULL};
    rule->place.offset = json->where.offset;
    if (!wr_template_is_kind(reading, json, WR_JSON_OBJECT))
        return;
    rule->rooms = wr_template_choice(reading, json, "rooms", true);
    rule->weight = wr_template_number(reading, json, "weight", 0.0f, HEAVIEST, NAN);
    rule->count = wr_template_span(reading, json, "count", 0, WR_TEMPLATE_MOST_ROOMS, true,
                                   (wr_span){WR_NONE, WR_NONE});
    rule->repeat = (enum wr_repeat)wr_template_word(reading, json, "repeat", repeats, 0);
    rule->sets_repeat = wr_json_find(json, "repeat") != NULL;
    rule->mirror = wr_template_bool(reading, json, "mirror", true);
    rule->sets_mirror = wr_json_find(json, "mirror") != NULL;
    judge_rule(reading, json, rule);
    wr_template_done(reading, json, keys);
}

static void read_rules(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    wr_json *list = wr_template_list(reading, reading->root, "rooms", false);
    wr_room_rule *rules = list ? WR_ZERO(template->arena, wr_room_rule, list->count) : NULL;
    if (!list || !wr_template_took(reading, rules))
        return;
    template->rules = rules;
    for (wr_json *item = list->first; item; item = item->next)
        read_rule(reading, item, &rules[template->rule_count++]);
}

/* `null`: as long as it comes. */
static uint32_t read_longest_run(struct wr_template_reading *reading)
{
    enum { LONGEST = 3 };
    wr_json *json = wr_json_find(reading->root, "longest_run");
    uint32_t longest = LONGEST;
    if (json && json->kind == WR_JSON_NULL)
        return 0;
    if (json)
        wr_template_count(reading, json, 1, WR_TEMPLATE_MOST_CORRIDOR, &longest);
    return longest;
}

static void read_rooms(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    wr_json *root = reading->root;
    template->include = wr_template_choice(reading, root, "include", false);
    template->exclude = wr_template_choice(reading, root, "exclude", false);
    read_rules(reading);
    template->repeat = (enum wr_repeat)wr_template_word(reading, root, "repeat", repeats, 0);
    template->mirror = wr_template_bool(reading, root, "mirror", true);
    template->corridor = wr_template_corridor(reading, root, template->corridor);
    template->longest_run = read_longest_run(reading);
    template->cap_rooms = wr_template_choice(reading, root, "caps", false);
    template->caps = template->cap_rooms.count > 0;
}

/* ---- Fixed things ------------------------------------------------------------------------ */

/* {"node": "gate"} or {"rooms": "#start"} */
static void read_end(struct wr_template_reading *reading, const char *key, wr_choice *choice,
                     uint32_t *node)
{
    static const char *const keys[] = {"node", "rooms", NULL};
    wr_json *json =
        wr_json_get(reading->context, reading->root, key, WR_JSON_OBJECT, false, &reading->ok);
    if (!json)
        return;
    wr_json *other = wr_json_find(json, "rooms");
    if (wr_template_text(reading, json, "node", !other))
        *node = wr_template_node_index(reading, wr_json_find(json, "node"));
    *choice = wr_template_choice(reading, json, "rooms", false);
    if (other && wr_json_find(json, "node"))
        wr_template_fault(reading, other, "template-both", "remove one of the two",
                          "the %s cannot have 'rooms' beside 'node'", key);
    wr_template_done(reading, json, keys);
}

static void read_bounds(struct wr_template_reading *reading)
{
    static const char *const keys[] = {"min", "max", NULL};
    wr_box *box = &reading->template->bounds;
    wr_vec3 min, max;
    *box = (wr_box){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    wr_json *json = wr_json_get(reading->context, reading->root, "bounds", WR_JSON_OBJECT,
                                false, &reading->ok);
    if (!json)
        return;
    bool has_min = wr_template_point(reading, json, "min", &min);
    bool has_max = wr_template_point(reading, json, "max", &max);
    wr_template_done(reading, json, keys);
    if (!has_min || !has_max)
        return;
    *box = (wr_box){min, max};
    if (min.x < max.x && min.y < max.y && min.z <= max.z)
        return;
    wr_template_fault(reading, json, "template-bounds", "each of 'min' lies below its 'max'",
                      "the bounds are empty along %c",
                      min.x >= max.x   ? 'x'
                      : min.y >= max.y ? 'y'
                                       : 'z');
}

static void read_neighbour(struct wr_template_reading *reading, wr_json *json,
                           wr_neighbour_rule *rule)
{
    static const char *const keys[] = {"rooms", "must", "must_not", NULL};
    rule->place.offset = json->where.offset;
    if (!wr_template_is_kind(reading, json, WR_JSON_OBJECT))
        return;
    wr_json *must = wr_json_find(json, "must"), *must_not = wr_json_find(json, "must_not");
    rule->must = must != NULL;
    rule->rooms = wr_template_choice(reading, json, "rooms", true);
    if (must_not)
        rule->others = wr_template_choice(reading, json, "must_not", true);
    if (must || !must_not)
        rule->others = wr_template_choice(reading, json, "must", true);
    if (must && must_not)
        wr_template_fault(reading, must_not, "template-both", "make two rules of it",
                          "a rule for neighbours cannot have 'must_not' beside 'must'");
    wr_template_done(reading, json, keys);
}

static void read_neighbours(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    wr_json *list = wr_template_list(reading, reading->root, "neighbours", false);
    wr_neighbour_rule *rules =
        list ? WR_ZERO(template->arena, wr_neighbour_rule, list->count) : NULL;
    if (!list || !wr_template_took(reading, rules))
        return;
    template->neighbours = rules;
    for (wr_json *item = list->first; item; item = item->next)
        read_neighbour(reading, item, &rules[template->neighbour_count++]);
}

static void read_door_pair(struct wr_template_reading *reading, wr_json *json,
                           wr_door_pair *pair)
{
    char path[WR_JSON_PATH_SIZE];
    pair->place.offset = json->where.offset;
    if (json->kind != WR_JSON_LIST || json->count != 2) {
        wr_template_fault(reading, json, "json-type", "write [\"door\", \"door\"]",
                          "%s must be a list of two strings", wr_json_path(json, path));
        return;
    }
    pair->doors[0] = wr_template_keep(reading, json->first);
    pair->doors[1] = wr_template_keep(reading, json->first->next);
}

static void read_door_pairs(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    wr_json *list = wr_template_list(reading, reading->root, "door_pairs", false);
    wr_door_pair *pairs = list ? WR_ZERO(template->arena, wr_door_pair, list->count) : NULL;
    if (!list || !wr_template_took(reading, pairs))
        return;
    template->door_pairs = pairs;
    for (wr_json *item = list->first; item; item = item->next)
        read_door_pair(reading, item, &pairs[template->door_pair_count++]);
}

static void read_storeys(struct wr_template_reading *reading)
{
    int64_t storeys = 0;
    wr_json_get_integer(reading->context, reading->root, "storeys", false, 1, MOST_STOREYS,
                        &storeys, &reading->ok);
    reading->template->storeys = (uint32_t)storeys;
}

static void read_budget(struct wr_template_reading *reading)
{
    int64_t budget = 0;
    wr_json_get_integer(reading->context, reading->root, "budget", false, 1, INT64_MAX, &budget,
                        &reading->ok);
    reading->template->budget = (uint64_t)budget;
}

static void read_fixed(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    wr_json *root = reading->root;
    read_end(reading, "entry", &template->entry, &template->entry_node);
    read_end(reading, "exit", &template->exit, &template->exit_node);
    read_storeys(reading);
    read_bounds(reading);
    template->spread = wr_template_number(reading, root, "spread", -1.0f, 1.0f, 0.0f);
    template->distance =
        wr_template_number(reading, root, "distance", 0.0f, LONGEST_DISTANCE, 0.0f);
    read_neighbours(reading);
    read_door_pairs(reading);
    read_budget(reading);
}

/* ---- The whole --------------------------------------------------------------------------- */

static void read_way(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    wr_json *root = reading->root;
    wr_json *grow = wr_json_find(root, "grow"), *patterns = wr_json_find(root, "patterns");
    wr_json *nodes = wr_json_find(root, "nodes"), *links = wr_json_find(root, "links");
    wr_json *corridor = wr_json_find(root, "corridor");
    wr_json *run = wr_json_find(root, "longest_run");
    wr_json *other = grow ? grow : patterns;
    template->way = grow ? WR_WAY_GROW : patterns ? WR_WAY_PATTERNS : WR_WAY_GRAPH;
    if (grow && patterns)
        wr_template_fault(reading, patterns, "template-way", "remove one of the two",
                          "a level that grows cannot have 'patterns' beside 'grow'");
    if (other && links)
        wr_template_fault(reading, links, "template-way",
                          "links are for a level that is a graph",
                          "'links' cannot stand beside '%s'", other->key);
    if (grow && corridor)
        wr_template_fault(reading, corridor, "template-way",
                          "corridors are for the links of a graph and the ways of patterns",
                          "'corridor' cannot stand beside 'grow'");
    if (grow && run)
        wr_template_fault(reading, run, "template-way",
                          "growth has 'repeat' and the weights of rooms instead",
                          "'longest_run' cannot stand beside 'grow'");
    if (!other && !nodes)
        wr_template_fault(reading, root, "template-way",
                          "add 'nodes' and 'links', 'grow' or 'patterns'",
                          "the template does not say what the level is");
}

static wr_place place_of(wr_json *object, const char *key)
{
    wr_json *json = object ? wr_json_find(object, key) : NULL;
    return (wr_place){json ? json->where.offset : 0};
}

static void note_places(struct wr_template_reading *reading)
{
    wr_json *root = reading->root, *grow = reading->grow;
    wr_json *loops = grow ? wr_json_find(grow, "loops") : NULL;
    reading->template->places = (wr_template_places){
        .id = place_of(root, "id"),
        .rooms = place_of(root, "rooms"),
        .repeat = place_of(root, "repeat"),
        .nodes = place_of(root, "nodes"),
        .exit = place_of(root, "exit"),
        .storeys = place_of(root, "storeys"),
        .bounds = place_of(root, "bounds"),
        .distance = place_of(root, "distance"),
        .neighbours = place_of(root, "neighbours"),
        .grow = place_of(root, "grow"),
        .path = place_of(grow, "critical_path"),
        .loops = place_of(grow, loops ? "loops" : "loop_share"),
        .loop_lengths = place_of(grow, "loop_lengths"),
        .dead_ends = place_of(grow, "dead_ends"),
    };
}

void wr_template_read_json(struct wr_template_reading *reading)
{
    if (!read_format(reading) || !read_version(reading))
        return;
    read_head(reading);
    read_rooms(reading);
    read_way(reading);
    wr_template_read_graph(reading);
    wr_template_read_grow(reading);
    wr_template_read_patterns(reading);
    if (reading->result != WR_OK)
        return;
    read_fixed(reading);
    note_places(reading);
    wr_template_done(reading, reading->root, template_keys);
    if (reading->result == WR_OK)
        wr_template_check(reading);
}
