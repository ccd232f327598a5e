#!/usr/bin/env bash
# Installs packages in a bare system of this machine's release, runs the README's commands there,
# removes them and looks for traces: installed.sh PACKAGES WORK, as root. The bare system stays.
set -euo pipefail
packages=$1 bare=$(realpath "$2")/bare root=$(realpath "$2")/root names="warren warren-data libwarren0 libwarren-dev"

# What a folder holds but for what apt and dpkg write down of their own work.
listed() {
  (cd "$1" && find . -xdev \( -path ./var/cache -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./var/log \
    -o -path ./proc -o -path ./etc/ld.so.cache \) -prune -o -printf '%p %M %u %l\n' -type f -exec md5sum {} + | sort)
}

apt() {
  chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 "$@" >"$root.log" 2>&1 ||
    { cat "$root.log"; return 1; }
}

if [ ! -f "$bare/made" ]; then
  . /etc/os-release
  components=main
  [ "$ID" != ubuntu ] || components=main,universe
  echo "Making a bare $VERSION_CODENAME in $bare/"
  rm -rf "$bare"
  debootstrap --variant=minbase --components=$components "$VERSION_CODENAME" "$bare" >"$bare.log" || { tail -n 20 "$bare.log"; exit 1; }
  touch "$bare/made"
fi
rm -rf "$root"
cp -a "$bare" "$root"
trap 'rm -rf "$root"' EXIT

mkdir "$root/packages"
cp "$packages"/*.deb "$root/packages"
listed "$root" >"$root.before"
apt install --no-install-recommends $(cd "$root" && ls -d packages/*.deb | sed 's#^#/#')
cp -u "$root"/var/cache/apt/archives/*.deb "$bare/var/cache/apt/archives/" # for the next time

version=$(chroot "$root" warren --version)
echo "Installed $version: $(chroot "$root" dpkg-query -W -f '${Package} ${Installed-Size} KiB  ' $names)"
cp -r examples kits templates "$root/tmp"
python3 tests/transcripts.py --root "$root" --program /usr/bin/warren --source /tmp --data /usr/share/warren/kits "$PWD/README.md"
for file in man/man1/warren-build.1.gz bash-completion/completions/warren warren/map.schema.json; do
  [ -s "$root/usr/share/$file" ] || { echo "$file was not installed"; exit 1; }
done

# A program is built with what stands there, by the compiler of this machine.
export PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR
PKG_CONFIG_LIBDIR=$(dirname "$root"/usr/lib/*/pkgconfig/warren.pc):$root/usr/share/pkgconfig
cc --sysroot="$root" examples/embed.c $(pkg-config --cflags --libs warren) -o "$root/tmp/embed"
chroot "$root" /tmp/embed /tmp/examples/first-map/map.json /tmp/made
rm -rf "$root"/tmp/*

apt purge --autoremove $names
listed "$root" >"$root.after"
diff "$root.before" "$root.after" || { echo "That stays behind"; exit 1; }
