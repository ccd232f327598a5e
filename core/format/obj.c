/* Walkmeshes as a small part of Wavefront OBJ. */
#include "core/format/obj.h"

#include "core/base/bytes.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"
#include "core/walkmesh/planes.h"
#include "core/walkmesh/polygon.h"
#include "core/walkmesh/surfaces.h"
#include "core/walkmesh/weld.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_FAULTS = 20, LONGEST_QUOTE = 40, MOST_COORDINATES = 7 };
enum { MOST_BYTES = 1 << 30, LOOK = 1024 };
/* A face takes two bytes at the least, " 1" in a fan: so all edges have a number. */
static_assert(MOST_BYTES / 2 <= INT32_MAX / 3, "each edge of the largest text has a number");

/* A walkable face on which nobody can stand. */
struct aside {
    wr_view keyword; /* of its line */
    enum wr_side side;
};

struct obj {
    struct wr_context *context;
    const struct wr_source *source;
    const wr_surfaces *surfaces;
    wr_vec3 *vertices;
    wr_face *faces;
    uint32_t *materials; /* one a face */
    uint32_t *corners;   /* of the polygon at hand */
    wr_face *pieces;     /* what it is cut into */
    size_t vertex_count, face_count;
    size_t vertex_capacity, face_capacity, material_capacity, corner_capacity, piece_capacity;
    uint32_t material;
    bool has_material, shapeless;
    enum wr_result result; /* of the first fault */
    unsigned faults;
    struct aside asides[MOST_FAULTS + 1];
    size_t aside_count;
    wr_dvec3 floor; /* twice the sum of the area vectors of walkable faces */
};

/* ---- Faults ------------------------------------------------------------------------------ */

static wr_where place_of(const struct obj *obj, wr_view word)
{
    return wr_at(obj->source, (size_t)((const uint8_t *)word.data - obj->source->data));
}

static void note_fault(struct obj *obj, enum wr_result result)
{
    obj->faults++;
    if (obj->result == WR_OK || result == WR_NO_MEMORY)
        obj->result = result;
}

/* A fault told about one word. */
static void fault(struct obj *obj, enum wr_result result, wr_view word, const char *slug,
                  const char *hint, const char *what)
{
    int shown = word.size < LONGEST_QUOTE ? (int)word.size : LONGEST_QUOTE;
    note_fault(obj, wr_fail(obj->context, result, place_of(obj, word), slug, hint, "'%.*s' %s",
                            shown, word.data, what));
}

/* A fault of a whole line, told about its keyword. */
static void line_fault(struct obj *obj, enum wr_result result, wr_view keyword,
                       const char *slug, const char *hint, const char *sentence)
{
    note_fault(
        obj, wr_fail(obj->context, result, place_of(obj, keyword), slug, hint, "%s", sentence));
}

static bool out_of_memory(struct obj *obj)
{
    note_fault(obj, wr_no_memory(obj->context));
    return false;
}

/* The next word before a comment; empty at the end of the line. */
static wr_view next_word(wr_view *rest)
{
    wr_view word = wr_view_word(rest);
    if (word.size > 0 && word.data[0] == '#')
        rest->size = word.size = 0;
    return word;
}

/* ---- Vertices -------------------------------------------------------------------------- */

/* Returns whether the line was right. */
static bool read_numbers(struct obj *obj, wr_view keyword, wr_view rest, float *numbers)
{
    size_t count = 0;
    for (wr_view word; (word = next_word(&rest)).size > 0; count++) {
        float number;
        if (!wr_parse_f32(word, &number) || !isfinite(number)) {
            fault(obj, WR_SYNTAX, word, "obj-number", NULL, "is not a finite number");
            return false;
        }
        if (count < 3)
            numbers[count] = number;
    }
    if (count >= 3 && count <= MOST_COORDINATES)
        return true;
    line_fault(obj, WR_SYNTAX, keyword, "obj-vertex", "write `v x y z`, in metres",
               "the vertex does not have 3 coordinates");
    return false;
}

/* A wrong vertex keeps its number, but faces are not judged by their shape any more. */
static void read_vertex(struct obj *obj, wr_view keyword, wr_view rest)
{
    float numbers[3] = {0};
    obj->shapeless |= !read_numbers(obj, keyword, rest, numbers);
    if (wr_grow(&obj->vertices, &obj->vertex_capacity, obj->vertex_count + 1,
                sizeof *obj->vertices))
        obj->vertices[obj->vertex_count++] = wr_vec3_of(numbers[0], numbers[1], numbers[2]);
    else
        out_of_memory(obj);
}

/* ---- Materials ------------------------------------------------------------------------- */

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
    wr_view word = next_word(&rest);
    obj->has_material = true; /* even if it is wrong: that is told once */
    if (word.size == 0)
        line_fault(obj, WR_SYNTAX, keyword, "obj-material", suggest_material(obj, word, hint),
                   "the line names no material");
    else if (!wr_surface_named(word, &obj->material) ||
             !wr_material_in(obj->surfaces->known, obj->material))
        fault(obj, WR_INVALID, word, "obj-material", suggest_material(obj, word, hint),
              "is not a material of surfacemat.2da");
}

/* ---- Faces ------------------------------------------------------------------------------- */

/* `7`, `-1`, `7/2`, `7//3`: what follows a slash is not for walkmeshes. */
static bool read_corner(struct obj *obj, wr_view word, uint32_t *corner)
{
    wr_view number = word;
    const char *slash = memchr(word.data, '/', word.size);
    if (slash)
        number.size = (size_t)(slash - word.data);
    int64_t index, count = (int64_t)obj->vertex_count;
    if (!wr_parse_i64(number, &index)) {
        fault(obj, WR_SYNTAX, word, "obj-index", NULL, "is not the number of a vertex");
        return false;
    }
    if (index == 0 || index > count || index < -count) {
        fault(obj, WR_INVALID, word, "obj-index",
              "vertices count from 1, or back from -1, and come before the faces that use them",
              "is the number of no vertex above this line");
        return false;
    }
    *corner = (uint32_t)(index > 0 ? index - 1 : count + index);
    return true;
}

/* Returns the number of corners, 0 where the face is not to be used. */
static size_t read_corners(struct obj *obj, wr_view keyword, wr_view rest)
{
    size_t count = 0;
    for (wr_view word; (word = next_word(&rest)).size > 0; count++) {
        if (!wr_grow(&obj->corners, &obj->corner_capacity, count + 1, sizeof *obj->corners))
            return out_of_memory(obj);
        if (!read_corner(obj, word, &obj->corners[count]))
            return 0;
    }
    if (count < 3)
        line_fault(obj, WR_SYNTAX, keyword, "obj-face", NULL,
                   "the face has fewer than 3 corners");
    return count < 3 ? 0 : count;
}

static bool cut(struct obj *obj, wr_view keyword, size_t count)
{
    if (!wr_grow(&obj->pieces, &obj->piece_capacity, count, sizeof *obj->pieces))
        return out_of_memory(obj);
    const uint32_t *corners = obj->corners;
    obj->pieces[0] = (wr_face){{corners[0], corners[1], corners[2]}};
    if (count == 3 || wr_polygon_cut(obj->vertices, corners, count, obj->pieces))
        return true;
    line_fault(obj, WR_INVALID, keyword, "obj-concave",
               "cut it into triangles or convex parts (in Blender: Triangulate Faces)",
               "the face is not a convex polygon");
    return false;
}

/* Whether one can stand on a face that is meant for it; what is wrong is told at the end. */
static bool check_side(struct obj *obj, wr_view keyword, wr_face face)
{
    if (!wr_material_in(obj->surfaces->walkable, obj->material))
        return true;
    const wr_vec3 *p = obj->vertices;
    wr_vec3 a = p[face.v[0]], b = p[face.v[1]], c = p[face.v[2]];
    enum wr_side side = wr_triangle_side(a, b, c);
    wr_dvec3 origin = wr_widen(a);
    obj->floor =
        wr_add(obj->floor, wr_cross(wr_sub(wr_widen(b), origin), wr_sub(wr_widen(c), origin)));
    if (side == WR_SIDE_UP || side == WR_SIDE_NONE)
        return true;
    if (obj->aside_count <= MOST_FAULTS)
        obj->asides[obj->aside_count++] = (struct aside){keyword, side};
    return false;
}

/* Whether what is meant as floor looks along Y, as programs with Y up write it. */
static bool has_y_up(const struct obj *obj)
{
    wr_dvec3 up = obj->floor;
    return up.y > 0 && up.y > 2 * fabs(up.z) && up.y > 2 * fabs(up.x);
}

static void tell_aside(struct obj *obj, const struct aside *aside)
{
    if (aside->side == WR_SIDE_DOWN)
        line_fault(obj, WR_INVALID, aside->keyword, "obj-face-downward",
                   "list its corners counter-clockwise as seen from above",
                   "the face has a walkable material but looks downward");
    else
        line_fault(obj, WR_INVALID, aside->keyword, "obj-face-upright",
                   "give it a material that is not walkable, such as Nonwalk",
                   "the face has a walkable material but stands upright");
}

static void tell_asides(struct obj *obj)
{
    if (obj->aside_count > 0 && has_y_up(obj)) {
        line_fault(obj, WR_INVALID, obj->asides[0].keyword, "obj-y-up",
                   "export it with Z up (in Blender: Forward Axis Y, Up Axis Z)",
                   "the walkable faces look along Y: the file has Y up");
        return;
    }
    for (size_t i = 0; i < obj->aside_count && obj->faults <= MOST_FAULTS; i++)
        tell_aside(obj, &obj->asides[i]);
}

static bool add_face(struct obj *obj, wr_face face)
{
    size_t count = obj->face_count + 1;
    if (!wr_grow(&obj->faces, &obj->face_capacity, count, sizeof *obj->faces) ||
        !wr_grow(&obj->materials, &obj->material_capacity, count, sizeof *obj->materials))
        return out_of_memory(obj);
    obj->faces[obj->face_count] = face;
    obj->materials[obj->face_count++] = obj->material;
    return true;
}

static void add_pieces(struct obj *obj, wr_view keyword, size_t count)
{
    for (size_t i = 0; i + 2 < count; i++)
        if (!check_side(obj, keyword, obj->pieces[i]) || !add_face(obj, obj->pieces[i]))
            return;
}

static void read_face(struct obj *obj, wr_view keyword, wr_view rest)
{
    if (!obj->has_material)
        line_fault(obj, WR_INVALID, keyword, "obj-no-material",
                   "put a line such as `usemtl Stone` before it", "the face has no material");
    obj->has_material = true;
    size_t count = read_corners(obj, keyword, rest);
    if (count > 0 && !obj->shapeless && cut(obj, keyword, count))
        add_pieces(obj, keyword, count);
}

/* ---- Lines ------------------------------------------------------------------------------- */

static bool is_passed_over(wr_view keyword)
{
    static const char *const known[] = {"vn", "vt", "o", "g", "s", "mtllib", "l"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (wr_view_is(keyword, known[i]))
            return true;
    return false;
}

static void read_line(struct obj *obj, wr_view line)
{
    wr_view keyword = next_word(&line);
    if (keyword.size == 0 || is_passed_over(keyword))
        return;
    if (wr_view_is(keyword, "v"))
        read_vertex(obj, keyword, line);
    else if (wr_view_is(keyword, "f"))
        read_face(obj, keyword, line);
    else if (wr_view_is(keyword, "usemtl"))
        read_material(obj, keyword, line);
    else
        fault(obj, WR_SYNTAX, keyword, "obj-keyword",
              "known: v, f, usemtl; passed over: vn, vt, o, g, s, mtllib, l",
              "does not start a line of a walkmesh");
}

static enum wr_result read_lines(struct obj *obj)
{
    wr_view rest = {(const char *)obj->source->data, obj->source->size}, line;
    if (rest.size >= 3 && memcmp(rest.data, "\xef\xbb\xbf", 3) == 0)
        rest = (wr_view){rest.data + 3, rest.size - 3};
    for (uint32_t look = 0; obj->faults <= MOST_FAULTS && obj->result != WR_NO_MEMORY &&
                            wr_view_line(&rest, &line);
         look++) {
        if (look % LOOK == 0 && wr_context_stopped(obj->context))
            return WR_STOPPED;
        read_line(obj, line);
    }
    tell_asides(obj);
    if (obj->result == WR_OK && obj->face_count == 0)
        note_fault(obj, wr_fail(obj->context, WR_INVALID, wr_at(obj->source, WR_WHOLE_FILE),
                                "obj-empty", NULL, "the walkmesh has no faces"));
    return obj->result;
}

/* ---- Meshes ------------------------------------------------------------------------------ */

static struct wr_walkmesh *make_mesh(const struct obj *obj, struct wr_arena *arena)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(arena, WR_WOK, 0, 0);
    if (!mesh)
        return NULL;
    mesh->vertex_count = (uint32_t)obj->vertex_count;
    mesh->face_count = (uint32_t)obj->face_count;
    mesh->vertices =
        wr_arena_copy(arena, obj->vertices, obj->vertex_count, sizeof *obj->vertices);
    mesh->faces = wr_arena_copy(arena, obj->faces, obj->face_count, sizeof *obj->faces);
    mesh->materials =
        wr_arena_copy(arena, obj->materials, obj->face_count, sizeof *obj->materials);
    return mesh->vertices && mesh->faces && mesh->materials ? mesh : NULL;
}

static enum wr_result finish_mesh(const struct obj *obj, struct wr_arena *scratch,
                                  struct wr_walkmesh *mesh)
{
    struct wr_context *context = obj->context;
    wr_where where = wr_at(obj->source, WR_WHOLE_FILE);
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
        mesh && scratch ? finish_mesh(obj, scratch, mesh) : wr_no_memory(obj->context);
    wr_arena_destroy(scratch);
    if (result == WR_OK)
        *out = mesh;
    return result;
}

enum wr_result wr_obj_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, const wr_surfaces *surfaces,
                           struct wr_walkmesh **out)
{
    struct obj obj = {.context = context, .source = source, .surfaces = surfaces};
    if (source->size > MOST_BYTES)
        return wr_fail(context, WR_LIMIT, wr_at(source, WR_WHOLE_FILE), "obj-too-large",
                       "cut it into several rooms",
                       "a walkmesh may have at most 1 GiB of text, this one has %zu bytes",
                       source->size);
    enum wr_result result = read_lines(&obj);
    if (result == WR_OK)
        result = make(&obj, arena, out);
    wr_free(obj.vertices);
    wr_free(obj.faces);
    wr_free(obj.materials);
    wr_free(obj.corners);
    wr_free(obj.pieces);
    return result;
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
