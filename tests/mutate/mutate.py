#!/usr/bin/env python3
"""How many small faults the tests notice:

  mutate.py RUN COVERAGE FOLDER COUNT SEED [LIMIT]
  mutate.py AGAIN COVERAGE FOLDER [LIMIT]
  mutate.py TELL RESULT...

COVERAGE is a build folder with coverage of this tree, FOLDER has a copy of the tree, `tree`, and its build, `build`. RUN
draws lines of the product, changes one thing on each (mutations.py), builds what is needed and runs the tests that reach
the line, those of the least seconds first, until one fails or those not yet run would exceed LIMIT seconds (default 60).
A line a mutant goes to FOLDER/result.jsonl, whose mutants are not made again: it goes on where it was. AGAIN tries those
that survived once more, after tests were added. TELL makes tables of such files."""
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys

import mutations
import suite

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ('core', 'kits', 'templates', 'builder')
LEFT_OUT = ('core/windows/', 'builder/cli/pages/', 'builder/studio/module.c')  # not run by the tests of this system
KILLED, SURVIVED, UNREACHED, INVALID = 'killed', 'survived', 'unreached', 'invalid'


def drawn(tree, seed):
    """All lines with something to change, in an order of this seed, each with one of its changes."""
    by_line = {}
    for layer in LAYERS:
        for path in sorted((tree / layer).rglob('*.c')):
            name = str(path.relative_to(tree))
            if not name.startswith(LEFT_OUT):
                for mutation in mutations.mutations(path.read_text(encoding='utf-8')):
                    by_line.setdefault((name, mutation.line), []).append(mutation)
    chance = random.Random(seed)
    places = sorted(by_line)
    chance.shuffle(places)
    for place in places:
        yield place[0], chance.choice(by_line[place])


class Bench:
    """A copy of the tree with its build, in which one mutant at a time stands."""

    def __init__(self, folder, coverage, limit):
        self.tree, self.build, self.limit = folder / 'tree', folder / 'build', limit
        self.tests = suite.tests(self.build)
        self.restore()
        reached = suite.each(coverage, SOURCE, folder / 'reached.jsonl', lambda test: suite.cover(test, coverage, SOURCE))
        self.reached = {name: row['reached'] for name, row in reached.items()}
        self.make(self.tests)
        alone = suite.each(self.build, self.tree, folder / 'alone.jsonl', lambda test: suite.undisturbed(test, self.build))
        self.seconds = {name: row['seconds'] for name, row in alone.items() if row['passed']}
        self.strict = {name: row['strict'] for name, row in alone.items()}
        self.lines = suite.lines_known(coverage, SOURCE)

    def restore(self):
        """Puts back what a killed run left changed."""
        for path in (path for layer in LAYERS for path in (self.tree / layer).rglob('*.c')):
            source = SOURCE / path.relative_to(self.tree)
            if source.read_bytes() != path.read_bytes():
                path.write_bytes(source.read_bytes())

    def place(self, file, line):
        """The line that stands for this one in the tables of gcov: where what goes on here began."""
        return max((known for known in self.lines.get(file, ()) if known <= line), default=None)

    def reaching(self, file, line):
        place = self.place(file, line)
        names = [name for name in self.seconds if place in self.reached[name].get(file, ())]
        return sorted(names, key=lambda name: (self.seconds[name], name))

    def affordable(self, names):
        spent, kept = 0, []
        for name in names:
            spent += self.seconds[name]
            if kept and spent > self.limit:
                break
            kept.append(name)
        return kept

    def make(self, names):
        wanted = sorted({need for name in names for need in self.tests[name]['needs']})
        return subprocess.run(['ninja', '--quiet', '-C', self.build, *wanted], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def passes(self, name):
        return suite.judged(self.tests[name], self.build, 10 * self.seconds[name] + 5, self.strict[name])[0]

    def first_failure(self, names):
        """The name of a test that fails, or nothing, and how many ran."""
        ran, width = 0, os.cpu_count()
        while names:
            batch, names, width = names[:width], names[width:], 2 * width
            if not self.make(batch):
                return INVALID, ran
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                jobs = {pool.submit(self.passes, name): name for name in batch}
                for job in concurrent.futures.as_completed(jobs):
                    ran += 1
                    if not job.result():
                        for other in jobs:
                            other.cancel()
                        return jobs[job], ran
        return None, ran

    def judge(self, file, mutation):
        """What becomes of a mutant."""
        path = self.tree / file
        source = path.read_text(encoding='utf-8')
        names = self.reaching(file, mutation.line)
        kept = self.affordable(names)
        path.write_text(mutations.mutated(source, mutation), encoding='utf-8')
        try:
            compiles = bool(kept) or self.make(['cases/case_help'])
            failed, ran = self.first_failure(kept) if compiles else (INVALID, 0)
        finally:
            path.write_text(source, encoding='utf-8')
        result = INVALID if failed == INVALID else KILLED if failed else SURVIVED if names else UNREACHED
        return {'file': file, 'line': mutation.line, 'at': mutation.at, 'kind': mutation.kind,
                'was': source[mutation.at:mutation.end], 'put': mutation.put, 'result': result,
                'by': failed if result == KILLED else None, 'reaching': len(names), 'ran': ran}


def rows_of(path):
    return [json.loads(line) for line in path.read_text(encoding='utf-8').splitlines()] if path.exists() else []


def write(path, rows, mode='w'):
    with open(path, mode, encoding='utf-8') as out:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False), file=out, flush=True)


def run(bench, log, count, seed):
    rows = rows_of(log)
    done = {(row['file'], row['at'], row['put']) for row in rows}
    counted = sum(row['result'] != INVALID for row in rows)
    for file, mutation in drawn(bench.tree, seed):
        if counted >= count:
            break
        if (file, mutation.at, mutation.put) not in done:
            row = bench.judge(file, mutation)
            write(log, [row], 'a')
            counted += row['result'] != INVALID


def again(bench, log):
    """Those that nothing noticed; where tests were added, something may now."""
    rows = rows_of(log)
    for i, row in enumerate(rows):
        if row['result'] in (SURVIVED, UNREACHED):
            mutation = mutations.Mutation(row['line'], row['kind'], row['at'], row['at'] + len(row['was']), row['put'])
            rows[i] = {**row, **bench.judge(row['file'], mutation)}
            write(log, rows)


def table(rows, title, key):
    print(f'| {title} | mutants | noticed | survived | not reached | score |\n|---|--:|--:|--:|--:|--:|')
    names = sorted({key(row) for row in rows})
    for name in names + ['all']:
        of = [row for row in rows if name in ('all', key(row))]
        counts = collections.Counter(row['result'] for row in of)
        print(f'| {name} | {len(of)} | {counts[KILLED]} | {counts[SURVIVED]} | {counts[UNREACHED]} | '
              f'{100 * counts[KILLED] / len(of):.1f} % |')


def tell(rows):
    counted = [row for row in rows if row['result'] != INVALID]
    if not counted:
        return
    table(counted, 'layer', lambda row: row['file'].split('/')[0])
    print()
    table(counted, 'what was changed', lambda row: row['kind'])
    print()
    for row in counted:
        if row['result'] != KILLED:
            print(f"{row['file']}:{row['line']}: {' '.join(row['was'].split())[:90]!r} -> {' '.join(row['put'].split())[:90]!r}"
                  f" ({row['result']}; {row['ran']} of {row['reaching']} tests)")


def main():
    mode, *given = sys.argv[1:]
    if mode == 'TELL':
        tell([row for name in given for row in rows_of(pathlib.Path(name))])
        return
    coverage, folder = (pathlib.Path(name).resolve() for name in given[:2])
    numbers = [int(number) for number in given[2:]]
    limit = numbers[(2 if mode == 'RUN' else 0):]
    bench, log = Bench(folder, coverage, limit[0] if limit else 60), folder / 'result.jsonl'
    if mode == 'RUN':
        run(bench, log, numbers[0], numbers[1])
    else:
        again(bench, log)
    tell(rows_of(log))


if __name__ == '__main__':
    main()
