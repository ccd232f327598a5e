#!/usr/bin/env python3
"""Runs commands on many inputs, and on damaged forms of these, and compares digests of all they print and make.

A file below tests/digests/ has lines `$ COMMANDS < INPUTS`. ` && ` parts commands; all of them run, in a folder where
nothing but an input lies, which {} stands for. Inputs are files and folders below the source folder, with * and ?, or those
below the folder of real files, REAL/...; `* WAY COUNT` at the end makes so many damaged forms of each, of its `bytes`,
`words`, `json`, `xml`, of what is packed in a `trx` or of headers of a `tar`, `* WAY COUNT FILE` of a file in it. Commands
with {*} run once with all forms, others for each. SOURCE/... and REAL/... are files as they are. Below stands a line an
input: its name, how often which exit codes came, a digit a command, and the digest of what was printed and of all files
that are there afterwards.

--update writes them anew. --keep FOLDER writes what the digests are of: two such folders tell how two versions differ."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

WORDS = ('', '0', '-1', '1', '0.5', '1e9', '-7.25', 'nan', '4294967296', '99999999999999999999', 'x', 'none', 'x' * 70, '"',
         '#', '{', '}')
VALUES = (0, -1, 1, 2.5, 1e9, 4294967296, '', 'x', 'y' * 70, None, True, [], {}, [0], {'x': 1}, ['a', 'a'])
TEXTS = ('', '0', '-1', '1', '2.5', '1e9', 'x', 'y' * 70, 'nan', '1 2', '0.0 0.0 0.0', 'true', '99999999999')

PLACE = '/dev/shm' if os.access('/dev/shm', os.W_OK) else None  # in memory, where there is such a place


class Chance:
    """Numbers that are the same with every version of Python."""

    def __init__(self, seed):
        self.state = zlib.crc32(seed.encode())

    def below(self, count):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % count

    def of(self, choices):
        return choices[self.below(len(choices))]


def damaged_bytes(data):
    """Makes forms of a file that are cut off, or with one byte or one field of four changed."""
    size = len(data)

    def form(chance):
        way, at = chance.below(8), chance.below(size)
        if way == 0:
            return data[:at]
        if way < 4:
            put = chance.of((0, 255, data[at] ^ 1, data[at] ^ 128, (data[at] + 1) % 256))
            return data[:at] + bytes([put]) + data[at + 1:]
        at = at // 4 * 4
        put = chance.of((0, 1, 2, 255, size, size - 4, 2**31 - 1, 2**32 - 1, 0x3f800000, 0xc1200000, 0x7fc00000))
        return data[:at] + struct.pack('<I', put) + data[at + 4:]
    return form


def damaged_words(data):
    """Makes forms of a text of which a word is another, or a line is missing, there twice, or behind the next."""
    text = data.decode('utf-8', 'surrogateescape')
    lines, words = text.splitlines(keepends=True), [match.span() for match in re.finditer(r'[^\s,()\[\]{}:"<>=/]+', text)]

    def form(chance):
        way = chance.below(8)
        if way < 5:
            begin, end = chance.of(words)
            other = slice(*chance.of(words))
            made = text[:begin] + (chance.of(WORDS) if chance.below(4) else text[other]) + text[end:]
        else:
            at = chance.below(len(lines))
            around = lines[at:at + 2]
            around = around[1:] if way == 5 else around[:1] + around if way == 6 else around[::-1]
            made = ''.join(lines[:at] + around + lines[at + 2:])
        return made.encode('utf-8', 'surrogateescape')
    return form


def members(value):
    """All there is below a value of JSON: where it is, and its key there."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield value, key
        yield from members(item)


def damaged_json(data):
    """Makes forms of a document of which one value is another, or is missing, or has another name."""
    document = json.loads(data)
    places = list(members(document))

    def form(chance):
        where, key = chance.of(places)
        kept = where.copy()
        if chance.below(5) == 0:
            del where[key]
        elif chance.below(5) == 0 and isinstance(where, dict):
            where['other'] = where.pop(key)
        else:
            where[key] = chance.of(VALUES)
        made = json.dumps(document, separators=(',\n', ': ')).encode()  # quicker than with an indent
        where.clear()
        (where.update if isinstance(where, dict) else where.extend)(kept)
        return made
    return form


def damaged_xml(data):
    """Makes forms of a document, well-formed still, of which an attribute has another value or name, or an element without
    others is missing or there twice."""
    text = data.decode()
    values = [match.span(1) for match in re.finditer(r'[\w-]+="([^"]*)"', text)]
    names = [match.span() for match in re.finditer(r'\b(?!xml|version|encoding)[\w-]+(?==")', text)]
    elements = [match.span() for match in re.finditer(r'<\w[^<>]*/>', text)]

    def form(chance):
        way = chance.below(6)
        begin, end = chance.of(values if way < 4 else names if way == 4 else elements)
        put = chance.of(TEXTS) if way < 4 else 'other' if way == 4 else chance.of(('', 2 * text[begin:end]))
        return (text[:begin] + put + text[end:]).encode()
    return form


def damaged_trx(data):
    """Makes forms of an area of NWN2 with another byte or field in its walkmesh, which lies packed at its end."""
    at = data.index(b'COMP')
    inner = damaged_bytes(zlib.decompress(data[at + 12:]))

    def form(chance):
        made = inner(chance)
        packed = zlib.compress(made, 0)  # that is the same with every zlib
        sizes = struct.pack('<I', len(packed) + 12), struct.pack('<II', len(packed), len(made))
        return data[:at - 4] + sizes[0] + b'COMP' + sizes[1] + packed
    return form


def damaged_tar(data):
    """Makes forms of a tar in which one byte of a header is another, mostly with the sum that the header then has."""
    heads = [at for at in range(0, len(data), 512) if data[at + 100:at + 107].strip(b'\0 ').isdigit()]

    def form(chance):
        at, where = chance.of(heads), chance.of((0, 1, 99, 103, 124, 130, 134, 135, 148, 156, 157, 257, 262, 263, 345, 346))
        head = bytearray(data[at:at + 512])
        head[where] = chance.of((0, 32, 47, 48, 49, 53, 55, 57, 97, 103, 120, 128, 255))
        if chance.below(4):
            head[148:156] = b'%06o\0 ' % (sum(head[:148]) + 8 * 32 + sum(head[156:]))
        return data[:at] + bytes(head) + data[at + 512:]
    return form


DAMAGED = {'bytes': damaged_bytes, 'words': damaged_words, 'json': damaged_json, 'xml': damaged_xml, 'trx': damaged_trx,
           'tar': damaged_tar}


class Damage:
    """So many damaged forms of a file, none twice; of a folder, of a file in it."""

    def __init__(self, way, count, within=''):
        self.way, self.count, self.within = way, int(count), within

    def forms(self, path):
        data = (path / self.within).read_bytes()
        form, chance, found = DAMAGED[self.way](data), Chance(f'{path.name} {self.way}'), {}
        for _ in range(20 * self.count):
            if len(found) == self.count:
                break
            found[form(chance)] = True
        found.pop(data, None)
        return list(found)


def plain(path):
    """What a file says whatever zlib packed it: of a PNG its points, of a scene with such pictures its JSON without lengths,
    of a packed area nothing but its name."""
    data = path.read_bytes()
    if path.suffix == '.trx':
        return b''
    if path.suffix == '.glb' and b'\x89PNG' in data:
        return re.sub(rb'("byte\w+"|"uri"): *[^,}\]]*', rb'\1', data[20:20 + struct.unpack('<I', data[12:16])[0]])
    if not data.startswith(b'\x89PNG'):
        return data
    at, rest, packed = 8, b'', b''
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        chunk, at = data[at + 8:at + 8 + size], at + size + 12
        packed, rest = (packed + chunk, rest) if kind == b'IDAT' else (packed, rest + kind + chunk)
    return rest + zlib.decompress(packed)


class Runner:
    def __init__(self, options):
        self.options, self.program = options, str(pathlib.Path(options.program).resolve())
        self.environment = {key: value for key, value in os.environ.items() if key not in ('WARREN_KITS', 'NO_COLOR')}
        self.environment.update(LC_ALL='C.UTF-8', WARREN_KITS=f'{options.source}/kits/library')

    def command(self, words, folder):
        done = subprocess.run([self.program, *words], cwd=folder, env=self.environment, timeout=300,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        said = [part.replace(self.options.source.encode(), b'SOURCE') for part in (done.stdout, done.stderr)]
        if self.options.real:
            said = [part.replace(self.options.real.encode(), b'REAL') for part in said]
        return done.returncode, said

    def words(self, command, names, folder):
        """Of a command, {} and {*} as names of inputs, other words with * as the files that fit."""
        for word in command.split():
            if word.startswith('REAL/'):
                yield self.options.real + word[4:]
            elif word.startswith('SOURCE/'):
                yield self.options.source + word[6:]
            elif word == '{*}':
                yield from names
            elif '*' in word:
                yield from sorted(str(file.relative_to(folder)) for file in folder.glob(word))
            else:
                yield word.replace('{}', names[0])

    def one(self, commands, path, within, forms, keep):
        """The exit codes, a digit each, and a digest, of commands with one form of an input, or with several beside each
        other."""
        made, codes = hashlib.sha256(), ''
        names = [path.name] if len(forms) == 1 else [f'{i:03}-{path.name}' for i in range(len(forms))]
        with tempfile.TemporaryDirectory(prefix='warren-digest-', dir=PLACE) as place:
            folder = pathlib.Path(place)
            for name, form in zip(names, forms):
                (shutil.copytree if path.is_dir() else shutil.copyfile)(path, folder / name)
                if form is not None:
                    (folder / name / within).write_bytes(form)
            for i, command in enumerate(commands):
                code, said = self.command(self.words(command, names, folder), folder)
                codes += str(code)
                for stream, part in zip(('out', 'err'), said):
                    made.update(str(code).encode() + part)
                    if keep and part:
                        (folder / f'{i}.{stream}').write_bytes(part)
            for file in sorted(file for file in folder.rglob('*') if file.is_file()):
                if not (keep and file.suffix in ('.out', '.err')):
                    made.update(str(file.relative_to(folder)).encode() + b'\0' + plain(file))
            if keep:
                shutil.copytree(folder, keep, dirs_exist_ok=True)
        return codes, made.digest()

    def all_forms(self, commands, path, damage, keep):
        """How often which exit codes came of all forms of an input, and the digest of all."""
        codes, made = {}, hashlib.sha256()
        forms, within = (damage.forms(path), damage.within) if damage else ([None], '')
        together = any('{*}' in command.split() for command in commands)
        for i, some in enumerate([forms] if together else [[form] for form in forms]):
            code, digest = self.one(commands, path, within, some, keep and keep / str(i))
            codes[code] = codes.get(code, 0) + 1
            made.update(digest)
        return f"{' '.join(f'{n}x{code}' for code, n in sorted(codes.items()))} {made.hexdigest()[:16]}"


class Line:
    """A line that begins with $, and those below it."""

    def __init__(self, text, options):
        self.text, self.known = text, {}
        commands, _, inputs = text[2:].partition(' < ')
        pattern, _, damage = inputs.partition(' * ')
        self.commands = commands.split(' && ')
        self.damage = damage and Damage(*damage.split())
        real = pattern.startswith('REAL/')
        root = pathlib.Path(options.real if real else options.source)
        self.missing = real and not root.is_dir()
        *folders, pattern = pattern.removeprefix('REAL/').split('/')
        while folders and re.search(r'[*?[]', '/'.join(folders)):
            pattern = f'{folders.pop()}/{pattern}'
        root = root.joinpath(*folders)
        self.inputs = {str(path.relative_to(root)): path for path in sorted(root.glob(pattern))}
        if not self.inputs and not self.missing:
            raise ValueError(f'there is no {pattern}')

    def start(self, runner, pool, keep, watched):
        """Begins with its inputs, where it is slow with one in seven."""
        some = list(self.inputs)[zlib.crc32(self.text.encode()) % 7::7] if watched else list(self.inputs)
        self.jobs = {name: pool.submit(runner.all_forms, self.commands, self.inputs[name], self.damage,
                                       keep and keep / name) for name in some}

    def wrong(self):
        """What is not as it was, each with what it was."""
        for name, job in self.jobs.items():
            if job.result() != self.known.get(name):
                yield f'{self.text}\n- {name}: {self.known.get(name)}\n+ {name}: {job.result()}'
        for name in self.known:
            if name not in self.inputs and not self.missing:
                yield f'{self.text}\n- {name}: there is no such input'

    def written(self):
        now = self.known if self.missing else {name: job.result() for name, job in self.jobs.items()}
        return [self.text, *(f'{name}: {digest}' for name, digest in now.items())]


def parsed(path, options):
    """The remarks of a file, and its lines."""
    parts = []
    for text in path.read_text('utf-8').splitlines():
        if text.startswith('$ '):
            parts.append(Line(text, options))
        elif text.startswith('## '):
            parts.append(text)
        else:
            name, _, digest = text.rpartition(': ')
            parts[-1].known[name] = digest
    return parts


def judge(number, path, runner, options):
    watched = os.environ.get('WARREN_WATCHED') and not options.update
    parts = parsed(path, options)
    lines = [part for part in parts if isinstance(part, Line)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for i, line in enumerate(lines):
            line.start(runner, pool, options.keep and pathlib.Path(options.keep) / path.stem / str(i + 1), watched)
    wrong = [text for line in lines for text in line.wrong()]
    if options.update:
        texts = [text for part in parts for text in (part.written() if part in lines else [part])]
        path.write_text('\n'.join(texts) + '\n', 'utf-8')
    elif wrong:
        print('\n'.join(wrong), file=sys.stderr)
    same = options.update or not wrong
    skipped = ' # SKIP there are no real files' if all(line.missing for line in lines) else ''
    print(f"{'ok' if same else 'not ok'} {number} - {path.stem}{skipped}", flush=True)
    return same


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--program', required=True)
    parser.add_argument('--source', required=True, help='the root of the tree')
    parser.add_argument('--real', default='', help='the folder of real files, if there is one')
    parser.add_argument('--update', action='store_true', help='write the digests anew')
    parser.add_argument('--keep', help='a folder for what was printed and made')
    parser.add_argument('files', nargs='+')
    options = parser.parse_args()
    runner = Runner(options)
    print(f'1..{len(options.files)}', flush=True)
    same = [judge(i + 1, pathlib.Path(name), runner, options) for i, name in enumerate(options.files)]
    return 0 if all(same) else 1


if __name__ == '__main__':
    sys.exit(main())
