/* Openings: doorways of what is kept that have ground before them for some room. */
#include "builder/generate/grow/openings.h"

#include "builder/solver/ground.h"

#include <stdio.h>

struct openings {
    const struct wr_making *making;
    struct wr_ground ground;
    /* One a kept room, said of the first room of those that hang together: open doorways with
     * ground before them, and without; one of the latter. */
    uint32_t *fitting, *shut, *room, *hook;
};

static bool fits(struct openings *o, uint32_t room, uint32_t hook)
{
    const struct wr_making *m = o->making;
    const struct wr_joins *joins = &m->growing->joins;
    const wr_standing *from = &m->kept->standings[room];
    for (uint32_t p = 0; p < m->kit->pieces.piece_count; p++) {
        uint32_t range[2];
        if (!wr_kit_piece_comes(&m->kit->rooms[p]) || m->kit->rooms[p].count.most == 0)
            continue;
        wr_joins_into(joins, from->stance, hook, p, range);
        for (uint32_t i = range[0]; i < range[1]; i++) {
            wr_standing standing = wr_joins_standing(joins, from, hook, &joins->joins[i]);
            if (m->kit->pieces.pieces[p].stretch_count || /* it may be shorter */
                wr_ground_judge(&o->ground, standing, &room, 1) == WR_FREE)
                return true;
        }
    }
    return false;
}

static void look_at_room(struct openings *o, uint32_t room)
{
    const struct wr_kept *kept = o->making->kept;
    uint32_t part = kept->parts[room];
    for (uint32_t at = kept->first_hooks[room]; at < kept->first_hooks[room + 1]; at++) {
        uint32_t hook = at - kept->first_hooks[room];
        if (kept->shut[at])
            continue;
        if (fits(o, room, hook)) {
            o->fitting[part]++;
            continue;
        }
        if (o->shut[part]++ == 0) {
            o->room[part] = room;
            o->hook[part] = hook;
        }
    }
}

static bool look(struct openings *o)
{
    const struct wr_making *m = o->making;
    for (uint32_t i = 0; i < m->kept->room_count; i++)
        if (!wr_ground_put(&o->ground, i, m->kept->standings[i]))
            return false;
    for (uint32_t i = 0; i < m->kept->room_count; i++)
        look_at_room(o, i);
    return true;
}

static enum wr_result shut_in(const struct openings *o, uint32_t part)
{
    const struct wr_making *m = o->making;
    const struct wr_kept *kept = m->kept;
    uint32_t room = o->shut[part] ? o->room[part] : part;
    const char *name = kept->part.rooms[room].name;
    const wr_kit_piece *piece = &m->kit->rooms[kept->pieces[room]];
    char others[64] = "";
    if (o->shut[part] == 0)
        return wr_fail(m->context, WR_NO_FIT, wr_kept_where(kept, room), "keep-shut-in",
                       "keep fewer rooms, or name another doorway",
                       "no doorway of the kept room '%s'%s is open, and something must be put "
                       "there",
                       name, kept->part_count < kept->room_count ? " or those with it" : "");
    if (o->shut[part] > 1)
        snprintf(others, sizeof others, ", nor at %u other%s that %s open with it",
                 (unsigned)o->shut[part] - 1, o->shut[part] == 2 ? "" : "s",
                 o->shut[part] == 2 ? "is" : "are");
    return wr_fail(m->context, WR_NO_FIT, wr_kept_where(kept, room), "keep-shut-in",
                   "keep fewer rooms around it, name another doorway, or allow other rooms",
                   "no room of the kits fits at the doorway '%s' of the kept room '%s'%s",
                   piece->room->hooks[piece->hooks[o->hook[part]]].name, name, others);
}

/* Every part must be joined to the others, and all of them to what comes. Where rooms are
 * added, one doorway is enough. */
static enum wr_result judge(const struct openings *o)
{
    const struct wr_making *m = o->making;
    const struct wr_kept *kept = m->kept;
    uint32_t fitting = 0, worst = WR_NONE;
    enum wr_result result = WR_OK;
    if (!kept->adds && kept->part_count == 1 &&
        m->template->grow.rooms.least <= kept->room_count)
        return WR_OK;
    for (uint32_t i = 0; i < kept->room_count; i++) {
        if (kept->parts[i] != i)
            continue;
        fitting += o->fitting[i];
        if (worst == WR_NONE || o->shut[i] > o->shut[worst])
            worst = i;
        if (!kept->adds && o->fitting[i] == 0)
            result = shut_in(o, i);
    }
    return kept->adds && fitting == 0 && m->template->grow.rooms.least > 0 ? shut_in(o, worst)
                                                                           : result;
}

enum wr_result wr_openings_judge(const struct wr_making *m)
{
    uint32_t count = m->kept->room_count;
    struct wr_arena *arena = wr_arena_create();
    struct openings o = {.making = m};
    bool fine = false;
    if (arena) {
        o.fitting = WR_ZERO(arena, uint32_t, count);
        o.shut = WR_ZERO(arena, uint32_t, count);
        o.room = WR_ZERO(arena, uint32_t, count);
        o.hook = WR_ZERO(arena, uint32_t, count);
        wr_ground_start(&o.ground, &m->kit->pieces, wr_units_of((double)m->template->distance));
        fine = o.fitting && o.shut && o.room && o.hook && look(&o);
    }
    enum wr_result result = fine ? judge(&o) : wr_no_memory(m->context);
    wr_ground_finish(&o.ground);
    wr_arena_destroy(arena);
    return result;
}
