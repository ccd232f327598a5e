/* Models, compared with their MDX. */
#include "builder/compare/comparing.h"

#include "core/model/model.h"

void wr_compare_models(struct wr_comparing *comparing)
{
    struct wr_model *now, *was;
    struct wr_model_difference difference;
    if (!wr_comparing_goes_on(
            comparing, wr_model_read(comparing->context, comparing->arena, &comparing->now,
                                     comparing->rows[0] ? &comparing->now_rows : NULL, &now)) ||
        !wr_comparing_goes_on(
            comparing, wr_model_read(comparing->context, comparing->arena, &comparing->was,
                                     comparing->rows[1] ? &comparing->was_rows : NULL, &was)) ||
        !wr_comparing_goes_on(comparing, wr_model_differ(comparing->context, now, was,
                                                         &comparing->now, &difference)))
        return;
    comparing->differences += difference.count;
    comparing->moved = fmax(comparing->moved, difference.moved);
}
