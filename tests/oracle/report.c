/* The list of faults, and the little that every part of the judge needs from the system. */
#include "tests/oracle/oracle.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RULE_NAME(word, name) name,
static const char *const names[] = {ORACLE_WOK_RULES(RULE_NAME) ORACLE_MODULE_RULES(RULE_NAME)};

const char *oracle_rule_name(enum oracle_rule rule)
{
    return (unsigned)rule < ORACLE_RULE_COUNT ? names[rule] : "no-rule";
}

void *oracle_take(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fputs("oracle: no memory\n", stderr);
        exit(3);
    }
    return memory;
}

void *oracle_grow(void *items, size_t count, size_t size)
{
    if (count & (count - 1))
        return items; /* there is room up to the next power of two */
    void *larger = oracle_take(count ? 2 * count : 1, size);
    if (count)
        memcpy(larger, items, count * size);
    free(items);
    return larger;
}

char *oracle_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(oracle_take(size, 1), text, size);
}

void oracle_blame(struct oracle_report *report, enum oracle_rule rule, const char *file,
                  const char *format, ...)
{
    if (report->ignored[rule])
        return;
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    report->faults = oracle_grow(report->faults, report->count, sizeof *report->faults);
    report->faults[report->count++] =
        (struct oracle_fault){rule, oracle_copy(file), oracle_copy(text)};
    report->counts[rule]++;
}

void oracle_report_clear(struct oracle_report *report)
{
    for (size_t i = 0; i < report->count; i++) {
        free(report->faults[i].file);
        free(report->faults[i].text);
    }
    free(report->faults);
    report->faults = NULL;
    report->count = 0;
    memset(report->counts, 0, sizeof report->counts);
}

static unsigned char *read_all(FILE *stream, size_t *size)
{
    size_t capacity = 1 << 16, length = 0;
    unsigned char *bytes = oracle_take(capacity, 1);
    for (;;) {
        length += fread(bytes + length, 1, capacity - length - 1, stream);
        if (length + 1 < capacity)
            break;
        unsigned char *larger = oracle_take(2 * capacity, 1);
        memcpy(larger, bytes, length);
        free(bytes);
        bytes = larger;
        capacity *= 2;
    }
    bytes[length] = 0;
    *size = length;
    return bytes;
}

unsigned char *oracle_file_bytes(struct oracle_report *report, const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        oracle_blame(report, ORACLE_FILE_READ, path, "the file cannot be opened");
        return NULL;
    }
    unsigned char *bytes = read_all(stream, size);
    bool failed = ferror(stream) != 0;
    fclose(stream);
    if (!failed)
        return bytes;
    oracle_blame(report, ORACLE_FILE_READ, path, "the file cannot be read");
    free(bytes);
    return NULL;
}
