/* Levels that are written say the same when they are read again. */
#include "tests/support/corpus.h"
#include "tests/support/findings.h"

#include "core/base/random.h"
#include "core/text/dump.h"
#include "core/wmp/dump.h"
#include "core/wmp/mapping.h"
#include "core/wmp/places.h"
#include "core/wmp/write.h"

#include <string.h>

typedef enum wr_result write_fn(struct wr_context *context, const struct wr_wmp *level,
                                struct wr_bytes *out);

/* A level and where everything of it is. */
struct placed {
    struct wr_source *source;
    struct wr_wmp *level;
    struct wr_wmp_places places;
};

static void placed_read(struct findings *findings, const void *data, size_t size,
                        struct placed *out)
{
    void *copy = wr_arena_copy(findings->arena, data, size, 1);
    out->source = WR_TAKE(findings->arena, struct wr_source, 1);
    *out->source = (struct wr_source){.name = "level", .data = copy, .size = size};
    out->source->binary = size >= 4 && memcmp(copy, "WMPB", 4) == 0;
    assert_int_equal(wr_wmp_read(findings->context, findings->arena, out->source, &out->level),
                     WR_OK);
    assert_int_equal(
        wr_wmp_resolve(findings->context, findings->arena, out->level, &out->places), WR_OK);
}

/* Writes a level and reads what came of it. */
static void written(struct findings *findings, const struct wr_wmp *level, write_fn *write,
                    struct placed *out)
{
    struct wr_bytes bytes = {0};
    assert_int_equal(write(findings->context, level, &bytes), WR_OK);
    placed_read(findings, bytes.data, bytes.size, out);
    wr_bytes_finish(&bytes);
}

static void seed_read(struct findings *findings, const char *name, struct placed *out)
{
    struct wr_source source;
    const char *root = wr_environment("WARREN_SOURCE");
    assert_non_null(root);
    const char *path = wr_path_join(findings->arena, root, "tests/fuzz/corpus/wmp");
    path = wr_path_join(findings->arena, path, name);
    assert_int_equal(wr_file_read(findings->context, findings->arena, path, &source), WR_OK);
    placed_read(findings, source.data, source.size, out);
}

/* ---- The same level ---------------------------------------------------------------------- */

static void assert_alike(double a, double b, double slack, const char *what)
{
    if (!(fabs(a - b) <= slack * (1 + fabs(b) * 1e-3)))
        fail_msg("%s is %.9f, not %.9f", what, a, b);
}

static void assert_same_point(wr_dvec3 a, wr_dvec3 b, const char *what)
{
    assert_alike(a.x, b.x, 1e-3, what);
    assert_alike(a.y, b.y, 1e-3, what);
    assert_alike(a.z, b.z, 1e-3, what);
}

static void assert_same_text(const char *a, const char *b)
{
    if (a || b)
        assert_string_equal(a ? a : "(none)", b ? b : "(none)");
}

static wr_dvec3 corner_of(const struct placed *p, uint32_t block, const wr_wmp_face *face,
                          uint32_t corner)
{
    const wr_wmp_block *b = &p->level->blocks[block];
    return wr_wmp_place_point(&p->places.blocks[block],
                              b->vertices[b->corners[face->first + corner]]);
}

/* Twice the area, along the normal: inward, where the place does not mirror. */
static wr_dvec3 inward(const struct placed *p, uint32_t block, const wr_wmp_face *face)
{
    wr_dvec3 sum = {0, 0, 0}, first = corner_of(p, block, face, 0);
    for (uint32_t i = 1; i + 1 < face->count; i++)
        sum = wr_add(sum, wr_cross(wr_sub(corner_of(p, block, face, i), first),
                                   wr_sub(corner_of(p, block, face, i + 1), first)));
    return wr_wmp_place_mirrors(&p->places.blocks[block]) ? wr_scale(sum, -1) : sum;
}

/* Where a picture lies at a corner of a face; returns what six decimals of its vectors and of
 * its corner leave open. */
static double texels_of(const struct placed *p, uint32_t block, const wr_wmp_face *face,
                        uint32_t corner, double out[2])
{
    double vectors[2][4];
    wr_dvec3 at = corner_of(p, block, face, corner);
    wr_wmp_texture_vectors(p->level, face, inward(p, block, face), vectors);
    double open = 1 + wr_length(at);
    for (int i = 0; i < 2; i++) {
        out[i] =
            vectors[i][0] * at.x + vectors[i][1] * at.y + vectors[i][2] * at.z + vectors[i][3];
        for (int k = 0; k < 3; k++)
            open += fabs(vectors[i][k]);
    }
    return 1e-6 * open;
}

static bool is_regular(const wr_wmp_face *face)
{
    return face->scale[0] > 1e-3 && face->scale[1] > 1e-3;
}

static void assert_same_face(const struct placed *a, const struct placed *b, uint32_t block,
                             uint32_t number)
{
    const wr_wmp_face *one = &a->level->blocks[block].faces[number];
    const wr_wmp_face *other = &b->level->blocks[block].faces[number];
    assert_int_equal(one->count, other->count);
    assert_string_equal(one->texture, other->texture);
    assert_int_equal(one->flags & ~(uint32_t)WR_WMP_IMPORTED,
                     other->flags & ~(uint32_t)WR_WMP_IMPORTED);
    assert_alike(one->ambient, other->ambient, 1e-5, "ambient");
    assert_alike(one->albedo, other->albedo, 1e-5, "albedo");
    assert_same_text(one->material, other->material);
    wr_dvec3 normal = inward(a, block, one);
    assert_true(wr_length(wr_sub(normal, inward(b, block, other))) <
                1e-3 * (1 + wr_length(normal)));
    bool turned = b->level->dialect == WR_WMP_BUILD && a->level->dialect != WR_WMP_BUILD &&
                  wr_wmp_place_mirrors(&a->places.blocks[block]);
    for (uint32_t i = 0; is_regular(one) && i < one->count; i++) {
        double here[2], there[2];
        double slack = 0.01 + texels_of(a, block, one, i, here);
        texels_of(b, block, other, turned ? one->count - 1 - i : i, there);
        assert_alike(here[0], there[0], slack, "u");
        assert_alike(here[1], there[1], slack, "v");
    }
    if (b->level->dialect == WR_WMP_BUILD && one->has_places)
        for (int i = 0; i < 6; i++)
            assert_alike(one->places[i], other->places[i], 1e-6, "a place");
}

static void assert_same_blocks(const struct placed *a, const struct placed *b)
{
    assert_int_equal(a->level->block_count, b->level->block_count);
    for (uint32_t i = 0; i < a->level->block_count; i++) {
        const wr_wmp_block *one = &a->level->blocks[i], *other = &b->level->blocks[i];
        assert_int_equal(one->vertex_count, other->vertex_count);
        assert_int_equal(one->face_count, other->face_count);
        assert_int_equal(one->flags, other->flags);
        assert_int_equal(one->index, other->index);
        assert_same_text(one->function, other->function);
        for (uint32_t v = 0; v < one->vertex_count; v++)
            assert_same_point(wr_wmp_place_point(&a->places.blocks[i], one->vertices[v]),
                              wr_wmp_place_point(&b->places.blocks[i], other->vertices[v]),
                              "a vertex");
        for (uint32_t f = 0; f < one->face_count; f++)
            assert_same_face(a, b, i, f);
    }
}

static void assert_same_path(const struct placed *a, uint32_t i, const struct placed *b,
                             uint32_t k)
{
    const wr_wmp_path *one = &a->level->entities[i].as.path;
    const wr_wmp_path *other = &b->level->entities[k].as.path;
    assert_int_equal(one->node_count, other->node_count);
    assert_int_equal(one->edge_count, other->edge_count);
    for (uint32_t n = 0; n < one->node_count; n++)
        assert_same_point(wr_wmp_place_point(&a->places.entities[i], one->nodes[n]),
                          wr_wmp_place_point(&b->places.entities[k], other->nodes[n]),
                          "a node");
    for (uint32_t e = 0; e < one->edge_count; e++) {
        assert_int_equal(one->edges[e].from, other->edges[e].from);
        assert_int_equal(one->edges[e].to, other->edges[e].to);
        if (b->level->dialect == WR_WMP_BUILD && a->level->dialect != WR_WMP_BUILD)
            assert_alike(other->edges[e].weight,
                         wr_length(wr_sub(other->nodes[other->edges[e].from],
                                          other->nodes[other->edges[e].to])),
                         1e-3, "a length");
    }
}

static void assert_same_place(const wr_wmp_place *a, const wr_wmp_place *b)
{
    assert_same_point(a->move, b->move, "a place");
    if (wr_wmp_place_shears(a))
        return;
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 3; k++)
            assert_alike(a->turn[row][k], b->turn[row][k], 1e-3, "a turn");
}

static void assert_same_model(const wr_wmp_entity *one, const wr_wmp_entity *other)
{
    const wr_wmp_model *a = &one->as.model, *b = &other->as.model;
    assert_same_text(one->file, other->file);
    assert_same_text(a->action, b->action);
    assert_int_equal(one->flags, other->flags);
    for (uint32_t i = 0; i < a->skill_count; i++)
        assert_alike(a->skills[i], b->skills[i], 1e-5, "a skill");
}

static void assert_same_entity(const struct placed *a, uint32_t i, const struct placed *b,
                               uint32_t k)
{
    const wr_wmp_entity *one = &a->level->entities[i], *other = &b->level->entities[k];
    assert_int_equal(one->kind, other->kind);
    if (one->kind == WR_WMP_LEVEL) {
        assert_same_text(one->file, other->file);
        assert_alike(one->as.settings.pan, other->as.settings.pan, 1e-5, "pan");
        return;
    }
    if (one->kind == WR_WMP_PATH) {
        assert_same_path(a, i, b, k);
        return;
    }
    assert_same_place(&a->places.entities[i], &b->places.entities[k]);
    if (one->kind == WR_WMP_MODEL)
        assert_same_model(one, other);
    for (int c = 0; one->kind == WR_WMP_LIGHT && c < 3; c++)
        assert_alike(one->as.light.colour[c], other->as.light.colour[c], 1e-5, "a colour");
    if (one->kind != WR_WMP_LIGHT && one->kind != WR_WMP_SOUND)
        assert_same_text(one->name, other->name);
}

static bool is_left_out(enum wr_wmp_kind kind, const struct placed *target)
{
    return kind == WR_WMP_REGION ||
           (kind == WR_WMP_SOUND && target->level->dialect == WR_WMP_BUILD);
}

static void assert_same(const struct placed *a, const struct placed *b)
{
    uint32_t other = 0;
    assert_same_blocks(a, b);
    for (uint32_t e = 0; e < a->level->entity_count; e++)
        if (!is_left_out(a->level->entities[e].kind, b)) {
            bool first = a->level->entities[e].kind == WR_WMP_LEVEL;
            assert_true(first || other < b->level->entity_count);
            assert_same_entity(a, e, b, other++);
        }
    /* A build file has a level even where there was none. */
    if (other < b->level->entity_count)
        assert_int_equal(b->level->entities[other].kind, WR_WMP_LEVEL);
}

/* ---- Small levels ------------------------------------------------------------------------ */

static const char *const seeds[] = {"planes.wmp", "text510.wmp", "text710.wmp", "build.m",
                                    "binary.wmp"};

static void a_level_of_any_dialect_is_the_same_as_text_and_built(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        struct findings findings;
        struct placed level, text, built, again;
        findings_start(&findings);
        seed_read(&findings, seeds[i], &level);
        written(&findings, level.level, wr_wmp_write_text, &text);
        written(&findings, level.level, wr_wmp_write_build, &built);
        written(&findings, built.level, wr_wmp_write_text, &again);
        assert_int_equal(text.level->dialect, WR_WMP_TEXT710);
        assert_int_equal(built.level->dialect, WR_WMP_BUILD);
        assert_same(&level, &text);
        assert_same(&level, &built);
        assert_same(&built, &again);
        findings_end(&findings);
    }
}

static const char *dumped(const struct wr_wmp *level, struct wr_bytes *out)
{
    struct wr_dump dump;
    wr_dump_start(&dump, out, true);
    wr_wmp_dump(level, &dump);
    wr_dump_end(&dump);
    wr_bytes_char(out, '\0');
    return (const char *)out->data;
}

static void text_comes_back_as_it_was(void **state)
{
    (void)state;
    struct findings findings;
    struct placed level, again;
    struct wr_bytes before = {0}, after = {0};
    findings_start(&findings);
    seed_read(&findings, "text710.wmp", &level);
    written(&findings, level.level, wr_wmp_write_text, &again);
    assert_string_equal(dumped(level.level, &before), dumped(again.level, &after));
    assert_said(&findings, "");
    wr_bytes_finish(&before);
    wr_bytes_finish(&after);
    findings_end(&findings);
}

static void what_does_not_go_in_is_named(void **state)
{
    (void)state;
    struct findings findings;
    struct placed level, out;
    findings_start(&findings);
    seed_read(&findings, "binary.wmp", &level);
    written(&findings, level.level, wr_wmp_write_text, &out);
    assert_said(&findings,
                "0xfcc: warning [wmp-left-out] 1 region is left out (no text has regions)\n"
                "0xa8b: warning [wmp-left-out] 1 model loses its material or texts (models of "
                "a text end with the entity they are attached to)\n"
                "0x4ce: warning [wmp-left-out] 1 face loses the places of its picture (faces "
                "of a text have vectors only)\n");
    findings_end(&findings);
}

/* ---- Names and numbers ------------------------------------------------------------------- */

static struct placed one_block(struct findings *findings, const char *texture,
                               const char *number)
{
    char text[2048];
    struct placed out;
    snprintf(text, sizeof text,
             "version 710\n\nblocks 1\nentities 0\nobjects 1\n\nblock 0 {\nvertices 4\nfaces "
             "4\n0 0 0 8 0 0 0 8 0 0 0 %s\n"
             "3 0 1 2 : %s ( 1 0 0 0 ) ( 0 -1 0 0 ) 0 0 0 1 1 : 0000 0 50 ndef\n"
             "3 0 3 1 : b ( 1 0 0 0 ) ( 0 -1 0 0 ) 0 0 0 1 1 : 0000 0 50 ndef\n"
             "3 0 2 3 : c ( 1 0 0 0 ) ( 0 -1 0 0 ) 0 0 0 1 1 : 0000 0 50 ndef\n"
             "3 1 3 2 : d ( 1 0 0 0 ) ( 0 -1 0 0 ) 0 0 0 1 1 : 0000 0 50 ndef\n"
             "{\n0000\nndef\n0\n}\n}\n\nobject 0 {\n(0 0 0) (0 0 0) (1 1 1)\nblock 0\n}\n",
             number, texture);
    placed_read(findings, text, strlen(text), &out);
    return out;
}

static const char *written_number(struct findings *findings, const char *number)
{
    struct placed level = one_block(findings, "a", number);
    struct wr_bytes bytes = {0};
    if (wr_wmp_write_text(findings->context, level.level, &bytes) != WR_OK) {
        wr_bytes_finish(&bytes);
        return "";
    }
    wr_bytes_char(&bytes, '\0');
    /* The last number of the fourth vertex, on the second of the lines of vertices. */
    const char *line = strstr((const char *)bytes.data, "faces 4");
    line = strchr(strchr(line, '\n') + 1, '\n') + 1;
    const char *end = line + strcspn(line, "\r\n"), *begin = end;
    while (begin[-1] != ' ')
        begin--;
    const char *out = wr_arena_text(findings->arena, begin, (size_t)(end - begin));
    wr_bytes_finish(&bytes);
    return out;
}

static void numbers_have_as_few_decimals_as_they_need(void **state)
{
    (void)state;
    static const char *const numbers[][2] = {
        {"8", "8"},
        {"-0", "0"},
        {"-0.0000001", "-0.0000001"},
        {"0.1", "0.1"},
        {"-2.50", "-2.5"},
        {"41.679108", "41.679108"},
        {"0.12345678", "0.12345678"},
        {"0.3333333333333", "0.333333"},
        {"-0.0000000001", "0"},
        {"100000.000001", "100000.000001"},
        {"99999999999", "99999999999"},
        {"1e5", "100000"},
    };
    struct findings findings;
    findings_start(&findings);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_string_equal(written_number(&findings, numbers[i][0]), numbers[i][1]);
    assert_said(&findings, "");
    assert_string_equal(written_number(&findings, "1e300"), "");
    assert_said(&findings,
                "7:1: error [wmp-number] a number is too large for a text (numbers of "
                "levels lie below 1e11)\n");
    findings_end(&findings);
}

static void names_that_would_break_a_text_are_spelled_otherwise(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"a b", "a_b"}, {"{", "_"},     {"a//b", "a_/b"}, {":", "_"},
        {"(x", "_x"},   {"<x>", "_x_"}, {"a\nb", "a_b"},  {"w\xc3\xa4nde", "w\xc3\xa4nde"},
        {"a{", "a{"},   {"[x", "_x"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct findings findings;
        struct placed again;
        findings_start(&findings);
        struct placed level = one_block(&findings, "a", "8");
        level.level->blocks[0].faces[0].texture = names[i][0];
        level.level->objects[0].name = names[i][0];
        written(&findings, level.level, wr_wmp_write_text, &again);
        assert_string_equal(again.level->blocks[0].faces[0].texture, names[i][1]);
        assert_int_equal(again.level->block_count, 1);
        assert_int_equal(findings.warnings, strcmp(names[i][0], names[i][1]) != 0);
        findings_end(&findings);
    }
}

/* ---- Groups that turn, scale and mirror -------------------------------------------------- */

static double around(wr_random *random, double size)
{
    return size * (2 * (double)wr_random_below(random, 10001) / 10000 - 1);
}

/* A box and a model, each in a chain of groups. */
static const char *made_level(struct findings *findings, wr_random *random, bool sheared)
{
    unsigned depth = 1 + (unsigned)wr_random_below(random, 4);
    struct wr_bytes text = {0};
    wr_bytes_print(&text,
                   "version 510\n\nblocks 1\nentities 2\nobjects %u\n\n"
                   "block 0 {\nvertices 8\nfaces 6\n16 -24 40 16 24 40 -16 -24 40 -16 24 40 "
                   "16 -24 -40 16 24 -40 -16 -24 -40 -16 24 -40\n",
                   depth + 3);
    static const char *const loops[] = {"1 0 2 3", "0 1 5 4", "2 0 4 6",
                                        "3 2 6 7", "1 3 7 5", "4 5 7 6"};
    for (int f = 0; f < 6; f++)
        wr_bytes_print(&text, "4 %s : wall %u %u 0 %u 2 : 0000 0 50 ndef\n", loops[f],
                       (unsigned)wr_random_below(random, 64),
                       (unsigned)wr_random_below(random, 64),
                       1 + (unsigned)wr_random_below(random, 3));
    wr_bytes_text(&text, "{\n0000\nndef\n0\n}\n}\n\nlevel 0 "
                         "{\n<a.$$w>\n<palette.pcx>\n30\n10\n20\n<ndef>\n}\n\nmodel 1 {\n1 1 "
                         "1\n<m.mdl>\nm\nndef\n1 2 3 4 5 6 7 8\n0000\n0\n}\n\n");
    for (unsigned o = 0; o <= depth + 2; o++) {
        static const double sizes[] = {1, 2, 0.5, -1, -2};
        double all = sizes[wr_random_below(random, 5)];
        double x = sheared && o <= depth ? sizes[wr_random_below(random, 5)] : all;
        bool whole = o > depth; /* a model's own wrapper is not scaled */
        wr_bytes_print(&text, "object %u {\n(%.3f %.3f %.3f) (%.6f %.6f %.6f) (%g %g %g)\n", o,
                       around(random, 500), around(random, 500), around(random, 90),
                       around(random, 3.14), around(random, 3.14), around(random, 3.14),
                       whole ? 1 : x, whole ? 1 : all, whole ? 1 : all);
        if (o == 0)
            wr_bytes_text(&text, "level 0\n");
        if (o < depth)
            wr_bytes_print(&text, "object %u\n", o + 1);
        else if (o == depth)
            wr_bytes_print(&text, "object %u, %u\n", o + 1, o + 2);
        else
            wr_bytes_text(&text, o == depth + 1 ? "block 0\n" : "model 1\n");
        wr_bytes_text(&text, "}\n\n");
    }
    const char *out = wr_arena_text(findings->arena, (const char *)text.data, text.size);
    wr_bytes_finish(&text);
    return out;
}

/* By the loops as they stand in the file: below zero where they turn right seen from outside.
 */
static double volume_of(const wr_wmp_block *block)
{
    double volume = 0;
    for (uint32_t f = 0; f < block->face_count; f++) {
        const wr_wmp_face *face = &block->faces[f];
        const uint32_t *corners = block->corners + face->first;
        for (uint32_t i = 1; i + 1 < face->count; i++)
            volume +=
                wr_dot(block->vertices[corners[0]],
                       wr_cross(block->vertices[corners[i]], block->vertices[corners[i + 1]]));
    }
    return volume / 6;
}

static void groups_that_turn_and_mirror_are_resolved(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct findings findings;
        struct placed level, text, built, again;
        wr_random random = wr_random_of(seed, 1);
        findings_start(&findings);
        bool sheared = seed % 3 == 0;
        const char *made = made_level(&findings, &random, sheared);
        printf("[  NOTE    ] seed %u\n", (unsigned)seed);
        placed_read(&findings, made, strlen(made), &level);
        written(&findings, level.level, wr_wmp_write_text, &text);
        written(&findings, level.level, wr_wmp_write_build, &built);
        written(&findings, built.level, wr_wmp_write_text, &again);
        assert_same(&level, &text);
        assert_same(&level, &built);
        assert_same(&built, &again);
        assert_true(volume_of(&built.level->blocks[0]) < 0);
        const char *said = findings_said(&findings);
        assert_int_equal(strstr(said, "sheared") != NULL,
                         wr_wmp_place_shears(&level.places.entities[1]));
        findings_end(&findings);
    }
}

/* ---- Real levels ------------------------------------------------------------------------- */

struct tally {
    unsigned levels, blocks, entities, same_text;
};

static struct wr_bytes bytes_of(struct findings *findings, const struct wr_wmp *level,
                                write_fn *write)
{
    struct wr_bytes bytes = {0};
    assert_int_equal(write(findings->context, level, &bytes), WR_OK);
    return bytes;
}

/* What was written once is written the same again. */
static void assert_settled(struct findings *findings, const struct placed *once,
                           write_fn *write)
{
    struct wr_bytes bytes = bytes_of(findings, once->level, write);
    assert_int_equal(bytes.size, once->source->size);
    assert_memory_equal(bytes.data, once->source->data, bytes.size);
    wr_bytes_finish(&bytes);
}

static void check_real(void *user, const struct wr_source *source)
{
    struct tally *tally = user;
    struct findings findings;
    struct placed level, text, built;
    struct wr_bytes before = {0}, after = {0};
    findings_start(&findings);
    placed_read(&findings, source->data, source->size, &level);
    written(&findings, level.level, wr_wmp_write_text, &text);
    written(&findings, level.level, wr_wmp_write_build, &built);
    assert_same(&level, &text);
    assert_same(&level, &built);
    assert_settled(&findings, &text, wr_wmp_write_text);
    assert_settled(&findings, &built, wr_wmp_write_build);
    if (level.level->dialect == WR_WMP_TEXT710) {
        assert_string_equal(dumped(level.level, &before), dumped(text.level, &after));
        tally->same_text++;
    }
    tally->levels++;
    tally->blocks += level.level->block_count;
    tally->entities += level.level->entity_count;
    wr_bytes_finish(&before);
    wr_bytes_finish(&after);
    findings_end(&findings);
}

static void real_levels_are_the_same_as_text_and_built(void **state)
{
    (void)state;
    struct tally tally = {0};
    corpus_all("wmp", ".wmp", check_real, &tally);
    corpus_all("wmp", ".WMP", check_real, &tally);
    corpus_all("wmp", ".$$M", check_real, &tally);
    printf("[  NOTE    ] %u levels, %u blocks, %u entities; %u texts 710 came back\n",
           tally.levels, tally.blocks, tally.entities, tally.same_text);
    assert_int_equal(tally.levels, 47);
    assert_int_equal(tally.same_text, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_of_any_dialect_is_the_same_as_text_and_built),
        cmocka_unit_test(text_comes_back_as_it_was),
        cmocka_unit_test(what_does_not_go_in_is_named),
        cmocka_unit_test(numbers_have_as_few_decimals_as_they_need),
        cmocka_unit_test(names_that_would_break_a_text_are_spelled_otherwise),
        cmocka_unit_test(groups_that_turn_and_mirror_are_resolved),
        cmocka_unit_test(real_levels_are_the_same_as_text_and_built),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
