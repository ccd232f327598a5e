/* Manifests as files, line by line. */
#include "builder/manifest/page.h"

#include <string.h>

/* Findings of a line that is read by itself, on their way to where the file is known. */
struct relay {
    struct wr_context *context;
    uint32_t before; /* lines of the file that stand above */
};

static void relay(void *user, const struct wr_diag *diag)
{
    const struct relay *relay = user;
    struct wr_diag told = *diag;
    if (told.line > 0)
        told.line += relay->before;
    wr_context_tell(relay->context, &told);
}

static struct wr_source line_source(const struct wr_manifest_page *page, size_t offset,
                                    size_t size)
{
    return (struct wr_source){
        .name = page->source.name, .data = page->source.data + offset, .size = size};
}

enum wr_result wr_manifest_page_record(struct wr_context *context, struct wr_arena *arena,
                                       const struct wr_manifest_page *page,
                                       const struct wr_manifest_line *line,
                                       struct wr_record *out)
{
    struct relay to = {context, line->number - 1};
    struct wr_context *own = wr_context_within(context, relay, &to);
    struct wr_source *source = WR_TAKE(arena, struct wr_source, 1);
    enum wr_result result = WR_NO_MEMORY;
    if (source)
        *source = line_source(page, line->offset, line->size);
    if (own && source)
        result = wr_record_read(own, arena, source, out);
    wr_context_destroy(own);
    return own && source ? result : wr_no_memory(context);
}

/* Each line is read once for its faults, and forgotten but for its unit. */
static enum wr_result add_line(struct wr_context *context, struct wr_arena *arena,
                               struct wr_arena *scratch, struct wr_manifest_page *page,
                               struct wr_manifest_line line)
{
    struct wr_record record;
    wr_arena_reset(scratch);
    enum wr_result result = wr_manifest_page_record(context, scratch, page, &line, &record);
    if (result != WR_OK)
        return result;
    page->lines = wr_arena_more(arena, page->lines, page->line_count, sizeof *page->lines);
    line.unit = wr_arena_text(arena, record.unit, strlen(record.unit));
    if (!page->lines || !line.unit)
        return wr_no_memory(context);
    line.from = page->packed;
    line.bytes = page->heading.pack ? record.output.digest.bytes : 0;
    page->packed += line.bytes;
    page->lines[page->line_count++] = line;
    return WR_OK;
}

static enum wr_result read_heading(struct wr_context *context, struct wr_arena *arena,
                                   struct wr_manifest_page *page, size_t size)
{
    struct wr_source *source = WR_TAKE(arena, struct wr_source, 1);
    if (!source)
        return wr_no_memory(context);
    *source = line_source(page, 0, size);
    return wr_heading_read(context, arena, source, &page->heading);
}

static enum wr_result read_lines(struct wr_context *context, struct wr_arena *arena,
                                 struct wr_arena *scratch, struct wr_manifest_page *page)
{
    enum wr_result result = WR_OK;
    const uint8_t *data = page->source.data, *end;
    uint32_t number = 0;
    for (size_t at = 0; !wr_walk_ends(result) && at < page->source.size; at = page->whole) {
        end = memchr(data + at, '\n', page->source.size - at);
        if (!end)
            break;
        size_t size = (size_t)(end - data) - at;
        page->whole = at + size + 1;
        struct wr_manifest_line line = {.offset = at, .size = size, .number = ++number};
        enum wr_result one = number == 1 ? read_heading(context, arena, page, size)
                                         : add_line(context, arena, scratch, page, line);
        if (number == 1 && one != WR_OK)
            return one;
        result = result == WR_OK || wr_walk_ends(one) ? one : result;
    }
    return result;
}

enum wr_result wr_manifest_page_read(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_source *source,
                                     struct wr_manifest_page *out)
{
    *out = (struct wr_manifest_page){.source = *source};
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result =
        scratch ? read_lines(context, arena, scratch, out) : wr_no_memory(context);
    wr_arena_destroy(scratch);
    return result;
}
