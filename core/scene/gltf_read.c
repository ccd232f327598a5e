/* Reading glTF: the file, its lists, meshes, materials and the tree of nodes. */
#include "core/scene/gltf_reading.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <string.h>

enum { GLB_HEAD = 12, CHUNK_HEAD = 8, CHUNK_JSON = 0x4e4f534a, CHUNK_REST = 0x004e4942 };

/* ---- Lists ---------------------------------------------------------------------------------
 */

static const char *const LIST_KEYS[GLTF_KINDS] = {
    "accessors", "bufferViews", "buffers", "images", "textures",
    "materials", "meshes",      "nodes",   "scenes",
};

static bool find_list(struct gltf *gltf, enum gltf_kind kind)
{
    bool ok = true;
    struct gltf_list *list = &gltf->lists[kind];
    wr_json *json =
        wr_json_get(gltf->context, gltf->root, LIST_KEYS[kind], WR_JSON_LIST, false, &ok);
    uint32_t count = json ? json->count : 0;
    list->items = WR_TAKE(gltf->arena, wr_json *, count);
    if (!list->items)
        return wr_gltf_starve(gltf);
    for (wr_json *item = json ? json->first : NULL; item; item = item->next) {
        if (item->kind != WR_JSON_OBJECT)
            ok = wr_gltf_fail(gltf, WR_INVALID, item, "gltf-reference", NULL, "is no object");
        list->items[list->count++] = item;
        if (wr_gltf_full(gltf))
            break;
    }
    return wr_gltf_keep(gltf, ok);
}

/* ---- The head ------------------------------------------------------------------------------
 */

static bool check_version(struct gltf *gltf)
{
    bool ok = true;
    const char *version = "";
    wr_json *asset = wr_json_get(gltf->context, gltf->root, "asset", WR_JSON_OBJECT, true, &ok);
    if (!asset || !wr_json_get_text(gltf->context, asset, "version", true, &version, &ok))
        return wr_gltf_keep(gltf, ok) && false;
    return strncmp(version, "2.", 2) == 0 ||
           wr_gltf_fail(gltf, WR_INVALID, wr_json_find(asset, "version"), "gltf-version",
                        "export it as glTF 2.0", "is of another glTF than 2.0");
}

/* Extensions without which a mesh or its place cannot be had; all others change looks only. */
static bool check_extensions(struct gltf *gltf)
{
    static const char *const needed[] = {"KHR_draco_mesh_compression",
                                         "EXT_meshopt_compression", "EXT_mesh_gpu_instancing"};
    wr_json *list = wr_json_find(gltf->root, "extensionsRequired");
    bool fine = true;
    for (wr_json *item = list ? list->first : NULL; item; item = item->next)
        for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
            if (item->kind == WR_JSON_STRING && strcmp(item->text, needed[i]) == 0)
                fine = wr_gltf_fail(gltf, WR_INVALID, item, "gltf-extension",
                                    "export it without compression and instancing",
                                    "packs meshes in a way that is not read here");
    return fine;
}

/* ---- Materials and images ------------------------------------------------------------------
 */

/* "stone" of "textures/stone.png". */
static const char *stem_of(struct gltf *gltf, const char *path)
{
    const char *name = wr_path_name(path), *dot = strrchr(name, '.');
    return wr_arena_text(gltf->arena, name, dot ? (size_t)(dot - name) : strlen(name));
}

static bool read_image(struct gltf *gltf, wr_json *object, wr_scene_image *out)
{
    struct gltf_bytes bytes = {0};
    wr_json *uri = wr_json_find(object, "uri");
    uint32_t view;
    out->name = wr_gltf_name(gltf, object);
    if (uri && uri->kind == WR_JSON_STRING) {
        if (!wr_gltf_resolve(gltf, uri, &bytes, &out->path))
            return false;
        if (out->path && *out->name == '\0')
            out->name = stem_of(gltf, out->path);
        if (!out->name)
            return wr_gltf_starve(gltf);
    } else if (wr_gltf_index(gltf, object, "bufferView", GLTF_VIEWS, false, &view)) {
        if (!wr_gltf_view(gltf, view, &bytes))
            return false;
    }
    out->data = bytes.data;
    out->size = bytes.size;
    return true;
}

static bool read_images(struct gltf *gltf)
{
    struct gltf_list *list = &gltf->lists[GLTF_IMAGES];
    gltf->scene->images = WR_ZERO(gltf->arena, wr_scene_image, list->count);
    if (!gltf->scene->images)
        return wr_gltf_starve(gltf);
    gltf->scene->image_count = list->count;
    for (uint32_t i = 0; i < list->count && !wr_gltf_full(gltf); i++)
        read_image(gltf, list->items[i], &gltf->scene->images[i]);
    return true;
}

static void read_look(struct gltf *gltf, wr_json *looks, wr_scene_material *out)
{
    double colour[4] = {1, 1, 1, 1};
    uint32_t texture;
    wr_json *base = looks ? wr_json_find(looks, "baseColorTexture") : NULL;
    if (looks && wr_gltf_numbers(gltf, looks, "baseColorFactor", 4, colour))
        for (int i = 0; i < 4; i++)
            out->colour[i] = (float)colour[i];
    if (base && base->kind == WR_JSON_OBJECT &&
        wr_gltf_index(gltf, base, "index", GLTF_TEXTURES, true, &texture))
        wr_gltf_index(gltf, gltf->lists[GLTF_TEXTURES].items[texture], "source", GLTF_IMAGES,
                      false, &out->image);
}

/* Whether what is behind a material shows. */
static bool is_clear(wr_json *material)
{
    const wr_json *mode = wr_json_find(material, "alphaMode");
    return mode && mode->kind == WR_JSON_STRING &&
           (strcmp(mode->text, "BLEND") == 0 || strcmp(mode->text, "MASK") == 0);
}

static bool read_materials(struct gltf *gltf)
{
    struct gltf_list *list = &gltf->lists[GLTF_MATERIALS];
    wr_scene_material *out = WR_TAKE(gltf->arena, wr_scene_material, list->count);
    if (!out)
        return wr_gltf_starve(gltf);
    gltf->scene->materials = out;
    gltf->scene->material_count = list->count;
    for (uint32_t i = 0; i < list->count && !wr_gltf_full(gltf); i++) {
        wr_json *looks = wr_json_find(list->items[i], "pbrMetallicRoughness");
        out[i] = (wr_scene_material){.name = wr_gltf_name(gltf, list->items[i]),
                                     .image = WR_SCENE_NONE,
                                     .colour = {1, 1, 1, 1},
                                     .clear = is_clear(list->items[i])};
        read_look(gltf, looks && looks->kind == WR_JSON_OBJECT ? looks : NULL, &out[i]);
    }
    return true;
}

/* ---- Meshes --------------------------------------------------------------------------------
 */

enum { TRIANGLES = 4, STRIP, FAN };

static bool is_of(struct gltf *gltf, wr_json *primitive, wr_json *attributes, const char *key,
                  enum gltf_use use, const void **out, uint32_t points)
{
    uint32_t accessor, count;
    *out = NULL;
    if (!wr_json_find(attributes, key))
        return true;
    if (!wr_gltf_index(gltf, attributes, key, GLTF_ACCESSORS, true, &accessor) ||
        !wr_gltf_values(gltf, accessor, use, out, &count))
        return false;
    return count == points ||
           wr_gltf_fail(gltf, WR_INVALID, primitive, "gltf-accessor", "export it again",
                        "has attributes of different lengths");
}

/* The corners of triangle `i`, in the order that keeps its side. */
static void corners_of(uint64_t mode, uint32_t i, uint32_t out[3])
{
    uint32_t odd = i % 2;
    out[0] = mode == TRIANGLES ? 3 * i : mode == STRIP ? i : 0;
    out[1] = mode == TRIANGLES ? 3 * i + 1 : i + 1 + (mode == STRIP ? odd : 0);
    out[2] = mode == TRIANGLES ? 3 * i + 2 : i + 2 - (mode == STRIP ? odd : 0);
}

static bool read_triangles(struct gltf *gltf, wr_json *primitive, uint64_t mode,
                           wr_scene_part *out)
{
    const void *indices = NULL;
    uint32_t accessor, count = out->point_count;
    if (wr_json_find(primitive, "indices") &&
        (!wr_gltf_index(gltf, primitive, "indices", GLTF_ACCESSORS, true, &accessor) ||
         !wr_gltf_values(gltf, accessor, GLTF_INDICES, &indices, &count)))
        return false;
    out->triangle_count = mode == TRIANGLES ? count / 3 : count < 3 ? 0 : count - 2;
    uint32_t(*triangles)[3] =
        wr_arena_take(gltf->arena, out->triangle_count, sizeof *triangles);
    gltf->taken += sizeof *triangles * (uint64_t)out->triangle_count;
    if (!triangles)
        return wr_gltf_starve(gltf);
    for (uint32_t i = 0; i < out->triangle_count; i++) {
        uint32_t corners[3];
        corners_of(mode, i, corners);
        for (int k = 0; k < 3; k++) {
            uint32_t point = indices ? ((const uint32_t *)indices)[corners[k]] : corners[k];
            if (point >= out->point_count)
                return wr_gltf_fail(gltf, WR_INVALID, primitive, "gltf-index",
                                    "export it again",
                                    "has a triangle whose corner is no point of it");
            triangles[i][k] = point;
        }
    }
    out->triangles = (const uint32_t(*)[3])triangles;
    return true;
}

/* False where it gives no triangles, faulty or not. */
static bool read_part(struct gltf *gltf, wr_json *primitive, wr_scene_part *out)
{
    bool ok = true;
    uint64_t mode;
    uint32_t accessor;
    const void *points, *normals, *uvs, *colours;
    *out = (wr_scene_part){.material = WR_SCENE_NONE};
    if (primitive->kind != WR_JSON_OBJECT)
        return wr_gltf_fail(gltf, WR_INVALID, primitive, "gltf-reference", NULL,
                            "is no object");
    wr_json *attributes =
        wr_json_get(gltf->context, primitive, "attributes", WR_JSON_OBJECT, true, &ok);
    if (!wr_gltf_keep(gltf, ok) || !wr_gltf_count(gltf, primitive, "mode", TRIANGLES, &mode))
        return false;
    if (mode < TRIANGLES || mode > FAN || !wr_json_find(attributes, "POSITION"))
        return false;
    wr_gltf_index(gltf, primitive, "material", GLTF_MATERIALS, false, &out->material);
    if (!wr_gltf_index(gltf, attributes, "POSITION", GLTF_ACCESSORS, true, &accessor) ||
        !wr_gltf_values(gltf, accessor, GLTF_POINTS, &points, &out->point_count) ||
        !is_of(gltf, primitive, attributes, "NORMAL", GLTF_NORMALS, &normals,
               out->point_count) ||
        !is_of(gltf, primitive, attributes, "TEXCOORD_0", GLTF_UVS, &uvs, out->point_count) ||
        !is_of(gltf, primitive, attributes, "COLOR_0", GLTF_COLOURS, &colours,
               out->point_count))
        return false;
    out->points = points;
    out->normals = normals;
    out->uvs = (const float(*)[2])uvs;
    out->colours = (const float(*)[4])colours;
    return read_triangles(gltf, primitive, mode, out) && out->triangle_count > 0;
}

/* What Warren notes beside a mesh; what others wrote there is nobody's business. */
static bool read_links(struct gltf *gltf, wr_json *object, wr_scene_mesh *out)
{
    wr_json *extras = wr_json_find(object, "extras");
    wr_json *list = extras ? wr_json_find(extras, "warren_links") : NULL;
    uint32_t count = 0;
    if (!list || list->kind != WR_JSON_LIST || list->count % 2)
        return true;
    uint32_t *links = WR_TAKE(gltf->arena, uint32_t, list->count);
    if (!links)
        return wr_gltf_starve(gltf);
    for (wr_json *item = list->first; item; item = item->next) {
        if (item->kind != WR_JSON_NUMBER || item->number < 0 || item->number > INT32_MAX)
            return true;
        links[count++] = (uint32_t)item->number;
    }
    out->links = links;
    out->link_count = count / 2;
    return true;
}

static bool read_mesh(struct gltf *gltf, wr_json *object, wr_scene_mesh *out)
{
    bool ok = true;
    wr_json *list = wr_json_get(gltf->context, object, "primitives", WR_JSON_LIST, true, &ok);
    out->name = wr_gltf_name(gltf, object);
    if (!list)
        return wr_gltf_keep(gltf, ok);
    wr_scene_part *parts = WR_TAKE(gltf->arena, wr_scene_part, list->count);
    if (!parts)
        return wr_gltf_starve(gltf);
    for (wr_json *item = list->first; item && !wr_gltf_full(gltf); item = item->next)
        out->part_count += read_part(gltf, item, &parts[out->part_count]);
    out->parts = parts;
    return read_links(gltf, object, out);
}

static bool read_meshes(struct gltf *gltf)
{
    struct gltf_list *list = &gltf->lists[GLTF_MESHES];
    gltf->scene->meshes = WR_ZERO(gltf->arena, wr_scene_mesh, list->count);
    if (!gltf->scene->meshes)
        return wr_gltf_starve(gltf);
    gltf->scene->mesh_count = list->count;
    for (uint32_t i = 0; i < list->count && !wr_gltf_full(gltf); i++) {
        if (wr_context_stopped(gltf->context))
            return gltf->result = WR_STOPPED, false;
        read_mesh(gltf, list->items[i], &gltf->scene->meshes[i]);
    }
    return true;
}

/* ---- Nodes ---------------------------------------------------------------------------------
 */

/* Y up becomes Z up: of a matrix, what it does to x, -z and y. */
static wr_affine upright(double m[3][4])
{
    static const int from[] = {0, 2, 1, 3};
    static const double sign[] = {1, -1, 1, 1};
    wr_affine out;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            out.m[i][k] = sign[i] * sign[k] * m[from[i]][from[k]] + 0.0;
    return out;
}

static wr_affine read_pose(struct gltf *gltf, wr_json *object)
{
    double place[3] = {0}, turn[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1}, m[16];
    wr_affine out;
    if (wr_json_find(object, "matrix") && wr_gltf_numbers(gltf, object, "matrix", 16, m)) {
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++)
                out.m[i][k] = m[4 * k + i];
        return upright(out.m);
    }
    wr_gltf_numbers(gltf, object, "translation", 3, place);
    /* As others hold it, so that what stands there is where it was. */
    for (int i = 0; i < 3; i++)
        place[i] = isfinite((float)place[i]) ? (double)(float)place[i] : place[i];
    wr_gltf_numbers(gltf, object, "rotation", 4, turn);
    wr_gltf_numbers(gltf, object, "scale", 3, scale);
    const double w_first[4] = {turn[3], turn[0], turn[1], turn[2]};
    out = wr_affine_from(place, w_first, scale);
    return upright(out.m);
}

/* Texts, numbers and truths; lists and objects are nobody's business. */
static bool read_extras(struct gltf *gltf, wr_json *object, wr_scene_node *node)
{
    wr_json *list = wr_json_find(object, "extras");
    if (!list || list->kind != WR_JSON_OBJECT || list->count == 0)
        return true;
    wr_scene_extra *extras = WR_TAKE(gltf->arena, wr_scene_extra, list->count);
    if (!extras)
        return wr_gltf_starve(gltf);
    node->extras = extras;
    for (wr_json *item = list->first; item; item = item->next) {
        wr_scene_extra *out = &extras[node->extra_count];
        *out = (wr_scene_extra){item->key, NULL, item->number};
        if (item->kind == WR_JSON_STRING)
            out->text = item->text;
        else if (item->kind == WR_JSON_BOOL)
            out->number = item->truth;
        else if (item->kind != WR_JSON_NUMBER)
            continue;
        node->extra_count++;
    }
    return true;
}

/* Nodes that are still to be taken, with the place of their parent. */
struct waiting {
    uint32_t node, parent;
};

struct growing {
    struct waiting *items; /* room for every node once */
    uint32_t count;
    bool *met;
};

static bool push(struct gltf *gltf, struct growing *growing, wr_json *list, uint32_t parent)
{
    uint32_t first = growing->count;
    for (wr_json *item = list ? list->first : NULL; item; item = item->next) {
        bool fits = item->kind == WR_JSON_NUMBER && item->number >= 0 &&
                    item->number < gltf->lists[GLTF_NODES].count &&
                    (double)(uint32_t)item->number == item->number;
        if (!fits)
            return wr_gltf_fail(gltf, WR_INVALID, item, "gltf-reference", "export it again",
                                "names a node that the file does not have");
        uint32_t node = (uint32_t)item->number;
        if (growing->met[node])
            return wr_gltf_fail(gltf, WR_INVALID, item, "gltf-tree", "export it again",
                                "names a node that has a place in the tree already");
        growing->met[node] = true;
        growing->items[growing->count++] = (struct waiting){node, parent};
    }
    for (uint32_t i = first, k = growing->count; i + 1 < k; i++, k--) {
        struct waiting swapped = growing->items[i];
        growing->items[i] = growing->items[k - 1];
        growing->items[k - 1] = swapped;
    }
    return true;
}

static bool take_node(struct gltf *gltf, struct growing *growing)
{
    struct waiting next = growing->items[--growing->count];
    wr_json *object = gltf->lists[GLTF_NODES].items[next.node];
    uint32_t self = gltf->scene->node_count++;
    wr_scene_node *node = &gltf->scene->nodes[self];
    *node = (wr_scene_node){
        .name = wr_gltf_name(gltf, object), .parent = next.parent, .mesh = WR_SCENE_NONE};
    wr_gltf_index(gltf, object, "mesh", GLTF_MESHES, false, &node->mesh);
    node->own = node->world = read_pose(gltf, object);
    if (next.parent != WR_SCENE_NONE)
        node->world = wr_affine_of(&gltf->scene->nodes[next.parent].world, &node->own);
    for (int i = 0; i < 12; i++)
        if (!isfinite(node->world.m[i / 4][i % 4]))
            return wr_gltf_fail(gltf, WR_INVALID, object, "gltf-number", NULL,
                                "stands beyond all numbers");
    if (!read_extras(gltf, object, node))
        return false;
    wr_json *children = wr_json_find(object, "children");
    return push(gltf, growing, children && children->kind == WR_JSON_LIST ? children : NULL,
                self);
}

/* Without scenes, all that no node has as a child. */
static bool push_orphans(struct gltf *gltf, struct growing *growing)
{
    struct gltf_list *nodes = &gltf->lists[GLTF_NODES];
    bool *child = WR_ZERO(gltf->arena, bool, nodes->count);
    if (!child)
        return wr_gltf_starve(gltf);
    for (uint32_t i = 0; i < nodes->count; i++) {
        wr_json *list = wr_json_find(nodes->items[i], "children");
        for (wr_json *item = list ? list->first : NULL; item; item = item->next)
            if (item->kind == WR_JSON_NUMBER && item->number >= 0 &&
                item->number < nodes->count)
                child[(uint32_t)item->number] = true;
    }
    for (uint32_t i = nodes->count; i > 0; i--)
        if (!child[i - 1]) {
            growing->met[i - 1] = true;
            growing->items[growing->count++] = (struct waiting){i - 1, WR_SCENE_NONE};
        }
    return true;
}

static bool read_nodes(struct gltf *gltf)
{
    struct gltf_list *scenes = &gltf->lists[GLTF_SCENES];
    uint32_t count = gltf->lists[GLTF_NODES].count, scene = 0;
    struct growing growing = {.items = WR_TAKE(gltf->arena, struct waiting, count),
                              .met = WR_ZERO(gltf->arena, bool, count)};
    gltf->scene->nodes = WR_TAKE(gltf->arena, wr_scene_node, count);
    if (!growing.items || !growing.met || !gltf->scene->nodes)
        return wr_gltf_starve(gltf);
    if (wr_json_find(gltf->root, "scene") &&
        !wr_gltf_index(gltf, gltf->root, "scene", GLTF_SCENES, true, &scene))
        return false;
    bool fine =
        scenes->count > 0
            ? push(gltf, &growing, wr_json_find(scenes->items[scene], "nodes"), WR_SCENE_NONE)
            : push_orphans(gltf, &growing);
    while (fine && growing.count > 0)
        fine = take_node(gltf, &growing);
    return fine;
}

/* ---- The file ------------------------------------------------------------------------------
 */

static bool is_binary(const uint8_t *data, size_t size)
{
    return size >= 4 && memcmp(data, "glTF", 4) == 0;
}

bool wr_gltf_recognise(const uint8_t *data, size_t size)
{
    size_t at = wr_text_start(data, size);
    if (is_binary(data, size))
        return true;
    return at < size && data[at] == '{' && wr_text_contains(data, size, "\"asset\"") &&
           (wr_text_contains(data, size, "\"scenes\"") ||
            wr_text_contains(data, size, "\"nodes\"") ||
            wr_text_contains(data, size, "\"meshes\""));
}

static enum wr_result fail_container(struct gltf *gltf, const struct wr_source *source,
                                     size_t at, const char *what)
{
    return gltf->result = wr_fail(gltf->context, WR_SYNTAX, wr_at(source, at), "gltf-glb",
                                  "export it again", "%s", what);
}

/* Finds the chunks of a .glb. */
static enum wr_result open_container(struct gltf *gltf, const struct wr_source *source,
                                     struct wr_source *json)
{
    struct wr_source *own = wr_arena_copy(gltf->arena, source, 1, sizeof *source);
    struct wr_reader reader = {source->data, source->size, 4, false};
    if (!own)
        return gltf->result = wr_no_memory(gltf->context);
    own->binary = true;
    uint32_t version = wr_reader_u32(&reader), length = wr_reader_u32(&reader);
    if (reader.failed || version != 2)
        return fail_container(gltf, own, 4, "this is no glTF 2.0");
    if (length > source->size || length < GLB_HEAD)
        return fail_container(gltf, own, 8, "the file is shorter than it says");
    reader.size = length;
    while (reader.size - reader.at >= CHUNK_HEAD) {
        size_t at = reader.at;
        uint32_t size = wr_reader_u32(&reader), kind = wr_reader_u32(&reader);
        const uint8_t *data = wr_reader_take(&reader, size);
        if (!data)
            return fail_container(gltf, own, at, "a chunk reaches past the end of the file");
        if (kind == CHUNK_JSON && !json->data)
            *json = (struct wr_source){.name = source->name, .data = data, .size = size};
        else if (kind == CHUNK_REST && !gltf->rest.data)
            gltf->rest = (struct gltf_bytes){data, size, true};
    }
    return json->data ? WR_OK : fail_container(gltf, own, GLB_HEAD, "there is no JSON in it");
}

/* A chunk of JSON is filled up with spaces, and ends without a NUL. */
static enum wr_result open_json(struct gltf *gltf, const struct wr_source *source)
{
    struct wr_source json = {.name = source->name};
    enum wr_result result = WR_OK;
    if (is_binary(source->data, source->size))
        result = open_container(gltf, source, &json);
    else
        json = *source;
    if (result != WR_OK)
        return result;
    json.binary = false;
    struct wr_source *own = wr_arena_copy(gltf->arena, &json, 1, sizeof json);
    char *folder = wr_path_folder(gltf->arena, source->name);
    if (!own || !folder)
        return wr_no_memory(gltf->context);
    gltf->source = own;
    gltf->folder = folder;
    return wr_json_read(gltf->context, gltf->arena, own, &gltf->root);
}

static void read_scene(struct gltf *gltf)
{
    bool fine = check_version(gltf) && check_extensions(gltf);
    for (int kind = 0; fine && kind < GLTF_KINDS; kind++)
        fine = find_list(gltf, (enum gltf_kind)kind);
    if (!fine)
        return;
    gltf->buffers = WR_ZERO(gltf->arena, struct gltf_bytes, gltf->lists[GLTF_BUFFERS].count);
    gltf->values = WR_ZERO(gltf->arena, struct gltf_values, gltf->lists[GLTF_ACCESSORS].count);
    if (!gltf->buffers || !gltf->values) {
        wr_gltf_starve(gltf);
        return;
    }
    if (read_images(gltf) && read_materials(gltf) && read_meshes(gltf))
        read_nodes(gltf);
}

enum wr_result wr_gltf_read(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, struct wr_scene **out)
{
    struct gltf gltf = {
        .context = context, .arena = arena, .said = wr_context_count(context, WR_ERROR)};
    gltf.scene = WR_ZERO(arena, struct wr_scene, 1);
    if (!gltf.scene)
        return wr_no_memory(context);
    gltf.scene->path = source->name;
    enum wr_result result = open_json(&gltf, source);
    if (result != WR_OK)
        return result;
    read_scene(&gltf);
    *out = gltf.scene;
    return gltf.result;
}
