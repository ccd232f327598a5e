/* What the process was started with. */
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/windows/port.h"

#include "core/base/bytes.h"

#include <string.h>

/* Values that were asked for; they stay, as those of getenv do. */
struct value {
    struct value *next;
    char text[];
};

static SRWLOCK lock = SRWLOCK_INIT;
static struct value *values;

static const char *keep(const char *text)
{
    struct value *value;
    AcquireSRWLockExclusive(&lock);
    for (value = values; value && strcmp(value->text, text) != 0;)
        value = value->next;
    size_t size = strlen(text) + 1;
    if (!value && (value = wr_alloc(sizeof *value + size))) {
        memcpy(value->text, text, size);
        value->next = values;
        values = value;
    }
    ReleaseSRWLockExclusive(&lock);
    return value ? value->text : NULL;
}

const char *wr_environment(const char *name)
{
    enum { LARGEST = 32767 };
    WCHAR wide[128], *text = wr_alloc(LARGEST * sizeof *text);
    struct wr_bytes bytes = {0};
    const char *value = NULL;
    SetLastError(ERROR_SUCCESS);
    bool there =
        text && MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, 128) > 0 &&
        (GetEnvironmentVariableW(wide, text, LARGEST) > 0 || GetLastError() == ERROR_SUCCESS);
    if (there && wr_port_narrow(&bytes, text)) {
        wr_bytes_add(&bytes, "", 1);
        value = bytes.failed ? NULL : keep((const char *)bytes.data);
    }
    wr_bytes_finish(&bytes);
    wr_free(text);
    return value;
}

char *wr_program_folder(struct wr_arena *arena)
{
    struct wr_wide path;
    struct wr_bytes text = {0};
    DWORD size = GetModuleFileNameW(NULL, path.text, WR_WIDE_PATH);
    bool known = size > 0 && size < WR_WIDE_PATH;
    if (known)
        wr_port_narrow_path(&text, path.text);
    wr_bytes_add(&text, "", 1);
    char *folder = text.failed ? NULL
                   : known     ? wr_path_folder(arena, (const char *)text.data)
                               : wr_arena_text(arena, "", 0);
    wr_bytes_finish(&text);
    return folder;
}
