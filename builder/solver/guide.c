/* The guide: of some places a room goes where it is drawn, with its doorways towards what is
 * drawn around it. What stands is not quite where it is drawn: rooms between two others are
 * wanted beside their places by as much as those are, by how near they are to each. */
#include "builder/solver/frames.h"

#include <math.h>

static wr_drawn middle_of(const struct wr_placing *s, const wr_standing *at)
{
    wr_spot low, high;
    wr_standing_box(s->pieces, at, &low, &high);
    return (wr_drawn){(double)(low.x + high.x) / 2, (double)(low.y + high.y) / 2};
}

static double distance(wr_drawn a, wr_drawn b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* By how much a rank would stand beside where it is drawn. */
static wr_drawn shift_of(const struct wr_placing *s, uint32_t rank, const wr_standing *at)
{
    wr_drawn middle = middle_of(s, at), drawn = s->drawing.places[s->order[rank].node];
    return (wr_drawn){middle.x - drawn.x, middle.y - drawn.y};
}

static wr_drawn shift_of_rank(const struct wr_placing *s, uint32_t rank)
{
    return shift_of(s, rank, &s->frames[rank].standing);
}

/* Where a node is wanted that is a link from what stands beside its place by `near`, and so
 * many from what a tie leads to, if there is one. */
static wr_drawn wanted(const struct wr_placing *s, uint32_t node, wr_drawn near,
                       const wr_tie *tie, uint32_t hops)
{
    wr_drawn at = s->drawing.places[node];
    if (tie) {
        wr_drawn far = shift_of_rank(s, tie->rank);
        double part = 1.0 / (hops + 1);
        near.x += (far.x - near.x) * part;
        near.y += (far.y - near.y) * part;
    }
    return (wr_drawn){at.x + near.x, at.y + near.y};
}

/* Where the middle of a node would be that is put to a hook. */
static wr_drawn place_before(const struct wr_placing *s, const wr_standing *at, uint32_t hook,
                             uint32_t node)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t turns = s->pieces->turn_count;
    uint32_t facing = wr_standing_stance(s->pieces, at)->hooks[hook].facing;
    const int *way = ways[(facing * 4 + turns / 2) / turns % 4];
    wr_spot spot = wr_standing_hook(s->pieces, at, hook);
    double reach = s->drawing.reaches[node];
    return (wr_drawn){(double)spot.x + way[0] * reach, (double)spot.y + way[1] * reach};
}

/* The tie that leads over a node first, or NULL. */
static const wr_tie *tie_over(const wr_ranked *ranked, uint32_t node)
{
    for (uint32_t i = 0; i < ranked->tie_count; i++)
        if (ranked->ties[i].over && ranked->ties[i].over[0] == node)
            return &ranked->ties[i];
    return NULL;
}

/* How far a neighbour to come would stand from where it is wanted, at the best doorway that is
 * not taken, which it takes. */
static double miss_of_neighbour(const struct wr_placing *s, const wr_standing *at,
                                uint32_t node, wr_drawn where, uint64_t *taken)
{
    uint32_t hooks = s->pieces->pieces[wr_standing_stance(s->pieces, at)->piece].hook_count;
    uint32_t best = UINT32_MAX;
    double least = 0;
    for (uint32_t h = 0; h < hooks && h < WR_FRAME_WORD; h++) {
        if (*taken >> h & 1)
            continue;
        double miss = distance(place_before(s, at, h, node), where);
        if (best == UINT32_MAX || miss < least) {
            best = h;
            least = miss;
        }
    }
    if (best != UINT32_MAX)
        *taken |= wr_foresight_places(s, at->stance, best);
    return least;
}

double wr_guide_miss(const struct wr_placing *s, const struct wr_candidate *candidate,
                     uint32_t rank)
{
    const wr_ranked *ranked = &s->order[rank];
    const wr_standing *at = &candidate->standing;
    uint64_t taken = wr_foresight_taken(s, candidate, ranked);
    wr_drawn own = shift_of(s, rank, at);
    double sum = 0;
    if (ranked->link_count > 0) {
        const wr_tie *tie = ranked->tie_count > 0 ? &ranked->ties[0] : NULL;
        wr_drawn near = shift_of_rank(s, ranked->links[0].rank);
        sum =
            distance(middle_of(s, at), wanted(s, ranked->node, near, tie, tie ? tie->hops : 0));
    }
    for (uint32_t e = s->board.starts[ranked->node]; e < s->board.starts[ranked->node + 1];
         e++) {
        uint32_t next = s->board.neighbours[e];
        if (s->ranks[next] < rank)
            continue;
        const wr_tie *tie = tie_over(ranked, next);
        wr_drawn where = wanted(s, next, own, tie, tie ? tie->hops - 1 : 0);
        sum += miss_of_neighbour(s, at, next, where, &taken);
    }
    return sum;
}

bool wr_guide_leads(const struct wr_placing *s, uint32_t rank)
{
    enum { SHORT = 2, WITHOUT = 4 };
    const wr_ranked *ranked = &s->order[rank];
    return s->drawing.count > 0 && !s->proposal && ranked->link_count <= 1 &&
           !s->puzzle->nodes[ranked->node].fixed &&
           !(ranked->tie_count > 0 && ranked->ties[0].hops <= SHORT) &&
           s->frames[s->frames[rank].ear].tries % WITHOUT > 0;
}
