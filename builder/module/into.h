/* Putting a built module into one that somebody has edited since: what Warren makes is made
 * anew, and everything else stays as it is. */
#ifndef WR_BUILDER_MODULE_INTO_H
#define WR_BUILDER_MODULE_INTO_H

#include "core/base/bytes.h"
#include "core/base/diag.h"
#include "templates/maps.h"

struct wr_into_count {
    uint32_t replaced, added, removed; /* resources; of the last doors too */
    bool changed;                      /* the edited module is not what it was */
    struct wr_bytes *names; /* given by the caller: where not NULL, names of what is removed are
                               appended, each with a NUL behind it */
};

/* What becomes of a door that the map knows. */
typedef struct wr_into_door {
    bool stays;    /* its doorway is there */
    bool in_place; /* and the room has not moved since the map was taken out of a module */
    wr_vec3 at;
    float bearing; /* radians, as the GIT has them */
    uint32_t row;  /* of the level's GIT; WR_NONE: the level hangs none there */
} wr_into_door;

/* What is known of a level beside its module. */
struct wr_into_level {
    const char *id;
    const wr_surfaces *surfaces;
    const struct wr_map *map;  /* what it replaces; NULL: nothing but what Warren's names say */
    const wr_into_door *doors; /* one of those that it replaces each */
};

/* Appends the module `edited` with the parts of `fresh`, a module of the same id that was just
 * built, put into it:
 *
 * - LYT, VIS, PTH, minimap, walkmeshes, models and images of Warren's own types, names and
 *   numbers are taken from `fresh`. Those it has no more are removed where `edited` shows that
 *   Warren made them: its LYT lists the model, its GIT the door, the numbers of images follow
 *   each other. Others of such a name are warned of ("into-kept") and stay.
 *   So are rooms that the map replaces.
 * - Doors that the map replaces are known by tag, row and place, others of the GIT whose
 *   blueprint is `<id>_dor<n>` by where they stand. One that is still there keeps its row and
 * its blueprint, with what was changed in them; one that is gone is removed, a new one is
 * added. All other rows and values stay.
 * - The ARE gets the Rooms and the Map. The IFO stays, but for an entry that is no longer on
 *   the floor.
 * - What only `fresh` has is added.
 *
 * Where nothing differs the bytes are those of `edited`. "into-other-module" where the edited
 * module has another area. */
enum wr_result wr_module_into(struct wr_context *context, const struct wr_source *edited,
                              const struct wr_source *fresh, const struct wr_into_level *level,
                              struct wr_bytes *out, struct wr_into_count *count);

/* The same with a file: `edited` is replaced where something differs. Of X.rim, all that is in
 * it, X_s.rim and X_dlg.erf makes X.mod beside it with the level put in, whether or not
 * anything differs, and they stay as they are. `flags` are those of wr_file_write; without
 * WR_OVERWRITE an X.mod that is there is refused. */
enum wr_result wr_module_into_file(struct wr_context *context, const char *edited,
                                   const struct wr_source *fresh,
                                   const struct wr_into_level *level, unsigned flags,
                                   struct wr_into_count *count);

/* Before a level is built: "file-exists" where `edited` is an X.rim whose X.mod is there. */
enum wr_result wr_into_look(struct wr_context *context, struct wr_arena *arena,
                            const char *edited, bool force);
/* The file that is written instead of `edited`, in the arena: X.mod of X.rim, else NULL. */
enum wr_result wr_into_target(struct wr_context *context, struct wr_arena *arena,
                              const char *edited, const char **out);

#endif
