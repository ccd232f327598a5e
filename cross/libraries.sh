# The libraries that Warren stands on, for systems Debian has no packages for; ./dev reads this file.

LIBRARIES="zlib libpng libxml2 cjson cmocka"

# unpacked PACKAGE NAME: the source of a package of Debian, as out/libraries/NAME/.
unpacked() {
  local folder=out/libraries
  [ -d "$folder/$2" ] && return
  echo "Fetching the source of $1"
  rm -rf "$folder/fetched"
  mkdir "$folder/fetched"
  (cd "$folder/fetched" && apt-get source -qq "$1" >apt.log 2>&1 || { cat apt.log; exit 1; })
  mv "$folder/fetched"/*/ "$folder/$2"
  rm -rf "$folder/fetched"
}

# library_sources: those of all of them, once. Neither the machine's list of packages nor its list of sources is
# touched: apt gets its own folders here.
library_sources() {
  local folder=$PWD/out/libraries name key=/usr/share/keyrings/debian-archive-keyring.gpg
  need dpkg-dev debian-archive-keyring
  mkdir -p "$folder/apt/lists" "$folder/apt/cache"
  cat >"$folder/apt/apt.conf" <<END
Dir::Etc::SourceList "$folder/apt/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::State::Lists "$folder/apt/lists";
Dir::Cache "$folder/apt/cache";
APT::Sandbox::User "root";
END
  printf "deb-src [signed-by=$key] http://deb.debian.org/debian %s main\n" bookworm bookworm-updates >"$folder/apt/sources.list"
  export APT_CONFIG=$folder/apt/apt.conf
  for name in $LIBRARIES; do
    [ -d "$folder/$name" ] || { apt-get update -qq && break; }
  done
  for name in $LIBRARIES; do
    unpacked "${name/%libpng/libpng1.6}" "$name"
  done
  unset APT_CONFIG
}

# libraries_for TARGET [meson options]: builds them as cross/TARGET.ini says, and installs them into
# out/TARGET/libraries/.
libraries_for() {
  local folder=$PWD/out/$1 cross=$PWD/cross/$1.ini
  shift
  library_sources
  cp -r cross/libraries/. out/libraries/
  mkdir -p "$folder"
  (cd out/libraries && CI="" configured "$folder/build-libraries" --cross-file "$cross" --prefix "$folder/libraries" \
    --libdir lib --buildtype release "$@")
  built "$folder/build-libraries"
  meson install -C "$folder/build-libraries" --quiet --only-changed >/dev/null
}
