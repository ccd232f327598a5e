/* Any bytes as solids: prisms and boxes whose numbers and faces may be anything. What comes out
 * is a walkmesh without a fault that could have been avoided. */
#include "core/base/bytes.h"
#include "core/brush/brush.h"
#include "core/walkmesh/judge.h"
#include "core/walkmesh/walkmesh.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <string.h>

enum {
    ZONES_MOST = 2,
    SOLIDS_MOST = 12,
    VERTICES_MOST = 12,
    FACES_MOST = 12,
    CORNERS_MOST = 8
};

/* Bytes that are taken one after another; zeros when they are over. */
struct feed {
    const uint8_t *data;
    size_t size;
};

static uint8_t take(struct feed *feed)
{
    if (feed->size == 0)
        return 0;
    feed->size--;
    return *feed->data++;
}

/* A multiple of 1/16, or now and then any number. */
static double take_number(struct feed *feed)
{
    uint8_t first = take(feed);
    float any;
    uint8_t bytes[sizeof any];
    if (first != 0xff)
        return (first - 100) / 16.0;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = take(feed);
    memcpy(&any, bytes, sizeof any);
    return any;
}

static const uint32_t box_faces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                         {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

static wr_brush_solid take_box(struct feed *feed, struct wr_arena *arena)
{
    wr_dvec3 *vertices = WR_TAKE(arena, wr_dvec3, 8);
    wr_brush_face *faces = WR_ZERO(arena, wr_brush_face, 6);
    MUST(vertices && faces);
    double ends[6];
    for (int i = 0; i < 6; i++)
        ends[i] = take_number(feed);
    double slope = take(feed) % 4 == 0 ? take_number(feed) : ends[5];
    for (int i = 0; i < 8; i++)
        vertices[i] = (wr_dvec3){ends[i % 4 == 1 || i % 4 == 2], ends[2 + (i % 4 > 1)],
                                 i < 4                      ? ends[4]
                                 : i % 4 == 1 || i % 4 == 2 ? slope
                                                            : ends[5]};
    for (int i = 0; i < 6; i++)
        faces[i] = (wr_brush_face){box_faces[i], 4, "wood", 0};
    return (wr_brush_solid){"box", WR_NOWHERE, vertices, faces, 8, 6, 0, 0};
}

static wr_brush_solid take_anything(struct feed *feed, struct wr_arena *arena)
{
    uint32_t vertex_count = take(feed) % VERTICES_MOST, face_count = take(feed) % FACES_MOST;
    wr_dvec3 *vertices = WR_TAKE(arena, wr_dvec3, VERTICES_MOST);
    wr_brush_face *faces = WR_ZERO(arena, wr_brush_face, FACES_MOST);
    MUST(vertices && faces);
    for (uint32_t i = 0; i < vertex_count; i++) {
        vertices[i].x = take_number(feed);
        vertices[i].y = take_number(feed);
        vertices[i].z = take_number(feed);
    }
    for (uint32_t i = 0; i < face_count; i++) {
        uint32_t *corners = WR_TAKE(arena, uint32_t, CORNERS_MOST);
        MUST(corners);
        faces[i].corner_count = take(feed) % CORNERS_MOST;
        faces[i].corners = corners;
        for (uint32_t k = 0; k < faces[i].corner_count; k++)
            corners[k] = take(feed) % VERTICES_MOST;
    }
    return (wr_brush_solid){"solid",      WR_NOWHERE, vertices, faces,
                            vertex_count, face_count, 0,        0};
}

static void take_zone(struct feed *feed, wr_brush_zone *zone)
{
    double ends[2][3];
    for (int i = 0; i < 6; i++)
        ends[i / 3][i % 3] = take_number(feed);
    for (int i = 0; i < 8; i++)
        zone->corners[i] =
            (wr_dvec3){ends[i & 1][0], ends[i >> 1 & 1][1], ends[i >> 2][2] + i % 2};
    zone->part = take(feed) % 3;
    zone->mark = take(feed) % 3;
}

static void report(void *user, const struct wr_diag *diag)
{
    bool *faulty = user;
    MUST(diag->severity != WR_ERROR);
    *faulty |= diag->severity == WR_WARNING;
}

static void judge(struct wr_context *context, const wr_triangles *floors)
{
    struct wr_walkmesh *mesh;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_source nowhere = {"fuzz", NULL, 0, true};
    bool faulty = false;
    struct wr_context *within = wr_context_within(context, report, &faulty);
    MUST(within && wr_walkmesh_make(within, WR_WOK, floors, NULL, &mesh) == WR_OK);
    MUST(wr_walkmesh_judge(within, mesh, &surfaces, &nowhere) == WR_OK);
    MUST(!faulty);
    wr_walkmesh_free(mesh);
    wr_context_destroy(within);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct feed feed = {data, size};
    struct wr_arena *arena = wr_arena_create();
    bool warned = false;
    struct wr_context *context = wr_context_create(report, &warned);
    wr_brush_solid solids[SOLIDS_MOST];
    struct wr_brush_level level = {.solids = solids, .metres = 1, .walls = size % 2 == 1};
    struct wr_brush_told told;
    wr_triangles floors;
    MUST(arena && context);
    wr_brush_zone zones[ZONES_MOST];
    level.zones = zones;
    level.zone_count = (uint32_t)(size % 3);
    level.climb = size % 5 == 0 ? 0.5 : 0;
    for (uint32_t z = 0; z < level.zone_count; z++)
        take_zone(&feed, &zones[z]);
    while (feed.size > 0 && level.solid_count < SOLIDS_MOST)
        solids[level.solid_count++] =
            take(&feed) % 4 != 0 ? take_box(&feed, arena) : take_anything(&feed, arena);
    MUST(wr_brush_floors(context, arena, &level, &floors, &told) == WR_OK);
    MUST(told.skipped <= level.solid_count && warned == (told.skipped > 0));
    judge(context, &floors);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
