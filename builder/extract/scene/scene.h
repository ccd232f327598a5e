/* Scenes of 3D programs as what is taken: rooms out of nodes, doorways and markers out of
 * names. */
#ifndef WR_BUILDER_EXTRACT_SCENE_SCENE_H
#define WR_BUILDER_EXTRACT_SCENE_SCENE_H

#include "builder/extract/taking.h"
#include "core/scene/floor.h"

/* What a node is by its name, or by that of one it is below. */
enum wr_scene_role {
    WR_ROLE_NONE,
    WR_ROLE_HOOK,
    WR_ROLE_ENTRY,
    WR_ROLE_MARKER, /* `marker` says of which kind */
    WR_ROLE_PART,   /* of one of these: what is below it */
};

typedef struct wr_scenery_node {
    enum wr_scene_role role;
    enum wr_marker_kind marker;
    bool door;        /* a hook that is a door: another hook may name its doorway */
    uint32_t room;    /* that it is in; WR_NONE: none */
    const char *name; /* behind the word that says what it is */
} wr_scenery_node;

/* A scene that is being taken. */
struct wr_scenery {
    struct wr_source *source;
    wr_where where; /* all of it */
    struct wr_scene *scene;
    bool gltf;              /* not an OBJ */
    uint32_t *surfaces;     /* one a material, and one for none, as wr_scene_floor has them */
    wr_scenery_node *nodes; /* one a node */
    double *floors;         /* one a node: square metres of floor in it and below */
};

/* Whether a source is a file of a scene: glTF or OBJ. Asks as wr_file_peek does. */
bool wr_taking_is_scene(struct wr_context *context, const char *source, bool *starved);

/* Takes a scene: each node with a floor becomes a room; names say where doorways and markers
 * are; what else is there is what one sees. WR_NOT_FOUND "extract-no-rooms" where nothing is a
 * floor. */
enum wr_result wr_taking_scene(struct wr_taking *taking);

#endif
