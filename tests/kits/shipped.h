/* Kits that others made and that ship with games or with Warren, and what is asked of them. */
#ifndef WR_TESTS_KITS_SHIPPED_H
#define WR_TESTS_KITS_SHIPPED_H

#include "tests/support/findings.h"

#include "core/base/math.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit.h"

/* A kit of the corpus; skips the test where there is none. */
static inline struct wr_kit *load_shipped(struct findings *findings, const char *name)
{
    const char *corpus = wr_environment("WARREN_CORPUS");
    char *path = wr_path_join(findings->arena, corpus ? corpus : ".", name);
    if (!wr_file_exists(findings->context, path) &&
        !wr_folder_exists(findings->context, path)) {
        print_message("no corpus: holocron\n");
        findings_end(findings);
        skip();
    }
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    assert_int_equal(wr_kit_load(findings->context, path, &surfaces, &kit), WR_OK);
    return kit;
}

static inline double threshold_width(const wr_room *room, const wr_hook *hook)
{
    const struct wr_walkmesh *mesh = room->mesh;
    double width = 0;
    for (uint32_t i = 0; i < hook->threshold_count; i++)
        width += wr_distance(mesh->vertices[wr_edge_start(mesh, hook->threshold[i])],
                             mesh->vertices[wr_edge_end(mesh, hook->threshold[i])]);
    return width;
}

#endif
