"""One list against many sets: `urnfield enrich` beside scipy's hypergeom, in one run.

The same files for both: 20000 names, a list of 500 of them, 10000 sets of 5 to 500 names. Values are
compared first (log10 of the p-value, 1e-9); then both are timed in turn, as whole programs that read
the files and write a table. scipy has p-values alone: no interval, no certainty.
"""

import json, os, random, statistics, subprocess, sys, tempfile, time

SCIPY = r"""
import sys, numpy as np
from scipy.stats import hypergeom
names = {line.strip() for line in open(sys.argv[1])}
sets = [line.rstrip("\n").split("\t") for line in open(sys.argv[2])]
size = np.array([len(set(s[2:])) for s in sets])
seen = np.array([len(names.intersection(s[2:])) for s in sets])
logs = hypergeom.logsf(seen - 1, int(sys.argv[3]), size, len(names)) / np.log(10)
order = np.argsort(logs)
rank = np.empty(len(logs)); rank[order] = np.arange(1, len(logs) + 1)
with open(sys.argv[4], "w") as out:
    for i in order:
        out.write(f"{sets[i][0]}\t{size[i]}\t{seen[i]}\t{float(logs[i])!r}\t{float(10 ** logs[i] * len(logs) / rank[i])!r}\n")
"""


def make(folder, population=20000, hits=500, sets=10000):
    draws = random.Random(19)
    names = [f"G{i}" for i in range(population)]
    hit = draws.sample(names, hits)
    with open(f"{folder}/hits.txt", "w") as out:
        out.write("\n".join(hit) + "\n")
    with open(f"{folder}/sets.gmt", "w") as out:
        for i in range(sets):
            size = int(5 * 100 ** draws.random())
            inside = draws.sample(names, size)
            # Some sets have much of the list.
            if i % 20 == 0:
                inside = draws.sample(hit, min(size, hits) // 2) + inside[: size - min(size, hits) // 2]
            out.write(f"S{i}\tdrawn\t" + "\t".join(inside) + "\n")


def cpu(command):
    before, wall = os.times(), time.time()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent, time.time() - wall


def main():
    urnfield = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        make(folder)
        ours = [urnfield, "enrich", f"{folder}/hits.txt", "--sets", f"{folder}/sets.gmt", "--population", "20000"]
        theirs = [sys.executable, "-c", SCIPY, f"{folder}/hits.txt", f"{folder}/sets.gmt", "20000", f"{folder}/scipy.tsv"]
        cpu(theirs)
        known = {f[0]: float(f[3]) for f in (line.split("\t") for line in open(f"{folder}/scipy.tsv"))}
        rows = json.loads(subprocess.run([*ours, "--json"], check=True, capture_output=True).stdout)["rows"]
        assert len(rows) == len(known) == 10000
        far = max(abs(float(r["log10_p"]["lo"]) - known[r["set"]]) / max(1, abs(known[r["set"]])) for r in rows)
        assert far < 1e-9, far
        bare = [sys.executable, "-c", "import numpy; from scipy.stats import hypergeom"]
        table = {"urnfield --tsv": [*ours, "--tsv"], "urnfield --json": [*ours, "--json"], "scipy": theirs, "import of scipy alone": bare}
        spent = {name: [] for name in table}
        for _ in range(rounds):
            for name, command in table.items():
                spent[name].append(cpu(command))
        print(f"10000 sets; greatest difference of log10 p: {far:.1e}")
        for name, times in spent.items():
            each = statistics.median(t[0] for t in times)
            wall = statistics.median(t[1] for t in times)
            print(f"{name:22} {each:.2f} s of processor time, {wall:.2f} s on the clock, {10000 / each:.0f} sets a second of processor time")


main()
