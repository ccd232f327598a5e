/* Stages on Windows: a folder that is there, and a hidden one in it once something is made. */
#include "core/windows/port.h"

struct stage {
    struct wr_made_folder folder;
    struct wr_hidden hidden;
    bool has_hidden;
    SRWLOCK lock; /* of making it */
};

int wr_port_stage(void *user, const char *folder, void **out)
{
    struct stage *stage = wr_alloc(sizeof *stage);
    (void)user;
    if (!stage)
        return WR_FILE_NO_MEMORY;
    stage->has_hidden = false;
    InitializeSRWLock(&stage->lock);
    int error = wr_made_folder_make(&stage->folder, folder);
    if (error) {
        wr_free(stage);
        return error;
    }
    wr_hidden_sweep(&stage->folder.path);
    *out = stage;
    return WR_FILE_FINE;
}

void wr_port_drop(void *user, void *handle)
{
    struct stage *stage = handle;
    (void)user;
    if (stage->has_hidden)
        wr_hidden_drop(&stage->hidden);
    wr_made_folder_leave(&stage->folder);
    wr_free(stage);
}

/* ---- Making ---- */

/* Whoever made the folder may have left it meanwhile, empty. */
static int make_hidden(struct stage *stage)
{
    int error = WR_FILE_FINE;
    AcquireSRWLockExclusive(&stage->lock);
    if (!stage->has_hidden) {
        error = wr_hidden_make(&stage->hidden, &stage->folder.path);
        if (error == WR_FILE_MISSING && (error = wr_made_folder_again(&stage->folder)) == 0)
            error = wr_hidden_make(&stage->hidden, &stage->folder.path);
        stage->has_hidden = error == WR_FILE_FINE;
    }
    ReleaseSRWLockExclusive(&stage->lock);
    return error;
}

/* Opens a device to be written to. */
static int open_device(const char *name, void **out)
{
    struct wr_wide path;
    if (wr_port_stream(name))
        return wr_port_open_stream(wr_port_stream(name), out);
    int error = wr_wide_path(name, &path);
    if (error)
        return error;
    HANDLE file = CreateFileW(path.text, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                              NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return wr_wide_fault(&path);
    *out = file;
    return WR_FILE_FINE;
}

int wr_port_create(void *user, void *handle, const char *name, void **out)
{
    struct stage *stage = handle;
    (void)user;
    if (!stage)
        return open_device(name, out);
    int error = make_hidden(stage);
    return error ? error : wr_hidden_open(&stage->hidden, name, out);
}

/* Nobody else may write to it while it is open. */
int wr_port_go_on(void *user, const char *name, uint64_t size, void **out)
{
    struct wr_wide path;
    LARGE_INTEGER end = {.QuadPart = (LONGLONG)size};
    (void)user;
    int error = wr_wide_path(name, &path);
    if (error)
        return error;
    HANDLE file =
        CreateFileW(path.text, GENERIC_WRITE, FILE_SHARE_READ, NULL, OPEN_ALWAYS, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return wr_wide_fault(&path);
    if (SetFilePointerEx(file, end, NULL, FILE_BEGIN) && SetEndOfFile(file)) {
        *out = file;
        return WR_FILE_FINE;
    }
    error = wr_port_error(GetLastError());
    CloseHandle(file);
    return error;
}

/* Reading, and writing over the beginning, left the file somewhere; a device is nowhere. */
int wr_port_append(void *user, void *file, const void *data, size_t size)
{
    (void)user;
    SetFilePointerEx(file, (LARGE_INTEGER){0}, NULL, FILE_END);
    return wr_port_write(file, data, size);
}

int wr_port_rewrite(void *user, void *file, const void *data, size_t size)
{
    (void)user;
    if (!SetFilePointerEx(file, (LARGE_INTEGER){0}, NULL, FILE_BEGIN))
        return wr_port_error(GetLastError());
    return wr_port_write(file, data, size);
}

int wr_port_finish(void *user, void *file, unsigned flags)
{
    (void)user;
    wr_undo_closing(file);
    return wr_port_close(file, (flags & WR_DURABLE) != 0);
}

int wr_port_commit(void *user, void *handle, const char *name, const char *path, unsigned flags)
{
    const struct stage *stage = handle;
    (void)user;
    return wr_hidden_put(&stage->hidden, name, path, flags);
}

/* Each move was written through to the disk, and Windows has no call for a folder's names. */
int wr_port_sync(void *user, void *stage)
{
    (void)user;
    (void)stage;
    return WR_FILE_FINE;
}

int wr_port_remove(void *user, const char *path)
{
    struct wr_wide wide;
    (void)user;
    int error = wr_wide_path(path, &wide);
    if (error)
        return error;
    DWORD attributes = GetFileAttributesW(wide.text);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return wr_wide_fault(&wide);
    if (attributes & FILE_ATTRIBUTE_DIRECTORY)
        return RemoveDirectoryW(wide.text) ? 0 : wr_wide_fault(&wide);
    if (attributes & FILE_ATTRIBUTE_READONLY)
        SetFileAttributesW(wide.text, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY);
    if (DeleteFileW(wide.text))
        return WR_FILE_FINE;
    error = wr_wide_fault(&wide);
    if (attributes & FILE_ATTRIBUTE_READONLY)
        SetFileAttributesW(wide.text, attributes);
    return error;
}
