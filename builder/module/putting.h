/* What putting a module into another carries along, and what its steps share. */
#ifndef WR_BUILDER_MODULE_PUTTING_H
#define WR_BUILDER_MODULE_PUTTING_H

#include "builder/layout/names.h"
#include "builder/module/into.h"
#include "builder/module/into_names.h"
#include "core/format/gff.h"
#include "core/format/resources.h"

struct wr_putting {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_resources *old;   /* the edited module as it was */
    const struct wr_resources *fresh; /* what was just built */
    struct wr_archive *edited;        /* changed in place, and written */
    const char *target; /* the file that is made of several; NULL: the edited one is changed */
    const char *id;
    const wr_surfaces *surfaces;
    const struct wr_into_level *level;
    struct wr_into_count *count;
    struct wr_into_names rooms, fresh_rooms; /* what the layouts of both list */
    struct wr_into_names replaced;           /* rooms that the map replaces */
};

/* A GFF of one of the two; WR_NOT_FOUND without a word where there is none. */
enum wr_result wr_putting_read(const struct wr_putting *putting,
                               const struct wr_resources *resources, const char *name,
                               uint16_t type, struct wr_gff **out);
/* Where a resource of the edited module lies: in which of its files, at which byte. */
wr_where wr_putting_where(const struct wr_putting *putting, const wr_entry *entry);
/* Puts bytes, which live as long, under a name of the edited module, unless they are there
 * already. */
enum wr_result wr_putting_put(struct wr_putting *putting, const char *name, uint16_t type,
                              const uint8_t *data, size_t size);
enum wr_result wr_putting_put_gff(struct wr_putting *putting, const char *name, uint16_t type,
                                  const struct wr_gff *gff);

/* Gives a row the value of another tree's, which lives as long; nothing where its own is of
 * another type. */
void wr_putting_set(struct wr_gff *gff, wr_gff_struct *row, const wr_gff_field *from);
/* Appends a row of another tree; the rows here hold nothing but values. */
void wr_putting_copy(struct wr_gff *to, wr_gff_list *list, const wr_gff_struct *row);

#endif
