/* Areas of NWN2, read and written whole. Source: formats/aswm, 1 and 2. */
#include "core/aswm/area.h"

#include "core/base/bytes.h"

enum wr_result wr_aswm_area_read(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_source *source, struct wr_aswm_area *out)
{
    enum wr_result result = wr_trx_read(context, arena, source, &out->trx);
    if (result == WR_OK)
        result = wr_trx_unpack(context, arena, source, &out->trx, &out->packet);
    if (result == WR_OK)
        result = wr_aswm_read(context, arena, &out->packet, &out->mesh);
    return result;
}

/* The packets with another walkmesh among them. */
static enum wr_result write_packets(struct wr_context *context, const struct wr_trx *trx,
                                    const struct wr_bytes *packed, wr_where where,
                                    struct wr_bytes *out)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_trx changed = *trx;
    if (arena)
        changed.packets = wr_arena_copy(arena, trx->packets, trx->count, sizeof *trx->packets);
    enum wr_result result = WR_NO_MEMORY;
    if (arena && changed.packets) {
        changed.packets[trx->aswm].data = packed->data;
        changed.packets[trx->aswm].size = (uint32_t)packed->size;
        result = wr_trx_write(context, &changed, where, out);
    } else {
        wr_no_memory(context);
    }
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_aswm_area_write(struct wr_context *context, const struct wr_aswm_area *area,
                                  wr_where where, struct wr_bytes *out)
{
    struct wr_bytes raw = {0}, packed = {0};
    enum wr_result result = WR_OK;
    wr_aswm_write(context, &area->mesh, &raw);
    if (raw.failed)
        result = wr_no_memory(context);
    if (result == WR_OK)
        result = wr_trx_pack(context, raw.data, raw.size, where, &packed);
    wr_bytes_finish(&raw);
    if (result == WR_OK)
        result = write_packets(context, &area->trx, &packed, where, out);
    wr_bytes_finish(&packed);
    return wr_context_whole(context, result);
}

enum wr_result wr_aswm_area_make(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_aswm *mesh, struct wr_aswm_area *out)
{
    enum { SIZE = 12, WORD = 4 };
    struct wr_bytes size = {0};
    uint32_t square = mesh->border > 0 ? WR_ASWM_SQUARE : 1;
    wr_bytes_u32(&size, mesh->width / square);
    wr_bytes_u32(&size, mesh->height / square);
    wr_bytes_u32(&size, 0);
    *out = (struct wr_aswm_area){.mesh = *mesh};
    out->trx = (struct wr_trx){.major = WR_TRX_MAJOR,
                               .minor = WR_TRX_MINOR,
                               .packets = WR_ZERO(arena, wr_trx_packet, 2),
                               .count = 2,
                               .aswm = 1,
                               .width = mesh->width / square,
                               .height = mesh->height / square};
    uint8_t *data = size.failed ? NULL : wr_arena_copy(arena, size.data, SIZE, 1);
    wr_bytes_finish(&size);
    if (!data || !out->trx.packets)
        return wr_no_memory(context);
    out->trx.packets[0] = (wr_trx_packet){"TRWH", data, SIZE, 0};
    out->trx.packets[1] = (wr_trx_packet){"ASWM", data, 0, 0};
    return WR_OK;
}

/* The room of each triangle, by the face it was cut from. */
static enum wr_result name_triangles(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_aswm *mesh,
                                     const struct wr_aswm_shift *shift,
                                     const char *const *rooms, const char *const **out)
{
    const char **names = WR_TAKE(arena, const char *, mesh->triangle_count);
    if (!names)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        names[i] = rooms[shift->faces[i]];
    *out = names;
    return WR_OK;
}

/* The cutters moved as the mesh was. */
static enum wr_result carve_moved(struct wr_context *context, struct wr_arena *arena,
                                  struct wr_aswm *mesh, const struct wr_aswm_cutters *cutters,
                                  struct wr_aswm_shift *shift, wr_where where)
{
    struct wr_aswm_cutters moved = {WR_TAKE(arena, wr_aswm_cutter, cutters->count),
                                    cutters->count};
    if (!moved.items)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < cutters->count; i++)
        if (!wr_aswm_cutter_move(arena, &cutters->items[i], shift->x, shift->y,
                                 &moved.items[i]))
            return wr_no_memory(context);
    return wr_aswm_carve(context, arena, mesh, &moved, &shift->faces, where);
}

enum wr_result wr_aswm_area_bake(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_aswm_making *making, wr_where where,
                                 struct wr_aswm_area *out, struct wr_aswm_shift *shift)
{
    struct wr_aswm_bake_options options = {.sight = making->sight, .storeys = true};
    struct wr_aswm mesh;
    enum wr_result result =
        wr_aswm_cut(context, arena, making->soup, making->grid, where, &mesh, shift);
    if (result == WR_OK && making->cutters)
        result = carve_moved(context, arena, &mesh, making->cutters, shift, where);
    if (result == WR_OK && making->rooms)
        result = name_triangles(context, arena, &mesh, shift, making->rooms, &options.rooms);
    if (result == WR_OK)
        result = wr_aswm_bake(context, arena, &mesh, &options, where);
    if (result != WR_OK || !making->into)
        return result == WR_OK ? wr_aswm_area_make(context, arena, &mesh, out) : result;
    *out = *making->into;
    out->mesh = mesh;
    return WR_OK;
}
