/* Warren's public builder: from a map to a module. Includes the headers of the layers below.
 *
 * A program makes a context, loads a map, makes a set of kits, builds, and frees all of it; see
 * examples/embed.c. */
#ifndef WR_BUILDER_BUILDER_H
#define WR_BUILDER_BUILDER_H

#include "builder/area/area.h"
#include "builder/bake/bake.h"
#include "builder/compare/compare.h"
#include "builder/convert/convert.h"
#include "builder/extract/extract.h"
#include "builder/generate/generate.h"
#include "builder/inspect/inspect.h"
#include "builder/layout/building.h"
#include "builder/manifest/manifest.h"
#include "builder/page/page.h"
#include "builder/sketch/sketch.h"
#include "builder/view/draw.h"
#include "core/core.h"
#include "core/files/files.h"
#include "kits/kits.h"
#include "templates/maps.h"
#include "templates/template.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Builds a module: `<id>.lyt`, `<id>.vis`, `<id>_room<i>.wok` (or a room's own resref) and
 * `<id>.report.json` in
 * options->output, and `<id>.mod` where that is asked for. Nothing is written unless everything
 * is right. `summary` may be NULL. */
WR_API enum wr_result wr_build(struct wr_context *context, const struct wr_map *map,
                               struct wr_kits *kits, const struct wr_build_options *options,
                               struct wr_build_summary *summary);

struct wr_built;

/* How many maps are built; zero means the default everywhere. */
struct wr_many_options {
    const struct wr_build_options *build; /* of each; its `output` is the folder of the modules'
                                             folders, `id`, `into` and `removed` are not used,
                                             and where `plan` is not NULL each map gets one */
    const char *const *kits;              /* places to look for kits in before others */
    size_t kit_count;
    wr_shard shard;               /* only this part of the maps, by the sizes of their files */
    struct wr_manifest *manifest; /* what is done, and is on record; or NULL */
    /* Told of each map in order, once it and those before it are done, from the calling thread;
     * after a stop, of no more, and what was built is taken back. NULL: nobody is. */
    void (*each)(void *user, const struct wr_built *built);
    void *user;
};

/* One map of many, and what became of it. */
struct wr_built {
    const char *path;   /* of the map */
    const char *id;     /* of its module; NULL where the map cannot be read */
    const char *folder; /* where that is; NULL where no output was given */
    enum wr_result result;
    struct wr_build_summary sum;
    const struct wr_bytes *plan; /* NULL where none was asked for */
};

struct wr_many_summary {
    uint32_t maps, built, failed;
    struct wr_build_summary build; /* of all that were built together */
};

/* Builds maps as wr_build does, on several threads: files, and all maps below folders, hidden
 * ones left out. Each module goes into a folder of `output` that is named by its id. Goes on
 * past a bad map; WR_OK only when all were built. Two maps of one id are refused, WR_INVALID
 * "same-target", before anything is built. `summary` may be NULL. */
WR_API enum wr_result wr_build_many(struct wr_context *context, const char *const *paths,
                                    size_t count, const struct wr_many_options *options,
                                    struct wr_many_summary *summary);

struct wr_generate_level;

/* How levels are generated; zero means the default everywhere. */
struct wr_generate_options {
    const struct wr_build_options *build; /* of each level; its `output` is the folder of the
                                             only level, or of the levels' folders */
    uint64_t seed;                        /* the first one; level i has seed + i */
    uint64_t budget;                      /* steps a level */
    uint32_t count; /* 0: one level; else each in a folder named by its seed */
    wr_shard shard; /* of `count` levels only this part; at most `count` parts. Of best_of
                       seeds, this part is only weighed: `manifest` says how */
    struct wr_manifest *manifest; /* of many levels: what is done, and is on record; or NULL */
    uint32_t best_of;             /* so many seeds are tried, and the best levels kept */
    const char *score; /* the metric that says which are best, with a '-' before it where less
                          is better */
    bool map_only;     /* nothing but the map is written, as `<id>.map.json` */
    const char *map;   /* of one level: only its map is written, to this file */
    const char *sheet; /* a file for one picture of all levels that were made; NULL: none */
    enum wr_picture_format sheet_format;
    struct wr_generator_options generator; /* what is kept; surfaces: those of `build` */
    double timeout;                        /* seconds; 0: none. See wr_generator_set_timeout */
    /* Told of each level in the end, the best first or in the order of seeds; NULL: nobody is.
     */
    void (*each)(void *user, const struct wr_generate_level *level);
    /* Told first of each room that is kept; NULL: nobody is. */
    void (*kept)(void *user, const char *name);
    void *user;
};

/* One level, and what became of it. */
struct wr_generate_level {
    uint64_t seed;
    bool failed;
    const char *folder;        /* NULL where no output was given */
    struct wr_metrics metrics; /* zero of a level that failed, as is the next */
    struct wr_build_summary build;
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
WR_API enum wr_result wr_generate(struct wr_context *context, const struct wr_template *,
                                  struct wr_kits *kits,
                                  const struct wr_generate_options *options,
                                  struct wr_generate_summary *summary);

/* Writes what was made to a file: beside it and then renamed, so that whoever looks sees the
 * old file or the new one, whole. An existing file is refused unless `force`; `durable` syncs.
 */
WR_API enum wr_result wr_save(struct wr_context *context, const char *path,
                              const struct wr_bytes *bytes, bool force, bool durable);

#ifdef __cplusplus
}
#endif
#endif
