/* Making a level that grows, or saying why there is none. */
#include "builder/generate/grow/make.h"
#include "builder/generate/grow/growth.h"

#include <stdio.h>

/* NULL where no place was refused. */
static const char *what_was_in_the_way(const struct wr_growth *g)
{
    static const char *const reasons[] = {
        [WR_TAKEN] = "other rooms stood there",
        [WR_TOO_NEAR] = "they were too near to rooms they are not linked to",
        [WR_OUT_OF_BOUNDS] = "they were out of bounds",
        [WR_OTHER_STOREY] = "they were on a storey too many",
    };
    int most = WR_TAKEN;
    for (int i = WR_TAKEN; i <= WR_OTHER_STOREY; i++)
        if (g->refused[i] > g->refused[most])
            most = i;
    return g->refused[most] ? reasons[most] : NULL;
}

/* How far it came: the rooms, or what of the rest was missing at the least. */
static void say_how_far(const struct wr_growth *g, char *out, size_t size)
{
    uint32_t loops = g->wishes.asks_loops ? g->wishes.loops : 0;
    int used = 0;
    if (g->most_rooms < g->wishes.rooms) {
        snprintf(out, size, "at most %u of %u rooms stood together in %llu steps",
                 (unsigned)g->most_rooms, (unsigned)g->wishes.rooms,
                 (unsigned long long)g->steps);
        return;
    }
    used = snprintf(out, size, "%u rooms stood, but not with all that is asked of them: ",
                    (unsigned)g->wishes.rooms);
    if (g->most_loops < loops)
        used += snprintf(out + used, size - (size_t)used, "at most %u of %u loops closed",
                         (unsigned)g->most_loops, (unsigned)loops);
    else if (g->wishes.path)
        used += snprintf(out + used, size - (size_t)used, "no path to an exit had %u rooms",
                         (unsigned)g->wishes.path);
    else if (g->wishes.count)
        used += snprintf(
            out + used, size - (size_t)used, "%u room%s that must be there %s not there%s",
            (unsigned)g->wishes.count, g->wishes.count == 1 ? "" : "s",
            g->wishes.count == 1 ? "was" : "were", g->wishes.count == 1 ? "" : " together");
    else
        used +=
            snprintf(out + used, size - (size_t)used, "rooms lacked %s",
                     g->wishes.duty_count ? "neighbours they must have" : "an exit among them");
    snprintf(out + used, size - (size_t)used, ", in %llu steps", (unsigned long long)g->steps);
}

static enum wr_result tell_how_far(const struct wr_making *m, const struct wr_growth *g,
                                   wr_where where)
{
    char far[256];
    say_how_far(g, far, sizeof far);
    const char *why = what_was_in_the_way(g);
    enum wr_result result = wr_explain_growth(m, far);
    if (result != WR_OK)
        return result;
    if (g->most_rooms < g->wishes.rooms)
        return wr_fail(m->context, WR_NO_FIT, where, "level-stunted",
                       "give it more ground, other rooms, fewer wishes, or a larger budget",
                       "%s%s%s", far, why ? "; most places were refused because " : "",
                       why ? why : "");
    return wr_fail(m->context, WR_NO_FIT, where, "level-unfinished",
                   "ask for less, try another seed, or raise the budget", "%s", far);
}

static enum wr_result explain(const struct wr_making *m, const struct wr_growth *g)
{
    size_t offset = m->template->places.grow.offset;
    wr_where where = wr_at(m->template->source, offset ? offset : WR_WHOLE_FILE);
    if (g->failed)
        return wr_no_memory(m->context);
    if (g->late)
        return wr_fail(m->context, WR_NO_FIT, where, "timed-out",
                       "give a longer --timeout, or a --budget, which counts steps and gives "
                       "the same on every machine",
                       "the time was over after %llu steps; at most %u of %u rooms stood "
                       "together",
                       (unsigned long long)g->steps, (unsigned)g->most_rooms,
                       (unsigned)g->wishes.rooms);
    if (g->most_rooms == 0)
        return wr_fail(m->context, WR_NO_FIT, where, "no-entry-stands",
                       "widen the bounds, or allow another entry",
                       "no room that may be the entry has ground to stand on: of the places "
                       "tried, most were refused because %s",
                       what_was_in_the_way(g) ? what_was_in_the_way(g) : "none may be it");
    return tell_how_far(m, g, where);
}

enum wr_result wr_make_grow(const struct wr_making *m, struct wr_draft *out)
{
    struct wr_growth growth = {0};
    enum wr_result result = wr_wishes_make(m, &growth.wishes);
    if (result != WR_OK)
        return result;
    if (!wr_growth_run(&growth, m, out))
        result = explain(m, &growth);
    wr_growth_finish(&growth);
    return result;
}
