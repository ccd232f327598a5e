/* What is said of blocks that are broken in one way each, and of whole ones nothing. */
#include "tests/support/corpus.h"
#include "tests/support/starved.h"

#include "core/base/random.h"
#include "core/wmp/judge.h"

enum { SIDES = 6, CORNERS = 24, SEEDS = 400 };

/* A box in the middle of a level, and a light above it. */
struct boxed {
    struct findings findings;
    wr_dvec3 vertices[8];
    uint32_t corners[CORNERS + 4]; /* room for a seventh face */
    wr_wmp_face faces[SIDES + 1];
    wr_wmp_block block;
    wr_wmp_entity entity;
    wr_wmp_object object;
    wr_wmp_member members[2];
    struct wr_wmp level;
};

/* Vertex v is at the upper end of x, y, z where its bits 0, 1, 2 are set. */
static const uint32_t loops[SIDES][4] = {{4, 6, 7, 5}, {0, 1, 3, 2}, {0, 4, 5, 1},
                                         {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};

static void boxed_start(struct boxed *boxed)
{
    memset(boxed, 0, sizeof *boxed);
    findings_start(&boxed->findings);
    const struct wr_source *source = findings_text(&boxed->findings, "123456789");
    for (uint32_t v = 0; v < 8; v++)
        boxed->vertices[v] = (wr_dvec3){v & 1 ? 64 : -64, v & 2 ? 32 : -32, v & 4 ? 16 : -16};
    for (uint32_t f = 0; f < SIDES; f++) {
        memcpy(&boxed->corners[4 * f], loops[f], sizeof loops[f]);
        boxed->faces[f] = (wr_wmp_face){
            .first = 4 * f, .count = 4, .texture = "stone", .where = wr_at(source, f + 1)};
    }
    boxed->block = (wr_wmp_block){.vertices = boxed->vertices,
                                  .corners = boxed->corners,
                                  .faces = boxed->faces,
                                  .vertex_count = 8,
                                  .corner_count = CORNERS,
                                  .face_count = SIDES,
                                  .where = wr_at(source, 0)};
    boxed->entity =
        (wr_wmp_entity){.kind = WR_WMP_LIGHT, .name = "lamp", .where = wr_at(source, 8)};
    boxed->members[0] = (wr_wmp_member){WR_WMP_BLOCK_MEMBER, 0};
    boxed->members[1] = (wr_wmp_member){WR_WMP_ENTITY_MEMBER, 0};
    boxed->object = (wr_wmp_object){.position = {1000, 0, 0},
                                    .scale = {1, 1, 1},
                                    .parent = WR_WMP_NONE,
                                    .members = boxed->members,
                                    .member_count = 2};
    boxed->level = (struct wr_wmp){.blocks = &boxed->block,
                                   .entities = &boxed->entity,
                                   .objects = &boxed->object,
                                   .block_count = 1,
                                   .entity_count = 1,
                                   .object_count = 1};
}

static enum wr_result judge(struct findings *findings, const struct wr_wmp *level)
{
    struct wr_wmp_places places;
    enum wr_result result = wr_wmp_resolve(findings->context, findings->arena, level, &places);
    return result == WR_OK ? wr_wmp_judge(findings->context, level, &places) : result;
}

static void boxed_says(struct boxed *boxed, const char *expected)
{
    assert_int_equal(judge(&boxed->findings, &boxed->level), WR_OK);
    assert_said(&boxed->findings, expected);
    findings_end(&boxed->findings);
}

static void turn_round(struct boxed *boxed, uint32_t face)
{
    for (uint32_t i = 0; i < 4; i++)
        boxed->corners[4 * face + i] = loops[face][3 - i];
}

static void a_whole_box_is_fine(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    boxed_says(&boxed, "");
}

static void a_box_without_a_lid_is_open(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.block.face_count = SIDES - 1;
    boxed_says(&boxed, "1:3: warning [solid-open] face 1 of block 0 has an edge that no other "
                       "face shares (close it)\n");
}

static void a_face_that_looks_inward_is_told_with_those_beside_it(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    turn_round(&boxed, 0);
    boxed_says(&boxed, "1:2: warning [solid-open] face 0 of block 0 looks the other way than "
                       "one beside it (turn one of them round)\n");
}

static void a_box_inside_out_is_told(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    for (uint32_t f = 0; f < SIDES; f++)
        turn_round(&boxed, f);
    boxed_says(&boxed, "1:1: warning [solid-inverted] block 0 is inside out (turn its faces "
                       "round)\n");
}

/* A mirror turns blocks and what is done with their loops: nothing is inside out by it. */
static void a_mirror_does_not_turn_a_box_inside_out(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.object.scale.x = -1;
    boxed_says(&boxed, "");
}

static void a_box_without_height_is_flat(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    for (uint32_t v = 0; v < 8; v++)
        boxed.vertices[v].z = 0;
    boxed_says(&boxed, "1:4: warning [solid-face-flat] face 2 of block 0 has no area; the same "
                       "is true of 3 more (remove it)\n"
                       "1:1: warning [solid-flat] block 0 has no volume (remove it)\n");
}

static void a_block_of_nothing_is_flat(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.block = (wr_wmp_block){.where = boxed.block.where};
    boxed_says(&boxed, "1:1: warning [solid-flat] block 0 has no volume (remove it)\n");
}

static void faces_that_are_not_flat_are_told_with_how_far_they_are(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.block.flags = WR_WMP_MESH_BLOCK;
    boxed.vertices[7].z += 8;
    boxed_says(&boxed, "1:2: warning [solid-face-bent] face 0 of block 0 is not flat: it is "
                       "1.995 quants off (cut it into triangles)\n");
}

static void a_face_off_its_plane_is_told(void **state)
{
    (void)state;
    const wr_dvec3 plane[3] = {{0, 0, 16.5}, {0, 1, 16.5}, {1, 0, 16.5}};
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.faces[0].plane = plane;
    boxed_says(&boxed,
               "1:2: warning [solid-face-off] face 0 of block 0 misses its plane: it is "
               "0.500 quants off (draw the block anew)\n");
}

static void a_plane_that_bounds_nothing_is_told(void **state)
{
    (void)state;
    const wr_dvec3 plane[3] = {{0, 0, 99}, {0, 1, 99}, {1, 0, 99}};
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.block.face_count++;
    boxed.faces[SIDES] =
        (wr_wmp_face){.first = CORNERS, .plane = plane, .where = boxed.faces[0].where};
    boxed_says(&boxed, "1:2: warning [solid-face-idle] face 6 of block 0 bounds nothing: the "
                       "other planes leave nothing of it (remove it: the block is whole "
                       "without it)\n");
}

/* Two wedges of one box whose ridge lies below its rim. */
static void dent(struct boxed *boxed)
{
    static const uint32_t cut[SIDES + 1][4] = {{4, 6, 7, 7}, {4, 7, 5, 5}};
    memcpy(&boxed->corners[0], cut[0], sizeof cut[0]);
    memcpy(&boxed->corners[CORNERS], cut[1], sizeof cut[1]);
    boxed->faces[0].count = 3;
    boxed->faces[SIDES] = boxed->faces[0];
    boxed->faces[SIDES].first = CORNERS;
    boxed->block.face_count = SIDES + 1;
    boxed->block.corner_count = CORNERS + 4;
    boxed->vertices[5].z = boxed->vertices[6].z = 20;
    boxed->vertices[4].z = boxed->vertices[7].z = 8;
}

static void only_a_mesh_may_be_dented(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    dent(&boxed);
    boxed_says(&boxed, "1:2: warning [solid-dented] face 0 of block 0 meets another in a dent, "
                       "and no mesh is flagged (cut the block into convex ones)\n");
    boxed_start(&boxed);
    dent(&boxed);
    boxed.block.flags = WR_WMP_MESH_BLOCK;
    boxed_says(&boxed, "");
}

static void a_number_that_is_none_breaks_a_block(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.vertices[3].y = NAN;
    boxed_says(&boxed, "1:1: warning [solid-broken] block 0 has numbers that are none (draw it "
                       "anew)\n");
}

/* ---- Entities ---------------------------------------------------------------------------- */

static void what_lies_beside_or_below_all_blocks_is_outside(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.object.member_count = 1; /* the light is left at the origin */
    boxed_says(&boxed, "1:9: warning [wmp-outside] light 0, 'lamp', is at (0.00, 0.00, 0.00), "
                       "beside or below all blocks (nobody can get there: move it)\n");
    boxed_start(&boxed);
    boxed.entity.kind = WR_WMP_REGION;
    boxed.entity.name = NULL;
    boxed.entity.as.box[0] = (wr_dvec3){1000, 0, -90};
    boxed.entity.as.box[1] = (wr_dvec3){1000, 0, -70};
    boxed_says(&boxed, "1:9: warning [wmp-outside] region 0 is at (1000.00, 0.00, -80.00), "
                       "beside or below all blocks (nobody can get there: move it)\n");
}

static void a_path_is_outside_where_one_of_its_nodes_is(void **state)
{
    (void)state;
    wr_dvec3 nodes[] = {{0, 0, 20}, {60, 0, 20}, {90, 0, 20}};
    struct boxed boxed;
    boxed_start(&boxed);
    boxed.entity.kind = WR_WMP_PATH;
    boxed.entity.as.path = (wr_wmp_path){.nodes = nodes, .node_count = 3};
    boxed_says(&boxed, "1:9: warning [wmp-outside] path 0, 'lamp', is at (1090.00, 0.00, "
                       "20.00), beside or below all blocks (nobody can get there: move it)\n");
    boxed_start(&boxed);
    boxed.entity.kind = WR_WMP_PATH;
    boxed.entity.as.path = (wr_wmp_path){.nodes = nodes, .node_count = 2};
    boxed_says(&boxed, "");
}

/* ---- Many -------------------------------------------------------------------------------- */

/* However a convex block stands, it is fine, and without any one of its faces it is open. */
static void boxes_sheared_at_random_are_whole_until_a_face_is_gone(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        wr_random random = wr_random_of(seed, 47);
        struct boxed boxed;
        boxed_start(&boxed);
        double x = wr_random_unit(&random), y = wr_random_unit(&random);
        for (uint32_t v = 0; v < 8; v++) {
            boxed.vertices[v].x += x * boxed.vertices[v].z;
            boxed.vertices[v].z += y * boxed.vertices[v].y;
        }
        boxed.object.position = (wr_dvec3){0, 0, 0};
        assert_int_equal(judge(&boxed.findings, &boxed.level), WR_OK);
        if (boxed.findings.warnings > 0)
            fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&boxed.findings));
        boxed.faces[seed % SIDES] = boxed.faces[SIDES - 1];
        boxed.block.face_count = SIDES - 1;
        assert_int_equal(judge(&boxed.findings, &boxed.level), WR_OK);
        assert_non_null(strstr(findings_said(&boxed.findings), "[solid-open]"));
        findings_end(&boxed.findings);
    }
}

static enum wr_result judge_boxed(struct findings *findings, void *user)
{
    return judge(findings, &((struct boxed *)user)->level);
}

static void memory_that_runs_out_is_told(void **state)
{
    (void)state;
    struct boxed boxed;
    boxed_start(&boxed);
    starve(judge_boxed, &boxed);
    findings_end(&boxed.findings);
}

/* ---- Real levels ------------------------------------------------------------------------- */

struct said {
    unsigned open, others;
    size_t whole; /* levels of which nothing is said but where things are */
};

static unsigned count_of(const char *text, const char *word)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
        count++;
    return count;
}

static void judge_file(void *user, const struct wr_source *source)
{
    struct said *said = user;
    struct findings findings;
    struct wr_wmp *level;
    findings_start(&findings);
    assert_int_equal(wr_wmp_read(findings.context, findings.arena, source, &level), WR_OK);
    findings_said(&findings);
    assert_int_equal(judge(&findings, level), WR_OK);
    const char *text = findings_said(&findings);
    unsigned open = count_of(text, "[solid-open]"), solids = count_of(text, "[solid-");
    said->open += open;
    said->others += solids - open;
    said->whole += solids == 0;
    findings_end(&findings);
}

/* WED draws whole blocks: what is broken came in as a mesh from elsewhere. */
static void blocks_of_real_levels_are_whole_but_for_few(void **state)
{
    (void)state;
    struct said said = {0};
    size_t count = corpus_all("wmp", "", judge_file, &said);
    print_message("%zu of %zu levels have whole blocks; %u blocks are open\n", said.whole,
                  count, said.open);
    assert_true(said.whole * 10 >= count * 9);
    assert_true(said.others * 10 <= count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_box_is_fine),
        cmocka_unit_test(a_box_without_a_lid_is_open),
        cmocka_unit_test(a_face_that_looks_inward_is_told_with_those_beside_it),
        cmocka_unit_test(a_box_inside_out_is_told),
        cmocka_unit_test(a_mirror_does_not_turn_a_box_inside_out),
        cmocka_unit_test(a_box_without_height_is_flat),
        cmocka_unit_test(a_block_of_nothing_is_flat),
        cmocka_unit_test(faces_that_are_not_flat_are_told_with_how_far_they_are),
        cmocka_unit_test(a_face_off_its_plane_is_told),
        cmocka_unit_test(a_plane_that_bounds_nothing_is_told),
        cmocka_unit_test(only_a_mesh_may_be_dented),
        cmocka_unit_test(a_number_that_is_none_breaks_a_block),
        cmocka_unit_test(what_lies_beside_or_below_all_blocks_is_outside),
        cmocka_unit_test(a_path_is_outside_where_one_of_its_nodes_is),
        cmocka_unit_test(boxes_sheared_at_random_are_whole_until_a_face_is_gone),
        cmocka_unit_test(memory_that_runs_out_is_told),
        cmocka_unit_test(blocks_of_real_levels_are_whole_but_for_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
