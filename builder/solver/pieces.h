/* What the generator's search knows of rooms: pieces with solid footprints and hooks, in exact
 * units.
 *
 * Nothing here comes from a kit: kits, benchmarks and other games fill the same structs.
 * Lengths are whole units (kits: 1/65536 m); facings are whole turns of a circle cut into
 * `turn_count` parts. */
#ifndef WR_BUILDER_SOLVER_PIECES_H
#define WR_BUILDER_SOLVER_PIECES_H

#include "core/base/arena.h"
#include "core/core.h"

/* Units in a metre, for pieces made from kits. */
#define WR_UNITS_PER_METRE 65536

typedef struct wr_spot {
    int64_t x, y, z;
} wr_spot;

/* Stretches of a piece, and corners of one slab where there are any. */
enum { WR_PIECE_STRETCHES = 4, WR_SLAB_CORNERS = 32 };

/* A length that is chosen for each piece anew, 0 as it is drawn: what it moves, it moves by so
 * many times this way. */
typedef struct wr_piece_stretch {
    double x, y, z;
    int64_t from, to; /* units; at most 0, at least 0 */
    int64_t step;     /* units: lengths are as good as multiples of it; 0: any */
} wr_piece_stretch;

/* One a stretch, units. */
typedef struct wr_lengths {
    int32_t of[WR_PIECE_STRETCHES];
} wr_lengths;

/* A convex part of a footprint, counter-clockwise from above, solid from low to high. Convex it
 * is with all lengths that may be. */
typedef struct wr_slab {
    const wr_spot *points; /* z is not used */
    uint32_t count;
    int64_t low, high;
    const uint8_t *moved; /* one a point: bits of the stretches that move it; NULL: none */
} wr_slab;

typedef struct wr_piece_hook {
    wr_spot at;
    uint16_t facing; /* outwards, in turns */
    uint16_t kind;   /* of door: see wr_pieces.meets */
    uint8_t moved;   /* bits of the stretches that move it */
} wr_piece_hook;

/* A room as the search sees it. */
typedef struct wr_piece {
    const wr_slab *slabs;
    uint32_t slab_count;
    const wr_piece_hook *hooks;
    uint32_t hook_count;
    const uint16_t *doors; /* one a hook: the doorway it is a place of, those of one next to
                              each other; NULL: each is a doorway of its own */
    uint32_t door_count;   /* where there are doors */
    const wr_piece_stretch *stretches;
    uint32_t stretch_count;
    float weight;
    bool may_mirror;
    bool may_turn;
} wr_piece;

/* The doorway a hook is a place of: it takes part in one link, at one of its places. */
static inline uint32_t wr_piece_door(const wr_piece *piece, uint32_t hook)
{
    return piece->doors ? piece->doors[hook] : hook;
}
static inline uint32_t wr_piece_door_count(const wr_piece *piece)
{
    return piece->doors ? piece->door_count : piece->hook_count;
}
/* The first place of the doorway that a hook is a place of. */
static inline uint32_t wr_piece_door_start(const wr_piece *piece, uint32_t hook)
{
    while (hook > 0 && wr_piece_door(piece, hook - 1) == wr_piece_door(piece, hook))
        hook--;
    return hook;
}

/* Whether all its doorways are on one height, with all lengths. Narrows heights over doorways
 * to those that it fills, too: of level pieces that have any in common none stands over
 * another. */
bool wr_piece_is_level(const wr_piece *piece, int64_t *low, int64_t *high);

/* The box around a slab, from above. */
typedef struct wr_slab_box {
    int64_t west, east, south, north;
} wr_slab_box;

/* A piece in one orientation: mirrored (x negated) first, then turned. */
typedef struct wr_stance {
    uint32_t piece;
    uint16_t turn;
    bool mirrored;
    const wr_slab *slabs;
    const wr_slab_box *boxes;   /* one a slab */
    const wr_piece_hook *hooks; /* in the piece's order */
    const wr_piece_stretch *stretches;
    wr_spot low, high; /* of all slabs */
} wr_stance;

/* A corridor between two stances: its own stance, and its offset from the first of them. */
typedef struct wr_via {
    uint32_t stance;
    wr_spot offset;
} wr_via;

/* Where a stance may stand beside another so that they are linked, directly or through a
 * corridor, and do not overlap: offsets of b from a, for each pair (a, b) in order, each once.
 */
struct wr_contacts {
    uint32_t *start; /* of a pair's offsets: stance_count squared, and one more */
    wr_spot *offsets;
    uint16_t (*hooks)[2]; /* a pair of hooks that meets there; of direct contacts only */
    uint32_t *via_start;  /* of an offset's corridors, and one more; NULL for direct contacts */
    wr_via *vias;
    wr_spot longest; /* the largest offset on each axis */
};

/* A room that joins two others, any one of some pieces, and the contacts through it. */
struct wr_corridor {
    const uint32_t *pieces;
    uint32_t piece_count;
    struct wr_contacts contacts;
};

/* All of it, ready for searching. */
struct wr_pieces {
    uint32_t turn_count; /* even */
    int64_t tolerance;   /* how far two hooks may miss each other and still meet, units */
    int64_t skin;        /* how deep two slabs may lie in each other, units */
    const wr_piece *pieces;
    uint32_t piece_count;
    uint32_t kind_count;
    uint32_t mirrored_kind; /* what is added to the kind of a hook that is mirrored */
    const bool *meets;      /* kind_count squared */
    bool stretches;         /* some piece does */
    bool slides;            /* some piece has doorways with several places */

    wr_stance
        *stances; /* of one piece next to each other; orientations that look alike are one */
    uint32_t stance_count;
    uint32_t *first_stance; /* one a piece, and one more */
    struct wr_contacts direct;
    struct wr_corridor *corridors; /* by which puzzles may be folded, see fold.h */
    uint32_t corridor_count;
};

/* Fills stances and direct contacts from the upper half of the struct; false when memory is
 * out. */
bool wr_pieces_prepare(struct wr_pieces *pieces, struct wr_arena *arena);

/* Whether all of them may turn. */
bool wr_pieces_all_turn(const struct wr_pieces *pieces);

/* Contacts through one of some corridor pieces. */
bool wr_contacts_through(const struct wr_pieces *pieces, const uint32_t *corridors,
                         uint32_t corridor_count, struct wr_arena *arena,
                         struct wr_contacts *out);

/* The offset at which stance b is linked to stance a within the tolerance, both as they are
 * drawn: an index, or UINT32_MAX. */
uint32_t wr_contact_find(const struct wr_pieces *pieces, const struct wr_contacts *contacts,
                         uint32_t a, uint32_t b, wr_spot offset);

/* Whether two slabs of convex corners overlap by more than the skin; `offset` is b's from a. */
bool wr_slabs_overlap(const wr_slab *a, const wr_slab *b, wr_spot offset, int64_t skin);
/* Whether the solids of two stances overlap by more than the skin, as they are drawn. */
bool wr_stances_overlap(const struct wr_pieces *pieces, uint32_t a, uint32_t b, wr_spot offset);

/* Rounded to the nearest. */
static inline int64_t wr_units_whole(double units)
{
    return (int64_t)(units < 0 ? units - 0.5 : units + 0.5);
}
/* A length in units of pieces made from kits. */
static inline int64_t wr_units_of(double metres)
{
    return wr_units_whole(metres * WR_UNITS_PER_METRE);
}
/* The larger of a size and one that may be negative. */
static inline int64_t wr_units_larger(int64_t size, int64_t other)
{
    other = other < 0 ? -other : other;
    return other > size ? other : size;
}
/* Of 0 and a number that number. */
int64_t wr_greatest_divisor(int64_t a, int64_t b);
wr_spot wr_spot_of(wr_vec3 point);

/* A point turned by whole turns about the origin; exact for quarter turns. */
wr_spot wr_spot_turn(wr_spot spot, uint32_t turn, uint32_t turn_count);

static inline int wr_spot_order(wr_spot a, wr_spot b)
{
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return a.z < b.z ? -1 : a.z > b.z;
}
static inline wr_spot wr_spot_add(wr_spot a, wr_spot b)
{
    return (wr_spot){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline wr_spot wr_spot_sub(wr_spot a, wr_spot b)
{
    return (wr_spot){a.x - b.x, a.y - b.y, a.z - b.z};
}
/* The same on each axis. */
static inline wr_spot wr_spot_larger(wr_spot size, wr_spot other)
{
    return (wr_spot){wr_units_larger(size.x, other.x), wr_units_larger(size.y, other.y),
                     wr_units_larger(size.z, other.z)};
}
/* Whether they are so far apart at most. */
static inline bool wr_spots_are_near(wr_spot a, wr_spot b, int64_t far)
{
    int64_t x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    if (y > far || y < -far || z > far || z < -far)
        return false;
    return x * x + y * y + z * z <= far * far;
}
/* Whether doors at one spot would be a doorway. */
static inline bool wr_hooks_meet(const struct wr_pieces *pieces, const wr_piece_hook *a,
                                 const wr_piece_hook *b)
{
    return (a->facing + pieces->turn_count / 2) % pieces->turn_count == b->facing &&
           pieces->meets[a->kind * pieces->kind_count + b->kind];
}

#endif
