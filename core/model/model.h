/* Binary MDL and MDX of both games on PC: read with every offset checked once, then changed in
 * place. Source: formats/module, 3. */
#ifndef WR_CORE_MODEL_MODEL_H
#define WR_CORE_MODEL_MODEL_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"
#include "core/base/math.h"
#include "core/base/pull.h"
#include "core/walkmesh/walkmesh.h"

struct wr_dump; /* core/text/dump.h */

/* What a node holds behind its header; the parts lie in this order. */
enum wr_model_part {
    WR_MODEL_HEADER = 0x1,
    WR_MODEL_LIGHT = 0x2,
    WR_MODEL_EMITTER = 0x4,
    WR_MODEL_REFERENCE = 0x10,
    WR_MODEL_MESH = 0x20,
    WR_MODEL_SKIN = 0x40,
    WR_MODEL_DANGLY = 0x100,
    WR_MODEL_WALKMESH = 0x200,
    WR_MODEL_SABER = 0x800,
};

/* A node. Offsets, as everywhere in a model, count from the data, 12 bytes into the file. */
typedef struct wr_model_node {
    uint32_t at;
    uint16_t flags, number, name;
    uint16_t depth;  /* 0: a root */
    uint32_t parent; /* in wr_model.nodes, lower than the node itself; a root's is its own */
    uint32_t children, child_count; /* offset and length of the array of child offsets */
    uint32_t mesh;                  /* offset of the mesh header; 0: none */
    uint32_t tail;                  /* offset of the first part behind the mesh header */
} wr_model_node;

/* A tree of nodes in wr_model.nodes: the model's own, or an animation's. */
typedef struct wr_model_tree {
    uint32_t at; /* offset of the animation's header; 0 for the model's own tree */
    uint32_t first, count;
} wr_model_tree;

/* A model that was read: its two files and where things are in them. Whatever a function here
 * does, the files stay whole and the tables stay right. Lives in `arena`. */
struct wr_model {
    struct wr_arena *arena;
    const char *file; /* what findings call it */
    enum wr_game game;
    uint8_t *mdl; /* the whole file, its 12 bytes of header included */
    uint32_t mdl_size;
    const uint8_t *mdx; /* the source's own bytes until something in them changes */
    uint32_t mdx_size;
    bool has_mdx;         /* an MDX was given */
    wr_model_tree *trees; /* the model's own first, then one an animation */
    uint32_t tree_count;
    wr_model_node *nodes; /* depth-first, tree after tree */
    uint32_t node_count;
    uint32_t name_count;
    uint32_t names_end; /* where the names end that lie in order behind their table; 0: they lie
                           elsewhere */
    uint32_t names_fill; /* how many zeros behind were laid out with them */
    uint32_t *boxes; /* offsets of the nodes of all AABB trees, each tree from its root on */
    uint32_t box_count;
};

/* A binary MDL (of any platform), or an ASCII one: what wr_model_read has an opinion about. */
bool wr_model_recognise(const uint8_t *data, size_t size);

/* Reads a model into `arena`. `mdx` may be NULL: the model then has no MDX, and what is done to
 * it is done to the MDL alone. The MDX must outlive the model. Reports every fault ("mdl-...",
 * "mdx-..."): Xbox and ASCII models, tables outside the file or in each other, circles, shared
 * nodes, an MDX that is cut or shifted against the MDL. */
enum wr_result wr_model_read(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *mdl, const struct wr_source *mdx,
                             struct wr_model **out);

/* A copy in another arena, to be changed there; what was read once serves many rooms. It shares
 * the MDX until that changes. NULL when memory is out. */
struct wr_model *wr_model_copy(const struct wr_model *model, struct wr_arena *arena);

/* Appends the two files. A model that was not changed gives the bytes it was read from. */
void wr_model_write(const struct wr_model *model, struct wr_bytes *mdl, struct wr_bytes *mdx);

/* Mirrors x: nodes, controllers, animations, vertices in both files, normals, tangents, planes,
 * boxes, winding, adjacency, index lists, tree, skin and dangly tables. Twice gives the bytes
 * back. Light sabres, which no room has, are refused ("mdl-saber"). */
enum wr_result wr_model_mirror(struct wr_context *context, struct wr_model *model);

/* Turns about +Z by an angle given as cosine and sine: a new node under the root takes its
 * children but for a walkmesh node without children, which wr_model_set_walkmesh brings in
 * place. No turn, no
 * change. A root that is moved, or more than a dummy, first gets a still one over it. */
enum wr_result wr_model_turn(struct wr_context *context, struct wr_model *model, double cosine,
                             double sine);

/* Adds that node as yet without a turn, and turns and moves what hangs on it, again and again:
 * what is hung once, and copied, serves rooms that stand differently. Nothing else may add
 * nodes between the two. */
enum wr_result wr_model_add_turn(struct wr_context *context, struct wr_model *model);
void wr_model_set_turn(struct wr_model *model, double cosine, double sine, wr_vec3 move);

/* Turns as wr_model_turn, and moves what was turned: for a model that lies elsewhere than its
 * kit's walkmesh. */
enum wr_result wr_model_place(struct wr_context *context, struct wr_model *model, double cosine,
                              double sine, wr_vec3 move);

/* Mirrors and turns as `motion` says; its move is the LYT's business. The walkmesh node is
 * mirrored but not turned: wr_model_set_walkmesh must follow a turn. */
enum wr_result wr_model_move(struct wr_context *context, struct wr_model *model,
                             const wr_motion *motion);

/* Lays the model out for a game. There and back gives the same bytes, where the model was one
 * of the game's own. */
enum wr_result wr_model_convert(struct wr_context *context, struct wr_model *model,
                                enum wr_game game);

/* ---- Pulling it apart ------------------------------------------------------------------ */

/* Why a model cannot be pulled apart as its room is. */
enum wr_tear {
    WR_TEAR_NONE,
    WR_TEAR_SOFT,  /* a skin or a cloth has parts that would move and others that would not */
    WR_TEAR_MOVES, /* so has what an animation moves */
    WR_TEAR_FOLDS, /* a face that is drawn would turn over */
};

typedef struct wr_model_tear {
    enum wr_tear what;
    uint32_t node; /* in wr_model.nodes */
    uint32_t set;  /* the pulls */
} wr_model_tear;

/* Finds the first such node. `offset` leads from the model's space to that of the pulls. */
enum wr_result wr_model_judge_pull(struct wr_context *context, const struct wr_model *model,
                                   const wr_pull *pulls, uint32_t count, wr_vec3 offset,
                                   wr_model_tear *out);

/* Pulls a model apart that may be: nodes move as what hangs on them does, meshes across a plane
 * get longer, with planes, normals, boxes and the texture coordinates that go on there; those
 * of lightmaps stay. The walkmesh node, too. */
enum wr_result wr_model_pull(struct wr_context *context, struct wr_model *model,
                             const wr_pull *pulls, uint32_t count, wr_vec3 offset);

/* ---- The walkmesh node ----------------------------------------------------------------- */

/* Whether the model has a node with an AABB tree. */
bool wr_model_has_walkmesh(const struct wr_model *model);

/* The triangles of the walkmesh node in model space, with their materials, in the node's order,
 * as a WOK whose position is the node's. Nothing is derived and walkable_count is 0. Refuses a
 * model with none or several ("mdl-walkmesh"). */
enum wr_result wr_model_walkmesh(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_model *model, struct wr_walkmesh **out);

/* Gives the walkmesh node the faces of `mesh`, a derived WOK in model space: faces, vertices,
 * adjacency, planes, index list, boxes, tree, and its rows in the MDX. The node stays where it
 * stands among the root's children, at the mesh's position and not turned; a model without one,
 * or with one elsewhere or with children, gets one, and the children stay where they are.
 * Refuses more than 65535 vertices or faces ("model-too-large"). */
enum wr_result wr_model_set_walkmesh(struct wr_context *context, struct wr_model *model,
                                     const struct wr_walkmesh *mesh);

/* Takes the walkmesh node out, with everything that was its own; of one with children, or with
 * another part, only its mesh. No change where there is none. */
enum wr_result wr_model_remove_walkmesh(struct wr_context *context, struct wr_model *model);

/* How two walkmeshes lie to each other. */
typedef struct wr_model_fit {
    bool agrees;        /* each triangle of one is one of the other, moved by `offset` */
    wr_vec3 offset;     /* add it to the first to get to the second */
    uint32_t unmatched; /* triangles of the first that are none of the second */
    uint32_t first_count, second_count;
    double worst;  /* metres: how far the worst of them is from its nearest */
    wr_vec3 where; /* a corner of it, in the first */
} wr_model_fit;

/* Compares a kit's walkmesh with its model's, triangle by triangle, whatever the order of faces
 * and corners. The offset is the one that makes most triangles meet. */
enum wr_result wr_model_align(struct wr_context *context, struct wr_arena *scratch,
                              const struct wr_walkmesh *kit, const struct wr_walkmesh *model,
                              wr_model_fit *out);

/* Visits the triangles of all meshes but a walkmesh, as they stand when nothing moves, in model
 * space. False when memory is out. */
typedef void wr_model_triangle_fn(void *user, const wr_vec3 corners[3]);
bool wr_model_each_triangle(struct wr_arena *scratch, const struct wr_model *model,
                            wr_model_triangle_fn *visit, void *user);

/* The box around all meshes that are drawn, as they stand when nothing moves; an empty one
 * where there are none. False when memory is out. */
bool wr_model_box(struct wr_arena *scratch, const struct wr_model *model, wr_box *out);

/* ---- Several as one ------------------------------------------------------------------ */

/* One model of many, in `arena`: each part's root hangs under a new root, where wr_model_place
 * has put its contents. Names and animations come along; animations of one name and length
 * become one. Walkmesh nodes do not: wr_model_set_walkmesh makes one for all. The parts are
 * used up, and laid out for the first's game. Refuses more nodes or names than 16 bits number
 * ("model-too-large"). */
enum wr_result wr_model_join(struct wr_context *context, struct wr_arena *arena,
                             struct wr_model *const *parts, uint32_t count,
                             struct wr_model **out);

/* ---- Names ----------------------------------------------------------------------------- */

enum { WR_MODEL_NAME = 32 };

enum wr_texture_use {
    WR_TEXTURE_MESH,
    WR_TEXTURE_LIGHTMAP,
    WR_TEXTURE_EMITTER,
    WR_TEXTURE_FLARE, /* of a light */
};

typedef struct wr_model_texture {
    enum wr_texture_use use;
    uint32_t node;                /* in wr_model.nodes */
    char name[WR_MODEL_NAME + 1]; /* lower-case */
} wr_model_texture;

typedef void wr_model_texture_fn(void *user, const wr_model_texture *texture);
/* Visits every name of an image, node after node; "" and "NULL" are none. */
void wr_model_each_texture(const struct wr_model *model, wr_model_texture_fn *visit,
                           void *user);

/* The new name of an image, or NULL to keep it. */
typedef const char *wr_model_rename_fn(void *user, const wr_model_texture *texture);
/* Renames textures and lightmaps of meshes; emitters and flares keep theirs. Names beyond 32
 * bytes are cut. */
void wr_model_rename_textures(struct wr_model *model, wr_model_rename_fn *rename, void *user);

/* Gives the model and its root their name, cut to 32 bytes, and lays its names out as the game
 * does, which other readers rely on: as many as nodes, in the order of nodes, one behind the
 * other directly behind their table; the number of a node is that of its name. Animations
 * follow. It is the last thing to do to a model: what adds nodes or takes them out leaves gaps.
 * Refuses more nodes than 16 bits number ("model-too-large"). Source: formats/module, 3.1. */
enum wr_result wr_model_set_name(struct wr_context *context, struct wr_model *model,
                                 const char *name);
/* The model's name, as the file has it. */
void wr_model_name(const struct wr_model *model, char out[WR_MODEL_NAME + 1]);
/* The name of a node; "" where the file has none for it. Never NULL. */
const char *wr_model_node_name(const struct wr_model *model, uint32_t node);

/* ---- Looking at it --------------------------------------------------------------------- */

/* Reports what is wrong with a model that could be read: faces without their vertices,
 * adjacency, planes, boxes and trees that do not fit, nodes out of order. WR_INVALID when there
 * was an error. */
enum wr_result wr_model_judge(struct wr_context *context, struct wr_arena *scratch,
                              const struct wr_model *model, const struct wr_source *source);

/* Reports names, numbers and a root that do not lie or are not called as in the game's own
 * models. They are warnings and notes. */
void wr_model_judge_names(struct wr_context *context, const struct wr_model *model,
                          const struct wr_source *source);

/* What wr_model_differ found. */
struct wr_model_difference {
    uint32_t count;
    double
        moved; /* metres: how far vertices and nodes that count as in place are off, at most */
};

/* Reports each difference in meaning between a model and what it was: names and places of
 * nodes, what they are, their images, controllers, faces and vertices, wherever these lie in
 * the files ("differs-model"). Places are the same within 0.1 mm. Findings point into `source`,
 * that of `now`. */
enum wr_result wr_model_differ(struct wr_context *context, const struct wr_model *now,
                               const struct wr_model *was, const struct wr_source *source,
                               struct wr_model_difference *out);

/* Nodes, meshes, images and counts. */
void wr_model_dump(const struct wr_model *model, struct wr_dump *dump);

#endif
