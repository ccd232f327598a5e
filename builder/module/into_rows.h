/* Doors as rows of a GIT, of the edited module and of the level. */
#ifndef WR_BUILDER_MODULE_INTO_ROWS_H
#define WR_BUILDER_MODULE_INTO_ROWS_H

#include "builder/module/putting.h"

typedef struct wr_into_row {
    wr_gff_struct *row;
    const char *blueprint, *tag; /* the latter as UTF-8 */
    wr_vec3 at;
    bool own;        /* Warren's, by the name of its blueprint */
    bool taken;      /* it has a match on the other side */
    uint32_t record; /* which of the doors that the map replaces it is; WR_NONE */
} wr_into_row;

struct wr_into_rows {
    struct wr_gff *git;
    wr_gff_list *list;
    wr_into_row *items;
    uint32_t count;
};

/* Reads the doors of a module's GIT. "module-area-missing" where it has none. */
enum wr_result wr_into_rows_read(struct wr_putting *putting,
                                 const struct wr_resources *resources,
                                 struct wr_into_rows *out);
/* Finds the doors that the map replaces among the rows of the edited module: each by its tag
 * and its row, by where it stood or stands in the level. Warns of those that the level has and
 * the module lacks ("into-door-missing"). */
enum wr_result wr_into_rows_recognise(struct wr_putting *putting, struct wr_into_rows *rows);

#endif
