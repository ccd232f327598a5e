/* An extraction under way: what was taken out of a module so far, step by step. */
#ifndef WR_BUILDER_EXTRACT_TAKING_H
#define WR_BUILDER_EXTRACT_TAKING_H

#include "builder/extract/extract.h"
#include "core/base/text.h"
#include "core/format/gff.h"
#include "core/format/lyt.h"
#include "core/format/resources.h"
#include "core/model/model.h"
#include "kits/kit.h"

/* A type of door: one a look and width. */
typedef struct wr_taken_type {
    const char *name;
    const char *blueprint; /* of the kit's UTD, lower-case; NULL: an open arch */
    const uint8_t *data;   /* that UTD */
    size_t size;
    const char *look; /* what the UTD says but for names; NULL of an arch */
    float width;
    float height;   /* metres; 0: nobody says */
    uint32_t count; /* doorways it stands in */
} wr_taken_type;

/* A door of the GIT, of the LYT's door hooks, or of both. */
typedef struct wr_taken_door {
    wr_vec3 at;            /* in the area */
    double x, y;           /* where it looks */
    const char *room;      /* as the LYT names it; NULL: only the GIT has it */
    const char *blueprint; /* as the GIT names it, lower-case; NULL: only the LYT has it */
    uint32_t row;          /* of the GIT's list; WR_NONE */
    bool used;             /* it stands in a doorway that was found */
} wr_taken_door;

/* A doorway of a room. */
typedef struct wr_taken_hook {
    char name[33];
    uint32_t room;   /* of the rooms */
    uint32_t *edges; /* of its mesh, in the order of the perimeter */
    uint32_t edge_count;
    wr_vec3 at;    /* in the area */
    float width;   /* from one end to the other, metres */
    uint32_t to;   /* the room behind it; WR_NONE: nothing */
    uint32_t twin; /* the hook there, of the hooks; WR_NONE: none */
    uint32_t door; /* of the doors; WR_NONE: it is open */
    uint32_t type; /* of the types */
    bool hidden;   /* it stands where another hook of its room does: neither file says it */
} wr_taken_hook;

/* A doorway that leads into another module, and the row of the GIT that says so. */
typedef struct wr_taken_exit {
    uint32_t hook; /* of the hooks */
    const wr_gff_struct *row;
} wr_taken_exit;

/* Where a room may be stretched, in its own coordinates. */
typedef struct wr_taken_straight {
    uint32_t axis;
    float at;
} wr_taken_straight;

/* A room of the layout that is taken. */
typedef struct wr_taken_room {
    char name[WR_RESREF + 1];        /* lower-case */
    uint32_t slot;                   /* its index in the LYT */
    wr_vec3 position;                /* there */
    const wr_entry *wok, *mdl, *mdx; /* the latter two may be NULL */
    struct wr_walkmesh *mesh;        /* in the area, derived */
    uint32_t first_hook, hook_count; /* of the hooks */
    uint32_t like; /* the room whose files and lines of the kit are this one's, too; itself */
    float turn;    /* degrees, and whether x is mirrored before, of that room to be this */
    bool mirrored;
    bool shared;   /* it is like another, or another is like it */
    bool modelled; /* its model was made, and is among the files */
    bool astray;   /* its model stands beside its walkmesh */
    wr_taken_straight straights[2];
    uint32_t straight_count;
} wr_taken_room;

/* How far what no build has written may lie from what a build makes of it, metres. */
#define WR_TAKEN_NEAR 1e-4

/* Something that stands in the area. */
typedef struct wr_taken_marker {
    char name[33]; /* unique in its room */
    uint32_t room; /* WR_NONE: it stands in none */
    wr_vec3 at;    /* in the area */
    wr_marker as; /* what the kit says, in the coordinates of its room, of the area without one;
                     its name once all are named */
    const wr_gff_struct
        *row; /* of the GIT, the list and the row's index in it; NULL: of the LYT */
    const char *list;
    uint32_t index;
    const char *usual_tag; /* the one a build gives it; NULL: it has one of its own, or none */
} wr_taken_marker;

/* A file of the kit: bytes that are at hand, or what lies in the source. */
typedef struct wr_taken_file {
    const char *folder; /* of the kit's; "" for its own */
    const char *name;
    const uint8_t *data; /* NULL: `entry` is copied */
    size_t size;
    const wr_entry *entry;
} wr_taken_file;

/* What a source that is no module, but drawn by hand, says of the area. */
struct wr_taken_design {
    const char *kind; /* "level", "scene" */
    float ambient[3]; /* 0 to 1 */
    bool has_sun;     /* it is another colour */
    float sun[3];
    bool has_entry;
    uint32_t entry_room; /* of the rooms */
    wr_vec3 entry;       /* in its coordinates */
    float facing;        /* degrees */
};

struct wr_taking {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_extract_options *options;
    const struct wr_installation *installation; /* the source, open already; NULL: it is not */
    struct wr_resources resources;
    wr_surfaces surfaces;
    enum wr_game game;
    char area[WR_RESREF + 1]; /* the name of the LYT and of what belongs to it, lower-case */
    struct wr_gff *git, *are, *ifo; /* NULL where there is none */
    struct wr_source *git_source;   /* of the first, for findings */

    struct wr_lyt lyt;
    uint32_t *taken_of; /* one a slot of the LYT: which of the rooms; WR_NONE: none */
    wr_taken_room *rooms;
    uint32_t room_count, skipped;
    wr_taken_hook *hooks; /* once wr_taking_hooks is done, room by room */
    uint32_t hook_count;
    wr_taken_door *doors;
    uint32_t door_count;
    wr_taken_exit *exits;
    uint32_t exit_count;
    const struct wr_twoda *door_table; /* genericdoors.2da; NULL: nobody asked yet */
    wr_taken_type *types;
    uint32_t type_count;
    wr_taken_marker *markers;
    uint32_t marker_count;
    wr_taken_file *files;
    uint32_t file_count;
    struct wr_taken_design *design; /* NULL: the source is a module */
    const char *skybox;     /* a model that all of the area is seen before; NULL: none */
    wr_lyt_item *backdrops; /* other models of the layout that have no walkmesh */
    uint32_t backdrop_count;
};

/* A name that may become a file of the kit, as the games spell it: 1 to 16 of a-z, 0-9, _ and
 * -; false for all others. */
bool wr_taken_name(const char *text, char out[WR_RESREF + 1]);
/* Any text as such a name: what does not belong there becomes _, and from 2 on a number stands
 * behind it. */
void wr_taken_resref(const char *text, unsigned number, char out[WR_RESREF + 1]);
/* Another file of the kit; false when memory is out. What is there under the name already
 * stays. */
bool wr_taking_add(struct wr_taking *taking, const wr_taken_file *file);
/* "name.suffix" in the arena; NULL when memory is out. */
const char *wr_taking_file_name(struct wr_taking *taking, const char *name, uint16_t type);
/* A GFF of the source, by its type ("UTD "); NULL, with a warning, where it is broken, and
 * without where there is none. WR_NO_MEMORY is the only failure. */
enum wr_result wr_taking_gff(struct wr_taking *taking, const char *name, uint16_t type,
                             const char *mark, struct wr_gff **out);
/* The same, with its bytes, which live in the arena. */
enum wr_result wr_taking_gff_of(struct wr_taking *taking, const char *name, uint16_t type,
                                const char *mark, struct wr_gff **out,
                                struct wr_source **source);
/* A finding about something that is left out: what it was becomes a warning. */
struct wr_context *wr_taking_lenient(struct wr_taking *taking);

#endif
