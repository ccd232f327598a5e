/* Walkmeshes and room models as the text that KOTORMax, MDLOps, MDLedit and KotorBlender
 * exchange. Source: formats/ascii-wok.
 *
 * Of a model only the walkmesh counts (`node aabb`), and where its nodes stand; a text of
 * walkmeshes holds that of a room, a placeable, or up to three of a door. */
#ifndef WR_CORE_ASCII_ASCII_H
#define WR_CORE_ASCII_ASCII_H

#include "core/walkmesh/set.h"

typedef struct wr_ascii_node {
    wr_view type, name, parent; /* parent: empty where nobody says */
    wr_view at;                 /* the first word of its first line */
    wr_vec3 position, axis;
    float angle;           /* radians about `axis` */
    bool counts;           /* its mesh is kept: of models only `aabb` */
    uint32_t verts, faces; /* what it has of them */
    uint32_t first_vertex, first_face, first_link, link_count; /* of a mesh that is kept */
} wr_ascii_node;

/* A text as it is: views point into it, all else lies in its arena. Faces name vertices of
 * their own node. */
struct wr_ascii {
    const struct wr_source *source;
    wr_view name; /* of the model; empty where nobody says */
    bool model;   /* else walkmeshes */
    bool local;   /* walkmeshes of NWN1, whose vertices stand about their node's position */
    bool placed;  /* `layout` is stated */
    wr_vec3 layout;
    wr_ascii_node *nodes;
    uint32_t node_count;
    wr_vec3 *vertices;
    wr_face *faces;
    uint32_t *materials;
    uint32_t *links; /* pairs: an edge of the node's faces, and a room */
};

/* Whether bytes are a text of walkmeshes, or of a model. */
bool wr_ascii_recognise(const uint8_t *data, size_t size);
bool wr_ascii_recognise_model(const uint8_t *data, size_t size);

/* Reads a text up to the end of its geometry; up to 20 faults at once, "ascii-...". */
enum wr_result wr_ascii_read(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, struct wr_ascii **out);

/* Makes walkmeshes of a text, sorted and with all tables: a room's in the coordinates of the
 * area where the text tells, a model's welded. What a door's or placeable's node is turned by
 * is in its vertices. Where names say nothing, the file's own does. WR_INVALID "ascii-empty"
 * where it holds none; what cannot be used is named. */
enum wr_result wr_ascii_walkmeshes(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_ascii *ascii, const wr_surfaces *surfaces,
                                   struct wr_walkmesh_set *out);

/* Append a set as a text of walkmeshes, or a room as a model that has nothing else. Read again
 * they give the same vertices, faces, materials, links and hooks; of a model, but for the
 * rounding of vertices that stand about its position. A call that is stopped appends a part. */
enum wr_result wr_ascii_write(struct wr_context *context, const struct wr_walkmesh_set *set,
                              struct wr_bytes *out);
enum wr_result wr_ascii_write_model(struct wr_context *context,
                                    const struct wr_walkmesh_set *set, struct wr_bytes *out);

#endif
