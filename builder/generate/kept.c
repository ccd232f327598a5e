/* From a map to rooms that stand: placed and linked by the rules of a build, then as pieces. */
#include "builder/generate/kept.h"
#include "builder/generate/finding.h"
#include "builder/generate/keep.h"
#include "builder/layout/exits.h"
#include "builder/layout/locks.h"

#include "core/base/disjoint.h"
#include "core/base/suggestion.h"
#include "core/base/text.h"

#include <string.h>

wr_where wr_kept_where(const struct wr_kept *kept, uint32_t room)
{
    return kept->layout->rooms[room].where;
}

/* ---- Placing ---- */

/* Links by where doorways stand become stated ones, behind those the map states: nothing that
 * comes to stand beside changes them. */
static bool state_links(struct wr_kept *kept, struct wr_arena *arena)
{
    const struct wr_layout *layout = kept->layout;
    wr_map_link *links = WR_TAKE(arena, wr_map_link, layout->link_count);
    uint32_t count = kept->part.link_count;
    if (!links)
        return false;
    memcpy(links, kept->part.links, count * sizeof *links);
    for (uint32_t i = 0; i < layout->link_count; i++) {
        if (layout->links[i].stated)
            continue;
        const uint32_t *hooks = layout->links[i].hooks;
        links[count++] = (wr_map_link){
            .rooms = {layout->hooks[hooks[0]].room, layout->hooks[hooks[1]].room},
            .hooks = {wr_hook_of(layout, hooks[0])->name, wr_hook_of(layout, hooks[1])->name}};
    }
    kept->part.links = links;
    kept->part.link_count = count;
    kept->part.links_only = true;
    return true;
}

static enum wr_result judge(struct wr_context *context, struct wr_layout *layout)
{
    enum wr_result linked = wr_layout_link(context, layout);
    enum wr_result apart = wr_layout_overlap(context, layout);
    if (linked == WR_OK)
        linked = wr_layout_exits(context, layout);
    return linked == WR_OK ? apart : linked;
}

static void note_lock(void *user, const struct wr_diag *diag)
{
    struct wr_finding *fault = user;
    fault->found |= strcmp(diag->slug, "key-unreachable") == 0 ||
                    strcmp(diag->slug, "lock-walked-around") == 0;
}

/* Where nothing but something new comes, what is wrong with the map is no fault of that. */
static enum wr_result note_faults(struct wr_context *context, struct wr_kits *kits,
                                  const struct wr_build_options *build, struct wr_kept *kept)
{
    struct wr_finding fault = {.found = false};
    struct wr_context *quiet = wr_context_within(context, note_lock, &fault);
    struct wr_layout *layout = NULL;
    enum wr_result result = quiet ? WR_OK : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_layout_place(quiet, &kept->part, kits, build, &layout);
    if (result == WR_OK)
        result = wr_layout_judge(quiet, layout, &kept->unreachable);
    if (result == WR_OK)
        result = wr_layout_unlock(quiet, layout);
    kept->faulty = fault.found;
    wr_layout_free(layout);
    wr_context_destroy(quiet);
    return result == WR_NO_MEMORY || result == WR_STOPPED ? result : WR_OK;
}

enum wr_result wr_kept_place(struct wr_context *context,
                             const struct wr_generator_options *options, struct wr_kits *kits,
                             const wr_surfaces *surfaces, struct wr_arena *arena,
                             struct wr_kept *out)
{
    struct wr_build_options build = {.surfaces = surfaces, .dry_run = true};
    *out = (struct wr_kept){.adds = options->add};
    if (!options->keep)
        return WR_OK;
    enum wr_result result = wr_keep_part(context, options, arena, &out->part);
    if (result == WR_OK)
        result = wr_layout_look(context, &out->part, kits);
    if (result == WR_OK)
        result = wr_layout_place(context, &out->part, kits, &build, &out->layout);
    if (result == WR_OK)
        result = judge(context, out->layout);
    out->room_count = out->part.room_count;
    if (result == WR_OK && !state_links(out, arena))
        result = wr_no_memory(context);
    if (result == WR_OK && out->adds)
        result = note_faults(context, kits, &build, out);
    return result;
}

void wr_kept_finish(struct wr_kept *kept)
{
    wr_layout_free(kept->layout);
}

/* ---- Doorways that are named ---- */

static enum wr_result unknown(struct wr_context *context, const struct wr_kept *kept,
                              const char *text, uint32_t room)
{
    char hint[WR_SUGGESTION_SIZE];
    wr_where where = wr_map_whole(&kept->part);
    const char *hook = strrchr(text, ':');
    if (!hook)
        return wr_fail(context, WR_NOT_FOUND, where, "keep-doorway-unknown",
                       "write the room, a colon and its doorway, such as hall:north",
                       "'%.64s' is no doorway of a room", text);
    if (room == WR_NONE)
        return wr_fail(context, WR_NOT_FOUND, where, "keep-doorway-unknown",
                       wr_suggestion_among(hint, text, kept->part.rooms, kept->room_count,
                                           sizeof *kept->part.rooms,
                                           offsetof(wr_map_room, name)),
                       "no room that is kept is the one of the doorway '%.64s'", text);
    const wr_room *kit_room = kept->layout->rooms[room].room;
    return wr_fail(context, WR_NOT_FOUND, wr_kept_where(kept, room), "keep-doorway-unknown",
                   wr_suggestion_among(hint, hook + 1, kit_room->hooks, kit_room->hook_count,
                                       sizeof *kit_room->hooks, offsetof(wr_hook, name)),
                   "the room '%s' has no doorway '%.64s'", kept->part.rooms[room].name,
                   hook + 1);
}

/* The doorway a text names: everything before one of its colons is the room. */
static uint32_t find_doorway(const struct wr_kept *kept, const char *text, uint32_t *room)
{
    const struct wr_layout *layout = kept->layout;
    *room = WR_NONE;
    for (const char *colon = text; (colon = strchr(colon, ':')); colon++)
        for (uint32_t i = 0; i < kept->room_count; i++) {
            const wr_room *kit_room = layout->rooms[i].room;
            if (!wr_view_is((wr_view){text, (size_t)(colon - text)}, kept->part.rooms[i].name))
                continue;
            *room = i;
            for (uint32_t h = 0; h < kit_room->hook_count; h++)
                if (strcmp(kit_room->hooks[h].name, colon + 1) == 0)
                    return layout->rooms[i].first_hook + h;
        }
    return WR_NONE;
}

static enum wr_result taken(struct wr_context *context, const struct wr_kept *kept,
                            const char *text, uint32_t hook)
{
    const struct wr_layout *layout = kept->layout;
    const wr_placed_hook *placed = &layout->hooks[hook];
    wr_where where = wr_kept_where(kept, placed->room);
    if (placed->exit != WR_NONE)
        return wr_fail(context, WR_INVALID, where, "keep-doorway-taken",
                       "name another doorway, or take the exit out of the map",
                       "the doorway '%.64s' leads into the module '%s'", text,
                       layout->exits[placed->exit].said->module);
    const uint32_t *ends = layout->links[placed->link].hooks;
    uint32_t other = layout->hooks[ends[ends[0] == hook]].room;
    return wr_fail(context, WR_INVALID, where, "keep-doorway-taken",
                   "name a doorway that is open", "the doorway '%.64s' leads to '%s' already",
                   text, kept->part.rooms[other].name);
}

/* Opens the doorways that are named, and no others. */
static enum wr_result open_named(struct wr_context *context,
                                 const struct wr_generator_options *options,
                                 const struct wr_kept *kept, bool *named)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < options->doorway_count; i++) {
        uint32_t room, hook = find_doorway(kept, options->doorways[i], &room);
        if (hook == WR_NONE)
            result = unknown(context, kept, options->doorways[i], room);
        else if (kept->layout->hooks[hook].link != WR_NONE ||
                 kept->layout->hooks[hook].exit != WR_NONE)
            result = taken(context, kept, options->doorways[i], hook);
        else
            named[hook] = true;
    }
    return result;
}

/* ---- Standing ---- */

static bool stand_rooms(struct wr_kept *kept, const struct wr_kit_pieces *kit,
                        struct wr_arena *arena)
{
    uint32_t count = 0;
    kept->standings = WR_TAKE(arena, wr_standing, kept->room_count);
    kept->first_hooks = WR_TAKE(arena, uint32_t, (size_t)kept->room_count + 1);
    if (!kept->standings || !kept->first_hooks)
        return false;
    for (uint32_t i = 0; i < kept->room_count; i++) {
        uint32_t piece = kept->pieces[i];
        kept->standings[i] = wr_standing_at(kit->pieces.first_stance[piece],
                                            wr_spot_of(kept->part.rooms[i].placement.position));
        kept->first_hooks[i] = count;
        count += kit->pieces.pieces[piece].hook_count;
    }
    kept->first_hooks[kept->room_count] = count;
    kept->shut = WR_ZERO(arena, bool, count);
    kept->leads_out = WR_ZERO(arena, bool, count);
    return kept->shut && kept->leads_out;
}

static void shut_hooks(struct wr_kept *kept, const struct wr_kit_pieces *kit, const bool *named)
{
    for (uint32_t i = 0; i < kept->room_count; i++)
        for (uint32_t at = kept->first_hooks[i]; at < kept->first_hooks[i + 1]; at++) {
            uint32_t own = kit->rooms[kept->pieces[i]].hooks[at - kept->first_hooks[i]];
            uint32_t hook = kept->layout->rooms[i].first_hook + own;
            kept->leads_out[at] = kept->layout->hooks[hook].exit != WR_NONE;
            kept->shut[at] = kept->layout->hooks[hook].link != WR_NONE || kept->leads_out[at] ||
                             (named && !named[hook]);
        }
}

/* The piece's number of a placed doorway. */
static uint16_t hook_in_piece(const struct wr_kept *kept, const struct wr_kit_pieces *kit,
                              uint32_t hook)
{
    const wr_placed_hook *placed = &kept->layout->hooks[hook];
    uint32_t piece = kept->pieces[placed->room];
    uint16_t at = 0;
    while (at + 1u < kit->pieces.pieces[piece].hook_count &&
           kit->rooms[piece].hooks[at] != placed->hook)
        at++;
    return at;
}

static bool link_rooms(struct wr_kept *kept, const struct wr_kit_pieces *kit,
                       struct wr_arena *arena)
{
    const struct wr_layout *layout = kept->layout;
    kept->link_count = layout->link_count;
    kept->links = WR_TAKE(arena, wr_kept_link, layout->link_count);
    kept->parts = WR_TAKE(arena, uint32_t, kept->room_count);
    if (!kept->links || !kept->parts)
        return false;
    wr_disjoint_start(kept->parts, kept->room_count);
    for (uint32_t i = 0; i < layout->link_count; i++) {
        wr_kept_link *link = &kept->links[i];
        for (int side = 0; side < 2; side++) {
            link->rooms[side] = layout->hooks[layout->links[i].hooks[side]].room;
            link->hooks[side] = hook_in_piece(kept, kit, layout->links[i].hooks[side]);
        }
        wr_disjoint_join(kept->parts, link->rooms[0], link->rooms[1]);
    }
    for (uint32_t i = 0; i < kept->room_count; i++) {
        kept->parts[i] = wr_disjoint_root(kept->parts, i);
        kept->part_count += kept->parts[i] == i;
    }
    return true;
}

enum wr_result wr_kept_stand(struct wr_context *context,
                             const struct wr_generator_options *options,
                             const struct wr_kit_pieces *kit, struct wr_arena *arena,
                             struct wr_kept *kept)
{
    if (!kept->layout)
        return WR_OK;
    bool *named = WR_ZERO(arena, bool, kept->layout->hook_count);
    if (!named || !stand_rooms(kept, kit, arena) || !link_rooms(kept, kit, arena))
        return wr_no_memory(context);
    enum wr_result result = open_named(context, options, kept, named);
    shut_hooks(kept, kit, options->doorway_count ? named : NULL);
    return result;
}

/* ---- Asking ---- */

uint32_t wr_kept_find(const struct wr_kept *kept, const char *name)
{
    for (uint32_t i = 0; i < kept->room_count; i++)
        if (strcmp(kept->part.rooms[i].name, name) == 0)
            return i;
    return WR_NONE;
}

static bool has_key(const struct wr_kept *kept, const char *key)
{
    for (uint32_t i = 0; i < kept->room_count; i++)
        if (kept->part.rooms[i].key && strcmp(kept->part.rooms[i].key, key) == 0)
            return true;
    return false;
}

static enum wr_result keyless(struct wr_context *context, const struct wr_kept *kept,
                              wr_place place, const char *room, const char *lock)
{
    return wr_fail(
        context, WR_INVALID, wr_where_in_map(&kept->part, place), "keep-lock",
        "keep the room with the key, too, or not the room with the door",
        "a door of the kept room '%s' needs the key '%.64s', and no kept room has it", room,
        lock);
}

enum wr_result wr_kept_judge_keys(struct wr_context *context, const struct wr_kept *kept)
{
    const struct wr_map *part = &kept->part;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; i < part->link_count; i++)
        if (part->links[i].lock && !has_key(kept, part->links[i].lock))
            result = keyless(context, kept, part->links[i].place,
                             part->rooms[part->links[i].rooms[0]].name, part->links[i].lock);
    for (uint32_t i = 0; i < part->exit_count; i++)
        if (part->exits[i].lock && !has_key(kept, part->exits[i].lock))
            result = keyless(context, kept, part->exits[i].place,
                             part->rooms[part->exits[i].room].name, part->exits[i].lock);
    return result;
}
