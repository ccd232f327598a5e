"""Another process at work in the same folder."""
import dataclasses
import random
import subprocess
import time

import scene
import trial

ROUNDS = 30


def start(run, command, folder):
    return subprocess.Popen([run.warren, *command.arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, env=run.environment({}))


def two_at_once(run, command):
    """Both make the same, at nearly the same time: one at least ends well, and what is there is whole. Of one manifest, the
    second is refused."""
    findings = trial.Findings()
    if not command.writes:
        return findings
    folder = run.begin(command, "others")
    generator = random.Random(f"{run.seed} {command.name}")
    for number in range(4 if run.quick else ROUNDS):
        run.restart(command, folder)
        first = start(run, command, folder)
        time.sleep(generator.random() * 0.01)
        second = start(run, command, folder)
        errors = [one.communicate()[1].decode(errors="replace") for one in (first, second)]
        codes = [first.returncode, second.returncode]
        fault = scene.differs(command.end, scene.look(folder))
        if 0 not in codes or not all(code in (0, 1, 3) for code in codes):
            fault = f"ended with {codes}: {' '.join(errors).strip()[-300:]}"
        findings.count("both ended well" if codes == [0, 0] else "one was refused")
        findings.tried(command, f"round {number}", fault)
    return findings


def changes(command):
    """What it makes or replaces, but for folders."""
    return {path: data for path, data in command.end.items() if data is not None and command.start.get(path) != data}


def undisturbed(run, command, place):
    own = dataclasses.replace(command)
    run.begin(own, place)
    return own


def partner_of(run, command, own):
    """The next command that writes, touches no file that this one does, and reads none that it replaces."""
    at = run.commands.index(command)
    for other in run.commands[at + 1:] + run.commands[:at]:
        if not other.writes:
            continue
        second = undisturbed(run, other, f"partner of {command.name}")
        mine, theirs = changes(own), changes(second)
        if not (mine.keys() & theirs.keys() or mine.keys() & second.start.keys() or theirs.keys() & own.start.keys()):
            return second
    return None


def two_different(run, command):
    """Two commands at once, often into one folder: each makes what it makes alone."""
    findings = trial.Findings()
    own = undisturbed(run, command, "alone") if command.writes else None
    second = partner_of(run, command, own) if own else None
    if not second:
        return findings
    both = dataclasses.replace(own, inputs=sorted({*own.inputs, *second.inputs}))
    expected = {**own.start, **second.start, **own.end, **second.end, **changes(own), **changes(second)}
    folder = run.lay_out(both, f"{command.name}-different")
    generator = random.Random(f"{run.seed} {command.name}")
    for number in range(4 if run.quick else ROUNDS):
        run.restart(both, folder)
        first = start(run, own, folder)
        time.sleep(generator.random() * 0.01)
        later = start(run, second, folder)
        errors = [one.communicate()[1].decode(errors="replace") for one in (first, later)]
        fault = scene.differs(expected, scene.look(folder))
        if first.returncode or later.returncode:
            fault = f"ended with {first.returncode} and {later.returncode}: {' '.join(errors).strip()[-300:]}"
        findings.tried(command, f"round {number} with {second.name}", fault)
    return findings
