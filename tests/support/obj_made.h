/* OBJ that tests read as walkmeshes. */
#ifndef WR_TESTS_SUPPORT_OBJ_MADE_H
#define WR_TESTS_SUPPORT_OBJ_MADE_H

#include "tests/support/findings.h"

#include "core/format/obj.h"

static inline enum wr_result obj_read_source(struct findings *findings,
                                             const struct wr_source *source,
                                             struct wr_walkmesh **mesh)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    *mesh = NULL;
    return wr_obj_read(findings->context, findings->arena, source, &surfaces, mesh);
}

static inline struct wr_walkmesh *obj_read_good(struct findings *findings, const char *text)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = obj_read_source(findings, findings_text(findings, text), &mesh);
    if (result != WR_OK || !mesh)
        fail_msg("%s", findings_said(findings));
    return mesh;
}

static inline void assert_obj_refused(struct findings *findings, const char *text,
                                      enum wr_result result, const char *said)
{
    struct wr_walkmesh *mesh;
    assert_int_equal(obj_read_source(findings, findings_text(findings, text), &mesh), result);
    assert_null(mesh);
    assert_said(findings, said);
    wr_context_destroy(findings->context); /* which would fall silent after some errors */
    findings->context = wr_context_create(findings_report, findings);
}

#define OBJ_SQUARE "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n"

#endif
