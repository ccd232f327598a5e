/* What the studio keeps between questions. Private to builder/studio. */
#ifndef WR_BUILDER_STUDIO_OWN_H
#define WR_BUILDER_STUDIO_OWN_H

#include "builder/studio/studio.h"

#include "core/base/arena.h"
#include "core/text/dump.h"

/* Words of an array; somebody else's, or the studio's own `made`. */
typedef struct wr_words {
    const void *data;
    uint32_t count;
} wr_words;

/* Lines of a text that was taken apart. */
typedef struct wr_kept_names {
    const char **items;
    uint32_t count;
} wr_kept_names;

/* What stands before a level is rolled, in an arena of its own. */
struct wr_kept_rooms {
    struct wr_arena *arena;
    struct wr_map *map;
    wr_kept_names rooms, doorways;
    bool add;
};

struct wr_studio {
    struct wr_memory *memory;
    struct wr_context *context; /* of this question */
    struct wr_arena *given;     /* what it gives; ends with it */
    struct wr_bytes answer, findings;
    struct wr_dump dump; /* into the answer */
    wr_words arrays[WR_STUDIO_ARRAYS];

    struct wr_kits *kits[2]; /* one a game, which say what is walkable */

    struct wr_map *map; /* that was looked at, and all that was found */
    struct wr_area *area;

    struct wr_bytes sketched; /* the text of the next */
    struct wr_map *sketch_map;
    struct wr_sketch *sketch;

    struct wr_kept_rooms *kept; /* what stands before a level; NULL: nothing */
    struct wr_template *template;
    struct wr_generator *generator;

    const struct wr_walkmesh *floor; /* of the area; NULL: nobody walks */
    uint32_t *rooms;                 /* one a face of it */
    wr_vec3 stands;
    uint32_t face;
};

/* Begins the answer to a question: its findings are collected, what was said before is
 * forgotten. Answers are written between `open` and `close`. */
enum wr_result wr_studio_begin(struct wr_studio *studio);
struct wr_dump *wr_studio_open(struct wr_studio *studio);
enum wr_result wr_studio_close(struct wr_studio *studio);
void wr_studio_give(struct wr_studio *studio, enum wr_studio_array which, const void *data,
                    uint32_t count);

struct wr_kits *wr_studio_kits(const struct wr_studio *studio, enum wr_game game);
/* What a generator is told of the rooms that stand. */
struct wr_generator_options wr_studio_kept(const struct wr_studio *studio);
void wr_studio_forget_kept(struct wr_studio *studio);
/* Forgets the template, whose generator points into what stands. */
void wr_studio_forget_template(struct wr_studio *studio);
/* Forgets what was found of a map that was looked at. */
void wr_studio_forget_area(struct wr_studio *studio);

/* Begins, and finds a room of a kit: WR_NOT_FOUND where there is none. */
enum wr_result wr_studio_find_room(struct wr_studio *studio, const char *kit, const char *room,
                                   const wr_room **out);
/* Tells of a room, and gives its walkmesh; gives its model. */
void wr_studio_dump_room(struct wr_dump *dump, const wr_room *room);
void wr_studio_give_mesh(struct wr_studio *studio, const wr_room *room);
enum wr_result wr_studio_model(struct wr_studio *studio, const wr_room *room);

/* JSON of values that several answers have. */
void wr_studio_dump_index(struct wr_dump *dump, const char *key, uint32_t index);
void wr_studio_dump_placement(struct wr_dump *dump, const char *key,
                              const wr_placement *placement);
void wr_studio_dump_box(struct wr_dump *dump, const wr_box *box);
void wr_studio_dump_pair(struct wr_dump *dump, const char *key, const uint32_t pair[2]);

#endif
