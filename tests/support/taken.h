/* Modules in memory that are built, taken apart and compared. */
#ifndef WR_TESTS_SUPPORT_TAKEN_H
#define WR_TESTS_SUPPORT_TAKEN_H

#include "tests/support/findings.h"

#include "builder/builder.h"
#include "core/base/math.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/format/gff.h"
#include "core/format/lyt.h"
#include "core/format/resources.h"

struct taken {
    struct findings findings;
    struct wr_memory *memory; /* over the files of the system */
    const char *kits;         /* a folder of them; NULL: the library */
    char id[WR_RESREF + 1];   /* of the level at hand */
};

/* A built module, opened. */
struct taken_module {
    struct taken *taken;
    struct wr_resources resources;
    struct wr_lyt lyt;
};

static inline void taken_start(struct taken *taken)
{
    memset(taken, 0, sizeof *taken);
    findings_start(&taken->findings);
    taken->memory = wr_memory_create(wr_files_system());
    assert_non_null(taken->memory);
    wr_context_set_files(taken->findings.context, wr_memory_files(taken->memory));
}

static inline void taken_end(struct taken *taken)
{
    wr_context_set_files(taken->findings.context, NULL);
    wr_memory_destroy(taken->memory);
    findings_end(&taken->findings);
}

static inline void taken_must(struct taken *taken, enum wr_result result)
{
    if (result != WR_OK)
        fail_msg("%s: %s", wr_result_name(result), findings_said(&taken->findings));
}

/* The .mod of a folder. */
static inline const char *taken_path(struct taken *taken, const char *folder)
{
    char name[64];
    snprintf(name, sizeof name, "%s/%s.mod", folder, taken->id);
    return wr_arena_text(taken->findings.arena, name, strlen(name));
}

static inline struct wr_kits *taken_kits(struct taken *taken, enum wr_game game)
{
    struct wr_surfaces surfaces = wr_surfaces_default(game);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    assert_non_null(kits);
    const char *library =
        wr_path_join(taken->findings.arena, wr_environment("WARREN_SOURCE"), "kits/library");
    wr_kits_add(kits, taken->kits ? taken->kits : library);
    return kits;
}

/* Generates a template's level with its map, and notes what it is called. */
static inline void taken_generate(struct taken *taken, const char *path, enum wr_game game,
                                  const char *folder)
{
    const struct wr_build_options build = {.output = folder, .game = game, .with_map = true};
    const struct wr_generate_options options = {.build = &build, .seed = 5, .map_only = true};
    struct wr_context *context = taken->findings.context;
    struct wr_template *template;
    struct wr_kits *kits = taken_kits(taken, game);
    taken_must(taken, wr_template_load(context, path, &template));
    taken_must(taken, wr_generate(context, template, kits, &options, NULL));
    snprintf(taken->id, sizeof taken->id, "%s", template->id);
    wr_template_free(template);
    wr_kits_free(kits);
}

static inline struct wr_map *taken_map(struct taken *taken, const char *path)
{
    struct wr_map *map;
    taken_must(taken, wr_map_load(taken->findings.context, path, NULL, &map));
    return map;
}

static inline void taken_build(struct taken *taken, const struct wr_map *map, enum wr_game game,
                               const char *folder)
{
    const struct wr_build_options options = {
        .output = folder, .game = game, .mod = true, .overlap = 1};
    struct wr_kits *kits = taken_kits(taken, game);
    taken_must(taken, wr_build(taken->findings.context, map, kits, &options, NULL));
    wr_kits_free(kits);
}

static inline struct wr_source taken_bytes(const struct taken_module *module, const char *name,
                                           uint16_t type)
{
    struct wr_source source;
    const wr_entry *entry = wr_resources_find(&module->resources, name, type);
    if (!entry)
        fail_msg("there is no %s.%s", name, wr_resource_suffix(type));
    taken_must(module->taken, wr_entry_read(module->taken->findings.context,
                                            module->taken->findings.arena, entry, &source));
    return source;
}

static inline struct taken_module taken_open(struct taken *taken, const char *folder)
{
    struct taken_module module = {.taken = taken};
    struct wr_context *context = taken->findings.context;
    struct wr_arena *arena = taken->findings.arena;
    taken_must(taken,
               wr_resources_open(context, arena, taken_path(taken, folder), &module.resources));
    struct wr_source source = taken_bytes(&module, taken->id, WR_RES_LYT);
    taken_must(taken, wr_lyt_read(context, arena, &source, &module.lyt));
    return module;
}

/* The smallest example, built into the folder "made" of a memory that is started here. */
static inline struct taken_module taken_first(struct taken *taken, enum wr_game game)
{
    taken_start(taken);
    snprintf(taken->id, sizeof taken->id, "first");
    const char *source = wr_environment("WARREN_SOURCE");
    struct wr_map *map = taken_map(
        taken, wr_path_join(taken->findings.arena, source, "examples/first-map/map.json"));
    taken_build(taken, map, game, "made");
    wr_map_free(map);
    return taken_open(taken, "made");
}

static inline void taken_put(struct taken *taken, const char *folder, const char *name,
                             const void *data, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_true(wr_memory_put(taken->memory, path, data, size));
}

/* Each resource of a module as a file of a folder. */
static inline void taken_unpack(const struct taken_module *module, const char *folder)
{
    struct taken *taken = module->taken;
    for (size_t i = 0; i < module->resources.count; i++) {
        const wr_entry *entry = &module->resources.entries[i];
        struct wr_source source;
        taken_must(taken, wr_entry_read(taken->findings.context, taken->findings.arena, entry,
                                        &source));
        taken_put(taken, folder, entry->file, source.data, source.size);
    }
}

/* Two files in memory hold the same. */
static inline void taken_same_files(struct taken *taken, const char *a, const char *b)
{
    size_t sizes[2];
    const void *p = wr_memory_get(taken->memory, a, &sizes[0]);
    const void *q = wr_memory_get(taken->memory, b, &sizes[1]);
    if (!p || !q)
        fail_msg("there is no %s", p ? b : a);
    if (sizes[0] != sizes[1] || memcmp(p, q, sizes[0]) != 0)
        fail_msg("%s and %s differ", a, b);
}

/* What lies below one folder ("kit/") lies below another, byte for byte; how many files. */
static inline uint32_t taken_same_folders(struct taken *taken, const char *folder,
                                          const char *other)
{
    uint32_t count = 0;
    for (size_t i = 0; wr_memory_path(taken->memory, i); i++) {
        char twin[160];
        const char *path = wr_memory_path(taken->memory, i);
        if (strncmp(path, folder, strlen(folder)) != 0)
            continue;
        snprintf(twin, sizeof twin, "%s%s", other, path + strlen(folder));
        taken_same_files(taken, path, twin);
        count++;
    }
    return count;
}

/* A kit that was taken has no error, and no warning either. */
static inline void taken_check(struct taken *taken, const char *path)
{
    const struct wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit;
    findings_said(&taken->findings);
    taken_must(taken, wr_kit_load(taken->findings.context, path, &surfaces, &kit));
    if (taken->findings.errors + taken->findings.warnings > 0)
        fail_msg("%s", findings_said(&taken->findings));
    wr_kit_free(kit);
}

static inline void taken_same_bytes(const struct taken_module *a, const struct taken_module *b,
                                    const char *name, uint16_t type)
{
    struct wr_source p = taken_bytes(a, name, type), q = taken_bytes(b, name, type);
    if (p.size != q.size || memcmp(p.data, q.data, p.size) != 0)
        fail_msg("%s.%s differs", name, wr_resource_suffix(type));
}

/* Rooms of the same names and places, whose walkmeshes have the same bytes. */
static inline void taken_same_rooms(const struct taken_module *a, const struct taken_module *b)
{
    assert_int_equal(a->lyt.room_count, b->lyt.room_count);
    for (uint32_t i = 0; i < a->lyt.room_count; i++) {
        assert_string_equal(a->lyt.rooms[i].model, b->lyt.rooms[i].model);
        assert_true(wr_vec3_same(a->lyt.rooms[i].position, b->lyt.rooms[i].position));
        if (wr_resources_find(&a->resources, a->lyt.rooms[i].model, WR_RES_WOK))
            taken_same_bytes(a, b, a->lyt.rooms[i].model, WR_RES_WOK);
    }
}

/* Each door of the layout stands where it stood, and looks the same way or the other. Merged
 * rooms have doorways inside, which are none any more. */
static inline void taken_same_layout(const struct taken_module *a, const struct taken_module *b,
                                     bool merged)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < a->lyt.hook_count; i++)
        for (uint32_t j = 0; j < b->lyt.hook_count; j++)
            if (wr_distance(a->lyt.hooks[i].position, b->lyt.hooks[j].position) < 1e-4) {
                double turn = (double)a->lyt.hooks[i].w * b->lyt.hooks[j].w +
                              (double)a->lyt.hooks[i].z * b->lyt.hooks[j].z;
                if (fabs(turn) < 1 - 1e-3 && fabs(turn) > 1e-2)
                    fail_msg("door %u is turned (%g)", (unsigned)i, turn);
                found += merged || i == j;
                break;
            }
    assert_int_equal(found, b->lyt.hook_count);
    if (!merged)
        assert_int_equal(a->lyt.hook_count, b->lyt.hook_count);
}

static inline wr_gff_struct *taken_gff(const struct taken_module *module, const char *name,
                                       uint16_t type)
{
    struct wr_source *source = WR_TAKE(module->taken->findings.arena, struct wr_source, 1);
    struct wr_gff *gff;
    *source = taken_bytes(module, name, type);
    taken_must(module->taken, wr_gff_read(module->taken->findings.context,
                                          module->taken->findings.arena, source, &gff));
    return gff->root;
}

/* Each thing of a list stands where it stood, looking there, made of the same, called the same,
 * whatever the order. */
static inline void taken_same_things(const struct taken_module *module, const wr_gff_struct *a,
                                     const wr_gff_struct *b, const char *label)
{
    static const char *const values[] = {
        "X",           "Y",         "Z",         "Bearing",
        "XPosition",   "YPosition", "ZPosition", "XOrientation",
        "YOrientation"};
    static const char *const texts[] = {"TemplateResRef", "Tag"};
    struct wr_arena *arena = module->taken->findings.arena;
    const wr_gff_list *p = wr_gff_list_of(a, label), *q = wr_gff_list_of(b, label);
    assert_int_equal(p->count, q->count);
    for (uint32_t i = 0; i < p->count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < q->count && !found; j++) {
            found = true;
            for (size_t v = 0; v < sizeof values / sizeof *values; v++)
                found &= fabs((double)wr_gff_float(p->items[i], values[v], 0) -
                              wr_gff_float(q->items[j], values[v], 0)) < 1e-3;
            for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
                found &= strcmp(wr_gff_text_of(p->items[i], texts[t], arena),
                                wr_gff_text_of(q->items[j], texts[t], arena)) == 0;
        }
        if (!found)
            fail_msg("%s: '%s' (%s) of row %u is nowhere", label,
                     wr_gff_text_of(p->items[i], "Tag", arena),
                     wr_gff_text_of(p->items[i], "TemplateResRef", arena), (unsigned)i);
    }
}

/* Each door is in the row it was in, looking there, called and made as it was. */
static inline void taken_same_doors(const struct taken_module *a, const struct taken_module *b)
{
    const char *id = a->taken->id;
    const wr_gff_struct *p = taken_gff(a, id, WR_RES_GIT), *q = taken_gff(b, id, WR_RES_GIT);
    taken_same_things(a, p, q, "Door List");
    const wr_gff_list *first = wr_gff_list_of(p, "Door List");
    for (uint32_t i = 0; i < first->count; i++)
        assert_string_equal(wr_gff_text_of(first->items[i], "Tag", a->taken->findings.arena),
                            wr_gff_text_of(wr_gff_list_of(q, "Door List")->items[i], "Tag",
                                           a->taken->findings.arena));
}

/* The player arrives where he did, looking there; light and name are the same, and so is the
 * number of doors that hang. */
static inline void taken_same_area(const struct taken_module *a, const struct taken_module *b)
{
    static const char *const places[] = {"Mod_Entry_X", "Mod_Entry_Y", "Mod_Entry_Z",
                                         "Mod_Entry_Dir_X", "Mod_Entry_Dir_Y"};
    const char *id = a->taken->id;
    wr_gff_struct *p = taken_gff(a, "module", WR_RES_IFO),
                  *q = taken_gff(b, "module", WR_RES_IFO);
    for (int i = 0; i < 5; i++)
        assert_near(wr_gff_float(p, places[i], 0), wr_gff_float(q, places[i], 1), 1e-3);
    p = taken_gff(a, id, WR_RES_ARE);
    q = taken_gff(b, id, WR_RES_ARE);
    assert_int_equal(wr_gff_whole(p, "DynAmbientColor", 0),
                     wr_gff_whole(q, "DynAmbientColor", 1));
    p = taken_gff(a, id, WR_RES_GIT);
    q = taken_gff(b, id, WR_RES_GIT);
    assert_int_equal(wr_gff_list_of(p, "Door List")->count,
                     wr_gff_list_of(q, "Door List")->count);
    taken_same_things(a, p, q, "Creature List");
    taken_same_things(a, p, q, "Placeable List");
    taken_same_things(a, p, q, "WaypointList");
}

#endif
