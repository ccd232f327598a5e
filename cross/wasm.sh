# Warren as WebAssembly, and the studio made of it; ./dev reads this file.

EMSCRIPTEN="emscripten binaryen"
PAGE=builder/studio/page

# wasm_built [targets]: builds Warren as WebAssembly into out/wasm/build/. Emscripten's optimizer asks for the modules
# Debian has, and what it makes for node for no fetch of node's.
wasm_built() {
  need $PACKAGES $EMSCRIPTEN
  command -v node >/dev/null || need nodejs npm
  export NODE_PATH=/usr/share/nodejs NODE_OPTIONS=--no-experimental-fetch
  libraries_for wasm
  configured out/wasm/build --cross-file cross/wasm.ini --default-library static \
    -Dtests=false -Db_staticpic=false --pkg-config-path "$PWD/out/wasm/libraries/lib/pkgconfig"
  built out/wasm/build "$@"
  unset NODE_PATH NODE_OPTIONS
}

# page_packages: what the page is bundled from and tested with, as its lockfile says.
page_packages() {
  cmp -s $PAGE/package-lock.json $PAGE/node_modules/.made-of && return
  echo "Installing the page's packages"
  (cd $PAGE && npm ci --no-audit --no-fund --ignore-scripts --loglevel=error >/dev/null)
  cp $PAGE/package-lock.json $PAGE/node_modules/.made-of
}

# studio_built: out/studio.html.
studio_built() {
  wasm_built builder/studio/studio-module.js
  page_packages
  (cd $PAGE && node_modules/.bin/tsc -p .)
  node $PAGE/build.mjs "$PWD" "$PWD/out/wasm/build/builder/studio" "$PWD/out/studio.html"
}

# wasm_cases: what the program prints; tests/wasm/left-out.txt says what cannot be asked there.
wasm_cases() {
  local program bin=out/wasm/bin left=tests/wasm/left-out.txt
  wasm_built builder/cli/warren.js examples/embed.js
  mkdir -p $bin
  for program in builder/cli/warren examples/embed; do
    printf '#!/bin/sh\nexec node --no-experimental-fetch "%s" "$@"\n' "$PWD/out/wasm/build/$program.js" >"$bin/$(basename $program)"
  done
  chmod +x $bin/*
  sed -n 's/^\([a-z].*\): \(.*\)/left out: \1, \2/p' $left
  python3 tests/transcripts.py --program $bin/warren --program $bin/embed --source "$PWD" \
    --but "$(sed -n 's/^\([a-z-]*\): .*/\1/p' $left | paste -sd,)" tests/cases
}

# page_tests: the page in headless Chromium, and its main path in Firefox, beside the program. CI takes Firefox where it
# is there.
page_tests() {
  need chromium
  [ -n "${CI:-}" ] || need firefox-esr
  command -v firefox-esr >/dev/null || echo "Does not run: the page in Firefox, which wants firefox-esr"
  configured build
  built build builder/cli/warren
  WARREN=$PWD/build/builder/cli/warren PAGE=$PWD/out/studio.html SOURCE=$PWD CHROMIUM=$(command -v chromium) FIREFOX=$(command -v firefox-esr) \
    node --test --test-concurrency=1 $PAGE/tests/
}

studio() {
  case ${1:-} in
  "") studio_built && echo "Open out/studio.html in a browser" ;;
  test)
    studio_built
    page_tests
    wasm_cases
    echo "All tests of the studio passed"
    ;;
  bench)
    studio_built
    need chromium
    configured build
    built build builder/cli/warren
    WARREN=$PWD/build/builder/cli/warren PAGE=$PWD/out/studio.html SOURCE=$PWD CHROMIUM=$(command -v chromium) \
      node $PAGE/bench/bench.mjs
    ;;
  *) usage >&2 && return 2 ;;
  esac
}
