/* The report: what was built from what, for people, programs and the commands that come after.
 */
#include "builder/generate/generate.h"
#include "builder/layout/exits.h"
#include "builder/layout/names.h"
#include "builder/layout/profile.h"
#include "builder/layout/seam.h"
#include "builder/layout/things.h"
#include "builder/module/assembly.h"
#include "builder/module/emit.h"
#include "builder/sight/visibility.h"

#include "core/base/disjoint.h"
#include "core/base/tolerance.h"
#include "core/text/dump.h"
#include "kits/marker_row.h"
#include "templates/map.h"

static void item(struct wr_dump *dump)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
}

/* ---- Rooms ---- */

static void report_lengths(struct wr_dump *dump, const wr_room *room)
{
    if (!room->lengths)
        return;
    wr_dump_list(dump, "stretch");
    for (uint32_t i = 0; i < room->stretch_count; i++)
        wr_dump_number(dump, NULL, room->lengths[i]);
    wr_dump_list_end(dump);
}

static void report_room(struct wr_dump *dump, const wr_placed_room *placed, const char *key)
{
    item(dump);
    wr_dump_text(dump, "name", placed->name);
    wr_dump_text(dump, "kit", placed->room->kit->id);
    wr_dump_text(dump, "room", placed->room->id);
    wr_dump_count(dump, "index", placed->area_room);
    wr_dump_vec3(dump, "position", placed->placement.position);
    wr_dump_number(dump, "turn", placed->placement.turn);
    wr_dump_bool(dump, "mirror_x", placed->placement.mirror_x);
    wr_dump_bool(dump, "mirror_y", placed->placement.mirror_y);
    report_lengths(dump, placed->room);
    wr_dump_count(dump, "islands", placed->room->island_count);
    if (key)
        wr_dump_text(dump, "key", key);
    wr_dump_object_end(dump);
}

static void report_rooms(struct wr_dump *dump, const struct wr_layout *layout)
{
    wr_dump_list(dump, "rooms");
    for (uint32_t i = 0; i < layout->room_count; i++)
        report_room(dump, &layout->rooms[i], layout->map->rooms[i].key);
    wr_dump_list_end(dump);
}

static void report_walkmeshes(struct wr_dump *dump, const struct wr_emission *emission)
{
    const struct wr_layout *layout = emission->layout;
    wr_dump_list(dump, "walkmeshes");
    for (uint32_t i = 0; i < layout->area_room_count; i++) {
        item(dump);
        wr_dump_text(dump, "file", wr_room_file_of(layout, i).name);
        wr_dump_count(dump, "rooms", layout->area_rooms[i].count);
        wr_dump_count(dump, "faces", emission->faces[i]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

/* ---- Doorways ---- */

static const char *room_name(const struct wr_layout *layout, uint32_t hook)
{
    return layout->rooms[layout->hooks[hook].room].name;
}

static void report_ends(struct wr_dump *dump, const struct wr_layout *layout,
                        const uint32_t hooks[2])
{
    wr_dump_list(dump, "rooms");
    wr_dump_text(dump, NULL, room_name(layout, hooks[0]));
    wr_dump_text(dump, NULL, room_name(layout, hooks[1]));
    wr_dump_list_end(dump);
    wr_dump_list(dump, "hooks");
    wr_dump_text(dump, NULL, wr_hook_of(layout, hooks[0])->name);
    wr_dump_text(dump, NULL, wr_hook_of(layout, hooks[1])->name);
    wr_dump_list_end(dump);
}

static void report_links(struct wr_dump *dump, const struct wr_layout *layout)
{
    wr_dump_list(dump, "links");
    for (uint32_t i = 0; i < layout->link_count; i++) {
        const wr_link *link = &layout->links[i];
        item(dump);
        report_ends(dump, layout, link->hooks);
        wr_dump_bool(dump, "stated", link->stated);
        wr_dump_bool(dump, "merged", wr_link_is_inner(layout, link));
        wr_dump_number(dump, "distance", (float)link->distance);
        if (layout->seams)
            wr_dump_number(dump, "moved", layout->seams->items[i].worst_move);
        if (link->lock)
            wr_dump_text(dump, "lock", link->lock);
        if (link->optional)
            wr_dump_bool(dump, "optional", true);
        if (link->hidden)
            wr_dump_bool(dump, "hidden", true);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void report_exits(struct wr_dump *dump, const struct wr_layout *layout)
{
    if (layout->exit_count == 0)
        return;
    wr_dump_list(dump, "exits");
    for (uint32_t i = 0; i < layout->exit_count; i++) {
        const wr_exit *exit = &layout->exits[i];
        char text[WR_LONGEST_TAG + 1];
        item(dump);
        wr_dump_text(dump, "room", room_name(layout, exit->hook));
        wr_dump_text(dump, "hook", wr_hook_of(layout, exit->hook)->name);
        wr_dump_vec3(dump, "position", layout->hooks[exit->hook].position);
        wr_dump_text(dump, "by", wr_exit_has_door(layout, exit) ? "door" : "trigger");
        wr_dump_text(dump, "module", exit->said->module);
        wr_map_exit_tag(exit->said, layout->id, text);
        wr_dump_text(dump, "tag", text);
        wr_dump_text(dump, "to", exit->said->goal == WR_EXIT_TO_DOOR ? "door" : "waypoint");
        wr_map_exit_arrival(exit->said, text);
        wr_dump_text(dump, "arrival", text);
        wr_dump_text(dump, "title", exit->said->title);
        if (exit->said->lock)
            wr_dump_text(dump, "lock", exit->said->lock);
        if (exit->said->hidden)
            wr_dump_bool(dump, "hidden", true);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void report_closed(struct wr_dump *dump, const struct wr_layout *layout)
{
    wr_dump_list(dump, "closed");
    for (uint32_t h = 0; h < layout->hook_count; h++) {
        if (layout->hooks[h].link != WR_NONE || layout->hooks[h].exit != WR_NONE)
            continue;
        item(dump);
        wr_dump_text(dump, "room", room_name(layout, h));
        wr_dump_text(dump, "hook", wr_hook_of(layout, h)->name);
        wr_dump_vec3(dump, "position", layout->hooks[h].position);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

/* Where which room would have to stand. */
static void report_mend(struct wr_dump *dump, const struct wr_layout *layout,
                        const wr_near_miss *miss)
{
    wr_dump_object(dump, "mend");
    wr_dump_text(dump, "room", room_name(layout, miss->hooks[miss->moved]));
    wr_dump_vec3(dump, "position", miss->mend.position);
    wr_dump_number(dump, "turn", miss->mend.turn);
    wr_dump_object_end(dump);
}

static void report_near_misses(struct wr_dump *dump, const struct wr_layout *layout)
{
    wr_dump_list(dump, "near_misses");
    for (uint32_t i = 0; i < layout->near_miss_count; i++) {
        const wr_near_miss *miss = &layout->near_misses[i];
        item(dump);
        report_ends(dump, layout, miss->hooks);
        wr_dump_number(dump, "distance", (float)miss->distance);
        wr_dump_number(dump, "angle", (float)miss->angle);
        wr_dump_text(dump, "reason", miss->reason);
        if (miss->mendable)
            report_mend(dump, layout, miss);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void report_overlaps(struct wr_dump *dump, const struct wr_layout *layout)
{
    wr_dump_list(dump, "overlaps");
    for (uint32_t i = 0; i < layout->overlap_count; i++) {
        const wr_overlap *overlap = &layout->overlaps[i];
        item(dump);
        wr_dump_list(dump, "rooms");
        wr_dump_text(dump, NULL, layout->rooms[overlap->rooms[0]].name);
        wr_dump_text(dump, NULL, layout->rooms[overlap->rooms[1]].name);
        wr_dump_list_end(dump);
        wr_dump_number(dump, "depth", (float)overlap->depth);
        wr_dump_vec3(dump, "at", overlap->point);
        if (overlap->depth > WR_OVERLAP_DEPTH)
            wr_dump_text(dump, "warning", "rooms-deep");
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

/* ---- What is seen ---- */

static void report_visible(struct wr_dump *dump, const struct wr_emission *emission)
{
    const struct wr_layout *layout = emission->layout;
    const bool *changed = emission->visibility ? emission->visibility->changed : NULL;
    if (layout->map->visible_count == 0)
        return;
    wr_dump_list(dump, "visible");
    for (uint32_t i = 0; i < layout->map->visible_count; i++) {
        const wr_map_sight *sight = &layout->map->visible[i];
        item(dump);
        wr_dump_list(dump, "rooms");
        for (int side = 0; side < 2; side++)
            wr_dump_text(dump, NULL, layout->rooms[sight->rooms[side]].name);
        wr_dump_list_end(dump);
        wr_dump_bool(dump, "seen", sight->seen);
        if (changed)
            wr_dump_bool(dump, "changed", changed[i]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

/* ---- Markers ---- */

static void report_marker(struct wr_dump *dump, const wr_placed_thing *thing)
{
    const wr_marker *marker = thing->marker;
    item(dump);
    wr_dump_text(dump, "name", marker->name);
    wr_dump_text(dump, "kind", wr_marker_kind_name(marker->kind));
    wr_dump_text(dump, "room", thing->room ? thing->room->name : NULL);
    wr_dump_vec3(dump, "position", wr_thing_spot(thing));
    wr_dump_number(dump, "facing", wr_motion_facing(&thing->motion, wr_marker_facing(marker)));
    wr_dump_object(dump, "values");
    for (uint32_t i = 0; i < marker->pair_count; i++)
        wr_dump_text(dump, marker->pairs[i].key, marker->pairs[i].value);
    wr_dump_object_end(dump);
    wr_dump_object_end(dump);
}

static void report_markers(struct wr_dump *dump, const struct wr_layout *layout)
{
    wr_placed_thing thing;
    wr_dump_list(dump, "markers");
    for (wr_thing_walk walk = {0}; wr_thing_next(layout, &walk, &thing);)
        report_marker(dump, &thing);
    wr_dump_list_end(dump);
}

static void report_entry(struct wr_dump *dump, const struct wr_layout *layout)
{
    if (layout->entry.room == WR_NONE)
        return;
    wr_dump_row(dump);
    wr_dump_object(dump, "entry");
    wr_dump_text(dump, "room", layout->rooms[layout->entry.room].name);
    wr_dump_text(dump, "marker", layout->entry.marker);
    wr_dump_vec3(dump, "position", layout->entry.position);
    wr_dump_number(dump, "facing", layout->entry.facing);
    if (layout->map->entry.tag)
        wr_dump_text(dump, "tag", layout->map->entry.tag);
    wr_dump_object_end(dump);
}

/* ---- Metrics ---- */

struct shape {
    uint32_t components, dead_ends;
};

/* How many pieces the rooms form, and how many rooms have one doorway that leads on. */
static bool measure_shape(const struct wr_layout *layout, struct shape *out)
{
    struct wr_arena *arena = wr_arena_create();
    uint32_t *parents = arena ? WR_TAKE(arena, uint32_t, layout->room_count) : NULL;
    uint32_t *degrees = arena ? WR_ZERO(arena, uint32_t, layout->room_count) : NULL;
    bool fine = parents && degrees;
    *out = (struct shape){0};
    if (fine)
        wr_disjoint_start(parents, layout->room_count);
    for (uint32_t i = 0; fine && i < layout->link_count; i++) {
        uint32_t a = layout->hooks[layout->links[i].hooks[0]].room;
        uint32_t b = layout->hooks[layout->links[i].hooks[1]].room;
        wr_disjoint_join(parents, a, b);
        degrees[a]++;
        degrees[b]++;
    }
    for (uint32_t r = 0; fine && r < layout->room_count; r++) {
        out->components += parents[r] == r;
        out->dead_ends += degrees[r] == 1;
    }
    wr_arena_destroy(arena);
    return fine;
}

static void report_metrics(struct wr_dump *dump, const struct wr_emission *emission,
                           const struct shape *shape)
{
    const struct wr_build_summary *sum = emission->summary;
    wr_dump_object(dump, "metrics");
    wr_dump_count(dump, "rooms", sum->rooms);
    wr_dump_count(dump, "area_rooms", sum->area_rooms);
    if (emission->visibility) {
        wr_dump_count(dump, "seen", sum->seen);
        wr_dump_number(dump, "culled", wr_visibility_culled(emission->visibility));
    }
    wr_dump_count(dump, "faces", sum->faces);
    wr_dump_count(dump, "links", sum->links);
    if (sum->exits)
        wr_dump_count(dump, "exits", sum->exits);
    wr_dump_count(dump, "closed_hooks", sum->hooks - 2 * sum->links - sum->exits);
    wr_dump_count(dump, "components", shape->components);
    wr_dump_count(dump, "cycle_rank", sum->links + shape->components - sum->rooms);
    wr_dump_count(dump, "dead_ends", shape->dead_ends);
    wr_dump_count(dump, "unreachable", sum->unreachable);
    wr_dump_count(dump, "strays_cleared", sum->strays);
    wr_dump_count(dump, "doorway_splits", sum->splits);
    wr_dump_number(dump, "worst_move", sum->worst_move);
    wr_dump_object_end(dump);
}

/* ---- What the generator knows ---- */

static void report_generated_metrics(struct wr_dump *dump, const struct wr_metrics *metrics)
{
    wr_dump_object(dump, "metrics");
    const char *name;
    for (unsigned i = 0; (name = wr_metric_name(i)); i++) {
        double value;
        wr_metric_value(metrics, name, &value);
        if (wr_metric_is_count(name))
            wr_dump_count(dump, name, (uint64_t)value);
        else
            wr_dump_number(dump, name, (float)value);
    }
    wr_dump_row(dump);
    wr_dump_list(dump, "branching");
    for (int i = 0; i < 4; i++)
        wr_dump_count(dump, NULL, metrics->branches[i]);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

static void report_generated(struct wr_dump *dump, const struct wr_layout *layout,
                             const struct wr_generated *generated)
{
    if (!generated)
        return;
    wr_dump_object(dump, "generated");
    wr_dump_text(dump, "template", generated->template_id);
    wr_dump_count(dump, "seed", generated->seed);
    report_generated_metrics(dump, &generated->metrics);
    if (generated->kept > 0) {
        wr_dump_row(dump);
        wr_dump_list(dump, "kept");
        for (uint32_t i = 0; i < generated->kept; i++)
            wr_dump_text(dump, NULL, layout->rooms[i].name);
        wr_dump_list_end(dump);
    }
    wr_dump_text(dump, "exit",
                 generated->exit == WR_NONE ? NULL : layout->rooms[generated->exit].name);
    wr_dump_row(dump);
    wr_dump_list(dump, "critical_path");
    for (uint32_t i = 0; i < generated->metrics.critical_path; i++)
        wr_dump_text(dump, NULL, layout->rooms[generated->critical_path[i]].name);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

enum wr_result wr_emit_report(struct wr_context *context, const struct wr_emission *emission,
                              struct wr_bytes *out)
{
    const struct wr_layout *layout = emission->layout;
    struct wr_dump dump;
    struct shape shape;
    if (!measure_shape(layout, &shape))
        return wr_no_memory(context);
    wr_dump_start(&dump, out, true);
    if (emission->line)
        wr_dump_line(&dump);
    wr_dump_text(&dump, "format", "warren-report");
    wr_dump_count(&dump, "version", 1);
    wr_dump_text(&dump, "module", layout->id);
    wr_dump_text(&dump, "title", layout->map->title);
    report_entry(&dump, layout);
    report_metrics(&dump, emission, &shape);
    report_rooms(&dump, layout);
    if (emission->faces)
        report_walkmeshes(&dump, emission);
    if (emission->assembly)
        wr_module_report(&dump, emission->assembly, emission->summary);
    report_links(&dump, layout);
    report_exits(&dump, layout);
    report_closed(&dump, layout);
    report_near_misses(&dump, layout);
    report_overlaps(&dump, layout);
    report_visible(&dump, emission);
    report_markers(&dump, layout);
    report_generated(&dump, layout, emission->options->generated);
    wr_dump_end(&dump);
    return WR_OK;
}
