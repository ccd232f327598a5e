/* What differs between two modules: each kind of difference that is planted is found, and
 * nothing else. */
#include "tests/support/taken.h"

#include "core/base/random.h"
#include "core/format/bwm.h"
#include "core/format/vis.h"
#include "core/model/model.h"

/* The smallest example, unpacked into two folders: one is changed, the other is what it was. */
struct twins {
    struct taken taken;
    struct taken_module module;
    struct wr_compare_summary sum;
};

static int start(void **state)
{
    static struct twins twins;
    memset(&twins, 0, sizeof twins);
    twins.module = taken_first(&twins.taken, WR_K1);
    taken_unpack(&twins.module, "was");
    taken_unpack(&twins.module, "now");
    *state = &twins;
    return 0;
}

static int end(void **state)
{
    taken_end(&((struct twins *)*state)->taken);
    return 0;
}

static void put(struct twins *twins, const char *name, const void *data, size_t size)
{
    taken_put(&twins->taken, "now", name, data, size);
}

static enum wr_result compare(struct twins *twins)
{
    findings_said(&twins->taken.findings);
    twins->sum = (struct wr_compare_summary){0};
    return wr_compare(twins->taken.findings.context, "now", "was", NULL, &twins->sum);
}

/* So many differences are found, all of one slug; each of the words is in what is said. */
static void must_find(struct twins *twins, const char *slug, uint64_t count, const char *word)
{
    char mark[64];
    uint64_t found = 0;
    snprintf(mark, sizeof mark, ": error [%s] ", slug);
    assert_int_equal(compare(twins), WR_INVALID);
    const char *said = findings_said(&twins->taken.findings);
    for (const char *at = said; (at = strstr(at, mark)); at++)
        found++;
    if (found != count || twins->sum.differences != count || !strstr(said, word))
        fail_msg("%u of %u are %s with '%s': %s", (unsigned)found,
                 (unsigned)twins->sum.differences, slug, word, said);
    assert_int_equal(twins->sum.different + twins->sum.alone, 1);
    assert_int_equal(twins->sum.close, 0);
}

static void must_be_close(struct twins *twins, double moved)
{
    if (compare(twins) != WR_OK)
        fail_msg("%s", findings_said(&twins->taken.findings));
    assert_non_null(strstr(findings_said(&twins->taken.findings), "note [differs-little]"));
    assert_int_equal(twins->sum.close, 1);
    assert_int_equal(twins->sum.same + 1, twins->sum.resources);
    assert_true(fabs(twins->sum.moved - moved) < 1e-6);
}

/* ---- What is the same -------------------------------------------------------------------- */

static void same_files_do_not_differ(void **state)
{
    struct twins *twins = *state;
    put(twins, "first.report.json", "{}", 2); /* no resource */
    assert_int_equal(compare(twins), WR_OK);
    assert_string_equal(findings_said(&twins->taken.findings), "");
    assert_int_equal(twins->sum.same, twins->sum.resources);
    assert_true(twins->sum.resources > 20);
}

static void an_archive_is_what_was_unpacked_of_it(void **state)
{
    struct twins *twins = *state;
    const char *archive = taken_path(&twins->taken, "made");
    struct wr_context *context = twins->taken.findings.context;
    taken_must(&twins->taken, wr_compare(context, archive, "was", NULL, NULL));
    taken_must(&twins->taken, wr_compare(context, "was", archive, NULL, NULL));
}

/* ---- Resources --------------------------------------------------------------------------- */

static void resources_of_only_one_are_named(void **state)
{
    struct twins *twins = *state;
    put(twins, "k_quest.ncs", "script", 6);
    must_find(twins, "differs-resource", 1, "it has 'k_quest.ncs', which was has not");
    assert_int_equal(twins->sum.alone, 1);
    taken_put(&twins->taken, "was", "k_quest.ncs", "script", 6);
    taken_put(&twins->taken, "was", "k_other.ncs", "script", 6);
    must_find(twins, "differs-resource", 1, "it has no 'k_other.ncs', which was has");
}

static void other_bytes_are_told_with_the_first_of_them(void **state)
{
    struct twins *twins = *state;
    put(twins, "k_quest.ncs", "script", 6);
    taken_put(&twins->taken, "was", "k_quest.ncs", "scribe!", 7);
    must_find(twins, "differs-bytes", 1, "0x4: error");
}

static void what_cannot_be_read_is_named_by_its_reader(void **state)
{
    struct twins *twins = *state;
    put(twins, "first_room1.wok", "BWM V1.0", 8);
    assert_true(compare(twins) != WR_OK);
    assert_non_null(strstr(findings_said(&twins->taken.findings), "bwm-truncated"));
    assert_int_equal(twins->sum.different, 1);
}

/* ---- Layouts ----------------------------------------------------------------------------- */

static struct wr_lyt copy_layout(struct twins *twins)
{
    struct wr_lyt lyt = twins->module.lyt;
    struct wr_arena *arena = twins->taken.findings.arena;
    lyt.rooms = wr_arena_copy(arena, lyt.rooms, lyt.room_count, sizeof *lyt.rooms);
    lyt.hooks = wr_arena_copy(arena, lyt.hooks, lyt.hook_count, sizeof *lyt.hooks);
    assert_non_null(lyt.rooms);
    assert_non_null(lyt.hooks);
    return lyt;
}

static void put_layout(struct twins *twins, const struct wr_lyt *lyt)
{
    struct wr_bytes text = {0};
    wr_lyt_write(lyt, &text);
    put(twins, "first.lyt", text.data, text.size);
    wr_bytes_finish(&text);
}

static void rooms_of_layouts(void **state)
{
    struct twins *twins = *state;
    struct wr_lyt lyt = copy_layout(twins);
    lyt.rooms[2].position.y += 0.5f;
    put_layout(twins, &lyt);
    must_find(twins, "differs-layout", 1,
              "room 'first_room2' stands at (24.000, 0.500, 0.000); it stood at (24.000, "
              "0.000, 0.000)");
    lyt = copy_layout(twins);
    lyt.room_count--;
    put_layout(twins, &lyt);
    must_find(twins, "differs-layout", 1, "room 'first_room5' at (0.000, -12.000, 0.000) is");
    lyt = copy_layout(twins);
    wr_lyt_item last = lyt.rooms[5];
    lyt.rooms[5] = lyt.rooms[4];
    lyt.rooms[4] = last;
    put_layout(twins, &lyt);
    must_find(twins, "differs-layout", 1, "room 'first_room4' is number 5; it was number 4");
    lyt = copy_layout(twins);
    lyt.rooms[2].position.y += 0.00005f;
    put_layout(twins, &lyt);
    must_be_close(twins, 0.00005);
}

static void hooks_of_layouts(void **state)
{
    struct twins *twins = *state;
    struct wr_lyt lyt = copy_layout(twins);
    lyt.hooks[0].position.x += 1;
    put_layout(twins, &lyt);
    must_find(twins, "differs-layout", 1, "a hook of 'first_room");
    lyt = copy_layout(twins);
    float w = lyt.hooks[0].w;
    lyt.hooks[0].w = lyt.hooks[0].z;
    lyt.hooks[0].z = -w;
    put_layout(twins, &lyt);
    must_find(twins, "differs-layout", 1, "is turned otherwise than it was");
    lyt = copy_layout(twins);
    lyt.hooks[0].w *= -1; /* the same turn */
    lyt.hooks[0].x *= -1;
    lyt.hooks[0].y *= -1;
    lyt.hooks[0].z *= -1;
    put_layout(twins, &lyt);
    must_be_close(twins, 0);
    lyt = copy_layout(twins);
    lyt.hook_count--;
    put_layout(twins, &lyt);
    must_find(twins, "differs-layout", 1, "is not there any more");
}

static void tracks_and_obstacles_of_layouts(void **state)
{
    struct twins *twins = *state;
    struct wr_lyt lyt = copy_layout(twins);
    wr_lyt_item item = {"rock", {1, 2, 3}};
    lyt.tracks = &item;
    lyt.track_count = 1;
    put_layout(twins, &lyt);
    must_find(twins, "differs-layout", 1,
              "track 'rock' at (1.000, 2.000, 3.000) was not there");
    lyt.track_count = 0;
    lyt.obstacles = &item;
    lyt.obstacle_count = 1;
    put_layout(twins, &lyt);
    must_find(twins, "differs-layout", 1, "obstacle 'rock'");
}

/* ---- What is seen ------------------------------------------------------------------------ */

static void put_vis(struct twins *twins, const struct wr_vis *vis)
{
    struct wr_bytes text = {0};
    wr_vis_write(vis, &text);
    put(twins, "first.vis", text.data, text.size);
    wr_bytes_finish(&text);
}

static void pairs_of_rooms_that_see_each_other(void **state)
{
    struct twins *twins = *state;
    struct wr_source source = taken_bytes(&twins->module, "first", WR_RES_VIS);
    struct wr_vis vis;
    taken_must(&twins->taken, wr_vis_read(twins->taken.findings.context,
                                          twins->taken.findings.arena, &source, &vis));
    const char *seen = vis.entries[0].seen[0];
    vis.entries[0].seen[0] = vis.entries[0].seen[1];
    vis.entries[0].seen[1] = seen;
    put_vis(twins, &vis);
    must_be_close(twins, 0);
    vis.entries[0].seen_count--;
    put_vis(twins, &vis);
    must_find(twins, "differs-visible", 1, "'first_room0' does not see '");
    vis.entries[0].seen_count++;
    vis.entries[1].seen[0] = "first_room1";
    put_vis(twins, &vis);
    must_find(twins, "differs-visible", 2,
              "'first_room1' sees 'first_room1', which it did not");
    vis.entry_count = 1;
    put_vis(twins, &vis);
    must_find(twins, "differs-visible", 5, "the entry of 'first_room5', which sees");
}

/* ---- Walkmeshes -------------------------------------------------------------------------- */

static struct wr_walkmesh *read_mesh(struct twins *twins)
{
    struct wr_walkmesh *mesh;
    struct wr_source source = taken_bytes(&twins->module, "first_room1", WR_RES_WOK);
    taken_must(&twins->taken, wr_bwm_read(twins->taken.findings.context,
                                          twins->taken.findings.arena, &source, &mesh));
    return mesh;
}

static void put_mesh(struct twins *twins, const struct wr_walkmesh *mesh)
{
    struct wr_bytes bytes = {0};
    wr_bwm_write(mesh, &bytes);
    put(twins, "first_room1.wok", bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static void vertices_and_faces_of_walkmeshes(void **state)
{
    struct twins *twins = *state;
    struct wr_walkmesh *mesh = read_mesh(twins);
    wr_vec3 at = mesh->vertices[3];
    mesh->vertices[3].z += 0.25f;
    put_mesh(twins, mesh);
    must_find(twins, "differs-walkmesh", 1, "faces lie elsewhere, up to 0.2500 m off");
    mesh->vertices[3] = at;
    mesh->vertices[3].z += 0.00006f;
    put_mesh(twins, mesh);
    must_be_close(twins, 0.00006);
    mesh->vertices[3] = at;
    mesh->materials[2] = 7;
    put_mesh(twins, mesh);
    must_find(twins, "differs-walkmesh", 1, "faces are of another material, first face 2");
    mesh->materials[2] = read_mesh(twins)->materials[2];
    mesh->adjacency[0][0] = mesh->adjacency[0][0] < 0 ? 5 : -1;
    put_mesh(twins, mesh);
    must_find(twins, "differs-walkmesh", 1, "have other neighbours, first face 0");
    mesh = read_mesh(twins);
    mesh->position.x += 1;
    put_mesh(twins, mesh);
    must_find(twins, "differs-walkmesh", 1, "1.0000 m off");
    mesh = read_mesh(twins);
    mesh->perimeters[0]--;
    put_mesh(twins, mesh);
    must_find(twins, "differs-walkmesh", 1, "perimeters end elsewhere, first perimeter 0");
    struct wr_source other = taken_bytes(&twins->module, "first_room2", WR_RES_WOK);
    put(twins, "first_room1.wok", other.data, other.size);
    must_find(twins, "differs-walkmesh", 1, "faces; it had");
}

static void transitions_of_walkmeshes(void **state)
{
    struct twins *twins = *state;
    struct wr_walkmesh *mesh = read_mesh(twins);
    uint32_t marked = 0, unmarked = 0;
    while (mesh->edges[marked].transition < 0)
        marked++;
    while (mesh->edges[unmarked].transition >= 0)
        unmarked++;
    int32_t to = mesh->edges[marked].transition;
    mesh->edges[marked].transition = 5;
    put_mesh(twins, mesh);
    must_find(twins, "differs-link", 1, "leads to room 5; it led to room ");
    mesh->edges[marked].transition = -1;
    put_mesh(twins, mesh);
    must_find(twins, "differs-link", 1, "leads to no room; it led to room ");
    mesh->edges[marked].transition = to;
    mesh->edges[unmarked].transition = 3;
    put_mesh(twins, mesh);
    must_find(twins, "differs-link", 1, "leads to room 3; it led to no room");
}

/* ---- Models ------------------------------------------------------------------------------ */

static struct wr_model *read_model(struct twins *twins)
{
    struct wr_model *model;
    struct wr_source mdl = taken_bytes(&twins->module, "first_room1", WR_RES_MDL);
    struct wr_source *mdx = WR_TAKE(twins->taken.findings.arena, struct wr_source, 1);
    *mdx = taken_bytes(&twins->module, "first_room1", WR_RES_MDX);
    taken_must(&twins->taken, wr_model_read(twins->taken.findings.context,
                                            twins->taken.findings.arena, &mdl, mdx, &model));
    return model;
}

static void put_model(struct twins *twins, const struct wr_model *model)
{
    put(twins, "first_room1.mdl", model->mdl, model->mdl_size);
    put(twins, "first_room1.mdx", model->mdx, model->mdx_size);
}

static const char *rename_image(void *user, const wr_model_texture *texture)
{
    uint32_t *left = user;
    (void)texture;
    return (*left)++ == 0 ? "another" : NULL;
}

static void names_and_images_of_models(void **state)
{
    struct twins *twins = *state;
    struct wr_model *model = read_model(twins);
    uint32_t renamed = 0;
    wr_model_rename_textures(model, rename_image, &renamed);
    put_model(twins, model);
    must_find(twins, "differs-model", 1, "shows image another; it showed image ");
    model = read_model(twins);
    char *name = (char *)(uintptr_t)wr_model_node_name(model, 1);
    name[0] = 'q';
    put_model(twins, model);
    must_find(twins, "differs-model", 1, "node 1 is 'q");
    model = read_model(twins);
    taken_must(&twins->taken,
               wr_model_set_name(twins->taken.findings.context, model, "first_room9"));
    put_model(twins, model);
    must_find(twins, "differs-model", 2, "the model is called 'first_room9'; it was called");
}

/* Moves the first vertex of the MDX, and its copy in the MDL. */
static void move_vertex(struct wr_model *model, float by)
{
    uint8_t *mdx = wr_arena_copy(model->arena, model->mdx, model->mdx_size, 1);
    uint32_t at = 0;
    float x;
    assert_non_null(mdx);
    model->mdx = mdx;
    while (memcmp(model->mdl + at, mdx, 12) != 0)
        at++;
    memcpy(&x, mdx, sizeof x);
    x += by;
    memcpy(mdx, &x, sizeof x);
    memcpy(model->mdl + at, &x, sizeof x);
}

static void vertices_of_models(void **state)
{
    struct twins *twins = *state;
    struct wr_model *model = read_model(twins);
    move_vertex(model, 0.00006f);
    put_model(twins, model);
    must_be_close(twins, 0.00006);
    move_vertex(model, 0.005f);
    put_model(twins, model);
    must_find(twins, "differs-model", 1, "vertices elsewhere by up to 0.005");
    model = read_model(twins);
    taken_must(&twins->taken, wr_model_convert(twins->taken.findings.context, model, WR_K2));
    put_model(twins, model);
    must_find(twins, "differs-model", 1, "is laid out for the other game than it was");
}

/* Where an image lies on a mesh. */
static void rows_of_models(void **state)
{
    enum { IMAGE = 24 };
    struct twins *twins = *state;
    struct wr_model *model = read_model(twins);
    uint8_t *mdx = wr_arena_copy(model->arena, model->mdx, model->mdx_size, 1);
    float u;
    assert_non_null(mdx);
    memcpy(&u, mdx + IMAGE, sizeof u);
    u += 0.5f;
    memcpy(mdx + IMAGE, &u, sizeof u);
    model->mdx = mdx;
    put_model(twins, model);
    must_find(twins, "differs-model", 1, "images lying otherwise, by up to 0.5000");
}

/* A model that is laid out otherwise and means the same. */
static void places_in_files_of_models_do_not_matter(void **state)
{
    struct twins *twins = *state;
    struct wr_model *model = read_model(twins);
    struct wr_context *context = twins->taken.findings.context;
    taken_must(&twins->taken,
               wr_model_set_name(context, model, "a_name_that_is_longer_by_far"));
    taken_must(&twins->taken, wr_model_set_name(context, model, "first_room1"));
    put_model(twins, model);
    if (compare(twins) != WR_OK)
        fail_msg("%s", findings_said(&twins->taken.findings));
}

/* ---- What stands there ------------------------------------------------------------------- */

static struct wr_gff *read_gff(struct twins *twins, uint16_t type)
{
    struct wr_gff *gff;
    struct wr_source source = taken_bytes(&twins->module, "first", type);
    taken_must(&twins->taken, wr_gff_read(twins->taken.findings.context,
                                          twins->taken.findings.arena, &source, &gff));
    return gff;
}

static void put_gff(struct twins *twins, const char *name, const struct wr_gff *gff)
{
    struct wr_bytes bytes = {0};
    taken_must(&twins->taken, wr_gff_write(twins->taken.findings.context, gff, &bytes));
    put(twins, name, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static void doors_that_move_go_and_lead(void **state)
{
    struct twins *twins = *state;
    struct wr_gff *git = read_gff(twins, WR_RES_GIT);
    wr_gff_list *doors = wr_gff_list_of(git->root, "Door List");
    wr_gff_set_float(git, doors->items[1], "X", wr_gff_float(doors->items[1], "X", 0) + 2);
    put_gff(twins, "first.git", git);
    must_find(twins, "differs-thing", 1, "the door 'first_dor1' stands at (");
    git = read_gff(twins, WR_RES_GIT);
    wr_gff_remove(wr_gff_list_of(git->root, "Door List"), 1);
    put_gff(twins, "first.git", git);
    must_find(twins, "differs-thing", 1, "the door 'first_dor1' at (");
    git = read_gff(twins, WR_RES_GIT);
    doors = wr_gff_list_of(git->root, "Door List");
    wr_gff_set_string(git, doors->items[0], "LinkedTo", "elsewhere");
    put_gff(twins, "first.git", git);
    must_find(twins, "differs-way", 1,
              "Door List[0] 'first_dor0'.LinkedTo is 'elsewhere'; it was ''");
    git = read_gff(twins, WR_RES_GIT);
    doors = wr_gff_list_of(git->root, "Door List");
    wr_gff_set_string(git, doors->items[0], "Tag", "renamed");
    put_gff(twins, "first.git", git);
    must_find(twins, "differs-value", 1, ".Tag is 'renamed'; it was 'first_dor0'");
}

static void add_creature(struct wr_gff *git, const char *tag, float x)
{
    wr_gff_list *list = wr_gff_set_list(git, git->root, "Creature List");
    wr_gff_struct *row = wr_gff_append(git, list, 4);
    wr_gff_set_resref(git, row, "TemplateResRef", "guard");
    wr_gff_set_string(git, row, "Tag", tag);
    wr_gff_set_float(git, row, "XPosition", x);
    wr_gff_set_float(git, row, "YPosition", 1);
    wr_gff_set_float(git, row, "ZPosition", 0);
}

static void creatures_that_come(void **state)
{
    struct twins *twins = *state;
    struct wr_gff *git = read_gff(twins, WR_RES_GIT);
    add_creature(git, "first_guard", 2.5f);
    put_gff(twins, "first.git", git);
    must_find(twins, "differs-thing", 1,
              "the creature 'first_guard' at (2.500, 1.000, 0.000) was not there");
}

/* Guards of one name, in any order, each a hair off its place. */
static void order_of_rows_does_not_matter(void **state)
{
    enum { GUARDS = 40 };
    struct twins *twins = *state;
    wr_random random = wr_random_of(7, 0);
    struct wr_gff *was = read_gff(twins, WR_RES_GIT), *now = read_gff(twins, WR_RES_GIT);
    uint32_t order[GUARDS];
    for (uint32_t i = 0; i < GUARDS; i++)
        order[i] = i;
    for (uint32_t i = GUARDS - 1; i > 0; i--) {
        uint32_t other = wr_random_below(&random, i + 1), held = order[i];
        order[i] = order[other];
        order[other] = held;
    }
    for (uint32_t i = 0; i < GUARDS; i++) {
        add_creature(was, "first_guard", (float)i / 4);
        add_creature(now, "first_guard", (float)order[i] / 4 + 0.00002f);
    }
    put_gff(twins, "first.git", was);
    size_t size;
    const void *bytes = wr_memory_get(twins->taken.memory, "now/first.git", &size);
    taken_put(&twins->taken, "was", "first.git", bytes, size);
    put_gff(twins, "first.git", now);
    must_be_close(twins, 0.00002);
}

static void values_of_other_trees(void **state)
{
    struct twins *twins = *state;
    struct wr_gff *are = read_gff(twins, WR_RES_ARE);
    wr_gff_find(are->root, "Tag")->bytes.size--;
    put_gff(twins, "first.are", are);
    must_find(twins, "differs-value", 1, "Tag is 'firs'; it was 'first'");
    are = read_gff(twins, WR_RES_ARE);
    wr_gff_set_whole(are, are->root, "Cheer", WR_GFF_INT, 3);
    put_gff(twins, "first.are", are);
    must_find(twins, "differs-value", 1, "Cheer was not there");
    are = read_gff(twins, WR_RES_ARE);
    wr_gff_remove(wr_gff_list_of(are->root, "Rooms"), 5);
    put_gff(twins, "first.are", are);
    must_find(twins, "differs-value", 1, "Rooms has 5 rows; it had 6");
    are = read_gff(twins, WR_RES_ARE);
    wr_gff_set_whole(are, are->root, "Tag", WR_GFF_INT, 3);
    put_gff(twins, "first.are", are);
    must_find(twins, "differs-value", 1, "Tag is of another type than it was");
}

/* ---- Damage ------------------------------------------------------------------------------ */

/* Whatever a resource holds, the comparison ends and says why it failed. */
static void damaged_resources_are_survived(void **state)
{
    static const char *const names[] = {"first.lyt",       "first.vis",       "first.git",
                                        "first_room1.wok", "first_room1.mdl", "first.pth"};
    struct twins *twins = *state;
    wr_random random = wr_random_of(3, 0);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        size_t size;
        char path[64];
        snprintf(path, sizeof path, "was/%s", names[n]);
        const uint8_t *data = wr_memory_get(twins->taken.memory, path, &size);
        uint8_t *copy = malloc(size);
        for (int round = 0; round < 150; round++) {
            memcpy(copy, data, size);
            for (int i = 0; i < 3; i++)
                copy[wr_random_below(&random, (uint32_t)size)] ^=
                    (uint8_t)(1 + wr_random_below(&random, 255));
            put(twins, names[n], copy, size - wr_random_below(&random, 2));
            enum wr_result result = compare(twins);
            assert_true((result == WR_OK) == (twins->sum.different == 0));
        }
        put(twins, names[n], data, size);
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(same_files_do_not_differ, start, end),
        cmocka_unit_test_setup_teardown(an_archive_is_what_was_unpacked_of_it, start, end),
        cmocka_unit_test_setup_teardown(resources_of_only_one_are_named, start, end),
        cmocka_unit_test_setup_teardown(other_bytes_are_told_with_the_first_of_them, start,
                                        end),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_is_named_by_its_reader, start, end),
        cmocka_unit_test_setup_teardown(rooms_of_layouts, start, end),
        cmocka_unit_test_setup_teardown(hooks_of_layouts, start, end),
        cmocka_unit_test_setup_teardown(tracks_and_obstacles_of_layouts, start, end),
        cmocka_unit_test_setup_teardown(pairs_of_rooms_that_see_each_other, start, end),
        cmocka_unit_test_setup_teardown(vertices_and_faces_of_walkmeshes, start, end),
        cmocka_unit_test_setup_teardown(transitions_of_walkmeshes, start, end),
        cmocka_unit_test_setup_teardown(names_and_images_of_models, start, end),
        cmocka_unit_test_setup_teardown(vertices_of_models, start, end),
        cmocka_unit_test_setup_teardown(rows_of_models, start, end),
        cmocka_unit_test_setup_teardown(places_in_files_of_models_do_not_matter, start, end),
        cmocka_unit_test_setup_teardown(doors_that_move_go_and_lead, start, end),
        cmocka_unit_test_setup_teardown(creatures_that_come, start, end),
        cmocka_unit_test_setup_teardown(order_of_rows_does_not_matter, start, end),
        cmocka_unit_test_setup_teardown(values_of_other_trees, start, end),
        cmocka_unit_test_setup_teardown(damaged_resources_are_survived, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
