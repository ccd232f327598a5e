/* A .mod of two storeys, one above the other, through the check: found well, and each fault
 * that only heights can tell found in it. */
#define _XOPEN_SOURCE 700
#include "tests/support/folder.h"
#include "tests/support/mod.h"

#include "builder/builder.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/walkmesh/walkmesh.h"

/* The upper floors of examples/deep-burrow stand so high; its passage 'over-the-hub' runs
 * across the hub from (0, 6) to (0, -6). */
#define STOREY 4.5f

struct stage {
    struct mod mod;
    struct folder folder;
    struct heard heard;
    char path[512];
};

static void build_level(struct stage *stage)
{
    struct heard heard;
    struct wr_map *map;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_arena *arena = wr_arena_create();
    const char *source = wr_environment("WARREN_SOURCE");
    heard_start(&heard);
    assert_int_equal(wr_kits_add(kits, wr_path_join(arena, source, "kits/library")), WR_OK);
    assert_int_equal(wr_map_load(heard.context,
                                 wr_path_join(arena, source, "examples/deep-burrow/map.json"),
                                 NULL, &map),
                     WR_OK);
    struct wr_build_options options = {.output = stage->folder.root, .mod = true};
    assert_int_equal(wr_build(heard.context, map, kits, &options, NULL), WR_OK);
    wr_map_free(map);
    wr_arena_destroy(arena);
    wr_kits_free(kits);
    heard_end(&heard);
}

static int start(void **state)
{
    static struct stage stage;
    memset(&stage, 0, sizeof stage);
    folder_start(&stage.folder);
    build_level(&stage);
    mod_open(&stage.mod, stage.folder.root, "brwdeep");
    folder_path(&stage.folder, "changed.mod", stage.path);
    heard_start(&stage.heard);
    *state = &stage;
    return 0;
}

static int finish(void **state)
{
    struct stage *stage = *state;
    heard_end(&stage->heard);
    mod_close(&stage->mod);
    folder_end(&stage->folder);
    return 0;
}

/* Checks the archive as it is now; what was said is in `heard`. */
static enum wr_result check(struct stage *stage)
{
    struct wr_bytes bytes = {0};
    heard_end(&stage->heard);
    heard_start(&stage->heard);
    assert_int_equal(wr_archive_write(stage->mod.heard.context, stage->mod.archive, &bytes),
                     WR_OK);
    assert_int_equal(
        wr_file_write(stage->heard.context, stage->path, bytes.data, bytes.size, WR_OVERWRITE),
        WR_OK);
    wr_bytes_finish(&bytes);
    return wr_check(stage->heard.context, stage->path, NULL, NULL);
}

static struct wr_gff *read_gff(struct stage *stage, const char *name, uint16_t type)
{
    struct wr_source *source = WR_TAKE(stage->mod.arena, struct wr_source, 1);
    struct wr_gff *gff;
    *source = mod_bytes(&stage->mod, name, type);
    assert_int_equal(wr_gff_read(stage->mod.heard.context, stage->mod.arena, source, &gff),
                     WR_OK);
    return gff;
}

static void put(struct stage *stage, const char *name, uint16_t type, struct wr_bytes *bytes)
{
    void *kept = wr_arena_copy(stage->mod.arena, bytes->data, bytes->size, 1);
    assert_true(wr_archive_put(stage->mod.archive, stage->mod.arena, name, type, kept,
                               (uint32_t)bytes->size));
    wr_bytes_finish(bytes);
}

static void put_gff(struct stage *stage, const char *name, uint16_t type,
                    const struct wr_gff *gff)
{
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_gff_write(stage->mod.heard.context, gff, &bytes), WR_OK);
    put(stage, name, type, &bytes);
}

/* ---- Questions ---- */

static void a_module_of_two_storeys_is_well(void **state)
{
    struct stage *stage = *state;
    assert_int_equal(check(stage), WR_OK);
    assert_int_equal(wr_context_count(stage->heard.context, WR_ERROR), 0);
    assert_int_equal(wr_context_count(stage->heard.context, WR_WARNING), 0);
}

static void set_entry(struct stage *stage, float x, float y, float z)
{
    struct wr_gff *ifo = read_gff(stage, "module", WR_RES_IFO);
    wr_gff_set_float(ifo, ifo->root, "Mod_Entry_X", x);
    wr_gff_set_float(ifo, ifo->root, "Mod_Entry_Y", y);
    wr_gff_set_float(ifo, ifo->root, "Mod_Entry_Z", z);
    put_gff(stage, "module", WR_RES_IFO, ifo);
}

static void the_player_arrives_on_one_of_two_floors_and_not_between(void **state)
{
    static const struct {
        float z;
        bool well;
    } cases[] = {{0, true}, {STOREY, true}, {2, false}, {STOREY + 2, false}, {-2, false}};
    struct stage *stage = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_entry(stage, 0, 3, cases[i].z);
        check(stage);
        size_t said = heard_of(&stage->heard, "ifo-entry-height") +
                      heard_of(&stage->heard, "ifo-entry-floor");
        if ((said == 0) != cases[i].well)
            fail_msg("at height %g the entry %s", (double)cases[i].z,
                     said ? "is complained of" : "passes");
    }
}

/* Halfway down to the lower storey it stands in no doorway of either. */
static void a_door_of_the_upper_storey_belongs_to_its_height(void **state)
{
    struct stage *stage = *state;
    struct wr_gff *git = read_gff(stage, "brwdeep", WR_RES_GIT);
    wr_gff_list *doors = wr_gff_list_of(git->root, "Door List");
    uint32_t upper = 0;
    for (uint32_t i = 0; i < doors->count; i++) {
        float z = wr_gff_float(doors->items[i], "Z", 0);
        if (z < 4)
            continue;
        upper++;
        wr_gff_set_float(git, doors->items[i], "Z", z - STOREY / 2);
        put_gff(stage, "brwdeep", WR_RES_GIT, git);
        check(stage);
        assert_int_equal(heard_of(&stage->heard, "git-door-place"), 1);
        wr_gff_set_float(git, doors->items[i], "Z", z);
    }
    assert_true(upper >= 4);
}

/* The walkmesh that lies above another's middle, moved up or down. */
static void shift_passage(struct stage *stage, float by)
{
    for (uint32_t i = 0; i < stage->mod.archive->count; i++) {
        const wr_resource *item = &stage->mod.archive->items[i];
        struct wr_walkmesh *mesh;
        struct wr_bytes bytes = {0};
        wr_hit hit;
        if (item->type != WR_RES_WOK)
            continue;
        struct wr_source source = mod_bytes(&stage->mod, item->name, WR_RES_WOK);
        assert_int_equal(
            wr_bwm_read(stage->mod.heard.context, stage->mod.arena, &source, &mesh), WR_OK);
        if (!wr_walkmesh_nearest(mesh, wr_vec3_of(0, 0, STOREY), 0.5f, &hit))
            continue;
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->vertices[v].z += by;
        wr_surfaces surfaces = wr_surfaces_default(WR_K1);
        struct wr_marks marks;
        assert_int_equal(
            wr_walkmesh_marks(stage->mod.heard.context, stage->mod.arena, mesh, &marks, NULL),
            WR_OK);
        assert_int_equal(wr_walkmesh_sort(stage->mod.heard.context, stage->mod.arena, mesh,
                                          surfaces.walkable, &marks),
                         WR_OK);
        assert_int_equal(wr_walkmesh_derive(stage->mod.heard.context, stage->mod.arena, mesh,
                                            &marks, WR_NOWHERE, NULL),
                         WR_OK);
        wr_bwm_write(mesh, &bytes);
        put(stage, item->name, WR_RES_WOK, &bytes);
        return;
    }
    fail_msg("nothing lies above the hub");
}

static void floors_above_each_other_overlap_once_they_are_less_than_a_storey_apart(void **state)
{
    struct stage *stage = *state;
    shift_passage(stage, -2); /* 2.5 m above the hub: still a storey */
    check(stage);
    assert_int_equal(heard_of(&stage->heard, "rooms-overlap"), 0);
    assert_true(wr_context_count(stage->heard.context, WR_ERROR) > 0); /* its doorways */
}

static void a_floor_that_fell_through_a_storey_lies_in_the_one_below(void **state)
{
    struct stage *stage = *state;
    shift_passage(stage, -STOREY);
    assert_int_equal(check(stage), WR_INVALID);
    assert_true(heard_of(&stage->heard, "rooms-overlap") > 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, finish)
    const struct CMUnitTest tests[] = {
        TEST(a_module_of_two_storeys_is_well),
        TEST(the_player_arrives_on_one_of_two_floors_and_not_between),
        TEST(a_door_of_the_upper_storey_belongs_to_its_height),
        TEST(floors_above_each_other_overlap_once_they_are_less_than_a_storey_apart),
        TEST(a_floor_that_fell_through_a_storey_lies_in_the_one_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
