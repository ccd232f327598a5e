/* Every tolerance, each saying which question it answers, in multiples of one length. */
#ifndef WR_CORE_BASE_TOLERANCE_H
#define WR_CORE_BASE_TOLERANCE_H

#include <assert.h>

/* One centimetre: what the game compiler pads a box by, and what a player never notices. */
#define WR_CENTIMETRE 0.01

/* Are two vertices of a text file one vertex? No compiler welds coarser than 0.4 mm. */
#define WR_WELD_DISTANCE (0.01 * WR_CENTIMETRE)
/* By how much does a tree leaf exceed its face, so that slab tests never divide 0 by 0? */
#define WR_TREE_PADDING (1.0 * WR_CENTIMETRE)
/* Do two hooks stand on one spot, so that their rooms are linked? A map may say otherwise. */
#define WR_HOOK_REACH (1.0 * WR_CENTIMETRE)
/* Is a hook on the perimeter? Shipped kits are within 2 cm sideways, 5 cm in height. */
#define WR_HOOK_OFF_PERIMETER (10.0 * WR_CENTIMETRE)
/* How far may a doorway vertex move so that two rooms share it? Shipped kits need 3.6 cm each.
 */
#define WR_SEAM_DISTANCE (8.0 * WR_CENTIMETRE)
/* How deep may the floors of two rooms lie in each other before it is a fault? */
#define WR_OVERLAP_DEPTH (12.0 * WR_CENTIMETRE)
/* Which step between two floors can still be walked at a doorway? */
#define WR_DOOR_STEP (25.0 * WR_CENTIMETRE)
/* How wide must the common part of two thresholds be to walk through? */
#define WR_DOOR_OVERLAP (100.0 * WR_CENTIMETRE)
/* From which distance does an unlinked pair of hooks look intended, so that it is reported? */
#define WR_NEAR_MISS (100.0 * WR_CENTIMETRE)
/* Which height between two floors makes them two storeys rather than one overlap? */
#define WR_HEADROOM (200.0 * WR_CENTIMETRE)

/* Which edges beside a hook's foot belong to its threshold, and do two doorways face each
 * other? Cosine of 20 degrees. */
#define WR_FACING_COSINE 0.93969262078590838

static_assert(WR_WELD_DISTANCE < WR_TREE_PADDING, "a weld must not cross a leaf's padding");
static_assert(WR_HOOK_REACH < WR_SEAM_DISTANCE, "hooks that match must be within a seam");
static_assert(WR_SEAM_DISTANCE < WR_OVERLAP_DEPTH, "closing a seam must not look like overlap");
static_assert(WR_OVERLAP_DEPTH < WR_DOOR_STEP, "an overlap is finer than a step");
static_assert(WR_DOOR_STEP < WR_HEADROOM, "a step is not a storey");

#endif
