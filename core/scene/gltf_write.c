/* Writing glTF: one buffer, a view and an accessor for each array, and the JSON that tells of
 * them. */
#include "core/scene/gltf.h"

#include "core/base/text.h"
#include "core/text/base64.h"
#include "core/text/dump.h"

#include <string.h>

enum {
    UNSIGNED_SHORT = 5123,
    UNSIGNED_INT = 5125,
    FLOAT = 5126,
    ARRAYS = 34962,
    INDICES = 34963,
    MOST_SHORT = 65535, /* as an index it would end a strip */
};

/* What a part has; an accessor each. */
enum slot { POINTS, NORMALS, UVS, COLOURS, TRIANGLES, SLOTS };

struct accessor {
    size_t at, size; /* in the buffer */
    uint32_t count, columns, component;
    const wr_vec3 *points; /* whose box it tells; or NULL */
};

struct part {
    uint32_t accessors[SLOTS]; /* UINT32_MAX: none */
};

struct writing {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_scene *scene;
    struct wr_bytes buffer;
    struct accessor *accessors;
    uint32_t accessor_count;
    struct part *parts;  /* of all meshes, mesh after mesh */
    size_t *images;      /* where each starts in the buffer */
    uint32_t *materials; /* their numbers in the file; UINT32_MAX: nothing is made of them */
    struct wr_dump dump;
};

/* ---- The buffer ----------------------------------------------------------------------------
 */

static void align(struct wr_bytes *out, char with)
{
    while (out->size % 4 != 0)
        wr_bytes_char(out, with);
}

static uint32_t add(struct writing *w, size_t at, uint32_t count, uint32_t columns,
                    uint32_t component, const wr_vec3 *points)
{
    w->accessors[w->accessor_count] =
        (struct accessor){at, w->buffer.size - at, count, columns, component, points};
    align(&w->buffer, '\0');
    return w->accessor_count++;
}

static void add_vector(struct writing *w, wr_vec3 v)
{
    wr_bytes_f32(&w->buffer, v.x + 0.0f);
    wr_bytes_f32(&w->buffer, v.z + 0.0f);
    wr_bytes_f32(&w->buffer, 0.0f - v.y);
}

static uint32_t add_points(struct writing *w, const wr_scene_part *part)
{
    size_t at = w->buffer.size;
    for (uint32_t i = 0; i < part->point_count; i++)
        add_vector(w, part->points[i]);
    return add(w, at, part->point_count, 3, FLOAT, part->points);
}

static uint32_t add_normals(struct writing *w, const wr_scene_part *part)
{
    size_t at = w->buffer.size;
    for (uint32_t i = 0; i < part->point_count; i++) {
        wr_dvec3 normal = wr_widen(part->normals[i]);
        double size = wr_length(normal);
        bool fine = size > 0 && isfinite(size);
        add_vector(w, fine ? wr_narrow(wr_scale(normal, 1 / size)) : wr_vec3_of(0, 0, 1));
    }
    return add(w, at, part->point_count, 3, FLOAT, NULL);
}

static uint32_t add_uvs(struct writing *w, const wr_scene_part *part)
{
    size_t at = w->buffer.size;
    for (uint32_t i = 0; i < part->point_count; i++) {
        wr_bytes_f32(&w->buffer, part->uvs[i][0]);
        wr_bytes_f32(&w->buffer, (float)(1 - (double)part->uvs[i][1]));
    }
    return add(w, at, part->point_count, 2, FLOAT, NULL);
}

static uint32_t add_colours(struct writing *w, const wr_scene_part *part)
{
    size_t at = w->buffer.size;
    wr_bytes_words(&w->buffer, part->colours, 4 * (size_t)part->point_count);
    return add(w, at, part->point_count, 4, FLOAT, NULL);
}

static uint32_t add_triangles(struct writing *w, const wr_scene_part *part)
{
    size_t at = w->buffer.size;
    bool small = part->point_count <= MOST_SHORT;
    if (!small)
        wr_bytes_words(&w->buffer, part->triangles, 3 * (size_t)part->triangle_count);
    for (uint32_t i = 0; small && i < part->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            wr_bytes_u16(&w->buffer, (uint16_t)part->triangles[i][k]);
    return add(w, at, 3 * part->triangle_count, 1, small ? UNSIGNED_SHORT : UNSIGNED_INT, NULL);
}

/* Arrays that the part before has, too, are not written twice. */
static void add_part(struct writing *w, const wr_scene_part *part, const wr_scene_part *before,
                     struct part *out)
{
    const struct part *was = before ? out - 1 : NULL;
    bool same = before && before->points == part->points && before->normals == part->normals &&
                before->uvs == part->uvs && before->colours == part->colours;
    if (same)
        *out = *was;
    else
        out->accessors[POINTS] = add_points(w, part);
    if (!same) {
        out->accessors[NORMALS] = part->normals ? add_normals(w, part) : UINT32_MAX;
        out->accessors[UVS] = part->uvs ? add_uvs(w, part) : UINT32_MAX;
        out->accessors[COLOURS] = part->colours ? add_colours(w, part) : UINT32_MAX;
    }
    out->accessors[TRIANGLES] = add_triangles(w, part);
}

static enum wr_result fill_buffer(struct writing *w)
{
    const struct wr_scene *scene = w->scene;
    size_t count = 0;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        count += scene->meshes[i].part_count;
    w->parts = WR_TAKE(w->arena, struct part, count);
    w->accessors = WR_TAKE(w->arena, struct accessor, SLOTS * count);
    w->images = WR_TAKE(w->arena, size_t, scene->image_count);
    if (!w->parts || !w->accessors || !w->images)
        return wr_no_memory(w->context);
    struct part *part = w->parts;
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        for (uint32_t k = 0; k < scene->meshes[i].part_count; k++) {
            const wr_scene_part *from = &scene->meshes[i].parts[k];
            if (wr_context_stopped(w->context))
                return WR_STOPPED;
            add_part(w, from, k > 0 ? from - 1 : NULL, part++);
        }
    for (uint32_t i = 0; i < scene->image_count; i++) {
        w->images[i] = w->buffer.size;
        wr_bytes_add(&w->buffer, scene->images[i].data, scene->images[i].size);
        align(&w->buffer, '\0');
    }
    return w->buffer.failed ? wr_no_memory(w->context) : WR_OK;
}

static enum wr_result number_materials(struct writing *w)
{
    const struct wr_scene *scene = w->scene;
    uint32_t count = 0;
    w->materials = WR_TAKE(w->arena, uint32_t, scene->material_count);
    if (!w->materials)
        return wr_no_memory(w->context);
    memset(w->materials, 0xff, sizeof *w->materials * scene->material_count);
    for (uint32_t i = 0; i < scene->mesh_count; i++)
        for (uint32_t k = 0; k < scene->meshes[i].part_count; k++)
            if (scene->meshes[i].parts[k].material != WR_SCENE_NONE)
                w->materials[scene->meshes[i].parts[k].material] = 0;
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (w->materials[i] == 0)
            w->materials[i] = count++;
    return WR_OK;
}

/* ---- The JSON: buffers ---------------------------------------------------------------------
 */

static void dump_box(struct wr_dump *dump, const struct accessor *accessor)
{
    wr_box box = wr_box_empty();
    for (uint32_t i = 0; i < accessor->count; i++)
        box = wr_box_add(box, accessor->points[i]);
    wr_dump_vec3(dump, "min", (wr_vec3){box.min.x + 0.0f, box.min.z + 0.0f, 0.0f - box.max.y});
    wr_dump_vec3(dump, "max", (wr_vec3){box.max.x + 0.0f, box.max.z + 0.0f, 0.0f - box.min.y});
}

static void dump_accessors(struct writing *w)
{
    static const char *const types[] = {NULL, "SCALAR", "VEC2", "VEC3", "VEC4"};
    struct wr_dump *dump = &w->dump;
    if (w->accessor_count == 0)
        return;
    wr_dump_list(dump, "accessors");
    for (uint32_t i = 0; i < w->accessor_count; i++) {
        const struct accessor *accessor = &w->accessors[i];
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "bufferView", i);
        wr_dump_count(dump, "componentType", accessor->component);
        wr_dump_count(dump, "count", accessor->count);
        wr_dump_text(dump, "type", types[accessor->columns]);
        if (accessor->points)
            dump_box(dump, accessor);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_view(struct wr_dump *dump, size_t at, size_t size, uint32_t target)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "buffer", 0);
    wr_dump_count(dump, "byteOffset", at);
    wr_dump_count(dump, "byteLength", size);
    if (target)
        wr_dump_count(dump, "target", target);
    wr_dump_object_end(dump);
}

static void dump_views(struct writing *w)
{
    if (w->buffer.size == 0)
        return;
    wr_dump_list(&w->dump, "bufferViews");
    for (uint32_t i = 0; i < w->accessor_count; i++)
        dump_view(&w->dump, w->accessors[i].at, w->accessors[i].size,
                  w->accessors[i].columns == 1 ? INDICES : ARRAYS);
    for (uint32_t i = 0; i < w->scene->image_count; i++)
        dump_view(&w->dump, w->images[i], w->scene->images[i].size, 0);
    wr_dump_list_end(&w->dump);
}

static enum wr_result dump_buffer(struct writing *w, bool binary)
{
    struct wr_bytes uri = {0};
    enum wr_result result = WR_OK;
    if (w->buffer.size == 0)
        return WR_OK;
    wr_dump_list(&w->dump, "buffers");
    wr_dump_object(&w->dump, NULL);
    wr_dump_count(&w->dump, "byteLength", w->buffer.size);
    if (!binary) {
        wr_bytes_text(&uri, "data:application/octet-stream;base64,");
        wr_base64_encode(&uri, w->buffer.data, w->buffer.size);
        wr_bytes_char(&uri, '\0');
        result = uri.failed ? wr_no_memory(w->context) : WR_OK;
        if (result == WR_OK)
            wr_dump_text(&w->dump, "uri", (const char *)uri.data);
        wr_bytes_finish(&uri);
    }
    wr_dump_object_end(&w->dump);
    wr_dump_list_end(&w->dump);
    return result;
}

/* ---- The JSON: looks -----------------------------------------------------------------------
 */

static void dump_images(struct writing *w)
{
    const struct wr_scene *scene = w->scene;
    struct wr_dump *dump = &w->dump;
    if (scene->image_count == 0)
        return;
    wr_dump_list(dump, "images");
    for (uint32_t i = 0; i < scene->image_count; i++) {
        bool jpeg = scene->images[i].size > 2 && scene->images[i].data[0] == 0xff;
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "bufferView", (uint64_t)w->accessor_count + i);
        wr_dump_text(dump, "mimeType", jpeg ? "image/jpeg" : "image/png");
        wr_dump_text(dump, "name", scene->images[i].name);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
    wr_dump_list(dump, "textures");
    for (uint32_t i = 0; i < scene->image_count; i++) {
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "source", i);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_look(struct wr_dump *dump, const wr_scene_material *material)
{
    wr_dump_object(dump, "pbrMetallicRoughness");
    wr_dump_list(dump, "baseColorFactor");
    for (int i = 0; i < 4; i++)
        wr_dump_number(dump, NULL, material->colour[i]);
    wr_dump_list_end(dump);
    if (material->image != WR_SCENE_NONE) {
        wr_dump_object(dump, "baseColorTexture");
        wr_dump_count(dump, "index", material->image);
        wr_dump_object_end(dump);
    }
    wr_dump_number(dump, "metallicFactor", 0);
    wr_dump_object_end(dump);
}

static void dump_materials(struct writing *w)
{
    const struct wr_scene *scene = w->scene;
    struct wr_dump *dump = &w->dump;
    bool any = false;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const wr_scene_material *material = &scene->materials[i];
        if (w->materials[i] == UINT32_MAX)
            continue;
        if (!any)
            wr_dump_list(dump, "materials");
        any = true;
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "name", material->name);
        dump_look(dump, material);
        if (material->clear)
            wr_dump_text(dump, "alphaMode", "BLEND");
        wr_dump_bool(dump, "doubleSided", true);
        wr_dump_object_end(dump);
    }
    if (any)
        wr_dump_list_end(dump);
}

/* ---- The JSON: meshes ----------------------------------------------------------------------
 */

static void dump_part(struct writing *w, const wr_scene_part *part, const struct part *where)
{
    struct wr_dump *dump = &w->dump;
    static const char *const names[] = {"POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0"};
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_object(dump, "attributes");
    for (int i = POINTS; i < TRIANGLES; i++)
        if (where->accessors[i] != UINT32_MAX)
            wr_dump_count(dump, names[i], where->accessors[i]);
    wr_dump_object_end(dump);
    wr_dump_count(dump, "indices", where->accessors[TRIANGLES]);
    if (part->material != WR_SCENE_NONE)
        wr_dump_count(dump, "material", w->materials[part->material]);
    wr_dump_object_end(dump);
}

static void dump_links(struct wr_dump *dump, const wr_scene_mesh *mesh)
{
    if (mesh->link_count == 0)
        return;
    wr_dump_row(dump);
    wr_dump_object(dump, "extras");
    wr_dump_list(dump, "warren_links");
    for (uint32_t i = 0; i < 2 * mesh->link_count; i++)
        wr_dump_count(dump, NULL, mesh->links[i]);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

static void dump_meshes(struct writing *w)
{
    const struct wr_scene *scene = w->scene;
    struct wr_dump *dump = &w->dump;
    const struct part *part = w->parts;
    if (scene->mesh_count == 0)
        return;
    wr_dump_list(dump, "meshes");
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const wr_scene_mesh *mesh = &scene->meshes[i];
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "name", mesh->name);
        wr_dump_list(dump, "primitives");
        for (uint32_t k = 0; k < mesh->part_count; k++)
            dump_part(w, &mesh->parts[k], part++);
        wr_dump_list_end(dump);
        dump_links(dump, mesh);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

/* ---- The JSON: nodes -----------------------------------------------------------------------
 */

static bool is_none(const wr_affine *affine)
{
    wr_affine none = wr_affine_none();
    for (int i = 0; i < 12; i++)
        if (affine->m[i / 4][i % 4] != none.m[i / 4][i % 4])
            return false;
    return true;
}

static bool only_moves(const wr_affine *affine)
{
    wr_affine still = *affine;
    for (int i = 0; i < 3; i++)
        still.m[i][3] = 0;
    return is_none(&still);
}

/* Z up becomes Y up, column after column. */
static void dump_pose(struct wr_dump *dump, const wr_affine *affine)
{
    static const int from[] = {0, 2, 1, 3};
    static const double sign[] = {1, 1, -1, 1};
    if (is_none(affine))
        return;
    if (only_moves(affine)) {
        wr_dump_vec3(dump, "translation",
                     (wr_vec3){(float)affine->m[0][3], (float)affine->m[2][3],
                               (float)(0 - affine->m[1][3])});
        return;
    }
    wr_dump_list(dump, "matrix");
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 4; i++)
            wr_dump_number(
                dump, NULL,
                i == 3 ? (float)(k == 3)
                       : (float)(sign[i] * sign[k] * affine->m[from[i]][from[k]] + 0.0));
    wr_dump_list_end(dump);
}

static void dump_extras(struct wr_dump *dump, const wr_scene_node *node)
{
    if (node->extra_count == 0)
        return;
    wr_dump_object(dump, "extras");
    for (uint32_t i = 0; i < node->extra_count; i++)
        if (node->extras[i].text)
            wr_dump_text(dump, node->extras[i].key, node->extras[i].text);
        else
            wr_dump_number(dump, node->extras[i].key, (float)node->extras[i].number);
    wr_dump_object_end(dump);
}

static void dump_node(struct writing *w, uint32_t node, const uint32_t *first,
                      const uint32_t *next)
{
    const wr_scene_node *from = &w->scene->nodes[node];
    struct wr_dump *dump = &w->dump;
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", from->name);
    dump_pose(dump, &from->own);
    if (from->mesh != WR_SCENE_NONE)
        wr_dump_count(dump, "mesh", from->mesh);
    if (first[node] != UINT32_MAX) {
        wr_dump_list(dump, "children");
        for (uint32_t child = first[node]; child != UINT32_MAX; child = next[child])
            wr_dump_count(dump, NULL, child);
        wr_dump_list_end(dump);
    }
    dump_extras(dump, from);
    wr_dump_object_end(dump);
}

static enum wr_result dump_nodes(struct writing *w)
{
    const struct wr_scene *scene = w->scene;
    struct wr_dump *dump = &w->dump;
    uint32_t *first = WR_TAKE(w->arena, uint32_t, (size_t)scene->node_count + 1);
    uint32_t *next = WR_TAKE(w->arena, uint32_t, scene->node_count);
    if (!first || !next)
        return wr_no_memory(w->context);
    memset(first, 0xff, sizeof *first * ((size_t)scene->node_count + 1));
    for (uint32_t i = scene->node_count; i-- > 0;) {
        uint32_t parent = scene->nodes[i].parent;
        uint32_t *list = &first[parent == WR_SCENE_NONE ? scene->node_count : parent];
        next[i] = *list;
        *list = i;
    }
    if (scene->node_count > 0) {
        wr_dump_list(dump, "nodes");
        for (uint32_t i = 0; i < scene->node_count; i++)
            dump_node(w, i, first, next);
        wr_dump_list_end(dump);
    }
    wr_dump_count(dump, "scene", 0);
    wr_dump_list(dump, "scenes");
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    if (scene->node_count > 0)
        wr_dump_list(dump, "nodes");
    for (uint32_t root = first[scene->node_count]; root != UINT32_MAX; root = next[root])
        wr_dump_count(dump, NULL, root);
    if (scene->node_count > 0)
        wr_dump_list_end(dump);
    wr_dump_object_end(dump);
    wr_dump_list_end(dump);
    return WR_OK;
}

/* ---- The file ------------------------------------------------------------------------------
 */

static enum wr_result write_json(struct writing *w, bool binary, struct wr_bytes *out)
{
    struct wr_dump *dump = &w->dump;
    wr_dump_start(dump, out, true);
    dump->context = w->context;
    wr_dump_row(dump);
    wr_dump_object(dump, "asset");
    wr_dump_text(dump, "version", "2.0");
    wr_dump_text(dump, "generator", "Warren");
    wr_dump_object_end(dump);
    enum wr_result result = dump_nodes(w);
    if (result != WR_OK)
        return result;
    dump_meshes(w);
    dump_materials(w);
    dump_images(w);
    dump_accessors(w);
    dump_views(w);
    result = dump_buffer(w, binary);
    wr_dump_end(dump);
    return result == WR_OK && out->failed ? wr_no_memory(w->context) : result;
}

static enum wr_result write_container(struct writing *w, struct wr_bytes *json,
                                      struct wr_bytes *out)
{
    size_t start = out->size;
    align(json, ' ');
    uint64_t size =
        12 + 8 + (uint64_t)json->size + (w->buffer.size > 0 ? 8 + (uint64_t)w->buffer.size : 0);
    if (size > UINT32_MAX)
        return wr_fail(w->context, WR_LIMIT, WR_NOWHERE, "gltf-large",
                       "take fewer rooms at once", "the scene passes the 4 GiB of a .glb");
    wr_bytes_text(out, "glTF");
    wr_bytes_u32(out, 2);
    wr_bytes_u32(out, (uint32_t)size);
    wr_bytes_u32(out, (uint32_t)json->size);
    wr_bytes_text(out, "JSON");
    wr_bytes_add(out, json->data, json->size);
    if (w->buffer.size > 0) {
        wr_bytes_u32(out, (uint32_t)w->buffer.size);
        wr_bytes_add(out, "BIN\0", 4);
        wr_bytes_add(out, w->buffer.data, w->buffer.size);
    }
    if (json->failed || out->failed)
        out->size = start;
    return json->failed || out->failed ? wr_no_memory(w->context) : WR_OK;
}

enum wr_result wr_gltf_write(struct wr_context *context, const struct wr_scene *scene,
                             bool binary, struct wr_bytes *out)
{
    struct writing w = {.context = context, .arena = wr_arena_create(), .scene = scene};
    struct wr_bytes json = {0};
    enum wr_result result = w.arena ? number_materials(&w) : wr_no_memory(context);
    if (result == WR_OK)
        result = fill_buffer(&w);
    if (result == WR_OK)
        result = write_json(&w, binary, binary ? &json : out);
    if (result == WR_OK && binary)
        result = write_container(&w, &json, out);
    wr_bytes_finish(&json);
    wr_bytes_finish(&w.buffer);
    wr_arena_destroy(w.arena);
    return result;
}
