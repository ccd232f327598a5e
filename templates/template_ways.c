/* The three ways to say what a level is: a graph, growth, patterns. */
#include <math.h>
#include <string.h>

#include "templates/template_reading.h"

static const wr_span not_asked = {WR_NONE, WR_NONE};

/* ---- Nodes ------------------------------------------------------------------------------- */

static float read_turn(struct wr_template_reading *reading, wr_json *json)
{
    float turn = 0.0f;
    wr_json_get_f32(reading->context, json, "turn", false, &turn, &reading->ok);
    return turn;
}

/* A turn or a mirror without a position would be passed over in silence. */
static void read_placement(struct wr_template_reading *reading, wr_json *json,
                           wr_template_node *node)
{
    static const char *const mirrors[] = {"none", "x", "y", "xy", NULL};
    wr_placement *placement = &node->placement;
    node->placed = wr_json_find(json, "position") != NULL;
    bool turned = wr_json_find(json, "turn") || wr_json_find(json, "mirror");
    if (node->placed || turned)
        wr_template_point(reading, json, "position", &placement->position);
    placement->turn = read_turn(reading, json);
    int mirror = wr_template_word(reading, json, "mirror", mirrors, 0);
    placement->mirror_x = mirror == 1 || mirror == 3;
    placement->mirror_y = mirror == 2 || mirror == 3;
}

static void read_node(struct wr_template_reading *reading, wr_json *json,
                      wr_template_node *node)
{
    static const char *const keys[] = {"name", "rooms",  "key", "position",
                                       "turn", "mirror", NULL};
    node->place.offset = json->where.offset;
    if (!wr_template_is_kind(reading, json, WR_JSON_OBJECT)) {
        reading->names_known = false;
        return;
    }
    node->name = wr_template_text(reading, json, "name", true);
    reading->names_known &= node->name != NULL;
    node->rooms = wr_template_choice(reading, json, "rooms", false);
    node->key = wr_template_text(reading, json, "key", false);
    read_placement(reading, json, node);
    wr_template_done(reading, json, keys);
}

static void name_nodes(struct wr_template_reading *reading)
{
    const struct wr_template *template = reading->template;
    const char **items =
        WR_ZERO(reading->scratch, const char *, (size_t) template->node_count + 1);
    if (!wr_template_took(reading, items))
        return;
    for (uint32_t i = 0; i < template->node_count; i++)
        items[i] = template->nodes[i].name ? template->nodes[i].name : "";
    reading->result = wr_names_make(reading->context, reading->scratch, items,
                                    template->node_count, &reading->names);
}

static void read_nodes(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    bool asked = wr_json_find(reading->root, "nodes") != NULL;
    wr_json *list = wr_template_list(reading, reading->root, "nodes", false);
    reading->names_known = list || !asked;
    uint32_t count = list ? list->count : 0;
    wr_template_node *nodes = WR_ZERO(template->arena, wr_template_node, count);
    reading->nodes = WR_ZERO(reading->scratch, wr_json *, count);
    if (!wr_template_took(reading, nodes) || !wr_template_took(reading, reading->nodes))
        return;
    template->nodes = nodes;
    for (wr_json *item = list ? list->first : NULL; item; item = item->next) {
        reading->nodes[template->node_count] = item;
        read_node(reading, item, &nodes[template->node_count++]);
    }
    if (reading->result == WR_OK)
        name_nodes(reading);
}

uint32_t wr_template_node_index(struct wr_template_reading *reading, wr_json *json)
{
    char hint[WR_SUGGESTION_SIZE];
    if (!reading->names_known || reading->result != WR_OK)
        return WR_NONE;
    uint32_t index = wr_names_find(&reading->names, json->text);
    if (index != WR_NONE)
        return index;
    bool cheap = reading->names.count <= 5000 && reading->unknown_nodes++ < 20;
    wr_template_fault(reading, json, "node-unknown",
                      cheap ? wr_suggestion(hint, json->text, reading->names.items) : NULL,
                      "no node of the template is called '%.64s'", json->text);
    return WR_NONE;
}

/* ---- Links ------------------------------------------------------------------------------- */

/* "node", or ["node", "hook"] */
static void read_end(struct wr_template_reading *reading, wr_json *object, const char *key,
                     uint32_t *node, const char **hook)
{
    char path[WR_JSON_PATH_SIZE];
    *node = WR_NONE;
    wr_json *end = wr_template_need(reading, object, key);
    if (!end)
        return;
    if (end->kind == WR_JSON_LIST && end->count == 2) {
        *hook = wr_template_keep(reading, end->first->next);
        if (wr_template_keep(reading, end->first))
            *node = wr_template_node_index(reading, end->first);
    } else if (end->kind != WR_JSON_STRING) {
        wr_template_fault(reading, end, "json-type",
                          "write \"node\", or [\"node\", \"doorway\"]",
                          "%s must be a string or a list of two", wr_json_path(end, path));
    } else if (wr_template_keep(reading, end)) {
        *node = wr_template_node_index(reading, end);
    }
}

/* Without a lock it would be passed over in silence. */
static void read_optional(struct wr_template_reading *reading, wr_json *json,
                          wr_template_link *link)
{
    wr_json *optional = wr_json_find(json, "optional");
    link->optional = wr_template_bool(reading, json, "optional", false);
    if (optional && !wr_json_find(json, "lock"))
        wr_template_fault(reading, optional, "optional-without-lock", "give the link a 'lock'",
                          "a link without a lock cannot be optional");
}

static void read_link(struct wr_template_reading *reading, wr_json *json,
                      wr_template_link *links)
{
    static const char *const keys[] = {"from",     "to",     "corridor", "lock",
                                       "optional", "hidden", NULL};
    struct wr_template *template = reading->template;
    wr_template_link link = {.place = {json->where.offset}};
    if (!wr_template_is_kind(reading, json, WR_JSON_OBJECT)) {
        reading->links_known = false;
        return;
    }
    read_end(reading, json, "from", &link.nodes[0], &link.hooks[0]);
    read_end(reading, json, "to", &link.nodes[1], &link.hooks[1]);
    link.corridor = wr_template_corridor(reading, json, template->corridor);
    link.lock = wr_template_text(reading, json, "lock", false);
    read_optional(reading, json, &link);
    link.hidden = wr_template_bool(reading, json, "hidden", false);
    reading->links_known &= link.lock || !wr_json_find(json, "lock");
    wr_template_done(reading, json, keys);
    if (link.nodes[0] == WR_NONE || link.nodes[1] == WR_NONE) {
        reading->links_known = false; /* reported, and not judged any further */
        return;
    }
    reading->links[template->link_count] = json;
    links[template->link_count++] = link;
}

static void read_links(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    wr_json *list = wr_json_get(reading->context, reading->root, "links", WR_JSON_LIST, false,
                                &reading->ok);
    reading->links_known = list || !wr_json_find(reading->root, "links");
    uint32_t count = list ? list->count : 0;
    wr_template_link *links = WR_ZERO(template->arena, wr_template_link, count);
    reading->links = WR_ZERO(reading->scratch, wr_json *, count);
    if (!wr_template_took(reading, links) || !wr_template_took(reading, reading->links))
        return;
    template->links = links;
    for (wr_json *item = list ? list->first : NULL; item && reading->result == WR_OK;
         item = item->next)
        read_link(reading, item, links);
}

void wr_template_read_graph(struct wr_template_reading *reading)
{
    read_nodes(reading);
    if (reading->result == WR_OK)
        read_links(reading);
}

/* ---- Growth ------------------------------------------------------------------------------ */

static void read_loop_lengths(struct wr_template_reading *reading, wr_grow_rule *grow)
{
    wr_json *list = wr_template_list(reading, reading->grow, "loop_lengths", false);
    uint32_t *lengths = list ? WR_ZERO(reading->template->arena, uint32_t, list->count) : NULL;
    if (!list || !wr_template_took(reading, lengths))
        return;
    grow->loop_lengths = lengths;
    for (wr_json *item = list->first; item; item = item->next)
        if (wr_template_count(reading, item, 3, WR_TEMPLATE_MOST_CORRIDOR,
                              &lengths[grow->loop_length_count]))
            grow->loop_length_count++;
}

void wr_template_read_grow(struct wr_template_reading *reading)
{
    static const char *const keys[] = {"rooms",        "branching",     "loop_share", "loops",
                                       "loop_lengths", "critical_path", "dead_ends",  NULL};
    wr_grow_rule *grow = &reading->template->grow;
    const uint32_t most = WR_TEMPLATE_MOST_ROOMS;
    wr_json *json = wr_json_get(reading->context, reading->root, "grow", WR_JSON_OBJECT, false,
                                &reading->ok);
    reading->grow = json;
    *grow = (wr_grow_rule){.rooms = not_asked};
    if (!json)
        return;
    wr_template_need(reading, json, "rooms");
    grow->rooms = wr_template_span(reading, json, "rooms", 0, most, false, not_asked);
    grow->branching = wr_template_number(reading, json, "branching", 0.0f, 1.0f, NAN);
    grow->loop_share = wr_template_number(reading, json, "loop_share", 0.0f, 1.0f, NAN);
    grow->loops = wr_template_span(reading, json, "loops", 0, most, true, not_asked);
    read_loop_lengths(reading, grow);
    grow->critical_path =
        wr_template_span(reading, json, "critical_path", 2, most, true, not_asked);
    grow->dead_ends = wr_template_number(reading, json, "dead_ends", 0.0f, 1.0f, NAN);
    wr_template_done(reading, json, keys);
}

/* ---- Patterns ---------------------------------------------------------------------------- */

static void read_pattern(struct wr_template_reading *reading, wr_json *json,
                         wr_pattern_rule *rule)
{
    static const char *const keys[] = {"pattern", "times", "length", "rooms", NULL};
    const char *names[WR_TWO_WAYS + 2] = {NULL};
    for (int i = 0; i <= WR_TWO_WAYS; i++)
        names[i] = wr_pattern_name((enum wr_pattern)i);
    rule->place.offset = json->where.offset;
    if (!wr_template_is_kind(reading, json, WR_JSON_OBJECT))
        return;
    wr_template_need(reading, json, "pattern");
    rule->pattern = (enum wr_pattern)wr_template_word(reading, json, "pattern", names, 0);
    rule->times = wr_template_span(reading, json, "times", 0, WR_TEMPLATE_MOST_TIMES, false,
                                   (wr_span){1, 1});
    rule->length = wr_template_span(reading, json, "length", 1, WR_TEMPLATE_MOST_CORRIDOR,
                                    false, (wr_span){1, 3});
    rule->rooms = wr_template_choice(reading, json, "rooms", false);
    wr_template_done(reading, json, keys);
}

void wr_template_read_patterns(struct wr_template_reading *reading)
{
    struct wr_template *template = reading->template;
    wr_json *list = wr_template_list(reading, reading->root, "patterns", false);
    wr_pattern_rule *rules =
        list ? WR_ZERO(template->arena, wr_pattern_rule, list->count) : NULL;
    if (!list || !wr_template_took(reading, rules))
        return;
    template->patterns = rules;
    for (wr_json *item = list->first; item; item = item->next)
        read_pattern(reading, item, &rules[template->pattern_count++]);
}
