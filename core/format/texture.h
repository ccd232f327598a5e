/* Textures: pictures, and what a TXI says of how they are drawn. */
#ifndef WR_CORE_FORMAT_TEXTURE_H
#define WR_CORE_FORMAT_TEXTURE_H

#include "core/format/tga.h"

struct wr_texture {
    struct wr_tga picture;
    bool clear; /* one sees through it where its alpha says so; else its picture has none */
};

/* Reads a picture, or a TPC where `tpc` says that it is one. A TPC has its TXI in itself, that
 * of any other lies beside it: `txi`, NULL where there is none. Fails as wr_tpc_read and
 * wr_picture_read do. */
enum wr_result wr_texture_read(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, bool tpc,
                               const struct wr_source *txi, struct wr_texture *out);

#endif
