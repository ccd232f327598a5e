/* Arenas: what is taken stays apart, aligned and until the end. */
#include "tests/support/test.h"

#include "core/base/arena.h"
#include "core/base/fence.h"

static void what_is_taken_does_not_overlap(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    unsigned char *pieces[500];
    for (size_t i = 0; i < 500; i++) {
        pieces[i] = wr_arena_take(arena, i + 1, 3);
        assert_true((uintptr_t)pieces[i] % 16 == 0);
        memset(pieces[i], (int)(i % 251), 3 * (i + 1));
    }
    for (size_t i = 0; i < 500; i++)
        for (size_t k = 0; k < 3 * (i + 1); k++)
            assert_int_equal(pieces[i][k], i % 251);
    wr_arena_destroy(arena);
}

static void a_rewound_arena_gives_the_same_memory_again(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    assert_non_null(wr_arena_take(arena, 100, 1));
    wr_arena_mark here = wr_arena_here(arena);
    void *first = wr_arena_take(arena, 64, 1);
    assert_non_null(wr_arena_take(arena, 100000, 1));
    wr_arena_rewind(arena, here);
    assert_ptr_equal(wr_arena_take(arena, 64, 1), first);
    wr_arena_destroy(arena);
}

static void a_rewound_arena_keeps_the_largest_block_it_left(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    assert_non_null(wr_arena_take(arena, 100, 1));
    wr_arena_mark here = wr_arena_here(arena);
    for (size_t i = 1; i <= 3; i++)
        assert_non_null(wr_arena_take(arena, i, 100000));
    wr_arena_rewind(arena, here);
    wr_fail_allocation_after(1);
    unsigned char *again = wr_arena_take(arena, 3, 100000);
    wr_fail_allocation_after(0);
    assert_non_null(again);
    memset(again, 1, 300000);
    wr_arena_destroy(arena);
}

static void an_overflowing_product_is_refused(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    assert_null(wr_arena_take(arena, SIZE_MAX / 2, 4));
    assert_null(wr_arena_text(arena, "x", SIZE_MAX));
    assert_non_null(wr_arena_take(arena, 0, 4));
    wr_arena_destroy(arena);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    for (size_t n = 1; n < 8; n++) {
        wr_fail_allocation_after(n);
        struct wr_arena *arena = wr_arena_create();
        for (size_t i = 0; arena && i < 20; i++)
            wr_arena_take(arena, 1000, i);
        wr_arena_destroy(arena);
    }
    wr_fail_allocation_after(0);
}

static void an_array_grows_and_keeps_its_items(void **state)
{
    (void)state;
    int *items = NULL;
    size_t capacity = 0;
    for (int i = 0; i < 1000; i++) {
        assert_true(wr_grow(&items, &capacity, (size_t)i + 1, sizeof *items));
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    wr_free(items);
}

static void an_array_in_an_arena_takes_one_more_each_time(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    int *items = NULL;
    for (int i = 0; i < 1000; i++) {
        int *before = items;
        items = wr_arena_more(arena, items, (size_t)i, sizeof *items);
        assert_non_null(items);
        assert_true((i & (i - 1)) == 0 || items == before);
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    wr_arena_destroy(arena);
}

static const void *refused_place;

static bool refuse_one_place(const void *place)
{
    if (!refused_place)
        refused_place = place;
    return place == refused_place;
}

static void a_take_is_refused_by_the_place_that_wants_it(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    wr_refuse_takes(refuse_one_place);
    void *first = wr_arena_zero(arena, 1, 8);
    void *second = wr_arena_text(arena, "text", 4);
    wr_refuse_takes(NULL);
    assert_null(first);
    assert_non_null(second);
    assert_non_null(refused_place);
    wr_arena_destroy(arena);
}

#ifdef WR_FENCED
static bool is_fenced(const void *memory)
{
    return __asan_address_is_poisoned(memory);
}

static void one_byte_beyond_a_take_is_fenced(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    for (size_t i = 0; i < 500; i++) {
        const char *piece = wr_arena_take(arena, i, 3);
        for (size_t k = 0; k < 3 * i; k++)
            assert_false(is_fenced(piece + k));
        assert_true(is_fenced(piece - 1));
        assert_true(is_fenced(piece + 3 * i));
        assert_true(is_fenced(piece + 3 * i + WR_FENCE - 1));
    }
    wr_arena_destroy(arena);
}

static void what_was_rewound_is_fenced(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const char *kept = wr_arena_zero(arena, 10, 1);
    wr_arena_mark here = wr_arena_here(arena);
    const char *piece = wr_arena_zero(arena, 10, 1);
    const char *large = wr_arena_zero(arena, 10000, 1);
    wr_arena_rewind(arena, here);
    assert_true(!is_fenced(kept) && is_fenced(piece) && is_fenced(large));
    wr_arena_reset(arena);
    assert_true(is_fenced(kept));
    wr_arena_destroy(arena);
}

static void one_item_beyond_a_growing_array_is_fenced(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    int *items = NULL;
    for (int i = 0; i < 100; i++) {
        items = wr_arena_more(arena, items, (size_t)i, sizeof *items);
        items[i] = i;
        assert_true(is_fenced(&items[i + 1]));
    }
    wr_arena_destroy(arena);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_taken_does_not_overlap),
        cmocka_unit_test(a_rewound_arena_gives_the_same_memory_again),
        cmocka_unit_test(a_rewound_arena_keeps_the_largest_block_it_left),
        cmocka_unit_test(an_overflowing_product_is_refused),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(an_array_grows_and_keeps_its_items),
        cmocka_unit_test(an_array_in_an_arena_takes_one_more_each_time),
        cmocka_unit_test(a_take_is_refused_by_the_place_that_wants_it),
#ifdef WR_FENCED
        cmocka_unit_test(one_byte_beyond_a_take_is_fenced),
        cmocka_unit_test(what_was_rewound_is_fenced),
        cmocka_unit_test(one_item_beyond_a_growing_array_is_fenced),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
