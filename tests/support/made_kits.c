#include "tests/support/made_kits.h"

#include <string.h>

enum { SIZE = 3 };

static int64_t draw(struct made_kit *kit, int64_t least, int64_t most)
{
    return least + wr_random_below(&kit->random, (uint32_t)(most - least + 1));
}

/* A doorway in the middle of a cell of one of the four sides. */
static wr_piece_hook draw_hook(struct made_kit *kit, const struct made_like *like, wr_spot size)
{
    uint32_t side = wr_random_below(&kit->random, 4);
    wr_spot at = {side == 0 ? size.x : 0, side == 1 ? size.y : 0, 0};
    if (side % 2)
        at.x = draw(kit, 0, size.x / MADE_UNIT - 1) * MADE_UNIT + MADE_UNIT / 2;
    else
        at.y = draw(kit, 0, size.y / MADE_UNIT - 1) * MADE_UNIT + MADE_UNIT / 2;
    at.x += draw(kit, -like->play, like->play);
    at.y += draw(kit, -like->play, like->play);
    at.z += like->storeys ? draw(kit, 0, 1) * 3 * MADE_UNIT : 0;
    return (wr_piece_hook){at, (uint16_t)(side * like->turns / 4),
                           (uint16_t)draw(kit, 0, MADE_KINDS - 1), 0};
}

static void draw_piece(struct made_kit *kit, uint32_t piece, const struct made_like *like)
{
    wr_spot size = {draw(kit, 1, SIZE) * MADE_UNIT, draw(kit, 1, SIZE) * MADE_UNIT, 0};
    wr_spot corners[4] = {{0, 0, 0}, {size.x, 0, 0}, size, {0, size.y, 0}};
    memcpy(kit->corners[piece], corners, sizeof corners);
    kit->slabs[piece] = (wr_slab){kit->corners[piece], 4, 0, 2 * MADE_UNIT, NULL};
    uint32_t count = (uint32_t)draw(kit, 2, MADE_HOOKS);
    for (uint32_t h = 0; h < count; h++)
        kit->hooks[piece][h] = draw_hook(kit, like, size);
    kit->shapes[piece] = (wr_piece){
        .slabs = &kit->slabs[piece],
        .slab_count = 1,
        .hooks = kit->hooks[piece],
        .hook_count = count,
        .weight = 1,
        .may_mirror = like->mirrors,
        .may_turn = !like->fixed || piece > 0,
    };
}

static bool prepare(struct made_kit *kit, const struct made_like *like)
{
    kit->pieces = (struct wr_pieces){
        .turn_count = like->turns,
        .tolerance = 2 * like->play,
        .skin = 2 * like->play,
        .pieces = kit->shapes,
        .piece_count = like->pieces,
        .kind_count = MADE_KINDS,
        .meets = kit->meets,
    };
    return kit->arena && wr_pieces_prepare(&kit->pieces, kit->arena);
}

bool made_kit_draw(struct made_kit *kit, const struct made_like *like, uint64_t seed)
{
    *kit = (struct made_kit){.arena = wr_arena_create(), .random = wr_random_of(seed, 9)};
    bool forbidden = draw(kit, 0, 1);
    for (int i = 0; i < MADE_KINDS * MADE_KINDS; i++)
        kit->meets[i] = !forbidden || i % (MADE_KINDS + 1) == 0;
    for (uint32_t p = 0; p < like->pieces; p++)
        draw_piece(kit, p, like);
    return prepare(kit, like);
}

bool made_kit_of_passages(struct made_kit *kit)
{
    struct made_like like = {.turns = 4, .pieces = 3};
    *kit = (struct made_kit){.arena = wr_arena_create(), .random = wr_random_of(1, 9)};
    for (int i = 0; i < MADE_KINDS * MADE_KINDS; i++)
        kit->meets[i] = true;
    for (uint32_t p = 0; p < like.pieces; p++) {
        int64_t length = p == 2 ? 2 * MADE_UNIT : MADE_UNIT, half = MADE_UNIT / 2;
        wr_spot corners[4] = {
            {0, 0, 0}, {length, 0, 0}, {length, MADE_UNIT, 0}, {0, MADE_UNIT, 0}};
        memcpy(kit->corners[p], corners, sizeof corners);
        kit->slabs[p] = (wr_slab){kit->corners[p], 4, 0, MADE_UNIT, NULL};
        kit->hooks[p][0] = (wr_piece_hook){{length, half, 0}, 0, 0, 0};
        kit->hooks[p][1] = p == 0 ? (wr_piece_hook){{half, MADE_UNIT, 0}, 1, 0, 0}
                                  : (wr_piece_hook){{0, half, 0}, 2, 0, 0};
        kit->shapes[p] = (wr_piece){.slabs = &kit->slabs[p],
                                    .slab_count = 1,
                                    .hooks = kit->hooks[p],
                                    .hook_count = 2,
                                    .weight = 1,
                                    .may_turn = true};
    }
    return prepare(kit, &like);
}

void made_kit_end(struct made_kit *kit)
{
    wr_arena_destroy(kit->arena);
}
