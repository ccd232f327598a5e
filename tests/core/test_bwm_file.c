/* Walkmeshes that are rebuilt and compared piece by piece, out of their files: as their bytes
 * are. */
#include "tests/support/findings.h"
#include "tests/support/meshes.h"
#include "tests/support/starved.h"
#include "tests/support/test.h"

#include "core/base/bytes.h"
#include "core/files/files.h"
#include "core/format/bwm.h"

static const char path[] = "room.wok";

/* Floors, walls and transitions, of which nothing is in order. */
static struct wr_bytes room_file(uint32_t side)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh *mesh = mesh_grid(arena, side, side);
    wr_edge items[] = {{0, 3}, {10, 0}};
    const struct wr_marks marks = {items, 2};
    struct wr_bytes bytes = {0};
    mesh_shuffle(mesh, 7);
    assert_int_equal(wr_walkmesh_derive(context, arena, mesh, &marks, WR_NOWHERE, NULL), WR_OK);
    for (uint32_t f = 0; f < mesh->face_count; f += 5)
        mesh->materials[f] = NONWALK;
    wr_bwm_write(mesh, &bytes);
    assert_false(bytes.failed);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return bytes;
}

/* One rebuild: of bytes, or of the same bytes as a file. */
struct made {
    struct findings findings;
    struct wr_memory *memory;
    struct wr_bytes out;
    struct wr_rebuilt report;
    enum wr_result result;
};

static void make(struct made *made, const struct wr_bytes *file, bool apart)
{
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    *made = (struct made){.memory = wr_memory_create(NULL)};
    findings_start(&made->findings);
    assert_true(wr_memory_put(made->memory, path, file->data, file->size));
    wr_context_set_files(made->findings.context, wr_memory_files(made->memory));
    struct wr_source source = *findings_bytes(&made->findings, file->data, file->size);
    source.name = path;
    source.binary = true;
    made->result = apart ? wr_bwm_rebuild_file(made->findings.context, made->findings.arena,
                                               path, &k1, &made->out, &made->report)
                         : wr_bwm_rebuild(made->findings.context, made->findings.arena, &source,
                                          &k1, &made->out, &made->report);
}

static void forget(struct made *made)
{
    wr_bytes_finish(&made->out);
    findings_end(&made->findings);
    wr_memory_destroy(made->memory);
}

static enum wr_result assert_alike(const struct wr_bytes *file)
{
    struct made whole, apart;
    make(&whole, file, false);
    make(&apart, file, true);
    enum wr_result result = whole.result;
    assert_int_equal(apart.result, result);
    assert_string_equal(findings_said(&apart.findings), findings_said(&whole.findings));
    assert_int_equal(apart.out.size, whole.out.size);
    if (whole.out.size > 0)
        assert_memory_equal(apart.out.data, whole.out.data, whole.out.size);
    if (result == WR_OK)
        assert_memory_equal(&apart.report, &whole.report, sizeof whole.report);
    forget(&whole);
    forget(&apart);
    return result;
}

static void a_file_is_rebuilt_as_its_bytes_are(void **state)
{
    (void)state;
    for (uint32_t side = 1; side < 40; side += 6) {
        struct wr_bytes file = room_file(side);
        assert_int_equal(assert_alike(&file), WR_OK);
        wr_bytes_finish(&file);
    }
}

static void a_file_cut_anywhere_is_refused_in_the_same_words(void **state)
{
    (void)state;
    struct wr_bytes file = room_file(3);
    for (size_t size = file.size; file.size-- > 0;) {
        assert_int_equal(assert_alike(&file), WR_SYNTAX);
        assert_true(file.size < size);
    }
    wr_bytes_finish(&file);
}

/* How two files differ, by each of the two ways; that they do, if nobody asks how. */
static bool same_of(const struct wr_bytes *old, const struct wr_bytes *now, bool apart,
                    struct wr_bytes *why)
{
    const struct wr_source a = {path, old->data, old->size, true};
    const struct wr_source b = {path, now->data, now->size, true};
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_memory *memory = wr_memory_create(NULL);
    bool same = false, briefly = false;
    assert_true(wr_memory_put(memory, path, old->data, old->size));
    wr_context_set_files(context, wr_memory_files(memory));
    if (apart) {
        assert_int_equal(wr_bwm_same_file(context, path, &b, why, &same), WR_OK);
        assert_int_equal(wr_bwm_same_file(context, path, &b, NULL, &briefly), WR_OK);
    } else {
        same = wr_bwm_same(&a, &b, why);
        briefly = wr_bwm_same(&a, &b, NULL);
    }
    assert_int_equal(same, briefly);
    wr_bytes_char(why, '\0');
    assert_false(why->failed);
    wr_context_destroy(context);
    wr_memory_destroy(memory);
    return same;
}

static void assert_compared_alike(const struct wr_bytes *old, const struct wr_bytes *now)
{
    struct wr_bytes whole = {0}, apart = {0};
    assert_int_equal(same_of(old, now, true, &apart), same_of(old, now, false, &whole));
    assert_string_equal(apart.data, whole.data);
    wr_bytes_finish(&whole);
    wr_bytes_finish(&apart);
}

static void any_flipped_byte_is_met_in_both_ways(void **state)
{
    (void)state;
    struct wr_bytes file = room_file(3), flipped = {0};
    wr_bytes_add(&flipped, file.data, file.size);
    assert_compared_alike(&file, &file);
    for (size_t i = 0; i < file.size; i++) {
        flipped.data[i] ^= (uint8_t)(1u << i % 8);
        assert_alike(&flipped);
        assert_compared_alike(&flipped, &file);
        flipped.data[i] = file.data[i];
    }
    wr_bytes_finish(&file);
    wr_bytes_finish(&flipped);
}

/* Larger than what is read at once; a table is longer than the other, and a zero is spelt in
 * another way. */
static void large_files_are_compared_alike(void **state)
{
    (void)state;
    struct wr_bytes a = room_file(120), b = room_file(121), c = room_file(120);
    struct wr_bytes why = {0};
    assert_true(a.size > 3 << 20);
    assert_compared_alike(&a, &b);
    c.data[136 + 12 + 11] ^= 0x80; /* z of the second vertex */
    assert_true(same_of(&c, &a, true, &why));
    c.data[c.size - 200] ^= 1;
    assert_compared_alike(&c, &a);
    wr_bytes_finish(&a);
    wr_bytes_finish(&b);
    wr_bytes_finish(&c);
    wr_bytes_finish(&why);
}

/* ---- Files that change while they are read ---- */

/* A table whose file is cut once its header was read. */
struct cutting {
    struct wr_files files;
    const struct wr_files *below;
    uint64_t left;
};

static int open_cut(void *user, const char *name, void **file, struct wr_file_status *out)
{
    const struct cutting *cutting = user;
    return cutting->below->open(cutting->below->user, name, file, out);
}

static int read_cut(void *user, void *file, uint64_t offset, void *data, size_t size,
                    size_t *got)
{
    const struct cutting *cutting = user;
    uint64_t left = offset < cutting->left ? cutting->left - offset : 0;
    return cutting->below->read(cutting->below->user, file, offset, data,
                                size < left ? size : (size_t)left, got);
}

static void close_cut(void *user, void *file)
{
    const struct cutting *cutting = user;
    cutting->below->close(cutting->below->user, file);
}

static void a_file_cut_while_it_is_read_is_refused(void **state)
{
    (void)state;
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    struct wr_bytes file = room_file(3);
    struct wr_memory *memory = wr_memory_create(NULL);
    assert_true(wr_memory_put(memory, path, file.data, file.size));
    for (uint64_t left = 136; left < 136 + 16 * 12 + 18 * 16; left += 7) {
        struct cutting cutting = {.below = wr_memory_files(memory), .left = left};
        cutting.files = (struct wr_files){
            .user = &cutting, .open = open_cut, .read = read_cut, .close = close_cut};
        struct findings findings;
        struct wr_bytes out = {0};
        struct wr_rebuilt report;
        findings_start(&findings);
        wr_context_set_files(findings.context, &cutting.files);
        assert_int_equal(
            wr_bwm_rebuild_file(findings.context, findings.arena, path, &k1, &out, &report),
            WR_SYNTAX);
        assert_non_null(strstr(findings_said(&findings), "[bwm-truncated]"));
        assert_int_equal(out.size, 0);
        wr_bytes_finish(&out);
        findings_end(&findings);
    }
    wr_memory_destroy(memory);
    wr_bytes_finish(&file);
}

static enum wr_result rebuild_starved(struct findings *findings, void *user)
{
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    struct wr_bytes out = {0}, why = {0};
    struct wr_rebuilt report;
    bool same = false;
    wr_context_set_files(findings->context, wr_memory_files(user));
    enum wr_result result =
        wr_bwm_rebuild_file(findings->context, findings->arena, path, &k1, &out, &report);
    const struct wr_source made = {.data = out.data, .size = out.size};
    if (result == WR_OK)
        result = wr_bwm_same_file(findings->context, path, &made, &why, &same);
    if (result == WR_OK && why.failed)
        result = wr_no_memory(findings->context);
    wr_bytes_finish(&out);
    wr_bytes_finish(&why);
    return result;
}

static void no_memory_reaches_the_caller(void **state)
{
    (void)state;
    struct wr_bytes file = room_file(20);
    struct wr_memory *memory = wr_memory_create(NULL);
    assert_true(wr_memory_put(memory, path, file.data, file.size));
    starve(rebuild_starved, memory);
    wr_memory_destroy(memory);
    wr_bytes_finish(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_rebuilt_as_its_bytes_are),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_in_the_same_words),
        cmocka_unit_test(any_flipped_byte_is_met_in_both_ways),
        cmocka_unit_test(large_files_are_compared_alike),
        cmocka_unit_test(a_file_cut_while_it_is_read_is_refused),
        cmocka_unit_test(no_memory_reaches_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
