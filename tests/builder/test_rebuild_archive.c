/* Walkmeshes rebuilt inside archives: they become what they would become by themselves, and
 * everything else stays as it is. */
#define _XOPEN_SOURCE 700
#include "tests/support/corpus.h"
#include "tests/support/findings.h"
#include "tests/support/folder.h"
#include "tests/support/packed.h"

#include "builder/builder.h"
#include "core/base/text.h"
#include "core/format/bwm.h"
#include "core/format/obj.h"

enum { MOST_PARTS = 80 };

struct trial {
    struct findings f;
    struct folder folder;
    struct packed_part parts[MOST_PARTS];
    uint32_t count;
    char path[512];
};

static int start(void **state)
{
    static struct trial trial;
    trial.count = 0;
    findings_start(&trial.f);
    folder_start(&trial.folder);
    *state = &trial;
    return 0;
}

static int end(void **state)
{
    struct trial *trial = *state;
    folder_end(&trial->folder);
    findings_end(&trial->f);
    return 0;
}

/* ---- What is in an archive --------------------------------------------------------------- */

static void add(struct trial *trial, const char *name, uint16_t type, const void *data,
                size_t size)
{
    assert_true(trial->count < MOST_PARTS);
    trial->parts[trial->count++] = (struct packed_part){name, type, data, size};
}

static void add_text(struct trial *trial, const char *name, uint16_t type, const char *text)
{
    add(trial, name, type, text, strlen(text));
}

/* The same faces, with normals, planes and neighbours that are wrong. */
static struct wr_source damage(struct trial *trial, const struct wr_source *sound)
{
    struct wr_walkmesh *mesh;
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_bwm_read(trial->f.context, trial->f.arena, sound, &mesh), WR_OK);
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        mesh->normals[i] = (wr_vec3){0.25f, (float)i, 0};
        mesh->distances[i] += 1;
    }
    for (uint32_t i = 0; i < mesh->walkable_count; i++)
        mesh->adjacency[i][0] = mesh->adjacency[i][2] = -1;
    wr_bwm_write(mesh, &bytes);
    struct wr_source out = {.name = sound->name, .size = bytes.size, .binary = true};
    out.data = wr_arena_copy(trial->f.arena, bytes.data, bytes.size, 1);
    assert_non_null(out.data);
    wr_bytes_finish(&bytes);
    return out;
}

/* A floor of two triangles and more, as a room's walkmesh or a placeable's. */
static struct wr_source make_mesh(struct trial *trial, bool room)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 2 0.5\nv 1 2 0.5\n"
                               "usemtl Stone\nf 1 2 3 4\nf 4 3 6 5\n";
    struct wr_source source = {
        .name = "floor.obj", .data = (const uint8_t *)text, .size = sizeof text - 1};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *mesh;
    struct wr_bytes bytes = {0}, out = {0};
    struct wr_rebuilt report;
    assert_int_equal(wr_obj_read(trial->f.context, trial->f.arena, &source, &surfaces, &mesh),
                     WR_OK);
    wr_bwm_write(mesh, &bytes);
    wr_bytes_patch_u32(&bytes, 8, room);
    source = (struct wr_source){
        .name = "made", .data = bytes.data, .size = bytes.size, .binary = true};
    assert_int_equal(
        wr_bwm_rebuild(trial->f.context, trial->f.arena, &source, &surfaces, &out, &report),
        WR_OK);
    source.data = wr_arena_copy(trial->f.arena, out.data, out.size, 1);
    source.size = out.size;
    wr_bytes_finish(&bytes);
    wr_bytes_finish(&out);
    return source;
}

static void add_damaged(struct trial *trial, const char *name, uint16_t type)
{
    struct wr_source sound = make_mesh(trial, type == WR_RES_WOK);
    struct wr_source damaged = damage(trial, &sound);
    assert_memory_not_equal(damaged.data, sound.data, sound.size);
    add(trial, name, type, damaged.data, damaged.size);
}

static void add_usual(struct trial *trial)
{
    struct wr_source sound = make_mesh(trial, true);
    add_text(trial, "module", WR_RES_IFO, "an IFO");
    add_damaged(trial, "room_a", WR_RES_WOK);
    add_text(trial, "empty", WR_RES_TXI, "");
    add_damaged(trial, "chair", WR_RES_PWK);
    add(trial, "room_b", WR_RES_WOK, sound.data, sound.size);
    add_damaged(trial, "door", WR_RES_DWK);
    add_text(trial, "odd", 4711, "what nobody knows");
}

/* ---- Rebuilding -------------------------------------------------------------------------- */

static void put(struct trial *trial, const char *name, const struct wr_bytes *bytes)
{
    folder_put(&trial->folder, name, bytes->data, bytes->size);
}

static struct wr_source get(struct trial *trial, const char *name)
{
    struct wr_source source;
    const char *path = folder_path(&trial->folder, name, trial->path);
    assert_int_equal(wr_file_read(trial->f.context, trial->f.arena, path, &source), WR_OK);
    return source;
}

static enum wr_result rebuild(struct trial *trial, const char *name, const char *output,
                              struct wr_rebuild_summary *summary)
{
    char to[512];
    const char *path = folder_path(&trial->folder, name, trial->path);
    struct wr_rebuild_options options = {
        .output = output ? folder_path(&trial->folder, output, to) : NULL};
    return wr_rebuild(trial->f.context, &path, 1, &options, summary);
}

/* What the file of a walkmesh becomes when it is rebuilt by itself. */
static struct wr_source rebuild_loose(struct trial *trial, const struct wr_source *source,
                                      uint16_t type)
{
    char name[32];
    snprintf(name, sizeof name, "loose.%s", wr_resource_suffix(type));
    folder_put(&trial->folder, name, source->data, source->size);
    assert_int_equal(rebuild(trial, name, NULL, NULL), WR_OK);
    return get(trial, name);
}

static struct wr_archive *read_archive(struct trial *trial, const struct wr_source *source)
{
    struct wr_archive *archive;
    assert_int_equal(wr_archive_read(trial->f.context, trial->f.arena, source, &archive),
                     WR_OK);
    return archive;
}

static bool is_walkmesh(const wr_resource *item)
{
    return item->type == WR_RES_WOK || item->type == WR_RES_PWK || item->type == WR_RES_DWK;
}

static void assert_head_kept(const struct wr_archive *old, const struct wr_archive *now)
{
    assert_string_equal(now->type, old->type);
    assert_int_equal(now->count, old->count);
    assert_int_equal(now->year, old->year);
    assert_int_equal(now->day, old->day);
    assert_int_equal(now->description, old->description);
    assert_int_equal(now->text_count, old->text_count);
    assert_int_equal(now->text_size, old->text_size);
    if (old->text_size > 0)
        assert_memory_equal(now->texts, old->texts, old->text_size);
}

/* One archive is the other with its walkmeshes rebuilt; returns how many of them changed. */
static uint32_t assert_rebuilt(struct trial *trial, const struct wr_source *before,
                               const struct wr_source *after)
{
    const struct wr_archive *old = read_archive(trial, before);
    const struct wr_archive *now = read_archive(trial, after);
    uint32_t changed = 0;
    assert_head_kept(old, now);
    for (uint32_t i = 0; i < old->count; i++) {
        struct wr_source was, is;
        const wr_resource *a = &old->items[i], *b = &now->items[i];
        wr_archive_source(trial->f.context, trial->f.arena, old, a, &was);
        wr_archive_source(trial->f.context, trial->f.arena, now, b, &is);
        assert_string_equal(b->name, a->name);
        assert_int_equal(b->type, a->type);
        assert_int_equal(b->id, a->id);
        if (is_walkmesh(a)) {
            struct wr_source loose = rebuild_loose(trial, &was, a->type);
            changed += loose.size != was.size || memcmp(loose.data, was.data, was.size) != 0;
            was = loose;
        }
        assert_int_equal(is.size, was.size);
        assert_memory_equal(is.data, was.data, was.size);
    }
    return changed;
}

static void walkmeshes_of_an_archive_become_what_they_become_alone(void **state)
{
    static const char *const types[] = {"MOD ", "ERF ", "HAK ", "RIM "};
    static const char *const names[] = {"small.mod", "small.erf", "small.hak", "small.rim"};
    struct trial *trial = *state;
    add_usual(trial);
    for (int i = 0; i < 4; i++) {
        struct wr_rebuild_summary met;
        struct wr_bytes bytes = i < 3 ? packed_erf(types[i], trial->parts, trial->count)
                                      : packed_rim(trial->parts, trial->count);
        struct wr_source before = {.name = "before", .data = bytes.data, .size = bytes.size};
        put(trial, names[i], &bytes);
        assert_int_equal(rebuild(trial, names[i], NULL, &met), WR_OK);
        struct wr_source after = get(trial, names[i]);
        assert_int_equal(assert_rebuilt(trial, &before, &after), 3);
        assert_int_equal(met.files, 4);
        assert_int_equal(met.rebuilt, 4);
        assert_int_equal(met.unchanged, 1);
        assert_int_equal(met.packed, 4);
        assert_int_equal(met.archives, 1);
        /* what stands behind the last part and between them stays, and so does each length */
        assert_int_equal(after.size, before.size);
        wr_bytes_finish(&bytes);
    }
    assert_said(&trial->f, "");
}

/* ---- What is written --------------------------------------------------------------------- */

static uint64_t number_of(struct trial *trial, const char *name)
{
    struct stat status;
    assert_int_equal(stat(folder_path(&trial->folder, name, trial->path), &status), 0);
    return status.st_ino;
}

static void an_archive_that_is_right_is_not_written_again(void **state)
{
    struct trial *trial = *state;
    struct wr_rebuild_summary met;
    add_usual(trial);
    struct wr_bytes bytes = packed_erf("MOD ", trial->parts, trial->count);
    put(trial, "small.mod", &bytes);
    uint64_t first = number_of(trial, "small.mod");
    assert_int_equal(rebuild(trial, "small.mod", NULL, NULL), WR_OK);
    uint64_t second = number_of(trial, "small.mod");
    assert_int_not_equal(second, first);
    assert_int_equal(rebuild(trial, "small.mod", NULL, &met), WR_OK);
    assert_int_equal(number_of(trial, "small.mod"), second);
    assert_int_equal(met.unchanged, 4);
    wr_bytes_finish(&bytes);
}

static void an_output_folder_gets_archives_that_were_right_too(void **state)
{
    struct trial *trial = *state;
    struct wr_source sound = make_mesh(trial, true);
    add_text(trial, "notes", WR_RES_TXI, "words");
    struct wr_bytes bare = packed_rim(trial->parts, trial->count);
    add(trial, "room", WR_RES_WOK, sound.data, sound.size);
    struct wr_bytes right = packed_rim(trial->parts, trial->count);
    put(trial, "in/deep/right.rim", &right);
    put(trial, "in/bare.rim", &bare);
    folder_text(&trial->folder, "in/music.mod", "M.K. is no archive");
    assert_int_equal(rebuild(trial, "in", "out", NULL), WR_OK);
    struct wr_source out = get(trial, "out/deep/right.rim");
    assert_int_equal(out.size, right.size);
    assert_memory_equal(out.data, right.data, right.size);
    /* what has no walkmesh is no part of it */
    assert_false(wr_file_exists(trial->f.context,
                                folder_path(&trial->folder, "out/bare.rim", trial->path)));
    assert_false(wr_file_exists(trial->f.context,
                                folder_path(&trial->folder, "out/music.mod", trial->path)));
    wr_bytes_finish(&bare);
    wr_bytes_finish(&right);
    assert_said(&trial->f, "");
}

static void a_bad_walkmesh_stays_and_the_others_are_rebuilt(void **state)
{
    struct trial *trial = *state;
    struct wr_rebuild_summary met;
    add_damaged(trial, "room_a", WR_RES_WOK);
    add_text(trial, "bad", WR_RES_WOK, "BWM V1.0 and no more");
    add_text(trial, "worse", WR_RES_PWK, "GFF V3.2");
    struct wr_bytes bytes = packed_erf("MOD ", trial->parts, trial->count);
    put(trial, "small.mod", &bytes);
    assert_int_equal(rebuild(trial, "small.mod", NULL, &met), WR_SYNTAX);
    const char *said = findings_said(&trial->f);
    assert_non_null(strstr(said, "[bwm-truncated]"));
    assert_int_equal(met.files, 3);
    assert_int_equal(met.failed, 2);
    assert_int_equal(met.rebuilt, 1);
    struct wr_source sound = make_mesh(trial, true);
    trial->parts[0].data = sound.data;
    struct wr_bytes expected = packed_erf("MOD ", trial->parts, trial->count);
    struct wr_source after = get(trial, "small.mod");
    assert_int_equal(after.size, expected.size);
    assert_memory_equal(after.data, expected.data, expected.size);
    wr_bytes_finish(&bytes);
    wr_bytes_finish(&expected);
}

/* ---- Real ones --------------------------------------------------------------------------- */

static void add_corpus_mesh(void *user, const struct wr_source *source)
{
    struct trial *trial = user;
    char name[WR_RESREF + 1];
    snprintf(name, sizeof name, "mesh_%u", (unsigned)trial->count);
    const char *copy = wr_arena_text(trial->f.arena, name, strlen(name));
    struct wr_walkmesh *mesh;
    struct wr_context *quiet = wr_context_create(NULL, NULL);
    bool fine = wr_bwm_read(quiet, trial->f.arena, source, &mesh) == WR_OK;
    wr_context_destroy(quiet);
    if (!fine || trial->count == MOST_PARTS)
        return;
    struct wr_source damaged = damage(trial, source);
    add(trial, copy, WR_RES_WOK, wr_arena_copy(trial->f.arena, damaged.data, damaged.size, 1),
        damaged.size);
}

/* Somebody else's module, with somebody else's walkmeshes put into it. */
static void try_module(void *user, const struct wr_source *source)
{
    struct trial *trial = user;
    struct wr_archive *archive;
    struct wr_bytes bytes = {0};
    struct wr_context *quiet = wr_context_create(NULL, NULL);
    bool fine = wr_archive_read(quiet, trial->f.arena, source, &archive) == WR_OK;
    wr_context_destroy(quiet);
    if (!fine)
        return;
    for (uint32_t i = 0; i < trial->count; i++)
        assert_true(wr_archive_put(archive, trial->f.arena, trial->parts[i].name, WR_RES_WOK,
                                   trial->parts[i].data, (uint32_t)trial->parts[i].size));
    assert_int_equal(wr_archive_write(trial->f.context, archive, &bytes), WR_OK);
    struct wr_source before = {.name = "before", .data = bytes.data, .size = bytes.size};
    put(trial, "theirs.mod", &bytes);
    assert_int_equal(rebuild(trial, "theirs.mod", NULL, NULL), WR_OK);
    struct wr_source after = get(trial, "theirs.mod");
    assert_int_equal(assert_rebuilt(trial, &before, &after), trial->count);
    wr_bytes_finish(&bytes);
}

static void modules_of_others_keep_all_but_their_walkmeshes(void **state)
{
    struct trial *trial = *state;
    corpus_all("wok", ".wok", add_corpus_mesh, trial);
    assert_true(trial->count > 20);
    assert_int_equal(corpus_all("archive", ".mod", try_module, trial), 1);
    assert_true(corpus_all("archive", ".rim", try_module, trial) > 1);
    assert_true(corpus_all("archive", ".erf", try_module, trial) > 1);
}

/* The module of a map, by way of the program's own build. */
static void build_module(struct trial *trial, const char *folder)
{
    const char *source = wr_environment("WARREN_SOURCE");
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    struct wr_map *map;
    char out[512];
    assert_non_null(source);
    const char *path = wr_path_join(trial->f.arena, source, "examples/first-map/map.json");
    struct wr_build_options options = {.output = folder_path(&trial->folder, folder, out),
                                       .mod = true};
    assert_int_equal(wr_map_load(trial->f.context, path, &surfaces, &map), WR_OK);
    assert_int_equal(wr_build(trial->f.context, map, kits, &options, NULL), WR_OK);
    wr_map_free(map);
    wr_kits_free(kits);
}

static void a_module_of_ours_is_mended_to_the_last_byte(void **state)
{
    struct trial *trial = *state;
    struct wr_bytes bytes = {0};
    uint32_t count = 0;
    build_module(trial, "built");
    struct wr_source sound = get(trial, "built/first.mod");
    struct wr_archive *archive = read_archive(trial, &sound);
    for (uint32_t i = 0; i < archive->count; i++) {
        struct wr_source mesh;
        if (archive->items[i].type != WR_RES_WOK)
            continue;
        wr_archive_source(trial->f.context, trial->f.arena, archive, &archive->items[i], &mesh);
        struct wr_source damaged = damage(trial, &mesh);
        archive->items[i].data = damaged.data;
        archive->items[i].size = (uint32_t)damaged.size;
        count++;
    }
    assert_int_equal(count, 6);
    assert_int_equal(wr_archive_write(trial->f.context, archive, &bytes), WR_OK);
    put(trial, "broken.mod", &bytes);
    assert_int_equal(rebuild(trial, "broken.mod", "mended", NULL), WR_OK);
    struct wr_source mended = get(trial, "mended/broken.mod");
    assert_int_equal(mended.size, sound.size);
    assert_memory_equal(mended.data, sound.data, sound.size);
    wr_bytes_finish(&bytes);
}

/* ---- Hostile ones ------------------------------------------------------------------------ */

/* Whatever an archive holds, after a rebuild it is what it was, or an archive that a rebuild
 * leaves alone; nothing else lies beside it. */
static void assert_survives(struct trial *trial, const struct wr_bytes *bytes, size_t size)
{
    char **names;
    size_t count;
    findings_end(&trial->f); /* which would not say more than 20 errors of a file */
    findings_start(&trial->f);
    wr_context_set_jobs(trial->f.context, 1);
    folder_put(&trial->folder, "hurt.mod", bytes->data, size);
    enum wr_result result = rebuild(trial, "hurt.mod", NULL, NULL);
    assert_int_equal(result == WR_OK, trial->f.errors == 0);
    findings_said(&trial->f);
    struct wr_source after = get(trial, "hurt.mod");
    if (after.size != size || memcmp(after.data, bytes->data, size) != 0) {
        read_archive(trial, &after);
        rebuild(trial, "hurt.mod", NULL, NULL);
        struct wr_source again = get(trial, "hurt.mod");
        assert_int_equal(again.size, after.size);
        assert_memory_equal(again.data, after.data, after.size);
        findings_said(&trial->f);
    }
    assert_int_equal(
        wr_folder_list(trial->f.context, trial->f.arena, trial->folder.root, &names, &count),
        WR_OK);
    assert_int_equal(count, 1);
}

static void damaged_archives_are_left_or_rebuilt_whole(void **state)
{
    struct trial *trial = *state;
    add_damaged(trial, "room", WR_RES_WOK);
    add_text(trial, "notes", WR_RES_TXI, "words");
    struct wr_bytes bytes = packed_erf("MOD ", trial->parts, trial->count);
    for (size_t size = 0; size < bytes.size; size += 3)
        assert_survives(trial, &bytes, size);
    for (size_t at = 0; at < bytes.size; at++) {
        bytes.data[at] ^= (uint8_t)(1u << at % 8);
        assert_survives(trial, &bytes, bytes.size);
        bytes.data[at] ^= (uint8_t)(1u << at % 8);
    }
    wr_bytes_finish(&bytes);
}

/* ---- Repair and transitions -------------------------------------------------------------- */

/* A room of one cell beside others in a row, with the same four vertices for each of its faces
 * once more; its right and left edges lead somewhere. */
static void add_cell(struct trial *trial, const char *name, float x, int32_t right,
                     int32_t left)
{
    static const wr_face faces[] = {{{0, 1, 3}}, {{4, 7, 6}}};
    static const uint32_t materials[] = {4, 4};
    const wr_vec3 corners[] = {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}, {x + 1, 1, 0},
                               {x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}, {x + 1, 1, 0}};
    const wr_triangles triangles = {corners, faces, materials, 8, 2};
    struct wr_walkmesh *mesh;
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_walkmesh_make(trial->f.context, WR_WOK, &triangles, NULL, &mesh),
                     WR_OK);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        mesh->edges[i].transition = mesh->edges[i].edge == 1   ? right
                                    : mesh->edges[i].edge == 5 ? left
                                                               : -1;
    wr_bwm_write(mesh, &bytes);
    add(trial, name, WR_RES_WOK, wr_arena_copy(trial->f.arena, bytes.data, bytes.size, 1),
        bytes.size);
    wr_bytes_finish(&bytes);
    wr_walkmesh_free(mesh);
}

static const char three_rooms[] = "beginlayout\n   roomcount 3\n      a 0.0 0.0 0.0\n"
                                  "      b 0.0 0.0 0.0\n      c 0.0 0.0 0.0\n"
                                  "   trackcount 0\n   obstaclecount 0\n   doorhookcount 0\n"
                                  "donelayout\n";

static enum wr_result rebuild_as(struct trial *trial, const char *name,
                                 struct wr_rebuild_options options,
                                 struct wr_rebuild_summary *met)
{
    const char *path = folder_path(&trial->folder, name, trial->path);
    *met = (struct wr_rebuild_summary){0};
    return wr_rebuild(trial->f.context, &path, 1, &options, met);
}

/* Where a room's right and left edges lead in an archive. */
static void assert_leads(struct trial *trial, const char *archive, const char *name,
                         int32_t right, int32_t left)
{
    struct wr_source source = get(trial, archive), room;
    const struct wr_archive *read = read_archive(trial, &source);
    const wr_resource *item = wr_archive_find(read, name, WR_RES_WOK);
    struct wr_walkmesh *mesh;
    assert_non_null(item);
    wr_archive_source(trial->f.context, trial->f.arena, read, item, &room);
    assert_int_equal(wr_bwm_read(trial->f.context, trial->f.arena, &room, &mesh), WR_OK);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].edge == 1 || mesh->edges[i].edge == 5)
            assert_int_equal(mesh->edges[i].transition,
                             mesh->edges[i].edge == 1 ? right : left);
}

static void an_archive_is_repaired_with_what_its_rooms_lead_to(void **state)
{
    struct trial *trial = *state;
    struct wr_rebuild_summary met;
    add_text(trial, "area", WR_RES_LYT, three_rooms);
    add_cell(trial, "a", 0, 1, 8);
    add_cell(trial, "b", 1, 2, -1);
    add_cell(trial, "c", 2, -1, 1);
    struct wr_bytes bytes = packed_erf("MOD ", trial->parts, trial->count);
    put(trial, "small.mod", &bytes);
    struct wr_source before = get(trial, "small.mod");
    const struct wr_rebuild_options look = {.repair = true, .dry_run = true},
                                    mend = {.repair = true};
    for (int round = 0; round < 2; round++) {
        assert_int_equal(rebuild_as(trial, "small.mod", round ? mend : look, &met), WR_OK);
        assert_int_equal(met.mended, 3 * (2 + 2)); /* two were of no face */
        assert_int_equal(met.linked, 1);
        assert_int_equal(met.cleared, 1);
        assert_int_equal(met.unchanged, 0);
        const char *said = findings_said(&trial->f);
        bool told = strstr(said, "[would-change] would change: vertices (4 for 8)") != NULL;
        assert_true(told == !round);
        struct wr_source after = get(trial, "small.mod");
        bool same =
            after.size == before.size && memcmp(after.data, before.data, before.size) == 0;
        assert_true(same == !round);
    }
    assert_leads(trial, "small.mod", "a", 1, -1);
    assert_leads(trial, "small.mod", "b", 2, 0);
    assert_int_equal(rebuild_as(trial, "small.mod", mend, &met), WR_OK);
    assert_int_equal(met.unchanged, 3);
    assert_int_equal(met.mended + met.linked + met.cleared + met.left, 0);
    wr_bytes_finish(&bytes);
}

/* Only a repair welds; finding transitions anew asks for the layout's order alone. */
static void an_archive_is_relinked_in_the_order_of_its_layout(void **state)
{
    struct trial *trial = *state;
    struct wr_rebuild_summary met;
    add_text(trial, "area", WR_RES_LYT, three_rooms);
    add_cell(trial, "c", 2, -1, 0);
    add_cell(trial, "a", 0, 0, -1);
    add_cell(trial, "b", 1, 1, 2);
    struct wr_bytes bytes = packed_erf("MOD ", trial->parts, trial->count);
    put(trial, "small.mod", &bytes);
    assert_int_equal(
        rebuild_as(trial, "small.mod", (struct wr_rebuild_options){.relink = true}, &met),
        WR_OK);
    assert_int_equal(met.linked, 4);
    assert_int_equal(met.mended, 0);
    assert_leads(trial, "small.mod", "a", 1, -1);
    assert_leads(trial, "small.mod", "b", 2, 0);
    assert_leads(trial, "small.mod", "c", -1, 1);
    wr_bytes_finish(&bytes);
}

/* Rooms in a row see each other; the archive gets the VIS it lacked, and keeps one that is
 * right. */
static void an_archive_gets_the_vis_of_its_layout(void **state)
{
    struct trial *trial = *state;
    struct wr_rebuild_summary met;
    const struct wr_rebuild_options options = {.vis = true};
    add_text(trial, "area", WR_RES_LYT, three_rooms);
    add_cell(trial, "a", 0, 1, -1);
    add_cell(trial, "b", 1, 2, 0);
    add_cell(trial, "c", 2, -1, 1);
    struct wr_bytes bytes = packed_erf("MOD ", trial->parts, trial->count);
    put(trial, "small.mod", &bytes);
    for (uint32_t round = 0; round < 2; round++) {
        assert_int_equal(rebuild_as(trial, "small.mod", options, &met), WR_OK);
        assert_int_equal(met.vis, round == 0);
        assert_int_equal(met.linked + met.cleared + met.left, 0);
    }
    struct wr_source source = get(trial, "small.mod"), vis;
    const struct wr_archive *read = read_archive(trial, &source);
    assert_int_equal(read->count, trial->count + 1);
    wr_archive_source(trial->f.context, trial->f.arena, read,
                      wr_archive_find(read, "area", WR_RES_VIS), &vis);
    static const char wanted[] =
        "a 2\r\n  b\r\n  c\r\nb 2\r\n  a\r\n  c\r\nc 2\r\n  a\r\n  b\r\n";
    assert_int_equal(vis.size, sizeof wanted - 1);
    assert_memory_equal(vis.data, wanted, vis.size);
    wr_bytes_finish(&bytes);
}

/* The sign of a zero says nothing: such a file is right already. */
static void another_zero_is_no_change(void **state)
{
    struct trial *trial = *state;
    struct wr_rebuild_summary met;
    struct wr_source sound = make_mesh(trial, true);
    struct wr_walkmesh *mesh;
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_bwm_read(trial->f.context, trial->f.arena, &sound, &mesh), WR_OK);
    uint32_t signs = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        signs += mesh->normals[f].x == 0;
        mesh->normals[f].x = mesh->normals[f].x == 0 ? -0.0f : mesh->normals[f].x;
    }
    assert_true(signs > 0);
    wr_bwm_write(mesh, &bytes);
    folder_put(&trial->folder, "zero.wok", bytes.data, bytes.size);
    uint64_t first = number_of(trial, "zero.wok");
    assert_int_equal(rebuild_as(trial, "zero.wok", (struct wr_rebuild_options){0}, &met),
                     WR_OK);
    assert_int_equal(met.unchanged, 1);
    assert_int_equal(number_of(trial, "zero.wok"), first);
    wr_bytes_finish(&bytes);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TEST(walkmeshes_of_an_archive_become_what_they_become_alone),
        TEST(an_archive_that_is_right_is_not_written_again),
        TEST(an_output_folder_gets_archives_that_were_right_too),
        TEST(a_bad_walkmesh_stays_and_the_others_are_rebuilt),
        TEST(modules_of_others_keep_all_but_their_walkmeshes),
        TEST(a_module_of_ours_is_mended_to_the_last_byte),
        TEST(damaged_archives_are_left_or_rebuilt_whole),
        cmocka_unit_test_setup_teardown(an_archive_is_repaired_with_what_its_rooms_lead_to,
                                        start, end),
        cmocka_unit_test_setup_teardown(an_archive_is_relinked_in_the_order_of_its_layout,
                                        start, end),
        cmocka_unit_test_setup_teardown(an_archive_gets_the_vis_of_its_layout, start, end),
        cmocka_unit_test_setup_teardown(another_zero_is_no_change, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
