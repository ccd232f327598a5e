/* Judging solved puzzles; see solution.h. */
#include "tests/support/solution.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 128, MOST_DOORS = 64 };

/* ---- Poses ---- */

solution_pose solution_pose_of(const struct wr_pieces *pieces, wr_standing standing)
{
    const wr_stance *stance = &pieces->stances[standing.stance];
    return (solution_pose){stance->piece, stance->turn, stance->mirrored, standing.spot};
}

wr_spot solution_point(const struct wr_pieces *pieces, solution_pose pose, wr_spot p)
{
    if (pose.mirrored)
        p.x = -p.x;
    for (uint32_t quarter = 0; quarter < 4 * pose.turn / pieces->turn_count; quarter++)
        p = (wr_spot){-p.y, p.x, p.z};
    return (wr_spot){p.x + pose.spot.x, p.y + pose.spot.y, p.z + pose.spot.z};
}

wr_piece_hook solution_hook(const struct wr_pieces *pieces, solution_pose pose, uint32_t hook)
{
    const wr_piece_hook *from = &pieces->pieces[pose.piece].hooks[hook];
    uint32_t turns = pieces->turn_count, facing = from->facing;
    if (pose.mirrored) /* what faced +X faces -X */
        facing = (turns / 2 + turns - facing) % turns;
    return (wr_piece_hook){
        .at = solution_point(pieces, pose, from->at),
        .facing = (uint16_t)((facing + pose.turn) % turns),
        .kind = (uint16_t)(from->kind + (pose.mirrored ? pieces->mirrored_kind : 0)),
    };
}

bool solution_hooks_meet(const struct wr_pieces *pieces, wr_piece_hook a, wr_piece_hook b)
{
    int64_t x = llabs(a.at.x - b.at.x), y = llabs(a.at.y - b.at.y), z = llabs(a.at.z - b.at.z);
    int64_t most = pieces->tolerance;
    return x <= most && y <= most && z <= most &&
           (a.facing + pieces->turn_count / 2) % pieces->turn_count == b.facing &&
           pieces->meets[a.kind * pieces->kind_count + b.kind];
}

/* ---- Overlap ---- */

struct outline {
    double x[MOST_CORNERS], y[MOST_CORNERS];
    uint32_t count;
};

static struct outline outline_of(const struct wr_pieces *pieces, solution_pose pose,
                                 const wr_slab *slab, wr_spot middle)
{
    struct outline out = {.count = slab->count};
    for (uint32_t i = 0; i < slab->count; i++) {
        wr_spot p =
            solution_point(pieces, pose, slab->points[pose.mirrored ? slab->count - 1 - i : i]);
        out.x[i] = (double)(p.x - middle.x);
        out.y[i] = (double)(p.y - middle.y);
    }
    return out;
}

static double side(const struct outline *of, uint32_t edge, double x, double y)
{
    uint32_t next = (edge + 1) % of->count;
    return (of->x[next] - of->x[edge]) * (y - of->y[edge]) -
           (of->y[next] - of->y[edge]) * (x - of->x[edge]);
}

/* What of `what` lies left of an edge of `by`. */
static struct outline cut(const struct outline *what, const struct outline *by, uint32_t edge)
{
    struct outline out = {.count = 0};
    for (uint32_t i = 0; i < what->count; i++) {
        uint32_t k = (i + 1) % what->count;
        double p = side(by, edge, what->x[i], what->y[i]);
        double q = side(by, edge, what->x[k], what->y[k]);
        if (p >= 0) {
            out.x[out.count] = what->x[i];
            out.y[out.count++] = what->y[i];
        }
        if ((p < 0 && q > 0) || (p > 0 && q < 0)) {
            double at = p / (p - q);
            out.x[out.count] = what->x[i] + at * (what->x[k] - what->x[i]);
            out.y[out.count++] = what->y[i] + at * (what->y[k] - what->y[i]);
        }
    }
    return out;
}

static double area_of(const struct outline *outline)
{
    double area = 0;
    for (uint32_t i = 0; i < outline->count; i++) {
        uint32_t k = (i + 1) % outline->count;
        area += outline->x[i] * outline->y[k] - outline->y[i] * outline->x[k];
    }
    return area / 2;
}

/* Whether what two slabs share is more than a rounding error; with a skin, whether its box is
 * deeper than that in both directions. */
static bool share(struct outline a, const struct outline *b, double skin)
{
    for (uint32_t edge = 0; edge < b->count && a.count > 0; edge++)
        a = cut(&a, b, edge);
    if (a.count == 0 || area_of(&a) < 0.25)
        return false;
    double x0 = a.x[0], x1 = x0, y0 = a.y[0], y1 = y0;
    for (uint32_t i = 1; i < a.count; i++) {
        x0 = a.x[i] < x0 ? a.x[i] : x0;
        x1 = a.x[i] > x1 ? a.x[i] : x1;
        y0 = a.y[i] < y0 ? a.y[i] : y0;
        y1 = a.y[i] > y1 ? a.y[i] : y1;
    }
    return x1 - x0 > skin && y1 - y0 > skin;
}

bool solution_overlap(const struct wr_pieces *pieces, solution_pose a, solution_pose b)
{
    const wr_piece *p = &pieces->pieces[a.piece], *q = &pieces->pieces[b.piece];
    for (uint32_t i = 0; i < p->slab_count; i++)
        for (uint32_t k = 0; k < q->slab_count; k++) {
            const wr_slab *s = &p->slabs[i], *t = &q->slabs[k];
            if (s->high + a.spot.z <= t->low + b.spot.z ||
                t->high + b.spot.z <= s->low + a.spot.z)
                continue;
            struct outline of = outline_of(pieces, b, t, a.spot);
            if (share(outline_of(pieces, a, s, a.spot), &of, (double)pieces->skin))
                return true;
        }
    return false;
}

/* ---- Looks ---- */

static uint64_t stirred(uint64_t hash, wr_spot spot)
{
    const int64_t words[3] = {spot.x, spot.y, spot.z};
    for (int i = 0; i < 3; i++) {
        hash = (hash + (uint64_t)words[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 31;
    }
    return hash;
}

uint64_t solution_look(const struct wr_pieces *pieces, solution_pose pose)
{
    const wr_piece *piece = &pieces->pieces[pose.piece];
    uint64_t look = pose.piece;
    for (uint32_t i = 0; i < piece->hook_count; i++) {
        wr_piece_hook hook = solution_hook(pieces, pose, i);
        look += stirred((uint64_t)hook.facing << 16 | hook.kind, hook.at);
    }
    for (uint32_t i = 0; i < piece->slab_count; i++) {
        uint64_t slab = 0;
        for (uint32_t k = 0; k < piece->slabs[i].count; k++)
            slab += stirred(7, solution_point(pieces, pose, piece->slabs[i].points[k]));
        look += stirred(slab, (wr_spot){piece->slabs[i].low, piece->slabs[i].high, 1});
    }
    return look;
}

/* ---- Links ---- */

/* The doors of a node that its links could take, one mask a link. */
struct doors {
    uint64_t words[16]; /* up to 1024 hooks */
};

static bool try_doors(const struct doors *links, uint32_t count, struct doors *taken)
{
    if (count == 0)
        return true;
    for (uint32_t hook = 0; hook < 1024; hook++) {
        uint64_t bit = (uint64_t)1 << hook % 64;
        if (!(links->words[hook / 64] & bit) || (taken->words[hook / 64] & bit))
            continue;
        taken->words[hook / 64] |= bit;
        if (try_doors(links + 1, count - 1, taken))
            return true;
        taken->words[hook / 64] &= ~bit;
    }
    return false;
}

/* Marks the doorways of a of which a hook meets one of b; false where none does. */
static bool meet(const struct wr_pieces *pieces, solution_pose a, solution_pose b,
                 struct doors *out)
{
    bool any = false;
    for (uint32_t i = 0; i < pieces->pieces[a.piece].hook_count; i++)
        for (uint32_t k = 0; k < pieces->pieces[b.piece].hook_count; k++)
            if (solution_hooks_meet(pieces, solution_hook(pieces, a, i),
                                    solution_hook(pieces, b, k))) {
                uint32_t door = wr_piece_door(&pieces->pieces[a.piece], i);
                out->words[door / 64] |= (uint64_t)1 << door % 64;
                any = true;
            }
    return any;
}

struct claim {
    const struct wr_puzzle *puzzle;
    const solution_corridors *sets;
    const wr_standing *nodes, *corridors;
};

static bool has_corridor(const struct claim *c, uint32_t link)
{
    return c->sets && c->sets[link].count > 0;
}

static solution_pose node_pose(const struct claim *c, uint32_t node)
{
    return solution_pose_of(c->puzzle->pieces, c->nodes[node]);
}

static const char *corridor_fault(const struct claim *c, uint32_t link)
{
    const wr_puzzle_link *of = &c->puzzle->links[link];
    const struct wr_pieces *pieces = c->puzzle->pieces;
    if (c->corridors[link].stance >= pieces->stance_count)
        return "a link has no corridor";
    solution_pose pose = solution_pose_of(pieces, c->corridors[link]);
    bool allowed = false;
    for (uint32_t i = 0; i < c->sets[link].count; i++)
        allowed = allowed || c->sets[link].pieces[i] == pose.piece;
    if (!allowed)
        return "a corridor is no corridor piece";
    struct doors doors[2] = {0}, taken = {0};
    for (int end = 0; end < 2; end++)
        if (!meet(pieces, pose, node_pose(c, of->nodes[end]), &doors[end]))
            return "a corridor does not meet its room";
    return try_doors(doors, 2, &taken) ? NULL : "both ends of a corridor are one door";
}

/* Every link of a node must have a door of its own. */
static const char *node_fault(const struct claim *c, uint32_t node)
{
    struct doors doors[MOST_DOORS] = {0}, taken = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->puzzle->link_count; i++)
        for (int end = 0; end < 2; end++) {
            const wr_puzzle_link *link = &c->puzzle->links[i];
            if (link->nodes[end] != node)
                continue;
            solution_pose other = has_corridor(c, i)
                                      ? solution_pose_of(c->puzzle->pieces, c->corridors[i])
                                      : node_pose(c, link->nodes[1 - end]);
            if (count == MOST_DOORS ||
                !meet(c->puzzle->pieces, node_pose(c, node), other, &doors[count++]))
                return "two linked rooms do not meet";
        }
    return try_doors(doors, count, &taken) ? NULL : "two links of a room share a door";
}

static const char *choice_fault(const struct claim *c, uint32_t node)
{
    const wr_puzzle_node *of = &c->puzzle->nodes[node];
    const struct wr_pieces *pieces = c->puzzle->pieces;
    if (c->nodes[node].stance >= pieces->stance_count)
        return "a room does not stand";
    solution_pose pose = node_pose(c, node);
    if (of->fixed)
        return c->nodes[node].stance == of->stance && pose.spot.x == of->spot.x &&
                       pose.spot.y == of->spot.y && pose.spot.z == of->spot.z
                   ? NULL
                   : "a fixed room has moved";
    if ((pose.mirrored && !pieces->pieces[pose.piece].may_mirror) ||
        (pose.turn && !pieces->pieces[pose.piece].may_turn))
        return "a room is turned or mirrored that may not be";
    for (uint32_t i = 0; i < of->piece_count; i++)
        if (of->pieces[i] == pose.piece)
            return NULL;
    return "a room is of a piece that it may not be";
}

/* The i-th solid: rooms first, then corridors; false where there is none. */
static bool solid(const struct claim *c, uint32_t i, solution_pose *out)
{
    uint32_t rooms = c->puzzle->node_count;
    if (i >= rooms && !has_corridor(c, i - rooms))
        return false;
    *out = i < rooms ? node_pose(c, i)
                     : solution_pose_of(c->puzzle->pieces, c->corridors[i - rooms]);
    return true;
}

/* How far a piece goes from its spot on either axis, however it is turned. */
static int64_t reach_of(const wr_piece *piece)
{
    int64_t reach = 0;
    for (uint32_t i = 0; i < piece->slab_count; i++)
        for (uint32_t k = 0; k < piece->slabs[i].count; k++) {
            int64_t x = llabs(piece->slabs[i].points[k].x);
            int64_t y = llabs(piece->slabs[i].points[k].y);
            reach = x > reach ? x : reach;
            reach = y > reach ? y : reach;
        }
    return reach;
}

/* Most rooms of a large level are so far apart that nothing needs to be cut. */
static bool are_near(const int64_t *reaches, solution_pose a, solution_pose b)
{
    int64_t far = reaches[a.piece] + reaches[b.piece];
    return llabs(a.spot.x - b.spot.x) < far && llabs(a.spot.y - b.spot.y) < far;
}

static const char *overlap_fault(const struct claim *c)
{
    const struct wr_pieces *pieces = c->puzzle->pieces;
    uint32_t count = c->puzzle->node_count + c->puzzle->link_count;
    int64_t *reaches = calloc(pieces->piece_count, sizeof *reaches);
    const char *fault = NULL;
    solution_pose a, b;
    if (!reaches)
        abort();
    for (uint32_t i = 0; i < pieces->piece_count; i++)
        reaches[i] = reach_of(&pieces->pieces[i]);
    for (uint32_t i = 0; !fault && i < count; i++)
        for (uint32_t k = 0; !fault && k < i && solid(c, i, &a); k++)
            if (solid(c, k, &b) && are_near(reaches, a, b) && solution_overlap(pieces, a, b))
                fault = "two rooms overlap";
    free(reaches);
    return fault;
}

const char *solution_fault(const struct wr_puzzle *puzzle, const solution_corridors *sets,
                           const wr_standing *nodes, const wr_standing *corridors)
{
    struct claim c = {puzzle, sets, nodes, corridors};
    const char *fault = NULL;
    for (uint32_t i = 0; !fault && i < puzzle->node_count; i++)
        fault = choice_fault(&c, i);
    for (uint32_t i = 0; !fault && i < puzzle->link_count; i++)
        fault = has_corridor(&c, i) ? corridor_fault(&c, i) : NULL;
    for (uint32_t i = 0; !fault && i < puzzle->node_count; i++)
        fault = node_fault(&c, i);
    return fault ? fault : overlap_fault(&c);
}
