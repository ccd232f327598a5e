/* The ring maps of tests/cases/loops: that the Burrow's rooms close them without any gap, on
 * one storey and across two. Only kits and placements are asked; what the builder makes of the
 * maps is for its own tests. */
#include "core/base/math.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/text/json.h"
#include "core/walkmesh/walkmesh.h"
#include "tests/support/findings.h"

#include "kits/kits.h"

enum { MOST_ROOMS = 16 };

struct placed {
    const wr_room *room;
    wr_motion motion;
};

struct ring {
    struct findings findings;
    struct wr_kit *kit;
    struct placed rooms[MOST_ROOMS];
    uint32_t count;
};

static char *path_of(struct ring *ring, const char *below)
{
    const char *source = wr_environment("WARREN_SOURCE");
    assert_non_null(source);
    return wr_path_join(ring->findings.arena, source, below);
}

static int open_ring(void **state)
{
    static struct ring ring;
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    findings_start(&ring.findings);
    ring.kit = NULL;
    *state = &ring;
    return wr_kit_load(ring.findings.context, path_of(&ring, "kits/library/burrow"), &surfaces,
                       &ring.kit) != WR_OK;
}

static int close_ring(void **state)
{
    struct ring *ring = *state;
    wr_kit_free(ring->kit);
    findings_end(&ring->findings);
    return 0;
}

/* ---- Reading a map ---------------------------------------------------------------------- */

static void place(struct ring *ring, wr_json *json)
{
    struct wr_context *context = ring->findings.context;
    struct placed *placed = &ring->rooms[ring->count];
    wr_placement placement = {0};
    const char *room, *mirror = "";
    bool ok = true;
    assert_true(ring->count < MOST_ROOMS);
    wr_json_get_text(context, json, "room", true, &room, &ok);
    wr_json_get_vec3(context, json, "position", true, &placement.position, &ok);
    wr_json_get_f32(context, json, "turn", false, &placement.turn, &ok);
    wr_json_get_text(context, json, "mirror", false, &mirror, &ok);
    assert_true(ok);
    placement.mirror_x = strcmp(mirror, "x") == 0;
    placed->room = wr_kit_room(ring->kit, room, NULL);
    assert_non_null(placed->room);
    placed->motion = wr_motion_of(placement);
    ring->count++;
}

static void read_ring(struct ring *ring, const char *name)
{
    struct wr_source source;
    wr_json *root;
    bool ok = true;
    char below[64];
    snprintf(below, sizeof below, "tests/cases/loops/%s", name);
    ring->count = 0;
    assert_int_equal(wr_file_read(ring->findings.context, ring->findings.arena,
                                  path_of(ring, below), &source),
                     WR_OK);
    assert_int_equal(wr_json_read(ring->findings.context, ring->findings.arena, &source, &root),
                     WR_OK);
    wr_json *rooms =
        wr_json_get(ring->findings.context, root, "rooms", WR_JSON_LIST, true, &ok);
    assert_true(ok);
    for (wr_json *room = rooms->first; room; room = room->next)
        place(ring, room);
}

/* ---- Doorways that meet ----------------------------------------------------------------- */

/* The end vertices of a doorway, where its room stands: seen from inside, right then left. */
static void ends_of(const struct placed *placed, const wr_hook *hook, wr_vec3 ends[2])
{
    const struct wr_walkmesh *mesh = placed->room->mesh;
    uint32_t first = hook->threshold[0], last = hook->threshold[hook->threshold_count - 1];
    wr_vec3 a = wr_motion_point(&placed->motion, mesh->vertices[wr_edge_start(mesh, first)]);
    wr_vec3 b = wr_motion_point(&placed->motion, mesh->vertices[wr_edge_end(mesh, last)]);
    ends[placed->motion.mirrored] = a;
    ends[!placed->motion.mirrored] = b;
}

static bool meet(const struct placed *a, const wr_hook *hook_a, const struct placed *b,
                 const wr_hook *hook_b)
{
    wr_vec3 ends_a[2], ends_b[2];
    ends_of(a, hook_a, ends_a);
    ends_of(b, hook_b, ends_b);
    return hook_a->door == hook_b->door && wr_vec3_same(ends_a[0], ends_b[1]) &&
           wr_vec3_same(ends_a[1], ends_b[0]);
}

/* The hook of a room that meets the next room's exactly, and which hook it meets there. */
static uint32_t leave(const struct placed *room, const struct placed *next, uint32_t *entered)
{
    for (uint32_t i = 0; i < room->room->hook_count; i++)
        for (uint32_t k = 0; k < next->room->hook_count; k++)
            if (meet(room, &room->room->hooks[i], next, &next->room->hooks[k])) {
                *entered = k;
                return i;
            }
    fail_msg("'%s' does not meet '%s'", room->room->id, next->room->id);
    return WR_NONE;
}

/* Walks round: every room is left by another doorway than it was entered by. */
static void walk_round(const struct ring *ring)
{
    uint32_t entered[MOST_ROOMS], left[MOST_ROOMS];
    for (uint32_t i = 0; i < ring->count; i++) {
        uint32_t next = (i + 1) % ring->count;
        left[i] = leave(&ring->rooms[i], &ring->rooms[next], &entered[next]);
    }
    for (uint32_t i = 0; i < ring->count; i++)
        assert_int_not_equal(entered[i], left[i]);
}

static float climb(const struct ring *ring)
{
    wr_box box = wr_box_empty();
    for (uint32_t i = 0; i < ring->count; i++)
        for (uint32_t k = 0; k < ring->rooms[i].room->hook_count; k++)
            box = wr_box_add(box, wr_motion_point(&ring->rooms[i].motion,
                                                  ring->rooms[i].room->hooks[k].position));
    return box.max.z - box.min.z;
}

/* ---- The rings -------------------------------------------------------------------------- */

/* Every map called loop<rooms>[x2][-what].json closes, has that many rooms and climbs one
 * storey where it says x2; counts the maps of each kind. */
static void rings_close(struct ring *ring, unsigned seen[MOST_ROOMS][2])
{
    char **names;
    size_t count;
    assert_int_equal(wr_folder_list(ring->findings.context, ring->findings.arena,
                                    path_of(ring, "tests/cases/loops"), &names, &count),
                     WR_OK);
    for (size_t i = 0; i < count; i++) {
        unsigned rooms, storeys = 1;
        if (sscanf(names[i], "loop%ux%u", &rooms, &storeys) < 1)
            fail_msg("'%s' is not called after its ring", names[i]);
        assert_in_range(storeys, 1, 2);
        read_ring(ring, names[i]);
        assert_int_equal(ring->count, rooms);
        walk_round(ring);
        assert_true(climb(ring) == (storeys == 2 ? 4.5f : 0.0f));
        seen[rooms][storeys - 1]++;
    }
}

static void rings_of_four_five_six_and_eight_close_on_one_storey_and_across_two(void **state)
{
    unsigned seen[MOST_ROOMS][2] = {{0}};
    rings_close(*state, seen);
    static const unsigned lengths[] = {4, 5, 6, 8};
    for (size_t i = 0; i < 4; i++)
        for (size_t storey = 0; storey < 2; storey++)
            if (seen[lengths[i]][storey] == 0)
                fail_msg("no ring of %u rooms on %zu storeys", lengths[i], storey + 1);
}

static void a_ring_with_a_room_out_of_place_would_not_close(void **state)
{
    struct ring *ring = *state;
    read_ring(ring, "loop5.json");
    struct placed *room = &ring->rooms[2];
    room->motion.move.x += 1.0f / 64;
    uint32_t entered;
    for (uint32_t i = 0; i < room->room->hook_count; i++)
        for (uint32_t k = 0; k < ring->rooms[3].room->hook_count; k++)
            assert_false(meet(room, &room->room->hooks[i], &ring->rooms[3],
                              &ring->rooms[3].room->hooks[k]));
    room->motion.move.x -= 1.0f / 64;
    leave(room, &ring->rooms[3], &entered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_of_four_five_six_and_eight_close_on_one_storey_and_across_two),
        cmocka_unit_test(a_ring_with_a_room_out_of_place_would_not_close),
    };
    return cmocka_run_group_tests(tests, open_ring, close_ring);
}
