/* Comparing two modules: which resources belong to each other, and what became of each. */
#include "builder/compare/comparing.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/format/resources.h"

#include <string.h>

/* A resource as it is and as it was; NULL: there is none. */
struct pair {
    const wr_entry *now, *was;
    const wr_entry *rows[2]; /* of models: the MDX, now and before; NULL: none */
    struct wr_compare_file found;
};

struct comparison {
    struct wr_arena *arena;
    const char *path, *was_path;
    struct wr_resources now, was;
    struct pair *pairs;
    size_t count;
    struct wr_arena **workspaces; /* one a worker */
    bool starved;                 /* memory was out while names were paired */
};

/* ---- Pairing ----------------------------------------------------------------------------- */

/* An archive beside loose files is another module, or the same one again. */
static bool is_archive(uint16_t type)
{
    static const char *const suffixes[] = {"mod", "rim", "erf", "hak", "sav"};
    const char *suffix = wr_resource_suffix(type);
    for (size_t i = 0; suffix && i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(suffix, suffixes[i]) == 0)
            return true;
    return false;
}

/* The next that counts: of a type that the games have, and the first of its name. */
static size_t next_entry(const struct wr_resources *resources, size_t from)
{
    const wr_entry *entries = resources->entries;
    while (from < resources->count &&
           (entries[from].type == 0 || is_archive(entries[from].type) ||
            (from > 0 && wr_text_same(entries[from].file, entries[from - 1].file))))
        from++;
    return from;
}

/* NULL when memory is out. */
static const char *name_of(struct comparison *comparison, const wr_entry *entry)
{
    const char *name = wr_entry_name(comparison->arena, entry);
    comparison->starved |= !name;
    return name;
}

static const wr_entry *rows_of(struct comparison *comparison,
                               const struct wr_resources *resources, const wr_entry *model)
{
    const char *name = name_of(comparison, model);
    return name ? wr_resources_find(resources, name, WR_RES_MDX) : NULL;
}

static void add_pair(struct comparison *comparison, const wr_entry *now, const wr_entry *was)
{
    struct pair *pair = &comparison->pairs[comparison->count++];
    *pair = (struct pair){.now = now, .was = was};
    pair->found.name = now ? now->file : was->file;
    if (now && was && now->type == WR_RES_MDL) {
        pair->rows[0] = rows_of(comparison, &comparison->now, now);
        pair->rows[1] = rows_of(comparison, &comparison->was, was);
    }
}

/* Whether an MDX is compared with its model. */
static bool goes_with_model(struct comparison *comparison, const wr_entry *entry)
{
    const char *name = entry->type == WR_RES_MDX ? name_of(comparison, entry) : NULL;
    return name && wr_resources_find(&comparison->now, name, WR_RES_MDL) &&
           wr_resources_find(&comparison->was, name, WR_RES_MDL);
}

static enum wr_result pair_entries(struct wr_context *context, struct comparison *comparison)
{
    const struct wr_resources *now = &comparison->now, *was = &comparison->was;
    size_t i = next_entry(now, 0), k = next_entry(was, 0);
    comparison->pairs = WR_TAKE(comparison->arena, struct pair, now->count + was->count);
    if (!comparison->pairs)
        return wr_no_memory(context);
    while (i < now->count || k < was->count) {
        const wr_entry *a = i < now->count ? &now->entries[i] : NULL;
        const wr_entry *b = k < was->count ? &was->entries[k] : NULL;
        if (a && b && !wr_text_same(a->file, b->file)) {
            bool first = wr_text_order(a->file, b->file) < 0;
            a = first ? a : NULL;
            b = first ? NULL : b;
        }
        if (!goes_with_model(comparison, a ? a : b))
            add_pair(comparison, a, b);
        i = a ? next_entry(now, i + 1) : i;
        k = b ? next_entry(was, k + 1) : k;
    }
    return comparison->starved ? wr_no_memory(context) : WR_OK;
}

/* ---- One resource ------------------------------------------------------------------------ */

static bool is_gff(const struct wr_source *source)
{
    return wr_gff_recognise(source->data, source->size);
}

static void compare_bytes(struct wr_comparing *comparing)
{
    size_t at = 0;
    const struct wr_source *now = &comparing->now, *was = &comparing->was;
    while (at < now->size && at < was->size && now->data[at] == was->data[at])
        at++;
    wr_differs(comparing,
               wr_fail(comparing->context, WR_INVALID, wr_at(now, at), "differs-bytes", NULL,
                       "its %zu bytes are others than the %zu there were", now->size,
                       was->size));
}

static void compare_contents(struct wr_comparing *comparing, uint16_t type)
{
    comparing->now.binary = comparing->was.binary = type != WR_RES_LYT && type != WR_RES_VIS;
    if (type == WR_RES_LYT)
        wr_compare_layouts(comparing);
    else if (type == WR_RES_VIS)
        wr_compare_sights(comparing);
    else if (type == WR_RES_WOK || type == WR_RES_PWK || type == WR_RES_DWK)
        wr_compare_walkmeshes(comparing);
    else if (type == WR_RES_MDL)
        wr_compare_models(comparing);
    else if (is_gff(&comparing->now) && is_gff(&comparing->was))
        wr_compare_gffs(comparing);
    else
        compare_bytes(comparing);
}

static bool same_bytes(const struct wr_source *a, const struct wr_source *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

static enum wr_result read_rows(struct wr_comparing *comparing, const wr_entry *entry, int side,
                                struct wr_source *out)
{
    comparing->rows[side] = entry != NULL;
    *out = (struct wr_source){.name = ""};
    if (!entry)
        return WR_OK;
    enum wr_result result = wr_entry_read(comparing->context, comparing->arena, entry, out);
    out->binary = true;
    return result;
}

static enum wr_result read_pair(struct wr_comparing *comparing, const struct pair *pair)
{
    enum wr_result result =
        wr_entry_read(comparing->context, comparing->arena, pair->now, &comparing->now);
    if (result == WR_OK)
        result =
            wr_entry_read(comparing->context, comparing->arena, pair->was, &comparing->was);
    if (result == WR_OK)
        result = read_rows(comparing, pair->rows[0], 0, &comparing->now_rows);
    if (result == WR_OK)
        result = read_rows(comparing, pair->rows[1], 1, &comparing->was_rows);
    return result;
}

/* Where somebody looks who wonders whether the bytes were to be the same. */
static void note_close(const struct wr_comparing *comparing)
{
    wr_where where = wr_at(&comparing->now, WR_WHOLE_FILE);
    if (comparing->moved > 0)
        wr_note(comparing->context, where, "differs-little", NULL,
                "the bytes are others and mean the same; what is farthest off is so by %s m",
                wr_fixed(comparing->moved, 7).text);
    else
        wr_note(comparing->context, where, "differs-little", NULL,
                "the bytes are others and mean the same");
}

static enum wr_result compare_files(struct wr_comparing *comparing, struct pair *pair)
{
    enum wr_result result = read_pair(comparing, pair);
    if (result != WR_OK)
        return result;
    if (same_bytes(&comparing->now, &comparing->was) &&
        comparing->rows[0] == comparing->rows[1] &&
        same_bytes(&comparing->now_rows, &comparing->was_rows)) {
        pair->found.likeness = WR_LIKE_SAME;
        return WR_OK;
    }
    compare_contents(comparing, pair->now->type);
    pair->found.differences = comparing->differences;
    pair->found.moved = comparing->moved;
    if (comparing->result != WR_OK)
        return comparing->result;
    if (comparing->differences > 0)
        return WR_INVALID;
    pair->found.likeness = WR_LIKE_CLOSE;
    note_close(comparing);
    return WR_OK;
}

static enum wr_result tell_alone(struct wr_context *context,
                                 const struct comparison *comparison, const struct pair *pair)
{
    wr_where where = wr_at(&comparison->now.source, WR_WHOLE_FILE);
    if (pair->now)
        return wr_fail(context, WR_INVALID, where, "differs-resource", NULL,
                       "it has '%.40s', which %s has not", pair->now->file,
                       comparison->was_path);
    return wr_fail(context, WR_INVALID, where, "differs-resource", NULL,
                   "it has no '%.40s', which %s has", pair->was->file, comparison->was_path);
}

static enum wr_result compare_pair(void *user, struct wr_context *context, unsigned worker,
                                   size_t index)
{
    struct comparison *comparison = user;
    struct pair *pair = &comparison->pairs[index];
    if (!comparison->workspaces[worker])
        comparison->workspaces[worker] = wr_arena_create();
    if (!comparison->workspaces[worker])
        return wr_no_memory(context);
    wr_arena_reset(comparison->workspaces[worker]);
    if (!pair->now || !pair->was) {
        pair->found.likeness = WR_LIKE_ALONE;
        pair->found.differences = 1;
        return tell_alone(context, comparison, pair);
    }
    struct wr_comparing comparing = {.context = context,
                                     .arena = comparison->workspaces[worker]};
    pair->found.likeness = WR_LIKE_DIFFERENT;
    enum wr_result result = compare_files(&comparing, pair);
    if (result != WR_OK && pair->found.differences == 0)
        pair->found.differences = 1; /* it cannot be read */
    return result;
}

/* ---- All of them ------------------------------------------------------------------------- */

static void sum_up(const struct comparison *comparison, struct wr_compare_summary *summary)
{
    for (size_t i = 0; i < comparison->count; i++) {
        const struct wr_compare_file *found = &comparison->pairs[i].found;
        summary->resources++;
        summary->same += found->likeness == WR_LIKE_SAME;
        summary->close += found->likeness == WR_LIKE_CLOSE;
        summary->different += found->likeness == WR_LIKE_DIFFERENT;
        summary->alone += found->likeness == WR_LIKE_ALONE;
        summary->differences += found->differences;
        summary->moved = fmax(summary->moved, found->moved);
    }
}

static enum wr_result open_both(struct wr_context *context, struct comparison *comparison)
{
    enum wr_result result = wr_resources_open_module(context, NULL, comparison->arena,
                                                     comparison->path, &comparison->now);
    if (result == WR_OK)
        result = wr_resources_open_module(context, NULL, comparison->arena,
                                          comparison->was_path, &comparison->was);
    return result == WR_OK ? pair_entries(context, comparison) : result;
}

static enum wr_result compare(struct wr_context *context, struct comparison *comparison,
                              const struct wr_compare_options *options,
                              struct wr_compare_summary *summary)
{
    enum wr_result result = open_both(context, comparison);
    if (result != WR_OK)
        return result;
    unsigned workers = wr_context_jobs(context);
    comparison->workspaces = WR_ZERO(comparison->arena, struct wr_arena *, workers);
    if (!comparison->workspaces)
        return wr_no_memory(context);
    result =
        wr_parallel(context, "resources compared", comparison->count, compare_pair, comparison);
    for (unsigned i = 0; i < workers; i++)
        wr_arena_destroy(comparison->workspaces[i]);
    for (size_t i = 0; options && options->each && i < comparison->count; i++)
        options->each(options->user, &comparison->pairs[i].found);
    sum_up(comparison, summary);
    return result;
}

enum wr_result wr_compare(struct wr_context *context, const char *path, const char *was,
                          const struct wr_compare_options *options,
                          struct wr_compare_summary *summary)
{
    struct wr_compare_summary unasked = {0};
    struct comparison comparison = {.arena = wr_arena_create(), .path = path, .was_path = was};
    wr_context_enter(context);
    enum wr_result result =
        comparison.arena ? compare(context, &comparison, options, summary ? summary : &unasked)
                         : wr_no_memory(context);
    wr_arena_destroy(comparison.arena);
    return wr_context_leave(context, wr_context_whole(context, result));
}
