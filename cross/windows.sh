# Warren for Windows; ./dev reads this file.

MINGW="gcc-mingw-w64-x86-64 mingw-w64-x86-64-dev"

# windows_built [targets]: cross-builds Warren into out/windows/build/.
windows_built() {
  need $PACKAGES $MINGW
  libraries_for windows -Dcmocka=true
  configured out/windows/build --cross-file cross/windows.ini --default-library static -Dsource_kits=false \
    --pkg-config-path "$PWD/out/windows/libraries/lib/pkgconfig"
  built out/windows/build "$@"
}

# with_wine: what runs programs for Windows, with folders of its own and no window; until this script ends.
with_wine() {
  need wine wine64
  export WINEPREFIX=$PWD/out/windows/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d"
  unset DISPLAY WAYLAND_DISPLAY
  mkdir -p "$WINEPREFIX"
  wineserver -k 2>/dev/null || true
  wineserver -p
  trap 'wineserver -k || true' EXIT
  echo "Starting wine"
  wine cmd /c ver >/dev/null 2>&1
}

# windows_units: the tests of the core and of Windows. Each has a console, to which script's is a terminal.
windows_units() {
  local test words code failed=0
  export WARREN_SOURCE=$PWD WARREN_CORPUS=$PWD/../shared/corpus TERM=xterm
  for test in out/windows/build/tests/*/test_*.exe; do
    code=0
    script -qec "timeout 120 wine $test" "$test.log" </dev/null >/dev/null || code=$?
    words=$(sed 's/\x1b\[1C/ /g; s/\x1b\[[0-9;?]*[A-Za-z]//g; s/\r//g' "$test.log")
    case $code in
    0) ;;
    77) echo "skipped, of $(basename "$test" .exe): $(sed -n 's/^\[ *SKIPPED *\] \([a-z_0-9]*\)$/\1/p' <<<"$words" | sort -u | paste -sd' ')" ;;
    *) failed=1 && echo "not ok: $test" && tail -30 <<<"$words" ;;
    esac
  done
  return $failed
}

# windows_cases: what the program prints; tests/windows/left-out.txt says what cannot be asked there.
windows_cases() {
  local program bin=out/windows/bin left=tests/windows/left-out.txt
  mkdir -p $bin
  printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$PWD/out/windows/program/warren.exe" >$bin/warren
  for program in out/windows/build/examples/*.exe; do
    printf '#!/bin/sh\nWARREN_KITS=%s exec wine "%s" "$@"\n' "$PWD/kits/library" "$PWD/$program" >"$bin/$(basename "$program" .exe)"
  done
  chmod +x $bin/*
  sed -n 's/^\([a-z].*\): \(.*\)/left out: \1, \2/p' $left
  python3 tests/transcripts.py --program $bin/warren --source "$PWD" \
    --but "$(sed -n 's/^\([a-z-]*\): .*/\1/p' $left | paste -sd,)" tests/cases
}

# windows_bytes: modules, pictures and levels that are the same to the last bit as those made here.
windows_bytes() {
  local here=build/builder/cli/warren there=out/windows/bin/warren bytes=out/windows/bytes program
  configured build
  built build builder/cli/warren
  rm -rf $bytes
  mkdir -p $bytes
  for program in $here $there; do
    local out=$bytes/$([ $program = $here ] && echo here || echo there)
    local map=examples/deep-burrow/map.json
    $program build examples/first-map/map.json -o $out/first --quiet
    $program build examples/first-map/map.json -o $out/merged --merge all --quiet
    $program build examples/first-map/map.json -o $out/second-game --mod --game k2 --quiet
    $program build $map -o $out/deep --mod --quiet
    $program build $map -o $out/deep-all --vis all --merge all --quiet
    $program view $map -o $out/deep.svg --quiet
    $program generate templates/library/lock.json -o $out/levels --count 6 --sheet $out/levels/sheet.png --quiet
    $program generate tests/windows/large.json -o $out/large --count 1 --mod --quiet
    $program rebuild $out/deep -o $out/again --quiet
  done
  diff -r $bytes/here $bytes/there
  echo "The same bytes: $(find $bytes/there -type f | wc -l) files, $(du -sm $bytes/there | cut -f1) MB"
  ls $bytes/there/large/*/*.mod
}

# windows_packed: what people get, in out/windows/program/ and as out/warren-VERSION-windows.zip.
windows_packed() {
  local program=out/windows/warren.exe
  need mandoc
  configured build
  grep -q '^build html:' build/build.ninja || meson setup --reconfigure build >build/configure.log # mandoc came later
  built build html
  x86_64-w64-mingw32-strip -o $program out/windows/build/builder/cli/warren.exe
  x86_64-w64-mingw32-objdump -p $program | sed -n 's/.*DLL Name: //p' >out/windows/imports
  grep -qixvE 'kernel32.dll|msvcrt.dll' out/windows/imports &&
    { echo "warren.exe asks for more than Windows itself has:"; cat out/windows/imports; return 1; }
  cross/windows_zip.py --program $program --manual build/builder/cli/pages --libraries out/libraries \
    --folder out/windows/program --out out
}

windows_test() {
  windows_built
  windows_packed
  with_wine
  windows_units
  windows_cases
  windows_bytes
  echo "All tests of Windows passed"
}

windows() {
  case ${1:-} in
  "") windows_built builder/cli/warren.exe && windows_packed ;;
  test) windows_test ;;
  *) usage >&2 && return 2 ;;
  esac
}
