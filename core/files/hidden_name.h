/* What hidden folders that files are made in are called. */
#ifndef WR_CORE_FILES_HIDDEN_NAME_H
#define WR_CORE_FILES_HIDDEN_NAME_H

#include <stdbool.h>

enum { WR_HIDDEN_NAME = 48 };
/* What each of the files in one is called that are made and moved one after another. */
#define WR_HIDDEN_NEXT "new"

/* The name of a process's next one: no two threads get the same. */
void wr_hidden_name(char out[WR_HIDDEN_NAME], long process);
/* Whether one of us gave it. */
bool wr_hidden_name_is_ours(const char *name);

#endif
