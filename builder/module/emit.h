/* A layout's outputs: one file of code each, one line each in a table. */
#ifndef WR_BUILDER_MODULE_EMIT_H
#define WR_BUILDER_MODULE_EMIT_H

#include "builder/layout/layout.h"

struct wr_area;     /* builder/area/area.h */
struct wr_assembly; /* builder/module/assembly.h */

/* What emitting needs beside the layout. */
struct wr_emission {
    struct wr_area *area; /* whose layout it is; NULL: only texts are written */
    const struct wr_layout *layout;
    const struct wr_build_options *options;
    struct wr_build_summary
        *summary;          /* complete but for files and bytes when texts are written */
    const uint32_t *faces; /* one an area room: how many faces its walkmesh has; NULL: they
                              were not made */
    const struct wr_visibility *visibility; /* NULL: it was not made */
    const struct wr_assembly *assembly;     /* of the archive; NULL: none is made */
    bool line;                              /* the report is one line */
};

/* Writes the whole module into a staging folder and moves it into place. */
enum wr_result wr_emit(struct wr_context *context, struct wr_area *area,
                       const struct wr_build_options *options,
                       struct wr_build_summary *summary);

/* Takes the next bytes of what is written piece by piece. */
struct wr_outlet {
    enum wr_result (*put)(void *user, struct wr_context *context, const void *data,
                          size_t size);
    void *user;
};

/* The VIS, whose size nothing limits: no more is held than what one room sees. */
enum wr_result wr_emit_vis(struct wr_context *context, const struct wr_emission *emission,
                           const struct wr_outlet *outlet);

/* The outputs of the table that are one text. */
enum wr_result wr_emit_lyt(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out);
enum wr_result wr_emit_report(struct wr_context *context, const struct wr_emission *emission,
                              struct wr_bytes *out);
/* A map as it is written into a folder: under the module's id, its kits relative to there. */
enum wr_result wr_map_write_into(struct wr_context *context, const struct wr_map *map,
                                 const char *id, const char *folder, struct wr_bytes *out);
/* The walkmesh of all rooms, baked for NWN2: what wr_aswm_area_bake refuses has its tile and
 * rooms. */
enum wr_result wr_emit_trx(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out);
enum wr_result wr_emit_map(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out);

#endif
