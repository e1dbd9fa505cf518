"""One filter that many processes fill and ask, on a Redis or Valkey server, through the client you have.

>>> import redis                                                             # doctest: +SKIP
>>> from urnfield.redis import SharedFilter                                  # doctest: +SKIP
>>> seen = SharedFilter.create(redis.Redis(), "visitors", items="1e6", fpr="1%")   # doctest: +SKIP
>>> seen.add("alice")                                                        # doctest: +SKIP
True

The same keys, shards and seals as ``urnfield redis``, to the byte, so that the shell, Rust and Python share one filter. No
script and no module; behind each shard stands a seal that every command reads along, so that a shard that was evicted or
made anew is noticed in the command that would have answered wrongly. ``docs/reference/redis.md`` says what servers can lose.
It needs redis-py or valkey-py, and no more than their plain clients; a cluster's too, and those with
``decode_responses=True``. Asynchronous ones are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ._core import Certified, Design, Digests, Filter, Mask, Places, spec_of, warn_of_kinds
from ._errors import DomainError, MismatchError
from ._filters import info as _info
from ._filters import sized
from ._links import Command, Links, ServerRefused, ServerUnreachable, SharedError, Unconfirmed
from ._stored import SHARD_BITS, Spec, as_text, check_name, meta_key, part_key, read_spec, shard_key

__all__ = [
    "BrokenFilter",
    "MissingFilter",
    "ServerRefused",
    "ServerUnreachable",
    "SharedError",
    "SharedFilter",
    "TakenFilter",
    "Unconfirmed",
]

_POSITIONS = 3_500  # In one command: some five hundred keys with seven positions each.
_SPREAD = 16  # Shards that a batch is spread over, at most, to fill the commands of each.
_FORGOTTEN = 300  # Seconds after which a part goes away whose sender has died.
_ATTEMPTS = 5
_KINDS = ("kinds", "unknown", "texts", "integers", "digests", "tuples")  # Fields that tell which kinds of keys there are.


class MissingFilter(SharedError, LookupError):
    """No filter has this name."""


class TakenFilter(SharedError, ValueError):
    """A filter has this name already."""


class BrokenFilter(SharedError):
    """A shard is gone, or is no shard of this filter."""


class SharedFilter:
    """A filter on a server. Any number of processes may add to it and ask it at the same time.

    `create` makes one, `open` finds one. With ``wait=N`` what is added counts as added when N replicas have it. A server that
    was there and is lost is sought for `patience` seconds, and what was under way is sent again, which does no harm.
    """

    def __init__(self, links: Links, name: str, spec: Spec, intersection: bool) -> None:
        self._links, self._name, self._spec, self._intersection = links, name, spec, intersection
        self._strangers = False
        # Kinds of keys that were noted on the server, and those that were asked for; whether somebody was warned of one.
        self._noted: set[str] = set()
        self._asked: set[str] = set()
        self._warned = False

    @classmethod
    def create(
        cls,
        client: Any,
        name: str,
        *,
        items: Any = None,
        fpr: Any = None,
        kind: str = "standard",
        confidence: Any = None,
        mean: bool = False,
        seed: int = 0,
        key: bytes | None = None,
        design: Design | None = None,
        shard_bits: int = SHARD_BITS,
        wait: int = 0,
        patience: float = 30.0,
    ) -> SharedFilter:
        """An empty filter, sized as by `Filter.for_items`, or of a `design`; refused where one has the name."""
        design, planned = sized(items, fpr, kind, confidence, mean, design, "design=")
        places = Places(design.bits, design.hashes, design.kind, seed=seed, key=key)
        return cls._create(Links(client, wait, patience), name, Spec(places, planned, shard_bits))

    @classmethod
    def _create(cls, links: Links, name: str, spec: Spec) -> SharedFilter:
        check_name(name)
        made = cls(links, name, spec, False)
        meta = made._meta
        claim, look = ("HSETNX", meta, "spec", spec.text), ("HGET", meta, "spec")
        replies = links.run([(meta, claim), (meta, look)], wait=True)
        # The token is ours alone, so what is there tells whose it is, however often it was sent.
        if as_text(replies[1]) != spec.text:
            raise TakenFilter(f"the server has a filter called {name} already; choose another name, or drop it with drop()")
        try:
            made._tell("kinds")
            for shard in range(spec.shards):
                # What another filter left there is not ours. A string grows by zeros.
                bits = made._shard(shard)
                make = ("BITFIELD", bits, "SET", "i64", 8 * spec.length(shard), spec.seal(shard))
                links.run([(bits, ("UNLINK", bits)), (bits, make)], wait=True)
        except SharedError as error:
            # Half a filter would keep its name, and answer nothing.
            try:
                cls(Links(links.client, 0, 0.0), name, spec, False).drop()
            except SharedError:
                raise SharedError(
                    f"{name} was not made whole and could not be removed again: {error}; remove it with `urnfield redis drop {name}` "
                    "and create it again"
                ) from error
            raise
        return made

    @classmethod
    def open(cls, client: Any, name: str, *, key: bytes | None = None, wait: int = 0, patience: float = 30.0) -> SharedFilter:
        """A filter that is there, with its key if it has one."""
        return cls._open(Links(client, wait, patience), name, key)

    @classmethod
    def _open(cls, links: Links, name: str, key: bytes | None) -> SharedFilter:
        check_name(name)
        text, intersection, _ = _described(links, name)
        return cls(links, name, read_spec(name, text, key), intersection)

    @classmethod
    def create_from(
        cls, client: Any, name: str, filter: Filter, *, key: bytes | None = None, wait: int = 0, patience: float = 30.0
    ) -> SharedFilter:
        """A filter with the bits of this one, made or, where one has the name, added to."""
        links = Links(client, wait, patience)
        if filter.seed is None and key is None:
            raise MismatchError(f"{name} would answer only to its secret key; add key=")
        places = Places(filter.bits, filter.hashes, filter.kind, seed=filter.seed or 0, key=key)
        if places.spec != spec_of(filter):
            raise MismatchError("a keyed filter answers only to its key, got another one")
        try:
            made = cls._create(links, name, Spec(places, filter.planned_items or 0, SHARD_BITS))
        except TakenFilter:
            made = cls._open(links, name, key)
        made.push(filter)
        return made

    @property
    def name(self) -> str:
        """Its name on the server."""
        return self._name

    @property
    def design(self) -> Design:
        """Kind, bits and hashes."""
        return Design(self._spec.bits, self._spec.hashes, self._spec.kind)

    @property
    def planned_items(self) -> int | None:
        """For how many items it was planned; None where nobody has said."""
        return self._spec.planned_items or None

    @property
    def is_intersection(self) -> bool:
        """Whether it was an intersection when it was opened; then it takes no keys."""
        return self._intersection

    @property
    def key_kinds(self) -> tuple[str, ...]:
        """The kinds of its keys now, as `Filter.key_kinds`; the server is asked."""
        return _known(_described(self._links, self._name)[2])

    def add(self, item: Any) -> bool:
        """Adds an item; True if it certainly was not in before."""
        return not self._ask(self._spec.places.digest(item), adding=True)[0]

    def add_many(self, keys: Any, column: str | Sequence[str] | None = None, *, column_as: str | None = None) -> Mask:
        """Adds many items, whatever `Filter.update` takes, and says for each whether it certainly was not in before.

        With one shard that is exact whoever else is adding; with several, two clients that add one key at the same time
        may both be told that it was new. After a connection has broken, a key may be told as known that the lost command had added.
        """
        digests = self._spec.places.digests(keys, column, column_as=column_as)
        return digests.mask([not known for known in self._ask(digests, adding=True)])

    def contains(self, item: Any) -> bool:
        """Whether an item may have been added; False: it certainly was not."""
        return self._ask(self._spec.places.digest(item), adding=False)[0]

    __contains__ = contains

    def contains_many(self, keys: Any, column: str | Sequence[str] | None = None, *, column_as: str | None = None) -> Mask:
        """The same for many. For millions, `pull` and ask the filter: that is a hundred times as fast."""
        digests = self._spec.places.digests(keys, column, column_as=column_as)
        return digests.mask(self._ask(digests, adding=False))

    def _ask(self, digests: Digests, *, adding: bool) -> list[bool]:
        if adding and self._intersection:
            raise SharedError(f"{self._name} is an intersection and no set's filter, so no keys are added to it; add them to the filters it was made of")
        unconfirmed = None
        try:
            self._see_kinds(digests.key_kinds, adding)
        except Unconfirmed as error:
            unconfirmed = error  # The keys are sent even where no replica has confirmed the note of their kind.
        hashes, spec = self._spec.hashes, self._spec
        at_once = max(1, min(_POSITIONS // hashes, 1000)) * min(spec.shards, _SPREAD)
        answers: list[bool] = []
        for start in range(0, len(digests), at_once):
            some = range(start, min(start + at_once, len(digests)))
            known = [True] * len(some)
            # While most keys asked for are strangers, a few bits of each are asked for first.
            for part in _rounds(hashes) if self._strangers and not adding else [(0, hashes)]:
                left = [i for i, yes in enumerate(known) if yes]
                if not left:
                    break
                for i, yes in zip(left, self._batch(digests, [some[i] for i in left], part, adding)):
                    known[i] = yes
            if not adding:
                self._strangers = 2 * sum(known) < len(known)
            answers += known
        if unconfirmed is not None:
            raise unconfirmed
        return answers

    def _batch(self, digests: Digests, keys: list[int], part: tuple[int, int], adding: bool) -> list[bool]:
        batch = digests.batch(keys, part, adding, self._spec.shard_bits)
        commands = batch.commands()
        verb = "BITFIELD" if adding else "BITFIELD_RO"
        replies = self._links.run([self._sealed(verb, shard, *words) for shard, words in commands], wait=adding)
        bits = []
        for (shard, _), reply in zip(commands, replies):
            self._see_seal(shard, reply)
            bits.append(reply[1:])
        known = batch.known(bits)
        if known is None:
            raise self._broken(commands[0][0])
        return known

    def push(self, filter: Filter) -> None:
        """Adds everything that is in a filter. Of an intersection it is marked as one."""
        self._spec.agrees(spec_of(filter), self._spec.shard_bits)
        if filter.is_intersection:
            self._mark()
        self._tell(*(filter.key_kinds or (("unknown",) if filter.bits_set() else ())))
        size = self._spec.shard_bits // 8
        for shard in range(self._spec.shards):
            self._join(shard, filter.payload(shard * size, (shard + 1) * size), "OR")

    def pull(self) -> Filter:
        """Everything it holds, as a filter. What others add meanwhile may be in it or not."""
        text, intersection, _ = _described(self._links, self._name)
        if text != self._spec.text:
            raise self._broken(0)
        payload = b"".join(self._payload(shard) for shard in range(self._spec.shards))
        # A kind is noted before its keys are sent, so what is noted now was noted for all of them.
        return self._spec.places.filter(payload, self._spec.planned_items, intersection, self.key_kinds)

    def _payload(self, shard: int) -> bytes:
        """The bits of a shard, whose seal was there."""
        key, length = self._shard(shard), self._spec.length(shard)
        (held,) = self._links.run([(key, ("GET", key))])
        if held is None or held[length:] != self._spec.seal(shard).to_bytes(8, "big", signed=True):
            raise self._broken(shard)
        return bytes(held[:length])

    def union(self, *others: str) -> None:
        """Adds everything that is in other filters of this server; they stay as they are."""
        for other in others:
            self._combine(other, "OR")

    def intersect(self, *others: str) -> None:
        """Keeps the bits that other filters of this server have too. It need not be the filter of any set, and is marked."""
        for other in others:
            self._combine(other, "AND")

    def _combine(self, name: str, how: str) -> None:
        text, intersection, kinds = _described(self._links, name)
        # What it says of its key is compared as it stands, so that is not needed.
        theirs = self._spec.other(name, text)
        other = SharedFilter(self._links, name, theirs, intersection)
        # A shard of it that is gone is told before anything is changed.
        other.verify()
        if how == "AND" or intersection:
            self._mark()
        self._tell(*(("unknown",) if _unknown(kinds) else kinds - {"kinds"}))
        for shard in range(self._spec.shards):
            # Where both shards are on one node no bits travel.
            if self._links.same_node(self._shard(shard), other._shard(shard)):
                self._join_part(shard, how, partial(self._copy, other, shard, how))
            else:
                self._join(shard, other._payload(shard), how)
        # Whoever dropped it meanwhile has taken bits from under us.
        _described(self._links, name)

    def _copy(self, other: SharedFilter, shard: int, how: str, part: str) -> None:
        """A copy of another filter's shard, without its seal, which was there. Nobody else knows the part."""
        at = 8 * self._spec.length(shard)
        self._links.run([(part, ("BITOP", "OR", part, other._shard(shard))), (part, ("EXPIRE", part, _FORGOTTEN))])
        (seen,) = self._links.run([(part, ("BITFIELD_RO", part, "GET", "i64", at))])
        if seen[0] != other._spec.seal(shard):
            self._links.run([(part, ("UNLINK", part))])
            raise other._broken(shard)
        bare = 0 if how == "OR" else -1
        self._links.run([(part, ("BITFIELD", part, "SET", "i64", at, bare))])

    def _join(self, shard: int, payload: bytes, how: str) -> None:
        """Joins bytes with a shard. They have no seal, so the shard's own stays, if there is one."""
        whole = payload + (b"\0" if how == "OR" else b"\xff") * 8
        self._join_part(shard, how, lambda part: self._links.run([(part, ("SET", part, whole, "EX", _FORGOTTEN))]))

    def _join_part(self, shard: int, how: str, put: Callable[[str], object]) -> None:
        """Has something put beside a shard and joins them on the server, in one command. A failover may lose what was put."""
        key = self._shard(shard)
        for _ in range(_ATTEMPTS):
            part = part_key(self._name, shard)
            put(part)
            self._links.run([(key, ("BITOP", how, key, key, part))], wait=True)
            # A part never comes back: what is there afterwards was there when it was joined.
            seen, length = self._links.run([self._sealed("BITFIELD_RO", shard), (part, ("STRLEN", part))])
            self._see_seal(shard, seen)
            if length == self._spec.length(shard) + 8:
                self._links.run([(part, ("UNLINK", part))])
                return
        raise ServerRefused(f"the server {self._links.name()} refuses: what is put beside {key} is gone before it can be used")

    def _mark(self) -> None:
        """It need not be the filter of any set any more."""
        self._links.run([(self._meta, ("HSET", self._meta, "origin", "intersection"))], wait=True)
        self._intersection = True

    def _see_kinds(self, kinds: tuple[str, ...], adding: bool) -> None:
        """Notes the kinds of keys before the first key of a kind is sent, and warns once where the filter holds none of a kind."""
        met = self._noted if adding else self._asked
        if met.issuperset(kinds):
            return
        try:
            text, _, held = _described(self._links, self._name)
        except MissingFilter:
            return  # The seals tell that it is gone.
        if text == self._spec.text and not self._warned:
            self._warned = warn_of_kinds(_known(held), kinds, 4)
        if adding:
            self._tell(*kinds)
        met.update(kinds)

    def _tell(self, *fields: str) -> None:
        """Sets fields of what is stored, where the filter is still there: a field must not bring back one that was dropped."""
        try:
            text, _, held = _described(self._links, self._name)
        except MissingFilter:
            return
        words = [word for field in fields if field not in held for word in (field, "1")]
        if text == self._spec.text and words:
            self._links.run([(self._meta, ("HSET", self._meta, *words))], wait=True)

    def bits_set(self) -> int:
        """How many bits are set. The server counts; every seal is seen."""
        count = 0
        for shard in range(self._spec.shards):
            key = self._shard(shard)
            seen, bits = self._links.run([self._sealed("BITFIELD_RO", shard), (key, ("BITCOUNT", key, 0, self._spec.length(shard) - 1))])
            self._see_seal(shard, seen)
            count += bits
        return count

    def fpr(self) -> Certified:
        """The rate of false positives it has now, from the bits that are set."""
        if self._spec.kind in ("standard", "classic"):
            return self.design.fpr_given(bits_set=self.bits_set())
        return self.pull().fpr()

    def verify(self) -> None:
        """Looks whether all shards are there."""
        for shard in range(self._spec.shards):
            (seen,) = self._links.run([self._sealed("BITFIELD_RO", shard)])
            self._see_seal(shard, seen)

    def info(self) -> dict[str, Any]:
        """What ``urnfield redis info --json`` says: of the filter, and how the server treats it."""
        told = dict(_info(self.pull(), name=self._name))
        policies: list[tuple[Any, Any]] = []
        for master in self._links.masters():
            try:
                said = master.info()
            except Exception:  # Who may not ask is not told.
                continue
            version = f"valkey {said['valkey_version']}" if "valkey_version" in said else f"redis {said.get('redis_version')}"
            policies.append((said.get("maxmemory_policy"), version))
        policies.sort(key=lambda told: not str(told[0]).startswith("allkeys"))
        policy, kind = policies[0] if policies else (None, None)
        return {**told, "shards": self._spec.shards, "server": self._links.name(), "server_version": kind, "eviction": policy}

    def drop(self) -> None:
        """Removes it from the server, for everybody."""
        self._links.run([(self._meta, ("DEL", self._meta))], wait=True)
        for shard in range(self._spec.shards):
            key = self._shard(shard)
            self._links.run([(key, ("UNLINK", key))], wait=True)

    @property
    def _meta(self) -> str:
        return meta_key(self._name)

    def _shard(self, shard: int) -> str:
        return shard_key(self._name, shard)

    def _sealed(self, verb: str, shard: int, *words: Any) -> Command:
        """A command that begins with the seal of a shard."""
        key = self._shard(shard)
        return key, (verb, key, "GET", "i64", 8 * self._spec.length(shard), *words)

    def _see_seal(self, shard: int, reply: Any) -> None:
        if not reply or reply[0] != self._spec.seal(shard):
            raise self._broken(shard)

    def _broken(self, shard: int) -> BrokenFilter:
        return BrokenFilter(
            f"a shard of {self._name} is gone or belongs to another filter ({self._shard(shard)}), so no answer is certain; "
            "drop the filter and build it again, and run the server with noeviction"
        )

    def __repr__(self) -> str:
        return f"SharedFilter({self._name!r}, {self._spec}, server={self._links.name()!r})"


def _rounds(hashes: int) -> list[tuple[int, int]]:
    """Which positions are asked for together: one, two more, four more, each time only of keys that may still be there."""
    ends = [min(2**i - 1, hashes) for i in range(hashes.bit_length() + 1)]
    return list(zip(ends, ends[1:]))


def _unknown(kinds: set[str]) -> bool:
    """Whether some keys are of unknown kinds."""
    return "kinds" not in kinds or "unknown" in kinds


def _known(kinds: set[str]) -> tuple[str, ...]:
    """The kinds of all keys, where they are known."""
    return () if _unknown(kinds) else tuple(kind for kind in _KINDS[2:] if kind in kinds)


def _described(links: Links, name: str) -> tuple[str, bool, set[str]]:
    """What is stored under a name, whether it is an intersection, and what is told of the kinds of its keys."""
    meta = meta_key(name)
    (fields,) = links.run([(meta, ("HMGET", meta, "spec", "origin", *_KINDS))])
    spec, origin, *told = fields if fields else (None, None)
    text = as_text(spec)
    if text is None:
        raise MissingFilter(
            f"the server has no filter called {name}; SharedFilter.create makes one, or it was dropped, evicted, or lost in a restart"
        )
    return text, origin is not None, {kind for kind, held in zip(_KINDS, told) if held is not None}
