/* The judge of built modules: the files of a folder, read and weighed as a whole. */
#ifndef ORACLE_MODULE_H
#define ORACLE_MODULE_H

#include "tests/oracle/oracle.h"

struct oracle_room {
    char *name;
    double position[3];
    bool has_wok; /* `wok` holds tables whose indices can be followed */
    char *file;   /* where the WOK is or would be */
    struct oracle_wok wok;
    size_t first_face; /* of the module's faces, counted through all rooms */
};

struct oracle_doorhook {
    char *room, *door;
    double position[3];
    double quaternion[4]; /* w x y z */
};

struct oracle_sight {
    char *room;
    char **seen;
    size_t seen_count;
};

/* Owns everything it names. */
struct oracle_module {
    char *id;
    char *lyt, *vis; /* paths */
    struct oracle_room *rooms;
    struct oracle_doorhook *hooks;
    struct oracle_sight *sights;
    size_t room_count, hook_count, sight_count;
    size_t face_count;
};

struct oracle_module_options {
    struct oracle_options wok;
    double step;          /* by which floors may differ in height where rooms meet */
    double doorway;       /* the least length of a linked doorway */
    double hook_distance; /* from a doorway to its door hook */
    double overlap;     /* by which walkable faces of two rooms may overlap, seen from above */
    double headroom;    /* at this height above each other they may overlap as they like */
    int32_t entry_room; /* -1: the first room with a linked doorway */
    int32_t entry_face; /* -1: the first walkable face with a linked edge */
};

/* 0.25 m step, 0.9 m doorway, 0.5 m hook distance, 0.12 m overlap, 1 m headroom. */
struct oracle_module_options oracle_built(void);

/* Texts, by the grammars of bwm.md, sections 6 and 7; what could be read is appended. */
void oracle_lyt_read(struct oracle_report *report, const char *file, const void *bytes,
                     size_t size, struct oracle_module *module);
void oracle_vis_read(struct oracle_report *report, const char *file, const void *bytes,
                     size_t size, struct oracle_module *module);

/* Reads a folder, judging each file by itself. False when there is no module. */
bool oracle_module_read(struct oracle_report *report,
                        const struct oracle_module_options *options, const char *folder,
                        struct oracle_module *module);
void oracle_module_free(struct oracle_module *module);
/* The index of a room by its exact name, or SIZE_MAX. */
size_t oracle_room_named(const struct oracle_module *module, const char *name);
/* Judges how the files of a module fit together. */
void oracle_module_judge(struct oracle_report *report,
                         const struct oracle_module_options *options,
                         const struct oracle_module *module);
/* Both; true when no fault was added. */
bool oracle_judge_folder(struct oracle_report *report,
                         const struct oracle_module_options *options, const char *folder);

/* A linked edge with its bit-identical reverse twin in the room its transition names. */
struct oracle_link {
    uint32_t room, entry; /* entry of the room's edge table */
    uint32_t other_room, other_entry;
    bool returns;  /* the twin names `room` */
    double length; /* metres */
};

/* Every directed link, in the order of rooms and edges; free() them. */
struct oracle_link *oracle_links(const struct oracle_module *module, size_t *count);
/* For each face of all rooms whether one who walks can come there from a face, through
   adjacency and links; free() it. */
unsigned char *oracle_flood(const struct oracle_module *module, uint32_t room, uint32_t face);
/* Gives each walkable face the number of its component within the room, and the number of
   components. free() `labels`. */
uint32_t oracle_components(const struct oracle_wok *wok, uint32_t **labels);

/* Where a kit's room is put: mirrored first, then turned counter-clockwise, then moved. */
struct oracle_placement {
    bool mirror_x, mirror_y; /* x or y changes its sign */
    double turn;             /* degrees */
    double position[3];
};

/* What a built room may differ in from its kit's room. */
struct oracle_placed_options {
    double vertex_error; /* 1e-4 m; float rounding of far coordinates is added */
    double seam;         /* 0.08 m: by which doorway vertices may be off */
    bool part_of_merge;  /* the built mesh holds more rooms, and inner seams without transitions
                          */
};

struct oracle_placed_options oracle_placed(void);
bool oracle_compare_placed(struct oracle_report *report,
                           const struct oracle_placed_options *options, const char *file,
                           const struct oracle_wok *kit, const struct oracle_wok *built,
                           const struct oracle_placement *placement);

#endif
