#!/usr/bin/env python3
"""Every command on small inputs while everything goes wrong: memory, disks, signals, others at work in the same folder.

  torture.py WARREN STARVED FAULTS SOURCE [--quick] [--seed N] [--only WORD]

WARREN is the program, STARVED the same with arenas that fail, FAULTS what is loaded before the C library so that calls to
the system fail. Whatever happens, a command ends with an exit code it knows, says why in its own words, and leaves each
file as it was or as it is meant to be. Prints a line a stage, what was wrong in it, and ends with 1 if anything was.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import sys
import tempfile
import time

import disk
import killed
import memory
import others
import trial

STAGES = {
    "an allocation fails": memory.allocations,
    "a take from an arena fails": memory.takes,
    "address space is short": memory.address_space,
    "killed at any moment": killed.any_moment,
    "killed before each change": killed.each_change,
    "the disk fills": disk.fills,
    "a file shrinks while it is read": disk.shrinks,
    "two at once in one folder": others.two_at_once,
    "two different at once in one folder": others.two_different,
}


def processor_seconds():
    """Of this process and of all that it waited for."""
    return sum(sum(resource.getrusage(whose)[:2]) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def stage(run, pool, name, work):
    began, spent = time.monotonic(), processor_seconds()
    slowest_first = sorted(run.commands, key=lambda command: -command.seconds)
    all_findings = list(pool.map(lambda command: work(run, command), slowest_first))
    tries = sum(findings.tries for findings in all_findings)
    wrong = [line for findings in all_findings for line in findings.wrong]
    told = {}
    for findings in all_findings:
        for what, count in findings.told.items():
            told[what] = told.get(what, 0) + count
    commands = sum(findings.tries > 0 for findings in all_findings)
    rest = "".join(f"; {count:,} {what}" for what, count in told.items())
    print(f"{name}: {tries:,} runs of {commands} commands, {len(wrong)} wrong{rest}; "
          f"{time.monotonic() - began:.0f} s, {processor_seconds() - spent:.0f} s of processor time", flush=True)
    tell(wrong)
    return len(wrong)


def tell(wrong):
    """Each fault once a command, however often it was met, with the first way to meet it."""
    faults = {}
    for command, fault, what in wrong:
        faults.setdefault((command, re.sub(r"[0-9a-f]*[0-9][0-9a-f]*", "N", fault)), []).append((what, fault))
    for (command, _), met in faults.items():
        print(f"  {command}: {len(met)} times, first at {met[0][0]}: {met[0][1]}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("warren", "starved", "faults", "source"):
        parser.add_argument(name)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("WARREN_SEED", "1")))
    parser.add_argument("--only", default="", help="commands with this in their name")
    parser.add_argument("--stage", default="", help="stages with this in their name")
    options = parser.parse_args()
    print(f"seed {options.seed}")
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        run = trial.Trial(options, pathlib.Path(folder))
        list(pool.map(lambda command: run.begin(command, "undisturbed"), run.commands))
        wrong = sum(stage(run, pool, name, work) for name, work in STAGES.items() if options.stage in name)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
