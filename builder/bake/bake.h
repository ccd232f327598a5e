/* Warren's public bake: walkmeshes of NWN2 out of areas, walkmeshes and modules. */
#ifndef WR_BUILDER_BAKE_BAKE_H
#define WR_BUILDER_BAKE_BAKE_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wr_bake_file;

/* How areas are baked; zero means the default everywhere. */
struct wr_bake_options {
    const char *output; /* a file, .trx or .trn; a folder where folders are baked */
    const char *into;   /* an area whose walkmesh is replaced, and whose other packets stay;
                           NULL: none */
    const char *git; /* what stands in the area: its walkmesh cutters are cut out; a folder: the
                        .git there that is called as the area; NULL: none */
    const char *placeables; /* a folder of walkmeshes of placeables, which are cut out where
                               these stand; NULL: none */
    const wr_surfaces *surfaces; /* NULL: K1's */
    float tile_width;            /* metres; 0: 9, as interiors have, or that of the area */
    uint32_t border;             /* tiles all round that are left empty, as exteriors have */
    bool sight;                  /* what can be seen in whole is marked, which takes longer */
    bool force, durable;
    wr_shard shard;               /* only this part of the areas, by their sizes */
    struct wr_manifest *manifest; /* what is done, and is on record; or NULL */
    /* Told of each file in the end, in order; NULL: nobody is. */
    void (*each)(void *user, const struct wr_bake_file *file);
    void *user;
};

struct wr_bake_summary {
    uint32_t files, failed;
    uint64_t triangles, walkable, tiles, islands; /* of what was baked; tiles with triangles */
    uint64_t outside;                             /* triangles in a border that were dropped */
    uint64_t cutters, placeables;                 /* that floor was taken out of */
    uint64_t ignored; /* placeables that take floor away, and have no walkmesh */
};

/* One file, and what became of it. */
struct wr_bake_file {
    const char *from, *to;
    enum wr_result result;
    double moved[2]; /* metres that all was moved by, in x and y, to lie in its tiles */
    struct wr_bake_summary sum;
};

/* Bakes each of some files: an area (TRX, TRN) keeps its triangles and their tiles; a walkmesh
 * (WOK, or OBJ as text), that of a level (WMP) and all of those of a module (.mod, .rim, a
 * folder with a LYT) are cut along tiles first, and cutters out of all of them. Of a folder
 * without a LYT all areas below it are baked, past bad ones, into a folder. WR_LIMIT
 * "aswm-full", WR_INVALID "aswm-storeys", "bake-git", "cutter-*" and what else wr_check finds.
 * `summary` may be NULL. */
WR_API enum wr_result wr_bake(struct wr_context *context, const char *const *paths,
                              size_t count, const struct wr_bake_options *options,
                              struct wr_bake_summary *summary);

/* ---- Ways over an area ---- */

/* An area that was baked, by whomever, to be asked for ways. */
struct wr_baked;

/* Reads the bytes of a TRX or TRN; findings call it `name`. Nothing points at them afterwards.
 * WR_SYNTAX, WR_INVALID and WR_LIMIT "trx-..." and "aswm-...". */
WR_API enum wr_result wr_baked_read(struct wr_context *context, const char *name,
                                    const void *data, size_t size, struct wr_baked **out);
WR_API void wr_baked_free(struct wr_baked *baked);

/* The walkable triangle over or under a place (metres), the lowest index where there are
 * several; UINT32_MAX: none. */
WR_API uint32_t wr_baked_triangle(const struct wr_baked *baked, double x, double y);
/* Where a triangle's corners are. */
WR_API void wr_baked_corners(const struct wr_baked *baked, uint32_t triangle,
                             wr_vec3 corners[3]);

/* A way from triangle to triangle, each linked to the one before. */
struct wr_baked_way {
    struct wr_arena *arena;
    uint32_t count; /* 1 where it starts and ends in one triangle */
    const uint32_t *triangles;
    double length; /* metres in plan, from centre to centre, as the game weighs it */
};

/* The way from one place (x, y) to another that the game takes: by the routes between islands
 * and the tables of tiles, which are believed. It need not be the shortest there is.
 * WR_NOT_FOUND, without a finding, where a place has no floor or none leads there. */
WR_API enum wr_result wr_baked_find_way(struct wr_context *context,
                                        const struct wr_baked *baked, const double from[2],
                                        const double to[2], struct wr_baked_way **out);
WR_API void wr_baked_way_free(struct wr_baked_way *way);

#ifdef __cplusplus
}
#endif
#endif
