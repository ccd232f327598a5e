/* <id>.pth: path points and the hops between them. Source: formats/module, 4. */
#include "builder/module/paths.h"

#include "core/format/gff.h"

enum { POINT_STRUCT = 2, HOP_STRUCT = 3 };

enum wr_result wr_paths_write(struct wr_context *context, const struct wr_paths *paths,
                              struct wr_arena *arena, struct wr_bytes *out)
{
    struct wr_gff *gff = wr_gff_create(arena, "PTH ");
    if (!gff)
        return wr_no_memory(context);
    wr_gff_list *points = wr_gff_set_list(gff, gff->root, "Path_Points");
    for (uint32_t i = 0; i < paths->count; i++) {
        wr_gff_struct *point = wr_gff_append(gff, points, POINT_STRUCT);
        wr_gff_set_whole(gff, point, "Conections", WR_GFF_DWORD,
                         paths->starts[i + 1] - paths->starts[i]);
        wr_gff_set_whole(gff, point, "First_Conection", WR_GFF_DWORD, paths->starts[i]);
        wr_gff_set_float(gff, point, "X", paths->points[i].x);
        wr_gff_set_float(gff, point, "Y", paths->points[i].y);
    }
    wr_gff_list *hops = wr_gff_set_list(gff, gff->root, "Path_Conections");
    for (uint32_t i = 0; paths->count && i < paths->starts[paths->count]; i++)
        wr_gff_set_whole(gff, wr_gff_append(gff, hops, HOP_STRUCT), "Destination", WR_GFF_DWORD,
                         paths->neighbours[i]);
    return wr_gff_write(context, gff, out);
}
