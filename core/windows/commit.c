/* Where a file is put: links followed, what it replaces kept until it is whole. */
#include "core/windows/port.h"

static const DWORD kept = FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN |
                          FILE_ATTRIBUTE_SYSTEM; /* of what is replaced */

/* ---- What a write is about to replace ---- */

struct target {
    struct wr_wide path; /* links followed */
    DWORD attributes;    /* of the old file */
    bool exists, device;
};

static int look_at(const char *path, struct target *out)
{
    int error = wr_wide_path(path, &out->path);
    if (error)
        return error;
    out->attributes = GetFileAttributesW(out->path.text);
    out->exists = out->attributes != INVALID_FILE_ATTRIBUTES;
    out->device = wcsncmp(out->path.text, L"\\\\.\\", 4) == 0;
    if (!out->exists)
        return WR_FILE_FINE;
    if (wr_port_linked(&out->path, out->attributes)) {
        struct wr_wide link = out->path;
        error = wr_port_resolve(&link, &out->path);
        if (error)
            return error;
        out->attributes = GetFileAttributesW(out->path.text);
    }
    return out->attributes & FILE_ATTRIBUTE_DIRECTORY && !out->device ? WR_FILE_IS_FOLDER
                                                                      : WR_FILE_FINE;
}

/* ---- Putting a made file there ---- */

/* Nobody else has it open if it can be opened for nobody else. */
static bool is_held(const struct wr_wide *path)
{
    HANDLE file = CreateFileW(path->text, DELETE, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    return file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION;
}

/* The code of GetLastError. Windows says of a file that is open that access is denied. */
static DWORD move_once(const struct wr_wide *from, const struct wr_wide *to, DWORD how)
{
    if (MoveFileExW(from->text, to->text, how))
        return ERROR_SUCCESS;
    DWORD code = GetLastError();
    if (code == ERROR_ACCESS_DENIED && (is_held(to) || is_held(from)))
        return ERROR_SHARING_VIOLATION;
    return code;
}

/* Scanners look into new files, and hold them for a moment. */
static DWORD move_patiently(const struct wr_wide *from, const struct wr_wide *to, DWORD how)
{
    enum { TRIES = 10, MILLISECONDS = 20 };
    DWORD code = move_once(from, to, how);
    for (int i = 1; code == ERROR_SHARING_VIOLATION && i < TRIES; i++) {
        Sleep(MILLISECONDS);
        code = move_once(from, to, how);
    }
    return code;
}

/* What may only be read is replaced as any other file, and what replaces it may only be read:
 * folders, not files, say who may put something there. */
static int move(const struct wr_wide *from, const struct target *target, unsigned flags)
{
    DWORD how = (flags & WR_OVERWRITE ? MOVEFILE_REPLACE_EXISTING : 0) |
                (flags & WR_DURABLE ? MOVEFILE_WRITE_THROUGH : 0);
    DWORD old = target->exists ? target->attributes : 0;
    wr_undo_share();
    if (old & kept)
        SetFileAttributesW(from->text, old & kept);
    if (old & FILE_ATTRIBUTE_READONLY)
        SetFileAttributesW(target->path.text, old & ~(DWORD)FILE_ATTRIBUTE_READONLY);
    DWORD code = move_patiently(from, &target->path, how);
    if (code != ERROR_SUCCESS && (old & FILE_ATTRIBUTE_READONLY))
        SetFileAttributesW(target->path.text, old);
    wr_undo_unshare();
    if (code == ERROR_NOT_SAME_DEVICE)
        return -(int)ERROR_NOT_SAME_DEVICE;
    SetLastError(code);
    return code == ERROR_SUCCESS ? WR_FILE_FINE : wr_wide_fault(&target->path);
}

/* Writes what a made file holds to something that is open, and closes that. */
static int copy_into(const struct wr_wide *from, HANDLE to, bool sync)
{
    uint8_t piece[1 << 14];
    HANDLE file = CreateFileW(from->text, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE,
                              NULL, OPEN_EXISTING, 0, NULL);
    int error = file == INVALID_HANDLE_VALUE ? wr_port_error(GetLastError()) : WR_FILE_FINE;
    for (DWORD got = 1; !error && got > 0;) {
        if (!ReadFile(file, piece, sizeof piece, &got, NULL))
            error = wr_port_error(GetLastError());
        else
            error = wr_port_write(to, piece, got);
    }
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    wr_undo_closing(to);
    int closed = wr_port_close(to, sync && !error);
    return error ? error : closed;
}

static int write_device(const struct wr_wide *from, const struct wr_wide *path)
{
    HANDLE to = CreateFileW(path->text, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                            OPEN_EXISTING, 0, NULL);
    return to == INVALID_HANDLE_VALUE ? wr_wide_fault(path) : copy_into(from, to, false);
}

/* A link led to another drive. */
static int replace_afar(const struct wr_wide *from, const struct target *target, unsigned flags)
{
    struct wr_hidden there;
    struct wr_wide path = target->path;
    HANDLE to;
    if (!wr_wide_cut(&path))
        return WR_FILE_IS_FOLDER;
    int error = wr_hidden_make(&there, &path);
    if (error)
        return error;
    error = wr_hidden_open(&there, WR_HIDDEN_NEXT, &to);
    if (!error)
        error = copy_into(from, to, (flags & WR_DURABLE) != 0);
    if (!error)
        error = wr_wide_join(&there.path, WR_HIDDEN_NEXT, &path);
    if (!error)
        error = move(&path, target, flags);
    wr_hidden_drop(&there);
    return error;
}

int wr_hidden_put(const struct wr_hidden *hidden, const char *name, const char *path,
                  unsigned flags)
{
    struct target target;
    struct wr_wide from;
    int error = look_at(path, &target);
    if (!error)
        error = wr_wide_join(&hidden->path, name, &from);
    if (error)
        return error;
    if (target.exists && !(flags & WR_OVERWRITE))
        return WR_FILE_EXISTS;
    if (target.device)
        return write_device(&from, &target.path);
    error = move(&from, &target, flags);
    return error == -(int)ERROR_NOT_SAME_DEVICE ? replace_afar(&from, &target, flags) : error;
}

int wr_port_move(void *user, const char *from, const char *to, unsigned flags)
{
    struct target target;
    struct wr_wide old;
    (void)user;
    int error = wr_wide_path(from, &old);
    if (!error)
        error = look_at(to, &target);
    return error ? error : move(&old, &target, flags);
}
