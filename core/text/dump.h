/* One way to write structured values: as stable text for people or as JSON for programs. */
#ifndef WR_CORE_TEXT_DUMP_H
#define WR_CORE_TEXT_DUMP_H

#include "core/core.h"

/* Keys come in the order they are written. The outermost value is an object. In text, nesting
 * is two spaces of indentation, `key: value`, and `- ` before each item of a list; a row stays
 * on one line. Text values that could be read wrongly stand in quotes, as in JSON. JSON has no
 * numbers that are not finite: they are the strings "nan", "inf" and "-inf". */
struct wr_dump {
    struct wr_context
        *context; /* a stopped call writes no more, as if without memory; or NULL */
    uint32_t rows;
    struct wr_bytes *out;
    bool json;
    unsigned depth, row; /* how deep we are, and since which depth on one line (0: not) */
    bool first;          /* nothing is written in the innermost object or list yet */
    bool item;           /* and it is itself an item of a list */
};

void wr_dump_start(struct wr_dump *dump, struct wr_bytes *out, bool json);
void wr_dump_end(struct wr_dump *dump);
/* A NULL key is an item of a list. */
void wr_dump_object(struct wr_dump *dump, const char *key);
void wr_dump_object_end(struct wr_dump *dump);
void wr_dump_list(struct wr_dump *dump, const char *key);
void wr_dump_list_end(struct wr_dump *dump);
/* From here to the end of the object or list that is opened next, everything stays on one line.
 */
void wr_dump_row(struct wr_dump *dump);
/* Right after the start: all of it stays on one line, as JSON lines want it. */
void wr_dump_line(struct wr_dump *dump);
void wr_dump_text(struct wr_dump *dump, const char *key, const char *value); /* NULL: null */
void wr_dump_number(struct wr_dump *dump, const char *key, float value);
void wr_dump_count(struct wr_dump *dump, const char *key, uint64_t value);
void wr_dump_integer(struct wr_dump *dump, const char *key, int64_t value);
void wr_dump_bool(struct wr_dump *dump, const char *key, bool value);
void wr_dump_vec3(struct wr_dump *dump, const char *key, wr_vec3 value);

#endif
