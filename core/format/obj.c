/* Walkmeshes as a small part of Wavefront OBJ. */
#include "core/format/obj.h"
#include "core/format/obj_text.h"

#include "core/base/bytes.h"
#include "core/base/suggestion.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/surfaces.h"
#include "core/walkmesh/weld.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_ASIDES = 21, LONGEST_QUOTE = 40 };

/* A walkable face on which nobody can stand. */
struct aside {
    wr_view keyword; /* of its line */
    enum wr_side side;
};

struct obj {
    struct wr_obj_text text;
    const wr_surfaces *surfaces;
    wr_face *faces;
    uint32_t *materials; /* one a face */
    size_t face_count, face_capacity, material_capacity;
    uint32_t material;
    bool has_material;
    struct aside asides[MOST_ASIDES];
    size_t aside_count;
    double up, along_y; /* of the areas of walkable faces, twice */
};

/* ---- Materials --------------------------------------------------------------------------- */

static const char *suggest_material(const struct obj *obj, wr_view word,
                                    char out[WR_SUGGESTION_SIZE])
{
    const char *names[WR_SURFACE_COUNT + 1];
    size_t count = 0;
    for (uint32_t i = 0; i < WR_SURFACE_COUNT; i++)
        if (wr_surface_name(i) && wr_material_in(obj->surfaces->known, i))
            names[count++] = wr_surface_name(i);
    names[count] = NULL;
    char text[LONGEST_QUOTE + 1] = "";
    word = wr_name_stem(word);
    memcpy(text, word.data, word.size < LONGEST_QUOTE ? word.size : LONGEST_QUOTE);
    return wr_suggestion(out, text, names);
}

static void read_material(struct obj *obj, wr_view keyword, wr_view rest)
{
    char hint[WR_SUGGESTION_SIZE];
    wr_view word = wr_obj_word(&rest);
    obj->has_material = true; /* even if it is wrong: that is told once */
    if (word.size == 0)
        wr_obj_line_fault(&obj->text, WR_SYNTAX, keyword, "obj-material",
                          suggest_material(obj, word, hint), "the line names no material");
    else if (!wr_surface_named(word, &obj->material) ||
             !wr_material_in(obj->surfaces->known, obj->material))
        wr_obj_fault(&obj->text, WR_INVALID, word, "obj-material",
                     suggest_material(obj, word, hint), "is not a material of surfacemat.2da");
}

/* ---- Sides ------------------------------------------------------------------------------- */

/* Whether one can stand on a face that is meant for it; what is wrong is told at the end. */
static bool check_side(struct obj *obj, wr_view keyword, wr_face face)
{
    if (!wr_material_in(obj->surfaces->walkable, obj->material))
        return true;
    const wr_vec3 *p = obj->text.vertices;
    wr_vec3 a = p[face.v[0]], b = p[face.v[1]], c = p[face.v[2]];
    enum wr_side side = wr_triangle_side(a, b, c);
    wr_dvec3 area = wr_triangle_normal(a, b, c);
    obj->up += area.z > 0 ? area.z : 0;
    obj->along_y += area.y > 0 ? area.y : 0;
    if (side == WR_SIDE_UP || side == WR_SIDE_NONE)
        return true;
    if (obj->aside_count < MOST_ASIDES)
        obj->asides[obj->aside_count++] = (struct aside){keyword, side};
    return false;
}

static void tell_aside(struct obj *obj, const struct aside *aside)
{
    if (aside->side == WR_SIDE_DOWN)
        wr_obj_line_fault(&obj->text, WR_INVALID, aside->keyword, "obj-face-downward",
                          "list its corners counter-clockwise as seen from above",
                          "the face has a walkable material but looks downward");
    else
        wr_obj_line_fault(&obj->text, WR_INVALID, aside->keyword, "obj-face-upright",
                          "give it a material that is not walkable, such as Nonwalk",
                          "the face has a walkable material but stands upright");
}

static bool has_y_up(const struct obj *obj)
{
    return obj->aside_count > 0 && !obj->text.y_up && wr_floor_y_up(obj->up, obj->along_y);
}

static void tell_asides(struct obj *obj)
{
    if (has_y_up(obj)) {
        wr_obj_line_fault(&obj->text, WR_INVALID, obj->asides[0].keyword, "obj-y-up",
                          "export it with Z up (in Blender: Forward Axis Y, Up Axis Z)",
                          "the walkable faces look along Y: the file has Y up");
        return;
    }
    for (size_t i = 0; i < obj->aside_count && !wr_obj_full(&obj->text); i++)
        tell_aside(obj, &obj->asides[i]);
}

/* ---- Lines ------------------------------------------------------------------------------- */

static bool add_face(struct obj *obj, wr_face face)
{
    size_t count = obj->face_count + 1;
    if (!wr_grow(&obj->faces, &obj->face_capacity, count, sizeof *obj->faces) ||
        !wr_grow(&obj->materials, &obj->material_capacity, count, sizeof *obj->materials))
        return wr_obj_starve(&obj->text);
    obj->faces[obj->face_count] = face;
    obj->materials[obj->face_count++] = obj->material;
    return true;
}

static void take_face(struct wr_obj_text *text, wr_view keyword)
{
    struct obj *obj = text->user;
    if (!obj->has_material)
        wr_obj_line_fault(text, WR_INVALID, keyword, "obj-no-material",
                          "put a line such as `usemtl Stone` before it",
                          "the face has no material");
    obj->has_material = true;
    for (size_t i = 0; !text->shapeless && i < text->piece_count; i++) {
        wr_face face;
        for (int k = 0; k < 3; k++)
            face.v[k] = text->corners[text->pieces[i].v[k]].point;
        if (!check_side(obj, keyword, face) || !add_face(obj, face))
            return;
    }
}

static bool is_passed_over(wr_view keyword)
{
    static const char *const known[] = {"vn", "vt", "o", "g", "s", "mtllib", "l"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (wr_view_is(keyword, known[i]))
            return true;
    return false;
}

static void take_line(struct wr_obj_text *text, wr_view keyword, wr_view rest)
{
    if (wr_view_is(keyword, "usemtl"))
        read_material(text->user, keyword, rest);
    else if (!is_passed_over(keyword))
        wr_obj_fault(text, WR_SYNTAX, keyword, "obj-keyword",
                     "known: v, f, usemtl; passed over: vn, vt, o, g, s, mtllib, l",
                     "does not start a line of a walkmesh");
}

/* ---- Meshes ------------------------------------------------------------------------------ */

static struct wr_walkmesh *make_mesh(const struct obj *obj, struct wr_arena *arena)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 0, 0);
    if (!mesh)
        return NULL;
    mesh->vertex_count = (uint32_t)obj->text.vertex_count;
    mesh->face_count = (uint32_t)obj->face_count;
    mesh->vertices = wr_arena_copy(arena, obj->text.vertices, obj->text.vertex_count,
                                   sizeof *obj->text.vertices);
    mesh->faces = wr_arena_copy(arena, obj->faces, obj->face_count, sizeof *obj->faces);
    mesh->materials =
        wr_arena_copy(arena, obj->materials, obj->face_count, sizeof *obj->materials);
    return mesh->vertices && mesh->faces && mesh->materials ? mesh : NULL;
}

static enum wr_result finish_mesh(const struct obj *obj, struct wr_arena *scratch,
                                  struct wr_walkmesh *mesh)
{
    struct wr_context *context = obj->text.context;
    wr_where where = wr_at(obj->text.source, WR_WHOLE_FILE);
    uint32_t dropped;
    enum wr_result result = wr_walkmesh_weld(context, scratch, mesh, NULL, NULL, &dropped);
    if (result == WR_OK && dropped > 0)
        wr_warn(context, where, "obj-dropped", NULL,
                "%" PRIu32 " faces without area were left out", dropped);
    if (result == WR_OK)
        result = wr_walkmesh_sort(context, scratch, mesh, obj->surfaces->walkable, NULL);
    if (result == WR_OK)
        result = wr_walkmesh_derive(context, scratch, mesh, NULL, where, NULL);
    return result;
}

static enum wr_result make(const struct obj *obj, struct wr_arena *arena,
                           struct wr_walkmesh **out)
{
    struct wr_walkmesh *mesh = make_mesh(obj, arena);
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result =
        mesh && scratch ? finish_mesh(obj, scratch, mesh) : wr_no_memory(obj->text.context);
    wr_arena_destroy(scratch);
    if (result == WR_OK)
        *out = mesh;
    return result;
}

static const struct wr_obj_reader READER = {take_face, take_line, false};

static void finish(struct obj *obj)
{
    wr_obj_text_finish(&obj->text);
    wr_free(obj->faces);
    wr_free(obj->materials);
}

static struct obj start(struct wr_context *context, const struct wr_source *source,
                        const wr_surfaces *surfaces, bool y_up)
{
    return (struct obj){
        .text = {.context = context, .source = source, .reader = &READER, .y_up = y_up},
        .surfaces = surfaces};
}

static enum wr_result read_all(struct obj *obj, bool turns)
{
    obj->text.user = obj;
    enum wr_result result = wr_obj_text_read(&obj->text);
    if (result == WR_STOPPED || result == WR_LIMIT || (turns && has_y_up(obj)))
        return result;
    tell_asides(obj);
    if (obj->text.result == WR_OK && obj->face_count == 0)
        obj->text.result =
            wr_fail(obj->text.context, WR_INVALID, wr_at(obj->text.source, WR_WHOLE_FILE),
                    "obj-empty", NULL, "the walkmesh has no faces");
    return obj->text.result;
}

enum wr_result wr_obj_read_up(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_source *source, const wr_surfaces *surfaces,
                              enum wr_up up, struct wr_walkmesh **out)
{
    struct obj obj = start(context, source, surfaces, up == WR_UP_Y);
    enum wr_result result = read_all(&obj, up == WR_UP_FOUND);
    if (result == WR_OK && up == WR_UP_FOUND && has_y_up(&obj)) {
        finish(&obj);
        obj = start(context, source, surfaces, true);
        result = read_all(&obj, false);
    }
    if (result == WR_OK)
        result = make(&obj, arena, out);
    finish(&obj);
    return result;
}

enum wr_result wr_obj_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, const wr_surfaces *surfaces,
                           struct wr_walkmesh **out)
{
    return wr_obj_read_up(context, arena, source, surfaces, WR_UP_Z, out);
}

/* ---- Writing ----------------------------------------------------------------------------- */

static void write_vertex(wr_vec3 vertex, struct wr_bytes *out)
{
    const float numbers[3] = {vertex.x, vertex.y, vertex.z};
    wr_bytes_char(out, 'v');
    for (int i = 0; i < 3; i++) {
        wr_bytes_char(out, ' ');
        wr_bytes_number(out, numbers[i]);
    }
    wr_bytes_char(out, '\n');
}

static void write_material(uint32_t material, struct wr_bytes *out)
{
    const char *name = wr_surface_name(material);
    if (name)
        wr_bytes_print(out, "usemtl %s\n", name);
    else
        wr_bytes_print(out, "usemtl %" PRIu32 "\n", material);
}

void wr_obj_write(const struct wr_walkmesh *mesh, struct wr_bytes *out)
{
    wr_bytes_text(out, "# A walkmesh: metres, Z up, materials as surfacemat.2da names them.\n");
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        write_vertex(mesh->vertices[v], out);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        if (f == 0 || mesh->materials[f] != mesh->materials[f - 1])
            write_material(mesh->materials[f], out);
        const uint32_t *v = mesh->faces[f].v;
        wr_bytes_print(out, "f %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", v[0] + UINT64_C(1),
                       v[1] + UINT64_C(1), v[2] + UINT64_C(1));
    }
}
