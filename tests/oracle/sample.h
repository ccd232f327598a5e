/* Small walkmeshes made by code, and a tiny writer: what the judge itself is tried on. */
#ifndef ORACLE_SAMPLE_H
#define ORACLE_SAMPLE_H

#include "tests/oracle/oracle.h"

/* How the tree is built; zeroed is right. */
struct sample_style {
    uint32_t too_many_left; /* added to the median */
    bool shortest_axis;     /* sort along the wrong one */
};

/* A walkmesh of these faces, walkable ones first, with room for three more of each thing. */
struct oracle_wok sample_mesh(const float (*vertices)[3], uint32_t vertex_count,
                              const uint32_t (*faces)[3], const uint32_t *materials,
                              uint32_t face_count);
/* A sloping floor of columns x rows squares of 1 m, whose inner squares are not walkable. */
struct oracle_wok sample_floor(uint32_t columns, uint32_t rows);
/* All tables but vertices, faces and materials, anew. Transitions become -1. */
void sample_derive(struct oracle_wok *wok, const struct sample_style *style);
/* Boxes of inner nodes anew. */
void sample_unite(struct oracle_wok *wok);
/* Packed bytes; free() them. */
unsigned char *sample_write(const struct oracle_wok *wok, size_t *size);

#endif
