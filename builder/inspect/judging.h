/* What the rules about a module's archive share. */
#ifndef WR_BUILDER_INSPECT_JUDGING_H
#define WR_BUILDER_INSPECT_JUDGING_H

#include "builder/inspect/judge_module.h"
#include "core/format/gff.h"

struct wr_judging {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_module_parts *parts;
    const struct wr_resources *resources; /* those of the parts */
    const wr_surfaces *surfaces;
    const struct wr_check_options *options;
    wr_where whole;   /* the archive */
    const char *area; /* resref of the area, lower-case; NULL: nobody says */
    /* NULL where it is not there or cannot be read */
    struct wr_gff *ifo, *are, *git, *pth;
    struct wr_source ifo_source, are_source, git_source, pth_source;
    const struct wr_module_view *view; /* NULL: the archive has no LYT of the area */
    enum wr_result result;
};

/* Keeps the first failure. */
static inline void wr_judged(struct wr_judging *judging, enum wr_result result)
{
    if (judging->result == WR_OK || result == WR_NO_MEMORY)
        judging->result = result;
}

/* Where a field stands, or the whole file where there is none. */
static inline wr_where wr_judged_at(const struct wr_source *source, const wr_gff_field *field)
{
    return wr_at(source, field ? field->at : WR_WHOLE_FILE);
}

/* The walkable floor over or under a point that is nearest to its height, among all rooms. */
bool wr_judged_floor(const struct wr_judging *judging, wr_vec3 point, wr_hit *out);
/* How far a point is from the nearest edge of the floor, seen from above, among edges within
 * WR_HEADROOM of its height: those that lead to other rooms, or those that do not. INFINITY
 * where there is none. */
double wr_judged_edge(const struct wr_judging *judging, wr_vec3 point, bool doorways);

#endif
