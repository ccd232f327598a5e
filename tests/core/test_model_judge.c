/* What is wrong with a model that can be read, fault by fault; and what cannot be done to one.
 */
#include "tests/support/findings.h"
#include "tests/support/small_model.h"

#include "core/model/model.h"

struct small {
    struct findings f;
    struct small_model made;
    struct wr_model *model;
};

static uint32_t word(const struct small *small, uint32_t at)
{
    const uint8_t *p = small->made.mdl.data + 12 + at;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void small_start(struct small *small)
{
    memset(small, 0, sizeof *small);
    findings_start(&small->f);
    small->made = small_model_make(WR_K1);
}

static enum wr_result small_read(struct small *small)
{
    const struct wr_source mdl = {"small", small->made.mdl.data, small->made.mdl.size, true};
    const struct wr_source mdx = {"small", small->made.mdx.data, small->made.mdx.size, true};
    return wr_model_read(small->f.context, small->f.arena, &mdl, &mdx, &small->model);
}

static void small_end(struct small *small)
{
    small_model_free(&small->made);
    findings_end(&small->f);
}

static void assert_tells(struct small *small, const char *slug)
{
    const char *said = findings_said(&small->f);
    if (!strstr(said, slug))
        fail_msg("not %s but: %s", slug, said);
}

/* ---- Judged ------------------------------------------------------------------------------ */

enum place { MESH, FACE, VERTEX, LIST, TREE, NODE };

static uint32_t place_of(const struct small *small, enum place place)
{
    uint32_t node = small->made.nodes[4], mesh = node + 80;
    switch (place) {
    case MESH:
        return mesh;
    case FACE:
        return word(small, mesh + 8);
    case VERTEX:
        return word(small, mesh + 328);
    case LIST:
        return word(small, word(small, mesh + 188));
    case TREE:
        return word(small, small->made.nodes[7] + 80 + 332);
    case NODE:
        break;
    }
    return node;
}

static void each_fault_is_named(void **state)
{
    (void)state;
    static const uint32_t two = 0x40000000, nine = 0x41100000, nan = 0x7fc00000;
    const struct {
        enum place place;
        uint32_t at, value;
        bool error;
        const char *slug;
    } faults[] = {
        {FACE, 28, 1 | 99u << 16, true, "[mdl-face]"},
        {FACE, 24, 5, false, "[mdl-adjacency]"},
        {FACE, 24, 0, false, "[mdl-adjacency]"},
        {FACE, 12, nine, false, "[mdl-plane]"},
        {MESH, 20, two, false, "[mdl-box]"},
        {VERTEX, 12, nan, true, "[mdl-not-finite]"},
        {VERTEX, 12, nine, true, "[mdx-differs]"},
        {LIST, 0, 2 | 1u << 16, false, "[mdl-corners]"},
        {TREE, 40 + 32, 1, true, "[mdl-tree]"},
        {TREE, 40 + 32, 7, true, "[mdl-tree]"},
        {TREE, 40, two, true, "[mdl-tree-box]"},
        {TREE, 0, two, true, "[mdl-tree-box]"},
        {NODE, 12, 0, false, "[mdl-parent]"},
        {NODE, 4, 999, false, "[mdl-name]"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct small small;
        small_start(&small);
        small_set(&small.made, place_of(&small, faults[i].place) + faults[i].at,
                  faults[i].value);
        if (small_read(&small) != WR_OK)
            fail_msg("%s is not read: %s", faults[i].slug, findings_said(&small.f));
        enum wr_result result =
            wr_model_judge(small.f.context, small.f.arena, small.model, NULL);
        assert_int_equal(result, faults[i].error ? WR_INVALID : WR_OK);
        assert_tells(&small, faults[i].slug);
        small_end(&small);
    }
}

/* Its plane may be any, and its normal none. */
static void a_face_without_area_has_no_plane_to_miss(void **state)
{
    (void)state;
    struct small small;
    small_start(&small);
    uint32_t face = place_of(&small, FACE), list = place_of(&small, LIST);
    small_set(&small.made, face + 12, 0x41100000); /* nine */
    small_set(&small.made, face + 28, 1 | 1u << 16);
    small_set(&small.made, list + 2, 1 | 1u << 16);
    assert_int_equal(small_read(&small), WR_OK);
    assert_int_equal(wr_model_judge(small.f.context, small.f.arena, small.model, NULL), WR_OK);
    const char *said = findings_said(&small.f);
    assert_null(strstr(said, "mdl-plane"));
    assert_null(strstr(said, "mdl-corners"));
    small_end(&small);
}

/* ---- Refused when read ------------------------------------------------------------------- */

static void lists_without_lengths_are_refused(void **state)
{
    (void)state;
    struct small small;
    small_start(&small);
    small_set(&small.made, place_of(&small, MESH) + 180, 0);
    assert_int_equal(small_read(&small), WR_INVALID);
    assert_tells(&small, "[mdl-index-list]");
    small_end(&small);
}

static void what_follows_a_model_is_dropped(void **state)
{
    (void)state;
    struct small small;
    small_start(&small);
    wr_bytes_text(&small.made.mdl, "more");
    assert_int_equal(small_read(&small), WR_OK);
    assert_tells(&small, "warning [mdl-trailing] 4 bytes follow");
    assert_int_equal(small.model->mdl_size, small.made.mdl.size - 4);
    small_end(&small);
}

/* A chain of nodes, each the only child of the one before. */
static void make_chain(struct small_model *model, unsigned length)
{
    const float place[3] = {0, 0, 0}, turn[4] = {1, 0, 0, 0};
    uint32_t parent = 0, last = 0;
    small_zeros(&model->mdl, 12 + 196);
    small_set(model, 0, 4273776);
    small_array(model, 184, 1);
    wr_bytes_u32(&model->mdl, 200);
    wr_bytes_add(&model->mdl, "a", 2);
    small_set(model, 40, small_here(model));
    for (unsigned i = 0; i < length; i++, parent = last) {
        last = small_node(model, 1, 0, parent, place, turn);
        if (i + 1 == length)
            break;
        small_array(model, last + 44, 1);
        wr_bytes_u32(&model->mdl, small_here(model) + 4);
    }
    wr_bytes_patch_u32(&model->mdl, 4, (uint32_t)model->mdl.size - 12);
}

static void a_chain_without_end_is_refused(void **state)
{
    (void)state;
    for (unsigned length = 255; length <= 258; length++) {
        struct small small;
        small_start(&small);
        small_model_free(&small.made);
        make_chain(&small.made, length);
        enum wr_result result = small_read(&small);
        assert_int_equal(result, length <= 256 ? WR_OK : WR_INVALID);
        if (result != WR_OK)
            assert_tells(&small, "[mdl-depth]");
        small_end(&small);
    }
}

/* ---- Refused when worked on -------------------------------------------------------------- */

static void a_chain_that_cannot_get_longer_is_not_turned(void **state)
{
    (void)state;
    for (unsigned length = 255; length <= 256; length++) {
        struct small small;
        small_start(&small);
        small_model_free(&small.made);
        make_chain(&small.made, length);
        assert_int_equal(small_read(&small), WR_OK);
        uint32_t size = small.model->mdl_size;
        enum wr_result result = wr_model_turn(small.f.context, small.model, 0, 1);
        assert_int_equal(result, length == 255 ? WR_OK : WR_INVALID);
        assert_int_equal(small.model->mdl_size > size, result == WR_OK);
        if (result != WR_OK)
            assert_tells(&small, "[mdl-depth]");
        small_end(&small);
    }
}

static void a_blade_is_not_mirrored(void **state)
{
    (void)state;
    struct small small;
    small_start(&small);
    small_set(&small.made, small.made.nodes[5], 0x821 | 5u << 16);
    assert_int_equal(small_read(&small), WR_OK);
    assert_int_equal(wr_model_mirror(small.f.context, small.model), WR_INVALID);
    assert_tells(&small, "[mdl-saber]");
    small_end(&small);
}

static void a_model_without_a_walkmesh_says_so(void **state)
{
    (void)state;
    struct small small;
    struct wr_walkmesh *mesh;
    small_start(&small);
    assert_int_equal(small_read(&small), WR_OK);
    assert_int_equal(wr_model_remove_walkmesh(small.f.context, small.model), WR_OK);
    assert_int_equal(wr_model_remove_walkmesh(small.f.context, small.model), WR_OK);
    assert_int_equal(wr_model_walkmesh(small.f.context, small.f.arena, small.model, &mesh),
                     WR_INVALID);
    assert_tells(&small, "[mdl-walkmesh]");
    small_end(&small);
}

static void a_walkmesh_beyond_16_bits_does_not_fit(void **state)
{
    (void)state;
    enum { FACES = 65536 };
    struct small small;
    small_start(&small);
    assert_int_equal(small_read(&small), WR_OK);
    struct wr_walkmesh *mesh = wr_walkmesh_new(small.f.arena, WR_WOK, 3, FACES);
    assert_int_equal(wr_model_set_walkmesh(small.f.context, small.model, mesh), WR_LIMIT);
    assert_tells(&small, "[model-too-large]");
    small_end(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_is_named),
        cmocka_unit_test(a_face_without_area_has_no_plane_to_miss),
        cmocka_unit_test(lists_without_lengths_are_refused),
        cmocka_unit_test(what_follows_a_model_is_dropped),
        cmocka_unit_test(a_chain_without_end_is_refused),
        cmocka_unit_test(a_chain_that_cannot_get_longer_is_not_turned),
        cmocka_unit_test(a_blade_is_not_mirrored),
        cmocka_unit_test(a_model_without_a_walkmesh_says_so),
        cmocka_unit_test(a_walkmesh_beyond_16_bits_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
