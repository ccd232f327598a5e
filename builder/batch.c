/* Generating: one level or many, chosen and built. Each level is made from its seed alone, so
 * that any number of threads gives the same ones. */
#include "builder/build.h"
#include "builder/generate/finding.h"
#include "builder/manifest/unit.h"
#include "builder/module/emit.h"
#include "builder/view/view.h"

#include "core/base/parallel.h"
#include "core/base/shard.h"
#include "core/files/file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A seed and what came of it. */
struct trial {
    uint64_t seed;
    bool failed;
    bool fresh; /* its folder was not there before */
    double score;
    struct wr_metrics metrics;
    struct wr_build_summary sum;
    struct wr_map *map; /* of a level that was built, where a sheet is wanted; else NULL */
    struct wr_generated generated;
};

struct batch {
    const struct wr_template *template;
    struct wr_kits *kits;
    const struct wr_generate_options *options;
    struct wr_generator *generator;
    struct trial *trials;
    struct wr_manifest *manifest; /* of what is done now; or NULL */
    bool force;                   /* what stands where levels go is replaced */
    atomic_int broken;            /* the system failed: nothing more is begun */
    struct wr_staging *around;    /* of the folder of all levels; or NULL */
};

/* What is on record of a level. */
#define METRIC(kind, name)                                                                     \
    {                                                                                          \
#name, kind, offsetof(struct trial, metrics.name)                                      \
    }
#define BUILT(kind, name)                                                                      \
    {                                                                                          \
        "built_" #name, kind, offsetof(struct trial, sum.name)                                 \
    }
static const struct wr_unit_field fields[] = {
    METRIC(WR_UNIT_COUNT, rooms),        METRIC(WR_UNIT_COUNT, caps),
    METRIC(WR_UNIT_COUNT, links),        METRIC(WR_UNIT_COUNT, components),
    METRIC(WR_UNIT_COUNT, cycle_rank),   METRIC(WR_UNIT_COUNT, critical_path),
    METRIC(WR_UNIT_COUNT, walkthrough),  METRIC(WR_UNIT_COUNT, walked_twice),
    METRIC(WR_UNIT_COUNT, locks_needed), METRIC(WR_UNIT_COUNT, dead_ends),
    METRIC(WR_UNIT_COUNT, closed_hooks), METRIC(WR_UNIT_COUNT, kit_rooms),
    METRIC(WR_UNIT_COUNT, storeys),      METRIC(WR_UNIT_NUMBER, variety),
    METRIC(WR_UNIT_NUMBER, detour),      METRIC(WR_UNIT_NUMBER, density),
    METRIC(WR_UNIT_NUMBER, worst_gap),   METRIC(WR_UNIT_LARGE, steps),
    BUILT(WR_UNIT_COUNT, rooms),         BUILT(WR_UNIT_COUNT, area_rooms),
    BUILT(WR_UNIT_LARGE, seen),          BUILT(WR_UNIT_LARGE, faces),
    BUILT(WR_UNIT_COUNT, files),         BUILT(WR_UNIT_COUNT, stale),
    BUILT(WR_UNIT_LARGE, bytes),         {0},
};

/* ---- One level ---- */

/* As a file of its own, with paths of kits relative to its folder. */
static enum wr_result save_map(struct wr_context *context, const struct batch *batch,
                               const struct wr_map *map, struct wr_build_summary *sum)
{
    const struct wr_build_options *options = batch->options->build;
    const char *id = options->id ? options->id : map->id;
    struct wr_bytes text = {0};
    struct wr_arena *arena = wr_arena_create();
    const char *folder = arena ? wr_path_folder(arena, batch->options->map) : NULL;
    enum wr_result result =
        folder ? wr_map_write_into(context, map, id, folder, &text) : wr_no_memory(context);
    result = wr_context_commit(context, result);
    if (result == WR_OK)
        result = wr_save(context, batch->options->map, &text, options->force, options->durable);
    sum->files = 1;
    sum->bytes = text.size;
    wr_bytes_finish(&text);
    wr_arena_destroy(arena);
    return result;
}

static enum wr_result write_map(struct wr_context *context, const struct wr_map *map,
                                const struct wr_build_options *options,
                                struct wr_build_summary *sum)
{
    struct wr_bytes text = {0};
    char name[64];
    unsigned flags =
        (options->force ? WR_OVERWRITE : 0u) | (options->durable ? WR_DURABLE : 0u);
    const char *id = options->id ? options->id : map->id;
    snprintf(name, sizeof name, "%.32s.map.json", id);
    struct wr_staging *staging;
    enum wr_result result = wr_staging_make(context, options->output, &staging);
    if (result != WR_OK)
        return result;
    result = wr_map_write_into(context, map, id, options->output, &text);
    if (result == WR_OK && text.failed)
        result = wr_no_memory(context);
    if (result == WR_OK)
        result = wr_staging_check(context, staging, name);
    result = wr_context_commit(context, result);
    if (result == WR_OK)
        result = wr_staging_write(context, staging, name, text.data, text.size, flags);
    if (result == WR_OK)
        result = wr_staging_move(context, staging, name, flags);
    if (result == WR_OK && options->durable)
        result = wr_staging_sync(context, staging);
    sum->files = 1;
    sum->bytes = text.size;
    wr_bytes_finish(&text);
    wr_staging_drop(staging);
    return result;
}

static enum wr_result build(struct wr_context *context, const struct batch *batch,
                            const struct wr_map *map, const struct wr_generated *generated,
                            const char *output, struct wr_build_summary *sum)
{
    struct wr_build_options options = *batch->options->build;
    options.output = output;
    options.generated = generated;
    options.with_map = true;
    options.force |= batch->force;
    if (batch->options->map && !options.dry_run)
        return save_map(context, batch, map, sum);
    if (batch->options->map_only && !options.dry_run)
        return write_map(context, map, &options, sum);
    return wr_build_map(context, map, batch->kits, &options, sum);
}

static enum wr_result make(struct wr_context *context, struct batch *batch, struct trial *trial,
                           const char *output)
{
    struct wr_map *map;
    struct wr_generated generated;
    enum wr_result result = wr_generator_make(context, batch->generator, trial->seed,
                                              batch->options->budget, &map, &generated);
    trial->failed = result != WR_OK;
    if (result != WR_OK)
        return result;
    trial->metrics = generated.metrics;
    if (output)
        result = build(context, batch, map, &generated, output, &trial->sum);
    trial->failed = result != WR_OK;
    if (result == WR_OK && output && batch->options->sheet) {
        trial->map = map;
        trial->generated = generated;
    } else {
        wr_map_free(map);
    }
    return result;
}

/* ---- One of many ---- */

/* In one line, under the seed's number: not as one of a file's faults, of which only some are
 * shown. */
static enum wr_result report(struct wr_context *context, const struct batch *batch,
                             uint64_t seed, enum wr_result result,
                             const struct wr_finding *finding)
{
    if (result == WR_NO_MEMORY)
        return wr_no_memory(context); /* what it is called for may not have fitted either */
    struct wr_source source = {.name = finding->file};
    bool elsewhere = finding->file[0] && strcmp(finding->file, batch->template->path) != 0;
    wr_where where = elsewhere ? wr_at(&source, WR_WHOLE_FILE) : WR_NOWHERE;
    char line[32] = "";
    if (finding->line > 0)
        snprintf(line, sizeof line, ", line %u", (unsigned)finding->line);
    return wr_fail(context, result, where, finding->slug, NULL, "seed %llu%s: %s",
                   (unsigned long long)seed, line, finding->message);
}

/* One of many that is made now. */
struct one {
    struct batch *batch;
    struct trial *trial;
    const char *output; /* NULL: only its map, which is dropped */
};

/* Makes a level with findings of its own. */
static enum wr_result make_alone(void *user, struct wr_context *context)
{
    const struct one *one = user;
    struct wr_finding finding = {0};
    struct wr_context *own = wr_context_within(context, wr_finding_keep, &finding);
    if (!own)
        return wr_no_memory(context);
    wr_context_set_jobs(own, 1);
    enum wr_result result = make(own, one->batch, one->trial, one->output);
    wr_context_destroy(own);
    bool quiet = !one->output && one->batch->options->best_of; /* such seeds are passed over */
    if (result == WR_OK || (quiet && result != WR_NO_MEMORY))
        return result;
    return report(context, one->batch, one->trial->seed, result, &finding);
}

/* The map of a level that is on record, for the sheet: its seed gives it again. */
static enum wr_result remember(struct wr_context *context, const struct batch *batch,
                               struct trial *trial)
{
    if (!batch->options->sheet || trial->map)
        return WR_OK;
    return wr_generator_make(context, batch->generator, trial->seed, batch->options->budget,
                             &trial->map, &trial->generated);
}

static enum wr_result make_one(struct wr_context *context, struct batch *batch, size_t index,
                               const char *output)
{
    struct trial *trial = &batch->trials[index];
    struct one one = {batch, trial, output};
    char name[24];
    struct wr_unit unit = {.name = name,
                           .output = batch->options->build->dry_run ? NULL : output,
                           .fields = fields,
                           .made = trial,
                           .turn = index,
                           .may_fail = !output};
    if (atomic_load(&batch->broken))
        return WR_OK;
    snprintf(name, sizeof name, "%llu", (unsigned long long)trial->seed);
    enum wr_result result = wr_unit_do(context, batch->manifest, &unit, make_alone, &one);
    if (result == WR_OK && output)
        result = remember(context, batch, trial);
    trial->failed = result != WR_OK;
    return wr_parallel_break(context, &batch->broken, result);
}

enum { PATH = 4200 };

static void level_path(const struct batch *batch, const struct trial *trial, char out[PATH])
{
    const char *folder = batch->options->build->output, *home;
    char name[24];
    snprintf(name, sizeof name, "%llu", (unsigned long long)trial->seed);
    home = wr_manifest_home(batch->manifest, name);
    snprintf(out, PATH, "%s/%s", home ? home : folder ? folder : ".", name);
}

static enum wr_result make_and_build(void *user, struct wr_context *context, unsigned worker,
                                     size_t index)
{
    struct batch *batch = user;
    struct trial *trial = &batch->trials[index];
    char output[PATH];
    (void)worker;
    level_path(batch, trial, output);
    trial->fresh = batch->around && !wr_folder_exists(context, output);
    return make_one(context, batch, index, output);
}

/* Of a batch that is stopped no level stays, but one that was put in place of another. */
static void take_back(struct wr_context *context, const struct batch *batch,
                      const struct trial *trial)
{
    char output[PATH];
    level_path(batch, trial, output);
    wr_build_take_back(context, output);
}

static void leave_folder(struct wr_context *context, const struct batch *batch, uint32_t count,
                         enum wr_result result)
{
    bool stays = batch->options->manifest; /* a batch that is resumed begins with it */
    for (uint32_t i = 0; !stays && result == WR_STOPPED && i < count; i++)
        if (batch->trials[i].fresh && !batch->trials[i].failed)
            take_back(context, batch, &batch->trials[i]);
    wr_staging_drop(batch->around);
}

/* Seeds that fail are passed over when the best are sought; a broken system is not. */
static enum wr_result make_and_weigh(void *user, struct wr_context *context, unsigned worker,
                                     size_t index)
{
    struct batch *batch = user;
    struct trial *trial = &batch->trials[index];
    const char *score = batch->options->score;
    (void)worker;
    enum wr_result result = make_one(context, batch, index, NULL);
    if (result == WR_OK && *score == '-') {
        wr_metric_value(&trial->metrics, score + 1, &trial->score);
        trial->score = -trial->score;
    } else if (result == WR_OK) {
        wr_metric_value(&trial->metrics, score, &trial->score);
    }
    return result == WR_NO_MEMORY || result == WR_IO ? result : WR_OK;
}

/* ---- Choosing ---- */

static int order_trials(const void *a, const void *b)
{
    const struct trial *p = a, *q = b;
    if (p->failed != q->failed)
        return p->failed ? 1 : -1;
    if (p->score != q->score && !p->failed)
        return p->score > q->score ? -1 : 1;
    return p->seed < q->seed ? -1 : p->seed > q->seed;
}

static uint32_t count_failed(const struct batch *batch, uint32_t count)
{
    uint32_t failed = 0;
    for (uint32_t i = 0; i < count; i++)
        failed += batch->trials[i].failed;
    return failed;
}

/* Why the first seed came to nothing, where all did. */
static enum wr_result all_failed(struct wr_context *context, struct batch *batch,
                                 uint32_t tried, uint32_t found, uint32_t wanted)
{
    batch->trials[0].seed = batch->options->seed;
    if (found == 0)
        make(context, batch, &batch->trials[0], NULL);
    return wr_fail(context, WR_NO_FIT, WR_NOWHERE, "too-few-levels",
                   "try more seeds, raise the budget, or give the template more freedom",
                   "of %u seeds tried, %u gave a level, but %u %s wanted", (unsigned)tried,
                   (unsigned)found, (unsigned)wanted, wanted == 1 ? "is" : "are");
}

/* The best trials come to the front. */
static enum wr_result choose(struct wr_context *context, struct batch *batch, uint32_t wanted,
                             struct wr_generate_summary *sum)
{
    uint32_t count = batch->options->best_of;
    enum wr_result result =
        wr_parallel(context, "levels weighed", count, make_and_weigh, batch);
    if (result != WR_OK)
        return result;
    sum->failed = count_failed(batch, count);
    if (wr_manifest_lacks(batch->manifest))
        return WR_INVALID;                                 /* wr_manifest_end says what */
    batch->manifest = wr_manifest_beyond(batch->manifest); /* the best are made anew */
    if (batch->options->shard.count > 0)
        return WR_OK;
    qsort(batch->trials, count, sizeof *batch->trials, order_trials);
    if (count - sum->failed < wanted)
        return all_failed(context, batch, count, count - sum->failed, wanted);
    return WR_OK;
}

/* ---- The sheet ---- */

/* A level is called by its seed, which is its folder's name, too. */
static const char *seed_name(struct wr_arena *arena, uint64_t seed)
{
    char text[24];
    int size = snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    return wr_arena_text(arena, text, (size_t)size);
}

static enum wr_result draw_trials(struct wr_context *context, struct wr_arena *arena,
                                  const struct batch *batch, uint32_t count,
                                  struct wr_bytes *out)
{
    const struct wr_map **maps = WR_TAKE(arena, const struct wr_map *, count);
    const struct wr_generated **made = WR_TAKE(arena, const struct wr_generated *, count);
    const char **names = WR_TAKE(arena, const char *, count);
    struct wr_draw_options options = {.format = batch->options->sheet_format,
                                      .game = batch->options->build->game,
                                      .surfaces = batch->options->build->surfaces};
    uint32_t shown = 0;
    for (uint32_t i = 0; maps && made && names && i < count; i++) {
        if (!batch->trials[i].map)
            continue;
        maps[shown] = batch->trials[i].map;
        made[shown] = &batch->trials[i].generated;
        names[shown] = seed_name(arena, batch->trials[i].seed);
        if (!names[shown++])
            return wr_no_memory(context);
    }
    if (!maps || !made || !names)
        return wr_no_memory(context);
    return shown == 0 ? WR_OK
                      : wr_draw_generated(context, maps, made, names, shown, batch->kits,
                                          &options, out);
}

static enum wr_result write_sheet(struct wr_context *context, const struct batch *batch,
                                  uint32_t count, struct wr_generate_summary *sum)
{
    struct wr_bytes picture = {0};
    const struct wr_build_options *build = batch->options->build;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result =
        arena ? draw_trials(context, arena, batch, count, &picture) : wr_no_memory(context);
    sum->sheet_bytes = picture.size;
    result = wr_context_commit(context, result);
    if (result == WR_OK && picture.size > 0)
        result = wr_save(context, batch->options->sheet, &picture, build->force || batch->force,
                         build->durable);
    wr_bytes_finish(&picture);
    wr_arena_destroy(arena);
    return result;
}

/* Whether the sheet's folder will be there: the levels' own is made with them. */
static bool has_folder(struct wr_context *context, const struct wr_generate_options *options,
                       const char *folder)
{
    const char *output = options->build->output;
    return wr_folder_exists(context, folder) || (output && strcmp(folder, output) == 0);
}

static enum wr_result check_sheet_folder(struct wr_context *context,
                                         const struct wr_generate_options *options)
{
    struct wr_source source = {.name = options->sheet};
    struct wr_arena *arena = wr_arena_create();
    const char *folder = arena ? wr_path_folder(arena, options->sheet) : NULL;
    bool starved = !folder, there = folder && has_folder(context, options, folder);
    wr_arena_destroy(arena);
    if (starved)
        return wr_no_memory(context);
    return there ? WR_OK
                 : wr_fail(context, WR_IO, wr_at(&source, WR_WHOLE_FILE), "write-failed",
                           "make the folder first, or name another",
                           "cannot be written: no such file or folder");
}

/* Said before the first level is made, not after the last. */
static enum wr_result check_sheet(struct wr_context *context,
                                  const struct wr_generate_options *options)
{
    enum { MOST = 10000 };
    struct wr_source source = {.name = options->sheet};
    if (options->sheet && options->count > MOST)
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "picture-too-large",
                       "draw a sheet of fewer levels", "a sheet shows no more than %d levels",
                       MOST);
    bool force = options->build->force || wr_manifest_resumes(options->manifest);
    if (options->sheet && !force && wr_file_in_way(context, options->sheet))
        return wr_fail(context, WR_INVALID, wr_at(&source, WR_WHOLE_FILE), "file-exists",
                       "give --force to replace it, or another name",
                       "the file exists already");
    return options->sheet ? check_sheet_folder(context, options) : WR_OK;
}

/* ---- All of it ---- */

static void sum_up(const struct batch *batch, uint32_t count, struct wr_generate_summary *sum)
{
    for (uint32_t i = 0; i < count; i++) {
        if (batch->trials[i].failed)
            continue;
        if (sum->made++ == 0) {
            sum->seed = batch->trials[i].seed;
            sum->metrics = batch->trials[i].metrics;
        }
        wr_build_add_up(&sum->build, &batch->trials[i].sum);
    }
}

/* The folder around all levels is made first, so that it can go where none was made. */
static enum wr_result make_all(struct wr_context *context, struct batch *batch, uint32_t count)
{
    const struct wr_build_options *build = batch->options->build;
    bool packs = wr_manifest_packs(batch->manifest);
    bool writes = build->output && !build->dry_run && !packs;
    enum wr_result result = writes ? wr_staging_make(context, build->output, &batch->around)
                                   : wr_units_begin(context, batch->manifest, count);
    if (result != WR_OK)
        return result;
    result = packs
                 ? wr_parallel_long(context, "levels made", count, make_and_build, NULL, batch)
                 : wr_parallel(context, "levels made", count, make_and_build, batch);
    enum wr_result broken = (enum wr_result)atomic_load(&batch->broken);
    if (broken == WR_OK && writes && build->durable)
        broken = wr_staging_sync(context, batch->around);
    return broken != WR_OK ? broken : result; /* a full disk weighs more than a hard seed */
}

static void tell(const struct batch *batch, uint32_t count)
{
    const struct wr_generate_options *options = batch->options;
    char output[PATH];
    for (uint32_t i = 0; options->each && i < count; i++) {
        const struct trial *trial = &batch->trials[i];
        struct wr_generate_level level = {.seed = trial->seed, .failed = trial->failed};
        level.folder = options->build->output;
        if (options->count && level.folder) {
            level_path(batch, trial, output);
            level.folder = output;
        }
        if (!trial->failed) {
            level.metrics = trial->metrics;
            level.build = trial->sum;
        }
        options->each(options->user, &level);
    }
}

static enum wr_result run(struct wr_context *context, struct batch *batch,
                          struct wr_generate_summary *sum)
{
    const struct wr_generate_options *options = batch->options;
    uint32_t wanted = options->count ? options->count : 1;
    enum wr_result result = WR_OK;
    sum->tried = options->best_of ? options->best_of : wanted;
    if (options->best_of)
        result = choose(context, batch, wanted, sum);
    if (result != WR_OK || (options->best_of && options->shard.count > 0))
        return wr_context_whole(context, result);
    if (options->count)
        result = make_all(context, batch, wanted);
    else
        result = make(context, batch, &batch->trials[0],
                      options->map ? options->map : options->build->output);
    if (!options->best_of)
        sum->failed = count_failed(batch, wanted);
    sum_up(batch, wanted, sum);
    if (options->sheet && sum->made > 0 && !wr_manifest_lacks(options->manifest)) {
        enum wr_result drawn = write_sheet(context, batch, wanted, sum);
        result = result == WR_OK ? drawn : result;
    }
    result = wr_context_whole(context, result);
    if (result != WR_STOPPED)
        tell(batch, wanted);
    return result;
}

static enum wr_result check_options(struct wr_context *context,
                                    const struct wr_generate_options *options)
{
    double value;
    const struct wr_metrics none = {0};
    const char *score = options->score;
    uint32_t tried = options->best_of ? options->best_of : options->count;
    if (options->best_of &&
        (!score || !wr_metric_value(&none, score + (*score == '-'), &value)))
        return wr_fail(context, WR_INVALID, WR_NOWHERE, "score-unknown", NULL,
                       "there is no metric '%s' to choose levels by", score ? score : "");
    if (options->best_of && options->best_of < options->count)
        return wr_fail(context, WR_INVALID, WR_NOWHERE, "score-of-too-few", NULL,
                       "the best %u of %u levels cannot be chosen", (unsigned)options->count,
                       (unsigned)options->best_of);
    if (tried && options->seed > UINT64_MAX - (tried - 1))
        return wr_fail(context, WR_LIMIT, WR_NOWHERE, "seed-too-large", NULL,
                       "there are no %u seeds from %llu on", (unsigned)tried,
                       (unsigned long long)options->seed);
    return WR_OK;
}

static enum wr_result create(struct wr_context *context, struct batch *batch)
{
    struct wr_generator_options options = batch->options->generator;
    if (!options.surfaces)
        options.surfaces = batch->options->build->surfaces;
    return wr_generator_create(context, batch->template, batch->kits, &options,
                               &batch->generator);
}

/* What a shard does. The sheet of all levels is drawn where manifests are gathered. */
static struct wr_generate_options part_of(const struct wr_generate_options *whole)
{
    struct wr_generate_options part = *whole;
    uint64_t first;
    uint32_t *dealt = whole->best_of ? &part.best_of : &part.count;
    *dealt = (uint32_t)wr_shard_range(whole->shard, *dealt, &first);
    part.seed += first;
    if (whole->shard.count > 0 && whole->manifest)
        part.sheet = NULL;
    return part;
}

/* All levels are made of the template and of kits. */
static enum wr_result start(struct wr_context *context, const struct batch *batch)
{
    const char *kit, **inputs;
    struct wr_arena *arena = wr_arena_create();
    uint32_t count = 0, kits = 0;
    while (wr_generator_kit(batch->generator, kits))
        kits++;
    inputs = arena ? WR_TAKE(arena, const char *, (size_t)kits + 1) : NULL;
    if (inputs)
        inputs[count++] = batch->template->path;
    for (uint32_t i = 0; inputs && (kit = wr_generator_kit(batch->generator, i)); i++)
        inputs[count++] = kit;
    enum wr_result result = inputs ? wr_manifest_start(context, batch->manifest, inputs, count)
                                   : wr_no_memory(context);
    wr_arena_destroy(arena);
    return result;
}

static enum wr_result generate(struct wr_context *context, const struct wr_template *template,
                               struct wr_kits *kits, const struct wr_generate_options *whole,
                               struct wr_generate_summary *summary)
{
    struct wr_generate_summary own, *sum = summary ? summary : &own;
    const struct wr_generate_options part = part_of(whole), *options = &part;
    struct batch batch = {.template = template,
                          .kits = kits,
                          .options = options,
                          .manifest = whole->manifest,
                          .force = wr_manifest_resumes(whole->manifest)};
    uint32_t tried = options->best_of ? options->best_of : options->count ? options->count : 1;
    *sum = (struct wr_generate_summary){0};
    enum wr_result result = check_options(context, whole);
    if (result == WR_OK)
        result = check_sheet(context, options);
    if (result == WR_OK)
        result = create(context, &batch);
    if (result == WR_OK && batch.manifest)
        result = start(context, &batch);
    if (result != WR_OK) {
        wr_generator_free(batch.generator);
        return result;
    }
    const char *name;
    for (uint32_t i = 0; options->kept && (name = wr_generator_kept(batch.generator, i)); i++)
        options->kept(options->user, name);
    if (options->timeout > 0)
        wr_generator_set_timeout(batch.generator, options->timeout);
    batch.trials = wr_alloc(tried * sizeof *batch.trials);
    for (uint32_t i = 0; batch.trials && i < tried; i++)
        batch.trials[i] = (struct trial){.seed = options->seed + i, .failed = true};
    result = batch.trials ? run(context, &batch, sum) : wr_no_memory(context);
    result = wr_context_whole(context, result);
    if (batch.trials)
        leave_folder(context, &batch, tried, result);
    for (uint32_t i = 0; batch.trials && i < tried; i++)
        wr_map_free(batch.trials[i].map);
    wr_free(batch.trials);
    wr_generator_free(batch.generator);
    return result;
}

enum wr_result wr_generate(struct wr_context *context, const struct wr_template *template,
                           struct wr_kits *kits, const struct wr_generate_options *options,
                           struct wr_generate_summary *summary)
{
    wr_context_enter(context);
    return wr_context_leave(context, generate(context, template, kits, options, summary));
}
