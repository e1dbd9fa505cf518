"""Filters made in parts and merged: the pieces of which any engine makes a filter of a table it holds.

>>> from urnfield import Filter, parts
>>> empty = Filter.for_items(1000, "1%")
>>> bodies = [parts.partial([["ada", "bob"]], like=empty), parts.partial([["bob", "eve"]], like=empty)]
>>> parts.merge(bodies, like=empty).contains_many(["ada", "eve", "kim"]).to_list()
[True, True, False]

A part is the bytes of a filter file, compressed unless it is small or more than a quarter of its bits are set. OR is idempotent, so a
part that is made twice, by a task that was tried again or run twice, changes nothing. The number of items
comes from the bits (`Filter.estimate_items`), never from a count of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ._core import Filter
from ._errors import MismatchError

__all__ = ["LARGE", "SHARD", "combine", "empty_like", "merge", "merge_shards", "partial", "shards"]

LARGE = 64 << 20
"""Bytes of a filter's bits beyond which its parts travel in pieces."""

_SMALL = 1_000_000  # Below, the format's best coding takes longer than the bytes it saves are worth.

SHARD = 8 << 20
"""Bytes of such a piece: 2^26 bits."""


def empty_like(empty: Filter | bytes, key: Any = None) -> Filter:
    """An empty filter that can be merged with this one."""
    made = Filter.from_bytes(empty, key=key) if not isinstance(empty, Filter) else empty.copy()
    made.clear()
    return made


def packed(part: Filter) -> bytes:
    """The bytes of a part: compressed, unless it is small or that gains nothing."""
    return part.to_bytes(compress=part.bits > _SMALL and part.bits_set() * 4 < part.bits)


def partial(
    batches: Iterable[Any],
    column: str | Sequence[str] | None = None,
    *,
    like: Filter | bytes,
    key: Any = None,
    column_as: str | None = None,
) -> bytes:
    """The part of some batches: whatever `Filter.update` takes, one after the other."""
    return packed(fill(batches, column, like=like, key=key, column_as=column_as))


def fill(
    batches: Iterable[Any],
    column: str | Sequence[str] | None = None,
    *,
    like: Filter | bytes,
    key: Any = None,
    column_as: str | None = None,
) -> Filter:
    """The same as a filter."""
    part = empty_like(like, key)
    for batch in batches:
        part.update(batch, column, column_as=column_as)
    return part


def merge(bodies: Iterable[Any], *, like: Filter | bytes | None = None, key: Any = None) -> Filter:
    """The filter of all parts; one that does not fit the others is refused.

    Without any part the filter is empty, and `like` says of what design; without that it is refused.
    """
    merged = None if like is None else empty_like(like, key)
    for body in bodies:
        part = Filter.from_bytes(body, key=key)
        if merged is None:
            merged = part
        else:
            planned = merged.planned_items
            merged |= part
            if planned is not None and merged.planned_items != planned:
                raise MismatchError(
                    f"parts are planned for equally many items, got {planned} and {part.planned_items}"
                )
    if merged is None:
        raise ValueError("a merge needs at least one part, got none; add like=")
    return merged


def combine(bodies: Iterable[Any], *, key: Any = None) -> bytes:
    """The part of several parts: a step of a tree of merges."""
    return packed(merge(bodies, key=key))


def shards(part: Filter, size: int = SHARD) -> Iterator[tuple[int, bytes]]:
    """A part's bits in numbered pieces of `size` bytes; pieces without a bit are left out.

    A piece is packed as a filter of these bits, so pieces of one shard are joined by `combine` like whole parts.
    """
    for number, start in enumerate(range(0, _payload(part), size)):
        bits = part.payload(start, start + size)
        piece = Filter(8 * len(bits), 1).with_payload(bits, key_kinds=part.key_kinds)
        if piece.bits_set():
            yield number, packed(piece)


def merge_shards(
    pieces: Iterable[tuple[int, bytes]], *, like: Filter | bytes, key: Any = None, size: int = SHARD
) -> Filter:
    """The filter of the numbered pieces of all parts."""
    empty = empty_like(like, key)
    shards: dict[int, Filter] = {}
    for number, body in pieces:
        piece = Filter.from_bytes(body)
        fits = min(size, _payload(empty) - number * size)
        if number < 0 or (piece.bits, piece.hashes) != (8 * fits, 1):
            raise MismatchError(f"a shard lies within the filter, got {piece.bits} bits as shard {number} of {empty.bits} bits")
        if number in shards:
            shards[number] |= piece
        else:
            shards[number] = piece
    payload = bytearray(_payload(empty))
    for number, piece in shards.items():
        payload[number * size : (number + 1) * size] = piece.payload()
    # As in a union: what is not known of one is not known of all.
    each = [piece.key_kinds for piece in shards.values()]
    kinds = sorted({kind for kinds in each for kind in kinds}) if all(each) else []
    return empty.with_payload(bytes(payload), key=key, key_kinds=kinds)


def _payload(part: Filter) -> int:
    """How many bytes its bits take."""
    return -(-part.bits // 64) * 8
