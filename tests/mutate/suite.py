"""The tests of a build folder: what they are, how long they take, which lines they reach."""
import concurrent.futures
import contextlib
import hashlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time

SKIPPED = 77
MEMORY = 8 << 30  # bytes a process may have: some mutants ask for ever more
PATIENCE = 900  # seconds: what needs more is not asked
LEFT_OUT = ('tree', 'torture', 'fuzz')  # these judge sources, the system and promises to strangers, not what is answered
LEAKS = subprocess.check_output(['gcc', '-print-file-name=liblsan.so'], text=True).strip()


def introspect(build, what):
    return json.loads(subprocess.run(['meson', 'introspect', what, build], stdout=subprocess.PIPE, check=True).stdout)


def tests(build):
    """Name to test, each with the files that ninja must make before it runs."""
    files = {target['id']: [os.path.relpath(name, build) for name in target['filename']]
             for target in introspect(build, '--targets')}
    named = {}
    for test in introspect(build, '--tests'):
        suite = test['suite'][0].split(':')[1]
        if suite not in LEFT_OUT:
            test['needs'] = [name for target in test['depends'] for name in files[target]]
            named[f"{suite}/{test['name']}"] = test
    return named


def digest(test, build, source):
    """Tells one state of a test from another: its own source, its case, its pages."""
    made = hashlib.sha256()
    program = source / pathlib.Path(os.path.relpath(test['cmd'][0], build)).with_suffix('.c')
    for path in [program] + [pathlib.Path(word) for word in test['cmd'][1:] if word.startswith('/')]:
        if path != source and path.is_relative_to(source):
            for file in [path] if path.is_file() else sorted(path.rglob('*')):
                made.update(file.read_bytes() if file.is_file() else b'')
    return made.hexdigest()[:16]


def ended(process, seconds):
    """Waits for a process; returns its status, or None where it hangs, and the processor time of it and its children."""
    end, pause = time.monotonic() + seconds, 0.002
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if not pid and time.monotonic() > end:
            os.killpg(process.pid, signal.SIGKILL)
            _, _, usage = os.wait4(process.pid, 0)
            status = None
        if pid or status is None:
            process.returncode = -1 if status is None else os.waitstatus_to_exitcode(status)
            return process.returncode, round(usage.ru_utime + usage.ru_stime, 2)
        time.sleep(pause)
        pause = min(2 * pause, 0.1)


def run(test, build, seconds, **environment):
    """Runs one test; returns whether it passed and its processor time, of which each of its processes gets so many
    seconds. On a busy machine these may take ten times as long."""
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    process = subprocess.Popen(test['cmd'], cwd=build, env={**os.environ, **test['env'], **environment},
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True, preexec_fn=limits)
    code, spent = ended(process, 10 * seconds)
    with contextlib.suppress(ProcessLookupError):  # what a test left running
        os.killpg(process.pid, signal.SIGKILL)
    return code in (0, SKIPPED), spent


def judged(test, build, seconds, strict):
    """Runs one test, where a leak is a failure, too, if that is wanted, as under the sanitizers of `./dev test`."""
    return run(test, build, seconds, **({'LD_PRELOAD': LEAKS} if strict else {}))


def undisturbed(test, build):
    """How a test does alone: with leaks as failures where it can be asked so, else without."""
    for strict in ([False] if test['protocol'] == 'tap' else [True, False]):
        passed, seconds = judged(test, build, PATIENCE, strict)
        if passed:
            break
    return {'passed': passed, 'seconds': seconds, 'strict': strict}


def lines_reached(build, source, counters):
    """File to the lines that ran, and to those that could, as gcov tells by the counters of one run."""
    root = pathlib.Path(f'{counters}{build}')
    found = sorted(root.rglob('lib*.a.p/*.gcda'))
    if not found:
        return {}
    for path in found:
        path.with_suffix('.gcno').symlink_to(build / path.relative_to(root).with_suffix('.gcno'))
    told = subprocess.run(['gcov', '--json-format', '--stdout', *found], cwd=root, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=True).stdout
    reached = {}
    for part in told.splitlines():
        for file in json.loads(part)['files']:
            name = os.path.relpath(build / file['file'], source)
            ran = reached.setdefault(name, set())
            ran.update(line['line_number'] for line in file['lines'] if line['count'])
    return {name: sorted(ran) for name, ran in reached.items() if ran and not name.startswith(('..', 'tests/'))}


def lines_known(build, source):
    """File to the lines that gcov can count."""
    with tempfile.TemporaryDirectory(prefix='warren-lines-') as folder:
        told = subprocess.run(['gcov', '--json-format', '--stdout', *sorted(build.rglob('lib*.a.p/*.gcno'))], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    known = {}
    for part in told.splitlines():
        for file in json.loads(part)['files']:
            name = os.path.relpath(build / file['file'], source)
            known.setdefault(name, set()).update(line['line_number'] for line in file['lines'])
    return known


def cover(test, build, source):
    """What one test reaches. Cases give up the rights of root: the counters are everybody's to write."""
    with tempfile.TemporaryDirectory(prefix='warren-coverage-') as counters:
        os.chmod(counters, 0o777)
        before = os.umask(0)
        try:
            run(test, build, PATIENCE, GCOV_PREFIX=counters)
        finally:
            os.umask(before)
        return {'reached': lines_reached(build, source, counters)}


def each(build, source, log, work):
    """Does `work` for each test, a line each in the file `log`, which is gone on with; returns name to line."""
    known = {row['test']: row for row in map(json.loads, log.read_text().splitlines())} if log.exists() else {}
    named = tests(build)
    state = {name: digest(test, build, source) for name, test in named.items()}
    wanted = [name for name in named if name not in known or known[name]['state'] != state[name]]
    with open(log, 'a', encoding='utf-8') as out, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {pool.submit(work, named[name]): name for name in wanted}
        for job in concurrent.futures.as_completed(jobs):
            row = known[jobs[job]] = {'test': jobs[job], 'state': state[jobs[job]], **job.result()}
            print(json.dumps(row), file=out, flush=True)
    return known
