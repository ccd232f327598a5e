/* Rooms of the game that fit no size, one of which stretches: rounds close by its lengths, and
 * what they make is right. Gaps are measured by the map and the numbers of the kit alone. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/corpus.h"
#include "tests/support/folder.h"
#include "tests/support/generated.h"

#include <math.h>

enum { LONGEST = 6, SEEDS = 8, BUILT = 2 };

static const char stretch[] = "<stretch axis='y' at='0' to='6'/>";

/* ---- The kit ------------------------------------------------------------------------------
 */

static void copy_file(struct generated *g, const struct folder *folder, const char *from,
                      const char *name)
{
    char to[128];
    struct wr_source source;
    snprintf(to, sizeof to, "den/%s", name);
    const char *path = wr_path_join(g->findings.arena, from, name);
    assert_int_equal(wr_file_read(g->findings.context, g->findings.arena, path, &source),
                     WR_OK);
    folder_put(folder, to, source.data, source.size);
}

static void print_room(struct wr_bytes *text, const wr_room *room)
{
    bool hall = strcmp(room->id, "hallway_1") == 0;
    wr_bytes_print(text, "<room id='%s' name='%s' walkmesh='%s.wok' model='%s.mdl'>", room->id,
                   room->id, room->id, room->id);
    for (uint32_t h = 0; h < room->hook_count; h++) {
        const wr_hook *hook = &room->hooks[h];
        wr_bytes_print(text, "<hook name='h%u' at='%.9g %.9g %.9g' id='%d' door='d'/>",
                       (unsigned)h, (double)hook->position.x, (double)hook->position.y,
                       (double)hook->position.z, (int)hook->id);
    }
    wr_bytes_print(text, "%s</room>", hall ? stretch : "");
}

/* All rooms of Black Vulkar as a kit in XML, whose first hallway may be longer. */
static void put_vulkar(struct generated *g, const struct folder *folder, const char *holocron)
{
    static const char *const endings[] = {"wok", "mdl", "mdx"};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_arena *arena = g->findings.arena;
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_bytes text = {0};
    const struct wr_kit *kit;
    const char *from = wr_path_join(arena, holocron, "blackvulkar");
    assert_int_equal(wr_kits_find(g->findings.context, kits,
                                  wr_path_join(arena, holocron, "blackvulkar.json"), &kit),
                     WR_OK);
    wr_bytes_text(&text, "<kit id='den' name='Den' version='1'><door name='d' width='3.6' "
                         "height='2.5' k1='door0_k1' k2='door0_k2'/>");
    for (uint32_t r = 0; r < kit->room_count; r++) {
        print_room(&text, &kit->rooms[r]);
        for (int e = 0; e < 3; e++) {
            char name[64];
            snprintf(name, sizeof name, "%s.%s", kit->rooms[r].id, endings[e]);
            copy_file(g, folder, from, name);
        }
    }
    wr_bytes_text(&text, "</kit>");
    copy_file(g, folder, from, "door0_k1.utd");
    copy_file(g, folder, from, "door0_k2.utd");
    folder_put(folder, "den/kit.xml", text.data, text.size);
    wr_bytes_finish(&text);
    wr_kits_free(kits);
}

static void round_text(struct wr_bytes *text, uint32_t count)
{
    text->size = 0;
    wr_bytes_text(text, "{'format': 'warren-template', 'version': 1, 'id': 'round', 'kit': "
                        "'den', 'mirror': false, 'nodes': [");
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_print(text, "%s{'name': 'n%u'}", i ? ", " : "", (unsigned)i);
    wr_bytes_text(text, "], 'links': [");
    for (uint32_t i = 0; i < count; i++)
        wr_bytes_print(text, "%s{'from': 'n%u', 'to': 'n%u'}", i ? ", " : "", (unsigned)i,
                       (unsigned)((i + 1) % count));
    wr_bytes_text(text, "]}");
    wr_bytes_char(text, '\0');
}

static void start(struct generated *g, struct folder *folder, const char *holocron,
                  const char *text)
{
    char path[512];
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    *g = (struct generated){0};
    findings_start(&g->findings);
    folder_start(folder);
    put_vulkar(g, folder, holocron);
    g->template = template_of(&g->findings, template_text(g->findings.arena, text));
    g->kits = wr_kits_create(&surfaces);
    assert_int_equal(wr_kits_add(g->kits, folder_path(folder, "den", path)), WR_OK);
    if (!g->template || wr_generator_create(g->findings.context, g->template, g->kits, NULL,
                                            &g->generator) != WR_OK)
        fail_msg("%s", findings_said(&g->findings));
}

static void round_start(struct generated *g, struct folder *folder, const char *holocron,
                        uint32_t count)
{
    struct wr_bytes text = {0};
    round_text(&text, count);
    start(g, folder, holocron, (const char *)text.data);
    wr_bytes_finish(&text);
}

/* ---- Measuring ----------------------------------------------------------------------------
 */

static double length_of(const struct generated *g, uint32_t room)
{
    const wr_map_room *of = &g->map->rooms[room];
    return of->length_count > 0 ? (double)of->lengths[0] : 0;
}

/* Where a doorway is in the level: north of the plane it has moved by the room's length. */
static void doorway_at(const struct generated *g, uint32_t room, const wr_hook *hook,
                       double out[3])
{
    const wr_placement *at = &g->map->rooms[room].placement;
    double x = (double)hook->position.x, y = (double)hook->position.y;
    y += y > 0 ? length_of(g, room) : 0;
    for (int turn = 0; turn < (int)at->turn; turn += 90) {
        double was = x;
        x = -y;
        y = was;
    }
    out[0] = x + (double)at->position.x;
    out[1] = y + (double)at->position.y;
    out[2] = (double)hook->position.z + (double)at->position.z;
}

static const wr_hook *hook_named(const wr_room *room, const char *name)
{
    for (uint32_t h = 0; h < room->hook_count; h++)
        if (strcmp(room->hooks[h].name, name) == 0)
            return &room->hooks[h];
    fail_msg("room '%s' has no doorway '%s'", room->id, name);
    return NULL;
}

/* How far the doorways of a link miss each other on the ground, metres; they are level. */
static double gap_of(const struct generated *g, const wr_map_link *link)
{
    double at[2][3];
    for (int side = 0; side < 2; side++)
        doorway_at(g, link->rooms[side],
                   hook_named(g->rooms[link->rooms[side]], link->hooks[side]), at[side]);
    double x = at[0][0] - at[1][0], y = at[0][1] - at[1][1];
    assert_true(fabs(at[0][2] - at[1][2]) <= 0.02);
    return sqrt(x * x + y * y);
}

/* Rooms that do not stretch have no lengths; the greatest gap of all links. */
static double measure(const struct generated *g, uint32_t *stretched)
{
    double gap = 0;
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        const wr_map_room *room = &g->map->rooms[i];
        double length = length_of(g, i);
        assert_false(room->placement.mirror_x || room->placement.mirror_y);
        assert_true(length >= 0 && length <= LONGEST);
        assert_true(room->length_count <= (is_room(g, i, "hallway_1") ? 1 : 0));
        *stretched += length > 0;
    }
    for (uint32_t i = 0; i < g->map->link_count; i++)
        gap = fmax(gap, gap_of(g, &g->map->links[i]));
    return gap;
}

/* ---- The test -----------------------------------------------------------------------------
 */

static void black_vulkar_with_one_hallway_that_stretches_closes_rounds(void **state)
{
    struct wr_arena *arena = wr_arena_create();
    const char *holocron = corpus_folder(arena, "holocron");
    (void)state;
    for (uint32_t count = 4; holocron && count <= 8; count++) {
        struct generated g;
        struct folder folder;
        double widest = 0;
        uint32_t stretched = 0;
        round_start(&g, &folder, holocron, count);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            generated_make(&g, seed);
            double gap = measure(&g, &stretched);
            assert_int_equal(g.map->room_count, count);
            assert_int_equal(g.map->link_count, count);
            if (gap > 0.0005)
                fail_msg("round of %u, seed %llu: a gap of %f m", (unsigned)count,
                         (unsigned long long)seed, gap);
            widest = fmax(widest, gap);
            if (seed <= BUILT)
                generated_judge(&g, seed);
        }
        printf("[  NOTE    ] rounds of %u: the widest gap is %.3f mm, %u rooms are longer\n",
               (unsigned)count, widest * 1000, (unsigned)stretched);
        generated_end(&g);
        folder_end(&folder);
    }
    wr_arena_destroy(arena);
    if (!holocron)
        skip();
}

/* Without the room whose own floor has faces that look down. */
static void black_vulkar_grows_and_its_loops_close_by_that_hallway(void **state)
{
    static const char grows[] =
        "{'format': 'warren-template', 'version': 1, 'id': 'grown', 'kit': 'den', 'mirror': "
        "false, 'exclude': 'room_1', 'grow': {'rooms': 16, 'loops': [1, 2]}}";
    struct wr_arena *arena = wr_arena_create();
    const char *holocron = corpus_folder(arena, "holocron");
    struct generated g;
    struct folder folder;
    uint32_t stretched = 0;
    double widest = 0;
    (void)state;
    if (!holocron) {
        wr_arena_destroy(arena);
        skip();
    }
    start(&g, &folder, holocron, grows);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        generated_make(&g, seed);
        widest = fmax(widest, measure(&g, &stretched));
        assert_true(widest <= 0.0005);
        assert_int_equal(g.map->room_count, 16);
        assert_in_range(g.info.metrics.cycle_rank, 1, 2);
        if (seed <= BUILT)
            generated_judge(&g, seed);
    }
    printf("[  NOTE    ] levels that grow: the widest gap is %.3f mm, %u rooms are longer\n",
           widest * 1000, (unsigned)stretched);
    assert_true(stretched > 0);
    generated_end(&g);
    folder_end(&folder);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_vulkar_with_one_hallway_that_stretches_closes_rounds),
        cmocka_unit_test(black_vulkar_grows_and_its_loops_close_by_that_hallway),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
