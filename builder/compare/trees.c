/* GFF trees, compared value by value. */
#include "builder/compare/comparing.h"

#include "core/base/text.h"
#include "core/format/gff_value.h"

#include <string.h>

enum { LONGEST_VALUE = 60 };
static const double WHOLE_TURN = 2 * 3.14159265358979323846;

/* ---- Saying ------------------------------------------------------------------------------ */

static void print_step(const struct wr_tree_step *step, struct wr_bytes *out)
{
    if (!step)
        return;
    print_step(step->above, out);
    if (out->size > 0)
        wr_bytes_char(out, '.');
    wr_bytes_text(out, step->label);
    if (step->row != UINT32_MAX)
        wr_bytes_print(out, "[%u]", (unsigned)step->row);
    if (step->name)
        wr_bytes_print(out, " '%.40s'", step->name);
}

/* Up to a length that a sentence bears, and no half of a character. */
static void shorten(struct wr_bytes *text, size_t start)
{
    if (text->failed || text->size - start <= LONGEST_VALUE)
        return;
    text->size = start + LONGEST_VALUE;
    while (text->size > start && (text->data[text->size] & 0xc0) == 0x80)
        text->size--;
    wr_bytes_text(text, "...");
}

/* The first text of its own that a localised one has. */
static const wr_gff_text *own_text(const wr_gff_field *field)
{
    bool has = field->type == WR_GFF_LOCSTRING && field->local.count > 0;
    return has ? &field->local.texts[0] : NULL;
}

static void print_value(const wr_gff_field *field, struct wr_bytes *out)
{
    const wr_gff_text *own = own_text(field);
    size_t start = out->size;
    bool quoted = own || field->type == WR_GFF_STRING || field->type == WR_GFF_RESREF;
    if (quoted)
        wr_bytes_char(out, '\'');
    bool said =
        own ? wr_gff_print_text(own->data, own->size, out) : wr_gff_print_value(field, out);
    if (!said) {
        out->size = start;
        wr_bytes_text(out, "of no text");
        return;
    }
    shorten(out, start);
    if (quoted)
        wr_bytes_char(out, '\'');
}

/* What says where a door or trigger leads. */
static bool is_way(const char *label)
{
    return strncmp(label, "LinkedTo", 8) == 0 || strcmp(label, "TransitionDestin") == 0;
}

/* Reports "<path> <words>", at a field of the file as it is, or at the file. */
static void tell(struct wr_comparing *comparing, const struct wr_tree_step *step,
                 const char *label, const wr_gff_field *at, const struct wr_bytes *words)
{
    struct wr_bytes path = {0};
    print_step(step, &path);
    if (path.size > 0)
        wr_bytes_char(&path, '.');
    wr_bytes_text(&path, label);
    wr_bytes_char(&path, '\0');
    wr_where where = wr_at(&comparing->now, at ? at->at : WR_WHOLE_FILE);
    if (path.failed || words->failed)
        wr_comparing_has(comparing, NULL);
    else if (is_way(label))
        wr_differs(comparing,
                   wr_fail(comparing->context, WR_INVALID, where, "differs-way", NULL, "%s %s",
                           (const char *)path.data, (const char *)words->data));
    else
        wr_differs(comparing,
                   wr_fail(comparing->context, WR_INVALID, where, "differs-value", NULL,
                           "%s %s", (const char *)path.data, (const char *)words->data));
    wr_bytes_finish(&path);
}

static void tell_plain(struct wr_comparing *comparing, const struct wr_tree_step *step,
                       const char *label, const wr_gff_field *at, const char *text)
{
    struct wr_bytes words = {0};
    wr_bytes_text(&words, text);
    wr_bytes_char(&words, '\0');
    tell(comparing, step, label, at, &words);
    wr_bytes_finish(&words);
}

static void tell_values(struct wr_comparing *comparing, const struct wr_tree_step *step,
                        const wr_gff_field *now, const wr_gff_field *was)
{
    struct wr_bytes words = {0};
    wr_bytes_text(&words, "is ");
    print_value(now, &words);
    wr_bytes_text(&words, "; it was ");
    print_value(was, &words);
    wr_bytes_char(&words, '\0');
    tell(comparing, step, now->label, now, &words);
    wr_bytes_finish(&words);
}

/* ---- Values ------------------------------------------------------------------------------ */

static bool near(struct wr_comparing *comparing, const float *now, const float *was, int count)
{
    bool near = true;
    for (int i = 0; i < count; i++)
        near &= (isnan(now[i]) && isnan(was[i])) || now[i] == was[i] ||
                wr_comparing_near(comparing, fabs((double)now[i] - was[i]));
    return near;
}

/* Directions are the same a whole turn apart. */
static bool near_turn(struct wr_comparing *comparing, float now, float was)
{
    double off = fabs(remainder((double)now - was, WHOLE_TURN));
    return near(comparing, &now, &was, 1) || off <= WR_SAME_TURN;
}

static bool values_same(struct wr_comparing *comparing, const wr_gff_field *now,
                        const wr_gff_field *was)
{
    switch (now->type) {
    case WR_GFF_FLOAT:
        if (strcmp(now->label, "Bearing") == 0)
            return near_turn(comparing, now->single, was->single);
        return near(comparing, &now->single, &was->single, 1);
    case WR_GFF_VECTOR:
        return near(comparing, now->vector, was->vector, 3);
    case WR_GFF_ORIENTATION:
        return near(comparing, now->vector, was->vector, 4);
    default:
        return wr_gff_same(now, was);
    }
}

static void compare_lists(struct wr_comparing *comparing, const struct wr_tree_step *above,
                          const wr_gff_field *now, const wr_gff_field *was)
{
    const wr_gff_list *a = &now->list, *b = &was->list;
    if (a->count != b->count) {
        struct wr_bytes words = {0};
        wr_bytes_print(&words, "has %u rows; it had %u", (unsigned)a->count,
                       (unsigned)b->count);
        wr_bytes_char(&words, '\0');
        tell(comparing, above, now->label, now, &words);
        wr_bytes_finish(&words);
    }
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        const struct wr_tree_step step = {above, now->label, NULL, i};
        wr_compare_structs(comparing, &step, a->items[i], b->items[i], NULL);
    }
}

static void compare_fields(struct wr_comparing *comparing, const struct wr_tree_step *step,
                           const wr_gff_field *now, const wr_gff_field *was)
{
    const struct wr_tree_step inner = {step, now->label, NULL, UINT32_MAX};
    if (now->type != was->type)
        tell_plain(comparing, step, now->label, now, "is of another type than it was");
    else if (now->type == WR_GFF_STRUCT)
        wr_compare_structs(comparing, &inner, now->child, was->child, NULL);
    else if (now->type == WR_GFF_LIST)
        compare_lists(comparing, step, now, was);
    else if (!values_same(comparing, now, was))
        tell_values(comparing, step, now, was);
}

/* ---- Structs ----------------------------------------------------------------------------- */

static const char **labels_of(struct wr_comparing *comparing, const wr_gff_struct *in,
                              wr_skips_fn *skips)
{
    const char **labels = WR_TAKE(comparing->arena, const char *, in->count);
    wr_comparing_has(comparing, labels);
    for (uint32_t i = 0; labels && i < in->count; i++)
        labels[i] = skips && skips(in->fields[i].label) ? NULL : in->fields[i].label;
    return labels;
}

void wr_compare_structs(struct wr_comparing *comparing, const struct wr_tree_step *step,
                        const wr_gff_struct *now, const wr_gff_struct *was, wr_skips_fn *skips)
{
    const char **a = labels_of(comparing, now, skips), **b = labels_of(comparing, was, skips);
    struct wr_pairing pairing;
    if (!a || !b || !wr_comparing_pair(comparing, a, now->count, b, was->count, &pairing))
        return;
    if (now->id != was->id)
        tell_plain(comparing, step, "(type)", now->count > 0 ? &now->fields[0] : NULL,
                   "is another than it was");
    for (uint32_t i = 0; i < now->count; i++)
        if (a[i] && pairing.was_of[i] == WR_UNPAIRED)
            tell_plain(comparing, step, a[i], &now->fields[i], "was not there");
        else if (a[i])
            compare_fields(comparing, step, &now->fields[i], &was->fields[pairing.was_of[i]]);
    for (uint32_t i = 0; i < was->count; i++)
        if (b[i] && pairing.now_of[i] == WR_UNPAIRED)
            tell_plain(comparing, step, b[i], NULL, "is not there any more");
}
