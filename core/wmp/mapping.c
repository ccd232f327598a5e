/* The editor's own vectors, and what a face changes of them. */
#include "core/wmp/mapping.h"

#include <string.h>

/* What a slope of 45 degrees may be off by. */
#define TIE 1.0001

/* By the axis a normal points along most: z before x before y where they tie. */
static void own_vectors(wr_dvec3 normal, double out[2][4])
{
    static const double along[3][2][4] = {{{0, 1, 0, 0}, {0, 0, -1, 0}},
                                          {{1, 0, 0, 0}, {0, 0, -1, 0}},
                                          {{1, 0, 0, 0}, {0, -1, 0, 0}}};
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    int axis = z * TIE >= x && z * TIE >= y ? 2 : x * TIE >= y ? 0 : 1;
    memcpy(out, along[axis], sizeof along[axis]);
}

void wr_wmp_stored_vectors(const wr_wmp_face *face, wr_dvec3 normal, double out[2][4])
{
    if (face->has_vectors)
        memcpy(out, face->vectors, sizeof face->vectors);
    else
        own_vectors(normal, out);
}

void wr_wmp_texture_vectors(const struct wr_wmp *level, const wr_wmp_face *face,
                            wr_dvec3 normal, double out[2][4])
{
    double plain[2][4], cosine, sine;
    wr_wmp_stored_vectors(face, normal, plain);
    memcpy(out, plain, sizeof plain);
    if (level->dialect == WR_WMP_BUILD)
        return;
    wr_turn_of(fabs(face->rotation) < 1e6 ? face->rotation : 0, &cosine, &sine);
    double across = face->scale[0] != 0 ? face->scale[0] : 1;
    double down = face->scale[1] != 0 ? face->scale[1] : 1;
    for (int i = 0; i < 3; i++) {
        out[0][i] = (cosine * plain[0][i] + sine * plain[1][i]) / across;
        out[1][i] = (cosine * plain[1][i] - sine * plain[0][i]) / down;
    }
    out[0][3] = plain[0][3] + face->offset[0];
    out[1][3] = plain[1][3] + face->offset[1];
}
