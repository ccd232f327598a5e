/* Any text as the report beside a small module: its plan is drawn, or the report is refused. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/fuzz/fuzz.h"
#include "tests/support/folder.h"
#include "tests/support/small_module.h"

#include "builder/builder.h"

/* The module, with all but the report. */
static void put_module(const struct folder *folder, struct findings *findings)
{
    struct small_module module;
    small_start(&module, findings);
    folder_put(folder, "s.lyt", module.lyt.data, module.lyt.size);
    folder_put(folder, "s.vis", module.vis.data, module.vis.size);
    for (uint32_t room = 0; room < 2; room++) {
        struct wr_bytes wok = {0};
        wr_bwm_write(small_room(&module, room), &wok);
        folder_put(folder, room == 0 ? "s_a.wok" : "s_b.wok", wok.data, wok.size);
        wr_bytes_finish(&wok);
    }
    wr_bytes_finish(&module.lyt);
    wr_bytes_finish(&module.vis);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct findings findings;
    struct folder folder;
    struct wr_bytes plan = {0};
    struct wr_draw_options options = {.format = WR_SVG};
    findings_start(&findings);
    wr_context_set_jobs(findings.context, 1);
    folder_start(&folder);
    put_module(&folder, &findings);
    folder_put(&folder, "s.report.json", data, size);
    enum wr_result result = wr_draw(findings.context, folder.root, NULL, &options, &plan);
    MUST((result == WR_OK) == (findings.errors == 0));
    MUST(result != WR_OK || plan.size > 0);
    wr_bytes_finish(&plan);
    folder_end(&folder);
    findings_end(&findings);
    return 0;
}
