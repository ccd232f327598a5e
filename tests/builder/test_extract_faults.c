/* Modules with something wrong in them: it is named, left out, and the rest is taken. */
#include "tests/support/taken.h"

#include "core/format/bwm.h"

/* The smallest example, built and unpacked into the folder "loose". */
struct loose {
    struct taken taken;
    struct taken_module module;
    struct wr_extract_summary sum;
};

static void put(struct loose *loose, const char *name, const void *data, size_t size)
{
    taken_put(&loose->taken, "loose", name, data, size);
}

static void drop(struct loose *loose, const char *name)
{
    char path[64];
    const struct wr_files *files = wr_memory_files(loose->taken.memory);
    snprintf(path, sizeof path, "loose/%s", name);
    assert_int_equal(files->remove(files->user, path), WR_FILE_FINE);
}

static void loose_start(struct loose *loose)
{
    loose->module = taken_first(&loose->taken, WR_K1);
    taken_unpack(&loose->module, "loose");
}

static void put_layout(struct loose *loose, const struct wr_lyt *lyt)
{
    struct wr_bytes text = {0};
    wr_lyt_write(lyt, &text);
    put(loose, "first.lyt", text.data, text.size);
    wr_bytes_finish(&text);
}

/* A layout with more rooms than the built one, to be changed. */
static struct wr_lyt copy_layout(struct loose *loose, uint32_t more)
{
    struct wr_lyt lyt = loose->module.lyt;
    lyt.rooms = WR_ZERO(loose->taken.findings.arena, wr_lyt_item, lyt.room_count + more);
    memcpy(lyt.rooms, loose->module.lyt.rooms, lyt.room_count * sizeof *lyt.rooms);
    lyt.room_count += more;
    return lyt;
}

static enum wr_result extract(struct loose *loose)
{
    struct wr_extract_options options = {
        .source = "loose", .output = "kit", .map = "kit/map.json", .force = true};
    findings_said(&loose->taken.findings);
    return wr_kit_extract(loose->taken.findings.context, &options, &loose->sum);
}

/* Extracts and wants one slug in what is said, no error, and a kit that can be used. */
static void must_warn(struct loose *loose, const char *slug, uint32_t rooms)
{
    taken_must(&loose->taken, extract(loose));
    assert_int_equal(loose->taken.findings.errors, 0);
    const char *said = findings_said(&loose->taken.findings);
    if (!strstr(said, slug))
        fail_msg("%s is not in: %s", slug, said);
    assert_int_equal(loose->sum.rooms, rooms);
    taken_check(&loose->taken, "kit/kit.xml");
}

static void must_refuse(struct loose *loose, const char *slug)
{
    size_t i = 0;
    const char *path;
    assert_true(extract(loose) != WR_OK);
    assert_non_null(strstr(findings_said(&loose->taken.findings), slug));
    while ((path = wr_memory_path(loose->taken.memory, i++)))
        assert_true(strncmp(path, "kit", 3) != 0); /* nothing was written */
}

/* A walkmesh of the module, to be changed and put back. */
static struct wr_walkmesh *mesh_of(struct loose *loose, const char *name)
{
    struct wr_walkmesh *mesh;
    struct wr_source source = taken_bytes(&loose->module, name, WR_RES_WOK);
    taken_must(&loose->taken, wr_walkmesh_read(loose->taken.findings.context, name, source.data,
                                               source.size, &mesh));
    return mesh;
}

static void put_mesh(struct loose *loose, const char *file, struct wr_walkmesh *mesh)
{
    struct wr_bytes bytes = {0};
    taken_must(&loose->taken, wr_walkmesh_write(loose->taken.findings.context, mesh, &bytes));
    put(loose, file, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
    wr_walkmesh_free(mesh);
}

/* ---- What is refused ---- */

static void a_folder_without_a_layout_is_refused(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    drop(&loose, "first.lyt");
    must_refuse(&loose, "[extract-no-layout] there is no layout");
    put(&loose, "a.lyt", "beginlayout\ndonelayout\n", 23);
    put(&loose, "b.lyt", "beginlayout\ndonelayout\n", 23);
    must_refuse(&loose, "[extract-no-layout] there are 2 layouts");
    taken_end(&loose.taken);
}

static void a_layout_without_a_room_is_refused(void **state)
{
    (void)state;
    struct loose loose;
    char name[32];
    loose_start(&loose);
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "first_room%d.wok", i);
        put(&loose, name, "BWM V1.0", 8);
    }
    must_refuse(&loose, "[extract-no-rooms]");
    taken_end(&loose.taken);
}

static void files_that_are_there_are_kept(void **state)
{
    (void)state;
    struct loose loose;
    size_t size;
    loose_start(&loose);
    struct wr_extract_options options = {.source = "loose", .output = "kit"};
    assert_true(wr_memory_put(loose.taken.memory, "kit/first_room3.wok", "mine", 4));
    assert_int_equal(wr_kit_extract(loose.taken.findings.context, &options, NULL), WR_INVALID);
    assert_non_null(strstr(findings_said(&loose.taken.findings), "[file-exists]"));
    assert_null(wr_memory_get(loose.taken.memory, "kit/kit.xml", NULL));
    assert_memory_equal(wr_memory_get(loose.taken.memory, "kit/first_room3.wok", &size), "mine",
                        4);
    taken_end(&loose.taken);
}

/* ---- What is left out ---- */

static void broken_rooms_are_left_out(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    put(&loose, "first_room3.wok", "BWM V1.0", 8);
    must_warn(&loose, "[extract-room-skipped] room 3 of the layout, 'first_room3'", 5);
    assert_int_equal(loose.sum.skipped, 1);
    assert_int_equal(loose.sum.links, 4);
    assert_int_equal(loose.sum.ends, 1); /* the doorway that led there */
    put(&loose, "first_room4.mdl", "\0\0\0\0", 4);
    must_warn(&loose, "room 4 of the layout", 4);
    taken_end(&loose.taken);
}

static void a_model_of_another_room_is_told_of(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    struct wr_source other = taken_bytes(&loose.module, "first_room1", WR_RES_MDL);
    put(&loose, "first_room2.mdl", other.data, other.size);
    other = taken_bytes(&loose.module, "first_room1", WR_RES_MDX);
    put(&loose, "first_room2.mdx", other.data, other.size);
    must_warn(&loose, "[extract-model-differs]", 5);
    taken_end(&loose.taken);
}

static void a_model_that_stands_elsewhere_is_told_of(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    struct wr_lyt lyt = copy_layout(&loose, 0);
    lyt.rooms[5].position.x += 1.5f;
    put_layout(&loose, &lyt);
    must_warn(&loose, "[extract-model-moved] the model stands 1.500 m away", 6);
    taken_end(&loose.taken);
}

static void names_no_file_can_have_are_told_of(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    struct wr_source wok = taken_bytes(&loose.module, "first_room2", WR_RES_WOK);
    struct wr_lyt lyt = copy_layout(&loose, 0);
    lyt.rooms[2].model = "a$b";
    put(&loose, "a$b.wok", wok.data, wok.size);
    put_layout(&loose, &lyt);
    must_warn(&loose, "[extract-name] 'a$b'", 5);
    taken_end(&loose.taken);
}

static void a_room_that_is_listed_twice_is_taken_once(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    struct wr_lyt lyt = copy_layout(&loose, 1);
    lyt.rooms[6] = lyt.rooms[1];
    put_layout(&loose, &lyt);
    must_warn(&loose, "[extract-room-twice] the layout lists room 'first_room1' twice", 6);
    assert_int_equal(loose.sum.skipped, 1);
    taken_end(&loose.taken);
}

/* ---- Doorways and doors ---- */

static void edges_that_nothing_leads_back_to_are_doorways_all_the_same(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    struct wr_walkmesh *mesh = mesh_of(&loose, "first_room3");
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        mesh->edges[i].transition = -1;
    put_mesh(&loose, "first_room3.wok", mesh);
    must_warn(&loose, "[extract-transition] 1 edges of room 'first_room0'", 6);
    assert_int_equal(loose.sum.links, 4);
    assert_int_equal(loose.sum.ends, 1);
    taken_end(&loose.taken);
}

/* Squares of their own, each with an edge that leads into the next room. */
static struct wr_walkmesh *many_doorways(struct loose *loose, uint32_t count)
{
    struct wr_arena *arena = loose->taken.findings.arena;
    wr_vec3 *vertices = WR_TAKE(arena, wr_vec3, 3 * (size_t)count);
    wr_face *faces = WR_TAKE(arena, wr_face, count);
    uint32_t *materials = WR_TAKE(arena, uint32_t, count);
    struct wr_walkmesh *mesh;
    for (uint32_t i = 0; i < count; i++) {
        float x = (float)(4 * i);
        vertices[3 * i] = wr_vec3_of(x, 0, 0);
        vertices[3 * i + 1] = wr_vec3_of(x + 2, 0, 0);
        vertices[3 * i + 2] = wr_vec3_of(x, 2, 0);
        faces[i] = (wr_face){{3 * i, 3 * i + 1, 3 * i + 2}};
        materials[i] = 4;
    }
    const struct wr_triangles triangles = {vertices, faces, materials, 3 * count, count};
    taken_must(&loose->taken, wr_walkmesh_make(loose->taken.findings.context, WR_WOK,
                                               &triangles, NULL, &mesh));
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        mesh->edges[i].transition = mesh->edges[i].edge % 3 == 0 ? 1 : -1;
    return mesh;
}

static void a_room_has_no_more_doorways_than_a_kit_can_say(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    put_mesh(&loose, "first_room2.wok", many_doorways(&loose, 300));
    drop(&loose, "first_room2.mdl");
    drop(&loose, "first_room2.mdx");
    taken_must(&loose.taken, extract(&loose));
    assert_non_null(strstr(findings_said(&loose.taken.findings),
                           "[extract-hooks] 44 doorways are left out"));
    taken_end(&loose.taken);
}

/* A room of one or two faces, whose first edge leads into a room. */
static struct wr_walkmesh *plain(struct loose *loose, const wr_vec3 *vertices, uint32_t count)
{
    const wr_face faces[] = {{{0, 1, 2}}, {{0, 2, 3}}};
    const uint32_t materials[] = {4, 4};
    const struct wr_triangles triangles = {vertices, faces, materials, count, count - 2};
    struct wr_walkmesh *mesh;
    taken_must(&loose->taken, wr_walkmesh_make(loose->taken.findings.context, WR_WOK,
                                               &triangles, NULL, &mesh));
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        mesh->edges[i].transition = mesh->edges[i].edge == 0 ? 1 : -1;
    return mesh;
}

static void doorways_that_no_map_can_hold_are_left_out(void **state)
{
    static const float halves[] = {1e5f, 1e9f, 3e38f};
    (void)state;
    struct loose loose;
    loose_start(&loose);
    drop(&loose, "first_room2.mdl");
    drop(&loose, "first_room2.mdx");
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        const wr_vec3 vertices[] = {{-halves[i], 0, 0}, {halves[i], 0, 0}, {0, halves[i], 0}};
        put_mesh(&loose, "first_room2.wok", plain(&loose, vertices, 3));
        must_warn(&loose, "[extract-hooks] 1 doorways are left out: they are wider than 100 km",
                  6);
    }
    taken_end(&loose.taken);
}

/* How often a word is in the kit. */
static uint32_t count_in_kit(struct loose *loose, const char *word)
{
    size_t size;
    uint32_t count = 0;
    const char *text = wr_memory_get(loose->taken.memory, "kit/kit.xml", &size);
    assert_non_null(text);
    for (size_t i = 0; i + strlen(word) <= size; i++)
        count += memcmp(text + i, word, strlen(word)) == 0;
    return count;
}

/* A hall of each length is straight all along. */
static void rooms_that_leave_the_map_are_straight_nowhere_there(void **state)
{
    static const float lengths[] = {100, 1e6f, 1e25f};
    uint32_t found[3];
    (void)state;
    struct loose loose;
    loose_start(&loose);
    drop(&loose, "first_room2.mdl");
    drop(&loose, "first_room2.mdx");
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const wr_vec3 vertices[] = {
            {0, 0, 0}, {lengths[i], 0, 0}, {lengths[i], 4, 0}, {0, 4, 0}};
        struct wr_walkmesh *mesh = plain(&loose, vertices, 4);
        for (uint32_t k = 0; k < mesh->edge_count; k++)
            mesh->edges[k].transition = -1;
        put_mesh(&loose, "first_room2.wok", mesh);
        must_warn(&loose, "", 6);
        found[i] = count_in_kit(&loose, "<stretch axis=\"x\"");
    }
    assert_int_equal(found[1], found[0] - 1);
    assert_int_equal(found[2], found[0] - 1);
    taken_end(&loose.taken);
}

/* A triangle below or above the line from 100 0 to 100.5 0, which leads into a room. */
static struct wr_walkmesh *wedge(struct loose *loose, bool below, int32_t slot)
{
    const wr_vec3 vertices[] = {
        {100, 0, 0}, {100.5f, 0, 0}, {100.25f, below ? -6.0f : 6.0f, 0}};
    const wr_face face = {{below ? 1u : 0u, below ? 0u : 1u, 2}};
    const uint32_t material = 4;
    const struct wr_triangles triangles = {vertices, &face, &material, 3, 1};
    struct wr_walkmesh *mesh;
    taken_must(&loose->taken, wr_walkmesh_make(loose->taken.findings.context, WR_WOK,
                                               &triangles, NULL, &mesh));
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        mesh->edges[i].transition = mesh->edges[i].edge == 0 ? slot : -1;
    return mesh;
}

static void narrow_doorways_are_linked_by_the_map(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    put_mesh(&loose, "first_room3.wok", wedge(&loose, false, 4));
    put_mesh(&loose, "first_room4.wok", wedge(&loose, true, 3));
    drop(&loose, "first_room3.mdl");
    drop(&loose, "first_room4.mdl");
    must_warn(&loose, "", 6);
    assert_int_equal(loose.sum.links, 4);
    struct wr_map *map = taken_map(&loose.taken, "kit/map.json");
    assert_int_equal(map->link_count, 4);
    wr_map_free(map);
    taken_end(&loose.taken);
}

static void change_door(struct loose *loose, const char *label, float value)
{
    struct wr_source *source = WR_TAKE(loose->taken.findings.arena, struct wr_source, 1);
    struct wr_gff *gff;
    struct wr_bytes bytes = {0};
    *source = taken_bytes(&loose->module, "first", WR_RES_GIT);
    taken_must(&loose->taken, wr_gff_read(loose->taken.findings.context,
                                          loose->taken.findings.arena, source, &gff));
    wr_gff_set_float(gff, wr_gff_list_of(gff->root, "Door List")->items[0], label, value);
    taken_must(&loose->taken, wr_gff_write(loose->taken.findings.context, gff, &bytes));
    put(loose, "first.git", bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static void a_door_inside_a_room_is_no_doorway(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    change_door(&loose, "Y", 4.5f); /* of the doorway at 0 9 */
    must_warn(&loose, "[extract-door-inside] 1 doors", 6);
    assert_int_equal(loose.sum.links, 5);
    taken_end(&loose.taken);
}

static void a_door_without_its_blueprint_becomes_an_arch(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    drop(&loose, "first_dor2.utd");
    put(&loose, "first_dor3.utd", "GFF ", 4);
    must_warn(&loose, "[extract-blueprint] the module has no blueprint 'first_dor2.utd'", 6);
    assert_int_equal(loose.sum.links, 5);
    taken_end(&loose.taken);
}

/* Every row of genericdoors.2da names one model. */
static void put_door_table(struct loose *loose)
{
    struct wr_bytes text = {0};
    wr_bytes_text(&text, "2DA V2.0\n\nlabel modelname\n");
    for (int i = 0; i < 80; i++)
        wr_bytes_print(&text, "%d Door%d DOR_own\n", i, i);
    put(loose, "genericdoors.2da", text.data, text.size);
    wr_bytes_finish(&text);
}

/* A closed door: 2.6 m wide and 3 m high from its position on. */
static void put_closed_door(struct loose *loose, float z)
{
    const wr_vec3 vertices[] = {{-1.3f, 0, 0}, {1.3f, 0, 0}, {1.3f, 0, 3}, {-1.3f, 0, 3}};
    const wr_face faces[] = {{{0, 1, 2}}, {{0, 2, 3}}};
    const uint32_t materials[] = {7, 7};
    const struct wr_triangles triangles = {vertices, faces, materials, 4, 2};
    struct wr_walkmesh *mesh;
    taken_must(&loose->taken, wr_walkmesh_make(loose->taken.findings.context, WR_DWK,
                                               &triangles, NULL, &mesh));
    mesh->position = wr_vec3_of(0, 0, z);
    put_mesh(loose, "dor_own0.dwk", mesh);
}

/* The height that all types of door of the kit have; and which widths. */
static float door_height(struct loose *loose)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit;
    taken_must(&loose->taken,
               wr_kit_load(loose->taken.findings.context, "kit/kit.xml", &surfaces, &kit));
    float height = kit->doors[0].height;
    assert_int_equal(kit->door_count, 2);
    assert_near(kit->doors[0].width, 4, 1e-3);
    assert_near(kit->doors[1].width, 2.5, 1e-3);
    assert_true(kit->doors[1].height == height);
    wr_kit_free(kit);
    return height;
}

static void a_door_is_as_high_as_its_model(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    must_warn(&loose, "", 6);
    assert_true(door_height(&loose) == 2.5f); /* nothing says */
    put_door_table(&loose);
    struct wr_source mdl = taken_bytes(&loose.module, "first_room3", WR_RES_MDL);
    put(&loose, "dor_own.mdl", mdl.data, mdl.size);
    taken_must(&loose.taken, extract(&loose));
    assert_near(door_height(&loose), 3.5, 1e-3); /* a grey box's walls */
    put_closed_door(&loose, 0.25f);
    must_warn(&loose,
              "[extract-door-width] door 'first_dor0' is 2.60 m wide, and its doorway "
              "4.00 m",
              6);
    assert_near(door_height(&loose), 3.25, 1e-3);
    taken_end(&loose.taken);
}

static void a_door_that_leaves_the_map_is_as_high_as_most(void **state)
{
    static const float heights[] = {1e6f, 1e9f, 3e38f};
    (void)state;
    struct loose loose;
    loose_start(&loose);
    put_door_table(&loose);
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        put_closed_door(&loose, heights[i]);
        taken_must(&loose.taken, extract(&loose));
        assert_true(door_height(&loose) == 2.5f);
    }
    taken_end(&loose.taken);
}

static void a_door_whose_model_is_broken_is_as_high_as_most(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    put_door_table(&loose);
    put(&loose, "dor_own0.dwk", "BWM V1.0", 8);
    must_warn(&loose, "[bwm-", 6);
    assert_true(door_height(&loose) == 2.5f);
    put(&loose, "dor_own.mdl", "\0\0\0\0", 4);
    must_warn(&loose, "[mdl-", 6);
    put(&loose, "genericdoors.2da", "2DA V9.9", 8);
    must_warn(&loose, "[twoda-", 6);
    assert_true(door_height(&loose) == 2.5f);
    taken_end(&loose.taken);
}

/* ---- Things ---- */

/* What stands in the module's GIT, changed by `change`. */
static void change_places(struct loose *loose, void change(struct wr_gff *gff))
{
    struct wr_source *source = WR_TAKE(loose->taken.findings.arena, struct wr_source, 1);
    struct wr_gff *gff;
    struct wr_bytes bytes = {0};
    *source = taken_bytes(&loose->module, "first", WR_RES_GIT);
    taken_must(&loose->taken, wr_gff_read(loose->taken.findings.context,
                                          loose->taken.findings.arena, source, &gff));
    change(gff);
    taken_must(&loose->taken, wr_gff_write(loose->taken.findings.context, gff, &bytes));
    put(loose, "first.git", bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static void add_things(struct wr_gff *gff)
{
    wr_gff_list *creatures = wr_gff_set_list(gff, gff->root, "Creature List");
    wr_gff_list *waypoints = wr_gff_set_list(gff, gff->root, "WaypointList");
    wr_gff_append(gff, wr_gff_set_list(gff, gff->root, "List"), 0);
    for (int i = 0; i < 3; i++) {
        wr_gff_struct *row = wr_gff_append(gff, creatures, 4);
        wr_gff_set_resref(gff, row, "TemplateResRef", "c_rat--2");
        wr_gff_set_float(gff, row, "XPosition", 26);
        wr_gff_set_float(gff, row, "YPosition", i == 2 ? 900.0f : 0.5f);
        wr_gff_set_float(gff, row, "XOrientation", -1);
        wr_gff_set_float(gff, row, "YOrientation", 0);
        row = wr_gff_append(gff, waypoints, 5);
        wr_gff_set_resref(gff, row, "TemplateResRef", "wp_own");
        wr_gff_set_string(gff, row, "Tag", "Tür <\"1\"> & more of it, much more");
        wr_gff_set_whole(gff, row, "HasMapNote", WR_GFF_BYTE, 1);
        wr_gff_set_local(gff, row, "MapNote", -1, "Café\n");
        wr_gff_set_float(gff, row, "XPosition", 12);
    }
}

static const wr_marker *marker_of(const struct wr_kit *kit, const char *room, const char *name)
{
    const wr_room *of = wr_kit_room(kit, room, NULL);
    for (uint32_t i = 0; i < of->marker_count; i++)
        if (strcmp(of->markers[i].name, name) == 0)
            return &of->markers[i];
    fail_msg("there is no marker '%s' in %s", name, room);
    return NULL;
}

static void things_belong_to_the_room_they_stand_in(void **state)
{
    (void)state;
    const struct wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct loose loose;
    struct wr_kit *kit;
    loose_start(&loose);
    change_places(&loose, add_things);
    taken_must(&loose.taken, extract(&loose));
    const char *said = findings_said(&loose.taken.findings);
    assert_non_null(strstr(said, "[extract-thing] row 2 of the GIT's 'Creature List' (spawn) "
                                 "stands in no room: no floor is within 2 m of (26.00, "
                                 "900.00, 0.00)"));
    assert_non_null(strstr(said, "[extract-things] 1 items"));
    taken_must(&loose.taken,
               wr_kit_load(loose.taken.findings.context, "kit/kit.xml", &surfaces, &kit));
    const wr_marker *rat = marker_of(kit, "first_room2", "spawn--2");
    assert_int_equal(rat->kind, WR_SPAWN);
    assert_true(rat->position.x == 2 && rat->position.y == 0.5f && rat->facing == 180);
    assert_int_equal(rat->pair_count, 0); /* no blueprint can be called so */
    const wr_marker *spot = marker_of(kit, "first_room1", "T__r___1_____more_of_it__m--3");
    assert_int_equal(spot->pair_count, 3);
    assert_string_equal(spot->pairs[0].value, "wp_own");
    assert_string_equal(spot->pairs[1].value, "Tür <\"1\"> & more of it, much more");
    assert_string_equal(spot->pairs[2].value, "Café\n");
    wr_kit_free(kit);
    taken_end(&loose.taken);
}

static void models_that_nothing_can_be_called_are_left_out(void **state)
{
    (void)state;
    static const wr_lyt_item tracks[] = {{"no-such-name", {1, 2, 3}}, {"far", {1e7f, 0, 0}}};
    struct loose loose;
    loose_start(&loose);
    struct wr_lyt lyt = copy_layout(&loose, 0);
    lyt.tracks = (wr_lyt_item *)(uintptr_t)tracks;
    lyt.track_count = 2;
    put_layout(&loose, &lyt);
    must_warn(&loose,
              "[extract-model] the track 'no-such-name' of the layout is left out: no "
              "model can be called so",
              6);
    must_warn(&loose,
              "[extract-model] the track 'far' of the layout is left out: it is more "
              "than 100 km away",
              6);
    taken_end(&loose.taken);
}

static void models_without_a_walkmesh_stand_where_they_stood(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    struct wr_source mdl = taken_bytes(&loose.module, "first_room2", WR_RES_MDL);
    struct wr_lyt lyt = copy_layout(&loose, 4);
    lyt.rooms[6] = (wr_lyt_item){"first_sky", {0, 0, 0}};
    lyt.rooms[7] = (wr_lyt_item){"first_pad0", {1, 2, 3}};
    lyt.rooms[8] = (wr_lyt_item){"nowhere", {1, 2, 3}};
    lyt.rooms[9] = (wr_lyt_item){"halved", {1, 2, 3}};
    put(&loose, "halved.mdl", mdl.data, mdl.size);
    put(&loose, "halved.mdx", mdl.data, 5);
    put(&loose, "first_sky.mdl", mdl.data, mdl.size);
    put(&loose, "first_pad0.mdl", mdl.data, mdl.size);
    struct wr_source mdx = taken_bytes(&loose.module, "first_room2", WR_RES_MDX);
    put(&loose, "first_sky.mdx", mdx.data, mdx.size);
    put(&loose, "first_pad0.mdx", mdx.data, mdx.size);
    put_layout(&loose, &lyt);
    must_warn(&loose, "[extract-backdrop] 'nowhere'", 6);
    struct wr_map *map = taken_map(&loose.taken, "kit/map.json");
    assert_string_equal(map->skybox, "first_sky");
    assert_int_equal(map->thing_count, 1);
    assert_int_equal(map->things[0].marker.kind, WR_BACKDROP);
    assert_true(wr_vec3_same(map->things[0].marker.position, wr_vec3_of(1, 2, 3)));
    taken_build(&loose.taken, map, WR_K1, "again");
    struct taken_module again = taken_open(&loose.taken, "again");
    assert_int_equal(again.lyt.room_count, 8);
    assert_string_equal(again.lyt.rooms[6].model, "first_sky");
    assert_string_equal(again.lyt.rooms[7].model, "first_pad0");
    assert_true(wr_vec3_same(again.lyt.rooms[7].position, wr_vec3_of(1, 2, 3)));
    assert_non_null(wr_resources_find(&again.resources, "first_pad0", WR_RES_MDL));
    wr_map_free(map);
    assert_non_null(wr_memory_get(loose.taken.memory, "kit/skyboxes/first_sky.mdl", NULL));
    taken_end(&loose.taken);
}

/* ---- The rest of a module ---- */

static void what_warren_does_not_make_comes_along(void **state)
{
    (void)state;
    struct loose loose;
    size_t size;
    loose_start(&loose);
    put(&loose, "K_ENTER.ncs", "NCS V1.0", 8);
    put(&loose, "notes.odt", "for me", 6);
    put(&loose, "../outside.utc", "x", 1);
    taken_must(&loose.taken, extract(&loose));
    assert_memory_equal(wr_memory_get(loose.taken.memory, "kit/always/k_enter.ncs", &size),
                        "NCS V1.0", 8);
    for (size_t i = 0; wr_memory_path(loose.taken.memory, i); i++) {
        const char *path = wr_memory_path(loose.taken.memory, i);
        if (strncmp(path, "kit/always/", 11) == 0)
            assert_string_equal(path, "kit/always/k_enter.ncs");
    }
    taken_end(&loose.taken);
}

static void the_same_module_gives_the_same_bytes(void **state)
{
    (void)state;
    struct loose loose;
    loose_start(&loose);
    static const char *const outputs[] = {"kit", "other"};
    for (int i = 0; i < 2; i++) {
        struct wr_extract_options options = {.source = "loose", .output = outputs[i]};
        wr_context_set_jobs(loose.taken.findings.context, i ? 3 : 1);
        taken_must(&loose.taken, wr_kit_extract(loose.taken.findings.context, &options, NULL));
    }
    assert_true(taken_same_folders(&loose.taken, "kit/", "other/") > 15);
    taken_end(&loose.taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_without_a_layout_is_refused),
        cmocka_unit_test(a_layout_without_a_room_is_refused),
        cmocka_unit_test(files_that_are_there_are_kept),
        cmocka_unit_test(broken_rooms_are_left_out),
        cmocka_unit_test(a_model_of_another_room_is_told_of),
        cmocka_unit_test(a_model_that_stands_elsewhere_is_told_of),
        cmocka_unit_test(names_no_file_can_have_are_told_of),
        cmocka_unit_test(a_room_that_is_listed_twice_is_taken_once),
        cmocka_unit_test(edges_that_nothing_leads_back_to_are_doorways_all_the_same),
        cmocka_unit_test(a_room_has_no_more_doorways_than_a_kit_can_say),
        cmocka_unit_test(doorways_that_no_map_can_hold_are_left_out),
        cmocka_unit_test(rooms_that_leave_the_map_are_straight_nowhere_there),
        cmocka_unit_test(narrow_doorways_are_linked_by_the_map),
        cmocka_unit_test(a_door_inside_a_room_is_no_doorway),
        cmocka_unit_test(a_door_without_its_blueprint_becomes_an_arch),
        cmocka_unit_test(a_door_is_as_high_as_its_model),
        cmocka_unit_test(a_door_that_leaves_the_map_is_as_high_as_most),
        cmocka_unit_test(a_door_whose_model_is_broken_is_as_high_as_most),
        cmocka_unit_test(things_belong_to_the_room_they_stand_in),
        cmocka_unit_test(models_that_nothing_can_be_called_are_left_out),
        cmocka_unit_test(models_without_a_walkmesh_stand_where_they_stood),
        cmocka_unit_test(what_warren_does_not_make_comes_along),
        cmocka_unit_test(the_same_module_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
