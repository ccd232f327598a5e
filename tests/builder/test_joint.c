/* Rooms of a layout, joined by the edges that coincide. */
#include "tests/support/findings.h"
#include "tests/support/meshes.h"

#include "builder/inspect/joint.h"
#include "core/format/bwm.h"

enum { MOST_ROOMS = 4 };

struct trial {
    struct findings f;
    struct wr_joint_room rooms[MOST_ROOMS];
    struct wr_joint joint;
    struct wr_bytes files[MOST_ROOMS];
};

static int start(void **state)
{
    static struct trial trial;
    trial = (struct trial){0};
    findings_start(&trial.f);
    trial.joint = (struct wr_joint){.arena = trial.f.arena, .rooms = trial.rooms};
    *state = &trial;
    return 0;
}

static int end(void **state)
{
    struct trial *trial = *state;
    for (int i = 0; i < MOST_ROOMS; i++)
        wr_bytes_finish(&trial->files[i]);
    findings_end(&trial->f);
    return 0;
}

/* A room of one cell, whose lower left corner lies at (x, y). Its edges lead, in order: down,
 * right, up, left. */
static void add_room(struct trial *trial, float x, float y, const int32_t to[4])
{
    static const char *const names[MOST_ROOMS] = {"hall", "cell", "vault", "attic"};
    static const uint32_t edges[4] = {0, 1, 4, 5};
    struct wr_walkmesh *mesh = mesh_grid(trial->f.arena, 1, 1);
    struct wr_marks marks = {WR_TAKE(trial->f.arena, wr_edge, 4), 0};
    uint32_t room = trial->joint.count++;
    for (uint32_t v = 0; v < 4; v++) {
        mesh->vertices[v].x += x;
        mesh->vertices[v].y += y;
    }
    for (int i = 0; i < 4; i++)
        if (to[i] != -1)
            marks.items[marks.count++] = (wr_edge){edges[i], to[i]};
    assert_int_equal(
        wr_walkmesh_derive(trial->f.context, trial->f.arena, mesh, &marks, WR_NOWHERE, NULL),
        WR_OK);
    wr_bwm_write(mesh, &trial->files[room]);
    trial->rooms[room] = (struct wr_joint_room){
        .name = names[room],
        .source = {names[room], trial->files[room].data, trial->files[room].size, true}};
}

static void mend(struct trial *trial, bool relink)
{
    trial->joint.relink = relink;
    trial->joint.repair = !relink;
    assert_int_equal(wr_joint_mend(trial->f.context, &trial->joint), WR_OK);
}

/* Where the edges of a room lead: down, right, up, left. */
static void assert_leads(struct trial *trial, uint32_t room, int32_t down, int32_t right,
                         int32_t up, int32_t left)
{
    const struct wr_walkmesh *mesh = trial->rooms[room].mesh;
    int32_t to[6] = {0};
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        to[mesh->edges[i].edge] = mesh->edges[i].transition;
    assert_int_equal(to[0], down);
    assert_int_equal(to[1], right);
    assert_int_equal(to[4], up);
    assert_int_equal(to[5], left);
}

static void assert_told(struct trial *trial, const char *slug)
{
    const char *said = findings_said(&trial->f);
    if (!strstr(said, slug))
        fail_msg("'%s' was not told, but:\n%s", slug, said);
}

#define LEADS(down, right, up, left) ((const int32_t[]){down, right, up, left})

static void rooms_that_are_right_stay(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(-1, 1, -1, -1));
    add_room(trial, 1, 0, LEADS(-1, -1, -1, 0));
    mend(trial, false);
    mend(trial, true);
    assert_false(trial->rooms[0].changed || trial->rooms[1].changed);
    assert_string_equal(findings_said(&trial->f), "");
}

static void a_one_way_transition_gets_its_twin(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(-1, 1, -1, -1));
    add_room(trial, 1, 0, LEADS(-1, -1, -1, -1));
    mend(trial, false);
    assert_leads(trial, 1, -1, -1, -1, 0);
    assert_false(trial->rooms[0].changed);
    assert_int_equal(trial->joint.linked, 1);
    assert_told(trial, "[mended-transition] edge 5 of face 1 at (1.000, 1.000, 0.000) led to "
                       "nowhere: it leads to room 0, 'hall' now");
}

static void what_leads_nowhere_is_cleared_after_twins_are_found(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(0, 7, 9, -1));
    add_room(trial, 1, 0, LEADS(-1, -1, -1, 0));
    mend(trial, false);
    assert_leads(trial, 0, -1, 1, -1, -1);
    assert_int_equal(trial->joint.linked, 1);
    assert_int_equal(trial->joint.cleared, 2);
    assert_told(trial, "[mended-transition-nowhere] edge 4 of face 1 at (1.000, 1.000, 0.000) "
                       "led to room 9, which does not exist: it leads to nowhere now");
}

static void a_transition_between_two_others_is_left(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(-1, 1, -1, -1));
    add_room(trial, 1, 0, LEADS(-1, 2, -1, 2));
    add_room(trial, 2, 0, LEADS(-1, -1, -1, 1));
    mend(trial, false);
    assert_leads(trial, 0, -1, 1, -1, -1);
    assert_leads(trial, 1, -1, 2, -1, 2);
    assert_int_equal(trial->joint.left, 2);
    assert_told(trial, "[left-transition] edge 1 of face 0 at (1.000, 0.000, 0.000) leads one "
                       "way, to room 1, 'cell'");
    mend(trial, true);
    assert_leads(trial, 1, -1, 2, -1, 0);
}

static void rooms_of_the_game_keep_what_leads_to_them(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(-1, 1, -1, -1));
    trial->rooms[trial->joint.count++] =
        (struct wr_joint_room){.name = "far", .elsewhere = true};
    for (int relink = 0; relink < 2; relink++) {
        mend(trial, relink);
        assert_leads(trial, 0, -1, 1, -1, -1);
    }
    trial->rooms[1].elsewhere = false; /* a backdrop has no floor */
    mend(trial, false);
    assert_leads(trial, 0, -1, -1, -1, -1);
}

static void corners_of_a_doorway_are_brought_together(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(-1, 1, -1, -1));
    add_room(trial, 1.003f, 0, LEADS(-1, -1, -1, 0));
    mend(trial, false);
    const struct wr_walkmesh *mesh = trial->rooms[1].mesh;
    assert_true(mesh->vertices[0].x == 1 && mesh->vertices[2].x == 1);
    assert_int_equal(trial->joint.moved, 2);
    assert_told(trial, "[mended-seam] vertex 2 at (1.003, 1.000, 0.000) was 3.000 mm from");
    assert_true(mesh->nodes[0].box.min.x < 1);
}

static void what_is_too_far_away_is_no_twin(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(-1, 1, -1, -1));
    add_room(trial, 1.02f, 0, LEADS(-1, -1, -1, 0));
    mend(trial, false);
    assert_int_equal(trial->joint.left, 2);
    mend(trial, true);
    assert_leads(trial, 0, -1, -1, -1, -1);
    assert_leads(trial, 1, -1, -1, -1, -1);
}

/* The order of rooms changed: their transitions follow, and a new room without any is linked.
 */
static void transitions_follow_the_order_of_rooms(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 1, 0, LEADS(-1, -1, -1, 0)); /* it was room 1, the next room 0 */
    add_room(trial, 0, 0, LEADS(-1, 1, -1, -1));
    add_room(trial, 2, 0, LEADS(-1, -1, -1, -1));
    mend(trial, true);
    assert_leads(trial, 0, -1, 2, -1, 1);
    assert_leads(trial, 1, -1, 0, -1, -1);
    assert_leads(trial, 2, -1, -1, -1, 0);
}

static void a_closed_doorway_stays_closed(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(-1, 1, -1, -1));
    add_room(trial, 1, 0, LEADS(-1, -1, 3, 0));
    add_room(trial, 0, 1, LEADS(-1, 3, -1, -1)); /* nothing between it and the first */
    add_room(trial, 1, 1, LEADS(1, -1, -1, 2));
    mend(trial, true);
    assert_false(trial->rooms[0].changed || trial->rooms[2].changed);
    assert_told(trial, "[left-doorway] edge 4 of face 1 at (1.000, 1.000, 0.000) and the one "
                       "of 'vault' across both lead nowhere");
}

/* It led to a room that is gone, and has no other way out: at once, not only the next time. */
static void a_room_that_lost_its_ways_is_linked_with_what_it_touches(void **state)
{
    struct trial *trial = *state;
    add_room(trial, 0, 0, LEADS(-1, -1, -1, 2)); /* up to the left there was one more */
    add_room(trial, 1, 0, LEADS(-1, 2, -1, -1));
    add_room(trial, 2, 0, LEADS(-1, -1, -1, 1));
    for (int times = 0; times < 2; times++) {
        mend(trial, true);
        assert_leads(trial, 0, -1, 1, -1, -1);
        assert_leads(trial, 1, -1, 2, -1, 0);
        assert_leads(trial, 2, -1, -1, -1, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rooms_that_are_right_stay, start, end),
        cmocka_unit_test_setup_teardown(a_one_way_transition_gets_its_twin, start, end),
        cmocka_unit_test_setup_teardown(what_leads_nowhere_is_cleared_after_twins_are_found,
                                        start, end),
        cmocka_unit_test_setup_teardown(a_transition_between_two_others_is_left, start, end),
        cmocka_unit_test_setup_teardown(rooms_of_the_game_keep_what_leads_to_them, start, end),
        cmocka_unit_test_setup_teardown(corners_of_a_doorway_are_brought_together, start, end),
        cmocka_unit_test_setup_teardown(what_is_too_far_away_is_no_twin, start, end),
        cmocka_unit_test_setup_teardown(transitions_follow_the_order_of_rooms, start, end),
        cmocka_unit_test_setup_teardown(a_closed_doorway_stays_closed, start, end),
        cmocka_unit_test_setup_teardown(
            a_room_that_lost_its_ways_is_linked_with_what_it_touches, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
