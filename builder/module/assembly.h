/* What a module's archive is made of, gathered once: everything but the rooms, which are made
 * one by one while it is written. */
#ifndef WR_BUILDER_MODULE_ASSEMBLY_H
#define WR_BUILDER_MODULE_ASSEMBLY_H

#include "builder/layout/names.h"
#include "builder/module/assets.h"
#include "builder/module/doors.h"
#include "builder/module/emit.h"
#include "builder/module/entry.h"
#include "builder/module/minimap.h"
#include "builder/module/models.h"
#include "builder/module/parts.h"
#include "builder/module/paths.h"
#include "builder/module/ways_out.h"

struct wr_dump; /* core/text/dump.h */

struct wr_assembly {
    struct wr_arena *arena;
    const struct wr_layout *layout;
    struct wr_module_doors doors;
    struct wr_ways_out ways_out;
    wr_module_entry entry;
    struct wr_minimap_mapping mapping;
    struct wr_paths paths;
    struct wr_module_models *models;
    struct wr_module_assets assets;
    uint32_t *rows;      /* of the GIT: which of the doors each is, those that the map knows by
                            their rows first */
    uint32_t hung;       /* of the doors: those that are not open arches, which have a row */
    struct wr_bytes lyt; /* as it stands in the folder too */
    struct wr_bytes minimap, screen; /* TGAs; no load screen where the kit brings one */
    struct wr_parts parts;           /* all of the archive, in its order */
};

/* Makes all but the rooms, and judges the names of everything. The layout's seams are made,
 * and what is seen from where; the emission's own assembly is not looked at. Ends with
 * wr_assembly_finish, also where this fails. */
enum wr_result wr_assembly_make(struct wr_context *context, const struct wr_emission *emission,
                                struct wr_assembly *out);
void wr_assembly_finish(struct wr_assembly *assembly);

/* The models of a room: an MDL and its MDX, in `arena`. Pure: any thread may ask. */
enum wr_result wr_assembly_room(struct wr_context *context, const struct wr_assembly *assembly,
                                uint32_t area_room, const struct wr_walkmesh *mesh,
                                struct wr_arena *arena, struct wr_arena *scratch,
                                wr_module_model *out);

/* What the report says about it, as the member "mod". */
void wr_module_report(struct wr_dump *dump, const struct wr_assembly *assembly,
                      const struct wr_build_summary *summary);

/* ---- Its resources, one file of code each ------------------------------------------------ */

enum wr_result wr_module_write_ifo(struct wr_context *context,
                                   const struct wr_assembly *assembly, struct wr_bytes *out);
enum wr_result wr_module_write_are(struct wr_context *context,
                                   const struct wr_assembly *assembly, struct wr_bytes *out);
enum wr_result wr_module_write_git(struct wr_context *context,
                                   const struct wr_assembly *assembly, struct wr_bytes *out);

/* Adds the blueprint of every door, `<id>_dor<n>`, to the parts. A door whose kit has none for
 * the game is "door-without-blueprint", once a type of door. */
enum wr_result wr_module_add_blueprints(struct wr_context *context,
                                        struct wr_assembly *assembly);
/* Whether something hangs in a doorway: its type of door names a blueprint or a row, the hook
 * stands at an edge of a floor, merged rooms have a lock between them or are not merged, and an
 * exit is not left by a trigger. */
bool wr_module_door_hangs(const struct wr_assembly *assembly, uint32_t door);
/* The way out that a door is, or that leads through its doorway by a trigger; NULL where there
 * is none. */
const wr_way_out *wr_module_door_way(const struct wr_assembly *assembly, uint32_t door);
/* Lists the doors that hang, in the order of their rows; false when memory is out. */
bool wr_module_hang_doors(struct wr_assembly *assembly);
/* What scripts know a door by: what the map says it was called, else its name. */
const char *wr_module_door_tag(const struct wr_assembly *assembly, uint32_t door,
                               const char *name);
/* "<id>_dor<n>", or "<id>_ext<n>" of a trigger; 32 bytes hold it. */
void wr_module_door_name(const struct wr_assembly *assembly, uint32_t door, char out[32]);

#endif
