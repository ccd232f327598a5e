#!/usr/bin/env bash
# Writes glTF of everything that becomes one into a folder: examples.sh WARREN FOLDER
set -euo pipefail
warren=$1 out=$2
map=examples/first-map/map.json
"$warren" build "$map" -o "$out/module" --mod --quiet
"$warren" build examples/deep-burrow/map.json -o "$out/deep" --mod --quiet
"$warren" convert "$out/module/first.mod" -o "$out/parts" --quiet
cp tests/cases/show/runs.tga "$out/parts/lda_flr11.tga"
cp tests/fuzz/corpus/tpc/dxt1.tpc "$out/parts/leh_wall01.tpc"
cp tests/fuzz/corpus/tpc/dxt5.tpc "$out/parts/lda_flr07.tpc"
for ending in glb gltf; do
  "$warren" convert "$map" -o "$out/map.$ending" --quiet
  "$warren" convert "$out/module/first.mod" -o "$out/module.$ending" --quiet
  "$warren" convert "$out/deep/brwdeep.mod" -o "$out/deep.$ending" --quiet
  "$warren" convert "$out/parts" -o "$out/textures.$ending" --quiet
  "$warren" convert kits/library/burrow -o "$out/kit.$ending" --quiet
  "$warren" convert "$out/parts/first_room0.wok" -o "$out/walkmesh.$ending" --quiet
  "$warren" convert "$out/parts/first_room0.mdl" -o "$out/model.$ending" --quiet
done
