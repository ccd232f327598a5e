/* A layout's outputs: one file of code each, one line each in a table. */
#ifndef WR_BUILDER_EMIT_H
#define WR_BUILDER_EMIT_H

#include "builder/layout.h"

/* The longest name the game's resources may have. Source: formats/bwm, 6. */
enum { WR_LONGEST_NAME = 16 };

/* The names of all area rooms, `<id>_room<i>`, each with a NUL behind it. */
typedef struct wr_room_names {
    char *items; /* NULL when memory is out */
    size_t stride;
} wr_room_names;

wr_room_names wr_room_names_make(struct wr_arena *arena, const struct wr_layout *layout);
static inline const char *wr_room_name(const wr_room_names *names, uint32_t area_room)
{
    return names->items + names->stride * area_room;
}

/* What emitting needs beside the layout. */
struct wr_emission {
    const struct wr_layout *layout;
    const struct wr_build_options *options;
    struct wr_build_summary
        *summary;          /* complete but for files and bytes when texts are written */
    const uint32_t *faces; /* one an area room: how many faces its walkmesh has; NULL: they
                              were not made */
};

/* Names are checked before anything is made: WR_LIMIT "id-too-long" says the longest id this
 * map allows. */
enum wr_result wr_emit_check_names(struct wr_context *context, const struct wr_layout *layout);

/* Writes the whole module into a staging folder and moves it into place. */
enum wr_result wr_emit(struct wr_context *context, const struct wr_layout *layout,
                       const struct wr_build_options *options,
                       struct wr_build_summary *summary);

/* The outputs of the table that are one text. */
enum wr_result wr_emit_lyt(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out);
enum wr_result wr_emit_vis(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out);
enum wr_result wr_emit_report(struct wr_context *context, const struct wr_emission *emission,
                              struct wr_bytes *out);

/* What was found out about a layout, for people; its report without walkmeshes, for programs.
 * The layout need not be right. */
enum wr_result wr_plan_write(struct wr_context *context, const struct wr_layout *layout,
                             const struct wr_build_options *options,
                             struct wr_build_summary *summary);

#endif
