/* Several models as one: each part where it was put, all names and animations there. */
#include "tests/support/model_pair.h"
#include "tests/support/small_model.h"

/* ---- Rooms of a kit ---------------------------------------------------------------------- */

enum { PARTS = 3 };

static const char *const rooms[PARTS] = {"junction_1.mdl", "room_4.mdl", "hallway_1.mdl"};
static const float moves[PARTS][3] = {{0, 0, 0}, {25, -3.5f, 1}, {-11.25f, 40, 0}};
static const double degrees[PARTS] = {0, 90, 211.25};
static const bool mirrored[PARTS] = {false, true, false};

static struct wr_model *read_part(struct findings *f, const char *folder, int p,
                                  struct walked *walked)
{
    struct wr_source mdl, mdx;
    struct wr_model *model;
    char *path = wr_path_join(f->arena, folder, rooms[p]);
    assert_int_equal(wr_file_read(f->context, f->arena, path, &mdl), WR_OK);
    path = wr_arena_text(f->arena, path, strlen(path));
    path[strlen(path) - 1] = 'x';
    assert_int_equal(wr_file_read(f->context, f->arena, path, &mdx), WR_OK);
    assert_int_equal(wr_model_read(f->context, f->arena, &mdl, &mdx, &model), WR_OK);
    *walked = walk(mdl.data, mdx.data);
    return model;
}

static struct wr_model *place_part(struct findings *f, struct wr_model *model, int p)
{
    const wr_motion motion =
        wr_motion_of((wr_placement){.turn = (float)degrees[p], .mirror_x = mirrored[p]});
    if (motion.mirrored)
        assert_int_equal(wr_model_mirror(f->context, model), WR_OK);
    const wr_vec3 move = {moves[p][0], moves[p][1], moves[p][2]};
    assert_int_equal(wr_model_place(f->context, model, motion.cosine, motion.sine, move),
                     WR_OK);
    return model;
}

/* Back by a part's own move, to where the comparison looks for it. */
static void move_back(struct walked_node *node, const float move[3])
{
    for (int i = 0; i < 3; i++)
        node->frame[i][3] -= move[i];
    for (uint32_t v = 0; v < node->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            node->mdl[v][i] -= move[i];
            node->mdx[v][i] -= move[i];
        }
}

/* The nodes of a part, from `at` on: its root, the node that turns it, and then all others. */
static void assert_part(struct walked *joined, size_t *at, const struct walked *part, int p)
{
    const struct motion motion = motion_of(degrees[p], mirrored[p]);
    size_t i = 0;
    const struct walked_node *old;
    assert_string_equal(joined->nodes[(*at)++].name, part->nodes[0].name);
    if (p > 0)
        assert_int_equal(strncmp(joined->nodes[(*at)++].name, "wr_turn", 7), 0);
    while ((old = walked_next(part, &i, false))) {
        struct walked_node *new = &joined->nodes[(*at)++];
        move_back(new, moves[p]);
        const double from[3] = {old->frame[0][3], old->frame[1][3], old->frame[2][3]};
        const double to[3] = {new->frame[0][3], new->frame[1][3], new->frame[2][3]};
        assert_string_equal(new->name, old->name);
        assert_int_equal(new->flags, old->flags);
        assert_true(new->parent_right);
        assert_there(rooms[p], "node", &motion, from, to);
        assert_axes(rooms[p], &motion, old, new);
        if (old->flags & 0x20)
            assert_mesh(rooms[p], &motion, old, new);
    }
}

static void rooms_become_one_with_each_where_it_was_put(void **state)
{
    (void)state;
    struct findings f;
    findings_start(&f);
    struct walked before[PARTS];
    struct wr_model *parts[PARTS], *joined;
    const char *folder = corpus_folder(f.arena, "holocron/blackvulkar");
    for (int p = 0; folder && p < PARTS; p++)
        parts[p] = place_part(&f, read_part(&f, folder, p, &before[p]), p);
    if (!folder) {
        findings_end(&f);
        skip();
    }
    enum wr_result result = wr_model_join(f.context, f.arena, parts, PARTS, &joined);
    if (result != WR_OK)
        fail_msg("%s", findings_said(&f));
    assert_int_equal(wr_model_judge(f.context, f.arena, joined, NULL), WR_OK);
    assert_said(&f, "");
    assert_false(wr_model_has_walkmesh(joined));
    struct walked after = walk(joined->mdl, joined->mdx);
    size_t at = 1;
    for (int p = 0; p < PARTS; p++) {
        assert_part(&after, &at, &before[p], p);
        walked_free(&before[p]);
    }
    assert_int_equal(at, after.count);
    assert_int_equal(walked_u32(joined->mdl + 12 + 44), after.count);
    walked_free(&after);
    findings_end(&f);
}

/* ---- One of everything, twice ------------------------------------------------------------ */

struct twice {
    struct findings f;
    struct small_model k1, k2;
    struct wr_model *joined;
};

static struct wr_model *read_small(struct findings *f, const struct small_model *made)
{
    const struct wr_source mdl = {"small", made->mdl.data, made->mdl.size, true};
    const struct wr_source mdx = {"small", made->mdx.data, made->mdx.size, true};
    struct wr_model *model;
    assert_int_equal(wr_model_read(f->context, f->arena, &mdl, &mdx, &model), WR_OK);
    return model;
}

static void twice_start(struct twice *twice)
{
    findings_start(&twice->f);
    twice->k1 = small_model_make(WR_K1);
    twice->k2 = small_model_make(WR_K2);
    struct wr_model *const parts[] = {read_small(&twice->f, &twice->k1),
                                      read_small(&twice->f, &twice->k2)};
    assert_int_equal(wr_model_join(twice->f.context, twice->f.arena, parts, 2, &twice->joined),
                     WR_OK);
}

static void twice_end(struct twice *twice)
{
    assert_said(&twice->f, "");
    small_model_free(&twice->k1);
    small_model_free(&twice->k2);
    findings_end(&twice->f);
}

static void names_numbers_and_animations_stay_apart_or_become_one(void **state)
{
    (void)state;
    struct twice twice;
    twice_start(&twice);
    const struct wr_model *joined = twice.joined;
    const uint8_t *data = joined->mdl + 12;
    assert_int_equal(joined->game, WR_K1); /* the second was converted */
    assert_int_equal(joined->trees[0].count, 1 + 2 * (SMALL_NODES - 1));
    assert_int_equal(joined->tree_count, 2); /* one animation of one name and length */
    assert_int_equal(joined->trees[1].count, 1 + 2 * 2);
    assert_int_equal(walked_u32(data + joined->trees[1].at + 44), 1 + 2 * 2);
    bool numbers[64] = {false};
    for (uint32_t n = 0; n < joined->trees[0].count; n++) {
        assert_true(joined->nodes[n].number < 64 && !numbers[joined->nodes[n].number]);
        numbers[joined->nodes[n].number] = true;
    }
    assert_string_equal(wr_model_node_name(joined, 0), "small");
    assert_string_equal(wr_model_node_name(joined, SMALL_NODES), "small");
    for (uint32_t n = 1; n < SMALL_NODES; n++)
        assert_string_equal(wr_model_node_name(joined, n),
                            wr_model_node_name(joined, n + SMALL_NODES - 1));
    /* An animation's node still has the number of the node it moves. */
    const wr_model_node *moves_it = &joined->nodes[joined->trees[1].first + 4];
    assert_int_equal(moves_it->number, joined->nodes[SMALL_NODES + 1].number);
    assert_string_equal(wr_model_node_name(joined, SMALL_NODES + 1), "lamp");
    twice_end(&twice);
}

static void one_walkmesh_serves_all(void **state)
{
    (void)state;
    struct twice twice;
    twice_start(&twice);
    struct wr_walkmesh *mesh = wr_walkmesh_new(twice.f.arena, WR_WOK, 4, 2), *found;
    for (int v = 0; v < 4; v++)
        mesh->vertices[v] = (wr_vec3){small_corners[v][0], small_corners[v][1], 2};
    mesh->faces[0] = (wr_face){{0, 1, 2}};
    mesh->faces[1] = (wr_face){{2, 3, 0}};
    mesh->materials[0] = mesh->materials[1] = 4;
    mesh->position = wr_vec3_of(3, 2, 1);
    const uint32_t rows = twice.joined->mdx_size;
    assert_int_equal(wr_model_set_walkmesh(twice.f.context, twice.joined, mesh), WR_OK);
    assert_int_equal(wr_model_walkmesh(twice.f.context, twice.f.arena, twice.joined, &found),
                     WR_OK);
    assert_int_equal(found->face_count, 2);
    assert_memory_equal(found->vertices, mesh->vertices, 4 * sizeof *mesh->vertices);
    assert_memory_equal(found->faces, mesh->faces, 2 * sizeof *mesh->faces);
    assert_true(wr_vec3_same(found->position, mesh->position));
    assert_int_equal(wr_model_judge(twice.f.context, twice.f.arena, twice.joined, NULL), WR_OK);
    assert_true(twice.joined->mdx_size > rows); /* its corners are drawn from there */
    const uint32_t size = twice.joined->mdl_size;
    assert_int_equal(wr_model_remove_walkmesh(twice.f.context, twice.joined), WR_OK);
    assert_true(twice.joined->mdl_size < size);
    assert_false(wr_model_has_walkmesh(twice.joined));
    assert_int_equal(wr_model_judge(twice.f.context, twice.f.arena, twice.joined, NULL), WR_OK);
    twice_end(&twice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_become_one_with_each_where_it_was_put),
        cmocka_unit_test(names_numbers_and_animations_stay_apart_or_become_one),
        cmocka_unit_test(one_walkmesh_serves_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
