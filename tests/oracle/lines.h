/* Lines of a text file that must end in CRLF, and their fields. */
#ifndef ORACLE_LINES_H
#define ORACLE_LINES_H

#include "tests/oracle/oracle.h"

enum { ORACLE_LINE = 256, ORACLE_FIELDS = 10 };

struct oracle_lines {
    struct oracle_report *report;
    enum oracle_rule grammar; /* the rule to name */
    const char *file;
    const char *at, *end;
    unsigned number; /* of the line in hand, from 1 */
    char text[ORACLE_LINE];
    char split[ORACLE_LINE];
    char *fields[ORACLE_FIELDS];
    size_t field_count;
};

/* The next line without its end. False at the end of the file. */
bool oracle_line_next(struct oracle_lines *lines);
/* Whether the line in hand is `indent` spaces and `count` fields with single spaces between;
   otherwise a fault. */
bool oracle_line_split(struct oracle_lines *lines, size_t indent, size_t count);
void oracle_line_blame(struct oracle_lines *lines, enum oracle_rule rule, const char *text);
/* A count: digits without leading zeros. */
bool oracle_line_count(struct oracle_lines *lines, size_t field, size_t *count);
/* A number with a point, in the fewest digits that tell its float32; a fault when not. */
double oracle_line_number(struct oracle_lines *lines, size_t field);

#endif
