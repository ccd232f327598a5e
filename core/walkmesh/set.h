/* The walkmeshes of one model: its room's, a placeable's, or one for each state of a door; and
 * what tools call their nodes where a text or a scene holds them. */
#ifndef WR_CORE_WALKMESH_SET_H
#define WR_CORE_WALKMESH_SET_H

#include "core/base/text.h"
#include "core/walkmesh/walkmesh.h"

/* As the digits at the end of their files' names count them. */
enum wr_door_state { WR_DOOR_CLOSED, WR_DOOR_OPEN1, WR_DOOR_OPEN2, WR_DOOR_STATES };

struct wr_walkmesh_set {
    const char *name; /* of the model */
    enum wr_walkmesh_kind kind;
    struct wr_walkmesh *meshes[WR_DOOR_STATES]; /* of rooms and placeables only the first; NULL:
                                                   there is none */
};

uint32_t wr_set_count(const struct wr_walkmesh_set *set);
/* The first mesh there is; NULL: none. */
struct wr_walkmesh *wr_set_first(const struct wr_walkmesh_set *set);

/* What a node is by its name: a mesh, or with a number one of the hooks from which things are
 * used. */
struct wr_set_part {
    enum wr_walkmesh_kind kind; /* WR_WOK where the name of a mesh does not say */
    enum wr_door_state state;   /* of a door */
    uint32_t hook;              /* 1, 2; 0: the mesh */
};

/* In any case: `..._wg`, `..._wg_open1`, `..._use01`, `..._dp_open1_01`. False for others. */
bool wr_set_part_named(wr_view name, struct wr_set_part *out);
/* The same of a node: what has a mesh is no hook, though it be called house01. */
bool wr_set_part_of(wr_view name, bool has_mesh, struct wr_set_part *out);
/* What the model is called where names of nodes are made of it: another name where its own
 * would make a room look like a placeable or a door. */
const char *wr_set_name(const struct wr_walkmesh_set *set);
/* Appends the name that MDLOps and MDLedit both know. */
void wr_set_part_write(const struct wr_walkmesh_set *set, const struct wr_set_part *part,
                       struct wr_bytes *out);

/* Absolute hooks are not in texts and scenes: those of doors follow from the others, those of
 * placeables are 0 in nearly all files. Source: formats/bwm, 2. */
wr_vec3 wr_set_absolute_hook(const struct wr_walkmesh *mesh, int hook);

/* Makes the walkmesh of a model of another kind what `kind` is: vertices get or lose the
 * position, links and hooks that the kind has not go, faces are sorted and tables made anew. */
enum wr_result wr_walkmesh_become(struct wr_context *context, struct wr_walkmesh *mesh,
                                  enum wr_walkmesh_kind kind, const wr_surfaces *surfaces,
                                  wr_where where);

#endif
