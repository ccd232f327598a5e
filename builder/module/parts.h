/* What a module's archive holds: a list of resources, each with the way its bytes come about.
 * All that goes into a .mod goes through this list, and whoever wants only a part of it (an
 * edited module) reads the same. */
#ifndef WR_BUILDER_MODULE_PARTS_H
#define WR_BUILDER_MODULE_PARTS_H

#include "core/base/arena.h"
#include "core/base/diag.h"

enum wr_part_kind {
    WR_PART_BYTES, /* lie in memory as long as the list */
    WR_PART_FILE,  /* a file that is copied when its turn comes */
    WR_PART_VIS,   /* is written piece by piece when its turn comes */
    WR_PART_ROOM,  /* is made with its area room, when its turn comes */
};

typedef struct wr_part {
    const char *name; /* lower-case, without suffix; may be too long until it was judged */
    uint16_t type;    /* of enum wr_resource_type */
    enum wr_part_kind kind;
    const uint8_t *data; /* of bytes */
    size_t size;
    const char *path;    /* of a file */
    uint32_t area_room;  /* of a room's, else WR_NONE */
    const char *meaning; /* for messages: "texture 'lda_wall01' of kit 'Den'"; or NULL */
} wr_part;

/* The parts in the archive's order: those of rooms last, room after room. What they point at
 * lies in `arena`; adding does not fail: `failed` stays true when memory is out. */
struct wr_parts {
    struct wr_arena *arena;
    wr_part *items;
    uint32_t count;
    bool failed;
};

/* Each takes a copy of the name; `meaning` may be NULL and is kept as it is. */
void wr_parts_add(struct wr_parts *parts, const char *name, uint16_t type, const uint8_t *data,
                  size_t size, const char *meaning);
void wr_parts_add_file(struct wr_parts *parts, const char *name, uint16_t type,
                       const char *path, const char *meaning);
void wr_parts_add_vis(struct wr_parts *parts, const char *name);
void wr_parts_add_room(struct wr_parts *parts, const char *name, uint16_t type,
                       uint32_t area_room);

/* Refuses, each by name and before anything is made: names the game cannot hold
 * ("archive-name"), and two parts of one name and type ("archive-duplicate"). */
enum wr_result wr_parts_check(struct wr_context *context, const struct wr_parts *parts,
                              wr_where where);

#endif
