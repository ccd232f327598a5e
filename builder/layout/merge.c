/* One walkmesh from one room or from many: inner seams are welded, so that they become plain
 * adjacency. */
#include "builder/layout/stitch.h"

#include "core/base/disjoint.h"

#include <stdlib.h>
#include <string.h>

/* A stitched room within the merged mesh. */
struct part {
    struct wr_stitched stitched;
    uint32_t room;
    uint32_t first_vertex, first_walkable, first_blocking;
};

/* An inner doorway, seen from one side. */
struct inner {
    uint32_t link;
    const struct part *part;
    const wr_doorway *doorway;
};

struct merge {
    struct wr_context *context;
    const struct wr_layout *layout;
    struct wr_arena *arena, *scratch;
    struct part *parts;
    uint32_t part_count;
    struct inner *inners; /* by link, then by part */
    uint32_t inner_count;
    uint32_t vertex_count, walkable_count, face_count, mark_count;
    uint32_t *targets; /* the merged number of each part's vertex */
    uint32_t splits;
    wr_face_origin *origins; /* one a merged face; NULL where nobody asks */
};

/* ---- Gathering ---- */

static enum wr_result stitch_parts(struct merge *m, uint32_t first)
{
    enum wr_result result = WR_OK;
    uint32_t room = first;
    for (uint32_t i = 0; i < m->part_count; i++, room = m->layout->rooms[room].next) {
        struct part *part = &m->parts[i];
        part->room = room;
        enum wr_result one =
            wr_stitch(m->context, m->layout, room, m->scratch, &part->stitched);
        if (one != WR_OK) {
            result = result == WR_OK ? one : result;
            continue;
        }
        const struct wr_walkmesh *mesh = part->stitched.mesh;
        part->first_vertex = m->vertex_count;
        part->first_walkable = m->walkable_count;
        m->vertex_count += mesh->vertex_count;
        m->walkable_count += mesh->walkable_count;
        m->face_count += mesh->face_count;
        m->mark_count += part->stitched.marks.count;
        m->splits += part->stitched.splits;
    }
    return result;
}

static void number_blocking(struct merge *m)
{
    uint32_t at = m->walkable_count;
    for (uint32_t i = 0; i < m->part_count; i++) {
        const struct wr_walkmesh *mesh = m->parts[i].stitched.mesh;
        m->parts[i].first_blocking = at;
        at += mesh->face_count - mesh->walkable_count;
    }
}

static int order_inners(const void *a, const void *b)
{
    const struct inner *p = a, *q = b;
    if (p->link != q->link)
        return p->link < q->link ? -1 : 1;
    return p->doorway->hook < q->doorway->hook ? -1 : p->doorway->hook > q->doorway->hook;
}

static bool list_inners(struct merge *m)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->part_count; i++)
        count += m->parts[i].stitched.doorway_count;
    m->inners = WR_TAKE(m->scratch, struct inner, count);
    if (!m->inners)
        return false;
    for (uint32_t i = 0; i < m->part_count; i++) {
        const struct part *part = &m->parts[i];
        for (uint32_t d = 0; d < part->stitched.doorway_count; d++) {
            const wr_doorway *doorway = &part->stitched.doorways[d];
            if (wr_link_is_inner(m->layout, &m->layout->links[doorway->link]))
                m->inners[m->inner_count++] = (struct inner){doorway->link, part, doorway};
        }
    }
    if (m->inner_count)
        qsort(m->inners, m->inner_count, sizeof *m->inners, order_inners);
    return true;
}

/* ---- Welding ---- */

static void weld_doorway(uint32_t *parents, const struct inner *a, const struct inner *b)
{
    for (uint32_t k = 0; k < a->doorway->count; k++)
        wr_disjoint_join(parents, a->part->first_vertex + a->doorway->vertices[k],
                         b->part->first_vertex + b->doorway->vertices[k]);
}

/* Numbers the vertices that remain, in order; `targets` starts as parents and ends as numbers.
 */
static uint32_t number_vertices(uint32_t *targets, uint32_t count, uint32_t *numbers)
{
    uint32_t next = 0;
    for (uint32_t v = 0; v < count; v++) {
        uint32_t root = wr_disjoint_root(targets, v);
        if (root == v)
            numbers[v] = next++;
    }
    for (uint32_t v = 0; v < count; v++)
        numbers[v] = numbers[wr_disjoint_root(targets, v)];
    memcpy(targets, numbers, count * sizeof *targets);
    return next;
}

static bool weld(struct merge *m, uint32_t *merged_count)
{
    m->targets = WR_TAKE(m->scratch, uint32_t, m->vertex_count);
    uint32_t *numbers = WR_TAKE(m->scratch, uint32_t, m->vertex_count);
    if (!m->targets || !numbers)
        return false;
    wr_disjoint_start(m->targets, m->vertex_count);
    for (uint32_t i = 0; i + 1 < m->inner_count; i += 2)
        weld_doorway(m->targets, &m->inners[i], &m->inners[i + 1]);
    *merged_count = number_vertices(m->targets, m->vertex_count, numbers);
    return true;
}

/* ---- Joining ---- */

static wr_face renumber(const struct merge *m, const struct part *part, wr_face face)
{
    for (int k = 0; k < 3; k++)
        face.v[k] = m->targets[part->first_vertex + face.v[k]];
    return face;
}

static void join_part(const struct merge *m, const struct part *part, struct wr_walkmesh *to)
{
    const struct wr_walkmesh *from = part->stitched.mesh;
    for (uint32_t v = 0; v < from->vertex_count; v++)
        to->vertices[m->targets[part->first_vertex + v]] = from->vertices[v];
    for (uint32_t f = 0; f < from->face_count; f++) {
        uint32_t at = f < from->walkable_count
                          ? part->first_walkable + f
                          : part->first_blocking + f - from->walkable_count;
        to->faces[at] = renumber(m, part, from->faces[f]);
        to->materials[at] = from->materials[f];
        if (m->origins)
            m->origins[at] = (wr_face_origin){
                part->room, part->stitched.origins ? part->stitched.origins[f] : f};
    }
}

static void join_marks(const struct merge *m, struct wr_marks *marks)
{
    for (uint32_t i = 0; i < m->part_count; i++) {
        const struct wr_marks *from = &m->parts[i].stitched.marks;
        for (uint32_t k = 0; k < from->count; k++)
            marks->items[marks->count++] =
                (wr_edge){from->items[k].edge + 3 * m->parts[i].first_walkable,
                          from->items[k].transition};
    }
}

static bool is_open(const struct wr_walkmesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        uint32_t start = wr_edge_start(mesh, mesh->edges[i].edge);
        uint32_t end = wr_edge_end(mesh, mesh->edges[i].edge);
        if ((start == a && end == b) || (start == b && end == a))
            return true;
    }
    return false;
}

static bool is_doorway_open(const struct merge *m, const struct wr_walkmesh *mesh,
                            const struct part *part, const wr_doorway *doorway)
{
    const uint32_t *targets = m->targets + part->first_vertex;
    for (uint32_t k = 0; k + 1 < doorway->count; k++)
        if (!is_open(mesh, targets[doorway->vertices[k]], targets[doorway->vertices[k + 1]]))
            return false;
    return true;
}

/* Reports the doorways that lead out of the group and lie within its floors. */
static enum wr_result fail_shut(const struct merge *m, const struct wr_walkmesh *mesh)
{
    for (uint32_t i = 0; i < m->part_count; i++) {
        const struct part *part = &m->parts[i];
        const wr_placed_room *room = &m->layout->rooms[part->room];
        for (uint32_t d = 0; d < part->stitched.doorway_count; d++) {
            const wr_doorway *doorway = &part->stitched.doorways[d];
            if (!wr_link_is_inner(m->layout, &m->layout->links[doorway->link]) &&
                !is_doorway_open(m, mesh, part, doorway))
                wr_fail(m->context, WR_INVALID, room->where, "seam-not-open",
                        "move a room, or leave one out of the group",
                        "hook '%s' of room '%s' leads out of its group, but another floor of "
                        "the group meets it there",
                        wr_hook_of(m->layout, doorway->hook)->name, room->name);
        }
    }
    return WR_INVALID;
}

static enum wr_result join(struct merge *m, struct wr_walkmesh **out)
{
    uint32_t vertex_count;
    struct wr_marks marks = {WR_TAKE(m->scratch, wr_edge, m->mark_count), 0};
    number_blocking(m);
    if (!marks.items || !list_inners(m) || !weld(m, &vertex_count))
        return wr_no_memory(m->context);
    struct wr_walkmesh *mesh = wr_walkmesh_new(m->arena, WR_WOK, vertex_count, m->face_count);
    if (!mesh)
        return wr_no_memory(m->context);
    mesh->position = m->parts[0].stitched.mesh->position;
    mesh->walkable_count = m->walkable_count;
    for (uint32_t i = 0; i < m->part_count; i++)
        join_part(m, &m->parts[i], mesh);
    join_marks(m, &marks);
    *out = mesh;
    uint32_t dropped = 0;
    enum wr_result result =
        wr_walkmesh_derive(m->context, m->scratch, mesh, &marks,
                           m->layout->rooms[m->parts[0].room].where, &dropped);
    return result == WR_OK && dropped ? fail_shut(m, mesh) : result;
}

/* ---- Are the inner seams closed? ---- */

/* Inner doorway vertices, by number; an open edge between two neighbours of one seam is a gap.
 */
struct piece {
    uint32_t start, end, link;
};

static int order_pieces(const void *a, const void *b)
{
    const struct piece *p = a, *q = b;
    if (p->start != q->start)
        return p->start < q->start ? -1 : 1;
    return p->end < q->end ? -1 : p->end > q->end;
}

static uint32_t list_pieces(const struct merge *m, struct piece *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->inner_count; i++) {
        const struct inner *inner = &m->inners[i];
        for (uint32_t k = 0; k + 1 < inner->doorway->count; k++) {
            uint32_t a = m->targets[inner->part->first_vertex + inner->doorway->vertices[k]];
            uint32_t b =
                m->targets[inner->part->first_vertex + inner->doorway->vertices[k + 1]];
            if (out) {
                out[count] = (struct piece){a, b, inner->link};
                out[count + 1] = (struct piece){b, a, inner->link};
            }
            count += 2;
        }
    }
    return count;
}

static enum wr_result check_closed(const struct merge *m, const struct wr_walkmesh *mesh)
{
    uint32_t count = list_pieces(m, NULL);
    struct piece *pieces = WR_TAKE(m->scratch, struct piece, count);
    if (!pieces)
        return wr_no_memory(m->context);
    list_pieces(m, pieces);
    if (count)
        qsort(pieces, count, sizeof *pieces, order_pieces);
    for (uint32_t i = 0; count && i < mesh->edge_count; i++) {
        struct piece key = {wr_edge_start(mesh, mesh->edges[i].edge),
                            wr_edge_end(mesh, mesh->edges[i].edge), 0};
        const struct piece *found = bsearch(&key, pieces, count, sizeof key, order_pieces);
        if (!found)
            continue;
        uint32_t hook = m->layout->links[found->link].hooks[0];
        const wr_placed_room *room = &m->layout->rooms[m->layout->hooks[hook].room];
        return wr_fail(m->context, WR_INVALID, room->where, "merge-seam-open",
                       "more than two faces may meet there: move a room",
                       "hook '%s' of room '%s' does not close when its rooms are merged",
                       wr_hook_of(m->layout, hook)->name, room->name);
    }
    return WR_OK;
}

/* ---- Area rooms ---- */

static enum wr_result merge_room(struct wr_context *context, const struct wr_layout *layout,
                                 uint32_t area_room, struct wr_arena *arena,
                                 struct wr_arena *scratch, bool traced, struct merge *m,
                                 struct wr_walkmesh **out)
{
    const wr_area_room *room = &layout->area_rooms[area_room];
    *m = (struct merge){
        .context = context,
        .layout = layout,
        .arena = arena,
        .scratch = scratch,
        .part_count = room->count,
        .parts = WR_ZERO(scratch, struct part, room->count),
    };
    if (!m->parts)
        return wr_no_memory(context);
    enum wr_result result = stitch_parts(m, room->first);
    if (result == WR_OK && traced) {
        m->origins = WR_TAKE(arena, wr_face_origin, m->face_count);
        result = m->origins ? WR_OK : wr_no_memory(context);
    }
    if (result == WR_OK)
        result = join(m, out);
    return result == WR_OK ? check_closed(m, *out) : result;
}

enum wr_result wr_area_room_mesh(struct wr_context *context, const struct wr_layout *layout,
                                 uint32_t area_room, struct wr_arena *arena,
                                 struct wr_arena *scratch, struct wr_walkmesh **out,
                                 uint32_t *splits)
{
    struct merge m;
    enum wr_result result =
        merge_room(context, layout, area_room, arena, scratch, false, &m, out);
    if (splits)
        *splits += m.splits;
    return result;
}

enum wr_result wr_area_room_traced(struct wr_context *context, const struct wr_layout *layout,
                                   uint32_t area_room, struct wr_arena *arena,
                                   struct wr_arena *scratch, struct wr_walkmesh **out,
                                   wr_face_origin **origins)
{
    struct merge m;
    enum wr_result result =
        merge_room(context, layout, area_room, arena, scratch, true, &m, out);
    if (result == WR_OK)
        *origins = m.origins;
    return result;
}
