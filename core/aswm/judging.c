/* Telling of faults that were counted. */
#include "core/aswm/judging.h"

#include <inttypes.h>

static const char cure[] = "'warren bake' makes anew whatever follows from the triangles";

void wr_aswm_charge(struct wr_aswm_judging *judging, const wr_aswm_fault *fault,
                    enum wr_severity severity, size_t at, const char *slug, const char *thing,
                    const char *what)
{
    wr_where where = wr_at(judging->source, at);
    uint64_t more = fault->count - 1;
    if (fault->count == 0)
        return;
    judging->wrong |= severity == WR_ERROR;
    if (severity == WR_ERROR && more > 0)
        wr_fail(judging->context, WR_INVALID, where, slug, cure,
                "%s %" PRIu32 " %s; %" PRIu64 " more like it", thing, fault->first, what, more);
    else if (severity == WR_ERROR)
        wr_fail(judging->context, WR_INVALID, where, slug, cure, "%s %" PRIu32 " %s", thing,
                fault->first, what);
    else
        wr_note(judging->context, where, slug, NULL,
                "%s %" PRIu32 " %s; %" PRIu64 " more like it", thing, fault->first, what, more);
}
