/* Names and numbers of a model's nodes, after all that is done to models: as in the game's own.
 */
#include "tests/support/mdl_names.h"
#include "tests/support/model_pair.h"
#include "tests/support/small_model.h"

#include "core/walkmesh/walkmesh.h"

static struct wr_model *read_bytes(struct findings *f, const uint8_t *mdl, size_t mdl_size,
                                   const uint8_t *mdx, size_t mdx_size)
{
    const struct wr_source sources[2] = {{"small", mdl, mdl_size, true},
                                         {"small", mdx, mdx_size, true}};
    struct wr_model *model;
    assert_int_equal(wr_model_read(f->context, f->arena, &sources[0], &sources[1], &model),
                     WR_OK);
    return model;
}

static struct wr_model *small_read(struct findings *f, const struct small_model *made)
{
    return read_bytes(f, made->mdl.data, made->mdl.size, made->mdx.data, made->mdx.size);
}

static void set_name(struct findings *f, struct wr_model *model, const char *name)
{
    if (wr_model_set_name(f->context, model, name) != WR_OK)
        fail_msg("%s: %s", model->file, findings_said(f));
    assert_named_as_the_games(model->mdl, name);
    wr_model_judge_names(f->context, model, NULL);
    assert_said(f, "");
}

/* ---- Real models ------------------------------------------------------------------------- */

static void name_anew(struct pair *pair, const struct wr_source *source)
{
    char own[WR_MODEL_NAME + 1];
    struct wr_model *model = pair_read(pair);
    bool games = !strstr(source->name, "holocron");
    if (games)
        assert_named_as_the_games(model->mdl, NULL);
    wr_model_name(model, own);
    set_name(&pair->f, model, own);
    if (games) {
        assert_int_equal(model->mdl_size, source->size);
        assert_memory_equal(model->mdl, source->data, source->size);
    }
}

static void a_model_of_the_game_that_gets_its_own_name_keeps_every_byte(void **state)
{
    (void)state;
    on_real_models(name_anew);
}

/* The names of the nodes of all trees, a line each, but for roots. */
static void list_names(const struct wr_model *model, struct wr_bytes *out)
{
    out->size = 0;
    for (uint32_t n = 0; n < model->node_count; n++)
        if (model->nodes[n].parent != n && strcmp(wr_model_node_name(model, n), "wr_turn") != 0)
            wr_bytes_print(out, "%s\n", wr_model_node_name(model, n));
    wr_bytes_char(out, '\0');
}

/* What is done to a room on its way into a module. */
static void work_on(struct pair *pair, struct wr_model *model, unsigned steps)
{
    struct wr_context *context = pair->f.context;
    struct wr_walkmesh *mesh;
    assert_int_equal(wr_model_walkmesh(context, pair->f.arena, model, &mesh), WR_OK);
    if (steps & 1)
        assert_int_equal(wr_model_mirror(context, model), WR_OK);
    if (steps & 2)
        assert_int_equal(wr_model_place(context, model, 0.6, 0.8, wr_vec3_of(1, 2, 3)), WR_OK);
    if (steps & 4)
        assert_int_equal(wr_model_convert(context, model, WR_K2), WR_OK);
    if (steps & 8)
        assert_int_equal(wr_model_remove_walkmesh(context, model), WR_OK);
    if (steps & 16)
        assert_int_equal(wr_model_set_walkmesh(context, model, mesh), WR_OK);
}

static void work_and_name(struct pair *pair, const struct wr_source *source)
{
    struct wr_bytes before = {0}, after = {0};
    (void)source;
    for (unsigned steps = 0; steps < 32; steps++) {
        struct wr_model *model = pair_read(pair);
        work_on(pair, model, steps);
        list_names(model, &before);
        uint32_t size = model->mdl_size;
        set_name(&pair->f, model, "first_room7");
        list_names(model, &after);
        assert_string_equal((char *)before.data, (char *)after.data);
        assert_true(model->mdl_size <= size + 16); /* nothing stays behind unused */
        assert_readable(pair, model);
        assert_judged(pair, model);
    }
    wr_bytes_finish(&before);
    wr_bytes_finish(&after);
}

static void whatever_is_done_to_a_room_its_nodes_are_named_and_numbered_in_order(void **state)
{
    (void)state;
    on_real_models(work_and_name);
}

static void join_and_name(struct pair *pair, const struct wr_source *source)
{
    struct wr_model *parts[3], *joined;
    uint32_t sizes = 0;
    (void)source;
    for (unsigned p = 0; p < 3; p++) {
        parts[p] = pair_read(pair);
        work_on(pair, parts[p], 2 * p);
        sizes += parts[p]->mdl_size;
    }
    assert_int_equal(wr_model_join(pair->f.context, pair->f.arena, parts, 3, &joined), WR_OK);
    set_name(&pair->f, joined, "first_room0");
    assert_true(joined->mdl_size < sizes);
    assert_readable(pair, joined);
}

/* Each name longer than the one before by one byte. */
static void a_name_leaves_the_same_bytes_whatever_name_was_before(void **state)
{
    (void)state;
    static const char *const others[] = {"r", "r0", "r01", "r012", "r0123"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct findings f;
        struct small_model made = small_model_make(WR_K1);
        findings_start(&f);
        struct wr_model *once = small_read(&f, &made), *twice = small_read(&f, &made);
        set_name(&f, once, "a_room");
        set_name(&f, twice, others[i]);
        set_name(&f, twice, "a_room");
        assert_int_equal(once->mdl_size, twice->mdl_size);
        assert_memory_equal(once->mdl, twice->mdl, once->mdl_size);
        small_model_free(&made);
        findings_end(&f);
    }
}

static void rooms_that_became_one_have_as_many_names_as_nodes(void **state)
{
    (void)state;
    on_real_models(join_and_name);
}

/* ---- Models that no tool made ------------------------------------------------------------ */

static void names_that_lie_apart_are_brought_behind_their_table(void **state)
{
    (void)state;
    struct findings f;
    struct small_model made = small_model_make(WR_K1);
    findings_start(&f);
    uint32_t table = small_here(&made);
    for (int i = 0; i < SMALL_NODES; i++) /* from the last to the first, each from its end */
        wr_bytes_u32(&made.mdl, table + 4 * SMALL_NODES + 8 * (uint32_t)(SMALL_NODES - 1 - i));
    for (int i = SMALL_NODES; i-- > 0;)
        wr_bytes_add(&made.mdl, (char[8]){'n', 'a', 'm', 'e', (char)('0' + i)}, 8);
    small_set(&made, 184, table);
    wr_bytes_patch_u32(&made.mdl, 4, small_here(&made));
    struct wr_model *model = small_read(&f, &made);
    set_name(&f, model, "tidy");
    for (uint32_t n = 1; n < SMALL_NODES; n++) {
        char name[8] = {'n', 'a', 'm', 'e', (char)('0' + n)};
        assert_string_equal(wr_model_node_name(model, n), name);
    }
    assert_string_equal(wr_model_node_name(model, SMALL_NODES + 1), "name1"); /* it wanders */
    small_model_free(&made);
    findings_end(&f);
}

static void names_behind_all_else_move_with_what_gets_longer_before_them(void **state)
{
    (void)state;
    struct findings f;
    struct small_model made = small_model_make(WR_K1);
    findings_start(&f);
    uint32_t table = small_here(&made), texts = table + 4 * SMALL_NODES;
    for (uint32_t i = 0; i < SMALL_NODES; i++)
        wr_bytes_u32(&made.mdl, texts + 2 * i);
    for (int i = 0; i < SMALL_NODES; i++)
        wr_bytes_add(&made.mdl, (char[2]){(char)('a' + i)}, 2);
    small_set(&made, 184, table);
    wr_bytes_patch_u32(&made.mdl, 4, small_here(&made));
    struct wr_model *model = small_read(&f, &made);
    assert_int_equal(model->names_end, small_here(&made));
    assert_int_equal(wr_model_convert(f.context, model, WR_K2), WR_OK);
    assert_int_equal(model->names_end, model->mdl_size - 12);
    assert_tables(model,
                  read_bytes(&f, model->mdl, model->mdl_size, model->mdx, model->mdx_size));
    small_model_free(&made);
    findings_end(&f);
}

static void a_name_that_only_an_animation_has_stays_behind_those_of_nodes(void **state)
{
    (void)state;
    struct findings f;
    struct small_model made = small_model_make(WR_K1);
    findings_start(&f);
    small_set(&made, made.nodes[1] + 4, 3); /* the lamp is called as the chair is */
    struct wr_model *model = small_read(&f, &made);
    assert_int_equal(wr_model_set_name(f.context, model, "small"), WR_OK);
    assert_int_equal(model->name_count, SMALL_NODES + 1);
    assert_string_equal(wr_model_node_name(model, 1), "chair");
    assert_string_equal(wr_model_node_name(model, 3), "chair");
    assert_string_equal(wr_model_node_name(model, SMALL_NODES + 1), "lamp");
    assert_int_equal(model->nodes[SMALL_NODES + 1].number, SMALL_NODES);
    small_model_free(&made);
    findings_end(&f);
}

static void a_name_without_end_takes_no_more_than_its_field(void **state)
{
    (void)state;
    struct findings f;
    struct small_model made = small_model_make(WR_K1);
    findings_start(&f);
    uint32_t text = small_here(&made);
    for (int i = 0; i < 1000; i++)
        wr_bytes_char(&made.mdl, 'n');
    wr_bytes_char(&made.mdl, '\0');
    wr_bytes_patch_u32(&made.mdl, 4, small_here(&made));
    for (uint32_t i = 0; i < SMALL_NODES; i++)
        small_set(&made, 196 + 4 * i, text);
    struct wr_model *model = small_read(&f, &made);
    set_name(&f, model, "short");
    assert_int_equal(strlen(wr_model_node_name(model, 1)), WR_MODEL_NAME);
    small_model_free(&made);
    findings_end(&f);
}

/* ---- Told -------------------------------------------------------------------------------- */

static void each_fault_is_told(void **state)
{
    (void)state;
    static const struct {
        uint32_t at, value;
        const char *said;
    } faults[] = {
        {196, 196 + 4 * SMALL_NODES + 1,
         "warning [mdl-names]"},        /* an offset is not the place */
        {88, 0, "warning [mdl-names]"}, /* the animations are said to lie before the names */
        {8, 'x', "warning [mdl-root-name] the root is called 'small' and the model 'x'"},
        {188, SMALL_NODES - 1, "note [mdl-numbers] the model has 7 names for 8 nodes"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct findings f;
        struct small_model made = small_model_make(WR_K1);
        findings_start(&f);
        struct wr_model *model = small_read(&f, &made);
        wr_model_judge_names(f.context, model, NULL);
        assert_said(&f, "");
        uint8_t *to = model->mdl + 12 + faults[i].at;
        for (int k = 0; k < 4; k++)
            to[k] = (uint8_t)(faults[i].value >> 8 * k);
        if (faults[i].at == 188)
            model->name_count = faults[i].value;
        wr_model_judge_names(f.context, model, NULL);
        const char *said = findings_said(&f);
        if (!strstr(said, faults[i].said))
            fail_msg("not %s but: %s", faults[i].said, said);
        small_model_free(&made);
        findings_end(&f);
    }
}

static void a_fault_is_told_where_it_stands_in_the_file(void **state)
{
    (void)state;
    struct findings f;
    char at_root[64];
    struct small_model made = small_model_make(WR_K1);
    const struct wr_source mdl = {"small", made.mdl.data, made.mdl.size, true};
    findings_start(&f);
    struct wr_model *model = small_read(&f, &made);
    model->mdl[12 + 8] = 'x'; /* the model's name */
    snprintf(at_root, sizeof at_root, "0x%x: warning [mdl-root-name]", 12 + made.nodes[0]);
    wr_model_judge_names(f.context, model, &mdl);
    assert_non_null(strstr(findings_said(&f), at_root));
    model->mdl[12 + 8] = 's';
    memset(model->mdl + 12 + 88, 0, 4); /* where the animations are */
    wr_model_judge_names(f.context, model, &mdl);
    assert_ptr_equal(strstr(findings_said(&f), "0xc4: warning [mdl-names]"),
                     (char *)f.lines.data);
    small_model_free(&made);
    findings_end(&f);
}

static void a_number_that_is_not_that_of_the_name_is_a_note(void **state)
{
    (void)state;
    struct findings f;
    struct small_model made = small_model_make(WR_K1);
    findings_start(&f);
    small_set(&made, made.nodes[3], 0x11 | 30u << 16);
    wr_model_judge_names(f.context, small_read(&f, &made), NULL);
    assert_non_null(strstr(findings_said(&f),
                           "note [mdl-numbers] 1 nodes have another number than their name"));
    small_model_free(&made);
    findings_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_of_the_game_that_gets_its_own_name_keeps_every_byte),
        cmocka_unit_test(whatever_is_done_to_a_room_its_nodes_are_named_and_numbered_in_order),
        cmocka_unit_test(a_name_leaves_the_same_bytes_whatever_name_was_before),
        cmocka_unit_test(rooms_that_became_one_have_as_many_names_as_nodes),
        cmocka_unit_test(names_that_lie_apart_are_brought_behind_their_table),
        cmocka_unit_test(names_behind_all_else_move_with_what_gets_longer_before_them),
        cmocka_unit_test(a_name_that_only_an_animation_has_stays_behind_those_of_nodes),
        cmocka_unit_test(a_name_without_end_takes_no_more_than_its_field),
        cmocka_unit_test(each_fault_is_told),
        cmocka_unit_test(a_fault_is_told_where_it_stands_in_the_file),
        cmocka_unit_test(a_number_that_is_not_that_of_the_name_is_a_note),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
