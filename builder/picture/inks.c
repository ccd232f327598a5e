/* The inks. Floors are light, so that names can be read on them; neighbours in use differ in
 * lightness as well as in hue. */
#include "builder/picture/inks.h"

#define SOLID(rgb) ((wr_colour)((uint32_t)(rgb) << 8 | 0xffu))
#define SHEER(rgb) ((wr_colour)((uint32_t)(rgb) << 8 | 0x66u))

/* ---- Floors ---- */

#define MATERIALS(DO)                                                                          \
    DO(0, 0xdcdcdc)  /* not defined */                                                         \
    DO(1, 0xd9c3a0)  /* dirt */                                                                \
    DO(2, 0xb9b4c7)  /* obscuring */                                                           \
    DO(3, 0xc3d69b)  /* grass */                                                               \
    DO(4, 0xd8d8d2)  /* stone */                                                               \
    DO(5, 0xdcb27f)  /* wood */                                                                \
    DO(6, 0x9fcbe8)  /* water */                                                               \
    DO(7, 0xa9a9a9)  /* nonwalk */                                                             \
    DO(8, 0xeef1f4)  /* transparent */                                                         \
    DO(9, 0xe6b3ad)  /* carpet */                                                              \
    DO(10, 0xb4c3d1) /* metal */                                                               \
    DO(11, 0xc6e4ea) /* puddles */                                                             \
    DO(12, 0xa5bf9c) /* swamp */                                                               \
    DO(13, 0xbfa58c) /* mud */                                                                 \
    DO(14, 0xd9dc8f) /* leaves */                                                              \
    DO(15, 0xee9d6c) /* lava */                                                                \
    DO(16, 0x8f8fa3) /* bottomless pit */                                                      \
    DO(17, 0x7fafd6) /* deep water */                                                          \
    DO(18, 0xefdc96) /* door */                                                                \
    DO(19, 0xf1efe6) /* grass that is not walked on */

/* What the table does not name. */
#define OTHERS(DO)                                                                             \
    DO(20, 0xe9dfb4)                                                                           \
    DO(21, 0xcfc0e0)                                                                           \
    DO(22, 0xb3ddcf)                                                                           \
    DO(23, 0xf0cdb0)

#define FLOOR(number, rgb) [number] = {.role = "floor m" #number, .fill = SOLID(rgb)},
#define ECHOED(number, rgb) [number] = {.role = "echo m" #number, .fill = SHEER(rgb)},

static const wr_ink floors[] = {MATERIALS(FLOOR) OTHERS(FLOOR)};
static const wr_ink echoes[] = {MATERIALS(ECHOED) OTHERS(ECHOED)};

static size_t ink_of(uint32_t material)
{
    enum { NAMED = 20, COUNT = sizeof floors / sizeof *floors };
    return material < NAMED ? material : NAMED + material % (COUNT - NAMED);
}

const wr_ink *wr_floor_ink(uint32_t material)
{
    return &floors[ink_of(material)];
}

const wr_ink *wr_echo_ink(uint32_t material)
{
    return &echoes[ink_of(material)];
}

static const wr_ink islands[WR_ISLAND_INKS] = {
    {.role = "island i0", .fill = SOLID(0xc3d69b)},
    {.role = "island i1", .fill = SOLID(0x9fcbe8)},
    {.role = "island i2", .fill = SOLID(0xefdc96)},
    {.role = "island i3", .fill = SOLID(0xcfc0e0)},
    {.role = "island i4", .fill = SOLID(0xe6b3ad)},
    {.role = "island i5", .fill = SOLID(0xb3ddcf)},
};

const wr_ink *wr_island_ink(uint32_t colour)
{
    return &islands[colour % WR_ISLAND_INKS];
}

/* ---- The rest ---- */

#define DARK 0x2b2f36
#define MIDDLE 0x6d737c

const wr_ink wr_ghost_ink = {.role = "below", .fill = SOLID(0xf1f1ee)};
const wr_ink wr_blocked_ink = {
    .role = "blocked", .fill = SOLID(0xb5b5b3), .hatch = SOLID(0x8a8a88)};
const wr_ink wr_wall_ink = {.role = "wall", .stroke = SOLID(DARK), .width = 2.4f};
const wr_ink wr_thin_wall_ink = {.role = "wall", .stroke = SOLID(DARK), .width = 1.2f};
const wr_ink wr_kept_wall_ink = {.role = "kept", .stroke = SOLID(0x1f5fa8), .width = 3.2f};
const wr_ink wr_echo_wall_ink = {.role = "beyond", .stroke = SHEER(DARK), .width = 1.2f};
const wr_ink wr_height_ink = {
    .role = "height", .stroke = SHEER(0x4d4538), .width = 1, .blunt = true};
const wr_ink wr_door_frame_ink = {
    .role = "door", .stroke = SOLID(DARK), .width = 5.4f, .blunt = true};
const wr_ink wr_door_leaf_ink = {
    .role = "leaf", .stroke = SOLID(0xffffff), .width = 3, .blunt = true};
const wr_ink wr_locked_ink = {
    .role = "locked", .stroke = SOLID(0xe0a800), .width = 3, .blunt = true};
const wr_ink wr_hidden_ink = {
    .role = "hidden", .stroke = SOLID(0x9a9fa8), .width = 3, .blunt = true};
const wr_ink wr_closed_ink = {
    .role = "closed", .stroke = SOLID(0xb0472f), .width = 4.6f, .blunt = true};
const wr_ink wr_lost_ink = {.role = "lost", .stroke = SOLID(0xb0472f), .width = 2};
const wr_ink wr_missed_ink = {.role = "missed", .stroke = SOLID(0xc4009a), .width = 2};
const wr_ink wr_fault_ink = {.role = "overlap", .stroke = SOLID(0xc4009a), .width = 2.5f};
const wr_ink wr_entry_ink = {
    .role = "entry", .fill = SOLID(0x00695c), .stroke = WR_PAPER, .width = 1.5f};
const wr_ink wr_exit_ink = {
    .role = "exit", .fill = SOLID(0x7b1fa2), .stroke = WR_PAPER, .width = 1.5f};
const wr_ink wr_way_out_ink = {
    .role = "wayout", .fill = SOLID(0x1f5fa8), .stroke = WR_PAPER, .width = 1.5f};
const wr_ink wr_route_ink = {
    .role = "route", .stroke = (wr_colour)0x00695c99u, .width = 3, .dash = 7};
const wr_ink wr_key_ink = {.role = "lockkey", .stroke = SOLID(0xb47f00), .width = 2.2f};
const wr_ink wr_small_leaf_ink = {
    .role = "leaf", .stroke = SOLID(0xffffff), .width = 1.6f, .blunt = true};
const wr_ink wr_small_closed_ink = {
    .role = "closed", .stroke = SOLID(0xb0472f), .width = 2.2f, .blunt = true};
const wr_ink wr_small_route_ink = {
    .role = "route", .stroke = (wr_colour)0x00695cccu, .width = 2, .dash = 4};
const wr_ink wr_tile_ink = {
    .role = "tile", .stroke = (wr_colour)0x2b2f3680u, .width = 1, .dash = 3, .blunt = true};
const wr_ink wr_frame_ink = {.role = "frame", .stroke = SOLID(0x8b9098), .width = 1};
const wr_ink wr_rule_ink = {.role = "rule", .stroke = SOLID(0xd5d8dc), .width = 1};
const wr_ink wr_scale_ink = {
    .role = "scale", .stroke = SOLID(DARK), .width = 1.6f, .blunt = true};

const wr_ink wr_title_ink = {.role = "title", .fill = SOLID(DARK)};
const wr_ink wr_text_ink = {.role = "text", .fill = SOLID(DARK)};
const wr_ink wr_quiet_ink = {.role = "note", .fill = SOLID(MIDDLE)};
const wr_ink wr_lock_text_ink = {.role = "lockname", .fill = SOLID(0x7a5600)};
const wr_ink wr_name_ink = {.role = "name", .fill = SOLID(0x1d2126)};

const wr_ink *wr_marker_ink(enum wr_marker_kind kind)
{
    static const wr_ink inks[] = {
        [WR_SPAWN] = {"spawn", SOLID(0x0b5fa5), WR_PAPER, 0, 1, 0, false},
        [WR_WAYPOINT] = {"waypoint", SOLID(0x3f4a5a), WR_PAPER, 0, 1, 0, false},
        [WR_PLACEABLE] = {"placeable", SOLID(0x8a5a12), WR_PAPER, 0, 1, 0, false},
        [WR_LOOT] = {"loot", SOLID(0xe0a800), SOLID(DARK), 0, 1, 0, false},
        [WR_TRIGGER] = {"trigger", SOLID(0x2e7d4f), WR_PAPER, 0, 1, 0, false},
        [WR_ENCOUNTER] = {"encounter", SOLID(0xb3261e), WR_PAPER, 0, 1, 0, false},
        [WR_SOUND] = {"sound", SOLID(0x7a4fb0), WR_PAPER, 0, 1, 0, false},
        [WR_STORE] = {"store", SOLID(0x00777d), WR_PAPER, 0, 1, 0, false},
        [WR_CAMERA] = {"camera", SOLID(0x5b2c6f), WR_PAPER, 0, 1, 0, false},
        [WR_TRACK] = {"track", SOLID(0x6b7280), WR_PAPER, 0, 1, 0, false},
        [WR_OBSTACLE] = {"obstacle", SOLID(0xc2540a), WR_PAPER, 0, 1, 0, false},
        [WR_BACKDROP] = {"backdrop", SOLID(0x9aa5b1), SOLID(DARK), 0, 1, 0, false},
    };
    return &inks[kind];
}
