/* A level: blocks become the floor of a room, and what has a name becomes what the name says.
 */
#include "builder/extract/level/level.h"
#include "builder/extract/hooks.h"
#include "builder/extract/level/hooks.h"
#include "builder/extract/level/model.h"
#include "builder/extract/level/rooms.h"
#include "builder/extract/made_room.h"
#include "builder/extract/materials.h"

#include "core/files/file.h"
#include "core/wmp/solids.h"

#include <inttypes.h>
#include <string.h>

enum { HEAD = 4096, SUN = 4, AMBIENT = 5 };

bool wr_taking_is_level(struct wr_context *context, const char *source, bool *starved)
{
    uint8_t head[HEAD];
    size_t size = wr_file_peek(context, source, head, sizeof head, starved);
    return wr_wmp_is(head, size, NULL) || wr_wmp_is_acknex3(head, size);
}

/* ---- Light ------------------------------------------------------------------------------- */

/* A colour in percent; false where it is black. */
static bool read_colour(const double percent[3], float out[3])
{
    if (percent[0] <= 0 && percent[1] <= 0 && percent[2] <= 0)
        return false;
    for (int i = 0; i < 3; i++) {
        double part = percent[i] / 100;
        out[i] = (float)(part < 0 ? 0 : part > 1 ? 1 : part);
    }
    return true;
}

/* A level that is lit by nothing but lamps says black, which would be characters of soot. */
static enum wr_result take_light(struct wr_taking *taking, struct wr_level *level)
{
    const struct wr_wmp *wmp = level->wmp;
    struct wr_taken_design *out = taking->design;
    out->ambient[0] = out->ambient[1] = out->ambient[2] = 0.5f;
    for (uint32_t e = 0; e < wmp->entity_count; e++) {
        if (wmp->entities[e].kind != WR_WMP_LEVEL)
            continue;
        const wr_wmp_settings *settings = &wmp->entities[e].as.settings;
        read_colour(settings->colours[AMBIENT], out->ambient);
        out->has_sun = read_colour(settings->colours[SUN], out->sun);
    }
    return WR_OK;
}

/* ---- All of it --------------------------------------------------------------------------- */

static enum wr_result read_level(struct wr_taking *taking, struct wr_level *level)
{
    struct wr_source *source = WR_ZERO(taking->arena, struct wr_source, 1);
    if (!source)
        return wr_no_memory(taking->context);
    level->source = source;
    enum wr_result result =
        wr_file_read(taking->context, taking->arena, taking->options->source, source);
    if (result == WR_OK) {
        source->binary = source->size >= 4 && memcmp(source->data, "WMPB", 4) == 0;
        result = wr_wmp_read(taking->context, taking->arena, source, &level->wmp);
    }
    return result == WR_OK
               ? wr_wmp_resolve(taking->context, taking->arena, level->wmp, &level->places)
               : result;
}

/* The user's rules before those for levels without one. What names materials is of scenes. */
static enum wr_result take_rules(struct wr_taking *taking, struct wr_level *level)
{
    struct wr_taken_rules given;
    uint32_t usual, count = 0;
    const wr_brush_rule *own = wr_wmp_rules(&usual);
    enum wr_result result = wr_taking_rules(taking, &given);
    if (result != WR_OK)
        return result;
    wr_brush_rule *rules = WR_TAKE(taking->arena, wr_brush_rule, given.count + usual);
    if (!rules)
        return wr_no_memory(taking->context);
    for (uint32_t i = 0; i < given.count; i++)
        if (!given.items[i].name)
            rules[count++] = (wr_brush_rule){given.items[i].texture, given.items[i].flags,
                                             given.items[i].surface};
    memcpy(rules + count, own, usual * sizeof *own);
    level->brush.rules = rules;
    level->brush.rule_count = count + usual;
    return WR_OK;
}

/* Those between rooms, as a module has them. */
static enum wr_result take_doorways(struct wr_taking *taking, struct wr_level *level)
{
    (void)level;
    return wr_taking_hooks(taking);
}

typedef enum wr_result level_step(struct wr_taking *taking, struct wr_level *level);

enum wr_result wr_taking_level(struct wr_taking *taking)
{
    float quants = taking->options->quants_per_metre;
    struct wr_level level = {.metres =
                                 1 / (quants > 0 ? (double)quants : WR_WMP_QUANTS_PER_METRE)};
    level.brush = (struct wr_brush_level){.metres = level.metres,
                                          .climb = taking->options->climb,
                                          .walls = taking->options->walls};
    struct wr_taken_design *area = WR_ZERO(taking->arena, struct wr_taken_design, 1);
    if (!area)
        return wr_no_memory(taking->context);
    taking->game = taking->game ? taking->game : WR_K1;
    taking->surfaces = taking->options->surfaces ? *taking->options->surfaces
                                                 : wr_surfaces_default(taking->game);
    area->kind = "level";
    taking->design = area;
    wr_made_area_name(taking, "level");
    static level_step *const steps[] = {read_level,      take_rules,     wr_level_rooms,
                                        take_doorways,   wr_level_hooks, wr_level_waypoints,
                                        wr_level_models, take_light};
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && i < sizeof steps / sizeof *steps; i++)
        result = steps[i](taking, &level);
    return result;
}
