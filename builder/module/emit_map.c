/* The map beside its module, as it is built again from there. */
#include "builder/module/emit.h"

#include "core/files/file.h"

static bool find_kits(struct wr_context *context, struct wr_arena *arena, const char *folder,
                      struct wr_map *map)
{
    const char **kits = WR_TAKE(arena, const char *, map->kit_count);
    for (uint32_t i = 0; kits && i < map->kit_count; i++) {
        const char *path = map->kits[i];
        if (!wr_path_rooted(path) && map->folder)
            path = wr_path_join(arena, map->folder, path);
        kits[i] = path ? wr_path_between(context, arena, folder, path) : NULL;
        if (!kits[i])
            return false;
    }
    map->kits = kits;
    return kits != NULL;
}

enum wr_result wr_map_write_into(struct wr_context *context, const struct wr_map *map,
                                 const char *id, const char *folder, struct wr_bytes *out)
{
    struct wr_map beside = *map;
    struct wr_arena *arena = wr_arena_create();
    beside.id = id;
    enum wr_result result = arena && find_kits(context, arena, folder, &beside)
                                ? wr_map_write(context, &beside, out)
                                : wr_no_memory(context);
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_emit_map(struct wr_context *context, const struct wr_emission *emission,
                           struct wr_bytes *out)
{
    return wr_map_write_into(context, emission->layout->map, emission->layout->id,
                             emission->options->output, out);
}
