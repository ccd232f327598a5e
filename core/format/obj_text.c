/* Lines of OBJ: what every reader of it needs. */
#include "core/format/obj_text.h"

#include "core/base/bytes.h"
#include "core/walkmesh/polygon.h"

#include <assert.h>
#include <string.h>

enum { MOST_FAULTS = 20, LONGEST_QUOTE = 40, MOST_COORDINATES = 7 };
enum { MOST_BYTES = 1 << 30, LOOK = 1024 };
/* A face takes two bytes at the least, " 1" in a fan: so all edges have a number. */
static_assert(MOST_BYTES / 2 <= INT32_MAX / 3, "each edge of the largest text has a number");
/* How long cutting dents may take, in squares of corners. */
#define MOST_DENTS (UINT64_C(1) << 28)

/* ---- Faults ------------------------------------------------------------------------------ */

wr_where wr_obj_where(const struct wr_obj_text *text, wr_view word)
{
    return wr_at(text->source, (size_t)((const uint8_t *)word.data - text->source->data));
}

static void note_fault(struct wr_obj_text *text, enum wr_result result)
{
    text->faults++;
    if (text->result == WR_OK || result == WR_NO_MEMORY)
        text->result = result;
}

void wr_obj_fault(struct wr_obj_text *text, enum wr_result result, wr_view word,
                  const char *slug, const char *hint, const char *what)
{
    int shown = word.size < LONGEST_QUOTE ? (int)word.size : LONGEST_QUOTE;
    note_fault(text, wr_fail(text->context, result, wr_obj_where(text, word), slug, hint,
                             "'%.*s' %s", shown, word.data, what));
}

void wr_obj_line_fault(struct wr_obj_text *text, enum wr_result result, wr_view keyword,
                       const char *slug, const char *hint, const char *sentence)
{
    note_fault(text, wr_fail(text->context, result, wr_obj_where(text, keyword), slug, hint,
                             "%s", sentence));
}

bool wr_obj_starve(struct wr_obj_text *text)
{
    note_fault(text, wr_no_memory(text->context));
    return false;
}

bool wr_obj_full(const struct wr_obj_text *text)
{
    return text->faults > MOST_FAULTS || text->result == WR_NO_MEMORY ||
           text->result == WR_LIMIT;
}

/* ---- Words ------------------------------------------------------------------------------- */

wr_view wr_obj_word(wr_view *rest)
{
    wr_view word = wr_view_word(rest);
    if (word.size > 0 && word.data[0] == '#')
        rest->size = word.size = 0;
    return word;
}

wr_view wr_obj_words(wr_view rest)
{
    wr_view first = wr_obj_word(&rest), last = first;
    for (wr_view word; (word = wr_obj_word(&rest)).size > 0;)
        last = word;
    if (first.size > 0)
        first.size = (size_t)(last.data + last.size - first.data);
    return first;
}

/* ---- Vertices ---------------------------------------------------------------------------- */

/* So many numbers, and no more than `most`, of which the first three are kept. Returns whether
 * the line was right. */
static bool read_numbers(struct wr_obj_text *text, wr_view keyword, wr_view rest, size_t least,
                         size_t most, float *numbers)
{
    size_t count = 0;
    for (wr_view word; (word = wr_obj_word(&rest)).size > 0; count++) {
        float number;
        if (!wr_parse_f32(word, &number) || !isfinite(number)) {
            wr_obj_fault(text, WR_SYNTAX, word, "obj-number", NULL, "is not a finite number");
            return false;
        }
        if (count < 3)
            numbers[count] = number;
    }
    if (count >= least && count <= most)
        return true;
    if (least == 2)
        wr_obj_line_fault(text, WR_SYNTAX, keyword, "obj-vertex", "write `vt u v`",
                          "the place in a picture does not have 2 coordinates");
    else
        wr_obj_line_fault(text, WR_SYNTAX, keyword, "obj-vertex", "write `v x y z`, in metres",
                          "the vertex does not have 3 coordinates");
    return false;
}

static wr_vec3 upright(const struct wr_obj_text *text, const float *numbers)
{
    return text->y_up ? wr_vec3_of(numbers[0], 0 - numbers[2], numbers[1])
                      : wr_vec3_of(numbers[0], numbers[1], numbers[2]);
}

/* A wrong vertex keeps its number. */
static void read_vertex(struct wr_obj_text *text, wr_view keyword, wr_view rest)
{
    float numbers[3] = {0};
    text->shapeless |= !read_numbers(text, keyword, rest, 3, MOST_COORDINATES, numbers);
    if (wr_grow(&text->vertices, &text->vertex_capacity, text->vertex_count + 1,
                sizeof *text->vertices))
        text->vertices[text->vertex_count++] = upright(text, numbers);
    else
        wr_obj_starve(text);
}

static void read_normal(struct wr_obj_text *text, wr_view keyword, wr_view rest)
{
    float numbers[3] = {0};
    read_numbers(text, keyword, rest, 3, 3, numbers);
    if (wr_grow(&text->normals, &text->normal_capacity, text->normal_count + 1,
                sizeof *text->normals))
        text->normals[text->normal_count++] = upright(text, numbers);
    else
        wr_obj_starve(text);
}

static void read_place(struct wr_obj_text *text, wr_view keyword, wr_view rest)
{
    float numbers[3] = {0};
    read_numbers(text, keyword, rest, 2, 3, numbers);
    if (!wr_grow(&text->places, &text->place_capacity, text->place_count + 1,
                 sizeof *text->places)) {
        wr_obj_starve(text);
        return;
    }
    text->places[text->place_count][0] = numbers[0];
    text->places[text->place_count++][1] = numbers[1];
}

/* ---- Faces ------------------------------------------------------------------------------- */

/* `7`, `-1`: one of `count` that are above the line. */
static bool read_index(struct wr_obj_text *text, wr_view word, wr_view number, size_t count,
                       uint32_t *out)
{
    int64_t index, most = (int64_t)count;
    if (!wr_parse_i64(number, &index)) {
        wr_obj_fault(text, WR_SYNTAX, word, "obj-index", NULL, "is not the number of a vertex");
        return false;
    }
    if (index == 0 || index > most || index < -most) {
        wr_obj_fault(
            text, WR_INVALID, word, "obj-index",
            "vertices count from 1, or back from -1, and come before the faces that use them",
            "is the number of no vertex above this line");
        return false;
    }
    *out = (uint32_t)(index > 0 ? index - 1 : most + index);
    return true;
}

/* What is before the next slash of a word, which moves past it. */
static wr_view before_slash(wr_view *rest)
{
    const char *slash = memchr(rest->data, '/', rest->size);
    wr_view part = {rest->data, slash ? (size_t)(slash - rest->data) : rest->size};
    size_t taken = part.size + (slash != NULL);
    *rest = (wr_view){rest->data + taken, rest->size - taken};
    return part;
}

/* `7`, `-1`, `7/2`, `7//3`: what follows a slash is for who draws. */
static bool read_corner(struct wr_obj_text *text, wr_view word, wr_obj_corner *out)
{
    wr_view rest = word, number = before_slash(&rest);
    *out = (wr_obj_corner){0, WR_OBJ_NONE, WR_OBJ_NONE};
    if (!read_index(text, word, number, text->vertex_count, &out->point))
        return false;
    if (!text->reader->drawn)
        return true;
    wr_view place = before_slash(&rest), normal = before_slash(&rest);
    return (place.size == 0 || read_index(text, word, place, text->place_count, &out->place)) &&
           (normal.size == 0 ||
            read_index(text, word, normal, text->normal_count, &out->normal));
}

/* Returns whether the face is to be used. */
static bool read_corners(struct wr_obj_text *text, wr_view keyword, wr_view rest)
{
    text->corner_count = 0;
    for (wr_view word; (word = wr_obj_word(&rest)).size > 0; text->corner_count++) {
        if (!wr_grow(&text->corners, &text->corner_capacity, text->corner_count + 1,
                     sizeof *text->corners))
            return wr_obj_starve(text);
        if (!read_corner(text, word, &text->corners[text->corner_count]))
            return false;
    }
    if (text->corner_count < 3)
        wr_obj_line_fault(text, WR_SYNTAX, keyword, "obj-face", NULL,
                          "the face has fewer than 3 corners");
    return text->corner_count >= 3;
}

static bool grow_polygon(struct wr_obj_text *text)
{
    size_t count = text->corner_count;
    if (!wr_grow(&text->pieces, &text->piece_capacity, count, sizeof *text->pieces) ||
        !wr_grow(&text->spots, &text->spot_capacity, count, sizeof *text->spots) ||
        !wr_grow(&text->numbers, &text->number_capacity, count, sizeof *text->numbers))
        return wr_obj_starve(text);
    for (size_t i = 0; i < count; i++) {
        text->spots[i] = text->vertices[text->corners[i].point];
        text->numbers[i] = (uint32_t)i;
    }
    return true;
}

static bool cut_dented(struct wr_obj_text *text)
{
    size_t count = text->corner_count;
    text->dents += (uint64_t)count * count;
    if (!text->scratch)
        text->scratch = wr_arena_create();
    return text->dents <= MOST_DENTS && text->scratch &&
           wr_polygon_cut_dented(text->scratch, text->spots, text->numbers, count,
                                 text->pieces);
}

static bool cut(struct wr_obj_text *text, wr_view keyword)
{
    size_t count = text->corner_count;
    if (!grow_polygon(text))
        return false;
    text->pieces[0] = (wr_face){{0, 1, 2}};
    text->piece_count = count - 2;
    if (count == 3 || wr_polygon_cut(text->spots, text->numbers, count, text->pieces) ||
        cut_dented(text))
        return true;
    wr_obj_line_fault(text, WR_INVALID, keyword, "obj-crossed",
                      "cut it into triangles or convex parts (in Blender: Triangulate Faces)",
                      "the face is no polygon that can be cut into triangles: its sides cross "
                      "or lie on each other, or it has hundreds of corners");
    return false;
}

/* ---- Lines ------------------------------------------------------------------------------- */

static void read_line(struct wr_obj_text *text, wr_view line)
{
    wr_view keyword = wr_obj_word(&line);
    if (keyword.size == 0)
        return;
    if (wr_view_is(keyword, "v"))
        read_vertex(text, keyword, line);
    else if (wr_view_is(keyword, "vt") && text->reader->drawn)
        read_place(text, keyword, line);
    else if (wr_view_is(keyword, "vn") && text->reader->drawn)
        read_normal(text, keyword, line);
    else if (!wr_view_is(keyword, "f"))
        text->reader->line(text, keyword, line);
    else if (read_corners(text, keyword, line) && (text->shapeless || cut(text, keyword)))
        text->reader->face(text, keyword);
}

enum wr_result wr_obj_text_read(struct wr_obj_text *text)
{
    if (text->source->size > MOST_BYTES)
        return wr_fail(text->context, WR_LIMIT, wr_at(text->source, WR_WHOLE_FILE),
                       "obj-too-large", "cut it into several rooms",
                       "a walkmesh may have at most 1 GiB of text, this one has %zu bytes",
                       text->source->size);
    wr_view rest = {(const char *)text->source->data, text->source->size}, line;
    if (rest.size >= 3 && memcmp(rest.data, "\xef\xbb\xbf", 3) == 0)
        rest = (wr_view){rest.data + 3, rest.size - 3};
    for (uint32_t look = 0; !wr_obj_full(text) && wr_view_line(&rest, &line); look++) {
        if (look % LOOK == 0 && wr_context_stopped(text->context))
            return WR_STOPPED;
        read_line(text, line);
    }
    return text->result;
}

void wr_obj_text_finish(struct wr_obj_text *text)
{
    wr_free(text->vertices);
    wr_free(text->normals);
    wr_free(text->places);
    wr_free(text->corners);
    wr_free(text->pieces);
    wr_free(text->spots);
    wr_free(text->numbers);
    wr_arena_destroy(text->scratch);
}
