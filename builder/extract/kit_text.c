/* A kit's XML, for people to read and change: doors, then rooms in the order of the layout. */
#include "builder/extract/kit_text.h"

#include "core/base/text.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* What nothing here says: most doors of the games are about as high. */
#define DOOR_HEIGHT "2.5"

/* ---- Coordinates ------------------------------------------------------------------------- */

/* The next float32 farther from 0, or nearer to it. */
static float beside(float value, bool farther)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += farther ? 1u : (bits & 0x7fffffffu) ? UINT32_MAX : 0u;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The float32 nearest to `whole - part` that, added to `part`, gives `whole` again. */
static float own_of(float whole, float part)
{
    float own = (float)((double)whole - part);
    const float tries[] = {own, beside(own, true), beside(own, false)};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        if (isfinite(tries[i]) && (float)((double)tries[i] + part) == whole)
            return tries[i];
    return own;
}

wr_vec3 wr_taken_own(const wr_taken_room *room, wr_vec3 point)
{
    return wr_vec3_of(own_of(point.x, room->position.x), own_of(point.y, room->position.y),
                      own_of(point.z, room->position.z));
}

/* ---- Pieces ------------------------------------------------------------------------------ */

static void write_escaped(struct wr_bytes *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            wr_bytes_text(out, "&amp;");
            break;
        case '<':
            wr_bytes_text(out, "&lt;");
            break;
        case '"':
            wr_bytes_text(out, "&quot;");
            break;
        default:
            wr_bytes_char(out, *text);
        }
    }
}

static void write_attribute(struct wr_bytes *out, const char *name, const char *value)
{
    wr_bytes_print(out, " %s=\"", name);
    write_escaped(out, value);
    wr_bytes_char(out, '"');
}

static void write_point(struct wr_bytes *out, const char *name, wr_vec3 point)
{
    wr_bytes_print(out, " %s=\"", name);
    wr_bytes_number(out, point.x);
    wr_bytes_char(out, ' ');
    wr_bytes_number(out, point.y);
    wr_bytes_char(out, ' ');
    wr_bytes_number(out, point.z);
    wr_bytes_char(out, '"');
}

static const char *ending(uint32_t count)
{
    return count == 1 ? "" : "s";
}

/* ---- Doors ------------------------------------------------------------------------------- */

/* A width by the centimetre. */
static float rounded(float width)
{
    float centimetres = (float)(uint32_t)(width * 100 + 0.5f) / 100;
    return centimetres > 0 ? centimetres : width;
}

static void write_type(const struct wr_taking *taking, const wr_taken_type *type,
                       struct wr_bytes *out)
{
    wr_bytes_print(out,
                   "  <!-- Stands in %u doorway%s; how high it is was not found out. -->\n",
                   (unsigned)type->count, ending(type->count));
    wr_bytes_text(out, "  <door");
    write_attribute(out, "name", type->name);
    wr_bytes_text(out, " width=\"");
    wr_bytes_number(out, rounded(type->width));
    wr_bytes_text(out, "\" height=\"" DOOR_HEIGHT "\"");
    if (type->look)
        write_attribute(out, taking->game == WR_K2 ? "k2" : "k1", type->blueprint);
    wr_bytes_text(out, "/>\n");
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static void write_hook(const struct wr_taking *taking, const wr_taken_room *room,
                       const wr_taken_hook *hook, struct wr_bytes *out)
{
    wr_bytes_text(out, "    <hook");
    write_attribute(out, "name", hook->name);
    write_point(out, "at", wr_taken_own(room, hook->at));
    write_attribute(out, "door", taking->types[hook->type].name);
    wr_bytes_text(out, " edges=\"");
    for (uint32_t i = 0; i < hook->edge_count; i++)
        wr_bytes_print(out, "%s%u", i ? " " : "", (unsigned)hook->edges[i]);
    wr_bytes_text(out, "\"/>\n");
}

static void write_set(struct wr_bytes *out, const char *key, const char *value)
{
    if (!value)
        return;
    wr_bytes_print(out, "      <set key=\"%s\"", key);
    write_attribute(out, "value", value);
    wr_bytes_text(out, "/>\n");
}

static void write_marker(const wr_taken_room *room, const wr_taken_marker *marker,
                         struct wr_bytes *out)
{
    wr_bytes_text(out, "    <marker");
    write_attribute(out, "name", marker->name);
    write_attribute(out, "kind", wr_marker_kind_name(marker->kind));
    write_point(out, "at", wr_taken_own(room, marker->at));
    wr_bytes_text(out, " facing=\"");
    wr_bytes_number(out, marker->facing);
    wr_bytes_char(out, '"');
    if (!marker->blueprint && !marker->tag && !marker->note) {
        wr_bytes_text(out, "/>\n");
        return;
    }
    wr_bytes_text(out, ">\n");
    write_set(out, "blueprint", marker->blueprint);
    write_set(out, "tag", marker->tag);
    write_set(out, "note", marker->note);
    wr_bytes_text(out, "    </marker>\n");
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
            write_marker(room, &taking->markers[i], out);
        count++;
    }
    return count;
}

static void write_files(const wr_taken_room *room, struct wr_bytes *out)
{
    wr_bytes_print(out, " walkmesh=\"%s.wok\"", room->name);
    if (room->mdl)
        wr_bytes_print(out, " model=\"%s.mdl\"", room->name);
    write_point(out, "origin", room->position);
}

static void write_room(const struct wr_taking *taking, const wr_taken_room *room,
                       struct wr_bytes *out)
{
    wr_bytes_print(out, "\n  <!-- Room %u of the layout: %s square metres of floor. -->\n",
                   (unsigned)room->slot, wr_fixed(wr_walkmesh_area(room->mesh), 1).text);
    wr_bytes_text(out, "  <room");
    write_attribute(out, "id", room->name);
    write_attribute(out, "name", room->name);
    write_files(room, out);
    if (room->hook_count == 0 && write_markers(taking, room, NULL) == 0) {
        wr_bytes_text(out, "/>\n");
        return;
    }
    wr_bytes_text(out, ">\n");
    for (uint32_t i = 0; i < room->hook_count; i++)
        if (!taking->hooks[room->first_hook + i].hidden)
            write_hook(taking, room, &taking->hooks[room->first_hook + i], out);
    write_markers(taking, room, out);
    wr_bytes_text(out, "  </room>\n");
}

/* ---- The kit ----------------------------------------------------------------------------- */

void wr_taken_kit_write(const struct wr_taking *taking, const char *id, struct wr_bytes *out)
{
    wr_bytes_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    wr_bytes_print(out,
                   "<!-- Taken out of the area %s by `warren kit extract`. Walkmeshes are as\n"
                   "     the area has them; `origin` is where each room stood in its layout. "
                   "-->\n",
                   taking->area);
    wr_bytes_text(out, "<kit");
    write_attribute(out, "id", id);
    write_attribute(out, "name", id);
    wr_bytes_text(out, " version=\"1\">\n");
    for (uint32_t i = 0; i < taking->type_count; i++)
        write_type(taking, &taking->types[i], out);
    for (uint32_t i = 0; i < taking->room_count; i++)
        write_room(taking, &taking->rooms[i], out);
    wr_bytes_text(out, "</kit>\n");
}
