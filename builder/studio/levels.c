/* Levels that are rolled, and modules that are built. */
#include "builder/studio/own.h"

#include "core/base/diag.h"

#include <string.h>

/* ---- Rolling ---- */

enum wr_result wr_studio_read_template(struct wr_studio *studio, const char *path)
{
    const struct wr_generator_options options = wr_studio_kept(studio);
    wr_studio_forget_template(studio);
    enum wr_result result = wr_studio_begin(studio);
    if (result == WR_OK)
        result = wr_template_load(studio->context, path, &studio->template);
    if (result == WR_OK)
        result = wr_generator_create(studio->context, studio->template,
                                     wr_studio_kits(studio, studio->template->game), &options,
                                     &studio->generator);
    if (result != WR_OK) {
        wr_studio_forget_template(studio);
        return result;
    }
    struct wr_dump *dump = wr_studio_open(studio);
    wr_dump_text(dump, "id", studio->template->id);
    wr_dump_text(dump, "title", studio->template->title);
    return wr_studio_close(studio);
}

static void dump_metrics(struct wr_dump *dump, const struct wr_metrics *metrics)
{
    double value = 0;
    wr_dump_object(dump, "metrics");
    for (unsigned i = 0; wr_metric_name(i); i++) {
        const char *name = wr_metric_name(i);
        wr_metric_value(metrics, name, &value);
        wr_dump_number(dump, name, (float)value);
    }
    wr_dump_object_end(dump);
}

static enum wr_result answer_level(struct wr_studio *studio, const struct wr_map *map,
                                   const struct wr_generated *made)
{
    struct wr_bytes text = {0};
    enum wr_result result = wr_map_write(studio->context, map, &text);
    wr_bytes_char(&text, '\0');
    if (result == WR_OK && text.failed)
        result = WR_NO_MEMORY;
    if (result == WR_OK) {
        struct wr_dump *dump = wr_studio_open(studio);
        wr_dump_count(dump, "seed", made->seed);
        dump_metrics(dump, &made->metrics);
        wr_studio_dump_index(dump, "exit", made->exit);
        wr_dump_text(dump, "map", (const char *)text.data);
        result = wr_studio_close(studio);
    }
    wr_bytes_finish(&text);
    return result;
}

enum wr_result wr_studio_roll(struct wr_studio *studio, uint32_t seed)
{
    struct wr_map *map = NULL;
    struct wr_generated made;
    enum wr_result result = wr_studio_begin(studio);
    if (result == WR_OK)
        result = studio->generator ? wr_generator_make(studio->context, studio->generator, seed,
                                                       0, &map, &made)
                                   : WR_NOT_FOUND;
    if (result == WR_OK)
        result = answer_level(studio, map, &made);
    wr_map_free(map);
    return result;
}

/* ---- Building ---- */

static bool is_built(const char *path)
{
    return strncmp(path, WR_STUDIO_OUT "/", sizeof WR_STUDIO_OUT) == 0;
}

static void remove_built(struct wr_studio *studio)
{
    const struct wr_files *files = wr_memory_files(studio->memory);
    const char *path;
    for (size_t i = 0; (path = wr_memory_path(studio->memory, i));)
        if (!is_built(path) || files->remove(files->user, path) != WR_FILE_FINE)
            i++;
}

static enum wr_result answer_files(struct wr_studio *studio,
                                   const struct wr_build_summary *summary)
{
    struct wr_dump *dump = wr_studio_open(studio);
    const char *path;
    wr_dump_count(dump, "links", summary->links);
    wr_dump_count(dump, "resources", summary->resources);
    wr_dump_list(dump, "files");
    for (size_t i = 0; (path = wr_memory_path(studio->memory, i)); i++)
        if (is_built(path))
            wr_dump_text(dump, NULL, path);
    wr_dump_list_end(dump);
    return wr_studio_close(studio);
}

enum wr_result wr_studio_build(struct wr_studio *studio, const char *text, size_t size)
{
    const struct wr_build_options options = {
        .output = WR_STUDIO_OUT, .mod = true, .force = true};
    struct wr_build_summary summary;
    struct wr_map *map = NULL;
    enum wr_result result = wr_studio_begin(studio);
    remove_built(studio);
    if (result == WR_OK)
        result = wr_map_read(studio->context, "map.json", text, size, NULL, &map);
    if (result == WR_OK)
        result = wr_build(studio->context, map, wr_studio_kits(studio, map->game), &options,
                          &summary);
    wr_map_free(map);
    return result == WR_OK ? answer_files(studio, &summary) : result;
}

/* ---- Scenes ---- */

enum wr_result wr_studio_write_scene(struct wr_studio *studio, const char *text, size_t size)
{
    static const char map[] = WR_STUDIO_OUT "/map.json";
    const struct wr_convert_options options = {.kits = studio->kits[0], .force = true};
    enum wr_result result = wr_studio_begin(studio);
    remove_built(studio);
    if (result == WR_OK && !wr_memory_put(studio->memory, map, text, size))
        result = wr_no_memory(studio->context);
    return result == WR_OK ? wr_convert(studio->context, map, WR_STUDIO_SCENE, &options)
                           : result;
}
