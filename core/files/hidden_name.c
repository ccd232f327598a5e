/* What hidden folders that files are made in are called. */
#include "core/files/hidden_name.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* The last part follows from the others: nobody gives a folder such a name by chance. */
static void name_of(char out[WR_HIDDEN_NAME], long process, unsigned number)
{
    int size = snprintf(out, WR_HIDDEN_NAME, ".warren-%ld-%u", process, number);
    uint32_t check = 2166136261u; /* FNV-1a */
    for (int i = 0; i < size; i++)
        check = (check ^ (unsigned char)out[i]) * 16777619u;
    snprintf(out + size, WR_HIDDEN_NAME - (size_t)size, "-%08" PRIx32, check);
}

void wr_hidden_name(char out[WR_HIDDEN_NAME], long process)
{
    static atomic_uint counter;
    name_of(out, process, atomic_fetch_add(&counter, 1) % 1000000000u);
}

bool wr_hidden_name_is_ours(const char *name)
{
    char again[WR_HIDDEN_NAME];
    long process;
    unsigned number;
    if (sscanf(name, ".warren-%9ld-%9u-", &process, &number) != 2)
        return false;
    name_of(again, process, number);
    return strcmp(name, again) == 0;
}
