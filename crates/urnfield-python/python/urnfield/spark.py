"""Filters of Spark's columns: the same bytes as ``urnfield build`` on the same keys.

>>> from urnfield import spark as us                                    # doctest: +SKIP
>>> f = us.build(df, "visitor", items=10_000_000, fpr="1%")             # doctest: +SKIP
>>> some = us.keep_possible(df2, "visitor", f)                          # doctest: +SKIP

DataFrames only, no RDD: Arrow batches go to Python workers, each makes a part, and the parts are merged, many of them in a tree.
Whatever the partitions, retries, speculation and lost workers, the filter is the same, as OR does not mind twice.
It needs pyspark 4 and pyarrow: ``pip install 'urnfield[spark]'``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from . import parts
from ._core import Certified, Design, Filter
from ._filters import sized

__all__ = ["build", "estimate", "keep_possible", "mark", "overlap", "union"]

#: The column with the keys, or the columns with the parts of each key, in the order of the parts.
_Column = str | Sequence[str]

_TEXT = {"string", "binary"}
_WORDS = {"tinyint", "smallint", "int", "bigint"}
_FLOATS = {"float", "double"}  # pandas makes them of integers; what is not whole is refused by the task.
_PARTS = "shard int, lane int, body binary"
_AT_ONCE = 256 << 20  # Bytes of parts that the driver takes together, at most,
_SMALL = 64 << 20  # and where it may have more of them than there are cores.


def _check(frame: Any, column: _Column, column_as: str | None = None) -> list[str]:
    """The columns with the parts of each key, or with the key. Refuses on the driver what would fail in a task."""
    types = dict(frame.dtypes)
    names = [column] if isinstance(column, str) else list(column)
    if not names or len(set(names)) < len(names):
        raise ValueError(f"the parts of a key are one column or several different ones, got {names}")
    for name in names:
        if name not in types:
            raise KeyError(f"a frame has the columns {', '.join(types)}, got {name!r}")
        kind = types[name].split("(")[0]
        if kind in ("varchar", "char"):
            kind = "string"
        if kind not in _TEXT | _WORDS | _FLOATS:
            raise TypeError(f"keys are text, bytes or integers, got a column of {types[name]}; cast it to string first")
    if column_as not in (None, "text"):
        raise ValueError(f'column_as is "text" or left out, got {column_as!r}')
    return names


def _opened(empty: Filter, key: bytes | None) -> bytes:
    """The bytes of an empty filter, which tasks can open: a key that is missing, or is another one, is told on the driver."""
    if empty.seed is None and key is None:
        raise TypeError("a keyed filter is filled and asked with its key; add key=")
    body = empty.to_bytes(compress=True)
    Filter.from_bytes(body, key=key)
    return body


def _part(number: int) -> str:
    """A name that Spark can read everywhere."""
    return f"part_{number}"


def _alone(names: list[str]) -> list[str]:
    """Columns under such names."""
    return ["`" + name.replace("`", "``") + "` as " + _part(i) for i, name in enumerate(names)]


def _lanes(frame: Any) -> int:
    """How many lanes the merge has first: about the root of the number of partitions."""
    try:
        many = int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    except (AttributeError, TypeError, ValueError):
        many = 200
    return max(1, math.isqrt(many))


def _few(frame: Any, size: int) -> int:
    """How many parts are made where the driver merges them itself, which saves two rounds of the workers: up to four for every
    core while they are small, one where they are large, as each is packed, sent and merged. 0 where one for every core is more
    than 256 MiB, or nobody can tell, as with Spark Connect: then there is a tree.
    """
    try:
        cores = int(frame.sparkSession.sparkContext.defaultParallelism)
    except Exception:  # Of pyspark's own kinds, which differ between versions.
        return 0
    return cores * max(1, min(4, _SMALL // (cores * size))) if cores * size <= _AT_ONCE else 0


def build(
    frame: Any,
    column: _Column,
    *,
    items: Any = None,
    fpr: Any = None,
    kind: str = "standard",
    confidence: Any = None,
    mean: bool = False,
    seed: int = 0,
    key: bytes | None = None,
    design: Design | None = None,
    like: Filter | None = None,
    column_as: str | None = None,
) -> Filter:
    """The filter of a column, or of keys of several columns, on the driver.

    Sized by `items` and `fpr` as `Filter.for_items` sizes it, or made of a `design`, or `like` another filter with
    which it is to be merged. Beyond 64 MiB the parts travel in shards.
    """
    names = _check(frame, column, column_as)
    if like is not None:
        empty = parts.empty_like(like)
    else:
        design, planned = sized(items, fpr, kind, confidence, mean, design, "design=, or like=")
        empty = Filter(design.bits, design.hashes, design.kind, seed=seed, key=key, planned_items=planned or None)
    blank = _opened(empty, key)
    lanes, size = _lanes(frame), parts.SHARD
    sharded = empty.bits > 8 * parts.LARGE
    columns = [_part(i) for i in range(len(names))]

    def part(batches: Iterator[Any]) -> Iterator[Any]:
        import os

        made = parts.fill(batches, columns, like=blank, key=key, column_as=column_as)
        # Any number will do that spreads the parts over the lanes.
        lane = os.getpid() % lanes
        pieces = parts.shards(made, size) if sharded else [(0, parts.packed(made))]
        for number, body in pieces:
            yield _row(number, lane, body)

    keys = frame.selectExpr(*_alone(names))
    few = 0 if sharded else _few(frame, -(-empty.bits // 8))
    if few:
        made = keys.coalesce(few).mapInArrow(part, _PARTS).toArrow()
        return parts.merge((body.as_buffer() for body in made.column("body")), like=empty, key=key)
    # A shard is a filter of its own, and has no key.
    merge = _merging(None if sharded else key)
    made = keys.mapInArrow(part, _PARTS)
    merged = made.groupBy("shard", "lane").applyInArrow(merge, _PARTS).groupBy("shard").applyInArrow(merge, _PARTS)
    rows = merged.select("shard", "body").toLocalIterator()
    if sharded:
        return parts.merge_shards(((row.shard, bytes(row.body)) for row in rows), like=empty, key=key)
    return parts.merge((row.body for row in rows), like=empty, key=key)


def _row(shard: int, lane: int, body: bytes) -> Any:
    """One part of the columns `_PARTS`."""
    import pyarrow as pa

    numbers = {name: pa.array([number], pa.int32()) for name, number in (("shard", shard), ("lane", lane))}
    return pa.RecordBatch.from_pydict({**numbers, "body": pa.array([body], pa.binary())})


def _merging(key: bytes | None) -> Any:
    """A function that makes one row of the rows of a group; its hints choose the form with an iterator."""
    import pyarrow as pa

    def merge(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        shard: list[int] = []

        def bodies() -> Iterator[bytes]:
            for batch in batches:
                shard.extend(batch.column("shard").to_pylist())
                for body in batch.column("body"):
                    yield body.as_buffer().to_pybytes()

        body = parts.combine(bodies(), key=key)
        yield _row(shard[0], 0, body)

    merge.__annotations__ = {"batches": Iterator[pa.RecordBatch], "return": Iterator[pa.RecordBatch]}
    return merge


def _marked(frame: Any, column: _Column, filter: Filter, key: bytes | None, column_as: str | None) -> tuple[Any, bytes, list[str]]:
    columns = _check(frame, column, column_as)
    _opened(parts.empty_like(filter), key)
    return frame.schema, filter.to_bytes(compress=True), columns


def keep_possible(
    frame: Any, column: _Column, filter: Filter, *, key: bytes | None = None, column_as: str | None = None
) -> Any:
    """The rows whose key may be in the filter: none that is in is lost, few that are not are kept.

    The filter travels with the tasks; a row without a key is dropped.
    """
    schema, body, columns = _marked(frame, column, filter, key, column_as)

    def keep(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa
        import pyarrow.compute as pc

        held = Filter.from_bytes(body, key=key)
        for batch in batches:
            mask = pa.array(held.contains_many(batch, columns, column_as=column_as))
            yield batch.filter(pc.fill_null(mask, False))

    return frame.mapInArrow(keep, schema)


def mark(
    frame: Any, column: _Column, filter: Filter, name: str = "possible", *, key: bytes | None = None, column_as: str | None = None
) -> Any:
    """The frame with a boolean column: whether the key may be in the filter, null where there is none."""
    from pyspark.sql.types import BooleanType, StructField, StructType

    schema, body, columns = _marked(frame, column, filter, key, column_as)
    if name in schema.names:
        raise ValueError(f"a frame has a column {name!r} already; choose another name=")

    def marks(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        held = Filter.from_bytes(body, key=key)
        for batch in batches:
            mask = pa.array(held.contains_many(batch, columns, column_as=column_as))
            yield pa.RecordBatch.from_arrays([*batch.columns, mask], [*batch.schema.names, name])

    return frame.mapInArrow(marks, StructType([*schema.fields, StructField(name, BooleanType(), True)]))


def union(frame: Any, column: str = "body", *, key: bytes | None = None) -> Filter:
    """The union of filters that are stored as bytes, a row each."""
    types = dict(frame.dtypes)
    if types.get(column) != "binary":
        raise TypeError(f"filters are stored in a column of binary, got {types.get(column, 'no such column')}")

    def part(batches: Iterator[Any]) -> Iterator[Any]:
        bodies = [value.as_buffer().to_pybytes() for batch in batches for value in batch.column(0) if value.is_valid]
        if bodies:
            yield _row(0, 0, parts.combine(bodies, key=key))

    merged = frame.selectExpr(*_alone([column])).mapInArrow(part, _PARTS).groupBy("shard").applyInArrow(_merging(key), _PARTS)
    return parts.merge((row.body for row in merged.collect()), key=key)


def estimate(frame: Any, column: str = "body", *, confidence: Any = None, key: bytes | None = None) -> Any:
    """How many different items filters that are stored as bytes hold together."""
    return union(frame, column, key=key).estimate_items(confidence)


def overlap(
    frames: Mapping[str, Any],
    column: _Column,
    *,
    items: Any,
    fpr: Any,
    kind: str = "standard",
    confidence: Any = None,
    key: bytes | None = None,
) -> tuple[dict[str, Filter], list[dict[str, Any]]]:
    """Which keys stand in several frames (data centres, say): a filter of each, and what they share, for each pair and,
    of three or more, for all of them.

    What they share: how many keys, as intervals that hold together with `confidence`, and the exact chance that filters of
    sets without a common key have as many bits in common (None for lines, whose bits in all do not tell it). The keys
    themselves are those of ``keep_possible(frames[one], column, filters[other])``, but for false positives.
    """
    from ._filters import compare

    if len(frames) < 2:
        raise ValueError(f"an overlap needs two frames or more, got {len(frames)}")
    for frame in frames.values():
        _check(frame, column)
    filters = {name: build(frame, column, items=items, fpr=fpr, kind=kind, key=key) for name, frame in frames.items()}
    sets = [list(pair) for pair in combinations(filters, 2)] + [list(filters)] * (len(filters) > 2)

    def shared(names: list[str]) -> dict[str, Any]:
        found = compare(*(filters[name] for name in names), names=names, confidence=confidence)
        chance: Certified | None = (found["share_nothing"] or {}).get("p")
        return {"sets": names, "intersection": found["intersection"], "jaccard": found["jaccard"], "share_nothing": chance}

    return filters, [shared(names) for names in sets]
