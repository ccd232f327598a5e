/* The VIS of a module, by the doorways that its walkmeshes have. */
#include "builder/inspect/seen.h"

#include "builder/sight/visibility.h"
#include "core/base/tolerance.h"
#include "core/format/vis.h"

#include <string.h>

struct looking {
    struct wr_context *context;
    const struct wr_joint *joint;
    struct wr_arena *arena;
    struct wr_bare_doorway *doorways;
    uint32_t count;
    wr_vec3 *points;
    size_t point_count;
};

static bool is_blank(const struct wr_joint *joint, uint32_t room)
{
    return strcmp(joint->rooms[room].name, "****") == 0;
}

/* The room that an edge leads to, or WR_NONE. */
static uint32_t behind(const struct wr_joint *joint, uint32_t room, const wr_edge *edge)
{
    int64_t to = edge->transition;
    bool there = to >= 0 && to < joint->count && to != room && joint->rooms[to].mesh;
    return there ? (uint32_t)to : WR_NONE;
}

static bool leads_to(const struct wr_joint *joint, uint32_t room, uint32_t to)
{
    const struct wr_walkmesh *mesh = joint->rooms[room].mesh;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (behind(joint, room, &mesh->edges[i]) == to)
            return true;
    return false;
}

/* ---- Doorways ---------------------------------------------------------------------------- */

/* An edge goes on with the doorway before it, or begins one. */
static void add_edge(struct looking *looking, uint32_t room, uint32_t to, uint32_t edge,
                     bool follows)
{
    const struct wr_walkmesh *mesh = looking->joint->rooms[room].mesh;
    if (!follows)
        looking->doorways[looking->count++] = (struct wr_bare_doorway){
            .rooms = {room, to}, .points = looking->points + looking->point_count};
    struct wr_bare_doorway *doorway = &looking->doorways[looking->count - 1];
    looking->points[looking->point_count++] = mesh->vertices[wr_edge_start(mesh, edge)];
    looking->points[looking->point_count++] = mesh->vertices[wr_edge_end(mesh, edge)];
    doorway->point_count += 2;
}

/* Runs of edges that lead to one room are a doorway. Of its two sides the one of the earlier
 * room counts, unless only the other has edges. */
static void add_room(struct looking *looking, uint32_t room)
{
    const struct wr_joint *joint = looking->joint;
    const struct wr_walkmesh *mesh = joint->rooms[room].mesh;
    for (uint32_t p = 0, i = 0; mesh && p < mesh->perimeter_count; p++) {
        uint32_t last = WR_NONE;
        for (; i < mesh->perimeters[p]; i++) {
            uint32_t to = behind(joint, room, &mesh->edges[i]);
            if (to != WR_NONE && to < room && leads_to(joint, to, room))
                to = WR_NONE;
            if (to != WR_NONE)
                add_edge(looking, room, to, mesh->edges[i].edge, to == last);
            last = to;
        }
    }
}

static bool list_doorways(struct looking *looking)
{
    size_t edges = 0;
    for (uint32_t r = 0; r < looking->joint->count; r++)
        edges += looking->joint->rooms[r].mesh ? looking->joint->rooms[r].mesh->edge_count : 0;
    looking->doorways = WR_TAKE(looking->arena, struct wr_bare_doorway, edges);
    looking->points = WR_TAKE(looking->arena, wr_vec3, 2 * edges);
    for (uint32_t r = 0; looking->doorways && looking->points && r < looking->joint->count; r++)
        add_room(looking, r);
    return looking->doorways && looking->points;
}

/* ---- Writing ----------------------------------------------------------------------------- */

/* The names of all that a room sees, in the order of the layout; returns how many. */
static uint32_t names_of(const struct wr_joint *joint, const struct wr_visibility *visibility,
                         uint32_t room, const char **out)
{
    const struct wr_seen *seen = &visibility->rooms[room];
    uint32_t count = 0;
    for (uint32_t other = 0, i = 0; other < joint->count; other++) {
        while (i < seen->count && seen->items[i] < other)
            i++;
        bool sees = i < seen->count && seen->items[i] == other;
        sees = sees || !joint->rooms[room].mesh || !joint->rooms[other].mesh;
        if (sees && other != room && !is_blank(joint, other))
            out[count++] = joint->rooms[other].name;
    }
    return count;
}

static enum wr_result write_vis(const struct looking *looking,
                                const struct wr_visibility *visibility, struct wr_bytes *out)
{
    const struct wr_joint *joint = looking->joint;
    const char **seen = WR_TAKE(looking->arena, const char *, joint->count);
    if (!seen)
        return wr_no_memory(looking->context);
    for (uint32_t room = 0; room < joint->count; room++) {
        if (is_blank(joint, room))
            continue;
        uint32_t count = names_of(joint, visibility, room, seen);
        wr_vis_entry entry = {joint->rooms[room].name, seen, count};
        wr_vis_write(&(struct wr_vis){&entry, 1}, out);
    }
    return out->failed ? wr_no_memory(looking->context) : WR_OK;
}

static enum wr_result look(struct looking *looking, struct wr_bytes *out)
{
    struct wr_portals portals;
    struct wr_visibility visibility;
    if (!list_doorways(looking) ||
        !wr_portals_of(looking->arena, looking->doorways, looking->count, looking->joint->count,
                       &portals))
        return wr_no_memory(looking->context);
    enum wr_result result =
        wr_visibility_look(looking->context, &portals, looking->joint->count, &visibility);
    if (result != WR_OK)
        return result;
    result = write_vis(looking, &visibility, out);
    wr_visibility_finish(&visibility);
    return result;
}

enum wr_result wr_joint_vis(struct wr_context *context, const struct wr_joint *joint,
                            struct wr_bytes *out)
{
    struct looking looking = {.context = context, .joint = joint, .arena = wr_arena_create()};
    if (!looking.arena)
        return wr_no_memory(context);
    enum wr_result result = look(&looking, out);
    wr_arena_destroy(looking.arena);
    return result;
}
