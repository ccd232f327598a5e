/* What is on record of a batch's units: of one run that goes on, or of all shards. */
#include "builder/manifest/pack.h"

#include "core/files/fault.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making ------------------------------------------------------------------------------ */

static struct wr_manifest *create(void)
{
    struct wr_manifest *manifest = wr_alloc(sizeof *manifest);
    struct wr_arena *arena = wr_arena_create();
    if (manifest)
        *manifest = (struct wr_manifest){.arena = arena};
    if (manifest && arena && mtx_init(&manifest->lock, mtx_plain) == thrd_success)
        return manifest;
    wr_arena_destroy(arena);
    wr_free(manifest);
    return NULL;
}

static void destroy(struct wr_manifest *manifest)
{
    wr_pack_destroy(manifest->pack);
    mtx_destroy(&manifest->lock);
    wr_arena_destroy(manifest->arena);
    wr_free(manifest);
}

static enum wr_result read_page(struct wr_context *context, struct wr_manifest *manifest,
                                const char *path, struct wr_manifest_page *page)
{
    struct wr_source source;
    enum wr_result result = wr_file_read(context, manifest->arena, path, &source);
    if (result == WR_OK)
        result = wr_manifest_page_read(context, manifest->arena, &source, page);
    if (result != WR_OK || !page->heading.command)
        return result;
    if (strcmp(page->heading.version, wr_version()) == 0)
        return WR_OK;
    return wr_fail(context, WR_INVALID, wr_at(&page->source, 0), "manifest-version",
                   "do all of a work with one version",
                   "Warren %.40s wrote the manifest, this is Warren %s", page->heading.version,
                   wr_version());
}

/* Of one unit those of the earlier page, and the later line, first. */
static int order_lines(const void *a, const void *b)
{
    const struct wr_manifest_line *p = a, *q = b;
    int order = strcmp(p->unit, q->unit);
    if (order == 0)
        order = (p->page > q->page) - (p->page < q->page);
    return order ? order : (p->number < q->number) - (p->number > q->number);
}

/* A unit that was done again counts as it was done last. */
static enum wr_result keep_last(struct wr_context *context, struct wr_manifest *manifest)
{
    enum wr_result result = WR_OK;
    size_t kept = 0;
    for (size_t i = 0; i < manifest->line_count; i++) {
        const struct wr_manifest_line *line = &manifest->lines[i];
        const struct wr_manifest_line *last = kept ? &manifest->lines[kept - 1] : NULL;
        bool again = last && strcmp(last->unit, line->unit) == 0;
        if (again && last->page != line->page)
            result =
                wr_fail(context, WR_INVALID,
                        wr_at(&manifest->pages[line->page].source, line->offset), "unit-twice",
                        "give the manifest of each shard once", "unit %.200s is in %s, too",
                        line->unit, manifest->pages[last->page].source.name);
        if (!again)
            manifest->lines[kept++] = *line;
    }
    manifest->line_count = kept;
    return result;
}

static enum wr_result sort_lines(struct wr_context *context, struct wr_manifest *manifest)
{
    size_t total = 0;
    for (size_t i = 0; i < manifest->page_count; i++)
        total += manifest->pages[i].line_count;
    manifest->lines = WR_TAKE(manifest->arena, struct wr_manifest_line, total);
    if (!manifest->lines)
        return wr_no_memory(context);
    for (size_t i = 0; i < manifest->page_count; i++)
        for (size_t k = 0; k < manifest->pages[i].line_count; k++) {
            struct wr_manifest_line *line = &manifest->lines[manifest->line_count++];
            *line = manifest->pages[i].lines[k];
            line->page = (uint32_t)i;
        }
    if (total > 0)
        qsort(manifest->lines, total, sizeof *manifest->lines, order_lines);
    return keep_last(context, manifest);
}

/* ---- One that goes on -------------------------------------------------------------------- */

static bool same_work(const struct wr_heading *heading, const char *command,
                      const char *const *arguments, size_t count)
{
    bool same = strcmp(heading->command, command) == 0 && heading->argument_count == count;
    for (size_t i = 0; same && i < count; i++)
        same = strcmp(heading->arguments[i], arguments[i]) == 0;
    return same;
}

static enum wr_result check_own(struct wr_context *context, const struct wr_manifest_page *page,
                                const struct wr_manifest_options *options)
{
    const struct wr_heading *heading = &page->heading;
    if (same_work(heading, options->command, options->arguments, options->argument_count) &&
        heading->shard.index == options->shard.index &&
        heading->shard.count == options->shard.count)
        return WR_OK;
    return wr_fail(context, WR_INVALID, wr_at(&page->source, 0), "manifest-other",
                   "give the same command, options and shard, or another --manifest",
                   "the manifest is of other work");
}

static enum wr_result read_own(struct wr_context *context, struct wr_manifest *manifest)
{
    const struct wr_manifest_options *options = &manifest->options;
    struct wr_source source = {.name = options->file};
    if (!options->file || !wr_file_exists(context, options->file))
        return WR_OK;
    if (!options->resume)
        return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-exists",
                       "give --resume to go on from it, or another name",
                       "the file exists already");
    manifest->pages = WR_ZERO(manifest->arena, struct wr_manifest_page, 1);
    if (!manifest->pages)
        return wr_no_memory(context);
    enum wr_result result = read_page(context, manifest, options->file, manifest->pages);
    if (result != WR_OK || !manifest->pages->heading.command)
        return result;
    manifest->page_count = 1;
    result = check_own(context, manifest->pages, options);
    return result == WR_OK ? sort_lines(context, manifest) : result;
}

enum wr_result wr_manifest_begin(struct wr_context *context,
                                 const struct wr_manifest_options *options,
                                 struct wr_manifest **out)
{
    struct wr_manifest *manifest = create();
    *out = NULL;
    if (!manifest)
        return wr_no_memory(context);
    manifest->options = *options;
    enum wr_result result = read_own(context, manifest);
    if (result != WR_OK)
        destroy(manifest);
    else
        *out = manifest;
    return result;
}

/* ---- Joined ones ------------------------------------------------------------------------- */

static enum wr_result fail_shard(struct wr_context *context,
                                 const struct wr_manifest_page *page, const char *what)
{
    wr_shard shard = page->heading.shard;
    return wr_fail(context, WR_INVALID, wr_at(&page->source, 0), "manifest-shard",
                   "give the manifest of each shard once", "shard %u of %u %s",
                   (unsigned)shard.index, (unsigned)shard.count, what);
}

/* All are of one work, and no two of one shard. */
static enum wr_result check_shards(struct wr_context *context,
                                   const struct wr_manifest *manifest)
{
    const struct wr_manifest_page *first = &manifest->pages[0];
    bool *seen = WR_ZERO(manifest->arena, bool, (size_t)first->heading.shard.count + 1);
    enum wr_result result = WR_OK;
    if (!seen)
        return wr_no_memory(context);
    for (size_t i = 0; i < manifest->page_count; i++) {
        const struct wr_manifest_page *page = &manifest->pages[i];
        const struct wr_heading *heading = &page->heading;
        if (!same_work(&first->heading, heading->command, heading->arguments,
                       heading->argument_count))
            result = wr_fail(context, WR_INVALID, wr_at(&page->source, 0), "manifest-other",
                             "gather the shards of one work", "this is of other work than %s",
                             first->source.name);
        else if (!heading->pack != !first->heading.pack)
            result = wr_fail(context, WR_INVALID, wr_at(&page->source, 0), "manifest-other",
                             "gather packs alone, or folders alone",
                             "one of this and %s is of a pack, and the other of a folder",
                             first->source.name);
        else if (heading->shard.count != first->heading.shard.count)
            result = fail_shard(context, page, "is none of those of the other manifests");
        else if (seen[heading->shard.index])
            result = fail_shard(context, page, "is there twice");
        else
            seen[heading->shard.index] = true;
    }
    return result;
}

/* In whichever order they were given, what is told of them is the same. */
static int order_pages(const void *a, const void *b)
{
    const struct wr_manifest_page *p = a, *q = b;
    return (p->heading.shard.index > q->heading.shard.index) -
           (p->heading.shard.index < q->heading.shard.index);
}

static enum wr_result read_all(struct wr_context *context, struct wr_manifest *manifest,
                               const char *const *paths, size_t count)
{
    enum wr_result result = WR_OK;
    manifest->pages = WR_ZERO(manifest->arena, struct wr_manifest_page, count);
    if (!manifest->pages)
        return wr_no_memory(context);
    for (size_t i = 0; !wr_walk_ends(result) && i < count; i++) {
        struct wr_manifest_page *page = &manifest->pages[manifest->page_count++];
        enum wr_result one = read_page(context, manifest, paths[i], page);
        if (one == WR_OK && !page->heading.command)
            one = wr_fail(context, WR_INVALID, wr_at(&page->source, WR_WHOLE_FILE),
                          "manifest-syntax", "run its shard again with --resume",
                          "the manifest has no whole line");
        result = result == WR_OK || wr_walk_ends(one) ? one : result;
    }
    if (result == WR_OK)
        result = check_shards(context, manifest);
    if (result == WR_OK)
        qsort(manifest->pages, manifest->page_count, sizeof *manifest->pages, order_pages);
    return result == WR_OK ? sort_lines(context, manifest) : result;
}

enum wr_result wr_manifest_join(struct wr_context *context, const char *const *paths,
                                size_t count, struct wr_manifest **out)
{
    struct wr_manifest *manifest = create();
    *out = NULL;
    if (!manifest)
        return wr_no_memory(context);
    manifest->joined = true;
    enum wr_result result = read_all(context, manifest, paths, count);
    if (result != WR_OK)
        destroy(manifest);
    else
        *out = manifest;
    return result;
}

const char *wr_manifest_command(const struct wr_manifest *manifest)
{
    return manifest->pages[0].heading.command;
}

size_t wr_manifest_arguments(const struct wr_manifest *manifest, const char *const **out)
{
    *out = manifest->pages[0].heading.arguments;
    return manifest->pages[0].heading.argument_count;
}

bool wr_manifest_made_of(struct wr_manifest *manifest, const char *path)
{
    if (!path)
        return true;
    const char **given =
        wr_arena_more(manifest->arena, manifest->given, manifest->given_count, sizeof *given);
    if (!given)
        return false;
    manifest->given = given;
    given[manifest->given_count++] = path;
    return true;
}

enum wr_result wr_manifest_pack(struct wr_context *context, struct wr_manifest *manifest,
                                const char *path, unsigned flags)
{
    return wr_pack_create(manifest, path, flags) ? WR_OK : wr_no_memory(context);
}

bool wr_manifest_packs(const struct wr_manifest *manifest)
{
    return manifest &&
           (manifest->pack || (manifest->joined && manifest->pages[0].heading.pack));
}

const char *wr_manifest_packed(const struct wr_manifest *manifest, size_t index)
{
    bool stay = manifest && manifest->joined && !manifest->pack;
    return stay && index < manifest->page_count ? manifest->pages[index].heading.pack : NULL;
}

struct wr_manifest *wr_manifest_beyond(struct wr_manifest *manifest)
{
    if (!manifest || !manifest->pack)
        return NULL;
    manifest->beyond = true;
    return manifest;
}

bool wr_manifest_joined(const struct wr_manifest *manifest)
{
    return manifest && manifest->joined;
}

bool wr_manifest_lacks(const struct wr_manifest *manifest)
{
    return manifest && manifest->missing.count + manifest->changed.count > 0;
}

bool wr_manifest_resumes(const struct wr_manifest *manifest)
{
    return manifest && !manifest->joined && manifest->options.resume;
}

/* ---- Beginning --------------------------------------------------------------------------- */

static const wr_recorded *find_changed(const struct wr_heading *heading,
                                       const wr_recorded *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool same = i < heading->input_count &&
                    wr_digest_same(&heading->inputs[i].digest, &inputs[i].digest);
        if (!same)
            return &inputs[i];
    }
    return heading->input_count == count ? NULL : &heading->inputs[count];
}

static enum wr_result check_joined(struct wr_context *context,
                                   const struct wr_manifest *manifest,
                                   const wr_recorded *inputs, size_t count)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < manifest->page_count; i++) {
        const struct wr_manifest_page *page = &manifest->pages[i];
        const wr_recorded *changed = find_changed(&page->heading, inputs, count);
        if (changed)
            result = wr_fail(context, WR_INVALID, wr_at(&page->source, 0), "manifest-changed",
                             "do the work again with what there is now",
                             "the shard was made of another %s", changed->path);
    }
    return result;
}

/* Where what all units are made of changed, none is as it would be. */
static void begin_anew(struct wr_context *context, struct wr_manifest *manifest,
                       const wr_recorded *changed)
{
    wr_warn(context, wr_at(&manifest->pages[0].source, 0), "manifest-changed", NULL,
            "%s is another one now: all is done again", changed->path);
    manifest->page_count = manifest->line_count = 0;
}

static enum wr_result open_file(struct wr_context *context, struct wr_manifest *manifest,
                                const wr_recorded *inputs, size_t count)
{
    const struct wr_files *files = wr_files_of(context);
    const struct wr_manifest_options *options = &manifest->options;
    uint64_t size = manifest->page_count ? manifest->pages[0].whole : 0;
    struct wr_source source = {.name = options->file};
    struct wr_bytes line = {0};
    if (!options->file)
        return WR_OK;
    if (!files->go_on)
        return wr_fail(context, WR_IO, wr_at(&source, WR_WHOLE_FILE), "write-failed",
                       "do without a manifest",
                       "cannot be written: no file grows line by line here");
    int error = files->go_on(files->user, options->file, size, &manifest->file);
    if (error)
        return wr_fail_write(context, options->file, error);
    if (size > 0)
        return WR_OK;
    wr_heading_write(&(struct wr_heading){.version = wr_version(),
                                          .command = options->command,
                                          .arguments = options->arguments,
                                          .argument_count = options->argument_count,
                                          .shard = options->shard,
                                          .pack = manifest->pack ? manifest->pack->path : NULL,
                                          .inputs = inputs,
                                          .input_count = count},
                     &line);
    enum wr_result result = wr_manifest_write(context, manifest, &line);
    wr_bytes_finish(&line);
    return result;
}

/* A run goes on with the pack it began, or with the folder. */
static enum wr_result check_pack(struct wr_context *context, const struct wr_manifest *manifest)
{
    const struct wr_manifest_page *page = manifest->pages;
    const char *pack = manifest->pack ? manifest->pack->path : "";
    const char *before = manifest->page_count && page->heading.pack ? page->heading.pack : "";
    if (manifest->page_count == 0 || strcmp(before, pack) == 0)
        return WR_OK;
    return wr_fail(context, WR_INVALID, wr_at(&page->source, 0), "manifest-other",
                   "give the same --pack, or another --manifest", "the manifest is of %s%.200s",
                   *before ? "the pack " : "files in a folder", before);
}

enum wr_result wr_manifest_start(struct wr_context *context, struct wr_manifest *manifest,
                                 const char *const *inputs, size_t count)
{
    enum wr_result result = WR_OK;
    if (!manifest)
        return WR_OK;
    size_t given = manifest->given_count, all = given + count;
    wr_recorded *recorded = WR_ZERO(manifest->arena, wr_recorded, all);
    if (!recorded)
        return wr_no_memory(context);
    for (size_t i = 0; result == WR_OK && i < all; i++) {
        recorded[i].path = i < given ? manifest->given[i] : inputs[i - given];
        result = wr_digest_path(context, recorded[i].path, &recorded[i].digest);
    }
    manifest->started = true;
    if (result != WR_OK || manifest->joined)
        return result == WR_OK ? check_joined(context, manifest, recorded, all) : result;
    result = check_pack(context, manifest);
    if (result != WR_OK)
        return result;
    const wr_recorded *changed =
        manifest->page_count ? find_changed(&manifest->pages[0].heading, recorded, all) : NULL;
    if (changed)
        begin_anew(context, manifest, changed);
    return open_file(context, manifest, recorded, all);
}

/* ---- Ending ------------------------------------------------------------------------------ */

static int order_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static enum wr_result tell_some(struct wr_context *context, struct wr_some_units *some,
                                const char *slug, const char *one, const char *many,
                                const char *hint)
{
    size_t known = some->count < WR_MOST_NAMES ? some->count : WR_MOST_NAMES;
    struct wr_bytes names = {0};
    if (some->count == 0)
        return WR_OK;
    for (size_t i = 0; i < known; i++)
        if (!some->names[i])
            return wr_no_memory(context);
    qsort(some->names, known, sizeof *some->names, order_names);
    for (size_t i = 0; i < known; i++)
        wr_bytes_print(&names, "%s%.60s", i ? ", " : "", some->names[i]);
    wr_bytes_print(&names, "%s", some->count > known ? ", ..." : "");
    wr_bytes_char(&names, '\0');
    enum wr_result result =
        names.failed
            ? wr_no_memory(context)
            : wr_fail(context, WR_INVALID, WR_NOWHERE, slug, hint, "%zu %s: %s", some->count,
                      some->count == 1 ? one : many, (const char *)names.data);
    wr_bytes_finish(&names);
    return result;
}

static enum wr_result tell_all(struct wr_context *context, struct wr_manifest *manifest)
{
    struct wr_some_units unknown = {.count = 0};
    for (size_t i = 0; i < manifest->line_count; i++)
        if (!manifest->lines[i].asked) {
            if (unknown.count < WR_MOST_NAMES)
                unknown.names[unknown.count] = manifest->lines[i].unit;
            unknown.count++;
        }
    enum wr_result missing =
        tell_some(context, &manifest->missing, "unit-missing", "unit is in no manifest",
                  "units are in no manifest", "run their shards again with --resume");
    enum wr_result changed =
        tell_some(context, &manifest->changed, "unit-changed", "unit is not as it was left",
                  "units are not as they were left", "run their shards again with --resume");
    enum wr_result failed = tell_some(context, &manifest->failed, "unit-failed", "unit failed",
                                      "units failed", NULL);
    enum wr_result other =
        tell_some(context, &unknown, "unit-unknown", "unit is no part of the work",
                  "units are no part of the work", "what the work is made of changed since");
    enum wr_result all[] = {missing, changed, failed, other};
    for (int i = 0; i < 4; i++)
        if (all[i] != WR_OK)
            return all[i];
    return WR_OK;
}

enum wr_result wr_manifest_end(struct wr_context *context, struct wr_manifest *manifest)
{
    enum wr_result result = WR_OK;
    if (!manifest)
        return WR_OK;
    if (manifest->joined && manifest->started)
        result = tell_all(context, manifest);
    if (manifest->pack) {
        enum wr_result packed = wr_pack_finish(context, manifest);
        result = result == WR_OK ? packed : result;
    }
    if (manifest->file) {
        const struct wr_files *files = wr_files_of(context);
        int error = files->finish(files->user, manifest->file,
                                  manifest->options.durable ? WR_DURABLE : 0u);
        if (error)
            result = wr_fail_write(context, manifest->options.file, error);
    }
    destroy(manifest);
    return result;
}
