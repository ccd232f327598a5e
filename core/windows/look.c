/* What lies behind a path or an open file. */
#include "core/windows/port.h"

#include <string.h>

static enum wr_file_kind kind_of(DWORD type, DWORD attributes)
{
    if (type != FILE_TYPE_DISK)
        return WR_DEVICE;
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? WR_FOLDER : WR_PLAIN_FILE;
}

/* That of the last change of any kind. */
static uint64_t changed(HANDLE file)
{
    FILE_BASIC_INFO found;
    return GetFileInformationByHandleEx(file, FileBasicInfo, &found, sizeof found)
               ? (uint64_t)found.ChangeTime.QuadPart
               : 0;
}

void wr_port_describe(HANDLE file, struct wr_file_status *out)
{
    BY_HANDLE_FILE_INFORMATION found = {0};
    DWORD type = GetFileType(file);
    *out = (struct wr_file_status){.kind = WR_DEVICE};
    if (type == FILE_TYPE_DISK && GetFileInformationByHandle(file, &found))
        *out = (struct wr_file_status){
            .kind = kind_of(type, found.dwFileAttributes),
            .size = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow,
            .which = {found.dwVolumeSerialNumber,
                      (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow},
            .changed = changed(file),
        };
}

/* Files that a cloud has yet to fetch are marked as links are, and are none. */
bool wr_port_linked(const struct wr_wide *path, DWORD attributes)
{
    WIN32_FIND_DATAW found;
    if (!(attributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return false;
    HANDLE search = FindFirstFileW(path->text, &found);
    if (search == INVALID_HANDLE_VALUE)
        return false;
    FindClose(search);
    return found.dwReserved0 == IO_REPARSE_TAG_SYMLINK ||
           found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT;
}

/* What nobody may read can be asked for, and so can what others hold. */
static HANDLE open_to_ask(const struct wr_wide *path)
{
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    return CreateFileW(path->text, FILE_READ_ATTRIBUTES, share, NULL, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

int wr_port_resolve(const struct wr_wide *path, struct wr_wide *out)
{
    HANDLE file = open_to_ask(path);
    if (file == INVALID_HANDLE_VALUE)
        return wr_wide_fault(path);
    DWORD size = GetFinalPathNameByHandleW(file, out->text, WR_WIDE_PATH, 0);
    int error = size == 0 ? wr_port_error(GetLastError()) : WR_FILE_FINE;
    CloseHandle(file);
    return size >= WR_WIDE_PATH ? WR_FILE_LONG_PATH : error;
}

DWORD wr_port_stream(const char *path)
{
    return strcmp(path, "/dev/stdin") == 0    ? STD_INPUT_HANDLE
           : strcmp(path, "/dev/stdout") == 0 ? STD_OUTPUT_HANDLE
           : strcmp(path, "/dev/stderr") == 0 ? STD_ERROR_HANDLE
                                              : 0;
}

int wr_port_open_stream(DWORD stream, void **out)
{
    HANDLE self = GetCurrentProcess(), file;
    if (!DuplicateHandle(self, GetStdHandle(stream), self, &file, 0, FALSE,
                         DUPLICATE_SAME_ACCESS))
        return wr_port_error(GetLastError());
    *out = file;
    return WR_FILE_FINE;
}

int wr_port_look(void *user, const char *path, struct wr_file_status *out)
{
    struct wr_wide wide;
    (void)user;
    *out = (struct wr_file_status){.kind = WR_STREAM};
    if (wr_port_stream(path))
        return WR_FILE_FINE;
    int error = wr_wide_path(path, &wide);
    if (error)
        return error;
    HANDLE file = open_to_ask(&wide);
    if (file == INVALID_HANDLE_VALUE)
        return wr_wide_fault(&wide);
    wr_port_describe(file, out);
    CloseHandle(file);
    DWORD attributes = GetFileAttributesW(wide.text);
    out->linked = attributes != INVALID_FILE_ATTRIBUTES && wr_port_linked(&wide, attributes);
    return WR_FILE_FINE;
}
