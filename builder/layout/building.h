/* How a map is built, and what a build made. */
#ifndef WR_BUILDER_LAYOUT_BUILDING_H
#define WR_BUILDER_LAYOUT_BUILDING_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wr_generated; /* builder/generate/generate.h */

/* Which rooms a module draws from which. */
enum wr_vis_rule {
    WR_VIS_PORTAL, /* neighbours, and what a straight line reaches through doorways */
    WR_VIS_ALL,    /* every room from every other */
};

/* How a map is built; zero means the default everywhere. */
struct wr_build_options {
    const char *output;          /* the module's folder; made where it does not exist */
    const char *id;              /* the module's id; NULL: the map's */
    enum wr_game game;           /* 0: the map's, else K1 */
    const wr_surfaces *surfaces; /* NULL: the game's built-in table */
    float reach;                 /* of the search for links, metres; 0: the map's, else 0.01 */
    float overlap;               /* how deep floors may lie in each other, metres; 0: the
                                    map's, else 0.12 */
    float seam_distance;         /* how far a doorway vertex may move, metres; 0: 0.08 */
    bool merge_all;              /* the whole level becomes one room */
    enum wr_vis_rule vis;
    bool mod;         /* `<id>.mod` is written too, all that the game loads */
    bool trx;         /* `<id>.trx` is written too, the level's walkmesh for NWN2 */
    const char *into; /* a .mod somebody has edited: the parts Warren makes are put into it, and
                         nothing else is written; `output` is not used. An X.rim stays as it is:
                         with X_s.rim and X_dlg.erf it becomes X.mod */
    struct wr_bytes *removed; /* where not NULL: the names of resources that are taken out of
                                 `into` are appended, each with a NUL behind it */
    bool dry_run;             /* nothing is written */
    bool with_map;            /* the map is written too, as `<id>.map.json` */
    const struct wr_generated *generated; /* what the report says about the map's making;
                                             NULL: nothing */
    struct wr_bytes *plan; /* where not NULL: what would be linked, near misses and
                              overlaps are appended, also when the map is refused */
    bool plan_json;        /* as JSON on one line, like the report, instead of text */
    bool force;            /* files that are there are replaced */
    bool durable;          /* files are synced */
};

/* What a build made. */
struct wr_build_summary {
    uint32_t rooms, area_rooms; /* placed; in the LYT */
    uint32_t hooks, links, exits, near_misses, overlaps;
    uint32_t
        unreachable; /* walkable islands with a linked hook that the entry does not reach */
    uint32_t strays; /* edges whose painted id met nothing and was cleared */
    uint32_t splits; /* vertices put into doorway edges */
    uint64_t seen;   /* entries of the VIS, of area_rooms * (area_rooms - 1) */
    uint64_t faces;
    float worst_move; /* of a doorway vertex, metres */
    uint32_t files;
    uint32_t stale; /* walkmeshes that were removed: of rooms a module of the id had and has no
                       more */
    uint64_t bytes;
    uint32_t resources; /* of the archive */
    uint64_t mod_bytes;
    uint32_t replaced, added, removed; /* resources of the module `into` */
};

/* Appends the name of the file that is written for `into` of the options. */
WR_API void wr_build_into_file(const char *into, struct wr_bytes *out);

#ifdef __cplusplus
}
#endif
#endif
