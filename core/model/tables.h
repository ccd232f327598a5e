/* The arrays a node has, part after part. Private to core/model. */
#ifndef WR_CORE_MODEL_TABLES_H
#define WR_CORE_MODEL_TABLES_H

#include "core/model/layout.h"

enum wr_array_kind {
    WR_ARRAY_VALUES,
    WR_ARRAY_OFFSETS, /* its items are offsets themselves */
    WR_ARRAY_LOOSE,   /* of unknown items: moved along, never looked into */
};

/* An array at `at` in a part of a node: (offset, count, count again). */
struct wr_model_array {
    enum wr_model_part part;
    uint16_t at;
    uint16_t stride;
    enum wr_array_kind kind;
};

extern const struct wr_model_array wr_model_arrays[];
extern const size_t wr_model_array_count;

/* Nodes of animations have a header only, whatever their flags say. */
static inline bool wr_model_has_part(const wr_model_node *node, enum wr_model_part part)
{
    return part == WR_MODEL_HEADER || wr_model_has(node, part);
}

#endif
