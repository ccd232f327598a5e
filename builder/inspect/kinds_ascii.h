/* Showing and judging ASCII walkmeshes and models, for the table of kinds. */
#ifndef WR_BUILDER_INSPECT_KINDS_ASCII_H
#define WR_BUILDER_INSPECT_KINDS_ASCII_H

#include "builder/inspect/kinds.h"
#include "core/walkmesh/set.h"

enum wr_result wr_kind_show_ascii(struct wr_context *context, const struct wr_kind_file *file,
                                  struct wr_dump *dump);
enum wr_result wr_kind_show_ascii_model(struct wr_context *context,
                                        const struct wr_kind_file *file, struct wr_dump *dump);
enum wr_result wr_kind_check_ascii(struct wr_context *context, const struct wr_kind_file *file);

/* The walkmeshes of such a text. */
enum wr_result wr_kind_walkmeshes_of_ascii(struct wr_context *context,
                                           const struct wr_kind_file *file,
                                           struct wr_walkmesh_set *out);
/* The walkmesh of a text of any kind that is pictured as a mesh, OBJ and ASCII; of a door, the
 * first state there is. `up` is asked of OBJ alone. */
enum wr_result wr_kind_mesh_of_text(struct wr_context *context, const struct wr_kind_file *file,
                                    enum wr_up up, struct wr_walkmesh **out);

#endif
