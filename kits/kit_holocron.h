/* Reading HolocronToolset kits: what its parts share. */
#ifndef WR_KITS_KIT_HOLOCRON_H
#define WR_KITS_KIT_HOLOCRON_H

#include "core/base/tolerance.h"
#include "kits/kit.h"

struct wr_holocron {
    struct wr_kit_reading *reading;
    struct wr_context *context;
    struct wr_arena *arena; /* the kit's */
    struct wr_kit *kit;
    char **files; /* the names in the kit's folder */
    size_t file_count;
    enum wr_result result; /* of the last error */
    bool starved;          /* memory is out: stop */
};

/* Says that memory is out, and is false. */
bool wr_holocron_starve(struct wr_holocron *reader);

/* Tells tool-generated kits, in which ids mean nothing, from hand-made ones, and makes their
 * hooks fit their walkmeshes. */
enum wr_result wr_holocron_settle(struct wr_holocron *reader);

#endif
