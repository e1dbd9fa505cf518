"""Keys of several columns: one encoding from Python's tuples, from columns and from the shell."""

import datetime
import random
import re
import struct

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import urnfield as urn
from urnfield import parts
from urnfield._core import Places

NAN = float("nan")


def encoded(key):
    """The bytes of a tuple as `docs/reference/format.md` has them."""

    def part(value):
        if isinstance(value, int):
            return 2, struct.pack("<Q", value % 2**64)
        return 1, value.encode() if isinstance(value, str) else bytes(value)

    parts = (part(value) for value in key)
    return b"".join(bytes([tag]) + struct.pack("<I", len(content)) + content for tag, content in parts)


def filled(keys, **options):
    f = urn.Filter(200_003, 7, **options)
    f.update(keys)
    return f


def test_the_vectors_of_the_format(project):
    table = (project / "docs/reference/format.md").read_text().split("### Tuples, digest 1")[1].split("###")[0]
    rows = re.findall(r"^\| (.*?) \| ([0-9a-f]{10,}) \| [0-9a-f]{16} \|", table, re.M)
    assert len(rows) >= 10
    for said, body in rows:
        values = [value.strip() for value in said.split(" + ")]
        key = tuple("" if value == "(empty)" else value.strip("`") if value.startswith("`") else int(value) for value in values)
        assert encoded(key).hex() == body
        f = urn.Filter(200_003, 7)
        assert f.add(key) and key in f and not f.add(key)
        # The digest is the one of the bytes.
        assert f == filled([bytes.fromhex(body)])


def draws(count, seed=0):
    draw = random.Random(seed)
    texts = ["", "a", "b", "ab", "a,b", "κρατήρ", "x" * 300]
    numbers = [0, 1, -1, 42, 2**63 - 1, -(2**63)]
    return [(draw.choice(texts), draw.choice(numbers), draw.choice(texts)) for _ in range(count)]


def test_tuples_are_asked_and_added_like_any_key():
    keys = draws(3000) + [("a", 7), ("a", "7"), (7, "a"), ("a", 2**64 - 1), (b"a", bytearray(b"7")), (np.int8(7), np.str_("a"), 7.0)]
    f, by_hand = filled(keys), urn.Filter(200_003, 7)
    for key in keys[:-1]:
        by_hand.add(encoded(key))
    by_hand.add(encoded((7, "a", 7)))
    assert f == by_hand and f.key_kinds == ("tuples",)
    assert f.contains_many(keys).count() == len(keys) and all(key in f for key in keys)
    assert f.contains_many([("b", "b"), None, ("a", None), ("a", 7)]).to_list() == [False, None, None, True]
    one = urn.Filter(200_003, 7)
    assert one.new_among(keys[:50]).to_list() == [key not in keys[:i] for i, key in enumerate(keys[:50])]
    # Parts do not run into each other.
    g = filled([("ab", "c")])
    assert [("a", "bc") in g, ("abc", "") in g, ("ab", "c", "") in g, ("ab", "c") in g] == [False, False, False, True]


def frames():
    """The same three columns in everything that has some."""
    keys = draws(20_001, 1)
    day, number, path = (list(part) for part in zip(*keys))
    day[5], number[6], path[7], path[8] = None, None, None, None
    day[9] = number[9] = None
    table = pa.table({"day": day, "n": pa.array(number, pa.int64()), "path": path})
    dictionary = table.set_column(0, "day", table["day"].dictionary_encode()).set_column(2, "path", pa.chunked_array([path[:9], path[9:]]).dictionary_encode())
    chunked = pa.concat_tables([table.slice(0, 7), table.slice(7, 10_000), table.slice(10_007)])
    pandas = pd.DataFrame({"day": day, "n": pd.array(number, "Int64"), "path": path})
    views = pa.table({"day": table["day"].cast(pa.string_view()), "n": table["n"], "path": table["path"].cast(pa.large_string())})
    return {
        "Arrow": table,
        "dictionaries": dictionary,
        "chunks": chunked,
        "views": views,
        "a slice": pa.concat_tables([table.slice(0, 3), table]).slice(3),
        "pandas": pandas,
        "pandas of objects": pandas.astype({"n": object, "day": object}),
        "pandas categories": pandas.astype({"day": "category"}),
        "Polars": pl.DataFrame({"day": day, "n": number, "path": path}),
    }, [None if None in row else row for row in zip(day, number, path)]


FRAMES, ROWS = frames()


@pytest.mark.parametrize("name", FRAMES)
def test_rows_of_several_columns_are_tuples(name):
    frame, columns = FRAMES[name], ["day", "n", "path"]
    f = urn.Filter(200_003, 7)
    assert f.update(frame, columns) == len(ROWS)
    assert f == filled([row for row in ROWS if row]) and f.key_kinds == ("tuples",)
    # The order of the parts counts.
    assert filled([]) != f and urn.Filter(200_003, 7).update(frame, column=("path", "n")) == len(ROWS)
    answers = [None if row is None else True for row in ROWS]
    assert f.contains_many(frame, columns).to_list() == answers
    assert f.contains_many(frame, columns, threads=2).to_list() == answers
    two = urn.Filter(200_003, 7)
    two.update(frame, columns, threads=2)
    assert two == f
    seen = set()
    new = [None if row is None else row not in seen and not seen.add(row) for row in ROWS]
    assert urn.Filter(2_000_003, 20).new_among(frame, columns).to_list() == new
    chain = urn.FilterChain(100, "1e-9")
    assert chain.new_among(frame, columns).to_list() == new and chain.key_kinds == ("tuples",)
    assert chain.contains_many(frame, columns).to_list() == answers
    body = parts.partial([frame], columns, like=f)
    assert urn.Filter.from_bytes(body) == f
    with pytest.raises(TypeError, match="which column has the keys"):
        f.update(frame)


@pytest.mark.parametrize("name", ["Arrow", "pandas of objects", "Polars"])
def test_column_as_text_reads_integer_parts_as_their_digits(name):
    f = urn.Filter(200_003, 7)
    f.update(FRAMES[name], ["n", "day"], column_as="text")
    rows = zip(FRAMES["Arrow"]["n"].to_pylist(), FRAMES["Arrow"]["day"].to_pylist())
    assert f == filled([(str(n), day) for n, day in rows if None not in (n, day)])
    g = urn.Filter(200_003, 7)
    g.update([(7, "a")], column_as="text")
    assert ("7", "a") in g and (7, "a") not in g


def test_columns_that_pandas_has_no_arrow_for_are_read_as_well():
    mixed = pd.DataFrame({"a": ["x", 7, None, b"y"], "b": [1, 2, 3, 4]})
    with pytest.raises((TypeError, ValueError, pa.ArrowException)):
        mixed.__arrow_c_stream__()
    f = urn.Filter(200_003, 7)
    assert f.new_among(mixed, ["a", "b"]).to_list() == [True, True, None, True]
    assert f == filled([("x", 1), (7, 2), (b"y", 4)])


def test_large_filters_take_rows_on_every_route():
    """Beyond the caches digests are gathered by the million, and sorted by all threads."""
    count = 5_000_000 // 4
    table = pa.table({"a": pa.array(np.arange(count) % 1000), "b": pa.array(np.arange(count) // 1000)})
    filters = []
    for threads in (1, 2):
        f = urn.Filter(200_000_003, 3)
        f.update(table, ["a", "b"], threads=threads)
        filters.append(f)
    assert filters[0] == filters[1]
    assert all((i % 1000, i // 1000) in filters[0] for i in range(0, count, 9973))
    assert filters[0].estimate_items().lo < count < filters[0].estimate_items().hi


def test_filters_on_servers_hash_tuples_alike():
    places = Places(200_003, 7)
    of_rows = places.digests(FRAMES["Arrow"].slice(0, 50), ["day", "n", "path"])
    keys = [row for row in ROWS[:50] if row]
    of_tuples = places.digests(keys)
    assert of_rows.key_kinds == of_tuples.key_kinds == places.digest(("a", 7)).key_kinds == ("tuples",)

    def commands(digests):
        return digests.batch(list(range(len(keys))), (0, 7), True, 4096).commands()

    assert len(of_rows) == len(keys) and commands(of_rows) == commands(of_tuples)
    assert of_rows.mask([True] * len(keys)).to_list() == [row and True for row in ROWS[:50]]


def test_a_column_of_nulls_leaves_no_key():
    f = urn.Filter(1000, 3)
    some = pa.table({"a": pa.nulls(3), "b": [1, 2, 3]})
    assert f.new_among(some, ["a", "b"]).to_list() == [None] * 3 == f.contains_many(some, ["b", "a"]).to_list()
    assert urn.FilterChain(10, "1%").contains_many(some, ["a", "b"]).null_count == 3


def test_one_column_in_a_list_is_that_column():
    table = pa.table({"a": ["x", None], "b": [1, 2]})
    assert filled([]).contains_many(table, ["a"]).to_list() == [False, None]
    f, g = urn.Filter(1000, 3), urn.Filter(1000, 3)
    f.update(table, ["a"])
    g.update(table, "a")
    assert f == g and f.key_kinds == ("texts",)
    # A comma is a letter of a name.
    named = pa.table({"a,b": ["x"], "a": ["y"], "b": ["z"]})
    f = filled([])
    f.update(named, "a,b")
    assert "x" in f
    f = filled([])
    f.update(named, ["a", "b"])
    assert ("y", "z") in f


def test_what_is_no_tuple_is_refused():
    table, f = pa.table({"a": ["x"], "b": [1]}), urn.Filter(1000, 3)
    for column, error, sentence in (
        ([], ValueError, "a key has at least one column"),
        (["a", "a"], ValueError, 'the parts of a key are different ones, got "a" twice; name it once'),
        (["a", "c"], KeyError, "a table has the columns a, b, got"),
        (7, TypeError, "column= is the name of a column, or a list of names"),
        (["a", 7], TypeError, "column= is the name"),
        ({"a", "b"}, TypeError, "column= is the name"),
    ):
        with pytest.raises(error, match=sentence):
            f.update(table, column)
    for keys in (table["a"], pd.Series(["x"]), ["x"]):
        with pytest.raises(TypeError, match="leave column= out"):
            f.update(keys, ["a", "b"])
    for key, error, sentence in (
        ((), ValueError, "a tuple has at least two parts, got 0"),
        (("a",), ValueError, "a tuple has at least two parts, got 1"),
        (("a", ("b", "c")), TypeError, "a key is text, bytes or an integer, got tuple"),
        (("a", [1]), TypeError, "got list"),
        (("a", True), TypeError, "got bool"),
        (("a", 1.5), TypeError, "a float must be a whole number"),
        (("a", 2**64), OverflowError, "an integer key"),
        (("a", datetime.date(2026, 11, 19)), TypeError, "got date"),
        ((None, [1]), TypeError, "got list"),
    ):
        with pytest.raises(error, match=sentence):
            f.add(key)
        with pytest.raises(error, match=sentence):
            f.update([("x", "y"), key])
    with pytest.raises(TypeError, match="got list in row 2"):
        f.contains_many([("x", "y"), ("a", [1])])
    for missing in ((None, "a"), ("a", NAN), (pd.NA, None)):
        with pytest.raises(TypeError, match="a missing value is no key"):
            f.add(missing)
    with pytest.raises(TypeError, match="1.5 in row 3; round it"):
        f.update(pa.table({"a": ["x", None, "z"], "b": [1.0, 1.0, 1.5]}), ["a", "b"])
    with pytest.raises(TypeError, match="got (a column of )?.*(date|day)"):
        f.update(pa.table({"a": ["x"], "b": pa.array([datetime.date(2026, 11, 19)])}), ["a", "b"])
    assert f.bits_set() == 0
    # Parquet has a filter for one column, and lists of names have names.
    with pytest.raises(TypeError):
        urn.ParquetFilter.for_items(10, "1%").add(("a", "b"))
    with pytest.raises(TypeError):
        urn.ParquetFilter.for_items(10, "1%").update([("a", "b")])
    with pytest.raises(TypeError, match="got tuple in row 1"):
        urn.overlap({"one": [("a", "b")], "two": ["a"]}, population=10)


def test_other_kinds_are_warned_of():
    pairs, texts, numbers = filled([("a", 7)]), filled(["a"]), filled([7])
    for f, ask, given in ((pairs, "a", "tuples only and is given texts or bytes"), (pairs.copy(), 7, "tuples only and is given integers"), (texts, ("a", 7), "texts only and is given tuples"), (numbers, ("a", 7), "integers only and is given tuples")):
        with pytest.warns(urn.UrnfieldWarning, match=f"the filter holds {given}, and a key of several columns is another key"):
            assert ask not in f
    chain = urn.FilterChain(100, "1%")
    chain.update([("a", 7)])
    with pytest.warns(urn.UrnfieldWarning, match="tuples only"):
        chain.contains_many(["a"])


def test_files_and_pickles_keep_the_kind(tmp_path, golden):
    f = urn.Filter(100, 3)
    f.update([("Attica", "krater"), ("Attica", 42)])
    f.save(tmp_path / "f.urn")
    assert (tmp_path / "f.urn").read_bytes() == (golden / "tuples-100-3.urn").read_bytes()
    assert urn.FilterView.open(tmp_path / "f.urn").contains_many([("Attica", 42), ("Attica", "42")]).to_list() == [True, False]
    assert urn.Filter.load(tmp_path / "f.urn").key_kinds == ("tuples",) == urn.FilterView.open(tmp_path / "f.urn").key_kinds


@pytest.mark.parametrize("hashing", [[], ["--seed", "9"]], ids=str)
def test_the_shell_and_python_write_the_same_bytes(tmp_path, shell, hashing):
    rows = [(f"day {i % 7}", i * i % 1009, f"/page/{i % 13},{i % 3}") for i in range(4000)]
    csv = tmp_path / "log.csv"
    csv.write_text("day,n,path\n" + "".join(f'{day},{n},"{path}"\n' for day, n, path in rows))
    options = {"seed": 9} if hashing else {}
    for columns, integers in ((["day", "path"], []), (["n", "day"], ["--integers=n"]), (["n", "day"], []), (["path", "n", "day"], ["--integers=n"])):
        words = ["--column", ",".join(columns), *integers, "--items", 4000, "--fpr", "1%", *hashing]
        shell("build", csv, "-o", tmp_path / "shell.urn", "--force", *words)
        frame = pd.DataFrame(rows, columns=["day", "n", "path"])
        f = urn.Filter.for_items(4000, "1%", **options)
        f.update(frame, columns, column_as=None if integers or "n" not in columns else "text")
        assert f.to_bytes() == (tmp_path / "shell.urn").read_bytes(), columns
    # One chain of both.
    ours, theirs = tmp_path / "python.d", tmp_path / "shell.d"
    with urn.update_chain(ours, items=500, fpr="1%", keep=9, date="2026-11-19") as chain:
        chain.update(frame, ["day", "path"])
    shell("dedupe", csv, "--column", "day,path", "--state", f"{theirs}/", "--items", 500, "--fpr", "1%", "--keep", 9, "--date", "2026-11-19")
    assert {path.name: path.read_bytes() for path in ours.iterdir()} == {path.name: path.read_bytes() for path in theirs.iterdir()}
