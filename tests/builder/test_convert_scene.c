/* Modules, maps, kits and models as scenes: all that stands in them stands where the module has
 * it, as readers that share nothing with the writer find. */
#include "tests/support/corpus.h"
#include "tests/support/findings.h"
#include "tests/support/mdl_walk.h"
#include "tests/support/tpc_made.h"

#include "builder/builder.h"
#include "core/base/text.h"
#include "core/format/bwm.h"
#include "core/format/gff.h"
#include "core/format/lyt.h"
#include "core/format/resources.h"
#include "core/scene/gltf.h"
#include "core/text/dump.h"
#include "core/walkmesh/surfaces.h"
#include "kits/kit.h"

#include <png.h>

/* ---- A module in memory and what becomes of it ---------------------------------------------
 */

struct made {
    struct findings f;
    struct wr_memory *memory; /* over the system's files */
    struct wr_resources module;
    struct wr_scene *scene;
};

static void made_start(struct made *made)
{
    memset(made, 0, sizeof *made);
    findings_start(&made->f);
    made->memory = wr_memory_create(wr_files_system());
    assert_non_null(made->memory);
    wr_context_set_files(made->f.context, wr_memory_files(made->memory));
}

static void made_end(struct made *made)
{
    findings_end(&made->f);
    wr_memory_destroy(made->memory);
}

static const char *ours(struct made *made, const char *path)
{
    return wr_path_join(made->f.arena, wr_environment("WARREN_SOURCE"), path);
}

static enum wr_result convert(struct made *made, const char *from, const char *to)
{
    const struct wr_convert_options options = {.force = true};
    return wr_convert(made->f.context, from, to, &options);
}

static void read_scene(struct made *made, const char *path)
{
    struct wr_source *source = WR_ZERO(made->f.arena, struct wr_source, 1);
    assert_int_equal(wr_file_read(made->f.context, made->f.arena, path, source), WR_OK);
    assert_int_equal(wr_gltf_read(made->f.context, made->f.arena, source, &made->scene), WR_OK);
}

/* Builds a map into "out/<id>.mod". */
static void build_map(struct made *made, const char *path, const char *id)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_build_options options = {.output = "out", .mod = true, .force = true};
    struct wr_map *map;
    struct wr_kits *kits = wr_kits_create(&surfaces);
    assert_int_equal(wr_map_load(made->f.context, path, NULL, &map), WR_OK);
    assert_int_equal(wr_build(made->f.context, map, kits, &options, NULL), WR_OK);
    wr_map_free(map);
    wr_kits_free(kits);
    const char *mod = wr_path_join(made->f.arena, "out", id);
    assert_int_equal(wr_resources_open(made->f.context, made->f.arena, mod, &made->module),
                     WR_OK);
    assert_int_equal(convert(made, mod, "scene.glb"), WR_OK);
    read_scene(made, "scene.glb");
}

static struct wr_source part(struct made *made, const char *name, uint16_t type)
{
    struct wr_source source;
    const wr_entry *entry = wr_resources_find(&made->module, name, type);
    if (!entry)
        fail_msg("there is no %s of type %u", name, (unsigned)type);
    assert_int_equal(wr_entry_read(made->f.context, made->f.arena, entry, &source), WR_OK);
    source.binary = true;
    return source;
}

static const wr_scene_node *find_node(const struct wr_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0)
            return &scene->nodes[i];
    fail_msg("there is no node '%s'", name);
    return NULL;
}

static wr_vec3 place_of(const wr_scene_node *node)
{
    return wr_vec3_of((float)node->world.m[0][3], (float)node->world.m[1][3],
                      (float)node->world.m[2][3]);
}

/* ---- Walkmeshes ----------------------------------------------------------------------------
 */

/* A face with its first corner first, and where its sides lead. */
struct face {
    float corners[9];
    int32_t material, links[3];
};

static int order_faces(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct face));
}

/* All of a walkmesh as its file has it. */
static struct face *faces_of_wok(const struct wr_walkmesh *mesh)
{
    struct face *faces = calloc(mesh->face_count, sizeof *faces);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        for (int k = 0; k < 3; k++) {
            memcpy(faces[f].corners + 3 * k, &mesh->vertices[mesh->faces[f].v[k]], 12);
            faces[f].links[k] = -1;
        }
        faces[f].material = (int32_t)mesh->materials[f];
    }
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        faces[mesh->edges[i].edge / 3].links[mesh->edges[i].edge % 3] =
            mesh->edges[i].transition;
    return faces;
}

/* The same of a mesh of the scene, where it stands. */
static struct face *faces_of_node(const struct wr_scene *scene, const wr_scene_node *node,
                                  uint32_t *count)
{
    const wr_scene_mesh *mesh = &scene->meshes[node->mesh];
    *count = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        *count += mesh->parts[i].triangle_count;
    struct face *faces = calloc(*count, sizeof *faces), *out = faces;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        for (uint32_t t = 0; t < mesh->parts[i].triangle_count; t++, out++) {
            uint32_t surface = 0;
            const char *name = scene->materials[mesh->parts[i].material].name;
            assert_true(wr_surface_named(wr_view_of(name), &surface));
            out->material = (int32_t)surface;
            for (int k = 0; k < 3; k++) {
                wr_dvec3 own = wr_widen(mesh->parts[i].points[mesh->parts[i].triangles[t][k]]);
                wr_vec3 at = wr_narrow(wr_affine_point(&node->world, own));
                memcpy(out->corners + 3 * k, &at, 12);
                out->links[k] = -1;
            }
        }
    for (uint32_t i = 0; i < mesh->link_count; i++)
        faces[mesh->links[2 * i] / 3].links[mesh->links[2 * i] % 3] =
            (int32_t)mesh->links[2 * i + 1];
    return faces;
}

/* No negative zeros: glTF's axes turn some. */
static void plain_zeros(struct face *faces, uint32_t count)
{
    for (uint32_t f = 0; f < count; f++)
        for (int i = 0; i < 9; i++)
            faces[f].corners[i] += 0.0f;
}

/* Where a room stands far from its vertices' zero, no float is exact; then faces are in their
 * order, material by material. */
static void assert_near_faces(const struct face *wanted, uint32_t wanted_count,
                              const struct face *got, uint32_t count)
{
    uint32_t next = 0;
    assert_int_equal(count, wanted_count);
    for (int32_t m = 0; m < WR_SURFACE_COUNT; m++)
        for (uint32_t f = 0; f < count; f++) {
            if (wanted[f].material != m)
                continue;
            assert_int_equal(got[next].material, m);
            assert_memory_equal(got[next].links, wanted[f].links, sizeof wanted->links);
            for (int i = 0; i < 9; i++)
                assert_near((double)got[next].corners[i], (double)wanted[f].corners[i], 1e-5);
            next++;
        }
    assert_int_equal(next, count);
}

static void assert_same_faces(struct face *wanted, uint32_t wanted_count, struct face *got,
                              uint32_t count)
{
    assert_int_equal(count, wanted_count);
    plain_zeros(wanted, count);
    plain_zeros(got, count);
    qsort(wanted, count, sizeof *wanted, order_faces);
    qsort(got, count, sizeof *got, order_faces);
    assert_memory_equal(wanted, got, count * sizeof *got);
}

static const struct wr_lyt *layout_of(struct made *made, const char *id)
{
    struct wr_source *source = WR_ZERO(made->f.arena, struct wr_source, 1);
    struct wr_lyt *lyt = WR_ZERO(made->f.arena, struct wr_lyt, 1);
    *source = part(made, id, WR_RES_LYT);
    assert_int_equal(wr_lyt_read(made->f.context, made->f.arena, source, lyt), WR_OK);
    return lyt;
}

static void assert_walkmeshes(struct made *made, const char *id, bool exact)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_lyt *lyt = layout_of(made, id);
    assert_true(lyt->room_count > 3);
    for (uint32_t r = 0; r < lyt->room_count; r++) {
        struct wr_source source = part(made, lyt->rooms[r].model, WR_RES_WOK);
        struct wr_walkmesh *mesh;
        char name[64];
        uint32_t count;
        assert_int_equal(
            wr_bwm_read_room(made->f.context, made->f.arena, &source, &surfaces, &mesh), WR_OK);
        snprintf(name, sizeof name, "%s_wok", lyt->rooms[r].model);
        const wr_scene_node *node = find_node(made->scene, name);
        assert_string_equal(made->scene->nodes[node->parent].name, lyt->rooms[r].model);
        assert_true(wr_vec3_same(place_of(node), lyt->rooms[r].position));
        struct face *got = faces_of_node(made->scene, node, &count);
        struct face *wanted = faces_of_wok(mesh);
        assert_near_faces(wanted, mesh->face_count, got, count);
        if (exact)
            assert_same_faces(wanted, mesh->face_count, got, count);
        free(wanted);
        free(got);
    }
}

/* ---- What stands there ---------------------------------------------------------------------
 */

static const wr_gff_struct *tree_of(struct made *made, const char *name, uint16_t type)
{
    struct wr_source *source = WR_ZERO(made->f.arena, struct wr_source, 1);
    struct wr_gff *gff;
    *source = part(made, name, type);
    assert_int_equal(wr_gff_read(made->f.context, made->f.arena, source, &gff), WR_OK);
    return gff->root;
}

/* The node that is at a place, of those whose name begins so. */
static const wr_scene_node *node_at(const struct wr_scene *scene, const char *prefix,
                                    wr_vec3 at)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strncmp(scene->nodes[i].name, prefix, strlen(prefix)) == 0 &&
            wr_distance(place_of(&scene->nodes[i]), at) < 1e-5)
            return &scene->nodes[i];
    fail_msg("no %s stands at %f %f %f", prefix, (double)at.x, (double)at.y, (double)at.z);
    return NULL;
}

static uint32_t count_nodes(const struct wr_scene *scene, const char *prefix)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->node_count; i++)
        count += strncmp(scene->nodes[i].name, prefix, strlen(prefix)) == 0;
    return count;
}

static void assert_looks(const wr_scene_node *node, double x, double y)
{
    assert_near(node->world.m[0][0], x, 1e-6);
    assert_near(node->world.m[1][0], y, 1e-6);
    assert_near(node->world.m[0][1], -y, 1e-6);
    assert_near(node->world.m[2][2], 1, 0);
}

static void assert_doors(struct made *made, const char *id)
{
    const wr_gff_list *doors = wr_gff_list_of(tree_of(made, id, WR_RES_GIT), "Door List");
    for (uint32_t i = 0; i < doors->count; i++) {
        const wr_gff_struct *row = doors->items[i];
        char name[64];
        snprintf(name, sizeof name, "door_%s", wr_gff_text_of(row, "Tag", made->f.arena));
        const wr_scene_node *node = find_node(made->scene, name);
        double bearing = (double)wr_gff_float(row, "Bearing", 0);
        assert_near(node->world.m[0][3], (double)wr_gff_float(row, "X", 0), 1e-5);
        assert_near(node->world.m[1][3], (double)wr_gff_float(row, "Y", 0), 1e-5);
        assert_near(node->world.m[2][3], (double)wr_gff_float(row, "Z", 0), 1e-5);
        assert_looks(node, -sin(bearing), cos(bearing));
    }
    assert_true(doors->count > 2);
    assert_int_equal(count_nodes(made->scene, "door_"), doors->count);
}

/* A node is called by a tag, or by the part of it that the kit's marker gave. */
static bool is_called(const char *name, const char *tag)
{
    char begin[21] = ""; /* names are shorter than some tags */
    const char *rest = strchr(name, '_') + 1;
    memcpy(begin, tag, strlen(tag) < 20 ? strlen(tag) : 20);
    return strstr(rest, begin) || strstr(tag, rest);
}

static void assert_waypoints(struct made *made, const char *id)
{
    const wr_gff_list *rows = wr_gff_list_of(tree_of(made, id, WR_RES_GIT), "WaypointList");
    assert_true(rows->count > 2);
    for (uint32_t i = 0; i < rows->count; i++) {
        wr_vec3 at = {wr_gff_float(rows->items[i], "XPosition", 0),
                      wr_gff_float(rows->items[i], "YPosition", 0),
                      wr_gff_float(rows->items[i], "ZPosition", 0)};
        const char *tag = wr_gff_text_of(rows->items[i], "Tag", made->f.arena);
        const wr_scene_node *node = NULL;
        for (uint32_t n = 0; n < made->scene->node_count && !node; n++) {
            const wr_scene_node *other = &made->scene->nodes[n];
            bool marker = (strncmp(other->name, "waypoint_", 9) == 0 ||
                           strncmp(other->name, "placeable_", 10) == 0) &&
                          is_called(other->name, tag);
            node = marker && wr_distance(place_of(other), at) < 1e-5 ? other : NULL;
        }
        assert_non_null(node);

        assert_looks(node, (double)wr_gff_float(rows->items[i], "XOrientation", 0),
                     (double)wr_gff_float(rows->items[i], "YOrientation", 0));
    }
}

static void assert_entry(struct made *made)
{
    const wr_gff_struct *ifo = tree_of(made, "module", WR_RES_IFO);
    const wr_scene_node *node = node_at(made->scene, "entry",
                                        wr_vec3_of(wr_gff_float(ifo, "Mod_Entry_X", 0),
                                                   wr_gff_float(ifo, "Mod_Entry_Y", 0),
                                                   wr_gff_float(ifo, "Mod_Entry_Z", 0)));
    assert_looks(node, (double)wr_gff_float(ifo, "Mod_Entry_Dir_X", 0),
                 (double)wr_gff_float(ifo, "Mod_Entry_Dir_Y", 0));
}

/* How many pairs of a room and one that its walkmesh leads to there are. */
static uint32_t count_neighbours(struct made *made, const struct wr_lyt *lyt)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < lyt->room_count; r++) {
        char name[64];
        bool met[256] = {false};
        snprintf(name, sizeof name, "%s_wok", lyt->rooms[r].model);
        const wr_scene_mesh *mesh = &made->scene->meshes[find_node(made->scene, name)->mesh];
        for (uint32_t i = 0; i < mesh->link_count; i++) {
            uint32_t to = mesh->links[2 * i + 1];
            assert_true(to < lyt->room_count && to < 256);
            count += !met[to];
            met[to] = true;
        }
    }
    return count;
}

/* Each link is a doorway of both of its rooms, which look at each other there. */
static void assert_hooks(struct made *made, const char *id)
{
    const struct wr_lyt *lyt = layout_of(made, id);
    const struct wr_scene *scene = made->scene;
    uint32_t twins = 0;
    for (uint32_t i = 0; i < scene->node_count; i++)
        for (uint32_t k = i + 1; k < scene->node_count; k++) {
            const wr_scene_node *one = &scene->nodes[i], *other = &scene->nodes[k];
            if (strncmp(one->name, "hook_to-", 8) != 0 ||
                strncmp(other->name, "hook_to-", 8) != 0 ||
                wr_distance(place_of(one), place_of(other)) > 1e-4)
                continue;
            assert_true(one->parent != other->parent);
            assert_non_null(strstr(one->name, scene->nodes[other->parent].name));
            assert_looks(other, -one->world.m[0][0], -one->world.m[1][0]);
            twins++;
        }
    assert_int_equal(count_nodes(scene, "hook_to-"), 2 * twins);
    assert_true(twins > 2 && 2 * twins >= count_neighbours(made, lyt));
}

static void a_module_has_all_that_the_module_has(void **state)
{
    (void)state;
    static const char *const maps[][2] = {{"examples/first-map/map.json", "first"},
                                          {"examples/deep-burrow/map.json", "brwdeep"}};
    for (int i = 0; i < 2; i++) {
        struct made made;
        char mod[32];
        made_start(&made);
        snprintf(mod, sizeof mod, "%s.mod", maps[i][1]);
        build_map(&made, ours(&made, maps[i][0]), mod);
        assert_walkmeshes(&made, maps[i][1], true);
        assert_doors(&made, maps[i][1]);
        assert_waypoints(&made, maps[i][1]);
        assert_entry(&made);
        assert_hooks(&made, maps[i][1]);
        made_end(&made);
    }
}

/* ---- Models --------------------------------------------------------------------------------
 */

/* A point of a node of the walk in coordinates of the model. */
static wr_dvec3 in_model(const struct walk *walk, uint32_t node, wr_vec3 point)
{
    wr_dvec3 p = wr_widen(point);
    for (;; node = walk->nodes[node].parent) {
        const walk_node *at = &walk->nodes[node];
        double w = (double)at->turn[0], x = (double)at->turn[1], y = (double)at->turn[2],
               z = (double)at->turn[3];
        /* p + 2 q x (q x p + w p) */
        wr_dvec3 q = {x, y, z};
        wr_dvec3 inner = wr_add(wr_cross(q, p), wr_scale(p, w));
        p = wr_add(wr_add(p, wr_scale(wr_cross(q, inner), 2)), wr_widen(at->position));
        if (node == 0)
            return p;
    }
}

static void assert_mesh(const struct walk *walk, uint32_t index, const struct wr_scene *scene,
                        const wr_scene_node *node, wr_vec3 room)
{
    const walk_node *at = &walk->nodes[index];
    const wr_scene_part *seen = &scene->meshes[node->mesh].parts[0];
    uint32_t uvs = walk_u32(walk, at->at + 80 + 272), mesh = at->at + 80;
    assert_string_equal(node->name, at->name);
    assert_int_equal(scene->meshes[node->mesh].part_count, 1);
    assert_int_equal(seen->triangle_count, at->triangle_count);
    assert_true(wr_text_same(scene->materials[seen->material].name, at->texture));
    for (uint32_t t = 0; t < seen->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            uint32_t corner = seen->triangles[t][k];
            wr_dvec3 got = wr_affine_point(&node->world, wr_widen(seen->points[corner]));
            wr_dvec3 wanted =
                wr_add(in_model(walk, index, at->triangles[t].v[k]), wr_widen(room));
            assert_true(wr_length(wr_sub(got, wanted)) < 1e-4);
        }
    for (uint32_t v = 0; walk->mdx_size > 0 && v < seen->point_count; v++) {
        size_t row = walk_u32(walk, mesh + 324) + (size_t)v * walk_u32(walk, mesh + 252);
        assert_near((double)seen->uvs[v][0], (double)walk_mdx(walk, row + uvs), 1e-5);
        assert_near((double)seen->uvs[v][1], (double)walk_mdx(walk, row + uvs + 4), 1e-5);
    }
}

/* Each mesh that is drawn hangs below the node, in the order of the model; returns how many. */
static uint32_t assert_model(const struct walk *walk, const struct wr_scene *scene,
                             const wr_scene_node *room)
{
    const wr_scene_node *node = room + 1, *end = scene->nodes + scene->node_count;
    uint32_t meshes = 0;
    for (uint32_t i = 0; i < walk->count; i++) {
        if (!walk->nodes[i].drawn || walk->nodes[i].flags & 0x200 ||
            walk->nodes[i].triangle_count == 0)
            continue;
        assert_true(node < end && node->parent == (uint32_t)(room - scene->nodes));
        assert_mesh(walk, i, scene, node++, place_of(room));
        meshes++;
    }
    assert_true(node == end || node->mesh == WR_SCENE_NONE || strstr(node->name, "_wok"));
    return meshes;
}

static void models_have_the_triangles_and_pictures_places_of_their_files(void **state)
{
    (void)state;
    static struct walk walk;
    struct made made;
    made_start(&made);
    build_map(&made, ours(&made, "examples/first-map/map.json"), "first.mod");
    const struct wr_lyt *lyt = layout_of(&made, "first");
    for (uint32_t r = 0; r < lyt->room_count; r++) {
        struct wr_source mdl = part(&made, lyt->rooms[r].model, WR_RES_MDL);
        struct wr_source mdx = part(&made, lyt->rooms[r].model, WR_RES_MDX);
        walk_model(&walk, mdl.data, mdl.size, mdx.data, mdx.size, WR_K1);
        assert_true(
            assert_model(&walk, made.scene, find_node(made.scene, lyt->rooms[r].model)) > 2);
        walk_end(&walk);
    }
    made_end(&made);
}

/* ---- Textures ------------------------------------------------------------------------------
 */

static void put_bytes(struct made *made, const char *path, const struct wr_bytes *bytes)
{
    assert_true(wr_memory_put(made->memory, path, bytes->data, bytes->size));
}

/* The pixels of a picture of the scene, read by libpng alone. */
static uint8_t *pixels_of(const struct wr_scene *scene, const char *name, unsigned channels,
                          unsigned width, unsigned height)
{
    const wr_scene_image *image = NULL;
    png_image png = {.version = PNG_IMAGE_VERSION};
    for (uint32_t i = 0; i < scene->image_count; i++)
        image = strcmp(scene->images[i].name, name) == 0 ? &scene->images[i] : image;
    assert_non_null(image);
    assert_true(png_image_begin_read_from_memory(&png, image->data, image->size));
    assert_int_equal(png.width, width);
    assert_int_equal(png.height, height);
    assert_int_equal(PNG_IMAGE_SAMPLE_CHANNELS(png.format), channels);
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(png));
    assert_true(png_image_finish_read(&png, NULL, pixels, 0, NULL));
    return pixels;
}

static const wr_scene_material *find_material(const struct wr_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->material_count; i++)
        if (strcmp(scene->materials[i].name, name) == 0)
            return &scene->materials[i];
    fail_msg("there is no material '%s'", name);
    return NULL;
}

/* Unpacks the module into a folder that textures can lie in. */
static void unpack(struct made *made)
{
    build_map(made, ours(made, "examples/first-map/map.json"), "first.mod");
    assert_int_equal(convert(made, "out/first.mod", "parts"), WR_OK);
    made->f.lines.size = 0;
}

static void textures_decode_to_the_same_pixels_and_lie_in_the_scene_once(void **state)
{
    (void)state;
    static const enum made_tpc codings[] = {MADE_DXT5, MADE_DXT1, MADE_RGBA, MADE_RGB};
    static const char *const names[] = {"lda_flr07", "lda_flr11", "leh_wall01", "leh_blwall05"};
    enum { WIDE = 16, TALL = 8 };
    struct wr_bytes files[4] = {{0}};
    struct made made;
    made_start(&made);
    unpack(&made);
    for (int i = 0; i < 4; i++) {
        char path[64];
        bool packed = codings[i] >= MADE_DXT1;
        made_tpc_head(&files[i], codings[i],
                      packed ? (uint32_t)made_tpc_size(codings[i], WIDE, TALL) : 0, WIDE, TALL,
                      1);
        made_tpc_noise(&files[i], made_tpc_size(codings[i], WIDE, TALL), 77 + (uint32_t)i);
        snprintf(path, sizeof path, "parts/%s.tpc", names[i]);
        put_bytes(&made, path, &files[i]);
    }
    assert_int_equal(convert(&made, "parts", "textures.glb"), WR_OK);
    read_scene(&made, "textures.glb");
    assert_int_equal(made.scene->image_count, 4);
    for (int i = 0; i < 4; i++) {
        unsigned channels = made_tpc_channels(codings[i]);
        uint8_t *pixels = pixels_of(made.scene, names[i], channels, WIDE, TALL);
        for (unsigned p = 0; p < WIDE * TALL * channels; p++)
            assert_int_equal(pixels[p], made_tpc_pixel(codings[i], files[i].data + 128, WIDE,
                                                       TALL, p / channels % WIDE,
                                                       p / channels / WIDE, p % channels));
        const wr_scene_material *material = find_material(made.scene, names[i]);
        assert_true(material->image != WR_SCENE_NONE);
        assert_int_equal(material->clear, channels == 4);
        free(pixels);
        wr_bytes_finish(&files[i]);
    }
    made_end(&made);
}

/* The alpha of what mirrors its surroundings says how much. */
static void what_mirrors_is_not_seen_through(void **state)
{
    (void)state;
    struct made made;
    struct wr_bytes file = {0};
    made_start(&made);
    unpack(&made);
    made_tpc_head(&file, MADE_RGBA, 0, 4, 4, 1);
    made_tpc_noise(&file, 64, 5);
    wr_bytes_text(&file, "bumpyshinytexture CM_Bare\r\n");
    put_bytes(&made, "parts/lda_flr07.tpc", &file);
    assert_int_equal(convert(&made, "parts", "mirror.glb"), WR_OK);
    read_scene(&made, "mirror.glb");
    assert_false(find_material(made.scene, "lda_flr07")->clear);
    free(pixels_of(made.scene, "lda_flr07", 3, 4, 4));
    wr_bytes_finish(&file);
    made_end(&made);
}

static void what_is_missing_or_broken_is_named_and_plain(void **state)
{
    (void)state;
    struct made made;
    made_start(&made);
    unpack(&made);
    assert_true(wr_memory_put(made.memory, "parts/lda_flr07.tga", "no picture", 10));
    assert_int_equal(convert(&made, "parts", "plain.glb"), WR_OK);
    const char *said = findings_said(&made.f), *missing = strstr(said, "[scene-missing]");
    assert_non_null(missing);
    assert_null(strstr(missing + 1, "[scene-missing]"));
    assert_non_null(strstr(said, "lda_flr11"));
    assert_non_null(strstr(said, "[tga-short]"));
    read_scene(&made, "plain.glb");
    assert_int_equal(made.scene->image_count, 0);
    assert_int_equal(find_material(made.scene, "lda_flr11")->image, WR_SCENE_NONE);
    made_end(&made);
}

/* A texture that is called as a surface must not become floor. */
static void a_texture_called_as_a_surface_is_no_floor(void **state)
{
    (void)state;
    struct made made;
    made_start(&made);
    unpack(&made);
    size_t size;
    const uint8_t *data = wr_memory_get(made.memory, "parts/first_room1.mdl", &size);
    uint8_t *copy = malloc(size);
    memcpy(copy, data, size);
    for (size_t i = 0; i + 10 < size; i++)
        if (memcmp(copy + i, "lda_flr07", 10) == 0)
            memcpy(copy + i, "stone\0\0\0\0", 10);
    assert_true(wr_memory_put(made.memory, "parts/first_room1.mdl", copy, size));
    free(copy);
    assert_int_equal(convert(&made, "parts", "stone.glb"), WR_OK);
    read_scene(&made, "stone.glb");
    find_material(made.scene, "tex_stone");
    assert_walkmeshes(&made, "first", true);
    made_end(&made);
}

/* ---- Maps, kits, the other form ------------------------------------------------------------
 */

static void assert_same_file(struct made *made, const char *one, const char *other)
{
    size_t sizes[2];
    const void *a = wr_memory_get(made->memory, one, &sizes[0]);
    const void *b = wr_memory_get(made->memory, other, &sizes[1]);
    assert_true(a && b);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(a, b, sizes[0]);
}

static void print_scene(struct made *made, const char *path, struct wr_bytes *out)
{
    struct wr_dump dump;
    read_scene(made, path);
    wr_dump_start(&dump, out, false);
    wr_scene_dump(made->scene, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(out, '\0');
}

static void a_map_gives_the_bytes_of_its_module_and_both_forms_say_the_same(void **state)
{
    (void)state;
    struct made made;
    struct wr_bytes texts[2] = {{0}, {0}};
    made_start(&made);
    const char *map = ours(&made, "examples/first-map/map.json");
    build_map(&made, map, "first.mod");
    assert_int_equal(convert(&made, map, "map.glb"), WR_OK);
    assert_same_file(&made, "map.glb", "scene.glb");
    assert_int_equal(convert(&made, map, "map.glb"), WR_OK);
    assert_same_file(&made, "map.glb", "scene.glb");
    assert_int_equal(convert(&made, map, "map.gltf"), WR_OK);
    print_scene(&made, "map.glb", &texts[0]);
    print_scene(&made, "map.gltf", &texts[1]);
    assert_string_equal((const char *)texts[0].data, (const char *)texts[1].data);
    wr_bytes_finish(&texts[0]);
    wr_bytes_finish(&texts[1]);
    made_end(&made);
}

static void rooms_of_a_kit_are_its_rooms_and_none_touches_another(void **state)
{
    (void)state;
    struct made made;
    struct wr_kit *kit;
    made_start(&made);
    const char *path = ours(&made, "kits/library/burrow");
    assert_int_equal(wr_kit_load(made.f.context, path, NULL, &kit), WR_OK);
    assert_int_equal(convert(&made, path, "kit.glb"), WR_OK);
    read_scene(&made, "kit.glb");
    uint32_t hooks = 0;
    for (uint32_t r = 0; r < kit->room_count; r++) {
        const wr_room *room = &kit->rooms[r];
        char name[64];
        uint32_t count;
        snprintf(name, sizeof name, "%s_wok", room->id);
        wr_scene_node node = *find_node(made.scene, name);
        wr_vec3 at = place_of(&node);
        for (uint32_t k = 0; k < r; k++) {
            wr_vec3 other = place_of(find_node(made.scene, kit->rooms[k].id));
            bool apart = at.x + room->box.min.x > other.x + kit->rooms[k].box.max.x + 1 ||
                         other.x + kit->rooms[k].box.min.x > at.x + room->box.max.x + 1 ||
                         at.y + room->box.min.y > other.y + kit->rooms[k].box.max.y + 1 ||
                         other.y + kit->rooms[k].box.min.y > at.y + room->box.max.y + 1;
            assert_true(apart);
        }
        node.world = wr_affine_none();
        struct face *got = faces_of_node(made.scene, &node, &count);
        struct face *wanted = faces_of_wok(room->mesh);
        assert_same_faces(wanted, room->mesh->face_count, got, count);
        free(wanted);
        free(got);
        for (uint32_t h = 0; h < room->hook_count; h++, hooks++) {
            wr_vec3 hook = room->hooks[h].position;
            assert_looks(node_at(made.scene, "hook_",
                                 wr_vec3_of(at.x + hook.x, at.y + hook.y, at.z + hook.z)),
                         room->hooks[h].out_x, room->hooks[h].out_y);
        }
    }
    assert_int_equal(count_nodes(made.scene, "hook_"), hooks);
    wr_kit_free(kit);
    made_end(&made);
}

/* ---- Things --------------------------------------------------------------------------------
 */

static void shapes_spots_and_words_of_things_are_there(void **state)
{
    (void)state;
    static const char map[] =
        "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"things\", \"kit\": "
        "\"burrow\", \"rooms\": [{\"name\": \"hub\", \"room\": \"hub\", \"position\": "
        "[5, 7, 1], \"turn\": 90}], \"things\": [{\"room\": \"hub\", \"kind\": "
        "\"spawn\", \"blueprint\": \"n_guard\", \"position\": [0, -6, 0], \"facing\": "
        "30}, {\"room\": \"hub\", \"kind\": \"encounter\", \"blueprint\": \"enc_rats\", "
        "\"position\": [1, 2, 0], \"corners\": [[-1, -1, 0], [2, -1, 0], [1, 1, 0], [-1, 1, "
        "0]], \"arrivals\": [{\"position\": [3, 1, 0], \"facing\": 45}]}]}";
    static const float corners[4][2] = {{-1, -1}, {2, -1}, {1, 1}, {-1, 1}};
    struct made made;
    made_start(&made);
    assert_true(wr_memory_put(made.memory, "things.json", map, strlen(map)));
    build_map(&made, "things.json", "things.mod");
    /* The room is turned by 90 degrees: x, y becomes 5 - y, 7 + x. */
    assert_looks(node_at(made.scene, "spawn_n_guard", wr_vec3_of(11, 7, 1)), -0.5, sqrt(0.75));
    const wr_scene_node *encounter =
        node_at(made.scene, "encounter_enc_rats", wr_vec3_of(3, 8, 1));
    assert_looks(encounter, 1, 0);
    const wr_scene_part *shape = made.scene->meshes[encounter->mesh].parts;
    assert_int_equal(shape->point_count, 4);
    assert_int_equal(shape->triangle_count, 2);
    for (int i = 0; i < 4; i++) {
        assert_near((double)shape->points[i].x, (double)-corners[i][1], 1e-5);
        assert_near((double)shape->points[i].y, (double)corners[i][0], 1e-5);
    }
    const wr_scene_node *arrival =
        node_at(made.scene, "arrival_0", wr_vec3_of(5 - 1, 7 + 3, 1));
    assert_looks(arrival, -sqrt(0.5), sqrt(0.5));
    assert_ptr_equal(&made.scene->nodes[arrival->parent], encounter);
    size_t size;
    const char *bytes = wr_memory_get(made.memory, "scene.glb", &size);
    assert_true(wr_text_contains((const uint8_t *)bytes, size, "\"blueprint\": \"n_guard\"") ||
                wr_text_contains((const uint8_t *)bytes, size, "\"blueprint\":\"n_guard\""));
    made_end(&made);
}

/* ---- Stopping ------------------------------------------------------------------------------
 */

struct patience {
    uint64_t asks, stop_at;
};

static enum wr_answer answer(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct patience *patience = user;
    (void)what;
    (void)done;
    (void)total;
    return ++patience->asks == patience->stop_at ? WR_STOP : WR_GO_ON;
}

static void a_stop_leaves_nothing(void **state)
{
    (void)state;
    struct patience patience = {.asks = 0};
    struct made made;
    made_start(&made);
    const char *map = ours(&made, "examples/first-map/map.json");
    wr_context_set_progress(made.f.context, answer, &patience);
    wr_context_set_patience(made.f.context, 0);
    assert_int_equal(convert(&made, map, "whole.glb"), WR_OK);
    uint64_t all = patience.asks;
    assert_true(all > 20);
    for (uint64_t stop = 1; stop <= all; stop += 1 + all / 60) {
        patience = (struct patience){.stop_at = stop};
        enum wr_result result = convert(&made, map, "stopped.glb");
        assert_true(result == WR_STOPPED || result == WR_OK);
        if (result == WR_STOPPED)
            assert_null(wr_memory_get(made.memory, "stopped.glb", NULL));
        else
            assert_same_file(&made, "stopped.glb", "whole.glb");
        wr_memory_files(made.memory)->remove(wr_memory_files(made.memory)->user, "stopped.glb");
    }
    made_end(&made);
}

/* ---- Real rooms ----------------------------------------------------------------------------
 */

static void rooms_of_black_vulkar_have_their_models(void **state)
{
    (void)state;
    static struct walk walk;
    struct made made;
    made_start(&made);
    const char *holocron = corpus_folder(made.f.arena, "holocron");
    if (!holocron) {
        made_end(&made);
        skip();
    }
    struct wr_bytes text = {0};
    wr_bytes_print(
        &text,
        "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"vulkar\", \"kits\": "
        "[\"%s\"], \"rooms\": [{\"kit\": \"blackvulkar\", \"room\": \"large_room_1\", "
        "\"position\": [0, 0, 0]}, {\"kit\": \"blackvulkar\", \"room\": \"office_1\", "
        "\"position\": [100.25, 7, 3.5], \"turn\": 37.5}, {\"kit\": \"blackvulkar\", "
        "\"room\": \"room_1\", \"position\": [-100, 7, 3.5], \"mirror\": \"x\"}, "
        "{\"kit\": \"blackvulkar\", \"room\": \"hallway_1\", \"position\": [0, 99, 0], "
        "\"turn\": 90}]}",
        holocron);
    assert_true(wr_memory_put(made.memory, "vulkar.json", text.data, text.size));
    wr_bytes_finish(&text);
    build_map(&made, "vulkar.json", "vulkar.mod");
    assert_walkmeshes(&made, "vulkar", false);
    const struct wr_lyt *lyt = layout_of(&made, "vulkar");
    for (uint32_t r = 0; r < lyt->room_count; r++) {
        struct wr_source mdl = part(&made, lyt->rooms[r].model, WR_RES_MDL);
        struct wr_source mdx = part(&made, lyt->rooms[r].model, WR_RES_MDX);
        walk_model(&walk, mdl.data, mdl.size, mdx.data, mdx.size, WR_K1);
        assert_true(
            assert_model(&walk, made.scene, find_node(made.scene, lyt->rooms[r].model)) > 10);
        walk_end(&walk);
    }
    made_end(&made);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_has_all_that_the_module_has),
        cmocka_unit_test(models_have_the_triangles_and_pictures_places_of_their_files),
        cmocka_unit_test(textures_decode_to_the_same_pixels_and_lie_in_the_scene_once),
        cmocka_unit_test(what_mirrors_is_not_seen_through),
        cmocka_unit_test(what_is_missing_or_broken_is_named_and_plain),
        cmocka_unit_test(a_texture_called_as_a_surface_is_no_floor),
        cmocka_unit_test(a_map_gives_the_bytes_of_its_module_and_both_forms_say_the_same),
        cmocka_unit_test(rooms_of_a_kit_are_its_rooms_and_none_touches_another),
        cmocka_unit_test(shapes_spots_and_words_of_things_are_there),
        cmocka_unit_test(a_stop_leaves_nothing),
        cmocka_unit_test(rooms_of_black_vulkar_have_their_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
