/* Numbers of errno as the errors of a table, and their reasons. */
#include "core/posix/posix.h"

#include <errno.h>

int wr_posix_error(int number)
{
    static const int known[] = {
        [WR_FILE_MISSING] = ENOENT,   [WR_FILE_IN_FILE] = ENOTDIR,
        [WR_FILE_IS_FOLDER] = EISDIR, [WR_FILE_EXISTS] = EEXIST,
        [WR_FILE_READ_ONLY] = EROFS,  [WR_FILE_LONG_PATH] = ENAMETOOLONG,
        [WR_FILE_NO_MEMORY] = ENOMEM,
    };
    for (int i = 1; i < (int)(sizeof known / sizeof *known); i++)
        if (known[i] == number)
            return i;
    return -number;
}

/* strerror speaks the user's language; our sentences are English on every machine. */
const char *wr_posix_reason(void *user, int error)
{
    static const struct {
        int number;
        const char *text;
    } reasons[] = {
        {EACCES, "permission denied"},
        {EPERM, "operation not permitted"},
        {ENOTEMPTY, "the folder is not empty"},
        {ELOOP, "too many links"},
        {ENOSPC, "no space left on the device"},
        {EDQUOT, "the disk quota is used up"},
        {EFBIG, "the file would be too large"},
        {EIO, "input or output error"},
        {EMFILE, "too many open files"},
        {ENFILE, "too many open files in the system"},
        {ETXTBSY, "the file is in use"},
        {EBUSY, "the device is busy"},
        {EWOULDBLOCK, "another process is at work on it"},
        {EPIPE, "nobody reads the pipe"},
        {ENXIO, "no such device"},
        {ENODEV, "no such device"},
        {EINVAL, "the system refuses it"},
    };
    (void)user;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].number == -error)
            return reasons[i].text;
    return NULL;
}
