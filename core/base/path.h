/* Paths as text: '/' separates, nothing is asked of the system. */
#ifndef WR_CORE_BASE_PATH_H
#define WR_CORE_BASE_PATH_H

#include "core/base/arena.h"

/* folder/name in the arena; NULL when memory is out. */
char *wr_path_join(struct wr_arena *arena, const char *folder, const char *name);
/* The folder a path lies in ("." for a bare name). */
char *wr_path_folder(struct wr_arena *arena, const char *path);
/* The part behind the last '/'. */
const char *wr_path_name(const char *path);
/* Whether Windows takes a file of that name, with whatever suffix, for a device: con, nul,
 * com1. */
bool wr_name_reserved(const char *name);
/* Whether a relative path stays inside its folder: no root, no drive, no "..". */
bool wr_path_inside(const char *path);

#endif
