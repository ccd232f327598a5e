/* A level on its way to a module, from kits and maps that a test writes into a folder. */
#ifndef WR_TESTS_SUPPORT_MODULE_LEVEL_H
#define WR_TESTS_SUPPORT_MODULE_LEVEL_H

#include "tests/support/findings.h"
#include "tests/support/folder.h"
#include "tests/support/mdl_walk.h"

#include "builder/build.h"
#include "builder/layout/exits.h"
#include "builder/layout/seam.h"
#include "builder/layout/stitch.h"
#include "builder/module/assets.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/model/greybox.h"
#include "core/model/model.h"
#include "core/text/base64.h"
#include "kits/kit.h"

/* A floor of 6 by 6 metres with doorways of 2 metres in the south and the north. */
#define CHAMBER                                                                                \
    "v -3 -3 0\nv -1 -3 0\nv 1 -3 0\nv 3 -3 0\nv 3 3 0\nv 1 3 0\nv -1 3 0\nv -3 3 0\n"         \
    "usemtl Stone\nf 1 2 7 8\nusemtl Metal\nf 2 3 6 7\nf 3 4 5 6\n"

#define CHAMBER_ROOM(id, more)                                                                 \
    "<room id=\"" id "\" name=\"" id "\" walkmesh=\"chamber.obj\" " more ">"                   \
    "<hook name=\"south\" at=\"0 -3 0\" door=\"arch\"/>"                                       \
    "<hook name=\"north\" at=\"0 3 0\" door=\"arch\"/></room>"

struct module_level {
    struct findings findings;
    struct folder folder;
    struct wr_kits *kits;
    struct wr_map *map;
    struct wr_build_options options;
    struct wr_layout *layout;
    struct wr_module_models *models;
    struct wr_module_assets assets;
};

static inline void level_start(struct module_level *level)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    memset(level, 0, sizeof *level);
    findings_start(&level->findings);
    folder_start(&level->folder);
    level->kits = wr_kits_create(&surfaces);
    assert_non_null(level->kits);
}

static inline void level_close(struct module_level *level)
{
    wr_layout_free(level->layout);
    wr_map_free(level->map);
    level->layout = NULL;
    level->map = NULL;
    level->models = NULL;
}

static inline void level_end(struct module_level *level)
{
    level_close(level);
    wr_kits_free(level->kits);
    folder_end(&level->folder);
    findings_end(&level->findings);
}

/* Writes `den/kit.xml` with its floor; `rooms` and `doors` are XML. */
static inline void level_den(struct module_level *level, const char *doors, const char *rooms)
{
    struct wr_bytes text = {0};
    wr_bytes_print(&text,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<kit id=\"den\" name=\"Den\" version=\"1\">%s%s</kit>",
                   doors ? doors : "<door name=\"arch\" width=\"2\" height=\"2.5\"/>", rooms);
    folder_put(&level->folder, "den/kit.xml", text.data, text.size);
    folder_text(&level->folder, "den/chamber.obj", CHAMBER);
    wr_bytes_finish(&text);
}

/* Writes a model made of a text floor as seen from `origin`, with or without an MDX. `rename`
 * gives its images other names. */
static inline void level_model(struct module_level *level, const char *mdl, const char *mdx,
                               const char *floor, wr_vec3 origin, wr_model_rename_fn *rename)
{
    struct wr_arena *arena = level->findings.arena;
    struct wr_context *context = level->findings.context;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_source text = {"floor", (const uint8_t *)floor, strlen(floor), false};
    struct wr_walkmesh *mesh;
    struct wr_greybox look = {
        .name = "fixture", .game = WR_K1, .height = 3, .ceiling = true, .origin = origin};
    struct wr_bytes a = {0}, b = {0};
    assert_int_equal(wr_kit_mesh_read(context, arena, &text, &surfaces, &mesh), WR_OK);
    assert_int_equal(wr_greybox_make(context, arena, mesh, &look, &a, &b), WR_OK);
    if (rename) {
        struct wr_source sources[2] = {{"a", a.data, a.size, true},
                                       {"b", b.data, b.size, true}};
        struct wr_model *model;
        assert_int_equal(wr_model_read(context, arena, &sources[0], &sources[1], &model),
                         WR_OK);
        wr_model_rename_textures(model, rename, NULL);
        a.size = 0;
        wr_bytes_add(&a, model->mdl, model->mdl_size);
    }
    folder_put(&level->folder, mdl, a.data, a.size);
    if (mdx)
        folder_put(&level->folder, mdx, b.data, b.size);
    wr_bytes_finish(&a);
    wr_bytes_finish(&b);
}

/* Starts a level whose den has one room, the hall, with a model made of a text floor. */
static inline void level_hall(struct module_level *level, const char *mdx, const char *floor,
                              wr_vec3 origin, wr_model_rename_fn *rename)
{
    level_start(level);
    level_den(level, NULL, CHAMBER_ROOM("hall", "model=\"hall.mdl\""));
    level_model(level, "den/hall.mdl", mdx, floor, origin, rename);
}

/* Appends `, '<key>': '<the file as base64>'` to a map's text. */
static inline void level_base64(struct wr_bytes *out, struct module_level *level,
                                const char *key, const char *file)
{
    char path[512];
    struct wr_source source;
    assert_int_equal(wr_file_read(level->findings.context, level->findings.arena,
                                  folder_path(&level->folder, file, path), &source),
                     WR_OK);
    wr_bytes_print(out, ", '%s': '", key);
    wr_base64_encode(out, source.data, source.size);
    wr_bytes_text(out, "'");
}

/* Writes the chamber's floor as a WOK. */
static inline void level_floor(struct module_level *level, const char *name)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_source text = {"floor", (const uint8_t *)CHAMBER, strlen(CHAMBER), false};
    struct wr_walkmesh *mesh;
    struct wr_bytes wok = {0};
    assert_int_equal(wr_kit_mesh_read(level->findings.context, level->findings.arena, &text,
                                      &surfaces, &mesh),
                     WR_OK);
    wr_bwm_write(mesh, &wok);
    folder_put(&level->folder, name, wok.data, wok.size);
    wr_bytes_finish(&wok);
}

/* Builds a map, made in memory or read, as far as seams. */
static inline void level_place(struct module_level *level, const struct wr_map *map)
{
    struct wr_context *context = level->findings.context;
    assert_int_equal(
        wr_layout_place(context, map, level->kits, &level->options, &level->layout), WR_OK);
    assert_int_equal(wr_layout_link(context, level->layout), WR_OK);
    assert_int_equal(wr_layout_exits(context, level->layout), WR_OK);
    assert_int_equal(wr_seams_make(context, level->layout), WR_OK);
}

/* Loads a map file, below the folder or anywhere, and builds it as far as seams. */
static inline void level_load(struct module_level *level, const char *path)
{
    struct wr_context *context = level->findings.context;
    level_close(level);
    assert_int_equal(wr_map_load(context, path, NULL, &level->map), WR_OK);
    assert_int_equal(wr_layout_look(context, level->map, level->kits), WR_OK);
    level_place(level, level->map);
}

/* The same from the rooms and further members of a map, where ' stands for ". */
static inline void level_map(struct module_level *level, const char *members)
{
    char path[512];
    struct wr_bytes text = {0};
    wr_bytes_print(&text,
                   "{'format': 'warren-map', 'version': 1, 'id': 'test', 'kit': 'den', %s}",
                   members);
    for (size_t i = 0; i < text.size; i++)
        text.data[i] = text.data[i] == '\'' ? '"' : text.data[i];
    folder_put(&level->folder, "map.json", text.data, text.size);
    wr_bytes_finish(&text);
    level_load(level, folder_path(&level->folder, "map.json", path));
}

static inline enum wr_result level_gather(struct module_level *level, enum wr_game game)
{
    return wr_module_models_make(level->findings.context, level->findings.arena, level->layout,
                                 game, &level->models);
}

static inline enum wr_result level_pack(struct module_level *level, enum wr_game game)
{
    enum wr_result result = level_gather(level, game);
    return result ? result
                  : wr_module_assets_make(level->findings.context, level->findings.arena,
                                          level->layout, level->models, &level->assets);
}

/* The final walkmesh of an area room. */
static inline struct wr_walkmesh *level_mesh(struct module_level *level, uint32_t area_room)
{
    struct wr_walkmesh *mesh;
    struct wr_arena *arena = level->findings.arena;
    assert_int_equal(wr_area_room_mesh(level->findings.context, level->layout, area_room, arena,
                                       arena, &mesh, NULL),
                     WR_OK);
    return mesh;
}

static inline wr_module_model level_make(struct module_level *level, uint32_t area_room,
                                         const struct wr_walkmesh *mesh)
{
    wr_module_model model;
    struct wr_arena *arena = level->findings.arena;
    assert_int_equal(wr_module_model_make(level->findings.context, level->models, area_room,
                                          mesh, arena, arena, &model),
                     WR_OK);
    return model;
}

static inline const wr_module_asset *level_asset(const struct module_level *level,
                                                 const char *name, uint16_t type)
{
    for (uint32_t i = 0; i < level->assets.count; i++)
        if (strcmp(level->assets.items[i].name, name) == 0 &&
            level->assets.items[i].type == type)
            return &level->assets.items[i];
    return NULL;
}

#endif
