/* Built modules before the oracle: what every whole build must stand. */
#ifndef WR_TESTS_SUPPORT_JUDGED_H
#define WR_TESTS_SUPPORT_JUDGED_H

#include "builder/builder.h"
#include "tests/oracle/module.h"
#include "tests/support/test.h"

/* A folder of its own below $TMPDIR or /tmp. */
void folder_make(char out[128]);
/* Removes a folder and everything in it. */
void folder_drop(const char *folder);
/* How many files and folders are in it; 0 where it does not exist. */
size_t folder_count(const char *folder);
/* A hash over the names and bytes of all files of a folder, in the order of their names. */
uint64_t folder_hash(const char *folder);

/* What a module was made of. */
struct made {
    const struct wr_map *map;
    struct wr_kits *kits;   /* asked for rooms that name a kit */
    const char *wok_folder; /* of the kit's own <room>.wok files; NULL: the kit's meshes */
    bool merged_all;
};

/* Judges a built module by every rule, and each of its rooms against the kit's. Rules set in
 * `report->ignored` do not count. Returns the number of faults, the first ones printed. */
size_t judge_module(struct oracle_report *report, const char *folder, const struct made *made);

/* Shuts each door of a built ring in turn, and walks from the first room: how many doors there
 * are, or 0 where some room is cut off then. */
size_t judge_round(const char *folder);

#endif
