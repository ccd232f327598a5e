/* Walkmeshes: whatever is read is written the same, and whatever is rebuilt is right and does
 * not change when it is rebuilt again. */
#include "tests/fuzz/fuzz.h"
#include "tests/oracle/oracle.h"

#include "core/format/bwm.h"
#include "core/walkmesh/tree.h"

#include <string.h>

static const wr_surfaces *surfaces(void)
{
    static wr_surfaces k1;
    k1 = wr_surfaces_default(WR_K1);
    return &k1;
}

static enum wr_result rebuild(struct wr_context *context, const char *name, const uint8_t *data,
                              size_t size, struct wr_bytes *out)
{
    struct wr_arena *arena = wr_arena_create();
    const struct wr_source source = {name, data, size, true};
    struct wr_rebuilt report;
    MUST(arena);
    *out = (struct wr_bytes){0};
    enum wr_result result = wr_bwm_rebuild(context, arena, &source, surfaces(), out, &report);
    MUST(result == WR_OK || out->size == 0);
    wr_arena_destroy(arena);
    return result;
}

static void check_copy(struct wr_context *context, const struct wr_walkmesh *mesh)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *copy;
    struct wr_bytes out = {0}, again = {0};
    MUST(arena);
    wr_bwm_write(mesh, &out);
    const struct wr_source source = {"copy.dwk", out.data, out.size, true};
    MUST(!out.failed && wr_bwm_read(context, arena, &source, &copy) == WR_OK);
    wr_bwm_write(copy, &again);
    MUST(again.size == out.size && memcmp(again.data, out.data, out.size) == 0);
    wr_bytes_finish(&out);
    wr_bytes_finish(&again);
    wr_arena_destroy(arena);
}

/* Leaves out what the input may bring along, and what extreme coordinates make of tolerances.
 */
static void judge(const struct wr_bytes *bytes)
{
    struct oracle_report report = {0};
    struct oracle_options options = oracle_rebuilt();
    static const enum oracle_rule inherited[] = {
        ORACLE_FACE_AREA,       ORACLE_FACE_DOWNWARD,  ORACLE_FACE_NORMAL,
        ORACLE_FACE_PLANE,      ORACLE_VERTEX_UNUSED,  ORACLE_MATERIAL_UNKNOWN,
        ORACLE_TREE_LEAF_BOX,   ORACLE_TREE_SORT,      ORACLE_ADJACENCY_CROWDED,
        ORACLE_EDGE_TRANSITION, ORACLE_HEADER_HOOKS,   ORACLE_TREE_DIRECTION,
        ORACLE_HEADER_POSITION, ORACLE_WALKABLE_COUNT, ORACLE_WALKABLE_FIRST,
    };
    for (size_t i = 0; i < sizeof inherited / sizeof *inherited; i++)
        report.ignored[inherited[i]] = true;
    if (!oracle_judge_bytes(&report, &options, "rebuilt", bytes->data, bytes->size)) {
        fprintf(stderr, "%s: %s\n", oracle_rule_name(report.faults[0].rule),
                report.faults[0].text);
        abort();
    }
    oracle_report_clear(&report);
}

/* A face that repeats a corner meets itself; the judge and the program see that differently. */
static bool repeats_a_corner(const struct wr_walkmesh *mesh)
{
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
            return true;
    }
    return false;
}

/* A tree that was kept is the one that would have been made. */
static void check_tree(struct wr_context *context, const struct wr_bytes *rebuilt)
{
    struct wr_arena *arena = wr_arena_create();
    const struct wr_source source = {"rebuilt.wok", rebuilt->data, rebuilt->size, true};
    struct wr_walkmesh *mesh;
    MUST(arena && wr_bwm_read(context, arena, &source, &mesh) == WR_OK);
    const wr_tree_node *nodes = mesh->nodes;
    uint32_t count = mesh->node_count;
    MUST(wr_tree_derive(context, arena, mesh) == WR_OK && mesh->node_count == count);
    MUST(count == 0 || memcmp(mesh->nodes, nodes, count * sizeof *nodes) == 0);
    wr_arena_destroy(arena);
}

static void check_rebuilt(struct wr_context *context, const char *name,
                          const struct wr_walkmesh *mesh, const struct wr_bytes *out)
{
    struct wr_bytes again;
    MUST(rebuild(context, name, out->data, out->size, &again) == WR_OK);
    MUST(again.size == out->size && memcmp(again.data, out->data, out->size) == 0);
    wr_bytes_finish(&again);
    check_tree(context, out);
    if (mesh->kind == WR_WOK && !repeats_a_corner(mesh))
        judge(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *name = size > 0 && data[size - 1] & 1 ? "fuzz.dwk" : "fuzz.pwk";
    const struct wr_source source = {name, data, size, true};
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh;
    struct wr_bytes out;
    MUST(context && arena);
    enum wr_result result = wr_bwm_read(context, arena, &source, &mesh);
    MUST(rebuild(context, name, data, size, &out) == result);
    if (result == WR_OK) {
        check_copy(context, mesh);
        check_rebuilt(context, name, mesh, &out);
    }
    wr_bytes_finish(&out);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
