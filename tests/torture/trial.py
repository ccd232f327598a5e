"""How commands are run and looked at, in all stages."""
import os
import pathlib
import shutil
import subprocess
import time

import scene


class Trial:
    """The programs, and what all stages do with them."""

    def __init__(self, options, folder):
        self.faults = str(pathlib.Path(options.faults).resolve())
        self.quick, self.seed = options.quick, options.seed
        self.folder, self.larder, programs = folder, folder / "larder", folder / "programs"
        self.larder.mkdir()
        programs.mkdir()
        self.warren, self.starved = (shutil.copy(path, programs) for path in (options.warren, options.starved))
        (programs / "studio.html").write_text(scene.PAGE)
        scene.stock(self.larder, self.warren, pathlib.Path(options.source).resolve())
        self.commands = [command for command in scene.commands() if options.only in command.name]
        if self.quick:
            self.commands = [c for c in self.commands if c.name in ("build", "build --into", "rebuild --in-place", "check", "bake --pack")]

    def lay_out(self, command, place):
        folder = self.folder / place
        scene.lay_out(folder, self.larder, command)
        return folder

    def environment(self, faults):
        plain = {key: value for key, value in os.environ.items() if not key.startswith(("WARREN_", "FAULT_", "STARVED_"))}
        loaded = {"LD_PRELOAD": self.faults} if any(key.startswith("FAULT_") for key in faults) else {}
        return {**plain, **loaded, **{key: str(value) for key, value in faults.items()}}

    def command(self, command, folder, more=(), program=None, jobs=1, **faults):
        """Its exit code, negative for a signal, and what it said."""
        limits = faults.pop("limits", None)
        done = subprocess.run([program or self.warren, *command.arguments, *more, "--jobs", str(jobs)], cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                              env=self.environment(faults), preexec_fn=limits, check=False)
        return done.returncode, done.stdout, done.stderr.decode(errors="replace")

    def begin(self, command, sampled):
        """Where it starts, where it ends undisturbed, and the generator of its samples."""
        folder = self.lay_out(command, f"{command.name}-{sampled}")
        command.start = scene.look(folder)
        began = time.monotonic()
        code, command.said, error = self.command(command, folder)
        command.seconds = time.monotonic() - began
        assert code in (0, 1 if not command.writes else 0), (command.name, code, error)
        command.code = code
        command.end = scene.look(folder)
        assert command.writes == (command.start != command.end) or command.name == "gather", command.name
        return folder

    def counts(self, command, folder):
        """How many allocations, bytes, reads and changes it takes."""
        path = self.folder / f"counts-{command.name}"
        self.restart(command, folder)
        self.command(command, folder, FAULT_COUNTS=path)
        return [int(word) for word in path.read_text().split()]

    def restart(self, command, folder):
        if scene.look(folder) != command.start:
            scene.lay_out(folder, self.larder, command)


class Findings:
    """Of one command in one stage: how often it was tried, and what was wrong."""

    def __init__(self):
        self.tries, self.wrong, self.told = 0, [], {}

    def count(self, what):
        self.told[what] = self.told.get(what, 0) + 1

    def tried(self, command, what, fault):
        self.tries += 1
        if fault:
            self.wrong.append((f"warren {' '.join(command.arguments)}", fault, what))
