/* Rebuilding, judging and showing files, archives and whole folders. */
#ifndef WR_BUILDER_INSPECT_INSPECT_H
#define WR_BUILDER_INSPECT_INSPECT_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wr_rebuild_file;
struct wr_check_file;

/* How walkmeshes are rebuilt. */
struct wr_rebuild_options {
    const char *output; /* a folder; trees below the given folders are kept; NULL: in place */
    const char *file;   /* where not NULL: what the only file given becomes, instead */
    const wr_surfaces
        *surfaces; /* NULL: K1's, and each file's own face order about material 16 */
    bool force, durable;
    bool repair;  /* the geometry is mended too, as wr_walkmesh_repair does; where there is a
                     layout, transitions that lead nowhere are cleared, one-way ones get their
                     twin, and the models of rooms whose faces change get their floor */
    bool relink;  /* where there is a layout, all transitions are found anew, from the edges of
                     its  rooms that coincide */
    bool vis;     /* where there is a layout, its VIS is made anew by the doorways that
                     walkmeshes have; in place, where it is not that already */
    bool paths;   /* where there is a layout, the path points of its area are made anew */
    bool minimap; /* where there is a layout and its ARE, the area's minimap is drawn anew, and
                     the Map of the ARE set to it */
    enum wr_game game; /* of minimaps; 0: what models and the ARE say */
    wr_shard
        shard; /* only this part of the files, by their sizes; no layout's rooms are joined */
    struct wr_manifest *manifest; /* of single files: what is done, and is on record; or NULL */
    bool dry_run; /* nothing is written: a note "would-change" a file says what would be */
    /* Told of each file with walkmeshes in the end, in order; NULL: nobody is. */
    void (*each)(void *user, const struct wr_rebuild_file *file);
    void *user;
};

struct wr_rebuild_summary {
    uint32_t files, rebuilt, failed; /* walkmeshes met; written or already right; refused */
    uint32_t unchanged;              /* of the rebuilt: the bytes were right already */
    uint32_t packed, archives;       /* of the rebuilt: lay in archives, and in how many */
    uint64_t faces, reordered, dropped;
    uint64_t mended, left;           /* changes of geometry; what is left to the author */
    uint32_t vis, paths, minimaps;   /* VIS and PTH files, and minimaps, that were made */
    uint32_t models;                 /* that got the floor of a walkmesh whose faces changed */
    uint64_t linked, cleared, moved; /* transitions set and taken away; vertices brought to the
                                        room they lead to */
};

/* One file, and what became of the walkmeshes in it. */
struct wr_rebuild_file {
    const char *from, *to;
    bool kept; /* a file stands where it would go, and stays */
    struct wr_rebuild_summary sum;
};

/* Rebuilds every derived table of walkmeshes: files, or all .wok, .pwk and .dwk files below
 * folders, hidden ones left out, and those inside archives (.mod, .rim, .erf, .hak), of which
 * everything else stays byte for byte. A walkmesh as text (.obj) that is named itself becomes a
 * WOK in `output`. What is right but for the signs of its zeros stays as it is in place. Goes
 * on past a bad walkmesh, which stays as it is in an archive; WR_OK only when all went well.
 * `summary` may be NULL. */
WR_API enum wr_result wr_rebuild(struct wr_context *context, const char *const *paths,
                                 size_t count, const struct wr_rebuild_options *options,
                                 struct wr_rebuild_summary *summary);

/* How things are judged; zero means the default. */
struct wr_check_options {
    const wr_surfaces *surfaces; /* NULL: K1's */
    float overlap;  /* how deep floors of a module may lie in each other; 0: 0.12 */
    wr_shard shard; /* only this part of the files, by their sizes: those of a folder with a LYT
                       are one piece of work, and what is asked of all modules together, and of
                       names, is the first shard's */
    struct wr_manifest *manifest; /* what is judged, and is on record; or NULL */
    /* Told of each file that was judged in the end, in order; NULL: nobody is. */
    void (*each)(void *user, const struct wr_check_file *file);
    void *user;
};

struct wr_check_summary {
    uint32_t files, modules, wrong; /* judged; module folders among them; with errors */
};

/* One file, or a module with the files of its folder, and whether anything is wrong with it. */
struct wr_check_file {
    const char *path; /* of a module, that of its LYT or archive */
    bool module, wrong;
    uint32_t files; /* that were judged with it: 1 where it is no module's folder */
};

/* Judges any file Warren can read, and everything below a folder: each .lyt as a built module
 * with its .vis and .wok files, by the rules of a good module; each kit with its walkmeshes;
 * every other file alone, passing over hidden ones and unknown kinds. Everything wrong is
 * reported.
 * `options` and `summary` may be NULL; the latter is added to. */
WR_API enum wr_result wr_check(struct wr_context *context, const char *path,
                               const struct wr_check_options *options,
                               struct wr_check_summary *summary);
/* The same of several, one after another; they are dealt out to shards together. */
WR_API enum wr_result wr_check_many(struct wr_context *context, const char *const *paths,
                                    size_t count, const struct wr_check_options *options,
                                    struct wr_check_summary *summary);

/* A tile of an area of NWN2, counted from 0. */
struct wr_show_tile {
    bool wanted;
    uint32_t x, y;
};

/* What is shown of a file; zero means the default. */
struct wr_show_options {
    const wr_surfaces *surfaces; /* what is walkable in kits, maps and text walkmeshes; NULL:
                                    K1's */
    bool json;                   /* on one line */
    struct wr_show_tile tile;    /* of an area: its triangles and its table alone */
};

/* Appends any file Warren can read as stable text, or as JSON. The kind is told by content; a
 * folder is shown where it is a kit's. `options` may be NULL. WR_INVALID "show-tile". */
WR_API enum wr_result wr_show(struct wr_context *context, const char *path,
                              const struct wr_show_options *options, struct wr_bytes *out);

/* Reads surfacemat.2da. */
WR_API enum wr_result wr_surfaces_load(struct wr_context *context, const char *path,
                                       wr_surfaces *out);

#ifdef __cplusplus
}
#endif
#endif
