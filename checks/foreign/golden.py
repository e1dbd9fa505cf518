"""Copies small files of a run of the generators into the tests of urnfield-foreign, with the libraries' answers.

Usage: golden.py CASES. The answers are in `tests/answers.txt`: name, format, form of the keys, members, and of the first
3000 strangers the numbers of those that the library claims.
"""

import sys
from pathlib import Path

NAMES = """
pyprobables-50 pyprobables-50-hex pyprobables-1000 pybloom-50 pybloom-1000 pybloom-scalable-50 rbloom-50
bloom-filters-50 bloom-filters-1000 bloom-filters-partitioned-50 bloom-filters-scalable-50 bloomfilter-js-50
bloomfilter-rs-50 fastbloom-50 fastbloom-50-json bits-and-blooms-50 bits-and-blooms-50-json dcso-50
ethereum-20 ethereum-20-json ethereum-20-raw bip37-64
""".split()
STRANGERS = 3000
cases = Path(sys.argv[1])
golden = Path(__file__).parents[2] / "crates/urnfield-foreign/tests/golden"
lines = []
for name in NAMES:
    about = dict(line.split(" ", 1) for line in (cases / f"{name}.about").read_text().splitlines())
    members = int(about["members"])
    answers = (cases / f"{name}.keys").read_text().splitlines()
    assert all(answer.startswith("1 ") for answer in answers[:members]), name
    claimed = [str(i) for i in range(STRANGERS) if answers[members + i].startswith("1 ")]
    lines.append(" ".join([name, about["format"], about["keys"], about["members"], *claimed]))
    (golden / f"{name}.filter").write_bytes((cases / f"{name}.filter").read_bytes())
(golden.parent / "answers.txt").write_text("\n".join(lines) + "\n")
