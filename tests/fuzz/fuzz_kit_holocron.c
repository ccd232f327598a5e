/* Any text as a HolocronToolset kit. */
#include "tests/fuzz/fuzz_kit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_kit(data, size, "kit.json");
    return 0;
}
