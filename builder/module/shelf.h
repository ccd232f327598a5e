/* Where the parts of a module lie: in a folder, or in an archive. Whoever judges a module takes
 * its parts from here and does not ask which. */
#ifndef WR_BUILDER_MODULE_SHELF_H
#define WR_BUILDER_MODULE_SHELF_H

#include "core/base/arena.h"
#include "core/format/archive.h"

/* Parts by file name ("end_m01.lyt"), sorted by wr_text_order; those that were judged with a
 * module are taken. */
struct wr_shelf {
    const char *folder; /* NULL: they are in the archive */
    const struct wr_archive *archive;
    const wr_resource **resources; /* of an archive, one a name */
    const char **names;
    bool *taken;
    size_t count;
};

/* Files of a folder; the names are sorted where they are. */
enum wr_result wr_shelf_of_folder(struct wr_context *context, struct wr_arena *arena,
                                  const char *folder, const char **names, size_t count,
                                  struct wr_shelf *out);
/* Resources of an archive; those of types without a known ending are left out. */
enum wr_result wr_shelf_of_archive(struct wr_context *context, struct wr_arena *arena,
                                   const struct wr_archive *archive, struct wr_shelf *out);

/* The part of a name: spelled exactly so, else with other capitals, as the game takes it;
 * `count` where there is none. */
size_t wr_shelf_find(const struct wr_shelf *shelf, const char *name);
/* The same for the part `name` + `suffix` (".wok"), which is then taken. */
size_t wr_shelf_take(struct wr_shelf *shelf, const char *name, const char *suffix);

/* Reads a part into `arena`; its source is named as the user would name it. */
enum wr_result wr_shelf_read(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_shelf *shelf, size_t index, struct wr_source *out);

#endif
