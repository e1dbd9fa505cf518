"""Every producer of Arrow data gives the bits that the shell gives."""

import array
import ctypes
import datetime
import subprocess
import sys
import textwrap

import datafusion
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from arro3.core import Table as Arro3Table

import urnfield as urn

KEYS = [f"visitor-{i % 700}-é" if i % 3 else "x" * (i % 40) for i in range(2000)]


@pytest.fixture(scope="module")
def table():
    return pa.table({"n": pa.array(range(2000), pa.int64()), "key": pa.array(KEYS)})


@pytest.fixture(scope="module")
def expected(shell, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shell")
    bits = shell.build(folder, [key.encode() for key in KEYS], "--bits", 20_011, "--hashes", 7)
    f = urn.Filter.from_bytes(bits)
    # A line that is empty is no key at the shell; here an empty text is one.
    f.add("")
    return f


def built(keys, column=None, **more):
    f = urn.Filter(20_011, 7)
    rows = f.update(keys, column, **more)
    assert f.contains_many(keys if not hasattr(keys, "read_next_batch") else ["x"], column if not hasattr(keys, "read_next_batch") else None).count() > 0
    return f, rows


@pytest.mark.parametrize("threads", [1, 2])
def test_every_producer_gives_the_shells_bits(table, expected, tmp_path, threads):
    strings = table["key"]
    pq.write_table(table, tmp_path / "t.parquet", row_group_size=300)
    connection = duckdb.connect()
    connection.register("t", table)
    frame = pl.from_arrow(table)
    context = datafusion.SessionContext()
    context.register_record_batches("t", [table.to_batches()])
    producers = {
        "table": (table, "key"),
        "sliced table": (pa.concat_tables([table.slice(0, 777), table.slice(777)]), "key"),
        "chunked": (strings, None),
        "array": (strings.combine_chunks(), None),
        "batch": (table.to_batches()[0], "key"),
        "one column": (table.select(["key"]), None),
        "large": (strings.cast(pa.large_string()), None),
        "view": (strings.cast(pa.string_view()), None),
        "binary": (strings.cast(pa.binary()), None),
        "large binary": (strings.cast(pa.large_binary()), None),
        "binary view": (strings.cast(pa.binary_view()), None),
        "dictionary": (strings.dictionary_encode(), None),
        "small dictionary": (strings.dictionary_encode().cast(pa.dictionary(pa.uint16(), pa.large_string())), None),
        "polars frame": (frame, "key"),
        "polars series": (frame["key"], None),
        "polars categories": (frame["key"].cast(pl.Categorical), None),
        "pandas frame": (table.to_pandas(), "key"),
        "pandas series": (table.to_pandas()["key"], None),
        "pandas objects": (np.array(KEYS, dtype=object), None),
        "numpy strings": (np.array(KEYS), None),
        "duckdb": (connection.sql("select key from t"), None),
        "datafusion": (context.sql("select key from t"), None),
        "arro3": (Arro3Table.from_arrow(table), "key"),
        "list": (KEYS, None),
        "tuple": (tuple(KEYS), None),
        "set": (set(KEYS), None),
        "parquet": (pq.read_table(tmp_path / "t.parquet"), "key"),
    }
    for name, (keys, column) in producers.items():
        f = urn.Filter(20_011, 7)
        rows = f.update(keys, column, threads=threads)
        assert f == expected, name
        assert rows == (len(set(KEYS)) if name == "set" else len(KEYS)), name
    readers = {
        "reader": table.to_reader(max_chunksize=100),
        "generator": (key for key in KEYS),
        "duckdb reader": connection.sql("select key from t").to_arrow_reader(100),
    }
    for name, keys in readers.items():
        f = urn.Filter(20_011, 7)
        f.update(keys, "key" if name == "reader" else None, threads=threads)
        assert f == expected, name


def test_masks_say_the_same_for_every_layout(table):
    f = urn.Filter(200_011, 7)
    f.update(KEYS[::5])
    said = [key in f for key in KEYS]
    strings = table["key"]
    for keys in (
        strings,
        strings.combine_chunks().slice(0),
        strings.dictionary_encode(),
        strings.cast(pa.string_view()),
        strings.cast(pa.large_string()),
        pl.Series(KEYS),
        pd.Series(KEYS),
        np.array(KEYS),
        KEYS,
    ):
        for threads in (1, 2):
            mask = f.contains_many(keys, threads=threads)
            assert mask.to_list() == said
            assert pa.array(mask).to_pylist() == said
            assert np.asarray(mask).tolist() == said
    assert [*~mask] == [not one for one in said]
    assert pl.Series("mask", mask).to_list() == said
    assert table.filter(pa.array(mask))["key"].to_pylist() == [key for key in KEYS if key in f]
    assert (mask[0], mask[-1], len(mask)) == (said[0], said[-1], 2000)
    with pytest.raises(IndexError):
        mask[2000]


def test_integers_are_words_in_every_width():
    plain = urn.Filter(20_011, 7)
    plain.update(list(range(100)))
    for kind in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"):
        numbers = np.arange(100, dtype=kind)
        for keys in (numbers, numbers[::-1], pa.array(numbers), pl.Series(numbers), pd.Series(numbers), pa.array(numbers).dictionary_encode()):
            f = urn.Filter(20_011, 7)
            assert f.update(keys) == 100
            assert f == plain, (kind, type(keys))
    signed = urn.Filter(20_011, 7)
    signed.update([-1, -(2**63), 2**63 - 1])
    for keys in (array.array("q", [-1, -(2**63), 2**63 - 1]), pa.array([-1, -(2**63), 2**63 - 1], pa.int64())):
        f = urn.Filter(20_011, 7)
        f.update(keys)
        assert f == signed
    narrow = urn.Filter(20_011, 7)
    narrow.update(pa.array([-1], pa.int8()))
    assert 2**64 - 1 in narrow and narrow <= signed
    texts, digits = urn.Filter(20_011, 7), urn.Filter(20_011, 7)
    texts.update(["-7", "12"])
    digits.update(pa.array([-7, 12], pa.int16()), column_as="text")
    assert texts == digits


def test_nulls_slices_and_empty_chunks():
    keys = pa.array(["a", None, "b", None, "a", "c" * 30])
    plain = urn.Filter(20_011, 7)
    plain.update(["b", "a", "c" * 30])
    for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())):
        some = (keys.dictionary_encode() if pa.types.is_dictionary(kind) else keys).cast(kind)
        f = urn.Filter(20_011, 7)
        assert f.update(some.slice(1)) == 5
        assert f == plain, kind
        mask = f.contains_many(some.slice(1))
        assert mask.to_list() == [None, True, None, True, True], kind
        assert mask.null_count == 2 and pa.array(mask).null_count == 2
        assert np.asarray(mask).tolist() == [False, True, False, True, True]
        assert [*~mask] == [None, False, None, False, False]
        chunked = pa.chunked_array([some.slice(0, 0), some.slice(1, 3), some.slice(2, 0), some.slice(4)], kind)
        g = urn.Filter(20_011, 7)
        assert g.update(chunked) == 5 and g == plain, kind
        assert g.contains_many(chunked).to_list() == [None, True, None, True, True]
        table = pa.table({"k": chunked, "other": pa.array([1.5] * 5)}).slice(1, 3)
        h = urn.Filter(20_011, 7)
        assert h.update(table, "k") == 3
        assert h.contains_many(table, "k").to_list() == [True, None, True]
    nothing = urn.Filter(20_011, 7)
    assert nothing.update(pa.nulls(7)) == 7 and nothing.update(pa.array([], pa.string())) == 0
    assert nothing.update([]) == 0 and nothing.update([None, None]) == 2 and nothing.bits_set() == 0
    assert nothing.contains_many(pa.nulls(3)).to_list() == [None] * 3
    fixed = urn.Filter(20_011, 7)
    fixed.update(pa.array([b"abc", None, b"xyz"], pa.binary(3)).slice(1))
    assert b"xyz" in fixed and b"abc" not in fixed
    # An entry of a dictionary that no row has is not inserted.
    unused = pa.DictionaryArray.from_arrays(pa.array([1, 1, None], pa.int32()), pa.array(["no", "yes", None]))
    f = urn.Filter(20_011, 7)
    f.update(unused)
    assert "yes" in f and "no" not in f
    # A row of a struct that is null has no key.
    struct = pa.StructArray.from_arrays([pa.array(["a", "b"])], ["k"], mask=pa.array([True, False]))
    f = urn.Filter(20_011, 7)
    assert f.update(struct, "k") == 2 and "a" not in f and "b" in f


def test_masks_cross_words_and_pieces():
    f = urn.Filter.for_items(200_000, "1%")
    f.update(np.arange(0, 200_000, 2))
    for chunk in (1, 63, 64, 65, 16_384, 16_385, 50_000):
        parts = [pa.array(range(at, min(at + chunk, 100_001))) for at in range(0, 100_001, chunk)][: 40 if chunk == 1 else None]
        keys = pa.chunked_array(parts)
        said = f.contains_many(keys).to_list()
        assert len(said) == len(keys) and all(said[::2]) and said[:2000] == [i in f for i in range(min(2000, len(keys)))]
        holes = pa.chunked_array([pa.array([None if i % 7 == 3 else i for i in part.to_pylist()], pa.int64()) for part in parts])
        holed = f.contains_many(holes).to_list()
        assert holed == [None if i % 7 == 3 else one for i, one in enumerate(said)]


def test_what_has_no_keys_is_refused_in_one_sentence():
    f = urn.Filter(20_011, 7)
    table = pa.table({"a": ["x"], "b": [1.5], "c": [True], "d": [datetime.date(2026, 1, 1)], "e": [[1]]})
    with pytest.raises(TypeError, match="a float must be a whole number below 2\\^53 .* got 1.5 in row 1; round it, or make it text first"):
        f.update(table, "b")
    for column, called in (("c", "booleans"), ("d", "dates"), ("e", "lists")):
        with pytest.raises(TypeError, match=f"got a column of {called}.*cast it to text first"):
            f.update(table, column)
    with pytest.raises(TypeError, match="which column has the keys\\? add column=, one of a, b, c, d, e"):
        f.update(table)
    with pytest.raises(KeyError, match="a table has the columns a, b, c, d, e"):
        f.update(table, "z")
    with pytest.raises(TypeError, match="leave column= out"):
        f.update(table["a"], "a")
    with pytest.raises(TypeError, match="leave column= out"):
        f.update(["a"], "a")
    with pytest.raises(TypeError, match="collect it first"):
        f.update(pl.LazyFrame({"a": ["x"]}), "a")
    with pytest.raises(TypeError, match='array of kind "M"'):
        f.update(np.array(["2026-01-01"], "M8[D]"))
    for array in ([[1, 2]], [["a", "b"]], [[1.5]]):
        with pytest.raises(TypeError, match="flatten"):
            f.update(np.array(array))
    with pytest.raises(TypeError):
        f.update(7)
    with pytest.raises(TypeError, match="got 1.5 in row 2"):
        f.update(["a", 1.5])
    with pytest.raises(TypeError, match="a key is text, bytes or an integer, or a tuple of these, got list in row 2"):
        f.update(["a", [1]])
    assert f.bits_set() == 0


def test_a_producer_that_fails_is_heard():
    schema = pa.schema([("k", pa.string())])

    def batches():
        yield pa.record_batch({"k": ["a"]}, schema)
        raise RuntimeError("the disk is gone")

    f = urn.Filter(20_011, 7)
    with pytest.raises(ValueError, match="the disk is gone"):
        f.update(pa.RecordBatchReader.from_batches(schema, batches()))
    assert "a" in f


def test_integers_of_an_array_may_lie_anywhere():
    f, g = urn.Filter(100_003, 3), urn.Filter(100_003, 3)
    wide = np.arange(60_000, dtype="int64").reshape(2, 30_000).T
    f.update(wide[::-3, 1])
    g.update(wide[::-3, 1].tolist())
    assert f == g
    f.update(np.arange(5, dtype=">i8").astype("i8"))
    f.update(np.array([], dtype="u2"))
    with pytest.raises(TypeError):
        f.update(wide)


def test_integers_of_other_machines_are_the_same_integers():
    plain = urn.Filter(20_011, 7)
    plain.update([0, 1, 2, 300])
    for kind in (">i8", "<i8", ">u4", ">i2", "<u2"):
        f = urn.Filter(20_011, 7)
        f.update(np.array([0, 1, 2, 300], dtype=kind))
        assert f == plain and f.contains_many(np.array([300, 301], dtype=kind)).to_list() == [True, False], kind
    f = urn.Filter(20_011, 7)
    with pytest.raises(TypeError, match="another byte order; make a list of them"):
        f.update(memoryview(np.array([0, 1, 2, 300], dtype=">i8")))
    f.update((ctypes.c_int32.__ctype_be__ * 4)(0, 1, 2, 300))
    assert f == plain


def test_a_name_that_two_columns_have_is_refused():
    twice = pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["k", "k"])
    with pytest.raises(KeyError, match="got several of .*rename them"):
        urn.Filter(20_011, 7).update(twice, "k")


def test_pandas_needs_no_pyarrow():
    """Its frames give out Arrow data only beside pyarrow."""
    code = """
        import sys
        sys.modules["pyarrow"] = None
        import pandas as pd
        import urnfield as urn
        f = urn.Filter(20_011, 7)
        f.update(["a", "b", 1])
        frame = pd.DataFrame({"t": ["a", None, "c"], "n": [1, 2, 3]})
        for keys, column, said in (
            (frame, "t", [True, None, False]),
            (frame["t"], None, [True, None, False]),
            (frame[["n"]], None, [True, False, False]),
            (frame["n"], None, [True, False, False]),
            (pd.Series([1, None], dtype="Int64"), None, [True, None]),
            (pd.Series(["b", None], dtype="category"), None, [True, None]),
            (pd.Series(["b", None], dtype=object), None, [True, None]),
        ):
            assert f.contains_many(keys, column).to_list() == said, (keys, said)
        for keys, column, error in ((frame, None, TypeError), (frame, "z", KeyError), (frame["t"], "t", TypeError), (pd.Series([1.5]), None, TypeError)):
            try:
                f.update(keys, column)
            except error:
                continue
            raise AssertionError((keys, column))
        print("fine")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, check=False)
    assert done.stdout == b"fine\n", done.stderr.decode()
