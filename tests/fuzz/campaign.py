#!/usr/bin/env python3
"""Every fuzz target in turns, for long:

  campaign.py RUN PROGRAMS FOLDER CORPUS MINUTES
  campaign.py TELL FOLDER...
  campaign.py SUM FOLDER...

PROGRAMS is a folder of libfuzzer_* programs; FOLDER gets what they find, a corpus for each target, and campaign.jsonl, a
line a turn. The next turn is that of the target with the least processor time for its weight, so that a machine with other
work to do is fair to all of them. Inputs that break a promise lie in FOLDER/broken. TELL makes a table of the lines and of
earlier campaigns, which RUN ends with, too. SUM makes a line a target of them, which is what campaigns.jsonl beside this
program has of earlier ones."""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

TURN = 30  # seconds
# Those that run whole commands, or hold the most code, in place of 1.
WEIGHTS = {
    'ascii': 2, 'build': 3, 'compare': 2, 'extract': 3, 'extract_game': 2,
    'extract_scene': 2, 'generate': 3, 'gltf': 2, 'into': 3, 'level': 6, 'manifest': 2, 'model': 3, 'module_judge': 2,
    'rebuild': 2, 'repair': 2, 'view': 2, 'wmp': 2,
}


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def number(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def turn(program, folder, corpus):
    """One target for a while, over what it found before and over its seeds."""
    name = program.name.removeprefix('libfuzzer_')
    own = folder / name
    own.mkdir(parents=True, exist_ok=True)
    (folder / 'broken').mkdir(exist_ok=True)
    command = [program, f'-max_total_time={TURN}', '-max_len=65536', '-timeout=120', '-rss_limit_mb=2048',
               '-print_final_stats=1', '-reload=0', f'-artifact_prefix={folder}/broken/{name}-', own, corpus / name]
    before, began = spent(), time.monotonic()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = done.stderr.decode(errors='replace')
    if done.returncode:
        (folder / 'broken' / f'{name}.log').write_text(said[-20000:])
    return {'target': name, 'cpu': round(spent() - before, 2), 'wall': round(time.monotonic() - began, 2),
            'runs': number(r'stat::number_of_executed_units: (\d+)', said),
            'found': number(r'stat::new_units_added: +(\d+)', said),
            'cov': number(r'cov: (\d+)', said), 'features': number(r'ft: (\d+)', said),
            'exit': done.returncode}


def lines(folder, name='campaign.jsonl'):
    log = folder / name
    return [json.loads(line) for line in log.read_text(encoding='utf-8').splitlines()] if log.exists() else []


def run(programs, folder, corpus, minutes):
    used = {name: 0 for name in programs}
    for line in lines(folder):
        used[line['target']] = used.get(line['target'], 0) + line['cpu']
    end = time.monotonic() + minutes * 60
    with open(folder / 'campaign.jsonl', 'a', encoding='utf-8') as log:
        while time.monotonic() < end:
            name = min(programs, key=lambda one: (used[one] / WEIGHTS.get(one, 1), -WEIGHTS.get(one, 1)))
            line = turn(programs[name], folder, corpus)
            used[name] += line['cpu']
            log.write(json.dumps(line) + '\n')
            log.flush()


def sums(turns):
    rows = {}
    for one in turns:
        row = rows.setdefault(one['target'], {'cpu': 0, 'runs': 0, 'found': 0, 'cov': 0, 'broken': 0})
        for field in ('cpu', 'runs', 'found'):
            row[field] += one[field]
        row['cov'] = max(row['cov'], one['cov'])
        row['broken'] += one.get('broken', one.get('exit', 0) != 0)
    return rows


def tell(folders):
    earlier = lines(pathlib.Path(__file__).parent, 'campaigns.jsonl')
    rows = sums(earlier + [line for folder in folders for line in lines(folder)])
    print('| target | CPU seconds | inputs | edges reached | inputs kept | turns ended by a fault |\n|---|--:|--:|--:|--:|--:|')
    for name, row in sorted(rows.items()):
        print(f"| {name} | {row['cpu']:.0f} | {row['runs']:,} | {row['cov']:,} | {row['found']:,} | {row['broken']} |")
    total = {field: sum(row[field] for row in rows.values()) for field in ('cpu', 'runs', 'broken')}
    print(f"\n{len(rows)} targets, {total['runs']:,} inputs, {total['cpu'] / 3600:.2f} CPU hours, {total['broken']} turns ended by a fault")


def main():
    if sys.argv[1] == 'RUN':
        folders = [pathlib.Path(sys.argv[3])]
        programs = {path.name.removeprefix('libfuzzer_'): path for path in sorted(pathlib.Path(sys.argv[2]).glob('libfuzzer_*'))
                    if path.is_file() and os.access(path, os.X_OK)}
        folders[0].mkdir(parents=True, exist_ok=True)
        run(programs, folders[0], pathlib.Path(sys.argv[4]), float(sys.argv[5]))
    else:
        folders = [pathlib.Path(name) for name in sys.argv[2:]]
    if sys.argv[1] == 'SUM':
        for name, row in sorted(sums(line for folder in folders for line in lines(folder)).items()):
            print(json.dumps({'target': name, **row, 'cpu': round(row['cpu'])}))
        return
    tell(folders)


if __name__ == '__main__':
    main()
