/* Paths of ours and of Windows. */
#include "core/windows/port.h"

#include "core/base/bytes.h"

#include <string.h>

enum { LONGEST_PREFIX = 8 }; /* \\?\UNC\ */

/* ---- Ours as theirs ---- */

static size_t length(const WCHAR *text)
{
    return wcslen(text);
}

static bool begins(const WCHAR *text, const WCHAR *with)
{
    return wcsncmp(text, with, length(with)) == 0;
}

/* Of `UNC\server\share\`. */
static size_t share_size(const WCHAR *path)
{
    size_t at = 0;
    for (unsigned parts = 0; parts < 3 && path[at]; at++)
        parts += path[at] == L'\\';
    return at;
}

/* How much of a whole path names its drive or share, with the '\' behind it. */
static size_t root_size(const WCHAR *path)
{
    size_t at = begins(path, L"\\\\?\\") ? 4 : 0;
    if (begins(path + at, L"UNC\\"))
        at += share_size(path + at);
    else if (path[at] && path[at + 1] == L':')
        at += path[at + 2] ? 3 : 2;
    return at;
}

/* A drive alone is its root: nobody means the folder that some program left it in. */
static int widen(const char *path, WCHAR out[WR_WIDE_PATH])
{
    const int room = WR_WIDE_PATH - 1;
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out, room);
    if (size == 0)
        return GetLastError() == ERROR_INSUFFICIENT_BUFFER
                   ? WR_FILE_LONG_PATH
                   : wr_port_error(ERROR_NO_UNICODE_TRANSLATION);
    for (WCHAR *c = out; *c; c++)
        if (*c == L'/')
            *c = L'\\';
    if (size == 3 && out[1] == L':') {
        out[2] = L'\\';
        out[3] = L'\0';
    }
    return *out ? WR_FILE_FINE : WR_FILE_MISSING;
}

/* Puts before a whole path what makes Windows take it as it is; there is room. */
static void put_prefix(struct wr_wide *path)
{
    const WCHAR *prefix = L"\\\\?\\";
    size_t kept = length(path->text), cut = 0;
    if (begins(path->text, L"\\\\?\\") || begins(path->text, L"\\\\.\\"))
        return;
    if (begins(path->text, L"\\\\")) {
        prefix = L"\\\\?\\UNC\\";
        cut = 2;
    }
    size_t size = length(prefix);
    memmove(path->text + size, path->text + cut, (kept - cut + 1) * sizeof(WCHAR));
    memcpy(path->text, prefix, size * sizeof(WCHAR));
}

/* Windows would say that there is no such file. */
static bool has_long_name(const WCHAR *path)
{
    enum { LONGEST_NAME = 255 };
    for (size_t size = 0; *path; path++) {
        size = *path == L'\\' ? 0 : size + 1;
        if (size > LONGEST_NAME)
            return true;
    }
    return false;
}

int wr_wide_path(const char *path, struct wr_wide *out)
{
    WCHAR given[WR_WIDE_PATH];
    int error = widen(path, given);
    if (error)
        return error;
    DWORD room = WR_WIDE_PATH - LONGEST_PREFIX;
    DWORD size = GetFullPathNameW(given, room, out->text, NULL);
    if (size >= room || has_long_name(given))
        return WR_FILE_LONG_PATH;
    if (size == 0)
        return wr_port_error(GetLastError());
    put_prefix(out);
    size_t end = length(out->text), root = root_size(out->text);
    while (end > root && out->text[end - 1] == L'\\')
        out->text[--end] = L'\0';
    return WR_FILE_FINE;
}

int wr_wide_join(const struct wr_wide *folder, const char *name, struct wr_wide *out)
{
    WCHAR wide[WR_WIDE_PATH];
    int error = widen(name, wide);
    if (error)
        return error;
    size_t size = length(folder->text), more = length(wide);
    bool bare = size > 0 && folder->text[size - 1] == L'\\';
    if (size + more + 2 > WR_WIDE_PATH)
        return WR_FILE_LONG_PATH;
    memmove(out->text, folder->text, size * sizeof(WCHAR));
    if (!bare)
        out->text[size++] = L'\\';
    memcpy(out->text + size, wide, (more + 1) * sizeof(WCHAR));
    return WR_FILE_FINE;
}

bool wr_wide_cut(struct wr_wide *path)
{
    size_t root = root_size(path->text), end = length(path->text);
    if (end <= root)
        return false;
    while (end > root && path->text[end - 1] != L'\\')
        end--;
    while (end > root && path->text[end - 1] == L'\\')
        end--;
    path->text[end] = L'\0';
    return true;
}

int wr_wide_fault(const struct wr_wide *path)
{
    DWORD code = GetLastError();
    if (code != ERROR_PATH_NOT_FOUND)
        return wr_port_error(code);
    struct wr_wide above = *path;
    DWORD attributes = INVALID_FILE_ATTRIBUTES;
    while (attributes == INVALID_FILE_ATTRIBUTES && wr_wide_cut(&above))
        attributes = GetFileAttributesW(above.text);
    bool file =
        attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
    return file ? WR_FILE_IN_FILE : WR_FILE_MISSING;
}

/* ---- Theirs as ours ---- */

bool wr_port_narrow(struct wr_bytes *out, const WCHAR *text)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    uint8_t *to = size > 0 ? wr_bytes_extend(out, (size_t)size) : NULL;
    if (!to)
        return false;
    WideCharToMultiByte(CP_UTF8, 0, text, -1, (char *)to, size, NULL, NULL);
    out->size--; /* the NUL */
    return true;
}

bool wr_port_narrow_path(struct wr_bytes *out, const WCHAR *path)
{
    size_t start = out->size;
    if (begins(path, L"\\\\?\\UNC\\")) {
        wr_bytes_text(out, "/");
        path += 7;
    } else if (begins(path, L"\\\\?\\")) {
        path += 4;
    }
    if (!wr_port_narrow(out, path))
        return false;
    for (size_t i = start; i < out->size; i++)
        if (out->data[i] == '\\')
            out->data[i] = '/';
    return !out->failed;
}
