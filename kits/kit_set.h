/* Which kits there are in a place, without loading them. */
#ifndef WR_KITS_KIT_SET_H
#define WR_KITS_KIT_SET_H

#include "kits/kit.h"

/* Whether what a map calls a kit by is a path, not its name. */
bool wr_kit_is_path(const char *name);

/* What a kit says of itself at its top. */
struct wr_kit_heading {
    const char *file;
    const char *id, *name; /* NULL where it could not be read: asking for `stem` tells why */
    const char *stem;      /* of the folder or file */
};

/* The kits a path stands for: the one it is, or those in the folder: each subfolder with a
 * kit.xml, each JSON that looks like a HolocronToolset kit. None where there is nothing. */
enum wr_result wr_kit_headings(struct wr_context *context, struct wr_arena *arena,
                               const char *path, struct wr_kit_heading **out, size_t *count);

#endif
