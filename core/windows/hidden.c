/* Hidden folders that files are made in: each lists what is in it, in a file that its maker
 * alone has open, so that others know what a killed process left and what is still at work. */
#include "core/windows/port.h"

#include <stdio.h>
#include <string.h>

static const char LIST[] = ".made"; /* in each: the names of its files, a line each */

/* ---- What is in a folder ---- */

/* What is no plain file was not made by us, and stays. */
static void remove_file(const struct wr_wide *folder, const char *name)
{
    struct wr_wide path;
    if (strpbrk(name, "/\\:") || wr_wide_join(folder, name, &path) != 0)
        return;
    DWORD attributes = GetFileAttributesW(path.text);
    if (attributes == INVALID_FILE_ATTRIBUTES ||
        (attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)))
        return;
    if (attributes & FILE_ATTRIBUTE_READONLY)
        SetFileAttributesW(path.text, FILE_ATTRIBUTE_NORMAL);
    DeleteFileW(path.text);
}

/* Removes the files of the whole lines in a piece of the list; returns how much they take. */
static size_t remove_listed(const struct wr_wide *folder, char *piece, size_t size)
{
    char *line = piece;
    for (char *end; (end = memchr(line, '\n', size - (size_t)(line - piece))); line = end + 1) {
        *end = '\0';
        remove_file(folder, line);
    }
    return (size_t)(line - piece);
}

/* Removes what the list names, the list, which is closed, and the folder, but nothing that is
 * not named. */
static void clear(const struct wr_wide *folder, HANDLE list)
{
    char piece[2 * WR_LONGEST_PATH]; /* no memory is asked for: this is what ends a failure */
    FILE_DISPOSITION_INFO gone = {.DeleteFile = TRUE};
    size_t step = 1;
    for (uint64_t done = 0; step > 0; done += step) {
        OVERLAPPED at = {.Offset = (DWORD)done, .OffsetHigh = (DWORD)(done >> 32)};
        DWORD got = 0;
        step = ReadFile(list, piece, sizeof piece, &got, &at) ? got : 0;
        step = remove_listed(folder, piece, step);
    }
    SetFileInformationByHandle(list, FileDispositionInfo, &gone, sizeof gone);
    CloseHandle(list);
    RemoveDirectoryW(folder->text);
}

/* Opens the list so that nobody else can. */
static int open_list(const struct wr_wide *folder, DWORD how, HANDLE *out)
{
    struct wr_wide path;
    int error = wr_wide_join(folder, LIST, &path);
    if (error)
        return error;
    *out = CreateFileW(path.text, GENERIC_READ | GENERIC_WRITE | DELETE, 0, NULL, how,
                       FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    return *out == INVALID_HANDLE_VALUE ? wr_wide_fault(&path) : WR_FILE_FINE;
}

/* ---- Sweeping ---- */

/* Where there is no list, its maker was stopped before the first file or after the last: such
 * a folder is removed if it is empty. */
static void sweep_folder(const struct wr_wide *folder)
{
    HANDLE list;
    int error = open_list(folder, OPEN_EXISTING, &list);
    if (error == WR_FILE_MISSING)
        RemoveDirectoryW(folder->text);
    if (!error)
        clear(folder, list);
}

void wr_hidden_sweep(const struct wr_wide *around)
{
    const DWORD both = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
    struct wr_wide path;
    WIN32_FIND_DATAW entry;
    char name[4 * MAX_PATH];
    if (wr_wide_join(around, ".warren-*", &path) != 0)
        return;
    HANDLE search = FindFirstFileW(path.text, &entry);
    if (search == INVALID_HANDLE_VALUE)
        return;
    do {
        WideCharToMultiByte(CP_UTF8, 0, entry.cFileName, -1, name, sizeof name, NULL, NULL);
        if (wr_hidden_name_is_ours(name) &&
            (entry.dwFileAttributes & both) == FILE_ATTRIBUTE_DIRECTORY &&
            wr_wide_join(around, name, &path) == 0)
            sweep_folder(&path);
    } while (FindNextFileW(search, &entry));
    FindClose(search);
}

/* ---- Making ---- */

/* WR_FILE_MISSING: another process took the new folder for what a killed one left;
 * WR_FILE_EXISTS: the name is taken, by a process of this number on another machine. */
static int make_one(struct wr_hidden *hidden, const struct wr_wide *around)
{
    char name[WR_HIDDEN_NAME];
    wr_hidden_name(name, (long)GetCurrentProcessId());
    int error = wr_wide_join(around, name, &hidden->path);
    if (error)
        return error;
    if (!CreateDirectoryW(hidden->path.text, NULL))
        return wr_wide_fault(&hidden->path);
    SetFileAttributesW(hidden->path.text, FILE_ATTRIBUTE_HIDDEN);
    error = open_list(&hidden->path, CREATE_NEW, &hidden->list);
    if (error)
        RemoveDirectoryW(hidden->path.text);
    return error;
}

static void undo(struct wr_undo *undo)
{
    const struct wr_hidden *hidden = (const struct wr_hidden *)undo;
    clear(&hidden->path, hidden->list);
}

int wr_hidden_make(struct wr_hidden *hidden, const struct wr_wide *around)
{
    DWORD attributes = GetFileAttributesW(around->text);
    int error = WR_FILE_MISSING;
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return wr_wide_fault(around);
    *hidden = (struct wr_hidden){.undo = {.run = undo}};
    wr_undo_lock();
    for (int i = 0; (error == WR_FILE_MISSING || error == WR_FILE_EXISTS) && i < WR_PORT_TRIES;
         i++)
        error = make_one(hidden, around);
    if (!error)
        wr_undo_add(&hidden->undo);
    wr_undo_unlock();
    return error;
}

int wr_hidden_open(const struct wr_hidden *hidden, const char *name, HANDLE *out)
{
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    char line[WR_LONGEST_PATH];
    struct wr_wide path;
    int size = snprintf(line, sizeof line, "%s\n", name);
    if (size < 0 || (size_t)size >= sizeof line)
        return WR_FILE_LONG_PATH;
    int error = wr_wide_join(&hidden->path, name, &path);
    if (error)
        return error;
    wr_undo_lock();
    error = wr_port_write(hidden->list, line, (size_t)size);
    if (!error) {
        *out = CreateFileW(path.text, GENERIC_READ | GENERIC_WRITE, share, NULL, CREATE_ALWAYS,
                           FILE_ATTRIBUTE_NORMAL, NULL);
        error = *out == INVALID_HANDLE_VALUE ? wr_wide_fault(&path) : WR_FILE_FINE;
    }
    if (!error)
        wr_undo_opened(*out);
    wr_undo_unlock();
    return error;
}

void wr_hidden_drop(struct wr_hidden *hidden)
{
    wr_undo_lock();
    wr_undo_forget(&hidden->undo);
    undo(&hidden->undo);
    wr_undo_unlock();
}
