"""SIGKILL: whatever was written is the old file or the new one, and the same command makes all of it."""
import random
import subprocess
import time

import scene
import trial

MOMENTS = 200


def repeat(run, command, folder):
    """What is wrong once it was repeated."""
    before = scene.look(folder)
    fault = scene.strange(command, before, killed=True)
    if fault:
        return fault
    more = command.again if "--resume" not in command.again or (folder / "m.jsonl").exists() else []
    code, _, error = run.command(command, folder, more)
    if code != 0:
        return f"repeated, it ended with {code}: {error.strip()[-300:]}"
    return scene.differs(command.end, scene.look(folder))


def seconds_of(run, command, folder):
    """How long it takes, the longest of some runs."""
    longest = 0
    for _ in range(5):
        run.restart(command, folder)
        began = time.monotonic()
        run.command(command, folder)
        longest = max(longest, time.monotonic() - began)
    return longest


def any_moment(run, command):
    findings = trial.Findings()
    if not command.writes:
        return findings
    folder = run.begin(command, "moments")
    seconds = seconds_of(run, command, folder)
    generator = random.Random(f"{run.seed} {command.name}")
    for number in range(10 if run.quick else MOMENTS):
        run.restart(command, folder)
        running = subprocess.Popen([run.warren, *command.arguments], cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=run.environment({}))
        time.sleep(generator.random() * seconds)
        running.kill()
        findings.count("killed" if running.wait() < 0 else "had ended")
        if scene.look(folder) not in (command.start, command.end):
            findings.count("in the middle of writing")
        findings.tried(command, f"moment {number}", repeat(run, command, folder))
    return findings


def each_change(run, command):
    findings = trial.Findings()
    if not command.writes:
        return findings
    folder = run.begin(command, "changes")
    changes = run.counts(command, folder)[3]
    for number in range(1, changes + 1, 1 + changes // 12 if run.quick else 1):
        run.restart(command, folder)
        code, _, _ = run.command(command, folder, FAULT_KILL=number)
        fault = repeat(run, command, folder) if code == -9 else f"ended with {code}, not by the signal"
        findings.tried(command, f"change {number} of {changes}", fault)
    return findings
