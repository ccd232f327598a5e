/* Judging planes: what is derived is right however long, far away or thin a face is. */
#include "tests/support/findings.h"

#include "core/walkmesh/judge.h"
#include "tests/support/terrain.h"

static struct wr_walkmesh *triangle_of(struct findings *findings, wr_vec3 a, wr_vec3 b,
                                       wr_vec3 c)
{
    struct wr_walkmesh *mesh = wr_walkmesh_new(findings->arena, WR_WOK, 3, 1);
    mesh->vertices[0] = a;
    mesh->vertices[1] = b;
    mesh->vertices[2] = c;
    mesh->faces[0] = (wr_face){{0, 1, 2}};
    mesh->materials[0] = NONWALK;
    return terrain_finish(findings->context, findings->arena, mesh);
}

static enum wr_result judge(struct findings *findings, const struct wr_walkmesh *mesh)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    return wr_walkmesh_judge(findings->context, mesh, &surfaces, NULL);
}

static void assert_right(struct findings *findings, wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    if (judge(findings, triangle_of(findings, a, b, c)) != WR_OK)
        fail_msg("%s", findings_said(findings));
}

/* Thinner than numbers can tell: whatever plane is derived is its own. */
static void a_needle_has_no_plane_that_could_be_wrong(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    assert_right(&findings, wr_vec3_of(4.457e-29f, -3.8052979f, 1.000001f), wr_vec3_of(0, 0, 0),
                 wr_vec3_of(4e-45f, 0, 0));
    assert_right(&findings, wr_vec3_of(1e15f, 1.1e15f, 1.2e15f), wr_vec3_of(0.3f, 0.7f, 0.1f),
                 wr_vec3_of(2.1f, 1.5f, 4.3f));
    findings_end(&findings);
}

static wr_vec3 point_within(wr_random *random, double reach)
{
    float x = terrain_between(random, -reach, reach);
    float y = terrain_between(random, -reach, reach);
    return wr_vec3_of(x, y, terrain_between(random, -reach, reach));
}

/* The normal is rounded to float32, and is off where the face ends by as much as it is long. */
static void a_face_that_reaches_far_has_its_own_plane(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    wr_random random = wr_random_of(terrain_seed(), 0);
    for (int i = 0; i < 2000; i++) {
        double reach = i % 2 ? 1e5 : 1e15;
        wr_vec3 a = point_within(&random, reach), b = point_within(&random, 10);
        assert_right(&findings, a, b, point_within(&random, i % 3 ? 10 : reach));
    }
    findings_end(&findings);
}

static void a_plane_is_wrong_far_away_too(void **state)
{
    (void)state;
    struct findings findings;
    findings_start(&findings);
    struct wr_walkmesh *mesh = triangle_of(&findings, wr_vec3_of(1e5f, 1e5f, 3),
                                           wr_vec3_of(10, 0, 0), wr_vec3_of(0, 0, 5));
    mesh->distances[0] += 0.1f;
    assert_int_equal(judge(&findings, mesh), WR_INVALID);
    assert_non_null(strstr(findings_said(&findings), "error [wok-plane] face 0"));
    findings_end(&findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_needle_has_no_plane_that_could_be_wrong),
        cmocka_unit_test(a_face_that_reaches_far_has_its_own_plane),
        cmocka_unit_test(a_plane_is_wrong_far_away_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
