/* BWM files made by code: what is kept, what is refused, and that nothing breaks the reader. */
#include "tests/support/damage.h"
#include "tests/support/findings.h"
#include "tests/support/heard.h"
#include "tests/support/meshes.h"
#include "tests/support/test.h"
#include "tests/support/vast.h"

#include "core/base/bytes.h"
#include "core/format/bwm.h"

/* ---- Files
 * ------------------------------------------------------------------------------------ */

enum { HEADER = 136, VERTEX_COUNT = 0x48, VERTICES = 0x4c, FACE_COUNT = 0x50, FACES = 0x54 };
enum { MATERIALS = 0x58, NODE_COUNT = 0x64, ROW_COUNT = 0x70, EDGE_COUNT = 0x78 };
enum { NORMALS = 0x5c, DISTANCES = 0x60, NODES = 0x68, ROWS = 0x74, EDGES = 0x7c };
enum { PERIMETER_COUNT = 0x80, PERIMETERS = 0x84 };

/* A floor of four cells, one of them blocking, two marked edges; sorted, all tables. */
static struct wr_bytes room_file(void)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 2, 2);
    mesh->materials[6] = mesh->materials[7] = NONWALK;
    mesh->walkable_count = 6;
    mesh->position = wr_vec3_of(1, 2, 3);
    wr_edge items[] = {{0, 3}, {10, 0}};
    const struct wr_marks marks = {items, 2};
    uint32_t dropped;
    assert_int_equal(wr_walkmesh_derive(context, arena, mesh, &marks, WR_NOWHERE, &dropped),
                     WR_OK);
    assert_int_equal(dropped, 0);
    struct wr_bytes bytes = {0};
    wr_bwm_write(mesh, &bytes);
    assert_false(bytes.failed);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return bytes;
}

static struct wr_bytes door_file(void)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_heap(arena, 8, 12, 4);
    mesh->kind = WR_DWK;
    mesh->relative_hooks[0] = wr_vec3_of(0, 1, 0);
    mesh->absolute_hooks[0] = wr_vec3_of(5, 1, 0);
    mesh->position = wr_vec3_of(5, 0, 0);
    assert_int_equal(wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL), WR_OK);
    struct wr_bytes bytes = {0};
    wr_bwm_write(mesh, &bytes);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return bytes;
}

/* One try at a file: fresh memory, what was found, what came out. */
struct trial {
    struct heard findings;
    struct wr_arena *arena;
    struct wr_source source;
    struct wr_walkmesh *mesh;
    struct wr_bytes out;
    struct wr_rebuilt report;
};

static void start(struct trial *trial, const char *name, const void *data, size_t size)
{
    *trial = (struct trial){.source = {name, data, size, true}};
    heard_start(&trial->findings);
    trial->arena = wr_arena_create();
}

static enum wr_result read_file(struct trial *trial)
{
    return wr_bwm_read(trial->findings.context, trial->arena, &trial->source, &trial->mesh);
}

static enum wr_result rebuild(struct trial *trial)
{
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    return wr_bwm_rebuild(trial->findings.context, trial->arena, &trial->source, &k1,
                          &trial->out, &trial->report);
}

static void end(struct trial *trial)
{
    wr_bytes_finish(&trial->out);
    wr_arena_destroy(trial->arena);
    heard_end(&trial->findings);
}

static void assert_refused(const struct wr_bytes *file, enum wr_result result, const char *slug)
{
    struct trial trial;
    start(&trial, "bad.wok", file->data, file->size);
    assert_int_equal(read_file(&trial), result);
    if (heard_of(&trial.findings, slug) == 0)
        fail_msg("found %s instead of %s", trial.findings.slugs[0], slug);
    assert_int_equal(rebuild(&trial), result);
    assert_int_equal(trial.out.size, 0);
    end(&trial);
}

static uint32_t word(const struct wr_bytes *file, size_t at)
{
    struct wr_reader reader = {file->data, file->size, at, false};
    return wr_reader_u32(&reader);
}

/* A sound file but for one word. */
static void assert_word_refused(size_t at, uint32_t value, enum wr_result result,
                                const char *slug)
{
    struct wr_bytes file = room_file();
    wr_bytes_patch_u32(&file, at, value);
    assert_refused(&file, result, slug);
    wr_bytes_finish(&file);
}

/* ---- What is kept ---------------------------------------------------------------------------
 */

static void a_room_is_rebuilt_to_the_same_bytes(void **state)
{
    (void)state;
    struct wr_bytes file = room_file();
    struct trial trial;
    start(&trial, "room.wok", file.data, file.size);
    assert_int_equal(rebuild(&trial), WR_OK);
    assert_int_equal(trial.out.size, file.size);
    assert_memory_equal(trial.out.data, file.data, file.size);
    assert_int_equal(trial.report.faces, 8);
    assert_int_equal(trial.report.reordered, 0);
    assert_int_equal(trial.report.dropped, 0);
    end(&trial);
    wr_bytes_finish(&file);
}

static void no_byte_of_the_tree_that_was_matters(void **state)
{
    (void)state;
    struct wr_bytes file = room_file(), good = room_file();
    size_t end_of_tree = word(&file, NODES) + (size_t)44 * (2 * 8 - 1);
    for (size_t at = word(&file, NODES); at < end_of_tree; at++) {
        struct trial trial;
        file.data[at] ^= 0x41;
        start(&trial, "room.wok", file.data, file.size);
        assert_int_equal(rebuild(&trial), WR_OK);
        assert_int_equal(trial.out.size, good.size);
        assert_memory_equal(trial.out.data, good.data, good.size);
        end(&trial);
        file.data[at] ^= 0x41;
    }
    wr_bytes_finish(&file);
    wr_bytes_finish(&good);
}

static void a_room_without_faces_is_136_bytes(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_bytes file = {0};
    wr_bwm_write(wr_walkmesh_new(arena, WR_WOK, 0, 0), &file);
    assert_int_equal(file.size, HEADER);
    assert_int_equal(word(&file, VERTICES), HEADER); /* the next free byte */
    struct trial trial;
    start(&trial, "empty.wok", file.data, file.size);
    assert_int_equal(read_file(&trial), WR_OK);
    assert_int_equal(trial.mesh->kind, WR_WOK);
    assert_int_equal(rebuild(&trial), WR_OK);
    assert_memory_equal(trial.out.data, file.data, HEADER);
    end(&trial);
    wr_bytes_finish(&file);
    wr_arena_destroy(arena);
}

static void the_name_tells_doors_from_placeables(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum wr_walkmesh_kind kind;
    } names[] = {{"a.dwk", WR_DWK}, {"A.DWK", WR_DWK}, {"a.pwk", WR_PWK},
                 {"dwk", WR_PWK},   {"", WR_PWK},      {NULL, WR_PWK}};
    struct wr_bytes file = door_file();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct trial trial;
        start(&trial, names[i].name, file.data, file.size);
        assert_int_equal(read_file(&trial), WR_OK);
        assert_int_equal(trial.mesh->kind, names[i].kind);
        assert_true(trial.mesh->absolute_hooks[0].x == 5);
        assert_int_equal(rebuild(&trial), WR_OK);
        assert_int_equal(trial.out.size, file.size);
        assert_memory_equal(trial.out.data, file.data, file.size);
        end(&trial);
    }
    wr_bytes_finish(&file);
}

/* Stock placeables have zero normals and distances that were never set. */
static void junk_planes_of_a_placeable_are_made_anew(void **state)
{
    (void)state;
    struct wr_bytes file = door_file(), good = door_file();
    size_t normals = word(&file, 0x5c), distances = word(&file, 0x60);
    memset(file.data + normals, 0, distances - normals);
    memset(file.data + distances, 0xff, file.size - distances);
    struct trial trial;
    start(&trial, "stock.pwk", file.data, file.size);
    assert_int_equal(rebuild(&trial), WR_OK);
    assert_memory_equal(trial.out.data, good.data, good.size);
    end(&trial);
    wr_bytes_finish(&file);
    wr_bytes_finish(&good);
}

static void transitions_of_an_unsorted_room_follow_their_faces(void **state)
{
    (void)state;
    struct wr_bytes file = room_file();
    /* Face 0 becomes blocking and face 7 walkable: 1 to 5 move up, 7 becomes 5. */
    wr_bytes_patch_u32(&file, word(&file, MATERIALS), NONWALK);
    wr_bytes_patch_u32(&file, word(&file, MATERIALS) + 28, STONE);
    struct trial trial;
    start(&trial, "unsorted.wok", file.data, file.size);
    assert_int_equal(rebuild(&trial), WR_OK);
    assert_int_equal(trial.report.reordered, 8);
    assert_int_equal(trial.report.dropped, 1); /* edge 0 may no longer be walked over */
    trial.source = (struct wr_source){"sorted.wok", trial.out.data, trial.out.size, true};
    assert_int_equal(read_file(&trial), WR_OK);
    struct wr_marks marks;
    assert_int_equal(
        wr_walkmesh_marks(trial.findings.context, trial.arena, trial.mesh, &marks, NULL),
        WR_OK);
    assert_int_equal(marks.count, 1);
    assert_int_equal(marks.items[0].edge, 7);
    assert_int_equal(marks.items[0].transition, 0);
    end(&trial);
    wr_bytes_finish(&file);
}

static void materials_beyond_the_table_are_kept_and_blocking(void **state)
{
    (void)state;
    struct wr_bytes file = room_file();
    wr_bytes_patch_u32(&file, word(&file, MATERIALS) + 28, 64 + STONE);
    wr_bytes_patch_u32(&file, word(&file, MATERIALS) + 24, UINT32_MAX);
    struct trial trial;
    start(&trial, "odd.wok", file.data, file.size);
    assert_int_equal(rebuild(&trial), WR_OK);
    assert_int_equal(trial.out.size, file.size);
    assert_memory_equal(trial.out.data, file.data, file.size);
    end(&trial);
    wr_bytes_finish(&file);
}

static void the_header_junk_of_stock_rooms_is_cleared(void **state)
{
    (void)state;
    struct wr_bytes file = room_file(), good = room_file();
    wr_bytes_patch_u32(&file, 0x6c, 0xdeadbeef);
    struct trial trial;
    start(&trial, "junk.wok", file.data, file.size);
    assert_int_equal(rebuild(&trial), WR_OK);
    assert_memory_equal(trial.out.data, good.data, good.size);
    end(&trial);
    wr_bytes_finish(&file);
    wr_bytes_finish(&good);
}

static void a_mesh_is_appended_to_what_is_there(void **state)
{
    (void)state;
    struct wr_bytes file = room_file(), out = {0};
    struct trial trial;
    start(&trial, "room.wok", file.data, file.size);
    assert_int_equal(read_file(&trial), WR_OK);
    wr_bytes_u32(&out, 7);
    wr_bwm_write(trial.mesh, &out);
    wr_bwm_write(trial.mesh, &out);
    assert_int_equal(out.size, 4 + 2 * file.size);
    assert_memory_equal(out.data + 4, file.data, file.size);
    assert_memory_equal(out.data + 4 + file.size, file.data, file.size);
    wr_bytes_finish(&out);
    end(&trial);
    wr_bytes_finish(&file);
}

static void a_rebuilt_file_is_appended_to_what_is_there(void **state)
{
    (void)state;
    struct wr_bytes file = room_file();
    for (size_t before = 0; before < 9; before++) {
        struct trial trial;
        start(&trial, "room.wok", file.data, file.size);
        wr_bytes_add(&trial.out, "12345678", before);
        assert_int_equal(rebuild(&trial), WR_OK);
        assert_int_equal(trial.out.size, before + file.size);
        assert_memory_equal(trial.out.data, "12345678", before);
        assert_memory_equal(trial.out.data + before, file.data, file.size);
        end(&trial);
    }
    wr_bytes_finish(&file);
}

/* FNV-1a. */
static uint64_t hash(uint64_t so_far, const struct wr_bytes *bytes)
{
    for (size_t i = 0; i < bytes->size; i++)
        so_far = (so_far ^ bytes->data[i]) * UINT64_C(0x100000001b3);
    return so_far;
}

/* Any compiler, any optimisation: where this fails, two machines make two modules. */
static void the_bytes_are_the_same_on_every_machine(void **state)
{
    (void)state;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_random random = wr_random_of(11, 11);
    uint64_t found = UINT64_C(0xcbf29ce484222325);
    for (uint32_t round = 0; round < 40; round++) {
        struct wr_walkmesh *mesh = mesh_heap(arena, 10 + 20 * round, 30 * round, round);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            mesh->vertices[v].x = (float)(wr_random_unit(&random) * 90 - 30);
            mesh->vertices[v].y = (float)(wr_random_unit(&random) * 50 - 20);
            mesh->vertices[v].z = (float)(wr_random_unit(&random) * 8);
        }
        struct wr_bytes file = {0};
        assert_int_equal(wr_walkmesh_sort(context, arena, mesh, 1 << STONE, NULL), WR_OK);
        assert_int_equal(wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL),
                         WR_OK);
        wr_bwm_write(mesh, &file);
        found = hash(found, &file);
        wr_bytes_finish(&file);
        wr_arena_reset(arena);
    }
    if (found != UINT64_C(0xc678fc7b749cad9b))
        fail_msg("the hash is 0x%016llx", (unsigned long long)found);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
}

/* ---- What is refused ------------------------------------------------------------------------
 */

static void every_broken_header_is_named(void **state)
{
    (void)state;
    assert_word_refused(0, 0, WR_SYNTAX, "bwm-magic");
    assert_word_refused(4, 0x312e3156, WR_SYNTAX, "bwm-magic"); /* "V1.1" */
    assert_word_refused(8, 2, WR_INVALID, "bwm-type");
    assert_word_refused(VERTEX_COUNT, UINT32_MAX, WR_SYNTAX, "bwm-truncated");
    assert_word_refused(FACE_COUNT, UINT32_MAX, WR_SYNTAX, "bwm-truncated");
    assert_word_refused(FACE_COUNT, 0x80000000, WR_SYNTAX, "bwm-truncated");
    assert_word_refused(NODE_COUNT, 0x5d1745e, WR_SYNTAX, "bwm-truncated"); /* 44 * n wraps */
    assert_word_refused(VERTICES, UINT32_MAX, WR_SYNTAX, "bwm-truncated");
    assert_word_refused(VERTICES, 0, WR_SYNTAX, "bwm-overlap");
    assert_word_refused(FACES, HEADER, WR_SYNTAX, "bwm-overlap");
    assert_word_refused(FACES, HEADER + 4, WR_SYNTAX, "bwm-overlap");
}

static void more_rows_than_faces_are_refused(void **state)
{
    (void)state;
    struct wr_bytes file = room_file();
    size_t at = file.size;
    memset(wr_bytes_extend(&file, 9 * 12), 0, 9 * 12);
    wr_bytes_patch_u32(&file, ROW_COUNT, 9);
    wr_bytes_patch_u32(&file, ROW_COUNT + 4, (uint32_t)at);
    assert_refused(&file, WR_INVALID, "bwm-adjacency-count");
    wr_bytes_finish(&file);
}

static void coordinates_must_be_finite(void **state)
{
    (void)state;
    const uint32_t nan = 0x7fc00000, infinity = 0xff800000;
    for (size_t at = 12; at < 72; at += 4) /* the hooks and the position */
        assert_word_refused(at, at % 8 ? nan : infinity, WR_INVALID, "bwm-not-finite");
    for (size_t i = 0; i < 27; i++) /* nine vertices */
        assert_word_refused(HEADER + 4 * i, i % 2 ? nan : infinity, WR_INVALID,
                            "bwm-not-finite");
}

static void the_first_vertex_that_is_not_finite_is_named(void **state)
{
    (void)state;
    struct wr_bytes file = room_file();
    struct findings f;
    struct wr_walkmesh *mesh;
    findings_start(&f);
    wr_bytes_patch_u32(&file, HEADER + 12 * 2 + 4, 0x7fc00000);
    wr_bytes_patch_u32(&file, HEADER + 12 * 5, 0x7fc00000);
    const struct wr_source source = {"bad.wok", file.data, file.size, true};
    assert_int_equal(wr_bwm_read(f.context, f.arena, &source, &mesh), WR_INVALID);
    assert_said(&f, "0xa0: error [bwm-not-finite] 2 of 9 vertices are not finite, first vertex "
                    "2\n");
    wr_bytes_finish(&file);
    findings_end(&f);
}

static void corners_must_be_vertices(void **state)
{
    (void)state;
    for (size_t i = 0; i < 24; i++)
        assert_word_refused(HEADER + 9 * 12 + 4 * i, i % 2 ? 9 : UINT32_MAX, WR_INVALID,
                            "bwm-vertex-index");
}

static void all_independent_faults_are_told_at_once(void **state)
{
    (void)state;
    struct wr_bytes file = room_file();
    wr_bytes_patch_u32(&file, 12, 0x7fc00000);
    wr_bytes_patch_u32(&file, HEADER, 0x7fc00000);
    wr_bytes_patch_u32(&file, word(&file, FACES), 99);
    struct trial trial;
    start(&trial, "bad.wok", file.data, file.size);
    assert_int_equal(read_file(&trial), WR_INVALID);
    assert_int_equal(trial.findings.count, 3);
    assert_int_equal(heard_of(&trial.findings, "bwm-not-finite"), 2);
    assert_int_equal(heard_of(&trial.findings, "bwm-vertex-index"), 1);
    end(&trial);
    wr_bytes_patch_u32(&file, NODE_COUNT, UINT32_MAX);
    wr_bytes_patch_u32(&file, EDGE_COUNT, UINT32_MAX);
    start(&trial, "bad.wok", file.data, file.size);
    assert_int_equal(read_file(&trial), WR_SYNTAX);
    assert_int_equal(heard_of(&trial.findings, "bwm-truncated"), 2);
    end(&trial);
    wr_bytes_finish(&file);
}

/* A room of so many faces and one vertex, all of them zeros. */
static struct wr_source vast_room(uint32_t faces)
{
    struct wr_bytes header = {0};
    struct wr_walkmesh mesh = {.kind = WR_WOK};
    uint32_t at = HEADER;
    wr_bwm_write(&mesh, &header);
    wr_bytes_patch_u32(&header, FACE_COUNT, faces);
    static const uint32_t offsets[] = {FACES, MATERIALS, MATERIALS + 4, MATERIALS + 8};
    static const uint32_t strides[] = {12, 4, 12, 4};
    for (int t = 0; t < 4; at += faces * strides[t++])
        wr_bytes_patch_u32(&header, offsets[t], at);
    struct wr_source source = vast_source(header.data, header.size, at);
    wr_bytes_finish(&header);
    return source;
}

static void a_room_whose_file_would_pass_4_gib_is_not_rebuilt(void **state)
{
    (void)state;
    struct trial trial;
    struct wr_source vast = vast_room(36000000);
    start(&trial, "vast.wok", vast.data, vast.size);
    assert_int_equal(rebuild(&trial), WR_LIMIT);
    assert_int_equal(heard_of(&trial.findings, "bwm-too-large"), 1);
    assert_string_equal(
        trial.findings.messages[0],
        "with 36000000 faces the walkmesh would take 4320000092 bytes, more than "
        "the offsets of a file can say");
    assert_int_equal(trial.out.size, 0);
    end(&trial);
    vast_end(&vast);
}

static void a_mesh_whose_file_would_pass_4_gib_does_not_fit(void **state)
{
    (void)state;
    struct heard heard;
    heard_start(&heard);
    struct wr_walkmesh mesh = {.kind = WR_WOK, .vertex_count = (UINT32_MAX - HEADER) / 12};
    assert_int_equal(wr_bwm_fits(heard.context, &mesh, WR_NOWHERE), WR_OK);
    mesh.vertex_count++;
    assert_int_equal(wr_bwm_fits(heard.context, &mesh, WR_NOWHERE), WR_LIMIT);
    assert_int_equal(heard_of(&heard, "bwm-too-large"), 1);
    heard_end(&heard);
}

static void a_file_cut_anywhere_is_refused(void **state)
{
    (void)state;
    struct wr_bytes file = room_file();
    for (size_t size = 0; size < file.size; size++) {
        /* An allocation of its own, so that the sanitizer sees the first byte too many. */
        struct wr_bytes cut = {malloc(size + 1), size, size, false};
        memcpy(cut.data, file.data, size);
        cut.data = realloc(cut.data, size ? size : 1);
        assert_refused(&cut, WR_SYNTAX, size < 8 ? "bwm-magic" : "bwm-truncated");
        free(cut.data);
    }
    wr_bytes_finish(&file);
}

/* ---- What must not break
 * ---------------------------------------------------------------------- */

/* Whatever was accepted is written so that it is accepted again and no longer changes. */
static void assert_stable(const char *name, const struct wr_bytes *file)
{
    struct trial trial, again;
    start(&trial, name, file->data, file->size);
    enum wr_result held = read_file(&trial), result = rebuild(&trial);
    assert_int_equal(held, result);
    assert_true((result == WR_OK) == (wr_context_count(trial.findings.context, WR_ERROR) == 0));
    if (result == WR_OK) {
        start(&again, name, trial.out.data, trial.out.size);
        assert_int_equal(rebuild(&again), WR_OK);
        assert_int_equal(again.report.reordered, 0);
        assert_int_equal(again.report.dropped, 0);
        assert_int_equal(again.out.size, trial.out.size);
        assert_memory_equal(again.out.data, trial.out.data, trial.out.size);
        end(&again);
    }
    end(&trial);
}

static void flip_each_byte(const char *name, struct wr_bytes file)
{
    static const uint8_t flips[] = {0x01, 0x80, 0xff};
    for (size_t at = 0; at < file.size; at++)
        for (size_t i = 0; i < sizeof flips; i++) {
            file.data[at] ^= flips[i];
            assert_stable(name, &file);
            file.data[at] ^= flips[i];
        }
    wr_bytes_finish(&file);
}

static void any_flipped_byte_is_survived(void **state)
{
    (void)state;
    flip_each_byte("room.wok", room_file());
    flip_each_byte("door.dwk", door_file());
}

static void random_files_are_survived(void **state)
{
    (void)state;
    struct wr_random random = wr_random_of(5, 5);
    for (int round = 0; round < 3000; round++) {
        struct wr_bytes file = room_file();
        for (int i = 0; i < 4; i++) {
            uint32_t at = 4 * wr_random_below(&random, (uint32_t)file.size / 4);
            wr_bytes_patch_u32(&file, at,
                               wr_random_u32(&random) >> wr_random_below(&random, 32));
        }
        assert_stable("random.wok", &file);
        wr_bytes_finish(&file);
    }
}

static void spoil_table(struct wr_bytes *file, size_t count_at, size_t offset_at, size_t stride)
{
    memset(file->data + word(file, offset_at), 0xff, stride * word(file, count_at));
}

static void a_room_to_work_with_takes_no_table_from_a_damaged_file(void **state)
{
    (void)state;
    struct wr_bytes file = room_file(), spoilt = room_file();
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    struct trial trial;
    spoil_table(&spoilt, FACE_COUNT, NORMALS, 12);
    spoil_table(&spoilt, FACE_COUNT, DISTANCES, 4);
    spoil_table(&spoilt, NODE_COUNT, NODES, 44);
    spoil_table(&spoilt, ROW_COUNT, ROWS, 12);
    spoil_table(&spoilt, PERIMETER_COUNT, PERIMETERS, 4);
    for (uint32_t i = 0; i < word(&spoilt, EDGE_COUNT); i++)
        if (word(&spoilt, word(&spoilt, EDGES) + 8 * i + 4) == UINT32_MAX)
            wr_bytes_patch_u32(&spoilt, word(&spoilt, EDGES) + 8 * i, 0xfffffff0 + i);
    start(&trial, "spoilt.wok", spoilt.data, spoilt.size);
    assert_int_equal(
        wr_bwm_read_room(trial.findings.context, trial.arena, &trial.source, &k1, &trial.mesh),
        WR_OK);
    wr_bwm_write(trial.mesh, &trial.out);
    assert_int_equal(trial.out.size, file.size);
    assert_memory_equal(trial.out.data, file.data, file.size);
    end(&trial);
    wr_bytes_finish(&file);
    wr_bytes_finish(&spoilt);
}

static enum wr_result rebuild_starved(struct findings *findings, const struct wr_source *source)
{
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    struct wr_bytes out = {0};
    struct wr_rebuilt report;
    enum wr_result result =
        wr_bwm_rebuild(findings->context, findings->arena, source, &k1, &out, &report);
    wr_bytes_finish(&out);
    return result;
}

static void no_memory_reaches_the_caller(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, 40, 40);
    struct wr_bytes file = {0};
    assert_int_equal(wr_walkmesh_derive(NULL, arena, mesh, NULL, WR_NOWHERE, NULL), WR_OK);
    wr_bwm_write(mesh, &file);
    damage_starve(rebuild_starved, file.data, file.size);
    wr_bytes_finish(&file);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_is_rebuilt_to_the_same_bytes),
        cmocka_unit_test(no_byte_of_the_tree_that_was_matters),
        cmocka_unit_test(a_room_without_faces_is_136_bytes),
        cmocka_unit_test(the_name_tells_doors_from_placeables),
        cmocka_unit_test(junk_planes_of_a_placeable_are_made_anew),
        cmocka_unit_test(transitions_of_an_unsorted_room_follow_their_faces),
        cmocka_unit_test(materials_beyond_the_table_are_kept_and_blocking),
        cmocka_unit_test(the_header_junk_of_stock_rooms_is_cleared),
        cmocka_unit_test(a_mesh_is_appended_to_what_is_there),
        cmocka_unit_test(a_rebuilt_file_is_appended_to_what_is_there),
        cmocka_unit_test(the_bytes_are_the_same_on_every_machine),
        cmocka_unit_test(every_broken_header_is_named),
        cmocka_unit_test(more_rows_than_faces_are_refused),
        cmocka_unit_test(coordinates_must_be_finite),
        cmocka_unit_test(the_first_vertex_that_is_not_finite_is_named),
        cmocka_unit_test(corners_must_be_vertices),
        cmocka_unit_test(all_independent_faults_are_told_at_once),
        cmocka_unit_test(a_room_whose_file_would_pass_4_gib_is_not_rebuilt),
        cmocka_unit_test(a_mesh_whose_file_would_pass_4_gib_does_not_fit),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(any_flipped_byte_is_survived),
        cmocka_unit_test(random_files_are_survived),
        cmocka_unit_test(a_room_to_work_with_takes_no_table_from_a_damaged_file),
        cmocka_unit_test(no_memory_reaches_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
