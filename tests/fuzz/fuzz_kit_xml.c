/* Any text as Warren's kit XML. */
#include "tests/fuzz/fuzz_kit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_kit(data, size, "kit/kit.xml");
    return 0;
}
