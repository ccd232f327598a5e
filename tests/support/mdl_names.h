/* Reads the names of a model as PyKotor does, one after the other from the end of their table
 * up to the list of animations, and asserts that nodes are named and numbered as in the game's
 * own models. It shares no code with core/model. */
#ifndef WR_TESTS_SUPPORT_MDL_NAMES_H
#define WR_TESTS_SUPPORT_MDL_NAMES_H

#include "tests/support/test.h"

#include <stdbool.h>

enum { MDL_NAMES = 4096 };

struct mdl_names {
    const uint8_t *data; /* behind the file's 12 bytes of header */
    const char *names[MDL_NAMES];
    uint32_t count, met; /* nodes of the model's own tree met so far */
};

static inline uint32_t mdl_names_u32(const struct mdl_names *in, uint32_t at)
{
    const uint8_t *p = in->data + at;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint32_t mdl_names_u16(const struct mdl_names *in, uint32_t at)
{
    return in->data[at] | (uint32_t)in->data[at + 1] << 8;
}

/* Number, name and order are one in the model's own tree; an animation's node is one of those.
 */
static inline void mdl_names_node(struct mdl_names *in, uint32_t node, bool own)
{
    uint32_t children = mdl_names_u32(in, node + 44), count = mdl_names_u32(in, node + 48);
    assert_int_equal(mdl_names_u16(in, node + 2), mdl_names_u16(in, node + 4));
    if (own)
        assert_int_equal(mdl_names_u16(in, node + 4), in->met++);
    assert_true(mdl_names_u16(in, node + 4) < in->count);
    for (uint32_t i = 0; i < count; i++)
        mdl_names_node(in, mdl_names_u32(in, children + 4 * i), own);
}

static inline void mdl_names_read(struct mdl_names *in)
{
    uint32_t table = mdl_names_u32(in, 184), animations = mdl_names_u32(in, 88);
    in->count = mdl_names_u32(in, 188);
    assert_int_equal(in->count, mdl_names_u32(in, 192));
    assert_in_range(in->count, 1, MDL_NAMES);
    uint32_t at = table + 4 * in->count;
    for (uint32_t i = 0; i < in->count; i++) {
        assert_int_equal(mdl_names_u32(in, table + 4 * i), at);
        in->names[i] = (const char *)in->data + at;
        at += (uint32_t)strlen(in->names[i]) + 1;
        assert_true(at <= animations);
    }
}

/* All that is said of a model of a module; `name` is what it must be called, NULL: whatever it
 * is. */
static inline void assert_named_as_the_games(const uint8_t *mdl, const char *name)
{
    struct mdl_names in = {.data = mdl + 12};
    char own[33] = {0};
    memcpy(own, in.data + 8, 32);
    if (name)
        assert_string_equal(own, name);
    assert_int_equal(mdl_names_u32(&in, 184), 196);
    mdl_names_read(&in);
    mdl_names_node(&in, mdl_names_u32(&in, 40), true);
    assert_int_equal(in.met, in.count);
    assert_int_equal(mdl_names_u32(&in, 44), in.count);
    assert_string_equal(in.names[0], own);
    for (uint32_t i = 0; i < in.count; i++)
        assert_true(in.names[i][0] != '\0');
    uint32_t animations = mdl_names_u32(&in, 88);
    for (uint32_t i = 0; i < mdl_names_u32(&in, 92); i++) {
        uint32_t header = mdl_names_u32(&in, animations + 4 * i);
        mdl_names_node(&in, mdl_names_u32(&in, header + 40), false);
        assert_int_equal(strncmp((const char *)in.data + header + 88, own, 32), 0);
    }
}

#endif
