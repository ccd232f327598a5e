/* What putting a module into another carries along. */
#ifndef WR_BUILDER_MODULE_PUTTING_H
#define WR_BUILDER_MODULE_PUTTING_H

#include "builder/module/into.h"
#include "core/base/arena.h"
#include "core/format/gff.h"

struct wr_putting {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_archive *edited; /* changed in place */
    const struct wr_archive *fresh;
    const char *id;
    const wr_surfaces *surfaces;
    struct wr_into_count *count;
};

/* Whether a name is `<id><middle><number>`, as Warren writes numbers, and that number. */
bool wr_putting_numbered(const char *name, const char *id, const char *middle,
                         uint32_t *number);
/* Whether Warren gives resources this name and type. */
bool wr_putting_makes(const struct wr_putting *putting, const wr_resource *item);
/* Marks what Warren made in the edited module, as long as it is as it was, and the level has no
 * more: a byte a resource. What may be somebody's own is told and not marked. */
enum wr_result wr_putting_leftovers(struct wr_putting *putting, bool **out);
/* A GFF of one of the two; WR_NOT_FOUND without a word where there is none. */
enum wr_result wr_putting_read(const struct wr_putting *putting,
                               const struct wr_archive *archive, const char *name,
                               uint16_t type, struct wr_gff **out);
/* Puts bytes under a name of the edited module, unless they are there already. */
enum wr_result wr_putting_put(struct wr_putting *putting, const char *name, uint16_t type,
                              const uint8_t *data, size_t size);
enum wr_result wr_putting_put_gff(struct wr_putting *putting, const char *name, uint16_t type,
                                  const struct wr_gff *gff);

/* Appends a row of another tree; the rows here hold nothing but values. */
void wr_putting_copy(struct wr_gff *to, wr_gff_list *list, const wr_gff_struct *row);

/* The doors of the GIT and their blueprints; the ARE's Rooms and Map; the IFO's entry. */
enum wr_result wr_putting_doors(struct wr_putting *putting);
/* Adds to the edited GIT, before its doors are changed, the waypoints of keys that no door
 * asked for till now. */
enum wr_result wr_putting_keys(struct wr_putting *putting, struct wr_gff *git,
                               const struct wr_gff *made);
enum wr_result wr_putting_area(struct wr_putting *putting);
enum wr_result wr_putting_entry(struct wr_putting *putting);

#endif
