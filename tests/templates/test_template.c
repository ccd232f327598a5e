/* Templates: what is read, which rooms are meant, and what hostile texts do. */
#include "tests/support/damage.h"
#include "tests/templates/templates_of.h"

static const char smallest[] =
    "{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"
    " 'grow': {'rooms': 8}}\n";

static const char graph[] =
    "{'format': 'warren-template', 'version': 1, 'id': 'demo_2', 'title': 'D\\u00e9mo',\n"
    " 'game': 'k2', 'kit': ['burrow', 'my\\\\other.JSON'], 'kits': ['..\\\\kits'],\n"
    " 'include': ['#hall', 'hub'], 'exclude': '#dug', 'repeat': 'apart', 'mirror': false,\n"
    " 'rooms': [{'rooms': '#hall', 'weight': 2, 'count': [1, 3]},\n"
    "  {'rooms': 'hub', 'count': [2, null], 'repeat': 'free', 'mirror': true}],\n"
    " 'corridor': {'length': [1, 2], 'rooms': '#corridor'},\n"
    " 'nodes': [{'name': 'gate', 'rooms': 'hub', 'position': [6, -6, 4.5], 'turn': -90,\n"
    "   'mirror': 'xy'}, {'name': 'vault'}, {'name': 'den', 'key': 'red'}],\n"
    " 'links': [{'from': ['gate', 'east'], 'to': 'vault', 'lock': 'red',\n"
    "   'optional': true},\n"
    "  {'from': 'den', 'to': 'gate', 'corridor': {'length': 0}, 'hidden': true},\n"
    "  {'from': 'den', 'to': 'vault', 'corridor': {'length': 3}}],\n"
    " 'entry': {'node': 'gate'}, 'exit': {'rooms': ['cell', '#end']},\n"
    " 'storeys': 2, 'bounds': {'min': [-30, -30, 0], 'max': [30, 30, 9]}, 'spread': -0.5,\n"
    " 'distance': 1.5, 'neighbours': [{'rooms': 'a', 'must': 'b'},\n"
    "  {'rooms': 'c', 'must_not': ['d', 'e']}], 'door_pairs': [['narrow', 'other:gate']],\n"
    " 'caps': '#plug', 'budget': 5000000000, 'longest_run': 7}\n";

static const char growth[] =
    "{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"
    " 'nodes': [{'name': 'gate', 'rooms': '#start'}], 'entry': {'node': 'gate'},\n"
    " 'grow': {'rooms': [10, 14], 'branching': 0.25, 'loops': [1, null],\n"
    "  'loop_lengths': [4, 6], 'critical_path': [6, 9], 'dead_ends': 0.5}}\n";

static const char patterns[] =
    "{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"
    " 'patterns': [{'pattern': 'hub', 'rooms': '#hub'},\n"
    "  {'pattern': 'two_ways', 'times': [0, 2], 'length': 4}]}\n";

/* ---- What is read ------------------------------------------------------------------------ */

static void the_smallest_template_has_a_default_for_everything_else(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_template *template = template_of(&f, template_text(f.arena, smallest));
    assert_non_null(template);
    assert_string_equal(template->id, "demo");
    assert_null(template->title);
    assert_int_equal(template->game, 0);
    assert_int_equal(template->kit_count, 1);
    assert_string_equal(template->kits[0], "burrow");
    assert_int_equal(template->way, WR_WAY_GROW);
    assert_int_equal(template->grow.rooms.least, 8);
    assert_int_equal(template->grow.rooms.most, 8);
    assert_true(isnan(template->grow.branching) && isnan(template->grow.loop_share));
    assert_int_equal(template->grow.loops.least, WR_NONE);
    assert_int_equal(template->grow.critical_path.least, WR_NONE);
    assert_int_equal(template->include.count + template->exclude.count + template->rule_count,
                     0);
    assert_int_equal(template->repeat, WR_REPEAT_FREE);
    assert_true(template->mirror && !template->caps);
    assert_int_equal(template->node_count + template->link_count + template->pattern_count, 0);
    assert_int_equal(template->corridor.length.most, 0);
    assert_int_equal(template->longest_run, 3);
    assert_int_equal(template->entry_node, WR_NONE);
    assert_int_equal(template->exit_node, WR_NONE);
    assert_int_equal(template->storeys, 0);
    assert_true(isinf(template->bounds.min.x) && template->bounds.min.x < 0.0f);
    assert_true(isinf(template->bounds.max.z) && template->bounds.max.z > 0.0f);
    assert_true(template->spread == 0.0f && template->distance == 0.0f);
    assert_int_equal(template->budget, 0);
    assert_string_equal(template->folder, ".");
    wr_template_free(template);
    wr_template_free(NULL);
    findings_end(&f);
}

static void check_rules(const struct wr_template *template)
{
    assert_int_equal(template->include.count, 2);
    assert_string_equal(template->include.names[1], "hub");
    assert_string_equal(template->exclude.names[0], "#dug");
    assert_int_equal(template->repeat, WR_REPEAT_APART);
    assert_false(template->mirror);
    assert_int_equal(template->rule_count, 2);
    assert_true(template->rules[0].weight == 2.0f);
    assert_int_equal(template->rules[0].count.most, 3);
    assert_false(template->rules[0].sets_repeat || template->rules[0].sets_mirror);
    assert_true(isnan(template->rules[1].weight));
    assert_int_equal(template->rules[1].count.least, 2);
    assert_int_equal(template->rules[1].count.most, WR_NONE);
    assert_true(template->rules[1].sets_repeat && template->rules[1].repeat == WR_REPEAT_FREE);
    assert_true(template->rules[1].sets_mirror && template->rules[1].mirror);
}

static void check_graph(const struct wr_template *template)
{
    const wr_template_node *gate = &template->nodes[0];
    assert_int_equal(template->node_count, 3);
    assert_true(gate->placed && gate->placement.position.z == 4.5f);
    assert_true(gate->placement.turn == -90.0f && gate->placement.mirror_y);
    assert_false(template->nodes[1].placed);
    assert_int_equal(template->nodes[1].rooms.count, 0);
    assert_string_equal(template->nodes[2].key, "red");
    const wr_template_link *links = template->links;
    assert_int_equal(template->link_count, 3);
    assert_int_equal(links[0].nodes[1], 1);
    assert_string_equal(links[0].hooks[0], "east");
    assert_null(links[0].hooks[1]);
    assert_string_equal(links[0].lock, "red");
    assert_true(links[0].optional && !links[1].optional);
    assert_int_equal(links[0].corridor.length.most, 2);
    assert_string_equal(links[0].corridor.rooms.names[0], "#corridor");
    assert_true(links[1].hidden && links[1].corridor.length.most == 0);
    assert_int_equal(links[2].corridor.length.least, 3);
    assert_string_equal(links[2].corridor.rooms.names[0], "#corridor");
}

static void check_fixed(const struct wr_template *template)
{
    assert_int_equal(template->entry_node, 0);
    assert_int_equal(template->exit_node, WR_NONE);
    assert_int_equal(template->exit.count, 2);
    assert_int_equal(template->storeys, 2);
    assert_true(template->bounds.min.x == -30.0f && template->bounds.max.z == 9.0f);
    assert_true(template->spread == -0.5f && template->distance == 1.5f);
    assert_int_equal(template->neighbour_count, 2);
    assert_true(template->neighbours[0].must && !template->neighbours[1].must);
    assert_string_equal(template->neighbours[1].others.names[1], "e");
    assert_int_equal(template->door_pair_count, 1);
    assert_string_equal(template->door_pairs[0].doors[1], "other:gate");
    assert_true(template->caps && template->budget == 5000000000u);
    assert_int_equal(template->longest_run, 7);
    assert_string_equal(template->cap_rooms.names[0], "#plug");
}

static void every_member_of_a_graph_is_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_template *template = template_of(&f, template_text(f.arena, graph));
    assert_said(&f, "");
    assert_string_equal(template->title, "D\xc3\xa9mo");
    assert_int_equal(template->game, WR_K2);
    assert_string_equal(template->kits[1], "my/other.JSON");
    assert_string_equal(template->kit_places[0], "../kits");
    assert_int_equal(template->way, WR_WAY_GRAPH);
    check_rules(template);
    check_graph(template);
    check_fixed(template);
    wr_template_free(template);
    findings_end(&f);
}

static void growth_and_patterns_are_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_template *template = template_of(&f, template_text(f.arena, growth));
    const wr_grow_rule *grow = &template->grow;
    assert_int_equal(template->way, WR_WAY_GROW);
    assert_int_equal(template->node_count, 1);
    assert_int_equal(grow->rooms.most, 14);
    assert_true(grow->branching == 0.25f && grow->dead_ends == 0.5f);
    assert_int_equal(grow->loops.most, WR_NONE);
    assert_int_equal(grow->loop_length_count, 2);
    assert_int_equal(grow->loop_lengths[1], 6);
    assert_int_equal(grow->critical_path.least, 6);
    wr_template_free(template);
    template = template_of(&f, template_text(f.arena, patterns));
    assert_int_equal(template->way, WR_WAY_PATTERNS);
    assert_int_equal(template->pattern_count, 2);
    assert_int_equal(template->patterns[0].pattern, WR_HUB);
    assert_int_equal(template->patterns[0].times.most, 1);
    assert_int_equal(template->patterns[0].length.most, 3);
    assert_string_equal(template->patterns[0].rooms.names[0], "#hub");
    assert_int_equal(template->patterns[1].pattern, WR_TWO_WAYS);
    assert_int_equal(template->patterns[1].times.least, 0);
    assert_int_equal(template->patterns[1].length.least, 4);
    wr_template_free(template);
    findings_end(&f);
}

/* ---- Which rooms are meant --------------------------------------------------------------- */

static const char *const hall_tags[] = {"hall", "Dug"}, *const cap_tags[] = {"cap"};
static const struct wr_kit burrow = {.id = "burrow", .name = "The Burrow"};
static const wr_room hall = {.kit = &burrow,
                             .id = "crypt",
                             .name = "Old crypt",
                             .tags = hall_tags,
                             .tag_count = 2,
                             .weight = 3.0f,
                             .least = 1,
                             .most = 4};
static const wr_room cap = {
    .kit = &burrow, .id = "lid", .name = "Lid", .tags = cap_tags, .tag_count = 1};

static bool fits(const char *name)
{
    wr_choice choice = {.names = &name, .count = 1};
    return wr_choice_fits(&choice, &hall);
}

static void a_choice_means_ids_names_tags_and_kits(void **state)
{
    (void)state;
    const char *const two[] = {"none", "#hall"};
    assert_true(wr_choice_fits(&(wr_choice){0}, &hall));
    assert_true(wr_choice_fits(&(wr_choice){.names = two, .count = 2}, &hall));
    assert_true(fits("crypt") && fits("CRYPT") && fits("old Crypt"));
    assert_true(fits("#hall") && fits("#dug") && fits("burrow:#dug"));
    assert_true(fits("burrow:crypt") && fits("the burrow:Old crypt"));
    assert_false(fits("hall") || fits("#crypt") || fits("other:crypt") || fits(":crypt"));
    assert_false(fits("burrow") || fits("burrow:") || fits("#") || fits("cryp"));
}

static void later_rules_win_over_earlier_ones_and_over_the_kit(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *text =
        "{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"
        " 'grow': {'rooms': 8}, 'repeat': 'apart', 'caps': '#cap', 'exclude': 'cell',\n"
        " 'rooms': [{'rooms': '#hall', 'weight': 2, 'count': 2, 'mirror': false},\n"
        "  {'rooms': 'crypt', 'count': [0, null], 'repeat': 'never'},\n"
        "  {'rooms': 'tee', 'weight': 0}]}";
    struct wr_template *template = template_of(&f, template_text(f.arena, text));
    wr_room_terms terms = wr_template_terms(template, &hall);
    assert_true(terms.used && terms.weight == 6.0f && !terms.mirror);
    assert_int_equal(terms.count.least, 0);
    assert_int_equal(terms.count.most, WR_NONE);
    assert_int_equal(terms.repeat, WR_REPEAT_NEVER);
    assert_false(wr_template_terms(template, &cap).used);
    wr_room cell = {.id = "cell", .name = "Cell", .weight = 2.0f, .least = 1, .most = 4};
    terms = wr_template_terms(template, &cell);
    assert_true(!terms.used && terms.weight == 2.0f && terms.mirror);
    assert_int_equal(terms.count.least, 1);
    assert_int_equal(terms.count.most, 4);
    assert_int_equal(terms.repeat, WR_REPEAT_APART);
    wr_template_free(template);
    findings_end(&f);
}

static void rooms_that_are_not_included_are_not_used(void **state)
{
    (void)state;
    const char *const names[] = {"#hall", "lid"};
    struct wr_template template = {.include = {.names = names, .count = 2}};
    assert_true(wr_template_terms(&template, &hall).used);
    assert_false(wr_template_terms(&template, &cap).used); /* tagged as a cap */
    template.cap_rooms = (wr_choice){.names = names, .count = 1};
    assert_false(wr_template_terms(&template, &hall).used);
}

/* ---- Findings ---------------------------------------------------------------------------- */

static void all_independent_faults_are_reported_at_once(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *text =
        "{'format': 'warren-template', 'version': 1, 'id': 'Demo', 'kit': 'burrow',\n"
        " 'exclud': '#cap', 'storeys': 0, 'repeat': 'once',\n"
        " 'nodes': [{'name': 'a'}, {'name': 'b', 'room': 'hub'}, {'name': 'c'}],\n"
        " 'links': [{'from': 'a', 'to': 'd'}, {'from': 'a', 'to': 'b', 'corridor':\n"
        "  {'length': [3, 2]}}],\n"
        " 'entry': {'node': 'e'}}";
    assert_null(template_of(&f, template_text(f.arena, text)));
    assert_said(&f,
                "1:51: error [id-characters] the id 'Demo' holds a character the game does not "
                "take in a name (an id is made of a-z, 0-9 and _)\n"
                "2:44: error [template-word] repeat cannot be 'once' (known: free, apart, "
                "never)\n"
                "3:41: error [json-unknown-key] nodes[1] knows no key 'room' (did you mean "
                "'rooms'?)\n"
                "4:32: error [node-unknown] no node of the template is called 'd' (did you "
                "mean 'a'?)\n"
                "5:14: error [template-span] links[1].corridor.length is from 3 to 2 (write "
                "the smaller number first)\n"
                "6:20: error [node-unknown] no node of the template is called 'e' (did you "
                "mean 'a'?)\n"
                "2:31: error [json-range] storeys must be a whole number from 1 to 1000\n"
                "2:2: error [json-unknown-key] the file knows no key 'exclud' (did you mean "
                "'exclude'?)\n");
    findings_end(&f);
}

static void a_key_without_a_lock_is_a_warning(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *text =
        "{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"
        " 'nodes': [{'name': 'a', 'key': 'red'}, {'name': 'b', 'key': 'blue'}],\n"
        " 'links': [{'from': 'a', 'to': 'b', 'lock': 'red'}], 'entry': {'node': 'a'}}";
    struct wr_template *template = template_of(&f, template_text(f.arena, text));
    assert_non_null(template);
    assert_said(&f, "2:62: warning [key-unused] no lock needs the key 'blue'\n");
    wr_template_free(template);
    findings_end(&f);
}

static void check_warned(const char *text, const char *warning)
{
    struct findings f;
    findings_start(&f);
    struct wr_template *template = template_of(&f, template_text(f.arena, text));
    assert_non_null(template);
    assert_said(&f, warning);
    wr_template_free(template);
    findings_end(&f);
}

#define RING                                                                                   \
    "{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"             \
    " 'nodes': [{'name': 'a', 'key': 'red'}, {'name': 'b'}, {'name': 'c'}],\n"                 \
    " 'links': [{'from': 'a', 'to': 'b', 'lock': 'red'},\n"                                    \
    "  {'from': 'b', 'to': 'c', 'hidden': true}, {'from': 'c', 'to': 'a'"
#define AROUND                                                                                 \
    "3:45: warning [lock-walked-around] the lock can be walked around: both its sides are "    \
    "reached without the key 'red' (close the other way, or say \"optional\": true beside "    \
    "the lock where that is meant)\n"

static void a_lock_that_can_be_walked_around_is_a_warning(void **state)
{
    (void)state;
    check_warned(RING "}], 'entry': {'node': 'a'}}", AROUND);
    check_warned(RING "}]}", AROUND); /* wherever the entry will be */
    check_warned(RING ", 'lock': 'red'}], 'entry': {'node': 'a'}}", "");
    check_warned(RING ", 'lock': 'red'}]}", "");
}

/* Two keys, each before the other's lock, and a ring of locked doors seen from both ends. */
static void keys_are_found_in_any_order(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *text =
        "{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"
        " 'nodes': [{'name': 'a'}, {'name': 'b', 'key': 'red'}, {'name': 'c', 'key': 'blue'},\n"
        "  {'name': 'd'}, {'name': 'e', 'key': 'green'}],\n"
        " 'links': [{'from': 'a', 'to': 'd', 'lock': 'green'},\n"
        "  {'from': 'd', 'to': 'b', 'lock': 'green'}, {'from': 'a', 'to': 'b'},\n"
        "  {'from': 'c', 'to': 'a', 'lock': 'red'}, {'from': 'c', 'to': 'b', 'lock': 'red'},\n"
        "  {'from': 'e', 'to': 'c', 'lock': 'blue'}, {'from': 'd', 'to': 'c', 'lock': "
        "'green'},\n"
        "  {'from': 'd', 'to': 'e', 'lock': 'green'}],\n"
        " 'entry': {'node': 'a'}}";
    struct wr_template *template = template_of(&f, template_text(f.arena, text));
    assert_said(&f, "");
    assert_non_null(template);
    wr_template_free(template);
    findings_end(&f);
}

/* ---- Hostile texts ----------------------------------------------------------------------- */

/* Reads a text; it is a template, or at least one fault was said. */
static enum wr_result try_text(struct findings *f, const char *text, size_t size)
{
    struct wr_template *template = NULL;
    uint64_t before = wr_context_count(f->context, WR_ERROR);
    enum wr_result result = wr_template_parse(f->context, wr_arena_create(),
                                              findings_bytes(f, text, size), &template);
    assert_true((result == WR_OK) == (template != NULL));
    assert_true((result == WR_OK) == (wr_context_count(f->context, WR_ERROR) == before));
    wr_template_free(template);
    findings_said(f);
    return result;
}

static const char *const whole[] = {smallest, graph, growth, patterns};

static void a_text_cut_anywhere_is_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const char *text = template_text(f.arena, whole[i]);
        for (size_t size = 0; size + 2 < strlen(text); size++)
            assert_int_not_equal(try_text(&f, text, size), WR_OK);
        assert_int_equal(try_text(&f, text, strlen(text)), WR_OK);
    }
    findings_end(&f);
}

static void a_changed_byte_is_refused_or_read(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char flips[] = {0x01, 0x10, (char)0x80, (char)0xff};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const char *text = template_text(f.arena, whole[i]);
        size_t size = strlen(text);
        for (size_t at = 0; at < size; at++) {
            char *copy = malloc(size);
            memcpy(copy, text, size);
            copy[at] = (char)(copy[at] ^ flips[at % 4]);
            try_text(&f, copy, size);
            free(copy);
        }
    }
    findings_end(&f);
}

static enum wr_result read_starved(struct findings *f, const struct wr_source *source)
{
    struct wr_template *template = NULL;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? wr_template_parse(f->context, arena, source, &template)
                                  : wr_no_memory(f->context);
    wr_template_free(template);
    return result;
}

static void memory_that_runs_out_is_an_error(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    const char *text = template_text(f.arena, graph);
    damage_starve(read_starved, text, strlen(text));
    findings_end(&f);
}

/* A long chain whose links are all locked, and keys in the worst order. */
static void many_nodes_and_locks_take_no_long_time(void **state)
{
    (void)state;
    enum { NODES = 20000 };
    struct findings f;
    findings_start(&f);
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "{\"format\": \"warren-template\", \"version\": 1, \"id\": \"a\", "
                         "\"kit\": \"k\", \"entry\": {\"node\": \"n0\"}, \"nodes\": [");
    for (int i = 0; i < NODES; i++)
        wr_bytes_print(&text, "%s{\"name\": \"n%d\", \"key\": \"k%d\"}", i ? "," : "", i, i);
    wr_bytes_text(&text, "], \"links\": [");
    for (int i = NODES - 1; i > 0; i--)
        wr_bytes_print(&text, "{\"from\": \"n%d\", \"to\": \"n%d\", \"lock\": \"k%d\"}%s",
                       i - 1, i, i - 1, i > 1 ? "," : "]}");
    struct wr_template *template = NULL;
    assert_int_equal(wr_template_parse(f.context, wr_arena_create(),
                                       findings_bytes(&f, text.data, text.size), &template),
                     WR_OK);
    assert_int_equal(template->link_count, NODES - 1);
    assert_said(&f, "1:697873: warning [key-unused] no lock needs the key 'k19999'\n");
    wr_template_free(template);
    wr_bytes_finish(&text);
    findings_end(&f);
}

/* ---- Files ------------------------------------------------------------------------------- */

static void a_missing_template_and_a_folder_are_refused(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_template *template = NULL;
    assert_int_equal(wr_template_load(f.context, "no/such.json", &template), WR_NOT_FOUND);
    assert_int_equal(wr_template_load(f.context, ".", &template), WR_INVALID);
    assert_null(template);
    assert_int_equal(f.errors, 2);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_template_has_a_default_for_everything_else),
        cmocka_unit_test(every_member_of_a_graph_is_read),
        cmocka_unit_test(growth_and_patterns_are_read),
        cmocka_unit_test(a_choice_means_ids_names_tags_and_kits),
        cmocka_unit_test(later_rules_win_over_earlier_ones_and_over_the_kit),
        cmocka_unit_test(rooms_that_are_not_included_are_not_used),
        cmocka_unit_test(all_independent_faults_are_reported_at_once),
        cmocka_unit_test(a_key_without_a_lock_is_a_warning),
        cmocka_unit_test(a_lock_that_can_be_walked_around_is_a_warning),
        cmocka_unit_test(keys_are_found_in_any_order),
        cmocka_unit_test(a_text_cut_anywhere_is_refused),
        cmocka_unit_test(a_changed_byte_is_refused_or_read),
        cmocka_unit_test(memory_that_runs_out_is_an_error),
        cmocka_unit_test(many_nodes_and_locks_take_no_long_time),
        cmocka_unit_test(a_missing_template_and_a_folder_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
