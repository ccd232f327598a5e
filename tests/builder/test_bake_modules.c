/* Rooms of modules as areas of NWN2: what cannot be baked is told by the rooms it is of. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/findings.h"
#include "tests/support/folder.h"

#include "builder/bake/bake.h"
#include "core/format/bwm.h"

/* A square of `cells` by `cells` cells of two triangles, from a corner on. */
static void put_room(struct findings *f, const struct folder *folder, const char *name,
                     uint32_t cells, wr_vec3 from, float wide)
{
    uint32_t side = cells + 1, faces = 0;
    wr_vec3 *vertices = WR_TAKE(f->arena, wr_vec3, (size_t)side * side);
    wr_face *all = WR_TAKE(f->arena, wr_face, (size_t)2 * cells * cells);
    uint32_t *materials = WR_TAKE(f->arena, uint32_t, (size_t)2 * cells * cells);
    struct wr_walkmesh *mesh;
    struct wr_bytes bytes = {0};
    for (uint32_t i = 0; i < side * side; i++)
        vertices[i] = (wr_vec3){from.x + wide * (float)(i % side) / (float)cells,
                                from.y + wide * (float)(i / side) / (float)cells, from.z};
    for (uint32_t i = 0; i < cells * cells; i++) {
        uint32_t a = i / cells * side + i % cells;
        all[faces++] = (wr_face){{a, a + 1, a + side}};
        all[faces++] = (wr_face){{a + 1, a + side + 1, a + side}};
    }
    for (uint32_t i = 0; i < faces; i++)
        materials[i] = 4;
    wr_triangles triangles = {vertices, all, materials, side * side, faces};
    assert_int_equal(wr_walkmesh_make(f->context, WR_WOK, &triangles, NULL, &mesh), WR_OK);
    assert_int_equal(wr_bwm_append(f->context, mesh, WR_NOWHERE, &bytes), WR_OK);
    folder_put(folder, name, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    wr_walkmesh_free(mesh);
}

static void put_layout(const struct folder *folder, const char *first, const char *second)
{
    char text[256];
    int size = snprintf(text, sizeof text,
                        "#MAXLAYOUT ASCII\nfiledependancy dense\nbeginlayout\n   roomcount 2\n "
                        "     %s 0 0 0\n      %s 0 0 0\n"
                        "   trackcount 0\n   obstaclecount 0\n   doorhookcount 0\ndonelayout\n",
                        first, second);
    folder_put(folder, "dense.lyt", text, (size_t)size);
}

static enum wr_result bake(struct findings *f, const struct folder *folder)
{
    char output[512];
    const char *path = folder->root;
    struct wr_bake_options options = {.output = folder_path(folder, "out.trx", output)};
    return wr_bake(f->context, &path, 1, &options, NULL);
}

static void a_tile_that_is_too_full_is_told_with_its_rooms(void **state)
{
    (void)state;
    struct findings f;
    struct folder folder;
    char path[512];
    findings_start(&f);
    folder_start(&folder);
    put_room(&f, &folder, "hall.wok", 8, (wr_vec3){0.25f, 0.25f, 0}, 4);
    put_room(&f, &folder, "nave.wok", 2, (wr_vec3){4.25f, 0.25f, 0}, 4);
    put_layout(&folder, "hall", "nave");
    assert_int_equal(bake(&f, &folder), WR_LIMIT);
    const char *said = findings_said(&f);
    if (!strstr(said, "error [aswm-full] tile 0,0 has ") ||
        !strstr(said, " walkable triangles, of the rooms hall, nave"))
        fail_msg("%s", said);
    assert_int_not_equal(access(folder_path(&folder, "out.trx", path), F_OK), 0);
    folder_end(&folder);
    findings_end(&f);
}

static void floors_over_each_other_are_told_with_their_rooms(void **state)
{
    (void)state;
    struct findings f;
    struct folder folder;
    findings_start(&f);
    folder_start(&folder);
    put_room(&f, &folder, "crypt.wok", 2, (wr_vec3){1, 1, 0}, 4);
    put_room(&f, &folder, "tower.wok", 2, (wr_vec3){2, 2, 5}, 4);
    put_layout(&folder, "crypt", "tower");
    assert_int_equal(bake(&f, &folder), WR_INVALID);
    const char *said = findings_said(&f);
    if (!strstr(said, "error [aswm-storeys] tile 0,0 has ") ||
        !strstr(said, ", of the rooms crypt, tower"))
        fail_msg("%s", said);
    folder_end(&folder);
    findings_end(&f);
}

/* 127 are not too many, and rooms that share a side are one island. */
static void a_full_tile_is_baked(void **state)
{
    (void)state;
    struct findings f;
    struct folder folder;
    struct wr_bake_summary sum;
    char output[512];
    findings_start(&f);
    folder_start(&folder);
    put_room(&f, &folder, "hall.wok", 7, (wr_vec3){0.25f, 0.25f, 0}, 3.5f);
    put_room(&f, &folder, "nave.wok", 1, (wr_vec3){3.75f, 0.25f, 0}, 3.5f);
    put_layout(&folder, "hall", "nave");
    const char *path = folder.root;
    struct wr_bake_options options = {.output = folder_path(&folder, "out.trx", output)};
    assert_int_equal(wr_bake(f.context, &path, 1, &options, &sum), WR_OK);
    assert_int_equal(sum.islands, 1);
    assert_said(&f, "");
    folder_end(&folder);
    findings_end(&f);
}

/* As a sky has none, and what is beyond windows. */
static void a_room_without_a_walkmesh_is_no_part_of_the_floor(void **state)
{
    (void)state;
    struct findings f;
    struct folder folder;
    struct wr_bake_summary sum;
    char output[512];
    findings_start(&f);
    folder_start(&folder);
    put_room(&f, &folder, "hall.wok", 2, (wr_vec3){1, 1, 0}, 4);
    put_layout(&folder, "hall", "sky");
    const char *path = folder.root;
    struct wr_bake_options options = {.output = folder_path(&folder, "out.trx", output)};
    assert_int_equal(wr_bake(f.context, &path, 1, &options, &sum), WR_OK);
    assert_int_equal(sum.islands, 1);
    assert_int_equal(sum.walkable, 8);
    assert_said(&f, "");
    folder_end(&folder);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_that_is_too_full_is_told_with_its_rooms),
        cmocka_unit_test(floors_over_each_other_are_told_with_their_rooms),
        cmocka_unit_test(a_full_tile_is_baked),
        cmocka_unit_test(a_room_without_a_walkmesh_is_no_part_of_the_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
