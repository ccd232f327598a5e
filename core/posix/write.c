/* Whole writes to what is open. */
#include "core/posix/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* For larger steps file systems want pages of 2 MiB, for which the kernel moves other memory
 * out of the way: measured, six times as long where much of it is in use. */
enum { LARGEST_STEP = 1 << 19 };

bool wr_posix_write(int file, const uint8_t *data, size_t size)
{
    size_t done = 0;
    while (done < size) {
        size_t step = size - done < LARGEST_STEP ? size - done : LARGEST_STEP;
        ssize_t put = write(file, data + done, step);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        if (put == 0) {
            errno = ENOSPC;
            return false;
        }
        done += (size_t)put;
    }
    return true;
}

bool wr_posix_close(int file, bool fine, bool sync)
{
    fine = fine && (!sync || fsync(file) == 0);
    int number = errno;
    if (close(file) != 0 && errno != EINTR && fine) {
        fine = false;
        number = errno;
    }
    errno = number;
    return fine;
}

int wr_posix_sync_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return folder >= 0 && wr_posix_close(folder, true, true) ? 0 : errno;
}
