"""Missing values and floats as keys, in every column that people have. The stage runs this file and
`test_lists.py` with pandas 2 as well."""

import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import urnfield as urn
from urnfield import parts

NAN = float("nan")
MISSING = [None, NAN, np.nan, pd.NA, pd.NaT, np.datetime64("NaT"), np.ma.masked, decimal.Decimal("NaN"), pa.scalar(None), pa.scalar(None, pa.int64()), np.float32("nan")]

# Each is the key 472 twice, with a missing value in between.
INTEGERS = {
    "list": [472, None, 472],
    "list of floats": [472.0, NAN, 472.0],
    "list of NumPy's": [np.int32(472), np.float32("nan"), np.float16(472)],
    "list of Arrow's": [pa.scalar(472), pa.scalar(None), pa.scalar(472.0)],
    "array": np.array([472.0, NAN, 472.0]),
    "narrow array": np.array([472.0, NAN, 472.0], dtype="float32"),
    "half array": np.array([472.0, NAN, 472.0], dtype="float16"),
    "wide array": np.array([472.0, NAN, 472.0], dtype="longdouble"),
    "masked array": np.ma.masked_array([472, 7, 472], [False, True, False]),
    "masked floats": np.ma.masked_array([472.0, 1.5, 472.0], [False, True, False]),
    "array of objects": np.array([472, pd.NA, 472.0], dtype=object),
    "series": pd.Series([472, None, 472]),
    "nullable series": pd.Series([472, None, 472], dtype="Int64"),
    "series of objects": pd.Series([472, None, 472.0], dtype=object),
    "categories": pd.Series([472, None, 472]).astype("category"),
    "Arrow's series": pd.Series([472, None, 472], dtype="int64[pyarrow]"),
    "index": pd.Index([472, None, 472]),
    "extension array": pd.array([472, None, 472]),
    "Polars": pl.Series([472, None, 472]),
    "Polars floats": pl.Series([472.0, NAN, 472.0]),
    "Arrow": pa.array([472, None, 472]),
    "Arrow floats": pa.array([472.0, None, 472.0]),
    "Arrow NaN": pa.array([472.0, NAN, 472.0], pa.float32()),
    "Arrow half": pa.array([472.0, None, 472.0], pa.float16()),
    "Arrow chunks": pa.chunked_array([[472.0, None], [], [472.0]]),
    "Arrow slice": pa.array([0.5, 472.0, None, 472.0, 0.5]).slice(1, 3),
    "Arrow dictionary": pa.array([1.5, 472.0, None, 472.0]).dictionary_encode().slice(1),
}

# Each is the key "TP53" twice, with a missing value in between.
TEXTS = {
    "list": ["TP53", NAN, "TP53"],
    "series": pd.Series(["TP53", None, "TP53"]),
    "series of objects": pd.Series(["TP53", NAN, "TP53"], dtype=object),
    "series with NaT": pd.Series(["TP53", pd.NaT, "TP53"], dtype=object),
    "strings": pd.Series(["TP53", None, "TP53"], dtype="string"),
    "Arrow's strings": pd.Series(["TP53", None, "TP53"], dtype="string[pyarrow]"),
    "categories": pd.Series(["TP53", None, "TP53"], dtype="category"),
    "categorical": pd.Categorical(["TP53", None, "TP53"]),
    "index": pd.Index(["TP53", None, "TP53"]),
    "masked array": np.ma.masked_array(["TP53", "x", "TP53"], [False, True, False]),
    "array of objects": np.array(["TP53", None, "TP53"], dtype=object),
    "Polars": pl.Series(["TP53", None, "TP53"]),
    "Polars categories": pl.Series(["TP53", None, "TP53"], dtype=pl.Categorical),
    "Arrow": pa.array(["TP53", None, "TP53"]),
    "Arrow views": pa.array(["TP53", None, "TP53"], pa.string_view()),
    "Arrow dictionary": pa.array(["TP53", None, "TP53"]).dictionary_encode(),
}


@pytest.mark.parametrize("keys, key", [*((keys, 472) for keys in INTEGERS.values()), *((keys, "TP53") for keys in TEXTS.values())], ids=[*(f"{name} of integers" for name in INTEGERS), *(f"{name} of texts" for name in TEXTS)])
def test_a_missing_value_is_no_key_in_any_column(keys, key):
    expected = urn.Filter(20_011, 7)
    expected.add(key)
    f = urn.Filter(20_011, 7)
    assert f.update(keys) == 3
    assert f == expected
    assert f.contains_many(keys).to_list() == [True, None, True]
    g = urn.Filter(20_011, 7)
    assert g.new_among(keys).to_list() == [True, None, False]
    assert g == expected
    body = parts.partial([keys], like=f)
    assert urn.Filter.from_bytes(body) == expected


@pytest.mark.parametrize("missing", MISSING, ids=repr)
def test_every_missing_value_is_known(missing):
    f = urn.Filter(20_011, 7)
    assert f.update(["a", missing]) == 2 and f.contains_many([missing, "a"]).to_list() == [None, True]
    for one in (f.add, f.__contains__):
        with pytest.raises(TypeError, match="a missing value is no key, got .*; leave it out"):
            one(missing)


def test_whole_floats_are_the_integers():
    f = urn.Filter(20_011, 7)
    f.update([0, -3, 2**53 - 1, -(2**53) + 1])
    for kind in ("float64", "longdouble"):
        floats = np.array([0, -3, 2**53 - 1, -(2**53) + 1], dtype=kind)
        g = urn.Filter(20_011, 7)
        g.update(floats)
        assert f == g, kind
    assert f.contains_many(pa.array([-0.0, -3.0])).to_list() == [True, True]
    texts = urn.Filter(20_011, 7)
    texts.update(["0", "-3"])
    assert texts.contains_many(pd.Series([0, -3, None]), column_as="text").to_list() == [True, True, None]
    every = np.arange(-2048, 2049, dtype="float16")
    halves, words = urn.Filter(200_003, 7), urn.Filter(200_003, 7)
    halves.update(pa.array(every))
    words.update(np.arange(-2048, 2049))
    assert halves == words


@pytest.mark.parametrize("bad", [1.5, 2.0**53, -(2.0**53), 1e300, float("inf"), 5e-324], ids=repr)
def test_other_floats_are_refused_with_their_row(bad):
    f = urn.Filter(20_011, 7)
    for keys in ([7, bad], [7.0, bad], np.array([7, bad]), np.ma.masked_array([7, bad], [False, False]), pd.Series([7, bad]), pd.Series(["a", bad], dtype=object), pl.Series([7.0, bad]), pa.array([7.0, bad]), pa.chunked_array([[7.0], [bad]])):
        with pytest.raises(TypeError, match="^a float must be a whole number below 2\\^53 to be read as an integer, got .* in row 2; round it, or make it text first$"):
            f.contains_many(keys)
    # An entry of a dictionary has no row.
    with pytest.raises(TypeError, match="as an integer, got .*; round it"):
        f.contains_many(pa.array([7.0, bad]).dictionary_encode())
    many = np.arange(100_000, dtype=float)
    many[70_000] = bad
    with pytest.raises(TypeError, match=" in row 70001;"):
        f.contains_many(pa.array(many))


def test_other_columns_are_refused_in_one_sentence():
    f = urn.Filter(20_011, 7)
    for keys in (
        [[1]],
        pd.Series([[1]]),
        pl.Series([[1]]),
        pa.array([[1]]),
        pd.Series([True]),
        np.array([True]),
        np.ma.masked_array([True], [False]),
        [pd.Timestamp("2026-01-01")],
        pd.Series([pd.Timestamp("2026-01-01")]),
        np.array(["2026-01-01"], "M8[D]"),
        pa.array([decimal.Decimal("1.5")]),
        np.array([1j]),
        7,
    ):
        with pytest.raises(TypeError, match="^[^\n]*(keys? (is|are)|got)[^\n]*$"):
            f.update(keys)
    assert f.bits_set() == 0


def test_a_float_in_parquet_is_no_integer():
    """Parquet's filters hash the bytes of a value, and those of a float are others."""
    f = urn.ParquetFilter.for_items(1000, "1%")
    for keys in ([7.0], np.array([7.0]), pd.Series([7, None]), pa.array([7.0]), pa.array([7.0]).dictionary_encode()):
        with pytest.raises(TypeError, match="got floats; cast them to text or integers first"):
            f.update(keys)
    with pytest.raises(TypeError, match="got floats"):
        f.add(7.0)
    assert f.update([7, None, NAN]) == 3 and f.contains_many([7, None]).to_list() == [True, None]
