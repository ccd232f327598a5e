/* The files of Windows, as a table. */
#include "core/windows/port.h"

#include "core/base/bytes.h"

enum { LARGEST_STEP = 1 << 30 };

/* ---- Reading ---- */

/* Others may read, replace and remove it meanwhile. */
static int open_file(void *user, const char *path, void **out, struct wr_file_status *status)
{
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    struct wr_wide wide;
    (void)user;
    *status = (struct wr_file_status){.kind = WR_STREAM};
    if (wr_port_stream(path))
        return wr_port_open_stream(wr_port_stream(path), out);
    int error = wr_wide_path(path, &wide);
    if (error)
        return error;
    HANDLE file = CreateFileW(wide.text, GENERIC_READ, share, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return wr_wide_fault(&wide);
    wr_port_describe(file, status);
    *out = file;
    return WR_FILE_FINE;
}

/* A pipe takes no notice of the offset; its end is an error of its own. */
static int read_step(HANDLE file, uint64_t offset, void *data, size_t size, DWORD *got)
{
    OVERLAPPED at = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD step = size < LARGEST_STEP ? (DWORD)size : LARGEST_STEP;
    *got = 0;
    if (ReadFile(file, data, step, got, &at))
        return WR_FILE_FINE;
    DWORD code = GetLastError();
    bool end = code == ERROR_HANDLE_EOF || code == ERROR_BROKEN_PIPE;
    return end ? WR_FILE_FINE : wr_port_error(code);
}

static int read_file(void *user, void *file, uint64_t offset, void *data, size_t size,
                     size_t *got)
{
    int error = WR_FILE_FINE;
    DWORD step = 1;
    (void)user;
    for (*got = 0; !error && step > 0 && *got < size; *got += step)
        error = read_step(file, offset + *got, (uint8_t *)data + *got, size - *got, &step);
    return error;
}

static void close_file(void *user, void *file)
{
    (void)user;
    CloseHandle(file);
}

/* ---- Listing ---- */

/* What an entry is, behind a link too. A link that leads nowhere counts as a file: whoever
 * reads it says so. */
static enum wr_file_kind kind_of(const struct wr_wide *folder, const WIN32_FIND_DATAW *entry,
                                 const char *name)
{
    DWORD attributes = entry->dwFileAttributes;
    struct wr_file_status status;
    struct wr_wide path;
    struct wr_bytes text = {0};
    enum wr_file_kind kind = attributes & FILE_ATTRIBUTE_DIRECTORY ? WR_FOLDER : WR_PLAIN_FILE;
    if (!(attributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return kind;
    if (wr_wide_join(folder, name, &path) == 0 && wr_port_linked(&path, attributes) &&
        wr_port_narrow_path(&text, path.text)) {
        wr_bytes_add(&text, "", 1);
        bool found = !text.failed &&
                     wr_port_look(NULL, (const char *)text.data, &status) == WR_FILE_FINE;
        kind = found ? status.kind : WR_PLAIN_FILE;
    }
    wr_bytes_finish(&text);
    return kind;
}

/* False ends the list. */
static bool take_entry(const struct wr_wide *folder, const WIN32_FIND_DATAW *entry,
                       wr_list_fn *each, void *to)
{
    char name[4 * MAX_PATH];
    const WCHAR *wide = entry->cFileName;
    if (wcscmp(wide, L".") == 0 || wcscmp(wide, L"..") == 0)
        return true;
    WideCharToMultiByte(CP_UTF8, 0, wide, -1, name, sizeof name, NULL, NULL);
    return each(to, name, kind_of(folder, entry, name));
}

/* The whole of a drive may be empty, without even "." in it. */
static int begin_list(const struct wr_wide *folder, WIN32_FIND_DATAW *entry, HANDLE *out)
{
    struct wr_wide all;
    int error = wr_wide_join(folder, "*", &all);
    if (error)
        return error;
    *out = FindFirstFileExW(all.text, FindExInfoBasic, entry, FindExSearchNameMatch, NULL,
                            FIND_FIRST_EX_LARGE_FETCH);
    if (*out != INVALID_HANDLE_VALUE)
        return WR_FILE_FINE;
    DWORD code = GetLastError(), attributes = GetFileAttributesW(folder->text);
    bool there = attributes != INVALID_FILE_ATTRIBUTES;
    if (there && !(attributes & FILE_ATTRIBUTE_DIRECTORY))
        return WR_FILE_IN_FILE;
    if (there && code == ERROR_FILE_NOT_FOUND)
        return WR_FILE_FINE;
    SetLastError(code);
    return wr_wide_fault(&all);
}

static int list(void *user, const char *path, wr_list_fn *each, void *to)
{
    struct wr_wide folder;
    WIN32_FIND_DATAW entry;
    HANDLE search = INVALID_HANDLE_VALUE;
    bool goes_on = true;
    (void)user;
    int error = wr_wide_path(path, &folder);
    if (!error)
        error = begin_list(&folder, &entry, &search);
    if (error || search == INVALID_HANDLE_VALUE)
        return error;
    do
        goes_on = take_entry(&folder, &entry, each, to);
    while (goes_on && FindNextFileW(search, &entry));
    if (goes_on && GetLastError() != ERROR_NO_MORE_FILES)
        error = wr_port_error(GetLastError());
    FindClose(search);
    return goes_on ? error : WR_FILE_NO_MEMORY;
}

static int resolve(void *user, const char *path, struct wr_bytes *out)
{
    struct wr_wide wide, resolved;
    (void)user;
    int error = wr_wide_path(path, &wide);
    if (!error)
        error = wr_port_resolve(&wide, &resolved);
    if (error)
        return error;
    return wr_port_narrow_path(out, resolved.text) ? WR_FILE_FINE : WR_FILE_NO_MEMORY;
}

/* ---- The table ---- */

const struct wr_files *wr_files_system(void)
{
    static const struct wr_files files = {
        .look = wr_port_look,
        .open = open_file,
        .read = read_file,
        .close = close_file,
        .list = list,
        .resolve = resolve,
        .stage = wr_port_stage,
        .create = wr_port_create,
        .go_on = wr_port_go_on,
        .append = wr_port_append,
        .rewrite = wr_port_rewrite,
        .finish = wr_port_finish,
        .commit = wr_port_commit,
        .sync = wr_port_sync,
        .drop = wr_port_drop,
        .remove = wr_port_remove,
        .move = wr_port_move,
        .reason = wr_port_reason,
    };
    return &files;
}
