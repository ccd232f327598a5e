/* A model of NWN2 with a walkmesh, made byte by byte. */
#ifndef WR_TESTS_SUPPORT_SMALL_MDB_H
#define WR_TESTS_SUPPORT_SMALL_MDB_H

#include "core/base/bytes.h"

/* A packet that nobody reads, then a walkmesh of a square of `wide` by `deep` metres around its
 * own place, of two triangles. */
static inline void mdb_put(struct wr_bytes *out, float wide, float deep)
{
    enum { HEADER = 12, ROWS = 16, EMPTY = 8, WALK = 52 - 8 + 4 * 12 + 2 * 10 };
    static const uint16_t faces[][3] = {{0, 1, 2}, {0, 2, 3}};
    static const uint8_t name[32] = "walkmesh";
    wr_bytes_text(out, "NWN2");
    wr_bytes_u16(out, 1);
    wr_bytes_u16(out, 12);
    wr_bytes_u32(out, 2);
    wr_bytes_text(out, "HOOK");
    wr_bytes_u32(out, HEADER + ROWS);
    wr_bytes_text(out, "WALK");
    wr_bytes_u32(out, HEADER + ROWS + EMPTY);
    wr_bytes_text(out, "HOOK");
    wr_bytes_u32(out, 0);
    wr_bytes_text(out, "WALK");
    wr_bytes_u32(out, WALK);
    wr_bytes_add(out, name, sizeof name);
    wr_bytes_u32(out, 0);
    wr_bytes_u32(out, 4);
    wr_bytes_u32(out, 2);
    for (int i = 0; i < 4; i++)
        wr_bytes_vec3(out, (wr_vec3){i == 1 || i == 2 ? wide / 2 : -wide / 2,
                                     i < 2 ? -deep / 2 : deep / 2, 0.5f});
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++)
            wr_bytes_u16(out, faces[i][k]);
        wr_bytes_u32(out, 0);
    }
}

#endif
