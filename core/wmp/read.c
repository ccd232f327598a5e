/* A level of any dialect. */
#include "core/wmp/read_binary.h"
#include "core/wmp/read_text.h"

#include "core/text/lines.h"

enum { LARGEST = 1 << 30 };

static enum wr_result refuse(struct wr_context *context, const struct wr_source *source)
{
    if (wr_wmp_is_acknex3(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "wmp-acknex3",
                       "levels of WED 4 and later can be read: build this one anew in WED",
                       "this is a map of ACKNEX-3, which knows walls and no blocks");
    return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "wmp-syntax",
                   "a level begins with // WMP2, WMPB or version",
                   "this is no level of GameStudio");
}

static enum wr_result check_text(struct wr_context *context, const struct wr_source *source)
{
    size_t fault = wr_control_fault(source);
    if (fault == source->size)
        return WR_OK;
    return wr_fail(context, WR_SYNTAX, wr_at(source, fault), "wmp-syntax",
                   "copy the file again from where it came",
                   "a control character stands in the text");
}

static void read_text(struct wr_wmp_making *making)
{
    size_t start = wr_text_start(making->source->data, making->source->size);
    struct wr_wmp_lexis lexis = {
        .making = making,
        .rest = {(const char *)making->source->data + start, making->source->size - start},
        .record = "level"};
    if (making->level->dialect == WR_WMP_BUILD)
        wr_wmp_read_build(&lexis);
    else
        wr_wmp_read_text(&lexis);
}

enum wr_result wr_wmp_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_wmp **out)
{
    enum wr_wmp_dialect dialect;
    struct wr_wmp_making making;
    *out = NULL;
    if (source->size > LARGEST)
        return wr_fail(context, WR_LIMIT, wr_at(source, WR_WHOLE_FILE), "wmp-large", NULL,
                       "the level is larger than a GiB");
    if (!wr_wmp_is(source->data, source->size, &dialect))
        return refuse(context, source);
    if (!wr_wmp_make(&making, context, arena, source, dialect))
        return making.result;
    if (dialect == WR_WMP_BINARY)
        wr_wmp_read_binary(&making);
    else if ((making.result = check_text(context, source)) == WR_OK)
        read_text(&making);
    if (making.result == WR_OK)
        *out = making.level;
    return making.result;
}
