/* What the parts of the judge share: the walkmesh on trial, and faults that are counted before
 * they are reported. Private to judge*.c. */
#ifndef WR_CORE_WALKMESH_JUDGING_H
#define WR_CORE_WALKMESH_JUDGING_H

#include "core/walkmesh/walkmesh.h"

/* The tables of a BWM file, in the order of the file. */
enum wr_table {
    WR_TABLE_VERTICES,
    WR_TABLE_FACES,
    WR_TABLE_MATERIALS,
    WR_TABLE_NORMALS,
    WR_TABLE_DISTANCES,
    WR_TABLE_NODES,
    WR_TABLE_ADJACENCY,
    WR_TABLE_EDGES,
    WR_TABLE_PERIMETERS,
};

struct wr_mesh_judging {
    struct wr_context *context;
    const struct wr_walkmesh *mesh;
    const struct wr_surfaces *surfaces;
    const struct wr_source *source; /* may be NULL or text: then faults have no offset */
    struct wr_arena *scratch;
    uint64_t walkable; /* the materials that count as walkable */
    bool wrong;        /* an error was reported */
};

/* One kind of fault: how often it was met, and the lowest row that has it. */
struct wr_fault {
    uint64_t count;
    uint32_t first;
};

static inline void wr_fault_add(struct wr_fault *fault, uint32_t row)
{
    if (fault->count++ == 0 || row < fault->first)
        fault->first = row;
}

/* Where a row of a table lies in the file. */
wr_where wr_mesh_judging_row(const struct wr_mesh_judging *judging, enum wr_table table,
                             uint32_t row);

/* How a kind of fault is told: "<thing> <first row> <what>". */
struct wr_charge {
    enum wr_severity severity;
    enum wr_table table;
    const char *slug, *thing, *what, *hint;
};

/* Reports a fault that was met, once. */
void wr_mesh_judging_charge(struct wr_mesh_judging *judging, const struct wr_fault *fault,
                            const struct wr_charge *charge);

enum wr_result wr_judge_tree(struct wr_mesh_judging *judging);
enum wr_result wr_judge_perimeter(struct wr_mesh_judging *judging);
enum wr_result wr_judge_geometry(struct wr_mesh_judging *judging);

#endif
