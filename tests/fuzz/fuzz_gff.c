/* GFF: whatever is read is shown as JSON, and written back to the same bytes. */
#include "tests/fuzz/fuzz_dump.h"

#include "core/format/gff.h"

#include <string.h>

static void dump(const void *gff, struct wr_dump *out)
{
    wr_gff_dump(gff, out);
}

/* The JSON reader that looks at the dump goes down to 64 brackets. */
static bool shallow(const wr_gff_struct *tree, unsigned left)
{
    bool fine = left > 0;
    for (uint32_t i = 0; fine && i < tree->count; i++) {
        const wr_gff_field *field = &tree->fields[i];
        if (field->type == WR_GFF_STRUCT)
            fine = shallow(field->child, left - 1);
        for (uint32_t k = 0; field->type == WR_GFF_LIST && fine && k < field->list.count; k++)
            fine = shallow(field->list.items[k], left - 1);
    }
    return fine;
}

static void check_writing(struct wr_context *context, struct wr_arena *arena,
                          struct wr_gff *gff, const struct wr_source *source)
{
    struct wr_bytes out = {0};
    struct wr_gff *again;
    MUST(wr_gff_write(context, gff, &out) == WR_OK);
    MUST(!gff->order ||
         (out.size == source->size && memcmp(out.data, source->data, out.size) == 0));
    gff->order = NULL;
    out.size = 0;
    MUST(wr_gff_write(context, gff, &out) == WR_OK);
    struct wr_source written = {.name = "anew", .data = out.data, .size = out.size};
    MUST(wr_gff_read(context, arena, &written, &again) == WR_OK && again->order);
    wr_bytes_finish(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.gff", .data = data, .size = size};
    struct wr_gff *gff;
    MUST(context && arena);
    enum wr_result result = wr_gff_read(context, arena, &source, &gff);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        MUST(wr_gff_recognise(data, size));
        if (shallow(gff->root, 12))
            check_dump(context, arena, gff, dump);
        check_writing(context, arena, gff, &source);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
