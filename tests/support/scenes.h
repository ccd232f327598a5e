/* Rooms, kits and maps made by code: what the builder's tests and benchmarks are about. */
#ifndef WR_TESTS_SUPPORT_SCENES_H
#define WR_TESTS_SUPPORT_SCENES_H

#include "builder/layout/layout.h"
#include "core/base/bytes.h"
#include "core/walkmesh/walkmesh.h"

enum {
    SCENE_DOORS = 8, /* of one box */
    SCENE_STONE = 4,
    SCENE_CARPET = 6,
    SCENE_NONWALK = 7,
};

/* Door types of a scene's kit: plain doors meet their own kind; open and free meet any of the
 * two; small names plain. */
enum scene_door_type { SCENE_PLAIN, SCENE_SMALL, SCENE_OPEN, SCENE_FREE, SCENE_LONELY };

/* A doorway in a side of a box. Zero means the usual everywhere. */
typedef struct scene_door {
    char side;       /* 'n', 'e', 's', 'w' */
    float at;        /* its middle along +X or +Y, from the middle of the side */
    float width;     /* 0: 3 m */
    uint32_t pieces; /* edges of equal length; 0: one */
    float rise;      /* how much higher than its side it lies */
    float out;       /* how much farther out: jambs of that length lead to it */
    enum scene_door_type type;
    const char *name; /* NULL: the side */
    int32_t id;       /* 0: 20 and what follows; -1: none is painted */
} scene_door;

enum scene_flags {
    SCENE_STRAYS = 1,        /* the ids are on the jambs after the doorways, too */
    SCENE_SILLS = 2,         /* a blocking face lies outside each doorway edge */
    SCENE_DOUBLED_SILLS = 4, /* with vertices of its own on the same spots */
    SCENE_FLAT_FACES = 8,    /* a walkable face without area at each corner */
    SCENE_UPRIGHT_FACES = 16 /* a walkable face stands upright at each corner */
};

/* A room round its middle: triangles from there to each piece of its sides. */
typedef struct scene_box {
    const char *id;
    float width, depth; /* along X and Y */
    float climb;        /* how much higher the north side is than the south side */
    unsigned flags;
    scene_door doors[SCENE_DOORS]; /* up to the first without a side */
} scene_box;

/* A room of square cells a metre wide, drawn as rows from north to south: '.' is stone, ':'
 * carpet, '#' blocks, ' ' is nothing; a letter of "nesw" is stone with a doorway to that side.
 * Neighbouring letters are one doorway. The south-west corner is the origin. */
typedef struct scene_plan {
    const char *id;
    const char *const *rows; /* NULL ends them */
    float cell;              /* metres; 0: 1 */
} scene_plan;

/* A kit and a map of its rooms. The kit is finished when the first room is placed. */
struct scene {
    struct wr_context *context;
    struct wr_bytes said; /* "error [slug] sentence (hint)" and a newline for each finding */
    unsigned errors, warnings, notes;

    struct wr_arena *kit_arena; /* the kit's, until it is adopted */
    wr_door *doors;
    wr_room *rooms;
    uint32_t room_count;

    struct wr_arena *arena; /* the map's */
    struct wr_map map;
    size_t room_capacity, link_capacity;
    struct wr_kits *kits;
    struct wr_build_options options;
    struct wr_layout *layout;
};

void scene_start(struct scene *scene);
void scene_end(struct scene *scene);
/* The findings so far, as text; forgets them. */
const char *scene_said(struct scene *scene);
/* Whether a finding so far has this slug; nothing is forgotten. */
bool scene_heard(const struct scene *scene, const char *slug);

/* Rooms of the kit. The third takes a walkmesh that is not derived yet, in scene->kit_arena,
 * walkable faces first, and `marks` on it; its hooks are copied. */
void scene_add_box(struct scene *scene, const scene_box *box);
void scene_add_plan(struct scene *scene, const scene_plan *plan);
void scene_add_mesh(struct scene *scene, const char *id, struct wr_walkmesh *mesh,
                    struct wr_marks marks, const wr_hook *hooks, uint32_t hook_count);
/* A marker of the room added last. */
void scene_add_marker(struct scene *scene, const wr_marker *marker);

/* Places a room; the answer is its number in the map, and its name is "r<number>". */
uint32_t scene_put(struct scene *scene, const char *room, float x, float y, float z,
                   float turn);
/* Places a room so that its hook meets that of one that stands. With `mirrored` its x is
 * mirrored first. */
uint32_t scene_join(struct scene *scene, uint32_t to, const char *to_hook, const char *room,
                    const char *hook, bool mirrored);
/* The placement scene_join gives. */
wr_placement scene_meeting(const wr_room *to, wr_placement to_placement, uint32_t to_hook,
                           const wr_room *room, uint32_t hook, bool mirrored);
/* States a link. */
void scene_link(struct scene *scene, uint32_t a, const char *hook_a, uint32_t b,
                const char *hook_b);
/* A room of the kit, which is finished by asking. */
const wr_room *scene_room(struct scene *scene, const char *id);

/* Runs the builder as far as named; what ran before is thrown away. */
enum wr_result scene_place(struct scene *scene);
enum wr_result scene_connect(struct scene *scene); /* places and links */
enum wr_result scene_seam(struct scene *scene);    /* and makes seams */
enum wr_result scene_build(struct scene *scene, const char *folder,
                           struct wr_build_summary *summary);

/* The link a hook is in, by names; NULL where it is in none. */
const wr_link *scene_link_of(const struct scene *scene, uint32_t room, const char *hook);

#endif
