"""Measures the README's table of limits: `rivals/limits.py URNFIELD` runs every command of docs/limits.tsv with that
program, writes back what it took (processor time of the process, its start included, one digit) or that it was refused,
and puts the table into the README. `crates/urnfield/tests/limits.rs` holds the README against the file."""

import os
import pathlib
import resource
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA, README = ROOT / "docs/limits.tsv", ROOT / "README.md"
HEAD = ["| asked for | limit | for example | takes |", "|---|---|---|---|"]


def rounded(seconds):
    """One digit and its unit, and not below a millisecond, where starting a program is most of it."""
    if seconds < 0.0015:
        return "1 ms"
    digit = float(f"{seconds:.0e}")
    return f"{digit:g} s" if digit >= 1 else f"{digit * 1000:g} ms"


def measured(program, command):
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([program, *shlex.split(command)], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, timeout=300)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if times[-1] > 1:
            break
    time = rounded(min(times))
    if done.returncode == 0:
        return time
    if "the limit of" not in done.stderr:
        sys.exit(f"{command}: {done.stderr}")
    return f"refused in {time}"


def table(rows):
    lines, before = list(HEAD), None
    for asked, limit, command, takes in rows:
        again = (asked, limit) == before
        before = (asked, limit)
        asked, limit = ("", "") if again else before
        lines.append(f"| {asked} | {limit} | `{command}` | {takes} |")
    return lines


def main():
    program = os.path.abspath(sys.argv[1])
    rows = [line.split("\t") for line in DATA.read_text().splitlines()[1:]]
    rows = [[asked, limit, command, measured(program, command)] for asked, limit, command, *_ in rows]
    lines = ["asked for\tlimit\tfor example\ttakes"] + ["\t".join(row) for row in rows]
    DATA.write_text("\n".join(lines) + "\n")
    text = README.read_text().splitlines()
    start = text.index("## Limits")
    first = next(i for i in range(start, len(text)) if text[i].startswith("|"))
    last = next(i for i in range(first, len(text)) if not text[i].startswith("|"))
    text[first:last] = table(rows)
    README.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
