/* Findings, as text or as JSON lines. */
#include "builder/cli/printer.h"

#include <string.h>

/* Notes are background, but for those that explain the finding before them. */
static bool is_wanted(const struct printer *printer, const struct wr_diag *diag)
{
    bool explains = strcmp(diag->slug, printer->last_slug) == 0 && printer->last_shown;
    if (diag->severity == WR_NOTE)
        return explains || strcmp(diag->slug, "more-faults") == 0 ||
               (printer->notes && !printer->quiet);
    return diag->severity == WR_ERROR || !printer->quiet;
}

static const char no_memory[] = "error: the system has no memory left [no-memory]\n";

static void print(struct printer *printer, const struct wr_diag *diag)
{
    struct wr_bytes text = {0};
    if (printer->json)
        wr_diag_print_json(diag, &text);
    else if (printer->colours)
        wr_diag_print_coloured(diag, &text);
    else
        wr_diag_print(diag, &text);
    if (!text.failed)
        wr_write_err(text.data, text.size);
    else if (!printer->starved || strcmp(diag->slug, "no-memory") == 0)
        wr_write_err(no_memory, sizeof no_memory - 1);
    printer->starved |= text.failed;
    wr_bytes_finish(&text);
}

void printer_report(void *user, const struct wr_diag *diag)
{
    struct printer *printer = user;
    bool starved = strcmp(diag->slug, "no-memory") == 0;
    if (starved && printer->starved)
        return;
    printer->starved |= starved;
    printer->last_shown = is_wanted(printer, diag);
    strncpy(printer->last_slug, diag->slug, sizeof printer->last_slug - 1);
    if (!printer->last_shown)
        return;
    progress_clear(&printer->progress);
    print(printer, diag);
}

enum wr_answer printer_progress(void *user, const char *what, uint64_t done, uint64_t total)
{
    struct printer *printer = user;
    progress_show(&printer->progress, what, done, total);
    return WR_GO_ON;
}

enum wr_result printer_result(struct printer *printer, struct wr_bytes *text)
{
    progress_clear(&printer->progress);
    struct wr_bytes shown = {0};
    if (printer->silent)
        text->size = 0;
    if (text->size > 0 && !text->failed)
        wr_bytes_visible(&shown, text->data, text->size);
    bool whole = !text->failed && !shown.failed,
         written = whole && wr_write_out(shown.data, shown.size);
    wr_bytes_finish(&shown);
    wr_bytes_finish(text);
    if (written)
        return WR_OK;
    printer_report(printer, &(struct wr_diag){
                                .severity = WR_ERROR,
                                .slug = whole ? "write-failed" : "no-memory",
                                .message = whole ? "the output cannot be written"
                                                 : "the system has no memory left",
                            });
    return whole ? WR_IO : WR_NO_MEMORY;
}
