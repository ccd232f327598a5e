/* The operating system, all of it: POSIX here, another system is another section. */
#include "core/base/system.h"

#include <unistd.h>

unsigned wr_processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}
