/* Warren's public core: results, diagnostics, values, walkmeshes and the small formats.
 *
 * Units are metres and degrees; coordinates are right-handed with Z up. Strings are UTF-8.
 * Objects with a lifetime are `struct wr_x *` and end with one free call, which takes NULL;
 * values are typedefs and are copied. */
#ifndef WR_CORE_CORE_H
#define WR_CORE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define WR_API
#else
#define WR_API __attribute__((visibility("default")))
#endif
#if defined(__MINGW32__) && !defined(__clang__) /* its own printf, not that of the system */
#define WR_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define WR_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define WR_PRINTF(text, first)
#endif

/* ---- Work of several machines -------------------------------------------------------- */

enum { WR_MOST_SHARDS = 1000000 };

/* The index-th of count parts of a list of work, from 1, by the list alone: no machine asks
 * another. {0}: all of it. */
typedef struct wr_shard {
    uint32_t index, count;
} wr_shard;

/* ---- Results and diagnostics -------------------------------------------------------- */

/* What a program decides on; what a person reads is a diagnostic. */
enum wr_result {
    WR_OK = 0,
    WR_SYNTAX,    /* not well-formed XML, JSON, BWM, ... */
    WR_INVALID,   /* well-formed, but breaks a rule of the kit, the map or the engine */
    WR_NOT_FOUND, /* a named file, kit, room or door does not exist */
    WR_LIMIT,     /* an engine or safety limit would be passed */
    WR_NO_FIT,    /* the generator found no layout within its budget */
    WR_IO,        /* the system could not read or write */
    WR_NO_MEMORY, /* the system has no memory left */
    WR_STOPPED,   /* the progress callback said so; nothing is said of it, and nothing left */
};

/* The version of the library: "0.1.0". */
WR_API const char *wr_version(void);
/* The name of a result, for logs: "ok", "syntax", "invalid", ... Never NULL. */
WR_API const char *wr_result_name(enum wr_result result);

enum wr_severity { WR_NOTE, WR_WARNING, WR_ERROR };

/* One finding, valid only during the callback. Line and column start at 1 and are 0 where
 * unknown; offset counts bytes and is meant for binaries. */
struct wr_diag {
    enum wr_severity severity;
    const char *slug;    /* "hook-off-perimeter": never renamed, never reused */
    const char *message; /* one sentence without a full stop */
    const char *hint;    /* the cure, or NULL */
    const char *file;    /* as the user named it, or NULL */
    const char *excerpt; /* the source line, long ones cut, without its end; or NULL */
    uint32_t caret;      /* the character of the excerpt that is meant, from 1; 0: none */
    uint32_t line, column;
    uint64_t offset;
    bool has_offset;
};

typedef void wr_diag_fn(void *user, const struct wr_diag *diag);

enum wr_answer { WR_GO_ON, WR_STOP };

/* Told how far long work is ("rooms written", 12 of 40), and asked whether it is to go on. What
 * cannot be counted has `what` "working" and a total of 0. */
typedef enum wr_answer wr_progress_fn(void *user, const char *what, uint64_t done,
                                      uint64_t total);

/* Everything a call needs beside its arguments: where findings go, how many jobs may run. One
 * thread uses a context at a time; two contexts share nothing. */
struct wr_context;
struct wr_files;

/* A context that reports to `report` (NULL: drop the findings). After 20 errors in one file the
 * rest are only counted, which a note says once. NULL when out of memory. */
WR_API struct wr_context *wr_context_create(wr_diag_fn *report, void *user);
WR_API void wr_context_destroy(struct wr_context *context);
/* How many threads long work may use; 0 (the start value) means every processor. */
WR_API void wr_context_set_jobs(struct wr_context *context, unsigned jobs);
/* Called from the calling thread during long work, some fifty times a second; NULL for none.
 * After WR_STOP the call ends within 50 ms with WR_STOPPED: it says nothing any more, and
 * leaves no file, no folder and no memory; of a batch of levels or walkmeshes, what replaced an
 * older file before the stop stays, whole. Where all was done by then but to put the files in
 * place, it ends as ever. The context then serves for the next call. */
WR_API void wr_context_set_progress(struct wr_context *context, wr_progress_fn *progress,
                                    void *user);
/* Where a context reads and writes, see core/files/files.h; the table must outlive it. NULL,
 * the start value: the files of the operating system. */
WR_API void wr_context_set_files(struct wr_context *context, const struct wr_files *files);
/* How many findings of a severity were reported so far. */
WR_API uint64_t wr_context_count(const struct wr_context *context, enum wr_severity severity);

/* ---- Bytes --------------------------------------------------------------------------- */

/* A growing run of bytes the caller owns; start with {0}, end with wr_bytes_finish. Appending
 * fails for good (`failed`) when memory runs out, so a writer looks once, at its end. */
struct wr_bytes {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
};

WR_API void wr_bytes_finish(struct wr_bytes *bytes);
WR_API void wr_bytes_char(struct wr_bytes *bytes, char c);
WR_API void wr_bytes_text(struct wr_bytes *bytes, const char *text);
/* Takes no floating-point conversions: a host's locale would show in them. */
WR_API void wr_bytes_print(struct wr_bytes *bytes, const char *format, ...) WR_PRINTF(2, 3);
/* The shortest decimal that reads back to the same float32, always with a point. */
WR_API void wr_bytes_number(struct wr_bytes *bytes, float value);
/* A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
WR_API void wr_bytes_json(struct wr_bytes *bytes, const char *text);
/* Text for a terminal: control characters but line ends and tabs, and those that turn the
 * direction of writing, become escapes as in JSON; bytes that are not UTF-8, question marks. */
WR_API void wr_bytes_visible(struct wr_bytes *bytes, const void *text, size_t size);

/* Appends a finding as the program prints it: `file:line:column: severity: sentence [slug]`,
 * the source line with a caret where there is one, and a hint line. */
WR_API void wr_diag_print(const struct wr_diag *diag, struct wr_bytes *out);
/* The same in colours, for a terminal. */
WR_API void wr_diag_print_coloured(const struct wr_diag *diag, struct wr_bytes *out);
/* Appends a finding as one JSON object and a newline. */
WR_API void wr_diag_print_json(const struct wr_diag *diag, struct wr_bytes *out);

/* What a finding means and how to mend it, by its slug: lines of Markdown, a newline behind
 * each. NULL where no finding has that slug. */
WR_API const char *wr_slug_explain(const char *slug);
/* The slug of the i-th finding there is, sorted; NULL behind the last. */
WR_API const char *wr_slug_at(size_t index);

/* ---- The program around it -------------------------------------------------------------- */

/* From now on an interrupt, a request to end, a lost terminal or an output that nobody reads
 * (SIGINT, SIGTERM, SIGHUP, SIGPIPE, where they are not ignored) takes back what is half-made
 * before it ends the process. Called once, before any thread is started. */
WR_API void wr_undo_on_signals(void);
/* Memory is taken from the system in large pieces from now on, and little is given back before
 * the end of the program. Called once, before any thread is started. */
WR_API void wr_memory_keep(void);
/* Raw bytes to the output and the error stream; false when not all could be written. */
WR_API bool wr_write_out(const void *data, size_t size);
WR_API bool wr_write_err(const void *data, size_t size);
/* Seconds since some moment: for giving up and for showing progress, never for anything that is
 * written. */
WR_API double wr_clock(void);
/* Appends all that standard input gives, raw; false where it cannot be read or kept. */
WR_API bool wr_read_in(struct wr_bytes *out);
/* Whether the output stream is a terminal. */
WR_API bool wr_terminal_out(void);
/* Columns of the terminal that the error stream goes to; 0 when it is none. */
WR_API unsigned wr_terminal_width(void);
/* Whether that terminal takes colours, and its user does not refuse them ($NO_COLOR). */
WR_API bool wr_terminal_colours(void);

enum { WR_SUGGESTION_SIZE = 256 };

/* "did you mean 'room'?" where one of the NULL-ended `known` is near, else "known: a, b, c" as
 * far as it fits; NULL for an empty list. The text is in `out`. */
WR_API const char *wr_suggestion(char out[WR_SUGGESTION_SIZE], const char *word,
                                 const char *const *known);

/* ---- Values ---------------------------------------------------------------------------- */

typedef struct wr_vec3 {
    float x, y, z;
} wr_vec3;

typedef struct wr_box {
    wr_vec3 min, max;
} wr_box;

/* Where a room stands: mirrored first (x negated, then y), turned about +Z counter-clockwise,
 * then moved. Multiples of 90 degrees are exact. */
typedef struct wr_placement {
    wr_vec3 position;
    float turn; /* degrees */
    bool mirror_x, mirror_y;
} wr_placement;

enum wr_game { WR_K1 = 1, WR_K2 = 2 };

/* ---- Surfaces -------------------------------------------------------------------------- */

enum { WR_SURFACE_COUNT = 64 };

/* The rows of surfacemat.2da as bit sets: bit i speaks of material i. */
typedef struct wr_surfaces {
    uint64_t known;    /* the material exists */
    uint64_t walkable; /* creatures may walk on it */
    uint64_t opaque;   /* it blocks sight */
} wr_surfaces;

/* The built-in table of a game. K1 as measured; K2 is K1 with 16 walkable, unverified.
 * Source: formats/bwm, section 3.4. */
WR_API wr_surfaces wr_surfaces_default(enum wr_game game);
/* The name of a material as surfacemat.2da labels it ("Stone"); NULL for its placeholder rows
 * and beyond the table. */
WR_API const char *wr_surface_name(uint32_t material);

/* ---- Walkmesh ------------------------------------------------------------------------ */

enum wr_walkmesh_kind { WR_PWK = 0, WR_WOK = 1, WR_DWK = 2 };

typedef struct wr_face {
    uint32_t v[3]; /* counter-clockwise seen from the side one walks on */
} wr_face;

/* One node of the AABB tree, as the file has it: a leaf has face >= 0 and no children. */
typedef struct wr_tree_node {
    wr_box box;
    int32_t face;
    uint32_t constant; /* 4 in every file, nobody knows what for */
    uint32_t plane;    /* 1, 2, 4: +X, +Y, +Z; 8, 16, 32: -X, -Y, -Z; 0: leaf */
    int32_t left, right;
} wr_tree_node;

/* An open edge of a walkable face: edge 3 * face + corner, and the room it leads to or -1. */
typedef struct wr_edge {
    uint32_t edge;
    int32_t transition;
} wr_edge;

/* A walkmesh: what was made (vertices, faces, materials, transitions) and what follows from it
 * (all else). Walkable faces come first; an edge is 3 * face + corner, from that corner to the
 * next. Every array lives in `arena`. WOK vertices are in area coordinates (in a kit: in the
 * room's own), PWK and DWK vertices are relative to `position`. Source: formats/bwm, sections 2
 * and 3. */
struct wr_walkmesh {
    struct wr_arena *arena;
    enum wr_walkmesh_kind kind;
    wr_vec3 relative_hooks[2], absolute_hooks[2], position;

    uint32_t vertex_count, face_count;
    wr_vec3 *vertices;
    wr_face *faces;
    uint32_t *materials; /* one a face */

    uint32_t walkable_count;
    wr_vec3 *normals; /* unit, one a face; zero for a face without area */
    float *distances; /* n . p + d = 0 */
    uint32_t node_count;
    wr_tree_node *nodes;     /* pre-order, root first; 2 * face_count - 1 in a WOK, else none */
    int32_t (*adjacency)[3]; /* one row a walkable face: edge across, or -1 */
    uint32_t edge_count;
    wr_edge *edges; /* loop after loop */
    uint32_t perimeter_count;
    uint32_t *perimeters; /* exclusive end of each loop in `edges` */
};

WR_API void wr_walkmesh_free(struct wr_walkmesh *mesh);

/* Which axis of a file is up. */
enum wr_up { WR_UP_FOUND, WR_UP_Z, WR_UP_Y };

/* Triangles to make a walkmesh of, counter-clockwise seen from the side one walks on. Two faces
 * are neighbours where they name the same two vertices. */
typedef struct wr_triangles {
    const wr_vec3 *vertices;
    const wr_face *faces;
    const uint32_t *materials; /* one a face: a row of surfacemat.2da */
    uint32_t vertex_count, face_count;
} wr_triangles;

/* Makes a walkmesh with all its tables; nothing points at the triangles afterwards. Where
 * `surfaces` is NULL, here and below, it is the built-in table of K1. Transitions
 * are -1: set them in `edges`. WR_INVALID "bwm-vertex-index" and "bwm-not-finite", WR_LIMIT
 * "bwm-too-large". */
WR_API enum wr_result wr_walkmesh_make(struct wr_context *context, enum wr_walkmesh_kind kind,
                                       const wr_triangles *triangles,
                                       const wr_surfaces *surfaces, struct wr_walkmesh **out);
/* Reads the bytes of a WOK, PWK or DWK, with every table as it is there, right or wrong;
 * findings call it `name`. Rebuild it before it is asked anything, unless it is known to be
 * sound. WR_SYNTAX and WR_INVALID "bwm-...". */
WR_API enum wr_result wr_walkmesh_read(struct wr_context *context, const char *name,
                                       const void *data, size_t size, struct wr_walkmesh **out);
/* A copy with walkable faces first and every derived table made anew; vertices, materials and
 * transitions stay. */
WR_API enum wr_result wr_walkmesh_rebuild(struct wr_context *context,
                                          const struct wr_walkmesh *mesh,
                                          const wr_surfaces *surfaces,
                                          struct wr_walkmesh **out);
/* What a repair did, how often, and what it left to the author. */
typedef struct wr_repaired {
    uint32_t welded;  /* vertices that became one with another */
    uint32_t unused;  /* vertices of no face, dropped */
    uint32_t flat;    /* faces without area, dropped */
    uint32_t doubled; /* faces with the corners of another one, dropped */
    uint32_t turned;  /* walkable faces that looked downward, turned over */
    uint32_t cut;     /* vertices on edges, where the face beside them is cut now */
    uint32_t closed;  /* vertices moved across a gap of up to 1 cm */
    uint32_t left;
} wr_repaired;

/* The same as wr_walkmesh_rebuild after the geometry was mended: near vertices are welded,
 * faces without area and doubles dropped, flipped floors turned over, edges cut at the vertices
 * on them, hair gaps closed. Each change is a note "mended-...", and what only the author can
 * mend a warning "left-...", with face and place as in `mesh`. Repairing the result changes
 * nothing. `report` may be NULL. */
WR_API enum wr_result wr_walkmesh_repair(struct wr_context *context,
                                         const struct wr_walkmesh *mesh,
                                         const wr_surfaces *surfaces, wr_repaired *report,
                                         struct wr_walkmesh **out);
/* The same as wr_walkmesh_rebuild, mirrored, turned and moved. */
WR_API enum wr_result wr_walkmesh_place(struct wr_context *context,
                                        const struct wr_walkmesh *mesh,
                                        const wr_placement *placement,
                                        const wr_surfaces *surfaces, struct wr_walkmesh **out);
/* Appends the bytes of its file. WR_LIMIT "bwm-too-large" beyond 4 GiB. */
WR_API enum wr_result wr_walkmesh_write(struct wr_context *context,
                                        const struct wr_walkmesh *mesh, struct wr_bytes *out);

#define WR_ALL_SURFACES UINT64_MAX

/* What a query found. */
typedef struct wr_hit {
    uint32_t face;
    float distance; /* along the ray, or from the asked point */
    wr_vec3 point;
} wr_hit;

/* Queries look at vertices, faces, materials and walkable_count, in the mesh's own coordinates,
 * and take the AABB tree as a short cut. They believe its boxes: judge or rebuild a foreign
 * walkmesh first. A mesh without a tree, or with one that is none (a child or face that does
 * not exist, a cycle, a chain), is searched face by face: slower, with the same answers.
 * Materials beyond the table are asked for by WR_ALL_SURFACES only. */

/* The nearest face a ray meets within `reach` metres, among faces whose material is in
 * `surfaces` (a bit set). `direction` need not be unit; false where nothing is met. Faces are
 * two-sided and closed: edges and corners belong to them. A ray along a face, in its plane,
 * does not meet it. Ties (equal distance as float32) go to the lowest face. */
WR_API bool wr_walkmesh_ray(const struct wr_walkmesh *mesh, wr_vec3 origin, wr_vec3 direction,
                            float reach, uint64_t surfaces, wr_hit *out);
/* The face over or under (x, y) nearest in height to point.z, upright and downward faces left
 * out; on a shared edge, the lowest index. */
WR_API bool wr_walkmesh_face_at(const struct wr_walkmesh *mesh, wr_vec3 point,
                                uint64_t surfaces, wr_hit *out);
/* The height of the highest upward face at (x, y) that is not above `ceiling`. */
WR_API bool wr_walkmesh_height_at(const struct wr_walkmesh *mesh, float x, float y,
                                  float ceiling, uint64_t surfaces, float *out);
/* The point of a walkable face nearest to `point`; false when no face is walkable or none lies
 * within `reach`. Ties go to the lowest face. */
WR_API bool wr_walkmesh_nearest(const struct wr_walkmesh *mesh, wr_vec3 point, float reach,
                                wr_hit *out);

/* A way over a floor: straight from point to point, each stretch within one face. */
struct wr_route {
    struct wr_arena *arena;
    uint32_t count; /* of points, 1 where start and end are one */
    wr_vec3 *points;
    uint32_t *faces; /* faces[i] holds the stretch behind points[i], the last one the end */
    double length;   /* metres, along the floor */
};

/* The way from one point to another that is the shortest as seen from above, over walkable
 * faces that look upward; it may touch walls. Both points are first brought to the nearest
 * walkable point within `reach` metres. Goes from face to face by adjacency, which is believed
 * like the tree. WR_NOT_FOUND, without a finding, where no floor is near or none leads there.
 */
WR_API enum wr_result wr_walkmesh_route(struct wr_context *context,
                                        const struct wr_walkmesh *mesh, wr_vec3 from,
                                        wr_vec3 to, float reach, struct wr_route **out);
WR_API void wr_route_free(struct wr_route *route);

#ifdef __cplusplus
}
#endif
#endif
