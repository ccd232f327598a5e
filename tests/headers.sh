#!/usr/bin/env bash
# Each header compiles alone; the public ones as C++ too.
set -euo pipefail
cd "$(dirname "$0")/.."

cc=${CC:-cc}
warnings="-Wall -Wextra -Wpedantic -Werror -Wno-unused-function -I. -fsyntax-only"
find core kits templates builder -name '*.h' | sort | while read -r header; do
  echo "#include \"$header\"" | $cc -std=c11 $warnings -x c - || { echo "$header"; exit 1; }
done

public="core/core.h kits/kits.h templates/templates.h templates/template.h builder/builder.h"
for cxx in g++ clang++; do
  command -v "$cxx" >/dev/null || continue
  for header in $public; do
    printf '#include "%s"\nint main() { return 0; }\n' "$header" |
      "$cxx" -std=c++11 $warnings -x c++ - || { echo "$header as C++"; exit 1; }
  done
done
