/* Stitching a room: move it, bring its doorways onto their seams, cut edges where the other
 * side has a vertex, and mark the edges that lead on. */
#include "builder/layout/stitch.h"
#include "builder/layout/profile.h"

#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/transform.h"

#include <stdlib.h>
#include <string.h>

/* A new vertex in an edge of the moved mesh. */
struct cut {
    uint32_t edge;
    double along; /* 0..1 from the edge's start */
    uint32_t vertex;
};

/* An edge of the finished mesh that belongs to a doorway. */
struct wanted {
    uint32_t start, end;
    int32_t transition;
    bool found;
};

/* A stitching under way. */
struct stitching {
    struct wr_context *context;
    const struct wr_layout *layout;
    const wr_placed_room *room;
    uint32_t index;
    struct wr_arena *arena;
    struct wr_stitched *out;
    struct cut *cuts; /* by edge, then along */
    uint32_t cut_count;
    wr_vec3 *added; /* places of new vertices */
    uint32_t added_count;
    bool *touched; /* one a vertex of the kit room: it moved */
    struct wanted *wanted;
    uint32_t wanted_count;
};

static const wr_seam *seam_of(const struct wr_layout *layout, const wr_doorway *doorway)
{
    return &layout->seams->items[doorway->link];
}

static int side_of(const struct wr_layout *layout, const wr_doorway *doorway)
{
    return layout->links[doorway->link].hooks[0] == doorway->hook ? 0 : 1;
}

/* ---- Doorways ---- */

static bool list_doorways(struct stitching *s)
{
    uint32_t hooks = s->room->room->hook_count;
    s->out->doorways = WR_TAKE(s->arena, wr_doorway, hooks);
    if (!s->out->doorways)
        return false;
    for (uint32_t h = 0; h < hooks; h++) {
        uint32_t hook = s->room->first_hook + h, link = s->layout->hooks[hook].link;
        if (link == WR_NONE)
            continue;
        uint32_t count = s->layout->seams->items[link].count;
        uint32_t *vertices = WR_TAKE(s->arena, uint32_t, count);
        if (!vertices)
            return false;
        s->out->doorways[s->out->doorway_count++] = (wr_doorway){link, hook, vertices, count};
        s->wanted_count += count - 1;
    }
    return true;
}

/* How many cuts the doorways make, those of bordering faces counted too. */
static uint32_t count_cuts(const struct stitching *s, uint32_t *added)
{
    uint32_t count = 0;
    *added = 0;
    for (uint32_t d = 0; d < s->out->doorway_count; d++) {
        const wr_doorway *doorway = &s->out->doorways[d];
        const wr_seam *seam = seam_of(s->layout, doorway);
        int side = side_of(s->layout, doorway);
        for (uint32_t k = 0; k < seam->count; k++) {
            const wr_seam_end *end = &s->layout->seams->points[seam->first + k].ends[side];
            if (end->vertex != WR_NONE)
                continue;
            ++*added;
            count += 1 + wr_mates_of(s->room->profile->borders, end->edge).count;
        }
    }
    return count;
}

static void add_cut(struct stitching *s, uint32_t edge, double along, uint32_t vertex)
{
    bool mirrored = s->room->motion.mirrored;
    s->cuts[s->cut_count++] = (struct cut){wr_motion_edge(&s->room->motion, edge),
                                           mirrored ? 1 - along : along, vertex};
}

static void cut_edge(struct stitching *s, const wr_seam_end *end, uint32_t vertex)
{
    wr_mates borders = wr_mates_of(s->room->profile->borders, end->edge);
    const struct wr_walkmesh *mesh = s->room->room->mesh;
    add_cut(s, end->edge, end->along, vertex);
    for (uint32_t i = 0; i < borders.count; i++) {
        uint32_t border = borders.items[i].other;
        bool same = wr_edge_start(mesh, border) == wr_edge_start(mesh, end->edge);
        add_cut(s, border, same ? end->along : 1 - end->along, vertex);
    }
}

static void move_vertex(struct stitching *s, uint32_t vertex, wr_vec3 position)
{
    wr_mates twins = wr_mates_of(s->room->profile->twins, vertex);
    wr_vec3 *vertices = s->out->mesh->vertices;
    if (wr_vec3_same(vertices[vertex], position))
        return;
    vertices[vertex] = position;
    s->touched[vertex] = true;
    for (uint32_t i = 0; i < twins.count; i++) {
        vertices[twins.items[i].other] = position;
        s->touched[twins.items[i].other] = true;
    }
}

static void bring_doorway(struct stitching *s, wr_doorway *doorway)
{
    const wr_seam *seam = seam_of(s->layout, doorway);
    int side = side_of(s->layout, doorway);
    for (uint32_t k = 0; k < seam->count; k++) {
        const wr_seam_point *point = &s->layout->seams->points[seam->first + k];
        uint32_t vertex = point->ends[side].vertex;
        if (vertex == WR_NONE) {
            vertex = s->out->mesh->vertex_count + s->added_count;
            s->added[s->added_count++] = point->position;
            cut_edge(s, &point->ends[side], vertex);
        } else {
            move_vertex(s, vertex, point->position);
        }
        doorway->vertices[k] = vertex;
    }
}

static int order_cuts(const void *a, const void *b)
{
    const struct cut *p = a, *q = b;
    if (p->edge != q->edge)
        return p->edge < q->edge ? -1 : 1;
    if (p->along != q->along)
        return p->along < q->along ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

static bool bring_doorways(struct stitching *s)
{
    uint32_t added, cuts = count_cuts(s, &added);
    s->cuts = WR_TAKE(s->arena, struct cut, cuts);
    s->added = WR_TAKE(s->arena, wr_vec3, added);
    s->touched = WR_ZERO(s->arena, bool, s->out->mesh->vertex_count);
    if (!s->cuts || !s->added || !s->touched)
        return false;
    for (uint32_t d = 0; d < s->out->doorway_count; d++)
        bring_doorway(s, &s->out->doorways[d]);
    s->out->splits = added;
    if (s->cut_count)
        qsort(s->cuts, s->cut_count, sizeof *s->cuts, order_cuts);
    return true;
}

/* ---- Splitting faces ---- */

/* The cuts of one edge. */
struct edge_cuts {
    const struct cut *first;
    uint32_t count;
};

/* Faces on their way into the finished mesh. */
struct face_writer {
    struct wr_walkmesh *mesh;
    uint32_t *origins;
    uint32_t count, material, origin;
};

static void write_face(struct face_writer *writer, wr_face face)
{
    writer->mesh->faces[writer->count] = face;
    writer->origins[writer->count] = writer->origin;
    writer->mesh->materials[writer->count++] = writer->material;
}

/* Writes a face as a fan over the cuts of its first cut edge; what remains of its other edges'
 * cuts is left to the outer pieces. */
static void write_split(struct face_writer *writer, wr_face face,
                        const struct edge_cuts cuts[3])
{
    const struct edge_cuts none = {NULL, 0};
    int k = 0;
    while (k < 3 && cuts[k].count == 0)
        k++;
    if (k == 3) {
        write_face(writer, face);
        return;
    }
    uint32_t start = face.v[k], end = face.v[(k + 1) % 3], apex = face.v[(k + 2) % 3];
    const struct edge_cuts after = cuts[(k + 1) % 3], before = cuts[(k + 2) % 3];
    for (uint32_t i = 0; i < cuts[k].count; i++) {
        uint32_t middle = cuts[k].first[i].vertex;
        const struct edge_cuts left[3] = {none, none, i == 0 ? before : none};
        write_split(writer, (wr_face){{start, middle, apex}}, left);
        start = middle;
    }
    const struct edge_cuts right[3] = {none, after, none};
    write_split(writer, (wr_face){{start, end, apex}}, right);
}

static struct edge_cuts take_cuts(const struct stitching *s, uint32_t *next, uint32_t edge)
{
    struct edge_cuts cuts = {&s->cuts[*next], 0};
    while (*next < s->cut_count && s->cuts[*next].edge == edge) {
        ++*next;
        ++cuts.count;
    }
    return cuts;
}

static void write_faces(const struct stitching *s, const struct wr_walkmesh *from,
                        struct wr_walkmesh *to)
{
    struct face_writer writer = {.mesh = to, .origins = s->out->origins};
    uint32_t next = 0;
    for (uint32_t f = 0; f < from->face_count; f++) {
        struct edge_cuts cuts[3];
        for (uint32_t k = 0; k < 3; k++)
            cuts[k] = take_cuts(s, &next, 3 * f + k);
        writer.material = from->materials[f];
        writer.origin = f;
        write_split(&writer, from->faces[f], cuts);
        if (f + 1 == from->walkable_count)
            to->walkable_count = writer.count;
    }
}

static bool split_faces(struct stitching *s)
{
    struct wr_walkmesh *from = s->out->mesh;
    if (s->cut_count == 0)
        return true;
    struct wr_walkmesh *to =
        wr_walkmesh_new(s->arena, from->kind, from->vertex_count + s->added_count,
                        from->face_count + s->cut_count);
    s->out->origins = WR_TAKE(s->arena, uint32_t, from->face_count + s->cut_count);
    if (!to || !s->out->origins)
        return false;
    to->position = from->position;
    memcpy(to->relative_hooks, from->relative_hooks, sizeof to->relative_hooks);
    memcpy(to->absolute_hooks, from->absolute_hooks, sizeof to->absolute_hooks);
    memcpy(to->vertices, from->vertices, from->vertex_count * sizeof *to->vertices);
    memcpy(to->vertices + from->vertex_count, s->added, s->added_count * sizeof *to->vertices);
    write_faces(s, from, to);
    s->out->mesh = to;
    return true;
}

/* ---- Judging faces that changed ---- */

/* Whether a kit's face has no area to speak of: turning a room rounds its vertices, so that the
 * normal of such a face means nothing. */
static bool is_sliver(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    double longest = wr_distance(a, b), other = wr_distance(b, c), third = wr_distance(c, a);
    longest = other > longest ? other : longest;
    longest = third > longest ? third : longest;
    return wr_length(wr_triangle_normal(a, b, c)) <= longest * WR_WELD_DISTANCE;
}

/* The normal a face had before its doorway moved; zero for a sliver. */
static wr_dvec3 kit_normal(const struct stitching *s, uint32_t face)
{
    const struct wr_walkmesh *kit = s->room->room->mesh;
    const wr_motion *motion = &s->room->motion;
    wr_vec3 corners[3];
    for (int k = 0; k < 3; k++)
        corners[k] = wr_motion_point(motion, kit->vertices[kit->faces[face].v[k]]);
    if (is_sliver(corners[0], corners[1], corners[2]))
        return (wr_dvec3){0, 0, 0};
    wr_dvec3 normal = wr_triangle_normal(corners[0], corners[1], corners[2]);
    return motion->mirrored ? wr_scale(normal, -1) : normal;
}

/* A floor must stay a floor; a wall, or what a kit has standing upright, may lean a little. */
static bool still_faces(const struct wr_walkmesh *mesh, uint32_t face, wr_dvec3 before)
{
    const uint32_t *v = mesh->faces[face].v;
    wr_dvec3 now =
        wr_triangle_normal(mesh->vertices[v[0]], mesh->vertices[v[1]], mesh->vertices[v[2]]);
    bool floor = face < mesh->walkable_count && before.z > WR_UPRIGHT * wr_length(before);
    return wr_dot(now, before) > 0 && (!floor || now.z > 0);
}

static bool is_touched(const struct stitching *s, uint32_t face)
{
    const uint32_t *v = s->room->room->mesh->faces[face].v;
    return s->touched[v[0]] || s->touched[v[1]] || s->touched[v[2]];
}

static enum wr_result flipped(const struct stitching *s, uint32_t face)
{
    return wr_fail(
        s->context, WR_INVALID, s->room->where, "seam-flips-face",
        "the doorway's faces are too thin for the move its neighbour asks for: move "
        "a room, or mend the kit's doorway",
        "in room '%s' (%s) face %u of the kit's walkmesh is turned over or flattened "
        "when its doorway is closed",
        s->room->name, s->room->room->name, (unsigned)face);
}

/* Each kit face became 1 + (its cuts) faces, in order. Faces a kit has without area stay as
 * they are. What turns over is an error, or is noted in `flips` where that is not NULL. */
static enum wr_result judge_faces(const struct stitching *s, bool *flips)
{
    const struct wr_walkmesh *kit = s->room->room->mesh;
    enum wr_result result = WR_OK;
    uint32_t at = 0, next = 0;
    for (uint32_t f = 0; f < kit->face_count; f++) {
        uint32_t pieces = 1;
        for (uint32_t k = 0; k < 3; k++)
            pieces += take_cuts(s, &next, 3 * f + k).count;
        wr_dvec3 before = {0, 0, 0};
        if (pieces > 1 || is_touched(s, f))
            before = kit_normal(s, f);
        bool whole = wr_dot(before, before) > 0;
        for (uint32_t p = 0; whole && p < pieces; p++)
            if (!still_faces(s->out->mesh, at + p, before)) {
                result = flips ? WR_OK : flipped(s, f);
                whole = false;
                if (flips)
                    flips[f] = true;
            }
        at += pieces;
    }
    return result;
}

/* ---- Marking ---- */

static int order_wanted(const void *a, const void *b)
{
    const struct wanted *p = a, *q = b;
    if (p->start != q->start)
        return p->start < q->start ? -1 : 1;
    return p->end < q->end ? -1 : p->end > q->end;
}

static int32_t transition_of(const struct wr_layout *layout, const wr_doorway *doorway)
{
    const wr_link *link = &layout->links[doorway->link];
    uint32_t other = link->hooks[1 - side_of(layout, doorway)];
    if (wr_link_is_inner(layout, link))
        return -1;
    return (int32_t)layout->rooms[layout->hooks[other].room].area_room;
}

static void want_doorway(struct stitching *s, const wr_doorway *doorway)
{
    bool forward = side_of(s->layout, doorway) == 0;
    int32_t transition = transition_of(s->layout, doorway);
    for (uint32_t k = 0; k + 1 < doorway->count; k++) {
        uint32_t a = doorway->vertices[k], b = doorway->vertices[k + 1];
        s->wanted[s->wanted_count++] =
            (struct wanted){forward ? a : b, forward ? b : a, transition, false};
    }
}

static struct wanted *find_wanted(const struct stitching *s, uint32_t start, uint32_t end)
{
    struct wanted key = {.start = start, .end = end};
    return bsearch(&key, s->wanted, s->wanted_count, sizeof key, order_wanted);
}

static void mark_edges(struct stitching *s, const bool *on_seam)
{
    const struct wr_walkmesh *mesh = s->out->mesh;
    for (uint32_t edge = 0; edge < 3 * mesh->walkable_count; edge++) {
        uint32_t start = wr_edge_start(mesh, edge), end = wr_edge_end(mesh, edge);
        if (!on_seam[start] || !on_seam[end])
            continue;
        struct wanted *wanted = find_wanted(s, start, end);
        if (!wanted || wanted->found)
            continue;
        wanted->found = true;
        if (wanted->transition >= 0)
            s->out->marks.items[s->out->marks.count++] = (wr_edge){edge, wanted->transition};
    }
}

static enum wr_result seam_lost(const struct stitching *s)
{
    return wr_fail(s->context, WR_INVALID, s->room->where, "seam-lost",
                   "two hooks of the room may share a threshold: take one away",
                   "room '%s' (%s) lost a doorway's edge when its seams were closed",
                   s->room->name, s->room->room->name);
}

static enum wr_result mark_doorways(struct stitching *s)
{
    uint32_t vertex_count = s->out->mesh->vertex_count;
    s->wanted = WR_TAKE(s->arena, struct wanted, s->wanted_count);
    s->out->marks.items = WR_TAKE(s->arena, wr_edge, s->wanted_count);
    bool *on_seam = WR_ZERO(s->arena, bool, vertex_count);
    if (!s->wanted || !s->out->marks.items || !on_seam)
        return wr_no_memory(s->context);
    s->wanted_count = 0;
    for (uint32_t d = 0; d < s->out->doorway_count; d++) {
        const wr_doorway *doorway = &s->out->doorways[d];
        want_doorway(s, doorway);
        for (uint32_t k = 0; k < doorway->count; k++)
            on_seam[doorway->vertices[k]] = true;
    }
    if (s->wanted_count)
        qsort(s->wanted, s->wanted_count, sizeof *s->wanted, order_wanted);
    mark_edges(s, on_seam);
    for (uint32_t i = 0; i < s->wanted_count; i++)
        if (!s->wanted[i].found)
            return seam_lost(s);
    return WR_OK;
}

/* ---- The room ---- */

/* Moves the room and closes its doorways. */
static enum wr_result start(struct stitching *s, struct wr_context *context,
                            const struct wr_layout *layout, uint32_t room,
                            struct wr_arena *arena, struct wr_stitched *out)
{
    *s = (struct stitching){
        .context = context,
        .layout = layout,
        .room = &layout->rooms[room],
        .index = room,
        .arena = arena,
        .out = out,
    };
    *out = (struct wr_stitched){0};
    enum wr_result result = wr_walkmesh_move(context, arena, s->room->room->mesh,
                                             &s->room->motion, NULL, &out->mesh);
    if (result != WR_OK)
        return result;
    if (wr_placed_as_written(s->room))
        memcpy(out->mesh->vertices, s->room->room->written,
               out->mesh->vertex_count * sizeof *out->mesh->vertices);
    return list_doorways(s) && bring_doorways(s) && split_faces(s) ? WR_OK
                                                                   : wr_no_memory(context);
}

enum wr_result wr_stitch(struct wr_context *context, const struct wr_layout *layout,
                         uint32_t room, struct wr_arena *arena, struct wr_stitched *out)
{
    struct stitching s;
    enum wr_result result = start(&s, context, layout, room, arena, out);
    if (result == WR_OK)
        result = judge_faces(&s, NULL);
    return result == WR_OK ? mark_doorways(&s) : result;
}

enum wr_result wr_stitch_flips(struct wr_context *context, const struct wr_layout *layout,
                               uint32_t room, struct wr_arena *arena, bool *flips)
{
    struct stitching s;
    struct wr_stitched stitched;
    enum wr_result result = start(&s, context, layout, room, arena, &stitched);
    return result == WR_OK ? judge_faces(&s, flips) : result;
}
