/* Sources larger than a test would hold: bytes that stand where they are put and zeros behind
 * them, of which only those exist that are read. */
#ifndef WR_TESTS_SUPPORT_VAST_H
#define WR_TESTS_SUPPORT_VAST_H

#include "tests/support/test.h"

#include "core/base/diag.h"

#include <sys/mman.h>
#include <unistd.h>

static inline struct wr_source vast_source(const void *start, size_t start_size, size_t size)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(start, 1, start_size, file), start_size);
    assert_int_equal(fflush(file), 0);
    assert_int_equal(ftruncate(fileno(file), (off_t)size), 0);
    void *data = mmap(NULL, size, PROT_READ, MAP_SHARED, fileno(file), 0);
    assert_true(data != MAP_FAILED);
    fclose(file);
    return (struct wr_source){.name = "vast", .data = data, .size = size, .binary = true};
}

static inline void vast_end(const struct wr_source *source)
{
    munmap((void *)(uintptr_t)source->data, source->size);
}

#endif
