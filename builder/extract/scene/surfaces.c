/* The first rule that fits a material says its surface, then its name. */
#include "builder/extract/scene/surfaces.h"
#include "builder/extract/materials.h"

#include "core/walkmesh/surfaces.h"

static bool fits(const char *pattern, wr_view name)
{
    return !pattern || wr_view_fits(wr_view_of(pattern), name);
}

/* The rule for a material, or for none of all: which has no name and no picture. */
static const wr_taken_rule *find_rule(const struct wr_taken_rules *rules,
                                      const struct wr_scene *scene, uint32_t material)
{
    wr_view name = {"", 0}, texture = {"", 0};
    if (material < scene->material_count) {
        const wr_scene_material *own = &scene->materials[material];
        name = wr_name_stem(wr_view_of(own->name));
        if (own->image != WR_SCENE_NONE)
            texture = wr_view_of(scene->images[own->image].name);
    }
    for (uint32_t i = 0; i < rules->count; i++) {
        const wr_taken_rule *rule = &rules->items[i];
        if (rule->flags == 0 && fits(rule->name, name) && fits(rule->texture, texture))
            return rule;
    }
    return NULL;
}

enum wr_result wr_scenery_surfaces(struct wr_taking *taking, struct wr_scenery *scenery)
{
    struct wr_taken_rules rules;
    enum wr_result result = wr_taking_rules(taking, &rules);
    if (result != WR_OK)
        return result;
    scenery->surfaces = wr_scene_named(taking->arena, scenery->scene, &taking->surfaces);
    if (!scenery->surfaces)
        return wr_no_memory(taking->context);
    for (uint32_t i = 0; i <= scenery->scene->material_count; i++) {
        const wr_taken_rule *rule = find_rule(&rules, scenery->scene, i);
        if (rule)
            scenery->surfaces[i] = rule->surface == WR_NONE ? WR_SCENE_NONE : rule->surface;
    }
    return WR_OK;
}
