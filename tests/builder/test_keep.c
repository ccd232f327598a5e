/* Levels around rooms that are kept, and wings added to finished maps: what was there is the
 * same to the byte, and what comes keeps every rule. */
#include "tests/support/generated.h"
#include "tests/support/poses.h"

#include "core/base/random.h"

enum { PINS = 3, MOST_NAMES = 64 };

/* A map, and the level that is made around rooms of it. */
struct keeping {
    struct generated before, after;
    struct wr_bytes text; /* of the map */
    const char *names[MOST_NAMES];
    uint32_t name_count;
    struct wr_generator_options options;
};

static void write(struct generated *g, const struct wr_map *map, struct wr_bytes *out)
{
    *out = (struct wr_bytes){0};
    assert_int_equal(wr_map_write(g->findings.context, map, out), WR_OK);
    wr_bytes_char(out, '\0');
}

static void keeping_start(struct keeping *k, const char *template, uint64_t seed)
{
    *k = (struct keeping){0};
    generated_start(&k->before, template);
    generated_make(&k->before, seed);
    write(&k->before, k->before.map, &k->text);
    k->options.keep = k->before.map;
}

/* Makes the generator of the level around; false where that is refused. */
static bool keeping_around(struct keeping *k, const char *template)
{
    generated_start(&k->after, template);
    wr_generator_free(k->after.generator);
    k->after.generator = NULL;
    k->options.rooms = k->names;
    k->options.room_count = k->name_count;
    return wr_generator_create(k->after.findings.context, k->after.template, k->after.kits,
                               &k->options, &k->after.generator) == WR_OK;
}

static void keeping_end(struct keeping *k)
{
    generated_end(&k->after);
    generated_end(&k->before);
    wr_bytes_finish(&k->text);
}

/* ---- What is the same -------------------------------------------------------------------- */

/* The line of a text that begins so, without a comma at its end. */
static wr_view line_of(const struct wr_bytes *text, const char *start)
{
    const char *at = strstr((const char *)text->data, start);
    if (!at)
        return (wr_view){NULL, 0};
    size_t size = strcspn(at, "\n");
    return (wr_view){at, at[size - 1] == ',' ? size - 1 : size};
}

static void assert_line(const struct wr_bytes *a, const struct wr_bytes *b, const char *start,
                        uint64_t seed)
{
    wr_view was = line_of(a, start), is = line_of(b, start);
    if (!was.data || was.size != is.size || memcmp(was.data, is.data, is.size) != 0)
        fail_msg("seed %llu: '%s' is not as it was", (unsigned long long)seed, start);
}

/* Each kept room's line, and the line of each link between two of them. */
static void assert_kept(const struct keeping *k, const struct wr_bytes *text, uint64_t seed)
{
    const struct wr_map *was = k->before.map;
    char start[256];
    for (uint32_t i = 0; i < k->after.info.kept; i++) {
        snprintf(start, sizeof start, "{\"name\": \"%s\", ", k->after.map->rooms[i].name);
        assert_line(&k->text, text, start, seed);
    }
    for (uint32_t i = 0; i < was->link_count; i++) {
        const wr_map_link *link = &was->links[i];
        bool kept[2] = {false, false};
        for (int side = 0; side < 2; side++)
            for (uint32_t n = 0; n < k->name_count; n++)
                kept[side] |= strcmp(was->rooms[link->rooms[side]].name, k->names[n]) == 0;
        if (!kept[0] || !kept[1])
            continue;
        snprintf(start, sizeof start, "{\"from\": [\"%s\", \"%s\"]",
                 was->rooms[link->rooms[0]].name, link->hooks[0]);
        assert_line(&k->text, text, start, seed);
    }
}

/* ---- Around rooms that are kept ---------------------------------------------------------- */

static bool is_node(const struct wr_template *template, const char *name)
{
    for (uint32_t i = 0; i < template->node_count; i++)
        if (strcmp(template->nodes[i].name, name) == 0)
            return true;
    return template->way == WR_WAY_PATTERNS &&
           (strcmp(name, "entry") == 0 || strcmp(name, "exit") == 0);
}

/* Whether a room ends a path of so many rooms: kept, it would have to be that far away. */
static bool ends_path(const struct generated *g, uint32_t room)
{
    return g->template->grow.critical_path.least != WR_NONE && g->template->exit.count > 0 &&
           wr_choice_fits(&g->template->exit, g->rooms[room]);
}

/* Draws rooms to keep, among all or among those that have their place by name. */
static void draw_names(struct keeping *k, wr_random *random, uint32_t most)
{
    const struct wr_map *map = k->before.map;
    bool grows = k->before.template->way == WR_WAY_GROW;
    const char *names[1024];
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->room_count - k->before.info.metrics.caps; i++)
        if (grows ? !ends_path(&k->before, i) : is_node(k->before.template, map->rooms[i].name))
            names[count++] = map->rooms[i].name;
    for (k->name_count = 0; count > 0 && k->name_count < most; count--) {
        uint32_t at = wr_random_below(random, count);
        k->names[k->name_count++] = names[at];
        names[at] = names[count - 1];
    }
}

static void check_numbers(const struct generated *g, uint64_t seed)
{
    const wr_grow_rule *grow = &g->template->grow;
    const struct wr_metrics *m = &g->info.metrics;
    if (g->template->way != WR_WAY_GROW)
        return;
    assert_in_range(m->rooms, grow->rooms.least, grow->rooms.most);
    if (grow->loops.least != WR_NONE)
        assert_in_range(m->cycle_rank, grow->loops.least, grow->loops.most);
    if (grow->critical_path.least != WR_NONE)
        assert_in_range(m->critical_path, grow->critical_path.least, grow->critical_path.most);
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        wr_room_terms terms = wr_template_terms(g->template, g->rooms[i]);
        uint32_t count = count_rooms(g, g->rooms[i]->id);
        if (terms.used && (count < terms.count.least || count > terms.count.most))
            fail_msg("seed %llu: there are %u of '%s'", (unsigned long long)seed,
                     (unsigned)count, g->rooms[i]->id);
    }
}

/* Rolls seeds around what is kept; every level is judged, every fifth built and walked. */
static uint32_t roll(struct keeping *k, uint64_t seeds)
{
    uint32_t made = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        struct wr_bytes text, again;
        if (!generated_try(&k->after, seed))
            continue;
        made++;
        assert_int_equal(k->after.info.kept, k->name_count);
        write(&k->after, k->after.map, &text);
        assert_kept(k, &text, seed);
        check_numbers(&k->after, seed);
        assert_int_equal(k->after.info.metrics.components, 1);
        if (seed % 5 == 1) {
            generated_judge(&k->after, seed);
            generated_make(&k->after, seed);
            write(&k->after, k->after.map, &again);
            assert_string_equal((const char *)text.data, (const char *)again.data);
            wr_bytes_finish(&again);
        }
        wr_bytes_finish(&text);
    }
    return made;
}

static const char DRIFTS[] = "{'format': 'warren-template', 'version': 1, 'id': 'drifts',"
                             " 'kit': 'drifts', 'grow': {'rooms': 16, 'loops': [1, 2]}}";

static void rooms_that_are_kept_stay_and_the_rest_is_a_level(void **state)
{
    static const struct {
        const char *path;
        uint32_t pins;
        uint64_t seeds;  /* few where each takes seconds */
        uint32_t missed; /* of them that need give no level */
    } cases[] = {
        {"templates/library/cells.json", PINS, 10, 0},
        {"templates/library/road.json", PINS, 10, 0},
        {"templates/library/storeys.json", PINS, 10, 0},
        {"templates/library/sanctum.json", PINS, 10, 0},
        {DRIFTS, PINS, 10, 0},
        {"templates/library/manor.json", PINS, 10, 0},
        {"templates/library/cellars.json", PINS, 2, 0},
        {"templates/library/lock.json", 1, 10, 1},
        {"templates/library/shortcut.json", 1, 10, 1},
        {"templates/library/rings.json", 1, 6, 1},
        {"templates/library/hub.json", 1, 5, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct keeping k;
        wr_random random = wr_random_of(42, i);
        uint64_t seed = 1 + wr_random_below(&random, 20);
        fflush(stdout);
        keeping_start(&k, cases[i].path, seed);
        draw_names(&k, &random, cases[i].pins);
        if (!keeping_around(&k, cases[i].path))
            fail_msg("%s: %s", cases[i].path, findings_said(&k.after.findings));
        printf("[  NOTE    ] %s of seed %llu, around", cases[i].path, (unsigned long long)seed);
        for (uint32_t n = 0; n < k.name_count; n++)
            printf(" '%s'", k.names[n]);
        uint64_t seeds = OFTEN(cases[i].seeds, (cases[i].seeds + 2) / 4);
        uint32_t made = roll(&k, seeds);
        printf(": %u of %u\n", (unsigned)made, (unsigned)seeds);
        assert_true(made + OFTEN(cases[i].missed, 0) >= seeds);
        keeping_end(&k);
    }
}

/* A room that was made longer is the kit's room all the same: it has no other beside it where
 * rooms may not be linked to themselves. */
static void a_room_that_is_kept_longer_is_still_that_room(void **state)
{
    static const char two[] =
        "{'format': 'warren-template', 'version': 1, 'id': 'two', 'kit': 'drifts', 'include': "
        "'drift', 'nodes': [{'name': 'a'}, {'name': 'b'}], 'links': [{'from': 'a', 'to': "
        "'b'}]}";
    static const char wing[] = "{'format': 'warren-template', 'version': 1, 'id': 'wing', "
                               "'kit': 'drifts', 'include': 'drift', 'repeat': '%s', 'grow': "
                               "{'rooms': 1}}";
    (void)state;
    for (int apart = 0; apart < 2; apart++) {
        struct keeping k;
        char text[256];
        snprintf(text, sizeof text, wing, apart ? "apart" : "free");
        keeping_start(&k, two, 1);
        assert_true(k.before.map->rooms[0].lengths && k.before.map->rooms[0].lengths[0] > 0);
        k.names[k.name_count++] = "a";
        k.options.add = true;
        bool made = keeping_around(&k, text) && generated_try(&k.after, 1);
        assert_int_equal(made, !apart);
        keeping_end(&k);
    }
}

static void a_level_that_is_kept_whole_is_itself(void **state)
{
    static const char *const paths[] = {"templates/library/cells.json",
                                        "templates/library/rings.json",
                                        "templates/library/sanctum.json"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct keeping k;
        struct wr_bytes text;
        keeping_start(&k, paths[i], 3);
        const uint32_t rooms = k.before.map->room_count - k.before.info.metrics.caps;
        for (uint32_t r = 0; r < rooms; r++)
            k.names[k.name_count++] = k.before.map->rooms[r].name;
        k.after.template = NULL;
        assert_true(keeping_around(&k, paths[i]));
        k.after.template->grow.rooms.most = rooms; /* nothing is to come */
        generated_make(&k.after, 9);
        write(&k.after, k.after.map, &text);
        if (k.before.info.metrics.caps == 0)
            assert_string_equal((const char *)text.data, (const char *)k.text.data);
        wr_bytes_finish(&text);
        keeping_end(&k);
    }
}

/* ---- Wings ------------------------------------------------------------------------------- */

static const char WING[] = "{'format': 'warren-template', 'version': 1, 'id': 'wing',"
                           " 'kit': 'burrow', 'exclude': ['#stairs', '#lift'],"
                           " 'grow': {'rooms': 4}, 'entry': {'rooms': '#corridor'}}";

static bool is_linked(const struct wr_map *map, uint32_t room, const char *hook)
{
    for (uint32_t i = 0; i < map->link_count; i++)
        for (int side = 0; side < 2; side++)
            if (map->links[i].rooms[side] == room &&
                strcmp(map->links[i].hooks[side], hook) == 0)
                return true;
    return false;
}

/* New rooms hang on the one doorway, the first of them is what the wing's entry is, and nothing
 * that was there has changed. */
static void check_wing(const struct keeping *k, uint32_t room, const char *hook)
{
    const struct wr_map *map = k->after.map;
    uint32_t old = k->before.map->room_count, seams = 0;
    struct wr_bytes text;
    assert_int_equal(map->room_count, old + 4);
    write((struct generated *)&k->after, map, &text);
    for (char *line = (char *)k->text.data; *line; line += strcspn(line, "\n"))
        line += *line == '\n';
    for (uint32_t i = 0; i < old; i++) {
        char start[256];
        snprintf(start, sizeof start, "{\"name\": \"%s\", ", k->before.map->rooms[i].name);
        assert_line(&k->text, &text, start, k->after.info.seed);
    }
    assert_int_equal(k->before.map->entry.room, map->entry.room);
    for (uint32_t i = 0; i < map->link_count; i++) {
        const wr_map_link *link = &map->links[i];
        bool first = link->rooms[0] < old, second = link->rooms[1] < old;
        if (first == second)
            continue;
        seams++;
        assert_int_equal(link->rooms[!first], room);
        assert_string_equal(link->hooks[!first], hook);
        const wr_choice corridor = {.names = &(const char *){"#corridor"}, .count = 1};
        assert_true(wr_choice_fits(&corridor, k->after.rooms[link->rooms[first]]));
    }
    assert_int_equal(seams, 1);
    assert_int_equal(map->link_count, k->before.map->link_count + 4);
    wr_bytes_finish(&text);
}

static void a_wing_hangs_on_the_doorway_it_is_put_to(void **state)
{
    uint32_t wings = 0, shut = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct generated level;
        const char *path =
            seed == 1 ? "templates/library/cells.json" : "templates/library/storeys.json";
        generated_start(&level, path);
        generated_make(&level, seed);
        for (uint32_t r = 0; r < level.map->room_count; r++)
            for (uint32_t h = 0; h < level.rooms[r]->hook_count; h++) {
                struct keeping k;
                char at[128];
                const char *doorway = at, *hook = level.rooms[r]->hooks[h].name;
                if (is_linked(level.map, r, hook) || (r + h) % OFTEN(2, 4) != 0)
                    continue;
                snprintf(at, sizeof at, "%s:%s", level.map->rooms[r].name, hook);
                keeping_start(&k, path, seed);
                k.options.add = true;
                k.options.doorways = &doorway;
                k.options.doorway_count = 1;
                if (keeping_around(&k, WING) && generated_try(&k.after, seed + r)) {
                    check_wing(&k, r, hook);
                    if (++wings % 4 == 0)
                        generated_judge(&k.after, seed);
                } else {
                    shut++;
                }
                keeping_end(&k);
            }
        generated_end(&level);
    }
    printf("[  NOTE    ] %u wings; %u doorways had no ground for one\n", (unsigned)wings,
           (unsigned)shut);
    assert_true(wings > OFTEN(5, 1));
}

static void nothing_is_open_any_more_where_caps_have_ground(void **state)
{
    static const char *const close[] = {"#cap"};
    struct keeping k;
    (void)state;
    keeping_start(&k, "templates/library/cells.json", 4);
    k.options.add = true;
    k.options.close = close;
    k.options.close_count = 1;
    assert_true(keeping_around(&k, WING));
    for (uint64_t seed = 1; seed <= OFTEN(10, 2); seed++) {
        uint32_t open = 0, caps = 0;
        generated_make(&k.after, seed);
        for (uint32_t r = 0; r < k.after.map->room_count; r++) {
            caps += r + k.after.info.metrics.caps >= k.after.map->room_count;
            for (uint32_t h = 0; h < k.after.rooms[r]->hook_count; h++)
                open += !is_linked(k.after.map, r, k.after.rooms[r]->hooks[h].name);
        }
        assert_int_equal(caps, k.after.info.metrics.caps);
        /* What is open now has no ground: a second pass closes nothing more. */
        struct wr_generator_options again = {
            .keep = k.after.map, .add = true, .close = close, .close_count = 1};
        struct generated second;
        generated_start(&second, WING);
        wr_generator_free(second.generator);
        second.generator = NULL;
        second.template->grow.rooms = (wr_span){0, 0};
        assert_int_equal(wr_generator_create(second.findings.context, second.template,
                                             second.kits, &again, &second.generator),
                         WR_OK);
        generated_make(&second, 1);
        assert_int_equal(second.info.metrics.caps, 0);
        generated_end(&second);
        assert_true(caps > open);
    }
    keeping_end(&k);
}

/* ---- Brute force ------------------------------------------------------------------------- */

enum { MOST_STOOD = 6 };

static bool hangs_together(const struct shape *shapes, const struct stood *rooms,
                           uint32_t count)
{
    static const char *const any[2] = {NULL, NULL};
    bool reached[MOST_STOOD] = {true};
    uint32_t seen = 1;
    count = count < MOST_STOOD ? count : MOST_STOOD;
    for (uint32_t round = 0; round < count; round++)
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count; b++)
                if (reached[a] && !reached[b] && rooms_meet(shapes, rooms[a], rooms[b], any)) {
                    reached[b] = true;
                    seen++;
                }
    return seen == count;
}

/* Whether some rooms more make one level of what stands: every pose at every doorway. */
static bool completes(const struct shape *shapes, uint32_t shape_count, struct stood *rooms,
                      uint32_t count, uint32_t total)
{
    if (count == total || count == MOST_STOOD)
        return hangs_together(shapes, rooms, count);
    for (uint32_t r = 0; r < count; r++)
        for (uint32_t h = 0; h < shapes[rooms[r].shape].room->hook_count; h++)
            for (uint32_t s = 0; s < shape_count; s++)
                for (uint32_t k = 0; k < shapes[s].room->hook_count; k++) {
                    struct stood own = {
                        s,
                        spot_sub(spot_add(rooms[r].at, shapes[rooms[r].shape].doorways[h].at),
                                 shapes[s].doorways[k].at)};
                    bool fits = doorways_meet(shapes, rooms[r], h, own, k);
                    for (uint32_t i = 0; fits && i < count; i++)
                        fits = !poses_overlap(shapes, rooms[i], own);
                    if (!fits)
                        continue;
                    rooms[count] = own;
                    if (completes(shapes, shape_count, rooms, count + 1, total))
                        return true;
                }
    return false;
}

/* Two rooms of a tiny kit anywhere on its grid, and so many more between them. */
static void what_can_be_completed_is_and_nothing_else(void **state)
{
    enum { CASES = OFTEN(60, 6) };
    static const char *const kit_rooms[] = {"passage-6", "elbow", "tee"};
    uint32_t yes = 0, no = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        wr_random random = wr_random_of(seed, 7);
        uint32_t total = 3 + wr_random_below(&random, 2);
        char text[512], map_text[1024];
        const struct wr_kit *kit = NULL;
        snprintf(text, sizeof text,
                 "{'format': 'warren-template', 'version': 1, 'id': 't', 'kit': 'burrow',"
                 " 'include': ['passage-6', 'elbow', 'tee'], 'budget': 300000,"
                 " 'grow': {'rooms': %u}}",
                 (unsigned)total);
        struct generated g;
        generated_start(&g, text);
        assert_int_equal(wr_kits_find(g.findings.context, g.kits, "burrow", &kit), WR_OK);
        struct shape *all = poses_make(kit), shapes[3 * POSES];
        for (uint32_t i = 0; i < 3; i++)
            for (uint32_t pose = 0; pose < POSES; pose++)
                shapes[i * POSES + pose] =
                    all[(uint32_t)(wr_kit_room(kit, kit_rooms[i], NULL) - kit->rooms) * POSES +
                        pose];
        struct stood rooms[MOST_STOOD] = {{wr_random_below(&random, 3 * POSES), {0, 0, 0}}};
        rooms[1] = (struct stood){wr_random_below(&random, 3 * POSES),
                                  {192 * ((int)wr_random_below(&random, 9) - 4),
                                   192 * ((int)wr_random_below(&random, 9) - 4), 0}};
        bool apart = !poses_overlap(shapes, rooms[0], rooms[1]);
        int size = snprintf(map_text, sizeof map_text,
                            "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"m\", "
                            "\"kit\": \"burrow\", \"rooms\": [");
        for (int i = 0; i < 2; i++)
            size += snprintf(
                map_text + size, sizeof map_text - (size_t)size,
                "%s{\"name\": \"%c\", \"room\": \"%s\", \"position\": [%d, %d, 0], "
                "\"turn\": %u, \"mirror\": \"%s\"}",
                i ? ", " : "", 'a' + i, kit_rooms[rooms[i].shape / POSES], rooms[i].at.x / 64,
                rooms[i].at.y / 64, 90 * (unsigned)(rooms[i].shape & 3),
                rooms[i].shape & 4 ? "x" : "none");
        snprintf(map_text + size, sizeof map_text - (size_t)size, "]}");
        struct wr_map *map = NULL;
        assert_int_equal(
            wr_map_read(g.findings.context, "m.json", map_text, strlen(map_text), NULL, &map),
            WR_OK);
        struct wr_generator_options options = {.keep = map};
        wr_generator_free(g.generator);
        g.generator = NULL;
        bool made = apart &&
                    wr_generator_create(g.findings.context, g.template, g.kits, &options,
                                        &g.generator) == WR_OK &&
                    generated_try(&g, seed);
        bool can = apart && completes(shapes, 3 * POSES, rooms, 2, total);
        if (made != can)
            fail_msg("seed %llu: brute force says %s, the generator %s: %s",
                     (unsigned long long)seed, can ? "yes" : "no", made ? "yes" : "no",
                     map_text);
        yes += can;
        no += apart && !can;
        poses_free(all, kit);
        generated_end(&g);
        wr_map_free(map);
    }
    printf("[  NOTE    ] %u can be completed, %u cannot\n", (unsigned)yes, (unsigned)no);
    assert_true(OFTEN(yes > 5 && no > 5, no > 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_that_are_kept_stay_and_the_rest_is_a_level),
        cmocka_unit_test(a_room_that_is_kept_longer_is_still_that_room),
        cmocka_unit_test(a_level_that_is_kept_whole_is_itself),
        cmocka_unit_test(a_wing_hangs_on_the_doorway_it_is_put_to),
        cmocka_unit_test(nothing_is_open_any_more_where_caps_have_ground),
        cmocka_unit_test(what_can_be_completed_is_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
