"""Parts, and the engines that need no more than them."""

import duckdb
import polars as pl
import pyarrow as pa
import pytest

import urnfield as urn
from urnfield import parts

KEYS = [f"visitor-{i}" for i in range(5000)]


@pytest.mark.parametrize("kind", ["standard", "classic", "line"])
@pytest.mark.parametrize("many", [1, 7, 64])
def test_parts_make_the_whole(kind, many):
    like = urn.Filter.for_items(5000, "1%", kind)
    whole = like.copy()
    whole.update(KEYS)
    bodies = [parts.partial([KEYS[i::many][:100], pa.array(KEYS[i::many][100:])], like=like) for i in range(many)]
    assert parts.merge(bodies) == whole == parts.merge(bodies + bodies[:3], like=like)
    assert parts.merge(bodies).to_bytes() == whole.to_bytes()
    # A tree of merges.
    while len(bodies) > 1:
        bodies = [parts.combine(bodies[i : i + 3]) for i in range(0, len(bodies), 3)]
    assert parts.merge(bodies) == whole


def test_parts_are_small_while_they_are_empty():
    like = urn.Filter.for_items(200_000, "1%")
    assert len(parts.partial([KEYS], like=like)) * 4 < len(like.to_bytes())
    assert parts.partial([], like=like) == like.to_bytes(compress=True)
    full = urn.Filter.for_items(5000, "1%")
    assert len(parts.partial([KEYS], like=full)) == len(full.to_bytes())


@pytest.mark.parametrize("size", [8, 64, 1000, 10**9])
def test_shards_make_the_whole(size):
    like = urn.Filter.for_items(5000, "1%", seed=7)
    whole = like.copy()
    whole.update(KEYS)
    some = [parts.fill([KEYS[i::3]], like=like) for i in range(3)]
    pieces = [piece for part in some for piece in parts.shards(part, size)]
    assert parts.merge_shards(pieces, like=like, size=size) == whole
    keyed = urn.Filter.for_items(5000, "1%", key=b"sixteen secrets!")
    part = parts.fill([KEYS], like=keyed)
    assert parts.merge_shards(parts.shards(part, size), like=keyed, key=b"sixteen secrets!", size=size) == part
    # Shards of several parts are joined like parts.
    joined = [(number, parts.combine(body for at, body in pieces if at == number)) for number in {at for at, _ in pieces}]
    assert len(joined) < len(pieces) and parts.merge_shards(joined, like=like, size=size) == whole


def test_shards_that_do_not_fit_are_refused():
    like = urn.Filter.for_items(5000, "1%")
    shards = dict(parts.shards(parts.fill([KEYS], like=like), 1000))
    last = max(shards)
    for number, body in [(0, shards[last]), (last, shards[0]), (last + 1, shards[last]), (-1, shards[0]), (0, like.to_bytes())]:
        with pytest.raises(urn.MismatchError, match="a shard lies within"):
            parts.merge_shards([(number, body)], like=like, size=1000)
    with pytest.raises(urn.Error):
        parts.merge_shards([(0, shards[0][:-1])], like=like, size=1000)
    with pytest.raises(urn.MismatchError):
        parts.combine([shards[0], shards[last]])


def test_sparse_shards_are_small():
    like = urn.Filter(8 * parts.SHARD + 64, 3)
    part = parts.fill([KEYS], like=like)
    bodies = dict(parts.shards(part))
    assert bodies.keys() <= {0, 1} and len(bodies[0]) < parts.SHARD / 100
    assert parts.merge_shards(bodies.items(), like=like) == part
    assert list(parts.shards(like)) == []


def test_what_does_not_fit_is_refused():
    a, b = urn.Filter.for_items(100, "1%"), urn.Filter.for_items(101, "1%")
    with pytest.raises(urn.MismatchError):
        parts.merge([a.to_bytes(), b.to_bytes()])
    c, d = urn.Filter(100, 3, planned_items=5), urn.Filter(100, 3, planned_items=6)
    with pytest.raises(urn.MismatchError, match="5 and 6"):
        parts.merge([c.to_bytes(), d.to_bytes()])
    with pytest.raises(ValueError, match="add like="):
        parts.merge([])
    assert parts.merge([], like=a) == a


def test_engines_that_give_out_arrow_need_nothing_else():
    like = urn.Filter.for_items(5000, "1%")
    whole = like.copy()
    whole.update(KEYS)
    frame = pl.DataFrame({"key": KEYS})
    by_polars = [parts.partial([part], "key", like=like) for part in frame.iter_slices(700)]
    assert parts.merge(by_polars) == whole
    reader = duckdb.sql("select key from frame").to_arrow_reader(700)
    assert parts.merge([parts.partial([batch], "key", like=like) for batch in reader]) == whole
