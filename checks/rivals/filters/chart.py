"""The records of a run as docs/internals/benchmarks.md and docs/internals/benchmarks.svg:
chart.py FILTERS.csv DOCS [SHARED.csv PASSES.csv INSTRUCTIONS.csv]"""

import csv
import pathlib
import sys


def read(path):
    with pathlib.Path(path).open() as lines:
        about = next(lines).lstrip("# ").strip()
        return about, list(csv.DictReader(lines))


record, docs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
about, rows = read(record)
others = [read(path)[1] for path in sys.argv[3:]]
shared = next((rows for rows in others if "way" in rows[0]), [])
passes = next((rows for rows in others if "over_plain_pass" in rows[0]), [])
counts = next((rows for rows in others if "instructions" in rows[0]), [])

ANCHOR = rows[0]["peer"]
OPERATIONS = ["insert", "hit", "miss", "half hits"]
SIZES = ["10000", "1000000", "100000000"]
OURS = ["urnfield standard", "urnfield standard, batches", "urnfield classic", "urnfield classic, batches"]
FIELDS = ("neighbour", "keys", "hashes", "items", "peer", "operation")
CELLS = {tuple(row[field] for field in FIELDS): row for row in rows}


def short(items):
    return f"{int(items):.0e}".replace("e+0", "e")


def hashes(neighbour, keys, items):
    return list(dict.fromkeys(row["hashes"] for row in rows if row["operation"] == "insert" and
                              (row["neighbour"], row["keys"], row["items"]) == (neighbour, keys, items)))


def cells(race, peer):
    return [CELLS.get((*race, peer, operation)) for operation in OPERATIONS]


def joined(found, field, digits):
    return " / ".join(f"{float(cell[field]):.{digits}f}" for cell in found)


def sweep(neighbour, keys, items):
    """One row for every number of hashes."""
    yield "| k | " + ANCHOR + ", ns | " + " | ".join(name.removeprefix("urnfield ") for name in OURS) + " |"
    yield "|---|---|" + "---|" * len(OURS)
    for k in hashes(neighbour, keys, items):
        race = (neighbour, keys, k, items)
        mine = [joined(cells(race, peer), "ratio", 2) for peer in OURS]
        yield f"| {k} | {joined(cells(race, ANCHOR), 'ns', 1)} | {' | '.join(mine)} |"


def over_limit(neighbour, keys):
    yield "| k | a line, ns | " + " | ".join(n.removeprefix("urnfield ") for n in [ANCHOR, OURS[1], OURS[3]]) + " |"
    yield "|---|---|---|---|---|"
    for k in hashes(neighbour, keys, SIZES[2]):
        race = (neighbour, keys, k, SIZES[2])
        shown = [joined(cells(race, peer), "over_limit", 2) for peer in [ANCHOR, OURS[1], OURS[3]]]
        line = cells(race, ANCHOR)[0]["machine_ns_a_line"]
        yield f"| {k} | {line} | {' | '.join(shown)} |"


def everybody(items):
    race = ("quiet", "u64", "7", items)
    peers = dict.fromkeys(row["peer"] for row in rows if row["operation"] == "insert" and
                          (row["neighbour"], row["keys"], row["hashes"], row["items"]) == race)
    yield "| peer | insert | hit | miss | half hits | rate / exact |"
    yield "|---|---|---|---|---|---|"
    for peer in peers:
        found = cells(race, peer)
        times = [f"{float(f['ns']):.1f} ({float(f['ratio']):.2f})" for f in found]
        yield f"| {peer} | {' | '.join(times)} | {found[0]['rate_over_exact'] or '–'} |"


def losses():
    """Every cell of ours that is slower than the anchor, by size, way and operation."""
    yield "| neighbour | keys | items | way | operation | k (times as fast) |"
    yield "|---|---|---|---|---|---|"
    groups = {}
    for row in rows:
        if row["peer"] in OURS and row["operation"] in OPERATIONS and float(row["ratio"]) < 1:
            key = (row["neighbour"], row["keys"], short(row["items"]),
                   row["peer"].removeprefix("urnfield "), row["operation"])
            groups.setdefault(key, []).append(f"{row['hashes']} ({float(row['ratio']):.2f})")
    for key, found in groups.items():
        yield f"| {' | '.join(key)} | {', '.join(found)} |"


def instructions():
    """Instructions a key by the number of hashes, insert / hit."""
    found = {(row["size"], row["peer"], row["operation"]): row["instructions"] for row in counts
             if row["what"] == "spin"}
    peers = list(dict.fromkeys(peer for _, peer, _ in found))
    yield "| k | " + " | ".join(peer.removeprefix("urnfield ") for peer in peers) + " |"
    yield "|---|" + "---|" * len(peers)
    for k in dict.fromkeys(k for k, _, _ in found):
        mine = [f"{found[k, peer, 'insert']} / {found[k, peer, 'hit']}" for peer in peers]
        yield f"| {k} | {' | '.join(mine)} |"


def page():
    yield PAGE.format(about=about, record=record.name, anchor=ANCHOR)
    for neighbour in ["quiet", "busy"]:
        for keys in ["u64", "20 bytes"]:
            for items in SIZES:
                if not hashes(neighbour, keys, items):
                    continue
                beside = "quiet" if neighbour == "quiet" else "beside a busy core"
                yield f"## {keys}, {short(items)} items, {beside}"
                yield ""
                yield from sweep(neighbour, keys, items)
                yield ""
                if items == SIZES[2]:
                    yield "How many times the machine's limit:"
                    yield ""
                    yield from over_limit(neighbour, keys)
                    yield ""
    yield "## Where we lose"
    yield ""
    yield LOSSES
    yield from losses()
    yield ""
    for items in SIZES:
        yield f"## Everybody: u64, seven hashes, {short(items)} items"
        yield ""
        yield from everybody(items)
        yield ""
    bulk = [row for row in rows if row["operation"] == "bulk insert"]
    if bulk:
        yield "## Four million keys at once, 1e8 items, seven hashes"
        yield ""
        yield "| peer | ns a key (ratio) | times the limit |"
        yield "|---|---|---|"
        for row in bulk:
            yield f"| {row['peer']} | {float(row['ns']):.1f} ({float(row['ratio']):.2f}) | {row['over_limit']} |"
        yield ""
    if shared:
        yield SHARED
        yield "| filter | items | inserts | ns a key | times the plain filter's |"
        yield "|---|---|---|---|---|"
        for row in shared:
            yield f"| {row['kind']} | {short(row['items'])} | {row['way']} | {row['ns']} | {row['over_plain']} |"
        yield ""
    if passes:
        yield PASSES
        yield "| what | " + " | ".join(dict.fromkeys(f"{int(r['bytes']) / 2**20:g} MiB" for r in passes)) + " |"
        yield "|---|---|---|---|"
        for what in dict.fromkeys(row["what"] for row in passes):
            mine = [f"{row['gigabytes_a_second']} ({row['over_plain_pass']})" for row in passes if row["what"] == what]
            yield f"| {what} | {' | '.join(mine)} |"
        yield ""
    if counts:
        yield COUNTS
        yield from instructions()
        yield ""
    notes = pathlib.Path(__file__).with_name("notes.md")
    if notes.exists():
        yield notes.read_text()


PAGE = """# Filters, side by side

Previous: [Testing](testing.md). Next: [Benchmarks of filters with blocks](benchmarks-lines.md). [All pages](../README.md).

![ns a key](benchmarks.svg)

The four numbers in a cell are insert / hit / miss / half hits. The column of the anchor, *{anchor}* (its fastest hasher), has
nanoseconds for each key. The other columns have the speed relative to the anchor, measured in turns within one run. Times are medians
over rounds of medians over chunks of 4096 keys. *Batches* are calls of 4096 keys. *Busy* means that the other core reads random lines of
256 MiB without pause.

All filters have equal bits and hashes, k/ln 2 bits an item. So half of the bits are set in the end, and the rate is about 2^-k (7: 1 %, 10:
0.1 %, 20: 1e-6, 30: 1e-9, 40: 1e-12). With 1e8 items the filters are made half full with random bits instead, and urnfield's are on huge
pages (`Filter::on_huge_pages`).

Beyond the caches the machine sets a limit: an insert or a hit waits for k cache lines, a miss for two on average. The time of a random cache
line, with 64 requests ahead and huge pages, is measured in the same run, and times are shown as multiples of it.

Compare ratios, not nanoseconds, because the cores are shared. `checks/rivals/filters/run` makes this page and its record,
`checks/rivals/records/{record}`. Boost.Bloom runs in its bulk mode, with seven hashes, compiled for this machine.
Its headers (1.90, from Debian unstable) are not part of the project: `BOOST_INCLUDE=folder ./run`.

*{about}*
"""

LOSSES = """Every cell of the tables above in which ours is slower than the anchor.
"""

SHARED = """## Inserts through `&self`

These tables compare `SharedFilter` with `Filter`: u64, seven hashes or a line of as many bits, one insert at a time. A *fresh* key sets new
bits, each by a locked operation, which takes as long as ten others. A key that is there *again* only reads. Two threads share the keys.
*Bare locked operations* are as many `fetch_or` on random words as a fresh key needs; this is the machine's limit for fresh keys.
"""

COUNTS = """## Instructions a key

The table has instructions for insert / hit of u64 keys, counted by callgrind inside the loop over keys (`checks/rivals/filters/callgrind`).
Counts repeat exactly. They separate the work of the code from the behavior of the machine.
"""

PASSES = """## One pass over the bits

The table has gigabytes a second of the filter's bits. The number in brackets is the speed relative to a plain loop over as much memory (the
first five rows), in the same turn. An intersection also counts the bits of both filters and of the result. Reading checks a sum, counts, and
takes fresh memory from the system, so it is compared with a copy, and with a copy with sum and count.
"""


def picture():
    """Times as fast as the anchor over the number of hashes, u64, in the caches and in memory."""
    shown = [
        ("urnfield standard", "#1b6ca8"),
        ("urnfield standard, batches", "#6db3e8"),
        ("urnfield classic", "#a05a00"),
        ("urnfield classic, batches", "#f0a030"),
    ]
    width, height, panel, left, top, floor = 900, 640, 270, 50, 90, 160
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" ' \
          f'font-family="sans-serif" font-size="12">'
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    yield f'<text x="20" y="22" font-size="15">Times as fast as {ANCHOR}, by the number of hashes (u64, quiet)</text>'
    for i, (name, colour) in enumerate(shown):
        x = 20 + 210 * i
        yield f'<rect x="{x}" y="36" width="24" height="4" fill="{colour}"/><text x="{x + 30}" y="44">{name}</text>'
    for column, items in enumerate(SIZES):
        ks = [int(k) for k in hashes("quiet", "u64", items)]
        if not ks:
            continue
        x0 = left + column * (panel + 20)
        yield f'<text x="{x0}" y="{top - 22}">{short(items)} items</text>'
        for row, operation in enumerate(OPERATIONS[:3]):
            y0 = top + row * (floor + 22)
            cells = {(name, k): float(CELLS["quiet", "u64", str(k), items, name, operation]["ratio"])
                     for name, _ in shown for k in ks}
            most = max(2.0, max(cells.values()))
            at = lambda k: x0 + (panel - 30) * ks.index(k) / (len(ks) - 1)
            up = lambda ratio: y0 + floor - 18 - (floor - 36) * ratio / most
            yield f'<rect x="{x0}" y="{y0}" width="{panel - 30}" height="{floor - 18}" fill="none" stroke="#bbbbbb"/>'
            yield f'<line x1="{x0}" y1="{up(1):.1f}" x2="{x0 + panel - 30}" y2="{up(1):.1f}" stroke="#999999" ' \
                  f'stroke-dasharray="4 3"/><text x="{x0 - 4}" y="{up(1) + 4:.1f}" text-anchor="end" font-size="10">1</text>'
            yield f'<text x="{x0 - 4}" y="{up(most) + 4:.1f}" text-anchor="end" font-size="10">{most:.1f}</text>'
            yield f'<text x="{x0 + 6}" y="{y0 + 14}">{operation}</text>'
            for name, colour in shown:
                points = " ".join(f"{at(k):.1f},{up(cells[name, k]):.1f}" for k in ks)
                yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            for k in ks:
                yield f'<text x="{at(k):.1f}" y="{y0 + floor - 5}" text-anchor="middle" font-size="9">{k}</text>'
    yield "</svg>"


(docs / "benchmarks.md").write_text("\n".join(page()).replace("( bench", "(bench").rstrip() + "\n")
(docs / "benchmarks.svg").write_text("\n".join(picture()) + "\n")
