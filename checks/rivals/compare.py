"""Times urnfield and its rivals side by side, after seeing that their values agree.

Called by ./run. For every job: the values of both sides first, each of ours against each of the
rival's; then rounds in turn, ours, rival, rival, ours, ..., so that a noisy neighbour disturbs
all alike. What is written are medians over the rounds, in CPU seconds of the process.
"""

import argparse
import csv
import gc
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time

import flint_bloom
import flint_contour as contour
import flint_occupancy as rival
from flint import arb, ctx

# As in src/main.rs.
BATCH, TOTAL = 0.01, 0.2

TRILLION = (10**12, 10**12)
COMMITTEES = (10_000, 100, 50)

# job of src/main.rs -> {rival: its program}, as the README describes them.
JOBS = {
    "tail-union-100x50-4000": {
        "direct sum, binomials afresh": lambda: rival.union_tail_afresh(*COMMITTEES, 4000),
        "direct sum, recurrences": lambda: rival.union_tail_recurrences(*COMMITTEES, 4000),
        "circle integral": lambda: contour.union_at_least(*COMMITTEES, 4000),
    },
    "tail-union-100x50-4200": {
        "direct sum, binomials afresh": lambda: rival.union_tail_afresh(*COMMITTEES, 4200),
        "direct sum, recurrences": lambda: rival.union_tail_recurrences(*COMMITTEES, 4200),
        "circle integral": lambda: contour.union_at_least(*COMMITTEES, 4200),
    },
    "tail-overlap-7x5000-10": {
        "sum of pmfs, binomials afresh": lambda: rival.overlap_tail_pmfs_afresh(20_000, 7, 5000, 10),
        "sum of pmfs, recurrences": lambda: rival.overlap_tail_pmfs_recurrences(20_000, 7, 5000, 10),
        "sum of moments, all terms": lambda: rival.overlap_tail_moments(20_000, 7, 5000, 10),
        "sum of moments, stopped": lambda: rival.overlap_tail_moments(20_000, 7, 5000, 10, True),
        "circle integral": lambda: contour.overlap_at_least(20_000, 7, 5000, 10),
    },
    "tail-overlap-10x1500-140": {
        "sum of pmfs, binomials afresh": lambda: rival.overlap_tail_pmfs_afresh(2000, 10, 1500, 140),
        "sum of pmfs, recurrences": lambda: rival.overlap_tail_pmfs_recurrences(2000, 10, 1500, 140),
        "sum of moments, all terms": lambda: rival.overlap_tail_moments(2000, 10, 1500, 140),
        "sum of moments, stopped": lambda: rival.overlap_tail_moments(2000, 10, 1500, 140, True),
    },
    "pmf-balls-1e3": {
        "recursion, lists": lambda: rival.balls_pmf_lists(1000, 1000),
        "recursion, polynomials": lambda: rival.balls_pmf_polynomials(1000, 1000),
        "direct sums, one product": lambda: rival.balls_pmf_transform(1000, 1000, 1950),
    },
    "pmf-balls-1e4": {
        "recursion, lists": lambda: rival.balls_pmf_lists(10_000, 10_000),
        "recursion, polynomials": lambda: rival.balls_pmf_polynomials(10_000, 10_000),
        "direct sums, one product": lambda: rival.balls_pmf_transform(10_000, 10_000, 18_600),
    },
    "pmf-balls-1e5-above-1e-300": {},
    "pmf-balls-1e5-30sd": {
        "circle integrals, a block each": lambda: contour.balls_window(10**5, 69_315, 47_373, 52_627)
    },
    "pmf-union-100x50": {
        "recursion, lists": lambda: rival.union_pmf_lists(*COMMITTEES),
        "recursion, polynomials": lambda: rival.union_pmf_polynomials(*COMMITTEES),
        "direct sums, one product": lambda: rival.union_pmf_transform(*COMMITTEES, 9300),
    },
    "mean-balls-1e12": {"formula": lambda: rival.balls_mean(*TRILLION)},
    "variance-balls-1e12": {"formula": lambda: rival.balls_variance(*TRILLION)},
    "moment10-balls-1e12": {"formula": lambda: rival.balls_raw_moment(*TRILLION, 10)},
}

# Tails of (name, m, n, k) at the mean and 30 standard deviations above it.
LARGE = [
    ("balls-1e9", 10**9, 690_000_000, 1, (498_423_932, 498_686_167)),
    ("balls-1e12", 10**12, 690_000_000_000, 1, (498_423_930_935, 498_432_223_551)),
    ("union-1e9", 10**9, 10**8, 7, (503_414_698, 503_678_579)),
    ("union-1e12", 10**12, 69_000_000_000, 10, (498_423_930_936, 498_432_223_552)),
]
for name, m, n, k, places in LARGE:
    for where, x in zip(("mean", "30sd"), places):
        asked = (m, n, k, x)
        JOBS[f"tail-{name}-{where}"] = {
            "circle integral": lambda asked=asked: contour.union_at_least(*asked)
        }

# Rates that no sum of the paper reaches.
JOBS["standard-rate-1e5-10000"] = {
    "circle integral": lambda: contour.standard_rate(10**5, 7, 10_000)
}
JOBS["classic-rate-1e5-10000"] = {
    "circle integral": lambda: contour.classic_rate(10**5, 7, 10_000)
}

# The loads of the other rates in src/main.rs: (name, m, n, k).
RATES = [
    ("1e6-7", 10**6, 99_021, 7),
    ("1e6-30", 10**6, 23_104, 30),
    ("1e9-7", 10**9, 99_021_025, 7),
    ("1e9-30", 10**9, 23_104_906, 30),
    ("1e12-30", 10**12, 23_104_906_000, 30),
    ("1e7-100", 10**7, 69_314, 100),
]
for name, *load in RATES:
    JOBS[f"standard-rate-{name}"] = {"paper's sum": lambda l=load: flint_bloom.standard_rate(*l)}
    JOBS[f"classic-rate-{name}"] = {"paper's sum": lambda l=load: flint_bloom.classic_rate(*l)}

# Where the rival's list begins.
FIRST = {
    "pmf-balls-1e3": 1,
    "pmf-balls-1e4": 1,
    "pmf-balls-1e5-30sd": 47_373,
    "pmf-union-100x50": 50,
}


def fail(job, why):
    sys.exit(f"rivals: {job}: {why}")


def ours_values(program, job):
    """Index -> ball of every value of ours."""
    out = subprocess.run([program, "--bounds", job], check=True, capture_output=True, text=True)
    values = {}
    for line in out.stdout.splitlines():
        index, low, high = line.split()
        values[int(index)] = arb(low).union(arb(high))
    return values


def compare(job, name, ours, theirs):
    """Ends the run unless both sides have the same values, all certain to 53 bits."""
    if not isinstance(theirs, list):
        theirs = [theirs]
    first = FIRST.get(job, 0)
    if sorted(ours) != list(range(first, first + len(theirs))):
        fail(job, f"{len(ours)} values of ours, {len(theirs)} of {name}")
    for i, ball in enumerate(theirs, first):
        if not ours[i].overlaps(ball):
            fail(job, f"value {i} is {ours[i]} by urnfield, {ball} by {name}")
        for side, value in (("urnfield", ours[i]), (name, ball)):
            if value.rel_accuracy_bits() < rival.TARGET:
                fail(job, f"value {i} of {side} is certain to fewer than 53 bits: {value}")


def check_alone(job, ours, m, threshold):
    """A window of the law of m balls in m urns that no rival has: total and mean must be right,
    but for what m values below the threshold can hold."""
    rest = m * threshold
    total = sum(ours.values(), arb(0))
    mean = sum((i * p for i, p in ours.items()), arb(0))
    if not (total + arb(0, rest)).overlaps(arb(1)):
        fail(job, f"the window holds {total}")
    if not (mean + arb(0, m * rest)).overlaps(rival.balls_mean(m, m)):
        fail(job, f"the mean of the window is {mean}")


def ours_seconds(program, job):
    out = subprocess.run([program, job], check=True, capture_output=True, text=True)
    return float(out.stdout.split()[1])


def rival_seconds(program):
    """The median over batches of the CPU seconds of one evaluation: seconds() of src/main.rs."""

    def batch(count):
        start = process_time()
        for _ in range(count):
            program()
        return process_time() - start

    gc.collect()
    gc.disable()
    count, time = 1, batch(1)
    while time < BATCH:
        count *= 2
        time = batch(count)
    times = [time]
    while sum(times) < TOTAL:
        times.append(batch(count))
    gc.enable()
    return median(times) / count


def run_job(ours, job, rounds):
    """[(rival, ours seconds, rival seconds)]."""
    rivals = JOBS[job]
    ctx.prec = 160
    values = ours_values(ours, job)
    if job == "pmf-balls-1e5-above-1e-300":
        check_alone(job, values, 10**5, arb("1e-300"))
    for name, program in rivals.items():
        compare(job, name, values, program())
    times = {name: [] for name in ["urnfield", *rivals]}
    for _ in range(rounds):
        times["urnfield"].append(ours_seconds(ours, job))
        for name, program in rivals.items():
            times[name].append(rival_seconds(program))
    mine = median(times["urnfield"])
    if not rivals:
        return [("none", mine, None)]
    return [(name, mine, median(times[name])) for name in rivals]


def shown(seconds):
    """Three digits and a unit."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.2g} s"


def three(ratio):
    """Three digits, never as a power of ten."""
    return f"{ratio:.3g}" if ratio < 100 else f"{float(f'{ratio:.3g}'):.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", required=True, help="the program built from src/main.rs")
    parser.add_argument("--date", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("jobs", nargs="*", help="some jobs only; then nothing is recorded")
    args = parser.parse_args()
    for job in args.jobs:
        if job not in JOBS:
            sys.exit(f"rivals: no job is called {job}; there are {', '.join(JOBS)}")

    rows = []
    print("| job | urnfield | python-flint program | its time | ratio |\n|---|---|---|---|---|")
    for job in args.jobs or JOBS:
        for name, mine, theirs in run_job(args.ours, job, args.rounds):
            time, ratio, seconds = "", "", ""
            if theirs is not None:
                time, ratio, seconds = shown(theirs), three(theirs / mine), f"{theirs:.4g}"
            rows.append([job, f"{mine:.4g}", name, seconds, ratio, args.date, args.commit])
            print(f"| {job} | {shown(mine)} | {name} | {time} | {ratio} |", flush=True)
    if args.jobs:
        return
    record = Path(__file__).parent / "records" / f"{args.date}-{args.commit}.csv"
    record.parent.mkdir(exist_ok=True)
    with record.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow("job ours_seconds rival rival_seconds ratio date commit".split())
        out.writerows(rows)
    print(f"\nrecorded in records/{record.name}")


if __name__ == "__main__":
    main()
