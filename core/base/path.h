/* Paths as text. '/' separates their parts, and where there are drives '\' does, too; no file
 * is looked at. */
#ifndef WR_CORE_BASE_PATH_H
#define WR_CORE_BASE_PATH_H

#include "core/base/arena.h"

/* folder/name in the arena; NULL when memory is out. */
char *wr_path_join(struct wr_arena *arena, const char *folder, const char *name);
/* The folder a path lies in ("." for a bare name, a root for itself). */
char *wr_path_folder(struct wr_arena *arena, const char *path);
/* The part behind the last separator. */
const char *wr_path_name(const char *path);
bool wr_path_separates(char c);
/* How much of a path is left without the separators at its end, but for those of its root. */
size_t wr_path_trimmed(const char *path);
/* Whether a path names the place it starts from: other paths are relative. */
bool wr_path_rooted(const char *path);
/* How much of it does so: 1 of "/kits"; with `drives` also 3 of "C:/kits", 2 of "C:kits", 15 of
 * "//server/share/kits"; 0 of a relative one. */
size_t wr_path_root(const char *path, bool drives);
/* A path out of a file of any system, for this one: each '\' becomes '/'. */
void wr_path_slashes(char *path);
/* Whether Windows takes a file of that name, with whatever suffix, for a device: con, nul,
 * com1. */
bool wr_name_reserved(const char *name);
/* Why a file on Windows cannot bear a name, behind "the name ..."; NULL where it can. */
const char *wr_name_fault(const char *name);
/* Whether a relative path stays inside its folder: no root, no drive, no "..". */
bool wr_path_inside(const char *path);

#endif
