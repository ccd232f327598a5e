/* Every tolerance, each saying which question it answers, in multiples of one length. */
#ifndef WR_CORE_BASE_TOLERANCE_H
#define WR_CORE_BASE_TOLERANCE_H

#include <assert.h>

/* One centimetre: what the game compiler pads a box by, and what a player never notices. */
#define WR_CENTIMETRE 0.01

/* A length in hundredths of a centimetre. Lengths whose order is asserted below have their
 * count in the enumeration: C asserts about integers only. */
#define WR_HUNDREDTHS(count) ((count) / (100 / WR_CENTIMETRE))
enum wr_tolerance_hundredths {
    WR_WELD_HUNDREDTHS = 1,
    WR_CARVE_HUNDREDTHS = 10,
    WR_BOX_HUNDREDTHS = 20,
    WR_MEND_HUNDREDTHS = 20,
    WR_GAP_HUNDREDTHS = 100,
    WR_TREE_HUNDREDTHS = 100,
    WR_HOOK_HUNDREDTHS = 100,
    WR_SEAM_HUNDREDTHS = 800,
    WR_OVERLAP_HUNDREDTHS = 1200,
    WR_STEP_HUNDREDTHS = 2500,
    WR_HEADROOM_HUNDREDTHS = 20000,
};

/* Are two vertices of a text file one vertex? No compiler welds coarser than 0.4 mm. */
#define WR_WELD_DISTANCE WR_HUNDREDTHS(WR_WELD_HUNDREDTHS)
/* Are two vertices of a room one vertex that tools took apart? Nothing moves farther by that
 * than a triangle may lie from its model's. */
#define WR_MEND_DISTANCE WR_HUNDREDTHS(WR_MEND_HUNDREDTHS)
/* Does a cutter's side go through a vertex, or along an edge, of a floor? The game's own floors
 * reach over the lines of their tiles by as much. */
#define WR_CARVE_DISTANCE WR_HUNDREDTHS(WR_CARVE_HUNDREDTHS)
/* Does a point of a module stand where it stood in another one? */
#define WR_SAME_PLACE WR_WELD_DISTANCE
/* Does it look the same way, in radians? The far edge of a door of three metres is 3 mm off. */
#define WR_SAME_TURN 1e-3
/* Is the gap between two floors a hair, that nobody meant? */
#define WR_MEND_GAP WR_HUNDREDTHS(WR_GAP_HUNDREDTHS)
/* From which distance on do faces lie outside of their room? */
#define WR_STRAY_DISTANCE (1000.0 * WR_CENTIMETRE)
/* By how much does a tree leaf exceed its face, so that slab tests never divide 0 by 0? */
#define WR_TREE_PADDING WR_HUNDREDTHS(WR_TREE_HUNDREDTHS)
/* Do two hooks stand on one spot, so that their rooms are linked? A map may say otherwise. */
#define WR_HOOK_REACH WR_HUNDREDTHS(WR_HOOK_HUNDREDTHS)
/* Is a hook on the perimeter? Shipped kits are within 2 cm sideways, 5 cm in height. */
#define WR_HOOK_OFF_PERIMETER (10.0 * WR_CENTIMETRE)
/* How far may the hooks of a doorway miss each other where the generator closes a loop? */
#define WR_JOINT_GAP (2.0 * WR_CENTIMETRE)
/* How far may a doorway vertex move so that two rooms share it? Shipped kits need 3.6 cm each.
 */
#define WR_SEAM_DISTANCE WR_HUNDREDTHS(WR_SEAM_HUNDREDTHS)
/* How deep may the floors of two rooms lie in each other before it is a fault? */
#define WR_OVERLAP_DEPTH WR_HUNDREDTHS(WR_OVERLAP_HUNDREDTHS)
/* Up to which depth may a map or an option allow it all the same? */
#define WR_OVERLAP_MOST (100.0 * WR_CENTIMETRE)
/* How deep may the generator let two footprints lie in each other? Between a doorway's own play
 * (twice 2 cm in shipped kits) and what is a fault. */
#define WR_FOOTPRINT_SKIN (6.0 * WR_CENTIMETRE)
/* Which step between two floors can still be walked at a doorway? */
#define WR_DOOR_STEP WR_HUNDREDTHS(WR_STEP_HUNDREDTHS)
/* By how much is an opening made larger all round, so that rounding hides nothing behind it? */
#define WR_SIGHT_MARGIN (1.0 * WR_CENTIMETRE)
/* By how much may an opening of which only the floor is known be wider on either side, and how
 * tall may it be? More is drawn than is seen, never less. */
#define WR_SIGHT_ASIDE (100.0 * WR_CENTIMETRE)
#define WR_SIGHT_TALL (1000.0 * WR_CENTIMETRE)
/* How wide must the common part of two thresholds be to walk through? */
#define WR_DOOR_OVERLAP (100.0 * WR_CENTIMETRE)
/* From which distance does an unlinked pair of hooks look intended, so that it is reported? */
#define WR_NEAR_MISS (100.0 * WR_CENTIMETRE)
/* How far from the origin may a room reach? Up to there float32 tells centimetres apart. */
#define WR_AREA_REACH (13107200.0 * WR_CENTIMETRE)
/* Which height between two floors makes them two storeys rather than one overlap? */
#define WR_HEADROOM WR_HUNDREDTHS(WR_HEADROOM_HUNDREDTHS)

/* How tall is who walks on solids, and from which slope on does nobody? Height of its unit
 * normal. */
#define WR_BRUSH_TALL (180.0 * WR_CENTIMETRE)
#define WR_BRUSH_SLOPE 0.7
/* A floor belongs to the zone that is so high above it, metres: that may begin at the floor. */
#define WR_BRUSH_LIFT 0.1
/* Onto how fine a plane are solids brought? At most that; a power of two of their unit. */
#define WR_BRUSH_STEP (0.05 * WR_CENTIMETRE)
/* Are two heights of solids one? A small part of a step of the plane. */
#define WR_BRUSH_SLACK (0.01 * WR_CENTIMETRE)
/* How far from the origin may a solid reach? Up to there float32 tells its steps apart. */
#define WR_BRUSH_REACH (400000.0 * WR_CENTIMETRE)

/* How far do path points and the hops between them keep from the edge of the floor? */
#define WR_PATH_CLEARANCE (30.0 * WR_CENTIMETRE)
/* How near to the middle of a linked doorway need they not? */
#define WR_PATH_DOORWAY (100.0 * WR_CENTIMETRE)

/* How far beside an edge does a grey box ask what lies there? */
#define WR_GREYBOX_ASIDE (5.0 * WR_CENTIMETRE)

/* How far from walls does a player arrive, and how far apart are the spots that are tried? */
#define WR_ENTRY_CLEARANCE (100.0 * WR_CENTIMETRE)
#define WR_ENTRY_STRIDE (25.0 * WR_CENTIMETRE)
/* How far must a player who arrives see before there is a wall? */
#define WR_ENTRY_VIEW (200.0 * WR_CENTIMETRE)
/* How far may the direction of arrival be from a length of 1? Retail writes six digits. */
#define WR_ENTRY_DIRECTION 1e-2
/* How far from the edge of a floor does a door stand in its doorway? The game's own are within
 * 0.4 m of it. */
#define WR_DOOR_REACH (100.0 * WR_CENTIMETRE)
/* From which distance on do two doors stand in two doorways? */
#define WR_DOORS_APART (50.0 * WR_CENTIMETRE)
/* How much wider or narrower than its doorway may a door be before somebody is told? */
#define WR_DOOR_MISFIT (75.0 * WR_CENTIMETRE)
/* How far beside the floor may a thing hang, at a wall or in it? */
#define WR_WALL_REACH (100.0 * WR_CENTIMETRE)
/* How far from the floor of its room may be what is heard, or looks on? */
#define WR_EARSHOT (5000.0 * WR_CENTIMETRE)
/* How far apart do creatures of one marker stand? */
#define WR_SPAWN_SPACING (125.0 * WR_CENTIMETRE)

/* Does a point lie on the plane at which a room is stretched, so that it stays? A walkmesh and
 * its model miss each other by less. */
#define WR_PULL_PLANE (0.1 * WR_CENTIMETRE)
/* Is a length a whole number of steps? */
#define WR_PULL_STEP WR_WELD_DISTANCE
/* How long may a stretch be? */
#define WR_PULL_LONGEST (100000.0 * WR_CENTIMETRE)
/* Does a face of a model tilt where it is stretched? Sine of the angle. */
#define WR_PULL_TILT 1e-5
/* How steep may a stretch make a floor? Height of its unit normal: as steep as solids may be
 * that are walked on. */
#define WR_PULL_SLOPE WR_BRUSH_SLOPE

/* Which edges beside a hook's foot belong to its threshold, and do two doorways face each
 * other? Cosine of 20 degrees. */
#define WR_FACING_COSINE 0.93969262078590838

/* Is a turn that brings a doorway before another meant to be by quarters? Degrees. */
#define WR_QUARTER_TURN 0.1

/* Is the stored plane of a face its plane? Tools round vertices after computing normals:
 * shipped walkmeshes stray by 0.36 mm, and their normals by as much over the height of the
 * face. */
#define WR_PLANE_ERROR (0.1 * WR_CENTIMETRE)
/* Is a face so thin that doubles do not tell where it looks? Its height, in parts of its
 * longest side: below 2e-10 the planes of some are off by more than float32 leaves of them. */
#define WR_NEEDLE 1e-8
/* Does a box of the tree hold what it should? Stock boxes stray by 2 mm from their faces. */
#define WR_BOX_ERROR WR_HUNDREDTHS(WR_BOX_HUNDREDTHS)
/* Is a triangle of a walkmesh one of its model's? The game's own miss each other by 1 mm once
 * they were moved to their place in the area. */
#define WR_MODEL_FIT WR_HUNDREDTHS(WR_MEND_HUNDREDTHS)
/* Does a face stand upright, so that it is neither floor nor ceiling? Height of its unit
 * normal. */
#define WR_UPRIGHT 1e-3
/* From which slope on does a plan show that a floor rises? Height of its unit normal. */
#define WR_FLAT_NORMAL 0.995
/* How far may rounding in double carry a result off, in parts of the size of what went in? */
#define WR_ROUNDING 1e-9
/* How far does rounding to float32 carry a coordinate off, in parts of it? 2^-24. */
#define WR_FLOAT_ROUNDING 5.9604644775390625e-8

static_assert(WR_WELD_HUNDREDTHS < WR_TREE_HUNDREDTHS,
              "a weld must not cross a leaf's padding");
static_assert(WR_WELD_HUNDREDTHS < WR_MEND_HUNDREDTHS && WR_MEND_HUNDREDTHS < WR_GAP_HUNDREDTHS,
              "a repair welds what a text welds, and a gap is wider than a weld");
static_assert(WR_WELD_HUNDREDTHS < WR_CARVE_HUNDREDTHS &&
                  WR_CARVE_HUNDREDTHS < WR_GAP_HUNDREDTHS,
              "what is cut at a vertex was not welded to it, and leaves no gap");
static_assert(WR_GAP_HUNDREDTHS < WR_STEP_HUNDREDTHS, "a gap is not a step");
static_assert(WR_BOX_HUNDREDTHS < WR_TREE_HUNDREDTHS, "a padded box must hold its face");
static_assert(WR_HOOK_HUNDREDTHS < WR_SEAM_HUNDREDTHS,
              "hooks that match must be within a seam");
static_assert(WR_SEAM_HUNDREDTHS < WR_OVERLAP_HUNDREDTHS,
              "closing a seam must not look like overlap");
static_assert(WR_OVERLAP_HUNDREDTHS < WR_STEP_HUNDREDTHS, "an overlap is finer than a step");
static_assert(WR_STEP_HUNDREDTHS < WR_HEADROOM_HUNDREDTHS, "a step is not a storey");

#endif
