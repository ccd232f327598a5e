/* Baking: what is kept of other areas, folders on all cores, and what cannot be made. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/support/findings.h"
#include "tests/support/folder.h"

#include "builder/bake/bake.h"
#include "core/aswm/area.h"
#include "core/files/file.h"

struct stage {
    struct findings findings;
    struct folder folder;
    char output[512], into[512];
};

static const char square[] = "v 1 1 0\nv 8 1 0\nv 8 8 0\nv 1 8 0\nusemtl Stone\nf 1 2 3 4\n";
static const char wide[] = "v 1 1 0\nv 80 1 0\nv 80 8 0\nv 1 8 0\nusemtl Wood\nf 1 2 3 4\n";

static void stage_start(struct stage *stage)
{
    findings_start(&stage->findings);
    folder_start(&stage->folder);
    folder_put(&stage->folder, "square.obj", square, strlen(square));
    folder_put(&stage->folder, "wide.obj", wide, strlen(wide));
}

static void stage_end(struct stage *stage)
{
    folder_end(&stage->folder);
    findings_end(&stage->findings);
}

static enum wr_result bake(struct stage *stage, const char *from, const char *to,
                           struct wr_bake_options options, struct wr_bake_summary *sum)
{
    char path[512];
    const char *paths = folder_path(&stage->folder, from, path);
    options.output = folder_path(&stage->folder, to, stage->output);
    options.force = true;
    return wr_bake(stage->findings.context, &paths, 1, &options, sum);
}

static struct wr_source read_file(struct stage *stage, const char *name)
{
    char path[512];
    struct wr_source source;
    const char *kept = folder_path(&stage->folder, name, path);
    assert_int_equal(
        wr_file_read(stage->findings.context, stage->findings.arena, kept, &source), WR_OK);
    source.binary = true;
    return source;
}

static void read_area(struct stage *stage, const char *name, struct wr_source *source,
                      struct wr_aswm_area *out)
{
    *source = read_file(stage, name);
    assert_int_equal(
        wr_aswm_area_read(stage->findings.context, stage->findings.arena, source, out), WR_OK);
}

/* An area with terrain and water, as far as nobody looks into them. */
static void put_terrain(struct stage *stage, const char *from, const char *to)
{
    static const uint8_t water[] = {9, 8, 7, 6, 5, 4, 3}, terrain[] = "any bytes at all";
    struct wr_source source;
    struct wr_aswm_area area;
    struct wr_bytes bytes = {0};
    read_area(stage, from, &source, &area);
    wr_trx_packet packets[] = {area.trx.packets[0],
                               {"TRRN", terrain, sizeof terrain, 0},
                               {"WATR", water, sizeof water, 0},
                               {"XYZW", water, 0, 0},
                               area.trx.packets[area.trx.aswm]};
    area.trx.packets = packets;
    area.trx.count = 5;
    area.trx.aswm = 4;
    assert_int_equal(wr_aswm_area_write(stage->findings.context, &area, WR_NOWHERE, &bytes),
                     WR_OK);
    folder_put(&stage->folder, to, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static void into_another_area_all_other_packets_stay(void **state)
{
    (void)state;
    struct stage stage;
    struct wr_source sources[2];
    struct wr_aswm_area areas[2];
    stage_start(&stage);
    assert_int_equal(bake(&stage, "wide.obj", "bare.trx", (struct wr_bake_options){0}, NULL),
                     WR_OK);
    put_terrain(&stage, "bare.trx", "old.trx");
    struct wr_bake_options options = {.into =
                                          folder_path(&stage.folder, "old.trx", stage.into)};
    assert_int_equal(bake(&stage, "square.obj", "new.trx", options, NULL), WR_OK);
    read_area(&stage, "old.trx", &sources[0], &areas[0]);
    read_area(&stage, "new.trx", &sources[1], &areas[1]);
    assert_int_equal(areas[1].trx.count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        const wr_trx_packet *old = &areas[0].trx.packets[i], *kept = &areas[1].trx.packets[i];
        assert_string_equal(old->type, kept->type);
        if (i == areas[0].trx.aswm)
            continue;
        assert_int_equal(old->size, kept->size);
        assert_memory_equal(old->data, kept->data, old->size);
    }
    assert_int_equal(areas[1].mesh.width, areas[0].mesh.width);
    assert_int_equal(areas[1].mesh.triangles[0].flags & WR_ASWM_FLOORS, WR_ASWM_STONE);
    stage_end(&stage);
}

static void an_area_of_other_tiles_does_not_go_into_another(void **state)
{
    (void)state;
    struct stage stage;
    char path[512];
    stage_start(&stage);
    bake(&stage, "wide.obj", "wide.trx", (struct wr_bake_options){0}, NULL);
    bake(&stage, "square.obj", "square.trx", (struct wr_bake_options){0}, NULL);
    struct wr_bake_options options = {.into =
                                          folder_path(&stage.folder, "wide.trx", stage.into)};
    assert_int_equal(bake(&stage, "square.trx", "new.trx", options, NULL), WR_INVALID);
    assert_non_null(strstr(findings_said(&stage.findings),
                           "error [trx-grid] the walkmesh has other tiles than "));
    assert_int_not_equal(access(folder_path(&stage.folder, "new.trx", path), F_OK), 0);
    stage_end(&stage);
}

/* Tiles of 10 m, eight of them empty all round, counted in fours; and its source with a floor
 * in the border, which a bake leaves out. */
static void exteriors_have_a_border_that_is_in_their_source_only(void **state)
{
    (void)state;
    struct stage stage;
    struct wr_source source;
    struct wr_aswm_area area;
    struct wr_bake_summary sum;
    struct wr_bytes bytes = {0};
    stage_start(&stage);
    struct wr_bake_options exterior = {.tile_width = 10, .border = 8};
    assert_int_equal(bake(&stage, "wide.obj", "out.trx", exterior, &sum), WR_OK);
    read_area(&stage, "out.trx", &source, &area);
    assert_true(area.mesh.tile_width == 10);
    assert_int_equal(area.mesh.border, 8);
    assert_int_equal(area.mesh.width % 4 + area.mesh.height % 4, 0);
    assert_int_equal(area.trx.width, area.mesh.width / 4);
    assert_int_equal(bake(&stage, "wide.obj", "in.trn", (struct wr_bake_options){0}, NULL),
                     WR_OK);
    read_area(&stage, "in.trn", &source, &area);
    uint32_t all = area.mesh.triangle_count;
    assert_int_equal(area.mesh.height, 1);
    assert_true(area.mesh.width >= 9);
    area.mesh.height = 3; /* the floor is moved to the middle row */
    wr_aswm_tile *tiles =
        WR_ZERO(stage.findings.arena, wr_aswm_tile, (size_t)3 * area.mesh.width);
    memcpy(tiles + area.mesh.width, area.mesh.tiles, sizeof *tiles * area.mesh.width);
    for (uint32_t i = 0; i < 3 * area.mesh.width; i++) {
        tiles[i].flags = area.mesh.flags;
        tiles[i].first = i < area.mesh.width       ? 0
                         : i < 2 * area.mesh.width ? tiles[i].first
                                                   : all;
    }
    area.mesh.tiles = tiles;
    area.mesh.border = 1;
    for (uint32_t i = 0; i < area.mesh.vertex_count; i++)
        area.mesh.vertices[i].y += 9;
    assert_int_equal(wr_aswm_area_write(stage.findings.context, &area, WR_NOWHERE, &bytes),
                     WR_OK);
    folder_put(&stage.folder, "border.trn", bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    assert_int_equal(bake(&stage, "border.trn", "made.trx", (struct wr_bake_options){0}, &sum),
                     WR_OK);
    assert_true(sum.outside > 0);
    assert_int_equal(sum.triangles + sum.outside, all);
    assert_int_equal(bake(&stage, "border.trn", "made.trn", (struct wr_bake_options){0}, &sum),
                     WR_OK);
    assert_int_equal(sum.triangles, all); /* a source keeps it */
    stage_end(&stage);
}

static void folders_are_baked_past_bad_files_the_same_on_any_number_of_cores(void **state)
{
    (void)state;
    struct stage stage;
    struct wr_bake_summary sum;
    char name[64];
    stage_start(&stage);
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "areas/%d/area.trx", i);
        assert_int_equal(bake(&stage, i % 2 ? "wide.obj" : "square.obj", name,
                              (struct wr_bake_options){0}, NULL),
                         WR_OK);
    }
    folder_put(&stage.folder, "areas/3/bad.trx", "bad", 3);
    for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
        wr_context_set_jobs(stage.findings.context, jobs);
        assert_int_not_equal(bake(&stage, "areas", jobs == 1 ? "one" : "four",
                                  (struct wr_bake_options){0}, &sum),
                             WR_OK);
        assert_non_null(strstr(findings_said(&stage.findings), "error [bake-kind]"));
        assert_int_equal(sum.files, 7);
        assert_int_equal(sum.failed, 1);
    }
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "one/%d/area.trx", i);
        struct wr_source one = read_file(&stage, name);
        snprintf(name, sizeof name, "four/%d/area.trx", i);
        struct wr_source four = read_file(&stage, name);
        assert_int_equal(one.size, four.size);
        assert_memory_equal(one.data, four.data, one.size);
    }
    stage_end(&stage);
}

static void two_areas_do_not_become_one_file(void **state)
{
    (void)state;
    struct stage stage;
    char paths[2][512];
    stage_start(&stage);
    bake(&stage, "wide.obj", "a/same.trx", (struct wr_bake_options){0}, NULL);
    bake(&stage, "square.obj", "b/same.trx", (struct wr_bake_options){0}, NULL);
    const char *both[] = {folder_path(&stage.folder, "a/same.trx", paths[0]),
                          folder_path(&stage.folder, "b/same.trx", paths[1])};
    struct wr_bake_options options = {.output = folder_path(&stage.folder, "out", stage.output),
                                      .force = true};
    assert_int_equal(wr_bake(stage.findings.context, both, 2, &options, NULL), WR_INVALID);
    assert_non_null(strstr(findings_said(&stage.findings), "error [same-target]"));
    assert_int_not_equal(access(stage.output, F_OK), 0);
    stage_end(&stage);
}

/* ---- Ways ---- */

static void a_way_leads_over_triangles_whose_corners_are_around_its_ends(void **state)
{
    (void)state;
    static const double ends[2][2] = {{2, 4}, {79, 5}};
    struct stage stage;
    struct wr_bake_summary sum;
    struct wr_baked *area;
    struct wr_baked_way *way;
    stage_start(&stage);
    struct wr_context *context = stage.findings.context;
    assert_int_equal(bake(&stage, "wide.obj", "wide.trx", (struct wr_bake_options){0}, &sum),
                     WR_OK);
    struct wr_source source = read_file(&stage, "wide.trx");
    assert_int_equal(wr_baked_read(context, "wide.trx", source.data, source.size, &area),
                     WR_OK);
    assert_int_equal(wr_baked_find_way(context, area, ends[0], ends[1], &way), WR_OK);
    assert_true(way->count > 8);
    for (int end = 0; end < 2; end++) {
        uint32_t triangle = way->triangles[end ? way->count - 1 : 0];
        wr_vec3 at[3] = {{NAN, NAN, NAN}};
        assert_int_equal(wr_baked_triangle(area, ends[end][0], ends[end][1]), triangle);
        wr_baked_corners(area, triangle, at);
        for (int k = 0; k < 3; k++) {
            wr_vec3 a = at[k], b = at[(k + 1) % 3];
            double side = ((double)b.x - (double)a.x) * (ends[end][1] - (double)a.y) -
                          ((double)b.y - (double)a.y) * (ends[end][0] - (double)a.x);
            assert_true(side <= 0); /* clockwise, as the game has them */
        }
    }
    assert_int_equal(wr_baked_triangle(area, 90, 4), UINT32_MAX);
    wr_baked_way_free(way);
    wr_baked_free(area);
    stage_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(into_another_area_all_other_packets_stay),
        cmocka_unit_test(an_area_of_other_tiles_does_not_go_into_another),
        cmocka_unit_test(exteriors_have_a_border_that_is_in_their_source_only),
        cmocka_unit_test(folders_are_baked_past_bad_files_the_same_on_any_number_of_cores),
        cmocka_unit_test(two_areas_do_not_become_one_file),
        cmocka_unit_test(a_way_leads_over_triangles_whose_corners_are_around_its_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
