/* A module in memory, and the scene that is made of it. */
#ifndef WR_TESTS_SUPPORT_SCENE_MADE_H
#define WR_TESTS_SUPPORT_SCENE_MADE_H

#include "tests/support/findings.h"

#include "builder/builder.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/format/resources.h"
#include "core/scene/gltf.h"

struct made {
    struct findings f;
    struct wr_memory *memory; /* over the system's files */
    struct wr_resources module;
    struct wr_scene *scene;
};

static inline void made_start(struct made *made)
{
    memset(made, 0, sizeof *made);
    findings_start(&made->f);
    made->memory = wr_memory_create(wr_files_system());
    assert_non_null(made->memory);
    wr_context_set_files(made->f.context, wr_memory_files(made->memory));
}

static inline void made_end(struct made *made)
{
    findings_end(&made->f);
    wr_memory_destroy(made->memory);
}

static inline const char *made_ours(struct made *made, const char *path)
{
    return wr_path_join(made->f.arena, wr_environment("WARREN_SOURCE"), path);
}

static inline enum wr_result made_convert(struct made *made, const char *from, const char *to)
{
    const struct wr_convert_options options = {.force = true};
    return wr_convert(made->f.context, from, to, &options);
}

static inline void made_scene(struct made *made, const char *path)
{
    struct wr_source *source = WR_ZERO(made->f.arena, struct wr_source, 1);
    assert_int_equal(wr_file_read(made->f.context, made->f.arena, path, source), WR_OK);
    assert_int_equal(wr_gltf_read(made->f.context, made->f.arena, source, &made->scene), WR_OK);
}

/* Builds a map into "out/<id>.mod". */
static inline void made_map(struct made *made, const char *path, const char *id)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_build_options options = {.output = "out", .mod = true, .force = true};
    struct wr_map *map;
    struct wr_kits *kits = wr_kits_create(&surfaces);
    assert_int_equal(wr_map_load(made->f.context, path, NULL, &map), WR_OK);
    assert_int_equal(wr_build(made->f.context, map, kits, &options, NULL), WR_OK);
    wr_map_free(map);
    wr_kits_free(kits);
    const char *mod = wr_path_join(made->f.arena, "out", id);
    assert_int_equal(wr_resources_open(made->f.context, made->f.arena, mod, &made->module),
                     WR_OK);
    assert_int_equal(made_convert(made, mod, "scene.glb"), WR_OK);
    made_scene(made, "scene.glb");
}

static inline struct wr_source made_part(struct made *made, const char *name, uint16_t type)
{
    struct wr_source source;
    const wr_entry *entry = wr_resources_find(&made->module, name, type);
    if (!entry)
        fail_msg("there is no %s of type %u", name, (unsigned)type);
    assert_int_equal(wr_entry_read(made->f.context, made->f.arena, entry, &source), WR_OK);
    source.binary = true;
    return source;
}

static inline const wr_scene_node *made_node(const struct wr_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0)
            return &scene->nodes[i];
    fail_msg("there is no node '%s'", name);
    return NULL;
}

static inline wr_vec3 made_place(const wr_scene_node *node)
{
    return wr_vec3_of((float)node->world.m[0][3], (float)node->world.m[1][3],
                      (float)node->world.m[2][3]);
}

#endif
