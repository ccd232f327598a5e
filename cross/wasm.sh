# Warren as WebAssembly, and the studio made of it; ./dev reads this file.

EMSCRIPTEN="emscripten binaryen"
# Where emscripten's optimizer finds its modules, and what its programs ask of node.
export_wasm() {
  export NODE_PATH=/usr/share/nodejs NODE_OPTIONS=--no-experimental-fetch
}

# wasm_built [targets]: builds Warren as WebAssembly into out/wasm/build/.
wasm_built() {
  need $PACKAGES $EMSCRIPTEN
  command -v node >/dev/null || need nodejs
  export_wasm
  libraries_for wasm
  configured out/wasm/build --cross-file cross/wasm.ini --default-library static -Dbuildtype=release -Dsource_kits=true \
    -Db_staticpic=false -Dtests=false --pkg-config-path "$PWD/out/wasm/libraries/lib/pkgconfig"
  built out/wasm/build "$@"
}
