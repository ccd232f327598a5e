/* A kit's XML, for people to read and change: doors, then rooms in the order of the layout. */
#include "builder/extract/kit_text.h"
#include "builder/extract/straight.h"
#include "builder/extract/thing_text.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit_text.h"

#include <string.h>

/* What nothing here says: most doors of the games are about as high. */
#define DOOR_HEIGHT 2.5f

/* ---- Coordinates ------------------------------------------------------------------------- */

wr_vec3 wr_taken_turned_back(const wr_taken_room *room, wr_vec3 own)
{
    const wr_motion motion =
        wr_motion_of((wr_placement){.turn = room->turn, .mirror_x = room->mirrored});
    return room->turn != 0 || room->mirrored ? wr_motion_origin(&motion, own) : own;
}

float wr_taken_facing(const wr_taken_room *room, float facing)
{
    double back = (double)facing - (double)room->turn;
    if (room->turn == 0 && !room->mirrored)
        return facing;
    back = room->mirrored ? 180 - back : back;
    return (float)(back - 360 * floor(back / 360));
}

wr_vec3 wr_taken_own(const wr_taken_room *room, wr_vec3 point)
{
    return wr_taken_turned_back(room, wr_vec3_seen_from(point, room->position));
}

/* ---- Pieces ------------------------------------------------------------------------------ */

static const char *ending(uint32_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- Doors ------------------------------------------------------------------------------- */

/* By the centimetre; nothing of a door is longer than a map. */
static float rounded(float width)
{
    float centimetres = (float)(uint32_t)(width * 100 + 0.5f) / 100;
    return centimetres > 0 ? centimetres : width;
}

static void write_type(const struct wr_taking *taking, const wr_taken_type *type,
                       struct wr_bytes *out)
{
    wr_bytes_print(out, "  <!-- Stands in %u doorway%s; %s. -->\n", (unsigned)type->count,
                   ending(type->count),
                   type->height > 0 ? "its model says how high it is"
                                    : "how high it is was not found out");
    wr_door door = {.name = type->name,
                    .width = rounded(type->width),
                    .height = type->height > 0 ? rounded(type->height) : DOOR_HEIGHT};
    if (type->look)
        door.blueprints[taking->game == WR_K2] = type->blueprint;
    wr_kit_text_door(out, &door);
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static void write_hook(const struct wr_taking *taking, const wr_taken_room *room,
                       const wr_taken_hook *hook, struct wr_bytes *out)
{
    const wr_hook said = {.name = hook->name,
                          .position = wr_taken_own(room, hook->at),
                          .facing = NAN,
                          .id = -1,
                          .threshold = hook->edges,
                          .threshold_count = hook->edge_count};
    wr_kit_text_hook(out, &said, taking->types[hook->type].name);
}

/* How many markers there were. */
static uint32_t write_markers(const struct wr_taking *taking, const wr_taken_room *room,
                              struct wr_bytes *out)
{
    uint32_t count = 0, index = (uint32_t)(room - taking->rooms);
    for (uint32_t i = 0; i < taking->marker_count; i++) {
        if (taking->markers[i].room != index)
            continue;
        if (out)
            wr_taken_marker_write(&taking->markers[i].as, out);
        count++;
    }
    return count;
}

static void write_straights(const wr_taken_room *room, struct wr_bytes *out)
{
    for (uint32_t i = 0; i < room->straight_count; i++) {
        wr_bytes_print(out, "    <stretch axis=\"%c\" at=\"",
                       room->straights[i].axis == 0 ? 'x' : 'y');
        wr_bytes_number(out, room->straights[i].at);
        wr_bytes_text(out, "\" to=\"");
        wr_bytes_number(out, WR_STRAIGHT_MOST);
        wr_bytes_text(out, "\"/>\n");
    }
}

static void write_files(const wr_taken_room *room, struct wr_bytes *out)
{
    wr_bytes_print(out, " walkmesh=\"%s.wok\"", room->name);
    if (room->mdl || room->modelled)
        wr_bytes_print(out, " model=\"%s.mdl\"", room->name);
    wr_kit_text_point(out, "origin", room->position);
}

/* "Room 3 of the layout", and those that are like it. */
static void write_slots(const struct wr_taking *taking, const wr_taken_room *room,
                        struct wr_bytes *out)
{
    uint32_t index = (uint32_t)(room - taking->rooms), others = 0;
    wr_bytes_print(out, "Room %u of the layout", (unsigned)room->slot);
    for (uint32_t i = 0; i < taking->room_count; i++)
        if (taking->rooms[i].like == index && i != index)
            wr_bytes_print(out, "%s%u", others++ ? ", " : ", also ",
                           (unsigned)taking->rooms[i].slot);
}

static void write_room(const struct wr_taking *taking, const wr_taken_room *room,
                       struct wr_bytes *out)
{
    wr_bytes_text(out, "\n  <!-- ");
    if (taking->design)
        wr_bytes_print(out, "The floors of the %s", taking->design->kind);
    else
        write_slots(taking, room, out);
    wr_bytes_print(out, ": %s square metres of floor. -->\n",
                   wr_fixed(wr_walkmesh_area(room->mesh), 1).text);
    wr_bytes_text(out, "  <room");
    wr_kit_text_attribute(out, "id", room->name);
    wr_kit_text_attribute(out, "name", room->name);
    write_files(room, out);
    if (room->hook_count + room->straight_count == 0 &&
        write_markers(taking, room, NULL) == 0) {
        wr_bytes_text(out, "/>\n");
        return;
    }
    wr_bytes_text(out, ">\n");
    for (uint32_t i = 0; i < room->hook_count; i++)
        if (!taking->hooks[room->first_hook + i].hidden)
            write_hook(taking, room, &taking->hooks[room->first_hook + i], out);
    write_straights(room, out);
    write_markers(taking, room, out);
    wr_bytes_text(out, "  </room>\n");
}

/* ---- The kit ----------------------------------------------------------------------------- */

void wr_taken_kit_write(const struct wr_taking *taking, const char *id, struct wr_bytes *out)
{
    wr_bytes_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    wr_bytes_print(out, "<!-- Taken out of the %s %s by `warren kit extract`.",
                   taking->design ? taking->design->kind : "area", taking->area);
    wr_bytes_text(out, taking->design
                           ? " Floors are what one can stand on. -->\n"
                           : " Walkmeshes are as\n     the area has them; `origin` is "
                             "where each room stood in its layout. -->\n");
    wr_kit_text_start(out, id, id);
    for (uint32_t i = 0; i < taking->type_count; i++)
        write_type(taking, &taking->types[i], out);
    for (uint32_t i = 0; i < taking->room_count; i++)
        if (taking->rooms[i].like == i)
            write_room(taking, &taking->rooms[i], out);
    wr_bytes_text(out, "</kit>\n");
}
