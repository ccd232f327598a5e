/* Rebuilding a BWM file. A rebuilt file takes shape where it will stay: the tables of its mesh
 * lie in the output as the file has them, so that nothing is copied. */
#include "core/format/bwm.h"

#include "core/base/bytes.h"
#include "core/files/file.h"
#include "core/format/bwm_frame.h"
#include "core/walkmesh/tree.h"

#include <inttypes.h>
#include <string.h>

/* A rebuilt file takes shape where it will stay: the tables of its mesh lie in the output as
 * the file has them. It starts at a multiple of 4 and moves up at the end. */
struct image {
    struct wr_bytes *out;
    size_t start;
    struct wr_bwm_table old[WR_BWM_TABLES], all[WR_BWM_TABLES];
    uint64_t size;
    uint32_t moved; /* faces that are no longer where they were in the file */
};

/* Makes the image as large as the mesh's counts want and points the mesh's tables into it; what
 * they hold stays. */
static enum wr_result lay_out(struct wr_context *context, const struct wr_source *source,
                              struct image *image, struct wr_walkmesh *mesh)
{
    if (!wr_bwm_arrange(mesh, image->all, &image->size))
        return wr_bwm_fail_size(context, wr_at(source, WR_WHOLE_FILE), mesh, image->size);
    size_t lead = image->start - image->out->size;
    if (!wr_bytes_reserve(image->out, lead + (size_t)image->size))
        return wr_no_memory(context);
    uint8_t *at[WR_BWM_TABLES];
    for (int t = 0; t < WR_BWM_TABLES; t++)
        at[t] = image->out->data + image->start + image->all[t].offset;
    mesh->vertices = (void *)at[WR_BWM_VERTICES];
    mesh->faces = (void *)at[WR_BWM_FACES];
    mesh->materials = (void *)at[WR_BWM_MATERIALS];
    mesh->normals = (void *)at[WR_BWM_NORMALS];
    mesh->distances = (void *)at[WR_BWM_DISTANCES];
    mesh->nodes = (void *)at[WR_BWM_NODES];
    mesh->adjacency = (void *)at[WR_BWM_ADJACENCY];
    mesh->edges = (void *)at[WR_BWM_EDGES];
    mesh->perimeters = (void *)at[WR_BWM_PERIMETERS];
    return WR_OK;
}

/* All it can come to, at once: to grow would be to copy. */
static bool reserve(const struct image *image, const struct wr_walkmesh *mesh)
{
    struct wr_bwm_table all[WR_BWM_TABLES];
    struct wr_walkmesh most = *mesh;
    uint64_t size;
    if (mesh->kind == WR_WOK) {
        most.walkable_count = mesh->face_count;
        most.edge_count = most.perimeter_count = 3 * mesh->face_count;
    }
    return !wr_bwm_arrange(&most, all, &size) ||
           wr_bytes_reserve(image->out, image->start - image->out->size + (size_t)size);
}

static enum wr_result read_image(struct wr_context *context, const struct wr_bwm_input *input,
                                 struct image *image, struct wr_walkmesh *mesh,
                                 struct wr_marks *marks, uint32_t *dropped)
{
    const struct wr_source *source = &input->source;
    struct wr_bwm_table *all = image->old;
    enum wr_result result = wr_bwm_frame(context, source, all);
    if (result != WR_OK)
        return result;
    mesh->kind = wr_bwm_kind(source);
    mesh->vertex_count = all[WR_BWM_VERTICES].count;
    mesh->face_count = all[WR_BWM_FACES].count;
    mesh->node_count =
        mesh->kind == WR_WOK && mesh->face_count > 0 ? 2 * mesh->face_count - 1 : 0;
    if (!reserve(image, mesh))
        return wr_no_memory(context);
    result = lay_out(context, source, image, mesh);
    if (result != WR_OK)
        return result;
    result = wr_bwm_load_base(context, input, all, mesh);
    if (result == WR_OK)
        result = wr_bwm_check(context, source, all, mesh);
    if (result == WR_OK)
        result = wr_bwm_load_edges(context, input, all, mesh);
    return result == WR_OK ? wr_walkmesh_marks(context, mesh->arena, mesh, marks, dropped)
                           : result;
}

/* The file's own tree, which may be right where no face has moved; else there are no nodes. */
static enum wr_result load_tree(struct wr_context *context, const struct wr_bwm_input *input,
                                const struct image *image, struct wr_walkmesh *mesh)
{
    uint32_t count = mesh->node_count;
    bool fits = image->moved == 0 && count == image->old[WR_BWM_NODES].count;
    enum wr_result result =
        fits ? wr_bwm_load_nodes(context, input, image->old, WR_TREE_BEGIN, mesh) : WR_OK;
    fits = fits && result == WR_OK && wr_tree_begins(mesh);
    if (fits)
        result = wr_bwm_load_nodes(context, input, image->old, count, mesh);
    mesh->node_count = fits ? count : 0;
    return result;
}

/* Makes all derived tables; edges and perimeters first get the most room they can need. */
static enum wr_result fill_image(struct wr_context *context, const struct wr_bwm_input *input,
                                 struct image *image, struct wr_walkmesh *mesh,
                                 const struct wr_marks *marks, uint32_t *dropped)
{
    const struct wr_source *source = &input->source;
    mesh->edge_count = mesh->perimeter_count = 3 * mesh->walkable_count;
    enum wr_result result = lay_out(context, source, image, mesh);
    if (result == WR_OK)
        result = load_tree(context, input, image, mesh);
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
    wr_bwm_header(mesh, image->all, file);
    wr_words_little(file + WR_BWM_HEADER_SIZE, (size_t)(image->size - WR_BWM_HEADER_SIZE) / 4);
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

static enum wr_result rebuild(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_bwm_input *input, const wr_surfaces *surfaces,
                              struct wr_bytes *out, struct wr_rebuilt *report)
{
    struct wr_walkmesh mesh = {.arena = arena};
    struct image image = {.out = out, .start = (out->size + 3) / 4 * 4};
    struct wr_marks marks;
    uint32_t unlisted = 0, closed = 0;
    enum wr_result result = read_image(context, input, &image, &mesh, &marks, &unlisted);
    if (result != WR_OK)
        return result;
    uint64_t walkable = wr_walkmesh_walkable(&mesh, surfaces);
    image.moved = count_moved(&mesh, walkable);
    result = wr_walkmesh_sort(context, arena, &mesh, walkable, &marks);
    if (result == WR_OK)
        result = fill_image(context, input, &image, &mesh, &marks, &closed);
    if (result != WR_OK)
        return result;
    finish_image(&image, &mesh);
    *report = (struct wr_rebuilt){
        .faces = mesh.face_count, .reordered = image.moved, .dropped = unlisted + closed};
    return WR_OK;
}

enum wr_result wr_bwm_rebuild(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_source *source, const wr_surfaces *surfaces,
                              struct wr_bytes *out, struct wr_rebuilt *report)
{
    const struct wr_bwm_input input = {*source, false};
    return rebuild(context, arena, &input, surfaces, out, report);
}

enum wr_result wr_bwm_rebuild_file(struct wr_context *context, struct wr_arena *arena,
                                   const char *path, const wr_surfaces *surfaces,
                                   struct wr_bytes *out, struct wr_rebuilt *report)
{
    uint8_t head[WR_BWM_HEADER_SIZE];
    uint64_t total;
    size_t got;
    enum wr_result result = wr_file_head(context, path, head, sizeof head, &got, &total);
    struct wr_bwm_input input = {
        {.name = path, .data = head, .size = (size_t)total, .binary = true}, true};
    if (got < sizeof head)
        input.source.size = got;
    return result == WR_OK ? rebuild(context, arena, &input, surfaces, out, report) : result;
}
