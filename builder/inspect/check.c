/* Judging files and whole folders: modules and kits as a whole, everything else alone. */
#include "builder/inspect/check_archive.h"
#include "builder/inspect/judge_module.h"
#include "builder/inspect/ways_between.h"
#include "builder/manifest/unit.h"

#include "core/base/parallel.h"
#include "core/base/shard.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/twoda.h"

#include <stdlib.h>
#include <string.h>

/* One file to judge. */
struct item {
    const char *path;
    const struct wr_module_parts *parts; /* of a module's folder: what a module takes is judged
                                            with it */
    bool module;                         /* a LYT that stands for its module */
    bool archive;                        /* a module in one file */
    bool named;                          /* by the user: it must be of a known kind */
    bool wrong;
    bool spared;     /* another shard judges it */
    bool *anew;      /* of a module's folder: whether records of its files are not asked */
    uint32_t judged; /* 1 where it was, alone */
    uint32_t files;  /* of a module, judged with it */
};

/* What is below one of the paths that were given. */
struct batch {
    struct wr_arena *arena;
    const char *path;
    bool folder;
    enum wr_result gathered;
    struct wr_check_options options;
    struct item *items;
    size_t count, capacity;
    struct wr_arena **workspaces; /* one a worker */
};

/* ---- Gathering ---- */

static bool ends_with(const char *name, const char *suffix)
{
    size_t size = strlen(name), tail = strlen(suffix);
    return size >= tail && wr_text_same(name + size - tail, suffix);
}

/* What a folder holds beside plain files. */
struct contents {
    char **names;
    size_t count;
    const struct wr_module_parts *parts; /* NULL: no LYT is there */
    bool *anew;
    bool kit;
};

static enum wr_result add_item(struct wr_context *context, struct batch *batch,
                               const char *path, const struct contents *around, bool named)
{
    const struct wr_module_parts *parts = around ? around->parts : NULL;
    if (!path ||
        !wr_grow(&batch->items, &batch->capacity, batch->count + 1, sizeof *batch->items))
        return wr_no_memory(context);
    batch->items[batch->count++] = (struct item){.path = path,
                                                 .parts = parts,
                                                 .anew = parts ? around->anew : NULL,
                                                 .module = parts && ends_with(path, ".lyt"),
                                                 .archive = ends_with(path, ".mod"),
                                                 .named = named};
    return WR_OK;
}

static enum wr_result list_parts(struct wr_context *context, struct batch *batch,
                                 const char *folder, struct contents *contents)
{
    struct wr_resources *resources = WR_ZERO(batch->arena, struct wr_resources, 1);
    struct wr_module_parts *parts = WR_ZERO(batch->arena, struct wr_module_parts, 1);
    if (!resources || !parts)
        return wr_no_memory(context);
    enum wr_result result = wr_resources_of_folder(context, batch->arena, folder,
                                                   contents->names, contents->count, resources);
    if (result != WR_OK)
        return result;
    parts->resources = resources;
    parts->taken = WR_ZERO(batch->arena, bool, resources->count);
    contents->parts = parts;
    contents->anew = WR_ZERO(batch->arena, bool, 1);
    return parts->taken && contents->anew ? WR_OK : wr_no_memory(context);
}

static enum wr_result list(struct wr_context *context, struct batch *batch, const char *path,
                           struct contents *out)
{
    *out = (struct contents){0};
    enum wr_result result =
        wr_folder_list(context, batch->arena, path, &out->names, &out->count);
    bool modules = false;
    for (size_t i = 0; result == WR_OK && i < out->count; i++) {
        modules |= ends_with(out->names[i], ".lyt");
        out->kit |= wr_text_same(out->names[i], "kit.xml");
    }
    return modules ? list_parts(context, batch, path, out) : result;
}

static int order_names(const void *a, const void *b)
{
    return wr_text_order(*(char *const *)a, *(char *const *)b);
}

static void tell_name(struct wr_context *context, const char *path, const char *name,
                      const char *twin)
{
    struct wr_source source = {.name = path};
    wr_where where = wr_at(&source, WR_WHOLE_FILE);
    const char *why = wr_name_fault(name);
    if (why)
        wr_warn(context, where, "file-name", "rename it: Windows cannot have it",
                "the name '%.64s' %s", name, why);
    if (twin)
        wr_warn(context, where, "file-case", "rename one of them",
                "'%.64s' and '%.64s' are one on Windows", twin, name);
}

/* What cannot be taken to Windows as it is. */
static enum wr_result judge_names(struct wr_context *context, struct batch *batch,
                                  const char *path, const struct contents *contents)
{
    char **names = wr_arena_copy(batch->arena, contents->names, contents->count, sizeof *names);
    const char *last = NULL;
    if (!names)
        return wr_no_memory(context);
    for (size_t i = 0; i < contents->count; i++) {
        names[i] = wr_arena_text(batch->arena, names[i], strcspn(names[i], "/"));
        if (!names[i])
            return wr_no_memory(context);
    }
    if (batch->options.shard.index > 1)
        return WR_OK; /* the first shard says it */
    if (contents->count > 1)
        qsort(names, contents->count, sizeof *names, order_names);
    for (size_t i = 0; i < contents->count; last = names[i++])
        tell_name(context, path, names[i], last && wr_text_same(last, names[i]) ? last : NULL);
    return WR_OK;
}

/* What a kit is made of is judged with it. */
static bool is_part(const struct contents *contents, bool in_kit, const char *name)
{
    bool mesh = ends_with(name, ".wok") || ends_with(name, ".obj");
    return (contents->kit || in_kit) && mesh;
}

/* Whether a HolocronToolset kit's `<folder>.json` lies beside a folder. */
static bool is_kit_folder(const struct contents *contents, const char *folder)
{
    size_t size = strlen(folder);
    for (size_t i = 0; i < contents->count; i++)
        if (strncmp(contents->names[i], folder, size) == 0 &&
            strcmp(contents->names[i] + size, ".json") == 0)
            return true;
    return false;
}

/* What ends the search; a folder that cannot be read does not. */
static bool is_end(enum wr_result result)
{
    return result == WR_NO_MEMORY || result == WR_LIMIT;
}

static enum wr_result gather(struct wr_context *context, struct batch *batch, const char *path,
                             bool in_kit, const wr_folder_way *above);

static enum wr_result gather_entry(struct wr_context *context, struct batch *batch,
                                   const char *path, const struct contents *contents,
                                   bool in_kit, char *name, const wr_folder_way *above)
{
    size_t size = strlen(name);
    bool folder = size && name[size - 1] == '/';
    if (folder)
        name[size - 1] = '\0';
    if (name[0] == '.' || (!folder && is_part(contents, in_kit, name)))
        return WR_OK; /* hidden: what a killed build may have left is no input */
    char *inner = wr_path_join(batch->arena, path, name);
    if (!inner)
        return wr_no_memory(context);
    if (!folder)
        return add_item(context, batch, inner, contents, false);
    return gather(context, batch, inner,
                  in_kit || contents->kit || is_kit_folder(contents, name), above);
}

static enum wr_result gather(struct wr_context *context, struct batch *batch, const char *path,
                             bool in_kit, const wr_folder_way *above)
{
    struct contents contents;
    wr_folder_way way;
    enum wr_result result = wr_folder_enter(context, path, above, &way);
    if (result != WR_OK || way.again)
        return result;
    result = list(context, batch, path, &contents);
    if (result == WR_OK)
        result = judge_names(context, batch, path, &contents);
    for (size_t i = 0; !is_end(result) && i < contents.count; i++) {
        enum wr_result one =
            gather_entry(context, batch, path, &contents, in_kit, contents.names[i], &way);
        if (result == WR_OK || is_end(one))
            result = one;
    }
    return result;
}

/* ---- Judging ---- */

static enum wr_result judge_file(struct wr_context *context, const struct batch *batch,
                                 struct wr_arena *arena, struct item *item)
{
    struct wr_kind_file file = {
        .arena = arena, .surfaces = batch->options.surfaces, .overlap = batch->options.overlap};
    const struct wr_kind *kind;
    enum wr_result result = wr_kind_read(context, item->path, &file, &kind);
    item->judged = result != WR_OK || kind || item->named;
    if (result == WR_OK && kind)
        result =
            kind->container ? wr_check_archive(context, &file) : kind->check(context, &file);
    else if (result == WR_OK && item->named)
        result = wr_kind_refuse(context, &file);
    return result;
}

static const wr_entry *entry_of(const struct item *item)
{
    return wr_resources_find_file(item->parts->resources, wr_path_name(item->path));
}

static bool is_judged(const struct item *item)
{
    if (item->archive)
        return true;
    if (!item->parts || item->module)
        return item->module;
    return item->parts->taken[entry_of(item) - item->parts->resources->entries];
}

static enum wr_result judge_archive(struct wr_context *context, const struct batch *batch,
                                    struct item *item)
{
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = judge_file(context, batch, arena, item);
    wr_arena_destroy(arena);
    return result;
}

/* ---- What is on record of a file ---- */

static const struct wr_unit_field fields[] = {
    {"judged", WR_UNIT_COUNT, offsetof(struct item, judged)},
    {"files", WR_UNIT_COUNT, offsetof(struct item, files)},
    {0},
};

/* An item that is judged now. */
struct one {
    struct batch *batch;
    struct item *item;
    struct wr_arena *arena; /* of a file */
};

static enum wr_result judge_one_file(void *user, struct wr_context *context)
{
    const struct one *one = user;
    return is_judged(one->item) ? WR_OK
                                : judge_file(context, one->batch, one->arena, one->item);
}

/* Which files it takes is known where it is judged, and not where it is on record. */
static enum wr_result judge_one_module(void *user, struct wr_context *context)
{
    const struct one *one = user;
    struct item *item = one->item;
    *item->anew = true;
    return wr_module_check(context, entry_of(item), item->parts, &one->batch->options, NULL,
                           NULL, &item->files);
}

static enum wr_result judge_one_archive(void *user, struct wr_context *context)
{
    const struct one *one = user;
    return judge_archive(context, one->batch, one->item);
}

static enum wr_result judge_unit(struct wr_context *context, struct one *one, wr_unit_fn *work)
{
    struct item *item = one->item;
    const struct wr_unit unit = {.name = item->path,
                                 .fields = fields,
                                 .made = item,
                                 .may_fail = true,
                                 .traced = true,
                                 .anew = item->anew && *item->anew};
    enum wr_result result = wr_unit_do(context, one->batch->options.manifest, &unit, work, one);
    item->wrong = result != WR_OK;
    return result;
}

static enum wr_result judge_item(void *user, struct wr_context *context, unsigned worker,
                                 size_t index)
{
    struct batch *batch = user;
    struct item *item = &batch->items[index];
    if (item->spared || item->module || item->archive)
        return WR_OK;
    if (!batch->workspaces[worker])
        batch->workspaces[worker] = wr_arena_create();
    if (!batch->workspaces[worker])
        return wr_no_memory(context);
    wr_arena_reset(batch->workspaces[worker]);
    struct one one = {batch, item, batch->workspaces[worker]};
    return judge_unit(context, &one, judge_one_file);
}

static enum wr_result judge_files(struct wr_context *context, struct batch *batch)
{
    unsigned workers = wr_context_jobs(context);
    batch->workspaces = WR_ZERO(batch->arena, struct wr_arena *, workers);
    if (!batch->workspaces)
        return wr_no_memory(context);
    enum wr_result result =
        wr_parallel(context, "files judged", batch->count, judge_item, batch);
    for (unsigned i = 0; i < workers; i++)
        wr_arena_destroy(batch->workspaces[i]);
    return result;
}

/* Modules spread their rooms over all jobs, so they are judged one after another. */
static enum wr_result judge_modules(struct wr_context *context, struct batch *batch,
                                    struct wr_check_summary *summary)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; result != WR_NO_MEMORY && i < batch->count; i++) {
        struct item *item = &batch->items[i];
        if (item->spared || (!item->module && !item->archive))
            continue;
        struct one one = {batch, item, NULL};
        enum wr_result judged =
            judge_unit(context, &one, item->archive ? judge_one_archive : judge_one_module);
        summary->files += item->files;
        summary->modules++;
        result = result == WR_OK || judged == WR_NO_MEMORY ? judged : result;
    }
    return result;
}

static void tell(const struct batch *batch)
{
    for (size_t i = 0; batch->options.each && i < batch->count; i++) {
        const struct item *item = &batch->items[i];
        const struct wr_check_file file = {.path = item->path,
                                           .module = item->module || item->archive,
                                           .wrong = item->wrong,
                                           .files = item->module ? item->files : 1};
        if (!item->spared && (item->judged || file.module))
            batch->options.each(batch->options.user, &file);
    }
}

static enum wr_result judge_all(struct wr_context *context, struct batch *batch,
                                struct wr_check_summary *summary)
{
    enum wr_result modules = judge_modules(context, batch, summary);
    enum wr_result files = modules == WR_NO_MEMORY ? modules : judge_files(context, batch);
    for (size_t i = 0; i < batch->count; i++) {
        summary->files += batch->items[i].judged;
        summary->wrong += batch->items[i].wrong;
    }
    tell(batch);
    return modules == WR_OK || files == WR_NO_MEMORY ? files : modules;
}

/* Which ways lead nowhere can be told when all modules are known. */
static enum wr_result judge_ways(struct wr_context *context, struct batch *batch, bool together)
{
    struct wr_ways_between *ways = wr_ways_between_make(batch->arena);
    enum wr_result result = ways ? WR_OK : wr_no_memory(context);
    for (size_t i = 0; result == WR_OK && i < batch->count; i++)
        result = wr_ways_between_take(context, ways, batch->items[i].path);
    return result == WR_OK ? wr_ways_between_judge(context, ways, together) : result;
}

static enum wr_result judge_path(struct wr_context *context, struct batch *batch,
                                 struct wr_check_summary *summary)
{
    enum wr_result result = batch->gathered;
    bool whole = batch->options.shard.count == 0;
    uint32_t before = summary->files;
    if (!is_end(result)) {
        enum wr_result judged = judge_all(context, batch, summary);
        if (!is_end(judged) && judged != WR_STOPPED && batch->options.shard.index <= 1) {
            enum wr_result led = judge_ways(context, batch, batch->folder);
            judged = judged != WR_OK ? judged : led;
        }
        result = result != WR_OK ? result : judged;
    }
    if (result != WR_OK || summary->files > before || !whole)
        return result;
    return wr_fail(context, WR_NOT_FOUND, WR_NOWHERE, "nothing-to-check", WR_KNOWN_KINDS,
                   "%s holds no file that Warren reads", batch->path);
}

/* ---- Several paths ---- */

static enum wr_result gather_path(struct wr_context *context, struct batch *batch)
{
    batch->arena = wr_arena_create();
    if (!batch->arena)
        return wr_no_memory(context);
    batch->folder = wr_folder_exists(context, batch->path);
    return batch->folder ? gather(context, batch, batch->path, false, NULL)
                         : add_item(context, batch, batch->path, NULL, true);
}

/* Files of a folder with a LYT follow each other, and are judged by one: which of them a module
 * takes is known once that is judged. */
static bool goes_on(const struct batch *batch, size_t i)
{
    return i > 0 && batch->items[i].parts && batch->items[i].parts == batch->items[i - 1].parts;
}

static size_t count_units(const struct batch *batches, size_t count)
{
    size_t units = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < batches[i].count; k++)
            units += !goes_on(&batches[i], k);
    return units;
}

/* Those of a folder with a LYT together, in the order of the paths. */
static void weigh(struct wr_context *context, const struct batch *batches, size_t count,
                  struct wr_shard_unit *units)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < batches[i].count; k++) {
            bool more = goes_on(&batches[i], k);
            uint64_t size = wr_path_size(context, batches[i].items[k].path);
            if (more)
                units[at - 1].size += size;
            else
                units[at] = (struct wr_shard_unit){size, at, 0};
            at += !more;
        }
}

/* A folder's records are asked where all are there, and its only module takes what it took. */
static void ask_records(const struct batch *batch)
{
    const struct wr_manifest *manifest = batch->options.manifest;
    const bool *with_module = NULL;
    for (size_t i = 0; i < batch->count; i++) {
        const struct item *item = &batch->items[i];
        if (!item->anew)
            continue;
        if ((item->module && item->anew == with_module) ||
            !wr_manifest_has(manifest, item->path))
            *item->anew = true;
        with_module = item->module ? item->anew : with_module;
    }
}

static void spare(const struct batch *batches, size_t count, const struct wr_shard_unit *units,
                  uint32_t shard)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < batches[i].count; k++) {
            at += !goes_on(&batches[i], k);
            batches[i].items[k].spared = units[at - 1].shard != shard;
        }
}

static enum wr_result deal(struct wr_context *context, const struct batch *batches,
                           size_t count, wr_shard shard)
{
    size_t total = count_units(batches, count);
    if (shard.count == 0 || total == 0)
        return WR_OK;
    struct wr_shard_unit *units = wr_alloc(total * sizeof *units);
    if (units)
        weigh(context, batches, count, units);
    bool fine = units && wr_shard_deal(units, total, shard.count);
    if (fine)
        spare(batches, count, units, shard.index);
    wr_free(units);
    return fine ? WR_OK : wr_no_memory(context);
}

static enum wr_result check_all(struct wr_context *context, struct batch *batches, size_t count,
                                struct wr_check_summary *summary)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < count; i++) {
        batches[i].gathered = gather_path(context, &batches[i]);
        if (is_end(batches[i].gathered))
            return batches[i].gathered;
    }
    result = deal(context, batches, count, batches[0].options.shard);
    if (result == WR_OK)
        result = wr_manifest_start(context, batches[0].options.manifest, NULL, 0);
    if (result != WR_OK)
        return result;
    for (size_t i = 0; i < count; i++)
        ask_records(&batches[i]);
    for (size_t i = 0; !is_end(result) && result != WR_STOPPED && i < count; i++) {
        enum wr_result one = judge_path(context, &batches[i], summary);
        result = result == WR_OK || is_end(one) ? one : result;
    }
    return result;
}

static enum wr_result check(struct wr_context *context, const char *const *paths, size_t count,
                            const struct wr_check_options *options,
                            struct wr_check_summary *summary)
{
    wr_surfaces usual = wr_surfaces_default(WR_K1);
    struct wr_check_summary unasked = {0};
    struct batch *batches = wr_alloc(count * sizeof *batches);
    if (!batches)
        return wr_no_memory(context);
    for (size_t i = 0; i < count; i++) {
        batches[i] = (struct batch){.path = paths[i]};
        if (options)
            batches[i].options = *options;
        if (!batches[i].options.surfaces)
            batches[i].options.surfaces = &usual;
    }
    enum wr_result result = check_all(context, batches, count, summary ? summary : &unasked);
    for (size_t i = 0; i < count; i++) {
        wr_free(batches[i].items);
        wr_arena_destroy(batches[i].arena);
    }
    wr_free(batches);
    return result;
}

enum wr_result wr_check_many(struct wr_context *context, const char *const *paths, size_t count,
                             const struct wr_check_options *options,
                             struct wr_check_summary *summary)
{
    wr_context_enter(context);
    enum wr_result result = count > 0 ? check(context, paths, count, options, summary) : WR_OK;
    return wr_context_leave(context, wr_context_whole(context, result));
}

enum wr_result wr_check(struct wr_context *context, const char *path,
                        const struct wr_check_options *options,
                        struct wr_check_summary *summary)
{
    return wr_check_many(context, &path, 1, options, summary);
}

/* ---- Surfaces ---- */

enum wr_result wr_surfaces_load(struct wr_context *context, const char *path, wr_surfaces *out)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source;
    struct wr_twoda table;
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_file_read(context, arena, path, &source);
    if (result == WR_OK)
        result = wr_twoda_read(context, arena, &source, &table);
    if (result == WR_OK)
        result = wr_twoda_surfaces(context, &table, &source, out);
    wr_arena_destroy(arena);
    return result;
}
