/* Walkmeshes rebuilt one by one, and what was met. */
#include "builder/inspect/rebuild_file.h"

#include "core/files/files.h"

#include <string.h>

/* ---- Walkmeshes -------------------------------------------------------------------------- */

static enum wr_result refuse(struct wr_context *context, const struct wr_source *source,
                             const struct wr_kind *kind)
{
    const char *cure = "give walkmeshes (.wok, .pwk, .dwk), archives (.mod, .rim, .erf), or "
                       "folders that hold some";
    return wr_fail(context, WR_SYNTAX, wr_at(source, WR_WHOLE_FILE), "bwm-magic",
                   kind->rebuild_cure ? kind->rebuild_cure : cure,
                   "this is %s %s, not a walkmesh", wr_kind_article(kind), kind->name);
}

enum wr_result wr_rebuild_file_mesh(struct wr_context *context, const struct wr_kind_file *file,
                                    struct wr_bytes *out, struct wr_rebuilt *report)
{
    const struct wr_kind *called = wr_kind_called(file->source.name);
    const struct wr_kind *kind = wr_kind_of(file->source.data, file->source.size);
    if (strcmp(file->source.name, WR_STDIN) == 0)
        called = kind; /* it has no name that would tell */
    bool text = called && called->rebuild && !called->binary;
    if (!kind) /* its reader says what is wrong */
        kind = text ? called : wr_kind_called(".wok");
    if (!kind->rebuild || kind->binary == text)
        return refuse(context, &file->source, kind);
    enum wr_result result = kind->rebuild(context, file, out, report);
    return result == WR_OK && out->failed ? wr_no_memory(context) : result;
}

bool wr_rebuild_joins(const struct wr_rebuild_options *options)
{
    return options->repair || options->relink || options->vis || options->paths ||
           options->minimap;
}

/* ---- Sums ---------------------------------------------------------------------------------
 */

uint64_t wr_repaired_count(const wr_repaired *mended)
{
    return (uint64_t)mended->welded + mended->unused + mended->flat + mended->doubled +
           mended->turned + mended->cut + mended->closed;
}

void wr_rebuild_count(struct wr_rebuild_summary *sum, const struct wr_rebuilt *report)
{
    const wr_repaired *mended = &report->mended;
    sum->faces += report->faces;
    sum->reordered += report->reordered;
    sum->dropped += report->dropped;
    sum->mended += wr_repaired_count(mended);
    sum->left += mended->left;
}

void wr_rebuild_add_joint(struct wr_rebuild_summary *sum, const struct wr_joint *joint)
{
    sum->linked += joint->linked;
    sum->cleared += joint->cleared;
    sum->moved += joint->moved;
    sum->left += joint->left;
}

void wr_rebuild_add(struct wr_rebuild_summary *sum, const struct wr_rebuild_summary *met)
{
    sum->files += met->files;
    sum->rebuilt += met->rebuilt;
    sum->failed += met->failed;
    sum->unchanged += met->unchanged;
    sum->packed += met->packed;
    sum->archives += met->archives;
    sum->faces += met->faces;
    sum->reordered += met->reordered;
    sum->dropped += met->dropped;
    sum->mended += met->mended;
    sum->left += met->left;
    sum->linked += met->linked;
    sum->cleared += met->cleared;
    sum->moved += met->moved;
    sum->vis += met->vis;
    sum->paths += met->paths;
    sum->minimaps += met->minimaps;
    sum->models += met->models;
}
