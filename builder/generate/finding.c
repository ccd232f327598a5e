/* Keeping the first error. */
#include "builder/generate/finding.h"

#include <string.h>

static void copy(char *out, size_t size, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    if (length >= size)
        length = size - 1;
    if (length > 0)
        memcpy(out, text, length);
    out[length] = '\0';
}

void wr_finding_keep(void *user, const struct wr_diag *diag)
{
    struct wr_finding *finding = user;
    if (finding->found || diag->severity != WR_ERROR)
        return;
    finding->found = true;
    finding->line = diag->line;
    copy(finding->slug, sizeof finding->slug, diag->slug);
    copy(finding->message, sizeof finding->message, diag->message);
    copy(finding->hint, sizeof finding->hint, diag->hint);
    copy(finding->file, sizeof finding->file, diag->file);
}
