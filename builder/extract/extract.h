/* Warren's public extraction: kits and maps out of modules. */
#ifndef WR_BUILDER_EXTRACT_EXTRACT_H
#define WR_BUILDER_EXTRACT_EXTRACT_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a level of GameStudio is cut into: one room, one for each named region and one for the
 * rest, or one for each group below the root. */
enum wr_extract_cut { WR_CUT_NOT, WR_CUT_REGIONS, WR_CUT_GROUPS };

/* What is taken out of where; zero means the default everywhere. */
struct wr_extract_options {
    const char *source; /* a module (.mod, or .rim with what belongs to it), a folder of files
                           with a LYT, a game's folder, a level of GameStudio, or a scene:
                           glTF or OBJ */
    const char *module; /* of a game: the name of one of its modules; of many, a pattern with *
                           and ?, or NULL: all */
    const char
        *game_folder;   /* a game's folder, for what a module elsewhere lacks; NULL: none */
    const char *rooms;  /* only rooms whose names fit, with * and ?; NULL: all */
    const char *output; /* the kit's folder; made where it does not exist */
    const char *map;    /* a file: the map that puts the module together again; NULL: none */
    const char *id;     /* of the kit; NULL: the area's name */
    enum wr_game game;  /* 0: what the source's own models and area say */
    const wr_surfaces *surfaces; /* NULL: the game's built-in table */
    enum wr_extract_cut cut;     /* of a level: what of it is a room of its own */
    float quants_per_metre;      /* of a level: how long its unit is; 0: 39.37 */
    const char *materials; /* of a level or scene: a file, which texture or material is what
                              one walks on; NULL: the built-in table alone */
    enum wr_up up;         /* of an OBJ: found by where floors look, where it is not said */
    float scale;           /* of a scene: so many metres its unit is long; 0: 1 */
    const char *textures;  /* of a level: a folder with pictures for its textures; NULL: none,
                              all of it is drawn as a grey box is */
    float climb;           /* of a level: a step so high, metres, becomes a ramp; 0: none */
    bool walls;            /* of a level: what is too steep is in the walkmesh, too */
    bool force;            /* files that are there are replaced */
    bool durable;          /* files are synced */
};

/* What was taken. */
struct wr_extract_summary {
    uint32_t rooms;   /* that were taken; a kit has fewer where some are alike */
    uint32_t skipped; /* rooms of the layout that could not be taken, each with a warning */
    uint32_t links;   /* doorways between two of them */
    uint32_t ends;    /* doorways that lead on to nothing here */
    uint32_t doors;   /* types of them */
    uint32_t files;
    uint64_t bytes;
};

/* A module of a game, or a room of a module, level or scene. */
typedef struct wr_extract_item {
    const char *name;
    uint32_t rooms;   /* of a module: that have a walkmesh */
    uint64_t bytes;   /* of walkmeshes and models */
    wr_vec3 position; /* of a room: in the layout, or where a map would place it */
} wr_extract_item;

typedef void wr_extract_item_fn(void *user, const wr_extract_item *item);

/* Hands out what can be taken: each module of a game where none is named, or a pattern, else
 * each room of the module, level or scene; nothing is written. */
WR_API enum wr_result wr_extract_list(struct wr_context *context,
                                      const struct wr_extract_options *options,
                                      wr_extract_item_fn *each, void *user);

/* Makes a kit of a module: its rooms as they are, their models and what these need, types of
 * door, and whatever else the module has that Warren does not make. The same source gives the
 * same bytes. What is broken is named and left out; nothing is written where no room is left.
 * `summary` may be NULL. WR_NOT_FOUND "extract-module", "extract-no-game", "extract-no-layout"
 * and "extract-no-rooms". */
WR_API enum wr_result wr_kit_extract(struct wr_context *context,
                                     const struct wr_extract_options *options,
                                     struct wr_extract_summary *summary);

/* Whether the options ask for many modules: those of a game, where no module is named, or a
 * pattern. */
WR_API bool wr_extract_is_many(struct wr_context *context,
                               const struct wr_extract_options *options);

/* What came of one of many modules. */
struct wr_extracted {
    const char *module;
    const char *folder, *map; /* of the kit, and of its map; NULL: none was asked for */
    enum wr_result result;
    struct wr_extract_summary sum;
};
typedef void wr_extracted_fn(void *user, const struct wr_extracted *extracted);

struct wr_extracted_options {
    /* Its output is the folder of all kits, its map that of all maps; its id is not read. */
    const struct wr_extract_options *extract;
    wr_extracted_fn *each; /* told of each module in turn; NULL: nobody */
    void *user;
};

struct wr_extract_many_summary {
    uint32_t modules; /* that have rooms */
    uint32_t taken, failed;
    uint32_t empty;                /* modules without a room: menus and the like */
    struct wr_extract_summary all; /* of all kits that were made */
};

/* Makes a kit of each of a game's modules that fits, `output`/MODULE, named as the module, with
 * a map `map`/MODULE.json each; on several threads, with the same bytes and findings on any
 * number. A broken one is reported and passed over. A call that is stopped takes back what it
 * made anew. `summary` may be NULL. WR_NOT_FOUND "extract-module", "extract-no-rooms"; else the
 * first failure. */
WR_API enum wr_result wr_kits_extract(struct wr_context *context,
                                      const struct wr_extracted_options *options,
                                      struct wr_extract_many_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
