/* Levels written as text: what WED opens, and what its compiler reads. */
#ifndef WR_CORE_WMP_WRITE_H
#define WR_CORE_WMP_WRITE_H

#include "core/wmp/wmp.h"

/* Appends a level of any dialect as text 710 or as a build file. Text keeps objects as they
 * are; in a build file everything is in the world. Numbers have at most nine decimals, six
 * where more would not be exact either. What the target cannot hold is left out, with a warning
 * "wmp-left-out" a kind. WR_INVALID "wmp-number" where a number is too large to be written.
 * Source: formats/wmp, 1, 3 and 7. */
enum wr_result wr_wmp_write_text(struct wr_context *context, const struct wr_wmp *level,
                                 struct wr_bytes *out);
enum wr_result wr_wmp_write_build(struct wr_context *context, const struct wr_wmp *level,
                                  struct wr_bytes *out);

#endif
