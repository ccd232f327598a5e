/* The rooms of one layout, joined: where the edges of their walkmeshes lead. */
#ifndef WR_BUILDER_INSPECT_JOINT_H
#define WR_BUILDER_INSPECT_JOINT_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"
#include "core/format/lyt.h"
#include "core/walkmesh/walkmesh.h"

/* A room of a layout, with its walkmesh as a file. */
struct wr_joint_room {
    const char *name;
    struct wr_source source; /* rebuilt already; no data: there is none */
    bool unknown;            /* it has one that is not at hand: it could not be rebuilt */
    bool elsewhere;   /* it is unknown, or nobody knows whether it has one: it is the game's */
    wr_vec3 position; /* where the layout puts it */
    bool reshaped;    /* faces or vertices are not those it had before it was rebuilt */
    struct wr_walkmesh *mesh; /* read here */
    bool changed;
};

struct wr_joint {
    struct wr_arena *arena;
    struct wr_joint_room *rooms; /* in the order of the layout */
    uint32_t count;
    bool repair; /* transitions that lead nowhere or one way are mended */
    bool relink; /* all are found anew */
    uint32_t linked, cleared, moved, left; /* transitions set, taken away; vertices brought to
                                              their twins; transitions nobody can mend */
};

/* Reads the rooms' walkmeshes; then, where that is wanted, sets, clears and finds transitions
 * by the edges that coincide, and brings vertices of linked edges onto each other; tells of
 * each. What changed has `changed`, and its mesh all tables. */
enum wr_result wr_joint_mend(struct wr_context *context, struct wr_joint *joint);

#endif
