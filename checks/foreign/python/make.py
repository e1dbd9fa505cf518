"""Makes cases with Python's libraries, as checks/foreign/README.md describes them.

Usage: make.py FOLDER.
"""

import hashlib
import json
import os
import sys
from io import BytesIO
from pathlib import Path

from bitcoin.bloom import CBloomFilter
from eth_bloom import BloomFilter as LogsBloom
from probables import BloomFilter as Probables
from pybloom_live import BloomFilter, ScalableBloomFilter
from rbloom import Bloom

CASES = [(50, 0.01), (1000, 0.0001), (10_000, 0.01)]
# These libraries are slow: 10^6 strangers take minutes.
STRANGERS = int(os.environ.get("URNFIELD_FOREIGN_STRANGERS", "100_000"))
folder = Path(sys.argv[1])


def key(kind: str, i: int) -> str:
    """Returns a key; every eighth has letters outside ASCII and outside the first plane of Unicode."""
    return f"{kind}-ß漢😀-{i}" if i % 8 == 7 else f"{kind}-{i}"


def address(kind: str, i: int) -> str:
    """Returns what looks like an address of Ethereum, in hexadecimal digits."""
    return "0x" + hashlib.sha256(key(kind, i).encode()).hexdigest()[:40]


def record(saved: dict[str, tuple[str, bytes]], form: str, asked: float, items: int, contains, key=key) -> None:
    """Writes the files of one filter, by their names with their formats, and the library's answers."""
    members = [key("member", i) for i in range(min(items, 10_000))]
    accepted, answers = 0, [f"{int(contains(member))} {member}\n" for member in members]
    for i in range(STRANGERS):
        stranger = key("stranger", i)
        found = int(contains(stranger))
        accepted += found
        if i < 100_000:
            answers.append(f"{found} {stranger}\n")
    for name, (format, content) in saved.items():
        (folder / f"{name}.filter").write_bytes(content)
        (folder / f"{name}.keys").write_text("".join(answers))
        (folder / f"{name}.about").write_text(
            f"format {format}\nkeys {form}\nasked {asked}\nitems {items}\nmembers {len(members)}\n"
            f"strangers {STRANGERS}\naccepted {accepted}\n"
        )
    print(f"{', '.join(saved)}: {accepted} of {STRANGERS}", flush=True)


def pyprobables(items: int, asked: float) -> None:
    name, filter = f"pyprobables-{items}", Probables(est_elements=items, false_positive_rate=asked)
    for i in range(items):
        filter.add(key("member", i))
    digits = filter.export_hex().encode()
    saved = {name: ("pyprobables", bytes(filter)), f"{name}-hex": ("pyprobables-hex", digits)}
    record(saved, "str", asked, items, filter.check)


def pybloom(items: int, asked: float) -> None:
    filter = BloomFilter(capacity=items, error_rate=asked)
    growing = ScalableBloomFilter(initial_capacity=max(10, items // 20), error_rate=asked, mode=2)
    for name, filter in {"pybloom": filter, "pybloom-scalable": growing}.items():
        for i in range(items):
            filter.add(key("member", i))
        file = BytesIO()
        filter.tofile(file)
        record({f"{name}-{items}": (name, file.getvalue())}, "str", asked, items, filter.__contains__)


def sha256(value: str) -> int:
    """Returns the hash that rbloom's documentation recommends for filters that are saved, without pickling."""
    return int.from_bytes(hashlib.sha256(value.encode()).digest()[:16], "big", signed=True)


def rbloom(items: int, asked: float) -> None:
    filter = Bloom(items, asked, sha256)
    filter.update(key("member", i) for i in range(items))
    name = f"rbloom-{items}"
    record({name: ("rbloom", filter.save_bytes())}, "sha256", asked, items, filter.__contains__)


def ethereum(items: int) -> None:
    filter = LogsBloom()
    for i in range(items):
        filter.add(bytes.fromhex(address("member", i)[2:]))
    digits, raw = f"0x{int(filter):0512x}", int(filter).to_bytes(256, "big")
    block = json.dumps({"number": "0x1", "logsBloom": digits}).encode()
    saved = {f"ethereum-{items}": ("ethereum", digits.encode()), f"ethereum-{items}-json": ("ethereum", block)}
    saved[f"ethereum-{items}-raw"] = ("ethereum-raw", raw)
    record(saved, "hex", 0, items, lambda text: bytes.fromhex(text[2:]) in filter, address)


def bip37(items: int, asked: float) -> None:
    filter = CBloomFilter(items, asked, 7, CBloomFilter.UPDATE_ALL)
    for i in range(items):
        filter.insert(key("member", i).encode())
    record({f"bip37-{items}": ("bip37", filter.serialize())}, "bytes", asked, items, lambda text: filter.contains(text.encode()))


for case in CASES:
    pyprobables(*case)
    pybloom(*case)
    rbloom(*case)
for items in 20, 200:
    ethereum(items)
bip37(64, 0.02)
bip37(1000, 0.001)
