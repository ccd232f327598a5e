"""Memory that runs out: an allocation, a take from an arena, the address space."""
import resource

import scene
import trial

MOST_ALLOCATIONS, MOST_PLACES, MOST_IF_QUICK = 2500, 400, 50
LEAST_SPACE, SPACE_STEP, SPACES = 20000, 1500, 40  # KiB


def sampled(count, most):
    """All numbers from 1 to `count` where they are few, else `most` of them, evenly."""
    return range(1, count + 1) if count <= most else sorted({1 + i * (count - 1) // (most - 1) for i in range(most)})


def judge(command, folder, code, said, error):
    """What is wrong with the end of a command that may have lacked memory. Some do without."""
    now = scene.look(folder)
    if code == command.code:
        return scene.differs(command.end, now) or (None if said == command.said else "it did less, and said nothing")
    if code != 3:
        return f"ended with {code}: {error.strip()[-300:]}"
    if error.count("[no-memory]") + error.count('"slug":"no-memory"') != 1:
        return f"did not say once that memory is out: {error.strip()[-300:]}"
    return scene.unfinished(command, now)


def tried(run, command, folder, findings, what, **how):
    run.restart(command, folder)
    code, said, error = run.command(command, folder, **how)
    findings.count("failed cleanly" if code == 3 else "did without")
    findings.tried(command, what, judge(command, folder, code, said, error))


def allocations(run, command):
    """One fails; and one with all that come after it."""
    findings = trial.Findings()
    folder = run.begin(command, "allocations")
    count = run.counts(command, folder)[0]
    for number in sampled(count, MOST_IF_QUICK if run.quick else MOST_ALLOCATIONS):
        lasting = {"FAULT_LASTING": 1} if number % 2 == 0 else {}
        tried(run, command, folder, findings, f"allocation {number} of {count}", FAULT_ALLOCATION=number, **lasting)
    return findings


def takes(run, command):
    """Each place in the code that wants some lacks its first take, or its fifth. Of every other one it is asked whether
    anything leaked, which takes longer than all the rest."""
    findings = trial.Findings()
    folder = run.begin(command, "takes")
    path = run.folder / f"places-{command.name}"
    run.restart(command, folder)
    run.command(command, folder, program=run.starved, STARVED_COUNTS=path)
    count = int(path.read_text())
    for place in sampled(count, MOST_IF_QUICK if run.quick else MOST_PLACES):
        tried(run, command, folder, findings, f"place {place} of {count}", program=run.starved, STARVED_PLACE=place,
              STARVED_TAKE=1 if place % 3 else 5, LSAN_OPTIONS=f"detect_leaks={int(place % 2)}")
    return findings


def address_space(run, command):
    """From what hardly loads the program to what is enough. What ends before the program begins is not its fault."""
    findings = trial.Findings()
    folder = run.begin(command, "space")
    for step in range(4 if run.quick else SPACES):
        kib = LEAST_SPACE + step * SPACE_STEP * (10 if run.quick else 1)
        limit = lambda kib=kib: resource.setrlimit(resource.RLIMIT_AS, (kib << 10, kib << 10))
        run.restart(command, folder)
        code, said, error = run.command(command, folder, limits=limit)
        if code == 127 or "error while loading shared libraries" in error:
            findings.count("not loaded")
            continue
        findings.count("failed cleanly" if code == 3 else "did without")
        findings.tried(command, f"{kib} KiB", judge(command, folder, code, said, error))
    return findings
