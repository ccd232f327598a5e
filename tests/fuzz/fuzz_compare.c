/* A module whose resources were changed by anybody, compared with what it was: the comparison
 * ends and counts what it reports, each resource is the same as itself, and what is said does
 * not depend on how often it is asked. */
#include "tests/fuzz/fuzz_spoil.h"
#include "tests/support/git_rows.h"

#include "builder/builder.h"

static void add_things(struct small_module *module)
{
    git_put_all(module->git, 3, 3, 0);
}

static struct wr_compare_summary compare(struct wr_memory *memory, const char *now,
                                         const char *was)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_compare_summary sum = {0};
    MUST(context);
    wr_context_set_files(context, wr_memory_files(memory));
    wr_context_set_jobs(context, 1);
    enum wr_result result = wr_compare(context, now, was, NULL, &sum);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (sum.resources > 0)
        MUST((result == WR_OK) == (sum.different + sum.alone == 0));
    MUST(sum.same + sum.close + sum.different + sum.alone == sum.resources);
    MUST((sum.differences > 0) == (sum.different + sum.alone > 0));
    wr_context_destroy(context);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wr_bytes sound;
    if (!sound.data)
        sound = spoil_module(add_things);
    struct wr_bytes module = spoil(&sound, data, size);
    struct wr_memory *memory = wr_memory_create(NULL);
    MUST(memory && wr_memory_put(memory, "was.mod", sound.data, sound.size));
    MUST(wr_memory_put(memory, "now.mod", module.data, module.size));
    struct wr_compare_summary there = compare(memory, "now.mod", "was.mod");
    struct wr_compare_summary back = compare(memory, "was.mod", "now.mod");
    struct wr_compare_summary self = compare(memory, "now.mod", "now.mod");
    MUST(there.resources == back.resources && there.same == back.same);
    MUST(there.alone == back.alone && self.same == self.resources);
    wr_memory_destroy(memory);
    wr_bytes_finish(&module);
    return 0;
}
