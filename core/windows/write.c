/* Whole writes to what is open. */
#include "core/windows/port.h"

enum { LARGEST_STEP = 1 << 30 };

int wr_port_write(HANDLE file, const void *data, size_t size)
{
    const uint8_t *from = data;
    while (size > 0) {
        DWORD step = size < LARGEST_STEP ? (DWORD)size : LARGEST_STEP, put = 0;
        if (!WriteFile(file, from, step, &put, NULL))
            return wr_port_error(GetLastError());
        if (put == 0)
            return wr_port_error(ERROR_DISK_FULL);
        from += put;
        size -= put;
    }
    return WR_FILE_FINE;
}

int wr_port_close(HANDLE file, bool sync)
{
    int error = !sync || FlushFileBuffers(file) ? 0 : wr_port_error(GetLastError());
    CloseHandle(file);
    return error;
}
