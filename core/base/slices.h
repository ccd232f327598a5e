/* Long runs of bytes a slice at a time: whoever stops a call need not wait for their end. */
#ifndef WR_CORE_BASE_SLICES_H
#define WR_CORE_BASE_SLICES_H

#include "core/base/diag.h"

/* What is copied, written or read between two looks at a context: some milliseconds, where the
 * memory is touched for the first time. */
#define WR_SLICE ((size_t)4 << 20)

/* How much of what is left comes next. */
size_t wr_slice(size_t left);
/* Each gives false where the call was stopped, with only a part of it done. */
bool wr_slices_copy(struct wr_context *context, void *to, const void *from, size_t size);
bool wr_slices_zero(struct wr_context *context, void *to, size_t size);
/* Appends; true too where memory is out, which the bytes say themselves. */
bool wr_slices_add(struct wr_context *context, struct wr_bytes *bytes, const void *data,
                   size_t size);
/* 4-byte words as wr_bytes_words appends them. */
bool wr_slices_words(struct wr_context *context, struct wr_bytes *bytes, const void *words,
                     size_t count);
/* Whether two runs are the same; false too where the call was stopped. */
bool wr_slices_same(struct wr_context *context, const void *a, const void *b, size_t size);

#endif
