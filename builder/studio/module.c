/* The module of WebAssembly: all that studio.h declares, and no program around it. */
#include "builder/studio/studio.h"
