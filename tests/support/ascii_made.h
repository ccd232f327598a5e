/* ASCII walkmeshes out of texts, and texts that several tests read. */
#ifndef WR_TESTS_SUPPORT_ASCII_MADE_H
#define WR_TESTS_SUPPORT_ASCII_MADE_H

#include "tests/support/findings.h"

#include "core/ascii/ascii.h"

static inline enum wr_result ascii_read_set(struct findings *findings,
                                            const struct wr_source *source,
                                            struct wr_walkmesh_set *set)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_ascii *ascii;
    *set = (struct wr_walkmesh_set){0};
    enum wr_result result = wr_ascii_read(findings->context, findings->arena, source, &ascii);
    return result == WR_OK
               ? wr_ascii_walkmeshes(findings->context, findings->arena, ascii, &surfaces, set)
               : result;
}

static inline struct wr_walkmesh_set ascii_set_of(struct findings *findings, const char *text)
{
    struct wr_walkmesh_set set;
    if (ascii_read_set(findings, findings_text(findings, text), &set) != WR_OK)
        fail_msg("%s", findings_said(findings));
    return set;
}

static inline uint32_t ascii_count_links(const struct wr_walkmesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        count += mesh->edges[i].transition >= 0;
    return count;
}

#define ASCII_WOK_START                                                                        \
    "node trimesh hall_wg\n  parent hall\n  position 7.5 -2.0 0.25\n"                          \
    "  orientation 1.0 0.0 0.0 0.0\n  bitmap NULL\n"
#define ASCII_SQUARE "verts 4\n  0 0 0\n  2 0 0\n  2 2 0\n  0 2 0\n"
#define ASCII_FLOOR ASCII_SQUARE "faces 2\n  0 1 2 1 0 0 0 4\n  0 2 3 1 0 0 0 7\n"

/* A model whose walkmesh stands below two nodes, and is not welded. */
static const char ascii_model[] =
    "# MODEL ASCII\nnewmodel hall\nsetsupermodel hall NULL\nclassification other\n"
    "beginmodelgeom hall\n  bmin -5 -5 -1\n  layoutposition 100 50 -1.0e-08\n"
    "node dummy hall\n  parent NULL\nendnode\n"
    "node dummy turned\n  parent hall\n  position 10 0 0\n"
    "  orientation 0 0 1 1.57079637\nendnode\n"
    "node trimesh seen\n  parent hall\n  verts 1\n    nan 0 0\n  faces 1\n    0 0 0 "
    "x\nendnode\n"
    "node aabb walk\n  parent turned\n  position 1 0 2\n  verts 6\n    0 0 0\n    2 0 0\n"
    "    2 2 0\n    0 0 0\n    2 2 0\n    0 2 0\n  faces 3\n"
    "    0 1 2 1 0 1 2 7\n    3 4 5 1 3 4 5 4\n    0 0 1 1 0 0 1 4\n"
    "  roomlinks\n    4 25\n  endlist\nendnode\nendmodelgeom hall\n"
    "newanim pause hall\nnode dummy walk\n  parent hall\n  position 99 99 99\nendnode\n"
    "doneanim pause hall\ndonemodel hall\n";

#endif
