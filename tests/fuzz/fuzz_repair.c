/* Any bytes as a walkmesh, repaired: the judge finds nothing of what a repair says it mends,
 * and a second one has nothing to do. */
#include "core/format/bwm.h"
#include "core/walkmesh/judge.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* What the judge found, and whether a repair named what it left. */
struct met {
    bool flat, unused, doubled, downward, unfinished;
};

static void report(void *user, const struct wr_diag *diag)
{
    struct met *met = user;
    met->flat |= strcmp(diag->slug, "face-without-area") == 0;
    met->unused |= strcmp(diag->slug, "vertex-unused") == 0;
    met->doubled |= strcmp(diag->slug, "face-doubled") == 0 ||
                    strcmp(diag->slug, "vertex-doubled") == 0 ||
                    strcmp(diag->slug, "edge-overused") == 0;
    met->downward |= strcmp(diag->slug, "face-downward") == 0;
    met->unfinished |= strcmp(diag->slug, "repair-unfinished") == 0;
}

static enum wr_result repair(struct wr_arena *arena, const struct wr_source *source,
                             struct wr_bytes *out, struct wr_rebuilt *rebuilt, struct met *met)
{
    struct wr_context *context = wr_context_create(report, met);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    MUST(context);
    enum wr_result result = wr_bwm_repair(context, arena, source, &surfaces, out, rebuilt);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    wr_context_destroy(context);
    return result;
}

static void judge(struct wr_arena *arena, const struct wr_source *source, struct met *met)
{
    struct wr_context *context = wr_context_create(report, met);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *mesh;
    MUST(context && wr_bwm_read(context, arena, source, &mesh) == WR_OK);
    wr_walkmesh_judge(context, mesh, &surfaces, source);
    wr_context_destroy(context);
}

static void check_repaired(struct wr_arena *arena, const struct wr_bytes *once,
                           const struct wr_rebuilt *first)
{
    struct wr_source mended = {"fuzz.wok", once->data, once->size, true};
    struct met found = {0}, again = {0};
    struct wr_bytes twice = {0};
    struct wr_rebuilt second;
    judge(arena, &mended, &found);
    MUST(!found.flat && !found.unused);
    MUST(first->mended.left > 0 || (!found.doubled && !found.downward));
    MUST(repair(arena, &mended, &twice, &second, &again) == WR_OK);
    MUST(twice.size == once->size && memcmp(twice.data, once->data, once->size) == 0);
    MUST(second.mended.left == first->mended.left);
    wr_bytes_finish(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {"fuzz.wok", data, size, true};
    struct wr_bytes once = {0};
    struct wr_rebuilt rebuilt;
    struct met met = {0};
    MUST(arena);
    if (repair(arena, &source, &once, &rebuilt, &met) == WR_OK && !met.unfinished)
        check_repaired(arena, &once, &rebuilt);
    wr_bytes_finish(&once);
    wr_arena_destroy(arena);
    return 0;
}
