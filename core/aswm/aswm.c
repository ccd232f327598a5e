/* Where things lie in the packet of a walkmesh. Source: formats/aswm, 2. */
#include "core/aswm/aswm.h"

enum { VERTICES_AT = 53, VERTEX_SIZE = 12, EDGE_SIZE = 16, TRIANGLE_SIZE = 64 };

size_t wr_aswm_vertex_at(uint32_t index)
{
    return VERTICES_AT + (size_t)VERTEX_SIZE * index;
}

size_t wr_aswm_edge_at(const struct wr_aswm *mesh, uint32_t index)
{
    return wr_aswm_vertex_at(mesh->vertex_count) + (size_t)EDGE_SIZE * index;
}

size_t wr_aswm_triangle_at(const struct wr_aswm *mesh, uint32_t index)
{
    return wr_aswm_edge_at(mesh, mesh->edge_count) + (size_t)TRIANGLE_SIZE * index;
}
