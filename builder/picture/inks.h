/* The colours of plans: calm, and told apart by people who see few colours. */
#ifndef WR_BUILDER_PICTURE_INKS_H
#define WR_BUILDER_PICTURE_INKS_H

#include "builder/picture/picture.h"
#include "kits/kits.h"

/* The floor of a material, and the same where it belongs to the next storey. Materials beyond
 * the table share their inks. */
const wr_ink *wr_floor_ink(uint32_t material);
const wr_ink *wr_echo_ink(uint32_t material);

extern const wr_ink wr_ghost_ink, wr_blocked_ink, wr_wall_ink, wr_thin_wall_ink,
    wr_kept_wall_ink, wr_echo_wall_ink, wr_height_ink;
/* Of thumbnails. */
extern const wr_ink wr_small_leaf_ink, wr_small_closed_ink, wr_small_route_ink;
/* Doorways: the frame is drawn first, the leaf upon it. */
extern const wr_ink wr_door_frame_ink, wr_door_leaf_ink, wr_locked_ink, wr_hidden_ink,
    wr_closed_ink, wr_lost_ink, wr_missed_ink, wr_fault_ink;
extern const wr_ink wr_entry_ink, wr_exit_ink, wr_way_out_ink, wr_route_ink, wr_key_ink;
/* Of walkmeshes of NWN2. */
enum { WR_ISLAND_INKS = 6 };
const wr_ink *wr_island_ink(uint32_t colour);
extern const wr_ink wr_tile_ink;
extern const wr_ink wr_frame_ink, wr_rule_ink, wr_scale_ink;
/* What texts are drawn with. */
extern const wr_ink wr_title_ink, wr_text_ink, wr_quiet_ink, wr_name_ink, wr_lock_text_ink;

const wr_ink *wr_marker_ink(enum wr_marker_kind kind);

#endif
