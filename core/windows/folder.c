/* Folders that are made for files, and removed again where none came into them. */
#include "core/windows/port.h"

static bool is_folder(const struct wr_wide *path)
{
    DWORD attributes = GetFileAttributesW(path->text);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

/* Makes a folder in one that is there. */
static int make_one(const struct wr_wide *path, size_t depth, size_t *made)
{
    if (CreateDirectoryW(path->text, NULL)) {
        *made = *made > depth + 1 ? *made : depth + 1;
        return WR_FILE_FINE;
    }
    DWORD code = GetLastError();
    if (is_folder(path))
        return WR_FILE_FINE;
    SetLastError(code);
    return wr_wide_fault(path);
}

/* Cuts so many parts off the end of a path. */
static bool cut(struct wr_wide *path, size_t parts)
{
    bool fine = true;
    for (size_t i = 0; fine && i < parts; i++)
        fine = wr_wide_cut(path);
    return fine;
}

/* Goes up until there is a folder, and down again. */
static int make(struct wr_made_folder *made)
{
    size_t depth = 0;
    struct wr_wide path = made->path;
    int error = make_one(&path, 0, &made->made);
    while (error == WR_FILE_MISSING && wr_wide_cut(&path))
        error = make_one(&path, ++depth, &made->made);
    while (!error && depth > 0) {
        path = made->path;
        if (!cut(&path, --depth))
            return WR_FILE_MISSING;
        error = make_one(&path, depth, &made->made);
    }
    return error;
}

static void remove_made(struct wr_undo *undo)
{
    const struct wr_made_folder *made = (struct wr_made_folder *)undo;
    struct wr_wide path = made->path;
    for (size_t i = 0; i < made->made; i++)
        if (!RemoveDirectoryW(path.text) || !wr_wide_cut(&path))
            return;
}

int wr_made_folder_again(struct wr_made_folder *made)
{
    wr_undo_lock();
    int error = make(made);
    wr_undo_unlock();
    return error;
}

int wr_made_folder_make(struct wr_made_folder *made, const char *path)
{
    made->undo = (struct wr_undo){.run = remove_made};
    made->made = 0;
    int error = wr_wide_path(path, &made->path);
    if (error)
        return error;
    wr_undo_lock();
    wr_undo_add(&made->undo);
    wr_undo_unlock();
    error = wr_made_folder_again(made);
    if (error)
        wr_made_folder_leave(made);
    return error;
}

void wr_made_folder_leave(struct wr_made_folder *made)
{
    wr_undo_lock();
    wr_undo_forget(&made->undo);
    remove_made(&made->undo);
    wr_undo_unlock();
}
