/* Windows-1252, in which games and editors of their time write texts; Warren's own are UTF-8.
 */
#ifndef WR_CORE_TEXT_CODEPAGE_H
#define WR_CORE_TEXT_CODEPAGE_H

#include <stddef.h>
#include <stdint.h>

struct wr_arena;
struct wr_bytes;

/* What a byte of a game's text stands for; what Windows-1252 leaves open stays a control
 * character. */
uint32_t wr_codepage_point(uint8_t byte);
/* Appends what such a byte stands for, as UTF-8. */
void wr_codepage_add_utf8(struct wr_bytes *out, uint32_t code);
/* A text of `size` such bytes as UTF-8 in the arena; NULL when memory is out. */
char *wr_codepage_to_utf8(struct wr_arena *arena, const void *text, size_t size);
/* UTF-8 as a game's text in the arena, with a NUL behind its `*size` bytes, and '?' for each
 * character the games have not; bytes that are no UTF-8 are taken to be a game's text already.
 * NULL when memory is out. */
char *wr_codepage_from_utf8(struct wr_arena *arena, const char *text, size_t *size);

#endif
