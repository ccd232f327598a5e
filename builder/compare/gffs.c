/* GFF files, compared: what stands in an area as such, all else value by value. */
#include "builder/compare/comparing.h"

#include <string.h>

void wr_compare_gffs(struct wr_comparing *comparing)
{
    struct wr_gff *now, *was;
    if (!wr_comparing_goes_on(comparing, wr_gff_read(comparing->context, comparing->arena,
                                                     &comparing->now, &now)) ||
        !wr_comparing_goes_on(comparing, wr_gff_read(comparing->context, comparing->arena,
                                                     &comparing->was, &was)))
        return;
    if (strcmp(now->type, was->type) != 0) {
        wr_differs(comparing,
                   wr_fail(comparing->context, WR_INVALID, wr_at(&comparing->now, 0),
                           "differs-value", NULL,
                           "the file says that it is of type '%s'; it was of type '%s'",
                           now->type, was->type));
        return;
    }
    bool area = strcmp(now->type, "GIT ") == 0;
    wr_compare_structs(comparing, NULL, now->root, was->root, area ? wr_is_things : NULL);
    if (area) /* what stands there is compared as such, the rest as any other tree */
        wr_compare_things(comparing, now->root, was->root);
}
