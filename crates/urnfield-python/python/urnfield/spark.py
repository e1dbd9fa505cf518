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
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from . import parts
from ._core import Certified, Design, Filter

__all__ = ["build", "estimate", "keep_possible", "mark", "overlap", "union"]

_TEXT = {"string", "binary"}
_WORDS = {"tinyint", "smallint", "int", "bigint"}
_PARTS = "shard int, lane int, body binary"
_AT_ONCE = 256 << 20  # Bytes of parts that the driver takes together.


def _check(frame: Any, column: str, column_as: str | None = None) -> None:
    """Refuses on the driver what would fail in a task."""
    types = dict(frame.dtypes)
    if column not in types:
        raise KeyError(f"a frame has the columns {', '.join(types)}, got {column!r}")
    kind = types[column].split("(")[0]
    if kind in ("varchar", "char"):
        kind = "string"
    if kind not in _TEXT | _WORDS:
        raise TypeError(f"keys are text, bytes or integers, got a column of {types[column]}; cast it to string first")
    if column_as not in (None, "text"):
        raise ValueError(f'column_as is "text" or left out, got {column_as!r}')


def _lanes(frame: Any) -> int:
    """How many lanes the merge has first: about the root of the number of partitions."""
    try:
        many = int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    except (AttributeError, TypeError, ValueError):
        many = 200
    return max(1, math.isqrt(many))


def _few(frame: Any, size: int) -> int:
    """How many parts are made where the driver merges them itself, which saves two rounds of the workers: at least one for every
    core, and together at most 256 MiB. 0 where that is too much, or nobody can tell, as with Spark Connect: then there is a tree.
    """
    try:
        cores = int(frame.sparkSession.sparkContext.defaultParallelism)
    except Exception:  # Of pyspark's own kinds, which differ between versions.
        return 0
    return min(4 * cores, _AT_ONCE // size) if cores * size <= _AT_ONCE else 0


def build(
    frame: Any,
    column: str,
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
    """The filter of a column, on the driver.

    Sized by `items` and `fpr` as `Filter.for_items` sizes it, or made of a `design`, or `like` another filter with
    which it is to be merged. Beyond 64 MiB the parts travel in shards.
    """
    _check(frame, column, column_as)
    if like is not None:
        empty = parts.empty_like(like)
    elif design is not None:
        empty = Filter(design.bits, design.hashes, design.kind, seed=seed, key=key, planned_items=items)
    elif items is not None and fpr is not None:
        empty = Filter.for_items(items, fpr, kind, confidence=confidence, mean=mean, seed=seed, key=key)
    else:
        raise ValueError("a filter is sized by items and fpr; add both, or design=, or like=")
    blank, lanes, size = empty.to_bytes(compress=True), _lanes(frame), parts.SHARD
    sharded = empty.bits > 8 * parts.LARGE

    def part(batches: Iterator[Any]) -> Iterator[Any]:
        import os

        import pyarrow as pa

        made = parts.fill(batches, column, like=blank, key=key, column_as=column_as)
        # Any number will do that spreads the parts over the lanes.
        lane = os.getpid() % lanes
        pieces = parts.shards(made, size) if sharded else [(0, parts.packed(made))]
        for number, body in pieces:
            yield pa.RecordBatch.from_pydict(
                {"shard": pa.array([number], pa.int32()), "lane": pa.array([lane], pa.int32()), "body": pa.array([body], pa.binary())}
            )

    few = 0 if sharded else _few(frame, -(-empty.bits // 8))
    if few:
        made = frame.select(column).coalesce(few).mapInArrow(part, _PARTS).toArrow()
        return parts.merge((body.as_buffer() for body in made.column("body")), like=empty, key=key)
    merge = _merging(sharded, key)
    made = frame.select(column).mapInArrow(part, _PARTS)
    merged = made.groupBy("shard", "lane").applyInArrow(merge, _PARTS).groupBy("shard").applyInArrow(merge, _PARTS)
    rows = merged.select("shard", "body").toLocalIterator()
    if sharded:
        return parts.merge_shards(((row.shard, bytes(row.body)) for row in rows), like=empty, key=key)
    return parts.merge((row.body for row in rows), like=empty, key=key)


def _merging(sharded: bool, key: bytes | None) -> Any:
    """A function that makes one row of the rows of a group; its hints choose the form with an iterator."""
    import pyarrow as pa

    def merge(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        shard: list[int] = []

        def bodies() -> Iterator[bytes]:
            for batch in batches:
                shard.extend(batch.column("shard").to_pylist())
                for body in batch.column("body"):
                    yield body.as_buffer().to_pybytes()

        body = parts.either(bodies()) if sharded else parts.combine(bodies(), key=key)
        yield pa.RecordBatch.from_pydict(
            {"shard": pa.array(shard[:1], pa.int32()), "lane": pa.array([0], pa.int32()), "body": pa.array([body], pa.binary())}
        )

    merge.__annotations__ = {"batches": Iterator[pa.RecordBatch], "return": Iterator[pa.RecordBatch]}
    return merge


def _marked(frame: Any, column: str, filter: Filter, key: bytes | None, column_as: str | None) -> tuple[Any, bytes]:
    _check(frame, column, column_as)
    if filter.seed is None and key is None:
        raise TypeError("a keyed filter is asked with its key; add key=")
    return frame.schema, filter.to_bytes(compress=True)


def keep_possible(
    frame: Any, column: str, filter: Filter, *, key: bytes | None = None, column_as: str | None = None
) -> Any:
    """The rows whose key may be in the filter: none that is in is lost, few that are not are kept.

    The filter travels with the tasks; a row without a key is dropped.
    """
    schema, body = _marked(frame, column, filter, key, column_as)

    def keep(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa
        import pyarrow.compute as pc

        held = Filter.from_bytes(body, key=key)
        for batch in batches:
            mask = pa.array(held.contains_many(batch, column, column_as=column_as))
            yield batch.filter(pc.fill_null(mask, False))

    return frame.mapInArrow(keep, schema)


def mark(
    frame: Any, column: str, filter: Filter, name: str = "possible", *, key: bytes | None = None, column_as: str | None = None
) -> Any:
    """The frame with a boolean column: whether the key may be in the filter, null where there is none."""
    from pyspark.sql.types import BooleanType, StructField, StructType

    schema, body = _marked(frame, column, filter, key, column_as)
    if name in schema.names:
        raise ValueError(f"a frame has a column {name!r} already; choose another name=")

    def marks(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        held = Filter.from_bytes(body, key=key)
        for batch in batches:
            mask = pa.array(held.contains_many(batch, column, column_as=column_as))
            yield pa.RecordBatch.from_arrays([*batch.columns, mask], [*batch.schema.names, name])

    return frame.mapInArrow(marks, StructType([*schema.fields, StructField(name, BooleanType(), True)]))


def union(frame: Any, column: str = "body", *, key: bytes | None = None) -> Filter:
    """The union of filters that are stored as bytes, a row each."""
    types = dict(frame.dtypes)
    if types.get(column) != "binary":
        raise TypeError(f"filters are stored in a column of binary, got {types.get(column, 'no such column')}")
    lanes = _lanes(frame)

    def part(batches: Iterator[Any]) -> Iterator[Any]:
        import os

        import pyarrow as pa

        bodies = [value.as_buffer().to_pybytes() for batch in batches for value in batch.column(0) if value.is_valid]
        if bodies:
            body = parts.combine(bodies, key=key)
            yield pa.RecordBatch.from_pydict(
                {"shard": pa.array([0], pa.int32()), "lane": pa.array([os.getpid() % lanes], pa.int32()), "body": pa.array([body], pa.binary())}
            )

    merged = frame.select(column).mapInArrow(part, _PARTS).groupBy("shard").applyInArrow(_merging(False, key), _PARTS)
    return parts.merge((row.body for row in merged.collect()), key=key)


def estimate(frame: Any, column: str = "body", *, confidence: Any = None, key: bytes | None = None) -> Any:
    """How many different items filters that are stored as bytes hold together."""
    return union(frame, column, key=key).estimate_items(confidence)


def overlap(
    frames: Mapping[str, Any],
    column: str,
    *,
    items: Any,
    fpr: Any,
    kind: str = "standard",
    confidence: Any = None,
    key: bytes | None = None,
) -> tuple[dict[str, Filter], list[dict[str, Any]]]:
    """Which keys stand in several frames (data centres, say): a filter of each, and for each pair what they share.

    For each pair: how many keys each holds and both share, as intervals that hold together with `confidence`, and the
    exact chance that filters of sets without a common key have as many bits in common.
    """
    from ._filters import compare

    if len(frames) < 2:
        raise ValueError(f"an overlap needs two frames or more, got {len(frames)}")
    for frame in frames.values():
        _check(frame, column)
    filters = {name: build(frame, column, items=items, fpr=fpr, kind=kind, key=key) for name, frame in frames.items()}
    rows: list[dict[str, Any]] = []
    for one, other in combinations(filters, 2):
        found = compare(filters[one], filters[other], names=[one, other], confidence=confidence)
        chance: Certified | None = (found["share_nothing"] or {}).get("p")
        rows.append(
            {
                "sets": [one, other],
                "intersection": found["intersection"],
                "jaccard": found["jaccard"],
                "share_nothing": chance,
            }
        )
    return filters, rows
