"""The record of `lines` as docs/internals/benchmarks-lines.md: lines.py RECORD.csv DOCS [INSTRUCTIONS.csv]"""

import csv
import pathlib
import sys

record, docs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
with record.open() as lines:
    about = next(lines).lstrip("# ").strip()
    rows = list(csv.DictReader(lines))

OPERATIONS = ["insert", "hit", "miss", "half hits"]

PAGE = """# Filters with blocks, side by side

Previous: [Benchmarks](benchmarks.md). Next: [The ledger](../paper/ledger.md). [All pages](../README.md).

The tables have nanoseconds for each key. The number in brackets is the speed relative to the anchor, *{anchor}*, measured in
turns within one run. Times are medians over rounds of medians over chunks of 4096 keys. *Batches* are calls of 4096 keys.

All filters have equally many bits, and each has the number of hashes that is best for it. So the rates differ, and the tables have them
too: the exact rate, and the counted rate where all items were inserted. With 1e8 items the filters are made half full with random bits
instead (urnfield's with keys), to save time.

sbbf-rs rounds the bits to its blocks. It hashes with foldhash, which is not keyed and has 64 bits; urnfield hashes with XXH3-128.
Boost.Bloom runs in its bulk mode with its own hash, compiled for this machine. Its headers (1.90, from Debian unstable) are not part of the
project: `BOOST_INCLUDE=folder ./run`. The `parquet` crate and `ParquetFilter` make the same bits from the same values.

Compare ratios, not nanoseconds: the cores are shared. `checks/rivals/filters/run` makes this page and its record,
`checks/rivals/records/{record}`.

*{about}*
"""


def page():
    yield PAGE.format(about=about, record=record.name, anchor=rows[0]["peer"])
    races = dict.fromkeys((row["keys"], row["bits_an_item"], row["items"]) for row in rows)
    for race in races:
        mine = [r for r in rows if (r["keys"], r["bits_an_item"], r["items"]) == race]
        keys, bits, items = race
        yield f"## {keys}, {bits} bits an item, {int(items):.0e} items".replace("e+0", "e")
        yield ""
        yield "| peer | insert | hit | miss | half hits | times sbbf-rs: insert / hit / miss | exact rate | counted |"
        yield "|---|---|---|---|---|---|---|---|"
        sbbf = {r["operation"]: float(r["ns"]) for r in mine if r["peer"].startswith("sbbf-rs")}
        for peer in dict.fromkeys(row["peer"] for row in mine):
            found = {r["operation"]: r for r in mine if r["peer"] == peer}
            times = [f"{float(found[o]['ns']):.1f} ({float(found[o]['ratio']):.2f})" for o in OPERATIONS]
            first = found["insert"]
            counted = first["counted_rate"] or "–"
            beside = " / ".join(f"{sbbf[o] / float(found[o]['ns']):.2f}" for o in OPERATIONS[:3])
            yield f"| {peer} | {' | '.join(times)} | {beside} | {float(first['exact_rate']):.4%} | " + (
                counted if counted == "–" else f"{float(counted):.4%}") + " |"
        yield ""
        line = mine[0]["machine_ns_a_line"]
        yield f"The machine: {line} ns a random cache line of a table of that size, 64 requests ahead."
        yield ""


def instructions(path):
    """Instructions a key by kind of keys and bits an item, insert / hit."""
    with pathlib.Path(path).open() as lines:
        next(lines)
        counts = [row for row in csv.DictReader(lines) if row["what"] == "spin-lines"]
    found = {(row["keys"], row["size"], row["peer"], row["operation"]): row["instructions"] for row in counts}
    sizes = list(dict.fromkeys(key[:2] for key in found))
    yield COUNTS
    yield "| peer | " + " | ".join(f"{'20 bytes' if k == 'text' else k}, {bits} bits" for k, bits in sizes) + " |"
    yield "|---|" + "---|" * len(sizes)
    for peer in dict.fromkeys(key[2] for key in found):
        mine = [f"{found[*size, peer, 'insert']} / {found[*size, peer, 'hit']}" for size in sizes]
        yield f"| {peer} | {' | '.join(mine)} |"
    yield ""


COUNTS = """## Instructions a key

Insert / hit, ten thousand items, counted by callgrind within the loop over keys (`checks/rivals/filters/callgrind`), which
knows no AVX-512: ours go by AVX2 here.
"""


def everything():
    yield from page()
    for path in sys.argv[3:]:
        yield from instructions(path)
    notes = pathlib.Path(__file__).with_name("notes-lines.md")
    yield notes.read_text()


(docs / "benchmarks-lines.md").write_text("\n".join(everything()).rstrip() + "\n")
