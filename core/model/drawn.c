/* The walkmesh among what is drawn. */
#include "core/model/drawn.h"

#include <string.h>

static wr_vec3 unit(wr_dvec3 v)
{
    double length = wr_length(v);
    return length > 0 ? wr_narrow(wr_scale(v, 1 / length)) : wr_vec3_of(0, 0, 1);
}

static void lift(wr_drawn_corner *corner, wr_vec3 normal)
{
    corner->normal = wr_narrow(wr_add(wr_widen(corner->normal), wr_widen(normal)));
}

bool wr_drawn_walkmesh(struct wr_arena *arena, const struct wr_walkmesh *walkmesh,
                       wr_vec3 origin, struct wr_drawn_mesh *out)
{
    *out = (struct wr_drawn_mesh){
        .name = "walkmesh0",
        .texture = "NULL",
        .corners = WR_ZERO(arena, wr_drawn_corner, walkmesh->vertex_count),
        .faces = WR_ZERO(arena, wr_drawn_face, walkmesh->face_count),
        .corner_count = walkmesh->vertex_count,
        .face_count = walkmesh->face_count,
        .tree = walkmesh->nodes,
        .node_count = walkmesh->node_count,
    };
    if (!out->corners || !out->faces)
        return false;
    for (uint32_t v = 0; v < walkmesh->vertex_count; v++) {
        wr_vec3 at = wr_narrow(wr_sub(wr_widen(walkmesh->vertices[v]), wr_widen(origin)));
        out->corners[v] = (wr_drawn_corner){at,
                                            {0, 0, 0},
                                            (float)(at.x / WR_DRAWN_TEXTURE_SIZE),
                                            (float)(at.y / WR_DRAWN_TEXTURE_SIZE)};
    }
    for (uint32_t f = 0; f < walkmesh->face_count; f++) {
        wr_vec3 normal = unit(wr_widen(walkmesh->normals[f]));
        out->faces[f] = (wr_drawn_face){.normal = normal, .material = walkmesh->materials[f]};
        for (int k = 0; k < 3; k++) {
            out->faces[f].v[k] = (uint16_t)walkmesh->faces[f].v[k];
            lift(&out->corners[walkmesh->faces[f].v[k]], normal);
        }
    }
    for (uint32_t v = 0; v < walkmesh->vertex_count; v++)
        out->corners[v].normal = unit(wr_widen(out->corners[v].normal));
    return true;
}
