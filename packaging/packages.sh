# A source archive, and what Debian and its like install: ./dev package, in out/packages/.

PACKAGING="dpkg-dev debhelper xz-utils"
PACKAGE_TESTS="debootstrap lintian mandoc fish zsh"

version() {
  sed -n "s/^  version: '\(.*\)',/\1/p" meson.build
}

# The commit, not what is being worked on: the same bytes for the same commit.
source_archive() {
  git diff --quiet HEAD || echo "Left out: what is not committed"
  git archive --prefix="warren-$(version)/" HEAD | xz -9 >"out/packages/warren-$(version).tar.xz"
}

package() {
  case ${1:-} in
  '') packages ;;
  test) packages && packages_tested ;;
  *) usage >&2 && return 2 ;;
  esac
}

packages() {
  need $PACKAGES $PACKAGING
  local work=out/package version
  version=$(version)
  [ "$(dpkg-parsechangelog -S Version)" = "$version" ] ||
    { echo "debian/changelog begins with another version than $version, which meson.build has"; return 1; }
  rm -rf out/packages "$work/warren-$version"
  mkdir -p out/packages "$work"
  rm -f "$work"/*.deb
  source_archive
  tar -xf "out/packages/warren-$version.tar.xz" -C "$work"
  if [ -f out/studio.html ]; then
    install -D -m 644 out/studio.html "$work/warren-$version/out/studio.html"
  else
    echo "Left out: the studio; ./dev studio makes it"
  fi
  echo "Building $work/warren-$version/"
  (cd "$work/warren-$version" && DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage --build=binary --no-sign >../build.log 2>&1) ||
    { tail -n 40 "$work/build.log"; return 1; }
  mv "$work"/*.deb out/packages/
  (cd out/packages && ls -sh1)
}

packages_tested() {
  local as_root=""
  need $PACKAGE_TESTS
  [ "$(id -u)" -eq 0 ] || as_root="sudo"
  lintian --fail-on error --tag-display-limit 0 out/packages/*.deb
  $as_root packaging/installed.sh out/packages out/package
  built_without_git
  echo "Packages: installed, used and removed; the source archive builds and passes its tests without git"
}

# What comes with the source archive suffices, and so do a machine's packages without git.
built_without_git() {
  local folder=out/package/source
  rm -rf "$folder"
  mkdir -p "$folder/without"
  tar -xf out/packages/*.tar.xz -C "$folder" --strip-components=1
  printf '#!/bin/sh\necho "git was asked for: $*" >&2\nexit 127\n' >"$folder/without/git"
  chmod +x "$folder/without/git"
  (cd "$folder" && PATH="$PWD/without:$PATH" ./dev quick --timeout-multiplier 3)
}
