/* Warren's public builder: from a map to a module. Includes the headers of the layers below.
 *
 * A program makes a context, loads a map, makes a set of kits, builds, and frees all of it; see
 * examples/embed.c. */
#ifndef WR_BUILDER_BUILDER_H
#define WR_BUILDER_BUILDER_H

#include "core/core.h"
#include "kits/kits.h"
#include "templates/template.h"
#include "templates/templates.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    const char *into; /* a .mod somebody has edited: the parts Warren makes are put into it, and
                         nothing else is written; `output` is not used */
    struct wr_bytes *removed; /* where not NULL: the names of resources that are taken out of
                                 `into` are appended, each with a NUL behind it */
    bool dry_run;             /* nothing is written */
    bool with_map;            /* the map is written too, as `<id>.map.json` */
    const struct wr_generated *generated; /* what the report says about the map's making;
                                             NULL: nothing */
    struct wr_bytes *plan; /* where not NULL: what would be linked, near misses and
                              overlaps are appended, also when the map is refused */
    bool plan_json;        /* as JSON, like the report, instead of text */
    bool force;            /* files that are there are replaced */
    bool durable;          /* files are synced */
};

/* What a build made. */
struct wr_build_summary {
    uint32_t rooms, area_rooms; /* placed; in the LYT */
    uint32_t hooks, links, near_misses, overlaps;
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

/* Builds a module: `<id>.lyt`, `<id>.vis`, `<id>_room<i>.wok` and `<id>.report.json` in
 * options->output, and `<id>.mod` where that is asked for. Nothing is written unless everything
 * is right. `summary` may be NULL. */
WR_API enum wr_result wr_build(struct wr_context *context, const struct wr_map *map,
                               struct wr_kits *kits, const struct wr_build_options *options,
                               struct wr_build_summary *summary);

/* A template and its kits, made ready once for any number of levels. It keeps pointers to both.
 */
struct wr_generator;

/* Takes the rooms the template allows and finds every way two of them can meet. `surfaces` may
 * be NULL: those of the template's game. WR_NO_FIT where no room remains. */
WR_API enum wr_result wr_generator_create(struct wr_context *context,
                                          const struct wr_template *level, struct wr_kits *kits,
                                          const wr_surfaces *surfaces,
                                          struct wr_generator **out);
WR_API void wr_generator_free(struct wr_generator *generator);

/* A moment, seconds from now, at which levels that are still sought are given up (WR_NO_FIT
 * "timed-out"). It makes results depend on the machine: a safety net, not a budget. */
WR_API void wr_generator_set_timeout(struct wr_generator *generator, double seconds);

/* What a level looks like to its designer. Caps, and links to them, are counted as `caps` and
 * nowhere else. */
struct wr_metrics {
    uint32_t rooms, caps, links, components, cycle_rank;
    uint32_t critical_path; /* rooms from entry to exit, both counted; 0 without an exit */
    uint32_t
        walkthrough; /* the same with detours for keys, rooms as often as they are walked */
    uint32_t walked_twice; /* rooms of it that are walked more than once */
    uint32_t locks_needed; /* keys without which the exit is not reached */
    uint32_t dead_ends, closed_hooks, kit_rooms, storeys;
    uint32_t
        branches[4]; /* rooms with one, two, three, and four or more doorways that lead on */
    float variety;   /* how many kit rooms there would be, were all equally frequent */
    float detour;    /* of a link that closes a loop: how many links the other way round takes,
                        on average */
    float density;   /* floor area by the area of the box around it, all storeys together */
    float worst_gap; /* between two hooks that meet, metres */
    uint64_t steps;  /* of the search */
};

/* The names of the metrics that are one number, in the order of a report; NULL behind the last.
 */
WR_API const char *wr_metric_name(unsigned index);
/* Whether a metric is a whole number. */
WR_API bool wr_metric_is_count(const char *name);
/* A metric by its name; false where there is none. */
WR_API bool wr_metric_value(const struct wr_metrics *metrics, const char *name, double *out);

/* What the generator knows of a map beside it; lives as long as the map. */
struct wr_generated {
    const char *level; /* the template's id */
    uint64_t seed;
    uint32_t exit;                 /* a room of the map, or WR_NONE */
    const uint32_t *critical_path; /* rooms, from entry to exit */
    struct wr_metrics metrics;
};

/* Makes the level of a seed as an ordinary map with its links stated; the same seed gives the
 * same map everywhere. WR_NO_FIT, with the reason reported, where there is none. Several
 * threads may make levels with one generator, each with a context of its own, and build them
 * with its kits, as long as nothing else uses those. `budget` counts steps; 0 means the
 * template's or the default. `generated` may be NULL. */
WR_API enum wr_result wr_generator_make(struct wr_context *context,
                                        const struct wr_generator *generator, uint64_t seed,
                                        uint64_t budget, struct wr_map **out,
                                        struct wr_generated *generated);

enum wr_picture_format { WR_SVG, WR_PNG };

/* How levels are generated; zero means the default everywhere. */
struct wr_generate_options {
    const struct wr_build_options *build; /* of each level; its `output` is the folder of the
                                             only level, or of the levels' folders */
    uint64_t seed;                        /* the first one; level i has seed + i */
    uint64_t budget;                      /* steps a level */
    uint32_t count;    /* 0: one level; else each in a folder named by its seed */
    uint32_t best_of;  /* so many seeds are tried, and the best levels kept */
    const char *score; /* the metric that says which are best, with a '-' before it where less
                          is better */
    bool map_only;     /* nothing but the map is written, as `<id>.map.json` */
    const char *sheet; /* a file for one picture of all levels that were made; NULL: none */
    enum wr_picture_format sheet_format;
    double timeout; /* seconds; 0: none. See wr_generator_set_timeout */
};

struct wr_generate_summary {
    uint32_t tried, failed; /* seeds */
    uint32_t made;          /* levels */
    uint64_t seed; /* of the only or best level; its metrics and what a build made of it: */
    struct wr_metrics metrics;
    struct wr_build_summary build; /* of several levels: all together */
    uint64_t sheet_bytes;
};

/* Generates levels and builds them, as wr_generator_make and wr_build do, on several threads;
 * the result does not depend on how many. A seed that fails does not stop the others. WR_OK
 * when there are as many levels as were asked for. `summary` may be NULL. */
WR_API enum wr_result wr_generate(struct wr_context *context, const struct wr_template *level,
                                  struct wr_kits *kits,
                                  const struct wr_generate_options *options,
                                  struct wr_generate_summary *summary);

/* How walkmeshes are rebuilt. */
struct wr_rebuild_options {
    const char *output; /* a folder; trees below the given folders are kept; NULL: in place */
    const wr_surfaces
        *surfaces; /* NULL: K1's, and each file's own face order about material 16 */
    bool force, durable;
};

struct wr_rebuild_summary {
    uint32_t files, rebuilt, failed; /* walkmeshes met; written or already right; refused */
    uint32_t unchanged;              /* of the rebuilt: the bytes were right already */
    uint64_t faces, reordered, dropped;
};

/* Rebuilds every derived table of walkmeshes: files, or all .wok, .pwk and .dwk files below
 * folders, hidden ones left out. A walkmesh as text (.obj) that is named itself becomes a WOK
 * in `output`. Goes on past a bad file; WR_OK only when all went well. `summary` may be NULL.
 */
WR_API enum wr_result wr_rebuild(struct wr_context *context, const char *const *paths,
                                 size_t count, const struct wr_rebuild_options *options,
                                 struct wr_rebuild_summary *summary);

/* How things are judged; zero means the default. */
struct wr_check_options {
    const wr_surfaces *surfaces; /* NULL: K1's */
    float overlap; /* how deep floors of a module may lie in each other; 0: 0.12 */
};

struct wr_check_summary {
    uint32_t files, modules, wrong; /* judged; module folders among them; with errors */
};

/* Judges any file Warren can read, and everything below a folder: each .lyt as a built module
 * with its .vis and .wok files, by the rules of a good module; each kit with its walkmeshes;
 * every other file alone, passing over hidden ones and unknown kinds. Everything wrong is
 * reported.
 * `options` and `summary` may be NULL; the latter is added to. */
WR_API enum wr_result wr_check(struct wr_context *context, const char *path,
                               const struct wr_check_options *options,
                               struct wr_check_summary *summary);

/* Appends any file Warren can read as stable text, or as JSON. The kind is told by content; a
 * folder is shown where it is a kit's. `surfaces` (NULL: K1's) say what is walkable in kits,
 * maps and text walkmeshes. */
WR_API enum wr_result wr_show(struct wr_context *context, const char *path,
                              const wr_surfaces *surfaces, bool json, struct wr_bytes *out);

/* How a picture is drawn; zero means the default everywhere. */
struct wr_draw_options {
    enum wr_picture_format format;
    unsigned width;              /* pixels, 400 to 16384; 0: what the plan needs */
    enum wr_game game;           /* 0: the map's, else K1 */
    const wr_surfaces *surfaces; /* NULL: the game's built-in table */
};

/* Appends a picture of what a path means: the plan of a map, of a module (its folder or LYT) or
 * of a walkmesh; the rooms of a kit, a contact sheet. `kits` are for maps; NULL: those that are
 * found. A map that can be placed is drawn whatever else is wrong with it; that is reported,
 * and the result says so. */
WR_API enum wr_result wr_draw(struct wr_context *context, const char *path,
                              struct wr_kits *kits, const struct wr_draw_options *options,
                              struct wr_bytes *out);
/* Appends one picture with a thumbnail of each map or module, all to one scale, named by its
 * path's end. */
WR_API enum wr_result wr_draw_sheet(struct wr_context *context, const char *const *paths,
                                    size_t count, struct wr_kits *kits,
                                    const struct wr_draw_options *options,
                                    struct wr_bytes *out);
/* The same of maps that are loaded or were made in memory; `names` NULL: their titles. */
WR_API enum wr_result wr_draw_maps(struct wr_context *context, const struct wr_map *const *maps,
                                   const char *const *names, size_t count, struct wr_kits *kits,
                                   const struct wr_draw_options *options, struct wr_bytes *out);

/* Writes what was made to a file: beside it and then renamed, so that whoever looks sees the
 * old file or the new one, whole. An existing file is refused unless `force`; `durable` syncs.
 */
WR_API enum wr_result wr_save(struct wr_context *context, const char *path,
                              const struct wr_bytes *bytes, bool force, bool durable);

/* Reads surfacemat.2da. */
WR_API enum wr_result wr_surfaces_load(struct wr_context *context, const char *path,
                                       wr_surfaces *out);

#ifdef __cplusplus
}
#endif
#endif
