/* Regions and groups by their names. */
#include "builder/extract/level/parts.h"
#include "builder/extract/named.h"

#include "core/base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A doorway that a model names: how far it reaches before and behind it, over and under it, in
 * metres. */
#define DOOR_DEPTH 1.5
#define DOOR_ABOVE 3.0
#define DOOR_BELOW 0.5

bool wr_level_is_hook(const wr_wmp_entity *entity)
{
    return entity->name && entity->kind != WR_WMP_PATH && entity->kind != WR_WMP_LIGHT &&
           (wr_named_begins(entity->name, "hook_") || wr_named_begins(entity->name, "door_"));
}

static void region_box(const struct wr_level *level, uint32_t entity, wr_dvec3 corners[8])
{
    const wr_dvec3 *box = level->wmp->entities[entity].as.box;
    for (int i = 0; i < 8; i++)
        corners[i] =
            wr_wmp_place_point(&level->places.frames[entity],
                               (wr_dvec3){box[i & 1].x, box[i >> 1 & 1].y, box[i >> 2].z});
}

/* Across the way it looks. */
static void model_box(const struct wr_level *level, uint32_t entity, double width,
                      wr_dvec3 corners[8])
{
    const wr_wmp_place *place = &level->places.entities[entity];
    double cosine, sine, deep = DOOR_DEPTH / level->metres;
    wr_turn_of(wr_wmp_place_angles(place, NULL).pan, &cosine, &sine);
    for (int i = 0; i < 8; i++) {
        double along = i & 1 ? deep : -deep, across = (i & 2 ? width : -width) / 2;
        double up = (i & 4 ? DOOR_ABOVE : -DOOR_BELOW) / level->metres;
        corners[i] = wr_add(place->move, (wr_dvec3){along * cosine - across * sine,
                                                    along * sine + across * cosine, up});
    }
}

bool wr_level_box(const struct wr_level *level, uint32_t entity, wr_dvec3 corners[8])
{
    const wr_wmp_entity *e = &level->wmp->entities[entity];
    if (e->kind == WR_WMP_REGION) {
        region_box(level, entity, corners);
        return true;
    }
    if (e->kind != WR_WMP_MODEL || e->as.model.skill_count == 0 || !(e->as.model.skills[0] > 0))
        return false;
    model_box(level, entity, e->as.model.skills[0], corners);
    return true;
}

/* ---- Parts ------------------------------------------------------------------------------- */

struct parting {
    struct wr_taking *taking;
    struct wr_level *level;
    uint32_t left_out, marks;
    bool failed; /* memory is out */
};

/* The number of the part of a name, from 1; 0 where there are too many. */
static uint32_t part_of(struct parting *p, const char *name)
{
    struct wr_level *level = p->level;
    for (uint32_t i = 0; i < level->part_count; i++)
        if (wr_text_same(level->parts[i], name))
            return i + 1;
    if (level->part_count == WR_BRUSH_MOST_PARTS) {
        p->left_out++;
        return 0;
    }
    const char **parts =
        wr_arena_more(p->taking->arena, level->parts, level->part_count, sizeof *parts);
    p->failed |= !parts;
    if (!parts)
        return 0;
    level->parts = parts;
    parts[level->part_count] = name;
    return ++level->part_count;
}

static void add_zone(struct parting *p, uint32_t entity)
{
    const wr_wmp_entity *e = &p->level->wmp->entities[entity];
    bool cuts = p->taking->options->cut == WR_CUT_REGIONS && e->kind == WR_WMP_REGION;
    wr_brush_zone zone = {.part = 0, .mark = 0};
    if (!(wr_level_is_hook(e) || (cuts && e->name)) ||
        !wr_level_box(p->level, entity, zone.corners))
        return;
    if (wr_level_is_hook(e))
        zone.mark = 1 + p->marks++ % WR_BRUSH_MOST_PARTS;
    else
        zone.part = part_of(p, e->name);
    wr_brush_zone *zones = wr_arena_more(p->taking->arena, p->level->zones,
                                         p->level->brush.zone_count, sizeof *zones);
    p->failed |= !zones;
    if (!zones)
        return;
    zones[p->level->brush.zone_count++] = zone;
    p->level->zones = zones;
    p->level->brush.zones = zones;
}

/* ---- Groups ------------------------------------------------------------------------------ */

static bool is_group(const wr_wmp_object *object)
{
    for (uint32_t i = 0; i < object->member_count; i++)
        if (object->members[i].kind == WR_WMP_OBJECT_MEMBER)
            return true;
    return false;
}

/* Its name, or its number, as the room of an object is called. */
static const char *name_group(struct wr_taking *taking, const struct wr_wmp *wmp,
                              uint32_t object)
{
    char number[24];
    const char *name = wmp->objects[object].name;
    snprintf(number, sizeof number, "group_%" PRIu32, object);
    return name ? name : wr_arena_text(taking->arena, number, strlen(number));
}

/* The part of an object: that of the group below the root that it is in. */
static uint32_t *parts_of_objects(struct parting *p)
{
    const struct wr_wmp *wmp = p->level->wmp;
    uint32_t *parts = WR_ZERO(p->taking->arena, uint32_t, wmp->object_count);
    uint32_t *queue = WR_TAKE(p->taking->arena, uint32_t, wmp->object_count), count = 0;
    if (!parts || !queue)
        return NULL;
    for (uint32_t o = 0; o < wmp->object_count; o++) {
        uint32_t parent = wmp->objects[o].parent;
        if (parent == WR_WMP_NONE || wmp->objects[parent].parent != WR_WMP_NONE)
            continue;
        const char *name = is_group(&wmp->objects[o]) ? name_group(p->taking, wmp, o) : NULL;
        p->failed |= is_group(&wmp->objects[o]) && !name;
        parts[o] = name ? part_of(p, name) : 0;
        queue[count++] = o;
    }
    for (uint32_t next = 0; next < count; next++) {
        const wr_wmp_object *object = &wmp->objects[queue[next]];
        for (uint32_t i = 0; i < object->member_count; i++)
            if (object->members[i].kind == WR_WMP_OBJECT_MEMBER &&
                wmp->objects[object->members[i].index].parent == queue[next] &&
                count < wmp->object_count) {
                parts[object->members[i].index] = parts[queue[next]];
                queue[count++] = object->members[i].index;
            }
    }
    return parts;
}

/* The part of each block. */
static uint32_t *parts_of_blocks(struct parting *p)
{
    const struct wr_wmp *wmp = p->level->wmp;
    uint32_t *parts = parts_of_objects(p);
    uint32_t *out = WR_ZERO(p->taking->arena, uint32_t, wmp->block_count);
    for (uint32_t o = 0; parts && out && o < wmp->object_count; o++)
        for (uint32_t i = 0; i < wmp->objects[o].member_count; i++)
            if (wmp->objects[o].members[i].kind == WR_WMP_BLOCK_MEMBER)
                out[wmp->objects[o].members[i].index] = parts[o];
    return parts ? out : NULL;
}

static bool part_solids(struct parting *p, const uint32_t *blocks)
{
    struct wr_level *level = p->level;
    level->block_parts = parts_of_blocks(p);
    wr_brush_solid *solids = wr_arena_copy(p->taking->arena, level->brush.solids,
                                           level->brush.solid_count, sizeof *solids);
    if (!level->block_parts || !solids)
        return false;
    for (uint32_t s = 0; s < level->brush.solid_count; s++)
        solids[s].part = level->block_parts[blocks[s]];
    level->brush.solids = solids;
    return true;
}

enum wr_result wr_level_parts(struct wr_taking *taking, struct wr_level *level,
                              const uint32_t *blocks)
{
    struct parting p = {.taking = taking, .level = level};
    for (uint32_t e = 0; e < level->wmp->entity_count && !p.failed; e++)
        add_zone(&p, e);
    if (taking->options->cut == WR_CUT_GROUPS)
        p.failed |= !part_solids(&p, blocks);
    if (p.failed)
        return wr_no_memory(taking->context);
    if (p.left_out > 0)
        wr_warn(taking->context, wr_at(level->source, WR_WHOLE_FILE), "level-parts",
                "cut the level into several",
                "a level is cut into %d rooms at the most: %" PRIu32 " more are left whole",
                (int)WR_BRUSH_MOST_PARTS, p.left_out);
    return WR_OK;
}
