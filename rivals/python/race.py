"""urnfield's wheel beside rbloom and pybloom-live, in one process, by CPU time, best of three.

``rivals/python/run`` sets it up. The columns of the record: what, keys, library, nanoseconds a key.
"""

import csv
import importlib.metadata
import math
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
    ROWS.append((what, count, library, found / count * 1e9))
    print(f"{what:<34}{count:>10}  {library:<24}{found / count * 1e9:>12.1f} ns a key", flush=True)
    return found / count


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
    best("update, column of views", count, "urnfield", lambda f: f.update(column.cast(pa.string_view())), prepare=ours)
    views, entries = column.cast(pa.string_view()), column.dictionary_encode()
    best("update, column of views, made", count, "urnfield", lambda f: f.update(views), prepare=ours)
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
        best(f"update, {threads} threads, wall", count, "urnfield", lambda f: f.update(column, threads=threads), prepare=ours, wall=True)


def slow(count):
    texts = [f"visitor-{i}" for i in range(count)]
    f = pybloom_live.BloomFilter(count, 0.01)
    best("update, list of text", count, "pybloom-live", lambda _: [f.add(text) for text in texts], times=1)
    best("ask, members, one by one", count, "pybloom-live", lambda _: [text in f for text in texts])


def exact_tail(m, sizes, above):
    """P(X > above) of random lists, list by list, in Python's fractions."""
    law = {sizes[0]: Fraction(1)}
    for size in sizes[1:]:
        after = {}
        for have, p in law.items():
            low = max(0, have + size - m)
            ways = math.comb(have, low) * math.comb(m - have, size - low)
            for i in range(low, min(have, size) + 1):
                after[i] = after.get(i, 0) + p * ways
                ways = ways * (have - i) * (size - i) // ((i + 1) * (m - have - size + i + 1)) if i < min(have, size) else 0
        whole = math.comb(m, size)
        law = {i: p / whole for i, p in after.items()}
    return float(sum(p for i, p in law.items() if i > above))


def tails():
    d = stats.overlap(20_000, [5000] * 7)
    ours = best("P(X > 10) of seven lists", 1, "urnfield", lambda _: d.sf(10), times=20)
    # A hundredth of the population: the sum over all outcomes of seven lists of 5000 takes minutes.
    small = stats.overlap(200, [50] * 7)
    best("P(X > 1), lists of 50 of 200", 1, "urnfield", lambda _: small.sf(1), times=20)
    best("P(X > 1), lists of 50 of 200", 1, "exact sum in Python", lambda _: exact_tail(200, [50] * 7, 1))
    assert small.sf(1) == exact_tail(200, [50] * 7, 1)
    return ours


def importing():
    code = "import time; t = time.perf_counter(); import urnfield; print(time.perf_counter() - t)"
    took = min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(7))
    ROWS.append(("import", 1, "urnfield", took * 1e9))
    print(f"import: {took * 1e3:.1f} ms")


def main(record, *counts):
    for count in map(int, counts or ("1000000", "10000000")):
        filters(count)
    slow(100_000)
    tails()
    importing()
    with open(record, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["what", "keys", "library", "ns_a_key"])
        writer.writerows((what, count, library, f"{took:.1f}") for what, count, library, took in ROWS)
        versions = " ".join(f"{name} {importlib.metadata.version(name)}" for name in ("urnfield", "rbloom", "pybloom-live", "pyarrow"))
        writer.writerow([f"# Python {platform.python_version()}, {versions}"])


if __name__ == "__main__":
    main(*sys.argv[1:])
