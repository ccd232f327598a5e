/* Levels that grow keep what a template rules: where floors lie, which rooms there are, and
 * which are linked. */
#include "tests/support/grown_judge.h"

static void look_at_bounds(const struct grown *grown, const struct wr_layout *layout)
{
    const wr_box *bounds = &grown->levels.template.bounds;
    for (uint32_t i = 0; i < layout->room_count; i++) {
        const struct wr_walkmesh *mesh = layout->rooms[i].room->mesh;
        for (uint32_t f = 0; f < mesh->walkable_count; f++)
            for (int k = 0; k < 3; k++) {
                wr_vec3 p = wr_motion_point(&layout->rooms[i].motion,
                                            mesh->vertices[mesh->faces[f].v[k]]);
                assert_true(p.x >= bounds->min.x && p.y >= bounds->min.y &&
                            p.z >= bounds->min.z && p.x <= bounds->max.x &&
                            p.y <= bounds->max.y && p.z <= bounds->max.z);
            }
    }
}

static void floors_stay_in_bounds(void **state)
{
    static struct grown grown;
    (void)state;
    start(&grown);
    grown.levels.template.grow.rooms = (wr_span){12, 18};
    grown.levels.template.bounds = (wr_box){{3, 3, -4.6f}, {51, 51, 4.6f}};
    prepare(&grown);
    for (uint64_t seed = 0; seed < 60; seed++) {
        assert_int_equal(make(&grown, seed), WR_OK);
        assert_builds(&grown, look_at_bounds);
    }
    end(&grown);
}

static uint32_t storeys_of(const struct wr_layout *layout)
{
    double heights[64];
    uint32_t count = 0;
    for (uint32_t i = 0; i < layout->hook_count; i++) {
        uint32_t k = 0;
        while (k < count && fabs(heights[k] - (double)layout->hooks[i].position.z) > 1)
            k++;
        if (k == count)
            heights[count++] = (double)layout->hooks[i].position.z;
    }
    return count;
}

static void look_at_storeys(const struct grown *grown, const struct wr_layout *layout)
{
    assert_true(storeys_of(layout) <= grown->levels.template.storeys);
}

static void storeys_are_no_more_than_wanted(void **state)
{
    static struct grown grown;
    (void)state;
    for (uint32_t storeys = 1; storeys <= 3; storeys++) {
        start(&grown);
        grown.levels.template.grow.rooms = (wr_span){30, 30};
        grown.levels.template.storeys = storeys;
        prepare(&grown);
        for (uint64_t seed = 0; seed < 40; seed++) {
            assert_int_equal(make(&grown, seed), WR_OK);
            assert_builds(&grown, look_at_storeys);
        }
        end(&grown);
    }
}

static void look_at_distances(const struct grown *grown, const struct wr_layout *layout)
{
    for (uint32_t a = 0; a < layout->room_count; a++)
        for (uint32_t b = a + 1; b < layout->room_count; b++) {
            const struct wr_walkmesh *p = layout->rooms[a].room->mesh;
            const struct wr_walkmesh *q = layout->rooms[b].room->mesh;
            if (is_linked(grown, a, b))
                continue;
            for (uint32_t i = 0; i < 3 * p->walkable_count; i++) {
                wr_vec3 from = wr_motion_point(&layout->rooms[a].motion,
                                               p->vertices[p->faces[i / 3].v[i % 3]]);
                for (uint32_t k = 0; k < 3 * q->walkable_count; k++) {
                    wr_vec3 to = wr_motion_point(&layout->rooms[b].motion,
                                                 q->vertices[q->faces[k / 3].v[k % 3]]);
                    double x = (double)to.x - (double)from.x;
                    double y = (double)to.y - (double)from.y;
                    if (fabs((double)to.z - (double)from.z) < WR_HEADROOM)
                        assert_true(sqrt(x * x + y * y) >=
                                    (double)grown->levels.template.distance - 0.001);
                }
            }
        }
}

static void rooms_that_are_not_linked_keep_their_distance(void **state)
{
    static struct grown grown;
    (void)state;
    start(&grown);
    grown.levels.template.grow.rooms = (wr_span){14, 14};
    grown.levels.template.distance = 2.5f;
    prepare(&grown);
    for (uint64_t seed = 0; seed < 15; seed++) {
        assert_int_equal(make(&grown, seed), WR_OK);
        assert_builds(&grown, look_at_distances);
    }
    end(&grown);
}

static void counts_repeats_and_neighbours_are_kept(void **state)
{
    static struct grown grown;
    static const char *const halls[] = {"#hall"}, *const cells[] = {"cell"};
    static const char *const junctions[] = {"#junction"}, *const stairs[] = {"#stairs"};
    static const char *const passages[] = {"#corridor"};
    (void)state;
    start(&grown);
    const wr_room_rule rules[] = {
        {.rooms = {.names = halls, .count = 1}, .weight = NAN, .count = {1, 1}},
        {.rooms = {.names = passages, .count = 1},
         .weight = 3,
         .count = {WR_NONE, WR_NONE},
         .repeat = WR_REPEAT_APART,
         .sets_repeat = true},
    };
    const wr_neighbour_rule neighbours[] = {
        {{.names = cells, .count = 1}, {.names = junctions, .count = 1}, true, {0}},
        {{.names = halls, .count = 1}, {.names = stairs, .count = 1}, false, {0}},
    };
    grown.levels.template.grow.rooms = (wr_span){24, 24};
    grown.levels.template.grow.loops = (wr_span){1, 1};
    grown.levels.template.rules = rules;
    grown.levels.template.rule_count = 2;
    grown.levels.template.neighbours = neighbours;
    grown.levels.template.neighbour_count = 2;
    prepare(&grown);
    uint32_t cell_count = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        assert_int_equal(make(&grown, seed), WR_OK);
        uint32_t hall_count = 0;
        for (uint32_t a = 0; a < grown.draft.room_count; a++) {
            bool cell = wr_choice_fits(&neighbours[0].rooms, room_of(&grown, a)),
                 beside = false;
            hall_count += wr_choice_fits(&rules[0].rooms, room_of(&grown, a));
            cell_count += cell;
            for (uint32_t b = 0; b < grown.draft.room_count; b++) {
                if (!is_linked(&grown, a, b))
                    continue;
                beside |= wr_choice_fits(&neighbours[0].others, room_of(&grown, b));
                assert_false(wr_choice_fits(&neighbours[1].rooms, room_of(&grown, a)) &&
                             wr_choice_fits(&neighbours[1].others, room_of(&grown, b)));
                assert_false(wr_choice_fits(&rules[1].rooms, room_of(&grown, a)) &&
                             room_of(&grown, a) == room_of(&grown, b));
            }
            assert_true(!cell || beside);
        }
        assert_int_equal(hall_count, 4); /* great-hall, atrium, crypt, grotto */
        assert_builds(&grown, NULL);
    }
    assert_true(cell_count > 5);
    end(&grown);
}

static uint32_t room_named(const struct grown *grown, const char *name)
{
    for (uint32_t i = 0; i < grown->draft.room_count; i++)
        if (grown->draft.rooms[i].name && strcmp(grown->draft.rooms[i].name, name) == 0)
            return i;
    return WR_NONE;
}

static void named_rooms_are_there_and_placed_ones_stand_where_they_must(void **state)
{
    static struct grown grown;
    static const char *const hub[] = {"hub"}, *const hall[] = {"great-hall"};
    static const char *const lift[] = {"lift"};
    const wr_template_node nodes[] = {
        {.name = "gate", .rooms = {.names = hub, .count = 1}, .placed = true},
        {.name = "far hall",
         .rooms = {.names = hall, .count = 1},
         .placed = true,
         .placement = {.position = {60, 42, 0}, .turn = 90}},
        {.name = "way down", .rooms = {.names = lift, .count = 1}},
    };
    (void)state;
    start(&grown);
    grown.levels.template.grow.rooms = (wr_span){24, 24};
    grown.levels.template.grow.loops = (wr_span){1, 2};
    grown.levels.template.nodes = nodes;
    grown.levels.template.node_count = 3;
    grown.levels.template.entry_node = 0;
    grown.levels.template.exit_node = 2;
    prepare(&grown);
    for (uint64_t seed = 0; seed < 60; seed++) {
        assert_int_equal(make(&grown, seed), WR_OK);
        assert_int_equal(room_named(&grown, "gate"), grown.draft.entry);
        assert_int_equal(room_named(&grown, "way down"), grown.draft.exit);
        uint32_t far = room_named(&grown, "far hall");
        wr_placement at = wr_stance_placement(&grown.levels.pieces.pieces,
                                              grown.draft.rooms[far].standing.stance,
                                              grown.draft.rooms[far].standing.spot);
        assert_true(at.position.x == 60 && at.position.y == 42 && at.turn == 90);
        assert_string_equal(room_of(&grown, grown.draft.exit)->id, "lift");
        assert_whole(&grown);
        assert_builds(&grown, NULL);
    }
    end(&grown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floors_stay_in_bounds),
        cmocka_unit_test(storeys_are_no_more_than_wanted),
        cmocka_unit_test(rooms_that_are_not_linked_keep_their_distance),
        cmocka_unit_test(counts_repeats_and_neighbours_are_kept),
        cmocka_unit_test(named_rooms_are_there_and_placed_ones_stand_where_they_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
