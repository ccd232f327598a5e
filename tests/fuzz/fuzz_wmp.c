/* Any bytes as a level of GameStudio: what is read points nowhere but into itself, becomes
 * solids, is judged without an error, and what is written of it is read again. */
#include "tests/fuzz/fuzz.h"

#include "core/wmp/judge.h"
#include "core/wmp/solids.h"
#include "core/wmp/write.h"

static void check_block(const wr_wmp_block *block)
{
    for (uint32_t c = 0; c < block->corner_count; c++)
        MUST(block->corners[c] < block->vertex_count);
    for (uint32_t f = 0; f < block->face_count; f++) {
        const wr_wmp_face *face = &block->faces[f];
        MUST(face->texture && face->first <= block->corner_count &&
             face->count <= block->corner_count - face->first);
    }
}

static void check_tree(const struct wr_wmp *level)
{
    const uint32_t counts[] = {level->object_count, level->block_count, level->entity_count};
    for (uint32_t i = 0; i < level->object_count; i++) {
        const wr_wmp_object *object = &level->objects[i];
        MUST(object->parent == WR_WMP_NONE || object->parent < level->object_count);
        for (uint32_t m = 0; m < object->member_count; m++) {
            MUST(object->members[m].index < counts[object->members[m].kind]);
            if (object->members[m].kind == WR_WMP_OBJECT_MEMBER)
                MUST(level->objects[object->members[m].index].parent == i);
        }
    }
}

static void check_level(struct wr_context *context, struct wr_arena *arena,
                        const struct wr_wmp *level)
{
    struct wr_wmp_places places;
    struct wr_brush_level solids = {.metres = 1 / WR_WMP_QUANTS_PER_METRE};
    for (uint32_t b = 0; b < level->block_count; b++)
        check_block(&level->blocks[b]);
    check_tree(level);
    MUST(wr_wmp_resolve(context, arena, level, &places) == WR_OK);
    MUST(wr_wmp_solids(context, arena, level, &places, &solids, NULL) == WR_OK);
    MUST(solids.solid_count <= level->block_count);
    MUST(wr_wmp_judge(context, level, &places) == WR_OK);
    MUST(wr_context_count(context, WR_ERROR) == 0);
}

typedef enum wr_result write_fn(struct wr_context *context, const struct wr_wmp *level,
                                struct wr_bytes *out);

static void check_written(struct wr_context *context, struct wr_arena *arena,
                          const struct wr_wmp *level, write_fn *write)
{
    struct wr_bytes bytes = {0};
    struct wr_wmp *again;
    enum wr_result result = write(context, level, &bytes);
    struct wr_source source = {.name = "written.wmp", .data = bytes.data, .size = bytes.size};
    MUST(result == WR_OK || result == WR_INVALID); /* a number is too large */
    if (result == WR_OK) {
        MUST(wr_wmp_read(context, arena, &source, &again) == WR_OK);
        MUST(again->block_count == level->block_count);
    }
    wr_bytes_finish(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.wmp", .data = data, .size = size};
    struct wr_wmp *level;
    MUST(context && arena);
    enum wr_result result = wr_wmp_read(context, arena, &source, &level);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST((result == WR_OK) == (level != NULL));
    if (level) {
        check_level(context, arena, level);
        check_written(context, arena, level, wr_wmp_write_text);
        check_written(context, arena, level, wr_wmp_write_build);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
