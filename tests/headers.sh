#!/usr/bin/env bash
# Each header compiles alone, and the public ones as C++ too: headers.sh c, headers.sh c++. Those
# of Windows are compiled where it is.
set -euo pipefail
cd "$(dirname "$0")/.."

warnings="-Wall -Wextra -Wpedantic -Werror -Wno-unused-function -I. -fsyntax-only"
public="core/core.h kits/kits.h templates/maps.h templates/template.h builder/builder.h
builder/area/area.h builder/generate/generate.h builder/inspect/inspect.h builder/manifest/manifest.h builder/layout/building.h
builder/layout/placed.h builder/sketch/sketch.h builder/view/draw.h"

if [ "$1" = c ]; then
  find core kits templates builder -name '*.h' -not -path 'core/windows/*' -exec "${CC:-cc}" -std=c11 $warnings -x c {} +
  exit
fi
compilers=$(command -v g++ clang++) || { echo "no C++ compiler is installed"; exit 77; }
for cxx in $compilers; do
  "$cxx" -std=c++11 $warnings -x c++ $public
done
