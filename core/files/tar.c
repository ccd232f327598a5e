/* Headers of tar, read. */
#include "core/files/tar.h"

#include "core/base/bytes.h"
#include "core/base/path.h"
#include "core/files/fault.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EXTENDED = 1 << 16, NAME = 100, PREFIX = 155 };

struct reader {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_source source;
    void *file;
    uint64_t size, at; /* of the archive; of the header that is read */
    struct wr_tar *tar;
    enum wr_result result; /* of faults that others may follow */
    /* What extends the next header: */
    char *name; /* NULL: its own */
    bool sized;
    uint64_t own_size, began;
};

static wr_where here(const struct reader *reader, uint64_t at)
{
    return wr_at(&reader->source, (size_t)at);
}

static enum wr_result read_at(struct reader *reader, uint64_t at, void *out, size_t size)
{
    const struct wr_files *files = wr_files_of(reader->context);
    size_t got = 0;
    if (wr_context_stopped(reader->context))
        return WR_STOPPED;
    int error = files->read(files->user, reader->file, at, out, size, &got);
    if (error)
        return wr_fail_read(reader->context, reader->source.name, error);
    if (got == size)
        return WR_OK;
    return wr_fail(reader->context, WR_SYNTAX, here(reader, at + got), "tar-short", NULL,
                   "the archive ends here, and was longer when it was opened");
}

/* ---- Names ------------------------------------------------------------------------------- */

/* Whether a name, as it is in the archive, can be a path and does not lead out of it; then it
 * is without "." and double '/'. */
static bool tidy(char *name)
{
    char *to = name;
    bool inside = strlen(name) < WR_LONGEST_PATH && wr_path_inside(name) && !strchr(name, '\\');
    for (const char *from = name; inside && *from;) {
        size_t size = strcspn(from, "/");
        if (size > 0 && !(size == 1 && *from == '.')) {
            if (to > name)
                *to++ = '/';
            memmove(to, from, size);
            to += size;
        }
        from += size + (from[size] == '/');
    }
    if (inside)
        *to = '\0';
    return inside && *name;
}

static char *own_name(const struct reader *reader, const uint8_t *head)
{
    char text[PREFIX + 1 + NAME];
    const char *name = (const char *)head, *prefix = (const char *)head + 345;
    size_t size = 0, tail = strnlen(name, NAME);
    if (memcmp(head + 257, "ustar", 6) == 0)
        size = strnlen(prefix, PREFIX);
    memcpy(text, prefix, size);
    if (size > 0)
        text[size++] = '/';
    memcpy(text + size, name, tail);
    return wr_arena_text(reader->arena, text, size + tail);
}

/* ---- What extends a header --------------------------------------------------------------- */

static enum wr_result fail_extended(const struct reader *reader)
{
    return wr_fail(reader->context, WR_SYNTAX, here(reader, reader->at), "tar-extended", NULL,
                   "what this header says of the next one cannot be read");
}

/* A decimal number that ends at `end`. */
static bool read_decimal(const char *text, char end, uint64_t *out)
{
    *out = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && *out < UINT64_MAX / 100; at++)
        *out = *out * 10 + (uint64_t)(*at - '0');
    return at > text && *at == end;
}

/* One record, "LENGTH key=value\n", of which only names and sizes mean something here. */
static bool take_record(struct reader *reader, char *text, size_t size)
{
    char *key = memchr(text, ' ', size);
    char *value = key ? memchr(key, '=', (size_t)(text + size - key)) : NULL;
    if (!value || text[size - 1] != '\n')
        return false;
    text[size - 1] = *value = '\0';
    if (strcmp(key + 1, "path") == 0)
        reader->name = value + 1;
    if (strcmp(key + 1, "size") != 0)
        return strncmp(key + 1, "GNU.sparse.", 11) != 0;
    reader->sized = true;
    return read_decimal(value + 1, '\0', &reader->own_size);
}

static bool take_records(struct reader *reader, char *text, size_t size)
{
    uint64_t length;
    for (size_t at = 0; at < size; at += (size_t)length) {
        if (!read_decimal(text + at, ' ', &length) || length == 0 || length > size - at)
            return false;
        if (memchr(text + at, '\0', (size_t)length) ||
            !take_record(reader, text + at, (size_t)length))
            return false;
    }
    return true;
}

/* The next member's name, where it is long, or all that is said of it. */
static enum wr_result read_extended(struct reader *reader, uint64_t at, uint64_t size,
                                    char kind)
{
    if (size > MOST_EXTENDED)
        return fail_extended(reader);
    char *text = WR_ZERO(reader->arena, char, (size_t)size + 1);
    if (!text)
        return wr_no_memory(reader->context);
    enum wr_result result = read_at(reader, at, text, (size_t)size);
    if (result != WR_OK)
        return result;
    if (kind == 'L')
        reader->name = text;
    else if (!take_records(reader, text, (size_t)size))
        return fail_extended(reader);
    return WR_OK;
}

/* ---- Headers ----------------------------------------------------------------------------- */

/* Octal digits between spaces, as far as a NUL. */
static bool read_octal(const uint8_t *field, size_t size, uint64_t *out)
{
    size_t i = 0, digits = 0;
    *out = 0;
    while (i < size && field[i] == ' ')
        i++;
    for (; i < size && field[i] >= '0' && field[i] <= '7'; i++, digits++)
        *out = *out * 8 + (uint64_t)(field[i] - '0');
    while (i < size && field[i] == ' ')
        i++;
    return digits > 0 && (i == size || field[i] == '\0');
}

static bool sum_is_right(const uint8_t *head)
{
    uint64_t said, sum = 0;
    for (size_t i = 0; i < WR_TAR_BLOCK; i++)
        sum += i >= 148 && i < 156 ? ' ' : head[i];
    return read_octal(head + 148, 8, &said) && said == sum;
}

static bool is_zero(const uint8_t *data, size_t size)
{
    return size == 0 || (data[0] == 0 && memcmp(data, data + 1, size - 1) == 0);
}

static enum wr_result fail_name(const struct reader *reader, const char *name)
{
    wr_where where = here(reader, reader->began);
    if (strlen(name) >= WR_LONGEST_PATH)
        return wr_fail(reader->context, WR_INVALID, where, "tar-name", NULL,
                       "'%.40s...' is longer than a path can be", name);
    return wr_fail(reader->context, WR_INVALID, where, "tar-name",
                   "take a stranger's archive apart in a folder of its own, and look at it",
                   "'%.200s' leads out of the archive", name);
}

static enum wr_result add_member(struct reader *reader, char *name, uint64_t at, uint64_t size)
{
    struct wr_tar *tar = reader->tar;
    const char *said = wr_arena_text(reader->arena, name, strlen(name));
    if (!said)
        return wr_no_memory(reader->context);
    if (!tidy(name)) {
        reader->result = fail_name(reader, said);
        return WR_OK;
    }
    tar->members = wr_arena_more(reader->arena, tar->members, tar->count, sizeof *tar->members);
    if (!tar->members)
        return wr_no_memory(reader->context);
    tar->members[tar->count++] = (wr_tar_member){name, reader->began, at, size};
    return WR_OK;
}

/* Files are kept; links and devices have nothing to be read. */
static enum wr_result take_member(struct reader *reader, const uint8_t *head, uint64_t at,
                                  uint64_t size)
{
    char kind = (char)head[156];
    char *name = reader->name ? reader->name : own_name(reader, head);
    if (!name)
        return wr_no_memory(reader->context);
    if (kind == '0' || kind == '\0' || kind == '7')
        return add_member(reader, name, at, size);
    if (kind != '5')
        wr_warn(reader->context, here(reader, reader->began), "tar-kind", NULL,
                "'%.200s' is a link or a device, and passed over", name);
    return WR_OK;
}

static enum wr_result fail_mark(const struct reader *reader)
{
    return wr_fail(reader->context, WR_SYNTAX, here(reader, 0), "tar-mark", NULL,
                   "the file does not start as an archive of tar does");
}

static enum wr_result check_head(struct reader *reader, const uint8_t *head, uint64_t *size)
{
    struct wr_context *context = reader->context;
    *size = 0;
    if (!sum_is_right(head))
        return reader->at == 0
                   ? fail_mark(reader)
                   : wr_fail(context, WR_SYNTAX, here(reader, reader->at), "tar-checksum", NULL,
                             "the checksum of the header is not that of its bytes");
    if (!read_octal(head + 124, 12, size))
        return wr_fail(context, WR_SYNTAX, here(reader, reader->at + 124), "tar-number", NULL,
                       "the size of the member is no octal number");
    if (reader->sized && head[156] != 'x' && head[156] != 'L' && head[156] != 'K')
        *size = reader->own_size;
    uint64_t left = reader->size - reader->at - WR_TAR_BLOCK;
    if (*size <= left && wr_tar_padding(*size) <= left - *size)
        return WR_OK;
    return wr_fail(context, WR_SYNTAX, here(reader, reader->at), "tar-short",
                   "it was cut off: copy it or make it again",
                   "the member's %" PRIu64 " bytes do not fit into the archive, which has "
                   "%" PRIu64,
                   *size, reader->size);
}

/* Steps over a header and what belongs to it. */
static enum wr_result read_member(struct reader *reader, const uint8_t *head)
{
    uint64_t size, at = reader->at + WR_TAR_BLOCK;
    enum wr_result result = check_head(reader, head, &size);
    if (result != WR_OK)
        return result;
    char kind = (char)head[156];
    if (kind == 'x' || kind == 'L')
        result = read_extended(reader, at, size, kind);
    else if (kind != 'g' && kind != 'K')
        result = take_member(reader, head, at, size);
    reader->at = at + size + wr_tar_padding(size);
    if (kind != 'x' && kind != 'L' && kind != 'K') {
        reader->name = NULL;
        reader->sized = false;
        reader->began = reader->at;
    }
    return result;
}

/* ---- The end ----------------------------------------------------------------------------- */

/* Two blocks of zeros, and whatever many more. */
static enum wr_result read_end(struct reader *reader)
{
    enum { PIECE = 1 << 16 };
    uint8_t piece[PIECE];
    enum wr_result result = WR_OK;
    reader->tar->end = reader->began;
    if (reader->size < WR_TAR_BLOCK)
        return fail_mark(reader);
    if (reader->size - reader->at < 2 * WR_TAR_BLOCK || reader->began != reader->at)
        return wr_fail(reader->context, WR_SYNTAX, here(reader, reader->at), "tar-short",
                       "it was cut off: copy it or make it again",
                       "the archive has no end: two blocks of zeros");
    for (uint64_t at = reader->at, left; result == WR_OK && at < reader->size; at += left) {
        left = reader->size - at < PIECE ? reader->size - at : PIECE;
        result = read_at(reader, at, piece, (size_t)left);
        if (result == WR_OK && !is_zero(piece, (size_t)left))
            result = wr_fail(reader->context, WR_SYNTAX, here(reader, at), "tar-end",
                             "take archives that follow each other in one file apart",
                             "there is more behind the end of the archive");
    }
    return result;
}

/* ---- The order of members ---------------------------------------------------------------- */

static int rank(char c)
{
    return c == '/'    ? WR_TAR_SLASH
           : c == '\0' ? WR_TAR_NOTHING
                       : (unsigned char)c + WR_TAR_OTHER;
}

/* As far as `most` characters. */
static int order_names(const char *a, const char *b, size_t most)
{
    size_t i = 0;
    while (i < most && a[i] && a[i] == b[i])
        i++;
    return i == most ? 0 : rank(a[i]) - rank(b[i]);
}

static int order_members(const void *a, const void *b)
{
    const wr_tar_member *p = a, *q = b;
    int order = order_names(p->name, q->name, SIZE_MAX);
    return order ? order : (p->at > q->at) - (p->at < q->at);
}

size_t wr_tar_first(const struct wr_tar *tar, const char *name, size_t size,
                    enum wr_tar_behind behind)
{
    size_t low = 0, high = tar->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *found = tar->members[middle].name;
        int order = order_names(found, name, size);
        if (order == 0)
            order = rank(found[size]) - (int)behind;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* No two members have one name, and none is a folder of another: that would be the next. */
static enum wr_result check_twice(struct reader *reader)
{
    const struct wr_tar *tar = reader->tar;
    enum wr_result result = WR_OK;
    for (size_t i = 1; i < tar->count; i++) {
        const wr_tar_member *member = &tar->members[i], *last = member - 1;
        size_t size = strlen(last->name);
        if (strncmp(last->name, member->name, size) == 0 &&
            rank(member->name[size]) <= WR_TAR_SLASH)
            result = wr_fail(reader->context, WR_INVALID, here(reader, member->header),
                             "tar-twice", "make the archive anew instead of adding to it",
                             "'%.200s' is in the archive already, at byte %" PRIu64, last->name,
                             last->header);
    }
    return result;
}

enum wr_result wr_tar_read(struct wr_context *context, struct wr_arena *arena, const char *path,
                           void *file, uint64_t size, struct wr_tar *out)
{
    struct reader reader = {.context = context,
                            .arena = arena,
                            .source = {.name = path, .binary = true},
                            .file = file,
                            .size = size,
                            .tar = out};
    uint8_t head[WR_TAR_BLOCK] = {0};
    enum wr_result result = WR_OK;
    *out = (struct wr_tar){0};
    while (result == WR_OK && reader.size - reader.at >= WR_TAR_BLOCK) {
        result = read_at(&reader, reader.at, head, sizeof head);
        if (result != WR_OK || is_zero(head, sizeof head))
            break;
        result = read_member(&reader, head);
    }
    if (result == WR_OK)
        result = read_end(&reader);
    if (out->count > 0)
        qsort(out->members, out->count, sizeof *out->members, order_members);
    if (result == WR_OK)
        result = check_twice(&reader);
    return result == WR_OK ? reader.result : result;
}
