/* Repairing in tests: whether a mesh is another one but for the order of its faces, and a bench
 * of small floors with one fault each. */
#ifndef WR_TESTS_SUPPORT_REPAIRED_H
#define WR_TESTS_SUPPORT_REPAIRED_H

#include "tests/support/faults.h"
#include "tests/support/findings.h"

#include "core/walkmesh/repair.h"

/* ---- Faces without their order ----------------------------------------------------------- */

/* A face by what it is: its lowest corner first, materials and transitions. */
struct shape {
    wr_vec3 corners[3];
    uint32_t material;
    int32_t marks[3];
};

static inline int order_shapes(const void *a, const void *b)
{
    const struct shape *p = a, *q = b;
    for (int k = 0; k < 3; k++)
        if (wr_vec3_order(p->corners[k], q->corners[k]))
            return wr_vec3_order(p->corners[k], q->corners[k]);
    return (p->material > q->material) - (p->material < q->material);
}

static inline struct shape shape_of(const struct wr_walkmesh *mesh, const int32_t *marks,
                                    uint32_t f)
{
    wr_vec3 at[3];
    uint32_t first = 0;
    for (uint32_t k = 0; k < 3; k++) {
        at[k] = mesh->vertices[mesh->faces[f].v[k]];
        first = wr_vec3_order(at[k], at[first]) < 0 ? k : first;
    }
    struct shape shape = {.material = mesh->materials[f]};
    for (uint32_t k = 0; k < 3; k++) {
        shape.corners[k] = at[(first + k) % 3];
        shape.marks[k] = marks[3 * f + (first + k) % 3];
    }
    return shape;
}

static inline struct shape *shapes_of(struct wr_arena *arena, const struct wr_walkmesh *mesh)
{
    struct shape *shapes = WR_TAKE(arena, struct shape, mesh->face_count);
    int32_t *marks = WR_TAKE(arena, int32_t, 3 * mesh->face_count);
    memset(marks, 0xff, 3 * mesh->face_count * sizeof *marks);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        marks[mesh->edges[i].edge] = mesh->edges[i].transition;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        shapes[f] = shape_of(mesh, marks, f);
    qsort(shapes, mesh->face_count, sizeof *shapes, order_shapes);
    return shapes;
}

static inline void assert_same_faces(struct wr_arena *arena, const struct wr_walkmesh *got,
                                     const struct wr_walkmesh *want)
{
    assert_int_equal(got->face_count, want->face_count);
    assert_int_equal(got->walkable_count, want->walkable_count);
    const struct shape *a = shapes_of(arena, got), *b = shapes_of(arena, want);
    for (uint32_t f = 0; f < want->face_count; f++) {
        for (int k = 0; k < 3; k++) {
            assert_memory_equal(&a[f].corners[k], &b[f].corners[k], sizeof a[f].corners[k]);
            assert_int_equal(a[f].marks[k], b[f].marks[k]);
        }
        assert_int_equal(a[f].material, b[f].material);
    }
    assert_int_equal(got->edge_count, want->edge_count);
    assert_int_equal(got->perimeter_count, want->perimeter_count);
}

static inline void assert_same_bytes(const struct wr_walkmesh *a, const struct wr_walkmesh *b)
{
    struct wr_bytes first = {0}, second = {0};
    wr_bwm_write(a, &first);
    wr_bwm_write(b, &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    wr_bytes_finish(&first);
    wr_bytes_finish(&second);
}

static inline uint64_t changes_of(const wr_repaired *report)
{
    return (uint64_t)report->welded + report->unused + report->flat + report->doubled +
           report->turned + report->cut + report->closed;
}

/* ---- The bench --------------------------------------------------------------------------- */

struct bench {
    struct findings f;
    struct faulty mesh;
};

static inline void bench_start(struct bench *bench, uint32_t columns, uint32_t rows)
{
    findings_start(&bench->f);
    bench->mesh = faulty_of(bench->f.arena, mesh_grid(bench->f.arena, columns, rows));
}

static inline struct wr_walkmesh *bench_repair(struct bench *bench, wr_repaired *report)
{
    struct wr_walkmesh *mended, *mesh;
    mesh = faulty_mesh(bench->f.context, bench->f.arena, &bench->mesh);
    findings_said(&bench->f);
    assert_int_equal(wr_walkmesh_repair(bench->f.context, mesh, NULL, report, &mended), WR_OK);
    return mended;
}

/* Four more vertices and a floor of two faces over them. */
static inline void bench_floor(struct bench *bench, float x, float y, float z, float side)
{
    uint32_t at = faulty_vertex(&bench->mesh, wr_vec3_of(x, y, z));
    faulty_vertex(&bench->mesh, wr_vec3_of(x + side, y, z));
    faulty_vertex(&bench->mesh, wr_vec3_of(x + side, y + side, z));
    faulty_vertex(&bench->mesh, wr_vec3_of(x, y + side, z));
    faulty_face(&bench->mesh, (wr_face){{at, at + 1, at + 2}}, STONE, -1, -1, -1);
    faulty_face(&bench->mesh, (wr_face){{at, at + 2, at + 3}}, STONE, -1, -1, -1);
}

/* Two faces below the third cell of a long row, whose corner lies in the middle of its edge. */
static inline uint32_t bench_below_third(struct bench *bench)
{
    bench_start(bench, 12, 1);
    uint32_t middle = faulty_vertex(&bench->mesh, wr_vec3_of(2.5f, 0, 0));
    uint32_t west = faulty_vertex(&bench->mesh, wr_vec3_of(2.25f, -0.5f, 0));
    uint32_t east = faulty_vertex(&bench->mesh, wr_vec3_of(2.75f, -0.5f, 0));
    faulty_face(&bench->mesh, (wr_face){{2, west, middle}}, STONE, -1, -1, -1);
    faulty_face(&bench->mesh, (wr_face){{middle, east, 3}}, STONE, -1, -1, -1);
    return middle;
}

#endif
