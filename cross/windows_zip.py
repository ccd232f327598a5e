#!/usr/bin/env python3
"""Gathers what people who use Windows get, as a folder and as an archive of it: the same bytes from
the same files, whenever and wherever it is made."""
import argparse
import pathlib
import re
import shutil
import subprocess
import zipfile

LIBRARIES = ["zlib", "libpng", "libxml2", "cjson"]
SCHEMAS = ["templates/map.schema.json", "templates/template.schema.json", "kits/library/kit.rng"]


def tracked(*patterns):
    """Files of the tree: of a source archive, those that are there."""
    done = subprocess.run(["git", "ls-files", *patterns], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else [
        str(path) for pattern in patterns for path in sorted(pathlib.Path().glob(pattern)) if path.is_file()]


def gather(options):
    """Each path inside the folder, and the bytes there."""
    version = re.search(r"^  version: '(.*)',", pathlib.Path("meson.build").read_text(), re.M)[1]
    readme = pathlib.Path("cross/windows-readme.txt").read_text().replace("@VERSION@", version)
    files = {"README.txt": readme.replace("\n", "\r\n").encode(),
             "warren.exe": pathlib.Path(options.program).read_bytes(),
             "licenses/warren.txt": pathlib.Path("LICENSE").read_bytes()}
    for path in tracked("kits/library/**", "templates/library/*.json", "examples/**/*.json", "docs/**"):
        files[path] = pathlib.Path(path).read_bytes()
    for path in SCHEMAS:
        files["schemas/" + pathlib.Path(path).name] = pathlib.Path(path).read_bytes()
    for path in sorted(pathlib.Path(options.manual).glob("*.html")):
        files["manual/" + path.name] = path.read_bytes()
    page = pathlib.Path("out/studio.html")
    if page.is_file():
        files["studio.html"] = page.read_bytes()
    else:
        print("Left out: the studio; ./dev studio makes it")
    for name in LIBRARIES:
        files[f"licenses/{name}.txt"] = pathlib.Path(options.libraries, name, "debian/copyright").read_bytes()
    return f"warren-{version}", files


def write_folder(folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def write_zip(path, top, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{top}/{name}", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--manual", required=True, help="the folder of the manual as HTML")
    parser.add_argument("--libraries", required=True, help="the folder of their sources")
    parser.add_argument("--folder", required=True, help="what is archived, as files")
    parser.add_argument("--out", required=True, help="the folder of the archive")
    options = parser.parse_args()
    top, files = gather(options)
    write_folder(pathlib.Path(options.folder), files)
    path = pathlib.Path(options.out, top + "-windows.zip")
    write_zip(path, top, files)
    print(f"{path}: {len(files)} files, {path.stat().st_size // 1024} KiB")


main()
