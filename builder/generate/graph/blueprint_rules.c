/* What a template asks of the whole level, as rules of its puzzle. */
#include "builder/generate/footprint.h"
#include "builder/generate/graph/blueprint.h"

#include "core/base/tolerance.h"

#include <math.h>
#include <string.h>

/* ---- Pieces ---- */

/* Weights in 256ths; one that is not 0 does not become it. */
static uint32_t whole_weight(float weight)
{
    const double most = 1 << 18;
    double units = (double)weight * 256;
    return weight <= 0 ? 0 : units < 1 ? 1 : units > most ? (uint32_t)most : (uint32_t)units;
}

static bool rule_pieces(struct wr_blueprint *b)
{
    uint32_t count = b->kit->pieces.piece_count;
    uint32_t *weights = WR_TAKE(b->arena, uint32_t, count);
    uint32_t *most = WR_TAKE(b->arena, uint32_t, count);
    for (uint32_t p = 0; weights && most && p < count; p++) {
        weights[p] = whole_weight(b->kit->pieces.pieces[p].weight);
        most[p] = b->kit->rooms[p].count.most;
    }
    b->rules.weights = weights;
    b->rules.most = most;
    return weights && most;
}

/* ---- Neighbours ---- */

bool *wr_choice_set(const struct wr_kit_pieces *kit, const wr_choice *choice,
                    struct wr_arena *arena)
{
    bool *set = WR_TAKE(arena, bool, kit->pieces.piece_count);
    for (uint32_t p = 0; set && p < kit->pieces.piece_count; p++) {
        const wr_kit_piece *piece = &kit->rooms[p];
        set[p] =
            !piece->cap && !(piece->kept && kit->apart) && wr_choice_fits(choice, piece->room);
    }
    return set;
}

static void part(bool *apart, size_t count, const bool *rooms, const bool *others)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; rooms[i] && k < count; k++)
            if (others[k])
                apart[i * count + k] = apart[k * count + i] = true;
}

bool wr_rule_neighbours(const struct wr_template *template, const struct wr_kit_pieces *kit,
                        struct wr_arena *arena, struct wr_rules *out)
{
    size_t count = kit->pieces.piece_count;
    bool *apart = WR_ZERO(arena, bool, count *count);
    wr_must *musts = WR_TAKE(arena, wr_must, template->neighbour_count);
    if (!apart || !musts)
        return false;
    for (size_t p = 0; p < count; p++)
        for (size_t q = 0; q < count; q++)
            apart[p * count + q] = wr_kit_pieces_apart(&kit->rooms[p], &kit->rooms[q]);
    for (uint32_t i = 0; i < template->neighbour_count; i++) {
        const wr_neighbour_rule *rule = &template->neighbours[i];
        wr_must must = {wr_choice_set(kit, &rule->rooms, arena),
                        wr_choice_set(kit, &rule->others, arena)};
        if (!must.rooms || !must.others)
            return false;
        if (rule->must)
            musts[out->must_count++] = must;
        else
            part(apart, count, must.rooms, must.others);
    }
    out->apart = apart;
    out->musts = musts;
    return true;
}

/* ---- Doorways ---- */

static uint16_t hook_of(const struct wr_blueprint *b, uint32_t piece, const char *name)
{
    const wr_kit_piece *from = &b->kit->rooms[piece];
    for (uint32_t h = 0; h < b->kit->pieces.pieces[piece].hook_count; h++)
        if (strcmp(from->room->hooks[from->hooks[h]].name, name) == 0)
            return (uint16_t)h;
    return WR_NO_HOOK;
}

static bool rule_hooks(struct wr_blueprint *b)
{
    uint32_t count = b->kit->pieces.piece_count;
    const uint16_t *(*hooks)[2] =
        wr_arena_zero(b->arena, b->link_count, sizeof(const uint16_t *[2]));
    bool any = false;
    for (uint32_t i = 0; hooks && i < b->link_count; i++)
        for (int side = 0; side < 2; side++) {
            const char *name = b->passages[i].hooks[side];
            uint16_t *row = name ? WR_TAKE(b->arena, uint16_t, count) : NULL;
            for (uint32_t p = 0; row && p < count; p++)
                row[p] = hook_of(b, p, name);
            if (name && !row)
                return false;
            hooks[i][side] = row;
            any |= name != NULL;
        }
    b->rules.hooks = any ? hooks : NULL;
    return hooks != NULL;
}

/* ---- Places ---- */

static int64_t bound(float metres)
{
    const int64_t far = INT64_MAX / 8;
    return isinf(metres) ? (metres < 0 ? -far : far) : wr_units_of((double)metres);
}

static void rule_places(struct wr_blueprint *b)
{
    const struct wr_template *template = b->template;
    wr_vec3 low = template->bounds.min, high = template->bounds.max;
    struct wr_rules *rules = &b->rules;
    rules->gap = wr_units_of((double)template->distance);
    rules->bounded = !isinf(low.x) || !isinf(low.y) || !isinf(low.z) || !isinf(high.x) ||
                     !isinf(high.y) || !isinf(high.z);
    rules->low = (wr_spot){bound(low.x), bound(low.y), bound(low.z)};
    rules->high =
        (wr_spot){bound(high.x), bound(high.y), bound(high.z) + wr_units_of(WR_HEADROOM)};
    rules->storeys = template->storeys;
    rules->storey_height = wr_units_of(WR_HEADROOM);
    for (uint32_t i = 0; i < b->node_count; i++)
        rules->anchored |= b->nodes[i].fixed;
}

enum wr_result wr_blueprint_rule(struct wr_context *context, struct wr_blueprint *b)
{
    b->rules = (struct wr_rules){0};
    if (!rule_pieces(b) || !wr_rule_neighbours(b->template, b->kit, b->arena, &b->rules) ||
        !rule_hooks(b))
        return wr_no_memory(context);
    rule_places(b);
    return WR_OK;
}
