/* OBJ: triangles by object and material become parts of meshes. */
#include "core/scene/obj_read.h"
#include "core/scene/obj_reading.h"

#include "core/base/bytes.h"
#include "core/files/file.h"

#include <stdlib.h>
#include <string.h>

struct triangle {
    wr_obj_corner corners[3];
    uint32_t object, material, number;
};

/* A corner that a part has already: where it is in the part's points, and the next one of its
 * vertex. */
struct met {
    uint32_t place, normal, index, next;
};

struct reading {
    struct wr_obj_text text;
    struct obj_library library;
    const char **objects; /* their names */
    uint32_t object_count, material;
    bool has_objects; /* groups are parts of them then */
    struct triangle *triangles;
    size_t triangle_count, triangle_capacity, object_capacity;
    struct met *met; /* of the part at hand */
    size_t met_count, met_capacity;
    uint32_t *heads; /* one a vertex: the last that was met; those of other parts are stale */
    uint32_t *stamps;
};

/* ---- Lines ------------------------------------------------------------------------------- */

static bool begin_object(struct reading *r, wr_view name)
{
    const char *own = wr_arena_text(r->library.arena, name.data, name.size);
    if (!own || !wr_grow(&r->objects, &r->object_capacity, (size_t)r->object_count + 1,
                         sizeof *r->objects))
        return wr_obj_starve(&r->text);
    r->objects[r->object_count++] = own;
    return true;
}

static void take_face(struct wr_obj_text *text, wr_view keyword)
{
    struct reading *r = text->user;
    (void)keyword;
    if (text->shapeless || (r->object_count == 0 && !begin_object(r, (wr_view){"", 0})))
        return;
    if (!wr_grow(&r->triangles, &r->triangle_capacity, r->triangle_count + text->piece_count,
                 sizeof *r->triangles)) {
        wr_obj_starve(text);
        return;
    }
    for (size_t i = 0; i < text->piece_count; i++) {
        struct triangle *out = &r->triangles[r->triangle_count];
        for (int k = 0; k < 3; k++)
            out->corners[k] = text->corners[text->pieces[i].v[k]];
        out->object = r->object_count - 1;
        out->material = r->material;
        out->number = (uint32_t)r->triangle_count++;
    }
}

/* Lines, points, curves and whatever programs note are nothing to be walked on or seen. */
static void take_line(struct wr_obj_text *text, wr_view keyword, wr_view rest)
{
    struct reading *r = text->user;
    wr_view words = wr_obj_words(rest);
    bool fine = true;
    r->has_objects |= wr_view_is(keyword, "o");
    if (wr_view_is(keyword, "o") || (wr_view_is(keyword, "g") && !r->has_objects))
        begin_object(r, words);
    else if (wr_view_is(keyword, "usemtl")) {
        r->material = wr_obj_material(&r->library, words);
        fine = r->material != WR_SCENE_NONE;
    } else if (wr_view_is(keyword, "mtllib"))
        fine = wr_obj_library_read(&r->library, words, wr_obj_where(text, keyword));
    if (!fine)
        text->result = WR_LIMIT; /* or for want of memory: it was reported, and all ends */
}

/* ---- Parts ------------------------------------------------------------------------------- */

static int order_triangles(const void *a, const void *b)
{
    const struct triangle *p = a, *q = b;
    if (p->object != q->object)
        return p->object < q->object ? -1 : 1;
    if (p->material != q->material)
        return p->material < q->material ? -1 : 1;
    return p->number < q->number ? -1 : p->number > q->number;
}

/* How many triangles from `first` on are of its object, or of its material, too. */
static size_t run_of(const struct reading *r, size_t first, bool of_material)
{
    size_t end = first;
    while (end < r->triangle_count && r->triangles[end].object == r->triangles[first].object &&
           (!of_material || r->triangles[end].material == r->triangles[first].material))
        end++;
    return end - first;
}

/* The number of a corner among the points of a part; WR_SCENE_NONE when memory is out. */
static uint32_t meet(struct reading *r, wr_obj_corner corner, uint32_t stamp)
{
    bool known = r->stamps[corner.point] == stamp;
    for (uint32_t at = known ? r->heads[corner.point] : UINT32_MAX; at != UINT32_MAX;
         at = r->met[at].next)
        if (r->met[at].place == corner.place && r->met[at].normal == corner.normal)
            return at;
    if (!wr_grow(&r->met, &r->met_capacity, r->met_count + 1, sizeof *r->met))
        return wr_obj_starve(&r->text), WR_SCENE_NONE;
    r->met[r->met_count] = (struct met){corner.place, corner.normal, corner.point,
                                        known ? r->heads[corner.point] : UINT32_MAX};
    r->stamps[corner.point] = stamp;
    r->heads[corner.point] = (uint32_t)r->met_count;
    return (uint32_t)r->met_count++;
}

/* Attributes that every corner has. */
static bool fill_points(struct reading *r, wr_scene_part *out)
{
    struct wr_arena *arena = r->library.arena;
    size_t count = r->met_count;
    bool placed = true, normal = true;
    for (size_t i = 0; i < count; i++) {
        placed &= r->met[i].place != WR_OBJ_NONE;
        normal &= r->met[i].normal != WR_OBJ_NONE;
    }
    wr_vec3 *points = WR_TAKE(arena, wr_vec3, count);
    wr_vec3 *normals = normal ? WR_TAKE(arena, wr_vec3, count) : NULL;
    float(*uvs)[2] = placed ? wr_arena_take(arena, count, sizeof *uvs) : NULL;
    if (!points || (normal && !normals) || (placed && !uvs))
        return wr_obj_starve(&r->text);
    for (size_t i = 0; i < count; i++) {
        points[i] = r->text.vertices[r->met[i].index];
        if (normals)
            normals[i] = r->text.normals[r->met[i].normal];
        if (uvs)
            memcpy(uvs[i], r->text.places[r->met[i].place], sizeof uvs[i]);
    }
    out->points = points;
    out->normals = normals;
    out->uvs = (const float(*)[2])uvs;
    out->point_count = (uint32_t)count;
    return true;
}

static bool make_part(struct reading *r, size_t first, size_t count, uint32_t stamp,
                      wr_scene_part *out)
{
    uint32_t(*triangles)[3] = wr_arena_take(r->library.arena, count, sizeof *triangles);
    if (!triangles)
        return wr_obj_starve(&r->text);
    r->met_count = 0;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            triangles[i][k] = meet(r, r->triangles[first + i].corners[k], stamp);
            if (triangles[i][k] == WR_SCENE_NONE)
                return false;
        }
    *out = (wr_scene_part){.triangles = (const uint32_t(*)[3])triangles,
                           .triangle_count = (uint32_t)count,
                           .material = r->triangles[first].material};
    return fill_points(r, out);
}

/* `first` moves behind the triangles of the object. */
static bool make_mesh(struct reading *r, size_t *first, uint32_t *stamp, wr_scene_mesh *out)
{
    size_t end = *first + run_of(r, *first, false);
    out->name = r->objects[r->triangles[*first].object];
    for (size_t at = *first; at < end; at += run_of(r, at, true))
        out->part_count++;
    wr_scene_part *parts = WR_TAKE(r->library.arena, wr_scene_part, out->part_count);
    out->parts = parts;
    if (!parts)
        return wr_obj_starve(&r->text);
    for (uint32_t i = 0; *first < end; i++) {
        size_t count = run_of(r, *first, true);
        if (!make_part(r, *first, count, ++*stamp, &parts[i]))
            return false;
        *first += count;
    }
    return true;
}

/* ---- The scene --------------------------------------------------------------------------- */

static bool make_scene(struct reading *r)
{
    struct wr_scene *scene = r->library.scene;
    struct wr_arena *arena = r->library.arena;
    size_t first = 0;
    uint32_t stamp = 0;
    if (r->triangle_count > 0)
        qsort(r->triangles, r->triangle_count, sizeof *r->triangles, order_triangles);
    scene->meshes = WR_ZERO(arena, wr_scene_mesh, r->object_count);
    scene->nodes = WR_TAKE(arena, wr_scene_node, r->object_count);
    r->heads = WR_TAKE(arena, uint32_t, r->text.vertex_count);
    r->stamps = WR_ZERO(arena, uint32_t, r->text.vertex_count);
    if (!scene->meshes || !scene->nodes || !r->heads || !r->stamps)
        return wr_obj_starve(&r->text);
    while (first < r->triangle_count) {
        uint32_t mesh = scene->mesh_count++;
        if (!make_mesh(r, &first, &stamp, &scene->meshes[mesh]))
            return false;
        scene->nodes[scene->node_count++] = (wr_scene_node){.name = scene->meshes[mesh].name,
                                                            .parent = WR_SCENE_NONE,
                                                            .mesh = mesh,
                                                            .own = wr_affine_none(),
                                                            .world = wr_affine_none()};
    }
    return true;
}

bool wr_scene_obj_recognise(const uint8_t *data, size_t size)
{
    static const char *const words[] = {"v", "usemtl", "o", "g", "s", "mtllib", "vn", "vt"};
    size_t start = wr_text_start(data, size);
    wr_view rest = {(const char *)data + start, size - start}, line;
    while (wr_view_line(&rest, &line)) {
        wr_view word = wr_obj_word(&line);
        for (size_t i = 0; word.size > 0 && i < sizeof words / sizeof *words; i++)
            if (wr_view_is(word, words[i]))
                return true;
        if (word.size > 0)
            return false;
    }
    return false;
}

enum wr_result wr_scene_obj_read(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_source *source, struct wr_scene **out)
{
    static const struct wr_obj_reader reader = {take_face, take_line, true};
    struct reading r = {.text = {.context = context, .source = source, .reader = &reader},
                        .library = {.context = context,
                                    .arena = arena,
                                    .folder = wr_path_folder(arena, source->name),
                                    .scene = WR_ZERO(arena, struct wr_scene, 1)},
                        .material = WR_SCENE_NONE};
    if (!r.library.folder || !r.library.scene)
        return wr_no_memory(context);
    r.text.user = &r;
    r.library.scene->path = source->name;
    enum wr_result result = wr_obj_text_read(&r.text);
    if (result == WR_OK && !make_scene(&r))
        result = WR_NO_MEMORY;
    *out = r.library.scene;
    wr_obj_text_finish(&r.text);
    wr_free(r.triangles);
    wr_free(r.objects);
    wr_free(r.met);
    return result;
}
