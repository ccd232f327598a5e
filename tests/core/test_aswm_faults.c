/* Faults of walkmeshes of NWN2, each found; what cannot be baked; and hostile files. */
#include "tests/support/baked.h"
#include "tests/support/damage.h"

#include "core/aswm/area.h"
#include "core/aswm/judge.h"

/* ---- Faults --------------------------------------------------------------------------------
 */

static void too_many_triangles_in_a_tile_are_refused_with_its_place(void **state)
{
    (void)state;
    struct findings f;
    struct made_floor made = {0};
    struct wr_aswm mesh;
    struct wr_aswm_shift shift;
    findings_start(&f);
    for (uint32_t i = 0; i < 65; i++)
        made.vertices[i] = wr_vec3_of((float)i / 16, i % 2 ? 4 : 1, 0);
    for (uint32_t i = 65; i < 130; i++)
        made.vertices[i] = wr_vec3_of((float)(i - 65) / 16, i % 2 ? 8 : 4.5f, 0);
    made.soup = (struct wr_aswm_soup){made.vertices, made.faces, made.flags, 130, 0};
    for (uint32_t i = 0; i + 2 < 130; i++)
        if (i != 63 && i != 64)
            floor_add(&made, i, i + 1, i + 2, WR_ASWM_WALKABLE | WR_ASWM_DIRT);
    floor_add(&made, 0, 1, 65, WR_ASWM_WALKABLE | WR_ASWM_DIRT);
    floor_add(&made, 1, 66, 65, WR_ASWM_WALKABLE | WR_ASWM_DIRT);
    assert_int_equal(
        wr_aswm_cut(f.context, f.arena, &made.soup, &usual, WR_NOWHERE, &mesh, &shift), WR_OK);
    assert_int_equal(wr_aswm_bake(f.context, f.arena, &mesh, NULL, WR_NOWHERE), WR_LIMIT);
    assert_said(&f, "0:0: error [aswm-full] tile 0,0 has 128 walkable triangles (the game's "
                    "tables hold 127: merge triangles there, or make some of them not "
                    "walkable)\n");
    made.soup.face_count--;
    assert_int_equal(
        wr_aswm_cut(f.context, f.arena, &made.soup, &usual, WR_NOWHERE, &mesh, &shift), WR_OK);
    assert_int_equal(wr_aswm_bake(f.context, f.arena, &mesh, NULL, WR_NOWHERE), WR_OK);
    assert_int_equal(mesh.tiles[0].table.node_count, 127);
    findings_end(&f);
}

typedef void plant_fn(struct wr_aswm *mesh);

static void plant_link(struct wr_aswm *mesh)
{
    mesh->triangles[5].link[1] = 0;
}
static void plant_centre(struct wr_aswm *mesh)
{
    mesh->triangles[7].x += 0.01f;
}
static void plant_plane(struct wr_aswm *mesh)
{
    mesh->triangles[7].distance += 0.01f;
}
static void plant_floor(struct wr_aswm *mesh)
{
    uint32_t i = 0;
    while (!wr_aswm_walkable(mesh, i))
        i++;
    mesh->triangles[i].flags |= WR_ASWM_MUD;
}
static void plant_order(struct wr_aswm *mesh)
{
    uint32_t v = mesh->edges[3].v[0];
    mesh->edges[3].v[0] = mesh->edges[3].v[1];
    mesh->edges[3].v[1] = v;
}
static const wr_aswm_tile *full_tile(const struct wr_aswm *mesh)
{
    const wr_aswm_tile *tile = mesh->tiles;
    while (tile->table.node_count < 12)
        tile++;
    return tile;
}
static void plant_path(struct wr_aswm *mesh)
{
    const wr_aswm_table *table = &full_tile(mesh)->table;
    uint8_t *next = (uint8_t *)(uintptr_t)table->next;
    for (uint32_t i = 0; i < table->node_count * table->node_count; i++)
        if (next[i] != WR_ASWM_NO_NODE) {
            next[i] = WR_ASWM_NO_NODE;
            return;
        }
}
static void plant_sight(struct wr_aswm *mesh)
{
    const wr_aswm_table *table = &full_tile(mesh)->table;
    uint8_t *next = (uint8_t *)(uintptr_t)table->next;
    for (uint32_t i = 0; i < table->node_count * table->node_count; i++)
        if (next[i] != WR_ASWM_NO_NODE) {
            next[i] ^= WR_ASWM_SEEN;
            return;
        }
}
/* All that can be reached is marked, walls or not. */
static void plant_sight_through_walls(struct wr_aswm *mesh)
{
    for (uint32_t t = 0; t < wr_aswm_tile_count(mesh); t++) {
        const wr_aswm_table *table = &mesh->tiles[t].table;
        uint8_t *next = (uint8_t *)(uintptr_t)table->next;
        for (uint32_t i = 0; i < table->node_count * table->node_count; i++)
            if (next[i] != WR_ASWM_NO_NODE)
                next[i] |= WR_ASWM_SEEN;
    }
}
static void plant_island(struct wr_aswm *mesh)
{
    mesh->islands[0].triangle_count++;
}
static void plant_island_centre(struct wr_aswm *mesh)
{
    mesh->islands[1].centre.x += 1;
}
static wr_aswm_island *led_out(struct wr_aswm *mesh)
{
    wr_aswm_island *island = mesh->islands;
    while (island->way_count == 0)
        island++;
    return island;
}
static void plant_distance(struct wr_aswm *mesh)
{
    led_out(mesh)->distance[0] += 0.01f;
}
static void plant_exit(struct wr_aswm *mesh)
{
    wr_aswm_island *island = led_out(mesh);
    island->exit[0] = mesh->islands[island->next[0]].exit[0];
}
static void plant_route(struct wr_aswm *mesh)
{
    wr_aswm_island *island = led_out(mesh);
    mesh->routes[island->index * mesh->island_count + island->next[0]].next = WR_ASWM_NO_ISLAND;
}
static void plant_weight(struct wr_aswm *mesh)
{
    wr_aswm_island *island = led_out(mesh);
    mesh->routes[island->index * mesh->island_count + island->next[0]].weight *= 2;
}

static void plant_not_finite(struct wr_aswm *mesh)
{
    mesh->vertices[4].z = NAN;
}
static void plant_range(struct wr_aswm *mesh)
{
    mesh->triangles[9].edge[2] = mesh->edge_count;
}
static void plant_table(struct wr_aswm *mesh)
{
    const wr_aswm_table *table = &full_tile(mesh)->table;
    ((uint8_t *)(uintptr_t)table->next)[1] = (uint8_t)(table->node_count | WR_ASWM_SEEN);
}
static void plant_nodes(struct wr_aswm *mesh)
{
    uint8_t *nodes = (uint8_t *)(uintptr_t)full_tile(mesh)->table.local_to_node;
    uint8_t *found[2], count = 0;
    for (uint32_t i = 0; count < 2; i++)
        if (nodes[i] != WR_ASWM_NO_NODE)
            found[count++] = &nodes[i];
    uint8_t first = *found[0];
    *found[0] = *found[1];
    *found[1] = first;
}
static void plant_tiles(struct wr_aswm *mesh)
{
    ((wr_aswm_tile *)(uintptr_t)full_tile(mesh))->first++;
}
static void plant_tile_width(struct wr_aswm *mesh)
{
    mesh->tile_width = 0;
}
static void plant_ways(struct wr_aswm *mesh)
{
    wr_aswm_island *island = led_out(mesh);
    while (island->way_count < 2)
        island++;
    island->next[1] = island->next[0];
    island->exit[1] = island->exit[0];
    island->distance[1] = island->distance[0];
}
static void plant_floor_kept(struct wr_aswm *mesh)
{
    uint32_t i = 0;
    while (wr_aswm_walkable(mesh, i))
        i++;
    mesh->triangles[i].flags |= WR_ASWM_MUD;
}
static void plant_upright(struct wr_aswm *mesh)
{
    wr_aswm_triangle *triangle = mesh->triangles;
    while (!(triangle->flags & WR_ASWM_WALKABLE))
        triangle++;
    triangle->normal =
        wr_vec3_of(-triangle->normal.x, -triangle->normal.y, -triangle->normal.z);
    triangle->distance = -triangle->distance;
}
static void plant_winding(struct wr_aswm *mesh)
{
    mesh->triangles[6].flags ^= WR_ASWM_CLOCKWISE;
}

/* A longer way: two that go on by each other's neighbour, where both lead to the goal. */
static void plant_long_path(struct wr_aswm *mesh)
{
    for (uint32_t t = 0; t < wr_aswm_tile_count(mesh); t++) {
        const wr_aswm_tile *tile = &mesh->tiles[t];
        uint32_t count = tile->table.node_count;
        uint8_t *next = (uint8_t *)(uintptr_t)tile->table.next;
        for (uint32_t from = 0; from < count; from++) {
            const wr_aswm_triangle *here =
                &mesh->triangles[tile->first + tile->table.node_to_local[from]];
            for (int slot = 0; slot < 3; slot++) {
                uint32_t local = here->link[slot] - tile->first;
                if (here->link[slot] < tile->first || local >= tile->triangle_count)
                    continue;
                uint32_t by = tile->table.local_to_node[local];
                for (uint32_t to = 0; by < count && to < count; to++) {
                    uint8_t *step = &next[from * count + to];
                    uint8_t beyond = next[by * count + to] & 0x7f;
                    if (to == from || to == by || *step == WR_ASWM_NO_NODE ||
                        (*step & 0x7f) == by || beyond == from)
                        continue;
                    *step = (uint8_t)(by | (*step & WR_ASWM_SEEN));
                    return;
                }
            }
        }
    }
}
static void plant_long_route(struct wr_aswm *mesh)
{
    for (uint32_t from = 0; from < mesh->island_count; from++)
        for (uint32_t way = 0; way < mesh->islands[from].way_count; way++)
            for (uint32_t to = 0; to < mesh->island_count; to++) {
                wr_aswm_route *route = &mesh->routes[from * mesh->island_count + to];
                uint32_t by = mesh->islands[from].next[way];
                if (to == from || to == by || route->next == WR_ASWM_NO_ISLAND ||
                    route->next == by)
                    continue;
                route->next = (uint16_t)by;
                route->weight = mesh->islands[from].distance[way];
                return;
            }
}

static const struct {
    plant_fn *plant;
    const char *slug;
} planted[] = {
    {plant_link, "[aswm-link]"},
    {plant_centre, "[aswm-centre]"},
    {plant_plane, "[aswm-plane]"},
    {plant_floor, "[aswm-floor]"},
    {plant_floor_kept, "[aswm-floor-kept]"},
    {plant_order, "[aswm-edge-order]"},
    {plant_upright, "[aswm-upright]"},
    {plant_winding, "[aswm-winding]"},
    {plant_path, "[aswm-path]"},
    {plant_long_path, "[aswm-path-long]"},
    {plant_nodes, "[aswm-nodes]"},
    {plant_sight, "[aswm-sight]"},
    {plant_sight_through_walls, "[aswm-sight]"},
    {plant_island, "[aswm-island]"},
    {plant_exit, "[aswm-exit]"},
    {plant_ways, "[aswm-ways]"},
    {plant_distance, "[aswm-distance]"},
    {plant_island_centre, "[aswm-island-centre]"},
    {plant_route, "[aswm-route]"},
    {plant_long_route, "[aswm-route-long]"},
    {plant_weight, "[aswm-route-weight]"},
    {plant_not_finite, "[aswm-not-finite]"},
    {plant_range, "[aswm-range]"},
    {plant_table, "[aswm-table]"},
    {plant_tiles, "[aswm-tiles]"},
    {plant_tile_width, "[aswm-tile-width]"},
};

static void each_planted_fault_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        struct baked baked;
        struct wr_source source;
        struct wr_bytes bytes = {0};
        baked_start(&baked, 11);
        struct wr_context *context = baked.findings.context;
        struct wr_aswm mesh = baked_read(&baked, &source), hurt;
        planted[i].plant(&mesh);
        wr_aswm_write(context, &mesh, &bytes);
        source.data = bytes.data;
        source.size = bytes.size;
        if (wr_aswm_read(context, baked.findings.arena, &source, &hurt) == WR_OK)
            wr_aswm_judge(context, &hurt, &source);
        const char *said = findings_said(&baked.findings);
        if (!strstr(said, planted[i].slug))
            fail_msg("%s was not found: %s", planted[i].slug, said);
        wr_bytes_finish(&bytes);
        baked_end(&baked);
    }
}

/* The last route leads nowhere: its eight bytes are the last but none of the packet. */
static void a_route_that_leads_nowhere_is_named_where_it_is(void **state)
{
    (void)state;
    struct baked baked;
    struct wr_source source;
    struct wr_bytes bytes = {0};
    char place[64];
    baked_start(&baked, 11);
    struct wr_context *context = baked.findings.context;
    struct wr_aswm mesh = baked_read(&baked, &source), hurt;
    uint32_t last = mesh.island_count * mesh.island_count - 1;
    mesh.routes[last].next = (uint16_t)mesh.island_count;
    wr_aswm_write(context, &mesh, &bytes);
    source.data = bytes.data;
    source.size = bytes.size;
    wr_aswm_read(context, baked.findings.arena, &source, &hurt);
    snprintf(place, sizeof place, "0x%zx: error [aswm-range] 1 routes", bytes.size - 8);
    const char *said = findings_said(&baked.findings);
    if (!strstr(said, place))
        fail_msg("%s was not found: %s", place, said);
    wr_bytes_finish(&bytes);
    baked_end(&baked);
}

/* ---- What cannot be made -------------------------------------------------------------------
 */

static struct made_floor made_of(wr_vec3 *corners, uint32_t triangles)
{
    struct made_floor made = {0};
    memcpy(made.vertices, corners, 3 * triangles * sizeof *corners);
    for (uint32_t i = 0; i < triangles; i++)
        floor_add(&made, 3 * i, 3 * i + 1, 3 * i + 2, WR_ASWM_WALKABLE | WR_ASWM_DIRT);
    made.soup.vertex_count = 3 * triangles;
    return made;
}

static void assert_not_made(struct made_floor *made, struct wr_aswm_grid grid, const char *said)
{
    struct findings f;
    struct wr_aswm mesh;
    struct wr_aswm_shift shift;
    struct wr_aswm_bake_options options = {.storeys = true};
    findings_start(&f);
    made->soup.vertices = made->vertices;
    made->soup.faces = made->faces;
    made->soup.flags = made->flags;
    enum wr_result result =
        wr_aswm_cut(f.context, f.arena, &made->soup, &grid, WR_NOWHERE, &mesh, &shift);
    if (result == WR_OK)
        result = wr_aswm_bake(f.context, f.arena, &mesh, &options, WR_NOWHERE);
    assert_int_not_equal(result, WR_OK);
    assert_said(&f, said);
    findings_end(&f);
}

static void what_cannot_be_made_is_refused_in_words(void **state)
{
    (void)state;
    wr_vec3 over[] = {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}, {2, 1, 3}, {6, 1, 3}, {2, 5, 3}};
    struct made_floor made = made_of(over, 2);
    assert_not_made(&made, usual,
                    "0:0: error [aswm-storeys] tile 0,0 has 2 walkable triangles with others "
                    "over or under them (NWN2 knows one storey: take one of the floors out, or "
                    "put it aside)\n");
    made = made_of(over, 1);
    assert_not_made(
        &made, (struct wr_aswm_grid){.tile_width = 2, .width = 2, .height = 2},
        "0:0: error [aswm-outside] the mesh does not lie in the area's 2 by 2 tiles "
        "(move the mesh, or give an area that is larger)\n");
    made.vertices[1].x = 1e5f;
    made.vertices[2].y = 1e5f;
    assert_not_made(
        &made, usual,
        "0:0: error [aswm-grid] the mesh is too wide: its tiles alone would take 128 "
        "MiB\n");
    made.vertices[1].x = 1e9f;
    assert_not_made(&made, usual,
                    "0:0: error [aswm-grid] the mesh reaches farther than 131 km\n");
    assert_not_made(&made, (struct wr_aswm_grid){.tile_width = 0},
                    "0:0: error [aswm-tile-width] tiles are to be 1/64 m wide at least\n");
    made.soup.face_count = 0;
    assert_not_made(&made, usual, "0:0: error [aswm-empty] the mesh has no triangles\n");
}

/* Triangles of 64 bytes alone, the last of which makes it too many. */
static void a_floor_that_fills_a_packet_is_refused(void **state)
{
    (void)state;
    enum { FACES = (128 << 20) / 64 };
    static const wr_vec3 vertices[] = {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}};
    struct findings f;
    struct wr_aswm mesh;
    struct wr_aswm_shift shift;
    wr_face *faces = calloc(FACES, sizeof *faces);
    uint16_t *flags = calloc(FACES, sizeof *flags);
    for (uint32_t i = 0; i < FACES; i++)
        faces[i] = (wr_face){{0, 1, 2}};
    const struct wr_aswm_soup soup = {vertices, faces, flags, 3, FACES};
    findings_start(&f);
    assert_int_equal(wr_aswm_cut(f.context, f.arena, &soup, &usual, WR_NOWHERE, &mesh, &shift),
                     WR_LIMIT);
    assert_said(&f, "0:0: error [trx-large] cut along its tiles the mesh takes 128 MiB and "
                    "more\n");
    findings_end(&f);
    free(faces);
    free(flags);
}

static void more_islands_than_routes_can_tell_of_are_refused(void **state)
{
    (void)state;
    enum { ISLANDS = 4096 };
    struct findings f;
    struct wr_aswm mesh;
    struct wr_aswm_shift shift;
    wr_vec3 *vertices = malloc(3 * ISLANDS * sizeof *vertices);
    wr_face *faces = malloc(ISLANDS * sizeof *faces);
    uint16_t *flags = malloc(ISLANDS * sizeof *flags);
    for (uint32_t i = 0; i < ISLANDS; i++) {
        float x = (float)(i % 64) * 3, y = (float)(i / 64) * 3;
        vertices[3 * i] = wr_vec3_of(x, y, 0);
        vertices[3 * i + 1] = wr_vec3_of(x + 1, y, 0);
        vertices[3 * i + 2] = wr_vec3_of(x, y + 1, 0);
        faces[i] = (wr_face){{3 * i, 3 * i + 1, 3 * i + 2}};
        flags[i] = WR_ASWM_WALKABLE | WR_ASWM_DIRT;
    }
    const struct wr_aswm_soup soup = {vertices, faces, flags, 3 * ISLANDS, ISLANDS};
    findings_start(&f);
    assert_int_equal(wr_aswm_cut(f.context, f.arena, &soup, &usual, WR_NOWHERE, &mesh, &shift),
                     WR_OK);
    assert_int_equal(wr_aswm_bake(f.context, f.arena, &mesh, NULL, WR_NOWHERE), WR_LIMIT);
    assert_said(&f, "0:0: error [aswm-islands] the floor falls into 4096 islands, whose routes "
                    "would take 128 MiB and more (make larger tiles, or fewer patches of "
                    "floor)\n");
    findings_end(&f);
    free(vertices);
    free(faces);
    free(flags);
}

/* ---- Hostile files -------------------------------------------------------------------------
 */

/* Two tiles with a few triangles, as a file. */
static struct wr_bytes small_file(bool packed)
{
    struct findings f;
    struct made_floor made = {0};
    struct wr_aswm mesh;
    struct wr_aswm_shift shift;
    struct wr_aswm_area area;
    struct wr_bytes out = {0}, raw = {0};
    findings_start(&f);
    for (uint32_t i = 0; i < 6; i++)
        made.vertices[i] = wr_vec3_of((float)(4 * (i / 2)) + 3, i % 2 ? 5 : 2, 0);
    made.soup = (struct wr_aswm_soup){made.vertices, made.faces, made.flags, 6, 0};
    for (uint32_t i = 0; i < 4; i++)
        floor_add(&made, i, i + 1, i + 2, i == 3 ? 0 : WR_ASWM_WALKABLE | WR_ASWM_WOOD);
    assert_int_equal(
        wr_aswm_cut(f.context, f.arena, &made.soup, &usual, WR_NOWHERE, &mesh, &shift), WR_OK);
    assert_int_equal(wr_aswm_bake(f.context, f.arena, &mesh, NULL, WR_NOWHERE), WR_OK);
    assert_int_equal(wr_aswm_area_make(f.context, f.arena, &mesh, &area), WR_OK);
    assert_int_equal(wr_aswm_area_write(f.context, &area, WR_NOWHERE, &out), WR_OK);
    if (!packed) { /* the packet may lie there as it is, too */
        wr_aswm_write(f.context, &mesh, &raw);
        area.trx.packets[1].data = raw.data;
        area.trx.packets[1].size = (uint32_t)raw.size;
        out.size = 0;
        assert_int_equal(wr_trx_write(f.context, &area.trx, WR_NOWHERE, &out), WR_OK);
        wr_bytes_finish(&raw);
    }
    assert_said(&f, "");
    findings_end(&f);
    return out;
}

static enum wr_result read_file(struct findings *f, const struct wr_source *source)
{
    struct wr_aswm_area area;
    enum wr_result result = wr_aswm_area_read(f->context, f->arena, source, &area);
    if (result == WR_OK)
        result = wr_aswm_judge(f->context, &area.mesh, &area.packet);
    return result;
}

static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    struct wr_bytes packed = small_file(true), raw = small_file(false);
    damage_survive(read_file, packed.data, packed.size);
    damage_survive(read_file, raw.data, raw.size);
    damage_starve(read_file, raw.data, raw.size);
    wr_bytes_finish(&packed);
    wr_bytes_finish(&raw);
}

enum { PACKET = 56, RAW = PACKET };

/* A change of one byte, and what is said of it. */
static const struct {
    bool packed;
    size_t at;
    uint8_t byte;
    const char *said;
} changes[] = {
    {false, 0, 'M', "1:1: error [trx-mark] the file does not start with 'NWN2' and a header\n"},
    {false, 4, 1, "1:5: error [trx-version] the version is 1.3; known is 2.3\n"},
    {false, 8, 200, "1:9: error [trx-table] there cannot be 200 packets in 1330 bytes\n"},
    {false, 16, 0, "error [trx-packet] packet 0 lies over the one before it\n"},
    {false, 12, 'X', "error [trx-packet] packet 0 is of another type than the table says\n"},
    {false, 33, 9, "error [trx-packet] packet 0 ends behind the end of the file\n"},
    {false, 32, 11, "[trx-size] packet 'TRWH' has 11 bytes, not 12\n"},
    {false, RAW, 0x6b,
     "0x0: error [aswm-version] the walkmesh is of version 0x6b; known is 0x6c (bake the area "
     "again with today's toolset)\n"},
    {false, RAW + 36, 0, "error [aswm-owner] the walkmesh says that its data is not its own\n"},
    {false, RAW + 40, 0x40,
     "0x35: error [aswm-short] there cannot be 12884902764 bytes of vertices, edges and "
     "triangles in the 1221 bytes that are left\n"},
    {true, PACKET + 11, 7,
     "[trx-packed] the packed walkmesh cannot have the size that it says it has unpacked\n"},
    {true, PACKET + 20, 0xff, "[trx-packed] the packed walkmesh is damaged"},
};

static void each_fault_of_a_file_has_its_own_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct wr_bytes bytes = small_file(changes[i].packed);
        struct findings f;
        findings_start(&f);
        bytes.data[changes[i].at] = changes[i].byte;
        assert_int_not_equal(read_file(&f, findings_bytes(&f, bytes.data, bytes.size)), WR_OK);
        const char *said = findings_said(&f);
        if (!strstr(said, changes[i].said))
            fail_msg("%s\nis not in\n%s", changes[i].said, said);
        wr_bytes_finish(&bytes);
        findings_end(&f);
    }
}

/* Packets of some types with some bytes each, as a file. */
static struct wr_bytes file_of(const char *const *types, const struct wr_bytes *payloads,
                               uint32_t count)
{
    struct findings f;
    struct wr_trx trx = {.major = 2, .minor = 3, .count = count};
    struct wr_bytes out = {0};
    findings_start(&f);
    trx.packets = WR_ZERO(f.arena, wr_trx_packet, count);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(trx.packets[i].type, types[i], 4);
        trx.packets[i].data = payloads[i].data;
        trx.packets[i].size = (uint32_t)payloads[i].size;
    }
    assert_int_equal(wr_trx_write(f.context, &trx, WR_NOWHERE, &out), WR_OK);
    findings_end(&f);
    return out;
}

static void assert_file_said(struct wr_bytes bytes, enum wr_result result, const char *said)
{
    struct findings f;
    findings_start(&f);
    assert_int_equal(read_file(&f, findings_bytes(&f, bytes.data, bytes.size)), result);
    assert_said(&f, said);
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

static void packets_are_there_once_and_leave_no_gap(void **state)
{
    (void)state;
    uint8_t size[12] = {1, 0, 0, 0, 1, 0, 0, 0}, *large = calloc(1, 140000);
    struct wr_bytes trwh = {size, 12, 12, false}, bomb = {large, 140000, 140000, false};
    static const char *const twice[] = {"TRWH", "TRWH"}, *const both[] = {"TRWH", "ASWM"};
    assert_file_said(file_of(twice, (struct wr_bytes[]){trwh, trwh}, 2), WR_INVALID,
                     "1:57: error [trx-twice] the file has a second packet 'TRWH'; the game "
                     "takes one\n1:9: error [trx-missing] the file has no packet 'ASWM'\n");
    struct wr_bytes bytes = small_file(false);
    wr_bytes_add(&bytes, "more", 4);
    assert_file_said(bytes, WR_OK,
                     "3:453: warning [trx-gap] 4 bytes behind the last packet; they are not "
                     "written again\n");
    memcpy(large, "COMP\xd4\x22\x02\0\0\0\0\x08", 12); /* 128 MiB of 139,988 bytes */
    assert_file_said(
        file_of(both, (struct wr_bytes[]){trwh, bomb}, 2), WR_LIMIT,
        "1:65: error [trx-large] the walkmesh unpacks to 134217728 bytes; the limit "
        "is 134217728\n");
    free(large);
}

static void what_follows_a_walkmesh_or_is_compressed_in_it_is_refused(void **state)
{
    (void)state;
    struct baked baked;
    struct wr_source source;
    struct wr_bytes bytes = {0};
    struct wr_aswm mesh;
    baked_start(&baked, 5);
    struct wr_context *context = baked.findings.context;
    wr_aswm_write(context, &baked.mesh, &bytes);
    wr_bytes_u32(&bytes, 0);
    source = (struct wr_source){"made/aswm", bytes.data, bytes.size, true};
    assert_int_equal(wr_aswm_read(context, baked.findings.arena, &source, &mesh), WR_SYNTAX);
    assert_non_null(strstr(findings_said(&baked.findings),
                           "[aswm-rest] 4 bytes follow the end of the walkmesh"));
    size_t tile = wr_aswm_triangle_at(&baked.mesh, baked.mesh.triangle_count) + 16;
    bytes.size -= 4;
    source.size -= 4;
    bytes.data[tile + 57] = 1;
    assert_int_equal(wr_aswm_read(context, baked.findings.arena, &source, &mesh), WR_INVALID);
    assert_non_null(strstr(findings_said(&baked.findings), "[aswm-compressed]"));
    wr_bytes_finish(&bytes);
    baked_end(&baked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_triangles_in_a_tile_are_refused_with_its_place),
        cmocka_unit_test(each_planted_fault_is_found),
        cmocka_unit_test(a_route_that_leads_nowhere_is_named_where_it_is),
        cmocka_unit_test(what_cannot_be_made_is_refused_in_words),
        cmocka_unit_test(a_floor_that_fills_a_packet_is_refused),
        cmocka_unit_test(more_islands_than_routes_can_tell_of_are_refused),
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(each_fault_of_a_file_has_its_own_words),
        cmocka_unit_test(packets_are_there_once_and_leave_no_gap),
        cmocka_unit_test(what_follows_a_walkmesh_or_is_compressed_in_it_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
