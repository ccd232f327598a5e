/* Headers of tar, written. */
#include "core/files/tar.h"

#include "core/base/bytes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 100, PREFIX = 155, PREFIX_AT = 345, CHECKSUM_AT = 148 };

/* Where a name is cut so that both parts fit, at a '/' which is not written; 0: nowhere. */
static size_t find_cut(const char *name, size_t size)
{
    for (size_t i = size > NAME + 1 ? size - NAME - 1 : 1; i < size && i <= PREFIX; i++)
        if (name[i] == '/' && i + 1 < size)
            return i;
    return 0;
}

static void add_header(struct wr_bytes *out, const char *name, size_t cut, uint64_t size,
                       char kind)
{
    char head[WR_TAR_BLOCK] = {0};
    unsigned sum = 0;
    const char *tail = cut ? name + cut + 1 : name;
    size_t length = strlen(tail);
    memcpy(head, tail, length < NAME ? length : NAME);
    memcpy(head + PREFIX_AT, name, cut);
    memcpy(head + 100, "0000644", 8);
    memcpy(head + 108, "0000000", 8);
    memcpy(head + 116, "0000000", 8);
    snprintf(head + 124, 12, "%011" PRIo64, size);
    memcpy(head + 136, "00000000000", 12);
    memset(head + CHECKSUM_AT, ' ', 8);
    head[156] = kind;
    memcpy(head + 257, "ustar\00000", 8);
    for (size_t i = 0; i < sizeof head; i++)
        sum += (unsigned char)head[i];
    snprintf(head + CHECKSUM_AT, 7, "%06o", sum);
    wr_bytes_add(out, head, sizeof head);
}

static void add_zeros(struct wr_bytes *out, size_t count)
{
    uint8_t *zeros = wr_bytes_extend(out, count);
    if (zeros && count > 0)
        memset(zeros, 0, count);
}

/* "LENGTH path=NAME\n", whose length counts its own digits. */
static void add_long_name(struct wr_bytes *out, const char *name)
{
    size_t rest = strlen(" path=\n") + strlen(name), size = rest, digits = 0;
    for (size_t left = size; left > 0; left /= 10)
        digits++;
    size = rest + digits;
    if (snprintf(NULL, 0, "%zu", size) > (int)digits)
        size++;
    add_header(out, "@LongName", 0, size, 'x');
    wr_bytes_print(out, "%zu path=", size);
    wr_bytes_text(out, name);
    wr_bytes_char(out, '\n');
    add_zeros(out, wr_tar_padding(size));
}

void wr_tar_head(struct wr_bytes *out, const char *name, uint64_t size)
{
    size_t length = strlen(name), cut = length > NAME ? find_cut(name, length) : 0;
    if (length > NAME && cut == 0)
        add_long_name(out, name);
    add_header(out, name, cut, size, '0');
}

size_t wr_tar_padding(uint64_t size)
{
    return (size_t)((WR_TAR_BLOCK - size % WR_TAR_BLOCK) % WR_TAR_BLOCK);
}

void wr_tar_end(struct wr_bytes *out)
{
    add_zeros(out, (size_t)2 * WR_TAR_BLOCK);
}
