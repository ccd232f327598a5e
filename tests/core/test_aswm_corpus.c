/* Real walkmeshes of NWN2: written again as they were, and baked again to what their compiler
 * made of them. Where it had a choice, theirs and ours are asked whether they are as short. */
#include "tests/support/corpus.h"
#include "tests/support/findings.h"
#include "tests/support/shortest.h"

#include "core/aswm/bake.h"
#include "core/aswm/judge.h"
#include "core/aswm/way.h"
#include "core/base/bytes.h"
#include "core/base/math.h"
#include "core/base/random.h"
#include "core/format/trx.h"

struct counts {
    uint64_t files, triangles, tables, pairs, different, islands, ways, routes, others;
    uint64_t centres, nodes_seen, ours_seen, both_seen;
    uint64_t walked, cut_off;
    double length, least; /* of ways, metres */
};

struct area {
    struct wr_context *context;
    struct wr_arena *arena;
    struct wr_trx trx;
    struct wr_source packet;
    struct wr_aswm mesh;
};

static void area_start(struct area *area, const struct wr_source *source)
{
    area->context = wr_context_create(NULL, NULL);
    area->arena = wr_arena_create();
    assert_int_equal(wr_trx_read(area->context, area->arena, source, &area->trx), WR_OK);
    assert_int_equal(
        wr_trx_unpack(area->context, area->arena, source, &area->trx, &area->packet), WR_OK);
    assert_int_equal(wr_aswm_read(area->context, area->arena, &area->packet, &area->mesh),
                     WR_OK);
    assert_int_equal(wr_context_count(area->context, WR_WARNING), 0);
}

static void area_end(struct area *area)
{
    wr_arena_destroy(area->arena);
    wr_context_destroy(area->context);
}

static void write_again(void *user, const struct wr_source *source)
{
    struct counts *counts = user;
    struct area area;
    struct wr_bytes raw = {0}, packed = {0}, file = {0};
    area_start(&area, source);
    wr_aswm_write(area.context, &area.mesh, &raw);
    assert_int_equal(raw.size, area.packet.size);
    assert_memory_equal(raw.data, area.packet.data, raw.size);
    assert_int_equal(wr_trx_pack(area.context, raw.data, raw.size, WR_NOWHERE, &packed), WR_OK);
    area.trx.packets[area.trx.aswm].data = packed.data;
    area.trx.packets[area.trx.aswm].size = (uint32_t)packed.size;
    assert_int_equal(wr_trx_write(area.context, &area.trx, WR_NOWHERE, &file), WR_OK);
    assert_int_equal(file.size, source->size);
    assert_memory_equal(file.data, source->data, file.size);
    counts->files++;
    wr_bytes_finish(&raw);
    wr_bytes_finish(&packed);
    wr_bytes_finish(&file);
    area_end(&area);
}

static void every_file_is_written_as_it_was(void **state)
{
    (void)state;
    struct counts counts = {0};
    corpus_all("nwn2", ".trx", write_again, &counts);
    corpus_all("nwn2", ".trn", write_again, &counts);
    assert_true(counts.files >= 40);
}

/* ---- Judged --------------------------------------------------------------------------------
 */

static void judge(void *user, const struct wr_source *source)
{
    struct counts *counts = user;
    struct area area;
    area_start(&area, source);
    struct findings findings;
    findings_start(&findings);
    enum wr_result result = wr_aswm_judge(findings.context, &area.mesh, &area.packet);
    wr_bytes_char(&findings.lines, '\0');
    if (result != WR_OK)
        printf("%s: %s\n", source->name, (const char *)findings.lines.data);
    assert_int_equal(result, WR_OK);
    counts->files++;
    findings_end(&findings);
    area_end(&area);
}

static void no_official_file_has_an_error(void **state)
{
    (void)state;
    struct counts counts = {0};
    corpus_all("nwn2", ".trx", judge, &counts);
    corpus_all("nwn2", ".trn", judge, &counts);
    assert_true(counts.files >= 40);
}

/* ---- Walked --------------------------------------------------------------------------------
 */

/* Some pairs of an area, by the tables of its own compiler. */
static void walk(void *user, const struct wr_source *source)
{
    enum { PAIRS = 60 };
    struct counts *counts = user;
    struct area area;
    area_start(&area, source);
    const struct wr_aswm *mesh = &area.mesh;
    wr_random random = wr_random_of(mesh->triangle_count, 3);
    for (int i = 0; i < PAIRS; i++) {
        uint32_t from = wr_random_below(&random, mesh->triangle_count);
        uint32_t to = wr_random_below(&random, mesh->triangle_count);
        wr_aswm_way way;
        if (!wr_aswm_walkable(mesh, from) || !wr_aswm_walkable(mesh, to))
            continue;
        assert_int_equal(wr_aswm_find_way(area.context, area.arena, mesh, from, to, &way),
                         WR_OK);
        double least = shortest(mesh, from, to);
        if ((way.count > 0) != (least >= 0) || way.length < least * (1 - 1e-6))
            fail_msg("%s: %u to %u is %f m over %u triangles, shortest %f", source->name, from,
                     to, way.length, way.count, least);
        counts->walked += way.count > 0;
        counts->cut_off += way.count == 0;
        counts->length += way.length;
        counts->least += way.count > 0 ? least : 0;
    }
    area_end(&area);
}

static void ways_lead_wherever_one_can_walk_and_are_never_too_short(void **state)
{
    (void)state;
    struct counts counts = {0};
    corpus_all("nwn2", ".trx", walk, &counts);
    printf("%llu ways, %.4f times the shortest; %llu pairs without\n",
           (unsigned long long)counts.walked, counts.length / counts.least,
           (unsigned long long)counts.cut_off);
    assert_true(counts.walked >= 100 && counts.cut_off >= 10);
}

/* ---- Baked again ---------------------------------------------------------------------------
 */

static double between(const wr_aswm_triangle *a, const wr_aswm_triangle *b)
{
    return sqrt(((double)a->x - b->x) * ((double)a->x - b->x) +
                ((double)a->y - b->y) * ((double)a->y - b->y));
}

/* How long the way through a table is. */
static double length_of(const struct wr_aswm *mesh, const wr_aswm_tile *tile,
                        const wr_aswm_table *table, uint32_t from, uint32_t to)
{
    double length = 0;
    const wr_aswm_triangle *first = mesh->triangles + tile->first;
    for (uint32_t steps = 0; from != to; steps++) {
        uint32_t next = table->next[from * table->node_count + to] & ~(uint32_t)WR_ASWM_SEEN;
        assert_true(steps < table->node_count && next < table->node_count);
        length +=
            between(first + table->node_to_local[from], first + table->node_to_local[next]);
        from = next;
    }
    return length;
}

static void compare_pair(struct counts *counts, const struct area *area, uint32_t index,
                         const wr_aswm_table *ours, uint32_t from, uint32_t to)
{
    const wr_aswm_tile *tile = &area->mesh.tiles[index];
    uint8_t a = tile->table.next[from * ours->node_count + to];
    uint8_t b = ours->next[from * ours->node_count + to];
    assert_int_equal(a == WR_ASWM_NO_NODE, b == WR_ASWM_NO_NODE);
    counts->pairs++;
    if (a == WR_ASWM_NO_NODE)
        return;
    counts->nodes_seen += !!(a & WR_ASWM_SEEN);
    counts->ours_seen += !!(b & WR_ASWM_SEEN);
    counts->both_seen += (a & b & WR_ASWM_SEEN) != 0;
    if ((a & ~WR_ASWM_SEEN) == (b & ~WR_ASWM_SEEN))
        return;
    counts->different++;
    double theirs = length_of(&area->mesh, tile, &tile->table, from, to);
    double made = length_of(&area->mesh, tile, ours, from, to);
    assert_true(made <= theirs * (1 + 1e-5) && theirs <= made * (1 + 1e-5));
}

static void compare_tile(struct counts *counts, const struct area *area,
                         const struct wr_aswm *ours, uint32_t index)
{
    const wr_aswm_tile *a = &area->mesh.tiles[index], *b = &ours->tiles[index];
    uint32_t nodes = a->table.node_count;
    assert_int_equal(a->first, b->first);
    assert_int_equal(nodes, b->table.node_count);
    assert_int_equal(a->table.local_count, b->table.local_count);
    assert_memory_equal(a->table.local_to_node, b->table.local_to_node, a->triangle_count);
    if (nodes > 0)
        assert_memory_equal(a->table.node_to_local, b->table.node_to_local,
                            nodes * sizeof *b->table.node_to_local);
    for (uint32_t from = 0; from < nodes; from++)
        for (uint32_t to = 0; to < nodes; to++)
            compare_pair(counts, area, index, &b->table, from, to);
    counts->tables += nodes > 0;
}

static void compare_islands(struct counts *counts, const struct wr_aswm *theirs,
                            const struct wr_aswm *ours)
{
    assert_int_equal(theirs->island_count, ours->island_count);
    for (uint32_t i = 0; i < ours->island_count; i++) {
        const wr_aswm_island *a = &theirs->islands[i], *b = &ours->islands[i];
        assert_int_equal(a->index, b->index);
        assert_int_equal(a->triangle_count, b->triangle_count);
        assert_true(wr_distance(a->centre, b->centre) < 2e-4);
        assert_int_equal(a->way_count, b->way_count);
        if (a->way_count == 0)
            continue;
        assert_memory_equal(a->next, b->next, a->way_count * sizeof *a->next);
        assert_memory_equal(a->exit, b->exit, a->way_count * sizeof *a->exit);
        for (uint32_t way = 0; way < a->way_count; way++)
            assert_true(fabs((double)a->distance[way] - b->distance[way]) < 2e-4);
        counts->ways += a->way_count;
    }
    counts->islands += ours->island_count;
}

static float distance_to(const wr_aswm_island *island, uint32_t next)
{
    for (uint32_t way = 0; way < island->way_count; way++)
        if (island->next[way] == next)
            return island->distance[way];
    return NAN;
}

static double route_length(const struct wr_aswm *mesh, uint32_t from, uint32_t to)
{
    double length = 0;
    for (uint32_t steps = 0; from != to; steps++) {
        uint32_t next = mesh->routes[(size_t)from * mesh->island_count + to].next;
        assert_true(steps < mesh->island_count);
        length += (double)distance_to(&mesh->islands[from], next);
        from = next;
    }
    return length;
}

static void compare_routes(struct counts *counts, const struct wr_aswm *theirs,
                           const struct wr_aswm *ours)
{
    uint32_t count = ours->island_count;
    for (uint32_t from = 0; from < count; from++)
        for (uint32_t to = 0; to < count; to++) {
            const wr_aswm_route *a = &theirs->routes[(size_t)from * count + to];
            const wr_aswm_route *b = &ours->routes[(size_t)from * count + to];
            assert_int_equal(a->next == WR_ASWM_NO_ISLAND, b->next == WR_ASWM_NO_ISLAND);
            counts->routes++;
            if (a->next == WR_ASWM_NO_ISLAND)
                continue;
            assert_true(b->weight == distance_to(&ours->islands[from], b->next));
            if (a->next == b->next)
                continue;
            counts->others++;
            double made = route_length(ours, from, to);
            assert_true(made <= route_length(theirs, from, to) * (1 + 1e-5));
        }
}

static void bake_again(void *user, const struct wr_source *source)
{
    struct counts *counts = user;
    enum { SMALL = 2000 }; /* looking takes longer than all the rest */
    struct wr_aswm_bake_options options = {.links = true};
    struct area area;
    area_start(&area, source);
    struct wr_aswm ours = area.mesh;
    options.sight = ours.triangle_count < SMALL;
    ours.triangles =
        wr_arena_copy(area.arena, ours.triangles, ours.triangle_count, sizeof *ours.triangles);
    ours.tiles =
        wr_arena_copy(area.arena, ours.tiles, wr_aswm_tile_count(&ours), sizeof *ours.tiles);
    assert_int_equal(wr_aswm_bake(area.context, area.arena, &ours, &options, WR_NOWHERE),
                     WR_OK);
    assert_ptr_equal(ours.edges, area.mesh.edges); /* they were sound */
    for (uint32_t i = 0; i < ours.triangle_count; i++) {
        const wr_aswm_triangle *a = &area.mesh.triangles[i], *b = &ours.triangles[i];
        assert_int_equal(a->island, b->island);
        assert_true(between(a, b) < 1e-4);
        counts->centres += a->x == b->x && a->y == b->y;
    }
    counts->triangles += ours.triangle_count;
    for (uint32_t i = 0; i < wr_aswm_tile_count(&ours); i++)
        compare_tile(counts, &area, &ours, i);
    compare_islands(counts, &area.mesh, &ours);
    compare_routes(counts, &area.mesh, &ours);
    counts->files++;
    area_end(&area);
}

static void baked_again_they_are_what_they_were(void **state)
{
    (void)state;
    struct counts counts = {0};
    corpus_all("nwn2", ".trx", bake_again, &counts);
    printf(
        "[  NOTE    ] %llu files, %llu triangles (%llu centres to the bit), %llu tables: %llu "
        "of %llu next nodes differ, as short; %llu islands, %llu ways, %llu of %llu routes "
        "differ, as short; sight %llu theirs, %llu ours, %llu both\n",
        (unsigned long long)counts.files, (unsigned long long)counts.triangles,
        (unsigned long long)counts.centres, (unsigned long long)counts.tables,
        (unsigned long long)counts.different, (unsigned long long)counts.pairs,
        (unsigned long long)counts.islands, (unsigned long long)counts.ways,
        (unsigned long long)counts.others, (unsigned long long)counts.routes,
        (unsigned long long)counts.nodes_seen, (unsigned long long)counts.ours_seen,
        (unsigned long long)counts.both_seen);
    assert_true(counts.files >= 37);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_is_written_as_it_was),
        cmocka_unit_test(no_official_file_has_an_error),
        cmocka_unit_test(ways_lead_wherever_one_can_walk_and_are_never_too_short),
        cmocka_unit_test(baked_again_they_are_what_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
