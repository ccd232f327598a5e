/* From a template and a seed to a map that builds. */
#include "builder/generate/generator.h"
#include "builder/generate/metrics.h"

#include "kits/kit.h"

/* A draft the builder refuses (its overlaps are finer than footprints) is made anew this often.
 */
enum { ATTEMPTS = 16 };

struct wr_generator {
    struct wr_arena *arena;
    const struct wr_template *template;
    struct wr_kits *kits;
    const struct wr_kit **found;
    wr_surfaces surfaces;
    struct wr_kit_pieces pieces;
};

/* ---- Making ready ---- */

static enum wr_result find_kits(struct wr_context *context, struct wr_generator *g)
{
    enum wr_result first = WR_OK;
    g->found = WR_TAKE(g->arena, const struct wr_kit *, g->template->kit_count);
    if (!g->found)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < g->template->kit_count; i++) {
        enum wr_result result =
            wr_kits_find_at(context, g->kits, g->template->kits[i],
                            wr_at(g->template->source, WR_WHOLE_FILE), &g->found[i]);
        if (first == WR_OK)
            first = result;
    }
    return first;
}

enum wr_result wr_generator_create(struct wr_context *context,
                                   const struct wr_template *template, struct wr_kits *kits,
                                   const wr_surfaces *surfaces, struct wr_generator **out)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_generator *g = arena ? WR_ZERO(arena, struct wr_generator, 1) : NULL;
    if (!g) {
        wr_arena_destroy(arena);
        return wr_no_memory(context);
    }
    g->arena = arena;
    g->template = template;
    g->kits = kits;
    g->surfaces =
        surfaces ? *surfaces : wr_surfaces_default(template->game ? template->game : WR_K1);
    enum wr_result result = find_kits(context, g);
    if (result == WR_OK)
        result = wr_kit_pieces_make(context, template, g->found, template->kit_count, arena,
                                    &g->pieces);
    if (result != WR_OK) {
        wr_generator_free(g);
        return result;
    }
    *out = g;
    return WR_OK;
}

void wr_generator_free(struct wr_generator *generator)
{
    if (generator)
        wr_arena_destroy(generator->arena);
}

/* ---- Making a level ---- */

/* Whether the builder takes a map, and what the level is like. */
static enum wr_result judge(struct wr_context *context, const struct wr_generator *g,
                            const struct wr_map *map, const struct wr_draft *draft,
                            struct wr_metrics *metrics)
{
    struct wr_build_options options = {.surfaces = &g->surfaces, .dry_run = true};
    struct wr_layout *layout;
    enum wr_result result = wr_layout_place(context, map, g->kits, &options, &layout);
    if (result != WR_OK)
        return result;
    result = wr_layout_link(context, layout);
    if (result == WR_OK)
        result = wr_layout_overlap(context, layout);
    if (result == WR_OK && !wr_metrics_measure(layout, draft->entry, draft->exit, metrics))
        result = wr_no_memory(context);
    metrics->steps = draft->steps;
    wr_layout_free(layout);
    return result;
}

static enum wr_result make_once(struct wr_making *m, const struct wr_generator *g,
                                struct wr_context *quiet, struct wr_map **out,
                                struct wr_metrics *metrics, bool *refused)
{
    struct wr_draft draft;
    enum wr_result result = wr_make_graph(m, &draft);
    *refused = false;
    if (result != WR_OK)
        return result;
    result = wr_draft_map(m, &draft, out);
    if (result != WR_OK)
        return result;
    result = judge(quiet, g, *out, &draft, metrics);
    *refused = result != WR_OK && result != WR_NO_MEMORY;
    if (result != WR_OK)
        wr_map_free(*out);
    return result;
}

static enum wr_result make_with(struct wr_making *m, const struct wr_generator *g,
                                uint64_t seed, struct wr_context *quiet, struct wr_map **out,
                                struct wr_metrics *metrics)
{
    for (uint64_t attempt = 0; attempt < ATTEMPTS; attempt++) {
        bool refused;
        wr_arena_reset(m->arena);
        m->seed = wr_mix(seed + attempt * 0x9e3779b97f4a7c15u);
        enum wr_result result = make_once(m, g, quiet, out, metrics, &refused);
        if (!refused)
            return result;
    }
    return wr_fail(m->context, WR_NO_FIT, wr_at(g->template->source, WR_WHOLE_FILE),
                   "draft-refused", "'warren check' on the kit may say more",
                   "%d levels were found, but the builder refused all of them: the kit's rooms "
                   "may reach beyond their own walls",
                   ATTEMPTS);
}

enum wr_result wr_generator_make(struct wr_context *context,
                                 const struct wr_generator *generator, uint64_t seed,
                                 uint64_t budget, struct wr_map **out,
                                 struct wr_metrics *metrics)
{
    struct wr_metrics own;
    struct wr_context *quiet = wr_context_create(NULL, NULL);
    struct wr_making making = {
        .context = context,
        .template = generator->template,
        .kit = &generator->pieces,
        .arena = wr_arena_create(),
        .budget = budget ? budget : generator->template->budget,
    };
    enum wr_result result;
    if (quiet && making.arena) {
        wr_context_set_jobs(quiet, 1);
        result = make_with(&making, generator, seed, quiet, out, metrics ? metrics : &own);
    } else {
        result = wr_no_memory(context);
    }
    wr_context_destroy(quiet);
    wr_arena_destroy(making.arena);
    return result;
}
