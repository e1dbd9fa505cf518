"""However a column lies in memory, and however many threads read it, the bits are the same."""

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import urnfield as urn


def layouts(keys):
    """One column of text in every layout, in chunks of all sorts."""
    text = pa.array(keys)
    entries = pa.array(sorted({key for key in keys if key is not None}) + [None, "in no row"])
    place = {key: i for i, key in enumerate(entries.to_pylist())}
    index = pa.array([place[key] for key in keys], pa.int32())
    yield text
    yield pa.chunked_array([text.slice(*part) for part in ((0, 0), (0, 1), (1, 8191), (8192, 8192), (16384, 8193), (24577, None))])
    yield text.cast(pa.large_string())
    yield text.cast(pa.string_view())
    yield text.dictionary_encode()
    yield pa.DictionaryArray.from_arrays(index, entries)
    yield pa.chunked_array([pa.DictionaryArray.from_arrays(index.slice(at, 9000), entries) for at in range(0, len(keys), 9000)])


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("bits", [100_003, 2**27 + 77])
def test_neither_threads_nor_layouts_nor_chunks_matter(bits, threads):
    """Rows without keys, entries without rows, stretches and batches of all lengths; near, and beyond the caches."""
    keys = [None if i % 7 == 3 else f"visitor number {i % 20_000}" for i in range(60_000)]
    half = [f"visitor number {i}" for i in range(10_000)]
    expected, asked = urn.Filter(bits, 3), urn.Filter(bits, 3)
    for key in keys:
        if key is not None:
            expected.add(key)
    asked.update(half)
    answers = [None if key is None else key in asked for key in keys]
    new = asked.copy().new_among(keys).to_list()
    for column in layouts(keys):
        f = urn.Filter(bits, 3)
        assert f.update(column, threads=threads) == 60_000
        assert f == expected
        assert asked.contains_many(column, threads=threads).to_list() == answers
        assert asked.copy().new_among(column).to_list() == new


def test_millions_are_gathered_from_small_batches():
    """More than are sorted at a time, with and without rows that have no key."""
    some = np.arange(4_400_000)
    numbers = pa.array(some, mask=some % 1000 == 1)
    expected = urn.Filter(2**27 + 77, 3)
    expected.update(some[some % 1000 != 1])
    small = pa.chunked_array([numbers.slice(at, 100_001) for at in range(0, len(numbers), 100_001)])
    for column in (numbers, small):
        for threads in (1, 2):
            f = urn.Filter(2**27 + 77, 3)
            assert f.update(column, threads=threads) == len(some)
            assert f == expected


def test_dictionaries_in_order_and_out_of_it():
    """Entries 0, 1, 2 and so on are all of them, at every width and length; anything else is looked at."""
    for rows in (0, 1, 2, 255, 1024, 1025, 3000):
        entries = pa.array([f"entry {i}" for i in range(rows)] or ["none"]).slice(0, rows)
        plain = urn.Filter(50_021, 5)
        plain.update(entries)
        for kind in ("int16", "uint16", "int32", "int64", "uint64") + (("int8", "uint8") if rows < 128 else ()):
            order = np.arange(rows, dtype=kind)
            for index in (order, order[::-1]):
                f = urn.Filter(50_021, 5)
                assert f.update(pa.DictionaryArray.from_arrays(pa.array(index), entries)) == rows
                assert f == plain, (rows, kind)
            if rows > 1:
                order[-1] = 0
                f = urn.Filter(50_021, 5)
                f.update(pa.DictionaryArray.from_arrays(pa.array(order), entries))
                assert f != plain and f <= plain and "entry 0" in f


def test_views_of_texts_that_lie_anywhere():
    """Short ones inside the view, long ones in several buffers, in no order."""
    keys = [("k" * (i % 31) + str(i)) for i in range(5000)]
    order = np.random.default_rng(5).permutation(5000)
    mixed = pl.concat([pl.Series(keys[:1700]), pl.Series(keys[1700:])], rechunk=True).gather(order)
    assert pa.chunked_array(mixed).type == pa.string_view()
    f, plain = urn.Filter(200_003, 5), urn.Filter(200_003, 5)
    f.update(mixed)
    plain.update(keys)
    assert f == plain
    half = urn.Filter(200_003, 5)
    half.update(keys[:2500])
    assert half.contains_many(mixed).to_list() == [keys[i] in half for i in order]
