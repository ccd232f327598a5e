/* A level that is cut into rooms is the same level: as large, as far to be walked, and as much
 * to be seen of it. */
#include "tests/support/mdl_walk.h"
#include "tests/support/taken.h"

#include "core/base/disjoint.h"
#include "core/base/random.h"
#include "core/format/bwm.h"
#include "core/format/tga.h"
#include "core/walkmesh/walkmesh.h"

#include <stdlib.h>

enum {
    SEEDS = OFTEN(60, 12),
    MOST_BOXES = 9,
    MOST_REGIONS = 4,
    MOST_ROOMS = 16,
    MOST_FACES = 20000
};

/* ---- Made levels ------------------------------------------------------------------------- */

static void put_box(struct wr_bytes *text, uint32_t number, const double box[6])
{
    static const char *const loops[] = {"1 0 2 3", "0 1 5 4", "2 0 4 6",
                                        "3 2 6 7", "1 3 7 5", "4 5 7 6"};
    wr_bytes_print(text, "block %u {\nvertices 8\nfaces 6\n", (unsigned)number);
    for (int i = 0; i < 8; i++)
        wr_bytes_print(text, "%g %g %g\n", box[i % 4 < 2 ? 3 : 0], box[i % 2 ? 4 : 1],
                       box[i < 4 ? 5 : 2]);
    for (int f = 0; f < 6; f++)
        wr_bytes_print(text, "4 %s : a%u 0 0 0 1 1 : 0000 0 50 ndef\n", loops[f],
                       (unsigned)number % 3);
    wr_bytes_print(text, "{\n0000\nndef\n%u\n}\n}\n\n", (unsigned)number);
}

/* Boxes on a coarse grid, so that floors meet; on some stand others. Each is in one of three
 * groups. */
static struct wr_bytes made_level(wr_random *random)
{
    struct wr_bytes text = {0};
    uint32_t boxes = 2 + wr_random_below(random, MOST_BOXES - 2);
    uint32_t regions = 1 + wr_random_below(random, MOST_REGIONS);
    wr_bytes_print(&text, "version 510\n\nblocks %u\nentities %u\nobjects %u\n\n",
                   (unsigned)boxes, (unsigned)regions, (unsigned)boxes + 4);
    for (uint32_t b = 0; b < boxes; b++) {
        double x = 100 * wr_random_below(random, 5), y = 100 * wr_random_below(random, 5);
        double low = b > boxes / 2 ? 20 : -40;
        const double box[6] = {x,
                               y,
                               low,
                               x + 100 * (1 + wr_random_below(random, 3)),
                               y + 100 * (1 + wr_random_below(random, 3)),
                               low + 40};
        put_box(&text, b, box);
    }
    for (uint32_t r = 0; r < regions; r++) {
        double x = 600 * wr_random_unit(random), y = 600 * wr_random_unit(random);
        wr_bytes_print(&text, "region %u {\nroom_%u\n%g %g -100\n%g %g 500\n}\n\n", (unsigned)r,
                       (unsigned)(r % 3), floor(x), floor(y),
                       floor(x + 50 + 300 * wr_random_unit(random)),
                       floor(y + 50 + 300 * wr_random_unit(random)));
    }
    wr_bytes_text(&text, "object 0 {\n(0 0 0) (0 0 0) (1 1 1)\nobject 1, 2, 3\n");
    for (uint32_t r = 0; r < regions; r++)
        wr_bytes_print(&text, "region %u\n", (unsigned)r);
    wr_bytes_text(&text, "}\n\n");
    for (uint32_t g = 0; g < 3; g++) {
        wr_bytes_print(&text, "object %u {\n(0 0 0) (0 0 0) (1 1 1)\n", (unsigned)g + 1);
        for (uint32_t b = g; b < boxes; b += 3)
            wr_bytes_print(&text, "object %u\n", (unsigned)b + 4);
        wr_bytes_text(&text, "}\n\n");
    }
    for (uint32_t b = 0; b < boxes; b++)
        wr_bytes_print(&text, "object %u {\n(0 0 0) (0 0 0) (1 1 1)\nblock %u\n}\n\n",
                       (unsigned)b + 4, (unsigned)b);
    return text;
}

/* ---- What came of them ------------------------------------------------------------------- */

/* Of all rooms together. */
struct whole {
    uint32_t rooms, islands, built; /* islands of the kit's files, and of the module */
    double floor, seen;             /* square metres */
};

/* A side of a walkable face, by which faces of two rooms are found to touch. */
struct side {
    wr_vec3 from, to;
    uint32_t face, room;
    int32_t transition; /* -1 within a room */
};

static int order_sides(const void *left, const void *right)
{
    const struct side *a = left, *b = right;
    int order = wr_vec3_order(a->from, b->from);
    order = order ? order : wr_vec3_order(a->to, b->to);
    return order ? order : a->face < b->face ? -1 : a->face > b->face;
}

struct sides {
    struct side *items;
    uint32_t count, faces;
};

static void add_sides(struct sides *sides, uint32_t room, const struct wr_walkmesh *mesh)
{
    for (uint32_t e = 0; e < 3 * mesh->walkable_count; e++) {
        assert_true(sides->count < 3 * MOST_FACES);
        sides->items[sides->count++] =
            (struct side){mesh->vertices[wr_edge_start(mesh, e)],
                          mesh->vertices[wr_edge_end(mesh, e)], sides->faces + e / 3, room, -1};
    }
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].edge / 3 < mesh->walkable_count) {
            uint32_t at = sides->count - 3 * mesh->walkable_count + mesh->edges[i].edge;
            sides->items[at].transition = mesh->edges[i].transition;
        }
    sides->faces += mesh->walkable_count;
}

static const struct side *find_side(const struct sides *sides, wr_vec3 from, wr_vec3 to)
{
    struct side key = {.from = from, .to = to, .face = 0};
    uint32_t low = 0, high = sides->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order_sides(&sides->items[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < sides->count && wr_vec3_same(sides->items[low].from, from) &&
                 wr_vec3_same(sides->items[low].to, to);
    return found ? &sides->items[low] : NULL;
}

/* Over edges within rooms, and over those between two that both say so. */
static uint32_t count_islands(struct sides *sides, uint64_t seed)
{
    uint32_t *parents = malloc((sides->faces + 1) * sizeof *parents), count = 0;
    wr_disjoint_start(parents, sides->faces);
    qsort(sides->items, sides->count, sizeof *sides->items, order_sides);
    for (uint32_t i = 0; i < sides->count; i++) {
        const struct side *side = &sides->items[i];
        const struct side *twin = find_side(sides, side->to, side->from);
        if (!twin) {
            if (side->transition >= 0)
                fail_msg("seed %u: a transition leads nowhere", (unsigned)seed);
            continue;
        }
        if ((side->transition >= 0) != (twin->transition >= 0))
            fail_msg("seed %u: a transition leads one way only", (unsigned)seed);
        if (side->room == twin->room || side->transition == (int32_t)twin->room)
            wr_disjoint_join(parents, side->face, twin->face);
    }
    for (uint32_t f = 0; f < sides->faces; f++)
        count += wr_disjoint_root(parents, f) == f;
    free(parents);
    return count;
}

/* A file of a kit, of a room and an ending. */
static struct wr_source file_of(struct taken *taken, const char *folder, const wr_room *room,
                                const char *ending)
{
    char path[96];
    struct wr_source source;
    snprintf(path, sizeof path, "%s/%s.%s", folder, room->id, ending);
    taken_must(taken,
               wr_file_read(taken->findings.context, taken->findings.arena, path, &source));
    return source;
}

/* As the file has it, where the level is. */
static struct wr_walkmesh *mesh_of(struct taken *taken, const char *folder, const wr_room *room)
{
    struct wr_walkmesh *mesh;
    struct wr_source wok = file_of(taken, folder, room, "wok");
    wok.binary = true;
    taken_must(taken, wr_bwm_read(taken->findings.context, taken->findings.arena, &wok, &mesh));
    return mesh;
}

static double seen_of(struct taken *taken, const char *folder, const wr_room *room)
{
    double sum = 0;
    if (!room->model) /* there is nothing to be seen from it */
        return 0;
    struct wr_source mdl = file_of(taken, folder, room, "mdl");
    struct wr_source mdx = file_of(taken, folder, room, "mdx");
    struct walk *walk = malloc(sizeof *walk);
    walk_model(walk, mdl.data, mdl.size, mdx.data, mdx.size, WR_K1);
    for (uint32_t n = 0; n < walk->count; n++)
        for (uint32_t t = 0; walk->nodes[n].drawn && t < walk->nodes[n].triangle_count; t++) {
            const wr_vec3 *v = walk->nodes[n].triangles[t].v;
            sum += 0.5 * wr_length(wr_triangle_normal(v[0], v[1], v[2]));
        }
    walk_end(walk);
    free(walk);
    return sum;
}

/* The islands of a module that was built, over its transitions. */
static uint32_t islands_built(struct taken *taken, const char *folder, uint64_t seed)
{
    struct sides sides = {.items = malloc(3 * MOST_FACES * sizeof(struct side))};
    struct taken_module module = taken_open(taken, folder);
    for (uint32_t r = 0; r < module.lyt.room_count; r++) {
        struct wr_walkmesh *mesh;
        struct wr_source wok = taken_bytes(&module, module.lyt.rooms[r].model, WR_RES_WOK);
        wok.binary = true;
        taken_must(taken,
                   wr_bwm_read(taken->findings.context, taken->findings.arena, &wok, &mesh));
        add_sides(&sides, r, mesh);
    }
    uint32_t count = count_islands(&sides, seed);
    free(sides.items);
    return count;
}

static struct whole extract(struct taken *taken, enum wr_extract_cut cut, const char *folder,
                            uint64_t seed)
{
    char kit_path[64], map_path[64], built[64];
    struct wr_kit *kit;
    struct wr_extract_summary sum;
    const struct wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    snprintf(kit_path, sizeof kit_path, "%s/kit.xml", folder);
    snprintf(map_path, sizeof map_path, "%s.json", folder);
    snprintf(built, sizeof built, "%s-built", folder);
    const struct wr_extract_options options = {
        .source = "level.wmp", .output = folder, .map = map_path, .id = "level", .cut = cut};
    taken_must(taken, wr_kit_extract(taken->findings.context, &options, &sum));
    taken_must(taken, wr_kit_load(taken->findings.context, kit_path, &surfaces, &kit));
    struct whole whole = {.rooms = sum.rooms};
    struct sides sides = {.items = malloc(3 * MOST_FACES * sizeof(struct side))};
    for (uint32_t r = 0; r < kit->room_count; r++) {
        const struct wr_walkmesh *mesh = mesh_of(taken, folder, &kit->rooms[r]);
        whole.floor += wr_walkmesh_area(mesh);
        whole.seen += seen_of(taken, folder, &kit->rooms[r]);
        add_sides(&sides, r, mesh);
    }
    whole.islands = count_islands(&sides, seed);
    free(sides.items);
    wr_kit_free(kit);
    struct wr_map *map = taken_map(taken, map_path);
    taken_build(taken, map, WR_K1, built);
    wr_map_free(map);
    whole.built = islands_built(taken, built, seed);
    return whole;
}

static void assert_same(const struct whole *a, const struct whole *b, uint64_t seed)
{
    if (fabs(a->floor - b->floor) > 1e-3 * a->floor || a->islands != b->islands ||
        a->built != b->built || fabs(a->seen - b->seen) > 1e-3 * a->seen)
        fail_msg(
            "seed %u: %u islands (%u when built) of %f m2, %f m2 to be seen, are %u (%u) of "
            "%f and %f in %u rooms",
            (unsigned)seed, (unsigned)a->islands, (unsigned)a->built, a->floor, a->seen,
            (unsigned)b->islands, (unsigned)b->built, b->floor, b->seen, (unsigned)b->rooms);
}

static void a_level_in_rooms_is_the_same_level(void **state)
{
    (void)state;
    unsigned cut_by_regions = 0, cut_by_groups = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct taken taken;
        wr_random random = wr_random_of(seed, 14);
        struct wr_bytes text = made_level(&random);
        taken_start(&taken);
        snprintf(taken.id, sizeof taken.id, "level");
        assert_true(wr_memory_put(taken.memory, "level.wmp", text.data, text.size));
        struct whole one = extract(&taken, WR_CUT_NOT, "one", seed);
        struct whole regions = extract(&taken, WR_CUT_REGIONS, "regions", seed);
        struct whole groups = extract(&taken, WR_CUT_GROUPS, "groups", seed);
        assert_int_equal(one.rooms, 1);
        assert_same(&one, &regions, seed);
        assert_same(&one, &groups, seed);
        cut_by_regions += regions.rooms > 1;
        cut_by_groups += groups.rooms > 1;
        wr_bytes_finish(&text);
        taken_end(&taken);
    }
    printf("[  NOTE    ] seeds 1 to %d: %u levels cut by regions, %u by groups\n", (int)SEEDS,
           cut_by_regions, cut_by_groups);
    assert_true(cut_by_regions > SEEDS / 2 && cut_by_groups > SEEDS / 2);
}

/* Four rooms in a row have six doorways between them, and two more by name. */
static void named_doorways_join_those_between_rooms(void **state)
{
    (void)state;
    struct taken taken;
    struct wr_bytes text = {0};
    struct wr_extract_summary sum;
    taken_start(&taken);
    wr_bytes_text(&text, "version 510\n\nblocks 1\nentities 6\nobjects 3\n\n");
    put_box(&text, 0, (const double[6]){0, 0, -40, 400, 100, 0});
    for (unsigned r = 0; r < 4; r++)
        wr_bytes_print(&text, "region %u {\nroom_%u\n%u -10 -10\n%u 110 90\n}\n", r, r, 100 * r,
                       100 * r + 100);
    wr_bytes_text(&text, "start 4 {\nhook_west\n}\nstart 5 {\nhook_east\n}\n"
                         "object 0 {\n(0 0 0) (0 0 0) (1 1 1)\nobject 1, 2\nblock 0\n"
                         "region 0, 1, 2, 3\n}\n"
                         "object 1 {\n(0 50 0) (0 0 0) (1 1 1)\nstart 4\n}\n"
                         "object 2 {\n(400 50 0) (0 0 0) (1 1 1)\nstart 5\n}\n");
    assert_true(wr_memory_put(taken.memory, "level.wmp", text.data, text.size));
    const struct wr_extract_options options = {
        .source = "level.wmp", .output = "kit", .map = "map.json", .cut = WR_CUT_REGIONS};
    taken_must(&taken, wr_kit_extract(taken.findings.context, &options, &sum));
    assert_int_equal(sum.rooms, 4);
    assert_int_equal(sum.links, 3);
    assert_int_equal(sum.ends, 2);
    taken_check(&taken, "kit/kit.xml");
    wr_bytes_finish(&text);
    taken_end(&taken);
}

/* The region reaches over the edge; the place that it is counted from is far from there. */
static void a_region_holds_the_doorway_on_its_edge(void **state)
{
    (void)state;
    struct taken taken;
    struct wr_bytes text = {0};
    struct wr_extract_summary sum;
    taken_start(&taken);
    wr_bytes_text(&text, "version 510\n\nblocks 1\nentities 1\nobjects 1\n\n");
    put_box(&text, 0, (const double[6]){0, 0, -40, 400, 400, 0});
    wr_bytes_text(&text, "region 0 {\nhook_east\n380 -20 -10\n420 420 90\n}\n"
                         "object 0 {\n(0 0 0) (0 0 0) (1 1 1)\nblock 0\nregion 0\n}\n");
    assert_true(wr_memory_put(taken.memory, "level.wmp", text.data, text.size));
    const struct wr_extract_options options = {.source = "level.wmp", .output = "kit"};
    taken_must(&taken, wr_kit_extract(taken.findings.context, &options, &sum));
    assert_int_equal(taken.findings.warnings, 0);
    assert_int_equal(sum.ends, 1);
    wr_bytes_finish(&text);
    taken_end(&taken);
}

/* One texel to a quant: 50 times along a face of 400 quants, 25 times across 100. */
static void a_picture_lies_on_a_face_as_often_as_it_fits(void **state)
{
    (void)state;
    static uint8_t pixels[3 * 8 * 4];
    const struct wr_tga picture = {.width = 8, .height = 4, .channels = 3, .pixels = pixels};
    struct taken taken;
    struct wr_bytes text = {0}, tga = {0};
    taken_start(&taken);
    wr_bytes_text(&text, "version 510\n\nblocks 1\nentities 0\nobjects 1\n\n");
    put_box(&text, 0, (const double[6]){0, 0, -40, 400, 100, 0});
    wr_bytes_text(&text, "object 0 {\n(0 0 0) (0 0 0) (1 1 1)\nblock 0\n}\n");
    assert_true(wr_memory_put(taken.memory, "level.wmp", text.data, text.size));
    taken_must(&taken, wr_tga_write(taken.findings.context, &picture, &tga));
    assert_true(wr_memory_put(taken.memory, "pictures/a0.tga", tga.data, tga.size));
    const struct wr_extract_options options = {
        .source = "level.wmp", .output = "kit", .textures = "pictures"};
    taken_must(&taken, wr_kit_extract(taken.findings.context, &options, NULL));
    struct walk *walk = malloc(sizeof *walk);
    float most[2] = {0, 0};
    size_t sizes[2];
    const void *mdl = wr_memory_get(taken.memory, "kit/level.mdl", &sizes[0]);
    const void *mdx = wr_memory_get(taken.memory, "kit/level.mdx", &sizes[1]);
    walk_model(walk, mdl, sizes[0], mdx, sizes[1], WR_K1);
    for (uint32_t n = 0; n < walk->count; n++)
        for (uint32_t v = 0; walk->nodes[n].drawn && v < walk->nodes[n].vertex_count; v++) {
            float uv[2];
            walk_uv(walk, &walk->nodes[n], v, uv);
            most[0] = fmaxf(most[0], fabsf(uv[0]));
            most[1] = fmaxf(most[1], fabsf(uv[1]));
        }
    assert_near((double)most[0], 400.0 / picture.width, 1e-3);
    assert_near((double)most[1], 100.0 / picture.height, 1e-3);
    walk_end(walk);
    free(walk);
    wr_bytes_finish(&text);
    wr_bytes_finish(&tga);
    taken_end(&taken);
}

/* Through the kit's map into the area: 60, 60 and 50 percent, under an ambient 20, 20 and 30.
 */
static void the_sun_of_a_level_is_that_of_its_area(void **state)
{
    (void)state;
    struct taken taken;
    taken_start(&taken);
    snprintf(taken.id, sizeof taken.id, "text710");
    const char *level = wr_path_join(taken.findings.arena, wr_environment("WARREN_SOURCE"),
                                     "tests/fuzz/corpus/wmp/text710.wmp");
    const struct wr_extract_options options = {
        .source = level, .output = "kit", .map = "map.json"};
    taken_must(&taken, wr_kit_extract(taken.findings.context, &options, NULL));
    struct wr_map *map = taken_map(&taken, "map.json");
    assert_true(map->has_sun);
    assert_near(map->sun[2], 0.5, 1e-6);
    taken_build(&taken, map, WR_K1, "built");
    wr_map_free(map);
    struct taken_module module = taken_open(&taken, "built");
    const wr_gff_struct *area = taken_gff(&module, "text710", WR_RES_ARE);
    assert_int_equal(wr_gff_whole(area, "SunDiffuseColor", 0), 0x7f9999);
    assert_int_equal(wr_gff_whole(area, "DynAmbientColor", 0), 0x4c3333);
    taken_end(&taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_in_rooms_is_the_same_level),
        cmocka_unit_test(named_doorways_join_those_between_rooms),
        cmocka_unit_test(a_region_holds_the_doorway_on_its_edge),
        cmocka_unit_test(a_picture_lies_on_a_face_as_often_as_it_fits),
        cmocka_unit_test(the_sun_of_a_level_is_that_of_its_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
