/* Baking: one file after another, and folders of areas on all cores. */
#include "builder/bake/bake.h"
#include "builder/bake/cutters.h"
#include "builder/bake/floor.h"
#include "builder/bake/placeables.h"
#include "builder/manifest/unit.h"

#include "core/aswm/bake.h"
#include "core/aswm/changes.h"
#include "core/aswm/floors.h"
#include "core/base/bytes.h"
#include "core/base/parallel.h"
#include "core/base/shard.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <stdlib.h>
#include <string.h>

static const float usual_width = 9; /* metres, of tiles of interiors */

struct bake {
    struct wr_arena *arena;
    const struct wr_bake_options *options;
    wr_surfaces surfaces;
    struct wr_bake_file *files;
    size_t count, capacity;
    struct wr_stagings folders;
};

/* ---- One file
 * -------------------------------------------------------------------------------- */

static bool ends_in(const char *name, const char *suffix)
{
    size_t size = strlen(name), tail = strlen(suffix);
    return size > tail && wr_text_same(name + size - tail, suffix);
}

static struct wr_aswm_grid grid_of(const struct wr_bake_options *options,
                                   const struct wr_aswm_area *into)
{
    struct wr_aswm_grid grid = {.tile_width = usual_width, .border = options->border};
    if (into)
        grid = (struct wr_aswm_grid){into->mesh.tile_width, into->mesh.width, into->mesh.height,
                                     into->mesh.border};
    if (options->tile_width > 0)
        grid.tile_width = options->tile_width;
    return grid;
}

static void sum_up(const struct wr_aswm *mesh, struct wr_bake_summary *sum)
{
    sum->triangles = mesh->triangle_count;
    sum->islands = mesh->island_count;
    for (uint32_t i = 0; i < wr_aswm_tile_count(mesh); i++)
        sum->tiles += mesh->tiles[i].triangle_count > 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        sum->walkable += wr_aswm_walkable(mesh, i);
}

/* What a file is baked of. */
struct baking {
    const struct bake *bake;
    struct wr_bake_floor floor;
    struct wr_bake_places places;
    struct wr_aswm_cutters cutters;
    struct wr_source source;   /* of `into` */
    struct wr_aswm_area store; /* the same */
    const struct wr_aswm_area *into;
};

/* A walkmesh is cut along tiles; it becomes an area of its own, or takes the place of
 * another's. */
static enum wr_result bake_mesh(struct wr_context *context, struct wr_arena *arena,
                                const struct baking *baking, struct wr_bake_file *file,
                                struct wr_aswm_area *out)
{
    const struct bake *bake = baking->bake;
    struct wr_aswm_grid grid = grid_of(bake->options, baking->into);
    struct wr_aswm_soup soup;
    struct wr_aswm_shift shift;
    struct wr_aswm_making making = {.soup = &soup,
                                    .grid = &grid,
                                    .cutters = &baking->cutters,
                                    .into = baking->into,
                                    .rooms = baking->floor.rooms,
                                    .sight = bake->options->sight};
    enum wr_result result =
        wr_aswm_soup_of(context, arena, baking->floor.mesh, bake->surfaces.walkable, &soup);
    if (result == WR_OK)
        result = wr_aswm_area_bake(context, arena, &making,
                                   wr_at(&baking->floor.source, WR_WHOLE_FILE), out, &shift);
    if (result != WR_OK)
        return result;
    file->moved[0] = shift.x;
    file->moved[1] = shift.y;
    file->sum.outside = shift.outside;
    return WR_OK;
}

/* The border of an exterior is in its source only. */
static enum wr_result drop_border(struct wr_context *context, struct wr_arena *arena,
                                  const struct baking *baking, struct wr_bake_file *file,
                                  struct wr_aswm *mesh)
{
    uint32_t before = mesh->triangle_count;
    bool source = mesh->island_count == 0 && !ends_in(file->to, ".trn");
    if (!source || mesh->border == 0)
        return WR_OK;
    enum wr_result result =
        wr_aswm_strip(context, arena, mesh, wr_at(&baking->floor.source, WR_WHOLE_FILE));
    file->sum.outside = before - mesh->triangle_count;
    return result;
}

static bool has_grid_of(const struct wr_aswm *a, const struct wr_aswm *b)
{
    return a->width == b->width && a->height == b->height && a->border == b->border &&
           a->tile_width == b->tile_width;
}

/* An area keeps its triangles and tiles. */
static enum wr_result bake_area(struct wr_context *context, struct wr_arena *arena,
                                const struct baking *baking, struct wr_bake_file *file,
                                struct wr_aswm_area *out)
{
    struct wr_aswm_bake_options options = {.links = true,
                                           .sight = baking->bake->options->sight};
    struct wr_aswm mesh = baking->floor.area.mesh;
    wr_where where = wr_at(&baking->floor.source, WR_WHOLE_FILE);
    if (baking->into && !has_grid_of(&mesh, &baking->into->mesh))
        return wr_fail(context, WR_INVALID, where, "trx-grid",
                       "give --into an area of the same size",
                       "the walkmesh has other tiles than %s", baking->source.name);
    enum wr_result result = drop_border(context, arena, baking, file, &mesh);
    if (result == WR_OK)
        result = wr_aswm_carve(context, arena, &mesh, &baking->cutters, NULL, where);
    if (result == WR_OK)
        result = wr_aswm_bake(context, arena, &mesh, &options, where);
    *out = baking->into ? *baking->into : baking->floor.area;
    out->mesh = mesh;
    return result;
}

static enum wr_result bake_floor(struct wr_context *context, struct wr_arena *arena,
                                 const struct baking *baking, struct wr_bake_file *file,
                                 struct wr_bytes *out)
{
    struct wr_aswm_area area;
    enum wr_result result = baking->floor.kind == WR_BAKE_AREA
                                ? bake_area(context, arena, baking, file, &area)
                                : bake_mesh(context, arena, baking, file, &area);
    if (result != WR_OK)
        return result;
    sum_up(&area.mesh, &file->sum);
    if (ends_in(file->to, ".trn"))
        wr_aswm_unbake(&area.mesh);
    return wr_aswm_area_write(context, &area, wr_at(&baking->floor.source, WR_WHOLE_FILE), out);
}

static enum wr_result read_into(struct wr_context *context, struct wr_arena *arena,
                                struct baking *baking)
{
    const char *path = baking->bake->options->into;
    if (!path)
        return WR_OK;
    enum wr_result result = wr_file_read(context, arena, path, &baking->source);
    baking->source.binary = true;
    if (result == WR_OK)
        result = wr_aswm_area_read(context, arena, &baking->source, &baking->store);
    baking->into = &baking->store;
    return result;
}

/* The name of a file with another ending, of four characters. */
static char *renamed(struct wr_arena *arena, const char *path, const char *ending)
{
    const char *name = wr_path_name(path), *dot = strrchr(name, '.');
    size_t stem = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    char *target = wr_arena_zero(arena, stem + 5, 1);
    if (target) {
        memcpy(target, name, stem);
        memcpy(target + stem, ending, 4);
    }
    return target;
}

/* Of a folder it is the GIT that is called as the area; NULL with WR_OK where there is none. */
static enum wr_result find_git(struct wr_context *context, struct wr_arena *arena,
                               const struct baking *baking, const char *from, const char **out)
{
    const char *path = baking->bake->options->git;
    *out = path;
    if (!path || !wr_folder_exists(context, path))
        return WR_OK;
    const char *name = renamed(arena, from, ".git");
    *out = name ? wr_path_join(arena, path, name) : NULL;
    if (!*out)
        return wr_no_memory(context);
    if (wr_file_exists(context, *out))
        return WR_OK;
    wr_warn(context, wr_at(&baking->floor.source, WR_WHOLE_FILE), "bake-git", NULL,
            "there is no %s: nothing is cut", *out);
    *out = NULL;
    return WR_OK;
}

static enum wr_result read_cutters(struct wr_context *context, struct wr_arena *arena,
                                   struct baking *baking, struct wr_bake_file *file)
{
    struct wr_bake_placed placed = {0};
    const char *path;
    enum wr_result result = find_git(context, arena, baking, file->from, &path);
    if (result != WR_OK || !path)
        return result;
    result = wr_bake_places_read(context, arena, path, &baking->places);
    if (result == WR_OK)
        result = wr_bake_cutters(context, arena, &baking->places, &baking->cutters);
    file->sum.cutters = baking->cutters.count;
    if (result == WR_OK)
        result = wr_bake_placeables(context, arena, &baking->places,
                                    baking->bake->options->placeables, &baking->bake->surfaces,
                                    &baking->cutters, &placed);
    file->sum.placeables = placed.cut;
    file->sum.ignored = placed.left_out;
    return result;
}

static enum wr_result bake_with(struct wr_context *context, struct wr_arena *arena,
                                const struct bake *bake, struct wr_bake_file *file,
                                struct wr_bytes *out)
{
    struct baking baking = {.bake = bake};
    enum wr_result result =
        wr_bake_floor_read(context, arena, file->from, &bake->surfaces, WR_UP_Z, &baking.floor);
    if (result == WR_OK && baking.floor.kind == WR_BAKE_LEVEL)
        result = wr_bake_floor_stand(context, arena, &bake->surfaces, &baking.floor);
    if (result == WR_OK)
        result = read_into(context, arena, &baking);
    if (result == WR_OK)
        result = read_cutters(context, arena, &baking, file);
    return result == WR_OK ? bake_floor(context, arena, &baking, file, out) : result;
}

/* What is on record of an area. */
#define SUM(kind, name)                                                                        \
    {                                                                                          \
#name, kind, offsetof(struct wr_bake_file, sum.name)                                   \
    }
static const struct wr_unit_field fields[] = {
    SUM(WR_UNIT_COUNT, files),
    SUM(WR_UNIT_COUNT, failed),
    SUM(WR_UNIT_LARGE, triangles),
    SUM(WR_UNIT_LARGE, walkable),
    SUM(WR_UNIT_LARGE, tiles),
    SUM(WR_UNIT_LARGE, islands),
    SUM(WR_UNIT_LARGE, outside),
    SUM(WR_UNIT_LARGE, cutters),
    SUM(WR_UNIT_LARGE, placeables),
    SUM(WR_UNIT_LARGE, ignored),
    {"moved_x", WR_UNIT_LENGTH, offsetof(struct wr_bake_file, moved[0])},
    {"moved_y", WR_UNIT_LENGTH, offsetof(struct wr_bake_file, moved[1])},
    {0},
};

/* One area that is baked now. */
struct one {
    const struct bake *bake;
    struct wr_bake_file *file;
};

static enum wr_result bake_one(void *user, struct wr_context *context)
{
    const struct one *one = user;
    const struct wr_bake_options *options = one->bake->options;
    struct wr_arena *arena = wr_arena_create();
    struct wr_bytes bytes = {0};
    bool replaces = options->force || wr_manifest_resumes(options->manifest);
    unsigned flags = (replaces ? WR_OVERWRITE : 0u) | (options->durable ? WR_DURABLE : 0u);
    enum wr_result result =
        arena ? bake_with(context, arena, one->bake, one->file, &bytes) : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_file_write(context, one->file->to, bytes.data, bytes.size, flags);
    wr_bytes_finish(&bytes);
    wr_arena_destroy(arena);
    one->file->sum.files = 1;
    one->file->sum.failed = result != WR_OK;
    return result;
}

static enum wr_result bake_file(void *user, struct wr_context *context, unsigned worker,
                                size_t index)
{
    struct bake *bake = user;
    struct wr_bake_file *file = &bake->files[index];
    struct one one = {bake, file};
    const struct wr_unit unit = {.name = file->from,
                                 .inputs = &file->from,
                                 .input_count = 1,
                                 .output = file->to,
                                 .fields = fields,
                                 .made = file,
                                 .turn = index};
    (void)worker;
    file->result = wr_unit_do(context, bake->options->manifest, &unit, bake_one, &one);
    return file->result;
}

/* ---- Gathering
 * ------------------------------------------------------------------------------- */

static enum wr_result add_file(struct wr_context *context, struct bake *bake, const char *from,
                               const char *to)
{
    if (!from || !to ||
        !wr_grow(&bake->files, &bake->capacity, bake->count + 1, sizeof *bake->files))
        return wr_no_memory(context);
    bake->files[bake->count++] =
        (struct wr_bake_file){.from = from, .to = to, .result = WR_STOPPED};
    return WR_OK;
}

/* The source of an area is baked where the area itself is not there. */
static enum wr_result add_source(struct wr_context *context, struct bake *bake,
                                 const char *from, const char *to)
{
    char *area = wr_arena_text(bake->arena, from, strlen(from));
    char *baked = wr_arena_text(bake->arena, to, strlen(to));
    if (!area || !baked)
        return wr_no_memory(context);
    memcpy(area + strlen(area) - 4, ".trx", 4);
    memcpy(baked + strlen(baked) - 4, ".trx", 4);
    return wr_file_exists(context, area) ? WR_OK : add_file(context, bake, from, baked);
}

static enum wr_result gather_file(void *user, struct wr_context *context, const char *from,
                                  const char *to)
{
    if (ends_in(from, ".trx"))
        return add_file(context, user, from, to);
    return ends_in(from, ".trn") ? add_source(context, user, from, to) : WR_OK;
}

static enum wr_result gather(struct wr_context *context, struct bake *bake, const char *path,
                             bool only)
{
    const char *output = bake->options->output;
    bool file = ends_in(output, ".trx") || ends_in(output, ".trn");
    bool module;
    enum wr_result result = wr_bake_is_module(context, path, &module);
    if (result != WR_OK)
        return result;
    if (wr_folder_exists(context, path) && !module)
        return wr_folder_walk(context, bake->arena, path, output, gather_file, bake);
    if (file && only)
        return add_file(context, bake, path, output);
    const char *name = renamed(bake->arena, path, ".trx");
    return add_file(context, bake, path, name ? wr_path_join(bake->arena, output, name) : NULL);
}

static int order_targets(const void *left, const void *right)
{
    const struct wr_bake_file *a = *(const struct wr_bake_file *const *)left;
    const struct wr_bake_file *b = *(const struct wr_bake_file *const *)right;
    int order = wr_text_order(a->to, b->to);
    return order ? order : (a > b) - (a < b);
}

/* Two inputs must not end in one file. */
static enum wr_result check_targets(struct wr_context *context, const struct bake *bake)
{
    const struct wr_bake_file **sorted =
        WR_TAKE(bake->arena, const struct wr_bake_file *, bake->count);
    enum wr_result result = WR_OK;
    if (!sorted)
        return wr_no_memory(context);
    for (size_t i = 0; i < bake->count; i++)
        sorted[i] = &bake->files[i];
    if (bake->count)
        qsort(sorted, bake->count, sizeof *sorted, order_targets);
    for (size_t i = 1; i < bake->count; i++)
        if (wr_text_same(sorted[i - 1]->to, sorted[i]->to))
            result =
                wr_fail(context, WR_INVALID, WR_NOWHERE, "same-target",
                        "bake them into different folders", "%s and %s would both become %s",
                        sorted[i - 1]->from, sorted[i]->from, sorted[i]->to);
    return result;
}

/* Leaves only the areas of one shard, in their order; those of a module weigh what its folder
 * does. */
static enum wr_result take_shard(struct wr_context *context, struct bake *bake)
{
    uint64_t *sizes = WR_TAKE(bake->arena, uint64_t, bake->count);
    for (size_t i = 0; sizes && bake->options->shard.count > 0 && i < bake->count; i++)
        sizes[i] = wr_path_size(context, bake->files[i].from);
    return sizes && wr_shard_take(bake->options->shard, sizes, bake->files, &bake->count,
                                  sizeof *bake->files)
               ? WR_OK
               : wr_no_memory(context);
}

/* Makes the folders that are written to; where there are several packs, says of each area in
 * which of them it is. */
static enum wr_result make_folders(struct wr_context *context, struct bake *bake)
{
    const struct wr_manifest *manifest = bake->options->manifest;
    bool packs = wr_manifest_packs(manifest);
    size_t above = strlen(bake->options->output);
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && i < bake->count; i++) {
        struct wr_bake_file *file = &bake->files[i];
        const char *home = wr_manifest_home(manifest, file->from);
        if (home)
            file->to = wr_path_join(bake->arena, home, file->to + above + 1);
        if (!file->to)
            result = wr_no_memory(context);
        else if (!packs)
            result = wr_stagings_add(context, bake->arena, &bake->folders, file->to);
    }
    return result;
}

static enum wr_result bake_paths(struct wr_context *context, struct bake *bake,
                                 const char *const *paths, size_t count)
{
    enum wr_result gathered = WR_OK;
    for (size_t i = 0; i < count && !wr_walk_ends(gathered); i++) {
        enum wr_result one = gather(context, bake, paths[i], count == 1);
        if (gathered == WR_OK || wr_walk_ends(one))
            gathered = one;
    }
    if (wr_walk_ends(gathered))
        return gathered;
    if (gathered == WR_OK && bake->count == 0)
        return wr_fail(context, WR_NOT_FOUND, WR_NOWHERE, "nothing-to-bake",
                       "give areas (.trx, .trn), walkmeshes or modules",
                       "no area was found in %s", paths[0]);
    enum wr_result result = check_targets(context, bake);
    if (result == WR_OK)
        result = take_shard(context, bake);
    if (result == WR_OK)
        result = wr_manifest_start(context, bake->options->manifest, NULL, 0);
    if (result == WR_OK)
        result = wr_units_begin(context, bake->options->manifest, bake->count);
    if (result == WR_OK)
        result = make_folders(context, bake);
    if (result != WR_OK)
        return result;
    result = wr_parallel_long(context, "areas baked", bake->count, bake_file, NULL, bake);
    if (result == WR_OK && bake->options->durable)
        result = wr_stagings_sync(context, &bake->folders);
    return result == WR_OK ? gathered : result;
}

static void tell(const struct bake *bake, struct wr_bake_summary *sum)
{
    for (size_t i = 0; i < bake->count; i++) {
        const struct wr_bake_summary *one = &bake->files[i].sum;
        sum->files += one->files;
        sum->failed += one->failed;
        sum->triangles += one->triangles;
        sum->walkable += one->walkable;
        sum->tiles += one->tiles;
        sum->islands += one->islands;
        sum->outside += one->outside;
        sum->cutters += one->cutters;
        sum->placeables += one->placeables;
        sum->ignored += one->ignored;
        if (bake->options->each)
            bake->options->each(bake->options->user, &bake->files[i]);
    }
}

enum wr_result wr_bake(struct wr_context *context, const char *const *paths, size_t count,
                       const struct wr_bake_options *options, struct wr_bake_summary *summary)
{
    struct bake bake = {.arena = wr_arena_create(), .options = options};
    struct wr_bake_summary sum = {0};
    wr_context_enter(context);
    bake.surfaces = options->surfaces ? *options->surfaces : wr_surfaces_default(WR_K1);
    enum wr_result result =
        bake.arena ? bake_paths(context, &bake, paths, count) : wr_no_memory(context);
    result = wr_context_whole(context, result);
    if (result != WR_STOPPED)
        tell(&bake, &sum);
    if (summary)
        *summary = sum;
    wr_stagings_drop(&bake.folders);
    wr_free(bake.files);
    wr_arena_destroy(bake.arena);
    return wr_context_leave(context, result);
}
