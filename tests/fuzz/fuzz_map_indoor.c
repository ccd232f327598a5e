/* Any text as HolocronToolset's .indoor. */
#include "tests/fuzz/fuzz_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_map(data, size);
}
