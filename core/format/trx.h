/* The container of NWN2's areas, TRN and TRX: packets behind a table. Source: formats/aswm, 1.
 */
#ifndef WR_CORE_FORMAT_TRX_H
#define WR_CORE_FORMAT_TRX_H

#include "core/base/arena.h"
#include "core/base/diag.h"

#include <string.h>

enum {
    WR_TRX_TYPE = 4,  /* characters of a packet's type */
    WR_TRX_MAJOR = 2, /* the one version there is */
    WR_TRX_MINOR = 3,
};

typedef struct wr_trx_packet {
    char type[WR_TRX_TYPE + 1];
    const uint8_t *data; /* its payload, in the file */
    uint32_t size;
    size_t offset; /* of the payload in the file */
} wr_trx_packet;

struct wr_trx {
    uint16_t major, minor;
    wr_trx_packet *packets;
    uint32_t count;
    uint32_t size, aswm;        /* which packet is TRWH, and which ASWM */
    uint32_t width, height, id; /* of TRWH: in tiles, or in 40 m of an exterior */
};

/* Whether two types are the same four characters. */
static inline bool wr_trx_is(const wr_trx_packet *packet, const char *type)
{
    return memcmp(packet->type, type, WR_TRX_TYPE) == 0;
}

bool wr_trx_recognise(const uint8_t *data, size_t size);
/* Reads the table and the size of the area; packets stay where they are in the source, and only
 * TRWH and ASWM are looked into. WR_SYNTAX and WR_INVALID "trx-*". */
enum wr_result wr_trx_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_trx *out);
/* Appends the packets as they are, one right behind the other. `where` is for findings:
 * WR_LIMIT "trx-large" beyond 4 GiB. */
enum wr_result wr_trx_write(struct wr_context *context, const struct wr_trx *trx,
                            wr_where where, struct wr_bytes *out);

struct wr_dump; /* core/text/dump.h */
/* The size of the area, and each packet's. */
void wr_trx_dump(const struct wr_trx *trx, struct wr_dump *dump);

/* ---- What the walkmesh is packed in --------------------------------------------------------
 */

#define WR_TRX_UNPACKED_MOST ((uint32_t)128 << 20) /* from here on a known reader refuses */

/* The bytes of the ASWM packet, inflated where they are packed, as a source of their own: it is
 * called as the file and "/aswm", and offsets count from its start. WR_SYNTAX "trx-packed",
 * WR_LIMIT "trx-large" from 128 MiB on. */
enum wr_result wr_trx_unpack(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, const struct wr_trx *trx,
                             struct wr_source *out);
/* Appends a packet's payload: `data` packed by zlib as the toolset does, which gives an
 * official file its bytes back. WR_LIMIT "trx-large". */
enum wr_result wr_trx_pack(struct wr_context *context, const void *data, size_t size,
                           wr_where where, struct wr_bytes *out);

#endif
