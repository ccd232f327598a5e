/* Models: what is read and told, what is refused by name, and that no bytes do harm. */
#include "tests/support/corpus.h"
#include "tests/support/small_read.h"
#include "tests/support/starved.h"

#include "core/model/drawn.h"
#include "core/model/floor.h"
#include "core/text/dump.h"

/* ---- Real models ------------------------------------------------------------------------- */

static void read_one(void *user, const struct wr_source *source)
{
    struct findings f;
    struct wr_model *model;
    (void)user;
    findings_start(&f);
    struct wr_source mdx = {.binary = true};
    char *path = wr_arena_text(f.arena, source->name, strlen(source->name));
    path[strlen(path) - 1] = 'x';
    bool paired = wr_file_exists(f.context, path);
    if (paired)
        assert_int_equal(wr_file_read(f.context, f.arena, path, &mdx), WR_OK);
    if (wr_model_read(f.context, f.arena, source, paired ? &mdx : NULL, &model) != WR_OK)
        fail_msg("%s: %s", source->name, findings_said(&f));
    assert_said(&f, "");
    assert_true(wr_model_recognise(source->data, source->size));
    struct wr_bytes out = {0}, rows = {0};
    wr_model_write(model, &out, &rows);
    assert_int_equal(out.size, source->size);
    assert_memory_equal(out.data, source->data, out.size);
    assert_int_equal(rows.size, mdx.size);
    assert_int_equal(wr_model_judge(f.context, f.arena, model, source), WR_OK);
    bool known = strstr(source->name, "m12aa_01f"); /* one neighbour that is none */
    assert_int_equal(f.warnings, known);
    wr_bytes_finish(&out);
    wr_bytes_finish(&rows);
    findings_end(&f);
}

static void the_games_own_models_are_read_and_judged_without_a_finding(void **state)
{
    (void)state;
    assert_int_equal(corpus_all("mdl", ".mdl", read_one, NULL), 5);
    assert_int_equal(corpus_all("holocron/blackvulkar", ".mdl", read_one, NULL), 14);
}

/* ---- A small one ------------------------------------------------------------------------- */

static void everything_a_model_can_hold_is_found(void **state)
{
    (void)state;
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct small small;
        small_start(&small, (enum wr_game)game);
        struct wr_model *model = small_read(&small);
        assert_int_equal(model->game, game);
        assert_int_equal(model->trees[0].count, SMALL_NODES);
        assert_int_equal(model->tree_count, 2);
        assert_int_equal(model->node_count, SMALL_NODES + 2);
        assert_int_equal(model->box_count, 3);
        assert_string_equal(wr_model_node_name(model, 5), "skin");
        assert_int_equal(model->nodes[5].parent, 4);
        assert_int_equal(model->nodes[5].depth, 2);
        assert_int_equal(wr_model_judge(small.f.context, small.f.arena, model, &small.mdl),
                         WR_OK);
        assert_said(&small.f, "");
        small_end(&small);
    }
}

static void note_texture(void *user, const wr_model_texture *texture)
{
    static const char *const uses[] = {"mesh", "lightmap", "emitter", "flare"};
    wr_bytes_print(user, "%u %s %s\n", texture->node, uses[texture->use], texture->name);
}

static const char *rename_wall(void *user, const wr_model_texture *texture)
{
    (void)user;
    return strcmp(texture->name, "lwall01") == 0    ? "mod_tex0"
           : texture->use == WR_TEXTURE_LIGHTMAP    ? "mod_lm0"
           : strcmp(texture->name, "fx_smoke") == 0 ? "never"
                                                    : NULL;
}

static void images_are_listed_and_renamed(void **state)
{
    (void)state;
    struct small small;
    struct wr_bytes said = {0};
    small_start(&small, WR_K1);
    struct wr_model *model = small_read(&small);
    wr_model_each_texture(model, note_texture, &said);
    wr_model_rename_textures(model, rename_wall, NULL);
    wr_model_each_texture(model, note_texture, &said);
    wr_bytes_char(&said, '\0');
    assert_string_equal((char *)said.data,
                        "1 flare flare01\n2 emitter fx_smoke\n4 mesh lwall01\n"
                        "4 lightmap m10aa_lm3\n5 mesh skin\n6 mesh cloth\n"
                        "1 flare flare01\n2 emitter fx_smoke\n4 mesh mod_tex0\n"
                        "4 lightmap mod_lm0\n5 mesh skin\n6 mesh cloth\n");
    char name[WR_MODEL_NAME + 1];
    assert_int_equal(
        wr_model_set_name(small.f.context, model, "a_name_of_more_than_32_characters_is_cut"),
        WR_OK);
    wr_model_name(model, name);
    assert_string_equal(name, "a_name_of_more_than_32_character");
    assert_string_equal(wr_model_node_name(model, 0), "a_name_of_more_than_32_character");
    wr_bytes_finish(&said);
    small_end(&small);
}

static void a_dump_tells_what_there_is(void **state)
{
    (void)state;
    struct small small;
    struct wr_bytes out = {0};
    struct wr_dump dump;
    small_start(&small, WR_K1);
    wr_dump_start(&dump, &out, false);
    wr_model_dump(small_read(&small), &dump);
    wr_dump_end(&dump);
    wr_bytes_char(&out, '\0');
    assert_non_null(strstr((char *)out.data, "node_count: 8\n"));
    assert_non_null(strstr((char *)out.data, "mesh_count: 4\n"));
    assert_non_null(strstr((char *)out.data, "name: animloop1"));
    assert_non_null(strstr((char *)out.data, "parts: [mesh, walkmesh]"));
    wr_bytes_finish(&out);
    small_end(&small);
}

/* ---- Refused ----------------------------------------------------------------------------- */

static void assert_refused(struct small *small, const char *slug)
{
    struct wr_model *model;
    assert_int_not_equal(
        wr_model_read(small->f.context, small->f.arena, &small->mdl, &small->mdx, &model),
        WR_OK);
    const char *said = findings_said(&small->f);
    if (!strstr(said, slug))
        fail_msg("not [%s] but: %s", slug, said);
}

/* A word of the data is changed, and the model refused for it. */
static void assert_word_refused(uint32_t (*where)(const struct small_model *), uint32_t value,
                                const char *slug)
{
    struct small small;
    small_start(&small, WR_K1);
    small_set(&small.made, where(&small.made), value);
    assert_refused(&small, slug);
    small_end(&small);
}

static uint32_t word_at(const struct small_model *model, uint32_t at)
{
    const uint8_t *p = model->mdl.data + 12 + at;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t maker(const struct small_model *model)
{
    (void)model;
    return 0;
}
static uint32_t mesh_flags(const struct small_model *model)
{
    return model->nodes[4];
}
static uint32_t faces(const struct small_model *model)
{
    return model->nodes[4] + 80 + 8;
}
static uint32_t face_count(const struct small_model *model)
{
    return model->nodes[4] + 80 + 12;
}
static uint32_t index_counts(const struct small_model *model)
{
    return model->nodes[4] + 80 + 180;
}
static uint32_t last_child(const struct small_model *model)
{
    return word_at(model, model->nodes[0] + 44) + 4 * 5;
}
static uint32_t row_normal(const struct small_model *model)
{
    return model->nodes[4] + 80 + 264;
}
static uint32_t skin_rows(const struct small_model *model)
{
    return model->nodes[5] + 80 + 324;
}
static uint32_t lamp_position(const struct small_model *model)
{
    return word_at(model, model->nodes[1] + 56) + 8;
}
static uint32_t lamp_turn_kind(const struct small_model *model)
{
    return word_at(model, model->nodes[1] + 56) + 16;
}
static uint32_t lamp_position_columns(const struct small_model *model)
{
    return word_at(model, model->nodes[1] + 56) + 12;
}

static void a_damaged_model_is_refused_by_name(void **state)
{
    (void)state;
    struct small_model model = small_model_make(WR_K1);
    assert_word_refused(maker, 4254992, "[mdl-xbox]");
    assert_word_refused(maker, 4285872, "[mdl-xbox]");
    assert_word_refused(maker, 12345, "[mdl-game]");
    assert_word_refused(mesh_flags, 0x421 | 4u << 16, "[mdl-node]");
    assert_word_refused(mesh_flags, 0x41 | 4u << 16, "[mdl-node]");
    assert_word_refused(faces, 0x7fffffff, "[mdl-outside]");
    assert_word_refused(faces, model.nodes[4], "[mdl-overlap]");
    assert_word_refused(face_count, 0xffffffff, "[mdl-outside]");
    assert_word_refused(index_counts, 2, "[mdl-");
    assert_word_refused(last_child, model.nodes[0], "[mdl-overlap]");
    assert_word_refused(last_child, model.nodes[1], "[mdl-overlap]");
    assert_word_refused(row_normal, 60, "[mdx-row]");
    assert_word_refused(skin_rows, 0, "[mdx-overlap]");
    assert_word_refused(skin_rows, 0x10000, "[mdx-short]");
    assert_word_refused(skin_rows, 332, "[mdx-");
    assert_word_refused(lamp_position, 0 | 0xfff0u << 16, "[mdl-controller]");
    assert_word_refused(lamp_turn_kind, 8, "[mdl-controller]");
    assert_word_refused(lamp_position_columns, 5, "[mdl-controller]");
    small_model_free(&model);
}

/* Pulled apart, such a model would have its positions written over. */
static void places_in_a_texture_are_beside_the_rest_of_a_row(void **state)
{
    (void)state;
    const uint32_t flags = 256, texture = 272, positions = 4, tangents = 56, beyond = 60;
    const uint32_t places[] = {positions, tangents, beyond};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct small small;
        small_start(&small, WR_K1);
        uint32_t mesh = small.made.nodes[4] + 80;
        small_set(&small.made, mesh + flags, 0xa1 | 2 /* a texture */);
        small_set(&small.made, mesh + texture, places[i]);
        assert_refused(&small, "[mdx-row]");
        small_end(&small);
    }
}

static void other_files_are_refused_by_name(void **state)
{
    (void)state;
    static const char ascii[] = "#MAXMODEL ASCII\r\n# model\r\n\r\nnewmodel room\r\n";
    static const char later[] = "# exported\nfiledependancy room.max\nnewmodel room\n";
    struct small small;
    small_start(&small, WR_K1);
    struct wr_source whole = small.mdl;
    small.mdl.data = (const uint8_t *)ascii;
    small.mdl.size = sizeof ascii - 1;
    assert_true(wr_model_recognise(small.mdl.data, small.mdl.size));
    assert_refused(&small, "[mdl-ascii]");
    small.mdl.data = (const uint8_t *)later;
    small.mdl.size = sizeof later - 1;
    assert_refused(&small, "[mdl-ascii]");
    static const char layout[] = "#MAXLAYOUT ASCII\nfiledependancy room.max\nbeginlayout\n";
    assert_false(wr_model_recognise((const uint8_t *)layout, sizeof layout - 1));
    small.mdl.data = (const uint8_t *)"BWM V1.0....";
    small.mdl.size = 12;
    assert_false(wr_model_recognise(small.mdl.data, small.mdl.size));
    assert_refused(&small, "[mdl-magic]");
    small.mdl = whole;
    small.mdl.size--;
    assert_refused(&small, "[mdl-truncated]");
    small_end(&small);
}

static void an_mdx_that_was_sent_as_text_is_named(void **state)
{
    (void)state;
    struct small small;
    small_start(&small, WR_K1);
    uint8_t *rows = small.made.mdx.data;
    memmove(rows + 100, rows + 101, small.made.mdx.size - 101); /* one byte lost */
    assert_refused(&small, "[mdx-shifted]");
    small.mdx.size--;
    assert_refused(&small, "[mdx-short]");
    small_end(&small);
}

/* Nothing of it could be seen, and what writes meshes would have to ask. */
static void a_mesh_without_a_face_of_its_corners_is_not_drawn(void **state)
{
    (void)state;
    struct small small;
    struct wr_drawn_mesh *all, *fewer;
    uint32_t count, left;
    small_start(&small, WR_K1);
    struct wr_model *model = small_read(&small);
    for (int n = 4; n <= 6; n++)
        model->mdl[12 + small.made.nodes[n] + 80 + 313] = 1; /* is drawn */
    assert_true(wr_drawn_read(small.f.arena, model, &all, &count));
    assert_int_equal(count, 3);
    const uint8_t *where = model->mdl + 12 + small.made.nodes[6] + 80 + 8;
    uint8_t *faces = model->mdl + 12 + (where[0] | where[1] << 8);
    for (size_t i = 0; i < SMALL_FACES; i++)
        memset(faces + 32 * i + 26, 0xee, 2);
    assert_true(wr_drawn_read(small.f.arena, model, &fewer, &left));
    assert_int_equal(left, count - 1);
    for (uint32_t i = 0; i < left; i++)
        assert_int_equal(fewer[i].face_count, SMALL_FACES);
    small_end(&small);
}

static enum wr_result draw_starved(struct findings *f, void *model)
{
    struct wr_drawn_mesh *meshes;
    uint32_t count;
    return wr_drawn_read(f->arena, model, &meshes, &count) ? WR_OK : wr_no_memory(f->context);
}

static void what_is_drawn_is_not_read_without_memory(void **state)
{
    (void)state;
    struct small small;
    small_start(&small, WR_K1);
    struct wr_model *model = small_read(&small);
    model->mdl[12 + small.made.nodes[4] + 80 + 313] = 1; /* is drawn */
    starve(draw_starved, model);
    small_end(&small);
}

static void the_root_is_drawn_where_it_is_a_mesh(void **state)
{
    (void)state;
    struct small small;
    struct wr_drawn_mesh *all, *more;
    uint32_t count, with_root, drawn = 0;
    small_start(&small, WR_K1);
    struct wr_model *model = small_read(&small);
    model->mdl[12 + small.made.nodes[4] + 80 + 313] = 1; /* is drawn */
    assert_true(wr_drawn_read(small.f.arena, model, &all, &count));
    while (!wr_model_is_drawn(model, &model->nodes[drawn]))
        drawn++;
    model->nodes[0].mesh = model->nodes[drawn].mesh;
    assert_true(wr_drawn_read(small.f.arena, model, &more, &with_root));
    assert_int_equal(with_root, count + 1);
    assert_int_equal(more[0].face_count, all[0].face_count);
    small_end(&small);
}

static void a_missing_end_row_is_a_warning(void **state)
{
    (void)state;
    struct small small;
    small_start(&small, WR_K1);
    memset(small.made.mdx.data + 4 * 64, 0, 12);
    small_read(&small);
    assert_said(&small.f,
                "0x4d9: warning [mdx-terminator] the rows of 'wall' have none in the MDX "
                "that ends them\n");
    small_end(&small);
}

/* ---- Hostile bytes ----------------------------------------------------------------------- */

/* Everything that can be done to a model. */
static enum wr_result change(struct wr_context *context, struct wr_arena *arena,
                             struct wr_model *model)
{
    struct wr_walkmesh *mesh;
    struct wr_model *parts[2] = {wr_model_copy(model, arena), wr_model_copy(model, arena)};
    struct wr_model *joined;
    if (!parts[0] || !parts[1])
        return wr_no_memory(context);
    enum wr_result result = wr_model_mirror(context, model);
    enum wr_result found = wr_model_walkmesh(context, arena, model, &mesh);
    enum wr_result turned = wr_model_turn(context, model, 0, 1);
    result = result ? result : found ? found : turned;
    if (found == WR_OK && turned == WR_OK) {
        enum wr_result set = wr_model_set_walkmesh(context, model, mesh);
        result = result ? result : set;
    }
    if (result != WR_NO_MEMORY) {
        enum wr_result converted =
            wr_model_convert(context, model, model->game == WR_K1 ? WR_K2 : WR_K1);
        result = result ? result : converted;
    }
    return result ? result : wr_model_join(context, arena, parts, 2, &joined);
}

/* Whatever can be read can be worked on. */
static void work_on(struct small *small, const struct wr_source *mdl)
{
    struct wr_context *context = small->f.context;
    struct wr_arena *arena = wr_arena_create();
    struct wr_model *model;
    uint64_t errors = wr_context_count(context, WR_ERROR);
    struct wr_bytes text = {0};
    struct wr_dump dump;
    enum wr_result result = wr_model_read(context, arena, mdl, &small->mdx, &model);
    assert_int_equal(result == WR_OK, wr_context_count(context, WR_ERROR) == errors);
    if (result == WR_OK) {
        wr_model_judge(context, arena, model, mdl);
        wr_dump_start(&dump, &text, true);
        wr_model_dump(model, &dump);
        wr_dump_end(&dump);
        wr_model_rename_textures(model, rename_wall, NULL);
        change(context, arena, model);
    }
    wr_bytes_finish(&text);
    wr_arena_destroy(arena);
}

static void bytes_in_place(const uint8_t *data, size_t size, struct small *small)
{
    uint8_t *copy = malloc(size ? size : 1); /* of its own, so that a sanitizer sees its end */
    memcpy(copy, data, size);
    work_on(small, &(struct wr_source){"hostile", copy, size, true});
    free(copy);
}

static void no_cut_does_harm(void **state)
{
    (void)state;
    struct small small;
    small_start(&small, WR_K1);
    for (size_t cut = 0; cut <= small.mdl.size; cut++)
        bytes_in_place(small.mdl.data, cut, &small);
    size_t rows = small.mdx.size;
    for (small.mdx.size = 0; small.mdx.size < rows; small.mdx.size++)
        bytes_in_place(small.mdl.data, small.mdl.size, &small);
    for (size_t cut = 12; cut < small.mdl.size; cut += 3) { /* and the header knows of it */
        wr_bytes_patch_u32(&small.made.mdl, 4, (uint32_t)cut - 12);
        bytes_in_place(small.mdl.data, cut, &small);
    }
    small_end(&small);
}

/* Every byte, one after the other, in one of four ways. */
static void no_byte_does_harm(void **state)
{
    (void)state;
    static const uint8_t turned[] = {0x01, 0xff, 0x80, 0x14};
    for (int game = WR_K1; game <= WR_K2; game++) {
        struct small small;
        small_start(&small, (enum wr_game)game);
        uint8_t *data = small.made.mdl.data;
        for (size_t i = 0; i < small.mdl.size; i++) {
            uint8_t with = turned[(i + (size_t)game) % sizeof turned];
            data[i] ^= with;
            bytes_in_place(data, small.mdl.size, &small);
            data[i] ^= with;
        }
        small_end(&small);
    }
}

/* Headers whole, and a byte here and there. */
static void damage_real(void *user, const struct wr_source *source)
{
    enum { HEADERS = 208, STEP = 1009 };
    struct small small;
    (void)user;
    if (!strstr(source->name, "elevator_1.mdl"))
        return;
    small_start(&small, WR_K1);
    uint8_t *data = malloc(source->size);
    char *path = wr_arena_text(small.f.arena, source->name, strlen(source->name));
    path[strlen(path) - 1] = 'x';
    assert_int_equal(wr_file_read(small.f.context, small.f.arena, path, &small.mdx), WR_OK);
    memcpy(data, source->data, source->size);
    for (size_t i = 0; i < source->size; i += i < HEADERS ? 1 : STEP) {
        data[i] ^= 0x81;
        bytes_in_place(data, source->size, &small);
        data[i] ^= 0x81;
        bytes_in_place(data, i, &small);
    }
    free(data);
    small_end(&small);
}

static void no_damage_to_a_real_model_does_harm(void **state)
{
    (void)state;
    corpus_all("holocron/blackvulkar", ".mdl", damage_real, NULL);
}

static enum wr_result change_starved(struct findings *f, void *user)
{
    struct small *small = user;
    struct wr_model *model;
    enum wr_result result =
        wr_model_read(f->context, f->arena, &small->mdl, &small->mdx, &model);
    return result ? result : change(f->context, f->arena, model);
}

static void running_out_of_memory_is_said(void **state)
{
    (void)state;
    struct small small;
    small_start(&small, WR_K1);
    starve(change_starved, &small);
    small_end(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_games_own_models_are_read_and_judged_without_a_finding),
        cmocka_unit_test(everything_a_model_can_hold_is_found),
        cmocka_unit_test(images_are_listed_and_renamed),
        cmocka_unit_test(a_dump_tells_what_there_is),
        cmocka_unit_test(a_damaged_model_is_refused_by_name),
        cmocka_unit_test(places_in_a_texture_are_beside_the_rest_of_a_row),
        cmocka_unit_test(other_files_are_refused_by_name),
        cmocka_unit_test(an_mdx_that_was_sent_as_text_is_named),
        cmocka_unit_test(a_mesh_without_a_face_of_its_corners_is_not_drawn),
        cmocka_unit_test(what_is_drawn_is_not_read_without_memory),
        cmocka_unit_test(the_root_is_drawn_where_it_is_a_mesh),
        cmocka_unit_test(a_missing_end_row_is_a_warning),
        cmocka_unit_test(running_out_of_memory_is_said),
        cmocka_unit_test(no_cut_does_harm),
        cmocka_unit_test(no_byte_does_harm),
        cmocka_unit_test(no_damage_to_a_real_model_does_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
