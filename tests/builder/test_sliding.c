/* Doors that slide along walls: which small graphs have a level is what trying everything says,
 * by code that knows rooms as boxes and shares nothing with the generator; and levels keep what
 * their kit says, whatever it is. */
#include "tests/support/generated.h"
#include "tests/support/starved.h"

#include "core/base/random.h"

#include <math.h>

enum { WALLS = 4, DOORS = 6, ROOMS = 2, NODES = 5, LINKS = 6, PLACES = 16 };
enum { SOUTH, EAST, NORTH, WEST };

/* A doorway in a wall; lengths are in halves of a unit, from the western or southern end. */
struct door {
    int wall, at, from, to, step; /* drawn; first and last place; 0: it stays */
};

struct box {
    int x, y, door_count;
    struct door doors[DOORS];
};

struct kit {
    struct box rooms[ROOMS];
    int width;   /* of all doors */
    double unit; /* metres a half */
    bool mirror;
};

struct graph {
    uint32_t nodes, links;
    uint32_t ends[LINKS][2];
};

static int draw(wr_random *random, int least, int most)
{
    return least + (int)wr_random_below(random, (uint32_t)(most - least + 1));
}

/* ---- Kits ---------------------------------------------------------------------------------
 */

/* Anywhere, from one place to another, or at one. */
static struct door draw_door(wr_random *random, int wall, int width, int length)
{
    int low = width / 2, high = length - width / 2, step = draw(random, 1, 2);
    struct door door = {.wall = wall, .at = length / 2};
    switch (wr_random_below(random, 4)) {
    case 0:
        return door;
    case 1:
        door.at = door.from = draw(random, low, high);
        door.to = door.at + (high - door.at) / step * step;
        break;
    default:
        door.from = door.at - (door.at - low) / step * step;
        door.to = door.at + (high - door.at) / step * step;
    }
    door.step = door.to > door.from ? step : 0;
    return door;
}

static void draw_kit(wr_random *random, struct kit *kit)
{
    *kit = (struct kit){.width = 2,
                        .unit = wr_random_below(random, 3) ? 1 : 1.1,
                        .mirror = wr_random_below(random, 3) == 0};
    for (int r = 0; r < ROOMS; r++) {
        struct box *box = &kit->rooms[r];
        box->x = 2 * draw(random, 2, r == 0 ? 7 : 3);
        box->y = 2 * draw(random, 2, 3);
        for (int wall = 0; wall < WALLS; wall++)
            if (wr_random_below(random, 4) > (r == 0 ? 1u : 2u))
                box->doors[box->door_count++] =
                    draw_door(random, wall, kit->width, wall % 2 ? box->y : box->x);
    }
}

static void print_door(const struct kit *kit, const struct door *door, int number,
                       struct wr_bytes *text)
{
    static const char *const walls[] = {"south", "east", "north", "west"};
    wr_bytes_print(text, "<hook name='h%d' door='d' wall='%s'", number, walls[door->wall]);
    if (door->step && door->from == door->at)
        wr_bytes_print(text, " along='%.2f..%.2f' step='%.2f'", door->from * kit->unit,
                       door->to * kit->unit, door->step * kit->unit);
    else if (door->step)
        wr_bytes_print(text, " along='any' step='%.2f'", door->step * kit->unit);
    else
        wr_bytes_print(text, " along='%.2f'", door->at * kit->unit);
    wr_bytes_text(text, "/>");
}

static void print_kit(const struct kit *kit, struct wr_bytes *text)
{
    wr_bytes_print(text,
                   "<kit id='den' name='Den' version='1'>"
                   "<door name='d' width='%.2f' height='2.5'/>",
                   kit->width * kit->unit);
    for (int r = 0; r < ROOMS; r++) {
        const struct box *box = &kit->rooms[r];
        wr_bytes_print(text, "<room id='r%d' name='r%d'><outline x='%.2f' y='%.2f'/>", r, r,
                       box->x * kit->unit, box->y * kit->unit);
        for (int d = 0; d < box->door_count; d++)
            print_door(kit, &box->doors[d], d, text);
        wr_bytes_text(text, "</room>");
    }
    wr_bytes_text(text, "</kit>");
}

/* ---- Graphs -------------------------------------------------------------------------------
 */

static void draw_graph(wr_random *random, struct graph *graph)
{
    *graph = (struct graph){.nodes = (uint32_t)draw(random, 2, 4)};
    for (uint32_t i = 1; i < graph->nodes; i++, graph->links++) {
        graph->ends[graph->links][0] = wr_random_below(random, 2) ? i - 1 : 0;
        graph->ends[graph->links][1] = i;
    }
    if (graph->nodes == 4 && wr_random_below(random, 3)) {
        const uint32_t square[4][2] = {{0, 1}, {1, 2}, {2, 3}, {0, 3}};
        graph->links = 4;
        memcpy(graph->ends, square, sizeof square);
    }
}

static void print_template(const struct kit *kit, const struct graph *graph,
                           struct wr_bytes *text)
{
    wr_bytes_print(text,
                   "{'format': 'warren-template', 'version': 1, 'id': 'slid', 'kit': 'den', "
                   "'mirror': %s, 'nodes': [",
                   kit->mirror ? "true" : "false");
    for (uint32_t i = 0; i < graph->nodes; i++)
        wr_bytes_print(text, "%s{'name': 'n%u'}", i ? ", " : "", (unsigned)i);
    wr_bytes_text(text, "], 'links': [");
    for (uint32_t i = 0; i < graph->links; i++)
        wr_bytes_print(text, "%s{'from': 'n%u', 'to': 'n%u'}", i ? ", " : "",
                       (unsigned)graph->ends[i][0], (unsigned)graph->ends[i][1]);
    wr_bytes_text(text, "]}");
}

/* ---- Poses --------------------------------------------------------------------------------
 */

struct pose {
    int room, turn;
    bool mirrored;
    int x, y;
};

struct point {
    int x, y;
};

/* A doorway where it stands, and where it looks: 0 east, 1 north, 2 west, 3 south. */
struct doorway {
    struct point at;
    int facing;
};

static struct point point_of(const struct pose *pose, int x, int y)
{
    struct point p = {pose->mirrored ? -x : x, y};
    for (int i = 0; i < pose->turn; i++)
        p = (struct point){-p.y, p.x};
    return (struct point){p.x + pose->x, p.y + pose->y};
}

static struct doorway doorway_of(const struct kit *kit, const struct pose *pose, int door,
                                 int at)
{
    const struct box *box = &kit->rooms[pose->room];
    int wall = box->doors[door].wall, facing = (wall + 3) % 4;
    int x = wall == EAST ? box->x : wall == WEST ? 0 : at;
    int y = wall == NORTH ? box->y : wall == SOUTH ? 0 : at;
    if (pose->mirrored && wall % 2)
        facing = (facing + 2) % 4;
    return (struct doorway){point_of(pose, x, y), (facing + pose->turn) % 4};
}

static bool meet(struct doorway a, struct doorway b)
{
    return a.at.x == b.at.x && a.at.y == b.at.y && (a.facing + 2) % 4 == b.facing;
}

static bool overlap(const struct kit *kit, const struct pose *a, const struct pose *b)
{
    int low[2][2], high[2][2];
    for (int side = 0; side < 2; side++) {
        const struct pose *pose = side ? b : a;
        struct point p = point_of(pose, 0, 0);
        struct point q = point_of(pose, kit->rooms[pose->room].x, kit->rooms[pose->room].y);
        low[side][0] = p.x < q.x ? p.x : q.x, high[side][0] = p.x < q.x ? q.x : p.x;
        low[side][1] = p.y < q.y ? p.y : q.y, high[side][1] = p.y < q.y ? q.y : p.y;
    }
    return low[0][0] < high[1][0] && low[1][0] < high[0][0] && low[0][1] < high[1][1] &&
           low[1][1] < high[0][1];
}

/* ---- Trying everything --------------------------------------------------------------------
 */

struct brute {
    const struct kit *kit;
    const struct graph *graph;
    struct pose poses[NODES];
    bool taken[NODES][DOORS];
};

static bool place(struct brute *b, uint32_t node);

static int place_count(const struct door *door)
{
    return door->step ? (door->to - door->from) / door->step + 1 : 1;
}

static int place_at(const struct door *door, int i)
{
    return door->step ? door->from + i * door->step : door->at;
}

static bool two_meet(const struct brute *b, uint32_t p, int door_p, uint32_t q, int door_q)
{
    const struct door *of_p = &b->kit->rooms[b->poses[p].room].doors[door_p];
    const struct door *of_q = &b->kit->rooms[b->poses[q].room].doors[door_q];
    for (int i = 0; i < place_count(of_p); i++)
        for (int k = 0; k < place_count(of_q); k++)
            if (meet(doorway_of(b->kit, &b->poses[p], door_p, place_at(of_p, i)),
                     doorway_of(b->kit, &b->poses[q], door_q, place_at(of_q, k))))
                return true;
    return false;
}

/* Links a node with the earlier ones, by doorways that are free, and then goes on. */
static bool link(struct brute *b, uint32_t node, uint32_t first)
{
    uint32_t i = first;
    while (i < b->graph->links && b->graph->ends[i][1] != node)
        i++;
    if (i == b->graph->links)
        return place(b, node + 1);
    uint32_t other = b->graph->ends[i][0];
    for (int p = 0; p < b->kit->rooms[b->poses[other].room].door_count; p++)
        for (int q = 0; q < b->kit->rooms[b->poses[node].room].door_count; q++) {
            if (b->taken[other][p] || b->taken[node][q] || !two_meet(b, other, p, node, q))
                continue;
            b->taken[other][p] = b->taken[node][q] = true;
            if (link(b, node, i + 1))
                return true;
            b->taken[other][p] = b->taken[node][q] = false;
        }
    return false;
}

static bool stand(struct brute *b, uint32_t node, struct pose pose)
{
    b->poses[node] = pose;
    for (uint32_t i = 0; i < node; i++)
        if (overlap(b->kit, &b->poses[i], &pose))
            return false;
    memset(b->taken[node], 0, sizeof b->taken[node]);
    return link(b, node, 0);
}

/* Beside the node that the first of its links leads to, at each offset once. */
static bool place_beside(struct brute *b, uint32_t node, uint32_t other, struct pose pose)
{
    const struct box *own = &b->kit->rooms[pose.room];
    const struct box *its = &b->kit->rooms[b->poses[other].room];
    struct point seen[4 * DOORS * PLACES];
    int count = 0;
    for (int p = 0; p < its->door_count; p++)
        for (int q = 0; q < own->door_count; q++)
            for (int i = 0; !b->taken[other][p] && i < place_count(&its->doors[p]); i++)
                for (int k = 0; k < place_count(&own->doors[q]); k++) {
                    pose.x = pose.y = 0;
                    struct doorway to =
                        doorway_of(b->kit, &b->poses[other], p, place_at(&its->doors[p], i));
                    struct doorway from =
                        doorway_of(b->kit, &pose, q, place_at(&own->doors[q], k));
                    if ((to.facing + 2) % 4 != from.facing)
                        continue;
                    pose.x = to.at.x - from.at.x, pose.y = to.at.y - from.at.y;
                    int at = 0;
                    while (at < count && (seen[at].x != pose.x || seen[at].y != pose.y))
                        at++;
                    if (at < count)
                        continue;
                    assert_true(count < (int)(sizeof seen / sizeof *seen));
                    seen[count++] = (struct point){pose.x, pose.y};
                    if (stand(b, node, pose))
                        return true;
                }
    return false;
}

static bool place(struct brute *b, uint32_t node)
{
    uint32_t i = 0;
    if (node == b->graph->nodes)
        return true;
    while (i < b->graph->links && b->graph->ends[i][1] != node)
        i++;
    for (int room = 0; room < ROOMS; room++)
        for (int turn = 0; turn < 4; turn++)
            for (int mirrored = 0; mirrored <= b->kit->mirror; mirrored++) {
                struct pose pose = {room, turn, mirrored, 0, 0};
                if (node == 0 ? stand(b, node, pose)
                              : place_beside(b, node, b->graph->ends[i][0], pose))
                    return true;
            }
    return false;
}

/* ---- Levels -------------------------------------------------------------------------------
 */

/* Where a doorway of a room of the map is, in halves of a unit. */
static struct doorway read_doorway(const struct generated *g, const struct kit *kit,
                                   uint32_t room, const char *hook)
{
    const wr_map_room *of = &g->map->rooms[room];
    int door = hook[1] - '0', number = of->room[1] - '0', slide = 0, at;
    const struct box *box = &kit->rooms[number];
    struct pose pose = {.room = number,
                        .turn = (int)of->placement.turn / 90,
                        .mirrored = of->placement.mirror_x,
                        .x = (int)lround((double)of->placement.position.x / kit->unit),
                        .y = (int)lround((double)of->placement.position.y / kit->unit)};
    for (int d = 0; d < door; d++)
        slide += box->doors[d].step != 0;
    at = box->doors[door].at;
    if (box->doors[door].step && slide < (int)of->length_count) {
        double length = (double)of->lengths[slide] / kit->unit;
        int steps = (int)lround(length) / box->doors[door].step;
        assert_true(fabs(length - steps * box->doors[door].step) < 1e-4);
        at += steps * box->doors[door].step;
    }
    assert_true(at == box->doors[door].at ||
                (at >= box->doors[door].from && at <= box->doors[door].to));
    return doorway_of(kit, &pose, door, at);
}

/* Linked doorways meet, each in one link, and no two rooms overlap. */
static void judge(const struct generated *g, const struct kit *kit, uint64_t seed)
{
    struct pose poses[NODES];
    for (uint32_t i = 0; i < g->map->link_count; i++) {
        const wr_map_link *link = &g->map->links[i];
        if (!meet(read_doorway(g, kit, link->rooms[0], link->hooks[0]),
                  read_doorway(g, kit, link->rooms[1], link->hooks[1])))
            fail_msg("seed %llu: link %u does not meet", (unsigned long long)seed, (unsigned)i);
        for (uint32_t k = 0; k < 2 * i; k++)
            for (int side = 0; side < 2; side++)
                assert_false(g->map->links[k / 2].rooms[k % 2] == link->rooms[side] &&
                             strcmp(g->map->links[k / 2].hooks[k % 2], link->hooks[side]) == 0);
    }
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        const wr_placement *at = &g->map->rooms[i].placement;
        poses[i] = (struct pose){g->map->rooms[i].room[1] - '0', (int)at->turn / 90,
                                 at->mirror_x, (int)lround((double)at->position.x / kit->unit),
                                 (int)lround((double)at->position.y / kit->unit)};
        for (uint32_t k = 0; k < i; k++)
            assert_false(overlap(kit, &poses[i], &poses[k]));
    }
}

static void slid_start(struct generated *g, const char *kit, const char *template)
{
    struct wr_kit *made;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    *g = (struct generated){0};
    findings_start(&g->findings);
    g->kits = wr_kits_create(&surfaces);
    if (wr_kit_read(g->findings.context, "den/kit.xml", kit, strlen(kit), &surfaces, &made) !=
        WR_OK)
        fail_msg("%s\n%s", findings_said(&g->findings), kit);
    assert_int_equal(wr_kits_put(g->kits, made), WR_OK);
    g->template = template_of(&g->findings, template_text(g->findings.arena, template));
    if (!g->template || wr_generator_create(g->findings.context, g->template, g->kits, NULL,
                                            &g->generator) != WR_OK)
        fail_msg("%s", findings_said(&g->findings));
}

static void graphs_have_levels_where_trying_everything_finds_one(void **state)
{
    enum { SEEDS = OFTEN(200, 30) };
    uint32_t solvable = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        wr_random random = wr_random_of(seed, 91);
        struct kit kit;
        struct graph graph;
        struct generated g;
        struct wr_bytes text = {0}, den = {0};
        draw_kit(&random, &kit);
        draw_graph(&random, &graph);
        struct brute brute = {.kit = &kit, .graph = &graph};
        bool expected = place(&brute, 0);
        print_template(&kit, &graph, &text);
        print_kit(&kit, &den);
        wr_bytes_char(&text, '\0');
        wr_bytes_char(&den, '\0');
        slid_start(&g, (const char *)den.data, (const char *)text.data);
        bool made = generated_try(&g, seed);
        if (made != expected)
            fail_msg("seed %llu: trying everything says %d\n%s\n%s", (unsigned long long)seed,
                     expected, (const char *)text.data, findings_said(&g.findings));
        if (made) {
            judge(&g, &kit, seed);
            generated_judge(&g, seed);
        } else {
            assert_null(strstr(findings_said(&g.findings), "budget-spent"));
        }
        solvable += made;
        wr_bytes_finish(&text);
        wr_bytes_finish(&den);
        generated_end(&g);
    }
    printf("[  NOTE    ] %u of %u graphs have a level\n", (unsigned)solvable, (unsigned)SEEDS);
    assert_true(solvable > SEEDS / 5 && solvable < OFTEN(SEEDS * 9 / 10, SEEDS));
}

/* ---- What else kits and templates say ------------------------------------------------------
 */

/* Sides in ranges with doors that slide, two doors on a wall, a floor with a dent, caps. */
static const char ware[] =
    "<kit id='den' name='Den' version='1'><door name='d' width='2' height='2.5'/>"
    "<room id='hall' name='Hall'><outline x='8..14' y='6..8' step='0.5'/>"
    "<hook name='n' door='d' wall='north' along='any'/>"
    "<hook name='e' door='d' wall='east' along='2..4' step='0.25'/>"
    "<hook name='w' door='d' wall='west' along='any' step='1'/>"
    "<hook name='s1' door='d' wall='south' along='1..3'/>"
    "<hook name='s2' door='d' wall='south' along='5..7' step='0.5'/></room>"
    "<room id='ell' name='Ell'><outline points='0 0  9 0  9 4  5 4  5 9  0 9'/>"
    "<hook name='a' door='d' wall='0' along='any'/><hook name='b' door='d' wall='1' "
    "along='any'/><hook name='c' door='d' wall='2' along='any'/>"
    "<hook name='d' door='d' wall='5' along='1.1..7.1' step='1.5'/></room>"
    "<room id='way' name='Way' tags='way'><outline x='2..9' y='2'/>"
    "<hook name='e' door='d' wall='east'/><hook name='w' door='d' wall='west'/></room>"
    "<room id='stop' name='Stop' tags='cap'><outline x='3' y='1'/>"
    "<hook name='d' door='d' wall='south' along='any'/></room></kit>";

/* ---- Without memory ------------------------------------------------------------------------
 */

static enum wr_result make_starved(struct findings *f, void *template)
{
    struct wr_kit *kit = NULL;
    struct wr_generator *generator = NULL;
    struct wr_map *map = NULL;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    enum wr_result result =
        kits ? wr_kit_read(f->context, "den/kit.xml", ware, strlen(ware), &surfaces, &kit)
             : wr_no_memory(f->context);
    if (result == WR_OK && wr_kits_put(kits, kit) != WR_OK)
        result = wr_no_memory(f->context);
    if (result == WR_OK)
        result = wr_generator_create(f->context, template, kits, NULL, &generator);
    if (result == WR_OK)
        result = wr_generator_make(f->context, generator, 1, 0, &map, NULL);
    wr_map_free(map); /* none where it failed */
    wr_generator_free(generator);
    wr_kits_free(kits);
    return result;
}

static void every_failing_allocation_reaches_the_caller(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct wr_template *template = template_of(
        &f, template_text(f.arena, "{'format': 'warren-template', 'version': 1, 'id': 'slid', "
                                   "'kit': 'den', 'nodes': [{'name': 'a', 'rooms': 'hall'}, "
                                   "{'name': 'b'}], 'links': [{'from': 'a', 'to': 'b'}], "
                                   "'caps': '#cap'}"));
    assert_true(starve(make_starved, template) > 20);
    wr_template_free(template);
    findings_end(&f);
}

static void levels_are_what_kit_and_template_say(void **state)
{
    static const char ring[] =
        "'nodes': [{'name': 'a'}, {'name': 'b'}, {'name': 'c'}, {'name': 'd'}, {'name': 'e'}], "
        "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'}, {'from': 'c', 'to': "
        "'d'}, {'from': 'd', 'to': 'a'}, {'from': 'a', 'to': 'e'}], 'caps': '#cap'";
    static const char named[] =
        "'nodes': [{'name': 'a', 'rooms': 'hall'}, {'name': 'b', 'rooms': 'hall'}, {'name': "
        "'c', 'rooms': 'ell'}], 'links': [{'from': ['a', 's2'], 'to': ['b', 'n']}, {'from': "
        "['a', 's1'], 'to': 'c'}]";
    static const char patterns[] =
        "'corridor': {'length': [0, 1], 'rooms': '#way'}, 'patterns': [{'pattern': 'shortcut', "
        "'length': [1, 2]}, {'pattern': 'hub', 'length': [2, 3]}]";
    static const char *const asked[] = {ring, named, patterns};
    (void)state;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char text[1024];
        struct generated g;
        snprintf(text, sizeof text,
                 "{'format': 'warren-template', 'version': 1, 'id': 'slid', 'kit': 'den', %s}",
                 asked[i]);
        slid_start(&g, ware, text);
        for (uint64_t seed = 1; seed <= 5; seed++) {
            generated_make(&g, seed);
            generated_judge(&g, seed);
            assert_said(&g.findings, "");
        }
        generated_end(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_what_kit_and_template_say),
        cmocka_unit_test(every_failing_allocation_reaches_the_caller),
        cmocka_unit_test(graphs_have_levels_where_trying_everything_finds_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
