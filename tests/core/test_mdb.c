/* Walkmeshes out of models of NWN2. */
#include "tests/support/findings.h"
#include "tests/support/small_mdb.h"

#include "core/base/math.h"
#include "core/format/mdb.h"

static enum wr_result read_bytes(struct findings *f, const struct wr_bytes *bytes, size_t size,
                                 wr_triangles *out)
{
    const struct wr_source *source = findings_bytes(f, bytes->data, size);
    f->source.binary = true;
    return wr_mdb_read_walk(f->context, f->arena, source, out);
}

static void a_walkmesh_is_found_behind_other_packets(void **state)
{
    (void)state;
    struct findings f;
    struct wr_bytes bytes = {0};
    wr_triangles walk;
    findings_start(&f);
    mdb_put(&bytes, 2, 3);
    assert_int_equal(read_bytes(&f, &bytes, bytes.size, &walk), WR_OK);
    assert_int_equal(walk.vertex_count, 4);
    assert_int_equal(walk.face_count, 2);
    assert_true(walk.vertices[2].x == 1 && walk.vertices[2].y == 1.5f);
    assert_int_equal(walk.faces[1].v[2], 3);
    assert_said(&f, "");
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

static void a_model_without_one_has_no_faces(void **state)
{
    (void)state;
    struct findings f;
    struct wr_bytes bytes = {0};
    wr_triangles walk;
    findings_start(&f);
    mdb_put(&bytes, 2, 3);
    bytes.data[8] = 1; /* packets */
    assert_int_equal(read_bytes(&f, &bytes, bytes.size, &walk), WR_OK);
    assert_int_equal(walk.face_count, 0);
    wr_bytes_finish(&bytes);
    findings_end(&f);
}

static void whatever_ends_too_soon_is_refused(void **state)
{
    (void)state;
    struct findings f;
    struct wr_bytes bytes = {0};
    wr_triangles walk;
    mdb_put(&bytes, 2, 3);
    for (size_t size = 0; size < bytes.size; size++) {
        findings_start(&f);
        assert_int_equal(read_bytes(&f, &bytes, size, &walk), WR_SYNTAX);
        assert_non_null(strstr(findings_said(&f), "error [mdb-short]"));
        findings_end(&f);
    }
    wr_bytes_finish(&bytes);
}

/* What is read of a damaged model leads nowhere outside of it. */
static void a_flipped_byte_is_refused_or_read(void **state)
{
    (void)state;
    struct findings f;
    struct wr_bytes bytes = {0};
    wr_triangles walk;
    unsigned vertices = 0;
    mdb_put(&bytes, 2, 3);
    for (size_t at = 0; at < bytes.size; at++) {
        findings_start(&f);
        bytes.data[at] ^= 0xff;
        enum wr_result result = read_bytes(&f, &bytes, bytes.size, &walk);
        bytes.data[at] ^= 0xff;
        vertices += strstr(findings_said(&f), "error [mdb-vertex]") != NULL;
        for (uint32_t i = 0; result == WR_OK && i < 3 * walk.face_count; i++)
            assert_true(walk.faces[i / 3].v[i % 3] < walk.vertex_count);
        for (uint32_t i = 0; result == WR_OK && i < walk.vertex_count; i++)
            assert_true(wr_vec3_finite(walk.vertices[i]));
        findings_end(&f);
    }
    assert_true(vertices >= 12);
    wr_bytes_finish(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walkmesh_is_found_behind_other_packets),
        cmocka_unit_test(a_model_without_one_has_no_faces),
        cmocka_unit_test(whatever_ends_too_soon_is_refused),
        cmocka_unit_test(a_flipped_byte_is_refused_or_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
