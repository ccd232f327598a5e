/* A folder of files for a test, by the calls of Windows; tests/support/folder.h elsewhere. */
#ifndef WR_TESTS_WINDOWS_FOLDER_H
#define WR_TESTS_WINDOWS_FOLDER_H

#include "core/windows/port.h"
#include "tests/support/test.h"

/* Words of the tests that its headers take. */
#undef far
#undef near
#undef small

struct folder {
    char root[256];
};

static inline struct wr_wide folder_wide(const char *path)
{
    struct wr_wide wide;
    assert_int_equal(wr_wide_path(path, &wide), 0);
    return wide;
}

static inline void folder_start(struct folder *folder)
{
    static unsigned counter;
    char place[128];
    DWORD size = GetTempPathA(sizeof place, place);
    assert_in_range(size, 1, sizeof place);
    snprintf(folder->root, sizeof folder->root, "%swarren-%lu-%u", place, GetCurrentProcessId(),
             counter++);
    for (char *at = folder->root; (at = strchr(at, '\\'));)
        *at = '/';
    assert_true(CreateDirectoryW(folder_wide(folder->root).text, NULL));
}

/* root/name, in a buffer of the caller's. */
static inline const char *folder_path(const struct folder *folder, const char *name,
                                      char out[512])
{
    snprintf(out, 512, "%s/%s", folder->root, name);
    return out;
}

/* Writes a file, and makes the folders above it. */
static inline void folder_put(const struct folder *folder, const char *name, const void *data,
                              size_t size)
{
    char path[512];
    DWORD put;
    folder_path(folder, name, path);
    for (char *at = path + strlen(folder->root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        CreateDirectoryW(folder_wide(path).text, NULL);
        *at = '/';
    }
    HANDLE file = CreateFileW(folder_wide(path).text, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                              FILE_ATTRIBUTE_NORMAL, NULL);
    assert_ptr_not_equal(file, INVALID_HANDLE_VALUE);
    assert_true(WriteFile(file, data, (DWORD)size, &put, NULL));
    assert_true(CloseHandle(file));
}

static inline void folder_text(const struct folder *folder, const char *name, const char *text)
{
    folder_put(folder, name, text, strlen(text));
}

/* Puts one file in the place of another. */
static inline void folder_exchange(const struct folder *folder, const char *name,
                                   const char *to)
{
    char from[512], there[512];
    assert_true(MoveFileExW(folder_wide(folder_path(folder, name, from)).text,
                            folder_wide(folder_path(folder, to, there)).text,
                            MOVEFILE_REPLACE_EXISTING));
}

static inline void folder_clear(struct wr_wide *path)
{
    size_t end = wcslen(path->text);
    WIN32_FIND_DATAW entry;
    wcscpy(path->text + end, L"\\*");
    HANDLE search = FindFirstFileW(path->text, &entry);
    bool more = search != INVALID_HANDLE_VALUE;
    for (; more; more = FindNextFileW(search, &entry)) {
        if (wcscmp(entry.cFileName, L".") == 0 || wcscmp(entry.cFileName, L"..") == 0)
            continue;
        wcscpy(path->text + end + 1, entry.cFileName);
        SetFileAttributesW(path->text, FILE_ATTRIBUTE_NORMAL);
        if (entry.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
            folder_clear(path);
        else
            DeleteFileW(path->text);
    }
    if (search != INVALID_HANDLE_VALUE)
        FindClose(search);
    path->text[end] = L'\0';
    RemoveDirectoryW(path->text);
}

static inline void folder_end(struct folder *folder)
{
    struct wr_wide path = folder_wide(folder->root);
    folder_clear(&path);
}

#endif
