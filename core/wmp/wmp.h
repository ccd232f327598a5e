/* Levels of 3D GameStudio as WED and its compiler write them: five dialects, one model.
 * Source: formats/wmp.
 *
 * Lengths are quants, z is up. A level is blocks (solids), entities, and objects that place
 * them: a tree in which nearly every block and entity has an object of its own, its wrapper.
 * Everything in here that points somewhere leads there: who reads or makes a level sees to
 * that. Texts are UTF-8, read from cp1252; a name that a file leaves out ("ndef", "<ndef>") is
 * NULL. */
#ifndef WR_CORE_WMP_WMP_H
#define WR_CORE_WMP_WMP_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/math.h"

#define WR_WMP_NONE UINT32_MAX

enum wr_wmp_dialect {
    WR_WMP_PLANES,  /* text of WED 4: a face is three points of its plane */
    WR_WMP_TEXT510, /* text of WED 5: corners, no texture vectors */
    WR_WMP_TEXT710, /* text: corners and texture vectors */
    WR_WMP_BINARY,  /* WMPB */
    WR_WMP_BUILD,   /* $$M: the build file, everything in world coordinates */
    WR_WMP_DIALECTS,
};

enum wr_wmp_face_flag {
    WR_WMP_UNSHADED = 1,
    WR_WMP_FLAT = 2,
    WR_WMP_SKY = 4,
    WR_WMP_WATER = 8,
    WR_WMP_UNSEEN = 0xb,         /* all three: WED's "none", a face nobody sees */
    WR_WMP_IMPORTED = 0x10000000 /* of a mesh with texture places of its own */
};
enum { WR_WMP_MESH_BLOCK = 0x20 }; /* of a block: it need not be convex */

typedef struct wr_wmp_face {
    uint32_t first, count; /* of the block's corners: clockwise seen from outside */
    const char *texture;   /* never NULL: "#default" where a file says none */
    bool has_vectors;      /* else WED's own, by the normal */
    bool has_places;
    double vectors[2][4]; /* u and v in texels = vector . (x, y, z, 1); before the next three,
                             but in a build file after them */
    double offset[2], rotation, scale[2]; /* texels, degrees, times */
    double places[6];                     /* u and v of the first three corners, in pictures */
    uint32_t flags;
    double ambient, albedo;
    const char *material;
    const wr_dvec3 *plane; /* three points, where the file has planes, else NULL */
    wr_where where;
} wr_wmp_face;

typedef struct wr_wmp_block {
    wr_dvec3 *vertices; /* in the frame of its object */
    uint32_t *corners;
    wr_wmp_face *faces;
    uint32_t vertex_count, corner_count, face_count;
    uint32_t flags;
    uint32_t index;       /* the file's own number, of no meaning */
    const char *function; /* and in binary files the material */
    wr_where where;
} wr_wmp_block;

enum wr_wmp_kind {
    WR_WMP_LEVEL,
    WR_WMP_START,
    WR_WMP_LIGHT,
    WR_WMP_MODEL,
    WR_WMP_SOUND,
    WR_WMP_PATH,
    WR_WMP_REGION,
    WR_WMP_KINDS,
};

/* The settings of the whole level. Colours are percent: three of fog after the first, which is
 * none, then sun and ambient. */
typedef struct wr_wmp_settings {
    const char *palette, *script; /* files */
    double number;                /* 30 in every file; its meaning is unknown */
    double pan, tilt;             /* of the sun, degrees */
    double colours[6][3];         /* fog 0 to 3, sun, ambient */
    uint32_t colour_count;        /* how many the file states */
} wr_wmp_settings;

typedef struct wr_wmp_light {
    double colour[3]; /* percent */
    double range;     /* quants */
} wr_wmp_light;

typedef struct wr_wmp_model {
    wr_dvec3 scale; /* what counts: its wrapper's repeats it or is 1 */
    const char *action;
    const double *skills;
    uint32_t skill_count; /* 8 or 20; 0: none stated */
    bool extended;        /* what follows is stated */
    double ambient, albedo;
    const char *path, *attached, *material, *texts[2];
} wr_wmp_model;

typedef struct wr_wmp_sound {
    double volume, pitch, time, range;
} wr_wmp_sound;

typedef struct wr_wmp_path_edge {
    uint32_t from, to; /* nodes, from 0 */
    double weight;     /* 1; in build files the length */
    double skills[3];
} wr_wmp_path_edge;

typedef struct wr_wmp_path {
    wr_dvec3 *nodes;     /* in the frame of its object */
    double (*skills)[6]; /* one a node, or NULL */
    wr_wmp_path_edge *edges;
    uint32_t node_count, edge_count;
} wr_wmp_path;

typedef struct wr_wmp_entity {
    enum wr_wmp_kind kind;
    const char *name;
    const char *file; /* of a model, a sound, the level (its compiled form) */
    uint32_t flags;
    union {
        wr_wmp_settings settings;
        wr_wmp_light light;
        wr_wmp_model model;
        wr_wmp_sound sound;
        wr_wmp_path path;
        wr_dvec3 box[2]; /* of a region: least and most, in the frame that its object is in */
    } as;
    wr_where where;
} wr_wmp_entity;

enum wr_wmp_member_kind { WR_WMP_OBJECT_MEMBER, WR_WMP_BLOCK_MEMBER, WR_WMP_ENTITY_MEMBER };
typedef struct wr_wmp_member {
    enum wr_wmp_member_kind kind;
    uint32_t index; /* of the level's objects, blocks or entities */
} wr_wmp_member;

/* Moves what it holds: out = position + turn(angles) * scale * in. */
typedef struct wr_wmp_object {
    const char *name;
    wr_dvec3 position;
    double angles[3]; /* about Z, X, Y in radians; in a build file pan, tilt, roll in degrees */
    wr_dvec3 scale;
    uint32_t parent; /* or WR_WMP_NONE */
    wr_wmp_member *members;
    uint32_t member_count;
    wr_where where;
} wr_wmp_object;

struct wr_wmp {
    enum wr_wmp_dialect dialect;
    const char *maker,
        *created; /* as the head has them: "WMPIO V 1.30", "09.05.2015"; or NULL */
    const char
        *editor; /* what the editor keeps for itself, verbatim with its braces; or NULL */
    size_t editor_size;
    wr_wmp_block *blocks;
    wr_wmp_entity *entities; /* the level's settings among them, first in most files */
    wr_wmp_object *objects;  /* the root first; a parent need not stand before its members */
    uint32_t block_count, entity_count, object_count;
};

/* What people call a dialect: "WMP text 710". */
const char *wr_wmp_dialect_name(enum wr_wmp_dialect dialect);
/* The word for a kind of entity: "light". */
const char *wr_wmp_kind_name(enum wr_wmp_kind kind);
/* Whether bytes are a level of one of the dialects; which, in `dialect`, which may be NULL. */
bool wr_wmp_is(const uint8_t *data, size_t size, enum wr_wmp_dialect *dialect);
/* Whether bytes are a WMP of ACKNEX-3, which has nothing to do with these but its ending. */
bool wr_wmp_is_acknex3(const uint8_t *data, size_t size);

/* Reads a level of any dialect into `arena`; `source` must outlive it. All independent faults
 * are told: WR_SYNTAX "wmp-syntax", "wmp-short", "wmp-chunk", WR_INVALID "wmp-range",
 * "wmp-number", "wmp-planes", WR_LIMIT "wmp-large", WR_SYNTAX "wmp-acknex3"; a count that lies
 * is a warning "wmp-count". Faces come without vertices of planes: those are made, so that
 * every block has corners. */
enum wr_result wr_wmp_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_wmp **out);

#endif
