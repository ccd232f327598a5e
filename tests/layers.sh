#!/usr/bin/env bash
# Fails on an include that goes upward or sideways, and on what belongs into one file only.
set -euo pipefail
cd "$(dirname "$0")/.."

standard="assert ctype errno float inttypes limits math stdalign stdarg stdatomic stdbool
stddef stdint stdio stdlib string threads"
faults=0

fault() {
  echo "$1"
  faults=$((faults + 1))
}

# The layers a file may include from.
below() {
  case $1 in
  core/*) echo core ;;
  kits/*) echo core kits ;;
  templates/*) echo core kits templates ;;
  builder/cli/*) echo builder/cli ;;
  builder/puzzle/*) echo core builder/puzzle ;; # it knows pieces, not rooms
  builder/*) echo core kits templates builder ;;
  examples/*) echo ;;
  esac
}

is_public() {
  case $1 in
  core/core.h | kits/kits.h | templates/templates.h | templates/template.h | builder/builder.h) return 0 ;;
  *) return 1 ;;
  esac
}

check_ours() {
  local file=$1 header=$2 layer
  is_public "$file" && { is_public "$header" || fault "$file: a public header includes $header"; }
  for layer in $(below "$file"); do
    case $header in
    builder/cli/*) [ "$layer" = builder/cli ] && return ;;
    "$layer"/*) return ;;
    esac
  done
  case $file in
  builder/cli/* | examples/*)
    is_public "$header" && return
    fault "$file: includes $header, which is not public"
    ;;
  *) fault "$file: includes $header, which is above it or not written from the root" ;;
  esac
}

check_system() {
  local file=$1 header=$2 word
  for word in $standard; do
    [ "$header" = "$word.h" ] && return
  done
  case $file:$header in
  core/base/system.c:* | core/base/file.c:* | core/base/folder.c:* | core/base/staging.c:* | core/base/hidden.c:*) ;;
  core/text/xml.c:libxml/*) ;;
  core/text/json.c:cjson/*) ;;
  builder/view/png.c:png.h) ;;
  builder/cli/options.c:getopt.h | builder/cli/progress.c:time.h) ;;
  core/walkmesh/tree.c:emmintrin.h) ;;
  *) fault "$file: includes <$header>, which belongs into one other file" ;;
  esac
}

while IFS=: read -r file line; do
  case $line in
  *'"'*) check_ours "$file" "$(echo "$line" | cut -d'"' -f2)" ;;
  *) check_system "$file" "$(echo "$line" | sed 's/.*<\(.*\)>.*/\1/')" ;;
  esac
done < <(grep -rE --include='*.[ch]' '^ *# *include' core kits templates builder examples)

# Types of libraries that are behind a door.
while IFS=: read -r file line; do
  case $file in
  core/text/xml.c | core/text/json.c) ;;
  *) fault "$file: $line" ;;
  esac
done < <(grep -rE --include='*.[ch]' '\b(cJSON|xml[A-Z])[A-Za-z_]*' core kits templates builder examples |
  grep -vE ':(/\*| \*)|: *[^ ].*/\*.*cJSON')

[ "$faults" -eq 0 ] || { echo "$faults faults"; exit 1; }
