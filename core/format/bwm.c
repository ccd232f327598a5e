/* BWM V1.0, read and written as it is. Source: formats/bwm, 2. */
#include "core/format/bwm.h"

#include "core/base/bytes.h"
#include "core/base/slices.h"
#include "core/files/file.h"
#include "core/format/bwm_frame.h"

#include <inttypes.h>
#include <string.h>

enum { VECTORS_AT = 12 };

/* ---- Loading ----------------------------------------------------------------------------- */

/* A file that was cut meanwhile is judged as it is now. */
static enum wr_result load_apart(struct wr_context *context, const struct wr_source *source,
                                 const struct wr_bwm_table *all, int t, void *out)
{
    struct wr_bwm_table now[WR_BWM_TABLES];
    size_t size = (size_t)wr_bwm_table_size(all, t), got;
    uint64_t total;
    enum wr_result result =
        wr_file_range(context, source->name, all[t].offset, out, size, &got, &total);
    wr_words_little(out, got / 4);
    if (result != WR_OK || got == size)
        return result;
    struct wr_source cut = *source;
    cut.size = (size_t)all[t].offset + got;
    return wr_bwm_frame(context, &cut, now);
}

/* Every table starts at a slice, and so every word is whole in one. */
static void load(struct wr_context *context, const struct wr_source *source,
                 const struct wr_bwm_table *all, int t, void *out)
{
    struct wr_reader reader = {source->data, source->size, all[t].offset, false};
    size_t size = (size_t)wr_bwm_table_size(all, t);
    for (size_t at = 0; at < size && !wr_context_stopped(context); at += wr_slice(size - at))
        wr_reader_words(&reader, (uint8_t *)out + at, wr_slice(size - at) / 4);
}

static enum wr_result load_input(struct wr_context *context, const struct wr_bwm_input *input,
                                 const struct wr_bwm_table *all, int t, void *out)
{
    if (input->apart)
        return all[t].count > 0 ? load_apart(context, &input->source, all, t, out) : WR_OK;
    load(context, &input->source, all, t, out);
    return WR_OK;
}

enum wr_result wr_bwm_load_base(struct wr_context *context, const struct wr_bwm_input *input,
                                const struct wr_bwm_table *all, struct wr_walkmesh *mesh)
{
    struct wr_reader reader = {input->source.data, WR_BWM_HEADER_SIZE, VECTORS_AT, false};
    mesh->relative_hooks[0] = wr_reader_vec3(&reader);
    mesh->relative_hooks[1] = wr_reader_vec3(&reader);
    mesh->absolute_hooks[0] = wr_reader_vec3(&reader);
    mesh->absolute_hooks[1] = wr_reader_vec3(&reader);
    mesh->position = wr_reader_vec3(&reader);
    mesh->walkable_count = all[WR_BWM_ADJACENCY].count;
    enum wr_result result = load_input(context, input, all, WR_BWM_VERTICES, mesh->vertices);
    if (result == WR_OK)
        result = load_input(context, input, all, WR_BWM_FACES, mesh->faces);
    if (result == WR_OK)
        result = load_input(context, input, all, WR_BWM_MATERIALS, mesh->materials);
    return result;
}

/* What lies in memory is loaded whole, even where the call is stopped. */
enum wr_result wr_bwm_load_edges(struct wr_context *context, const struct wr_bwm_input *input,
                                 const struct wr_bwm_table *all, struct wr_walkmesh *mesh)
{
    mesh->edge_count = all[WR_BWM_EDGES].count;
    mesh->edges = WR_TAKE(mesh->arena, wr_edge, mesh->edge_count);
    if (!mesh->edges)
        return wr_no_memory(context);
    return load_input(input->apart ? context : NULL, input, all, WR_BWM_EDGES, mesh->edges);
}

enum wr_result wr_bwm_load_nodes(struct wr_context *context, const struct wr_bwm_input *input,
                                 const struct wr_bwm_table *all, uint32_t count,
                                 struct wr_walkmesh *mesh)
{
    struct wr_bwm_table first[WR_BWM_TABLES];
    memcpy(first, all, sizeof first);
    if (first[WR_BWM_NODES].count > count)
        first[WR_BWM_NODES].count = count;
    return load_input(context, input, first, WR_BWM_NODES, mesh->nodes);
}

static bool load_derived(struct wr_context *context, const struct wr_source *source,
                         const struct wr_bwm_table *all, struct wr_walkmesh *mesh)
{
    mesh->node_count = all[WR_BWM_NODES].count;
    mesh->perimeter_count = all[WR_BWM_PERIMETERS].count;
    mesh->normals = WR_TAKE(mesh->arena, wr_vec3, mesh->face_count);
    mesh->distances = WR_TAKE(mesh->arena, float, mesh->face_count);
    mesh->nodes = WR_TAKE(mesh->arena, wr_tree_node, mesh->node_count);
    mesh->adjacency = wr_arena_take(mesh->arena, mesh->walkable_count, sizeof *mesh->adjacency);
    mesh->perimeters = WR_TAKE(mesh->arena, uint32_t, mesh->perimeter_count);
    if (!mesh->normals || !mesh->distances || !mesh->nodes || !mesh->adjacency ||
        !mesh->perimeters)
        return false;
    load(context, source, all, WR_BWM_NORMALS, mesh->normals);
    load(context, source, all, WR_BWM_DISTANCES, mesh->distances);
    load(context, source, all, WR_BWM_NODES, mesh->nodes);
    load(context, source, all, WR_BWM_ADJACENCY, mesh->adjacency);
    load(context, source, all, WR_BWM_PERIMETERS, mesh->perimeters);
    return true;
}

/* ---- Checking ---------------------------------------------------------------------------- */

static bool all_finite(const wr_vec3 *points, uint32_t count)
{
    bool finite = true;
    for (uint32_t i = 0; i < count; i++)
        finite &= wr_vec3_finite(points[i]);
    return finite;
}

static enum wr_result check_header_vectors(struct wr_context *context,
                                           const struct wr_source *source,
                                           const struct wr_walkmesh *mesh)
{
    const wr_vec3 vectors[] = {mesh->relative_hooks[0], mesh->relative_hooks[1],
                               mesh->absolute_hooks[0], mesh->absolute_hooks[1],
                               mesh->position};
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (!wr_vec3_finite(vectors[i]))
            result =
                wr_fail(context, WR_INVALID, wr_at(source, VECTORS_AT + i * sizeof *vectors),
                        "bwm-not-finite", NULL, "%s is not a finite number",
                        i < 4 ? "a use hook's coordinate" : "the position");
    return result;
}

static enum wr_result check_vertices(struct wr_context *context, const struct wr_source *source,
                                     const struct wr_bwm_table *all,
                                     const struct wr_walkmesh *mesh)
{
    if (all_finite(mesh->vertices, mesh->vertex_count))
        return WR_OK;
    uint32_t count = 0, first = 0;
    for (uint32_t v = mesh->vertex_count; v-- > 0;)
        if (!wr_vec3_finite(mesh->vertices[v])) {
            count++;
            first = v;
        }
    size_t at =
        all[WR_BWM_VERTICES].offset + (size_t)first * wr_bwm_tables[WR_BWM_VERTICES].stride;
    return wr_fail(context, WR_INVALID, wr_at(source, at), "bwm-not-finite", NULL,
                   "%" PRIu32 " of %" PRIu32 " vertices are not finite, first vertex %" PRIu32,
                   count, mesh->vertex_count, first);
}

static bool face_in_range(const struct wr_walkmesh *mesh, uint32_t f)
{
    const uint32_t *v = mesh->faces[f].v;
    uint32_t count = mesh->vertex_count;
    return (v[0] < count) & (v[1] < count) & (v[2] < count);
}

static enum wr_result check_faces(struct wr_context *context, const struct wr_source *source,
                                  const struct wr_bwm_table *all,
                                  const struct wr_walkmesh *mesh)
{
    uint32_t count = 0, first = 0;
    for (uint32_t f = mesh->face_count; f-- > 0;)
        if (!face_in_range(mesh, f)) {
            count++;
            first = f;
        }
    if (count == 0)
        return WR_OK;
    size_t at = all[WR_BWM_FACES].offset + (size_t)first * wr_bwm_tables[WR_BWM_FACES].stride;
    return wr_fail(context, WR_INVALID, wr_at(source, at), "bwm-vertex-index", NULL,
                   "%" PRIu32 " of %" PRIu32 " faces name a vertex beyond %" PRIu32
                   ", first face %" PRIu32,
                   count, mesh->face_count, mesh->vertex_count, first);
}

enum wr_result wr_bwm_check(struct wr_context *context, const struct wr_source *source,
                            const struct wr_bwm_table *all, const struct wr_walkmesh *mesh)
{
    if (wr_context_stopped(context))
        return WR_STOPPED;
    enum wr_result vectors = check_header_vectors(context, source, mesh);
    enum wr_result vertices = check_vertices(context, source, all, mesh);
    enum wr_result faces = check_faces(context, source, all, mesh);
    bool fine = vectors == WR_OK && vertices == WR_OK && faces == WR_OK;
    return fine ? WR_OK : WR_INVALID;
}

/* ---- Reading and writing -------------------------------------------------------------------
 */

/* Vertices, faces, materials and edges, as far as any mesh can hold them. */
static enum wr_result read_base(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, struct wr_bwm_table *all,
                                struct wr_walkmesh **out)
{
    enum wr_result result = wr_bwm_frame(context, source, all);
    if (result != WR_OK)
        return result;
    struct wr_walkmesh *mesh = wr_walkmesh_new(
        arena, wr_bwm_kind(source), all[WR_BWM_VERTICES].count, all[WR_BWM_FACES].count);
    if (!mesh)
        return wr_no_memory(context);
    const struct wr_bwm_input input = {*source, false};
    result = wr_bwm_load_base(context, &input, all, mesh);
    if (result == WR_OK)
        result = wr_bwm_check(context, source, all, mesh);
    if (result == WR_OK)
        result = wr_bwm_load_edges(context, &input, all, mesh);
    if (result == WR_OK)
        *out = mesh;
    return result;
}

enum wr_result wr_bwm_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_walkmesh **out)
{
    struct wr_bwm_table all[WR_BWM_TABLES];
    struct wr_walkmesh *mesh;
    enum wr_result result = read_base(context, arena, source, all, &mesh);
    if (result != WR_OK)
        return result;
    if (!load_derived(context, source, all, mesh))
        return wr_no_memory(context);
    if (wr_context_stopped(context))
        return WR_STOPPED;
    *out = mesh;
    return WR_OK;
}

static enum wr_result derive(struct wr_context *context, struct wr_arena *scratch,
                             const struct wr_source *source, const wr_surfaces *surfaces,
                             struct wr_walkmesh *mesh)
{
    struct wr_marks marks;
    mesh->kind = WR_WOK;
    uint64_t walkable = wr_walkmesh_walkable(mesh, surfaces);
    enum wr_result result = wr_walkmesh_marks(context, scratch, mesh, &marks, NULL);
    if (result == WR_OK)
        result = wr_walkmesh_sort(context, scratch, mesh, walkable, &marks);
    return result == WR_OK ? wr_walkmesh_derive(context, scratch, mesh, &marks,
                                                wr_at(source, WR_WHOLE_FILE), NULL)
                           : result;
}

enum wr_result wr_bwm_read_room(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, const wr_surfaces *surfaces,
                                struct wr_walkmesh **out)
{
    struct wr_bwm_table all[WR_BWM_TABLES];
    struct wr_walkmesh *mesh;
    struct wr_arena *scratch = wr_arena_create();
    if (!scratch)
        return wr_no_memory(context);
    enum wr_result result = read_base(context, arena, source, all, &mesh);
    if (result == WR_OK)
        result = derive(context, scratch, source, surfaces, mesh);
    if (result == WR_OK)
        *out = mesh;
    wr_arena_destroy(scratch);
    return result;
}

enum wr_result wr_bwm_fits(struct wr_context *context, const struct wr_walkmesh *mesh,
                           wr_where where)
{
    struct wr_bwm_table all[WR_BWM_TABLES];
    uint64_t size;
    bool fits = wr_bwm_arrange(mesh, all, &size);
    return fits ? WR_OK : wr_bwm_fail_size(context, where, mesh, size);
}

static void write(struct wr_context *context, const struct wr_walkmesh *mesh,
                  struct wr_bytes *out)
{
    struct wr_bwm_table all[WR_BWM_TABLES];
    uint8_t header[WR_BWM_HEADER_SIZE];
    uint64_t size;
    if (!wr_bwm_arrange(mesh, all, &size)) {
        out->failed = true;
        return;
    }
    const void *const data[WR_BWM_TABLES] = {
        [WR_BWM_VERTICES] = mesh->vertices,     [WR_BWM_FACES] = mesh->faces,
        [WR_BWM_MATERIALS] = mesh->materials,   [WR_BWM_NORMALS] = mesh->normals,
        [WR_BWM_DISTANCES] = mesh->distances,   [WR_BWM_NODES] = mesh->nodes,
        [WR_BWM_ADJACENCY] = mesh->adjacency,   [WR_BWM_EDGES] = mesh->edges,
        [WR_BWM_PERIMETERS] = mesh->perimeters,
    };
    if (!wr_bytes_reserve(out, (size_t)size))
        return;
    wr_bwm_header(mesh, all, header);
    wr_bytes_add(out, header, WR_BWM_HEADER_SIZE);
    for (int t = 0; t < WR_BWM_TABLES; t++)
        if (!wr_slices_words(context, out, data[t], (size_t)(wr_bwm_table_size(all, t) / 4)))
            return;
}

void wr_bwm_write(const struct wr_walkmesh *mesh, struct wr_bytes *out)
{
    write(NULL, mesh, out);
}

enum wr_result wr_bwm_append(struct wr_context *context, const struct wr_walkmesh *mesh,
                             wr_where where, struct wr_bytes *out)
{
    enum wr_result result = wr_bwm_fits(context, mesh, where);
    if (result != WR_OK)
        return result;
    write(context, mesh, out);
    return out->failed ? wr_no_memory(context) : wr_context_whole(context, WR_OK);
}

/* ---- Bytes in, bytes out ----------------------------------------------------------------- */

static enum wr_result read_walkmesh(struct wr_context *context, const char *name,
                                    const void *data, size_t size, struct wr_walkmesh **out)
{
    const struct wr_source source = {name, data, size, true};
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_bwm_read(context, arena, &source, out);
    if (result != WR_OK)
        wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_walkmesh_read(struct wr_context *context, const char *name, const void *data,
                                size_t size, struct wr_walkmesh **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, read_walkmesh(context, name, data, size, out));
}

enum wr_result wr_walkmesh_write(struct wr_context *context, const struct wr_walkmesh *mesh,
                                 struct wr_bytes *out)
{
    size_t size = out->size;
    wr_context_enter(context);
    enum wr_result result =
        wr_context_leave(context, wr_bwm_append(context, mesh, WR_NOWHERE, out));
    if (result != WR_OK)
        out->size = size;
    return result;
}
