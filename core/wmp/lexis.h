/* The words, lines and numbers of a level's text. Source: formats/wmp, 1. */
#ifndef WR_CORE_WMP_LEXIS_H
#define WR_CORE_WMP_LEXIS_H

#include "core/wmp/making.h"

/* A part of a text that is read from its start. The first fault within is told, and nothing
 * more is read. Comments begin with // and end with their line, but not within <...>. */
struct wr_wmp_lexis {
    struct wr_wmp_making *making;
    wr_view rest;
    const char *record; /* what it is part of, for messages: "block" */
    size_t start;       /* where that begins */
    bool failed;
};

size_t wr_wmp_offset(const struct wr_wmp_lexis *lexis, wr_view part);
/* The next word; <...> is one. Empty at the end. */
wr_view wr_wmp_word(struct wr_wmp_lexis *lexis);
/* The next word, which stays. */
wr_view wr_wmp_peek(const struct wr_wmp_lexis *lexis);
/* What is left of the line, or, where that is nothing, the next line that holds something,
 * without comment and space around. Empty at the end. */
wr_view wr_wmp_item(struct wr_wmp_lexis *lexis);
/* The next word must be this one: "wmp-syntax", or "wmp-short" at the end. */
bool wr_wmp_expect(struct wr_wmp_lexis *lexis, const char *word);
/* Numbers with brackets and commas between them: "wmp-number" where one is none or not finite,
 * "wmp-short" at the end. */
bool wr_wmp_numbers(struct wr_wmp_lexis *lexis, double *out, size_t count);
bool wr_wmp_point(struct wr_wmp_lexis *lexis, wr_dvec3 *out);
/* A number of things: "wmp-number". */
bool wr_wmp_whole(struct wr_wmp_lexis *lexis, uint32_t *out);
/* Ones and zeros, as many as 32. */
bool wr_wmp_bits(struct wr_wmp_lexis *lexis, uint32_t *out);
/* An item as text, without the < and > around: see wr_wmp_text. "wmp-short" at the end. */
bool wr_wmp_name(struct wr_wmp_lexis *lexis, const char **out);
/* What stands between the braces that come next, which are passed; false where they are not
 * closed, "wmp-short", or do not come, "wmp-syntax". */
bool wr_wmp_body(struct wr_wmp_lexis *lexis, wr_view keyword, const char *record,
                 struct wr_wmp_lexis *body);
bool wr_wmp_fail(struct wr_wmp_lexis *lexis, wr_view at, const char *slug, const char *hint,
                 const char *format, ...) WR_PRINTF(5, 6);

#endif
