/* What a build would do, as a page a person reads. */
#include "builder/plan.h"
#include "builder/layout/exits.h"
#include "builder/layout/names.h"
#include "builder/layout/overlap.h"
#include "builder/layout/seam.h"
#include "builder/module/emit.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "templates/map.h"

#include <inttypes.h>
#include <string.h>

/* ---- Columns ---- */

static size_t columns_of(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static size_t wider(size_t width, const char *text)
{
    size_t columns = columns_of(text);
    return columns > width ? columns : width;
}

static void pad(struct wr_bytes *out, const char *text, size_t width)
{
    wr_bytes_clean(out, text);
    for (size_t i = columns_of(text); i < width; i++)
        wr_bytes_char(out, ' ');
}

static void add_point(struct wr_bytes *out, wr_vec3 point)
{
    wr_bytes_print(out, "[%s, %s, %s]", wr_fixed(point.x, 3).text, wr_fixed(point.y, 3).text,
                   wr_fixed(point.z, 3).text);
}

static void add_plural(struct wr_bytes *out, uint32_t count, const char *noun)
{
    wr_bytes_print(out, "%" PRIu32 " %s%s", count, noun, count == 1 ? "" : "s");
}

/* ---- Doorways ---- */

static const char *room_name(const struct wr_layout *layout, uint32_t hook)
{
    return layout->rooms[layout->hooks[hook].room].name;
}

/* `room.hook`, filled up to `width`. */
static void add_doorway(struct wr_bytes *out, const struct wr_layout *layout, uint32_t hook,
                        size_t width)
{
    const char *room = room_name(layout, hook), *name = wr_hook_of(layout, hook)->name;
    wr_bytes_clean(out, room);
    wr_bytes_char(out, '.');
    pad(out, name, width > columns_of(room) + 1 ? width - columns_of(room) - 1 : 0);
}

static size_t doorway_columns(const struct wr_layout *layout, uint32_t hook)
{
    return columns_of(room_name(layout, hook)) + 1 + columns_of(wr_hook_of(layout, hook)->name);
}

static size_t widest(size_t width, const struct wr_layout *layout, uint32_t hook)
{
    size_t columns = doorway_columns(layout, hook);
    return columns > width ? columns : width;
}

/* ---- Sections ---- */

static void add_head(struct wr_bytes *out, const struct wr_layout *layout)
{
    wr_bytes_text(out, "Plan of ");
    wr_bytes_clean(out, layout->id);
    wr_bytes_text(out, ": ");
    add_plural(out, layout->room_count, "room");
    if (layout->area_room_count != layout->room_count) {
        wr_bytes_text(out, " that become ");
        wr_bytes_print(out, "%" PRIu32, layout->area_room_count);
    }
    wr_bytes_text(out, ", ");
    add_plural(out, layout->link_count, "link");
    uint32_t closed = layout->hook_count - 2 * layout->link_count - layout->exit_count;
    if (layout->exit_count > 0) {
        wr_bytes_text(out, ", ");
        add_plural(out, layout->exit_count, "exit");
    }
    wr_bytes_print(out, ", %" PRIu32 " doorway%s closed\n", closed,
                   closed == 1 ? " stays" : "s stay");
}

static void add_placement(struct wr_bytes *out, const wr_placement *placement)
{
    wr_bytes_text(out, "at ");
    add_point(out, placement->position);
    if (placement->turn != 0)
        wr_bytes_print(out, ", turned %s", wr_fixed(placement->turn, 1).text);
    if (placement->mirror_x || placement->mirror_y)
        wr_bytes_print(out, ", mirrored in %s%s", placement->mirror_x ? "x" : "",
                       !placement->mirror_y  ? ""
                       : placement->mirror_x ? " and y"
                                             : "y");
}

static void add_lengths(struct wr_bytes *out, const wr_room *room)
{
    for (uint32_t i = 0; room->lengths && i < room->stretch_count; i++)
        wr_bytes_print(out, "%s%s", i == 0 ? ", longer by " : " and ",
                       wr_fixed(room->lengths[i], 2).text);
}

static void add_rooms(struct wr_bytes *out, const struct wr_layout *layout)
{
    size_t names = 0, kinds = 0;
    for (uint32_t i = 0; i < layout->room_count; i++) {
        names = wider(names, layout->rooms[i].name);
        kinds = wider(kinds, layout->rooms[i].room->name);
    }
    wr_bytes_text(out, "\nRooms, by their index in the LYT\n");
    for (uint32_t i = 0; i < layout->room_count; i++) {
        const wr_placed_room *room = &layout->rooms[i];
        wr_bytes_print(out, "  %3" PRIu32 "  ", room->area_room);
        pad(out, room->name, names + 2);
        pad(out, room->room->name, kinds + 2);
        add_placement(out, &room->placement);
        add_lengths(out, room->room);
        wr_bytes_char(out, '\n');
    }
}

/* How well a link fits; nothing where it fits exactly. */
static void add_fit(struct wr_bytes *out, const struct wr_layout *layout, uint32_t index)
{
    const wr_link *link = &layout->links[index];
    double move = layout->seams ? (double)layout->seams->items[index].worst_move : 0;
    if (link->distance > 0)
        wr_bytes_print(out, "  %s m apart", wr_fixed(link->distance, 3).text);
    if (move > 0)
        wr_bytes_print(out, "  floors move %s m", wr_fixed(move, 3).text);
    wr_bytes_text(out, link->stated ? "  as the map says" : "");
    wr_bytes_text(out, wr_link_is_inner(layout, link) ? "  inside one room" : "");
}

static void add_links(struct wr_bytes *out, const struct wr_layout *layout)
{
    size_t left = 0, right = 0;
    for (uint32_t i = 0; i < layout->link_count; i++) {
        left = widest(left, layout, layout->links[i].hooks[0]);
        right = widest(right, layout, layout->links[i].hooks[1]);
    }
    wr_bytes_text(out, layout->link_count ? "\nLinks\n" : "\nNo links\n");
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const wr_link *link = &layout->links[i];
        wr_bytes_text(out, "  ");
        add_doorway(out, layout, link->hooks[0], left);
        wr_bytes_text(out, " <-> ");
        add_doorway(out, layout, link->hooks[1], right);
        add_fit(out, layout, i);
        while (out->size && out->data[out->size - 1] == ' ')
            out->size--;
        wr_bytes_char(out, '\n');
    }
}

static void add_near_misses(struct wr_bytes *out, const struct wr_layout *layout)
{
    if (layout->near_miss_count)
        wr_bytes_text(out, "\nNear misses: these doorways are not linked\n");
    for (uint32_t i = 0; i < layout->near_miss_count; i++) {
        const wr_near_miss *miss = &layout->near_misses[i];
        wr_bytes_text(out, "  ");
        add_doorway(out, layout, miss->hooks[0], 0);
        wr_bytes_text(out, " and ");
        add_doorway(out, layout, miss->hooks[1], 0);
        wr_bytes_print(out, ": %s m apart, %s degrees off facing%s%s\n",
                       wr_fixed(miss->distance, 3).text, wr_fixed(miss->angle, 1).text,
                       miss->reason ? ": " : "", miss->reason ? miss->reason : "");
    }
}

static void add_overlaps(struct wr_bytes *out, const struct wr_layout *layout)
{
    bool any = false;
    for (uint32_t i = 0; i < layout->overlap_count; i++) {
        const wr_overlap *overlap = &layout->overlaps[i];
        if (!wr_overlap_breaks(overlap, layout->overlap))
            continue;
        wr_bytes_text(out, any ? "  " : "\nOverlaps\n  ");
        any = true;
        wr_bytes_clean(out, layout->rooms[overlap->rooms[0]].name);
        wr_bytes_text(out, " and ");
        wr_bytes_clean(out, layout->rooms[overlap->rooms[1]].name);
        wr_bytes_print(out, ": floors lie %s m in each other at ",
                       wr_fixed(overlap->depth, 3).text);
        add_point(out, overlap->point);
        wr_bytes_char(out, '\n');
    }
}

static bool is_closed(const wr_placed_hook *hook)
{
    return hook->link == WR_NONE && hook->exit == WR_NONE;
}

static void add_exits(struct wr_bytes *out, const struct wr_layout *layout)
{
    size_t width = 0;
    for (uint32_t i = 0; i < layout->exit_count; i++)
        width = widest(width, layout, layout->exits[i].hook);
    wr_bytes_text(out, layout->exit_count ? "\nExits\n" : "");
    for (uint32_t i = 0; i < layout->exit_count; i++) {
        const wr_exit *exit = &layout->exits[i];
        char tag[WR_LONGEST_TAG + 1];
        wr_map_exit_tag(exit->said, layout->id, tag);
        wr_bytes_text(out, "  ");
        add_doorway(out, layout, exit->hook, width);
        wr_bytes_print(out, " -> %s", exit->said->module);
        if (tag[0])
            wr_bytes_print(out, ", %s '%s'",
                           exit->said->goal == WR_EXIT_TO_DOOR ? "door" : "waypoint", tag);
        wr_bytes_print(out, ", by a %s\n", wr_exit_has_door(layout, exit) ? "door" : "trigger");
    }
}

static void add_closed(struct wr_bytes *out, const struct wr_layout *layout)
{
    size_t width = 0;
    for (uint32_t h = 0; h < layout->hook_count; h++)
        if (is_closed(&layout->hooks[h]))
            width = widest(width, layout, h);
    if (width)
        wr_bytes_text(out, "\nDoorways that stay closed\n");
    for (uint32_t h = 0; h < layout->hook_count; h++) {
        if (!is_closed(&layout->hooks[h]))
            continue;
        wr_bytes_text(out, "  ");
        add_doorway(out, layout, h, width);
        wr_bytes_text(out, "  at ");
        add_point(out, layout->hooks[h].position);
        wr_bytes_char(out, '\n');
    }
}

static void add_entry(struct wr_bytes *out, const struct wr_layout *layout)
{
    if (layout->entry.room == WR_NONE)
        return;
    wr_bytes_text(out, "\nThe player arrives in ");
    wr_bytes_clean(out, layout->rooms[layout->entry.room].name);
    if (layout->entry.marker) {
        wr_bytes_text(out, " at marker ");
        wr_bytes_clean(out, layout->entry.marker);
    }
    wr_bytes_text(out, ", ");
    add_point(out, layout->entry.position);
    wr_bytes_char(out, '\n');
}

static void write_page(struct wr_bytes *out, const struct wr_layout *layout)
{
    add_head(out, layout);
    add_rooms(out, layout);
    add_links(out, layout);
    add_exits(out, layout);
    add_near_misses(out, layout);
    add_overlaps(out, layout);
    add_closed(out, layout);
    add_entry(out, layout);
}

enum wr_result wr_plan_write(struct wr_context *context, const struct wr_layout *layout,
                             const struct wr_build_options *options,
                             struct wr_build_summary *summary)
{
    struct wr_emission emission = {
        .layout = layout, .options = options, .summary = summary, .line = true};
    if (options->plan_json)
        return wr_emit_report(context, &emission, options->plan);
    write_page(options->plan, layout);
    return options->plan->failed ? wr_no_memory(context) : WR_OK;
}
