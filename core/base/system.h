/* The process and the machine it runs on; each system has files that answer. */
#ifndef WR_CORE_BASE_SYSTEM_H
#define WR_CORE_BASE_SYSTEM_H

#include "core/base/arena.h"

#include <threads.h>

unsigned wr_processor_count(void);
/* Waits to be woken, for so many seconds at most; may wake early. */
void wr_wait(cnd_t *wake, mtx_t *lock, double seconds);
/* Asks for large pages behind a large piece of memory that is about to be filled. */
void wr_memory_prefer_large_pages(void *memory, size_t size);
/* An environment variable, or NULL. */
const char *wr_environment(const char *name);
/* Whether paths may begin with a drive or a server, '\' separates their parts as '/' does, and
 * ';', not ':', the paths of a list: as it is on Windows. */
bool wr_path_drives(void);
/* The folder of the running program, "" where it is not known; NULL when memory is out. */
char *wr_program_folder(struct wr_arena *arena);
/* A new folder among the temporary ones that nobody else can have made; it stays. NULL where
 * there can be none, or memory is out. */
char *wr_temporary_folder(struct wr_arena *arena);
/* Opens a page as the system opens pages, and waits for nothing. False where nothing does. */
bool wr_show_page(const char *path);

#endif
