/* Walkmeshes of a module are those of its scene, face by face, with where their sides lead. */
#ifndef WR_TESTS_SUPPORT_SCENE_WALKMESHES_H
#define WR_TESTS_SUPPORT_SCENE_WALKMESHES_H

#include "tests/support/scene_made.h"

#include "core/base/text.h"
#include "core/format/bwm.h"
#include "core/format/lyt.h"
#include "core/walkmesh/surfaces.h"

/* A face with its first corner first, and where its sides lead. */
struct face {
    float corners[9];
    int32_t material, links[3];
};

static inline int order_faces(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct face));
}

/* All of a walkmesh as its file has it. */
static inline struct face *faces_of_wok(const struct wr_walkmesh *mesh)
{
    struct face *faces = calloc(mesh->face_count, sizeof *faces);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        for (int k = 0; k < 3; k++) {
            memcpy(faces[f].corners + 3 * k, &mesh->vertices[mesh->faces[f].v[k]], 12);
            faces[f].links[k] = -1;
        }
        faces[f].material = (int32_t)mesh->materials[f];
    }
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        faces[mesh->edges[i].edge / 3].links[mesh->edges[i].edge % 3] =
            mesh->edges[i].transition;
    return faces;
}

/* The same of a mesh of the scene, where it stands. */
static inline struct face *faces_of_node(const struct wr_scene *scene,
                                         const wr_scene_node *node, uint32_t *count)
{
    const wr_scene_mesh *mesh = &scene->meshes[node->mesh];
    *count = 0;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        *count += mesh->parts[i].triangle_count;
    struct face *faces = calloc(*count, sizeof *faces), *out = faces;
    for (uint32_t i = 0; i < mesh->part_count; i++)
        for (uint32_t t = 0; t < mesh->parts[i].triangle_count; t++, out++) {
            uint32_t surface = 0;
            const char *name = scene->materials[mesh->parts[i].material].name;
            assert_true(wr_surface_named(wr_view_of(name), &surface));
            out->material = (int32_t)surface;
            for (int k = 0; k < 3; k++) {
                wr_dvec3 own = wr_widen(mesh->parts[i].points[mesh->parts[i].triangles[t][k]]);
                wr_vec3 at = wr_narrow(wr_affine_point(&node->world, own));
                memcpy(out->corners + 3 * k, &at, 12);
                out->links[k] = -1;
            }
        }
    for (uint32_t i = 0; i < mesh->link_count; i++)
        faces[mesh->links[2 * i] / 3].links[mesh->links[2 * i] % 3] =
            (int32_t)mesh->links[2 * i + 1];
    return faces;
}

/* No negative zeros: glTF's axes turn some. */
static inline void plain_zeros(struct face *faces, uint32_t count)
{
    for (uint32_t f = 0; f < count; f++)
        for (int i = 0; i < 9; i++)
            faces[f].corners[i] += 0.0f;
}

/* Where a room stands far from its vertices' zero, no float is exact; then faces are in their
 * order, material by material. */
static inline void assert_near_faces(const struct face *wanted, uint32_t wanted_count,
                                     const struct face *got, uint32_t count)
{
    uint32_t next = 0;
    assert_int_equal(count, wanted_count);
    for (int32_t m = 0; m < WR_SURFACE_COUNT; m++)
        for (uint32_t f = 0; f < count; f++) {
            if (wanted[f].material != m)
                continue;
            assert_int_equal(got[next].material, m);
            assert_memory_equal(got[next].links, wanted[f].links, sizeof wanted->links);
            for (int i = 0; i < 9; i++)
                assert_near((double)got[next].corners[i], (double)wanted[f].corners[i], 1e-5);
            next++;
        }
    assert_int_equal(next, count);
}

static inline void assert_same_faces(struct face *wanted, uint32_t wanted_count,
                                     struct face *got, uint32_t count)
{
    assert_int_equal(count, wanted_count);
    plain_zeros(wanted, count);
    plain_zeros(got, count);
    qsort(wanted, count, sizeof *wanted, order_faces);
    qsort(got, count, sizeof *got, order_faces);
    assert_memory_equal(wanted, got, count * sizeof *got);
}

static inline const struct wr_lyt *made_layout(struct made *made, const char *id)
{
    struct wr_source *source = WR_ZERO(made->f.arena, struct wr_source, 1);
    struct wr_lyt *lyt = WR_ZERO(made->f.arena, struct wr_lyt, 1);
    *source = made_part(made, id, WR_RES_LYT);
    assert_int_equal(wr_lyt_read(made->f.context, made->f.arena, source, lyt), WR_OK);
    return lyt;
}

static inline void assert_made_walkmeshes(struct made *made, const char *id, bool exact)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_lyt *lyt = made_layout(made, id);
    assert_true(lyt->room_count > 3);
    for (uint32_t r = 0; r < lyt->room_count; r++) {
        struct wr_source source = made_part(made, lyt->rooms[r].model, WR_RES_WOK);
        struct wr_walkmesh *mesh;
        char name[64];
        uint32_t count;
        assert_int_equal(
            wr_bwm_read_room(made->f.context, made->f.arena, &source, &surfaces, &mesh), WR_OK);
        snprintf(name, sizeof name, "%s_wok", lyt->rooms[r].model);
        const wr_scene_node *node = made_node(made->scene, name);
        assert_string_equal(made->scene->nodes[node->parent].name, lyt->rooms[r].model);
        assert_true(wr_vec3_same(made_place(node), lyt->rooms[r].position));
        struct face *got = faces_of_node(made->scene, node, &count);
        struct face *wanted = faces_of_wok(mesh);
        assert_near_faces(wanted, mesh->face_count, got, count);
        if (exact)
            assert_same_faces(wanted, mesh->face_count, got, count);
        free(wanted);
        free(got);
    }
}

#endif
