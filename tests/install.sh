#!/usr/bin/env bash
# Installs into a scratch folder and uses the library from there: install.sh BUILD SOURCE.
set -euo pipefail
build=$1 source=$2
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

# Only our own archive is static: what libxml2 wants of other archives is not our matter.
private="$(pkg-config --libs libxml-2.0 libcjson) -lm -pthread"
cc=${CC:-cc}
$cc -std=c11 -Wall -Wextra -Werror "$source/examples/embed.c" $(ours --cflags) $(ours --libs) -o shared
$cc -std=c11 -Wall -Wextra -Werror "$source/examples/embed.c" $(ours --cflags) \
  "$library/libwarren.a" $private -o static

map=$3
LD_LIBRARY_PATH=$library ./shared "$map" out-shared
./static "$map" out-static
diff -r out-shared out-static

# The program finds the kits it was installed with, and needs nothing of the build folder.
program=$(find root -name warren -type f -perm -u+x)
"$program" --version
