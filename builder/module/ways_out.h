/* Ways out of a module: where their triggers lie, and where who comes back by them arrives. */
#ifndef WR_BUILDER_MODULE_WAYS_OUT_H
#define WR_BUILDER_MODULE_WAYS_OUT_H

#include "builder/layout/exits.h"
#include "builder/layout/names.h"
#include "core/format/gff.h"

typedef struct wr_way_out {
    const wr_map_exit *said;
    char tag[WR_LONGEST_TAG + 1];     /* it leads to; "": the other module's entry */
    char arrival[WR_LONGEST_TAG + 1]; /* of the waypoint here; "": none is made */
    wr_vec3 spot;                     /* of that, on the floor */
    float facing;                     /* degrees, into the room */
    wr_vec3 fence[4]; /* across the doorway, on the floor, counter-clockwise from above */
    bool by_door;     /* that leads on, in place of a trigger */
} wr_way_out;

/* One an exit of the layout. */
struct wr_ways_out {
    wr_way_out *items;
    uint32_t count;
};

/* A waypoint that a kit has under the tag by which others arrive stands for the one that would
 * be made. */
enum wr_result wr_ways_out_make(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_layout *layout, struct wr_ways_out *out);

/* Sets where a row of the GIT leads: LinkedToModule, LinkedTo, LinkedToFlags and
 * TransitionDestin, in the order of doors; `way` NULL: nowhere. */
void wr_way_out_link(struct wr_gff *gff, wr_gff_struct *row, const wr_way_out *way);
/* Adds the row of a trigger, of a name, to a list of the GIT. */
void wr_way_out_trigger(struct wr_gff *gff, wr_gff_list *list, const wr_way_out *way,
                        const char *name);
/* Appends the blueprint of such a trigger. */
enum wr_result wr_way_out_blueprint(struct wr_context *context, struct wr_arena *arena,
                                    const char *name, const wr_way_out *way,
                                    struct wr_bytes *out);

#endif
