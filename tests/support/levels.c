/* Templates and kits made ready in memory. */
#include "tests/support/levels.h"

#include "core/base/system.h"
#include "tests/support/judged.h"

bool levels_start(struct levels *levels, const char *place, bool corpus)
{
    const char *root = wr_environment(corpus ? "WARREN_CORPUS" : "WARREN_SOURCE");
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    *levels = (struct levels){0};
    assert_non_null(root);
    snprintf(levels->folder, sizeof levels->folder, "%s/%s", root, place);
    FILE *file = fopen(levels->folder, "rb");
    if (!file)
        return false;
    fclose(file);
    findings_start(&levels->findings);
    levels->arena = wr_arena_create();
    levels->kits = wr_kits_create(&surfaces);
    assert_int_equal(wr_kits_add(levels->kits, levels->folder), WR_OK);
    assert_non_null(levels->arena);
    assert_non_null(levels->kits);
    assert_int_equal(
        wr_kits_find(levels->findings.context, levels->kits, levels->folder, &levels->kit),
        WR_OK);
    levels->template = (struct wr_template){
        .id = "level",
        .title = "Level",
        .way = WR_WAY_GROW,
        .grow = {.rooms = {10, 10},
                 .branching = NAN,
                 .loop_share = NAN,
                 .loops = {WR_NONE, WR_NONE},
                 .critical_path = {WR_NONE, WR_NONE},
                 .dead_ends = NAN},
        .bounds = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}},
        .entry_node = WR_NONE,
        .exit_node = WR_NONE,
    };
    return true;
}

void levels_end(struct levels *levels)
{
    wr_kits_free(levels->kits);
    wr_arena_destroy(levels->arena);
    findings_end(&levels->findings);
}

enum wr_result levels_prepare(struct levels *levels)
{
    return wr_kit_pieces_make(levels->findings.context, &levels->template, &levels->kit, 1,
                              NULL, levels->arena, &levels->pieces);
}

void levels_draft_ring(struct levels *levels, const wr_ring *ring, struct wr_draft *out)
{
    *out = (struct wr_draft){
        .rooms = WR_ZERO(levels->arena, wr_draft_room, ring->length),
        .links = WR_ZERO(levels->arena, wr_draft_link, ring->length),
        .room_count = ring->length,
        .link_count = ring->length,
        .exit = WR_NONE,
    };
    for (uint32_t i = 0; i < ring->length; i++) {
        uint32_t next = (i + 1) % ring->length;
        out->rooms[i].standing = ring->rooms[i].standing;
        out->links[i] = (wr_draft_link){.rooms = {i, next},
                                        .hooks = {ring->rooms[i].out, ring->rooms[next].in}};
    }
}

size_t levels_judge(struct levels *levels, const struct wr_draft *draft,
                    struct wr_build_summary *summary)
{
    struct wr_making making = {.context = levels->findings.context,
                               .template = &levels->template,
                               .kit = &levels->pieces,
                               .kept = &nothing_kept,
                               .arena = levels->arena};
    struct wr_generated generated;
    struct wr_map *map = NULL;
    struct oracle_report report = {0};
    char folder[128];
    folder_make(folder);
    assert_int_equal(wr_draft_map(&making, draft, &map, &generated), WR_OK);
    struct wr_build_options options = {.output = folder, .id = "level", .force = true};
    enum wr_result result =
        wr_build(levels->findings.context, map, levels->kits, &options, summary);
    size_t faults = 1;
    if (result == WR_OK) {
        struct made made = {.map = map, .kits = levels->kits};
        faults = judge_module(&report, folder, &made);
        if (levels->round)
            faults += judge_round(folder) != draft->room_count;
    } else {
        printf("[  BUILD   ] %.*s\n", (int)levels->findings.lines.size,
               (const char *)levels->findings.lines.data);
    }
    wr_map_free(map);
    oracle_report_clear(&report);
    folder_drop(folder);
    return faults;
}
