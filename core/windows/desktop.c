/* What belongs to whoever sits before the machine: temporary folders, and what opens pages. */
#include "core/base/bytes.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/windows/port.h"

/* Those of the user; nobody else may write there. */
static const char *temporary(struct wr_arena *arena)
{
    WCHAR wide[MAX_PATH + 2];
    struct wr_bytes text = {0};
    DWORD size = GetTempPathW(MAX_PATH + 1, wide);
    bool known = size > 0 && size <= MAX_PATH && wr_port_narrow_path(&text, wide);
    const char *path =
        known && !text.failed ? wr_arena_text(arena, (const char *)text.data, text.size) : NULL;
    wr_bytes_finish(&text);
    return path;
}

char *wr_temporary_folder(struct wr_arena *arena)
{
    const char *parent = temporary(arena);
    DWORD first = GetTickCount() ^ (GetCurrentProcessId() << 16);
    for (DWORD i = 0; parent && i < WR_PORT_TRIES; i++) {
        char name[32] = "warren-";
        for (int k = 0; k < 8; k++)
            name[7 + k] = "0123456789abcdef"[(first + i) >> (28 - 4 * k) & 15];
        char *path = wr_path_join(arena, parent, name);
        struct wr_wide wide;
        if (!path || wr_wide_path(path, &wide) != 0)
            return NULL;
        if (CreateDirectoryW(wide.text, NULL))
            return path;
        if (GetLastError() != ERROR_ALREADY_EXISTS)
            return NULL;
    }
    return NULL;
}

/* Of shell32, which is not loaded by programs that open nothing. */
typedef HINSTANCE WINAPI open_fn(HWND, LPCWSTR, LPCWSTR, LPCWSTR, LPCWSTR, INT);

static bool opened(HMODULE shell, const WCHAR *path)
{
    open_fn *open =
        shell ? (open_fn *)(void (*)(void))GetProcAddress(shell, "ShellExecuteW") : NULL;
    return open && (INT_PTR)open(NULL, L"open", path, NULL, NULL, SW_SHOWNORMAL) > 32;
}

bool wr_show_page(const char *path)
{
    WCHAR wide[WR_WIDE_PATH];
    if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, WR_WIDE_PATH) == 0)
        return false;
    for (WCHAR *at = wide; *at; at++)
        if (*at == L'/')
            *at = L'\\';
    return opened(LoadLibraryW(L"shell32.dll"), wide);
}
