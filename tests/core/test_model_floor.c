/* The walkmesh node of a model: found, compared with the kit's walkmesh, and put in the place
 * of another. */
#include "tests/support/model_pair.h"
#include "tests/support/small_model.h"

#include "core/format/bwm.h"
#include "core/walkmesh/transform.h"

/* ---- The kit ----------------------------------------------------------------------------- */

/* Beside the model, or in the folder of walkmeshes. */
static struct wr_walkmesh *read_wok(struct pair *pair)
{
    struct wr_walkmesh *mesh;
    struct wr_source source;
    size_t length = strlen(pair->mdl.name);
    char *path = wr_arena_text(pair->f.arena, pair->mdl.name, length);
    char *folder = strstr(path, "/mdl/");
    memcpy(path + length - 3, "wok", 3);
    if (folder)
        memcpy(folder, "/wok/", 5);
    assert_int_equal(wr_file_read(pair->f.context, pair->f.arena, path, &source), WR_OK);
    assert_int_equal(wr_bwm_read(pair->f.context, pair->f.arena, &source, &mesh), WR_OK);
    return mesh;
}

static struct wr_walkmesh *own_mesh(struct pair *pair, const struct wr_model *model)
{
    struct wr_walkmesh *mesh;
    assert_int_equal(wr_model_walkmesh(pair->f.context, pair->f.arena, model, &mesh), WR_OK);
    return mesh;
}

static void fit_kit(struct pair *pair, const struct wr_source *source)
{
    wr_model_fit fit;
    struct wr_walkmesh *kit = read_wok(pair), *own = own_mesh(pair, pair_read(pair));
    assert_true(own->face_count > 0 && own->vertex_count > 0);
    assert_int_equal(wr_model_align(pair->f.context, pair->f.arena, kit, own, &fit), WR_OK);
    if (strstr(source->name, "m12aa_01f")) { /* another corner of a ledge, 0.96 m away */
        assert_int_equal(fit.unmatched, 6);
        assert_near(fit.worst, 0.9585, 1e-3);
        return;
    }
    if (!fit.agrees)
        fail_msg("%s: %u of %u (%u) unmatched at %g %g %g, worst %g m at %g %g %g",
                 source->name, fit.unmatched, fit.first_count, fit.second_count,
                 (double)fit.offset.x, (double)fit.offset.y, (double)fit.offset.z, fit.worst,
                 (double)fit.where.x, (double)fit.where.y, (double)fit.where.z);
    if (pair->paired) /* the kit's are in model space, the game's own in the area's */
        assert_true(fit.offset.x == 0 && fit.offset.y == 0 && fit.offset.z == 0);
    if (strstr(source->name, "m10aa_09a")) {
        assert_near(fit.offset.x, -144.142, 1e-3);
        assert_near(fit.offset.y, -135.861, 1e-3);
        assert_near(fit.offset.z, -2.25, 1e-3);
    }
}

static void a_kits_walkmeshes_are_its_models(void **state)
{
    (void)state;
    on_real_models(fit_kit);
}

/* ---- Fits -------------------------------------------------------------------------------- */

/* The same mesh, moved, its faces backwards and their corners turned. */
static struct wr_walkmesh *shuffled(struct pair *pair, const struct wr_walkmesh *mesh,
                                    wr_vec3 offset)
{
    struct wr_walkmesh *copy =
        wr_walkmesh_new(pair->f.arena, WR_WOK, mesh->vertex_count, mesh->face_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        copy->vertices[v] = wr_narrow(wr_add(wr_widen(mesh->vertices[v]), wr_widen(offset)));
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t from = mesh->face_count - 1 - f;
        for (uint32_t k = 0; k < 3; k++)
            copy->faces[f].v[k] = mesh->faces[from].v[(k + f) % 3];
        copy->materials[f] = mesh->materials[from];
    }
    return copy;
}

static void fit_shuffled(struct pair *pair, const struct wr_source *source)
{
    (void)source;
    wr_model_fit fit;
    struct wr_walkmesh *own = own_mesh(pair, pair_read(pair));
    struct wr_walkmesh *other = shuffled(pair, own, wr_vec3_of(-12.25f, 9.5f, 2.125f));
    assert_int_equal(wr_model_align(pair->f.context, pair->f.arena, other, own, &fit), WR_OK);
    assert_true(fit.agrees);
    assert_int_equal(fit.unmatched, 0);
    assert_near(fit.offset.x, 12.25, 1e-4);
    assert_near(fit.offset.y, -9.5, 1e-4);
    assert_near(fit.offset.z, -2.125, 1e-4);
    other = shuffled(pair, own, wr_vec3_of(0, 0, 0));
    assert_int_equal(wr_model_align(pair->f.context, pair->f.arena, other, own, &fit), WR_OK);
    assert_true(fit.agrees && fit.offset.x == 0 && fit.offset.y == 0 && fit.offset.z == 0);
    uint32_t moved = other->faces[other->face_count / 2].v[1], users = 0;
    for (uint32_t f = 0; f < other->face_count; f++)
        for (int k = 0; k < 3; k++)
            users += other->faces[f].v[k] == moved;
    other->vertices[moved].z += 0.25f;
    assert_int_equal(wr_model_align(pair->f.context, pair->f.arena, other, own, &fit), WR_OK);
    assert_false(fit.agrees);
    assert_int_equal(fit.unmatched, users);
    assert_near(fit.worst, 0.25, 1e-4);
    assert_near(fit.offset.z, 0, 1e-6);
}

static void a_fit_is_found_whatever_the_order_and_a_misfit_is_measured(void **state)
{
    (void)state;
    on_real_models(fit_shuffled);
}

/* ---- Another walkmesh -------------------------------------------------------------------- */

/* Each face cut into three at its middle: other counts than the node had. */
static struct wr_walkmesh *cut(struct pair *pair, const struct wr_walkmesh *mesh)
{
    struct wr_walkmesh *out = wr_walkmesh_new(
        pair->f.arena, WR_WOK, mesh->vertex_count + mesh->face_count, 3 * mesh->face_count);
    out->position = mesh->position;
    memcpy(out->vertices, mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *v = mesh->faces[f].v, middle = mesh->vertex_count + f;
        wr_dvec3 sum = {0, 0, 0};
        for (int k = 0; k < 3; k++) {
            sum = wr_add(sum, wr_widen(mesh->vertices[v[k]]));
            out->faces[3 * f + (uint32_t)k] = (wr_face){{v[k], v[(k + 1) % 3], middle}};
            out->materials[3 * f + (uint32_t)k] = mesh->materials[f];
        }
        out->vertices[middle] = wr_narrow(wr_scale(sum, 1.0 / 3));
    }
    return out;
}

static void derive(struct pair *pair, struct wr_walkmesh *mesh)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(
        wr_walkmesh_sort(pair->f.context, pair->f.arena, mesh, surfaces.walkable, NULL), WR_OK);
    assert_int_equal(wr_walkmesh_derive(pair->f.context, pair->f.arena, mesh,
                                        &(struct wr_marks){0}, WR_NOWHERE, NULL),
                     WR_OK);
}

static const struct walked_node *walkmesh_of(const struct walked *walked)
{
    size_t at = 0;
    return walked_next(walked, &at, true);
}

/* The node holds the mesh: vertex by vertex, face by face, in the MDX as well. */
static void assert_holds(const char *file, const struct walked_node *node,
                         const struct wr_walkmesh *mesh)
{
    assert_non_null(node);
    assert_int_equal(node->vertex_count, mesh->vertex_count);
    assert_int_equal(node->face_count, mesh->face_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const double at[3] = {mesh->vertices[v].x, mesh->vertices[v].y, mesh->vertices[v].z};
        for (int i = 0; i < 3; i++) {
            if (fabs(node->mdl[v][i] - at[i]) > 1e-5)
                fail_msg("%s: vertex %u is off by %g", file, v, node->mdl[v][i] - at[i]);
            if (node->mdx)
                assert_true(node->mdx[v][i] == node->mdl[v][i]);
        }
    }
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++)
            assert_int_equal(node->corners[f][k], mesh->faces[f].v[k]);
}

/* Planes hold their corners; an edge leads to the face that has it the other way round. */
static void assert_consistent(const struct walked_node *node)
{
    for (uint32_t f = 0; f < node->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const double *p = node->mdl[node->corners[f][k]], *plane = node->planes[f];
            double local[3], error = plane[3];
            for (int i = 0; i < 3; i++) {
                local[i] = p[i] - node->frame[i][3];
                error += plane[i] * local[i];
                assert_true(local[i] >= node->box[i] - 1e-4 &&
                            local[i] <= node->box[3 + i] + 1e-4);
            }
            assert_near(error, 0, 1e-4);
            unsigned a = node->corners[f][k], b = node->corners[f][(k + 1) % 3];
            unsigned other = node->across[f][k], found = 0;
            for (int e = 0; other != 0xffff && e < 3; e++)
                found |= node->corners[other][e] == b && node->corners[other][(e + 1) % 3] == a;
            assert_true(other == 0xffff || found);
        }
}

/* Each face is in one leaf, each box holds what is below it. */
static unsigned assert_tree(const uint8_t *data, uint32_t at, const struct walked_node *node,
                            double box[6])
{
    uint32_t left = walked_u32(data + at + 24), right = walked_u32(data + at + 28);
    int32_t face = (int32_t)walked_u32(data + at + 32);
    unsigned count = 0;
    double children[2][6];
    for (int i = 0; i < 6; i++)
        box[i] = walked_f32(data + at + 4 * i);
    assert_int_equal(left == 0, face >= 0);
    if (left == 0) {
        assert_true((uint32_t)face < node->face_count);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++) {
                double p = node->mdl[node->corners[face][k]][i] - node->frame[i][3];
                assert_true(p >= box[i] - 1e-4 && p <= box[3 + i] + 1e-4);
            }
        return 1;
    }
    count += assert_tree(data, left, node, children[0]);
    count += assert_tree(data, right, node, children[1]);
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 3; i++)
            assert_true(children[c][i] >= box[i] && children[c][3 + i] <= box[3 + i]);
    return count;
}

static uint32_t tree_of(const struct wr_model *model)
{
    for (uint32_t n = 0; n < model->node_count; n++)
        if (model->nodes[n].flags & WR_MODEL_WALKMESH)
            return walked_u32(model->mdl + 12 + model->nodes[n].at + 80 +
                              (model->game == WR_K2 ? 340 : 332));
    return 0;
}

static void assert_floor(struct pair *pair, const struct wr_model *model,
                         const struct wr_walkmesh *mesh)
{
    double box[6];
    struct walked after = pair_walk(model);
    assert_holds(pair->mdl.name, walkmesh_of(&after), mesh);
    assert_consistent(walkmesh_of(&after));
    if (mesh->face_count > 0)
        assert_int_equal(assert_tree(model->mdl + 12, tree_of(model), walkmesh_of(&after), box),
                         mesh->face_count);
    walked_free(&after);
}

/* All but the walkmesh node stands where the motion put it. */
static void assert_rest(struct pair *pair, const struct wr_model *model,
                        const struct motion *motion)
{
    struct walked before = walk(pair->mdl.data, pair->paired ? pair->mdx.data : NULL);
    struct walked after = pair_walk(model);
    assert_nodes(pair->mdl.name, motion, &before, &after, false);
    walked_free(&before);
    walked_free(&after);
}

static void replace_one(struct pair *pair, double degrees, bool mirrored, bool finer,
                        enum wr_game game)
{
    const wr_motion motion =
        wr_motion_of((wr_placement){.turn = (float)degrees, .mirror_x = mirrored});
    const struct motion expected = motion_of(degrees, mirrored);
    struct wr_model *model = pair_read(pair);
    struct wr_walkmesh *own = own_mesh(pair, model), *mesh;
    if (finer)
        own = cut(pair, own);
    assert_int_equal(
        wr_walkmesh_move(pair->f.context, pair->f.arena, own, &motion, NULL, &mesh), WR_OK);
    derive(pair, mesh);
    assert_int_equal(wr_model_convert(pair->f.context, model, game), WR_OK);
    assert_int_equal(wr_model_move(pair->f.context, model, &motion), WR_OK);
    if (wr_model_set_walkmesh(pair->f.context, model, mesh) != WR_OK)
        fail_msg("%s: %s", pair->mdl.name, findings_said(&pair->f));
    assert_readable(pair, model);
    assert_judged(pair, model);
    assert_floor(pair, model, mesh);
    assert_rest(pair, model, &expected);
}

static void replace_all(struct pair *pair, const struct wr_source *source)
{
    static const double degrees[] = {0, 90, 13.7};
    struct wr_arena *kept = pair->f.arena;
    (void)source;
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
        for (int bits = 0; bits < 8; bits++) {
            pair->f.arena = wr_arena_create();
            replace_one(pair, degrees[i], bits & 1, bits & 2, bits & 4 ? WR_K2 : WR_K1);
            wr_arena_destroy(pair->f.arena);
        }
    pair->f.arena = kept;
}

static void a_stitched_walkmesh_takes_the_place_of_the_old_one(void **state)
{
    (void)state;
    on_real_models(replace_all);
}

/* ---- The same again ---------------------------------------------------------------------- */

static void replace_twice(struct pair *pair, const struct wr_source *source)
{
    struct wr_model *model = pair_read(pair);
    struct wr_walkmesh *mesh = own_mesh(pair, model);
    (void)source;
    derive(pair, mesh);
    assert_int_equal(wr_model_set_walkmesh(pair->f.context, model, mesh), WR_OK);
    struct wr_model *once = wr_model_copy(model, pair->f.arena);
    assert_int_equal(wr_model_set_walkmesh(pair->f.context, model, mesh), WR_OK);
    assert_int_equal(model->mdl_size, once->mdl_size);
    assert_memory_equal(model->mdl, once->mdl, once->mdl_size);
    assert_int_equal(model->mdx_size, once->mdx_size);
    assert_true(model->mdx_size == 0 || memcmp(model->mdx, once->mdx, once->mdx_size) == 0);
}

static void the_same_walkmesh_twice_changes_nothing(void **state)
{
    (void)state;
    on_real_models(replace_twice);
}

/* ---- What no tool writes ----------------------------------------------------------------- */

static void small_pair(struct pair *pair, const struct small_model *made)
{
    *pair = (struct pair){.paired = true};
    findings_start(&pair->f);
    pair->mdl = (struct wr_source){"small", made->mdl.data, made->mdl.size, true};
    pair->mdx = (struct wr_source){"small", made->mdx.data, made->mdx.size, true};
}

static void a_turn_of_no_length_is_no_turn(void **state)
{
    (void)state;
    struct pair straight, odd;
    struct small_model made = small_model_make(WR_K1), none = small_model_make(WR_K1);
    small_set(&none, none.nodes[7] + 28, 0); /* w, the only part that is not 0 */
    small_pair(&straight, &made);
    small_pair(&odd, &none);
    struct wr_walkmesh *a = own_mesh(&straight, pair_read(&straight));
    struct wr_walkmesh *b = own_mesh(&odd, pair_read(&odd));
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_memory_equal(a->vertices, b->vertices, a->vertex_count * sizeof *a->vertices);
    small_model_free(&made);
    small_model_free(&none);
    findings_end(&straight.f);
    findings_end(&odd.f);
}

/* Each way in which a tree can be none: the mesh gets another. */
static void a_walkmesh_whose_tree_is_none_gets_one(void **state)
{
    (void)state;
    for (int fault = 0; fault < 6; fault++) {
        struct pair pair;
        struct small_model made = small_model_make(WR_K1);
        small_pair(&pair, &made);
        struct wr_model *model = pair_read(&pair);
        struct wr_walkmesh *mesh = own_mesh(&pair, model);
        derive(&pair, mesh);
        wr_tree_node *root = &mesh->nodes[0];
        assert_true(root->face < 0 && mesh->node_count == 3);
        if (fault == 0)
            root->left = 0;
        else if (fault == 1)
            root->right = 3;
        else if (fault == 2)
            root->right = root->left;
        else if (fault == 3)
            mesh->nodes[2].face = 2;
        else if (fault == 4)
            mesh->node_count = 1;
        else
            mesh->nodes = NULL;
        assert_int_equal(wr_model_set_walkmesh(pair.f.context, model, mesh), WR_OK);
        assert_floor(&pair, model, mesh);
        assert_int_equal(wr_model_judge(pair.f.context, pair.f.arena, model, NULL), WR_OK);
        assert_said(&pair.f, "");
        small_model_free(&made);
        findings_end(&pair.f);
    }
}

/* ---- Nodes that bear others -------------------------------------------------------------- */

/* The small model, whose cloth hangs on the walkmesh node, which is turned. */
static struct small_model make_bearing(enum wr_game game)
{
    struct small_model made = small_model_make(game);
    uint32_t root = made.nodes[0], floor = made.nodes[7], cloth = made.nodes[6];
    const uint32_t left[] = {made.nodes[1], made.nodes[2], made.nodes[3], made.nodes[4], floor};
    small_children(&made, root, left, 5);
    small_children(&made, floor, &cloth, 1);
    small_set(&made, cloth + 12, floor);
    small_set(&made, floor + 28, small_float(0.70710677f));
    small_set(&made, floor + 40, small_float(0.70710677f));
    wr_bytes_patch_u32(&made.mdl, 4, small_here(&made));
    return made;
}

static const struct walked_node *called(const struct walked *walked, const char *name)
{
    for (size_t i = 0; i < walked->count; i++)
        if (strcmp(walked->nodes[i].name, name) == 0)
            return &walked->nodes[i];
    return NULL;
}

/* Where the cloth is, with each of its vertices. */
static void assert_cloth(const struct motion *motion, const struct walked *before,
                         const struct walked *after)
{
    const struct walked_node *a = called(before, "cloth"), *b = called(after, "cloth");
    assert_non_null(b);
    assert_axes("small", motion, a, b);
    assert_mesh("small", motion, a, b);
}

static void what_hangs_on_a_walkmesh_node_stays_where_it_was(void **state)
{
    (void)state;
    for (unsigned steps = 0; steps < 16; steps++) {
        struct pair pair = {.paired = true};
        struct small_model made = make_bearing(steps & 1 ? WR_K2 : WR_K1);
        findings_start(&pair.f);
        pair.mdl = (struct wr_source){"small", made.mdl.data, made.mdl.size, true};
        pair.mdx = (struct wr_source){"small", made.mdx.data, made.mdx.size, true};
        struct walked before = walk(made.mdl.data, made.mdx.data);
        struct wr_model *model = pair_read(&pair);
        struct wr_walkmesh *mesh = own_mesh(&pair, model);
        uint32_t count = model->trees[0].count;
        derive(&pair, mesh);
        if (steps & 2)
            assert_int_equal(wr_model_mirror(pair.f.context, model), WR_OK);
        if (steps & 4)
            assert_int_equal(wr_model_turn(pair.f.context, model, 0, 1), WR_OK);
        if (steps & 8)
            assert_int_equal(wr_model_remove_walkmesh(pair.f.context, model), WR_OK);
        else
            assert_int_equal(wr_model_set_walkmesh(pair.f.context, model, mesh), WR_OK);
        assert_int_equal(model->trees[0].count, count + !(steps & 8) + (steps & 4 ? 1 : 0));
        assert_readable(&pair, model);
        if (!(steps & 8))
            assert_floor(&pair, model, mesh);
        struct walked after = pair_walk(model);
        const struct motion motion = motion_of(steps & 4 ? 90 : 0, steps & 2);
        assert_cloth(&motion, &before, &after);
        assert_int_equal(called(&after, "floor")->flags, WR_MODEL_HEADER);
        assert_int_equal(wr_model_judge(pair.f.context, pair.f.arena, model, NULL), WR_OK);
        assert_said(&pair.f, "");
        walked_free(&before);
        walked_free(&after);
        small_model_free(&made);
        findings_end(&pair.f);
    }
}

/* ---- Nodes elsewhere --------------------------------------------------------------------- */

/* Under a root that is moved, a turn takes the walkmesh node along: it is found where it
 * stands, and the new one hangs under the still root, where its mesh is. */
static void a_walkmesh_node_comes_to_the_root_from_wherever_it_was(void **state)
{
    (void)state;
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct pair pair = {0};
        struct wr_model *model;
        struct small_model made = small_model_make((enum wr_game)game);
        made.mdl.data[12 + made.nodes[0] + 16 + 3] = 0x41; /* x of the root is 8 */
        findings_start(&pair.f);
        pair.mdl = (struct wr_source){"small", made.mdl.data, made.mdl.size, true};
        pair.mdx = (struct wr_source){"small", made.mdx.data, made.mdx.size, true};
        pair.paired = true;
        model = pair_read(&pair);
        struct wr_walkmesh *before = own_mesh(&pair, model);
        assert_near(before->position.x, 7, 1e-6);
        assert_int_equal(wr_model_turn(pair.f.context, model, 0, 1), WR_OK);
        struct wr_walkmesh *turned = own_mesh(&pair, model);
        for (uint32_t v = 0; v < turned->vertex_count; v++) {
            assert_near(turned->vertices[v].x, -before->vertices[v].y, 1e-5);
            assert_near(turned->vertices[v].y, before->vertices[v].x, 1e-5);
        }
        derive(&pair, turned);
        uint32_t count = model->trees[0].count;
        assert_int_equal(wr_model_set_walkmesh(pair.f.context, model, turned), WR_OK);
        assert_int_equal(model->trees[0].count, count);
        assert_readable(&pair, model);
        assert_floor(&pair, model, turned);
        assert_int_equal(wr_model_judge(pair.f.context, pair.f.arena, model, NULL), WR_OK);
        assert_said(&pair.f, "");
        small_model_free(&made);
        findings_end(&pair.f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kits_walkmeshes_are_its_models),
        cmocka_unit_test(a_fit_is_found_whatever_the_order_and_a_misfit_is_measured),
        cmocka_unit_test(a_stitched_walkmesh_takes_the_place_of_the_old_one),
        cmocka_unit_test(the_same_walkmesh_twice_changes_nothing),
        cmocka_unit_test(a_turn_of_no_length_is_no_turn),
        cmocka_unit_test(a_walkmesh_whose_tree_is_none_gets_one),
        cmocka_unit_test(what_hangs_on_a_walkmesh_node_stays_where_it_was),
        cmocka_unit_test(a_walkmesh_node_comes_to_the_root_from_wherever_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
