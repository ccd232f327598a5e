/* Putting bytes into a model and taking some out, with every offset following. Private to
 * core/model. */
#ifndef WR_CORE_MODEL_SPLICE_H
#define WR_CORE_MODEL_SPLICE_H

#include "core/model/layout.h"

/* At `at` in the data, `removed` bytes go and `added` come, zero at first. What pointed at the
 * first removed byte points at the first added one; what pointed behind, stays with what it
 * pointed at. */
typedef struct wr_model_edit {
    uint32_t at, removed, added;
    unsigned tag;   /* for wr_splice_added */
    uint32_t moved; /* where the added bytes come to lie; wr_splice_start fills it in */
} wr_model_edit;

struct wr_splice {
    wr_model_edit *edits; /* in order, none in another */
    size_t count;
};

/* Sorts the edits and finds where everything will lie. */
void wr_splice_start(struct wr_splice *splice);
/* Where a byte of the old data will lie. */
uint32_t wr_splice_move(const struct wr_splice *splice, uint32_t at);

/* Where the added bytes of the edit with that tag will lie; 0 where there is none. */
uint32_t wr_splice_added(const struct wr_splice *splice, unsigned tag);

/* Makes the new MDL; the bytes of the old one may be gone. The tables of `model` follow; what
 * was added to them or changed, the caller puts there, or has wr_model_index find it when
 * everything is filled in. */
enum wr_result wr_model_splice(struct wr_context *context, struct wr_model *model,
                               const struct wr_splice *splice);

/* Writes an array: its offset, and its count twice. */
static inline void wr_put_array(uint8_t *field, uint32_t at, uint32_t count)
{
    wr_put_u32(field, count ? at : 0);
    wr_put_u32(field + 4, count);
    wr_put_u32(field + 8, count);
}

/* A node to add under the root: its bytes and those of its tables. Offsets of its arrays of
 * controllers and values count from its start. */
struct wr_new_node {
    const char *name; /* a number is put behind where the model has that name */
    const uint8_t *bytes;
    uint32_t size;
    bool adopts; /* the root's children become its own, but for a bare walkmesh node */
    bool over;   /* it becomes the root, and the old root its child */
};

/* Adds a node with everything that goes with one: its name, its number, the root's children,
 * the parents of those it adopts. Refuses a model that has no number left ("model-too-large"),
 * and to make one deeper than may be ("mdl-depth"). */
enum wr_result wr_model_add_node(struct wr_context *context, struct wr_model *model,
                                 const struct wr_new_node *node);

/* A root that is moved, turned or more than a dummy gets a still one over it, so that model
 * space is where the root is. */
enum wr_result wr_model_still_root(struct wr_context *context, struct wr_model *model);

/* The index of the only walkmesh node, UINT32_MAX for none; several are refused
 * ("mdl-walkmesh"). */
enum wr_result wr_model_find_walkmesh(struct wr_context *context, const struct wr_model *model,
                                      uint32_t *out);

#endif
