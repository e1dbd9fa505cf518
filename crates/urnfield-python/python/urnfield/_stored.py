"""How a filter lies on a server: its spec, from which the shards and their seals follow, and the names of its keys."""

from __future__ import annotations

import secrets
from typing import Any
from unicodedata import category

from ._core import Places, seal
from ._errors import DomainError, MismatchError, TooCostly
from ._links import SharedError

SHARD_BITS = 1 << 26
"""Bits in a shard, unless said otherwise: eight megabytes, which a server combines in some ten milliseconds."""

_VERSION = "1"
_LEAST_SHARD = 1 << 12
_MOST_SHARDS = 1 << 20


class Spec:
    """What is stored about a filter but its bits; from it follow the shards and their seals."""

    def __init__(self, places: Places, planned_items: int, shard_bits: int, token: int | None = None) -> None:
        self.places, self.planned_items, self.shard_bits = places, planned_items, shard_bits
        self.kind, bits, hashes, _, self.digest, self.hashed = places.spec.split(" ")
        self.bits, self.hashes = int(bits), int(hashes)
        if shard_bits & (shard_bits - 1) or not _LEAST_SHARD <= shard_bits <= SHARD_BITS:
            raise DomainError(f"a shard has a power of two of bits, from 2^12 to 2^26, got {shard_bits}")
        self.shards = -(-self.bits // shard_bits)
        if self.shards > _MOST_SHARDS:
            raise TooCostly(
                f"a filter on a server has at most {_MOST_SHARDS * shard_bits} bits, got {self.bits}; ask for a higher rate or for fewer items"
            )
        token = secrets.randbits(64) if token is None else token
        self.text = f"{_VERSION} {places.spec} {shard_bits} {planned_items} {token:016x}"

    def length(self, shard: int) -> int:
        """Bytes of the payload in a shard."""
        bits = min(self.bits - shard * self.shard_bits, self.shard_bits)
        return -(-bits // 64) * 8

    def seal(self, shard: int) -> int:
        """The eight bytes behind a shard, as a signed number of which the first byte is the highest; never zero."""
        return seal(f"{self.text} {shard}")

    def agrees(self, places: str, shard_bits: int) -> None:
        """Whether filters of both can be merged, shard by shard."""
        if (self.places.spec, self.shard_bits) != (places, shard_bits):
            raise MismatchError(
                f"filters are merged only where equal items have equal positions: {self} against "
                f"{_described(places, shard_bits)}; create them with the same items, fpr and seed or key"
            )

    def other(self, name: str, text: str) -> Spec:
        """That of another filter with the same places."""
        words = text.split(" ")
        if len(words) != 10 or words[0] != _VERSION or not words[7].isdecimal() or not words[8].isdecimal():
            raise _foreign(name, text)
        self.agrees(" ".join(words[1:7]), int(words[7]))
        return Spec(self.places, int(words[8]), self.shard_bits, int(words[9], 16))

    def __str__(self) -> str:
        return _described(self.places.spec, self.shard_bits)


def _described(places: str, shard_bits: int) -> str:
    kind, bits, hashes, _, digest, hashed = places.split(" ")
    said = f"seed {hashed}" if digest == "1" else f"key check {hashed}"
    shards = "" if shard_bits == SHARD_BITS else f", shards of {shard_bits} bits"
    return f"{kind}, bits = {bits}, hashes = {hashes}, {said}{shards}"


def _foreign(name: str, text: str) -> SharedError:
    return SharedError(
        f"what is stored as {name} is no filter of this version, got {text[:80]!r}; choose another name, or a newer urnfield"
    )


def read_spec(name: str, text: str, key: bytes | None) -> Spec:
    """The other way around; one spelling only, as the seals are made of it."""
    words = text.split(" ")
    locked = len(words) == 10 and words[0] == _VERSION and words[5] == "2"
    if locked and key is None:
        raise MismatchError(f"{name} answers only to its secret key; add key=")
    spec: Spec | None
    try:
        _, kind, bits, hashes, _, _, hashed, shard_bits, planned, token = words
        if key is not None and not locked:
            raise MismatchError(f"a key opens a keyed filter only: a key against a filter with seed {hashed} and no key")
        places = Places(int(bits), int(hashes), kind, seed=0 if locked else int(hashed), key=key)
        spec = Spec(places, int(planned), int(shard_bits), int(token, 16))
    except MismatchError:
        raise
    except (ValueError, OverflowError):
        spec = None
    if spec is not None and spec.text == text:
        return spec
    if spec is not None and [*words[:6], spec.hashed, *words[7:]] == spec.text.split(" "):
        raise MismatchError(f"a keyed filter answers only to its key: another key against a filter with key check {hashed}")
    raise _foreign(name, text)


def as_text(value: Any) -> str | None:
    """A reply that is text, from a client that decodes or does not."""
    if value is None or isinstance(value, str):
        return value
    return bytes(value).decode("utf-8", "replace")


def meta_key(name: str) -> str:
    """The key with the spec."""
    return f"urn:{{{name}}}:meta"


def shard_key(name: str, shard: int) -> str:
    """The key of a shard. Its number is inside the braces, so that a cluster spreads shards."""
    return f"urn:{{{name}/{shard}}}:bits"


def part_key(name: str, shard: int) -> str:
    """A key on the same node as a shard, of which nobody else knows."""
    return f"urn:{{{name}/{shard}}}:part:{secrets.randbits(64):016x}"


def check_name(name: str) -> None:
    """Names go between braces, and into messages."""
    if not 1 <= len(name.encode()) <= 200 or any(c in "{}" or category(c) == "Cc" for c in name):
        raise DomainError(
            f"a filter's name on a server has 1 to 200 bytes, no braces and no control characters, got {name[:200]!r}; choose another one"
        )
