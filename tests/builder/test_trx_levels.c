/* Levels of all library templates as areas of NWN2: what is linked hangs together, and what is
 * refused has floors over each other. Both are asked of triangles alone, without links, islands
 * or tiles of the bake. */
#include "tests/support/generated.h"

#include "core/aswm/area.h"
#include "core/base/math.h"
#include "core/files/file.h"

static const char *const templates[] = {"cells",    "veins",   "manor",  "cellars",
                                        "hub",      "lock",    "rings",  "road",
                                        "shortcut", "sanctum", "storeys"};
enum { TEMPLATES = 11, SEEDS = OFTEN(6, 2) };

/* ---- The oracle ----------------------------------------------------------------------------
 */

typedef struct side {
    wr_vec3 from, to; /* in the order of points */
    uint32_t triangle;
} side;

static int order_sides(const void *left, const void *right)
{
    const side *a = left, *b = right;
    int order = wr_vec3_order(a->from, b->from);
    order = order ? order : wr_vec3_order(a->to, b->to);
    return order ? order : (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static uint32_t root_of(uint32_t *parents, uint32_t item)
{
    while (parents[item] != item)
        item = parents[item] = parents[parents[item]];
    return item;
}

/* How many parts the walkable triangles of a mesh fall into, joined where two sides of them lie
 * between the same two points. */
static uint32_t count_parts(const struct wr_aswm *mesh)
{
    uint32_t sides = 0, parts = 0;
    side *all = malloc((size_t)3 * mesh->triangle_count * sizeof *all);
    uint32_t *parents = malloc((size_t)mesh->triangle_count * sizeof *parents);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        parents[i] = i;
        for (int k = 0; k < 3 && (mesh->triangles[i].flags & 1); k++) {
            wr_vec3 a = mesh->vertices[mesh->triangles[i].v[k]];
            wr_vec3 b = mesh->vertices[mesh->triangles[i].v[(k + 1) % 3]];
            bool turned = wr_vec3_order(a, b) > 0;
            all[sides++] = (side){turned ? b : a, turned ? a : b, i};
        }
    }
    qsort(all, sides, sizeof *all, order_sides);
    for (uint32_t i = 1; i < sides; i++)
        if (wr_vec3_same(all[i - 1].from, all[i].from) &&
            wr_vec3_same(all[i - 1].to, all[i].to))
            parents[root_of(parents, all[i].triangle)] = root_of(parents, all[i - 1].triangle);
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        parts += (mesh->triangles[i].flags & 1) && parents[i] == i;
    free(all);
    free(parents);
    return parts;
}

static double plan_turn(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    return ((double)b.x - a.x) * ((double)c.y - a.y) -
           ((double)b.y - a.y) * ((double)c.x - a.x);
}

static bool is_over(const wr_vec3 corners[3], double x, double y, double *z)
{
    wr_vec3 at = {(float)x, (float)y, 0};
    double whole = plan_turn(corners[0], corners[1], corners[2]), part[3];
    *z = 0;
    for (int i = 0; i < 3; i++) {
        part[i] = plan_turn(corners[(i + 1) % 3], corners[(i + 2) % 3], at) / whole;
        if (!(part[i] > 1e-3))
            return false;
        *z += part[i] * corners[i].z;
    }
    return true;
}

static void face_corners(const struct wr_walkmesh *mesh, uint32_t face, wr_vec3 out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = mesh->vertices[mesh->faces[face].v[k]];
}

/* Whether the middle of some walkable face, or a point near one of its corners, lies over or
 * under another one by half a metre and more. */
static bool has_storeys(const struct wr_walkmesh *mesh)
{
    wr_vec3 one[3], other[3];
    for (uint32_t a = 0; a < mesh->walkable_count; a++) {
        face_corners(mesh, a, one);
        for (int point = 0; point < 4; point++) {
            double x = 0, y = 0, z = 0, over;
            for (int k = 0; k < 3; k++) {
                double part = point == 3 ? 1.0 / 3 : point == k ? 0.9 : 0.05;
                x += part * one[k].x;
                y += part * one[k].y;
                z += part * one[k].z;
            }
            for (uint32_t b = 0; b < mesh->walkable_count; b++) {
                face_corners(mesh, b, other);
                if (a != b && is_over(other, x, y, &over) && fabs(over - z) > 0.5)
                    return true;
            }
        }
    }
    return false;
}

static double walkable_area(const struct wr_walkmesh *mesh)
{
    wr_vec3 at[3];
    double sum = 0;
    for (uint32_t i = 0; i < mesh->walkable_count; i++) {
        face_corners(mesh, i, at);
        sum += fabs(plan_turn(at[0], at[1], at[2])) / 2;
    }
    return sum;
}

static double baked_area(const struct wr_aswm *mesh)
{
    double sum = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *v = mesh->triangles[i].v;
        if (mesh->triangles[i].flags & 1)
            sum += fabs(plan_turn(mesh->vertices[v[0]], mesh->vertices[v[1]],
                                  mesh->vertices[v[2]])) /
                   2;
    }
    return sum;
}

/* ---- Levels --------------------------------------------------------------------------------
 */

static void ask_area(struct generated *g, const char *folder, uint64_t seed, double area)
{
    char name[128];
    struct wr_source source;
    struct wr_aswm_area baked;
    snprintf(name, sizeof name, "%s.trx", g->map->id);
    const char *path = wr_path_join(g->findings.arena, folder, name);
    assert_int_equal(wr_file_read(g->findings.context, g->findings.arena, path, &source),
                     WR_OK);
    source.binary = true;
    assert_int_equal(wr_aswm_area_read(g->findings.context, g->findings.arena, &source, &baked),
                     WR_OK);
    const struct wr_aswm *mesh = &baked.mesh;
    uint32_t parts = count_parts(mesh);
    if (parts != 1)
        fail_msg("%s, seed %llu: %u parts", g->template->id, (unsigned long long)seed, parts);
    for (size_t i = 0; i < (size_t)mesh->island_count * mesh->island_count; i++)
        assert_int_equal(mesh->routes[i].next == 0xffff, i % (mesh->island_count + 1) == 0);
    if (fabs(baked_area(mesh) - area) > 1e-3 * area)
        fail_msg("%s, seed %llu: %f of %f square metres", g->template->id,
                 (unsigned long long)seed, baked_area(mesh), area);
}

/* A refusal says in which tile, how many triangles, and of which rooms of the map. */
static void ask_refusal(struct generated *g, const char *said, uint64_t seed)
{
    unsigned x, y, count = 0;
    const char *at = strstr(said, "[aswm-storeys] tile ");
    const char *rooms = strstr(said, ", of the rooms ");
    bool named = false;
    if (!at || !rooms ||
        sscanf(at, "[aswm-storeys] tile %u,%u has %u walkable triangles", &x, &y, &count) != 3)
        fail_msg("%s, seed %llu: %s", g->template->id, (unsigned long long)seed, said);
    assert_true(count > 0);
    rooms += strlen(", of the rooms ");
    for (uint32_t i = 0; i < g->map->room_count; i++) {
        size_t length = strlen(g->map->rooms[i].name);
        named |=
            strncmp(rooms, g->map->rooms[i].name, length) == 0 && strchr(", (", rooms[length]);
    }
    if (!named)
        fail_msg("no room of the map in: %s", said);
}

static bool ask_level(struct generated *g, uint64_t seed)
{
    char folder[128];
    struct wr_area *area = NULL;
    const wr_built_mesh *merged;
    struct wr_context *context = g->findings.context;
    folder_make(folder);
    struct wr_build_options options = {.output = folder, .generated = &g->info, .trx = true};
    assert_int_equal(wr_area_make(context, g->map, g->kits, &options, &area), WR_OK);
    assert_int_equal(wr_area_merged(context, area, &merged), WR_OK);
    bool storeys = has_storeys(merged->mesh);
    double floor = walkable_area(merged->mesh);
    enum wr_result result = wr_build(context, g->map, g->kits, &options, NULL);
    const char *said = findings_said(&g->findings);
    if ((result == WR_OK) == storeys)
        fail_msg("%s, seed %llu: %s, and %s", g->template->id, (unsigned long long)seed,
                 storeys ? "floors over each other" : "none", said);
    if (result == WR_OK)
        ask_area(g, folder, seed, floor);
    else
        ask_refusal(g, said, seed);
    wr_area_free(area);
    folder_drop(folder);
    return result == WR_OK;
}

static void linked_rooms_hang_together_or_lie_over_each_other(void **state)
{
    (void)state;
    unsigned baked = 0, refused = 0;
    for (int i = 0; i < TEMPLATES; i++) {
        char path[128];
        snprintf(path, sizeof path, "templates/library/%s.json", templates[i]);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            struct generated g;
            generated_start(&g, path);
            generated_make(&g, seed);
            bool whole = ask_level(&g, seed);
            baked += whole;
            refused += !whole;
            generated_end(&g);
        }
    }
    printf("%u levels baked, %u refused for their storeys\n", baked, refused);
    assert_true(baked >= SEEDS * 4 && refused >= SEEDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linked_rooms_hang_together_or_lie_over_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
