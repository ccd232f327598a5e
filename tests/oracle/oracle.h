/* An independent judge of walkmeshes and built modules. It shares nothing with the program
   under test: own readers, own geometry, plain C and libc. Lengths are metres, angles degrees.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every rule the judge knows: its word in the code and its name in a report. */
#define ORACLE_WOK_RULES(X)                                                                    \
    X(FILE_READ, "file-read")                                                                  \
    X(HEADER_MAGIC, "header-magic")                                                            \
    X(HEADER_TYPE, "header-type")                                                              \
    X(HEADER_HOOKS, "header-hooks")                                                            \
    X(HEADER_POSITION, "header-position")                                                      \
    X(HEADER_ROOT, "header-root")                                                              \
    X(TABLE_BOUNDS, "table-bounds")                                                            \
    X(TABLE_PACKING, "table-packing")                                                          \
    X(VERTEX_FINITE, "vertex-finite")                                                          \
    X(VERTEX_UNUSED, "vertex-unused")                                                          \
    X(FACE_RANGE, "face-range")                                                                \
    X(FACE_AREA, "face-area")                                                                  \
    X(FACE_DOWNWARD, "face-downward")                                                          \
    X(FACE_NORMAL, "face-normal")                                                              \
    X(FACE_PLANE, "face-plane")                                                                \
    X(MATERIAL_UNKNOWN, "material-unknown")                                                    \
    X(WALKABLE_FIRST, "walkable-first")                                                        \
    X(WALKABLE_COUNT, "walkable-count")                                                        \
    X(ADJACENCY_RANGE, "adjacency-range")                                                      \
    X(ADJACENCY_VERTICES, "adjacency-vertices")                                                \
    X(ADJACENCY_SYMMETRY, "adjacency-symmetry")                                                \
    X(ADJACENCY_MISSING, "adjacency-missing")                                                  \
    X(ADJACENCY_CROWDED, "adjacency-crowded")                                                  \
    X(EDGE_RANGE, "edge-range")                                                                \
    X(EDGE_NOT_OPEN, "edge-not-open")                                                          \
    X(EDGE_TWICE, "edge-twice")                                                                \
    X(EDGE_MISSING, "edge-missing")                                                            \
    X(EDGE_TRANSITION, "edge-transition")                                                      \
    X(LOOP_ENDS, "loop-ends")                                                                  \
    X(LOOP_CLOSED, "loop-closed")                                                              \
    X(LOOP_ORDER, "loop-order")                                                                \
    X(LOOP_WALK, "loop-walk")                                                                  \
    X(TREE_COUNT, "tree-count")                                                                \
    X(TREE_CHILDREN, "tree-children")                                                          \
    X(TREE_FACES, "tree-faces")                                                                \
    X(TREE_REACH, "tree-reach")                                                                \
    X(TREE_PREORDER, "tree-preorder")                                                          \
    X(TREE_CONSTANT, "tree-constant")                                                          \
    X(TREE_PLANE, "tree-plane")                                                                \
    X(TREE_LEAF_BOX, "tree-leaf-box")                                                          \
    X(TREE_UNION, "tree-union")                                                                \
    X(TREE_MEDIAN, "tree-median")                                                              \
    X(TREE_SORT, "tree-sort")                                                                  \
    X(TREE_DIRECTION, "tree-direction")

#define ORACLE_MODULE_RULES(X)                                                                 \
    X(MODULE_FOLDER, "module-folder")                                                          \
    X(MODULE_ROOMS, "module-rooms")                                                            \
    X(NAME, "name")                                                                            \
    X(LYT_GRAMMAR, "lyt-grammar")                                                              \
    X(LYT_NUMBER, "lyt-number")                                                                \
    X(LYT_HOOK, "lyt-hook")                                                                    \
    X(VIS_GRAMMAR, "vis-grammar")                                                              \
    X(VIS_COUNT, "vis-count")                                                                  \
    X(VIS_ENTRY, "vis-entry")                                                                  \
    X(VIS_NAME, "vis-name")                                                                    \
    X(VIS_NEIGHBOUR, "vis-neighbour")                                                          \
    X(TRANSITION_ROOM, "transition-room")                                                      \
    X(TRANSITION_TWIN, "transition-twin")                                                      \
    X(TRANSITION_BACK, "transition-back")                                                      \
    X(DOORWAY_STEP, "doorway-step")                                                            \
    X(DOORWAY_FLOOR, "doorway-floor")                                                          \
    X(DOORWAY_NARROW, "doorway-narrow")                                                        \
    X(DOORHOOK_MISSING, "doorhook-missing")                                                    \
    X(DOORHOOK_TWICE, "doorhook-twice")                                                        \
    X(COMPONENT_UNREACHABLE, "component-unreachable")                                          \
    X(ROOMS_OVERLAP, "rooms-overlap")                                                          \
    X(PLACED_VERTEX, "placed-vertex")                                                          \
    X(PLACED_FACE, "placed-face")                                                              \
    X(PLACED_AREA, "placed-area")                                                              \
    X(PLACED_DOORWAY, "placed-doorway")

#define ORACLE_RULE_WORD(word, name) ORACLE_##word,
enum oracle_rule {
    ORACLE_WOK_RULES(ORACLE_RULE_WORD) ORACLE_MODULE_RULES(ORACLE_RULE_WORD) ORACLE_RULE_COUNT
};

struct oracle_fault {
    enum oracle_rule rule;
    char *file;
    char *text;
};

/* A growing list of faults; zeroed is empty. `ignored` rules are neither listed nor counted. */
struct oracle_report {
    bool ignored[ORACLE_RULE_COUNT];
    size_t counts[ORACLE_RULE_COUNT];
    struct oracle_fault *faults;
    size_t count;
};

const char *oracle_rule_name(enum oracle_rule rule);
void oracle_blame(struct oracle_report *report, enum oracle_rule rule, const char *file,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Frees what the list holds and empties it; what is ignored stays ignored. */
void oracle_report_clear(struct oracle_report *report);

#define ORACLE_WALKABLE_K1 0x40047E7Au                     /* 1,3-6,9-14,18,30 */
#define ORACLE_WALKABLE_K2 (ORACLE_WALKABLE_K1 | 0x10000u) /* and 16 */

struct oracle_options {
    uint32_t walkable;   /* bit m: material m is walked on */
    double normal_error; /* of one component of a unit normal */
    double
        plane_error;  /* of a corner off its plane, for each metre from the origin, plus one */
    double leaf_pad;  /* by which a leaf's box is grown on all sides */
    double box_error; /* of a leaf's box */
    double union_error; /* of an inner node's box */
};

/* What a rebuilt file must satisfy. */
struct oracle_options oracle_rebuilt(void);

struct oracle_node {
    float low[3], high[3];
    int32_t face;
    uint32_t constant, plane;
    int32_t left, right;
};

struct oracle_edge {
    uint32_t edge; /* 3 * face + corner it starts at */
    int32_t transition;
};

/* A walkmesh as it stands in its file. Owns its tables. */
struct oracle_wok {
    uint32_t type, root;
    float hooks[12], position[3];
    uint32_t vertex_count, face_count, node_count, row_count, edge_count, loop_count;
    uint32_t offsets[9]; /* vertices, faces, materials, normals, distances, nodes, rows, ... */
    float (*vertices)[3];
    uint32_t (*faces)[3];
    uint32_t *materials;
    float (*normals)[3];
    float *distances;
    struct oracle_node *nodes;
    int32_t (*adjacency)[3];
    struct oracle_edge *edges;
    uint32_t *loops;
};

/* Reads all tables and judges the header's numbers. False: nothing more can be judged (and
   `wok` holds nothing). */
bool oracle_wok_read(struct oracle_report *report, const char *file, const void *bytes,
                     size_t size, struct oracle_wok *wok);
void oracle_wok_free(struct oracle_wok *wok);
/* Judges every rule but the header's. False where an index cannot be followed. */
bool oracle_wok_judge(struct oracle_report *report, const struct oracle_options *options,
                      const char *file, const struct oracle_wok *wok);
/* Both; true when no fault was added. */
bool oracle_judge_bytes(struct oracle_report *report, const struct oracle_options *options,
                        const char *file, const void *bytes, size_t size);
bool oracle_judge_file(struct oracle_report *report, const struct oracle_options *options,
                       const char *path);

/* What a query found. */
struct oracle_hit {
    uint32_t face;
    double distance; /* from where the question began, metres */
    double point[3];
};

/* Brute force over all faces. `materials` has a bit for each material that counts. */

/* The nearest face a ray meets within `reach` metres, from either side. */
bool oracle_ray(const struct oracle_wok *wok, const double origin[3], const double direction[3],
                double reach, uint32_t materials, struct oracle_hit *hit);
/* Every upward face over or under (x, y), within `margin` metres of its edges, highest first.
   Returns how many there are; at most `most` are stored. `distance` is 0. */
size_t oracle_heights(const struct oracle_wok *wok, double x, double y, double margin,
                      uint32_t materials, struct oracle_hit *hits, size_t most);
/* The upward face at (x, y) nearest to z, within `reach` metres of it. */
bool oracle_face_at(const struct oracle_wok *wok, const double point[3], double reach,
                    uint32_t materials, struct oracle_hit *hit);
/* The point of the mesh nearest to a point. */
bool oracle_nearest(const struct oracle_wok *wok, const double point[3], uint32_t materials,
                    struct oracle_hit *hit);

/* The whole file, with a zero byte after it; free() it. NULL and a fault when it cannot. */
unsigned char *oracle_file_bytes(struct oracle_report *report, const char *path, size_t *size);
/* Zeroed memory; a test program without memory ends here. */
void *oracle_take(size_t count, size_t size);
/* Room for one item more after `count`; the old memory is freed. */
void *oracle_grow(void *items, size_t count, size_t size);
char *oracle_copy(const char *text);

#endif
