/* Base64 as RFC 4648, section 4 has it: the standard alphabet, padded, nothing between. */
#ifndef WR_CORE_TEXT_BASE64_H
#define WR_CORE_TEXT_BASE64_H

#include "core/base/bytes.h"
#include "core/base/text.h"

/* Whether a text is base64, and how many bytes it stands for; else `bad` is the offset of the
 * first character that is wrong (the text's size where it stops too early). */
bool wr_base64_check(wr_view text, size_t *size, size_t *bad);
/* Decodes a checked text into as many bytes as wr_base64_check said. */
void wr_base64_decode(wr_view text, uint8_t *out);
void wr_base64_encode(struct wr_bytes *out, const void *data, size_t size);

#endif
