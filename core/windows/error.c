/* Numbers of GetLastError as the errors of a table, and their reasons. */
#include "core/windows/port.h"

enum { VIRUS_INFECTED = 225, DISK_QUOTA_EXCEEDED = 1295 }; /* mingw-w64 10 has no words for */

int wr_port_error(DWORD code)
{
    static const struct {
        DWORD code;
        enum wr_file_error error;
    } known[] = {
        {ERROR_FILE_NOT_FOUND, WR_FILE_MISSING},
        {ERROR_PATH_NOT_FOUND, WR_FILE_MISSING},
        {ERROR_INVALID_DRIVE, WR_FILE_MISSING},
        {ERROR_BAD_NETPATH, WR_FILE_MISSING},
        {ERROR_BAD_NET_NAME, WR_FILE_MISSING},
        {ERROR_DIRECTORY, WR_FILE_IN_FILE},
        {ERROR_FILE_EXISTS, WR_FILE_EXISTS},
        {ERROR_ALREADY_EXISTS, WR_FILE_EXISTS},
        {ERROR_WRITE_PROTECT, WR_FILE_READ_ONLY},
        {ERROR_FILENAME_EXCED_RANGE, WR_FILE_LONG_PATH},
        {ERROR_BUFFER_OVERFLOW, WR_FILE_LONG_PATH},
        {ERROR_NOT_ENOUGH_MEMORY, WR_FILE_NO_MEMORY},
        {ERROR_OUTOFMEMORY, WR_FILE_NO_MEMORY},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == code)
            return (int)known[i].error;
    return -(int)code;
}

/* FormatMessage speaks the user's language; our sentences are English on every machine. */
const char *wr_port_reason(void *user, int error)
{
    static const struct {
        DWORD code;
        const char *text;
    } reasons[] = {
        {ERROR_ACCESS_DENIED, "permission denied"},
        {ERROR_SHARING_VIOLATION, "another program holds it open"},
        {ERROR_LOCK_VIOLATION, "another program holds it open"},
        {ERROR_USER_MAPPED_FILE, "another program holds it open"},
        {ERROR_DELETE_PENDING, "another program holds it open"},
        {ERROR_PRIVILEGE_NOT_HELD, "operation not permitted"},
        {ERROR_DIR_NOT_EMPTY, "the folder is not empty"},
        {ERROR_CURRENT_DIRECTORY, "a program is in that folder"},
        {ERROR_CANT_RESOLVE_FILENAME, "too many links"},
        {ERROR_DISK_FULL, "no space left on the device"},
        {ERROR_HANDLE_DISK_FULL, "no space left on the device"},
        {DISK_QUOTA_EXCEEDED, "the disk quota is used up"},
        {ERROR_FILE_TOO_LARGE, "the file would be too large"},
        {ERROR_CRC, "input or output error"},
        {ERROR_GEN_FAILURE, "input or output error"},
        {ERROR_IO_DEVICE, "input or output error"},
        {ERROR_NOT_READY, "there is no disk in the drive"},
        {ERROR_NETNAME_DELETED, "the network drive is gone"},
        {ERROR_UNEXP_NET_ERR, "the network drive is gone"},
        {ERROR_TOO_MANY_OPEN_FILES, "too many open files"},
        {ERROR_BROKEN_PIPE, "nobody reads the pipe"},
        {ERROR_NO_DATA, "nobody reads the pipe"},
        {ERROR_BAD_DEV_TYPE, "it is the name of a device"},
        {ERROR_INVALID_HANDLE, "no such device"},
        {ERROR_INVALID_NAME, "Windows allows no such name"},
        {ERROR_BAD_PATHNAME, "Windows allows no such name"},
        {ERROR_NO_UNICODE_TRANSLATION, "the name is not UTF-8"},
        {VIRUS_INFECTED, "the virus scanner refuses it"},
        {ERROR_NOT_SUPPORTED, "the system refuses it"},
        {ERROR_INVALID_PARAMETER, "the system refuses it"},
    };
    (void)user;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].code == (DWORD)-error)
            return reasons[i].text;
    return NULL;
}
