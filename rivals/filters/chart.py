"""The record of a run as docs/benchmarks.md and docs/benchmarks.svg: chart.py RECORD.csv DOCS"""

import csv
import pathlib
import sys

record, docs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
with record.open() as lines:
    about = next(lines).lstrip("# ").strip()
    rows = list(csv.DictReader(lines))

ANCHOR = rows[0]["peer"]
OPERATIONS = ["insert", "hit", "miss", "half hits"]
SIZES = ["10000", "1000000", "100000000"]


def cell(keys, rate, items, peer, operation):
    for row in rows:
        if (row["keys"], row["rate"], row["items"], row["peer"], row["operation"]) == (
            keys, rate, items, peer, operation):
            return row


def table(keys, rate, items):
    peers = list(dict.fromkeys(
        row["peer"] for row in rows
        if (row["keys"], row["rate"], row["items"]) == (keys, rate, items)
        and row["operation"] == "insert"))
    yield "| peer | insert | hit | miss | half hits | rate / exact |"
    yield "|---|---|---|---|---|---|"
    for peer in peers:
        found = [cell(keys, rate, items, peer, operation) for operation in OPERATIONS]
        times = [f"{float(f['ns']):.1f} ({float(f['ratio']):.2f})" for f in found]
        yield f"| {peer} | {' | '.join(times)} | {found[0]['rate_over_exact'] or '–'} |"
    line = cell(keys, rate, items, peers[0], "insert")["machine_ns_a_line"]
    yield ""
    yield f"The machine: {line} ns a random cache line of a table of that size, 64 requests ahead."


def page():
    yield PAGE.format(about=about, record=record.name, anchor=ANCHOR)
    for keys, rate in [("u64", "1%"), ("20 bytes", "1%"), ("u64", "0.1%")]:
        for items in SIZES:
            yield f"## {keys}, {rate}, {int(items):.0e} items".replace("e+0", "e")
            yield ""
            yield from table(keys, rate, items)
            yield ""
    yield "## Four million keys at once, 1e8 items, 1%"
    yield ""
    yield "| peer | ns a key (ratio) |"
    yield "|---|---|"
    for row in rows:
        if row["operation"] == "bulk insert":
            yield f"| {row['peer']} | {float(row['ns']):.1f} ({float(row['ratio']):.2f}) |"


PAGE = """# Filters, side by side

![ns a key]( benchmarks.svg)

Nanoseconds a key, and in brackets how many times as fast as the anchor, *{anchor}* (its fastest
hasher), measured in turns within one run; medians over rounds of medians over chunks of 4096 keys.
Equal bits and hashes for everybody: the size that our plan needs for the rate. The rate is what was
counted, over the exact rate of a standard filter of that size. With 1e8 items the filters are made
half full with noise instead (ours with keys), so that minutes are saved; no rate is counted there.
Ours are on huge pages there (`Filter::on_huge_pages`). *Batches* are calls of 4096 keys. *Blocked*
filters touch one cache line an item and pay with a higher rate; they are here for reference.

Compare ratios, not nanoseconds: the cores are shared, and a busy neighbour shrinks the ratios of
questions, too. `rivals/filters/run` makes this page and its record, `rivals/records/{record}`.

*{about}*
"""


def picture():
    """Misses, hits and inserts at 1 %, u64: a panel for every size, bars of nanoseconds."""
    shown = [
        (ANCHOR, "#999999"),
        ("urnfield standard", "#1b6ca8"),
        ("urnfield standard, batches", "#6db3e8"),
        ("urnfield classic, batches", "#f0a030"),
    ]
    width, panel, left, top, bar = 860, 250, 60, 74, 15
    height = 330
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" ' \
          f'font-family="sans-serif" font-size="12">'
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    yield '<text x="20" y="22" font-size="15">Nanoseconds a key, u64 at 1 %</text>'
    for i, (name, colour) in enumerate(shown):
        x = 20 + 205 * i
        yield f'<rect x="{x}" y="34" width="12" height="12" fill="{colour}" stroke="black" ' \
              f'stroke-width="0.5"/><text x="{x + 17}" y="44">{name}</text>'
    for at, items in enumerate(SIZES):
        x0 = left + at * (panel + 20)
        cells = {(p, o): float(cell("u64", "1%", items, p, o)["ns"])
                 for p, _ in shown for o in OPERATIONS[:3]}
        most = max(cells.values())
        floor = height - 40
        scale = (floor - top - 14) / most
        yield f'<text x="{x0}" y="{top - 6}">{int(items):.0e} items</text>'.replace("e+0", "e")
        yield f'<line x1="{x0}" y1="{floor}" x2="{x0 + panel - 20}" y2="{floor}" stroke="black"/>'
        for j, operation in enumerate(OPERATIONS[:3]):
            x = x0 + 4 + j * 76
            for i, (name, colour) in enumerate(shown):
                ns = cells[name, operation]
                h = ns * scale
                yield f'<rect x="{x + i * (bar + 2)}" y="{floor - h:.1f}" width="{bar}" ' \
                      f'height="{h:.1f}" fill="{colour}" stroke="black" stroke-width="0.5"/>'
                yield f'<text x="{x + i * (bar + 2) + bar / 2}" y="{floor - h - 3:.1f}" ' \
                      f'font-size="8" text-anchor="middle">{ns:.0f}</text>'
            yield f'<text x="{x + 33}" y="{floor + 16}" text-anchor="middle">{operation}</text>'
    yield "</svg>"


(docs / "benchmarks.md").write_text("\n".join(page()).replace("( bench", "(bench").rstrip() + "\n")
(docs / "benchmarks.svg").write_text("\n".join(picture()) + "\n")
