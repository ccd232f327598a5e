/* Generated levels for tests: templates from text or from the library, maps, and what a test
 * asks about them without the generator's code. */
#ifndef WR_TESTS_SUPPORT_GENERATED_H
#define WR_TESTS_SUPPORT_GENERATED_H

#include "tests/support/judged.h"
#include "tests/templates/templates_of.h"

#include "core/base/path.h"
#include "core/base/system.h"

struct generated {
    struct findings findings;
    struct wr_template *template;
    struct wr_kits *kits;
    struct wr_generator *generator;
    struct wr_map *map;
    struct wr_generated info;
    const wr_room **rooms; /* one a room of the map */
};

/* From text in which ' stands for ", or from a file below the sources. */
static inline void generated_start(struct generated *g, const char *text)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    *g = (struct generated){0};
    findings_start(&g->findings);
    struct wr_arena *arena = g->findings.arena;
    if (strchr(text, '{')) {
        g->template = template_of(&g->findings, template_text(arena, text));
    } else {
        const char *path = wr_path_join(arena, wr_environment("WARREN_SOURCE"), text);
        wr_template_load(g->findings.context, path, &g->template);
    }
    if (!g->template)
        fail_msg("%s", findings_said(&g->findings));
    g->kits = wr_kits_create(&surfaces);
    assert_non_null(g->kits);
    if (wr_generator_create(g->findings.context, g->template, g->kits, NULL, &g->generator) !=
        WR_OK)
        fail_msg("%s", findings_said(&g->findings));
}

static inline void generated_drop(struct generated *g)
{
    wr_map_free(g->map);
    g->map = NULL;
}

static inline void generated_end(struct generated *g)
{
    generated_drop(g);
    wr_generator_free(g->generator);
    wr_kits_free(g->kits);
    wr_template_free(g->template);
    findings_end(&g->findings);
}

/* Makes the level of a seed; false, with the reason among the findings, where there is none. */
static inline bool generated_try(struct generated *g, uint64_t seed)
{
    generated_drop(g);
    enum wr_result result =
        wr_generator_make(g->findings.context, g->generator, seed, 0, &g->map, &g->info);
    if (result != WR_OK) {
        assert_int_equal(result, WR_NO_FIT);
        g->map = NULL;
        return false;
    }
    g->rooms = WR_TAKE(g->map->arena, const wr_room *, g->map->room_count);
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        const struct wr_kit *kit = NULL;
        assert_int_equal(wr_kits_find(g->findings.context, g->kits, g->map->rooms[i].kit, &kit),
                         WR_OK);
        g->rooms[i] = wr_kit_room(kit, g->map->rooms[i].room, NULL);
        assert_non_null(g->rooms[i]);
    }
    return true;
}

static inline void generated_make(struct generated *g, uint64_t seed)
{
    if (!generated_try(g, seed))
        fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&g->findings));
}

/* Builds the map and judges the module by the oracle. */
static inline void generated_judge(struct generated *g, uint64_t seed)
{
    char folder[128];
    struct oracle_report report = {0};
    struct made made = {.map = g->map, .kits = g->kits};
    folder_make(folder);
    struct wr_build_options options = {
        .output = folder, .generated = &g->info, .with_map = true};
    if (wr_build(g->findings.context, g->map, g->kits, &options, NULL) != WR_OK)
        fail_msg("%s, seed %llu: %s", g->template->id, (unsigned long long)seed,
                 findings_said(&g->findings));
    size_t faults = judge_module(&report, folder, &made);
    if (faults)
        fail_msg("%s, seed %llu: %zu faults", g->template->id, (unsigned long long)seed,
                 faults);
    oracle_report_clear(&report);
    folder_drop(folder);
}

static inline bool is_room(const struct generated *g, uint32_t room, const char *id)
{
    return strcmp(g->rooms[room]->id, id) == 0;
}

static inline uint32_t count_rooms(const struct generated *g, const char *id)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->map->room_count; i++)
        count += is_room(g, i, id);
    return count;
}

static inline uint32_t find_named(const struct generated *g, const char *name)
{
    for (uint32_t i = 0; i < g->map->room_count; i++)
        if (strcmp(g->map->rooms[i].name, name) == 0)
            return i;
    fail_msg("there is no room '%s'", name);
    return 0;
}

static inline bool are_linked(const struct generated *g, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < g->map->link_count; i++) {
        const uint32_t *rooms = g->map->links[i].rooms;
        if ((rooms[0] == a && rooms[1] == b) || (rooms[0] == b && rooms[1] == a))
            return true;
    }
    return false;
}

/* A corner of a room's floor where it stands. Quarter turns only. */
static inline wr_vec3 floor_corner(const struct generated *g, uint32_t room, uint32_t corner)
{
    const struct wr_walkmesh *mesh = g->rooms[room]->mesh;
    const wr_placement *at = &g->map->rooms[room].placement;
    wr_vec3 p = mesh->vertices[mesh->faces[corner / 3].v[corner % 3]];
    p.x = at->mirror_x ? -p.x : p.x;
    p.y = at->mirror_y ? -p.y : p.y;
    for (int turn = 0; turn < (int)at->turn; turn += 90)
        p = (wr_vec3){-p.y, p.x, p.z};
    return (wr_vec3){p.x + at->position.x, p.y + at->position.y, p.z + at->position.z};
}

/* The box of a room's walkable floor. */
static inline wr_box floor_box(const struct generated *g, uint32_t room)
{
    wr_box box = {{1e9f, 1e9f, 1e9f}, {-1e9f, -1e9f, -1e9f}};
    for (uint32_t i = 0; i < 3 * g->rooms[room]->mesh->walkable_count; i++) {
        wr_vec3 p = floor_corner(g, room, i);
        box.min.x = p.x < box.min.x ? p.x : box.min.x;
        box.min.y = p.y < box.min.y ? p.y : box.min.y;
        box.min.z = p.z < box.min.z ? p.z : box.min.z;
        box.max.x = p.x > box.max.x ? p.x : box.max.x;
        box.max.y = p.y > box.max.y ? p.y : box.max.y;
        box.max.z = p.z > box.max.z ? p.z : box.max.z;
    }
    return box;
}

/* The square of how far a point is from a line's piece, on the plane. */
static inline float off_segment(wr_vec3 p, wr_vec3 a, wr_vec3 b)
{
    float dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    float t = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    float x = a.x + t * dx - p.x, y = a.y + t * dy - p.y;
    return x * x + y * y;
}

/* Whether each corner of one floor is at least so far from the edges of another. */
static inline bool floors_apart(const struct generated *g, uint32_t a, uint32_t b,
                                float distance)
{
    uint32_t corners = 3 * g->rooms[a]->mesh->walkable_count;
    uint32_t edges = 3 * g->rooms[b]->mesh->walkable_count;
    for (uint32_t i = 0; i < corners; i++) {
        wr_vec3 p = floor_corner(g, a, i);
        for (uint32_t e = 0; e < edges; e++)
            if (off_segment(p, floor_corner(g, b, e),
                            floor_corner(g, b, e % 3 == 2 ? e - 2 : e + 1)) <
                distance * distance)
                return false;
    }
    return true;
}

#endif
