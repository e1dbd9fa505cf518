"""urnfield's wheel beside rbloom and pybloom-live, in one process, by CPU time, best of three.

``checks/rivals/python/run`` sets it up. The columns of the record: what, keys, library, nanoseconds a key; behind them, which
goals were kept and which missed.
"""

import csv
import importlib.metadata
import math
import os
import platform
import subprocess
import sys
import time
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pybloom_live
import rbloom

import urnfield as urn
from urnfield import stats

ROWS = []


def best(what, count, library, work, times=3, prepare=lambda: None, wall=False):
    """The least time a key takes; `prepare` is not counted."""
    clock = time.perf_counter if wall else time.process_time
    found = math.inf
    for _ in range(times):
        made = prepare()
        start = clock()
        work(made)
        found = min(found, clock() - start)
        del made
    keep(what, count, library, found)


def keep(what, count, library, took):
    ROWS.append((what, count, library, took / count * 1e9))
    print(f"{what:<34}{count:>10}  {library:<24}{took / count * 1e9:>14.1f} ns a key", flush=True)


def filters(count):
    column = pa.array([f"visitor-{i}" for i in range(count)])
    texts = column.to_pylist()
    others = [f"stranger-{i}" for i in range(count)]
    numbers = np.arange(count, dtype="uint64")
    ours = lambda: urn.Filter.for_items(count, "1%", mean=True)
    theirs = lambda: rbloom.Bloom(count, 0.01)

    best("update, column of text", count, "urnfield", lambda f: f.update(column), prepare=ours)
    best("update, list of text", count, "urnfield", lambda f: f.update(texts), prepare=ours)
    best("update, list of text", count, "rbloom", lambda f: f.update(texts), prepare=theirs)
    best("update, column of text", count, "rbloom with to_pylist", lambda f: f.update(column.to_pylist()), prepare=theirs)
    best("update, column of integers", count, "urnfield", lambda f: f.update(pa.array(numbers)), prepare=ours)
    best("update, NumPy integers", count, "urnfield", lambda f: f.update(numbers), prepare=ours)
    views, entries = column.cast(pa.string_view()), column.dictionary_encode()
    best("update, column of views", count, "urnfield", lambda f: f.update(views), prepare=ours)
    best("update, dictionary", count, "urnfield", lambda f: f.update(entries), prepare=ours)
    few = pa.array([f"visitor-{i % 1000}" for i in range(count)]).dictionary_encode()
    best("update, dictionary of 1000", count, "urnfield", lambda f: f.update(few), prepare=ours)

    lines = lambda: urn.Filter.for_items(count, "1%", "line", mean=True)
    best("update, column of text", count, "urnfield, lines", lambda f: f.update(column), prepare=lines)
    best("update, list of text", count, "urnfield, lines", lambda f: f.update(texts), prepare=lines)
    best("update, column of integers", count, "urnfield, lines", lambda f: f.update(pa.array(numbers)), prepare=lines)
    line = lines()
    line.update(column)
    best("ask, members, column of text", count, "urnfield, lines", lambda _: line.contains_many(column))

    full, rfull = ours(), theirs()
    full.update(column)
    rfull.update(texts)
    best("ask, members, column of text", count, "urnfield", lambda _: full.contains_many(column))
    strangers = pa.array(others)
    best("ask, strangers, column of text", count, "urnfield", lambda _: full.contains_many(strangers))
    best("ask, members, list of text", count, "urnfield", lambda _: full.contains_many(texts))
    best("ask, members, one by one", count, "urnfield", lambda _: [text in full for text in texts])
    best("ask, members, one by one", count, "rbloom", lambda _: [text in rfull for text in texts])
    best("ask, strangers, one by one", count, "urnfield", lambda _: [text in full for text in others])
    best("ask, strangers, one by one", count, "rbloom", lambda _: [text in rfull for text in others])
    best("add, one by one", count, "urnfield", lambda f: [f.add(text) for text in texts], prepare=ours)
    best("add, one by one", count, "rbloom", lambda f: [f.add(text) for text in texts], prepare=theirs)
    for threads in (1, 2):
        best(f"update, {threads} threads, wall", count, "urnfield", lambda f: f.update(column, threads=threads), times=7, prepare=ours, wall=True)
        best(f"ask, {threads} threads, wall", count, "urnfield", lambda _: full.contains_many(column, threads=threads), times=7, wall=True)


def slow(count):
    texts = [f"visitor-{i}" for i in range(count)]
    f = pybloom_live.BloomFilter(count, 0.01)
    best("update, list of text", count, "pybloom-live", lambda _: [f.add(text) for text in texts], times=1)
    best("ask, members, one by one", count, "pybloom-live", lambda _: [text in f for text in texts])


def exact_tail(m, size, lists, above):
    """P(X > above) of so many random lists of one size, exactly, in Python's integers.

    C(m, r)·C(m − r, size − r)^lists / C(m, size)^lists is the mean of C(X, r), and the tail is an alternating sum of
    these: a term for every r, each a recurrence from the one before it.
    """
    whole = math.comb(m, size)
    subsets, rest, sign, total = math.comb(m, above + 1), math.comb(m - above - 1, size - above - 1), 1, 0
    weight = 1  # C(r − 1, above)
    for r in range(above + 1, size + 1):
        total += sign * weight * subsets * rest**lists
        weight = weight * r // (r - above)
        subsets = subsets * (m - r) // (r + 1)
        rest = rest * (size - r) // (m - r)
        sign = -sign
    return Fraction(total, whole**lists)


def tails():
    ours = lambda _: stats.overlap(20_000, [5000] * 7).sf(10)
    best("P(X > 10) of seven lists", 1, "urnfield", ours, times=20)
    start = time.process_time()
    exact = exact_tail(20_000, 5000, 7, 10)
    keep("P(X > 10) of seven lists", 1, "exact sum in Python", time.process_time() - start)
    assert float(exact) == ours(None)


def importing():
    code = "import time; t = time.perf_counter(); import urnfield; print(time.perf_counter() - t)"
    took = min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(7))
    keep("import", 1, "urnfield", took)


#: What is held against what, and how many times it is to be: (slower, faster, keys, times).
GOALS = [
    (("update, list of text", "rbloom"), ("update, column of text", "urnfield"), 10**6, 1.8),
    (("update, column of text", "rbloom with to_pylist"), ("update, column of text", "urnfield"), 10**6, 4),
    (("update, list of text", "rbloom"), ("update, column of text", "urnfield"), 10**7, 1.5),
    (("update, column of text", "rbloom with to_pylist"), ("update, column of text", "urnfield"), 10**7, 2.5),
    (("update, list of text", "pybloom-live"), ("update, column of text", "urnfield"), 10**6, 50),
    *((("update, column of text", "urnfield"), (f"update, {what}", "urnfield"), keys, 1) for what in ("column of integers", "NumPy integers", "column of views", "dictionary", "dictionary of 1000") for keys in (10**6, 10**7)),
    (("update, list of text", "rbloom"), ("update, column of text", "urnfield, lines"), 10**7, 3),
    (("ask, members, one by one", "rbloom"), ("ask, members, column of text", "urnfield, lines"), 10**7, 3),
    *((("ask, members, one by one", "rbloom"), ("ask, members, one by one", "urnfield"), keys, 1) for keys in (10**6, 10**7)),
    *((("ask, strangers, one by one", "rbloom"), ("ask, strangers, one by one", "urnfield"), keys, 1) for keys in (10**6, 10**7)),
    *(((f"{what}, 1 threads, wall", "urnfield"), (f"{what}, 2 threads, wall", "urnfield"), keys, 1.7) for what in ("update", "ask") for keys in (10**6, 10**7)),
    (("P(X > 10) of seven lists", "exact sum in Python"), ("P(X > 10) of seven lists", "urnfield"), 1, 1000),
]


def goals():
    """How many times as fast, beside what was wished for."""
    took = {(what, library, count): ns for what, count, library, ns in ROWS}
    took |= {("update, list of text", "pybloom-live", 10**6): ns for what, _, library, ns in ROWS if library == "pybloom-live" and what.startswith("update")}
    for slow, fast, count, wished in GOALS:
        if (*slow, count) in took and (*fast, count) in took:
            times = took[*slow, count] / took[*fast, count]
            yield f"{' / '.join(slow)} : {' / '.join(fast)}", count, f"times as fast, wished {wished}", times
            print(f"{'' if times >= wished else 'MISSED '}{times:9.2f} of {wished:>5}: {count:>9} {slow[0]} ({slow[1]}) : {fast[0]} ({fast[1]})", flush=True)


def limits(wheel):
    """What is to be at most so much."""
    took = {what: ns for what, _, _, ns in ROWS}
    for what, found, wished in (("import, ms", took["import"] / 1e6, 50), ("the wheel, MB", os.path.getsize(wheel) / 1e6, 4)):
        yield what, 1, f"wished at most {wished}", found
        print(f"{'' if found <= wished else 'MISSED '}{found:9.2f} of {wished:>5} at most: {what}", flush=True)


def main(record, wheel, *counts):
    for count in map(int, counts or ("1000000", "10000000")):
        filters(count)
    slow(100_000)
    tails()
    importing()
    compared = [*goals(), *limits(wheel)]
    with open(record, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["what", "keys", "library", "ns_a_key"])
        writer.writerows((what, count, library, f"{took:.1f}") for what, count, library, took in ROWS)
        writer.writerows((what, count, library, f"{times:.2f}") for what, count, library, times in compared)
        versions = " ".join(f"{name} {importlib.metadata.version(name)}" for name in ("urnfield", "rbloom", "pybloom-live", "pyarrow"))
        writer.writerow([f"# Python {platform.python_version()}, {versions}"])


if __name__ == "__main__":
    main(*sys.argv[1:])
