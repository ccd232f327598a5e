/* A link takes a doorway, and moves others to further ones where it must: augmenting paths. */
#include "builder/generate/doorways.h"

#include <string.h>

/* ---- Which meet ---- */

static bool kinds_meet(const struct wr_pieces *pieces, uint32_t a, uint32_t b)
{
    return pieces->meets[(size_t)a * pieces->kind_count + b];
}

/* Whether two doorways meet, their rooms mirrored or not. */
static bool may_meet(const struct wr_pieces *pieces, const wr_piece *p, uint32_t hook,
                     const wr_piece *q, uint32_t other)
{
    for (uint32_t m = 0; m <= p->may_mirror; m++)
        for (uint32_t n = 0; n <= q->may_mirror; n++)
            if (kinds_meet(pieces, p->hooks[hook].kind + m * pieces->mirrored_kind,
                           q->hooks[other].kind + n * pieces->mirrored_kind))
                return true;
    return false;
}

static uint64_t bits_of(const struct wr_pieces *pieces, const wr_piece *p, const wr_piece *q)
{
    uint64_t bits = 0;
    for (uint32_t h = 0; h < p->hook_count; h++)
        for (uint32_t k = 0; wr_piece_door(p, h) < WR_DOORWAYS_COUNTED && k < q->hook_count;
             k++)
            bits |= (uint64_t)may_meet(pieces, p, h, q, k) << wr_piece_door(p, h);
    return bits;
}

bool wr_doorways_make(const struct wr_pieces *pieces, struct wr_arena *arena,
                      struct wr_doorways *out)
{
    size_t count = pieces->piece_count;
    uint64_t *bits = WR_TAKE(arena, uint64_t, count * count);
    *out = (struct wr_doorways){pieces, bits};
    for (size_t i = 0; bits && i < count * count; i++)
        bits[i] = bits_of(pieces, &pieces->pieces[i / count], &pieces->pieces[i % count]);
    return bits != NULL;
}

/* ---- Matching ---- */

struct matching {
    const uint64_t *bits;
    uint32_t takers[WR_DOORWAYS_COUNTED]; /* one a doorway: the link, and one more; 0: none */
    uint64_t seen;
};

/* Links are 64 at most, and so are calls within each other. */
static bool take_doorway(struct matching *m, uint32_t link)
{
    for (uint32_t h = 0; h < WR_DOORWAYS_COUNTED; h++) {
        if (!((m->bits[link] & ~m->seen) >> h & 1))
            continue;
        m->seen |= (uint64_t)1 << h;
        if (m->takers[h] && !take_doorway(m, m->takers[h] - 1))
            continue;
        m->takers[h] = link + 1;
        return true;
    }
    return false;
}

uint32_t wr_doorways_match(const uint64_t *bits, uint32_t count)
{
    struct matching m = {.bits = bits};
    uint32_t matched = 0;
    for (uint32_t i = 0; i < count; i++) {
        m.seen = 0;
        matched += take_doorway(&m, i);
    }
    return matched;
}

/* ---- Needs ---- */

void wr_needs_start(struct wr_needs *needs, const wr_must *musts, uint32_t count,
                    uint32_t piece)
{
    *needs = (struct wr_needs){.met = {true}};
    for (uint32_t i = 0; i < count && needs->count < WR_NEEDS_COUNTED; i++)
        if (musts[i].rooms[piece])
            needs->musts[needs->count++] = &musts[i];
}

void wr_needs_offer(struct wr_needs *needs, uint32_t piece)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < needs->count; i++)
        set |= (uint32_t)needs->musts[i]->others[piece] << i;
    needs->offers[set] = true;
}

void wr_needs_next(struct wr_needs *needs)
{
    uint32_t sets = 1u << needs->count;
    bool met[1 << WR_NEEDS_COUNTED];
    memcpy(met, needs->met, sizeof met);
    for (uint32_t a = 0; a < sets; a++)
        for (uint32_t b = 0; needs->met[a] && b < sets; b++)
            met[a | b] |= needs->offers[b];
    memcpy(needs->met, met, sizeof met);
    memset(needs->offers, 0, sizeof needs->offers);
}

bool wr_needs_are_met(const struct wr_needs *needs, struct wr_shortage *shortage)
{
    uint32_t most = 0, ever = 0;
    for (uint32_t set = 0; set < 1u << needs->count; set++) {
        uint32_t size = 0;
        for (uint32_t i = 0; i < needs->count; i++)
            size += set >> i & 1;
        most = needs->met[set] && size > most ? size : most;
        ever |= needs->met[set] ? set : 0;
    }
    if (ever + 1 == 1u << needs->count && most < needs->count && most >= shortage->met)
        *shortage = (struct wr_shortage){needs->count, most};
    return most == needs->count;
}
