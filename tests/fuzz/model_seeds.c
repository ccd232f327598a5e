/* The seeds of models: one of everything, and grey boxes of a triangle and of a square room.
 * They are read without a word, so that a fuzzer starts behind the reader. With a folder,
 * writes them there as well. */
#include "tests/support/findings.h"
#include "tests/support/meshes.h"
#include "tests/support/small_model.h"
#include "tests/support/terrain.h"

#include "core/files/file.h"
#include "core/model/greybox.h"
#include "core/model/model.h"

static const char *folder;

/* The fuzz target finds the MDX behind its MDL. */
static void keep(struct findings *findings, const char *name, const struct wr_bytes *mdl,
                 const struct wr_bytes *mdx)
{
    struct wr_source sources[] = {{name, mdl->data, mdl->size, true},
                                  {name, mdx->data, mdx->size, true}};
    struct wr_bytes both = {0};
    struct wr_model *model;
    assert_int_equal(
        wr_model_read(findings->context, findings->arena, &sources[0], &sources[1], &model),
        WR_OK);
    wr_model_judge(findings->context, findings->arena, model, &sources[0]);
    assert_said(findings, "");
    wr_bytes_add(&both, mdl->data, mdl->size);
    wr_bytes_add(&both, mdx->data, mdx->size);
    if (folder)
        assert_int_equal(wr_file_write(findings->context,
                                       wr_path_join(findings->arena, folder, name), both.data,
                                       both.size, WR_OVERWRITE),
                         WR_OK);
    wr_bytes_finish(&both);
}

static void keep_box(struct findings *findings, const char *name, struct wr_walkmesh *mesh,
                     const struct wr_greybox *look)
{
    struct wr_bytes mdl = {0}, mdx = {0};
    terrain_finish(findings->context, findings->arena, mesh);
    assert_int_equal(
        wr_greybox_make(findings->context, findings->arena, mesh, look, &mdl, &mdx), WR_OK);
    keep(findings, name, &mdl, &mdx);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
}

static struct wr_walkmesh *triangle(struct wr_arena *arena)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 3, 1);
    assert_non_null(mesh);
    mesh->vertices[0] = wr_vec3_of(0, 0, 0);
    mesh->vertices[1] = wr_vec3_of(2, 0, 0);
    mesh->vertices[2] = wr_vec3_of(0, 2, 1);
    mesh->faces[0] = (wr_face){{0, 1, 2}};
    mesh->materials[0] = STONE;
    mesh->walkable_count = 1;
    return mesh;
}

static void one_of_everything_is_a_seed(void **state)
{
    struct findings findings;
    findings_start(&findings);
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct small_model made = small_model_make((enum wr_game)game);
        keep(&findings, game == WR_K2 ? "small_k2.mdl" : "small_k1.mdl", &made.mdl, &made.mdx);
        small_model_free(&made);
    }
    findings_end(&findings);
    (void)state;
}

static void a_triangle_and_a_room_are_seeds(void **state)
{
    struct findings findings;
    findings_start(&findings);
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct wr_greybox look = {.name = "a", .game = (enum wr_game)game, .height = 3};
        bool k2 = game == WR_K2;
        keep_box(&findings, k2 ? "triangle_k2.mdl" : "triangle_k1.mdl",
                 triangle(findings.arena), &look);
        look.ceiling = true;
        keep_box(&findings, k2 ? "room_k2.mdl" : "room_k1.mdl", mesh_grid(findings.arena, 1, 1),
                 &look);
    }
    findings_end(&findings);
    (void)state;
}

int main(int count, char **arguments)
{
    folder = count > 1 ? arguments[1] : NULL;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_everything_is_a_seed),
        cmocka_unit_test(a_triangle_and_a_room_are_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
