/* Real models for tests, and whether a changed one is what a motion makes of the original. */
#ifndef WR_TESTS_SUPPORT_MODEL_PAIR_H
#define WR_TESTS_SUPPORT_MODEL_PAIR_H

#include "tests/support/corpus.h"
#include "tests/support/findings.h"
#include "tests/support/walked.h"

#include "core/model/model.h"

/* ---- Real models ------------------------------------------------------------------------- */

struct pair {
    struct findings f;
    struct wr_source mdl, mdx;
    bool paired;
};

static inline void pair_start(struct pair *pair, const struct wr_source *source)
{
    findings_start(&pair->f);
    pair->mdl = *source;
    char *path = wr_arena_text(pair->f.arena, source->name, strlen(source->name));
    path[strlen(path) - 1] = 'x';
    pair->paired = wr_file_exists(pair->f.context, path);
    if (pair->paired)
        assert_int_equal(wr_file_read(pair->f.context, pair->f.arena, path, &pair->mdx), WR_OK);
}

static inline struct wr_model *pair_read(struct pair *pair)
{
    struct wr_model *model;
    if (wr_model_read(pair->f.context, pair->f.arena, &pair->mdl,
                      pair->paired ? &pair->mdx : NULL, &model) != WR_OK)
        fail_msg("%s: %s", pair->mdl.name, findings_said(&pair->f));
    return model;
}

static inline struct walked pair_walk(const struct wr_model *model)
{
    return walk(model->mdl, model->has_mdx ? model->mdx : NULL);
}

/* The tables are those that reading finds, but that boxes come in any order. */
static inline void assert_tables(const struct wr_model *model, const struct wr_model *again)
{
    assert_int_equal(again->node_count, model->node_count);
    assert_memory_equal(again->nodes, model->nodes, model->node_count * sizeof *model->nodes);
    assert_int_equal(again->tree_count, model->tree_count);
    assert_memory_equal(again->trees, model->trees, model->tree_count * sizeof *model->trees);
    assert_int_equal(again->name_count, model->name_count);
    assert_int_equal(again->names_end, model->names_end);
    assert_int_equal(again->box_count, model->box_count);
    for (uint32_t b = 0, k; b < again->box_count; b++) {
        for (k = 0; k < model->box_count && model->boxes[k] != again->boxes[b]; k++)
            ;
        assert_true(k < model->box_count);
    }
}

/* Written and read again, so that nothing is believed that is not in the bytes. */
static inline void assert_readable(struct pair *pair, const struct wr_model *model)
{
    struct wr_model *again;
    struct wr_source mdl = {"again", model->mdl, model->mdl_size, true};
    struct wr_source mdx = {"again", model->mdx, model->mdx_size, true};
    if (wr_model_read(pair->f.context, pair->f.arena, &mdl, model->has_mdx ? &mdx : NULL,
                      &again) != WR_OK)
        fail_msg("%s: %s", pair->mdl.name, findings_said(&pair->f));
    assert_said(&pair->f, "");
    assert_tables(model, again);
}

/* Planes, neighbours, boxes, lists and trees fit each other; one room of the game's has a
 * neighbour that is none. */
static inline void assert_judged(struct pair *pair, const struct wr_model *model)
{
    bool known = strstr(pair->mdl.name, "m12aa_01f");
    if (wr_model_judge(pair->f.context, pair->f.arena, model, NULL) != WR_OK ||
        pair->f.warnings != known)
        fail_msg("%s: %s", pair->mdl.name, findings_said(&pair->f));
    findings_said(&pair->f);
}

typedef void pair_fn(struct pair *pair, const struct wr_source *source);

static inline void pair_each(void *user, const struct wr_source *source)
{
    struct pair pair = {0};
    pair_start(&pair, source);
    (*(pair_fn **)user)(&pair, source);
    findings_end(&pair.f);
}

static inline void on_real_models(pair_fn *fn)
{
    struct wr_arena *arena = wr_arena_create();
    const char *mdl = corpus_folder(arena, "mdl");
    const char *kit = corpus_folder(arena, "holocron/blackvulkar");
    bool there = mdl && kit;
    if (there) {
        assert_int_equal(corpus_each(mdl, ".mdl", pair_each, &fn), 5);
        assert_int_equal(corpus_each(kit, ".mdl", pair_each, &fn), 14);
    }
    wr_arena_destroy(arena);
    if (!there)
        skip();
}

/* ---- What a motion does ------------------------------------------------------------------ */

struct motion {
    double cosine, sine;
    int mirror; /* -1 or 1 */
};

static inline struct motion motion_of(double degrees, bool mirrored)
{
    const double radian = 3.14159265358979323846 / 180;
    return (struct motion){cos(degrees * radian), sin(degrees * radian), mirrored ? -1 : 1};
}

static inline void apply(const struct motion *motion, const double from[3], double to[3])
{
    double x = motion->mirror * from[0];
    to[0] = motion->cosine * x - motion->sine * from[1];
    to[1] = motion->sine * x + motion->cosine * from[1];
    to[2] = from[2];
}

static double pair_worst;

enum { PAIR_MICROMETRES = 10 }; /* that far may a point be from where it should be */

static inline void assert_there(const char *file, const char *what, const struct motion *motion,
                                const double before[3], const double after[3])
{
    double expected[3], error = 0;
    apply(motion, before, expected);
    for (int i = 0; i < 3; i++)
        error += (expected[i] - after[i]) * (expected[i] - after[i]);
    pair_worst = fmax(pair_worst, sqrt(error));
    if (sqrt(error) > 1e-6 * PAIR_MICROMETRES)
        fail_msg("%s: a %s is %g m from where it should be", file, what, sqrt(error));
}

/* Axes of a mirrored node: a mirror on both sides keeps them right-handed. */
static inline void assert_axes(const char *file, const struct motion *motion,
                               const struct walked_node *a, const struct walked_node *b)
{
    for (int k = 0; k < 3; k++) {
        double before[3], after[3], sign = k == 0 ? motion->mirror : 1;
        for (int i = 0; i < 3; i++) {
            before[i] = sign * a->frame[i][k];
            after[i] = b->frame[i][k];
        }
        assert_there(file, "axis", motion, before, after);
    }
}

static inline void assert_mesh(const char *file, const struct motion *motion,
                               const struct walked_node *a, const struct walked_node *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->face_count, b->face_count);
    for (uint32_t v = 0; v < a->vertex_count; v++) {
        assert_there(file, "vertex", motion, a->mdl[v], b->mdl[v]);
        if (a->mdx) {
            assert_there(file, "row", motion, a->mdx[v], b->mdx[v]);
            assert_there(file, "normal", motion, a->normals[v], b->normals[v]);
        }
    }
    bool flipped = motion->mirror < 0;
    for (uint32_t f = 0; f < a->face_count; f++)
        for (int k = 0; k < 3; k++) {
            assert_int_equal(b->corners[f][flipped ? (3 - k) % 3 : k], a->corners[f][k]);
            assert_int_equal(b->across[f][flipped ? 2 - k : k], a->across[f][k]);
            assert_true(b->planes[f][k] == a->planes[f][k] * (k == 0 ? motion->mirror : 1));
            assert_true(b->planes[f][3] == a->planes[f][3]);
        }
}

static inline void assert_nodes(const char *file, const struct motion *motion,
                                const struct walked *a, const struct walked *b, bool walkmesh)
{
    const struct walked_node *old, *new;
    size_t i = 0, k = 0;
    while ((old = walked_next(a, &i, walkmesh))) {
        new = walked_next(b, &k, walkmesh);
        assert_non_null(new);
        assert_int_equal(new->flags, old->flags);
        assert_int_equal(new->number, old->number);
        assert_string_equal(new->name, old->name);
        const double from[3] = {old->frame[0][3], old->frame[1][3], old->frame[2][3]};
        const double to[3] = {new->frame[0][3], new->frame[1][3], new->frame[2][3]};
        assert_there(file, "node", motion, from, to);
        assert_axes(file, motion, old, new);
        if (old->flags & 0x20)
            assert_mesh(file, motion, old, new);
    }
    assert_null(walked_next(b, &k, walkmesh));
}

/* Every node of the original; the walkmesh node is mirrored only. */
static inline void assert_moved(const char *file, const struct motion *motion,
                                const struct walked *a, const struct walked *b)
{
    const struct motion mirror = {1, 0, motion->mirror};
    assert_nodes(file, motion, a, b, false);
    assert_nodes(file, &mirror, a, b, true);
    for (size_t n = 0; n < b->count; n++)
        assert_true(b->nodes[n].parent_right);
}

#endif
