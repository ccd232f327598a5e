/* The frame of a BWM file, shared by its readers and writers: the header and where it says the
 * tables are. Source: formats/bwm, 2. */
#ifndef WR_CORE_FORMAT_BWM_FRAME_H
#define WR_CORE_FORMAT_BWM_FRAME_H

#include "core/walkmesh/walkmesh.h"

enum { WR_BWM_HEADER_SIZE = 136 };

/* In the order of the file. */
enum wr_bwm_table_name {
    WR_BWM_VERTICES,
    WR_BWM_FACES,
    WR_BWM_MATERIALS,
    WR_BWM_NORMALS,
    WR_BWM_DISTANCES,
    WR_BWM_NODES,
    WR_BWM_ADJACENCY,
    WR_BWM_EDGES,
    WR_BWM_PERIMETERS,
    WR_BWM_TABLES
};

struct wr_bwm_form {
    const char *name;
    uint32_t stride;
    uint32_t count_at, offset_at; /* where the header has them */
};
extern const struct wr_bwm_form wr_bwm_tables[WR_BWM_TABLES];

struct wr_bwm_table {
    uint32_t count, offset;
};

static inline uint64_t wr_bwm_table_size(const struct wr_bwm_table *all, int t)
{
    return (uint64_t)all[t].count * wr_bwm_tables[t].stride;
}

/* Reads and checks the header: every table lies in the file, on no other and not on the header.
 */
enum wr_result wr_bwm_frame(struct wr_context *context, const struct wr_source *source,
                            struct wr_bwm_table *all);

/* Lays the tables of a mesh out back to back; false when the file would pass what offsets can
 * say. */
bool wr_bwm_arrange(const struct wr_walkmesh *mesh, struct wr_bwm_table *all, uint64_t *size);
/* Says that a file of so many bytes is none: "bwm-too-large". */
enum wr_result wr_bwm_fail_size(struct wr_context *context, wr_where where,
                                const struct wr_walkmesh *mesh, uint64_t size);
void wr_bwm_header(const struct wr_walkmesh *mesh, const struct wr_bwm_table *all,
                   uint8_t out[WR_BWM_HEADER_SIZE]);

/* What a walkmesh is loaded from: a source in memory; or only its header there, and the tables
 * in the file that it names. */
struct wr_bwm_input {
    struct wr_source source;
    bool apart;
};

/* Loads the header's vectors and, into tables that are there, vertices, faces and materials;
 * some of them where the call is stopped, which wr_bwm_check says. */
enum wr_result wr_bwm_load_base(struct wr_context *context, const struct wr_bwm_input *input,
                                const struct wr_bwm_table *all, struct wr_walkmesh *mesh);
/* Loads the edge table into the mesh's arena. */
enum wr_result wr_bwm_load_edges(struct wr_context *context, const struct wr_bwm_input *input,
                                 const struct wr_bwm_table *all, struct wr_walkmesh *mesh);
/* Loads so many nodes, or all where there are fewer, into a table that is there. */
enum wr_result wr_bwm_load_nodes(struct wr_context *context, const struct wr_bwm_input *input,
                                 const struct wr_bwm_table *all, uint32_t count,
                                 struct wr_walkmesh *mesh);
/* Refuses what wr_bwm_load_base brought that no mesh can hold. */
enum wr_result wr_bwm_check(struct wr_context *context, const struct wr_source *source,
                            const struct wr_bwm_table *all, const struct wr_walkmesh *mesh);

#endif
