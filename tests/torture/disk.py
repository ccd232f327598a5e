"""Disks that fill, and files that become shorter while they are read."""
import scene
import trial

PARTS = 100


def fills(run, command):
    """A disk with room for every hundredth of what is written."""
    findings = trial.Findings()
    if not command.writes:
        return findings
    folder = run.begin(command, "fills")
    size = run.counts(command, folder)[1]
    for part in range(0, PARTS, 10 if run.quick else 1):
        room = max(1, size * part // PARTS)
        run.restart(command, folder)
        code, _, error = run.command(command, folder, FAULT_SPACE=room)
        now = scene.look(folder)
        fault = scene.unfinished(command, now)
        if code != 3 or "[write-failed]" not in error:
            fault = f"ended with {code}: {error.strip()[-300:]}"
        findings.tried(command, f"room for {room} of {size} bytes", fault)
    return findings


def shrinks(run, command):
    """A file, and all that are read behind it, end where they had been read to. What is made all the same is right."""
    findings = trial.Findings()
    folder = run.begin(command, "shrinks")
    reads = run.counts(command, folder)[2]
    for number in range(1, reads + 1, 1 + reads // 5 if run.quick else 1):
        run.restart(command, folder)
        code, said, error = run.command(command, folder, FAULT_READ=number)
        now = scene.look(folder)
        if "m.jsonl" in now:  # what a digest was too short for, a resumed run makes anew
            now["m.jsonl"] = command.end["m.jsonl"]
        if code == command.code and said == command.said:
            fault = scene.differs(command.end, now)
        elif code == 0 and "[read-failed]" in error:
            fault = None  # it was left out, and named
        elif code not in (1, 3):
            fault = f"ended with {code}: {error.strip()[-300:]}"
        elif "error: " not in error and '"severity":"error"' not in error:
            fault = f"ended with {code} and said nothing"
        else:
            fault = scene.unfinished(command, now)
            findings.count("refused")
        findings.tried(command, f"read {number} of {reads}", fault)
    return findings
