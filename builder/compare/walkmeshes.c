/* Walkmeshes, compared face by face. */
#include "builder/compare/comparing.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/format/bwm.h"
#include "core/format/bwm_frame.h"

#include <string.h>

struct meshes {
    struct wr_comparing *comparing;
    const struct wr_walkmesh *now, *was;
    struct wr_bwm_table tables[WR_BWM_TABLES]; /* of the file as it is */
};

static wr_where row_at(const struct meshes *meshes, int table, uint32_t row)
{
    return wr_at(&meshes->comparing->now,
                 meshes->tables[table].offset + (size_t)row * wr_bwm_tables[table].stride);
}

/* Rows of one table that differ: how many, and the first. */
struct odd {
    uint32_t count, first;
};

static void odd_add(struct odd *odd, uint32_t row)
{
    if (odd->count++ == 0)
        odd->first = row;
}

static void tell(const struct meshes *meshes, int table, const struct odd *odd,
                 const char *what, const char *row)
{
    if (odd->count == 0)
        return;
    struct wr_comparing *comparing = meshes->comparing;
    wr_differs(comparing,
               wr_fail(comparing->context, WR_INVALID, row_at(meshes, table, odd->first),
                       "differs-walkmesh", NULL, "%u of %u %s, first %s %u",
                       (unsigned)odd->count, (unsigned)meshes->tables[table].count, what, row,
                       (unsigned)odd->first));
}

static void tell_count(const struct meshes *meshes, int table, const char *noun, uint32_t now,
                       uint32_t was)
{
    struct wr_comparing *comparing = meshes->comparing;
    wr_differs(comparing, wr_fail(comparing->context, WR_INVALID, row_at(meshes, table, 0),
                                  "differs-walkmesh", NULL, "the walkmesh has %u %s; it had %u",
                                  (unsigned)now, noun, (unsigned)was));
}

/* ---- The header -------------------------------------------------------------------------- */

static void compare_header(const struct meshes *meshes)
{
    struct wr_comparing *comparing = meshes->comparing;
    const struct wr_walkmesh *now = meshes->now, *was = meshes->was;
    double off = wr_distance(now->position, was->position);
    for (int i = 0; i < 2; i++) {
        off = fmax(off, wr_distance(now->relative_hooks[i], was->relative_hooks[i]));
        off = fmax(off, wr_distance(now->absolute_hooks[i], was->absolute_hooks[i]));
    }
    wr_where where = wr_at(&comparing->now, 0);
    if (now->kind != was->kind)
        wr_differs(comparing, wr_fail(comparing->context, WR_INVALID, where, "differs-walkmesh",
                                      NULL, "the walkmesh is of another kind than it was"));
    if (!wr_comparing_near(comparing, off))
        wr_differs(comparing,
                   wr_fail(comparing->context, WR_INVALID, where, "differs-walkmesh", NULL,
                           "its position or its hooks are %s m off", wr_fixed(off, 4).text));
}

/* ---- Faces ------------------------------------------------------------------------------- */

static double face_off(const struct meshes *meshes, uint32_t face)
{
    double off = 0;
    for (int k = 0; k < 3; k++)
        off = fmax(off, wr_distance(meshes->now->vertices[meshes->now->faces[face].v[k]],
                                    meshes->was->vertices[meshes->was->faces[face].v[k]]));
    return off;
}

static void compare_faces(const struct meshes *meshes)
{
    struct wr_comparing *comparing = meshes->comparing;
    struct odd odd = {0};
    double worst = 0;
    for (uint32_t f = 0; f < meshes->now->face_count; f++) {
        double off = face_off(meshes, f);
        if (wr_comparing_near(comparing, off))
            continue;
        odd_add(&odd, f);
        worst = fmax(worst, off);
    }
    if (odd.count > 0)
        wr_differs(comparing,
                   wr_fail(comparing->context, WR_INVALID,
                           row_at(meshes, WR_BWM_FACES, odd.first), "differs-walkmesh", NULL,
                           "%u of %u faces lie elsewhere, up to %s m off, first face %u",
                           (unsigned)odd.count, (unsigned)meshes->now->face_count,
                           wr_fixed(worst, 4).text, (unsigned)odd.first));
}

static void compare_materials(const struct meshes *meshes)
{
    struct odd odd = {0};
    for (uint32_t f = 0; f < meshes->now->face_count; f++)
        if (meshes->now->materials[f] != meshes->was->materials[f])
            odd_add(&odd, f);
    tell(meshes, WR_BWM_MATERIALS, &odd, "faces are of another material", "face");
}

static void compare_neighbours(const struct meshes *meshes)
{
    struct odd odd = {0};
    uint32_t now = meshes->now->walkable_count, was = meshes->was->walkable_count;
    if (now != was) {
        tell_count(meshes, WR_BWM_ADJACENCY, "walkable faces", now, was);
        return;
    }
    for (uint32_t f = 0; f < now; f++)
        if (memcmp(meshes->now->adjacency[f], meshes->was->adjacency[f],
                   sizeof *meshes->now->adjacency) != 0)
            odd_add(&odd, f);
    tell(meshes, WR_BWM_ADJACENCY, &odd, "walkable faces have other neighbours", "face");
}

/* ---- Edges ------------------------------------------------------------------------------- */

static void compare_perimeters(const struct meshes *meshes)
{
    const struct wr_walkmesh *now = meshes->now, *was = meshes->was;
    struct odd edges = {0}, ends = {0};
    if (now->edge_count != was->edge_count) {
        tell_count(meshes, WR_BWM_EDGES, "edges on its perimeters", now->edge_count,
                   was->edge_count);
        return;
    }
    for (uint32_t i = 0; i < now->edge_count; i++)
        if (now->edges[i].edge != was->edges[i].edge)
            odd_add(&edges, i);
    tell(meshes, WR_BWM_EDGES, &edges, "edges on its perimeters are others", "row");
    if (now->perimeter_count != was->perimeter_count) {
        tell_count(meshes, WR_BWM_PERIMETERS, "perimeters", now->perimeter_count,
                   was->perimeter_count);
        return;
    }
    for (uint32_t i = 0; i < now->perimeter_count; i++)
        if (now->perimeters[i] != was->perimeters[i])
            odd_add(&ends, i);
    tell(meshes, WR_BWM_PERIMETERS, &ends, "perimeters end elsewhere", "perimeter");
}

static const char *name_room(char out[24], int32_t transition)
{
    if (transition < 0)
        return "no room";
    struct wr_bytes text = {0};
    wr_bytes_print(&text, "room %ld", (long)transition);
    size_t size = text.failed ? 0 : text.size < 23 ? text.size : 23;
    if (size > 0)
        memcpy(out, text.data, size);
    out[size] = '\0';
    wr_bytes_finish(&text);
    return out;
}

static void tell_link(const struct meshes *meshes, uint32_t edge, int32_t now, int32_t was)
{
    struct wr_comparing *comparing = meshes->comparing;
    wr_vec3 at = meshes->now->vertices[wr_edge_start(meshes->now, edge)];
    char to[24], before[24];
    wr_differs(comparing,
               wr_fail(comparing->context, WR_INVALID, row_at(meshes, WR_BWM_FACES, edge / 3),
                       "differs-link", NULL,
                       "edge %u at (%s, %s, %s) leads to %s; it led to %s", (unsigned)edge,
                       wr_fixed(at.x, 3).text, wr_fixed(at.y, 3).text, wr_fixed(at.z, 3).text,
                       name_room(to, now), name_room(before, was)));
}

static void compare_links(const struct meshes *meshes)
{
    struct wr_comparing *comparing = meshes->comparing;
    struct wr_marks now, was;
    if (!wr_comparing_goes_on(comparing, wr_walkmesh_marks(comparing->context, comparing->arena,
                                                           meshes->now, &now, NULL)) ||
        !wr_comparing_goes_on(comparing, wr_walkmesh_marks(comparing->context, comparing->arena,
                                                           meshes->was, &was, NULL)))
        return;
    for (uint32_t i = 0, k = 0; i < now.count || k < was.count;) {
        uint32_t edge = i < now.count ? now.items[i].edge : UINT32_MAX;
        uint32_t old = k < was.count ? was.items[k].edge : UINT32_MAX;
        uint32_t least = edge < old ? edge : old;
        int32_t to = edge == least ? now.items[i++].transition : -1;
        int32_t before = old == least ? was.items[k++].transition : -1;
        if (to != before)
            tell_link(meshes, least, to, before);
    }
}

void wr_compare_walkmeshes(struct wr_comparing *comparing)
{
    struct wr_walkmesh *now, *was;
    struct meshes meshes = {.comparing = comparing};
    if (!wr_comparing_goes_on(comparing, wr_bwm_read(comparing->context, comparing->arena,
                                                     &comparing->now, &now)) ||
        !wr_comparing_goes_on(comparing, wr_bwm_read(comparing->context, comparing->arena,
                                                     &comparing->was, &was)) ||
        !wr_comparing_goes_on(comparing,
                              wr_bwm_frame(comparing->context, &comparing->now, meshes.tables)))
        return;
    meshes.now = now;
    meshes.was = was;
    compare_header(&meshes);
    if (now->face_count != was->face_count) {
        tell_count(&meshes, WR_BWM_FACES, "faces", now->face_count, was->face_count);
        return;
    }
    compare_faces(&meshes);
    compare_materials(&meshes);
    compare_neighbours(&meshes);
    compare_perimeters(&meshes);
    compare_links(&meshes);
}
