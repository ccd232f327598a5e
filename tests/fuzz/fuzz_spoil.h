/* A sound module, and input that says how to spoil it: resources change places, types and
 * bytes. So a fuzzer reaches what lies behind the readers. */
#ifndef WR_TESTS_FUZZ_FUZZ_SPOIL_H
#define WR_TESTS_FUZZ_FUZZ_SPOIL_H

#include "tests/fuzz/fuzz.h"
#include "tests/support/small_module.h"

/* What input has left. */
struct spoiling {
    const uint8_t *data;
    size_t size;
};

static uint32_t spoil_next(struct spoiling *input, unsigned bytes)
{
    uint32_t value = 0;
    for (; bytes > 0 && input->size > 0; bytes--, input->size--)
        value = value << 8 | *input->data++;
    return value;
}

/* Bytes of a resource of a MOD that wr_erf_write_head laid out; its place in the table. */
struct spoiled {
    size_t key, place;
    uint32_t at, size;
};

static struct spoiled spoil_pick(const struct wr_bytes *module, uint32_t which)
{
    enum { COUNT = 16, HEAD = 160, KEY = 24, PLACE = 8 };
    struct wr_reader head = {module->data, module->size, COUNT, false};
    uint32_t count = wr_reader_u32(&head), index = which % count;
    struct spoiled out = {.key = HEAD + (size_t)KEY * index,
                          .place = HEAD + (size_t)KEY * count + (size_t)PLACE * index};
    struct wr_reader place = {module->data, module->size, out.place, false};
    out.at = wr_reader_u32(&place);
    out.size = wr_reader_u32(&place);
    return out;
}

static void spoil_bytes(struct wr_bytes *module, struct spoiling *input)
{
    struct spoiled part = spoil_pick(module, spoil_next(input, 1));
    uint32_t from = spoil_next(input, 2), count = spoil_next(input, 1) % 16;
    for (uint32_t i = 0; i < count && part.size > 0; i++)
        module->data[part.at + (from + i) % part.size] = (uint8_t)spoil_next(input, 1);
}

/* All that is left of the input becomes a resource. */
static void spoil_whole(struct wr_bytes *module, struct spoiling *input)
{
    struct spoiled part = spoil_pick(module, spoil_next(input, 1));
    size_t at = module->size;
    wr_bytes_add(module, input->data, input->size);
    MUST(!module->failed);
    wr_bytes_patch_u32(module, part.place, (uint32_t)at);
    wr_bytes_patch_u32(module, part.place + 4, (uint32_t)input->size);
    input->size = 0;
}

/* The module, in bytes of its own, as the input spoils it; a MOD of the input's own is itself.
 */
static inline struct wr_bytes spoil(const struct wr_bytes *sound, const uint8_t *data,
                                    size_t size)
{
    struct spoiling input = {data, size};
    struct wr_bytes out = {0};
    bool own = size >= 4 && memcmp(data, "MOD ", 4) == 0;
    wr_bytes_add(&out, own ? data : sound->data, own ? size : sound->size);
    MUST(!out.failed);
    while (!own && input.size > 0) {
        uint32_t what = spoil_next(&input, 1) % 4;
        if (what == 0) {
            struct spoiled a = spoil_pick(&out, spoil_next(&input, 1));
            struct spoiled b = spoil_pick(&out, spoil_next(&input, 1));
            wr_bytes_patch_u32(&out, a.place, b.at);
            wr_bytes_patch_u32(&out, a.place + 4, b.size);
            wr_bytes_patch_u32(&out, b.place, a.at);
            wr_bytes_patch_u32(&out, b.place + 4, a.size);
        } else if (what == 1) {
            struct spoiled part = spoil_pick(&out, spoil_next(&input, 1));
            uint32_t type = spoil_next(&input, 2);
            out.data[part.key + 20] = (uint8_t)type;
            out.data[part.key + 21] = (uint8_t)(type >> 8);
        } else if (what == 2) {
            spoil_bytes(&out, &input);
        } else {
            spoil_whole(&out, &input);
        }
    }
    return out;
}

/* The small module of the tests. */
static struct wr_bytes spoil_module(void add(struct small_module *))
{
    struct findings findings;
    struct small_module module;
    findings_start(&findings);
    small_start(&module, &findings);
    if (add)
        add(&module);
    struct wr_bytes packed = small_pack(&module);
    findings_end(&findings);
    return packed;
}

#endif
