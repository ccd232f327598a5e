#!/usr/bin/env python3
"""Manual pages and completions say what --help says: pages.py PROGRAM FOLDER. A shell completes
command lines as it does for who types them; where a shell or mandoc is not there, that is named."""
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile

OPTION = re.compile(r"^  (?:-(\w), )?--([\w-]+)(?: (\S+))?", re.M)
COMMAND = re.compile(r"^  (\w+) +\S", re.M)

FILES = ["level.json", "old.indoor", "plan.svg", "plan.png", "made.mod", "rules.2da", "kit.xml", "folder/"]
LINES = {  # what completes the last word of a line, in a folder with these files
    "warren bu": ["build"],
    "warren help ch": ["check"],
    "warren build ": ["level.json", "old.indoor", "folder/"],
    "warren build le": ["level.json"],
    "warren build --game k2 level.json -o ": ["folder/"],
    "warren build --output ": ["folder/"],
    "warren build --vis ": ["portal", "all"],
    "warren build --vis=p": ["portal"],
    "warren show --color a": ["auto", "always"],
    "warren build --merge ": ["all"],
    "warren build --into ": ["made.mod", "folder/"],
    "warren build --kit ": ["kit.xml", "level.json", "folder/"],
    "warren kit e": ["extract"],
    "warren kit extract --game-folder ": ["folder/"],
    "warren generate ": ["level.json", "folder/"],
    "warren generate --sheet ": ["plan.svg", "plan.png", "folder/"],
    "warren check --surfacemat ": ["rules.2da", "folder/"],
    "warren generate --score cyc": ["cycle_rank"],
    "warren explain hook-off-p": ["hook-off-perimeter"],
    "warren show ": FILES,
    "warren view build -o ": ["plan.svg", "plan.png", "folder/"],
}

ZSH = """
PS1='ready>' LISTMAX=1000
zstyle ':completion:*' list-prompt ''
compadd() {
    local -a hits
    if [[ " $* " == *' -'[OAD]' '* ]]; then builtin compadd "$@"; return; fi
    builtin compadd -A hits "$@"
    (( $#hits )) && print -rl -- $hits >>$ANSWERS
    builtin compadd "$@"
}
autoload -Uz compinit
compinit -u -D
bindkey '^I' complete-word
"""


def run(*arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, check=True, **options).stdout


class Tool:
    """A shell, by what it offers for a command line in a folder."""

    def __init__(self, pages, scratch):
        self.pages, self.scratch = pages, scratch
        self.folder = scratch / "work"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(scratch), "TERM": "dumb",
                            "XDG_CONFIG_HOME": str(scratch), "XDG_DATA_HOME": str(scratch)}

    def bash(self, lines):
        """Each shell answers with what it offers for each line, and a line with a dot behind it."""
        script = ('source "$0"; while read -r -a COMP_WORDS; do COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); '
                  '[ "${COMP_WORDS[COMP_CWORD]}" != _ ] || COMP_WORDS[COMP_CWORD]=; '
                  '_warren; printf "%s\\n" "${COMPREPLY[@]}" .; done')
        words = "".join(re.sub(" $", " _", line.replace("=", " = ")) + "\n" for line in lines)
        return run("bash", "--norc", "-c", script, self.pages / "warren", cwd=self.folder,
                   env=self.environment, input=words)

    def fish(self, lines):
        script = "source $argv[1]; for line in $argv[2..]; complete -C $line; echo .; end"
        out = run("fish", "--no-config", "-c", script, self.pages / "warren.fish", *lines,
                  cwd=self.folder, env=self.environment)
        return re.sub(r"^--\w+=|\t.*", "", out, flags=re.M)

    def zsh(self, lines):
        answers = self.scratch / "answers"
        answers.touch()
        (self.scratch / ".zshrc").write_text(f"fpath=({self.pages} $fpath)\n{ZSH}")
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-d", "-i"], {**self.environment, "ANSWERS": str(answers)})
        self.await_prompt(terminal, b"ready>")
        for line in lines:
            os.write(terminal, f"{line}\t\x15print . >>$ANSWERS; print answer''ed\n".encode())
            self.await_prompt(terminal, rb"answered\s.*ready>")
        os.close(terminal)
        os.waitpid(process, 0)
        return answers.read_text()

    @staticmethod
    def await_prompt(terminal, pattern):
        said = b""
        while not re.search(pattern, said, re.S):
            said += os.read(terminal, 4096)


def commands(program):
    """Each command with its options: (letter, name, argument)."""
    listed = run(program, "--help").split("\n\n")[2]
    return {name: OPTION.findall(run(program, name, "--help")) for name in COMMAND.findall(listed)}


def differ(what, wanted, got):
    wanted, got = ({name.rstrip("/") for name in names if name} for names in (wanted, got))
    return [f"{what}: not {sorted(wanted - got)}, but {sorted(got - wanted)}"] if wanted != got else []


def judge_shell(shell, known):
    wanted = dict(LINES)
    for name, options in known.items():
        wanted[f"warren {name} --"] = [f"--{option[1]}" for option in options]
    answers = [answer.split("\n") for answer in re.split(r"^\.\n", shell(list(wanted)), flags=re.M)]
    wrong = [] if len(answers) == len(wanted) + 1 else [f"{len(answers)} answers"]
    for (line, words), answer in zip(wanted.items(), answers):
        wrong += differ(line, words, answer)
    return wrong


def judge_manual(pages, known):
    wrong = []
    for name, options in known.items():
        text = (pages / f"warren-{name}.1").read_text()
        items = {re.sub(r" (Ar|Cm|,|\|)(?= )", "", row[4:]) for row in text.split("\n")
                 if row.startswith(".It Fl")}
        said = {" ".join(([f"Fl {letter}"] if letter else []) + [f"Fl -{option}"] +
                         argument.split("|") * bool(argument)) for letter, option, argument in options}
        wrong += differ(f"warren-{name}.1", said, items)
        if f".It Xr warren-{name} 1\n" not in (pages / "warren.1").read_text():
            wrong.append(f"warren.1 does not list {name}")
    return wrong


def judge_lint(pages):
    files = sorted(pages.glob("*.1"))
    ours = tuple(f"referenced manual not found: Xr {page.stem} 1" for page in files)
    said = subprocess.run(["mandoc", "-T", "lint", *files], capture_output=True, text=True, check=False)
    return [row for row in said.stdout.split("\n") if row and not row.endswith(ours)]


def main():
    program, pages = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    known = commands(program)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        tool = Tool(pages, scratch)
        tool.folder.mkdir()
        for name in FILES:
            (tool.folder / name).mkdir() if name[-1] == "/" else (tool.folder / name).touch()
        tests = [("manual", None, lambda: judge_manual(pages, known)),
                 ("lint", "mandoc", lambda: judge_lint(pages))]
        tests += [(shell, shell, lambda shell=shell: judge_shell(getattr(tool, shell), known))
                  for shell in ("bash", "fish", "zsh")]
        print(f"1..{len(tests)}")
        for number, (name, needs, judge) in enumerate(tests, 1):
            if needs and not shutil.which(needs):
                print(f"ok {number} - {name} # SKIP {needs} is not installed")
                continue
            faults = judge()
            wrong += bool(faults)
            print("".join(f"# {fault}\n" for fault in faults) + ("not " if faults else "") + f"ok {number} - {name}")
    return 1 if wrong else 0


sys.exit(main())
