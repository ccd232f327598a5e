"""Another process at work in the same folder."""
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
