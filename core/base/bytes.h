/* Little-endian bytes: a bounded reader whose failure sticks, and a growing writer. */
#ifndef WR_CORE_BASE_BYTES_H
#define WR_CORE_BASE_BYTES_H

#include "core/core.h"

/* Reads past the end give 0 and set `failed`; the caller looks once a header. */
struct wr_reader {
    const uint8_t *data;
    size_t size, at;
    bool failed;
};

uint16_t wr_reader_u16(struct wr_reader *reader);
uint32_t wr_reader_u32(struct wr_reader *reader);
int32_t wr_reader_i32(struct wr_reader *reader);
float wr_reader_f32(struct wr_reader *reader);
double wr_reader_f64(struct wr_reader *reader);
wr_vec3 wr_reader_vec3(struct wr_reader *reader);
/* `size` bytes in place, or NULL. */
const uint8_t *wr_reader_take(struct wr_reader *reader, size_t size);
/* `count` 4-byte words into `out`. */
void wr_reader_words(struct wr_reader *reader, void *out, size_t count);
/* True when `count` records of `stride` bytes fit at `offset`; compares by subtraction. */
bool wr_reader_fits(const struct wr_reader *reader, uint64_t offset, uint64_t count,
                    uint64_t stride);

/* Makes room for `more` bytes; false (and failed) when memory is out. */
bool wr_bytes_reserve(struct wr_bytes *bytes, size_t more);
void wr_bytes_add(struct wr_bytes *bytes, const void *data, size_t size);
/* `size` bytes of which the caller fills every one; NULL when memory is out. */
uint8_t *wr_bytes_extend(struct wr_bytes *bytes, size_t size);
void wr_bytes_u16(struct wr_bytes *bytes, uint16_t value);
void wr_bytes_u32(struct wr_bytes *bytes, uint32_t value);
void wr_bytes_i32(struct wr_bytes *bytes, int32_t value);
void wr_bytes_f32(struct wr_bytes *bytes, float value);
void wr_bytes_vec3(struct wr_bytes *bytes, wr_vec3 value);
/* `count` 4-byte words (u32, i32 or f32) as they lie in memory, written little-endian. */
void wr_bytes_words(struct wr_bytes *bytes, const void *words, size_t count);
/* Turns `count` words of memory into little-endian bytes where they lie. */
void wr_words_little(void *words, size_t count);
void wr_bytes_patch_u32(struct wr_bytes *bytes, size_t at, uint32_t value);

/* Text goes into bytes by the functions of core.h; numbers in messages by wr_fixed. */

/* A text from a file that may be hostile, for a terminal: what would move its cursor or turn
 * text around becomes an escape as in JSON, what is not UTF-8 a question mark. */
void wr_bytes_clean(struct wr_bytes *bytes, const char *text);
/* Whether that is so of a character of `length` bytes. */
bool wr_text_unseen(const char *text, size_t length);

#endif
