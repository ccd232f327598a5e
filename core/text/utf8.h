/* UTF-8: the one encoding our text formats come in. */
#ifndef WR_CORE_TEXT_UTF8_H
#define WR_CORE_TEXT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The offset of the first byte that is not UTF-8 (overlong forms and surrogates are not), or
 * `size`. */
size_t wr_utf8_fault(const uint8_t *data, size_t size);
/* How many bytes the mark at the start takes: 3 or 0. */
size_t wr_utf8_mark(const uint8_t *data, size_t size);

#endif
