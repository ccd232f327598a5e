/* The progress bar: `rooms written [=====     ] 1200/2400`. */
#include "builder/cli/progress.h"

#include "core/core.h"

#include <inttypes.h>
#include <string.h>

/* Work that is done sooner than the first shows no bar at all. Seconds. */
static const double patience = 0.3, interval = 0.1;

static void draw(const struct progress *progress, const char *what, uint64_t done,
                 uint64_t total)
{
    struct wr_bytes line = {0}, count = {0};
    int digits = 1;
    for (uint64_t rest = total; rest >= 10; rest /= 10)
        digits++;
    wr_bytes_print(&count, " %*" PRIu64 "/%" PRIu64, digits, done, total);
    wr_bytes_print(&line, "\r%s [", what);
    size_t others = line.size + count.size + 1;
    size_t bar = progress->width > others ? progress->width - others : 0;
    size_t full = total ? (size_t)((double)bar * (double)done / (double)total) : 0;
    for (size_t i = 0; i < bar; i++)
        wr_bytes_char(&line, i < full ? '=' : ' ');
    wr_bytes_char(&count, '\0');
    wr_bytes_print(&line, "]%s\x1b[K", (const char *)count.data);
    if (!line.failed && !count.failed && bar > 0)
        wr_write_err(line.data, line.size);
    wr_bytes_finish(&line);
    wr_bytes_finish(&count);
}

void progress_show(struct progress *progress, const char *what, uint64_t done, uint64_t total)
{
    if (progress->width == 0 || total == 0)
        return;
    double time = wr_clock();
    if (!progress->started) {
        progress->started = true;
        progress->began = time;
    }
    if (time - progress->began < patience || time - progress->shown < interval)
        return;
    progress->shown = time;
    progress->visible = true;
    draw(progress, what, done, total);
}

void progress_clear(struct progress *progress)
{
    static const char clear[] = "\r\x1b[K";
    if (progress->visible)
        wr_write_err(clear, sizeof clear - 1);
    progress->visible = false;
}
