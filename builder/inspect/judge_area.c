/* What an ARE says of rooms and of the map. Source: formats/module, 2.3 and 5. */
#include "builder/inspect/judge_rules.h"
#include "builder/module/minimap.h"

#include "core/base/math.h"
#include "core/base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Rooms ------------------------------------------------------------------------------- */

static int order_names(const void *a, const void *b)
{
    return wr_text_order(*(const char *const *)a, *(const char *const *)b);
}

static const char **area_rooms(struct wr_judging *judging, const wr_gff_list *rooms)
{
    const char **names = WR_TAKE(judging->arena, const char *, rooms->count);
    for (uint32_t i = 0; names && i < rooms->count; i++) {
        names[i] = wr_gff_text_of(rooms->items[i], "RoomName", judging->arena);
        if (!names[i])
            return NULL;
    }
    return names;
}

/* Names that only the first of two sorted lists has: how many, and the first of them. */
static uint32_t only_in(const char **a, uint32_t a_count, const char **b, uint32_t b_count,
                        const char **first)
{
    uint32_t missing = 0, k = 0;
    for (uint32_t i = 0; i < a_count; i++) {
        while (k < b_count && !wr_text_same(b[k], a[i]) && wr_text_order(b[k], a[i]) < 0)
            k++;
        if (strcmp(a[i], "****") == 0 || (k < b_count && wr_text_same(a[i], b[k])))
            continue;
        if (missing++ == 0)
            *first = a[i];
    }
    return missing;
}

/* The rooms of a LYT that have a floor: skyboxes and padding need no sound. */
static const char **floor_rooms(struct wr_judging *judging, uint32_t *count)
{
    const struct wr_lyt *lyt = judging->view->lyt;
    const char **names = WR_TAKE(judging->arena, const char *, lyt->room_count);
    *count = 0;
    for (uint32_t i = 0; names && i < lyt->room_count; i++)
        if (judging->view->meshes[i])
            names[(*count)++] = lyt->rooms[i].model;
    return names;
}

static const char **all_rooms(struct wr_judging *judging)
{
    const struct wr_lyt *lyt = judging->view->lyt;
    const char **names = WR_TAKE(judging->arena, const char *, lyt->room_count);
    for (uint32_t i = 0; names && i < lyt->room_count; i++)
        names[i] = lyt->rooms[i].model;
    return names;
}

static void compare_rooms(struct wr_judging *judging, const wr_gff_list *rooms, wr_where where)
{
    uint32_t floor_count, all_count = judging->view->lyt->room_count;
    const char **named = area_rooms(judging, rooms),
               **floors = floor_rooms(judging, &floor_count);
    const char **all = all_rooms(judging), *first = NULL;
    if (!named || !floors || !all) {
        wr_judged(judging, wr_no_memory(judging->context));
        return;
    }
    if (rooms->count > 0)
        qsort(named, rooms->count, sizeof *named, order_names);
    if (floor_count > 0)
        qsort(floors, floor_count, sizeof *floors, order_names);
    if (all_count > 0)
        qsort(all, all_count, sizeof *all, order_names);
    uint32_t count = only_in(floors, floor_count, named, rooms->count, &first);
    if (count > 0)
        wr_warn(judging->context, where, "are-rooms", "they have no sound of their own",
                "the area's Rooms lack %u of the layout's, '%.40s' first", count, first);
    count = only_in(named, rooms->count, all, all_count, &first);
    if (count > 0)
        wr_warn(judging->context, where, "are-rooms", NULL,
                "the layout lacks %u of the area's Rooms, '%.40s' first", count, first);
}

/* ---- The map ----------------------------------------------------------------------------- */

struct map {
    double world[2][2], part[2][2]; /* X and Y of both points */
    int64_t axis;
};

static struct map read_map(const wr_gff_struct *map)
{
    static const char *const world[2][2] = {{"WorldPt1X", "WorldPt1Y"},
                                            {"WorldPt2X", "WorldPt2Y"}};
    static const char *const part[2][2] = {{"MapPt1X", "MapPt1Y"}, {"MapPt2X", "MapPt2Y"}};
    struct map out = {.axis = wr_gff_whole(map, "NorthAxis", 0)};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            out.world[i][k] = wr_gff_float(map, world[i][k], 0);
            out.part[i][k] = wr_gff_float(map, part[i][k], 0);
        }
    return out;
}

static bool is_part(double value)
{
    return value >= 0 && value <= 1;
}

/* Where a place of the area is on the picture; the game divides by what must not be 0. */
static double on_map(const struct map *map, int picture, wr_vec3 point)
{
    int axis = map->axis >= 2 ? 1 - picture : picture;
    double at = axis == 0 ? point.x : point.y;
    return (at - map->world[0][axis]) * (map->part[0][picture] - map->part[1][picture]) /
               (map->world[0][axis] - map->world[1][axis]) +
           map->part[0][picture];
}

/* Vertices of floors that fall off the picture. */
static bool covers_floors(const struct wr_judging *judging, const struct map *map)
{
    for (uint32_t r = 0; r < judging->view->lyt->room_count; r++) {
        const struct wr_walkmesh *mesh = judging->view->meshes[r];
        for (uint32_t f = 0; mesh && f < mesh->walkable_count; f++)
            for (int c = 0; c < 3; c++) {
                wr_vec3 at = mesh->vertices[mesh->faces[f].v[c]];
                if (!is_part(on_map(map, 0, at)) || !is_part(on_map(map, 1, at)))
                    return false;
            }
    }
    return true;
}

static void judge_map(struct wr_judging *judging)
{
    const wr_gff_field *field = wr_gff_find(judging->are->root, "Map");
    wr_where where = wr_judged_at(&judging->are_source, field);
    if (!field || field->type != WR_GFF_STRUCT) {
        wr_warn(judging->context, where, "are-map", NULL, "the area has no Map");
        return;
    }
    struct map map = read_map(field->child);
    bool parts = is_part(map.part[0][0]) && is_part(map.part[0][1]) &&
                 is_part(map.part[1][0]) && is_part(map.part[1][1]);
    bool apart = map.world[0][0] != map.world[1][0] && map.world[0][1] != map.world[1][1];
    if (map.axis < 0 || map.axis > 3)
        wr_warn(judging->context, where, "are-map", "0 is +Y, 1 is -Y, 2 is +X, 3 is -X",
                "NorthAxis is %lld, which is no direction", (long long)map.axis);
    else if (!parts)
        wr_warn(judging->context, where, "are-map", "they are fractions, not pixels",
                "a point of the map lies outside 0 to 1");
    else if (!apart)
        wr_warn(judging->context, where, "are-map", "the game divides by their distance",
                "the map's two points of the world are one in X or in Y");
    else if (judging->view && judging->view->whole && !covers_floors(judging, &map))
        wr_warn(judging->context, where, "are-map", NULL,
                "some of the floor lies outside the map's picture");
}

/* ---- The picture ------------------------------------------------------------------------- */

static void judge_size(struct wr_judging *judging, const wr_entry *item)
{
    enum { TPC_WIDTH = 8, TGA_WIDTH = 12, HEAD = 18 };
    struct wr_source source;
    enum wr_result result = wr_entry_read(judging->context, judging->arena, item, &source);
    wr_judged(judging, result);
    if (result != WR_OK)
        return;
    struct wr_reader bytes = {source.data, source.size,
                              item->type == WR_RES_TGA ? TGA_WIDTH : TPC_WIDTH, false};
    unsigned width = wr_reader_u16(&bytes), height = wr_reader_u16(&bytes);
    if (source.size < HEAD || width != WR_MINIMAP_WIDTH || height != WR_MINIMAP_HEIGHT)
        wr_warn(judging->context, judging->whole, "module-minimap", NULL,
                "'%s' is %u by %u pixels; the game takes it for %d by %d", item->resource->name,
                width, height, WR_MINIMAP_WIDTH, WR_MINIMAP_HEIGHT);
}

static void judge_picture(struct wr_judging *judging)
{
    char name[2 * WR_RESREF + 1] = "lbl_map";
    size_t size = strlen(name), more = strlen(judging->area);
    if (more > WR_RESREF)
        return;
    memcpy(name + size, judging->area, more + 1);
    const wr_entry *item = wr_resources_find(judging->resources, name, WR_RES_TGA);
    if (!item)
        item = wr_resources_find(judging->resources, name, WR_RES_TPC);
    if (item)
        judge_size(judging, item);
    else
        wr_note(judging->context, judging->whole, "module-minimap", NULL,
                "the module has no picture '%s' for its map: the game must have it", name);
}

void wr_judge_area(struct wr_judging *judging)
{
    if (!judging->are)
        return;
    const wr_gff_list *rooms = wr_gff_list_of(judging->are->root, "Rooms");
    wr_where where =
        wr_judged_at(&judging->are_source, wr_gff_find(judging->are->root, "Rooms"));
    static const wr_gff_list none;
    if (judging->view)
        compare_rooms(judging, rooms ? rooms : &none, where);
    judge_map(judging);
    judge_picture(judging);
}
