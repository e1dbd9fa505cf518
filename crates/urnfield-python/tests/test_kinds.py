"""The text "42" and the integer 42 are different keys: what a filter notes of its keys, and when Python warns."""

import array
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import urnfield as urn
from urnfield import parts

NUMBERS = [*range(3000), -1, -(2**63), 2**63, 2**64 - 1]
SMALL = list(range(3000))


@pytest.fixture(autouse=True)
def no_other_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error", urn.UrnfieldWarning)
        yield


def empty():
    return urn.Filter.for_items(5000, "1%")


def of(keys, **how):
    f = empty()
    f.update(keys, **how)
    return f


def test_every_way_to_add_notes_its_kind():
    f = empty()
    assert f.key_kinds == ()
    f.add("42")
    assert f.key_kinds == ("texts",)
    f = empty()
    f.add(42)
    assert f.key_kinds == ("integers",)
    table = pa.table({"n": SMALL, "t": [str(n) for n in SMALL]})
    for keys, how in [
        (SMALL, {}),
        (np.arange(3000), {}),
        (array.array("h", SMALL), {}),
        (pa.array(SMALL, pa.int32()), {}),
        (pa.array(SMALL).dictionary_encode(), {}),
        (table, {"column": "n"}),
        (table.to_pandas(), {"column": "n"}),
        (pl.from_arrow(table), {"column": "n"}),
        (pd.Series(SMALL, dtype="Int64"), {}),
    ]:
        for threads in (1, 3):
            f = of(keys, threads=threads, **how)
            assert f.key_kinds == ("integers",) and f == of(SMALL)
            text = of(keys, threads=threads, column_as="text", **how)
            assert text.key_kinds == ("texts",) and text == of([str(n) for n in SMALL])
        f = empty()
        f.new_among(keys, how.get("column"))
        assert f.key_kinds == ("integers",)
    for keys in ["a", b"b"], pa.array(["a", "b"]), pa.array([b"a"]), np.array(["a"]), pd.Series(["a"]):
        assert of(keys).key_kinds == ("texts",)
    assert of(["42", 42]).key_kinds == ("texts", "integers")
    for nothing in [], [None], pa.array([None], pa.int64()), np.array([], dtype=np.int64):
        assert of(nothing).key_kinds == ()


def test_the_shell_writes_the_same_bytes_of_integers(shell, tmp_path):
    for how in ["--kind", "standard"], ["--kind", "line"]:
        f = urn.Filter.for_items(5000, "1%", how[1])
        f.update(NUMBERS)
        lines = [str(n).encode() for n in NUMBERS]
        assert f.to_bytes() == shell.build(tmp_path, lines, "--items", 5000, "--fpr", "1%", "--integers", *how)
        texts = urn.Filter.for_items(5000, "1%", how[1])
        texts.update([str(n) for n in NUMBERS])
        assert texts.to_bytes() == shell.build(tmp_path, lines, "--items", 5000, "--fpr", "1%", *how)
    f.save(tmp_path / "f.urn")
    assert shell("check", tmp_path / "f.urn", "--integers", stdin=b"-1\n7\n-9223372036854775808\n") == b"-1\n7\n-9223372036854775808\n"
    said = shell.refusal("check", tmp_path / "f.urn", tmp_path / "keys.txt")
    assert said.endswith("add --integers")
    assert shell.json("info", tmp_path / "f.urn")["key_kinds"] == ["integers"] == urn.info(f)["key_kinds"]


def test_a_filter_that_is_asked_for_the_other_kind_warns_once(tmp_path):
    for keys, other, word in [(SMALL, "42", "holds integers only"), (["42"], 42, "holds texts only")]:
        of(keys).save(tmp_path / "f.urn", replace=True)
        for ask in [
            lambda f: other in f,
            lambda f: f.contains_many([other]),
            lambda f: f.contains_many([other] * 10_000, threads=2),
        ]:
            for f in of(keys), urn.Filter.load(tmp_path / "f.urn"), urn.FilterView.open(tmp_path / "f.urn"):
                assert keys[0] in f and f.contains_many(keys).count() == len(keys)
                with pytest.warns(urn.UrnfieldWarning, match=word) as caught:
                    ask(f)
                assert len(caught) == 1 and caught[0].filename == __file__
                ask(f)
        for add in [lambda f: f.add(other), lambda f: f.update([other]), lambda f: f.new_among([other])]:
            f = of(keys)
            with pytest.warns(urn.UrnfieldWarning, match=word):
                add(f)
            add(f)
            assert other in f and set(f.key_kinds) == {"texts", "integers"}
        # One key of the other kind among many is missed as well.
        with pytest.warns(urn.UrnfieldWarning, match=word):
            of(keys).contains_many([keys[0], other])


def test_nothing_is_said_where_the_kinds_are_not_known():
    for f in empty(), of(SMALL) & of(SMALL), empty().with_payload(of(SMALL).payload()), of(["42", 42]):
        assert "krater" not in f and 10**6 not in f
        f.contains_many(["krater", 10**6])
    unknown = empty().with_payload(of(SMALL).payload())
    assert unknown.key_kinds == () and unknown == of(SMALL)
    unknown.update(["a"])
    assert unknown.key_kinds == ()


def test_kinds_travel_with_the_filter(tmp_path):
    for f in of(SMALL), of(["a", "b"]), of(["a", 1]), empty():
        f.save(tmp_path / "f.urn", compress=True, replace=True)
        for copy in f.copy(), urn.Filter.from_bytes(f.to_bytes()), urn.Filter.load(tmp_path / "f.urn"), f | empty():
            assert copy.key_kinds == f.key_kinds and copy.to_bytes() == f.to_bytes()
        f.save(tmp_path / "r.urn", replace=True)
        view = urn.FilterView.open(tmp_path / "r.urn")
        assert view.key_kinds == view.to_filter().key_kinds == f.key_kinds
        assert (f & f).key_kinds == ()
        f.clear()
        assert f.key_kinds == ()
    assert (of(SMALL) | of(["a"])).key_kinds == ("texts", "integers")
    with pytest.raises(TypeError, match='got "words"'):
        empty().with_payload(of(SMALL).payload(), key_kinds=["words"])


@pytest.mark.parametrize("size", [64, 1000, 10**9])
def test_parts_and_shards_make_the_bytes_of_the_whole(size):
    like = empty()
    for keys in SMALL, [str(n) for n in SMALL], ["a", 1, *SMALL]:
        whole = of(keys).to_bytes()
        made = [parts.fill([keys[i::7]], like=like) for i in range(7)] + [parts.fill([], like=like)]
        assert parts.merge(map(parts.packed, made), like=like).to_bytes() == whole
        pieces = [piece for part in made for piece in parts.shards(part, size)]
        assert parts.merge_shards(pieces, like=like, size=size).to_bytes() == whole
    # A part of unknown kinds makes the whole one of unknown kinds.
    made.append(empty().with_payload(of(SMALL).payload()))
    pieces = [piece for part in made for piece in parts.shards(part, size)]
    assert parts.merge_shards(pieces, like=like, size=size).key_kinds == ()
    assert parts.merge_shards([], like=like, size=size).key_kinds == ()
