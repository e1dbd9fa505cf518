"""What filters say of themselves and of each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._answer import Answer
from ._core import Design, Filter, FilterChain, plan
from ._errors import DomainError
from ._questions import Number

__all__ = ["compare", "info"]


def info(filter: Filter | FilterChain, *, name: str | None = None, digits: int | None = None) -> Answer:
    """What a filter or a chain says of itself, and what follows from it: ``urnfield info``.

    >>> import urnfield as urn
    >>> f = urn.Filter(1000, 7)
    >>> f.add("amphora"), urn.info(f).bits_set
    (True, 7)
    """
    return Answer(filter._info(name, (True, digits)), filter._info(name, (False, digits)))


def compare(
    *filters: Filter, names: Iterable[str] | None = None, confidence: Number | None = None, digits: int | None = None
) -> Answer:
    """How many items filters hold, and have in common: ``urnfield compare``.

    >>> import urnfield as urn
    >>> f, g = urn.Filter(1000, 7), urn.Filter(1000, 7)
    >>> f.update(["amphora", "krater"]), g.update(["krater"])
    (2, 1)
    >>> urn.compare(f, g)["intersection"]["interval"]
    {'lo': 1, 'hi': 1}
    """
    if len(filters) < 2:
        raise DomainError(f"a comparison needs two filters or more, got {len(filters)}")
    first, *others = filters
    called = list(names) if names is not None else [f"filter {i + 1}" for i in range(len(filters))]
    data, text = (first._compare(others, called, confidence, (form, digits)) for form in (True, False))
    return Answer(data, text)


def sized(
    items: Any, fpr: Any, kind: str, confidence: Any, mean: bool, design: Design | None, others: str
) -> tuple[Design, int]:
    """The design of a filter that is made elsewhere, and its planned items, 0 where nobody has said: `design`, or the one of
    `Filter.for_items`. `others` says how else it may be sized.
    """
    if design is not None:
        return design, 0 if items is None else int(items)
    if items is None or fpr is None:
        raise DomainError(f"a filter is sized by items and fpr; add both, or {others}")
    if mean and confidence is not None:
        raise DomainError("a filter keeps the mean or its own rate, got mean and confidence")
    found = plan(items=items, fpr=fpr, kind=kind, confidence=None if mean else confidence or "0.999999")
    return found.design, found.items
