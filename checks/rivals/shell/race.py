"""Races the urnfield command with other programs: the same lines, the same question, in turn.

Every round runs every program of a job once, by hyperfine; the median round counts. The answers are
compared first: exact ones must be equal, filters may differ by false positives. The ratio is that
program's time over urnfield's in the same job: 2 means that urnfield took half of the time.
"""

import csv
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 7
LINES = 10_000_000
PATTERNS = 100_000


def main() -> None:
    ours, simple = sys.argv[1:]
    folder = tempfile.mkdtemp(prefix="urnfield-shell-rivals-")
    try:
        os.chdir(folder)
        race(ours, simple, shutil.which("bloom"))
    finally:
        shutil.rmtree(folder)


def race(ours: str, simple: str, bloom: str | None) -> None:
    sh(f"{simple} lines 1 {LINES} keys.txt")
    sh(f"{simple} lines 2 {LINES // 2} others.txt")
    # Every other line is a member; neighbours differ, so that nothing can be guessed.
    sh(f"head -n {LINES // 2} keys.txt | paste -d '\\n' - others.txt > asked.txt")
    sh(f"head -n {PATTERNS} keys.txt > patterns.txt")
    build, check, few = {}, {}, {}
    build["urnfield"] = f"{ours} build keys.txt --items {LINES} --fpr 1% -o keys.urn --force"
    build["urnfield, counting first"] = f"{ours} build keys.txt --fpr 1% -o keys.urn --force"
    build["fastbloom 0.17, simple reader"] = f"{simple} build keys.txt {LINES} 0.01 keys.simple"
    check["urnfield"] = f"{ours} check keys.urn asked.txt -c"
    check["urnfield, printing"] = f"{ours} check keys.urn asked.txt > printed.txt"
    check["fastbloom 0.17, simple reader"] = f"{simple} check keys.simple asked.txt"
    few["urnfield"] = f"{ours} check patterns.urn asked.txt -c"
    few["grep -F -x -f"] = "LC_ALL=C grep -c -F -x -f patterns.txt asked.txt"
    few["grep -F -f"] = "LC_ALL=C grep -c -F -f patterns.txt asked.txt"
    sh(f"{ours} build patterns.txt --fpr 1e-9 -o patterns.urn")
    if bloom:
        create = f"rm -f keys.bloom; {bloom} create -p 0.01 -n {LINES} keys.bloom"
        build["bloom (DCSO)"] = f"{create}; {bloom} insert keys.bloom < keys.txt"
        check["bloom (DCSO), printing"] = f"{bloom} check keys.bloom < asked.txt > printed.txt"
    rows = csv.writer(sys.stdout)
    rows.writerow(["job", "program", "seconds", "user", "system", "peak_kib", "keys_a_second", "ratio"])
    for job, programs in (("build", build), ("check", check), ("few patterns", few)):
        peaks = {name: peak(command) for name, command in programs.items()}
        times = rounds(programs)
        base = statistics.median(times["urnfield"]["times"])
        if job == "check":
            base_printing = statistics.median(times["urnfield, printing"]["times"])
        for name, found in times.items():
            seconds = statistics.median(found["times"])
            printing = job == "check" and "printing" in name
            rows.writerow([
                job, name, f"{seconds:.3f}",
                f"{statistics.median(found['user']):.3f}",
                f"{statistics.median(found['system']):.3f}",
                peaks[name], f"{LINES / seconds:.3g}",
                f"{seconds / (base_printing if printing else base):.2f}",
            ])
    answers()


def rounds(programs: dict[str, str]) -> dict[str, dict[str, list[float]]]:
    found = {name: {"times": [], "user": [], "system": []} for name in programs}
    for _ in range(ROUNDS):
        words = ["hyperfine", "--runs", "1", "--style", "none", "--export-json", "times.json"]
        for name, command in programs.items():
            words += ["-n", name, command]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open("times.json") as file:
            for result in json.load(file)["results"]:
                times = found[result["command"]]
                times["times"].append(result["times"][0])
                times["user"].append(result["user"])
                times["system"].append(result["system"])
    return found


def peak(command: str) -> int:
    """The most memory of any process, in KiB; its answer goes to answers.txt."""
    with open("answers.txt", "a") as file:
        # The last program takes the shell's place, so that it is what is measured.
        *before, last = command.rsplit("; ", 1) if "; " in command else [command]
        for part in before:
            sh(part)
        child = subprocess.Popen(["sh", "-c", exec_of(last)], stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if status:
            raise SystemExit(f"{command} ended with {status}")
        return usage.ru_maxrss


def exec_of(command: str) -> str:
    name, _, rest = command.partition(" ")
    return f"export {name}; exec {rest}" if "=" in name else f"exec {command}"


def answers() -> None:
    """Counts of the checks: half of the lines, and false positives of at most 1.1 percent."""
    with open("answers.txt") as file:
        counts = [int(line) for line in file if line.strip().isdigit()]
    half = LINES // 2
    for count in counts[:-3]:
        if not half <= count <= half + half * 0.011:
            raise SystemExit(f"{count} lines were found where {half} are there")
    if len(set(counts[-3:])) != 1 or counts[-1] != PATTERNS:
        raise SystemExit(f"{counts[-3:]} lines were found where {PATTERNS} are there")


def sh(command: str) -> None:
    subprocess.run(command, shell=True, check=True, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
