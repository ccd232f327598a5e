/* The whole way from a map to a module. */
#include "builder/build.h"
#include "builder/area/made.h"
#include "builder/layout/profile.h"
#include "builder/module/emit.h"
#include "builder/module/into.h"
#include "builder/plan.h"

#include "core/files/file.h"
#include "kits/kit.h"

static void count_strays(const struct wr_layout *layout, struct wr_build_summary *summary)
{
    for (uint32_t i = 0; i < layout->room_count; i++)
        summary->strays += layout->rooms[i].profile->stray_count;
}

static void sum_up(const struct wr_area *area, struct wr_build_summary *summary)
{
    summary->rooms = area->room_count;
    summary->area_rooms = area->area_room_count;
    summary->hooks = area->hook_count;
    summary->links = area->link_count;
    summary->exits = area->exit_count;
    summary->near_misses = area->near_miss_count;
    summary->overlaps = area->overlap_count;
    summary->unreachable = area->unreachable;
    count_strays(area->layout, summary);
    for (uint32_t i = 0; i < area->link_count; i++)
        if (area->links[i].moved > summary->worst_move)
            summary->worst_move = area->links[i].moved;
}

static enum wr_result build_area(struct wr_context *context, struct wr_area *area,
                                 const struct wr_build_options *options,
                                 struct wr_build_summary *sum)
{
    enum wr_result result = area->verdict;
    sum_up(area, sum);
    if (result == WR_OK)
        result = wr_emit(context, area, options, sum);
    if (options->plan && result != WR_NO_MEMORY) {
        enum wr_result planned = wr_plan_write(context, area->layout, options, sum);
        result = result == WR_OK ? planned : result;
    }
    return result;
}

enum wr_result wr_build_placed(struct wr_context *context, struct wr_layout *layout,
                               const struct wr_build_options *options,
                               struct wr_build_summary *sum)
{
    struct wr_area *area;
    enum wr_result result = wr_area_settle(context, layout, options, &area);
    if (result != WR_OK)
        return result;
    result = build_area(context, area, options, sum);
    wr_area_free(area);
    return result;
}

static enum wr_result build_map(struct wr_context *context, const struct wr_map *map,
                                struct wr_kits *kits, const struct wr_build_options *options,
                                struct wr_build_summary *sum)
{
    struct wr_layout *layout;
    enum wr_result result = wr_layout_place(context, map, kits, options, &layout);
    return result == WR_OK ? wr_build_placed(context, layout, options, sum) : result;
}

/* What goes into an edited module is made in the folder that module is in. */
static enum wr_result build_into(struct wr_context *context, const struct wr_map *map,
                                 struct wr_kits *kits, const struct wr_build_options *options,
                                 struct wr_build_summary *sum)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_build_options own = *options;
    own.mod = true;
    own.output = arena ? wr_path_folder(arena, options->into) : NULL;
    struct wr_source source = {.name = options->into};
    enum wr_result result = WR_OK;
    if (!own.output)
        result = wr_no_memory(context);
    else if (!wr_file_exists(context, options->into))
        result = wr_fail(context, WR_NOT_FOUND, wr_at(&source, WR_WHOLE_FILE), "file-not-found",
                         "--mod makes a module where there is none",
                         "there is no such module to put the level into");
    else
        result = wr_into_look(context, arena, options->into, options->force);
    if (result == WR_OK)
        result = build_map(context, map, kits, &own, sum);
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_build_map(struct wr_context *context, const struct wr_map *map,
                            struct wr_kits *kits, const struct wr_build_options *options,
                            struct wr_build_summary *summary)
{
    struct wr_build_summary sum = {0};
    enum wr_result result = options->into && !options->dry_run
                                ? build_into(context, map, kits, options, &sum)
                                : build_map(context, map, kits, options, &sum);
    if (summary)
        *summary = sum;
    return result;
}

static enum wr_result build(struct wr_context *context, const struct wr_map *map,
                            struct wr_kits *kits, const struct wr_build_options *options,
                            struct wr_build_summary *summary)
{
    enum wr_result result = wr_layout_look(context, map, kits);
    return result == WR_OK ? wr_build_map(context, map, kits, options, summary) : result;
}

enum wr_result wr_build(struct wr_context *context, const struct wr_map *map,
                        struct wr_kits *kits, const struct wr_build_options *options,
                        struct wr_build_summary *summary)
{
    wr_context_enter(context);
    enum wr_result result = build(context, map, kits, options, summary);
    return wr_context_leave(context, wr_context_whole(context, result));
}

void wr_build_add_up(struct wr_build_summary *all, const struct wr_build_summary *one)
{
    all->rooms += one->rooms;
    all->area_rooms += one->area_rooms;
    all->hooks += one->hooks;
    all->links += one->links;
    all->near_misses += one->near_misses;
    all->overlaps += one->overlaps;
    all->unreachable += one->unreachable;
    all->strays += one->strays;
    all->splits += one->splits;
    all->seen += one->seen;
    all->faces += one->faces;
    all->files += one->files;
    all->stale += one->stale;
    all->bytes += one->bytes;
    all->worst_move = one->worst_move > all->worst_move ? one->worst_move : all->worst_move;
}

void wr_build_take_back(struct wr_context *context, const char *folder)
{
    char **names;
    size_t count = 0;
    struct wr_arena *arena = wr_arena_create();
    if (arena && wr_folder_list(context, arena, folder, &names, &count) == WR_OK)
        for (size_t i = 0; i < count; i++) {
            const char *path = wr_path_join(arena, folder, names[i]);
            if (path)
                wr_file_remove(context, path);
        }
    wr_file_remove(context, folder);
    wr_arena_destroy(arena);
}

enum wr_result wr_save(struct wr_context *context, const char *path,
                       const struct wr_bytes *bytes, bool force, bool durable)
{
    unsigned flags = (force ? WR_OVERWRITE : 0u) | (durable ? WR_DURABLE : 0u);
    if (bytes->failed)
        return wr_no_memory(context);
    return wr_file_write(context, path, bytes->data, bytes->size, flags);
}
