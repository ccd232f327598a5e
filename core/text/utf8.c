/* Checks UTF-8, eight bytes at a time where they are ASCII. */
#include "core/text/utf8.h"

#include <string.h>

#include "core/base/text.h"

size_t wr_utf8_fault(const uint8_t *data, size_t size)
{
    size_t at = 0;
    while (at < size) {
        uint64_t eight;
        if (size - at >= sizeof eight) {
            memcpy(&eight, data + at, sizeof eight);
            if (!(eight & 0x8080808080808080u)) {
                at += sizeof eight;
                continue;
            }
        }
        size_t length = wr_utf8_length((const char *)data + at, size - at);
        if (!length)
            return at;
        at += length;
    }
    return at;
}

size_t wr_utf8_mark(const uint8_t *data, size_t size)
{
    return size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}
