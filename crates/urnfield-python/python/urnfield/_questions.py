"""Everything the shell is asked by words and values. What each question takes stands in one table, which
is the library's: a test holds these signatures against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Union, overload

from . import _core
from ._answer import Answer, Answers
from ._columns import is_column
from ._histories import written

Number = Union[int, str, float, Fraction, Decimal]
Counts = Any  # A number, or a column of numbers.
Department = Union[str, Iterable[Union[int, tuple[int, int]]]]

__all__ = [
    "birthday",
    "critical",
    "estimate_balls",
    "estimate_committees",
    "estimate_population",
    "law",
    "peak",
    "plans",
    "power",
    "rate",
    "sample",
]


def _ask(question: str, given: Mapping[str, object], table: str | None = None) -> Answer:
    """Asks; `given` has the options by their names, and the digits."""
    options = [(name, value) for name, value in given.items() if name != "digits"]
    digits = given.get("digits")
    assert digits is None or isinstance(digits, int)
    return Answer(*_core.ask(question, options, digits), table)


def _ask_each(question: str, given: Mapping[str, object]) -> Answer | Answers:
    """Asks once for every row where a count is a column; a single count goes with every row."""
    options = dict(given)
    columns = {name: _core.counts(name, value) for name, value in options.items() if is_column(value)}
    if not columns:
        return _ask(question, options)
    rows = max(map(len, columns.values())) if all(columns.values()) else 0
    if any(len(column) not in (1, rows) for column in columns.values()):
        lengths = ", ".join(f"{len(column)} of {name}" for name, column in columns.items())
        raise ValueError(f"columns have as many rows each, or one, got {lengths}")
    each = ({name: column[row % len(column)] for name, column in columns.items()} for row in range(rows))
    return Answers(_ask(question, {**options, **row}) for row in each)


def plans(
    *,
    items: Number | None = None,
    fpr: Number | None = None,
    bits: Number | None = None,
    hashes: int | None = None,
    max_hashes: int | None = None,
    kind: str | None = None,
    confidence: Number | None = None,
    no_per_filter: bool = False,
    digits: int | None = None,
) -> Answer:
    """The smallest filter of each kind beside the textbook's, as ``urnfield plan`` says it."""
    return _ask("plan", locals(), "plans")


def rate(
    *,
    bits: Number,
    items: Number,
    hashes: int | None = None,
    kind: str | None = None,
    steps: str | None = None,
    counters: int | None = None,
    spread: bool = False,
    digits: int | None = None,
) -> Answer:
    """The rate of a filter with its bounds and spread, as ``urnfield rate`` says it.

    >>> import urnfield as urn
    >>> urn.rate(bits=64, items=4, hashes=10).fpr
    Certified(0.000615409328697132)
    """
    return _ask("rate", locals())


def peak(*, bits: Number, hashes: int | None = None, kind: str | None = None, digits: int | None = None) -> Answer:
    """Where a filter is most efficient, as ``urnfield peak`` says it."""
    return _ask("peak", locals())


def birthday(*, urns: Number, balls: Number | None = None, probability: Number | None = None, digits: int | None = None) -> Answer:
    """How likely a collision is, or how many balls make it so likely.

    >>> import urnfield as urn
    >>> urn.birthday(urns=365, probability="50%").balls
    23
    """
    return _ask("birthday", locals())


def critical(*, population: Number, sizes: Iterable[int], level: Number, digits: int | None = None) -> Answer:
    """From how many common members on an overlap of random lists is rarer than `level`.

    >>> import urnfield as urn
    >>> urn.critical(population=20_000, sizes=[300, 500], level="1%").critical
    15
    """
    return _ask("critical", locals())


def power(*, population: Number, sizes: Iterable[int], level: Number, odds_ratio: Number, digits: int | None = None) -> Answer:
    """How surely a test at `level` finds two lists whose true odds ratio is this one: ``urnfield power``.

    >>> import urnfield as urn
    >>> urn.power(population=20_000, sizes=[300, 500], level="1%", odds_ratio=2)["critical"]
    15
    """
    return _ask("power", locals())


@overload
def estimate_balls(*, urns: Number, occupied: Number, confidence: Number | None = None, digits: int | None = None) -> Answer: ...
@overload
def estimate_balls(*, urns: Counts, occupied: Counts, confidence: Number | None = None, digits: int | None = None) -> Answers: ...
def estimate_balls(*, urns: Counts, occupied: Counts, confidence: Number | None = None, digits: int | None = None) -> Answer | Answers:
    """How many balls occupied so many urns. Columns give an answer for every row.

    >>> import urnfield as urn
    >>> urn.estimate_balls(urns=365, occupied=[20, 22]).to_pandas()["interval_hi"].tolist()
    [23, 25]
    """
    return _ask_each("estimate balls", locals())


@overload
def estimate_committees(
    *, urns: Number, size: int, occupied: Number, confidence: Number | None = None, digits: int | None = None
) -> Answer: ...
@overload
def estimate_committees(
    *, urns: Counts, size: Counts, occupied: Counts, confidence: Number | None = None, digits: int | None = None
) -> Answers: ...
def estimate_committees(
    *, urns: Counts, size: Counts, occupied: Counts, confidence: Number | None = None, digits: int | None = None
) -> Answer | Answers:
    """How many committees of one size occupied so many urns. Columns give an answer for every row."""
    return _ask_each("estimate committees", locals())


def estimate_population(
    *,
    distinct: Number | None = None,
    sizes: Iterable[int] | None = None,
    department: Department | None = None,
    balls: Number | None = None,
    marked: Number | None = None,
    caught: Number | None = None,
    recaptured: Number | None = None,
    histories: str | Iterable[str | Iterable[object]] | Any = None,
    confidence: Number | None = None,
    digits: int | None = None,
) -> Answer:
    """How many there are altogether, if samples have so many distinct members together; two samples may be
    stated by how many were marked, caught later, and recaptured, and any number by who was caught when:
    `histories` are rows of noughts and ones, an animal each; a frame or a mapping with an occasion in each column,
    where a first column of text names the animals; or the text of such a table.

    >>> import urnfield as urn
    >>> urn.estimate_population(sizes=[100, 100], distinct=190).mle
    [999, 1000]
    >>> urn.estimate_population(histories=[[1, 0], [1, 1], [0, 1]]).animals
    3
    """
    return _ask("estimate population", {**locals(), "histories": None if histories is None else written(histories)})


def _stated(urns: Number, balls: object, union: object, intersection: object, sizes: object) -> tuple[str, dict[str, object]]:
    """Which law is meant, and how the table calls what states it."""
    if balls is not None:
        return "balls", {"urns": urns, "balls": balls}
    if union is not None:
        return "union", {"urns": urns, "department": [union]}
    return "intersection", {"urns": urns, "department": intersection, "sizes": sizes}


def law(
    *,
    urns: Number,
    balls: Number | None = None,
    union: Department | None = None,
    intersection: Iterable[Department] | None = None,
    sizes: Iterable[int] | None = None,
    occupied: Number | None = None,
    digits: int | None = None,
    **asked: object,
) -> Answer:
    """An occupancy law, as ``urnfield law`` says it: of balls, of a union or an intersection of departments, of
    what random lists of these sizes share; with `occupied`, how many balls it takes until so many urns are.

    What is asked goes by the shell's names, once or in a list: ``at_least=15``, ``quantile=["0.5", "0.95"]``,
    ``table=True``.

    >>> import urnfield as urn
    >>> urn.law(urns=365, balls=23, at_least=23)["at_least"]
    {'i': 23, 'value': Certified(0.492702765676015)}
    >>> urn.law(urns=6, occupied=6).mean
    Certified(14.7)
    """
    if occupied is not None:
        return _ask("law waiting", {"urns": urns, "occupied": occupied, "digits": digits, **asked})
    name, stated = _stated(urns, balls, union, intersection, sizes)
    return _ask(f"law {name}", {**stated, "digits": digits, **asked}, "table")


def sample(
    *,
    urns: Number,
    balls: Number | None = None,
    union: Department | None = None,
    intersection: Iterable[Department] | None = None,
    sizes: Iterable[int] | None = None,
    count: Number | None = None,
    seed: Number | None = None,
    digits: int | None = None,
) -> Answer:
    """Values of an occupancy law, drawn at random: ``urnfield sample``.

    >>> import urnfield as urn
    >>> urn.sample(urns=365, balls=23, count=3, seed=7)["values"]
    [22, 22, 23]
    """
    name, stated = _stated(urns, balls, union, intersection, sizes)
    return _ask(f"sample {name}", {**stated, "count": count, "seed": seed, "digits": digits})
