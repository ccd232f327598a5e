/* How two files of one walkmesh differ, in words. */
#include "core/format/bwm.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/files/file.h"
#include "core/format/bwm_frame.h"

#include <inttypes.h>
#include <string.h>

/* What people call the tables. */
static const char *const names[WR_BWM_TABLES] = {
    [WR_BWM_VERTICES] = "vertices",     [WR_BWM_FACES] = "faces",
    [WR_BWM_MATERIALS] = "materials",   [WR_BWM_NORMALS] = "normals",
    [WR_BWM_DISTANCES] = "planes",      [WR_BWM_NODES] = "tree",
    [WR_BWM_ADJACENCY] = "adjacency",   [WR_BWM_EDGES] = "edges",
    [WR_BWM_PERIMETERS] = "perimeters",
};

/* Whether a word of a row is a number, whose zero may be of either sign. */
static bool is_number(int table, size_t word)
{
    enum { NODE_BOX = 6 };
    return table == WR_BWM_VERTICES || table == WR_BWM_NORMALS || table == WR_BWM_DISTANCES ||
           (table == WR_BWM_NODES && word < NODE_BOX);
}

/* Zero of one sign, as the bytes of a number. */
static bool is_zero(const uint8_t *word)
{
    return word[0] == 0 && word[1] == 0 && word[2] == 0 && (word[3] == 0 || word[3] == 0x80);
}

static bool rows_same(const uint8_t *a, const uint8_t *b, int table)
{
    size_t words = wr_bwm_tables[table].stride / 4;
    for (size_t i = 0; i < words; i++, a += 4, b += 4)
        if (memcmp(a, b, 4) != 0 && !(is_number(table, i) && is_zero(a) && is_zero(b)))
            return false;
    return true;
}

/* ---- The older file ---- */

enum { STEP = 1 << 20 };

/* It lies in memory, or is read piece by piece. */
struct older {
    const struct wr_source *source; /* of a file that is read, no more than its header */
    struct wr_context *context;
    const char *path; /* NULL: in memory */
    uint8_t *piece;   /* room for a step */
    enum wr_result result;
};

/* Some bytes of it, no more than a step; NULL where it has none any more. */
static const uint8_t *bytes_of(struct older *older, uint64_t at, size_t size)
{
    size_t got = 0;
    uint64_t total;
    if (!older->path)
        return older->source->data + at;
    if (older->result == WR_OK)
        older->result =
            wr_file_range(older->context, older->path, at, older->piece, size, &got, &total);
    return got == size ? older->piece : NULL;
}

/* ---- Comparing ---- */

/* Two files and their tables. */
struct pair {
    struct older *a;
    const struct wr_source *b;
    struct wr_bytes *why; /* NULL: it is enough that they differ */
    struct wr_bwm_table old[WR_BWM_TABLES], now[WR_BWM_TABLES];
};

static uint32_t count_rows(const uint8_t *a, const uint8_t *b, uint32_t rows, int table)
{
    uint32_t count = 0;
    size_t stride = wr_bwm_tables[table].stride;
    if (memcmp(a, b, rows * stride) == 0)
        return 0;
    for (uint32_t i = 0; i < rows; i++)
        count += !rows_same(a + i * stride, b + i * stride, table);
    return count;
}

/* Rows that cannot be read are others. Where nobody asks how many there are, the first do. */
static uint32_t count_different(const struct pair *pair, int table)
{
    uint32_t count = 0, stride = wr_bwm_tables[table].stride, most = STEP / stride;
    for (uint32_t done = 0, rows; done < pair->old[table].count && (pair->why || count == 0);
         done += rows) {
        uint32_t left = pair->old[table].count - done;
        uint64_t at = (uint64_t)done * stride;
        rows = left < most ? left : most;
        const uint8_t *a = bytes_of(pair->a, pair->old[table].offset + at, rows * stride);
        const uint8_t *b = pair->b->data + pair->now[table].offset + at;
        count += a ? count_rows(a, b, rows, table) : rows;
    }
    return count;
}

static void say(struct wr_bytes *why, bool *same, const char *what)
{
    if (why)
        wr_bytes_print(why, "%s%s", *same ? "" : ", ", what);
    *same = false;
}

static void say_rows(struct wr_bytes *why, uint32_t different, uint32_t before, uint32_t after)
{
    if (!why)
        return;
    if (before == after)
        wr_bytes_print(why, " (%" PRIu32 " of %" PRIu32 ")", different, before);
    else
        wr_bytes_print(why, " (%" PRIu32 " for %" PRIu32 ")", after, before);
}

static bool compare(const struct pair *pair)
{
    const struct wr_source *source = pair->a->source;
    bool same = true, moved = source->size != pair->b->size;
    if (memcmp(source->data, pair->b->data, wr_bwm_tables[0].count_at) != 0)
        say(pair->why, &same, "header");
    for (int t = 0; t < WR_BWM_TABLES && (pair->why || same); t++) {
        uint32_t before = pair->old[t].count, after = pair->now[t].count;
        uint32_t different = before == after ? count_different(pair, t) : 1;
        moved |= pair->old[t].offset != pair->now[t].offset;
        if (different == 0)
            continue;
        say(pair->why, &same, names[t]);
        say_rows(pair->why, different, before, after);
    }
    if (same && moved)
        say(pair->why, &same, "the places of its tables");
    return same;
}

static bool compare_framed(struct older *a, const struct wr_source *b, struct wr_bytes *why)
{
    struct pair pair = {.a = a, .b = b, .why = why};
    struct wr_context *quiet = wr_context_create(NULL, NULL);
    bool framed = quiet && wr_bwm_frame(quiet, a->source, pair.old) == WR_OK &&
                  wr_bwm_frame(quiet, b, pair.now) == WR_OK;
    wr_context_destroy(quiet);
    if (framed)
        return compare(&pair);
    if (why)
        wr_bytes_text(why, "all of it");
    return false;
}

bool wr_bwm_same(const struct wr_source *a, const struct wr_source *b, struct wr_bytes *why)
{
    struct older older = {.source = a};
    if (a->size == b->size && memcmp(a->data, b->data, a->size) == 0)
        return true;
    return compare_framed(&older, b, why);
}

enum wr_result wr_bwm_same_file(struct wr_context *context, const char *path,
                                const struct wr_source *made, struct wr_bytes *why, bool *same)
{
    uint8_t head[WR_BWM_HEADER_SIZE];
    uint64_t total;
    struct wr_source source = {.name = path, .data = head};
    struct older older = {&source, context, path, wr_alloc(STEP), WR_OK};
    size_t got;
    if (!older.piece)
        return wr_no_memory(context);
    older.result = wr_file_head(context, path, head, sizeof head, &got, &total);
    source.size = got < sizeof head ? got : (size_t)total;
    *same = older.result == WR_OK && compare_framed(&older, made, why);
    wr_free(older.piece);
    return older.result;
}
