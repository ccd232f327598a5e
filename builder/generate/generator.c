/* From a template and a seed to a map that builds. */
#include "builder/generate/generator.h"
#include "builder/generate/finding.h"
#include "builder/generate/graph/make.h"
#include "builder/generate/grow/make.h"
#include "builder/generate/grow/openings.h"
#include "builder/generate/metrics.h"
#include "builder/generate/roster.h"
#include "builder/generate/vocabulary.h"
#include "builder/generate/walkthrough.h"
#include "builder/layout/facets.h"
#include "builder/layout/locks.h"

#include "core/base/system.h"
#include "kits/kit.h"

#include <string.h>

/* A draft the builder refuses (its overlaps are finer than footprints) is made anew this often.
 */
enum { ATTEMPTS = 16 };

struct wr_generator {
    struct wr_arena *arena;
    const struct wr_template *template;
    struct wr_kits *kits;
    const struct wr_kit **found;
    wr_surfaces surfaces;
    struct wr_generator_options options;
    struct wr_kept kept;
    uint32_t found_count; /* the template's kits first, then those of what is kept */
    struct wr_kit_pieces pieces;
    const char **map_kits;
    uint32_t map_kit_count;
    double deadline;
    struct wr_grow_tables *growing; /* or NULL */
    struct wr_roster *roster;       /* or NULL */
    struct wr_facets_table facets;  /* of all rooms, for each level that is judged */
};

/* ---- Making ready ---- */

static enum wr_result look_beside(struct wr_context *context,
                                  const struct wr_template *template, struct wr_kits *kits)
{
    enum wr_result result = wr_kits_set_map_folder(kits, template->folder);
    for (uint32_t i = 0; result == WR_OK && i < template->kit_place_count; i++)
        result = wr_kits_add_of_map(kits, template->kit_places[i]);
    return result == WR_OK ? WR_OK : wr_no_memory(context);
}

/* Where the template names a kit. */
static wr_where kit_named_at(const struct wr_generator *g, uint32_t kit)
{
    const wr_place *names = kit < g->template->kit_count ? g->template->kit_names : NULL;
    return wr_at(g->template->source, names ? names[kit].offset : WR_WHOLE_FILE);
}

/* Kits of rooms that are kept, each once. */
static void list_kept_kits(struct wr_generator *g)
{
    const struct wr_layout *layout = g->kept.layout;
    for (uint32_t i = 0; i < g->kept.room_count; i++) {
        const struct wr_kit *kit = layout->rooms[i].room->kit;
        uint32_t at = 0;
        while (at < g->found_count && g->found[at] != kit)
            at++;
        if (at == g->found_count && g->kept.part.rooms[i].kit)
            g->found[g->found_count++] = kit;
    }
}

static enum wr_result find_kits(struct wr_context *context, struct wr_generator *g)
{
    enum wr_result first = look_beside(context, g->template, g->kits);
    g->found = WR_TAKE(g->arena, const struct wr_kit *,
                       (size_t)g->template->kit_count + g->kept.room_count);
    if (!g->found)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < g->template->kit_count; i++) {
        enum wr_result result = wr_kits_find_at(context, g->kits, g->template->kits[i],
                                                kit_named_at(g, i), &g->found[i]);
        if (first == WR_OK)
            first = result;
    }
    g->found_count = g->template->kit_count;
    if (first == WR_OK)
        list_kept_kits(g);
    return first;
}

/* Maps name kits by id, and are built where the template is not: they list the kits that would
 * not be found so. */
static enum wr_result list_map_kits(struct wr_context *context, struct wr_context *quiet,
                                    struct wr_generator *g)
{
    g->map_kits = WR_TAKE(g->arena, const char *, g->found_count);
    if (!g->map_kits || wr_kits_set_map_folder(g->kits, NULL) != WR_OK)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < g->kept.part.kit_count; i++)
        if (wr_kits_add_of_map(g->kits, g->kept.part.kits[i]) != WR_OK)
            return wr_no_memory(context);
    for (uint32_t i = 0; i < g->found_count; i++) {
        const struct wr_kit *other = NULL, *kit = g->found[i];
        if (wr_kits_find(quiet, g->kits, kit->id, &other) == WR_OK && other == kit)
            continue;
        g->map_kits[g->map_kit_count++] = kit->path;
        if (wr_kits_add_of_map(g->kits, kit->path) != WR_OK)
            return wr_no_memory(context);
    }
    return WR_OK;
}

/* A kept room whose kit would not be found by what the map calls it, names it by its id. */
static enum wr_result settle_kept(struct wr_context *quiet, struct wr_generator *g)
{
    const char *last = NULL;
    for (uint32_t i = 0; i < g->kept.room_count; i++) {
        wr_map_room *room = &g->kept.part.rooms[i];
        const struct wr_kit *kit = g->kept.layout->rooms[i].room->kit, *other = NULL;
        if (!room->kit || (last && strcmp(last, room->kit) == 0))
            continue;
        enum wr_result result = wr_kits_find(quiet, g->kits, room->kit, &other);
        if (result == WR_NO_MEMORY || result == WR_STOPPED)
            return result;
        if (result == WR_OK && other == kit)
            last = room->kit;
        else
            room->kit = kit->id;
    }
    return WR_OK;
}

/* Asks for each kit as maps will, so that the set need not change any more. */
static enum wr_result settle_kits(struct wr_context *context, struct wr_generator *g)
{
    struct wr_context *quiet = wr_context_within(context, NULL, NULL);
    if (!quiet)
        return wr_no_memory(context);
    enum wr_result result = list_map_kits(context, quiet, g);
    if (result == WR_OK)
        result = settle_kept(quiet, g);
    wr_context_destroy(quiet);
    for (uint32_t i = 0; result == WR_OK && i < g->found_count; i++) {
        const struct wr_kit *other = NULL, *kit = g->found[i];
        wr_where where = kit_named_at(g, i);
        result = wr_kits_find_at(context, g->kits, kit->id, where, &other);
        if (result == WR_OK && other != kit)
            result = wr_fail(context, WR_INVALID, where, "kit-ambiguous",
                             "give one of them another id, or leave its place out",
                             "'%s' is kit '%s', but a map that names '%s' would get '%s'",
                             i < g->template->kit_count ? g->template->kits[i] : kit->name,
                             kit->path, kit->id, other->path);
    }
    return result;
}

static enum wr_result make_tables(struct wr_context *context, struct wr_generator *g)
{
    g->growing = WR_TAKE(g->arena, struct wr_grow_tables, 1);
    if (!g->growing)
        return wr_no_memory(context);
    return wr_grow_tables_make(context, g->template, &g->pieces, g->arena, g->growing);
}

/* What is said while levels are listed was said before, or will be by who asks for one. */
static enum wr_result list_levels(struct wr_context *context, struct wr_generator *g)
{
    struct wr_making making = {
        .context = wr_context_within(context, NULL, NULL),
        .template = g->template,
        .kit = &g->pieces,
        .growing = g->growing,
        .kept = &g->kept,
        .arena = wr_arena_create(),
    };
    enum wr_result result = WR_NO_MEMORY;
    if (making.context && making.arena)
        result = g->pieces.pieces.stretches ? WR_OK /* of levels with lengths there is no end */
                                            : wr_roster_make(&making, g->arena, &g->roster);
    wr_arena_destroy(making.arena);
    wr_context_destroy(making.context);
    return result == WR_OK ? WR_OK : wr_no_memory(context);
}

/* What is true of rooms wherever they stand, once for all levels. */
static enum wr_result make_facets(struct wr_context *context, struct wr_generator *g)
{
    wr_facets_start(&g->facets, g->arena);
    for (uint32_t i = 0; i < g->found_count; i++)
        for (uint32_t r = 0; r < g->found[i]->room_count; r++)
            if (!wr_facets_of(&g->facets, g->found[i]->rooms[r].mesh))
                return wr_no_memory(context);
    return WR_OK;
}

/* What can be told before any level is made. */
static enum wr_result judge_kept(struct wr_context *context, struct wr_generator *g)
{
    struct wr_making making = {.context = context,
                               .template = g->template,
                               .kit = &g->pieces,
                               .growing = g->growing,
                               .kept = &g->kept};
    if (g->template->way == WR_WAY_GROW) {
        enum wr_result locked = wr_kept_judge_keys(context, &g->kept);
        enum wr_result open = wr_openings_judge(&making);
        return locked == WR_OK ? open : locked;
    }
    return g->kept.adds
               ? wr_fail(context, WR_INVALID, wr_at(g->template->source, WR_WHOLE_FILE),
                         "add-without-grow",
                         "give a template with 'grow', which says how many rooms are added",
                         "rooms are added by growing, and this template asks for a graph")
               : WR_OK;
}

static bool any_room_is(const struct wr_generator *g, const char *word)
{
    const wr_choice choice = {.names = &word, .count = 1};
    for (uint32_t i = 0; i < g->template->kit_count; i++)
        for (uint32_t r = 0; r < g->found[i]->room_count; r++)
            if (wr_choice_fits(&choice, &g->found[i]->rooms[r]))
                return true;
    return false;
}

static enum wr_result judge_close(struct wr_context *context, const struct wr_generator *g)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < g->options.close_count; i++)
        if (!any_room_is(g, g->options.close[i]))
            result = wr_fail(context, WR_NOT_FOUND, kit_named_at(g, 0), "close-unknown",
                             "'warren show' on the kit lists its rooms and their tags",
                             "no room of the template's kits is '%.64s', which is to close "
                             "doorways",
                             g->options.close[i]);
    return result;
}

static enum wr_result make_pieces(struct wr_context *context, struct wr_generator *g)
{
    struct wr_kit_wish wish = {
        .standing = g->kept.layout,
        .pieces = WR_TAKE(g->arena, uint32_t, g->kept.room_count),
        .apart = g->kept.adds,
        .close = {.names = g->options.close, .count = g->options.close_count},
    };
    if (!wish.pieces)
        return wr_no_memory(context);
    g->kept.pieces = wish.pieces;
    enum wr_result result = judge_close(context, g);
    if (result == WR_OK)
        result = wr_kit_pieces_make(context, g->template, g->found, g->template->kit_count,
                                    &wish, g->arena, &g->pieces);
    if (result == WR_OK && !wr_graph_allow_corridors(g->template, &g->pieces, g->arena))
        return wr_no_memory(context);
    return result == WR_OK ? wr_kept_stand(context, &g->options, &g->pieces, g->arena, &g->kept)
                           : result;
}

static bool asks_for_rooms(const struct wr_template *template)
{
    return template->way != WR_WAY_GROW || template->grow.rooms.least > 0;
}

static enum wr_result create(struct wr_context *context, const struct wr_template *template,
                             struct wr_kits *kits, const struct wr_generator_options *options,
                             struct wr_generator **out)
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
    if (options)
        g->options = *options;
    g->surfaces = g->options.surfaces
                      ? *g->options.surfaces
                      : wr_surfaces_default(template->game ? template->game : WR_K1);
    enum wr_result result =
        wr_kept_place(context, &g->options, kits, &g->surfaces, arena, &g->kept);
    if (result == WR_OK)
        result = find_kits(context, g);
    if (result == WR_OK)
        result = settle_kits(context, g);
    if (result == WR_OK)
        result = wr_vocabulary_judge(context, template, g->found, template->kit_count, arena);
    if (result == WR_OK)
        result = make_pieces(context, g);
    if (result == WR_OK)
        result = make_facets(context, g);
    if (result == WR_OK && template->way == WR_WAY_GROW)
        result = make_tables(context, g);
    if (result == WR_OK && g->kept.room_count == 0 && asks_for_rooms(template))
        result = list_levels(context, g);
    if (result == WR_OK && g->kept.room_count > 0)
        result = judge_kept(context, g);
    result = wr_context_whole(context, result);
    if (result != WR_OK) {
        wr_generator_free(g);
        return result;
    }
    *out = g;
    return WR_OK;
}

enum wr_result wr_generator_create(struct wr_context *context,
                                   const struct wr_template *template, struct wr_kits *kits,
                                   const struct wr_generator_options *options,
                                   struct wr_generator **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, create(context, template, kits, options, out));
}

void wr_generator_free(struct wr_generator *generator)
{
    if (!generator)
        return;
    wr_kept_finish(&generator->kept);
    wr_grow_tables_finish(generator->growing);
    wr_arena_destroy(generator->arena);
}

const char *wr_generator_kept(const struct wr_generator *g, uint32_t index)
{
    return index < g->kept.room_count ? g->kept.part.rooms[index].name : NULL;
}

const char *wr_generator_kit(const struct wr_generator *g, uint32_t index)
{
    return index < g->found_count ? g->found[index]->folder : NULL;
}

void wr_generator_set_timeout(struct wr_generator *generator, double seconds)
{
    generator->deadline = wr_clock() + seconds;
}

/* ---- Making a level ---- */

/* What is tried for one level. */
struct attempt {
    struct wr_making making;
    const struct wr_generator *g;
    struct wr_context *quiet; /* keeps what is wrong first in `reason` */
    struct wr_finding reason;
};

/* The builder only warns of floors that no way leads to, and of locked doors that are stuck or
 * walked around; here they are no level. */
static void keep_reason(void *user, const struct wr_diag *diag)
{
    static const char *const serious[] = {"unreachable", "key-unreachable",
                                          "lock-walked-around"};
    struct wr_diag reason = *diag;
    for (int i = 0; i < 3; i++)
        if (strcmp(diag->slug, serious[i]) == 0)
            reason.severity = WR_ERROR;
    wr_finding_keep(user, &reason);
}

/* Locks of what is kept must still mean something; the template's own are proved by its plan.
 */
static enum wr_result judge_locks(struct attempt *a, struct wr_layout *layout)
{
    struct wr_finding *reason = &a->reason;
    if (!wr_kept_locks(&a->g->kept) || a->g->kept.faulty)
        return WR_OK;
    bool found = reason->found;
    reason->found = false;
    enum wr_result result = wr_layout_unlock(a->quiet, layout);
    if (result == WR_OK && reason->found)
        result = WR_INVALID;
    reason->found |= found;
    return result;
}

/* A map that is added to may leave it to the builder where one enters. */
static uint32_t entry_of(const struct wr_layout *layout, const struct wr_draft *draft)
{
    return draft->entry == WR_NONE ? layout->entry.room : draft->entry;
}

static enum wr_result measure_walk(struct wr_context *context, const struct wr_layout *layout,
                                   const struct wr_draft *draft, struct wr_metrics *out)
{
    struct wr_walkthrough walk;
    enum wr_result result =
        wr_walkthrough_measure(context, layout, entry_of(layout, draft), draft->exit, &walk);
    out->walkthrough = walk.rooms;
    out->walked_twice = walk.twice;
    out->locks_needed = walk.locks;
    return result;
}

/* Whether the builder takes a map, and what the level is like. */
static enum wr_result judge(struct attempt *a, const struct wr_map *map,
                            const struct wr_draft *draft, struct wr_generated *out)
{
    struct wr_build_options options = {.surfaces = &a->g->surfaces, .dry_run = true};
    struct wr_layout *layout;
    uint32_t unreachable = 0;
    enum wr_result result = wr_layout_place(a->quiet, map, a->g->kits, &options, &layout);
    if (result != WR_OK)
        return result;
    layout->facets = &a->g->facets;
    result = wr_layout_judge(a->quiet, layout, &unreachable);
    if (result == WR_OK && unreachable > a->g->kept.unreachable)
        result = WR_INVALID;
    if (result == WR_OK)
        result = judge_locks(a, layout);
    if (result == WR_OK &&
        !wr_metrics_measure(layout, draft->cap_count, entry_of(layout, draft), draft->exit,
                            map->arena, &out->metrics, &out->critical_path))
        result = wr_no_memory(a->quiet);
    if (result == WR_OK)
        result = measure_walk(a->quiet, layout, draft, &out->metrics);
    out->metrics.steps = draft->steps;
    wr_layout_free(layout);
    return result;
}

static enum wr_result make_once(struct attempt *a, struct wr_map **out,
                                struct wr_generated *generated, bool *refused)
{
    struct wr_draft draft;
    bool listed = a->making.roster && a->making.roster->count > 0;
    enum wr_result result = listed              ? wr_roster_draw(&a->making, &draft)
                            : a->making.growing ? wr_make_grow(&a->making, &draft)
                                                : wr_make_graph(&a->making, &draft);
    *refused = false;
    if (result == WR_OK)
        result = wr_draft_cap(&a->making, &draft);
    if (result != WR_OK)
        return result;
    result = wr_draft_map(&a->making, &draft, out, generated);
    if (result != WR_OK)
        return result;
    result = judge(a, *out, &draft, generated);
    if (result == WR_NO_MEMORY)
        wr_no_memory(a->making.context);
    *refused = result != WR_OK && result != WR_NO_MEMORY && result != WR_STOPPED;
    if (result != WR_OK)
        wr_map_free(*out);
    return result;
}

static enum wr_result make_again(struct attempt *a, uint64_t seed, struct wr_map **out,
                                 struct wr_generated *generated)
{
    struct wr_making *m = &a->making;
    for (uint64_t attempt = 0; attempt < ATTEMPTS; attempt++) {
        bool refused;
        if (wr_context_late(m->context))
            return wr_fail(m->context, WR_NO_FIT, wr_at(m->template->source, WR_WHOLE_FILE),
                           "timed-out", NULL, "the time was over before this level was begun");
        wr_arena_reset(m->arena);
        m->seed = wr_mix(seed + attempt * 0x9e3779b97f4a7c15u);
        enum wr_result result = make_once(a, out, generated, &refused);
        if (!refused)
            return result;
    }
    return wr_fail(m->context, WR_NO_FIT, wr_at(m->template->source, WR_WHOLE_FILE),
                   "draft-refused", "'warren check' on the kit may say more",
                   "%d levels were found, but none can be built; of the first: %s", ATTEMPTS,
                   a->reason.message);
}

static struct wr_making making_of(const struct wr_generator *g, struct wr_context *context,
                                  uint64_t budget)
{
    return (struct wr_making){
        .context = context,
        .template = g->template,
        .kit = &g->pieces,
        .growing = g->growing,
        .roster = g->roster,
        .kept = &g->kept,
        .closes_kept = !g->kept.adds || g->options.close_count > 0,
        .arena = wr_arena_create(),
        .budget = budget ? budget : g->template->budget,
        .map_kits = g->map_kits,
        .map_kit_count = g->map_kit_count,
    };
}

static enum wr_result make_level(struct wr_context *context,
                                 const struct wr_generator *generator, uint64_t seed,
                                 uint64_t budget, struct wr_map **out,
                                 struct wr_generated *generated)
{
    struct wr_generated own;
    struct attempt attempt = {.making = making_of(generator, context, budget), .g = generator};
    double deadline = wr_context_set_deadline(context, generator->deadline);
    struct wr_context *quiet = wr_context_within(context, keep_reason, &attempt.reason);
    enum wr_result result;
    attempt.quiet = quiet;
    if (quiet && attempt.making.arena) {
        wr_context_set_jobs(quiet, 1);
        result = make_again(&attempt, seed, out, &own);
    } else {
        result = wr_no_memory(context);
    }
    wr_context_destroy(quiet);
    wr_context_set_deadline(context, deadline);
    wr_arena_destroy(attempt.making.arena);
    own.seed = seed;
    if (result == WR_OK && generated)
        *generated = own;
    if (result != WR_OK)
        *out = NULL;
    return result;
}

enum wr_result wr_generator_make(struct wr_context *context,
                                 const struct wr_generator *generator, uint64_t seed,
                                 uint64_t budget, struct wr_map **out,
                                 struct wr_generated *generated)
{
    wr_context_enter(context);
    return wr_context_leave(context,
                            make_level(context, generator, seed, budget, out, generated));
}
