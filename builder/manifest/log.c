/* A manifest's file, line by line. */
#include "builder/manifest/state.h"

#include "core/files/fault.h"

enum wr_result wr_manifest_write(struct wr_context *context, struct wr_manifest *manifest,
                                 const struct wr_bytes *line)
{
    const struct wr_files *files = wr_files_of(context);
    if (line->failed)
        return wr_no_memory(context);
    if (!manifest->file)
        return WR_OK;
    if (manifest->torn)
        return WR_IO; /* it was said */
    int error = files->append(files->user, manifest->file, line->data, line->size);
    manifest->torn = error != WR_FILE_FINE;
    return error ? wr_fail_write(context, manifest->options.file, error) : WR_OK;
}

enum wr_result wr_manifest_cut(struct wr_context *context, struct wr_manifest *manifest,
                               size_t lines)
{
    const struct wr_files *files = wr_files_of(context);
    const struct wr_manifest_page *page = manifest->pages;
    if (!manifest->file || manifest->page_count == 0 || lines >= page->line_count)
        return WR_OK;
    int error = files->finish(files->user, manifest->file, 0);
    manifest->file = NULL;
    if (!error)
        error = files->go_on(files->user, manifest->options.file, page->lines[lines].offset,
                             &manifest->file);
    return error ? wr_fail_write(context, manifest->options.file, error) : WR_OK;
}
