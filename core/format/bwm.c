/* BWM V1.0, read as it is and written as it should be. Source: formats/bwm, 2. */
#include "core/format/bwm.h"

#include "core/base/bytes.h"
#include "core/base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { HEADER_SIZE = 136, MAGIC_SIZE = 8, TYPE_AT = 8, VECTORS_AT = 12, TABLES_AT = 72 };
enum { TYPE_PLACED = 0, TYPE_ROOM = 1 };

static const char magic[MAGIC_SIZE + 1] = "BWM V1.0";

/* In the order of the file. */
enum table_name {
    VERTICES,
    FACES,
    MATERIALS,
    NORMALS,
    DISTANCES,
    NODES,
    ADJACENCY,
    EDGES,
    PERIMETERS,
    TABLE_COUNT
};

static const struct {
    const char *name;
    uint32_t stride;
    uint32_t count_at, offset_at; /* where the header has them */
} tables[TABLE_COUNT] = {
    [VERTICES] = {"vertex", 12, 0x48, 0x4c},     [FACES] = {"face", 12, 0x50, 0x54},
    [MATERIALS] = {"material", 4, 0x50, 0x58},   [NORMALS] = {"normal", 12, 0x50, 0x5c},
    [DISTANCES] = {"distance", 4, 0x50, 0x60},   [NODES] = {"tree", 44, 0x64, 0x68},
    [ADJACENCY] = {"adjacency", 12, 0x70, 0x74}, [EDGES] = {"edge", 8, 0x78, 0x7c},
    [PERIMETERS] = {"perimeter", 4, 0x80, 0x84},
};

static_assert(sizeof(wr_vec3) == 12 && sizeof(wr_face) == 12 && sizeof(wr_edge) == 8 &&
                  sizeof(wr_tree_node) == 44,
              "tables are moved whole");

struct table {
    uint32_t count, offset;
};

static uint64_t table_size(const struct table *all, int t)
{
    return (uint64_t)all[t].count * tables[t].stride;
}

bool wr_bwm_recognise(const uint8_t *data, size_t size)
{
    return size >= MAGIC_SIZE && memcmp(data, magic, MAGIC_SIZE) == 0;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static uint32_t word_at(const struct wr_source *source, size_t offset)
{
    struct wr_reader reader = {source->data, source->size, offset, false};
    return wr_reader_u32(&reader);
}

static enum wr_result check_start(struct wr_context *context, const struct wr_source *source)
{
    if (!wr_bwm_recognise(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "bwm-magic", NULL,
                       "the file does not start with '%s'", magic);
    if (source->size < HEADER_SIZE)
        return wr_fail(context, WR_SYNTAX, wr_at(source, source->size), "bwm-truncated", NULL,
                       "the header takes %d bytes, the file has %zu", HEADER_SIZE,
                       source->size);
    uint32_t type = word_at(source, TYPE_AT);
    if (type != TYPE_ROOM && type != TYPE_PLACED)
        return wr_fail(context, WR_INVALID, wr_at(source, TYPE_AT), "bwm-type", NULL,
                       "the walkmesh type is %" PRIu32 ", not 0 or 1", type);
    return WR_OK;
}

static enum wr_result check_fit(struct wr_context *context, const struct wr_source *source,
                                const struct table *all, int t)
{
    if (all[t].count == 0)
        return WR_OK;
    struct wr_reader reader = {source->data, source->size, 0, false};
    wr_where where = wr_at(source, tables[t].offset_at);
    if (!wr_reader_fits(&reader, all[t].offset, all[t].count, tables[t].stride))
        return wr_fail(context, WR_SYNTAX, where, "bwm-truncated", NULL,
                       "the %s table takes %" PRIu64 " bytes from 0x%" PRIx32
                       ", the file has %zu",
                       tables[t].name, table_size(all, t), all[t].offset, source->size);
    if (all[t].offset < HEADER_SIZE)
        return wr_fail(context, WR_SYNTAX, where, "bwm-overlap", NULL,
                       "the %s table starts within the header", tables[t].name);
    return WR_OK;
}

static enum wr_result check_overlap(struct wr_context *context, const struct wr_source *source,
                                    const struct table *all)
{
    enum wr_result result = WR_OK;
    for (int a = 0; a < TABLE_COUNT; a++)
        for (int b = 0; b < a; b++)
            if (all[a].count > 0 && all[b].count > 0 &&
                all[a].offset < all[b].offset + table_size(all, b) &&
                all[b].offset < all[a].offset + table_size(all, a))
                result = wr_fail(context, WR_SYNTAX, wr_at(source, tables[a].offset_at),
                                 "bwm-overlap", NULL, "the %s and %s tables overlap",
                                 tables[b].name, tables[a].name);
    return result;
}

static enum wr_result check_counts(struct wr_context *context, const struct wr_source *source,
                                   const struct table *all)
{
    if (all[FACES].count > INT32_MAX / 3)
        return wr_fail(
            context, WR_LIMIT, wr_at(source, tables[FACES].count_at), "bwm-too-large", NULL,
            "%" PRIu32 " faces have more edges than a walkmesh can number", all[FACES].count);
    if (all[ADJACENCY].count > all[FACES].count)
        return wr_fail(context, WR_INVALID, wr_at(source, tables[ADJACENCY].count_at),
                       "bwm-adjacency-count", NULL,
                       "%" PRIu32 " faces are walkable, but there are only %" PRIu32 " faces",
                       all[ADJACENCY].count, all[FACES].count);
    return WR_OK;
}

static enum wr_result read_tables(struct wr_context *context, const struct wr_source *source,
                                  struct table *all)
{
    enum wr_result result = WR_OK;
    for (int t = 0; t < TABLE_COUNT; t++) {
        all[t].count = word_at(source, tables[t].count_at);
        all[t].offset = word_at(source, tables[t].offset_at);
        enum wr_result fit = check_fit(context, source, all, t);
        result = result == WR_OK ? fit : result;
    }
    if (result == WR_OK)
        result = check_overlap(context, source, all);
    if (result == WR_OK)
        result = check_counts(context, source, all);
    return result;
}

static enum wr_walkmesh_kind kind_of(const struct wr_source *source)
{
    if (word_at(source, TYPE_AT) == TYPE_ROOM)
        return WR_WOK;
    size_t length = source->name ? strlen(source->name) : 0;
    bool door = length >= 4 && wr_text_same(source->name + length - 4, ".dwk");
    return door ? WR_DWK : WR_PWK;
}

static void load(const struct wr_source *source, const struct table *all, int t, void *out)
{
    struct wr_reader reader = {source->data, source->size, all[t].offset, false};
    if (all[t].count > 0)
        wr_reader_words(&reader, out, (size_t)(table_size(all, t) / 4));
}

/* The header's own and, into tables that are there, vertices, faces and materials. */
static void load_base(const struct wr_source *source, const struct table *all,
                      struct wr_walkmesh *mesh)
{
    struct wr_reader reader = {source->data, source->size, VECTORS_AT, false};
    mesh->relative_hooks[0] = wr_reader_vec3(&reader);
    mesh->relative_hooks[1] = wr_reader_vec3(&reader);
    mesh->absolute_hooks[0] = wr_reader_vec3(&reader);
    mesh->absolute_hooks[1] = wr_reader_vec3(&reader);
    mesh->position = wr_reader_vec3(&reader);
    mesh->walkable_count = all[ADJACENCY].count;
    load(source, all, VERTICES, mesh->vertices);
    load(source, all, FACES, mesh->faces);
    load(source, all, MATERIALS, mesh->materials);
}

static bool load_edges(const struct wr_source *source, const struct table *all,
                       struct wr_walkmesh *mesh)
{
    mesh->edge_count = all[EDGES].count;
    mesh->edges = WR_TAKE(mesh->arena, wr_edge, mesh->edge_count);
    if (mesh->edges)
        load(source, all, EDGES, mesh->edges);
    return mesh->edges;
}

static bool load_derived(const struct wr_source *source, const struct table *all,
                         struct wr_walkmesh *mesh)
{
    mesh->node_count = all[NODES].count;
    mesh->perimeter_count = all[PERIMETERS].count;
    mesh->normals = WR_TAKE(mesh->arena, wr_vec3, mesh->face_count);
    mesh->distances = WR_TAKE(mesh->arena, float, mesh->face_count);
    mesh->nodes = WR_TAKE(mesh->arena, wr_tree_node, mesh->node_count);
    mesh->adjacency = wr_arena_take(mesh->arena, mesh->walkable_count, sizeof *mesh->adjacency);
    mesh->perimeters = WR_TAKE(mesh->arena, uint32_t, mesh->perimeter_count);
    if (!mesh->normals || !mesh->distances || !mesh->nodes || !mesh->adjacency ||
        !mesh->perimeters)
        return false;
    load(source, all, NORMALS, mesh->normals);
    load(source, all, DISTANCES, mesh->distances);
    load(source, all, NODES, mesh->nodes);
    load(source, all, ADJACENCY, mesh->adjacency);
    load(source, all, PERIMETERS, mesh->perimeters);
    return true;
}

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
                                     const struct table *all, const struct wr_walkmesh *mesh)
{
    if (all_finite(mesh->vertices, mesh->vertex_count))
        return WR_OK;
    uint32_t count = 0, first = 0;
    for (uint32_t v = mesh->vertex_count; v-- > 0;)
        if (!wr_vec3_finite(mesh->vertices[v])) {
            count++;
            first = v;
        }
    size_t at = all[VERTICES].offset + (size_t)first * tables[VERTICES].stride;
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
                                  const struct table *all, const struct wr_walkmesh *mesh)
{
    uint32_t count = 0, first = 0;
    for (uint32_t f = mesh->face_count; f-- > 0;)
        if (!face_in_range(mesh, f)) {
            count++;
            first = f;
        }
    if (count == 0)
        return WR_OK;
    size_t at = all[FACES].offset + (size_t)first * tables[FACES].stride;
    return wr_fail(context, WR_INVALID, wr_at(source, at), "bwm-vertex-index", NULL,
                   "%" PRIu32 " of %" PRIu32 " faces name a vertex beyond %" PRIu32
                   ", first face %" PRIu32,
                   count, mesh->face_count, mesh->vertex_count, first);
}

static enum wr_result check_content(struct wr_context *context, const struct wr_source *source,
                                    const struct table *all, const struct wr_walkmesh *mesh)
{
    enum wr_result vectors = check_header_vectors(context, source, mesh);
    enum wr_result vertices = check_vertices(context, source, all, mesh);
    enum wr_result faces = check_faces(context, source, all, mesh);
    bool fine = vectors == WR_OK && vertices == WR_OK && faces == WR_OK;
    return fine ? WR_OK : WR_INVALID;
}

static enum wr_result read_frame(struct wr_context *context, const struct wr_source *source,
                                 struct table *all)
{
    enum wr_result result = check_start(context, source);
    return result == WR_OK ? read_tables(context, source, all) : result;
}

enum wr_result wr_bwm_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_walkmesh **out)
{
    struct table all[TABLE_COUNT];
    enum wr_result result = read_frame(context, source, all);
    if (result != WR_OK)
        return result;
    struct wr_walkmesh *mesh =
        wr_walkmesh_new(arena, kind_of(source), all[VERTICES].count, all[FACES].count);
    if (!mesh)
        return wr_no_memory(context);
    load_base(source, all, mesh);
    result = check_content(context, source, all, mesh);
    if (result != WR_OK)
        return result;
    if (!load_edges(source, all, mesh) || !load_derived(source, all, mesh))
        return wr_no_memory(context);
    *out = mesh;
    return WR_OK;
}

/* ---- Writing ----------------------------------------------------------------------------- */

/* Lays the tables out back to back; false when the file would pass what offsets can say. */
static bool arrange(const struct wr_walkmesh *mesh, struct table *all, uint64_t *size)
{
    const uint32_t counts[TABLE_COUNT] = {
        [VERTICES] = mesh->vertex_count,      [FACES] = mesh->face_count,
        [MATERIALS] = mesh->face_count,       [NORMALS] = mesh->face_count,
        [DISTANCES] = mesh->face_count,       [NODES] = mesh->node_count,
        [ADJACENCY] = mesh->walkable_count,   [EDGES] = mesh->edge_count,
        [PERIMETERS] = mesh->perimeter_count,
    };
    uint64_t at = HEADER_SIZE;
    for (int t = 0; t < TABLE_COUNT; t++) {
        bool nowhere = counts[t] == 0 && mesh->kind != WR_WOK;
        all[t] = (struct table){counts[t], nowhere ? 0 : (uint32_t)at};
        at += table_size(all, t);
    }
    *size = at;
    return at <= UINT32_MAX;
}

static void make_header(const struct wr_walkmesh *mesh, const struct table *all,
                        uint8_t out[HEADER_SIZE])
{
    uint32_t words[HEADER_SIZE / 4] = {0};
    memcpy(words, magic, MAGIC_SIZE);
    words[TYPE_AT / 4] = mesh->kind == WR_WOK ? TYPE_ROOM : TYPE_PLACED;
    memcpy(words + 3, mesh->relative_hooks, sizeof mesh->relative_hooks);
    memcpy(words + 9, mesh->absolute_hooks, sizeof mesh->absolute_hooks);
    memcpy(words + 15, &mesh->position, sizeof mesh->position);
    for (int t = 0; t < TABLE_COUNT; t++) {
        words[tables[t].count_at / 4] = all[t].count;
        words[tables[t].offset_at / 4] = all[t].offset;
    }
    wr_words_little(words + TYPE_AT / 4, (HEADER_SIZE - TYPE_AT) / 4);
    memcpy(out, words, HEADER_SIZE);
}

void wr_bwm_write(const struct wr_walkmesh *mesh, struct wr_bytes *out)
{
    struct table all[TABLE_COUNT];
    uint8_t header[HEADER_SIZE];
    uint64_t size;
    if (!arrange(mesh, all, &size)) {
        out->failed = true;
        return;
    }
    const void *const data[TABLE_COUNT] = {
        [VERTICES] = mesh->vertices,     [FACES] = mesh->faces,
        [MATERIALS] = mesh->materials,   [NORMALS] = mesh->normals,
        [DISTANCES] = mesh->distances,   [NODES] = mesh->nodes,
        [ADJACENCY] = mesh->adjacency,   [EDGES] = mesh->edges,
        [PERIMETERS] = mesh->perimeters,
    };
    if (!wr_bytes_reserve(out, (size_t)size))
        return;
    make_header(mesh, all, header);
    wr_bytes_add(out, header, HEADER_SIZE);
    for (int t = 0; t < TABLE_COUNT; t++)
        wr_bytes_words(out, data[t], (size_t)(table_size(all, t) / 4));
}

/* ---- Rebuilding ---------------------------------------------------------------------------
 */

/* A rebuilt file takes shape where it will stay: the tables of its mesh lie in the output as
 * the file has them. It starts at a multiple of 4 and moves up at the end. */
struct image {
    struct wr_bytes *out;
    size_t start;
    struct table all[TABLE_COUNT];
    uint64_t size;
};

/* Makes the image as large as the mesh's counts want and points the mesh's tables into it; what
 * they hold stays. */
static enum wr_result lay_out(struct wr_context *context, const struct wr_source *source,
                              struct image *image, struct wr_walkmesh *mesh)
{
    if (!arrange(mesh, image->all, &image->size))
        return wr_fail(context, WR_LIMIT, wr_at(source, WR_WHOLE_FILE), "bwm-too-large", NULL,
                       "the rebuilt file could take %" PRIu64 " bytes", image->size);
    size_t lead = image->start - image->out->size;
    if (!wr_bytes_reserve(image->out, lead + (size_t)image->size))
        return wr_no_memory(context);
    uint8_t *at[TABLE_COUNT];
    for (int t = 0; t < TABLE_COUNT; t++)
        at[t] = image->out->data + image->start + image->all[t].offset;
    mesh->vertices = (void *)at[VERTICES];
    mesh->faces = (void *)at[FACES];
    mesh->materials = (void *)at[MATERIALS];
    mesh->normals = (void *)at[NORMALS];
    mesh->distances = (void *)at[DISTANCES];
    mesh->nodes = (void *)at[NODES];
    mesh->adjacency = (void *)at[ADJACENCY];
    mesh->edges = (void *)at[EDGES];
    mesh->perimeters = (void *)at[PERIMETERS];
    return WR_OK;
}

static enum wr_result read_image(struct wr_context *context, const struct wr_source *source,
                                 struct image *image, struct wr_walkmesh *mesh,
                                 struct wr_marks *marks, uint32_t *dropped)
{
    struct table all[TABLE_COUNT];
    enum wr_result result = read_frame(context, source, all);
    if (result != WR_OK)
        return result;
    mesh->kind = kind_of(source);
    mesh->vertex_count = all[VERTICES].count;
    mesh->face_count = all[FACES].count;
    result = lay_out(context, source, image, mesh);
    if (result != WR_OK)
        return result;
    load_base(source, all, mesh);
    result = check_content(context, source, all, mesh);
    if (result != WR_OK)
        return result;
    if (!load_edges(source, all, mesh))
        return wr_no_memory(context);
    return wr_walkmesh_marks(context, mesh->arena, mesh, marks, dropped);
}

/* Makes all derived tables; edges and perimeters first get the most room they can need. */
static enum wr_result fill_image(struct wr_context *context, const struct wr_source *source,
                                 struct image *image, struct wr_walkmesh *mesh,
                                 const struct wr_marks *marks, uint32_t *dropped)
{
    bool room = mesh->kind == WR_WOK;
    mesh->node_count = room && mesh->face_count > 0 ? 2 * mesh->face_count - 1 : 0;
    mesh->edge_count = mesh->perimeter_count = 3 * mesh->walkable_count;
    enum wr_result result = lay_out(context, source, image, mesh);
    if (result == WR_OK)
        result = wr_walkmesh_fill(context, mesh->arena, mesh, marks,
                                  wr_at(source, WR_WHOLE_FILE), dropped);
    if (result != WR_OK)
        return result;
    const uint32_t *perimeters = mesh->perimeters;
    result = lay_out(context, source, image, mesh);
    if (result == WR_OK)
        memmove(mesh->perimeters, perimeters, mesh->perimeter_count * sizeof *perimeters);
    return result;
}

static void finish_image(struct image *image, const struct wr_walkmesh *mesh)
{
    uint8_t *file = image->out->data + image->start;
    make_header(mesh, image->all, file);
    wr_words_little(file + HEADER_SIZE, (size_t)(image->size - HEADER_SIZE) / 4);
    if (image->start != image->out->size)
        memmove(image->out->data + image->out->size, file, (size_t)image->size);
    image->out->size += (size_t)image->size;
}

/* How many faces a stable sort by walkability moves: all from the first blocking face to the
 * last walkable one. */
static uint32_t count_moved(const struct wr_walkmesh *mesh, uint64_t walkable)
{
    uint32_t first = 0, end = mesh->face_count;
    while (first < end && wr_material_in(walkable, mesh->materials[first]))
        first++;
    while (end > first && !wr_material_in(walkable, mesh->materials[end - 1]))
        end--;
    return mesh->kind == WR_WOK ? end - first : 0;
}

enum wr_result wr_bwm_rebuild(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_source *source, const wr_surfaces *surfaces,
                              struct wr_bytes *out, struct wr_rebuilt *report)
{
    struct wr_walkmesh mesh = {.arena = arena};
    struct image image = {.out = out, .start = (out->size + 3) / 4 * 4};
    struct wr_marks marks;
    uint32_t unlisted, closed;
    enum wr_result result = read_image(context, source, &image, &mesh, &marks, &unlisted);
    if (result != WR_OK)
        return result;
    uint64_t walkable = wr_walkmesh_walkable(&mesh, surfaces);
    uint32_t moved = count_moved(&mesh, walkable);
    result = wr_walkmesh_sort(context, arena, &mesh, walkable, &marks);
    if (result == WR_OK)
        result = fill_image(context, source, &image, &mesh, &marks, &closed);
    if (result != WR_OK)
        return result;
    finish_image(&image, &mesh);
    *report = (struct wr_rebuilt){mesh.face_count, moved, unlisted + closed};
    return WR_OK;
}
