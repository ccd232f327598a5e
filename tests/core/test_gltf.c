/* glTF: one floor however it is written, real files, links there and back, and what is wrong.
 */
#include "tests/support/corpus.h"
#include "tests/support/gltf_made.h"
#include "tests/support/starved.h"

#include "core/format/bwm.h"
#include "core/scene/floor.h"
#include "core/scene/gltf.h"
#include "core/scene/paint.h"

struct stage {
    struct findings f;
    struct wr_memory *memory;
    wr_surfaces surfaces;
};

static void stage_start(struct stage *stage)
{
    findings_start(&stage->f);
    stage->memory = wr_memory_create(NULL);
    wr_context_set_files(stage->f.context, wr_memory_files(stage->memory));
    stage->surfaces = wr_surfaces_default(WR_K1);
}

static void stage_end(struct stage *stage)
{
    findings_end(&stage->f);
    wr_memory_destroy(stage->memory);
}

/* All faces of a scene whose materials are surfaces. */
static enum wr_result walkmesh_of(struct stage *stage, const struct wr_scene *scene,
                                  enum wr_scene_paint paint, struct wr_walkmesh **out)
{
    uint32_t *nodes = WR_TAKE(stage->f.arena, uint32_t, scene->node_count), dropped;
    for (uint32_t i = 0; i < scene->node_count; i++)
        nodes[i] = i;
    struct wr_scene_floor floor = {.scene = scene,
                                   .nodes = nodes,
                                   .node_count = scene->node_count,
                                   .surfaces =
                                       wr_scene_named(stage->f.arena, scene, &stage->surfaces),
                                   .paint = paint};
    return wr_scene_walkmesh(stage->f.context, stage->f.arena, &floor, WR_NOWHERE,
                             &stage->surfaces, &dropped, out);
}

static enum wr_result read_bytes(struct stage *stage, const void *data, size_t size,
                                 struct wr_scene **out)
{
    struct wr_source *source =
        (struct wr_source *)(uintptr_t)findings_bytes(&stage->f, data, size);
    source->name = "scenes/made.gltf";
    return wr_gltf_read(stage->f.context, stage->f.arena, source, out);
}

/* ---- One floor ------------------------------------------------------------------------------
 */

static void a_floor_is_the_same_however_it_is_written(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 600; seed++) {
        struct stage stage;
        struct made_floor floor;
        struct wr_scene *scene;
        struct wr_walkmesh *mesh, *made;
        struct wr_bytes file = {0}, bytes = {0}, wanted = {0};
        wr_random random = wr_random_of(seed, 0);
        stage_start(&stage);
        made_floor(&floor, &random);
        struct made_how how = made_how(&random);
        made_file(&floor, &how, random, stage.memory, &file);
        if (read_bytes(&stage, file.data, file.size, &scene) != WR_OK)
            fail_msg("seed %u: %s", seed, findings_said(&stage.f));
        assert_int_equal(walkmesh_of(&stage, scene, WR_PAINT_NONE, &mesh), WR_OK);
        const wr_triangles triangles = {floor.points, (const wr_face *)floor.faces,
                                        floor.materials, floor.point_count, MADE_FACES};
        assert_int_equal(wr_walkmesh_make(stage.f.context, WR_WOK, &triangles, NULL, &made),
                         WR_OK);
        wr_bwm_append(stage.f.context, mesh, WR_NOWHERE, &bytes);
        wr_bwm_append(stage.f.context, made, WR_NOWHERE, &wanted);
        /* Where the corners of faces come in another order, so do those of the walkmesh. */
        assert_int_equal(mesh->face_count, MADE_FACES);
        assert_int_equal(mesh->vertex_count, floor.point_count);
        assert_int_equal(mesh->edge_count, made->edge_count);
        assert_int_equal(mesh->perimeter_count, made->perimeter_count);
        if (!made_mirrors(&how) &&
            (bytes.size != wanted.size || memcmp(bytes.data, wanted.data, bytes.size) != 0))
            fail_msg("seed %u: other bytes", seed);
        for (uint32_t f = 0; f < MADE_FACES; f++) {
            assert_int_equal(mesh->materials[f], made->materials[f]);
            for (int k = 0; k < 3; k++)
                assert_true(wr_vec3_same(mesh->vertices[mesh->faces[f].v[k]],
                                         made->vertices[made->faces[f].v[k]]));
        }
        assert_said(&stage.f, "");
        wr_walkmesh_free(made);
        wr_bytes_finish(&file);
        wr_bytes_finish(&bytes);
        wr_bytes_finish(&wanted);
        stage_end(&stage);
    }
}

/* ---- Links ----------------------------------------------------------------------------------
 */

static void mark_some(struct wr_walkmesh *mesh, wr_random *random)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        mesh->edges[i].transition =
            wr_random_below(random, 3) ? -1 : (int32_t)wr_random_below(random, 40);
}

static int32_t link_at(const struct wr_walkmesh *mesh, wr_vec3 from, wr_vec3 to)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (wr_vec3_same(mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)], from) &&
            wr_vec3_same(mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)], to))
            return mesh->edges[i].transition;
    return -2;
}

static void must_have_links_of(const struct wr_walkmesh *mesh, const struct wr_walkmesh *other)
{
    assert_int_equal(mesh->edge_count, other->edge_count);
    for (uint32_t i = 0; i < other->edge_count; i++) {
        uint32_t edge = other->edges[i].edge;
        assert_int_equal(link_at(mesh, other->vertices[wr_edge_start(other, edge)],
                                 other->vertices[wr_edge_end(other, edge)]),
                         other->edges[i].transition);
    }
}

static struct wr_walkmesh *made_mesh(struct stage *stage, unsigned seed)
{
    struct made_floor floor;
    struct wr_walkmesh *mesh;
    wr_random random = wr_random_of(seed, 1);
    made_floor(&floor, &random);
    const wr_triangles triangles = {floor.points, (const wr_face *)floor.faces, floor.materials,
                                    floor.point_count, MADE_FACES};
    assert_int_equal(wr_walkmesh_make(stage->f.context, WR_WOK, &triangles, NULL, &mesh),
                     WR_OK);
    mark_some(mesh, &random);
    return mesh;
}

static void scene_of(struct stage *stage, const struct wr_walkmesh *mesh,
                     struct wr_scene *scene, double turn)
{
    wr_scene_mesh *part = WR_ZERO(stage->f.arena, wr_scene_mesh, 1);
    wr_scene_node *node = WR_ZERO(stage->f.arena, wr_scene_node, 1);
    part->name = node->name = "room";
    assert_true(wr_scene_of_walkmesh(stage->f.arena, mesh, part));
    node->parent = WR_SCENE_NONE;
    node->own = wr_affine_none();
    node->own.m[0][0] = turn;
    node->world = node->own;
    *scene = (struct wr_scene){.nodes = node,
                               .node_count = 1,
                               .meshes = part,
                               .mesh_count = 1,
                               .materials = wr_scene_surfaces(stage->f.arena),
                               .material_count = WR_SURFACE_COUNT};
}

static void links_come_back(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 200; seed++) {
        struct stage stage;
        struct wr_scene scene, *again;
        struct wr_walkmesh *back;
        struct wr_bytes file = {0};
        stage_start(&stage);
        struct wr_walkmesh *mesh = made_mesh(&stage, seed);
        bool mirrored = seed % 3 == 0;
        scene_of(&stage, mesh, &scene, mirrored ? -1 : 1);
        assert_int_equal(wr_gltf_write(stage.f.context, &scene, seed % 2, &file), WR_OK);
        assert_true(wr_gltf_recognise(file.data, file.size));
        assert_int_equal(read_bytes(&stage, file.data, file.size, &again), WR_OK);
        assert_int_equal(walkmesh_of(&stage, again, WR_PAINT_NONE, &back), WR_OK);
        assert_said(&stage.f, "");
        struct wr_walkmesh *wanted = mesh;
        if (mirrored) {
            const wr_placement placement = {.mirror_x = true};
            assert_int_equal(
                wr_walkmesh_place(stage.f.context, mesh, &placement, NULL, &wanted), WR_OK);
        }
        assert_int_equal(back->face_count, wanted->face_count);
        assert_int_equal(back->walkable_count, wanted->walkable_count);
        must_have_links_of(back, wanted);
        if (mirrored)
            wr_walkmesh_free(wanted);
        wr_walkmesh_free(mesh);
        wr_bytes_finish(&file);
        stage_end(&stage);
    }
}

/* The light that a byte of a picture stands for. */
static float light(unsigned byte)
{
    double value = byte / 255.0;
    return (float)(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
}

/* As editors paint them: each corner of each face has a colour of its own. */
static void paint(struct stage *stage, const struct wr_walkmesh *mesh, enum wr_scene_paint how,
                  bool linear, struct wr_scene *scene)
{
    uint32_t count = 3 * mesh->face_count;
    wr_vec3 *points = WR_TAKE(stage->f.arena, wr_vec3, count);
    float(*colours)[4] = wr_arena_zero(stage->f.arena, count, sizeof *colours);
    uint32_t(*triangles)[3] =
        wr_arena_take(stage->f.arena, mesh->face_count, sizeof *triangles);
    wr_scene_part *parts = WR_TAKE(stage->f.arena, wr_scene_part, mesh->face_count);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        for (uint32_t k = 0; k < 3; k++) {
            points[3 * f + k] = mesh->vertices[mesh->faces[f].v[k]];
            triangles[f][k] = k;
            for (int i = 0; i < 4; i++)
                colours[3 * f + k][i] = 1;
        }
        parts[f] = (wr_scene_part){.points = points + 3 * f,
                                   .colours = (const float(*)[4])(colours + 3 * f),
                                   .point_count = 3,
                                   .triangles = (const uint32_t(*)[3])(triangles + f),
                                   .triangle_count = 1,
                                   .material = mesh->materials[f]};
    }
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        if (mesh->edges[i].transition < 0)
            continue;
        unsigned byte = (unsigned)how + (unsigned)mesh->edges[i].transition;
        const float colour[4] = {0, linear ? light(byte) : (float)byte / 255, 0, 1};
        uint32_t edge = mesh->edges[i].edge, next = edge - edge % 3 + (edge % 3 + 1) % 3;
        memcpy(colours[edge], colour, sizeof colour);
        if (how == WR_PAINT_SIDE)
            memcpy(colours[next], colour, sizeof colour);
    }
    scene_of(stage, mesh, scene, 1);
    scene->meshes[0] =
        (wr_scene_mesh){.name = "painted", .parts = parts, .part_count = mesh->face_count};
}

static void painted_links_are_understood(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 80; seed++) {
        struct stage stage;
        struct wr_scene scene, *again;
        struct wr_walkmesh *back;
        struct wr_bytes file = {0};
        stage_start(&stage);
        struct wr_walkmesh *mesh = made_mesh(&stage, seed);
        enum wr_scene_paint how = seed % 2 ? WR_PAINT_CORNER : WR_PAINT_SIDE;
        /* A face with two sides open cannot tell on both corners which of them is meant. */
        for (uint32_t i = 0; how == WR_PAINT_SIDE && i < mesh->edge_count; i++)
            for (uint32_t k = 0; k < i; k++)
                if (mesh->edges[k].edge / 3 == mesh->edges[i].edge / 3)
                    mesh->edges[i].transition = -1;
        paint(&stage, mesh, how, seed % 4 < 2, &scene);
        assert_int_equal(wr_gltf_write(stage.f.context, &scene, true, &file), WR_OK);
        assert_int_equal(read_bytes(&stage, file.data, file.size, &again), WR_OK);
        assert_int_equal(walkmesh_of(&stage, again, how, &back), WR_OK);
        must_have_links_of(back, mesh);
        wr_walkmesh_free(mesh);
        wr_bytes_finish(&file);
        stage_end(&stage);
    }
}

/* White where no link begins, else a green that says which room, and nothing else. */
static void links_that_are_painted_leave_all_else_white(void **state)
{
    (void)state;
    struct stage stage;
    struct wr_scene scene;
    uint32_t unpainted = 0, white = 0, green = 0, links = 0;
    stage_start(&stage);
    struct wr_walkmesh *mesh = made_mesh(&stage, 7), *back;
    scene_of(&stage, mesh, &scene, 1);
    wr_scene_mesh *painted = (wr_scene_mesh *)(uintptr_t)scene.meshes;
    assert_true(wr_scene_paint_links(stage.f.arena, WR_PAINT_CORNER, painted, &unpainted));
    assert_int_equal(unpainted, 0);
    for (uint32_t i = 0; i < painted->part_count; i++)
        for (uint32_t k = 0; k < painted->parts[i].point_count; k++) {
            const float *colour = painted->parts[i].colours[k];
            white += colour[0] == 1 && colour[1] == 1 && colour[2] == 1 && colour[3] == 1;
            green += colour[0] == 0 && colour[1] > 0.39f && colour[2] == 0 && colour[3] == 1;
        }
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        links += mesh->edges[i].transition >= 0;
    assert_true(links > 0);
    assert_int_equal(green, links);
    assert_int_equal(white + green, 3 * mesh->face_count);
    assert_int_equal(walkmesh_of(&stage, &scene, WR_PAINT_CORNER, &back), WR_OK);
    must_have_links_of(back, mesh);
    /* Whoever paints others means those, though Warren noted what they were. */
    uint32_t *noted = wr_arena_copy(stage.f.arena, painted->links, 2 * (size_t)links, 4);
    for (uint32_t i = 0; i < links; i++)
        noted[2 * i + 1] += 1;
    painted->links = noted;
    assert_int_equal(walkmesh_of(&stage, &scene, WR_PAINT_CORNER, &back), WR_OK);
    must_have_links_of(back, mesh);
    wr_walkmesh_free(mesh);
    stage_end(&stage);
}

/* ---- As it is written -----------------------------------------------------------------------
 */

/* Programs read numbers where they lie, and chunks one after another. */
static void all_that_is_written_lies_at_a_multiple_of_four_bytes(void **state)
{
    (void)state;
    static const wr_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t triangle[][3] = {{0, 1, 2}};
    const wr_scene_part part = {.points = points,
                                .point_count = 3,
                                .triangles = triangle,
                                .triangle_count = 1,
                                .material = WR_SCENE_NONE};
    wr_scene_mesh meshes[] = {{.name = "one", .parts = &part, .part_count = 1},
                              {.name = "other", .parts = &part, .part_count = 1}};
    wr_scene_image image = {.name = "image", .data = (const uint8_t *)"\x89PNG\r", .size = 5};
    const struct wr_scene scene = {
        .meshes = meshes, .mesh_count = 2, .images = &image, .image_count = 1};
    struct findings f;
    struct wr_bytes file = {0};
    unsigned views = 0;
    findings_start(&f);
    assert_int_equal(wr_gltf_write(f.context, &scene, true, &file), WR_OK);
    assert_int_equal(file.size % 4, 0);
    wr_bytes_char(&file, '\0');
    const char *at = (const char *)file.data + 20, *key = "\"byteOffset\":";
    while ((at = strstr(at, key))) {
        at += strlen(key);
        assert_int_equal(strtoul(at, NULL, 10) % 4, 0);
        views++;
    }
    assert_int_equal(views, 5);
    wr_bytes_finish(&file);
    findings_end(&f);
}

/* ---- Real files -----------------------------------------------------------------------------
 */

struct seen {
    uint32_t files, triangles, nodes;
};

static void real_file(void *user, const struct wr_source *source)
{
    struct seen *seen = user;
    struct findings f;
    struct wr_scene *scene;
    findings_start(&f);
    struct wr_source own = *source;
    own.binary = false;
    if (wr_gltf_read(f.context, f.arena, &own, &scene) != WR_OK)
        fail_msg("%s: %s", source->name, findings_said(&f));
    assert_true(wr_gltf_recognise(source->data, source->size));
    seen->files++;
    seen->nodes += scene->node_count;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        for (uint32_t k = 0; k < scene->meshes[i].part_count; k++)
            seen->triangles += scene->meshes[i].parts[k].triangle_count;
    findings_end(&f);
}

static void real_files_are_read(void **state)
{
    (void)state;
    struct seen seen = {0};
    corpus_all("gltf", ".glb", real_file, &seen);
    corpus_all("gltf", ".gltf", real_file, &seen);
    assert_true(seen.files >= 20);
    assert_true(seen.triangles >= 1500 && seen.nodes >= 60);
}

/* The points of a real file, compared with what its page shows. */
static void read_real(struct findings *f, const char *name, struct wr_scene **out)
{
    struct wr_source source;
    const char *folder = corpus_folder(f->arena, "gltf");
    if (!folder) {
        findings_end(f);
        skip();
    }
    const char *path = wr_path_join(f->arena, folder, name);
    assert_int_equal(wr_file_read(f->context, f->arena, path, &source), WR_OK);
    assert_int_equal(wr_gltf_read(f->context, f->arena, &source, out), WR_OK);
}

static void sparse_accessors_change_some_points(void **state)
{
    (void)state;
    struct findings f;
    struct wr_scene *scene;
    findings_start(&f);
    read_real(&f, "SimpleSparseAccessor.gltf", &scene);
    const wr_scene_part *part = &scene->meshes[0].parts[0];
    assert_int_equal(part->point_count, 14);
    assert_int_equal(part->triangle_count, 12);
    assert_true(wr_vec3_same(part->points[8], (wr_vec3){1, 0, 2}));
    assert_true(wr_vec3_same(part->points[10], (wr_vec3){3, 0, 3}));
    assert_true(wr_vec3_same(part->points[12], (wr_vec3){5, 0, 4}));
    assert_true(wr_vec3_same(part->points[13], (wr_vec3){6, 0, 1}));
    findings_end(&f);
}

/* ---- What is wrong --------------------------------------------------------------------------
 */

static const char GOOD[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\n"
    "\"nodes\":[{\"mesh\":0,\"children\":[1]},{}],\n"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\n"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},\n"
    "{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}],\n"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},\n"
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":3}],\n"
    "\"buffers\":[{\"byteLength\":39,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAA"
    "AAAAAAAAAAAAAIC/AAEC\"}]}";

static void must_say(const char *was, const char *is, const char *said)
{
    struct stage stage;
    struct wr_scene *scene;
    struct wr_bytes text = {0};
    stage_start(&stage);
    const char *at = strstr(GOOD, was);
    assert_non_null(at);
    wr_bytes_add(&text, GOOD, (size_t)(at - GOOD));
    wr_bytes_text(&text, is);
    wr_bytes_text(&text, at + strlen(was));
    enum wr_result result = read_bytes(&stage, text.data, text.size, &scene);
    const char *heard = findings_said(&stage.f);
    assert_true((result == WR_OK) == (*said == '\0'));
    if (*said == '\0' ? *heard != '\0' : !strstr(heard, said))
        fail_msg("'%s' said: %s", is, heard);
    wr_bytes_finish(&text);
    stage_end(&stage);
}

static void faults_are_named_where_they_are(void **state)
{
    (void)state;
    must_say("2.0", "2.0", "");
    must_say("2.0", "1.0",
             "1:21: error [gltf-version] asset.version is of another glTF than 2.0");
    must_say("\"children\":[1]},{}", "\"children\":[1]},{\"children\":[0]}",
             "2:49: error [gltf-tree] nodes[1].children[0] names a node that has a place");
    must_say("\"children\":[1]", "\"children\":[1,1]",
             "error [gltf-tree] nodes[0].children[1]");
    must_say("\"children\":[1]", "\"children\":[0]", "error [gltf-tree] nodes[0].children[0]");
    must_say("\"children\":[1]", "\"children\":[2]", "error [gltf-reference]");
    must_say("\"mesh\":0", "\"mesh\":1", "error [gltf-reference] nodes[0].mesh");
    must_say("\"mesh\":0", "\"mesh\":-1", "error [json-range] nodes[0].mesh");
    must_say("\"mesh\":0", "\"mesh\":0,\"matrix\":[1,2]",
             "error [gltf-number] nodes[0].matrix is no list of 16 numbers");
    must_say("\"mesh\":0", "\"mesh\":0,\"scale\":[1e300,1e300,1e300]", "");
    must_say("{}]", "{\"translation\":[1e308,0,0]}]", "");
    must_say("\"children\":[1]},{}",
             "\"scale\":[1e200,1,1],\"children\":[1]},"
             "{\"translation\":[1e200,0,0]}",
             "error [gltf-number] nodes[1] stands beyond all numbers");
    must_say("\"POSITION\":0", "\"POSITION\":7",
             "error [gltf-reference] meshes[0].primitives[0].attributes.POSITION");
    must_say("\"POSITION\":0", "\"POSITION\":1", "error [gltf-accessor] accessors[1].type");
    must_say("\"count\":3,\"type\":\"VEC3\"", "\"count\":4,\"type\":\"VEC3\"",
             "4:14: error [gltf-accessor] accessors[0] reaches past the end of its bufferView");
    must_say("\"count\":3,\"type\":\"VEC3\"", "\"count\":4000000000,\"type\":\"VEC3\"",
             "error [gltf-large] accessors[0] claims more elements");
    must_say("\"bufferView\":0,\"componentType\":5126,\"count\":3",
             "\"componentType\":5126,\"count\":30000000",
             "error [gltf-large] accessors[0] is made of zeros alone");
    must_say("\"count\":3,\"type\":\"VEC3\"", "\"count\":2,\"type\":\"VEC3\"",
             "3:26: error [gltf-index] meshes[0].primitives[0] has a triangle whose corner");
    must_say("5126", "5127", "error [gltf-accessor] accessors[0] has a componentType");
    must_say("5121", "5126", "error [gltf-accessor] accessors[1] reaches past");
    must_say("\"byteLength\":36", "\"byteLength\":360",
             "error [gltf-buffer] bufferViews[0] lies outside its buffer");
    must_say("\"byteLength\":36", "\"byteOffset\":9007199254740000,\"byteLength\":36",
             "error [gltf-buffer] bufferViews[0] lies outside its buffer");
    must_say("\"byteLength\":39", "\"byteLength\":40",
             "error [gltf-buffer] buffers[0] claims more bytes than there are");
    must_say("data:;base64,", "data:,", "error [gltf-uri] buffers[0].uri holds no base64");
    must_say("data:;base64,AAAAA", "../x", "error [gltf-uri] buffers[0].uri leads out");
    must_say("data:;base64,AAAAA", "/etc/", "error [gltf-uri] buffers[0].uri leads out");
    must_say("data:;base64,AAAAA", "%2e%2e/", "error [gltf-uri] buffers[0].uri leads out");
    must_say("data:;base64,AAAAA", "http://", "error [gltf-uri] buffers[0].uri leads out");
    must_say("data:;base64,AAAAA", "none", "error [file-not-found]");
    must_say(",\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIC/AAEC\"",
             "", "error [gltf-buffer] buffers[0] has no uri");
    must_say("AAAAAAAAAAAAAAAAAACAPw", "AAAAAAAAAAAAAAAAAMD/fw",
             "error [gltf-number] accessors[0] holds a number that is not finite");
    must_say("\"asset\"", "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"asset\"",
             "1:24: error [gltf-extension]");
    must_say("\"children\":[1]},{}", "\"children\":[1]},7", "error [gltf-reference] nodes[1]");
    must_say("\"count\":3,\"type\":\"VEC3\"",
             "\"count\":3,\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":0,"
             "\"componentType\":5122},\"values\":{\"bufferView\":0}},\"type\":\"VEC3\"",
             "error [gltf-accessor] accessors[0].sparse.indices is used as indices");
}

static void a_damaged_container_is_named(void **state)
{
    (void)state;
    struct stage stage;
    struct wr_scene *scene;
    stage_start(&stage);
    assert_int_equal(read_bytes(&stage, "glTF\1\0\0\0\24\0\0\0", 12, &scene), WR_SYNTAX);
    assert_said(&stage.f, "0x4: error [gltf-glb] this is no glTF 2.0 (export it again)\n");
    assert_int_equal(read_bytes(&stage, "glTF\2\0\0\0\24\0\0\0", 12, &scene), WR_SYNTAX);
    assert_said(&stage.f,
                "0x8: error [gltf-glb] the file is shorter than it says (export it again)\n");
    assert_int_equal(read_bytes(&stage, "glTF\2\0\0\0\24\0\0\0\7\0\0\0JSON", 20, &scene),
                     WR_SYNTAX);
    assert_said(&stage.f, "0xc: error [gltf-glb] a chunk reaches past the end of the file "
                          "(export it again)\n");
    assert_int_equal(read_bytes(&stage, "glTF\2\0\0\0\24\0\0\0\0\0\0\0BIN\0", 20, &scene),
                     WR_SYNTAX);
    assert_said(&stage.f, "0xc: error [gltf-glb] there is no JSON in it (export it again)\n");
    stage_end(&stage);
}

/* The same bytes under thousands of names are not to become gigabytes. */
static void shared_bytes_are_bounded(void **state)
{
    (void)state;
    enum { ACCESSORS = 3000, POINTS = 30000 };
    struct stage stage;
    struct wr_scene *scene;
    struct wr_bytes text = {0};
    stage_start(&stage);
    uint8_t *zeros = calloc(POINTS, 12);
    wr_memory_put(stage.memory, "scenes/b.bin", zeros, (size_t)12 * POINTS);
    free(zeros);
    wr_bytes_print(&text,
                   "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%d,\"uri\":"
                   "\"b.bin\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d}],"
                   "\"accessors\":[",
                   12 * POINTS, 12 * POINTS);
    for (int i = 0; i < ACCESSORS; i++)
        wr_bytes_print(&text,
                       "%s{\"bufferView\":0,\"componentType\":5126,\"count\":%d,\"type\":"
                       "\"VEC3\"}",
                       i ? "," : "", POINTS);
    wr_bytes_text(&text, "],\"meshes\":[{\"primitives\":[");
    for (int i = 0; i < ACCESSORS; i++)
        wr_bytes_print(&text, "%s{\"attributes\":{\"POSITION\":%d}}", i ? "," : "", i);
    wr_bytes_text(&text, "]}]}");
    assert_int_equal(read_bytes(&stage, text.data, text.size, &scene), WR_LIMIT);
    const char *said = findings_said(&stage.f);
    assert_non_null(strstr(said, "[gltf-large]"));
    unsigned lines = 0;
    for (const char *at = said; *at; at++)
        lines += *at == '\n';
    assert_true(lines <= 20);
    wr_bytes_finish(&text);
    stage_end(&stage);
}

/* One mesh at thousands of places is no more bytes in the file, but would be of a walkmesh. */
static void a_mesh_used_again_and_again_is_bounded(void **state)
{
    (void)state;
    enum { FACES = 2000, NODES = WR_SCENE_MOST_FACES / FACES + 1 };
    struct findings f;
    findings_start(&f);
    static const wr_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static uint32_t triangles[FACES][3];
    for (int i = 0; i < FACES; i++)
        for (uint32_t k = 0; k < 3; k++)
            triangles[i][k] = k;
    wr_scene_part part = {.points = points,
                          .point_count = 3,
                          .triangles = (const uint32_t(*)[3])triangles,
                          .triangle_count = FACES,
                          .material = WR_SCENE_NONE};
    wr_scene_mesh mesh = {.name = "mesh", .parts = &part, .part_count = 1};
    wr_scene_node *nodes = WR_ZERO(f.arena, wr_scene_node, NODES);
    uint32_t *numbers = WR_ZERO(f.arena, uint32_t, NODES), stone = 4, dropped;
    for (uint32_t i = 0; i < NODES; i++) {
        numbers[i] = i;
        nodes[i].world = wr_affine_none();
    }
    struct wr_scene scene = {
        .nodes = nodes, .node_count = NODES, .meshes = &mesh, .mesh_count = 1};
    struct wr_scene_floor floor = {
        .scene = &scene, .nodes = numbers, .node_count = NODES, .surfaces = &stone};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *made = NULL;
    assert_int_equal(
        wr_scene_walkmesh(f.context, f.arena, &floor, WR_NOWHERE, &surfaces, &dropped, &made),
        WR_LIMIT);
    assert_null(made);
    assert_non_null(strstr(findings_said(&f), "[bwm-too-large] 4196000 faces are too many"));
    findings_end(&f);
}

/* ---- Damage ---------------------------------------------------------------------------------
 */

static void damage_is_survived(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 3; seed++) {
        struct stage stage;
        struct made_floor floor;
        struct wr_bytes file = {0};
        wr_random random = wr_random_of(seed, 2);
        stage_start(&stage);
        made_floor(&floor, &random);
        struct made_how how = made_how(&random);
        how.container = (int)seed % 2;
        made_file(&floor, &how, random, stage.memory, &file);
        for (size_t i = 0; i < file.size; i++) {
            struct wr_scene *scene;
            struct wr_walkmesh *mesh;
            wr_arena_mark mark = wr_arena_here(stage.f.arena);
            uint8_t was = file.data[i];
            read_bytes(&stage, file.data, i, &scene);
            file.data[i] ^= (uint8_t)(1u << i % 8);
            if (read_bytes(&stage, file.data, file.size, &scene) == WR_OK)
                walkmesh_of(&stage, scene, WR_PAINT_NONE, &mesh);
            file.data[i] = was;
            findings_said(&stage.f);
            wr_arena_rewind(stage.f.arena, mark);
        }
        wr_bytes_finish(&file);
        stage_end(&stage);
    }
}

static enum wr_result read_and_write(struct findings *f, void *user)
{
    struct wr_scene *scene;
    struct wr_bytes out = {0};
    struct wr_walkmesh *mesh;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_bytes *file = user;
    uint32_t dropped;
    enum wr_result result =
        wr_gltf_read(f->context, f->arena, findings_bytes(f, file->data, file->size), &scene);
    if (result == WR_OK)
        result = wr_gltf_write(f->context, scene, true, &out);
    wr_bytes_finish(&out);
    if (result != WR_OK)
        return result;
    uint32_t nodes[] = {0, 1};
    struct wr_scene_floor floor = {
        .scene = scene, .nodes = nodes, .node_count = scene->node_count};
    floor.surfaces = wr_scene_named(f->arena, scene, &surfaces);
    return floor.surfaces ? wr_scene_walkmesh(f->context, f->arena, &floor, WR_NOWHERE,
                                              &surfaces, &dropped, &mesh)
                          : wr_no_memory(f->context);
}

static void lacking_memory_is_told(void **state)
{
    (void)state;
    struct made_floor floor;
    struct wr_bytes file = {0};
    wr_random random = wr_random_of(5, 3);
    made_floor(&floor, &random);
    struct made_how how = made_how(&random);
    how.container = 1;
    made_file(&floor, &how, random, NULL, &file);
    starve(read_and_write, &file);
    wr_bytes_finish(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_floor_is_the_same_however_it_is_written),
        cmocka_unit_test(links_come_back),
        cmocka_unit_test(painted_links_are_understood),
        cmocka_unit_test(links_that_are_painted_leave_all_else_white),
        cmocka_unit_test(all_that_is_written_lies_at_a_multiple_of_four_bytes),
        cmocka_unit_test(real_files_are_read),
        cmocka_unit_test(sparse_accessors_change_some_points),
        cmocka_unit_test(faults_are_named_where_they_are),
        cmocka_unit_test(a_damaged_container_is_named),
        cmocka_unit_test(shared_bytes_are_bounded),
        cmocka_unit_test(a_mesh_used_again_and_again_is_bounded),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(lacking_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
