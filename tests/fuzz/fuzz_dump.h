/* Every dump as JSON is JSON. */
#ifndef WR_TESTS_FUZZ_FUZZ_DUMP_H
#define WR_TESTS_FUZZ_FUZZ_DUMP_H

#include "tests/fuzz/fuzz.h"

#include "core/text/dump.h"
#include "core/text/json.h"

static inline void check_dump(struct wr_context *context, struct wr_arena *arena,
                              const void *thing,
                              void (*dump)(const void *thing, struct wr_dump *dump))
{
    struct wr_bytes out = {0};
    struct wr_dump writer;
    wr_json *json;
    wr_dump_start(&writer, &out, true);
    dump(thing, &writer);
    wr_dump_end(&writer);
    MUST(!out.failed);
    struct wr_source source = {.name = "dump", .data = out.data, .size = out.size};
    MUST(wr_json_read(context, arena, &source, &json) == WR_OK);
    wr_bytes_finish(&out);
}

#endif
