/* Models: what is read, and what is refused by name. */
#include "tests/support/corpus.h"
#include "tests/support/damage.h"

#include "core/model/model.h"

static void read_one(void *user, const struct wr_source *source)
{
    struct findings f;
    struct wr_model *model;
    (void)user;
    findings_start(&f);
    struct wr_source mdx = {.binary = true};
    char *path = wr_arena_text(f.arena, source->name, strlen(source->name));
    path[strlen(path) - 1] = 'x';
    bool paired = wr_file_exists(path);
    if (paired)
        assert_int_equal(wr_file_read(f.context, f.arena, path, &mdx), WR_OK);
    if (wr_model_read(f.context, f.arena, source, paired ? &mdx : NULL, &model) != WR_OK)
        fail_msg("%s: %s", source->name, findings_said(&f));
    assert_said(&f, "");
    struct wr_bytes out = {0}, rows = {0};
    wr_model_write(model, &out, &rows);
    assert_int_equal(out.size, source->size);
    assert_memory_equal(out.data, source->data, out.size);
    assert_int_equal(rows.size, mdx.size);
    wr_bytes_finish(&out);
    wr_bytes_finish(&rows);
    findings_end(&f);
}

static void the_games_own_models_are_read_without_a_finding(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    const char *mdl = corpus_folder(arena, "mdl");
    const char *kit = corpus_folder(arena, "holocron/blackvulkar");
    if (!mdl || !kit) {
        wr_arena_destroy(arena);
        skip();
    }
    assert_int_equal(corpus_each(mdl, ".mdl", read_one, NULL), 5);
    assert_int_equal(corpus_each(kit, ".mdl", read_one, NULL), 14);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_games_own_models_are_read_without_a_finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
