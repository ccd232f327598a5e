/* Wavefront OBJ as text: vertices, polygons cut into triangles, and what else a line says. Who
 * reads it keeps what it needs. */
#ifndef WR_CORE_FORMAT_OBJ_TEXT_H
#define WR_CORE_FORMAT_OBJ_TEXT_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/math.h"
#include "core/base/text.h"

/* A corner of a polygon: numbers from 0 of a vertex, a place in a picture and a normal;
 * WR_OBJ_NONE where it has none. */
#define WR_OBJ_NONE UINT32_MAX
typedef struct wr_obj_corner {
    uint32_t point, place, normal;
} wr_obj_corner;

struct wr_obj_text;

/* What a reader makes of lines. `keyword` is the line's first word, `rest` what is behind it.
 */
struct wr_obj_reader {
    /* A polygon: text->corners, in text->piece_count triangles text->pieces of numbers of
     * these. */
    void (*face)(struct wr_obj_text *text, wr_view keyword);
    /* Any line but those of vertices and faces. */
    void (*line)(struct wr_obj_text *text, wr_view keyword, wr_view rest);
    bool drawn; /* places and normals are read, too */
};

/* A text under way. Zeros, but for the first four; ends with wr_obj_text_finish. */
struct wr_obj_text {
    struct wr_context *context;
    const struct wr_source *source;
    const struct wr_obj_reader *reader;
    void *user; /* the reader's */
    bool y_up;  /* vertices and normals are turned: the file's Y is up */
    wr_vec3 *vertices, *normals;
    float (*places)[2]; /* v upward */
    size_t vertex_count, normal_count, place_count;
    wr_obj_corner *corners;
    wr_face *pieces;
    size_t corner_count, piece_count;
    bool shapeless;        /* a vertex is wrong: faces are not judged by their shape */
    enum wr_result result; /* of the first fault */
    unsigned faults;

    struct wr_arena *scratch;
    wr_vec3 *spots; /* the corners of the polygon at hand */
    uint32_t *numbers;
    size_t vertex_capacity, normal_capacity, place_capacity, corner_capacity, piece_capacity,
        spot_capacity, number_capacity;
    uint64_t dents; /* squares of corners of polygons that had some */
};

/* Reads all lines. WR_LIMIT "obj-too-large", WR_SYNTAX and WR_INVALID "obj-number",
 * "obj-vertex", "obj-index", "obj-face" and "obj-crossed", and what the reader finds. */
enum wr_result wr_obj_text_read(struct wr_obj_text *text);
void wr_obj_text_finish(struct wr_obj_text *text);

/* The next word before a comment; empty at the end of the line. */
wr_view wr_obj_word(wr_view *rest);
/* All words of a line, without space around them: names of files and objects have some. */
wr_view wr_obj_words(wr_view rest);
/* Whether enough is said. */
bool wr_obj_full(const struct wr_obj_text *text);

/* A fault told about one word, which begins the message. */
void wr_obj_fault(struct wr_obj_text *text, enum wr_result result, wr_view word,
                  const char *slug, const char *hint, const char *what);
/* A fault of a whole line, told about its keyword. */
void wr_obj_line_fault(struct wr_obj_text *text, enum wr_result result, wr_view keyword,
                       const char *slug, const char *hint, const char *sentence);
/* Memory is out; false. */
bool wr_obj_starve(struct wr_obj_text *text);
wr_where wr_obj_where(const struct wr_obj_text *text, wr_view word);

#endif
