/* What `build` and `generate` share: the options of a build, and where its kits are. */
#ifndef WR_BUILDER_CLI_BUILDING_H
#define WR_BUILDER_CLI_BUILDING_H

#include "builder/cli/session.h"

struct building {
    struct wr_build_options options;
    struct texts kits;
    bool merge;
    unsigned vis;            /* enum wr_vis_rule */
    struct wr_bytes removed; /* names, each with a NUL behind it */
};

/* They fill a struct building, which what a command fills begins with. */
extern const struct option_row building_rows[];

/* Before the command line is read; false when memory is out. */
bool building_start(struct building *building, const struct session *session);
void building_finish(struct building *building);

/* After it was read: the session's part of the options. */
void building_settle(const struct session *session, struct building *building);
/* The same, and the set of kits. `game` is the
 * input's, 0 where it says none. */
enum wr_result building_kits(struct session *session, struct building *building,
                             enum wr_game game, struct wr_kits **out);
/* session_packs of what is built, of `many` levels. */
bool building_packs(struct session *session, struct building *building, bool many,
                    enum exit_code *code);

/* Appends a line that says how much the VIS culls, where it does. */
void say_seen(struct wr_bytes *out, const struct wr_build_summary *sum);

/* Appends what became of the module a level was put into, and ends the line. */
void say_into(struct wr_bytes *out, const struct wr_build_summary *sum,
              const struct building *building);
/* The same as members of an object. */
void json_into(struct wr_bytes *out, const struct wr_build_summary *sum,
               const struct building *building);

/* Appends a line about walkmeshes a larger module had left, where there were any. */
void say_stale(struct wr_bytes *out, const struct wr_build_summary *sum);
/* Appends "12 KiB". */
void say_size(struct wr_bytes *out, uint64_t bytes);

#endif
