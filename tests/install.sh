#!/usr/bin/env bash
# Installs into a scratch folder and uses the library from there: install.sh BUILD SOURCE MAP.
set -euo pipefail
build=$1 source=$2 map=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

meson install -C "$build" --no-rebuild --destdir "$scratch/root" >/dev/null
config=$(find root -name warren.pc)
folder=$(cd "$(dirname "$config")" && pwd)
library=$(dirname "$folder")

ours() {
  PKG_CONFIG_PATH=$folder PKG_CONFIG_SYSROOT_DIR=$scratch/root pkg-config "$@" warren
}

# Only our own archive is static: what it stands on is linked as docs/library.md says.
private="$(pkg-config --libs libxml-2.0 libcjson libpng zlib) -lm -pthread"
cc="${CC:-cc} -std=c11 -Wall -Wextra -Werror"
mkdir shared static
for example in "$source"/examples/*.c; do
  name=$(basename "$example" .c)
  $cc "$example" $(ours --cflags) $(ours --libs) -o "shared/$name"
  $cc "$example" $(ours --cflags) "$library/libwarren.a" $private -o "static/$name"
done
export LD_LIBRARY_PATH=$library

# Each does what it does when it is built with the library.
uses() {
  local programs=$1 out=$2
  mkdir "$out"
  "$programs/embed" "$map" "$out/module"
  "$programs/floor" "$out/floor.wok"
  "$programs/walk" "$out/floor.wok" 8 7 1 4 2 1
  "$programs/area" "$map"
  "$build/builder/cli/warren" bake "$out/floor.wok" -o "$out/floor.trx"
  "$programs/way" "$out/floor.trx" 8 7 4 2
  "$programs/memory"
  "$programs/sketch" "$source/tests/cases/library/map.json"
  "$programs/roll" "$source/examples/first-level/template.json" "$out/level.json"
  "$programs/picture" "$map" "$out/plan.svg" >"$out/picture"
}
for programs in "$build/examples" shared static; do
  out=out-$(basename "$programs")
  uses "$programs" "$out" >said 2>&1 || { cat said; exit 1; }
  sed "s#$out#OUT#g" said "$out/picture" >"$out/said"
  rm "$out/picture"
  diff -r out-examples "$out"
done

# The program finds the kits it was installed with, and needs nothing of the build folder.
program=$(find root -name warren -type f -perm -u+x)
"$program" --version

# Manual pages for all commands, completions and schemas stand where others look for them.
share=$(cd "$(find root -path '*/share/warren' -type d)/.." && pwd)
"$program" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/-\1/p' | sed '1s/^/\n/' | while read -r command; do
  grep -q "^.Dt WARREN${command^^} 1" "$share/man/man1/warren$command.1"
done
for file in bash-completion/completions/warren fish/vendor_completions.d/warren.fish \
  zsh/site-functions/_warren warren/kits/kit.rng warren/map.schema.json \
  warren/template.schema.json; do
  [ -s "$share/$file" ] || { echo "$file was not installed"; exit 1; }
done

# Kits are found beside the program, and where program and kits were moved together.
moved=$scratch/moved
mv "$(dirname "$(dirname "$program")")" "$moved"
mkdir -p "$moved/bin/kits"
for place in bin/kits/near share/warren/kits/burrow; do
  name=$(basename "$place")
  [ "$name" = burrow ] || cp -r "$source/kits/library/burrow" "$moved/$place"
  sed -i "s/<kit id=\"burrow\" name=\"[^\"]*\"/<kit id=\"moved-$name\" name=\"Moved $name\"/" "$moved/$place/kit.xml"
  sed "s/\"kit\": \"burrow\"/\"kit\": \"moved-$name\"/" "$source/examples/first-map/map.json" >"$name.json"
  "$moved/bin/warren" build "$name.json" -o "built-$name" >/dev/null
done
