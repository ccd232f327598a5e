/* What an earlier build of the same module left in its folder. */
#ifndef WR_BUILDER_MODULE_FORMER_H
#define WR_BUILDER_MODULE_FORMER_H

#include "builder/layout/layout.h"
#include "core/base/arena.h"

/* The rooms that the layout in a folder lists, sorted by name. */
struct wr_former {
    const char **rooms;
    uint32_t count;
};

/* Reads the layout of a module's id, before it is replaced; none where there is none that can
 * be read. It lives in `arena`. */
enum wr_result wr_former_read(struct wr_context *context, struct wr_arena *arena,
                              const char *folder, const char *id, struct wr_former *out);

/* Warns of a file of the folder that is the walkmesh of a room which the module had and has no
 * more ("room-left"). Nothing shows that Warren made it, since the room had a name of its own.
 */
void wr_former_tell(struct wr_context *context, const struct wr_former *former,
                    const struct wr_layout *layout, const char *path);

#endif
