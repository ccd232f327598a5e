/* How two files of one walkmesh differ, in words. */
#include "core/format/bwm.h"

#include "core/base/bytes.h"
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

/* Two files and their tables. */
struct pair {
    const struct wr_source *a, *b;
    struct wr_bwm_table old[WR_BWM_TABLES], now[WR_BWM_TABLES];
};

static uint32_t count_different(const struct pair *pair, int table)
{
    uint32_t count = 0;
    size_t stride = wr_bwm_tables[table].stride;
    const uint8_t *a = pair->a->data + pair->old[table].offset;
    const uint8_t *b = pair->b->data + pair->now[table].offset;
    for (uint32_t i = 0; i < pair->old[table].count; i++)
        count += !rows_same(a + i * stride, b + i * stride, table);
    return count;
}

static void say(struct wr_bytes *why, bool *same, const char *what)
{
    wr_bytes_print(why, "%s%s", *same ? "" : ", ", what);
    *same = false;
}

static bool compare(const struct pair *pair, struct wr_bytes *why)
{
    bool same = true, moved = pair->a->size != pair->b->size;
    if (memcmp(pair->a->data, pair->b->data, wr_bwm_tables[0].count_at) != 0)
        say(why, &same, "header");
    for (int t = 0; t < WR_BWM_TABLES; t++) {
        uint32_t before = pair->old[t].count, after = pair->now[t].count;
        uint32_t different = before == after ? count_different(pair, t) : 1;
        moved |= pair->old[t].offset != pair->now[t].offset;
        if (different == 0)
            continue;
        say(why, &same, names[t]);
        wr_bytes_print(why,
                       before == after ? " (%" PRIu32 " of %" PRIu32 ")"
                                       : " (%" PRIu32 " for %" PRIu32 ")",
                       before == after ? different : after, before);
    }
    if (same && moved)
        say(why, &same, "the places of its tables");
    return same;
}

bool wr_bwm_same(const struct wr_source *a, const struct wr_source *b, struct wr_bytes *why)
{
    struct pair pair = {.a = a, .b = b};
    if (a->size == b->size && memcmp(a->data, b->data, a->size) == 0)
        return true;
    struct wr_context *quiet = wr_context_create(NULL, NULL);
    bool framed = quiet && wr_bwm_frame(quiet, a, pair.old) == WR_OK &&
                  wr_bwm_frame(quiet, b, pair.now) == WR_OK;
    wr_context_destroy(quiet);
    if (framed)
        return compare(&pair, why);
    wr_bytes_text(why, "all of it");
    return false;
}
