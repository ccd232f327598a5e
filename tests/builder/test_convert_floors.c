/* Walkmeshes go from any form into any other and come back with all that both can hold. */
#include "tests/support/findings.h"
#include "tests/support/starved.h"
#include "tests/support/terrain.h"

#include "builder/convert/convert.h"
#include "core/files/files.h"
#include "core/walkmesh/set.h"

struct scene {
    struct findings f;
    struct wr_memory *memory;
};

static void scene_start(struct scene *scene)
{
    findings_start(&scene->f);
    scene->memory = wr_memory_create(NULL);
    assert_non_null(scene->memory);
    wr_context_set_files(scene->f.context, wr_memory_files(scene->memory));
}

static void scene_end(struct scene *scene)
{
    findings_end(&scene->f);
    wr_memory_destroy(scene->memory);
}

static void put_mesh(struct scene *scene, const char *path, const struct wr_walkmesh *mesh)
{
    struct wr_bytes bytes = {0};
    wr_bwm_write(mesh, &bytes);
    assert_false(bytes.failed);
    assert_true(wr_memory_put(scene->memory, path, bytes.data, bytes.size));
    wr_bytes_finish(&bytes);
}

static struct wr_walkmesh *get_mesh(struct scene *scene, const char *path)
{
    struct wr_source source = {.name = path, .binary = true};
    struct wr_walkmesh *mesh;
    source.data = wr_memory_get(scene->memory, path, &source.size);
    if (!source.data)
        fail_msg("%s is not there: %s", path, findings_said(&scene->f));
    assert_int_equal(wr_bwm_read(scene->f.context, scene->f.arena, &source, &mesh), WR_OK);
    return mesh;
}

static void convert(struct scene *scene, const char *from, const char *to, const char *links)
{
    struct wr_convert_options options = {.force = true, .links = links};
    if (wr_convert(scene->f.context, from, to, &options) != WR_OK)
        fail_msg("%s to %s: %s", from, to, findings_said(&scene->f));
}

/* ---- What a walkmesh says ------------------------------------------------------------------
 */

/* A face with the least of its corners first: where it lies, what it is made of, where its
 * sides lead. */
struct said_face {
    float corners[3][3];
    int32_t material, rooms[3];
};

struct said {
    struct said_face *faces;
    uint32_t count;
    wr_vec3 hooks[2], position;
};

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct said_face));
}

static struct said_face say_face(const struct wr_walkmesh *mesh, uint32_t f, bool placed,
                                 const int32_t *rooms)
{
    struct said_face face = {.material = (int32_t)mesh->materials[f]}, out = face;
    uint32_t least = 0;
    wr_dvec3 place = wr_widen(mesh->position);
    for (uint32_t k = 0; k < 3; k++) {
        wr_vec3 at = mesh->vertices[mesh->faces[f].v[k]];
        if (placed && mesh->kind != WR_WOK)
            at = wr_narrow(wr_add(wr_widen(at), place));
        memcpy(face.corners[k], (float[3]){at.x + 0.0f, at.y + 0.0f, at.z + 0.0f},
               sizeof face.corners[k]);
        if (memcmp(face.corners[k], face.corners[least], sizeof face.corners[k]) < 0)
            least = k;
    }
    for (uint32_t k = 0; k < 3; k++) {
        memcpy(out.corners[k], face.corners[(least + k) % 3], sizeof out.corners[k]);
        out.rooms[k] = rooms ? rooms[3 * f + (least + k) % 3] : -1;
    }
    return out;
}

/* `poor`: as a form without links, hooks and position can say it. */
static struct said say(struct scene *scene, const struct wr_walkmesh *mesh, bool poor)
{
    struct said said = {.faces = WR_TAKE(scene->f.arena, struct said_face, mesh->face_count),
                        .count = mesh->face_count};
    int32_t *rooms = WR_TAKE(scene->f.arena, int32_t, 3 * (size_t)mesh->face_count);
    memset(rooms, 0xff, 3 * sizeof *rooms * mesh->face_count);
    for (uint32_t i = 0; i < mesh->edge_count && !poor; i++)
        rooms[mesh->edges[i].edge] = mesh->edges[i].transition;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        said.faces[f] = say_face(mesh, f, poor, rooms);
    if (said.count > 0)
        qsort(said.faces, said.count, sizeof *said.faces, by_bytes);
    if (!poor) {
        said.position = mesh->position;
        memcpy(said.hooks, mesh->relative_hooks, sizeof said.hooks);
    }
    return said;
}

static bool same(const struct said *a, const struct said *b)
{
    return a->count == b->count &&
           memcmp(a->faces, b->faces, a->count * sizeof *a->faces) == 0 &&
           wr_vec3_same(a->position, b->position) && wr_vec3_same(a->hooks[0], b->hooks[0]) &&
           wr_vec3_same(a->hooks[1], b->hooks[1]);
}

/* ---- There and back ------------------------------------------------------------------------
 */

static const char *const kinds[] = {[WR_PWK] = "pwk", [WR_WOK] = "wok", [WR_DWK] = "dwk"};
static const char *const forms[] = {".%s", ".%s.ascii", "-ascii.%s", ".glb", ".gltf", ".obj"};
enum { FORMS = sizeof forms / sizeof *forms, OBJ = FORMS - 1 };

static const char *name_of(char out[64], const char *stem, unsigned form, const char *kind)
{
    char end[32];
    snprintf(end, sizeof end, forms[form], kind);
    snprintf(out, 64, "%s%s", stem, end);
    return out;
}

static struct wr_walkmesh *random_mesh(struct scene *scene, uint64_t seed,
                                       enum wr_walkmesh_kind kind)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    wr_random random = wr_random_of(seed, 9);
    struct wr_walkmesh *mesh = terrain_of(scene->f.arena, seed);
    terrain_finish(scene->f.context, scene->f.arena, mesh);
    if (kind == WR_WOK)
        return mesh;
    assert_int_equal(wr_walkmesh_become(scene->f.context, mesh, kind, &surfaces, WR_NOWHERE),
                     WR_OK);
    mesh->position = wr_vec3_of(terrain_between(&random, -50, 50), 0.1f, -3);
    for (int i = 0; i < 2; i++) {
        mesh->relative_hooks[i] = wr_vec3_of(terrain_between(&random, -2, 2), 1, 0.3f);
        mesh->absolute_hooks[i] = wr_set_absolute_hook(mesh, i);
    }
    return mesh;
}

/* The first form is made of the binary file, the second of the first; out of both come
 * walkmeshes again. */
static void check_pair(struct scene *scene, const struct wr_walkmesh *mesh, unsigned first,
                       unsigned second)
{
    const char *kind = kinds[mesh->kind];
    char start[64], a[64], b[64], back[64], end[64];
    bool poor = first == OBJ || second == OBJ;
    put_mesh(scene, name_of(start, "start", 0, kind), mesh);
    convert(scene, start, name_of(a, "a", first, kind), NULL);
    convert(scene, a, name_of(b, "b", second, kind), NULL);
    convert(scene, b, name_of(back, "back", first, kind), NULL);
    convert(scene, back, name_of(end, "end", 0, kind), NULL);
    struct said was = say(scene, mesh, poor), is = say(scene, get_mesh(scene, end), poor);
    if (!same(&was, &is))
        fail_msg("%s, %s, %s: %u faces, %u came back", a, b, back, was.count, is.count);
}

static void every_pair_of_forms_keeps_rooms_and_placeables(void **state)
{
    (void)state;
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 6; i++)
        for (unsigned pair = 0; pair < FORMS * FORMS; pair++) {
            struct scene scene;
            scene_start(&scene);
            enum wr_walkmesh_kind kind = i % 2 ? WR_PWK : WR_WOK;
            check_pair(&scene, random_mesh(&scene, seed + i, kind), pair / FORMS, pair % FORMS);
            scene_end(&scene);
        }
}

/* Files of several states are numbered, others hold all of them. */
static void check_door(struct scene *scene, struct wr_walkmesh *const meshes[WR_DOOR_STATES],
                       unsigned first, unsigned second)
{
    char start[64], a[64], b[64];
    int lowest = -1;
    for (int i = WR_DOOR_STATES; i-- > 0;)
        if (meshes[i]) {
            snprintf(start, sizeof start, "start%d.dwk", lowest = i);
            put_mesh(scene, start, meshes[i]);
        }
    convert(scene, start, name_of(a, "a", first, "dwk"), NULL);
    if (first == 0)
        snprintf(a, sizeof a, "a%d.dwk", lowest);
    convert(scene, a, name_of(b, "b", second, "dwk"), NULL);
    if (second == 0)
        snprintf(b, sizeof b, "b%d.dwk", lowest);
    convert(scene, b, "end.dwk", NULL);
    for (int i = 0; i < WR_DOOR_STATES; i++) {
        size_t size;
        char end[64];
        snprintf(end, sizeof end, "end%d.dwk", i);
        assert_true((wr_memory_get(scene->memory, end, &size) != NULL) == (meshes[i] != NULL));
        if (!meshes[i])
            continue;
        struct said was = say(scene, meshes[i], false);
        struct said is = say(scene, get_mesh(scene, end), false);
        if (!same(&was, &is))
            fail_msg("%s, %s: state %d differs", a, b, i);
    }
}

static void every_pair_of_forms_keeps_doors_in_all_states(void **state)
{
    (void)state;
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 7; i++)
        for (unsigned pair = 0; pair < OBJ * OBJ; pair++) {
            struct scene scene;
            struct wr_walkmesh *meshes[WR_DOOR_STATES] = {NULL};
            scene_start(&scene);
            for (unsigned k = 0; k < WR_DOOR_STATES; k++)
                if ((i + 1) >> k & 1)
                    meshes[k] = random_mesh(&scene, seed + 3 * i + k, WR_DWK);
            check_door(&scene, meshes, pair / OBJ, pair % OBJ);
            assert_string_equal(findings_said(&scene.f), "");
            scene_end(&scene);
        }
}

static void a_room_called_like_a_hook_stays_a_room(void **state)
{
    (void)state;
    static const char *const files[] = {"house01.glb", "house01.wok.ascii", "house01.gltf"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct scene scene;
        scene_start(&scene);
        struct wr_walkmesh *mesh = random_mesh(&scene, 5, WR_WOK);
        put_mesh(&scene, "house01.wok", mesh);
        convert(&scene, "house01.wok", files[i], NULL);
        convert(&scene, files[i], "end.wok", NULL);
        struct said was = say(&scene, mesh, false);
        struct said is = say(&scene, get_mesh(&scene, "end.wok"), false);
        assert_true(same(&was, &is));
        assert_said(&scene.f, "");
        scene_end(&scene);
    }
}

/* ---- Painted links -------------------------------------------------------------------------
 */

static uint32_t count_links(const struct wr_walkmesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        count += mesh->edges[i].transition >= 0;
    return count;
}

/* Takes what Warren notes beside a mesh out of a .gltf: the colours are left. */
static void forget_notes(struct scene *scene, const char *path)
{
    size_t size;
    const char *text = wr_memory_get(scene->memory, path, &size);
    assert_non_null(text);
    char *copy = malloc(size + 1);
    memcpy(copy, text, size);
    copy[size] = '\0';
    char *notes = strstr(copy, "warren_links");
    assert_non_null(notes);
    memcpy(notes, "other_things", 12);
    assert_true(wr_memory_put(scene->memory, path, copy, size));
    free(copy);
}

/* Where both corners of a side are painted, a triangle has one link. */
static void thin_links(struct wr_walkmesh *mesh)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (mesh->edges[k].edge / 3 == mesh->edges[i].edge / 3 &&
                mesh->edges[k].transition >= 0)
                mesh->edges[i].transition = -1;
}

static void links_come_back_from_colours_alone(void **state)
{
    (void)state;
    static const char *const ways[] = {"kotormax", "kotorblender"};
    uint64_t seed = terrain_seed();
    for (uint64_t i = 0; i < 20; i++) {
        struct scene scene;
        scene_start(&scene);
        struct wr_walkmesh *mesh = random_mesh(&scene, seed + i, WR_WOK);
        const char *way = ways[i % 2];
        if (i % 2)
            thin_links(mesh);
        put_mesh(&scene, "a.wok", mesh);
        convert(&scene, "a.wok", "a.gltf", way);
        forget_notes(&scene, "a.gltf");
        convert(&scene, "a.gltf", "plain.wok", NULL);
        assert_int_equal(count_links(get_mesh(&scene, "plain.wok")), 0);
        convert(&scene, "a.gltf", "b.wok", way);
        struct said was = say(&scene, mesh, false);
        struct said is = say(&scene, get_mesh(&scene, "b.wok"), false);
        if (!same(&was, &is))
            fail_msg("seed %llu, %s", (unsigned long long)(seed + i), way);
        assert_string_equal(findings_said(&scene.f), "");
        scene_end(&scene);
    }
}

static void links_that_have_no_colour_are_counted(void **state)
{
    (void)state;
    struct scene scene;
    scene_start(&scene);
    struct wr_walkmesh *mesh = mesh_grid(scene.f.arena, 3, 1);
    terrain_finish(scene.f.context, scene.f.arena, mesh);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        mesh->edges[i].transition = i < 2 ? 55 + (int32_t)i : -1;
    put_mesh(&scene, "a.wok", mesh);
    convert(&scene, "a.wok", "a.glb", "kotorblender");
    assert_said(&scene.f, "0:0: warning [convert-left-out] painted corners have no place for "
                          "links to other rooms (1 of them)\n");
    convert(&scene, "a.wok", "a.glb", "kotormax");
    assert_said(&scene.f, "");
    scene_end(&scene);
}

/* ---- Failures ------------------------------------------------------------------------------
 */

static enum wr_result convert_starved(struct findings *findings, void *user)
{
    struct scene *scene = user;
    static const char *const ways[][2] = {{"gate0.dwk", "all.dwk.ascii"},
                                          {"gate0.dwk", "all.glb"},
                                          {"hall.wok", "painted.gltf"},
                                          {"hall.wok", "hall.obj"},
                                          {"text.dwk.ascii", "many.dwk"},
                                          {"hall.mdl.ascii", "hall.pwk"},
                                          {"area", "area.glb"}};
    enum wr_result result = WR_OK;
    wr_context_set_files(findings->context, wr_memory_files(scene->memory));
    for (size_t i = 0; result == WR_OK && i < sizeof ways / sizeof *ways; i++) {
        struct wr_convert_options options = {.force = true,
                                             .links = i == 2 ? "kotorblender" : NULL};
        result = wr_convert(findings->context, ways[i][0], ways[i][1], &options);
        findings->lines.size = findings->errors > 0 ? findings->lines.size : 0;
    }
    return result;
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    struct scene scene;
    scene_start(&scene);
    put_mesh(&scene, "hall.wok", random_mesh(&scene, 1, WR_WOK));
    put_mesh(&scene, "gate0.dwk", random_mesh(&scene, 2, WR_DWK));
    put_mesh(&scene, "gate1.dwk", random_mesh(&scene, 3, WR_DWK));
    convert(&scene, "gate0.dwk", "text.dwk.ascii", NULL);
    convert(&scene, "hall.wok", "hall.mdl.ascii", NULL);
    static const char layout[] = "#MAXLAYOUT ASCII\nbeginlayout\nroomcount 1\nhall 0 0 0\n"
                                 "trackcount 0\nobstaclecount 0\ndoorhookcount 0\n"
                                 "donelayout\n";
    put_mesh(&scene, "area/hall.wok", random_mesh(&scene, 1, WR_WOK));
    assert_true(wr_memory_put(scene.memory, "area/area.lyt", layout, sizeof layout - 1));
    starve(convert_starved, &scene);
    scene_end(&scene);
}

/* ---- Real files ----------------------------------------------------------------------------
 */

struct real {
    unsigned form;
};

static void check_real(void *user, const struct wr_source *source)
{
    const struct real *real = user;
    struct scene scene;
    char a[64];
    scene_start(&scene);
    assert_true(wr_memory_put(scene.memory, "start.wok", source->data, source->size));
    convert(&scene, "start.wok", name_of(a, "a", real->form, "wok"), NULL);
    convert(&scene, a, "end.wok", NULL);
    struct wr_walkmesh *mesh = get_mesh(&scene, "start.wok");
    struct said was = say(&scene, mesh, false);
    struct said is = say(&scene, get_mesh(&scene, "end.wok"), false);
    if (!same(&was, &is))
        fail_msg("%s by %s: %u faces, %u came back", source->name, a, was.count, is.count);
    scene_end(&scene);
}

static void real_rooms_come_back_from_text(void **state)
{
    (void)state;
    struct real real = {1};
    corpus_all("wok", ".wok", check_real, &real);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_forms_keeps_rooms_and_placeables),
        cmocka_unit_test(every_pair_of_forms_keeps_doors_in_all_states),
        cmocka_unit_test(a_room_called_like_a_hook_stays_a_room),
        cmocka_unit_test(links_come_back_from_colours_alone),
        cmocka_unit_test(links_that_have_no_colour_are_counted),
        cmocka_unit_test(running_out_of_memory_is_reported),
        cmocka_unit_test(real_rooms_come_back_from_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
