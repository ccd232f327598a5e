/* Any text as the report beside a small module: its plan is drawn, or the report is refused. */
#include "tests/fuzz/fuzz.h"
#include "tests/support/small_module.h"

#include "builder/builder.h"
#include "core/base/system.h"

static char folder[256];

static void keep(struct wr_context *context, const char *name, const void *data, size_t size)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    MUST(wr_file_write(context, path, data, size, WR_OVERWRITE) == WR_OK);
}

/* The module's folder, with all but the report. */
static void make_folder(struct wr_context *context)
{
    static struct findings findings;
    struct small_module module;
    const char *temporary = wr_environment("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/warren-fuzz-report-%p",
             temporary ? temporary : "/tmp", (void *)context);
    findings_start(&findings);
    small_start(&module, &findings);
    MUST(wr_folder_make(context, folder) == WR_OK);
    keep(context, "s.lyt", module.lyt.data, module.lyt.size);
    keep(context, "s.vis", module.vis.data, module.vis.size);
    for (uint32_t room = 0; room < 2; room++) {
        struct wr_bytes wok = {0};
        wr_bwm_write(small_room(&module, room), &wok);
        keep(context, room == 0 ? "s_a.wok" : "s_b.wok", wok.data, wok.size);
        wr_bytes_finish(&wok);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_bytes plan = {0};
    struct wr_draw_options options = {.format = WR_SVG};
    MUST(context);
    wr_context_set_jobs(context, 1);
    if (!*folder)
        make_folder(context);
    keep(context, "s.report.json", data, size);
    enum wr_result result = wr_draw(context, folder, NULL, &options, &plan);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(result != WR_OK || plan.size > 0);
    wr_bytes_finish(&plan);
    wr_context_destroy(context);
    return 0;
}
