/* Kits made by code: files that exist in memory only, and the floors they hold. */
#ifndef WR_TESTS_KITS_MEMORY_H
#define WR_TESTS_KITS_MEMORY_H

#include "tests/support/starved.h"

#include "core/files/files.h"
#include "core/format/bwm.h"
#include "core/format/obj.h"
#include "kits/kit.h"

/* The files of one kit. */
struct memory {
    struct wr_memory *files;
};

static inline void memory_add(struct memory *memory, const char *path, const void *data,
                              size_t size)
{
    if (!memory->files)
        memory->files = wr_memory_create(NULL);
    assert_non_null(memory->files);
    assert_true(wr_memory_put(memory->files, path, data, size));
}

/* Cuts a file short. */
static inline void memory_cut(struct memory *memory, const char *path, size_t size)
{
    const void *data = wr_memory_get(memory->files, path, NULL);
    assert_true(wr_memory_put(memory->files, path, data, size));
}

static inline const struct wr_files *memory_files(struct memory *memory)
{
    if (!memory->files)
        memory->files = wr_memory_create(NULL);
    return wr_memory_files(memory->files);
}

static inline void memory_text(struct memory *memory, const char *path, const char *text)
{
    memory_add(memory, path, text, strlen(text));
}

/* A floor as a star of triangles around a middle: triangle k is (middle, k, k + 1), so that its
 * outer edge is 3 * k + 1. */
static inline const char *star_obj(struct wr_bytes *out, const float (*ring)[3], size_t count,
                                   wr_vec3 middle)
{
    wr_bytes_print(out, "usemtl Stone\nv %d %d %d\n", (int)middle.x, (int)middle.y,
                   (int)middle.z);
    for (size_t i = 0; i < count; i++) {
        wr_bytes_text(out, "v ");
        for (size_t k = 0; k < 3; k++) {
            wr_bytes_number(out, ring[i][k]);
            wr_bytes_char(out, k < 2 ? ' ' : '\n');
        }
    }
    for (size_t i = 0; i < count; i++)
        wr_bytes_print(out, "f 1 %zu %zu\n", i + 2, (i + 1) % count + 2);
    wr_bytes_char(out, '\0');
    out->size--;
    return (const char *)out->data;
}

/* A square room of 12 m with a doorway of 2.4 m in the middle of each side: south 4, east 13,
 * north 22, west 31. */
enum { SOUTH = 4, EAST = 13, NORTH = 22, WEST = 31 };

static const float hub_ring[12][3] = {
    {-6, -6, 0}, {-1.2f, -6, 0}, {1.2f, -6, 0}, {6, -6, 0}, {6, -1.2f, 0}, {6, 1.2f, 0},
    {6, 6, 0},   {1.2f, 6, 0},   {-1.2f, 6, 0}, {-6, 6, 0}, {-6, 1.2f, 0}, {-6, -1.2f, 0},
};

static inline const char *hub_obj(struct wr_bytes *out)
{
    return star_obj(out, hub_ring, 12, wr_vec3_of(0, 0, 0));
}

static inline struct wr_walkmesh *mesh_of_text(struct findings *findings, const char *text)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *mesh = NULL;
    assert_int_equal(wr_obj_read(findings->context, findings->arena,
                                 findings_text(findings, text), &surfaces, &mesh),
                     WR_OK);
    return mesh;
}

/* A mesh of stone that no text reader would pass. */
static inline struct wr_walkmesh *mesh_of_faces(struct findings *findings,
                                                const wr_vec3 *vertices, uint32_t vertex_count,
                                                const wr_face *faces, uint32_t face_count)
{
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(findings->arena, WR_WOK, vertex_count, face_count);
    memcpy(mesh->vertices, vertices, vertex_count * sizeof *vertices);
    memcpy(mesh->faces, faces, face_count * sizeof *faces);
    for (uint32_t i = 0; i < face_count; i++)
        mesh->materials[i] = 4;
    mesh->walkable_count = face_count;
    assert_int_equal(
        wr_walkmesh_derive(findings->context, findings->arena, mesh, NULL, WR_NOWHERE, NULL),
        WR_OK);
    return mesh;
}

static inline void paint(struct wr_walkmesh *mesh, uint32_t edge, int32_t transition)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].edge == edge) {
            mesh->edges[i].transition = transition;
            return;
        }
    fail_msg("edge %u is not open", (unsigned)edge);
}

/* The bytes of a WOK. */
static inline void memory_wok(struct memory *memory, const char *path,
                              const struct wr_walkmesh *mesh, struct wr_bytes *bytes)
{
    wr_bwm_write(mesh, bytes);
    memory_add(memory, path, bytes->data, bytes->size);
}

/* A kit in memory and what was found in it. */
struct shelf {
    struct findings findings;
    struct memory memory;
    struct wr_bytes bytes; /* of a file in memory */
    struct wr_kit *kit;
    const char *path;
};

static inline void shelf_open(struct shelf *shelf, const char *path)
{
    memset(shelf, 0, sizeof *shelf);
    findings_start(&shelf->findings);
    shelf->path = path;
}

/* Reads a kit from a text that lies at shelf->path; an error is told exactly when it fails. */
static inline enum wr_result shelf_read(struct shelf *shelf, const char *text, size_t size)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    wr_context_set_files(shelf->findings.context, memory_files(&shelf->memory));
    wr_kit_free(shelf->kit);
    shelf->kit = NULL;
    uint64_t before = wr_context_count(shelf->findings.context, WR_ERROR);
    enum wr_result result =
        wr_kit_parse(shelf->findings.context, findings_bytes(&shelf->findings, text, size),
                     shelf->path, &surfaces, &shelf->kit);
    bool told = wr_context_count(shelf->findings.context, WR_ERROR) > before;
    if ((result == WR_OK) == told || (result == WR_OK) != (shelf->kit != NULL))
        fail_msg("result %d, but: %s", result, findings_said(&shelf->findings));
    return result;
}

static inline enum wr_result shelf_read_starved(struct findings *findings, void *user)
{
    struct shelf *shelf = user;
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    wr_context_set_files(findings->context, memory_files(&shelf->memory));
    enum wr_result result =
        wr_kit_parse(findings->context, &shelf->findings.source, shelf->path, &surfaces, &kit);
    wr_kit_free(kit);
    return result;
}

/* Reads a text with each allocation failing in turn. */
static inline void shelf_starve(struct shelf *shelf, const char *text)
{
    findings_text(&shelf->findings, text);
    starve(shelf_read_starved, shelf);
}

static inline void shelf_close(struct shelf *shelf)
{
    wr_kit_free(shelf->kit);
    wr_bytes_finish(&shelf->bytes);
    wr_memory_destroy(shelf->memory.files);
    findings_end(&shelf->findings);
}

#endif
