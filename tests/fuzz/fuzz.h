/* What a fuzz target offers, and how it says that a promise was broken. */
#ifndef WR_TESTS_FUZZ_FUZZ_H
#define WR_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Called with one input after another; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program where a promise is broken, so that fuzzer and replay both notice. */
#define MUST(promise)                                                                          \
    do {                                                                                       \
        if (!(promise)) {                                                                      \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #promise);              \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

#endif
