/* TPC pictures, the games' own textures: plain, DXT1 and DXT5, with smaller copies, sides of a
 * cube or frames behind each other, and a TXI behind them. Source: formats/module, 5. */
#ifndef WR_CORE_FORMAT_TPC_H
#define WR_CORE_FORMAT_TPC_H

#include "core/format/tga.h"

enum wr_tpc_coding { WR_TPC_GREY, WR_TPC_RGB, WR_TPC_RGBA, WR_TPC_DXT1, WR_TPC_DXT5 };

/* How a TPC is laid out. It points into its source. */
struct wr_tpc {
    const struct wr_source *source;
    enum wr_tpc_coding coding;
    uint32_t width, height; /* of a layer */
    uint32_t layers; /* 6: sides of a cube; else frames, in `columns` from side to side, or 1 */
    uint32_t columns;
    bool cube;
    uint32_t mips;  /* of a layer, the picture itself the first */
    uint32_t there; /* of the mips of all layers, those that are whole */
    float alpha_test;
    const char *txi; /* without a NUL */
    size_t txi_size;
};

/* Whether bytes are a TPC that wr_tpc_read would take: it has no mark, so that its header must
 * make sense and its first picture be there. */
bool wr_tpc_recognise(const uint8_t *data, size_t size);

/* Finds where everything is. Pictures of an Xbox and compressed grey are refused by name. Files
 * that end within their smaller mips, as some of the games' own do, are taken. "tpc-..." */
enum wr_result wr_tpc_read(struct wr_context *context, const struct wr_source *source,
                           struct wr_tpc *out);

/* The first layer at its full size. */
enum wr_result wr_tpc_picture(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_tpc *tpc, struct wr_tga *out);

/* Coding, layers, mips, the first picture as wr_tga_dump has it, and the lines of the TXI.
 * False when memory is out. */
bool wr_tpc_dump(struct wr_arena *arena, const struct wr_tpc *tpc, const struct wr_tga *picture,
                 struct wr_dump *dump);

#endif
